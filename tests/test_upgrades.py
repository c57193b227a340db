"""A save made by one release is loaded by the next, in which something was mended, and goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine.entries import RENEW
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from tests.releases import COUNTER, RULE, TABLE, copied

GOES_ON = """
import json, sys
from grognard import library
from grognard.players.seat import Seat
from grognard.players.staff import Staff
path = sys.argv[1]
game = library.load(path)
first = {
    "state": game.state.fingerprint(), "lines": len(game.history),
    "counter": game.scenario.counters["de-7-pz"].levels[0].attack,
    "cell": str(game.scenario.tables["combat"].cell(7, "3:1").value),
    "events": len(game.events),
}
players = {side: Staff() for side in game.scenario.sides}
while game.to_act is not None:
    game.play(game.to_act, players[game.to_act].choose(Seat(game, game.to_act)))
game.save(path)
again = library.load(path)
last = {"state": again.state == game.state, "over": again.over, "checked": library.verify(path)}
print(json.dumps({"first": first, "last": last}))
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A game of Klin, in the midst of its second turn, as this release saves it."""
    game = library.new("wb95/klin", seed="upgrade")
    players = {side: Staff() for side in game.scenario.sides}
    while len(game.history) < 75:
        player = game.to_act or ""
        game.play(player, players[player].choose(Seat(game, player)))
    path = tmp_path_factory.mktemp("saves") / "klin.grog"
    game.save(path)
    return path, game


def own_copy(path: Path, folder: Path) -> Path:
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    return copy


@pytest.mark.parametrize("mend", [COUNTER, TABLE], ids=["counter", "table"])
def test_a_release_that_mends_data_does_not_touch_a_game_that_was_begun(
    begun: tuple[Path, Any], tmp_path: Path, mend: tuple[str, str, str]
) -> None:
    path, game = begun
    path = own_copy(path, tmp_path)
    newer = copied(tmp_path / "newer").edit(*mend)
    said = newer.run(GOES_ON, str(path))
    assert said["first"] == {
        "state": game.state.fingerprint(), "lines": 75, "counter": 4, "cell": "- / D2",
        "events": len(game.events),
    }  # fmt: skip
    assert (said["last"]["state"], said["last"]["over"]) == (True, True)
    assert said["last"]["checked"][0].endswith("lines replayed, every action legal")
    assert library.load(path).over


def test_a_release_that_mends_a_rule_goes_on_from_the_state(
    begun: tuple[Path, Any], tmp_path: Path
) -> None:
    path, game = begun
    path = own_copy(path, tmp_path)
    said = copied(tmp_path / "newer").edit(*RULE).run(GOES_ON, str(path))
    assert said["first"]["state"] == game.state.fingerprint()
    assert (said["first"]["lines"], said["first"]["events"]) == (76, len(game.events) + 1)
    assert (said["last"]["state"], said["last"]["over"]) == (True, True)
    _replayed, otherwise, *dice = said["last"]["checked"]
    assert "the rules of today differ" in otherwise
    assert "dice recomputed from the revealed seed" in dice[0]
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    renewed = [line["n"] for line in lines[1:] if line["do"]["do"] == RENEW]
    assert renewed == [75]
    ours = library.load(path)
    assert (ours.over, ours.events[-1].kind) == (True, "victory")
