"""Where a unit can go: everything within its points, by the cheapest way. [6.1b]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.board.search import path_to, reach_paths
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.ocs import stacks, zones
from grognard.systems.ocs.movement import (
    DEPENDS,
    March,
    condition,
    held,
    march,
    stride,
    surcharges,
    unable,
)
from grognard.systems.ocs.phases import peaceful
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, SITES, TRANSPORT, TURN
from grognard.systems.ocs.units import STRAT, TRUCK, UNITS
from grognard.systems.ocs.values import can_attack, unit_of

LIES = tuple(r.name for r in (UNITS, DUMPS, TRANSPORT, SITES, SHIPS, TURN, CLOCK))
"""The maps of the State that decide which hexes are closed."""


@dataclass(frozen=True)
class Routes:
    """The hexes a unit can reach, what each costs in twelfths, and the cheapest way there.

    `least` are those that only a minimum move reaches. [6.1c]
    """

    costs: Mapping[int, int]
    before: Mapping[int, int]
    least: frozenset[int] = frozenset()

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex, from the first step on; empty if it is out of reach."""
        return (h,) if h in self.least else path_to(self.before, h)


NOWHERE = Routes({}, {})


def reach(game: Ocs, name: str) -> Mapping[int, int]:
    """Every hex a unit can still reach in this phase, and what it costs. [6.1b]"""
    return routes(game, name).costs


def routes(game: Ocs, name: str) -> Routes:
    """Where a unit can go from here with what it has left. [6.1b]"""

    def compute() -> Routes:
        if unable(game, name) is not None or held(game, name):
            return NOWHERE
        return _search(game, march(game, name))

    return game.cached(("routes", name), DEPENDS, compute)


def _search(game: Ocs, m: March) -> Routes:
    """A search from the first steps on, which decide minimum moves too. [6.1c]"""
    first: list[tuple[int, int]] = []
    least: list[int] = []
    for b in game.board.around(m.hex):
        found = stride(game, m, b)
        if isinstance(found, Refusal):
            continue
        if found.least:
            least.append(b)
        else:
            first.append((b, found.cost))
    unit = unit_of(game, m.name)
    shut = bytearray(closed(game, m.side, can_attack(game, m.name), unit.mode == STRAT))
    shut[m.hex] = 1
    stop = halting(game, m.side) if m.move == TRUCK else None
    steps = game.scenario.ground.steps(condition(game), m.move)
    costs, before = reach_paths(steps, first, m.left, shut, stop, _extra(game, m))
    only = frozenset(b for b in least if b not in costs)
    if only:
        costs = {**costs, **dict.fromkeys(sorted(only), m.left)}
    return Routes(costs, before, only)


def _extra(game: Ocs, m: March) -> Sequence[int] | None:
    found = surcharges(game, m.side, m.move)
    if not found:
        return None
    extra = [0] * game.board.n
    for h, price in found.items():
        extra[h] = price
    return extra


def closed(game: Ocs, side: str, attack_capable: bool, strat: bool) -> bytes:
    """The hexes that a side's units may not enter. [4.4c] [4.8c(A)] [5.8a]"""

    def compute() -> bytes:
        enemy, quiet = game.scenario.other(side), peaceful(game)
        shut = bytearray(game.board.n)
        for h in stacks.stacks(game).held[enemy]:
            shut[h] = 1
        if not attack_capable or quiet:
            for h in possessions(game, enemy):
                shut[h] = 1
        if strat or quiet:
            for h, count in enumerate(zones.zones(game).counts[enemy]):
                if count:
                    shut[h] = 1
        return bytes(shut)

    return game.cached(("closed", side, attack_capable, strat), LIES, compute)


def possessions(game: Ocs, side: str) -> list[int]:
    """The hexes in which a side has a dump, transport, a facility or a ship. [4.4c]"""

    def compute() -> list[int]:
        hexes = {d.hex for d in game.state[DUMPS].values() if d.side == side and d.tokens}
        hexes |= {t.hex for t in game.state[TRANSPORT].values() if t.side == side}
        hexes |= {s.hex for s in game.state[SHIPS].values() if s.side == side}
        hexes |= set(game.state[SITES])
        return [h for h in sorted(hexes) if h >= 0 and any(stacks.belongings(game, h, side))]

    names = tuple(r.name for r in (DUMPS, TRANSPORT, SHIPS, SITES))
    return game.cached(("possessions", side), names, compute)


def halting(game: Ocs, side: str) -> bytes:
    """The hexes where a side's trucks must stop: enemy zones that no friend negates. [4.5a(A)]"""

    def compute() -> bytes:
        counts = zones.zones(game).counts[game.scenario.other(side)]
        holders = stacks.stacks(game).holders
        stop = bytearray(1 if count else 0 for count in counts)
        for h, holder in holders.items():
            if holder == side:
                stop[h] = 0
        return bytes(stop)

    return game.cached(("halting", side), (UNITS.name,), compute)
