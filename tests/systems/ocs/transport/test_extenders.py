"""Extenders: making them, unmaking them, falling back, and what they are good for. [12.7]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT, Transport
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.transport import collapse, rail, transport
from grognard.systems.ocs.turn.phases import EXPLOITATION
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, field, move, play, rules, told, unit

rule = pytest.mark.rule
KINDS = {
    "truck": {"ma": 20, "move": "truck", "extends": 4},
    "wagon": {"ma": 8, "move": "leg", "extends": 2},
    "cart": {"ma": 8, "move": "leg", "extends": 4},
    "mule": {"ma": 4, "move": "leg"},
}


def trucks(key: str = "t1", where: str = "0506", **more: Any) -> dict[str, Any]:
    return {"id": key, "side": "axis", "hex": where, "kind": "truck", "points": 5, **more}


def depot(*items: dict[str, Any], units: tuple[dict[str, Any], ...] = (), **more: Any) -> Ocs:
    """A source of the Axis in 0501 on an open board fifteen hexes wide, the enemy far off."""
    given = [unit("a1", "0501"), *units]
    if not any(item["row"]["id"].startswith("s") for item in given):
        given.append(unit("s1", "0915", mode="move"))
    spec: dict[str, Any] = {
        "board": sketch(9, 15), "kinds": KINDS,
        "sources": [{"side": "axis", "hex": "0501"}], **more,
    }  # fmt: skip
    return field(*given, transport=list(items), **spec)


def extend(*keys: str) -> dict[str, Any]:
    return {"do": "extend", "transport": list(keys)}


def contract(key: str = "t1") -> dict[str, Any]:
    return {"do": "contract", "transport": key}


def withdraw(to: str, key: str = "t1") -> dict[str, Any]:
    return {"do": "withdraw", "transport": key, "to": to}


def haul(key: str, to: str) -> dict[str, Any]:
    return {"do": "haul", "transport": [key], "path": to.split()}


def of(game: Ocs, key: str = "t1") -> Transport:
    return game.state[TRANSPORT][key]


def working(game: Ocs, key: str) -> bool:
    """Whether an Extender is linked to a source."""
    return key in supply_paths.sources(game, "axis").links


def traces(game: Ocs, label: str) -> bool:
    return bool(supply_paths.ways(game, "axis", game.board.hex(label)))


@rule("ocs", "12.7")
@rule("ocs", "12.7d")
@rule("ocs", "12.7a(A)")
def test_five_points_make_an_extender_for_half_their_allowance() -> None:
    game = depot(trucks())
    assert not traces(game, "0511")
    play(game, "axis", extend("t1"))
    assert of(game).extender
    assert transport.spent(game, "t1") == 10 * 12
    assert working(game, "t1")
    assert traces(game, "0511")


@rule("ocs", "12.7")
@pytest.mark.parametrize(("points", "id"), [(4, ["12.7"]), (6, ["12.7"]), (5, [])])
def test_neither_more_nor_fewer_points(points: int, id: list[str]) -> None:
    assert rules(depot(trucks(points=points)), "axis", extend("t1")) == id


@rule("ocs", "12.7d")
@rule("ocs", "12.7e")
def test_points_from_several_hexes_assemble_if_none_has_gone_too_far() -> None:
    game = depot(trucks(points=3), trucks("t2", "0507", points=2))
    play(game, "axis", haul("t2", to="0506"))
    play(game, "axis", move("a1", to="0502"))
    assert rules(game, "axis", haul("t2", to="0507")) == ["6.1g"]  # but it may still be part
    play(game, "axis", extend("t1", "t2"))
    assert (of(game).size, of(game).extender, transport.spent(game, "t1")) == (20, True, 11 * 12)
    assert "t2" not in game.state[TRANSPORT]


@rule("ocs", "12.7e")
def test_none_has_used_more_than_half() -> None:
    game = depot(trucks())
    transport.pay(game, "t1", 10 * 12)
    assert rules(game, "axis", extend("t1")) == []
    transport.pay(game, "t1", 1)
    assert rules(game, "axis", extend("t1")) == ["12.7e"]


@rule("ocs", "12.7d")
@rule("ocs", "13.2g(C)")
def test_what_an_extender_is_not_made_of() -> None:
    game = depot(
        trucks(points=3), trucks("w1", kind="wagon", points=2), trucks("o1", formation="1 Pz"),
        trucks("m1", kind="mule"), trucks("l1", load=1), trucks("x1", extender=True),
        trucks("far", "0503"),
    )  # fmt: skip
    assert rules(game, "axis", extend("t1", "w1")) == ["12.7d"]
    assert rules(game, "axis", extend("o1")) == ["13.2g(C)"]
    assert rules(game, "axis", extend("m1")) == ["12.7d"]
    assert rules(game, "axis", extend("l1")) == ["12.7d"]
    assert rules(game, "axis", extend("x1")) == ["12.7"]
    assert rules(game, "axis", extend("t1", "far")) == ["12.7"]
    assert rules(game, "axis", extend("nobody")) == ["12.7"]
    assert rules(game, "axis", extend()) == ["form"]


@rule("ocs", "12.7d")
@rule("ocs", "12.7b")
@rule("ocs", "12.7g")
def test_an_extender_is_made_only_where_it_reaches_a_source() -> None:
    assert rules(depot(trucks(where="0506")), "axis", extend("t1")) == []  # 4 MP, and next to it
    assert rules(depot(trucks(where="0507")), "axis", extend("t1")) == ["12.7d"]
    wagons = trucks(where="0504", kind="wagon")
    assert rules(depot(wagons), "axis", extend("t1")) == []
    assert rules(depot({**wagons, "hex": "0505"}), "axis", extend("t1")) == ["12.7d"]


@rule("ocs", "12.7b")
@rule("ocs", "4.5a(B)")
def test_enemy_zones_cut_trucks_but_not_wagons() -> None:
    walls = (unit("s2", "0404"), unit("s3", "0604"))
    game = depot(trucks(), units=walls)
    assert rules(game, "axis", extend("t1")) == ["12.7d"]
    game = depot(trucks(kind="cart"), units=walls)
    assert rules(game, "axis", extend("t1")) == []
    game = depot(trucks(where="0504", kind="cart"), units=walls)
    assert rules(game, "axis", extend("t1")) == ["12.7d"]  # nothing works in the zone itself


@rule("ocs", "12.7c")
def test_extenders_link_to_extenders() -> None:
    game = depot(trucks(), trucks("t2", "0511"))
    assert rules(game, "axis", extend("t2")) == ["12.7d"]
    play(game, "axis", extend("t1"))
    play(game, "axis", extend("t2"))
    assert traces(game, "0515")
    play(game, "axis", contract())
    assert not working(game, "t2")
    assert not traces(game, "0515")


@rule("ocs", "12.7a(B)")
@rule("ocs", "12.7a(C)")
@rule("ocs", "13.3c-det")
def test_an_extender_joins_rails_for_trace_but_not_for_cargo() -> None:
    line = "0506-0507-0508-0509-0510 rail"
    places = {"A": "village 0506", "B": "village 0510"}
    board = sketch(9, 15, links=[line], places=places)
    cargo = unit("a2", "0506", mode="move", move="4:8 leg")
    game = depot(trucks(), units=(cargo,), board=board, limits={"axis": {"rail_cap": 5}})
    assert not traces(game, "0513")
    play(game, "axis", extend("t1"))
    assert traces(game, "0513")
    assert rail.detrainable(game, "axis") == frozenset()
    assert rules(game, "axis", {"do": "rail", "units": ["a2"], "to": "0510"}) == ["13.3h"]


@rule("ocs", "12.7")
@rule("ocs", "12.7d")
def test_an_extender_does_nothing_else() -> None:
    game = depot(trucks(extender=True), trucks("t2", points=1),
                 dumps=[{"side": "axis", "hex": "0506", "sp": 2}])  # fmt: skip
    assert rules(game, "axis", haul("t1", to="0507")) == ["12.7d"]
    assert rules(game, "axis", {"do": "load", "transport": "t1", "tokens": 4}) == ["12.7d"]
    assert rules(game, "axis", {"do": "divide", "transport": "t1", "points": 2}) == ["12.7"]
    assert rules(game, "axis", {"do": "combine", "transport": ["t1", "t2"]}) == ["12.7"]
    assert transport.points_at(game, game.board.hex("0506"), "axis") == 4


@rule("ocs", "12.7d")
@rule("ocs", "12.7f")
def test_flipped_back_they_go_their_several_ways() -> None:
    game = depot(trucks(extender=True))
    play(game, "axis", contract())
    assert (of(game).extender, transport.left(game, "t1")) == (False, 10 * 12)
    play(game, "axis", {"do": "divide", "transport": "t1", "points": 2})
    part = told(game, "divide")[0]["part"]
    play(game, "axis", haul("t1", to="0507"))
    assert rules(game, "axis", haul(part, to="0505 0504")) == []
    play(game, "axis", haul(part, to="0505 0504"))
    assert rules(game, "axis", haul(part, to="0503")) == []


@rule("ocs", "12.7d")
def test_flipping_back_takes_half_the_allowance() -> None:
    game = depot(trucks())
    play(game, "axis", haul("t1", to="0505"))
    play(game, "axis", extend("t1"))
    assert rules(game, "axis", contract()) == ["12.7d"]
    game = depot(trucks())
    assert rules(game, "axis", contract()) == ["12.7d"]
    play(game, "axis", extend("t1"))
    play(game, "axis", contract())
    assert transport.left(game, "t1") == 0


@rule("ocs", "12.7d")
@rule("ocs", "9.14c-ext")
def test_an_extender_that_is_cut_off_stays_or_collapses() -> None:
    game = depot(trucks(where="0508", extender=True))
    assert not working(game, "t1")
    assert rules(game, "axis", withdraw("0509")) == ["9.14c-ext"]  # out of trace
    assert rules(game, "axis", withdraw("0503")) == ["9.14c-ext"]  # out of range
    assert rules(game, "axis", withdraw("9999")) == ["form"]
    offered = [a for a in game.legal("axis") if a["do"] == "withdraw"]
    assert offered
    assert all(rules(game, "axis", a) == [] for a in offered)
    play(game, "axis", withdraw("0506"))
    assert (game.board.label(of(game).hex), of(game).extender) == ("0506", False)
    assert rules(game, "axis", haul("t1", to="0505")) == ["6.1g"]


@rule("ocs", "9.14c-ext")
def test_an_extender_may_collapse_of_its_own_will_as_its_move() -> None:
    game = depot(trucks(extender=True))
    assert working(game, "t1")
    assert {**withdraw("0503"), "to": "0503"} in list(game.legal("axis"))
    assert rules(game, "axis", withdraw("0501")) == ["9.14c-ext"]  # beyond its four points
    play(game, "axis", withdraw("0503"))
    assert (game.board.label(of(game).hex), of(game).extender) == ("0503", False)
    assert rules(game, "axis", haul("t1", to="0504")) == ["6.1g"]


@rule("ocs", "12.7d")
def test_who_does_not_flip_or_collapse() -> None:
    game = depot(trucks(where="0508", extender=True), trucks("t2"))
    for key in ("t2", "nobody"):
        assert rules(game, "axis", contract(key)) == ["12.7d"]
        assert rules(game, "axis", withdraw("0506", key)) == ["12.7d"]
    transport.pay(game, "t1", 1)  # it has begun to do something else
    assert rules(game, "axis", withdraw("0506")) == ["12.7d"]
    assert not [a for a in game.legal("axis") if a["do"] == "withdraw"]


@rule("ocs", "12.7h")
@rule("ocs", "9.14c-ext")
def test_an_extender_collapses_when_the_enemy_comes_and_loses_nothing() -> None:
    game = depot(
        trucks(extender=True), units=(unit("s2", "0507"),), player="allied", first="allied"
    )
    game.put(UNITS, "s2", replace(at(game, "s2"), mode="move"))
    play(game, "allied", move("s2", to="0506"))
    assert of(game).size == 20
    assert not of(game).extender
    assert game.board.label(of(game).hex) != "0506"


@rule("ocs", "12.7")
def test_extenders_are_made_in_the_movement_phase() -> None:
    game = depot(trucks(), dumps=[{"side": "axis", "hex": "0101", "sp": 1}], segment=EXPLOITATION)
    assert rules(game, "axis", extend("t1")) != []
    assert not [a for a in game.legal("axis") if a["do"] == "extend"]


def test_what_is_offered_is_legal() -> None:
    game = depot(
        trucks(), trucks("t2", points=3), trucks("t3", points=2), trucks("x1", extender=True)
    )
    offered = [a for a in game.legal("axis") if a["do"] in ("extend", "contract")]
    assert offered == [contract("x1"), extend("t1"), extend("t2", "t3")]
    assert all(rules(game, "axis", a) == [] for a in offered)


@rule("ocs", "12.7d")
@rule("ocs", "4.5b")
@pytest.mark.parametrize(("kind", "refused"), [("truck", ["4.5b"]), ("cart", [])])
def test_who_negates_a_zone_on_the_link_of_a_new_extender_must_stay(
    kind: str, refused: list[str]
) -> None:
    """The enemy in 0203 has his zone on 0103, between the source in 0101 and the trucks in 0105."""
    lakes = {f"02{c:02d}": "lake" for c in range(1, 15) if c != 3}
    game = field(
        unit("a2", "0102"), unit("a3", "0103"), unit("a4", "0104"), unit("s1", "0203"),
        transport=[trucks(where="0105", kind=kind)], kinds=KINDS,
        board=sketch(2, 14, terrain=lakes), sources=[{"side": "axis", "hex": "0101"}],
    )  # fmt: skip
    play(game, "axis", extend("t1"))
    assert rules(game, "axis", move("a3", to="0102")) == refused


@rule("ocs", "9.14c-ext")
@rule("ocs", "12.3d")
def test_bad_ground_does_not_shorten_the_way_of_a_collapse() -> None:
    found = []
    for weather in ("dry", "mud"):
        game = depot(trucks(where="0509", extender=True), weather=weather)
        found.append([game.board.label(h) for h in collapse.havens(game, "t1")])
    assert found[0] == found[1] != []
