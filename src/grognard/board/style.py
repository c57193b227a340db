"""The colours and measures of a drawn map: warm paper, deep woods, slate-blue water."""

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


def _waters() -> dict[str, Stroke]:
    core, edge = "#8fb4c8", "#4a7088"
    return {
        "stream": Stroke(1.7, "#5d88a0", source=0.6),
        "river": Stroke(3.4, core, 1, edge, source=0.3),
        "big_river": Stroke(9.6, core, 1.5, edge, source=0.8),
        "canal": Stroke(3.2, "#9cc0d2", 1.5, "#2f4a60", soft=False),
    }


def _routes() -> dict[str, Stroke]:
    return {
        "secondary": Stroke(1.9, "#f4e3b4", 0.9, "#7b5a36"),
        "main": Stroke(3.5, "#d2573a", 1.05, "#5e2016"),
    }


@dataclass(frozen=True, slots=True)
class Style:
    """The colours and measures of a map; `size` is the radius of a hex."""

    size: float = 40
    paper: str = "#f0e6cb"
    margin: str = "#e9ddc0"
    ink: str = "#2b2620"
    grid: str = "#5d5238"
    grounds: Mapping[str, str] = field(
        default_factory=lambda: {
            "forest": "#94a76f",
            "woods": "#94a76f",
            "light_woods": "#b3bf8c",
            "jungle": "#84a066",
            "bocage": "#b3bf8c",
            "swamp": "#cfdac4",
            "marsh": "#cfdac4",
            "hill": "#e0cc9c",
            "rough": "#ddcba4",
            "mountain": "#cbb083",
            "town": "#e6d3ab",
            "city": "#d8c3a2",
            "lake": "#8fb4c8",
        }
    )
    leaves: tuple[str, str, str] = ("#8ea469", "#9bb074", "#a8ba80")
    shade: str = "#5c7144"
    sunlit: str = "#c3d09b"
    reed: str = "#567f74"
    ripple: str = "#7fa6b5"
    slope: str = "#a78858"
    brick: str = "#a9755c"
    brick_edge: str = "#6d4534"
    shore: str = "#4a7088"
    bank: str = "#f7efd8"
    rail: str = "#2d2823"
    waters: Mapping[str, Stroke] = field(default_factory=_waters)
    routes: Mapping[str, Stroke] = field(default_factory=_routes)
    track: Stroke = Stroke(1.4, "#8a7454", dash="2 3")
    """Any other kind of link."""


PLAIN = Style()
