"""Ratings out of made-up results whose answer is known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise, permutations

import pytest

from grognard.lab.rating import (
    ELO,
    MORE,
    Score,
    Seating,
    drawn_share,
    rated,
    softened,
    spreads,
    unbounded,
)

TRUE = {"weak": -200.0, "staff": 0.0, "strong": 300.0}
SIDE = 120.0


def expected(
    elo: Mapping[str, float], side: float, draws: float, games: float = 1e6
) -> dict[Seating, Score]:
    """The scores that come of strengths if luck has no part in them."""
    found = {}
    for a, b in permutations(elo, 2):
        odds = 10 ** ((elo[a] - elo[b] + side) / 400)
        tie = draws * math.sqrt(odds)
        whole = odds + tie + 1
        found[a, b] = Score(games * odds / whole, games * tie / whole, games / whole)
    return found


def test_strengths_and_the_side_s_term_are_recovered() -> None:
    fit = rated(expected(TRUE, SIDE, 0.0), "staff", False)
    assert fit.elo == pytest.approx(TRUE, abs=0.01)
    assert fit.side == pytest.approx(SIDE, abs=0.01)
    assert fit.wins("strong", "weak") == pytest.approx(1 / (1 + 10 ** (-620 / 400)), abs=1e-5)


def test_draws_have_a_term_of_their_own_where_they_are_many() -> None:
    scores = expected(TRUE, SIDE, 1.5)
    assert drawn_share(scores) > 0.15
    fit = rated(scores, "staff", True)
    assert fit.elo == pytest.approx(TRUE, abs=0.01)
    assert fit.side == pytest.approx(SIDE, abs=0.01)
    assert fit.draws == pytest.approx(1.5, abs=1e-4)
    halves = rated(scores, "staff", False)
    assert halves.elo["strong"] < 0.8 * TRUE["strong"], "halves draw the players together"


def test_a_draw_is_half_a_game_won() -> None:
    drawn = {("a", "b"): Score(10, 20, 10), ("b", "a"): Score(10, 20, 10)}
    shared = {("a", "b"): Score(20, 0, 20), ("b", "a"): Score(20, 0, 20)}
    more = {("a", "b"): Score(30, 20, 10), ("b", "a"): Score(20, 0, 20)}
    assert rated(drawn, "a", False) == rated(shared, "a", False)
    assert rated(more, "b", False).elo["a"] > rated(shared, "b", False).elo["a"] + 20


def test_only_the_side_decides_between_equals() -> None:
    scores = {("a", "b"): Score(75, 0, 25), ("b", "a"): Score(75, 0, 25)}
    fit = rated(scores, "a", False)
    assert fit.elo == pytest.approx({"a": 0, "b": 0}, abs=1e-6)
    more = ELO * math.log(75.25 / 25.25)
    assert fit.side == pytest.approx(more), "with half an even game more in each seating"


def test_an_unbeaten_player_has_a_finite_rating_and_only_a_lower_bound() -> None:
    scores = {("a", "b"): Score(12, 0, 0), ("b", "a"): Score(0, 0, 12)}
    assert rated(scores, "b", False).elo["a"] == pytest.approx(ELO * math.log(24.5 / 0.5))
    assert unbounded(scores, "b") == ({"a"}, set())
    assert unbounded(scores, "a") == (set(), {"b"})
    least = 24 / (24 + 1.959964**2)  # Wilson's, of 24 games that were all won
    assert softened(scores, {"a"})["a", "b"] == pytest.approx((12 * least, 0, 12 * (1 - least)))
    assert softened(scores, {"a"})["b", "a"] == pytest.approx((12 * (1 - least), 0, 12 * least))
    assert softened(scores, set()) == scores


@pytest.mark.parametrize("games", [1, 20, 1000])
@pytest.mark.parametrize("players", ["abc", "abcdefgh"])
def test_who_beats_all_below_him_is_rated_in_that_order(players: str, games: int) -> None:
    """The hardest case for the fit: nobody has ever lost to anybody below him."""
    scores = {
        (a, b): Score(games * (a < b), 0, games * (a > b)) for a, b in permutations(players, 2)
    }
    for davidson in (False, True):
        elo = rated(scores, players[0], davidson).elo
        assert all(elo[a] > elo[b] + 20 for a, b in pairwise(players))
        assert elo[players[-1]] > -20000
    even = Score(0, games, 0)  # the two best always draw, and beat all the others
    fit = rated({**scores, ("a", "b"): even, ("b", "a"): even}, "b", True)
    assert fit.elo["a"] == pytest.approx(0, abs=1e-3)
    assert -20000 < fit.elo[players[-1]] < -100
    assert 0 < fit.draws < 1e9


@pytest.mark.parametrize("davidson", [False, True])
def test_everybody_should_score_what_he_has_scored_however_odd_that_is(davidson: bool) -> None:
    """At the likeliest strengths everybody's score is as expected; results that contradict each
    other, and are many, throw a fit that steps too far out of its way."""
    scores = {
        ("a", "c"): Score(2000, 0, 0), ("a", "d"): Score(0, 50, 0), ("a", "e"): Score(0, 0, 1),
        ("b", "a"): Score(2000, 0, 0), ("b", "d"): Score(3, 0, 0), ("b", "e"): Score(0, 0, 2000),
        ("c", "a"): Score(1, 0, 0), ("c", "b"): Score(0, 50, 0), ("d", "a"): Score(0, 0, 2000),
        ("d", "e"): Score(0, 0, 2000), ("e", "a"): Score(0, 0, 2000),
    }  # fmt: skip
    fit = rated(scores, "a", davidson)
    for name in "abcde":
        over = 0.0
        for a, b in {*scores, *((b, a) for a, b in scores)}:
            one = scores.get((a, b), Score(0, 0, 0))
            more = one.won + one.drawn / 2 - one.games * fit.wins(a, b)
            more += MORE * (0.5 - fit.wins(a, b))
            over += more * ((a == name) - (b == name))
        assert over == pytest.approx(0, abs=1e-4)


def test_one_drawn_game_is_a_way_to_those_above() -> None:
    scores = {("a", "b"): Score(11, 1, 0), ("b", "a"): Score(0, 0, 12)}
    assert unbounded(scores, "b") == (set(), set())
    ladder = {("a", "b"): Score(5, 0, 5), ("b", "c"): Score(5, 0, 0), ("c", "a"): Score(0, 0, 5)}
    assert unbounded(ladder, "b") == (set(), {"c"})
    assert unbounded(ladder, "c") == ({"a", "b"}, set())


def test_who_has_met_nobody_who_leads_to_the_anchor_is_not_rated() -> None:
    scores = {("a", "b"): Score(3, 0, 1), ("c", "d"): Score(3, 0, 1)}
    assert set(rated(scores, "a", False).elo) == {"a", "b"}
    assert rated({}, "a", False).elo == {"a": 0.0}


def test_the_bootstrap_is_as_wide_as_the_games_are_few() -> None:
    one = {("a", "b"): Score(1, 0, 0), ("b", "a"): Score(1, 0, 0)}
    two = {("a", "b"): Score(1, 0, 0), ("b", "a"): Score(0, 0, 1)}
    widths = []
    for times in (5, 80):
        found, side = spreads([*[one] * times, *[two] * times], "b", False, 200, 7)
        assert found["a"].low is not None
        assert found["a"].high is not None
        assert side.low is not None
        assert side.low > 0, "the first side has won three games of four"
        widths.append(found["a"].high - found["a"].low)
    assert widths[1] < 0.4 * widths[0]
    again, _ = spreads([one, two], "b", False, 50, 7)
    assert again == spreads([one, two], "b", False, 50, 7)[0], "the same seed, the same interval"


def test_seeds_are_drawn_whole() -> None:
    """From each seed one side wins both games: of the players no seed tells anything else."""
    seeds = [
        {("a", "b"): Score(1, 0, 0), ("b", "a"): Score(1, 0, 0)},
        {("a", "b"): Score(0, 0, 1), ("b", "a"): Score(0, 0, 1)},
    ]
    found, side = spreads(seeds * 20, "b", False, 100, 7)
    assert found["a"] == (None, None), "every seed tells the same of them"
    assert side.low is not None
    assert side.low < -30
