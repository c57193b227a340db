"""Keeping the game: quitting, end of input, Ctrl-C and crashes lose nothing."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.terminal import Terminal
from grognard.terminal.keeping import Keeper
from tests.terminal_field import desk, field, played, typed

CODE = "from grognard.cli import main; main()"


def kept(folder: Path, name: str = "position.grog") -> Game[Any]:
    """The small field as it was kept."""
    return grognard.load(folder / name, scenario=field().scenario)


@pytest.mark.parametrize("last", ["quit", "exit", "q", None])
def test_whoever_stops_can_go_on(tmp_path: Path, last: str | None) -> None:
    seat = desk(field(), tmp_path)
    screen = typed(seat, "move g2 0303", *([last] if last else []))
    assert kept(tmp_path).view(None) == seat.game.view(None)
    flat = screen.replace("\n", "")
    assert f"kept in {tmp_path}/position.grog: go on with grognard play" in flat


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    seat = desk(field(), tmp_path)
    lines = iter(["move g2 0303"])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    seat.run(read)
    assert kept(tmp_path).view(None) == seat.game.view(None)
    assert "go on with grognard play" in seat.console.export_text().replace("\n", " ")


class Interrupted:
    """An opponent during whose turn somebody loses patience."""

    def choose(self, seat: Seat) -> Action:
        """Never comes to an end."""
        raise KeyboardInterrupt


def test_ctrl_c_while_the_other_thinks_loses_nothing(tmp_path: Path) -> None:
    seat = desk(field(), tmp_path)
    seat.opponents = {"soviet": Interrupted()}
    typed(seat, "end", "end", "end", "end")
    assert seat.game.to_act == "soviet"
    assert kept(tmp_path).view(None) == seat.game.view(None)


class Killed(BaseException):
    """What cannot be caught."""


def test_a_crash_loses_nothing_that_was_played(tmp_path: Path) -> None:
    seat = desk(field(), tmp_path)
    lines = iter(["move g2 0303", "undo", "move g2 0303"])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        assert kept(tmp_path).view(None) == seat.game.view(None)  # before anything is closed
        raise Killed

    with pytest.raises(Killed):
        seat.run(read)


def test_nothing_is_written_where_nothing_was_played(tmp_path: Path) -> None:
    assert "kept in" not in typed(desk(field(), tmp_path), "units", "quit")
    assert list(tmp_path.iterdir()) == []


def test_another_game_is_never_written_over(tmp_path: Path) -> None:
    for _ in range(3):
        typed(desk(field(), tmp_path), "move g2 0303", "quit")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["position-2.grog", "position-3.grog", "position.grog"]


def test_a_loaded_game_goes_on_in_its_file(tmp_path: Path) -> None:
    typed(desk(field(), tmp_path), "move g2 0303", "quit")
    path = tmp_path / "position.grog"
    first = desk(kept(tmp_path), tmp_path)
    seat = Terminal(first.game, "german", first.opponents, first.console, path)
    typed(seat, "move g1 0302", "quit")
    assert [p.name for p in tmp_path.iterdir()] == ["position.grog"]
    assert kept(tmp_path).view(None)["units"]["g1"]["hex"] == "0302"


def test_a_copy_is_saved_but_not_over_something_else(tmp_path: Path) -> None:
    game = field()
    keeper = Keeper(game, folder=tmp_path)
    keeper.begin()
    played(game, "german", "move", units=["g2"], path=["0303"])
    copy = tmp_path / "copy.grog"
    keeper.copy(copy)
    keeper.copy(copy)  # the same game may be saved again
    keeper.copy(tmp_path / "position.grog")  # where it is kept anyway
    other = tmp_path / "letter.txt"
    other.write_text("Dear aunt")
    with pytest.raises(FileExistsError, match=r"letter\.txt holds something else"):
        keeper.copy(other)
    field(seed=8).save(tmp_path / "foreign.grog")
    with pytest.raises(FileExistsError, match="name another file"):
        keeper.copy(tmp_path / "foreign.grog")
    keeper.end()
    assert other.read_text() == "Dear aunt"
    assert kept(tmp_path, "copy.grog").view(None) == game.view(None)


def test_where_nothing_can_be_written_one_can_still_play(tmp_path: Path) -> None:
    seat = desk(field(), tmp_path / "no-such-folder")
    screen = typed(seat, "move g2 0303", "quit")
    assert "G2 ARM 0302→0303" in screen
    assert "this game is not being kept: No such file or directory" in screen


def test_the_way_back_to_one_s_seat_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["play", "wb95/klin", "--side", "soviet", "--opponent", "random", "--seed", "1"]
    done = CliRunner().invoke(app, words, input="\n")
    assert done.exit_code == 0
    assert "grognard play klin.grog --side soviet --opponent random" in done.stdout
    again = CliRunner().invoke(
        app, ["play", "klin.grog", "--side", "soviet", "--opponent", "random"], input="quit\n"
    )
    assert again.exit_code == 0
    assert "you play soviet" in again.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["klin.grog"]
    refused = CliRunner().invoke(app, ["play", "klin.grog", "--seed", "2"])
    assert "a saved game has its dice" in str(refused.exception)


# ---- a real terminal


class Screen:
    """The command in a terminal of its own, with what it has shown so far."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self.master, slave = pty.openpty()
        os.set_blocking(self.master, False)
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: _take_terminal(slave),
        )
        os.close(slave)
        self.shown = ""

    def until(self, found: Callable[[str], bool], seconds: float = 60) -> str:
        """Read until something is there."""
        end = time.monotonic() + seconds
        while not found(self.shown):
            assert time.monotonic() < end, self.shown[-2000:]
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    self.shown += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
        return self.shown

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self.master, text.encode())


def _take_terminal(slave: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


def test_at_a_real_terminal_there_are_colours_completion_and_ctrl_c(tmp_path: Path) -> None:
    screen = Screen(["play", "wb95/klin", "--opponent", "random", "--seed", "3"], tmp_path)
    screen.until(lambda text: "air>" in text)
    assert "\x1b[48;" in screen.shown  # painted ground
    screen.type("\r")
    screen.until(lambda text: "Movement>" in text)
    screen.type("vict\t\r")
    screen.until(lambda text: "German victory points" in text)
    screen.type("\x03")
    screen.until(lambda text: "go on with grognard play klin.grog" in text)
    assert screen.process.wait(30) == 0
    assert "Traceback" not in screen.shown
    assert grognard.load(tmp_path / "klin.grog").turn == 1
