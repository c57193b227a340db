"""Pivots: what is thought over again within a turn, as each system has it.

A module of a system's name holds its `PIVOTS`; it is read in when a game of that system is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from grognard.engine.decision import Action


def _none(seat: Any) -> Iterable[Action]:
    """No drafts besides what the staff would do."""
    return ()


@dataclass(frozen=True)
class Pivots:
    """What a commander thinks over again after the dice have fallen."""

    actions: frozenset[str] = frozenset()
    """Kinds of action that he takes, or leaves, by rehearsal."""
    trivial: frozenset[str] = frozenset()
    """Questions by name on which little hangs."""
    drafts: Callable[[Any], Iterable[Action]] = _none
    """Actions of these kinds worth a thought, from the staff's seat, the best first."""
    stretches: frozenset[str] = frozenset()
    """Kinds of segment with which another operation begins, and another plan; where there are none
    one plan is made for each player's turn."""


def pivots(system: str) -> Pivots:
    """What is thought over in a system."""
    found: Pivots = import_module(f"{__name__}.{system}").PIVOTS
    return found
