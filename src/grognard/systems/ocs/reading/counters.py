"""Counters: reading what is printed on them, of ground units, aircraft, ships and transport. [3.0]

A side of a ground counter is written `12:5 tracked`: strength, allowance, class; `(5):3 leg` for a
strength in brackets, `-:8 truck` for none. [3.1a] [3.2b]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.engine.located import ScenarioError, nearest
from grognard.kit.reading import Sheet
from grognard.systems.ocs.scenario import (
    PLANE_TYPES,
    SHIP_TYPES,
    Plane,
    PlaneFace,
    ShipCounter,
    ShipFace,
    TransportKind,
)
from grognard.systems.ocs.units import (
    ARMOR,
    CLASSES,
    LEG,
    MECH,
    OTHER,
    RE,
    TRAITS,
    TRUCK,
    Counter,
    Face,
)

COLUMNS = (
    "id", "side", "nation", "name", "size", "type", "colour", "combat", "move", "ar", "formation",
    "re", "barrage", "range", "throw", "traits", "source", "note",
)  # fmt: skip
PLANES = (
    "id", "side", "nation", "name", "types", "range", "full", "reduced", "torpedo", "gliders",
    "carrier", "source", "note",
)  # fmt: skip
SHIPS = (
    "id", "side", "nation", "name", "type", "sound", "damaged", "slow", "multi", "decks", "source",
    "note",
)  # fmt: skip
SHEETS = {
    "counters": Sheet(COLUMNS, frozenset((
        "nation", "colour", "formation", "re", "barrage", "range", "throw", "traits", "source",
        "note",
    ))),
    "planes": Sheet(PLANES, frozenset((
        "nation", "reduced", "torpedo", "gliders", "carrier", "source", "note",
    ))),
    "ships": Sheet(SHIPS, frozenset((
        "nation", "damaged", "slow", "multi", "decks", "source", "note",
    ))),
}  # fmt: skip
"""The columns of the counter sheets, by what is on them."""
KINDS = ("ma", "move", "extends", "flies", "source", "note")
SIZES = ("division", "brigade", "regiment", *RE)
TYPES = (
    "infantry", "armor", "mech", "motorised", "motorcycle", "cavalry", "recon", "engineer",
    "artillery", "anti-tank", "anti-aircraft", "hq", "para", "marine", "mountain", "repl", "rail",
    "security", "other",
)  # fmt: skip
_FACE = re.compile(r"(?:\((?P<only>\d+)\)|(?P<strength>\d+)|-):(?P<ma>\d+) (?P<move>\w+)")
_THROW = re.compile(r"(\d+) (\w+)")
_PLANE = re.compile(
    r"(?:\((?P<passive>-?\d+)\)|(?P<rating>-?\d+))/(?P<barrage>\d+)/(?P<load>\d+(?:/2)?)"
)
_SHIP = re.compile(r"(\d+)/(\d+)/(\d+)/(\d+)")

Fail = Callable[[str], ScenarioError]


def read_counter(row: Mapping[str, Any], fail: Fail) -> Counter:
    """One ground counter from its row, or the reason why it is none. [3.1]"""
    name = _begin(row, COLUMNS, fail)
    size = _one_of(row, "size", SIZES, fail, "regiment")
    barrage = [_whole(part, "barrage", name, fail) for part in _two(row.get("barrage", ""))]
    throws = [_throw(part, name, fail) for part in _two(row.get("throw", ""))]
    faces = [
        _face(str(row.get(key, "")), name, fail, barrage[i], throws[i])
        for i, key in enumerate(("combat", "move"))
    ]
    if (barrage[0] or 0) < (barrage[1] or 0):  # [13.4]
        raise fail(f"counter {name!r}: the Combat side of artillery has the greater barrage")
    traits = frozenset(str(row.get("traits", "")).split())
    for trait in sorted(traits - set(TRAITS)):  # [3.2e]
        raise fail(f"counter {name!r}: there is no trait {trait!r}; {nearest(trait, TRAITS)}")
    printed = _whole(row.get("re", 0), "re", name, fail) or 0
    if (size == "division") != (printed > 0):
        raise fail(f"counter {name!r}: a division has its RE printed, and nothing else has")
    rating = _whole(row.get("ar", 0), "ar", name, fail) or 0
    if not 0 <= rating <= 5:
        raise fail(f"counter {name!r}: an Action Rating is 0 to 5, not {rating}")  # [3.2c]
    if faces[0].throw < faces[1].throw:
        raise fail(f"counter {name!r}: the Combat side has the greater throw range")  # [13.1a]
    return Counter(
        id=name,
        side=str(row.get("side", "")),
        nation=str(row.get("nation", "")),
        name=str(row.get("name", name)),
        size=size,  # type: ignore[arg-type]
        type=_one_of(row, "type", TYPES, fail, "infantry"),
        colour=_one_of(row, "colour", (ARMOR, MECH, OTHER), fail, OTHER),
        combat=faces[0],
        move=faces[1],
        ar=rating,
        formation=str(row.get("formation", "")),
        printed_re=printed,
        range=_whole(row.get("range", 0), "range", name, fail) or 0,
        traits=traits,
        source=str(row.get("source", "house")),
    )


def generic_replacements(
    counters: Mapping[str, Counter], sides: Sequence[str]
) -> dict[str, Counter]:
    """Replacements of both kinds for a side whose sheet has none: there are always enough. [13.5]

    They have a strength of nought, so that they are Attack-Capable.
    """
    found: dict[str, Counter] = {}
    for side in sides:
        own = [counter for counter in counters.values() if counter.side == side]
        nation = own[0].nation if own else side
        for kind, move in (("pax", LEG), ("eq", TRUCK)):
            if not any(kind in counter.traits for counter in own):
                face = Face(0, 5 if move == LEG else 10, move)
                name, traits = f"{side}-{kind}", frozenset({kind})
                found[name] = Counter(
                    name, side, nation, f"{kind.capitalize()} Repl", "repl", "repl", OTHER, face,
                    face, 0, traits=traits,
                )  # fmt: skip
    return found


def _begin(row: Mapping[str, Any], columns: Sequence[str], fail: Fail) -> str:
    name = str(row.get("id", ""))
    if not name:
        raise fail("a counter needs an id")
    for key in row:
        if key not in columns:
            raise fail(f"counter {name!r}: {key!r} is no column; {nearest(key, columns)}")
    return name


def _face(text: str, name: str, fail: Fail, barrage: int | None, throw: tuple[int, str]) -> Face:
    match = _FACE.fullmatch(text)
    if match is None or match["move"] not in CLASSES:
        raise fail(f"counter {name!r}: a side is written like '12:5 tracked', not {text!r}")
    printed = match["only"] or match["strength"]
    return Face(
        strength=int(printed) if printed else None,
        ma=int(match["ma"]),
        move=match["move"],
        defends_only=match["only"] is not None,
        barrage=barrage,
        throw=throw[0],
        throw_class=throw[1],
    )


def _two(value: Any) -> tuple[Any, Any]:
    """One value for both sides of a counter, or two with a stroke between."""
    first, stroke, second = str(value).partition("/")
    return (first, second) if stroke else (first, first)


def _throw(text: str, name: str, fail: Fail) -> tuple[int, str]:
    """A headquarters' range and its class. [12.3b]"""
    if not text:
        return 0, ""
    match = _THROW.fullmatch(text.strip())
    if match is None or match[2] not in CLASSES:
        raise fail(f"counter {name!r}: a throw range is written like '8 truck', not {text!r}")
    return int(match[1]), match[2]


def _whole(value: Any, key: str, name: str, fail: Fail) -> int | None:
    if value in ("", "-"):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise fail(f"counter {name!r}: {key!r} should be a number, not {value!r}") from None


def _one_of(
    row: Mapping[str, Any], key: str, known: Sequence[str], fail: Fail, default: str = ""
) -> str:
    value = str(row.get(key, default))
    if value not in known:
        raise fail(f"counter {row.get('id')!r}: {key} {value!r}; {nearest(value, known)}")
    return value


def read_plane(row: Mapping[str, Any], fail: Fail) -> Plane:
    """One air counter: rating, barrage, capacity of both sides as `4/8/0` or `(1)/0/1/2`. [3.5]"""
    name = _begin(row, PLANES, fail)
    types = tuple(str(row.get("types", "")).split("+"))
    for kind in types:
        if kind not in PLANE_TYPES:
            raise fail(f"counter {name!r}: no aircraft is {kind!r}; {nearest(kind, PLANE_TYPES)}")
    faces = []
    for key in ("full", "reduced"):
        match = _PLANE.fullmatch(str(row.get(key, "")))
        if match is None:
            raise fail(f"counter {name!r}: {key} is written like '(2)/10/0': {row.get(key)!r}")
        rating = int(match["passive"] or match["rating"])
        passive = match["passive"] is not None
        faces.append(PlaneFace(rating, passive, int(match["barrage"]), Fraction(match["load"])))
    return Plane(
        id=name,
        side=str(row.get("side", "")),
        nation=str(row.get("nation", "")),
        name=str(row.get("name", name)),
        types=types,
        range=_whole(row.get("range", 0), "range", name, fail) or 0,
        full=faces[0],
        reduced=faces[1],
        torpedo=_flag(row.get("torpedo")),
        integral_gliders=_flag(row.get("gliders")),
        carrier=str(row.get("carrier", "")),
        source=str(row.get("source", "house")),
    )


def read_ship(row: Mapping[str, Any], fail: Fail) -> ShipCounter:
    """One ship: barrage, range, flak and protection of both sides as `20/6/2/3`. [3.4]"""
    name = _begin(row, SHIPS, fail)
    faces = []
    for key in ("sound", "damaged"):
        match = _SHIP.fullmatch(str(row.get(key, "0/0/0/1")))
        if match is None:
            raise fail(f"counter {name!r}: {key} is written like '20/6/2/3': {row.get(key)!r}")
        faces.append(ShipFace(*(int(value) for value in match.groups())))
    return ShipCounter(
        id=name,
        side=str(row.get("side", "")),
        nation=str(row.get("nation", "")),
        name=str(row.get("name", name)),
        type=_one_of(row, "type", SHIP_TYPES, fail, "ship"),
        sound=faces[0],
        damaged=faces[1],
        slow=_flag(row.get("slow")),
        multi=_flag(row.get("multi")),
        decks=_whole(row.get("decks", 0), "decks", name, fail) or 0,
        source=str(row.get("source", "house")),
    )


def read_kind(name: str, row: Mapping[str, Any], fail: Fail) -> TransportKind:
    """A kind of transport. [13.2]"""
    for key in row:
        if key not in KINDS:
            raise fail(f"transport {name!r}: {key!r} means nothing; {nearest(key, KINDS)}")
    move = str(row.get("move", "truck"))
    if move not in CLASSES:
        raise fail(f"transport {name!r} moves as {', '.join(CLASSES)}, not as {move!r}")
    return TransportKind(
        name,
        _whole(row.get("ma", 0), "ma", name, fail) or 0,
        move,
        _whole(row.get("extends", 0), "extends", name, fail) or 0,
        _flag(row.get("flies")),
        str(row.get("source", "house")),
    )


def _flag(value: Any) -> bool:
    return value in (True, "yes", "true", "on", "1")
