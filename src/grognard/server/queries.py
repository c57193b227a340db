"""Looking: what a seat may see of its game, ask about it, and be told.

Everything comes out of the engine's own views, events and refusals for the seat's audience. The ids
of decisions are put in terms of what the seat has noticed, and delayed seats look at the past.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from sqlalchemy import update

from grognard.engine.decision import Action
from grognard.engine.entries import UMPIRE
from grognard.engine.refusal import Refusal, Refused
from grognard.server.club import Club
from grognard.server.delays import seen_from
from grognard.server.errors import Forbidden, Invalid
from grognard.server.live_games import Kept
from grognard.server.overtures import open_overtures
from grognard.server.refusals import ended, in_words, not_too_late
from grognard.server.store import schema
from grognard.server.store.records import PLAYER, UMPIRE_ROLE, Seat
from grognard.server.stream import Stream
from grognard.table.tongues import translated
from grognard.table.writing import plain

MOST_EVENTS, MOST_ACTIONS = 2000, 2000


def own_ids(kept: Kept, stream: Stream, side: str) -> dict[str, str]:
    """The ids of a side's decisions as it knows them, each with the engine's."""
    mine = [d.id for d in kept.game.decisions if d.player == side]
    return {f"{stream.moment}.{i}": real for i, real in enumerate(mine)}


def view(club: Club, seat: Seat) -> dict[str, Any]:
    """The position as a seat may see it, and where its stream stands."""
    with seen_from(club, seat) as (kept, row, present):
        game, stream = kept.game, kept.streams[seat.audience]
        picture = game.view(seat.audience)
        for i, decision in enumerate(picture["decisions"]):
            decision["id"] = f"{stream.moment}.{i}"
        over = row.over and present
        if over:
            picture.update(over=True, result=row.result, waiting_for=[], decisions=[])
        return {
            "moment": stream.moment,
            "seq": stream.seq,
            "seen": seat.seen,
            "over": over,
            "result": row.result if over else None,
            "winner": row.winner if over else None,
            "waiting_for": picture["waiting_for"],
            "offers": [plain(o.shown(stream)) for o in open_overtures(kept)] if present else [],
            "view": picture,
        }


def events(club: Club, seat: Seat, since: int = 0, limit: int = 500) -> dict[str, Any]:
    """What a seat was told after the first `since`.

    Each of `events` has its `seq` (from 1) and a `type`: `event` (with `event`), `taken-back`
    (what came after seq `to` no longer counts) or `matter` (with `matter`: what happens at the
    table beside the game). Where `more`, ask again since `seq`.
    """
    if since < 0 or limit < 1:
        raise Invalid("`since` counts from 0 and `limit` from 1")
    with seen_from(club, seat) as (kept, _row, _present):
        stream = kept.streams[seat.audience]
        upto = min(stream.seq, since + min(limit, MOST_EVENTS))
        return {
            "since": min(since, stream.seq),
            "seq": upto,
            "moment": stream.moment,
            "more": upto < stream.seq,
            "events": list(stream.written(kept.game.sentence, since, upto)),
        }


def look(club: Club, seat: Seat, since: int, limit: int, views: bool) -> dict[str, Any]:
    """What a seat was told after the first `since`, and, when that is all, how the game stands."""
    news = events(club, seat, since, limit)
    if news["more"]:
        return {"news": news, "position": None}
    position = view(club, seat)
    del position["seen"]
    return {"news": news, "position": position if views else {**position, "view": None}}


def mark_seen(club: Club, seat: Seat, seq: int) -> None:
    """Note how much a person has looked at; never more than there is, and it never goes back."""
    with seen_from(club, seat) as (kept, _row, _present):
        seq = min(seq, kept.streams[seat.audience].seq)
    s = schema.seats.c
    with club.database.writing() as connection:
        connection.execute(
            update(schema.seats).where(s.id == seat.id, s.seen < seq).values(seen=seq)
        )


def acting(seat: Seat) -> str:
    """Who acts from a seat: its side, or the umpire."""
    if seat.role == UMPIRE_ROLE:
        return UMPIRE
    if seat.role != PLAYER or seat.side is None:
        raise Forbidden("a spectator looks on and does not play", "a player's seat")
    return seat.side


def real_id(kept: Kept, by: str, at: str | None) -> tuple[str | None, list[Refusal]]:
    """The engine's id for the one a seat quotes, or why it is stale."""
    if at is None or by == UMPIRE:
        return None, []
    ids = own_ids(kept, kept.streams[by], by)
    if at in ids:
        return ids[at], []
    current = " or ".join(ids)
    open_now = f"{current} is" if current else "you are not asked anything now"
    quoted = at if len(at) < 40 and at.isprintable() else "so called"
    return None, [Refusal("stale", f"decision {quoted} is no longer open; {open_now}")]


def why(club: Club, seat: Seat, action: Any, at: str | None = None) -> list[dict[str, Any]]:
    """Every reason against an action; none means it is legal."""
    by = acting(seat)
    with club.live.reading(seat.game_id) as (kept, row):
        refusals = ended(row) or real_id(kept, by, at)[1] or kept.game.why(by, action)
        return [refusal.to_json() for refusal in in_words(kept.game, refusals)]


def legal(club: Club, seat: Seat, do: str | None = None, limit: int = 200) -> dict[str, Any]:
    """Legal actions, of one kind or of all, no more than asked for."""
    by, count = acting(seat), max(1, min(limit, MOST_ACTIONS))
    with club.live.reading(seat.game_id) as (kept, row):
        if row.over or by == UMPIRE:
            return {"actions": [], "more": False}
        asked = [d for d in kept.game.decisions if d.player == by]
        every = (
            action
            for decision in asked
            for offer in decision.ask.offers
            if do in (None, offer.do)
            for action in offer.legal(kept.game, by)
        )
        found = list(islice(every, count + 1))
    return {"actions": found[:count], "more": len(found) > count}


def odds(
    club: Club,
    seat: Seat,
    action: Any,
    suppose: Mapping[str, Action] | None = None,
    through: bool = False,
) -> dict[str, Any]:
    """The exact odds of an action, as far as the seat may know them."""
    by = acting(seat)
    if by == UMPIRE:
        raise Forbidden("the umpire plays no side, and has no odds to ask", "a player's seat")
    with club.live.reading(seat.game_id) as (kept, row):
        not_too_late(kept.game, row)
        try:
            found = kept.game.odds(action, by, suppose=suppose, through=through)
        except Refused as refused:
            raise Invalid.because(in_words(kept.game, refused.refusals)) from None
        told = found.to_json()
        read = {part: told[part] for part in ("unknown", "reckoning")}
        return {**told, **translated(kept.game.system.phrases, read)}


def decision_id(club: Club, seat: Seat) -> str | None:
    """The id of the question open for a seat's side."""
    by = acting(seat)
    with club.live.reading(seat.game_id) as (kept, row):
        if row.over or by == UMPIRE:
            return None
        return next(iter(own_ids(kept, kept.streams[by], by)), None)


def timeline(club: Club, game_id: str) -> list[tuple[int, tuple[str, ...]]]:
    """For each line when it was written and who was asked after it."""
    with club.live.reading(game_id) as (kept, _row):
        return list(zip(kept.times, kept.asked, strict=True))
