"""Roughness: the small irregularities by which a drawn line or edge looks drawn and not ruled.

They depend on the place on the sheet alone, so two lines that share a point bend together, and a
map is drawn the same every time. For drawing only.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Field: TypeAlias = NDArray[np.float64]

_MIX = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93)


def scatter(columns: NDArray[np.int64], rows: NDArray[np.int64], salt: int) -> Field:
    """A number from 0 to 1 for every column and row, by chance."""
    words = columns.astype(np.uint64) * np.uint64(_MIX[0]) + rows.astype(np.uint64) * np.uint64(
        _MIX[3]
    )
    words = words + np.uint64(salt * _MIX[1] & (1 << 64) - 1)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(_MIX[1])
    words = (words ^ (words >> np.uint64(27))) * np.uint64(_MIX[2])
    words = words ^ (words >> np.uint64(31))
    top: Field = (words >> np.uint64(40)).astype(np.float64)
    return top / float(1 << 24)


def noise(x: Field, y: Field, cell: float, salt: int) -> Field:
    """A smooth rise and fall between -1 and 1, about one wave in two cells."""
    column, row = np.floor(x / cell), np.floor(y / cell)
    u, v = x / cell - column, y / cell - row
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    i, j = column.astype(np.int64), row.astype(np.int64)
    top = scatter(i, j, salt) * (1 - u) + scatter(i + 1, j, salt) * u
    low = scatter(i, j + 1, salt) * (1 - u) + scatter(i + 1, j + 1, salt) * u
    return (top * (1 - v) + low * v) * 2 - 1


def clouds(x: Field, y: Field, cell: float, salt: int, octaves: int = 4) -> Field:
    """Noise with ever finer noise upon it, between about -1 and 1."""
    total = np.zeros_like(x)
    share = 0.5
    for octave in range(octaves):
        total += share * noise(x, y, cell, salt + octave)
        cell, share = cell / 2.1, share / 1.9
    return total


def shifted(x: Field, y: Field, most: float, cell: float, salt: int) -> tuple[Field, Field]:
    """Points moved a little, their neighbours with them."""
    return (
        x + most * clouds(x, y, cell, salt, 3) * 1.4,
        y + most * clouds(x, y, cell, salt + 50, 3) * 1.4,
    )
