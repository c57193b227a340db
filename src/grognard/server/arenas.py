"""Arenas: where the threads of a server take their memory from.

The C library gives nearly each thread an arena of its own, and what is freed in one is not taken by
threads of another. The threads of the door take turns at the same games; with an arena each they
would fill so many one after the other, for hours, without anything being kept.
"""

from __future__ import annotations

import contextlib
import ctypes

FEW = 2
_MOST = -8
"""M_ARENA_MAX, as glibc calls it."""


def share() -> bool:
    """Have the threads to come share few arenas; whether they do: other C libraries have no such
    arenas, and nothing to be told."""
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).mallopt(_MOST, FEW))
    return False
