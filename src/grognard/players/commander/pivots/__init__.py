"""Pivots: what is thought over again within a turn, as each system has it.

A module of a system's name holds its `PIVOTS`; it is read in when a game of that system is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from grognard.engine.decision import Action
from grognard.players.seat import Seat


def _none(seat: Any) -> Iterable[Action]:
    """No drafts besides what the staff would do."""
    return ()


def _nothing(commander: Any, seat: Seat, action: Action) -> None:
    """The staff's commander thinks of each attack once."""


@dataclass(frozen=True)
class Pivots:
    """What a commander thinks over again after the dice have fallen."""

    actions: frozenset[str] = frozenset()
    """Kinds of action that he takes, or leaves, by rehearsal."""
    trivial: frozenset[str] = frozenset()
    """Questions by name on which little hangs."""
    drafts: Callable[[Any], Iterable[Action]] = _none
    """Actions of these kinds worth a thought, from the staff's seat, the best first."""
    last: frozenset[str] = frozenset()
    """Those of the kinds of action of which none at all makes sense: the segment is ended."""
    openings: frozenset[str] = frozenset()
    """Questions by name with which a player's turn begins, before he has acted himself."""
    attacks: frozenset[str] = frozenset()
    """Kinds of action by which hexes are attacked that have not been settled on before."""
    overlook: Callable[[Any, Seat, Action], None] = _nothing
    """Have the staff's commander not think of an attack again in this segment."""

    def aim(self, action: Action) -> tuple[str, ...]:
        """The hexes that an action attacks; none if it is no attack."""
        if action["do"] not in self.attacks:
            return ()
        names = ("targets", "target", "hex")
        found = next((action[name] for name in names if action.get(name)), ())
        return (found,) if isinstance(found, str) else tuple(found)


def pivots(system: str) -> Pivots:
    """What is thought over in a system."""
    found: Pivots = import_module(f"{__name__}.{system}").PIVOTS
    return found
