"""What becomes of works: given up, taken, razed. [17.4.1f]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.observation.cover import intact_area, status
from grognard.systems.goss.pieces.stacks import own_at, units_at
from grognard.systems.goss.pieces.values import counter_of, side_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, IP
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.works.building import sapper
from grognard.systems.goss.works.shelter import take_shelter


def given_up(game: Gs, h: int) -> None:
    """A field work that nobody of its side is in any more is gone, unless it is one that stays.
    [17.4.1f] [17.4.1f-3]"""
    found = status(game, h)
    if not found.work or found.fixed or own_at(game, h, found.side):
        return
    left = found.side if found.fort else ""
    game.put(HEXES, h, replace(found, work="", side=left))
    facts = {"hex": game.board.label(h), "work": found.work}
    game.emit(Event("work-lost", "17.4.1f-3", facts))


def spent(game: Gs, h: int, rule: str) -> None:
    """An ET-3 is given up for a hit: nothing is left of it, and who was in it is in the open.
    [17.4.1d(e)] [17.4.1e(d)]"""
    found = status(game, h)
    game.put(HEXES, h, replace(found, work="", side="", fixed=False))
    game.emit(Event("work-lost", rule, {"hex": game.board.label(h), "work": found.work}))
    take_shelter(game, units_at(game, h))


def abandoned(game: Gs) -> None:
    """At the end of a phase every empty field work is gone, and who has come to one, or may use it
    again, is in it. [17.4.1f-3] [17.4.1]"""
    for h, found in [*game.state[HEXES].items()]:
        if found.work:
            given_up(game, h)
        there = units_at(game, h)
        if there and not (found.work or found.fort):  # nothing to go into
            there = tuple(n for n in there if unit_of(game, n).inside)
        if there:
            take_shelter(game, there)


def razed(game: Gs, side: str, h: int) -> None:
    """A fortified area is destroyed for good: an IP of the side that has it now stands there, and
    stays though nobody is in it. [17.4.1f]"""
    found = status(game, h)
    game.put(HEXES, h, replace(found, ruined=True, work=IP, side=side, fixed=True))
    facts = {"hex": game.board.label(h), "side": side}
    game.emit(Event("area-razed", "17.4.1f", facts))
    take_shelter(game, units_at(game, h))


def seize(game: Gs, side: str, h: int) -> None:
    """A unit has advanced into a hex after an assault: a fortified area of the enemy is destroyed,
    and his field work changes hands or is gone. [17.4.1f] [17.4.1f-2]"""
    if intact_area(game, h) == other(side):
        razed(game, side, h)
    else:
        trodden(game, side, h)


def trodden(game: Gs, side: str, h: int) -> None:
    """A unit enters a hex with a work of the enemy that nobody is in: one that stays becomes an IP
    of its side, any other is gone. [17.4.1f-2] [17.4.1f-3]"""
    found = status(game, h)
    if not found.work or found.side != other(side) or own_at(game, h, found.side):
        return
    if found.fixed:
        game.put(HEXES, h, replace(found, work=IP, side=side))
        facts = {"hex": game.board.label(h), "side": side}
        game.emit(Event("work-taken", "17.4.1f-2", facts))
    else:
        given_up(game, h)


def passed(game: Gs, names: Sequence[str], h: int) -> None:
    """Units have entered a hex, to stay or to go on. [17.4.1f-2]"""
    trodden(game, side_of(game, names[0]), h)


def areas_razed(game: Gs) -> None:
    """Engineers of any size who stand in a fortified area of the enemy at the beginning of their
    Construction Phase destroy it, and have done no work by that. [17.4.1f]"""
    side = active(game)
    for h in sorted({unit.hex for unit in game.state[UNITS].values() if unit.hex >= 0}):
        if intact_area(game, h) != other(side):
            continue
        if any(sapper(counter_of(game, n)) for n in own_at(game, h, side)):
            razed(game, side, h)
