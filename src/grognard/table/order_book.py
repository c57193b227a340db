"""The order book: pages of orders, leaf by leaf, and each day of it in words.

A leaf says which line of a game's record it belongs to, so that it lies beside the game and not in
it; a book is written as a file of one leaf a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from grognard.engine.record import canonical
from grognard.table import intent
from grognard.table.intent import OrderLine, Page, PageError, Point, Sight
from grognard.table.tabletop import Tabletop
from grognard.table.words import AnyGame
from grognard.table.writing import Card

ENDING = ".orders.jsonl"
"""How the name of a file ends that lies beside a save."""


@dataclass(frozen=True, slots=True)
class IntentPlan(Card):
    """A plan of one phase, without what was said in the turn before it."""

    phase: str
    aims: tuple[OrderLine, ...]
    efforts: tuple[OrderLine, ...]
    fears: tuple[OrderLine, ...]
    kept: tuple[OrderLine, ...]
    dropped: tuple[OrderLine, ...]


@dataclass(frozen=True, slots=True)
class IntentReasons(Card):
    """Why the orders of one phase were given."""

    phase: str
    lines: tuple[OrderLine, ...]


@dataclass(frozen=True, slots=True)
class IntentDay(Card):
    """The orders of the day of one side."""

    turn: int
    date: str
    side: str
    plans: tuple[IntentPlan, ...]
    reasons: tuple[IntentReasons, ...]


class Leaf(NamedTuple):
    """A page, the line of the record that it belongs to, who wrote it, and when."""

    n: int
    side: str
    turn: int
    step: int
    page: Page


def line_of(leaf: Leaf) -> str:
    """A leaf as a line of a file."""
    return canonical({**leaf._asdict(), "page": intent.written(leaf.page)}) + "\n"


def read_lines(text: str) -> list[Leaf]:
    """The leaves of a file; whatever is none is refused, saying in which line it stands."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
            found.append(Leaf(**{**row, "page": intent.read(row["page"])}))
        except (PageError, TypeError, KeyError, ValueError) as error:
            raise PageError(f"line {number}: {error}") from None
    return found


def sight_of(game: AnyGame, table: Tabletop, audience: str, page: Page) -> Sight:
    """What of a page somebody can see on the table as it lies now."""
    seen = table.screened(game, audience)
    cards = {card.id for card in table.counters(seen, audience)}
    stacks = {stack.hex for stack in table.stacks(seen, audience)}
    pieces, hexes = intent.named_in(page), intent.places_in(page)
    return Sight(sorted(pieces & cards), sorted(hexes & stacks))


def turned(game: AnyGame, table: Tabletop, leaf: Leaf) -> bool:
    """Whether the player's turn in which a leaf was written is over."""

    def stretch(step: int) -> str:
        return game.segments[step].stretch or str(table.phase_side(game, step))

    return game.turn != leaf.turn or stretch(game.clock.step) != stretch(leaf.step)


# ---- in words


def days(game: AnyGame, table: Tabletop, leaves: Sequence[Leaf]) -> tuple[IntentDay, ...]:
    """The orders of each day and side, in the order of turns and of play."""
    sides = game.scenario.sides
    found: dict[tuple[int, int], list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault((leaf.turn, sides.index(leaf.side)), []).append(leaf)
    return tuple(
        IntentDay(
            turn=turn,
            date=table.day(game, turn),
            side=sides[side],
            plans=tuple(_plans(game, table, those)),
            reasons=tuple(_reasons(game, table, those)),
        )
        for (turn, side), those in sorted(found.items())
    )


def _plans(game: AnyGame, table: Tabletop, leaves: Sequence[Leaf]) -> Iterator[IntentPlan]:
    """Every plan of the day, each point once."""
    said: set[tuple[str, str]] = set()
    for leaf in leaves:
        if leaf.page.plan is None:
            continue
        sections: dict[str, tuple[OrderLine, ...]] = {}
        for name in intent.SECTIONS:
            lines = _lines(game, table, getattr(leaf.page.plan, name))
            fresh = [line for line in lines if (name, line.text) not in said]
            said.update((name, line.text) for line in fresh)
            sections[name] = tuple(fresh)
        if any(sections.values()):
            yield IntentPlan(table.phase_title(game, leaf.step), **sections)


def _lines(game: AnyGame, table: Tabletop, points: Iterable[Point]) -> list[OrderLine]:
    lines = (intent.tell(game, table, point) for point in points)
    return [line for line in lines if line.text]


def _reasons(game: AnyGame, table: Tabletop, leaves: Sequence[Leaf]) -> Iterator[IntentReasons]:
    """The reasons phase by phase; those alike are told in one breath."""
    steps: dict[int, list[Point]] = {}
    for leaf in leaves:
        if leaf.page.reason is not None:
            steps.setdefault(leaf.step, []).append(leaf.page.reason)
    for step, points in steps.items():
        lines = _lines(game, table, _together(points))
        if lines:
            yield IntentReasons(table.phase_title(game, step), tuple(lines))


def _together(points: Iterable[Point]) -> list[Point]:
    """Points of one kind about the same ground as one."""
    found: dict[tuple[Any, ...], Point] = {}
    for point in points:
        key = point.kind, point.hexes, point.towards, *sorted(point.facts.items())
        known = found.get(key)
        if known is not None:
            pieces = (*known.pieces, *point.pieces)
            stands = (*known.stands, *point.stands)
            point = replace(
                known, pieces=(*dict.fromkeys(pieces),), stands=(*dict.fromkeys(stands),)
            )
        found[key] = point
    return list(found.values())
