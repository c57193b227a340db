"""Reading armies, headquarters, leaders, zones and air points. [9.0] [16.0] [20.1.0] [23.0]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from itertools import pairwise
from typing import Any

from grognard.board.window import window
from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.goss.reading.calendar import turn_number
from grognard.systems.goss.scenario import (
    FORMATION,
    ArmyPlan,
    Flights,
    GameTurn,
    LeaderCounter,
    staff_key,
)
from grognard.systems.goss.status import FUEL, AirTrack, Army, Depot, Headquarters, Leader
from grognard.systems.goss.units import CORPS, EXPECTED, MAP, Counter, Unit

ARMY_KEYS = ("side", "adv", "adv_from", "amp", "fp", "tp", "pss", "depots", "note")
STAFF_KEYS = frozenset(f.name for f in fields(Headquarters))
LEADER_SHEET = Sheet(
    (
        "id",
        "side",
        "name",
        "hq",
        "level",
        "number",
        "regiment",
        "arrival",
        "special",
        "source",
        "note",
    ),
    frozenset({"regiment", "arrival", "special", "source", "note"}),
)
LEADER_LEVELS = ("formation", "corps", "army")
AIR_KEYS = ("ap", "atp", "gi", "gi_sector", "si_missions")
MISSION_KEYS = ("gs", "gi", "si", "asup")
SHIP_TYPES = ("BB", "MN", "CA", "CL", "DD")
"""The types of naval units. [11.3.2]"""


def read_hqs(counters: Mapping[str, Counter]) -> dict[str, str]:
    """The headquarters of each formation, corps and army: a corps may have the name of an army,
    and a headquarters none at all. [9.1.0]"""
    found: dict[str, str] = {}
    for name, counter in counters.items():
        if counter.leads_formation:
            found[staff_key(FORMATION, counter.formation or name)] = name
        elif counter.hq:
            own = counter.corps if counter.level == CORPS else counter.army
            found[staff_key(counter.level, own or name)] = name
    return found


def read_armies(
    read: Reader, calendar: tuple[GameTurn, ...]
) -> tuple[dict[str, ArmyPlan], dict[str, Army], dict[str, Depot]]:
    """The armies: what they are, and their tracks at the start, with ADV, AmP and FP. [16.1.1]
    [16.3.0] [16.3.6] [16.4.0]"""
    given = read.need(read.spec, "armies", dict, {})
    plans: dict[str, ArmyPlan] = {}
    stocks: dict[str, Army] = {}
    depots: dict[str, Depot] = {}
    for name in given:
        row = read.need(given, name, dict)
        read.only(row, ARMY_KEYS, "an army")
        adv, tp = read.need(row, "adv", int), read.need(row, "tp", int, 0)
        hexes = read.hexes(row, "pss", row.get("pss", []))
        side = read.side(row, "side", read.need(row, "side", str))
        plans[name] = ArmyPlan(side, adv, tp, hexes, _later(read, row, calendar))
        stocks[name] = Army(
            adv=adv, amp=read.need(row, "amp", int, 0), fp=2 * read.need(row, "fp", int, 0), tp=tp
        )
        for place, h in enumerate(read.hexes(row, "depots", row.get("depots", [])), 1):
            depots[f"{name} {place}"] = Depot(name, h)
    return plans, stocks, depots


def _later(
    read: Reader, row: Mapping[str, Any], calendar: tuple[GameTurn, ...]
) -> tuple[tuple[str, int], ...]:
    """The ADV that an army has from a day on, for what goes on elsewhere. [16.3.1]"""
    given, dates = read.need(row, "adv_from", dict, {}), {turn.date for turn in calendar}
    for date in given:
        if date not in dates:
            raise read.fail(given, date, f"{date} is no day of the game")
    return tuple(sorted((date, read.need(given, date, int)) for date in given))


def read_staffs(
    read: Reader, counters: Mapping[str, Counter], units: Mapping[str, Unit],
    armies: Mapping[str, ArmyPlan],
) -> dict[str, Headquarters]:  # fmt: skip
    """What headquarters have at the start: the ADV of their army, and normal fuel, unless the
    scenario says otherwise. [16.3.2] [16.4.3]"""
    given = read.need(read.spec, "headquarters", dict, {})
    for name in given:
        if name not in counters or not counters[name].hq:
            known = [n for n, c in counters.items() if c.hq]
            text = f"there is no headquarters {name!r}; {nearest(name, known)}"
            raise read.fail(given, name, text)
    found = {}
    for name in units:
        counter = counters[name]
        if not counter.hq:
            continue
        row = given.get(name, {})
        read.only(row, STAFF_KEYS, "a headquarters")
        army = armies.get(counter.army)
        found[name] = Headquarters(**{"adv": army.adv if army else 0, **row})
        if found[name].fuel not in FUEL:
            raise read.fail(row, "fuel", f"fuel is one of {', '.join(FUEL)}")
    return found


def read_zones(read: Reader, known: Mapping[str, str], armies: Mapping[str, Any]) -> dict[str, Any]:
    """The zones of operation at the start, by corps headquarters or army. [9.2.0]"""
    given = read.need(read.spec, "zones", dict, {})
    found = {}
    for name in given:
        if name not in known.values() and name not in armies:
            raise read.fail(given, name, f"there is no corps headquarters or army {name!r}")
        zone = given[name]
        found[name] = (
            _shape(read, zone) if isinstance(zone, dict) else read.ground(given, name, zone)
        )
    return found


def _shape(read: Reader, zone: Any) -> tuple[int, ...]:
    """A zone by its corners, or by the boundaries that it lies between. [9.2.0]"""
    read.only(zone, ("from", "to", "around", "lines"), "a zone")
    return _bounded(read, zone) if "around" in zone else _rectangle(read, zone)


def _bounded(read: Reader, zone: Any) -> tuple[int, ...]:
    """The hexes that hang together with one without crossing any of some lines, and those of the
    lines beside them: a boundary belongs to both zones. A line is straight from each of its hexes
    to the next. [9.2.0]"""
    board, border = read.board, set[int]()
    for number, line in enumerate(read.need(zone, "lines", list)):
        hexes = [read.hex(zone["lines"], number, label) for label in line]
        for one, other in pairwise(hexes):
            border.update(board.line(one, other))
    first = read.hex(zone, "around", zone["around"])
    if first in border:
        raise read.fail(zone, "around", "a zone lies around a hex that is on none of its lines")
    found, edge = {first}, [first]
    while edge:
        fresh = {b for b in board.around(edge.pop()) if b not in border} - found
        found |= fresh
        edge += fresh
    return tuple(sorted(found | {h for h in border if found.intersection(board.around(h))}))


def _rectangle(read: Reader, zone: Any) -> tuple[int, ...]:
    """The hexes of a rectangle with two hexes in opposite corners, as of a scenario's window."""
    board = read.board
    one, other = (board.label(read.hex(zone, key, zone.get(key))) for key in ("from", "to"))
    part = window(board, one, other)
    return tuple(sorted(board.hex(part.label(h)) for h in range(part.n)))


def read_leader(row: Mapping[str, Any], fail: Fail) -> LeaderCounter:
    """A leader from his row. [23.0]"""
    cells = Cells(row, LEADER_SHEET.columns, fail, "leader")
    return LeaderCounter(
        cells.id,
        cells.text("side"),
        cells.text("name", cells.id),
        cells.text("hq"),
        cells.one_of("level", LEADER_LEVELS, "formation"),
        cells.whole("number"),
        cells.text("regiment"),
        tuple(filter(None, cells.text("special").split(";"))),
    )


def read_leading(
    read: Reader, leaders: Mapping[str, LeaderCounter], units: Mapping[str, Unit],
    calendar: tuple[GameTurn, ...],
) -> dict[str, Leader]:  # fmt: skip
    """Where leaders are: with their headquarters, or due when it comes. [23.0]"""
    arrivals = {row["id"]: row for row in read.need(read.spec, "leaders", list, [])}
    found = {}
    for order, (name, leader) in enumerate(leaders.items()):
        hq = units.get(leader.hq)
        if hq is None:
            continue
        when = arrivals[name].get("arrival", "")
        known = [f"{int(turn.date[-2:])} {turn.period}" for turn in calendar]
        due = turn_number(read, calendar, arrivals[name], "arrival", when) if when in known else 0
        if hq.place == MAP and due <= 1:
            found[name] = Leader(MAP, hq.hex, order, active=True, began=hq.hex, at_hq=True)
        else:
            found[name] = Leader(EXPECTED, order=order, due=max(due, hq.due))
    return found


def read_flights(read: Reader, calendar: tuple[GameTurn, ...]) -> dict[str, dict[int, Flights]]:
    """Air points by side and game day: by dates, or one row for all days. [20.1.0]"""
    return {
        side: {
            day: Flights(
                read.need(row, "ap", int, 0),
                read.need(row, "atp", int, 0),
                *(read.need(row, key, int, -1) for key in AIR_KEYS[2:]),
            )
            for day, row in days.items()
        }
        for side, days in _by_day(read, calendar, "air", AIR_KEYS, "air points of a day").items()
    }


def read_points(read: Reader) -> dict[str, tuple[int, int]]:
    """The replacement points that a side begins with, Inf and Arm. [22.1.0]"""
    found = {}
    for side, row in read.by_side("points").items():
        read.only(row, ("inf", "arm"), "replacement points")
        found[side] = read.need(row, "inf", int, 0), read.need(row, "arm", int, 0)
    return found


def read_tracks(read: Reader, sectors: tuple[str, ...]) -> dict[str, AirTrack]:
    """What each side has allocated when the game begins, in the map's one sector or by sectors.
    [20.1.1]"""
    found = {}
    for side, given in read.by_side("allocated").items():
        rows = given if {*given} & {*sectors} else {sectors[0]: given}
        read.only(rows, sectors, "the air sectors")
        for sector in rows:
            read.only(rows[sector], MISSION_KEYS, "an allocation of air points")
            points = {key: read.need(rows[sector], key, int, 0) for key in MISSION_KEYS}
            found[f"{side} {sector}"] = AirTrack(**points)
    return found


def read_fleets(
    read: Reader, calendar: tuple[GameTurn, ...]
) -> dict[str, dict[int, dict[str, int]]]:
    """Naval units by side and game day: by dates, or one row for all days. [11.9.0]"""
    found = _by_day(read, calendar, "naval", SHIP_TYPES, "naval units of a day")
    return {
        side: {day: {kind: read.need(row, kind, int) for kind in row} for day, row in days.items()}
        for side, days in found.items()
    }


def _by_day(
    read: Reader, calendar: tuple[GameTurn, ...], key: str, known: tuple[str, ...], what: str
) -> dict[str, dict[int, Mapping[str, Any]]]:
    """The rows of each side by game day; one without dates is that of every day."""
    found: dict[str, dict[int, Mapping[str, Any]]] = {}
    dates = {turn.date: turn.day for turn in calendar}
    for side, given in read.by_side(key).items():
        every = bool({*given} & {*known})
        found[side] = {}
        for date, day in dates.items():
            row = given if every else given.get(date, {})
            read.only(row, known, what)
            found[side][day] = row
    return found
