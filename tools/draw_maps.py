"""Draw every map that ships, by day and by night, to lie beside the page: `make web` does it.

A map that is there as it would be drawn today is left alone, and what is of an older hand is thrown
away.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from grognard.board.board import Board
from grognard.server.drawings import ENDING, SHIPPED, called, pack, painted, shipping


def draw(board: Board, scheme: str, folder: Path) -> None:
    """Draw a map into a folder; it is there only when it is whole."""
    name = called(board, scheme)
    part = folder / f"{name}.part"
    part.write_bytes(pack(painted(board, scheme)))
    part.replace(folder / name)


def draw_all(folder: Path = SHIPPED) -> None:
    """Draw what is missing, two maps at a time, and throw away the rest."""
    folder.mkdir(exist_ok=True)
    wanted = shipping()
    names = {called(*one) for one in wanted}
    for old in folder.glob(f"*{ENDING}*"):
        if old.name not in names:
            old.unlink()
    missing = [one for one in wanted if not (folder / called(*one)).exists()]
    with ProcessPoolExecutor(2) as drawers:
        drawing = [drawers.submit(draw, *one, folder) for one in missing]
        for done in drawing:
            done.result()


if __name__ == "__main__":
    draw_all()
