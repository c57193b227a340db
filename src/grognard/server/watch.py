"""The watch: the timers of the games on a server, and the flags that fall."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from anyio import to_thread
from sqlalchemy import select

from grognard.engine.consent import ALWAYS
from grognard.server import games, metrics, overtures, queries, seating
from grognard.server.club import Club
from grognard.server.delays import eyes, seen_from
from grognard.server.errors import Denied, NotFound
from grognard.server.logs import log
from grognard.server.store import schema
from grognard.server.store.records import Person
from grognard.server.timers import (
    SHOWN,
    Stroke,
    TimeLeft,
    Timers,
    Timing,
    fallen,
    next_flag,
    read_off,
    read_timing,
    shown,
)

LOG = log("clocks")
NO_ANSWERS = ("instruct", "undo", *ALWAYS)
"""What a side may do without being asked."""
SWEEP = 30
"""Seconds between two looks at all games that are timed."""
GRACE = 2
"""Seconds that an answer may be under way to the record when its time runs out."""


def timers_of(club: Club, game_id: str, upto: int | None = None) -> tuple[Timing, Timers] | None:
    """The timers of a game, or as they were after some lines; None if it is not timed."""
    row = games.row(club, game_id)
    if not row.settings.get("clock"):
        return None
    rule = read_timing(row.settings["clock"])
    c = schema.lines.c
    wanted = (
        select(c.by, c.auto, c.action)
        .where(c.game_id == game_id, c.n >= row.inherited)
        .order_by(c.n)
    )
    timeline = queries.timeline(club, game_id)[row.inherited : upto]
    with club.database.reading() as connection:
        written = connection.execute(wanted).all()
    sides = sorted({seat.side for seat in seating.seats(club, game_id) if seat.side})
    strokes = [
        Stroke(at, None if line.auto or line.action["do"] in NO_ANSWERS else line.by, waiting)
        for (at, waiting), line in zip(timeline, written, strict=False)
    ]
    timers = read_off(rule, sides, strokes)
    if row.over:
        timers = {side: replace(timer, since=None) for side, timer in timers.items()}
    return rule, timers


def time_left(club: Club, game_id: str, person: Person | None = None) -> TimeLeft:
    """The timers of a game as everybody at the table may see them; for who looks on later than it
    happens, as they stood then."""
    row = games.row(club, game_id)
    seat = eyes(row, seating.seats(club, game_id), person.id if person is not None else None)
    upto, now = None, club.now()
    if seat is not None:
        with seen_from(club, seat) as (kept, _row, present):
            upto, now = (None, now) if present else (kept.length, kept.times[-1])
    found = timers_of(club, game_id, upto)
    if found is None:
        return TimeLeft(None, {})
    timing, timers = found
    return TimeLeft(timing, shown(timers, now))


def let_fall(club: Club, game_id: str) -> int | None:
    """Have a game lost by a side whose time is over; when to look again, if ever."""
    found = timers_of(club, game_id)
    if found is None or found[0].flag == SHOWN:
        return None
    timers = found[1]
    late = fallen(timers, club.now() - GRACE)
    if not late:
        due = next_flag(timers)
        return None if due is None else due + GRACE
    others = [side for side in timers if side != late[0]]
    winner = others[0] if len(others) == 1 else None
    if overtures.end_game(club, game_id, "time", winner, f"{late[0]} ran out of time"):
        metrics.FLAGS.inc()
        LOG.info("a flag fell", extra={"game": game_id, "side": late[0]})
    return None


def timed_games(club: Club) -> list[str]:
    """The games under way in which a flag may fall."""
    g = schema.games.c
    wanted = select(g.id, g.settings).where(g.over.is_(False))
    with club.database.reading() as connection:
        return [row.id for row in connection.execute(wanted) if row.settings.get("clock")]


class Watch:
    """Looks at the timers of all games, and lets flags fall when they are due."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self._due: dict[str, int] = {}
        self._news = asyncio.Event()
        self._heard: set[str | None] = set()

    async def run(self) -> None:
        """Go on until cancelled."""
        loop = asyncio.get_running_loop()

        def tell(game: str | None) -> None:
            with contextlib.suppress(RuntimeError):  # the server ends
                loop.call_soon_threadsafe(self._hear, game)

        stop = self.club.database.subscribe(tell)
        try:
            self._hear(None)
            while True:
                heard, self._heard = self._heard, set()
                self._news.clear()
                await self._look(heard)
                try:
                    async with asyncio.timeout(self._pause()):
                        await self._news.wait()
                except TimeoutError:
                    if not self._due_now():
                        self._hear(None)
        finally:
            stop()

    def _hear(self, game: str | None) -> None:
        self._heard.add(game)
        self._news.set()

    def _pause(self) -> float:
        """Seconds until the next flag may fall, or until all games are looked at again."""
        soonest = min(self._due.values(), default=None)
        if soonest is None:
            return SWEEP
        return min(SWEEP, max(0.5, soonest - self.club.now()))

    def _due_now(self) -> list[str]:
        return [game for game, due in self._due.items() if due <= self.club.now()]

    async def _look(self, heard: set[str | None]) -> None:
        """Look at the games that have news, and at those whose time has come."""
        if None in heard:
            found = await to_thread.run_sync(timed_games, self.club)
            self._due = {game: due for game, due in self._due.items() if game in found}
            heard |= set(found)
        for game in sorted({*(game for game in heard if game is not None), *self._due_now()}):
            self._due.pop(game, None)
            try:
                due = await to_thread.run_sync(let_fall, self.club, game)
            except NotFound:  # it was removed
                continue
            except Denied as error:
                LOG.error("a clock failed", extra={"game": game, "reason": str(error)})
                continue
            if due is not None:
                self._due[game] = due
