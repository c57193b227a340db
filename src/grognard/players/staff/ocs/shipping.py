"""Shipping and ports: what waits overseas comes to the front, and ports are put in order. [19.0]

Sea Cap carries units that no road leads to the enemy, and supply from ports where it lies idle to
those near headquarters that lack it. [19.0f] Empty craft fetch what Sea Cap cannot. [18.4c]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances, threat_map, travel
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.air import bases
from grognard.systems.ocs.air.drop_plans import plan_of
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.modes.modes import ChangeMode, Posture
from grognard.systems.ocs.naval import cargo, sailing, shipping
from grognard.systems.ocs.naval.landing_craft import Embark, Lading
from grognard.systems.ocs.naval.sailing import Sail, Voyage
from grognard.systems.ocs.naval.shipping import Passage, Ship
from grognard.systems.ocs.naval.ships import LST, fleet, is_craft, ship_of, type_of
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import cargo as weight
from grognard.systems.ocs.pieces.values import quarters
from grognard.systems.ocs.status import TOKENS
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.units import COMBAT, MOVE
from grognard.systems.ocs.works.port_works import RepairPort, WreckPort

Now = Callable[[], OcsSeat]
FAR = 1 << 30


def front(seat: OcsSeat) -> Mapping[int, int]:
    """What it costs on foot to come from the enemy, or from what is to be taken, to every hex."""
    hexes = {*seat.situation.foes, *(g.hex for g in seat.situation.goals if not g.ours)}
    return travel(seat.walks, sorted(hexes))


def stranded(
    seat: OcsSeat, way: Mapping[int, int], home: Collection[int] = ()
) -> list[str]:  # fmt: skip
    """Own units in own ports from where no way leads to the enemy, the strongest first.

    Those at `home` are not wanted any more.
    """
    game = seat.table
    found = [
        name
        for name in seat.own
        if seat.unit(name).hex not in way
        and ports.friendly(game, seat.unit(name).hex, seat.side)
        and seat.unit(name).hex not in home
        and plan_of(game, seat.side, name) is None
    ]
    pieces = seat.situation.pieces
    return sorted(found, key=lambda n: (-pieces[n].attack - pieces[n].defence, n))


def has_room(seat: OcsSeat, h: int, name: str) -> bool:
    """Whether a hex has room for one more unit: whoever is too many is lost. [4.8a]"""
    size = quarters(seat.counter(name), seat.unit(name))
    there = sum(
        quarters(seat.counter(n), seat.unit(n)) for n in stacks.own_at(seat.table, h, seat.side)
    )
    return there + size <= stacks.LIMIT


def to_move_mode(seat: OcsSeat, name: str) -> Iterator[Action]:
    """Ships take units in Move Mode. [19.0f(A)]"""
    if seat.unit(name).mode != MOVE:
        yield seat.write(ChangeMode, Posture((name,), MOVE))


class Shipping:
    """The orders for Sea Cap, engineers in ports and empty craft of one Movement Segment."""

    def __init__(self, now: Now, home: Collection[int] = ()) -> None:
        self.now, self.home = now, home

    # ---- Sea Cap

    def orders(self) -> Iterator[Action]:
        """Units first, then supply; each in the position that the last has left."""
        seat = self.now()
        if len(shipping.own_ports(seat.table, seat.side)) < 2:
            return
        if not shipping.sea_cap(seat.table, seat.side):
            return
        yield from self.troops()
        yield from self.supply()

    def troops(self) -> Iterator[Action]:
        """Bring those overseas to the port nearest to the enemy that can take them."""
        way = front(self.now())
        for name in stranded(self.now(), way, self.home):
            seat = self.now()
            if weight(seat.table, name) > shipping.sea_cap(seat.table, seat.side):
                continue
            havens = self.havens(way, name)
            if havens:
                yield from to_move_mode(seat, name)
            for goal in havens:
                yield seat.write(Ship, Passage(seat.unit(name).hex, goal, (name,)))
                if self.now().unit(name).hex == goal:
                    break

    def havens(self, way: Mapping[int, int], name: str) -> list[int]:
        """The own ports that will hold with one more, the nearest to the enemy first."""
        seat = self.now()
        threat, more = threat_map(seat.situation), seat.situation.pieces[name].defence
        found = [
            h for h in shipping.own_ports(seat.table, seat.side)
            if h in way and self.holds(h, threat, more) and has_room(seat, h, name)
            and ports.available(seat.table, h, seat.side, zones.SEA_CARGO) > 0
        ]  # fmt: skip
        return sorted(found, key=lambda h: (way[h], h))

    def holds(self, h: int, threat: Sequence[int], more: int = 0) -> bool:
        """Whether a port can be held, with more strength, against what could be turned on it."""
        there = self.now().situation.stack(h)
        return threat[h] <= self.now().doctrine.seas.safe * (more + sum(p.defence for p in there))

    def supply(self) -> Iterator[Action]:
        """Ship supply that lies idle in a port to the one nearest to who lacks most."""
        tried: set[tuple[int, int]] = set()
        while (found := self.shipment(tried)) is not None:
            yield found

    def shipment(self, tried: set[tuple[int, int]]) -> Action | None:
        """The next shipment worth its Sea Cap; each pair of ports is tried once."""
        house = self.now().doctrine.seas
        seat = self.now()
        logistics, mine = Logistics(seat), shipping.own_ports(seat.table, seat.side)
        for depot in logistics.depots():
            way = travel(seat.drives, [depot.hex])
            goal = self.landing_place(mine, way)
            if depot.lacks < house.least or goal < 0:
                continue
            for start in sorted(mine, key=lambda h: (-way.get(h, FAR), h)):
                if (start, goal) in tried or way.get(start, FAR) < way[goal] + house.nearer * POINT:
                    continue
                tried.add((start, goal))
                idle = min(logistics.surplus(start), self.spare(start))
                tokens = min(
                    idle, depot.lacks, shipping.sea_cap(seat.table, seat.side),
                    *(ports.available(seat.table, h, seat.side, zones.SEA_CARGO)
                      for h in (start, goal)),
                )  # fmt: skip
                if tokens >= house.least:
                    return seat.write(Ship, Passage(start, goal, tokens=tokens))
        return None

    def landing_place(self, mine: list[int], way: Mapping[int, int]) -> int:
        """The own port from which the road to a headquarters is shortest; -1 if there is none."""
        house = self.now().doctrine.seas
        seat = self.now()
        threat = threat_map(seat.situation)
        open_ = [
            h for h in mine
            if h in way and stacks.holder(seat.table, h) == seat.side
            and self.holds(h, threat)
            and ports.available(seat.table, h, seat.side, zones.SEA_CARGO) >= house.least
        ]  # fmt: skip
        return min(open_, key=lambda h: (way[h], h), default=-1)

    def spare(self, h: int) -> int:
        """The tokens of a port that no Air Base there will want for its refits."""
        seat = self.now()
        there = stacks.dump_at(seat.table, h, seat.side)
        flown = any(base.hex == h for base in bases.bases(seat.table, seat.side))
        return there - (seat.doctrine.seas.refits * seat.turns_left if flown else 0)

    # ---- ports in repair

    def repairs(self) -> Iterator[Action]:
        """An engineer who is not in the fighting repairs the port that gains most. [19.0d]"""
        house = self.now().doctrine.seas
        seat = self.now()
        if not seat.offered(RepairPort) or seat.turns_left < house.lasting:
            return
        far = distances(seat.board, seat.situation.foes)
        found = []
        for action in seat.legal(RepairPort):
            h = seat.board.hex(action["hex"])
            worker = seat.unit(action["units"][0])
            listed = seat.side in seat.scenario.ports[h].source_for
            useful = listed and (seat.attacking or ports.capacity(seat.table, h) < TOKENS)
            if useful and not 0 <= far[worker.hex] <= house.quiet and worker.mode == COMBAT:
                found.append((-seat.scenario.ports[h].capacity, h, action))
        for _, _, action in sorted(found, key=lambda row: row[:2]):
            if Budget(self.now()).affords(house.plenty * TOKENS):
                yield action

    def wrecks(self, kept: int = -1) -> Iterator[Action]:
        """A port that is about to fall is wrecked by the least of those in it. [19.0c]

        Only by who defends, and never the one that is `kept` to leave by.
        """
        seat = self.now()
        if seat.attacking or not seat.offered(WreckPort):
            return
        threat = threat_map(seat.situation)
        best: dict[int, tuple[int, list[str], Action]] = {}
        for action in seat.legal(WreckPort):
            h, pieces = seat.board.hex(action["hex"]), seat.situation.pieces
            held = sum(p.defence for p in seat.situation.stack(h))
            wanted = seat.enemy in seat.scenario.ports[h].source_for and h != kept
            if wanted and threat[h] > seat.doctrine.seas.safe * held:
                cost = sum(pieces[name].attack for name in action["units"])
                best[h] = min(best.get(h, (cost, action["units"], action)),
                              (cost, action["units"], action), key=lambda row: row[:2])  # fmt: skip
        for _, _, action in best.values():
            yield action

    # ---- craft that are empty

    def fetch(self) -> Iterator[Action]:
        """Send empty craft to ports where units or supply wait, and load what is there. [18.4c]"""
        way = front(self.now())
        for key in self.empties():
            waiting = stranded(self.now(), way, self.home)
            if not waiting:
                return
            goals = sorted({self.now().unit(name).hex for name in waiting})
            yield from self.sail_to(key, goals)
            yield from self.load(key, way)

    def empties(self) -> list[str]:
        """Craft with nothing aboard."""
        seat = self.now()
        return [
            key
            for key in fleet(seat.table, seat.side)
            if is_craft(seat.table, key)
            and type_of(seat.table, key) != LST
            and not cargo.taken(seat.table, key)
        ]

    def sail_to(self, key: str, goals: list[int]) -> Iterator[Action]:
        """Sail to the nearest of some hexes, or as near to it as the craft comes."""
        seat = self.now()
        here = ship_of(seat.table, key).hex
        if here in goals or sailing.unable(seat.table, seat.side, key) is not None:
            return
        found = sailing.voyages(seat.table, seat.side, (key,))
        aim = min(goals, key=lambda h: (found.costs.get(h, FAR), seat.board.distance(here, h), h))
        near = min(found.costs, key=lambda h: (seat.board.distance(h, aim), found.costs[h], h),
                   default=-1)  # fmt: skip
        if near >= 0 and seat.board.distance(near, aim) < seat.board.distance(here, aim):
            yield seat.write(Sail, Voyage((key,), found.path(near)))

    def load(self, key: str, way: Mapping[int, int]) -> Iterator[Action]:
        """Take aboard what waits in the port, units before supply."""
        for name in stranded(self.now(), way, self.home):
            seat = self.now()
            h = ship_of(seat.table, key).hex
            if seat.unit(name).hex == h and weight(seat.table, name) <= cargo.room(seat.table, key):
                yield seat.write(Embark, Lading(key, (name,)))
        seat = self.now()
        h = ship_of(seat.table, key).hex
        if cargo.units_aboard(seat.table, key):
            room = min(int(cargo.room(seat.table, key)), ports.available(seat.table, h, seat.side))
            tokens = min(room, dumps.loadable(seat.table, h, seat.side), self.spare(h))
            if tokens > 0:
                yield seat.write(Embark, Lading(key, tokens=tokens))
