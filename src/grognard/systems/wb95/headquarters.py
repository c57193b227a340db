"""Headquarters: range, die modifier, and the bonus for eliminating one. [9.0]"""

from __future__ import annotations

from grognard.systems.wb95.scenario import Wb


def commanded(game: Wb, side: str, names: tuple[str, ...]) -> bool:
    """Whether all these units are within range of friendly headquarters. [9.2.1]"""
    return False


def bonus_available(game: Wb, side: str, hexes: tuple[int, ...]) -> int:
    """The modifiers from eliminated headquarters a side may use in a combat here. [9.1.7]"""
    return 0


def spend_bonus(game: Wb, side: str, hexes: tuple[int, ...], cms: int) -> None:
    """Use up modifiers from eliminated headquarters. [9.1.6]"""
