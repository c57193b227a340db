"""The players by name: who can be sat down at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.located import nearest
from grognard.library import UnknownName
from grognard.players.random_player import RandomPlayer
from grognard.players.staff import Staff, staffed


class Player(Protocol):
    """A program that plays a side: asked something, it answers."""

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, Staff.name: Staff}
"""How each player is made out of a seed for his own choices."""


def player_names() -> list[str]:
    """Every player that can be named."""
    return list(PLAYERS)


def players_of(system: str) -> list[str]:
    """Every player that can play a system: chance plays any, the staff those that have one."""
    return [name for name in PLAYERS if name != Staff.name or staffed(system)]


def check_player(name: str, system: str | None = None) -> None:
    """Refuse a name that is nobody's, and a player who cannot play a system."""
    able = list(PLAYERS) if system is None else players_of(system)
    if name not in PLAYERS:
        raise UnknownName(f"there is no player {name!r}; {nearest(name, able)}")
    if name not in able:
        raise UnknownName(f"{name} cannot play {system}; {' or '.join(able)} can")


def player(name: str, seed: int = 0, system: str | None = None) -> Player:
    """A player by name, for a system. The same seed makes the same choices in the same game."""
    check_player(name, system)
    return PLAYERS[name](seed)
