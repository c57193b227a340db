"""The bench of a full house: how long an action takes while fifty people play two hundred games.

Each plays four small games of his own in turn, looks, asks what he may, acts, and thinks a moment.
Their times are told beside those of a FastAPI route that does nothing, asked by as many clients at
the same pace in the same run: whatever the machine is busy with besides slows both. What the
server's memory grows by is counted by the thousand actions, when all games have been begun. Last of
all five thousand sockets are opened that only listen, and somebody asks who he is meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench import server
from bench.measuring import Result
from bench.server import Bot, Bots, Server, serving

CLIENTS, GAMES = 50, 200
SCENARIO = "wb95/klin"
PAUSE = 2.0
"""Seconds that a client thinks on average before he goes on."""
WARMING, PLAYING, IDLING = 5.0, 40.0, 8.0
"""Seconds that are played before it counts, that count, and that nothing is asked for."""
SOCKETS = 5_000
DIALLING = 50
"""How many sockets are opened at a time."""
ASKING = 200
"""How often somebody asks who he is while all those sockets listen."""
GOAL = 0.2
"""Seconds that ninety-nine actions of a hundred take at most, on two quiet cores."""
_NOTHING = """
import socket, uvicorn
from fastapi import FastAPI

app = FastAPI()

@app.get("/")
def nothing() -> None:
    pass

door = socket.socket()
door.bind(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run([door])
"""


@contextmanager
def doing_nothing() -> Iterator[str]:
    """A server of one route that does nothing; its address."""
    with Popen([sys.executable, "-c", _NOTHING], stdout=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{process.stdout.readline().strip()}"
            server.answers(f"{address}/")
            yield address
        finally:
            process.kill()


def share(times: list[float], percent: int) -> float:
    """How long it took at most in so many of a hundred cases."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


async def _asked_for_nothing(address: str) -> list[float]:
    """How long each answer of nothing takes, asked for by as many at the same pace."""
    took: list[float] = []
    until = time.perf_counter() + IDLING
    limits = httpx.Limits(max_connections=CLIENTS, max_keepalive_connections=CLIENTS)
    async with httpx.AsyncClient(timeout=60, limits=limits, trust_env=False) as client:

        async def ask(rng: random.Random) -> None:
            await asyncio.sleep(rng.random() * PAUSE / 3)
            while time.perf_counter() < until:
                began = time.perf_counter()
                (await client.get(address)).raise_for_status()
                took.append(time.perf_counter() - began)
                await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE / 3)

        await asyncio.gather(*(ask(random.Random(n)) for n in range(CLIENTS)))
    return took


async def play(bots: Bots, hand: list[Bot], until: float, pause: float) -> None:
    """One client, who goes from game to game until a time, and moves once at least; a game that is
    over is begun anew."""
    rng = hand[0].rng
    await asyncio.sleep(rng.random() * pause)
    for turn in count():
        at = turn % len(hand)
        if not await bots.move(hand[at]):
            hand[at] = await bots.begin(hand[at], SCENARIO)
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
        if time.perf_counter() >= until:
            return


async def _evening(house: Server, empty: str) -> list[Result]:
    """Two hundred games are begun and played for a while by fifty people."""
    async with server.client_of(house, CLIENTS) as client:
        bots = Bots(client)
        hands = [await hand_of(bots, n, GAMES // CLIENTS) for n in range(CLIENTS)]
        nothing = await _asked_for_nothing(empty)
        warm = time.perf_counter() + WARMING
        await asyncio.gather(*(play(bots, hand, warm, PAUSE) for hand in hands))
        bots.took.clear()
        before, until = house.memory, time.perf_counter() + PLAYING
        await asyncio.gather(*(play(bots, hand, until, PAUSE) for hand in hands))
        grown = house.memory - before
    acts = bots.took["act"]
    what = f"an action, {CLIENTS} clients on {GAMES} games"
    found = []
    for percent, goal in ((50, None), (99, GOAL)):
        ours, peer = share(acts, percent), share(nothing, percent)
        found.append(
            Result(
                f"{what}, p{percent}, beside FastAPI doing nothing",
                "s",
                ours,
                peer,
                ours / peer,
                goal,
            )
        )
    each = 1000 * grown / len(acts)
    return [*found, Result("memory grown by 1,000 actions", "MiB", each)]


async def hand_of(bots: Bots, number: int, games: int) -> list[Bot]:
    """The games of one client, which he has just begun."""
    first = await bots.come(number)
    return [await bots.begin(first, SCENARIO) for _ in range(games)]


# ---- sockets that only listen


@contextlib.asynccontextmanager
async def _listening(house: Server, bot: Bot) -> AsyncIterator[list[ClientConnection]]:
    """So many sockets at the seats of one game, each of which has been told how it stands."""
    gate = asyncio.Semaphore(DIALLING)
    seats = list(bot.seats.values())
    head = {"Authorization": f"Bearer {bot.token}"}

    async def dial(n: int) -> ClientConnection:
        seat = seats[n % len(seats)]
        url = f"ws{house.address[4:]}/api/v1/games/{bot.game}/stream?seat={seat}&views=false"
        async with gate:
            found = await connect(
                url, additional_headers=head, compression=None, ping_interval=None, open_timeout=60
            )
            await found.recv()
            return found

    dialled = await asyncio.gather(*(dial(n) for n in range(SOCKETS)))
    try:
        yield dialled
    finally:
        for one in dialled:
            one.transport.abort()


async def _crowded(house: Server) -> list[Result]:
    """What sockets weigh that only listen, and how long it takes to say who one is beside them."""
    async with server.client_of(house, 2) as client:
        bots = Bots(client)
        bot = await bots.begin(await bots.come(0), SCENARIO)
        await bots.look(bot)
        before = house.memory
        async with _listening(house, bot) as sockets:
            each = (house.memory - before) / len(sockets)
            for _ in range(ASKING):
                await bots.ask(bot, "me", "GET", "/people/me")
    where = f"{SOCKETS} sockets listen"
    return [
        Result(f"memory of a socket, {where}", "MiB", each),
        Result(f"who am I, p99, {where}", "s", share(bots.took["me"], 99)),
    ]


def run() -> list[Result]:
    """Every figure; it takes about two minutes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with (
            tempfile.TemporaryDirectory(prefix="grognard-bench-") as name,
            doing_nothing() as empty,
        ):
            with serving(Path(name)) as house:
                results = asyncio.run(_evening(house, empty))
            with serving(
                Path(name), SOCKETS_PER_PERSON=SOCKETS, CONNECTIONS_PER_ADDRESS=2 * SOCKETS
            ) as house:
                return [*results, *asyncio.run(_crowded(house))]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
