"""Where the marks of places stand on a drawn map."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import atan2, degrees

from grognard.board.board import Place
from grognard.board.drawn.coast import offing
from grognard.board.drawn.ornaments import MARKS
from grognard.board.drawn.tracing import Box, Point, Sheet, houses

OFFSHORE = {"port": 0.2, "beach": 0.3, "harbour": 0.16}
"""How far off the coast the marks of some places stand, as shares of a hex's radius."""
HIGH = "high_vantage_point"
SIGHT = "sight"
"""The attribute with how far one sees from such a place."""
CENTRED = ("village", "peak")
ASIDE = ((-0.66, 0.08), (0.66, 0.08), (-0.5, -0.4), (0.5, -0.4))
"""Where the marks of a hex stand beside the room for counters, as shares of its radius."""


@dataclass(frozen=True, slots=True)
class Station:
    """The mark of a place in one of its hexes: where it stands, and how it is turned."""

    place: Place
    at: Point
    turn: int = 0
    sight: str = ""
    """How far one sees from there, on a map that says so."""

    @property
    def room(self) -> Box:
        """The rectangle it takes up."""
        (x, y), wide = self.at, 16 if self.place.kind == "port" else 8
        return x - 8, y - 8, x + wide, y + 8


def stations(sheet: Sheet, hexes: Container[int]) -> Iterator[Station]:
    """All marks in some hexes, beside the room for counters; villages and peaks in the middle.

    Ports lie on the water, and the arrow of a beach comes from there; a port keeps out of its way.
    """
    taken: dict[int, int] = {}
    moored: dict[int, int] = {}
    built = houses(sheet.board)
    seen = sheet.board.attributes.get(SIGHT, ("",) * sheet.board.n)
    places = [place for place in sheet.board.places.values() if place.kind not in built]
    landings = {h for place in places if place.kind == "beach" for h in place.hexes}
    for place in places:
        for h in place.hexes if place.kind in MARKS else ():
            if h not in hexes:
                continue
            off = offing(sheet, h) if place.kind in OFFSHORE else None
            if off is not None:
                berth = moored.get(h, int(h in landings))
                yield _afloat(sheet, place, *off, berth)
                moored[h] = berth + (place.kind != "beach")
                continue
            (x, y), (across, down) = sheet.centre(h), (0.0, 0.0)
            if place.kind not in CENTRED:
                across, down = ASIDE[taken.get(h, 0) % len(ASIDE)]
                taken[h] = taken.get(h, 0) + 1
            at = (x + across * sheet.size, y + down * sheet.size)
            yield Station(place, at, sight=seen[h] if place.kind == HIGH else "")


def _afloat(sheet: Sheet, place: Place, coast: Point, seaward: Point, berth: int) -> Station:
    """A mark out at sea, off a coast; ships keep clear of beaches and of one another."""
    far = OFFSHORE[place.kind] * sheet.size
    x, y = coast[0] + far * seaward[0], coast[1] + far * seaward[1]
    if place.kind == "beach":
        return Station(place, (x, y), round(degrees(atan2(-seaward[0], seaward[1]))))
    along = (0, 1, -1, 2)[berth % 4] * far * 2.4
    return Station(place, (x - along * seaward[1], y + along * seaward[0]))
