"""Bells: how sockets hear that a game has news, from whichever worker.

A bell says only that there may be something new. Whoever hears it asks what it is, as his seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

Subscribe = Callable[[Callable[[str | None], None]], Callable[[], None]]


class Bells:
    """The bells of the sockets of one worker, by game."""

    def __init__(self, subscribe: Subscribe) -> None:
        self._subscribe = subscribe
        self._bells: dict[str, list[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextlib.contextmanager
    def hung(self) -> Iterator[None]:
        """Ring for news as long as the worker serves."""
        self._loop = asyncio.get_running_loop()
        stop = self._subscribe(self._tell)
        try:
            yield
        finally:
            stop()
            self._loop = None

    def _tell(self, game_id: str | None) -> None:
        """News come in on any thread, and are rung in the loop's own."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop closes: nobody listens any more
                loop.call_soon_threadsafe(self._ring, game_id)

    def _ring(self, game_id: str | None) -> None:
        rung = [game_id] if game_id is not None else list(self._bells)
        for game in rung:
            for bell in self._bells.get(game, ()):
                bell.set()

    @contextlib.contextmanager
    def listening(self, game_id: str) -> Iterator[asyncio.Event]:
        """A bell that rings when a game has news."""
        bell = asyncio.Event()
        self._bells.setdefault(game_id, []).append(bell)
        try:
            yield bell
        finally:
            self._bells[game_id].remove(bell)
            if not self._bells[game_id]:
                del self._bells[game_id]
