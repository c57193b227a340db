"""Overruns: who, at what price, into what ground, and how it goes on. [7.0b] [8.0] [8.1]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TURN
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.combat.test_attack import SUPPLY
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, told, unit, where

rule = pytest.mark.rule
WEAK = {"combat": "1:3 leg", "move": "1:5 leg"}
LOSE = {"do": "option", "losses": 1}
STRONG = {"combat": "30:9 tracked", "move": "30:12 tracked", "ar": 5}


def overrun(*names: str, on: str = "0505", **more: Any) -> dict[str, Any]:
    return {"do": "overrun", "units": list(names), "target": on, **more}


def front(*units: dict[str, Any], **spec: Any) -> Ocs:
    return field(*units, **{"dumps": SUPPLY, **spec})


def drive(game: Ocs, side: str, action: dict[str, Any], **answers: dict[str, Any]) -> None:
    """Play an action; questions named in the answers so, all others by default."""
    game.play(side, action)
    while not game.at_checkpoint:
        decision = game.decisions[0]
        default = decision.ask.default or next(game.legal(decision.player))
        game.play(decision.player, answers.get(decision.ask.name, default))


# ---- who


@rule("ocs", "8.0")
@rule("ocs", "8.1d")
def test_an_overrun_is_made_from_beside_a_hex_with_combat_units() -> None:
    trucks = [{"side": "allied", "hex": "0405", "points": 1, "id": "trucks"}]
    game = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0606"), transport=trucks)
    assert rules(game, "axis", overrun("a1")) == []
    assert rules(game, "axis", overrun("a1", on="0405")) == ["8.0"]
    assert rules(game, "axis", overrun("a1", on="0606")) == ["8.1d"]
    assert rules(game, "axis", overrun("a1", on="0304")) == ["8.0"]


@rule("ocs", "8.1")
def test_overrunners_began_the_phase_together_in_the_right_mode() -> None:
    game = front(
        unit("a1", "0404", **STRONG), unit("a2", "0404", **STRONG), unit("a3", "0304", **STRONG),
        unit("a4", "0404", mode="dg", **STRONG), unit("a5", "0404", mode="reserve", **STRONG),
        unit("a6", "0404", mode="move", **STRONG), unit("a7", "0404", "artillery"),
        unit("a8", "0404", mode="strat", **STRONG), unit("s1", "0505"),
    )  # fmt: skip
    assert rules(game, "axis", overrun("a1", "a2", "a6")) == []
    for name in ("a4", "a5", "a8"):
        assert rules(game, "axis", overrun(name)) == ["8.1"]
    assert rules(game, "axis", overrun("a7")) == ["4.4a"]
    game.play("axis", move("a3", to="0404"))
    assert rules(game, "axis", overrun("a1", "a3")) == ["8.1"]
    assert rules(game, "axis", overrun("a3")) == []


@rule("ocs", "9.1a")
@rule("ocs", "12.5b")
def test_only_the_moving_players_fuelled_units_overrun() -> None:
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505"))
    assert rules(game, "axis", overrun("s1", on="0404")) == ["9.1a", "8.0"]
    dry = front(unit("a1", "0404", **STRONG), unit("s1", "0505"), fuelled=False)
    assert rules(dry, "axis", overrun("a1")) == ["12.5a"]


@rule("ocs", "8.1a")
def test_an_overrun_takes_three_points() -> None:
    game = front(unit("a1", "0404", re=2, combat="20:5 leg"), unit("s1", "0505", re=6))
    rig(game, 3, 4, 4, 4)  # 3:1, an 8: Ao1 DL1o1
    drive(game, "axis", overrun("a1"), option=LOSE)
    assert movement.left(game, "a1") == 2 * 12
    assert rules(game, "axis", overrun("a1")) == ["8.1a"]
    poor = front(unit("a1", "0404", combat="20:2 leg"), unit("s1", "0505"))
    assert rules(poor, "axis", overrun("a1")) == ["8.1a"]


@rule("ocs", "8.1b")
def test_ground_that_costs_more_than_three_points_is_not_overrun() -> None:
    board = sketch(
        9, 9, terrain={"0505": "mountain", "0405": "woods"},
        sides=["0404-0405 minor_river", "0404-0504 major_river"],
    )  # fmt: skip
    game = front(
        unit("a1", "0404", combat="20:9 leg"), unit("a2", "0404", **STRONG),
        unit("s1", "0505"), unit("s2", "0405"), unit("s3", "0504"), board=board,
    )  # fmt: skip
    assert rules(game, "axis", overrun("a2")) == ["8.1b"]
    prices = {
        name: movement.step_price(game, "axis", "leg", board.hex("0404"), board.hex(h), False)
        for name, h in (("s1", "0505"), ("s2", "0405"), ("s3", "0504"))
    }
    for name, h in (("s1", "0505"), ("s2", "0405"), ("s3", "0504")):
        price = prices[name]
        dear = price is None or price > 36
        assert rules(game, "axis", overrun("a1", on=h)) == (["8.1b"] if dear else [])
    assert {price is None or price > 36 for price in prices.values()} == {True, False}


@rule("ocs", "8.1b")
def test_trainbusting_makes_a_hex_too_dear(monkeypatch: pytest.MonkeyPatch) -> None:
    units = unit("a1", "0404", **STRONG), unit("s1", "0505")
    assert rules(front(*units), "axis", overrun("a1")) == []
    game = front(*units)
    busted = {game.board.hex("0505"): 3 * 12}
    monkeypatch.setattr(movement, "surcharges", lambda game, side, move: busted)
    assert rules(game, "axis", overrun("a1")) == ["8.1b"]


@rule("ocs", "8.1c")
def test_roads_and_bridges_do_not_help() -> None:
    board = sketch(
        9, 9, terrain={"0505": "mountain"}, sides=["0404-0504 very_major_river"],
        links=["0404-0505 primary", "0404-0504 primary"],
    )  # fmt: skip
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505"), unit("s2", "0504"), board=board)
    assert rules(game, "axis", overrun("a1")) == ["8.1c"]
    assert rules(game, "axis", overrun("a1", on="0504")) == ["8.1c"]


# ---- how it goes on


@rule("ocs", "8.0")
@rule("ocs", "8.1a")
def test_winners_enter_for_nothing_and_move_on() -> None:
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505", **WEAK))
    rig(game, 3, 4, 6, 6)
    play(game, "axis", overrun("a1"))
    assert where(game, "a1") == "0505"
    assert movement.left(game, "a1") == (9 - 3) * 12
    game.play("axis", move("a1", to="0605"))
    assert where(game, "a1") == "0605"


@rule("ocs", "8.0")
@rule("ocs", "8.1")
@rule("ocs", "8.1d")
@rule("ocs", "9.1c")
def test_the_same_hex_is_overrun_again_while_points_last() -> None:
    game = front(
        unit("a1", "0404", re=9, combat="8:9 leg", move="8:9 leg"), unit("s1", "0505", re=9)
    )
    for left in (6, 3, 0):
        assert rules(game, "axis", overrun("a1")) == []
        rig(game, 3, 4, 4, 3)  # no surprise, a 7: everybody stays and loses
        drive(game, "axis", overrun("a1"), option=LOSE)
        assert (where(game, "a1"), movement.left(game, "a1")) == ("0404", left * 12)
    assert rules(game, "axis", overrun("a1")) == ["8.1a"]
    assert len(told(game, "overrun")) == 3


@rule("ocs", "8.1e")
@rule("ocs", "9.13b(B)")
def test_nobody_exploits_an_overrun() -> None:
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505", **WEAK))
    rig(game, 3, 4, 6, 6)
    play(game, "axis", overrun("a1"))
    assert "e" in told(game, "combat")[0]["result"]
    assert at(game, "a1").mode == "combat"


@rule("ocs", "8.1f")
def test_who_retreats_from_an_overrun_moves_no_more() -> None:
    units = (unit("a1", "0404", re=3, combat="8:9 leg"), unit("s1", "0505", re=3))
    game = front(*units)
    rig(game, 3, 4, 3, 3)  # 1:1, a 6: AL1o1 Do1
    drive(game, "axis", overrun("a1"), option={"do": "option", "losses": 0})
    assert where(game, "a1") not in ("0404", "0505")
    assert rules(game, "axis", move("a1", to="0304")) == ["6.1g"]
    stayed = front(*units)
    rig(stayed, 3, 4, 4, 4)  # 1:1, an 8: AL1 Do1, and nobody gives way
    drive(stayed, "axis", overrun("a1"))
    assert movement.unable(stayed, "a1") is None


@rule("ocs", "8.1g")
def test_who_moved_along_and_does_not_overrun_is_left_behind() -> None:
    game = front(
        unit("a1", "0303", **STRONG), unit("a2", "0303", combat="5:2 leg"),
        unit("s1", "0505", **WEAK),
    )  # fmt: skip
    game.play("axis", move("a1", "a2", to="0304"))
    game.play("axis", move("a1", to="0404"))
    assert rules(game, "axis", move("a2", to="0404")) == ["6.1g"]
    rig(game, 3, 4, 6, 6)
    play(game, "axis", overrun("a1"))
    assert (where(game, "a1"), where(game, "a2")) == ("0505", "0304")


@rule("ocs", "8.1g")
def test_beginning_an_overrun_ends_the_move_of_the_rest_of_the_stack() -> None:
    game = front(
        unit("a1", "0304", **STRONG), unit("a2", "0304", **STRONG), unit("s1", "0505", **WEAK)
    )
    game.play("axis", move("a1", "a2", to="0404"))
    rig(game, 3, 4, 6, 6)
    play(game, "axis", overrun("a1"))
    assert rules(game, "axis", move("a2", to="0304")) == ["6.1g"]
    assert rules(game, "axis", overrun("a2", on="0505")) == ["8.0"]


@rule("ocs", "8.1h")
def test_bystanders_are_untouched_by_the_result() -> None:
    game = front(
        unit("a1", "0404", combat="1:9 leg", ar=0), unit("a2", "0404"),
        unit("s1", "0505", re=3, combat="30:3 leg", ar=5),
    )  # fmt: skip
    before = at(game, "a2")
    rig(game, 1, 1, 6, 1, 1)  # the worst: AL2
    play(game, "axis", overrun("a1"))
    assert at(game, "a1").place == "dead"
    assert at(game, "a2") == before


@rule("ocs", "9.8")
def test_overruns_surprise_from_nine_up() -> None:
    game = front(unit("a1", "0404", combat="8:9 leg"), unit("s1", "0505", **WEAK))
    rig(game, 4, 5, 1, 3, 4)
    play(game, "axis", overrun("a1"))
    assert told(game, "surprise")[0]["gain"] == "attacker"


@rule("ocs", "4.5a(A)")
def test_trucks_overrun_from_an_enemy_zone_and_stop_otherwise() -> None:
    trucks = {"combat": "20:9 truck", "move": "20:12 truck"}
    game = front(
        unit("a1", "0303", **trucks), unit("s1", "0505", **WEAK), unit("s2", "0605"),
    )  # fmt: skip
    game.play("axis", move("a1", to="0304 0404"))
    assert rules(game, "axis", move("a1", to="0405")) == ["4.5a(A)"]
    rig(game, 3, 4, 6, 6)
    play(game, "axis", overrun("a1"))
    assert where(game, "a1") == "0505"  # in the zone of s2
    assert rules(game, "axis", move("a1", to="0405")) == ["4.5a(A)"]


@rule("ocs", "4.5a(A)")
def test_trucks_that_began_in_a_zone_may_leave_it_after_an_overrun() -> None:
    trucks = {"combat": "20:9 truck", "move": "20:12 truck"}
    game = front(unit("a1", "0404", re=3, **trucks), unit("s1", "0505", re=9))
    rig(game, 3, 4, 4, 4)  # 3:1, an 8: Ao1 DL1o1
    drive(game, "axis", overrun("a1"), option=LOSE)
    assert where(game, "a1") == "0404"
    assert rules(game, "axis", move("a1", to="0304")) == []


# ---- the Reaction and Exploitation Phases


@rule("ocs", "7.0")
@rule("ocs", "7.0a")
@rule("ocs", "7.0b")
@rule("ocs", "5.7b(B)")
def test_released_reserves_overrun_in_the_reaction_phase() -> None:
    game = front(
        unit("a1", "0404", **WEAK), unit("s1", "0505", mode="reserve", up="combat", **STRONG),
        unit("s2", "0505", **STRONG), segment="reaction",
    )  # fmt: skip
    assert rules(game, "allied", overrun("s2", on="0404")) == ["7.0a"]
    assert rules(game, "allied", overrun("s1", on="0404")) == ["7.0a"]
    game.play("allied", {"do": "release", "units": ["s1"]})
    assert movement.left(game, "s1") == 9 * 6  # half of nine
    assert rules(game, "allied", overrun("s1", on="0404")) == []
    rig(game, 3, 4, 6, 6)
    play(game, "allied", overrun("s1", on="0404"))
    assert where(game, "s1") == "0404"
    assert told(game, "odds")[0]["attack"] == "30"  # with its full strength


@rule("ocs", "7.0")
def test_there_is_no_attack_in_the_reaction_phase() -> None:
    game = front(
        unit("a1", "0404"), unit("s1", "0505", mode="reserve", up="combat"), segment="reaction"
    )
    game.play("allied", {"do": "release", "units": ["s1"]})
    decision = game.decision("allied")
    assert decision is not None
    assert decision.offer("attack") is None


@rule("ocs", "11.0a")
@rule("ocs", "11.0b")
@rule("ocs", "11.0c")
def test_exploiters_overrun_with_half_and_released_reserves_with_all_their_points() -> None:
    game = front(
        unit("a1", "0404", mode="exploit", **STRONG),
        unit("a2", "0404", mode="reserve", up="combat", **STRONG),
        unit("a3", "0404", **STRONG), unit("s1", "0505", re=6), segment="exploitation",
    )  # fmt: skip
    assert movement.left(game, "a1") == 9 * 6
    assert rules(game, "axis", overrun("a1")) == []
    assert rules(game, "axis", overrun("a3")) == ["11.0a"]
    assert rules(game, "axis", overrun("a2")) == ["11.0a"]
    rig(game, 3, 4, 4, 4)
    play(game, "axis", overrun("a1"))
    game.play("axis", {"do": "release", "units": ["a2"]})  # after it has seen how that went
    assert movement.left(game, "a2") == 9 * 12
    assert at(game, "a2").mode == "combat"
    assert movement.unable(game, "a2") is None


@rule("ocs", "9.1c")
@rule("ocs", "11.0c")
def test_overruns_do_not_count_as_attacks_of_the_combat_segment() -> None:
    game = front(
        unit("a1", "0404", re=9, mode="exploit", combat="8:9 leg", move="8:9 leg"),
        unit("s1", "0505", re=9), segment="exploitation",
    )  # fmt: skip
    rig(game, 3, 4, 4, 3)
    drive(game, "axis", overrun("a1"), option=LOSE)
    end(game, "axis", "exploitation-attack")
    assert rules(game, "axis", {"do": "attack", "units": ["a1"], "target": "0505"}) == []


# ---- lists


@rule("ocs", "2.4(2)")
def test_nobody_overruns_in_a_simulcast() -> None:
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505"))
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", overrun("a1")) == ["2.4(2)"]
    assert list(Overrun().legal(game, "axis")) == []


def test_what_is_listed_and_what_chance_finds_is_legal() -> None:
    game = front(
        unit("a1", "0404", **STRONG), unit("a2", "0404", **STRONG), unit("a3", "0404", mode="dg"),
        unit("s1", "0505"), unit("s2", "0405"),
    )  # fmt: skip
    found = list(Overrun().legal(game, "axis"))
    assert {(tuple(a["units"]), a["target"]) for a in found} == {
        (names, h) for names in (("a1",), ("a2",), ("a1", "a2")) for h in ("0405", "0505")
    }
    assert all(rules(game, "axis", action) == [] for action in found)
    rng = random.Random(5)
    for _ in range(10):
        action = Overrun().sample(game, "axis", rng)
        assert action is not None
        assert rules(game, "axis", action) == []


def test_an_overrun_without_supply_is_refused() -> None:
    game = front(unit("a1", "0404", at={"internals": 2}, **STRONG), unit("s1", "0505"), dumps=[])
    assert rules(game, "axis", overrun("a1")) == ["9.5b(A)"]
    assert list(Overrun().legal(game, "axis")) == []
    assert game.state[UNITS]["a1"].spent == 0


@rule("ocs", "4.8a")
@rule("ocs", "8.1h")
def test_nobody_overruns_from_a_hex_that_holds_more_than_ten_re() -> None:
    game = front(
        unit("a1", "0304", re=6, **STRONG), unit("a2", "0404", re=4, **STRONG),
        unit("a3", "0403", **STRONG), unit("s1", "0505"),
    )  # fmt: skip
    game.play("axis", move("a1", to="0404"))
    assert rules(game, "axis", overrun("a1")) == []  # ten, whoever they are
    game.play("axis", move("a3", to="0404"))
    assert rules(game, "axis", overrun("a3")) == ["4.8a"]
    assert rules(game, "axis", overrun("a2")) == ["4.8a"]
    assert not list(Overrun().legal(game, "axis"))
    assert Overrun().sample(game, "axis", random.Random(1)) is None


@rule("ocs", "4.5b")
def test_a_friend_is_not_bound_where_trucks_began_the_phase() -> None:
    truck = {"combat": "30:9 truck", "move": "30:12 truck", "ar": 5}
    game = front(
        unit("a1", "0404", re=3, **truck), unit("a2", "0404"), unit("s1", "0505", re=6, ar=5)
    )
    rig(game, 3, 4, 3, 3)
    drive(game, "axis", overrun("a1"), option=LOSE)
    assert (where(game, "a1"), where(game, "s1")) == ("0404", "0505")
    game.play("axis", move("a1", to="0304"))
    assert rules(game, "axis", move("a2", to="0403")) == []


@rule("ocs", "8.1")
def test_units_that_came_from_off_the_map_did_not_begin_the_phase_together() -> None:
    from tests.systems.ocs.field import serial

    landed = {"started": serial("movement"), "start": -1}
    game = front(
        unit("a1", "0404", at=landed, **STRONG), unit("a2", "0404", at=landed, **STRONG),
        unit("s1", "0505"),
    )  # fmt: skip
    assert rules(game, "axis", overrun("a1")) == []
    assert rules(game, "axis", overrun("a1", "a2")) == ["8.1"]
    assert list(Overrun().legal(game, "axis")) == [overrun("a1"), overrun("a2")]


@rule("ocs", "8.1d")
@rule("ocs", "8.1h")
def test_those_who_have_not_begun_are_offered_an_overrun_beside_those_who_have() -> None:
    game = front(
        *(unit(name, "0404", **STRONG) for name in ("a1", "a2", "a3", "a4")),
        unit("s1", "0505", re=5, ar=5, combat="99:3 leg", move="50:5 leg"),
    )  # fmt: skip
    rig(game, 3, 3, 3, 4)
    drive(game, "axis", overrun("a1", "a2"), option=LOSE)
    stay = [name for name in ("a1", "a2") if at(game, name).place == "map"]
    assert [where(game, name) for name in stay] == ["0404"] * len(stay)
    groups = {tuple(a["units"]) for a in Overrun().legal(game, "axis")}
    assert ("a3", "a4") in groups
    assert not any(set(stay) & set(group) and {"a3", "a4"} & set(group) for group in groups)
