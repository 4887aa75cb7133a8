from __future__ import annotations

import pytest
from tiktoken.model import MODEL_TO_ENCODING

from tokbench.counters.models import known_models, resolve_model
from tokbench.errors import UnknownNameError, UsageError


@pytest.mark.parametrize("model", MODEL_TO_ENCODING)
def test_every_model_of_tiktokens_table_is_exact(model: str) -> None:
    choice = resolve_model(model)
    assert (choice.counter_name, choice.kind) == (MODEL_TO_ENCODING[model], "exact")
    assert choice.model == model


@pytest.mark.parametrize(
    ("model", "counter", "kind"),
    [
        ("gpt-5-mini", "o200k_base", "exact"),
        ("gpt-5.5", "o200k_base", "exact"),
        ("gpt-4o-2024-08-06", "o200k_base", "exact"),
        ("gpt-4-32k", "cl100k_base", "exact"),
        ("gpt-oss-120b", "o200k_harmony", "exact"),
        ("openai/gpt-5", "o200k_base", "exact"),
        ("OpenAI/gpt-4", "cl100k_base", "exact"),
        ("openrouter/openai/gpt-4o", "o200k_base", "exact"),
        ("ft:gpt-4o-mini:org::id", "o200k_base", "exact"),
        ("gpt-6", "o200k_base", "assumed"),
        ("gpt-6.1-sol", "o200k_base", "assumed"),
        ("codex-mini-latest", "o200k_base", "assumed"),
        ("gpt-audio-mini", "o200k_base", "assumed"),
    ],
)
def test_families(model: str, counter: str, kind: str) -> None:
    choice = resolve_model(model)
    assert (choice.counter_name, choice.kind) == (counter, kind)


def test_a_fine_tuned_model_counts_as_its_base() -> None:
    """Tiktoken's prefix ft:gpt-4 would give gpt-4.1 the encoding of gpt-4."""
    assert resolve_model("ft:gpt-4.1-2025-04-14:org::id").counter_name == "o200k_base"
    assert resolve_model("ft:gpt-4-0613:org::id").counter_name == "cl100k_base"


def test_an_assumption_says_so() -> None:
    assert resolve_model("gpt-6-sol").basis == (
        "tiktoken does not know gpt-6* yet; assumed to use o200k_base"
    )


@pytest.mark.parametrize(
    "model", ["gpt-50", "gpt-5foo", "gpt-60", "gpt-7", "", "ft:", "GPT-5", " gpt-5", "gpt-5x/"]
)
def test_a_name_that_no_table_knows_is_refused(model: str) -> None:
    """A family is a whole part of a name: gpt-50 is no gpt-5."""
    with pytest.raises(UnknownNameError, match=r"^unknown (model|provider) "):
        resolve_model(model)


def test_the_nearest_name_is_suggested() -> None:
    with pytest.raises(UnknownNameError, match="unknown model 'gpt-5o'; did you mean 'gpt-5'"):
        resolve_model("gpt-5o")
    with pytest.raises(UnknownNameError, match="unknown provider 'opnai'; did you mean 'openai'"):
        resolve_model("opnai/gpt-5")


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        ("claude-sonnet-4-5", "-c anthropic:claude-sonnet-4-5 (asks the provider)"),
        ("anthropic/claude-x", "-c anthropic:claude-x (asks the provider)"),
        ("openrouter/anthropic/claude-x", "-c anthropic:claude-x (asks the provider)"),
        ("google/gemini-2.5-pro", "-c gemini:gemini-2.5-pro (asks the provider)"),
        ("mistral/mistral-large", "-c mistral:NAME"),
        ("meta-llama/Llama-3.1-8B", "-c hf:PATH with its tokenizer.json"),
        ("Qwen3-8B", "-c hf:PATH with its tokenizer.json"),
    ],
)
def test_a_model_of_another_kind_names_the_counter_to_ask_for(model: str, advice: str) -> None:
    """Nothing is sent anywhere, and no other counter replaces it."""
    with pytest.raises(UsageError) as caught:
        resolve_model(model)
    assert str(caught.value).startswith(f"no built-in tokenizer is right for the model {model!r}: ")
    assert advice in str(caught.value)


def test_every_known_model_resolves() -> None:
    assert all(resolve_model(model) for model in known_models())


@pytest.mark.parametrize(
    ("model", "named", "counter"),
    [
        ("claude-x", ["o200k_base", "anthropic:claude-x"], "anthropic:claude-x"),
        ("anthropic/claude-x", ["claude~"], "claude~"),
        ("gemini-2.5-pro", ["hf:gemma/tokenizer.json"], "hf:gemma/tokenizer.json"),
        ("mistral/mistral-large", ["mistral:v3"], "mistral:v3"),
        ("deepseek/deepseek-chat", ["chars", "hf:x", "sentencepiece:y"], "hf:x"),
        ("gpt-6-sol", ["openai:gpt-6-sol"], "openai:gpt-6-sol"),
        ("gpt-5", ["openai:gpt-6-sol", "cl100k_base"], "o200k_base"),
    ],
)
def test_a_counter_named_beside_the_model_counts_it(
    model: str, named: list[str], counter: str
) -> None:
    assert resolve_model(model, named).counter_name == counter


@pytest.mark.parametrize("named", ["o200k_base", "anthropic:claude-y", "chars/4", "hf:x", "claude"])
def test_a_counter_of_another_model_does_not_count_it(named: str) -> None:
    """One model's count is never taken for another's."""
    with pytest.raises(UsageError, match="no built-in tokenizer is right"):
        resolve_model("claude-x", [named])
