"""Patrols: where each stands, and the mine that it has laid. [O1] [O3]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.engine.game import Game
from grognard.engine.record import Register
from grognard.engine.state import State
from grognard.engine.system import Scenario
from grognard.kit.indexes import Kept


@dataclass(frozen=True)
class Watch(Scenario):
    """A scenario: where the patrols begin, and how many turns there are."""

    start: Mapping[str, str]
    turns: int


Post = Game[Watch]


@dataclass(frozen=True, slots=True)
class Patrol:
    """Where a patrol stands, and the hex of the mine it has laid (-1: none)."""

    hex: int
    mine: int = -1


PATROLS: Register[str, Patrol] = Register("patrols", str, Patrol)


class Standing(Kept):
    """An index: who stands in which hex."""

    name = "standing"

    def __init__(self) -> None:
        self.at: dict[int, str] = {}

    def rebuild(self, state: State) -> None:
        """Look at every patrol."""
        self.at = {patrol.hex: side for side, patrol in state[PATROLS].items()}

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Follow a patrol."""
        if name == PATROLS.name:
            if old is not None and self.at.get(old.hex) == key:
                del self.at[old.hex]
            if new is not None:
                self.at[new.hex] = key

    def content(self) -> Any:
        """Who is where."""
        return dict(self.at)


def at(game: Post, h: int) -> str | None:
    """Who stands in a hex."""
    return Standing.of(game).at.get(h)


def other(game: Post, side: str) -> str:
    """The opponent."""
    return next(s for s in game.scenario.sides if s != side)


def open_hexes(game: Post, side: str) -> tuple[int, ...]:
    """The hexes a patrol can step into; worked out again when somebody has moved. [O1]"""

    def compute() -> tuple[int, ...]:
        here = game.state[PATROLS][side].hex
        return tuple(h for h in game.board.around(here) if at(game, h) is None)

    return game.cached(("open", side), (PATROLS.name,), compute)
