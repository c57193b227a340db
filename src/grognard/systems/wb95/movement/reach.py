"""Where a unit can go: everything within its points, by the cheapest way. [3.1.5]"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.kit.ways import NOWHERE, Country, Routes, laid_out
from grognard.systems.wb95.air import air
from grognard.systems.wb95.masking.masking import zone_known
from grognard.systems.wb95.movement import overrun, strategic
from grognard.systems.wb95.movement.movement import (
    DISRUPTION,
    March,
    along_secondary,
    extra_hex,
    march,
    stride,
    unable,
)
from grognard.systems.wb95.pieces.stacks import stacks
from grognard.systems.wb95.pieces.values import counter_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES, MISSIONS
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works import bridges

MAPS = (UNITS.name, HEXES.name, BRIDGES.name, MISSIONS.name, CLOCK.name)


def reach(game: Wb, player: str, name: str) -> Mapping[int, int]:
    """Every hex a unit of the player can still reach in this phase, and what it costs. [3.1.5]"""
    return routes(game, name).costs if counter_of(game, name).side == player else {}


def routes(game: Wb, name: str, full: bool = False) -> Routes:
    """Where a unit can go from here with what it has left; `full` if its player pays. [10.2.3]"""

    def compute() -> Routes:
        return NOWHERE if unable(game, name) is not None else _search(game, march(game, name, full))

    return game.cached(("routes", name, full), MAPS, compute)


def _search(game: Wb, m: March) -> Routes:
    if m.left <= 0 and not m.routed:
        return NOWHERE
    regular = counter_of(game, m.name).regular
    first = [
        (b, found.cost)
        for b in game.board.around(m.hex)
        if not isinstance(found := stride(game, m, b), Refusal)
    ]
    land = Country(
        bridges.steps(game, m.move),
        closed(game, m.side, regular),
        zone_known(game, m.side),
        surcharges(game, m.side, regular),
    )
    further = _further(game, m, land) if m.routed and extra_hex(game, m.move) else None
    return land.routes(m.hex, first, m.left, further)


def closed(game: Wb, side: str, regular: bool) -> bytes:
    """The hexes a side's units may not enter: the enemy's [3.1.8], save those to be overrun.

    In strategic movement his zones of control are closed too. [12.2.2]
    """

    def compute() -> bytes:
        shut = bytearray(game.board.n)
        counters = game.scenario.counters
        for h, names in stacks(game).at.items():
            if counters[names[0]].side != side:
                shut[h] = 1
        if regular:
            for h in overrun.prey(game, side):
                shut[h] = 0
        if strategic.under_way(game):
            for h, count in enumerate(zone_known(game, side)):
                if count:
                    shut[h] = 1
        return bytes(shut)

    return game.cached(("closed", side, regular), (UNITS.name, HEXES.name, CLOCK.name), compute)


def surcharges(game: Wb, side: str, regular: bool) -> Sequence[int] | None:
    """What hexes cost on top of the ground: disruption [8.2.13] and overrunning guns [6.1.7]."""

    def compute() -> Sequence[int] | None:
        missions = game.state[MISSIONS].values()
        near = {b for one in missions for h in one.hexes for b in game.board.disk(h, 1)}
        found = {h: air.disruption_at(game, h, side) * DISRUPTION for h in sorted(near)}
        if regular:
            for h, price in overrun.prey(game, side).items():
                found[h] = found.get(h, 0) + price
        return laid_out(found, game.board.n)

    return game.cached(("surcharges", side, regular), MAPS, compute)


def _further(game: Wb, m: March, land: Country) -> dict[int, tuple[int, ...]]:
    """The hexes that the free hex at the end of a secondary route reaches. [T.terrain.n2]"""
    known = zone_known(game, m.side)
    found: dict[int, tuple[int, ...]] = {}
    done: set[int] = set()
    queue: list[tuple[int, tuple[int, ...], March]] = [(0, (), m)]
    while queue:
        spent, way, here = heapq.heappop(queue)
        if here.hex in done:
            continue
        done.add(here.hex)
        if way and known[here.hex]:
            continue
        for b in game.board.around(here.hex):
            if b in done or land.shut[b] or not along_secondary(game, here.hex, b):
                continue
            step = stride(game, here, b)
            if isinstance(step, Refusal):
                continue
            if step.after.routed:
                heapq.heappush(queue, (spent + step.cost, (*way, b), step.after))
            elif b not in found:
                found[b] = (*way, b)
    return found
