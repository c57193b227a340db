"""The staff at an OCS table plays sensibly, by its view alone, and always legally."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.status import FORMATIONS, TRANSPORT
from grognard.systems.ocs.turn.phases import (
    ARTILLERY,
    ATTACK,
    EXPLOITATION,
    MOVEMENT,
    REACTION,
    REINFORCEMENT,
    SUPPLY,
)
from tests.players.playing import (
    always_legal,
    beats_random,
    blind,
    did,
    dump,
    phase_of,
    repeatable,
    source,
    town,
)
from tests.systems.ocs.field import at, field, rig, told, unit, where

ROAD = "-".join(f"05{column:02}" for column in range(1, 15)) + " main"


# --- Legal, blind to secrets, repeatable -------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_every_choice_is_legal_on_any_position(seed: int) -> None:
    """On generated positions with every chapter in use the staff answers everything it is asked."""
    always_legal(positions.game(seed), seed, 200)


@pytest.mark.parametrize("seed", range(6))
def test_it_cannot_see_what_its_view_does_not_show(seed: int) -> None:
    """Two games that differ only in hidden facts get the same answer from the staff."""
    assert blind(positions.game(seed), seed, 40, hidden_twin)


def test_the_same_position_gets_the_same_answer() -> None:
    repeatable([grognard.new("ocs/catania-plain", seed=5) for _ in range(2)], 80)


# --- The budget ----------------------------------------------------------------------------------


def test_two_attacks_do_not_count_on_the_same_supply() -> None:
    """With tokens for one of two equal attacks only, units are sent to one of them. [9.5b(A)]"""
    pieces = [
        unit("a1", "0502", combat="14:3 leg"), unit("a2", "0502", combat="14:3 leg"),
        unit("a3", "0508", combat="14:3 leg"), unit("a4", "0508", combat="14:3 leg"),
        unit("s1", "0302", combat="2:3 leg"), unit("s2", "0308", combat="2:3 leg"),
    ]  # fmt: skip
    more: dict[str, Any] = {
        "sources": [source("0905")], "board": sketch(9, 9), "turns": 1,
        "victory": town("0305", vp=6),
    }  # fmt: skip
    rich = field(*pieces, dumps=[dump("0505")], **more)
    phase_of(rich, "axis")
    poor = field(*pieces, dumps=[dump("0505", 2)], **more)
    phase_of(poor, "axis")
    for game, attacked in ((rich, 2), (poor, 1)):
        ready = [
            target
            for target in ("s1", "s2")
            if any(
                game.board.adjacent(at(game, name).hex, at(game, target).hex)
                for name in ("a1", "a2", "a3", "a4")
            )
        ]
        assert len(ready) <= attacked


def test_some_supply_is_kept_for_the_defence() -> None:
    """With turns to come nobody spends the last tokens on an attack; in the last turn he may."""
    pieces = [unit("a1", "0504", combat="20:3 leg"), unit("s1", "0505", combat="2:3 leg")]
    more: dict[str, Any] = {
        "segment": ATTACK,
        "dumps": [dump("0503", 1)],
        "sources": [source("0501")],
        "victory": town("0505"),
    }
    early = field(*pieces, turns=8, **more)
    assert did(phase_of(early, "axis"), "attack") == []
    last = field(*pieces, turns=1, **more)
    assert did(phase_of(last, "axis"), "attack")


def test_a_formation_that_moves_together_is_fuelled_as_one() -> None:
    """Four battalions of a formation cost a Supply Point, not more. [12.5c(A)]"""
    pieces = [unit(f"a{i}", "0502", "armor", formation="PzD") for i in range(1, 5)]
    game = field(
        *pieces, unit("s1", "0509", combat="1:3 leg"), dumps=[dump("0501")],
        sources=[source("0501")], fuelled=False, victory=town("0508"),
    )  # fmt: skip
    done = phase_of(game, "axis")
    assert {"do": "fuel", "formation": "PzD"} in done
    assert game.state[FORMATIONS]["PzD"].fuelled


# --- Fighting -----------------------------------------------------------------------------------


def test_guns_fire_before_the_attack_where_it_will_fall() -> None:
    """A stack that will be attacked is barraged first. [10.0] [2.3-combat]"""
    game = field(
        unit("a1", "0504", combat="12:3 leg"), unit("a2", "0404", combat="12:3 leg"),
        unit("a9", "0503", "artillery"), unit("s1", "0505", combat="6:3 leg"),
        unit("s2", "0807", combat="6:3 leg"), segment=ARTILLERY, dumps=[dump("0502", 60)],
        sources=[source("0501")], victory=town("0505"),
    )  # fmt: skip
    done = phase_of(game, "axis")
    assert [(a["target"], a["guns"]) for a in did(done, "barrage")] == [("0505", ["a9"])]
    assert did(phase_of(game, "axis"), "attack")[0]["target"] == "0505"


def test_guns_are_silent_when_supply_is_short() -> None:
    game = field(
        unit("a1", "0504", combat="2:3 leg"), unit("a9", "0503", "artillery"),
        unit("s1", "0505", combat="6:3 leg"), segment=ARTILLERY, dumps=[dump("0502", 3)],
        sources=[source("0501")], turns=9,
    )  # fmt: skip
    assert did(phase_of(game, "axis"), "barrage") == []


def test_it_leaves_a_strong_enemy_alone() -> None:
    game = field(
        unit("a1", "0504", combat="2:3 leg"), unit("s1", "0505", combat="20:3 leg"),
        segment=ATTACK, dumps=[dump("0503")], sources=[source("0501")], victory=town("0505"),
    )  # fmt: skip
    assert [action["do"] for action in phase_of(game, "axis")] == ["end"]


def test_it_concentrates_where_the_odds_favour_it() -> None:
    game = field(
        unit("a1", "0402", combat="8:4 leg"), unit("a2", "0502", combat="8:4 leg"),
        unit("a3", "0602", combat="8:4 leg"), unit("s1", "0505", combat="5:3 leg"),
        dumps=[dump("0501", 80)], sources=[source("0501")], turns=1, victory=town("0505"),
    )  # fmt: skip
    phase_of(game, "axis")
    h = game.board.hex("0505")
    assert sum(game.board.adjacent(at(game, n).hex, h) for n in ("a1", "a2", "a3")) >= 2


def test_a_weak_enemy_in_the_way_is_overrun() -> None:
    """Tanks go through a lone battalion in the open in the midst of their move. [8.0]"""
    game = field(
        unit("a1", "0502", "armor", combat="20:8 tracked"), unit("a2", "0502", "armor"),
        unit("s1", "0505", combat="1:3 leg", size="battalion", ar=1), dumps=[dump("0501", 60)],
        sources=[source("0501")], victory=town("0505"),
    )  # fmt: skip
    assert any(a["target"] == "0505" for a in did(phase_of(game, "axis"), "overrun"))


def test_a_strong_enemy_is_not_overrun() -> None:
    game = field(
        unit("a1", "0502", "armor"), unit("s1", "0505", combat="20:3 leg"),
        dumps=[dump("0501", 60)], sources=[source("0501")], victory=town("0505"),
    )  # fmt: skip
    assert did(phase_of(game, "axis"), "overrun") == []


def test_guns_are_lost_last() -> None:
    """A gun defends with 1, and is worth more than a battalion of 2. [13.4b] [10.0a]"""
    game = field(
        unit("s1", "0505", combat="2:3 leg"), unit("s9", "0505", "artillery"),
        unit("a1", "0504"), unit("a9", "0503", "artillery"), segment=ARTILLERY,
        dumps=[dump("0503")], sources=[source("0501")],
    )  # fmt: skip
    rig(game, 6, 6)
    game.play("axis", {"do": "barrage", "guns": ["a9"], "target": "0505", "aim": "units"})
    assert game.decisions[0].ask.name == "step losses"
    assert Staff().choose(Seat(game, "allied")) == {"do": "losses", "take": {"s1": 1}}


@pytest.mark.parametrize(("worth", "losses"), [(0, 0), (12, 1)])
def test_an_attacker_gives_ground_unless_the_place_is_worth_a_unit(worth: int, losses: int) -> None:
    """An option is met by going back; for a city one stands and loses a step. [9.10]"""
    game = field(
        unit("a1", "0504", combat="10:3 leg"), unit("a2", "0404", combat="10:3 leg"),
        unit("s1", "0505", combat="8:3 leg"), segment=ATTACK, dumps=[dump("0503")],
        sources=[source("0501")], victory=town("0505" if worth else "0909", vp=worth or 1),
    )  # fmt: skip
    rig(game, 3, 4, 3, 5)  # no surprise; 2:1 with a roll of 8 is Ao1 Do1
    staff = Staff()
    action = {"do": "attack", "units": ["a1", "a2"], "target": "0505", "lead": "a1"}
    assert staff.choose(Seat(game, "axis"))["do"] in ("attack", "end")
    staff.command.commander.last = action  # type: ignore[union-attr]
    game.play("axis", action)
    while game.decisions[0].ask.name != "option":
        ask = game.decisions[0].ask
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    assert game.to_act == "axis"
    assert staff.choose(Seat(game, "axis")) == {"do": "option", "losses": losses}


# --- Reserves and exploitation --------------------------------------------------------------------


@pytest.mark.parametrize(("city", "losses"), [("0505", 1), ("0805", 0)])
def test_a_defender_stands_only_where_a_place_that_counts_is_fought_for(
    city: str, losses: int
) -> None:
    """Another of his cities with the enemy before it is no reason to stand here. [9.10]"""
    game = field(
        unit("a1", "0504", combat="10:3 leg"), unit("a2", "0404", combat="10:3 leg"),
        unit("a3", "0804", combat="1:3 leg"), unit("s1", "0505", combat="3:3 leg"),
        unit("s3", "0505", combat="3:3 leg"), unit("s4", "0505", combat="2:3 leg"),
        unit("s2", "0805", combat="8:3 leg"), segment=ATTACK, dumps=[dump("0503")],
        sources=[source("0501"), source("0909", "allied")], victory=town(city, vp=12),
    )  # fmt: skip
    rig(game, 3, 4, 3, 5)  # no surprise; 2:1 with a roll of 8 is Ao1 Do1
    game.play("axis", {"do": "attack", "units": ["a1", "a2"], "target": "0505", "lead": "a1"})
    while game.to_act != "allied" or game.decisions[0].ask.name != "option":
        ask = game.decisions[0].ask
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    assert Staff().choose(Seat(game, "allied")) == {"do": "option", "losses": losses}


def test_mobile_units_behind_the_line_are_kept_in_reserve() -> None:
    """With nothing to do now, tanks near the front wait in Reserve with their guns up. [5.7]"""
    game = field(
        unit("s1", "0206", combat="8:3 leg"), unit("s2", "0210", "armor"),
        unit("a1", "0203", combat="3:3 leg"), board=sketch(3, 12), player="allied",
        first="allied", victory=town("0206", "allied", "axis"),
        dumps=[dump("0210", 4, "allied")], sources=[source("0212", "allied")],
    )  # fmt: skip
    done = phase_of(game, "allied")
    assert {"do": "mode", "units": ["s2"], "mode": "reserve", "up": "combat"} in done


def test_a_reserve_comes_to_the_help_of_the_line_in_reaction() -> None:
    """The enemy stands three times as strong before a town: Reserves are released and go. [7.0]"""
    game = field(
        unit("s1", "0505", combat="3:3 leg"),
        unit("s2", "0507", "armor", combat="12:8 tracked", mode="reserve", up="combat"),
        unit("a1", "0504", combat="14:3 leg"), unit("a2", "0404", combat="14:3 leg"),
        segment=REACTION, victory=town("0505", "allied"), dumps=[dump("0508", 8, "allied")],
        sources=[source("0509", "allied")],
    )  # fmt: skip
    done = phase_of(game, "allied")
    assert {"do": "release", "units": ["s2"]} in done
    assert where(game, "s2") == "0505"


def test_a_reserve_is_not_released_for_nothing() -> None:
    game = field(
        unit("s1", "0505", combat="9:3 leg"),
        unit("s2", "0508", "armor", mode="reserve", up="combat"),
        unit("a1", "0201", combat="3:3 leg"),
        segment=REACTION, dumps=[dump("0508", 8, "allied")], sources=[source("0509", "allied")],
    )  # fmt: skip
    assert did(phase_of(game, "allied"), "release") == []


def test_an_exploiting_unit_goes_on_to_the_objective() -> None:
    """After a breakthrough tanks take the town that lies open before them. [11.0]"""
    game = field(
        unit("a1", "0504", "armor", combat="12:8 tracked", at={"mode": "exploit"}),
        unit("s1", "0901", combat="5:3 leg"), segment=EXPLOITATION, dumps=[dump("0503")],
        sources=[source("0501")], victory=town("0507"),
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "a1") == "0507"


# --- Ground ---------------------------------------------------------------------------------------


def test_an_open_objective_is_taken() -> None:
    game = field(
        unit("a1", "0502"), unit("s1", "0909", combat="3:3 leg"), dumps=[dump("0501")],
        sources=[source("0501")], victory=town("0505"),
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "a1") == "0505"


def test_an_unguarded_dump_is_captured() -> None:
    """Enemy supply that nobody guards is worth a march. [9.14]"""
    game = field(
        unit("a1", "0502"), unit("s1", "0909", combat="3:3 leg"),
        dumps=[dump("0501"), dump("0505", 12, "allied")], sources=[source("0501")],
    )  # fmt: skip
    phase_of(game, "axis")
    assert dump_at(game, game.board.hex("0505"), "allied") == 0


def test_an_objective_is_not_left_empty() -> None:
    """Not even for a dump that the enemy has left open nearby."""
    game = field(
        unit("s1", "0505", combat="4:5 leg"), unit("a1", "0502", combat="1:3 leg"),
        player="allied", first="allied", dumps=[dump("0508", 40, "allied"), dump("0507", 12)],
        sources=[source("0509", "allied")], victory=town("0505", "allied", vp=3),
    )  # fmt: skip
    phase_of(game, "allied")
    assert where(game, "s1") == "0505"


def test_a_dump_within_the_enemys_reach_is_guarded() -> None:
    """A battalion is left with the dump that the enemy could come to; the others march. [9.14]"""
    game = field(
        unit("a1", "0503", combat="3:5 leg"), unit("a2", "0503", combat="9:5 leg"),
        unit("s1", "0506", combat="4:5 leg"), dumps=[dump("0503", 40)],
        sources=[source("0501")], victory=town("0707"),
    )  # fmt: skip
    phase_of(game, "axis")
    assert "0503" in (where(game, "a1"), where(game, "a2"))


# --- Supply ---------------------------------------------------------------------------------------


def test_a_headquarters_comes_within_throw_of_the_fighting() -> None:
    game = field(
        unit("a1", "0512", combat="9:3 leg"), unit("a9", "0502", "hq"),
        unit("s1", "0514", combat="12:3 leg"), board=sketch(9, 16),
        dumps=[dump("0506", 40)], sources=[source("0504"), source("0507")],
    )  # fmt: skip
    phase_of(game, "axis")
    assert game.board.distance(at(game, "a9").hex, at(game, "a1").hex) < 8
    assert game.board.distance(at(game, "a9").hex, at(game, "s1").hex) >= 2


def test_guns_come_within_range() -> None:
    game = field(
        unit("a1", "0510", combat="9:3 leg"), unit("a9", "0503", "artillery"),
        unit("s1", "0512", combat="12:3 leg"), board=sketch(9, 14),
        dumps=[dump("0503", 40)], sources=[source("0505"), source("0508")],
    )  # fmt: skip
    phase_of(game, "axis")
    assert game.board.distance(at(game, "a9").hex, at(game, "s1").hex) <= 5


def test_trucks_carry_supply_to_where_a_headquarters_draws_on_it() -> None:
    """Supply lies in the rear; a truck loads it, hauls it forward and puts it down. [13.2f]"""
    game = field(
        unit("a1", "0516", combat="9:3 leg"), unit("a9", "0514", "hq"),
        unit("s1", "0518", combat="12:3 leg"), board=sketch(9, 20, links=[ROAD]),
        dumps=[dump("0503", 40)], sources=[source("0512")], victory=town("0516", "axis"),
        transport=[{"id": "t", "side": "axis", "hex": "0503", "points": 3}],
    )  # fmt: skip
    phase_of(game, "axis")
    carried = game.state[TRANSPORT]["t"].load
    moved = 40 - dump_at(game, game.board.hex("0503"), "axis")
    assert moved > 0
    assert game.state[TRANSPORT]["t"].hex != game.board.hex("0503")
    assert carried or game.board.distance(
        game.state[TRANSPORT]["t"].hex, game.board.hex("0514")
    ) <= 6  # fmt: skip


def test_those_without_trace_eat() -> None:
    """Cut off beside a dump, units are fed rather than wither. [12.6c]"""
    game = field(
        unit("a1", "0505", combat="9:3 leg"), unit("s1", "0902", combat="3:3 leg"),
        segment=SUPPLY, dumps=[dump("0504", 12)],
    )  # fmt: skip
    assert did(phase_of(game, "axis"), "eat") == [{"do": "eat", "units": ["a1"]}]


# --- Turns and games ------------------------------------------------------------------------------


def test_reinforcements_come_where_the_enemy_is_nearest() -> None:
    game = field(
        unit("a1", None), unit("a2", "0101"), unit("s1", "0508", combat="3:3 leg"),
        segment=REINFORCEMENT, sources=[source("0101")],
        arrivals=[{"side": "axis", "turn": 1, "units": ["a1"], "hexes": ["0501", "0901"]}],
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "a1") == "0501"


def test_a_plan_ends_even_if_nothing_can_be_done() -> None:
    game = field(unit("a1", "0505", combat="9:0 leg", move="4:0 leg"), segment=MOVEMENT)
    assert phase_of(game, "axis")[-1] == {"do": "end"}


@pytest.mark.parametrize(("seed", "staff_side"), [(1, "allied"), (2, "axis")])
def test_it_beats_the_random_player(seed: int, staff_side: str) -> None:
    """One whole learning game from either side; the hundreds are in `grognard simulate`."""
    game = grognard.new("ocs/catania-plain", seed=seed)
    beats_random(game, seed, staff_side)
    assert told(game, "victory")
