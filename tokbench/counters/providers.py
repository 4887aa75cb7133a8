"""The providers' endpoints that count tokens, as they document them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Provider:
    """One endpoint that counts tokens.

    Attributes:
        scheme: The part of a counter's name before the colon.
        label: The provider's name, for people.
        base_url: Where the endpoint is, if the environment does not say otherwise.
        base_url_variable: The environment variable that overrides it, the same one as in the
            provider's own library.
        key_variables: The environment variables that may have the key, in order of precedence.
        version: The version of the endpoint: another one may count differently.
        path: The model in, the path below the base URL out.
        headers: The key in, the headers with the key and the version out.
        body: The model and a text in, the request for a conversation of that one message out.
        field: The field of the answer that has the number of tokens.
        counts_blank: Whether it counts a text that is all whitespace.
    """

    scheme: str
    label: str
    base_url: str
    base_url_variable: str
    key_variables: tuple[str, ...]
    version: str
    path: Callable[[str], str]
    headers: Callable[[str], Mapping[str, str]]
    body: Callable[[str, str], Mapping[str, object]]
    field: str
    counts_blank: bool = True


_ANTHROPIC_VERSION: Final = "2026-10-21"


def _anthropic_headers(key: str) -> dict[str, str]:
    """The key twice: the documentation has the first header, the SDK sends the second."""
    return {
        "x-api-key": key,
        "Authorization": f"Bearer {key}",
        "anthropic-version": _ANTHROPIC_VERSION,
    }


def _anthropic_body(model: str, text: str) -> dict[str, object]:
    return {"model": model, "messages": [{"role": "user", "content": text}]}


def _openai_headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _openai_body(model: str, text: str) -> dict[str, object]:
    return {"model": model, "input": text}


def _gemini_path(model: str) -> str:
    return f"/v1/models/{quote(model.removeprefix('models/'), safe='')}:countTokens"


def _gemini_headers(key: str) -> dict[str, str]:
    return {"x-goog-api-key": key}


def _gemini_body(model: str, text: str) -> dict[str, object]:
    return {"contents": [{"parts": [{"text": text}], "role": "user"}]}


PROVIDERS: Final = (
    Provider(
        scheme="anthropic",
        label="Anthropic",
        base_url="https://api.anthropic.com",
        base_url_variable="ANTHROPIC_BASE_URL",
        key_variables=("ANTHROPIC_API_KEY",),
        version=_ANTHROPIC_VERSION,
        path=lambda model: "/v1/messages/count_tokens",
        headers=_anthropic_headers,
        body=_anthropic_body,
        field="input_tokens",
        counts_blank=False,
    ),
    Provider(
        scheme="openai",
        label="OpenAI",
        base_url="https://api.openai.com/v1",
        base_url_variable="OPENAI_BASE_URL",
        key_variables=("OPENAI_API_KEY",),
        version="v1",
        path=lambda model: "/responses/input_tokens",
        headers=_openai_headers,
        body=_openai_body,
        field="input_tokens",
    ),
    Provider(
        scheme="gemini",
        label="Gemini",
        base_url="https://generativelanguage.googleapis.com",
        base_url_variable="GOOGLE_GEMINI_BASE_URL",
        key_variables=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        version="v1",
        path=_gemini_path,
        headers=_gemini_headers,
        body=_gemini_body,
        field="totalTokens",
    ),
)
