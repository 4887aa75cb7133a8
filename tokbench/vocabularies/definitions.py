"""The definitions of the embedded encodings without their ranks, as published with tiktoken.

A test compares them with those of the installed tiktoken.
"""

from __future__ import annotations

from typing import NamedTuple

from tokbench.errors import UnknownNameError


class Definition(NamedTuple):
    """An encoding without its ranks.

    Attributes:
        name: The encoding's name.
        sha256: The hash of the published rank file, which tiktoken pins.
        pattern: The published split pattern, in the syntax of tiktoken's pattern engine.
        special_tokens: The special tokens with their ids; no text is encoded as one of them.
    """

    name: str
    sha256: str
    pattern: str
    special_tokens: dict[str, int]


_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

DEFINITIONS = {
    "o200k_base": Definition(
        name="o200k_base",
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        pattern="|".join(
            [
                r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
                + _CONTRACTION,
                r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
                + _CONTRACTION,
                r"\p{N}{1,3}",
                r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
                r"\s*[\r\n]+",
                r"\s+(?!\S)",
                r"\s+",
            ]
        ),
        special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
    "cl100k_base": Definition(
        name="cl100k_base",
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        pattern="|".join(
            [
                r"'(?i:[sdmt]|ll|ve|re)",
                r"[^\r\n\p{L}\p{N}]?+\p{L}++",
                r"\p{N}{1,3}+",
                r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
                r"\s++$",
                r"\s*[\r\n]",
                r"\s+(?!\S)",
                r"\s",
            ]
        ),
        special_tokens={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
}


def definition(name: str) -> Definition:
    """The definition of an embedded encoding.

    Raises:
        UnknownNameError: No encoding of this name is embedded.
    """
    if name not in DEFINITIONS:
        raise UnknownNameError("embedded encoding", name, DEFINITIONS)
    return DEFINITIONS[name]
