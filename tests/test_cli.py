"""The command line: what it prints, what it refuses, and a game in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.players.random_player import RandomPlayer
from grognard.terminal import Terminal, read_value, written
from tests.engine.toy import TOY, toy

run = CliRunner().invoke


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The installed command, as a user runs it."""
    line = [sys.executable, "-c", "from grognard.cli import main; main()", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_scenarios_are_listed_for_people_and_for_programs() -> None:
    assert "wb95/typhoon" in run(app, ["scenarios"]).stdout
    listed = json.loads(run(app, ["scenarios", "--json"]).stdout)
    assert {"id": "wb95/typhoon", "title": "Typhoon", "system": "wb95"} in listed


def test_the_rules_are_listed_with_their_numbers() -> None:
    numbers = json.loads(run(app, ["rules", "wb95", "--json"]).stdout)
    assert set(numbers) == {"system", "total", "components", "enforced", "proven", "gaps"}
    assert (numbers["system"], numbers["total"], numbers["components"]) == ("wb95", 336, 8)


def test_no_traceback_reaches_a_user() -> None:
    for words, text in [
        (("rules", "wb96"), "there is no system 'wb96'; did you mean 'wb95'?"),
        (("play", "wb95/tyfoon"), "did you mean 'wb95/typhoon'?"),
        (("play", "wb95/typhoon", "--side", "roman"), "there is no side 'roman'"),
        (("verify", "no-such.grog"), "no-such.grog"),
    ]:
        done = command(*words)
        assert done.returncode == 2
        assert text in " ".join(done.stderr.split())
        assert "Traceback" not in done.stderr


def test_a_save_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "g.grog"
    grognard.new("wb95/typhoon", seed=1).save(path)
    assert "every action legal" in run(app, ["verify", str(path)]).stdout
    path.write_bytes(path.read_bytes().replace(b"begin", b"begun"))
    done = command("verify", str(path))
    assert done.returncode == 2
    assert "g.grog:2:" in done.stderr


def test_tables_are_shown_whole_with_their_sources() -> None:
    assert "combat  Combat results [T.combat]" in run(app, ["tables", "wb95"]).stdout
    shown = run(app, ["tables", "wb95", "combat"]).stdout
    assert "-1 / D5D -1" in shown
    assert "…" not in shown
    cells = json.loads(run(app, ["tables", "wb95", "combat", "--json"]).stdout)["combat"]
    assert {"row": "3", "column": "7:1", "value": "T / D4 -1", "source": "inferred"} in cells
    assert "did you mean 'combat'" in command("tables", "wb95", "combet").stderr


def test_a_game_is_begun_shown_replayed_and_asked_for_odds(tmp_path: Path) -> None:
    path = str(tmp_path / "g.grog")
    assert "Typhoon begins" in run(app, ["new", "wb95/typhoon", path, "--seed", "4"]).stdout
    again = command("new", "wb95/typhoon", path)
    assert again.returncode == 2
    assert "is there already" in again.stderr
    assert "Air Phase of german" in run(app, ["show", path, "--side", "soviet"]).stdout
    view = json.loads(run(app, ["show", path, "--side", "soviet", "--json"]).stdout)
    assert view["player"] == "soviet"
    assert json.loads(run(app, ["replay", path, "--json"]).stdout) == []
    assign = '{"do": "assign", "missions": []}'
    assert "[8.1.7]" in run(app, ["odds", path, assign]).stdout
    assert json.loads(run(app, ["odds", path, assign, "--json"]).stdout)["outcomes"] == []
    for words in (
        ["odds", path, "end"],
        ["odds", path, '{"do": "end"}'],
        ["show", path, "--side", "x"],
    ):
        done = command(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


@pytest.fixture
def desk():
    """A toy game at a terminal whose output is kept."""
    console = Console(width=120, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    game = toy(length="2")
    return Terminal(game, "north", {"south": RandomPlayer(1)}, console)


def typed(desk: Terminal, *lines: str) -> str:
    """Type some lines and read what is on the screen."""
    waiting = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    desk.run(read)
    return desk.console.export_text()


def test_a_game_is_played_through_at_the_terminal(desk: Terminal) -> None:
    screen = typed(desk, "bump by=2", *["end", "legal", "1"] * 40)
    assert desk.game.over
    assert "The game is over: over" in screen
    assert "north +2" in screen


def test_the_terminal_lists_explains_and_takes_back(desk: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "t.grog"
    screen = typed(
        desk, "legal bump", "2", "undo", "why bump by=9", "why bump by=1", "odds gamble", "map",
        "help", "events", f"save {path}", "undo",
    )  # fmt: skip
    assert "   2 bump by=2" in screen
    assert "taken back" in screen
    assert "1 to 3 points, not 9 [T1]" in screen
    assert "nothing: it is legal" in screen
    assert "58.3% won" in screen
    assert "north 0, south 0" in screen
    assert "saved as" in screen
    assert "there is nothing to take back" in screen
    assert path.exists()


@pytest.mark.parametrize(
    "line",
    [
        "7",
        "nonsense",
        "bump",
        "bump by=x",
        "bump 3",
        '{"do": ',
        "[1]",
        "save",
        "save a b",
        "odds",
        "'",
    ],
)
def test_nothing_typed_can_harm_the_game(desk: Terminal, line: str) -> None:
    before = desk.game.state.fingerprint()
    typed(desk, line)
    assert desk.game.state.fingerprint() == before


def test_what_is_written_can_be_typed() -> None:
    action = {"do": "attack", "units": ["a", "b"], "bonus": 2, "full": True, "take": {"a": 1}}
    assert written(action) == "attack units=a,b bonus=2 full=yes take='{\"a\": 1}'"
    assert read_value("texts", "a,b") == ["a", "b"]
    assert read_value("counts", '{"a": 1}') == {"a": 1}
    assert read_value("maps", "") == []
    assert read_value("flag", "yes") is True
    assert read_value("count", "2") == 2
    assert TOY.title == "A toy"
