"""Support, trucks, ammunition and fuel as another second reader reads them. [15.4] [16]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.raids import Raid, resolve
from grognard.systems.goss.logistics import fuel, trucks, values
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.movement.allowance import points_of
from grognard.systems.goss.pieces.chain import fuel_state, headquarters
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS
from grognard.systems.goss.supply.tracing import trace_hq
from grognard.systems.goss.units import UNITS
from tests.systems.goss import firing
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import barrage, gun
from tests.systems.goss.flights import give
from tests.systems.goss.logistics.staffs import army

DELIVER = {"do": "ammunition", "army": "A"}
OTHER = {"B": {"side": "axis", "adv": 4, "amp": 0, "tp": 5}}


def track(game: Gs, name: str = "A", **facts: Any) -> None:
    game.put(ARMIES, name, replace(army_of(game, name), **facts))


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def play_on(game: Gs, kind: str, side: str = "") -> None:
    """On until a segment begins; questions are answered by default."""
    while game.segment.kind != kind or (side and game.to_act != side):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or {"do": "end"})


# ---- support [15.4]


@pytest.mark.reading("goss", "goss2-15-18")
@pytest.mark.rule("goss", "15.4.0", "15.4.0-2", "15.4.1", "15.4.1(a)")
@pytest.mark.parametrize(("supported", "adv"), [("ABCDE", 3), ("ABCD", 4), ("ABC", 5)])
def test_corps_that_an_army_supports(supported: str, adv: int) -> None:
    game = army("g", {name: [] for name in "ABCDEFG"}, "trucks", track={"adv": 5})
    alter(game, "gF", supply="OhS")
    alter(game, "gG", mode="Strat")
    play_on(game, "ammunition", "axis")
    game.play("axis", {**DELIVER, "corps": [f"g{name}" for name in (*supported, "F", "G")]})
    assert army_of(game, "A").adv == adv, "F and G do not count"
    if "E" not in supported:
        assert (headquarters(game, "gE").adv, headquarters(game, "gE").supported) == (0, False)
    assert trace_hq(game, "gE") is not None, "supported or not, it is supplied"


@pytest.mark.reading("goss", "goss2-15-19")
@pytest.mark.rule("goss", "15.4.1(b)", "15.4.0-2", "16.3.2")
def test_fewer_than_three_corps_are_a_point_more_once() -> None:
    game = army("u", {name: [] for name in "ABC"}, track={"adv": 4})
    track(game, ammo=3)
    alter(game, "uC", supply="OoS")
    game.play("allied", {**DELIVER, "corps": ["uA", "uB", "uC"]})
    assert army_of(game, "A").adv == 5
    game = army("u", {"A": []}, track={"adv": 8})
    track(game, ammo=1)
    game.play("allied", {**DELIVER, "corps": ["uA"]})
    assert army_of(game, "A").adv == 8


@pytest.mark.reading("goss", "goss2-15-20", "goss2-15-21")
@pytest.mark.rule("goss", "15.4.2", "15.4.2a", "15.4.2b", "15.4.2b(a)", "15.4.2b(b)")
@pytest.mark.parametrize(
    ("letter", "base", "formations", "dropped", "adv"),
    [("g", 3, ["1!", "2!", "3!", "4", "5", "6", "7*", "8*"], "", 2),
     ("u", 3, ["1", "2", "3", "4*", "5*"], "", 3), ("u", 3, ["1", "2", "3", "4*", "5*"], "5", 4),
     ("g", 2, ["1", "2", "3", "4", "5"], "", 4), ("u", 2, ["1"], "", 4)],
)  # fmt: skip
def test_formations_that_a_corps_supports(
    letter: str, base: int, formations: list[str], dropped: str, adv: int
) -> None:
    side = "axis" if letter == "g" else "allied"
    game = army(letter, {"C": formations}, track={"adv": base})
    track(game, ammo=1)
    if "8*" in formations:
        alter(game, "gC-8", attached="gC-1")
    rig(game, 9)
    game.play(side, {**DELIVER, "corps": [f"{letter}C"]})
    assert army_of(game, "A").adv == base + 1, "one corps"
    chosen = [f"{letter}C-{one[0]}" for one in formations if one[0] not in (dropped, "8")]
    game.play(side, {"do": "support", "hq": f"{letter}C", "formations": chosen})
    assert headquarters(game, f"{letter}C").adv == adv
    if "8*" in formations:
        both = [*chosen, "gC-8"]
        order = {"do": "support", "hq": "gC", "formations": both}
        assert rules(game, "axis", order) == ["16.3.2"], "it is a part of its division"


@pytest.mark.reading("goss", "goss2-15-22")
@pytest.mark.rule("goss", "15.4.3(a)", "15.4.3(b)", "11.8.0")
def test_unsupported_guns_are_empty_after_any_mission() -> None:
    other = {"formation": "9 Div"}

    def mission(roll: int, guns: dict[str, int]) -> list[bool]:
        game = firing.field(
            unit("u1", (0, 0), **firing.US, mode="PA"), unit("g1", (1, 0), **firing.AXIS),
            unit("u9hq", (-8, 2), "hq:div", **{**firing.US, **other}),
            gun("ud1", (-2, 0)), gun("ud2", (-2, 1), barrage=4), gun("ue1", (-2, 2), barrage=4,
            **other),
            headquarters={"uhq": {"supported": False}, "ucorps": {"adv": 3}},
        )  # fmt: skip
        intensive = barrage((1, 0), "u1", {"ud1": 8}, intensive=1)
        assert {*rules(game, "allied", intensive)} == {"11.4.1g"}
        volleys = (sum(guns.values()) + 7) // 8
        rig(game, *[0] * volleys, roll)
        game.play("allied", barrage((1, 0), "u1", guns))
        firing.settle(game)
        return [now(game, n).depleted for n in ("ud1", "ud2", "ue1")]

    assert mission(3, {"ud1": 8, "ud2": 4, "ue1": 4}) == [True, True, True]
    assert mission(2, {"ud1": 8, "ud2": 4, "ue1": 4}) == [True, True, False]
    assert mission(0, {"ud1": 8, "ud2": 4}) == [True, True, False]


# ---- trucks [16.1]


@pytest.mark.reading("goss", "goss2-16-01")
@pytest.mark.rule("goss", "16.1.0", "16.1.1", "16.1.2")
def test_every_truck_has_an_army_and_a_task() -> None:
    game = army(
        "g", {"C": []}, "trucks", track={"tp": 8}, others={"B": {**OTHER["B"], "tp": 4}},
        special={"free_trucks": ["axis"]},
    )  # fmt: skip
    share = {"do": "share-trucks", "army": "A", "to": "B"}
    assert rules(game, "axis", {**share, "to": ""}) == ["16.1.1"], "none is held back"
    assert rules(game, "axis", {**share, "trucks": 9}) == ["16.1.1"]
    game.play("axis", share)
    assert [army_of(game, name).tp for name in "AB"] == [7, 5]
    assert told(game, "trucks-shared")[-1]["trucks"] == 1
    order = {"do": "trucks", "army": "A", "ammo": 3, "fuel": 2}
    assert rules(game, "axis", {**order, "motor": 1}) == ["16.1.2"]
    game.play("axis", {**order, "motor": 2})
    play_on(game, "fuel", "axis")
    assert rules(game, "axis", {**order, "fuel": 1, "motor": 3}) != [], "for the whole day"
    fixed = army("g", {"C": []}, "trucks", others=OTHER)
    assert rules(fixed, "axis", share) == ["16.1.1"], "as the scenario says"
    busy = army(
        "g", {"C": ["1"]}, "trucks", others=OTHER, special={"free_trucks": ["axis"]}
    )  # fmt: skip
    busy.play("axis", {"do": "trucks", "army": "A", "ammo": 3, "fuel": 3, "motor": 3})
    busy.play("axis", {"do": "supply-truck", "unit": "gC-1"})
    assert rules(busy, "axis", share) == ["16.1.2c"]


@pytest.mark.reading("goss", "goss2-16-02")
@pytest.mark.rule("goss", "16.1.2a", "16.1.2b")
def test_how_many_trucks_count() -> None:
    four = {name: [] for name in "WXYZ"}
    every = [f"u{name}" for name in four]
    game = army("u", four, "trucks", track={"tp": 16, "adv": 6})
    assign = {"do": "trucks", "army": "A"}
    for order, rows in (
        ({"ammo": 9, "fuel": 7, "motor": 0}, (7, 7)), ({"ammo": 7, "fuel": 9, "motor": 0}, (7, 8)),
        ({"ammo": 3, "fuel": 8, "motor": 5}, (3, 8)),
    ):  # fmt: skip
        game.play("allied", {**assign, **order})
        lost = 1 if order["ammo"] == 9 else 0
        found = replace(army_of(game, "A"), lost_ammo=lost)
        assert (trucks.ammo_row(found), trucks.fuel_row(found)) == rows
    play_on(game, "ammunition", "allied")
    assert rules(game, "allied", {**DELIVER, "corps": every}) == ["16.1.2a"]
    assert rules(game, "allied", {**DELIVER, "corps": every[:3]}) == []
    axis = army("g", four, "trucks", track={"tp": 3, "adv": 4})
    assert rules(axis, "axis", {**assign, "ammo": 0, "fuel": 3}) == ["16.1.2a"]
    axis.play("axis", {**assign, "ammo": 1, "fuel": 2})
    play_on(axis, "ammunition", "axis")
    axis.play("axis", {**DELIVER, "corps": [f"g{name}" for name in four]})
    assert army_of(axis, "A").adv == 3, "a fourth corps"


@pytest.mark.reading("goss", "goss2-16-03")
@pytest.mark.rule("goss", "16.1.2c", "15.2.3-2", "7.12.3a", "16.3.5", "16.2.0")
def test_three_uses_of_motorization_trucks() -> None:
    near, theirs = {"corps": "C", "army": "A"}, {"army": "B"}
    game = army(
        "g", {"C": ["1"]}, "trucks", unit("g1", (1, -6), formation="C 1", **near),
        unit("g2", (6, 0), **theirs), *(unit(f"g{n}", (n - 5, -5), formation="C 1", **near)
                                       for n in range(3, 9)),
        track={"tp": 6, "amp": 4}, others={"B": {"side": "axis", "adv": 4, "tp": 1}},
    )  # fmt: skip
    game.play("axis", {"do": "trucks", "army": "A", "ammo": 1, "fuel": 1, "motor": 4})
    game.play("axis", {"do": "trucks", "army": "B", "ammo": 1, "fuel": 0, "motor": 0})
    game.play("axis", {"do": "supply-truck", "unit": "gC-1"})
    play_on(game, "ammunition", "axis")
    game.play("axis", {**DELIVER, "corps": ["gC"], "send": 2, "to": "B"})
    assert army_of(game, "A").used == 2
    play_on(game, "moves", "axis")
    ride = {"do": "mount", "by": "tp"}
    game.play("axis", {**ride, "units": ["g1"]})
    assert rules(game, "axis", {**ride, "units": ["g2"]}) == ["7.12.3a"], "another army's"
    for n in range(3, 8):
        game.play("axis", {**ride, "units": [f"g{n}"]})
    assert rules(game, "axis", {**ride, "units": ["g8"]}) == ["7.12.3a"], "the others are in use"


@pytest.mark.reading("goss", "goss2-16-03")
@pytest.mark.rule("goss", "16.2.0", "20.4.1(7)")
@pytest.mark.parametrize("target", [0, 9])
def test_interdiction_spares_motorization(target: int) -> None:
    game = army("g", {"C": []}, "trucks", track={"tp": 4})
    track(game, ammo=0, fuel=0, motor=4)
    rig(game, target, 0)
    resolve(game, "allied", Raid("A", 3), 0)
    found = army_of(game, "A")
    assert (found.lost_ammo, found.lost_fuel, found.motor) == (0, 0, 4)
    assert told(game, "raid-result") == [{"army": "A", "task": "nothing"}]


@pytest.mark.reading("goss", "goss3-16-01")
@pytest.mark.rule("goss", "16.0", "16.2.0")
@pytest.mark.parametrize(("target", "task"), [(0, "fuel"), (9, "ammo")])
def test_assignment_then_interdiction_then_delivery(target: int, task: str) -> None:
    game = army(
        "g", {"C": []}, "trucks", gun("ga", (3, 0), depleted=True),
        track={"tp": 9, "amp": 4, "fp": 3}, air={"allied": {"ap": 9}},
    )  # fmt: skip
    give(game, "allied", si=3)
    game.play("axis", {"do": "trucks", "army": "A", "ammo": 3, "fuel": 3, "motor": 3})
    while game.open_asks()[0].name != "supply-raid":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert not told(game, "ammunition-delivered")
    rig(game, target, 0)
    game.play("allied", {"do": "supply-raid", "army": "A", "ap": 3})
    while game.segment.kind != "ammunition":
        game.play(game.open_asks()[0].player, game.open_asks()[0].default or {"do": "end"})
    found = army_of(game, "A")
    assert {"ammo": found.lost_ammo, "fuel": found.lost_fuel}[task] == 1
    assert (found.ammo, found.fuel, found.motor, found.tp) == (3, 3, 3, 9)
    assert (found.adv, found.amp, found.fp, headquarters(game, "gC").adv) == (3, 4, 6, 3)
    rig(game, 5)
    game.play("axis", {**DELIVER, "corps": ["gC"]})
    rows = {"ammo": 2, "fuel": 3}
    assert told(game, "ammunition-delivered")[-1]["trucks"] == rows[task]
    fire = firing.field(
        unit("g1", (0, 0), **firing.AXIS), unit("u1", (1, 0), **firing.US),
        gun("ga", (-2, 0), depleted=True), side="axis",
    )  # fmt: skip
    assert rules(fire, "axis", barrage((1, 0), "g1", {"ga": 8})) == ["11.4.1"]


# ---- ammunition [16.3]


@pytest.mark.reading("goss", "goss2-16-04")
@pytest.mark.rule("goss", "16.3.0", "16.3.1", "16.3.2(1)")
def test_every_army_begins_the_day_with_the_scenarios_adv() -> None:
    date = "1944-12-17"
    game = army(
        "g", {"C": []}, "trucks", track={"adv": 3, "adv_from": {date: 2}},
        others={"B": {"side": "axis", "adv": 4, "tp": 3}},
    )  # fmt: skip
    track(game, "A", adv=5, ammo=3)
    track(game, "B", ammo=3)
    play_on(game, "ammunition", "axis")
    assert [army_of(game, name).adv for name in "AB"] == [2, 4]
    amp = army_of(game, "A").amp
    rig(game, 5)
    game.play("axis", {**DELIVER, "corps": ["gC"]})
    assert (army_of(game, "A").amp, army_of(game, "B").amp) == (amp + 4, 0), "for itself alone"
    rig(game, 0)
    game.play("axis", {"do": "ammunition", "army": "B"})
    assert army_of(game, "B").amp == 2
    assert [facts["roll"] for facts in told(game, "ammunition-delivered")] == [5, 0]


@pytest.mark.reading("goss", "goss2-16-05")
@pytest.mark.rule("goss", "16.3.2(2)", "16.3.5", "16.3.6")
def test_ammunition_that_is_sent_arrives_last() -> None:
    game = army(
        "g", {"C": []}, track={"amp": 5}, others={"B": {"side": "axis", "adv": 4, "amp": 19}}
    )  # fmt: skip
    track(game, motor=2, ammo=1)
    send = {**DELIVER, "to": "B"}
    assert rules(game, "axis", {**send, "send": 5}) == ["16.3.5"]
    assert rules(game, "axis", {**send, "send": 3, "buy": 2}) == ["16.3.2"], "two are left"
    rig(game, 3, 4)
    game.play("axis", {**send, "send": 3})
    assert (army_of(game, "A").amp, army_of(game, "A").used) == (2, 2)
    game.play("axis", {"do": "ammunition", "army": "B"})
    assert army_of(game, "B").amp == 18, "row 0, column 4; nothing has arrived"
    track(game, "B", amp=19)
    while game.segment.kind == "ammunition":
        game.play(game.to_act, {"do": "end"})
    assert army_of(game, "B").amp == 20
    assert told(game, "ammunition-arrives")[-1]["stock"] == {"amp": 1}


@pytest.mark.reading("goss", "goss2-16-06")
@pytest.mark.rule("goss", "16.3.2", "16.3.2(6)", "16.3.2(8)")
def test_the_eight_steps() -> None:
    corps = {"A": ["1", "2"], "B": ["1", "2", "3", "4", "5"], "C": ["1"]}
    game = army("u", corps, track={"adv": 4, "amp": 1})
    track(game, ammo=3)
    rig(game, 5)
    game.play("allied", {**DELIVER, "corps": ["uA", "uB", "uC"]})
    assert (army_of(game, "A").adv, army_of(game, "A").amp) == (4, 5)
    assert [headquarters(game, f"u{name}").adv for name in "ABC"] == [5, 2, 5]
    assert all(headquarters(game, f"uB-{n}").supported for n in range(1, 6))
    raising = {"do": "raise-adv", "hq": "uB"}
    assert rules(game, "allied", {**raising, "points": 3}) == ["16.3.2"]
    game.play("allied", {**raising, "points": 2})
    assert rules(game, "allied", {"do": "raise-adv", "hq": "uA"}) == ["16.3.2"], "one AmP is left"
    assert [headquarters(game, f"u{name}").adv for name in "ABC"] == [5, 4, 5]
    assert army_of(game, "A").amp == 1


@pytest.mark.reading("goss", "goss2-16-07")
@pytest.mark.rule("goss", "16.3.2(8)", "16.3.2")
def test_no_adv_is_above_eight() -> None:
    game = army("g", {"D": ["1", "2"], "E": ["1"]}, track={"adv": 7, "amp": 10})
    track(game, ammo=1)
    game.play("axis", {**DELIVER, "corps": ["gD"]})
    assert (army_of(game, "A").adv, headquarters(game, "gD").adv) == (8, 8)
    amp = army_of(game, "A").amp
    for hq in ("gD", "gE"):
        assert rules(game, "axis", {"do": "raise-adv", "hq": hq}) == ["16.3.2"]
    assert (army_of(game, "A").amp, headquarters(game, "gE").adv) == (amp, 0)


# ---- fuel [16.4]


@pytest.mark.reading("goss", "goss2-16-08")
@pytest.mark.rule("goss", "16.4.0", "16.4.1")
@pytest.mark.parametrize(("depots", "fp"), [([], 20), ([at(5, 5)], 24)])
def test_fuel_above_the_limit_is_lost_at_once(depots: list[str], fp: int) -> None:
    game = army(
        "g", {"C": []}, "ammunition", unit("gN", (5, -9), "hq:corps", corps="N", army="B"),
        track={"fp": 18, "depots": depots}, others={"B": {"side": "axis", "adv": 4}},
    )  # fmt: skip
    track(game, fuel=3, ammo=1)
    for name in "AB":
        game.play("axis", {"do": "ammunition", "army": name})
    rig(game, 5, 5)
    while game.segment.kind == "ammunition":
        game.play(game.to_act, {"do": "end"})
    assert army_of(game, "A").fp == 2 * fp
    assert rules(game, "axis", {"do": "fuel", "hqs": ["gN"], "fuel": "normal"}) == ["16.4.1"]
    assert rules(game, "axis", {"do": "fuel", "hqs": ["gC"], "fuel": "normal"}) == []


@pytest.mark.reading("goss", "goss2-16-09")
@pytest.mark.rule("goss", "16.4.3", "16.4.3a", "7.12.2")
def test_the_fuel_value_is_a_ceiling_for_mech_units() -> None:
    us = {"formation": "1 Div"}
    short = {"fuel": "low", "value": 4, "option": 1}
    game = position(
        unit("uhq", (0, -4), "hq:div", **us), unit("uL1", (0, 0), **us),
        unit("uL2", (1, 0), transport="inherent", **us), unit("uT", (2, 0), "m4", "6-6-9", **us),
        unit("uS", (3, 0), "spa", "0-2-3", battery=True, **us),
        unit("uM", (4, 0), "arminf", transport="foot", **us), unit("g9", (0, 9)),
        headquarters={"uhq": short}, side="allied",
    )  # fmt: skip
    found = [points_of(game, f"u{n}", "off") // 12 for n in ("L1", "L2", "T", "S", "M")]
    assert found == [6, 4, 4, 3, 6]
    pz = {"formation": "P"}
    game = position(
        unit("ghq", (0, -4), "hq:div", traits="mech formation", **pz),
        unit("gh", (0, 0), "arth", "0-2-5H", **pz), unit("gp", (1, 0), "pz4", **pz),
        headquarters={"ghq": short},
    )  # fmt: skip
    assert [points_of(game, n, "off") // 12 for n in ("gh", "gp")] == [5, 4]


@pytest.mark.reading("goss", "goss2-16-10")
@pytest.mark.rule("goss", "16.4.3b", "9.3.1", "9.3.2")
def test_assets_share_the_fuel_of_their_headquarters() -> None:
    chain = {"corps": "C", "army": "A"}
    leg, pz = {"formation": "L", **chain}, {"formation": "P", **chain}
    game = position(
        unit("garmy", (0, -10), "hq:army", army="A"), unit("gC", (1, -9), "hq:corps", **chain),
        unit("gL", (2, -8), "hq:div", **leg), unit("gP", (3, -8), "hq:div",
        traits="mech formation", **pz),
        *(unit(f"gc{n:02}", (n - 10, 0), "motinf" if n < 20 else "inf", **chain)
          for n in range(20)),
        *(unit(f"gd{n}", (n - 10, 2), **chain) for n in range(6)),
        *(unit(f"ga{n:02}", (n - 6, 4), "pz6" if n < 3 else "inf", army="A") for n in range(11)),
        unit("gtiger", (9, 0), "pz6", army="A", attached="gP"),
        *(unit(f"gstug{n}", (2 + n, -7), "stug", **leg) for n in range(2)),
        unit("gleg", (2, -6), **leg), unit("u9", (0, 12)), segment="command",
        headquarters={"garmy": {"fuel": "none"}}, armies={"A": {"side": "axis", "adv": 3}},
    )  # fmt: skip
    assert "9.3.2" in rules(game, "axis", {"do": "end"})
    out = ["gc03", "gd1"]
    assert rules(game, "axis", {"do": "leave-out", "hq": "gC", "units": out[:1]}) == ["9.3.2"]
    game.play("axis", {"do": "leave-out", "hq": "gC", "units": out})
    assert [now(game, n).supply for n in (*out, "gc04", "gstug0")] == ["OoS", "OoS", "GenS", "GenS"]
    assert rules(game, "axis", {"do": "end"}) == [], "the StuGs are no assets"
    assert fuel_state(game, "gc04") == "normal"
    assert [fuel_state(game, n) for n in ("ga00", "ga01", "ga02")] == ["none"] * 3
    assert [fuel_state(game, n) for n in ("gtiger", "gstug0")] == ["normal", "normal"]


@pytest.mark.reading("goss", "goss2-16-11")
@pytest.mark.rule("goss", "16.4.3", "16.4.4", "16.4.2")
@pytest.mark.parametrize(
    ("who", "halves", "state", "paid"),
    [("gP", 3, "low", 2), ("gK", 1, "low", 1), ("gC", 1, "low", 1), ("garmy", 0, "none", 0),
     ("uD", 4, "normal", 4), ("uC", 2, "low", 2)],
)  # fmt: skip
def test_the_highest_state_that_is_paid_in_full(
    who: str, halves: int, state: str, paid: int
) -> None:
    letter = who[0]
    chain = {"corps": "C", "army": "A"}
    pz, bg, div = ({"formation": name, **chain} for name in "PKD")
    axis = [
        unit("gP", (0, -8), "hq:div", traits="mech formation", **pz),
        unit("gK", (1, -8), "hq:bg", **bg),
        *(unit(f"gk{n}", (n, 2), "pz4", **bg) for n in range(3)),
        *(unit(f"gp{n}", (n, 0), "motinf", **pz) for n in range(9)),
    ]  # fmt: skip
    allied = [
        unit("uD", (0, -8), "hq:div", **div), *(unit(f"ud{n}", (n, 0), **div) for n in range(9)),
    ]  # fmt: skip
    side = "axis" if letter == "g" else "allied"
    game = position(
        unit(f"{letter}army", (0, -10), "hq:army", army="A"),
        unit(f"{letter}C", (1, -9), "hq:corps", **chain), *(axis if letter == "g" else allied),
        unit("u9" if letter == "g" else "g9", (0, 12)), segment="fuel", side=side,
        armies={"A": {"side": side, "adv": 3}},
    )  # fmt: skip
    track(game, fp=halves)
    reached = "none"
    for wanted in ("low", "normal"):
        order = {"do": "fuel", "hqs": [who], "fuel": wanted}
        if not rules(game, side, order):
            game.play(side, order)
            reached = wanted
    assert reached == state == headquarters(game, who).fuel
    fuel.pay_for_fuel(game)
    assert army_of(game, "A").fp == halves - paid


@pytest.mark.reading("goss", "goss2-16-12")
@pytest.mark.rule("goss", "16.4.5", "16.4.5b", "3.3.1e")
def test_fuel_values_are_rolled_for_every_turn() -> None:
    pz, full, leg = ({"formation": name} for name in "PFL")
    for turn, roll, value, option in (("AM", 3, 6, 1), ("PM", 9, 10, 2), ("Night", 0, 4, 1)):
        game = position(
            unit("gP", (0, -8), "hq:div", traits="mech formation", **pz),
            *(unit(f"g{n:02}", (n - 6, 0), "motinf", **pz) for n in range(12)),
            unit("gleg", (0, 2), **pz), unit("gF", (3, -8), "hq:div", traits="mech formation",
            **full), unit("gL", (5, -8), "hq:div", **leg), unit("u9", (0, 12)),
            headquarters={"gP": {"fuel": "low"}}, segment="fuel-values", turn=turn,
        )  # fmt: skip
        assert [facts["hq"] for facts in told(game, "fuel-value")] == ["gP"], "before each GT"
        rig(game, roll)
        values.roll_values(game)
        assert told(game, "fuel-value")[1:] == [{"hq": "gP", "roll": roll, "value": value}]
        most = value
        some = {"do": "fuel-option", "hq": "gP", "option": 2}
        names = [f"g{n:02}" for n in range(12)]
        assert rules(game, "axis", {**some, "units": names[: most + 1]}) == ["16.4.5b"]
        assert rules(game, "axis", {**some, "units": ["gleg"]}) == ["16.4.5b"]
        if option == 2:
            game.play("axis", {**some, "units": names[:most]})
            game.play("axis", {"do": "fuel-option", "hq": "gP", "option": 1})
            game.play("axis", {**some, "units": names[:most]})
        found = [points_of(game, n, "off") // 12 for n in names]
        assert found == ([12] * most + [0] * (12 - most) if option == 2 else [value] * 12)
        assert points_of(game, "gleg", "off") // 12 == 6


@pytest.mark.reading("goss", "goss2-16-13")
@pytest.mark.rule(
    "goss", "16.4.5b", "16.4.5b-2", "16.4.5b(b)", "16.4.5b(c)", "16.4.5b(d)", "16.4.5b(e)"
)
@pytest.mark.parametrize(
    ("divisions", "hq", "units", "most"),
    [(True, "left-out", 13, 5), (True, "counts", 14, 5), (False, "left-out", 8, 3),
     (False, "counts", 9, 3)],
)  # fmt: skip
def test_who_counts_for_the_fuel_of_a_corps(
    divisions: bool, hq: str, units: int, most: int
) -> None:
    chain = {"corps": "C", "army": "A"}
    leg = [{"formation": name, **chain} for name in "LM"]
    below = [
        one
        for place, own in enumerate(leg)
        for one in (
            unit(f"gs{place}", (place, 3), "stug", **own),
            *(unit(f"gg{place}{n}", (place, 4 + n), "art", **own) for n in range(2)),
        )
    ]
    game = position(
        unit("gC", (1, -9), "hq:corps", **chain),
        *(unit(f"gh{n}", (n + 2, -8), "hq:div", **own) for n, own in enumerate(leg)),
        *(unit(f"gb{n}", (n, 0), "motinf", **chain) for n in range(6)),
        *(unit(f"gp{n}", (n, 1), "pz4", **chain) for n in range(2)),
        unit("gx", (4, 1), "hybrid", left=1, **chain), *(below if divisions else []),
        headquarters={"gC": {"fuel": "low", "value": 5}}, options={"fuel-hq-count": hq},
    )  # fmt: skip
    assert (values.fuel_units(game, "gC"), values.in_full(game, "gC")) == (units, most)
    if divisions:
        assert [fuel_state(game, n) for n in ("gs0", "gh0")] == ["low", "normal"], "16.4.2"
        assert {"gs0", "gg10", "gx"} <= {*fuel.drawing_mech(game, "gC")}, "chosen from all of them"


@pytest.mark.reading("goss", "goss2-16-14")
@pytest.mark.rule("goss", "16.4.4b", "16.4.5b(a)")
def test_foot_battalions_swell_the_count_of_an_allied_formation() -> None:
    us, bg = {"formation": "1 Div"}, {"formation": "K"}
    game = position(
        unit("uhq", (0, -8), "hq:div", **us), *(unit(f"ui{n}", (n, 0), **us) for n in range(9)),
        *(unit(f"ua{n}", (n, 1), "art", **us) for n in range(4)), unit("ur", (5, 1), "m5", **us),
        unit("ut", (6, 1), "m4", **us), unit("uK", (0, -6), "hq:bg", **bg),
        *(unit(f"uk{n}", (n, 3), **bg) for n in range(3)), unit("ukt", (4, 3), "m5", **bg),
        unit("uka", (5, 3), "art", **bg), unit("g9", (0, 12)), side="allied",
        headquarters={"uhq": {"fuel": "none", "value": 3}, "uK": {"fuel": "low", "value": 5}},
        options={"fuel-hq-count": "left-out"}, segment="surrender",
    )  # fmt: skip
    assert (values.fuel_units(game, "uhq"), values.in_full(game, "uhq")) == (14, 3)
    assert (values.fuel_units(game, "uK"), values.in_full(game, "uK")) == (4, 3)
    play_on(game, "fuel-values", "allied")
    for hq, value in (("uhq", 3), ("uK", 5)):
        game.put(HQS, hq, replace(headquarters(game, hq), value=value))
    order = {"do": "fuel-option", "hq": "uhq", "option": 2}
    assert rules(game, "allied", {**order, "units": ["ua0", "ua1", "ur", "ut"]}) == ["16.4.5b"]
    assert rules(game, "allied", {**order, "units": ["ui0"]}) == ["16.4.5b"], "it walks"
    game.play("allied", {**order, "units": ["ua0", "ur", "ut"]})
    assert [points_of(game, n, "off") // 12 for n in ("ui0", "ut", "ua1")] == [6, 12, 0]
