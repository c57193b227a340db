"""Setting up: radius, modes, loads, stacking. [IV.A]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, FORMATIONS, TRANSPORT
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, field, rules, unit, where

rule = pytest.mark.rule


def start(*units: dict[str, Any], setup: dict[str, Any] | None = None, **spec: Any) -> Ocs:
    """A game at its very beginning; `setup` adds keys to the rows of the set-up."""
    board = spec.pop("board", None) or sketch(9, 9)
    options = spec.pop("options", {})
    rows = [
        {"hex": u["hex"], "units": [u["row"]["id"]], **u["setup"], **(setup or {})}
        if u["row"]["side"] == "axis"
        else {"hex": u["hex"], "units": [u["row"]["id"]], **u["setup"]}
        for u in units
        if u["hex"]
    ]
    data = {
        "counters": [u["row"] for u in units], "setup": rows, "first": "allied",
        "weather": "dry", **spec,
    }  # fmt: skip
    game: Ocs = Game(OCS, OCS.position(board, data, options), seed=1)
    return game


def place(*names: str, to: str) -> dict[str, Any]:
    return {"do": "place", "units": list(names), "hex": to}


@rule("ocs", "IV.A")
def test_units_are_placed_within_their_radius() -> None:
    game = start(unit("a1", "0505"), unit("a2", "0505"), unit("s1", "0109"), setup={"within": 2})
    assert game.to_act == "axis"  # who goes second sets up first
    assert rules(game, "axis", place("a1", to="0508")) == ["IV.A"]
    assert rules(game, "allied", place("s1", to="0108"))
    game.play("axis", place("a1", to="0507"))
    assert (where(game, "a1"), where(game, "a2")) == ("0507", "0505")  # the stack spreads out
    game.play("axis", {"do": "ready"})
    assert game.to_act == "allied"
    assert rules(game, "allied", place("s1", to="0108")) == ["IV.A"]
    game.play("allied", {"do": "ready"})
    assert not game.decisions or game.decisions[0].ask.name != "set-up"


@rule("ocs", "IV.A")
def test_the_options_of_the_set_up() -> None:
    units = (unit("a1", "0505"), unit("s1", "0109"))
    assert start(*units, options={"setup-order": "first-player-first"}).to_act == "allied"
    as_printed = start(*units, options={"free-setup": "off"})
    assert as_printed.decisions[0].ask.name != "set-up"


@rule("ocs", "IV.A")
def test_a_division_spreads_out_with_breakdowns() -> None:
    game = start(
        unit("a1", "0505", re=3, traits="infantry"), unit("ab", None, traits="breakdown", ar=2),
        unit("s1", "0109"), setup={"within": 1},
    )  # fmt: skip
    game.play("axis", {"do": "break-down", "unit": "a1", "into": "ab"})
    born = next(n for n in game.state[UNITS] if n.startswith("ab#"))
    assert rules(game, "axis", place(born, to="0507")) == ["IV.A"]
    game.play("axis", place(born, to="0504"))
    assert (where(game, born), at(game, "a1").lost) == ("0504", 1)


@rule("ocs", "IV.B")
def test_units_set_up_in_any_mode_but_not_next_to_an_enemy() -> None:
    game = start(unit("a1", "0505"), unit("a2", "0101"), unit("s1", "0506"))
    for mode, near, far in (("move", [], []), ("strat", ["IV.B"], []), ("reserve", ["IV.B"], [])):
        more = {"up": "move"} if mode == "reserve" else {}
        act = {"do": "mode", "units": ["a1"], "mode": mode, **more}
        assert rules(game, "axis", act) == near
        assert rules(game, "axis", {**act, "units": ["a2"]}) == far
    assert rules(game, "axis", {"do": "mode", "units": ["a1"], "mode": "dg"}) == ["5.3"]
    game.play("axis", {"do": "mode", "units": ["a2"], "mode": "strat"})
    assert (at(game, "a2").mode, at(game, "a2").combat_up) == ("strat", False)


@rule("ocs", "IV.B")
def test_a_mode_is_minded_where_units_are_placed() -> None:
    game = start(unit("a1", "0503", mode="strat"), unit("s1", "0506"), setup={"within": 3})
    assert rules(game, "axis", place("a1", to="0505")) == ["IV.B"]
    assert rules(game, "axis", place("a1", to="0504")) == []
    with pytest.raises(ScenarioError, match="next to an enemy"):
        start(unit("a1", "0505", mode="strat"), unit("s1", "0506"))


@rule("ocs", "IV.B")
@rule("ocs", "5.7f")
def test_organic_trucks_set_up_in_reserve_too() -> None:
    few = {"sides": {"axis": {"nation": "German", "reserve_markers": 1}, "allied": {}}}
    trucks: list[dict[str, Any]] = [
        {"side": "axis", "id": "org", "points": 1, "hex": "0505", "formation": "1 Pz", "within": 3},
        {"side": "axis", "id": "org2", "points": 1, "hex": "0503", "formation": "1 Pz"},
        {"side": "axis", "id": "tr", "points": 1, "hex": "0505"},
    ]
    game = start(
        unit("a1", "0505", "armor", formation="1 Pz"), unit("s1", "0509"), transport=trucks, **few
    )

    def lay(*names: str, mode: str = "reserve", **more: str) -> dict[str, Any]:
        return {"do": "mode", "units": list(names), "mode": mode, **more}

    assert rules(game, "axis", lay("tr")) == ["5.7f"]
    assert rules(game, "axis", lay("org", mode="strat")) == ["5.8c"]
    assert rules(game, "axis", lay("org", mode="combat")) == ["5.5c"]
    assert rules(game, "axis", lay("org", "org")) == ["form"]
    offered = list(game.legal("axis"))
    assert lay("org") in offered
    assert lay("tr") not in offered
    game.play("axis", lay("org"))
    assert game.state[TRANSPORT]["org"].reserve
    assert lay("org", mode="move") in list(game.legal("axis"))
    assert rules(game, "axis", place("org", to="0508")) == ["IV.B"]
    assert rules(game, "axis", lay("org2")) == ["5.4a"]  # the one marker lies on 0505
    assert rules(game, "axis", lay("a1", up="move")) == []
    assert rules(game, "axis", lay("a1")) == ["5.3"]
    game.play("axis", lay("org", mode="move"))
    assert rules(game, "axis", lay("org2")) == []
    game.play("axis", place("org", to="0508"))
    assert rules(game, "axis", lay("org")) == ["IV.B"]


@rule("ocs", "4.8b(C)")
def test_stacks_are_arranged_before_the_first_turn() -> None:
    game = start(unit("a1", "0505"), unit("a2", "0505"), unit("s1", "0109"))
    act = {"do": "arrange", "unit": "a1"}
    assert act in list(game.legal("axis"))
    game.play("axis", act)
    assert [list(row["unit"]) for row in game.view("allied")["enemy"]] == [["a1"]]
    assert rules(game, "axis", act) == ["4.8b(C)"]  # it lies on top
    assert rules(game, "axis", {**act, "unit": "s1"}) == ["4.8b(C)"]
    assert not [e for e in game.events_for("allied") if "a1" in game.sentence(e)]


def _loads() -> Ocs:
    return start(
        unit("a1", "0101", "armor", formation="1 Pz"), unit("s1", "0909"),
        dumps=[{"side": "axis", "hex": "0101", "sp": 1}],
        transport=[
            {"side": "axis", "id": "tr", "points": 2, "hex": "0101"},
            {"side": "axis", "id": "org", "points": 1, "hex": "0101", "formation": "1 Pz"},
            {"side": "axis", "id": "far", "points": 1, "hex": "0303"},
            {"side": "axis", "id": "full", "points": 1, "hex": "0303", "loaded": True},
        ],
    )  # fmt: skip


@rule("ocs", "IV.C")
def test_transport_may_start_with_the_supply_of_its_hex() -> None:
    game = _loads()
    act = {"do": "load", "transport": "tr", "tokens": 4}
    assert [game.state[TRANSPORT][k].load for k in ("tr", "far", "full")] == [0, 0, 4]
    assert rules(game, "axis", {**act, "tokens": 5}) == ["IV.C"]
    assert rules(game, "axis", {**act, "transport": "far"}) == ["IV.C"]
    game.play("axis", act)
    assert game.state[TRANSPORT]["tr"].load == 4
    assert not game.state.maps["dumps"]


@rule("ocs", "IV.D")
def test_organic_trucks_start_empty_unless_loaded_from_their_hex() -> None:
    game = _loads()
    assert game.state[TRANSPORT]["org"].load == 0
    game.play("axis", {"do": "load", "transport": "org", "tokens": 3})
    assert game.state[TRANSPORT]["org"].load == 3
    assert next(iter(game.state.maps["dumps"].values())).tokens == 1


@rule("ocs", "IV.E")
def test_nobody_starts_overstacked() -> None:
    game = start(unit("a1", "0504", re=6), unit("a2", "0505", re=6), unit("s1", "0909"),
                 setup={"within": 2})  # fmt: skip
    assert rules(game, "axis", place("a1", to="0505")) == ["IV.E"]
    with pytest.raises(ScenarioError, match="more than ten RE"):
        start(unit("a1", "0505", re=6), unit("a2", "0505", re=6), unit("s1", "0909"))


PLANE = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9, "full": "(1)/8/0",
         "reduced": "(1)/4/0"}  # fmt: skip


@rule("ocs", "IV.F")
@rule("ocs", "IV.G")
@rule("ocs", "IV.J")
def test_everything_starts_whole_active_and_without_fuel() -> None:
    game = start(
        unit("a1", "0101", "armor", re=3, formation="1 Pz"), unit("ahq", "0101", "hq"),
        unit("s1", "0909"), planes=[PLANE], air=[{"id": "p", "plane": "ju", "hex": "0101"}],
        bases=[{"side": "axis", "hex": "0101", "level": 1}],
    )  # fmt: skip
    assert game.state[AIR]["p"].active
    assert not game.state[AIR]["p"].reduced
    assert at(game, "a1").lost == 0
    assert (at(game, "a1").fuelled, at(game, "ahq").hq_fuelled) == (-1, False)
    assert not game.state[FORMATIONS]["1 Pz"].fuelled


@rule("ocs", "IV.H")
def test_inclusive_zones_include_their_boundary() -> None:
    areas = {"zone": ["0404", "0405", "0406"], "line": ["0406", "0407"]}

    def hexes(**more: Any) -> set[str]:
        game = start(unit("a1", "0404"), unit("s1", "0909"), areas=areas,
                     setup={"area": "zone", **more})  # fmt: skip
        return {game.board.label(h) for h in game.scenario.choices["a1"]}

    assert hexes() == {"0404", "0405", "0406"}
    assert hexes(boundary="line") == {"0404", "0405"}
    assert hexes(boundary="line", inclusive=True) == {"0404", "0405", "0406", "0407"}


@rule("ocs", "IV.I")
def test_nobody_sets_up_where_he_could_not_go() -> None:
    board = sketch(9, 9, terrain={"0504": "lake"})
    game = start(unit("a1", "0505"), unit("s1", "0909"), board=board, setup={"within": 1})
    assert rules(game, "axis", place("a1", to="0504")) == ["IV.A"]
    with pytest.raises(ScenarioError, match="cannot stand"):
        start(unit("a1", "0504"), unit("s1", "0909"), board=board)


@rule("ocs", "IV.A")
def test_a_position_in_the_midst_of_a_game_is_not_set_up() -> None:
    game = field(unit("a1", "0505", within=2), unit("s1", "0909"))
    assert game.decisions[0].ask.name != "set-up"


@rule("ocs", "IV.A")
def test_transport_and_supply_are_placed_within_their_radius_too() -> None:
    game = start(
        unit("a1", "0505"), unit("s1", "0504"), board=sketch(9, 9, terrain={"0604": "lake"}),
        transport=[{"id": "t", "side": "axis", "hex": "0505", "within": 1}],
        dumps=[{"side": "axis", "hex": "0505", "sp": 2, "within": 1}],
    )  # fmt: skip
    for label, wrong in (("0506", []), ("0507", ["IV.A"]), ("0604", ["IV.A"]), ("0504", ["4.8"])):
        assert rules(game, "axis", place("t", to=label)) == wrong
        supply = {"do": "place-supply", "from": "0505", "hex": label, "tokens": 3}
        assert rules(game, "axis", supply) == wrong
    assert rules(game, "axis", place("a1", "t", to="0506")) == ["IV.A"]  # it has no radius
    assert place("t", to="0506") in list(game.legal("axis"))
    game.play("axis", place("t", to="0506"))
    game.play("axis", {"do": "place-supply", "from": "0505", "hex": "0506", "tokens": 3})
    assert game.board.label(game.state[TRANSPORT]["t"].hex) == "0506"
    found = {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}
    assert found == {"0505": 5, "0506": 3}
    assert rules(game, "axis", {"do": "load", "transport": "t", "tokens": 4}) == ["IV.C"]
    game.play("axis", {"do": "load", "transport": "t", "tokens": 3})
    assert game.state[TRANSPORT]["t"].load == 3


@rule("ocs", "5.4a")
def test_reserves_at_the_start_have_markers() -> None:
    few = {"sides": {"axis": {"nation": "German", "reserve_markers": 1}, "allied": {}}}
    units = [unit("a1", "0505"), unit("a2", "0505"), unit("a3", "0503")]

    def reserve(*names: str) -> dict[str, Any]:
        return {"do": "mode", "units": list(names), "mode": "reserve", "up": "combat"}

    game = start(*units, unit("s1", "0109"), setup={"within": 1}, **few)
    assert rules(game, "axis", reserve("a1", "a3")) == ["5.4a"]
    game.play("axis", reserve("a1", "a2"))  # one marker for both
    assert rules(game, "axis", reserve("a3")) == ["5.4a"]
    assert rules(game, "axis", place("a1", to="0506")) == ["5.4a"]
    assert rules(game, "axis", place("a1", "a2", to="0506")) == []
    each = start(*units, unit("s1", "0109"), options={"reserve-markers": "units"}, **few)
    assert rules(each, "axis", reserve("a1")) == []
    assert rules(each, "axis", reserve("a1", "a2")) == ["5.4a"]


@rule("ocs", "IV.I")
@rule("ocs", "13.6")
@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"transport": [{"side": "axis", "hex": "0504"}]}, "cannot be on lake"),
        ({"dumps": [{"side": "axis", "hex": "0504", "sp": 1}]}, "cannot be on lake"),
        ({"transport": [{"side": "axis", "hex": "0909"}]}, "among enemies"),
        ({"dumps": [{"side": "axis", "hex": "0909", "sp": 1}]}, "among enemies"),
        ({"dumps": [{"side": "axis", "hex": "0303", "tokens": -1}]}, "not -1"),
        ({"transport": [{"side": "axis", "hex": "0303", "points": 0}]}, "one point at least"),
        ({"transport": [{"side": "axis", "hex": "0303", "points": 3, "extender": True}]}, "five"),
        ({"transport": [{"side": "axis", "hex": "0303", "id": "t"}] * 2}, "t already"),
        ({"transport": [{"side": "axis", "hex": "0303", "id": "a1"}]}, "name of a unit"),
        ({"planes": [PLANE], "air": [{"id": "p", "plane": "ju", "hex": "0101"}]}, "Air Base"),
        ({"arrivals": [{"side": "axis", "turn": 2, "units": ["a1"], "hexes": ["0101"]}]}, "on the"),
        ({"arrivals": [{"side": "allied", "turn": 2, "units": ["a2"], "hexes": ["0101"]}]}, "not"),
        ({"arrivals": [{"side": "axis", "turn": 2, "units": ["a2"]}]}, "where does a2 arrive"),
    ],
)
def test_a_scenario_begins_as_a_game_can(wrong: dict[str, Any], text: str) -> None:
    board = sketch(9, 9, terrain={"0504": "lake"})
    units = (unit("a1", "0505"), unit("a2", None), unit("s1", "0909"))
    assert start(*units, board=board)
    with pytest.raises(ScenarioError, match=text):
        start(*units, board=board, **wrong)
