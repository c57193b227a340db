"""A server that is killed loses nothing that it acknowledged, and another goes on.

The victims are forked, so that they can be killed for real, by SIGKILL, at any point between two
writes or at any time under load.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy import select as wanted

from grognard.server import games, queries
from grognard.server.club import Club
from grognard.server.errors import Conflict, Invalid
from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.table import NO_MISSIONS, Table, duel
from tests.server.wire import on_either

KILLED = -signal.SIGKILL


class Victim:
    """A worker process of its own, with a pipe by which it tells what it has acknowledged."""

    def __init__(self, work: Callable[[Callable[[Any], None]], None]) -> None:
        self._ours, theirs = os.pipe()
        self.acknowledged: list[Any] = []
        self._rest = b""
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                work(lambda told: _write(theirs, told))
                code = 0
            finally:
                os._exit(code)
        os.close(theirs)

    def hear(self, seconds: float, enough: int = 1 << 30) -> None:
        """Read what is acknowledged, for so long or until it is enough."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and len(self.acknowledged) < enough:
            if not select.select([self._ours], [], [], left)[0]:
                return
            read = os.read(self._ours, 65536)
            if not read:
                return
            *whole, self._rest = (self._rest + read).split(b"\n")
            self.acknowledged += [json.loads(line) for line in whole]

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """How it ended, and the rest of what it acknowledged."""
        self.hear(60)
        _, status = os.waitpid(self.pid, 0)
        os.close(self._ours)
        return os.waitstatus_to_exitcode(status)


def _write(pipe: int, told: Any) -> None:
    os.write(pipe, json.dumps(told).encode() + b"\n")


def _die_at(database: Database, point: int) -> None:
    """Have this process killed before or after a certain write, or before a certain commit."""
    passed = [0]

    def here(*_args: Any) -> None:
        passed[0] += 1
        if passed[0] == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def statement(_c: Any, _u: Any, text: str, *_rest: Any) -> None:
        if text.startswith(("INSERT", "UPDATE", "DELETE")):
            here()

    event.listen(database.engine, "before_cursor_execute", statement)
    event.listen(database.engine, "after_cursor_execute", statement)
    event.listen(database.engine, "commit", here)


COMMANDS: list[tuple[str, Any]] = [
    ("one", NO_MISSIONS),
    ("two", {"do": "move", "units": ["de-7-pz"], "path": ["2423"]}),
]


@on_either
def test_a_server_killed_between_any_two_writes_loses_nothing_acknowledged(
    database_url: str,
) -> None:
    here = Database(database_url)
    here.migrate()
    ends = []
    for point in range(1, 40):
        table = duel(Club(here))
        here.engine.dispose()  # a connection must not be shared with the victim

        def work(tell: Callable[[Any], None], table: Table = table, point: int = point) -> None:
            database = Database(database_url)
            there = table.elsewhere(Club(database))
            _die_at(database, point)
            for key, action in COMMANDS:
                tell([key, there.act("german", action, key)])

        victim = Victim(work)
        ends.append(victim.wait())
        _nothing_lost(Table(Club(here), table.game_id, table.people, table.seats), victim)
        if ends[-1] == 0:
            break
    assert ends[-1] == 0, "the last one should have died of nothing"
    assert ends[:-1] == [KILLED] * (len(ends) - 1)
    assert len(ends) > 2 * 7  # two ends of three writes, and a commit, for each command
    here.close()


def _nothing_lost(table: Table, victim: Victim) -> None:
    """Whoever goes on finds everything acknowledged, and may repeat the rest."""
    acknowledged = dict(victim.acknowledged)
    keys = [key for key, _action in COMMANDS]
    assert list(acknowledged) == keys[: len(acknowledged)]
    assert 1 + len(acknowledged) <= table.lines() <= 2 + len(acknowledged)
    for key, action in COMMANDS:
        answer = table.act("german", action, key)
        assert answer == acknowledged.get(key, answer)
    assert table.lines() == 3
    told = [item["event"]["kind"] for item in table.told("soviet") if item["type"] == "event"]
    assert told == ["air missions", "move"]


def _hand(table: Table, name: str, tell: Callable[[Any], None], until: Callable[[], bool]) -> None:
    """Play at random at a table where others play too."""
    rng = random.Random(name)
    n = 0
    while not until():
        side = table.to_act()
        if side is None:
            return
        n += 1
        try:
            at = queries.decision_id(table.club, table.seats[side])
            action = table.pick(side, rng)
            if action is None or at is None:
                continue
            table.act(side, action, f"{name} {n}", at)
        except (Conflict, Invalid):
            continue
        tell([table.game_id, f"{name} {n}"])


def _load(url: str, tables: list[Table], name: str, tell: Callable[[Any], None]) -> None:
    """A worker under load: a thread for each game."""
    club = Club(Database(url))
    lock = threading.Lock()

    def safely(told: Any) -> None:
        with lock:
            tell(told)

    threads = [
        threading.Thread(
            target=_hand,
            args=(table.elsewhere(club), f"{name}{i}", safely, lambda: False),
            daemon=True,
        )
        for i, table in enumerate(tables)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _recorded(database: Database) -> set[tuple[str, str]]:
    c = schema.commands.c
    with database.reading() as connection:
        return {(game, key) for game, key in connection.execute(wanted(c.game_id, c.key))}


@on_either
@pytest.mark.parametrize("round_", range(3))
def test_a_server_killed_under_load_loses_nothing_acknowledged(
    database_url: str, round_: int
) -> None:
    here = Database(database_url)
    here.migrate()
    tables = [duel(Club(here), seed=n) for n in range(3)]
    here.engine.dispose()
    victim = Victim(lambda tell: _load(database_url, tables, "a", tell))
    victim.hear(60, enough=5 + 7 * round_)
    victim.kill()
    assert victim.wait() == KILLED
    assert len(victim.acknowledged) > 3
    assert {tuple(told) for told in victim.acknowledged} <= _recorded(here)
    for n, table in enumerate(tables):  # each goes on, and in one of the rounds to its end
        table.elsewhere(Club(here)).play(1000 if n == round_ else 5)
    assert games.row(Club(here), tables[round_].game_id).over
    here.close()


def test_of_two_workers_one_is_killed_and_the_other_goes_on(postgres_url: str) -> None:
    here = Database(postgres_url)
    tables = [duel(Club(here), seed=n) for n in range(2)]
    here.engine.dispose()
    first = Victim(lambda tell: _load(postgres_url, tables, "a", tell))
    second = Victim(lambda tell: _load(postgres_url, tables, "b", tell))
    first.hear(60, enough=5)
    first.kill()
    assert first.wait() == KILLED
    second.hear(0.01)
    then = len(second.acknowledged)
    assert second.wait() == 0  # it has played the games to their ends
    assert len(first.acknowledged) > 2
    assert len(second.acknowledged) > then
    acknowledged = [tuple(told) for told in first.acknowledged + second.acknowledged]
    assert set(acknowledged) <= _recorded(here)
    club = Club(here)
    for table in tables:
        assert games.row(club, table.game_id).over
        assert queries.view(club, table.seats["german"])["over"]
    here.close()


def test_the_lock_of_a_dead_worker_is_free_at_once(postgres_url: str) -> None:
    here = Database(postgres_url)
    table = duel(Club(here))
    here.engine.dispose()

    def hold(tell: Callable[[Any], None]) -> None:
        club = Club(Database(postgres_url))
        with club.live.writing(table.game_id, 0):
            tell("held")
            time.sleep(60)

    victim = Victim(hold)
    victim.hear(10, enough=1)
    assert victim.acknowledged == ["held"]
    waiting = threading.Thread(target=table.act, args=("german", NO_MISSIONS, "k"))
    waiting.start()
    waiting.join(0.5)
    assert waiting.is_alive()  # one writer a game
    victim.kill()
    waiting.join(5)
    assert not waiting.is_alive()
    assert victim.wait() == KILLED
    assert table.lines() == 2
    here.close()
