"""The staff of Next War plays sensibly, by its view alone, and always legally."""

from __future__ import annotations

import pytest

import grognard
from grognard.players.staff.nextwar.assault import commitment
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.proof import positions
from grognard.systems.nextwar.proof.veil import VEIL
from grognard.systems.nextwar.scenario import Nw
from tests.players.playing import always_legal, beats_random, blind, did, phase_of, repeatable
from tests.systems.nextwar.field import field, plain, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship

# --- Legal, repeatable, better than chance ------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_choice_is_legal_on_any_position(seed: int) -> None:
    always_legal(positions.game(seed), seed, 150)


@pytest.mark.parametrize("seed", range(2))
def test_every_choice_is_legal_in_chorwon(seed: int) -> None:
    always_legal(grognard.new("nextwar/chorwon", seed=seed), seed, 400)


def test_every_choice_is_legal_in_seoul() -> None:
    always_legal(grognard.new("nextwar/seoul", seed=3), 3, 250)


@pytest.mark.parametrize("seed", range(3))
def test_it_cannot_see_what_its_view_does_not_show(seed: int) -> None:
    """Under the fog of war games that differ under the top counters get the same answers."""
    game = grognard.new("nextwar/chorwon", seed=seed, options={"fog-of-war": "on"})
    assert blind(game, seed, 60, VEIL.twin)


def test_the_same_position_gets_the_same_answer() -> None:
    repeatable([grognard.new("nextwar/chorwon", seed=5) for _ in range(2)], 100)


@pytest.mark.parametrize(("seed", "side"), [(1, "dprk"), (2, "allied")])
def test_it_beats_chance_in_chorwon_from_either_side(seed: int, side: str) -> None:
    beats_random(grognard.new("nextwar/chorwon", seed=seed), seed, side)


# --- Movement ------------------------------------------------------------------------------------


def test_it_goes_where_it_can_attack_an_enemy_who_is_weak() -> None:
    game = field(
        unit("n1", "0503", "8-6-4"), unit("n2", "0403", "8-6-4"), unit("r1", "0506", "1-1-4")
    )
    phase_of(game, "dprk")
    beside = {game.board.label(b) for b in game.board.around(game.board.hex("0506"))}
    assert {where(game, "n1"), where(game, "n2")} & beside


def test_it_takes_a_town_that_nobody_defends() -> None:
    board = plain(north=3, places={"Ton": "town 0505"})
    game = field(unit("n1", "0503"), unit("r1", "0909"), board=board)
    phase_of(game, "dprk")
    assert where(game, "n1") == "0505"


def test_it_does_not_walk_out_of_a_hex_that_it_is_clearing() -> None:
    board = plain(north=3, terrain={"0505": "urban"})
    game = field(
        unit("n1", "0505", at={"clearing": True}), unit("r1", "0909", "1-1-4"), board=board,
    )  # fmt: skip
    assert did(phase_of(game, "dprk"), "move") == []


def test_guns_follow_those_they_support_and_keep_off_the_enemy() -> None:
    game = field(
        unit("n1", "0505"), unit("n2", "0501", "0-1-6", type="artillery", arm="artillery", range=2),
        unit("r1", "0507", "6-6-4"),
    )  # fmt: skip
    phase_of(game, "dprk")
    gun, friend = (game.board.hex(where(game, name)) for name in ("n2", "n1"))
    assert game.board.distance(gun, friend) <= 2


# --- Combat --------------------------------------------------------------------------------------


def battle(attack: str, defense: str, terrain: str = "flat") -> Nw:
    """One division beside another."""
    board = plain(terrain={"0506": terrain})
    return field(
        unit("n1", "0505", attack), unit("r1", "0506", defense), board=board, segment="init-combat"
    )  # fmt: skip


def test_it_attacks_when_the_odds_are_good_and_not_when_they_are_bad() -> None:
    assert did(phase_of(battle("9-6-4", "2-2-4"), "dprk"), "attack")
    assert not did(phase_of(battle("2-2-4", "9-9-4", "urban"), "dprk"), "attack")


def test_support_is_worth_more_than_none() -> None:
    game = field(
        unit("n1", "0505", "8-8-4"), unit("r1", "0506", "6-6-4"), segment="init-combat",
        assets={"dprk": {"air": 4}},
    )  # fmt: skip
    seat = NwSeat(game, "dprk")
    estimate = Estimate(seat)
    found = seat.battle(game.board.hex("0506"), ["n1"])
    with_air, order = commitment(estimate, found, "dprk")
    assert order.air > 0
    bare = estimate.value(found, estimate.prospect(*seat.reckoned(found)), 0)
    assert with_air > bare


def test_it_tries_to_hold_works_rather_than_to_retreat() -> None:
    board = plain(north=4, default="highland")
    game = field(unit("n1", "0504", "9-9-4"), unit("r1", "0505", "2-2-4"), board=board,
                 segment="init-combat")  # fmt: skip
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    if game.to_act == "allied":
        assert phase_of(game, "allied")[0]["do"] == "stand"


# --- Arrivals ------------------------------------------------------------------------------------


def test_reinforcements_come_and_steps_are_replaced() -> None:
    game = field(
        unit("n1", "0502", at={"steps": 1}), unit("n2", None), unit("r1", "0909"),
        board=plain(north=4), segment="reinforcement",
        reinforcements=[{"turn": 3, "units": ["n2"], "hexes": ["0501"]}],
        replacements={"DPRK": [4, 4, 4]},
    )  # fmt: skip
    done = phase_of(game, "dprk")
    assert [action["do"] for action in done[:2]] == ["enter", "recover"]


@pytest.mark.parametrize(("strong", "goes_on"), [(10, True), (8, False)])
def test_who_began_the_war_goes_over_to_the_defense_when_he_has_become_the_weaker(
    strong: int, goes_on: bool
) -> None:
    game = field(unit("n1", "0502", f"{strong}-4-4"), unit("r1", "0508", "4-10-4"))
    assert NwSeat(game, "dprk").situation.attacking is goes_on


# --- By air and by sea ----------------------------------------------------------------------------


def test_light_infantry_flies_to_a_town_that_nobody_defends() -> None:
    board = plain(rows=12, cols=14, north=9, places={"Ton": "town 0502"})
    game = field(
        unit("r1", "0511", "3-3-4", mobility="light", sp=1), unit("n1", "1302"), board=board,
        begin={"first": "allied"}, sites=[{"hex": "0511", "kind": "airbase"}],
        assets={"allied": {"lift": 2}},
    )  # fmt: skip
    assert [action["hex"] for action in did(phase_of(game, "allied"), "airlift")] == ["0502"]


def test_nobody_flies_where_he_would_be_cut_off_for_less_than_he_is_worth() -> None:
    """Who is isolated may surrender, for twice the points; so in the Advanced Game. [19.7.4]"""
    board = plain(rows=12, cols=14, north=9, places={"Ton": "town 0502"})
    for rules, flights in (("standard", ["0502"]), ("advanced", [])):
        game = field(
            unit("r1", "0511", "3-3-4", mobility="light", sp=1, size="brigade"), unit("n1", "1302"),
            board=board, begin={"first": "allied"}, assets={"allied": {"lift": 2}},
            sites=[{"hex": "0511", "kind": "airbase"}],
            options={"game": rules, "airpower": "points"},
        )  # fmt: skip
        assert [a["hex"] for a in did(phase_of(game, "allied"), "airlift")] == flights


def test_marines_before_a_beach_that_nobody_defends_go_ashore() -> None:
    aboard = {"place": "aboard", "hex": -1, "where": "n9"}
    game = at_sea(
        unit("n1", "0909", "3-3-4", at=aboard, flags="marine anchor", type="marines", sp=1),
        unit("r1", "0909"), ships=[ship("n9", IN1, "AMPH")],
        begin={"first": "dprk"}, seas=ruled("dprk"),
        board=coast(places={"Ton": "town 0503"}),
    )  # fmt: skip
    assert did(phase_of(game, "dprk"), "sail")
    assert did(phase_of(game, "dprk"), "land")
    assert where(game, "n1").startswith("04")
