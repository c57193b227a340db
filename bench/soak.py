"""The bench of a long evening: `python -m bench.soak --minutes 60` tells what becomes of the
server's memory while people play, minute by minute.

It is no part of the other figures, for it takes as long as it is asked to. People come and go: each
plays some small games of his own, and gives each up after a while and begins another, so that an
hour sees hundreds of games begun and ended. Memory is flat where the second half of the evening
adds next to nothing to what the first half has filled: what lies in memory is bounded, and so is
not full at once. A game that only grows takes more and more, until `memory_bytes` bounds it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from bench import server
from bench.load import SCENARIO, hand_of, share
from bench.server import Bot, Bots, Server, serving

CLIENTS, EACH = 10, 5
"""How many people play, and how many games each."""
PAUSE = 1.0
"""Seconds that each thinks on average before he goes on."""
KEPT = 2 * CLIENTS * EACH
"""How many games the server keeps ready: so few that it is soon full, as others are in a week."""
LONGEST = 25
"""After how many actions a game is given up, and another begun."""
MINUTE = 60.0


@dataclass(frozen=True)
class Minute:
    """How it stood at the end of a minute: the server's memory, and what was done by then."""

    number: int
    memory: float
    acts: int
    begun: int


def slope(minutes: Sequence[Minute]) -> float:
    """MiB by which memory grows in an hour, by the straight line nearest to the second half."""
    half = [(one.number / 60, one.memory) for one in minutes[len(minutes) // 2 :]]
    if len(half) < 2:
        return 0.0
    middle = sum(x for x, _ in half) / len(half), sum(y for _, y in half) / len(half)
    spread = sum((x - middle[0]) ** 2 for x, _ in half)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in half) / spread


async def play(bots: Bots, hand: list[Bot], until: float) -> None:
    """One who goes from game to game; who is told to come again does."""
    rng, turn = random.Random(hand[0].number), 0
    while time.perf_counter() < until:
        try:
            hand[turn % len(hand)] = await _sitting(bots, hand[turn % len(hand)])
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                raise
            bots.took.setdefault("come again", []).append(0.0)
            await asyncio.sleep(int(error.response.headers.get("Retry-After", "1")))
        turn += 1
        await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE)


async def _sitting(bots: Bots, bot: Bot) -> Bot:
    """A move in a game, or another one begun where it is over or long enough."""
    long = bot.played >= LONGEST
    if long:
        await bots.ask(bot, "resign", "POST", f"/seats/{next(iter(bot.seats.values()))}/resign")
    if not long and await bots.move(bot):
        return bot
    return replace(await bots.begin(bot, SCENARIO), played=0)


async def evening(house: Server, minutes: int, told: list[Minute]) -> Bots:
    """So many minutes of play; how each ended is told as it ends."""
    async with server.client_of(house, CLIENTS) as client:
        bots = Bots(client)
        hands = [await hand_of(bots, number, EACH) for number in range(CLIENTS)]
        began = time.perf_counter()

        async def watch() -> None:
            for number in range(1, minutes + 1):
                await asyncio.sleep(max(0.0, began + MINUTE * number - time.perf_counter()))
                acts, begun = len(bots.took.get("act", [])), len(bots.took["begin"])
                told.append(Minute(number, house.memory, acts, begun))
                print(
                    f"{number:4} min  {house.memory:7.1f} MiB  {acts} acts  {begun} games begun",
                    flush=True,
                )

        until = began + MINUTE * minutes
        await asyncio.gather(watch(), *(play(bots, hand, until) for hand in hands))
    return bots


def main(words: Sequence[str] | None = None) -> None:
    """Play for as long as asked, and say what became of the memory."""
    read = argparse.ArgumentParser("python -m bench.soak", description="Play for an hour.")
    read.add_argument("--minutes", type=int, default=60)
    minutes = read.parse_args(words).minutes
    told: list[Minute] = []
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as name:
        with serving(Path(name), GAMES_IN_MEMORY=KEPT) as house:
            bots = asyncio.run(evening(house, minutes, told))
        disk = sum(path.stat().st_size for path in Path(name).glob("bench.db*")) / 2**20
    acts = bots.took["act"]
    print(f"{len(bots.took.get('come again', []))} times somebody was told to come again")
    print(f"{len(acts)} acts, p50 {share(acts, 50):.3f} s, p99 {share(acts, 99):.3f} s")
    print(f"memory: {slope(told):+.1f} MiB an hour in the second half; {disk:.0f} MiB on disk")


if __name__ == "__main__":
    main()
