"""The rear: guns follow those they support, and keep away from the enemy. [9.5.6]"""

from __future__ import annotations

from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.situation import Piece

NEAR = 3
"""Hexes from the enemy within which those of a formation count as fighting."""
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
        and 0 <= alarm[piece.hex] <= NEAR
        and (not gun.formation or piece.formation == gun.formation)
        and seat.board.distance(h, piece.hex) <= counter.range
    )
    near = min(alarm[h], NEAR) if alarm[h] >= 0 else NEAR
    guarded = any(piece.bars for piece in situation.stack(h))
    exposed = 100 if alarm[h] == 1 and not guarded else 30 if near == 1 else 0
    return 2 * served + 3 * near + 4 * guarded - exposed - 50 * seat.to_clear(h)
