"""Entries: the actions in force, the lines of the history, and how far back a player may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal, Refused

if TYPE_CHECKING:
    from grognard.engine.pact import Pact

UMPIRE = "umpire"
ENGINE = "engine"
PUBLIC = "public"
"""Who looks on without a side: he knows what lies open to everybody, and nothing else."""
RENEW = "renew"
"""What the engine does where other rules begin to count: see `following`."""
RESERVED = (UMPIRE, ENGINE, PUBLIC)
"""What no side may be called."""


class Entry(NamedTuple):
    """One action in force: who, what, whether it began a procedure, and what chance it drew."""

    by: str
    action: Action
    root: bool
    auto: bool
    mark: int
    events: int
    opened: int
    chance: list[int]
    revealed: list[str]


class Line(NamedTuple):
    """One line of the game's history: it is only ever added to, undo included."""

    by: str
    action: Action
    auto: bool
    chance: tuple[int, ...] = ()
    pact: Mapping[str, Any] | None = None
    """What was pledged for its dice, and shown of it (see `pact`)."""


def in_force(history: Sequence[Line]) -> list[tuple[int, Line]]:
    """The lines that have not been taken back, each with its number."""
    kept: list[tuple[int, Line]] = []
    for n, line in enumerate(history):
        if line.action["do"] == "undo":
            del kept[line.action["to"] :]
        else:
            kept.append((n, line))
    return kept


class Bookmark(NamedTuple):
    """A point of a game: how many lines and entries there were, which question was open, and how
    far the pact of its dice had come."""

    lines: int
    entries: int
    opened: int
    pact: Pact


def checkpoint(entries: list[Entry], count: int, floor: int = 0) -> int:
    """The entry from which to run again so that exactly `count` entries stay.

    Where those out of reach end, at the `floor`, no procedure is under way.
    """
    start = count
    while start > floor and (
        not entries[start].root or entries[start].action["do"] in ("instruct", RENEW)
    ):
        start -= 1
    return start


def left_for_later(entry: Entry) -> bool:
    """Whether an entry is nothing but standing answers, which are their player's secret."""
    return bool(entry.action["do"] == "instruct")


def undo_target(entries: list[Entry], player: str | None, floor: int = 0) -> int:
    """How many entries stay when a player's last action is taken back; None is the umpire.

    The first entries, up to the `floor`, are out of reach.
    """
    last = len(entries) - 1
    while last > 0 and (entries[last].auto or player not in (None, entries[last].by)):
        last -= 1
    if last <= 0:
        raise Refused([Refusal("undo", "there is nothing to take back")])
    if any(entry.action["do"] == RENEW for entry in entries[last:]):
        raise Refused([Refusal("undo", "another release of the rules has begun to count since")])
    if last < floor:
        raise Refused([Refusal("undo", "a mended scenario was taken over since")])
    if player is not None:
        _fair_to_undo(player, entries[last:])
    return last


def _fair_to_undo(player: str, entries: list[Entry]) -> None:
    """Refuse to take back what a player has learned from, or what others have built on."""
    others = [e.by for e in entries if e.by != player and not e.auto and not left_for_later(e)]
    if others:
        raise Refused([Refusal("undo", f"{others[0]} has acted since")])
    if any(entry.chance for entry in entries):
        raise Refused([Refusal("undo", "dice have fallen since")])
    if any(entry.revealed for entry in entries):
        raise Refused([Refusal("undo", "something was revealed since")])
