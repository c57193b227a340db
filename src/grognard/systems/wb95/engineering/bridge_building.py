"""Bridges over big rivers, which only a headquarters builds, and slowly. [14.3.2]

It must have stood at the river when its Supply Phase ended; in its next Movement Phase it declares
the bridge in secret and uses all its movement; a turn later, if the far bank was held all along,
the bridge stands when the Movement Phase begins, and the headquarters has used its movement again.

The far bank is looked at whenever a phase ends: the first time it is not held, the work is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece
from grognard.systems.wb95.engineering.demolition import engaged
from grognard.systems.wb95.movement.advancing import activate
from grognard.systems.wb95.movement.movement import initial
from grognard.systems.wb95.movement.stacking import strange
from grognard.systems.wb95.pieces.stacks import holder, in_zone, on_map, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, WORKS, Bridge, BridgeWork
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works.bridges import bridged, in_use, label, update_control
from grognard.table.worded import Hand

SUPPLY_TO_MOVEMENT = 9
"""Phases from a side's Supply Phase to its next Movement Phase. [14.3.2b]"""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A headquarters is to bridge the big river to a far bank."""

    unit: Piece
    to: Hex


class Build(Verb[Wb, Crossing]):
    """Declaring a bridge over a big river. [14.3.2b]"""

    do, rule, order = "bridge", "14.3.2b", Crossing
    title, phrase = "Begin a bridge", "{unit} bridges to {to}"
    few = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The headquarters that stood at a big river when the last Supply Phase ended."""
        if not in_use(game):
            return ()
        units, noted = game.state[UNITS], game.serial - SUPPLY_TO_MOVEMENT
        return [name for name in on_map(game, player) if units[name].banked == noted >= 0]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Crossing]:
        """Every bank opposite."""
        here = unit_of(game, actor).hex
        for far in game.board.around(here):
            if game.scenario.ground.big_river(here, far):
                yield Crossing(actor, far)

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[Crossing]:
        """Headquarters to a far bank."""
        if set(hand) <= set(self.actors(game, player)):
            yield from super().towards(game, player, hand, h)

    def against(self, game: Wb, player: str, order: Crossing) -> list[Refusal]:
        """An own headquarters with all its movement, and a far bank."""
        if not in_use(game):
            return [Refusal("14.1.1", "bridges are neither destroyed nor built: chapter 14 is off")]
        name, far = order.unit, order.to
        refusals = strange(game, player, (name,), "14.3.2b")
        if refusals:
            return refusals
        if not counter_of(game, name).hq:
            return [Refusal("14.3.2b", f"{name} is no headquarters; only these build here")]
        here, ground = unit_of(game, name).hex, game.scenario.ground
        if not game.board.adjacent(here, far) or not ground.big_river(here, far):
            near, over = game.board.label(here), game.board.label(far)
            return [Refusal("14.3.2a", f"no big river runs between {near} and {over}")]
        return self.hindered(game, name, far)

    def hindered(self, game: Wb, name: str, far: int) -> list[Refusal]:
        """Where it stood, what it has done since, and whether the hexside is free."""
        unit, key = unit_of(game, name), game.scenario.ground.side_key(unit_of(game, name).hex, far)
        refusals = engaged(game, name)
        if unit.banked < 0 or unit.banked != game.serial - SUPPLY_TO_MOVEMENT:
            text = f"{name} was not here, at the river, when its last Supply Phase ended"
            refusals.append(Refusal("14.3.2a", text))
        if unit.moved == game.serial:
            text = f"building takes all of {name}'s MPs, and it has used some"
            refusals.append(Refusal("14.3.2b", text))
        if bridged(game, unit.hex, far):
            refusals.append(Refusal("14.3.2b", f"the bridge {label(game, key)} stands"))
        return refusals + _taken(game, name, key)

    def carry_out(self, game: Wb, player: str, order: Crossing) -> None:
        """Write the hexside down in secret; the headquarters uses all its movement. [14.3.2b]"""
        name, far = order.unit, order.to
        near = unit_of(game, name).hex
        game.put(WORKS, name, BridgeWork(near, far, game.serial))
        _use_everything(game, name)
        site = label(game, game.scenario.ground.side_key(near, far))
        facts = {"unit": name, "bridge": site}
        game.emit(Event("bridge begun", "14.3.2b", facts, seen_by=(player,)))


def _taken(game: Wb, name: str, key: int) -> list[Refusal]:
    """One bridge is built by one headquarters; what the enemy builds is secret. [14.3.3]"""
    for other, work in sorted(game.state[WORKS].items()):
        mine = counter_of(game, other).side == counter_of(game, name).side
        if mine and game.scenario.ground.side_key(work.near, work.far) == key:
            text = f"{other} is at work on {label(game, key)}; one bridge takes one HQ"
            return [Refusal("14.3.3", text)]
    return []


def _use_everything(game: Wb, name: str) -> None:
    """A headquarters at work uses all its movement and stays. [14.3.2b] [14.3.4]"""
    activate(game, name, initial(game, name), halted=True)


def held(game: Wb, side: str, work: BridgeWork) -> bool:
    """Whether the far bank is the builder's: out of enemy zones, or held on both banks. [14.3.2c]

    Enemy units on the far bank always take it; friendly regular units on both banks make good an
    enemy zone of control.
    """
    enemy = game.scenario.other(side)
    if holder(game, work.far) == enemy:
        return False
    return not in_zone(game, work.far, enemy) or all(
        any(
            counter_of(game, name).regular and counter_of(game, name).side == side
            for name in units_at(game, bank)
        )
        for bank in (work.near, work.far)
    )


def watch(game: Wb) -> None:
    """When a phase ends, works whose far bank is not held are lost. [14.3.2c]

    So is one whose headquarters has been taken away from it.
    """
    for name, work in sorted(game.state[WORKS].items()):
        side = counter_of(game, name).side
        if unit_of(game, name).hex != work.near or not held(game, side, work):
            game.drop(WORKS, name)
            site = label(game, game.scenario.ground.side_key(work.near, work.far))
            facts = {"unit": name, "bridge": site}
            game.emit(Event("bridge lost", "14.3.2c", facts, seen_by=(side,)))


def complete(game: Wb, side: str) -> None:
    """When a side's Movement Phase begins, the bridges begun in its last one stand. [14.3.2c]"""
    for name, work in sorted(game.state[WORKS].items()):
        if counter_of(game, name).side != side:
            continue
        key = game.scenario.ground.side_key(work.near, work.far)
        printed = key in game.scenario.ground.printed_bridges
        old = game.state[BRIDGES].get(key)
        game.drop(WORKS, name)
        game.put(BRIDGES, key, Bridge(True, printed, old.controller if old else side))
        update_control(game, work.near)
        _use_everything(game, name)
        site = label(game, key)
        game.emit(Event("bridge up", "14.3.2c", {"bridge": site, "side": side, "unit": name}))
