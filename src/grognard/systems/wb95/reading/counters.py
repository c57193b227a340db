"""Counters: reading what is printed on them, or what we designed where the print is lost. [1.2]"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.located import ScenarioError, nearest
from grognard.kit.reading import Sheet
from grognard.systems.wb95.units import SIZES, STARS, TRAITS, TYPES, Counter, Level

SHEET = Sheet(
    (
        "id", "side", "nation", "name", "formation", "parent", "type", "size", "move", "cels",
        "stars", "traits", "organic", "source", "note",
    ),
    frozenset(("formation", "parent", "stars", "traits", "organic", "source", "note")),
)  # fmt: skip
"""The columns of a counter sheet."""
COLUMNS = SHEET.columns
POINT = 12
_LEVEL = re.compile(r"(\d+)(?:,(\d+))?:(\d+)")


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
