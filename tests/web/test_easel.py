"""What one server of a run has drawn, the others need not draw."""

from __future__ import annotations

from pathlib import Path

from grognard.board.board import Board
from grognard.board.sketch import sketch
from tests.web.easel import kept


def test_a_map_is_drawn_once_in_each_scheme(tmp_path: Path) -> None:
    drawn: list[str] = []

    def paint(board: Board, scheme: str) -> bytes:
        drawn.append(scheme)
        return f"{board.n} in {scheme}".encode()

    servers = [kept(tmp_path, paint) for _ in range(2)]
    small, large = sketch(2, 2), sketch(3, 3)
    asked = [(small, "paper"), (small, "night"), (large, "paper")]
    told = [[server(*one) for one in asked] for server in servers]
    assert told[0] == told[1] == [b"4 in paper", b"4 in night", b"9 in paper"]
    assert drawn == ["paper", "night", "paper"]
