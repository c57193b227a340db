"""Overruns: exploiting armour rides down what is weak and in its way. [5.3.4b]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.goss.battle import needed
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.goss.exploitation.overruns import Charge, Overrun
from grognard.systems.goss.units import EXPLOIT


def overrun(seat: GossSeat) -> Action | None:
    """The overrun that promises most, if any is likely to succeed. [5.3.5-ga]"""
    found = sorted(_promising(seat), key=lambda one: (-one[0], one[1], one[2]))
    for _, name, target, launch in found[: seat.doctrine.patience.overruns]:
        path = () if launch == seat.unit(name).hex else seat.routes(name).path(launch)
        action = seat.write(Overrun, Charge((name,), (*path, target)))
        if seat.may(action):
            return action
    return None


def _promising(seat: GossSeat) -> Iterator[tuple[int, str, int, int]]:
    estimate, board, foes = Estimate(seat), seat.board, seat.situation.foes.values()
    ride = seat.doctrine.attack.ride
    for name in seat.mine():
        piece = seat.situation.pieces[name]
        if seat.unit(name).mode != EXPLOIT or not piece.fights or not seat.movable(name):
            continue
        if not seat.directing.attacks(name):
            continue
        near = [foe for foe in foes if board.distance(piece.hex, foe.hex) <= ride]
        reach = {piece.hex: 0, **seat.routes(name).costs} if near else {}
        for foe in near:
            launches = [h for h in board.around(foe.hex) if h in reach]
            if launches:
                launch = min(launches, key=lambda h: (reach[h], h))
                worth = _worth(estimate, foe, piece, launch)
                if worth > needed(seat, foe.hex, ((piece, launch),)):
                    yield worth, name, foe.hex, launch


def _worth(estimate: Estimate, foe: Foe, piece: Piece, launch: int) -> int:
    """What it promises; nothing if it is likely to fail. Exploiters have a shift against them.
    [13.7.4(n)]"""
    column, modifier = estimate.attack(foe, ((piece, launch),))
    column = max(0, column - 1)
    if estimate.success(column, modifier) < estimate.seat.doctrine.attack.sure:
        return 0
    return estimate.worth(foe, ((piece, launch),), estimate.prospect(column, modifier))
