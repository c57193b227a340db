"""The kit that tries programs: the sample passes, and each way of playing badly is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.cli.application import Mistake
from grognard.server import trying_bots
from grognard.server.trying_bots import Ground, Verdict, ground, tried

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
SAMPLE = [sys.executable, str(BOT)]


@pytest.fixture(scope="module")
def on() -> Iterator[Ground]:
    """A server for trials."""
    with ground() as found:
        yield found


@pytest.mark.parametrize("trial", ["cut", "stale"])
def test_the_sample_plays_on_when_something_goes_wrong(on: Ground, trial: str) -> None:
    verdict = tried(SAMPLE, on, trial, "wb95/klin", 1)
    assert verdict.wrong == ""
    assert verdict.answers >= trying_bots.AFTER
    assert verdict.told().startswith("pass")


def spoilt(tmp_path: Path, what: str, by: str) -> list[str]:
    """The sample with a mistake in it."""
    text = BOT.read_text(encoding="utf-8")
    assert what in text
    path = tmp_path / "bot.py"
    path.write_text(text.replace(what, by), encoding="utf-8")
    return [sys.executable, str(path)]


def test_a_program_that_does_not_look_again_when_it_is_refused_is_found_out(
    on: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying_bots, "PATIENCE", 2.0)
    command = spoilt(tmp_path, 'answered, now = None, ask(f"/seats/{seat}/view")', "continue")
    assert "no answer within" in tried(command, on, "refused", "wb95/klin", 1).wrong


def test_a_program_that_gives_up_is_found_out(on: Ground, tmp_path: Path) -> None:
    verdict = tried(
        spoilt(tmp_path, "        time.sleep(0.2)", "        raise"), on, "cut", "wb95/klin", 1
    )
    assert "it ended with 1 before the game was over; it said:" in verdict.wrong
    assert "ConnectionClosed" in verdict.told()
    assert verdict.told().startswith("FAIL")


def test_a_program_that_stays_when_the_game_is_over_is_found_out(
    on: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying_bots, "PATIENCE", 2.0)
    command = spoilt(tmp_path, "                return True\n", "                time.sleep(60)\n")
    wrong = tried(command, on, "resign", "wb95/klin", 1).wrong
    assert "did not end within" in wrong or "no answer within" in wrong


def test_the_command_tells_each_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(command: list[str], on: Ground, trial: str, scenario: str, nth: int) -> Verdict:
        return Verdict(trial, str(nth), 3, "it fell asleep" if trial == "late" else "")

    monkeypatch.setattr(trying_bots, "tried", judged)
    found = CliRunner().invoke(app, ["try-bot", "python", "bot.py", "--deep"])
    assert found.exit_code == 1
    assert "FAIL  an answer is late (1, 3 answers): it fell asleep" in found.output
    assert "8 of 9 trials passed" in found.output
    monkeypatch.setattr(trying_bots, "tried", lambda *_: Verdict("cut", "soviet", 3))
    found = CliRunner().invoke(app, ["try-bot", "--quick", "python", "bot.py"])
    assert (found.exit_code, "7 of 7 trials passed" in found.output) == (0, True)


def test_a_program_that_is_not_there_is_told_in_a_sentence() -> None:
    found = CliRunner().invoke(app, ["try-bot", "--quick", "no-such-program"])
    assert isinstance(found.exception, Mistake)
    assert str(found.exception).startswith("no-such-program cannot be started: No such file")
