"""The end of a GT: whether the game is over, and who has won. [3.3.4]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.systems.goss.ending.control import occupied
from grognard.systems.goss.ending.standing import level, met, points
from grognard.systems.goss.scenario import Gs


def end_of_turn(game: Gs) -> None:
    """After each GT it is seen whether a side has met a condition of sudden death, and after the
    last one who has won, and how. [3.3.4]"""
    occupied(game)
    for end in game.scenario.terms.sudden:
        if met(game, end):
            declare(game, end.side, end.title)
            return
    if game.turn >= game.scenario.turns:
        declare(game, *level(game))


def declare(game: Gs, side: str, title: str) -> None:
    """Say who has won, and how, and end the game. [3.3.4]"""
    facts = {"side": side, "title": title, "points": points(game), "winner": side, "degree": title}
    game.emit(Event("victory", "3.3.4", facts))
    game.finish(f"{side}: {title}" if side else title)
