"""A formation that has just entered refit may give steps and guns to others. [22.4.2]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.kit.ways import POINT
from grognard.systems.goss.arrivals.rebuilding import missing
from grognard.systems.goss.arrivals.refit import members, refitting
from grognard.systems.goss.arrivals.resurrection import places
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.chain import assigned, formation, headquarters
from grognard.systems.goss.pieces.losses import gone
from grognard.systems.goss.pieces.stacks import beside_enemy, units_at
from grognard.systems.goss.pieces.values import battalion, counter_of, unit_of, z_step
from grognard.systems.goss.pieces.values import on_map as there
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.links import Reach, link
from grognard.systems.goss.supply.ways import MECH_PATH
from grognard.systems.goss.turn.calendar import day
from grognard.systems.goss.units import ELIMINATED, GENS, LOST, MAP, UNITS, Unit
from grognard.systems.goss.words import called

NEAR = 3
"""How many Mech MP apart the headquarters may be. [22.4.2]"""


def givers(game: Gs, player: str) -> list[str]:
    """The units of formations that entered refit in this Command Phase: they have received no
    points yet. [22.4.2]"""
    hqs = [hq for hq in refitting(game, player) if headquarters(game, hq).since == day(game)]
    return [
        n
        for hq in hqs
        for n in members(game, hq)
        if n not in headquarters(game, hq).spared and not counter_of(game, n).hq
    ]


def close(game: Gs, one: str, two: str) -> bool:
    """Whether two headquarters are in GenS, and within three Mech MP of each other. [22.4.2]"""
    if not all(there(game, hq) and unit_of(game, hq).supply == GENS for hq in (one, two)):
        return False
    a, b, far = unit_of(game, one).hex, unit_of(game, two).hex, NEAR * POINT
    reach = Reach(far, far, far, far)
    return link(game, counter_of(game, one).side, a, b, MECH_PATH, reach) is not None


def receiving(game: Gs, name: str) -> str:
    """The headquarters of the formation that a unit belongs to, a lost one too. [22.4.2]"""
    unit = unit_of(game, name)
    if unit.place in LOST:
        hq = assigned(game.scenario, counter_of(game, name))
        return hq if hq and counter_of(game, hq).leads_formation else ""
    return formation(game, name)


@dataclass(frozen=True, slots=True)
class Gift:
    """A unit in refit, the unit of another formation that gets of it, and how many steps."""

    unit: Piece
    to: Piece
    steps: int = 1


class GiveSteps(Verb[Gs, Gift]):
    """A formation that has entered refit gives steps to another. [22.4.2]"""

    do, rule, title, order = "give-steps", "22.4.2", "Give steps to another formation", Gift
    phrase = "{unit} gives {steps:step} to {to}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Those of them that are no guns and have steps to give. [22.4.2]"""
        return [n for n in givers(game, player) if to_give(game, n) > 0]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Gift]:
        """To everybody of its type who lacks steps, as many as it can."""
        kind = counter_of(game, actor).type.code
        for name, unit in game.state[UNITS].items():
            counter = counter_of(game, name)
            if name == actor or counter.side != player or counter.type.code != kind:
                continue
            if unit.place not in (MAP, *LOST):
                continue
            most = min(to_give(game, actor), missing(counter, unit))
            yield from (Gift(actor, name, n) for n in range(most, 0, -1))

    def against(self, game: Gs, player: str, order: Gift) -> list[Refusal]:
        """The giver keeps a step if it is a battalion; the receiver is of the same type and no
        better, supplied and unseen; a lost battalion stays lost. [22.4.2]"""
        if order.unit not in givers(game, player):
            text = f"{order.unit!r} is not of a formation that enters refit now"
            return [Refusal("22.4.2", text)]
        if order.to not in game.state[UNITS] or counter_of(game, order.to).side != player:
            return [Refusal("form", f"{order.to!r} is no unit of yours")]
        if not 1 <= order.steps <= to_give(game, order.unit):
            most = to_give(game, order.unit)
            return [Refusal("22.4.2", f"{called(game, order.unit)} gives {most} steps at most")]
        return against_pair(game, order.unit, order.to) or against_getting(game, order)

    def carry_out(self, game: Gs, player: str, order: Gift) -> None:
        """The steps go over; a company that has given all it had is in the box. [22.4.2]"""
        unit = unit_of(game, order.unit)
        if unit.steps > order.steps:
            game.put(UNITS, order.unit, replace(unit, steps=unit.steps - order.steps))
        else:
            game.put(UNITS, order.unit, gone(game, unit, ELIMINATED))
        to = unit_of(game, order.to)
        if to.place in LOST:
            h = places(game, order.to)[0]
            height = 1 + max((unit_of(game, n).order for n in units_at(game, h)), default=0)
            to = Unit(
                MAP, h, steps=0, order=height, attached=to.attached, raised=to.raised,
                resurrected=game.turn,
            )  # fmt: skip
        game.put(UNITS, order.to, replace(to, steps=to.steps + order.steps, z=False))
        facts = {"unit": order.unit, "to": order.to, "steps": order.steps}
        game.emit(Event("steps-given", "22.4.2", facts, seen_by=(player,)))


def to_give(game: Gs, name: str) -> int:
    """How many steps a unit in refit may give: a battalion all but its last, a company all; guns
    none. [22.4.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.artillery or z_step(counter, unit):
        return 0
    return unit.steps - 1 if battalion(counter, unit) else unit.steps


def against_pair(game: Gs, one: str, two: str) -> list[Refusal]:
    """Another formation of the same nation whose headquarters is near. [22.4.2]"""
    a, b = formation(game, one), receiving(game, two)
    if not b or a == b:
        return [Refusal("22.4.2", f"{called(game, two)} is of no other formation")]
    if counter_of(game, one).nation != counter_of(game, two).nation:
        return [Refusal("22.4.2", "steps do not go from nation to nation")]
    if not close(game, a, b):
        text = f"{called(game, a)} and {called(game, b)} are not within {NEAR} Mech MP in GenS"
        return [Refusal("22.4.2", text)]
    return []


def against_getting(game: Gs, order: Gift) -> list[Refusal]:
    """Why a unit may not get steps of another. [22.4.2]"""
    a, b, title = counter_of(game, order.unit), counter_of(game, order.to), called(game, order.to)
    unit = unit_of(game, order.to)
    if (a.type.code, a.mix) != (b.type.code, b.mix):
        return [Refusal("22.4.2", f"{title} is of another type")]
    if b.pr_off > a.pr_off or b.pr_def > a.pr_def:
        return [Refusal("22.4.2", f"{title} has a higher proficiency")]
    if order.steps > missing(b, unit):
        return [Refusal("22.4.2", f"{title} lacks {missing(b, unit)} steps")]
    if unit.place in LOST:
        return against_raising(game, order.to)
    if unit.place != MAP or unit.supply != GENS:
        return [Refusal("22.4.2", f"{title} is not in general supply")]
    return [Refusal("22.4.2", f"{title} is in contact")] if in_contact(game, order.to) else []


def against_raising(game: Gs, name: str) -> list[Refusal]:
    """Companies of the receiving formation may be raised so, battalions not. [22.4.2]"""
    counter, title = counter_of(game, name), called(game, name)
    if battalion(counter, unit_of(game, name)):
        return [Refusal("22.4.2", f"{title} is a battalion: it is not resurrected so")]
    if not places(game, name):
        return [Refusal("22.5.2b", f"there is no room for {title} by its headquarters")]
    return []


def in_contact(game: Gs, name: str) -> bool:
    """Whether a unit is next to an enemy, or observed from the ground. [22.4.2]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    return beside_enemy(game, side, unit.hex) or observed(game, name)


# ---- guns [22.4.2-2]


@dataclass(frozen=True, slots=True)
class Swap:
    """Artillery in refit, and the lost artillery of another formation that it becomes."""

    unit: Piece
    to: Piece


class GiveGuns(Verb[Gs, Swap]):
    """Artillery of a formation in refit replaces lost artillery of another. [22.4.2-2]"""

    do, rule, title, order = "give-guns", "22.4.2-2", "Give artillery to another formation", Swap
    phrase = "{unit} becomes {to}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Guns of formations that have just entered refit, but those that stay out of it."""
        return [n for n in givers(game, player) if counter_of(game, n).artillery]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Swap]:
        """Each lost battalion with the same guns."""
        for name, unit in game.state[UNITS].items():
            if unit.place in LOST and _same_guns(game, actor, name):
                yield Swap(actor, name)

    def against(self, game: Gs, player: str, order: Swap) -> list[Refusal]:
        """Another formation has lost a battalion of the same guns. [22.4.2-2]"""
        if order.unit not in self.actors(game, player):
            text = f"{order.unit!r} is no artillery of a formation that enters refit now"
            return [Refusal("22.4.2-2", text)]
        if order.to not in game.state[UNITS] or counter_of(game, order.to).side != player:
            return [Refusal("form", f"{order.to!r} is no unit of yours")]
        if unit_of(game, order.to).place not in LOST or not _same_guns(game, order.unit, order.to):
            text = f"{called(game, order.to)} is no lost unit with the same guns"
            return [Refusal("22.4.2-2", text)]
        return against_pair(game, order.unit, order.to)

    def carry_out(self, game: Gs, player: str, order: Swap) -> None:
        """One counter takes the place of the other, which can be rebuilt later. [22.4.2-2]"""
        unit, before = unit_of(game, order.unit), unit_of(game, order.to)
        taken = replace(unit, attached=before.attached, resurrected=game.turn, raised=before.raised)
        game.put(UNITS, order.unit, gone(game, unit, ELIMINATED))
        game.put(UNITS, order.to, taken)
        facts = {"unit": order.unit, "to": order.to}
        game.emit(Event("guns-given", "22.4.2-2", facts, seen_by=(player,)))


def _same_guns(game: Gs, one: str, two: str) -> bool:
    a, b = counter_of(game, one), counter_of(game, two)
    return a.side == b.side and (a.type.code, a.gun) == (b.type.code, b.gun)
