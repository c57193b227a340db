"""Changing the entry zone, leaving the map, and zones that roads make. [11.2]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.arrivals.entry_zones import apart, entry
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import (
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    at,
    field,
    hex_status,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED, bridge, move, play_to, river

ZONES = "ABCDEFGHIJ"
TEN = {"german": [{"id": z, "hexes": [f"{2 * i + 1:02}01"]} for i, z in enumerate(ZONES)]}


def edge(*units: dict[str, Any], zone: str = "C", **spec: Any) -> Wb:
    """Ten zones A to J down the western edge; whoever is off the map is due at C on turn 1."""
    names = [item["row"]["id"] for item in units if item["hex"] is None]
    base: dict[str, Any] = {"entry_zones": TEN, **SUPPLIED}
    rows = [{"turn": 1, "zone": zone, "units": names}] if names else []
    return field(*units, board=sketch(20, 5), reinforcements=rows, **{**base, **spec})


def enter(name: str, zone: str) -> dict[str, Any]:
    label = f"{2 * ZONES.index(zone) + 1:02}01"
    return {"do": "enter", "units": [name], "zone": zone, "hex": label}


def shift(name: str, zone: str) -> dict[str, Any]:
    return {"do": "shift", "units": [name], "zone": zone}


@pytest.mark.rule("wb95", "11.2.1")
def test_its_own_zone_costs_nothing_and_one_further_is_too_far() -> None:
    game = edge(unit("g1", None, "ARM"))
    price = entry(game, "g1", "C", game.board.hex("0501"), 1)
    assert price is not None
    assert price.points == 84
    for zone in ("A", "E"):
        assert rules(game, "german", enter("g1", zone)) == ["11.2.1"]
    play_to(game, 1, STRATEGIC_A)
    assert rules(game, "german", enter("g1", "C")) == []
    assert rules(game, "german", enter("g1", "D")) == ["11.2.1"]  # only in the Movement Phase


def doors(game: Wb) -> tuple[str, str]:
    """The zones through which g1 may enter now with all its points, and with half."""
    full = [
        z for z in ZONES if not rules(game, "german", enter("g1", z)) and _points(game, z) == 84
    ]
    half = [
        z for z in ZONES if not rules(game, "german", enter("g1", z)) and _points(game, z) == 42
    ]
    return "".join(full), "".join(half)


def _points(game: Wb, zone: str) -> int:
    price = entry(game, "g1", zone, game.board.hex("0101"), 1)
    assert price is not None
    return price.points


@pytest.mark.rule("wb95", "11.2.2")
def test_a_shifted_unit_waits_for_the_next_turn_and_has_all_its_points_then() -> None:
    game = edge(unit("g1", None, "ARM"))
    game.play("german", shift("g1", "F"))
    assert rules(game, "german", enter("g1", "F")) == ["11.1.1"]
    assert rules(game, "german", enter("g1", "C")) == ["11.1.1"]
    assert rules(game, "german", shift("g1", "I")) == ["11.1.1"]
    play_to(game, 1, STRATEGIC_A)
    assert rules(game, "german", enter("g1", "F")) == ["11.1.1"]
    assert rules(game, "german", shift("g1", "I")) == ["2.2.P5"]
    play_to(game, 2, MOVE_A)
    assert doors(game) == ("F", "EG")
    assert told(game, "shift") == [{"side": "german", "units": ["g1"], "zone": "F"}]


@pytest.mark.rule("wb95", "11.2.2")
def test_shifting_needs_a_due_unit_and_another_zone() -> None:
    game = edge(unit("g1", None), unit("g2", "0505"))
    assert rules(game, "german", shift("g1", "C")) == ["11.2.2"]
    assert rules(game, "german", shift("g1", "G")) == ["11.2.2"]
    assert rules(game, "german", shift("g1", "Z")) == ["11.1.2"]
    assert rules(game, "german", shift("g2", "B")) == ["11.1.1"]
    mine = [action for action in game.legal("german") if action["do"] == "shift"]
    assert mine == [shift("g1", z) for z in "ABDEF"]
    deed = next(offer for offer in game.decisions[0].ask.offers if offer.do == "shift")
    assert deed.sample(game, "german", random.Random(1)) in mine


def leave(*names: str) -> dict[str, Any]:
    return {"do": "exit", "units": list(names)}


@pytest.mark.rule("wb95", "11.2.3")
def test_leaving_through_an_entry_zone_and_coming_back_next_turn() -> None:
    game = edge(unit("g1", "0502"), unit("g2", "0502"))
    assert rules(game, "german", leave("g1")) == ["11.2.3"]
    move(game, "g1", "0501")
    game.play("german", leave("g1"))
    assert (where(game, "g1"), at(game, "g1").zone, at(game, "g1").due) == ("expected", "C", 2)
    assert rules(game, "german", enter("g1", "C")) == ["11.1.1"]
    play_to(game, 1, STRATEGIC_A)
    assert rules(game, "german", enter("g1", "C")) == ["11.1.1"]
    play_to(game, 2, MOVE_A)
    assert rules(game, "german", enter("g1", "C")) == []
    assert rules(game, "german", shift("g1", "F")) == []
    assert told(game, "exit") == [{"side": "german", "units": ["g1"], "hex": "0501", "zone": "C"}]


@pytest.mark.rule("wb95", "11.2.3")
def test_in_the_strategic_phase_for_marked_units() -> None:
    game = edge(unit("g1", "0501"), unit("g2", "0501"))
    game.play("german", {"do": "mark", "units": ["g1"]})
    assert rules(game, "german", leave("g1")) == ["2.2.P3"]
    play_to(game, 1, STRATEGIC_A)
    assert rules(game, "german", leave("g1")) == []
    assert rules(game, "german", leave("g2")) == ["12.1.4"]


@pytest.mark.rule("wb95", "11.2.3")
def test_leaving_is_movement() -> None:
    game = edge(
        unit("g1", "0502", mp=1), unit("g2", "0501"), unit("s1", "0601"), unit("g3", "0901", mp=1),
        unit("g4", "0502"),
    )  # fmt: skip
    assert rules(game, "german", leave("g2")) == []  # pays a point for the zone [4.2.6]
    assert rules(game, "german", leave("g2", "g3")) == ["11.2.3"]
    assert rules(game, "german", leave("s1")) == ["11.2.3"]
    assert rules(game, "german", leave()) == ["11.2.3"]
    assert rules(game, "german", leave("g2", "g2")) == ["11.2.3"]
    weak = edge(unit("g1", "0501", mp=1, at={"oos": 1}), unit("s1", "0601"))
    assert rules(weak, "german", leave("g1")) == ["4.2.6"]
    spent = edge(unit("g1", "0502", mp=1))
    move(spent, "g1", "0501")
    assert rules(spent, "german", leave("g1")) == ["3.1.5"]
    mine = [action for action in game.legal("german") if action["do"] == "exit"]
    assert mine == [leave("g2"), leave("g3")]


def test_who_leaves_gives_up_bridge_and_mask() -> None:
    zones = {"german": [{"id": "W", "hexes": ["0202"]}]}
    game = field(
        unit("g1", "0202"), unit("s1", "0203"), board=river("big_river"), entry_zones=zones,
        masked=["0202"], options={"masking": "on"}, **SUPPLIED,
    )  # fmt: skip
    game.play("german", leave("g1"))
    found = bridge(game)
    assert found is not None
    assert found.controller == "soviet"
    assert not hex_status(game, "0202").masked
    play_to(game, 1, MOVE_B)


@pytest.mark.rule("wb95", "11.2.4")
def test_each_road_off_the_edge_is_a_zone_of_its_own_in_order() -> None:
    board = sketch(
        9, 5, exits={"0701": "main", "0201": "secondary", "0401": "rail", "0405": "main"}
    )
    rows = [{"turn": 1, "zone": "0701", "units": ["g1"]}]
    game = field(
        unit("g1", None), board=board, entry_zones={"german": {"edge": "west"}}, reinforcements=rows
    )
    zones = game.scenario.zones["german"]
    assert [(zone.id, zone.hexes) for zone in zones] == [
        ("0201", (board.hex("0201"),)),
        ("0701", (board.hex("0701"),)),
    ]
    assert apart(game, "german", "0201", "0701") == 1
    game.play("german", {"do": "enter", "units": ["g1"], "zone": "0701", "hex": "0701"})
    assert at(game, "g1").spent == 6  # along the main route


@pytest.mark.rule("wb95", "11.2.4")
@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"edge": "up"}, "no edge 'up'"),
        ({"edge": "north"}, "no road leaves the north edge"),
        ({}, "'edge' is missing"),
        ({"edge": "west", "side": "left"}, "'side' is not part of"),
    ],
)
def test_edges_without_roads_are_refused(row: dict[str, str], text: str) -> None:
    board = sketch(5, 5, exits={"0301": "main"})
    with pytest.raises(ScenarioError, match=text):
        field(unit("g1", "0303"), board=board, entry_zones={"german": row})
