"""Victory: automatic, by points at the end, and the scale. [S1.9] [S1.10] [S1.11]"""

from __future__ import annotations

from grognard.engine.decision import Procedure, nothing
from grognard.systems.wb95.scenario import Wb


def end_turn(game: Wb) -> Procedure:
    """After the last turn the game is over. [2.1.3]"""
    if game.turn >= game.scenario.turns:
        game.finish("over")
    return nothing()
