"""Losses shared out: what is open, what is wrong, and what is picked step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.kit.losses import Burden, Lost, ShareLosses, Toll
from tests.engine.toy import toy

STEPS = {"a": 2, "b": 1, "c": 1}


class _Share(ShareLosses[Any]):
    """Whoever bears it, `a` is never spared."""

    do, rule, phrase = "losses", "L1", "Lose {take}"

    def against(self, game: Any, player: str, order: Toll) -> list[Refusal]:
        """All of it, and some of it by `a`."""
        return self.burden.refusals(order.take, "L1") or self.unfair(order.take)

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """Not without `a`."""
        return [] if "a" in take else [Refusal("L2", "a is spared")]


def test_every_share_is_of_the_total_and_none_comes_twice() -> None:
    shares = list(Burden(STEPS, 2).shares())
    assert shares == [{"a": 2}, {"a": 1, "b": 1}, {"a": 1, "c": 1}, {"b": 1, "c": 1}]
    assert list(Burden(STEPS, 0).shares()) == [{}]
    assert list(Burden({}, 3).shares()) == [{}]


def test_what_nobody_has_left_is_not_due() -> None:
    burden = Burden(STEPS, 9)
    assert burden.total == 4
    assert list(burden.shares()) == [STEPS]
    assert burden.refusals(STEPS, "L1") == []


def test_each_fault_has_its_rule() -> None:
    burden = Burden(STEPS, 2, "levels")

    def wrong(take: Lost) -> list[str]:
        return [refusal.rule for refusal in burden.refusals(take, "who", "each", "whole")]

    assert wrong({"x": 1, "a": 1}) == ["who"]
    assert wrong({"a": 3}) == wrong({"a": 0, "b": 1, "c": 1}) == ["each"]
    assert wrong({"x": 1, "b": 2}) == ["who", "each"]
    assert wrong({"a": 1}) == wrong({"a": 2, "b": 1}) == ["whole"]
    assert wrong({"a": 1, "b": 1}) == []
    (one,) = burden.refusals({"a": 3}, "L1")
    assert (one.rule, one.text) == ("L1", "a can lose 1 to 2 levels here, not 3")
    (all_,) = burden.refusals({"a": 1}, "L1")
    assert (all_.rule, all_.text) == ("L1", "2 levels must be lost here, not 1")


def test_steps_are_picked_one_by_one_from_those_with_any_left() -> None:
    asked: list[tuple[list[str], Lost]] = []

    def last(left: Sequence[str], lost: Lost) -> str:
        asked.append((list(left), dict(lost)))
        return left[-1]

    assert list(Burden(STEPS, 3).borne(last).items()) == [("a", 1), ("b", 1), ("c", 1)]
    assert asked == [
        (["a", "b", "c"], {}),
        (["a", "b"], {"c": 1}),
        (["a"], {"b": 1, "c": 1}),
    ]


def test_the_answer_is_written_and_an_unfair_one_is_not_offered() -> None:
    game: Any = toy(seed=1)
    offer = _Share(Burden(STEPS, 2))
    assert [action["take"] for action in offer.legal(game, "x")] == [
        {"a": 2},
        {"a": 1, "b": 1},
        {"a": 1, "c": 1},
    ]
    assert [r.rule for r in offer.why(game, "x", {"do": "losses", "take": {"b": 1, "c": 1}})] == [
        "L2"
    ]
    assert offer.only(game, "x") is None


def test_where_there_is_one_share_it_is_the_only_answer() -> None:
    game: Any = toy(seed=1)
    assert _Share(Burden(STEPS, 9)).only(game, "x") == {"do": "losses", "take": STEPS}
    assert _Share(Burden({"b": 2}, 1)).only(game, "x") is None


def test_a_question_has_its_standing_answers_and_the_first_is_the_default() -> None:
    game: Any = toy(seed=1)
    offer = _Share(Burden(STEPS, 2))
    worked: list[str] = []

    def dearest() -> Toll:
        worked.append("dearest")
        return Toll({"a": 1, "c": 1})

    ask = offer.ask(
        game, "x", "who", "who bears it?", {"dearest": dearest, "a alone": Toll({"a": 2})},
        also=(_Share(Burden(STEPS, 1)),), context=lambda: {"steps": 2}, supposed="a bears it",
    )  # fmt: skip
    assert (ask.player, ask.name, ask.prompt, ask.rule) == ("x", "who", "who bears it?", "L1")
    assert (ask.offers[0], len(ask.offers)) == (offer, 2)
    assert (ask.context(), ask.supposed, ask.slight) == ({"steps": 2}, "a bears it", False)
    assert not worked  # nothing is worked out before somebody looks
    assert ask.default == ask.policies["dearest"]() == {"do": "losses", "take": {"a": 1, "c": 1}}
    assert ask.policies["a alone"]() == {"do": "losses", "take": {"a": 2}}
