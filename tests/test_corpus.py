"""The corpus of saved games: one of every scenario, complete; whatever was saved must load."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine.event import plainly
from grognard.engine.game import Game
from grognard.engine.saves import VERSION, SaveError

CORPUS = Path(__file__).parent / "corpus"
SAVES = sorted(CORPUS.glob("version-*/*.grog"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_saved_game_replays_to_its_end(path: Path) -> None:
    """Every action is legal again, every die falls as it fell, and the game ends as it ended."""
    game = library.load(path)
    assert game.over
    head, *_ = path.read_text(encoding="ascii").splitlines()
    assert game.scenario.id == json.loads(head)["scenario"]
    assert any("dice" in line for line in library.verify(path))
    _has_words(game)


def _has_words(game: Game[Any]) -> None:
    """Whatever anybody was told has a sentence in the system's table of phrases."""
    for player in (None, *game.scenario.sides):
        for event in game.events_for(player):
            sentence = game.sentence(event)
            assert sentence != plainly(event), (player, event)
            assert "{" not in sentence


def test_every_scenario_is_in_the_corpus() -> None:
    recorded = {path.stem for path in SAVES if path.parent.name == f"version-{VERSION}"}
    assert recorded == {name.replace("/", "-") for name in library.scenario_ids()}


def test_a_saved_game_with_one_letter_changed_is_refused_at_its_line(tmp_path: Path) -> None:
    path = CORPUS / f"version-{VERSION}" / "wb95-klin.grog"
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    lines[100] = lines[100].replace('"by":"', '"by":"x', 1)
    copy = tmp_path / "broken.grog"
    copy.write_text("".join(lines), encoding="ascii")
    with pytest.raises(SaveError, match=r"broken\.grog:101"):
        library.load(copy)
