"""Reading the sky: own aircraft, what shows of the enemy's, and what a mission runs into. [14.0]

Of the enemy's aircraft one shows on each base, a fighter if there is one [4.9a]; it is taken at its
full strength, and every fighter that could rise against a mission is thought to rise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grognard.players.staff.fields import distances
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.air import bases, drop_plans, flak, interception
from grognard.systems.ocs.air.bases import Base
from grognard.systems.ocs.air.missions import flying_weather
from grognard.systems.ocs.combat.odds import TWO_DICE
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.pieces import planes
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import FIGHTER
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.works import air_bases

THOUSAND = 1000
LOST = 3
"""One in so many of those that break off has lost a step. [14.3e(C)]"""
QUARTERS, HALVED = 4, 2
"""Quarters of a point that strength near and farther off counts, how many times less it counts
where own units face it, and how many times its guard may be turned on a base."""


@dataclass(frozen=True, slots=True)
class Wing:
    """An own aircraft as it stands."""

    key: str
    hex: int
    fighter: bool
    strategic: bool
    carries: bool
    torpedo: bool
    offensive: bool
    reduced: bool
    rating: int
    barrage: int
    capacity: Fraction
    range: int

    def points(self, ships: bool = False) -> int:
        """Its barrage points; torpedo bombers have them against ships alone. [18.3e]"""
        return 0 if self.torpedo and not ships else self.barrage


def wing(seat: OcsSeat, key: str) -> Wing:
    """One of the own aircraft."""
    game = seat.table
    plane, face, reduced = planes.plane_of(game, key), planes.face(game, key), _reduced(seat, key)
    return Wing(
        key, bases.base_of(game, key).hex, planes.fighter(game, key), planes.strategic(game, key),
        planes.carries(game, key), plane.torpedo, not face.passive, reduced,
        face.rating, face.barrage, face.capacity, plane.range,
    )  # fmt: skip


def _reduced(seat: OcsSeat, key: str) -> bool:
    return planes.aircraft(seat.table, key).reduced


def ready(seat: OcsSeat) -> list[Wing]:
    """The own aircraft that can fly now. [14.1a] [14.2e]"""
    if not flying_weather(seat.table, seat.side):
        return []
    return [wing(seat, key) for key in planes.active(seat.table, seat.side)]


def usefulness(seat: OcsSeat, one: Wing, dropping: bool = False) -> int:
    """What an aircraft is worth when it is Active, in thousandths of a point of strength."""
    value = 90 * one.barrage + int(200 * one.capacity)
    if one.fighter:
        value += 150 * one.rating
    return value + 4 * seat.doctrine.skies.step if dropping and one.carries else value


class Sky:
    """What can be known of the air at one moment."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat = seat
        self.step = seat.doctrine.skies.step if seat.turns_left > 1 else 0
        """What a step of an aircraft is worth now: on the last turn nobody spares them."""
        self._duels: dict[int, tuple[int, int, int]] = {}

    # ---- the enemy's aircraft

    @cached_property
    def shown(self) -> dict[int, tuple[int, bool]]:
        """For each enemy base with an Active aircraft its rating, and whether it is a fighter."""
        game, enemy = self.seat.table, self.seat.enemy
        found = {}
        for base in bases.bases(game, enemy):
            key = fog.aircraft_on_show(game, base.hex, enemy)
            if key:
                plane = planes.plane_of(game, key)
                found[base.hex] = plane.full.rating, FIGHTER in plane.types
        return found

    def opponent(self, h: int) -> int | None:
        """The best rating that would meet a mission over a hex; None if nobody would. [14.5]"""
        near = [
            rating
            for base, (rating, fighter) in self.shown.items()
            if base == h
            or (fighter and self.seat.board.distance(base, h) <= interception.ZONE)
        ]  # fmt: skip
        return max(near, default=None)

    # ---- what befalls a mission

    def duel(self, difference: int) -> tuple[int, int, int]:
        """How often, in thousandths, the attacker, both, or the defender break off. [14.3e(C)]"""
        if difference not in self._duels:
            table = self.seat.scenario.tables["air-combat"]
            found = {"attacker": Fraction(0), "both": Fraction(0), "defender": Fraction(0)}
            for roll, chance in TWO_DICE.items():
                found[table.cell(roll + difference, "aborts", clamp=True).value] += chance
            a, b, d = (int(THOUSAND * share) for share in found.values())
            self._duels[difference] = a, b, d
        return self._duels[difference]

    def through(self, wings: Sequence[Wing], h: int) -> list[tuple[int, tuple[Wing, ...]]]:
        """Who gets through to a hex, with the chance of it in thousandths. [14.3e(D)]

        The enemy attacks the best of them first, until he or all of them have broken off.
        """
        enemy = self.opponent(h)
        left = tuple(sorted(wings, key=lambda w: (-w.rating, w.key)))
        if enemy is None:
            return [(THOUSAND, left)]
        found, chance = [], THOUSAND
        while left and chance:
            beaten, both, ours = self.duel(enemy - left[0].rating)
            found.append((chance * beaten // THOUSAND, left))
            found.append((chance * both // THOUSAND, left[1:]))
            chance = chance * ours // THOUSAND
            left = left[1:]
        return found

    def danger(self, wings: Sequence[Wing], h: int, busting: bool = False) -> int:
        """What air combat and flak cost a mission on the average, thousandths of a point.

        `busting`: it goes for trains.
        """
        lost = 0
        for chance, left in self.through(wings, h):
            lost += chance * (len(wings) - len(left)) * self.step // LOST // THOUSAND
        return lost + self.flak(h, wings, busting) * self.step // THOUSAND

    def flak(self, h: int, wings: Sequence[Wing], busting: bool = False) -> int:
        """How often flak hits a barrage, in thousandths, as far as it shows. [14.4e]"""
        seat, tables = self.seat, self.seat.scenario.tables
        seen = seat.sightings.get(h)
        more = number(tables, "flak", f"aircraft_{min(4, len(wings))}", "modifier")
        if interception.in_patrol_zone(seat.table, h, seat.enemy):
            row = "zone_fighter" if any(one.fighter for one in wings) else "zone_no_fighter"
            more += number(tables, "flak", row, "modifier")
            more += number(tables, "flak", "zone_trainbusting", "modifier") if busting else 0
        if seen is not None and seen.counter.hq:
            more += number(tables, "flak", "headquarters", "modifier")
        if air_bases.owner(seat.table, h) == seat.enemy:
            more += air_bases.flak(seat.table, h)
        ship = fog.ship_on_show(seat.table, h, seat.enemy)
        if ship:
            more += seat.scenario.ship_counters[self._ship(ship)].sound.flak
        return int(THOUSAND * sum(c for roll, c in TWO_DICE.items() if roll + more >= flak.HIT))

    def _ship(self, key: str) -> str:
        """The counter of a ship that shows."""
        seas = self.seat.enemy_ships.values()
        return next(str(ships[key]["counter"]) for ships in seas if key in ships)

    # ---- own bases

    @cached_property
    def near_front(self) -> list[int]:
        """How far each hex is from the nearest enemy whom own units face, or from any enemy."""
        seat = self.seat
        own = distances(seat.board, seat.situation.at)
        foes = seat.situation.foes
        front = [h for h in foes if 0 <= own[h] <= seat.doctrine.skies.contact]
        return distances(seat.board, front or foes)

    def endangered(self, h: int) -> bool:
        """Whether the enemy could walk onto a base: with more than its guard would stop.

        Those whom own units face have somebody else to think of.
        """
        house = self.seat.doctrine.skies
        seat, situation = self.seat, self.seat.situation
        near, far, farthest = situation.bearing
        threat = 0
        for foe in situation.foes.values():
            away = seat.board.distance(foe.hex, h)
            if away <= (farthest if foe.mobile else far):
                share = QUARTERS if away <= near else HALVED if away <= far else 1
                pinned = any(b in situation.at for b in seat.board.around(foe.hex))
                threat += foe.attack * share // (house.pinned if pinned and away > 1 else 1)
        guard = sum(piece.defence for piece in situation.stack(h))
        return threat > QUARTERS * house.exposed * max(1, guard)

    def refits(self, h: int) -> bool:
        """Whether a base could be paid a refit. [15.1(B)]"""
        found = paying.sources(self.seat.table, self.seat.side, h, paying.REFIT)
        return any(source.tokens > 0 for source in found)

    def haven(self, one: Wing, base: Base, coming: int = 0) -> int:
        """How good a base is for an aircraft, with so many others on their way to it."""
        house = self.seat.doctrine.skies
        game, h = self.seat.table, base.hex
        if base.carrier:
            return HOME
        if h not in self._grounds:
            self._grounds[h] = self._ground(h)
        value = self._grounds[h]
        away = self.near_front[h]
        if away >= 0:
            value += house.range if away <= one.range else 0
            if one.carries and not one.barrage:
                value -= house.close if away < interception.ZONE else 0
            elif away <= interception.ZONE:
                value += house.patrol if one.fighter else house.close
            elif one.fighter:
                value -= min(away - interception.ZONE, one.range)
        if one.carries and h in self.fares:
            value += house.fares
        others = [k for k in air_bases.based(game, h, self.seat.side) if k != one.key]
        spare = air_bases.refits(game, h) - len(others) - coming
        return value - (house.crowd * (1 - spare) if spare < 1 else 0)

    @cached_property
    def fares(self) -> frozenset[int]:
        """Where units wait to be dropped. [14.10b]"""
        plans = drop_plans.plans(self.seat.table, self.seat.side)
        return frozenset(self.seat.unit(plan.unit).hex for plan in plans)

    @cached_property
    def _grounds(self) -> dict[int, int]:
        return {}

    def _ground(self, h: int) -> int:
        """What a base is good for, whoever comes."""
        house = self.seat.doctrine.skies
        value = house.supplied if self.refits(h) else 0
        return value - (house.peril if self.endangered(h) else 0)

    def best_haven(
        self, one: Wing, open_: Iterable[Base], coming: dict[int, int] | None = None
    ) -> Base | None:
        """The best of some bases for an aircraft; of equals the one it is at, then the nearest."""
        count = coming or {}

        def key(base: Base) -> tuple[int, bool, int, str]:
            away = self.seat.board.distance(one.hex, base.hex)
            value = self.haven(one, base, count.get(base.hex, 0))
            return -value, base.hex != one.hex, away, bases.name_of(self.seat.table, base)

        return min(open_, key=key, default=None)


HOME = 100_000
"""Whoever belongs to a ship goes back to it."""
