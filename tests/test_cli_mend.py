"""On the command line: that a scenario was mended since a game began, and taking it over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard import library
from grognard.cli import app
from grognard.engine.refusal import Refused
from tests.shelves import AMONG_FOES, COUNTER, Shelf, forget, shelf_in

run = CliRunner().invoke
TOLD = "25 of 7 ARM: cels 4:7/2:7 becomes 9:9/8:9"
SINCE = "the scenario was mended since this game took it up: 1 change, which `grognard mend` tells"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    yield shelf_in(tmp_path / "shelf", monkeypatch)
    forget()


@pytest.fixture
def save(tmp_path: Path) -> Path:
    game = library.new("wb95/klin", seed=7)
    game.play("german", {"do": "assign", "missions": []})
    path = tmp_path / "klin.grog"
    game.save(path)
    return path


@pytest.mark.parametrize("word", ["show", "replay", "verify"])
def test_whoever_looks_at_a_game_is_told(shelf: Shelf, save: Path, word: str) -> None:
    assert SINCE not in run(app, [word, str(save)]).stdout
    shelf.mend(*COUNTER)
    assert SINCE in run(app, [word, str(save)]).stdout
    json.loads(run(app, [word, str(save), "--json"]).stdout)


def test_what_was_mended_is_shown_and_nothing_is_written(shelf: Shelf, save: Path) -> None:
    before = save.read_bytes()
    assert "nothing was mended" in run(app, ["mend", str(save)]).stdout
    assert json.loads(run(app, ["mend", str(save), "--take", "--json"]).stdout)["taken"] is False
    shelf.mend(*COUNTER)
    assert run(app, ["mend", str(save)]).stdout == f"{TOLD}\n"
    shown = json.loads(run(app, ["mend", str(save), "--json"]).stdout)
    newer = library.find_scenario("wb95/klin")[1].fingerprint
    assert (shown["to"], shown["told"], shown["refused"]) == (newer, [TOLD], [])
    assert save.read_bytes() == before


def test_it_is_taken_over_and_saved(shelf: Shelf, save: Path) -> None:
    shelf.mend(*COUNTER)
    assert "is set in the mended scenario" in run(app, ["mend", str(save), "--take"]).stdout
    game = library.load(save)
    assert game.scenario.counters["de-7-pz"].levels[0].attack == 9
    assert game.history[-1].by == "umpire"
    for word in ("show", "replay", "verify"):
        assert SINCE not in run(app, [word, str(save)]).stdout
    assert TOLD in " ".join(run(app, ["replay", str(save)]).stdout.split())
    assert "nothing was mended" in run(app, ["mend", str(save)]).stdout


def test_what_cannot_be_taken_over_says_why(shelf: Shelf, save: Path) -> None:
    game = library.load(save)
    game.edit([{"map": "units", "key": "su-133", "set": {"hex": "2718"}}], "he went there")
    game.save(save)
    shelf.mend(*AMONG_FOES)
    shown = run(app, ["mend", str(save)]).stdout
    assert "it cannot be taken over: [mend]" in shown
    assert "both sides would be in 2718" in shown
    before = save.read_bytes()
    assert isinstance(run(app, ["mend", str(save), "--take"]).exception, Refused)
    assert save.read_bytes() == before
