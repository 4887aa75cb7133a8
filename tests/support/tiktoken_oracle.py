"""tiktoken as the oracle: what its pattern engine splits and what its encoder counts, offline."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from unittest.mock import Mock, patch

from tiktoken import Encoding

from tokbench.vocabularies import definition, load

BYTES = {bytes([byte]): byte for byte in range(256)}


@cache
def published(name: str) -> dict[str, object]:
    """The installed tiktoken's definition of an encoding, without the ranks it would download."""
    openai_public = import_module("tiktoken_ext.openai_public")  # it has no types
    with patch.object(openai_public, "load_tiktoken_bpe", return_value={}):
        found: dict[str, object] = openai_public.ENCODING_CONSTRUCTORS[name]()
    return found


def published_sources(name: str) -> list[tuple[str, str]]:
    """The addresses and hashes of the files that the installed tiktoken would load."""
    openai_public = import_module("tiktoken_ext.openai_public")
    loaders = "load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"
    with patch.multiple(openai_public, **{loader: Mock(return_value={}) for loader in loaders}):
        openai_public.ENCODING_CONSTRUCTORS[name]()
        one_file, two_files = (getattr(openai_public, loader) for loader in loaders)
    if one_file.called:
        return [(one_file.call_args.args[0], one_file.call_args.kwargs["expected_hash"])]
    given = two_files.call_args.kwargs
    return [
        (given["vocab_bpe_file"], given["vocab_bpe_hash"]),
        (given["encoder_json_file"], given["encoder_json_hash"]),
    ]


@cache
def encoding(name: str) -> Encoding:
    """The encoder of tiktoken over our table, which is proven to be the published rank file."""
    defined = definition(name)
    return Encoding(
        name,
        pat_str=defined.pattern,
        mergeable_ranks=load(name).mergeable_ranks(),
        special_tokens=defined.special_tokens,
    )


def pre_tokens(pattern: str, text: str) -> list[str]:
    """The text as tiktoken's engine cuts it: the first match, then the first of the rest."""
    engine = _anchored(pattern)
    found: list[str] = []
    while text:
        pre_token = engine.decode_bytes(engine.encode_ordinary(text)).decode()
        assert pre_token, f"the pattern does not match {text!r}"
        found.append(pre_token)
        text = text[len(pre_token) :]
    return found


@cache
def _anchored(pattern: str) -> Encoding:
    r"""An encoder that keeps the bytes of what the pattern matches at the start of a text only."""
    return Encoding(
        "anchored", pat_str=rf"\A(?:{pattern})", mergeable_ranks=BYTES, special_tokens={}
    )
