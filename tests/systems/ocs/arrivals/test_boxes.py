"""Holding boxes, and the edge of the map. [I.C] [I.F]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.engine.record import replace
from grognard.systems.ocs.arrivals import boxes
from grognard.systems.ocs.status import DUMPS, TRANSPORT, TURN
from grognard.systems.ocs.supply import dumps
from tests.systems.ocs.field import at, field, move, play, rules, serial, unit, where

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


def boxed(box: str) -> dict[str, str]:
    return {"place": "box", "at": box}


@rule("ocs", "I.F")
def test_supply_holds_a_box_against_the_enemy() -> None:
    stores = [{"side": "allied", "box": "Egypt", "tokens": 4}]
    game = theatre(unit("a1", "0101"), unit("s1", "0909"), dumps=stores)
    assert rules(game, "axis", go("a1", to="Egypt")) == ["I.F"]
    assert rules(game, "axis", go("a1", to="Italy")) == []


@rule("ocs", "I.F")
@rule("ocs", "5.8a")
@rule("ocs", "6.2c")
@rule("ocs", "2.4(3)")
def test_who_comes_out_of_a_box_minds_the_hex_like_any_mover() -> None:
    foe = unit("s1", "0201")
    game = theatre(unit("a1", None, mode="strat", at={**boxed("Egypt"), "mode": "strat"}),
                   unit("a2", None, at=boxed("Egypt")), unit("a9", "0505"), foe)  # fmt: skip
    assert game.board.adjacent(game.board.hex("0101"), game.board.hex("0201"))
    assert rules(game, "axis", go("a1", to="0101")) == ["5.8a"]
    assert rules(game, "axis", go("a2", to="0101")) == []
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", go("a2", to="0101")) == ["2.4(3)"]
    lake = theatre(unit("a2", None, at=boxed("Egypt")), unit("a9", "0505"),
                   board=sketch(9, 9, terrain={"0101": "lake"}))  # fmt: skip
    assert rules(lake, "axis", go("a2", to="0101")) == ["6.2c"]


@rule("ocs", "I.F")
@rule("ocs", "4.4c")
@rule("ocs", "9.14b")
def test_who_comes_out_of_a_box_takes_what_the_enemy_left_there() -> None:
    left = {"side": "allied", "hex": "0101", "tokens": 8}
    game = theatre(unit("a1", None, at=boxed("Egypt")), unit("a2", None, "hq", at=boxed("Egypt")),
                   unit("a9", "0505"), unit("s1", "0909"), dumps=[left])  # fmt: skip
    assert rules(game, "axis", go("a2", to="0101")) == ["4.4c"]
    play(game, "axis", go("a1", to="0101"))
    assert [dump.side for dump in game.state[DUMPS].values() if dump.hex >= 0] in (["axis"], [])


@rule("ocs", "12.3e")
@rule("ocs", "13.2f(B)")
@rule("ocs", "12.2a")
def test_transport_loads_and_unloads_in_its_box() -> None:
    stores = [{"side": "axis", "box": "Egypt", "tokens": 6}]
    trucks = [{"side": "axis", "id": "t", "hex": "0101", "points": 2},
              {"side": "axis", "id": "u", "hex": "0101", "points": 1, "load": 4}]  # fmt: skip
    game = theatre(unit("a1", "0505"), dumps=stores, transport=trucks)
    stow = {"do": "stow", "transport": "t", "tokens": 6}
    assert rules(game, "axis", stow) == ["12.3e"]
    for key in ("t", "u"):
        found = game.state[TRANSPORT][key]
        game.put(TRANSPORT, key, replace(found, place="box", hex=-1, at="Egypt"))
    assert rules(game, "axis", {**stow, "tokens": 9}) == ["13.2c"]
    assert rules(game, "axis", {**stow, "tokens": 7}) == ["13.2f(B)"]
    assert stow in list(game.legal("axis"))
    game.play("axis", {"do": "stow", "transport": "u", "tokens": 0})
    assert game.state[DUMPS]["axis@Egypt"].tokens == 10
    assert rules(game, "axis", {**stow, "tokens": 8}) == ["12.2a"]  # four came in this phase
    game.play("axis", stow)
    assert (game.state[TRANSPORT]["t"].load, game.state[DUMPS]["axis@Egypt"].tokens) == (6, 4)
    assert rules(game, "axis", {**stow, "tokens": 4}) == ["6.1g"]
    assert rules(game, "axis", go("t", to="0101")) == ["I.F"]  # it has been at work
    assert dumps.stock(game, "axis") == 10


@rule("ocs", "13.2g(A)")
def test_organic_trucks_do_not_unload_in_a_box_either() -> None:
    trucks = [{"side": "axis", "id": "o", "hex": "0101", "load": 4, "formation": "1 Pz"}]
    game = theatre(unit("a1", "0505", formation="1 Pz"), transport=trucks)
    found = game.state[TRANSPORT]["o"]
    game.put(TRANSPORT, "o", replace(found, place="box", hex=-1, at="Egypt"))
    assert rules(game, "axis", {"do": "stow", "transport": "o", "tokens": 0}) == ["13.2g(A)"]


@rule("ocs", "5.4")
def test_units_change_their_mode_in_a_box_too() -> None:
    game = theatre(unit("a1", None, at={"place": "box", "at": "Italy"}), unit("a2", "0505"))
    change = {"do": "mode", "units": ["a1"], "mode": "move"}
    assert change in list(game.legal("axis"))
    play(game, "axis", change)
    assert (at(game, "a1").mode, at(game, "a1").place) == ("move", "box")
    assert rules(game, "axis", go("a1", to="Sicily")) == []
    assert rules(game, "axis", {**change, "mode": "combat"}) == ["5.4"]  # once a phase
