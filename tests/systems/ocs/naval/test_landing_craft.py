"""Landing craft: capacity, loading, splitting; DUKWs. [18.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.naval import cargo, sailing, ships
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SHIPS, TRANSPORT
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import EXPLOITATION, MOVEMENT, REACTION, kind
from grognard.systems.ocs.units import MAP
from tests.systems.ocs.field import at, end, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, sail, ship, waters

rule = pytest.mark.rule


def embark(ship: str, *units: str, **more: Any) -> dict[str, Any]:
    return {"do": "embark", "ship": ship, **({"units": list(units)} if units else {}), **more}


def disembark(ship: str, *units: str, **more: Any) -> dict[str, Any]:
    return {**embark(ship, *units, **more), "do": "disembark"}


def harbour(*items: dict[str, Any], sp: int = 10, points: int = 4, **spec: Any) -> Any:
    """Landing craft in a large port, with supply and trucks beside it."""
    return waters(
        ship("a1", "0404", "lc", points=points), *items, unit("s9", "0808"),
        ports=[port("0404", sp=sp)], dumps=[{"side": "axis", "hex": "0404", "sp": 6}],
        transport=[{"id": "t1", "side": "axis", "hex": "0404", "kind": "truck", "points": 2}],
        **spec,
    )  # fmt: skip


@rule("ocs", "18.4")
@rule("ocs", "18.4a")
@rule("ocs", "18.4c")
def test_craft_load_units_supply_and_transport_up_to_their_capacity() -> None:
    """4 points are 16 tokens: a mech regiment is 4, foot is 2, two truck points are 8."""
    game = harbour(unit("a2", "0404", "mech", mode="move"), unit("a3", "0404", mode="move"))
    play(game, "axis", embark("a1", "a2", "a3", transport=["t1"], tokens=2))
    assert cargo.room(game, "a1") == 0
    assert rules(game, "axis", embark("a1", tokens=1)) == ["18.4a"]
    assert (at(game, "a2").place, at(game, "a2").at, where(game, "a2")) == (
        "aboard",
        "a1",
        "aboard",
    )
    assert afloat(game, "a1").load == 2
    assert stacks.dump_at(game, game.board.hex("0404"), "axis") == 22
    assert stacks.stacks(game).sizes.get(game.board.hex("0404"), 0) == 0  # nor do craft count


@rule("ocs", "18.4c")
def test_on_the_map_craft_load_in_ports_only() -> None:
    game = waters(
        ship("a1", "0404", "lc", points=4), ship("a2", "0402", "lc", points=1), unit("a3", "0404"),
        unit("a4", "0402"), unit("s9", "0808"), ports=[port("0402", "allied")],
    )  # fmt: skip
    assert rules(game, "axis", embark("a1", "a3")) == ["18.4c"]
    assert rules(game, "axis", embark("a2", "a4")) == ["18.4c"]  # nor in the enemy's
    ready = harbour(unit("a3", "0404"), unit("a4", "0505"))
    assert rules(ready, "axis", embark("a1", "a3")) == []
    assert rules(ready, "axis", embark("a1", "a4")) == ["18.4c"]


@rule("ocs", "18.4c")
@rule("ocs", "18.5c")
@pytest.mark.parametrize("mode", ["combat", "move", "dg", "reserve", "strat"])
def test_units_go_aboard_in_any_mode_and_unload_in_combat_or_move_mode(mode: str) -> None:
    """Modes that bar rail, air and shipping do not bar landing craft; unloading has its own."""
    up = {"up": "combat"} if mode == "reserve" else {}
    game = harbour(unit("a3", "0404", mode=mode, **up))
    play(game, "axis", embark("a1", "a3"))
    assert (at(game, "a3").place, at(game, "a3").mode) == ("aboard", mode)
    fit = mode in ("combat", "move")
    assert rules(game, "axis", disembark("a1", "a3")) == ([] if fit else ["18.5c"])


@rule("ocs", "7.0a")
@rule("ocs", "11.0a")
@rule("ocs", "18.4c")
@pytest.mark.parametrize(
    ("segment", "phasing", "law"), [(REACTION, "allied", "7.0a"), (EXPLOITATION, "axis", "11.0a")]
)
def test_outside_the_movement_phase_only_those_go_aboard_who_may_be_used(
    segment: str, phasing: str, law: str
) -> None:
    """Air Transport is excepted from the rule that only released units are used; craft are not."""
    game = harbour(
        unit("a3", "0404"), unit("a4", "0404", mode="reserve", up="move"), segment=segment,
        player=phasing,
    )  # fmt: skip
    assert rules(game, "axis", embark("a1", "a3")) == [law]
    assert rules(game, "axis", embark("a1", "a4")) == [law]
    assert rules(game, "axis", embark("a1", transport=["t1"])) == [law]
    play(game, "axis", {"do": "release", "units": ["a4"]})
    play(game, "axis", embark("a1", "a4"))
    play(game, "axis", sail("a1", to="0305"))
    assert cargo.units_aboard(game, "a1") == ("a4",)


@rule("ocs", "5.7b(A)")
@rule("ocs", "18.5d")
def test_reserves_aboard_are_released_in_exploitation_and_unload_in_port() -> None:
    game = harbour(unit("a3", "0404", mode="reserve", up="move"))
    play(game, "axis", embark("a1", "a3"))
    end(game, "axis", until=EXPLOITATION)
    assert rules(game, "axis", disembark("a1", "a3")) == ["18.5c"]
    play(game, "axis", {"do": "release", "units": ["a3"]})
    assert (at(game, "a3").mode, at(game, "a3").place) == ("move", "aboard")
    assert told(game, "release")[0]["hexes"] == ["0404"]
    released = [event for event in game.events if event.kind == "release"]
    assert [(event.seen_by, event.others) for event in released] == [(("axis",), None)]
    play(game, "axis", disembark("a1", "a3"))
    assert where(game, "a3") == "0404"


@rule("ocs", "5.7b(B)")
def test_reserves_aboard_are_released_in_reaction_too() -> None:
    game = harbour(unit("a3", "0404", mode="reserve", up="combat"))
    play(game, "axis", embark("a1", "a3"))
    end(game, "axis", until=REACTION)
    while game.to_act != "axis":
        end(game, game.to_act or "allied")
    assert kind(game) == REACTION
    play(game, "axis", {"do": "release", "units": ["a3"]})
    assert rules(game, "axis", disembark("a1", "a3")) == []


@rule("ocs", "5.4a")
def test_reserves_aboard_need_markers_like_others() -> None:
    game = harbour(
        unit("a3", "0404", mode="reserve", up="combat"), limits={"axis": {"reserve_markers": 0}}
    )
    play(game, "axis", embark("a1", "a3"))
    end(game, "axis")
    assert at(game, "a3").mode == "combat"


@rule("ocs", "18.4c")
@rule("ocs", "18.5c")
def test_who_is_disorganised_aboard_recovers_there_and_then_unloads() -> None:
    game = harbour(unit("a3", "0404", mode="dg"))
    play(game, "axis", embark("a1", "a3"))
    end(game, "axis", until=REACTION)
    while game.to_act != "axis":
        end(game, game.to_act or "allied")
    assert at(game, "a3").mode == "combat"
    assert rules(game, "axis", disembark("a1", "a3")) == []


@rule("ocs", "18.5h")
def test_who_has_come_ashore_in_a_port_goes_no_further_by_any_means() -> None:
    """Neither on foot nor by other craft: without a roll there is no movement after the landing."""
    game = harbour(unit("a3", "0404"), ship("a5", "0404", "lc", points=4))
    play(game, "axis", embark("a1", "a3"))
    play(game, "axis", disembark("a1", "a3"))
    assert rules(game, "axis", move("a3", to="0504")) != []
    assert rules(game, "axis", embark("a5", "a3")) == ["19.0f(C)"]
    play(game, "axis", embark("a1", transport=["t1"]))
    play(game, "axis", disembark("a1", transport=["t1"]))
    assert rules(game, "axis", embark("a5", transport=["t1"])) == ["13.3c(3)"]


@rule("ocs", "12.2a")
def test_what_was_unloaded_in_the_phase_is_not_loaded_again() -> None:
    game = harbour(unit("a3", "0404"))
    play(game, "axis", embark("a1", tokens=16))
    play(game, "axis", disembark("a1", tokens=16))
    assert rules(game, "axis", embark("a1", tokens=8)) == []
    assert rules(game, "axis", embark("a1", tokens=9)) == ["12.2a"]


@rule("ocs", "18.4b")
def test_craft_are_slow_and_cargo_rides_along_in_all_three_phases() -> None:
    game = harbour(unit("a3", "0404"), board=coast(cols=16))
    play(game, "axis", embark("a1", "a3", tokens=4))
    row = ["0305"] + [f"03{c:02d}" for c in range(6, 16)]
    assert rules(game, "axis", sail("a1", to=" ".join(row[:11]))) == ["18.1f"]
    play(game, "axis", sail("a1", to=" ".join(row[:10])))
    assert berth(game, "a1") == "0314"
    assert cargo.units_aboard(game, "a1") == ("a3",)
    end(game, "axis", until=EXPLOITATION)
    play(game, "axis", sail("a1", to="0313"))
    assert cargo.units_aboard(game, "a1") == ("a3",)
    assert afloat(game, "a1").load == 4


@rule("ocs", "18.4c")
@rule("ocs", "18.5e")
@rule("ocs", "12.3c")
def test_supply_aboard_is_for_units_in_the_hex_or_beside_it() -> None:
    game = waters(
        ship("a1", "0304", "lc", points=2, load=8), unit("a2", "0404"), unit("a3", "0504"),
        unit("s9", "0808"),
    )  # fmt: skip

    def keys(label: str, name: str) -> list[str]:
        found = paying.sources(game, "axis", game.board.hex(label), paying.ATTACK, (name,))
        return [source.key for source in found]

    assert keys("0404", "a2") == ["a1"]
    assert keys("0504", "a3") == []
    assert cargo.near(game, "axis", game.board.hex("0404")) == ("a1",)


@rule("ocs", "18.5g")
@rule("ocs", "18.5d")
@rule("ocs", "18.5h")
@rule("ocs", "19.0a")
def test_in_ports_cargo_of_all_kinds_lands_without_a_roll_in_any_of_the_phases() -> None:
    for segment, phasing in ((MOVEMENT, "axis"), (REACTION, "allied"), (EXPLOITATION, "axis")):
        game = waters(
            unit("a2", None, at={"fuelled": -1}),
            ship("a1", "0404", "lc", points=6, load=4, aboard=["a2", "t1"]),
            unit("a9", "0606"), unit("s9", "0808"), ports=[port("0404", sp=5)],
            transport=[{"id": "t1", "side": "axis", "kind": "truck", "points": 2, "loaded": True}],
            segment=segment, player=phasing, fuelled=False,
        )  # fmt: skip
        play(game, "axis", disembark("a1", "a2", transport=["t1"], tokens=4))
        assert where(game, "a2") == "0404"
        found = game.state[TRANSPORT]["t1"]
        assert (game.board.label(found.hex), found.place, found.load) == ("0404", MAP, 8)
        assert stacks.dump_at(game, game.board.hex("0404"), "axis") == 4
        assert not at(game, "a2").landed  # no free fuel, and no move after it
        if segment == MOVEMENT:
            assert "6.1g" in rules(game, "axis", move("a2", to="0504"))
        assert game.state.maps["sites"][game.board.hex("0404")].used == 2 + 8 + 4


@rule("ocs", "18.5g")
@rule("ocs", "19.0a")
def test_beyond_what_the_port_can_handle_units_need_a_roll() -> None:
    game = waters(
        unit("a2", None, "mech"), unit("a3", None, "mech"),
        ship("a1", "0404", "lc", points=6, load=4, aboard=["a2", "a3"]), unit("s9", "0808"),
        ports=[port("0404", sp=1)],
    )  # fmt: skip
    land = {"do": "land", "ship": "a1", "units": ["a2"]}
    assert rules(game, "axis", land) == ["18.5g"]  # the port is free for it
    assert rules(game, "axis", disembark("a1", "a2", "a3")) == ["19.0a"]
    play(game, "axis", disembark("a1", "a2"))
    assert rules(game, "axis", disembark("a1", "a3")) == ["19.0a"]
    assert rules(game, "axis", {**land, "units": ["a3"]}) == []
    assert rules(game, "axis", disembark("a1", tokens=1)) == ["19.0a"]


@rule("ocs", "18.4d")
def test_craft_are_split_and_joined_like_transport() -> None:
    game = waters(
        unit("a2", None, "mech"), ship("a1", "0202", "lc", points=4, load=8, aboard=["a2"]),
        ship("a5", "0202", "lst", points=2), unit("s9", "0808"),
    )  # fmt: skip
    split = {"do": "split-craft", "ship": "a1", "points": 1}
    assert rules(game, "axis", {**split, "units": ["a2"], "tokens": 1}) == ["18.4a"]
    assert rules(game, "axis", {**split, "points": 4}) == ["18.4d"]
    assert rules(game, "axis", {**split, "ship": "a5"}) == ["18.4d"]
    play(game, "axis", sail("a1", to="0203"))
    play(game, "axis", {**split, "units": ["a2"]})
    part = next(key for key in game.state[SHIPS] if key not in ("a1", "a5"))
    assert (afloat(game, part).size, afloat(game, "a1").size) == (4, 12)
    assert cargo.units_aboard(game, part) == ("a2",)
    assert afloat(game, "a1").load == 8
    assert sailing.left(game, part) == sailing.left(game, "a1") == 9 * 12
    play(game, "axis", sail("a1", to="0204"))
    assert rules(game, "axis", {"do": "join-craft", "ships": ["a1", part]}) == ["18.4d"]
    play(game, "axis", sail("a1", to="0203"))
    assert rules(game, "axis", {"do": "join-craft", "ships": ["a1", part]}) == []
    play(game, "axis", {"do": "join-craft", "ships": [part, "a1"]})
    assert (afloat(game, part).size, afloat(game, part).load) == (16, 8)
    assert "a1" not in game.state[SHIPS]
    assert sailing.left(game, part) == 7 * 12


@rule("ocs", "12.6g")
def test_units_aboard_are_always_in_trace_supply() -> None:
    game = waters(
        unit("a2", None, at={"oos": True, "traced": False}),
        ship("a1", "0202", "lc", points=4, aboard=["a2"]), unit("a9", "0606"), unit("s9", "0808"),
    )  # fmt: skip
    end(game, "axis", until=EXPLOITATION)
    assert (at(game, "a2").oos, at(game, "a2").place) == (False, "aboard")


@rule("ocs", "18.5c")
def test_units_aboard_change_sides_in_their_movement_phase() -> None:
    game = waters(
        unit("a2", None), ship("a1", "0202", "lc", points=4, aboard=["a2"]), unit("s9", "0808")
    )
    ready = {"do": "ready", "units": ["a2"], "mode": "move"}
    assert rules(game, "axis", {**ready, "mode": "strat"}) == ["18.5c"]
    play(game, "axis", ready)
    assert (at(game, "a2").mode, at(game, "a2").combat_up) == ("move", False)
    assert rules(game, "axis", {**ready, "mode": "combat"}) == ["5.4"]
    late = waters(
        unit("a2", None), ship("a1", "0202", "lc", points=4, aboard=["a2"]), segment=EXPLOITATION
    )
    assert rules(late, "axis", ready) == ["5.4"]


@rule("ocs", "18.5c")
@rule("ocs", "5.4")
def test_who_has_walked_aboard_in_the_phase_has_its_mode_for_the_phase() -> None:
    """Modes change as units begin to move, not in the midst of it."""
    game = harbour(unit("a3", "0505", mode="move"), unit("a4", "0404"))
    ready = {"do": "ready", "units": ["a3"], "mode": "combat"}
    play(game, "axis", move("a3", to="0404"))
    play(game, "axis", embark("a1", "a3", "a4"))
    assert rules(game, "axis", ready) == ["5.4"]
    assert rules(game, "axis", {**ready, "units": ["a4"], "mode": "move"}) == ["5.4"]


@rule("ocs", "18.5c")
@rule("ocs", "5.3")
def test_aboard_too_disorder_is_not_left_by_choice_but_turned_over() -> None:
    aboard = ship("a1", "0202", "lc", points=4, aboard=["a2"])
    game = waters(unit("a2", None, at={"mode": "dg"}), aboard, unit("s9", "0808"))
    ready = {"do": "ready", "units": ["a2"], "mode": "move"}
    assert rules(game, "axis", {**ready, "mode": "combat"}) == ["5.4"]  # that side is up
    play(game, "axis", ready)
    assert (at(game, "a2").mode, at(game, "a2").combat_up) == ("dg", False)


# ---- DUKWs


def swimmer(hex: str = "0304", load: int = 0, **spec: Any) -> Any:
    return waters(
        *spec.pop("units", ()), ship("a1", hex, "dukw", points=2, load=load, **spec.pop("has", {})),
        unit("a9", "0606"), unit("s9", "0808"), **spec,
    )  # fmt: skip


@rule("ocs", "18.4e(A)")
def test_a_dukw_has_8_by_water_and_three_times_what_is_left_by_land() -> None:
    game = swimmer(load=4)
    assert sailing.allowance(game, "a1") // sailing.hex_price(game, "a1") == 8
    play(game, "axis", sail("a1", to="0305 0304 0404"))
    play(game, "axis", {"do": "go-ashore", "ship": "a1"})
    assert "a1" in game.state[SHIPS]  # not before the roll
    assert rules(game, "axis", sail("a1", to="0304")) == ["18.5a"]
    rig(game, 6, 6)
    play(game, "axis", {"do": "roll-landings"})
    assert "a1" not in game.state[SHIPS]
    truck = game.state[TRANSPORT]["a1"]
    assert (truck.kind, truck.size, truck.load) == ("dukw", 8, 4)
    assert transport.left(game, "a1") == 15 * 12  # 5 hexes were left
    end(game, "axis", until=EXPLOITATION)
    assert transport.unable(game, "a1") is not None  # by land it moves in one phase only


@rule("ocs", "18.4e(A)")
def test_the_switch_ashore_takes_a_roll_and_the_one_afloat_none() -> None:
    game = swimmer("0404")
    play(game, "axis", {"do": "go-ashore", "ship": "a1"})
    rig(game, 1, 2)  # 3 in the open: S1 C1
    play(game, "axis", {"do": "roll-landings"})
    assert game.state[TRANSPORT]["a1"].size == 4
    end(game, "axis", until=EXPLOITATION)
    fresh = swimmer("0404", board=coast())
    play(fresh, "axis", {"do": "go-ashore", "ship": "a1"})
    rig(fresh, 6, 6)
    play(fresh, "axis", {"do": "roll-landings"})
    assert rules(fresh, "axis", {"do": "put-to-sea", "transport": "a1"}) == ["18.5f(A)"]


@rule("ocs", "18.4e(A)")
def test_by_water_it_has_a_third_of_what_it_had_left_by_land() -> None:
    game = waters(
        ship("a1", None, "dukw", points=1), unit("a9", "0606"), unit("s9", "0808"),
        transport=[{"id": "t1", "side": "axis", "hex": "0504", "kind": "dukw", "points": 2}],
    )  # fmt: skip
    assert transport.left(game, "t1") == 24 * 12
    assert rules(game, "axis", {"do": "put-to-sea", "transport": "t1"}) == ["18.1c"]
    transport.pay(game, "t1", 6 * 12, hex=game.board.hex("0404"))
    drawn = len(game.events)
    play(game, "axis", {"do": "put-to-sea", "transport": "t1"})
    assert not any(event.dice for event in game.events[drawn:])
    assert "t1" not in game.state[TRANSPORT]
    assert sailing.left(game, "t1") // sailing.hex_price(game, "t1") == 6
    assert ships.type_of(game, "t1") == "dukw"
    assert rules(game, "axis", sail("t1", to="0304")) == []


@rule("ocs", "18.4e(A)")
def test_by_the_option_it_swims_as_fast_as_slow_ships() -> None:
    game = swimmer(options={"dukw-speed": "ten"})
    assert sailing.allowance(game, "a1") // sailing.hex_price(game, "a1") == 10


@rule("ocs", "18.4e(B)")
def test_by_water_a_dukw_carries_what_aircraft_carry() -> None:
    items = [
        unit("a2", "0404", mode="move"), unit("a3", "0404", "mech", mode="move"),
        unit("a4", "0404", mode="combat"), unit("a5", "0404", move="3:11 leg", mode="move"),
    ]  # fmt: skip
    game = waters(
        *items, ship("a1", "0404", "dukw", points=4), unit("s9", "0808"), ports=[port("0404")],
        transport=[{"id": "t1", "side": "axis", "hex": "0404", "kind": "truck", "points": 1}],
        dumps=[{"side": "axis", "hex": "0404", "sp": 1}],
    )  # fmt: skip
    assert rules(game, "axis", embark("a1", "a2")) == []
    for name in ("a3", "a4", "a5"):
        assert rules(game, "axis", embark("a1", name)) == ["18.4e(B)"]
    assert rules(game, "axis", embark("a1", transport=["t1"])) == ["18.4e(B)"]
    assert rules(game, "axis", embark("a1", tokens=4)) == []


@rule("ocs", "18.4e(B)")
@rule("ocs", "13.2e")
def test_men_and_mules_swim_in_a_dukw_and_equipment_does_not() -> None:
    """As in aircraft: of replacements men, of Transport Points mules."""
    kinds = {"truck": {"ma": 20, "move": "truck"}, "mule": {"ma": 8, "move": "leg", "flies": True}}
    game = waters(
        unit("a2", "0404", "repl", mode="move"), unit("a3", "0404", "repl", traits="eq"),
        ship("a1", "0404", "dukw", points=4), unit("s9", "0808"), ports=[port("0404")], kinds=kinds,
        transport=[{"id": k, "side": "axis", "hex": "0404", "kind": k, "points": 1} for k in kinds],
    )  # fmt: skip
    assert at(game, "a3").mode == "move"
    assert rules(game, "axis", embark("a1", "a2")) == []
    assert rules(game, "axis", embark("a1", "a3")) == ["18.4e(B)"]
    assert rules(game, "axis", embark("a1", transport=["mule"])) == []
    assert rules(game, "axis", embark("a1", transport=["truck"])) == ["18.4e(B)"]


@rule("ocs", "18.4e(C)")
def test_by_land_a_dukw_carries_supply_only_and_is_a_truck() -> None:
    light = unit("a2", None, at={"mode": "move", "combat_up": False})
    game = swimmer("0404", units=[light], has={"aboard": ["a2"]})
    assert rules(game, "axis", {"do": "go-ashore", "ship": "a1"}) == ["18.4e(C)"]
    play(game, "axis", {"do": "go-ashore", "ship": "a1", "units": ["a2"]})
    rig(game, 6, 6)
    before = len(game.events)
    play(game, "axis", {"do": "roll-landings"})
    assert sum(bool(event.dice) for event in game.events[before:]) == 1  # one roll for both
    assert where(game, "a2") == "0404"
    assert transport.kind_of(game, "a1").move == "truck"
    assert transport.kind_of(game, "a1").ma == 24
