"""Setting up: what a printed set-up leaves to the owner. [S1.3] [S1.6] [S2.4] [S2.6]"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.record import canonical
from grognard.engine.refusal import Refused
from grognard.lab import fuzz, laws
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES
from grognard.systems.wb95.system import WB95
from tests.systems.wb95.field import AIR_A, MOVE_A, at, field, hex_status, rules, told, unit, where

rule = pytest.mark.rule
READY = {"do": "ready"}
VEIL = fuzz.ARENAS["wb95"].veil


def place(hex: str, *names: str) -> dict[str, Any]:
    return {"do": "place", "units": list(names), "hex": hex}


def choice(phase: int = AIR_A, **more: Any) -> Wb:
    """Two Germans to be placed in 0402 or 0403, two Soviets in 0406 or 0407, and one of each not.

    Whoever moves second sets up first: the Soviet.
    """
    setup = [
        {"hex": "0402", "units": ["g1", "g2"], "any_of": ["0402", "0403"]},
        {"hex": "0302", "units": ["g3"]},
        {"hex": "0406", "units": ["s1", "s2"], "any_of": ["0406", "0407"]},
        {"hex": "0306", "units": ["s3"]},
    ]
    units = [unit(name, None) for name in ("g1", "g2", "g3", "s1", "s2", "s3")]
    return field(*units, phase=phase, **{"setup": setup, **more})


# ---- who is asked, when, and what


@rule("wb95", "S2.4")
def test_the_side_without_the_initiative_places_first() -> None:
    game = choice()
    asked = game.decision("soviet")
    assert asked is not None
    assert (game.to_act, asked.ask.name, asked.ask.default) == ("soviet", "set-up", READY)
    assert game.decision("german") is None
    game.play("soviet", READY)
    assert game.to_act == "german"
    game.play("german", READY)
    assert (game.phase, game.turn) == ("Movement of german", 1)


def test_the_initiative_decides_it_and_so_does_the_option() -> None:
    assert choice(initiative="soviet").to_act == "german"
    turned = {"setup-order": "first-player-first"}
    assert choice(options=turned).to_act == "german"
    assert choice(options=turned, initiative="soviet").to_act == "soviet"


def test_nobody_is_asked_who_has_nothing_to_choose() -> None:
    only = [
        {"hex": "0402", "units": ["g1"], "any_of": ["0402", "0403"]},
        {"hex": "0302", "units": ["g2", "g3"]},
        {"hex": "0406", "units": ["s1", "s2", "s3"], "any_of": ["0406"]},
    ]
    game = choice(setup=only)
    assert game.to_act == "german"
    game.play("german", READY)
    assert game.phase == "Movement of german"


@pytest.mark.parametrize("more", [{"options": {"free-setup": "off"}}, {"phase": MOVE_A}])
def test_nobody_is_asked_by_the_option_or_once_the_game_is_under_way(more: Any) -> None:
    game = choice(**more)
    assert [asked.ask.name for asked in game.decisions] == ["Movement"]
    assert where(game, "g1") == "0402"


def test_a_standing_answer_leaves_everything_as_printed() -> None:
    game = choice()
    game.instruct("german", {"set-up": "as printed"})
    game.play("soviet", READY)
    assert game.phase == "Movement of german"
    assert told(game, "set-up") == [{"side": "soviet"}, {"side": "german"}]


def test_the_question_tells_where_everybody_may_stand() -> None:
    asked = choice().decision("soviet")
    assert asked is not None
    spots = {"hex": "0406", "any_of": ["0406", "0407"]}
    assert asked.to_json()["context"] == {"s1": spots, "s2": spots}


# ---- placing


@rule("wb95", "S2.4")
def test_units_go_where_the_set_up_lets_them_and_on_top() -> None:
    game = choice()
    game.play("soviet", place("0407", "s1"))
    game.play("soviet", place("0407", "s2"))
    assert [where(game, name) for name in ("s1", "s2", "s3")] == ["0407", "0407", "0306"]
    assert at(game, "s2").order > at(game, "s1").order
    game.play("soviet", place("0406", "s1", "s2"))
    assert where(game, "s1") == where(game, "s2") == "0406"
    assert (at(game, "s1").moved, at(game, "s1").entered) == (-1, -1), "nobody has moved"


@rule("wb95", "S2.4")
@pytest.mark.parametrize(
    ("action", "text"),
    [
        (place("0405", "s1"), "may stand in 0406, 0407, not 0405"),
        (place("0407", "s3"), "is not left to you; it stands as printed"),
        (place("0407", "s1", "s3"), "is not left to you; it stands as printed"),
        (place("0406", "s1", "s2"), "they stand in 0406 already"),
        (place("0407", "g1"), "'g1' is no unit of soviet"),
        (place("0407"), "name at least one unit"),
        (place("9999", "s1"), "hex 9999 is not on the map"),
    ],
)
def test_what_the_set_up_does_not_leave_open_is_refused(action: Any, text: str) -> None:
    game = choice(setup_rules={"soviet": "S2.6"})
    (refusal,) = game.why("soviet", action)
    assert text in refusal.text
    assert refusal.rule in ("S2.6", "form")


@rule("wb95", "3.2.1")
def test_no_more_than_eight_levels_are_placed_in_a_hex() -> None:
    units = [unit(f"s{n}", None, cel=3) for n in range(1, 5)]
    setup = [
        {"hex": "0406", "units": ["s1", "s2"], "any_of": "spot"},
        {"hex": "0407", "units": ["s3", "s4"], "any_of": "spot"},
        {"hex": "0402", "units": ["g1"]},
    ]
    areas = {"spot": ["0406", "0407", "0408"]}
    game = field(*units, unit("g1", None), phase=AIR_A, setup=setup, areas=areas)
    assert rules(game, "soviet", place("0407", "s1")) == ["3.2.1"]
    assert rules(game, "soviet", place("0408", "s1", "s2", "s3")) == ["3.2.1"]
    assert rules(game, "soviet", place("0408", "s1", "s3")) == []
    listed = [action for action in game.legal("soviet") if action["do"] == "place"]
    assert {action["hex"] for action in listed} == {"0408"}
    assert len(listed) == 4


def test_the_list_is_whole_and_chance_keeps_to_it() -> None:
    game = choice()
    listed = list(game.legal("soviet"))
    assert listed == [place("0407", "s1"), place("0407", "s2"), READY]
    rng = random.Random(1)
    drawn = {canonical(game.sample("soviet", rng)) for _ in range(60)}
    assert drawn == {canonical(action) for action in listed}


@rule("wb95", "S2.6")
@rule("wb95", "7.1.1")
def test_field_fortifications_are_where_the_units_are_placed() -> None:
    game = choice(fortified=["soviet"])
    assert hex_status(game, "0406").fortified == "soviet"
    game.play("soviet", place("0407", "s1"))
    game.play("soviet", READY)
    assert [hex_status(game, h).fortified for h in ("0406", "0407")] == ["soviet", "soviet"]
    game = choice(fortified=["soviet"])
    game.play("soviet", place("0407", "s1", "s2"))
    game.play("soviet", READY)
    assert [hex_status(game, h).fortified for h in ("0406", "0407")] == ["", "soviet"]
    game.play("german", place("0403", "g1", "g2"))
    game.play("german", READY)
    assert hex_status(game, "0403").fortified == "", "the Germans are not dug in"


@rule("wb95", "14.1.3")
def test_bridges_belong_to_whoever_is_placed_at_them() -> None:
    board = sketch(9, 9, sides=["0407-0408 river", "0407-0408 bridge"], links=["0407-0408 main"])
    control = {"german": ["0408"]}
    game = choice(board=board, control=control)
    (key,) = game.state[BRIDGES]
    assert game.state[BRIDGES][key].controller == ""
    game.play("soviet", place("0407", "s1"))
    game.play("soviet", READY)
    assert game.state[BRIDGES][key].controller == "soviet"


@rule("wb95", "16.1.2")
def test_a_mask_goes_when_the_stack_is_placed_elsewhere() -> None:
    game = choice(masked=["0406"])
    game.play("soviet", place("0407", "s1", "s2"))
    game.play("soviet", READY)
    assert not hex_status(game, "0406").masked
    kept = choice(masked=["0406"])
    kept.play("soviet", place("0407", "s1"))
    kept.play("soviet", READY)
    assert hex_status(kept, "0406").masked


# ---- what the other side sees


@pytest.mark.parametrize("masking", ["on", "off"])
def test_the_enemy_sees_the_printed_set_up_until_its_owner_is_ready(masking: str) -> None:
    game = choice(options={"masking": masking})
    before = canonical(game.view("german")), game.system.picture(game, "german")
    drawn = game.system.svg(game, "german")
    game.play("soviet", place("0407", "s1"))
    assert (canonical(game.view("german")), game.system.picture(game, "german")) == before
    assert game.system.svg(game, "german") == drawn
    assert game.events_for("german") == []
    assert game.view("soviet")["units"]["s1"]["hex"] == "0407"
    assert game.view(None)["units"]["s1"]["hex"] == "0407"
    game.play("soviet", READY)
    stacks = [stack["hex"] for stack in game.view("german")["enemy"]]
    assert stacks == ["0306", "0406", "0407"]
    game.play("german", place("0403", "g1"))
    assert [stack["hex"] for stack in game.view("soviet")["enemy"]] == ["0302", "0402"]
    game.play("german", READY)
    assert [stack["hex"] for stack in game.view("soviet")["enemy"]] == ["0302", "0402", "0403"]


# ---- what is learned by placing


def scouting(**more: Any) -> Wb:
    """A German who may be placed in 0402, or in 0405 or 0305 beside a closed Soviet stack."""
    setup = [
        {"hex": "0402", "units": ["g1", "g2"], "any_of": ["0402", "0405", "0305"]},
        {"hex": "0406", "units": ["s1", "s2"]},
    ]
    units = [unit(name, None) for name in ("g1", "g2", "s1", "s2")]
    return field(*units, phase=AIR_A, setup=setup, options={"masking": "on", **more})


@rule("wb95", "16.1.4")
def test_who_is_placed_beside_a_closed_stack_is_told_of_it_and_stays() -> None:
    game = scouting()
    game.play("german", place("0405", "g1"))
    (seen,) = told(game, "sighting")
    assert (seen["hex"], len(seen["counters"])) == ("0406", 2)
    with pytest.raises(Refused, match="revealed"):
        game.undo("german")
    away = place("0402", "g1")
    assert rules(game, "german", away) == ["16.1.4"]
    assert "told what stands in 0406" in game.why("german", away)[0].text
    game.play("german", place("0405", "g2"))
    assert len(told(game, "sighting")) == 1, "the second learns nothing new"
    both = place("0402", "g1", "g2")
    assert rules(game, "german", both) == ["16.1.4"], "not together"
    game.play("german", away)
    assert rules(game, "german", place("0402", "g2")) == ["16.1.4"], "one of them stays"
    game.play("german", READY)
    assert (where(game, "g1"), where(game, "g2")) == ("0402", "0405")


@rule("wb95", "16.1.4")
def test_where_stacks_are_open_placing_beside_them_is_free() -> None:
    game = scouting(masking="off")
    game.play("german", place("0405", "g1"))
    assert told(game, "sighting") == []
    game.undo("german")
    game.play("german", place("0405", "g1"))
    game.play("german", place("0402", "g1"))
    assert where(game, "g1") == "0402"


@pytest.mark.parametrize("seed", range(1, 4))
def test_nothing_is_learned_by_placing_that_can_be_taken_back(seed: int) -> None:
    game, rng = grognard.new("wb95/typhoon", seed=seed), random.Random(seed)
    for _ in range(120):
        if game.decisions[0].ask.name != "set-up":
            break
        player, action = fuzz.chosen(game, rng, 3)
        laws.untaught(game, VEIL, player, action)


# ---- the laws


def test_placing_is_taken_back_saved_and_loaded() -> None:
    game = choice()
    game.play("soviet", place("0407", "s1"))
    game.play("soviet", place("0407", "s2"))
    game.undo("soviet")
    assert (where(game, "s1"), where(game, "s2")) == ("0407", "0406")
    again = laws.reloaded(game)
    assert (where(again, "s1"), again.to_act) == ("0407", "soviet")
    game.undo("soviet")
    assert where(game, "s1") == "0406"
    game.play("soviet", READY)
    game.undo("soviet")
    assert game.to_act == "soviet"


@pytest.mark.parametrize("name", ["typhoon", "red-snow"])
def test_the_laws_hold_while_the_sides_set_up(name: str) -> None:
    game = grognard.new(f"wb95/{name}", seed=1)
    rng = random.Random(name)
    for _ in range(3):
        laws.offers(game)
        laws.forgeries(game, rng)
        laws.caches(game)
        laws.plain(game)
        laws.save_and_load(game, rng, ahead=2)
        player = str(game.to_act)
        action = next(a for a in game.legal(player) if a["do"] == "place")
        laws.undo(game, player, action)
        game.undo()
        laws.untaught(game, VEIL, player, action)
        game.play(player, READY)
        if game.decisions[0].ask.name != "set-up":
            break


# ---- the shipped scenarios


@pytest.mark.parametrize(
    ("name", "side", "free"),
    [
        pytest.param("typhoon", "german", {"Kalinin": 3}, marks=rule("wb95", "S1.3")),
        pytest.param("typhoon", "soviet", {"Moscow": 10, "Klin": 4}, marks=rule("wb95", "S1.6")),
        pytest.param(
            "red-snow",
            "german",
            {"Kalinin": 3, "Klin": 5, "2604": 4, "3104": 5, "2309": 4},
            marks=rule("wb95", "S2.4"),
        ),
        pytest.param("red-snow", "soviet", {"Moscow": 6}, marks=rule("wb95", "S2.6")),
    ],
)
def test_what_the_printed_set_ups_leave_open(name: str, side: str, free: dict[str, int]) -> None:
    """Units printed in a city, and those printed `(any of)` two hexes, as many as the book has."""
    game = grognard.new(f"wb95/{name}", seed=1)
    places = game.board.places
    found: Counter[str] = Counter()
    for unit_id, hexes in game.scenario.choices.items():
        if game.scenario.counters[unit_id].side == side:
            city = next((n for n, p in places.items() if set(p.hexes) == set(hexes)), "")
            found[city or game.board.label(hexes[0])] += 1
    assert found == free
    while game.to_act != side:
        game.play(str(game.to_act), READY)
    assert game.decision(side).ask.rule == game.scenario.setup_rules[side]  # type: ignore[union-attr]


def test_14_mot_may_stand_together_at_kulikovo() -> None:
    game = grognard.new("wb95/red-snow", seed=1)
    assert game.to_act == "german"
    game.play("german", place("2604", "de-14-11", "de-14-krad"))
    game.play("german", READY)
    assert hex_status(game, "2305").fortified == ""
    assert hex_status(game, "2604").fortified == "german"
    assert game.to_act == "soviet"


# ---- what the loader refuses


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"any_of": ["0404", "0405"]}, "must name it too"),
        ({"any_of": ["0402", "0199"]}, "0199"),
        ({"any_of": ["0402", "0505"]}, "cannot stand on lake in 0505"),
        ({"any_of": ["0402", "0306"]}, "cannot be placed in 0306, where enemies are"),
        ({"any_of": "nowhere"}, "there is no area 'nowhere'"),
        ({"any_of": 7}, "should be a list of hexes, not 7"),
    ],
)
def test_a_choice_that_is_none_is_refused(row: Any, text: str) -> None:
    spec = {
        "counters": [unit(name, None)["row"] for name in ("g1", "s1")],
        "setup": [{"hex": "0402", "units": ["g1"], **row}, {"hex": "0306", "units": ["s1"]}],
    }
    with pytest.raises(ScenarioError, match=text.replace("(", r"\(")):
        Game(WB95, WB95.position(sketch(9, 9, terrain={"0505": "lake"}), spec))
