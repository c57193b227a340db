"""Draw the picture on the README: the front before Klin as Typhoon begins.

python tools/draw_readme.py [file]
"""

from __future__ import annotations

import sys
from pathlib import Path

from grognard import library
from grognard.board.board import Board
from grognard.systems.wb95.drawing import draw_game

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "typhoon-klin.svg"
CORNERS = ("2234", "3713")
"""The hexes at the top left and the bottom right of the picture."""


def rectangle(board: Board, first: str, last: str) -> list[int]:
    """All hexes in the rows and columns between two hexes."""
    (top, left), (bottom, right) = (
        divmod(board.cells[board.hex(label)], board.layout.cols) for label in (first, last)
    )
    spots = {h: divmod(cell, board.layout.cols) for h, cell in enumerate(board.cells)}
    return [h for h, (row, col) in spots.items() if top <= row <= bottom and left <= col <= right]


def main() -> None:
    """Draw it and say how large it is."""
    game = library.new("wb95/typhoon", seed=7)
    picture = draw_game(game, window=rectangle(game.board, *CORNERS))
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture, encoding="utf-8")
    print(f"{path}: {len(picture.encode()) // 1024} kB")


if __name__ == "__main__":
    main()
