"""The ladder: what is played, and what is told of results that were made up."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from grognard.lab.ladder import Ladder, LadderError, check_ladder, ladder_of, orders_of
from grognard.lab.ladder_table import interval, markdown, told
from grognard.lab.simulate import Match, Result
from grognard.players.registry import OURS, budget_of
from grognard.players.seat import Seat

SIDES = ("german", "soviet")
MATCH = Match("wb95/klin", ("staff",), "7")


def result(
    seed: int, first: str, second: str, winner: int | None, turns: tuple[float, ...] = (1.0,)
) -> Result:
    """A game that somebody might have played."""
    thought = {
        side: {"decisions": 10, "refused": side == "soviet", "seconds": sum(turns), "turns": turns}
        for side in SIDES
    }
    won = None if winner is None else SIDES[winner]
    players = dict(zip(SIDES, (first, second), strict=True))
    name = None if won is None else players[won]
    return Result(seed, f"{seed:04x}", players, won, name, "x", "", 4, 20, thought=thought)


def played(seeds: int, skill: dict[str, float], side: float = 0.0) -> list[Result]:
    """Games of everybody against everybody, by chance and strength."""
    rng = random.Random(5)
    games = []
    for seed in range(seeds):
        for a in skill:
            for b in skill:
                if a != b:
                    share = 1 / (1 + 10 ** ((skill[b] - skill[a] - side) / 400))
                    games.append(result(seed, a, b, int(rng.random() >= share)))
    return games


def test_every_two_play_in_both_seatings_from_the_same_seeds() -> None:
    orders = orders_of(MATCH, ("a", "b", "c"), 20)
    assert len(orders) == len(set(orders)) == 6 * 20
    seatings = Counter(order.match.players for order in orders)
    assert seatings == {(x, y): 20 for x in "abc" for y in "abc" if x != y}
    assert {order.number for order in orders if order.match.players == ("c", "a")} == set(range(20))
    assert {order.match.seed for order in orders} == {"7"}, "the same dice for all"
    first = orders[: 6 * 8]
    assert {order.number for order in first} == set(range(8)), "what is interrupted is even"
    files = {order.match.file(order.number) for order in orders}
    assert len(files) == len(orders), "no failed game is saved over another"


def test_the_ladder_tells_who_is_stronger_and_what_the_side_is_worth() -> None:
    truth = {"staff": 0.0, "bold": 150.0, "random": -250.0}
    made = ladder_of(MATCH, SIDES, "staff", played(120, truth, 80.0), draws=100)
    assert [rung.player for rung in made.rungs] == ["bold", "staff", "random"]
    assert made.seeds == 120
    assert not made.davidson
    for rung in made.rungs:
        assert rung.games == 480
        assert rung.elo == pytest.approx(truth[rung.player], abs=60)
        if rung.player != "staff":
            assert rung.low is not None
            assert rung.high is not None
            assert rung.low < rung.elo < rung.high
    assert made.side_elo == pytest.approx(80, abs=40)
    pairing = next(one for one in made.pairings if (one.first, one.second) == ("bold", "random"))
    assert (pairing.games, pairing.drawn) == (120, 0)
    assert pairing.won > 100


def test_who_never_lost_has_a_lower_bound_and_a_note() -> None:
    games = [result(n, *seat) for n in range(12) for seat in (("a", "b", 0), ("b", "a", 1))]
    made = ladder_of(MATCH, SIDES, "b", games, draws=20)
    best = made.rungs[0]
    assert best.player == "a"
    assert best.elo is not None
    assert best.low is not None
    assert 250 < best.low < best.elo < 1000
    assert best.high is None
    assert best.note.startswith("has lost no point to b: how far above them")
    assert interval(best.low, best.high).startswith("≥ +")
    assert "what german is worth by itself these games do not say" in told(made)
    below = ladder_of(MATCH, SIDES, "a", games, draws=20).rungs[-1]
    assert below.low is None
    assert below.note.startswith("has won no point from a")
    assert interval(below.low, below.high).startswith("≤ -")


def test_many_draws_get_a_term() -> None:
    ends = (None, 0, 1)
    games = [result(n, *two, ends[n % 3]) for n in range(9) for two in (("a", "b"), ("b", "a"))]
    made = ladder_of(MATCH, SIDES, "a", games, draws=20)
    assert made.drawn == pytest.approx(1 / 3)
    assert made.davidson
    assert "33 % of the games were drawn, more than 15 %" in told(made)


def test_how_everybody_played_is_told() -> None:
    games = [result(0, "a", "b", 0, (1.0, 2.5)), result(0, "b", "a", 1, (2.1, 1.0))]
    made = ladder_of(MATCH, SIDES, "a", games, {"a": 2.0}, draws=5)
    mine, other = made.manners
    assert (mine.decisions, mine.refused, mine.longest) == (20, 1, 2.5)
    assert (mine.budget, mine.over, mine.far_over) == (2.0, 0.5, 0.25)
    assert (other.budget, other.over) == (None, None)
    assert "| a | 1 of 20 | 3.30 s | 1.65 s | 2.50 s | 50.0 % of 2 s (25.0 %) |" in markdown(made)


def test_failed_games_are_counted_and_left_out() -> None:
    broken = Result(1, "1", {"german": "a", "soviet": "b"}, None, None, "", "", 1, 1, error="no")
    made = ladder_of(MATCH, SIDES, "a", [*played(3, {"a": 0, "b": 0}), broken], draws=5)
    assert (made.failed, made.seeds) == (1, 3)
    assert "6 games, 1 failed from 3 seeds of `7`" in told(made)


def test_a_ladder_is_written_and_read_again() -> None:
    made = ladder_of(MATCH, SIDES, "b", played(6, {"a": 100, "b": 0}), {"a": 1.0}, draws=10)
    data: dict[str, Any] = json.loads(json.dumps(made.to_json()))
    assert Ladder.of(data) == made
    assert data["pairings"][0]["low"] < data["pairings"][0]["high"]


@pytest.mark.parametrize(
    ("players", "sides", "anchor", "said"),
    [
        (("a",), SIDES, None, "two players at least: write --players staff,random"),
        (("a", "b", "a"), SIDES, None, "a is named twice; name each player once"),
        (("a", "b"), SIDES, "c", "the anchor 'c' does not play; name one of a, b"),
        (("a", "b"), ("one",), None, "wants a scenario of two sides; this one has 1"),
    ],
)
def test_what_makes_no_ladder_is_refused(
    players: tuple[str, ...], sides: tuple[str, ...], anchor: str | None, said: str
) -> None:
    with pytest.raises(LadderError, match=said):
        check_ladder(players, sides, anchor)


def test_the_anchor_is_the_staff_if_he_plays() -> None:
    assert check_ladder(("random", "staff"), SIDES, None) == "staff"
    assert check_ladder(("random", "other"), SIDES, None) == "random"
    assert check_ladder(("random", "staff"), SIDES, "random") == "random"


class Slow:
    """Somebody who is given a budget."""

    def __init__(self, seconds: float = 3) -> None:
        self.seconds = seconds

    def choose(self, seat: Seat) -> Any:
        """Whatever is asked."""
        return seat.question.default

    @staticmethod
    def styles(system: str) -> dict[str, dict[str, Any]]:
        """One who takes his time."""
        return {"patient": {"seconds": 60}}


def test_the_budget_of_a_player_is_in_his_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OURS, "slow", f"{__name__}:Slow")
    assert budget_of("slow?seconds=10") == 10
    assert budget_of("slow") == 3
    assert budget_of("slow:patient", "wb95") == 60
    assert budget_of("random") is None
    assert (budget_of("commander", "wb95"), budget_of("commander?rehearsals=9")) == (10, None)
