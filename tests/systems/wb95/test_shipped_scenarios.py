"""Typhoon and Red Snow as they are played: loaded, set up, supplied, won. [S1.0] [S2.0]"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.engine.game import Game
from grognard.engine.sequence import CLOCK, Clock
from grognard.systems.wb95 import victory
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import AIR, HEXES, SIDES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.course import go_to, owner, supply_phase

FOLDER = Path(grognard.__file__).parent / "scenarios" / "wb95"
MOSCOW = [
    *("5205", "5206", "5304", "5305", "5306", "5307"),
    *("5404", "5405", "5406", "5407", "5505", "5506"),
]
KALININ, KLIN, ISTRA = ["0326", "0327", "0426"], ["2716", "2717"], ["4418"]


@cache
def load(name: str) -> Wb95Scenario:
    return WB95.load(FOLDER / f"{name}.yaml", {"masking": "off"})


def begin(name: str) -> Wb:
    return Game(WB95, load(name), seed=1)


def moving(name: str) -> Wb:
    """A scenario at its first Movement Phase, where the umpire may step in."""
    game = begin(name)
    go_to(game, 3)
    return game


def give(game: Wb, side: str, labels: list[str]) -> None:
    """Hand control of hexes over, by the umpire's leave."""
    changes = [{"map": "hexes", "key": label, "set": {"control": side}} for label in labels]
    game.edit(changes, "for the test")


def take_off(game: Wb, *names: str) -> None:
    """Take units off the map, by the umpire's leave."""
    gone = {"place": "eliminated", "hex": -1}
    game.edit([{"map": "units", "key": name, "set": gone} for name in names], "for the test")


def hold_everything(game: Wb, side: str, labels: list[str]) -> None:
    """Give a side hexes, without any enemy near that could contest them."""
    enemy = game.scenario.other(side)
    spots = {h for label in labels for h in game.board.disk(game.board.hex(label), 1)}
    near = [name for name in on_map(game, enemy) if game.state[UNITS][name].hex in spots]
    take_off(game, *near)
    give(game, side, labels)


# ---- length, initiative, calendar


@pytest.mark.parametrize(
    ("name", "first", "turns", "start", "end"),
    [
        pytest.param(
            *("typhoon", "german", 20, "1941-11-15", "1941-12-04"),
            marks=[pytest.mark.rule("wb95", "S1.1"), pytest.mark.rule("wb95", "2.1.6")],
        ),
        pytest.param(
            *("red-snow", "soviet", 11, "1941-12-05", "1941-12-15"),
            marks=[pytest.mark.rule("wb95", "S2.1"), pytest.mark.rule("wb95", "2.1.6")],
        ),
    ],
)
def test_length_and_initiative(name: str, first: str, turns: int, start: str, end: str) -> None:
    game = begin(name)
    assert game.scenario.sides[0] == first
    assert game.scenario.turns == turns
    assert game.turn == 1
    assert victory.date_of(game) == start
    game.put(CLOCK, "now", Clock(turns, 0))
    assert victory.date_of(game) == end


@pytest.mark.rule("wb95", "S1.0")
@pytest.mark.rule("wb95", "S2.0")
@pytest.mark.parametrize(("name", "word"), [("typhoon", "Moscow"), ("red-snow", "Soviet")])
def test_every_scenario_has_a_briefing(name: str, word: str) -> None:
    assert word in load(name).brief
    assert len(load(name).brief) > 80


@pytest.mark.rule("wb95", "S2.0")
def test_frozen_waters_are_ground_only_if_the_players_say_so() -> None:
    plain = load("red-snow")
    frozen = WB95.load(FOLDER / "red-snow.yaml", {"frozen-waters": "on"})
    waters = [h for h, kind in enumerate(plain.board.terrain) if kind in ("swamp", "lake")]
    assert waters
    assert {frozen.board.terrain[h] for h in waters} == {"clear"}
    assert not any(plain.ground.enterable("tracked", h) for h in waters)
    assert all(frozen.ground.enterable("tracked", h) for h in waters)


# ---- supply


def bases_of(game: Wb, side: str) -> set[int]:
    return set(supply.bases(game, side, bytearray(game.board.n)))


@pytest.mark.parametrize(
    ("name", "side", "edges", "hexes"),
    [
        pytest.param(
            *("typhoon", "german", ["west"], ["6427"]), marks=pytest.mark.rule("wb95", "S1.2")
        ),
        pytest.param(
            *("typhoon", "soviet", ["east", "north"], MOSCOW),
            marks=pytest.mark.rule("wb95", "S1.2"),
        ),
        pytest.param(*("red-snow", "german", ["west"], []), marks=pytest.mark.rule("wb95", "S2.3")),
        pytest.param(
            *("red-snow", "soviet", ["east"], MOSCOW), marks=pytest.mark.rule("wb95", "S2.3")
        ),
    ],
)
def test_supply_comes_from_the_printed_bases(
    name: str, side: str, edges: list[str], hexes: list[str]
) -> None:
    game = begin(name)
    board, enemy = game.board, game.scenario.other(side)
    named = {h for edge in edges for h in board.edges[edge]} | {board.hex(h) for h in hexes}
    status = game.state[HEXES]
    free = {h for h in named if status[h].control != enemy}
    assert bases_of(game, side) <= free
    assert {h for h in free if game.scenario.ground.enterable("trucked", h)} <= bases_of(game, side)
    assert {board.hex(h) for h in hexes} <= bases_of(game, side)


@pytest.mark.rule("wb95", "S1.2")
@pytest.mark.rule("wb95", "S2.3")
@pytest.mark.parametrize("name", ["typhoon", "red-snow"])
def test_most_units_are_in_supply_at_the_start(name: str) -> None:
    game = begin(name)
    for side in game.scenario.sides:
        fed, units = supply.supplied(game, side), on_map(game, side)
        assert len(fed) > len(units) * 7 // 10


# ---- the set-up


@pytest.mark.parametrize(
    ("name", "side", "units", "dug_in"),
    [
        pytest.param(*("typhoon", "german", 122, True), marks=pytest.mark.rule("wb95", "S1.3")),
        pytest.param(*("typhoon", "soviet", 74, False), marks=pytest.mark.rule("wb95", "S1.6")),
        pytest.param(*("red-snow", "german", 123, True), marks=pytest.mark.rule("wb95", "S2.4")),
        pytest.param(*("red-snow", "soviet", 90, True), marks=pytest.mark.rule("wb95", "S2.6")),
    ],
)
def test_who_stands_on_the_map_and_who_is_dug_in(
    name: str, side: str, units: int, dug_in: bool
) -> None:
    game = begin(name)
    names = on_map(game, side)
    assert len(names) == units
    for one in names:
        h = game.state[UNITS][one].hex
        swamp = game.board.terrain[h] == "swamp"  # no field fortifications there
        assert game.state[HEXES][h].fortified == (side if dug_in and not swamp else "")
        assert game.state[HEXES][h].control == side


@pytest.mark.parametrize(
    ("name", "unit", "hex", "cel"),
    [
        pytest.param(*("typhoon", "de-hq-xx", "6427", 1), marks=pytest.mark.rule("wb95", "S1.3")),
        pytest.param(*("typhoon", "de-7-pz", "2330", 2), marks=pytest.mark.rule("wb95", "S1.3")),
        pytest.param(*("typhoon", "de-1-pz", "0730", 1), marks=pytest.mark.rule("wb95", "S1.3")),
        pytest.param(*("typhoon", "su-316", "3331", 2), marks=pytest.mark.rule("wb95", "S1.6")),
        pytest.param(*("red-snow", "de-2-pz", "4208", 1), marks=pytest.mark.rule("wb95", "S2.4")),
        pytest.param(*("red-snow", "su-316", "4513", 1), marks=pytest.mark.rule("wb95", "S2.6")),
    ],
)
def test_some_units_stand_where_they_are_printed(name: str, unit: str, hex: str, cel: int) -> None:
    game = begin(name)
    found = game.state[UNITS][unit]
    assert (game.board.label(found.hex), found.cel) == (hex, cel)


@pytest.mark.parametrize(
    ("name", "side", "turns"),
    [
        pytest.param(*("typhoon", "german", 20), marks=pytest.mark.rule("wb95", "S1.4")),
        pytest.param(*("red-snow", "soviet", 11), marks=pytest.mark.rule("wb95", "S2.8")),
    ],
)
def test_one_air_counter_of_four_points_every_turn(name: str, side: str, turns: int) -> None:
    (air,) = begin(name).state[AIR].values()
    assert (air.side, air.sp, air.from_turn, air.to_turn) == (side, 4, 1, turns)


@pytest.mark.parametrize(("name", "german", "soviet"), [("typhoon", 17, 3), ("red-snow", 14, 3)])
def test_reserves_wait_off_the_map(name: str, german: int, soviet: int) -> None:
    game = begin(name)
    waiting = [n for n, u in game.state[UNITS].items() if u.place == "reserve"]
    sides = [game.scenario.counters[n].side for n in waiting]
    assert (sides.count("german"), sides.count("soviet")) == (german, soviet)


# ---- automatic victory


@pytest.mark.parametrize(
    ("name", "side", "hexes"),
    [
        pytest.param(*("typhoon", "german", MOSCOW), marks=pytest.mark.rule("wb95", "S1.9")),
        pytest.param(
            *("red-snow", "soviet", [*KALININ, *KLIN, *ISTRA]),
            marks=pytest.mark.rule("wb95", "S2.9"),
        ),
    ],
)
def test_holding_the_objectives_wins_at_once(name: str, side: str, hexes: list[str]) -> None:
    game = moving(name)
    enemy = game.scenario.other(side)
    hold_everything(game, side, hexes)
    victory.check_automatic(game, enemy)
    assert not game.over, "it counts from the end of the own Supply Phase"
    supply_phase(game, side)
    victory.check_automatic(game, side)
    assert not game.over
    assert game.state[SIDES][side].holding == game.serial
    supply_phase(game, enemy)
    victory.check_automatic(game, enemy)
    assert game.result == f"{side}: automatic victory"


@pytest.mark.parametrize(
    ("name", "side", "hexes"),
    [
        pytest.param(*("typhoon", "german", MOSCOW), marks=pytest.mark.rule("wb95", "S1.9")),
        pytest.param(
            *("red-snow", "soviet", [*KALININ, *KLIN, *ISTRA]),
            marks=pytest.mark.rule("wb95", "S2.9"),
        ),
    ],
)
def test_every_single_hex_is_needed(name: str, side: str, hexes: list[str]) -> None:
    for missing in hexes:
        game = moving(name)
        enemy = game.scenario.other(side)
        give(game, side, [h for h in hexes if h != missing])
        give(game, enemy, [missing])
        victory.check_automatic(game, side)
        victory.check_automatic(game, enemy)
        assert not game.over


# ---- points and the scale


@pytest.mark.parametrize(
    ("name", "side", "labels", "points"),
    [
        *(
            pytest.param("typhoon", "german", *row, marks=pytest.mark.rule("wb95", "S1.10"))
            for row in ((MOSCOW[:1], 4), (MOSCOW, 48), (KLIN, 5), (KLIN[:1], 0), (KALININ, 5))
        ),
        *(
            pytest.param("red-snow", "soviet", *row, marks=pytest.mark.rule("wb95", "S2.10"))
            for row in ((MOSCOW, 0), (KLIN, 5), (KLIN[:1], 0), (KALININ, 5), (KALININ[:2], 0))
        ),
    ],
)
def test_what_each_objective_is_worth(name: str, side: str, labels: list[str], points: int) -> None:
    game = moving(name)
    everything = list(game.board.labels)
    give(game, game.scenario.other(side), everything)
    assert victory.points(game).total == 0
    give(game, side, labels)
    assert victory.points(game).total == points


@pytest.mark.parametrize(
    ("name", "at_start"),
    [
        pytest.param(*("typhoon", 5 + 11), marks=pytest.mark.rule("wb95", "S1.10")),
        pytest.param(*("red-snow", 23), marks=pytest.mark.rule("wb95", "S2.10")),
    ],
)
def test_points_at_the_start_and_each_village_one_more(name: str, at_start: int) -> None:
    game = moving(name)
    side = game.scenario.victory.side
    assert victory.points(game).total == at_start
    (villages,) = [o for o in game.scenario.victory.objectives if o.label == "each village"]
    assert len(villages.hexes) == 59
    other = next(h for h in villages.hexes if game.state[HEXES][h].control != side)
    give(game, side, [game.board.label(other)])
    assert victory.points(game).total == at_start + 1


SCALES = {
    "typhoon": [
        (0, "soviet: victory"), (30, "soviet: victory"), (31, "german: minimal"),
        (32, "german: minimal"), (50, "german: minimal"), (51, "german: small"),
        (65, "german: small"), (66, "german: medium"), (90, "german: medium"),
        (91, "german: significant"), (200, "german: significant"),
    ],
    "red-snow": [
        (0, "german: victory"), (25, "german: victory"), (26, "soviet: minimal"),
        (27, "soviet: minimal"), (30, "soviet: minimal"), (31, "soviet: small"),
        (40, "soviet: small"), (41, "soviet: medium"), (42, "soviet: significant"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "points", "result"),
    [
        *(
            pytest.param("typhoon", *row, marks=pytest.mark.rule("wb95", "S1.11"))
            for row in SCALES["typhoon"]
        ),
        *(
            pytest.param("red-snow", *row, marks=pytest.mark.rule("wb95", "S2.11"))
            for row in SCALES["red-snow"]
        ),
    ],
)
def test_the_scale_of_victory(name: str, points: int, result: str) -> None:
    grade = victory.grade_of(load(name).victory, points)
    assert grade is not None
    assert f"{grade.winner}: {grade.degree}" == result


@pytest.mark.parametrize(
    ("name", "labels", "result"),
    [
        pytest.param(
            *("typhoon", MOSCOW[:10], "german: small (56 VP)"),
            marks=[pytest.mark.rule("wb95", "S1.10"), pytest.mark.rule("wb95", "S1.11")],
        ),
        pytest.param(
            *("red-snow", [*KLIN, *KALININ], "soviet: small (33 VP)"),
            marks=[pytest.mark.rule("wb95", "S2.10"), pytest.mark.rule("wb95", "S2.11")],
        ),
    ],
)
def test_the_award_at_the_end(name: str, labels: list[str], result: str) -> None:
    game = moving(name)
    give(game, game.scenario.victory.side, labels)
    victory.award(game)
    assert game.result == result


# ---- control, and the beginning of a real game


@pytest.mark.rule("wb95", "4.3.1")
@pytest.mark.parametrize("name", ["typhoon", "red-snow"])
def test_both_sides_control_the_ground_behind_their_front(name: str) -> None:
    game = moving(name)
    assert all(owner(game, label) == "soviet" for label in MOSCOW)
    assert all(owner(game, label) == "german" for label in KALININ)
    assert owner(game, "5139") == owner(game, "3139") == "german", "the western roads"
    assert {owner(game, label) for label in KLIN} == {"soviet" if name == "typhoon" else "german"}


@pytest.mark.rule("wb95", "2.2")
@pytest.mark.parametrize(("name", "first"), [("typhoon", "german"), ("red-snow", "soviet")])
def test_the_side_with_the_initiative_moves_first(name: str, first: str) -> None:
    game = begin(name)
    go_to(game, 3)
    assert game.phase == f"Movement of {first}"
    assert game.to_act == first
