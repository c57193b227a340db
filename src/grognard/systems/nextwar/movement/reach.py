"""Where a unit can go in this segment: all within its points, by the cheapest way. [8.5.1]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.board.kernel import Steps
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.kit.ways import NOWHERE, Country, Routes, laid_out
from grognard.systems.nextwar.charts import movement_cost
from grognard.systems.nextwar.ground import WATER
from grognard.systems.nextwar.movement.clearing import bypassable, must_clear
from grognard.systems.nextwar.movement.eligible import ignorable, unable
from grognard.systems.nextwar.movement.marching import ZONE_ROW, March, march, stride
from grognard.systems.nextwar.movement.roads import bridged, hostile_work
from grognard.systems.nextwar.pieces.stacks import stacks, zones
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import excess, in_zone, suspended
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES, STORM, WAR
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import UNITS

MAPS = (UNITS.name, HEXES.name, BRIDGES.name, SITES.name, WAR.name, CLOCK.name)


def routes(game: Nw, name: str) -> Routes:
    """Where a unit by itself can go from here with what it has left."""

    def compute() -> Routes:
        if unable(game, name) is not None or unit_of(game, name).clearing:
            return NOWHERE
        return _search(game, march(game, name))

    return game.cached(("routes", name), MAPS, compute)


def _search(game: Nw, m: March) -> Routes:
    board = game.board
    first = []
    for b in board.around(m.hex):
        found = stride(game, m, b, last=m.slow)
        if not isinstance(found, Refusal):
            first.append((b, found.cost))
    if m.slow:
        return Routes(dict(first), {}, {b: (b,) for b, _ in first})
    land = country(game, m)
    known = land.routes(m.hex, first, m.left)
    return _ended(game, m, land, known)


def _ended(game: Nw, m: March, land: Country, known: Routes) -> Routes:
    """The ways that end where stopping is not like going on. [8.2.4-x1] [8.4.1]"""
    costs, before, ways = dict(known.costs), dict(known.before), {}
    for h in special(game, m):
        if h == m.hex:
            continue
        best = costs.get(h)
        for a in game.board.around(h):
            if a != m.hex and (a not in known.costs or (land.stop is not None and land.stop[a])):
                continue
            spent = 0 if a == m.hex else known.costs[a]
            on = m if a == m.hex else replace(m, hex=a, left=m.left - spent, fresh=False)
            found = stride(game, on, h)
            if isinstance(found, Refusal) or (best is not None and spent + found.cost >= best):
                continue
            best = spent + found.cost
            ways[h] = (*(() if a == m.hex else known.path(a)), h)
            costs[h] = best
    return Routes(costs, before, ways)


def special(game: Nw, m: March) -> Sequence[int]:
    """The hexes near enough that must be cleared, or where light infantry may take the road."""

    def compute() -> tuple[int, ...]:
        enemy = game.scenario.other(m.side)
        return tuple(
            h
            for h in range(game.board.n)
            if must_clear(game, h, m.side) or game.state[HEXES][h].gas
            or (in_zone(game, h, enemy) and ignorable(game, h))
        )  # fmt: skip

    found = game.cached(("special", m.side), MAPS, compute)
    return [h for h in found if game.board.distance(m.hex, h) * 3 <= m.left + 12]


def country(game: Nw, m: March) -> Country:
    """The map as a unit finds it on its way. [8.3]"""
    key = "country", m.side, m.mobility, m.light

    def compute() -> Country:
        steps = steps_of(game, m.side, m.mobility, m.light)
        return Country(steps, _shut(game, m), _stop(game, m), _extra(game, m))

    return game.cached(key, MAPS, compute)


def _shut(game: Nw, m: March) -> bytes:
    """Where enemies stand [8.2.2-b1], or gas lies that takes everything."""
    shut = bytearray(game.board.n)
    for h in stacks(game).held[game.scenario.other(m.side)]:
        shut[h] = 1
    for h, status in game.state[HEXES].items():
        if status.gas:
            shut[h] = 1
    return bytes(shut)


def _zone(game: Nw, m: March) -> list[int]:
    """The hexes of enemy zones that this march cannot ignore. [8.2.4]"""
    enemy = game.scenario.other(m.side)
    counts = zones(game).counts[enemy]
    return [
        h
        for h, count in enumerate(counts)
        if count and not suspended(game, h, enemy) and not (m.light and ignorable(game, h))
    ]


def _stop(game: Nw, m: March) -> bytes:
    """Where nobody goes on: in enemy zones [8.2.2-b2], and where a city must be cleared. [8.4.1]"""
    stop = bytearray(game.board.n)
    for h in _zone(game, m):
        stop[h] = 1
    for h in range(game.board.n):
        if must_clear(game, h, m.side) and not bypassable(game, h, m.side):
            stop[h] = 1
    return bytes(stop)


def _extra(game: Nw, m: March) -> Sequence[int] | None:
    """What is paid to enter, besides the ground. [8.2.2-b5] [23.4.4]"""
    toll = movement_cost(game.scenario.tables, ZONE_ROW, "leg", False).points
    own, enemy = stacks(game).held[m.side], game.scenario.other(m.side)
    found = {h: toll for h in _zone(game, m) if h not in own}
    for h, status in game.state[HEXES].items():
        if status.interdiction:
            found[h] = found.get(h, 0) + status.interdiction * 12
    special, counter = game.scenario.special, counter_of(game, m.name)
    for h in special.zone.hexes | special.refugees.hexes:
        foreign = game.state[HEXES][h].control == enemy
        found[h] = found.get(h, 0) + special.toll(counter, h, game.turn, foreign)[1] * 12
    return laid_out(found, game.board.n)


def steps_of(game: Nw, side: str, mobility: str, light: bool = False) -> Steps:
    """What steps cost with roads and bridges as they are; `light` of light infantry alone.

    [8.3.2]
    """
    ground, board = game.scenario.ground, game.board
    storm = weather(game) == STORM
    base = ground.steps(mobility, storm)
    closed = {h for h in stacks(game).crowds if excess(game, h)}
    closed |= {site.hex for site in ground.sites if hostile_work(game, site.hex, side)}
    into = {h for h, status in game.state[HEXES].items() if status.interdiction}
    clearing = {h for h in range(board.n) if must_clear(game, h, side)}
    through = {h for h in clearing if bypassable(game, h, side)}
    enemy = game.scenario.other(side)
    slipped = set()
    if light:
        slipped = {h for h in range(board.n) if ignorable(game, h) and in_zone(game, h, enemy)}
    bridges = game.state[BRIDGES].items()
    down = {key for key, bridge in bridges if not bridge.stands or bridge.builder}
    touched = closed | into | through | slipped
    touched |= {h for key in down for h in ground.side_hexes(key)}
    changes: dict[int, tuple[tuple[int, int], ...]] = {}
    for a in {*touched, *(n for h in touched for n in board.around(h))}:
        out = []
        for b in board.around(a):
            roadless = bool({a, b} & closed or b in into or b in through or {a, b} & slipped)
            if ground.river(a, b) == WATER and {a, b} & through:
                continue  # [8.5.1.1]
            bridge = bridged(game, a, b)
            cost = ground.price(mobility, a, b, storm=storm, road=not roadless, bridge=bridge)
            if cost is not None:
                out.append((b, cost))
        changes[a] = tuple(out)
    return base.altered(changes) if changes else base
