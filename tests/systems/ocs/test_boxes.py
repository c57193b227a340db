"""Holding boxes, and the edge of the map. [I.C] [I.F]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs import boxes
from grognard.systems.ocs.status import TRANSPORT
from tests.systems.ocs.field import at, field, move, rules, serial, unit, where

rule = pytest.mark.rule
BOXES = {
    "Italy": {"links": ["Sicily"], "hexes": ["0101"]},
    "Sicily": {"links": ["Italy"]},
    "Egypt": {"hexes": ["0101"]},
}


def go(*names: str, to: str) -> dict[str, Any]:
    return {"do": "box", "units": list(names), "to": to}


def theatre(*units: dict[str, Any], **more: Any) -> Any:
    return field(*units, boxes=BOXES, **more)


@rule("ocs", "I.C")
def test_paths_never_leave_the_map() -> None:
    game = field(unit("a1", "0101"))
    assert rules(game, "axis", move("a1", to="0100")) == ["form"]
    assert rules(game, "axis", go("a1", to="Italy")) == ["I.C"]


@rule("ocs", "I.C")
@rule("ocs", "I.F")
def test_boxes_are_the_way_off_the_map_and_back() -> None:
    game = theatre(unit("a1", "0101", "armor"), unit("a2", "0102"))
    assert rules(game, "axis", go("a2", to="Italy")) == ["I.C"]
    assert rules(game, "axis", go("a1", to="Sicily")) == ["I.C"]
    game.play("axis", go("a1", to="Italy"))
    assert (at(game, "a1").place, at(game, "a1").at) == ("box", "Italy")
    assert boxes.inmates(game, "Italy") == ["a1"]
    assert rules(game, "axis", go("a1", to="Sicily")) == ["I.F"]  # one step a phase
    inside = theatre(
        unit("a1", None, "armor", at={"place": "box", "at": "Italy"}), unit("a2", "0505")
    )
    assert rules(inside, "axis", go("a1", to="Sicily")) == []
    inside.play("axis", go("a1", to="0101"))
    assert where(inside, "a1") == "0101"
    assert rules(inside, "axis", move("a1", to="0102")) != []


@rule("ocs", "I.F")
def test_a_box_never_holds_both_sides_but_any_number_of_one() -> None:
    crowd = [unit(f"a{i}", None, re=4, at={"place": "box", "at": "Egypt"}) for i in range(4)]
    game = theatre(unit("a9", "0101"), unit("s1", None, at={"place": "box", "at": "Italy"}), *crowd)
    assert rules(game, "axis", go("a9", to="Italy")) == ["I.F"]
    assert rules(game, "axis", go("a9", to="Egypt")) == []
    held = theatre(unit("a1", None, at={"place": "box", "at": "Italy"}), unit("s1", "0101"),
                   unit("a2", "0505"))  # fmt: skip
    assert rules(held, "axis", go("a1", to="0101")) == ["4.8c(A)"]


@rule("ocs", "I.F")
def test_transport_uses_boxes_too_and_links_must_exist() -> None:
    game = theatre(unit("a1", "0505"), transport=[{"side": "axis", "id": "t", "hex": "0101"}])
    game.play("axis", go("t", to="Egypt"))
    assert game.state[TRANSPORT]["t"].at == "Egypt"
    with pytest.raises(ScenarioError, match="there is no box"):
        field(unit("a1", "0505"), boxes={"Italy": {"links": ["Malta"]}})


@rule("ocs", "1.0")
def test_the_scale_of_hexes_and_turns() -> None:
    assert field(unit("a1", "0505"), miles=2.5).scenario.miles * 2 == 5
    for wrong in ({"miles": 6}, {"miles": 2}, {"days": 7}, {"miles": "wide"}):
        with pytest.raises(ScenarioError, match=r"miles|week"):
            field(unit("a1", "0505"), **wrong)


@rule("ocs", "12.7d")
@rule("ocs", "4.5b")
def test_extenders_and_units_that_negate_a_zone_do_not_leave_by_a_box() -> None:
    posts = [{"id": "t1", "side": "axis", "hex": "0101", "points": 5, "extender": True}]
    game = theatre(unit("a1", "0101", at={"locked": serial("movement")}), transport=posts)
    assert rules(game, "axis", go("t1", to="Italy")) == ["12.7d"]
    assert rules(game, "axis", go("a1", to="Italy")) == ["4.5b"]
