"""Playing the rulebook's examples: battles with rigged dice, answers, and what was reckoned."""

from __future__ import annotations

from typing import Any

from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import rig, told

GERMAN, SOVIET, WESTERN = "german", "soviet", "western"
END = {"do": "end"}
POINT = 12

AMERICANS_FIRST: dict[str, Any] = {
    "sides": {"western": {"nation": "American"}, "german": {"nation": "German"}},
    "initiative": "western",
}
"""Keys of a position in which the Americans move before the Germans."""


def move(name: str, *path: str, **more: Any) -> dict[str, Any]:
    """A move of one unit."""
    return {"do": "move", "units": [name], "path": list(path), **more}


def fought(
    game: Wb,
    units: str,
    targets: str,
    roll: tuple[int, int] = (3, 4),
    by: str = GERMAN,
    defend: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Declare an attack with the dice to fall as given; the arithmetic as it was announced."""
    rig(game, *roll)
    game.play(by, attack(units, targets, **more))
    if question(game) == "defend":
        game.play(game.scenario.other(by), {"do": "defend", **(defend or {})})
    assert told(game, "combat")[-1]["roll"] == sum(roll)
    return told(game, "reckoning")[-1]


def question(game: Wb) -> str:
    """The name of the question that is open."""
    return game.decisions[0].ask.name


def result(game: Wb) -> str:
    """The result of the last battle, as the table has it."""
    facts = told(game, "combat")[-1]
    return f"{facts['attacker_result']} / {facts['defender_result']}"


def odds(reckoning: dict[str, Any]) -> tuple[str, str]:
    """The initial and the final column of a reckoning."""
    return reckoning["initial"], reckoning["column"]


def settle(game: Wb) -> None:
    """Answer what is still open about the battle as somebody would who does not care."""
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        assert ask.default is not None
        game.play(ask.player, ask.default)


def proceed_to(game: Wb, phase: int, turn: int = 1) -> None:
    """Everybody ends his phases until one (1 to 12) begins; air units stay on the ground."""
    while not game.over and (game.turn, game.clock.step + 1) < (turn, phase):
        decision = game.decisions[0]
        game.play(decision.player, decision.ask.default or END)
    assert (game.turn, game.clock.step + 1) == (turn, phase)
