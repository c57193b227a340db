"""A second reading of chapter 5: who attacks whom, how it is reckoned, and retreat."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import answers, asked, back, chase, fight, lose
from tests.systems.wb95.combat.battles import attack, front
from tests.systems.wb95.field import (
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    at,
    field,
    rig,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import play_to

reading = pytest.mark.reading
G, S, END = "german", "soviet", {"do": "end"}


def duel(*more: dict[str, Any], **spec: Any) -> Wb:
    """A German infantry in 0505 next to a Soviet one in 0504, in the German Combat Phase."""
    return front(unit("g1", "0505"), unit("s1", "0504"), *more, **spec)


def columns(game: Wb, action: dict[str, Any], player: str = G) -> tuple[str, str]:
    """The column of the strengths, and the one after all modifiers."""
    sums = game.odds(action, player).reckoning
    return sums["initial"], sums["column"]


# ---- who attacks whom


@reading("wb95", "5-01")
def test_only_the_adjacent_hex_and_only_in_the_combat_phase() -> None:
    game = duel(unit("g2", "0506"))
    assert rules(game, G, attack("g2", "0504")) == ["5.1.2"]
    assert rules(game, G, attack("g1 g2", "0504")) == ["5.1.2"]
    early = field(unit("g1", "0505"), unit("s1", "0504"), phase=MOVE_A)
    assert rules(early, G, attack("g1", "0504")) == ["2.2.P3"]


@reading("wb95", "5-02")
def test_an_attacker_fights_once() -> None:
    game = duel(unit("s2", "0405"), fortified=["0505"])
    fight(game, "-1 / -", "g1")
    assert rules(game, G, attack("g1", "0405")) == ["5.1.1"]


@reading("wb95", "5-03")
def test_a_defender_fights_once() -> None:
    game = duel(unit("g2", "0503"), fortified=["0505", "0503"])
    fight(game, "-1 / -", "g1")
    assert rules(game, G, attack("g2", "0504")) == ["5.1.1"]


@reading("wb95", "5-04")
def test_who_is_dug_in_need_not_attack_but_may() -> None:
    open_ground, dug_in = duel(), duel(fortified=["0505"])
    assert "5.1.3" in rules(open_ground, G, END)
    assert rules(dug_in, G, END) == []
    assert rules(dug_in, G, attack("g1", "0504")) == []
    fight(open_ground, "- / -", "g1")
    assert rules(open_ground, G, END) == []


def triangle(*dug_in: str) -> Wb:
    """Enemy A in 0504 holds units 1, 2 and 3, and 1 is held by B in 0506 as well."""
    units = unit("g1", "0505"), unit("g2", "0503"), unit("g3", "0603")
    return front(*units, unit("sA", "0504"), unit("sB", "0506"), fortified=list(dug_in))


@reading("wb95", "5-05")
def test_the_triangle() -> None:
    alone = triangle("0503", "0603")
    assert "5.1.5" in rules(alone, G, attack("g1 g2", "0504 0506"))
    fight(alone, "- / -", "g1", "0504 0506")
    assert rules(alone, G, END) == []
    shared = triangle("0503", "0603")
    fight(shared, "- / -", "g1", "0506")
    assert rules(shared, G, END) == ["5.1.4"]
    fight(shared, "- / -", "g2", "0504")
    assert rules(shared, G, END) == []
    assert rules(triangle("0503", "0603", "0505"), G, END) == []


@reading("wb95", "5-06")
def test_the_duty_is_not_mutual_where_a_swamp_lies_between() -> None:
    board = sketch(9, 9, terrain={"0504": "swamp"})
    units = unit("g1", "0505", "ARM", 8), unit("s1", "0504", "CAV", 2)
    game = front(*units, board=board)
    assert rules(game, G, END) == ["5.1.3", "5.1.4"]
    assert columns(game, attack("g1", "0504")) == ("2:1", "2:1")
    fight(game, "- / D1", "g1")
    game.play(S, back(s1="0503"))
    assert asked(game) == "Attack", "nobody can pursue into the swamp"
    later = front(*units, board=board, phase=ATTACK_B)
    assert rules(later, S, END) == []


@reading("wb95", "5-07")
def test_over_a_big_river_one_may_attack_and_need_not() -> None:
    game = duel(board=sketch(9, 9, sides=["0504-0505 big_river"]))
    assert rules(game, G, END) == []
    assert rules(game, G, attack("g1", "0504")) == []


@reading("wb95", "5-08")
def test_one_side_stands_in_one_hex() -> None:
    game = duel(unit("g2", "0404"), unit("s2", "0405"), fortified=["0505", "0404"])
    assert rules(game, G, attack("g1 g2", "0504")) == []
    assert rules(game, G, attack("g1", "0504 0405")) == []
    assert rules(game, G, attack("g1 g2", "0504 0405")) == ["5.1.5"]


@reading("wb95", "5-09")
def test_the_attacker_chooses_the_order() -> None:
    game = duel(unit("g2", "0202"), unit("s2", "0201"), fortified=["0505"])
    assert rules(game, G, attack("g1", "0504")) == []
    fight(game, "- / -", "g1")
    assert rules(game, G, END) == ["5.1.3", "5.1.4"]
    fight(game, "- / -", "g2", "0201")
    assert rules(game, G, END) == []


@reading("wb95", "5-10")
def test_each_owner_shares_out_his_losses() -> None:
    game = front(
        unit("g1", "0505", sp=2), unit("g2", "0505", sp=2), unit("gun", "0507", "ART", "1,1"),
        unit("s1", "0504", sp=2), unit("s2", "0504", sp=2), unit("sh", "0504", "HQ"),
    )  # fmt: skip
    fight(game, "-1 / -1", "g1 g2", guns=["gun"])
    assert {n for n in ("g1", "g2", "gun") if not rules(game, G, lose(**{n: 1}))} == {"g1", "g2"}
    game.play(G, lose(g2=1))
    assert all(rules(game, S, lose(**{name: 1})) == [] for name in ("s1", "s2", "sh"))
    assert rules(game, G, lose(s1=1)) != []
    game.play(S, lose(sh=1))
    assert [at(game, name).cel for name in ("g1", "g2", "gun", "s1", "s2")] == [2, 1, 1, 2, 2]
    assert where(game, "sh") == "eliminated"


@reading("wb95", "5-11")
def test_a_headquarters_alone_is_lost_in_any_works() -> None:
    board = sketch(9, 9, terrain={"0504": "city", "0503": "city"})
    game = front(
        unit("g1", "0505", sp=1), unit("sh", "0504", "HQ"), board=board, fortified=["0504"]
    )
    assert columns(game, attack("g1", "0504")) == ("10:1", "10:1")
    rig(game, 6, 6)
    game.play(G, attack("g1", "0504"))
    assert told(game, "combat")[0]["defender_result"] == "D2"
    assert (where(game, "sh"), at(game, "g1").cel) == ("eliminated", 1)


@reading("wb95", "5-12")
def test_a_headquarters_in_company_retreats_with_it() -> None:
    game = front(unit("g1", "0505", sp=8), unit("s1", "0504"), unit("sh", "0504", "HQ"))
    assert columns(game, attack("g1", "0504")) == ("2:1", "2:1")
    fight(game, "- / D1", "g1")
    assert rules(game, S, back(s1="0503", sh="0503")) == []


@reading("wb95", "5-13")
def test_towed_guns_do_not_attack() -> None:
    gun = unit("gat", "0505", "AT", 3, traits="towed")
    game = front(gun, unit("s1", "0504"))
    assert rules(game, G, attack("gat", "0504")) == ["5.1.10"]
    assert rules(game, G, END) == []
    joined = front(gun, unit("g1", "0404"), unit("s1", "0504"))
    assert rules(joined, G, attack("g1 gat", "0504")) == ["5.1.10"]


# ---- how it is reckoned


@reading("wb95", "5-14")
def test_the_book_s_battle_in_the_woods() -> None:
    game = front(
        unit("g1", "0505", "ARM", 6, formation="1", parent="1 ARM", size="B", stars="black:1"),
        unit("g2", "0505", "ARM", 6, formation="1", parent="1 ARM", size="B"),
        unit("g3", "0505", "ARM", 5, formation="1", parent="1 ARM", size="B"),
        unit("s1", "0504", "CAV"), unit("s2", "0504", "CAV"),
        board=sketch(9, 9, terrain={"0504": "forest"}),
    )  # fmt: skip
    action = attack("g1 g2 g3", "0504", stars=["g1"])
    assert columns(game, action) == ("2:1", "3:1")


@reading("wb95", "5-15")
def test_the_ratio_is_capped_before_the_defender_s_shift() -> None:
    units = [unit(f"g{i}", "0505", sp=20) for i in (1, 2, 3)]
    game = front(*units, unit("s1", "0504"), board=sketch(9, 9, terrain={"0504": "forest"}))
    assert columns(game, attack("g1 g2 g3", "0504")) == ("10:1", "9:1")
    rig(game, 3, 4)
    game.play(G, attack("g1 g2 g3", "0504"))
    assert told(game, "combat")[0]["defender_result"] == "D3 -1"


@reading("wb95", "5-16")
def test_who_dies_of_the_loss_does_not_retreat() -> None:
    game = front(unit("g1", "0505", sp=7), unit("s1", "0504", sp=1, cel=1))
    rig(game, 4, 4)
    game.play(G, attack("g1", "0504"))
    assert told(game, "combat")[0]["defender_result"] == "D3 -1"
    assert (where(game, "s1"), asked(game)) == ("eliminated", "pursue")
    assert rules(game, G, chase(g1="0504 0503")) == []
    assert rules(game, G, chase(g1="0504 0503 0502")) == ["5.4.10"]


@reading("wb95", "5-17")
def test_the_tests_come_last() -> None:
    game = front(unit("g1", "0505", sp=8), unit("s1", "0504"))
    rig(game, 2, 2, 1, 1, 1, 1)
    game.play(G, attack("g1", "0504"))
    combat = told(game, "combat")[0]
    assert (combat["attacker_result"], combat["defender_result"]) == ("T", "D2")
    game.play(S, back(s1="0503 0502"))
    assert (asked(game), told(game, "disorganisation test")) == ("pursue", [])
    game.play(G, chase(g1="0504 0503"))
    assert [facts["unit"] for facts in told(game, "disorganisation test")] == ["g1", "s1"]


# ---- retreat


@reading("wb95", "5-18")
def test_each_hex_may_be_paid_for() -> None:
    game = duel(unit("s2", "0504"))
    fight(game, "- / D3", "g1")
    ways = {
        (paths.get("s1", 0), sum(take.values()))
        for paths, take in answers(game)
        if paths.get("s1", 0) == paths.get("s2", 0)
    }
    assert ways == {(3, 0), (2, 1), (1, 2), (0, 3)}


@reading("wb95", "5-19")
def test_a_retreat_leads_away() -> None:
    game = duel()
    fight(game, "- / D2", "g1")
    assert rules(game, S, back(s1="0503 0603")) == ["5.3.2"]
    assert rules(game, S, back(s1="0503 0504")) != []
    assert rules(game, S, back(s1="0503 0502")) == []


@reading("wb95", "5-20")
def test_who_cannot_retreat_pays_and_stays() -> None:
    game = duel(unit("g2", "0503"))
    fight(game, "- / D1", "g1 g2")
    assert (where(game, "s1"), at(game, "s1").cel, asked(game)) == ("0504", 1, "Attack")


@reading("wb95", "5-21")
def test_each_unit_pays_for_friends_in_an_enemy_zone() -> None:
    more = unit("g2", "0503"), unit("s2", "0504"), unit("s3", "0403", cel=1), unit("s4", "0504")
    game = duel(*more, fortified=["0505", "0503"])
    fight(game, "-1 / D1 -1", "g1 g2")
    game.play(G, lose(g1=1))
    game.play(S, lose(s4=1))
    assert rules(game, S, back({"s2": 1}, s1="0603")) == ["5.3.3"]
    game.play(S, back(s1="0403", s2="0403", s4="0403"))
    assert [at(game, name).cel for name in ("s1", "s2", "s3", "s4")] == [1, 1, 1, 0]
    assert (where(game, "s1"), where(game, "s4")) == ("0403", "eliminated")


@reading("wb95", "5-22")
@pytest.mark.parametrize(("bridge", "crosses"), [("", False), (" bridge", True)])
def test_back_over_a_big_river_by_bridge_only(bridge: str, crosses: bool) -> None:
    lakes = {"0403": "lake", "0603": "lake"}
    game = duel(board=sketch(9, 9, terrain=lakes, sides=[f"0503-0504 big_river{bridge}"]))
    fight(game, "- / D1", "g1")
    if crosses:
        assert rules(game, S, back(s1="0503")) == []
    else:
        assert (where(game, "s1"), at(game, "s1").cel) == ("0504", 1)


@reading("wb95", "5-23")
@pytest.mark.parametrize(
    ("extra", "refused"), [((), []), (("INF",), ["5.3.6"]), (("HQ",), ["5.3.6"])]
)
def test_a_retreat_ends_where_eight_levels_may_stand(
    extra: tuple[str, ...], refused: list[str]
) -> None:
    friends = [unit(f"s{i}", "0503") for i in (2, 3, 4)]
    friends += [unit("s5", "0503", kind, cel=1) for kind in extra]
    game = duel(*friends)
    fight(game, "- / D1", "g1")
    assert rules(game, S, back(s1="0503")) == refused
    through = duel(*friends)
    fight(through, "- / D2", "g1")
    assert rules(through, S, back(s1="0503 0502")) == []


@reading("wb95", "5-24")
def test_standing_costs_the_whole_side_once() -> None:
    game = duel(unit("g2", "0404"), unit("g3", "0604"))
    fight(game, "A1 / -", "g1 g2 g3")
    assert all(rules(game, G, back({name: 1})) == [] for name in ("g1", "g2", "g3"))
    assert rules(game, G, back({"g1": 1, "g2": 1})) == ["5.3.7"]
    assert rules(game, G, back({"g2": 1}, g1="0506")) == []
    assert rules(game, G, back({"g1": 1}, g1="0506")) == ["5.3.7"]
    assert rules(game, G, back(g1="0506")) == ["5.3.7"]


@reading("wb95", "5-25")
def test_who_falls_short_by_one_pays_one() -> None:
    game = duel(unit("s2", "0504"))
    fight(game, "- / D2", "g1")
    paths = {"s1": "0503 0502", "s2": "0503"}
    assert rules(game, S, back({"s2": 1}, **paths)) == []
    for take in ({}, {"s1": 1}, {"s2": 2}):
        assert rules(game, S, back(take, **paths)) == ["5.3.7"]


@reading("wb95", "5-26")
@pytest.mark.parametrize(
    ("result", "side", "answer", "tests"),
    [
        ("A2 / -", G, back(g1="0506 0507"), 1),
        ("- / D4", S, back({"s1": 1}, s1="0503 0502 0501"), 2),
        ("- / D3", S, back({"s1": 1, "s2": 1}, s1="0503", s2="0503"), 0),
    ],
)
def test_a_test_for_each_hex_but_the_first(
    result: str, side: str, answer: dict[str, Any], tests: int
) -> None:
    game = duel(unit("s2", "0504")) if "s2" in answer["paths"] else duel()
    fight(game, result, "g1")
    game.play(side, answer)
    rig(game, 1, 1, 1, 1, 1, 1)
    game.play(game.scenario.other(side), chase())
    assert len(told(game, "disorganisation test")) == tests


@reading("wb95", "5-27")
def test_no_digging_in_after_a_retreat() -> None:
    dig = {"do": "dig", "unit": "s1"}
    game, stood = duel(), duel()
    fight(game, "- / D1", "g1")
    game.play(S, back(s1="0503"))
    game.play(G, chase())
    play_to(game, 1, MOVE_B)
    assert "5.3.10" in rules(game, S, dig)
    play_to(game, 2, MOVE_B)
    assert rules(game, S, dig) == []
    fight(stood, "- / D1", "g1")
    stood.play(S, back({"s1": 1}))
    play_to(stood, 1, MOVE_B)
    assert rules(stood, S, dig) == []


@reading("wb95", "5-28")
def test_who_is_caught_after_a_retreat_may_dig_in() -> None:
    lakes = dict.fromkeys(("0602", "0502", "0402"), "lake")
    game = duel(board=sketch(9, 9, terrain=lakes))
    fight(game, "- / D1", "g1")
    game.play(S, back(s1="0503"))
    game.play(G, chase(g1="0504"))
    play_to(game, 1, MOVE_B)
    assert rules(game, S, {"do": "dig", "unit": "s1"}) == []
