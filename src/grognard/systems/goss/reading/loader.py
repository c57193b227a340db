"""Reading a scenario: from a file with its counters, leaders and map, or from plain data.

Whatever cannot be played is refused on loading, with file and line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.assembly import board_of, spec_of
from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.record import replace
from grognard.engine.sources import Sources
from grognard.engine.system import counted
from grognard.engine.table import Table
from grognard.kit.reading import chosen_options, fingerprint, lay_sheets, printed, window_of
from grognard.systems.goss.charts import goss_tables, unit_types
from grognard.systems.goss.counters import Counters
from grognard.systems.goss.ground import TERRAINS, Ground, kinds_of
from grognard.systems.goss.options import OPTIONS
from grognard.systems.goss.pieces.surprise import EFFECTS
from grognard.systems.goss.pieces.surprise import KEY as SURPRISE
from grognard.systems.goss.reading.armies import (
    LEADER_SHEET,
    read_armies,
    read_fleets,
    read_flights,
    read_hqs,
    read_leader,
    read_leading,
    read_points,
    read_staffs,
    read_tracks,
    read_zones,
)
from grognard.systems.goss.reading.calendar import read_calendar, turn_number
from grognard.systems.goss.reading.counters import SHEET, read_counter
from grognard.systems.goss.reading.forces import Forces
from grognard.systems.goss.reading.forts import add_forts
from grognard.systems.goss.reading.victory import read_terms
from grognard.systems.goss.scenario import SIDES, GameTurn, GossScenario, Opening, Spec
from grognard.systems.goss.status import (
    ATMOSPHERES,
    GROUNDS,
    MARKER,
    PRECIPITATIONS,
    WORKS,
    Bridge,
    HexStatus,
    Weather,
)
from grognard.systems.goss.units import FORT_UNIT, MAP, Counter, Unit

KEYS = (
    "id", "system", "title", "summary", "map", "window", "overlays", "include", "areas",
    "counters", "leaders", "armies", "headquarters", "zones", "start", "turns", "days", "sides",
    "sequence", "weather", "setup", "reinforcements", "withdrawals", "aside", "state", "works",
    "forts", "control", "bridges", "air", "allocated", "naval", "victory", "options", "points",
    "special", "begin",
)  # fmt: skip
SEQUENCE = ("skip", "turns")
WORK_KEYS = ("hex", "hexes", "work", "side", "fixed")
BRIDGE_KEYS = ("built", "down", "checked")
BEGIN = ("turn", "segment", "side", "ena")
WEATHER_WORDS = {
    "atmosphere": ATMOSPHERES, "ground": GROUNDS, "precipitation": PRECIPITATIONS,
    "before": ATMOSPHERES,
}  # fmt: skip
HISTORY = "weather-historical"
SHEETS = {"counters": SHEET, "leaders": LEADER_SHEET}


def read(sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()) -> GossScenario:
    """A scenario from its texts: its own, its counters' and its map's."""
    spec = spec_of(sources, KEYS)
    board = board_of(sources, spec)
    lay_sheets(sources, spec, SHEETS, packs)
    return build(spec, board, sources.main, options, packs, sources.charts())


def build(
    spec: Spec,
    board: Board,
    where: str,
    options: Mapping[str, Any],
    packs: Sequence[Path] = (),
    charts: Mapping[str, str] | None = None,
) -> GossScenario:
    """A scenario from its data, or the reason why it is none."""
    read = Reader(spec, board, where)
    read.only(spec, KEYS, "a scenario")
    read.board = board = window_of(read)
    settled = chosen_options(read, OPTIONS, options)
    tables = goss_tables(packs, charts)
    _check_terrain(read, board)
    titles = _sides(read)
    for name, labels in read.need(spec, "areas", dict, {}).items():
        read.areas[name] = read.hexes(spec["areas"], name, labels)
    ground, types, calendar = Ground(board, tables), unit_types(tables), read_calendar(read)
    make = partial(read_counter, types=types, tables=tables)
    counters = printed(read, "counters", make, SIDES)
    forces = Forces(read, counters, calendar)
    forces.set_up()
    forces.reinforcements()
    forces.others()
    add_forts(read, counters, types, forces.units)
    units = {name: forces.units[name] for name in counters if name in forces.units}
    armies, stocks, depots = read_armies(read, calendar)
    leaders = printed(read, "leaders", read_leader, SIDES)
    leading = read_leading(read, leaders, units, calendar)
    hqs = read_hqs(counters)
    return GossScenario(
        id=read.need(spec, "id", str),
        title=read.need(spec, "title", str, spec.get("id")),
        system="goss",
        board=board,
        sides=SIDES,
        options=settled,
        fingerprint=fingerprint(spec, board, counted(OPTIONS, settled), tables),
        ground=ground,
        tables=tables,
        types=types,
        counters=Counters({n: counters[n] for n in units}, tables, types),
        units=units,
        calendar=calendar,
        hqs={name: hq for name, hq in hqs.items() if hq in units},
        armies=armies,
        stocks=stocks,
        staffs=read_staffs(read, counters, units, armies),
        zones=read_zones(read, hqs, armies),
        depots=depots,
        leaders={name: leaders[name] for name in leading},
        leading=leading,
        hexes=_hexes(read, counters, units),
        bridges=_bridges(read, ground),
        flights=read_flights(read, calendar),
        tracks=read_tracks(read, ground.sectors),
        fleets=read_fleets(read, calendar),
        weather=_weather(read, calendar, tables),
        grounds=_grounds(read, calendar, ground),
        entries=forces.entries,
        groups=forces.groups,
        listings=forces.listings,
        shared=frozenset(forces.shared),
        withdrawals=_withdrawals(read, calendar, units),
        points=read_points(read),
        skips=_skips(read, calendar),
        special=_special(read, calendar),
        terms=read_terms(read, calendar, hqs.values()),
        opening=_opening(read, calendar),
        titles=titles,
        start_date=calendar[0].date,
        brief=str(spec.get("summary", "")).strip(),
    )


def _check_terrain(read: Reader, board: Board) -> None:
    for terrain in sorted({*board.terrain}):
        if any(kind not in TERRAINS for kind in kinds_of(terrain)):
            hint = nearest(terrain, TERRAINS)
            raise read.fail(
                read.spec, "map", f"the map has {terrain!r}, which is no terrain; {hint}"
            )


def _sides(read: Reader) -> dict[str, str]:
    """What the two sides are called. [2.1.0]"""
    given = read.need(read.spec, "sides", dict)
    read.only(given, SIDES, "the sides")
    return {side: str((given.get(side) or {}).get("name", side.title())) for side in SIDES}


def _hexes(
    read: Reader, counters: Mapping[str, Counter], units: Mapping[str, Unit]
) -> dict[int, HexStatus]:
    """Works, forts and who holds what at the start. [17.4.0] [17.6.0]"""
    found: dict[int, HexStatus] = {}
    for side, labels in read.by_side("control").items():
        for h in read.hexes(read.spec["control"], side, labels):
            found[h] = HexStatus(control=side)
    for row in read.rows(read.spec, "works", WORK_KEYS, "a field work"):
        hexes = read.hexes(row, "hexes", row.get("hexes", [row.get("hex")]))
        found |= _dug(read, row, "work", hexes, read.side(row, "side", row.get("side")))
    for row in read.need(read.spec, "setup", list, []):
        if row.get("works"):
            hexes = (read.hex(row, "hex", row.get("hex")),)
            found |= _dug(read, row, "works", hexes, _owner(read, row))
    for name, unit in units.items():
        if counters[name].is_(FORT_UNIT) and unit.place == MAP:
            before = found.get(unit.hex) or HexStatus()
            walls, side = counters[name].steps, counters[name].side
            found[unit.hex] = replace(before, fort=walls, side=side)
    return found


def _dug(
    read: Reader, row: Any, key: str, hexes: tuple[int, ...], side: str
) -> dict[int, HexStatus]:
    """A field work of a side in some hexes. [17.3.3]"""
    work = str(row.get(key, ""))
    if work not in WORKS:
        raise read.fail(row, key, f"there is no work {work!r}; {nearest(work, WORKS)}")
    status = HexStatus(control=side, work=work, side=side, fixed=bool(row.get("fixed")))
    return dict.fromkeys(hexes, status)


def _owner(read: Reader, row: Any) -> str:
    """Whose works they are that a row of the set-up names: those of the units in it."""
    names = row.get("units") or [""]
    sides = {c["id"]: c["side"] for c in read.spec.get("counters", ())}
    return str(sides.get(names[0], ""))


def _bridges(read: Reader, ground: Ground) -> dict[int, Bridge]:
    """Bridges that were built before the game, or are down. [17.3.1]"""
    given = read.need(read.spec, "bridges", dict, {})
    read.only(given, BRIDGE_KEYS, "the bridges")
    states = {
        "built": Bridge(MARKER, "secondary", checked=True),
        "down": Bridge(stands=False),
        "checked": Bridge(checked=True),
    }
    found = {}
    for key, bridge in states.items():
        for label in read.words(given, key):
            a, b = (read.hex(given, key, part) for part in str(label).split("-"))
            if not ground.board.adjacent(a, b) or not ground.water(a, b):
                raise read.fail(given, key, f"there is no water between the hexes of {label}")
            found[ground.side_key(a, b)] = bridge
    return found


def _weather(
    read: Reader, calendar: tuple[GameTurn, ...], tables: Mapping[str, Table]
) -> dict[int, Weather]:
    """The weather by GT: as the scenario has it, or as the record; else clear and dry. [19.2.1]"""
    given = dict(read.need(read.spec, "weather", dict, {}))
    given.pop("zones", None)
    usual = {key: str(given.pop(key)) for key in WEATHER_WORDS if key in given}
    told: dict[int, dict[str, str]] = {}
    for label, value in given.items():
        number = turn_number(read, calendar, read.spec["weather"], label, label)
        told[number] = {"atmosphere": value} if isinstance(value, str) else dict(value)
    record = tables[HISTORY]
    found = {}
    for place, turn in enumerate(calendar, 1):
        key, words = f"{turn.date} {turn.period}", dict(usual)
        if key in record.rows and not usual:
            words |= {c: record.cell(key, c).value for c in record.columns}
        words |= told.get(place, {})
        for name, value in words.items():
            if value not in WEATHER_WORDS.get(name, ()):
                text = f"there is no {name} {value!r}; {nearest(value, WEATHER_WORDS[name])}"
                raise read.fail(read.spec, "weather", text)
        found[place] = Weather(**words)
    return found


def _grounds(
    read: Reader, calendar: tuple[GameTurn, ...], ground: Ground
) -> dict[str, dict[int, str]]:
    """The ground of the map's weather zones, where the scenario has one of their own: always, or by
    GT. [19.4.0]"""
    given = read.need(read.need(read.spec, "weather", dict, {}), "zones", dict, {})
    found: dict[str, dict[int, str]] = {zone: {} for zone in sorted({*ground.zone} - {""})}
    for zone, words in given.items():
        if zone not in found:
            raise read.fail(given, zone, f"there is no weather zone {zone!r} on the map")
        always = words if isinstance(words, str) else ""
        told = {} if always else {
            turn_number(read, calendar, words, label, label): str(word)
            for label, word in words.items()
        }  # fmt: skip
        for turn in range(1, len(calendar) + 1):
            word = told.get(turn, always)
            if word and word not in GROUNDS:
                raise read.fail(given, zone, f"no ground is {word!r}; {nearest(word, GROUNDS)}")
            if word:
                found[zone][turn] = word
    return found


def _withdrawals(
    read: Reader, calendar: tuple[GameTurn, ...], units: Mapping[str, Any]
) -> dict[str, int]:
    """When units must leave. [21.4.0]"""
    found = {}
    for row in read.rows(read.spec, "withdrawals", ("turn", "units", "note"), "withdrawals"):
        turn = turn_number(read, calendar, row, "turn", row.get("turn"))
        for name in read.words(row, "units"):
            if name not in units:
                raise read.fail(row, "units", f"there is no unit {name!r}; {nearest(name, units)}")
            found[name] = turn
    return found


def _skips(read: Reader, calendar: tuple[GameTurn, ...]) -> dict[int, frozenset[str]]:
    """Segments that the scenario leaves out, always or in some GTs. [3.1.0] [16.1.0]"""
    given = read.need(read.spec, "sequence", dict, {})
    read.only(given, SEQUENCE, "the sequence of play")
    found = {0: frozenset(read.words(given, "skip"))}
    turns = read.need(given, "turns", dict, {})
    for label in turns:
        turn = turn_number(read, calendar, turns, label, label)
        found[turn] = frozenset(read.words(turns, label))
    return {turn: kinds for turn, kinds in found.items() if kinds}


def _special(read: Reader, calendar: tuple[GameTurn, ...]) -> dict[str, Any]:
    """What is special to a scenario; surprise GTs by their number, checked. [11.4.1e]"""
    found = dict(read.need(read.spec, "special", dict, {}))
    given, rows = read.need(found, SURPRISE, dict, {}), []
    for label in given:
        row = read.need(given, label, dict)
        read.only(row, ("by", "effects"), "a surprise")
        effects = read.words(row, "effects")
        wrong = [word for word in effects if word not in EFFECTS]
        if wrong or row.get("by") not in SIDES:
            known = ", ".join(EFFECTS)
            raise read.fail(given, label, f"a surprise is by a side and has effects: {known}")
        turn = turn_number(read, calendar, given, label, label)
        rows.append({"turn": turn, "by": row["by"], "effects": effects})
    return {**found, SURPRISE: rows} if rows else found


def _opening(read: Reader, calendar: tuple[GameTurn, ...]) -> Opening:
    """Where a position begins."""
    given = read.need(read.spec, "begin", dict, {})
    read.only(given, BEGIN, "a beginning")
    turn = turn_number(read, calendar, given, "turn", given.get("turn", 1))
    words = (str(given.get(key, "")) for key in ("segment", "side", "ena"))
    return Opening(turn, *words)
