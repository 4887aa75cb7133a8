"""How a payload is to be read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a user may say about reading a payload.

    Attributes:
        input_format: The notation to read it as, whatever its name says; None to find it out.
        records: The path of the part to take, such as ``data.items``; None for all of it.
        strings: Whether the cells of CSV, TSV and Excel all stay text.
    """

    input_format: str | None = None
    records: str | None = None
    strings: bool = False

    def given(self) -> dict[str, str | bool]:
        """The options that are not left at their default, by name."""
        return {name: value for name, value in asdict(self).items() if value}


DEFAULTS: Final = ReadOptions()
"""The notation found out, the whole payload, cells by JSON's scalar grammar."""
