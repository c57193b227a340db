"""A second game at the same point, for those who ask what would be if something else were so."""

from __future__ import annotations

from grognard.engine.game import Game
from grognard.engine.state import Journal
from grognard.engine.system import S


def fork(game: Game[S]) -> Game[S]:
    """A second game at the same point, with the same dice and the same past."""
    journal = Journal(game.state.clone(), game.system.indexes(game.scenario))
    twin = Game(game.system, game.scenario, seed=0, started=False, journal=journal)
    twin.dice = twin._chance = game.dice
    twin.commitment, twin.pact = game.commitment, game.pact
    twin.events = list(game.events)
    twin.dated = list(game.dated)
    twin.history = list(game.history)
    twin.wakes = list(game.wakes)
    twin.began, twin.rules = game.began, game.rules
    twin._opened = game._opened
    twin.mends = game.mends
    return twin
