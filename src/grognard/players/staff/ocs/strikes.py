"""Strikes from the air: where disorder helps the coming attacks most, or spoils the enemy's.

[14.7] [14.8] A strike is weighed with all that it runs into: fighters that rise, flak, and what the
aircraft could do otherwise. What has no such target goes for bases, ports, ships and railways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.ocs import assault
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.wings import THOUSAND, Sky, Wing, ready
from grognard.players.staff.situation import Foe
from grognard.systems.ocs.air.air_barrage import AirBarrage, Bombing
from grognard.systems.ocs.air.missions import Sortie
from grognard.systems.ocs.air.trainbusting import Trainbust
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.aims import AT_SHIPS
from grognard.systems.ocs.barrage.results import (
    AIR_POWER,
    BARRAGE_TABLE,
    FACILITY_TABLE,
    Manner,
    chances,
)
from grognard.systems.ocs.barrage.weight import NEAR
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.results import barrage_column, number
from grognard.systems.ocs.status import SHIPS, SITES
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import DG
from grognard.systems.ocs.works import air_bases

MOST = 4
"""Aircraft of one mission. [14.2a]"""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something of the enemy's to be struck."""

    hex: int
    at: str


@dataclass(frozen=True, slots=True)
class Strike:
    """A planned strike: what it gains, on what, by whom."""

    gain: int
    aim: Aim
    wings: tuple[Wing, ...]

    def action(self, seat: OcsSeat) -> Action:
        """The strike as an action."""
        keys, h = tuple(sorted(w.key for w in self.wings)), self.aim.hex
        if self.aim.at == barrage.AT_TRAINS:
            return seat.write(Trainbust, Sortie(planes=keys, hex=h))
        return seat.write(AirBarrage, Bombing(planes=keys, hex=h, aim=self.aim.at))


class Strikes:
    """Barrages from the air, in the Barrage Segments; one for each hex and phase. [10.0e(A)]"""

    def __init__(self) -> None:
        self.plan: list[Action] | None = None

    def order(self, seat: OcsSeat) -> Action | None:
        """The next strike."""
        if self.plan is None:
            self.plan = [strike.action(seat) for strike in Targets(seat).plan()]
        while self.plan:
            action = self.plan.pop(0)
            if seat.may(action):
                return action
        return None


class Targets:
    """What can be struck at one moment, and what it would gain."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat, self.sky, self.estimate = seat, Sky(seat), Estimate(seat)
        self._shaken: dict[tuple[int, int, bool, int], tuple[int, int]] = {}
        self._odds: dict[tuple[int, str, bool], tuple[int, int, int]] = {}

    # ---- planning

    def plan(self) -> list[Strike]:
        """The strikes to be flown, the best first; nobody flies twice."""
        free = {one.key: one for one in ready(self.seat)}
        if not any(one.barrage for one in free.values()):
            return []
        waiting = {aim: self.best(aim, free.values()) for aim in self.aims()}
        found: list[Strike] = []
        while True:
            open_ = [strike for strike in waiting.values() if strike is not None]
            best = max(open_, key=lambda s: (s.gain, -s.aim.hex, s.aim.at), default=None)
            if best is None:
                return found
            found.append(best)
            for one in best.wings:
                del free[one.key]
            hit, keys = best.aim.hex, {one.key for one in best.wings}
            waiting = {aim: s for aim, s in waiting.items() if aim.hex != hit}  # [10.0e(A)]
            for aim, strike in waiting.items():
                if strike is not None and any(one.key in keys for one in strike.wings):
                    waiting[aim] = self.best(aim, free.values())

    def best(self, aim: Aim, wings: Iterable[Wing]) -> Strike | None:
        """The best strike at something, if it gains anything."""
        found = [Strike(self.gain(aim, force), aim, force) for force in self.forces(aim, wings)]
        best = max(found, key=lambda s: (s.gain, -len(s.wings)), default=None)
        return best if best is not None and best.gain > 0 else None

    def forces(self, aim: Aim, wings: Iterable[Wing]) -> Iterator[tuple[Wing, ...]]:
        """The strongest in range, one to four of them; the same with a fighter to protect them.

        Those near by strike better by themselves, and so do others without Strategic Bombers.
        [14.7c] [14.1e(A)]
        """
        away, ships = self.seat.board.distance, aim.at == AT_SHIPS
        able = [
            w for w in wings
            if away(w.hex, aim.hex) <= w.range and not (ships and w.strategic)
        ]  # fmt: skip
        armed = sorted(
            (w for w in able if w.points(ships)), key=lambda w: (-w.points(ships), w.key)
        )
        seeing = [w for w in armed if not w.strategic]
        near = [w for w in seeing if away(w.hex, aim.hex) <= NEAR]
        guard = self.sky.opponent(aim.hex) is not None
        pools = {tuple(pool): None for pool in (armed, seeing, near)}
        for pool in pools:
            for count in range(1, min(MOST, len(pool)) + 1):
                force = tuple(pool[:count])
                yield force
                if guard and count < MOST:
                    others = [w for w in able if w.offensive and w.fighter and w not in force]
                    escort = max(others, key=lambda w: (w.rating, -w.barrage, w.key), default=None)
                    if escort is not None:
                        yield (*force, escort)

    # ---- what there is to strike

    def aims(self) -> list[Aim]:
        """Everything of the enemy's that can be bombed, as far as it shows. [10.0f]"""
        game, enemy = self.seat.table, self.seat.enemy
        found = [Aim(h, barrage.AT_UNITS) for h in self.seat.situation.foes]
        for h, site in sorted(game.state[SITES].items()):
            if site.base >= 0 and site.base_owner == enemy:
                found.append(Aim(h, barrage.AT_BASE))
            if site.port_owner == enemy and ports.capacity(game, h):
                found.append(Aim(h, barrage.AT_PORT))
        if self.seat.phasing:  # markers lie until the enemy cleans up after his own turn [14.8]
            found += [Aim(h, barrage.AT_TRAINS) for h in self.columns]
        return found + [Aim(h, AT_SHIPS) for h in sorted(self.seat.enemy_ships)]

    @cached_property
    def touched(self) -> frozenset[int]:
        """The hexes next to own units."""
        return frozenset(b for h in self.seat.situation.at for b in self.seat.board.around(h))

    @cached_property
    def columns(self) -> dict[int, int]:
        """Where enemies on wheels stand behind the line, with the strength that could be slowed."""
        house = self.seat.doctrine.bombs
        behind = [f for f in self.seat.situation.foes.values() if f.mobile and self._behind(f)]
        away = self.seat.board.distance
        return {
            foe.hex: sum(f.attack for f in behind if away(f.hex, foe.hex) <= house.slowed)
            for foe in behind
        }

    def _behind(self, foe: Foe) -> bool:
        return foe.hex not in self.touched and foe.attack > 0

    @cached_property
    def attacks(self) -> dict[int, int]:
        """What disorder of an enemy would add to the attack that is coming on him.

        Who is to attack one enemy does not attack another: the better attack counts.
        """
        house = self.seat.doctrine.attack
        if self.seat.kind == phases.REACTION_BARRAGE:
            return {}
        floor = house.assault_floor if self.seat.attacking else house.assault_careful
        drafts = assault.drafts(self.seat, assault.beside(self.seat))
        found: dict[int, int] = {}
        busy: set[str] = set()
        for draft in sorted(drafts, key=lambda d: (-d.shaken, d.target)):
            free = not busy & set(draft.names)
            needed = self.seat.directing.needed(floor, draft.force)
            if free and draft.shaken > needed and self.budget.can_pay(draft.force) is not None:
                busy |= set(draft.names)
                weight = self.seat.directing.weight(draft.names)
                found[draft.target] = (draft.shaken - max(0, draft.score)) * weight // WHOLE
        return found

    # ---- what it would gain

    def gain(self, aim: Aim, wings: Sequence[Wing]) -> int:
        """What a strike is worth on the average, less what it risks and what it keeps from doing.

        Those who are not to gain ground keep their aircraft for the enemy's attacks.
        """
        house = self.seat.doctrine.bombs
        value = sum(
            chance * self.worth(aim, left) // THOUSAND
            for chance, left in self.sky.through(wings, aim.hex)
            if left
        )
        price = house.fly + self.patience + self.budget.price // MOST
        patrols = sum(house.patrol * one.rating for one in wings if one.fighter and self.sky.shown)
        escapes = sum(house.escape for one in wings if self.in_danger(one.hex))
        risk = self.sky.danger(wings, aim.hex, aim.at == barrage.AT_TRAINS)
        return value + escapes - risk - patrols - price * len(wings)

    @property
    def patience(self) -> int:
        """What it is worth to a defender to have an aircraft left in the enemy's turn. [7.0c]"""
        house = self.seat.doctrine.bombs
        return house.spare if self.seat.phasing and not self.seat.attacking else 0

    @cached_property
    def budget(self) -> Budget:
        """The supply that refits have to be paid from."""
        return Budget(self.seat)

    def in_danger(self, h: int) -> bool:
        """Whether a base could fall before its aircraft fly again."""
        if h not in self._danger:
            self._danger[h] = self.seat.phasing and self.sky.endangered(h)
        return self._danger[h]

    @cached_property
    def _danger(self) -> dict[int, bool]:
        return {}

    def worth(self, aim: Aim, wings: Sequence[Wing]) -> int:
        """What those who get through do, in thousandths of a point of strength."""
        house = self.seat.doctrine.bombs
        points = sum(one.points(aim.at == AT_SHIPS) for one in wings)
        if points < 1:
            return 0
        if aim.at == barrage.AT_UNITS:
            return self.on_units(aim.hex, points, wings)
        if aim.at == AT_SHIPS:
            return self.on_ships(aim.hex, points, wings)
        hits, aircraft, trains = self.facility(points)
        if aim.at == barrage.AT_BASE:
            level = air_bases.level(self.seat.table, aim.hex) > air_bases.LOWEST
            parked = house.parked if aim.hex in self.sky.shown else int(level)
            caught = aircraft * parked * self.sky.step
            return (caught + hits * house.level * level) // THOUSAND
        if aim.at == barrage.AT_PORT:
            near = self.seat.board.disk(aim.hex, house.ours_soon)
            ours = self.seat.attacking and any(h in self.seat.situation.at for h in near)
            return 0 if ours else hits * house.dock // THOUSAND
        return trains * self.columns[aim.hex] * house.rail // THOUSAND

    def shift(self, wings: Sequence[Wing], h: int) -> int:
        """The shift for aircraft that have all come a short way. [14.7c]"""
        away = self.seat.board.distance
        close = all(away(w.hex, h) <= NEAR and not w.strategic for w in wings)
        return number(self.seat.scenario.tables, "barrage-shifts", "short_range", "shift") * close

    def on_units(self, h: int, points: int, wings: Sequence[Wing]) -> int:
        """What a strike on a stack is worth: for the attack on it, or against what it may do.

        Who can wait strikes when the enemy is about to attack.
        """
        if self.patience and h not in self.attacks:
            return 0
        foe, seen = self.seat.situation.foes[h], self.seat.sightings[h]
        spotted = h in self.touched and not any(w.strategic for w in wings)
        shaken, steps = self.shaken(h, points, spotted, wings)
        value = int(steps * max(2, foe.attack, foe.defence) / foe.steps)
        return value if seen.mode == DG else value + shaken * self.disorder(foe) // THOUSAND

    def shaken(self, h: int, points: int, spotted: bool, wings: Sequence[Wing]) -> tuple[int, int]:
        """The chance of disorder, and the steps, in thousandths."""
        key = h, points, spotted, self.shift(wings, h)
        if key not in self._shaken:
            self._shaken[key] = self.estimate.barrage(*key)
        return self._shaken[key]

    def disorder(self, foe: Foe) -> int:
        """What disorder of a stack is worth now."""
        house = self.seat.doctrine.bombs
        coming = self.attacks.get(foe.hex)
        if coming is not None:
            return coming
        value = house.harass * foe.attack
        if foe.hex not in self.touched:
            return value // house.far_off
        return value * (house.about_to_attack if not self.seat.phasing else 1)

    def on_ships(self, h: int, points: int, wings: Sequence[Wing]) -> int:
        """What a strike on ships is worth, by the one that shows. [18.3c(B)] [18.3c(C)]"""
        game = self.seat.table
        key = fog.ship_on_show(game, h, self.seat.enemy)
        ship = game.state[SHIPS][key]
        printed = self.seat.scenario.ship_counters[ship.counter]
        guard = max(1, (printed.damaged if ship.damaged else printed.sound).protection)
        tables = self.seat.scenario.tables
        column = barrage_column(tables, 2 * points // guard) + self.shift(wings, h)
        hits, _, _ = self.odds(column, BARRAGE_TABLE, True)
        return hits * self.seat.doctrine.bombs.ship // THOUSAND

    def facility(self, points: int) -> tuple[int, int, int]:
        """Hits, steps of each aircraft, and busted trains, in thousandths. [10.0c(A)]"""
        column = barrage_column(self.seat.scenario.tables, points, FACILITY_TABLE)
        return self.odds(column, FACILITY_TABLE, False)

    def odds(self, column: int, table: str, ship: bool) -> tuple[int, int, int]:
        """What a column brings on the average: hits or steps, aircraft, trains, in thousandths."""
        key = column, table, ship
        if key not in self._odds:
            tables = self.seat.scenario.tables
            found = chances(tables, table, column, Manner(AIR_POWER, ship=ship))
            hits = sum(c * (i.hits + i.steps) for i, c in found.items())
            aircraft = sum(c * Fraction(7 - i.aircraft, 6) for i, c in found.items() if i.aircraft)
            trains = sum(c for i, c in found.items() if i.trains)
            self._odds[key] = (
                int(THOUSAND * hits), int(THOUSAND * aircraft), int(THOUSAND * trains),
            )  # fmt: skip
        return self._odds[key]
