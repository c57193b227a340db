"""What supply does, as another second reader reads it. [15.2.4] [15.5] [15.6] [15.8] [15.9]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.armor import Factor, factor
from grognard.systems.goss.logistics.stock import army_of, cap
from grognard.systems.goss.movement.allowance import points_of
from grognard.systems.goss.observation.observing import air_observes
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, DEPOTS, HEXES, HexStatus
from grognard.systems.goss.supply.drops import deliver_drop, receivers
from grognard.systems.goss.supply.states import exhaust
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss import firing
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import barrage, gun
from tests.systems.goss.supply.land import CORPS, DIV, SWAMP, settle, snake

Axial = tuple[int, int]
LEG = {"formation": "D", "corps": "X", "army": "7"}
PA = {"mode": "PA"}


def track(game: Gs, name: str, **facts: Any) -> None:
    game.put(ARMIES, name, replace(army_of(game, name), **facts))


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def play_on(game: Gs, kind: str, side: str = "") -> None:
    """On until a segment of a side begins; questions are answered by default."""
    while game.segment.kind != kind or (side and game.to_act != side):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or {"do": "end"})


# ---- extended paths [15.2.4]


def chain(far_army: bool, segment: str = "air-supply") -> Gs:
    """A US army, a corps and a division on one road: the army, or else the corps, is 20 MP away
    from what supplies it, everybody else 5 or 10."""
    places = (0, 40, 50, 60) if far_army else (0, 20, 60, 70)
    road = snake(places[-1])
    source, army, corps, div = (road[n] for n in places)
    return position(
        unit("uarmy", army, "hq:army", army="First"), unit("ucorps", corps, "hq:corps", **CORPS),
        unit("uhq", div, "hq:div", **DIV), unit("g9", (0, 12)), terrain=SWAMP,
        roads={"secondary": [road]}, segment=segment, side="allied", turn="Night",
        armies={"First": {"side": "allied", "adv": 3, "tp": 6, "pss": [at(*source)]}},
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-15-12")
@pytest.mark.rule("goss", "15.2.4", "15.2.4(a)", "15.2.4(b)", "16.2.2", "16.4.5a")
@pytest.mark.parametrize(("far_army", "roll", "fp"), [(True, 7, 6), (False, 5, 6)])
def test_whose_rolls_an_extended_path_spoils(far_army: bool, roll: int, fp: int) -> None:
    game = chain(far_army)
    settle(game, "allied")
    marks = [now(game, n).extended for n in ("uarmy", "ucorps", "uhq")]
    assert marks == [far_army, True, True]
    play_on(game, "trucks")
    game.play("allied", {"do": "trucks", "army": "First", "ammo": 3, "fuel": 3, "motor": 0})
    play_on(game, "ammunition")
    rig(game, roll, roll)  # ammunition, and fuel when the delivery of both sides is over
    game.play("allied", {"do": "ammunition", "army": "First", "corps": ["ucorps"]})
    assert told(game, "ammunition-delivered")[-1]["points"] == 4, "read at 5"
    while game.segment.kind != "fuel":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert told(game, "fuel-delivered")[-1]["points"] == fp, "read at 5"
    game.play("allied", {"do": "fuel", "hqs": ["uarmy", "ucorps"], "fuel": "normal"})
    game.play("allied", {"do": "fuel", "hqs": ["uhq"], "fuel": "low"})
    rig(game, 6)
    play_on(game, "fuel-values")
    assert headquarters(game, "uhq").value == 6, "6 - 2 = 4"


@pytest.mark.reading("goss", "goss2-15-13")
@pytest.mark.rule("goss", "15.2.4(c)", "13.7.3(h)", "13.7.4(c)")
@pytest.mark.parametrize(("far", "net"), [(True, 1), (False, 2)])
def test_an_extended_path_is_one_shift_a_side(far: bool, net: int) -> None:
    us = {"formation": "1 Div"}
    game = field(
        unit("g1", (0, 1), **PA, **LEG, extended=far), unit("g2", (0, 1), **PA, **LEG),
        unit("g3", (-1, 1), **PA, **LEG, extended=far), unit("u1", (0, 0), **us, extended=True),
        unit("u2", (0, 0), **us),
    )  # fmt: skip
    found = clash(game, ["g1", "g2", "g3"])
    assert found.right == {"13.7.3(a)": 1, "13.7.3(h)": 1}
    assert found.left == ({"13.7.4(c)": 1} if far else {})
    assert found.net == net


@pytest.mark.reading("goss", "goss2-15-14")
@pytest.mark.rule("goss", "15.2.4(d)", "15.2.4(e)", "11.8.0", "16.3.7b", "11.4.1g")
def test_one_gun_on_an_extended_path_taints_the_mission() -> None:
    guns = [gun("ga", (2, 0), extended=True), gun("gb", (2, 1), extended=True, barrage=4),
            gun("gc", (3, 0), barrage=4)]  # fmt: skip
    game = firing.field(
        unit("g1", (0, 0), **firing.AXIS, **PA), unit("u1", (-1, 0), **firing.US), *guns,
        side="axis",
    )  # fmt: skip
    alone = barrage((-1, 0), "g1", {"ga": 8}, intensive=1)
    assert rules(game, "axis", alone) == ["11.4.1g"]
    order = barrage((-1, 0), "g1", {"ga": 8, "gb": 4, "gc": 4})
    rig(game, 0, 0, 4)  # two volleys, and the depletion check
    game.play("axis", order)
    firing.settle(game)
    found = told(game, "depletion")[-1]
    assert {(part["label"], part["value"]) for part in found["drm"]["parts"]} == {
        ("volleys", 1), ("extended path", 2),
    }  # fmt: skip
    assert (found["roll"], found["adv"], found["count"]) == (4, 4, 3)
    assert [now(game, n).depleted for n in ("ga", "gb", "gc")] == [True] * 3
    empty = [replace_facts(one, depleted=True) for one in guns]
    game = firing.field(*empty, unit("u1", (-1, 0), **firing.US), side="axis", segment="ammo-rolls")
    rig(game, 3, 4)
    for name in ("ga", "gc"):
        game.play("axis", {"do": "roll-ammunition", "unit": name})
    assert [now(game, n).depleted for n in ("ga", "gc")] == [True, False], "5, and an equal 4"


def replace_facts(one: Any, **facts: Any) -> Any:
    return {**one, "facts": {**one["facts"], **facts}}


# ---- additional trucks [15.2.4a]


def columns(letter: str, *more: Any, segment: str = "trucks", **facts: Any) -> Gs:
    """A corps and a division whose link is 20 MP long, and a battalion with its headquarters."""
    road = snake(40)
    chain = {"corps": "X", "army": "7"}
    own = {"formation": "D", **chain}
    us, foe = letter == "u", "g9" if letter == "u" else "u9"
    side = "allied" if us else "axis"
    traits = facts.pop("traits", "")
    return position(
        unit(f"{letter}corps", road[0], "hq:corps", **chain),
        unit(f"{letter}hq", road[40], "hq:div", traits=traits, extended=True, **own),
        unit(f"{letter}1", road[40], extended=True, **own), *more, unit(foe, (0, 12)),
        terrain=SWAMP, roads={"secondary": [road]}, segment=segment, side=side,
        armies={"7": {"side": side, "adv": 3, "tp": 3}}, **facts,
    )  # fmt: skip


def shifts(game: Gs, name: str) -> dict[str, int]:
    """The shifts against a unit that attacks the enemy put next to it."""
    foe = "g9" if name[0] == "u" else "u9"
    h = game.board.around(now(game, name).hex)[0]
    alter(game, foe, hex=h)
    alter(game, name, ta=True)
    q, r = int(game.board.label(h)[:2]) - 13, int(game.board.label(h)[2:]) - 13
    return clash(game, [name], (q, r - q // 2)).left


@pytest.mark.reading("goss", "goss2-15-15")
@pytest.mark.rule("goss", "15.2.4a", "7.12.3b", "15.2.4(c)")
def test_a_division_uses_its_transport_for_its_supply() -> None:
    game = columns("u")
    assert shifts(columns("u", segment="assaults"), "u1") == {"13.7.4(c)": 1}
    lend = {"do": "truck-support", "hq": "uhq", "lender": "uhq"}
    game.play("allied", lend)
    assert headquarters(game, "uhq").trucks == 1
    play_on(game, "moves", "allied")
    mount = {"do": "mount", "units": ["u1"], "by": "inherent"}
    assert rules(game, "allied", mount) == ["7.12.3b"]
    assert shifts(game, "u1") == {}
    riding = columns("u", unit("u2", (0, 0), formation="D", corps="X", army="7",
                               transport="inherent"))  # fmt: skip
    assert rules(riding, "allied", lend) == ["7.12.3b"], "its trucks carry a unit"
    strict = columns("u", options={"additional-trucks": "onward"})
    strict.play("allied", lend)
    assert shifts(strict, "u1") == {"13.7.4(c)": 1}, "its own paths are short; the corps' is not"


PZ = {"formation": "D", "corps": "X", "army": "7"}
BATTALIONS = [unit(f"gb{n}", (n - 12, 4), "motinf", extended=True, **PZ) for n in range(3)]
COMPANIES = [
    unit(f"gc{n}", (n - 12, 4), "motinf", size="Co", steps=1, **PZ) for n in range(3)
]  # fmt: skip


@pytest.mark.reading("goss", "goss2-15-15", "goss2-15-16")
@pytest.mark.rule("goss", "15.2.4a", "15.2.3-2")
def test_three_battalions_go_on_foot_for_the_supply() -> None:
    order = {"do": "truck-support", "hq": "ghq"}
    game = columns("g", *BATTALIONS, *COMPANIES, traits="mech formation")
    mixed = ["gb0", "gb1", "gc0", "gc1", "gc2"]
    assert rules(game, "axis", {**order, "units": mixed}) == ["15.2.4a"]
    assert rules(game, "axis", {**order, "units": ["gb0", "gb1", "gc0"]}) == ["15.2.4a"]
    game.play("axis", {**order, "units": ["gb0", "gb1", "gb2"]})
    assert headquarters(game, "ghq").trucks == 1
    play_on(game, "moves", "axis")
    assert points_of(game, "gb0", "off") == 6 * 12, "as Leg"
    back = {"do": "return-trucks", "hq": "ghq"}
    assert rules(game, "axis", back) != []
    assert "15.2.4a" in rules(game, "axis", {"do": "mount", "units": ["gb0"]})
    assert shifts(game, "g1") == {}
    alter(game, "g1", ta=False)
    alter(game, "u9", hex=game.board.hex(at(0, 12)))
    play_on(game, "trucks", "axis")
    for n in (0, 1):
        alter(game, "u9", hex=game.board.around(now(game, f"gb{n}").hex)[0])
    game.play("axis", back)
    assert [now(game, f"gb{n}").transport for n in range(3)] == [""] * 3
    assert [now(game, f"gb{n}").spent for n in range(3)] == [0] * 3, "it costs nothing"


@pytest.mark.reading("goss", "goss2-15-15", "goss2-15-16")
@pytest.mark.rule("goss", "15.2.4a", "15.2.3-2")
def test_army_trucks_change_the_class_of_paths_and_spare_no_penalty() -> None:
    road = snake(60)
    chain = {"corps": "X", "army": "7"}
    own = {"formation": "D", **chain}
    game = position(
        unit("gcorps", road[0], "hq:corps", **chain), unit("ghq", road[40], "hq:div", **own),
        unit("g1", road[60], **own), unit("u9", (0, 12)), terrain=SWAMP,
        roads={"secondary": [road]}, segment="trucks",
        armies={"7": {"side": "axis", "adv": 3, "tp": 3}},
    )  # fmt: skip
    assert rules(game, "axis", {"do": "truck-support", "hq": "ghq"}) == ["15.2.4a"]
    assert rules(game, "axis", {"do": "truck-support", "hq": "ghq", "lender": "gcorps"}) == [
        "15.2.4a"
    ]
    game.play("axis", {"do": "trucks", "army": "7", "ammo": 1, "fuel": 0, "motor": 2})
    game.play("axis", {"do": "supply-truck", "unit": "ghq"})
    while game.turn == 4:
        game.play(game.open_asks()[0].player, game.open_asks()[0].default or {"do": "end"})
    assert (now(game, "g1").supply, now(game, "g1").extended) == ("GenS", True), "by the link"
    near = columns("g")
    assert now(near, "ghq").extended


@pytest.mark.reading("goss", "goss2-15-16")
@pytest.mark.rule("goss", "15.2.4a", "15.2.3-2")
def test_additional_trucks_do_not_make_leg_paths_mech() -> None:
    road = snake(24)
    own = {"formation": "L", "corps": "X", "army": "7"}
    other = {"formation": "A", "corps": "X", "army": "7"}

    def supplied(**staff: Any) -> str:
        game = position(
            unit("ucorps", road[0], "hq:corps", corps="X", army="7"),
            unit("uL", road[0], "hq:div", traits="leg formation", **own),
            unit("uA", road[0], "hq:div", **other), unit("u1", road[24], **own),
            unit("g9", (0, 12)), terrain=SWAMP, roads={"secondary": [road]}, segment="air-supply",
            side="allied", headquarters=staff,
        )  # fmt: skip
        settle(game, "allied")
        return now(game, "u1").supply

    trucks = {"trucks": 1, "trucked": 0}
    assert supplied(ucorps=trucks, uL=trucks, uA={"lent": "ucorps"}) == "OhS"
    assert supplied(uL={"legs_ride": True}) == "GenS"


@pytest.mark.reading("goss", "goss2-15-17")
@pytest.mark.rule("goss", "15.3.0", "9.3.6")
@pytest.mark.parametrize("m_out", [False, True])
def test_assets_hang_on_formations_of_their_own_superior(m_out: bool) -> None:
    """M, then the guns p, then N on one road; the corps and the army on others."""
    road = snake(128)
    army = {"army": "7"}
    one, two = {"corps": "80", **army}, {"corps": "85", **army}
    game = position(
        unit("garmy", road[128], "hq:army", **army), unit("g80", road[90], "hq:corps", **one),
        unit("g85", road[91], "hq:corps", **two),
        unit("gM", road[24], "hq:div", formation="M", traits="mech formation",
             supply="OoS" if m_out else "GenS", **one),
        unit("gN", road[52], "hq:div", formation="N", traits="mech formation", **two),
        unit("gp", road[40], "art", **one), unit("gq", road[64], "art", **army),
        terrain=SWAMP, roads={"secondary": [road]},
    )  # fmt: skip
    found = trace_unit(game, "gp")
    if m_out:
        assert found is None, "25 MP from its corps, and N is another corps'"
    else:
        assert found is not None
        assert (found.source, found.extended) == ("gM", False)
    other = trace_unit(game, "gq")
    assert other is not None
    assert (other.source, other.extended) == ("gN", False)


# ---- on hand [15.5]


@pytest.mark.reading("goss", "goss2-15-23")
@pytest.mark.rule("goss", "15.5.1a-2")
def test_what_becomes_of_on_hand_points() -> None:
    def corps(points: int = 5, segment: str = "moves", **facts: Any) -> Gs:
        return position(
            unit("gX", (0, 0), "hq:corps", corps="X", army="7", supply="OhS"),
            unit("u9", (12, 0)), headquarters={"gX": {"ohs": points, "fp": 4, "amp": 1}},
            segment=segment, **facts,
        )  # fmt: skip

    for points in (5, 4):
        game = corps(points)
        game.play("axis", {"do": "move", "units": ["gX"], "path": [at(1, 0)]})
        assert headquarters(game, "gX").ohs == 2
    game = corps()
    eliminate(game, "gX", "13.10.4")
    lost = headquarters(game, "gX")
    assert (lost.ohs, lost.fp, lost.amp) == (0, 0, 0)
    game = corps(segment="air-supply")
    settle(game, "axis")
    found = headquarters(game, "gX")
    assert now(game, "gX").supply == "GenS"
    assert (found.ohs, found.fp, found.amp) == (0, 0, 0)


@pytest.mark.reading("goss", "goss2-15-24")
@pytest.mark.rule("goss", "15.5.1b(b)", "15.5.1b", "15.5.1b(c)")
@pytest.mark.parametrize(("corps_at", "points"), [((3, 0), (7, 0)), ((4, 0), (1, 12))])
def test_drops_go_to_the_highest_headquarters_that_they_reach(
    corps_at: Axial, points: tuple[int, int]
) -> None:
    game = position(
        unit("gX", corps_at, "hq:corps", corps="X", army="7", supply="OhS"),
        unit("ghq", (1, 0), "hq:div", **LEG, supply="OhS"), unit("u9", (12, 0)),
        headquarters={"gX": {"ohs": 1}},
    )  # fmt: skip
    drop = game.board.hex(at(0, 0))
    assert len(receivers(game, "axis", drop)) == 1, "nobody chooses"
    for _ in deliver_drop(game, "axis", drop, 3):
        raise AssertionError("nobody is asked")
    assert (headquarters(game, "gX").ohs, headquarters(game, "ghq").ohs) == points


@pytest.mark.reading("goss", "goss2-15-25")
@pytest.mark.rule("goss", "15.5.2(3)", "13.5.3")
@pytest.mark.parametrize(
    ("half", "tired", "gav", "after"),
    [(["gB"], 0, 8, ["OoS", "OhS"]), (["gA", "gB"], 1, 4, ["OhS", "OhS"])],
)
def test_each_defender_saves_his_own_supplies(
    half: list[str], tired: int, gav: int, after: list[str]
) -> None:
    game = field(
        unit("gA", (0, 0), values="4-5", supply="OhS", fatigue=tired),
        unit("gB", (0, 0), values="4-5", supply="OhS"), unit("u1", (0, 1), ta=True),
        side="allied",
    )  # fmt: skip
    found = clash(game, ["u1"], half_strength={"units": half})
    assert found.defence == gav
    found.settle()
    assert [now(game, n).supply for n in ("gA", "gB")] == after


# ---- out of supply [15.6.0]


@pytest.mark.reading("goss", "goss2-15-26")
@pytest.mark.rule("goss", "15.6.0", "15.6.0-4")
def test_what_units_out_of_supply_may_not_do() -> None:
    out = {"supply": "OoS"}

    def tried(segment: str, order: dict[str, Any], **spec: Any) -> list[str]:
        game = position(
            unit("gA", (0, 0), **out), unit("gE", (4, 0), "eng", steps=2, **out),
            unit("gR", (8, 0), left=2, **out),
            unit("gP", (-9, 0), "hq:div", formation="P", traits="mech formation", **out),
            *(unit(f"gp{n}", (-6, 2 * n), "pz4", formation="P", regiment="P", **out)
              for n in range(3)),
            unit("u1", (0, 2) if segment in ("designation", "moves") else (0, 9)),
            water={"river": [((4, 0), (5, 0))]}, segment=segment, points={"axis": {"inf": 4}},
            **spec,
        )  # fmt: skip
        assert game.segment.kind == segment
        return rules(game, "axis", order)

    assert "15.6.0" in tried("modes", {"do": "mode", "units": ["gA"], "mode": "PA"})
    assert "5.3.0" in tried("modes", {"do": "exploit", "hq": "gP"})
    assert "5.5.1" in tried("modes", {"do": "mode", "units": ["gp0"], "mode": "Strat"})
    assert "5.8.0" in tried("combat-reserves", {"do": "combat-reserve", "units": ["gA"]})
    assert "22.5.1" in tried("replacements", {"do": "replace", "unit": "gR"})
    span = {"do": "bridge", "units": ["gE"], "hex": at(5, 0)}
    assert "15.6.0-4" in tried("construction", span)
    assert "15.6.0-4" in tried("demolition", {"do": "demolish", "units": ["gE"], "hex": at(5, 0)})
    for name in ("gA", "gE"):
        assert tried("construction", {"do": "dig", "units": [name], "work": "IP"}) == []
        assert tried("construction", {"do": "dig", "units": [name], "work": "ET-2"}) != []
    assert tried("designation", {"do": "designate", "units": ["gA"]}) == []


@pytest.mark.reading("goss", "goss2-15-26")
@pytest.mark.rule("goss", "15.6.0-4")
@pytest.mark.parametrize(("supply", "at_once"), [("OoS", False), ("GenS", True)])
def test_engineers_out_of_supply_dig_as_others(supply: str, at_once: bool) -> None:
    game = position(
        unit("gE", (0, 0), "eng", steps=2, supply=supply), unit("u1", (0, 9)),
        segment="construction",
    )  # fmt: skip
    game.play("axis", {"do": "dig", "units": ["gE"], "work": "IP"})
    while game.segment.kind not in ("designation", "fatigue-recovery") and game.turn == 4:
        game.play(game.open_asks()[0].player, {"do": "end"})
    h = now(game, "gE").hex
    assert bool(game.state[HEXES][h].work) == at_once


@pytest.mark.reading("goss", "goss2-15-27")
@pytest.mark.rule("goss", "15.6.0-5", "15.6.0-2", "13.8.4")
def test_what_being_out_of_supply_does() -> None:
    guns = {"formation": "D", "corps": "X", "army": "7"}
    game = position(
        unit("g1", (0, 1), values="5-5-7", supply="OhS"),
        unit("gp", (0, 1), "pz5", values="6-5-9", arm_attack=6, mode="Exploit", supply="OhS"),
        unit("ga", (3, 1), "art", battery=True, supply="OhS", **guns), unit("u1", (0, 0)),
        armies={"7": {"side": "axis", "adv": 3, "amp": 5}},
    )  # fmt: skip
    exhaust(game, ["g1", "gp", "ga"], "15.5.2")
    assert [points_of(game, n, "off") for n in ("g1", "gp")] == [4 * 12, 5 * 12]
    assert now(game, "gp").mode == "Tac"
    assert now(game, "ga").depleted
    for name in ("g1", "gp"):
        alter(game, name, ta=True)
    found = clash(game, ["g1", "gp"])
    assert found.attack == 6, "2.5 + 3"
    assert factor(game, found.assault, found.assault.attack, "gp") == Factor(6)
    guns_game = position(
        unit("ga", (3, 1), "art", battery=True, supply="OoS", depleted=True, **guns),
        unit("u1", (0, 0)), armies={"7": {"side": "axis", "adv": 3, "amp": 5}},
        segment="ammo-points",
    )  # fmt: skip
    assert rules(guns_game, "axis", {"do": "replenish", "units": ["ga"]}) == ["16.3.7"]
    for supply, shift in (("OoS", False), ("GenS", True)):
        dug = field(
            unit("g1", (0, 1), ta=True), unit("ge", (0, 1), "eng", ta=True, supply=supply),
            unit("u1", (0, 0), inside=True), works={(0, 0): "ET-2"},
        )  # fmt: skip
        assert ("13.7.3(m)" in clash(dug, ["g1", "ge"]).right) == shift


@pytest.mark.reading("goss", "goss2-15-28")
@pytest.mark.rule("goss", "15.6.0-3", "8.3.0")
@pytest.mark.parametrize(
    ("staff", "seen", "after"), [("OoS", False, "OhS"), ("GenS", True, "GenS")]
)
def test_a_headquarters_out_of_supply_feeds_and_shows_nobody(
    staff: str, seen: bool, after: str
) -> None:
    game = position(
        unit("uhq", (-6, 0), "hq:div", supply=staff, **DIV), unit("uu", (0, 0), **DIV),
        unit("uv", (-6, 1), **DIV), unit("g1", (6, 0)), segment="air-supply", side="allied",
        armies={"First": {"side": "allied", "adv": 3, "pss": [at(-12, 0)]}},
        roads={"secondary": [[(q, 0) for q in range(-12, -5)]]} if staff == "GenS" else {},
        terrain=SWAMP if staff == "OoS" else {},
    )  # fmt: skip
    assert air_observes(game, "allied", "g1") == seen
    settle(game, "allied")
    assert now(game, "uhq").supply == staff
    assert now(game, "uv").supply == after


# ---- depots [15.8]


@pytest.mark.reading("goss", "goss2-15-29")
@pytest.mark.rule("goss", "15.8.0", "15.8.1")
@pytest.mark.parametrize(
    ("last", "sections", "found"),
    [(36, "strict", ("GenS", False)), (38, "strict", ("OhS", False)),
     (38, "extended", ("GenS", True)), (36, "extended", ("GenS", False)),
     (50, "extended", ("OhS", False))],
)  # fmt: skip
def test_depots_lengthen_the_path_to_the_army(
    last: int, sections: str, found: tuple[str, bool]
) -> None:
    road = snake(72 + last)
    game = _depots(road, unit("u9", (0, 12)), options={"depot-sections": sections})
    settle(game, "axis", False)
    assert (now(game, "garmy").supply, now(game, "garmy").extended) == found


def _depots(road: list[Axial], foe: Any, **facts: Any) -> Gs:
    depots = [at(*road[36]), at(*road[72])]
    return position(
        unit("garmy", road[-1], "hq:army", army="7"), foe, terrain=SWAMP,
        roads={"secondary": [road]},
        armies={"7": {"side": "axis", "adv": 3, "fp": 9, "pss": [at(*road[0])], "depots": depots}},
        **{"segment": "air-supply", **facts},
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-15-29")
@pytest.mark.rule("goss", "15.8.0", "15.8.2")
def test_a_depot_that_an_enemy_enters_is_gone() -> None:
    road = snake(108)
    game = _depots(road, unit("u9", road[74]), segment="moves", side="allied")
    path = [at(*road[n]) for n in (73, 72, 73, 74)]
    for step in path:
        game.play("allied", {"do": "move", "units": ["u9"], "path": [step]})
    while game.segment.kind == "moves" and game.to_act == "allied":
        game.play("allied", {"do": "end"})
    assert game.state[DEPOTS]["7 2"].hex == -1
    while game.turn == 4 and now(game, "garmy").supply == "GenS":
        _on(game)
    assert now(game, "garmy").supply == "OhS", "36 MP from the first depot"
    while game.segment.kind != "depots" or game.to_act != "axis":
        _on(game)
    h = game.board.hex(at(*road[108]))
    assert rules(game, "axis", {"do": "move-depot", "depot": "7 2"}) == ["15.8.2"], "no town"
    assert now(game, "garmy").hex == h


@pytest.mark.reading("goss", "goss2-15-30")
@pytest.mark.rule("goss", "15.8.2", "16.3.6", "16.4.1")
def test_a_depot_is_relocated() -> None:
    def base(place: str = "town") -> Gs:
        return position(
            unit("garmy", (0, 0), "hq:army", army="7"), unit("u9", (12, 0)),
            terrain={(0, 0): place}, segment="depots",
            armies={"7": {"side": "axis", "adv": 3, "tp": 7, "fp": 10, "amp": 5,
                          "depots": [at(-5, 0), at(-6, 0)]}},
        )  # fmt: skip

    move = {"do": "move-depot", "depot": "7 1"}
    assert rules(base("village"), "axis", move) == ["15.8.2"]
    game = base()
    game.play("axis", move)
    track_now, depot = army_of(game, "7"), game.state[DEPOTS]["7 1"]
    assert (track_now.tp, track_now.fp, depot.trucks) == (3, 8, 4)
    assert (depot.hex, depot.due) == (-1, 4), "two GDs on"
    assert cap(game, "7", "AmP") == 40, "the other depot is there"
    assert "is being relocated" in game.why("axis", {**move, "depot": "7 2"})[0].text
    game.put(DEPOTS, "7 2", replace(game.state[DEPOTS]["7 2"], hex=-1))
    assert (cap(game, "7", "AmP"), cap(game, "7", "FP")) == (20, 40)
    place = {"do": "place-depot", "depot": "7 1"}
    assert rules(game, "axis", place) == ["15.8.2"], "not today"
    while game.turn < 7 or game.segment.kind != "depots":
        _on(game)
    assert rules(game, "axis", place) == ["15.8.2"], "nor tomorrow"
    while game.turn < 10 or game.segment.kind != "depots":
        _on(game)
    assert (army_of(game, "7").ammo + army_of(game, "7").fuel, army_of(game, "7").tp) == (3, 3)
    game.play("axis", place)
    assert game.board.label(game.state[DEPOTS]["7 1"].hex) == at(0, 0)
    assert army_of(game, "7").tp == 7
    assert army_of(game, "7").ammo + army_of(game, "7").fuel == 3, "not used today"


def _on(game: Gs) -> None:
    ask = game.open_asks()[0]
    game.play(ask.player, ask.default or {"do": "end"})


@pytest.mark.reading("goss", "goss2-15-30")
@pytest.mark.rule("goss", "15.8.2")
def test_a_headquarters_that_moves_begins_the_relocation_anew() -> None:
    game = position(
        unit("garmy", (0, 0), "hq:army", army="7"), unit("u9", (12, 0)),
        terrain={(0, 0): "town", (1, 0): "town"}, segment="depots",
        armies={"7": {"side": "axis", "adv": 3, "tp": 7, "fp": 14, "depots": [at(-5, 0)]}},
    )  # fmt: skip
    move = {"do": "move-depot", "depot": "7 1"}
    game.play("axis", move)
    assert rules(game, "axis", move) == ["15.8.2"]
    while game.segment.kind != "moves" or game.to_act != "axis":
        _on(game)
    game.play("axis", {"do": "move", "units": ["garmy"], "path": [at(1, 0)]})
    while game.turn < 7 or game.segment.kind != "depots":
        _on(game)
    before = army_of(game, "7")
    game.play("axis", move)
    assert (army_of(game, "7").fp, army_of(game, "7").tp) == (before.fp - 12, 3), "six more FP"
    assert game.state[DEPOTS]["7 1"].due == 5


# ---- bridgeheads [15.9.0]

RIVER = [((0, r), b) for r in range(-12, 13) for b in ((1, r), (1, r - 1)) if -12 <= b[1] <= 12]
BG = {"formation": "K", "corps": "X", "army": "7"}


def banks(*more: Any, river: str = "major_river", **facts: Any) -> Gs:
    """A division with headquarters west of a river, everybody else as given."""
    facts = {"segment": "supply", **facts}
    return position(
        unit("ghq", (-4, 0), "hq:div", **LEG), unit("gK", (-4, 1), "hq:bg", **BG), *more,
        unit("u9", (12, 3)), water={river: RIVER}, **facts,
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-15-31")
@pytest.mark.rule("goss", "15.9.0", "13.7.4(m)")
def test_how_many_bridgeheads_and_how_they_go() -> None:
    mine = [unit(f"g{n}", (1, 3 * n - 6), **LEG) for n in range(4)]
    theirs = [unit(f"gk{n}", (1, 3 * n - 5), **BG) for n in range(3)]
    game = banks(*mine, *theirs, unit("gf", (3, -6), **LEG))
    place = [{"do": "bridgehead", "hex": at(1, 3 * n - 6)} for n in range(4)]
    other = [{"do": "bridgehead", "hex": at(1, 3 * n - 5)} for n in range(3)]
    for order in (*place[:3], *other[:2]):
        game.play("axis", order)
    assert rules(game, "axis", place[3]) == ["15.9.0"], "three for a division"
    assert rules(game, "axis", other[2]) == ["15.9.0"], "two for a battle group"
    game.play("axis", {"do": "end"})
    assert [now(game, n).bridged for n in ("g0", "gf")] == [True, True]
    alter(game, "u9", hex=game.board.hex(at(2, -6)))
    alter(game, "g0", ta=True)
    assert clash(game, ["g0"], (2, -6)).left == {"13.7.4(m)": 1}
    alter(game, "u9", ta=True)
    shifts_of = clash(game, ["u9"], (3, -6))
    assert "13.7.4(m)" not in {**shifts_of.left, **shifts_of.right}, "none in defence"


@pytest.mark.reading("goss", "goss2-15-31")
@pytest.mark.rule("goss", "15.9.0")
def test_how_bridgeheads_go() -> None:
    game = banks(unit("g1", (1, 0), **LEG), unit("g2", (1, 3), **LEG))
    for r in (0, 3):
        game.play("axis", {"do": "bridgehead", "hex": at(1, r)})
    game.play("axis", {"do": "bridgehead", "hex": at(1, 0)})
    marks = game.state[HEXES]
    here, there = game.board.hex(at(1, 0)), game.board.hex(at(1, 3))
    assert (marks[here].bridgehead, marks[there].bridgehead) == ("", "ghq"), "at its owner's will"
    bridge = f"{at(0, 0)}-{at(1, 0)}"
    crossed = banks(
        unit("g1", (1, 0), **LEG), unit("g2", (1, 12), **LEG), bridges={"built": [bridge]},
        segment="air-supply",
    )  # fmt: skip
    far_off = game.board.hex(at(1, 12))
    for h in (here, far_off):
        crossed.put(HEXES, h, HexStatus(bridgehead="ghq"))
    settle(crossed, "axis")
    found = crossed.state[HEXES]
    assert (found[here].bridgehead, found[far_off].bridgehead) == ("", "ghq"), "by the bridge"
    entered = banks(unit("g1", (1, -5), **LEG), unit("u1", (2, 0)), segment="moves", side="allied")
    entered.put(HEXES, here, HexStatus(bridgehead="ghq"))
    for step in ((1, 0), (2, 0)):
        entered.play("allied", {"do": "move", "units": ["u1"], "path": [at(*step)]})
    assert entered.state[HEXES][here].bridgehead == "", "an enemy was there"


@pytest.mark.reading("goss", "goss2-15-32")
@pytest.mark.rule("goss", "15.9.0")
@pytest.mark.parametrize(
    ("enemies", "bridge", "river", "refused", "supply"),
    [((), False, "major_river", [], "GenS"),
     (((0, 0), (0, 1)), False, "major_river", [], "OhS"),
     ((), True, "major_river", ["15.9.0"], "GenS"), ((), False, "river", ["15.9.0"], "GenS")],
)  # fmt: skip
def test_where_a_bridgehead_may_be(
    enemies: tuple[Axial, ...], bridge: bool, river: str, refused: list[str], supply: str
) -> None:
    foes = [unit(f"u{n}", h) for n, h in enumerate(enemies)]
    built = {"built": [f"{at(0, 2)}-{at(1, 2)}"]} if bridge else {}
    game = banks(unit("g1", (1, 0), **LEG), *foes, river=river, bridges=built)
    place = {"do": "bridgehead", "hex": at(1, 0)}
    assert rules(game, "axis", place) == refused
    if not refused:
        game.play("axis", place)
    while game.segment.kind == "supply":
        game.play("axis", {"do": "end"})
    assert now(game, "g1").supply == supply
