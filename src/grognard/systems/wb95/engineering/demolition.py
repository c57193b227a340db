"""Blowing up bridges, and rebuilding those of rivers and streams. [14.1.4] [14.2] [14.3.1]

Both are paid for in movement points and leave the unit free to use the rest. A bridge that is down
or up again counts at once, for whoever moves next.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.systems.wb95.ground import POINT
from grognard.systems.wb95.movement.advancing import activate
from grognard.systems.wb95.movement.movement import budget
from grognard.systems.wb95.movement.stacking import keeps_room, strange
from grognard.systems.wb95.pieces.headquarters import commanded
from grognard.systems.wb95.pieces.stacks import stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES
from grognard.systems.wb95.works.bridges import Span, destroy, in_use, label, update_control
from grognard.systems.wb95.works.spans import spans

BLOW_RIVER = 1 * POINT
"""Destroying a bridge over a river, canal or stream. [14.2.1]"""
BLOW_BIG_RIVER = 3 * POINT
"""Destroying a bridge over a big river. [14.3.1]"""
REBUILD = 3 * POINT
"""Rebuilding a bridge over a river, canal or stream. [14.2.2]"""


def over_big_river(game: Wb, key: int) -> bool:
    """Whether a bridge crosses a big river."""
    return game.scenario.ground.big_river(*game.scenario.ground.side_hexes(key))


def engaged(game: Wb, name: str) -> list[Refusal]:
    """Why a unit may not use movement on works now: halted [4.2.1], or marked to move later.

    Nor may it if it is needed to thin out a crowded hex. [3.2.1]
    """
    unit, serial = unit_of(game, name), game.serial
    refusals = []
    if unit.moved == serial and unit.halted:
        refusals.append(Refusal("4.2.1", f"{name} has stopped and uses no more MPs this phase"))
    if unit.marked == serial:
        refusals.append(Refusal("12.1.2", f"{name} is marked to move in the strategic phase"))
    return refusals or keeps_room(game, counter_of(game, name).side, (name,))


@dataclass(frozen=True, slots=True)
class AtBridge:
    """An order to a unit about the bridge it stands at."""

    unit: Piece
    bridge: Span


class BridgeDeed(Verb[Wb, AtBridge]):
    """What a unit does to the bridge it stands at."""

    order = AtBridge
    few = True
    wants_intact: ClassVar[bool]
    absent: ClassVar[str] = "14.1.1"
    """The rule by which there is nothing to do where no bridge is."""

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The units in own hexes at bridges."""
        sites = spans(game).at if in_use(game) else {}
        held = [h for h in sorted(stacks(game).held[player]) if h in sites]
        return [name for h in held for name in units_at(game, h)]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[AtBridge]:
        """The bridges of its hex in the right condition."""
        known = game.state[BRIDGES]
        for key in spans(game).at[unit_of(game, actor).hex]:
            if known[key].intact == self.wants_intact:
                yield AtBridge(actor, key)

    def against(self, game: Wb, player: str, order: AtBridge) -> list[Refusal]:
        """Own unit, existing bridge in the right condition, at one of its ends, enough MPs."""
        if not in_use(game):
            return [Refusal("14.1.1", "bridges are neither destroyed nor built: chapter 14 is off")]
        name, key = order.unit, order.bridge
        refusals = strange(game, player, (name,), self.rule)
        if refusals:
            return refusals
        if key not in game.state[BRIDGES]:
            return [Refusal(self.absent, f"there is no bridge {label(game, key)}")]
        return self.hindered(game, player, name, key)

    @abstractmethod
    def hindered(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """The reasons against this unit working on this bridge."""


def _at_end(game: Wb, name: str, key: int, rule: str) -> list[Refusal]:
    if unit_of(game, name).hex in game.scenario.ground.side_hexes(key):
        return []
    return [Refusal(rule, f"{name} does not stand at either end of the bridge {label(game, key)}")]


def _affords(game: Wb, name: str, cost: int, rule: str) -> list[Refusal]:
    left = budget(game, name)
    if left >= cost:
        return []
    return [Refusal(rule, f"it costs {cost // POINT} MP; {name} has {Fraction(left, POINT)} left")]


def _not_controlled(game: Wb, player: str, key: int) -> list[Refusal]:
    """Units destroy only the bridges that their side controls. [14.1.4]"""
    owner = game.state[BRIDGES][key].controller
    if owner == player:
        return []
    text = f"only who controls a bridge destroys it; {label(game, key)} is {owner or 'nobody'}'s"
    return [Refusal("14.1.4", text)]


class Blow(BridgeDeed):
    """Blowing up a bridge. [14.1.4] [14.2.1] [14.3.1]"""

    do, rule = "blow", "14.2.1"
    title, phrase = "Blow a bridge", "{unit} blows {bridge}"
    wants_intact = True

    def hindered(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """A regular unit or headquarters at the bridge, of the side that controls it."""
        counter, bridge = counter_of(game, name), game.state[BRIDGES][key]
        big = over_big_river(game, key)
        rule = "14.3.1" if big else "14.2.1"
        cost = BLOW_BIG_RIVER if big else BLOW_RIVER
        refusals = engaged(game, name) + _at_end(game, name, key, rule)
        if not bridge.intact:
            refusals.append(Refusal("14.1.1", f"the bridge {label(game, key)} is down already"))
        if not (counter.regular or counter.hq):
            refusals.append(Refusal(rule, f"{name} is neither a regular unit nor a headquarters"))
        refusals += _not_controlled(game, player, key)
        return refusals + _affords(game, name, cost, rule)

    def carry_out(self, game: Wb, player: str, order: AtBridge) -> None:
        """Pay and blow it up."""
        big = over_big_river(game, order.bridge)
        activate(game, order.unit, BLOW_BIG_RIVER if big else BLOW_RIVER)
        destroy(game, order.bridge, "14.3.1" if big else "14.2.1")


class Rebuild(BridgeDeed):
    """Rebuilding a bridge over a river or stream. [14.2.2] [14.2.3]"""

    do, rule = "rebuild", "14.2.2"
    title, phrase = "Rebuild a bridge", "{unit} rebuilds {bridge}"
    wants_intact, absent = False, "14.2.3"

    def hindered(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """A headquarters, or any unit but artillery in range of one, at a printed bridge.

        The enemy at the other end does not prevent it.
        """
        counter, bridge = counter_of(game, name), game.state[BRIDGES][key]
        refusals = engaged(game, name) + _at_end(game, name, key, "14.2.2")
        if over_big_river(game, key):
            refusals.append(Refusal("14.3.2b", "over a big river a headquarters builds the bridge"))
        if bridge.intact:
            refusals.append(Refusal("14.2.3", f"the bridge {label(game, key)} stands"))
        if not bridge.printed:
            refusals.append(Refusal("14.2.3", f"no bridge is printed at {label(game, key)}"))
        if counter.artillery:
            refusals.append(Refusal("14.2.2", f"{name} is artillery and builds no bridges"))
        elif not commanded(game, player, (name,)):  # a headquarters is in range of itself
            refusals.append(Refusal("14.2.2", f"{name} is out of range of every headquarters"))
        return refusals + _affords(game, name, REBUILD, "14.2.2")

    def carry_out(self, game: Wb, player: str, order: AtBridge) -> None:
        """Pay and put it up again."""
        unit, key = order.unit, order.bridge
        activate(game, unit, REBUILD)
        game.put(BRIDGES, key, replace(game.state[BRIDGES][key], intact=True))
        update_control(game, unit_of(game, unit).hex)
        name = label(game, key)
        game.emit(Event("bridge up", "14.2.2", {"bridge": name, "side": player, "unit": unit}))
