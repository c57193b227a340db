"""Counter art: what a card looks like in print: its symbol, size, names, values and markers.

Symbols are drawn from the codes of APP-6 that a counter's card has: units in a frame, aircraft,
ships, trucks and dumps by their outlines.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from grognard.board.drawn.cardboard import (
    CROSS,
    DOME,
    DOT,
    FIELD,
    INK,
    LETTERS,
    OVAL,
    SAPPER,
    SLASH,
    STAFF,
    WEDGE,
    WHEELS,
    Livery,
    badge,
    card,
    framed,
    size_mark,
    upright,
)
from grognard.board.drawn.lettering import width
from grognard.board.drawn.tracing import fixed
from grognard.table.cards import CounterCard
from grognard.table.symbols import AIR, LAND, SEA

TONES = {"bad": "#b3261e", "warn": "#d98a1f", "good": "#3f7a3a", "info": "#2f5f8a"}
PLAIN_TONE = "#6a6459"
SHOWN = 3
"""No more markers are drawn on a counter than this."""
SIZES = {"15": "I", "16": "II", "17": "III", "18": "X", "21": "XX", "22": "XXX"}
"""The marks of the echelons."""

_OVAL = f'<path d="{OVAL}"/>'
_CROSS = f'<path d="{CROSS}"/>'
FRAMED = {
    "121100": _CROSS,
    "121101": f'{_CROSS}<path d="M0-11v8M-3-8.5h6M-3.5-5a3.5 3.5 0 0 0 7 0"/>',
    "121102": _CROSS + _OVAL,
    "121104": f'{_CROSS}<path d="M0-12v15"/>',
    "121300": f'<path d="{SLASH}"/>',
    "120500": _OVAL,
    "120501": f'<path d="{OVAL}{SLASH}"/>',
    "120400": f'<path d="{WEDGE}"/>',
    "130100": DOME,
    "130300": DOT,
    "130301": DOT + _OVAL,
    "140700": f'<g transform="translate(0 -4)">{SAPPER}</g>',
    "140701": f'<g transform="translate(0 -4)">{SAPPER}</g>{_OVAL}',
    "110000": STAFF,
    "163200": f"{LETTERS}>R</text>",
    "141700": f"{LETTERS}>SEC</text>",
}
"""The arms in their frame; one that is not here has an empty frame."""
BELOW = {
    "01": '<path d="M-5 1.6a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 5 0"/>',
    "27": '<path d="M-3.5 3L0-2.5L3.5 3z" fill="currentColor"/>',
    "36": '<path d="M-6 1h12"/>',
    "51": WHEELS,
}
"""The modifiers below: airborne, mountain, railway, wheels."""

_FIGHTER = (
    "M0-46C5-46 7-38 7-29V-18L55-11C62-10 62 1 55 2L7 6L4 30L21 35V42L0 43L-21 42V35L-4 30"
    "L-7 6L-55 2C-62 1-62-10-55-11L-7-18V-29C-7-38-5-46 0-46Z"
)
_BOMBER = (
    "M0-48C7-48 9-40 9-30V-16L68-9C75-8 75 4 68 5L9 9L5 32L27 36V44L0 45L-27 44V36L-5 32"
    "L-9 9L-68 5C-75 4-75-8-68-9L-9-16V-30C-9-40-7-48 0-48Z"
    "M19-12V-27C19-31 31-31 31-27V-11ZM-19-12V-27C-19-31-31-31-31-27V-11Z"
)
_FOUR = "M42-9V-22C42-26 52-26 52-22V-8ZM-42-9V-22C-42-26-52-26-52-22V-8Z"
_SHIP = (
    "M-74 4H-48V-6H-66V-10H-34V4H-18V-14H-8V-38H-4V-14H4V-28H16V-14H24V4H36V-6H34V-10H66"
    "V-6H52V4H74L62 34H-62Z"
)
OUTLINES = {
    (AIR, "110104"): _FIGHTER,
    (AIR, "110105"): _FIGHTER + "M30 16h12v12h-12zM-42 16h12v12h-12z",
    (AIR, "110102"): _BOMBER,
    (AIR, "110103"): _BOMBER + _FOUR,
    (AIR, "110107"): _BOMBER + "M-14-24h28v50h-28z",
    (AIR, "110100"): _FIGHTER,
    (SEA, "120200"): _SHIP,
    (SEA, "120100"): "M-74-4H74V4L62 34H-60L-70 4H-74ZM12-4V-24H20V-34H24V-24H34V-4Z",
    (SEA, "120307"): "M-70-6H-30V-26H-10V-6H44L70-16L58 34H-62Z",
    (SEA, "120308"): "M-62-8H34L62-20V4L44 34H-54ZM-54-8V-26H-34V-8Z",
    (SEA, "120303"): "M-64-10H-20L-14-24H10L16-10H66L52 16H-56ZM-40 16h16v14h-16zM20 16h16v14h-16z",
    (LAND, "163400"): "M-52 4H-4V44H-52ZM4 4H52V44H4ZM-26-40H26V-4H-26Z",
    (LAND, "163600"): (
        "M-64-34H12V16H-64ZM20-16H46L60 0V16H20Z"
        "M-54 20h26v16h-26zM-18 20h26v16h-26zM28 20h24v16h-24z"
    ),
}
"""What is printed as an outline, without a frame, in a room of 160 by 110."""

NAMES = {
    (LAND, "121100"): "infantry", (LAND, "121101"): "marines", (LAND, "121102"): "mechanised",
    (LAND, "121104"): "motorised", (LAND, "121300"): "cavalry, scouts",
    (LAND, "120500"): "armour", (LAND, "120501"): "armoured scouts",
    (LAND, "120400"): "anti-tank", (LAND, "130100"): "anti-aircraft",
    (LAND, "130300"): "artillery", (LAND, "130301"): "artillery on tracks",
    (LAND, "140700"): "engineers", (LAND, "140701"): "armoured engineers",
    (LAND, "110000"): "headquarters", (LAND, "163200"): "replacements",
    (LAND, "141700"): "security", (LAND, "163400"): "supply", (LAND, "163600"): "transport",
    (AIR, "110104"): "fighters", (AIR, "110105"): "fighter-bombers", (AIR, "110102"): "bombers",
    (AIR, "110103"): "heavy bombers", (AIR, "110107"): "transport aircraft",
    (SEA, "120200"): "warships", (SEA, "120100"): "carrier", (SEA, "120307"): "LST",
    (SEA, "120308"): "landing craft", (SEA, "120303"): "DUKWs",
}  # fmt: skip
"""What the symbols mean."""


def read(code: str) -> tuple[str, str, str, str]:
    """A code's set, echelon, icon and modifier below."""
    return code[4:6], code[8:10], code[10:16], code[18:20]


def symbol(code: str, field: str) -> str:
    """The symbol of a code on its field, or its outline."""
    set_, _, icon, below = read(code)
    outline = OUTLINES.get((set_, icon))
    if outline is not None:
        return f'<path d="{outline}" transform="translate(0 -4) scale(.17)" fill="currentColor"/>'
    return framed(field, FRAMED.get(icon, "") + BELOW.get(below, ""))


def sign(code: str) -> str:
    """A symbol in small, for a legend."""
    return f'<g transform="translate(8 -.4) scale(.6)" color="{INK}">{symbol(code, FIELD)}</g>'


def face(counter: CounterCard, colours: Livery) -> str:
    """A counter face up: its symbol, size, names, printed values and markers."""
    reduced = counter.step < counter.steps
    band = '<path d="M-20.5 7h41v12h-41z" fill="#fffaf0" fill-opacity=".3"/>' if reduced else ""
    text = counter.printed
    large = min(15.5, 37 / max(width(text, 1), 0.1))
    size = SIZES.get(read(counter.symbol)[1], "")
    names = ((counter.formation, -15.2, -5, 29), (counter.number, 18.8, -5, 29))
    return (
        f'{card(colours)}{band}<g color="{colours.ink}" fill="{colours.ink}" '
        f'text-anchor="middle">{symbol(counter.symbol, colours.field)}{size_mark(size)}'
        f'{upright(names)}<text y="18" font-size="{fixed(large)}" font-weight="bold">'
        f"{escape(text)}</text></g>{_markers(counter)}"
    )


def _markers(counter: CounterCard) -> str:
    """The markers that lie on it, down its left side."""
    return "".join(
        badge(-23, -3 + 12 * place, state.short[:2], TONES.get(state.tone, PLAIN_TONE))
        for place, state in enumerate(counter.states[:SHOWN])
    )
