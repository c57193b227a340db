"""Many games by programs: the same however many at a time, and none takes another down."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.imagining import Imagined
from grognard.lab.batch import simulate
from grognard.lab.simulate import Match, Result, Summary, derived, play_one, wilson
from grognard.library import UnknownName
from grognard.players.random_player import RandomPlayer
from grognard.players.registry import OURS, player, player_names
from grognard.players.seat import Seat

run = CliRunner().invoke
MATCH = Match("wb95/klin", ("random", "random"), "7")


def counted(*words: str) -> dict[str, Any]:
    """What the command counts."""
    done = run(app, ["simulate", "wb95/klin", "--players", "random,random", "--json", *words])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_players_are_found_by_name() -> None:
    assert {"random", "staff"} <= set(player_names())
    assert isinstance(player("random", 3), RandomPlayer)
    with pytest.raises(UnknownName, match="did you mean 'random'"):
        player("ramdom")


def test_the_staff_sits_down() -> None:
    game = grognard.new("wb95/klin", seed=1)
    side = str(game.to_act)
    assert game.why(side, player("staff", 1).choose(Seat(game, side))) == []


class Onlooker(RandomPlayer):
    """Plays by chance, and notes what it is given to look at."""

    given: set[type] = set()

    def choose(self, seat: Seat) -> Action:
        """One legal action."""
        self.given.add(type(seat._game))
        return super().choose(seat)


@pytest.mark.parametrize(("open_handed", "given"), [(False, Imagined), (True, Game)])
def test_players_are_given_what_their_side_knows(open_handed: bool, given: type) -> None:
    Onlooker.given.clear()
    names = (f"{__name__}:Onlooker",) * 2
    match = replace(MATCH, players=names, open_handed=open_handed)
    assert play_one(match, 0).result.error is None
    assert Onlooker.given == {given}


def test_open_handed_the_same_games_are_played() -> None:
    words = "--games", "2", "--jobs", "1"
    assert counted(*words) == counted(*words, "--open-handed")


def test_games_are_counted_with_their_victory_and_turns() -> None:
    found = counted("--games", "3", "--seed", "5", "--jobs", "1")
    assert found["games"] == 3
    assert set(found["wins"]) == {"random (german)", "random (soviet)"}
    assert sum(found["wins"].values()) + found["draws"] == 3
    assert found["failed"] == 0
    assert len({row["seed"] for row in found["results"]}) == 3
    for number, row in enumerate(found["results"]):
        assert row["game"] == number
        assert row["players"] == {"german": "random", "soviet": "random"}
        assert row["turns"] >= 1
        assert row["victory"]
        assert row["decisions"] > 10
        assert "seconds" not in row


def test_the_same_seed_gives_the_same_games_however_many_at_a_time() -> None:
    one = counted("--games", "4", "--seed", "9", "--jobs", "1")
    two = counted("--games", "4", "--seed", "9", "--jobs", "2")
    assert one == two
    assert one != counted("--games", "4", "--seed", "10", "--jobs", "1")


def test_fewer_games_are_the_first_of_more() -> None:
    few = [result.to_json() for result in simulate(MATCH, 2)]
    assert few == [play_one(MATCH, number).result.to_json() for number in range(2)]


def test_seeds_come_from_a_hash_that_is_the_same_everywhere() -> None:
    assert derived("7", 0) == derived("7", 0)
    assert len({derived("7", 0), derived("7", 1), derived("70"), derived("7", 0, "german")}) == 4
    assert derived("1", 0) == 0x18D6E1CAC2A8ADAF


def test_sides_are_exchanged_in_every_second_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OURS, "other", OURS["random"])
    match = Match("wb95/klin", ("random", "other"), "1", swap=True)
    seats = [result.players for result in simulate(match, 3)]
    assert seats[0] == seats[2] == {"german": "random", "soviet": "other"}
    assert seats[1] == {"german": "other", "soviet": "random"}
    assert set(Summary(simulate(match, 2)).wins()) == {"random", "other"}


def test_the_time_is_told_only_if_asked() -> None:
    found = counted("--games", "1", "--timing")
    result, pace = found["results"][0], found["thought"]["random (german)"]
    assert 0 < result["cpu"] <= result["seconds"] + 0.1
    assert sum(one["decisions"] for one in result["thought"].values()) > 10
    assert len(result["thought"]["german"]["turns"]) <= result["turns"]
    assert 0 < pace["turn_mean"] <= pace["turn_max"]
    assert pace["decisions"] == result["thought"]["german"]["decisions"]
    assert pace["refused"] == 0


def test_one_name_plays_both_sides() -> None:
    done = run(app, ["simulate", "wb95/klin", "-n", "1", "--players", "random", "--json"])
    assert json.loads(done.stdout)["results"][0]["players"]["soviet"] == "random"


def test_people_read_shares_with_their_intervals() -> None:
    words = ["simulate", "wb95/klin", "-n", "2", "--players", "random", "--jobs", "1", "--timing"]
    shown = run(app, words).stdout
    assert "random (german)" in shown
    assert "95 % interval" in shown
    assert "2 games of" in shown
    assert "s each" in shown
    assert "longest" in shown


def test_wilson_s_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_games_are_kept_and_can_be_verified(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    found = counted("--games", "2", "--save-dir", str(folder))
    assert [Path(row["save"]).name for row in found["results"]] == [
        "klin-0000.grog",
        "klin-0001.grog",
    ]
    for row in found["results"]:
        assert grognard.load(row["save"]).result == row["result"]
        assert "every action legal" in grognard.verify(row["save"])[0]
    again = run(
        app, ["simulate", "wb95/klin", "-n", "2", "--players", "random", "--save-dir", str(folder)]
    )
    assert "klin-0000.grog is in" in str(again.exception)


class Broken:
    """A player who gives up in the middle of some games."""

    def __init__(self, seed: int = 0) -> None:
        self.rest, self.left = RandomPlayer(seed), 5 if seed % 2 else 1_000_000

    def choose(self, seat: Seat) -> Action:
        """Anything, for a while."""
        self.left -= 1
        if not self.left:
            raise RuntimeError("I give up")
        return self.rest.choose(seat)


def test_a_game_that_fails_is_told_and_saved_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OURS, "broken", f"{__name__}:Broken")
    monkeypatch.chdir(tmp_path)
    words = ["-n", "6", "--players", "broken,random", "--jobs", "1", "--seed", "3", "--json"]
    done = run(app, ["simulate", "wb95/klin", *words])
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    failed = [row for row in found["results"] if row["error"]]
    assert found["games"] == 6
    assert 0 < len(failed) == found["failed"] < 6
    assert sum(found["wins"].values()) + found["draws"] == 6 - len(failed)
    for row in failed:
        assert row["error"] == "RuntimeError: I give up"
        assert row["victory"] == "unfinished"
        assert f"seed {row['seed']}" in done.stderr
        assert not grognard.load(tmp_path / row["save"]).over


def test_a_summary_of_nothing_counts_nothing() -> None:
    assert Summary([]).to_json() == {
        "games": 0, "wins": {}, "draws": 0, "failed": 0, "victories": {}, "results": [],
    }  # fmt: skip
    drawn = Result(0, "s", {"a": "x", "b": "y"}, None, None, "draw", "draw", 4, 9)
    assert Summary([drawn]).to_json()["wins"] == {"x": 0, "y": 0}
    assert Summary([drawn]).draws() == 1
    assert Summary([drawn]).victories() == {"draw": 1}


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    into = tmp_path / "games.jsonl"
    first = counted("--games", "2", "--into", str(into), "--jobs", "1")
    lines = into.read_text(encoding="ascii").splitlines()
    assert len(lines) == 3
    into.write_text("\n".join([*lines[:2], lines[2][:40]]), encoding="ascii")
    again = counted("--games", "3", "--into", str(into), "--jobs", "1")
    assert again["results"][:2] == first["results"]
    kept = [json.loads(line) for line in into.read_text(encoding="ascii").splitlines()]
    assert [line.get("game") for line in kept] == [None, 0, 1, 2]
    assert kept[1] == json.loads(lines[1]), "the game that was whole was played again"


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    into = tmp_path / "games.jsonl"
    counted("--games", "1", "--into", str(into), "--jobs", "1")
    words = ["simulate", "wb95/klin", "-n", "1", "--players", "random", "--into", str(into)]
    wrong = str(run(app, [*words, "--seed", "8"]).exception)
    assert "there the seed is 1, here it is 8; name another file" in wrong
    assert "the places" in str(run(app, [*words, "--course", "Klin"]).exception)
    into.write_text("my diary\n", encoding="ascii")
    assert "games.jsonl is no file of results" in str(run(app, words).exception)
    assert into.read_text(encoding="ascii") == "my diary\n"


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_results_become_a_table(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "new" / f"games.{kind}"
    found = counted("--games", "2", "--jobs", "1", "--out", str(out))
    rows: list[dict[str, Any]]
    if kind == "csv":
        rows = list(csv.DictReader(out.open(encoding="utf-8")))
    else:
        rows = parquet.read_table(out).to_pylist()
    assert [row["seed"] for row in rows] == [row["seed"] for row in found["results"]]
    assert rows[0]["player.german"] == "random"
    assert rows[1]["winner"] == (found["results"][1]["winner"] or "")
    assert float(rows[0]["seconds.german"]) > 0
    assert int(rows[0]["decisions.german"]) > 1


def test_a_table_of_another_kind_is_refused_before_the_games(tmp_path: Path) -> None:
    words = ["simulate", "wb95/klin", "-n", "100000", "--out", str(tmp_path / "games.xls")]
    assert "games.xls should end in .parquet or .csv" in str(run(app, words).exception)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_tells_what_is_done_so_far(jobs: str, tmp_path: Path) -> None:
    line = [sys.executable, "-c", "from grognard.cli import main; main()"]
    words = ["simulate", "wb95/klin", "-n", "100000", "--players", "random", "--jobs", jobs]
    process = subprocess.Popen(
        [*line, *words, "--json", "--save-dir", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while not (tmp_path / "klin-0001.grog").exists() and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:  # or it would play its 100000 games
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert process.returncode == 130
    found = json.loads(out)
    assert f"interrupted after {found['games']} of 100000 games" in " ".join(err.split())
    assert "Traceback" not in err
