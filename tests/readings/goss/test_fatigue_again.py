"""Fatigue by a second reader: what the tired may not do, and at what strength they do the rest.
[14.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.exploitation.overruns import unfit
from grognard.systems.goss.fatigue.hits import tire
from grognard.systems.goss.movement.allowance import LEG, OFF, allowance
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.arrivals.depot import FIRST, has, segment
from tests.systems.goss.assault.clash import assault, clash
from tests.systems.goss.assault.clash import field as front
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, barrage, field, gun
from tests.systems.goss.supply.land import far

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
FAR = unit("u9", (11, -11))


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.reading("goss", "goss2-14-01")
@pytest.mark.rule("goss", "14.2.0", "14.2.0(b)", "13.8.2")
def test_the_tired_are_no_combat_reserve() -> None:
    quiet = position(
        unit("gx", (0, 0), formation="1", fatigue=1), unit("gy", (0, 0), formation="1"), FAR,
        segment="combat-reserves",
    )  # fmt: skip
    assert rules(quiet, "axis", {"do": "combat-reserve", "units": ["gx"]})
    assert not rules(quiet, "axis", {"do": "combat-reserve", "units": ["gy"]})

    def game() -> Gs:
        return front(
            unit("gs", (0, 0), formation="1"), unit("gy", (0, -2), formation="1", cr=True),
            unit("u1", (0, 1), **TA), side="allied",
        )  # fmt: skip

    tired = game()
    tire(tired, ["gy"], "11.6.2")
    found = clash(tired, ["u1"])
    assert "axis commit-reserves" not in found.asked
    assert "13.8.2" not in found.drm
    assert now(tired, "gy").cr
    fresh = game()
    found = clash(fresh, ["u1"])
    assert found.drm["13.8.2"] == -5
    found.settle()
    assert not now(fresh, "gy").cr


@pytest.mark.reading("goss", "goss2-14-02")
@pytest.mark.rule("goss", "14.2.0(c)", "17.3.0", "17.3.2c")
def test_the_tired_do_not_build_nor_blow_up() -> None:
    game = position(
        unit("g1", (0, 0)), unit("g2", (0, 0)), unit("g3", (3, 0)), unit("g4", (3, 0), fatigue=1),
        unit("g5", (6, 0), fatigue=1), FAR, segment="construction",
    )  # fmt: skip

    def dig(*names: str) -> list[str]:
        return rules(game, "axis", {"do": "dig", "units": [*names], "work": "IP"})

    assert dig("g1") == []
    assert dig("g3") == []
    assert dig("g5") == ["17.3.0"]
    assert dig("g4") == ["17.3.0"]
    for fatigue, found in ((1, True), (0, False)):
        bridge = position(
            unit("g1", (0, 0), "eng", steps=2, fatigue=fatigue), unit("u1", (6, 0)),
            water={"river": [((0, 0), (1, 0))]}, roads={"secondary": [[(0, 0), (1, 0)]]},
            segment="demolition",
        )  # fmt: skip
        order = {"do": "demolish", "units": ["g1"], "hex": at(1, 0)}
        assert bool(rules(bridge, "axis", order)) is found
        assert not told(bridge, "demolition")


@pytest.mark.reading("goss", "goss2-14-03")
@pytest.mark.rule("goss", "14.2.0(d)", "13.7.4b", "13.7.3(m)")
@pytest.mark.parametrize(("third", "shifts"), [(0, 2), (1, 1)])
def test_tired_engineers_fight_and_shift_nothing(third: int, shifts: int) -> None:
    hexes = [(0, 1), (-1, 1), (1, 0)]
    tired = [0, 1, third]
    units = [unit(f"ga{n}", h, values="4-4", **PA) for n, h in enumerate(hexes)]
    units += [
        unit(f"gb{n}", h, "eng", "1-2", fatigue=tired[n], supply="OhS" if n == 2 else "GenS", **PA)
        for n, h in enumerate(hexes)
    ]
    game = front(
        *units, unit("u1", (0, 0), inside=True), works={(0, 0): "ET-2"},
        terrain={(0, 0): "woods"},
    )  # fmt: skip
    names = [one["row"]["id"] for one in units]
    assert not rules(game, "axis", assault(names))
    found = clash(game, names)
    assert found.left["13.7.4(f)"] == 2
    assert found.right["13.7.3(m)"] == shifts
    whole = sum((part.value for part in found.sums.attack.parts), start=0)
    assert whole == 12 + sum(0.5 if f else 1 for f in tired)


@pytest.mark.reading("goss", "goss2-14-04")
@pytest.mark.rule("goss", "14.2.0(e)", "17.2.0")
def test_a_tired_engineer_ferries_nobody() -> None:
    game = position(
        unit("g1", (0, 0)), unit("g2", (0, 0)), unit("ge", (0, 0), "eng", fatigue=1),
        unit("gf", (0, 0), "eng"), FAR, water={"river": [((0, 0), (1, 0))]},
    )  # fmt: skip

    def ferry(name: str, engineer: str) -> dict[str, Any]:
        return {"do": "ferry", "units": [name], "engineer": engineer, "hex": at(1, 0)}

    assert rules(game, "axis", ferry("g1", "ge")) == ["17.2.0"]
    plain = now(game, "g2").spent
    game.play("axis", ferry("g2", "gf"))
    assert now(game, "g2").spent - plain == 2 * 12, "one for the hex, one for the water"


@pytest.mark.reading("goss", "goss2-14-04")
@pytest.mark.rule("goss", "14.2.0(e)", "15.2.1b(a)")
@pytest.mark.parametrize(("fatigue", "found"), [(1, "extended"), (0, "normal")])
def test_nor_does_it_bring_supplies_over(fatigue: int, found: str) -> None:
    around = [(1, -1), (2, -1), (2, 0), (1, 1), (0, 1), (0, 0)]
    game = position(
        unit("gh", (-9, 0), "hq:div", formation="1"), unit("g3", (1, 0), formation="1"),
        unit("ge", (0, 0), "eng", fatigue=fatigue, formation="1"),
        water={"river": [((1, 0), h) for h in around]}, segment="moves",
    )  # fmt: skip
    assert far(trace_unit(game, "g3")) == found


@pytest.mark.reading("goss", "goss2-14-05")
@pytest.mark.rule("goss", "14.2.0(f)", "22.5.1", "22.5.1a")
def test_the_tired_give_steps_and_take_none() -> None:
    def game() -> Gs:
        return segment(
            unit("ghq", (-1, 0), "hq:div", **FIRST),
            unit("ga", (0, 0), left=2, fatigue=1, **FIRST), unit("gb", (1, 0), left=2, **FIRST),
            unit("gc", (0, 1), fatigue=1, **FIRST), unit("u9", (12, -6)), inf=2,
        )  # fmt: skip

    def give(giver: str, getter: str) -> dict[str, Any]:
        return {"do": "consolidate", "units": [giver], "to": getter}

    assert rules(game(), "axis", {"do": "replace", "unit": "ga"}) == ["22.5.1"]
    assert rules(game(), "axis", give("gb", "ga")) == ["22.5.1"]
    given = game()
    given.play("axis", give("gc", "gb"))
    assert [now(given, n).steps for n in ("gc", "gb")] == [2, 3]
    assert has(given, "axis")[0] == 2


@pytest.mark.reading("goss", "goss2-14-06")
@pytest.mark.rule("goss", "14.2.0(g)", "5.3.0", "7.6.1d")
def test_the_tired_do_not_begin_to_exploit_and_may_go_on() -> None:
    group = {"formation": "1", "regiment": "7"}

    def modes(fatigue: int) -> Gs:
        return position(
            unit("gh", (-4, 0), "hq:div", formation="1", traits="mech formation"),
            unit("gx", (0, 0), "motinf", fatigue=fatigue, **group),
            unit("gy", (0, 1), "motinf", **group), unit("u1", (3, 0)), segment="modes", turn="PM",
        )  # fmt: skip

    order = {"do": "exploit", "hq": "gh", "regiment": "7"}
    assert "5.3.0" in rules(modes(1), "axis", order)
    assert not rules(modes(0), "axis", order)
    assert rules(modes(1), "axis", {"do": "exploit-unit", "unit": "gy"})
    game = position(
        unit("gz", (0, 0), "motinf", mode="Exploit", **group), unit("u1", (9, 0)), turn="PM",
        segment="active-moves",
    )  # fmt: skip
    assert allowance(game, "gz", OFF).total == 6
    tire(game, ["gz"], "11.6.2")
    assert (now(game, "gz").mode, allowance(game, "gz", OFF).total) == ("Exploit", 3)
    assert unfit(game, "gz") is not None


@pytest.mark.reading("goss", "goss2-14-07")
@pytest.mark.rule("goss", "14.2.0(h)", "18.3.0")
@pytest.mark.parametrize(("company", "parent"), [(1, 0), (0, 1), (0, 0)])
def test_the_tired_neither_part_nor_join(company: int, parent: int) -> None:
    game = position(unit("gp", (2, 0), fatigue=1), unit("gq", (0, 0), pr="4/4"), FAR)
    down = next(one for one in game.legal("axis") if one["do"] == "break-down")
    assert down["unit"] == "gq", "the tired one does not"
    assert rules(game, "axis", {**down, "unit": "gp"}) == ["18.3.0"]
    game.play("axis", down)
    part = next(name for name in game.state[UNITS] if name.startswith("gq#"))
    for name in ("gq", part):
        mark(game, name, broke=-1, spent=0)
    mark(game, part, fatigue=company)
    mark(game, "gq", fatigue=parent)
    found = rules(game, "axis", {"do": "recombine", "units": [part]})
    assert found == (["18.3.0"] if company or parent else [])


@pytest.mark.reading("goss", "goss2-14-08")
@pytest.mark.rule("goss", "14.2.1", "14.2.1(a)", "14.2.1(b)", "14.2.1(c)")
def test_fatigue_1_halves_three_things() -> None:
    worn: dict[str, Any] = {"values": "3-5", "fatigue": 1}
    place = front(unit("ga", (0, 1), **worn), unit("u1", (0, 0)), segment="designation")
    assert not rules(place, "axis", {"do": "designate", "units": ["ga"]})
    attack = front(
        unit("ga", (0, 1), **worn, **TA), unit("gb", (0, 1), **worn, **TA), unit("u1", (0, 0))
    )
    assert clash(attack, ["ga", "gb"]).attack == 3
    hold = front(
        unit("ga", (0, 0), **worn), unit("gb", (0, 0), **worn), unit("u1", (0, 1), **TA),
        side="allied",
    )  # fmt: skip
    assert clash(hold, ["u1"]).defence == 5
    fire = field(
        gun("g3", (2, 0), barrage=5, fatigue=1), gun("g4", (2, 0), barrage=4),
        unit("g1", (0, 0), **AXIS), unit("u1", (-1, 0)), side="axis",
    )  # fmt: skip
    fire.play("axis", barrage((-1, 0), "g1", {"g3": 5, "g4": 4}))
    assert told(fire, "fire-mission")[-1]["points"] == 7
    move = position(
        unit("ga", (0, 0), fatigue=1), unit("gr", (0, 3), "armrecon", ma="9", fatigue=1), FAR
    )
    assert allowance(move, "ga", LEG).total == 3
    assert allowance(move, "gr", OFF).total == 5


@pytest.mark.reading("goss", "goss2-14-09")
@pytest.mark.rule("goss", "14.2.2", "14.2.2(a)", "14.2.2(b)")
def test_the_worn_do_not_attack_nor_fire() -> None:
    beside = (unit("ga", (0, 1), fatigue=2), unit("u1", (0, 0)))
    order = {"do": "mode", "units": ["ga"], "mode": "PA"}
    assert "14.2.2" in rules(front(*beside, segment="modes"), "axis", order)
    mark_ta = {"do": "designate", "units": ["ga"]}
    assert rules(front(*beside, segment="designation"), "axis", mark_ta) == ["14.2.2(a)"]
    for side, kind in (("axis", "offensive-fire"), ("allied", "defensive-fire")):
        game = field(
            gun("g3", (2, 0), fatigue=2), unit("g1", (0, 0), **AXIS), unit("u1", (-1, 0)),
            side=side, segment=kind,
        )  # fmt: skip
        assert "14.2.2(b)" in rules(game, "axis", barrage((-1, 0), "g1", {"g3": 8}))


@pytest.mark.reading("goss", "goss2-14-09")
@pytest.mark.rule("goss", "14.2.2(a)", "5.3.5c")
@pytest.mark.parametrize("ruling", ["drop", "attack"])
def test_who_is_worn_out_before_his_assault(ruling: str) -> None:
    game = front(
        unit("gd", (0, 1), fatigue=1, **PA), unit("ge", (0, 1), fatigue=1, **TA),
        unit("gf", (0, 1), "motinf", fatigue=1, mode="Exploit", **TA), unit("u1", (0, 0)),
        options={"worn-attackers": ruling},
    )  # fmt: skip
    tire(game, ["gd", "ge", "gf"], "11.6.2")
    dropped = ruling == "drop"
    assert now(game, "gf").mode == ("Tac" if dropped else "Exploit")
    assert (now(game, "gd").mode == "Tac", not now(game, "ge").ta) == (dropped, dropped)
    assert ("13.4.2(a)" in rules(game, "axis", assault(["gd"]))) is dropped


@pytest.mark.rule("goss", "14.2.2(a)", "13.12.3")
def test_who_is_worn_out_by_his_assault_has_attacked() -> None:
    game = front(unit("gd", (0, 1), "motinf", fatigue=1, **PA), unit("u1", (0, 0)))
    found = clash(game, ["gd"])
    rig(game, 0)
    how = [{"choose": "hold"}, {"choose": "full"}]
    found.settle("1", "2", declare=how, take_hit={"take": "fatigue"})
    assert now(game, "gd").fatigue == 2
    assert "axis advance" in found.asked


@pytest.mark.reading("goss", "goss2-14-10")
@pytest.mark.rule("goss", "14.2.2(c)", "14.2.2(d)", "7.6.1d")
def test_a_quarter_is_the_floor() -> None:
    game = position(
        unit("gl", (0, 0), values="4-7", fatigue=2), FAR,
        unit("gm", (0, 2), "motinf", "4-5", fatigue=2),
    )  # fmt: skip
    assert allowance(game, "gl", LEG).total == 2
    assert allowance(game, "gm", OFF).total == 3
    exploit = position(
        unit("gc", (0, 0), "armrecon", ma="9", fatigue=2, mode="Exploit", ooc=True), FAR,
        segment="active-moves",
    )  # fmt: skip
    assert allowance(exploit, "gc", OFF).total == 3
    for supply in ("GenS", "OoS"):
        held = front(
            unit("gl", (0, 0), values="4-7", fatigue=2, supply=supply),
            unit("gm", (0, 0), "motinf", "4-5", fatigue=2, supply=supply),
            unit("u1", (0, 1), **TA), terrain={(0, 0): "woods"}, side="allied",
        )  # fmt: skip
        assert clash(held, ["u1"]).defence == 3
