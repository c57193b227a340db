"""Replaying: long games are played again from their records in a queue, outside the door's threads.

Short ones do not wait for long ones. Whoever wants a game waits for it a while; then he is told to
come again, and the replaying goes on.
"""

from __future__ import annotations

import asyncio

import anyio
from anyio import to_thread

from grognard.server.errors import Conflict, Denied
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.logs import log
from grognard.server.memory import Key, NotReady
from grognard.server.spending import Account, measured

LOG = log("replaying")
LONG = 2_000
"""From how many lines on a game is a long one."""
SHORT_ONES, LONG_ONES = 2, 1
"""How many games are replayed at a time."""
PATIENCE = 20.0
"""Seconds that somebody waits for a game."""
AGAIN = 10


class Replaying:
    """The games that are being made ready."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._short = anyio.CapacityLimiter(SHORT_ONES)
        self._long = anyio.CapacityLimiter(LONG_ONES)
        self._tasks: dict[Key, asyncio.Task[Denied | None]] = {}

    async def wait(self, game: NotReady, account: Account) -> None:
        """Wait until a game is ready; who asks first pays for all."""
        task = self._tasks.get(game.key)
        if task is None:
            payer = Account(account.address, account.person_id)
            task = self._tasks[game.key] = asyncio.create_task(self._prepare(game, payer))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if not done:
            raise Trouble(
                "busy",
                "this is a long game, and it is still being played again from its record",
                f"the same again in {AGAIN} seconds",
                wait=AGAIN,
            )
        failed = task.result()
        if failed is not None:
            raise failed

    async def _prepare(self, game: NotReady, payer: Account) -> Denied | None:
        """Make a game ready; why that cannot be, if it cannot."""

        def prepare() -> None:
            try:
                with measured(payer):
                    game.prepare()
            finally:
                self._ledger.charge(payer)

        try:
            lane = self._long if game.lines > LONG else self._short
            await to_thread.run_sync(prepare, limiter=lane, abandon_on_cancel=True)
        except Denied as error:
            return error
        except Exception:
            LOG.exception("a game could not be made ready", extra={"game": game.key[0]})
            return Conflict("this game cannot be played again from its record")
        finally:
            del self._tasks[game.key]
        return None

    async def end(self) -> None:
        """Wait for nothing any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
