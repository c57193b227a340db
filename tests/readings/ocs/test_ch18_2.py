"""Chapter 18 as a second reader has it: craft, landings, beach assaults. [18.4] to [18.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.combat import odds, outcome
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.naval import cargo, landing_table, sailing, ships
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.zones import SEA_CARGO
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SITES, TRANSPORT
from grognard.systems.ocs.supply import paying, ports
from grognard.systems.ocs.transport import transport
from tests.systems.ocs.combat.aftermath import drive, result
from tests.systems.ocs.field import at, end, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, sail, ship, waters

reading = pytest.mark.reading
FAR, FOE = unit("a99", "0808"), unit("s99", "0801")
HEAVY: dict[str, Any] = {"combat": "8:9 truck", "move": "4:20 truck"}
ROLL = {"do": "roll-landings"}
DEPLOY = {"do": "deploy-port", "ship": "a1"}


def embark(key: str, *units: str, **more: Any) -> dict[str, Any]:
    return {"do": "embark", "ship": key, **({"units": list(units)} if units else {}), **more}


def unload(key: str, *units: str, **more: Any) -> dict[str, Any]:
    return {**embark(key, *units, **more), "do": "disembark"}


def land(key: str, *units: str) -> dict[str, Any]:
    return {"do": "land", "ship": key, "units": list(units)}


def sea(*items: dict[str, Any], **spec: Any) -> Ocs:
    return waters(*items, FAR, FOE, **spec)


def craft(*names: str, hex: str = "0404", points: int = 8, key: str = "a1", **more: Any) -> Any:
    return ship(key, hex, more.pop("type", "lc"), points=points, aboard=list(names), **more)


# ---- 18.4


@reading("ocs", "18-41")
def test_two_points_hold_a_truck_regiment_a_regiment_on_foot_and_two_tokens() -> None:
    game = sea(craft(points=2), unit("a2", "0404", mode="move", **HEAVY),
               unit("a3", "0404", mode="move", move="4:6 leg"), ports=[port("0404", sp=5)],
               dumps=[{"side": "axis", "hex": "0404", "sp": 1}])  # fmt: skip
    play(game, "axis", embark("a1", "a2", "a3", tokens=2))
    assert cargo.room(game, "a1") == 0
    assert rules(game, "axis", embark("a1", tokens=1)) == ["18.4a"]


@reading("ocs", "18-42")
def test_loading_is_for_ports_an_lst_one_included() -> None:
    game = sea(craft(), unit("a2", "0404"))
    assert rules(game, "axis", embark("a1", "a2")) == ["18.4c"]
    game.put(SITES, game.board.hex("0404"), replace(
        stacks.site_at(game, game.board.hex("0404")), lst_port="axis"))  # fmt: skip
    assert rules(game, "axis", embark("a1", "a2")) == []


@reading("ocs", "18-43")
def test_cargo_rides_along_in_three_phases_and_overstacks_nobody() -> None:
    garrison = [unit(f"a{n}", "0404", re=5) for n in (2, 3)]
    game = sea(*garrison, unit("a4", None), craft("a4", hex="0304"), board=coast(cols=16))
    play(game, "axis", sail("a1", to="0404"))
    end(game, "axis", until="exploitation")
    assert [at(game, f"a{n}").place for n in (2, 3, 4)] == ["map", "map", "aboard"]
    play(game, "axis", sail("a1", to="0304 " + " ".join(f"03{c:02d}" for c in range(5, 14))))
    while not (game.segment.kind == "reaction" and game.to_act == "axis"):
        end(game, game.to_act or "axis")
    play(game, "axis", sail("a1", to="0312"))
    assert (berth(game, "a1"), cargo.units_aboard(game, "a1")) == ("0312", ("a4",))


@reading("ocs", "18-44")
def test_supply_afloat_is_for_the_next_hex_and_not_for_throwing() -> None:
    game = sea(craft(hex="0304", points=1, load=4), unit("a2", "0404"), unit("ahq", "0403", "hq"),
               unit("a3", "0504"))  # fmt: skip

    def sources(label: str, name: str) -> int:
        return len(paying.sources(game, "axis", game.board.hex(label), paying.ATTACK, (name,)))

    assert (sources("0404", "a2"), sources("0504", "a3")) == (1, 0)


@reading("ocs", "18-45")
def test_all_craft_of_a_stack_are_one_target() -> None:
    game = waters(ship("a1", "0202"), ship("a2", "0202"), ship("s1", "0204", "lc", points=2),
                  ship("s2", "0204", "lc", points=1), FAR, FOE, segment="barrage")  # fmt: skip
    fire = {"do": "engage", "by": ["a1"], "target": "0204"}
    rig(game, 1, 1)
    play(game, "axis", fire)
    assert rules(game, "axis", {**fire, "by": ["a2"]}) == ["18.3c(A)"]
    calm = sea(craft(hex="0202", points=3), craft(hex="0202", points=1, key="a3"))
    play(calm, "axis", {"do": "split-craft", "ship": "a1", "points": 1})
    part = next(key for key in calm.state[SHIPS] if key not in ("a1", "a3"))
    play(calm, "axis", {"do": "join-craft", "ships": ["a3", part]})
    assert (afloat(calm, "a1").size, afloat(calm, "a3").size) == (8, 8)
    assert sailing.left(calm, "a3") == 10 * 12


DUKW = {"id": "t1", "side": "axis", "hex": "0404", "kind": "dukw", "points": 2}


@reading("ocs", "18-46")
def test_a_roll_to_go_ashore_and_none_to_put_to_sea() -> None:
    game = sea(craft(type="dukw", points=2))
    play(game, "axis", {"do": "go-ashore", "ship": "a1"})
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert len(told(game, "landing")) == 1
    wet = sea(ship("a1", None, "dukw", points=1), transport=[DUKW])
    play(wet, "axis", {"do": "put-to-sea", "transport": "t1"})
    assert told(wet, "landing") == []
    assert berth(wet, "t1") == "0404"


@reading("ocs", "18-47")
def test_the_rest_of_eight_hexes_is_tripled_and_a_third_by_water() -> None:
    game = sea(craft(hex="0304", type="dukw", points=2))
    play(game, "axis", sail("a1", to="0305 0304 0404"))
    play(game, "axis", {"do": "go-ashore", "ship": "a1"})
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert transport.left(game, "a1") == 15 * 12
    wet = sea(ship("a1", None, "dukw", points=1), transport=[DUKW])
    transport.pay(wet, "t1", 18 * 12, hex=wet.board.hex("0404"))
    play(wet, "axis", {"do": "put-to-sea", "transport": "t1"})
    assert sailing.left(wet, "t1") // sailing.hex_price(wet, "t1") == 2


@reading("ocs", "18-48")
def test_by_land_dukws_move_in_one_phase_by_water_in_three() -> None:
    game = sea(craft(hex="0304", type="dukw", points=2), ship("a2", None, "dukw", points=1),
               transport=[DUKW], segment="exploitation")  # fmt: skip
    assert rules(game, "axis", sail("a1", to="0305")) == []
    assert rules(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0504"]}) != []


@reading("ocs", "18-49")
def test_what_a_dukw_takes_by_water() -> None:
    light = unit("a2", "0404", mode="move", move="4:10 leg")
    game = sea(light, unit("a3", "0404", mode="move", **HEAVY), unit("a4", "0404"),
               craft(type="dukw", points=4), ports=[port("0404", sp=9)],
               dumps=[{"side": "axis", "hex": "0404", "sp": 1}])  # fmt: skip
    assert [rules(game, "axis", embark("a1", n)) for n in ("a2", "a3", "a4")] == [
        [], ["18.4e(B)"], ["18.4e(B)"]]  # fmt: skip
    assert rules(game, "axis", embark("a1", tokens=4)) == []


@reading("ocs", "18-50")
def test_overrun_on_land_they_are_trucks_and_afloat_ships() -> None:
    game = waters(ship("a1", None, "dukw", points=1), unit("s1", "0505"), FAR, FOE,
                  transport=[DUKW], player="allied", first="allied")  # fmt: skip
    assert rules(game, "allied", embark("t1", "s1")) != []
    rig(game, 1)
    play(game, "allied", move("s1", to="0404"))
    found = game.state[TRANSPORT]["t1"]
    assert (found.place, found.size, game.board.label(found.hex) != "0404") == ("map", 8, True)
    wet = waters(craft(type="dukw", points=2), unit("s1", "0505"), FAR, FOE, player="allied",
                 first="allied")  # fmt: skip
    play(wet, "allied", move("s1", to="0404"))
    assert berth(wet, "a1") == "dead"


def quay(*items: dict[str, Any], **spec: Any) -> Ocs:
    """A deployed LST in 0404."""
    game = waters(*items, FOE, **spec)
    h = game.board.hex("0404")
    game.put(SITES, h, replace(stacks.site_at(game, h), lst_port="axis"))
    return game


@reading("ocs", "18-51")
def test_an_lst_port_is_no_target() -> None:
    game = quay(ship("s1", "0304"), unit("a2", "0404"), FAR, segment="barrage", player="allied",
                first="allied")  # fmt: skip
    fire = {"do": "bombard", "by": ["s1"], "target": "0404", "aim": "port"}
    assert rules(game, "allied", fire) != []
    rig(game, 6, 6, 6)
    play(game, "allied", {**fire, "aim": "units"})
    assert ports.capacity(game, game.board.hex("0404")) == 4


@reading("ocs", "18-52")
def test_an_lst_port_is_destroyed_never_taken_moved_or_reduced() -> None:
    game = quay(unit("a2", "0404"), FAR)
    assert "a1" not in ships.fleet(game, "axis")
    assert rules(game, "axis", {"do": "wreck-port", "hex": "0404", "units": ["a2"]}) == ["19.0c"]
    lost = quay(unit("s1", "0505"), FAR, player="allied", first="allied")
    play(lost, "allied", move("s1", to="0404"))
    assert not ports.is_port(lost, lost.board.hex("0404"))


@reading("ocs", "18-53")
def test_an_lst_port_works_at_once_unless_a_zone_shuts_it() -> None:
    game = sea(craft(type="lst", points=2))
    play(game, "axis", DEPLOY)
    rig(game, 6, 6)
    while not ports.is_port(game, game.board.hex("0404")):
        end(game, "axis")
    assert game.segment.kind not in ("clean-up", "reaction")
    h = game.board.hex("0404")
    assert (ports.capacity(game, h), ports.sea_trace(game, "axis", h)) == (4, True)
    zoned = quay(unit("s1", "0505"), FAR)
    assert not ports.sea_trace(zoned, "axis", h)
    held = quay(unit("s1", "0505"), unit("a2", "0404"), FAR)
    assert ports.sea_trace(held, "axis", h)
    assert (ports.available(held, h, "axis"), ports.available(held, h, "axis", SEA_CARGO)) == (4, 0)


@reading("ocs", "18-54")
def test_no_lst_port_beside_a_ruined_one() -> None:
    game = sea(craft(type="lst", points=2), ports=[port("0404", sp=0, hits=4)])
    assert rules(game, "axis", DEPLOY) == ["18.4f(F)"]


@reading("ocs", "18-55")
def test_one_roll_for_landing_and_port_and_later_the_port_alone() -> None:
    game = sea(unit("a2", None), craft("a2", type="lst", points=2))
    play(game, "axis", {**DEPLOY, "units": ["a2"]})
    rig(game, 6, 6)
    while not ports.is_port(game, game.board.hex("0404")):
        end(game, "axis")
    assert (len(told(game, "landing")), where(game, "a2")) == (1, "0404")
    late = sea(unit("a2", None), craft("a2", type="lst", points=2), segment="exploitation")
    assert rules(late, "axis", {**DEPLOY, "units": ["a2"]}) == ["18.5d"]
    empty = sea(craft(type="lst", points=2), segment="exploitation")
    assert rules(empty, "axis", DEPLOY) == []


# ---- 18.5


@reading("ocs", "18-56")
def test_landing_costs_nothing_and_ends_the_move() -> None:
    way = " ".join(f"03{c:02d}" for c in range(2, 11)) + " 0410"
    game = sea(unit("a2", None), craft("a2", hex="0301"), unit("a3", None),
               craft("a3", hex="0304", key="a5"), board=coast(cols=16))  # fmt: skip
    play(game, "axis", sail("a1", to=way))
    assert sailing.left(game, "a1") == 0
    play(game, "axis", land("a1", "a2"))
    play(game, "axis", sail("a5", to="0404"))
    play(game, "axis", land("a5", "a3"))
    assert rules(game, "axis", sail("a5", to="0304")) == ["18.5a"]
    rig(game, 6, 6, 6, 6)
    play(game, "axis", ROLL)
    assert (where(game, "a2"), where(game, "a3")) == ("0410", "0404")


@reading("ocs", "18-57")
def test_a_dump_on_the_beach_is_taken_after_the_roll_and_soldiers_bar_it() -> None:
    game = sea(unit("a2", None), craft("a2"), dumps=[{"side": "allied", "hex": "0404", "sp": 2}])
    play(game, "axis", land("a1", "a2"))
    assert stacks.dump_at(game, game.board.hex("0404"), "allied") == 8
    rig(game, 6, 6, 4)
    play(game, "axis", ROLL)
    assert stacks.dump_at(game, game.board.hex("0404"), "axis") == 4
    held = sea(unit("a2", None), craft("a2", hex="0304"), unit("s1", "0404"))
    assert rules(held, "axis", sail("a1", to="0404")) == ["4.8c(B)"]


@reading("ocs", "18-58")
def test_seven_re_are_three_rolls() -> None:
    names = [f"a{n}" for n in range(2, 9)]
    game = sea(*(unit(n, None) for n in names), craft(*names, points=9))
    play(game, "axis", land("a1", *names))
    four = [names[:2], names[2:4], names[4:6], names[6:]]
    assert rules(game, "axis", {**ROLL, "groups": {"0404": four}}) == ["18.5f(C)"]
    mine = [names[4:], names[:3], names[3:4]]
    rig(game, 6, 6, 6, 6, 6, 6)
    play(game, "axis", {**ROLL, "groups": {"0404": mine}})
    assert len(told(game, "landing")) == 3


@reading("ocs", "18-59")
@pytest.mark.parametrize(("mode", "law"), [("combat", []), ("move", []), ("reserve", ["18.5c"]),
                                           ("dg", ["18.5c"])])  # fmt: skip
def test_the_modes_of_those_who_land(mode: str, law: list[str]) -> None:
    game = sea(unit("a2", None, at={"mode": mode, "combat_up": mode != "move"}), craft("a2"))
    assert rules(game, "axis", land("a1", "a2")) == law


@reading("ocs", "18-60")
@pytest.mark.parametrize(("segment", "phasing"), [("exploitation", "axis"), ("reaction", "allied")])
def test_beaches_are_for_the_movement_phase_ports_for_all(segment: str, phasing: str) -> None:
    items = [unit("a2", None, move="4:4 leg"), craft("a2")]
    game = sea(*items, segment=segment, player=phasing)
    assert rules(game, "axis", land("a1", "a2")) == ["18.5d"]
    harbour = sea(*items, segment=segment, player=phasing, ports=[port("0404", sp=1)])
    play(harbour, "axis", unload("a1", "a2"))
    assert where(harbour, "a2") == "0404"


@reading("ocs", "18-61")
@pytest.mark.parametrize("sp", [0, 2, 1])
def test_supply_and_trucks_come_ashore_by_ports_alone(sp: int) -> None:
    truck = [{"id": "t1", "side": "axis", "kind": "truck", "points": 1}]
    game = sea(ship("a1", "0404", "lc", points=4, load=4, aboard=["t1"]), transport=truck,
               ports=[port("0404", sp=sp)] if sp else [])  # fmt: skip
    assert rules(game, "axis", land("a1", "t1")) == ["18.5e"]
    both = rules(game, "axis", unload("a1", transport=["t1"], tokens=4))
    assert both == {0: ["18.5g"], 1: ["19.0a"], 2: []}[sp]
    if sp == 1:
        play(game, "axis", unload("a1", tokens=4))
        assert rules(game, "axis", unload("a1", transport=["t1"])) == ["19.0a"]
        assert rules(game, "axis", land("a1", "t1")) == ["18.5e"]


@reading("ocs", "18-62")
def test_the_hardest_ground_of_the_beach_counts() -> None:
    mixed = sea(unit("a2", None), craft("a2"), board=coast(terrain={"0404": "clear+mountain"}))
    plain = sea(unit("a2", None), craft("a2"), board=coast(terrain={"0404": "mountain"}))
    h = mixed.board.hex("0404")
    assert [landing_table.toll(mixed, h, r) for r in range(2, 13)] == [
        landing_table.toll(plain, h, r) for r in range(2, 13)]  # fmt: skip
    assert landing_table.toll(mixed, h, 6) != landing_table.toll(mixed, mixed.board.hex("0405"), 6)


@reading("ocs", "18-63")
def test_chance_says_who_is_lost_and_nobody_is_asked() -> None:
    for die, lost in ((1, "a2"), (2, "a3")):
        game = sea(unit("a2", None), unit("a3", None), craft("a2", "a3", points=2))
        play(game, "axis", land("a1", "a2", "a3"))
        rig(game, 2, 3, die)  # 5 in the open: a step
        game.play("axis", ROLL)
        assert game.at_checkpoint
        assert at(game, lost).place == "dead"


@reading("ocs", "18-64")
@reading("ocs", "18-65")
def test_nobody_marches_before_all_rolls_and_no_craft_sails_after_them() -> None:
    game = sea(unit("a2", None), unit("a3", None), craft("a2"), craft("a3", hex="0402", key="a5"),
               unit("a4", None), craft("a4", hex="0306", key="a6"))  # fmt: skip
    play(game, "axis", land("a1", "a2"))
    play(game, "axis", land("a5", "a3"))
    assert rules(game, "axis", move("a2", to="0504")) != []
    rig(game, 6, 6, 6, 6)
    play(game, "axis", ROLL)
    assert len(told(game, "landing")) == 2
    assert rules(game, "axis", move("a2", to="0504")) == []
    assert rules(game, "axis", sail("a6", to="0305")) == ["18.5f(A)"]


@reading("ocs", "18-66")
def test_what_is_beyond_the_ports_capacity_rolls() -> None:
    names = ("a2", "a3", "a4")
    game = sea(*(unit(n, None, **HEAVY) for n in names), craft(*names), ports=[port("0404", sp=2)])
    assert rules(game, "axis", unload("a1", *names)) == ["19.0a"]
    play(game, "axis", unload("a1", "a2", "a3"))
    assert rules(game, "axis", unload("a1", "a4")) == ["19.0a"]
    play(game, "axis", land("a1", "a4"))
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert where(game, "a4") == "0404"


@reading("ocs", "18-67")
def test_half_the_way_on_free_fuel_after_a_beach_and_none_after_a_port() -> None:
    dry = unit("a2", None, at={"mode": "move", "combat_up": False}, **HEAVY)
    game = sea(dry, craft("a2"), fuelled=False)
    play(game, "axis", land("a1", "a2"))
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert movement.allowance(game, "a2").total == 10
    assert rules(game, "axis", move("a2", to="0504")) == []
    end(game, "axis", until="exploitation")
    assert at(game, "a2").landed
    end(game, "axis", until="movement")
    assert not at(game, "a2").landed
    quiet = sea(dry, craft("a2"), ports=[port("0404", sp=2)])
    play(quiet, "axis", unload("a1", "a2"))
    assert rules(quiet, "axis", move("a2", to="0504")) != []


# ---- 18.6


def off(*items: dict[str, Any], load: int = 8, **spec: Any) -> Ocs:
    """Axis craft off the held beach 0404, and another fight far away."""
    names = [item["row"]["id"] for item in items if "row" in item and item["hex"] is None]
    spec.setdefault("segment", "attack")
    dumps = [*spec.pop("dumps", []), {"side": "axis", "hex": "0808", "sp": 1}]
    return waters(*items, craft(*names, hex="0304", load=load), unit("a98", "0808"),
                  unit("s98", "0809"), dumps=dumps, **spec)  # fmt: skip


def assault(*names: str, **more: Any) -> dict[str, Any]:
    return {"do": "beach-assault", "units": list(names), "target": "0404", **more}


def meet(game: Ocs, how: str, *dice: int) -> None:
    rig(game, *dice)
    play(game, "allied", {"do": "meet", "on": how})


@reading("ocs", "18-68")
def test_three_re_in_combat_mode_of_one_stack() -> None:
    game = off(unit("a2", None, re=3), unit("a3", None, size="battalion"),
               unit("a4", None, at={"mode": "move"}), unit("s1", "0404"))  # fmt: skip
    assert rules(game, "axis", assault("a2")) == []
    assert rules(game, "axis", assault("a2", "a3")) == ["18.6a(A)"]
    assert rules(game, "axis", assault("a4")) == ["18.6a(A)"]
    game.play("axis", assault("a3"))
    meet(game, "landing", 6, 6)
    assert rules(game, "axis", assault("a2")) != []


@reading("ocs", "18-69")
def test_supply_for_it_is_afloat_beside_it() -> None:
    items, dump = [unit("a2", None), unit("s1", "0404")], [{"side": "axis", "hex": "0405", "sp": 9}]
    assert rules(off(*items, load=0, dumps=dump), "axis", assault("a2")) == ["18.6a(B)"]
    for hex, law in (("0303", []), ("0302", ["18.6a(B)"])):
        game = off(*items, craft(hex=hex, key="a7", load=4), load=0)
        assert rules(game, "axis", assault("a2")) == law


@reading("ocs", "18-70")
def test_options_are_losses_and_a_held_beach_is_the_end() -> None:
    game = off(unit("a2", None), unit("a3", None), unit("s1", "0404", re=3))
    h = game.board.hex("0404")
    battle = Battle("axis", "allied", h, ("a2", "a3"), ("s1",), beach=True)
    asked = drive(game, outcome.apply(game, battle, result({"options": 1})))
    assert sum(at(game, n).place == "dead" for n in ("a2", "a3")) == 1
    assert not [ask for ask in asked if ask.player == "axis" and "option" in ask.name]
    lost = off(unit("a2", None, combat="1:3 leg"), unit("s1", "0404", combat="90:3 leg", re=3))
    lost.play("axis", assault("a2"))
    meet(lost, "assault", 3, 3, 3, 3)
    assert (at(lost, "a2").place, berth(lost, "a1"), where(lost, "s1")) == ("dead", "dead", "0404")


@reading("ocs", "18-71")
def test_it_is_no_overrun() -> None:
    game = off(unit("a2", None, combat="60:3 leg", re=3, ar=4), unit("s1", "0404", ar=4))
    game.play("axis", assault("a2"))
    meet(game, "assault", 4, 5, 6, 6)  # 9: no surprise; 12
    assert told(game, "surprise")[0]["columns"] == 0
    assert (where(game, "a2"), at(game, "a2").mode) == ("0404", "exploit")


@reading("ocs", "18-72")
def test_half_by_the_beach_or_the_ground_never_both() -> None:
    game = off(unit("a2", None, combat="6:3 leg"), unit("s1", "0404"))
    battle = Battle("axis", "allied", game.board.hex("0404"), ("a2",), ("s1",), beach=True)
    found = {e.name: odds.attack_of(game, replace(battle, crossings={-1: e.name}), "a2").total
             for e in odds.crossings(game, battle, -1)}  # fmt: skip
    assert found == {"clear": 6, "beach": 3}


@reading("ocs", "18-73")
def test_sea_and_land_do_not_attack_one_hex_in_a_phase() -> None:
    game = off(unit("a2", None), unit("a3", "0505"), unit("s1", "0404", re=3, combat="40:3 leg"),
               dumps=[{"side": "axis", "hex": "0505", "sp": 5}])  # fmt: skip
    assert rules(game, "axis", assault("a2", "a3")) == ["18.6a(G)"]
    attack = {"do": "attack", "units": ["a3"], "target": "0404"}
    assert rules(game, "axis", attack) == []
    game.play("axis", assault("a2"))
    meet(game, "assault", 3, 3, 3, 3)
    assert rules(game, "axis", attack) != []
