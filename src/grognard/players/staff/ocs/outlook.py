"""The outlook before a Movement Segment: who can go where, what is supplied, what is in danger.

What OCS adds to the shared deployment: two sides of every counter, so that a unit may go far or
fight well; fuel; trace supply; the line that a defender holds. [5.0] [12.5] [12.6]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grognard.board.search import Adjacency, plain, reach
from grognard.players.staff.deployment import Deployment
from grognard.players.staff.fallback import Fallback
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.expedition import Expedition
from grognard.players.staff.ocs.lines import line_to_hold
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Piece
from grognard.systems.ocs.ground import CATEGORIES
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import DG

QUARTERS = 4


class Outlook(Deployment):
    """What is known before those who can move in a segment are given their places."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat = seat
        self.prepare(seat.situation, LIMIT, seat.doctrine)
        self.estimate, self.budget = Estimate(seat), Budget(seat)

    # ---- what is known

    @cached_property
    def fighting(self) -> dict[str, Mapping[int, int]]:
        """Where every unit can go and fight with all its strength: on its Combat side. [5.5]"""
        return {p.id: self._ways(p, True) for p in self._regular()}

    @cached_property
    def reach(self) -> dict[str, Mapping[int, int]]:
        """Where every unit can go on either side of its counter; staying costs nothing."""
        found: dict[str, Mapping[int, int]] = {}
        for piece in self._regular():
            far = self._ways(piece, False) if self.seat.can_turn(piece.id) else {}
            found[piece.id] = {**far, **self.fighting[piece.id]}
        return found

    def _regular(self) -> list[Piece]:
        """The units with which a line is held and attacks are made."""
        return [p for p in self.situation.pieces.values() if self.regular(p)]

    def regular(self, piece: Piece) -> bool:
        """Whether a piece fights or at least holds ground, and is at hand in this segment."""
        counter = self.seat.counter(piece.id)
        return not counter.hq and not counter.artillery and not counter.traits & {"pax", "eq"}

    def _ways(self, piece: Piece, combat_up: bool) -> Mapping[int, int]:
        """The hexes a unit can go to on a side of its counter, if it can be fuelled for it."""
        here = {piece.hex: 0}
        if not self.seat.can_turn(piece.id):
            if combat_up != self.seat.unit(piece.id).combat_up:
                return here
        elif (
            self.seat.unit(piece.id).mode == DG and combat_up != self.seat.unit(piece.id).combat_up
        ):
            return here
        if self.budget.rides(piece.id, combat_up) and not self.fuel_for(piece.id):
            return here
        return {**plain(self.seat.marching(piece.id, combat_up).costs), **here}

    @cached_property
    def _fuelled(self) -> dict[str, bool]:
        return {}

    def fuel_for(self, name: str) -> bool:
        """Whether there is fuel for a unit where it stands. [12.5a]"""
        if name not in self._fuelled:
            game, h = self.seat.table, self.seat.unit(name).hex
            found = bool(fuel.throwers(game, name)) or bool(
                self.budget.free and fuel.ways(game, self.seat.side, h, (name,))
            )
            self._fuelled[name] = found
        return self._fuelled[name]

    @property
    def walks(self) -> Adjacency:
        """What every step costs by truck: objectives are reached by road."""
        return self.seat.drives

    @cached_property
    def expedition(self) -> Expedition | None:
        """The corps that is sent far away, while its headquarters can still go first."""
        return Expedition(self.seat) if self.seat.kind == phases.MOVEMENT else None

    @cached_property
    def linked(self) -> frozenset[int]:
        """The hexes in trace supply, as headquarters stand, and that of an expedition will."""
        covered = self.expedition.covered if self.expedition else frozenset[int]()
        return self.seat.linked | covered

    # ---- the line to be held

    @cached_property
    def line(self) -> Fallback | None:
        """The line that a side which has to keep ground stands on; None if it knows no way back."""
        if self.situation.attacking:
            return None
        pieces = self.situation.pieces.values()
        strength = sum(p.defence for p in pieces if p.bars and Outlook.regular(self, p))
        return line_to_hold(self.seat, strength, self.shelter)

    def inside(self, h: int) -> bool:
        """Whether a hex is not ahead of the line to be held."""
        return self.line is None or self.line.inside(h)

    def sallies(self, h: int) -> bool:
        """Whether an enemy is near enough to the line to be attacked."""
        house = self.seat.doctrine.attack
        line = self.line
        return line is None or line.depth.get(h, line.limit) <= line.limit + house.sally

    # ---- standing

    def tenable(self, piece: Piece, h: int) -> bool:
        """Whether a unit can stay in a hex: supplied, and not hopelessly outnumbered."""
        if h not in self.linked and piece.hex in self.linked:
            return False
        if not self.inside(h):
            return False
        strength = sum(p.defence for p in self.situation.stack(h) if p.id != piece.id)
        strength += piece.defence
        shelter = 2 + 2 * bool(self.situation.worth(h)) + self.shelter(h)
        return self.threat[h] <= QUARTERS * strength * self.doctrine.danger * shelter

    def shelter(self, h: int) -> int:
        """What the ground of a hex gives its defender: columns by its category. [9.7a]"""
        scenario = self.seat.scenario
        kinds = scenario.once("staff's shelter", lambda: [
            CATEGORIES.index(scenario.ground.category(b)) for b in range(self.seat.board.n)
        ])  # fmt: skip
        return kinds[h] + 2 * self.hog(h)

    def hog(self, h: int) -> int:
        """The level of an own hedgehog in a hex. [16.0]"""
        site = stacks.site_at(self.seat.table, h)
        return site.hog if site.hog_owner == self.seat.side else 0

    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """The hexes that a unit closes from a hex: with its zone if it comes to fight. [4.4b]"""
        if piece.bars and h in self.fighting[piece.id]:
            return (h, *self.seat.board.around(h))
        return (h,)

    def footing(self, piece: Piece, h: int) -> int:
        """How well a unit would stand in a hex."""
        fights = h in self.fighting[piece.id]
        return self.shelter(h) + 2 * bool(self.situation.worth(h)) + 2 * (h in self.linked) + fights

    def welcome(self, piece: Piece, h: int) -> bool:
        """Whether a unit may join those in a hex of the line: if it comes to fight."""
        return h in self.fighting[piece.id]

    def danger(self, h: int, defence: int) -> int:
        """How many times its strength the enemy could turn on a hex, ground considered."""
        worth = min(2, self.situation.worth(h))
        return self.threat[h] // (QUARTERS * max(1, defence)) - self.shelter(h) + worth

    @cached_property
    def raided(self) -> frozenset[int]:
        """The hexes that the enemy could come to in his next move, on foot or riding past zones.

        Zones stop nobody who walks, only trucks. [4.5a(A)]
        """
        house = self.seat.doctrine.lines
        situation, shut = self.situation, bytearray(self.seat.board.n)
        for h in situation.at:
            shut[h] = 1
        foes = [foe for _, foe in sorted(situation.foes.items()) if foe.attack]
        found = set(reach(situation.enemy_steps, [(f.hex, 0) for f in foes], house.on_foot, shut))
        for piece in situation.pieces.values():
            for b in self.seat.board.around(piece.hex) if piece.bars else ():
                shut[b] = 1
        riding = [(foe.hex, 0) for foe in foes if foe.mobile]
        return frozenset(found.union(reach(self.seat.drives, riding, house.riding, shut)))

    def in_danger(self, h: int) -> bool:
        """Whether the enemy could come into a hex or next to it."""
        return h in self.raided or any(b in self.raided for b in self.seat.board.around(h))
