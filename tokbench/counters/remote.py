"""Counters that ask the provider: ``anthropic:MODEL``, ``openai:MODEL``, ``gemini:MODEL``.

Only these counters send texts to another machine, and only if they were asked for by name. An
endpoint counts a whole message. The frame around the text, which is the count of ``x`` less one, is
measured once for each model and subtracted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from tokbench.counters import Scheme, TextsDone, counted
from tokbench.counters.answers import AnswerCache, answer_key, default_folder
from tokbench.counters.endpoint import Endpoint, TextRefusedError, base_url_of
from tokbench.counters.providers import PROVIDERS, Provider
from tokbench.errors import CounterError, UsageError
from tokbench.result import CounterInfo
from tokbench.text import well_formed

_AT_ONCE: Final = 4
"""Requests at the same time: enough to hide the delay of each, too few for a rate limit."""


@dataclass
class ApiCounter:
    """A counter that asks a provider's endpoint, once for each text.

    Attributes:
        endpoint: The model behind its endpoint.
    """

    endpoint: Endpoint
    _outcomes: dict[str, int | CounterError] = field(default_factory=dict, init=False, repr=False)
    """By the hash of a text: the texts themselves could take much memory."""
    _frame: int | None = field(default=None, init=False)
    _broken: CounterError | None = field(default=None, init=False)
    """Why the endpoint cannot be used for any text; it is not asked again then."""

    @property
    def info(self) -> CounterInfo:
        """The notes say where texts are sent, and how large the frame is once that is known."""
        notes = [f"every rendering that is not in the cache is sent to {self.endpoint.host}"]
        if self._frame is not None:
            notes.append(
                f"the {self._frame} tokens of the message around a rendering are left out "
                "(the count of 'x' less one)"
            )
        return CounterInfo(self.endpoint.name, "api", notes=tuple(notes))

    def count(self, text: str) -> int:
        """The number of tokens of a text, without the frame; 0 for an empty text.

        Raises:
            CounterError: The endpoint refuses the text, or cannot be used.
        """
        return counted(self.outcomes([text])[0])

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone | None = None
    ) -> list[int | CounterError]:
        """The number of tokens of each text, or why there is none.

        Args:
            texts: The texts. Those that were not sent before are sent, a few at a time.
            progress: Called after each answer.
        """
        texts = [well_formed(text) for text in texts]
        by_key = {answer_key(text): text for text in texts if text}
        due = {key: text for key, text in by_key.items() if key not in self._outcomes}
        if due:
            self._ask_about(due, progress)
        return [self._outcomes[answer_key(text)] if text else 0 for text in texts]

    def _ask_about(self, due: Mapping[str, str], progress: TextsDone | None) -> None:
        from concurrent.futures import ThreadPoolExecutor

        if self._frame is None and self._broken is None:
            self._measure_frame()
        pool = ThreadPoolExecutor(_AT_ONCE)
        try:
            found = pool.map(self._outcome, due.values())
            for done, (key, outcome) in enumerate(zip(due, found, strict=True), 1):
                self._outcomes[key] = outcome
                if progress:
                    progress(done, len(due))
        finally:
            pool.shutdown(cancel_futures=True)

    def _measure_frame(self) -> None:
        try:
            frame = self.endpoint.tokens("x") - 1
        except CounterError as error:
            self._broken = error.with_traceback(None)
            return
        if frame < 0:
            self._broken = CounterError(f"{self.endpoint.host} counts 0 tokens for 'x'")
        else:
            self._frame = frame

    def _outcome(self, text: str) -> int | CounterError:
        if self._broken:
            return self._broken
        provider = self.endpoint.provider
        if not provider.counts_blank and not text.strip():
            return TextRefusedError(f"{provider.label} counts no text that is all whitespace")
        try:
            tokens = self.endpoint.tokens(text) - (self._frame or 0)
        except CounterError as error:
            if not isinstance(error, TextRefusedError):
                self._broken = error
            return error.with_traceback(None)  # which has the request with its key
        if tokens < 0:
            return TextRefusedError(f"{self.endpoint.host} counts fewer tokens than the frame has")
        return tokens


def make(provider: Provider, model: str) -> ApiCounter:
    """A counter for a model behind a provider's endpoint; nothing is sent yet.

    Raises:
        UsageError: No model is named, or the base URL in the environment is not an address.
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
