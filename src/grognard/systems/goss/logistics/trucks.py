"""Truck points: what each carries today. [16.1.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.goss.logistics.stock import armies_of, army_of, book
from grognard.systems.goss.pieces.chain import (
    army,
    headquarters,
    headquarters_of,
    leads_formation,
    mech_formation,
)
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import ARMIES, HQS, Army

AMMO_MOST, FUEL_MOST = 7, 8
"""How many trucks count on the Logistics Table; more only absorb losses. [16.1.2a] [16.1.2b]"""


def new_day(game: Gs) -> None:
    """Trucks that interdiction took are back, none is used, and each does what it did yesterday
    until its owner says otherwise; new ones carry ammunition. [16.1.2] [20.4.1-2]"""
    for side in SIDES:
        for name in armies_of(game, side):
            track = with_tasks(army_of(game, name))
            game.put(ARMIES, name, replace(track, lost_ammo=0, lost_fuel=0, used=0))
        for hq in headquarters_of(game, side):
            if headquarters(game, hq).legs_ride:
                game.put(HQS, hq, replace(headquarters(game, hq), legs_ride=False))


def with_tasks(track: Army) -> Army:
    """An army's track on which every truck has a task: the old ones, new trucks carry ammunition;
    where there are fewer than before, half of them ammunition and half fuel. [16.1.2]"""
    assigned = track.ammo + track.fuel + track.motor
    if assigned > track.tp or not assigned:
        ammo = -(-track.tp // 2)
        return replace(track, ammo=ammo, fuel=track.tp - ammo, motor=0)
    return replace(track, ammo=track.ammo + track.tp - assigned)


def free_trucks(game: Gs, name: str) -> int:
    """Motorization trucks of an army that nobody uses yet. [16.1.2c]"""
    track = army_of(game, name)
    return track.motor - track.used


def ammo_row(track: Army) -> int:
    """The row of the Logistics Table for ammunition: losses come off first. [16.1.2a] [16.2.1]"""
    return max(0, min(AMMO_MOST, track.ammo - track.lost_ammo))


def fuel_row(track: Army) -> int:
    """The row for fuel. [16.1.2b] [16.2.1]"""
    return max(0, min(FUEL_MOST, track.fuel - track.lost_fuel))


@dataclass(frozen=True, slots=True)
class Assignment:
    """An army, and how many of its trucks do what."""

    army: str
    ammo: int
    fuel: int
    motor: int = 0


class AssignTrucks(Verb[Gs, Assignment]):
    """The trucks of an army carry ammunition, fuel or troops for a day. [16.1.2]"""

    do, rule, title, order = "trucks", "16.1.2", "Assign trucks", Assignment
    phrase = "{army}: {ammo:truck} for ammunition, {fuel} for fuel, {motor} for troops"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, if an army has trucks."""
        return [""] if any(army_of(game, n).tp for n in armies_of(game, player)) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Assignment]:
        """Halves, thirds, and all for one."""
        for name in armies_of(game, player):
            trucks = army_of(game, name).tp
            for ammo in dict.fromkeys((trucks // 2, -(-trucks // 3), trucks, 1)):
                for motor in dict.fromkeys((0, trucks // 4)):
                    if trucks and ammo + motor <= trucks:
                        yield Assignment(name, ammo, trucks - ammo - motor, motor)

    def against(self, game: Gs, player: str, order: Assignment) -> list[Refusal]:
        """Each truck has one task; an Axis army has one at least for ammunition. More than count
        on the table may go. [16.1.2] [16.1.2a] [16.1.2b]"""
        if order.army not in armies_of(game, player):
            return [Refusal("16.1.1", f"{order.army!r} is no army of yours")]
        trucks, found = army_of(game, order.army).tp, []
        tasks = (order.ammo, order.fuel, order.motor)
        if min(tasks) < 0 or sum(tasks) != trucks:
            text = f"{order.army} has {trucks} trucks, and each has one task"
            found.append(Refusal("16.1.2", text))
        if player == SIDES[1] and trucks and order.ammo < 1:
            found.append(Refusal("16.1.2a", "at least one truck carries ammunition"))
        if order.motor < army_of(game, order.army).used:
            found.append(Refusal("16.1.2c", "more motorization trucks are in use"))
        return found

    def carry_out(self, game: Gs, player: str, order: Assignment) -> None:
        """They do so for the whole GD. [16.1.2]"""
        track = army_of(game, order.army)
        tasks = {"ammo": order.ammo, "fuel": order.fuel, "motor": order.motor}
        game.put(
            ARMIES,
            order.army,
            replace(track, ammo=order.ammo, fuel=order.fuel, motor=order.motor),
        )
        game.emit(Event("trucks", "16.1.2", {"army": order.army, **tasks}, seen_by=(player,)))


FREE_TRUCKS = "free_trucks"
"""The scenario's word for the sides that divide their trucks among their armies. [16.1.1]"""


@dataclass(frozen=True, slots=True)
class Sharing:
    """An army, the one that gets trucks of it, and how many."""

    army: str
    to: str
    trucks: int = 1


class ShareTrucks(Verb[Gs, Sharing]):
    """Trucks are assigned to another army, where the scenario lets a side divide them. [16.1.1]"""

    do, rule, title, order = "share-trucks", "16.1.1", "Trucks for another army", Sharing
    phrase = "{trucks:truck} of {army} for {to}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, if the scenario allows it and there are several armies. [16.1.1]"""
        free = player in game.scenario.special.get(FREE_TRUCKS, ())
        return [""] if free and len(armies_of(game, player)) > 1 else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Sharing]:
        """A truck of each army for each other."""
        for name in armies_of(game, player):
            for other in armies_of(game, player):
                if other != name and army_of(game, name).tp:
                    yield Sharing(name, other)

    def against(self, game: Gs, player: str, order: Sharing) -> list[Refusal]:
        """Every truck belongs to an army; those that are in use stay with theirs. [16.1.1]"""
        if not self.actors(game, player):
            return [Refusal("16.1.1", "the scenario says which army has how many trucks")]
        mine = armies_of(game, player)
        if order.army not in mine or order.to not in mine or order.army == order.to:
            return [Refusal("16.1.1", "trucks go from one army of yours to another")]
        track = army_of(game, order.army)
        if not 1 <= order.trucks <= track.tp:
            return [Refusal("16.1.1", f"{order.army} has {track.tp} trucks")]
        if track.used:
            return [Refusal("16.1.2c", f"trucks of {order.army} are in use")]
        return []

    def carry_out(self, game: Gs, player: str, order: Sharing) -> None:
        """They are moved from one track to the other, and have a task there. [16.1.1]"""
        for name, change in ((order.army, -order.trucks), (order.to, order.trucks)):
            book(
                game, name, "trucks-shared", "16.1.1", tp=change, trucks=order.trucks, to=order.to,
                of=order.army,
            )  # fmt: skip
            game.put(ARMIES, name, with_tasks(army_of(game, name)))


class SupplyTruck(Verb[Gs, OfOne]):
    """A motorization truck lets a Leg formation trace as Mech for the day. [15.2.3-2] [16.1.2c]"""

    do, rule, title, order = "supply-truck", "15.2.3", "Truck for supply columns", OfOne
    phrase = "a truck for the supply columns of {unit}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters of Leg formations that have none."""
        return [
            hq
            for hq in headquarters_of(game, player)
            if leads_formation(game, hq)
            and not mech_formation(game, hq)
            and not headquarters(game, hq).legs_ride
            and army(game, hq) in game.scenario.armies
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """A motorization truck of its army must be free. [15.2.3-2]"""
        if order.unit not in self.actors(game, player):
            return [Refusal("15.2.3", f"{order.unit!r} leads no Leg formation without a truck")]
        name = army(game, order.unit)
        if free_trucks(game, name) < 1:
            return [Refusal("16.1.2c", f"{name} has no motorization truck to spare")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """The truck is in use. [16.1.2c]"""
        name = army(game, order.unit)
        track = army_of(game, name)
        game.put(ARMIES, name, replace(track, used=track.used + 1))
        game.put(HQS, order.unit, replace(headquarters(game, order.unit), legs_ride=True))
        facts = {"hq": order.unit}
        game.emit(Event("supply-truck", "15.2.3", facts, seen_by=(player,)))
