"""Ground support missions on their way: interceptors, errors, scatter. [20.2.0] [20.6.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.goss.air.errors import modifiers
from grognard.systems.goss.air.superiority import fight
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, field
from tests.systems.goss.flights import answer, asked, give, track

SPOTTER = unit("u1", (0, 0), mode="PA", **US)
TARGET = unit("g1", (1, 0), **AXIS)


def raid(*units: Any, gs: int = 12, asup: int = 6, hunters: int = 5, **more: Any) -> Gs:
    game = field(*(units or (SPOTTER, TARGET)), **{"segment": "air-support", **more})
    give(game, "allied", gs=gs, asup=asup)
    if hunters >= 0:
        give(game, "axis", asup=hunters)
    return game


def strike(**order: Any) -> dict[str, Any]:
    return {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 3, **order}


@pytest.mark.rule("goss", "20.2.1", "20.2.1(5)", "20.6.0", "20.6.1", "20.6.2")
def test_escorts_and_interceptors_meet_before_the_target() -> None:
    game = raid()
    assert rules(game, "allied", strike(escort=7)) == ["20.2.1"]
    game.play("allied", strike(ap=4, escort=1, second=3, second_escort=2))
    assert asked(game) == ("axis", "intercept")
    assert (track(game, "allied").gs, track(game, "allied").asup) == (5, 3)
    assert rules(game, "axis", {"do": "intercept", "ap": 6}) == ["20.1.2"]
    answer(game, "intercept", ap=2)
    assert track(game, "axis").asup == 3
    assert rules(game, "axis", {"do": "intercept", "ap": 4}) == ["20.1.2"]
    rig(game, 0, 0, 0, 0)
    answer(game, "intercept", ap=1)
    found = [(one["before"], one["points"]) for one in told(game, "air-superiority")]
    assert found == [(4, 3), (3, 3)], "two against one escort, one against two"
    assert told(game, "volleys")[0]["volleys"] == [6, 6]
    assert track(game, "axis").asup == 2, "whoever flew does not fly again"


@pytest.mark.rule("goss", "20.6.2")
def test_air_superiority_one_by_one() -> None:
    game = raid()
    assert fight(game, 4, 0, 3) == (1, 0)
    assert fight(game, 4, 2, 3) == (3, 0)
    assert fight(game, 4, 3, 1) == (4, 2)
    assert fight(game, 2, 0, 5) == (0, 0)


@pytest.mark.rule("goss", "20.6.0")
def test_bad_weather_scales_escorts_and_interceptors_too() -> None:
    game = raid(weather="POvr Dry")
    assert fight(game, 4, 0, 3) == (3, 0), "three count as one"
    assert fight(raid(weather="POvr Dry", options={"superiority-weather": "full"}), 4, 0, 3) == (
        1, 0,
    )  # fmt: skip


@pytest.mark.rule("goss", "20.2.1(5)", "20.1.0")
def test_the_question_tells_nothing_of_what_the_enemy_has_left() -> None:
    for hunters in (5, 0):
        game = raid(hunters=hunters)
        game.play("allied", strike())
        assert asked(game) == ("axis", "intercept"), "he is asked though he may have none"
    nobody = raid(hunters=-1)
    nobody.play("allied", strike())
    assert all(name != "intercept" for _, name in [asked(nobody)]), "he has no aircraft today"


@pytest.mark.rule("goss", "20.2.3")
@pytest.mark.parametrize(
    ("more", "total"),
    [
        ({}, -1),
        ({"terrain": {(1, 0): "woods"}}, 0),
        ({"terrain": {(1, 0): "hedgerow"}}, 0),
        ({"terrain": {(1, 0): "rough_2"}}, 0),
        ({"terrain": {(1, 0): "rough"}}, -1),
        ({"terrain": {(1, 0): "woods town"}}, 0),
        ({"terrain": {(1, 0): "forest"}}, 1),
        ({"terrain": {(1, 0): "bocage"}}, 1),
        ({"terrain": {(1, 0): "forest town"}}, 2),
        ({"weather": "POvr Dry"}, 0),
        ({"weather": "Ovr Dry"}, 1),
        ({"start": "1944-07-01"}, 0),
    ],
)
def test_what_leads_aircraft_astray(more: dict[str, Any], total: int) -> None:
    game = raid(**more)
    assert modifiers(game, "allied", game.board.hex(at(1, 0))).total == total


@pytest.mark.rule("goss", "20.2.3")
def test_flak_adds_two_at_most_and_a_column_on_the_march_is_found() -> None:
    def total(*more: Any, **facts: Any) -> int:
        game = raid(SPOTTER, unit("g1", (1, 0), **facts, **AXIS), *more)
        return int(modifiers(game, "allied", game.board.hex(at(1, 0))).total)

    flak = [unit(f"gf{n}", (2, n - 1), "flak", **AXIS) for n in range(3)]
    assert total(flak[0]) == 0, "in (2, -1), next to the target"
    assert total(*flak) == total(*flak[:2]) == 1
    assert total(flak[2]) == -1, "(2, 1) is two hexes away"
    assert total(unit("uf", (1, -1), "flak", **US)) == -1, "only the enemy's"
    assert total(mode="Strat") == -2


@pytest.mark.rule("goss", "20.2.3")
def test_axis_missions_do_not_err_less_for_the_practice_of_others() -> None:
    game = position(unit("u1", (0, 0)), unit("g1", (1, 0)), segment="air-support")
    assert modifiers(game, "axis", game.board.hex(at(0, 0))).total == 0


@pytest.mark.rule("goss", "20.2.3")
def test_nine_turns_back_eight_scatters_seven_strikes() -> None:
    def flown(*dice: int) -> Gs:
        game = raid(SPOTTER, TARGET, unit("g2", (1, -1), **AXIS), hunters=-1, weather="POvr Dry")
        rig(game, *dice)
        game.play("allied", strike(ap=6))
        return game

    assert told(flown(7, 0), "fire-mission")[0]["hex"] == at(1, 0)
    assert not told(flown(9), "fire-mission")
    assert told(flown(9), "mission-astray") == [{"hex": at(1, 0), "result": "abort"}]
    gone = flown(8, 0, 0)
    assert told(gone, "fire-mission")[0]["hex"] == at(1, -1), "the hex to the north"
    assert track(gone, "allied").gs == track(flown(9), "allied").gs == 6, "used all the same"
    again = strike(ap=6)
    assert rules(gone, "allied", again) == ["11.2.3"], "it was the mission against that hex"


@pytest.mark.rule("goss", "20.2.3-2")
def test_each_mission_errs_by_itself() -> None:
    game = raid(SPOTTER, TARGET, unit("g2", (1, -1), **AXIS), hunters=-1, weather="POvr Dry")
    rig(game, 8, 0, 0, 0, 0)
    game.play("allied", strike(ap=6, second=4))
    found = [(one["hex"], one["points"]) for one in told(game, "fire-mission")]
    assert found == [(at(1, 0), 4), (at(1, -1), 6)]


@pytest.mark.rule("goss", "20.2.1", "20.2.0", "20.2.3")
def test_odds_of_a_mission_are_exact_and_know_nothing_of_hidden_flak() -> None:
    plain = raid(weather="POvr Dry")
    found = plain.odds(strike(ap=6), "allied")
    assert found.chance(lambda fact: fact.get("result") == "abort") == Fraction(1, 10)
    assert found.chance(lambda fact: fact.get("result") == "scatter") == Fraction(1, 10)
    assert sum(one.probability for one in found.outcomes) == 1
    assert {note["question"] for note in found.supposed} >= {"intercept", "fog"}
    cover = unit("g3", (2, 0), order=9, **AXIS)
    hidden = raid(
        SPOTTER, TARGET, cover, unit("gf", (2, 0), "flak", order=1, **AXIS), weather="POvr Dry"
    )
    seen = raid(
        SPOTTER, TARGET, cover, unit("gf", (2, 0), "flak", order=11, **AXIS), weather="POvr Dry"
    )
    same = hidden.odds(strike(ap=6), "allied")
    assert [o.to_json() for o in same.outcomes] == [o.to_json() for o in found.outcomes]
    worse = seen.odds(strike(ap=6), "allied")
    assert worse.chance(lambda fact: fact.get("result") == "abort") == Fraction(2, 10)
    assert now(plain, "g1").hex >= 0


@pytest.mark.rule("goss", "9.8.0")
def test_who_is_out_of_command_directs_no_aircraft() -> None:
    game = raid(unit("u1", (0, 0), ooc=True, **US), TARGET)
    assert rules(game, "allied", strike()) == ["9.8.0"]


@pytest.mark.rule("goss", "20.1.1")
def test_who_is_waited_for_tells_nothing_of_what_is_left() -> None:
    def waiting(gs: int) -> Any:
        game = raid(gs=gs)
        return game.view("axis")["waiting_for"], game.view("axis")["decisions"]

    assert waiting(0) == waiting(12)
    before = field(SPOTTER, TARGET, segment="designation")
    give(before, "allied", gs=0, asup=0)
    before.play("allied", {"do": "end"})
    while before.segment.kind == "replacements":
        before.play("allied", {"do": "end"})
    assert before.segment.kind == "air-support", "he is asked, though he has none"
