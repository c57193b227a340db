"""The staff and breakouts: who will starve and cannot march home tries to steal away. [12.8e]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.systems.ocs.turn.phases import BREAKOUT
from tests.players.playing import did, dump, phase_of, source, town
from tests.systems.ocs.field import field, unit

POCKET = unit("a1", "0515", combat="6:3 leg")
"""A regiment fourteen hexes behind the enemy's lines."""
FOES = [unit("s1", "0517", combat="20:3 leg"), unit("s2", "0512", combat="9:3 leg")]
FRIENDS = unit("a2", "0501", combat="9:3 leg")


def tries(*units: dict[str, Any], **spec: Any) -> list[Action]:
    """Who tries to break out."""
    more: dict[str, Any] = {
        "segment": BREAKOUT, "board": sketch(9, 20), "turns": 9, "sources": [source("0501")],
        "victory": town("0520"),
    }  # fmt: skip
    return did(phase_of(field(*units, **{**more, **spec}), "axis"), "breakout")


def test_who_is_shut_in_hungry_and_hunted_breaks_out() -> None:
    assert tries(POCKET, FRIENDS, *FOES) == [{"do": "breakout", "units": ["a1"]}]


def test_who_can_walk_out_does_not() -> None:
    quick = unit("a1", "0515", combat="6:3 leg", move="3:12 leg")
    assert tries(quick, FRIENDS, *FOES) == []


def test_who_has_food_stays() -> None:
    """[12.6c]"""
    assert tries(POCKET, FRIENDS, *FOES, dumps=[dump("0515", 8)]) == []


def test_who_holds_what_counts_stays() -> None:
    assert tries(POCKET, FRIENDS, *FOES, victory=town("0515", "axis", "allied")) == []


def test_a_garrison_stays() -> None:
    fixed = unit("a1", "0515", combat="(6):0 leg", move="(3):2 leg")
    assert tries(fixed, FRIENDS, *FOES) == []


@pytest.mark.parametrize(("turns", "count"), [(4, 0), (5, 1)])
def test_nobody_goes_who_would_not_be_back_in_time(turns: int, count: int) -> None:
    """Who gets through is away for as many turns as a die says. [12.8e-roll]"""
    assert len(tries(POCKET, FRIENDS, *FOES, turns=turns)) == count


@pytest.mark.parametrize(("strength", "first", "later"), [(2, 0, 0), (8, 1, 0), (20, 1, 1)])
def test_the_worse_the_odds_the_greater_the_need(strength: int, first: int, later: int) -> None:
    """In the first turn three of six get through, afterwards two. [12.8e(C)]"""
    foe = unit("s1", "0517", combat=f"{strength}:3 leg")
    for traced, count in ((True, first), (False, later)):
        cut_off = unit("a1", "0515", combat="6:3 leg", at={"traced": traced})
        assert len(tries(cut_off, FRIENDS, foe)) == count


def test_trucks_that_will_be_caught_try_too() -> None:
    """[12.8e(C)]"""
    trucks = [{"id": "t", "side": "axis", "hex": "0515", "points": 2}]
    hunter = unit("s3", "0518", combat="9:5 leg", move="4:10 leg")
    assert tries(FRIENDS, FOES[1], hunter, transport=trucks) == [
        {"do": "breakout", "transport": "t", "points": 2}
    ]
    weak = unit("s3", "0518", combat="(9):5 leg", move="(4):10 leg")
    assert tries(FRIENDS, weak, transport=trucks) == []
