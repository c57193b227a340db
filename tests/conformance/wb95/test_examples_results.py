"""The book's examples of how results are read, applied to real battles. [T.combat] [5.6.1]"""

from __future__ import annotations

import pytest

from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import GERMAN, SOVIET, fought, result
from tests.systems.wb95.combat.afterwards import answers, back, chase, fight
from tests.systems.wb95.field import ATTACK_A, at, field, rig, unit, where

rule = pytest.mark.rule
LEVELS = [4, 4, 4, 4, 4]


def battle(attacker: int, **spec: object) -> Wb:
    """A German unit in 0507 next to a Soviet one of 4 points in 0506, both of five levels."""
    units = unit("g1", "0507", sp=[attacker] * 5), unit("s1", "0506", sp=LEVELS)
    return field(*units, phase=ATTACK_A, **spec)


def levels(game: Wb) -> tuple[int, int]:
    """The levels left to attacker and defender."""
    return at(game, "g1").cel, at(game, "s1").cel


def shaken(game: Wb) -> list[str]:
    """Who is disorganised."""
    return [name for name in ("g1", "s1") if at(game, name).disorganised >= 0]


@rule("wb95", "T.combat")
def test_wb95_ex_055_both_lose_one() -> None:
    """-1 / -1: a level each, and nobody moves."""
    game = battle(4)
    fought(game, "g1", "0506", (3, 4))
    assert result(game) == "-1 / -1"
    assert levels(game) == (4, 4)
    assert (where(game, "g1"), where(game, "s1")) == ("0507", "0506")
    assert game.at_checkpoint


@rule("wb95", "T.combat")
@rule("wb95", "5.2.1f")
def test_wb95_ex_056_retreat_two_and_lose_one() -> None:
    """D2 -1: the level is lost before the retreat, however far that goes."""
    game = battle(24)
    fought(game, "g1", "0506", (4, 4))
    assert result(game) == "- / D2 -1"
    assert levels(game) == (5, 4)
    assert answers(game) == [({}, {"s1": 2}), ({"s1": 1}, {"s1": 1}), ({"s1": 2}, {})]
    game.play(SOVIET, back(s1="0505 0504"))
    assert (where(game, "s1"), at(game, "s1").cel) == ("0504", 4)


@rule("wb95", "T.combat")
@rule("wb95", "5.2.1f")
@rule("wb95", "5.2.1g")
def test_wb95_ex_057_both_lose_and_the_defender_retreats() -> None:
    """-1 / D2 -1: a level each, then the retreat, then pursuit, then the test."""
    game = battle(8)
    fight(game, "-1 / D2 -1", "g1", "0506")
    assert levels(game) == (4, 4)
    game.play(SOVIET, back(s1="0505 0504"))
    rig(game, 1, 1)
    game.play(GERMAN, chase(g1="0506"))
    told = [event.kind for event in game.events]
    after = told[told.index("combat") + 1 :]
    assert after == ["loss", "loss", "retreat", "pursuit", "disorganisation test"]
    assert (where(game, "g1"), where(game, "s1")) == ("0506", "0504")


@rule("wb95", "T.combat")
@rule("wb95", "5.6.1a")
def test_wb95_ex_058_retreat_four_in_disorder() -> None:
    """-1 / D4D: the attacker loses a level, the defender goes four hexes and is disorganised."""
    game = battle(20)
    fought(game, "g1", "0506", (1, 1))
    assert result(game) == "-1 / D4D"
    assert levels(game) == (4, 5)
    game.play(SOVIET, back(s1="0505 0504 0503 0502"))
    game.play(GERMAN, chase())
    assert where(game, "s1") == "0502"
    assert shaken(game) == ["s1"]


@rule("wb95", "T.combat")
@rule("wb95", "5.6.1a")
def test_wb95_ex_059_retreat_one_in_disorder() -> None:
    """A1D: the attacker goes one hex and is disorganised."""
    game = battle(4)
    fight(game, "A1D / -", "g1", "0506")
    assert answers(game) == [({}, {"g1": 1}), ({"g1": 1}, {})]
    game.play(GERMAN, back(g1="0508"))
    game.play(SOVIET, chase())
    assert (where(game, "g1"), levels(game)) == ("0508", (5, 5))
    assert shaken(game) == ["g1"]


@rule("wb95", "5.6.1a")
def test_wb95_ex_062_retreat_three_in_disorder() -> None:
    """D3D: the defender goes three hexes and is disorganised, without a test."""
    game = battle(8)
    fought(game, "g1", "0506", (1, 1))
    assert result(game) == "-1 / D3D"
    assert (({"s1": 3}, {}) in answers(game), len(answers(game))) == (True, 4)
    game.play(SOVIET, back(s1="0505 0504 0503"))
    game.play(GERMAN, chase())
    assert where(game, "s1") == "0503"
    assert shaken(game) == ["s1"]
    assert "disorganisation test" not in [event.kind for event in game.events]
