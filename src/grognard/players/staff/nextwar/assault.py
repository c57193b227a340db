"""A Combat Segment: the attacks, one at a time, by their exact odds and what stands behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from grognard.engine.decision import Action
from grognard.players.staff.nextwar.aid import Behind, Flight, ordered
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.combat.attack import Attack, Declaration
from grognard.systems.nextwar.combat.battle import Aid, Battle
from grognard.systems.nextwar.combat.reckoning import HIGHEST
from grognard.systems.nextwar.combat.support import Commitment, caps
from grognard.systems.nextwar.sequence import EndPhase

END: Action = {"do": EndPhase.do}

NEVER = -1_000_000
"""What an attack promises that is not made at any price."""
Draft = tuple[int, Battle]
"""What an attack promises, and the attack."""


class AssaultPhase:
    """The attacks of one segment, chosen one at a time; targets not worth it are remembered."""

    def __init__(self) -> None:
        self.declined: set[int] = set()
        self.worth: int | None = None
        self.kept: dict[int, Draft | None] = {}
        """What was drafted for hexes far from the fighting, which is still good."""

    def order(self, seat: NwSeat) -> Action:
        """The next attack; when nothing promises anything more, the end."""
        estimate = Estimate(seat)
        house = seat.doctrine.attack
        bold = seat.situation.attacking or seat.last
        floor = house.made_floor if bold else house.made_careful
        there = seat.situation.pieces.keys()  # somebody else may have played for us meanwhile
        self.kept = {h: d for h, d in self.kept.items() if d is None or {*d[1].attackers} <= there}
        for h in seat.targets():
            if h not in self.kept:
                self.kept[h] = best_attack(estimate, h)
        drafts = [draft for draft in self.kept.values() if draft is not None]
        for value, battle in sorted(drafts, key=lambda draft: (-draft[0], draft[1].hex)):
            if value <= self.needed(seat, floor, battle):
                self.declined.add(battle.hex)
                continue
            action = seat.write(Attack, Declaration(battle.attackers, battle.hex))
            if seat.may(action):
                self.worth = value
                self.stir(seat, battle.hex)
                return action
        self.worth = None
        return END

    def needed(self, seat: NwSeat, floor: int, battle: Battle) -> int:
        """What an attack must promise those who are to make it."""
        pieces = seat.situation.pieces
        force = tuple((pieces[name], pieces[name].hex) for name in battle.attackers)
        return seat.directing.needed(floor, force) - seat.directing.draw(battle.hex, force)

    def stir(self, seat: NwSeat, battle: int) -> None:
        """Forget what was drafted for the hexes around a battle, and for the battle itself."""
        far = seat.board.distance
        stir = seat.doctrine.attack.stir
        self.kept = {h: d for h, d in self.kept.items() if far(h, battle) > stir}


def best_attack(estimate: Estimate, target: int) -> Draft | None:
    """The best attack on a hex with those beside it: the strongest first, as many as pay."""
    seat = estimate.seat
    able = [name for name in seat.able(target) if seat.directing.attacks(name)]
    able.sort(key=lambda n: (-seat.rated(n), -seat.situation.pieces[n].attack, n))
    found: Draft | None = None
    for names in _companies(seat, able, target):
        battle = seat.battle(target, names)
        value, _ = supported(estimate, battle)
        if found is None or value > found[0]:
            found = value, battle
    return found


def _companies(seat: NwSeat, able: Sequence[str], target: int) -> list[tuple[str, ...]]:
    """Companies worth a thought: the first so many in two orders; legal ones only."""
    by_force = sorted(able, key=lambda n: (-seat.strength(n, seat.unit(n).hex, target), n))
    found = dict.fromkeys(
        tuple(sorted(order[:n])) for order in (able, by_force) for n in range(1, len(order) + 1)
    )
    writing = ((names, seat.write(Attack, Declaration(names, target))) for names in found)
    return [names for names, action in writing if seat.may(action)]


def supported(estimate: Estimate, battle: Battle) -> tuple[int, Commitment]:
    """What a battle promises its attacker with the support that pays, and that support."""
    seat = estimate.seat
    cover = min(estimate.seat.doctrine.support.counted, seat.theirs.air)
    theirs = Aid(tuple(seat.guns(battle, seat.enemy)[:1]), cover)
    battle = replace(battle, cover=theirs)
    return commitment(estimate, battle, seat.side)


def commitment(estimate: Estimate, battle: Battle, side: str) -> tuple[int, Commitment]:
    """The support that pays for a side, thing by thing, and what the battle is then worth to it."""
    seat = estimate.seat
    guns, air, helos = caps(battle, side)
    batteries = [tuple(seat.guns(battle, side)[:n]) for n in range(guns + 1)]
    fliers = [tuple(seat.helicopters(battle, side)[:n]) for n in range(helos + 1)]
    points = range(min(air, seat.own.air) + 1)
    ships = tuple(seat.gunships(battle, side))
    weigh = Weighing(estimate, battle, side)
    chosen = Commitment()
    best = weigh.worth(chosen)
    whole = product(
        dict.fromkeys(batteries), points, dict.fromkeys(fliers),
        weigh.behind.staffs(battle, side), weigh.behind.flights(battle, side),
    )  # fmt: skip
    for some, count, flight, hqs, wings in whole:
        order = ordered(Commitment(some, count, flight, ships), hqs, wings)
        value = weigh.worth(order) - weigh.price(order)
        if value > best:
            best, chosen = value, order
    return weigh.worth(chosen), chosen


class Weighing:
    """A battle with one side's support still open: reckoned once, and then for each choice."""

    def __init__(self, estimate: Estimate, battle: Battle, side: str) -> None:
        self.seat, self.estimate = estimate.seat, estimate
        self.side, self.ours = side, side == battle.side
        self.bare = replace(battle, aid=Aid()) if self.ours else replace(battle, cover=Aid())
        self.other = (battle.cover if self.ours else battle.aid).points
        self.behind = behind(estimate)
        self._columns: dict[tuple[str, ...], tuple[int, int]] = {}
        posts = [self.seat.unit(name).hex for name in battle.attackers]
        self.trapped = estimate.enclosed(battle.hex, posts)
        self.flak = {kind: self.seat.flak(kind, battle.hex) for kind in ("support", "helicopter")}

    def column(self, hqs: tuple[str, ...]) -> tuple[int, int]:
        """The column and the die with some headquarters behind it, and nothing else."""
        if hqs not in self._columns:
            aid = Aid(hqs=hqs)
            bare = replace(self.bare, aid=aid) if self.ours else replace(self.bare, cover=aid)
            column, drm = self.seat.reckoned(bare)
            self._columns[hqs] = column, drm - self.net(0)
        return self._columns[hqs]

    def net(self, points: int) -> int:
        """What so many points of one's own do to the die, with those of the other side. [9.6.1]"""
        held = min(max(self.other - points, -HIGHEST), HIGHEST)
        return held if self.ours else -held

    def price(self, order: Commitment) -> int:
        """What some support costs: what it could do elsewhere, and what may be shot down."""
        house = self.seat.doctrine.support
        price = house.gun * (len(order.guns) + len(order.hqs)) + house.air * order.air
        if order.air:
            price += house.lost_air * self.flak["support"][1] // 1000
        if order.aircraft:
            price += self.behind.brought(self.bare, self.side, flight_of(order))[1]
        risk = house.lost_helo * self.flak["helicopter"][1] // 1000
        return price + (house.helo + risk) * len(order.helicopters)

    def arriving(self, order: Commitment) -> int:
        """How many points of some support are likely to get through. [6.6]"""
        scenario = self.seat.scenario
        points = sum(scenario.ships[name].support for name in order.ships)
        if order.air:
            points += max(0, order.air - (self.flak["support"][0] + 500) // 1000)
        if order.aircraft:
            brought, _ = self.behind.brought(self.bare, self.side, flight_of(order))
            points += (brought + 500) // 1000
        for name in order.helicopters:
            kept_off = (self.flak["helicopter"][0] + 500) // 1000
            points += max(0, scenario.helicopters[name].support - kept_off)
        return points

    def worth(self, order: Commitment) -> int:
        """What the battle is worth to the side with some support."""
        points = self.arriving(order)
        column, drm = self.column(order.hqs)
        column += len(order.guns) if self.ours else -len(order.guns)
        found = self.estimate.prospect(column, drm + self.net(points))
        value = self.estimate.value(self.bare, found, self.trapped)
        if self.ours and column < self.seat.doctrine.attack.least:
            value = min(value, NEVER)
        return value if self.ours else -value


def flight_of(order: Commitment) -> Flight:
    """Who flies in a commitment."""
    return order.aircraft, order.escorts, order.weasels


def behind(estimate: Estimate) -> Behind:
    """What could support battles, reckoned once for an estimate."""
    if estimate.behind is None:
        estimate.behind = Behind(estimate)
    found: Behind = estimate.behind
    return found
