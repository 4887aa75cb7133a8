"""Counters that ask the provider: ``anthropic:MODEL``, ``openai:MODEL``, ``gemini:MODEL``.

A text leaves this machine only through a counter of this module, and only when its name was asked
for. An endpoint counts a whole message; what the frame around the text costs is measured once a
model, as the count of ``x`` less one, and taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from tokbench.counters import Scheme
from tokbench.counters.answers import AnswerCache, answer_key, default_folder
from tokbench.counters.endpoint import Endpoint, TextRefusedError, base_url_of
from tokbench.counters.providers import PROVIDERS, Provider
from tokbench.errors import CounterError, UsageError
from tokbench.result import CounterKind
from tokbench.text import well_formed

_AT_ONCE: Final = 4
"""Requests in flight: enough to hide the way, too few to meet a limit of requests a minute."""


@dataclass
class ApiCounter:
    """A counter that asks a provider's endpoint, and each question once.

    Attributes:
        endpoint: The model behind its endpoint.
    """

    endpoint: Endpoint
    _outcomes: dict[str, int | str] = field(default_factory=dict, init=False, repr=False)
    _broken: str | None = field(default=None, init=False)
    _frame: int | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """The scheme and the model, such as ``anthropic:MODEL``."""
        return self.endpoint.name

    @property
    def kind(self) -> CounterKind:
        """Always ``api``: the provider's number, which it calls an estimate of the bill."""
        return "api"

    @property
    def vocabulary_sha256(self) -> None:
        """None: the vocabulary stays with the provider."""
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """Who receives the texts, and the frame once it is known."""
        sent = f"every rendering that is not in the cache is sent to {self.endpoint.host}"
        if self._frame is None:
            return (sent,)
        return (
            sent,
            f"the {self._frame} tokens of the message around a rendering are left out "
            "(the count of 'x' less one)",
        )

    def prefetch(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> None:
        """Ask for many texts, a few at a time, and remember the outcomes; never fails.

        Args:
            texts: The texts that will be counted.
            progress: Told the texts done and the texts in all.
        """
        due = {answer_key(text): text for text in map(well_formed, texts) if text}
        due = {key: text for key, text in due.items() if key not in self._outcomes}
        if not due or not self._ready():
            return
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(_AT_ONCE)
        try:
            for done, _ in enumerate(pool.map(self._learn, due, due.values()), 1):
                progress(done, len(due))
        finally:
            pool.shutdown(cancel_futures=True)

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text, without the frame; an empty text is 0 unasked.

        Raises:
            CounterError: One of the texts has no count; the outcomes of the others are kept.
        """
        self.prefetch(texts)
        return [self._outcome(text) if text else 0 for text in map(well_formed, texts)]

    def _outcome(self, text: str) -> int:
        outcome = self._outcomes.get(answer_key(text), self._broken)
        if not isinstance(outcome, int):
            raise CounterError(outcome)
        return outcome

    def _ready(self) -> bool:
        """Whether the endpoint can be used: the frame is known, and nothing has broken."""
        if self._frame is None and self._broken is None:
            try:
                self._frame = self._measure_frame()
            except CounterError as error:
                self._broken = str(error)
        return self._broken is None

    def _measure_frame(self) -> int:
        frame = self.endpoint.tokens("x") - 1
        if frame < 0:
            raise CounterError(f"{self.endpoint.host} counts 0 tokens for 'x'")
        return frame

    def _learn(self, key: str, text: str) -> None:
        if self._broken is None:
            try:
                self._outcomes[key] = self._without_frame(text)
            except TextRefusedError as error:
                self._outcomes[key] = str(error)
            except CounterError as error:
                self._broken = str(error)

    def _without_frame(self, text: str) -> int:
        provider = self.endpoint.provider
        if not provider.counts_blank and not text.strip():
            raise TextRefusedError(f"{provider.label} counts no text of nothing but whitespace")
        tokens = self.endpoint.tokens(text) - (self._frame or 0)
        if tokens < 0:
            raise TextRefusedError(f"{self.endpoint.host} counts fewer tokens than for the frame")
        return tokens


def make(provider: Provider, model: str) -> ApiCounter:
    """A counter for a model behind a provider's endpoint; nothing is sent yet.

    Raises:
        UsageError: No model is named, or the environment's base URL is no address.
    """
    if not model:
        raise UsageError(f"{provider.scheme} needs a model after a colon: {provider.scheme}:MODEL")
    from tokbench.counters.web import Client

    cache = AnswerCache(default_folder())
    return ApiCounter(Endpoint(provider, model, base_url_of(provider), Client(), cache))


def _scheme(provider: Provider) -> Scheme:
    source = f"asks {provider.label} at {provider.base_url}; needs {provider.key_variables[0]}"
    return Scheme(provider.scheme, "api", source, partial(make, provider), takes="MODEL")


SCHEMES: Final = tuple(map(_scheme, PROVIDERS))
