"""Landings over the beaches, and LSTs that become ports. [18.5] [18.4f]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.naval import landing_table, ships
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import PLAYER_TURN
from grognard.systems.ocs.status import DUMPS, SITES, TRANSPORT
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import EXPLOITATION, MOVEMENT, REACTION
from tests.systems.ocs.field import at, end, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, sail, ship, waters

rule = pytest.mark.rule

ROLL = {"do": "roll-landings"}


def land(ship: str, *units: str) -> dict[str, Any]:
    return {"do": "land", "ship": ship, "units": list(units)}


def beach(*items: dict[str, Any], points: int = 6, hex: str = "0304", **spec: Any) -> Ocs:
    """Landing craft off the coast with the given units, all of the Axis, aboard."""
    mine = [item for item in items if item["hex"] is None]
    names = [item["row"]["id"] for item in mine]
    more = {key: spec.pop(key) for key in ("load", "type") if key in spec}
    craft = ship("a1", hex, more.pop("type", "lc"), points=points, aboard=names, **more)
    return waters(*items, craft, unit("a99", "0801"), unit("s99", "0809"), **spec)


def ashore(game: Ocs, *dice: int, units: tuple[str, ...] = ("a2",), to: str = "0404") -> None:
    """Sail in, land, and roll."""
    play(game, "axis", sail("a1", to=to))
    play(game, "axis", land("a1", *units))
    rig(game, *dice)
    play(game, "axis", ROLL)


@rule("ocs", "18.5")
@rule("ocs", "18.5a")
def test_craft_that_end_in_a_coastal_hex_land_units_for_no_points() -> None:
    game = beach(unit("a2", None))
    assert rules(game, "axis", land("a1", "a2")) == ["18.5"]  # at sea
    play(game, "axis", sail("a1", to="0404"))
    play(game, "axis", land("a1", "a2"))
    assert rules(game, "axis", sail("a1", to="0304")) == ["18.5a"]  # its move has ended
    assert at(game, "a2").place == "aboard"  # the roll comes when all craft have moved
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert where(game, "a2") == "0404"
    assert movement.spent(game, "a2") == 0
    assert rules(game, "axis", sail("a1", to="0304")) == ["18.5a"]


@rule("ocs", "18.5a")
def test_landings_are_for_hexes_without_enemy_combat_units() -> None:
    game = beach(unit("a2", None), unit("s1", "0405"))
    assert rules(game, "axis", sail("a1", to="0305 0405")) == ["4.8c(B)"]


@rule("ocs", "18.5b")
def test_any_number_of_craft_land_in_a_hex() -> None:
    units = [unit(f"a{i}", None, re=3) for i in range(2, 5)]
    craft = [ship(f"a1{i}", "0404", "lc", points=3, aboard=[f"a{i}"]) for i in range(2, 5)]
    game = waters(*units, *craft, unit("s9", "0808"))
    for i in range(2, 5):
        play(game, "axis", land(f"a1{i}", f"a{i}"))
    rig(game, 6, 6, 6, 6, 6, 6)
    play(game, "axis", ROLL)
    assert stacks.size_at(game, game.board.hex("0404")) == 9


@rule("ocs", "18.5c")
@rule("ocs", "5.5d")
@rule("ocs", "5.6c")
def test_units_land_in_combat_or_move_mode() -> None:
    for mode, allowed in (("combat", True), ("move", True), ("dg", False)):
        game = beach(unit("a2", None, at={"mode": mode, "combat_up": mode != "move"}), hex="0404")
        assert rules(game, "axis", land("a1", "a2")) == ([] if allowed else ["18.5c"])


@rule("ocs", "18.5d")
def test_landings_by_a_roll_are_for_the_movement_phase() -> None:
    for segment, phasing in ((REACTION, "allied"), (EXPLOITATION, "axis")):
        game = beach(unit("a2", None), hex="0404", segment=segment, player=phasing)
        assert rules(game, "axis", land("a1", "a2")) == ["18.5d"]


@rule("ocs", "18.5e")
def test_neither_supply_nor_transport_lands_by_a_roll() -> None:
    game = beach(
        unit("a2", None), hex="0404", load=4,
        transport=[{"id": "t1", "side": "axis", "kind": "truck", "points": 1}],
    )  # fmt: skip
    truck = game.state[TRANSPORT]["t1"]
    game.put(TRANSPORT, "t1", replace(truck, place="aboard", at="a1"))
    assert rules(game, "axis", land("a1", "t1")) == ["18.5e"]
    assert rules(game, "axis", {"do": "disembark", "ship": "a1", "tokens": 4}) == ["18.5g"]


@rule("ocs", "18.5f(A)")
def test_rolls_come_after_all_craft_have_moved() -> None:
    game = waters(
        unit("a2", None), unit("a3", None), ship("a1", "0404", "lc", points=2, aboard=["a2"]),
        ship("a4", "0304", "lc", points=2, aboard=["a3"]), unit("s9", "0808"),
    )  # fmt: skip
    play(game, "axis", land("a1", "a2"))
    rig(game, 6, 6)
    play(game, "axis", ROLL)
    assert rules(game, "axis", sail("a4", to="0303")) == ["18.5f(A)"]
    assert rules(game, "axis", land("a4", "a3")) == ["18.5f(A)"]
    assert rules(game, "axis", ROLL) == ["18.5f(A)"]


@rule("ocs", "18.5f(A)")
def test_forgotten_rolls_are_made_when_the_segment_ends() -> None:
    game = beach(unit("a2", None), hex="0404")
    play(game, "axis", land("a1", "a2"))
    rig(game, 6, 6)
    end(game, "axis")
    assert where(game, "a2") == "0404"


@rule("ocs", "18.5f(A)")
@rule("ocs", "MT-alt")
@pytest.mark.parametrize(("terrain", "toll"), [("clear", 0), ("woods", 0), ("clear+rough", 1)])
def test_the_hardest_terrain_of_the_hex_counts(terrain: str, toll: int) -> None:
    game = beach(unit("a2", None), board=coast(terrain={"0404": terrain}))
    h = game.board.hex("0404")
    assert landing_table.toll(game, h, 8) == landing_table.Toll(0, toll)


@rule("ocs", "18.5f(A)")
def test_modifiers_are_added_to_the_roll() -> None:
    game = beach(unit("a2", None), unit("s1", "0505"), hex="0404", ports=[port("0404", sp=0)])
    tally = landing_table.modifiers(game, "axis", game.board.hex("0404"))
    assert sorted(part.value for part in tally.parts) == [-1, 1]
    alone = beach(unit("a2", None), unit("s1", "0505"), hex="0404")
    play(alone, "axis", land("a1", "a2"))
    rig(alone, 4, 3)  # 7 less 1 is 6: a point of craft
    play(alone, "axis", ROLL)
    assert told(alone, "landing")[0]["craft"] == 1
    assert afloat(alone, "a1").size == 20


@rule("ocs", "18.5f(B)")
def test_losses_are_drawn_by_lot() -> None:
    units = [unit("a2", None), unit("a3", None)]
    for die, lost in ((1, "a2"), (2, "a3")):
        game = beach(*units, hex="0404")
        play(game, "axis", land("a1", "a2", "a3"))
        rig(game, 2, 3, die)  # 5 in the open: one step
        play(game, "axis", ROLL)
        assert at(game, lost).place == "dead"
        assert [n for n in ("a2", "a3") if where(game, n) == "0404"] == [
            n for n in ("a2", "a3") if n != lost
        ]


@rule("ocs", "18.5f(B)")
def test_lost_craft_are_drawn_by_lot_among_those_that_land() -> None:
    items = [
        unit("a2", None), unit("a3", None), ship("a1", "0404", "lc", points=1, aboard=["a2"]),
        ship("a4", "0404", "lc", points=1, aboard=["a3"]), ship("a5", "0404", "lc", points=5),
        unit("s9", "0808"),
    ]  # fmt: skip
    game = waters(*items)
    play(game, "axis", land("a1", "a2"))
    play(game, "axis", land("a4", "a3"))
    rig(game, 3, 3, 2)  # 6 in the open: a point of craft, the second of two
    play(game, "axis", ROLL)
    assert [berth(game, key) for key in ("a1", "a4", "a5")] == ["0404", "dead", "0404"]
    assert where(game, "a3") == "0404"  # ashore already


@rule("ocs", "18.5f(C)")
def test_one_roll_for_each_three_re_and_as_few_as_possible() -> None:
    sizes = {"a2": 2, "a3": 2, "a4": 1, "a5": 1}
    units = [unit(name, None, re=re) for name, re in sizes.items()]
    game = beach(*units, hex="0404", points=8)
    groups = landing_table.grouped(game, list(sizes))
    assert sorted(sum(sizes[n] for n in group) for group in groups) == [3, 3]
    play(game, "axis", land("a1", *sizes))
    three = {"groups": {"0404": [["a2"], ["a3"], ["a4", "a5"]]}}
    assert rules(game, "axis", {**ROLL, **three}) == ["18.5f(C)"]
    two = {"groups": {"0404": [["a2", "a5"], ["a3", "a4"]]}}
    assert rules(game, "axis", {**ROLL, **two}) == []
    wrong = {"groups": {"0404": [["a2", "a5"]]}}
    assert rules(game, "axis", {**ROLL, **wrong}) == ["form"]
    rig(game, 2, 3, 3, 6, 6)  # the first group loses a step, the third of its three
    play(game, "axis", {**ROLL, **two})
    assert len(told(game, "landing")) == 2
    assert at(game, "a5").place == "dead"
    assert where(game, "a4") == "0404"


@rule("ocs", "18.5f(C)")
def test_a_division_of_four_takes_two_rolls() -> None:
    game = beach(unit("a2", None, re=4), hex="0404", points=8)
    play(game, "axis", land("a1", "a2"))
    rig(game, 2, 3, 6, 6)
    play(game, "axis", ROLL)
    assert len(told(game, "landing")) == 2
    assert at(game, "a2").lost == 1


@rule("ocs", "18.5f(C)")
def test_what_is_left_of_a_large_division_shares_its_roll_with_others() -> None:
    """4 RE and two of 1 RE are 6 RE: two rolls, not three; 4, 4 and 1 RE are three, not four."""
    game = beach(unit("a2", None, re=4), unit("a3", None), unit("a4", None), hex="0404", points=9)
    play(game, "axis", land("a1", "a2", "a3", "a4"))
    three = {"groups": {"0404": [["a2"], ["a3", "a4"]]}}
    assert rules(game, "axis", {**ROLL, **three}) == ["18.5f(C)"]
    assert rules(game, "axis", {**ROLL, "groups": {"0404": [["a4", "a2", "a3"]]}}) == []
    rig(game, 6, 6, 6, 6)
    play(game, "axis", ROLL)
    assert len(told(game, "landing")) == 2
    two = beach(unit("a2", None, re=4), unit("a3", None, re=4), unit("a4", None), points=9)
    groups = landing_table.grouped(two, ["a2", "a3", "a4"])
    assert sum(landing_table.rolls_of(two, group) for group in groups) == 3


@rule("ocs", "18.5f(D)")
def test_nobody_goes_on_before_all_rolls_are_made_and_nobody_lands_after() -> None:
    units = [unit(f"a{i}", None) for i in (2, 3, 4)]
    craft = [ship(f"a1{i}", f"040{i}", "lc", points=3, aboard=[f"a{i}"]) for i in (2, 3, 4)]
    game = waters(*units, *craft, unit("a99", "0801"), unit("s9", "0809"))
    for i in (2, 3):
        play(game, "axis", land(f"a1{i}", f"a{i}"))
    assert rules(game, "axis", move("a2", to="0502")) != []
    rig(game, 6, 6, 6, 6)
    play(game, "axis", ROLL)  # for both hexes
    assert [where(game, f"a{i}") for i in (2, 3)] == ["0402", "0403"]
    assert rules(game, "axis", move("a2", to="0502")) == []
    assert rules(game, "axis", land("a14", "a4")) == ["18.5f(A)"]


@rule("ocs", "18.5f(D)")
@rule("ocs", "18.5h")
def test_after_landing_units_go_half_their_way_and_are_fuelled_for_nothing() -> None:
    tank = unit("a2", None, "armor", at={"fuelled": -1})
    game = beach(tank, fuelled=False)
    ashore(game, 6, 6)
    assert movement.allowance(game, "a2").total == 3  # half of 6
    assert movement.unable(game, "a2") is None
    assert rules(game, "axis", move("a2", to="0504 0604 0704")) == []
    assert rules(game, "axis", move("a2", to="0504 0604 0704 0804")) == ["6.2"]
    end(game, "axis", until=EXPLOITATION)
    assert at(game, "a2").landed  # until the first own Clean Up Phase
    assert movement.allowance(game, "a2").total == 6
    end(game, "axis", until=MOVEMENT)
    assert not at(game, "a2").landed


@rule("ocs", "18.5h")
def test_what_is_no_combat_unit_falls_to_those_who_land_after_the_roll() -> None:
    game = beach(
        unit("a2", None), unit("a3", None, "artillery"), dumps=[
            {"side": "allied", "hex": "0404", "sp": 2}], ports=[port("0404", "allied")],
    )  # fmt: skip
    play(game, "axis", sail("a1", to="0404"))
    assert rules(game, "axis", land("a1", "a3")) == ["4.4c"]
    play(game, "axis", land("a1", "a2"))
    rig(game, 6, 6, 6)
    play(game, "axis", ROLL)
    h = game.board.hex("0404")
    assert game.state[SITES][h].port_owner == "axis"
    assert stacks.dump_at(game, h, "allied") == 0


@rule("ocs", "18.5h")
def test_if_the_roll_kills_them_nothing_falls_to_them() -> None:
    game = beach(unit("a2", None), dumps=[{"side": "allied", "hex": "0404", "sp": 2}])
    ashore(game, 2, 3)
    assert at(game, "a2").place == "dead"
    assert stacks.dump_at(game, game.board.hex("0404"), "allied") == 8
    assert all(dump.side == "allied" for dump in game.state[DUMPS].values())


# ---- LSTs


DEPLOY = {"do": "deploy-port", "ship": "a1"}


def flat(*items: dict[str, Any], points: int = 2, **spec: Any) -> Ocs:
    spec.setdefault("hex", "0404")
    return beach(*items, type="lst", points=points, **spec)


@rule("ocs", "18.4f(A)")
@rule("ocs", "18.4f(C)")
@rule("ocs", "18.4f(D)")
@rule("ocs", "18.4f(E)")
def test_an_lst_becomes_a_port_of_1_sp_when_the_phase_ends() -> None:
    game = flat()
    play(game, "axis", DEPLOY)
    assert rules(game, "axis", sail("a1", to="0304")) == ["18.4f(C)"]
    h = game.board.hex("0404")
    assert not ports.is_port(game, h)
    rig(game, 6, 6)
    end(game, "axis", until=EXPLOITATION)
    assert (berth(game, "a1"), game.state[SITES][h].lst_port) == ("removed", "axis")
    assert ports.capacity(game, h) == 4
    assert ports.sea_trace(game, "axis", h)
    assert ports.sources(game, "axis") == (h,)
    assert rules(game, "axis", {**DEPLOY}) != []  # nothing is left to move or turn back


@rule("ocs", "18.4f(A)")
@pytest.mark.parametrize(("segment", "phasing"), [(REACTION, "allied"), (EXPLOITATION, "axis")])
def test_in_any_phase_of_its_own_side(segment: str, phasing: str) -> None:
    game = flat(segment=segment, player=phasing)
    assert rules(game, "axis", DEPLOY) == []
    rig(game, 6, 6)
    play(game, "axis", DEPLOY)  # there is nothing else to do, so that the phase ends
    assert ports.friendly(game, game.board.hex("0404"), "axis")


@rule("ocs", "18.4f(A)")
@pytest.mark.parametrize("phase", list({part.phase: part for part in PLAYER_TURN}))
def test_no_phase_of_its_own_side_ends_without_the_chance(phase: str) -> None:
    """Though nothing else is to be done when the phase ends, its owner is asked."""
    last = {part.phase: part.kind for part in PLAYER_TURN}[phase]
    game = flat(segment=last, player="allied" if phase == "Reaction" else "axis")
    assert (game.segment.kind, game.to_act) == (last, "axis")
    rig(game, 6, 6)
    assert DEPLOY in list(game.legal("axis"))
    game.play("axis", DEPLOY)
    assert ports.friendly(game, game.board.hex("0404"), "axis")


@rule("ocs", "18.4f(A)")
@rule("ocs", "18.5d")
def test_its_units_land_by_the_same_roll_before_the_port_is_there() -> None:
    game = flat(unit("a2", None))
    assert rules(game, "axis", DEPLOY) == ["18.4f(A)"]  # all aboard must land
    play(game, "axis", {**DEPLOY, "units": ["a2"]})
    rig(game, 6, 6)
    end(game, "axis", until=EXPLOITATION)
    assert len(told(game, "landing")) == 1
    assert told(game, "landing")[0]["modifier"]["parts"] == []  # no port yet
    assert where(game, "a2") == "0404"
    assert ports.is_port(game, game.board.hex("0404"))
    late = flat(unit("a2", None), segment=EXPLOITATION)
    assert rules(late, "axis", {**DEPLOY, "units": ["a2"]}) == ["18.5d"]
    loose = flat(unit("a2", None), segment=EXPLOITATION, options={"lst-landing": "any-phase"})
    assert rules(loose, "axis", {**DEPLOY, "units": ["a2"]}) == []
    loaded = flat(load=4)
    assert rules(loaded, "axis", DEPLOY) == ["18.5e"]


@rule("ocs", "18.4f(A)")
@rule("ocs", "18.3d(C)")
def test_a_roll_that_hits_it_leaves_landing_craft_instead_of_a_port() -> None:
    game = flat()
    play(game, "axis", DEPLOY)
    rig(game, 3, 3)  # 6 in the open: a point of craft
    end(game, "axis", until=EXPLOITATION)
    assert (berth(game, "a1"), ships.type_of(game, "a1")) == ("0404", "lc")
    assert not ports.is_port(game, game.board.hex("0404"))


def harbour(*items: dict[str, Any], **spec: Any) -> Ocs:
    """A position in which an LST has become a port in 0404."""
    game = waters(*items, unit("s99", "0809"), **spec)
    h = game.board.hex("0404")
    game.put(SITES, h, replace(stacks.site_at(game, h), lst_port="axis"))
    return game


@rule("ocs", "18.4f(A)")
@rule("ocs", "10.0c(B)")
def test_an_lst_port_is_no_target_and_takes_no_hits() -> None:
    game = harbour(ship("s1", "0304"), unit("a1", "0404"), segment="barrage", player="allied")
    port_fire = {"do": "bombard", "by": ["s1"], "target": "0404", "aim": "port"}
    assert rules(game, "allied", port_fire) == ["10.0c(B)"]
    assert rules(game, "allied", {**port_fire, "aim": "units"}) == []
    h = game.board.hex("0404")
    assert ports.hit(game, h, 2) == 0
    assert ports.capacity(game, h) == 4


@rule("ocs", "18.4f(B)")
def test_attack_capable_units_that_enter_destroy_it() -> None:
    game = harbour(unit("s1", "0505"), unit("s2", "0505", "artillery"), player="allied",
                   first="allied")  # fmt: skip
    assert rules(game, "allied", move("s2", to="0404")) == ["4.4c"]
    play(game, "allied", move("s1", to="0404"))
    assert not ports.is_port(game, game.board.hex("0404"))


@rule("ocs", "18.4f(E)")
@rule("ocs", "18.4f(D)")
def test_it_does_not_work_in_an_enemy_zone_that_is_not_negated() -> None:
    h = "0404"
    game = harbour(unit("s1", "0505"))
    assert not ports.sea_trace(game, "axis", game.board.hex(h))
    negated = harbour(unit("s1", "0505"), unit("a1", h, mode="move"))
    assert ports.sea_trace(negated, "axis", negated.board.hex(h))


@rule("ocs", "18.4f(F)")
def test_never_where_there_is_a_port() -> None:
    for owner in ("axis", "allied"):
        game = flat(ports=[port("0404", owner)])
        assert rules(game, "axis", DEPLOY) == ["18.4f(F)"]
    inland = flat(hex="0304")
    assert rules(inland, "axis", DEPLOY) == ["18.5"]


@rule("ocs", "4.8")
def test_only_one_of_several_becomes_a_port_in_a_hex() -> None:
    """There is never more than one port in a hex, so that the second does not even roll."""
    game = waters(
        ship("a1", "0404", "lst", points=2), ship("a7", "0404", "lst", points=2),
        unit("a99", "0801"), unit("s99", "0809"),
    )  # fmt: skip
    play(game, "axis", DEPLOY)
    assert rules(game, "axis", {**DEPLOY, "ship": "a7"}) == ["4.8"]


@rule("ocs", "18.4c")
@rule("ocs", "19.0a")
def test_craft_load_in_an_lst_port_too() -> None:
    game = harbour(ship("a2", "0404", "lc", points=3), unit("a1", "0404", "mech"))
    assert rules(game, "axis", {"do": "embark", "ship": "a2", "units": ["a1"]}) == []
