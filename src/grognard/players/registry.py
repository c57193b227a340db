"""The players by name: who can be sat down at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.located import nearest
from grognard.library import UnknownName
from grognard.players.random_player import RandomPlayer


class Player(Protocol):
    """A program that plays a side: asked something, it answers."""

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""


def _staff(seed: int) -> Player:
    """The staff, which is read in only when somebody wants it."""
    from grognard.players.staff import Staff

    return Staff(seed)


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "staff": _staff}
"""How each player is made out of a seed for his own choices."""


def player_names() -> list[str]:
    """Every player that can be named."""
    return list(PLAYERS)


def check_player(name: str) -> None:
    """Refuse a name that is nobody's."""
    if name not in PLAYERS:
        raise UnknownName(f"there is no player {name!r}; {nearest(name, PLAYERS)}")


def player(name: str, seed: int = 0) -> Player:
    """A player by name. The same seed makes the same choices in the same game."""
    check_player(name)
    return PLAYERS[name](seed)
