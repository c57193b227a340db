"""Event: what happened. A fact, who may see it, the rule, the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.record import replace


class Later(Mapping[str, Any]):
    """Facts that take some work and that few look at: worked out for the first who does.

    They may depend only on what cannot change any more.
    """

    __slots__ = ("_facts", "_work_out")

    def __init__(self, work_out: Callable[[], Mapping[str, Any]]) -> None:
        self._work_out = work_out
        self._facts: Mapping[str, Any] | None = None

    def plain(self) -> Mapping[str, Any]:
        """The facts themselves."""
        if self._facts is None:
            self._facts = self._work_out()
        return self._facts

    def __getitem__(self, name: str) -> Any:
        return self.plain()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain())

    def __len__(self) -> int:
        return len(self.plain())

    def __repr__(self) -> str:
        return repr(self.plain())

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Event:
    """One thing that happened, told in full to those who may know it. What it reads like, the
    phrases of its system say.

    `seen_by` None means everybody. Where others may know only that something happened, `others`
    holds what they are told; where it is None they are told nothing at all.
    """

    kind: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    seen_by: tuple[str, ...] | None = None
    others: Event | None = None
    outcome: bool = False

    def told(self, player: str | None) -> Event | None:
        """The event as one player may know it (None: the umpire, who knows all)."""
        if player is None or self.seen_by is None or player in self.seen_by:
            return self
        return None if self.others is None else self.others.told(player)

    def to(self, *players: str, **more: Any) -> Event:
        """The same with more facts for those who may know them; the others are told it as it is."""
        return replace(self, facts={**self.facts, **more}, seen_by=players, others=self)

    def to_json(self) -> dict[str, Any]:
        """The event as plain data, without what it tells others."""
        return {
            "kind": self.kind,
            "rule": self.rule,
            "facts": dict(self.facts),
            "dice": list(self.dice),
        }


def plainly(event: Event) -> str:
    """An event for which nobody has found words: its kind and its facts as they are."""
    facts = event.facts.items()
    told = [
        (name if fact else f"not {name}") if isinstance(fact, bool) else f"{name} {fact}"
        for name, fact in facts
    ]
    return f"{event.kind}: {', '.join(told)}" if told else event.kind
