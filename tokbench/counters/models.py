"""From a model's name to the counter that is right for it; never a silent fallback.

What a model costs is found apart from this, in :mod:`tokbench.pricing.money`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tokbench.errors import UnknownNameError, UsageError
from tokbench.result import CounterKind

_OPENAI_HOSTS: Final = (
    "openai",
    "azure",
    "openrouter",
    "github",
    "github-copilot",
    "groq",
    "cerebras",
    "together",
)
"""Who serves models under the names that OpenAI gave them."""

_ASSUMED: Final = {
    "gpt-6": "o200k_base",
    "codex-mini": "o200k_base",
    "computer-use": "o200k_base",
    "gpt-audio": "o200k_base",
    "gpt-chat-latest": "o200k_base",
    "gpt-realtime": "o200k_base",
}
"""Families that tiktoken's table lacks, with the encoding of their nearest relatives in it."""


@dataclass(frozen=True, slots=True)
class _Family:
    """Models that no built-in tokenizer is right for.

    Attributes:
        counters: Those that may count them, once they are asked for by name; one that ends in a
            colon stands for whatever follows.
        advice: How to ask for one.
    """

    counters: tuple[str, ...]
    advice: str


_LOCAL: Final = ("hf:", "sentencepiece:")
_OPEN_WEIGHTS: Final = _Family(_LOCAL, "-c hf:PATH with its tokenizer.json")
_CLAUDE: Final = _Family(
    ("anthropic:{model}", "claude~"),
    "-c anthropic:{model} (asks the provider) or -c claude~ (a rough estimate)",
)
_GEMINI: Final = _Family(
    ("gemini:{model}", "gemini~", *_LOCAL),
    "-c gemini:{model} (asks the provider) or -c gemini~ (a rough estimate)",
)
_MISTRAL: Final = _Family(
    ("mistral:", *_LOCAL),
    "-c mistral:NAME (see tokbench counters) or -c hf:PATH with its tokenizer.json",
)

_FAMILIES: Final = {
    "claude": _CLAUDE,
    "gemini": _GEMINI,
    "gemma": _OPEN_WEIGHTS,
    "mistral": _MISTRAL,
    "mixtral": _MISTRAL,
    "ministral": _MISTRAL,
    "magistral": _MISTRAL,
    "codestral": _MISTRAL,
    "devstral": _MISTRAL,
    "pixtral": _MISTRAL,
    "llama": _OPEN_WEIGHTS,
    "qwen": _OPEN_WEIGHTS,
    "deepseek": _OPEN_WEIGHTS,
    "kimi": _OPEN_WEIGHTS,
    "glm": _OPEN_WEIGHTS,
    "phi": _OPEN_WEIGHTS,
    "grok": _OPEN_WEIGHTS,
}
"""How the names of such models begin."""

_MAKERS: Final = {
    "anthropic": _CLAUDE,
    "google": _GEMINI,
    "gemini": _GEMINI,
    "mistral": _MISTRAL,
    "mistralai": _MISTRAL,
}
"""Who makes such models, whatever their names."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What counts the tokens of a model.

    Attributes:
        model: The model as it was asked for.
        counter_name: The counter's name in the registry.
        kind: ``exact`` where tiktoken's own table says so, ``assumed`` where ours does.
        basis: Why this counter, one line.
    """

    model: str
    counter_name: str
    kind: CounterKind
    basis: str


def resolve_model(name: str, named: Sequence[str] = ()) -> ModelChoice:
    """The counter that is right for a model.

    Args:
        name: A model such as ``gpt-5``, ``openai/gpt-4o`` or ``ft:gpt-4.1:org``. Of several
            providers, as in ``openrouter/openai/gpt-4o``, the last is who made the model.
        named: The counters that were asked for by name beside the model. One of them counts it
            where it is the provider's own, or where no built-in tokenizer is right for the model.

    Raises:
        UsageError: The model exists, but another kind of counter must be asked for by name; the
            text says which. Nothing is ever sent to a provider without that.
        UnknownNameError: No table knows the model, or the provider.
    """
    path, _, model = name.rpartition("/")
    provider = path.rpartition("/")[2].lower()
    if family := _family_of(provider, model):
        if choice := _named_choice(name, model, family.counters, named):
            return choice
        how = family.advice.format(model=model)
        raise UsageError(f"no built-in tokenizer is right for the model {name!r}: count with {how}")
    if provider and provider not in _OPENAI_HOSTS:
        raise UnknownNameError("provider", provider, [*_OPENAI_HOSTS, *_MAKERS])
    if choice := _named_choice(name, model, ("openai:{model}",), named):
        return choice
    if choice := _openai_choice(name, _without_fine_tuning(model)):
        return choice
    raise UnknownNameError("model", name, known_models())


def is_model(name: str) -> bool:
    """Whether a model has this name, in any case, be there a counter for it or none."""
    try:
        resolve_model(name.lower())
    except UnknownNameError:
        return False
    except UsageError:
        pass  # it is counted by another kind of counter
    return True


def known_models() -> list[str]:
    """The models of tiktoken's table, then the families that are assumed."""
    from tiktoken.model import MODEL_TO_ENCODING

    return [*MODEL_TO_ENCODING, *_ASSUMED]


def _family_of(provider: str, model: str) -> _Family | None:
    """The family of a model that is not OpenAI's, or None."""
    if provider in _MAKERS:
        return _MAKERS[provider]
    for start, family in _FAMILIES.items():
        rest = model.lower().removeprefix(start)
        if rest != model.lower() and not rest[:1].isalpha():  # qwen3 is a qwen, philox no phi
            return family
    return None


def _named_choice(
    name: str, model: str, counters: Sequence[str], named: Sequence[str]
) -> ModelChoice | None:
    """The first counter that was named and may count the model, or None."""
    wanted = [counter.format(model=model) for counter in counters]
    for counter in named:
        if any(counter == w or (w.endswith(":") and counter.startswith(w)) for w in wanted):
            return ModelChoice(name, counter, "assumed", f"{counter} was named beside it")
    return None


def _openai_choice(name: str, model: str) -> ModelChoice | None:
    from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

    if encoding := MODEL_TO_ENCODING.get(model):
        return ModelChoice(name, encoding, "exact", f"tiktoken's table has {model}")
    if prefix := _beginning(model, MODEL_PREFIX_TO_ENCODING):
        basis = f"tiktoken's table has the models {prefix}*"
        return ModelChoice(name, MODEL_PREFIX_TO_ENCODING[prefix], "exact", basis)
    if family := _beginning(model, _ASSUMED):
        basis = f"tiktoken does not know {family}* yet; assumed to use {_ASSUMED[family]}"
        return ModelChoice(name, _ASSUMED[family], "assumed", basis)
    return None


def _without_fine_tuning(model: str) -> str:
    """The base of a fine-tuned model: ``ft:gpt-4.1:org`` counts as ``gpt-4.1``.

    tiktoken's own prefixes would take that one for a gpt-4, whose encoding is another.
    """
    return model.split(":")[1] if model.startswith("ft:") else model


def _beginning(model: str, families: Iterable[str]) -> str | None:
    """The first family that the model's name begins with.

    The family's name must end where a part of the model's name ends, so that the prefix ``gpt-5``
    takes ``gpt-5.5`` and ``gpt-5-mini``, and not ``gpt-50``.
    """
    for family in families:
        rest = model.removeprefix(family)
        if rest == model:
            continue
        if not rest or not family[-1].isalnum() or not rest[0].isalnum():
            return family
    return None
