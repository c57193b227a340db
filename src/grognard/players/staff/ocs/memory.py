"""What a side has heard of the enemy in the battles of the Player Turn under way. [4.9b]

Both sides of a combat announce their strength and their Action Rating. Whoever strikes the same
stack again need not guess any more. As soon as somebody joins or leaves it, it is unknown again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.systems.ocs.combat.advance import Advance
from grognard.systems.ocs.combat.retreat import Retreat
from grognard.systems.ocs.movement.marching import Move

if TYPE_CHECKING:
    from grognard.engine.event import Event
    from grognard.players.staff.ocs.reading import OcsSeat

BEGINNINGS = ("clean-up", "order", "initiative", "weather", "set-up")
"""What is told between two Player Turns."""
GOINGS = (Move.do, Retreat.do, Advance.do)
"""What is told when somebody leaves a hex or comes to it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was announced of a stack: its strength in its ground, and its Action Rating."""

    defence: Fraction
    rating: int


def heard(seat: OcsSeat) -> dict[int, Heard]:
    """What was announced in this Player Turn of enemy stacks that are still as they were."""
    found: dict[Any, Heard] = {}
    defence, rating = Fraction(0), 0
    for event in reversed(list(_this_player_turn(seat))):
        facts = event.facts
        if event.kind == "rating" and facts["side"] == seat.enemy:
            rating = facts["rating"]
        elif event.kind == "odds":
            defence = Fraction(facts["defence"])
        elif event.kind == "combat" and facts["side"] == seat.side:
            found[facts["target"]] = Heard(defence, rating)
        else:
            _changed(found, event.kind, facts, seat.doctrine.sight.left)
    return {seat.board.hex(label): known for label, known in found.items()}


def _this_player_turn(seat: OcsSeat) -> Iterator[Event]:
    """What the side was told in this Player Turn, the last first."""
    for event in reversed(seat.table.events):
        told = event.told(seat.side)
        if told is None:
            continue
        if told.kind in BEGINNINGS:
            return
        yield told


def _changed(found: dict[Any, Heard], kind: str, facts: Any, left: Fraction) -> None:
    """Take what happened since into account: losses, and those who came or went."""
    if kind == "eliminated" and facts.get("hex") in found:
        known = found[facts["hex"]]
        found[facts["hex"]] = replace(known, defence=known.defence * left)
    elif kind in GOINGS:
        for label in (facts.get("from"), facts.get("hex"), *facts.get("path", ())[-1:]):
            found.pop(label, None)
