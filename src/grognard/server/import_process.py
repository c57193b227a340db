"""Importing: the process in which one save is played again and written down, apart from all others.

It is told on its standard input which save, whose, and which database; it says how far it has come,
and in the end which game has come of it, or why none. It may use so much time and memory, and is
ended by the system if it wants more.
"""

from __future__ import annotations

import base64
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from grognard.server import branches, ending
from grognard.server.club import Club, Limits
from grognard.server.errors import Denied
from grognard.server.manning import Manning
from grognard.server.reckoning_process import denied
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from grognard.table.tongues import SPOKEN

COURTESY = 10
"""By how much it steps back where people's requests want the processor."""
MEMORY = 2 << 30
TOLD_EVERY = 0.5
"""Seconds between two words about how far it has come."""


def bring(task: Mapping[str, Any], say: Callable[..., None]) -> None:
    """Play a save again, and say what has come of it."""
    club = Club(Database(task["database"], pool=1), Limits(**task["limits"]))
    SPOKEN.set(task["language"])
    told = time.monotonic()

    def come(line: int) -> None:
        nonlocal told
        if time.monotonic() - told > TOLD_EVERY:
            told = time.monotonic()
            say(line=line)

    try:
        made = branches.import_save(
            club, Person(**task["person"]), base64.b64decode(task["save"]), task["title"],
            Manning(**task["wish"]), come,
        )  # fmt: skip
        say(game=made["id"], seconds=time.process_time())
    except Denied as error:
        say(denied=denied(error), seconds=time.process_time())


def bound(seconds: int) -> None:
    """Take no more time and memory than a save may need."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Play one save for the server that started this process, and end with it."""
    ending.with_parent(signal.SIGKILL, *map(int, sys.argv[1:]))
    os.nice(COURTESY)
    out, sys.stdout = sys.stdout, sys.stderr

    def say(**said: Any) -> None:
        out.write(json.dumps(said, separators=(",", ":")) + "\n")
        out.flush()

    task = json.loads(sys.stdin.readline())
    bound(task["seconds"])
    try:
        bring(task, say)
    except MemoryError:
        say(error=MemoryError.__name__)


if __name__ == "__main__":
    main()
