"""Zones of control: where they lie now, and how full hexes are. [8.1] [8.2]"""

from __future__ import annotations

import numpy as np

from grognard.engine.sequence import CLOCK
from grognard.systems.nextwar.ground import PEAKS
from grognard.systems.nextwar.pieces.beachheads import beachhead_at
from grognard.systems.nextwar.pieces.stacks import HALF, holder, stacks, units_at, zones
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, WAR
from grognard.systems.nextwar.units import UNITS

BEACHHEAD_LIMIT = 6 * HALF
"""[8.5.8.2-b1]"""
OPENING = "opening"
"""What the first movement segment of the game is asked for as. [8.2.3]"""


def in_zone(game: Nw, h: int, side: str) -> bool:
    """Whether a hex lies in a zone of control of a side. [8.2] [8.2.1]

    The hex of a unit is in its zone, whatever it is; unless it is under a Clearing marker.
    [8.2.3-p3]
    """
    if zones(game).counts[side][h]:
        return not suspended(game, h, side)
    units = game.state[UNITS]
    return holder(game, h) == side and any(not units[n].clearing for n in units_at(game, h))


def zone_of(game: Nw, side: str) -> frozenset[int]:
    """The hexes into which a side's stacks project zones of control now. [8.2.1] [8.2.3]"""

    def compute() -> frozenset[int]:
        reached = frozenset(np.flatnonzero(zones(game).counts[side]).tolist())
        if not opening(game):
            return reached
        control, enemy = game.scenario.control, game.scenario.other(side)
        return frozenset(h for h in reached if control[h] != enemy)

    return game.cached(("zone", side), (UNITS.name, CLOCK.name, WAR.name), compute)


def suspended(game: Nw, h: int, side: str) -> bool:
    """Whether a side's zones do not yet reach a hex that its enemy controlled at the start.

    They do after the first Movement Segment of the first turn. [8.2.3-p2]
    """
    scenario = game.scenario
    return scenario.control[h] == scenario.other(side) and opening(game)


def opening(game: Nw) -> bool:
    """Whether the first Movement Segment of the game is not over. [8.2.3-p2]"""
    if game.turn > 1:
        return False
    first = next(
        i for i, s in enumerate(game.segments) if s.kind.endswith("-move") and not s.skipped(game)
    )
    return game.clock.step <= first


def limit(game: Nw, h: int, side: str) -> int:
    """How many half stacking points a hex holds without penalty; a Beachhead's, six points.

    [8.1.1] [8.1.1.1] [8.5.8.2-b1]
    """
    if beachhead_at(game, h):
        return BEACHHEAD_LIMIT
    tunnels = game.scenario.special.tunnels
    if tunnels.hexes and tunnels.open(h, side, game.turn):
        return tunnels.room
    return (3 if game.board.terrain[h] in PEAKS else 4) * HALF


def one_division(game: Nw, names: tuple[str, ...]) -> bool:
    """Whether all are brigades, regiments or battalions of one division. [8.1.1.1-x1]"""
    counters = game.scenario.counters
    formations = {(counters[name].nation, counters[name].formation) for name in names}
    small = all(counters[name].small for name in names)
    return small and len(formations) == 1 and formations <= game.scenario.divisions


def excess(game: Nw, h: int) -> int:
    """By how many half points a hex is over-stacked. [8.1.1.1-b1]"""
    index = stacks(game)
    if h not in index.crowds:
        return 0
    names = units_at(game, h)
    side = index.holders[h]
    over = index.sizes[h] - limit(game, h, side)
    if over <= 0:
        return 0
    mountain = game.board.terrain[h] in PEAKS
    return 0 if not mountain and one_division(game, names) else over


def controller(game: Nw, h: int) -> str:
    """Who controls a hex. [8.4]"""
    return game.state[HEXES][h].control
