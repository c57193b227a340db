"""Losses in combat. [5.1.8] [15.1.7] [15.4.3]"""

from __future__ import annotations

import random

import pytest

from tests.systems.wb95.combat.afterwards import answers, asked, back, fight, lose
from tests.systems.wb95.field import ATTACK_A, at, field, rules, told, unit, where


@pytest.mark.rule("wb95", "5.1.8")
def test_the_owner_chooses_who_bears_the_losses() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0505"), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "-2 / -", "g1 g2")
    assert asked(game) == "losses"
    takes = [action["take"] for action in game.legal("german")]
    assert takes == [{"g1": 2}, {"g1": 1, "g2": 1}, {"g2": 2}]
    assert rules(game, "german", lose(g1=1)) == ["5.1.8"]
    assert rules(game, "german", lose(g1=3)) == ["5.1.8"]
    assert rules(game, "german", lose(s1=2)) == ["5.1.8"]
    assert rules(game, "german", lose(g1=0, g2=2)) == ["5.1.8"]
    game.play("german", lose(g1=1, g2=1))
    assert (at(game, "g1").cel, at(game, "g2").cel, at(game, "s1").cel) == (1, 1, 2)


@pytest.mark.rule("wb95", "5.1.8")
def test_every_sample_is_legal_and_all_kinds_come_up() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0505"), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "-2 / -", "g1 g2")
    rng = random.Random(4)
    seen = [game.sample("german", rng) for _ in range(40)]
    assert all(action and not game.why("german", action) for action in seen)
    assert len({str(sorted(action["take"].items())) for action in seen if action}) == 3


@pytest.mark.rule("wb95", "1.2e")
def test_a_level_lost_reduces_and_the_last_one_eliminates() -> None:
    game = field(
        unit("g1", "0505", cel=2), unit("s1", "0504", cel=1), unit("s2", "0101"), phase=ATTACK_A
    )
    fight(game, "-1 / -1", "g1", "0504")
    assert at(game, "g1").cel == 1
    assert where(game, "s1") == "eliminated"
    assert [(loss["unit"], loss["cel"]) for loss in told(game, "loss")] == [("g1", 1)]
    assert [loss["unit"] for loss in told(game, "eliminated")] == ["s1"]


@pytest.mark.rule("wb95", "5.1.8")
def test_if_there_are_not_enough_levels_all_die_without_a_question() -> None:
    game = field(
        unit("g1", "0505", cel=1), unit("g2", "0505", cel=1), unit("s1", "0504"), phase=ATTACK_A
    )
    fight(game, "-2 / -", "g1 g2")
    assert (where(game, "g1"), where(game, "g2")) == ("eliminated", "eliminated")


@pytest.mark.rule("wb95", "9.1.4")
def test_a_headquarters_may_be_the_loss() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0504"), unit("sh", "0504", "HQ"), phase=ATTACK_A)
    assert at(game, "sh").cel == 1
    fight(game, "- / -1", "g1")
    assert asked(game) == "losses"
    assert rules(game, "soviet", lose(sh=2)) == ["5.1.8"]
    game.play("soviet", lose(sh=1))
    assert where(game, "sh") == "eliminated"
    assert at(game, "s1").cel == 2


@pytest.mark.rule("wb95", "5.1.8")
def test_the_default_spares_strength_and_headquarters() -> None:
    game = field(
        unit("g1", "0505"),
        unit("s1", "0504", sp=[6, 2]),
        unit("s2", "0504", sp=[3, 2]),
        unit("sh", "0504", "HQ"),
        phase=ATTACK_A,
    )
    fight(game, "- / -1", "g1")
    assert game.decisions[0].ask.default == lose(s2=1)


@pytest.mark.rule("wb95", "15.1.7")
def test_users_of_stars_bear_at_least_one_level() -> None:
    game = field(
        unit("g1", "0505", "ARM", stars="black:1"),
        unit("g2", "0505", "ARM"),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    fight(game, "-2 / -", "g1 g2", stars=["g1"])
    assert [a["take"] for a in game.legal("german")] == [{"g1": 2}, {"g1": 1, "g2": 1}]
    assert rules(game, "german", lose(g2=2)) == ["15.1.7"]
    default = game.decisions[0].ask.default
    assert default is not None
    assert not game.why("german", default)


@pytest.mark.rule("wb95", "15.1.7")
def test_stars_that_are_not_used_cost_nothing() -> None:
    game = field(
        unit("g1", "0505", "ARM", stars="black:1"),
        unit("g2", "0505", "ARM"),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    fight(game, "-1 / -", "g1 g2")
    assert rules(game, "german", lose(g2=1)) == []


@pytest.mark.rule("wb95", "15.1.7")
def test_the_price_counts_for_a_sustained_retreat_too() -> None:
    """Any loss counts: unless the star's user retreats with the rest, it must lose a level."""
    game = field(
        unit("g1", "0505", "ARM", stars="black:1"),
        unit("g2", "0505", "ARM"),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    fight(game, "A1 / -", "g1 g2", stars=["g1"])
    assert rules(game, "german", back({"g2": 1})) == ["15.1.7"]
    assert rules(game, "german", back({"g2": 1}, g1="0506")) == ["15.1.7"]
    assert rules(game, "german", back({"g1": 1}, g2="0506")) == []
    assert rules(game, "german", back(g1="0506", g2="0506")) == []


@pytest.mark.rule("wb95", "15.1.7")
def test_a_price_once_paid_is_paid() -> None:
    game = field(
        unit("g1", "0505", "ARM", stars="black:1"),
        unit("g2", "0505", "ARM"),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    fight(game, "A1 -1 / -", "g1 g2", stars=["g1"])
    assert asked(game) == "retreat"
    assert at(game, "g1").cel == 1
    assert rules(game, "german", back({"g2": 1})) == []


@pytest.mark.rule("wb95", "15.4.3")
def test_fortification_units_that_help_bear_at_least_one_level() -> None:
    game = field(
        unit("g1", "0505"),
        unit("s1", "0504"),
        unit("sf", "0504", "FU"),
        phase=ATTACK_A,
        fortified=["0504"],
    )
    fight(game, "- / -1", "g1", defend={"forts": ["sf"]})
    assert at(game, "sf").cel == 1
    assert asked(game) == "Attack"
    again = field(
        unit("g1", "0505"),
        unit("s1", "0504"),
        unit("sf", "0504", "FU"),
        phase=ATTACK_A,
        fortified=["0504"],
    )
    fight(again, "- / D2", "g1", defend={"forts": ["sf"]})
    assert rules(again, "soviet", back({"s1": 2})) == ["15.4.3"]
    assert ({}, {"s1": 1, "sf": 1}) in answers(again)
    assert all(take.get("sf") for _, take in answers(again) if take)


@pytest.mark.rule("wb95", "15.1.7")
@pytest.mark.rule("wb95", "15.4.3")
def test_where_one_level_is_lost_it_settles_one_of_two_prices() -> None:
    game = field(
        unit("g1", "0505", "ARM"),
        unit("s1", "0504"),
        unit("s2", "0504", stars="blue:1"),
        unit("sf", "0504", "FU"),
        phase=ATTACK_A,
        fortified=["0504"],
    )
    fight(game, "- / -1", "g1", defend={"forts": ["sf"], "stars": ["s2"]})
    assert [action["take"] for action in game.legal("soviet")] == [{"s2": 1}, {"sf": 1}]
    assert rules(game, "soviet", lose(s1=1)) == ["15.1.7", "15.4.3"]
