"""St. Vith: its set-up can be played, and its arrivals come in. [2.2.0] [21.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import library
from grognard.systems.goss.pieces.chain import army, superior
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.supply.tracing import trace_hq, trace_unit
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import pass_to


@pytest.fixture(scope="module")
def game() -> Any:
    return library.new("goss/st-vith", seed=1)


def test_it_is_set_up_whole(game: Any) -> None:
    scenario = game.scenario
    assert (len(scenario.units), scenario.turns, len(scenario.leaders)) == (190, 24, 11)
    assert len([one for one in scenario.units.values() if one.place == "map"]) == 85
    assert not [h for h in stacks(game).at if overstacked(game, h)]
    assert {army(game, n) for n in scenario.units} == {"5 Pz Army", "6 Pz Army", "First Army"}
    assert game.scenario.flights["allied"][8].ap == 20


def test_everybody_who_has_a_headquarters_is_supplied(game: Any) -> None:
    units = game.scenario.units
    there = [n for n, one in units.items() if one.place == "map" and superior(game, n)]
    assert len(there) == 85, "nobody is without one"
    found = {n: (trace_hq if counter_of(game, n).hq else trace_unit)(game, n) for n in there}
    assert [n for n, trace in found.items() if trace is None or trace.extended] == []


def test_every_arrival_has_its_hexes_and_its_group(game: Any) -> None:
    scenario = game.scenario
    late = {n: one.due for n, one in scenario.units.items() if one.place == "expected"}
    assert sorted({*late.values()}) == [2, 3, 4, 5, 6, 7, 8, 10, 14, 17]
    assert all(scenario.entries[n] and scenario.groups[n] for n in late)
    roads = scenario.ground.by_road
    by_road = [n for n in late if not any(roads[h] for h in scenario.entries[n])]
    assert by_road == [], "each of them has a road to come by"


def test_bridges_and_zones(game: Any) -> None:
    down = [game.scenario.ground.side_hexes(key) for key in game.scenario.bridges]
    assert [tuple(map(game.board.label, pair)) for pair in down] == [("3324", "3325")]
    label = game.board.label
    rows = {int(label(h)[2:]) for h in game.scenario.zones["g-1ss"]}
    assert (min(rows), max(rows), len(game.scenario.zones["g-1ss"])) == (9, 31, 23 * 32)


def test_a_game_by_chance_gets_through_its_first_turn(game: Any) -> None:
    played, rng = library.new("goss/st-vith", seed=5), random.Random(5)
    pass_to(played, phases.MODES)
    assert (played.to_act, played.turn) == ("axis", 1), "on the first morning only Germans act"
    while played.turn == 1:
        side = played.open_asks()[0].player
        action = played.sample(side, rng)
        assert action is not None
        played.play(side, action)
    assert played.turn == 2
