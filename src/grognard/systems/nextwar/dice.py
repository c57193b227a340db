"""The die: ten sides, read from 0 to 9. [2.6]"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.engine.dice import Faces
from grognard.kit.chance import read_as
from grognard.systems.nextwar.scenario import Nw

T = TypeVar("T")
SIDES = 10


def pips(face: int) -> int:
    """What a face says: the ten is a zero. [2.6]"""
    return face % SIDES


def roll(game: Nw, read: Callable[[int], T]) -> tuple[int, T]:
    """Roll the die and read it; odds tell apart only what reads differently. [2.6]"""

    def reading(faces: Faces) -> T:
        return read(pips(faces[0]))

    faces, found = read_as(game, 1, SIDES, reading)
    return pips(faces[0]), found


def passes(game: Nw, rating: int) -> tuple[int, bool]:
    """A check against an efficiency rating: equal or less passes. [2.3.3]"""
    return roll(game, lambda shown: shown <= rating)
