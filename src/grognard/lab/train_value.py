"""Training the value of positions: staffs play many games, and what became of them is learned.

    python -m grognard.lab.train_value wb95/klin ocs/catania-plain --games 2000 --into FOLDER

The games are kept in the folder as they come, a file for each scenario, and the same command goes
on where it stopped. Then the weights of each scenario are written there, with a note of how they
came about and how good they are on games that they have not seen. To ship them, copy them into
src/grognard/players/commander/weights.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from grognard import __version__, library
from grognard.engine.located import ScenarioError
from grognard.lab.batch import executor_for, play_all
from grognard.lab.executor import Order
from grognard.lab.learning import Learned, TooFew, learn
from grognard.lab.ledger import Ledger, LedgerError
from grognard.lab.simulate import Match, Result
from grognard.players.commander.value import appraised
from grognard.players.commander.weights import file_of

PLAYER = "grognard.lab.self_play:Varied"
NOTES = "grognard.lab.self_play:Notes"
SEED = 1
"""By which the trees are grown: the games have a seed of their own."""
OFTEN = 10.0
"""How many seconds go by between two lines that say how far it is."""


@dataclass(frozen=True)
class Plan:
    """What is asked for: how many games of each scenario, where they are kept, who plays them."""

    games: int
    seed: str
    into: Path
    jobs: int = 1
    ray: str | None = None


def match_of(scenario: str, seed: str) -> Match:
    """What is played in a scenario."""
    sides = library.find_scenario(scenario)[1].sides
    return Match(scenario, (PLAYER,) * len(sides), seed, lenient=True, note=NOTES, open_handed=True)


def play(scenario: str, plan: Plan, until: float = math.inf) -> list[Result]:
    """The games of a scenario: those that were kept, and more until there are enough of them or it
    is too late."""
    match, name = match_of(scenario, plan.seed), short(scenario)
    found: list[Result] = []
    with Ledger(plan.into / f"{name}.jsonl", match) as ledger:
        orders = [Order(match, number) for number in range(plan.games)]
        if time.monotonic() >= until:
            orders = [order for order in orders if ledger.known(order)]
        executor, told = executor_for(plan.jobs, plan.games, plan.ray), time.monotonic()
        with closing(play_all(orders, executor, ledger, failed=plan.into)) as playing:
            for _, result in playing:
                found.append(result)
                if result.error:
                    print(f"{name}: game {result.game} failed: {result.error}", file=sys.stderr)
                if time.monotonic() > told + OFTEN:
                    told = time.monotonic()
                    print(f"{name}: {len(found)} of {plan.games} games", flush=True)
                if time.monotonic() >= until and len(found) >= len(ledger.results):
                    break
    return found


def short(scenario: str) -> str:
    """What the files of a scenario are called."""
    return Path(scenario).stem


def write(scenario: str, plan: Plan, learned: Learned) -> Path:
    """Keep what was learned, with a note of how it came about; where it is."""
    system = library.find_scenario(scenario)[0].name
    path = plan.into / file_of(system, short(scenario))
    learned.weights.write(path)
    note = {
        "scenario": scenario,
        "engine": __version__,
        "player": PLAYER,
        "command": f"python -m grognard.lab.train_value {scenario} --games {plan.games} "
        f"--seed {plan.seed}",
        **learned.report,
    }
    path.with_suffix(".json").write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
    return path


def told(scenario: str, learned: Learned) -> str:
    """How good it is, in a few lines."""
    found = learned.report
    lines = [f"{short(scenario)}: {found['games']} games, {found['positions']} positions"]
    rows = {"all": found["held out"], **{f"turn {t}": r for t, r in found["by turn"].items()}}
    for name, row in rows.items():
        lines.append(
            f"  {name:8} AUC {row['auc']} (rule of thumb {row['auc by rule of thumb']}), Brier "
            f"{row['brier']} ({row['brier by rule of thumb']}; by share {row['brier by share']}), "
            f"lead foreseen {row['lead foreseen']}, {row['positions']} positions"
        )
    return "\n".join(lines)


def train(scenarios: Sequence[str], plan: Plan, seconds: float = math.inf) -> bool:
    """Play and learn; whether something was learned of every scenario.

    Of the time for playing every scenario gets an equal share of what is left.
    """
    plan.into.mkdir(parents=True, exist_ok=True)
    begun, results = time.monotonic(), dict[str, list[Result]]()
    for place, scenario in enumerate(scenarios):
        left = begun + seconds - time.monotonic()
        until = time.monotonic() + left / (len(scenarios) - place)
        results[scenario] = play(scenario, plan, until)
    good = True
    with ProcessPoolExecutor(plan.jobs, get_context("spawn")) as pool:
        for scenario, games in results.items():
            try:
                learned = learn(games, SEED, pool if plan.jobs > 1 else None)
            except TooFew as few:
                print(f"{short(scenario)}: {few}", file=sys.stderr)
                good = False
                continue
            print(told(scenario, learned), flush=True)
            if learned.better:
                print(f"  kept as {write(scenario, plan, learned).name}", flush=True)
            else:
                print("  not kept: the rule of thumb is as good; play more games", flush=True)
                good = False
    return good


def main(arguments: list[str] | None = None) -> int:
    """Play the games that are asked for, learn from them, and say how good it is."""
    parser = argparse.ArgumentParser(
        prog="python -m grognard.lab.train_value",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("scenarios", nargs="+", metavar="SCENARIO", help="such as wb95/klin")
    add("--games", type=int, default=1000, help="how many of each scenario (1000)")
    add("--seed", default="1", help="the same seed, the same games")
    add("--into", type=Path, required=True, metavar="FOLDER", help="where all of it is kept")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores if not given")
    add("--seconds", type=float, default=math.inf, help="play no longer than this, in all")
    add("--ray", help="play on a Ray cluster: its address, or `local`")
    chosen = parser.parse_args(arguments)
    for scenario in chosen.scenarios:
        try:
            system = library.find_scenario(scenario)[0].name
        except (ScenarioError, library.UnknownName) as wrong:
            parser.error(str(wrong))
        if not appraised(system):
            parser.error(f"nobody can read the positions of {system}")
    plan = Plan(chosen.games, chosen.seed, chosen.into, chosen.jobs, chosen.ray)
    try:
        return 0 if train(chosen.scenarios, plan, chosen.seconds) else 1
    except LedgerError as wrong:
        parser.error(str(wrong))


if __name__ == "__main__":
    sys.exit(main())
