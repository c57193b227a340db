"""What a position is worth to a side: its chance to win, and the lead to be expected.

It looks at a whole State, so it is only asked of games that are imagined, in which nothing of the
truth is left: at the end of a rehearsal that did not go on to the end of the game. It takes a
fraction of a millisecond, draws no dice, and says the same of the same State. What one side hopes
the other fears: the two chances make one, and the leads are opposite.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from grognard.engine.game import Game
from grognard.players.commander.features import NAMES, measure
from grognard.players.commander.positions import position as positions
from grognard.players.commander.positions.position import FIRST, Position, side_at
from grognard.players.commander.weights import logistic, weights_of
from grognard.table.winning import verdict

DIGITS = 9
"""Answers are rounded, so that no machine's last bit decides anything."""
PLAIN, LEAD = NAMES.index("plain"), NAMES.index("lead feared")


class Appraisal(NamedTuple):
    """What a position is worth to a side.

    `win` is its chance, from 0 to 1; `margin` the lead to be expected in the end, from -1 to 1,
    where 0 is a draw.
    """

    win: float
    margin: float


def appraise(game: Game[Any], side: str) -> Appraisal:
    """What a position is worth to a side; a game that is over has its result."""
    found = reader(game.system.name)(game)
    win, lead = outcome(game, found) if game.over else _expected(game, found)
    if side_at(found.setting.first, side) != FIRST:
        win, lead = 1 - win, -lead
    return Appraisal(round(win, DIGITS), round(math.tanh(lead), DIGITS))


def outcome(game: Game[Any], position: Position | None = None) -> tuple[float, float]:
    """How a game that is over has ended for the first side: its share of the victory, its lead."""
    found = position or reader(game.system.name)(game)
    winner, _ = verdict(game)
    win = 0.5 if winner is None else float(winner == found.setting.first)
    return win, found.setting.scale.lead(found.points)


def _expected(game: Game[Any], found: Position) -> tuple[float, float]:
    """What the first side may expect: by what was learned, or else by rule of thumb."""
    numbers = measure(found)
    weights = weights_of(game.system.name, game.scenario.id)
    if weights is None:
        return logistic(float(numbers[PLAIN])), float(numbers[LEAD])
    return weights.chance(numbers), weights.lead(numbers)


@cache
def reader(system: str) -> Callable[[Game[Any]], Position]:
    """What reads the positions of a system."""
    package = positions.__name__.rpartition(".")[0]
    module = import_module(f"{package}.{system}")
    found: Callable[[Game[Any]], Position] = module.position
    return found


def appraised(system: str) -> bool:
    """Whether the positions of a system can be appraised."""
    try:
        reader(system)
    except ModuleNotFoundError:
        return False
    return True
