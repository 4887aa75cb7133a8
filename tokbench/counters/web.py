"""A POST over HTTP, with a limited number of retries."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse, IncompleteRead
from math import isfinite
from typing import Final

_BUSY: Final = frozenset({429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may succeed later."""

_MAX_ANSWER: Final = 1_000_000
"""Bytes; an answer with a number of tokens has less than a thousand."""


class Unreachable(Exception):  # noqa: N818  reads as what it says of a server
    """There was no answer within the limits; the text says what happened last."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered.

    Attributes:
        status: The HTTP status.
        retry_after: The seconds that it asks to wait, or None.
        body: The body, up to a megabyte of it.
    """

    status: int
    retry_after: float | None
    body: bytes


@dataclass(frozen=True, slots=True)
class Client:
    """Sends a request until it is answered or a limit is reached.

    Attributes:
        attempts: How many times a request is sent at most.
        timeout: Seconds to wait for the next part of an answer.
        total: Seconds for all attempts of a request and the waits between them.
        longest_wait: The longest wait, in seconds, that a server may ask for.
        sleep: Waits for a number of seconds.
        clock: Seconds on a clock that never goes back.
        now: Seconds since the epoch, for a server that names the date to wait for.
    """

    attempts: int = 4
    timeout: float = 30.0
    total: float = 120.0
    longest_wait: float = 60.0
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """The answer to a POST.

        A redirect is an answer too: to follow it would send the key to another host.

        Raises:
            Unreachable: There was no answer within the limits, or the server was busy all the time.
        """
        request = urllib.request.Request(url, body, dict(headers), method="POST")  # noqa: S310  checked by base_url_of
        deadline = self.clock() + self.total
        for attempt in range(1, self.attempts + 1):
            wait = 0.5 * 2 ** (attempt - 1)
            try:
                answer = self._once(request, deadline)
            except (OSError, HTTPException, UnicodeError) as error:  # the last: a bad host name
                problem = _reason(error)
            else:
                if answer.status not in _BUSY:
                    return answer
                problem = f"HTTP {answer.status}"
                wait = wait if answer.retry_after is None else answer.retry_after
            if attempt < self.attempts:
                self._wait(wait, deadline, problem)
        raise Unreachable(f"{problem} (tried {self.attempts} times)")

    def _wait(self, seconds: float, deadline: float, problem: str) -> None:
        if seconds > self.longest_wait:
            raise Unreachable(f"{problem}, and it asks to wait {seconds:,.0f} seconds")
        if self.clock() + seconds >= deadline:
            raise Unreachable(f"{problem}, and {self.total:g} seconds have passed")
        self.sleep(seconds)

    def _once(self, request: urllib.request.Request, deadline: float) -> Answer:
        opener = urllib.request.build_opener(_AnyStatus)
        timeout = min(self.timeout, max(deadline - self.clock(), 0.001))
        with opener.open(request, timeout=timeout) as response:
            wait = self._retry_after(response.headers.get("retry-after"))
            return Answer(response.status, wait, self._read(response, deadline))

    def _read(self, response: HTTPResponse, deadline: float) -> bytes:
        """The body, read in parts so that a slow server cannot exceed the time limit."""
        promised = response.length  # None where the end of the connection ends the answer
        due = _MAX_ANSWER if promised is None else min(promised, _MAX_ANSWER)
        body = bytearray()
        while len(body) < due and (part := response.read1(due - len(body))):
            body += part
            if self.clock() > deadline:
                raise TimeoutError
        if promised is not None and len(body) < due:
            raise IncompleteRead(bytes(body))
        return bytes(body)

    def _retry_after(self, value: str | None) -> float | None:
        """The seconds to wait: the header has a number of seconds, or a date."""
        try:
            seconds = float(value or "")
        except ValueError:
            try:
                seconds = parsedate_to_datetime(value or "").timestamp() - self.now()
            except ValueError:
                return None
        return max(seconds, 0.0) if isfinite(seconds) else None


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns every answer as it is: no status raises, and no redirect is followed."""

    def http_response(
        self, request: urllib.request.Request, response: HTTPResponse
    ) -> HTTPResponse:
        """The response, whatever its status."""
        return response

    https_response = http_response


def _reason(error: OSError | HTTPException | UnicodeError) -> str:
    """Why there was no answer, in a few words and without an address."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    if isinstance(cause, (ConnectionError, HTTPException)):
        return "the connection was cut"
    return " ".join(str(cause).split())
