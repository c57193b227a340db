"""The board in text."""

from __future__ import annotations

from grognard.systems.wb95.scenario import Wb


def draw(game: Wb, player: str | None) -> str:
    """Turn, phase and who is asked."""
    return f"{game.scenario.title}: turn {game.turn}, {game.phase}; {game.to_act} to act"
