"""Value: how likely a side is to win a game as it stands, and by how much."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from grognard.engine.game import Game
from grognard.library import tabletop
from grognard.players.seat import Seat
from grognard.players.staff.player import command
from grognard.players.staff.situation import Situation
from grognard.table.winning import margin, verdict

NEAR = 4
"""House: hexes from a goal within which strength bears on it."""
SCALE = 6
"""House: points of margin that make a side a clear favourite."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How likely a side is to win (0 to 1), and by how many points as things stand."""

    win: float
    margin: float


def appraise(game: Game[Any], side: str) -> Appraisal:
    """What a game is worth to a side; one that is over has its result."""
    ahead = float(margin(tabletop(game).terms(game), side))
    if game.over:
        winner, _ = verdict(game)
        return Appraisal(0.5 if winner is None else float(winner == side), ahead)
    seen: Situation = command(game.system.name).view(Seat(game, side)).situation
    ahead += _promise(seen)
    return Appraisal(1 / (1 + math.exp(-ahead / SCALE)), ahead)


def _promise(seen: Situation) -> float:
    """What the strength near each goal promises, and how much of both armies is left."""
    distance = seen.board.distance
    found = 0.0
    for goal in seen.goals:
        mine = sum(
            piece.attack / (1 + distance(piece.hex, goal.hex))
            for piece in seen.pieces.values()
            if distance(piece.hex, goal.hex) <= NEAR
        )
        theirs = sum(
            foe.defence / (1 + distance(foe.hex, goal.hex))
            for foe in seen.foes.values()
            if distance(foe.hex, goal.hex) <= NEAR
        )
        if mine + theirs:
            share = (mine - theirs) / (mine + theirs)
            found += goal.value * (share - (1 if goal.ours else -1)) / 4
    ours = sum(piece.steps for piece in seen.pieces.values())
    enemies = sum(foe.steps for foe in seen.foes.values())
    return found + 2 * SCALE * (ours - enemies) / max(1, ours + enemies)
