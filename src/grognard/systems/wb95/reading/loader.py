"""Reading a scenario: from a file with its counters and map, or from plain data.

Whatever cannot be played is refused on loading, with file and line: a unit on a lake, an unknown
hex, a duplicate id, a counter whose values make no sense, a scale with a gap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.assembly import board_of, spec_of
from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.rulebook import chapter_of
from grognard.engine.sources import Sources
from grognard.engine.system import counted
from grognard.engine.table import Table, TableError
from grognard.kit.reading import (
    chosen_options,
    fingerprint,
    lay_sheets,
    turns_of,
    two_sides,
    window_of,
)
from grognard.systems.wb95.charts import supply_points, terrains, wb95_tables
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.reading.counters import SHEET
from grognard.systems.wb95.reading.order_of_battle import (
    read_choices,
    read_control,
    read_counters,
    read_fortified,
    read_setup_rules,
    read_units,
    read_zones,
)
from grognard.systems.wb95.reading.victory_terms import read_victory
from grognard.systems.wb95.scenario import (
    PHASES_A_TURN,
    RESERVE_RULES,
    AirGrant,
    BarrageGrant,
    Reserves,
    Source,
    Spec,
    Wb95Scenario,
    Zone,
)
from grognard.systems.wb95.units import Counter

KEYS = (
    "id", "system", "title", "summary", "map", "counters", "start", "end", "turns", "sides",
    "initiative", "areas", "supply", "options", "fortified", "gun_setup", "barrage", "control",
    "setup", "reinforcements", "entry_zones", "reserves", "air", "victory", "rulings", "begin",
    "traits", "state", "bridges_down", "bridges_built", "masked", "fixed_positions", "window",
    "setup_rules", "include", "overlays",
)  # fmt: skip
AIR = ("side", "nation", "from_turn", "to_turn", "counters", "sp", "pool")
BARRAGE = ("side", "turns", "ammunition")
RESERVES = (
    "trigger", "units", "zones", "area", "distance", "per_loss", "enter", "place", "once", "line",
)  # fmt: skip


def read(sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()) -> Wb95Scenario:
    """A scenario from its texts: its own, its counters' and its map's.

    Packs are laid over its tables and its counters, the last on top.
    """
    spec = spec_of(sources, KEYS)
    board = board_of(sources, spec)
    lay_sheets(sources, spec, {"counters": SHEET}, packs)
    return build(spec, board, sources.main, options, packs, sources.charts())


def build(
    spec: Spec,
    board: Board,
    where: str,
    options: Mapping[str, Any],
    packs: Sequence[Path] = (),
    charts: Mapping[str, str] | None = None,
) -> Wb95Scenario:
    """A scenario from its data, or the reason why it is none."""
    read = Reader(spec, board, where)
    read.only(spec, KEYS, "a scenario")
    board = window_of(read)
    settled = chosen_options(read, OPTIONS, options)
    tables = wb95_tables(packs, settled["tables"], charts)  # type: ignore[arg-type]
    ground = _ground(read, _board(board, settled), tables)
    read.board = ground.board
    sides = two_sides(read, "WB-95", "initiative")
    for name, labels in read.need(spec, "areas", dict, {}).items():
        read.areas[name] = read.hexes(spec["areas"], name, labels)
    sheet = read_counters(read, sides)
    zones = read_zones(read, sides)
    units = read_units(read, sheet, ground, zones)
    counters = {name: sheet[name] for name in units}
    start, turns = _calendar(read)
    turn, phase = _begin(read, turns)
    return Wb95Scenario(
        id=read.need(spec, "id", str),
        title=read.need(spec, "title", str, spec.get("id")),
        system="wb95",
        board=ground.board,
        sides=sides,
        options=settled,
        fingerprint=fingerprint(spec, board, counted(OPTIONS, settled), tables),
        ground=ground,
        tables=tables,
        counters=counters,
        units=units,
        nations={side: _nation(read, side, tables) for side in sides},
        turns=turns,
        start_date=start,
        start_turn=turn,
        start_phase=phase,
        control=read_control(read, units, counters),
        supply={side: _sources(read, side, counters) for side in sides},
        zones=zones,
        fortified=read_fortified(read, units, counters),
        bridges_down=_bridges(read, ground, "bridges_down"),
        bridges_built=_bridges(read, ground, "bridges_built"),
        masked=read.hexes(spec, "masked", spec.get("masked", ())),
        air=tuple(_air(read, row) for row in read.rows(spec, "air", AIR, "an air grant")),
        barrage=tuple(
            _barrage(read, row) for row in read.rows(spec, "barrage", BARRAGE, "a barrage")
        ),
        reserves=_reserves(read, zones),
        victory=read_victory(read, ground),
        fixed_positions=_fixed_positions(read),
        choices=read_choices(read, sheet, ground, units),
        setup_rules=read_setup_rules(read),
        brief=str(spec.get("summary", "")).strip(),
    )


def _board(board: Board, options: Mapping[str, str]) -> Board:
    """The board as the options have it.

    Frozen swamps and lakes are clear ground [S2.0]; where the game's own table knows no big
    rivers, they are rivers [T.terrain].
    """
    if options["frozen-waters"] == "on":
        ground = tuple("clear" if t in ("swamp", "lake") else t for t in board.terrain)
        board = replace(board, terrain=ground)
    if options["big-rivers"] == "as-rivers" and "big_river" in board.hexside_kinds:
        big, river = (1 << board.hexside_kinds.index(kind) for kind in ("big_river", "river"))
        sides = tuple(mask & ~big | river if mask & big else mask for mask in board.hexsides)
        board = replace(board, hexsides=sides)
    return board


def _ground(read: Reader, board: Board, tables: Mapping[str, Table]) -> Ground:
    """The board read through the terrain table, which must know all of it. [T.terrain]"""
    known = terrains(tables)
    for terrain in sorted(set(board.terrain) - set(known)):
        text = f"the map has {terrain!r}, which is no terrain of WB-95; {nearest(terrain, known)}"
        raise read.fail(read.spec, "map", text)
    return Ground(board, known)


def _nation(read: Reader, side: str, tables: Mapping[str, Table]) -> str:
    """The nation that leads a side; the book must know what its supply can do. [10.1.7]"""
    row = read.need(read.spec["sides"], side, dict)
    read.only(row, ("nation", "name"), "a side")
    nation = str(read.need(row, "nation", str))
    try:
        supply_points(tables, nation.lower())
    except TableError:
        known = ", ".join(n.title() for n in tables["supply-movement-points"].rows if "/" not in n)
        wrong = f"there is no nation {nation!r} to lead a side; known: {known}"
        raise read.fail(row, "nation", wrong) from None
    return nation


def _calendar(read: Reader) -> tuple[str, int]:
    """The first day and the number of turns; one turn is one day. [2.1.6]"""
    turns = turns_of(read)
    start, end = read.day("start"), read.day("end")
    if start and end:
        last = (date.fromisoformat(start) + timedelta(days=turns - 1)).isoformat()
        if end != last:
            text = f"{turns} turns from {start} end on {last}, not on {end}"
            raise read.fail(read.spec, "end", text)
    return start, turns


def _begin(read: Reader, turns: int) -> tuple[int, int]:
    """The turn and the phase a position begins in; a scenario begins with the first. [2.2]"""
    begin = read.need(read.spec, "begin", dict, {})
    read.only(begin, ("turn", "phase"), "a beginning")
    turn, phase = read.need(begin, "turn", int, 1), read.need(begin, "phase", int, 1)
    if not 1 <= turn <= turns:
        raise read.fail(begin, "turn", f"there is no turn {turn}; turns run from 1 to {turns}")
    if not 1 <= phase <= PHASES_A_TURN:
        raise read.fail(begin, "phase", f"there is no phase {phase}; they run from 1 to 12")
    return turn, phase


def _fixed_positions(read: Reader) -> dict[int, int]:
    """The hexes of fixed positions and the modifiers each gives. [7.2.1]"""
    given = read.need(read.spec, "fixed_positions", dict, {})
    return {read.hex(given, label, label): read.need(given, label, int) for label in given}


def _sources(read: Reader, side: str, counters: Mapping[str, Counter]) -> tuple[Source, ...]:
    """The supply bases of a side. [10.1.4]"""
    sources = []
    given = read.by_side("supply")
    for row in read.rows(given, side, ("edge", "hex", "area", "hq"), "a supply base"):
        if len({"edge", "hex", "area", "hq"} & set(row)) != 1:
            raise read.fail(row, None, "a supply base is one of: an edge, a hex, an area, an hq")
        if "edge" in row:
            edge = row["edge"]
            if edge not in read.board.edges:
                hint = nearest(str(edge), read.board.edges)
                raise read.fail(row, "edge", f"there is no edge {edge!r}; {hint}")
            sources.append(Source(f"{edge} edge", read.board.edges[edge]))
        elif "hex" in row:
            sources.append(Source(str(row["hex"]), (read.hex(row, "hex", row["hex"]),)))
        elif "area" in row:
            sources.append(Source(str(row["area"]), read.area(row, "area", row["area"])))
        else:
            if row["hq"] not in counters or not counters[row["hq"]].hq:
                raise read.fail(row, "hq", f"{row['hq']!r} is no headquarters")
            sources.append(Source(str(row["hq"]), (), str(row["hq"])))
    return tuple(sources)


def _bridges(read: Reader, ground: Ground, key: str) -> tuple[int, ...]:
    sides = []
    for text in read.need(read.spec, key, list, []):
        labels = str(text).split("-")
        if len(labels) != 2:
            raise read.fail(read.spec, key, f"a bridge is written 0203-0204, not {text!r}")
        a, b = (read.hex(read.spec, key, label) for label in labels)
        if not read.board.adjacent(a, b) or not ground.water(a, b):
            raise read.fail(read.spec, key, f"there is no water to bridge at {text}")
        sides.append(ground.side_key(a, b))
    return tuple(sides)


def _air(read: Reader, row: Any) -> AirGrant:
    """Air strength: counters of a given strength, or a pool of points. [8.1.1]

    Counters without a printed strength have 5 points, Soviet ones 4.
    """
    side = read.side(row, "side", row.get("side"))
    nation = str(row.get("nation", read.spec["sides"][side]["nation"]))
    usual = 4 if nation == "Soviet" else 5
    return AirGrant(
        side=side,
        nation=nation,
        from_turn=read.need(row, "from_turn", int, 1),
        to_turn=read.need(row, "to_turn", int, read.spec.get("turns", 1)),
        counters=read.need(row, "counters", int, 1),
        sp=read.need(row, "sp", int, usual),
        pool=bool(row.get("pool", False)),
    )


def _barrage(read: Reader, row: Any) -> BarrageGrant:
    """A barrage the scenario grants. [6.5.1] [6.5.7]"""
    return BarrageGrant(
        read.side(row, "side", row.get("side")),
        tuple(_turn(read, row, turn) for turn in read.need(row, "turns", list)),
        read.need(row, "ammunition", int),
    )


def _turn(read: Reader, row: Any, turn: Any) -> int:
    if type(turn) is not int:
        raise read.fail(row, "turns", f"'turns' should be whole numbers, but {turn!r} is none")
    return turn


def _reserves(read: Reader, zones: Mapping[str, tuple[Zone, ...]]) -> tuple[Reserves, ...]:
    """The reserves and what calls them; each scenario of the book prints its own rule.

    Which scenario it is, is told by the rule of the side's set-up. [S1.5] [S1.8] [S2.5] [S2.7]
    """
    found, printed = [], read_setup_rules(read)
    for side, row in read.by_side("reserves").items():
        read.only(row, RESERVES, "reserves")
        area = read.area(row, "area", row["area"]) if "area" in row else ()
        known = {zone.id for zone in zones[side]}
        zoned = tuple(read.words(row, "zones"))
        for zone in zoned:
            if zone not in known:
                raise read.fail(row, "zones", f"{side} has no entry zone {zone!r}")
        trigger = read.need(row, "trigger", str)
        if trigger not in RESERVE_RULES["S1"]:
            raise read.fail(row, "trigger", "a trigger is counter-lost-in-combat or enemy-within")
        found.append(
            Reserves(
                side, trigger, tuple(read.words(row, "units")), zoned, area,
                read.need(row, "distance", int, 0), read.need(row, "per_loss", int, 1),
                RESERVE_RULES.get(chapter_of(printed.get(side, "")), RESERVE_RULES["S1"])[trigger],
            )
        )  # fmt: skip
    return tuple(found)
