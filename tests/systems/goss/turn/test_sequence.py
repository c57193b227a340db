"""The sequence of play: what occurs in which game turn, who acts, and how moments are told."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.turn import played
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import OUTLINE, TURN
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import dark, day, period, turn_of
from grognard.systems.goss.turn.moments import (
    phase_start,
    player_turn_start,
    this_phase,
    this_player_turn,
    this_turn,
    turns_since,
)
from grognard.systems.goss.turn.rest import resting
from grognard.systems.goss.turn.roles import active, inactive
from tests.systems.goss.field import pass_to, position, unit


def field(**more: Any) -> Gs:
    return position(unit("g1", (3, 0)), unit("u1", (-3, 0)), **more)


def occurring(game: Gs) -> list[str]:
    """The kinds of segments of this GT."""
    return [part.kind for part in TURN.parts if TURN.occurs(game, part)]


@pytest.mark.rule("goss", "3.3.0", "3.3.1", "3.3.2", "3.3.3")
def test_a_game_day_begins_with_joint_phases_and_the_allies_go_first() -> None:
    morning = occurring(field(turn="AM"))
    assert morning[:3] == [phases.AIR_COUNT, phases.AIR_ALLOCATION, phases.FLAK_RETURN]
    assert morning.index(phases.FUEL_VALUES) + 1 == morning.index(phases.MODES)
    assert morning.count(phases.MODES) == 2
    assert morning.count(phases.ASSAULTS) == 2
    casts = [part.cast.get("active") for part in OUTLINE if part.kind == phases.ASSAULTS]
    assert casts == ["allied", "axis", "ena-first", "ena-second"]


@pytest.mark.rule("goss", "3.3.1b", "3.3.1e", "3.3.2g")
@pytest.mark.parametrize(
    ("turn", "joint"),
    [
        ("PM", [phases.WEATHER, phases.INTERDICTION, phases.FUEL_VALUES]),
        ("Night", [phases.WEATHER, phases.FUEL_VALUES]),
    ],
)
def test_only_weather_and_fuel_come_before_every_game_turn(turn: str, joint: list[str]) -> None:
    kinds = occurring(field(turn=turn))
    assert kinds[: kinds.index(phases.MODES)] == joint
    assert (phases.AIR_SUPPLY in kinds) == (turn == "PM")
    assert (phases.ENA_CALL in kinds) == (turn == "Night")


@pytest.mark.rule("goss", "3.4.5a", "3.4.5b", "3.4.3")
def test_an_extended_night_has_its_own_sequence() -> None:
    game = field(segment="moves", side="allied", ena="axis")
    kinds = occurring(game)
    assert period(game) == "ENA"
    assert dark(game)
    barred = {phases.MODES, phases.CONSTRUCTION, phases.STRAT_MOVES, phases.SUPPLY, phases.ENTRY}
    assert not barred & set(kinds)
    assert kinds.count(phases.ASSAULTS) == 2
    assert kinds[-2:] == [phases.ENA_FATIGUE, phases.TURN_END]
    assert (game.turn, active(game), game.to_act) == (6, "allied", "allied")
    game.play("allied", {"do": "end"})
    assert game.turn == 7, "nobody had anything to do, and the next game turn began"
    assert period(game) == "AM"


@pytest.mark.rule("goss", "3.2.1", "3.4.1")
def test_the_active_player_is_whose_turn_it_is() -> None:
    game = field(segment="modes", side="allied")
    assert (active(game), inactive(game), game.to_act) == ("allied", "axis", "allied")
    pass_to(game, "modes", "axis")
    assert (active(game), inactive(game), game.to_act) == ("axis", "allied", "axis")


@pytest.mark.rule("goss", "3.1.0", "16.1.0")
def test_a_scenario_leaves_segments_out() -> None:
    game = field(
        turn=1, segment="modes", side="axis",
        sequence={"skip": ["replacements"], "turns": {"16 AM": ["allied", "axis supply"]}},
    )  # fmt: skip
    kinds = occurring(game)
    assert phases.REPLACEMENTS not in kinds
    assert phases.SUPPLY not in kinds
    assert kinds.count(phases.MODES) == 1
    pass_to(game, "modes", "allied")
    assert game.turn == 2


@pytest.mark.rule("goss", "3.1.1", "3.3.4")
def test_the_calendar() -> None:
    game = field(turn="PM")
    assert (day(game), period(game), game.turn) == (2, "PM", 5)
    assert turn_of(game, 3, "Night") == 9
    assert turn_of(game, 30, "AM") == 0
    short = field(turn=2, turns=["16 AM", "16 PM"], segment="modes", side="axis")
    for kind in ("modes", "construction", "combat-reserves"):
        assert short.segment.kind == kind
        short.play("axis", {"do": "end"})
    while not short.over:
        assert short.turn == 2
        short.play("axis", {"do": "end"})


def test_moments_are_of_a_phase_a_player_turn_and_a_game_turn() -> None:
    game = field(segment="combat-reserves", side="axis")
    step = played(game)
    assert phase_start(game) == game.serial
    assert game.serial - player_turn_start(game) == step.after(phases.MODES) == 3
    assert this_phase(game, game.serial)
    assert not this_phase(game, game.serial - 1)
    assert this_player_turn(game, game.serial - 3)
    assert not this_player_turn(game, game.serial - 4)
    first = 3 * len(game.segments)
    assert this_turn(game, first)
    assert not this_turn(game, first - 1)
    assert turns_since(game, game.serial - len(game.segments)) == 1
    assert turns_since(game, game.serial - len(game.segments) + 1) == 0


@pytest.mark.rule("goss", "3.5.0", "3.5.1", "3.5.2")
def test_the_allies_rest_at_night_and_the_axis_when_it_has_said() -> None:
    night = field(turn="Night", rest={"axis": "PM"})
    assert resting(night, "allied")
    assert not resting(night, "axis")
    evening = field(turn="PM", rest={"axis": "PM"})
    assert resting(evening, "axis")
    assert not resting(evening, "allied")
    corps = field(turn="AM", rest={"gc": "AM"}, options={"rest-turns": "corps"})
    assert resting(corps, "axis", corps="gc")
    assert not resting(corps, "axis", corps="other")
    assert not resting(field(turn="Night"), "allied"), "nobody rests in these positions"
    extended = field(segment="moves", side="axis", ena="axis", rest={"axis": "Night"})
    assert not resting(extended, "axis"), "an ENA period is no rest"
