"""The colours and measures of a drawn map.

By day warm paper, deep woods, slate-blue water; by night the same country under the moon.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a kind of line is drawn: its core, and the edge that shows on both sides of it.

    `source` is how wide a river springs, as a share of its width; `soft` lines flow, others are
    cut straight.
    """

    width: float
    colour: str
    edge: float = 0
    edge_colour: str = ""
    dash: str = ""
    soft: bool = True
    source: float = 1
    median: str = ""
    """The colour of a thin line along the middle, as a motorway has."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """How a boundary along hexsides is drawn: a dashed line, and the belt that it runs through."""

    width: float
    colour: str
    dash: str = ""
    belt: float = 0
    belt_colour: str = ""
    belt_opacity: float = 0.3
    dots: bool = False
    """Whether its dashes have round ends."""


def _waters() -> dict[str, Stroke]:
    core, edge = "#8fb4c8", "#4a7088"
    return {
        "stream": Stroke(1.7, "#5d88a0", source=0.6),
        "river": Stroke(3.4, core, 1, edge, source=0.3),
        "big_river": Stroke(9.6, core, 1.5, edge, source=0.8),
        "canal": Stroke(3.2, "#9cc0d2", 1.5, "#2f4a60", soft=False),
        "minor_river": Stroke(3, "#7fa9c0", 0.9, "#3f6a84", source=0.35),
        "major_river": Stroke(5.8, core, 1.3, "#2f5a76", source=0.7),
        "very_major_river": Stroke(9.6, core, 1.5, edge, source=0.8),
        "great_river": Stroke(12.5, core, 1.6, edge, source=0.9),
    }


def _routes() -> dict[str, Stroke]:
    return {
        "secondary": Stroke(1.9, "#f4e3b4", 0.9, "#7b5a36"),
        "main": Stroke(3.5, "#d2573a", 1.05, "#5e2016"),
        "primary": Stroke(3.5, "#d2573a", 1.05, "#5e2016"),
        "highway": Stroke(4.2, "#f3b944", 1.1, "#5a3410", median="#94561a"),
    }


def _boundaries() -> dict[str, Boundary]:
    return {
        "border": Boundary(1.6, "#5b2a55", "9 3 1.6 3", 13, "#9a5f93", 0.3),
        "frontier": Boundary(1.5, "#5b2a55", "9 3 1.6 3", 8, "#9a5f93", 0.24),
        "demarcation": Boundary(2.2, "#a3132b", "", 23, "#b8523f", 0.32),
        "limit_line": Boundary(1.6, "#a3132b", "7 5"),
        "zone": Boundary(1.5, "#35607a", "1.5 6", dots=True),
    }


def _heights() -> dict[int, str]:
    return {0: "#cfd9a4", 150: "#e3e0b0", 400: "#e6d6a2", 800: "#d3b67f", 1200: "#b8945f",
            1700: "#957a5c", 2200: "#7f736a", 2700: "#a39a92"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """The colours and measures of a map; `size` is the radius of a hex.

    Letters have an edge of `halo`; marks are drawn on a `plate`; slopes are tinted with `dusk` and
    `dawn`.
    """

    size: float = 40
    paper: str = "#f0e6cb"
    margin: str = "#e9ddc0"
    ink: str = "#2b2620"
    grid: str = "#5d5238"
    grounds: Mapping[str, str] = field(
        default_factory=lambda: {
            "forest": "#94a76f",
            "woods": "#b3bf8c",
            "rough_forest": "#8a9d66",
            "light_woods": "#b3bf8c",
            "jungle": "#84a066",
            "bocage": "#b3bf8c",
            "swamp": "#cfdac4",
            "marsh": "#cfdac4",
            "hill": "#e0cc9c",
            "rough": "#ddcba4",
            "highland": "#d2b98c",
            "mountain": "#cbb083",
            "high_mountain": "#b9aca0",
            "urban": "#d8c3a2",
            "town": "#e6d3ab",
            "city": "#d8c3a2",
            "lake": "#8fb4c8",
            "sea": "#9cc3d1",
        }
    )
    leaves: tuple[str, str, str] = ("#8ea469", "#9bb074", "#a8ba80")
    canopies: Mapping[str, str] = field(
        default_factory=lambda: {
            "woods": "#b2c586",
            "flat_woods": "#a3bb76",
            "rough_woods": "#93ad66",
            "highland_woods": "#66874e",
        }
    )
    """The greens of woods through which the ground shows."""
    shade: str = "#5c7144"
    sunlit: str = "#c3d09b"
    reed: str = "#567f74"
    ripple: str = "#7fa6b5"
    slope: str = "#a78858"
    brick: str = "#a9755c"
    brick_edge: str = "#6d4534"
    shore: str = "#4a7088"
    bank: str = "#f7efd8"
    beach: str = "#fbf3d6"
    coast: str = "#35607a"
    sea: tuple[str, str, str, str, str] = ("#b7d5da", "#a6cad5", "#97bfd0", "#8ab4ca", "#7fabc4")
    """The sea from the coast outward."""
    heights: Mapping[int, str] = field(default_factory=_heights)
    """The colours of the land by its height in metres, where the map has heights."""
    surveyed: Mapping[str, str] = field(
        default_factory=lambda: {
            "hill": "#dcbf82",
            "rough": "#d2ae74",
            "highland": "#c29a60",
            "mountain": "#b28a57",
            "high_mountain": "#cdc0ae",
        }
    )
    """The grounds of such a map, stronger as they lie under its tints."""
    region_ink: str = "#7a5b34"
    contour: str = "#8d4a20"
    """The dashed lines through constricted ground."""
    landing: str = "#1f4f8b"
    rail: str = "#2d2823"
    halo: str = "#f8f0da"
    water_ink: str = "#234a63"
    road_ink: str = "#6b2416"
    number_ink: str = "#4f452f"
    small_ink: str = "#6b5d43"
    plate: str = "#f6edd8"
    mark: str = "#2f2a24"
    blown: str = "#b3261e"
    dusk: tuple[int, int, int] = (74, 58, 34)
    dawn: tuple[int, int, int] = (255, 251, 236)
    waters: Mapping[str, Stroke] = field(default_factory=_waters)
    routes: Mapping[str, Stroke] = field(default_factory=_routes)
    track: Stroke = Stroke(1.4, "#8a7454", dash="2 3")
    """Any other kind of link."""
    boundaries: Mapping[str, Boundary] = field(default_factory=_boundaries)
    owners: Mapping[str, str] = field(
        default_factory=lambda: {
            "DPRK": "#a3132b",
            "ROK": "#1f4f8b",
            "German": "#454b4f",
            "US": "#4e6130",
        }
    )
    """The colours of works by the country that their notes name; others are in `mark`."""


PLAIN = Style()


def _night_waters() -> dict[str, Stroke]:
    core, edge = "#5d87a3", "#8fb3c9"
    return {
        "stream": Stroke(1.7, "#5f8aa6", source=0.6),
        "river": Stroke(3.4, core, 0.9, edge, source=0.3),
        "big_river": Stroke(9.6, "#48718d", 1.3, edge, source=0.8),
        "canal": Stroke(3.2, "#6f9ab4", 1.4, "#b4cedd", soft=False),
        "minor_river": Stroke(3, core, 0.8, edge, source=0.35),
        "major_river": Stroke(5.8, "#48718d", 1.1, edge, source=0.7),
        "very_major_river": Stroke(9.6, "#48718d", 1.3, edge, source=0.8),
        "great_river": Stroke(12.5, "#48718d", 1.4, edge, source=0.9),
    }


def _night_routes() -> dict[str, Stroke]:
    return {
        "secondary": Stroke(1.8, "#b9a983", 0.9, "#10161d"),
        "main": Stroke(3.4, "#d98a5a", 1.05, "#10161d"),
        "primary": Stroke(3.4, "#d98a5a", 1.05, "#10161d"),
        "highway": Stroke(4.4, "#e8c877", 1.2, "#10161d", median="#6b5320"),
    }


def _night_boundaries() -> dict[str, Boundary]:
    return {
        "border": Boundary(1.6, "#d7a8d0", "9 3 1.6 3", 13, "#b07fa8", 0.22),
        "frontier": Boundary(1.5, "#d7a8d0", "9 3 1.6 3", 8, "#b07fa8", 0.2),
        "demarcation": Boundary(2.2, "#ff7d72", "", 23, "#d05a4c", 0.24),
        "limit_line": Boundary(1.6, "#ff7d72", "7 5"),
        "zone": Boundary(1.5, "#8fb4ca", "1.5 6", dots=True),
    }


NIGHT = Style(
    paper="#27313c",
    margin="#1a2129",
    ink="#e6ddc6",
    grid="#92a1ad",
    grounds={
        "forest": "#2a4038",
        "woods": "#32473d",
        "rough_forest": "#273c35",
        "light_woods": "#32473d",
        "jungle": "#274034",
        "bocage": "#32473d",
        "swamp": "#2d3f46",
        "marsh": "#2d3f46",
        "hill": "#3a3f40",
        "rough": "#3a3d3f",
        "highland": "#403f3d",
        "mountain": "#45443f",
        "high_mountain": "#57554f",
        "urban": "#444042",
        "town": "#3c3a3a",
        "city": "#444042",
        "lake": "#3d6480",
        "sea": "#2f5570",
    },
    leaves=("#304b3f", "#375445", "#3f5d4c"),
    canopies={
        "woods": "#34503f",
        "flat_woods": "#355a46",
        "rough_woods": "#2d5040",
        "highland_woods": "#1b382e",
    },
    shade="#16221e",
    sunlit="#5d7d66",
    reed="#6f9a93",
    ripple="#6f97ab",
    slope="#8d8268",
    brick="#8f6f63",
    brick_edge="#1f1b1d",
    shore="#86abc2",
    bank="#1f2832",
    beach="#55636b",
    coast="#8fb4ca",
    sea=("#31566e", "#2a4c63", "#244359", "#1f3b50", "#1b3548"),
    heights={0: "#2b3a38", 400: "#34393a", 900: "#43413d", 1600: "#4f4a44", 2900: "#77736c"},
    surveyed={
        "hill": "#44443a",
        "rough": "#4a4538",
        "highland": "#56492f",
        "mountain": "#5b5040",
        "high_mountain": "#807a6e",
    },
    region_ink="#c8ae84",
    contour="#e08a5c",
    landing="#8fc0f0",
    rail="#cfc7b2",
    halo="#141a21",
    water_ink="#a9d0e8",
    road_ink="#f0b48c",
    number_ink="#b9c3ca",
    small_ink="#8e99a3",
    plate="#1c242d",
    mark="#e0d8c3",
    blown="#ff6a57",
    dusk=(6, 10, 16),
    dawn=(128, 150, 172),
    waters=_night_waters(),
    routes=_night_routes(),
    track=Stroke(1.4, "#8d8672", dash="2 3"),
    boundaries=_night_boundaries(),
    owners={"DPRK": "#ff8577", "ROK": "#8fc0f0", "German": "#c3cad0", "US": "#b5cf86"},
)
SCHEMES: Mapping[str, Style] = {"paper": PLAIN, "night": NIGHT}
"""The maps that a screen may ask for."""
