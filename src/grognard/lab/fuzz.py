"""The fuzzer: random games on generated positions with all laws on, until something breaks."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from typing import Any

from grognard.engine.game import Game
from grognard.lab import laws
from grognard.systems.wb95 import positions as wb95_positions
from grognard.systems.wb95 import twins as wb95_twins

AnyGame = Game[Any]
Make = Callable[[int], AnyGame]

ARENAS: dict[str, tuple[Make, laws.Veil]] = {
    "wb95": (
        wb95_positions.game,
        laws.Veil(
            wb95_twins.hidden_twin,
            wb95_twins.insight,
            wb95_twins.elsewhere,
            wb95_twins.glance,
        ),
    ),
}
"""For each system: how to make a random position, and what it says about secrets."""


def play_one(make: Make, veil: laws.Veil, seed: int, actions: int, every: int) -> int:
    """One random game with the laws checked now and then; how many actions were played."""
    rng = random.Random(seed)
    game = make(seed)
    played = 0
    while not game.over and played < actions:
        played += 1
        player, action = laws.random_action(game, rng)
        if rng.randrange(every):
            game.play(player, action)
            continue
        check_all(game, veil, rng)
        laws.undo(game, player, action)
        laws.caches(game)
    laws.save_and_load(game, rng)
    return played


def check_all(game: AnyGame, veil: laws.Veil, rng: random.Random) -> None:
    """Every law, on the game as it stands."""
    laws.caches(game)
    laws.plain(game)
    laws.offers(game)
    laws.forgeries(game, rng)
    laws.save_and_load(game, rng)
    laws.secrets(game, veil, rng)


def main(arguments: list[str] | None = None) -> int:
    """Run as many games as asked; on a broken law, say which seed breaks it."""
    parser = argparse.ArgumentParser(prog="grognard fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", choices=sorted(ARENAS), default="wb95")
    parser.add_argument("--actions", type=int, default=250, help="at most, in one game")
    parser.add_argument(
        "--every", type=int, default=12, help="check all laws about once in so many"
    )
    chosen = parser.parse_args(arguments)
    make, veil = ARENAS[chosen.system]
    total = 0
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        try:
            total += play_one(make, veil, seed, chosen.actions, chosen.every)
        except Exception:
            print(f"{chosen.system}: seed {seed} breaks", file=sys.stderr)
            raise
        if (seed - chosen.seed + 1) % 25 == 0:
            print(f"{seed - chosen.seed + 1} games, {total} actions, all laws hold", flush=True)
    print(f"{chosen.games} games of {chosen.system}, {total} actions: every law holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
