"""Panels beside the map: lists of counters off it, lines of the order of battle, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

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
