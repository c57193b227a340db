"""Capture: dumps, transport, Extenders, hedgehogs, air bases, ports, ships. [9.14]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.combat import capture, capture_transport
from grognard.systems.ocs.combat.capture_transport import portion
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, SITES, TRANSPORT, Transport
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import collapse
from tests.systems.ocs.combat.aftermath import drive, wrong
from tests.systems.ocs.field import field, move, play, rig, rules, serial, told, unit, where

rule = pytest.mark.rule


def camp(*more: Any, **facts: Any) -> Ocs:
    """An Axis unit in 0303 beside 0304, where the Allies have something; a friend of it in 0308."""
    return field(unit("a1", "0303", "armor"), unit("s9", "0308"), *more, **facts)


def trucks(key: str = "t1", points: int = 4, load: int = 0, **more: Any) -> dict[str, Any]:
    row = {"id": key, "side": "allied", "hex": "0304", "kind": "truck", "points": points}
    return {**row, "load": load, **more}


def of(game: Ocs, key: str) -> Transport:
    return game.state[TRANSPORT][key]


def taken(game: Ocs) -> list[Transport]:
    """What the Axis has captured."""
    return [t for t in game.state[TRANSPORT].values() if t.side == "axis"]


def even(game: Ocs) -> bool:
    """Whether the accounts of both sides come out even. [12.1d]"""
    return all(
        s.delivered == s.spent + s.captured + s.blown + dumps.stock(game, side)
        for side, s in game.state[SIDES].items()
    )


# ---- dumps


@rule("ocs", "9.14b")
@rule("ocs", "12.11b")
@rule("ocs", "CT-capture")
@pytest.mark.parametrize(("roll", "percent"), [(1, 0), (2, 25), (3, 25), (4, 50), (5, 50), (6, 75)])
def test_a_dump_is_captured_by_the_table_and_the_rest_destroyed(roll: int, percent: int) -> None:
    game = camp(dumps=[{"side": "allied", "hex": "0304", "sp": 8}])
    rig(game, roll)
    play(game, "axis", move("a1", to="0304 0305"))
    h = game.board.hex("0304")
    left = {d.side: d.tokens for d in game.state.maps["dumps"].values() if d.hex == h}
    assert left == ({"axis": 32 * percent // 100} if percent else {})
    assert where(game, "a1") == "0305"  # it costs no points and stops nobody
    (fact,) = told(game, "dump-captured")
    assert (fact["tokens"], fact["destroyed"]) == (32 * percent // 100, 32 - 32 * percent // 100)
    assert even(game)


@rule("ocs", "9.14c")
@rule("ocs", "4.1")
def test_portions_are_rounded_supply_to_tokens_vehicles_to_points() -> None:
    assert [portion(n, 25) for n in (1, 2, 3, 5, 6)] == [0, 1, 1, 1, 2]
    assert [portion(n * 4, 25, 4) for n in (1, 2, 3, 5, 6)] == [0, 4, 4, 4, 8]
    game = camp(transport=[trucks(points=3)])
    assert capture_transport.grain(game) == 4
    halves = [{**trucks(), "points": 1}, {**trucks("t2"), "points": 2}]
    assert capture_transport.grain(camp(transport=halves)) == 4


@rule("ocs", "12.11b")
@rule("ocs", "9.14b")
@rule("ocs", "9.14f")
def test_nothing_is_captured_while_a_combat_unit_is_there() -> None:
    game = camp(
        unit("s1", "0304"), dumps=[{"side": "allied", "hex": "0304", "sp": 2}],
        bases=[{"side": "allied", "hex": "0304", "level": 1}], transport=[trucks()],
    )  # fmt: skip
    assert rules(game, "axis", move("a1", to="0304")) == ["4.8c(A)"]
    drive(game, capture.capture(game, "axis", game.board.hex("0304")))
    assert told(game, "dump-captured") == told(game, "captured") == []
    assert of(game, "t1").side == "allied"


@rule("ocs", "4.8c(A)")
@rule("ocs", "4.4c")
def test_only_attack_capable_units_enter_and_at_no_extra_cost() -> None:
    game = camp(unit("a2", "0303", "hq"), dumps=[{"side": "allied", "hex": "0304", "sp": 2}])
    assert rules(game, "axis", move("a2", to="0304")) == ["4.4c"]
    play(game, "axis", move("a1", to="0304"))
    assert told(game, "move")[0]["had"] == {"a1": "6"}
    assert game.state.maps["units"]["a1"].spent == 12
    game = camp(unit("a2", "0303", "hq"), dumps=[{"side": "allied", "hex": "0304", "sp": 2}])
    h = game.board.hex("0304")
    drive(game, capture.come_upon(game, "axis", ("a2",), h))
    drive(game, capture.arrive(game, "axis", ("a2",), h))
    assert told(game, "dump-captured") == []
    drive(game, capture.arrive(game, "axis", ("a1", "a2"), h))
    assert len(told(game, "dump-captured")) == 1


# ---- transport


@rule("ocs", "9.14c")
@rule("ocs", "CT-capture")
@pytest.mark.parametrize(("roll", "percent"), [(1, 0), (2, 0), (3, 25), (4, 50), (5, 50), (6, 75)])
def test_trucks_are_captured_with_their_loads_and_the_rest_gets_away(
    roll: int, percent: int
) -> None:
    game = camp(transport=[trucks(points=4, load=8)])
    rig(game, roll)
    play(game, "axis", move("a1", to="0304"))
    size, load = 16 * percent // 100, 8 * percent // 100
    assert [(t.size, t.load, t.kind) for t in taken(game)] == ([(size, load, "truck")] * bool(size))
    rest = of(game, "t1")
    assert (rest.size, rest.load, game.board.label(rest.hex)) == (16 - size, 8 - load, "0308")
    assert game.state[SIDES]["allied"].trucks_lost == size  # they may be rebuilt [13.5e]
    assert even(game)


@rule("ocs", "9.14c")
@rule("ocs", "CT-capture")
@pytest.mark.parametrize(("roll", "size"), [(1, 0), (3, 4), (4, 8), (5, 12), (6, 16)])
def test_other_transport_has_its_own_column_and_may_be_had_whole(roll: int, size: int) -> None:
    game = camp(transport=[trucks(points=4, load=16, kind="wagon")])
    rig(game, roll)
    play(game, "axis", move("a1", to="0304"))
    assert [(t.size, t.load) for t in taken(game)] == [(size, size)] * bool(size)
    assert (of(game, "t1").place == "dead") is (size == 16)
    assert game.state[SIDES]["allied"].trucks_lost == 0
    assert even(game)


@rule("ocs", "9.14c")
def test_each_category_rolls_for_itself_trucks_before_the_dump() -> None:
    game = camp(
        transport=[trucks("t1", 4), trucks("w1", 4, kind="wagon")],
        dumps=[{"side": "allied", "hex": "0304", "sp": 4}],
    )  # fmt: skip
    rig(game, 6, 1, 4)
    play(game, "axis", move("a1", to="0304"))
    found = [(f["column"], f["percent"]) for f in told(game, "transport-captured")]
    assert found == [("truck", 75), ("other", 0)]
    assert told(game, "dump-captured")[0]["percent"] == 50


@rule("ocs", "9.14c")
@pytest.mark.parametrize(("kind", "far"), [("truck", 10), ("wagon", 5)])
def test_the_rest_is_put_up_to_ten_or_five_hexes_off(kind: str, far: int) -> None:
    board = sketch(5, 30, terrain={"0408": "lake"})
    game = camp(unit("a2", "0306"), transport=[trucks(kind=kind)], board=board)
    rig(game, 1)
    game.play("axis", move("a1", to="0304"))
    ask = game.decisions[0].ask
    assert (ask.player, ask.name, ask.rule) == ("allied", "displace transport", "9.14c")

    def to(label: str) -> dict[str, str]:
        return {"do": "displace", "transport": "t1", "to": label}

    assert wrong(game, ask, to(f"03{4 + far:02d}")) == []
    assert wrong(game, ask, to(f"03{5 + far:02d}")) == ["9.14c"]
    assert wrong(game, ask, to("0304")) == ["9.14c"]  # it does not stay
    assert wrong(game, ask, to("0306")) == ["9.14c"]  # not among enemies
    assert wrong(game, ask, to("0307")) == []  # but past them, and into their zones
    assert wrong(game, ask, to("0408")) == ["9.14c"]
    assert ask.default == to("0308") == ask.policies["nearest friends"]()
    game.play("allied", to("0309"))
    assert game.board.label(of(game, "t1").hex) == "0309"
    assert ask.policies["farthest"]()["to"] != "0308"


@rule("ocs", "9.14c")
def test_transport_without_a_hex_to_go_to_is_lost() -> None:
    lakes = {f"{r:02d}{c:02d}": "lake" for r in (1, 2, 3) for c in range(1, 7)}
    terrain = {**lakes, "0203": "clear", "0204": "clear"}
    game = field(
        unit("a1", "0203", "armor"), unit("a2", "0203"), board=sketch(3, 6, terrain=terrain),
        transport=[{**trucks(load=8), "hex": "0204"}],
    )  # fmt: skip
    rig(game, 1)
    play(game, "axis", move("a1", to="0204"))
    assert of(game, "t1").place == "dead"
    assert game.state[SIDES]["allied"].trucks_lost == 16
    assert even(game)


@rule("ocs", "9.14c")
@rule("ocs", "13.2g(F)")
def test_the_owner_decides_between_organic_trucks_and_others() -> None:
    organic = trucks("org", 2, 4, formation="5 Tank")
    game = camp(transport=[trucks("reg", 2, 8), organic])
    rig(game, 4)
    game.play("axis", move("a1", to="0304"))
    ask = game.decisions[0].ask
    assert (ask.player, ask.name) == ("allied", "transport given up")

    def give(**take: int) -> dict[str, Any]:
        return {"do": "give-up-transport", "take": take}

    assert ask.default == give(reg=8) == ask.policies["regular first"]()
    assert ask.policies["organic first"]() == give(org=8)
    assert wrong(game, ask, give(reg=4)) == ["9.14c"]
    assert wrong(game, ask, give(reg=6, org=2)) == ["9.14c"]  # whole points
    assert wrong(game, ask, give(org=12)) == ["9.14c"]
    assert len(list(ask.offers[0].legal(game, "allied"))) == 3
    for seed in range(10):
        found = ask.offers[0].sample(game, "allied", random.Random(seed))
        assert wrong(game, ask, found or {}) == []
    play(game, "allied", give(org=8))
    (mine,) = taken(game)
    assert (mine.size, mine.load, mine.formation) == (8, 6, "")  # plain trucks now
    assert of(game, "org").place == "dead"
    assert (of(game, "reg").size, of(game, "reg").load) == (8, 6)
    assert even(game)


@rule("ocs", "9.14c")
def test_loads_are_rounded_to_tokens_whatever_becomes_of_their_vehicles() -> None:
    game = camp(transport=[trucks(points=1, load=4)])
    rig(game, 3)  # a quarter of one point is none, of four tokens one
    play(game, "axis", move("a1", to="0304"))
    assert taken(game) == []
    assert (of(game, "t1").size, of(game, "t1").load) == (4, 3)
    assert [d.tokens for d in game.state.maps["dumps"].values()] == [1]
    assert even(game)
    game = camp(transport=[trucks(points=1, load=4)])
    rig(game, 4)  # half of one point is one; two tokens have no vehicle left
    play(game, "axis", move("a1", to="0304"))
    assert [(t.size, t.load) for t in taken(game)] == [(4, 2)]
    assert game.state[SIDES]["allied"].blown == 2
    assert even(game)


@rule("ocs", "13.2i")
def test_captured_transport_notes_the_phase_of_its_capture() -> None:
    game = camp(transport=[trucks()])
    rig(game, 6)
    play(game, "axis", move("a1", to="0304"))
    (mine,) = taken(game)
    assert (mine.captured, mine.moved, mine.finished) == (serial("movement"), -1, -1)


# ---- Extenders


def extender(**more: Any) -> dict[str, Any]:
    return trucks("ext", 5, extender=True, **more)


@rule("ocs", "9.14c-ext")
@rule("ocs", "12.7h")
def test_extenders_collapse_into_supply_and_lose_nothing() -> None:
    sources = [{"side": "allied", "hex": "0309"}]
    game = camp(transport=[extender(), trucks("t1", 4)], sources=sources)
    rig(game, 6)
    hexes = collapse.havens(game, "ext")
    assert hexes
    assert game.board.hex("0304") not in hexes
    game.play("axis", move("a1", to="0304"))
    ask = game.decisions[0].ask
    assert (ask.player, ask.name, ask.rule) == ("allied", "extender collapses", "9.14c-ext")
    play(game, "allied", {"do": "collapse", "transport": "ext", "to": "0308"})
    found = of(game, "ext")
    assert (found.extender, found.size, game.board.label(found.hex)) == (False, 20, "0308")
    assert [t.size for t in taken(game)] == [12]  # three of the four points beside it


@rule("ocs", "9.14c-ext")
def test_an_extender_without_a_hex_in_supply_takes_its_chance() -> None:
    game = camp(transport=[extender()])
    rig(game, 4)
    assert collapse.havens(game, "ext") == []
    play(game, "axis", move("a1", to="0304"))
    assert told(game, "collapse")[0]["to"] == "0304"
    assert [t.size for t in taken(game)] == [12]  # half of five points


@rule("ocs", "9.14c-ext")
def test_it_falls_back_no_farther_than_its_range() -> None:
    board = sketch(3, 40)
    kinds = {"truck": {"ma": 20, "move": "truck", "extends": 6}}
    sources = [{"side": "allied", "hex": "0230"}]
    game = field(
        unit("a1", "0203", "armor"), unit("s1", "0240"), board=board, kinds=kinds,
        sources=[{"side": "allied", "hex": "0210"}], transport=[{**extender(), "hex": "0204"}],
    )  # fmt: skip
    near = collapse.havens(game, "ext")
    assert near
    assert max(game.board.distance(game.board.hex("0204"), h) for h in near) <= 6
    far = field(
        unit("a1", "0203", "armor"), unit("s1", "0240"), board=board, kinds=kinds,
        sources=sources, transport=[{**extender(), "hex": "0204"}],
    )  # fmt: skip
    assert collapse.havens(far, "ext") == []


# ---- facilities


@rule("ocs", "9.14e")
@rule("ocs", "9.14h")
@rule("ocs", "9.14f")
def test_hedgehogs_bases_and_ports_change_hands_as_they_are() -> None:
    game = camp(
        hedgehogs=[{"side": "allied", "hex": "0304", "level": 3}],
        bases=[{"side": "allied", "hex": "0304", "level": 2}],
        ports=[{"name": "Haven", "hex": "0304", "side": "allied", "capacity": 3, "hits": 1}],
    )  # fmt: skip
    play(game, "axis", move("a1", to="0304"))
    site = game.state[SITES][game.board.hex("0304")]
    assert (site.hog, site.hog_owner) == (3, "axis")
    assert (site.base, site.base_owner) == (2, "axis")
    assert (site.hits, site.port_owner) == (1, "axis")
    assert [f["what"] for f in told(game, "captured")] == ["hedgehog", "air base", "port"]


PLANES = [{"id": "p", "side": "allied", "nation": "Soviet", "name": "LaGG", "types": "F",
           "range": 3, "full": "2/2/0", "reduced": "1/1/0"}]  # fmt: skip


def airfield(by_advance: bool, *dice: int, **more: Any) -> Ocs:
    bases = [{"side": "allied", "hex": h, "level": 1} for h in ("0304", "0308")]
    air = [{"id": "x", "plane": "p", "hex": "0304", **more}]
    game = camp(bases=bases, planes=PLANES, air=air)
    rig(game, *dice)
    h = game.board.hex("0304")
    drive(game, capture.capture(game, "axis", h, advance=by_advance))
    return game


@rule("ocs", "9.14f")
@rule("ocs", "CT-aircapture")
@pytest.mark.parametrize(
    ("active", "advance", "dice", "hit"),
    [
        (True, False, (2, 2), True),
        (True, False, (2, 3), False),
        (False, False, (3, 3), True),
        (False, False, (3, 4), False),
        (True, True, (1, 1), True),
        (True, True, (1, 2), False),
        (False, True, (2, 2), True),
        (False, True, (2, 3), False),
    ],
)
def test_aircraft_on_a_captured_base_are_hit_or_escape_and_are_inactive(
    active: bool, advance: bool, dice: tuple[int, int], hit: bool
) -> None:
    game = airfield(advance, *dice, active=active)
    plane = game.state.maps["air"]["x"]
    assert (plane.reduced, plane.active, game.board.label(plane.hex)) == (hit, False, "0308")


@rule("ocs", "9.14g")
@rule("ocs", "4.8c(B)")
def test_ships_in_the_hex_are_destroyed() -> None:
    board = sketch(9, 9, terrain={"0204": "sea"})
    ships = [{"id": "dd", "side": "allied", "nation": "Soviet", "name": "Boiki", "type": "ship",
              "sound": "8/3/1/2", "damaged": "4/3/1/1"}]  # fmt: skip
    game = camp(
        board=board, ships=ships, naval=[{"id": "boiki", "ship": "dd", "hex": "0304"}],
        ports=[{"name": "Haven", "hex": "0304", "side": "allied", "capacity": 3}],
    )  # fmt: skip
    play(game, "axis", move("a1", to="0304"))
    assert game.state[SHIPS]["boiki"].place == "dead"


DUKW = {"id": "dk", "side": "allied", "nation": "Soviet", "name": "DUKW", "type": "dukw"}


@rule("ocs", "9.14g")
def test_dukws_by_water_are_destroyed() -> None:
    naval = [{"id": "d1", "ship": "dk", "hex": "0304", "points": 4, "load": 8}]
    game = camp(ships=[DUKW], naval=naval, board=sketch(9, 9, terrain={"0204": "sea"}))
    play(game, "axis", move("a1", to="0304"))
    assert (game.state[SHIPS]["d1"].place, taken(game)) == ("dead", [])
    assert even(game)


@rule("ocs", "9.14c")
@rule("ocs", "18.4e(C)")
@pytest.mark.parametrize(("crews", "kind"), [(True, "dukw"), (False, "truck")])
def test_dukws_by_land_are_captured_as_trucks(crews: bool, kind: str) -> None:
    mine = {**DUKW, "id": "da", "side": "axis", "nation": "German"}
    game = camp(ships=[DUKW, mine][: 1 + crews], transport=[trucks("d1", 4, 8, kind="dukw")])
    rig(game, 4)
    play(game, "axis", move("a1", to="0304"))
    assert told(game, "transport-captured")[0]["column"] == "truck"
    assert [(t.size, t.load, t.kind) for t in taken(game)] == [(8, 4, kind)]
    assert (of(game, "d1").size, of(game, "d1").load) == (8, 4)
    assert game.state[SIDES]["allied"].trucks_lost == 0  # DUKWs are not rebuilt [13.5e]


@rule("ocs", "18.4f(B)")
def test_an_lst_that_serves_as_a_port_is_destroyed() -> None:
    game = camp(hedgehogs=[{"side": "allied", "hex": "0304", "level": 1}])
    h = game.board.hex("0304")
    game.put(SITES, h, replace(game.state[SITES][h], lst_port="allied"))
    play(game, "axis", move("a1", to="0304"))
    assert game.state[SITES][h].lst_port == ""
    assert [f["what"] for f in told(game, "captured")] == ["hedgehog", "LST port"]


@rule("ocs", "9.14d")
def test_headquarters_and_guns_are_combat_units_and_are_not_captured() -> None:
    game = camp(unit("s1", "0304", "hq"), unit("s2", "0404", "artillery"))
    assert rules(game, "axis", move("a1", to="0304")) == ["4.8c(A)"]
    drive(game, capture.capture(game, "axis", game.board.hex("0304")))
    assert where(game, "s1") == "0304"
