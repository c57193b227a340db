"""A system that says nothing of its own still plays on a screen, in the engine's plain words."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.engine.tally import Tally
from grognard.lab import laws
from grognard.table import choosing, weighing
from grognard.table.cards import Sum, Weight
from grognard.table.tabletop import Tabletop
from grognard.table.writing import plain
from tests.engine.toy import toy

TABLE = Tabletop()


def test_everything_is_answered_by_the_engine_itself() -> None:
    game, rng = toy(seed=3), random.Random(3)
    for _ in range(30):
        if game.over:
            break
        for player in (*game.scenario.sides, None):
            shown: dict[str, Any] = {
                "sides": plain(TABLE.sides(game, player)),
                "standing": plain(TABLE.standing(game)),
                "lists": [
                    TABLE.counters(game, player), TABLE.stacks(game, player),
                    TABLE.marks(game, player), TABLE.side_marks(game, player),
                    TABLE.off_map(game, player), TABLE.owed(game, player),
                    TABLE.overlays(game, player), TABLE.forces(game, player),
                    TABLE.arrivals(game, player), TABLE.samples(game, player),
                ],
            }  # fmt: skip
            assert not any(shown["lists"])
            assert shown["standing"]["turn"] == game.turn
            assert [side["id"] for side in shown["sides"]] == list(game.scenario.sides)
            assert [side["mine"] for side in shown["sides"]].count(True) == (player is not None)
        for decision in game.decisions:
            asked = plain(choosing.asked(game, TABLE, decision, "1.0"))
            assert asked["prompt"]
            assert asked["phase"] or asked["choices"]
            for choice in asked["choices"]:
                assert choice["text"]
                assert game.why(decision.player, choice["action"]) == []
        _weighs(game)
        game.play(*laws.random_action(game, rng))


def _weighs(game: Game[Any]) -> None:
    """Whatever is open can be weighed, and its chances come to one or to nothing."""
    for side in game.scenario.sides:
        found, _more = choosing.choices(game, TABLE, side, limit=4)
        for choice in found:
            weighed = weighing.weigh(game, TABLE, side, choice.action)
            total = sum((one.probability for one in weighed.outcomes), Fraction(0))
            assert total in (0, 1)
            assert not weighed.refusals


def test_choices_are_found_by_kind() -> None:
    game = toy(seed=1)
    side = game.to_act
    assert side is not None
    every, _ = choosing.choices(game, TABLE, side)
    kinds = {choice.action["do"] for choice in every}
    for kind in kinds:
        found, more = choosing.choices(game, TABLE, side, do=kind)
        assert {choice.action["do"] for choice in found} == {kind}
        assert not more
    first, more = choosing.choices(game, TABLE, side, limit=1)
    assert (len(first), more) == (1, len(every) > 1)
    assert choosing.choices(game, TABLE, side, piece="nobody") == ([], False)


def test_what_plain_data_touches_is_found_in_its_order() -> None:
    game = toy(seed=1)
    label, other = game.board.labels[3], game.board.labels[1]
    data = {"do": "x", "units": ["b", "a"], "path": [label], "bridge": f"{other}-{label}", "n": 4}
    assert choosing.touched(game, {"a": "A", "b": "B"}, data) == ((label, other), ("b", "a"))
    assert choosing.touched(game, {"a": "A"}, {"paths": {"a": [label]}}) == ((label,), ("a",))


def test_forms_are_written_as_plain_data() -> None:
    tally = Tally().add("printed", 3, "1.4").add("halved", Fraction(-3, 2), "1.7", "house")
    assert plain(Sum("strength", tally)) == {
        "title": "strength",
        "total": "3/2",
        "parts": [
            {"label": "printed", "value": "3", "rule": "1.4", "source": "rulebook"},
            {"label": "halved", "value": "-3/2", "rule": "1.7", "source": "house"},
        ],
    }
    third = Fraction(1, 3)
    weight = plain(Weight("gone", third, weighing.hundredths(third), (2, 3), "good"))
    assert (weight["probability"], weight["percent"], weight["rolls"]) == ("1/3", 33.33, [2, 3])


@pytest.mark.parametrize(("shown", "sides", "told"), [
    (range(10), 10, True), (range(1, 7), 6, True), (range(2, 13), 6, True), (range(3, 19), 6, True),
    ((1, 4), 10, False), (range(1, 7), 10, False), (range(2, 12), 6, False), ((), 6, False),
])  # fmt: skip
def test_rolls_are_told_only_if_none_stands_for_others(
    shown: Iterable[int], sides: int, told: bool
) -> None:
    assert weighing.every_roll(set(shown), sides) is told
