"""Where a unit can go: everything within its points, by the cheapest way. [6.1b]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.board.kernel import Steps
from grognard.engine.sequence import CLOCK
from grognard.kit import ways
from grognard.kit.ways import NOWHERE, Routes, laid_out
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
    """A search from the first steps on, most of them like any other; but a unit may have a bridge
    of its own. [13.8b]
    """
    strat = unit_of(game, m.name).mode == STRAT
    land = country(game, m.side, m.move, can_attack(game, m.name), strat)
    if crossings(game, m.side, m.name) == land.heads:
        return onward(land, m, land.out_of(m.hex))
    around = game.board.around(m.hex)
    prices = (step_price(game, m.side, m.move, m.hex, b, name=m.name) for b in around)
    steps = [(b, price) for b, price in zip(around, prices, strict=True) if price is not None]
    return onward(land, m, steps)


def onward(land: ways.Country, m: March, steps: Sequence[tuple[int, int]]) -> Routes:
    """Where a march leads by its first steps; a hex beyond its points is a minimum move. [6.1c]"""
    first: list[tuple[int, int]] = []
    least: list[int] = []
    for b, cost in steps:
        if land.shut[b]:
            continue
        if cost <= m.left:
            first.append((b, cost))
        elif not m.begun:
            least.append(b)
    return land.routes(m.hex, first, m.left, {b: (b,) for b in sorted(least)})


@dataclass(frozen=True, slots=True)
class Country(ways.Country):
    """The map as some of a side's units find it.

    `whole` are the steps that take an allowance whole, `dues` what is paid on top. Rivers count for
    less at the `heads`.
    """

    whole: Mapping[int, tuple[int, ...]]
    dues: Mapping[int, int]
    heads: list[frozenset[int]]

    def out_of(self, h: int) -> list[tuple[int, int]]:
        """The steps out of a hex with all that they cost."""
        dues = self.dues
        steps = [(b, cost + dues.get(b, 0)) for b, cost in self.steps[h]]
        return steps + [(b, ALL) for b in self.whole.get(h, ())]


def country(game: Ocs, side: str, move: str, attack_capable: bool, strat: bool) -> Country:
    """The map for units of a class and a side, Attack-Capable or not, in Strat Mode or not."""

    def compute() -> Country:
        steps, whole = _all_steps(game, side, move)
        stop = halting(game, side) if move == TRUCK else None
        shut, dues = closed(game, side, attack_capable, strat), surcharges(game, side, move)
        extra = tolls(game, side, move)
        return Country(steps, shut, stop, extra, whole, dues, crossings(game, side))

    return game.cached(("country", side, move, attack_capable, strat), LAND, compute)


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
    return game.cached(("extra", side, move), (), lambda: laid_out(found, game.board.n), found)


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
