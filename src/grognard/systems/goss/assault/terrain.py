"""The ground of an assault: cover, marsh, what is crossed, and works. [8.2.0] [13.3.2] [17.4.0]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ground import FROZEN, GREAT, MAJOR, MARSH, RIVER, RIVERS, SOFT, SWAMP
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.pieces.values import movement_class, sheltered, side_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, ET2, ET3, FREEZE, HEXES, SNOW, Bridge, HexStatus
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import LEG, MECH, Counter, Unit

FORT, FT_AREA = "Fort", "Ft Area"
"""Works that nobody builds. [17.4.0]"""
WET = frozenset({MARSH, SWAMP, SOFT})
"""Marsh stands for swamp and soft ground, too. [13.3.2]"""


def status(game: Gs, h: int) -> HexStatus:
    """What has become of a hex."""
    return game.state[HEXES].get(h) or HexStatus()


def frozen(game: Gs, h: int) -> bool:
    """Whether frost or snow has hardened the ground. [19.4.4] [19.4.5]"""
    return weather(game, h).ground in (FREEZE, SNOW)


def terrains(game: Gs, h: int) -> tuple[str, ...]:
    """The terrain of a hex as it is now. [19.4.4] [19.4.5]"""
    kinds = game.scenario.ground.terrains[h]
    return tuple(FROZEN.get(kind, kind) for kind in kinds) if frozen(game, h) else kinds


def marsh(game: Gs, h: int) -> bool:
    """Whether a hex is marsh, whatever else it is. [13.3.2]"""
    return bool(WET.intersection(terrains(game, h)))


def features(game: Gs, h: int) -> tuple[str, ...]:
    """Terrain and population of a hex. [13.8.4a]"""
    place = game.scenario.ground.population[h]
    return (*terrains(game, h), *([place] if place else ()))


# ---- works [17.4.1]


def intact_area(game: Gs, h: int) -> str:
    """The side whose fortified area a hex is, if it stands. [17.5.0] [17.4.1f]"""
    return "" if status(game, h).ruined else game.scenario.ground.fortified[h]


def work_at(game: Gs, side: str, h: int) -> str:
    """The best work of a side in a hex: a fort, its fortified area, a field work. [17.4.0]"""
    found = status(game, h)
    if found.side == side and found.fort > 0:
        return FORT
    if intact_area(game, h) == side:
        return FT_AREA
    return found.work if found.side == side else ""


def shelter(game: Gs, name: str) -> str:
    """The work that helps a unit: it must be within, unless the whole hex is fortified, and not in
    a mode or at a task that has no use of works. [17.4.1]"""
    unit, side = unit_of(game, name), side_of(game, name)
    if not sheltered(game, name):
        return ""
    if unit.inside:
        return work_at(game, side, unit.hex)
    return FT_AREA if intact_area(game, unit.hex) == side else ""


def best_shelter(game: Gs, names: Iterable[str]) -> str:
    """The work that helps most of any of some units. [13.7.4(f)]"""
    table = game.scenario.tables["work-shifts"]
    found = {shelter(game, name) for name in names} - {""}
    return max(sorted(found), key=lambda work: int(table.cell(work, "shifts").value), default="")


def entrenched(game: Gs, side: str, h: int) -> bool:
    """Whether a side has an ET, a fort or a fortified area in a hex; a fort and an area need
    nobody in them. [13.12.5a] [8.1.2b]"""
    work = work_at(game, side, h)
    return work in (FORT, FT_AREA) or (work in (ET2, ET3) and h in held(game, side))


# ---- covering terrain [8.2.0]


def _watched(game: Gs, side: str, h: int) -> bool:
    """Whether works of the enemy next to a hex keep it open at night. [8.1.2b]"""
    return any(entrenched(game, other(side), b) for b in game.board.around(h))


def _by_work(game: Gs, side: str, h: int, column: str) -> bool:
    work = work_at(game, side, h)
    table = game.scenario.tables["covering-terrain"]
    ruined = "destroyed Ft Area" if status(game, h).ruined else ""
    return any(row and table.cell(row, column).value == "yes" for row in (work, ruined))


def mct(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is movement covering terrain for a side; at night observation cover is, but
    not beside entrenchments of the enemy. [8.2.1] [8.1.2b]"""
    ground = game.scenario.ground
    if ground.mct[h] or _by_work(game, side, h, "mct"):
        return True
    covered = ground.oct[h] or _by_work(game, side, h, "oct")
    return covered and dark(game) and not _watched(game, side, h)


def covered(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is covering terrain of any kind for a side; at night all is, but beside
    entrenchments of the enemy. [8.2.0] [8.1.2b]"""
    ground = game.scenario.ground
    if ground.mct[h] or ground.oct[h] or _by_work(game, side, h, "oct"):
        return True
    return dark(game) and not _watched(game, side, h)


# ---- hexsides


@dataclass(frozen=True, slots=True)
class Crossing:
    """What lies between two hexes: water, whether a bridge stands, a ford, the road across."""

    water: str = ""
    bridge: Bridge | None = None
    ford: bool = False
    road: str = ""

    @property
    def dry(self) -> bool:
        """No river at all: a stream is none. [26.0-rivers]"""
        return self.water not in RIVERS

    @property
    def wide(self) -> bool:
        """A major or a great river."""
        return self.water in (MAJOR, GREAT)

    @property
    def helped(self) -> bool:
        """Whether a bridge or a ford leads over."""
        return self.bridge is not None or self.ford


def crossing(game: Gs, a: int, b: int) -> Crossing:
    """What lies between two neighbours now. [7.10.2] [17.3.1]"""
    ground = game.scenario.ground
    water, road = ground.water(a, b), ground.road(a, b)
    if not water:
        return Crossing(road=road)
    key = ground.side_key(a, b)
    bridge = game.state[BRIDGES].get(key) or (Bridge() if key in ground.bridges else None)
    if bridge is not None and not bridge.stands:
        bridge = None
    way = (road or bridge.road) if bridge is not None else ""
    return Crossing(water, bridge, ground.ford(a, b), way)


def closed(game: Gs, cls: str, a: int, b: int) -> str:
    """Why units of a class could never go from a hex to the next: its terrain, or the water; empty
    if they can. A road opens a hex, a bridge or a ford the water. [7.2.0] [13.4.2(c)]"""
    between = crossing(game, a, b)
    if not between.road:
        cost = game.scenario.ground.to_enter(cls if cls in (LEG, MECH) else MECH, frozen(game, b))[
            b
        ]
        if cost.word == PROHIBITED:
            return "terrain"
    if between.dry or between.helped:
        return ""
    if between.water == RIVER and cls == LEG:
        return ""
    return "water"


def class_of(counter: Counter, unit: Unit) -> str:
    """Leg or Mech, as a unit goes now; what is static goes as Mech. [4.3.0]"""
    cls = movement_class(counter, unit)
    return LEG if cls == LEG else MECH
