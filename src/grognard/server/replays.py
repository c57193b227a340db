"""Replays: a game shared by a link, for anybody who has it.

Of a game that is over everything is shown. Of one that is going on, what the seat that shared it
had seen by then, and nothing that came later.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import insert, select

from grognard.server.club import Club
from grognard.server.delays import seen_from
from grognard.server.errors import Forbidden, NotFound
from grognard.server.ids import hashed, new_id
from grognard.server.offshoots import lines_at
from grognard.server.store import schema
from grognard.server.store.records import UMPIRE_ROLE, Seat
from grognard.server.titles import titled


class Shared(NamedTuple):
    """What a link shows: a game, to an audience, up to a line."""

    game_id: str
    audience: str | None
    upto: int


def share(club: Club, seat: Seat) -> str:
    """A link to the game as far as it has come."""
    with seen_from(club, seat) as (kept, row, _present):
        if seat.role == UMPIRE_ROLE and not row.revealed:
            raise Forbidden(
                "an umpire keeps what he knows to himself", "wait until the game is over"
            )
        audience = None if row.revealed else seat.audience
        upto = kept.length
    token = new_id()
    with club.database.writing() as connection:
        connection.execute(
            insert(schema.replays).values(
                hash=hashed(token), game_id=seat.game_id, audience=audience, upto=upto,
                created=club.now(), by=seat.person_id,
            )
        )  # fmt: skip
    return token


def find_replay(club: Club, token: str) -> Shared:
    """What a link shows."""
    r = schema.replays.c
    with club.database.reading() as connection:
        found = connection.execute(
            select(r.game_id, r.audience, r.upto).where(r.hash == hashed(token))
        ).first()
    if found is None:
        raise NotFound("there is no such replay")
    return Shared(*found)


def _who(token: str) -> str:
    return f"replay {hashed(token)[:16]}"


def replay(club: Club, token: str) -> dict[str, Any]:
    """A shared game as a whole: what happened in it, without the talk at its table."""
    shared = find_replay(club, token)
    with club.live.past(shared.game_id, _who(token), shared.upto) as (kept, row):
        stream = kept.streams[shared.audience]
        whole = row.over and shared.upto == row.length
        return {
            "title": titled(row),
            "system": row.head["system"],
            "scenario": row.head["scenario"],
            "options": row.head["options"],
            "over": whole,
            "result": row.result if whole else None,
            "winner": row.winner if whole else None,
            "audience": shared.audience,
            "moments": stream.moment,
            "events": [
                one for one in stream.written(kept.game.sentence, 0) if one["type"] != "matter"
            ],
        }


def replay_at(club: Club, token: str, moment: int) -> dict[str, Any]:
    """How a shared game stood at a moment."""
    shared = find_replay(club, token)
    with club.live.reading(shared.game_id) as (kept, _row):
        moments = [n for n in kept.streams[shared.audience].moments if n <= shared.upto]
    with club.live.past(shared.game_id, _who(token), lines_at(moments, moment)) as (past, _row):
        stream = past.streams[shared.audience]
        picture = past.game.view(shared.audience)
        for i, decision in enumerate(picture["decisions"]):
            decision["id"] = f"{stream.moment}.{i}"
        return {"moment": moment, "seq": stream.seq, "view": picture}
