"""Standing instead of retreating, and who cannot retreat at all. [5.3.7] [5.3.8] [6.2.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS, BridgeWork
from tests.systems.wb95.combat.afterwards import answers, asked, back, fight
from tests.systems.wb95.field import ATTACK_A, at, field, rules, unit, where

LEVELS = [5, 4, 3, 2]


def beaten(result: str, *more: dict[str, Any], **spec: Any) -> Wb:
    """A German attack from 0505 on 0504."""
    game = field(unit("g1", "0505"), *more, phase=ATTACK_A, **spec)
    fight(game, result, "g1")
    return game


@pytest.mark.rule("wb95", "5.3.8")
def test_the_greatest_shortfall_counts_once() -> None:
    game = beaten("- / D2", unit("s1", "0504"), unit("s2", "0504"))
    assert rules(game, "soviet", back({"s1": 1, "s2": 1}, s1="0503")) == []
    assert rules(game, "soviet", back({"s1": 1, "s2": 2}, s1="0503")) == ["5.3.7"]
    assert rules(game, "soviet", back({"s1": 2}, s2="0503 0502")) == []
    assert rules(game, "soviet", back({"s1": 1, "s2": 1}, s2="0503 0502")) == ["5.3.7"]


@pytest.mark.rule("wb95", "5.3.7")
def test_who_cannot_pay_in_full_dies() -> None:
    game = beaten("- / D3", unit("s1", "0504", cel=1))
    assert answers(game)[0] == ({}, {"s1": 1})
    game.play("soviet", back({"s1": 1}))
    assert where(game, "s1") == "eliminated"


# ---- guns


@pytest.mark.rule("wb95", "5.1.9")
def test_a_headquarters_alone_cannot_retreat() -> None:
    game = field(unit("g1", "0505"), unit("sh", "0504", "HQ"), phase=ATTACK_A)
    fight(game, "- / D3", "g1")
    assert where(game, "sh") == "eliminated"
    assert asked(game) == "pursue"


@pytest.mark.rule("wb95", "6.6.4")
def test_limbered_guns_alone_cannot_retreat() -> None:
    guns = [unit(f"sg{n}", "0504", "ART", "5,3", at={"transport": True}) for n in (1, 2)]
    game = field(unit("g1", "0505"), *guns, phase=ATTACK_A)
    fight(game, "- / D1", "g1")
    assert [take for _, take in answers(game)] == [{"sg1": 1}, {"sg2": 1}]
    assert rules(game, "soviet", back({"sg1": 1}, sg2="0503")) == ["6.6.4"]


@pytest.mark.rule("wb95", "5.1.9")
def test_a_headquarters_with_others_retreats_with_them() -> None:
    game = beaten("- / D1", unit("s1", "0504"), unit("sh", "0504", "HQ"))
    assert rules(game, "soviet", back(s1="0503")) == ["5.3.7"]
    assert rules(game, "soviet", back(s1="0503", sh="0503")) == []


@pytest.mark.rule("wb95", "15.2.1")
def test_a_resilience_group_cannot_retreat_and_pays() -> None:
    game = beaten("- / D2", unit("s1", "0504"), unit("sr", "0504", "RG", 2))
    assert rules(game, "soviet", back(s1="0503", sr="0503")) == ["15.2.1"]
    assert rules(game, "soviet", back(s1="0503 0502")) == ["5.3.7"]
    game.play("soviet", back({"sr": 1}, s1="0503 0502"))
    assert where(game, "sr") == "eliminated"


@pytest.mark.rule("wb95", "14.3.4")
def test_a_headquarters_that_builds_a_bridge_cannot_retreat() -> None:
    def position(builds: bool) -> Wb:
        game = field(
            unit("g1", "0505"),
            unit("s1", "0504"),
            unit("sh", "0504", "HQ"),
            phase=ATTACK_A,
            board=sketch(9, 9, sides=["0504-0503 big_river"]),
        )
        if builds:
            near, far = game.board.hex("0504"), game.board.hex("0503")
            game.put(WORKS, "sh", BridgeWork(near, far, 0))
        fight(game, "- / D1", "g1")
        return game

    assert rules(position(False), "soviet", back(s1="0403", sh="0403")) == []
    game = position(True)
    assert rules(game, "soviet", back(s1="0403", sh="0403")) == ["14.3.4"]
    assert rules(game, "soviet", back(s1="0403")) == []


@pytest.mark.rule("wb95", "5.1.9")
@pytest.mark.rule("wb95", "6.6.4")
@pytest.mark.parametrize(
    ("lone", "gone"),
    [
        (unit("s2", "0404", "HQ"), True),
        (unit("s2", "0404", "ART", "5,3", at={"transport": True}), True),
        (unit("s2", "0404", "ART", "5,3"), True),
        (unit("s2", "0404"), False),
    ],
)
def test_who_is_alone_in_a_second_hex_pays_there(lone: dict[str, Any], gone: bool) -> None:
    """The infantry of the other hex retreats all the way; that does not spare who cannot."""
    game = field(unit("g1", "0505"), unit("s1", "0504"), lone, phase=ATTACK_A)
    fight(game, "- / D2", "g1", "0504 0404")
    free = rules(game, "soviet", back(s1="0503 0502"))
    assert free == ["5.3.7"]
    if gone:
        assert rules(game, "soviet", back({"s1": 1}, s1="0503 0502")) == ["5.3.7"]
        game.play("soviet", back({"s2": 1}, s1="0503 0502"))
        assert (where(game, "s2"), at(game, "s1").cel) == ("eliminated", 2)


# ---- fixed positions


@pytest.mark.rule("wb95", "7.2.6")
def test_attackers_of_a_fixed_position_pay_in_full() -> None:
    game = beaten(
        "A1 / -",
        unit("s1", "0504", sp=LEVELS),
        board=sketch(9, 9, sides=["0504-0505 fp"]),
        fixed_positions={"0504": 3},
    )
    assert [sum(take.values()) for ways, take in answers(game) if not ways] == [1]


@pytest.mark.rule("wb95", "5.3.7")
def test_the_default_loses_as_little_as_possible() -> None:
    """Lakes leave one hex to go: one hex is retreated, the other is paid for."""
    lakes = dict.fromkeys(("0403", "0402", "0502", "0602", "0603"), "lake")
    game = beaten("- / D2", unit("s1", "0504"), board=sketch(9, 9, terrain=lakes))
    assert game.decisions[0].ask.default == back({"s1": 1}, s1="0503")
