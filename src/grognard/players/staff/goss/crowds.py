"""Crowds: nobody goes where he would be one too many, and who is one too many goes elsewhere, for
what is too much in a hex when a phase ends is lost. [6.1.0] [6.7.0]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Action
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.movement.moves import March, Move


def awaited(seat: GossSeat, posts: Mapping[str, int], h: int) -> list[str]:
    """Own units in a hex, and those who are still to go up to it."""
    there = seat.there(h)
    return [*there, *(name for name, to in posts.items() if to == h and name not in there)]


def full(seat: GossSeat, name: str, h: int, posts: Mapping[str, int]) -> bool:
    """Whether a unit would be one too many in a hex, with all who are there and are still to come:
    those who only mean to leave it may yet be kept from it."""
    return seat.crowded(h, dict.fromkeys((*awaited(seat, posts, h), name)))


def relief(seat: GossSeat, posts: Mapping[str, int]) -> Action | None:
    """Somebody who can still move leaves a hex that holds too many, the weakest first: where there
    is room, rather away from the enemy, and not far. [6.7.0]"""
    pieces, beside = seat.situation.pieces, seat.situation.enemy_zone
    for h in sorted({seat.unit(name).hex for name in seat.mine()}):
        there = awaited(seat, posts, h)
        if len(there) < 2 or not seat.crowded(h, there):
            continue
        able = [name for name in seat.there(h) if name in pieces and seat.movable(name)]
        for name in sorted(able, key=lambda n: (pieces[n].attack + pieces[n].defence, n)):
            if not _helps(seat, h, there, name):
                continue
            routes = seat.routes(name)
            fit = sorted(routes.costs, key=lambda to: (beside[to] > 0, routes.costs[to], to))
            roomy = [to for to in fit if to != h and not full(seat, name, to, posts)]
            for to in roomy[: seat.doctrine.patience.crowds]:
                action = seat.write(Move, March((name,), routes.path(to)))
                if seat.may(action):
                    return action
    return None


def _helps(seat: GossSeat, h: int, there: list[str], name: str) -> bool:
    """Whether a hex holds less too much without a unit."""
    return seat.excess(h, [n for n in there if n != name]) < seat.excess(h, there)
