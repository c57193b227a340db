"""What an attack promises by the combat table, reckoned quickly from what is known. [5.2.1]

Plans weigh hundreds of attacks that nobody has declared, so this is the staff's own arithmetic:
strengths, ground, water, works, concentration and headquarters as one would count them in his head.
Before an attack is declared its exact odds are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from grognard.engine.table import Table
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.situation import Foe, Piece
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.charts import (
    BEST,
    CombatResult,
    Terrain,
    combat_result,
    hq_range,
    initial_column,
    shift,
)
from grognard.systems.wb95.fighting.casualties import HQ_KILL_RADIUS

THOUSAND = 1000
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many ways of 36 two dice make a total."""
FIELD_WORKS, WEAK_WORKS = 2, 1
UNFAIR = 1_000_000
"""What is thought to speak against an attack that the doctrine does not make unless it must."""
COMPANY = 3
"""Units of one formation that make a modifier. [13.1.2]"""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one column promises, in thousandths: levels lost, hexes driven back, on either side."""

    own_loss: int
    own_retreat: int
    own_disorder: int
    enemy_loss: int
    enemy_retreat: int
    enemy_disorder: int
    driven: int


def prospect(results: Iterable[tuple[int, CombatResult]], total: int) -> Prospect:
    """The mean of some results, each with its weight out of a total."""
    sums = [0] * 7
    for weight, result in results:
        a, d = result.attacker, result.defender
        row = (a.loss, a.retreat, a.disorganised or a.test, d.loss, d.retreat)
        for i, value in enumerate((*row, d.disorganised, d.retreat > 0)):
            sums[i] += weight * int(value)
    return Prospect(*(THOUSAND * value // total for value in sums))


def together(foes: Sequence[Foe]) -> Foe:
    """Several enemy hexes attacked at once; the strongest one's ground counts. [5.5.3]"""
    strongest = max(foes, key=lambda foe: (foe.defence, foe.hex))
    return replace(
        strongest,
        attack=sum(foe.attack for foe in foes),
        defence=sum(foe.defence for foe in foes),
        steps=sum(foe.steps for foe in foes),
    )


def _prospects(table: Table) -> dict[tuple[int, int], Prospect]:
    """What the columns of a combat table promise, as far as that has been worked out."""
    known = _PROSPECTS.get(id(table))
    if known is None or known[0] is not table:
        if len(_PROSPECTS) >= MOST_TABLES:
            _PROSPECTS.clear()
        known = _PROSPECTS[id(table)] = table, {}
    return known[1]


_PROSPECTS: dict[int, tuple[Table, dict[tuple[int, int], Prospect]]] = {}
MOST_TABLES = 64


class Estimate:
    """The staff's arithmetic for one moment."""

    def __init__(self, seat: Wb95Seat) -> None:
        self.seat, self.situation, self.doctrine = seat, seat.situation, seat.doctrine
        self._columns = _prospects(seat.scenario.tables["combat"])
        self._ground, self._around = seat.scenario.ground.rows, seat.board.around
        self._foes: dict[int, tuple[Foe, int, int]] = {}
        self._wet: dict[tuple[int, int], int] = {}
        self._enclosed: dict[tuple[int, frozenset[int]], int] = {}
        self._owing: dict[tuple[int, tuple[str, ...]], int] = {}
        self.enemy = seat.scenario.other(seat.side)
        self.divided = seat.scenario.nations[self.enemy] != "Soviet"
        self.below = seat.options["ratio-below-even"]
        self.weak_works = seat.options["weak-field-fortifications"] == "on"
        self.concentrating = (
            seat.options["tactical-concentration"] == "on"
            and seat.scenario.nations[seat.side] != "Soviet"
        )

    # ---- columns

    def column(self, attack: int, defence: int, right: int, left: int) -> int:
        """The column of an attack after both sides' modifiers. [5.2.1c] [5.2.1d]"""
        if defence <= 0:
            return BEST
        return shift(initial_column(max(attack, 1), defence, self.below), right, left)

    def prospect(self, column: int, roll: int) -> Prospect:
        """What a column promises with so much added to the roll."""
        key = column, roll
        if key not in self._columns:
            tables = self.seat.scenario.tables
            results = [
                (ways, combat_result(tables, max(2, min(total + roll, 12)), column))
                for total, ways in WAYS.items()
            ]
            self._columns[key] = prospect(results, 36)
        return self._columns[key]

    # ---- what speaks for and against an attack

    def attack_strength(self, foe: Foe, force: Force, support: int = 0) -> int:
        """The strength of an attack on the ground where the enemy stands. [T.terrain.n3]"""
        strength = sum([piece.attack for piece, _ in force]) + support
        factor = self.ground(foe.hex).attacker_factor
        return -(-strength * factor.numerator // factor.denominator)

    def ground(self, h: int) -> Terrain:
        """The row of the terrain table for a hex."""
        return self._ground[h]

    def shelter(self, h: int, dug_in: bool) -> int:
        """What ground and works give the defender of a hex. [5.5.1] [7.1.10] [S2.2]"""
        works = 0
        if dug_in:
            urban = self.seat.scenario.ground.urban[h]
            works = WEAK_WORKS if self.weak_works and not urban else FIELD_WORKS
        return self.ground(h).defender_cm + works

    def water(self, foe: Foe, force: Force) -> int:
        """The modifier of water that most of the strength has to cross. [5.5.4]"""
        wet = dry = cm = 0
        for piece, h in force:
            key = h, foe.hex
            here = self._wet.get(key)
            if here is None:
                here = self._wet[key] = self._crossing(h, foe.hex)
            if here >= 0:
                wet += piece.attack
                cm = max(cm, here)
            else:
                dry += piece.attack
        return cm if wet > dry else 0

    def _crossing(self, a: int, b: int) -> int:
        """The modifier of the water between two hexes; less than nothing where there is none."""
        rows, table = self.seat.water(a, b), self.seat.scenario.ground.table
        return sum(table[row].defender_cm for row in rows) if rows else -1

    def concentration(self, pieces: Iterable[Piece]) -> int:
        """The modifier for units of one formation that fight together. [13.1.2]"""
        if not self.concentrating:
            return 0
        counts: dict[str, int] = {}
        for piece in pieces:
            if piece.formation:
                counts[piece.formation] = counts.get(piece.formation, 0) + 1
        return sum(count // COMPANY for count in counts.values())

    @cached_property
    def command(self) -> frozenset[int]:
        """The hexes within range of own headquarters. [9.2.2]"""
        counters, tables = self.seat.scenario.counters, self.seat.scenario.tables
        found: set[int] = set()
        for piece in self.situation.pieces.values():
            if counters[piece.id].hq:
                radius = hq_range(tables, counters[piece.id].nation.lower())
                found.update(self.seat.board.disk(piece.hex, radius))
        return frozenset(found)

    def enclosed(self, foe: Foe, force: Force) -> int:
        """How much of the ground around an enemy is closed to him, in thousandths."""
        key = foe.hex, frozenset([h for _, h in force])
        found = self._enclosed.get(key)
        if found is None:
            found = self._enclosed[key] = self._closed(foe, set(key[1]))
        return found

    def _closed(self, foe: Foe, closed: set[int]) -> int:
        around = self._around(foe.hex)
        for h in tuple(closed):
            closed.update(self._around(h))
        held = self.situation.at
        shut = sum(
            1
            for b in around
            if b in closed or b in held or self._ground[b].name in ("lake", "swamp")
        )
        return THOUSAND * (shut + 6 - len(around)) // 6

    # ---- the sum of it

    def bonus(self, side: str, h: int) -> int:
        """The modifiers a side could still use here for headquarters it eliminated. [9.1.7]"""
        return sum(
            row["cms"]
            for row in self.seat.view["sides"][side]["bonuses"]
            if row["last"] >= self.seat.segment[1]
            and self.seat.board.distance(self.seat.board.hex(row["hex"]), h) <= HQ_KILL_RADIUS
        )

    @cached_property
    def enemy_guns(self) -> int:
        """What guns are thought to add to an enemy's defence: a battery, if there are any."""
        enemy, off = self.enemy, self.seat.view["off_map"]
        guns = [
            counter.levels[0].defence
            for counter in self.seat.scenario.counters.values()
            if counter.artillery and counter.side == enemy and counter.id not in off
        ]
        return min(guns, default=0)

    def attack(self, foe: Foe, force: Force, support: int = 0) -> tuple[int, int]:
        """The column and the addition to the roll that an attack would have."""
        right = self.concentration(piece for piece, _ in force)
        defence, left = self.standing(foe)
        left += self.water(foe, force)
        column = self.column(self.attack_strength(foe, force, support), defence, right, left)
        return column, 0 if all(h in self.command for _, h in force) else 1

    def standing(self, foe: Foe) -> tuple[int, int]:
        """The strength of a defender, and his modifiers wherever he is attacked from."""
        known = self._foes.get(id(foe))
        if known is None or known[0] is not foe:
            left = self.shelter(foe.hex, foe.dug_in) + self.bonus(self.enemy, foe.hex)
            if self.divided and foe.steps >= self.doctrine.division:
                left += 1
            defence = foe.defence + (self.enemy_guns if foe.bars else 0)
            known = self._foes[id(foe)] = foe, defence, left
        return known[1:]

    def score(self, foe: Foe, force: Force, support: int = 0) -> int:
        """What an attack promises, in thousandths of a point of strength."""
        column, roll = self.attack(foe, force, support)
        return self.worth(foe, force, self.prospect(column, roll))

    def owing(self, foe: Foe, pieces: Sequence[Piece]) -> int:
        """What it costs if some have to attack an enemy from where they stand, all or the weakest
        alone."""
        key = foe.hex, tuple([piece.id for piece in pieces])
        found = self._owing.get(key)
        if found is None:
            weak = min(pieces, key=lambda piece: (piece.attack, piece.id))
            forces: tuple[Sequence[Piece], ...] = (pieces, [weak])
            scores = (self.score(foe, tuple((p, p.hex) for p in force)) for force in forces)
            found = self._owing[key] = max(0, -max(scores))
        return found

    def fair(self, foe: Foe, force: Force, support: int = 0) -> bool:
        """Whether an attack is one that the doctrine makes at all, if it need not."""
        least = self.doctrine.least
        return not least or self.attack(foe, force, support)[0] >= least

    def worth(self, foe: Foe, force: Force, found: Prospect) -> int:
        """What a prospect is worth: enemy strength and ground against own strength."""
        house = self.doctrine
        own_steps = max(1, sum([piece.steps for piece, _ in force]))
        own_step = max(1, sum([max(piece.attack, piece.defence) for piece, _ in force])) / own_steps
        foe_step = max(1, max(foe.attack, foe.defence)) / foe.steps
        trapped = (
            house.giving_way + (THOUSAND - house.giving_way) * self.enclosed(foe, force) // THOUSAND
        )
        gain = found.enemy_loss + found.enemy_retreat * trapped // THOUSAND
        gain += found.enemy_disorder * house.disorder // THOUSAND
        gain = min(gain, foe.steps * THOUSAND)
        price = found.own_loss + found.own_retreat * house.giving_way // THOUSAND
        price += found.own_disorder * house.disorder // THOUSAND
        ground = house.ground + house.value * self.situation.worth(foe.hex)
        ground += self.situation.axis(foe.hex, house.axis, house.near_goal)
        won = found.driven * ground // THOUSAND
        bold = house.bold if self.situation.attacking else house.wary
        lives = int(gain * foe_step) - int(price * own_step) * bold // 4
        return lives * self.seat.clock.spent // WHOLE + won
