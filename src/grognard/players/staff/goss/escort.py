"""Escorts: vehicles of a German infantry division stay with its infantry, or they are out of
supply. [9.3.4a]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Action
from grognard.players.staff.goss.crowds import full
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.movement.moves import March, Move


def escort(seat: GossSeat, posts: Mapping[str, int]) -> Action | None:
    """A vehicle that the infantry has left alone follows it, after all others have moved: where
    there is room, rather away from the enemy, and not far."""
    beside = seat.situation.enemy_zone
    for name in seat.unescorted():
        routes = seat.routes(name) if seat.movable(name) else None
        if routes is None:
            continue
        near = {b for h in seat.infantry(name) for b in (h, *seat.board.around(h))}
        fit = [h for h in near if h in routes.costs and h != seat.unit(name).hex]
        fit.sort(key=lambda h: (beside[h] > 0, routes.costs[h], h))
        roomy = [h for h in fit if not full(seat, name, h, posts)]
        for h in roomy[: seat.doctrine.patience.escorts]:
            action = seat.write(Move, March((name,), routes.path(h)))
            if seat.may(action):
                return action
    return None
