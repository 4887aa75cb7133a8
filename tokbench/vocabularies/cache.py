"""tiktoken's cache of downloaded rank files.

The rules of ``tiktoken/load.py``: the environment variable TIKTOKEN_CACHE_DIR names the folder,
else DATA_GYM_CACHE_DIR, else it is ``data-gym-cache`` in the temporary folder; an empty value turns
the cache off. A file's name is the SHA-1 of its address.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha1, sha256
from pathlib import Path

from tokbench.vocabularies.definitions import DEFINITIONS


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
        """Whether a folder has this file, complete and unchanged."""
        try:
            return self.is_content((folder / self.cache_name).read_bytes())
        except OSError:
            return False

    def is_content(self, content: bytes) -> bool:
        """Whether these bytes are the content of this file."""
        return sha256(content).hexdigest() == self.sha256


def _source(path: str, sha256: str) -> Source:
    return Source(f"https://openaipublic.blob.core.windows.net/{path}", sha256)


_P50K = _source(
    "encodings/p50k_base.tiktoken",
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
)

SOURCES: dict[str, tuple[Source, ...]] = {
    **{
        name: (_source(f"encodings/{name}.tiktoken", defined.sha256),)
        for name, defined in DEFINITIONS.items()
    },
    "p50k_base": (_P50K,),
    "p50k_edit": (_P50K,),
    "r50k_base": (
        _source(
            "encodings/r50k_base.tiktoken",
            "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        ),
    ),
    "gpt2": (
        _source(
            "gpt-2/encodings/main/vocab.bpe",
            "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
        ),
        _source(
            "gpt-2/encodings/main/encoder.json",
            "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
        ),
    ),
}
"""The files of every encoding of tiktoken; o200k_harmony has those of o200k_base."""


def cache_folder() -> Path | None:
    """The folder of the cache, or None where it is turned off."""
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    from tempfile import gettempdir

    return Path(gettempdir()) / "data-gym-cache"
