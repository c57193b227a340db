"""The designer's report on the command line: real games of the random player, kept and varied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.cli import app

run = CliRunner().invoke
WORDS = ["balance", "wb95/klin", "--players", "random", "-n", "3", "--jobs", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """A report of three games as it is and three with masking, and the folder it is in."""
    folder = tmp_path_factory.mktemp("balance")
    more = ["--vary", "masking=on", "--into", str(folder / "kept"), "-o", str(folder / "a.html")]
    done = run(app, [*WORDS, *more, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout), folder


def test_a_report_is_written_as_a_page(made: tuple[dict[str, Any], Path]) -> None:
    found, folder = made
    page = (folder / "a.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "3 games: random as German, random as Soviet" in page
    command = "grognard balance wb95/klin --games 3 --players random --seed 1 --vary masking=on"
    assert f"<code>{command}</code>" in page
    assert str(folder) not in page, "where it was written is nobody's business"
    assert [(one["what"], one["value"], one["games"]) for one in found["outcomes"]] == [
        ("", "", 3),
        ("masking", "on", 3),
    ]
    assert sum(found["victories"].values()) == 3
    assert found["points"]["turns"] == [1, 2, 3, 4]


def test_a_report_goes_on_where_it_stopped(made: tuple[dict[str, Any], Path]) -> None:
    found, folder = made
    kept = sorted(path.name for path in (folder / "kept").iterdir())
    assert kept == ["as-it-is.jsonl", "masking-on.jsonl"]
    before = {name: (folder / "kept" / name).read_bytes() for name in kept}
    more = ["--into", str(folder / "kept"), "-o", str(folder / "b.html")]
    again = json.loads(run(app, [*WORDS, *more, "--json"]).stdout)
    assert again["outcomes"] == found["outcomes"][:1]
    assert again["battles"] == found["battles"]
    assert {name: (folder / "kept" / name).read_bytes() for name in kept} == before


def test_people_read_the_outcome(made: tuple[dict[str, Any], Path]) -> None:
    folder = made[1]
    more = ["--into", str(folder / "kept"), "--vary", "masking=on", "-o", str(folder / "c.html")]
    shown = " ".join(run(app, [*WORDS, *more]).stdout.split())
    assert "as it is" in shown
    assert "masking=on" in shown
    assert "So many games do not tell whether a side is favoured." in shown
    assert "c.html holds the report" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "masking"], "is written what=value,value, not 'masking'"),
        (["--vary", "de-7-pzz.cels=1:1"], "there is no counter 'de-7-pzz' to vary; did you mean"),
        (["--vary", "combat/7/9:9=D1"], "the chart combat has no column '9:9'"),
        (["-o", "report.pdf"], "report.pdf should end in .html: it is a page"),
        (["--players", "a,b,c"], "there is no player 'a'"),
    ],
)
def test_what_cannot_be_is_said_before_the_games(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in str(run(app, [*WORDS, *words]).exception)
    assert not list(tmp_path.iterdir())
