"""Where tiktoken looks for the rank files that it has downloaded before.

Its rules, from ``tiktoken/load.py``: the folder is the environment variable TIKTOKEN_CACHE_DIR,
else DATA_GYM_CACHE_DIR, else ``data-gym-cache`` in the temporary folder; an empty value turns the
cache off. A file's name is the SHA-1 of its address.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha1, sha256
from pathlib import Path

from tokbench.vocabularies.definitions import DEFINITIONS

_ADDRESS = "https://openaipublic.blob.core.windows.net"


@dataclass(frozen=True, slots=True)
class Source:
    """A file that tiktoken downloads for an encoding.

    Attributes:
        address: Its URL.
        sha256: The hash that tiktoken pins for it.
    """

    address: str
    sha256: str

    @property
    def cache_name(self) -> str:
        """The file's name in the cache."""
        return sha1(self.address.encode(), usedforsecurity=False).hexdigest()

    def is_in(self, folder: Path) -> bool:
        """Whether a folder holds this file, whole and unchanged."""
        try:
            return self.is_content((folder / self.cache_name).read_bytes())
        except OSError:
            return False

    def is_content(self, content: bytes) -> bool:
        """Whether these bytes are this file's."""
        return sha256(content).hexdigest() == self.sha256


def _encoding(name: str, sha256: str) -> Source:
    return Source(f"{_ADDRESS}/encodings/{name}.tiktoken", sha256)


def _gpt2(file: str, sha256: str) -> Source:
    return Source(f"{_ADDRESS}/gpt-2/encodings/main/{file}", sha256)


_P50K = _encoding("p50k_base", "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069")

SOURCES: dict[str, tuple[Source, ...]] = {
    "o200k_base": (_encoding("o200k_base", DEFINITIONS["o200k_base"].sha256),),
    "cl100k_base": (
        _encoding(
            "cl100k_base", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
        ),
    ),
    "p50k_base": (_P50K,),
    "p50k_edit": (_P50K,),
    "r50k_base": (
        _encoding("r50k_base", "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"),
    ),
    "gpt2": (
        _gpt2("vocab.bpe", "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"),
        _gpt2("encoder.json", "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"),
    ),
}
"""The files of every encoding that tiktoken knows. o200k_harmony has the ranks of o200k_base."""


def cache_folder() -> Path | None:
    """The folder that tiktoken would use, or None where the cache is turned off."""
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    from tempfile import gettempdir

    return Path(gettempdir()) / "data-gym-cache"
