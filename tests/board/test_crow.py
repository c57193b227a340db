"""How many hexes it is as the crow flies: compiled or not, the same."""

from __future__ import annotations

import pytest

from grognard.board import crow
from grognard.board.board import Board
from grognard.board.sketch import sketch

BOARD = sketch(22, 20)
"""Large enough for the compiled flood."""


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("sources", [[0], [5, 5, 400], [], range(440)])
def test_every_hex_is_as_far_as_the_nearest_source(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, sources: list[int]
) -> None:
    if compiled:
        pytest.importorskip("numba")
    monkeypatch.setattr(crow, "_COMPILED", compiled)
    found = crow.hexes_from(BOARD, sources)
    far = [min((BOARD.distance(h, s) for s in sources), default=-1) for h in range(BOARD.n)]
    assert found == far


@pytest.mark.parametrize("compiled", [False, True])
def test_where_the_map_is_cut_in_two_nobody_comes_from_one_part_to_the_other(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    """A hole is gone round, or it cannot be passed at all."""
    if compiled:
        pytest.importorskip("numba")
    monkeypatch.setattr(crow, "_COMPILED", compiled)
    cells = tuple(c for c in range(22 * 20) if c % 20 != 10)
    cut = Board("cut", BOARD.layout, BOARD.numbering, ("clear",) * len(cells), cells=cells)
    found = crow.hexes_from(cut, [0])
    assert [found[h] >= 0 for h in range(cut.n)] == [cell % 20 < 10 for cell in cells]
