"""Reading the terms of victory."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.systems.goss.ending.kinds import KINDS as UNIT_KINDS
from grognard.systems.goss.ending.kinds import strange
from grognard.systems.goss.reading.calendar import turn_number
from grognard.systems.goss.scenario import SIDES, Award, GameTurn, Sudden, Terms

KINDS = ("hold", "eliminated", "exit")
AWARD = (*KINDS, "vp", "max", "by", "fades", "place", "title", "each", "supplied", "corps")
LEVEL = ("lead", "side", "title")
SUDDEN = ("side", "title", "lead", "exits", "hold")


def read_terms(read: Reader, calendar: tuple[GameTurn, ...], corps: Collection[str] = ()) -> Terms:
    """Awards by side, levels of victory by the Axis lead, the highest first, and what ends the game
    at once; `corps` are the headquarters that may be given an objective. [3.3.4]"""
    given = read.need(read.spec, "victory", dict, {})
    read.only(given, (*SIDES, "levels", "sudden"), "the terms of victory")
    awards = tuple(
        _award(read, calendar, side, row, corps)
        for side in SIDES
        for row in read.rows(given, side, AWARD, "an award")
    )
    levels = tuple(
        (read.need(row, "lead", int), str(row.get("side") or ""), read.need(row, "title", str))
        for row in read.rows(given, "levels", LEVEL, "a level of victory")
    )
    if list(levels) != sorted(levels, key=lambda level: -level[0]):
        raise read.fail(given, "levels", "levels stand from the highest lead to the lowest")
    sudden = tuple(
        _sudden(read, row) for row in read.rows(given, "sudden", SUDDEN, "a sudden death")
    )
    return Terms(awards, levels, sudden)


def _sudden(read: Reader, row: Any) -> Sudden:
    """A condition that ends the game. [3.3.4]"""
    lead, exits = read.need(row, "lead", int, 0), read.need(row, "exits", int, 0)
    places = row.get("hold", [])
    hexes = read.hexes(row, "hold", places if isinstance(places, list) else [places])
    if not lead and not exits and not hexes:
        raise read.fail(row, None, "a sudden death needs a lead, exits or places to hold")
    side = read.side(row, "side", row.get("side"))
    return Sudden(side, read.need(row, "title", str), lead, exits, hexes)


def _award(
    read: Reader, calendar: tuple[GameTurn, ...], side: str, row: Any, corps: Collection[str]
) -> Award:
    kinds = [kind for kind in KINDS if kind in row]
    if len(kinds) != 1:
        text = f"an award is for one of {', '.join(KINDS)}; {nearest(''.join(kinds), KINDS)}"
        raise read.fail(row, None, text)
    kind = kinds[0]
    hexes: tuple[int, ...] = ()
    who = ""
    if kind == "eliminated":
        who = str(row[kind])
    else:
        hexes = read.hexes(row, kind, row[kind] if isinstance(row[kind], list) else [row[kind]])
        who = str(row.get("each", ""))
    if strange(who):
        word = strange(who)
        raise read.fail(row, None, f"{word!r} is no kind of unit; {nearest(word, UNIT_KINDS)}")
    given = str(row.get("corps", ""))
    if given and given not in corps:
        text = f"there is no corps headquarters {given!r}; {nearest(given, [*corps])}"
        raise read.fail(row, "corps", text)
    by = turn_number(read, calendar, row, "by", row["by"]) if "by" in row else 0
    return Award(
        side, kind, read.need(row, "vp", int, 1), hexes, who, read.need(row, "max", int, 0), by,
        read.need(row, "fades", int, 0), str(row.get("title", row.get("place", ""))),
        read.need(row, "supplied", bool, False), given,
    )  # fmt: skip
