"""Reading a scenario: from a file with its counters and map, or from plain data.

Whatever cannot be played is refused on loading, with file and line: a unit on a lake, an unknown
hex, a stack that is too high, a counter whose values make no sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.assembly import board_of, spec_of
from grognard.engine.located import ScenarioError, line_of, nearest
from grognard.engine.reader import Reader
from grognard.engine.sources import Sources
from grognard.engine.system import counted
from grognard.engine.table import Table, TableError
from grognard.kit.reading import (
    chosen_options,
    fingerprint,
    lay_sheets,
    printed,
    turns_of,
    two_sides,
    window_of,
)
from grognard.systems.ocs.arrivals import tempo
from grognard.systems.ocs.charts import RECUT, check_sides
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.options import OPTIONS
from grognard.systems.ocs.reading import beginnings
from grognard.systems.ocs.reading import counters as sheets
from grognard.systems.ocs.reading import order_of_battle as oob
from grognard.systems.ocs.reading import ships as ships_at_sea
from grognard.systems.ocs.reading.victory_terms import read_victory
from grognard.systems.ocs.results import game_tables, number, ocs_tables
from grognard.systems.ocs.scenario import Limits, OcsScenario, ShipCounter, Spec, TransportKind
from grognard.systems.ocs.sequence import GAME_TURN, KINDS
from grognard.systems.ocs.status import TOKENS
from grognard.systems.ocs.turn.phases import PRE_TURN
from grognard.systems.ocs.units import Counter

KEYS = (
    "id", "system", "title", "summary", "map", "window", "counters", "planes", "ships", "kinds",
    "start", "days", "turns", "season", "sides", "first", "fixed_first", "weather", "areas",
    "setup", "state", "dumps", "transport", "air", "naval", "bases", "hedgehogs", "ports",
    "sources", "gauges", "arrivals", "tables", "victory", "options", "port_negation", "begin",
    "rulings", "boxes", "miles", "gliders", "plans", "include", "overlays",
    "muster", "closed", "withdrawals", "surrender",
)  # fmt: skip
SIDE = (
    "nation", "name", "reserve_markers", "rail_cap", "sea_cap", "sea_ports", "gauge",
    "hip_shooters", "supply_hexes", "repl_hexes", "truck_total", "strips", "gliders",
    "drop_modifier",
)  # fmt: skip
WATER = frozenset({"sea", "lake", "estuary"})
"""Terrain and hexsides at which land ends."""
TRUCKS = {"truck": {"ma": 20, "move": "truck", "extends": 30},
          "wagon": {"ma": 8, "move": "leg", "extends": 10}}  # fmt: skip
"""Kinds of transport where the scenario names none."""
DUKWS = {"dukw": {"ma": 24, "move": "truck", "source": "rulebook"}}
"""Landing craft that go by land as trucks. [18.4e]"""


def read(sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()) -> OcsScenario:
    """A scenario from its texts: its own, its counters', its tables' and its map's.

    Packs are laid over its tables and its counters, the last on top.
    """
    where, spec = sources.main, spec_of(sources, KEYS)
    board = board_of(sources, spec)
    lay_sheets(sources, spec, sheets.SHEETS, packs)
    own = {}
    for name in spec.get("tables") or ():
        if name not in (known := (*game_tables(), *RECUT)):
            wrong = f"a game has no table {name!r} of its own; {nearest(str(name), known)}"
            raise ScenarioError(where, line_of(spec, "tables"), wrong)
        own[name] = sources.text(f"{name}.csv")
    return build(spec, board, where, options, packs, sources.charts(), own)


def build(
    spec: Spec,
    board: Board,
    where: str,
    options: Mapping[str, Any],
    packs: Sequence[Path] = (),
    charts: Mapping[str, str] | None = None,
    own: Mapping[str, str] | None = None,
) -> OcsScenario:
    """A scenario from its data, or the reason why it is none."""
    read = Reader(spec, board, where)
    read.only(spec, KEYS, "a scenario")
    settled = chosen_options(read, OPTIONS, options)
    read.board = board = window_of(read)
    read.areas = {**board.areas, **_areas(read)}
    sides = _sides(read)
    tables = _tables(sides, packs, charts, own)
    ground = _ground(read, board, tables)
    counters = _muster(read, printed(read, "counters", sheets.read_counter, sides))
    planes = printed(read, "planes", sheets.read_plane, sides)
    ships = printed(read, "ships", sheets.read_ship, sides)
    kinds = _kinds(read, ships)
    units, choices = oob.read_units(read, counters, ground)
    counters = {**counters, **sheets.generic_replacements(counters, sides)}
    transport, air = oob.read_transport(read, kinds), oob.read_air(read, planes)
    naval, ports = oob.read_naval(read, ships), oob.read_ports(read)
    ships_at_sea.load(read, naval, ships, ground, units, transport, counters)
    turn, step, first = _begin(read, sides)
    scenario = OcsScenario(
        id=str(read.need(spec, "id", str)),
        title=str(spec.get("title", spec["id"])),
        system="ocs",
        board=board,
        sides=sides,
        options=settled,
        fingerprint=fingerprint(spec, board, counted(OPTIONS, settled), tables),
        ground=ground,
        tables=tables,
        counters=counters,
        units=units,
        planes=planes,
        ship_counters=ships,
        kinds=kinds,
        nations={side: str(spec["sides"][side].get("nation", side)) for side in sides},
        turns=turns_of(read),
        seasons=_seasons(read, tables),
        start_date=read.day("start"),
        days_a_turn=_days(read),
        start_turn=turn,
        start_step=step,
        first=first,
        fixed_first=spec.get("fixed_first") is True,
        start_weather=_weather(read, tables),
        dumps=oob.read_dumps(read),
        transport=transport,
        sites=oob.read_sites(read, ports),
        air=air,
        ships=naval,
        gliders=oob.read_gliders(read),
        plans=oob.read_plans(read, counters),
        gauges=_gauges(read),
        formations=_formations(counters),
        ports=ports,
        sources=oob.read_sources(read),
        arrivals=oob.read_arrivals(read, {**units, **transport, **air, **naval}),
        limits={side: _limits(read, side, tables) for side in sides},
        victory=read_victory(read),
        areas=read.areas,
        choices={**choices, **oob.read_freedom(read, transport, kinds, ground)},
        boxes=oob.read_boxes(read),
        miles=_miles(read),
        position="begin" in spec,
        port_negation=spec.get("port_negation", True) is True,
        closed=_closed(read),
        withdrawals=oob.read_withdrawals(read, {**units, **transport, **air, **naval}),
        surrender=oob.read_surrender(read, counters),
        brief=str(spec.get("summary", "")).strip(),
    )
    beginnings.check(read, scenario)
    return tempo.quicken(scenario)


def _tables(
    sides: Sequence[str],
    packs: Sequence[Path],
    charts: Mapping[str, str] | None,
    own: Mapping[str, str] | None,
) -> dict[str, Table]:
    """The tables; a mistake in one that the scenario brings along is the scenario's."""
    try:
        tables = ocs_tables(packs, "repaired", charts, own)
        check_sides(tables, sides)
        return tables
    except TableError as error:
        if error.path.stem not in (own or {}) or error.path.parent != Path():
            raise
        raise ScenarioError(error.path.name, error.line, error.text) from None


def _areas(read: Reader) -> dict[str, tuple[int, ...]]:
    """The areas of the scenario: hexes, or all the land that hangs together with one."""
    given, found = read.need(read.spec, "areas", dict, {}), dict[str, tuple[int, ...]]()
    for name, labels in given.items():
        if isinstance(labels, dict):
            read.only(labels, ("land",), "an area")
            found[name] = _land(read.board, read.hex(labels, "land", labels.get("land")))
        else:
            found[name] = read.hexes(given, name, labels)
    return found


def _land(board: Board, h: int) -> tuple[int, ...]:
    """The island that a hex belongs to: whatever can be reached from it without crossing water."""
    found = {h: None}
    for a in (queue := [h]):
        for b in board.around(a):
            wet = board.terrain[b] in WATER or board.hexside(a, b) & WATER
            if b not in found and not wet:
                found[b] = None
                queue.append(b)
    return tuple(sorted(found))


def _ground(read: Reader, board: Board, tables: Mapping[str, Table]) -> Ground:
    """The board read through the terrain charts, which must know all of it."""
    known = tables["terrain-movement"].rows
    for terrain in sorted({kind for text in board.terrain for kind in text.split("+")}):
        if terrain not in known:
            text = f"the map has {terrain!r}, which the chart does not know"
            raise read.fail(read.spec, "map", f"{text}; {nearest(terrain, known)}")
    return Ground(board, tables["terrain-movement"], tables["terrain-combat"])


def _sides(read: Reader) -> tuple[str, ...]:
    """The two sides, in the order of the file. [2.1]"""
    sides = two_sides(read, "OCS")
    for side in sides:
        read.only(read.need(read.spec["sides"], side, dict), SIDE, "a side")
    return sides


def _kinds(read: Reader, ships: Mapping[str, ShipCounter]) -> dict[str, TransportKind]:
    """The kinds of transport; DUKWs are one whenever there are any. [13.2] [18.4e]"""
    given = read.need(read.spec, "kinds", dict, TRUCKS)
    if any(ship.type == "dukw" for ship in ships.values()):
        given = {**DUKWS, **given}

    def fail(text: str) -> ScenarioError:
        return read.fail(read.spec, "kinds", text)

    return {name: sheets.read_kind(name, row, fail) for name, row in given.items()}


def _formations(counters: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The multi-unit formations with the counters of each. [3.1c]"""
    found: dict[str, tuple[str, ...]] = {}
    for name, counter in counters.items():
        if counter.formation:
            found[counter.formation] = (*found.get(counter.formation, ()), name)
    return found


def _miles(read: Reader) -> Fraction:
    """How wide a hex is, in miles: five, or as few as two and a half; a turn is half a week, or a
    quarter of one. [1.0]
    """
    try:
        miles = Fraction(str(read.spec.get("miles", 5)))
    except ValueError:
        raise read.fail(read.spec, "miles", "miles are a number such as 5 or 2.5") from None
    if not Fraction(5, 2) <= miles <= 5:
        raise read.fail(read.spec, "miles", f"a hex is 2.5 to 5 miles wide, not {miles}")
    return miles


def _days(read: Reader) -> tuple[int, ...]:
    """The days of a turn: half a week, or as little as a quarter of one. [1.0]

    Several are those of the turns one after another, and then from the first again: `[3, 4]`.
    """
    given = read.spec.get("days", 3)
    days = given if isinstance(given, list) else [given]
    for count in days:
        if not isinstance(count, int) or isinstance(count, bool):
            raise read.fail(read.spec, "days", f"'days' should be whole numbers, not {count!r}")
        if not 1 <= count <= 4:
            text = f"a turn is a quarter to half of a week, not {count} days"
            raise read.fail(read.spec, "days", text)
    if not days:
        raise read.fail(read.spec, "days", "how many days has a turn?")
    return tuple(days)


def _muster(read: Reader, counters: dict[str, Counter]) -> dict[str, Counter]:
    """The counters that take part: all of the sheets, or only those the scenario names."""
    word = read.spec.get("muster", "all")
    if word == "all":
        return counters
    if word != "named":
        raise read.fail(read.spec, "muster", f"'muster' is all or named, not {word!r}")
    rows = [(key, row) for key in ("setup", "arrivals") for row in read.spec.get(key) or ()]
    named = {str(name) for _, row in rows for name in row.get("units") or ()}
    named |= {str(n) for row in read.spec.get("naval") or () for n in row.get("aboard") or ()}
    return {name: counter for name, counter in counters.items() if name in named}


def _closed(read: Reader) -> dict[str, frozenset[int]]:
    """Ground outside the campaign of a side: hexes, or an area."""
    given = read.by_side("closed")
    return {side: frozenset(read.ground(given, side, given[side])) for side in given}


def _seasons(read: Reader, tables: Mapping[str, Table]) -> dict[int, str]:
    """The column of the weather table from each turn on: a season, or what the game's has. [17.0]

    A long game names the turns in which others begin.
    """
    known = tables["weather"].columns
    given = read.spec.get("season", "summer" if "summer" in known else known[0])
    seasons = given if isinstance(given, dict) else {1: given}
    if 1 not in seasons:
        raise read.fail(read.spec, "season", "which season is it in turn 1?")
    for turn, season in seasons.items():
        if not isinstance(turn, int) or season not in known:
            text = f"there is no season {season!r}: {', '.join(known)}"
            raise read.fail(read.spec, "season", text)
    return {turn: str(seasons[turn]) for turn in sorted(seasons)}


def _weather(read: Reader, tables: Mapping[str, Table]) -> str:
    name = str(read.spec.get("weather", ""))
    known = tables["weather-effects"].rows
    if name and name not in known:
        raise read.fail(read.spec, "weather", f"no weather is {name!r}; {nearest(name, known)}")
    return name


def _begin(read: Reader, sides: Sequence[str]) -> tuple[int, int, str]:
    """The turn and the segment a position begins in, and who goes first."""
    first = str(read.spec.get("first", ""))
    if first:
        read.side(read.spec, "first", first)
    begin = read.need(read.spec, "begin", dict, {})
    read.only(begin, ("turn", "segment", "player"), "a beginning")
    kind = str(begin.get("segment", PRE_TURN))
    if kind not in (PRE_TURN, *KINDS):
        raise read.fail(begin, "segment", f"no segment is {kind!r}; {nearest(kind, KINDS)}")
    player = str(begin.get("player", first or sides[0]))
    half = int((first or sides[0]) != read.side(begin, "player", player))
    return read.need(begin, "turn", int, 1), GAME_TURN.place(kind, half), first


def _gauges(read: Reader) -> dict[int, str]:
    """Which side's gauge the railways have: hexes or areas by side. [13.3d]"""
    given = read.by_side("gauges")
    return {h: side for side in given for h in read.ground(given, side, given[side])}


def _limits(read: Reader, side: str, tables: Mapping[str, Table]) -> Limits:
    """What the game's booklet allows a side. [5.4a] [13.3b] [19.0f(D)]"""
    row = read.spec["sides"][side]
    return Limits(
        commander=str(row.get("name", "")),
        reserve_markers=read.need(row, "reserve_markers", int, 99),
        rail_cap=read.need(row, "rail_cap", int, 0) * TOKENS,
        sea_cap=read.need(row, "sea_cap", int, 0) * TOKENS,
        sea_ports=_sea_ports(read, row),
        gauge=str(row.get("gauge", side)),
        hip_shooters=tuple(read.words(row, "hip_shooters")),
        supply_hexes=read.hexes(row, "supply_hexes", row.get("supply_hexes", ())),
        repl_hexes=read.hexes(row, "repl_hexes", row.get("repl_hexes", ())),
        truck_total=read.need(row, "truck_total", int, 0) * TOKENS,
        strips=row.get("strips") is True,
        gliders=row.get("gliders") is True,
        drop_modifier=_drop_modifier(read, row, tables),
    )


def _sea_ports(read: Reader, row: Any) -> frozenset[int]:
    """The ports that a side's Sea Cap serves, where the scenario names some. [19.0f(D)]"""
    ports = sorted({str(port.get("hex")) for port in read.spec.get("ports", ())})
    for given in read.words(row, "sea_ports"):
        if given not in ports:
            raise read.fail(row, "sea_ports", f"no port is in {given}; {nearest(given, ports)}")
    return frozenset(read.hexes(row, "sea_ports", row.get("sea_ports", ())))


def _drop_modifier(read: Reader, row: Any, tables: Mapping[str, Table]) -> int:
    """What is added to a side's rolls for drops: a number, or a row of the chart. [14.10d]"""
    given, known = row.get("drop_modifier", 0), tables["air-drop-modifiers"].rows
    if not isinstance(given, str):
        return int(read.need(row, "drop_modifier", int, 0))
    if given not in known:
        wrong = f"no drops are {given!r}: a number, or {', '.join(known)}"
        raise read.fail(row, "drop_modifier", wrong)
    return number(tables, "air-drop-modifiers", given, "modifier")
