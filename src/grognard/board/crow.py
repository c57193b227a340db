"""As the crow flies: how many hexes it is from some to every other, over any ground."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from grognard.board import kernel
from grognard.board.board import Board

_COMPILED = kernel.available()


def hexes_from(board: Board, sources: Iterable[int]) -> list[int]:
    """How many hexes each hex of a board is from the nearest source; -1 where none leads there."""
    starts = sorted(set(sources))
    if not _COMPILED or board.n < kernel.LARGE:
        return _plain(board, starts)
    six = board.once("six", lambda: np.array(board.neighbours, dtype=np.int32))
    found: list[int] = _compiled()(six, np.array(starts, dtype=np.int32)).tolist()
    return found


def _plain(board: Board, starts: list[int]) -> list[int]:
    found = [-1] * board.n
    for h in starts:
        found[h] = 0
    layer, steps = starts, 0
    while layer:
        steps += 1
        following = []
        for h in layer:
            for b in board.around(h):
                if found[b] < 0:
                    found[b] = steps
                    following.append(b)
        layer = following
    return found


@cache
def _compiled() -> Any:
    from numba import njit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return njit(cache=True)(_flood)


def _flood(neighbours, starts):  # type: ignore[no-untyped-def]
    found = np.full(neighbours.shape[0] // 6, -1, dtype=np.int32)
    queue = np.empty(found.shape[0], dtype=np.int32)
    end = starts.shape[0]
    for i in range(end):
        queue[i] = starts[i]
        found[starts[i]] = 0
    i = 0
    while i < end:
        h = queue[i]
        i += 1
        for k in range(6 * h, 6 * h + 6):
            b = neighbours[k]
            if b >= 0 and found[b] < 0:
                found[b] = found[h] + 1
                queue[end] = b
                end += 1
    return found
