"""The encodings of OpenAI: ``o200k_base``, ``cl100k_base`` and the older ones.

The ranks of the first two are in the package, and o200k_harmony has those of o200k_base: the three
need no network and no other file. tiktoken loads the other encodings from its cache. The cache is
checked first, since tiktoken would delete a damaged file and then wait for the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module

from tokbench import files
from tokbench.bpe.splitting import splitter
from tokbench.counters import Scheme, Token
from tokbench.counters.engines import Embedded, Engine, Tiktoken
from tokbench.errors import CounterError
from tokbench.result import CounterInfo
from tokbench.vocabularies import definition

CONNECT_SECONDS, READ_SECONDS = 10, 60


@dataclass(frozen=True, slots=True)
class EncodingCounter:
    """The exact counter of one encoding.

    Attributes:
        info: The encoding's name, and the hash of its published rank file.
        engine: What counts.
    """

    info: CounterInfo
    engine: Engine

    def count(self, text: str) -> int:
        """The number of tokens of a text; what spells a special token is ordinary text."""
        return self.engine.count_many([text])[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        return self.engine.count_many(texts)

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, in order."""
        return [Token(number, self.engine.token(number)) for number in self.engine.encode(text)]

    def pre_tokens(self, text: str) -> list[str]:
        """The parts that the encoding's pattern splits a text into."""
        return self.engine.pre_tokens(text)


def _embedded(name: str, rest: str, *, ranks_of: str = "") -> EncodingCounter:
    vocabulary = ranks_of or name
    return _exact(name, definition(vocabulary).sha256, _shared(vocabulary))


def _exact(name: str, vocabulary_sha256: str, engine: Engine) -> EncodingCounter:
    return EncodingCounter(CounterInfo(name, "exact", vocabulary_sha256), engine)


@cache
def _shared(vocabulary: str) -> Embedded:
    """The engine of a vocabulary, one for all encodings that use it."""
    return Embedded(vocabulary)


def _downloaded(name: str, rest: str) -> EncodingCounter:
    """The counter of an encoding from tiktoken's cache.

    Raises:
        CounterError: The cache does not have it, and it cannot be downloaded.
    """
    from tokbench.vocabularies.cache import SOURCES

    _fill_cache(name)
    published = import_module("tiktoken_ext.openai_public").ENCODING_CONSTRUCTORS[name]()
    ranks = published["mergeable_ranks"]
    engine = Tiktoken(name, published["pat_str"], lambda: ranks, splitter("gpt2"))
    return _exact(name, SOURCES[name][0].sha256, engine)


def _fill_cache(name: str) -> None:
    """Download the files of an encoding that are missing in tiktoken's cache, or damaged there.

    Raises:
        CounterError: There is no cache, or a file cannot be downloaded.
    """
    from tokbench.vocabularies.cache import SOURCES, Source, cache_folder

    folder = cache_folder()
    if folder is None:
        raise CounterError(
            f"{name} comes from tiktoken's cache, which TIKTOKEN_CACHE_DIR turns off",
            hint="name a folder there",
        )

    def unavailable(source: Source, why: str) -> CounterError:
        return CounterError(
            f"tiktoken's cache {folder} has no good file {source.cache_name}, and it cannot be "
            f"downloaded ({why})",
            place=name,
            hint=f"put the file of {source.address} there under that name, or set "
            "TIKTOKEN_CACHE_DIR to a folder that has it",
        )

    for source in SOURCES[name]:
        if source.is_in(folder):
            continue
        try:
            content = _download(source.address)
            if not source.is_content(content):
                raise unavailable(source, "the download has another SHA-256")
            folder.mkdir(parents=True, exist_ok=True)
            files.write(folder / source.cache_name, content)
        except OSError as error:  # the exceptions of requests are OSErrors
            raise unavailable(source, type(error).__name__) from error


def _download(address: str) -> bytes:
    """The file at an address.

    Raises:
        OSError: It cannot be downloaded.
    """
    import requests

    answer = requests.get(address, timeout=(CONNECT_SECONDS, READ_SECONDS))
    answer.raise_for_status()
    return answer.content


_EMBEDDED = "OpenAI, embedded in tokbench"
_IN_CACHE = "OpenAI, from tiktoken's cache or downloaded"

SCHEMES = (
    Scheme("o200k_base", "exact", _EMBEDDED, partial(_embedded, "o200k_base")),
    Scheme("cl100k_base", "exact", _EMBEDDED, partial(_embedded, "cl100k_base")),
    Scheme(
        "o200k_harmony",
        "exact",
        f"{_EMBEDDED} (the ranks of o200k_base)",
        partial(_embedded, "o200k_harmony", ranks_of="o200k_base"),
    ),
    *(
        Scheme(name, "exact", _IN_CACHE, partial(_downloaded, name))
        for name in ("p50k_base", "p50k_edit", "r50k_base", "gpt2")
    ),
)
