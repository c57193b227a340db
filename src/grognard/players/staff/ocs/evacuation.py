"""Evacuation: near the end those whose escape counts are shipped to safety, the dearest first.

It begins so early that all can be brought over, or when the enemy is too strong near the port.
Every turn those in the port are shipped, and the next load is called in from the line; whoever is
far off leaves in time. A rearguard holds what counts for victory to the end. [19.0f]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances, threat_map, travel
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.escape import terms
from grognard.players.staff.ocs.shipping import Now, has_room, to_move_mode
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.marching import Going, Move
from grognard.systems.ocs.naval import shipping
from grognard.systems.ocs.naval.shipping import Passage, Ship
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import cargo as weight
from grognard.systems.ocs.pieces.values import steps_of
from grognard.systems.ocs.scenario import Count
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.units import DG, LEG
from grognard.systems.ocs.victory.victory import steps_lost

QUARTERS = 4
FAR = 1 << 30


class Evacuation:
    """The orders of an evacuation in one Movement Segment."""

    def __init__(self, now: Now) -> None:
        self.now = now
        self.terms = terms(now())
        self.safe = frozenset(h for count in self.terms for h in count.hexes)

    # ---- who, from where, when

    def piers(self) -> list[int]:
        """The own ports from which units can be shipped to safety, the largest first."""
        seat = self.now()
        found = [
            h for h in shipping.own_ports(seat.table, seat.side)
            if h not in self.safe
            and not ports.shut(seat.table, h, seat.side, zones.SEA_CARGO)
        ]  # fmt: skip
        return sorted(found, key=lambda h: (-ports.capacity(seat.table, h), h))

    def havens(self) -> list[int]:
        """The own ports where they are safe, the largest first."""
        seat = self.now()
        mine = shipping.own_ports(seat.table, seat.side)
        found = [h for h in mine if h in self.safe]
        return sorted(found, key=lambda h: (-ports.capacity(seat.table, h), h))

    def last_port(self) -> int:
        """The port that must be kept in order to leave by it; -1 if nobody will."""
        if not self.terms or self.now().turns_left == 1:
            return -1
        return next(iter(self.piers()), -1)

    def lift(self) -> int:
        """The tokens that can be brought over in a turn."""
        seat = self.now()
        rooms = [
            sum(ports.capacity(seat.table, h) for h in hexes)
            for hexes in (self.piers(), self.havens())
        ]
        return min(seat.scenario.limits[seat.side].sea_cap, *rooms)

    def passengers(self) -> list[str]:
        """Those who are worth bringing over, the dearest first; no more than are paid for."""
        seat, found = self.now(), list[str]()
        for count in self.terms:
            able = [name for name in seat.own if self.counts(count, name) and name not in found]
            saved = sum(steps_of(seat.table, n) for n in able if seat.unit(n).hex in self.safe)
            left = FAR if count.most is None else count.most // count.vp * count.per - saved
            for name in sorted(able, key=self.dearness):
                if seat.unit(name).hex not in self.safe and left > 0:
                    left -= steps_of(seat.table, name)
                    found.append(name)
        return found

    def counts(self, count: Count, name: str) -> bool:
        """Whether a unit counts for some terms of victory."""
        counter = self.now().counter(name)
        mine = not count.nations or counter.nation in count.nations
        return mine and not counter.traits & {"pax", "eq"}

    def dearness(self, name: str) -> tuple[Fraction, int, str]:
        """What a token of Sea Cap saves with a unit; of equals the strongest goes last.

        On the last turn, when nobody is wanted at the front any more, he goes first.
        """
        seat = self.now()
        steps = Fraction(steps_of(seat.table, name)) / max(Fraction(1), weight(seat.table, name))
        piece = seat.situation.pieces[name]
        strength = piece.attack + piece.defence
        return -steps, -strength if seat.turns_left == 1 else strength, name

    def begun(self) -> bool:
        """Whether it is time: few turns are left, the port is in danger, or the army is dying."""
        house = self.now().doctrine.home
        seat = self.now()
        if not self.terms or not self.havens() or not self.piers():
            return False
        if not self.passengers() or self.lift() <= 0:
            return False
        return seat.turns_left <= self.voyages() + house.early or self.pressed() or self.bled()

    def voyages(self) -> int:
        """The turns in which all can be brought over, some of which the enemy will spoil."""
        need = sum((weight(self.now().table, n) for n in self.passengers()), Fraction(0))
        return ceil(need * self.now().doctrine.home.spoilt / max(1, self.lift()))

    def hurried(self) -> bool:
        """Whether all have to go now: there is just time for them, or the port is in danger."""
        return self.now().turns_left <= self.voyages() + 1 or self.pressed()

    def useless(self, name: str) -> bool:
        """Whether a unit can be spared at the front before the others: worn, or no fighter."""
        house = self.now().doctrine.home
        seat, piece = self.now(), self.now().situation.pieces[name]
        if seat.counter(name).hq:
            return False
        return not piece.fights or seat.unit(name).lost > 0 or piece.attack <= house.slight

    def pressed(self) -> bool:
        """Whether the best port to leave from is in danger, or late in the game soon may be."""
        house = self.now().doctrine.home
        seat, pier = self.now(), self.piers()[0]
        near = seat.board.disk(pier, house.close)
        strength = sum(p.defence for h in near for p in seat.situation.stack(h))
        if threat_map(seat.situation)[pier] > QUARTERS * strength:
            return True
        strong = [f.hex for f in seat.situation.foes.values() if f.attack >= house.strong]
        return self.late_in_game() and any(
            seat.board.distance(h, pier) <= house.approach for h in strong
        )  # fmt: skip

    def bled(self) -> bool:
        """Whether more of those who count has been lost than is left to be saved."""
        seat = self.now()
        left = sum(steps_of(seat.table, name) for name in self.passengers())
        return sum(steps_lost(seat.table, count) for count in self.terms[:1]) > left

    def late_in_game(self) -> bool:
        """Whether half the game is over."""
        seat = self.now()
        return 2 * seat.turns_left <= seat.scenario.turns

    def home(self) -> frozenset[int]:
        """Where nobody is shipped to the front from any more: they have got away."""
        return self.safe if self.late_in_game() else frozenset()

    # ---- the rearguard

    def last_word(self) -> bool:
        """Whether the enemy has no more turn after this one."""
        seat = self.now()
        return seat.turns_left == 1 and not seat.goes_first

    def rearguard(self) -> set[str]:
        """Those who stay to the end: at every hex that counts, the cheapest who can hold it."""
        house = self.now().doctrine.home
        seat, kept = self.now(), set[str]()
        if self.last_word():
            return kept
        situation, threat = seat.situation, threat_map(seat.situation)
        going = {name: place for place, name in enumerate(self.passengers())}
        for goal in situation.goals:
            if not goal.ours or not goal.value or goal.hex in self.safe:
                continue
            here = [p for p in situation.stack(goal.hex) if p.bars or p.defence]
            here.sort(key=lambda p: (-going.get(p.id, FAR), p.id))
            wanted, strength, count = threat[goal.hex] // (QUARTERS * house.double), 0, 0
            for piece in here:
                if count >= house.guards and (strength >= wanted or piece.id in going):
                    break
                kept.add(piece.id)
                strength, count = strength + piece.defence, count + 1
        return kept

    # ---- the orders

    def orders(self) -> Iterator[Action]:
        """Make room where they are safe, ship those in port, then call in the next."""
        for name in self.now().own:
            if self.now().unit(name).hex in self.havens():
                yield from self.move_inland(name)
        guards = self.rearguard()
        staying = set() if self.hurried() else {
            name for name in self.passengers() if not self.useless(name)
        }  # fmt: skip
        for name in self.passengers():
            if name not in guards | staying and self.now().unit(name).hex in self.piers():
                yield from self.ship(name)
        if self.now().turns_left > 1:
            yield from self.call_in(guards | staying)

    def move_inland(self, name: str) -> Iterator[Action]:
        """Those who have got over leave the quay to the next, for a safe hex that has room."""
        seat = self.now()
        if seat.unit(name).mode == DG or not seat.can_turn(name):
            return
        quays, routes = self.havens(), seat.marching(name, False)
        open_ = [
            h for h in routes.costs
            if h in self.safe and h not in quays and has_room(seat, h, name)
        ]  # fmt: skip
        goal = min(open_, key=lambda h: (routes.costs[h], h), default=-1)
        if goal >= 0:
            yield from self.go(name, goal)

    def ship(self, name: str) -> Iterator[Action]:
        """Bring one unit over, to whichever port can take it."""
        seat = self.now()
        if weight(seat.table, name) > shipping.sea_cap(seat.table, seat.side):
            return
        open_ = [h for h in self.havens() if has_room(seat, h, name)]
        if not open_:
            return
        yield from to_move_mode(seat, name)
        start = seat.unit(name).hex
        for goal in open_:
            if self.now().unit(name).hex == start:
                yield seat.write(Ship, Passage(start, goal, (name,)))

    def call_in(self, guards: set[str]) -> Iterator[Action]:
        """Send to the port who can be shipped next turn, and who would otherwise come too late."""
        house = self.now().doctrine.home
        seat = self.now()
        piers = self.piers()
        waiting = [n for n in seat.own if seat.unit(n).hex in piers and n not in guards]
        room = Fraction(self.lift()) - sum((weight(seat.table, n) for n in waiting), Fraction(0))
        far, hurried = distances(seat.board, seat.situation.foes), self.hurried()
        queue = [n for n in self.passengers() if n not in guards and n not in waiting]
        if seat.turns_left > house.last_call:  # those who face the enemy go last, if at all
            queue.sort(key=lambda n: far[seat.unit(n).hex] == 1)
        for name in queue:
            seat = self.now()
            facing = far[seat.unit(name).hex] == 1 and seat.turns_left > house.last_call
            late, size = self.late(name), weight(seat.table, name)
            if size * (2 if facing else 1) <= room or late:
                before = seat.unit(name).hex
                yield from self.march(name, late or hurried)
                if self.now().unit(name).hex != before:
                    room -= size * (2 if facing else 1)

    def late(self, name: str) -> bool:
        """Whether a unit has to leave now to be shipped in the last turn."""
        seat = self.now()
        cost = self.way(name).get(seat.unit(name).hex, FAR)
        pace = max(1, seat.counter(name).move.ma * POINT)
        return cost < FAR and -(-cost // pace) >= seat.turns_left - 1

    def way(self, name: str) -> Mapping[int, int]:
        """What it costs a unit to come to the nearest port, from every hex."""
        seat = self.now()
        on_foot = seat.counter(name).move.move == LEG
        return travel(seat.walks if on_foot else seat.drives, self.piers())

    def march(self, name: str, anyhow: bool) -> Iterator[Action]:
        """Have a unit go to the port by its fastest side, or towards it if it leaves in time."""
        seat = self.now()
        if seat.unit(name).mode == DG or not seat.can_turn(name):
            return
        routes = seat.marching(name, False)
        open_ = [h for h in self.piers() if h in routes.costs and has_room(seat, h, name)]
        if not open_ and anyhow:
            way = self.way(name)
            here = way.get(seat.unit(name).hex, FAR)
            nearer = [
                h for h in routes.costs
                if way.get(h, FAR) < here and not seat.enemy_zone[h] and has_room(seat, h, name)
            ]  # fmt: skip
            open_ = sorted(nearer, key=lambda h: (way[h], h))[:1]
        if not open_:
            return
        yield from self.go(name, open_[0])

    def go(self, name: str, goal: int) -> Iterator[Action]:
        """In Move Mode, with fuel if need be, to a hex."""
        yield from to_move_mode(self.now(), name)
        yield from Budget(self.now()).fuelling([name])[:1]
        path = self.now().marching(name).path(goal)
        if path:
            yield self.now().write(Move, Going((name,), path))
