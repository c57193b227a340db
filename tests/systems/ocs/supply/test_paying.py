"""On-map supply: draws, throws, the way they take, and what is spent. [12.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, TRANSPORT, Ship
from grognard.systems.ocs.supply import dumps, paying, supply_paths
from grognard.systems.ocs.turn.phases import SUPPLY
from grognard.systems.ocs.units import BOX, UNITS
from tests.systems.ocs.field import at, field, serial, told, unit

rule = pytest.mark.rule


def dump(hex: str, tokens: int = 8, side: str = "axis") -> dict[str, Any]:
    return {"side": side, "hex": hex, "tokens": tokens}


def strip(**more: Any) -> Any:
    return sketch(5, 20, **more)


def line(terrain: dict[str, str] | None = None, **more: Any) -> Any:
    """One row of hexes, 0101 to 0120."""
    return sketch(1, 20, terrain=terrain or {}, **more)


def keys(
    game: Ocs, hex: str, *who: str, side: str = "axis", purpose: str = paying.FUEL
) -> list[str]:
    """The hexes whose supply is within reach, nearest first, with the HQ that throws it."""
    found = paying.sources(game, side, game.board.hex(hex), purpose, who)
    return [f"{game.board.label(s.hex)}{' ' + s.via if s.via else ''}" for s in found]


@rule("ocs", "12.3a")
@rule("ocs", "12.3c")
def test_a_dump_is_drawn_on_within_five_points_or_beside_such_a_hex() -> None:
    game = field(unit("a1", "0301"), board=strip(), dumps=[dump("0307"), dump("0308")])
    assert keys(game, "0301", "a1") == ["0307"]  # 5 MP to 0306, and 0307 is beside it
    road = strip(links=["0301-0302-0303-0304-0305-0306-0307-0308-0309-0310-0311-0312 primary"])
    game = field(unit("a1", "0301"), board=road, dumps=[dump("0312"), dump("0313")])
    assert keys(game, "0301", "a1") == ["0312"]  # ten hexes of road at half a point


@rule("ocs", "12.3a")
def test_draws_are_counted_in_truck_points_whatever_the_unit() -> None:
    hills = {f"{r:02d}{c:02d}": "hill" for r in range(1, 6) for c in range(2, 8)}
    board = strip(terrain=hills)
    game = field(unit("a1", "0301"), board=board, dumps=[dump("0303"), dump("0304")])
    assert keys(game, "0301", "a1") == ["0303"]  # one hill at 3 MP, a second would make 6


@rule("ocs", "12.3a")
def test_a_headquarters_draws_in_the_class_of_its_throw() -> None:
    hills = {f"{r:02d}{c:02d}": "hill" for r in range(1, 6) for c in range(2, 8)}
    hq = unit("ahq", "0301", "hq", throw="8 leg/4 leg")
    game = field(hq, board=strip(terrain=hills), dumps=[dump("0304"), dump("0305")])
    assert keys(game, "0301", "ahq") == ["0304"]  # two hills at 2 MP, then beside it
    assert keys(game, "0301") == ["0304 ahq"]


@rule("ocs", "12.3a")
@rule("ocs", "12.3")
def test_supply_may_come_from_several_dumps_for_any_purpose() -> None:
    game = field(unit("a1", "0303"), board=strip(), dumps=[dump("0303", 1), dump("0305", 2)])
    h = game.board.hex("0303")
    for purpose in (paying.ATTACK, paying.BARRAGE, paying.FUEL, paying.REFIT, paying.BUILD):
        assert paying.available(game, "axis", h, purpose) == 3
    payment = paying.settle(game, "axis", h, 3, paying.BARRAGE)
    assert not isinstance(payment, Refusal)
    assert dict(payment) == {
        f"axis@{h}": 1,
        f"axis@{game.board.hex('0305')}": 2,
    }
    refusal = paying.settle(game, "axis", h, 4, paying.FUEL)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "12.5a"


@rule("ocs", "12.3a")
def test_a_wish_names_its_sources_and_is_checked() -> None:
    game = field(unit("a1", "0303"), board=strip(), dumps=[dump("0303", 4), dump("0305", 4)])
    h = game.board.hex("0303")
    near, far = f"axis@{h}", f"axis@{game.board.hex('0305')}"
    settle = paying.settle
    assert settle(game, "axis", h, 2, paying.FUEL, wish={far: 2}) == ((far, 2),)
    wrong = settle(game, "axis", h, 2, paying.FUEL, wish={far: 1})
    assert isinstance(wrong, Refusal)
    assert "2 tokens" in wrong.text
    wrong = settle(game, "axis", h, 5, paying.FUEL, wish={near: 5})
    assert isinstance(wrong, Refusal)
    assert wrong.rule == "12.3a"
    wrong = settle(game, "axis", h, 1, paying.FUEL, wish={"nowhere": 1})
    assert isinstance(wrong, Refusal)
    assert wrong.rule == "12.3a"


@rule("ocs", "12.3b")
def test_a_headquarters_throws_what_it_can_draw() -> None:
    hq = unit("ahq", "0307", "hq", throw="4 truck/2 truck")
    game = field(hq, unit("a1", "0312"), board=strip(), dumps=[dump("0301"), dump("0310")])
    assert keys(game, "0312", "a1") == ["0310", "0301 ahq"]
    assert keys(game, "0313", "a1") == ["0310"]  # the throw reaches 0311, and so 0312
    moved = field(
        unit("ahq", "0307", "hq", throw="4 truck/2 truck", mode="move"), unit("a1", "0310"),
        board=strip(), dumps=[dump("0301")],
    )  # fmt: skip
    assert keys(moved, "0310", "a1") == ["0301 ahq"]
    assert keys(moved, "0311", "a1") == []  # on its Move side it throws 2 MP


@rule("ocs", "12.3b")
def test_a_throw_uses_the_class_and_the_range_of_the_headquarters() -> None:
    hills = {"0105": "hill", "0106": "hill"}
    for throw, found in (("4 truck/2 truck", []), ("4 leg/2 leg", ["0104 ahq"])):
        hq = unit("ahq", "0104", "hq", throw=throw)
        game = field(hq, unit("a1", "0107"), board=line(hills), dumps=[dump("0104")])
        assert keys(game, "0107", "a1") == found  # two hills: 6 MP by truck, 4 on foot


@rule("ocs", "12.3b(A)")
def test_no_headquarters_throws_in_strat_mode() -> None:
    hq = unit("ahq", "0307", "hq", mode="strat")
    game = field(hq, unit("a1", "0312"), board=strip(), dumps=[dump("0301")])
    assert keys(game, "0312", "a1") == []
    assert keys(game, "0307", "ahq") == ["0301"]  # it still draws for itself


@rule("ocs", "13.1b")
def test_disorder_does_not_shorten_a_throw_unless_the_option_says_so() -> None:
    hq = unit("ahq", "0307", "hq", throw="4 truck/2 truck", mode="dg", up="combat")
    pieces = (hq, unit("a1", "0312"))
    game = field(*pieces, board=strip(), dumps=[dump("0301")])
    assert keys(game, "0312", "a1") == ["0301 ahq"]
    game = field(*pieces, board=strip(), dumps=[dump("0301")], options={"dg-throw": "halved"})
    assert keys(game, "0312", "a1") == []


@rule("ocs", "12.3b(B)")
def test_supply_thrown_is_used_and_not_moved() -> None:
    hq = unit("ahq", "0307", "hq")
    game = field(hq, unit("a1", "0312"), board=strip(), dumps=[dump("0303", 4)])
    h = game.board.hex("0312")
    payment = paying.settle(game, "axis", h, 3, paying.FUEL, ("a1",))
    assert not isinstance(payment, Refusal)
    paying.pay(game, "axis", payment, paying.FUEL, "12.5c(C)")
    left = {d.hex: d.tokens for d in game.state[DUMPS].values()}
    assert left == {game.board.hex("0303"): 1}
    assert dumps.stock(game, "axis") == 1


@rule("ocs", "12.3b(C)")
def test_a_headquarters_serves_many_but_never_throws_on() -> None:
    one, two = unit("ahq1", "0307", "hq"), unit("ahq2", "0312", "hq")
    others = [unit("a1", "0311"), unit("a2", "0211"), unit("a3", "0319")]
    game = field(one, two, *others, board=strip(), dumps=[dump("0303")])
    assert keys(game, "0311", "a1") == ["0303 ahq1"]
    assert keys(game, "0211", "a2") == ["0303 ahq1"]
    assert keys(game, "0312", "ahq2") == ["0303 ahq1"]  # for itself, as any unit
    assert keys(game, "0319", "a3") == []  # within reach of the second only


@rule("ocs", "12.3c")
def test_adjacent_is_close_enough_whatever_the_ground() -> None:
    lakes = {f"{r:02d}04": "lake" for r in range(1, 6)}
    game = field(unit("a1", "0303"), board=strip(terrain=lakes), dumps=[dump("0305")])
    assert keys(game, "0303", "a1") == []
    game = field(
        unit("a1", "0303"), board=strip(sides=["0303-0304 very_major_river"]), dumps=[dump("0304")]
    )
    assert keys(game, "0303", "a1") == ["0304"]


@rule("ocs", "12.3c")
@rule("ocs", "18.5e")
def test_supply_afloat_is_for_those_beside_it_only() -> None:
    sea = {f"{r:02d}01": "sea" for r in range(1, 6)}
    hq = unit("ahq", "0302", "hq")
    game = field(hq, unit("a1", "0303"), unit("a2", "0302"), board=strip(terrain=sea))
    game.put(SHIPS, "lc1", Ship("axis", "lc", "map", game.board.hex("0301"), size=8, load=4))
    assert keys(game, "0302", "a2") == ["0301"]
    assert keys(game, "0303", "a1") == []  # neither drawn nor thrown further


@rule("ocs", "12.3d")
def test_supply_never_passes_enemy_combat_units() -> None:
    wall = [unit(f"s{r}", f"{r:02d}04", "infantry", mode="move") for r in range(1, 6)]
    game = field(unit("a1", "0303"), *wall, board=strip(), dumps=[dump("0306")])
    assert keys(game, "0303", "a1") == []
    gap = field(unit("a1", "0303"), *wall[:-1], board=strip(), dumps=[dump("0306")])
    assert keys(gap, "0303", "a1") == ["0306"]


@rule("ocs", "12.3d")
def test_supply_passes_what_is_no_combat_unit() -> None:
    foreign = [dump(f"{r:02d}04", 4, "allied") for r in range(1, 6)]
    game = field(unit("a1", "0303"), board=strip(), dumps=[dump("0306"), *foreign])
    assert keys(game, "0303", "a1") == ["0306"]


@rule("ocs", "12.3d")
@rule("ocs", "4.5a(B)")
@rule("ocs", "4.5b")
def test_enemy_zones_block_trucks_unless_a_friend_is_there() -> None:
    foes = [unit("s1", "0205"), unit("s2", "0405")]  # their zones close 0304, 0305 and more
    wings = [unit("s3", "0104", mode="move"), unit("s4", "0504", mode="move")]
    pieces = [unit("a1", "0302"), *foes, *wings]
    game = field(*pieces, board=strip(), dumps=[dump("0307")])
    assert keys(game, "0302", "a1") == []
    path = [unit("a2", "0304"), unit("a3", "0305"), unit("a4", "0306")]
    game = field(*pieces, *path, board=strip(), dumps=[dump("0307")])
    assert keys(game, "0302", "a1") == ["0307"]
    foot = unit("ahq", "0302", "hq", throw="9 leg/4 leg")
    game = field(foot, *pieces, board=strip(), dumps=[dump("0307")])
    assert keys(game, "0302", "ahq") == ["0307"]  # legs do not mind zones


@rule("ocs", "4.5a(B)")
def test_a_path_may_end_in_a_zone_only_by_the_option() -> None:
    """The zone of the enemy in 0205 lies on 0105, from where the dump in 0106 could be reached."""
    board = sketch(2, 12, terrain={"0201": "lake", "0202": "lake", "0203": "lake"})
    for way, found in (("barred", []), ("open", ["0106"])):
        game = field(
            unit("a1", "0102"), unit("s1", "0205"), board=board, dumps=[dump("0106")],
            options={"path-end-in-zone": way},
        )  # fmt: skip
        assert keys(game, "0102", "a1") == found


@rule("ocs", "4.5b")
@rule("ocs", "12.3d")
def test_who_negates_a_zone_on_a_path_that_is_used_must_stay() -> None:
    pieces = [unit("a1", "0102"), unit("s1", "0204"), unit("a2", "0104"), unit("a3", "0105")]
    lakes = {"0201": "lake", "0202": "lake", "0203": "lake"}
    game = field(*pieces, board=sketch(2, 12, terrain=lakes), dumps=[dump("0107")])
    h = game.board.hex("0102")
    found = paying.sources(game, "axis", h, paying.FUEL, ("a1",))
    assert [game.board.label(b) for b in found[0].path] == ["0103", "0104", "0105", "0106"]
    paying.pay(game, "axis", ((found[0].key, 1),), paying.FUEL, "12.5c(C)", found)
    now = serial("movement")
    assert [at(game, n).locked == now for n in ("a1", "a2", "a3")] == [False, True, True]


@rule("ocs", "12.3d")
def test_bad_ground_is_ignored_and_better_ground_is_used() -> None:
    dry = field(unit("a1", "0301"), board=strip(), dumps=[dump("0307")])
    mud = field(unit("a1", "0301"), board=strip(), dumps=[dump("0307")], weather="mud")
    assert keys(dry, "0301", "a1") == keys(mud, "0301", "a1") == ["0307"]
    for weather, found in (("dry", []), ("snow", ["0105"])):
        board = line({"0102": "swamp", "0103": "swamp"})
        pieces = unit("a1", "0101")
        game = field(pieces, board=board, dumps=[dump("0105")], weather=weather)
        assert keys(game, "0101", "a1") == []  # 3 + 3 MP
        board = line({"0102": "swamp"})
        game = field(pieces, board=board, dumps=[dump("0105")], weather=weather)
        assert keys(game, "0101", "a1") == found  # frozen it takes 3


@rule("ocs", "12.3d")
@rule("ocs", "6.1c")
def test_one_hex_is_always_within_reach() -> None:
    hard = {"0102": "woods+hill", "0103": "woods"}
    board = line(hard, sides=["0101-0102 minor_river"])
    game = field(unit("a1", "0101"), board=board, dumps=[dump("0103"), dump("0104")])
    assert keys(game, "0101", "a1") == ["0103"]  # 7 MP into one hex, and no further
    shut = line(sides=["0101-0102 escarpment"])
    game = field(unit("a1", "0101"), board=shut, dumps=[dump("0103")])
    assert keys(game, "0101", "a1") == []  # but never where trucks are prohibited


@rule("ocs", "13.8b")
def test_supply_uses_the_bridges_of_engineers() -> None:
    board = line(sides=["0104-0105 major_river"])
    game = field(unit("a1", "0103"), board=board, dumps=[dump("0106")])
    assert keys(game, "0103", "a1") == []
    pioneer = unit("a2", "0104", traits="engineer", size="battalion")
    game = field(unit("a1", "0103"), pioneer, board=board, dumps=[dump("0106")])
    assert keys(game, "0103", "a1") == []  # 1 + 5 over what is now a minor river
    game = field(unit("a1", "0104"), pioneer, board=board, dumps=[dump("0106")])
    assert keys(game, "0104", "a1") == ["0106"]
    game.put(UNITS, "a2", replace(at(game, "a2"), mode="move", combat_up=False))
    assert keys(game, "0104", "a1") == []


@rule("ocs", "12.1b")
def test_loads_are_used_without_unloading() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0303", "points": 2, "load": 5}]
    game = field(unit("a1", "0303"), board=strip(), transport=trucks)
    h = game.board.hex("0303")
    payment = paying.settle(game, "axis", h, 3, paying.ATTACK, ("a1",))
    assert payment == (("t1", 3),)
    paying.pay(game, "axis", payment, paying.ATTACK, "9.5b(A)")
    assert game.state[TRANSPORT]["t1"].load == 2


@rule("ocs", "13.2g")
def test_organic_trucks_give_to_their_formation_and_last() -> None:
    trucks = [
        {"id": "t1", "side": "axis", "hex": "0303", "points": 1, "load": 4, "formation": "1 Pz"}
    ]
    pieces = [unit("a1", "0303", "armor", formation="1 Pz"), unit("a2", "0303")]
    game = field(*pieces, board=strip(), transport=trucks, dumps=[dump("0306", 1)])
    h = game.board.hex("0303")
    assert [s.key for s in paying.sources(game, "axis", h, paying.FUEL, ("a2",))] != ["t1"]
    assert [s.key for s in paying.sources(game, "axis", h, paying.FUEL, ("a1",))][-1] == "t1"
    assert paying.available(game, "axis", h, paying.FUEL, ("a1", "a2")) == 1
    assert paying.available(game, "axis", h, paying.FUEL, ("a1",)) == 5


@rule("ocs", "12.1d")
def test_supply_belongs_to_who_brought_it() -> None:
    game = field(unit("a1", "0303"), board=strip(), dumps=[dump("0303", 8, "allied")])
    assert keys(game, "0303", "a1") == []
    assert keys(game, "0303", side="allied") == ["0303"]


@rule("ocs", "12.3e")
def test_units_in_an_off_map_box_draw_in_the_same_box() -> None:
    boxes = {"Cairo": {"hexes": ["0301"]}, "Suez": {"hexes": ["0501"]}}
    stores = [dump("0303", 4), {"side": "axis", "box": "Cairo", "tokens": 6}]
    tanks = [unit("a1", "0303", "mech"), unit("a2", "0303", "mech")]
    game = field(*tanks, board=strip(), dumps=stores, boxes=boxes, fuelled=False)
    for name, box in (("a1", "Cairo"), ("a2", "Suez")):
        game.put(UNITS, name, replace(at(game, name), place=BOX, hex=-1, at=box))
    assert paying.available(game, "axis", -1, paying.FUEL, ("a1",)) == 6
    assert paying.available(game, "axis", -1, paying.FUEL, ("a2",)) == 0
    assert keys(game, "0303") == ["0303"]  # nobody on the map draws on a box
    assert game.why("axis", {"do": "fuel", "units": ["a2"]})[0].rule == "12.5a"
    assert game.why("axis", {"do": "box", "units": ["a1"], "to": "0301"})[0].rule == "12.5a"
    game.play("axis", {"do": "fuel", "units": ["a1"]})
    assert game.state[DUMPS]["axis@Cairo"].tokens == 5
    assert not game.why("axis", {"do": "box", "units": ["a1"], "to": "0301"})
    assert supply_paths.in_trace(game, "a1")


@rule("ocs", "4.9")
def test_spending_is_told_to_the_owner_alone_and_booked() -> None:
    game = field(unit("a1", "0303"), board=strip(), segment=SUPPLY, dumps=[dump("0303", 4)])
    h = game.board.hex("0303")
    paying.pay(game, "axis", ((f"axis@{h}", 3),), paying.EAT, "12.6c")
    assert game.state.maps["sides"]["axis"].spent == 3
    assert told(game, "supply")[-1]["tokens"] == 3
    assert not [e for e in game.events_for("allied") if e.kind == "supply"]


@rule("ocs", "12.3e")
@rule("ocs", "13.2g(B)")
def test_organic_trucks_give_to_nobody_else_in_a_box_either() -> None:
    boxes = {"Cairo": {"hexes": ["0301"]}}
    tanks = [unit("a1", "0303", "mech", formation="1st"), unit("a2", "0303", "mech")]
    own = [{"id": "t1", "side": "axis", "hex": "0303", "points": 1, "load": 4, "formation": "1st"}]
    game = field(*tanks, board=strip(), transport=own, boxes=boxes)
    for name in ("a1", "a2"):
        game.put(UNITS, name, replace(at(game, name), place=BOX, hex=-1, at="Cairo"))
    truck = replace(game.state[TRANSPORT]["t1"], place=BOX, hex=-1, at="Cairo")
    game.put(TRANSPORT, "t1", truck)
    assert paying.available(game, "axis", -1, paying.FUEL, ("a1",)) == 4
    assert paying.available(game, "axis", -1, paying.FUEL, ("a2",)) == 0


@rule("ocs", "4.5b")
@rule("ocs", "4.5a(B)")
def test_a_path_on_foot_needs_no_negation_and_binds_nobody() -> None:
    lakes = {"0201": "lake", "0202": "lake", "0203": "lake"}
    for throw, bound in (("8 leg/4 leg", False), ("8 truck/4 truck", True)):
        game = field(
            unit("a1", "0109"), unit("a2", "0104"), unit("a3", "0101", "hq", throw=throw),
            unit("a4", "0105"), unit("s1", "0204"), dumps=[dump("0101")],
            board=sketch(2, 12, terrain=lakes),
        )  # fmt: skip
        found = paying.sources(game, "axis", game.board.hex("0109"), paying.FUEL, ("a1",))
        assert (found[0].via, game.board.hex("0104") in found[0].path) == ("a3", True)
        paying.pay(game, "axis", ((found[0].key, 1),), paying.FUEL, "12.5c(C)", found)
        assert (at(game, "a2").locked == serial("movement")) == bound


@rule("ocs", "12.3a")
def test_a_wish_names_dumps_by_their_hexes_and_transport_by_its_id() -> None:
    truck = {"id": "t1", "side": "axis", "hex": "0303", "points": 1, "load": 4}
    stores = [{"side": "axis", "hex": "0303", "sp": 1}, {"side": "axis", "hex": "0304", "sp": 1}]
    game = field(unit("a1", "0303"), unit("s1", "0302"), segment="attack", dumps=stores,
                 transport=[truck], sources=[{"side": "axis", "hex": "0303"}])  # fmt: skip
    attack = {"do": "attack", "units": ["a1"], "target": "0302"}
    assert game.why("axis", {**attack, "pay": {"0304": 1}}) == []
    assert game.why("axis", {**attack, "pay": {"t1": 1}}) == []
    far = game.why("axis", {**attack, "pay": {"0909": 1}})
    assert [refusal.rule for refusal in far] == ["12.4"]
    assert "name a dump by its hex" in far[0].text
    game.play("axis", {**attack, "pay": {"0304": 1}})
    assert stacks.dump_at(game, game.board.hex("0304"), "axis") == 3
    assert stacks.dump_at(game, game.board.hex("0303"), "axis") == 4


@rule("ocs", "13.1d")
@rule("ocs", "12.9c")
def test_the_headquarters_of_a_division_serves_no_air_base() -> None:
    for formation, found in (("", ["0302 ahq"]), ("1 Pz", [])):
        hq = unit("ahq", "0303", "hq", formation=formation)
        game = field(hq, board=strip(), dumps=[dump("0302")])
        assert keys(game, "0311", purpose=paying.REFIT) == found
