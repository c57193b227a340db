"""Refusal: why an action is illegal. A rule id and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason against an action.

    The rule is the rulebook's id; `form`, `turn` and `stale` are the engine's own: an action that
    is not written as one, one from a player who is not asked, one that answers an old question.
    """

    rule: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """The refusal as plain data."""
        return {"rule": self.rule, "text": self.text}

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}"


class Refused(ValueError):
    """An action was refused and nothing has changed."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("; ".join(str(refusal) for refusal in refusals))
        self.refusals = refusals
