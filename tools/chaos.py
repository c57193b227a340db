"""Chaos: python tools/chaos.py [--rounds N] [--seed N] [--players N]

People play on SQLite and on PostgreSQL while the server, its workers, the programs that think and
the database are killed, the disk is full, and slow clients hang about; in the end every action that
was acknowledged must be in its place, once. A round is every wound, in an order of its own, on
either.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server import chaos
from tests.server.cluster import NoPostgres, cluster

ROUNDS, PLAYERS, BETWEEN = 3, 10, 2.0


def _told(where: str, seen: chaos.Seen) -> None:
    statuses = ", ".join(f"{status}: {n}" for status, n in sorted(seen.statuses.items()))
    doubtful = f"{len(seen.doubtful)} in doubt when all went home"
    print(f"{where}: {len(seen.acknowledged)} acknowledged, all in place; {doubtful}; {statuses}")


def on_sqlite(rng: random.Random, players: int) -> None:
    """Every wound once, on a file."""
    with TemporaryDirectory(prefix="grognard-chaos-") as folder:
        house = chaos.House(f"sqlite:///{folder}/grognard.db")
        wounds = rng.sample(list(chaos.ON_SQLITE.values()), len(chaos.ON_SQLITE))
        _evening("SQLite", house, wounds, players)


def on_postgres(rng: random.Random, players: int) -> None:
    """Every wound once, on a PostgreSQL of our own, with two workers."""
    with cluster() as running:
        house = chaos.House(running.url(running.new()), running, workers=2)
        wounds = rng.sample(list(chaos.ON_POSTGRES.values()), len(chaos.ON_POSTGRES))
        _evening("PostgreSQL", house, wounds, players)


def _evening(where: str, house: chaos.House, wounds: list[chaos.Wound], players: int) -> None:
    try:
        seen = chaos.evening(house, wounds, players, BETWEEN)
    finally:
        house.close()
    chaos.reckoned(house.url, seen)
    _told(where, seen)


def main() -> None:
    """So many rounds, told by the seed of each."""
    read = argparse.ArgumentParser("python tools/chaos.py", description="Kill what serves.")
    read.add_argument("--rounds", type=int, default=ROUNDS)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--players", type=int, default=PLAYERS)
    asked = read.parse_args()
    for seed in range(asked.seed, asked.seed + asked.rounds):
        print(f"round {seed}", flush=True)
        try:
            on_sqlite(random.Random(seed), asked.players)
            on_postgres(random.Random(seed), asked.players)
        except NoPostgres as reason:
            print(reason)
        except chaos.Broken as broken:
            sys.exit(f"seed {seed}: {broken}")


if __name__ == "__main__":
    main()
