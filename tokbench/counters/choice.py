"""Choosing counters: those that were named, those that are right for models, or the default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tokbench.counters import (
    DEFAULT_COUNTER,
    Counter,
    TextsDone,
    find_scheme,
    get,
    get_or_failing,
    outcomes,
    unknown,
)
from tokbench.errors import CounterError, UnknownNameError
from tokbench.result import CounterInfo

if TYPE_CHECKING:
    from tokbench.counters.models import ModelChoice


def choose(names: Sequence[str] = (), models: Sequence[str] = ()) -> tuple[Counter, ...]:
    """The counters of some names, then those of some models, each once.

    A counter that is not available here is replaced by one that fails with the reason, so that the
    others still count.

    Args:
        names: Names of counters. Without names and models ``o200k_base`` counts.
        models: Names of models. If one of the named counters is right for a model, it counts it.

    Raises:
        UnknownNameError: A counter or model does not exist.
        UsageError: A model needs a counter that must be asked for by name.
    """
    chosen = names_and_models(names, models) or {DEFAULT_COUNTER: ()}
    return tuple(_counter(name, of_models) for name, of_models in chosen.items())


def names_and_models(
    names: Sequence[str], models: Sequence[str]
) -> dict[str, tuple[ModelChoice, ...]]:
    """The names of counters in the order of :func:`choose`, each with the models that it counts.

    Raises:
        UnknownNameError: A model does not exist.
        UsageError: A model needs a counter that must be asked for by name.
    """
    found: dict[str, tuple[ModelChoice, ...]] = dict.fromkeys(names, ())
    for choice in for_models(models, names):
        found[choice.counter_name] = (*found.get(choice.counter_name, ()), choice)
    return found


def for_models(models: Sequence[str], names: Sequence[str] = ()) -> tuple[ModelChoice, ...]:
    """The choice of a counter for each model, in the order of the models, each once.

    Args:
        models: Names of models.
        names: The counters that were asked for by name together with them.

    Raises:
        UnknownNameError: A model does not exist.
        UsageError: A model needs a counter that must be asked for by name.
    """
    if not models:
        return ()
    from tokbench.counters.models import resolve_model  # not needed where no model is named

    return tuple(resolve_model(model, names) for model in dict.fromkeys(models))


def choose_one(name: str) -> Counter:
    """The counter of a name.

    Raises:
        UnknownNameError: It does not exist.
        CounterError: It is not available here; the message says what it needs.
    """
    with _hint_at_models(name):
        return get(name)


def _counter(name: str, models: tuple[ModelChoice, ...]) -> Counter:
    with _hint_at_models(name):
        counter = get_or_failing(name)
    return ModelCounter(counter, models) if models else counter


@contextmanager
def _hint_at_models(name: str) -> Iterator[None]:
    """Add a hint to the error for an unknown counter whose name is that of a model."""
    try:
        yield
    except UnknownNameError:
        from tokbench.counters.models import is_model

        if find_scheme(name) or not is_model(name):
            raise
        raise unknown(name, "it is a model: name it as the model") from None


@dataclass(frozen=True, slots=True)
class ModelCounter:
    """The counter of one or more models.

    Attributes:
        counter: What counts.
        choices: The models, and why it counts them.
    """

    counter: Counter
    choices: tuple[ModelChoice, ...]

    @property
    def info(self) -> CounterInfo:
        """That of the counter, with a note for each model.

        An exact counter is ``assumed`` if one of the choices is. No other kind changes: an estimate
        names no winner, and an endpoint is sent texts, whatever the model.
        """
        own = self.counter.info
        assumed = any(choice.kind == "assumed" for choice in self.choices)
        kind = "assumed" if assumed and own.kind == "exact" else own.kind
        notes = (f"model {choice.model}: {choice.basis}" for choice in self.choices)
        return replace(own, kind=kind, notes=(*notes, *own.notes))

    def count(self, text: str) -> int:
        """The number of tokens of a text, by the counter."""
        return self.counter.count(text)

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone | None = None
    ) -> list[int | CounterError]:
        """The outcome for each text, by the counter."""
        return outcomes(self.counter, texts, progress)
