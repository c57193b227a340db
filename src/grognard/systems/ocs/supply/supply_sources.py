"""Where trace supply begins: sources, railways, detrainable hexes, Extenders. [12.6a] [12.7]

It is a least fixed point: from the true sources outward along the rails to detrainable hexes, from
there by Extenders to further ones, until nothing is added. Two Extenders that only hold on to each
other thus supply nobody.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, TRANSPORT
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.supply.field import Field, Key
from grognard.systems.ocs.supply.supply_fields import DRAW, fields
from grognard.systems.ocs.supply.supply_steps import OUTWARD
from grognard.systems.ocs.units import COMBAT, DG, MAP, Counter, Unit

SOURCE, PORT, STATION, EXTENDER = "supply source", "port", "detrainable hex", "Extender"
"""What a hex is to trace supply. [12.6a]"""
NEAR = (DRAW, 3 * DRAW)
"""How far is looked for a source before looking as far as an Extender reaches, in twelfths."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a side's trace supply begins: what each hex is, and the rails that lead to them.

    `links` is for each working Extender the hex that it is linked to [12.7b]; `found_by` are the
    fields by which that was found.
    """

    hexes: Mapping[int, str]
    rails: frozenset[int]
    links: Mapping[str, int]
    found_by: tuple[Field, ...] = dataclasses.field(default=(), compare=False)


NONE = Sources({}, frozenset(), {})


def find_sources(game: Ocs, side: str) -> Sources:
    """From the true sources outward, by rail and by Extender, until nothing is added. [12.6a]"""
    shut = fields(game).shut[side]
    found = {h: what for h, what in true_sources(game, side) if not shut[h]}  # [12.6b]
    rails: set[int] = set()
    _join_rails(game, side, found, rails, list(found))
    links: dict[str, int] = {}
    waiting, found_by = extenders(game, side), dict[Key, Field]()
    while waiting:
        looked = {key: _look(game, found, waiting[key]) for key in waiting}
        found_by.update((field.key, field) for _, fields_ in looked.values() for field in fields_)
        linked = [(key, goal) for key, (goal, _) in looked.items() if goal >= 0]
        if not linked:
            break
        for key, goal in linked:
            h = waiting.pop(key).hex
            links[key] = goal
            found.setdefault(h, EXTENDER)  # [12.6a(3)] [12.7a(A)]
            if station(game, side, h):  # it stands at the forward end of a gap [12.7a(B)] [12.7b]
                _join_rails(game, side, found, rails, [h])
    hexes = dict(sorted(found.items()))
    return Sources(hexes, frozenset(rails), links, tuple(found_by.values()))


def _join_rails(
    game: Ocs, side: str, found: dict[int, str], rails: set[int], starts: list[int]
) -> None:
    """Follow the rails from some sources; their stations are sources too. [12.6a(2)] [12.7a(C)]"""
    fresh = set(rail_tree(game, side, starts)) - rails
    rails |= fresh
    goods = fields(game).goods[game.scenario.other(side)]
    for h in stations(game, side, sorted(fresh)):
        if h not in found and h not in goods:  # a rail trace ends in none of these [4.8c(E)]
            found[h] = STATION


# ---- sources


def true_sources(game: Ocs, side: str) -> Iterator[tuple[int, str]]:
    """What the game lists, railways that reinforcements enter by, and ports. [12.6a(1)] [19.0e]"""
    for source in game.scenario.sources:
        if source.side == side:
            yield source.hex, SOURCE
    for h in _entries(game, side):
        yield h, SOURCE
    for h in ports.sources(game, side):
        yield h, PORT


def _entries(game: Ocs, side: str) -> tuple[int, ...]:
    """The railway hexes at the map's edge where a side's reinforcements arrive. [12.6a(1)]"""

    def compute() -> tuple[int, ...]:
        edge = {h for hexes in game.board.edges.values() for h in hexes}
        mine = [a for a in game.scenario.arrivals if a.side == side and not a.port]
        arriving = {h for arrival in mine for h in arrival.hexes}
        return tuple(sorted(arriving & edge & game.scenario.ground.rail_hexes))

    return game.cached(("entries", side), (), compute)


def working(game: Ocs, side: str, h: int) -> bool:
    """Whether a source works: no enemy in it, no zone of control that is not negated. [12.6b]"""
    return not fields(game).shut[side][h]


# ---- railways


def closed_rails(game: Ocs, side: str, zoned: bool = True) -> bytearray:
    """The hexes whose rails a side cannot use: gauge, enemies, zones. [13.3f] [4.5a(D)]

    Control of a line does not mind zones: then not `zoned`. [13.3h]
    """
    index, own = fields(game), game.scenario.limits[side].gauge
    closed = bytearray(index.foes[side])
    if zoned and index.rails_negated == index.negated:
        closed = bytearray(index.shut[side])  # zones bar rails as they bar trucks
    elif zoned:
        for h in game.scenario.ground.rail_hexes:
            closed[h] |= index.zone(side, h, index.rails_negated)
    for h, status in game.state[HEXES].items() if own else ():
        closed[h] |= status.gauge not in ("", own)
    return closed


def rail_tree(game: Ocs, side: str, starts: list[int], zoned: bool = True) -> dict[int, int]:
    """The rail hexes connected with some hexes, and for each the one before it. [12.6a(2)]"""
    ahead, closed = rail_steps(game), closed_rails(game, side, zoned)
    tree = {h: -1 for h in sorted(starts) if h in ahead and not closed[h]}
    queue = list(tree)
    for h in queue:
        for b in ahead[h]:
            if b not in tree and not closed[b]:
                tree[b] = h
                queue.append(b)
    return tree


def rail_steps(game: Ocs) -> Mapping[int, tuple[int, ...]]:
    """For each rail hex those to which its rails lead."""
    return game.scenario.ground.rail_steps


def station(game: Ocs, side: str, h: int) -> bool:
    """Whether a hex could be detrainable."""
    return bool(stations(game, side, (h,)))


def stations(game: Ocs, side: str, hexes: Iterable[int]) -> list[int]:
    """Those of some hexes that could be detrainable: settlements, ports, headquarters at work.

    [12.6a(2)] [13.3c] [13.8c]
    """
    towns, ports, counters = (
        game.scenario.ground.settlements, game.scenario.ports, game.scenario.counters,
    )  # fmt: skip
    hqs = fields(game).hqs[side].values()
    heads = {unit.hex for unit in hqs if at_work(counters[unit.counter], unit)}
    return [
        h for h in hexes if towns[h] or h in ports or h in heads or stacks.site_at(game, h).lst_port
    ]


def at_work(counter: Counter, unit: Unit) -> bool:
    """Whether a headquarters is Engineer-Capable: in Combat Mode, or DG toward it. [13.8a]"""
    return counter.hq and (unit.mode == COMBAT or (unit.mode == DG and unit.combat_up))


# ---- Extenders


def extenders(game: Ocs, side: str) -> dict[str, Key]:
    """A side's Extenders where they can work, and the field that each reaches. [12.7b] [12.6b]"""

    def compute() -> dict[str, Key]:
        return {
            key: extender_key(game, side, transport.hex, transport.kind)
            for key, transport in sorted(game.state[TRANSPORT].items())
            if transport.extender and transport.side == side and transport.place == MAP
        }

    found = game.cached(("extenders", side), (TRANSPORT.name,), compute)
    return {name: key for name, key in found.items() if working(game, side, key.hex)}


def extender_key(game: Ocs, side: str, h: int, kind: str) -> Key:
    """The field of an Extender made of a kind of transport in a hex. [12.7b]"""
    made = game.scenario.kinds[kind]
    return Key(side, OUTWARD, made.move, h, made.extends * POINT)


def link(game: Ocs, found: Mapping[int, str], key: Key) -> int:
    """The source nearest to an Extender within its range; -1 if there is none. [12.7b] [12.7c]

    The range is counted from the Extender, and adjacent is close enough. [12.7g]
    """
    return _look(game, found, key)[0]


def _look(game: Ocs, found: Mapping[int, str], key: Key) -> tuple[int, list[Field]]:
    """The source nearest to an Extender, and the fields that were looked through for it.

    One that is near is found without looking far, and then nothing far away matters.
    """
    looked: list[Field] = []
    if key.hex in found:
        return key.hex, looked
    around = game.board.around
    for budget in sorted({*NEAR, key.budget}):
        if budget <= key.budget:
            near = key._replace(budget=budget, near=budget < key.budget)
            field = fields(game).field(near)
            looked.append(field)
            marks, serving = field.marks, field.serving
            served = [h for h in found if marks[h] & serving]
            if served:
                goals = [(field.cost(field.goal((h, *around(h)))), h) for h in served]
                return min(goals)[1], looked
    return -1, looked
