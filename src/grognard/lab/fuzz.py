"""The fuzzer: random games with all laws on, until something breaks.

An arena is where they are played: positions that are generated, with every chapter and option in
use, or the scenarios that ship, from the set-up to the end.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.lab import laws
from grognard.systems.ocs.proof import laws as ocs_laws
from grognard.systems.ocs.proof import positions as ocs_positions
from grognard.systems.ocs.proof import veil as ocs_twins
from grognard.systems.wb95.proof import positions as wb95_positions
from grognard.systems.wb95.proof import veil as wb95_twins

AnyGame = Game[Any]
Make = Callable[[int], AnyGame]

VEILS: dict[str, laws.Veil] = {
    "wb95": laws.Veil(
        wb95_twins.hidden_twin,
        wb95_twins.insight,
        wb95_twins.nameless,
        wb95_twins.elsewhere,
        wb95_twins.glance,
    ),
    "ocs": laws.Veil(
        ocs_twins.hidden_twin,
        ocs_twins.insight,
        ocs_twins.nameless,
        ocs_twins.elsewhere,
        ocs_twins.glance,
        ocs_twins.passing,
    ),
}
"""What each system says about secrets."""


@dataclass(frozen=True)
class Arena:
    """Where random games are played: how one begins, how many there are and how long they last.

    All laws are checked about once in `every` actions, the system's own after each: `watch` sets
    somebody to look after them. With `patience` an end of a segment is thought over so many times,
    so that more happens in it: chance alone leaves most of a large army where it is.
    """

    make: Make
    veil: laws.Veil
    games: int
    actions: int
    every: int
    watch: Callable[[AnyGame], laws.Watch] = laws.unwatched
    patience: int = 0


def scenario(
    name: str,
    every: int,
    watch: Callable[[AnyGame], laws.Watch] = laws.unwatched,
    patience: int = 0,
) -> Arena:
    """A scenario that ships, played to its end."""
    veil = VEILS[name.split("/")[0]]
    return Arena(partial(_begin, name), veil, 200, 100_000, every, watch, patience)


def _begin(name: str, seed: int) -> AnyGame:
    return library.new(name, seed)


ARENAS: dict[str, Arena] = {
    "wb95": Arena(wb95_positions.game, VEILS["wb95"], 500, 250, 12),
    "wb95/klin": scenario("wb95/klin", 10),
    "wb95/red-snow": scenario("wb95/red-snow", 150),
    "wb95/typhoon": scenario("wb95/typhoon", 400),
    "ocs": Arena(ocs_positions.game, VEILS["ocs"], 200, 250, 20, ocs_laws.Watch),
    "ocs/catania-plain": scenario("ocs/catania-plain", 60, ocs_laws.Watch, patience=3),
    "ocs/husky": scenario("ocs/husky", 1000, ocs_laws.Watch, patience=1),
    "ocs/husky-landing": scenario("ocs/husky-landing", 500, ocs_laws.Watch, patience=2),
}


def play_one(arena: Arena, seed: int) -> int:
    """One random game with the laws checked now and then; how many actions were played."""
    rng = random.Random(seed)
    game = arena.make(seed)
    watch = arena.watch(game)
    played = 0
    while not game.over and played < arena.actions:
        played += 1
        player, action = chosen(game, rng, arena.patience)
        if rng.randrange(arena.every):
            game.play(player, action)
        else:
            check_all(game, arena.veil, rng)
            laws.undo(game, player, action)
            laws.caches(game)
        broken = watch()
        laws.require(not broken, "of the system", f"after {action}: {'; '.join(broken)}")
    laws.save_and_load(game, rng)
    return played


def chosen(game: AnyGame, rng: random.Random, patience: int) -> tuple[str, Action]:
    """What is done next: a random action, an end only if it comes up again and again."""
    player, action = laws.random_action(game, rng)
    while patience and action.get("do") == "end":
        patience -= 1
        player, action = laws.random_action(game, rng)
    return player, action


def check_all(game: AnyGame, veil: laws.Veil, rng: random.Random) -> None:
    """Every law, on the game as it stands."""
    laws.caches(game)
    laws.plain(game)
    laws.offers(game)
    laws.forgeries(game, rng)
    laws.save_and_load(game, rng)
    laws.secrets(game, veil, rng)


def attempt(name: str, seed: int) -> tuple[int, int, str]:
    """One game of an arena: its seed, how many actions were played, what broke."""
    try:
        return seed, play_one(ARENAS[name], seed), ""
    except Exception as error:  # the seed is what matters; run it alone to see the rest
        return seed, 0, f"{type(error).__name__}: {error}"


def fuzz(name: str, seeds: Sequence[int], jobs: int) -> bool:
    """Games of one arena, several at a time; whether every law held in all of them."""
    total, broken = 0, 0
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(partial(attempt, name), seeds)
        for done, (seed, played, fault) in enumerate(found, 1):
            total += played
            if fault:
                broken += 1
                print(f"{name}: seed {seed} breaks: {fault}", file=sys.stderr, flush=True)
            if done % 25 == 0:
                print(f"{name}: {done} games, {total} actions, {broken} broken", flush=True)
    verdict = "every law holds" if not broken else f"{broken} broken"
    print(f"{name}: {len(seeds)} games, {total} actions: {verdict}", flush=True)
    return not broken


def main(arguments: list[str] | None = None) -> int:
    """Run as many games as asked, in the arenas asked for; say which seeds break a law."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.fuzz", description=__doc__)
    parser.add_argument("arenas", nargs="*", metavar="ARENA", help=f"of {', '.join(ARENAS)}; all")
    parser.add_argument("--games", type=int, help="how many in each; else 500 and 200")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    for name in chosen.arenas:
        if name not in ARENAS:
            parser.error(f"there is no arena {name!r}; there are {', '.join(ARENAS)}")
    held = [
        fuzz(
            name,
            range(chosen.seed, chosen.seed + (chosen.games or ARENAS[name].games)),
            chosen.jobs,
        )
        for name in chosen.arenas or ARENAS
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
