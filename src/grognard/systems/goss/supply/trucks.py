"""Additional trucks: extended paths without their penalties. [15.2.4a]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.pieces.chain import (
    above,
    army,
    corps,
    formation,
    headquarters,
    headquarters_of,
    level_of,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import battalion, counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import HQS
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import (
    ARMY,
    DISMOUNTED,
    DIV,
    HYBRID,
    INFANTRY,
    INHERENT,
    LEG_FORMATION,
    MAP,
    MECH,
    UNITS,
    Unit,
)
from grognard.systems.goss.words import called

BATTALIONS = 3
"""How many battalions on foot make up one truck point. [15.2.4a]"""


def strained(game: Gs, name: str) -> bool:
    """Whether a unit or headquarters suffers from an extended path: no headquarters that it is
    supplied through has additional trucks. By an option they help what their headquarters traces
    on, from the next Supply Determination. [15.2.4] [15.2.4(c)] [15.2.4a]"""
    if not unit_of(game, name).extended:
        return False
    return game.options["additional-trucks"] == "onward" or not trucked(game, name)


def trucked(game: Gs, name: str) -> bool:
    """Whether a headquarters above a unit, or the unit itself, has additional trucks. [15.2.4a]"""
    hq = superior(game, name)
    while hq and not headquarters(game, hq).trucks:
        hq = above(game, hq)
    return bool(hq)


@dataclass(frozen=True, slots=True)
class Trucks:
    """A headquarters, and whose trucks it gets: battalions that go on foot, or a division that
    lends its inherent transport."""

    hq: Piece
    units: Pieces = ()
    lender: str = ""


class TruckSupport(Verb[Gs, Trucks]):
    """Trucks are taken from battalions or a division for a headquarters' supply columns.
    [15.2.4a]"""

    do, rule, title, order = "truck-support", "15.2.4a", "Additional truck support", Trucks
    phrase = "additional trucks for {hq}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Formation and corps headquarters. [15.2.4a]"""
        return [hq for hq in headquarters_of(game, player) if level_of(game, hq) != ARMY]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Trucks]:
        """The first battalions of its army that could go on foot, or each division that lends."""
        able = (n for n in sorted(on_map(game, player)) if not against_walking(game, actor, n))
        units = tuple(islice(able, BATTALIONS))
        if len(units) == BATTALIONS:
            yield Trucks(actor, units)
        for hq in headquarters_of(game, player):
            if player == ALLIED and actor in (hq, corps(game, hq)):
                yield Trucks(actor, lender=hq)

    def against(self, game: Gs, player: str, order: Trucks) -> list[Refusal]:
        """Three mounted Mech infantry battalions of its army, no companies, or an Allied division
        for itself or its corps. [15.2.4a]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("15.2.4a", "trucks are for a corps or formation headquarters of yours")]
        if headquarters(game, order.hq).trucks:
            return [Refusal("15.2.4a", f"{called(game, order.hq)} has additional trucks")]
        if order.lender:
            return self._against_lender(game, player, order)
        if len({*order.units}) != BATTALIONS:
            return [Refusal("15.2.4a", f"{BATTALIONS} battalions give one truck point")]
        strange = [n for n in order.units if n not in {*on_map(game, player)}]
        if strange:
            return [Refusal("form", f"{strange[0]!r} is no unit of yours on the map")]
        return [one for n in order.units for one in against_walking(game, order.hq, n)]

    def _against_lender(self, game: Gs, player: str, order: Trucks) -> list[Refusal]:
        lender = order.lender
        if order.units or lender not in {*headquarters_of(game, player)} or player != ALLIED:
            return [Refusal("15.2.4a", "an Allied division lends its inherent transport, alone")]
        counter = counter_of(game, lender)
        if counter.level != DIV or counter.is_(LEG_FORMATION):
            return [Refusal("7.12.3b", f"{counter.name} has no inherent transport")]
        if headquarters(game, lender).lent:
            return [Refusal("15.2.4a", f"{counter.name} has lent its transport")]
        if any(self._rides(game, lender, n) for n in on_map(game, player)):
            return [Refusal("7.12.3b", f"{counter.name} carries units with its transport")]
        if order.hq not in (lender, corps(game, lender)):
            return [Refusal("15.2.4a", f"{counter.name} lends it to itself or to its corps")]
        return []

    def _rides(self, game: Gs, lender: str, name: str) -> bool:
        """Whether a unit rides in the inherent transport of a division. [7.12.3b]"""
        return unit_of(game, name).transport == INHERENT and formation(game, name) == lender

    def carry_out(self, game: Gs, player: str, order: Trucks) -> None:
        """The battalions go on foot, or the division is without its trucks. [15.2.4a]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), transport=DISMOUNTED))
        if order.lender:
            game.put(HQS, order.lender, replace(headquarters(game, order.lender), lent=order.hq))
        status = headquarters(game, order.hq)
        game.put(
            HQS, order.hq, replace(status, trucks=1, truckers=order.units, trucked=game.serial)
        )
        facts = {"hq": order.hq, "off": False}
        game.emit(Event("truck-support", "15.2.4a", facts, seen_by=(player,)))


def against_walking(game: Gs, hq: str, name: str) -> list[Refusal]:
    """Why a unit cannot give up its trucks for a headquarters. [15.2.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    infantry = counter.type.code in INFANTRY and counter.type.code != HYBRID
    barred = (
        (not infantry or counter.cls != MECH, "is no Mech infantry"),
        (not battalion(counter, unit), "is no battalion"),
        (bool(unit.transport), "is not mounted"),
        (army(game, name) != army(game, hq), "belongs to another army"),
    )
    return [Refusal("15.2.4a", f"{counter.name} {why}") for holds, why in barred if holds]


def lends(game: Gs, name: str) -> bool:
    """Whether a battalion's trucks carry supplies: it goes on foot until it gets them back in a
    Joint Logistics Phase. [15.2.4a]"""
    return name in game.cached(("truckers",), (HQS.name,), lambda: _truckers(game))


def _truckers(game: Gs) -> frozenset[str]:
    return frozenset(name for status in game.state[HQS].values() for name in status.truckers)


def lost_trucks(game: Gs, name: str, before: Unit) -> None:
    """A headquarters that is eliminated has no trucks to give back: whose they were has them again.
    [15.2.4a]"""
    gone = name in game.state[HQS] and unit_of(game, name).place != MAP
    if gone and headquarters(game, name).trucks:
        give_back(game, name)


def give_back(game: Gs, hq: str) -> None:
    """The battalions are mounted, and the division has its transport again. [15.2.4a]"""
    status = headquarters(game, hq)
    for name in status.truckers:
        unit = unit_of(game, name)
        if unit.transport == DISMOUNTED:
            game.put(UNITS, name, replace(unit, transport=""))
    game.put(HQS, hq, replace(status, trucks=0, truckers=(), trucked=-1))
    for other, lender in [*game.state[HQS].items()]:
        if lender.lent == hq:
            game.put(HQS, other, replace(lender, lent=""))


@dataclass(frozen=True, slots=True)
class Whose:
    """A headquarters that has trucks of others."""

    hq: Piece


class ReturnTrucks(Verb[Gs, Whose]):
    """The trucks go back; battalions that lent them are mounted again. [15.2.4a]"""

    do, rule, title, order = "return-trucks", "15.2.4a", "Give trucks back", Whose
    phrase = "{hq} gives its trucks back"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Those who have some."""
        return [hq for hq in headquarters_of(game, player) if headquarters(game, hq).trucks]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Whose]:
        """All of them."""
        yield Whose(actor)

    def against(self, game: Gs, player: str, order: Whose) -> list[Refusal]:
        """In a later Joint Logistics Phase than they were taken. [15.2.4a]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("15.2.4a", f"{order.hq!r} has no trucks of others")]
        if this_phase(game, headquarters(game, order.hq).trucked):
            return [Refusal("15.2.4a", "they came in this phase")]
        return []

    def carry_out(self, game: Gs, player: str, order: Whose) -> None:
        """Everybody has his own again. [15.2.4a]"""
        give_back(game, order.hq)
        facts = {"hq": order.hq, "off": True}
        game.emit(Event("truck-support", "15.2.4a", facts, seen_by=(player,)))
