"""Ending: a server that is told to end has ended soon, and no process outlives who started it.

Nothing has to be put away: what was acknowledged is on the disk, and what was not did not happen.
So work that goes on when time is up, a search of ways or a thought of a minute, is cut off where
it stands, as by a power cut.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

TOLD = (signal.SIGINT, signal.SIGTERM)
"""The signals by which a server is told to end."""
AT_LAST = 6.0
"""Seconds after which it has ended, whatever is still going on."""
LOOKS = 1.0
"""Seconds between two looks whether whoever started this process is still there."""
_PR_SET_PDEATHSIG = 1


def soon(at_last: Callable[[], object], seconds: float = AT_LAST) -> None:
    """End this process after so long, if it has not ended by then."""

    def end() -> None:
        time.sleep(seconds)
        logging.getLogger("grognard.ending").warning("what was still going on is cut off")
        at_last()
        os._exit(0)

    threading.Thread(target=end, name="grognard-ending", daemon=True).start()


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    """While this lasts, a process that is told to end does what it does then, and ends in time."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {told: signal.getsignal(told) for told in TOLD}

    def end(told: int, frame: FrameType | None) -> None:
        soon(lambda: None)
        known = before[signal.Signals(told)]
        if callable(known):
            known(told, frame)

    for told in TOLD:
        signal.signal(told, end)
    try:
        yield
    finally:
        for told, known in before.items():
            signal.signal(told, known)


def with_parent(by: signal.Signals, parent: int | None = None) -> None:
    """Have this process end with the one that started it, its `parent`, however that one ended."""
    parent = os.getppid() if parent is None else parent
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(by), 0, 0, 0)

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOKS)
        os.kill(os.getpid(), by)

    threading.Thread(target=look, name="grognard-parent", daemon=True).start()
