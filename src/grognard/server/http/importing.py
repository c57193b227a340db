"""Importing: saves that are brought wait in a queue, and are played again in a process each.

Whoever brings one waits for it a while. If it takes longer he is told how far it has come, and can
ask again; his page does.
"""

from __future__ import annotations

import asyncio
import base64
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from anyio import to_thread

from grognard.server import imports
from grognard.server.child import Broken, Child
from grognard.server.club import Club
from grognard.server.errors import Denied, Invalid
from grognard.server.http.ledger import Ledger
from grognard.server.logs import log
from grognard.server.manning import Manning
from grognard.server.reckoning_process import read_denied
from grognard.server.settings import Settings
from grognard.server.spending import Account
from grognard.server.store.records import Person
from grognard.table.tongues import SPOKEN, said

LOG = log("importing")
IMPORT = (sys.executable, "-m", "grognard.server.import_process")
"""The command that starts a process."""
PATIENCE = 15.0
"""Seconds that somebody waits for his save before he is told how far it has come."""
WALL = 4
"""How many seconds may pass for each of the processor's: others want it too."""
HEARTBEAT = 10.0
"""Seconds between two signs that a save still waits."""


@dataclass(frozen=True, slots=True)
class Save:
    """A save that somebody has brought."""

    id: str
    person: Person
    raw: bytes
    title: str
    wish: Manning


class Importing:
    """The saves of one worker that wait to be played again; one is, at a time."""

    def __init__(
        self, club: Club, settings: Settings, ledger: Ledger, command: Sequence[str] = IMPORT
    ) -> None:
        self.club, self.ledger, self.command = club, ledger, command
        self.seconds = settings.import_seconds
        self.apart = bool(settings.engine_processes)
        """Whether saves are played in processes."""
        self._one = asyncio.Semaphore(1)
        self._tasks = set[asyncio.Task[str]]()

    async def bring(self, save: Save, address: str) -> str | None:
        """The game that comes of a save; None if it takes longer."""
        task = asyncio.create_task(self._brought(save, address))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        return task.result() if done else None

    def _ended(self, task: asyncio.Task[str]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # it is written down for whoever asks

    async def _brought(self, save: Save, address: str) -> str:
        beating = asyncio.create_task(self._beat(save))
        try:
            async with self._one:
                game = await self._played(save, Account(address, save.person.id))
            await self._note(save, game_id=game)
            await to_thread.run_sync(self.club.database.announced, game)
        except Denied as error:
            await self._note(save, problem=said(error.text)[: imports.LONGEST])
            raise
        except Exception:
            await self._note(save, problem=said("the server failed on this save"))
            raise
        else:
            return game
        finally:
            beating.cancel()

    async def _played(self, save: Save, account: Account) -> str:
        child = Child(self.command)
        url = self.club.database.url.render_as_string(hide_password=False)
        task = {
            "database": url, "limits": asdict(self.club.limits), "language": SPOKEN.get(),
            "person": {"id": save.person.id, "name": save.person.name}, "title": save.title,
            "wish": asdict(save.wish), "save": base64.b64encode(save.raw).decode(),
            "seconds": self.seconds,
        }  # fmt: skip
        account.seconds = self.seconds
        try:
            async with asyncio.timeout(WALL * self.seconds):
                await child.say(task)
                while "line" in (told := await child.hear("line", "game", "denied")):
                    await self._note(save, line=told["line"])
            account.seconds = told["seconds"]
        except (TimeoutError, OSError, ValueError, Broken) as error:
            LOG.warning("a save was given up", extra={"reason": type(error).__name__})
            raise Invalid(
                f"this save takes longer than {self.seconds} seconds to play again, or too much "
                "memory",
                "a shorter one",
            ) from None
        finally:
            await child.end()
            self.ledger.charge(account)
        if "denied" in told:
            raise read_denied(told["denied"])
        game: str = told["game"]
        return game

    async def _beat(self, save: Save) -> None:
        """Say now and then that the save still waits."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self._note(save)

    async def _note(self, save: Save, **found: Any) -> None:
        await to_thread.run_sync(lambda: imports.note(self.club, save.person, save.id, **found))

    async def end(self) -> None:
        """Give up what is still under way."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
