"""Bridges: which stand, who controls them, destroying and building them. [14.0]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.search import Adjacency
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES


def standing(game: Wb) -> Mapping[int, bool]:
    """Every hexside that is bridged now."""

    def compute() -> Mapping[int, bool]:
        return {key: True for key, bridge in game.state[BRIDGES].items() if bridge.intact}

    return game.cached("bridges standing", (BRIDGES.name,), compute)


def bridged(game: Wb, a: int, b: int) -> bool:
    """Whether a bridge stands between two hexes."""
    return game.scenario.ground.side_key(a, b) in standing(game)


def steps(game: Wb, move: str) -> Adjacency:
    """The steps of a class of movement over the bridges that stand now."""

    def compute() -> Adjacency:
        ground = game.scenario.ground
        steps = list(ground.base_steps[move])
        now = standing(game)
        for key in {*ground.printed_bridges, *now}:
            if (key in now) == (key in ground.printed_bridges):
                continue
            for a in ground.side_hexes(key):
                steps[a] = tuple(
                    (b, cost)
                    for b in game.board.around(a)
                    if (cost := ground.cost(move, a, b, ground.side_key(a, b) in now)) is not None
                )
        return steps

    return game.cached(("steps", move), (BRIDGES.name,), compute)
