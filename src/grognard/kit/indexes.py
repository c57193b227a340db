"""Indexes: what is derived from the State and kept in step with it, each under its own name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from grognard.engine.game import Game
from grognard.engine.state import Index, State


class Kept(ABC):
    """An index of a system: it follows every change of the maps that it names in `follows`."""

    name: ClassVar[str]

    @classmethod
    def of(cls, game: Game[Any]) -> Self:
        """The index of a game."""
        return game.journal.indexes[cls.name]  # type: ignore[return-value]

    @abstractmethod
    def rebuild(self, state: State) -> None:
        """Work it out afresh from the whole State."""

    @abstractmethod
    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Follow the replacement of one record (None: there was or is none)."""

    @abstractmethod
    def content(self) -> Any:
        """What it says, in a form that can be compared."""


def kept(*indexes: Kept) -> Mapping[str, Index]:
    """Indexes by their names, in the order in which they are told of changes."""
    return {index.name: index for index in indexes}
