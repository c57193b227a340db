"""Air units in a scenario: their sheet, and the boxes of the Air Display. [15.2] [22.1]"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.table import Table
from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.nextwar.aircraft import RANGES, WEASEL, AirCounter, AirFace, Basing, Rating
from grognard.systems.nextwar.scenario import Belligerent
from grognard.systems.nextwar.units import ELIMINATED, EXPECTED, Ship

COLUMNS = (
    "id", "side", "nation", "aircraft", "air", "support", "strike", "range", "all_weather",
    "stealth", "skill", "steps", "box", "turn", "reduced_air", "reduced_support",
    "reduced_strike", "marine", "source", "certainty", "note",
)  # fmt: skip
OPTIONAL = frozenset(
    {
        "all_weather", "stealth", "turn", "reduced_air", "reduced_support", "reduced_strike",
        "marine", "source", "certainty", "note",
    }
)  # fmt: skip
AIR_SHEET = Sheet(COLUMNS, OPTIONAL)
BOX = ("side", "countries", "ready", "recovery", "nations", "chart")
SORTIE = ("place", "steps", "box", "due")
STANDING = ("ready", "flown", "abort", "recovery", "superiority", ELIMINATED, EXPECTED)
_RATING = re.compile(r"(\()?(\d+)(\*{0,2})\)?(\*{0,2})")


def read_aircraft(row: Mapping[str, Any], fail: Fail) -> AirCounter:
    """A row of a sheet as an air unit. [15.2]"""
    cells = Cells(row, COLUMNS, fail, "air unit")
    steps = cells.whole("steps") or 2
    if steps not in (1, 2):
        raise cells.wrong("an air unit has one or two steps")
    whole = AirFace(*(_rating(cells, key) for key in ("air", "support", "strike")))
    reduced = AirFace(
        *(
            _rating(cells, f"reduced_{key}")
            if row.get(f"reduced_{key}") is not None
            else getattr(whole, key).less()
            for key in ("air", "support", "strike")
        )
    )
    return AirCounter(
        cells.id, cells.text("side"), cells.text("nation"), cells.text("aircraft", cells.id),
        (whole, reduced)[:steps], cells.one_of("range", RANGES, "M"), cells.whole("skill"),
        cells.text("box"), cells.flag("all_weather"), cells.flag("stealth"),
        cells.text("strike") == WEASEL, cells.whole("turn"), cells.text("source", "house"),
        cells.flag("marine"),
    )  # fmt: skip


def _rating(cells: Cells, key: str) -> Rating:
    """A rating such as `5**`, `(1)`, or `WW`, which is no number. [15.2.3] [15.2.8] [15.2.9]"""
    text = cells.text(key, "0")
    match = _RATING.fullmatch(text)
    if text == WEASEL:
        return Rating()
    if match is None:
        raise cells.wrong(f"{key!r} should be a rating such as 4*, (1) or WW, not {text!r}")
    return Rating(int(match[2]), len(match[3]) or len(match[4]), match[1] is not None)


def read_wings(read: Reader, sheet: Mapping[str, AirCounter]) -> dict[str, AirCounter]:
    """The air units that are in play: all of the sheet, or those that the scenario names, with the
    box and the turn it gives them. [22.4-p1] [22.4-p5]"""
    if "wings" not in read.spec:
        return dict(sheet)
    found: dict[str, AirCounter] = {}
    for row in read.rows(read.spec, "wings", ("units", "box", "turn"), "air units"):
        for name in read.words(row, "units"):
            if name not in sheet or name in found:
                why = "stands here twice" if name in found else f"is none; {nearest(name, sheet)}"
                raise read.fail(row, "units", f"the air unit {name!r} {why}")
            turn = read.need(row, "turn", int, sheet[name].turn)
            box = read.need(row, "box", str, sheet[name].box)
            found[name] = replace(sheet[name], turn=turn, box=box)
    return {name: found[name] for name in sheet if name in found}


def read_basing(
    read: Reader, powers: Mapping[str, Belligerent], aircraft: Mapping[str, AirCounter],
    fleet: Mapping[str, Ship], tables: Mapping[str, Table],
) -> dict[str, Basing]:  # fmt: skip
    """The boxes of the Air Display: those that are named, and those of the chart. [22.1.1]"""
    given, found = read.need(read.spec, "basing", dict, {}), {}
    chart = {row.partition(" and ")[0]: row for row in tables["air-maintenance"].rows}
    for name, row in given.items():
        read.only(row, BOX, "a Basing Box")
        side = read.side(row, "side", read.need(row, "side", str))
        box = _box(name, side, powers, chart, tables)
        found[name] = replace(
            box,
            countries=tuple(read.words(row, "countries")) or box.countries,
            ready=read.need(row, "ready", int, box.ready),
            recovery=bool(row.get("recovery", False)),
            nations=tuple(read.words(row, "nations")),
            chart=read.need(row, "chart", str, box.chart),
        )
    for counter in aircraft.values():
        known = {*chart, *(land for power in powers.values() for land in power.countries)}
        if counter.box in found or counter.box in fleet:
            continue
        if counter.box not in known:
            hint = nearest(counter.box, [*known, *found, *fleet])
            text = f"{counter.id!r} has no base {counter.box!r}, box or carrier; {hint}"
            raise read.fail(read.spec, "aircraft", text)
        found[counter.box] = _box(counter.box, counter.side, powers, chart, tables)
    return found


def _box(
    name: str, side: str, powers: Mapping[str, Belligerent], chart: Mapping[str, str],
    tables: Mapping[str, Table],
) -> Basing:  # fmt: skip
    """A box as the chart has it: its own country's bases, and its maintenance roll. [22.1.3]"""
    countries = tuple(land for land in powers[side].countries if land == name)
    ready = 1
    if name in chart:
        ready = int(tables["air-maintenance"].cell(chart[name], "ready_on").value[-1])
    known = {row.rpartition(" ")[0] for row in tables["air-ranges"].rows}
    return Basing(name, side, countries, ready, chart=name if name in known else "")


def read_sorties(read: Reader, aircraft: Mapping[str, AirCounter]) -> dict[str, dict[str, Any]]:
    """What is otherwise with single air units than Ready at full strength. [22.4-p1]"""
    given, found = read.need(read.spec, "sorties", dict, {}), {}
    for name, row in given.items():
        if name not in aircraft:
            hint = nearest(str(name), aircraft)
            raise read.fail(given, name, f"there is no air unit {name!r}; {hint}")
        read.only(row, SORTIE, "the state of an air unit")
        place = str(row.get("place", "ready"))
        if place not in STANDING:
            raise read.fail(
                row, "place", f"there is no place {place!r}; {nearest(place, STANDING)}"
            )
        found[name] = dict(row)
    return found


def read_permanent(read: Reader) -> dict[str, tuple[int, int, int]]:
    """Areas whose air defenses are printed on the map. [24.1.1]"""
    given, found = read.need(read.spec, "defenses", dict, {}), {}
    for name, row in given.items():
        read.only(row, ("detection", "sam", "aaa"), "air defenses")
        found[str(name)] = (
            read.need(row, "detection", int), read.need(row, "sam", int), read.need(row, "aaa", int)
        )  # fmt: skip
    return found
