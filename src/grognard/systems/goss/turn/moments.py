"""Moments: whether something happened in this segment, phase, player turn or game turn.

The State keeps the serial of the segment in which something happened (-1: never); these say what
that means now, so that nobody must reset anything.
"""

from __future__ import annotations

from itertools import takewhile

from grognard.systems.goss.scenario import Gs


def this_segment(game: Gs, moment: int) -> bool:
    """Whether it happened in the segment under way."""
    return moment == game.serial


def phase_start(game: Gs) -> int:
    """The serial of the first segment of the phase under way."""
    return game.serial - game.segment.offset


def this_phase(game: Gs, moment: int) -> bool:
    """Whether it happened in the phase under way."""
    return moment >= 0 and moment >= phase_start(game)


def player_turn_start(game: Gs) -> int:
    """The serial of the first segment of the player turn under way; of a joint phase, its own."""
    step, stretch = game.clock.step, game.segment.stretch
    if not stretch:
        return phase_start(game)
    before = takewhile(lambda one: one.stretch == stretch, reversed(game.segments[:step]))
    return game.serial - len([*before])


def this_player_turn(game: Gs, moment: int) -> bool:
    """Whether it happened in the player turn under way."""
    return moment >= player_turn_start(game)


def turn_start(game: Gs, turn: int = 0) -> int:
    """The serial of the first segment of this GT, or another."""
    return ((turn or game.turn) - 1) * len(game.segments)


def this_turn(game: Gs, moment: int) -> bool:
    """Whether it happened in this GT."""
    return moment >= turn_start(game)


def turns_since(game: Gs, moment: int) -> int:
    """How many full GTs have passed since a moment, to the segment. [5.4.4]"""
    return (game.serial - moment) // len(game.segments)
