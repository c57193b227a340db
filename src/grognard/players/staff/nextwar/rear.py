"""The rear: guns and headquarters follow those they support, and keep away from the enemy.

[9.5.6] [18.2.1] [19.2]
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.situation import Piece
from grognard.systems.nextwar.pieces.formations import headquarters, subordinate

STACK = 8
"""Half stacking points of a full hex. [8.1.1.1]"""


def gun_moves(seat: NwSeat) -> list[tuple[str, int]]:
    """Where each gun goes: where it reaches most of its formation that fights, in good hands."""
    situation, found = seat.situation, list[tuple[str, int]]()
    alarm = distances(seat.board, situation.foes)
    filled = {h: sum(p.size for p in situation.stack(h)) for h in situation.at}
    for piece in situation.pieces.values():
        if not seat.scenario.counters[piece.id].artillery:
            continue
        spots = {piece.hex: 0, **seat.routes(piece.id).costs}
        best = max(
            (h for h in spots if h == piece.hex or filled.get(h, 0) + piece.size <= STACK),
            key=lambda h: (_worth(seat, piece, h, alarm), -spots[h], -h),
        )
        if best != piece.hex:
            filled[best] = filled.get(best, 0) + piece.size
            filled[piece.hex] -= piece.size
            found.append((piece.id, best))
    return found


def _worth(seat: NwSeat, gun: Piece, h: int, alarm: list[int]) -> int:
    """How many it supports from a hex, and how safe it is there."""
    situation, counter = seat.situation, seat.scenario.counters[gun.id]
    served = sum(
        piece.attack + piece.defence
        for piece in situation.pieces.values()
        if piece.bars
        and 0 <= alarm[piece.hex] <= seat.doctrine.rear.near
        and (not gun.formation or piece.formation == gun.formation)
        and seat.board.distance(h, piece.hex) <= counter.range
    )
    most = seat.doctrine.rear.near
    near = min(alarm[h], most) if alarm[h] >= 0 else most
    guarded = any(piece.bars for piece in situation.stack(h))
    exposed = 100 if alarm[h] == 1 and not guarded else 30 if near == 1 else 0
    return 2 * served + 3 * near + 4 * guarded - exposed - 50 * seat.to_clear(h)


# ---- headquarters


def hq_moves(seat: NwSeat) -> list[tuple[str, int]]:
    """Where each headquarters goes in the Advanced Game: where it feeds and supports most of its
    own, itself in supply and out of the enemy's reach. [18.2.1] [19.2-p1]"""
    if not seat.scenario.advanced:
        return []
    situation, game = seat.situation, seat.table
    alarm = distances(seat.board, situation.foes)
    filled = {h: sum(p.size for p in situation.stack(h)) for h in situation.at}
    found: list[tuple[str, int]] = []
    for name in headquarters(game, seat.side):
        if seat.scenario.counters[name].supreme or seat.unit(name).clearing:
            continue
        own = [
            (p.hex, 1 + 2 * (0 <= alarm[p.hex] <= seat.doctrine.rear.near))
            for p in situation.pieces.values()
            if p.bars and subordinate(game, p.id, name)
        ]
        if not own:
            continue
        start, size = seat.unit(name).hex, situation.pieces[name].size
        spots = {start: 0, **seat.routes(name).costs}
        best = max(
            (h for h in spots if h == start or filled.get(h, 0) + size <= STACK),
            key=lambda h: (_led(seat, own, h, alarm, name), -spots[h], -h),
        )
        if best != start:
            filled[best] = filled.get(best, 0) + size
            found.append((name, best))
    return found


def _led(
    seat: NwSeat, own: Sequence[tuple[int, int]], h: int, alarm: Sequence[int], name: str
) -> int:
    """How many a headquarters leads from a hex, and how safe it is there."""
    distance, reach = seat.board.distance, seat.scenario.counters[name].range
    fed = sum(worth for at, worth in own if distance(h, at) <= seat.doctrine.rear.fed)
    led = sum(worth for at, worth in own if distance(h, at) < reach)
    guarded = any(p.bars for p in seat.situation.stack(h))
    close = 0 <= alarm[h] <= 1
    exposed = (60 if guarded else 200) * close + 40 * (alarm[h] == 2 and not guarded)
    away = sum(worth * max(0, distance(h, at) - seat.doctrine.rear.fed) for at, worth in own)
    behind = 2 * away // sum(worth for _, worth in own)
    supplied = 25 * (h in seat.fed) - 50 * seat.to_clear(h)
    return 3 * fed + 2 * led + 2 * guarded - exposed - behind + supplied
