"""The club: what everything that is done on a server needs.

The other modules of the server are what people, screens and programs may ask of it. Each of their
functions takes the club first, may be called from any thread, and blocks; the web calls them from
threads. What they give back is plain data that the asker may know. What they cannot grant is a
`Denied`, a sentence, and nothing has changed.

A **moment** of a seat counts the lines it has noticed; a decision's id begins with it. A **seq**
counts what its stream has told. Neither depends on what is hidden from the seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from grognard.server.courses import Courses
from grognard.server.memory import MIB, LiveGames
from grognard.server.shown import Shown
from grognard.server.store.database import Database
from grognard.server.store.sizes import Shares


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one server takes."""

    games_in_memory: int = 200
    memory_bytes: int = 1024 * MIB
    games_per_person: int = 200
    upload_bytes: int = 8 << 20
    upload_lines: int = 20_000
    scenario_bytes: int = 512 << 10
    scenario_hexes: int = 10_000
    scenario_units: int = 1_500
    scenario_stack: int = 30
    scenarios_per_person: int = 50
    storage_per_person: int = 256 * MIB
    storage_per_guest: int = 32 * MIB
    storage_of_guests: int = 2048 * MIB
    guest_days: int = 60
    guest_grace_days: int = 14
    json_depth: int = 32
    token_days: int = 180


class Club:
    """Where people play: its books, the games that lie ready, how much it takes, and its time.

    `now` gives seconds since 1970.
    """

    def __init__(
        self,
        database: Database,
        limits: Limits | None = None,
        now: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        self.database = database
        self.limits = limits or Limits()
        self.now = now
        self.live = LiveGames(
            database,
            self.limits.games_in_memory,
            self.limits.memory_bytes,
            Shares(self.limits.storage_per_person, self.limits.storage_per_guest),
        )
        self.shown = Shown()
        self.courses = Courses()
