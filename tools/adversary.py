"""A standing adversary: python tools/adversary.py [SCENARIO ...] [--games N] [--seed N]

He sits at one seat of a random game and asks every route of the server everything, plainly and with
hostile details, halving what he does not know; a second sits at the same seat of a twin, which
differs only in what the seat may not see. Whatever both are answered must be the same byte by byte,
now, after each thing that is done and shows nothing new, and when he meddles at last. What breaks
is told by its seed.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.twins import FIELDS, Field, divided

GAMES, ROUNDS = 25, 6
"""How many games of each scenario, and how often he asks in one, at most."""


def attempt(field: Field, seed: int) -> tuple[int, str]:
    """One game and its twin: how often everything was asked, and what broke."""
    asked, rng = 0, random.Random(seed)
    try:
        with divided(field, seed) as asker:
            if asker is None:
                return 0, ""
            for _ in range(rng.randrange(1, ROUNDS)):
                asker.look()
                asked += 1
                if not asker.twins.quietly(asker.clubs, asker.who):
                    return asked, ""
            asker.listen()
            asker.meddle()
    except Exception as error:  # the seed is what matters; run it alone to see the rest
        return asked, f"{type(error).__name__}: {error}"
    return asked, ""


def main(arguments: list[str] | None = None) -> int:
    """Ask as often as wanted; say which seeds tell a secret."""
    names = [field.scenario for field in FIELDS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", choices=[*names, []], help="all, if none is named")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    broken = 0
    for field in FIELDS:
        if chosen.scenarios and field.scenario not in chosen.scenarios:
            continue
        total = 0
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            asked, fault = attempt(field, seed)
            total += asked
            if fault:
                broken += 1
                print(f"{field.scenario}: seed {seed} breaks: {fault}", file=sys.stderr, flush=True)
        print(f"{field.scenario}: {chosen.games} games, asked {total} times", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
