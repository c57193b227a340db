"""AI seats: programs that play think in processes of their own, outside everybody's requests.

Whoever has a process free takes the next game that waits for a program, claims it in the database,
so that of all workers one thinks for it, and hands the answer in like any player. A thought is
bounded in time; one that takes too long, or that nobody wants any more, is cut off with its
process. Who tells how far he is may be told to move now, and is before he is cut off. A worker that
dies leaves a claim that runs out, and another goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anyio import to_thread
from sqlalchemy import select

from grognard.engine.consent import named
from grognard.server import commands, deputies, games, metrics, queries, seating, thoughts
from grognard.server.ai_process import HASTY, HURRY
from grognard.server.child import Broken, Child
from grognard.server.claims import claim, release
from grognard.server.club import Club
from grognard.server.errors import Conflict, Denied, NotFound
from grognard.server.live_games import read_row
from grognard.server.logs import log
from grognard.server.scenario_versions import named_by
from grognard.server.settings import Settings
from grognard.server.store.database import away
from grognard.server.store.records import PLAYER, PROGRAM, Seat
from grognard.server.store.schema import lines as record

LOG = log("ai")
CATCHING_UP = 120
"""Seconds a process may take to replay a game that it takes up."""
HASTE = 30
"""Seconds for an answer in place of one that took too long."""
GRACE = 10
"""Seconds that a program has to answer when it has been told to move now."""
SPELL = 1.0
"""Seconds that a process stays with one game while others wait."""
PATIENCE = 1.0
"""Seconds that games wait behind long thoughts before another process is taken on."""
REST = 60.0
"""Seconds after which a process that was taken on and has nothing to do is let go."""
SWEEP = 5.0
"""Seconds between two looks at all games, for those that a dead worker has left."""
CLAIMED = 30
"""Seconds that a claim lasts unless it is kept up: so long a dead worker's games wait."""
LONGEST_PAUSE = 3600.0
THINK = (sys.executable, "-m", "grognard.server.ai_process")
"""The command that starts a process."""

Lines = Callable[[int], Awaitable[list[dict[str, Any]]]]
"""How the lines of a game from one on are got."""
Hearing = Callable[[dict[str, Any]], Awaitable[None]]
"""Who is told how far a thought has come."""


async def nobody(progress: dict[str, Any]) -> None:
    """Nobody is told how far a thought has come."""


class TooLate(Exception):
    """A thought took longer than it may."""


class Process(Child):
    """One process that thinks, started when it is first needed."""

    def __init__(self, command: Sequence[str] = THINK) -> None:
        super().__init__(command)
        self._listens = False

    async def think(
        self, task: dict[str, Any], lines: Lines, seconds: int, heard: Hearing = nobody
    ) -> dict[str, Any]:
        """An answer, worked out in so many seconds; whatever goes wrong ends the process."""
        try:
            return await self._think(task, lines, seconds, heard)
        except TimeoutError:
            raise TooLate from None
        except (OSError, ValueError) as error:
            raise Broken(f"the process died: {error}") from None

    async def _think(
        self, task: dict[str, Any], lines: Lines, seconds: int, heard: Hearing
    ) -> dict[str, Any]:
        whole = False
        try:
            async with asyncio.timeout(CATCHING_UP):
                await self.say({**task, "alarm": 2 * CATCHING_UP + seconds + GRACE})
                known = await self.hear("known")
                await self.say(await lines(known["known"]))
                await self.hear("caught_up")
            answer = await self._answer(seconds, heard)
            whole = True
            return answer
        except Broken as broken:
            whole = broken.args[1:] == ("told",)  # it goes on and has forgotten the game
            raise
        finally:
            self._listens = False
            if not whole:
                await self.end()

    async def _answer(self, seconds: int, heard: Hearing) -> dict[str, Any]:
        """The answer; whoever says how far he is gets some grace when his time is up."""
        until = asyncio.get_running_loop().time() + seconds
        urged = False
        while True:
            try:
                async with asyncio.timeout_at(until):
                    said = await self.hear("action", "progress")
            except TimeoutError:
                if urged or not self._listens:
                    raise
                urged = True
                until += GRACE
                await self.hurry()
                continue
            if "action" in said:
                return said
            self._listens = True
            await heard(said["progress"])

    async def hurry(self) -> None:
        """Have the best answer so far at once, from a program that listens."""
        if self._listens and self.runs:
            await self.say({HURRY: True})


@dataclass(frozen=True, slots=True)
class Due:
    """A program's seat that is asked something: the question, and the record up to it."""

    seat: Seat
    side: str
    player: str
    at: str
    length: int
    scenario: str
    options: Mapping[str, Any]
    rules: str
    lesson: bool
    deputy: bool = False
    """Whether it acts for a person, who ends his segments himself."""

    @property
    def game(self) -> str:
        """The game it is asked in."""
        return self.seat.game_id

    def answers(self, due: Due | None) -> bool:
        """Whether a thought about this is one about what is asked now."""
        if due is None:
            return False
        return (self.seat.id, self.player, self.at) == (due.seat.id, due.player, due.at)


def due_in(club: Club, game: str) -> Due | None:
    """The first seat of a game that is asked something now and that a program answers for."""
    for seat in seating.seats(club, game):
        if seat.role != PLAYER or not seat.side or not seat.player:
            continue
        deputy = seat.kind != PROGRAM
        if deputy and not deputies.serves(club, seat):
            continue
        # The question first, the record after it: should a line come between the two, the answer
        # is refused as stale, and never taken for the answer to another question.
        at = queries.decision_id(club, seat)
        row = games.row(club, game)
        if at is not None and not row.over and seat.side in row.waiting:
            head = row.head
            return Due(
                seat, seat.side, seat.player, at, row.length, head["scenario"], head["options"],
                head.get("rules", ""), lesson=bool(row.settings.get("lesson")), deputy=deputy,
            )  # fmt: skip
    return None


@dataclass(slots=True)
class Thought:
    """A thought under way: about what, in which process, and whether it was told to end."""

    due: Due
    task: asyncio.Task[Any]
    process: Process
    hurried: bool = False


def _seen(club: Club, game: str) -> tuple[int, Due | None, bool]:
    """How far a game has come at least, what is asked of its programs, and whether at once."""
    length, due = games.row(club, game).length, due_in(club, game)
    return length, due, due is not None and thoughts.is_hurried(club, game, due.at)


def lines_of(club: Club, game: str, known: int, length: int) -> list[dict[str, Any]]:
    """The lines of a game's record from one on, as a process that thinks reads them."""
    wanted = (
        select(record.c.by, record.c.action, record.c.auto, record.c.chance, record.c.wake)
        .where(record.c.game_id == game, record.c.n >= known, record.c.n < length)
        .order_by(record.c.n)
    )
    names = ("by", "do", "standing", "chance", "wake")
    with club.database.reading() as connection:
        found = [dict(zip(names, row, strict=True)) for row in connection.execute(wanted).all()]
        for line in found:
            if named(line["do"]) is not None:  # it may not be on the shelf any more
                head = read_row(connection, game).head
                edition = named_by(connection, head, line["do"])
                line["texts"] = None if edition is None else dict(edition.sources)
    return found


class Runner:
    """Thinks for every AI seat of the database, as far as this worker's processes go."""

    def __init__(self, club: Club, settings: Settings, command: Sequence[str] = THINK) -> None:
        self.club, self.settings, self.command = club, settings, command
        self.worker = secrets.token_hex(8)
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._busy: set[str] = set()
        self._processes = self._idle = 0
        self._ending = False
        self._news = asyncio.Condition()
        self._thoughts: dict[str, Thought] = {}
        self._pauses: dict[str, tuple[float, float]] = {}

    async def run(self) -> None:
        """Go on until cancelled."""
        if not self.settings.ai_processes:
            return
        loop = asyncio.get_running_loop()

        def tell(game: str | None) -> None:
            with contextlib.suppress(RuntimeError):  # the server ends
                loop.call_soon_threadsafe(self._heard, game)

        stop = self.club.database.subscribe(tell)
        try:
            async with asyncio.TaskGroup() as self._group:
                for _ in range(self.settings.ai_processes):
                    self._take_on()
                try:
                    await self._look_round()
                finally:
                    self._ending = True  # the group takes no more tasks
        finally:
            stop()

    async def _look_round(self) -> None:
        """Look at all games now and then, and whether there are processes enough."""
        while True:
            await self._attend(None)
            for _ in range(round(SWEEP / PATIENCE)):
                await asyncio.sleep(PATIENCE)
                self._relieve()

    def _take_on(self) -> None:
        self._processes += 1
        self._group.create_task(self._work())

    def _relieve(self) -> None:
        """Take on another process where long thoughts keep other games waiting."""
        waiting = self._free() is not None and not self._idle
        if waiting and self._processes < self.settings.ai_processes_most:
            self._take_on()

    # ---- which games

    def _heard(self, game: str | None) -> None:
        """There are news of a game, or perhaps of any."""
        if not self._ending:
            self._group.create_task(self._attend(game))

    async def _attend(self, game: str | None) -> None:
        try:
            if game is None:
                await self._sweep()
            else:
                await self._look(game)
        except NotFound:  # it was removed
            self._waiting.pop(game or "", None)
        except Exception:  # the next sweep makes up for it
            LOG.exception("news could not be attended to", extra={"game": game})

    async def _sweep(self) -> None:
        for seat in await to_thread.run_sync(games.programs_to_move, self.club):
            await self._queue(seat.game_id)

    async def _look(self, game: str) -> None:
        """See whether a game waits for a program, or a thought is not wanted any more."""
        length, due, at_once = await to_thread.run_sync(_seen, self.club, game)
        thought = self._thoughts.get(game)
        if thought is None or thought.due.length > length:
            pass
        elif not thought.due.answers(due):
            thought.task.cancel()
        elif at_once and not thought.hurried:
            thought.hurried = True
            with contextlib.suppress(OSError):  # it has died, which its thought will find out
                await thought.process.hurry()
        if due is not None:
            await self._queue(game)

    async def _queue(self, game: str) -> None:
        async with self._news:
            self._waiting.setdefault(game)
            metrics.AI_QUEUE.set(len(self._waiting))
            self._news.notify()

    async def _next(self) -> str | None:
        """The game that has waited longest of those that no process is at; None after a while."""
        async with self._news:
            self._idle += 1
            try:
                async with asyncio.timeout(REST):
                    await self._news.wait_for(lambda: self._free() is not None)
            except TimeoutError:
                return None
            finally:
                self._idle -= 1
            game = self._free()
            assert game is not None
            del self._waiting[game]
            self._busy.add(game)
            metrics.AI_QUEUE.set(len(self._waiting))
            return game

    def _free(self) -> str | None:
        return next((game for game in self._waiting if game not in self._busy), None)

    async def _done(self, game: str) -> None:
        async with self._news:
            self._busy.discard(game)
            self._news.notify_all()

    # ---- thinking

    async def _work(self) -> None:
        process = Process(self.command)
        try:
            while True:
                game = await self._next()
                if game is None:
                    if self._processes > self.settings.ai_processes:
                        return
                    continue
                try:
                    if time.monotonic() >= self._pauses.get(game, (0.0, 0.0))[0]:
                        await self._take_up(process, game)
                except Exception as error:  # one broken game must not stop the others
                    if away(error) is None:  # or the next sweep finds it again
                        self._pause(game, f"{type(error).__name__}: {error}")
                await self._done(game)
        finally:
            self._processes -= 1
            await process.end()

    async def _take_up(self, process: Process, game: str) -> None:
        """Answer for the programs of one game for a while, as the only one who does."""
        due = await to_thread.run_sync(due_in, self.club, game)
        if due is None or not await self._claim(game):
            return
        until = time.monotonic() + SPELL
        keeping = asyncio.create_task(self._keep(game))
        try:
            while due is not None:
                await self._answer(process, due)
                self._pauses.pop(game, None)
                due = await to_thread.run_sync(due_in, self.club, game)
                if due is not None and time.monotonic() > until:
                    await self._queue(game)
                    break
        finally:
            keeping.cancel()
            with contextlib.suppress(Exception):
                await asyncio.shield(
                    to_thread.run_sync(release, self.club, f"ai {game}", self.worker)
                )

    async def _claim(self, game: str) -> bool:
        return await to_thread.run_sync(claim, self.club, f"ai {game}", self.worker, CLAIMED)

    async def _keep(self, game: str) -> None:
        """Keep a claim up for as long as the thinking goes on."""
        while True:
            await asyncio.sleep(CLAIMED / 3)
            with contextlib.suppress(Exception):  # a database that is away comes back
                await self._claim(game)

    async def _answer(self, process: Process, due: Due) -> None:
        """Work out one answer and hand it in; in place of one that fails, a hasty one."""
        name = due.player
        usual, hasty = (name, self.settings.ai_seconds), (HASTY, HASTE)
        outcome = ""
        # Whose process was killed from without thinks again from the beginning, once.
        for who, seconds in (usual, usual, hasty):
            if who == name and outcome not in ("", "died"):
                continue
            began = time.monotonic()
            outcome = await self._try(process, due, who, seconds)
            metrics.THOUGHTS.labels(name, outcome).inc()
            metrics.THOUGHT_SECONDS.labels(name).observe(time.monotonic() - began)
            if outcome in ("answered", "unwanted", "stale"):
                return
        raise Broken("no answer could be found")

    async def _try(self, process: Process, due: Due, who: str, seconds: int) -> str:
        """One thought; what has come of it."""
        task = {
            "game": due.game,
            "scenario": due.scenario,
            "options": dict(due.options),
            "rules": due.rules,
            "sources": await to_thread.run_sync(games.sources, self.club, due.game),
            "side": due.side,
            "player": who,
            "lesson": due.lesson,
        }

        async def lines(known: int) -> list[dict[str, Any]]:
            return await to_thread.run_sync(lines_of, self.club, due.game, known, due.length)

        details = {"game": due.game, "side": due.side, "player": who}
        about, begun, told = thoughts.About(due.seat, due.at, due.deputy), self.club.now(), False

        async def heard(progress: dict[str, Any]) -> None:
            nonlocal told
            told = True
            try:
                await to_thread.run_sync(thoughts.note, self.club, about, begun, progress)
            except Exception as error:  # the thought is worth more than the news of it
                LOG.warning("a thought could not be told of", extra={**details, "why": str(error)})

        thought = asyncio.create_task(process.think(task, lines, seconds, heard))
        self._thoughts[due.game] = Thought(due, thought, process)
        try:
            answer = await thought
        except TooLate:
            LOG.warning("a thought took too long", extra={**details, "seconds": seconds})
            return "late"
        except Broken as broken:
            LOG.error("a program failed", extra={**details, "reason": broken.args[0]})
            return "failed" if broken.args[1:] == ("told",) else "died"
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                thought.cancel()
                raise
            return "unwanted"
        finally:
            del self._thoughts[due.game]
            if told:
                with contextlib.suppress(Exception):  # what is not asked any more is not told
                    await asyncio.shield(to_thread.run_sync(thoughts.forget, self.club, due.game))
        return await self._hand_in(due, who, answer)

    async def _hand_in(self, due: Due, who: str, answer: dict[str, Any]) -> str:
        action = answer["action"]
        if due.deputy and (who == HASTY or deputies.leaves(action)):
            await to_thread.run_sync(deputies.relieve, self.club, due.seat)
            return "answered"
        if action is None:
            return "stale"
        page = answer.get("page")
        try:
            key = secrets.token_hex(16)
            await to_thread.run_sync(
                commands.act, self.club, due.seat, action, due.at, key, page
            )  # fmt: skip
        except Conflict:
            return "stale"
        except Denied as error:
            details = {"game": due.game, "side": due.side, "player": who}
            LOG.error("an answer was refused", extra={**details, "reason": str(error)})
            return "refused"
        return "answered"

    def _pause(self, game: str, reason: str) -> None:
        """Leave a game alone for a while that grows with every failure."""
        _, last = self._pauses.get(game, (0.0, 0.5))
        pause = min(2 * last, LONGEST_PAUSE)
        self._pauses[game] = time.monotonic() + pause, pause
        LOG.error("a game is left alone", extra={"game": game, "seconds": pause, "reason": reason})
