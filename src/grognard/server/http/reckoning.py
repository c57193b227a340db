"""Reckoning: costly questions go to processes of their own, which are cut off when they take long.

A quick question is answered in a thread. One about a game that is played on what somebody has
brought, whatever it is, or that may cost thought and is about a game that has had a slow one of
late, goes to a process: it has games of its own, and others' requests go on meanwhile. One address
never has all the processes.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from grognard.server.child import Broken, Child
from grognard.server.club import Club
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.logs import log
from grognard.server.questions import BEGINNING, Question
from grognard.server.reckoning_process import read_denied
from grognard.server.settings import Settings
from grognard.server.spending import Account
from grognard.server.uploads import is_own
from grognard.table.tongues import SPOKEN

LOG = log("reckoning")
RECKON = (sys.executable, "-m", "grognard.server.reckoning_process")
"""The command that starts a process."""
QUICK = 0.5
"""Seconds of the processor's time that a question may take in a thread."""
SLOW_FOR = 600.0
"""Seconds for which the questions about a game go to processes after a slow one."""
PATIENCE = 20.0
"""Seconds that somebody waits for a free process, or for his game."""
CATCHING_UP = 120
"""Seconds that a process may take to replay a game."""
WALL = 3
"""How many seconds may pass for each of the processor's: others want it too."""
QUEUE = 64
"""How many questions may wait for a process."""
REST = 300.0
"""Seconds after which a process that is asked nothing is let go."""
REMEMBERED = 10_000
"""Of how many games it is remembered how slow they are."""


_RIGHT = {"map": "a smaller map", **dict.fromkeys(BEGINNING, "an earlier moment")}
"""What would be right instead of a question that takes too long."""


class TooLong(Trouble):
    """A question was cut off."""

    def __init__(self, question: Question, seconds: int) -> None:
        super().__init__(
            "too-costly",
            f"this question took longer than {seconds} seconds, and was ended",
            _RIGHT.get(question.name, "fewer counters at a time, or a smaller stack"),
        )


class Reckoner(Child):
    """One process that answers questions, and the games that it knows."""

    def __init__(self, club: Club, command: Sequence[str]) -> None:
        super().__init__(command)
        self._club = club
        self.games: OrderedDict[str, None] = OrderedDict()
        self.busy = False
        self.resting: asyncio.TimerHandle | None = None

    async def started(self) -> None:
        """Tell a new process what to read, and what may be begun and kept."""
        self.games.clear()
        url = self._club.database.url.render_as_string(hide_password=False)
        await self._put({"database": url, "limits": asdict(self._club.limits)})


class Reckoning:
    """The processes of one worker in which questions are answered."""

    def __init__(
        self,
        club: Club,
        settings: Settings,
        ledger: Ledger,
        command: Sequence[str] = RECKON,
    ) -> None:
        self.most = settings.engine_processes
        self._seconds, self._replay_seconds = settings.question_seconds, settings.import_seconds
        self._each = max(1, self.most - 1)
        """How many questions of one address are answered at a time."""
        self._ledger = ledger
        self._reckoners = [Reckoner(club, command) for _ in range(self.most)]
        self._at_once: Counter[str] = Counter()
        self._waiting = 0
        self._news = asyncio.Condition()
        self._strange = OrderedDict[str, bool]()
        self._slow = OrderedDict[str, float]()
        self._tasks = set[asyncio.Task[Any]]()

    # ---- where a question is answered

    def knows(self, game: str) -> bool:
        """Whether it is known on what a game is played, as far as that is of interest."""
        return not self.most or game in self._strange

    def note(self, game: str, scenario: str) -> None:
        """Remember whether a game is played on something that somebody has brought."""
        _remember(self._strange, game, is_own(scenario))

    def takes(self, game: str, light: bool = False) -> bool:
        """Whether the questions about a game go to a process; of a game that had a slow question
        the `light` ones do not, or they would wait for those that are not."""
        slow = self._slow.get(game, 0.0) > time.monotonic() and not light
        return bool(self.most) and (slow or self._strange.get(game, False))

    def took(self, game: str, seconds: float) -> None:
        """Remember a game whose question was slow."""
        if seconds > QUICK:
            _remember(self._slow, game, time.monotonic() + SLOW_FOR)

    # ---- asking

    async def ask(self, question: Question, account: Account) -> str:
        """The answer to a question, as it is sent; or the problem with it."""
        task = asyncio.create_task(self._asked(question, account))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        most = 2 * PATIENCE + WALL * self._given(question)
        done, _ = await asyncio.wait([task], timeout=most)
        if not done:
            raise _again("this is a long game, and it is still being played again from its record")
        return task.result()

    def _given(self, question: Question) -> int:
        """How many seconds of the processor's time a question may take."""
        return self._replay_seconds if question.name in BEGINNING else self._seconds

    async def _asked(self, question: Question, account: Account) -> str:
        async with self._free(question.game, account.address) as reckoner:
            try:
                return await self._answered(reckoner, question, account)
            finally:
                self._ledger.charge(account)

    async def _answered(self, reckoner: Reckoner, question: Question, account: Account) -> str:
        whole = late = False
        seconds = self._given(question)
        try:
            async with asyncio.timeout(CATCHING_UP):
                alarm = CATCHING_UP + WALL * seconds
                told = {"language": SPOKEN.get(), "seconds": seconds, "alarm": alarm}
                await reckoner.say({**question.to_json(), **told})
                account.seconds += (await reckoner.hear("ready"))["seconds"]
            late = True
            async with asyncio.timeout(WALL * seconds):
                said = await reckoner.hear("answer", "denied")
            account.seconds += said["seconds"]
            whole = True
        except (TimeoutError, OSError, ValueError, Broken) as error:
            if isinstance(error, Broken) and error.args[1:] == ("told",):
                raise RuntimeError(f"reckoning failed: {error.args[0]}") from None
            account.seconds += seconds
            details = {"game": question.game, "question": question.name}
            LOG.warning("a question was cut off", extra=details)
            if late:
                raise TooLong(question, seconds) from None
            raise _again("this game could not be made ready") from None
        finally:
            if not whole:
                await reckoner.end()
        if "denied" in said:
            raise read_denied(said["denied"])
        answer: str = said["answer"]
        return answer

    @asynccontextmanager
    async def _free(self, game: str, address: str) -> AsyncIterator[Reckoner]:
        """A process that is asked nothing else meanwhile, one that knows the game if there is."""
        if self._waiting >= QUEUE:
            raise _again("too many questions are being worked out")
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                async with self._news:
                    await self._news.wait_for(lambda: self._may(address))
                    reckoner = self._chosen(game)
                    reckoner.busy = True
                    self._at_once[address] += 1
        except TimeoutError:
            raise _again("too many questions are being worked out") from None
        finally:
            self._waiting -= 1
        if reckoner.resting is not None:
            reckoner.resting.cancel()
        try:
            yield reckoner
        finally:
            await self._done(reckoner, game, address)

    async def _done(self, reckoner: Reckoner, game: str, address: str) -> None:
        async with self._news:
            reckoner.busy = False
            if reckoner.runs:
                reckoner.games[game] = None
                reckoner.games.move_to_end(game)
            self._at_once[address] -= 1
            self._at_once += Counter()
            self._news.notify_all()
        loop = asyncio.get_running_loop()
        reckoner.resting = loop.call_later(REST, self._let_go, reckoner)

    def _let_go(self, reckoner: Reckoner) -> None:
        """End a process that has been asked nothing for a while."""
        if not reckoner.busy:
            task = asyncio.create_task(reckoner.end())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _may(self, address: str) -> bool:
        idle = any(not reckoner.busy for reckoner in self._reckoners)
        return idle and self._at_once[address] < self._each

    def _chosen(self, game: str) -> Reckoner:
        """One that knows the game, or else one that runs, or else one that knows least."""
        idle = [reckoner for reckoner in self._reckoners if not reckoner.busy]
        return max(idle, key=lambda r: (game in r.games, r.runs, -len(r.games)))

    async def end(self) -> None:
        """End all processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for reckoner in self._reckoners:
            if reckoner.resting is not None:
                reckoner.resting.cancel()
            await reckoner.end()


def _remember(book: OrderedDict[str, Any], game: str, what: Any) -> None:
    book[game] = what
    book.move_to_end(game)
    while len(book) > REMEMBERED:
        book.popitem(last=False)


def _again(reason: str) -> Trouble:
    return Trouble("busy", reason, "the same again in 10 seconds", wait=10)
