"""Engineers: who keeps ground blows bridges before the enemy, who gains it mends them. [17.3.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.works.bridging import BuildBridge
from grognard.systems.goss.works.collapse import Demolish

COMING, BEYOND = 3, 4
"""How near the enemy is when a bridge is blown, and how far beyond it own units are looked for."""


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
    return any(distance(h, foe) <= COMING for foe in seat.situation.foes)


def _friends_beyond(seat: GossSeat, here: int, there: int) -> bool:
    distance = seat.board.distance
    pieces = [one for one in seat.situation.pieces.values() if one.hex != here]
    return any(
        distance(one.hex, there) < distance(one.hex, here) and distance(one.hex, there) <= BEYOND
        for one in pieces
    )


def repairs(seat: GossSeat) -> Iterator[Action]:
    """Where a printed bridge is down, engineers of a side that gains ground mend it. [17.3.1]"""
    if not seat.situation.attacking:
        return
    ground = seat.scenario.ground
    for action in seat.legal(BuildBridge):
        here, there = seat.unit(action["units"][0]).hex, seat.board.hex(action["hex"])
        if ground.side_key(here, there) in ground.bridges:
            yield action
