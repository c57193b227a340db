"""Pledging: a player gives secrets of his own for the dice, and sees whose they come from."""

from __future__ import annotations

from typing import Any

from grognard.server import pacts
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden
from grognard.server.seating import read_seats, seats
from grognard.server.store.records import Seat


def card(club: Club, seat: Seat) -> dict[str, Any]:
    """Whose secrets the dice of a game come from."""
    at_table = seats(club, seat.game_id)
    with club.live.reading(seat.game_id) as (kept, row):
        wanted = not row.over and pacts.may_pledge(seat, at_table)
        return pacts.card(kept, seat, wanted)


def pledge(club: Club, seat: Seat, live: str, escrow: str) -> dict[str, Any]:
    """Pledge two chains: the head of the one, the secret of the other."""
    head = pacts.check_secrets(live, escrow)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        if hold.row.over:
            raise Conflict(f"the game is over: {hold.row.result}")
        if not pacts.may_pledge(seat, read_seats(hold.connection, seat.game_id)):
            raise Forbidden(
                "the dice of a table where nobody else plays come from the server's secret alone",
                "a player's seat, with somebody else against it",
            )
        pacts.write_down(hold, seat, live, escrow, head)
        return pacts.card(hold.kept, seat, wanted=True)
