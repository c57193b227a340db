"""The ladder on the command line: real games of the random player, and the table for the manual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.lab.ladder import Ladder
from grognard.players.registry import OURS
from tools import report_ladder

run = CliRunner().invoke
WORDS = ["ladder", "wb95/klin", "--players", "random,other", "-n", "2", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OURS, "other", OURS["random"])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """A ladder of eight games, and the file in which they are kept."""
    into = tmp_path_factory.mktemp("ladder") / "games.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(OURS, "other", OURS["random"])
        done = run(app, [*WORDS, "--json", "--into", str(into)])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout), into


def test_a_ladder_is_played_from_both_sides_and_rated(kept: tuple[dict[str, Any], Path]) -> None:
    found = kept[0]
    assert found["anchor"] == "random"
    assert {rung["player"] for rung in found["rungs"]} == {"random", "other"}
    assert [rung["games"] for rung in found["rungs"]] == [4, 4]
    assert {(one["first"], one["second"], one["games"]) for one in found["pairings"]} == {
        ("random", "other", 2),
        ("other", "random", 2),
    }
    assert found["sides"] == ["german", "soviet"]
    assert all(one["decisions"] > 10 and one["longest"] > 0 for one in found["manners"])


def test_a_ladder_goes_on_where_it_stopped(kept: tuple[dict[str, Any], Path]) -> None:
    found, into = kept
    before = into.read_text(encoding="ascii").splitlines()
    assert len(before) == 1 + 4
    dropped, whole = before[-1], before[:-1]
    into.write_text("\n".join([*whole, dropped[:30]]), encoding="ascii")
    again = run(app, [*WORDS, "--json", "--into", str(into)])
    after = into.read_text(encoding="ascii").splitlines()
    assert after[:-1] == whole, "nothing that was whole was played again"
    assert json.loads(after[-1])["key"] == json.loads(dropped)["key"]
    assert json.loads(again.stdout)["pairings"] == found["pairings"]


def test_people_and_the_manual_read_tables(
    kept: tuple[dict[str, Any], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, into = kept
    shown = run(app, [*WORDS, "--into", str(into)]).stdout
    assert "german wins" in shown
    assert "4 games from 2 seeds of `1`, each pair in both seatings" in " ".join(shown.split())
    text = run(app, [*WORDS, "--into", str(into), "--markdown"]).stdout
    assert "| Player | Elo | 95 % | Score | Games |" in text
    assert "| random | other |" in text
    monkeypatch.setattr(report_ladder, "DOCS", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- ladder: wb95/klin -->\nold\n<!-- end of ladder -->\nz\n")
    kept_as = tmp_path / "ladder.json"
    kept_as.write_text(json.dumps(found), encoding="utf-8")
    report_ladder.main([str(kept_as)])
    written = page.read_text(encoding="utf-8")
    assert written.startswith("a\n<!-- ladder: wb95/klin -->\n\n| Player | Elo |")
    assert written.endswith("|\n\n<!-- end of ladder -->\nz\n")
    assert "old" not in written
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(SystemExit, match="no page of the manual has <!-- ladder: wb95/klin -->"):
        report_ladder.main([str(kept_as)])
    assert Ladder.of(found).sides == ("german", "soviet")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "random"], "a ladder wants two players at least"),
        (["--players", "random,random"], "random is named twice; name each player once"),
        (["--players", "random,ramdom"], "there is no player 'ramdom'; did you mean 'random'?"),
        (["--anchor", "staff"], "the anchor 'staff' does not play; name one of random, other"),
    ],
)
def test_what_cannot_be_is_said_before_the_games(words: list[str], said: str) -> None:
    done = run(app, [*WORDS, *words])
    assert said in str(done.exception)
