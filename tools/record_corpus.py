"""Record the corpus: one game of every scenario, staff against staff, complete but for the longest.

The saves under tests/corpus are replayed by the tests, and those of old formats stay there: what
was once saved must always load. Run this when a new scenario ships, or when a scenario's own data
has changed, which makes it another scenario: python tools/record_corpus.py [SCENARIO ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from grognard import library
from grognard.engine.saves import VERSION
from grognard.players.seat import Seat
from grognard.players.staff import Staff

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus"

BEGUN = {"goss/wacht-am-rhein": 1}
"""The campaigns that would take the tests minutes, and how many turns of each are kept."""


def record(name: str) -> Path:
    """Play a scenario to its end, or as far as it is kept, and save it."""
    game = library.new(name, seed="corpus")
    players = {side: Staff() for side in game.scenario.sides}
    turns = BEGUN.get(name, game.scenario.turns)
    while (player := game.to_act) is not None and game.turn <= turns:
        game.play(player, players[player].choose(Seat(game, player)))
    path = CORPUS / f"version-{VERSION}" / f"{name.replace('/', '-')}.grog"
    path.parent.mkdir(parents=True, exist_ok=True)
    game.save(path)
    print(f"{path.name}: {len(game.history)} lines, {game.result}")
    return path


if __name__ == "__main__":
    for scenario in sys.argv[1:] or library.scenario_ids():
        record(scenario)
