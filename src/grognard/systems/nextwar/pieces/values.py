"""What units are worth now: efficiency and movement, with every marker on them. [2.3] [27.3]

Strengths belong to combat, where halving may come from more than one cause. [9.4]
"""

from __future__ import annotations

from grognard.engine.tally import Tally
from grognard.systems.nextwar.pieces.stacks import HALF, units_at
from grognard.systems.nextwar.pieces.zones import excess
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES
from grognard.systems.nextwar.units import LIGHT_ALLOWANCE, MAP, UNITS, Counter, Face, Unit
from grognard.systems.nextwar.units import face as face_of

BASIC_MOVE = "basic-move"


def unit_of(game: Nw, name: str) -> Unit:
    """A unit as it is now."""
    return game.state[UNITS][name]


def counter_of(game: Nw, name: str) -> Counter:
    """A unit as it is printed."""
    return game.scenario.counters[name]


def face(game: Nw, name: str) -> Face:
    """The side of its counter that is up."""
    return face_of(counter_of(game, name), unit_of(game, name))


def efficiency(game: Nw, name: str) -> Tally:
    """The efficiency rating of a unit, never below one. [2.3.3]"""
    unit, tally = unit_of(game, name), Tally().add("printed", face(game, name).er, "2.3.3")
    if unit.strike:
        tally = tally.add(f"Strike {unit.strike}", -unit.strike, "27.3.1")
    if unsupplied(game, name):
        tally = tally.add("out of supply", -1, lack(game))
    if unit.place == MAP and game.state[HEXES][unit.hex].gas:
        tally = tally.add("chemical weapons", -_gassed(game, unit.hex), "18.2.4")
    discord = _discord(game, unit.hex) if unit.place == MAP else 0
    if discord:
        tally = tally.add("nations that are strangers", -discord, "8.1.1.2")
    over = excess(game, unit.hex) if unit.place == MAP else 0
    if over:
        tally = tally.add("over-stacked", -((over + 1) // HALF), "8.1.1.1-b1")
    if unit.oos and counter_of(game, name).beachhead:
        return tally.add("without supply", -tally.total, "8.5.8.4")
    return tally.add("never below 1", 1 - tally.total, "2.3.3") if tally.total < 1 else tally


def _discord(game: Nw, h: int) -> int:
    """What nations cost one another in a hex, where a scenario says so. [8.1.1.2]"""
    if not game.scenario.special.strangers:
        return 0
    return game.scenario.special.discord({counter_of(game, n).nation for n in units_at(game, h)})


def _gassed(game: Nw, h: int) -> int:
    """What gas takes of the efficiency in a hex: less where all are of the US. [18.2.4]"""
    nations = {counter_of(game, name).nation for name in units_at(game, h)} - {""}
    return 2 if nations == {"US"} else 3


def er(game: Nw, name: str) -> int:
    """The same as a number."""
    return int(efficiency(game, name).total)


def allowance(game: Nw, name: str) -> Tally:
    """The movement points of a unit on the ground, in one segment. [2.3.5]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    printed = LIGHT_ALLOWANCE if counter.own_lift else counter.ma  # [8.5.1-p2]
    tally = Tally().add("printed", printed, "2.3.5")
    if not printed:
        return tally
    if unit.strike:
        lost = _slowed(game, counter, unit, printed)
        tally = tally.add(f"Strike {unit.strike}", -lost, "27.3.1")
    if unsupplied(game, name) or unit.isolated:
        now = int(tally.total)
        half = max(1, now // 2 if unit.isolated else -(-now // 2))  # [19.5] [19.7.2]
        why, rule = ("isolated", "19.7.2") if unit.isolated else ("out of supply", lack(game))
        tally = tally.add(why, half - now, rule)
    return tally


def points_allowed(game: Nw, name: str) -> int:
    """The same as a number."""
    unit = unit_of(game, name)
    if unit.strike or unit.oos or unit.isolated:
        return int(allowance(game, name).total)
    counter = counter_of(game, name)  # nothing takes any of what is printed
    return LIGHT_ALLOWANCE if counter.own_lift else counter.ma


def unsupplied(game: Nw, name: str) -> bool:
    """Whether a unit is out of supply now.

    In the Standard Game whoever flies or lands is in supply for that turn. [13.1.4]
    """
    unit = unit_of(game, name)
    return unit.oos and (game.scenario.advanced or unit.landed != game.turn)


def lack(game: Nw) -> str:
    """The rule of being out of supply. [13.1.5] [19.5]"""
    return "19.5" if game.scenario.advanced else "13.1.5"


def _slowed(game: Nw, counter: Counter, unit: Unit, printed: int) -> int:
    """What a Strike marker takes of the movement points: of supply units half in the Basic
    Movement Segment, of others its number, but not all. [27.3.1] [27.3.2]"""
    if counter.supply:
        return printed // 2 if game.segment.kind == BASIC_MOVE else 0
    return min(unit.strike, printed - 1)
