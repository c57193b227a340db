"""Manning: who plays the sides of a game that goes on from another, or from a save.

Without a wish everything stays as it was: programs keep the sides they played, and the sides that
people played are for whoever goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from grognard.library import UnknownName
from grognard.players.registry import check_listed
from grognard.server.errors import Invalid
from grognard.server.store.records import PLAYER, PROGRAM, Seat, SeatPlan

Opponent = Literal["kept", "program", "hot-seat", "link"]
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)


@dataclass(frozen=True, slots=True)
class Manning:
    """Who is to play: as it was, all sides oneself, or a side against a program or a guest."""

    opponent: Opponent = "kept"
    side: str | None = None
    player: str | None = None


AS_IT_WAS = Manning()


def programs_at(at_table: Sequence[Seat]) -> dict[str, str]:
    """The programs that play a side alone, by side."""
    found: dict[str, str] = {}
    for side in {seat.side for seat in at_table if seat.role == PLAYER and seat.side is not None}:
        here = [s for s in at_table if s.role == PLAYER and s.side == side and s.taken]
        if here and all(seat.kind == PROGRAM for seat in here):
            found[side] = here[0].player or ""
    return found


def known_programs(told: Any, system: str) -> dict[str, str]:
    """Of the programs that a save says have played, those that can go on here."""
    if not isinstance(told, dict):
        return {}
    return {
        side: player
        for side, player in told.items()
        if isinstance(side, str) and isinstance(player, str) and _can_play(player, system)
    }


def _can_play(player: str, system: str) -> bool:
    try:
        check_listed(player, system)
    except UnknownName:
        return False
    return True


def plans_for(wish: Manning, sides: Sequence[str], programs: Mapping[str, str]) -> list[SeatPlan]:
    """The seats of a game that goes on. Where only programs played, one takes all their sides."""
    if wish.opponent == "kept":
        kept = {side: programs[side] for side in sides if side in programs}
        return [_seat(side, kept if len(kept) < len(sides) else {}) for side in sides]
    if wish.opponent == "hot-seat":
        return [_seat(side, {}) for side in sides]
    if wish.side not in sides:
        raise Invalid(f"{wish.side!r} is no side here", f"one of {', '.join(sides)}")
    if wish.opponent == "link":
        return [SeatPlan(side=side, mine=side == wish.side) for side in sides]
    others = {side: wish.player or "" for side in sides if side != wish.side}
    return [_seat(side, others) for side in sides]


def _seat(side: str, programs: Mapping[str, str]) -> SeatPlan:
    if side in programs:
        return SeatPlan(side=side, kind=PROGRAM, player=programs[side])
    return SeatPlan(side=side, mine=True)
