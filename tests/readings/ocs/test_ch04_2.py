"""Chapter 4 as a second reader has it, second half: sizes, stacks, fog. [4.6] to [4.9]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import cargo, size_of
from grognard.systems.ocs.status import AIR, SITES
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.transport import rail
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.barrage.guns import fire, shoot
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import berth, port, sail, ship, waters
from tests.systems.ocs.transport.tracks import foot, rails, train
from tests.systems.ocs.works.test_air_bases import sapper

reading = pytest.mark.reading
HOME = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]


@reading("ocs", "4-26")
def test_sizes_of_units() -> None:
    game = field(
        unit("a1", "0303", size="company"), unit("a2", "0303", size="battalion"),
        unit("a3", "0303", "repl"), unit("a4", "0303", size="regiment"),
        unit("a5", "0303", size="brigade"), unit("a6", "0303", "hq", size="battalion"),
        unit("a7", "0303", "artillery", size="regiment"), unit("a8", "0303", re=3, lost=1),
        transport=[{"side": "axis", "hex": "0303", "points": 3, "id": "t"}],
        dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
    )  # fmt: skip
    names = [f"a{i}" for i in range(1, 9)]
    sizes = [size_of(game, n) for n in names]
    assert sizes == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), 1, 1, 1, 1, 2]
    assert stacks.size_at(game, game.board.hex("0303")) == sum(sizes)


@reading("ocs", "4-27")
def test_light_foot_weighs_half() -> None:
    spec: dict[str, Any] = {"re": 3}
    game = field(
        unit("a1", "0303", move="4:6 leg", mode="move", **spec),
        unit("a2", "0204", move="4:7 leg", mode="move", **spec),
        unit("a3", "0304", move="4:6 truck", mode="move", **spec),
        unit("a4", "0404", combat="8:4 leg", move="4:14 truck", **spec),
        unit("a5", "0504", move="4:6 leg", **spec),
    )  # fmt: skip
    weights = [cargo(game, f"a{i}") / 4 for i in range(1, 6)]
    assert weights == [Fraction(3, 2), 3, 3, 3, Fraction(3, 2)]


@reading("ocs", "4-28")
def test_a_point_of_rail_capacity() -> None:
    small = unit("a1", "0503", "mech", mode="move", size="battalion")
    game = rails(small, dumps=[{"side": "axis", "hex": "0503", "sp": 1}],
                 limits={"axis": {"rail_cap": 1}})  # fmt: skip
    both = train("a1", to="0506", tokens=2, **{"from": "0503"})
    assert rules(game, "axis", {**both, "tokens": 3}) != []
    play(game, "axis", both)
    assert where(game, "a1") == "0506"
    loaded = [{"id": "t", "side": "axis", "hex": "0503", "points": 2, "loaded": True}]
    column = rails(transport=loaded, limits={"axis": {"rail_cap": 2}})
    assert rail.weight(column, [], ["t"], 0) == 8
    assert rules(column, "axis", train(to="0506", transport=["t"])) == []


@reading("ocs", "4-29")
@reading("ocs", "3-07")
def test_ten_re_and_the_owner_chooses_what_goes() -> None:
    big = [unit(f"a{i}", "0303", re=5) for i in (1, 2)]
    stuff: dict[str, Any] = {
        "dumps": [{"side": "axis", "hex": "0303", "sp": 20}],
        "transport": [{"side": "axis", "hex": "0303", "points": 6, "id": "t"}],
    }
    exact = field(*big, unit("s1", "0909"), sources=HOME, **stuff)
    end(exact, "axis")
    assert not told(exact, "eliminated")
    game = field(*big, unit("a3", "0304", "repl"), unit("s1", "0909"), sources=HOME, **stuff)
    game.play("axis", move("a3", to="0303"))
    game.play("axis", {"do": "end"})
    assert {a["unit"] for a in game.legal("axis")} == {"a1", "a2", "a3"}
    game.play("axis", {"do": "give-up", "unit": "a3"})
    assert [at(game, n).place == "map" for n in ("a1", "a2", "a3")] == [True, True, False]


@reading("ocs", "3-07")
@pytest.mark.parametrize(("reduced", "fits"), [(2, True), (1, False)])
def test_steps_lost_make_room(reduced: int, fits: bool) -> None:
    units = [unit(f"a{i}", "0303", re=3, lost=int(i <= reduced)) for i in range(1, 4)]
    game = field(*units, unit("a4", "0304", re=3), unit("s1", "0909"), sources=HOME)
    game.play("axis", move("a4", to="0303"))
    assert stacks.size_at(game, game.board.hex("0303")) == 12 - reduced
    game.play("axis", {"do": "end"})
    asked = [d for d in game.decisions if d.ask.name == "overstacked"]
    assert (not asked) is fits


@reading("ocs", "4-30")
def test_too_many_on_the_way_are_no_matter() -> None:
    spec: dict[str, Any] = {"re": 2, "combat": "8:4 leg"}
    game = field(*(unit(f"a{i}", "0303", re=3) for i in (1, 2, 3)), unit("a4", "0302", **spec),
                 unit("a5", "0302", **spec), unit("s1", "0909"), sources=HOME)  # fmt: skip
    game.play("axis", move("a4", to="0303 0304 0305 0306"))  # four points, none for stacking
    assert rules(game, "axis", move("a5", to="0303")) == []
    game.play("axis", move("a5", to="0303"))
    game.play("axis", {"do": "end"})
    assert game.decisions[0].ask.name == "overstacked"


@reading("ocs", "4-31")
@pytest.mark.parametrize(("others", "wrong"), [(8, ["4.8a"]), (7, [])])
def test_overruns_count_all_who_stand_in_the_hex(others: int, wrong: list[str]) -> None:
    game = field(
        unit("a1", "0503", re=3, combat="20:9 leg"), unit("a2", "0504", re=others),
        unit("s1", "0505"), dumps=PLENTY,
    )  # fmt: skip
    game.play("axis", move("a1", to="0504"))
    assert rules(game, "axis", {"do": "overrun", "units": ["a1"], "target": "0505"}) == wrong


@reading("ocs", "4-32")
def test_one_base_and_one_hedgehog_a_hex() -> None:
    site = {"side": "axis", "hex": "0303", "level": 1}
    dumps = [{"side": "axis", "hex": "0303", "sp": 9}]
    game = field(sapper("a1", "0303"), sapper("a2", "0303"), unit("s1", "0909"), bases=[site],
                 hedgehogs=[site], dumps=dumps)  # fmt: skip
    play(game, "axis", {"do": "build-base", "units": ["a1"], "hex": "0303"})
    play(game, "axis", {"do": "build-hedgehog", "units": ["a2"], "hex": "0303"})
    found = game.state[SITES][game.board.hex("0303")]
    assert (found.base, found.hog) == (2, 2)


@reading("ocs", "4-33")
def test_a_marker_means_only_those_who_can_be_so() -> None:
    game = sky(
        unit("a8", "0504"), unit("s1", "0505"), craft("s2", "0505", active=False),
        transport=[{"side": "allied", "hex": "0505", "points": 1, "id": "t"}],
        dumps=[{"side": "allied", "hex": "0505", "sp": 2}], segment="attack",
    )  # fmt: skip
    before = game.state[AIR]["s2"]
    shoot(game, fire(game, 10, firers=("a8",)), 5, 5, 1)
    assert at(game, "s1").mode == "dg"
    assert game.state[AIR]["s2"] == before
    assert told(game, "dg") == [{"hex": "0505"}]


def seen(game: Any, label: str) -> Any:
    return next(row for row in game.view("allied")["enemy"] if row["hex"] == label)


@reading("ocs", "4-34")
def test_what_the_enemy_sees_of_a_stack() -> None:
    game = sky(
        unit("a1", "0303", re=3, lost=1, at={"internals": 1}), unit("a2", "0303", mode="move"),
        unit("a3", "0303", "hq"), craft("a4", "0303"), craft("a5", "0303", "T"), unit("s1", "0909"),
        hedgehogs=[{"side": "axis", "hex": "0303", "level": 2}],
    )  # fmt: skip
    row = seen(game, "0303")
    assert list(row["unit"]) == ["a1"]
    assert not {"lost", "internals"} & set(row["unit"]["a1"])
    text = str(game.view("allied"))
    assert "'a4'" in text
    assert "'a5'" not in text
    assert "'a2'" not in text
    assert "'a3'" not in text
    sites = game.view("allied")["sites"]
    assert any(
        site.get("hog") == 2 for site in (sites.values() if isinstance(sites, dict) else sites)
    )


@reading("ocs", "4-35")
def test_without_a_zone_one_combat_unit_shows() -> None:
    game = field(unit("a2", "0303", "hq"), unit("a1", "0303", mode="dg", at={"oos": True}),
                 unit("s1", "0909"))  # fmt: skip
    row = seen(game, "0303")
    assert list(row["unit"]) == ["a1"]
    assert (row["unit"]["a1"]["mode"], row["unit"]["a1"]["oos"]) == ("dg", True)
    assert "'a2'" not in str(game.view("allied"))


@reading("ocs", "4-36")
def test_what_is_told_in_combat() -> None:
    game = field(
        unit("a1", "0504", "armor", ar=4), unit("a2", "0504"), unit("a3", "0504", "armor"),
        unit("s1", "0505", ar=2), unit("s2", "0505", "armor"), segment="attack", dumps=PLENTY,
    )  # fmt: skip
    rig(game, 3, 4, 3, 4)
    play(game, "axis", {"do": "attack", "units": ["a1", "a2", "a3"], "target": "0505"})
    heard = next(e for e in game.events_for("allied") if e.kind == "odds").facts
    assert heard["attack"] == "44"  # 8, and twice 12 times one and a half
    assert heard["anti_tank"] == "heavy"
    rated = [dict(e.facts) for e in game.events_for("axis") if e.kind == "rating"]
    assert [r["side"] for r in rated] == ["axis", "allied"]
    assert "unit" in rated[0]
    assert "unit" not in rated[1]
    opened = [e for e in game.events_for("axis") if e.kind in ("rating", "odds", "reckoning")]
    assert not any("s2" in str(dict(e.facts)) for e in opened)


@reading("ocs", "4-37")
def test_what_is_told_of_barrages_and_in_the_air() -> None:
    game = sky(unit("a8", "0312"), craft("a1", "0303", "T"), craft("a2", "0303"),
               unit("s8", "0313", re=3), unit("s9", "0313", re=3), craft("s1", "0320"),
               segment="barrage")  # fmt: skip
    rig(game, *[3, 4] * 8)
    play(game, "axis", fly("air-barrage", "a1", to="0313", aim="units"))
    told_me = [e for e in game.events_for("axis") if e.kind == "reckoning"]
    assert told_me
    assert told_me[-1].facts["shifts"]["parts"]
    assert "s9" not in str(dict(told_me[-1].facts))
    flak = [e for e in game.events_for("axis") if e.kind == "flak"]
    assert flak
    air = sky(
        craft("a1", "0303"), craft("a2", "0303"), craft("s1", "0313"), craft("s2", "0313", "T")
    )
    air.play("axis", fly("sweep", "a1", "a2", to="0313"))
    shown = next(e for e in air.events_for("axis") if e.kind == "air-combat").facts["aircraft"]
    assert shown == {"axis": ["a1", "a2"], "allied": ["s1", "s2"]}


@reading("ocs", "4-38")
def test_ships_in_port_are_lost_to_attack_capable_units() -> None:
    game = waters(unit("a1", "0504"), unit("a2", "0504", "hq"), ship("s1", "0404"),
                  ports=[port("0404", "allied")])  # fmt: skip
    assert rules(game, "axis", move("a2", to="0404")) == ["4.4c"]
    play(game, "axis", move("a1", to="0404"))
    assert berth(game, "s1") == "dead"


@reading("ocs", "4-39")
def test_ships_lie_beside_an_enemy_dump() -> None:
    game = waters(ship("a1", "0304", "lc", points=2), unit("s1", "0809"), unit("a2", "0801"),
                  dumps=[{"side": "allied", "hex": "0404", "sp": 2}])  # fmt: skip
    play(game, "axis", sail("a1", to="0404"))
    assert berth(game, "a1") == "0404"
    assert stacks.dump_at(game, game.board.hex("0404"), "allied") == 8
    assert not told(game, "dump-captured")


@reading("ocs", "4-40")
def test_bombers_fly_to_a_hex_full_of_enemies() -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0313"), unit("s2", "0313", "hq"),
               unit("a2", "0303"), segment="barrage")  # fmt: skip
    assert rules(game, "axis", fly("air-barrage", "a1", to="0313", aim="units")) == []


@reading("ocs", "4-41")
@pytest.mark.parametrize("there", ["nothing", "dump", "hq"])
def test_paths_and_trains_pass_goods_but_no_combat_unit(there: str) -> None:
    """Goods or a headquarters of the enemy in 0505, halfway between the stations."""
    goods = [{"side": "allied", "hex": "0505", "sp": 1}] if there == "dump" else []
    foes = [unit("s1", "0505", "hq", mode="move")] if there == "hq" else []
    mine = [{"side": "axis", "hex": "0503", "sp": 2}]
    game = rails(foot("a1", "0503"), *foes, dumps=[*mine, *goods])
    passes = there != "hq"
    cargo_ = train(to="0506", tokens=4, **{"from": "0503"})
    assert (rules(game, "axis", cargo_) == []) is passes
    station = game.board.hex("0506") in supply_paths.sources(game, "axis").hexes
    assert station is passes
    stop = rails(foot("a1", "0503"), dumps=[*mine, {"side": "allied", "hex": "0509", "sp": 1}])
    assert rules(stop, "axis", train(to="0509", tokens=4, **{"from": "0503"})) != []
    lane = sketch(1, 20)
    path = field(
        unit("a1", "0107"),
        unit("s9", "0120"),
        board=lane,
        sources=[{"side": "axis", "hex": "0102"}],
        dumps=[{"side": "allied", "hex": "0104", "sp": 1}] if there == "dump" else [],
    )
    assert supply_paths.in_trace(path, "a1")


@reading("ocs", "4-42")
@pytest.mark.parametrize(("agreed", "seen_"), [("off", True), ("on", False)])
def test_rolls_are_secret_only_by_agreement(agreed: str, seen_: bool) -> None:
    game = field(unit("a1", "0303"), unit("s1", "0909"), segment="reinforcement", started=False,
                 sources=HOME, limits={"axis": {"supply_hexes": ["0101"]}},
                 options={"secret-rolls": agreed})  # fmt: skip
    rig(game, 3, 4)
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    rolls = [e for e in game.events_for("allied") if e.dice]
    assert bool(rolls) is seen_


@reading("ocs", "4-43")
def test_trucks_go_by_rail_and_not_by_air() -> None:
    truck = [{"id": "t", "side": "axis", "hex": "0503", "points": 1}]
    assert rules(rails(transport=truck), "axis", train(to="0506", transport=["t"])) == []
    game = sky(craft("a9", "0303", "Tpt", full="(0)/0/9"), unit("a1", "0303"), levels={"0308": 3},
               transport=[{**truck[0], "hex": "0303"}])  # fmt: skip
    lift = fly("air-transport", "a9", to="0308")
    assert rules(game, "axis", {**lift, "units": ["t"]}) != []
    assert rules(game, "axis", {**lift, "transport": ["t"]}) != []


@reading("ocs", "4-44")
def test_half_a_barrage_point_goes_up() -> None:
    gun = unit("a1", "0503", "artillery", barrage="15/5", mode="dg", up="combat")
    game = field(gun, unit("a2", "0504"), unit("s1", "0505"), segment="artillery",
                 dumps=[{"side": "axis", "hex": "0503", "sp": 9}])  # fmt: skip
    rig(game, 1, 1, 1)
    play(game, "axis", {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"})
    heard = next(e for e in game.events_for("axis") if e.kind == "reckoning").facts
    assert heard["initial"] == "8-11"
