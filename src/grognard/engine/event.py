"""Event: what happened. A fact, who may see it, the rule, the dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, told in full to those who may know it.

    `seen_by` None means everybody. Where others may know only that something happened, `others`
    holds what they are told; where it is None they are told nothing at all.
    """

    kind: str
    text: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    seen_by: tuple[str, ...] | None = None
    others: Event | None = None
    outcome: bool = False

    def told(self, player: str | None) -> Event | None:
        """The event as one player may know it (None: the umpire, who knows everything)."""
        if player is None or self.seen_by is None or player in self.seen_by:
            return self
        return self.others

    def to_json(self) -> dict[str, Any]:
        """The event as plain data, without what it tells others."""
        return {
            "kind": self.kind,
            "text": self.text,
            "rule": self.rule,
            "facts": dict(self.facts),
            "dice": list(self.dice),
        }
