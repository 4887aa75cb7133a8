"""Which counters count: those that were named, those that are right for models, or the default."""

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
    ignore,
    outcomes,
    unknown,
)
from tokbench.errors import CounterError, UnknownNameError
from tokbench.result import CounterInfo

if TYPE_CHECKING:
    from tokbench.counters.models import ModelChoice


def choose(names: Sequence[str] = (), models: Sequence[str] = ()) -> tuple[Counter, ...]:
    """The counters of some names, then those of some models; ``o200k_base`` where there are none.

    Each counter is given once. One that cannot be made here is replaced by one that fails with the
    reason, so that it costs a table its column and not its other columns.

    Args:
        names: Names in the registry.
        models: Models. One that a counter in ``names`` is right for is counted by that counter.

    Raises:
        UnknownNameError: There is no such counter or model.
        UsageError: A model needs a counter that must be asked for by name.
    """
    chosen = names_and_models(names, models) or {DEFAULT_COUNTER: ()}
    return tuple(_counter(name, of_models) for name, of_models in chosen.items())


def names_and_models(
    names: Sequence[str], models: Sequence[str]
) -> dict[str, tuple[ModelChoice, ...]]:
    """The names of counters in the order of their columns, each with the models that it counts.

    Raises:
        UnknownNameError: There is no such model.
        UsageError: A model needs a counter that must be asked for by name.
    """
    found: dict[str, tuple[ModelChoice, ...]] = dict.fromkeys(names, ())
    for choice in for_models(models, names):
        found[choice.counter_name] = (*found.get(choice.counter_name, ()), choice)
    return found


def for_models(models: Sequence[str], names: Sequence[str] = ()) -> tuple[ModelChoice, ...]:
    """The counter that is right for each model, in the order of the models.

    Args:
        models: The models; one that is given twice is chosen for once.
        names: The counters that were asked for by name beside them.

    Raises:
        UnknownNameError: There is no such model.
        UsageError: A model needs a counter that must be asked for by name.
    """
    if not models:
        return ()
    from tokbench.counters.models import resolve_model  # its tables serve models only

    return tuple(resolve_model(model, names) for model in dict.fromkeys(models))


def choose_one(name: str) -> Counter:
    """The counter of a name.

    Raises:
        UnknownNameError: There is no such counter.
        CounterError: It cannot be made here; the message says what it needs.
    """
    with _hint_at_models(name):
        return get(name)


def _counter(name: str, models: tuple[ModelChoice, ...]) -> Counter:
    with _hint_at_models(name):
        counter = get_or_failing(name)
    return ModelCounter(counter, models) if models else counter


@contextmanager
def _hint_at_models(name: str) -> Iterator[None]:
    """Where an unknown name is that of a model, say so."""
    try:
        yield
    except UnknownNameError:
        from tokbench.counters.models import is_model

        if find_scheme(name) or not is_model(name):
            raise
        raise unknown(name, "it is a model: name it as the model") from None


@dataclass(frozen=True, slots=True)
class ModelCounter:
    """The counter of one or more models, with the kind and the basis of the choice."""

    counter: Counter
    choices: tuple[ModelChoice, ...]

    @property
    def info(self) -> CounterInfo:
        """The counter's own, with a note for each model.

        An exact count is only assumed to be the model's where one of the choices is ours. An
        estimate stays one, and an endpoint is still asked.
        """
        own = self.counter.info
        assumed = any(choice.kind == "assumed" for choice in self.choices)
        kind = "assumed" if assumed and own.kind == "exact" else own.kind
        notes = (f"model {choice.model}: {choice.basis}" for choice in self.choices)
        return replace(own, kind=kind, notes=(*notes, *own.notes))

    def count(self, text: str) -> int:
        """The count of the counter."""
        return self.counter.count(text)

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone = ignore
    ) -> list[int | CounterError]:
        """The outcomes of the counter."""
        return outcomes(self.counter, texts, progress)
