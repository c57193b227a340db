"""Lines of communication: who is in supply. [13.1.3] [19.2]

`in_supply` is worked out when somebody asks; a unit bears its marker from one Supply Phase to the
next. [19.5]
"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.pieces.formations import headquarters, subordinate
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply import standard
from grognard.systems.nextwar.supply.barriers import MAPS
from grognard.systems.nextwar.supply.ranges import (
    Source,
    airhead,
    beside,
    by_air,
    field,
    range_of,
    sources,
    supplying,
)
from grognard.systems.nextwar.supply.status import AIRLIFT
from grognard.systems.nextwar.units import MAP, UNITS

LINE, AIR, RELIEVED = "line", "air", "relieved"
"""By what a headquarters is supplied: a line, an airbase, or in an emergency."""


def in_supply(game: Nw, name: str) -> bool:
    """Whether a unit is in supply where it stands. [13.1.3] [19.2]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.place != MAP:
        return True  # [13.1.4] [19.2-p2]
    if not game.scenario.advanced:
        stores = game.scenario.special.provided(counter.side, unit.hex)
        at_all = game.options["supply"] == "off" or stores
        return at_all or standard.supplied(game, counter.side, unit.hex)
    if counter.beachhead:
        return supplying(game, name)
    return name in supplied(game, counter.side)


def supplied(game: Nw, side: str) -> frozenset[str]:
    """All units of a side on the map that are in supply, in the Advanced Game. [19.2]"""

    def compute() -> frozenset[str]:
        return frozenset(n for n in on_map(game, side) if reason(game, n))

    return game.cached(("supplied", side), (*MAPS, "sides"), compute)


def reason(game: Nw, name: str) -> str:
    """By what a unit is supplied; empty if it is not. [19.2]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    side = counter.side
    if unit.emergency == game.turn:
        return RELIEVED  # [19.6]
    if counter.hq:
        return commands(game, side).get(name, "")
    if direct(game, name):
        return LINE
    known = commands(game, side)
    for hq, means in known.items():
        if feeds(game, hq, name, means) and in_touch(game, name, hq):
            return means
    return AIR if flown_in(game, name) else ""


def direct(game: Nw, name: str) -> bool:
    """Whether a unit traces to a Supply Source. [19.2-p1] [19.2-p4]"""
    side, h = counter_of(game, name).side, unit_of(game, name).hex
    if game.scenario.special.provided(side, h):
        return True
    return h in near(game, side) or beside(game, name, {s.hex for s in sources(game, side)})


def near(game: Nw, side: str) -> frozenset[int]:
    """The hexes within range of a side's sources. [19.1]"""

    def compute() -> frozenset[int]:
        return frozenset(field(game, side, sources(game, side)))

    return game.cached(("near", side), MAPS, compute)


def flown_in(game: Nw, name: str) -> bool:
    """Whether an airborne or airmobile unit is supplied out of an airbase. [19.1.2]"""
    counter = counter_of(game, name)
    source = airhead(game, counter.side, counter.nation) if by_air(counter) else None
    if source is None:
        return False
    within = unit_of(game, name).hex in field(game, counter.side, (source,))
    return within or beside(game, name, {source.hex})


# ---- headquarters


def commands(game: Nw, side: str) -> dict[str, str]:
    """The headquarters of a side that are in supply, and by what. [19.2-p1] [19.6]"""

    def compute() -> dict[str, str]:
        found: dict[str, str] = {}
        known = headquarters(game, side)
        for name in known:
            if unit_of(game, name).emergency == game.turn:
                found[name] = RELIEVED
            elif direct(game, name):
                found[name] = LINE
            elif flown_in(game, name):
                found[name] = AIR
        while more := {
            name: found[hq]
            for name in known
            if name not in found
            for hq in found
            if feeds(game, hq, name, found[hq]) and in_touch(game, name, hq)
        }:
            found |= more
        return found

    return game.cached(("commands", side), (*MAPS, "sides"), compute)


def feeds(game: Nw, hq: str, name: str, means: str) -> bool:
    """Whether a headquarters passes supply on to a unit. [19.2-p1] [19.1.2]

    Airborne ones that are themselves supplied by air do so only for their own. [30.1]
    """
    one, head = counter_of(game, name), counter_of(game, hq)
    if not subordinate(game, name, hq):
        return False
    return means != AIR or not head.airborne or one.formation == head.formation


def on_relief(game: Nw, name: str) -> bool:
    """Whether a unit lives on emergency supply alone, its own or its headquarters'. [19.5]
    [27.9.3-p1]"""
    side = counter_of(game, name).side
    if unit_of(game, name).emergency == game.turn:
        return True
    known = commands(game, side)
    if counter_of(game, name).hq:
        return known.get(name) == RELIEVED
    if direct(game, name) or flown_in(game, name):
        return False
    means = {m for hq, m in known.items() if feeds(game, hq, name, m) and in_touch(game, name, hq)}
    return means == {RELIEVED}


def span(game: Nw, hq: str) -> int:
    """How many motorized points a headquarters may be away; with the option, its range.

    [19.2-p1] [29.5]
    """
    if game.options["hq-supply-range"] == "on":
        return counter_of(game, hq).range
    return range_of(game, "HQ")


def about(game: Nw, hq: str) -> frozenset[int]:
    """The hexes from which a headquarters can be reached by those who are supplied by it."""

    def compute() -> frozenset[int]:
        source = Source(unit_of(game, hq).hex, span(game, hq))
        return frozenset(field(game, counter_of(game, hq).side, (source,)))

    return game.cached(("about", hq), MAPS, compute)


def in_touch(game: Nw, name: str, hq: str) -> bool:
    """Whether a unit traces a line to a headquarters, or is next to it. [19.2-p1] [19.2-p4]"""
    return unit_of(game, name).hex in about(game, hq) or beside(game, name, {unit_of(game, hq).hex})


# ---- markers


def determine(game: Nw) -> None:
    """Both sides look who is in supply, and mark those who are not. [13.1.1] [19.0]"""
    for side in game.scenario.sides:
        mark(game, side)


def mark(game: Nw, side: str) -> None:
    """Put markers on a side's units that are out of supply, and take those of others. [19.5]"""
    counters, rule = game.scenario.counters, "19.0" if game.scenario.advanced else "13.1.1"
    mine = [name for name in game.state[UNITS] if counters[name].side == side]
    lacking = {name: _lacks(game, name) for name in mine}
    _use_airheads(game, side)
    out = [n for n, lacks in lacking.items() if lacks and not unit_of(game, n).oos]
    back = [n for n, lacks in lacking.items() if not lacks and unit_of(game, n).oos]
    for name in (*out, *back):
        game.put(UNITS, name, replace(unit_of(game, name), oos=lacking[name]))
    if out:
        game.emit(Event("out-of-supply", rule, {"side": side, "units": out}))
    if back:
        game.emit(Event("supplied-again", rule, {"side": side, "units": back}))


def _lacks(game: Nw, name: str) -> bool:
    """Whether a unit is to bear a marker.

    Who was supplied when it took off or landed this turn, stays so. [13.1.4] [19.2-p2]
    """
    unit = unit_of(game, name)
    if unit.landed == game.turn and not unit.oos:
        return False
    return not in_supply(game, name)


def _use_airheads(game: Nw, side: str) -> None:
    """A marker that has supplied somebody stays where it is for the turn. [19.1.2]"""
    for nation, marker in [*game.state[AIRLIFT].items()]:
        served = any(
            reason(game, name) == AIR
            for name in on_map(game, side)
            if counter_of(game, name).nation == nation
        )
        if served and marker.used != game.turn:
            game.put(AIRLIFT, nation, replace(marker, used=game.turn))
