"""Works: who keeps ground digs in and blows bridges before the enemy, who gains it mends them.
[17.3.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import to_take
from grognard.systems.goss.ground import GREAT, MAJOR, RIVER
from grognard.systems.goss.works.bridging import BuildBridge
from grognard.systems.goss.works.collapse import Demolish
from grognard.systems.goss.works.digging import Dig, Site

STOPPING = (RIVER, MAJOR, GREAT)
"""Water that is worth a bridge."""


def demolitions(seat: GossSeat) -> Iterator[Action]:
    """Bridges that the enemy is about to use are blown by a side that keeps ground, unless somebody
    of its own is still beyond. [17.3.2c]"""
    if seat.situation.attacking:
        return
    for action in seat.legal(Demolish):
        here, there = seat.unit(action["units"][0]).hex, seat.board.hex(action["hex"])
        if _enemy_comes(seat, there) and not _friends_beyond(seat, here, there):
            yield action


def _enemy_comes(seat: GossSeat, h: int) -> bool:
    distance = seat.board.distance
    return any(distance(h, foe) <= seat.doctrine.rear.coming for foe in seat.situation.foes)


def _friends_beyond(seat: GossSeat, here: int, there: int) -> bool:
    distance, beyond = seat.board.distance, seat.doctrine.rear.beyond
    pieces = [one for one in seat.situation.pieces.values() if one.hex != here]
    return any(
        distance(one.hex, there) < distance(one.hex, here) and distance(one.hex, there) <= beyond
        for one in pieces
    )


def repairs(seat: GossSeat) -> Iterator[Action]:
    """Engineers of a side that gains ground mend printed bridges that are down, and build others
    where water that stops everybody lies on the way to what is to be taken, far from any bridge.
    [17.3.1]"""
    if not seat.situation.attacking:
        return
    ground, chosen, apart = seat.scenario.ground, list[int](), seat.doctrine.rear.apart
    for action in seat.legal(BuildBridge):
        here, there = seat.unit(action["units"][0]).hex, seat.board.hex(action["hex"])
        printed = ground.side_key(here, there) in ground.bridges
        if not printed and any(seat.board.distance(here, h) <= apart for h in chosen):
            continue
        if printed or _wanted(seat, here, there):
            chosen.append(here)
            yield action


def _wanted(seat: GossSeat, here: int, there: int) -> bool:
    """Whether a bridge is missing: the water is a river at least, the way to the next objective
    leads over it, and there is no other bridge near."""
    ground, distance = seat.scenario.ground, seat.board.distance
    if ground.water(here, there) not in STOPPING:
        return False
    goals = [goal.hex for goal in to_take(seat.situation)]
    aim = min(goals, key=lambda h: (distance(here, h), h), default=here)
    if distance(there, aim) >= distance(here, aim):
        return False
    apart = seat.doctrine.rear.apart
    return not any(
        distance(here, end) <= apart for key in seat.spanned for end in ground.side_hexes(key)
    )


def digging(seat: GossSeat) -> Iterator[Action]:
    """Who stays near the enemy digs in, if he is not to attack. [17.3.3]"""
    if seat.situation.attacking:
        return
    alarm, near = distances(seat.board, seat.situation.foes), seat.doctrine.rear.digs
    for name in seat.mine():
        unit = seat.unit(name)
        if seat.situation.pieces[name].fights and 0 < alarm[unit.hex] <= near and not unit.task:
            yield from (seat.write(Dig, Site((name,), work)) for work in ("ET-2", "IP"))
