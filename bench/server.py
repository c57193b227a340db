"""The bench of the server: how long answers take with many games in play, and what games weigh.

It starts a server of its own on this machine, with an embedded database, and talks to it as any
client does: one process serves, and this one plays all the bots, so that two cores are in use.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from bench.measuring import Result

GAMES = 200
SCENARIO = "wb95/typhoon"
SIDES = ("german", "soviet")
PAUSE = 10.0
"""Seconds a bot waits on average before it plays again: two hundred of them, twenty a second."""
PLAYING = 25.0
"""Seconds for which the bots play."""
LOADING = 8
"""How many games are asked for at a time after the restart."""
CHOICE = 8
"""From how many legal actions a bot chooses."""
_SERVE = "from grognard.cli import main; main()"


@dataclass
class Server:
    """A server that is running."""

    address: str
    pid: int

    @property
    def memory(self) -> float:
        """What it holds of the machine's memory, in MiB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


@contextmanager
def serving(folder: Path, **given: Any) -> Iterator[Server]:
    """A server of our own, which lets one address ask as much as it likes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GROGNARD_")}
    settings = {
        "GROGNARD_DATABASE": f"sqlite:///{folder / 'bench.db'}",
        "GROGNARD_PORT": "0",
        "GROGNARD_LOG_LEVEL": "error",
        "GROGNARD_AI_PROCESSES": "0",
        "GROGNARD_REQUESTS_PER_MINUTE": "1000000",
        "GROGNARD_SIGN_INS_PER_MINUTE": "1000000",
        "GROGNARD_GAMES_IN_MEMORY": str(2 * GAMES),
        **{f"GROGNARD_{name}": str(value) for name, value in given.items()},
    }
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve"],
        stdout=subprocess.PIPE,
        text=True,
        env={**kept, **settings},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        answers(f"{address}/health")
        yield Server(address, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def answers(address: str) -> None:
    """Wait until somebody answers there."""
    for _ in range(300):
        try:
            httpx.get(address).raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the server does not answer")


@dataclass
class Bot:
    """One guest who plays both sides of a game of his own."""

    token: str
    number: int
    rng: random.Random
    game: str = ""
    seats: dict[str, str] = field(default_factory=dict)
    played: int = 0


@dataclass
class Bots:
    """All the bots, and how long each kind of answer took."""

    client: httpx.AsyncClient
    took: dict[str, list[float]] = field(default_factory=dict)

    async def ask(self, bot: Bot, kind: str, method: str, path: str, **more: Any) -> Any:
        """One question and its answer, timed."""
        headers = {"Authorization": f"Bearer {bot.token}"}
        began = time.perf_counter()
        answer = await self.client.request(method, f"/api/v1{path}", headers=headers, **more)
        self.took.setdefault(kind, []).append(time.perf_counter() - began)
        answer.raise_for_status()
        return answer.json()

    async def come(self, number: int) -> Bot:
        """Come in as a guest."""
        guest = await self.client.post("/api/v1/people/guest", json={"bearer": True})
        guest.raise_for_status()
        return Bot(guest.json()["token"], number, random.Random(number))

    async def begin(self, bot: Bot, scenario: str, **options: str) -> Bot:
        """Begin a game against oneself; the same guest, at another table."""
        plans = [{"side": side, "mine": True} for side in SIDES]
        wanted = {"scenario": scenario, "seats": plans, "options": options}
        game = await self.ask(bot, "begin", "POST", "/games", json=wanted)
        seats = {seat["side"]: seat["id"] for seat in game["seats"]}
        return replace(bot, game=game["id"], seats=seats)

    async def sit_down(self, number: int) -> Bot:
        """Come in as a guest and begin a game against oneself."""
        return await self.begin(await self.come(number), SCENARIO, **{"free-setup": "off"})

    async def look(self, bot: Bot) -> dict[str, Any]:
        """The position, as the first side sees it."""
        seen: dict[str, Any] = await self.ask(
            bot, "view", "GET", f"/seats/{bot.seats[SIDES[0]]}/view"
        )
        return seen

    async def move(self, bot: Bot) -> bool:
        """Look, choose one of some legal actions, and play it; False if nobody is asked any."""
        waiting = (await self.look(bot))["waiting_for"]
        if not waiting:
            return False
        seat = bot.seats[waiting[0]]
        legal = await self.ask(
            bot, "legal", "GET", f"/seats/{seat}/legal", params={"limit": CHOICE}
        )
        action = bot.rng.choice(legal["actions"])
        bot.played += 1
        said = {"action": action, "key": f"{bot.number}.{bot.played}"}
        await self.ask(bot, "act", "POST", f"/seats/{seat}/act", json=said)
        return True

    async def play(self, bot: Bot, until: float) -> None:
        """Play now and then until a time."""
        await asyncio.sleep(bot.rng.random() * PAUSE)
        while time.perf_counter() < until:
            await self.move(bot)
            await asyncio.sleep(bot.rng.uniform(0.5, 1.5) * PAUSE)


def client_of(server: Server, most: int) -> httpx.AsyncClient:
    """Somebody who asks a server, over so many connections at most."""
    limits = httpx.Limits(max_connections=most, max_keepalive_connections=most)
    return httpx.AsyncClient(base_url=server.address, timeout=60, limits=limits, trust_env=False)


async def _evening(server: Server) -> tuple[list[Bot], list[Result]]:
    """Two hundred games are begun, weighed, and played for a while."""
    async with client_of(server, GAMES) as client:
        bots = Bots(client)
        everybody = [await bots.sit_down(number) for number in range(GAMES)]
        await bots.look(everybody[0])  # what all games share is in memory now
        before = server.memory
        for bot in everybody[1:]:
            await bots.look(bot)
        each = (server.memory - before) / (GAMES - 1)
        bots.took.clear()
        until = time.perf_counter() + PLAYING
        await asyncio.gather(*(bots.play(bot, until) for bot in everybody))
    results = [Result("memory of an idle game, Typhoon", "MiB", each)]
    words = {"act": "answer to an action", "view": "answer to a look"}
    for kind, word in words.items():
        times = sorted(bots.took[kind])
        for share in (50, 99):
            result = times[min(len(times) - 1, len(times) * share // 100)]
            results.append(Result(f"{word}, p{share}, {GAMES} games in play", "s", result))
    return everybody, results


async def _next_day(server: Server, everybody: list[Bot]) -> Result:
    """After a restart every game is looked at once, and so replayed."""
    gate = asyncio.Semaphore(LOADING)
    async with client_of(server, GAMES) as client:
        bots = Bots(client)

        async def look(bot: Bot) -> None:
            async with gate:
                await bots.look(bot)

        began = time.perf_counter()
        await asyncio.gather(*(look(bot) for bot in everybody))
        took = time.perf_counter() - began
    lines = sum(bot.played for bot in everybody) / len(everybody)
    name = f"games loaded after a restart, {lines:.0f} actions each"
    return Result(name, "1/s", len(everybody) / took)


def run() -> list[Result]:
    """Every figure of the server; it takes about a minute."""
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as name:
        folder = Path(name)
        with serving(folder) as server:
            everybody, results = asyncio.run(_evening(server))
        with serving(folder) as server:
            results.append(asyncio.run(_next_day(server, everybody)))
    return results
