"""The marks of places on a drawn map: airfields, ports, forts, beaches, capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from grognard.board.board import Place
from grognard.board.drawn.lettering import SANS, edged
from grognard.board.drawn.ornaments import OWNED, VARIANTS
from grognard.board.drawn.stations import Station, stations
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Point, Sheet, fixed, mean, xy

CAPITAL = "capital"
CAPACITY = re.compile(r"\bcapacity (\d+)")


def place_marks(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """The marks of all places that show, and a star on each capital."""
    near = frozenset(visible)
    marks = [_mark(style, station) for station in stations(sheet, near)]
    for place in sheet.board.places.values():
        if CAPITAL in place.note.split("; "):
            middle = mean([sheet.centre(h) for h in place.hexes])
            h = min(place.hexes, key=lambda h: _far(sheet.centre(h), middle))
            if h in near:
                marks.append(_used(CAPITAL, Station(place, sheet.centre(h))))
    return "".join(marks)


def _mark(style: Style, station: Station) -> str:
    """One mark, and what a port takes."""
    used = _used(symbol(style, station.place), station)
    return used + _capacity(style, station.place, station.at) + _sight(style, station)


def _sight(style: Style, station: Station) -> str:
    """How many hexes are seen from a high vantage point, on its mark."""
    if not station.sight:
        return ""
    x, y = station.at
    return (
        f'<text x="{fixed(x)}" y="{fixed(y + 3.8)}" font-family="{SANS}" font-size="8.6" '
        f'font-weight="bold" text-anchor="middle" fill="{style.plate}">{station.sight}</text>'
    )


def symbol(style: Style, place: Place) -> str:
    """The mark that the note of a place calls for, or that of its kind in its owner's colour."""
    kind = place.kind
    variants = {*VARIANTS, *(f"{kind}-{owner}" for owner in style.owners if kind in OWNED)}
    called = [f"{kind}-{word}" for word in re.findall(r"\w+", place.note)]
    return next((name for name in called if name in variants), kind)


def _used(name: str, station: Station) -> str:
    """A symbol put at its point, with what the place is called."""
    turn = f" rotate({station.turn})" if station.turn else ""
    return (
        f'<use href="#{name}§" transform="translate({xy(station.at)}){turn}">'
        f"<title>{escape(station.place.name)}</title></use>"
    )


def _capacity(style: Style, place: Place, at: Point) -> str:
    """How much a port takes, beside its anchor."""
    room = CAPACITY.search(place.note)
    if room is None:
        return ""
    return (
        f'<text x="{fixed(at[0] + 8.4)}" y="{fixed(at[1] + 4.4)}" font-family="{SANS}" '
        f'font-size="10.5" font-weight="bold" text-anchor="middle" fill="{style.mark}" '
        f"{edged(style)}>{room[1]}</text>"
    )


def _far(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
