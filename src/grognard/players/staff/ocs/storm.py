"""What a storm of a beach and the fire of ships promise: the staff's arithmetic at sea. [18.3b]

[18.6] Those who fail on a held beach are lost with their craft [18.6a(E)], so what matters is how
surely the defenders are driven off it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from grognard.players.staff.attack_planner import Force
from grognard.players.staff.ocs.estimate import THOUSAND, Estimate
from grognard.players.staff.ocs.reading import OcsSeat, piece_of
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.ocs.barrage.results import BARRAGE_TABLE, NAVAL, Manner, chances
from grognard.systems.ocs.combat import combat_supply
from grognard.systems.ocs.combat.odds import BEACH, TWO_DICE
from grognard.systems.ocs.naval import cargo, landing_table
from grognard.systems.ocs.naval.ships import ship_of
from grognard.systems.ocs.pieces.values import category, quarters
from grognard.systems.ocs.results import barrage_column, barrage_columns
from grognard.systems.ocs.units import COMBAT


def aboard(seat: OcsSeat, key: str) -> list[Piece]:
    """The units aboard a craft as they would fight, where the craft lies."""
    h = ship_of(seat.table, key).hex
    return [replace(piece_of(seat, name), hex=h) for name in cargo.units_aboard(seat.table, key)]


class Storm(Estimate):
    """The staff's arithmetic for attacks from the sea, fire from it, and landings."""

    def crossing(self, piece: Piece, a: int, b: int) -> Fraction:
        """What the beach leaves of an attack from the sea. [18.6a(F)]"""
        ground = self.seat.scenario.ground
        if not ground.sea[a]:
            return super().crossing(piece, a, b)
        colour = category(self.seat.counter(piece.id))
        factors = [e.factor(colour, True) for e in (*self.grounds(b), ground.effects[BEACH])]
        least = min((f for f in factors if f is not None), default=Fraction(1))
        return self.seat.doctrine.worth.blunted if least == 2 else least

    def clears(self, foe: Foe, force: Force, shaken: bool = False) -> int:
        """The chance, in thousandths, that nobody is left of a defence who could stay. [18.6a(E)]

        Whoever can take all that is asked of him in steps may stay where he is.
        """
        attack = self.attack_strength(foe, force)
        column = self.column(foe, attack, self.defence_strength(foe, shaken))
        rating, hog = self.rating(foe, force, shaken), self.seat.sightings[foe.hex].hog
        results = self.results(column, rating, hog, False)
        sure = sum(
            ways for ways, result in results
            if result.defender.losses + result.defender.options >= foe.steps
        )  # fmt: skip
        return THOUSAND * sure // sum(ways for ways, _ in results)

    def shelling(self, h: int, points: int, spotted: bool) -> tuple[int, int]:
        """What ships do to a stack: chance of disorder and steps, in thousandths. [18.3b]"""
        tables = self.seat.scenario.tables
        column = barrage_column(tables, points) + self.shifts(h, spotted)
        column = min(max(column, 0), len(barrage_columns(tables)) - 1)
        key = "staff's shelling", column, spotted
        return self.seat.scenario.once(key, lambda: self._shelling(column, spotted))

    def _shelling(self, column: int, spotted: bool) -> tuple[int, int]:
        tables, shaken, steps = self.seat.scenario.tables, Fraction(0), Fraction(0)
        for impact, chance in chances(
            tables, BARRAGE_TABLE, column, Manner(NAVAL, spotted)
        ).items():
            shaken += chance * impact.dg
            steps += chance * impact.steps
        return int(THOUSAND * shaken), int(THOUSAND * steps)

    def toll(self, h: int) -> tuple[int, int]:
        """Steps and points of craft that a landing roll costs in a hex, in thousandths. [18.5f]"""
        game = self.seat.table
        more = int(landing_table.modifiers(game, self.seat.side, h).total)
        steps, craft = Fraction(0), Fraction(0)
        for roll, chance in TWO_DICE.items():
            found = landing_table.toll(game, h, roll + more)
            steps += chance * found.steps
            craft += chance * found.craft
        return int(THOUSAND * steps), int(THOUSAND * craft)


def storming(seat: OcsSeat, pieces: Sequence[Piece]) -> list[Piece]:
    """Of some units aboard those who storm together: the strongest, of three RE. [18.6a(A)]"""
    found: list[Piece] = []
    room = 4 * 3
    for piece in sorted(pieces, key=lambda p: (-p.attack, p.id)):
        size = quarters(seat.counter(piece.id), seat.unit(piece.id))
        if piece.fights and size <= room:
            found.append(piece)
            room -= size
    return found


def price(seat: OcsSeat, names: Sequence[str]) -> int:
    """What a storm by some units costs. [18.6a(B)]"""
    double = combat_supply.independents_alone(seat.table, names)
    return sum(combat_supply.attack_price(seat.table, name, double) for name in names)


def fit(seat: OcsSeat, pieces: Sequence[Piece]) -> list[Piece]:
    """Those aboard who are in Combat Mode, and so may storm in the Combat Phase. [18.6a(A)]"""
    return [piece for piece in pieces if seat.unit(piece.id).mode == COMBAT]
