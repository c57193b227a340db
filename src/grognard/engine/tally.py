"""Tally: a number with its reasons.

Odds, shifts, die modifiers and movement costs are sums of named, cited parts. The screen shows the
parts, and so do the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Part:
    """One reason: what it is, how much it counts, and the rule that says so."""

    label: str
    value: Number
    rule: str
    source: str = "rulebook"

    def to_json(self) -> dict[str, Any]:
        """The part as plain data; a fraction is written as such."""
        value = self.value if isinstance(self.value, int) else str(self.value)
        return {"label": self.label, "value": value, "rule": self.rule, "source": self.source}


@dataclass(frozen=True, slots=True)
class Tally:
    """A sum of parts."""

    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> Number:
        """The sum; a whole number wherever it comes out even."""
        total: Number = sum([part.value for part in self.parts])
        return total if isinstance(total, int) or total.denominator != 1 else int(total)

    def add(self, label: str, value: Number, rule: str, source: str = "rulebook") -> Tally:
        """The same tally with one reason more."""
        return Tally((*self.parts, Part(label, value, rule, source)))

    def __add__(self, other: Tally) -> Tally:
        if not other.parts:
            return self
        return Tally(self.parts + other.parts) if self.parts else other

    def to_json(self) -> dict[str, Any]:
        """The total and its parts as plain data."""
        total = self.total
        return {
            "total": total if isinstance(total, int) else str(total),
            "parts": [part.to_json() for part in self.parts],
        }

    def __str__(self) -> str:
        reasons = ", ".join(f"{signed(p.value)} {p.label} [{p.rule}]" for p in self.parts)
        return f"{self.total} ({reasons})" if reasons else str(self.total)


def signed(value: Number) -> str:
    """A number with its sign, fractions as such."""
    return f"+{value}" if value >= 0 else str(value)
