"""What a counter looks like: its colours, symbol, size, values and markers. [1.2] [1.3]

A counter is drawn about the point 0 0, 42 units square. Symbols are drawn once and used again; a
`§` in an id is filled in by the drawing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.board.drawn.cardboard import (
    CROSS,
    DOME,
    DOT,
    FIELD,
    FRAME,
    INK,
    LETTERS,
    OVAL,
    SAPPER,
    SLASH,
    STAFF,
    WEDGE,
    WHEELS,
    Livery,
    card,
    framed,
    size_mark,
    upright,
)
from grognard.board.drawn.lettering import SANS

POINT = 12


LIVERIES: Mapping[str, Livery] = {
    "German": Livery("#9aa79e", "#47524b", "#16201a", "#dfe3d6", "#3d6158"),
    "SS": Livery("#35383a", "#0f1011", "#f2ede0", "#b9bdb6"),
    "French": Livery("#8fa3bd", "#3c4c63", "#121c2b", "#dfe5ec", "#3c5f8f"),
    "Soviet": Livery("#c58a67", "#6d3a22", "#2b1208", "#f1dfc4", "#c04a2a"),
    "Guards": Livery("#ad3f2f", "#5d160e", "#fff3d6", "#f0d8b8"),
}
OTHERS = (
    Livery("#a9b48a", "#525c36", "#1c210f", "#e6ead6"),
    Livery("#c9ad7f", "#6d5527", "#2a1e08", "#f1e7d0"),
)
"""Any other nation, by its side in the order of play."""

SIZES = (
    ("C", "I", "company"), ("B", "II", "battalion"), ("R", "III", "regiment"),
    ("BR", "X", "brigade"), ("D", "XX", "division"),
)  # fmt: skip
SIZE_MARKS = {size: mark for size, mark, _ in SIZES}
ARMS = {
    "INF": "infantry", "MOT": "motorised infantry", "ARM": "armour", "CAV": "cavalry",
    "AC": "armoured cars", "AG": "assault guns", "ART": "artillery", "AT": "anti-tank guns",
    "AA": "anti-aircraft guns", "HQ": "headquarters", "RG": "resilience group",
    "VS": "Volkssturm", "FU": "fortification unit",
}  # fmt: skip

_PLAIN: Mapping[str, str] = {
    "INF": f'<path d="{CROSS}"/>',
    "MOT": f'<path d="{CROSS}"/>',
    "ARM": f'<path d="{OVAL}"/>',
    "CAV": f'<path d="{SLASH}"/>',
    "AC": f'<path d="{OVAL}{SLASH}"/>',
    "AG": f'<path d="{OVAL}M0-.3V-8.7m-2.6 3L0-8.7l2.6 3"/>',
    "ART": DOT,
    "AT": f'<path d="{WEDGE}"/>',
    "AA": DOME,
    "HQ": STAFF,
    "RG": f"{LETTERS}>RG</text>",
    "VS": f'<path d="{CROSS}"/>{LETTERS}>V</text>',
    "FU": '<path d="M-12.5-7h4.5v-3h5v3h6v-3h5v3h4.5M-12.5 0L12.5 0"/>',
}
"""Each arm by its sign. The arms are those of `units.TYPES`. [1.3]"""


def arm(kind: str, move: str, towed: bool) -> str:
    """The name of the symbol for an arm and its way of moving: plain, on wheels, or on tracks."""
    if kind in ("ARM", "AG", "AC", "HQ", "RG"):
        return kind
    if move == "tracked":
        return f"{kind}-tracked"
    return f"{kind}-wheels" if move == "trucked" and (not towed or kind == "MOT") else kind


def sign(kind: str) -> str:
    """The sign of an arm, small, for a legend."""
    name = f"{kind}-wheels" if kind == "MOT" else kind
    return (
        f'<g transform="translate(8 -.4) scale(.6)" fill="none" stroke="{INK}" '
        f'stroke-width="1.4" color="{INK}" text-anchor="middle">'
        f'<path d="{FRAME}" fill="{FIELD}"/><use href="#{name}§"/></g>'
    )


def symbols() -> str:
    """Every symbol, to be used by name."""
    parts = []
    for kind, sign in _PLAIN.items():
        for name, more in (
            (kind, ""),
            (f"{kind}-wheels", WHEELS),
            (f"{kind}-tracked", f'<path d="{OVAL}"/>'),
        ):
            parts.append(f'<g id="{name}§">{sign}{more}</g>')
    return "".join(parts) + _EMBLEMS + _MARKERS


_EMBLEMS = (
    '<path id="emblem-German§" d="M-3-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z"/>'
    '<path id="emblem-Soviet§" d="M0-11l2.6 7.6h8l-6.4 4.8l2.4 7.7L0 4.4l-6.6 4.7'
    'l2.4-7.7l-6.4-4.8h8z"/>'
)
EMBLEMS = ("German", "Soviet")
_MARKERS = (
    '<path id="star§" d="M0-3.8l1 2.7h2.9l-2.3 1.8l.8 2.8L0 1.9l-2.4 1.6l.8-2.8l-2.3-1.8h2.9z"/>'
)


@dataclass(frozen=True, slots=True)
class Face:
    """What is drawn on a counter that may be seen in full."""

    counter: Mapping[str, Any]
    cel: int
    transport: bool
    field: str
    house: bool


def livery(counter: Mapping[str, Any], rank: int) -> Livery:
    """A counter's colours: SS and Guards have their own, else its nation's."""
    if "ss" in counter["traits"]:
        return LIVERIES["SS"]
    if "guards" in counter["traits"]:
        return LIVERIES["Guards"]
    return nation_livery(str(counter["nation"]), rank)


def nation_livery(nation: str, rank: int) -> Livery:
    """A nation's colours, or those of its side."""
    return LIVERIES.get(nation, OTHERS[rank % len(OTHERS)])


def face(face: Face, colours: Livery) -> str:
    """A counter face up, with its size and the values of its present level. [1.2b] [1.2c] [1.3c]"""
    counter = face.counter
    reduced = face.cel < len(counter["levels"])
    parts = [card(colours)]
    if reduced:
        parts.append('<path d="M-20.5 7h41v12h-41z" fill="#fffaf0" fill-opacity=".62"/>')
    parts.append(_symbol(counter, face.field, face.transport))
    size = size_mark(SIZE_MARKS.get(str(counter["size"]), ""))
    text = values(face)
    large = 15.5 if len(text) < 5 else 13
    ink = colours.edge if reduced and colours.ink.startswith("#f") else colours.ink
    parts.append(
        f'<g fill="{colours.ink}" text-anchor="middle">{size}{_names(counter)}'
        f'<text y="18" font-size="{large}" font-weight="bold" fill="{ink}">{text}</text>'
        f"{_house(face)}</g>{_stars(counter)}"
    )
    return "".join(parts)


def _symbol(counter: Mapping[str, Any], field: str, transport: bool) -> str:
    """The sign of the arm on its field; towed guns show wheels when limbered. [6.2.2]"""
    towed = "towed" in counter["traits"] or counter["type"] == "ART"
    name = arm(str(counter["type"]), str(counter["move"]), towed and not transport)
    engineer = SAPPER if "engineer" in counter["traits"] else ""
    return framed(field, f'<use href="#{name}§"/>{engineer}')


def _names(counter: Mapping[str, Any]) -> str:
    """The formation up the left side and the unit's name up the right."""
    name, above = str(counter["name"]), str(counter["formation"] or counter["parent"])
    middle, room = (-2, 23) if counter["stars"] else (-5, 29)
    return upright(((above if above != name else "", -15.2, -5, 29), (name, 18.8, middle, room)))


def values(face: Face) -> str:
    """Strength and movement, `3-4`; guns with attack and defence, `5/3-6`. [1.2b]"""
    levels: Sequence[Sequence[int]] = face.counter["levels"]
    attack, defence, mp = levels[len(levels) - face.cel]
    strength = str(attack) if attack == defence else f"{attack}/{defence}"
    return f"{strength}-{mp // POINT}"


def _house(face: Face) -> str:
    """A small h: these values are ours, not the publisher's."""
    return (
        '<text x="18.3" y="19.3" font-size="5" font-style="italic">h</text>' if face.house else ""
    )


def _stars(counter: Mapping[str, Any]) -> str:
    """The stars on the counter. [15.1.1]"""
    colours = {"black": INK, "white": "#fffdf5", "yellow": "#f4c430", "blue": "#2f5fa8"}
    stars = [colour for colour, number in counter["stars"].items() for _ in range(number)]
    return "".join(
        f'<use href="#star§" transform="translate({16 - 7 * i} -15.5)" fill="{colours[colour]}" '
        f'stroke="{INK}" stroke-width=".4"/>'
        for i, colour in enumerate(stars)
    )


def back(colours: Livery, nation: str) -> str:
    """A masked counter: its nation's emblem and nothing else. [16.1.2]"""
    emblem = (
        f'<use href="#emblem-{nation}§" y="-2" fill="{colours.ink}" fill-opacity=".55"/>'
        if nation in EMBLEMS
        else f'<text y="7" font-size="22" text-anchor="middle" fill="{colours.ink}">?</text>'
    )
    frame = f'<path d="M-17-17h34v34h-34z" fill="none" stroke="{colours.ink}" stroke-opacity=".4"/>'
    return card(colours) + frame + emblem


FONT = f'font-family="{SANS}"'
