"""Air transport of supply, and aircraft that move from base to base. [14.9] [14.11]

Supply goes where it is nearer to the fighting than where it lies; fighters go where they patrol
over the front, and whoever stands on a base that may fall leaves it in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.wings import Sky, Wing, ready
from grognard.systems.ocs.air import bases, drop_plans, interception
from grognard.systems.ocs.air.air_transport import AirTransport, Delivery
from grognard.systems.ocs.air.transfer import DOUBLE, Rebasing, Transfer
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.works import air_bases

MOST = 4
"""Aircraft of one mission. [14.2a]"""


class Lifts:
    """Air transport and base transfers, at the end of the own Movement Segment."""

    def __init__(self) -> None:
        self.tried: set[tuple[str, int]] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next flight."""
        wings = ready(seat)
        if not wings:
            return None
        flights = Flights(seat, wings)
        for action in (*flights.supply(), *flights.transfers()):
            key = ",".join(action["planes"]), seat.board.index.get(action["hex"], -1)
            if key not in self.tried:
                self.tried.add(key)
                if seat.may(action):
                    return action
        return None


class Flights:
    """The flights between bases that are worth flying at one moment."""

    def __init__(self, seat: OcsSeat, wings: Sequence[Wing]) -> None:
        self.seat, self.wings, self.sky = seat, wings, Sky(seat)

    # ---- supply

    def supply(self) -> Iterator[Action]:
        """Supply from rear bases to those near the fighting that have least, by idle Transports."""
        house = self.seat.doctrine.skies
        for start, crew in sorted(self.idle().items()):
            there = dumps.loadable(self.seat.table, start, self.seat.side) - house.kept
            ends = [h for h in self.wanting if self.nearer(start, h)]
            for h in ends if there > 0 else ():
                yield from self.flown(start, h, crew, there)

    def idle(self) -> dict[int, list[Wing]]:
        """The Transports at each base that no drop of this turn waits for."""
        game, side = self.seat.table, self.seat.side
        busy = {
            self.seat.unit(plan.unit).hex
            for plan in drop_plans.plans(game, side)
            if plan.turn == self.seat.turn and self.seat.kind == phases.MOVEMENT
        }
        found: dict[int, list[Wing]] = {}
        for one in self.wings:
            if one.carries and one.capacity and one.hex not in busy:
                found.setdefault(one.hex, []).append(one)
        return found

    @cached_property
    def wanting(self) -> list[int]:
        """The own bases near the fighting, the emptiest first, that can be flown to safely."""
        house = self.seat.doctrine.skies
        game, side = self.seat.table, self.seat.side
        found = [
            h for h in air_bases.bases(game, side)
            if 0 <= self.sky.near_front[h] <= house.needed and air_bases.unloading_left(game, h)
            and stacks.dump_at(game, h, side) < house.enough and not self.sky.endangered(h)
            and not interception.in_patrol_zone(game, h, self.seat.enemy)
        ]  # fmt: skip
        return sorted(found, key=lambda h: (stacks.dump_at(game, h, side), h))

    def nearer(self, start: int, h: int) -> bool:
        """Whether supply is of more use in a hex than where it lies."""
        house = self.seat.doctrine.skies
        here, there = self.sky.near_front[start], self.sky.near_front[h]
        return start != h and (here < 0 or here > house.needed or there + house.needed < here)

    def flown(self, start: int, h: int, crew: Sequence[Wing], stock: int) -> Iterator[Action]:
        """A flight of as much as can be carried and unloaded. [14.9e(C)] [14.9f]"""
        away, game = self.seat.board.distance(start, h), self.seat.table
        able = sorted(
            (one for one in crew if away <= one.range), key=lambda w: (-w.capacity, w.key)
        )
        for count in range(min(MOST, len(able)), 0, -1):
            chosen = able[:count]
            trips = [w.capacity * (2 if 2 * away <= w.range else 1) for w in chosen]
            tokens = min(int(sum(trips, Fraction(0))), stock, air_bases.unloading_left(game, h))
            if tokens > 0:
                planes = tuple(sorted(w.key for w in chosen))
                load = {self.seat.board.label(start): tokens}
                yield self.seat.write(AirTransport, Delivery(planes=planes, hex=h, tokens=load))

    # ---- transfers

    def transfers(self) -> Iterator[Action]:
        """Out of danger, and fighters to where they patrol over the front. [14.11]

        Before the strikes only those fly that the strikes can do without.
        """
        house = self.seat.doctrine.skies
        strikers = [w for w in self.wings if w.barrage and not w.fighter]
        before = self.seat.kind == phases.MOVEMENT
        fighters = sorted((w for w in self.wings if w.fighter), key=lambda w: (w.barrage, w.key))
        bound = -(-len(strikers) // house.crew) if before else 0
        free = fighters[: len(fighters) - bound]
        for one in self.wings:
            if self.sky.endangered(one.hex) and not (before and one.barrage and one not in free):
                yield from self.moved(one, 1)
        for one in free:
            yield from self.moved(one, house.patrol)

    def moved(self, one: Wing, least: int) -> Iterator[Action]:
        """A transfer to a better base: for fighters one from which they fly on. [14.11]"""
        game, side = self.seat.table, self.seat.side
        if bases.base_of(game, one.key).carrier:
            return
        times = 1 if one.fighter else DOUBLE
        away = self.seat.board.distance
        open_ = [
            base for base in bases.bases(game, side)
            if not base.carrier and away(one.hex, base.hex) <= times * one.range
            and (base.hex == one.hex or bases.room(game, base) > 0 or not one.fighter)
        ]  # fmt: skip
        best = self.sky.best_haven(one, open_)
        here = bases.base_of(game, one.key)
        if best is None or best.hex == one.hex:
            return
        if self.sky.haven(one, best) - self.sky.haven(one, here) >= least:
            name = bases.name_of(game, best)
            yield self.seat.write(Transfer, Rebasing(planes=(one.key,), hex=name))
