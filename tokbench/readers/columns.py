"""The kinds of columns: what all cells of a column say together about each of them.

A column is numbers where every cell that is not empty is a number in JSON, and cells that differ
are different numbers: beside ``1.10``, ``1.1`` is a version or a code. It is booleans where every
one is ``true`` or ``false``. Else all of it is text: a ZIP code with a leading zero says what the
others are. In a column of text, lists and objects are still JSON. An empty cell is null.
"""

from __future__ import annotations

from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from tokbench.errors import CannotRead, option
from tokbench.progress import counted, moving, step
from tokbench.readers.cells import number, text_or_json
from tokbench.readers.options import DEFAULTS, ReadOptions
from tokbench.text import listed, path_of, plural, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tokbench.payload import Json

Kind = Literal["empty", "numbers", "booleans", "text"]


_BOOLEANS = {"true": True, "false": False}


class Settled(NamedTuple):
    """The kind of a column, settled by all of its cells.

    Attributes:
        kind: The kind; ``empty`` where no cell says anything.
        numbers: The number that each cell of a column of numbers is.
        witnesses: The cells, two at most, for which a column is text. A part of it that has them
            is text too; parts of a column of another kind are of that kind, or empty.
    """

    kind: Kind
    numbers: Mapping[str, float]
    witnesses: tuple[str, ...] = ()


def settle(cells: Iterable[str | None]) -> Settled:
    """The kind of a column by its cells, of which no more are taken than it needs.

    >>> settle(["9.95", "", "12.50"]).kind
    'numbers'
    >>> settle(["60601", "03755"])
    Settled(kind='text', numbers={}, witnesses=('03755',))
    >>> settle(["1.1", "1.10"]).witnesses
    ('1.1', '1.10')
    """
    numbers: dict[str, float] = {}
    boolean = ""
    for text in cells:
        if text in numbers or not text:
            continue
        if text in _BOOLEANS:
            boolean = text
        elif (value := number(text)) is None:
            return Settled("text", {}, (text,))
        else:
            numbers[text] = value
        if boolean and numbers:
            return Settled("text", {}, (boolean, next(iter(numbers))))
    if boolean:
        return Settled("booleans", {})
    if twice := _spelled_twice(numbers):
        return Settled("text", {}, twice)
    return Settled("numbers" if numbers else "empty", numbers)


def _spelled_twice(numbers: Mapping[str, float]) -> tuple[str, str] | None:
    """Two spellings of one number: of one integer, or of one double where either is a float."""
    spelled: dict[float, str] = {}
    for text, value in numbers.items():
        if (before := spelled.setdefault(value, text)) is not text:
            return before, text
    floats = {value: text for text, value in numbers.items() if isinstance(value, float)}
    for text, value in numbers.items() if floats else ():
        if isinstance(value, int) and (other := floats.get(_double(value))):
            return other, text
    return None


def _double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return inf


class Columns:
    """Gives the cells of a payload's tables the kinds of their columns.

    Args:
        options: Which columns stay text, whatever they hold.
    """

    def __init__(self, options: ReadOptions = DEFAULTS) -> None:
        self.options = options
        self._names: dict[str, None] = {}
        self._respelled = 0
        self._first_respelled = ""

    def records(
        self, header: Sequence[str], rows: list[Sequence[str | None]], table: str | None = None
    ) -> list[Json]:
        """The records of a table.

        Args:
            header: The names of the columns.
            rows: The cells of each row, one a column; None where the row had too few. They are
                removed once they are typed, as they take more memory than the records.
            table: The table's name, where it has one.
        """
        self._names.update(dict.fromkeys(header))
        columns: list[Sequence[Json]] = []
        odd: list[tuple[int, str, str]] = []
        with step(0, 2):
            for position, name in enumerate(moving(header)):
                cells = list(map(itemgetter(position), rows))
                if self.options.keeps_text(name):
                    columns.append(cells)
                    continue
                settled = settle(cells)
                columns.append(_values(settled, cells))
                odd += self._respelled_in(settled.numbers, cells, name)
        if odd and not self._first_respelled:
            index, name, what = min(odd, key=itemgetter(0))
            keys: list[str | int] = [index, name] if table is None else [table, index, name]
            self._first_respelled = f"{printable(path_of(keys))}: {what}"
        made = counted(zip(*columns, strict=True), len(rows))
        rows.clear()
        with step(1, 2):
            return [dict(zip(header, row, strict=True)) for row in made]

    def _respelled_in(
        self, numbers: Mapping[str, float], cells: Sequence[str | None], name: str
    ) -> list[tuple[int, str, str]]:
        """The first number that JSON spells another way: its record, its column and a note."""
        odd = {text for text, value in numbers.items() if repr(value) != text}
        if not odd:
            return []
        self._respelled += sum(text in odd for text in cells)
        index, text = next((at, text) for at, text in enumerate(cells) if text in odd)
        what = f"{printable(text or '')} is read as {numbers[text or '']!r}"
        return [(index, name, f"{what} ({option('text', name)} keeps it)")]

    def notes(self) -> list[str]:
        """What a user should know about the cells, one line each."""
        if not self._respelled:
            return []
        return [
            f"another spelling of {plural(self._respelled, 'number')}, first "
            f"{self._first_respelled}"
        ]

    def require_named(self) -> None:
        """Refuse options about columns that no table has.

        Raises:
            CannotRead: There is no such column.
        """
        require_columns(self.options, self._names)


def require_columns(options: ReadOptions, names: Iterable[str]) -> None:
    """Refuse an option about a column that no table has.

    Raises:
        CannotRead: There is no such column; the error lists those there are.
    """
    known = list(names)
    for name in options.text:
        if name not in known:
            raise CannotRead(f"{option('text', name)} is no column, there are {listed(known)}")


def _values(settled: Settled, cells: Sequence[str | None]) -> list[Json]:
    if settled.kind == "text":
        return [text if text and text[0] not in "{[" else text_or_json(text) for text in cells]
    meanings: Mapping[str, Json] = _BOOLEANS if settled.kind == "booleans" else settled.numbers
    return [meanings.get(text or "") for text in cells]
