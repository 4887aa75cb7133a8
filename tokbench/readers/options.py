"""How a payload is to be read."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Given: TypeAlias = "str | bool | list[str]"
"""The value of an option."""


class ReadOptions(NamedTuple):
    """What a user may say about reading a payload.

    Attributes:
        input_format: The notation to read it as, whatever its name says; None to find it out.
        records: The path of the part to take, such as ``data.items``; None for all of it.
        strings: Whether the cells of CSV, TSV and Excel all stay text.
        text: The columns of CSV, TSV and Excel whose cells stay text.
        delimiter: What separates the cells of CSV: a character, or ``tab``; None to find it out.
        no_header: Whether the first row of CSV and TSV is a record too, so that columns get names.
        encoding: How a text is encoded, such as ``cp1252``; None for UTF-8, or what a byte-order
            mark says.
    """

    input_format: str | None = None
    records: str | None = None
    strings: bool = False
    text: tuple[str, ...] = ()
    delimiter: str | None = None
    no_header: bool = False
    encoding: str | None = None

    def keeps_text(self, column: str) -> bool:
        """Whether the cells of a column stay text."""
        return self.strings or column in self.text

    def given(self) -> dict[str, Given]:
        """The options that are not left at their default, by name and as JSON has them."""
        every = {**self._asdict(), "text": list(self.text)}
        return {name: value for name, value in every.items() if value}


DEFAULTS: Final = ReadOptions()
"""The notation found out, the whole payload, cells by the kinds of their columns."""
