"""Logistics as a second reader reads it. [16.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.logistics import ammunition, fuel, trucks, values
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.logistics.support import adv_of
from grognard.systems.goss.pieces.chain import fuel_state, headquarters
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rig, rules, unit
from tests.systems.goss.logistics.staffs import army

DELIVER = {"do": "ammunition", "army": "A"}


def track(game: Gs, name: str = "A", **facts: Any) -> None:
    game.put(ARMIES, name, replace(army_of(game, name), **facts))


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.reading("goss", "goss-16-01")
@pytest.mark.rule("goss", "16.1.2", "16.1.2a", "16.1.2b", "16.2.1")
def test_trucks_beyond_the_table_absorb_losses() -> None:
    game = army("g", {"C": []}, "trucks", track={"tp": 20})
    order = {"do": "trucks", "army": "A", "ammo": 9, "fuel": 9, "motor": 2}
    assert rules(game, "axis", order) == []
    game.play("axis", order)
    track(game, lost_ammo=2, lost_fuel=1)
    assert [trucks.ammo_row(army_of(game, "A")), trucks.fuel_row(army_of(game, "A"))] == [7, 8]
    track(game, lost_ammo=4, lost_fuel=0)
    assert [trucks.ammo_row(army_of(game, "A")), trucks.fuel_row(army_of(game, "A"))] == [5, 8]
    trucks.new_day(game)
    assert army_of(game, "A").lost_ammo == 0
    assert rules(game, "axis", {**order, "fuel": 8}) == ["16.1.2"], "each truck has a task"
    assert rules(game, "axis", {**order, "ammo": 0, "fuel": 18}) == ["16.1.2a"]


@pytest.mark.reading("goss", "goss-16-02")
@pytest.mark.rule("goss", "16.1.2a", "16.3.2(4)", "15.4.1", "15.4.1(b)", "16.3.2(6)")
def test_an_allied_army_supports_as_many_corps_as_it_assigned_trucks() -> None:
    game = army("u", {"X": [], "Y": [], "Z": []}, track={"adv": 4, "amp": 0})
    track(game, ammo=2, lost_ammo=1)
    assert rules(game, "allied", {**DELIVER, "corps": ["uX", "uY", "uZ"]}) == ["16.1.2a"]
    rig(game, 5)
    game.play("allied", {**DELIVER, "corps": ["uX", "uY"]})
    assert army_of(game, "A").adv == 5, "fewer than three corps"
    assert army_of(game, "A").amp == 1, "row 1, column 5"
    assert headquarters(game, "uZ").adv == 0
    assert not headquarters(game, "uZ").supported
    assert headquarters(game, "uX").adv == 6, "and it has fewer than three formations"


@pytest.mark.reading("goss", "goss-16-03")
@pytest.mark.rule("goss", "16.3.2(5)", "16.3.6", "16.2.1", "16.3.2(3)")
def test_stockpiles_are_never_above_their_limit() -> None:
    for depots, amp in (([], 20), ([at(5, 5)], 22)):
        game = army("g", {"C": []}, track={"amp": 18, "depots": depots})
        track(game, ammo=3)
        rig(game, 5)
        ammunition.receive(game, "A")
        assert army_of(game, "A").amp == amp
    game = army("g", {"C": []}, track={"adv": 8, "amp": 3, "depots": [at(5, 5)]})
    assert rules(game, "axis", {**DELIVER, "lower": 6}) == ["16.3.2"], "ten AmP at most"
    assert rules(game, "axis", {**DELIVER, "lower": 5}) == []
    ammunition._trade(game, ammunition.Delivery("A", lower=5))
    assert (army_of(game, "A").adv, army_of(game, "A").amp) == (3, 13)


@pytest.mark.reading("goss", "goss-16-04")
@pytest.mark.rule("goss", "16.2.2", "16.4.5a", "15.2.4(a)", "15.2.4(b)")
def test_extended_paths_and_deliveries() -> None:
    for extended, amp in ((True, 4), (False, 4)):
        game = army("u", {"C": ["1"]}, track={"amp": 0})
        alter(game, "uarmy", extended=extended)
        track(game, ammo=3)
        rig(game, 7)
        ammunition.receive(game, "A")
        assert army_of(game, "A").amp == amp
        assert ammunition.delivery_modifier(game, "A") == (-2 if extended else 0)
    alter(game, "uC-1", extended=True)
    game.put(HQS, "uC-1", replace(headquarters(game, "uC-1"), fuel="low"))
    rig(game, 6)
    values.roll_values(game)
    assert headquarters(game, "uC-1").value == 6, "6 - 2 = 4"


@pytest.mark.reading("goss", "goss-16-06")
@pytest.mark.rule("goss", "16.3.2(7)", "15.4.2", "15.4.2a", "15.4.2b", "15.4.2b(a)", "15.4.2b(b)")
def test_a_corps_and_its_formations() -> None:
    game = army("g", {"C": ["1!", "2!", "3", "4", "5", "6", "7"]}, track={"adv": 1})
    track(game, adjusted=True, adv=1)
    pz = ["gC-1", "gC-2"]
    order = {"do": "support", "hq": "gC"}
    for formations, adv in (
        ([*pz, "gC-3", "gC-4", "gC-5"], 1), ([*pz, "gC-3", "gC-4", "gC-5", "gC-6"], 0),
        (["gC-1", "gC-3"], 2),
    ):  # fmt: skip
        game.play("axis", {**order, "formations": formations})
        assert headquarters(game, "gC").adv == adv
        assert headquarters(game, "gC-7").supported is False
    tanks = army("g", {"C": [f"{n}!" for n in range(1, 6)]}, track={"adv": 1})
    track(tanks, adjusted=True, adv=1)
    five = [f"gC-{n}" for n in range(1, 6)]
    assert rules(tanks, "axis", {**order, "formations": five}) == ["16.3.2"]


@pytest.mark.reading("goss", "goss-16-09")
@pytest.mark.rule("goss", "16.3.5", "16.1.2c", "16.3.2(2)", "16.3.2(3)")
def test_ammunition_for_another_army() -> None:
    other = {"B": {"side": "allied", "adv": 3, "amp": 1, "tp": 3}}
    game = army("u", {"C": []}, track={"amp": 12}, others=other)
    track(game, ammo=1, motor=3)
    send = {**DELIVER, "to": "B"}
    assert rules(game, "allied", {**send, "send": 7}) == ["16.3.5"]
    assert rules(game, "allied", {**send, "send": 5, "to": "A"}) == ["16.3.5"]
    rig(game, 0)
    game.play("allied", {**send, "send": 5})
    assert trucks.free_trucks(game, "A") == 0
    assert army_of(game, "A").amp == 7 - 1, "and the delivery took one"
    order = {"do": "ammunition", "army": "B", "buy": 1}
    assert rules(game, "allied", order) == ["16.3.2"], "it has one AmP, not six"
    track(game, "B", adjusted=True)
    ammunition.end_delivery(game)
    assert army_of(game, "B").amp == 6


GUNS = {"formation": "C 1", "corps": "C", "army": "A", "depleted": True, "battery": True}


def guns(letter: str, count: int = 4) -> list[dict[str, Any]]:
    return [unit(f"{letter}a{n}", (n, 2), "art", **GUNS) for n in range(count)]


@pytest.mark.reading("goss", "goss-16-10")
@pytest.mark.rule("goss", "16.3.7", "16.3.7a", "16.3.7b", "3.3.2g")
def test_three_guns_an_ammunition_point() -> None:
    game = army("u", {"C": ["1"]}, "ammo-points", *guns("u"), track={"amp": 3})
    game.play("allied", {"do": "replenish", "units": [f"ua{n}" for n in range(4)]})
    assert army_of(game, "A").amp == 1
    assert not any(now(game, f"ua{n}").depleted for n in range(4))
    game = army("u", {"C": ["1"]}, "ammo-rolls", *guns("u"), track={"amp": 3})
    game.play("allied", {"do": "roll-ammunition", "unit": "ua0"})
    assert rules(game, "allied", {"do": "replenish", "units": ["ua1"]}), "AmP come first"


@pytest.mark.reading("goss", "goss-16-10")
@pytest.mark.rule("goss", "16.3.7")
def test_in_the_enemys_phase_only_ammunition_points_help() -> None:
    game = position(
        unit("garmy", (0, -10), "hq:army", army="A"),
        unit("gC", (1, -9), "hq:corps", corps="C", army="A"),
        unit("gC-1", (1, -7), "hq:div", formation="C 1", corps="C", army="A"), *guns("g"),
        unit("u9", (0, 12)), segment="enemy-ammo-points", side="allied",
        armies={"A": {"side": "axis", "adv": 3, "amp": 3}},
    )  # fmt: skip
    assert game.to_act == "axis"
    assert rules(game, "axis", {"do": "roll-ammunition", "unit": "ga0"})
    game.play("axis", {"do": "replenish", "units": [f"ga{n}" for n in range(4)]})
    assert army_of(game, "A").amp == 1


@pytest.mark.reading("goss", "goss-15-11", "goss-16-12")
@pytest.mark.rule("goss", "15.4.3", "15.4.3(a)", "15.4.3(c)", "16.3.7")
def test_unsupported_guns_get_ammunition_points_in_their_own_phase_only() -> None:
    staffs = {"gC": {"supported": False, "adv": 0}}
    own = army("g", {"C": ["1"]}, "ammo-points", *guns("g"), track={"amp": 5}, headquarters=staffs)
    assert adv_of(own, "ga0") == 0
    own.play("axis", {"do": "replenish", "units": ["ga0", "ga1", "ga2"]})
    assert [army_of(own, "A").amp, now(own, "ga2").depleted] == [4, False]
    rolls = army("g", {"C": ["1"]}, "ammo-rolls", *guns("g"), headquarters=staffs)
    assert rules(rolls, "axis", {"do": "roll-ammunition", "unit": "ga0"}) == ["15.4.3"]
    theirs = position(
        unit("garmy", (0, -10), "hq:army", army="A"),
        unit("gC", (1, -9), "hq:corps", corps="C", army="A"),
        unit("gC-1", (1, -7), "hq:div", formation="C 1", corps="C", army="A"), *guns("g"),
        unit("u9", (0, 12)), segment="enemy-ammo-points", side="allied",
        armies={"A": {"side": "axis", "adv": 3, "amp": 5}}, headquarters=staffs,
    )  # fmt: skip
    assert rules(theirs, "axis", {"do": "replenish", "units": ["ga0"]}) == ["15.4.3"]


def armored(*attached: tuple[str, str], bns: int = 8, number: int = 3, **facts: Any) -> Gs:
    """A US army, a corps, and an early armored division with battalions and attachments."""
    chain = {"corps": "C", "army": "A"}
    own = {"formation": "3 Arm", **chain}
    return position(
        unit("uarmy", (0, -10), "hq:army", army="A"), unit("uC", (1, -9), "hq:corps", **chain),
        unit("udiv", (1, -7), "hq:div", traits="early armored", **own),
        *(unit(f"u{n}", (n, 0), "arminf", **own) for n in range(bns)),
        *(unit(f"ux{name}", (2, -4), kind, attached="udiv", **chain) for name, kind in attached),
        unit("g9", (0, 12)), segment="fuel", side="allied",
        armies={"A": {"side": "allied", "adv": 3, "fp": 20}}, **facts,
    )  # fmt: skip


ATTACHED = (("t", "m4"), ("d", "td"), ("i1", "arminf"), ("i2", "arminf"))


@pytest.mark.reading("goss", "goss-16-13")
@pytest.mark.rule("goss", "16.4.4", "16.4.4-2", "9.6.2b")
def test_what_an_army_needs() -> None:
    def whole(game: Gs, state: str) -> int:
        return fuel.price(game, dict.fromkeys(("uarmy", "uC", "udiv"), state))

    game = armored(*ATTACHED)
    assert [whole(game, "normal"), whole(game, "low")] == [12, 6], "6 and 3 FP"
    game = armored(*ATTACHED, ("i3", "arminf"))
    assert [whole(game, "normal"), whole(game, "low")] == [14, 7], "7 and 3.5 FP"


@pytest.mark.reading("goss", "goss-16-14")
@pytest.mark.rule("goss", "16.4.4a", "16.4.4b", "16.4.4", "16.4.5b(c)", "16.4.5b(d)")
def test_reduced_divisions_need_half() -> None:
    pz = {"formation": "P"}
    game = position(
        unit("ghq", (0, 0), "hq:div", traits="mech formation", **pz),
        *(unit(f"g{n}", (n, 1), "motinf", left=1, **pz) for n in range(5)),
        *(unit(f"gc{n}", (n, 2), "pz4", **pz) for n in range(3)),
        *(unit(f"gz{n}", (n, 3), "pz4", left=0, z=True, **pz) for n in range(2)),
    )  # fmt: skip
    assert fuel.mech_battalions(game, "ghq") == 6
    assert [fuel.need(game, "ghq", s) for s in ("normal", "low")] == [4, 2], "1 and 0.5 FP"
    game = position(
        unit("ghq", (0, 0), "hq:div", traits="mech formation", **pz),
        *(unit(f"g{n}", (n, 1), "motinf", left=2, **pz) for n in range(8)),
    )  # fmt: skip
    assert [fuel.need(game, "ghq", s) for s in ("normal", "low")] == [8, 4], "2 and 1 FP"
    game = position(
        unit("uhq", (0, 0), "hq:div", formation="U"),
        *(unit(f"u{n}", (n, 1), formation="U") for n in range(10)),
        *(unit(f"ua{n}", (n, 2), "art", formation="U") for n in range(4)),
    )  # fmt: skip
    assert fuel.mech_battalions(game, "uhq") == 14
    assert [fuel.need(game, "uhq", s) for s in ("normal", "low")] == [8, 4]


@pytest.mark.reading("goss", "goss-16-15")
@pytest.mark.rule("goss", "16.4.4a", "16.4.4-2", "16.4.2", "16.4.1")
def test_quarters_are_rounded_when_all_is_added_up() -> None:
    chain = {"corps": "C", "army": "A"}
    game = position(
        unit("uarmy", (0, -10), "hq:army", army="A"), unit("uC", (1, -9), "hq:corps", **chain),
        *(unit(f"ud{d}", (d, -7), "hq:div", formation=f"{d}", traits="early armored", **chain)
          for d in (1, 2)),
        *(unit(f"u{d}{n}", (n, d), "arminf", formation=f"{d}", **chain)
          for d in (1, 2) for n in range(4)),
        unit("g9", (0, 12)), segment="fuel", side="allied",
        armies={"A": {"side": "allied", "adv": 3, "fp": 20}},
    )  # fmt: skip
    game.play("allied", {"do": "fuel", "hqs": ["uarmy", "uC"], "fuel": "normal"})
    game.play("allied", {"do": "fuel", "hqs": ["ud1"], "fuel": "low"})
    assert fuel.price(game, fuel.states_of(game, "A")) == 8, "3.75 is 4"
    game.play("allied", {"do": "fuel", "hqs": ["ud2"], "fuel": "low"})
    fuel.pay_for_fuel(game)
    assert army_of(game, "A").fp == 40 - 9, "4.5 FP"


@pytest.mark.reading("goss", "goss-16-16")
@pytest.mark.rule("goss", "16.4.2", "16.4.4-2", "9.3.4", "16.4.3", "16.4.3a")
def test_mech_units_of_leg_formations_use_the_fuel_of_the_corps() -> None:
    chain = {"corps": "C", "army": "A"}

    def formation(name: str, kind: str, level: str, *kinds: str) -> list[dict[str, Any]]:
        own = {"formation": name, **chain}
        return [
            unit(f"g{name}", (1, 1), f"hq:{level}", **own),
            *(unit(f"g{name}{n}", (n, 2), k, **own) for n, k in enumerate(kinds)),
        ]

    game = position(
        unit("gC", (1, -9), "hq:corps", **chain), *formation("V", "inf", "div", "stug", "inf"),
        *formation("R", "inf", "bg", "motinf", "motinf", "inf"),
        *formation("T", "inf", "bg", "pz4", "pz4", "pz4", "inf"),
        headquarters={"gC": {"fuel": "low"}, "gT": {"fuel": "none"}},
    )  # fmt: skip
    assert [fuel_state(game, n) for n in ("gV0", "gR0", "gT0", "gV1")] == [
        "low", "low", "none", "normal",
    ]  # fmt: skip
    assert not fuel.needs_fuel(game, "gR")
    assert [fuel.need(game, "gT", s) for s in ("normal", "low")] == [4, 2]


@pytest.mark.reading("goss", "goss-16-17")
@pytest.mark.rule(
    "goss", "16.4.5", "16.4.5b", "16.4.5b(a)", "16.4.5b(d)", "16.4.5b(e)", "16.4.5b-2"
)
def test_how_many_move_in_full() -> None:
    def division(bns: int, companies: int) -> Gs:
        pz = {"formation": "P"}
        return position(
            unit("ghq", (0, 0), "hq:div", traits="mech formation", **pz),
            *(unit(f"g{n}", (n, 1), "motinf", **pz) for n in range(bns)),
            *(unit(f"gc{n}", (n, 1), "pz4", **pz) for n in range(companies)),
            headquarters={"ghq": {"fuel": "low", "value": 7}}, segment="fuel-values",
        )  # fmt: skip

    game = division(9, 1)
    game.put(HQS, "ghq", replace(headquarters(game, "ghq"), value=7))
    assert (values.fuel_units(game, "ghq"), values.in_full(game, "ghq")) == (10, 4)
    order = {"do": "fuel-option", "hq": "ghq", "option": 2}
    assert rules(game, "axis", {**order, "units": [f"g{n}" for n in range(5)]}) == ["16.4.5b"]
    game.play("axis", {**order, "units": ["g0", "g1"]})
    assert [now(game, n).granted for n in ("g1", "g2")] == [game.turn, 0]
    game = division(10, 2)
    game.put(HQS, "ghq", replace(headquarters(game, "ghq"), value=7))
    assert (values.fuel_units(game, "ghq"), values.in_full(game, "ghq")) == (12, 7)


@pytest.mark.reading("goss", "goss-21-01")
@pytest.mark.rule("goss", "16.4.5b", "21.0")
def test_who_came_today_is_outside_the_count() -> None:
    pz = {"formation": "P"}
    game = position(
        unit("ghq", (0, 0), "hq:div", traits="mech formation", **pz),
        *(unit(f"g{n}", (n, 1), "motinf", **pz) for n in range(9)),
        unit("gnew", (3, 3), "motinf", arrived=5, **pz), turn="PM",
        headquarters={"ghq": {"fuel": "none", "value": 4, "option": 2}},
    )  # fmt: skip
    assert (values.fuel_units(game, "ghq"), values.in_full(game, "ghq")) == (10, 2)
    alter(game, "gnew", arrived=3)
    assert (values.fuel_units(game, "ghq"), values.in_full(game, "ghq")) == (11, 4)


@pytest.mark.reading("goss", "goss-16-08")
@pytest.mark.rule("goss", "16.3.3", "16.3.4", "15.4.3", "15.4.3(d)")
def test_how_many_assaults_the_ammunition_allows() -> None:
    def corps(amp: int, *names: str, **modes: str) -> Gs:
        """Divisions 1 and 2 are supported, 3 is not; each unit stands before an enemy of its
        own."""
        marks = {"PA": {"mode": "PA"}, "TA": {"ta": True}}
        units = [
            u
            for place, name in enumerate(names)
            for u in (
                unit(f"u{name}{place}", (3 * place - 6, 0), formation=f"C {name}", corps="C",
                     army="A", **marks[modes.get(f"kind{name}", "PA")]),
                unit(f"g{place}", (3 * place - 6, 1)),
            )
        ]  # fmt: skip
        return army(
            "u", {"C": ["1", "2", "3"]}, "adjustment", *units, track={"amp": amp},
            headquarters={"uC": {"adv": 1}, "uC-3": {"supported": False}},
        )  # fmt: skip

    end = {"do": "end"}
    assert rules(corps(0, "1", "2"), "allied", end) == []
    assert rules(corps(0, "1", "1"), "allied", end) == ["12.1.0-3"], "nobody lends his share"
    three = corps(1, "3", "3", "3", kind3="TA")
    assert rules(three, "allied", end) == ["12.1.0-3"]
    pay = {"do": "pay-assaults", "hq": "uC-3", "points": 1}
    three.play("allied", pay)
    assert rules(three, "allied", pay) == ["16.3.3"], "the stock is empty"
    assert rules(three, "allied", end) == ["12.1.0-3"], "one AmP is two of them"
    more = corps(2, "3", "3", "3", kind3="TA")
    for _ in range(2):
        more.play("allied", pay)
    assert rules(more, "allied", end) == []
    assert army_of(more, "A").amp == 0
