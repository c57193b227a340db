"""Landings by plan: which craft go to which beach, and which held beach is stormed. [18.5] [18.6]

Craft with troops go to the open beach that promises most: near what is to be taken, where supply
can follow, next to enemies who can be beaten, away from those who are too strong, and not far from
where they lie. Those without fighting men come where others land. Where no beach is open, a held
one is stormed if that is all but certain to succeed; otherwise they wait offshore.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from grognard.players.staff.fields import threat_map
from grognard.players.staff.ocs.estimate import THOUSAND
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.shipping import front
from grognard.players.staff.ocs.storm import Storm, aboard, price, storming
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.ocs.naval import beaches, cargo, landing_table, sailing
from grognard.systems.ocs.naval.ships import DUKW, fleet, is_craft, ship_of, type_of
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.supply import ports

QUARTERS = 4
"""What each point of strength costs that the enemy could turn on a landing beyond twice its own."""


@dataclass(frozen=True)
class Lift:
    """One craft with troops aboard."""

    key: str
    hex: int
    pieces: tuple[Piece, ...]

    @property
    def attack(self) -> int:
        """The strength that it brings to an attack."""
        return sum(piece.attack for piece in self.pieces if piece.fights)

    @property
    def defence(self) -> int:
        """The strength with which those aboard defend a beach."""
        return sum(piece.defence for piece in self.pieces)

    @property
    def size(self) -> int:
        """The room that those aboard take ashore."""
        return sum(piece.size for piece in self.pieces)

    @property
    def steps(self) -> int:
        """The steps of those aboard."""
        return max(1, sum(piece.steps for piece in self.pieces))


@dataclass(frozen=True)
class Landing:
    """What a craft is to do: come to a hex, and land there or lie off to storm a beach."""

    lift: Lift
    hex: int
    storm: int = -1


def lifts(seat: OcsSeat) -> list[Lift]:
    """The craft with troops aboard that can still move or land, the strongest first."""
    found = []
    for key in fleet(seat.table, seat.side):
        if not is_craft(seat.table, key) or sailing.unable(seat.table, seat.side, key) is not None:
            continue
        pieces = tuple(aboard(seat, key))
        if pieces:
            found.append(Lift(key, ship_of(seat.table, key).hex, pieces))
    return sorted(found, key=lambda lift: (-lift.attack, lift.key))


class LandingPlan:
    """The landings of one Movement Segment, planned together."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat, self.storm = seat, Storm(seat)
        self.ashore: dict[int, list[Piece]] = {}
        self.storms: dict[int, int] = {}

    def plan(self) -> list[Landing]:
        """What every craft with troops is to do; those with no place wait where they are."""
        found = []
        for lift in lifts(self.seat):
            landing = self.choose(lift)
            if landing is None:
                continue
            found.append(landing)
            if landing.storm >= 0:
                self.storms[landing.storm] = landing.hex
            else:
                self.ashore.setdefault(landing.hex, []).extend(lift.pieces)
        return found

    def choose(self, lift: Lift) -> Landing | None:
        """The best beach for a craft; if none will do, one to storm."""
        ways = self.ways(lift.key)
        worth = {h: self.worth(lift, h, n) for h, n in ways.items() if self.open(lift, h)}
        best = max(worth, key=lambda h: (worth[h], -h), default=-1)
        if best >= 0 and worth[best] > 0:
            return Landing(lift, best)
        return self.stormed(lift, ways)

    def ways(self, key: str) -> dict[int, int]:
        """Where a craft can be, and how many hexes it sails for it."""
        here = ship_of(self.seat.table, key).hex
        return {here: 0, **sailing.voyages(self.seat.table, self.seat.side, (key,)).costs}

    # ---- beaches

    def open(self, lift: Lift, h: int) -> bool:
        """Whether a craft may land its troops in a hex, and somebody fights for them there."""
        seat = self.seat
        if beaches.why_not_beach(seat.table, seat.side, h) is not None or h not in self.front:
            return False
        if any(beaches.why_not_unit(seat.table, seat.side, p.id, h) for p in lift.pieces):
            return False
        if self.held(h) + lift.size > LIMIT:
            return False
        return bool(lift.attack) or self.covered(h)

    def held(self, h: int) -> int:
        """The room in a hex that is taken, by those who land too."""
        return sum(p.size for p in self.friends(h))

    def friends(self, h: int) -> list[Piece]:
        """The own units in a hex, and those who will land there."""
        return [*self.seat.situation.stack(h), *self.ashore.get(h, ())]

    def covered(self, h: int) -> bool:
        """Whether fighting units stand in a hex, or the enemy is nowhere near it."""
        quiet = not self.threat[h] and not self.seat.enemy_zone[h]
        return quiet or any(piece.fights for piece in self.friends(h))

    @cached_property
    def front(self) -> Mapping[int, int]:
        """The hexes from which a way leads to the enemy, or to what is to be taken."""
        return front(self.seat)

    @cached_property
    def threat(self) -> list[int]:
        """The strength that the enemy could turn on each hex, in quarters."""
        return threat_map(self.seat.situation)

    def worth(self, lift: Lift, h: int, sailed: int) -> int:
        """What it is worth to land in a hex, in thousandths of a point of strength."""
        house = self.seat.doctrine.seas
        company = sum(p.attack for b in self.near(h) for p in self.ashore.get(b, ()))
        pull = self.pull(h) * house.crowd // (house.crowd + company)
        pull = pull * min(house.force, lift.attack) // house.force
        value = pull + self.follow(h) + self.prey(lift, h)
        price = house.sailed * sailed + self.losses(lift, h) + self.risk(lift, h)
        return house.ashore + value - price

    def near(self, h: int) -> list[int]:
        """The hexes of a landing that are near one another."""
        distance = self.seat.board.distance
        return [b for b in self.ashore if distance(b, h) <= self.seat.doctrine.seas.neighbours]

    def pull(self, h: int) -> int:
        """How near a hex is to what is to be taken."""
        house = self.seat.doctrine.seas
        if h not in self._pulls:
            distance = self.seat.board.distance
            goals = [goal for goal in self.seat.situation.goals if not goal.ours]
            goals = goals or list(self.seat.situation.goals)
            near = [(goal.value, distance(h, goal.hex)) for goal in goals]
            self._pulls[h] = sum(
                house.pull * value // (1 + n) for value, n in near if n <= house.horizon
            )
        return self._pulls[h]

    @cached_property
    def _pulls(self) -> dict[int, int]:
        return {}

    def follow(self, h: int) -> int:
        """How well supply can follow: by sources on the beach, and by ports that lie open."""
        house = self.seat.doctrine.seas
        distance = self.seat.board.distance
        found = max((house.follow // (1 + distance(h, b)) for b in self.inlets), default=0)
        game = self.seat.table
        if ports.is_port(game, h):
            found += house.quay * ports.capacity(game, h)
        return found

    @cached_property
    def inlets(self) -> list[int]:
        """Where supply may come ashore once the hex is in own hands."""
        seat = self.seat
        found = [source.hex for source in seat.scenario.sources if source.side == seat.side]
        found += [h for h, port in seat.scenario.ports.items() if seat.side in port.source_for]
        found += list(ports.sources(seat.table, seat.side))
        return sorted(set(found))

    def prey(self, lift: Lift, h: int) -> int:
        """What those aboard would add to the best attack from the beach."""
        there = tuple((replace(p, hex=h), h) for p in self.friends(h) if p.fights)
        coming = tuple((replace(p, hex=h), h) for p in lift.pieces if p.fights)
        best = 0
        for b in self.seat.board.around(h) if coming else ():
            foe = self.seat.situation.foes.get(b)
            if foe is not None:
                alone = max(0, self.storm.score(foe, there)) if there else 0
                best = max(best, self.storm.score(foe, (*there, *coming)) - alone)
        return best // 2

    def losses(self, lift: Lift, h: int) -> int:
        """What the landing rolls cost on the average; in an own port that has room, nothing."""
        seat = self.seat
        if beaches.why_not_quay(seat.table, seat.side, [p.id for p in lift.pieces], h) is not None:
            return 0
        rolls = landing_table.rolls_of(seat.table, [p.id for p in lift.pieces])
        steps, craft = self.storm.toll(h)
        step = max(1, (lift.attack + lift.defence) // 2 // lift.steps)
        return rolls * (steps * step + craft * seat.doctrine.seas.craft // THOUSAND)

    def risk(self, lift: Lift, h: int) -> int:
        """What those who land must expect of the enemy, friends around them considered."""
        near = [h, *self.seat.board.around(h)]
        strength = lift.defence + sum(p.defence for b in near for p in self.friends(b))
        return self.seat.doctrine.seas.risk * max(0, self.threat[h] // QUARTERS - 2 * strength)

    # ---- storms

    def stormed(self, lift: Lift, ways: Mapping[int, int]) -> Landing | None:
        """A held beach that those aboard would almost surely take, and where to lie off it."""
        house = self.seat.doctrine.seas
        seat, found = self.seat, list[tuple[int, int, int]]()
        pieces = storming(seat, lift.pieces)
        cost = price(seat, [p.id for p in pieces])
        if not pieces or ship_of(seat.table, lift.key).load < cost:
            return None
        for foe in self.beach_guards():
            if foe.hex in self.storms:
                continue
            for h in seat.scenario.ground.seaways[foe.hex]:
                if h not in ways or not seat.scenario.ground.sea[h]:
                    continue
                force = tuple((piece, h) for piece in pieces)
                if self.storm.clears(foe, force, self.shelled) >= house.sure:
                    value = self.pull(foe.hex) + self.follow(foe.hex) - house.sailed * ways[h]
                    found.append((value, -h, foe.hex))
        if not found:
            return None
        _, h, target = max(found)
        return Landing(lift, -h, target)

    @cached_property
    def shelled(self) -> bool:
        """Whether ships with guns can be counted on to shake those who are stormed."""
        game = self.seat.table
        return any(not is_craft(game, key) for key in fleet(game, self.seat.side))

    def beach_guards(self) -> Iterator[Foe]:
        """The enemies on coasts that may be entered from the sea."""
        seat = self.seat
        closed = seat.scenario.closed.get(seat.side, ())
        for h, foe in seat.situation.foes.items():
            if seat.scenario.ground.coastal[h] and h not in closed:
                yield foe

    # ---- those who come with supply alone

    def depot(self, key: str) -> int:
        """Where a craft with nothing but supply is of most use: by those who have landed; or -1.

        A DUKW goes where it can drive ashore, others lie beside the most units. [18.4c] [18.4e(A)]
        """
        seat, ways = self.seat, self.ways(key)
        dry = type_of(seat.table, key) == DUKW
        return max(
            (h for h in ways if self.moorable(h, dry) and self.users(h)),
            key=lambda h: (self.users(h) - seat.doctrine.seas.nearby * ways[h], -h),
            default=-1,
        )

    def moorable(self, h: int, dry: bool) -> bool:
        """Whether supply may lie in a hex: guarded, or at sea."""
        game, ground = self.seat.table, self.seat.scenario.ground
        if ground.sea[h]:
            return not dry
        guarded = any(p.fights for p in self.friends(h))
        return guarded and beaches.why_not_beach(game, self.seat.side, h) is None

    def users(self, h: int) -> int:
        """The fighting strength that can use supply on a craft in a hex. [18.5e]"""
        near = [h, *self.seat.board.around(h)]
        beside = sum(p.attack for b in near for p in self.friends(b) if p.fights)
        inside = sum(p.attack for p in self.friends(h) if p.fights)
        return beside + inside


def supply_craft(seat: OcsSeat) -> list[str]:
    """The craft that carry supply or transport and no troops."""
    game = seat.table
    return [
        key
        for key in fleet(game, seat.side)
        if is_craft(game, key)
        and not cargo.units_aboard(game, key)
        and (ship_of(game, key).load or cargo.aboard(game, key).transport)
    ]
