"""The colours and measures of a drawn map: cream paper, muted greens, slate-blue water."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a kind of line is drawn: its core, and the edge that shows on both sides of it."""

    width: float
    colour: str
    edge: float = 0
    edge_colour: str = ""
    dash: str = ""
    soft: bool = True


def _waters() -> dict[str, Stroke]:
    core, edge = "#9fbdcb", "#5b7e93"
    return {
        "stream": Stroke(1.6, edge),
        "river": Stroke(3.2, core, 1.1, edge),
        "big_river": Stroke(9, core, 1.5, edge),
        "canal": Stroke(2.6, core, 1.7, "#33475a", soft=False),
    }


def _routes() -> dict[str, Stroke]:
    return {
        "secondary": Stroke(1.9, "#a4553c", 0.9, "#f6edd8", "8 2.5"),
        "main": Stroke(3.2, "#cf6a4c", 1, "#6f2a1d"),
    }


@dataclass(frozen=True, slots=True)
class Style:
    """The colours and measures of a map; `size` is the radius of a hex."""

    size: float = 40
    paper: str = "#f1e7cd"
    margin: str = "#e6d8b6"
    ink: str = "#2f2a24"
    grid: str = "#85785c"
    grounds: Mapping[str, str] = field(
        default_factory=lambda: {
            "forest": "#bfcc9e",
            "swamp": "#d3dcc0",
            "hill": "#e2cfa2",
            "mountain": "#cdb48a",
            "town": "#e8d2b0",
            "city": "#dcbf9f",
            "lake": "#a9c3cf",
        }
    )
    leaf: str = "#9fb27a"
    shade: str = "#6f8654"
    reed: str = "#5d8583"
    slope: str = "#a78858"
    brick: str = "#b5826a"
    brick_edge: str = "#7c5140"
    shore: str = "#5b7e93"
    rail: str = "#3a342e"
    waters: Mapping[str, Stroke] = field(default_factory=_waters)
    routes: Mapping[str, Stroke] = field(default_factory=_routes)
    track: Stroke = Stroke(1.4, "#8a7454", dash="2 3")
    """Any other kind of link."""


PLAIN = Style()
