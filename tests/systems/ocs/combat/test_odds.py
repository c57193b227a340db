"""Odds: ground, anti-tank effects, supply, Action Ratings, columns, surprise. [9.3] to [9.9]"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs import results
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import SEA, Battle
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule


def battle(game: Ocs, *attackers: str, at: str = "0505", **more: Any) -> Battle:
    """An attack of some units on a hex in which all defend."""
    target = game.board.hex(at)
    defenders = tuple(sorted(n for n in game.state[UNITS] if n[0] == "s"))
    crossings = {game.board.hex(h): name for h, name in more.pop("crossings", {}).items()}
    return Battle("axis", "allied", target, attackers, defenders, crossings=crossings, **more)


def attack(*units: Any, board: Any = None, options: Any = None, **spec: Any) -> Ocs:
    return field(*units, board=board, options=options, segment="attack", **spec)


def total(tally: Any) -> Fraction:
    return Fraction(tally.total)


# ---- ground


@rule("ocs", "9.4")
@rule("ocs", "9.4a")
@rule("ocs", "9.4d")
def test_each_unit_has_its_own_multiplier_and_brackets_are_for_attackers() -> None:
    game = attack(
        unit("a1", "0404", "armor"), unit("a2", "0404"), unit("s1", "0505"),
    )  # fmt: skip
    fight = battle(game, "a1", "a2")
    assert total(odds.attack_of(game, fight, "a1")) == 24  # 12, doubled in the open
    assert total(odds.attack_of(game, fight, "a2")) == 8
    assert total(odds.attack_total(game, fight)) == 32
    defence = attack(unit("a1", "0404"), unit("s1", "0505", "armor"))
    assert total(odds.defence_total(defence, battle(defence, "a1"))) == 12


@rule("ocs", "9.3c")
@rule("ocs", "9.14a")
def test_ground_may_leave_nothing_of_a_strength(tmp_path: Path) -> None:
    """A game's chart has the last word: armor times 0 across a river is no strength at all."""
    chart = results.ocs_charts()["terrain-combat"].replace(
        "minor_river,hexside,-,1/2,1/2,1/2", "minor_river,hexside,-,0,1/2,1/2"
    )
    (tmp_path / "terrain-combat.csv").write_text(chart, encoding="utf-8")
    board = sketch(9, 9, sides=["0404-0505 minor_river"])
    game = attack(unit("a1", "0404", "armor"), unit("s1", "0505"), board=board, packs=[tmp_path])
    fight = battle(game, "a1", crossings={"0404": "minor_river"})
    assert total(odds.attack_of(game, fight, "a1")) == 0
    assert odds.reckon(game, fight).column == 1


@rule("ocs", "9.4b")
@rule("ocs", "9.3b")
def test_attackers_cope_with_the_hex_or_the_hexside_never_both() -> None:
    board = sketch(9, 9, terrain={"0505": "rough+woods"}, sides=["0404-0505 minor_river"])
    game = attack(
        unit("a1", "0404", "armor"), unit("a2", "0405", "armor"), unit("s1", "0505"), board=board
    )
    fight = battle(game, "a1", "a2")
    here, there = game.board.hex("0404"), game.board.hex("0405")
    assert [e.name for e in odds.crossings(game, fight, here)] == ["rough", "woods", "minor_river"]
    assert [e.name for e in odds.crossings(game, fight, there)] == ["rough", "woods"]
    by_river = battle(game, "a1", "a2", crossings={"0404": "minor_river", "0405": "woods"})
    assert total(odds.attack_of(game, by_river, "a1")) == 6  # half, not a quarter
    assert total(odds.attack_of(game, by_river, "a2")) == 12
    rule_ids = {part.rule for part in odds.attack_of(game, by_river, "a1").parts}
    assert rule_ids == {"3.2", "9.4b"}


@rule("ocs", "9.3")
@pytest.mark.parametrize(
    ("terrain", "place", "row", "column"),
    [
        ("clear", "", "open", 7),
        ("woods", "", "close", 6),
        ("clear", "minor_city", "very_close", 5),
        ("clear", "major_city", "extremely_close", 4),
    ],
)
def test_the_category_of_the_ground_is_the_row(
    terrain: str, place: str, row: str, column: int
) -> None:
    """Three to one stands over the 7th column in the open, and one further left a category."""
    places = {"Town": f"{place} 0505"} if place else {}
    board = sketch(9, 9, terrain={"0505": terrain}, places=places)
    game = attack(unit("a1", "0404"), unit("s1", "0505"), board=board)
    found = odds.reckon(game, battle(game, "a1", terrain=place or terrain))
    assert found.category == row
    assert odds.start_column(game, found.category, (3, 1)) == column


@rule("ocs", "9.3")
@rule("ocs", "9.4c")
def test_the_defenders_choice_gives_his_strength_and_the_row() -> None:
    board = sketch(9, 9, terrain={"0505": "clear+woods"}, places={"Town": "minor_city 0505"})
    game = attack(unit("a1", "0404"), unit("s1", "0505", "armor"), board=board)
    assert [e.name for e in odds.own_grounds(game, game.board.hex("0505"))] == [
        "clear", "woods", "minor_city",
    ]  # fmt: skip
    city = odds.reckon(game, battle(game, "a1", terrain="minor_city"))
    assert (city.category, total(city.defence)) == ("very_close", 6)
    woods = odds.reckon(game, battle(game, "a1", terrain="woods"))
    assert (woods.category, total(woods.defence)) == ("close", 12)


@rule("ocs", "18.6a(F)")
def test_from_the_sea_all_attack_at_half_or_into_the_hex() -> None:
    game = attack(unit("a1", "0404"), unit("s1", "0505"))
    fight = battle(game, "a1", beach=True)
    assert [e.name for e in odds.crossings(game, fight, SEA)] == ["clear", "beach"]
    chosen = Battle("axis", "allied", fight.target, ("a1",), ("s1",), beach=True,
                    crossings={SEA: "beach"})  # fmt: skip
    assert total(odds.attack_total(game, chosen)) == 4


# ---- anti-tank effects

RED = {"type": "mech", "colour": "mech"}


@rule("ocs", "9.4e")
@rule("ocs", "CT-combinedarms")
@pytest.mark.parametrize(
    ("attacker", "defender", "multiple"),
    [
        ({"type": "armor"}, {}, 2),
        ({"type": "armor"}, {"type": "mech"}, 2),  # light against heavy
        ({"type": "armor"}, {"type": "armor"}, Fraction(3, 2)),
        ({"type": "armor"}, {"type": "mech", "traits": "tank"}, Fraction(3, 2)),
        ({"type": "armor"}, {"traits": "anti-tank"}, Fraction(3, 2)),
        ({"type": "mech"}, {}, 2),
        ({"type": "mech"}, {"type": "mech"}, Fraction(3, 2)),
        ({"type": "mech"}, {"type": "armor"}, Fraction(3, 2)),
        ({"type": "mech", "traits": "tank"}, {"type": "mech"}, 2),
        ({"type": "mech", "traits": "tank"}, {"type": "mech", "traits": "tank"}, Fraction(3, 2)),
        ({"type": "infantry"}, {"type": "armor"}, 1),
    ],
)
def test_anti_tank_effects_of_the_same_or_a_higher_level(
    attacker: dict[str, Any], defender: dict[str, Any], multiple: Fraction
) -> None:
    game = attack(unit("a1", "0404", combat="10:6 leg", **attacker), unit("s1", "0505", **defender))
    assert total(odds.attack_total(game, battle(game, "a1"))) == 10 * multiple


@rule("ocs", "9.4e")
def test_a_hedgehog_has_heavy_anti_tank_effects() -> None:
    hedgehog = [{"side": "allied", "hex": "0505", "level": 1}]
    game = attack(unit("a1", "0404", "armor"), unit("s1", "0505"), hedgehogs=hedgehog)
    tally = odds.attack_total(game, battle(game, "a1"))
    assert total(tally) == 18
    assert "9.4e" in {part.rule for part in tally.parts}


@rule("ocs", "9.4e")
def test_anti_tank_effects_touch_doubling_alone() -> None:
    board = sketch(9, 9, terrain={"0505": "woods"})
    game = attack(unit("a1", "0404", "armor"), unit("s1", "0505", "armor"), board=board)
    assert total(odds.attack_total(game, battle(game, "a1"))) == 12


# ---- supply


@rule("ocs", "9.5")
@rule("ocs", "9.5a")
@rule("ocs", "9.5b(B)")
def test_trace_and_combat_supply_reduce_strength_together() -> None:
    game = attack(
        unit("a1", "0404", at={"oos": True}), unit("a2", "0404"),
        unit("s1", "0505", at={"oos": True}), unit("s2", "0505"),
    )  # fmt: skip
    paid = battle(game, "a1", "a2")
    assert total(odds.attack_total(game, paid)) == 4 + 8
    assert total(odds.defence_total(game, paid)) == 4 + 8
    bare = battle(game, "a1", "a2", unpaid=frozenset({"s1", "s2"}))
    assert total(odds.defence_total(game, bare)) == 2 + 4  # out of supply as well: a quarter


# ---- odds


@rule("ocs", "9.7")
@rule("ocs", "4.1")
@rule("ocs", "4.2")
@pytest.mark.parametrize(
    ("attacking", "defending", "written"),
    [(15, 6, (3, 1)), (Fraction(39, 4), 2, (5, 1)), (17, 20, (1, 1)), (2, 3, (1, 2)),
     (3, 2, (2, 1)), (10, 41, (1, 4)), (12, 1, (12, 1)), (7, 5, (1, 1))],
)  # fmt: skip
def test_both_strengths_are_divided_by_the_smaller_and_rounded(
    attacking: Any, defending: Any, written: tuple[int, int]
) -> None:
    assert odds.rounded_odds(attacking, defending) == written


@rule("ocs", "9.14a")
def test_no_strength_is_the_edge_of_the_table_and_none_at_all_is_even() -> None:
    nought = {"combat": "0:3 leg", "move": "0:5 leg"}
    game = attack(unit("a1", "0404"), unit("a2", "0404", **nought), unit("s1", "0505", **nought))
    assert odds.reckon(game, battle(game, "a1")).column == 13
    assert odds.reckon(game, battle(game, "a2")).odds == (1, 1)
    strong = attack(unit("a2", "0404", **nought), unit("s1", "0505"))
    assert odds.reckon(strong, battle(strong, "a2")).column == 1


@rule("ocs", "9.1g")
@rule("ocs", "9.7b")
@rule("ocs", "9.8")
def test_shifts_are_counted_from_the_edge_of_the_table() -> None:
    game = attack(unit("a1", "0404"), unit("s1", "0505"))
    start = odds.start_column(game, "open", (1, 12))
    assert start == 1
    after = odds.shifted(start, "attacker", 6)
    assert game.scenario.tables["odds"].cell("open", after).value == "3:1"
    assert odds.shifted(12, "attacker", 6) == 13
    assert odds.shifted(3, "defender", 6) == 1
    assert odds.shifted(3, "", 6) == 3


# ---- modifiers


@rule("ocs", "9.6")
@rule("ocs", "9.6a")
def test_the_modifier_is_attacker_less_defender() -> None:
    game = attack(
        unit("a1", "0404", ar=5), unit("a2", "0404", ar=1),
        unit("s1", "0505", ar=3), unit("s2", "0505", ar=4, mode="dg"),
    )  # fmt: skip
    assert odds.rating_modifier(game, battle(game, "a1", "a2")).total == 2
    assert odds.rating_modifier(game, battle(game, "a2", "a1")).total == -2
    turned = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s2", "s1"))
    assert odds.rating_modifier(game, turned).total == 2  # 4, one less disorganised
    strat = attack(unit("a1", "0404", ar=5), unit("s1", "0505", ar=3, mode="strat"))
    assert odds.rating_modifier(strat, battle(strat, "a1")).total == 5


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_a_hedgehog_takes_one_from_surprise_and_its_level_from_the_roll() -> None:
    hedgehog = [{"side": "allied", "hex": "0505", "level": 3}]
    game = attack(unit("a1", "0404", ar=4), unit("s1", "0505"), hedgehogs=hedgehog)
    found = odds.reckon(game, battle(game, "a1"))
    assert (found.rating.total, found.surprise.total, found.roll.total) == (1, 0, -2)


@rule("ocs", "9.8")
@rule("ocs", "CT-surprise")
@pytest.mark.parametrize(
    ("overrun", "roll", "gain"),
    [(True, 9, "attacker"), (True, 8, ""), (True, 7, ""), (True, 6, "defender"),
     (False, 10, "attacker"), (False, 9, ""), (False, 6, ""), (False, 5, "defender")],
)  # fmt: skip
def test_overruns_surprise_more_often(overrun: bool, roll: int, gain: str) -> None:
    game = attack(unit("a1", "0404"), unit("s1", "0505"))
    fight = battle(game, "a1", overrun=overrun)
    assert odds.surprise_of(game, fight, odds.reckon(game, fight), roll) == gain
    kind = battle(game, "a1", beach=True)
    assert odds.kind_of(kind) == "regular"


@rule("ocs", "9.9")
def test_rolls_beyond_the_table_use_its_edge() -> None:
    game = attack(unit("a1", "0404", ar=5), unit("s1", "0505", ar=0))
    found = odds.reckon(game, battle(game, "a1"))
    assert odds.result_of(game, found, 8, 12).text == "Ae2 DL2o3DG"  # 17 is 15
    low = attack(unit("a1", "0404", ar=0), unit("s1", "0505", ar=5))
    found = odds.reckon(low, battle(low, "a1"))
    assert odds.result_of(low, found, 11, 2).text == "AL1 Do1"  # -3 is 1


# ---- the whole of it


@rule("ocs", "9.9")
def test_the_distribution_is_exact() -> None:
    game = attack(unit("a1", "0404", ar=5), unit("s1", "0505", ar=3))
    fight = battle(game, "a1")
    found = odds.distribution(game, fight, odds.reckon(game, fight))
    assert sum(found.values()) == 1
    assert list(found.values()) == sorted(found.values(), reverse=True)
    # 1:1 in the open with +2: the best cell, Ae2 DL2o3DG, takes surprise and a high roll:
    # columns 10 and 11 by 5 and 6 columns, rolls of 12 (14), and 11 or 12 (13, 14) there
    surprise = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + 2 >= 10), 36)
    assert found["Ae2 DL2o3DG"] == surprise * (Fraction(1, 6) / 36 + Fraction(1, 6) * 3 / 36)


@rule("ocs", "4.9b")
def test_each_side_is_told_its_own_reasons_and_the_enemys_total() -> None:
    game = attack(unit("a1", "0404", "armor"), unit("s1", "0505"))
    fight = battle(game, "a1")
    found = odds.reckon(game, fight)
    ours, theirs = found.to_json("axis", fight), found.to_json("allied", fight)
    assert [part["rule"] for part in ours["attack"]["parts"]] == ["3.2", "9.4b"]
    assert ours["defence"]["parts"] == [
        {"label": "announced", "value": 8, "rule": "4.9b", "source": "rulebook"}
    ]
    assert theirs["attack"]["total"] == 24
    assert len(theirs["attack"]["parts"]) == 1


@rule("ocs", "9.4b")
def test_a_hexside_that_bars_some_classes_counts_for_the_others() -> None:
    from dataclasses import replace as changed

    board = sketch(9, 9, sides=["0404-0505 escarpment", "0504-0505 lake"])
    game = attack(unit("a1", "0404"), unit("a2", "0504"), unit("s1", "0505"), board=board)
    ground = game.scenario.ground
    row = ground.effects["escarpment"]
    ground.__dict__["effects"] = {
        **ground.effects, row.name: changed(row, factors={**row.factors, "armor": None}),
    }  # fmt: skip
    fight = battle(game, "a1", "a2")
    here, there = game.board.hex("0404"), game.board.hex("0504")
    assert [e.name for e in odds.crossings(game, fight, here)] == ["clear", "escarpment"]
    assert [e.name for e in odds.crossings(game, fight, there)] == ["clear"]  # barred to all
