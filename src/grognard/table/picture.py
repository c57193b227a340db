"""The board in text: a line a row of hexes, as many characters a hex as a system wants.

Every other row is set in by half a hex where the hexes stand so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.board.board import Board
from grognard.table.words import AnyGame

SET_IN = {("pointy", "odd"): 1, ("pointy", "even"): 0}
"""Which rows are set in: those of odd or of even number."""


def asked(game: AnyGame) -> Iterator[str]:
    """How the game ended, or what is asked of whom."""
    if game.over:
        yield f"over: {game.result}"
    for decision in game.decisions:
        yield f"{decision.player} is asked: {decision.ask.prompt} [{decision.ask.rule}]"


def rows(board: Board, width: int, number: int, hex_: Callable[[int], str]) -> Iterator[str]:
    """One line a row of hexes, the printed number of its first hex before it in so much room."""
    layout = board.layout
    at = {divmod(cell, layout.cols): h for h, cell in enumerate(board.cells)}
    set_in = SET_IN.get((layout.orientation, layout.shifted))
    for row in range(layout.rows):
        hexes = [at.get((row, col), -1) for col in range(layout.cols)]
        first = next((board.label(h) for h in hexes if h >= 0), "")
        cells = "".join((hex_(h) if h >= 0 else "").ljust(width) for h in hexes)
        half = " " * (width // 2) if row % 2 == set_in else ""
        yield f"{first:>{number}}  {half}{cells}".rstrip()
