"""Onlookers: a link by which anybody may watch a game, once its players have allowed it.

Whoever opens it has a spectator's seat of his own, shown what all may know, later than it happens
where the players want that. Any player may end it: then the link is dead, and who came by it goes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import delete

from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden
from grognard.server.ids import hashed, new_id
from grognard.server.live_games import Hold, Kept
from grognard.server.seating import JOINED, put_invitation
from grognard.server.store import schema
from grognard.server.store.records import PLAYER, SPECTATOR, Seat, SeatPlan

ALLOWED, ENDED = "watch", "watch-ended"


class Watch(NamedTuple):
    """The link by which a game is watched, and by how many turns it is delayed."""

    token: str
    delay_turns: int


def watch_of(kept: Kept) -> Watch | None:
    """The link that is good now, worked out from what was said at the table."""
    said = [matter for matter in kept.matters if matter.kind in (ALLOWED, ENDED)]
    if not said or said[-1].kind == ENDED:
        return None
    return Watch(said[-1].data["_token"], said[-1].data["delay"])


def allow(club: Club, hold: Hold, seat: Seat, delay_turns: int) -> None:
    """Make the link, when all players have agreed."""
    token = new_id()
    plan = SeatPlan(SPECTATOR, delay_turns=delay_turns)
    put_invitation(club, hold.connection, seat.person_id, seat.game_id, plan, token)
    hold.matter(ALLOWED, seat.id, seat.side, delay=delay_turns, _token=token)


def watch_link(club: Club, seat: Seat) -> dict[str, Any]:
    """The link, for those who play."""
    _player(seat)
    with club.live.reading(seat.game_id) as (kept, _row):
        found = watch_of(kept)
    if found is None:
        return {"watch": None}
    return {"watch": {"invitation": found.token, "delay_turns": found.delay_turns}}


def end_watch(club: Club, seat: Seat) -> None:
    """End the watching: the link is dead, and whoever came by it has no seat any more."""
    _player(seat)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        found = watch_of(hold.kept)
        if found is None:
            raise Conflict("nobody watches this game by a link")
        key, s = hashed(found.token), schema.seats.c
        came = [one.seat_id for one in hold.kept.matters if one.data.get(JOINED) == key]
        connection = hold.connection
        connection.execute(delete(schema.invites).where(schema.invites.c.hash == key))
        connection.execute(
            delete(schema.seats).where(
                s.game_id == seat.game_id, s.role == SPECTATOR, s.id.in_(came)
            )
        )
        hold.matter(ENDED, seat.id, seat.side)


def _player(seat: Seat) -> None:
    if seat.role != PLAYER:
        raise Forbidden("only players let others watch", "a player's seat")
