"""Streams: what each audience has been told of a game, in order, and only ever added to.

An audience is a side, who looks on without one (PUBLIC), or the umpire (None). What an audience
counts, it counts by what it has noticed: its `seq` grows with what it is told, its `moment` with
the lines it notices. A line that tells it nothing leaves both alone, so that neither gives away
that there was one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event

Question = tuple[tuple[str, str], ...]
Stage = tuple[int, int, bool]
"""The turn, the step of its sequence of play, and whether the game is over: open to everybody."""


class TakenBack(NamedTuple):
    """The events told after the first `to` no longer count."""

    to: int


class Matter(NamedTuple):
    """Something that happened at the table beside the game."""

    n: int
    kind: str
    seat_id: str | None
    side: str | None
    audience: str | None
    data: Mapping[str, Any]
    at: int

    def to_json(self) -> dict[str, Any]:
        """The matter as plain data, without what only the server needs to know of it."""
        return {
            "kind": self.kind,
            "seat": self.seat_id,
            "side": self.side,
            "private": self.audience is not None,
            "at": self.at,
            **{name: value for name, value in self.data.items() if name[0] != "_"},
        }


Item = Event | TakenBack | Matter


class Bookmark(NamedTuple):
    """How much an audience had been told, and what it was asked."""

    items: int
    in_force: int
    moments: int
    question: Question
    stage: Stage


class Stream:
    """What one audience has been told."""

    __slots__ = ("audience", "in_force", "items", "moments", "question", "stage", "when")

    def __init__(self, audience: str | None) -> None:
        self.audience = audience
        self.items: list[Item] = []
        self.in_force: list[tuple[int, int]] = []
        """Of each event that still counts, its place in the game and in this stream."""
        self.moments: list[int] = []
        """How many lines there were at each moment."""
        self.question: Question = ()
        self.stage: Stage = (0, 0, False)
        self.when: list[int] = []
        """At which moment each item was told."""

    @property
    def seq(self) -> int:
        """How much has been told."""
        return len(self.items)

    @property
    def moment(self) -> int:
        """How many lines have been noticed."""
        return len(self.moments)

    def line(
        self,
        n: int,
        by: str,
        kept: int,
        fresh: Sequence[Event],
        question: Question,
        stage: Stage,
    ) -> None:
        """Hear of a line: `kept` events of the game still count, then come the `fresh` ones.

        That another phase begins is noticed by everybody, even if nothing is told of it.
        """
        before = len(self.items)
        if self.in_force and self.in_force[-1][0] >= kept:
            while self.in_force and self.in_force[-1][0] >= kept:
                _, first = self.in_force.pop()
            self.items.append(TakenBack(first))
        for place, event in enumerate(fresh, kept):
            told = event.told(self.audience)
            if told is not None:
                self.in_force.append((place, len(self.items)))
                self.items.append(told)
        noticed = len(self.items) > before or (question, stage) != (self.question, self.stage)
        if noticed or by == self.audience or self.audience is None:
            self.moments.append(n + 1)
        self.question, self.stage = question, stage
        self.when += [self.moment] * (len(self.items) - before)

    def matter(self, matter: Matter) -> None:
        """Hear of what happens at the table, unless it is for one side's ears."""
        if matter.audience is None or self.audience in (None, matter.audience):
            self.items.append(matter)
            self.when.append(self.moment)

    def bookmark(self) -> Bookmark:
        """How much has been told so far."""
        return Bookmark(
            len(self.items), len(self.in_force), len(self.moments), self.question, self.stage
        )

    def leaf_back(self, bookmark: Bookmark) -> None:
        """Forget what was told since then, none of which took anything back."""
        del self.items[bookmark.items :]
        del self.when[bookmark.items :]
        del self.in_force[bookmark.in_force :]
        del self.moments[bookmark.moments :]
        self.question, self.stage = bookmark.question, bookmark.stage

    def written(
        self, words: Callable[[Event], str], since: int, upto: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """What was told after the first `since`, as plain data, events with their words."""
        for seq, item in enumerate(self.items[since:upto], since + 1):
            if isinstance(item, Event):
                yield {
                    "seq": seq,
                    "type": "event",
                    "event": {**item.to_json(), "text": words(item)},
                }
            elif isinstance(item, TakenBack):
                yield {"seq": seq, "type": "taken-back", "to": item.to}
            else:
                yield {"seq": seq, "type": "matter", "matter": item.to_json()}


def streams_for(sides: Sequence[str]) -> dict[str | None, Stream]:
    """A stream for each side, for who has none, and for the umpire."""
    return {audience: Stream(audience) for audience in (*sides, PUBLIC, None)}
