"""The dice: one of ten sides reads 0 to 9, two read 00 to 99. [26.0-die-roll]"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.engine.dice import Faces
from grognard.kit.chance import read_as
from grognard.systems.goss.scenario import Gs

T = TypeVar("T")
SIDES = 10


def pips(face: int) -> int:
    """What a face says: the ten is a zero. [26.0-die-roll]"""
    return face % SIDES


def d10(game: Gs, read: Callable[[int], T]) -> tuple[int, T]:
    """Roll one die and read it; odds tell apart only what reads differently. [26.0-die-roll]"""

    def reading(faces: Faces) -> T:
        return read(pips(faces[0]))

    faces, found = read_as(game, 1, SIDES, reading)
    return pips(faces[0]), found


def d100(game: Gs, read: Callable[[int], T]) -> tuple[int, T]:
    """Roll two dice, tens and ones, and read them: 00 to 99. [26.0-die-roll]"""

    def hundred(faces: Faces) -> int:
        return pips(faces[0]) * SIDES + pips(faces[1])

    faces, found = read_as(game, 2, SIDES, lambda faces: read(hundred(faces)))
    return hundred(faces), found
