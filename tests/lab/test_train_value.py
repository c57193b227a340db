"""Training a value: what is grown knows what it was shown, keeps to what is good and bad, and is
the same every time; games are noted, kept, gone on with, and learned from."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grognard.lab.boosting import Recipe, amounts, chances, grow
from grognard.lab.learning import FOLDS, Rows, TooFew, figures, learn, stretches
from grognard.lab.scoring import auc, brier, known, logistic, sureness, surprise
from grognard.lab.self_play import Varied, shaken
from grognard.lab.simulate import Result
from grognard.lab.train_value import Plan, main, play, write
from grognard.players.commander.features import NAMES, WAYS
from grognard.players.commander.positions.position import Numbers
from grognard.players.commander.trees import Forest
from grognard.players.commander.weights import Weights
from grognard.players.staff.ocs.doctrine import DOCTRINE
from tools import report_value

QUICK = Recipe(trees=60, rate=0.15, least=10)


def sample(count: int, seed: int = 1) -> tuple[Numbers, Numbers]:
    """Rows of six numbers, and odds that hang on four of them: straight, bent, and two together."""
    rows = np.random.default_rng(seed).normal(size=(count, 6))
    both = (rows[:, 2] > 0) & (rows[:, 3] > 0)
    return rows, 1.5 * rows[:, 0] - np.abs(rows[:, 1]) + 2 * both


def tossed(odds: Numbers) -> Numbers:
    """Wins as chance has them."""
    return (np.random.default_rng(2).random(len(odds)) < logistic(odds)).astype(np.float64)


# ---- growing


def test_a_forest_knows_what_it_was_shown() -> None:
    rows, odds = sample(1500)
    wins = tossed(odds)
    found = grow(rows[:1000], wins[:1000], (0,) * 6, chances, QUICK, seed=1)
    said = found.each(rows[1000:])
    assert auc(said, wins[1000:]) > auc(odds[1000:], wins[1000:]) - 0.04
    assert auc(rows[1000:, 0], wins[1000:]) < auc(said, wins[1000:]) - 0.03
    amount = grow(rows[:1000], odds[:1000], (0,) * 6, amounts, QUICK, seed=1)
    assert known(amount.each(rows[1000:]), odds[1000:]) > 0.9


def test_what_is_good_is_never_bad() -> None:
    rows, odds = sample(600)
    wanted = odds + np.random.default_rng(3).normal(size=600) * 2
    bent = grow(rows, wanted, (0,) * 6, amounts, QUICK, seed=1)
    held = grow(rows, wanted, (1, -1, 0, 0, 0, 0), amounts, QUICK, seed=1)
    more, fewer = rows + np.eye(6)[0] * 0.4, rows + np.eye(6)[1] * 0.4
    assert (held.each(more) >= held.each(rows)).all()
    assert (held.each(fewer) <= held.each(rows)).all()
    assert not (bent.each(more) >= bent.each(rows)).all(), "noise alone would do it"
    assert held.each(more).mean() > held.each(rows).mean() + 0.3


def test_what_contradicts_what_is_good_is_not_asked() -> None:
    rows, _ = sample(600)
    stump = replace(QUICK, depth=1, trees=10, numbers=1.0)
    for way, asked in ((-1, False), (1, True), (0, True)):
        found = grow(rows[:, :1], rows[:, 0], (way,), amounts, stump, seed=1)
        assert bool(np.isfinite(found.thresholds).any()) is asked


def test_the_same_seed_grows_the_same_forest() -> None:
    rows, odds = sample(300)
    one, same, other = (grow(rows, odds, WAYS[:6], amounts, QUICK, seed) for seed in (1, 1, 2))
    assert one.leaves.tobytes() == same.leaves.tobytes() != other.leaves.tobytes()


def test_one_position_is_told_as_many_are() -> None:
    rows, odds = sample(300)
    found = grow(rows, odds, (0,) * 6, amounts, QUICK, seed=1)
    assert [found(row) for row in rows[:20]] == pytest.approx(found.each(rows[:20]).tolist())
    assert len({round(found(row), 6) for row in rows[:20]}) > 10


def test_arrays_that_do_not_fit_are_refused() -> None:
    branches = np.zeros((2, 7), dtype=np.int16)
    with pytest.raises(ValueError, match="do not fit"):
        Forest(0.0, branches, branches.astype("f4"), np.zeros((2, 7), dtype=np.float32))


# ---- scoring


def test_scores() -> None:
    wins = np.array([1.0, 1.0, 0.0, 0.0, 0.5])
    assert auc(np.array([3.0, 1.0, 2.0, 0.0, 9.0]), wins) == 0.75
    assert auc(np.ones(5), wins) == 0.5
    assert brier(np.array([1.0, 1, 0, 0, 0.5]), wins) == 0 < brier(np.full(5, 0.5), wins)
    assert known(wins, wins) == 1
    assert known(np.full(5, wins.mean()), wins) == 0
    assert surprise(np.array([9.0, 9, -9, -9, 0]), wins) < surprise(np.zeros(5), wins)


def test_a_forecast_is_made_as_sure_as_it_may_be() -> None:
    _, odds = sample(2000)
    wins = tossed(odds)
    assert sureness(odds, wins) == pytest.approx(1, abs=0.1)
    assert sureness(4 * odds, wins) == pytest.approx(0.25, abs=0.03)


# ---- learning


def games(count: int, seed: int = 5) -> list[Result]:
    """Games as they are noted, in which the lead tells more and more who will win."""
    chance, found = random.Random(seed), []
    for number in range(count):
        lead = chance.gauss(0, 1)
        course: list[dict[str, object]] = []
        for turn in (1, 2, 3):
            numbers = [chance.gauss(0, 1) for _ in NAMES]
            for name in ("lead", "share held"):
                numbers[NAMES.index(name)] = lead + chance.gauss(0, 2 / turn)
            course.append({"turn": turn, "numbers": numbers})
        course.append({"turn": 3, "win": float(lead > 0), "lead": lead})
        found.append(Result(number, "", {}, None, None, "", "", 3, 0, course=course))
    return found


def test_what_is_learned_of_games_holds_for_games_that_were_not_seen() -> None:
    played = [*games(90), replace(games(1)[0], game=999, error="broken")]
    recipe = replace(QUICK, trees=12, rate=0.25)
    learned = learn(played[::-1], 1, recipe=recipe)
    assert learned.report["games"] == 90
    assert learned.report["positions"] == 270
    assert learned.report["numbers"] == "0-89"
    early, late = (learned.report["by turn"][turn]["auc"] for turn in ("1", "3"))
    assert 0.55 < early < late
    fresh = Rows.of(games(100, seed=6))
    odds = learned.weights.sure * learned.weights.win.each(fresh.numbers)
    found = figures(fresh, odds, learned.weights.lead.each(fresh.numbers))
    assert found["auc"] == pytest.approx(learned.report["held out"]["auc"], abs=0.08)
    assert found["brier"] < found["brier by share"]
    assert found["lead foreseen"] > 0.3
    again = learn(played, 1, recipe=recipe)
    assert again.report == learned.report
    assert again.weights.win.leaves.tobytes() == learned.weights.win.leaves.tobytes()


def test_a_game_is_in_one_fold() -> None:
    rows = Rows.of(games(9))
    homes = {game: set(rows.folds()[rows.games == game].tolist()) for game in range(9)}
    assert all(len(folds) == 1 for folds in homes.values())
    assert {fold for folds in homes.values() for fold in folds} == set(range(FOLDS))


def test_the_games_are_named_in_short() -> None:
    assert stretches([0, 1, 2, 3, 5, 7, 8]) == "0-3, 5, 7-8"
    assert stretches([]) == ""


def test_too_few_games_teach_nothing() -> None:
    with pytest.raises(TooFew, match="play more"):
        learn(games(7), 1)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    learned = learn(games(40), 1, recipe=replace(QUICK, trees=5))
    path = write("wb95/klin", Plan(40, "a", tmp_path), learned)
    assert path.name == "wb95-klin.npz"
    numbers = Rows.of(games(5)).numbers
    for row in numbers:
        assert Weights.read(path).chance(row) == learned.weights.chance(row)
        assert Weights.read(path).lead(row) == learned.weights.lead(row)
    note = json.loads(path.with_suffix(".json").read_text())
    assert note["games"] == 40
    assert "--games 40 --seed a" in note["command"]
    with np.load(path) as kept:
        arrays = {**kept, "names": kept["names"][::-1]}
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="train it again"):
        Weights.read(path)


# ---- playing


def test_games_are_noted_and_gone_on_with(tmp_path: Path) -> None:
    plan = Plan(1, "a", tmp_path)
    first = play("wb95/klin", plan)
    both = play("wb95/klin", replace(plan, games=2))
    assert both[0] == first[0], "kept, and not played again"
    assert [result.error for result in both] == [None, None]
    for result in both:
        *notes, end = result.course
        over = [entry["numbers"][NAMES.index("share over")] for entry in notes]
        assert {int(8 * share) for share in over} >= {*range(1, 8)}, "in each player's turn"
        assert over == sorted(set(over)), "and between, each once"
        assert all(len(entry["numbers"]) == len(NAMES) for entry in notes)
        assert end["win"] == {"german": 1, "soviet": 0, None: 0.5}[result.winner]
        assert math.copysign(1, end["lead"]) == 2 * end["win"] - 1 or end["win"] == 0.5
    assert play("wb95/klin", replace(plan, games=9), until=0.0) == both, "too late for more"
    assert len(Rows.of(both)) == sum(len(result.course) - 1 for result in both)


def test_who_asks_for_what_there_is_not_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["wb95/kiln", "--into", str(tmp_path)])
    assert "klin" in capsys.readouterr().err
    assert main(["wb95/klin", "--games", "1", "--seconds", "0", "--into", str(tmp_path)]) == 1
    assert "0 games teach nothing" in capsys.readouterr().err


def test_no_two_staffs_think_alike() -> None:
    one, other = (shaken(DOCTRINE, random.Random(seed)) for seed in (1, 2))
    assert shaken(DOCTRINE, random.Random(1)) == one != other != DOCTRINE
    assert one.draw != DOCTRINE.draw, "a weight"
    counts = [(one.danger, one.farthest, one.marching), (other.danger, other.farthest, other.apart)]
    house = (DOCTRINE.danger, DOCTRINE.farthest, DOCTRINE.marching)
    assert counts == [house, (*house[:2], DOCTRINE.apart)], "counts stay"
    minds = [Varied(seed) for seed in range(40)]
    assert {mind.plain for mind in minds} == {True, False}
    assert all(not mind.opening for mind in minds if mind.plain)


# ---- shipping


def test_what_was_learned_from_more_games_ships_and_the_manual_tells_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, docs = tmp_path / "shelf", tmp_path / "docs"
    docs.mkdir()
    page = docs / "players.md"
    page.write_text("Before.\n\n<!-- value: learned -->\nold\n<!-- end of value -->\n\nAfter.\n")
    monkeypatch.setattr(report_value, "FOLDER", shelf)
    monkeypatch.setattr(report_value, "DOCS", docs)
    sizes = {}
    for count in (20, 30):
        into = tmp_path / str(count)
        into.mkdir()
        learned = learn(games(count), 1, recipe=replace(QUICK, trees=3))
        write("wb95/klin", Plan(count, "a", into), learned)
        sizes[count] = (into / "wb95-klin.npz").read_bytes()
    report_value.main([str(tmp_path / "20")])
    assert "| `wb95/klin`, 20 games | all turns | 0." in page.read_text()
    report_value.main([str(tmp_path / "30"), str(tmp_path / "20")])
    assert (shelf / "wb95-klin.npz").read_bytes() == sizes[30]
    assert "20 games" not in page.read_text()
    assert page.read_text().count("| turn ") == 3
    assert page.read_text().startswith("Before.")
    assert page.read_text().endswith("After.\n")


def test_the_manual_tells_of_the_weights_that_ship() -> None:
    page = (report_value.ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    assert report_value.table() in page, "write it again: python tools/report_value.py"
