"""Counters: reading what is printed on them, or what we designed where the print is lost. [1.2]"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from grognard.engine.located import LocatedList, LocatedMap, ScenarioError, nearest
from grognard.engine.sources import Folder
from grognard.systems.wb95.units import SIZES, STARS, TRAITS, TYPES, Counter, Level

COLUMNS = (
    "id", "side", "nation", "name", "formation", "parent", "type", "size", "move", "cels", "stars",
    "traits", "organic", "source", "note",
)  # fmt: skip
POINT = 12
_LEVEL = re.compile(r"(\d+)(?:,(\d+))?:(\d+)")


def read_sheets(name: str, text: str, packs: Sequence[Path]) -> LocatedList:
    """A counter sheet, with the rows of the same counters in a player's packs over it.

    A pack keeps its counter sheets in a folder `counters` beside its tables.
    """
    rows = read_csv(text, name)
    places = {row.get("id"): i for i, row in enumerate(rows)}
    for pack in packs:
        path = pack / "counters" / name
        sheet = Folder(path).find(name)
        for row in read_csv(sheet, str(path)) if sheet is not None else ():
            if row.get("id") not in places:
                hint = nearest(str(row.get("id")), map(str, places))
                wrong = f"there is no counter {row.get('id')!r} to replace; {hint}"
                raise ScenarioError(str(path), row.line, wrong)
            rows[places[row["id"]]] = row
    return rows


def read_csv(text: str, where: str) -> LocatedList:
    """The rows of a counter sheet, each knowing its line; `where` is what errors call the file."""
    rows = LocatedList()
    rows.where, rows.lines = where, []
    reader = csv.DictReader(StringIO(text, newline=""))
    try:
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise ScenarioError(where, 1, f"the columns should be {','.join(COLUMNS)}")
        for data in reader:
            if None in data:
                raise ScenarioError(where, reader.line_num, "more cells than columns")
            row = LocatedMap({key: value for key, value in data.items() if value})
            row.where, row.line, row.lines = where, reader.line_num, {}
            rows.append(row)
            rows.lines.append(reader.line_num)
    except csv.Error as error:
        wrong = f"this is no table of counters: {error}"
        raise ScenarioError(where, reader.line_num, wrong) from None
    return rows


def read_counter(row: Mapping[str, Any], fail: Callable[[str], ScenarioError]) -> Counter:
    """One counter from its row, or the reason why it is none."""
    name = str(row.get("id", ""))
    if not name:
        raise fail("a counter needs an id")
    for key in row:
        if key not in COLUMNS:
            raise fail(f"counter {name!r}: {key!r} is no column; {nearest(key, COLUMNS)}")
    kind = _one_of(row, "type", TYPES, fail)
    levels = _levels(str(row.get("cels", "")), name, fail)
    counter = Counter(
        id=name,
        side=str(row.get("side", "")),
        nation=str(row.get("nation", "")),
        name=str(row.get("name", name)),
        formation=str(row.get("formation", "")),
        parent=str(row.get("parent", "")),
        type=kind,
        size=_one_of(row, "size", SIZES, fail, "unit"),
        move=_one_of(row, "move", ("foot", "trucked", "tracked"), fail),  # type: ignore[arg-type]
        levels=levels,
        stars=_stars(str(row.get("stars", "")), name, fail),
        traits=_words(str(row.get("traits", "")), TRAITS, name, fail),
        organic=row.get("organic") in ("yes", True),
        source=str(row.get("source", "house")),
    )
    _check(counter, fail)
    return counter


def _one_of(
    row: Mapping[str, Any],
    key: str,
    known: tuple[str, ...],
    fail: Callable[[str], ScenarioError],
    default: str = "",
) -> str:
    value = str(row.get(key, default))
    if value not in known:
        raise fail(
            f"counter {row.get('id')!r}: {key} {value!r} is unknown; {nearest(value, known)}"
        )
    return value


def _levels(text: str, name: str, fail: Callable[[str], ScenarioError]) -> tuple[Level, ...]:
    """Levels as `3:4/2:4`; guns as `5,3:6`, attack and defence. [1.2b] [1.2c]"""
    levels = []
    for part in text.split("/"):
        match = _LEVEL.fullmatch(part)
        if match is None:
            raise fail(
                f"counter {name!r}: cels are written SP:MP, or attack,defence:MP, not {part!r}"
            )
        attack, defence, mp = match.groups()
        levels.append(Level(int(attack), int(defence or attack), int(mp) * POINT))
    return tuple(levels)


def _stars(
    text: str, name: str, fail: Callable[[str], ScenarioError]
) -> tuple[tuple[str, int], ...]:
    """Stars as `black:1;white:1`. [15.1.1]"""
    stars = []
    for part in filter(None, re.split(r"[; ]+", text)):
        colour, _, number = part.partition(":")
        if colour not in STARS or not (number or "1").isdigit():
            raise fail(f"counter {name!r}: stars are written black:1, with {', '.join(STARS)}")
        stars.append((colour, int(number or "1")))
    return tuple(stars)


def _words(
    text: str, known: tuple[str, ...], name: str, fail: Callable[[str], ScenarioError]
) -> tuple[str, ...]:
    words = tuple(filter(None, re.split(r"[; ]+", text)))
    for word in words:
        if word not in known:
            raise fail(f"counter {name!r}: trait {word!r} is unknown; {nearest(word, known)}")
    return words


def _check(counter: Counter, fail: Callable[[str], ScenarioError]) -> None:
    """What the rules demand of counters of some types."""
    single = (
        "towed artillery" if counter.towed_artillery else "a headquarters" if counter.hq else ""
    )
    if single and len(counter.levels) != 1:
        raise fail(f"counter {counter.id!r}: {single} has one CEL [1.2d] [9.1.4]")
    if counter.artillery and counter.move == "foot":
        raise fail(f"counter {counter.id!r}: artillery moves as trucked [1.3b]")
    if counter.hq and (counter.levels[0].mp != 10 * POINT or counter.move != "trucked"):
        raise fail(f"counter {counter.id!r}: a headquarters is trucked and has 10 MP [9.1.2]")
    if counter.type == "RG" and any(level.mp for level in counter.levels):
        raise fail(f"counter {counter.id!r}: a resilience group has no MP [15.2.1]")
