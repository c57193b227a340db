"""The second reading plays what a combat result does: losses, options, retreats, advances. [9.10]

0505 has around it, from the east: 0506, 0605, 0604, 0504, 0404, 0405. Ratings are equal and no
surprise comes of a seven, so that odds and dice give the result.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.pieces.values import size_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT
from tests.readings.ocs.clash import QUIET, WAIVE, attack, drive, fighting, options, tokens, until
from tests.systems.ocs.combat.aftermath import flee, steps, take
from tests.systems.ocs.field import at, rules, told, unit, where

reading = pytest.mark.reading
LOSE, BACK = options(1), options(0)
WALL = dict.fromkeys(("0605", "0604", "0405", "0504"), "lake")
"""Of the ways out of 0505, those to 0404 and 0506 are left."""


def foot(strength: str | int, **more: Any) -> dict[str, Any]:
    return {"combat": f"{strength}:6 leg", "move": f"{strength}:6 leg", **more}


def results(game: Ocs) -> str:
    text: str = told(game, "combat")[-1]["result"]
    return text


def two(a: int, b: int) -> tuple[int, ...]:
    """No surprise, and these combat dice."""
    return (*QUIET, a, b)


# ---- options


@reading("ocs", "9-28")
@reading("ocs", "9-42")
def test_an_option_of_two_is_met_by_losses_hexes_or_one_of_each() -> None:
    game = fighting(
        unit("a1", "0404", **foot(24)), *(unit(f"s{i}", "0505", **foot(2)) for i in (1, 2, 3))
    )
    lead = {"do": "lead", "unit": "s1"}
    until(game, "axis", attack("a1"), "option", *two(5, 6), defence_rating=lead)
    assert results(game) == "Ae4 DL1o2"
    assert [action["losses"] for action in game.legal("allied")] == [0, 1, 2]
    game.play("allied", options(0))
    for paths, wrong in (
        ({"s2": "0506", "s3": "0506"}, ["9.12c"]),
        ({"s2": "0506 0605", "s3": "0506 0605"}, ["9.12c"]),
        ({"s2": "0506 0507 0508", "s3": "0506 0507 0508"}, ["9.12c"]),
        ({"s2": "0506 0507"}, ["9.12"]),
        ({"s2": "0506 0606", "s3": "0605 0705"}, []),
    ):
        assert rules(game, "allied", flee(**paths)) == wrong
    other = fighting(
        unit("a1", "0404", **foot(24)), *(unit(f"s{i}", "0505", **foot(2)) for i in (1, 2, 3))
    )
    drive(other, "axis", attack("a1"), *two(5, 6), defence_rating=lead,
          option=options(1), step_losses=take(s2=1), retreat=flee(s3="0506"))  # fmt: skip
    assert where(other, "s3") == "0506"


def given_way() -> Ocs:
    game = fighting(unit("a1", "0404", re=3, **foot(24)), unit("s1", "0505", re=2, **foot(8)))
    until(game, "axis", attack("a1"), "option", *two(6, 6))
    assert results(game) == "Ao1e4 DL1o2"
    game.play("axis", BACK)
    while game.decisions[0].ask.name != "option":
        game.play("axis", game.decisions[0].ask.default)
    return game


@reading("ocs", "9-29")
def test_the_defender_may_ignore_his_options_if_the_attacker_gave_way() -> None:
    game = given_way()
    assert at(game, "s1").lost == 1
    assert rules(game, "allied", WAIVE) == []
    assert rules(game, "allied", options(1)) == ["9.10"]  # all of it or nothing
    game.play("allied", WAIVE)
    assert (where(game, "s1"), at(game, "s1").lost) == ("0505", 1)
    other = given_way()
    drive(other, "allied", BACK)
    assert other.board.distance(at(other, "s1").hex, other.board.hex("0505")) == 2


@reading("ocs", "9-30")
@reading("ocs", "9-31")
@pytest.mark.parametrize(
    ("dice", "result", "free"), [((3, 4), "AL1o1 Do1", True), ((4, 4), "AL1 Do1", False)]
)
def test_a_dead_attacker_frees_the_defender_only_from_behind_an_option(
    dice: tuple[int, int], result: str, free: bool
) -> None:
    game = fighting(unit("a1", "0404", **foot(8)), unit("s1", "0505", re=2, **foot(8)))
    ask = until(game, "axis", attack("a1"), "option", *two(*dice))
    assert (results(game), ask.player, at(game, "a1").place) == (result, "allied", "dead")
    assert (rules(game, "allied", WAIVE) == []) is free


@reading("ocs", "9-32")
def test_the_attacker_meets_his_option_though_the_defender_dies() -> None:
    game = fighting(
        unit("a1", "0404", re=2, **foot(24)), unit("a2", "0303"), unit("s1", "0505", **foot(8))
    )
    ask = until(game, "axis", attack("a1"), "option", *two(4, 4))
    assert (results(game), ask.player) == ("Ao1 DL1o1", "axis")
    asked = drive(game, "axis", BACK)
    assert where(game, "a1") != "0404"
    assert at(game, "s1").place == "dead"
    assert "advance after combat" not in {one.name for one in asked}


@reading("ocs", "9-33")
@pytest.mark.parametrize(("answer", "exploits"), [(BACK, False), (LOSE, True)])
def test_an_option_taken_as_a_retreat_loses_the_exploitation(
    answer: dict[str, Any], exploits: bool
) -> None:
    game = fighting(
        unit("a1", "0404", ar=5, **foot(12)), unit("a2", "0404", ar=4, **foot(12)),
        unit("s1", "0505", ar=5, re=3, **foot(8)),
    )  # fmt: skip
    drive(game, "axis", attack("a1", "a2", lead="a1"), *two(6, 6), option=[answer])
    assert results(game) == "Ao1e4 DL1o2"
    assert (at(game, "a1").place == "dead") is exploits
    assert (at(game, "a2").mode == "exploit") is exploits
    assert at(game, "a1").mode != "exploit"


# ---- losses


@reading("ocs", "9-34")
def test_forced_losses_are_no_retreat_and_begin_with_the_leader() -> None:
    game = fighting(
        unit("a1", "0404", **foot(8)), unit("a2", "0404", re=3, **foot(8)),
        unit("s1", "0505", **foot(16)),
    )  # fmt: skip
    asked = drive(game, "axis", attack("a1", "a2", lead="a1"), *two(1, 1))
    assert results(game) == "AL2"
    assert "option" not in {ask.name for ask in asked}
    assert (at(game, "a1").place, at(game, "a2").lost) == ("dead", 1)


@reading("ocs", "9-35")
def test_nobody_loses_two_before_all_have_lost_one() -> None:
    game = fighting(
        unit("a1", "0404", **foot(45)), unit("s1", "0505", re=3, **foot(3)),
        unit("s2", "0505", **foot(3)), unit("s3", "0505", **foot(3)),
    )  # fmt: skip
    lead = {"do": "lead", "unit": "s1"}
    ask = until(game, "axis", attack("a1"), "step losses", *two(6, 6), defence_rating=lead)
    assert (results(game), ask.player) == ("Ae3 DL2o2DG", "allied")
    assert rules(game, "allied", take(s1=2)) == ["9.11c"]
    assert rules(game, "allied", take(s2=1, s3=1)) == ["9.11c"]
    assert rules(game, "allied", take(s1=1, s2=1)) == rules(game, "allied", take(s1=1, s3=1)) == []


@reading("ocs", "9-36")
def test_a_lone_unit_bears_what_it_can_and_the_rest_is_ignored() -> None:
    game = fighting(unit("a1", "0404", **foot(40)), unit("s1", "0505", re=3, **foot(8)))
    until(game, "axis", attack("a1"), "option", *two(6, 6))
    assert (results(game), at(game, "s1").lost) == ("Ae3 DL2o2DG", 2)
    drive(game, "allied", options(2))
    assert at(game, "s1").place == "dead"
    small = fighting(unit("a1", "0404", **foot(40)), unit("s1", "0505", **foot(8)),
                     unit("s2", "0605", **foot(8)))  # fmt: skip
    drive(small, "axis", attack("a1"), *two(6, 6))
    assert steps(small) == {"a1": 1, "s2": 1}


@reading("ocs", "9-37")
@pytest.mark.parametrize(
    ("re", "lost", "defence"), [(2, 1, 6), (3, 1, 12), (4, 1, 12), (3, 2, 6), (4, 2, 6)]
)
def test_lost_steps_halve_the_attack_at_once_and_the_defence_from_the_half(
    re: int, lost: int, defence: int
) -> None:
    game = fighting(
        unit("a1", "0404", re=re, lost=lost, **foot(12)),
        unit("s1", "0505", re=re, lost=lost, **foot(12)),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(3, 4))
    facts = told(game, "odds")[0]
    assert (facts["attack"], facts["defence"]) == ("6", str(defence))


@reading("ocs", "9-38")
def test_a_division_is_as_large_as_what_is_left_of_it() -> None:
    game = fighting(unit("a1", "0404"), unit("s1", "0505", re=3, lost=2, **foot(8)))
    assert size_of(game, "s1") == 1
    drive(game, "axis", attack("a1"), *two(3, 4))
    assert tokens(game, "allied") == 35


@reading("ocs", "9-63")
def test_the_option_goes_on_with_the_count_of_even_losses() -> None:
    game = fighting(
        unit("a1", "0404", re=3, **foot(4)), unit("a2", "0404", **foot(4)),
        unit("s1", "0505", re=3, **foot(8)),
    )  # fmt: skip
    drive(game, "axis", attack("a1", "a2", lead="a1"), *two(3, 4), option=[LOSE])
    assert results(game) == "AL1o1 Do1"
    assert (at(game, "a1").lost, at(game, "a2").place) == (1, "dead")


# ---- retreats


@reading("ocs", "9-39")
@pytest.mark.parametrize("friends", [9, 10])
def test_who_finds_no_room_or_no_way_is_destroyed(friends: int) -> None:
    game = fighting(
        unit("a1", "0404", re=2, **foot(8)), unit("s1", "0505", size="regiment", **foot(8)),
        unit("s2", "0506", re=friends), board=sketch(9, 9, terrain=WALL),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(4, 5), option=[LOSE, BACK])
    assert results(game) == "Ao1 Do1"
    assert where(game, "s1") == ("0506" if friends == 9 else "dead")


@reading("ocs", "9-40")
@pytest.mark.parametrize(
    ("zone", "strength", "lost", "result"),
    [("0508", 40, 1, "Ae4 DL1o2"), ("0606", 40, 2, "Ae4 DL1o2"), ("0508", 50, 2, "Ae3 DL2o2DG")],
)
def test_a_zone_costs_a_step_only_if_the_stack_was_dg_before(
    zone: str, strength: int, lost: int, result: str
) -> None:
    """One step of each result is the division's own loss, the rest is the zone's."""
    game = fighting(
        unit("a1", "0404", **foot(strength)), unit("a2", zone), unit("s1", "0505", re=4, **foot(9)),
        unit("s2", "0505", **foot(1)),
    )  # fmt: skip
    dice = (5, 6) if strength == 40 else (6, 6)
    way = [n for n in ("s1", "s2") if not (n == "s2" and result.endswith("DG"))]
    drive(
        game,
        "axis",
        attack("a1"),
        *two(*dice),
        option=BACK,
        defence_rating={"do": "lead", "unit": "s1"},
        retreat=flee(**dict.fromkeys(way, "0506 0507")),
        step_losses=[take(s1=1, s2=1), take(s1=1)] if result.endswith("DG") else take(s1=1),
    )
    assert results(game) == result
    assert (where(game, "s1"), at(game, "s1").mode) == ("0507", "dg")
    assert at(game, "s1").lost == lost


@reading("ocs", "9-41")
def test_who_cannot_move_as_he_lies_turns_over_or_is_destroyed() -> None:
    still = {"combat": "-:0 truck", "move": "-:10 truck"}
    game = fighting(unit("a1", "0404", re=2, ar=0, **foot(5)), unit("s1", "0505", "hq", **still))
    drive(game, "axis", attack("a1"), *two(4, 5), option=[LOSE, BACK])
    assert results(game) == "Ao1 Do1"
    assert (where(game, "s1") != "0505", at(game, "s1").combat_up) == (True, False)
    fort = fighting(
        unit("a1", "0404", re=2, **foot(8)), unit("s2", "0808"),
        unit("s1", "0505", re=2, combat="8:0 leg", move="8:0 leg"),
    )  # fmt: skip
    drive(fort, "axis", attack("a1"), *two(4, 5), option=[LOSE, BACK])
    assert at(fort, "s1").place == "dead"


@reading("ocs", "9-43")
@pytest.mark.parametrize("joining", [True, False])
def test_bystanders_and_organic_trucks_may_tag_along(joining: bool) -> None:
    transport = [
        {"id": "t1", "side": "axis", "hex": "0404", "formation": "9", "points": 1},
        {"id": "t2", "side": "axis", "hex": "0404", "kind": "wagon", "points": 1},
    ]
    game = fighting(
        unit("a1", "0404", re=2, formation="9", **foot(8)),
        unit("a2", "0404", **foot(8)),
        unit("s1", "0505", **foot(8)),
        transport=transport,
        dumps=[
            {"side": "axis", "hex": "0404", "sp": 4},
            {"side": "allied", "hex": "0606", "sp": 1},
        ],
    )
    until(game, "axis", attack("a1"), "option", *two(4, 5))
    game.play("axis", BACK)
    assert rules(game, "axis", flee(a1="0304", t2="0304")) == ["9.12d"]
    others = {"a2": "0304", "t1": "0304"} if joining else {}
    drive(game, "axis", flee(a1="0304", **others))
    there = "0304" if joining else "0404"
    label = game.board.label
    assert (where(game, "a1"), where(game, "a2")) == ("0304", there)
    found = [label(game.state[TRANSPORT][key].hex) for key in ("t1", "t2")]
    assert found == [there, "0404"]
    assert [label(d.hex) for d in game.state[DUMPS].values() if d.side == "axis"] == ["0404"]


@reading("ocs", "9-44")
def test_a_friend_in_the_zone_neither_helps_nor_pays() -> None:
    game = fighting(
        unit("a1", "0404", re=2, **foot(8)), unit("a2", "0606"),
        unit("s1", "0505", ar=4, mode="dg", up="combat", **foot(16)), unit("s2", "0506", re=2),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(4, 5), option=[LOSE, BACK], retreat=flee(s1="0506"))
    assert results(game) == "Ao1 Do1"
    assert at(game, "s1").place == "dead"
    assert (at(game, "s2").mode, at(game, "s2").lost) == ("dg", 0)


@reading("ocs", "9-62")
def test_the_stack_loses_a_step_at_each_zone_and_the_owner_says_whose() -> None:
    """By the time of the loss all who retreat are DG, so that each of them may bear it."""
    units = (unit("a1", "0404", re=2, **foot(18)), unit("a2", "0606"),
             unit("s1", "0505", re=3, ar=4, mode="dg", up="combat", **foot(20)),
             unit("s2", "0505", **foot(8)))  # fmt: skip
    game = fighting(*units)
    until(
        game,
        "axis",
        attack("a1"),
        "step losses",
        *two(4, 5),
        option=[LOSE, BACK],
        defence_rating={"do": "lead", "unit": "s1"},
        retreat=flee(s1="0506", s2="0506"),
    )
    assert results(game) == "Ao1 Do1"
    assert list(game.legal("allied")) == [take(s1=1), take(s2=1)]
    assert (at(game, "s1").mode, at(game, "s2").mode) == ("dg", "dg")


@reading("ocs", "9-62")
def test_two_zones_cost_a_stack_in_disorder_two_steps() -> None:
    game = fighting(
        unit("a1", "0404", **foot(40)), unit("a2", "0606"),
        unit("s1", "0505", re=4, ar=4, mode="dg", up="combat", **foot(20)),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(5, 6), option=BACK, retreat=flee(s1="0506 0507"))
    assert results(game) == "Ae4 DL1o2"
    assert (where(game, "s1"), at(game, "s1").lost) == ("0507", 3)


@reading("ocs", "9-45")
@pytest.mark.parametrize(("kind", "fate"), [("infantry", "0506"), ("hq", "dead")])
def test_only_attack_capable_units_flee_onto_an_enemy_dump(kind: str, fate: str) -> None:
    dumps = [{"side": "axis", "hex": "0303", "sp": 4}, {"side": "axis", "hex": "0506", "sp": 2},
             {"side": "allied", "hex": "0505", "sp": 2}]  # fmt: skip
    ours = 8 if kind == "infantry" else 5
    game = fighting(
        unit("a1", "0404", re=2, ar=3 if ours == 8 else 0, **foot(ours)),
        unit("s1", "0505", kind), unit("s2", "0808"), board=sketch(9, 9, terrain=WALL), dumps=dumps,
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(4, 5), 5, 5, 5, option=[LOSE, BACK])
    assert results(game) == "Ao1 Do1"
    assert where(game, "s1") == fate
    captured = [fact["by"] for fact in told(game, "dump-captured") if fact["hex"] == "0506"]
    assert captured == (["allied"] if fate == "0506" else [])


@reading("ocs", "9-45")
def test_nobody_flees_through_enemy_combat_units() -> None:
    game = fighting(
        unit("a1", "0404", re=2, **foot(8)), unit("a2", "0506", mode="move"), unit("s2", "0808"),
        unit("s1", "0505", re=2, **foot(8)), board=sketch(9, 9, terrain=WALL),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(4, 5), option=[LOSE, BACK])
    assert at(game, "s1").place == "dead"
