"""What an assault promises by the table, reckoned quickly from what is known. [13.1.0]

Plans weigh hundreds of assaults that nobody has declared, so this is the staff's own arithmetic:
strengths, line of the ground, works, water and proficiency. Before one is declared its exact odds
are asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from grognard.players.staff.attack_planner import Force
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.situation import Foe
from grognard.systems.goss.assault import table
from grognard.systems.goss.charts import number
from grognard.systems.goss.ground import GREAT, MAJOR, RIVER
from grognard.systems.goss.status import WORKS

THOUSAND, QUARTERS = 1000, 4
BONUS = 5
"""What each point of proficiency, each unit of a regiment that fights together and each combat
reserve adds to the rolls. [13.8.1] [13.8.2] [13.8.3]"""
ARMOR = 10
"""What each bonus of armor adds. [13.8.4g]"""
TOGETHER, REGIMENTS, RESERVES, NEAR = 3, 2, 3, 3
"""The most units of a regiment, regiments and reserves that count, and how near these must be.
[13.8.3] [13.8.2] [13.8.2(b)]"""
STOPPED = {RIVER: 2, MAJOR: 3, GREAT: 4}
"""By how much water between divides the strength of an assault, roughly. [13.6.1]"""


class Prospect(NamedTuple):
    """What a column promises, in thousandths: hits on both, and the defender who gives way."""

    own: int
    enemy: int
    driven: int


class Estimate:
    """The staff's arithmetic for one moment."""

    def __init__(self, seat: GossSeat, prepared: bool = False, fired: bool = False) -> None:
        self.seat, self.situation, self.prepared = seat, seat.situation, prepared
        self.fired = fired
        """Whether the guns have had their say."""
        self._known: dict[tuple[int, int], Prospect] = {}
        self._axes: dict[tuple[int, frozenset[str]], int] = {}

    def line(self, h: int) -> int:
        """The line of the table that a defender would choose: the best for him. [13.3.2]"""
        lines = self.seat.scenario.tables["terrain-lines"]
        found = [int(lines.cell(f, "line").value) for f in self.seat.features(h) if f in lines.rows]
        return max(found, default=1)

    def works(self, h: int) -> int:
        """The shifts of the enemy's works. [13.7.4(f)]"""
        work = self.seat.works.get(h, "")
        tables = self.seat.scenario.tables
        return number(tables, "work-shifts", work, "shifts") if work in WORKS else 0

    def attack(self, foe: Foe, force: Force) -> tuple[int, int]:
        """The column and the modifier that an assault would have."""
        total = sum(self._across(foe, piece.attack, h) for piece, h in force)
        tables = self.seat.scenario.tables
        column, below = table.ratio_column(tables, self.line(foe.hex), max(total, 1), foe.defence)
        formations = {piece.formation for piece, _ in force}
        shift = -self.works(foe.hex) - (len(formations) > 1) - 2 * below - self.seat.dark
        shift += self.prepared + self.shaken(foe.hex) - self.helped(foe.hex, force)
        return table.shifted(column, shift), self.modifier(foe, force, formations)

    def modifier(self, foe: Foe, force: Force, formations: Collection[str]) -> int:
        """What is added to both rolls: proficiency, regiments, reserves, armor. [13.8.0]"""
        tops = self.seat.tops(foe.hex)
        mine = max((self.seat.rated(p.id, offensive=True) for p, _ in force), default=0)
        known = [self.seat.rated(n, offensive=False) for n in tops]
        theirs = max(known if known and not self._veiled(foe.hex) else (*known, self.seat.usual))
        found = BONUS * (mine - theirs) + self.integrity([p.id for p, _ in force])
        found += BONUS * min(RESERVES, self._reserves({h for _, h in force}, formations))
        return found + ARMOR * self.armor(foe.hex, [p.id for p, _ in force], tops)

    def _veiled(self, h: int) -> bool:
        """Whether there is more in a hex than one sees. [8.4.0]"""
        return h in self.seat.covered

    def shaken(self, h: int) -> int:
        """The shifts that fire has brought, or is likely to bring before a prepared assault.
        [13.7.3(c)]"""
        likely = 0
        if self.prepared and not self.fired:
            likely = bisect_right(self.seat.doctrine.worth.shaken, self.seat.guns_on(h))
        return max(self.seat.shaken(h), likely)

    def helped(self, target: int, force: Force) -> int:
        """The enemy's hexes that support the defence, one shift each. [13.7.4a]"""
        board, foes = self.seat.board, self.situation.foes
        found = set()
        for a in {h for _, h in force}:
            for b in board.around(a):
                bears = b in foes and b != target and b not in found
                if bears and (board.adjacent(b, target) or not self.seat.covers(a)):
                    found.add(b)
        return len(found)

    def integrity(self, names: Sequence[str]) -> int:
        """What regiments that fight together add. [13.8.3]"""
        counters = [self.seat.counter(name) for name in names]
        regiments = Counter((c.formation, c.regiment) for c in counters if c.regiment)
        most = sorted((min(n, TOGETHER) for n in regiments.values() if n > 1), reverse=True)
        return BONUS * sum(most[:REGIMENTS])

    def _reserves(self, hexes: Collection[int], formations: Collection[str]) -> int:
        """The combat reserves that may be committed. [13.8.2]"""
        distance = self.seat.board.distance
        return sum(
            formation in formations and any(distance(at, h) <= NEAR for h in hexes)
            for at, formation in self.seat.reserves
        )

    def armor(self, h: int, names: Sequence[str], tops: Sequence[str]) -> int:
        """The bonuses of armor, below zero for the defender; tanks alone have none. [13.8.4]"""
        mine = [self.seat.counter(name) for name in names]
        theirs = [self.seat.counter(name) for name in tops]
        best = max((c.arm_attack for c in mine if c.arm_attack), default=0)
        if not best or not any(c.personnel or c.hybrid for c in mine):
            return 0
        other = max((max(c.arm_defence, c.at) for c in theirs), default=0)
        if best <= other:
            return max(best - other, -RESERVES)
        chart = self.seat.scenario.tables["armor-terrain"]
        rows = [f for f in self.seat.features(h) if f in chart.rows]
        less = min((int(chart.cell(f, "modifier").value) for f in rows), default=0)
        most = min((int(chart.cell(f, "max_bonuses").value) for f in rows), default=RESERVES)
        return max(0, min(best - other + less, most))

    def _across(self, foe: Foe, attack: int, h: int) -> int:
        """Strength over the hexside, less where water must be crossed. [13.6.1]"""
        water = self.seat.scenario.ground.water(h, foe.hex)
        return attack // STOPPED[water] if water in STOPPED else attack

    def prospect(self, column: int, modifier: int) -> Prospect:
        """What a column promises with so much added to both rolls. [13.9.0]"""
        key = column, modifier
        if key not in self._known:
            tables = self.seat.scenario.tables
            hit, back = table.on_defender(tables, column), table.on_attacker(tables, column)
            his = [hit(roll + modifier).total for roll in range(100)]
            mine = [back(roll + modifier).total for roll in range(100)]
            driven = sum(hits >= self.seat.doctrine.worth.rout for hits in his)
            self._known[key] = Prospect(10 * sum(mine), 10 * sum(his), 10 * driven)
        return self._known[key]

    def success(self, column: int, modifier: int) -> int:
        """How often an overrun succeeds, in thousandths: fewer hits than the defender has.
        [5.3.5-ga]"""
        tables = self.seat.scenario.tables
        hit, back = table.on_defender(tables, column), table.on_attacker(tables, column)
        his = Counter(hit(roll + modifier).total for roll in range(100))
        mine = Counter(back(roll + modifier).total for roll in range(100))
        won = sum(n * m for a, n in his.items() for b, m in mine.items() if b < a)
        return won * THOUSAND // 10_000

    def score(self, foe: Foe, force: Force) -> int:
        """What an assault promises, in thousandths of a point of strength; nothing good on the
        columns where tired attackers are all that comes of it."""
        column, modifier = self.attack(foe, force)
        worth = self.worth(foe, force, self.prospect(column, modifier))
        house = self.seat.doctrine.worth
        least = house.least - self.seat.last
        return worth if column + modifier // house.column >= least else min(worth, 0)

    def axis(self, h: int, force: Force) -> int:
        """What a hex is worth because it lies near something to be taken: what the plan gave to
        another corps counts less. [9.2.0]"""
        house, plan = self.seat.doctrine.worth, self.seat.plan
        if not plan or not self.situation.attacking:
            return self.situation.axis(h, house.axis, house.nearby)
        key = h, frozenset(self.seat.corps(piece.id) for piece, _ in force)
        if key not in self._axes:
            found, distance = [0], self.seat.board.distance
            for goal in self.situation.goals:
                if not goal.ours and distance(h, goal.hex) <= house.nearby:
                    share = WHOLE if plan.get(goal.hex, "") in ("", *key[1]) else house.others
                    full = house.axis * goal.value // (1 + distance(h, goal.hex))
                    found.append(full * share // WHOLE)
            self._axes[key] = max(found)
        return self._axes[key]

    def worth(self, foe: Foe, force: Force, found: Prospect) -> int:
        """What a prospect is worth: enemy strength and ground against one's own strength."""
        house = self.seat.doctrine.worth
        steps = max(1, sum(piece.steps for piece, _ in force))
        own_step = max(1, sum(max(p.attack, p.defence) for p, _ in force)) / steps
        foe_step = max(1, max(foe.attack, foe.defence)) / foe.steps
        ground = house.ground + house.point * self.situation.worth(foe.hex)
        ground += self.axis(foe.hex, force)
        won = found.driven * ground // THOUSAND
        gain = min(found.enemy, foe.steps * THOUSAND)
        own = house.own if self.situation.attacking else house.own_in_defence
        toll = int(found.own * own_step) * own // QUARTERS
        return int(gain * foe_step) + won - toll * self.seat.directing.risk(force) // WHOLE
