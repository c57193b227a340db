"""An expedition: one corps goes to far objectives that are lightly held, its headquarters first.

The mass of an army is drawn to where most is to be had and most is fought; ground that lies far off
and is hardly held would wait for the end. So one of several headquarters is sent there, as far as
it still draws trace; the corps may then go wherever its throw will reach. [12.3b] [12.6]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grognard.board.search import path_to, reach_paths
from grognard.players.staff.fields import DEEP, distances, travel
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Goal, Piece
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.throws import throw_class
from grognard.systems.ocs.units import DG, STRAT

FAR = 1 << 30


class Expedition:
    """Where the expedition goes, if there is one; who leads it, and who goes along."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat, self.situation = seat, seat.situation
        self.goal, self.hq, self.resistance = -1, "", 0
        if self.situation.attacking and len(self.leaders) >= seat.doctrine.corps.several:
            self._choose()

    @cached_property
    def leaders(self) -> list[str]:
        """The headquarters that serve anybody, and can move."""
        seat = self.seat
        return [
            name for name in seat.own
            if seat.counter(name).hq and not seat.counter(name).formation
            and seat.unit(name).mode not in (DG, STRAT)
        ]  # fmt: skip

    @cached_property
    def aims(self) -> dict[int, int]:
        """Objectives far from what counts most, each with the points that lie close to it."""
        house = self.seat.doctrine.corps
        counted = {h for o in self.seat.scenario.victory.objectives for h in o.hexes}
        goals = [g for g in self.situation.goals if not g.ours and g.hex in counted]
        found = {goal.hex: self._around(goal, goals) for goal in goals}
        main = max(found, key=lambda h: (found[h], -h), default=-1)
        distance = self.seat.board.distance
        return {h: value for h, value in found.items() if distance(h, main) >= house.apart}

    def _around(self, goal: Goal, goals: list[Goal]) -> int:
        house = self.seat.doctrine.corps
        distance = self.seat.board.distance
        return sum(g.value for g in goals if distance(g.hex, goal.hex) <= house.together)

    def _choose(self) -> None:
        """The objective that promises most for the way, of those whose way is lightly held."""
        house = self.seat.doctrine.corps
        best = 0
        for hq in self.leaders:
            costs, before = reach_paths(self.seat.drives, [(self.seat.unit(hq).hex, 0)], DEEP)
            for h, value in self.aims.items():
                if value < house.prized or h not in costs:
                    continue
                worth = 1000 * value // (house.town + costs[h] // POINT)
                strength = self.in_the_way(path_to(before, h)) if worth > best else FAR
                if strength <= house.light:
                    best, self.goal, self.hq, self.resistance = worth, h, hq, strength

    def in_the_way(self, path: Sequence[int]) -> int:
        """The strength of the enemy along a road."""
        house = self.seat.doctrine.corps
        near = distances(self.seat.board, path)
        return sum(
            foe.attack for foe in self.situation.foes.values() if near[foe.hex] <= house.beside
        )

    # ---- the corps

    @cached_property
    def way(self) -> Mapping[int, int]:
        """How far every hex is from the objective."""
        return travel(self.seat.drives, [self.goal]) if self.goal >= 0 else {}

    @cached_property
    def corps(self) -> list[str]:
        """Those who go: the nearest, those who ride before those who walk."""
        house = self.seat.doctrine.corps
        if self.goal < 0:
            return []
        able = [p for p in self.situation.pieces.values() if p.fights and p.hex in self.way]
        able.sort(key=lambda p: (self.way[p.hex] // (1 + p.mobile), p.id))
        wanted, found = house.least + self.resistance * house.each // 10, list[str]()
        for piece in able[: house.most]:
            if wanted > 0:
                found.append(piece.id)
                wanted -= piece.attack
        return found

    # ---- its headquarters

    @cached_property
    def camp(self) -> tuple[int, bool] | None:
        """Where its headquarters goes, and on which side: as near as it needs to throw that far."""
        house = self.seat.doctrine.corps
        if self.goal < 0:
            return None
        seat, piece = self.seat, self.situation.pieces[self.hq]
        ways = dict.fromkeys(seat.marching(self.hq, False).costs, False)
        ways |= dict.fromkeys(seat.marching(self.hq, True).costs, True)
        ways[piece.hex] = True
        throw = seat.counter(self.hq).combat.throw * POINT // 2
        far = distances(seat.board, self.situation.foes)
        drawn = supply_paths.network(seat.table, seat.side).drawn(throw_class(seat.table, self.hq))
        open_to = [
            h for h in ways
            if drawn.bits[h] and h in self.way and not seat.enemy_zone[h] and self.room(h, piece)
            and (not 0 <= far[h] < house.clear or any(p.bars for p in self.situation.stack(h)))
        ]  # fmt: skip
        best = min(
            open_to,
            key=lambda h: (
                max(0, self.way[h] - throw),
                not ways[h],
                seat.board.distance(h, piece.hex),
                h,
            ),
            default=-1,
        )
        return (best, ways[best]) if best >= 0 else None

    def room(self, h: int, piece: Piece) -> bool:
        """Whether a hex has room for it. [4.8]"""
        there = sum(p.size for p in self.situation.stack(h) if p.id != piece.id)
        return there + piece.size <= LIMIT

    @cached_property
    def covered(self) -> frozenset[int]:
        """The hexes that it will throw to from there."""
        if self.camp is None:
            return frozenset()
        h, combat_up = self.camp
        counter = self.seat.counter(self.hq)
        face = counter.combat if combat_up else counter.move
        move = throw_class(self.seat.table, self.hq)
        return fields(self.seat.table).outward(
            self.seat.side, h, move, face.throw * POINT
        ).served  # fmt: skip
