"""Chaos: people play while what serves them is killed, starved and kept waiting.

A house is a server in processes of its own, on SQLite or on PostgreSQL. People play in it over the
wire as any client does: each wish has a key, and is repeated with it until it is answered. Others
half ask, and never read. Meanwhile the house is wounded in one way after another. In the end its
store is held against what everybody was told: every action that was acknowledged is in its place,
once, and nothing else is there.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select, text

from grognard.server.club import Club
from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.cluster import Cluster

SCENARIO = "wb95/klin"
SIDES = ("german", "soviet")
CHOICE = 4
"""From how many legal actions somebody chooses."""
GAMES_EACH = 2
PATIENCE = 90.0
"""Seconds after which somebody who is not answered gives up: the house is lost."""
IDLERS = 8
"""How many connections of each kind only waste the server's time."""
ENDS_WITHIN = 10.0
PASSING = (408, 429, 503)
"""What a client is told that is to ask again."""


class Broken(AssertionError):
    """What must not happen."""


# ---- the house


class House:
    """A server of its own, which is started again at the same address."""

    def __init__(self, url: str, cluster: Cluster | None = None, workers: int = 1) -> None:
        self.url, self.cluster, self.workers = url, cluster, workers
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.log = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 (closed with the house)

    def last_words(self) -> str:
        """The end of what the server has logged."""
        self.log.flush()
        with open(f"/proc/self/fd/{self.log.fileno()}") as log:
            return log.read()[-2000:]

    def start(self) -> None:
        """Open the house, and wait until it answers."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
        kept |= {
            "GROGNARD_REQUESTS_PER_MINUTE": "1000000", "GROGNARD_SIGN_INS_PER_MINUTE": "1000000",
            "GROGNARD_HEADER_SECONDS": "2", "GROGNARD_BODY_SECONDS": "2",
        }  # fmt: skip
        words = ["--database", self.url, "--port", str(self.port), "--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from grognard.cli import main; main()", "serve", *words],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=kept,
        )  # fmt: skip
        assert self.process.stdout is not None
        told = self.process.stdout.readline().split()
        if not told:
            self.process.wait(10)
            raise Broken(f"the server did not start: {self.last_words()}")
        self.port = int(told[3].rpartition(":")[2])

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def healthy(self) -> bool:
        """Whether it can serve."""
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/health", timeout=10).status_code == 200
        return False

    def recover(self) -> None:
        """Wait until it can serve again."""
        until = time.monotonic() + PATIENCE
        while not self.healthy():
            if time.monotonic() > until:
                raise Broken("the server does not recover")
            time.sleep(0.1)

    def children(self) -> list[int]:
        """The processes that it has started, the workers or the programs that think."""
        assert self.process is not None
        pid = self.process.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(one) for one in found if b"tracker" not in _command(one)]

    def close(self) -> None:
        """Close the house for good."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)
        self.log.close()


def _command(pid: str) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


# ---- its wounds


def kill_server(house: House) -> None:
    """The server is killed as by a power cut, and its workers with it."""
    assert house.process is not None
    house.process.kill()
    house.process.wait(20)
    _again(house)


def end_server(house: House) -> None:
    """The server is told to end under load, and does so in time."""
    assert house.process is not None
    began = time.monotonic()
    house.process.terminate()
    house.process.wait(60)
    if time.monotonic() - began > ENDS_WITHIN:
        raise Broken(f"the server took {time.monotonic() - began:.1f} s to end")
    _again(house)


def _again(house: House) -> None:
    """Start anew, as soon as the workers that served before have let go of the door."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            house.start()
        except Broken:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


def kill_child(house: House) -> None:
    """A worker is killed, or a program while it thinks."""
    for pid in house.children()[:1]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_database(house: House) -> None:
    """PostgreSQL goes down at once, and comes back."""
    assert house.cluster is not None
    house.cluster.crash()
    time.sleep(0.5)
    house.cluster.start()


def fill_disk(house: House) -> None:
    """Nothing more fits on the disk for a while."""
    assert house.process is not None
    pid, free = house.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    time.sleep(0.5)
    answer = httpx.get(f"{house.address}/health", timeout=20)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, free)
    if answer.status_code != 503:
        raise Broken(f"the disk is full, and /health says {answer.text}")


Wound = Callable[[House], None]
ON_SQLITE: dict[str, Wound] = {
    "disk": fill_disk,
    "server": kill_server,
    "program": kill_child,
    "end": end_server,
}
ON_POSTGRES: dict[str, Wound] = {
    "database": kill_database,
    "worker": kill_child,
    "server": kill_server,
    "end": end_server,
}


# ---- who comes


@dataclass
class Seen:
    """What everybody was told, all together."""

    acknowledged: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """By game and key: the seat, and the moment that the answer told."""
    doubtful: set[tuple[str, str]] = field(default_factory=set)
    """Wishes that were not answered before all went home."""
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


class Player(threading.Thread):
    """Somebody who plays some games, both sides of one and one side of another."""

    def __init__(self, house: House, number: int, seen: Seen, over: threading.Event) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self.house, self.number, self.seen, self.over = house, number, seen, over
        self.rng = random.Random(number)
        self.client = httpx.Client(timeout=20, trust_env=False)
        self.acts = 0

    def run(self) -> None:
        """Play on until all go home."""
        try:
            token = self.ask("POST", "/people/guest", {"bearer": True})["token"]
            self.client.headers["authorization"] = f"Bearer {token}"
            games = [self.begin(alone) for alone in (True, False)[:GAMES_EACH]]
            while not self.over.is_set():
                for game, seats in games:
                    self.move(game, seats)
        except _Home:
            pass
        except Exception as error:
            self.seen.broken.append(f"{self.name}: {type(error).__name__}: {error}")
        finally:
            self.client.close()

    def begin(self, alone: bool) -> tuple[str, dict[str, str]]:
        """Begin a game, alone or against a program."""
        mine = {"side": SIDES[0], "mine": True}
        program = {"side": SIDES[1], "kind": "ai", "player": "random"}
        other = {"side": SIDES[1], "mine": True} if alone else program
        game = self.ask("POST", "/games", {"scenario": SCENARIO, "seats": [mine, other]})
        return game["id"], {one["side"]: one["id"] for one in game["seats"] if one["mine"]}

    def move(self, game: str, seats: dict[str, str]) -> None:
        """Play one action in a game, if it is one's turn there."""
        view = self.ask("GET", f"/seats/{seats[SIDES[0]]}/view")
        side = next((one for one in view["waiting_for"] if one in seats), None)
        if side is None:
            time.sleep(0.05)
            return
        seat = seats[side]
        legal = self.ask("GET", f"/seats/{seat}/legal?limit={CHOICE}")["actions"]
        if not legal:
            return
        self.acts += 1
        wish = (game, f"{self.number}.{self.acts}")
        self.seen.doubtful.add(wish)
        said = {"action": self.rng.choice(legal), "key": wish[1]}
        answer = self.ask("POST", f"/seats/{seat}/act", said)
        self.seen.doubtful.discard(wish)
        if answer is not None:
            self.seen.acknowledged[wish] = (seat, answer["moment"])

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """An answer, however often one has to ask; None if there was something against it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self.client.request(
                    method, f"{self.house.address}/api/v1{path}", json=body
                )
            except httpx.TransportError:
                self._pause()
                continue
            self.seen.statuses[answer.status_code] += 1
            if answer.is_success:
                return answer.json()
            if answer.status_code == 409:  # the program has played meanwhile
                return None
            if answer.status_code not in PASSING:
                raise Broken(f"{method} {path}: {answer.status_code} {answer.text}")
            if answer.status_code == 503 and "retry-after" not in answer.headers:
                raise Broken(f"{method} {path}: 503 without a word of when")
            self._pause()
        raise Broken(f"{method} {path} is not answered")

    def _pause(self) -> None:
        if self.over.wait(0.1):
            raise _Home


class _Home(Exception):
    """All go home."""


@contextlib.contextmanager
def idlers(house: House) -> Iterator[None]:
    """Some who half ask, some who send half of a form, and some who never read."""
    half = b"GET /alive HTTP/1.1\r\nHost: a"
    form = (
        b"POST /api/v1/people/guest HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
    )
    deaf = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
    with contextlib.ExitStack() as stack:
        for said in (half, form, deaf) * IDLERS:
            one = stack.enter_context(socket.create_connection(("127.0.0.1", house.port), 10))
            one.sendall(said)
        yield


# ---- the evening, and the reckoning


def evening(house: House, wounds: list[Wound], players: int, between: float) -> Seen:
    """People play, and the house is wounded now and then; what they were told."""
    seen, over = Seen(), threading.Event()
    house.start()
    house.recover()
    there = [Player(house, number, seen, over) for number in range(players)]
    for one in there:
        one.start()
    try:
        for wound in wounds:
            with contextlib.suppress(OSError), idlers(house):
                _some_go_on(seen, between)
                wound(house)
            house.recover()
        _some_go_on(seen, between)
    finally:
        over.set()
        for one in there:
            one.join(PATIENCE)
    return seen


def _some_go_on(seen: Seen, seconds: float) -> None:
    """Let them play for a while, and see that they do."""
    before, until = len(seen.acknowledged), time.monotonic() + PATIENCE
    time.sleep(seconds)
    while len(seen.acknowledged) <= before and not seen.broken:
        if time.monotonic() > until:
            raise Broken("nobody's action is acknowledged any more")
        time.sleep(0.05)


def reckoned(url: str, seen: Seen) -> None:
    """Hold the store against what everybody was told."""
    if seen.broken:
        raise Broken("; ".join(seen.broken))
    database = Database(url)
    try:
        if database.embedded:
            with database.reading() as connection:
                said = connection.execute(text("PRAGMA integrity_check")).scalar_one()
                if said != "ok":
                    raise Broken(f"the file is spoilt: {said}")
        c = schema.commands.c
        with database.reading() as connection:
            rows = connection.execute(select(c.game_id, c.key, c.seat_id, c.answer)).all()
        kept = {
            (row.game_id, row.key): (row.seat_id, row.answer["moment"])
            for row in rows
            if "." in row.key  # those of programs have other keys
        }
        lost = {wish for wish, told in seen.acknowledged.items() if kept.get(wish) != told}
        if lost:
            raise Broken(f"{len(lost)} actions that were acknowledged are lost: {sorted(lost)[:3]}")
        unasked = set(kept) - set(seen.acknowledged) - seen.doubtful
        if unasked:
            raise Broken(f"{len(unasked)} actions that nobody acknowledged: {sorted(unasked)[:3]}")
        _replayed(database, {game for game, _key in kept}, Counter(row.game_id for row in rows))
    finally:
        database.close()


def _replayed(database: Database, games: set[str], commands: Counter[str]) -> None:
    """Every game is replayed, line by line; each line but the first was somebody's command."""
    club, c = Club(database), schema.lines.c
    for game in sorted(games):
        with club.live.reading(game) as (kept, row):
            if (kept.length, kept.link) != (row.length, row.link):
                raise Broken(f"{game} does not replay to its end")
        with database.reading() as connection:
            wanted = select(c.n).where(c.game_id == game, c.seat_id.is_not(None), c.auto.is_(False))
            played = len(connection.execute(wanted).all())
        if played != commands[game]:
            raise Broken(f"{game}: {played} lines of {commands[game]} commands")
