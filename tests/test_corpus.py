"""The corpus of saved games: one of every scenario, complete but for the longest campaign;
whatever was saved must load."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine import release
from grognard.engine.entries import Line
from grognard.engine.event import plainly
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.saves import VERSION, SaveError

CORPUS = Path(__file__).parent / "corpus"
SAVES = sorted(CORPUS.glob("version-*/*.grog"))
BEGUN = {"goss-wacht-am-rhein"}
"""Those of which only the first turn is kept: a whole game would take minutes."""


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", SAVES, ids=_name)
def test_a_saved_game_replays_to_its_end(path: Path) -> None:
    """Every action is legal again, every die falls as it fell, and the game ends as it ended."""
    game, checked = library.verified(path)
    assert game.over == (path.stem not in BEGUN)
    head, *_ = path.read_text(encoding="ascii").splitlines()
    assert game.scenario.id == json.loads(head)["scenario"]
    assert any("dice" in line for line in checked)
    _has_words(game)


@pytest.mark.parametrize("path", [p for p in SAVES if p.parent.name != "version-1"], ids=_name)
def test_a_saved_game_comes_out_of_its_record_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that refuse everything from the second line on lose nothing of it: neither the State
    nor what was told, in words that everybody can read."""
    monkeypatch.setattr(release, "rules_of", lambda system: "none")
    printed = Game.replay

    def refuse(game: Game[Any], line: Line, *given: Any, **more: Any) -> None:
        if game.history:
            raise Refused([Refusal("none", "nothing is allowed")])
        printed(game, line, *given, **more)

    monkeypatch.setattr(Game, "replay", refuse)
    game, checked = library.verified(path)
    last = json.loads(path.read_text(encoding="ascii").splitlines()[-1])
    assert game.state.fingerprint() == last["state"]
    assert checked[0] == "1 lines replayed, every action legal"
    assert bool(game.view(None)["over"]) == (path.stem not in BEGUN)
    _has_words(game)


def _has_words(game: Game[Any]) -> None:
    """Whatever anybody was told has a sentence in the system's table of phrases."""
    for player in (None, *game.scenario.sides):
        for event in game.events_for(player):
            sentence = game.sentence(event)
            assert sentence != plainly(event), (player, event)
            assert "{" not in sentence


def test_every_scenario_is_in_the_corpus() -> None:
    """Of a rulebook in the making games of some scenarios may be kept, and need not be."""
    recorded = {path.stem for path in SAVES if path.parent.name == f"version-{VERSION}"}
    whole = [library.BOOKS[system] for system in library.whole()]
    kept = {name.replace("/", "-") for book in whole for name in library.scenarios_of(book)}
    assert kept <= recorded
    assert recorded <= {name.replace("/", "-") for name in library.scenario_ids()}


def test_a_saved_game_with_one_letter_changed_is_refused_at_its_line(tmp_path: Path) -> None:
    path = CORPUS / f"version-{VERSION}" / "wb95-klin.grog"
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    lines[100] = lines[100].replace('"by":"', '"by":"x', 1)
    copy = tmp_path / "broken.grog"
    copy.write_text("".join(lines), encoding="ascii")
    with pytest.raises(SaveError, match=r"broken\.grog:101"):
        library.load(copy)
