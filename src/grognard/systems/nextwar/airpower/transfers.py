"""Rebasing: air units change from one Basing Box to another. [25.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Word
from grognard.systems.nextwar.airpower.wings import (
    ABORTED,
    FLOWN,
    READY,
    RECOVERY,
    WINGS,
    carrier,
    plane,
    wing_of,
    wings,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.words import called

LANDS_IN = {READY: FLOWN, FLOWN: ABORTED, RECOVERY: ABORTED}
"""Where a unit comes to in its new box, by where it was in the old one. [25.2]"""


@dataclass(frozen=True, slots=True)
class Transferral:
    """An air unit and its new base."""

    unit: Piece
    box: Word


class Transfer(Verb[Nw, Transferral]):
    """Moving an air unit to another Basing Box; nothing can stop it, and no limit is set. [25.2]"""

    do, rule, order = "transfer", "25.2", Transferral
    title, phrase, plural = "Rebase aircraft", "{unit} to {box}", "transfers of aircraft"
    errand = True

    def against(self, game: Nw, player: str, order: Transferral) -> list[Refusal]:
        """Where it is, and whether it may base there. [25.2] [22.1.2]"""
        name = order.unit
        if name not in game.state[WINGS] or plane(game, name).side != player:
            return [Refusal("25.2", f"{called(game, name)} is no air unit of {player}")]
        if wing_of(game, name).place not in LANDS_IN:
            text = f"{called(game, name)} is neither Ready nor Flown nor in Recovery"
            return [Refusal("25.2", text)]
        if order.box not in open_to(game, name):
            known = ", ".join(open_to(game, name)) or "nowhere else"
            text = f"{called(game, name)} cannot base in {order.box}; it can in: {known}"
            return [Refusal("22.1.2", text)]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Whoever has somewhere else to go."""
        return [name for name in wings(game, player, *LANDS_IN) if open_to(game, name)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Transferral]:
        """To every box that is open to it."""
        for box in open_to(game, actor):
            yield Transferral(actor, box)

    def sort(self, game: Nw, part: Transferral) -> str:
        """The new base."""
        return part.box

    def carry_out(self, game: Nw, player: str, order: Transferral) -> None:
        """It lands. [25.2]"""
        wing = wing_of(game, order.unit)
        moved = replace(wing, box=order.box, place=LANDS_IN[wing.place])
        game.put(WINGS, order.unit, moved)
        facts = {"unit": order.unit, "side": player, "from": wing.box, "to": order.box}
        game.emit(Event("transfer", "25.2", facts))


def open_to(game: Nw, name: str) -> list[str]:
    """The other boxes that a unit may base in; units of a carrier stay with it. [22.1.2]"""
    if carrier(game, name):
        return []
    counter, now = plane(game, name), wing_of(game, name).box
    return [
        box.name
        for box in game.scenario.basing.values()
        if box.side == counter.side and box.name != now and counter.nation in box.nations
    ]
