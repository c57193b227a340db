"""Reckoning: the process in which costly questions are answered, apart from everybody's requests.

It is told on its standard input which database to read, and then question after question, and says
on its standard output what the answers are: one line of JSON each. It keeps games of its own, which
it catches up from the record, and plays in none of them; what is begun from the lines of one it
writes down whole or not at all. It may use so many seconds of the processor's time for an answer,
and is ended by the system if it wants more.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Mapping
from typing import IO, Any

from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.server import ending, errors
from grognard.server.club import Club, Limits
from grognard.server.errors import Denied, Invalid
from grognard.server.questions import answer, prepare, read_question
from grognard.server.store.database import Database
from grognard.table.tongues import SPOKEN

COURTESY = 5
"""By how much reckoning steps back where people's requests want the processor."""
MEMORY = 4 << 30
GAMES = 16
"""How many games a process keeps, present and past."""


def denied(error: Denied) -> list[Any]:
    """Why something was not granted, as whoever asked reads it."""
    refusals = error.refusals if isinstance(error, Invalid) else ()
    told = [[refusal.rule, refusal.text] for refusal in refusals]
    return [type(error).__name__, error.text, error.would_be_right, told]


def read_denied(data: list[Any]) -> Denied:
    """Why something was not granted in the process."""
    kind, text, right, refusals = data
    if refusals:
        return Invalid(text, right, tuple(Refusal(*refusal) for refusal in refusals))
    found: type[Denied] = getattr(errors, kind)
    return found(text, right)


def reckon(club: Club, task: Mapping[str, Any]) -> dict[str, Any]:
    """What is said to a question."""
    SPOKEN.set(task["language"])
    try:
        return {"answer": canonical(answer(club, read_question(task)))}
    except Denied as error:
        return {"denied": denied(error)}


def ready(club: Club, task: Mapping[str, Any]) -> None:
    """Have a game ready, if it can be: if it cannot, the question itself will say so."""
    with contextlib.suppress(Denied):
        prepare(club, read_question(task))


def serve(club: Club, source: IO[str], sink: IO[str]) -> None:
    """Answer question after question until nobody asks any more."""

    def say(**said: Any) -> None:
        sink.write(json.dumps(said, separators=(",", ":")) + "\n")
        sink.flush()

    for text in source:
        task = json.loads(text)
        # Should whoever asked have died, nobody else would end a thought without end.
        signal.alarm(task["alarm"])
        began = time.process_time()
        try:
            ready(club, task)
            say(ready=True, seconds=time.process_time() - began)
            began = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, task["seconds"])
            found = reckon(club, task)
            signal.setitimer(signal.ITIMER_PROF, 0)
            say(**found, seconds=time.process_time() - began)
        except Exception as error:  # one broken game must not take others with it
            signal.setitimer(signal.ITIMER_PROF, 0)
            club.live.forget(task["game"])
            say(error=f"{type(error).__name__}: {error}", seconds=time.process_time() - began)
        finally:
            signal.alarm(0)


def main() -> None:
    """Reckon for the server that started this process, and end with it."""
    ending.with_parent(signal.SIGKILL, *map(int, sys.argv[1:]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(COURTESY)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    out, sys.stdout = sys.stdout, sys.stderr
    told = json.loads(sys.stdin.readline())
    limits = Limits(**{**told["limits"], "games_in_memory": GAMES})
    club = Club(Database(told["database"], pool=1), limits)
    serve(club, sys.stdin, out)


if __name__ == "__main__":
    main()
