"""The order of an aftermath, who bears it, and what want of supply adds. [5.2.1f] [5.2.1g]"""

from __future__ import annotations

import pytest

from tests.systems.wb95.combat.afterwards import asked, back, chase, fight, lose
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import ATTACK_A, at, field, rig, rules, unit, where


@pytest.mark.rule("wb95", "5.2.1f")
def test_a_whole_battle_with_the_real_table() -> None:
    """8 against 4 is 2:1; a roll of 6 is D2 there."""
    game = field(unit("g1", "0505", sp=8), unit("s1", "0504"), phase=ATTACK_A)
    while game.phase != "Attack of german":
        game.play("german", {"do": "end"})
    rig(game, 3, 3, 1, 1)
    game.play("german", attack("g1", "0504"))
    assert game.decisions[0].to_json()["context"]["hexes"] == 2
    game.play("soviet", back(s1="0503 0502"))
    game.play("german", chase(g1="0504 0503"))
    assert (where(game, "g1"), where(game, "s1")) == ("0503", "0502")
    assert asked(game) == "Attack"


@pytest.mark.rule("wb95", "5.2.1f")
def test_undo_and_clones_in_the_middle_of_an_aftermath() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0505"), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "-1 / -", "g1 g2")
    before = game.state.fingerprint()
    odds = game.odds(lose(g1=1), "german")
    assert [outcome.probability for outcome in odds.outcomes] == [1]
    assert game.state.fingerprint() == before


# ---- guns


@pytest.mark.rule("wb95", "6.3.4")
def test_remote_guns_bear_nothing_and_do_not_pursue() -> None:
    gun = unit("gf", "0506", "ART", "5,3")
    game = field(unit("g1", "0505"), gun, unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "A1D -1 / -", "g1", guns=["gf"])
    assert at(game, "g1").cel == 1
    assert rules(game, "german", back(gf="0507", g1="0605")) == ["5.3.1"]
    game.play("german", back(g1="0605"))
    if asked(game) == "pursue":
        game.play("soviet", chase())
    assert (at(game, "gf").cel, at(game, "gf").disorganised, where(game, "gf")) == (1, -1, "0506")


@pytest.mark.rule("wb95", "6.3.5")
def test_guns_next_to_the_enemy_bear_everything() -> None:
    gun = unit("gn", "0505", "ART", "5,3")
    game = field(unit("g1", "0505"), gun, unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "A1 -1 / -", "g1", guns=["gn"])
    assert asked(game) == "losses"
    assert [action["take"] for action in game.legal("german")] == [{"g1": 1}, {"gn": 1}]
    game.play("german", lose(g1=1))
    assert rules(game, "german", back({"gn": 1})) == []
    assert rules(game, "german", back(gn="0506", g1="0506")) == ["6.2.4"]
    game.play("german", back(g1="0506"))
    game.play("soviet", chase(s1="0505"))
    assert where(game, "gn") == "eliminated"


@pytest.mark.rule("wb95", "6.3.5")
def test_guns_that_did_not_fire_bear_nothing() -> None:
    gun = unit("gn", "0505", "ART", "5,3")
    game = field(unit("g1", "0505"), gun, unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "-1 / -", "g1")
    assert (at(game, "g1").cel, at(game, "gn").cel) == (1, 1)


@pytest.mark.rule("wb95", "6.3.5")
def test_guns_of_the_defence_next_to_an_attacker_bear_the_result() -> None:
    near = unit("sn", "0404", "ART", "5,3")
    game = field(unit("g1", "0505"), unit("s1", "0504"), near, phase=ATTACK_A)
    fight(game, "- / -1", "g1", defend={"guns": ["sn"]})
    assert [action["take"] for action in game.legal("soviet")] == [{"s1": 1}, {"sn": 1}]


# ---- supply


def isolated(result: str) -> tuple[int, int, int]:
    """The levels, out of supply, of an attacker, a defender and a bystander after a battle."""
    out = {"oos": 2}
    game = field(
        unit("g1", "0505", at=out),
        unit("s1", "0504", at=out),
        unit("s2", "0101", at=out),
        phase=ATTACK_A,
    )
    fight(game, result, "g1")
    while asked(game) != "Attack":
        default = game.decisions[0].ask.default
        assert game.to_act
        assert default
        game.play(game.to_act, default)
    return at(game, "g1").oos, at(game, "s1").oos, at(game, "s2").oos


@pytest.mark.rule("wb95", "10.2.4")
@pytest.mark.parametrize(
    ("result", "levels"),
    [
        ("- / D1", (2, 3, 2)),
        ("- / -1", (3, 2, 2)),
        ("A1 / -", (3, 2, 2)),
        ("- / -", (3, 2, 2)),
    ],
)
def test_a_lost_defence_and_a_failed_attack_raise_the_level(
    result: str, levels: tuple[int, int, int]
) -> None:
    """wb95-ex-043, its two last parts: +1 for the failed attack, +1 for the lost defence."""
    assert isolated(result) == levels


@pytest.mark.rule("wb95", "10.2.4")
def test_the_dead_need_no_supply() -> None:
    game = field(
        unit("g1", "0505"), unit("s1", "0504", cel=1, at={"oos": 2}), phase=ATTACK_A
    )  # fmt: skip
    fight(game, "- / D1 -1", "g1")
    game.play("german", chase())
    assert where(game, "s1") == "eliminated"
