"""Limits as whole numbers: each one is turned into the most tokens that it allows.

A limit of 5 percent over 2,000 tokens allows 2,100. Percentages are exact fractions, since in
floating point 214 is more than 7 percent over 200.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tokbench.pricing.money import MOST_TOKENS

_PERCENTAGE = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?")


@dataclass(frozen=True, slots=True)
class Increase:
    """The growth allowed over an earlier count: tokens, or percent of that count."""

    amount: Fraction = Fraction(0)
    percent: bool = False

    @classmethod
    def of(cls, value: object) -> Increase:
        """From ``"5%"`` or a number of tokens.

        Raises:
            ValueError: It is neither; the message says what to write.
        """
        if isinstance(value, str) and value.strip().endswith("%"):
            return cls(percentage(value), percent=True)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            if value > MOST_TOKENS:
                raise ValueError(f"must be at most {MOST_TOKENS:,} tokens")
            return cls(Fraction(value))
        raise ValueError(
            f'must be such as "5%" (with quotes) or a number of tokens, not {_shown(value)}'
        )

    def ceiling(self, before: int) -> int:
        """The most tokens allowed after ``before`` tokens.

        >>> Increase.of("2.5%").ceiling(1000)
        1025
        """
        if self.percent:
            return before + before * self.amount // 100
        return before + int(self.amount)

    def __str__(self) -> str:
        return f"{_digits(self.amount)}%" if self.percent else f"{_digits(self.amount)} tokens"


@dataclass(frozen=True, slots=True)
class Saving:
    """The percentage of the tokens of another format that must at least be saved."""

    format: str
    percent: Fraction

    def ceiling(self, other: int) -> int:
        """The most tokens allowed where the other format has ``other`` tokens.

        >>> Saving("json-pretty", Fraction(40)).ceiling(1000)
        600
        """
        return other * (100 - self.percent) // 100

    def __str__(self) -> str:
        return f"{_digits(self.percent)}% under {self.format}"


NO_INCREASE = Increase()


def percentage(value: object) -> Fraction:
    """The exact percentage of a value such as ``"2.5%"``, ``Decimal("2.5")`` or ``5``.

    Raises:
        ValueError: It is not a percentage of at least 0; the message says what to write.
    """
    text = str(value).strip().removesuffix("%").strip()
    if isinstance(value, str | int | Decimal) and _PERCENTAGE.fullmatch(text):
        return Fraction(text)
    raise ValueError(f'must be a percentage such as "5%", not {_shown(value)}')


def change_text(before: int, now: int) -> str:
    """The change between two counts for people, such as ``+99, +4.95 %``.

    The percentage is cut to two decimals, and not rounded up to a limit that it is still below.

    >>> change_text(2000, 2099)
    '+99, +4.95 %'
    """
    grown = now - before
    if not before:
        return f"{grown:+,}"
    hundredths = abs(grown) * 10_000 // before
    sign = "-" if grown < 0 else "+"
    return f"{grown:+,}, {sign}{hundredths // 100:,}.{hundredths % 100:02} %"


def _digits(number: Fraction) -> str:
    """The number as decimal digits, without zeros at the end."""
    if number.denominator == 1:
        return f"{number.numerator:,}"
    return f"{(Decimal(number.numerator) / Decimal(number.denominator)).normalize():f}"


def _shown(value: object) -> str:
    return str(value) if isinstance(value, Decimal) else repr(value)
