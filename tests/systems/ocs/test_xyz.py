"""XYZ transport: loading and unloading at two bases. [21.12a]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.status import AIR, DUMPS
from tests.systems.ocs.field import field, play, rules, unit, where

rule = pytest.mark.rule
PLANE = {
    "id": "ju", "side": "axis", "name": "Ju 52", "types": "Tpt", "range": 12,
    "full": "(1)/0/2", "reduced": "(1)/0/1",
}  # fmt: skip


def theatre(option: str = "on", **more: Any) -> Any:
    """Bases X in 0301, Y in 0306 and Z in 0311; 2 SP at X, 1 SP at Y."""
    return field(
        unit("a1", "0306", mode="move"), unit("a2", "0301", mode="move"), unit("s1", "0920"),
        board=sketch(9, 24), planes=[PLANE], air=[{"id": "p", "plane": "ju", "hex": "0301"}],
        bases=[{"side": "axis", "hex": h, "level": 2} for h in ("0301", "0306", "0311", "0322")],
        dumps=[{"side": "axis", "hex": "0301", "sp": 2}, {"side": "axis", "hex": "0306", "sp": 1}],
        options={"xyz-transport": option}, **more,
    )  # fmt: skip


def fly(**more: Any) -> dict[str, Any]:
    return {"do": "xyz-transport", "planes": ["p"], "hex": "0306", "then": "0311", **more}


def supply(game: Any) -> dict[str, int]:
    return {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}


@rule("ocs", "21.12a")
def test_cargo_is_loaded_and_unloaded_twice() -> None:
    game = theatre()
    play(game, "axis", fly(tokens={"0301": 2}, onward_tokens=2))
    assert supply(game) == {"0301": 6, "0306": 4, "0311": 2}
    plane = game.state[AIR]["p"]
    assert (game.board.label(plane.hex), plane.active) == ("0311", False)


@rule("ocs", "21.12a")
def test_units_fly_on_too() -> None:
    game = theatre()
    play(game, "axis", fly(units=["a2"], onward_units=["a1"]))
    assert (where(game, "a2"), where(game, "a1")) == ("0306", "0311")


@rule("ocs", "21.12a")
def test_each_leg_has_its_capacity_and_the_longer_one_its_range() -> None:
    game = theatre()
    assert rules(game, "axis", fly(tokens={"0301": 3})) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=3)) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2, then="0322")) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2, then="0306")) == ["21.12a"]
    assert rules(game, "axis", fly()) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2)) == []
    assert rules(theatre("off"), "axis", fly(onward_tokens=2)) == ["21.12a"]


@rule("ocs", "21.12a")
def test_legal_flights_are_legal() -> None:
    game = theatre()
    found = [a for a in game.legal("axis") if a["do"] == "xyz-transport"]
    assert any("onward_tokens" in a and "tokens" in a for a in found)
    assert all(rules(game, "axis", a) == [] for a in found)


@rule("ocs", "21.12a")
def test_no_gliders_are_offered_for_it() -> None:
    game = theatre(
        gliders=[{"side": "axis", "hex": "0301", "points": 2}], limits={"axis": {"gliders": True}}
    )
    found = [a for a in game.legal("axis") if a["do"] == "xyz-transport"]
    assert found
    assert not [action for action in found if "gliders" in action]
    assert all(not game.why("axis", action) for action in found)
