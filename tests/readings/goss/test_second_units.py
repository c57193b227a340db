"""Sizes, steps, classes, proficiency, training and special units, as another second reader reads
them. [4.0] [2.0] [26.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.flak import reach
from grognard.systems.goss.assault.leading import may_lead, rating
from grognard.systems.goss.assault.table import COLUMNS
from grognard.systems.goss.fire.guns import most_missions
from grognard.systems.goss.fire.modifiers import density
from grognard.systems.goss.fire.spotting import targets_of
from grognard.systems.goss.pieces.chain import formation, superior
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.training import training
from grognard.systems.goss.pieces.values import counter_of, mech, proficiency, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.arrivals.depot import FIRST, has, segment
from tests.systems.goss.arrivals.edge import until
from tests.systems.goss.assault.clash import assault, clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, position, rig, rules, unit, where
from tests.systems.goss.firing import hit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
Z: dict[str, Any] = {"z": True, "left": 0}
END = {"do": "end"}
FULL = {"choose": "full"}


def z_step(name: str, hex: tuple[int, int], kind: str = "inf", **more: Any) -> dict[str, Any]:
    """A Z-step unit."""
    return unit(name, hex, kind, **{"size": "Z", "steps": 1, "values": "1-1", **more})


# ---- Z-steps [4.1.3]


@pytest.mark.reading("goss", "goss2-04-01")
@pytest.mark.rule("goss", "4.1.0", "4.1.3-fs-a", "4.1.3-fs-b", "4.1.3-fs-c")
def test_z_steps_under_fire_beside_others() -> None:
    def crowd(*units: dict[str, Any]) -> Gs:
        return position(*units, unit("u1", (1, 0)))

    many = (
        unit("g1", (0, 0)), unit("g2", (0, 0), size="Co", steps=1), z_step("g3", (0, 0)),
    )  # fmt: skip
    few = (unit("g2", (0, 0), size="Co", steps=1), z_step("g3", (0, 0)), z_step("g4", (0, 0)))
    assert density(crowd(*many), ["g1", "g2", "g3"]) == 1, "four and a half: five"
    assert density(crowd(*few), ["g2", "g3", "g4"]) == -1, "two"
    game = crowd(*many)
    hit(game, (0, 0), 2, first="step", takes=["g1", "g2"])
    assert (now(game, "g1").steps, now(game, "g2").place) == (2, "eliminated")
    assert now(game, "g3").place == "map", "it takes none of the hits"
    alone = position(z_step("g3", (0, 0)), unit("u1", (1, 0)))
    assert targets_of(counter_of(alone, "g3"), now(alone, "g3")) == 0


@pytest.mark.reading("goss", "goss2-04-02")
@pytest.mark.rule("goss", "4.1.3-fs-d", "4.1.3-fs-e", "4.1.3-ga-f", "4.1.3-ga-c")
def test_z_steps_alone() -> None:
    def two(**more: Any) -> Gs:
        return position(
            z_step("g1", (0, 0), values="0-0"), z_step("g2", (0, 0), values="0-0"),
            unit("u1", (0, 1), values="5-5", ta=True),
            **{"side": "allied", "segment": "assaults", **more},
        )  # fmt: skip

    game = two()
    hit(game, (0, 0), 1)
    assert [now(game, n).place for n in ("g1", "g2")] == ["eliminated"] * 2
    game = two()
    hit(game, (0, 0), 0, 1)
    assert [(now(game, n).place, now(game, n).shifts) for n in ("g1", "g2")] == [("map", 1)] * 2
    dug = two(terrain={(0, 0): "woods"}, works={(0, 0): "IP"})
    for name in ("g1", "g2"):
        dug.put(UNITS, name, replace(now(dug, name), inside=True))
    found = clash(dug, ["u1"])
    assert found.assault.defence.lead in ("g1", "g2")
    assert [COLUMNS[n] for n in (found.sums.ratio, found.sums.column)] == ["N", "M"]
    assert (sum(found.left.values()), found.right) == (1, {}), (
        "the position counts as it always does"
    )
    fought = clash(two(), ["u1"]).settle(defender="(1)")
    assert [now(fought.game, n).place for n in ("g1", "g2")] == ["eliminated"] * 2
    rig(held := two(), 0)
    passed = clash(held, ["u1"]).settle(defender="*")
    assert [now(passed.game, n).place for n in ("g1", "g2")] == ["map"] * 2
    born = position(
        unit("g1", (0, 0), "stug"), unit("u1", (0, 1), ta=True), side="allied", segment="assaults"
    )
    clash(born, ["u1"]).settle(defender="(1)", declare=FULL)
    assert (now(born, "g1").place, now(born, "g1").z) == ("map", True)


@pytest.mark.reading("goss", "goss2-04-03")
@pytest.mark.rule("goss", "4.1.3-ga-a", "4.1.3-ga-b", "4.1.3-ga-e")
def test_z_steps_that_attack() -> None:
    co = unit("g1", (0, 1), "eng", "3-3", pr="5/5", **TA)
    lone = battle(z_step("g2", (0, 1), **TA), unit("u1", (0, 0)))
    assert "4.1.3-ga-a" in rules(lone, "axis", assault(["g2"]))
    game = battle(co, z_step("g2", (0, 1), pr="7/7", **TA), unit("u1", (0, 0)))
    found = clash(game, ["g1", "g2"])
    force = found.assault.attack
    assert (force.lead, rating(game, force, force.lead)) == ("g1", 5)
    heavy = battle(
        co, z_step("g2", (0, 1), "pz5", pr="7/7", **TA), unit("u1", (0, 0), "m4"),
    )  # fmt: skip
    found = clash(heavy, ["g1", "g2"], lead={"unit": "g2"})
    force = found.assault.attack
    assert (force.lead, rating(heavy, force, "g2")) == ("g2", 7)
    assert (force.armor, counter_of(heavy, force.armor).arm_attack) == ("g2", 5)
    dead = battle(co, z_step("g2", (0, 1), pr="7/7", **TA), unit("u1", (0, 0)))
    clash(dead, ["g1", "g2"]).settle(attacker="(1)")
    assert [now(dead, n).place for n in ("g1", "g2")] == ["eliminated"] * 2


# ---- steps and what becomes of the lost [4.2]


@pytest.mark.reading("goss", "goss2-04-04")
@pytest.mark.rule("goss", "4.2.0", "4.2.2-elim")
def test_where_the_lost_go_and_when_they_come_back() -> None:
    game = segment(
        unit("ghq", (0, 0), "hq:div", **FIRST), unit("g1", (1, 0), left=1, **FIRST),
        unit("gx", (5, 0), "hq:div", formation="2 Div", corps="X", army="A"),
        unit("gc", (2, 0), "hq:corps", corps="X", army="A"),
        unit("g2", (3, 0), size="Co", steps=1, isolated=True, **FIRST), unit("u9", (12, -6)),
        unit("g3", (4, 0), size="Co", steps=1, **FIRST),
        turn=7, options={"ena": "off"},
    )  # fmt: skip
    lose_step(game, "g1", "13.10.3")
    eliminate(game, "gx", "13.10.3")
    lose_step(game, "g2", "13.10.3")
    lose_step(game, "g3", "13.10.3")
    assert [now(game, n).place for n in ("g1", "gx", "g2")] == [
        "eliminated", "eliminated", "surrendered"
    ]  # fmt: skip

    def back(name: str, hex: tuple[int, int]) -> dict[str, Any]:
        return {"do": "resurrect", "unit": name, "hex": at(*hex)}

    assert rules(game, "axis", back("gx", (2, 0))) != [], "a headquarters is out for the day"
    until(game, 8, "replacements", "axis")
    assert rules(game, "axis", back("g1", (0, 0))) == []
    assert rules(game, "axis", back("gx", (2, 0))) != []
    purse = [has(game, "axis")[0]]
    for name in ("g3", "g2"):
        game.play("axis", back(name, (0, 0)))
        purse.append(has(game, "axis")[0])
    assert purse[1] - purse[2] == purse[0] - purse[1] + 1, "one Inf ReP more: it was isolated"
    until(game, 10, "replacements", "axis")
    assert rules(game, "axis", back("gx", (2, 0))) == []


# ---- classes and types [4.3]


@pytest.mark.reading("goss", "goss2-04-05")
@pytest.mark.rule("goss", "4.3.0", "4.3.1", "4.3.2", "26.0-personnel", "26.0-vehicular")
def test_classes_and_types() -> None:
    kinds = {
        "g1": "inf", "g2": "motinf", "g3": "arminf", "g4": "at", "g5": "m4", "g6": "arth",
        "ghq": "hq:div", "g7": "armrecon",
    }  # fmt: skip

    def field(where: str) -> Gs:
        return position(
            *(
                unit(name, (2 * n - 8, 0), kind, **({"formation": "1"} if name == "ghq" else {}))
                for n, (name, kind) in enumerate(kinds.items())
            ),
            unit("g8", (8, 0), transport="tp"), unit("u1", (0, 11)), segment=where,
        )  # fmt: skip

    game = field("moves")
    legs = {n for n in kinds if not mech(counter_of(game, n), now(game, n))}
    people = {n for n in kinds if counter_of(game, n).personnel}
    assert (legs, people) == ({"g1"}, {"g1", "g2", "g3"})
    able = {n for n in kinds if rules(game, "axis", {"do": "dismount", "units": [n]}) == []}
    assert able == {"g2", "g3", "g4"}
    reserves = field("combat-reserves")
    marked = {
        n for n in (*kinds, "g8")
        if rules(reserves, "axis", {"do": "combat-reserve", "units": [n]}) == []
    }  # fmt: skip
    assert marked == {"g1", "g2", "g3"}, "and not who rides on trucks"


@pytest.mark.reading("goss", "goss2-04-06")
@pytest.mark.rule("goss", "4.3.3")
def test_static_guns() -> None:
    own = {"corps": "C", "army": "A", "formation": "1"}
    at_co = {"ma": "0", "traits": "static transportable", "values": "0-3", "at": 4, **own}
    guns, towed = {"battery": True, "barrage": 4, **own}, {"traits": "static transportable"}

    def field(segment: str = "moves", **more: Any) -> Gs:
        return position(
            unit("g1", (0, 0), "at", **at_co, **more.pop("g1", {})),
            unit("g2", (2, 0), "static", **towed, **guns, **more.pop("g2", {})),
            unit("g3", (4, 0), "static", **guns), unit("gh", (6, 0), "hq:div", **own),
            unit("gc", (7, 0), "hq:corps", corps="C", army="A"),
            unit("ga", (8, 0), "hq:army", army="A"),
            unit("u1", more.pop("enemy", (-9, 0)), ta=True),
            armies={"A": {"side": "axis", "adv": 4, "tp": 1}}, segment=segment, **more,
        )  # fmt: skip

    game = field()
    game.put(ARMIES, "A", replace(game.state[ARMIES]["A"], motor=1))
    step = {"do": "move", "units": ["g1"], "path": [at(1, 0)]}
    assert rules(game, "axis", step) == ["4.3.3"]
    assert rules(game, "axis", {"do": "mount", "units": ["g1"], "by": "tp"}) == []
    assert rules(game, "axis", {"do": "mount", "units": ["g3"], "by": "tp"}) != []
    fight = field("assaults", side="allied", enemy=(0, 1), g1={"transport": "tp"})
    found = clash(fight, ["u1"])
    assert (found.defence, found.assault.defence.armor) == (1, "")
    marks = field("designation", enemy=(0, 1), g1={"transport": "tp"})
    assert rules(marks, "axis", {"do": "designate", "units": ["g1"]}) != []
    fire = field("offensive-fire", enemy=(0, 1), g2={"transport": "tp"})
    order = {"do": "barrage", "hex": at(0, 1), "guns": {"g2": 4}, "spotter": "g1"}
    assert rules(fire, "axis", order) != []
    ready = field("offensive-fire", enemy=(0, 1))
    assert rules(ready, "axis", order) == []
    flak = {"ma": "0", "traits": "static transportable"}
    skies = [
        reach(position(unit("g1", (0, 0), "flak", **flak, **more), unit("u1", (9, 0))), "g1")
        for more in ({}, {"transport": "tp"})
    ]  # fmt: skip
    assert skies == [1, -1], "no Flak on the truck either"
    us = position(
        unit("u1", (0, 0), "at", ma="0", traits="static transportable", formation="1"),
        unit("uh", (1, 0), "hq:div", formation="1"), unit("g9", (9, 0)), side="allied",
    )  # fmt: skip
    assert rules(us, "allied", {"do": "mount", "units": ["u1"], "by": "inherent"}) != []


# ---- proficiency [4.4]


@pytest.mark.reading("goss", "goss2-04-07")
@pytest.mark.rule("goss", "4.4.0")
def test_who_has_no_offensive_proficiency_follows_a_real_attacker() -> None:
    gun = unit("g1", (0, 1), "at", "1-2", pr="0/6", **TA)
    enemy = unit("u1", (0, 0))
    assert rules(battle(gun, enemy), "axis", assault(["g1"])) == ["4.4.0"]
    both = battle(gun, unit("g2", (0, 1), pr="5/6", **TA), enemy)
    assert rules(both, "axis", assault(["g1", "g2"])) == []
    force = clash(both, ["g1", "g2"]).assault.attack
    assert (force.lead, rating(both, force, force.lead)) == ("g2", 5)
    remnant = battle(gun, z_step("g2", (0, 1), pr="6/6", **TA), enemy)
    assert rules(remnant, "axis", assault(["g1", "g2"])) == ["4.4.0"]
    beside = battle(
        unit("g1", (0, 1), "at", "1-2", pr="0/6", **PA), unit("g2", (1, 0), pr="5/6", **PA), enemy
    )
    assert rules(beside, "axis", assault(["g1", "g2"])) == ["4.4.0"], "it is alone in its hex"


@pytest.mark.rule("goss", "4.4.0")
def test_who_follows_does_not_lead_though_it_stands_with_two() -> None:
    game = battle(
        unit("g1", (0, 1), "at", "1-2", pr="0/9", **TA), unit("g2", (0, 1), pr="2/2", **TA),
        unit("u1", (0, 0)),
    )  # fmt: skip
    found = clash(game, ["g1", "g2"])
    assert may_lead(game, found.assault, found.assault.attack) == ("g2",)
    defence = battle(
        unit("g1", (0, 1), **TA), unit("u1", (0, 0), "m4", pr="0/9"), unit("u2", (0, 0), pr="2/2")
    )
    assert clash(defence, ["g1"]).assault.defence.lead == "u1", "in defence it may"


@pytest.mark.rule("goss", "4.4.0")
def test_nobody_overruns_without_an_offensive_proficiency() -> None:
    def charge(pr: str) -> list[str]:
        game = position(
            unit("g1", (0, 0), "at", "1-2", pr=pr, mode="Exploit"), unit("u1", (1, 0)),
            segment="active-moves",
        )  # fmt: skip
        return rules(game, "axis", {"do": "overrun", "units": ["g1"], "path": [at(1, 0)]})

    assert charge("0/6") == ["4.4.0"]
    assert charge("5/6") == []


# ---- training [4.5]


def shift(game: Gs, *names: str) -> int:
    """What training adds for the attacker."""
    found = clash(game, [*names])
    return next(
        (
            sign * int(part.value)
            for sign, tally in ((1, found.sums.right), (-1, found.sums.left))
            for part in tally.parts
            if "train" in part.label or "raw" in part.label or "green" in part.label
        ),
        0,
    )


@pytest.mark.reading("goss", "goss2-04-08")
@pytest.mark.rule("goss", "4.5.0", "4.5.0-raw", "4.5.0-green")
def test_raw_and_green_troops() -> None:
    raw = {"formation": "99", "training": "raw"}
    green = {"formation": "98", "training": "green"}
    staff = [
        unit("u-raw", (9, 0), "hq:div", **raw), unit("u-green", (9, 2), "hq:div", **green),
        unit("u-vet", (9, 4), "hq:div", formation="1"),
    ]  # fmt: skip
    vet = {"formation": "1"}

    def attack(*units: Any) -> int:
        game = battle(*units, *staff, unit("g1", (0, 0)), side="allied")
        return shift(game, *(one["row"]["id"] for one in units))

    def defend(**facts: Any) -> int:
        game = battle(unit("g1", (0, 1), **TA), unit("u1", (0, 0), **facts), *staff)
        return shift(game, "g1")

    assert attack(unit("u1", (0, 1), **TA, **raw), unit("u2", (0, 1), **TA, **vet)) == -2
    assert defend(**raw) == 1
    assert defend(**green) == 1
    assert attack(unit("u1", (0, 1), attached="u-raw", **TA, **vet)) == -2
    asset = unit("u1", (0, 1), "m4", training="green", traits="asset", **TA)
    assert attack(asset) == 0


@pytest.mark.reading("goss", "goss2-04-09")
@pytest.mark.rule("goss", "4.5.0-cmd-a", "4.5.0-cmd-b", "4.5.0-cmd-c")
def test_whom_raw_and_green_troops_may_join() -> None:
    raw, green = {"training": "raw"}, {"training": "green"}
    v = {"corps": "V", "army": "First"}
    ccs = {"formation": "D3", **green, **v}

    def staff(segment: str = "command", **heads: Any) -> Gs:
        return position(
            unit("uA", (-12, 0), "hq:army", army="First"), unit("uV", (-10, 0), "hq:corps", **v),
            unit("uD1", (-7, 0), "hq:div", formation="D1", **green, **v),
            unit("uD2", (-7, 2), "hq:div", formation="D2", **v),
            unit("uD3", (-7, 4), "hq:div", traits="mech formation", **ccs),
            unit("uR", (-6, 1), formation="D4", **raw, **v),
            unit("uD4", (-9, 1), "hq:div", formation="D4", **raw, **v),
            unit("uG", (-6, 2), formation="D1", **green, **v),
            unit("uW", (-6, 0), formation="D2", **v),
            *(unit(f"u{cc}{n}", (-5, 3 + k), "arminf", regiment=cc, **ccs)
              for k, cc in enumerate(("CCA", "CCB", "CCR")) for n in (1, 2)),
            unit("g9", (9, 0)), segment=segment, side="allied", headquarters=heads,
            armies={"First": {"side": "allied", "adv": 4}}, options={"zones-of-operation": "off"},
        )  # fmt: skip

    def attach(*units: str, hq: str) -> dict[str, Any]:
        return {"do": "attach", "units": [*units], "hq": hq}

    game = staff()
    assert "4.5.0-cmd-a" in rules(game, "allied", attach("uR", hq="uD1"))
    assert rules(game, "allied", attach("uG", hq="uD2")) == []
    game.play("allied", attach("uG", hq="uD2"))
    assert (superior(game, "uG"), training(game, "uG")) == ("uD2", "green")
    assert rules(game, "allied", attach("uW", hq="uD1")) == []
    game.play("allied", attach("uW", hq="uD1"))
    assert training(game, "uW") == "green", "it takes the penalty of its new division"
    assert rules(game, "allied", attach("uCCA1", "uCCA2", hq="uD2")) == []

    def groups(*proven: str) -> int:
        """How many combat commands the division has left as battle groups."""
        game = staff(uD3={"regiments": [(cc, 1) for cc in proven]})
        while game.segment.kind == "command":
            game.play(game.open_asks()[0].player, END)
        return sum(formation(game, f"u{cc}1") != "uD3" for cc in ("CCA", "CCB", "CCR"))

    assert [groups(), groups("CCA"), groups("CCA", "CCB")] == [3, 3, 0]


# ---- units with rules of their own [4.6]


def panzers(segment: str = "modes", **facts: Any) -> Gs:
    own = {"formation": "1 Pz"}
    return position(
        unit("g1", (0, 0), "pz4", "4-4", pr="6/6", **own),
        unit("g2", (1, 0), "pz4", "4-4", pr="7/6", **own),
        unit("g3", (2, 0), "pz4", "3-3", pr="6/5", **own), unit("g4", (3, 0), "pz5", **own),
        unit("gh", (0, 4), "hq:div", **own),
        unit("g8", None, "pz4", "0-0", steps=3, size="Bn", traits="generic pz", place="gone",
             z_side=""),
        unit("u1", (9, 0)), segment=segment, **facts,
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-04-10")
@pytest.mark.rule("goss", "4.6.1")
def test_a_generic_panzer_battalion() -> None:
    def form(*names: str, like: str = "g2", hex: tuple[int, int] = (0, 3)) -> dict[str, Any]:
        order = {"do": "form-panzers", "units": [*names], "into": "g8", "like": like}
        return {**order, "hex": at(*hex)}

    three = ("g1", "g2", "g3")
    game = panzers()
    assert rules(game, "axis", form("g1", "g2", "g4")) == ["4.6.1"]
    assert rules(game, "axis", form(*three, hex=(0, 4))) == []
    assert rules(game, "axis", form(*three, hex=(0, 2))) == ["4.6.1"]
    for like in three:
        assert rules(game, "axis", form(*three, like=like)) == []
    game.play("axis", form(*three))
    both = [strength(game, "g8", attacking=side) for side in (True, False)]
    assert (both, now(game, "g8").steps) == ([11, 11], 3)
    assert [proficiency(game, "g8", offensive=side) for side in (True, False)] == [7, 6]
    lose_step(game, "g8", "13.10.3")
    lose_step(game, "g8", "13.10.3")
    left = [n for n in three if now(game, n).place == "held"]
    assert (len(left), [now(game, n).z for n in left]) == (2, [False, False])
    dissolve = {"do": "dissolve-panzers", "unit": "g8"}
    assert rules(game, "axis", dissolve) == []
    game.put(UNITS, "g8", replace(now(game, "g8"), supply="OoS"))
    assert rules(game, "axis", dissolve) == ["4.6.1"]
    late = panzers("moves")
    assert rules(late, "axis", form(*three)) != []


@pytest.mark.reading("goss", "goss2-04-11")
@pytest.mark.rule("goss", "4.6.4", "9.1.0")
def test_assignments_and_assets() -> None:
    a = {"army": "A"}
    own = {"formation": "5", "corps": "XII", **a}
    game = position(
        unit("gA", (11, -6), "hq:army", **a), unit("gXII", (9, -4), "hq:corps", corps="XII", **a),
        unit("gXL", (9, 0), "hq:corps", corps="XL", **a), unit("g5", (7, -3), "hq:div", **own),
        unit("g6", (7, 0), "hq:div", formation="6", corps="XII", **a),
        unit("gN", (6, -3), "nw", corps="XII", traits="artillery brigade; asset", **a),
        unit("gR", (6, -2), "art", corps="XII", traits="artillery brigade; asset", **a),
        unit("gE", (6, -1), "eng", size="Bn", steps=3, corps="XII", traits="asset", **a),
        unit("gL", (6, 0), **own), unit("u1", (-9, 0)), segment="command",
        armies={"A": {"side": "axis", "adv": 4}}, options={"zones-of-operation": "off"},
    )  # fmt: skip

    def attach(name: str, hq: str) -> dict[str, Any]:
        return {"do": "attach", "units": [name], "hq": hq}

    for guns in ("gN", "gR"):
        assert "4.6.4" in rules(game, "axis", attach(guns, "g5"))
        assert rules(game, "axis", attach(guns, "gXL")) == []
    assert rules(game, "axis", attach("gE", "gXL")) == [], "insignia are history"
    assert rules(game, "axis", {"do": "reassign", "hq": "gL", "to": "g6"}) != []
    game.play("axis", attach("gL", "g6"))
    assert (superior(game, "gL"), counter_of(game, "gL").formation) == ("g6", "5")
    assert formation(game, "gN") == "", "an asset of its corps, which splits no fire"
    assert most_missions(game, "gN", game.board.hex(at(-9, 0))) == 1


@pytest.mark.reading("goss", "goss2-04-12")
@pytest.mark.rule("goss", "4.6.6", "26.0-movement-halt")
def test_commandos_slip_by() -> None:
    def field(**facts: Any) -> Gs:
        return position(
            unit("b1", (-1, 1), traits="cdo", **facts), unit("g1", (0, 0), inside=True),
            works={(0, 0): "ET-2"}, side="allied",
        )  # fmt: skip

    way = {"do": "move", "units": ["b1"], "path": [at(-1, 1), at(0, 1), at(1, 0), at(2, 0)][1:]}
    game = field()
    rig(game, 4, 5)
    game.play("allied", way)
    assert where(game, "b1") == at(1, 0), "0 to 4 lets it pass, 5 halts it"
    riding = position(
        unit("b1", (-1, 1), traits="cdo", transport="inherent", formation="1"),
        unit("g1", (0, 0), inside=True), works={(0, 0): "ET-2"}, side="allied",
    )  # fmt: skip
    assert rules(riding, "allied", way) == ["7.7.3"]
    plain = position(unit("g1", (-1, 1), ma="12"), unit("u1", (0, 0)))
    assert rules(plain, "axis", {**way, "units": ["g1"]}) == [], "there are no zones of control"
    v = {"corps": "V", "army": "First"}
    command = position(
        unit("bV", (-9, 0), "hq:corps", **v), unit("bD", (-7, 0), "hq:div", formation="1", **v),
        unit("b1", (-6, 0), traits="cdo; asset", attached="bD", **v),
        unit("b2", (-6, 1), traits="cdo; asset", **v), unit("g1", (9, 0)), segment="command",
        armies={"First": {"side": "allied", "adv": 4}}, options={"zones-of-operation": "off"},
    )  # fmt: skip
    assert "4.6.6" in rules(command, "allied", {"do": "attach", "units": ["b2"], "hq": "bD"})


@pytest.mark.reading("goss", "goss2-04-13")
@pytest.mark.rule("goss", "4.6.7", "4.6.8")
def test_flame_tanks_and_commonwealth_recon() -> None:
    flame = {"traits": "engineer afv; flame", "values": "3-3"}
    game = battle(
        unit("b1", (0, 1), "stug", nation="British", z_side="", **flame, **TA),
        unit("b2", (0, 1), values="6-6", **TA), unit("g1", (0, 0), inside=True),
        works={(0, 0): "IP"}, side="allied",
    )  # fmt: skip
    found = clash(game, ["b1", "b2"])
    assert (found.attack, found.right.get("13.7.3(m)")) == (6, 1)
    site = position(
        unit("b1", (0, 1), "stug", z_side="", **flame), unit("g1", (9, 0)), side="allied",
        segment="construction", water={"stream": [((0, 1), (0, 0))]},
    )  # fmt: skip
    bridge = {"do": "bridge", "units": ["b1"], "hex": at(0, 0)}
    assert rules(site, "allied", bridge) == ["17.3.1"]
    recon = unit("b1", (0, 1), "armrecon", steps=2, pr="7/7", arm_attack=2, **TA)
    clear = {"side": "allied", "options": {"fog-of-war": "off"}}
    co = battle(recon, unit("g1", (0, 0), size="Co", steps=1), **clear)
    assert rules(co, "allied", assault(["b1"])) == ["4.6.8"]
    assert rules(battle(recon, z_step("g1", (0, 0)), **clear), "allied", assault(["b1"])) == []
    three = battle(
        recon, unit("b2", (0, 1), pr="6/6", **TA), unit("g1", (0, 0), "m4"),
        unit("b3", (0, 1), "m4", size="Co", steps=1, pr="5/5", arm_attack=3, **TA), **clear,
    )  # fmt: skip
    force = clash(three, ["b1", "b2", "b3"]).assault.attack
    assert (rating(three, force, force.lead), force.armor) == (6, "b3")
    printed = position(unit("b1", (0, 0), "armrecon"), unit("g1", (9, 0)))
    assert counter_of(printed, "b1").steps == 2
