"""What a player decides unit by unit: mode, battery, combat reserve. [5.0] [5.6.0] [5.8.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.systems.goss.modes.changing import enter
from grognard.systems.goss.modes.entering import against_change, against_mode
from grognard.systems.goss.pieces.stacks import beside_enemy, on_map
from grognard.systems.goss.pieces.values import battalion, carried, counter_of, unit_of
from grognard.systems.goss.scenario import ENA, NIGHT, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import EXPLOIT, MR, OOS, PA, RE, STATIC, STRAT, TAC, UNITS
from grognard.systems.goss.words import called

SINGLE = (TAC, PA, STRAT)
"""The modes that units enter one by one. [5.1.0] [5.2.0] [5.5.0]"""
IB, OOB = "IB", "OoB"
STANCES = (IB, OOB)
"""In and out of battery. [5.6.0]"""
RESERVE_STEPS = 2
"""The least steps of a combat reserve. [5.8.0]"""


def not_yours(game: Gs, player: str, names: tuple[str, ...]) -> list[Refusal]:
    """Why units cannot be ordered at all: they are not the player's, or not there."""
    own = {*on_map(game, player)}
    strange = [n for n in names if n not in own]
    if strange or not names:
        text = f"{strange[0]!r} is no unit of yours on the map" if strange else "nobody is named"
        return [Refusal("form", text)]
    return []


@dataclass(frozen=True, slots=True)
class Change:
    """Units, and the mode that they enter."""

    units: Pieces
    mode: str


class EnterMode(Verb[Gs, Change]):
    """Units enter Tac, PA or Strat mode. [5.1.0] [5.2.0] [5.5.0]"""

    do, rule, title, order = "mode", "5.0", "Change mode", Change
    phrase = "{units} into {mode} mode"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Change]:
        """The modes that it is not in."""
        mode = unit_of(game, actor).mode
        for other in SINGLE:
            if other != mode:
                yield Change((actor,), other)

    def against(self, game: Gs, player: str, order: Change) -> list[Refusal]:
        """As each mode has it; Exploit and MR mode are left as a whole. [5.3.0] [5.4.0]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        if order.mode not in SINGLE:
            text = f"units enter {', '.join(SINGLE)} one by one, not {order.mode!r}"
            return [Refusal("5.0", text)]
        found: list[Refusal] = []
        for name in order.units:
            found += self._against(game, name, order.mode)
        return found

    def _against(self, game: Gs, name: str, mode: str) -> list[Refusal]:
        counter, unit = counter_of(game, name), unit_of(game, name)
        if unit.mode == mode:
            return [Refusal("5.0", f"{counter.name} is in {mode} mode")]
        if unit.mode == MR or (unit.mode == EXPLOIT and not counter.recon):
            text = f"{counter.name} leaves {unit.mode} mode only with its formation or regiment"
            return [Refusal("5.3.0" if unit.mode == EXPLOIT else "5.4.0", text)]
        if counter.artillery and unit.battery and mode != TAC:
            return [Refusal("5.6.0", f"{counter.name} is in battery, and so in Tac mode")]
        return against_mode(game, name, mode)

    def carry_out(self, game: Gs, player: str, order: Change) -> None:
        """They are in that mode. [5.0]"""
        enter(game, order.units, order.mode, "5.0")


@dataclass(frozen=True, slots=True)
class Stance:
    """Artillery, and whether it goes into battery or out of it."""

    units: Pieces
    stance: str


class Battery(Verb[Gs, Stance]):
    """Artillery goes in or out of battery. [5.6.0]"""

    do, rule, title, order = "battery", "5.6.0", "In or out of battery", Stance
    phrase = "{units} {stance}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Artillery on the map."""
        return [n for n in on_map(game, player) if counter_of(game, n).artillery]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Stance]:
        """The stance that it is not in."""
        yield Stance((actor,), OOB if unit_of(game, actor).battery else IB)

    def against(self, game: Gs, player: str, order: Stance) -> list[Refusal]:
        """Only in Tac mode is artillery in battery; static guns stay so unless they are carried.
        [5.6.0] [4.3.3]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        if order.stance not in STANCES:
            return [Refusal("5.6.0", f"a stance is {' or '.join(STANCES)}, not {order.stance!r}")]
        found: list[Refusal] = []
        for name in order.units:
            counter, unit = counter_of(game, name), unit_of(game, name)
            found += against_change(game, name)
            if not counter.artillery:
                found.append(Refusal("5.6.0", f"{counter.name} is no artillery"))
            elif unit.battery == (order.stance == IB):
                found.append(Refusal("5.6.0", f"{counter.name} is {order.stance} already"))
            elif order.stance == IB and unit.mode != TAC:
                found.append(Refusal("5.6.0", f"{counter.name} is in {unit.mode} mode"))
            elif order.stance == OOB and counter.cls == STATIC:
                found.append(Refusal("4.3.3", f"{counter.name} has no transport of its own"))
        return found

    def carry_out(self, game: Gs, player: str, order: Stance) -> None:
        """It is turned over. [5.6.0]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), battery=order.stance == IB))
        facts = {"units": list(order.units), "stance": order.stance}
        game.emit(Event("battery", "5.6.0", facts))


@dataclass(frozen=True, slots=True)
class Mark:
    """A unit that is made a combat reserve, or is one no more."""

    units: Pieces
    off: bool = False


class CombatReserve(Verb[Gs, Mark]):
    """Battalions are held back for other units' assaults, or are so no more. [5.8.0]"""

    do, rule, title, order = "combat-reserve", "5.8.0", "Combat reserve", Mark
    phrase = "{units} in combat reserve"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Personnel on the map. [5.8.0]"""
        return [n for n in on_map(game, player) if counter_of(game, n).personnel]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Mark]:
        """On or off."""
        yield Mark((actor,), unit_of(game, actor).cr)

    def against(self, game: Gs, player: str, order: Mark) -> list[Refusal]:
        """Whole battalions of personnel in Tac mode, rested, supplied, and away from enemies.
        [5.8.0]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        found: list[Refusal] = []
        for name in order.units:
            unit = unit_of(game, name)
            if order.off:
                if not unit.cr:
                    found.append(Refusal("5.8.0", f"{called(game, name)} is no combat reserve"))
            else:
                found += against_combat_reserve(game, name)
        return found

    def carry_out(self, game: Gs, player: str, order: Mark) -> None:
        """They are marked, or the marker comes off. [5.8.0]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), cr=not order.off))
        facts = {"units": list(order.units), "off": order.off}
        game.emit(Event("combat-reserve", "5.8.0", facts))


def against_combat_reserve(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not be a combat reserve. [5.8.0] [5.8.0-bar] [7.12.5]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    whole = battalion(counter, unit) and unit.steps >= RESERVE_STEPS
    barred = (
        (unit.cr, "is one already"),
        (not counter.personnel, "is no personnel unit"),
        (unit.mode != TAC, f"is in {unit.mode} mode"),
        (beside_enemy(game, counter.side, unit.hex), "is next to an enemy"),
        (not whole, "is no battalion with two steps"),
        (carried(unit), "is carried by trucks"),
        (counter.is_(RE), "is a rear echelon unit"),
        (unit.supply == OOS, "is out of supply"),
        (unit.ooc, "is out of command"),
        (unit.fatigue > 0, "is fatigued"),
        (bool(unit.task), "is at work"),
    )
    found = [Refusal("5.8.0", f"{counter.name} {why}") for holds, why in barred if holds]
    return against_change(game, name) + found


def reserves_in_contact(game: Gs) -> None:
    """Combat reserves that are next to an enemy when their Movement Phase begins are so no more.
    [5.8.0] [5.8.0-off]"""
    for name in on_map(game, active(game)):
        unit = unit_of(game, name)
        if unit.cr and beside_enemy(game, counter_of(game, name).side, unit.hex):
            end_reserve(game, name)


def end_reserve(game: Gs, name: str) -> None:
    """A unit is no combat reserve any more: it moved, defended, was shaken, or was used. [5.8.0]
    [5.8.0-off]"""
    unit = unit_of(game, name)
    if unit.cr:
        game.put(UNITS, name, replace(unit, cr=False))
        game.emit(Event("combat-reserve", "5.8.0", {"units": [name], "off": True}))


class LeaveStrat(Verb[Gs, Change]):
    """At the end of its Movement Phase at night a unit may leave Strat mode; in an ENA period
    nobody changes his mode. [5.5.2] [3.4.3]"""

    do, rule, title, order = "leave-strat", "5.5.2", "Leave Strat mode", Change
    phrase = ("{sole_units} leaves Strat mode", "{units} leave Strat mode")

    def actors(self, game: Gs, player: str) -> list[str]:
        """At night, whoever is in Strat mode. [5.5.2]"""
        if period(game) != NIGHT:
            return []
        return [n for n in on_map(game, player) if unit_of(game, n).mode == STRAT]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Change]:
        """The one way."""
        yield Change((actor,), TAC)

    def against(self, game: Gs, player: str, order: Change) -> list[Refusal]:
        """It must be night, and they in Strat mode. [5.5.2]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        if period(game) == ENA:
            return [Refusal("3.4.3", "nobody changes his mode in an ENA period")]
        if period(game) != NIGHT:
            return [
                Refusal(
                    "5.5.2", "but at night units leave Strat mode in the Mode Determination Phase"
                )
            ]
        staying = [n for n in order.units if unit_of(game, n).mode != STRAT]
        return [Refusal("5.5.2", f"{called(game, n)} is not in Strat mode") for n in staying]

    def carry_out(self, game: Gs, player: str, order: Change) -> None:
        """They are in Tac mode. [5.5.2]"""
        enter(game, order.units, TAC, "5.5.2")
