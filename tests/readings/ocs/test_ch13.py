"""The second reading of chapter 13: headquarters, transport, railways. [13.1] [13.2] [13.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, TRANSPORT, HexStatus
from grognard.systems.ocs.transport import rail, transport
from tests.readings.ocs.depots import (
    HOME,
    KINDS,
    aboard,
    attack,
    dry,
    dump,
    fed,
    fuel,
    fuelable,
    ground,
    haul,
    line,
    load,
    reach,
    road,
    truck,
    unload,
)
from tests.systems.ocs.field import at, end, field, mode, move, play, rig, rules, told, unit, where
from tests.systems.ocs.transport.tracks import board, foot, gauged, rails, repair, train

reading = pytest.mark.reading
rule = pytest.mark.rule


def front(*pieces: Any, **more: Any) -> Ocs:
    """A Combat Segment with supply for both sides."""
    stores = [dump("0304", 8), dump("0608", 8, "allied")]
    return field(*pieces, **{"segment": "attack", "dumps": stores, "kinds": KINDS, **more})


# ---- headquarters


@reading("ocs", "13-01")
@pytest.mark.parametrize(
    ("posture", "strength", "rating"),
    [({"mode": "combat"}, "5", 0), ({"mode": "move"}, "1", 0),
     ({"mode": "dg", "up": "combat"}, "5/2", -1), ({"mode": "strat"}, "0", 0)],
)  # fmt: skip
def test_how_a_headquarters_defends(posture: Any, strength: str, rating: int) -> None:
    game = front(unit("a1", "0404"), unit("shq", "0505", "hq", size="battalion", **posture))
    rig(game, 3, 3, 3, 4)
    play(game, "axis", attack("a1", on="0505"))
    assert told(game, "odds")[0]["defence"] == strength
    assert told(game, "rating")[1]["rating"] == rating
    assert [s["tokens"] for s in told(game, "supply")] == [1, 1]  # it is of one RE


@reading("ocs", "13-02")
@reading("ocs", "13-15")
def test_who_retreats_and_how() -> None:
    carts = [{**truck("o1", "0505", 1, 4, formation="7"), "side": "allied"},
             {**truck("t1", "0505"), "side": "allied"}]  # fmt: skip
    pieces = [unit("a1", "0404", combat="30:3 leg", re=3), unit("s1", "0505", formation="7", re=3),
              unit("shq", "0505", "hq")]  # fmt: skip
    game = front(*pieces, transport=carts)
    rig(game, 3, 3, 3, 4)  # the defender has an option of one
    game.play("axis", attack("a1", on="0505"))
    while game.decisions[0].ask.name != "retreat":
        game.play("allied", game.decisions[0].ask.default or {})
    paths = {"s1": ["0506"], "shq": ["0506"]}
    alone = {"do": "retreat", "paths": paths}
    assert rules(game, "allied", alone) == []
    also = {"do": "retreat", "paths": {**paths, "t1": ["0506"]}}
    assert rules(game, "allied", also) != []
    offers = list(game.legal("allied"))
    assert any("o1" in a["paths"] for a in offers)
    assert any("o1" not in a["paths"] for a in offers)
    play(game, "allied", {"do": "retreat", "paths": {**paths, "o1": ["0506"]}})
    assert (at(game, "shq").mode, at(game, "s1").mode) == ("move", "combat")
    assert game.board.label(game.state[TRANSPORT]["o1"].hex) == "0506"
    assert sorted(told(game, "retreat")[0]["units"]) == ["o1", "s1", "shq"]


@reading("ocs", "13-15")
def test_organic_trucks_do_not_retreat_alone() -> None:
    carts = [{**truck("o1", "0505", 1, 4, formation="7"), "side": "allied"}]
    game = front(unit("a1", "0404", combat="90:3 leg", re=3), unit("s1", "0505", formation="7"),
                 unit("s2", "0808"), transport=carts)  # fmt: skip
    rig(game, 3, 3, 3, 4, 6)  # the one step is lost; a six captures what is there
    play(game, "axis", attack("a1", on="0505"))
    assert at(game, "s1").place == "dead"
    assert not told(game, "retreat")


@reading("ocs", "13-03")
@pytest.mark.parametrize(
    ("posture", "served"),
    [({"mode": "combat"}, ["a1", "a2"]), ({"mode": "move"}, ["a1"]),
     ({"mode": "dg", "up": "move"}, ["a1"]), ({"mode": "reserve", "up": "combat"}, ["a1", "a2"])],
)  # fmt: skip
def test_the_side_that_shows_throws(posture: Any, served: list[str]) -> None:
    game = field(unit("ahq", "0107", "hq", **posture), unit("a1", "0112"), unit("a2", "0116"),
                 board=line(), sources=HOME)  # fmt: skip
    assert [name for name in fed(game) if name != "ahq"] == served


@reading("ocs", "13-04")
def test_whom_a_divisional_headquarters_serves() -> None:
    men = [unit("a1", "0112", "armor", formation="1"), unit("a2", "0112", "armor", formation="2"),
           unit("a3", "0112", "armor"), unit("a4", "0112", "armor", nation="Italian")]  # fmt: skip
    game = dry(unit("ahq", "0105", "hq", formation="1"), *men, dumps=[dump("0101")])
    assert [n for n in ("a1", "a2", "a3", "a4") if fuelable(game, n)] == ["a1", "a3"]


# ---- Transport Points


@reading("ocs", "13-05")
@pytest.mark.parametrize("interrupted", [False, True])
def test_transport_pauses_for_its_load_to_be_used(interrupted: bool) -> None:
    game = dry(unit("a1", "0112", "armor"), transport=[truck("t1", "0101", 1, 4)])
    play(game, "axis", haul("t1", road(1, 11)))
    play(game, "axis", fuel("a1"))
    assert aboard(game, "t1") == 3
    if interrupted:
        play(game, "axis", move("a1", to="0113"))
    assert rules(game, "axis", haul("t1", "0110")) == (["6.1g"] if interrupted else [])
    if not interrupted:
        play(game, "axis", haul("t1", "0110"))
        assert transport.left(game, "t1") == (50 - 11) * 12


@reading("ocs", "13-06")
def test_transport_has_no_mode_but_move() -> None:
    carts = [truck("t1", "0105"), truck("o1", "0105", formation="1")]
    game = dry(unit("a1", "0105"), transport=carts)
    for wanted in ("combat", "strat"):
        assert rules(game, "axis", mode("t1", to=wanted))
        assert rules(game, "axis", mode("o1", to=wanted))
    assert rules(game, "axis", mode("t1", to="reserve"))
    assert rules(game, "axis", mode("o1", to="reserve")) == []


@reading("ocs", "13-06")
@reading("ocs", "13-14")
def test_a_disorganised_hex_leaves_transport_alone() -> None:
    carts = [{**truck("t1", "0505"), "side": "allied"},
             {**truck("o1", "0505", formation="7"), "side": "allied"}]  # fmt: skip
    pieces = [unit("a1", "0404", "artillery", barrage="99/5"), unit("a2", "0404"),
              unit("s1", "0505", formation="7", re=4, mode="reserve", up="combat")]  # fmt: skip
    game = front(*pieces, transport=carts, segment="artillery")
    game.put(TRANSPORT, "o1", replace(game.state[TRANSPORT]["o1"], reserve=True))
    rig(game, 4, 4, 1)
    play(game, "axis", {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"})
    assert at(game, "s1").mode == "dg"
    assert not game.state[TRANSPORT]["o1"].reserve
    reach(game, "movement")
    assert game.to_act == "allied"
    assert transport.full(game, "t1") == transport.full(game, "o1") == 50 * 12


@reading("ocs", "13-07")
def test_transport_divides_in_the_movement_phase() -> None:
    carts = [truck("t1", "0105", 5, 12)]
    game = dry(unit("a1", "0105"), transport=carts)
    divide = {"do": "divide", "transport": "t1", "points": 2}
    assert rules(game, "axis", {**divide, "tokens": 9}) == ["13.2c"]
    play(game, "axis", {**divide, "tokens": 8})
    part = told(game, "divide")[0]["part"]
    assert (aboard(game, "t1"), aboard(game, part)) == (4, 8)
    assert transport.left(game, part) == 50 * 12
    late = dry(unit("a1", "0105", mode="reserve", up="move"), transport=carts,
               segment="exploitation", dumps=[dump("0105")])  # fmt: skip
    assert rules(late, "axis", divide) != []


@reading("ocs", "13-08")
def test_what_does_not_combine() -> None:
    carts = [truck("t1", "0105", 2), truck("w1", "0105", kind="wagon"),
             truck("o1", "0105", formation="1")]  # fmt: skip
    game = dry(unit("a1", "0105"), transport=carts)
    for pair in (["t1", "w1"], ["t1", "o1"], ["w1", "o1"]):
        assert rules(game, "axis", {"do": "combine", "transport": pair}) == ["13.2c"]


@reading("ocs", "13-09")
def test_transport_goes_by_its_size_loaded_or_not() -> None:
    game = rails(transport=[truck("t1", "0503", 3, 12)], limits={"axis": {"rail_cap": 3}})
    play(game, "axis", {"do": "rail", "transport": ["t1"], "to": "0509"})
    assert rail.cap_left(game, "axis") == 0
    assert aboard(game, "t1") == 12


@reading("ocs", "13-10")
@pytest.mark.parametrize(("kind", "cost"), [("lorry", 5), ("truck", 5), ("cart", 1), ("wagon", 1)])
@pytest.mark.parametrize("tokens", [1, 20])
def test_loading_costs_a_tenth(kind: str, cost: int, tokens: int) -> None:
    game = dry(unit("a1", "0105"), transport=[truck("t1", "0105", 5, kind=kind)],
               dumps=[dump("0105", 20)])  # fmt: skip
    before = transport.left(game, "t1")
    play(game, "axis", load("t1", tokens))
    assert before - transport.left(game, "t1") == cost * 12
    play(game, "axis", unload("t1", tokens))
    assert before - transport.left(game, "t1") == 2 * cost * 12


@reading("ocs", "13-11")
@pytest.mark.parametrize(
    ("spec", "able"),
    [({}, False), ({"dumps": [dump("0105", 1)]}, True),
     ({"more": truck("t2", "0105", 1, 4)}, False),
     ({"bases": [{"side": "axis", "hex": "0105", "level": 1}]}, True),
     ({"hq": True}, True), ({"hedgehogs": [{"side": "axis", "hex": "0105", "level": 1}]}, False)],
)  # fmt: skip
def test_where_transport_unloads(spec: dict[str, Any], able: bool) -> None:
    spec = dict(spec)
    carts = [truck("t1", "0105", 1, 4), *([spec.pop("more")] if "more" in spec else [])]
    staff = [unit("ahq", "0105", "hq")] if spec.pop("hq", False) else []
    game = dry(unit("a1", "0110"), *staff, transport=carts, **spec)
    assert (rules(game, "axis", unload("t1", 4)) == []) is able


@reading("ocs", "13-12")
def test_organic_trucks_serve_their_own() -> None:
    game = dry(unit("ahq", "0106", "hq"), unit("a1", "0114", "armor", formation="1"),
               unit("a2", "0105", "armor", formation="2"), unit("a3", "0105", "armor"),
               transport=[truck("o1", "0105", 1, 4, formation="1")])  # fmt: skip
    assert rules(game, "axis", unload("o1", 4)) == ["13.2g(A)"]
    assert [n for n in ("a1", "a2", "a3", "ahq") if fuelable(game, n)] == ["a1"]


def raid(segment: str = "movement", **more: Any) -> Ocs:
    carts = [{**truck("o1", "0304", 1, 4, formation="7"), "side": "allied"}]
    return field(unit("a1", "0303", "armor", **more), unit("s9", "0308"), transport=carts,
                 kinds=KINDS, segment=segment)  # fmt: skip


@reading("ocs", "13-16")
@pytest.mark.parametrize(("segment", "refused"), [("movement", []), ("exploitation", ["13.2i"])])
def test_captured_organic_trucks_are_plain_ones(segment: str, refused: Any) -> None:
    posture = {"mode": "exploit", "up": "combat"} if segment == "exploitation" else {}
    game = raid(segment, **posture)
    rig(game, 6)  # three quarters, to the nearest point
    play(game, "axis", move("a1", to="0304"))
    ((key, mine),) = ((k, t) for k, t in game.state[TRANSPORT].items() if t.side == "axis")
    assert (mine.formation, mine.size) == ("", 4)
    assert rules(game, "axis", haul(key, "0305")) == refused


@reading("ocs", "13-51")
def test_trucks_captured_in_the_reaction_phase_wait() -> None:
    carts = [{**truck("o1", "0304", 1, 4, formation="7"), "side": "allied"}]
    game = field(unit("a1", "0303", "armor", mode="reserve", up="combat"), unit("s9", "0308"),
                 transport=carts, kinds=KINDS, segment="reaction", player="allied", first="allied",
                 dumps=[dump("0303", 8)], sources=[{"side": "axis", "hex": "0301"}])  # fmt: skip
    play(game, "axis", {"do": "release", "units": ["a1"]})
    rig(game, 6)
    play(game, "axis", move("a1", to="0304"))
    key = next(k for k, t in game.state[TRANSPORT].items() if t.side == "axis")
    assert rules(game, "axis", haul(key, "0303")) == ["13.2i"]
    reach(game, "movement")
    assert game.to_act == "axis"
    assert rules(game, "axis", haul(key, "0303")) == []


# ---- railways


@reading("ocs", "13-17")
@pytest.mark.parametrize(
    ("cargo", "weight"),
    [({"move": "4:14 truck"}, 4), ({"move": "4:6 leg"}, 2), ({"move": "4:7 leg"}, 4),
     ({"move": "4:5 leg", "size": "battalion"}, 1), ({}, 3)],
)  # fmt: skip
@pytest.mark.parametrize(("fast", "share"), [("", 2), ("whole", 1), ("part", 2)])
def test_what_cargo_costs(cargo: dict[str, str], weight: int, fast: str, share: int) -> None:
    lines = {
        "": ("0501-0502-0503-0504-0505-0506-0507-0508-0509 rail",),
        "whole": ("0501-0502-0503-0504-0505-0506-0507-0508-0509 rail_multi",),
        "part": ("0501-0502-0503-0504-0505-0506-0507-0508 rail_multi", "0508-0509 rail"),
    }
    men = [unit("a1", "0503", mode="move", **cargo)] if cargo else []
    game = rails(*men, dumps=[dump("0503", 3)], board=board(lines[fast]))
    before = rail.cap_left(game, "axis")
    order = train("a1", to="0509") if cargo else train(to="0509", tokens=3, **{"from": "0503"})
    play(game, "axis", order)
    assert 2 * (before - rail.cap_left(game, "axis")) == weight * share


@reading("ocs", "13-18")
def test_zones_are_not_negated_for_cargo_and_trainbusting_doubles_once() -> None:
    supply = train(to="0509", tokens=4, **{"from": "0503"})
    game = rails(
        unit("a1", "0504"), unit("a2", "0505"), unit("s1", "0605"), dumps=[dump("0503", 4)]
    )
    path = ["0504", "0505", "0506", "0507", "0508", "0509"]
    assert rules(game, "axis", {**supply, "path": path}) == ["4.5a(C)"]
    assert rules(game, "axis", supply) != []
    game = rails(dumps=[dump("0503", 4)])
    for hex in ("0504", "0507"):
        h = game.board.hex(hex)
        status = game.state[HEXES].get(h) or HexStatus()
        game.put(HEXES, h, replace(status, busted="allied"))
    play(game, "axis", supply)
    assert rail.cap_left(game, "axis") == 40 - 8


@rule("ocs", "13.3a")
@rule("ocs", "13.3b")
@reading("ocs", "13-18")
@pytest.mark.parametrize(("track", "busted", "most"), [("rail", False, 8), ("rail", True, 4),
                                                       ("rail_multi", False, 16)])  # fmt: skip
def test_the_list_has_all_the_supply_that_the_rail_cap_takes(
    track: str, busted: bool, most: int
) -> None:
    chain = f"0501-0502-0503-0504-0505-0506-0507-0508-0509 {track}"
    game = rails(dumps=[dump("0503", 20)], board=board((chain,)), limits={"axis": {"rail_cap": 2}})
    if busted:
        game.put(HEXES, game.board.hex("0507"), HexStatus(busted="allied"))
    trips = [a for a in game.legal("axis") if a["do"] == "rail" and a.get("tokens")]
    assert {a["to"]: a["tokens"] for a in trips}["0509"] == most


@reading("ocs", "13-19")
def test_rail_cap_is_not_saved() -> None:
    game = rails(foot("a1", "0503"), dumps=[dump("0503", 40)], limits={"axis": {"rail_cap": 4}})
    play(game, "axis", train(to="0509", tokens=12, **{"from": "0503"}))
    late = rails(unit("a1", "0503", mode="exploit", up="move"), dumps=[dump("0503", 8)],
                 segment="exploitation")  # fmt: skip
    assert rules(late, "axis", train(to="0509", tokens=4, **{"from": "0503"})) == ["13.3b"]
    end(game, "axis", "movement")
    end(game, game.to_act or "allied", "movement")
    assert (game.to_act, rail.cap_left(game, "axis")) == ("axis", 16)


@reading("ocs", "13-20")
@pytest.mark.parametrize(("start", "refused"), [("0507", []), ("0508", ["13.3c(1)"])])
def test_half_the_allowance_before_entraining(start: str, refused: Any) -> None:
    game = rails(foot("a1", start))
    path = {"0507": "0506 0505 0504 0503", "0508": "0507 0506 0505 0504 0503"}[start]
    play(game, "axis", move("a1", to=path))
    assert rules(game, "axis", train("a1", to="0509")) == refused
    if not refused:
        play(game, "axis", train("a1", to="0509"))
        assert where(game, "a1") == "0509"
        assert rules(game, "axis", move("a1", to="0508")) == ["6.1g"]


@reading("ocs", "13-20")
@pytest.mark.parametrize("wrong", ["combat", "reserve", "strat", "dg"])
def test_trains_take_move_mode_only(wrong: str) -> None:
    up = {"up": "move"} if wrong in ("reserve", "dg") else {}
    game = rails(unit("a1", "0503", mode=wrong, **up))
    assert rules(game, "axis", train("a1", to="0509")) != []


@reading("ocs", "13-21")
@pytest.mark.parametrize(
    ("who", "able"),
    [([], False), ([unit("a2", "0507", "hq")], True),
     ([unit("a2", "0507", "hq", mode="move")], False),
     ([unit("a2", "0507", "engineer", traits="engineer")], False)],
)  # fmt: skip
def test_where_cargo_detrains(who: list[Any], able: bool) -> None:
    game = rails(foot("a1", "0503"), *who)
    assert (rules(game, "axis", train("a1", to="0507")) == []) is able
    assert rules(game, "axis", train("a1", to="0509")) == []


@rule("ocs", "13.3c-det")
@rule("ocs", "4.5a(D)")
@rule("ocs", "4.5b")
@reading("ocs", "13-22")
@pytest.mark.parametrize("held", [True, False])
def test_the_way_to_the_source_may_be_negated_where_cargo_does_not_go(held: bool) -> None:
    enemy = unit("s1", "0403")  # beside two hexes of the line between the source and 0506
    line_ = board()
    near = [line_.label(h) for h in line_.around(line_.hex("0403")) if line_.label(h)[:2] == "05"]
    guards = [unit(f"a{i}", h) for i, h in enumerate(near, 1)] if held else []
    game = rails(foot("a9", "0506"), enemy, *guards)
    assert (rules(game, "axis", train("a9", to="0509")) == []) is held
    assert (train("a9", to="0509") in list(game.legal("axis"))) is held
    if held:  # who negates the zone stays in his hex
        play(game, "axis", train("a9", to="0509"))
        assert {r for i in (1, 2) for r in rules(game, "axis", move(f"a{i}", to="0602"))} >= {
            "4.5b"
        }


@reading("ocs", "13-23")
def test_track_is_converted_on_entry_outside_zones() -> None:
    around = {h: set(board().around(board().hex(h))) for h in ("0504", "0505")}
    beside = board().label(min(around["0505"] - around["0504"] - {board().hex("0504")}))
    game = gauged(repair("a1", "0503"), unit("a2", "0505"), unit("s1", beside))
    play(game, "axis", move("a1", to="0504 0505"))
    assert rail.gauge_fits(game, "axis", game.board.hex("0504"))
    assert not rail.gauge_fits(game, "axis", game.board.hex("0505"))
    ridden = gauged(unit("s1", "0502", mode="move"), player="allied", first="allied")
    play(ridden, "allied", move("s1", to="0501"))
    assert rail.gauge_fits(ridden, "axis", ridden.board.hex("0502"))


@reading("ocs", "13-24")
@pytest.mark.parametrize(
    ("posture", "converted"),
    [({"combat": "1:6 leg"}, 4), ({"combat": "1:3 leg"}, 3),
     ({"combat": "1:3 leg", "mode": "dg", "up": "combat"}, 1), ({"mode": "move"}, 0)],
)  # fmt: skip
def test_how_much_track_is_converted(posture: dict[str, str], converted: int) -> None:
    game = gauged(repair("a1", "0503", **posture))
    for hex in ("0504", "0505", "0506", "0507", "0508", "0509"):
        if not rules(game, "axis", move("a1", to=hex)):
            play(game, "axis", move("a1", to=hex))
    after = [f"05{c:02d}" for c in range(4, 10)
             if rail.gauge_fits(game, "axis", game.board.hex(f"05{c:02d}"))]  # fmt: skip
    assert len(after) == converted


@reading("ocs", "13-25")
def test_rail_repair_rides_and_works_but_not_over_fresh_track() -> None:
    game = gauged(repair("a1", "0601"), repair("a2", "0501"))
    play(game, "axis", move("a1", to="0501 0502"))  # two points, to a bare hex
    play(game, "axis", train("a1", to="0503"))
    play(game, "axis", move("a1", to="0504 0505 0506 0507"))
    assert rules(game, "axis", move("a1", to="0508")) != []  # six points are gone
    assert rail.gauge_fits(game, "axis", game.board.hex("0507"))
    assert rules(game, "axis", train("a2", to="0504")) == ["13.3g(A)"]
    assert rules(game, "axis", train("a2", to="0503")) == []


@reading("ocs", "13-26")
@pytest.mark.parametrize("there", [True, False])
def test_an_enemy_on_the_line_cuts_it_only_while_he_is_there(there: bool) -> None:
    enemy = unit("s1", "0505" if there else "0805", mode="move")
    game = rails(enemy, foot("a1", "0503"), unit("a2", "0509"))
    assert ("a2" in fed(game)) is not there
    assert (rules(game, "axis", train("a1", to="0509")) == []) is not there


@reading("ocs", "13-12")
def test_an_organic_load_is_used_where_it_is() -> None:
    game = dry(
        unit("a1", "0105", "armor", formation="1"),
        transport=[truck("o1", "0105", 1, 4, formation="1")],
        board=sketch(1, 20),
    )
    play(game, "axis", fuel("a1"))
    assert (aboard(game, "o1"), ground(game, "0105")) == (3, 0)
