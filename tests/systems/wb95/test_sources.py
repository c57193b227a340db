"""Every number says where it comes from: what we designed is never passed off as published."""

from __future__ import annotations

from typing import Any

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement.movement import allowance, step_cost
from tests.systems.wb95.field import AIR_A, ATTACK_A, MOVE_A, field, told, unit


def sources(tally: dict[str, Any]) -> dict[str, str]:
    """The source of each part of a tally."""
    return {part["label"]: part["source"] for part in tally["parts"]}


def test_the_movement_of_a_designed_counter_is_ours() -> None:
    for source in ("house", "rulebook"):
        game = field(unit("g1", "0303", source=source))
        assert sources(allowance(game, "g1").to_json()) == {"printed": source}


def test_a_designed_row_of_the_terrain_table_is_ours_in_the_cost_of_a_move() -> None:
    for water, source in (("river", "rulebook"), ("big_river", "house")):
        board = sketch(5, 5, sides=[f"0303-0304 {water}"])
        game = field(unit("g1", "0303"), board=board, phase=MOVE_A)
        cost = step_cost(game, "g1", board.hex("0303"), board.hex("0304"))
        label = f"crossing {water.replace('_', ' ')}"
        assert cost is not None
        assert sources(cost.to_json())[label] == source
        game.play("german", {"do": "move", "units": ["g1"], "path": ["0304"]})
        assert sources(told(game, "move")[0]["cost"]["g1"])[label] == source


def test_a_designed_modifier_of_water_is_ours() -> None:
    for water, source in (("river", "rulebook"), ("stream", "house")):
        board = sketch(5, 5, sides=[f"0303-0304 {water}"])
        game = field(unit("g1", "0303"), unit("s1", "0304"), board=board, phase=ATTACK_A)
        game.play("german", {"do": "attack", "units": ["g1"], "targets": ["0304"]})
        assert sources(told(game, "reckoning")[0]["defender_cm"]) == {"across water": source}


def test_a_designed_shelter_from_fire_is_ours() -> None:
    for terrain, source in (("town", "rulebook"), ("hill", "example"), ("mountain", "house")):
        board = sketch(5, 5, terrain={"0303": terrain})
        guns = unit("g1", "0301", "ART", "9,3")
        game = field(guns, unit("s1", "0303"), board=board, phase=ATTACK_A)
        game.play("german", {"do": "bombard", "guns": ["g1"], "target": "0303"})
        found = sources(told(game, "reckoning")[0]["strength"])
        assert found == {"g1": "house", f"{terrain}, twice": source}


def test_so_it_is_from_the_air() -> None:
    board = sketch(5, 5, terrain={"0303": "mountain"})
    grant = [{"side": "german", "sp": 9}]
    game = field(unit("g1", "0101"), unit("s1", "0303"), board=board, phase=AIR_A, air=grant)
    raid = {"mission": "attack", "air": ["german-air-1"], "hexes": ["0303"]}
    game.play("german", {"do": "assign", "missions": [raid]})
    assert sources(told(game, "air attack")[0]["strength"])["terrain, twice"] == "house"
