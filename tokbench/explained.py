"""What the paths of a payload cost, as Python programs use it."""

from __future__ import annotations

from dataclasses import dataclass, fields

from tokbench.advice.breakdown import Breakdown
from tokbench.report import SHEETS, breakdown_sheet, html, text_of
from tokbench.text import plural, printable


@dataclass(frozen=True, slots=True, repr=False)
class Explained(Breakdown):
    """What :func:`tokbench.explain` returns: the figures, and ways to show them."""

    @classmethod
    def of(cls, found: Breakdown) -> Explained:
        """The same figures with these methods."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(found)})

    def to_json(self) -> str:
        """The JSON that ``tokbench explain`` writes.

        >>> import tokbench
        >>> tokbench.explain([{"id": 1, "x": 2}], "csv").to_json().splitlines()[2].strip()
        '"path": "[].id",'
        """
        return text_of("json", SHEETS, [breakdown_sheet.sheet(self)])

    def to_markdown(self) -> str:
        """The table as GitHub-flavoured Markdown, to be pasted into a review."""
        return text_of("markdown", SHEETS, [breakdown_sheet.sheet(self)])

    def __repr__(self) -> str:
        """Two lines: the whole, and the costliest path."""
        tokens = "" if self.tokens is None else f": {self.tokens:,} {self.counter.name} tokens"
        first = f"<Explained: {printable(self.payload)}, {self.format}{tokens}>"
        if not self.paths:
            return f"{first}\nno path to leave out"
        top = self.paths[0]
        saved = "" if top.dropping is None else f"; leaving out {top.path} saves {top.dropping:,}"
        return f"{first}\n{plural(len(self.paths), 'path')}{saved}"

    def _repr_html_(self) -> str:
        """The table, as a notebook shows it."""
        return html.of_sheets([breakdown_sheet.sheet(self)])
