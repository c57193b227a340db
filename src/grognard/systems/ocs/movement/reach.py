"""Where a unit can go: everything within its points, by the cheapest way. [6.1b]"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.board.kernel import Steps
from grognard.board.search import path_to, plain, reach_paths
from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.ground import ALL
from grognard.systems.ocs.movement.movement import (
    DEPENDS,
    March,
    condition,
    crossings,
    held,
    march,
    step_price,
    surcharges,
    unable,
)
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import can_attack, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, HEXES, SHIPS, SITES, TRANSPORT, TURN
from grognard.systems.ocs.turn.phases import peaceful
from grognard.systems.ocs.units import STRAT, TRUCK, UNITS

LIES = tuple(r.name for r in (UNITS, DUMPS, TRANSPORT, SITES, SHIPS, TURN, CLOCK))
"""The maps of the State that decide which hexes are closed."""


LAND = (*LIES, HEXES.name)
"""Those that decide what steps cost besides."""


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
NOBODY: frozenset[int] = frozenset()


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
    strat = unit_of(game, m.name).mode == STRAT
    land = country(game, m.side, m.move, can_attack(game, m.name), strat)
    shut = bytearray(land.shut)
    shut[m.hex] = 1
    first, least = _first_steps(game, m, land)
    costs, before = reach_paths(land.steps, first, m.left, shut, land.stop, land.extra)
    only = frozenset(b for b in least if b not in costs) if least else NOBODY
    if only:
        costs = {**plain(costs), **dict.fromkeys(sorted(only), m.left)}
    return Routes(costs, before, only)


def _first_steps(game: Ocs, m: March, land: Country) -> tuple[list[tuple[int, int]], list[int]]:
    """The first steps with what they cost, and those that are minimum moves. [6.1c]

    Most are steps like any other; a unit may have a bridge of its own, though. [13.8b]
    """
    first: list[tuple[int, int]] = []
    least: list[int] = []
    if crossings(game, m.side, m.name) == land.heads:
        dues = land.dues
        steps = [(b, cost + dues.get(b, 0)) for b, cost in land.steps[m.hex]]
        steps += [(b, ALL) for b in land.whole.get(m.hex, ())]
    else:
        around = game.board.around(m.hex)
        prices = (step_price(game, m.side, m.move, m.hex, b, name=m.name) for b in around)
        steps = [(b, price) for b, price in zip(around, prices, strict=True) if price is not None]
    for b, cost in steps:
        if land.shut[b]:
            continue
        if cost <= m.left:
            first.append((b, cost))
        elif not m.begun:
            least.append(b)
    return first, least


@dataclass(frozen=True, slots=True)
class Country:
    """The map as some of a side's units find it: what steps cost, which hexes are shut to them.

    `whole` are the steps that take an allowance whole; in `stop` they go no further; `dues` are
    paid on top, `extra` are the same for a search. Rivers count for less at the `heads`.
    """

    steps: Steps
    whole: Mapping[int, tuple[int, ...]]
    shut: bytes
    stop: bytes | None
    dues: Mapping[int, int]
    extra: Sequence[int] | None
    heads: list[frozenset[int]]


def country(game: Ocs, side: str, move: str, attack_capable: bool, strat: bool) -> Country:
    """The map for units of a class and a side, Attack-Capable or not, in Strat Mode or not."""
    return game.cached(
        ("country", side, move, attack_capable, strat),
        LAND,
        lambda: Country(
            *_all_steps(game, side, move),
            closed(game, side, attack_capable, strat),
            halting(game, side) if move == TRUCK else None,
            surcharges(game, side, move),
            tolls(game, side, move),
            crossings(game, side),
        ),
    )


def steps_of(game: Ocs, side: str, move: str) -> Steps:
    """The steps of a class for a side, with the help of its engineers across rivers. [13.8b]"""
    return _all_steps(game, side, move)[0]


def _all_steps(game: Ocs, side: str, move: str) -> tuple[Steps, Mapping[int, tuple[int, ...]]]:
    """The same, and by hex the steps that take a whole allowance. [6.1c]"""
    ground, board, now = game.scenario.ground, game.board, condition(game, side)
    found = crossings(game, side)

    def compute() -> tuple[Steps, Mapping[int, tuple[int, ...]]]:
        steps, whole = ground.all_steps(now, move)
        heads = frozenset[int]().union(*found)
        touched = sorted({b for h in heads for b in (h, *board.around(h))})
        if not touched:
            return steps, whole
        eased = {a: ground.out_of(now, move, a, heads) for a in touched}
        costly = {**whole, **{a: least for a, (_, least) in eased.items()}}
        return steps.altered({a: out for a, (out, _) in eased.items()}), costly

    return game.cached(("steps", side, move), (), compute, (now, found))


def tolls(game: Ocs, side: str, move: str) -> Sequence[int] | None:
    """What each hex costs on top, for a search; None if no hex does."""
    found = surcharges(game, side, move)
    if not found:
        return None

    def compute() -> Sequence[int]:
        extra = array("i", bytes(4 * game.board.n))
        for h, price in found.items():
            extra[h] = price
        return extra

    return game.cached(("extra", side, move), (), compute, found)


def closed(game: Ocs, side: str, attack_capable: bool, strat: bool) -> bytes:
    """The hexes that a side's units may not enter. [4.4c] [4.8c(A)] [5.8a]"""

    def compute() -> bytes:
        enemy, quiet = game.scenario.other(side), peaceful(game)
        shut = bytearray(game.board.n)
        for h in stacks.stacks(game).held[enemy]:
            shut[h] = 1
        for h in game.scenario.closed.get(side, ()):
            shut[h] = 1
        if not attack_capable or quiet:
            for h in possessions(game, enemy):
                shut[h] = 1
        if strat or quiet:
            negated = not quiet and zones.negatable(game, zones.STRAT_MODE)
            friends = stacks.stacks(game).held[side] if negated else ()
            for h in zones.zoned(game, enemy):
                if h not in friends:
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
        stop = bytearray(game.board.n)
        for h in zones.zoned(game, game.scenario.other(side)):
            stop[h] = 1
        for h in stacks.stacks(game).held[side]:
            stop[h] = 0
        return bytes(stop)

    return game.cached(("halting", side), (UNITS.name,), compute)
