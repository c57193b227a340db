"""What map files and overlays have in common: remarks, and errors that name file and line."""

from __future__ import annotations

from grognard.board.board import BoardError


class MapError(BoardError):
    """Something wrong in a map file or an overlay, with the file and the line."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source}:{line}: {message}")
        self.source = source
        self.line = line
        self.message = message


def without_remark(line: str) -> str:
    """The line up to its remark, without blanks at the end."""
    return line.partition("#")[0].rstrip()
