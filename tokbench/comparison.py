"""A comparison as Python programs use it: its winner, its JSON, its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tokbench import result_json
from tokbench.errors import TokbenchError
from tokbench.optional import extra
from tokbench.report import comparison_sheets, html, markdown, winner
from tokbench.result import Best, ComparisonResult, CounterInfo, PayloadResult, Row
from tokbench.text import plural, printable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(ComparisonResult):
    """What :func:`tokbench.compare` returns: the result, and ways to use it."""

    @classmethod
    def of(cls, result: ComparisonResult) -> Comparison:
        """The same result with these methods."""
        return cls(**{field.name: getattr(result, field.name) for field in fields(result)})

    def best(self, counter: str | None = None) -> Best | None:
        """The cheapest lossless format of the first payload, by the first counter or a named one.

        None where no format qualifies: an estimate never names a winner.

        >>> import tokbench
        >>> tokbench.compare([{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]).best().format
        'csv'
        """
        return self.payloads[0].best.get(counter or self.counters[0].name)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data, under the schema name ``tokbench.comparison/1``."""
        return result_json.to_dict(self)

    def to_json(self) -> str:
        """The comparison as JSON text; :meth:`from_json` gives an equal one back.

        >>> import tokbench
        >>> comparison = tokbench.compare({"a": [1, 2]})
        >>> tokbench.Comparison.from_json(comparison.to_json()) == comparison
        True
        """
        return result_json.to_json(self)

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        """A saved comparison.

        Raises:
            InputError: The text is no comparison, or of a schema that this version does not know.
        """
        return cls.of(result_json.from_json(text))

    def to_markdown(self) -> str:
        r"""The tables as GitHub-flavoured Markdown, to be pasted into a review.

        >>> import tokbench
        >>> print(tokbench.compare({"a": 1}, formats=["json-min"]).to_markdown().splitlines()[0])
        **\<data>** (tree; baseline json-pretty)
        """
        return markdown.write_comparison(self)

    def to_dataframe(self) -> pd.DataFrame:
        """Every figure, one line for each payload, format and counter; needs pandas.

        Money is :class:`~decimal.Decimal`, in columns such as ``gpt-5 call``.

        Raises:
            TokbenchError: pandas is not installed.

        >>> import tokbench
        >>> frame = tokbench.compare({"a": 1}, formats=["json-min"]).to_dataframe()
        >>> list(frame["format"])
        ['json-pretty', 'json-min']
        """
        with extra("pandas", "pandas", needed_by="to_dataframe()", error=TokbenchError):
            import pandas as pd

        return pd.DataFrame(
            [
                self._figures(payload, row, info)
                for payload in self.payloads
                for row in payload.rows
                for info in self.counters
            ]
        ).convert_dtypes()

    def _figures(self, payload: PayloadResult, row: Row, info: CounterInfo) -> dict[str, Any]:
        """All that is known of a row by one counter, under the names that JSON has."""
        best = payload.best.get(info.name)
        ratio = row.ratio.get(info.name)
        figures: dict[str, Any] = {
            "payload": payload.name,
            "records": payload.records,
            "shape": payload.shape,
            "format": row.format,
            "label": row.label,
            "chars": row.chars,
            "bytes": row.bytes,
            "counter": info.name,
            "kind": info.kind,
            "tokens": row.tokens.get(info.name),
            "tokens_as_given": payload.as_given.get(info.name),
            "ratio": ratio,
            "saving": None if ratio is None else 1 - ratio,
            "best": best is not None and best.format == row.format,
            "fidelity": row.fidelity.verdict,
            "problem_count": row.fidelity.problem_count,
            "checked": row.fidelity.checked,
            "of": row.fidelity.of,
            "is_given": row.is_given,
            "skipped": row.skipped or row.skipped_counters.get(info.name),
        }
        for price in self.prices:
            cost = row.costs.get(price.name) if price.counter == info.name else None
            for figure in ("call", "calls", "total", "saving", "window"):
                figures[f"{price.name} {figure}"] = cost and getattr(cost, figure)
        return figures

    def __repr__(self) -> str:
        """Two lines: what was compared, and what to send."""
        many = len(self.payloads) > 1
        what = plural(len(self.payloads), "payload") if many else printable(self.payloads[0].name)
        formats = plural(len(dict.fromkeys(self._formats())), "format")
        names = ", ".join(info.name for info in self.counters)
        found = winner.of_total(self) if many else winner.of_payload(self, self.payloads[0])
        return f"<Comparison of {what} in {formats} by {names}>\n{''.join(found[0])}"

    def _formats(self) -> Iterator[str]:
        return (row.format for payload in self.payloads for row in payload.rows)

    def _repr_html_(self) -> str:
        """The tables, as a notebook shows them."""
        return html.of_sheets(comparison_sheets.sheets(self))
