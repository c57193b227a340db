"""Attaching, detaching, battle groups, reassignment, assets. [9.4.0] [9.6.0] [9.3.3a]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.attackers import barred
from grognard.systems.goss.assault.integrity import sound
from grognard.systems.goss.logistics.fuel import payer
from grognard.systems.goss.pieces.chain import (
    above,
    army,
    corps,
    formation,
    headquarters,
    headquarters_of,
    level_of,
    superior,
)
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, Headquarters
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.command.staffs import (
    FIRST,
    NINE,
    NORTH,
    ONE,
    SOUTH,
    VII,
    V,
    corps_and_divisions,
    spot,
)
from tests.systems.goss.field import at, now, position, rules, told, unit

ASSET = {**V, "traits": "asset"}


def attach(*units: str, hq: str = "uD1", do: str = "attach", **more: Any) -> dict[str, Any]:
    return {"do": do, "units": [*units], "hq": hq, **more}


def german(*units: Any, **spec: Any) -> Gs:
    """Two German divisions of one corps."""
    corps = {"corps": "C", "army": "A"}
    return position(
        unit("gC", spot(10, 0), "hq:corps", **corps),
        unit("gA", spot(8, -4), "hq:div", formation="A", **corps),
        unit("gB", spot(8, 4), "hq:div", formation="B", **corps),
        *units, **{"segment": "command", "armies": {"A": {"side": "axis", "adv": 3}}, **spec},
    )  # fmt: skip


A = {"formation": "A", "corps": "C", "army": "A"}
B = {"formation": "B", "corps": "C", "army": "A"}


# ---- who may change [9.6.0] [9.1.0] [9.4.0]


@pytest.mark.rule("goss", "9.6.0", "9.4.0", "9.1.0", "9.3.6")
def test_an_asset_goes_to_a_formation_and_back_and_stays_what_it_was() -> None:
    game = corps_and_divisions(unit("u1", spot(-7, 4), "eng", **ASSET), zones={})
    assert (superior(game, "u1"), formation(game, "u1")) == ("uV", "")
    game.play("allied", attach("u1"))
    assert (superior(game, "u1"), formation(game, "u1")) == ("uD1", "uD1")
    assert told(game, "attached") == [{"units": ["u1"], "hq": "uD1"}]
    assert game.scenario.counters["u1"].formation == "", "its assignment is as it was"
    game.play("allied", attach("u1", hq="uD9"))
    assert superior(game, "u1") == "uD9", "from one to another in one phase"
    game.play("allied", {"do": "detach", "units": ["u1"]})
    assert (superior(game, "u1"), now(game, "u1").attached) == ("uV", "")


@pytest.mark.rule("goss", "9.6.0", "9.8.0")
def test_whoever_is_out_of_command_changes_nothing() -> None:
    def refused(**who: Any) -> list[str]:
        game = corps_and_divisions(
            unit("u1", spot(-7, 4), "eng", **ASSET, ooc="u1" in who),
            unit("u2", spot(-7, 3), **ONE),
        )  # fmt: skip
        for name in who:
            game.put(UNITS, name, replace(now(game, name), ooc=True))
        return rules(game, "allied", attach("u1"))

    assert refused() == []
    assert refused(u1=1) == ["9.6.0"]
    assert refused(uV=1) == ["9.8.0"], "its own headquarters detaches nobody"
    assert refused(uD1=1) == ["9.8.0"], "and that attaches nobody"


@pytest.mark.rule("goss", "9.6.0")
def test_a_supply_path_must_lead_from_the_new_headquarters() -> None:
    swamp = {(q, r): "swamp" for q in range(-9, -2) for r in range(16) if r + q // 2 < 13}
    game = corps_and_divisions(unit("u1", spot(-6, 6), "m4", **ASSET), terrain=swamp)
    assert rules(game, "allied", attach("u1")) == ["9.6.0"]
    road = {"secondary": [[spot(-8, 4), spot(-7, 4), spot(-6, 4), spot(-6, 5), spot(-6, 6)]]}
    game = corps_and_divisions(unit("u1", spot(-6, 6), "m4", **ASSET), terrain=swamp, roads=road)
    assert rules(game, "allied", attach("u1")) == []


@pytest.mark.rule("goss", "9.4.1")
def test_an_emergency_attachment_costs_a_game_turn_of_attack() -> None:
    game = corps_and_divisions(
        unit("u1", spot(-7, 4), **ASSET, mode="PA"),
        unit("g1", spot(-6, 4)),
        segment="entry",
        zones={},
    )
    corps = attach("u1", hq="uVII", do="emergency-attach")
    assert rules(game, "allied", corps) == ["9.4.1"], "to formations only"
    game.play("allied", attach("u1", do="emergency-attach"))
    assert (now(game, "u1").emergency, superior(game, "u1")) == (game.turn, "uD1")
    assert _barred(game, "u1", spot(-6, 4)).rule == "9.4.1"


def _barred(game: Gs, name: str, hex: tuple[int, int]) -> Any:
    return barred(game, name, now(game, name).hex, game.board.hex(at(*hex)))


@pytest.mark.rule("goss", "9.6.1")
def test_no_more_than_six_units_leave_a_formation() -> None:
    away = [unit(f"g{n}", spot(7, n), **A, attached="gC") for n in range(5)]
    game = german(*away, unit("g8", spot(7, -4), **A), unit("g9", spot(7, -5), **A))
    game.play("axis", attach("g8", hq="gB"))
    assert rules(game, "axis", attach("g9", hq="gB")) == ["9.6.1"]


@pytest.mark.rule("goss", "9.6.2f", "9.6.1")
def test_one_named_kampfgruppe_may_leave_whatever_its_size() -> None:
    kg = [unit(f"g{n}", spot(7, n), **A, regiment="KG X", traits="kg") for n in range(8)]
    game = german(*kg, unit("g9", spot(7, -5), **A))
    group = {"do": "battle-group", "units": [f"g{n}" for n in range(8)], "leader": "g0"}
    assert rules(game, "axis", group) == []
    plain = german(*(unit(f"g{n}", spot(7, n), **A, regiment="1") for n in range(8)))
    assert rules(plain, "axis", group) == ["9.6.1"]
    game.play("axis", group)
    assert rules(game, "axis", attach("g9", hq="g0")) == ["9.6.2f"], "eight units attach no more"
    back = attach(*(f"g{n}" for n in range(8)), hq="gB")
    game = german(*kg, unit("g9", spot(7, 6), corps="C", army="A", traits="asset"))
    assert rules(game, "axis", back) == [], "to another division it goes as a whole"
    game.play("axis", back)
    assert "9.6.2" in rules(game, "axis", attach("g9", hq="gB"))


# ---- how many [9.6.2]


@pytest.mark.rule("goss", "9.6.2")
def test_six_units_four_of_them_large_and_one_of_artillery() -> None:
    large = [unit(f"u{n}", spot(-7, n), **V, traits="asset", attached="uD1") for n in range(4)]
    small = [unit(f"u2{n}", spot(-6, n), "eng", **V, traits="asset") for n in range(3)]
    guns = [unit(f"u3{n}", spot(-5, n), "spa", **V, traits="asset") for n in range(2)]
    game = corps_and_divisions(*large, *small, unit("u9", spot(-6, 8), **V, traits="asset"))
    assert rules(game, "allied", attach("u9")) == ["9.6.2"], "a fifth large one"
    game.play("allied", attach("u20"))
    game.play("allied", attach("u21"))
    assert rules(game, "allied", attach("u22")) == ["9.6.2"], "a seventh"
    game = corps_and_divisions(*guns)
    game.play("allied", attach("u30"))
    assert rules(game, "allied", attach("u31")) == ["9.6.2"], "a second of artillery"


@pytest.mark.rule("goss", "9.6.2")
def test_a_regiment_of_more_than_six_may_come_alone() -> None:
    rgt = [unit(f"u{n}", spot(-7, n), **NINE, regiment="47") for n in range(7)]
    game = corps_and_divisions(*rgt, unit("u9", spot(-6, 8), "eng", **V, traits="asset"))
    whole = attach(*(f"u{n}" for n in range(7)))
    assert rules(game, "allied", whole) == ["9.6.1"], "but six may leave their own"
    kg = [replace_row(one, formation="", **VII, traits="asset") for one in rgt]
    game = corps_and_divisions(*kg, unit("u9", spot(-6, 8), "eng", **V, traits="asset"))
    assert rules(game, "allied", whole) == []
    game.play("allied", whole)
    assert "9.6.2" in rules(game, "allied", attach("u9"))


def replace_row(one: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**one, "row": {**one["row"], **more}}


@pytest.mark.rule("goss", "9.6.2")
def test_a_battalion_that_has_broken_down_counts_once_and_goes_whole() -> None:
    game = corps_and_divisions(unit("u1", spot(-7, 4), **ASSET, steps=3, left=2, out=1))
    company = "u1#inf.1"
    game.put(UNITS, company, replace(now(game, "u1"), steps=1, out=0))
    game.play("allied", attach("u1"))
    assert (superior(game, "u1"), superior(game, company)) == ("uD1", "uD1")


@pytest.mark.rule("goss", "9.6.2a", "9.6.2c")
def test_an_asset_of_its_type_takes_the_place_of_a_lost_unit() -> None:
    lost = unit("g1", None, **A, place="eliminated", steps=3, left=0)
    tanks = unit("g2", spot(7, -4), "pz4", corps="C", army="A", traits="asset")
    rear = unit("g3", spot(7, -5), "re", corps="C", army="A")
    game = german(lost, tanks, rear, unit("g4", spot(7, -6), **A))
    assert rules(game, "axis", attach("g2", hq="gA", instead="g1")) == ["9.6.2a"], "another type"
    assert rules(game, "axis", attach("g3", hq="gA", instead="g4")) == ["9.6.2a"], "not lost"
    game.play("axis", attach("g3", hq="gA", instead="g1"))
    assert (now(game, "g3").replaces, superior(game, "g3")) == ("g1", "gA")
    attached = [unit(f"g5{n}", spot(6, n), "eng", corps="C", army="A") for n in range(6)]
    game = german(
        lost, rear, *(replace_facts(one, attached="gA") for one in attached),
    )  # fmt: skip
    assert rules(game, "axis", attach("g3", hq="gA")) == ["9.6.2"]
    assert rules(game, "axis", attach("g3", hq="gA", instead="g1")) == [], "and does not count"


def replace_facts(one: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**one, "facts": {**one["facts"], **more}}


@pytest.mark.rule("goss", "9.6.2d")
def test_a_cavalry_group_is_a_battle_group_and_may_go_to_a_division() -> None:
    cav = {"formation": "4 Cav", **V, "traits": "cvgp"}
    group = (
        unit("uG", spot(-7, 5), "hq:bg", **cav), unit("u1", spot(-7, 6), "armrecon", **cav),
        unit("u2", spot(-7, 7), "armrecon", **cav),
        unit("u3", spot(-6, 7), "armrecon", **ASSET), unit("u4", spot(-6, 8), "armrecon", **ASSET),
        unit("u5", spot(-6, 9), "armrecon", **ASSET),
    )  # fmt: skip
    game = corps_and_divisions(*group)
    assert rules(game, "allied", attach("uG", hq="uVII")) == ["9.6.2d"], "to a division only"
    game.play("allied", attach("u3", hq="uG"))
    game.play("allied", attach("u4", hq="uG"))
    assert rules(game, "allied", attach("u5", hq="uG")) == ["9.6.2d"], "two Recon battalions"
    game = corps_and_divisions(*group)
    game.play("allied", attach("uG"))
    assert [superior(game, n) for n in ("uG", "u1", "u2")] == ["uD1"] * 3
    assert above(game, "uG") == "uD1"
    game.play("allied", {"do": "detach", "units": ["uG"]})
    assert [superior(game, n) for n in ("uG", "u1", "u2")] == ["uG"] * 3


@pytest.mark.rule("goss", "9.6.2e")
def test_an_armored_brigade_attaches_nobody_and_may_be_attached() -> None:
    brigade = {"formation": "29 Bde", **V}
    game = corps_and_divisions(
        unit("bG", spot(-7, 5), "hq:bg", **brigade, traits="armored brigade"),
        unit("b1", spot(-7, 6), "m4", **brigade), unit("b2", spot(-7, 7), "eng", **ASSET),
    )  # fmt: skip
    assert rules(game, "allied", attach("b2", hq="bG")) == ["9.6.2e"]
    assert rules(game, "allied", attach("bG")) == []


@pytest.mark.rule("goss", "9.3.4a")
def test_an_axis_leg_formation_takes_three_mech_units() -> None:
    own = [unit(f"g{n}", spot(7, n), "stug", **A) for n in range(2)]
    guns = unit("g5", spot(7, 5), "art", **A)
    more = [unit(f"g1{n}", spot(6, n), "pz4", corps="C", army="A") for n in range(2)]
    game = german(*own, guns, *more, unit("g6", spot(7, 6), **A))
    game.play("axis", attach("g10", hq="gA"))
    assert rules(game, "axis", attach("g11", hq="gA")) == ["9.3.4a"], "its own guns do not count"
    many = [unit(f"g{n}", spot(7, n), "stug", **A) for n in range(5)]
    assert rules(german(*many, *more), "axis", attach("g10", hq="gA")) == ["9.3.4a"]


@pytest.mark.rule("goss", "4.6.4", "9.3.6", "4.6.6")
def test_artillery_brigades_and_commandos() -> None:
    game = german(unit("g1", spot(7, 0), "nw", corps="C", army="A", traits="artillery brigade"))
    assert rules(game, "axis", attach("g1", hq="gA")) == ["4.6.4"]
    bold = [unit(f"u{n}", spot(-7, n), "eng", **V, traits="cdo") for n in (3, 4)]
    game = corps_and_divisions(*bold)
    game.play("allied", attach("u3"))
    assert rules(game, "allied", attach("u4")) == ["4.6.6"]


# ---- training [4.5.0]


@pytest.mark.rule("goss", "4.5.0-cmd-a", "4.5.0-cmd-b", "4.5.0")
def test_green_units_go_to_veterans_only() -> None:
    green = unit("u1", spot(-7, 3), **{**NINE, "formation": "106"}, training="raw")
    game = corps_and_divisions(
        unit("uD6", spot(-9, -4), "hq:div", **{**NINE, "formation": "106"}, training="raw"),
        unit("uD7", spot(-9, 4), "hq:div", **{**ONE, "formation": "99"}, training="green"),
        green, unit("u2", spot(-7, 5), "eng", **ASSET),
    )  # fmt: skip
    assert rules(game, "allied", attach("u1", hq="uD7")) == ["4.5.0-cmd-a"]
    assert rules(game, "allied", attach("u1", hq="uD1")) == [], "to veterans"
    assert rules(game, "allied", attach("u2", hq="uD7")) == [], "assets are not concerned"


@pytest.mark.rule("goss", "4.5.0-cmd-c")
def test_a_green_armored_division_fights_by_combat_commands() -> None:
    arm = {"formation": "11 Arm", **V}

    def game(**staff: Any) -> Gs:
        commands = [
            unit(f"u{n}{m}", spot(-7 + n, 4 + m), "hybrid", **arm, regiment=f"CC{cc}",
                 training="green")
            for n, cc in enumerate("ABR") for m in range(3)
        ]  # fmt: skip
        return corps_and_divisions(
            unit("uD2", spot(-9, 5), "hq:div", **arm, training="green"), *commands,
            headquarters={"uD2": staff},
        )  # fmt: skip

    def ended(one: Gs) -> list[str]:
        for side in ("allied", "axis"):
            if any(ask.player == side for ask in one.open_asks()):
                one.play(side, {"do": "end"})
        return [superior(one, f"u{n}1") for n in range(3)]

    green = game()
    units = [f"u0{m}" for m in range(3)]
    green.play("allied", {"do": "battle-group", "units": units, "leader": "u01"})
    assert ended(green) == ["u01", "u12", "u22"], "the others follow by themselves"
    assert ended(game(regiments=[("CCA", 1), ("CCB", 1)])) == ["uD2"] * 3, "two have proved it"
    assert ended(game(regiments=[("CCA", 1)])) != ["uD2"] * 3


# ---- battle groups [9.3.3a]


@pytest.mark.rule("goss", "9.3.3a", "9.3.3")
def test_a_regiment_becomes_a_battle_group_led_by_a_battalion() -> None:
    units = [unit(f"u{n}", spot(-6, n), **ONE, regiment="16") for n in range(3, 6)]
    guns = unit("u8", spot(-7, 3), "eng", **ONE)
    strange = unit("u9", spot(-7, 5), **ONE, regiment="18")
    game = corps_and_divisions(*units, guns, strange)
    order = {"do": "battle-group", "units": ["u3", "u4", "u5", "u8"], "leader": "u4"}
    assert rules(game, "allied", {**order, "leader": "u8"}) == ["9.3.3a"], "a battalion leads"
    mixed = {**order, "units": [*order["units"], "u9"]}
    assert rules(game, "allied", mixed) == ["9.3.3a"], "of one regiment"
    game.play("allied", order)
    assert {superior(game, n) for n in ("u3", "u4", "u5", "u8")} == {"u4"}
    assert (level_of(game, "u4"), corps(game, "u3"), superior(game, "u9")) == ("bg", "uV", "uD1")
    assert "u4" in [*headquarters_of(game, "allied")]
    trace = trace_unit(game, "u3")
    assert trace is not None
    assert trace.source == "u4", "it supplies them as a headquarters"
    assert sound(game, "u3"), "and they are not attached for that"
    game.put(HQS, "u4", replace(headquarters(game, "u4"), ohs=2, fp=1))
    watch = Watch(game)
    game.play("allied", {"do": "lead-group", "hq": "u4", "leader": "u5"})
    assert {superior(game, n) for n in ("u3", "u4", "u5", "u8")} == {"u5"}
    assert [headquarters(game, n).ohs for n in ("u4", "u5")] == [0, 2], "what is on hand goes over"
    assert watch() == []
    assert rules(game, "allied", attach("u5", hq="uD1")) == ["9.3.3a"], "it leads others"
    for name in ("u3", "u4", "u8", "u5"):
        game.play("allied", attach(name, hq="uD1"))
    assert {now(game, n).attached for n in ("u3", "u4", "u5", "u8")} == {""}


@pytest.mark.rule("goss", "9.3.3a")
def test_battle_groups_are_made_in_the_command_phase_only() -> None:
    game = corps_and_divisions(
        *(unit(f"u{n}", spot(-6, n), **ONE, regiment="16") for n in range(3, 6)), segment="entry"
    )
    order = {"do": "battle-group", "units": ["u3", "u4"], "leader": "u4"}
    assert rules(game, "allied", order) != []


# ---- formations and corps [9.4.0] [9.3.1] [9.3.2]


@pytest.mark.rule("goss", "9.4.0", "9.3.2")
def test_formations_change_corps_and_corps_change_armies() -> None:
    armies = {**FIRST, "Third": {"side": "allied", "adv": 4}}
    game = corps_and_divisions(unit("u1", spot(-6, -4), **NINE), armies=armies, zones={})
    game.play("allied", {"do": "reassign", "hq": "uD9", "to": "uV"})
    assert (corps(game, "u1"), above(game, "uD9")) == ("uV", "uV")
    assert rules(game, "allied", {"do": "reassign", "hq": "uD9", "to": "uV"}) == ["9.4.0"]
    assert rules(game, "allied", {"do": "reassign", "hq": "uVII", "to": "uV"}) == ["9.3.2"]
    game.play("allied", {"do": "reassign", "hq": "uVII", "to": "Third"})
    assert (army(game, "uVII"), army(game, "u1")) == ("Third", "First")


@pytest.mark.rule("goss", "9.3.1")
def test_only_strat_mode_and_army_reserve_lead_straight_to_an_army() -> None:
    order = {"do": "reassign", "hq": "uD9", "to": "First"}
    game = corps_and_divisions()
    assert rules(game, "allied", order) == ["9.3.1"]
    game.put(UNITS, "uD9", replace(now(game, "uD9"), mode="Strat"))
    game.play("allied", order)
    assert (above(game, "uD9"), corps(game, "uD9")) == ("uA", "")
    game.put(UNITS, "uD9", replace(now(game, "uD9"), mode="Tac"))
    assert "9.3.1" in rules(game, "allied", {"do": "end"}), "out of Strat mode it needs a corps"


# ---- assets [9.3.1] [9.3.2]


@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_more_assets_than_a_headquarters_can_supply_go_without() -> None:
    def rest(count: int, **of: Any) -> Gs:
        return corps_and_divisions(
            *(unit(f"u{n}", spot(-11 + n % 6, 4 + n // 6), "eng", **of) for n in range(count)),
            zones={},
        )  # fmt: skip

    for most, who, of, rule in (
        (12, "uA", {"army": "First", "traits": "asset"}, "9.3.1"),
        (24, "uV", ASSET, "9.3.2"),
    ):
        assert rules(rest(most, **of), "allied", {"do": "end"}) == []
        game = rest(most + 1, **of)
        assert rules(game, "allied", {"do": "end"}) == [rule]
        order = {"do": "leave-out", "hq": who, "units": ["u3"]}
        assert rules(game, "allied", {**order, "units": ["u3", "u4"]}) == [rule], "just as many"
        game.play("allied", order)
        assert (now(game, "u3").supply, now(game, "u4").supply) == ("OoS", "GenS")
        assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_who_was_left_out_is_chosen_anew_every_morning() -> None:
    def morning(count: int) -> Gs:
        units = [
            unit(f"u{n}", spot(-11 + n % 6, 4 + n // 6), "eng", **ASSET, surplus=n == 3)
            for n in range(count)
        ]
        game = corps_and_divisions(*units, zones={}, segment="flak-withdrawal")
        while game.segment.kind != "command":
            game.play(game.open_asks()[0].player, {"do": "end"})
        return game

    assert not now(morning(24), "u3").surplus, "there is room for it again"
    assert rules(morning(25), "allied", {"do": "end"}) == ["9.3.2"], "somebody goes without"


@pytest.mark.rule("goss", "9.3.1")
def test_who_is_left_out_stays_out_of_supply() -> None:
    game = corps_and_divisions(
        unit("u1", spot(-9, 4), "eng", **ASSET, surplus=True, supply="OoS"),
        unit("u2", spot(-9, 5), "eng", **ASSET, supply="OoS"), segment="supply",
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert (now(game, "u1").supply, now(game, "u2").supply) == ("OoS", "GenS")


# ---- reinforcements [9.7.0]


@pytest.mark.rule("goss", "9.7.0", "9.6.0")
def test_newcomers_are_in_command_for_three_turns_and_keep_their_headquarters_until_they_join() -> (
    None
):
    def game(turn: str, arrived: int, hex: tuple[int, int], **more: Any) -> Gs:
        return corps_and_divisions(
            unit("u1", hex, **NINE, arrived=arrived), turn=turn, **more
        )  # fmt: skip

    late = game("PM", 3, spot(0, 9), segment="command-status")
    assert not now(late, "u1").ooc, "the third game turn"
    later = game("Night", 3, spot(0, 9), segment="command-status")
    assert now(later, "u1").ooc
    asset = corps_and_divisions(unit("u1", spot(0, 9), **VII, traits="asset", arrived=2))
    assert rules(asset, "allied", attach("u1")) == ["9.7.0"]
    assert rules(game("AM", 2, spot(-7, 0)), "allied", attach("u1")) == [], "on the boundary"


@pytest.mark.rule("goss", "9.5.0", "9.3.2")
def test_a_corps_may_have_any_number_of_formations() -> None:
    more = [
        unit(f"uX{n}", spot(-11 + n, 9), "hq:div", **{**ONE, "formation": f"X{n}"})
        for n in range(8)
    ]  # fmt: skip
    game = corps_and_divisions(*more)
    assert sum(above(game, hq) == "uV" for hq in headquarters_of(game, "allied")) == 9
    assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.rule("goss", "9.6.0", "9.7.0")
def test_newcomers_without_a_path_to_their_formation_go_elsewhere() -> None:
    game = corps_and_divisions(unit("u1", spot(-7, 0), **NINE, arrived=3), at_nine=spot(11, -9))
    assert rules(game, "allied", attach("u1")) == [], "to another formation"
    assert rules(game, "allied", attach("u1", hq="uV")) == [], "or as an asset"


@pytest.mark.rule("goss", "9.7.0")
def test_newcomers_go_straight_to_their_zone() -> None:
    game = corps_and_divisions(
        unit("u1", spot(0, 6), **NINE, arrived=4), unit("u2", spot(2, 6), **NINE),
        segment="moves", options={"ooc-on-the-way": "segment"},
    )  # fmt: skip
    for name, col, refused in (("u1", 0, ["9.7.0"]), ("u2", 2, [])):
        away = {"do": "move", "units": [name], "path": [at(*spot(col, 7))]}
        assert rules(game, "allied", away) == refused
        home = {"do": "move", "units": [name], "path": [at(*spot(col, 5))]}
        assert rules(game, "allied", home) == []
    late = corps_and_divisions(
        unit("u1", spot(0, -6), **NINE, arrived=1), unit("u2", spot(0, 6), **NINE, arrived=1),
        segment="rest-turns",
    )  # fmt: skip
    for side in ("allied", "axis"):
        if any(ask.player == side for ask in late.open_asks()):
            late.play(side, {"do": "end"})
    assert (now(late, "u1").arrived, now(late, "u2").arrived) == (0, 1), "u1 has joined"


@pytest.mark.rule("goss", "5.5.3a", "16.4.2")
def test_strat_mode_keeps_in_command_and_draws_fuel_where_it_is() -> None:
    game = corps_and_divisions(
        unit("u1", spot(0, 9), "m4", **NINE, mode="Strat"),
        unit("u2", spot(1, 9), "m4", **NINE, left_strat=3), segment="command-status",
    )  # fmt: skip
    assert (now(game, "u1").ooc, now(game, "u2").ooc) == (False, False)
    morning = corps_and_divisions(
        unit("u2", spot(1, 9), "m4", **NINE, left_strat=3), segment="rest-turns"
    )
    for side in ("allied", "axis"):
        if any(ask.player == side for ask in morning.open_asks()):
            morning.play(side, {"do": "end"})
    assert now(morning, "u2").left_strat == 0, "until the next AM Command Phase"
    armies = {name: {"side": "allied", "adv": 4, "fp": 9} for name in ("First", "Third")}
    third = unit("uIII", spot(-9, 9), "hq:corps", corps="III", army="Third")
    strat = corps_and_divisions(
        third, at_nine=spot(0, 9), zones={"uIII": SOUTH, "uVII": NORTH}, armies=armies,
        segment="fuel", state={"uD9": {"mode": "Strat"}},
    )  # fmt: skip
    assert (payer(strat, "uD9"), payer(strat, "uVII")) == ("Third", "First")


@pytest.mark.rule("goss", "9.3.3a", "9.8.0")
def test_only_a_battalion_of_the_group_succeeds_its_leader() -> None:
    units = [unit(f"u{n}", spot(-6, n), **ONE, regiment="16") for n in range(3, 6)]
    game = corps_and_divisions(*units, unit("u8", spot(-7, 3), "eng", **ONE))
    order = {"do": "battle-group", "units": ["u3", "u4", "u8"], "leader": "u4"}
    game.play("allied", order)
    assert told(game, "battle-group") == [{"units": ["u3", "u4", "u8"], "leader": "u4"}]
    change = {"do": "lead-group", "hq": "u4", "leader": "u3"}
    assert rules(game, "allied", {**change, "leader": "u8"}) == ["9.3.3a"], "a company"
    assert rules(game, "allied", {**change, "leader": "u5"}) == ["9.3.3a"], "of the division"
    assert rules(game, "allied", {**change, "hq": "u3"}) == ["9.3.3a"], "it leads nobody"
    game.put(UNITS, "u4", replace(now(game, "u4"), ooc=True))
    assert rules(game, "allied", change) == ["9.8.0"]
    game.put(UNITS, "u4", replace(now(game, "u4"), ooc=False))
    game.play("allied", change)
    assert told(game, "battle-group")[-1]["leader"] == "u3"


@pytest.mark.rule("goss", "9.3.3a", "15.5.1a")
def test_who_leads_no_longer_has_nothing_on_hand() -> None:
    """The last of a battle group goes back to its division: what it had on hand is gone, and the
    next group that it leads begins with nothing."""
    units = [unit(f"u{n}", spot(-6, n), **ONE, regiment="16") for n in range(3, 5)]
    game = corps_and_divisions(*units)
    game.play("allied", {"do": "battle-group", "units": ["u4"], "leader": "u4"})
    game.put(HQS, "u4", replace(game.state[HQS]["u4"], ohs=5))
    watch = Watch(game)
    game.play("allied", attach("u4", hq="uD1"))
    assert game.state[HQS]["u4"].ohs == 0
    game.play("allied", {"do": "battle-group", "units": ["u3", "u4"], "leader": "u4"})
    assert watch() == []


@pytest.mark.rule("goss", "9.3.3a", "15.5.1a")
def test_who_led_before_he_broke_down_begins_with_nothing_on_hand() -> None:
    game = corps_and_divisions(unit("u4", spot(-6, 4), **ONE, regiment="16"))
    game.put(HQS, "u4", Headquarters(ohs=5))
    watch = Watch(game)
    game.play("allied", {"do": "battle-group", "units": ["u4"], "leader": "u4"})
    assert (game.state[HQS]["u4"].ohs, watch()) == (0, [])


@pytest.mark.rule("goss", "9.6.2")
def test_nobody_joins_a_group_that_is_itself_attached() -> None:
    cav = {"formation": "4 Cav", **V, "traits": "cvgp"}
    game = corps_and_divisions(
        unit("uG", spot(-7, 5), "hq:bg", **cav), unit("u1", spot(-7, 6), "armrecon", **cav),
        unit("u2", spot(-6, 7), "eng", **ASSET),
    )  # fmt: skip
    assert rules(game, "allied", attach("u2", hq="uG")) == []
    game.play("allied", attach("uG"))
    assert rules(game, "allied", attach("u2", hq="uG")) == ["9.6.2"]
