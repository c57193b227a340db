"""Dice that are read, items in an order of chance, and every choice of some of them."""

from __future__ import annotations

import random
from typing import Any, cast

from grognard.engine.dice import Faces
from grognard.engine.falls import Sum, falls
from grognard.kit.among import subsets
from grognard.kit.chance import drawn, read_as, rolled, shuffled, summed
from tests.engine.toy import toy


class _Dice:
    """A game that rolls what is laid out, and remembers what odds would tell apart."""

    def __init__(self, *faces: int) -> None:
        self.faces, self.asked = faces, list[Any]()

    def roll(self, count: int, sides: int, key: Any) -> Faces:
        self.asked.append((count, sides, key))
        return self.faces


def test_dice_are_rolled_once_and_read_as_odds_read_them() -> None:
    game: Any = _Dice(3, 5)
    assert rolled(game, 2, sum) == ((3, 5), 8)
    assert game.asked == [(2, 6, sum)]
    assert read_as(game, 2, 10, max) == ((3, 5), 5)
    assert game.asked[-1] == (2, 10, max)


def test_the_dice_of_a_real_game_are_drawn_from_its_stream() -> None:
    game: Any = toy(seed=1)
    before = toy(seed=1)
    faces, low = rolled(game, 2, lambda dice: sum(dice) < 7)
    assert faces == before.roll(2)
    assert low == (sum(faces) < 7)


def test_counters_are_drawn_from_a_bag_as_many_as_there_are_of_each() -> None:
    found = [
        drawn(cast("Any", _Bag(place)), {"three": 1, "four": 2, "five": 0}) for place in (1, 2, 3)
    ]
    assert found == ["three", "four", "four"]


class _Bag:
    """A game that draws what is at a place, and has so many sides as there are counters."""

    def __init__(self, place: int) -> None:
        self.place = place

    def roll(self, count: int, sides: int, key: Any) -> Faces:
        assert (count, sides) == (1, 3)
        return (self.place,)


def test_every_choice_comes_once_the_small_ones_first() -> None:
    assert list(subsets("abc")) == [
        (), ("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c"),
    ]  # fmt: skip
    assert list(subsets("abc", 2)) == [("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")]
    assert list(subsets("abc", 1, 1)) == [("a",), ("b",), ("c",)]
    assert list(subsets("ab", 1, 9)) == [("a",), ("b",), ("a", "b")]
    assert list(subsets("a", 2)) == []


def test_whatever_is_shuffled_comes_once() -> None:
    assert sorted(shuffled("abcd", random.Random(3))) == ["a", "b", "c", "d"]


def test_dice_that_only_add_up_are_read_as_their_sum() -> None:
    game: Any = _Dice(3, 10, 9)
    assert summed(game, 3, 10) == ((3, 10, 9), 22)
    assert game.asked[-1] == (3, 10, Sum())
    assert summed(game, 3, 10, lambda face: face % 10, start=-2)[1] == 10
    assert summed(game, 3, 10, then=lambda total: total > 21)[1] is True
    own = (int, lambda face: int(face > 9), lambda face: 0)
    assert summed(game, 3, 10, own)[1] == 4
    assert summed(game, 3, 10, lambda face: (face, 1), start=(0, 0))[1] == (22, 3)
    assert len(falls(3, 10, game.asked[-1][2])) == 28
