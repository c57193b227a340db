"""Sides, names and definitions, as another second reader reads them. [1.6.0] [2.0] [26.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.fire.capacity import most_guns
from grognard.systems.goss.fire.modifiers import armor_modifiers, target
from grognard.systems.goss.movement.allowance import ROAD, points_of
from grognard.systems.goss.pieces.chain import formation, superior
from grognard.systems.goss.pieces.values import battalion, counter_of, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import TURN
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, gun, settle
from tests.systems.goss.firing import field as battery

FAR = unit("u9", (0, 11))
TA: dict[str, Any] = {"ta": True}


def called(one: dict[str, Any], **row: Any) -> dict[str, Any]:
    return {**one, "row": {**one["row"], **row}}


@pytest.mark.reading("goss", "goss2-01-01")
@pytest.mark.rule(
    "goss", "1.6.0", "2.0", "2.1.0", "2.2.0", "26.0", "26.0-free-french", "26.0-brigade"
)
def test_names_of_nations_and_formations() -> None:
    v = {"corps": "V", "army": "First"}
    game = position(
        unit("u1", (0, 0), nation="French"), unit("b1", (1, 0), "art", nation="Polish"),
        called(unit("g1", (5, 0), "m4"), service="SS"), unit("g2", (6, 0), nation="Italian"),
        unit("bV", (-9, 0), "hq:corps", **v),
        unit("bB", (-7, 0), "hq:bg", formation="6 Bde", **v),
        unit("b2", (-6, 0), formation="6 Bde", **v),
        unit("bD", (-7, 4), "hq:div", formation="7 Div", **v),
        unit("b3", (-6, 4), formation="7 Div", regiment="131 Bde", **v),
        called(unit("b4", (-5, 4), "m4", formation="7 Div", **v), name="3 RTR Regiment"),
        armies={"First": {"side": "allied", "adv": 4}},
    )  # fmt: skip
    sides = {n: counter_of(game, n).side for n in ("u1", "b1", "g1", "g2")}
    assert sides == {"u1": "allied", "b1": "allied", "g1": "axis", "g2": "axis"}
    assert (counter_of(game, "u1").us, counter_of(game, "b1").us) == (True, False)
    assert most_guns(game, "allied", "u1", "heavy") == 16
    assert most_guns(game, "allied", "b1", "heavy") == 12
    assert (formation(game, "b2"), counter_of(game, "bB").level) == ("bB", "bg")
    assert (formation(game, "b3"), superior(game, "b3")) == ("bD", "bD"), (
        "a regiment of its division"
    )
    assert battalion(counter_of(game, "b4"), now(game, "b4")), "whatever the Commonwealth calls it"
    names = [game.board.label(h) for h in range(game.board.n)]
    assert len({*names}) == len(names), "each hex has a name of its own"
    assert counter_of(game, "g2").steps == 3, "a company a step"


@pytest.mark.reading("goss", "goss2-26-01")
@pytest.mark.rule("goss", "26.0-afv", "26.0-mixed-armor")
@pytest.mark.parametrize(
    ("units", "drm"),
    [
        ([("pz4", {}), ("pz4", {})], -3),
        ([("pz4", {}), ("armrecon", {"size": "Co", "steps": 1})], -2),
        ([("hybrid", {})], -2),
        ([("armeng", {})], -2),
        ([("motinf", {})], 0),
    ],
)
def test_armor_against_fire(units: list[tuple[str, dict[str, Any]]], drm: int) -> None:
    game = position(
        *(unit(f"g{n}", (0, 0), kind, **facts) for n, (kind, facts) in enumerate(units)),
        unit("u1", (1, 0)),
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    found = armor_modifiers(game, target(game, "axis", h))
    assert sum(one.drm for one in found) == drm


@pytest.mark.reading("goss", "goss2-26-02")
@pytest.mark.rule("goss", "26.0-combat-strength", "4.2.2")
def test_combat_strength_is_what_losses_leave() -> None:
    def fight(attacking: bool, **facts: Any) -> tuple[int, float]:
        bn = {"values": "7-8", "reduced": "5-6", "left": 1, **facts}
        mine, theirs = (bn, {}) if attacking else ({}, bn)
        game = battle(
            unit("g1", (0, 1), **TA, **mine), unit("u1", (0, 0), **theirs), turn="Night",
            rest={"axis": "AM"},
        )  # fmt: skip
        who = "g1" if attacking else "u1"
        half = {} if attacking else {"half_strength": {"units": ["u1"]}}
        found = clash(game, ["g1"], **half)
        tally = found.sums.attack if attacking else found.sums.defence
        return strength(game, who, attacking=attacking), float(tally.total)

    assert fight(True, supply="OoS") == (3, 1.5)
    assert fight(False) == (3, 1.5)
    assert fight(False, supply="OoS") == (3, 0.75)


@pytest.mark.reading("goss", "goss2-26-03")
@pytest.mark.rule("goss", "26.0-population", "26.0-tec(a)", "26.0-tec(c)", "26.0-soft-marsh-swamp")
def test_a_sliver_of_woods_a_marsh_and_a_village() -> None:
    def attack(ground: str) -> tuple[int, list[str]]:
        game = battle(
            unit("u1", (0, 1), values="6-6", **TA), unit("g1", (0, 0)), terrain={(0, 0): ground},
            side="allied",
        )  # fmt: skip
        found = clash(game, ["u1"])
        return found.attack, found.asked

    assert attack("woods marsh village")[0] == 3, "marsh bites, whatever the defender picks"
    assert attack("woods village")[0] == 6
    halved, asked = attack("woods marsh town")
    assert (halved, asked) == (3, ["axis terrain-line"]), "he picks where it makes a difference"
    fire = battery(
        unit("u1", (0, 1), ta=True, **US), gun("ua", (-2, 2)), unit("g1", (0, 0), **AXIS),
        terrain={(0, 0): "woods marsh village"},
    )  # fmt: skip
    fire.play("allied", {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 8}, "spotter": "u1"})
    assert (fire.to_act, fire.open_asks()[0].name) == ("axis", "use-cover")


@pytest.mark.reading("goss", "goss2-26-03")
@pytest.mark.rule("goss", "26.0-population")
def test_a_location_may_be_fired_at_though_nobody_is_seen_in_it() -> None:
    game = battery(
        unit("u1", (0, 1), **US), gun("ua", (-2, 4)), unit("g1", (0, 0), **AXIS),
        terrain={(0, 0): "location"},
    )  # fmt: skip
    fire = {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 8}, "spotter": "u1"}
    rig(game, 0, 0)
    game.play("allied", fire)
    settle(game)
    assert told(game, "volleys")[0]["net"] == [-4]


@pytest.mark.reading("goss", "goss2-26-04")
@pytest.mark.rule("goss", "26.0-railroads", "26.0-roads")
@pytest.mark.parametrize(
    ("road", "paid", "mud"),
    [("primary", 2, 12), ("secondary", 4, 12), ("trail", 6, 6), ("rail", 6, 6)],
)
def test_railroads_are_trails(road: str, paid: int, mud: int) -> None:
    def field(**more: Any) -> Gs:
        return position(
            unit("g1", (0, 0), "motinf"), FAR, segment="road-moves",
            roads={road: [[(q, 0) for q in range(5)]]}, **more,
        )  # fmt: skip

    game = field()
    way = {"do": "move", "units": ["g1"], "path": [at(q, 0) for q in range(1, 5)]}
    game.play("axis", way)
    assert now(game, "g1").spent == paid * 12
    wet = field(weather="Clear Mud")
    wet.play("axis", {**way, "path": [at(1, 0)]})
    assert points_of(wet, "g1", ROAD, now(wet, "g1").course) == mud * 12


@pytest.mark.reading("goss", "goss2-26-05")
@pytest.mark.rule("goss", "26.0-heavy-bomber")
def test_the_series_has_no_carpet_of_its_own() -> None:
    game = battery(unit("u1", (0, 1), **US), unit("g1", (0, 0), **AXIS), segment="air-support")
    orders = {verb.do for part in TURN.parts for verb in part.verbs}
    assert not [do for do in orders if "carpet" in do or "bomb" in do]
    assert rules(game, "allied", {"do": "carpet", "hex": at(0, 0), "ap": 8}) != []
