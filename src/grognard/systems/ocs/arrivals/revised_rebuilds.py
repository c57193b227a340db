"""Revised rebuilds: replacements are used soon, arrive in front, and one is enough. [21.7(1)]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.systems.ocs.arrivals import entering
from grognard.systems.ocs.pieces import headquarters, rolls
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import TRACKED, Counter

KINDS = ("pax", "eq")


def arrival_hexes(game: Ocs, side: str) -> tuple[int, ...]:
    """The hexes of headquarters in trace supply, where replacements may arrive too. [21.7(2)]

    Eating off the map is no trace.
    """
    if game.options["rebuilds-arrival"] != "on":
        return ()
    found = headquarters.headquarters(game, side)
    return tuple(sorted({unit_of(game, n).hex for n in found if supply_paths.in_trace(game, n)}))


def cost(game: Ocs, counter: Counter, pax: int, eq: int) -> tuple[int, int]:
    """What a step costs, whatever it cost before: one replacement. [21.7(3)]

    Where men and equipment were asked for it is men, but equipment if either side of the counter
    moves on tracks.
    """
    if game.options["rebuilds-single"] != "on" or not (pax or eq):
        return pax, eq
    tracks = TRACKED in (counter.combat.move, counter.move.move)
    heavy = tracks if pax and eq else bool(eq)
    return (0, 1) if heavy else (1, 0)


def wanting(game: Ocs, side: str) -> dict[str, int]:
    """How many replacements of each kind received this turn must still be used in it. [21.7(1)]

    At least half of them, so that of a single one nothing is saved.
    """
    if game.options["rebuilds-hoarding"] != "on":
        return dict.fromkeys(KINDS, 0)
    status = game.state[SIDES][side]
    pairs = zip(KINDS, status.received, status.used, strict=True)
    return {kind: max(0, (came + 1) // 2 - used) for kind, came, used in pairs}


def no_hoarding(game: Ocs) -> Procedure:
    """Replacements that had to be used and were not are lost. [21.7(1)]"""
    side = phasing(game)
    for kind, count in wanting(game, side).items():
        idle = rolls.with_trait(game, side, kind)
        newest = sorted(idle, key=lambda n: (-unit_of(game, n).entered, n))
        for name in newest[:count]:
            entering.set_aside(game, name)
            game.emit(Event("hoarded", "21.7(1)", {"kind": kind}, seen_by=(side,)))
    yield from ()
