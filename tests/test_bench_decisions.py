"""Decisions are counted as a person with a deputy would meet them."""

from __future__ import annotations

import grognard
from bench import decisions
from bench.decisions import Count


def test_proposals_questions_and_mere_ends_are_told_apart() -> None:
    """A turn of the learning scenario: all that the staff does is counted once."""
    game = grognard.new("goss/skyline-drive", seed=1)
    (turn,) = decisions.counted(game, 1)
    assert game.turn == 2
    entries = [entry for entry in game.entries if entry.by in turn]
    ended = sum(entry.action["do"] == "end" for entry in entries)
    for side, count in turn.items():
        assert count.decisions == count.proposals + count.questions
        assert 0 < count.proposals <= count.orders, side
        assert count.ends >= 0
    done = sum(c.orders + c.questions + c.standing for c in turn.values())
    assert done == len(entries) - ended
    # a segment is proposed for and ended, or only ended; a few end by themselves
    assert sum(c.ends for c in turn.values()) <= ended


def test_the_mean_is_over_sides_and_turns() -> None:
    turn = {"a": Count(proposals=3, questions=1, standing=9), "b": Count(proposals=2)}
    assert decisions.mean([turn, {"a": Count(), "b": Count(questions=2)}]) == 2.0
    assert decisions.mean([]) == 0.0
