"""Counters: reading what is printed on them, of ground units, aircraft, ships and transport. [3.0]

A side of a ground counter is written `12:5 tracked`: strength, allowance, class; `(5):3 leg` for a
strength in brackets, `-:8 truck` for none. [3.1a] [3.2b]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.engine.located import nearest
from grognard.kit.reading import Cells, Fail, Sheet
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
    SIZES,
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


def read_counter(row: Mapping[str, Any], fail: Fail) -> Counter:
    """One ground counter from its row, or the reason why it is none. [3.1]"""
    cells = Cells(row, COLUMNS, fail)
    size = cells.one_of("size", SIZES, "regiment")
    barrage = [cells.number("barrage", part) for part in _two(cells.text("barrage"))]
    throws = [_throw(cells, part) for part in _two(cells.text("throw"))]
    faces = [_face(cells, key, barrage[i], throws[i]) for i, key in enumerate(("combat", "move"))]
    if (barrage[0] or 0) < (barrage[1] or 0):  # [13.4]
        raise cells.wrong("the Combat side of artillery has the greater barrage")
    traits = frozenset(cells.words("traits", TRAITS, "trait"))  # [3.2e]
    printed = cells.whole("re")
    if (size == "division") != (printed > 0):
        raise cells.wrong("a division has its RE printed, and nothing else has")
    rating = cells.whole("ar")
    if not 0 <= rating <= 5:
        raise cells.wrong(f"an Action Rating is 0 to 5, not {rating}")  # [3.2c]
    if faces[0].throw < faces[1].throw:
        raise cells.wrong("the Combat side has the greater throw range")  # [13.1a]
    return Counter(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        size=size,
        type=cells.one_of("type", TYPES, "infantry"),
        colour=cells.one_of("colour", (ARMOR, MECH, OTHER), OTHER),
        combat=faces[0],
        move=faces[1],
        ar=rating,
        formation=cells.text("formation"),
        printed_re=printed,
        range=cells.whole("range"),
        traits=traits,
        source=cells.text("source", "house"),
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


def _face(cells: Cells, key: str, barrage: int | None, throw: tuple[int, str]) -> Face:
    text = cells.text(key)
    match = _FACE.fullmatch(text)
    if match is None or match["move"] not in CLASSES:
        raise cells.wrong(f"a side is written like '12:5 tracked', not {text!r}")
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


def _two(text: str) -> tuple[str, str]:
    """One value for both sides of a counter, or two with a stroke between."""
    first, stroke, second = text.partition("/")
    return (first, second) if stroke else (first, first)


def _throw(cells: Cells, text: str) -> tuple[int, str]:
    """A headquarters' range and its class. [12.3b]"""
    if not text:
        return 0, ""
    match = _THROW.fullmatch(text.strip())
    if match is None or match[2] not in CLASSES:
        raise cells.wrong(f"a throw range is written like '8 truck', not {text!r}")
    return int(match[1]), match[2]


def read_plane(row: Mapping[str, Any], fail: Fail) -> Plane:
    """One air counter: rating, barrage, capacity of both sides as `4/8/0` or `(1)/0/1/2`. [3.5]"""
    cells = Cells(row, PLANES, fail)
    types = tuple(cells.text("types").split("+"))
    for kind in types:
        if kind not in PLANE_TYPES:
            raise cells.wrong(f"no aircraft is {kind!r}; {nearest(kind, PLANE_TYPES)}")
    faces = []
    for key in ("full", "reduced"):
        match = _PLANE.fullmatch(cells.text(key))
        if match is None:
            raise cells.wrong(f"{key} is written like '(2)/10/0': {row.get(key)!r}")
        rating = int(match["passive"] or match["rating"])
        passive = match["passive"] is not None
        faces.append(PlaneFace(rating, passive, int(match["barrage"]), Fraction(match["load"])))
    return Plane(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        types=types,
        range=cells.whole("range"),
        full=faces[0],
        reduced=faces[1],
        torpedo=cells.flag("torpedo"),
        integral_gliders=cells.flag("gliders"),
        carrier=cells.text("carrier"),
        source=cells.text("source", "house"),
    )


def read_ship(row: Mapping[str, Any], fail: Fail) -> ShipCounter:
    """One ship: barrage, range, flak and protection of both sides as `20/6/2/3`. [3.4]"""
    cells = Cells(row, SHIPS, fail)
    faces = []
    for key in ("sound", "damaged"):
        match = _SHIP.fullmatch(cells.text(key, "0/0/0/1"))
        if match is None:
            raise cells.wrong(f"{key} is written like '20/6/2/3': {row.get(key)!r}")
        faces.append(ShipFace(*(int(value) for value in match.groups())))
    return ShipCounter(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        type=cells.one_of("type", SHIP_TYPES, "ship"),
        sound=faces[0],
        damaged=faces[1],
        slow=cells.flag("slow"),
        multi=cells.flag("multi"),
        decks=cells.whole("decks"),
        source=cells.text("source", "house"),
    )


def read_kind(name: str, row: Mapping[str, Any], fail: Fail) -> TransportKind:
    """A kind of transport. [13.2]"""
    cells = Cells(row, KINDS, fail, "transport", name)
    return TransportKind(
        name,
        cells.whole("ma"),
        cells.one_of("move", CLASSES, TRUCK),
        cells.whole("extends"),
        cells.flag("flies"),
        cells.text("source", "house"),
    )
