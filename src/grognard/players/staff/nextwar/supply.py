"""Supply: who lacks it, where supply units go, what Supply Points are spent on. [19.0]

Mobile supply units follow the headquarters that outrun the depots; where one has come far enough a
depot is made of it. Points that are left go to strong units that are cut off near the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from grognard.engine.decision import Action
from grognard.kit.orders import At, OfOne
from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.status import NOW, WAR
from grognard.systems.nextwar.supply.emergency import Base, Resupply, SupplyByAir, cost
from grognard.systems.nextwar.supply.lines import commands
from grognard.systems.nextwar.supply.ranges import by_air, field, firm, supply_units, usable
from grognard.systems.nextwar.supply.status import AIRLIFT
from grognard.systems.nextwar.supply.stores import BuyMobile, Cash, MakeDepot, spares


class Stores:
    """The supply of one side at one moment."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.game, self.house = seat, seat.table, seat.doctrine.rear

    @cached_property
    def hungry(self) -> dict[int, int]:
        """Where those stand who are out of supply, and how much they count; headquarters more."""
        found: dict[int, int] = {}
        fed = commands(self.game, self.seat.side)
        for name in self.seat.mine():
            counter, unit = self.seat.scenario.counters[name], self.seat.unit(name)
            if counter.hq and name not in fed:
                found[unit.hex] = found.get(unit.hex, 0) + self.house.head
            elif unit.oos and not counter.beachhead and not counter.supply:
                found[unit.hex] = found.get(unit.hex, 0) + 1
        return found

    @cached_property
    def alarm(self) -> list[int]:
        """How far every hex is from the enemy."""
        return distances(self.seat.board, self.seat.situation.foes)

    @cached_property
    def lines(self) -> Mapping[int, int]:
        """The hexes that depots and cities reach: mobile units pass supply on only there."""
        return field(self.game, self.seat.side, firm(self.game, self.seat.side))

    def fed_from(self, h: int) -> int:
        """How much hunger a supply unit in a hex would still."""
        distance = self.seat.board.distance
        return sum(worth for at, worth in self.hungry.items() if distance(h, at) <= self.house.span)

    # ---- the Supply Phases

    def orders(self) -> Iterator[Action]:
        """What is done in a Supply Phase, in this order."""
        yield from self.depots()
        yield from self.purchases()
        yield from self.flown()
        yield from self.emergencies()
        yield from self.stranded()

    def depots(self) -> Iterator[Action]:
        """A supply unit far from all depots, and fed, becomes one. [19.4-p4]"""
        held = [self.seat.unit(n).hex for n in supply_units(self.game, self.seat.side, False)]
        distance = self.seat.board.distance
        for name in supply_units(self.game, self.seat.side, True):
            h = self.seat.unit(name).hex
            far = min((distance(h, at) for at in held), default=99)
            if (
                far >= self.house.far
                and self.alarm[h] > 2
                and self.seat.own.supply > self.house.reserve
            ):
                yield self.seat.write(MakeDepot, OfOne(name))

    def purchases(self) -> Iterator[Action]:
        """A mobile supply unit where it is nearest to the hungry, while any are. [19.4-p2]"""
        mobile = supply_units(self.game, self.seat.side, True)
        if (
            not self.hungry
            or len(mobile) >= self.house.mobile
            or not spares(self.game, self.seat.side)
        ):
            return
        distance = self.seat.board.distance
        places = {self.seat.board.hex(a["hex"]) for a in self.seat.legal(BuyMobile)}
        need = sorted(self.hungry, key=lambda h: (-self.fed_from(h), h))
        for h in sorted(places, key=lambda p: (min(distance(p, at) for at in need[:4]), p)):
            if self.alarm[h] != 1:
                yield self.seat.write(BuyMobile, At(h))
                return

    def flown(self) -> Iterator[Action]:
        """The base nearest to hungry paratroops feeds them, where one rules the air. [19.1.2]"""
        war, distance = self.game.state[WAR][NOW], self.seat.board.distance
        if war.ruler != self.seat.side or not war.level:
            return
        wanting: dict[str, list[int]] = {}
        for name in self.seat.mine():
            counter = self.seat.scenario.counters[name]
            if by_air(counter) and self.seat.unit(name).oos:
                wanting.setdefault(counter.nation, []).append(self.seat.unit(name).hex)
        for nation, hexes in sorted(wanting.items()):
            bases = {site.hex for site in self.seat.scenario.sites.values() if site.flying}
            able = [h for h in bases if usable(self.game, self.seat.side, h)]
            close = min(able, key=lambda h: (min(distance(h, at) for at in hexes), h), default=-1)
            marker = self.game.state[AIRLIFT].get(nation)
            if close >= 0 and (marker is None or marker.hex != close):
                yield self.seat.write(SupplyByAir, Base(nation, close))

    def emergencies(self) -> Iterator[Action]:
        """The strongest who are cut off near the enemy, while there are points. [19.6]"""
        lacking = [n for n in self.seat.mine() if self.seat.unit(n).oos]
        pieces = self.seat.situation.pieces
        worth = {n: pieces[n].attack + pieces[n].defence for n in lacking if n in pieces}
        left = self.seat.own.supply - self.house.reserve
        for name in sorted(worth, key=lambda n: (-worth[n], n)):
            close = 0 <= self.alarm[self.seat.unit(name).hex] <= 2
            if close and worth[name] >= self.house.dear and cost(self.game, name) <= left:
                left -= cost(self.game, name)
                yield self.seat.write(Resupply, OfOne(name))

    def stranded(self) -> Iterator[Action]:
        """A supply unit that the enemy is about to take is turned into points. [19.4-p5]"""
        for name in supply_units(self.game, self.seat.side, True):
            h = self.seat.unit(name).hex
            alone = not any(p.bars for p in self.seat.situation.stack(h))
            if self.alarm[h] == 1 and alone and self.seat.enemy_zone[h]:
                yield self.seat.write(Cash, OfOne(name))

    # ---- supply units on the road

    def moves(self) -> list[tuple[str, int]]:
        """Where each mobile supply unit goes: where it stills most hunger, within reach of the
        depots, and out of the enemy's; without hunger, behind the front. [19.2-p3]"""
        found: list[tuple[str, int]] = []
        taken: set[int] = set()
        for name in supply_units(self.game, self.seat.side, True):
            start = self.seat.unit(name).hex
            spots = {start: 0, **self.seat.routes(name).costs}
            best = max(
                (h for h in spots if h == start or h not in taken),
                key=lambda h: (self.standing(h), -spots[h], -h),
            )
            taken.add(best)
            if best != start:
                found.append((name, best))
        return found

    def standing(self, h: int) -> int:
        """How well a supply unit would stand in a hex."""
        if h not in self.lines:
            return -1000
        unsafe = 0 <= self.alarm[h] < self.house.stops and not any(
            p.bars for p in self.seat.situation.stack(h)
        )
        near_front = -abs(self.alarm[h] - self.house.stops - 1) if self.alarm[h] >= 0 else 0
        return 10 * self.fed_from(h) + near_front - 200 * unsafe - 50 * self.seat.to_clear(h)


def stores(seat: NwSeat) -> list[Action]:
    """What is done in a Supply Phase."""
    return list(Stores(seat).orders())


def supplies_on_the_road(seat: NwSeat) -> list[tuple[str, int]]:
    """Where mobile supply units go."""
    return Stores(seat).moves() if seat.scenario.advanced else []
