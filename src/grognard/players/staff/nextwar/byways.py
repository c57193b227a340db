"""Byways: light infantry slips past the enemy, helicopters follow the front. [16.1] [6.5.1.2]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.chances import PIP, PIPS, THOUSAND
from grognard.players.staff.nextwar.flights import idle
from grognard.players.staff.nextwar.manoeuvre import Manoeuvre
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.objectives import to_take
from grognard.players.staff.orders import first_legal
from grognard.systems.nextwar.air.helos import printed, spot
from grognard.systems.nextwar.air.rebasing import Ferry, Rebase, bases
from grognard.systems.nextwar.infiltration import Infiltrate, Slip, difficulty


def next_byway(seat: NwSeat, plan: Manoeuvre) -> Action | None:
    """What is done next beside the roads."""
    return first_legal(seat, (*slips(seat, plan), *forward(seat)))


# ---- infiltration


def slips(seat: NwSeat, plan: Manoeuvre) -> list[Action]:
    """Light infantry with nothing better to do goes for what lies open behind the enemy, what
    promises most first: who fails is shaken, who gets through may be cut off there. [16.1]"""
    if not seat.offered(Infiltrate):
        return []
    verb, found = Infiltrate(), list[tuple[int, str, Action]]()
    goals = {goal.hex: goal.value for goal in to_take(seat.situation)}
    for name in verb.actors(seat.table, seat.side):
        if name not in seat.situation.pieces or not idle(seat, plan, name):
            continue
        for order in verb.ways(seat.table, seat.side, name):
            if order.hex in goals and seat.directing.goes(name, order.hex):
                value = _slip(seat, plan, order, goals[order.hex])
                found.append((value, name, seat.write(Infiltrate, order)))
    found.sort(key=lambda row: (-row[0], row[1], row[2]["hex"], row[2]["past"]))
    return [action for value, _, action in found if value > seat.doctrine.leaps.floor]


def _slip(seat: NwSeat, plan: Manoeuvre, order: Slip, worth: int) -> int:
    """What an infiltration promises: the check is the unit's efficiency, by the ground."""
    drm = int(difficulty(seat.table, seat.side, order.past).total)
    through = PIP * sum(pips + drm <= seat.rated(order.unit) for pips in PIPS)
    house = seat.doctrine
    gain = house.worth.point * worth
    gain -= plan.pockets.price(order.unit, order.hex, house.leaps.turns)
    return (through * gain - (THOUSAND - through) * house.price.shaken[True]) // THOUSAND


# ---- helicopters


def forward(seat: NwSeat) -> Iterator[Action]:
    """A helicopter that reaches no fighting from its base goes to one from which it reaches most,
    not too near to the enemy. [6.5.1.2]"""
    if not seat.offered(Rebase):
        return
    game, fights = seat.table, _fights(seat)
    alarm, near = distances(seat.board, seat.situation.foes), seat.doctrine.leaps.helos
    for name in Rebase().actors(game, seat.side):
        reach = printed(game, name).range

        def served(h: int, reach: int = reach) -> int:
            return sum(seat.board.distance(h, foe) <= reach for foe in fights)

        if not fights or served(spot(game, name)):
            continue
        safe = [h for h in bases(game, seat.side, name) if alarm[h] > near and served(h)]
        if safe:
            best = max(safe, key=lambda h: (served(h), alarm[h], -h))
            yield seat.write(Rebase, Ferry(name, best))


def _fights(seat: NwSeat) -> list[int]:
    """Where enemies stand who may come to blows with one's own."""
    at, disk = seat.situation.at, seat.board.disk
    near = seat.doctrine.leaps.contact
    return [foe for foe in seat.situation.foes if any(b in at for b in disk(foe, near))]
