"""A second reading of chapter 6: range, set-ups, overrun, support."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight, lose
from tests.systems.wb95.combat.battles import attack, defence_rules, front
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    ATTACK_A,
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

reading = pytest.mark.reading
G, S, END = "german", "soviet", {"do": "end"}
LIMBERED = {"transport": True}


def duel(*more: dict[str, Any], **spec: Any) -> Wb:
    """A German infantry in 0505 next to a Soviet one in 0504, in the German Combat Phase."""
    return front(unit("g1", "0505"), unit("s1", "0504"), *more, **spec)


def gun(name: str, hex: str, sp: str = "5,3", **more: Any) -> dict[str, Any]:
    """Towed artillery, in combat set-up unless told otherwise."""
    return unit(name, hex, "ART", sp, **more)


def march(name: str, path: str) -> dict[str, Any]:
    """A move."""
    return {"do": "move", "units": [name], "path": path.split()}


def setup(name: str) -> dict[str, Any]:
    """A change of set-up."""
    return {"do": "setup", "units": [name]}


def bombard(target: str, *guns: str) -> dict[str, Any]:
    """A ranged attack."""
    return {"do": "bombard", "guns": list(guns), "target": target}


def strengths(game: Wb, action: dict[str, Any], player: str = G) -> tuple[int, int]:
    """What attacks and what defends."""
    sums = game.odds(action, player).reckoning
    return sums["attack"]["total"], sums["defence"]["total"]


# ---- range and occasion


@reading("wb95", "6-01")
def test_an_attack_is_supported_within_range_of_the_attacker() -> None:
    game = duel(gun("g2", "0508"), gun("g3", "0501"))
    assert rules(game, G, attack("g1", "0504", guns=["g2"])) == []
    assert rules(game, G, attack("g1", "0504", guns=["g3"])) == ["6.3.2"]


@reading("wb95", "6-02")
def test_one_attacking_hex_in_range_is_enough() -> None:
    game = duel(unit("g2", "0503"), gun("g3", "0508"))
    assert rules(game, G, attack("g1 g2", "0504", guns=["g3"])) == []


@reading("wb95", "6-03")
def test_one_defending_hex_in_range_is_enough() -> None:
    game = duel(unit("s2", "0404"), gun("s3", "0802"), gun("s4", "0801"))
    both = attack("g1", "0504 0404")
    assert defence_rules(game, both, {"guns": ["s4"]}) == ["6.3.3"]
    game.play(G, both)
    game.play(S, {"do": "defend", "guns": ["s3"]})
    assert told(game, "reckoning")[0]["defence"]["total"] == 4 + 4 + 3


@reading("wb95", "6-04")
def test_limbered_guns_do_not_fire() -> None:
    game = duel(gun("g2", "0506", at=LIMBERED), gun("s2", "0502", at=LIMBERED), fortified=["0505"])
    assert rules(game, G, attack("g1", "0504", guns=["g2"])) == ["6.1.3"]
    assert defence_rules(game, attack("g1", "0504"), {"guns": ["s2"]}) == ["6.1.3"]
    assert rules(game, G, bombard("0504", "g2")) == ["6.1.3"]


@reading("wb95", "6-05")
def test_guns_fire_once_in_each_combat_phase() -> None:
    more = gun("gun", "0507"), unit("g2", "0705"), unit("s2", "0704")
    game = duel(*more, fortified=["0505", "0504", "0705", "0704"])
    fight(game, "- / -", "g1", guns=["gun"])
    assert rules(game, G, attack("g2", "0704", guns=["gun"])) == ["6.1.4"]
    assert rules(game, G, bombard("0704", "gun")) == ["6.1.4"]
    go_to(game, ATTACK_B)
    game.play(S, attack("s1", "0505"))
    assert rules(game, G, {"do": "defend", "guns": ["gun"]}) == []


@reading("wb95", "6-06")
def test_guns_have_no_zone_of_control() -> None:
    guns = gun("s2", "0504"), unit("s3", "0304", "ART", "5,3", move="tracked")
    game = field(unit("g1", "0402", mp=3), *guns, unit("s4", "0909"), phase=MOVE_A)
    assert rules(game, G, march("g1", "0403 0404 0405")) == []
    game.play(G, march("g1", "0403 0404"))
    go_to(game, ATTACK_A)
    assert (where(game, "g1"), rules(game, G, END)) == ("0404", [])


# ---- counters, set-ups, overrun


@reading("wb95", "6-07")
def test_towed_guns_have_one_level() -> None:
    with pytest.raises(ScenarioError, match="g2"):
        duel(gun("g2", "0506", cel=2))
    game = duel(unit("g2", "0506", "ART", "5,3", move="tracked", cel=2))
    assert at(game, "g2").cel == 2


@reading("wb95", "6-08")
@pytest.mark.parametrize(("works", "points"), [([], 4), (["0504"], 5)])
def test_the_price_of_three_guns(works: list[str], points: int) -> None:
    prey = [gun(f"s{i}", "0504") for i in (1, 2, 3)]
    for mp in (points - 1, points):
        tank = unit("g1", "0505", "ARM", mp=mp)
        game = field(tank, *prey, unit("s9", "0909"), phase=MOVE_A, fortified=works)
        assert (rules(game, G, march("g1", "0504")) == []) == (mp == points)
    game.play(G, march("g1", "0504"))
    assert [where(game, f"s{i}") for i in (1, 2, 3)] == ["eliminated"] * 3


@reading("wb95", "6-09")
def test_who_overruns_whom() -> None:
    units = unit("gh", "0505", "HQ"), unit("g1", "0505"), gun("s1", "0504")
    game = field(*units, unit("s9", "0909"), phase=MOVE_A)
    assert rules(game, G, march("gh", "0504")) == ["6.1.7"]
    assert rules(game, G, march("g1", "0504")) == []
    guarded = field(*units, unit("s2", "0504"), phase=MOVE_A)
    assert rules(guarded, G, march("g1", "0504")) == ["3.1.8"]
    rolling = unit("s1", "0504", "ART", "5,3", move="tracked")
    assert rules(field(*units[:2], rolling, phase=MOVE_A), G, march("g1", "0504")) == ["3.1.8"]


@reading("wb95", "6-10")
def test_guns_move_like_trucks() -> None:
    board = sketch(9, 9, terrain={"0404": "swamp"})
    game = field(gun("g1", "0505", mp=4, at=LIMBERED), unit("s1", "0909"), board=board)
    assert rules(game, G, march("g1", "0504 0503")) == []
    assert rules(game, G, march("g1", "0504 0503 0502")) == ["3.1.5"]
    assert rules(game, G, march("g1", "0404")) != []


@reading("wb95", "6-11")
@pytest.mark.parametrize(("mp", "refused"), [(4, []), (3, ["6.2.4"])])
def test_a_change_of_set_up_costs_a_point(mp: int, refused: list[str]) -> None:
    game = field(gun("g1", "0505", mp=mp), unit("s1", "0909"))
    assert rules(game, G, march("g1", "0504")) == ["6.2.3"]
    game.play(G, setup("g1"))
    game.play(G, march("g1", "0504"))
    assert rules(game, G, setup("g1")) == refused


@reading("wb95", "6-12")
def test_no_change_of_set_up_after_entering_a_zone() -> None:
    game = field(gun("g1", "0507", at=LIMBERED), gun("g2", "0405", at=LIMBERED), unit("s1", "0505"))
    game.play(G, march("g1", "0506"))
    assert rules(game, G, setup("g1")) == ["4.2.1"]
    assert rules(game, G, setup("g2")) == []


@reading("wb95", "6-13")
def test_set_ups_change_in_the_own_movement_phase_only() -> None:
    units = gun("g1", "0707"), unit("s1", "0101")
    for phase in (ATTACK_A, MOVE_B):
        assert rules(field(*units, phase=phase), G, setup("g1")) != []
    assert rules(field(*units, phase=MOVE_A), G, setup("g1")) == []


def beaten(**spec: Any) -> Wb:
    """A D2 against an infantry and a towed gun in one hex."""
    game = duel(gun("s2", "0504", **spec))
    fight(game, "- / D2", "g1")
    return game


@reading("wb95", "6-14")
def test_what_becomes_of_a_gun_when_its_infantry_is_beaten() -> None:
    left = beaten()
    assert rules(left, S, back(s1="0503 0502", s2="0503 0502")) == ["6.2.4"]
    left.play(S, back(s1="0503 0502"))
    assert (where(left, "s2"), at(left, "s1").cel) == ("0504", 2)
    left.play(G, chase(g1="0504"))
    assert where(left, "s2") == "eliminated"
    given_up = beaten()
    given_up.play(S, back({"s2": 1}, s1="0503"))
    assert (where(given_up, "s2"), at(given_up, "s1").cel) == ("eliminated", 2)
    held = beaten()
    held.play(S, back({"s1": 1, "s2": 1}))
    assert (where(held, "s1"), asked(held)) == ("0504", "Attack")
    dead = beaten()
    dead.play(S, back({"s1": 2}))
    dead.play(G, chase(g1="0504"))
    assert where(dead, "s2") == "eliminated"


@reading("wb95", "6-15")
def test_a_limbered_gun_retreats() -> None:
    game = beaten(at=LIMBERED)
    assert told(game, "reckoning")[0]["defence"]["total"] == 4
    game.play(S, back(s1="0503 0502", s2="0503 0502"))
    assert (where(game, "s2"), at(game, "s1").cel) == ("0502", 2)


# ---- support


@reading("wb95", "6-16")
def test_guns_attack_and_defend_with_different_strengths() -> None:
    game = duel(gun("g2", "0507"))
    assert strengths(game, attack("g1", "0504", guns=["g2"])) == (9, 4)
    later = duel(gun("g2", "0507"), phase=ATTACK_B)
    later.play(S, attack("s1", "0505"))
    later.play(G, {"do": "defend", "guns": ["g2"]})
    assert told(later, "reckoning")[0]["defence"]["total"] == 7


@reading("wb95", "6-17")
def test_a_distant_gun_bears_nothing() -> None:
    game = front(unit("g1", "0505", cel=1), unit("s1", "0504"), gun("g2", "0507"))
    fight(game, "-1 / D1", "g1", guns=["g2"])
    assert (where(game, "g1"), where(game, "g2"), asked(game)) == ("eliminated", "0507", "retreat")
    game.play(S, back(s1="0503"))
    assert asked(game) == "Attack", "nobody pursues"


@reading("wb95", "6-18")
def test_a_gun_in_contact_supports_alone_and_bears_the_result() -> None:
    game = duel(gun("g2", "0404"))
    action = attack("g1", "0504", guns=["g2"])
    assert strengths(game, action) == (9, 4)
    fight(game, "-1 / -", "g1", guns=["g2"])
    game.play(G, lose(g2=1))
    assert (where(game, "g2"), at(game, "g1").cel) == ("eliminated", 2)


# ---- direct combat


@reading("wb95", "6-36")
def test_a_gun_defends_beside_a_regular_unit() -> None:
    guarded = duel(gun("s2", "0504"))
    assert strengths(guarded, attack("g1", "0504")) == (4, 7)
    staff = front(unit("g1", "0505"), unit("sh", "0504", "HQ"), gun("s2", "0504"))
    assert strengths(staff, attack("g1", "0504")) == (4, 1)


@reading("wb95", "6-37")
def test_guns_alone_are_worth_a_point_together() -> None:
    units = unit("g1", "0505"), unit("s1", "0504", "CAV", 5), gun("s2", "0404"), gun("s3", "0404")
    both = attack("g1", "0504 0404")
    assert strengths(front(*units), both) == (4, 6)
    assert strengths(front(*units, unit("s4", "0404", sp=1)), both) == (4, 12)


@reading("wb95", "6-38")
def test_guns_do_not_support_guns() -> None:
    game = front(unit("g1", "0505"), *(gun(f"s{i}", "0504") for i in (1, 2)), gun("s3", "0502"))
    assert defence_rules(game, attack("g1", "0504"), {"guns": ["s3"]}) == ["6.3.1"]
    assert strengths(game, attack("g1", "0504")) == (4, 1)


@reading("wb95", "6-39")
def test_limbered_guns_alone_stay_and_pay() -> None:
    names = ["s1", "s2", "s3", "s4"]
    guns = [gun(name, "0504", at=LIMBERED) for name in names]
    board = sketch(9, 9, terrain={"0504": "city", "0503": "city"})
    game = front(unit("g1", "0505", sp=1), *guns, board=board)
    rig(game, 4, 5)
    game.play(G, attack("g1", "0504"))
    combat = told(game, "combat")[0]
    assert (combat["column"], combat["defender_result"]) == ("10:1", "D3")
    assert rules(game, S, back(s1="0503 0502 0501", s2="0503")) == ["6.6.4", "6.6.4"]
    game.play(S, back({"s1": 1, "s2": 1, "s3": 1}))
    assert [where(game, name) for name in names] == [*["eliminated"] * 3, "0504"]


@reading("wb95", "6-40")
def test_self_propelled_guns_fight_like_regular_units() -> None:
    rolling = unit("s1", "0504", "ART", "5,3", move="tracked")
    game = front(unit("g1", "0505", sp=6), rolling)
    assert strengths(game, attack("g1", "0504")) == (6, 3)
    rig(game, 3, 4)
    game.play(G, attack("g1", "0504"))
    assert told(game, "combat")[0]["defender_result"] == "D1"
    assert rules(game, S, back(s1="0503")) == []
    helped = duel(unit("g2", "0404", "ART", "5,3", move="tracked"))
    assert strengths(helped, attack("g1", "0504", guns=["g2"])) == (9, 4)
    fight(helped, "- / D1", "g1", guns=["g2"])
    helped.play(S, back(s1="0603"))
    assert rules(helped, G, chase(g2="0504")) == []
