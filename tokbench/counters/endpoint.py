"""A model behind a counting endpoint: a text in, the provider's number of tokens out."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tokbench.counters.answers import AnswerCache, answer_key
from tokbench.counters.providers import Provider
from tokbench.errors import CounterError, UsageError
from tokbench.version import __version__

if TYPE_CHECKING:
    from tokbench.counters.web import Answer, Client

_LONGEST_MESSAGE: Final = 200

_HEADERS: Final = {"Content-Type": "application/json", "User-Agent": f"tokbench/{__version__}"}

_MEANINGS: Final = {
    401: "refused the key in {variable}",
    402: "requires a payment",
    403: "refused the key in {variable}",
    404: "has no such model, or no such endpoint",
    413: "finds the text too long",
}
"""What a status means; a message has the name of the host before it."""

_NO_MESSAGE: Final = frozenset({401, 403})
"""Statuses whose message is not shown: it adds nothing and may have a part of the key."""

_ABOUT_THE_TEXT: Final = frozenset({400, 413, 422})
"""Statuses that are about one text; all others are about the endpoint."""


class TextRefusedError(CounterError):
    """The endpoint does not count this text; it may count others."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind a counting endpoint.

    Attributes:
        provider: How the endpoint is asked.
        model: The model, as the provider calls it.
        base_url: Where the endpoint is.
        client: Sends the requests.
        cache: Has the answers of earlier runs.
    """

    provider: Provider
    model: str
    base_url: str
    client: Client
    cache: AnswerCache

    @property
    def name(self) -> str:
        """The counter's name, such as ``anthropic:MODEL``."""
        return f"{self.provider.scheme}:{self.model}"

    @property
    def host(self) -> str:
        """The host that texts are sent to."""
        return urlsplit(self.base_url).netloc

    def tokens(self, text: str) -> int:
        """The provider's number of tokens of a message with the text, its frame included.

        Raises:
            TextRefusedError: The endpoint does not count this text.
            CounterError: The endpoint cannot be used for any text.
        """
        provider = self.provider
        key = answer_key(provider.scheme, self.base_url, provider.version, self.model, text)
        tokens = self.cache.get(key)
        if tokens is None:
            tokens = self._ask(text)
            self.cache.put(key, tokens)
        return tokens

    def _ask(self, text: str) -> int:
        from tokbench.counters.web import Unreachable

        variable, key = self._key()
        url = self.base_url + self.provider.path(self.model)
        headers = {**_HEADERS, **self.provider.headers(key)}
        body = json.dumps(self.provider.body(self.model, text), ensure_ascii=False).encode()
        try:
            answer = self.client.post(url, headers, body)
        except Unreachable as problem:
            raise CounterError(str(problem), place=self.host) from None
        if answer.status != 200:
            raise self._refusal(answer, variable, key)
        return self._tokens_in(answer)

    def _key(self) -> tuple[str, str]:
        """The environment variable that has a key, and the key."""
        for variable in self.provider.key_variables:
            key = os.environ.get(variable, "").strip()
            if key and not re.fullmatch(r"[!-~]+", key):
                raise CounterError(f"{variable} has characters that no key has")
            if key:
                return variable, key
        variables = " or ".join(self.provider.key_variables)
        raise CounterError(f"set {variables} to your key for {self.host}")

    def _tokens_in(self, answer: Answer) -> int:
        try:
            found = json.loads(answer.body)
        except (ValueError, RecursionError):
            raise CounterError(f"{self.host} answered with something that is not JSON") from None
        tokens = found.get(self.provider.field) if isinstance(found, dict) else None
        if type(tokens) is not int or tokens < 0:
            raise CounterError(
                f"{self.host} answered with no whole number of tokens in {self.provider.field!r}"
            )
        return tokens

    def _refusal(self, answer: Answer, variable: str, key: str) -> CounterError:
        if 300 <= answer.status < 400:
            where = self.provider.base_url_variable
            what = f"redirects, which would send the key elsewhere: set {where} instead"
        else:
            what = _MEANINGS.get(answer.status, "refused").format(variable=variable)
        message = "" if answer.status in _NO_MESSAGE else _message(answer.body, key)
        kind = TextRefusedError if answer.status in _ABOUT_THE_TEXT else CounterError
        return kind(f"{self.host} {what} (HTTP {answer.status}){message}")


def base_url_of(provider: Provider) -> str:
    """The provider's base URL, or the one in the environment, without a slash at its end.

    Raises:
        UsageError: The environment has something other than the address of a host.
    """
    variable = provider.base_url_variable
    url = os.environ.get(variable, "").strip() or provider.base_url
    if not re.fullmatch(r"(?i)https?://[!-~]+", url):
        raise UsageError(f"{variable} is not an address that begins with http:// or https://")
    try:
        parts = urlsplit(url)
        wrong = not parts.hostname or parts.port == 0 or "@" in parts.netloc
    except ValueError:
        wrong = True
    if wrong or parts.query or parts.fragment:
        raise UsageError(f"{variable} must be a host and a path, without a user, query or fragment")
    return url.rstrip("/")


def _message(body: bytes, key: str) -> str:
    """The message in a server's answer, on one line and without any part of the key."""
    try:
        message = json.loads(body)["error"]["message"]
    except (ValueError, RecursionError, KeyError, TypeError):
        return ""
    words = " ".join(str(message).replace(key, "***").split())
    words = re.sub(r"[\w-]{6,}", lambda word: "***" if word[0] in key else word[0], words)
    return f": {words[:_LONGEST_MESSAGE]}" if words else ""
