"""Commands: actions and undo, carried out once, written down before they are acknowledged.

A command carries a key of the client's own. What it did is written in the same transaction as its
lines; the same command again is answered from there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from grognard.engine.entries import UMPIRE
from grognard.engine.record import canonical, digest
from grognard.engine.refusal import Refused
from grognard.server import intents, pacts
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid, TooLarge
from grognard.server.live_games import Hold, Kept, Overtaken
from grognard.server.queries import acting, real_id
from grognard.server.refusals import in_words, not_too_late
from grognard.server.store import schema
from grognard.server.store.records import Seat

TRIES = 3
"""How often a command is begun anew because another server on the same file was first."""
LONGEST_KEY, LONGEST_ACTION = 100, 65_536


def act(
    club: Club,
    seat: Seat,
    action: Any,
    at: str | None,
    key: str,
    page: Any = None,
    link: str | None = None,
) -> dict[str, Any]:
    """Play an action from a seat; it is answered once it is written down.

    `at` is the id of the decision that is answered, as the view gave it; `key` is the client's
    own: the same wish with the same key is carried out once and answered alike each time. `page`
    is what a program says it is about, and is kept beside the game. `link` is the next link of what
    the seat has pledged for the dice; without it that goes on in escrow.
    """
    by = acting(seat)
    _plain(action)

    def play(hold: Hold) -> None:
        real, stale = real_id(hold.kept, by, at)
        if stale:
            raise Conflict(stale[0].text, "look again, and answer what is asked now")
        with intents.kept(hold, seat, by, page):
            hold.play(by, action, real)

    return command(club, seat, key, ["act", action, at], play, link)


def instruct(
    club: Club, seat: Seat, rules: Mapping[str, str], key: str, link: str | None = None
) -> dict[str, Any]:
    """Leave standing answers."""
    return act(club, seat, {"do": "instruct", "rules": dict(rules)}, None, key, link=link)


def _plain(action: Any) -> None:
    """Refuse what is not an action written as JSON, or is longer than any."""
    try:
        written = canonical(action)
    except (TypeError, ValueError, RecursionError):
        raise Invalid("an action is plain data", 'a map with "do" and the details') from None
    if len(written) > LONGEST_ACTION:
        raise TooLarge(f"an action has {LONGEST_ACTION} letters at most, this has {len(written)}")


def undo(club: Club, seat: Seat, key: str, link: str | None = None) -> dict[str, Any]:
    """Take back a seat's last action; the umpire takes back whatever was last."""
    by = acting(seat)

    def take_back(hold: Hold) -> None:
        policy = hold.row.settings.get("take_back", "fair")
        if by != UMPIRE and policy not in ("fair", "free"):
            raise Forbidden(
                "in this game nothing is taken back"
                if policy == "never"
                else "in this game one asks before one takes back",
                "" if policy == "never" else "ask the others for leave",
            )
        hold.undo(None if by == UMPIRE else by)

    return command(club, seat, key, ["undo"], take_back, link)


def command(
    club: Club,
    seat: Seat,
    key: str,
    wish: list[Any],
    do: Callable[[Hold], None],
    link: str | None = None,
) -> dict[str, Any]:
    """Carry a command out, unless it has been; what happened, as the seat may know it."""
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        raise Invalid("a command needs a key", f"1 to {LONGEST_KEY} letters of your own choice")
    for _ in range(TRIES):
        with contextlib.suppress(Overtaken):
            return _carried_out(club, seat, key, digest(wish), do, link)
    return _carried_out(club, seat, key, digest(wish), do, link)


def _carried_out(
    club: Club, seat: Seat, key: str, written: str, do: Callable[[Hold], None], link: str | None
) -> dict[str, Any]:
    with club.database.reading() as connection:
        done = _done(connection, seat, key, written)
    if done is not None:
        with club.live.reading(seat.game_id) as (kept, _row):
            return _answer(kept, seat, done)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        hold.make_sure(lambda connection: _still_seated(connection, seat))
        with hold.opened() as connection:
            done = _done(connection, seat, key, written)
        if done is not None:
            return _answer(hold.kept, seat, done)
        not_too_late(hold.kept.game, hold.row)
        stream = hold.kept.streams[seat.audience]
        since, lines = stream.seq, hold.kept.length
        hold.shown = None if link is None else (seat.id, link)
        try:
            do(hold)
        except Refused as refused:
            raise Invalid.because(in_words(hold.kept.game, refused.refusals)) from None
        done = {"since": since, "seq": stream.seq, "moment": stream.moment}
        done["proof"] = pacts.proof(hold.kept, seat.id, lines)
        answer = _answer(hold.kept, seat, done)
        hold.connection.execute(
            insert(schema.commands).values(
                game_id=seat.game_id, seat_id=seat.id, key=key, wish=written, answer=done,
                at=hold.now,
            )
        )  # fmt: skip
        return answer


def _done(connection: Connection, seat: Seat, key: str, wish: str) -> dict[str, Any] | None:
    """What a command did, if it has been carried out."""
    c = schema.commands.c
    found = connection.execute(
        select(c.wish, c.answer).where(
            c.game_id == seat.game_id, c.seat_id == seat.id, c.key == key
        )
    ).first()
    if found is None:
        return None
    if found.wish != wish:
        raise Conflict("this key was used for another command", "a new key for each command")
    answer: dict[str, Any] = found.answer
    return answer


def _still_seated(connection: Connection, seat: Seat) -> None:
    """Refuse who has been asked to leave since he came to the door."""
    s = schema.seats.c
    found = connection.execute(
        select(s.person_id, s.role, s.side, s.kind).where(s.id == seat.id)
    ).first()
    if found is None or tuple(found) != (seat.person_id, seat.role, seat.side, seat.kind):
        raise Forbidden("this seat is no longer yours", "take a seat again")


def _answer(kept: Kept, seat: Seat, done: dict[str, Any]) -> dict[str, Any]:
    """What a command did, told again from the stream, which only ever grows."""
    told = list(kept.streams[seat.audience].written(kept.game.sentence, done["since"], done["seq"]))
    return {"proof": None, **done, "events": told}
