"""Air power in a scenario: helicopters, their bases, Air Points that are fixed. [6.0]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.nextwar.ground import Ground
from grognard.systems.nextwar.pieces.stacks import HALF
from grognard.systems.nextwar.scenario import Lift
from grognard.systems.nextwar.status import LEVELS
from grognard.systems.nextwar.units import HeloCounter, Ship

COLUMNS = (
    "id", "side", "nation", "name", "support", "range", "steps", "marine", "source", "note",
)  # fmt: skip
HELO_SHEET = Sheet(COLUMNS, frozenset({"marine", "source", "note"}))
AIR = ("points", "drm", "superiority")
LIFT = ("transport", "airborne", "points")


def read_helicopter(row: Mapping[str, Any], fail: Fail) -> HeloCounter:
    """A row of a sheet as a helicopter unit. [2.4.2] [2.4.3]"""
    cells = Cells(row, COLUMNS, fail, "helicopter")
    found = HeloCounter(
        cells.id, cells.text("side"), cells.text("nation"), cells.text("name", cells.id),
        cells.whole("support"), cells.whole("range"), cells.whole("steps"), cells.flag("marine"),
        cells.text("source", "house"),
    )  # fmt: skip
    if found.support < 1 or found.range < 1 or found.steps not in (1, 2):
        raise cells.wrong("a helicopter has support, range, and one or two steps")
    return found


def read_bases(
    read: Reader, helicopters: Mapping[str, HeloCounter], ground: Ground
) -> dict[str, int]:
    """Where helicopters base at the start: hexes by their ids. [6.5.1]"""
    given = read.need(read.spec, "bases", dict, {})
    found = {}
    for name, label in given.items():
        if name not in helicopters:
            hint = nearest(str(name), helicopters)
            raise read.fail(given, name, f"there is no helicopter {name!r}; {hint}")
        if label in read.board.boxes or label in _ships(read):
            continue
        h = read.hex(given, name, label)
        flying = any(site.flying for site in ground.at.get(h, ()))
        if not flying and not ground.built_up(h):
            text = f"{label} has no airbase, airfield or city to base in"
            raise read.fail(given, name, text)
        found[name] = h
    return found


def _ships(read: Reader) -> set[str]:
    return {str(row.get("id")) for row in read.spec.get("ships", ())}


def read_afar(
    read: Reader, helicopters: Mapping[str, HeloCounter], fleet: Mapping[str, Ship]
) -> dict[str, str]:
    """The helicopters that begin in a box, or aboard a ship. [6.5.5] [6.5.6]"""
    given, found = read.need(read.spec, "bases", dict, {}), {}
    for name, label in given.items():
        if label in fleet and not helicopters[name].marine:
            raise read.fail(given, name, f"{name} is no marine helicopter: it bases on land")
        if label in read.board.boxes or label in fleet:
            found[name] = str(label)
    return found


def read_due(read: Reader, helicopters: Mapping[str, HeloCounter]) -> dict[str, int]:
    """When helicopters come as reinforcements. [10.0]"""
    found = {}
    for row in read.need(read.spec, "reinforcements", list, []):
        for name in read.words(row, "units"):
            if name in helicopters:
                found[name] = read.need(row, "turn", int)
    return found


def _air(read: Reader) -> Any:
    given = read.need(read.spec, "air", dict, {})
    read.only(given, AIR, "air power")
    return given


def read_air_points(read: Reader, sides: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Air Points turn by turn, where no chart decides. [6.1]"""
    given = read.need(_air(read), "points", dict, {})
    for side in given:
        read.side(given, side, side)
    return {side: tuple(read.need(given, side, list)) for side in given}


def read_air_drms(read: Reader, sides: tuple[str, ...]) -> dict[str, dict[int, int]]:
    """What is added to a side's roll for Air Points, by turns. [6.1]"""
    given = read.need(_air(read), "drm", dict, {})
    for side in given:
        read.side(given, side, side)
    return {side: {int(t): int(v) for t, v in given[side].items()} for side in given}


def read_air_rule(read: Reader) -> tuple[tuple[str, int], ...]:
    """Who rules the air turn by turn, where no points decide: `dprk advantage`. [6.4]"""
    given, found = _air(read), []
    for text in read.words(given, "superiority"):
        side, _, level = text.rpartition(" ")
        if level not in LEVELS or bool(side) == (level == LEVELS[0]):
            wrong = f"{text!r} is not contested, nor a side with one of {', '.join(LEVELS[1:])}"
            raise read.fail(given, "superiority", wrong)
        found.append((read.side(given, "superiority", side) if side else "", LEVELS.index(level)))
    return tuple(found)


def read_lift(read: Reader) -> dict[str, Lift]:
    """What sides move by air: stacking points a segment by transport, a turn by parachute, and
    Airmobile Points that come in later turns. [8.5.2.1] [8.5.3.1] [8.5.4.1]"""
    found = {}
    for side, row in read.by_side("lift").items():
        read.only(row, LIFT, "what a side moves by air")
        given = row.get("airborne", [])
        drops = given if isinstance(given, list) else [given]
        more = read.need(row, "points", dict, {})
        found[side] = Lift(
            int(HALF * row.get("transport", 0)),
            tuple(int(HALF * one) for one in drops),
            {int(turn): int(count) for turn, count in more.items()},
        )
    return found
