"""What chronicles come to: numbers out of made-up games whose answer is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.lab.balance import report_of
from grognard.lab.executor import Order
from grognard.lab.findings import (
    arrivals_of,
    by_hex,
    difference,
    hungry,
    line_of,
    losses_of,
    mean_of,
    score,
)
from grognard.lab.simulate import Match, Result
from grognard.lab.variants import variants
from grognard.lab.varying import Vary

SIDES = ("german", "soviet")
EARLY, LATE = "de-900-lehr", "su-27-tb"


def game(number: int, winner: str | None, points: tuple[float, ...], **more: Any) -> Result:
    """A game of Klin that might have been, with its chronicle."""
    chronicle: dict[str, Any] = {
        "turns": [
            {"turn": n, "points": value, "samples": {"losses/German": 2 * n}, "cut_off": {}}
            for n, value in enumerate(points, 1)
        ],
        "lost": {}, "came": {}, "battles": {}, "fought": {}, **more,
    }  # fmt: skip
    players = dict.fromkeys(SIDES, "staff")
    return Result(
        number, f"{number}", players, winner, winner and "staff", "victory" if winner else "draw",
        "", 4, 100, chronicle=chronicle,
    )  # fmt: skip


@pytest.fixture(scope="module")
def klin() -> Any:
    """The words of a table, and a game at it that has just begun."""
    begun = grognard.new("wb95/klin", seed=0)
    return library.tabletop(begun), begun


def test_a_number_is_told_turn_by_turn_with_its_quantiles() -> None:
    games = [game(n, None, (n, 10 * n)) for n in range(11)]
    line = line_of(games, lambda turn: turn["points"], "c", "t", "VP", "german", whole=True)
    assert line is not None
    assert line.turns == (1, 2)
    assert line.levels == ((0, 1, 5, 9, 10), (0, 10, 50, 90, 100))
    assert line.games[3] == ((1, 3), (2, 30))
    assert line_of(games, lambda turn: None, "c", "t", "VP", None) is None


def test_what_there_was_in_each_hex_is_told_a_game() -> None:
    assert by_hex([{"A": 2, "B": 1}, {"A": 1}, {}, {}]) == {"A": 0.75, "B": 0.25}
    cut = {"turn": 1, "points": 0, "samples": {}, "cut_off": {"german": {"A": 2}}}
    again = {**cut, "cut_off": {"german": {"A": 1}, "soviet": {"B": 7}}}
    games = [game(0, None, (), turns=[cut, again]), game(1, None, (), turns=[again])]
    assert hungry(games, "german") == {"A": 2.0}
    assert hungry(games, "soviet") == {"B": 7.0}


def test_losses_are_those_of_formations(klin: Any) -> None:
    words, begun = klin
    games = [
        game(0, None, (), lost={"de-7-pz": 2, "de-hq-lvi": 1, "su-133": 1}),
        game(1, None, (), lost={"de-7-pz": 1}),
    ]
    rows = {loss.title: loss for loss in losses_of(words, begun, games)}
    corps = rows["LVI"]
    assert (corps.lost, corps.least, corps.most, corps.side) == (2.0, 1, 3, "german")
    assert corps.steps == sum(
        line.step for force in words.forces(begun, None) if force.title == "LVI"
        for line in force.lines
    )  # fmt: skip
    order = [(loss.side, -loss.lost) for loss in losses_of(words, begun, games)]
    assert order == sorted(order), "by side, and the hardest hit first"


def test_what_a_reinforcement_is_worth_is_told_where_it_can_be(klin: Any) -> None:
    """The Germans win whenever 900 comes early; 27 Tank always comes alike, and fights."""
    words, begun = klin
    games = [
        game(n, "german" if n < 6 else "soviet", (),
             came={EARLY: 2 if n < 6 else 4, LATE: 3}, lost={LATE: 1},
             fought={LATE: 3 if n >= 8 else 1})
        for n in range(12)
    ]  # fmt: skip
    rows = {came.text: came for came in arrivals_of(words, begun, games, 7)}
    lehr, tanks, absent = rows["900 MOT"], rows["27 ARM"], rows["68/23 INF"]
    assert (lehr.came, lehr.turns, lehr.due) == (12, (2, 2, 4), 2)
    assert lehr.early == (1.0, 1.0, 1.0)
    assert lehr.fighting is None, "it never fought"
    assert tanks.early is None, "it came in the same turn every time"
    assert (tanks.battles, tanks.lost, tanks.steps) == (pytest.approx(5 / 3), 1.0, 2)
    assert tanks.fighting is not None
    gain, low, high = tanks.fighting
    assert gain == pytest.approx(1 - 2 / 8)
    assert 0 < low < gain < high
    assert (absent.came, absent.turns) == (0, (0, 0, 0))
    won = [game(n, "german", (), came={EARLY: 2 if n < 3 else 4}) for n in range(6)]
    alike = arrivals_of(words, begun, won, 7)
    assert all(came.early is None and came.fighting is None for came in alike)


def test_what_leaves_again_does_not_come_twice(klin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words, begun = klin
    listed = list(words.arrivals(begun, None))
    leaving = replace(listed[0], turn=4, text="leave")
    monkeypatch.setattr(words, "arrivals", lambda game, player: [*listed, leaving], raising=False)
    found = [came.text for came in arrivals_of(words, begun, [game(0, None, ())], 7)]
    assert found == [one.text for one in listed]


def test_intervals_are_of_a_bootstrap() -> None:
    assert difference([1, 1, 1], [0, 0, 0], 1) == (1, 1, 1)
    assert difference([1, 1], [0, 0, 0], 1) is None, "two games tell nothing"
    assert mean_of([1.0, 2.0], 1) is None
    found = mean_of([0.0, 1.0] * 50, 1)
    assert found is not None
    value, low, high = found
    assert value == 0.5
    assert 0.38 < low < 0.43
    assert 0.57 < high < 0.62
    assert mean_of([0.0, 1.0] * 50, 1) == found, "the same seed, the same interval"


def test_a_draw_is_half_a_game() -> None:
    games = [game(0, "german", ()), game(1, None, ()), game(2, "soviet", ())]
    assert [score(one, "german") for one in games] == [1, 0.5, 0]


def test_a_report_compares_variants_from_the_same_seeds() -> None:
    asked = [Vary("masking", ("on",))]
    found = variants(Match("wb95/klin", ("staff", "staff"), "7", chronicle=True), asked)
    base, masked = (one.match for one in found)
    played = {Order(base, n): game(n, "soviet", (1, 4)) for n in range(8)}
    played |= {Order(masked, n): game(n, "german", (1, 9)) for n in range(6)}
    played[Order(masked, 6)] = game(6, None, (1, 7))
    broken = Result(7, "7", dict.fromkeys(SIDES, "staff"), None, None, "", "", 1, 1, error="no")
    played[Order(masked, 7)] = broken
    report = report_of(found, played, asked)
    first, second = report.outcomes
    assert (first.games, first.won, first.drawn) == (8, {"german": 0, "soviet": 8}, 0)
    assert first.better is None
    assert (second.games, second.won, second.drawn) == (7, {"german": 6, "soviet": 0}, 1)
    assert second.better is not None
    assert second.better[0] == pytest.approx((6 + 0.5) / 7)
    assert second.points is not None
    assert second.points[0] == pytest.approx((6 * 9 + 7) / 7)
    assert second.share("german")[1:] == pytest.approx((0.4869, 0.9743), abs=1e-3)
    assert (report.games, report.failed) == (8, 1)
    assert report.now == {"masking": "off"}
    assert report.victories == {"soviet: victory": 8}
    assert report.points is not None
    assert report.points.levels[-1] == (4,) * 5, "of the scenario as it is alone"
    assert [line.chart for line in report.lines] == ["Losses"]


def test_a_report_of_nothing_is_refused() -> None:
    found = variants(Match("wb95/klin", ("staff", "staff"), "7", chronicle=True), [])
    with pytest.raises(ValueError, match="no game of the scenario as it is came to its end"):
        report_of(found, {}, [])
