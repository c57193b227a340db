"""The fuzzer: random games with all laws on, until something breaks.

Every law is checked now and then in a game, and in some games at each of the first decisions.

An arena is where they are played: positions that are generated, with every chapter and option in
use, or the scenarios that ship, from the set-up to the end.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.kit.book import Book
from grognard.kit.fog import Veil
from grognard.kit.proof import Pace, Watch, unwatched
from grognard.lab import laws
from grognard.lab.imaginings import imaginings

AnyGame = Game[Any]
Make = Callable[[int], AnyGame]
Look = Callable[[AnyGame, random.Random], None]
"""A close look at a decision, which is then answered."""


@dataclass(frozen=True)
class Arena:
    """Where random games are played: how one begins, what is hidden in it, at what pace it goes,
    and who looks after the system's own laws."""

    make: Make
    veil: Veil
    pace: Pace
    watch: Callable[[AnyGame], Watch] = unwatched


def paced(arena: Arena, **pace: int) -> Arena:
    """The same arena at another pace."""
    return replace(arena, pace=replace(arena.pace, **pace))


def _begin(name: str, options: Mapping[str, str], seed: int) -> AnyGame:
    return library.new(name, seed, options)


def arenas(book: Book) -> dict[str, Arena]:
    """The positions of a system that has some, and its scenarios, some with other options too."""
    proof = book.proven()
    if proof is None:
        return {}
    found = {book.name: Arena(proof.position, proof.veil, proof.pace, proof.watch)}
    played: dict[str, tuple[str, Mapping[str, str]]]
    played = {name: (name, {}) for name in library.scenarios_of(book)}
    played |= {f"{book.name}/{name}": variant for name, variant in proof.variants.items()}
    for name, (scenario, options) in played.items():
        pace = proof.scenarios.get(name.partition("/")[2], proof.pace)
        found[name] = Arena(partial(_begin, scenario, options), proof.veil, pace, proof.watch)
    return found


ARENAS: dict[str, Arena] = {
    name: arena for book in library.BOOKS.values() for name, arena in arenas(book).items()
}


def play_one(arena: Arena, seed: int) -> int:
    """One random game with the laws checked now and then; how many actions were played."""
    rng = random.Random(seed)
    game = arena.make(seed)
    watch = arena.watch(game)
    played = 0
    while not game.over and played < arena.pace.actions:
        played += 1
        player, action = chosen(game, rng, arena.pace.patience)
        if rng.randrange(arena.pace.every):
            game.play(player, action)
        else:
            check_all(game, arena.veil, rng)
            laws.undo(game, player, action)
            game.undo()
            laws.untaught(game, arena.veil, player, action)
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


def exact(game: AnyGame, rng: random.Random) -> None:
    """Laws 1, 2 and 5 at a decision, in the middle of a procedure too."""
    laws.save_and_load(game, rng, ahead=1)
    laws.undo(game, *laws.random_action(game, rng))
    laws.caches(game)


def guarded(game: AnyGame, rng: random.Random) -> None:
    """Laws 6 and 7 at a decision."""
    laws.offers(game, limit=15)
    laws.forgeries(game, rng)
    game.play(*laws.random_action(game, rng))


def play_closely(
    arena: Arena, seed: int, look: Look, decisions: int = 40, one_in: int = 1
) -> list[int]:
    """The beginning of a random game with a close look at one decision in so many; at which it was.

    Games with seeds that follow one another are looked at in different places.
    """
    rng, game = random.Random(seed), arena.make(seed)
    looked: list[int] = []
    for number in range(decisions):
        if game.over:
            break
        if (seed + number) % one_in:
            game.play(*laws.random_action(game, rng))
        else:
            looked.append(number)
            look(game, rng)
    return looked


def check_all(game: AnyGame, veil: Veil, rng: random.Random) -> None:
    """Every law, on the game as it stands."""
    laws.caches(game)
    laws.plain(game)
    laws.offers(game)
    laws.forgeries(game, rng)
    laws.save_and_load(game, rng)
    laws.secrets(game, veil, rng)
    imaginings(game, veil, rng)


def attempt(name: str, seed: int) -> tuple[int, int, str]:
    """One game of an arena: its seed, how many actions were played, what broke."""
    try:
        played = play_one(ARENAS[name], seed)
        for look in (exact, guarded):
            played += len(play_closely(ARENAS[name], seed, look))
        return seed, played, ""
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
            range(chosen.seed, chosen.seed + (chosen.games or ARENAS[name].pace.games)),
            chosen.jobs,
        )
        for name in chosen.arenas or ARENAS
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
