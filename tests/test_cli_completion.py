"""Shell completion: commands, scenarios, saves, sides, players, options."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli import app, completion


def asking(line: str) -> dict[str, str]:
    """How bash asks what there is for the last word of a line."""
    words = line.split(" ")
    return {
        "_GROGNARD_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }


def completed(line: str, folder: Path) -> list[str]:
    """What bash is offered by the command itself."""
    code = "from grognard.cli import app; app(prog_name='grognard')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asking(line)},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert not done.stderr, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("grognard sim", ["simulate"]),
        ("grognard play wb95/ty", ["wb95/typhoon"]),
        ("grognard play wb95/typhoon --side so", ["soviet"]),
        ("grognard play ocs/husky --side a", ["allied", "axis"]),
        ("grognard play wb95/typhoon --opponent ra", ["random"]),
        ("grognard play wb95/typhoon --option masking=", ["masking=on", "masking=off"]),
        ("grognard simulate wb95/typhoon --players staff,r", ["staff,random", "staff,recruit"]),
        ("grognard ladder wb95/klin --players staff,random,c", ["staff,random,commander"]),
        ("grognard balance wb95/k", ["wb95/klin"]),
        ("grognard tables wb95 com", ["combat"]),
        ("grognard rules w", ["wb95"]),
        ("grognard rules wb95 5.3.2", ["5.3.2"]),
        ("grognard verify g", ["g.grog"]),
        ("grognard show g.grog --side g", ["german"]),
    ],
)
def test_the_shell_completes(
    tmp_path: Path, line: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grognard.new("wb95/klin", seed=1).save(tmp_path / "g.grog")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [], env=asking(line), prog_name="grognard")
    assert not done.stderr
    assert sorted(done.stdout.split()) == sorted(words)


def test_the_command_itself_completes(tmp_path: Path) -> None:
    grognard.new("wb95/klin", seed=1).save(tmp_path / "g.grog")
    assert completed("grognard show g.grog --side g", tmp_path) == ["german"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown_for_every_shell(shell: str) -> None:
    code = "from grognard.cli import app; app(prog_name='grognard')"
    done = subprocess.run(
        [sys.executable, "-c", code, "--show-completion", shell],
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "GROGNARD_COMPLETE" in done.stdout.upper()


def test_what_does_not_exist_completes_to_nothing() -> None:
    assert completion.scenarios("zz") == []
    assert completion.saves("no/such/folder/") == []
    assert completion.playable("wb95/k") == ["wb95/klin"]
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).stdout
