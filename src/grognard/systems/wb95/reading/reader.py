"""Reader: one scenario being read, with the file and line of whatever is wrong in it."""

from __future__ import annotations

from grognard.engine.reader import Reader

__all__ = ["Reader"]
