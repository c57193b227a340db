"""Step losses: the Action Rating unit first, evenly, and what they do. [9.11]"""

from __future__ import annotations

import random

import pytest

from grognard.kit.losses import Burden
from grognard.systems.ocs.pieces import losses
from grognard.systems.ocs.pieces.values import quarters, size_of
from grognard.systems.ocs.status import SIDES
from tests.systems.ocs.combat.aftermath import drive, steps, take, wrong
from tests.systems.ocs.field import at, field, told, unit, where

rule = pytest.mark.rule


@rule("ocs", "9.11")
def test_single_steps_die_divisions_are_marked_and_die_with_the_last() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", re=3))
    losses.lose(game, "a1", 1, "9.11b")
    losses.lose(game, "a2", 1, "9.11b")
    assert (where(game, "a1"), at(game, "a2").lost, steps(game)) == ("dead", 1, {"a2": 2})
    losses.lose(game, "a2", 5, "9.11b")  # no unit absorbs more than it has
    assert where(game, "a2") == "dead"
    assert game.state[SIDES]["axis"].steps_lost == 4


@rule("ocs", "9.11e")
def test_a_divisions_size_falls_with_its_steps() -> None:
    game = field(unit("a1", "0303", re=4), unit("a2", "0303"))
    losses.lose(game, "a1", 1, "9.11b")
    assert size_of(game, "a1") == 3
    assert quarters(game.scenario.counters["a1"], at(game, "a1")) == 12


@rule("ocs", "9.11a")
@rule("ocs", "9.11b")
def test_the_owner_decides_and_must_bear_it_all() -> None:
    game = field(unit("a1", "0303", re=3), unit("a2", "0303", re=3), unit("a3", "0304"))
    asked = drive(
        game, losses.choose(game, "axis", ["a1", "a2"], 2, "10.0a"), take(a1=2)
    )  # two from one: a barrage is the owner's affair
    (ask,) = asked
    assert (ask.player, ask.name, ask.rule) == ("axis", "step losses", "10.0a")
    assert steps(game) == {"a1": 1, "a2": 3, "a3": 1}
    game = field(unit("a1", "0303", re=3), unit("a2", "0303", re=3), unit("a3", "0304"))
    ask = next(losses.choose(game, "axis", ["a1", "a2"], 2, "10.0a"))  # type: ignore[assignment]
    assert wrong(game, ask, take(a1=1)) == ["9.11b"]
    assert wrong(game, ask, take(a1=2, a2=1)) == ["9.11b"]
    assert wrong(game, ask, take(a3=2)) == ["9.11a"]
    assert wrong(game, ask, take(a1=4)) == ["9.11"]
    assert wrong(game, ask, {"do": "losses"}) == ["form"]
    assert len(list(ask.offers[0].legal(game, "axis"))) == 3
    for seed in range(20):
        answer = ask.offers[0].sample(game, "axis", random.Random(seed))
        assert wrong(game, ask, answer or {}) == []


@rule("ocs", "9.11a")
def test_nobody_is_asked_without_a_choice() -> None:
    game = field(unit("a1", "0303", re=3), unit("a2", "0303"))
    assert drive(game, losses.choose(game, "axis", ["a1"], 2, "10.0a")) == []
    assert drive(game, losses.choose(game, "axis", ["a1", "a2"], 9, "10.0a")) == []  # all of it
    assert steps(game) == {}
    assert drive(game, losses.choose(game, "axis", ["a1", "a2"], 1, "10.0a")) == []


@rule("ocs", "9.11c")
def test_the_unit_of_the_action_rating_loses_first() -> None:
    game = field(*(unit(f"a{i}", "0303") for i in (1, 2, 3)))
    procedure = losses.choose(game, "axis", ["a2", "a1", "a3"], 2, "9.11b", "a2", {})
    ask = next(procedure)
    assert isinstance(ask, losses.Ask)
    assert wrong(game, ask, take(a1=1, a3=1)) == ["9.11c"]
    assert wrong(game, ask, take(a1=1, a2=1)) == []
    assert [a["take"] for a in ask.offers[0].legal(game, "axis")] == [
        {"a2": 1, "a1": 1},
        {"a2": 1, "a3": 1},
    ]


@rule("ocs", "9.11c")
def test_all_lose_one_before_any_loses_two() -> None:
    def question(total: int, taken: dict[str, int]) -> losses.Losses:
        return losses.Losses(Burden({"a1": 3, "a2": 1, "a3": 2}, total), "9.11b", "", taken)

    game = field(unit("a1", "0303", re=3), unit("a2", "0303"), unit("a3", "0303", re=2))

    def fair(total: int, taken: dict[str, int], **steps: int) -> bool:
        return not question(total, taken).check(game, "axis", take(**steps))

    assert not fair(2, {}, a1=2)
    assert fair(2, {}, a1=1, a3=1)
    assert not fair(3, {}, a1=2, a3=1)  # a2 is still whole
    assert fair(3, {}, a1=1, a2=1, a3=1)
    assert fair(4, {}, a1=2, a2=1, a3=1)
    assert fair(5, {}, a1=2, a2=1, a3=2)
    assert fair(5, {}, a1=3, a2=1, a3=1)  # each has lost one: from then on the owner decides
    assert not fair(4, {}, a1=3, a3=1)
    assert fair(1, {"a1": 2, "a2": 1, "a3": 1}, a1=1)
    assert not fair(1, {"a1": 1}, a1=1)  # what was lost before in this combat counts
    assert fair(1, {"a1": 1}, a3=1)


@rule("ocs", "9.11c")
def test_fair_shares_by_chance_and_by_habit_are_fair() -> None:
    game = field(unit("a1", "0303", re=3), unit("a2", "0303"), unit("a3", "0303", re=2))
    for total in range(1, 7):
        offer = losses.Losses(Burden({"a1": 3, "a2": 1, "a3": 2}, total), "9.11b", "a3", {})
        for seed in range(30):
            answer = offer.sample(game, "axis", random.Random(seed))
            assert offer.why(game, "axis", answer or {}) == []


@rule("ocs", "9.11a")
def test_standing_answers_spare_what_is_dear_or_whole_counters() -> None:
    game = field(unit("a1", "0303", re=3, combat="6:3 leg"), unit("a2", "0303", combat="1:3 leg"))
    ask = next(losses.choose(game, "axis", ["a1", "a2"], 1, "10.0a"))
    assert isinstance(ask, losses.Ask)
    assert ask.policies["least valuable"]() == take(a2=1) == ask.default
    assert ask.policies["whole units last"]() == take(a1=1)


@rule("ocs", "4.9b")
def test_the_enemy_hears_how_much_but_not_who() -> None:
    game = field(unit("a1", "0303", re=3), unit("a2", "0303", re=3), unit("s1", "0505"))
    losses.suffer(game, {"a1": 1, "a2": 1}, "9.11b")
    assert told(game, "loss") == [{"side": "axis", "steps": 2, "units": {"a1": 1, "a2": 1}}]
    (heard,) = [e for e in game.events_for("allied") if e.kind == "loss"]
    assert dict(heard.facts) == {"side": "axis", "steps": 2}
