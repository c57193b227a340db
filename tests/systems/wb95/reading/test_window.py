"""A scenario on a part of a map: its border is an edge in every respect."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.table.picture import draw
from tests.systems.wb95.field import ATTACK_A, MOVE_A, field, rig, rules, unit, where

ROAD = "0501-0502-0503-0504-0505-0506-0507-0508-0509 main"
WINDOW = {"from": "0403", "to": "0607"}


def framed(*units: dict[str, Any], **spec: Any) -> Wb:
    """A game in the middle of a board of nine by nine, on a road from edge to edge."""
    board = sketch(9, 9, links=[ROAD], exits={"0501": "main", "0509": "main"})
    given = {"supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]}}
    return field(*units, board=board, **{"window": WINDOW, **given, **spec})


def test_hexes_keep_their_printed_numbers() -> None:
    game = framed(unit("g1", "0503"), unit("s1", "0607"))
    assert game.board.n == 3 * 5
    assert (game.board.labels[0], game.board.labels[-1]) == ("0403", "0607")
    assert where(game, "g1") == "0503"


def test_nobody_crosses_the_border() -> None:
    game = framed(unit("g1", "0503"), unit("s1", "0607"))
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": ["0504"]}) == []
    (refusal,) = game.why("german", {"do": "move", "units": ["g1"], "path": ["0502"]})
    assert "0502 is not on the map: rows 04-06, columns 03-07" in refusal.text
    reached = {action["path"][-1] for action in game.legal("german") if action["do"] == "move"}
    assert reached
    assert reached <= set(game.board.labels)


@pytest.mark.rule("wb95", "10.1.4")
def test_supply_comes_over_the_border() -> None:
    game = framed(unit("g1", "0505"), unit("s1", "0607"))
    assert [game.board.label(h) for h in game.board.edges["west"]] == ["0403", "0503", "0603"]
    assert supply.supplied(game, "german") == ("g1",)
    assert supply.supplied(game, "soviet") == ("s1",)


@pytest.mark.rule("wb95", "11.1.5")
def test_a_road_that_runs_on_outside_is_an_entry_zone() -> None:
    game = framed(
        unit("g1", None),
        unit("g2", "0404"),
        unit("s1", "0607"),
        entry_zones={"german": {"edge": "west"}},
        reinforcements=[{"turn": 1, "zone": "0503", "units": ["g1"]}],
    )
    assert [zone.id for zone in game.scenario.zones["german"]] == ["0503"]
    enter = {"do": "enter", "units": ["g1"], "zone": "0503", "hex": "0503"}
    game.play("german", enter)
    spent = game.view("german")["units"]["g1"]["spent"]
    assert spent == 6, "along the main road: half a point"


@pytest.mark.rule("wb95", "5.3.3")
def test_a_retreat_does_not_leave_the_window() -> None:
    game = framed(
        unit("g1", "0506", sp=9), unit("g2", "0606", sp=9), unit("s1", "0507"), phase=ATTACK_A
    )
    rig(game, 3, 3)
    game.play("german", {"do": "attack", "units": ["g1", "g2"], "targets": ["0507"]})
    paths = [action["paths"].get("s1", []) for action in game.legal("soviet")]
    assert paths
    assert {label for path in paths for label in path} <= set(game.board.labels)


def test_pictures_show_the_window_only() -> None:
    game = framed(unit("g1", "0503"), unit("s1", "0607"), phase=MOVE_A)
    rows = [line.split()[0] for line in draw(game, None).splitlines() if line.startswith("  0")]
    assert rows == ["0403", "0503", "0603"]
    svg = game._repr_svg_()
    assert svg is not None
    assert ">0403<" in svg
    assert ">0402<" not in svg
    assert ">0303<" not in svg


def test_the_part_is_part_of_the_fingerprint() -> None:
    units = (unit("g1", "0503"), unit("s1", "0607"))
    small, large = framed(*units), framed(*units, window={"from": "0303", "to": "0607"})
    assert small.scenario.fingerprint != large.scenario.fingerprint
