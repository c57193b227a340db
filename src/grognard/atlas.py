"""The atlas: maps of games written to files, as SVG or as PNG, to print or to hang on a wall.

Everything a system draws comes from the player's View, so a map made for one side holds no secret
of the other. PNG needs no browser and no fonts on the machine: the typefaces come with the package.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import resvg_py

from grognard.board.board import Board
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.legend import map_items
from grognard.board.drawn.margin import Margin, poster
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.typefaces import FACES, FONTS, font_faces
from grognard.engine.game import Game
from grognard.hexes import HexError

SUFFIXES = (".svg", ".png")
NARROWEST, WIDEST = 200, 12000


class AtlasError(ValueError):
    """A map that cannot be drawn as asked."""


def write_map(
    game: Game[Any],
    path: Path,
    *,
    side: str | None = None,
    units: bool = True,
    window: tuple[str, str] | None = None,
    width: int = 3200,
) -> None:
    """Draw a game's map into a file; its suffix says whether as SVG or as PNG.

    `side` is whose view it is (None: the umpire's, who sees everything); without `units` the map is
    as printed, before any counter lies on it. `window` names the hexes at its top left and bottom
    right; `width` is the number of pixels across.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise AtlasError(f"a map is written as .svg or .png, not as {path.suffix or path.name!r}")
    text = map_svg(game, side=side, units=units, window=window, width=width)
    if suffix == ".svg":
        path.write_text(with_typefaces(text), encoding="utf-8")
    else:
        path.write_bytes(as_png(text, width))


def map_svg(
    game: Game[Any],
    *,
    side: str | None = None,
    units: bool = True,
    window: tuple[str, str] | None = None,
    width: int = 3200,
) -> str:
    """The map as SVG that relies on the reader's typefaces."""
    sides = game.scenario.sides
    if side is not None and side not in sides:
        near = difflib.get_close_matches(side, sides, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"the sides are {', '.join(sides)}"
        raise AtlasError(f"there is no side {side!r}; {hint}")
    if not NARROWEST <= width <= WIDEST:
        raise AtlasError(f"a map is {NARROWEST} to {WIDEST} pixels wide, not {width}")
    hexes = None if window is None else hexes_between(game.board, *window)
    text = game.system.poster(game, side, hexes, units, width)
    if text is not None:
        return text
    if units:
        raise AtlasError(
            f"{game.system.title} does not draw its counters; without units its map can be drawn"
        )
    drawing = draw_board(game.board, PLAIN, hexes)
    legend = [("Map", map_items(game.board, drawing.shown, PLAIN))]
    subtitles = [said for key, said in game.board.about if key == "title"]
    return poster(drawing, Margin(game.scenario.title, subtitles, legend), "", "", width)


def hexes_between(board: Board, first: str, last: str) -> list[int]:
    """All hexes in the rows and columns from one at the top left to one at the bottom right."""
    corners = []
    for label in (first, last):
        try:
            corners.append(divmod(board.cells[board.hex(label)], board.layout.cols))
        except HexError as error:
            raise AtlasError(f"the window: {error}") from None
    (top, left), (bottom, right) = corners
    if top > bottom or left > right:
        raise AtlasError(
            f"the window is empty: {first} does not lie above and left of {last}; "
            "name the hex at the top left first"
        )
    spots = (divmod(cell, board.layout.cols) for cell in board.cells)
    return [h for h, (r, c) in enumerate(spots) if top <= r <= bottom and left <= c <= right]


def with_typefaces(svg: str) -> str:
    """A picture with its typefaces in it, so that it looks the same on every screen."""
    head, found, rest = svg.partition("<defs>")
    return f"{head}<style>{font_faces()}</style>{found}{rest}"


def as_png(svg: str, width: int) -> bytes:
    """A picture as PNG, so many pixels wide, with no typefaces but our own."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(FONTS / f"{name}.ttf") for name in FACES],
            font_family="Alegreya Sans",
            sans_serif_family="Alegreya Sans",
            serif_family="Alegreya",
        )
    )
