"""From a model's name to the name of the counter that is right for it; there is no default.

What a model costs is another matter: see :mod:`tokbench.pricing.prices`.
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
"""Providers of models under the names that OpenAI gave them."""

_ASSUMED: Final = {
    "gpt-6": "o200k_base",
    "codex-mini": "o200k_base",
    "computer-use": "o200k_base",
    "gpt-audio": "o200k_base",
    "gpt-chat-latest": "o200k_base",
    "gpt-realtime": "o200k_base",
}
"""Families that are not in tiktoken's table, with the encoding of the most similar ones."""


@dataclass(frozen=True, slots=True)
class _Family:
    """Models that no built-in tokenizer is right for.

    Attributes:
        counters: The counters that may count them if they are asked for by name. One that ends in a
            colon is a scheme.
        advice: How to ask for one of them.
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
"""The families by the beginning of a model's name."""

_MAKERS: Final = {
    "anthropic": _CLAUDE,
    "google": _GEMINI,
    "gemini": _GEMINI,
    "mistral": _MISTRAL,
    "mistralai": _MISTRAL,
}
"""The families by the maker in front of a model's name."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What counts the tokens of a model.

    Attributes:
        model: The model as it was asked for.
        counter_name: The counter's name in the registry.
        kind: ``exact`` if tiktoken's table has the model, otherwise ``assumed``.
        basis: Why this counter, one line.
    """

    model: str
    counter_name: str
    kind: CounterKind
    basis: str


def resolve_model(name: str, named: Sequence[str] = ()) -> ModelChoice:
    """The counter that is right for a model.

    Args:
        name: A model such as ``gpt-5``, ``openai/gpt-4o`` or ``ft:gpt-4.1:org``. If there are
            several providers, as in ``openrouter/openai/gpt-4o``, the last is the maker.
        named: The counters that were asked for by name together with the model. One of them counts
            it if it is the provider's own, or if no built-in tokenizer is right for the model.

    Raises:
        UsageError: The model needs a counter that must be asked for by name; the message says
            which. Nothing is sent to a provider otherwise.
        UnknownNameError: The model or the provider is in no table.
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
    if model.startswith("ft:"):  # tiktoken's prefix ft:gpt-4 is wrong for a fine-tuned gpt-4.1
        model = model.split(":")[1]
    if choice := _openai_choice(name, model):
        return choice
    from tokbench.vocabularies.cache import SOURCES

    listing = f"or count with an encoding: {', '.join(SOURCES)}"
    raise UnknownNameError("model", name, known_models(), listing=listing)


def is_model(name: str) -> bool:
    """Whether a model has this name, in upper or lower case, with or without a counter for it."""
    try:
        resolve_model(name.lower())
    except UnknownNameError:
        return False
    except UsageError:
        pass  # it needs a counter that must be asked for by name
    return True


def known_models() -> list[str]:
    """The models in tiktoken's table, then the families for which we assume an encoding."""
    from tiktoken.model import MODEL_TO_ENCODING

    return [*MODEL_TO_ENCODING, *_ASSUMED]


def _family_of(provider: str, model: str) -> _Family | None:
    """The family of a model for which no built-in tokenizer is right, or None."""
    if provider in _MAKERS:
        return _MAKERS[provider]
    for start, family in _FAMILIES.items():
        rest = model.lower().removeprefix(start)
        if rest != model.lower() and not rest[:1].isalpha():  # qwen3 is a qwen, philox is no phi
            return family
    return None


def _named_choice(
    name: str, model: str, counters: Sequence[str], named: Sequence[str]
) -> ModelChoice | None:
    """The first of the named counters that may count the model, or None."""
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


def _beginning(model: str, families: Iterable[str]) -> str | None:
    """The first family that the model's name begins with, or None.

    The family's name must end where a part of the model's name ends: ``gpt-5`` is the family of
    ``gpt-5.5`` and ``gpt-5-mini``, but not of ``gpt-50``.
    """
    for family in families:
        rest = model.removeprefix(family)
        if rest == model:
            continue
        if not rest or not family[-1].isalnum() or not rest[0].isalnum():
            return family
    return None
