"""Counters: reading what is printed on them, or what we designed where the print is lost. [1.2]"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grognard.kit.reading import Cells, Fail, Sheet
from grognard.kit.ways import POINT
from grognard.systems.wb95.units import MOVES, SIZES, STARS, TRAITS, TYPES, Counter, Level

SHEET = Sheet(
    (
        "id", "side", "nation", "name", "formation", "parent", "type", "size", "move", "cels",
        "stars", "traits", "organic", "source", "note",
    ),
    frozenset(("formation", "parent", "stars", "traits", "organic", "source", "note")),
)  # fmt: skip
"""The columns of a counter sheet."""
COLUMNS = SHEET.columns
_LEVEL = re.compile(r"(\d+)(?:,(\d+))?:(\d+)")


def read_counter(row: Mapping[str, Any], fail: Fail) -> Counter:
    """One counter from its row, or the reason why it is none."""
    cells = Cells(row, COLUMNS, fail)
    counter = Counter(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        formation=cells.text("formation"),
        parent=cells.text("parent"),
        type=cells.one_of("type", TYPES),
        size=cells.one_of("size", SIZES, "unit"),
        move=cells.one_of("move", MOVES),
        levels=_levels(cells),
        stars=_stars(cells),
        traits=cells.words("traits", TRAITS, "trait"),
        organic=cells.flag("organic"),
        source=cells.text("source", "house"),
    )
    _check(counter, fail)
    return counter


def _levels(cells: Cells) -> tuple[Level, ...]:
    """Levels as `3:4/2:4`; guns as `5,3:6`, attack and defence. [1.2b] [1.2c]"""
    levels = []
    for part in cells.text("cels").split("/"):
        match = _LEVEL.fullmatch(part)
        if match is None:
            raise cells.wrong(f"cels are written SP:MP, or attack,defence:MP, not {part!r}")
        attack, defence, mp = match.groups()
        levels.append(Level(int(attack), int(defence or attack), int(mp) * POINT))
    return tuple(levels)


def _stars(cells: Cells) -> tuple[tuple[str, int], ...]:
    """Stars as `black:1;white:1`. [15.1.1]"""
    stars = []
    for part in filter(None, re.split(r"[; ]+", cells.text("stars"))):
        colour, _, number = part.partition(":")
        if colour not in STARS or not (number or "1").isdigit():
            raise cells.wrong(f"stars are written black:1, with {', '.join(STARS)}")
        stars.append((colour, int(number or "1")))
    return tuple(stars)


def _check(counter: Counter, fail: Fail) -> None:
    """What the rules demand of counters of some types."""
    named = f"counter {counter.id!r}"
    if counter.towed and counter.move == "tracked":
        raise fail(f"{named}: what is towed has no tracks; towed guns move as trucked [6.2.1]")
    if counter.towed_artillery and len(counter.levels) != 1:
        raise fail(f"{named}: towed artillery has one CEL [1.2d] [6.1.6]")
    if counter.hq and len(counter.levels) != 1:
        raise fail(f"{named}: a headquarters has one CEL [9.1.4]")
    if counter.artillery and counter.move == "foot":
        raise fail(f"{named}: artillery moves as trucked [1.3b] [6.2.1]")
    if counter.hq and (counter.levels[0].mp != 10 * POINT or counter.move != "trucked"):
        raise fail(f"{named}: a headquarters is trucked and has 10 MP [9.1.2]")
    if counter.type == "RG" and any(level.mp for level in counter.levels):
        raise fail(f"{named}: a resilience group has no MP [15.2.1]")
