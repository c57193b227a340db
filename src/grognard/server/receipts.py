"""Receipts of a server: what it signs of its games, with a key of its own.

The key lies in the database, so that all workers have the same. A receipt is given for each turn
that has ended, and for the end of the game: always the same one, and none in between, which would
tell that somebody has done something in secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from grognard.engine import receipts
from grognard.server.club import Club
from grognard.server.errors import Forbidden
from grognard.server.live_games import Kept
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.lines import stored_lines
from grognard.server.store.records import PLAYER, UMPIRE_ROLE, GameRow, Seat

NAME = "receipts"


def signing_key(club: Club) -> str:
    """The secret key of this server, drawn when it is first needed."""
    with club.database.reading() as connection:
        found = _found(connection)
    if found is not None:
        return found
    try:
        with club.database.writing() as connection:
            drawn = secrets.token_hex(32)
            connection.execute(
                insert(schema.server_keys).values(name=NAME, secret=drawn, created=club.now())
            )
            return drawn
    except IntegrityError:  # another worker was faster
        with club.database.reading() as connection:
            return _found(connection) or ""


def _found(connection: Connection) -> str | None:
    c = schema.server_keys.c
    return connection.execute(select(c.secret).where(c.name == NAME)).scalar_one_or_none()


def public_key(club: Club) -> dict[str, Any]:
    """The key by which everybody can check what this server has signed."""
    return {"kind": "ed25519", "key": receipts.public_key(signing_key(club))}


def given(club: Club, seat: Seat) -> dict[str, Any]:
    """The receipts of a game so far, for those who play it."""
    if seat.role not in (PLAYER, UMPIRE_ROLE) or seat.delayed:
        raise Forbidden("receipts are for those who play", "a player's seat")
    secret = signing_key(club)
    with club.live.reading(seat.game_id) as (kept, row):
        return {"receipts": [_signed(secret, row, *one) for one in _ends(kept, row)]}


def _signed(secret: str, row: GameRow, turn: int, at: int, sealed: str) -> dict[str, Any]:
    return receipts.signed(
        secret, game=row.id, system=row.head["system"], scenario=row.head["scenario"],
        commitment=row.commitment, turn=turn, at=at, seal=sealed,
    )  # fmt: skip


def _ends(kept: Kept, row: GameRow) -> Iterator[tuple[int, int, str]]:
    """Each turn that has ended, when it did, and the seal of the record then; and the end."""
    game = kept.game
    wanted = dict.fromkeys(_turned(kept.turns))
    if row.over:
        wanted[kept.length - 1] = None
    for n, head in enumerate(receipts.heads_of(game)):
        if n in wanted:
            turn = kept.turns[n] if n == kept.length - 1 and row.over else kept.turns[n] - 1
            yield turn, kept.times[n], receipts.seal(game.dice.seed or "", n + 1, head)


def _turned(turns: list[int]) -> list[int]:
    """The lines with which a turn ended that had not ended before."""
    found, latest = [], turns[0]
    for n, turn in enumerate(turns):
        if turn > latest:
            found.append(n)
            latest = turn
    return found


def seals(database: Database) -> Iterator[str]:
    """The seal of every game as it stands, to be published; no game need be played again."""
    g = schema.games.c
    wanted = (g.id, g.head, g.seed, g.commitment, g.length)
    with database.reading() as connection:
        for one in connection.execute(select(*wanted).order_by(g.id)).all():
            first = receipts.first_head(
                one.head["system"], one.head["scenario"], one.head["scenario_hash"],
                one.commitment,
            )  # fmt: skip
            lines = stored_lines(connection, one.id, 0, one.length, wakes=False)
            *_, last = receipts.heads(first, (stored.line for stored in lines))
            yield receipts.seal(one.seed, one.length, last)
