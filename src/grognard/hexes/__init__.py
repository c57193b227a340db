"""Pure geometry of a hex grid: coordinates, directions, distance, lines and printed numbers."""

from grognard.hexes.axial import (
    DIRECTIONS,
    Axial,
    direction,
    disk,
    distance,
    line,
    line_choices,
    neighbour,
    neighbours,
    opposite,
    ring,
)
from grognard.hexes.layout import COMPASS, Cell, Layout, Orientation, Shifted
from grognard.hexes.numbering import HexError, Numbering

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "Axial",
    "Cell",
    "HexError",
    "Layout",
    "Numbering",
    "Orientation",
    "Shifted",
    "direction",
    "disk",
    "distance",
    "line",
    "line_choices",
    "neighbour",
    "neighbours",
    "opposite",
    "ring",
]
