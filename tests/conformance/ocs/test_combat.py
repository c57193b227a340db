"""The rulebook's examples of combat, overruns and odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.combat_supply import Bill, attack_bill, defence_price
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.results import combat_result
from grognard.systems.ocs.status import DUMPS
from tests.systems.ocs.combat.test_attack import SUPPLY, attack
from tests.systems.ocs.combat.test_overrun import drive, overrun
from tests.systems.ocs.field import field, rig, rules, told, unit, where

rule = pytest.mark.rule
COLUMN = {"1:5": 1, "1:4": 2, "1:1": 5, "3:1": 7, "4:1": 8, "9:1": 11}
"""Columns of the Open row."""


def front(*units: Any, **spec: Any) -> Any:
    return field(*units, **{"segment": "attack", "dumps": SUPPLY, **spec})


@rule("ocs", "4.1")
@rule("ocs", "9.7")
def test_ocs_ex_005_fifteen_against_six_is_three_to_one() -> None:
    assert odds.rounded_odds(15, 6) == (3, 1)


@rule("ocs", "4.2")
@rule("ocs", "9.7")
def test_ocs_ex_006_nine_and_three_quarters_against_two_is_five_to_one() -> None:
    total = Fraction(5, 2) + Fraction(13, 4) + 4
    assert total / 2 == Fraction(39, 8)
    assert odds.rounded_odds(total, 2) == (5, 1)


@rule("ocs", "4.3")
def test_ocs_ex_007_half_for_terrain_and_half_for_supply_is_a_quarter() -> None:
    board = sketch(9, 9, places={"Town": "minor_city 0505"})
    game = front(unit("a1", "0404"), unit("s1", "0505", "armor"), board=board)
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",),
                   terrain="minor_city", unpaid=frozenset({"s1"}))  # fmt: skip
    assert odds.defence_total(game, fight).total == 12 // 4


@rule("ocs", "8.0")
@rule("ocs", "8.1a")
def test_ocs_ex_018_two_overruns_of_a_hex_of_two_points_take_six() -> None:
    board = sketch(9, 9, terrain={"0505": "hill"})
    game = field(
        unit("a1", "0404", re=9, combat="20:9 leg", move="20:9 leg"), unit("s1", "0505", re=3),
        board=board, dumps=SUPPLY,
    )  # fmt: skip
    hex_cost = movement.step_price(game, "axis", "leg", board.hex("0404"), board.hex("0505"))
    assert hex_cost == 2 * 12
    lose = {"do": "option", "losses": 1}
    rig(game, 3, 4, 2, 3)  # everybody loses, nobody goes
    drive(game, "axis", overrun("a1"), option=lose)
    assert where(game, "a1") == "0404"
    rig(game, 3, 4, 6, 6)
    game.play("axis", overrun("a1"))
    while not game.at_checkpoint:
        decision = game.decisions[0]
        default = decision.ask.default or next(game.legal(decision.player))
        mine = decision.ask.name == "option" and decision.player == "axis"
        game.play(decision.player, lose if mine else default)
    assert where(game, "a1") == "0505"
    assert movement.spent(game, "a1") == 6 * 12


@rule("ocs", "9.1g")
def test_ocs_ex_019_one_to_twelve_with_six_columns_is_three_to_one() -> None:
    game = front(unit("a1", "0404", combat="1:3 leg"), unit("s1", "0505", combat="12:3 leg"))
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",))
    reckoning = odds.reckon(game, fight)
    assert reckoning.odds == (1, 12)
    assert odds.written(game, reckoning, reckoning.column) == "1:5"
    assert odds.written(game, reckoning, odds.shifted(reckoning.column, "attacker", 6)) == "3:1"


@rule("ocs", "9.4")
def test_ocs_ex_020_armor_attacks_the_open_at_double_strength() -> None:
    game = front(unit("a1", "0404", "armor"), unit("s1", "0505"))
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",))
    assert odds.attack_total(game, fight).total == 2 * 12


@rule("ocs", "9.4b")
@rule("ocs", "9.4c")
def test_ocs_ex_021_a_city_attacked_across_rivers_from_three_hexes() -> None:
    board = sketch(
        9, 9, terrain={"0504": "swamp"}, places={"City": "minor_city 0505"},
        sides=["0404-0505 minor_river", "0405-0505 minor_river", "0504-0505 minor_river"],
    )  # fmt: skip
    game = front(
        unit("a1", "0404", "armor", ar=5), unit("a2", "0405", "armor"),
        unit("a3", "0504", combat="8:3 leg"), unit("s1", "0505"), board=board,
    )  # fmt: skip
    rig(game, 3, 4, 3, 4)
    game.play("axis", attack("a1", "a2", "a3", lead="a1"))
    game.play("allied", {"do": "supply"})
    chosen = {"0404": "minor_city", "0405": "minor_city", "0504": "minor_river"}
    game.play("allied", {"do": "terrain", "own": "minor_city", "stacks": chosen})
    facts = told(game, "odds")[0]
    assert facts["terrain"] == "very_close"
    assert facts["attack"] == str(6 + 6 + 4)  # the swamp of the attackers does not matter


@rule("ocs", "8.1a")
@rule("ocs", "5.7b(B)")
def test_ocs_ex_022_a_point_and_a_half_is_too_little_to_overrun() -> None:
    game = field(
        unit("a1", "0404"), unit("s1", "0505", mode="reserve", up="combat"),
        segment="reaction", dumps=SUPPLY,
    )  # fmt: skip
    game.play("allied", {"do": "release", "units": ["s1"]})
    assert movement.points(movement.left(game, "s1")) == Fraction(3, 2)
    assert rules(game, "allied", overrun("s1", on="0404")) == ["8.1a"]


def comprehensive() -> Any:
    """The example of 9.4: three German units against twenty points of Soviet tanks."""
    board = sketch(9, 9, sides=["0404-0505 minor_river"])
    return front(
        unit("a-inf", "0404", "mech", combat="8:6 leg", ar=4),
        unit("a-cycle", "0405", combat="4:6 leg", ar=5),
        unit("a-tank", "0405", "armor", combat="6:6 leg", ar=4),
        unit("s-one", "0505", "mech", combat="10:6 leg", ar=3, traits="tank"),
        unit("s-two", "0505", "mech", combat="10:6 leg", ar=3, traits="tank"),
        board=board,
    )  # fmt: skip


def comprehensive_combat(*faces: int) -> Any:
    game = comprehensive()
    rig(game, *faces)
    game.play("axis", attack("a-inf", "a-cycle", "a-tank", lead="a-cycle"))
    game.play("allied", {"do": "supply"})
    game.play("allied", {"do": "lead", "unit": "s-one"})
    chosen = {"0404": "minor_river", "0405": "clear"}
    game.play("allied", {"do": "terrain", "own": "clear", "stacks": chosen})
    return game


@rule("ocs", "9.6")
def test_ocs_ex_025_five_against_three_is_plus_two() -> None:
    game = comprehensive_combat(4, 5, 2, 2, 3)
    reckoning = next(facts for facts in told(game, "reckoning"))
    assert reckoning["roll"]["total"] == reckoning["surprise"]["total"] == 2


@rule("ocs", "9.4")
@rule("ocs", "9.4e")
@rule("ocs", "9.7")
def test_ocs_ex_026_seventeen_against_twenty_is_even() -> None:
    game = comprehensive_combat(4, 5, 2, 2, 3)
    facts = told(game, "odds")[0]
    assert (facts["attack"], facts["defence"]) == ("17", "20")  # 4 + 4 + 9, tanks at one and a half
    assert (facts["odds"], facts["terrain"], facts["column"]) == ("1:1", "open", "1:1")


@rule("ocs", "9.8")
def test_ocs_ex_027_a_nine_is_eleven_and_two_columns() -> None:
    game = comprehensive_combat(4, 5, 2, 2, 3)
    assert told(game, "surprise")[0] == {
        "side": "axis", "gain": "attacker", "roll": 11, "columns": 2, "column": "3:1",
    }  # fmt: skip
    facts = told(game, "combat")[0]
    assert (facts["modified"], facts["result"]) == (7, "Ao1 Do1")


@rule("ocs", "9.5b(A)")
@rule("ocs", "9.5b(B)")
@rule("ocs", "12.4")
def test_ocs_ex_030_three_attackers_with_one_token_against_half_an_re() -> None:
    out = {"internals": 2}
    game = front(
        *(unit(f"a{n}", "0404", at=out) for n in (1, 2, 3)),
        unit("s1", "0505", size="battalion", at=out),
        dumps=[{"side": "axis", "hex": "0404", "tokens": 1}],
    )  # fmt: skip
    assert defence_price(game, ("s1",)) == 1
    assert rules(game, "axis", attack("a1", "a2", "a3")) == ["9.5b(A)"]
    rich = front(
        *(unit(f"a{n}", "0404", at=out) for n in (1, 2, 3)), unit("s1", "0505"),
    )  # fmt: skip
    bill = attack_bill(rich, "axis", ("a1", "a2", "a3"))
    assert isinstance(bill, Bill)
    assert sum(tokens for _, tokens in bill.payment) == 3
    rig(game, 3, 4, 3, 4)
    game.play("axis", attack("a1"))
    assert not game.state[DUMPS]
    assert told(game, "odds")[0]["defence"] == "4"


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_ocs_ex_032_three_columns_right_of_four_to_one() -> None:
    game = front(unit("a1", "0404", combat="20:9 leg", ar=5), unit("s1", "0505",
                 combat="5:3 leg", ar=0), segment="movement")  # fmt: skip
    rig(game, 3, 4, 3, 3, 4)  # 7 and 5 surprise, three columns, then a 7
    drive(game, "axis", overrun("a1"))
    facts = told(game, "combat")[0]
    assert (facts["column"], facts["modified"], facts["result"]) == ("9:1", 12, "Ae3 DL2o2DG")
    plain = combat_result(game.scenario.tables, COLUMN["4:1"], 12)
    assert plain.text == "Ae4 DL1o2"


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_ocs_ex_033_the_nought_overruns_the_five() -> None:
    game = front(unit("a1", "0404", re=3, combat="20:9 leg", ar=0), unit("s1", "0505",
                 combat="5:3 leg", ar=5), segment="movement")  # fmt: skip
    rig(game, 4, 6, 6, 3, 4)
    drive(game, "axis", overrun("a1"))
    assert told(game, "surprise")[0] == {
        "side": "axis", "gain": "defender", "roll": 5, "columns": 6, "column": "1:4",
    }  # fmt: skip
    facts = told(game, "combat")[0]
    assert (facts["modified"], facts["result"]) == (2, "AL2")
    assert combat_result(game.scenario.tables, COLUMN["4:1"], 2).text == "AL1o1 Do1"


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_ocs_ex_034_what_the_shifts_of_both_cases_change() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"))
    tables = game.scenario.tables
    shifted, plain = (combat_result(tables, COLUMN[c], 12) for c in ("9:1", "4:1"))
    assert (shifted.attacker.exploit, plain.attacker.exploit) == (3, 4)
    assert shifted.defender.losses - plain.defender.losses == 1
    assert (shifted.defender.dg, plain.defender.dg) == (True, False)
    worse, plain = (combat_result(tables, COLUMN[c], 2) for c in ("1:4", "4:1"))
    assert worse.attacker.losses - plain.attacker.losses == 1
    assert (worse.attacker.options, plain.attacker.options) == (0, 1)
    assert (worse.defender.options, plain.defender.options) == (0, 1)
