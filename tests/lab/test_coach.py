"""The coach: he finds the turn in which a game was thrown away, and tells decisions from dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

import grognard
from grognard.engine.entries import Line, in_force
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.lab import coach, fuzz
from grognard.lab.coach import AsOrdered, Course, Patience, Record, Share, share_of
from grognard.players.commander.player import Commander
from grognard.players.registry import player
from grognard.players.seat import Seat
from grognard.server.ai_process import Hasty

KLIN, IDLE = "wb95/klin", 2
"""The scenario, and the turn in which the German orders nothing."""


@cache
def played() -> Game[Any]:
    """A game of Klin between two staffs, of which the German sleeps through a turn."""
    game = grognard.new(KLIN, seed=5)
    players = {side: player("staff", 1, "wb95") for side in game.scenario.sides}
    idle = Hasty(1)
    while (side := game.to_act) is not None:
        sleeps = side == "german" and game.turn == IDLE
        game.play(side, (idle if sleeps else players[side]).choose(Seat(game, side)))
    return game


@cache
def german() -> Course:
    return coach.course_of(played().history, Record(played()).at, "german")


def few(rehearsals: int = 4) -> Patience:
    return Patience(rehearsals, commander=lambda: Commander(rehearsals=8, cores=1))


def test_a_course_has_every_turn_of_the_side_and_ends_with_the_result() -> None:
    course = german()
    assert [one.turn for one in course.stretches] == [1, 2, 3, 4]
    acts = [(one.turn, one.acts) for one in course.readings[:-1]]
    assert acts == [(turn, side) for turn in (1, 2, 3, 4) for side in ("german", "soviet")]
    winner = coach.verdict(played())[0]
    assert course.readings[-1].share == {"german": 1.0, "soviet": 0.0, None: 0.5}[winner]
    lines = [one.lines for one in course.readings]
    assert lines == sorted(lines)
    assert lines[-1] == len(played().history)
    for one, after in zip(course.stretches, course.stretches[1:], strict=False):
        assert one.first < one.upto <= after.first
        assert len(one.orders) == sum(
            line.by == "german" and one.first <= n < one.upto
            for n, line in in_force(played().history)
        )


def test_the_turn_that_was_slept_through_is_found_and_put_down_to_the_decisions() -> None:
    course = german()
    reviews = {one.turn: coach.review(one, few()) for one in course.stretches[:2]}
    slept, others = reviews.pop(IDLE), reviews.values()
    assert slept is not None
    assert slept.decisions.high < 0
    assert slept.best.mean - slept.ordered.mean > 0.01
    for other in others:
        assert other is not None
        assert other.decisions.mean > slept.decisions.mean
    for one in (slept, *others):
        assert one is not None
        assert one.decisions.mean == pytest.approx(one.ordered.mean - one.best.mean)
        assert one.luck.mean == pytest.approx(one.fallen.mean - one.ordered.mean)
        assert one.total == pytest.approx(one.decisions.mean + one.luck.mean)
    assert slept.plan.efforts, "it says what would have been done instead"
    assert IDLE in [one.turn for one in course.largest(2)]


def test_where_it_really_ended_is_luck_and_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same turn, had it ended with a victory."""
    one = german().stretches[0]
    usual = coach.review(one, few(4))
    monkeypatch.setattr(one, "ended", [])
    monkeypatch.setattr(one, "after", 1.0)
    lucky = coach.review(one, few(4))
    assert usual is not None
    assert lucky is not None
    assert lucky.fallen == Share(1.0, 1.0, 1.0)
    assert lucky.luck.mean > usual.luck.mean
    assert lucky.decisions == usual.decisions


def test_what_was_ordered_is_ordered_again() -> None:
    """With the dice that really fell a turn comes out as it was."""
    one = german().stretches[0]
    record, policy = Record(played()), AsOrdered("german", one.orders)
    again = []
    for n, line in in_force(played().history):
        if line.by == "german" and one.first <= n < one.upto:
            with record.at(n) as game:
                again.append((policy(game), line.action))  # type: ignore[arg-type]
    assert len(again) > 15
    assert all(mine == theirs for mine, theirs in again)


def test_the_same_record_gives_the_same_review() -> None:
    course = coach.course_of(played().history, Record(played()).at, "german")
    assert course.readings == german().readings
    first, second = (coach.review(one.stretches[1], few(4)) for one in (course, german()))
    assert first is not None
    assert second is not None
    assert (first.best, first.ordered, first.fallen) == (second.best, second.ordered, second.fallen)


def test_without_time_nothing_is_said_of_a_turn() -> None:
    assert coach.review(german().stretches[0], Patience(6, lambda: True, few().commander)) is None


def test_a_record_is_gone_through_forwards_and_begun_anew_backwards() -> None:
    record = Record(played())

    @contextmanager
    def both(lines: int) -> Iterator[tuple[int, int]]:
        with record.at(lines) as game:
            yield game.turn, len(game.history)

    for lines in (50, 120, 60):
        with both(lines) as (_, length):
            assert length == lines


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([0.5, 0.5, 0.5, 0.5], 0.5, 0.5), ([0.0, 1.0, 0.0, 1.0], -0.419, 1.419)],
)
def test_an_interval_is_students(values: list[float], low: float, high: float) -> None:
    """Of four values the quantile is 3.182."""
    found = share_of(values)
    assert found.mean == 0.5
    assert found == Share(0.5, pytest.approx(low, abs=0.01), pytest.approx(high, abs=0.01))


def test_twins_have_the_same_chances_and_the_same_worlds() -> None:
    """What the enemy hides makes no difference to what is said of one's own turns."""
    arena, compared = fuzz.ARENAS["wb95"], 0
    for seed in range(12):
        game = arena.make(seed)
        for side in game.scenario.sides:
            twin = arena.veil.twin(game, side, random.Random(seed))
            if twin is None or not game.at_checkpoint:
                continue
            walks = [coach._Walk(side) for _ in range(2)]
            for walk, one in zip(walks, (game, twin), strict=True):
                walk.step(1, Line(side, {"do": "end"}, False), one)
            assert walks[0].readings == walks[1].readings
            worlds = [coach.imagined(Seat(one, side)) for one in (game, twin)]
            for a, b in zip(*worlds, strict=True):
                assert canonical(a.state.to_json()) == canonical(b.state.to_json())
            compared += game.state.to_json() != twin.state.to_json()
        if compared:
            return
    raise AssertionError("no position hides anything")
