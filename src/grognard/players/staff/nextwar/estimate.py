"""What an attack promises: the exact column of the rules, and what its results are worth.

Strength and ground are weighed in thousandths of a point of strength, as every staff does; a
Victory Point is worth some points of strength, and in the last turn nothing else is worth much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grognard.players.staff.attack_planner import Force
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.situation import Foe
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.retreat import STANDING

THOUSAND = 1000
PIPS = range(10)
SAFE = {"urban": 8, "city": 6, "installation": 4}
"""Half stacking points that make a clearing safe. [8.4.1.1-2]"""
SHELTER = {
    "flat": 0, "flat_woods": 0, "marsh": 1, "rough": 1, "rough_woods": 1, "highland": 2,
    "highland_woods": 2, "jungle": 2, "mountain": 3, "high_mountain": 3, "urban": 4,
}  # fmt: skip
"""Columns that the ground takes from an attack. [9.2.2.2]"""
WORKS = 2
"""Columns that works or a city take. [9.5.2]"""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a battle promises, in thousandths: own steps lost, the enemy's, and a retreat."""

    own: int
    enemy: int
    retreat: int


class Estimate:
    """The staff's arithmetic for one moment."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.situation = seat, seat.situation
        self.house = seat.doctrine.worth
        self._cells: dict[tuple[int, int], Prospect] = {}
        self.behind: Any = None
        """What could support battles, once somebody has asked for it."""

    def prospect(self, column: int, drm: int) -> Prospect:
        """The mean of a column with so much added to the die. [9.2.6]"""
        column = min(max(column, 0), 12)
        key = column, drm
        if key not in self._cells:
            results = [self.seat.result(pips + drm, column) for pips in PIPS]
            share = THOUSAND // len(PIPS)
            self._cells[key] = Prospect(
                share * sum(r.attacker for r in results),
                share * sum(r.defender for r in results),
                share * sum(r.retreat for r in results),
            )
        return self._cells[key]

    @cached_property
    def price_of_strength(self) -> int:
        """What a point of strength is worth now, in thousandths."""
        return self.house.last if self.seat.last else THOUSAND

    def shelter(self, h: int) -> int:
        """Columns that ground and works of a hex take from those who attack it."""
        ground = self.seat.scenario.ground
        built = ground.city(h) or self.seat.fortified(h)
        return SHELTER.get(self.seat.board.terrain[h], 0) + (WORKS if built else 0)

    # ---- what is lost and won

    def stack(self, names: Sequence[str]) -> tuple[int, int, int]:
        """The steps of some units, their strength, and the points for all of them in halves."""
        counters, steps, strength, points = self.seat.scenario.counters, 0, 0, 0
        for name in names:
            unit = self.seat.unit(name)
            shown = counters[name].faces[len(counters[name].faces) - unit.steps]
            steps += unit.steps
            strength += max(shown.attack, shown.defense)
            points += self.seat.prize(name)
        return steps, strength, points

    def price(self, names: Sequence[str], lost: int) -> int:
        """What so many steps (in thousandths) of some units are worth, with their points."""
        steps, strength, points = self.stack(names)
        if not steps:
            return 0
        lost = min(lost, steps * THOUSAND)
        by_strength = lost * strength // steps * self.price_of_strength // THOUSAND
        singles = sum(self.seat.unit(name).steps == 1 for name in names)
        gone = lost * (steps + singles) // (2 * steps)  # first steps are rarely anybody's last
        return by_strength + gone * points // steps * self.house.point // (2 * THOUSAND)

    def stands(self, h: int, names: Sequence[str]) -> int:
        """How likely those of a hex are to hold it in spite of a retreat. [9.8.3]"""
        ground = self.seat.scenario.ground
        held = ground.city(h) or self.seat.fortified(h)
        if not names or not (held or self.seat.board.terrain[h] in STANDING):
            return 0
        return min(THOUSAND, 100 * (1 + min(self.seat.rated(name) for name in names)))

    def value(self, battle: Battle, found: Prospect, trapped: int) -> int:
        """What a prospect is worth to the attacker: enemies and ground against own losses."""
        h, defenders = battle.hex, battle.defenders
        steps = max(1, sum(self.seat.unit(name).steps for name in defenders))
        driven = found.retreat * (THOUSAND - self.stands(h, defenders)) // THOUSAND
        destroyed = max(0, found.enemy - (steps - 1) * THOUSAND)
        won = min(THOUSAND, max(driven, destroyed))
        gain = self.price(defenders, found.enemy + driven * trapped // THOUSAND)
        return gain + won * self.ground(h) // THOUSAND - self.price(battle.attackers, found.own)

    def ground(self, h: int) -> int:
        """What it is worth to have driven the enemy from a hex."""
        goal = self.house.point * self.situation.worth(h)
        if self.seat.to_clear(h):
            goal //= 2
        axis = self.situation.axis(h, self.house.axis, self.house.nearby)
        return self.house.ground + goal + axis

    # ---- attacks that are only thought of

    def score(self, foe: Foe, force: Force) -> int:
        """What an attack promises that is only planned."""
        posts = {piece.id: h for piece, h in force}
        able = [name for name, h in posts.items() if self.seat.crosses(name, h, foe.hex)]
        if len(able) < len(posts):
            return -THOUSAND
        battle = self.seat.battle(foe.hex, able)
        strong = sum(self.seat.strength(name, posts[name], foe.hex) for name in able) // 2
        column, drm = self.seat.planned(battle, max(1, strong), self.guns(force))
        drm += self.air
        if len({*posts.values()}) > 2:
            drm -= 1  # [9.6.3]
        if column < self.seat.doctrine.attack.least:
            return -THOUSAND
        return self.value(
            battle, self.prospect(column, drm), self.enclosed(foe.hex, posts.values())
        )

    @cached_property
    def air(self) -> int:
        """What aircraft are thought to add to the die of an attack. [9.6.1]"""
        theirs, ours = self.seat.supporting
        return min(2, theirs) - min(2, ours)

    def guns(self, force: Force) -> list[str]:
        """The guns that could support a force: of its formations, and near enough. [9.5.6]"""
        counters, found = self.seat.scenario.counters, list[str]()
        for name, piece in self.situation.pieces.items():
            counter, unit = counters[name], self.seat.unit(name)
            if not counter.artillery or (unit.used_in == self.seat.segment[0] and unit.used >= 2):
                continue
            if any(
                (not counter.formation or counter.formation == other.formation)
                and self.seat.board.distance(piece.hex, h) <= counter.range
                for other, h in force
            ):
                found.append(name)
        return found[:2]

    def enclosed(self, target: int, posts: Iterable[int]) -> int:
        """What being driven off would cost besides, for want of a way back, in thousandths."""
        board, situation = self.seat.board, self.situation
        closed = set(posts)
        for h in list(closed):
            closed.update(self.seat.scenario.ground.zone[h])
        around = board.around(target)
        shut = sum(1 for b in around if b in closed or b in situation.at)
        return self.house.trapped * (shut + 6 - len(around)) // 6
