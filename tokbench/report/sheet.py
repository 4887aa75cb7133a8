"""A table as data, which each output writes in its own syntax."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

BARS_LEAVE = 4
"""After which columns the bars leave a screen that is too narrow."""

Align = Literal["left", "right"]
Audience = Literal["everyone", "programs"]
Role = Literal["plain", "baseline", "best", "warning", "failed", "aside"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        key: Its name for programs: its heading in CSV, and the key of its values in JSON.
        title: Its heading for people; the key where none is given.
        audience: Who sees it: everyone, or only programs.
        leaves: Where the screen is too narrow, columns leave by this number, the smallest first;
            bars leave at :data:`BARS_LEAVE`. None for a column that stays.
        wraps: Whether its cells are running text, which may go on in the next line.
    """

    key: str
    title: str = ""
    align: Align = "left"
    audience: Audience = "everyone"
    leaves: int | None = None
    wraps: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.key)


class Cell(NamedTuple):
    """The text that a person reads, and the value for a program; None where there is none."""

    text: str
    value: str | int | float | None


class Line(NamedTuple):
    """The cells of a line, one a column; a terminal shows its role by colour, its share by a bar.

    The share is the length of the bar as a part of the longest one; None for no bar. As a column
    does, a line has its audience.
    """

    cells: tuple[Cell, ...]
    role: Role = "plain"
    share: float | None = None
    audience: Audience = "everyone"


class Sentence(NamedTuple):
    """A sentence below a table.

    Attributes:
        before: What is before the name.
        name: What outputs show in bold, if anything.
        after: What is after it.
    """

    before: str
    name: str = ""
    after: str = ""


class Sheet(NamedTuple):
    """A table with its title, and sentences and captions below it."""

    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    captions: tuple[str, ...] = ()
    subtitle: str = ""
    sentences: tuple[Sentence, ...] = ()

    def for_people(self) -> Sheet:
        """The same sheet without the columns and lines that only programs read."""
        lines = tuple(line for line in self.lines if line.audience == "everyone")
        columns = [column for column in self.columns if column.audience == "everyone"]
        return self._replace(lines=lines).with_columns(columns)

    def with_columns(self, columns: Collection[Column]) -> Sheet:
        """The same sheet with only these columns."""
        shown = [i for i, column in enumerate(self.columns) if column in columns]
        lines = [line._replace(cells=tuple(line.cells[i] for i in shown)) for line in self.lines]
        return self._replace(columns=tuple(self.columns[i] for i in shown), lines=tuple(lines))


def words(text: str) -> Cell:
    """A cell of text."""
    return Cell(text, text)


def blank(text: str = "") -> Cell:
    """A cell without a value."""
    return Cell(text, None)


def whole(number: int | None, *, estimate: bool = False) -> Cell:
    """A cell of a whole number; an estimate has a tilde before it."""
    if number is None:
        return blank("n/a")
    return Cell(f"{'~' if estimate else ''}{number:,}", number)


def percent(part: float | None, *, signed: bool = False, estimate: bool = False) -> Cell:
    """A cell of a part as a percentage with one decimal; ``signed`` shows a plus too."""
    if part is None:
        return blank("n/a")
    return Cell(f"{'~' if estimate else ''}{percent_text(part, signed=signed)}", part)


def percent_text(part: float, *, signed: bool = False) -> str:
    """A part as a percentage, such as ``62.5 %`` or, with its sign, ``+62.5 %``."""
    text = f"{part * 100:{'+' if signed else ''}.1f} %"
    return text.lstrip("+-") if part == 0 else text


def simple(title: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> Sheet:
    """A sheet whose cells are all text."""
    return Sheet(
        title,
        tuple(Column(heading, wraps=bool(at)) for at, heading in enumerate(headings)),
        tuple(Line(tuple(words(text) for text in row)) for row in rows),
    )
