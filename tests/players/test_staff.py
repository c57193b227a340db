"""The staff plays sensibly, by its view alone, and always legally."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.wb95.proof import positions
from grognard.systems.wb95.proof.veil import hidden_twin
from grognard.systems.wb95.scenario import Wb
from tests.players.playing import always_legal, beats_random, blind, phase_of, repeatable
from tests.systems.wb95.field import ATTACK_A, MOVE_A, MOVE_B, at, field, told, unit, where

TOWN = {
    "victory": {
        "points": {"side": "german", "objectives": [{"each": "single-town-hex", "vp": 1}]},
        "scale": [
            {"min": 0, "max": 0, "winner": "soviet", "degree": "victory"},
            {"min": 1, "max": None, "winner": "german", "degree": "victory"},
        ],
    },
    "supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]},
}


# --- Legal, blind to secrets, repeatable -------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_every_choice_is_legal_on_any_position(seed: int) -> None:
    """On generated positions with every chapter in use the staff answers everything it is asked."""
    always_legal(positions.game(seed), seed, 250)


@pytest.mark.parametrize("seed", range(6))
def test_it_cannot_see_what_its_view_does_not_show(seed: int) -> None:
    """Two games that differ only in hidden facts get the same answer from the staff."""
    game = positions.game(seed)
    compared = blind(game, seed, 150, hidden_twin)
    assert compared or game.options["masking"] == "off"


def test_the_same_position_gets_the_same_answer() -> None:
    repeatable([grognard.new("wb95/red-snow", seed=5) for _ in range(2)], 120)


def test_its_play_is_recorded_as_ordinary_actions() -> None:
    """Loading a game does not make the staff think again."""
    game = grognard.new("wb95/red-snow", seed=5)
    staff = {side: Staff() for side in game.scenario.sides}
    for _ in range(60):
        player = game.to_act
        assert player is not None
        game.play(player, staff[player].choose(Seat(game, player)))
    lines = [(line.by, line.action) for line in game.history]
    again = grognard.new("wb95/red-snow", seed=5)
    for by, action in lines[1:]:
        again.play(by, action)
    assert again.view(None) == game.view(None)


# --- Sense --------------------------------------------------------------------------------------


def test_it_concentrates_where_the_odds_favour_it() -> None:
    """Three regiments that can reach one weak enemy attack it together, and win the odds for it."""
    game = field(
        unit("g1", "0302", sp=4),
        unit("g2", "0402", sp=4),
        unit("g3", "0502", sp=4),
        unit("s1", "0405", sp=4),
        board=sketch(9, 9),
        phase=MOVE_A,
        **TOWN,
    )
    phase_of(game, "german")
    done = phase_of(game, "german")
    attack = next(action for action in done if action["do"] == "attack")
    assert attack["targets"] == ["0405"]
    assert len(attack["units"]) == 3


def test_it_leaves_a_strong_enemy_alone() -> None:
    game = field(
        unit("g1", "0402", sp=2),
        unit("s1", "0405", sp=9),
        unit("s2", "0405", sp=9),
        phase=MOVE_A,
        **TOWN,
    )
    phase_of(game, "german")
    assert not game.phase.startswith("Attack") or game.why("german", {"do": "end"}) == []
    assert not told(game, "attack")


def test_it_does_not_declare_an_attack_that_exact_odds_speak_against() -> None:
    """In works beside a far stronger enemy nobody has to attack, and the staff does not."""
    game = field(
        unit("g1", "0404", sp=2),
        unit("s1", "0405", sp=9),
        phase=ATTACK_A,
        fortified=["german"],
        **TOWN,
    )
    assert [action["do"] for action in phase_of(game, "german")] == ["end"]


def test_those_who_stay_beside_the_enemy_dig_in() -> None:
    """Held by a stronger enemy on ground worth holding, it digs in rather than attack. [7.1.2]"""
    game = field(
        unit("s1", "0405", sp=4),
        unit("g1", "0404", sp=6),
        unit("g2", "0404", sp=6),
        board=sketch(9, 9, terrain={"0405": "town"}),
        phase=MOVE_B,
        control={"soviet": ["0405"]},
        **TOWN,
    )
    done = phase_of(game, "soviet")
    assert {"do": "dig", "unit": "s1"} in done


def open_ways(game: Wb, units: list[str], start: list[str]) -> set[str]:
    """The hexes that can be reached without ever entering the zone of control of these units."""
    held = {game.board.hex(where(game, name)) for name in units}
    closed = held.union(*(game.board.around(h) for h in held))
    reached: set[int] = set()
    edge = [game.board.hex(label) for label in start]
    while edge:
        for b in game.board.around(edge.pop()):
            if b not in closed and b not in reached:
                reached.add(b)
                edge.append(b)
    return {game.board.label(h) for h in reached}


def test_the_line_has_no_hole() -> None:
    """Three units that stand in a heap behind a town spread until no way leads to it past them."""
    names, enemies = ["s1", "s2", "s3"], ["0201", "0801"]
    game = field(
        unit("s1", "0407", sp=4),
        unit("s2", "0507", sp=4),
        unit("s3", "0607", sp=4),
        unit("g1", "0201", type="MOT", sp=4),
        unit("g2", "0801", type="MOT", sp=4),
        board=sketch(9, 9, terrain={"0509": "town"}),
        phase=MOVE_B,
        control={"soviet": ["0509"]},
        **{**TOWN, "supply": {"german": [{"edge": "west"}], "soviet": [{"hex": "0509"}]}},
    )
    assert "0509" in open_ways(game, names, enemies)
    phase_of(game, "soviet")
    assert "0509" not in open_ways(game, names, enemies)


def test_an_open_objective_is_taken() -> None:
    game = field(
        unit("g1", "0402", type="MOT", sp=4),
        unit("s1", "0909", sp=4),
        board=sketch(9, 9, terrain={"0404": "town"}),
        phase=MOVE_A,
        **TOWN,
    )
    phase_of(game, "german")
    assert where(game, "g1") == "0404"


def test_guns_come_within_range_and_are_deployed() -> None:
    game = field(
        unit("g1", "0404", sp=4),
        unit("g2", "0104", type="ART", sp="5,3", traits="towed", at={"transport": True}),
        unit("s1", "0406", sp=9),
        phase=MOVE_A,
        fortified=["german"],
        **TOWN,
    )
    phase_of(game, "german")
    gun = at(game, "g2")
    assert not gun.transport
    assert game.board.distance(gun.hex, at(game, "g1").hex) <= 3


def test_a_headquarters_comes_within_range_of_the_fighting() -> None:
    game = field(
        unit("g1", "0406", sp=4),
        unit("g9", "0401", type="HQ"),
        unit("s1", "0408", sp=9),
        phase=MOVE_A,
        **TOWN,
    )
    phase_of(game, "german")
    assert game.board.distance(at(game, "g9").hex, at(game, "g1").hex) <= 4
    assert game.board.distance(at(game, "g9").hex, at(game, "s1").hex) >= 2


def test_mobile_units_behind_the_line_are_kept_in_hand() -> None:
    """With nothing to do now, a motorised unit is marked to move after the fighting. [12.1.4]"""
    game = field(
        unit("s1", "0206", sp=4),
        unit("s2", "0211", type="MOT", sp=4),
        unit("g1", "0203", sp=3),
        board=sketch(3, 12, terrain={"0211": "town"}),
        phase=MOVE_B,
        control={"soviet": ["0211"]},
        **TOWN,
    )
    assert {"do": "mark", "units": ["s2"]} in phase_of(game, "soviet")


@pytest.mark.parametrize(("seed", "staff_side"), [(1, "german"), (2, "soviet")])
def test_it_beats_the_random_player(seed: int, staff_side: str) -> None:
    """One whole game of Red Snow from either side; the hundreds are in `grognard simulate`."""
    beats_random(grognard.new("wb95/red-snow", seed=seed), seed, staff_side)


@pytest.mark.parametrize("garrison", [0, 2, 3, 4])
def test_reserves_come_together_however_full_the_city_is(garrison: int) -> None:
    """The staff brings all it can, and ends the phase. [S1.8]"""
    names = ["sr1", "sr2", "sr3"]
    game = field(
        unit("g1", "0405", sp=3),
        *(unit(f"s{i}", "0406", sp=6) for i in range(garrison)),
        *(unit(name, None, sp=6) for name in names),
        board=sketch(7, 9, terrain={"0406": "town"}),
        phase=MOVE_B,
        areas={"city": ["0406"]},
        control={"soviet": ["0406"]},
        reserves={
            "soviet": {"trigger": "enemy-within", "area": "city", "distance": 3, "units": names}
        },
        **TOWN,
    )
    phase_of(game, "soviet")
    assert game.phase == "Attack of soviet"
    come = [name for name in names if at(game, name).place == "map"]
    assert come == names or garrison == 4
