"""Hauling: supply goes where headquarters can draw on it, by rail and by truck. [12.2] [13.3]

Each headquarters near the front wants so much within its draw; what lies elsewhere is carried to
the one that lacks most. Supply is unloaded only where somebody guards it, and never where it would
fall to the enemy. [13.2f]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from grognard.board.search import numbers_at
from grognard.engine.decision import Action
from grognard.kit.ways import Routes
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fields import distances, travel
from grognard.players.staff.ocs.depots import Peril
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import Report
from grognard.systems.ocs.forms import Loading
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps, paying
from grognard.systems.ocs.supply.supply_fields import DRAW, fields
from grognard.systems.ocs.supply.throws import throw_class
from grognard.systems.ocs.transport import hauling, rail, transport
from grognard.systems.ocs.transport.hauling import Haul, Hauling, Load, Unload
from grognard.systems.ocs.transport.trains import Rail, Trip
from grognard.systems.ocs.turn import phases


@dataclass
class Depot:
    """A place where supply is wanted: the headquarters, the hexes it draws on, and what lacks."""

    hq: str
    hex: int
    draw: frozenset[int]
    lacks: int


class Logistics(Report[OcsSeat]):
    """The hauling of one Movement Segment."""

    def orders(self) -> Iterator[Action]:
        """Trains first, then trucks, each in the position that the last has left."""
        if self.now.kind != phases.MOVEMENT:
            return
        yield from self.trains()
        for key in transport.own(self.now.table, self.now.side):
            yield from self.truck(key)

    # ---- what is wanted

    def depots(self) -> list[Depot]:
        """The headquarters near the front with what each lacks, the neediest first."""
        house = self.now.doctrine.supply
        seat, found = self.now, list[Depot]()
        for name in seat.own:
            if not seat.counter(name).hq:
                continue
            h = seat.unit(name).hex
            if not 0 <= self.far[h] <= house.front:
                continue
            draw = fields(seat.table).outward(seat.side, h, throw_class(seat.table, name), DRAW)
            near = [
                p for p in seat.situation.pieces.values()
                if p.fights and seat.board.distance(p.hex, h) <= house.served
            ]  # fmt: skip
            there = sum(s.tokens for s in paying.stores(seat.table, seat.side)
                        if s.hex in draw.served and not s.afloat)  # fmt: skip
            wanted = house.wanted + house.each * len(near)
            wanted = wanted * seat.directing.weight(p.id for p in near) // WHOLE
            found.append(Depot(name, h, draw.served, wanted - there))
        more = self.hoarded(found)
        for depot in found:
            depot.lacks += more
        return sorted(found, key=lambda d: (-d.lacks, d.hq))

    def hoarded(self, depots: Sequence[Depot]) -> int:
        """The tokens that each headquarters may have besides, where much lies that nobody draws on:
        in the enemy's hands or in the air it would serve nobody."""
        seat, most = self.now, self.now.doctrine.hoard
        if not most or not depots:
            return 0
        drawn = frozenset[int]().union(*(depot.draw for depot in depots))
        dumped = dumps.dump_hexes(seat.table, seat.side)
        idle = sum(dumps.loadable(seat.table, h, seat.side) for h in dumped if h not in drawn)
        return max(0, idle - most) // len(depots)

    @cached_property
    def far(self) -> list[int]:
        """How far each hex is from the enemy."""
        return distances(self.now.board, self.now.situation.foes)

    @cached_property
    def peril(self) -> Peril:
        """What the enemy will have in his next move."""
        return Peril(self.now)

    def surplus(self, h: int) -> int:
        """The tokens of a dump that may be carried away: those that no headquarters needs there."""
        seat = self.now
        free = dumps.loadable(seat.table, h, seat.side)
        users = [d for d in self.depots() if h in d.draw]
        if not users or self.peril.falls(h):
            return free
        spare = min(-depot.lacks for depot in users)
        return max(0, min(free, spare))

    def guarded(self, h: int) -> bool:
        """Whether supply may be put down in a hex: somebody is there, and no enemy near."""
        seat = self.now
        if not hauling.takes_charge(seat.table, h, seat.side) or self.peril.falls(h):
            return False
        held = stacks.holder(seat.table, h) == seat.side
        return held or not 0 <= self.far[h] <= seat.doctrine.supply.safe

    # ---- trains

    def trains(self) -> Iterator[Action]:
        """Send supply by rail to the station that serves the neediest headquarters. [13.3]"""
        seat = self.now
        if not seat.offered(Rail):
            return
        tried: set[tuple[int, str]] = set()
        while True:
            found = self.train(tried)
            if found is None:
                return
            yield found

    def train(self, tried: set[tuple[int, str]]) -> Action | None:
        """The next train worth sending, if any; every start and depot is tried once."""
        seat = self.now
        cap = int(rail.cap_left(seat.table, seat.side))
        if cap <= 0:
            return None
        stations = rail.detrainable(seat.table, seat.side)
        for depot in self.depots():
            goals = [h for h in stations if h in depot.draw and self.guarded_or_safe(h)]
            if depot.lacks <= 0 or not goals:
                continue
            for start in dumps.dump_hexes(seat.table, seat.side):
                if (start, depot.hq) in tried or start in depot.draw:
                    continue
                tried.add((start, depot.hq))
                tokens = min(cap, self.surplus(start), depot.lacks)
                trails = rail.trails(seat.table, seat.side, start) if tokens > 0 else {}
                open_ = [h for h in goals if h in trails]
                if open_:
                    goal = min(open_, key=lambda h: (seat.board.distance(h, depot.hex), h))
                    return seat.write(Rail, Trip(tokens=tokens, from_=start, to=goal))
        return None

    def guarded_or_safe(self, h: int) -> bool:
        """Whether a station is out of the enemy's reach, or guarded."""
        return self.guarded(h) or not 0 <= self.far[h] <= self.now.doctrine.supply.safe + 1

    # ---- trucks

    def truck(self, key: str) -> Iterator[Action]:
        """One counter's errand: fetch, carry, put down, as far as its points go."""
        for _ in range(4):
            seat = self.now
            found = seat.table.state[TRANSPORT].get(key)
            if found is None or found.extender or found.formation or found.hex < 0:
                return
            action = self.errand(key)
            if action is None:
                return
            yield action

    def errand(self, key: str) -> Action | None:
        """What transport does next."""
        house = self.now.doctrine.supply
        seat = self.now
        game, found = seat.table, seat.table.state[TRANSPORT][key]
        if transport.unable(game, key) is not None:
            return None
        depots = [d for d in self.depots() if d.lacks > 0]
        if found.load:
            return self.deliver(key, depots)
        here = min(self.surplus(found.hex), transport.room(game, key))
        if here >= house.load and depots and not any(found.hex in d.draw for d in depots):
            return seat.write(Load, Loading(key, here))
        return self.fetch(key, bool(depots))

    def deliver(self, key: str, depots: list[Depot]) -> Action | None:
        """Carry a load to where it is wanted, and put it down there."""
        seat = self.now
        found, routes = seat.table.state[TRANSPORT][key], transport.routes(seat.table, key)
        cost = transport.loading_cost(seat.table, key)
        left = transport.left(seat.table, key)
        for depot in depots:
            if found.hex in depot.draw:
                if self.guarded(found.hex):
                    return seat.write(Unload, Loading(key, found.load))
                continue
            ends = [h for h in routes.costs if h in depot.draw and self.guarded(h)]
            near = [h for h in ends if routes.costs[h] + cost <= left] or ends
            if near:
                return self.haul(key, routes, min(near, key=lambda h: (routes.costs[h], h)))
        if depots:
            return self.towards(key, routes, depots[0].hex)
        return None

    def fetch(self, key: str, wanted: bool) -> Action | None:
        """Go to where supply lies idle, or back towards the sources of it."""
        house = self.now.doctrine.supply
        seat = self.now
        routes = transport.routes(seat.table, key)
        heaps = [
            h for h in dumps.dump_hexes(seat.table, seat.side) if self.surplus(h) >= house.load
        ]
        near = [h for h in heaps if h in routes.costs]
        if near and wanted:
            return self.haul(key, routes, min(near, key=lambda h: (routes.costs[h], h)))
        homes = heaps or list(seat.scenario.limits[seat.side].supply_hexes)
        homes = homes or [
            source.hex for source in seat.scenario.sources if source.side == seat.side
        ]
        if homes:
            here = seat.table.state[TRANSPORT][key].hex
            return self.towards(
                key, routes, min(homes, key=lambda h: (seat.board.distance(h, here), h))
            )
        return None

    def haul(self, key: str, routes: Routes, h: int) -> Action | None:
        """Go to a hex."""
        path = routes.path(h)
        return self.now.write(Haul, Hauling((key,), path)) if path else None

    def towards(self, key: str, routes: Routes, goal: int) -> Action | None:
        """Go as near to a hex as is safe; nowhere if nothing is nearer."""
        house = self.now.doctrine.supply
        seat = self.now
        here = seat.table.state[TRANSPORT][key].hex
        way = travel(seat.drives, [goal])
        hexes = [
            h for h in routes.costs
            if not seat.enemy_zone[h] and (self.far[h] > house.safe or h in seat.situation.at)
        ]  # fmt: skip
        far = 1 << 30
        costs = dict(zip(hexes, numbers_at(way, hexes), strict=True))
        best = min(hexes, key=lambda h: (costs[h] if costs[h] >= 0 else far, h), default=-1)
        if best < 0 or not 0 <= costs[best] < way.get(here, far) - POINT:
            return None
        return self.haul(key, routes, best)
