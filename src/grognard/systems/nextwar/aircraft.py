"""Air units as they are printed, and the boxes of the Air Display they base in. [15.2] [22.1]"""

from __future__ import annotations

from dataclasses import dataclass

AIR, SUPPORT, STRIKE = "air", "support", "strike"
RATINGS = (AIR, SUPPORT, STRIKE)
"""The three ratings of an air unit. [15.2.3]"""
SHORT, MEDIUM, LONG, UNLIMITED = "S", "M", "L", "U"
RANGES = (SHORT, MEDIUM, LONG, UNLIMITED)
"""How far air units may fly, by the letter on the counter."""
WEASEL = "WW"
"""What stands in place of support and strike ratings on who suppresses air defenses. [15.2.9]"""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: a number, its asterisks, and whether it stands in parentheses. [15.2.3] [15.2.8]"""

    value: int = 0
    stars: int = 0
    bracketed: bool = False

    @property
    def printed(self) -> str:
        """As it stands on the counter: `5**`, `(1)`."""
        text = f"{self.value}{'*' * self.stars}"
        return f"({text})" if self.bracketed else text

    def less(self) -> Rating:
        """The same on the reduced side where nothing else is printed: one less, but never less
        than one of a rating that there was. House: no counter of the text shows its back."""
        return Rating(min(self.value, max(1, self.value - 1)), self.stars, self.bracketed)


@dataclass(frozen=True, slots=True)
class AirFace:
    """One side of an air unit. [15.2]"""

    air: Rating
    support: Rating
    strike: Rating


@dataclass(frozen=True)
class AirCounter:
    """An air unit as it is printed. [15.2]

    `faces` runs from full strength to the weakest: most have two. [27.6] `skill` is that of its
    pilots. [15.2.4] `box` is where it bases at first, of the Air Display or a carrier. [22.1]
    """

    id: str
    side: str
    nation: str
    name: str
    faces: tuple[AirFace, ...]
    range: str
    skill: int
    box: str
    all_weather: bool = False
    stealth: bool = False
    weasel: bool = False
    turn: int = 0
    """When it comes; 0: it is there from the start. [22.4-p5]"""
    source: str = "house"
    marine: bool = False
    """Of the Marine Corps: aboard a carrier it is no part of her air wing. [27.4.1]"""


@dataclass(frozen=True, slots=True)
class Basing:
    """A Basing Box of the Air Display, and what the scenario says of it. [22.1.3] [22.1.2]

    `countries` are those whose airbases and airfields belong to it. [22.1] `ready` is the highest
    roll that makes an aborted unit ready again. [22.4-p4] `recovery` says that units come back to a
    Recovery area and not to Flown. `nations` are those who may base there, all if none is named.
    `chart` is the name of its rows in the chart of ranges. [22.3]
    """

    name: str
    side: str
    countries: tuple[str, ...] = ()
    ready: int = 0
    recovery: bool = False
    nations: tuple[str, ...] = ()
    chart: str = ""
