"""The links of a supply path: how long each may be, and through whose zone it may not go. [15.2.0]

A path has up to four links: from a primary supply source to the army's headquarters, on to the
corps', the formation's, and the unit. Whoever is not there is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.board.counted import Counted
from grognard.kit.ways import POINT
from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.chain import army, corps
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, MUD, SNOW, ZONES
from grognard.systems.goss.supply.fields import (
    ANY_LENGTH,
    BESIDE_MOST,
    Key,
    field,
    fields_now,
    reached,
    way_at,
)
from grognard.systems.goss.supply.ways import HQ_PATH
from grognard.systems.goss.turn.calendar import weather

LESS = {MUD: 3, SNOW: 1}
"""Points that the ground takes off a path, unless it keeps to good roads. [15.2.6]"""
NO_BARS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Link:
    """A link that can be traced: whether only as an extended one, and how many hexes beside enemies
    it enters. [15.2.4] [15.2.1(3)]"""

    extended: bool = False
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a link goes, in twelfths: by any way, and by good roads alone; and the same extended,
    nothing where it may not be. [15.2.4] [15.2.6]"""

    plain: int
    roads: int
    far: int
    far_roads: int

    @classmethod
    def of(cls, game: Gs, h: int, points: int, *, half: bool, extends: bool = True) -> Reach:
        """The reach of a link of so many points from a hex: a third more if extended, then the
        weather off, then half of it from on-hand supply, which is never extended. [15.2.4] [15.2.5]
        [15.2.6] [15.2.1(6)]"""
        less = LESS.get(weather(game, h).ground, 0)

        def length(points: int, less: int) -> int:
            left = max(0, points - less)
            return POINT * (-(-left // 2) if half else left)  # halves are rounded up [1.5.0]

        far = points + points // 3 if extends and not half else points
        return cls(length(points, less), length(points, 0), length(far, less), length(far, 0))


@dataclass(frozen=True)
class Ring:
    """How far a link of one kind goes from a hex: the fields to ask, with the plain length and the
    extended one. [15.2.4] [15.2.6]"""

    start: int
    searches: tuple[tuple[Key, int, int], ...]

    def link(self, game: Gs, goal: int) -> Link | None:
        """The link to a hex, where it does not matter how many hexes beside enemies it enters: the
        plain one, else the extended one. [15.2.4] [15.2.1(3)]"""
        if goal == self.start:
            return Link()
        now = fields_now(game, self.searches[0][0].side)
        if any(reached(game, now, key, goal, plain) for key, plain, _ in self.searches):
            return Link()
        longer = [(key, far) for key, plain, far in self.searches if far > plain]
        return Link(True) if any(reached(game, now, k, goal, far) for k, far in longer) else None


def ring(
    game: Gs, side: str, start: int, kind: str, reach: Reach, bars: frozenset[int], most: int
) -> Ring:
    """The fields of links of one kind from a hex. [15.2.4]"""
    way = way_at(game, start, kind)
    found = [(Key(side, start, way, reach.far, most, bars), reach.plain, reach.far)]
    if reach.far_roads > reach.far:
        roads = way._replace(good_roads=True)
        key = Key(side, start, roads, reach.far_roads, most, bars)
        found.append((key, reach.roads, reach.far_roads))
    return Ring(start, tuple(found))


def link(
    game: Gs, side: str, start: int, goal: int, kind: str, reach: Reach,
    bars: frozenset[int] = NO_BARS, most: int = BESIDE_MOST,
) -> Link | None:  # fmt: skip
    """The best link from a hex to another: the plain one, else the extended one. [15.2.4]"""
    if start == goal:
        return Link()
    if game.options["enemy-adjacent-path"] == "link":
        return ring(game, side, start, kind, reach, bars, most).link(game, goal)
    way = way_at(game, start, kind)
    searches = [(field(game, side, start, way, reach.far, bars=bars, most=most), reach.plain)]
    if reach.far_roads > reach.far:
        roads = way._replace(good_roads=True)
        searches.append(
            (field(game, side, start, roads, reach.far_roads, bars=bars, most=most), reach.roads)
        )
    counts = [one.count(goal, plain) for one, plain in searches]
    found = [count for count in counts if count >= 0]
    if found:
        return Link(beside=min(found))
    far = [_fewest(one, goal) for one, _ in searches]
    found = [count for count in far if count >= 0]
    return Link(True, min(found)) if found else None


def _fewest(found: Counted, goal: int) -> int:
    return min((count for _, count in found.ways(goal)), default=-1)


def any_length(
    game: Gs, side: str, start: int, goal: int, kinds: Iterable[str], bars: frozenset[int] = NO_BARS
) -> bool:
    """Whether a path of any length leads from a hex to another. [15.1.2] [15.7.0]"""
    if start == goal:
        return True
    now = fields_now(game, side)
    keys = (Key(side, start, way_at(game, start, kind), -1, BESIDE_MOST, bars) for kind in kinds)
    return any(reached(game, now, key, goal, ANY_LENGTH) for key in keys)


def hq_points(game: Gs) -> int:
    """The longest path to a headquarters. [15.2.2]"""
    return number(game.scenario.tables, "supply-paths", HQ_PATH, "mp")


# ---- zones of operation [9.2.0]


def army_bars(game: Gs, hq: str) -> frozenset[int]:
    """The zones of other armies, through which an army's headquarters traces nothing. [15.2.0]"""
    return _bars(game, counter_of(game, hq).side, army=army(game, hq))


def corps_bars(game: Gs, hq: str) -> frozenset[int]:
    """The zones of other corps, through which a corps' headquarters and those of its formations
    trace nothing; for formations right under an army those of other armies. [15.2.0] [9.3.1]"""
    head = corps(game, hq)
    return _bars(game, counter_of(game, hq).side, corps=head) if head else army_bars(game, hq)


def _bars(game: Gs, side: str, army: str = "", corps: str = "") -> frozenset[int]:
    """Hexes of others' zones that are not one's own as well; boundaries are of both. [9.2.0]"""
    if not game.state[ZONES] or game.options["zones-of-operation"] == "off":
        return NO_BARS

    def compute() -> frozenset[int]:
        own, others = set[int](), set[int]()
        for name, zone in game.state[ZONES].items():
            of_army, of_corps = _zone_of(game, name)
            if _side(game, name) != side or (corps and not of_corps):
                continue
            mine = of_corps == corps if corps else of_army == army
            (own if mine else others).update(zone.hexes)
        return frozenset(others - own)

    return game.cached(("bars", side, army, corps), (ZONES.name, HQS.name), compute)


def _zone_of(game: Gs, name: str) -> tuple[str, str]:
    """The army and the corps headquarters whose zone it is. [9.2.0]"""
    return (name, "") if name in game.scenario.armies else (army(game, name), name)


def _side(game: Gs, name: str) -> str:
    plan = game.scenario.armies.get(name)
    return plan.side if plan is not None else counter_of(game, name).side
