"""The crew: rehearsals on all cores, the same whoever makes them.

Each hand of the crew is a copy of this process as it is now, so nothing need be written down for
it; it takes the next rehearsal that nobody has begun until there are none, tells what came of it
and ends. Where processes cannot be copied, or threads run beside, which must not be, one makes
them all alone.
"""

from __future__ import annotations

import json
import os
import select
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

Told = list[float] | None
"""What came of a rehearsal, in figures; None if nothing came of it."""
Doing = Callable[[int], Told]
Hearing = Callable[[int], bool]
"""Is told how many rehearsals are made; whether they are to go on."""
WORD = 4
PATIENCE = 0.05
"""Seconds between two looks whether there is time left."""


def able(cores: int) -> int:
    """How many hands there can be, of so many wanted (0: as many as there are cores)."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    return cores or len(os.sched_getaffinity(0))


def perform(count: int, do: Doing, cores: int, heard: Hearing) -> dict[int, Told]:
    """What came of each of so many rehearsals; only of some where they were broken off."""
    hands = min(able(cores), count)
    found: dict[int, Told] = {}
    if hands > 1 and not _together(count, do, hands, heard, found):
        return found
    for number in range(count):
        if number in found:
            continue
        if not heard(len(found)):
            break
        found[number] = do(number)
    return found


def _together(count: int, do: Doing, hands: int, heard: Hearing, found: dict[int, Told]) -> bool:
    """Have them made by several hands; whether they are to go on if some are left over."""
    tasks, giving = os.pipe()
    hearing, telling = os.pipe()
    os.write(giving, b"".join(number.to_bytes(WORD, "big") for number in range(count)))
    os.close(giving)
    copies = [_hand(do, tasks, telling, hearing) for _ in range(hands)]
    os.close(tasks)
    os.close(telling)
    try:
        return _listen(hearing, heard, found)
    finally:
        os.close(hearing)
        for copy in copies:
            with suppress(ProcessLookupError):
                os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)


def _hand(do: Doing, tasks: int, telling: int, hearing: int) -> int:
    """A copy of this process that makes rehearsals."""
    copy = os.fork()
    if copy:
        return copy
    try:
        os.close(hearing)
        while word := os.read(tasks, WORD):
            number = int.from_bytes(word, "big")
            os.write(telling, json.dumps([number, do(number)]).encode() + b"\n")
    finally:
        os._exit(0)


def _listen(hearing: int, heard: Hearing, found: dict[int, Told]) -> bool:
    """Take in what is told until all hands have ended; False if they are to stop."""
    waiting = b""
    while True:
        if not heard(len(found)):
            return False
        ready, _, _ = select.select([hearing], [], [], PATIENCE)
        if not ready:
            continue
        text = os.read(hearing, 1 << 16)
        if not text:
            return True
        *lines, waiting = (waiting + text).split(b"\n")
        for line in lines:
            number, told = json.loads(line)
            found[number] = told
