"""Counters that ask the provider: ``anthropic:MODEL``, ``openai:MODEL``, ``gemini:MODEL``.

A text leaves this machine only through a counter of this module, and only when its name was asked
for. An endpoint counts a whole message; what the frame around the text costs is measured once a
model, as the count of ``x`` less one, and taken off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from tokbench.counters import Scheme, TextsDone, counted, ignore
from tokbench.counters.answers import AnswerCache, answer_key, default_folder
from tokbench.counters.endpoint import Endpoint, TextRefusedError, base_url_of
from tokbench.counters.providers import PROVIDERS, Provider
from tokbench.errors import CounterError, UsageError
from tokbench.result import CounterInfo
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
    _outcomes: dict[str, int | CounterError] = field(
        default_factory=lambda: {answer_key(""): 0}, init=False, repr=False
    )
    _broken: CounterError | None = field(default=None, init=False)
    _frame: int | None = field(default=None, init=False)

    @property
    def info(self) -> CounterInfo:
        """The provider's number; the notes say who receives the texts, and the frame once known."""
        notes = [f"every rendering that is not in the cache is sent to {self.endpoint.host}"]
        if self._frame is not None:
            notes.append(
                f"the {self._frame} tokens of the message around a rendering are left out "
                "(the count of 'x' less one)"
            )
        return CounterInfo(self.endpoint.name, "api", notes=tuple(notes))

    def count(self, text: str) -> int:
        """The number of tokens of a text, without the frame; an empty text is 0 unasked.

        Raises:
            CounterError: The endpoint refuses the text, or cannot be used.
        """
        return counted(self.outcomes([text])[0])

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone = ignore
    ) -> list[int | CounterError]:
        """The number of tokens of each text, or why there is none.

        Args:
            texts: The texts. Those that were never asked about are sent, a few at a time.
            progress: Called after each text that was sent.
        """
        asked = {answer_key(text): text for text in map(well_formed, texts)}
        due = {key: text for key, text in asked.items() if key not in self._outcomes}
        if due:
            self._ask(due, progress)
        return [self._outcomes[answer_key(text)] for text in map(well_formed, texts)]

    def _ask(self, due: Mapping[str, str], progress: TextsDone) -> None:
        from concurrent.futures import ThreadPoolExecutor

        if self._frame is None and self._broken is None:
            self._measure_frame()
        pool = ThreadPoolExecutor(_AT_ONCE)
        try:
            for done, _ in enumerate(pool.map(self._ask_for, due, due.values()), 1):
                progress(done, len(due))
        finally:
            pool.shutdown(cancel_futures=True)

    def _measure_frame(self) -> None:
        try:
            frame = self.endpoint.tokens("x") - 1
        except CounterError as error:
            self._broken = error
            return
        if frame < 0:
            self._broken = CounterError(f"{self.endpoint.host} counts 0 tokens for 'x'")
        else:
            self._frame = frame

    def _ask_for(self, key: str, text: str) -> None:
        self._outcomes[key] = self._broken or self._outcome(text)

    def _outcome(self, text: str) -> int | CounterError:
        try:
            return self._without_frame(text)
        except TextRefusedError as error:
            return error
        except CounterError as error:
            self._broken = error
            return error

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
