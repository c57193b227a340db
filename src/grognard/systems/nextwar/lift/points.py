"""Airmobile Points: what a side has for the turn, what it uses, what it loses. [8.5.4.1]

A point carries a stacking point, that is two halves. Half a point that is left over serves others
who began the segment in the same hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.pieces.stacks import HALF
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import CLEAR, SIDES, STORM
from grognard.systems.nextwar.turn.weather import halved, weather


def used(game: Nw, side: str) -> int:
    """The points that a side has used this turn. [8.5.4.1]"""
    status = game.state[SIDES][side]
    return status.lift_used if status.lifted_in == game.turn else 0


def downed(game: Nw, side: str) -> int:
    """Those of them that were destroyed in the air. [8.5.4.2]"""
    status = game.state[SIDES][side]
    return status.lift_downed if status.lifted_in == game.turn else 0


def granted(game: Nw, side: str) -> int:
    """The points of the turn: half of them when it is overcast, rounded up. [4.1.2-b1] [4.1]"""
    whole = game.state[SIDES][side].lift + downed(game, side)
    now = weather(game)
    if now == STORM:
        return 0
    return whole if now == CLEAR else halved(whole)


def left(game: Nw, side: str) -> int:
    """The points that a side can still use this turn. [8.5.4.1]"""
    return granted(game, side) - used(game, side)


def by_points(game: Nw, name: str) -> bool:
    """Whether points must carry a unit: not if it has helicopters of its own, and supply for them.

    [8.5.4.1] [13.1.5] [19.5]
    """
    return not counter_of(game, name).own_lift or unit_of(game, name).oos


def spare(game: Nw, side: str, start: int) -> int:
    """Half points left over for others from the same hex in this segment. [8.5.4.1] [6.6-x2]"""
    status = game.state[SIDES][side]
    return status.spare.count(start) if status.spare_at == game.serial else 0


def load(game: Nw, names: Sequence[str]) -> int:
    """The half stacking points that points must carry. [8.5.4.1]"""
    return sum(face(game, name).sp for name in names if by_points(game, name))


def price(game: Nw, names: Sequence[str], start: int) -> int:
    """The points that units of one hex need: one for each stacking point. [8.5.4.1]"""
    if not names:
        return 0
    side = counter_of(game, names[0]).side
    return max(0, -(-(load(game, names) - spare(game, side, start)) // HALF))


def spend(game: Nw, names: Sequence[str], start: int) -> None:
    """Use the points, and keep what is left over of the last one. [8.5.4.1]"""
    side = counter_of(game, names[0]).side
    paid = price(game, names, start)
    over = spare(game, side, start) + HALF * paid - load(game, names)
    status = game.state[SIDES][side]
    kept = [h for h in status.spare if h != start] if status.spare_at == game.serial else []
    game.put(
        SIDES, side,
        replace(
            status, lift_used=used(game, side) + paid, lift_downed=downed(game, side),
            lifted_in=game.turn, spare=(*kept, *[start] * over), spare_at=game.serial,
        ),
    )  # fmt: skip


def destroy(game: Nw, side: str, rule: str) -> None:
    """A point in use is gone for good. [8.5.4.2] [6.6.1.1-p4]"""
    status = game.state[SIDES][side]
    if not status.lift:
        return
    gone = replace(
        status, lift=status.lift - 1, lift_used=used(game, side),
        lift_downed=downed(game, side) + 1, lifted_in=game.turn,
    )  # fmt: skip
    game.put(SIDES, side, gone)
    game.emit(Event("lift-lost", rule, {"side": side, "left": gone.lift}, outcome=True))


def reinforced(game: Nw) -> None:
    """Points that come as reinforcements this turn. [8.5.4.1]"""
    for side, limits in game.scenario.lift.items():
        more = limits.more.get(game.turn, 0)
        if more:
            status = game.state[SIDES][side]
            game.put(SIDES, side, replace(status, lift=status.lift + more))
            facts = {"side": side, "more": more, "left": status.lift + more}
            game.emit(Event("lift-gained", "8.5.4.1", facts))
