"""Marching: who has just come onto the map goes on, so that the road is clear for the next."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Action
from grognard.players.staff.fields import DEEP, distances, threat_map, travel
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.goss.rear import Rear
from grognard.players.staff.objectives import best_goal, wanting
from grognard.systems.goss.movement.moves import March, Move


def onward(seat: GossSeat, name: str) -> Action | None:
    """As far towards what counts as the road leads, not beside the enemy; guns and headquarters to
    their own. [21.2.0]"""
    situation = seat.situation
    if name not in situation.pieces or not seat.movable(name):
        return None
    routes = seat.routes(name)
    if not situation.pieces[name].fights:
        h = Rear(seat).place(name, frozenset(routes.costs))
        hexes = [h] if h >= 0 else []
    else:
        hexes = _forward(seat, name, routes.costs)
    actions = (seat.write(Move, March((name,), routes.path(h))) for h in hexes)
    return next((action for action in actions if seat.may(action)), None)


def _forward(seat: GossSeat, name: str, costs: Mapping[int, int]) -> list[int]:
    """The places nearest to what counts where there is room."""
    situation, here = seat.situation, seat.unit(name).hex
    aims = seat.directing.aims(name, seat.own(wanting(situation, threat_map(situation)), name))
    aim = best_goal(seat.board, aims, here, {}, seat.doctrine)
    way = travel(seat.walks, [aim.hex] if aim is not None else [*situation.foes])
    alarm, house = distances(seat.board, situation.foes), seat.doctrine.lines
    fit = [
        h
        for h in costs
        if not 0 <= alarm[h] < house.behind
        and len(situation.at.get(h, ())) < house.crowd
        and way.get(h, DEEP) < way.get(here, DEEP)
    ]
    return sorted(fit, key=lambda h: (way.get(h, DEEP), costs[h], h))[: house.crowd]
