"""Draw the picture on the README: the front before Klin as Typhoon begins.

python tools/draw_readme.py [file]
"""

from __future__ import annotations

import sys
from pathlib import Path

from grognard import library
from grognard.atlas import hexes_between, with_typefaces
from grognard.systems.wb95.drawing import draw_game

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "typhoon-klin.svg"
CORNERS = ("2234", "3713")
"""The hexes at the top left and the bottom right of the picture."""


def main() -> None:
    """Draw it and say how large it is."""
    game = library.new("wb95/typhoon", seed=7)
    picture = with_typefaces(draw_game(game, window=hexes_between(game.board, *CORNERS)))
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture, encoding="utf-8")
    print(f"{path}: {len(picture.encode()) // 1024} kB")


if __name__ == "__main__":
    main()
