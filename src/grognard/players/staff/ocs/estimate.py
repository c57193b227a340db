"""What an attack, an overrun or a barrage promises, reckoned quickly from what is seen. [9.2]

Plans weigh hundreds of attacks that nobody declares, so this is the staff's own arithmetic: the
strengths that show, the ground, Action Ratings, works, surprise, the table; and the supply used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grognard.players.staff.attack_planner import Force
from grognard.players.staff.ocs.escape import terms as terms_of_escape
from grognard.players.staff.ocs.memory import Heard, heard
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.ocs.combat.odds import PLAIN, TWO_DICE, rounded_odds, shifted
from grognard.systems.ocs.ground import Effect
from grognard.systems.ocs.pieces.values import category
from grognard.systems.ocs.results import (
    COLUMNS,
    Result,
    barrage_column,
    barrage_cost,
    barrage_result,
    combat_result,
    number,
    odds_column,
    surprised,
)
from grognard.systems.ocs.units import DG, STRAT

THOUSAND = 1000
QUARTERS = 4
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many ways of 36 two dice make a total."""
ALL_WAYS = 36 * 6 * 36


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one column promises, in thousandths: steps and options of either side, and the rest.

    `given` are options that the attacker meets by going back: then the defender holds. [9.10a]
    """

    own_loss: int
    given: int
    enemy_loss: int
    enemy_options: int
    disorder: int
    driven: int
    breaks: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake in an attack: the worth of an own step, how far the enemy is trapped, what
    his ground is worth, and what a lost step counts for victory."""

    own_step: float
    trapped: int
    ground: int
    counted: int


def prospect(results: Iterable[tuple[int, Result]], steps: int, stand: bool) -> Prospect:
    """The mean of some results for an attack of so many steps, each with its ways of `ALL_WAYS`.

    `stand` says that the attacker meets options with losses as long as anybody is left. Where he
    goes back, or nobody is left, the defender keeps his ground. [9.10] [9.10a]
    """
    sums = [0] * 7
    for ways, result in results:
        a, d = result.attacker, result.defender
        lost = min(a.losses, steps)
        pays = stand and a.options < steps - lost
        lost += a.options if pays else 0
        holds = lost < steps and (pays or not a.options)
        row = (
            lost, 0 if pays or lost >= steps else a.options, d.losses, d.options if holds else 0,
            d.dg, holds and bool(d.options), holds and bool(a.exploit),
        )  # fmt: skip
        for i, value in enumerate(row):
            sums[i] += ways * int(value)
    return Prospect(*(THOUSAND * value // ALL_WAYS for value in sums))


class Estimate:
    """The staff's arithmetic for one moment."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat, self.situation = seat, seat.situation
        self._defences: dict[tuple[int, bool], Fraction] = {}
        self.own_count = self._counted(seat.side)
        self.enemy_count = self._counted(seat.enemy)
        self.saved = terms_of_escape(seat)

    def _counted(self, side: str) -> int:
        """What a lost step of a side counts for victory, in thousandths of a point of strength."""
        house = self.seat.doctrine.worth
        terms = self.seat.scenario.victory.losses
        return sum(house.point * abs(count.vp) // count.per for count in terms if count.of == side)

    def escape(self, name: str) -> int:
        """What a step of a unit counts that may yet get away, in thousandths of a point."""
        nation = self.seat.counter(name).nation
        return sum(
            self.seat.doctrine.worth.point * abs(count.vp) // count.per
            for count in self.saved
            if not count.nations or nation in count.nations
        )

    # ---- the table

    def prospect(
        self, column: int, rating: int, hog: int, overrun: bool, steps: int, stand: bool
    ) -> Prospect:
        """What a column promises with a difference of ratings, against works. [9.8] [9.9]"""
        steps, once = min(steps, self.seat.doctrine.worth.many), self.seat.scenario.once
        key = column, rating, hog, overrun
        return once(
            ("staff's prospect", key, steps, stand),
            lambda: prospect(
                once(("staff's results", key), lambda: self.results(*key)), steps, stand
            ),
        )

    def results(
        self, column: int, rating: int, hog: int, overrun: bool
    ) -> list[tuple[int, Result]]:
        """Every result with its ways: two dice and one for surprise, two for the table."""
        tables, attack = self.seat.scenario.tables, "overrun" if overrun else "regular"
        columns: dict[int, int] = {}
        for roll, ways in WAYS.items():
            gain = surprised(tables, attack, roll + rating - (hog > 0))
            for die in range(1, 7):
                after = shifted(column, gain, die)
                columns[after] = columns.get(after, 0) + ways
        found: dict[str, tuple[int, Result]] = {}
        for after, share in columns.items():
            for roll, ways in WAYS.items():
                result = combat_result(tables, after, roll + rating - hog)
                before = found.get(result.text, (0, result))[0]
                found[result.text] = before + share * ways, result
        return list(found.values())

    # ---- strengths

    @cached_property
    def heard(self) -> dict[int, Heard]:
        """What the enemy has announced of his stacks in this Player Turn. [4.9b]"""
        return heard(self.seat)

    def grounds(self, h: int) -> tuple[Effect, ...]:
        """The kinds of ground of a hex. [9.3b]"""
        return self.seat.scenario.ground.hex_effects(h) or (PLAIN,)

    def crossing(self, piece: Piece, a: int, b: int) -> Fraction:
        """What ground and hexside leave of an attack from one hex on the next. [9.4b] [9.4e]"""
        colour, blunted = category(self.seat.counter(piece.id)), self.seat.doctrine.worth.blunted
        key = "staff's crossing", colour, a, b
        least = self.seat.scenario.once(key, lambda: self._crossing(colour, a, b))
        return blunted if least == 2 else least

    def _crossing(self, colour: str, a: int, b: int) -> Fraction:
        ground = self.seat.scenario.ground
        sides = [
            effect
            for effect in (ground.side_effects(a, b) if a != b else ())
            if set(effect.factors.values()) != {None}
        ]
        factors = [e.factor(colour, True) for e in (*self.grounds(b), *sides)]
        return min((f for f in factors if f is not None), default=Fraction(1))

    def attack_strength(self, foe: Foe, force: Force) -> Fraction:
        """The strength of an attack from where its pieces would stand."""
        whole, broken = 0, Fraction(0)
        for piece, h in force:
            factor = self.crossing(piece, h, foe.hex)
            if factor == 1:
                whole += piece.attack
            else:
                broken += piece.attack * factor
        return broken + whole

    def defence_strength(self, foe: Foe, shaken: bool = False) -> Fraction:
        """The strength of a defence in its ground; barraged, if it is to be thought so."""
        key = foe.hex, shaken
        if key not in self._defences:
            self._defences[key] = self._defence(foe, shaken)
        return self._defences[key]

    def _defence(self, foe: Foe, shaken: bool) -> Fraction:
        seen, known = self.seat.sightings[foe.hex], self.heard.get(foe.hex)
        colour = category(seen.counter)
        by = max((e.factor(colour, False) or 1) for e in self.grounds(foe.hex))
        strength = known.defence if known else foe.defence * Fraction(by)
        return strength / 2 if shaken and seen.mode != DG else strength

    def rating(self, foe: Foe, force: Force, shaken: bool = False) -> int:
        """The difference of Action Ratings as far as it shows. [9.6]"""
        seen, known = self.seat.sightings[foe.hex], self.heard.get(foe.hex)
        theirs = 0 if seen.counter.hq or seen.mode == STRAT else seen.counter.ar
        theirs = max(theirs, self.seat.hidden.rating)
        disordered = seen.mode == DG or shaken
        if known:
            theirs = known.rating + (seen.mode == DG)
        ours = max(self.seat.counter(p.id).ar - (self.seat.unit(p.id).mode == DG) for p, _ in force)
        return ours - theirs + int(disordered)

    def column(self, foe: Foe, attack: Fraction, defence: Fraction) -> int:
        """The column of an attack before surprise. [9.7]"""
        scenario = self.seat.scenario
        rows = scenario.once(
            ("staff's rows", foe.hex), lambda: tuple(e.category for e in self.grounds(foe.hex))
        )
        ratio = attack.as_integer_ratio(), defence.as_integer_ratio()
        key = "staff's column", rows, ratio
        return scenario.once(key, lambda: self._column(rows, attack, defence))

    def _column(self, rows: tuple[str, ...], attack: Fraction, defence: Fraction) -> int:
        odds = rounded_odds(attack, defence)
        if not odds[1]:
            return COLUMNS
        if not odds[0]:
            return 1
        return min(odds_column(self.seat.scenario.tables, row, odds) for row in rows)

    # ---- what it is worth

    def score(self, foe: Foe, force: Force, *, overrun: bool = False, shaken: bool = False) -> int:
        """What an attack promises, in thousandths of a point of strength, supply aside."""
        attack = self.attack_strength(foe, force)
        column = self.column(foe, attack, self.defence_strength(foe, shaken))
        hog = self.seat.sightings[foe.hex].hog
        rating, steps = self.rating(foe, force, shaken), sum(p.steps for p, _ in force)
        stakes = self.stakes(foe, force)
        return max(
            self.worth(foe, stakes, self.prospect(column, rating, hog, overrun, steps, stand))
            for stand in (False, True)
        )

    def stakes(self, foe: Foe, force: Force) -> Stakes:
        """What is at stake in an attack, whatever comes of it."""
        house = self.seat.doctrine.worth
        values = [self.seat.value(piece.id) for piece, _ in force]
        trapped = house.stand + (THOUSAND - house.stand) * self.enclosed(foe, force) // THOUSAND
        escape = sum(self.escape(p.id) for p, _ in force) // len(force) if self.saved else 0
        return Stakes(
            max(self.lead_value(force), sum(values) / len(values)),
            trapped,
            self.ground_value(foe.hex),
            self.own_count + escape,
        )

    def worth(self, foe: Foe, stakes: Stakes, found: Prospect) -> int:
        """What a prospect is worth: enemy strength and ground against own strength."""
        house = self.seat.doctrine.worth
        foe_step = max(2, foe.attack, foe.defence) / foe.steps
        gain = found.enemy_loss + found.enemy_options * stakes.trapped // THOUSAND
        gain += found.disorder * house.disorder // THOUSAND
        gain = min(gain, foe.steps * THOUSAND)
        price = found.own_loss + found.given * house.giving // THOUSAND
        won = found.driven * house.driven // THOUSAND * stakes.ground // THOUSAND
        won += found.breaks * house.breaks // THOUSAND
        bold = house.own if self.situation.attacking else house.own_in_defence
        points = found.enemy_loss * self.enemy_count - found.own_loss * stakes.counted
        value = int(gain * foe_step)
        value -= self.seat.still(int(price * stakes.own_step) * bold // QUARTERS)
        reckless = self.recklessness(foe, found.own_loss, gain)
        return value + won + points // THOUSAND - self.seat.still(reckless)

    def recklessness(self, foe: Foe, lost: int, gain: int) -> int:
        """What speaks against an attack that costs more steps than it costs the enemy."""
        house = self.seat.doctrine.worth
        due = house.sound + house.daring * self.situation.worth(foe.hex)
        return house.reckless * max(0, lost - gain * due // THOUSAND) // THOUSAND

    def ground_value(self, h: int) -> int:
        """What driving an enemy out of a hex is worth by itself."""
        house = self.seat.doctrine.worth
        axis = self.situation.axis(h, house.axis, house.nearby)
        return house.ground + house.point * self.situation.worth(h) + axis

    def lead_value(self, force: Force) -> int:
        """What the unit is worth that leads, and so bears the first loss. [9.6]"""
        return self.seat.value(leader(self.seat, [piece.id for piece, _ in force]))

    def enclosed(self, foe: Foe, force: Force) -> int:
        """How much of the way back is closed to an enemy, in thousandths. [9.12e]"""
        closed = {h for _, h in force}
        held = self.situation.at
        around = self.seat.board.around(foe.hex)
        for h in around:
            near = self.seat.board.around(h)
            if h in held or any(b in closed or b in self.barring for b in near if b != foe.hex):
                closed.add(h)
        return THOUSAND * sum(h in closed for h in around) // max(1, len(around))

    @cached_property
    def barring(self) -> frozenset[int]:
        """The hexes in which somebody bars the way."""
        return frozenset(piece.hex for piece in self.situation.pieces.values() if piece.bars)

    # ---- barrages

    def barrage(self, h: int, points: int, spotted: bool, more: int = 0) -> tuple[int, int]:
        """What a barrage does to a stack: chance of disorder and steps, in thousandths. [10.0a]"""
        tables = self.seat.scenario.tables
        column = barrage_column(tables, points) + more + self.shifts(h, spotted)
        return self.seat.scenario.once(("staff's barrage", column), lambda: self._barrage(column))

    def _barrage(self, column: int) -> tuple[int, int]:
        tables, shaken, steps = self.seat.scenario.tables, Fraction(0), Fraction(0)
        for roll, chance in TWO_DICE.items():
            text = barrage_result(tables, column, roll).value
            if text != "-":
                shaken += chance
                steps += chance * LOSSES.get(text, Fraction(1, 4))
        return int(THOUSAND * shaken), int(THOUSAND * steps)

    def barrage_price(self, points: int) -> int:
        """The tokens that guns pay for so many points. [10.1b(A)]"""
        tables = self.seat.scenario.tables
        return barrage_cost(tables, barrage_column(tables, points))

    def shifts(self, h: int, spotted: bool) -> int:
        """The shifts of a barrage as far as they can be seen. [CT-barrage-shifts]"""
        seen, tables = self.seat.sightings.get(h), self.seat.scenario.tables
        names = [] if spotted else ["unspotted"]
        kind = self.seat.scenario.ground.category(h)
        if kind != "open":
            names.append(kind)
        if seen is not None and seen.hog:
            names.append("hedgehog")
        if seen is not None and seen.mode == STRAT:
            names.append("strat_mode")
        known = tables["barrage-shifts"].rows
        return sum(number(tables, "barrage-shifts", n, "shift") for n in names if n in known)


def leader(seat: OcsSeat, names: Iterable[str]) -> str:
    """Who leads an attack: the best Action Rating, of equals who is worth least. [9.6]"""

    def rank(name: str) -> tuple[int, int, str]:
        rating = seat.counter(name).ar - (seat.unit(name).mode == DG)
        return rating, -seat.value(name), name

    return max(names, key=rank)


LOSSES = {
    "DG": Fraction(0), "[1/2]": Fraction(1, 4), "1/2": Fraction(1, 2), "1": Fraction(1),
    "2": Fraction(2), "3": Fraction(3),
}  # fmt: skip
"""The steps that each result of the table costs on the average."""
