"""Reading a scenario: from a file with its counters and map, or from plain data.

Whatever cannot be played is refused on loading, with file and line: a unit on a lake, an unknown
hex, a duplicate id, a counter whose values make no sense, a scale with a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

from grognard.board.board import Board, BoardError
from grognard.engine.located import ScenarioError, line_of, nearest
from grognard.engine.record import digest
from grognard.engine.system import OptionError, settle
from grognard.engine.table import Table
from grognard.systems.wb95.counters import read_counter
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.results import terrains, wb95_tables
from grognard.systems.wb95.scenario import (
    AirGrant,
    BarrageGrant,
    Reserves,
    Source,
    Spec,
    Wb95Scenario,
    Zone,
)
from grognard.systems.wb95.units import MAP, Counter, Unit
from grognard.systems.wb95.victory_terms import read_victory

KEYS = (
    "id", "system", "title", "summary", "map", "counters", "start", "end", "turns", "sides",
    "initiative", "areas", "supply", "options", "fortified", "gun_setup", "barrage", "control",
    "setup", "reinforcements", "entry_zones", "reserves", "air", "victory", "rulings", "begin",
    "traits", "state", "bridges_down", "bridges_built", "masked", "fixed_positions",
)  # fmt: skip


class Reader:
    """One scenario being read: the board, the counters, and where errors are."""

    def __init__(self, spec: Spec, board: Board, where: str) -> None:
        self.spec, self.board, self.where = spec, board, where
        self.areas: dict[str, tuple[int, ...]] = {}

    def fail(self, data: Any, key: str | int | None, text: str) -> ScenarioError:
        """The error at one place of the file."""
        return ScenarioError(self.where, line_of(data, key), text)

    def need(self, data: Any, key: str, kind: type, default: Any = None) -> Any:
        """A value of a map, of the kind it must be."""
        value = data.get(key, default)
        if value is None:
            raise self.fail(data, None, f"{key!r} is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            words = {int: "a whole number", str: "a word", list: "a list", dict: "a map"}
            raise self.fail(data, key, f"{key!r} should be {words[kind]}, not {value!r}")
        return value

    def hex(self, data: Any, key: str | int | None, label: Any) -> int:
        """A hex by its printed number."""
        try:
            return self.board.hex(str(label))
        except BoardError as error:
            raise self.fail(data, key, str(error)) from None

    def hexes(self, data: Any, key: str, labels: Iterable[Any]) -> tuple[int, ...]:
        """Several hexes by their printed numbers."""
        return tuple(self.hex(data, key, label) for label in labels)

    def area(self, data: Any, key: str, name: Any) -> tuple[int, ...]:
        """The hexes of a declared area."""
        if name not in self.areas:
            raise self.fail(
                data, key, f"there is no area {name!r}; {nearest(str(name), self.areas)}"
            )
        return self.areas[name]

    def side(self, data: Any, key: str, name: Any) -> str:
        """A side of this scenario."""
        sides = self.spec["sides"]
        if name not in sides:
            raise self.fail(data, key, f"there is no side {name!r}; {nearest(str(name), sides)}")
        return str(name)


def build(spec: Spec, board: Board, where: str, options: Mapping[str, Any]) -> Wb95Scenario:
    """A scenario from its data, or the reason why it is none."""
    read = Reader(spec, board, where)
    for key in spec:
        if key not in KEYS:
            raise read.fail(spec, key, f"{key!r} is not part of a scenario; {nearest(key, KEYS)}")
    settled = _options(read, options)
    tables = wb95_tables(variant=settled["tables"])  # type: ignore[arg-type]
    ground = Ground(_board(board, settled), terrains(tables))
    read.board = ground.board
    sides = _sides(read)
    for name, labels in spec.get("areas", {}).items():
        read.areas[name] = read.hexes(spec["areas"], name, labels)
    counters = _counters(read, sides)
    zones = _zones(read, sides)
    units = _units(read, counters, ground, zones)
    begin = spec.get("begin", {})
    return Wb95Scenario(
        id=read.need(spec, "id", str),
        title=read.need(spec, "title", str, spec.get("id")),
        system="wb95",
        board=ground.board,
        sides=sides,
        options=settled,
        fingerprint=_fingerprint(spec, board, settled, tables),
        ground=ground,
        tables=tables,
        counters=counters,
        units=units,
        nations={side: _nation(read, side) for side in sides},
        turns=read.need(spec, "turns", int),
        start_date=str(spec.get("start", "")),
        start_turn=read.need(begin, "turn", int, 1),
        start_phase=read.need(begin, "phase", int, 1),
        control=_control(read, units, counters),
        supply={side: _sources(read, side, counters) for side in sides},
        zones=zones,
        fortified=_fortified(read, units, counters),
        bridges_down=_bridges(read, ground, "bridges_down"),
        bridges_built=_bridges(read, ground, "bridges_built"),
        masked=read.hexes(spec, "masked", spec.get("masked", ())),
        air=tuple(_air(read, grant) for grant in spec.get("air", ())),
        barrage=tuple(_barrage(read, grant) for grant in spec.get("barrage", ())),
        reserves=_reserves(read, counters, zones),
        victory=read_victory(read, ground),
        fixed_positions={
            read.hex(spec["fixed_positions"], label, label): int(cm)
            for label, cm in spec.get("fixed_positions", {}).items()
        },
        brief=str(spec.get("summary", "")).strip(),
    )


def _options(read: Reader, chosen: Mapping[str, Any]) -> dict[str, str]:
    own = read.spec.get("options", {})
    try:
        return settle(OPTIONS, {**own, **chosen})
    except OptionError as error:
        raise read.fail(read.spec, "options", str(error)) from None


def _board(board: Board, options: Mapping[str, str]) -> Board:
    """The board as the options have it: frozen swamps and lakes are clear ground. [S2.0]"""
    if options["frozen-waters"] == "off":
        return board
    ground = tuple("clear" if t in ("swamp", "lake") else t for t in board.terrain)
    return replace(board, terrain=ground)


def _fingerprint(
    spec: Spec, board: Board, options: Mapping[str, str], tables: Mapping[str, Table]
) -> str:
    cells = {
        name: [[row, column, cell.value] for row, column, cell in table.items()]
        for name, table in tables.items()
    }
    return digest([_plain(spec), board.fingerprint(), dict(options), cells])


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    return data


def _sides(read: Reader) -> tuple[str, ...]:
    """The two sides, the one with the initiative first. [2.2]"""
    sides = read.need(read.spec, "sides", dict)
    if len(sides) != 2:
        raise read.fail(read.spec, "sides", "WB-95 is a game for two sides")
    first = read.side(read.spec, "initiative", read.need(read.spec, "initiative", str))
    return (first, *(side for side in sides if side != first))


def _nation(read: Reader, side: str) -> str:
    return str(read.need(read.spec["sides"][side], "nation", str))


def _counters(read: Reader, sides: tuple[str, ...]) -> dict[str, Counter]:
    counters: dict[str, Counter] = {}
    rows = read.need(read.spec, "counters", list)
    for i, row in enumerate(rows):
        counter = read_counter(_with_traits(read, row), partial(read.fail, rows, i))
        if counter.id in counters:
            raise read.fail(rows, i, f"counter {counter.id!r} stands here a second time")
        if counter.side not in sides:
            raise read.fail(rows, i, f"counter {counter.id!r} belongs to no side of this scenario")
        counters[counter.id] = counter
    return counters


def _with_traits(read: Reader, row: Any) -> dict[str, Any]:
    """A counter's row with the traits it has in this scenario only."""
    more = read.spec.get("traits", {}).get(row.get("id"), ())
    return {**row, "traits": ";".join([*filter(None, [row.get("traits")]), *more])}


def _zones(read: Reader, sides: tuple[str, ...]) -> dict[str, tuple[Zone, ...]]:
    """The entry zones in their order along the edge. [11.1.2] [11.2.1]"""
    given = read.spec.get("entry_zones", {})
    zones = {}
    for side in sides:
        zones[side] = tuple(
            Zone(str(z["id"]), str(z.get("name", z["id"])), read.hexes(z, "hexes", z["hexes"]))
            for z in given.get(side, ())
        )
    return zones


def _known(read: Reader, data: Any, counters: Mapping[str, Counter], name: Any) -> Counter:
    if name not in counters:
        raise read.fail(
            data, "units", f"there is no counter {name!r}; {nearest(str(name), counters)}"
        )
    return counters[name]


def _units(
    read: Reader,
    counters: Mapping[str, Counter],
    ground: Ground,
    zones: Mapping[str, tuple[Zone, ...]],
) -> dict[str, Unit]:
    """Every counter in its place at the start: on the map, expected, or in reserve."""
    units: dict[str, Unit] = {}
    for row in read.spec.get("setup", ()):
        h = read.hex(row, "hex", row.get("hex"))
        for name in read.need(row, "units", list):
            counter = _known(read, row, counters, name)
            _place_once(read, row, units, name)
            _check_ground(read, row, counter, ground, h)
            units[name] = _set_up(read, row, counter, h, len(units))
    for row in read.spec.get("reinforcements", ()):
        for name in read.need(row, "units", list):
            counter = _known(read, row, counters, name)
            _place_once(read, row, units, name)
            zone = read.need(row, "zone", str)
            if zone not in {z.id for z in zones[counter.side]}:
                raise read.fail(row, "zone", f"{counter.side} has no entry zone {zone!r}")
            units[name] = Unit(
                place="expected",
                hex=-1,
                cel=len(counter.levels),
                order=len(units),
                transport=counter.towed_artillery,
                zone=zone,
                due=read.need(row, "turn", int),
            )
    for side, row in read.spec.get("reserves", {}).items():
        for name in read.need(row, "units", list):
            counter = _known(read, row, counters, name)
            _place_once(read, row, units, name)
            if counter.side != side:
                raise read.fail(row, "units", f"{name!r} is not one of {side}'s counters")
            units[name] = Unit(
                place="reserve",
                hex=-1,
                cel=len(counter.levels),
                order=len(units),
                transport=counter.towed_artillery,
            )
    _check_occupation(read, units, counters)
    return _overrides(read, units)


def _place_once(read: Reader, row: Any, units: Mapping[str, Unit], name: str) -> None:
    if name in units:
        raise read.fail(row, "units", f"counter {name!r} is placed a second time")


def _check_ground(read: Reader, row: Any, counter: Counter, ground: Ground, h: int) -> None:
    move = "hq" if counter.hq else counter.move
    road = any(ground.route(h, b) is not None for b in ground.board.around(h))
    if not ground.enterable(move, h) and not (road and ground.board.terrain[h] != "lake"):
        terrain = ground.board.terrain[h]
        raise read.fail(
            row, "hex", f"{counter.id!r} cannot stand on {terrain} in {ground.board.label(h)}"
        )


def _set_up(read: Reader, row: Any, counter: Counter, h: int, order: int) -> Unit:
    lost = row.get("cel_loss", {}).get(counter.id, 0)
    if not 0 <= lost < len(counter.levels):
        raise read.fail(
            row, "cel_loss", f"{counter.id!r} has {len(counter.levels)} CEL and cannot lose {lost}"
        )
    return Unit(
        place=MAP,
        hex=h,
        cel=len(counter.levels) - lost,
        order=order,
        transport=counter.towed_artillery and read.spec.get("gun_setup") == "transport",
    )


def _check_occupation(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> None:
    holder: dict[int, str] = {}
    for name, unit in units.items():
        if (
            unit.place == MAP
            and holder.setdefault(unit.hex, counters[name].side) != counters[name].side
        ):
            label = read.board.label(unit.hex)
            raise read.fail(read.spec, "setup", f"both sides have units in {label}")


def _overrides(read: Reader, units: dict[str, Unit]) -> dict[str, Unit]:
    """Single facts about units that a position describes: out of supply, disorganised, set-up."""
    names = {f.name: f for f in fields(Unit)}
    for name, changes in read.spec.get("state", {}).items():
        if name not in units:
            raise read.fail(read.spec["state"], name, f"there is no unit {name!r} in the set-up")
        for key in changes:
            if key not in names:
                raise read.fail(changes, key, f"units have no {key!r}; {nearest(key, names)}")
        units[name] = replace(units[name], **changes)
    return units


def _control(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> tuple[str, ...]:
    """Who controls a hex at the start: who has the nearest unit, nobody on a tie. [4.3.1]"""
    board = read.board
    nearest_unit: dict[int, dict[str, int]] = {}
    control = [""] * board.n
    frontier: dict[int, set[str]] = {}
    for name, unit in units.items():
        if unit.place == MAP:
            frontier.setdefault(unit.hex, set()).add(counters[name].side)
    distance = 0
    while frontier:
        for h, sides in frontier.items():
            nearest_unit[h] = dict.fromkeys(sorted(sides), distance)
            control[h] = next(iter(sides)) if len(sides) == 1 else ""
        onward: dict[int, set[str]] = {}
        for h, sides in frontier.items():
            for b in board.around(h):
                if b not in nearest_unit:
                    onward.setdefault(b, set()).update(sides)
        frontier = onward
        distance += 1
    given = read.spec.get("control", {})
    for side in read.spec["sides"]:
        if side in given:
            for h in read.hexes(given, side, given[side]):
                control[h] = side
    return tuple(control)


def _sources(read: Reader, side: str, counters: Mapping[str, Counter]) -> tuple[Source, ...]:
    """The supply bases of a side. [10.1.4]"""
    sources = []
    for row in read.spec.get("supply", {}).get(side, ()):
        if "edge" in row:
            edge = row["edge"]
            if edge not in read.board.edges:
                raise read.fail(row, "edge", f"no edge {edge!r}; {nearest(edge, read.board.edges)}")
            sources.append(Source(f"{edge} edge", read.board.edges[edge]))
        elif "hex" in row:
            sources.append(Source(str(row["hex"]), (read.hex(row, "hex", row["hex"]),)))
        elif "area" in row:
            sources.append(Source(str(row["area"]), read.area(row, "area", row["area"])))
        elif "hq" in row:
            if row["hq"] not in counters or not counters[row["hq"]].hq:
                raise read.fail(row, "hq", f"{row['hq']!r} is no headquarters")
            sources.append(Source(str(row["hq"]), (), str(row["hq"])))
        else:
            raise read.fail(row, None, "a supply base is an edge, a hex, an area or an hq")
    return tuple(sources)


def _fortified(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> dict[int, str]:
    """The hexes that start with a field fortification, and whose. [7.1.1]"""
    forts: dict[int, str] = {}
    given = read.spec.get("fortified", ())
    for entry in given:
        if entry in read.spec["sides"]:
            for name, unit in units.items():
                here = unit.place == MAP and counters[name].side == entry
                if here and read.board.terrain[unit.hex] != "swamp":
                    forts[unit.hex] = entry
        else:
            h = read.hex(read.spec, "fortified", entry)
            holder = [counters[n].side for n, u in units.items() if u.place == MAP and u.hex == h]
            if not holder:
                raise read.fail(read.spec, "fortified", f"nobody holds the fortification {entry}")
            forts[h] = holder[0]
    return forts


def _bridges(read: Reader, ground: Ground, key: str) -> tuple[int, ...]:
    sides = []
    for text in read.spec.get(key, ()):
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
    nation = str(row.get("nation", _nation(read, side)))
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
        tuple(read.need(row, "turns", list)),
        read.need(row, "ammunition", int),
    )


def _reserves(
    read: Reader, counters: Mapping[str, Counter], zones: Mapping[str, tuple[Zone, ...]]
) -> tuple[Reserves, ...]:
    """The reserves and what calls them. [S1.5] [S1.8]"""
    found = []
    for side, row in read.spec.get("reserves", {}).items():
        read.side(read.spec["reserves"], side, side)
        area = read.area(row, "area", row["area"]) if "area" in row else ()
        known = {zone.id for zone in zones[side]}
        for zone in row.get("zones", ()):
            if zone not in known:
                raise read.fail(row, "zones", f"{side} has no entry zone {zone!r}")
        trigger = read.need(row, "trigger", str)
        if trigger not in ("counter-lost-in-combat", "enemy-within"):
            raise read.fail(row, "trigger", "a trigger is counter-lost-in-combat or enemy-within")
        found.append(
            Reserves(
                side, trigger, tuple(row["units"]), tuple(row.get("zones", ())), area,
                int(row.get("distance", 0)), int(row.get("per_loss", 1)),
            )
        )  # fmt: skip
    return tuple(found)
