"""Mech units on the road are in each other's way. [7.10.3] [5.5.5] [6.5.0]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kit.ways import POINT
from grognard.systems.goss.movement.allowance import LEG, ROAD
from grognard.systems.goss.movement.parties import Party, paired
from grognard.systems.goss.pieces.stacking import counts_on_road, road_groups
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import STRAT, UNITS

JAM = 2 * POINT
"""What it costs to join a Mech unit on the road. [7.10.3]"""
FREE, JOINS, CLOSED = 0, 1, 2
"""A hex is free; one may join those there, for more MP and no further; it is closed."""
MOST = 2
"""How many Mech units may be in a hex on the road. [7.10.3]"""


def jams(game: Gs, side: str) -> dict[int, int]:
    """The hexes of a side with Mech units that count on the road, and how many: 3 where there are
    any in Strat mode. [7.10.3] [5.5.5]"""
    return game.cached(("jams", side), (UNITS.name, "hqs"), lambda: _jams(game, side))


def _jams(game: Gs, side: str) -> dict[int, int]:
    found, units, counters = {}, game.state[UNITS], game.scenario.counters
    for h in stacks(game).held[side]:
        names = [n for n in units_at(game, h) if counts_on_road(counters[n], units[n])]
        if not names:
            continue
        if any(units[n].mode == STRAT for n in names):
            found[h] = MOST + 1
        else:
            found[h] = 1 if len(names) == 1 else min(len(road_groups(game, h)), MOST)
    return found


def room(game: Gs, party: Party, h: int, as_clear: bool = False) -> int:
    """Whether a party may enter a hex, for the Mech units that are there. [7.10.3] [5.5.5]

    `as_clear`: it uses a clear hex as a road, and so ignores them unless anybody is in Strat mode.
    [7.10.0]
    """
    if party.gait == LEG:
        return FREE
    there = [n for n in units_at(game, h) if n not in party.fast]
    count = jams(game, party.side).get(h, 0)
    if not count:
        return FREE
    if party.strat or count > MOST:
        return JOINS if _one(game, party.fast, h, there) else CLOSED
    if party.gait != ROAD or as_clear:
        return FREE
    if count < MOST:
        return JOINS
    return JOINS if _groups(game, party.fast, h, there) <= MOST else CLOSED


def _groups(game: Gs, movers: Sequence[str], h: int, there: Sequence[str]) -> int:
    """How many Mech units would count in a hex, special stacking and companies that move together
    being one. [7.10.3] [6.2.0]"""
    found = road_groups(game, h, (*there, *movers))
    apart = [group for group in found if {*group} & {*movers}]
    return len(found) - (1 if len(apart) > 1 and paired(game, movers) else 0)


def _one(game: Gs, movers: Sequence[str], h: int, there: Sequence[str]) -> bool:
    """Whether movers and those in Strat mode would be one by special stacking. [5.5.5]"""
    found = road_groups(game, h, (*there, *movers))
    if len(found) == 1:
        return True
    strat = {n for n in there if unit_of(game, n).mode == STRAT}
    mine = next((group for group in found if {*group} & {*movers}), ())
    alone = not any(unit_of(game, n).mode == STRAT for n in movers)
    return alone and bool(mine) and strat <= {*mine}
