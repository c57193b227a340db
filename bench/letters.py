"""The bench of games by letter: how often the game goes from one player's hands to the other's.

The staffs play, once without a word left behind and once with the standing answers that a player
would leave who trusts his staff with what interrupts the enemy's turn. A hand-off is an answer by
another side than the one before: a letter, where people play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.measuring import Result
from grognard import library
from grognard.engine.game import Game
from grognard.players.registry import player
from grognard.players.seat import Seat

TURNS = 2
"""How many turns are played of each, at most."""
SEED = 7
GAMES: Mapping[str, Mapping[str, str]] = {
    "wb95/klin": {},
    "wb95/typhoon": {"free-setup": "off"},
    "ocs/catania-plain": {},
}


def letters(scenario: str, standing: bool) -> tuple[int, int, Counter[str]]:
    """Hand-offs, turns, and what was asked when the game changed hands."""
    game: Game[Any] = library.new(scenario, seed=SEED, options=dict(GAMES[scenario]))
    sides = game.scenario.sides
    if standing:
        for side in sides:
            game.instruct(side, game.system.by_letter())
    staffs = {side: player("staff", SEED, game.system.name) for side in sides}
    found: Counter[str] = Counter()
    first, last = game.turn, ""
    while game.to_act is not None and game.turn < first + TURNS:
        asked = {decision.player: decision.ask.name for decision in reversed(game.decisions)}
        side = last if last in asked else game.to_act  # who has the game answers all he is asked
        if side != last:
            found[asked[side]] += 1
        game.play(side, staffs[side].choose(Seat(game, side)))
        last = side
    turns = game.turn - first + (1 if game.over else 0)
    return sum(found.values()), turns, found


def run() -> list[Result]:
    """Hand-offs a turn of each game, with standing answers and with none."""
    results = []
    for scenario in GAMES:
        few, many = (_a_turn(scenario, standing) for standing in (True, False))
        name = f"by letter, {scenario}, with standing answers (peer: with none)"
        results.append(Result(name, "hand-offs a turn", few, many, many / few))
    return results


def _a_turn(scenario: str, standing: bool) -> float:
    hands, turns, _asked = letters(scenario, standing)
    return hands / turns
