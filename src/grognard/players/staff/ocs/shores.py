"""The sea: landings, shipping, ports and the fire of ships. [18.0] [19.0]

The fleet acts at the start of the own Movement Segment: Sea Cap and engineers, then all craft, the
landing rolls, what can be unloaded afterwards, and the stations of the ships that fire. In the
other Movement Segments craft run into ports that have fallen, and ships follow the fighting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.ocs.bombardment import Bombardment, Stations, aim
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.landings import Landing, LandingPlan, supply_craft
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.shipping import Shipping, front, has_room
from grognard.players.staff.ocs.storm import Storm, aboard
from grognard.players.staff.orders import Report
from grognard.systems.ocs.naval import beach_assault, cargo, sailing
from grognard.systems.ocs.naval.beach_assault import BeachAssault
from grognard.systems.ocs.naval.dukws import GoAshore
from grognard.systems.ocs.naval.landing_craft import Disembark, Lading, Ready, Turning
from grognard.systems.ocs.naval.landing_craft import Landing as CraftLanding
from grognard.systems.ocs.naval.landings import Dropping, Land, RollLandings, Rolls, waiting
from grognard.systems.ocs.naval.lst import DeployPort
from grognard.systems.ocs.naval.sailing import Sail, Voyage
from grognard.systems.ocs.naval.ship_fire import AIM
from grognard.systems.ocs.naval.ships import DUKW, LST, fleet, is_craft, ship_of, type_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import cargo as weight
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import COMBAT, DG

__all__ = ["ANSWERS", "Assaults", "Bombardment", "Fleet"]


def guarded_coast(seat: OcsSeat, h: int) -> bool:
    """Whether own units hold a coastal hex."""
    return seat.scenario.ground.coastal[h] and stacks.holder(seat.table, h) == seat.side


class Fleet(Report[OcsSeat]):
    """Ships, landing craft and Sea Cap in one Movement Segment."""

    def orders(self) -> Iterator[Action]:
        """The whole segment; in the other Movement Segments nobody lands over a beach. [18.5d]"""
        if self.now.kind == phases.MOVEMENT:
            yield from self.shipments()
        if not fleet(self.now.table, self.now.side):
            return
        yield from self.unload()
        if self.now.kind == phases.MOVEMENT:
            yield from self.land()
        yield from self.into_port()
        yield from self.unload()
        yield from self.new_ports()
        yield from Stations(lambda: self.now).orders()

    def shipments(self) -> Iterator[Action]:
        """Sea Cap: out of the game's last turns those whose escape counts, else to the front."""
        evacuation = Evacuation(lambda: self.now)
        shipping = Shipping(lambda: self.now, evacuation.home())
        yield from shipping.repairs()
        yield from shipping.wrecks(evacuation.last_port())
        if evacuation.begun():
            yield from evacuation.orders()
            return
        yield from shipping.orders()
        if fleet(self.now.table, self.now.side):
            yield from shipping.fetch()

    # ---- over the beaches

    def land(self) -> Iterator[Action]:
        """All craft with troops, then DUKWs and supply; then the rolls. [18.5f(A)]"""
        plan = LandingPlan(self.now)
        for landing in plan.plan():
            yield from self.beach(landing)
        for key in supply_craft(self.now):
            yield from self.bring_supply(plan, key)
        if waiting(self.now.table, self.now.side):
            yield self.now.write(RollLandings, Rolls())

    def beach(self, landing: Landing) -> Iterator[Action]:
        """Ready for the fight, to the beach, and ashore; or off the one that is to be stormed."""
        key = landing.lift.key
        turning = [
            p.id for p in landing.lift.pieces
            if p.fights and self.now.unit(p.id).mode not in (COMBAT, DG)
        ]  # fmt: skip
        for name in turning:
            yield self.now.write(Ready, Turning((name,), COMBAT))
        yield from self.sail(key, landing.hex)
        if landing.storm < 0 and self.at(key, landing.hex):
            names = tuple(p.id for p in landing.lift.pieces)
            yield self.now.write(Disembark, Lading(key, names))
            if cargo.units_aboard(self.now.table, key):
                yield self.now.write(Land, Dropping(key, names))

    def sail(self, key: str, h: int) -> Iterator[Action]:
        """A voyage to a hex, if the craft is not there."""
        seat = self.now
        if self.at(key, h) or sailing.unable(seat.table, seat.side, key) is not None:
            return
        found = sailing.voyages(seat.table, seat.side, (key,))
        if h in found.costs:
            yield seat.write(Sail, Voyage((key,), found.path(h)))

    def at(self, key: str, h: int) -> bool:
        """Whether a craft lies in a hex."""
        return ship_of(self.now.table, key).hex == h

    def bring_supply(self, plan: LandingPlan, key: str) -> Iterator[Action]:
        """DUKWs drive ashore with it, others go into port or lie beside those who need it."""
        seat = self.now
        if type_of(seat.table, key) != DUKW and self.quay(key) >= 0:
            yield from self.sail(key, self.quay(key))
            return
        h = plan.depot(key)
        if h < 0:
            return
        yield from self.sail(key, h)
        if type_of(seat.table, key) == DUKW and self.at(key, h):
            yield self.now.write(GoAshore, CraftLanding(key))

    # ---- in ports

    def quay(self, key: str) -> int:
        """The own port in reach that can handle most of what a craft has aboard; -1 if none."""
        seat = self.now
        here = ship_of(seat.table, key).hex
        able = sailing.unable(seat.table, seat.side, key) is None
        costs = sailing.voyages(seat.table, seat.side, (key,)).costs if able else {}
        ways = {here: 0, **costs}
        need, lines = int(cargo.taken(seat.table, key)), front(seat)
        rooms = {
            h: min(need, ports.available(seat.table, h, seat.side))
            for h in ways
            if ports.friendly(seat.table, h, seat.side) and guarded_coast(seat, h) and h in lines
        }
        best = max(rooms, key=lambda h: (rooms[h], -ways[h], -h), default=-1)
        return best if best >= 0 and rooms[best] > 0 else -1

    def into_port(self) -> Iterator[Action]:
        """Craft with anything aboard run into ports that can handle it. [18.5g]"""
        for key in self.laden():
            h = self.quay(key)
            if h >= 0:
                yield from self.sail(key, h)
                yield from self.discharge(key)

    def laden(self) -> list[str]:
        """The craft with anything aboard, DUKWs left out: they drive ashore."""
        seat = self.now
        return [
            key
            for key in fleet(seat.table, seat.side)
            if is_craft(seat.table, key)
            and type_of(seat.table, key) != DUKW
            and cargo.taken(seat.table, key)
        ]

    def unload(self) -> Iterator[Action]:
        """Whatever lies in an own port is unloaded, as far as the port can handle it."""
        for key in self.laden():
            h = ship_of(self.now.table, key).hex
            if guarded_coast(self.now, h) and h in front(self.now):
                yield from self.discharge(key)

    def discharge(self, key: str) -> Iterator[Action]:
        """Units, transport and supply of one craft go ashore in a port."""
        seat = self.now
        h = ship_of(seat.table, key).hex
        if h < 0 or not ports.friendly(seat.table, h, seat.side):
            return
        found = cargo.aboard(seat.table, key)
        for name in sorted(found.units, key=lambda n: (-weight(seat.table, n), n)):
            if has_room(self.now, h, name):
                yield seat.write(Disembark, Lading(key, (name,)))
        for name in found.transport:
            yield seat.write(Disembark, Lading(key, transport=(name,)))
        here = self.now
        load = min(
            ship_of(here.table, key).load, ports.available(here.table, h, here.side)
        )  # fmt: skip
        if load > 0:
            yield seat.write(Disembark, Lading(key, tokens=load))

    def new_ports(self) -> Iterator[Action]:
        """Empty LSTs become ports on held coasts that have none near. [18.4f]"""
        for key in fleet(self.now.table, self.now.side):
            seat = self.now
            if type_of(seat.table, key) != LST or cargo.taken(seat.table, key):
                continue
            h = self.anchorage(key)
            if h >= 0:
                yield from self.sail(key, h)
            if h >= 0 and self.at(key, h):
                yield self.now.write(DeployPort, CraftLanding(key))

    def anchorage(self, key: str) -> int:
        """The coast that an LST would serve best: held, safe, far from ports, near most units."""
        house = self.now.doctrine.seas
        seat = self.now
        able = sailing.unable(seat.table, seat.side, key) is None
        costs = sailing.voyages(seat.table, seat.side, (key,)).costs if able else {}
        far = distances(seat.board, seat.situation.foes)
        served = distances(seat.board, ports.sources(seat.table, seat.side))
        found = []
        for h in (ship_of(seat.table, key).hex, *costs):
            if not guarded_coast(seat, h) or far[h] == 1 or 0 <= served[h] <= house.serves:
                continue
            near = [p for b in seat.board.disk(h, house.serves) for p in seat.situation.stack(b)]
            found.append((sum(p.attack + 1 for p in near), far[h], -h))
        return -max(found)[2] if found else -1


class Assaults:
    """Assaults from landing craft, in the Combat Segment. [18.6]"""

    def __init__(self) -> None:
        self.declined: set[int] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next assault that is all but certain to succeed; a cleared beach is just taken."""
        if not seat.offered(BeachAssault):
            return None
        storm = Storm(seat)
        best: dict[int, tuple[int, Action]] = {}
        for action in seat.legal(BeachAssault):
            h = seat.board.hex(action["target"])
            if h in self.declined:
                continue
            chance = self.chance(seat, storm, action, h)
            if chance >= seat.doctrine.seas.sure and (h not in best or chance > best[h][0]):
                best[h] = chance, action
        if not best:
            return None
        h = max(best, key=lambda h: (best[h][0], -h))
        self.declined.add(h)
        return best[h][1]

    def chance(self, seat: OcsSeat, storm: Storm, action: Action, h: int) -> int:
        """How surely an assault takes its beach, in thousandths. [18.6b(C)]"""
        if stacks.holder(seat.table, h) is None:
            return 1000 + len(action["units"])
        foe = seat.situation.foes.get(h)
        if foe is None:
            return 0
        keys = beach_assault.beaches(seat.table, seat.side)[h]
        pieces = [p for key in keys for p in aboard(seat, key) if p.id in action["units"]]
        return storm.clears(foe, tuple((p, p.hex) for p in pieces))


ANSWERS: dict[str, Callable[[OcsSeat], Action]] = {AIM: aim}
"""Who answers which question of the sea by its name; a beach is always fought for. [18.6b(A)]"""
