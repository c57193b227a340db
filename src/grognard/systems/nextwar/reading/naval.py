"""The sea in a scenario: ships, who controls what, mines, transport, beachheads. [7.0] [8.5.6]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.table import Table
from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.nextwar.ground import SEA, TERRAINS, Ground
from grognard.systems.nextwar.pieces.stacks import HALF
from grognard.systems.nextwar.scenario import Waters
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.units import (
    ABOARD,
    AMPH,
    ASIDE,
    BEACHHEAD,
    BOX,
    EXPECTED,
    LEG,
    MAP,
    SHIP_TYPES,
    Counter,
    Face,
    Ship,
    ShipCounter,
    Unit,
)

COLUMNS = (
    "id", "side", "nation", "name", "type", "support", "range", "capacity", "lift", "reverse",
    "source", "note",
)  # fmt: skip
SHIP_SHEET = Sheet(
    COLUMNS, frozenset({"name", "capacity", "lift", "reverse", "source", "note"})
)  # fmt: skip
FLEET = ("at", "ships", "turn")
WATERS = (
    "control", "rolled", "drm", "support", "transport", "mines", "beachheads", "laid",
)  # fmt: skip
AT_SEA, LAND_AREA = "at_sea", "land_area"
BEACHHEAD_ER, BEACHHEAD_DEFENSE = 4, 2
"""[8.5.8.4]"""


def read_ship(row: Mapping[str, Any], fail: Fail) -> ShipCounter:
    """A row of a sheet as a naval unit. [2.4] [2.4.1] [2.4.2] [2.4.3] [2.4.4]"""
    cells = Cells(row, COLUMNS, fail, "ship")
    found = ShipCounter(
        cells.id, cells.text("side"), cells.text("nation"), cells.text("name", cells.id),
        cells.one_of("type", SHIP_TYPES), cells.whole("support"), cells.whole("range"),
        HALF * (cells.number("capacity", row.get("capacity", "")) or 0),
        cells.number("lift", row.get("lift", "")) or 0, cells.flag("reverse"),
        cells.text("source", "house"),
    )  # fmt: skip
    if (found.capacity or found.lift or found.reverse) and found.type != AMPH:
        raise cells.wrong("only an amphibious group carries troops or has another side")
    return found


def read_fleet(
    read: Reader, ships: Mapping[str, ShipCounter], ground: Ground
) -> tuple[dict[str, Ship], dict[str, tuple[str, ...]]]:
    """Where ships are at the start, and where those come who come later. [7.3] [10.0]"""
    found: dict[str, Ship] = {}
    havens: dict[str, tuple[str, ...]] = {}
    for row in read.rows(read.spec, "fleet", FLEET, "a place of the fleet"):
        at = str(row.get("at", ""))
        placed = _placed(read, row, at, ground)
        for name in read.words(row, "ships"):
            if name not in ships or name in found:
                raise read.fail(row, "ships", f"no ship {name!r} is left; {nearest(name, ships)}")
            turn = read.need(row, "turn", int, 0)
            havens[name] = (at,)
            found[name] = Ship(EXPECTED, due=turn) if turn else placed
    return {name: found[name] for name in ships if name in found}, havens


def check_embarked(
    read: Reader, counters: Mapping[str, Counter], units: Mapping[str, Unit],
    ships: Mapping[str, ShipCounter], fleet: Mapping[str, Ship],
) -> None:  # fmt: skip
    """Whoever begins aboard is on a ship of its side that is there and has room. [8.5.8.1-p1]"""
    loads: dict[str, int] = {}
    for name, unit in units.items():
        if unit.place != ABOARD:
            continue
        ship = ships.get(unit.where)
        if ship is None or ship.side != counters[name].side or unit.where not in fleet:
            text = f"{name} cannot be aboard of {unit.where!r}; {nearest(unit.where, fleet)}"
            raise read.fail(read.spec, "setup", text)
        face = counters[name].faces[len(counters[name].faces) - unit.steps]
        loads[unit.where] = loads.get(unit.where, 0) + face.sp
        if loads[unit.where] > ship.capacity:
            room = ship.capacity / HALF
            text = f"{unit.where} carries {room:g} stacking points, and {name} is too many"
            raise read.fail(read.spec, "setup", text)


def _placed(read: Reader, row: Any, at: str, ground: Ground) -> Ship:
    if at in read.board.boxes:
        return Ship(BOX, where=at)
    h = read.hex(row, "at", at)
    if ground.land(h) and PORT not in ground.kinds(h):
        raise read.fail(row, "at", f"{at} is neither a port nor at sea")
    return Ship(MAP, h)


def read_waters(read: Reader, tables: Mapping[str, Table], sides: tuple[str, ...]) -> Waters:
    """Control, rolls, transport and markers, the charts' where nothing else is said."""
    given = read.need(read.spec, "seas", dict, {})
    read.only(given, WATERS, "the sea")
    held = read.need(given, "control", dict, {})
    control = {
        _box(read, held, side, name): read.side(held, side, side)
        for side in held
        for name in read.words(held, side)
    }
    every = [b.name for b in read.board.boxes.values() if b.kind == AT_SEA]
    rolled = [_box(read, given, "rolled", name) for name in read.words(given, "rolled")]
    limits = tables["counter-limits"]
    allied = {side: bool(read.spec["sides"][side].get("allied")) for side in sides}
    heads = {s: "Beachhead allied" if allied[s] else "Beachhead DPRK" for s in sides}
    return Waters(
        control=control,
        rolled=tuple(rolled if "rolled" in given else every),
        drms={_box(read, given, "drm", n): int(v) for n, v in given.get("drm", {}).items()},
        support=tuple(_box(read, given, "support", n) for n in read.words(given, "support")),
        transport={
            side: int(HALF * value) for side, value in given.get("transport", {}).items()
        },
        mines={s: _count(given, "mines", s, limits, "Mine each") for s in sides},
        beachheads={s: _count(given, "beachheads", s, limits, heads[s]) for s in sides},
        laid=tuple(
            (
                read.side(row, "side", row.get("side")),
                read.hex(row, "hex", row.get("hex")),
                read.need(row, "density", int, 2),
            )
            for row in read.rows(given, "laid", ("side", "hex", "density"), "mines")
        ),
    )  # fmt: skip


def read_lands(read: Reader) -> dict[str, str]:
    """The Land Areas beyond the map, and their terrain. [23.0] [17.5]"""
    given, found = read.need(read.spec, "lands", dict, {}), {}
    for name in given:
        terrain = str(given[name])
        if read.board.boxes[_box(read, given, name, name)].kind != LAND_AREA:
            raise read.fail(given, name, f"{name} is no Land Area of the map")
        if terrain not in TERRAINS or terrain == SEA:
            hint = nearest(terrain, TERRAINS)
            raise read.fail(given, name, f"no land has the terrain {terrain!r}; {hint}")
        found[name] = terrain
    return found


def _count(given: Any, key: str, side: str, limits: Table, row: str) -> int:
    return int(given.get(key, {}).get(side, limits.cell(row, "count").value))


def _box(read: Reader, data: Any, key: str, name: str) -> str:
    if name not in read.board.boxes:
        raise read.fail(data, key, f"there is no box {name!r}; {nearest(name, read.board.boxes)}")
    return name


def markers(waters: Waters, first: int) -> dict[str, tuple[Counter, Unit]]:
    """The Beachhead markers of both sides, set aside. [8.5.8.2] [8.5.8.4]"""
    face = Face(0, BEACHHEAD_DEFENSE, BEACHHEAD_ER, 0)  # [8.1-b3]
    found: dict[str, tuple[Counter, Unit]] = {}
    for side, count in waters.beachheads.items():
        for n in range(1, count + 1):
            name = f"{side}-beachhead-{n}"
            counter = Counter(
                name, side, "", f"Beachhead {n}", "battalion", BEACHHEAD, LEG, "leg", (face,), 0,
                source="chart",
            )  # fmt: skip
            found[name] = counter, Unit(ASIDE, order=first + len(found))
    return found


def beached(read: Reader, counters: Mapping[str, tuple[Counter, Unit]]) -> dict[str, Unit]:
    """The same with those on the map that the scenario places there: hexes by side."""
    found = {name: unit for name, (_, unit) in counters.items()}
    for side, labels in read.by_side("landings").items():
        free = [name for name, (c, _) in counters.items() if c.side == side]
        for name, h in zip(free, read.hexes(read.spec["landings"], side, labels), strict=False):
            if read.board.terrain[h] == SEA:
                raise read.fail(read.spec, "landings", "a beachhead lies on land")
            found[name] = Unit(MAP, h, order=found[name].order)
    return found
