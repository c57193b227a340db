"""Hexsides: what lies between two hexes now, and whom it stops. [7.2.0] [7.10.2] [17.3.1]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ground import GREAT, MAJOR, RIVER, RIVERS, TRAIL
from grognard.systems.goss.pieces.values import movement_class
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, FREEZE, SNOW, Bridge
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.units import LEG, MECH, Counter, Unit


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
    """What lies between two neighbours now; nothing, where both are one. [7.10.2] [17.3.1]"""
    if a == b:
        return Crossing()
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


def frozen(game: Gs, h: int) -> bool:
    """Whether frost or snow has hardened the ground. [19.4.4] [19.4.5]"""
    return weather(game, h).ground in (FREEZE, SNOW)


def closed(game: Gs, cls: str, a: int, b: int) -> str:
    """Why units of a class could never go from a hex to the next: its terrain, or the water; empty
    if they can. A road opens a hex, a bridge or a ford the water. [7.2.0] [13.4.2(c)]"""
    between = crossing(game, a, b)
    if not between.road and _prohibited(game, cls, b):
        return "terrain"
    if between.dry or between.helped:
        return ""
    return "" if between.water == RIVER and cls == LEG else "water"


def _prohibited(game: Gs, cls: str, h: int) -> bool:
    """Whether a class enters a hex by road only. [7.2.0]"""
    way = cls if cls in (LEG, MECH) else MECH
    return game.scenario.ground.to_enter(way, frozen(game, h))[h].word == PROHIBITED


def road_for(game: Gs, counter: Counter, a: int, b: int) -> str:
    """The road that a unit may follow from a hex to the next: in constricted terrain a trail is
    none for heavy AFVs. [7.11.2]"""
    road = crossing(game, a, b).road
    close = any(game.scenario.ground.constricted[h] for h in (a, b))
    return "" if counter.type.weight and road == TRAIL and close else road


def closed_to(game: Gs, counter: Counter, unit: Unit, a: int, b: int) -> str:
    """Why one unit could never go from a hex to the next: as its class, but guns enter constricted
    terrain by road only. [7.2.0] [7.11.3] [13.11.0(b)]"""
    cls = class_of(counter, unit)
    why, ground = closed(game, cls, a, b), game.scenario.ground
    if why or road_for(game, counter, a, b):
        return why
    narrow = ground.constricted[b] or ground.embanked[b]
    return "terrain" if (counter.artillery and narrow) or _prohibited(game, cls, b) else ""


def class_of(counter: Counter, unit: Unit) -> str:
    """Leg or Mech, as a unit goes now; what is static goes as Mech. [4.3.0]"""
    return LEG if movement_class(counter, unit) == LEG else MECH
