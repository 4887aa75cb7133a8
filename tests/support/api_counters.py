"""Counters that ask a provider, on a clock that does not wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tokbench.counters.remote import ApiCounter
from tokbench.counters.web import Client

CounterOf = Callable[..., ApiCounter]


@dataclass
class Clock:
    """A clock that moves only during a wait."""

    seconds: float = 1000.0
    waits: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.seconds += seconds

    def client(self) -> Client:
        return Client(sleep=self.sleep, clock=lambda: self.seconds, now=lambda: self.seconds)
