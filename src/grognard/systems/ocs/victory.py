"""The end of a game: the last turn, and what the ground held is worth. [2.3-end]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.stacks import holder


def points(game: Ocs, side: str) -> int:
    """The points of a side: for each objective all of whose hexes it holds."""
    return sum(
        objective.vp
        for objective in game.scenario.victory.objectives
        if all(holder(game, h) == side for h in objective.hexes)
    )


def verdict(game: Ocs) -> str:
    """How the game would end now."""
    terms = game.scenario.victory
    if not terms.side:
        return "the last turn has been played"
    score = points(game, terms.side)
    grade = next((grade for grade in terms.scale if score >= grade.least), None)
    return str(grade) if grade is not None else f"{terms.side}: {score} points"


def end_turn(game: Ocs) -> Procedure:
    """The turn marker goes on; after the last turn the game is over. [2.3-end]"""
    if game.turn >= game.scenario.turns:
        result = verdict(game)
        game.emit(Event("end", f"the game is over: {result}", "2.3-end", {"result": result}))
        game.finish(result)
    yield from ()
