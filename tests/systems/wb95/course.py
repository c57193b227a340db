"""Letting a game run: everybody gives the usual answer or ends his phase."""

from __future__ import annotations

from grognard.systems.wb95.pieces import control
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply


def pass_on(game: Wb) -> None:
    """Whoever is asked gives the usual answer, or ends his phase."""
    decision = game.decisions[0]
    game.play(decision.player, decision.ask.default or {"do": "end"})


def go_to(game: Wb, phase: int, turn: int = 1) -> None:
    """Pass on until a phase (1 to 12) of a turn, or until the game is over."""
    while not game.over and (game.turn, game.clock.step + 1) < (turn, phase):
        pass_on(game)


def supply_phase(game: Wb, side: str) -> None:
    """The steps of a side's Supply Phase, here and now."""
    for _ in supply.supply_phase(game, side):
        raise AssertionError("nothing is asked in a Supply Phase")


def owner(game: Wb, label: str) -> str:
    """Who controls a hex."""
    return control.controller(game, game.board.hex(label))
