"""Reinforcements that are no ground units, and those that come to a box. [10.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, rules, told, unit
from tests.systems.nextwar.sea import at_sea

TEAM = {
    "id": "r8", "side": "allied", "nation": "ROK", "name": "r8", "support": 2, "range": 12,
    "steps": 2,
}  # fmt: skip
NEXT = {**TEAM, "id": "r9", "name": "r9"}


def arriving(*rows: dict[str, Any], **more: Any) -> Nw:
    """The Reinforcement Phase of turn 3."""
    game = at_sea(
        unit("n1", "0901"), unit("r1", None), unit("r2", None), helicopters=[TEAM, NEXT],
        reinforcements=list(rows), segment="basic-reaction-combat", begin={"first": "dprk"},
        sites=[{"hex": "0909", "kind": "airfield"}], **more,
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    if game.to_act == "dprk":
        game.play("dprk", {"do": "end"})
    return game


def enter(name: str, hex: str) -> dict[str, Any]:
    return {"do": "enter", "unit": name, "hex": hex}


@pytest.mark.rule("nextwar", "10.0", "6.5.1", "6.5.1.1")
def test_helicopters_come_to_a_base_with_room() -> None:
    game = arriving({"turn": 3, "units": ["r8", "r9"], "hexes": ["0909", "0908"]})
    assert rules(game, "allied", enter("r8", "0908")) == ["6.5.1"]
    assert rules(game, "allied", enter("r8", "0907")) == ["10.0"]
    game.play("allied", enter("r8", "0909"))
    helo = game.state[HELOS]["r8"]
    assert (helo.place, game.board.label(helo.hex)) == ("map", "0909")
    assert rules(game, "allied", enter("r9", "0909")) == ["6.5.1.1"]
    assert rules(game, "allied", enter("r8", "0909")) == ["10.0"]


@pytest.mark.rule("nextwar", "10.0")
def test_ground_units_do_not_come_by_an_edge_that_is_sea() -> None:
    game = arriving({"turn": 3, "units": ["r1"], "edge": "south"})
    assert rules(game, "allied", enter("r1", "0209")) == ["10.0"]
    assert rules(game, "allied", enter("r1", "0809")) == []


@pytest.mark.rule("nextwar", "10.0")
def test_nobody_comes_before_he_is_due() -> None:
    game = arriving(
        {"turn": 4, "units": ["r8"], "hex": "0909"}, {"turn": 3, "units": ["r1"], "hex": "0909"}
    )
    assert rules(game, "allied", enter("r8", "0909")) == ["10.0"]
    assert rules(game, "allied", enter("r1", "0909")) == []


@pytest.mark.rule("nextwar", "10.0")
def test_some_come_to_a_holding_box() -> None:
    game = arriving({"turn": 3, "units": ["r1", "r8"], "box": "Overseas"})
    assert (at(game, "r1").place, at(game, "r1").where) == ("box", "Overseas")
    assert game.state[HELOS]["r8"].where == "Overseas"
    assert [one["unit"] for one in told(game, "reinforcement")] == ["r1", "r8"]
    with pytest.raises(ScenarioError, match="there is no box"):
        arriving({"turn": 3, "units": ["r1"], "box": "Oversees"})


@pytest.mark.rule("nextwar", "4.1.3-b5")
@pytest.mark.parametrize(("weather", "comes"), [("storm", ["10.0"]), ("overcast", [])])
def test_a_storm_keeps_some_away(weather: str, comes: list[str]) -> None:
    game = at_sea(
        unit("n1", "0901"), unit("r1", None), unit("r2", None), segment="basic-reaction-combat",
        reinforcements=[{"turn": 3, "units": ["r1", "r2"], "hex": "0909"}],
        begin={"first": "dprk", "weather": weather}, special={"fair_weather": ["r1"]},
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert rules(game, "allied", enter("r1", "0909")) == comes
    assert rules(game, "allied", enter("r2", "0909")) == []


@pytest.mark.rule("nextwar", "8.1.1.2")
def test_strangers_in_one_hex_are_less_efficient() -> None:
    special = {"strangers": [{"nations": ["ROK", "JPN"], "er": 1}]}
    stacks = (unit("r1", "0505", sp=1), unit("u1", "0505", sp=1, nation="JPN"))
    game = field(*stacks, unit("r2", "0606"), special=special)
    assert [er(game, name) for name in ("r1", "u1", "r2")] == [4, 4, 5]
    assert er(field(*stacks), "r1") == 5
