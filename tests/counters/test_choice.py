"""Names and models become counters, in one place."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from support.counting import count_many

from tokbench.counters import CounterInfo, CounterKind
from tokbench.counters.choice import ModelCounter, choose, choose_one, names_and_models
from tokbench.counters.models import resolve_model
from tokbench.errors import CounterError, UnknownNameError, UsageError


@dataclass
class Characters:
    """A counter of characters, of any name and kind."""

    info: CounterInfo

    def count(self, text: str) -> int:
        return len(text)


def names_of(*arguments: list[str]) -> list[str]:
    return [counter.info.name for counter in choose(*arguments)]


def test_the_default_counts_where_nothing_is_named() -> None:
    assert names_of() == ["o200k_base"]
    assert names_of(["chars"]) == ["chars"]
    assert names_of([], ["gpt-4"]) == ["cl100k_base"]


def test_names_come_first_and_each_counter_once() -> None:
    assert names_of(["chars", "words", "chars"], ["gpt-4", "gpt-5"]) == [
        *("chars", "words", "cl100k_base", "o200k_base")
    ]


def test_models_share_the_column_of_their_counter() -> None:
    """The counter that was named is the one that a model is counted by."""
    chosen = names_and_models(["cl100k_base", "chars"], ["gpt-5", "gpt-4", "gpt-4", "gpt-5-mini"])
    assert {name: [choice.model for choice in models] for name, models in chosen.items()} == {
        "cl100k_base": ["gpt-4"],
        "chars": [],
        "o200k_base": ["gpt-5", "gpt-5-mini"],
    }


@pytest.mark.parametrize(
    ("model", "named", "own", "kind"),
    [
        ("gpt-5", [], "exact", "exact"),
        ("gpt-6", [], "exact", "assumed"),
        ("gemini-2.5-pro", ["hf:x"], "exact", "assumed"),
        ("claude-x", ["claude~"], "estimate", "estimate"),
        ("claude-x", ["anthropic:claude-x"], "api", "api"),
    ],
)
def test_only_an_exact_count_becomes_an_assumed_one(
    model: str, named: list[str], own: CounterKind, kind: CounterKind
) -> None:
    """An estimate that is named for a model still names no winner, and an endpoint is shown."""
    counter = ModelCounter(Characters(CounterInfo("x", own)), (resolve_model(model, named),))
    assert counter.info.kind == kind
    assert counter.info.notes[0].startswith(f"model {model}: ")
    assert count_many(counter, ["abc"]) == [counter.count("abc")] == [3]


def test_a_counter_that_cannot_be_made_takes_part_and_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    failing, chars = choose(["p50k_edit", "chars"])
    assert failing.info == CounterInfo("p50k_edit", "exact")
    with pytest.raises(CounterError, match="TIKTOKEN_CACHE_DIR"):
        failing.count("text")
    assert chars.count("text") == 4
    with pytest.raises(CounterError, match="TIKTOKEN_CACHE_DIR"):
        choose_one("p50k_edit")


@pytest.mark.parametrize("model", ["gpt-4o", "GPT-4o", "claude-x", "ft:gpt-4o:org", "openai/gpt-5"])
def test_a_model_among_the_names_is_told_apart(model: str) -> None:
    for call in (choose_one, lambda name: choose([name])):
        with pytest.raises(UnknownNameError, match="it is a model: name it as the model"):
            call(model)


@pytest.mark.parametrize("name", ["o200k", "mistral:v99", "chars:3"])
def test_another_unknown_name_gets_no_such_hint(name: str) -> None:
    """Not even where a family of models begins with the name of its counter."""
    with pytest.raises(UnknownNameError) as caught:
        choose([name])
    assert "it is a model" not in str(caught.value)


def test_a_model_that_needs_another_kind_of_counter_is_refused() -> None:
    with pytest.raises(UsageError, match="-c anthropic:claude-x"):
        choose(["o200k_base"], ["claude-x"])
