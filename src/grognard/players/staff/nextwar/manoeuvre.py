"""A Movement Segment: who attacks, who holds the line, who takes what nobody defends.

The plan is made once for the segment: attacks first where ground must be gained, then a line
without holes, then more strength where the enemy is strongest; the rest go where victory is won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grognard.board.search import Adjacency
from grognard.players.staff.attack_planner import Force, Planner
from grognard.players.staff.deployment import Deployment
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.nextwar.doctrine import NwDoctrine
from grognard.players.staff.nextwar.estimate import SAFE, Estimate
from grognard.players.staff.nextwar.pockets import Pockets
from grognard.players.staff.nextwar.reading import PROJECTS, NwSeat
from grognard.players.staff.objectives import held, to_hold, to_take
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.nextwar.ground import URBAN

QUARTERS = 4
STACK = 8
"""Half stacking points of a full hex. [8.1.1.1]"""


class Manoeuvre(Deployment):
    """The plan of one Movement Segment."""

    doctrine: NwDoctrine

    def __init__(self, seat: NwSeat) -> None:
        self.seat = seat
        self.prepare(seat.situation, STACK, seat.doctrine)
        self.estimate = Estimate(seat)
        self.pockets = Pockets(self.estimate)

    # ---- what is known

    @cached_property
    def reach(self) -> dict[str, Mapping[int, int]]:
        """Where every unit that fights can go, and what it costs; staying costs nothing."""
        return {
            piece.id: {piece.hex: 0, **self.open(piece)}
            for piece in self.situation.pieces.values()
            if piece.attack
        }

    def open(self, piece: Piece) -> Mapping[int, int]:
        """Where a unit can go; those who clear a hex stay with it. [8.4.1.3]"""
        return {} if self.seat.unit(piece.id).clearing else self.seat.routes(piece.id).costs

    @property
    def walks(self) -> Adjacency:
        """What every step costs on foot."""
        steps: Adjacency = self.seat.scenario.ground.steps("leg", self.seat.storm)
        return steps

    @cached_property
    def linked(self) -> frozenset[int]:
        """The hexes in which own units would be in supply, where that is played. [13.1.3]"""
        return frozenset(h for h in range(self.seat.board.n) if self.seat.supplied(h))

    def astray(self, piece: Piece, h: int) -> bool:
        """Whether a unit on its way would be cut off in a hex, or easily could be. [19.7.1]"""
        return h not in self.linked or self.pockets.price(piece.id, h) > self.doctrine.worth.point

    # ---- those who were told something

    def _home(self, aims: Sequence[int]) -> Mapping[int, int]:
        """Where a group goes back to: its objective, or the heart of its own country."""
        return super()._home(tuple(aims) or self._heart)

    @cached_property
    def _heart(self) -> tuple[int, ...]:
        """The ground of one's own country that is farthest from the enemy."""
        home = self.seat.home()
        far = max((self.alarm[h] for h in home), default=0)
        return tuple(h for h in home if self.alarm[h] == far)

    # ---- attacks

    def score(self, foe: Foe, force: Force) -> int:
        """What an attack promises, less what it keeps from doing and what it exposes."""
        house = self.doctrine.attack
        value = self.estimate.score(foe, force)
        value -= house.effort * sum(piece.attack for piece, _ in force)
        for piece, h in force:
            if h != piece.hex and (self.seat.fortified(piece.hex) or self.keeps(piece)):
                value -= house.leaving
            if h != piece.hex:
                value -= self.pockets.price(piece.id, h)
        return value - self.exposure(foe, force) * self.directing.risk(force) // WHOLE

    def keeps(self, piece: Piece) -> bool:
        """Whether a unit alone keeps a hex that counts, within the enemy's reach."""
        h = piece.hex
        alone = not any(p.bars for p in self.situation.stack(h) if p.id != piece.id)
        return alone and self.situation.worth(h) > 0 and self.threat[h] > 0

    def exposure(self, foe: Foe, force: Force) -> int:
        """What those who attack must expect in return. [9.2]"""
        groups: dict[int, int] = {}
        for piece, h in force:
            groups[h] = groups.get(h, 0) + piece.defence
        house, price = self.doctrine.attack, 0
        for h, defence in groups.items():
            answer = max(0, self.threat[h] // QUARTERS - foe.attack)
            times = answer * 10 // max(1, defence) - 5 * self.estimate.shelter(h)
            if times > house.even:
                over = min(times, house.overwhelming) - house.even
                price += defence * house.risk * over // 10
        return price if not self.seat.last else price // 3

    def bane(self, target: int, h: int) -> int:
        """What speaks against attacking a hex from another: other enemies, and water."""
        foes, ground = self.situation.foes, self.seat.scenario.ground
        others = sum(1 for b in self.seat.board.around(h) if b != target and b in foes)
        cut_off = 2 * (h not in self.linked)
        return others + 3 * bool(ground.river(h, target)) + cut_off - self.estimate.shelter(h) // 2

    def plan_attacks(self) -> None:
        """Choose the attacks of the Combat Segment that follows and send units to their places."""
        if not self.seat.combat:
            return
        house = self.doctrine.attack
        floor = house.floor if self.situation.attacking else house.careful
        reach = {
            name: {self.posts[name]: 0} if name in self.posts else found
            for name, found in self.reach.items()
        }
        planner = Planner(
            self.situation, reach, self.room, self.score, self.bane, floor,
            farthest=self.doctrine.farthest, directing=self.directing,
        )  # fmt: skip
        self.assaults, self.unpaid = planner.plan(), planner.unpaid
        for assault in self.assaults:
            self.posts.update(assault.posts)

    # ---- the line

    def tenable(self, piece: Piece, h: int) -> bool:
        """Whether a unit can stay in a hex without being overwhelmed there."""
        if self.seat.to_clear(h):
            return False
        strength = piece.defence + sum(
            p.defence for p in self.situation.stack(h) if p.id != piece.id
        )
        shelter = self.estimate.shelter(h) + 2 * bool(self.situation.worth(h))
        return self.threat[h] <= QUARTERS * max(1, strength) * (
            2 * self.doctrine.danger + 2 * shelter
        )

    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """The hexes that a unit closes from a hex: its zone, if it projects one. [8.2.1]"""
        zone = self.seat.scenario.ground.zone[h]
        return (h, *zone) if piece.size >= PROJECTS and piece.attack else (h,)

    def footing(self, piece: Piece, h: int) -> int:
        """How well a unit would stand in a hex, in hexes of depth."""
        stays = h == piece.hex and self.seat.fortified(h)
        cut_off = 2 * (h not in self.linked)
        return self.estimate.shelter(h) + min(2, self.situation.worth(h)) + 2 * stays - cut_off

    def welcome(self, piece: Piece, h: int) -> bool:
        """Whether a unit may join those in a hex of the line."""
        return not self.seat.to_clear(h)

    def danger(self, h: int, defence: int) -> int:
        """How many times its strength the enemy could turn on a hex, ground considered."""
        worth = min(2, self.situation.worth(h))
        shelter = self.estimate.shelter(h) // 2
        return self.threat[h] // (QUARTERS * max(1, defence)) - shelter + worth

    # ---- where victory is won

    def safe(self, h: int) -> int:
        """Half stacking points that are wanted to clear a hex. [8.4.1.1-2]"""
        if self.seat.board.terrain[h] == URBAN:
            return SAFE["urban"]
        return SAFE["city"] if self.seat.scenario.ground.city(h) else SAFE["installation"]

    def seize(self) -> None:
        """Send somebody to every objective that nobody defends: enough, where it must be cleared,
        and into an enemy zone only those who could stand there."""
        for goal in to_take(self.situation):
            h = goal.hex
            if h in self.situation.foes or h in self.posts.values():
                continue
            able = sorted(
                (self.reach[name][h], name)
                for name in self.reach
                if name not in self.posts and h in self.reach[name]
                if self.directing.goes(name, h)
                if not self.keeps(self.situation.pieces[name])
                if self.pockets.price(name, h) < self.doctrine.worth.point * goal.value
            )
            pieces = [self.situation.pieces[name] for _, name in able]
            party = self.party(h, pieces)
            for piece in party:
                self.post(piece, h, "seize")

    def party(self, h: int, pieces: Sequence[Piece]) -> list[Piece]:
        """Those who take a hex: the nearest, as few as will do; none, if there are too few."""
        wanted = self.safe(h) if self.seat.to_clear(h) else 1
        there = [p for p in self.situation.stack(h) if p.attack]
        size, strength = sum(p.size for p in there), sum(p.defence for p in there)
        party: list[Piece] = []
        for piece in pieces:
            if size >= wanted and strength * 2 * QUARTERS >= self.threat[h]:
                break
            if piece.hex == h or size + piece.size > STACK:
                continue
            party.append(piece)
            size, strength = size + piece.size, strength + piece.defence
        enough = size * 2 >= wanted
        bold = self.seat.last or strength * 4 * QUARTERS >= self.threat[h]
        return party if enough and bold else []

    # ---- orders

    def plan(self) -> dict[str, int]:
        """Where everybody goes."""
        self.stay_clearing()
        self.obey()
        if self.situation.attacking:
            self.keep_line(self.doctrine.lines.raids, held(self.situation))
        self.plan_attacks()
        self.seize()
        self.reinforce(self.keep_line(self.doctrine.lines.holes, to_hold(self.situation)))
        self.send_rest()
        return {name: h for name, h in self.posts.items() if h != self.situation.pieces[name].hex}

    def stay_clearing(self) -> None:
        """Those who clear a hex go on with it."""
        for piece in self.situation.pieces.values():
            if piece.attack and self.seat.unit(piece.id).clearing:
                self.post(piece, piece.hex, "seize")
