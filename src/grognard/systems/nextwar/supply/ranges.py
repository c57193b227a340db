"""Supply Sources of the Advanced Game, and how far each reaches. [19.1] [19.2]

Lines are traced as motorized units move. [19.2-p1] They are worked out from the sources outwards:
a field holds every hex from which one of them is within its range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grognard.board.kernel import Steps
from grognard.board.search import reach
from grognard.kit.ways import POINT, laid_out
from grognard.systems.nextwar.charts import movement_cost
from grognard.systems.nextwar.ground import URBAN
from grognard.systems.nextwar.movement.marching import GAS_ROW
from grognard.systems.nextwar.movement.reach import steps_of
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.beachheads import beachheads
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, NOW, SITES, STORM, WAR
from grognard.systems.nextwar.supply.barriers import MAPS, shore, watched
from grognard.systems.nextwar.supply.status import AIRLIFT
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import Counter

MOTORIZED = "motorized"


@dataclass(frozen=True, slots=True)
class Source:
    """Where supply comes from, how many motorized points it reaches, and the unit that it is.

    [19.1]
    """

    hex: int
    range: int
    name: str = ""


def range_of(game: Nw, kind: str) -> int:
    """The range of a kind of source. [19.1] [15.2.11]"""
    return int(game.scenario.tables["supply-source-ranges"].cell(kind, "range").value)


# ---- what there is


def supply_units(game: Nw, side: str, mobile: bool) -> list[str]:
    """A side's supply units on the map: those that are mobile, or depots. [19.4]"""
    return [
        name
        for name in on_map(game, side)
        if counter_of(game, name).supply and unit_of(game, name).mobile == mobile
    ]


def urban(game: Nw, side: str) -> list[int]:
    """The urban hexes of friendly countries that the enemy has not taken. [19.1]"""
    enemy = game.scenario.other(side)
    return [
        h
        for h, terrain in enumerate(game.board.terrain)
        if terrain == URBAN and game.scenario.home(side, h) and controller(game, h) != enemy
    ]


def firm(game: Nw, side: str) -> list[Source]:
    """Urban hexes and depots, which also feed mobile supply units. [19.1] [19.2-p3]"""
    wide, near = range_of(game, "Depot"), range_of(game, "Depot with Strike 2")
    depots = {name: unit_of(game, name) for name in supply_units(game, side, mobile=False)}
    return [
        *(Source(h, range_of(game, "Urban")) for h in urban(game, side)),
        *(Source(u.hex, near if u.strike > 1 else wide, n) for n, u in depots.items()),  # [27.3.2]
    ]


def fed(game: Nw, side: str) -> list[str]:
    """The mobile units that a depot or an urban hex supplies: only they pass it on. [19.2-p3]"""
    found = firm(game, side)
    near = field(game, side, found)
    return [
        name
        for name in supply_units(game, side, mobile=True)
        if unit_of(game, name).hex in near or beside(game, name, {s.hex for s in found})
    ]


def supplying(game: Nw, name: str) -> bool:
    """Whether a Beachhead supplies anybody: its owner controls the sea, and there is no storm.

    Not if strikes have turned it over. [19.1] [27.7.3]
    """
    unit, side = unit_of(game, name), counter_of(game, name).side
    rulers = shore(game, unit.hex)
    broken = unit.strike > 1 and unit.oos
    return weather(game) != STORM and not broken and (not rulers or side in rulers)


def sources(game: Nw, side: str) -> tuple[Source, ...]:
    """All that supplies a side's units of any kind. [19.1]"""

    def compute() -> tuple[Source, ...]:
        heads = [name for name in beachheads(game, side) if supplying(game, name)]
        return (
            *firm(game, side),
            *(Source(unit_of(game, n).hex, range_of(game, "MSU"), n) for n in fed(game, side)),
            *(Source(unit_of(game, n).hex, range_of(game, "Beachhead"), n) for n in heads),
        )

    return game.cached(("sources", side), MAPS, compute)


def airhead(game: Nw, side: str, nation: str) -> Source | None:
    """The base from which a nation's airborne and airmobile units are supplied. [19.1.2]

    Its side rules the air at some level; it controls the base, which is not in an enemy zone, and
    not too badly damaged.
    """
    marker, war = game.state[AIRLIFT].get(nation), game.state[WAR][NOW]
    if marker is None or not war.level or war.ruler != side:
        return None
    sound = usable(game, side, marker.hex)
    return Source(marker.hex, range_of(game, "Airbase or Airfield")) if sound else None


def usable(game: Nw, side: str, h: int) -> bool:
    """Whether there is a base in a hex that could supply by air. [19.1.2]"""
    state = game.state[SITES]
    bases = [state[site.id] for site in game.scenario.ground.at.get(h, ()) if site.flying]
    whole = any(base.strike < 2 and not base.destroyed for base in bases)
    return whole and controller(game, h) == side and not in_zone(game, h, game.scenario.other(side))


def by_air(counter: Counter) -> bool:
    """Whether a unit may be supplied out of an airbase. [19.1.2]"""
    return counter.airborne or counter.own_lift


# ---- how far it reaches


def barred(game: Nw, side: str) -> bytes:
    """The hexes that no line passes: enemies, their zones, their urban hexes. [19.2-p1]"""

    def compute() -> bytes:
        enemy, closed = game.scenario.other(side), bytearray(game.board.n)
        for h in watched(game, side):
            closed[h] = 1
        for h, terrain in enumerate(game.board.terrain):
            if terrain == URBAN and controller(game, h) == enemy:
                closed[h] = 1
        return bytes(closed)

    return game.cached(("barred", side), MAPS, compute)


def inward(game: Nw, side: str, mobility: str = MOTORIZED) -> Steps:
    """Steps backwards: from where units would come, with what they would pay. [19.2-p1]"""

    def compute() -> Steps:
        tolls, land = _tolls(game, mobility), game.scenario.ground.land
        found: list[list[tuple[int, int]]] = [[] for _ in range(game.board.n)]
        for a, out in enumerate(steps_of(game, side, mobility)):
            for b, cost in out if land(a) else ():
                found[b].append((a, cost + tolls.get(b, 0)))
        return Steps(tuple(out) for out in found)

    return game.cached(("inward", side, mobility), MAPS, compute)


def _tolls(game: Nw, mobility: str) -> dict[int, int]:
    """What is paid besides the ground: interdiction and gas. [23.4.4] [18.2.4]"""
    gas = movement_cost(game.scenario.tables, GAS_ROW, mobility, False).points
    return {
        h: status.interdiction * POINT + (gas if status.gas else 0)
        for h, status in game.state[HEXES].items()
        if status.interdiction or status.gas
    }


def field(game: Nw, side: str, some: Iterable[Source]) -> Mapping[int, int]:
    """The hexes from which one of some sources is within its range. [15.2.11] [19.1] [19.2-p1]"""
    known = list(some)
    longest = max((source.range for source in known), default=-1)
    first = [(source.hex, (longest - source.range) * POINT) for source in known]
    return reach(inward(game, side), first, longest * POINT, barred(game, side))


def within(game: Nw, name: str, range_: int) -> frozenset[int]:
    """The hexes to which a unit traces a line of so many points. [18.2.5-b] [27.10.2]"""

    def compute() -> frozenset[int]:
        side, start = counter_of(game, name).side, unit_of(game, name).hex
        steps, tolls = steps_of(game, side, MOTORIZED), _tolls(game, MOTORIZED)
        extra = laid_out(tolls, game.board.n)
        first = [(start, 0)]
        return frozenset(reach(steps, first, range_ * POINT, barred(game, side), None, extra))

    return game.cached(("within", name, range_), MAPS, compute)


def beside(game: Nw, name: str, hexes: set[int]) -> bool:
    """Whether a unit is next to one of some hexes: then no cost counts.

    Motorized and mechanized units only into ground that they could enter. [19.2-p4]
    """
    h, counter, ground = unit_of(game, name).hex, counter_of(game, name), game.scenario.ground
    closed, storm = barred(game, counter.side), weather(game) == STORM
    for b in game.board.around(h):
        if b not in hexes or closed[b]:
            continue
        bridge = bridged(game, h, b)
        if not counter.wheels or (
            ground.price(counter.mobility, h, b, storm=storm, road=True, bridge=bridge) is not None
        ):
            return True
    return False
