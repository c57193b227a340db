"""Panels beside the map: lists of counters off it, lines of the order of battle, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from grognard.table.cards import CounterCard, ForceLine, OffMap, Sample
from grognard.table.tabletop import nation
from grognard.table.words import AnyGame


def off_map(
    cards: Iterable[CounterCard], lists: Iterable[tuple[str, str, str | None]]
) -> list[OffMap]:
    """The counters that lie in lists beside the map: each list by its id, its title and its side,
    as far as anything is in it."""
    at: dict[str, list[str]] = {}
    for card in cards:
        if card.box is not None:
            at.setdefault(card.box, []).append(card.id)
    return [OffMap(name, title, side, tuple(at[name])) for name, title, side in lists if name in at]


def formations(
    cards: Iterable[CounterCard], heading: Callable[[CounterCard], str | None]
) -> dict[tuple[str, str], list[CounterCard]]:
    """The counters of the order of battle by their side and heading; those without one are left
    out."""
    found: dict[tuple[str, str], list[CounterCard]] = {}
    for card in cards:
        title = heading(card)
        if title is not None:
            found.setdefault((card.side, title), []).append(card)
    return found


def line(card: CounterCard, where: str, gone: bool) -> ForceLine:
    """A counter in the order of battle: its values, where it is, or that nothing is left of it."""
    return ForceLine(
        piece=card.id,
        name=card.name,
        values=card.printed,
        step=0 if gone else min(card.step, card.steps),
        steps=card.steps,
        where=card.hex or where,
        states=tuple(state.title for state in card.states),
    )


def by_side(
    game: AnyGame, chart: str, title: str, unit: str, value: Callable[[str], int | Fraction]
) -> Iterator[Sample]:
    """A number of each side, for a chart."""
    for side in game.scenario.sides:
        yield Sample(chart, title, unit, nation(game, side), side, value(side))


def points(game: AnyGame, what: str, total: Callable[[Any], int | Fraction]) -> Iterator[Sample]:
    """The victory points of the side that wins by them, for a chart; none where nobody does."""
    side = game.scenario.victory.side
    if side:
        title = f"{nation(game, side)} {what}"
        yield Sample("points", "Victory points", "VP", title, side, total(game))
