"""Withdrawal: who would be struck down where he stands goes back while there is time.

A defender compares what the enemy could bring against each of his stacks with what holds there.
Where that is too little, the units join another stack that holds with them, or leave the enemy's
reach; those whose escape counts for victory are the first to go, and dare the least.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from grognard.players.staff.doctrine import Posture
from grognard.players.staff.ocs.brunt import Brunt
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.outlook import Outlook

TO_THE_LAST: frozenset[Posture] = frozenset({"assault", "hold"})
"""The postures in which nobody is taken back because he may be struck down."""


class Withdrawal:
    """The last word on who stands where, when everybody else has been given a place."""

    def __init__(self, plan: Outlook) -> None:
        self.plan, self.situation = plan, plan.situation
        self.brunt = Brunt(plan.seat)
        self.places = {
            name: plan.posts.get(name, piece.hex) for name, piece in self.situation.pieces.items()
        }
        self.attackers = {name for assault in plan.assaults for name in assault.posts}
        self.strength: dict[int, int] = {}
        for name, h in self.places.items():
            self.strength[h] = self.strength.get(h, 0) + self.stands(name, h)

    @cached_property
    def saved(self) -> frozenset[str]:
        """Those whose escape counts."""
        return frozenset(Evacuation(lambda: self.plan.seat).passengers())

    # ---- who holds

    def stands(self, name: str, h: int) -> int:
        """What a unit will defend a hex with: less if it comes there on its Move side."""
        piece = self.situation.pieces[name]
        fights = h in self.plan.fighting.get(name, (piece.hex,))
        return piece.defence if fights else piece.defence // 2

    def joined(self, name: str, h: int) -> int:
        """The strength that will stand in a hex with a unit."""
        there = self.strength.get(h, 0)
        return there if self.places[name] == h else there + self.stands(name, h)

    def move(self, name: str, h: int) -> None:
        """Give a unit another place than it had."""
        plan, piece, before = self.plan, self.situation.pieces[name], self.places[name]
        self.strength[before] -= self.stands(name, before)
        self.strength[h] = self.strength.get(h, 0) + self.stands(name, h)
        self.places[name] = h
        left, limit = plan.room.left, plan.room.limit
        if before != piece.hex:  # as if it had never been sent there
            left[before] = left.get(before, limit) + piece.size
            left[piece.hex] = left.get(piece.hex, limit) - piece.size
        plan.post(piece, h, "spare", piece.hex)

    def column(self, h: int, defence: int) -> int:
        """The column of the enemy's blow against so much strength in a hex."""
        return self.brunt.column(h, defence, self.plan.hog(h))

    def bearable(self, name: str, h: int) -> int:
        """The column that a unit will stand in a hex."""
        house = self.plan.seat.doctrine.lines
        dear = house.for_ground if self.situation.worth(h) else 0
        most = house.stood_saved if name in self.saved else house.stood + dear
        return most - (house.turned if self.turned(h) or h in self.traps else 0)

    def turned(self, h: int) -> bool:
        """Whether as much of the enemy stands behind a hex as will stand in it."""
        house = self.plan.seat.doctrine.lines
        if h not in self._behind:
            depth, board = self.depth, self.plan.seat.board
            far = depth.get(h, 0)
            self._behind[h] = sum(
                foe.attack for foe in self.situation.foes.values()
                if depth.get(foe.hex, far) < far and board.distance(h, foe.hex) <= house.around
            )  # fmt: skip
        return self._behind[h] > self.strength.get(h, 0)

    @cached_property
    def traps(self) -> frozenset[int]:
        """The hexes from which the enemy could close every way back in his next move."""
        house = self.plan.seat.doctrine.lines
        board, depth, found = self.plan.seat.board, self.depth, set[int]()
        for h in sorted(set(self.places.values())):
            far = depth.get(h, 0)
            back = [
                b for b in board.disk(h, house.back)
                if board.distance(h, b) == house.back and depth.get(b, far) <= far - house.back + 1
            ]  # fmt: skip
            if back and all(self.brunt.at(b) >= house.teeth for b in back):
                found.add(h)
        return frozenset(found)

    @cached_property
    def _behind(self) -> dict[int, int]:
        return {}

    def too_weak(self) -> list[tuple[int, int, str]]:
        """The units that would be struck down where they are to stand, the worst off first."""
        found = []
        for name in self.plan.reach:
            h = self.places[name]
            excess = self.column(h, self.strength[h]) - self.bearable(name, h)
            stays = name in self.attackers or self.plan.directing.posture(name) in TO_THE_LAST
            if excess > 0 and not stays:
                found.append((-excess, h, name))
        return sorted(found)

    def breaks(self) -> Fraction:
        """What part of those who are to hold the line would be struck down; garrisons aside."""
        line = [
            name for name in self.plan.reach
            if self.brunt.at(self.places[name]) and self.plan.inside(self.places[name])
            and not self.plan.seat.garrison(name)
        ]  # fmt: skip
        weak = {name for _, _, name in self.too_weak()}
        return Fraction(len(weak.intersection(line)), max(1, len(line)))

    # ---- where to

    def carry_out(self) -> None:
        """Take back one unit after another until nobody is left who could and should go."""
        tried: set[str] = set()
        while True:
            left = [row for row in self.too_weak() if row[2] not in tried]
            if not left:
                return
            name = left[0][2]
            tried.add(name)
            h = self.refuge(name)
            if h >= 0 and h != self.places[name]:
                self.move(name, h)

    def refuge(self, name: str) -> int:
        """The place farthest ahead where a unit holds; if there is none, the least bad one."""
        depth, here, costs = self.depth, self.places[name], self.plan.reach[name]
        best, found = (1, FAR, FAR, FAR, FAR), -1
        for h in costs:
            if h not in depth or (h != here and not self.open_to(name, h)):
                continue
            column = self.column(h, self.joined(name, h))
            excess = max(0, column - self.bearable(name, h))
            key = (
                int(excess > 0), excess, int(h not in self.plan.linked),
                abs(self.limit - depth[h]) if not excess else depth[h], costs[h],
            )  # fmt: skip
            if key < best:
                best, found = key, h
        return found

    def open_to(self, name: str, h: int) -> bool:
        """Whether a unit can be taken back to a hex."""
        piece = self.situation.pieces[name]
        if not self.plan.inside(h) or not self.plan.room.fits(h, piece):
            return False
        return not self.situation.enemy_zone[h] or h in self.situation.at

    @property
    def depth(self) -> Mapping[int, int]:
        """How far every hex is from what is kept to the last."""
        assert self.plan.line is not None
        return self.plan.line.depth

    @property
    def limit(self) -> int:
        """The line to be held."""
        assert self.plan.line is not None
        return self.plan.line.limit


FAR = 1 << 30
