"""What wins: the scale of victory, where a side stands on it, and what each place is worth.

A system fills the forms in from its scenario's terms (`Tabletop.terms`); of what only the end of
the game tells they say that it counts, and not how it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from grognard.engine.game import Game
from grognard.table.cards import Labels
from grognard.table.writing import Card

Stand = Literal["won", "part", "open", "gone", "end"]


@dataclass(frozen=True, slots=True)
class Degree(Card):
    """A class of the scale of victory: from how many points to how many, and whose it is."""

    title: str
    winner: str | None
    """The side that wins; None for a draw."""
    least: int | None
    """The fewest points that reach it; None where it begins below everything."""
    most: int | None
    here: bool
    """Whether the points that are counted now reach it."""


@dataclass(frozen=True, slots=True)
class Prize(Card):
    """Something that is worth points: a place, or so many steps of troops."""

    title: str
    worth: int
    each: str
    """What that is for, where it is not for the whole: `hex`, or how many steps; else empty."""
    hexes: Labels
    held: int
    of: int
    by: int | None
    """The last turn in which it can be won."""
    stand: Stand
    """won; part of it; open; gone, when it is too late; end, when only the end tells."""
    rule: str


@dataclass(frozen=True, slots=True)
class Condition(Card):
    """What decides the game at once, or ends it before its time."""

    text: str
    rule: str
    hexes: Labels
    held: int | None
    """How many of its hexes are held, where both sides may know."""


@dataclass(frozen=True, slots=True)
class Terms(Card):
    """The terms of victory, and how they stand."""

    side: str
    """The side whose points are counted."""
    total: int
    complete: bool
    """Whether all points are counted, or some only at the end."""
    rule: str
    degrees: tuple[Degree, ...]
    """The scale, the worst for that side first."""
    prizes: tuple[Prize, ...]
    conditions: tuple[Condition, ...]


def scale(rows: Sequence[tuple[int, str, str]], total: int | Fraction) -> tuple[Degree, ...]:
    """A scale of the fewest points of each class, its winner and its name, lowest first."""
    order = sorted(rows)
    floors: list[int | None] = [None, *(least for least, _, _ in order[1:])]
    tops: list[int | None] = [*(least - 1 for least, _, _ in order[1:]), None]
    return tuple(
        Degree(
            title,
            winner or None,
            least,
            most,
            (least is None or total >= least) and (most is None or total <= most),
        )
        for (_, winner, title), least, most in zip(order, floors, tops, strict=True)
    )


def verdict(game: Game[Any]) -> tuple[str | None, str]:
    """Which side has won, and how; nobody and `draw` if the game ended without a winner."""
    if not game.over:
        return None, "unfinished"
    told = [event for event in game.events if event.kind == "victory"]
    facts = told[-1].facts if told else {}
    winner = facts.get("winner")
    if winner not in game.scenario.sides:
        return None, str(facts.get("degree", "draw"))
    return str(winner), str(facts.get("degree", "victory"))


def margin(terms: Terms | None, side: str) -> int:
    """By how many points a side would win as things stand, from 0 on; below 0 it is short of it."""
    if terms is None:
        return 0
    if side == terms.side:
        least = [one.least for one in terms.degrees if one.winner == side]
        return terms.total - min((points for points in least if points is not None), default=0)
    most = [one.most for one in terms.degrees if one.winner not in (None, terms.side)]
    return max((points for points in most if points is not None), default=0) - terms.total
