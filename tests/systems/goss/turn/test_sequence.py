"""The sequence of play: what occurs in which game turn, who acts, and how moments are told."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.turn import played
from grognard.systems.goss.chapters import CHAPTERS
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


@pytest.mark.rule("goss", "3.4.5", "3.4.5a", "3.4.5b", "3.4.3")
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


OUTLINE_OF_A_MORNING = {
    "3.3.1a-1": phases.AIR_COUNT, "3.3.1a-2": phases.AIR_ALLOCATION, "3.3.1a-3": phases.FLAK_RETURN,
    "3.3.1a-4": phases.FLAK_WITHDRAWAL, "3.3.1b": phases.WEATHER, "": phases.INTERDICTION,
    "3.3.1c-rest": phases.REST_TURNS, "3.3.1c-command": phases.COMMAND,
    "3.3.1c-naval": phases.NAVAL, "3.3.1c-lull": phases.LULLS, "3.3.1c-ldr": phases.LEADERS,
    "3.3.1c-surrender": phases.SURRENDER, "3.3.1d-tp": phases.TRUCKS,
    "3.3.1d-si": phases.SUPPLY_INTERDICTION, "3.3.1d-ammo": phases.AMMUNITION,
    "3.3.1d-fuel": phases.FUEL_DELIVERY, "3.3.1d-fuel-2": phases.FUEL,
    "3.3.1d-depot": phases.DEPOTS, "3.3.1d-rep": phases.REPLACEMENT_POINTS,
    "3.3.1e": phases.FUEL_VALUES,
}  # fmt: skip
"""The joint phases of an AM GT, in the order of the rulebook. [3.3.1]"""
OUTLINE_OF_A_PLAYER_TURN = {
    "3.3.2a": phases.MODES, "3.3.2b": phases.CONSTRUCTION, "3.3.2b-demo": phases.DEMOLITION,
    "3.3.2c-cr": phases.COMBAT_RESERVES, "3.3.2c-1": phases.ENTRY, "3.3.2c-2": phases.STRAT_MOVES,
    "3.3.2c-3": phases.COUPS, "3.3.2c-4": phases.ROAD_MOVES, "3.3.2c-4b": phases.MOVES,
    "3.3.2c-5": phases.PA_MOVES, "3.3.2c-status": phases.COMMAND_STATUS,
    "3.3.2c-quick": phases.QUICK_CONSTRUCTION, "3.3.2d": phases.INACTIVE_RELEASE,
    "3.3.2d-2": phases.INACTIVE_COUPS, "3.3.2d-3": phases.INACTIVE_ROAD,
    "3.3.2d-3b": phases.INACTIVE_MOVES, "3.3.2e-ta": phases.DESIGNATION,
    "3.3.2e-rep": phases.REPLACEMENTS, "3.3.2e-fs1": phases.AIR_SUPPORT,
    "3.3.2e-fs2": phases.DEFENSIVE_FIRE, "3.3.2e-fs2b": phases.DEFENSIVE_AIR,
    "3.3.2e-fs3": phases.OFFENSIVE_FIRE, "3.3.2e-fs3b": phases.OFFENSIVE_NAVAL,
    "3.3.2e-asa": phases.ADJUSTMENT, "3.3.2e-ga": phases.ASSAULTS,
    "3.3.2e-asrem": phases.SHIFT_REMOVAL, "3.3.2f": phases.ACTIVE_RELEASE,
    "3.3.2f-2": phases.ACTIVE_COUPS, "3.3.2f-3": phases.ACTIVE_ROAD,
    "3.3.2f-3b": phases.ACTIVE_MOVES, "3.3.2g-air": phases.AIR_SUPPLY,
    "3.3.2g-supply": phases.SUPPLY, "3.3.2g-ammo1": phases.AMMO_POINTS,
    "3.3.2g-ammo2": phases.AMMO_ROLLS, "3.3.2g-ammo3": phases.ENEMY_AMMO,
    "3.3.2g-fatigue": phases.FATIGUE_RECOVERY, "3.3.2g-delay": phases.DELAY_REMOVAL,
    "3.3.2g-delay-2": phases.ENEMY_DELAYS,
}  # fmt: skip
"""A player turn by day, in the order of the rulebook. [3.3.2]"""
OF_THE_INACTIVE = {
    phases.INACTIVE_RELEASE, phases.INACTIVE_COUPS, phases.INACTIVE_ROAD, phases.INACTIVE_MOVES,
    phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR, phases.ENEMY_AMMO, phases.ENEMY_DELAYS,
}  # fmt: skip


@pytest.mark.rule(
    "goss", "3.3.0", "3.3.1", "3.3.1a", "3.3.1a-1", "3.3.1a-2", "3.3.1a-3", "3.3.1a-4", "3.3.1b",
    "3.3.1c", "3.3.1c-rest", "3.3.1c-command", "3.3.1c-naval", "3.3.1c-lull", "3.3.1c-ldr",
    "3.3.1c-surrender", "3.3.1d", "3.3.1d-tp", "3.3.1d-si", "3.3.1d-ammo", "3.3.1d-fuel",
    "3.3.1d-depot", "3.3.1d-rep", "3.3.1e",
)  # fmt: skip
def test_the_joint_phases_of_a_morning_in_their_order() -> None:
    game = field(turn="AM")
    kinds = list(dict.fromkeys(occurring(game)))
    assert kinds[: len(OUTLINE_OF_A_MORNING)] == [*OUTLINE_OF_A_MORNING.values()]
    joint = [part for part in TURN.parts if part.kind in OUTLINE_OF_A_MORNING.values()]
    assert {role for part in joint for role in part.roles()} == {"allied", "axis"}
    by_phase = [part.phase for part in joint]
    assert by_phase == sorted(by_phase, key=by_phase.index), "a phase is not interrupted"
    for part in joint:
        daily = part.kind in (phases.WEATHER, phases.INTERDICTION, phases.FUEL_VALUES)
        assert ("PM" in part.turns) is daily


@pytest.mark.rule(
    "goss", "3.3.0", "3.3.2", "3.3.3", "3.2.1", "3.3.2a", "3.3.2b", "3.3.2b-demo", "3.3.2c",
    "3.3.2c-cr", "3.3.2c-1", "3.3.2c-2", "3.3.2c-3", "3.3.2c-4", "3.3.2c-5", "3.3.2c-status",
    "3.3.2c-quick", "3.3.2d", "3.3.2e", "3.3.2e-ta", "3.3.2e-rep", "3.3.2e-fs1", "3.3.2e-fs2",
    "3.3.2e-fs3", "3.3.2e-asa", "3.3.2e-ga", "3.3.2e-asrem", "3.3.2f", "3.3.2g", "3.3.2g-air",
    "3.3.2g-supply", "3.3.2g-ammo1", "3.3.2g-ammo2", "3.3.2g-ammo3", "3.3.2g-fatigue",
    "3.3.2g-delay",
)  # fmt: skip
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_player_turn_in_its_order(side: str) -> None:
    game = field(turn="AM")
    mine = [p for p in TURN.parts if p.cast.get("active") == side and TURN.occurs(game, p)]
    assert [part.kind for part in mine] == [*OUTLINE_OF_A_PLAYER_TURN.values()]
    enemy = "axis" if side == "allied" else "allied"
    for part in mine:
        if part.roles():
            assert part.roles() == (enemy if part.kind in OF_THE_INACTIVE else side,)
    order = [part.cast.get("active", "") for part in TURN.parts if TURN.occurs(game, part)]
    assert order.index("allied") < order.index("axis"), "the Allied Player Turn comes first"


@pytest.mark.rule("goss", "3.3.4", "3.0")
def test_the_next_game_turn_begins_when_one_is_over() -> None:
    game = field(turn="AM", segment="delay-removal", side="axis")
    game.play("axis", {"do": "end"})
    assert (game.turn, period(game), day(game)) == (5, "PM", 2)
    with_ena = field(
        segment="moves",
        side="allied",
        ena="axis",
        turns=["16 AM", "16 PM", "16 Night", "17 AM", "17 PM", "17 Night", "18 AM"],
    )
    assert period(with_ena) == "ENA"
    with_ena.play("allied", {"do": "end"})
    assert (with_ena.turn, period(with_ena), day(with_ena)) == (7, "AM", 3)


def test_every_segment_that_a_chapter_names_is_there() -> None:
    known = {part.kind for part in OUTLINE}
    for chapter in CHAPTERS:
        assert chapter.segments() <= known, chapter.name


@pytest.mark.rule("goss", "3.3.3", "3.3.2", "3.3.2d", "3.3.2f")
def test_the_axis_player_turn_is_the_allied_one_with_the_roles_changed() -> None:
    turns = {
        side: [part.kind for part in OUTLINE if part.cast.get("active") == side]
        for side in ("allied", "axis")
    }
    assert turns["axis"] == turns["allied"] == [*OUTLINE_OF_A_PLAYER_TURN.values()]
    order = [part.cast.get("active", "") for part in OUTLINE]
    assert order.index("axis") == order.index("allied") + len(turns["allied"])
