"""A comparison as Python programs use it: its winner, its JSON, its tables."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tokbench import result_json
from tokbench.report import markdown
from tokbench.result import Best, ComparisonResult

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
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
        """One line for every payload, format and counter; needs pandas.

        Raises:
            ImportError: pandas is not installed.

        >>> import tokbench
        >>> frame = tokbench.compare({"a": 1}, formats=["json-min"]).to_dataframe()
        >>> list(frame["format"])
        ['json-pretty', 'json-min']
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "payload": payload.name,
                    "format": row.format,
                    "chars": row.chars,
                    "bytes": row.bytes,
                    "counter": info.name,
                    "tokens": row.tokens.get(info.name),
                    "ratio": row.ratio.get(info.name),
                    "fidelity": row.fidelity.verdict,
                    "skipped": row.skipped or row.skipped_counters.get(info.name),
                }
                for payload in self.payloads
                for row in payload.rows
                for info in self.counters
            ]
        ).convert_dtypes()
