"""Viewing: what of a game a player is shown, whatever its system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.engine import consent, standing

if TYPE_CHECKING:
    from grognard.engine.game import Game


def view(game: Game[Any], player: str | None) -> dict[str, Any]:
    """The State as one player may see it."""
    mine = [d for d in game.decisions if player is None or d.player == player]
    waiting = sorted({d.player for d in game.decisions})
    return {
        "scenario": game.scenario.id,
        "player": player,
        "turn": game.turn,
        "phase": game.phase,
        "over": game.over,
        "result": game.result,
        "waiting_for": waiting,
        "decisions": [decision.to_json() for decision in mine],
        "asides": [deed.do for deed in game.asides(player)],
        "standing": standing.view(game, player),
        "proposals": consent.view(game),
        **game.system.view(game, player),
    }
