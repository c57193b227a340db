"""Strikes that no unit of our scenarios makes: at Land Areas, by the AH-1Z, by Russian rockets.

The text and the charts give them; the positions are made up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.board.board import Board, Box
from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, rig, rules, side, told, unit
from tests.systems.nextwar.sea import IN1, IN2, SEA1, SEA2, at_sea, coast, ship
from tests.systems.nextwar.sky import wing

ISLE, SEEN = "Isle", {"detected": 3}
COBRA = {
    "id": "u7", "side": "allied", "nation": "US", "name": "AH-1Z 1", "support": 1, "range": 12,
    "steps": 1, "marine": "yes",
}  # fmt: skip


def isles() -> Board:
    """The coast, and an island beyond the map off the Inshore Box of the West."""
    board = coast(country={f"{c:02}{r:02}": "DPRK" for c in range(4, 10) for r in range(1, 5)})
    boxes = {**board.boxes, ISLE: Box(ISLE, "land_area", (), (IN1,))}
    boxes[IN1] = replace(boxes[IN1], boxes=(SEA1, ISLE))
    return replace(board, boxes=boxes)


def war(segment: str, **more: Any) -> Nw:
    """n1 is on the island, n2 too and not detected; ships of the Allies lie inshore."""
    game = at_sea(
        unit("n1", None, at=SEEN), unit("n2", None), unit("n3", "0902", at=SEEN),
        unit("u1", "0909", "0-1-4", type="headquarters", range=4),
        board=isles(), segment=segment, begin={"first": "allied"},
        ships=[ship("u8", IN1), ship("u9", IN2), ship("u6", IN1, "AMPH")],
        lands={ISLE: "rough"}, aircraft=[wing("u2", "4-3-3", "L")["row"]],
        **{"options": {"game": "advanced"}, "helicopters": [COBRA], "bases": {"u7": "u6"}, **more},
        setup=[{"box": ISLE, "units": ["n1", "n2"]}, {"hex": "0902", "units": ["n3"]},
               {"hex": "0909", "units": ["u1"]}],
    )  # fmt: skip
    return game


@pytest.mark.rule("nextwar", "17.5")
def test_ships_bombard_the_land_area_of_their_inshore_box() -> None:
    game = war("strike-1-fire")
    order = {"do": "bombard", "unit": "u8", "target": "n1"}
    assert rules(game, "allied", order) == []
    assert rules(game, "allied", {**order, "unit": "u9"}) == ["17.5"]
    assert rules(game, "allied", {**order, "target": "n3"}) == ["17.5"]
    assert rules(game, "allied", {**order, "target": "n2"}) == ["23.2-air-1"]
    rig(game, 0)
    game.play("allied", order)
    blow = told(game, "strike")[-1]
    assert (blow["row"], blow["column"], blow["tally"]["total"]) == ("naval bombardment 2", "c3", 0)
    assert at(game, "n1").strike or at(game, "n1").steps == 1


@pytest.mark.rule("nextwar", "18.2.2")
def test_a_headquarters_reaches_no_land_area() -> None:
    game = war("strike-1-fire")
    assert rules(game, "allied", {"do": "shell", "unit": "u1", "target": "n1"}) == ["18.2.2"]


@pytest.mark.rule("nextwar", "23.0", "23.4.1", "24.1.1")
@pytest.mark.parametrize(("fixed", "column"), [(None, "track-6"), ((9, 0, 0), "track-9")])
def test_aircraft_strike_a_land_area_through_its_own_defenses(
    fixed: tuple[int, int, int] | None, column: str
) -> None:
    keys = ("detection", "sam", "aaa")
    game = war(
        "strike-1-announce", assets={"dprk": {"detection": 6}, "allied": {}},
        **({"defenses": {ISLE: dict(zip(keys, fixed, strict=True))}} if fixed else {}),
    )  # fmt: skip
    order = {"do": "announce-strike", "units": ["u2"], "target": "n1"}
    assert rules(game, "allied", {**order, "target": "n2"}) == ["23.2-air-1"]
    rig(game, 9, 0)
    game.play("allied", order)
    while game.segment.kind.endswith("announce"):
        game.play(str(game.to_act), {"do": "end"})
    assert told(game, "detection")[0]["column"] == column
    assert told(game, "strike")[0]["column"] == "c4"
    assert at(game, "n1").strike or at(game, "n1").steps == 1


@pytest.mark.rule("nextwar", "6.5.5", "23.4.2")
def test_marine_helicopters_strike_the_land_area_off_which_their_ship_lies() -> None:
    game = war("strike-1-announce")
    order = {"do": "announce-helicopter", "unit": "u7", "target": "n1"}
    assert rules(game, "allied", order) == []
    assert rules(game, "allied", {**order, "target": "n3"}) == ["6.5.5"]
    elsewhere = war("strike-1-announce", bases={"u7": "0909"},
                    sites=[{"hex": "0909", "kind": "airbase"}])  # fmt: skip
    assert rules(elsewhere, "allied", order) == ["6.5.5"]
    rig(game, 9, 0)
    game.play("allied", order)
    while game.segment.kind.endswith("announce"):
        game.play(str(game.to_act), {"do": "end"})
    assert (told(game, "strike")[0]["row"], told(game, "strike")[0]["column"]) == ("helo 1", "c3")


@pytest.mark.rule("nextwar", "23.0")
@pytest.mark.parametrize(
    ("lands", "said"),
    [
        ({"Isles": "rough"}, "there is no box 'Isles'"),
        ({SEA2: "rough"}, "South is no Land Area"),
        ({ISLE: "roug"}, "no land has the terrain 'roug'"),
    ],
)
def test_a_land_area_is_one_of_the_map_with_a_terrain(lands: dict[str, str], said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        at_sea(board=isles(), lands=lands)


@pytest.mark.rule("nextwar", "23.3", "23.4.2")
def test_the_ah_1z_may_be_a_wild_weasel() -> None:
    more: dict[str, Any] = {
        "bases": {"u7": "0909"}, "sites": [{"hex": "0909", "kind": "airbase"}],
        "assets": {"dprk": {"detection": 6, "sam": 6, "aaa": 2}, "allied": {}},
    }  # fmt: skip
    order = {"do": "announce-helicopter", "unit": "u7", "target": "sam"}
    assert rules(war("strike-1-announce", **more), "allied", order) == ["23.2-helo-1"]
    more["options"] = {"game": "advanced", "cobra-weasels": "on"}
    game = war("strike-1-announce", **more)
    rig(game, 9, 2, 9, 9)
    game.play("allied", {"do": "announce-strike", "units": ["u2"], "target": "n3"})
    game.play("allied", order)
    while game.segment.kind.endswith("announce"):
        game.play(str(game.to_act), {"do": "end"})
    found = told(game, "detection")[0]
    assert (found["network"], found["column"]) == ("local", "local")
    blow = told(game, "strike")[0]
    assert (blow["row"], blow["column"], blow["tally"]["total"]) == ("wild weasel", "c5", 1)
    assert side(game, "dprk").sam < 6
    steps = [e.kind for e in game.events if e.kind in ("detection", "track")]
    assert steps == ["detection", "track", "detection"]  # before all other strikes
    apache = {**COBRA, "name": "AH-64"}
    other = war("strike-1-announce", **{**more, "helicopters": [apache]})
    assert rules(other, "allied", order) == ["23.2-helo-1"]


@pytest.mark.rule("nextwar", "18.6.1")
@pytest.mark.parametrize(
    ("nation", "type_", "total"),
    [
        ("Russia", "rocket artillery", -1),
        ("DPRK", "rocket artillery", 0),
        ("Russia", "artillery", 0),
    ],
)
def test_russian_rocket_artillery_strikes_better(nation: str, type_: str, total: int) -> None:
    guns = unit(
        "n1", "0503", "0-1-4", type=type_, arm="artillery", range=4, nation=nation
    )  # fmt: skip
    game = field(
        guns, unit("r1", "0505", at=SEEN), segment="strike-1-fire", options={"game": "advanced"}
    )  # fmt: skip
    rig(game, 5)
    game.play("dprk", {"do": "shell", "unit": "n1", "target": "r1"})
    assert told(game, "strike")[0]["tally"]["total"] == total
