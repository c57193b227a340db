"""Counting legal actions, one or more deep, as chess programs prove their move generators."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.engine.record import canonical
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import field

QUIET = {
    "strategic-movement": "off",
    "tactical-concentration": "off",
    "bridges": "off",
    "special-units": "off",
    "masking": "off",
}
"""The complementary chapters are off, so that only what a position is about is counted."""


def position(*units: dict[str, Any], on: str = "", **spec: Any) -> Wb:
    """A position without the complementary chapters, save those named in `on`."""
    options = {**QUIET, **dict.fromkeys(on.split(), "on")}
    return field(*units, options=options, **spec)


def actions(game: Wb) -> list[dict[str, Any]]:
    """Everything that whoever is to act may do; each once, and nothing that would be refused."""
    assert game.to_act is not None
    found = list(game.legal(game.to_act))
    assert len({canonical(action) for action in found}) == len(found)
    assert not any(game.why(game.to_act, action) for action in found)
    return found


def kinds(game: Wb) -> dict[str, int]:
    """How many actions of each kind there are."""
    return dict(Counter(action["do"] for action in actions(game)))


def ends(game: Wb, name: str) -> set[str]:
    """The hexes to which a unit may move."""
    moves = (action for action in actions(game) if action["do"] == "move")
    return {action["path"][-1] for action in moves if action["units"] == [name]}


def perft(game: Wb, depth: int) -> int:
    """The number of ways to act so many times, whoever is to act."""
    if depth == 1:
        return len(actions(game))
    total = 0
    for action in actions(game):
        assert game.to_act is not None
        game.play(game.to_act, action)
        total += perft(game, depth - 1)
        game.undo()
    return total
