"""Where a unit can go in this segment: all within its points, by the cheapest way. [8.5.1]"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from grognard.board.kernel import Steps
from grognard.board.search import hexes_of, plain
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.kit.ways import NOWHERE, POINT, Country, Routes, laid_out
from grognard.systems.nextwar.charts import movement_cost
from grognard.systems.nextwar.ground import PEAKS, WATER, Ground
from grognard.systems.nextwar.movement.clearing import bypassable, to_clear
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.marching import ZONE_ROW, March, march, stride
from grognard.systems.nextwar.movement.roads import hostile_work
from grognard.systems.nextwar.pieces.stacks import on_map, stacks, units_at
from grognard.systems.nextwar.pieces.values import counter_of, points_allowed, unit_of
from grognard.systems.nextwar.pieces.zones import excess, zone_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SIDES, SITES, STORM, WAR
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import UNITS, Counter

MAPS = (UNITS.name, HEXES.name, BRIDGES.name, SITES.name, WAR.name, CLOCK.name)
WHO = (*MAPS, SIDES.name)
"""What decides besides who may move at all."""


SetOut = tuple[int, int, bool]
"""How a unit sets out: its hex, what it has left, and whether it has not moved in this segment."""
FEW = 4
"""So many units of a side are looked at one by one; who asks for more asks for all."""


def routes(game: Nw, name: str) -> Routes:
    """Where a unit by itself can go from here with what it has left."""
    side = counter_of(game, name).side
    return game.cached(("routes", side), WHO, lambda: _Reaches(game, side)).of(name)


class _Reaches:
    """Where the units of a side can go as long as nothing changes: first of some, then of all."""

    def __init__(self, game: Nw, side: str) -> None:
        self.game, self.side = game, side
        self.known: dict[str, Routes] = {}

    def of(self, name: str) -> Routes:
        """Where one can go."""
        found = self.known.get(name)
        if found is None:
            many = len(self.known) == FEW
            names = on_map(self.game, self.side) if many else (name,)
            self.known.update(_of_some(self.game, self.side, names))
            found = self.known.get(name)
        if found is None:
            found = self.known[name] = alone(self.game, name)
        return found

    def __eq__(self, other: object) -> bool:
        """Whether neither knows anybody whose reach is another than worked out alone, or told by
        the other."""
        if not isinstance(other, _Reaches):
            return NotImplemented
        return all(
            (self.known.get(name) or alone(self.game, name))
            == (other.known.get(name) or alone(other.game, name))
            for name in {**self.known, **other.known}
        )

    __hash__ = None  # type: ignore[assignment]


def alone(game: Nw, name: str) -> Routes:
    """Where a unit can go, worked out for it alone."""
    if unable(game, name) is not None or unit_of(game, name).clearing:
        return NOWHERE
    return _search(game, march(game, name))


def _of_some(game: Nw, side: str, names: Iterable[str]) -> Iterator[tuple[str, Routes]]:
    """Where some units of a side can go: of those who set out as whoever comes by goes on."""
    crowds: dict[str, dict[str, SetOut]] = {}
    units, counters, serial = game.state[UNITS], game.scenario.counters, game.serial
    odd: dict[bool, bytes] = {}
    for name in names:
        unit, counter = units[name], counters[name]
        if unit.clearing or unit.strike > 1 or unable(game, name):
            continue
        light = counter.light
        if light not in odd:
            odd[light] = _set_out_oddly(game, side, light)
        if not odd[light][unit.hex]:
            whole, fresh = points_allowed(game, name) * POINT, unit.moved != serial
            setting_out = unit.hex, whole if fresh else whole - unit.spent, fresh  # [8.5.1-x1]
            crowds.setdefault(counter.mobility, {})[name] = setting_out
    for crowd in crowds.values():
        yield from _of_crowd(game, crowd)


def _of_crowd(game: Nw, crowd: Mapping[str, SetOut]) -> Iterator[tuple[str, Routes]]:
    """The same of units of one mobility, but of those that a zone holds. [8.2.2-b6]"""
    m = march(game, next(iter(crowd)))
    land = country(game, m)
    found, stop = land.found, land.stop or bytes(game.board.n)
    new = {one: name for name, one in crowd.items() if one not in found and not stop[one[0]]}
    for (one, name), known in zip(new.items(), land.routes_each([*new]), strict=True):
        found[one] = _ended(game, march(game, name), land, known)
    for name, one in crowd.items():
        if one in found:
            yield name, found[one]


def _set_out_oddly(game: Nw, side: str, light: bool) -> bytes:
    """1 for every hex out of which steps may not be what the map and the zones say: in and next to
    special ones, where there is interdiction, and where an enemy work closes the way to a peak."""
    works, special, marked = (
        _enemy_works(game, side),
        _specials(game, side, light),
        _marked(game)[1],
    )
    around, terrain = game.board.around, game.board.terrain

    def compute() -> bytes:
        odd = bytearray(game.board.n)
        beside = (b for h in special for b in around(h))
        for h in (*special, *beside, *(at for at, _ in marked)):
            odd[h] = 1
        for h in works:
            odd[h] |= any(terrain[b] in PEAKS for b in around(h))
            for b in around(h) if terrain[h] in PEAKS else ():
                odd[b] = 1
        return bytes(odd)

    return game.cached(("set out oddly", side, light), (), compute, (special, marked, works))


def _search(game: Nw, m: March) -> Routes:
    if m.slow:
        strides = ((b, stride(game, m, b)) for b in game.board.around(m.hex))
        near = [(b, step.cost) for b, step in strides if not isinstance(step, Refusal)]
        return Routes(dict(near), {}, {b: (b,) for b, _ in near})
    land = country(game, m)
    known = land.routes(m.hex, _first(game, m, land), m.left)
    return _ended(game, m, land, known)


def _first(game: Nw, m: March, land: Country) -> list[tuple[int, int]]:
    """The first steps of a march and their cost: as the country has them, where nothing is special
    about leaving the hex, entering the next, or what the unit has left. [8.5.1]"""
    extra = land.extra
    held = land.stop is not None and land.stop[m.hex]
    plainly = m.fresh and not held and not game.state[HEXES][m.hex].interdiction
    odd = _odd(game, m) if plainly else frozenset()
    costs = dict(land.steps[m.hex]) if plainly and m.hex not in odd else {}
    first = []
    for b in game.board.around(m.hex):
        cost = costs.get(b, -1)
        if cost >= 0 and b not in odd and not land.shut[b]:
            cost += extra[b] if extra else 0
            if cost <= m.left:
                first.append((b, cost))
                continue
        found = stride(game, m, b, last=False)
        if not isinstance(found, Refusal):
            first.append((b, found.cost))
    return first


def _odd(game: Nw, m: March) -> frozenset[int]:
    """The hexes where a step is not simply what the map and the zones say."""
    key = "odd hexes", m.side
    return game.cached(key, MAPS, lambda: frozenset(_specials(game, m.side, light=True)))


def _ended(game: Nw, m: March, land: Country, known: Routes) -> Routes:
    """The ways that end where stopping is not like going on. [8.2.4-x1] [8.4.1]"""
    mask, beside = _beside_special(game, m)
    if not mask[m.hex] and not np.frombuffer(mask, np.uint8)[hexes_of(known.costs)].any():
        return known
    special = {h for a in (m.hex, *known.costs) if mask[a] for h in beside[a]} - {m.hex}
    reached, ways = plain(known.costs), {}
    costs = dict(reached)
    for h in sorted(special):
        best = costs.get(h)
        for a in game.board.around(h):
            if a != m.hex and (a not in reached or (land.stop is not None and land.stop[a])):
                continue
            spent = 0 if a == m.hex else reached[a]
            on = m if a == m.hex else m.at(a, spent)
            found = stride(game, on, h)
            if isinstance(found, Refusal) or (best is not None and spent + found.cost >= best):
                continue
            best = spent + found.cost
            ways[h] = (*(() if a == m.hex else known.path(a)), h)
            costs[h] = best
    return Routes(costs, known.before, ways)


def _specials(game: Nw, side: str, light: bool) -> tuple[int, ...]:
    """The same wherever they are."""
    key = "special", side, light
    return game.cached(key, MAPS, lambda: _special(game, side, light=light))


def _beside_special(game: Nw, m: March) -> tuple[bytes, Mapping[int, Sequence[int]]]:
    """1 for every hex from which a step may lead into special ones, and into which."""
    special, around = _specials(game, m.side, m.light), game.board.around

    def compute() -> tuple[bytes, Mapping[int, Sequence[int]]]:
        mask, beside = bytearray(game.board.n), dict[int, list[int]]()
        for h in special:
            for b in around(h):
                mask[b] = 1
                beside.setdefault(b, []).append(h)
        return bytes(mask), beside

    return game.cached(("beside special", m.side, m.light), (), compute, special)


def _special(game: Nw, side: str, *, light: bool) -> tuple[int, ...]:
    """The hexes that must be cleared, that have gas, or where light infantry may take the road
    through an enemy zone or leave it."""
    enemy, ground = game.scenario.other(side), game.scenario.ground
    watched = _held_and_watched(game, enemy) if light else ()
    broken = (h for h in watched if ground.broken[h])
    return tuple(sorted({*to_clear(game, side), *gassed(game), *broken}))


@dataclass(frozen=True, slots=True)
class Land(Country):
    """The map as units of one kind find it, with the hexes that are special to them, and those of
    them in which friends stand: to leave a zone costs less out of these. [8.2.2-b6]

    It knows where those can go who set out as whoever comes by goes on, by how they set out.
    """

    special: tuple[int, ...]
    friends: tuple[int, ...]
    found: dict[SetOut, Routes] = field(default_factory=dict, compare=False)


def country(game: Nw, m: March) -> Land:
    """The map as a unit finds it on its way: the same one as long as nothing in it is other than it
    was. [8.3]"""
    kind = m.side, m.mobility, m.light

    def compute() -> Land:
        special, held = _specials(game, m.side, m.light), stacks(game).held[m.side]
        friends = tuple(h for h in special if h in held)
        ground = steps_of(game, *kind), _shut(game, m), _stop(game, m), _extra(game, m)
        parts = *ground, special, friends
        return game.cached(("land", *kind), (), lambda: Land(*parts), parts)

    return game.cached(("country", *kind), MAPS, compute)


def _held_and_watched(game: Nw, enemy: str) -> set[int]:
    """Every hex in a zone of an enemy, his own included where he is under no Clearing marker.
    [8.2] [8.2.3-p3]"""
    units, held = game.state[UNITS], stacks(game).held[enemy]
    own = (h for h in held if any(not units[n].clearing for n in units_at(game, h)))
    return {*zone_of(game, enemy), *own}


def gassed(game: Nw) -> tuple[int, ...]:
    """The hexes with gas. [18.2.4]"""
    return _marked(game)[0]


def _marked(game: Nw) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The hexes with gas, and those that are interdicted, with the level."""

    def compute() -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        hexes = game.state[HEXES].items()
        gas = tuple(h for h, status in hexes if status.gas)
        return gas, tuple((h, status.interdiction) for h, status in hexes if status.interdiction)

    return game.cached(("marked hexes",), (HEXES.name,), compute)


def _shut(game: Nw, m: March) -> bytes:
    """Where enemies stand [8.2.2-b1], or gas lies that takes everything."""

    def compute() -> bytes:
        shut = bytearray(game.board.n)
        for h in (*stacks(game).held[game.scenario.other(m.side)], *gassed(game)):
            shut[h] = 1
        return bytes(shut)

    return game.cached(("shut", m.side), MAPS, compute)


def _zone(game: Nw, m: March) -> Collection[int]:
    """The hexes of enemy zones that this march cannot ignore. [8.2.4]"""
    found, ground = zone_of(game, game.scenario.other(m.side)), game.scenario.ground
    return [h for h in found if not ground.broken[h]] if m.light else found


def _stop(game: Nw, m: March) -> bytes:
    """Where nobody goes on: in enemy zones [8.2.2-b2], and where a city must be cleared. [8.4.1]"""
    through = obstacles(game, m.side, m.light).through

    def compute() -> bytes:
        stop = bytearray(game.board.n)
        for h in (*_zone(game, m), *(h for h in to_clear(game, m.side) if h not in through)):
            stop[h] = 1
        return bytes(stop)

    return game.cached(("stop", m.side, m.light), MAPS, compute)


def _extra(game: Nw, m: March) -> Sequence[int] | None:
    """What is paid to enter, besides the ground. [8.2.2-b5] [23.4.4]"""
    toll = movement_cost(game.scenario.tables, ZONE_ROW, "leg", False).points
    own = stacks(game).held[m.side]
    found = {h: toll for h in _zone(game, m) if h not in own}
    for h, level in _marked(game)[1]:
        found[h] = found.get(h, 0) + level * POINT
    for h, price in _hindrances(game, counter_of(game, m.name)).items():
        found[h] = found.get(h, 0) + price
    return laid_out(found, game.board.n)


def _hindrances(game: Nw, counter: Counter) -> Mapping[int, int]:
    """What a scenario has units pay to enter some of its hexes, in twelfths."""
    special, enemy = game.scenario.special, game.scenario.other(counter.side)

    def compute() -> Mapping[int, int]:
        hexes, turn = game.state[HEXES], game.turn
        foreign = {
            h: hexes[h].control == enemy for h in special.zone.hexes | special.refugees.hexes
        }
        tolls = {h: special.toll(counter, h, turn, abroad)[1] for h, abroad in foreign.items()}
        return {h: points * POINT for h, points in tolls.items() if points}

    return game.cached(
        ("hindrances", counter.side, counter.wheels), (HEXES.name, CLOCK.name), compute
    )


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What changes the steps that the map alone allows: roads that are closed at both ends or into
    a hex, hexes that are bypassed or slipped through, bridges that are down or laid anew."""

    storm: bool
    closed: frozenset[int]
    into: frozenset[int]
    through: frozenset[int]
    slipped: frozenset[int]
    changed: frozenset[int]
    """Hexsides whose bridge is not as it is printed."""
    laid: frozenset[int]
    """Those of them that are bridged all the same."""

    def touched(self, ground: Ground) -> set[int]:
        """The hexes whose steps may not be as the map has them."""
        ends = (h for key in self.changed for h in ground.side_hexes(key))
        return {*self.closed, *self.into, *self.through, *self.slipped, *ends}


def obstacles(game: Nw, side: str, light: bool = False) -> Obstacles:
    """What stands in the way of a side now. [8.3.2] [8.3.4] [8.5.1.1] [23.4.4]"""
    return game.cached(("obstacles", side, light), MAPS, lambda: _obstacles(game, side, light))


def _obstacles(game: Nw, side: str, light: bool) -> Obstacles:
    ground, enemy = game.scenario.ground, game.scenario.other(side)
    closed = {h for h in stacks(game).crowds if excess(game, h)}
    closed.update(_enemy_works(game, side))
    slipped: Iterable[int] = ()
    if light:
        slipped = (h for h in _held_and_watched(game, enemy) if ground.broken[h])
    return Obstacles(
        weather(game) == STORM,
        frozenset(closed),
        frozenset(h for h, _ in _marked(game)[1]),
        frozenset(h for h in to_clear(game, side) if bypassable(game, h, side)),
        frozenset(slipped),
        *_other_bridges(game),
    )


def _enemy_works(game: Nw, side: str) -> tuple[int, ...]:
    """The hexes with a fortification that is in force against a side. [8.3.1.10]"""

    def compute() -> tuple[int, ...]:
        works = game.scenario.ground.works
        return tuple(site.hex for site in works if hostile_work(game, site.hex, side))

    return game.cached(("enemy works", side), (HEXES.name,), compute)


def _other_bridges(game: Nw) -> tuple[frozenset[int], frozenset[int]]:
    """The hexsides whose bridge is not as it is printed, and those of them that have one."""

    def compute() -> tuple[frozenset[int], frozenset[int]]:
        bridges = game.state[BRIDGES].items()
        changed = [(key, bridge) for key, bridge in bridges if not bridge.stands or bridge.builder]
        return frozenset(key for key, _ in changed), frozenset(
            key for key, bridge in changed if bridge.stands
        )

    return game.cached(("other bridges",), (BRIDGES.name,), compute)


def steps_of(game: Nw, side: str, mobility: str, light: bool = False) -> Steps:
    """What steps cost with roads and bridges as they are; `light` of light infantry alone.

    [8.3.2]
    """
    met = obstacles(game, side, light)
    ground = game.scenario.ground
    key = "steps", side, mobility, light
    return game.cached(key, (), lambda: _around(ground, mobility, met), detail=met)


def _around(ground: Ground, mobility: str, met: Obstacles) -> Steps:
    """The steps of a mobility class among obstacles."""
    board, base = ground.board, ground.steps(mobility, met.storm)
    touched = met.touched(ground)
    changes = {
        a: out
        for a in {*touched, *(n for h in touched for n in board.around(h))}
        if (out := _out(ground, mobility, met, a)) != base[a]
    }
    return base.altered(changes) if changes else base


def _out(ground: Ground, mobility: str, met: Obstacles, a: int) -> tuple[tuple[int, int], ...]:
    """The steps out of a hex, and what they cost in twelfths. [8.3.2] [8.3.4] [8.5.1.1]"""
    terrain, price = ground.to_enter(mobility, met.storm), ground.price_of
    off = a in met.closed or a in met.slipped
    out = []
    for slot in range(6 * a, 6 * a + 6):
        b = ground.board.neighbours[slot]
        if b < 0:
            continue
        road, water = ground.roads[slot], ground.rivers[slot]
        if water == WATER and (a in met.through or b in met.through):
            continue  # [8.5.1.1]
        if road and (
            off or b in met.into or b in met.through or b in met.closed or b in met.slipped
        ):
            road = ""
        bridge = bool(water) and _bridged(ground, met, ground.side_key(a, b))
        cost = price(mobility, terrain[b], water, road, met.storm, bridge)
        if cost is not None:
            out.append((b, cost))
    return tuple(out)


def _bridged(ground: Ground, met: Obstacles, key: int) -> bool:
    """Whether a bridge stands at a hexside: as it is printed, or as it is now. [8.3.1.1.4]"""
    return key in met.laid if key in met.changed else key in ground.printed_bridges
