"""Maps that are drawn once for all the servers of a run: the largest take seconds."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from grognard.board.board import Board
from grognard.cli import main
from grognard.server import drawings
from grognard.server.store import database

FOLDER = "EASEL"
"""The variable that says where the drawings are kept."""


def kept(folder: Path, paint: Callable[[Board, str], bytes]) -> Callable[[Board, str], bytes]:
    """A painter who looks first whether somebody has drawn the map, and keeps what he draws."""

    def painted(board: Board, scheme: str) -> bytes:
        path = folder / f"{board.fingerprint()}-{scheme}.svg"
        with open(path.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes while it is drawn waits for it
            if not path.exists():
                path.with_suffix(".part").write_bytes(paint(board, scheme))
                path.with_suffix(".part").rename(path)
        return path.read_bytes()

    return painted


def serve() -> None:
    """The command line of Grognard, with an easel that others share, and in no need of the disk."""
    database.COMMITTED = "OFF"
    drawings.painted = kept(Path(os.environ[FOLDER]), drawings.painted)
    main()
