"""On the command line: where a finished game turned."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from grognard import library
from grognard.cli import app
from grognard.players.registry import player
from grognard.players.seat import Seat

run = CliRunner().invoke


def save(folder: Path, over: bool = True) -> Path:
    """A game of Klin by chance, to its end or only begun."""
    game = library.new("wb95/klin", seed=4)
    players = {side: player("random", 1, "wb95") for side in game.scenario.sides}
    while over and (side := game.to_act) is not None:
        game.play(side, players[side].choose(Seat(game, side)))
    path = folder / "klin.grog"
    game.save(path)
    return path


def test_a_finished_game_is_told_as_data_and_in_words(tmp_path: Path) -> None:
    path = save(tmp_path)
    few = ["--side", "german", "--rehearsals", "4", "--turns", "1"]
    found = run(app, ["coach", str(path), *few, "--json"])
    assert found.exit_code == 0, found.output
    (told,) = json.loads(found.stdout)
    assert told["side"] == "german"
    assert [one["turn"] for one in told["turns"]] == [1, 2, 3, 4]
    (review,) = told["reviews"]
    swings = {
        one["turn"]: max(abs(one["after"] - one["before"]), abs(one["later"] - one["before"]))
        for one in told["turns"]
    }
    assert swings[review["turn"]] == max(swings.values())
    assert review["rehearsals"] == 4
    assert review["best"]["low"] <= review["best"]["mean"] <= review["best"]["high"]
    assert review["instead"]["efforts"]
    shown = run(app, ["coach", str(path), *few]).stdout
    assert "commander" in shown
    assert review["instead"]["efforts"][0][:20] in shown


def test_a_game_that_goes_on_is_refused_with_what_would_be_right(tmp_path: Path) -> None:
    found = run(app, ["coach", str(save(tmp_path, over=False))])
    assert found.exit_code
    assert "play it to its end" in str(found.exception)
