"""Building field fortifications. [7.1.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.wb95.masking.masking import zone_known
from grognard.systems.wb95.movement import movement, stacking
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import PHASES_A_TURN, Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works import fortification
from grognard.table.worded import Hand

LAST_COMBAT = 5
"""How many phases before a player's Movement Phase the last Combat Phase was. [7.1.2b]"""


def has_moved(game: Wb, name: str) -> bool:
    """Whether a unit has used points for anything but staying where it is. [7.1.2a] [15.3.3]"""
    unit = unit_of(game, name)
    return unit.moved == game.serial and unit.stayed != game.serial


def stay(game: Wb, name: str) -> None:
    """A unit gives up all the points it began the Movement Phase with. [7.1.4] [15.3.3]"""
    unit, serial = unit_of(game, name), game.serial
    points = movement.initial(game, name)
    given_up = replace(unit, moved=serial, stayed=serial, start=unit.hex, spent=points, halted=True)
    game.put(UNITS, name, given_up)


def pinned(game: Wb, name: str) -> bool:
    """Whether a unit in an enemy zone of control has no step out of all of them. [7.1.3]"""
    known = zone_known(game, counter_of(game, name).side)
    here = unit_of(game, name).hex
    if not known[here]:
        return False
    march = movement.march(game, name)
    return all(
        known[b] or isinstance(movement.stride(game, march, b), Refusal)
        for b in game.board.around(here)
    )


class Dig(Verb[Wb, OfOne]):
    """A regular unit builds a field fortification instead of moving. [7.1.2]

    It neither moves nor attacks by that, so a disorganised unit goes on recovering. [5.6.5]
    """

    do, rule, order = "dig", "7.1.2a", OfOne
    title, phrase = "Dig in", "{unit} digs in"
    alone = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[OfOne]:
        """Where it stands."""
        yield OfOne(actor)

    def against(self, game: Wb, player: str, order: OfOne) -> list[Refusal]:
        """A regular unit that stays [7.1.2a], on ground that allows it, not after a retreat."""
        name = order.unit
        refusals = stacking.strange(game, player, (name,), "7.1.2a")
        if refusals:
            return refusals
        unit = unit_of(game, name)
        if not counter_of(game, name).regular:
            refusals.append(Refusal("7.1.2a", f"{name} is no regular unit; only those dig in"))
        if has_moved(game, name) or unit.marked == game.serial:
            text = f"{name} has moved or is marked to move; who digs in stays"
            refusals.append(Refusal("7.1.2a", text))
        refusals += self.why_ground(game, player, unit.hex)
        refusals += self.why_retreated(game, name)
        return refusals or stacking.keeps_room(game, player, (name,))

    def why_ground(self, game: Wb, player: str, h: int) -> list[Refusal]:
        """What the hex has against it: swamp [7.1.8], a fixed position [7.1.9], or one there."""
        label = game.board.label(h)
        if game.board.terrain[h] == "swamp":
            return [Refusal("7.1.8", f"{label} is swamp; nobody digs in there, road or not")]
        if fortification.fixed(game, h):
            return [Refusal("7.1.9", f"{label} belongs to a fixed position already")]
        if game.state[HEXES][h].fortified == player:
            return [Refusal("7.1.1", f"{label} has a field fortification already")]
        return []

    def why_retreated(self, game: Wb, name: str) -> list[Refusal]:
        """Who retreated in the last Combat Phase does not dig in [7.1.2b], unless pinned. [7.1.3]

        Nor in his next Movement Phase [5.3.10]: that is this one if he retreated in either Combat
        Phase since his last.
        """
        retreated = unit_of(game, name).retreated
        if retreated < 0 or pinned(game, name):
            return []
        refusals = []
        if retreated == game.serial - LAST_COMBAT:
            text = f"{name} retreated in the last Combat Phase"
            refusals.append(Refusal("7.1.2b", text))
        if retreated > game.serial - PHASES_A_TURN:
            text = f"{name} has retreated since its last Movement Phase"
            refusals.append(Refusal("5.3.10", text))
        return refusals

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """What units are told to do where they stand."""
        return not hexes

    def carry_out(self, game: Wb, player: str, order: OfOne) -> None:
        """The unit spends all its points [7.1.4]; everybody sees the fortification. [7.1.1]"""
        name = order.unit
        h = unit_of(game, name).hex
        stay(game, name)
        fortification.dig(game, h, player)
        label = game.board.label(h)
        game.emit(Event("dug in", "7.1.1", {"hex": label, "side": player}).to(player, unit=name))
