"""Encodings: how a program answers a question with numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal


class Encoding(Protocol):
    """The numbers of one side: told of a question, it says which are open and what they mean."""

    size: int
    """How many numbers there are; it never changes."""
    nvec: tuple[int, ...]
    """Where several are said at once, how many there are of each; else empty."""

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The tables that it adds to what is seen."""

    def unasked(self, game: Game[Any], side: str) -> Action | None:
        """What is answered without asking the program; None if it is to be asked."""

    def ask(self, game: Game[Any], side: str) -> None:
        """Look at the question that is put to a side."""

    def mask(self) -> NDArray[np.int8]:
        """Which numbers are open now."""

    def take(self, said: Any) -> Action | list[Refusal] | None:
        """What is meant: an action; why it is none; or None, where more is to be said."""

    def seen(self, game: Game[Any], side: str) -> dict[str, NDArray[np.float32]]:
        """What is seen of the question."""

    def told(self) -> dict[str, Any]:
        """The same for a person or a log, as plain data."""

    def freeze(self) -> Any:
        """What must be kept beside the game to come back to this point, as plain data."""

    def thaw(self, data: Any, game: Game[Any], side: str) -> None:
        """Come back to it."""
