"""Retreat by helicopter: to a base of one's own, whatever air defenses say. [9.8.2-p3]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.event import Event
from grognard.kit.deeds import Questions
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.lift.airmobile import (
    flight_of,
    why_no_landing,
    why_no_points,
    why_too_far,
)
from grognard.systems.nextwar.lift.bases import own_bases, why_closed
from grognard.systems.nextwar.lift.missions import Sortie, braved
from grognard.systems.nextwar.pieces.stacks import lay, own_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather


def refuges(game: Nw, name: str) -> list[int]:
    """The bases to which a unit may be flown out: own ones in range, out of enemy zones but for
    those with friends. [9.8.2-p3] [9.8.2-p1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.lifted or weather(game) == STORM or unit.strike > 1 or not unit.steps:
        return []
    if (why_closed(game, unit.hex) or why_no_points(game, (name,), unit.hex)) is not None:
        return []
    side, enemy = counter.side, game.scenario.other(counter.side)
    return [
        h
        for h in own_bases(game, side)
        if h != unit.hex
        and why_no_landing(game, side, h) is None
        and why_too_far(game, side, (name,), unit.hex, h) is None
        and (not in_zone(game, h, enemy) or own_at(game, h, side))
    ]


def flown_out(game: Nw, name: str, h: int) -> Questions[None]:
    """Fly a unit out of its hex; nothing turns it back, but it may lose a step. [9.8.2-p3]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    start, order = unit.hex, Sortie((name,), h)
    flight = flight_of(game, side, order, start)
    points.spend(game, order.units, start)
    yield from braved(game, flight, order.units, heedless=True)
    if not unit_of(game, name).steps:
        return
    lay(game, name, h, retreated=game.serial, clearing=False)
    label = game.board.label
    facts = {"unit": name, "side": side, "from": label(start), "to": label(h)}
    game.emit(Event("retreat", "9.8.2-p3", facts, outcome=True))


def best_refuge(game: Nw, name: str, found: Sequence[int]) -> int:
    """The nearest of some bases."""
    start = unit_of(game, name).hex
    return min(found, key=lambda h: (game.board.distance(start, h), h))
