"""Modes, as another second reader reads them: Tac, PA, Exploit, MR and Strat mode, batteries.
[5.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.capacity import capacity, most_guns
from grognard.systems.goss.fire.modifiers import choices, density, target
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.movement.allowance import LEG, OFF, points_of
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES as ARMIES_
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import assault, clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import answered, at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import ARMIES, AXIS, US, gun, hit
from tests.systems.goss.firing import field as battery
from tests.systems.goss.flights import give

END = {"do": "end"}
FAR = unit("u9", (0, 11))
RGT = {"formation": "1", "regiment": "A"}


def march(name: str, *path: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path], **more}


def mode(name: str, wanted: str) -> dict[str, Any]:
    return {"do": "mode", "units": [name], "mode": wanted}


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


# ---- one mode at a time [5.0]


@pytest.mark.reading("goss", "goss2-05-01")
@pytest.mark.rule("goss", "5.0", "5.1.0", "5.2.5")
def test_modes_are_chosen_in_the_mode_determination_phase() -> None:
    def field(segment: str) -> Gs:
        return position(
            unit("ga", (3, 0)), unit("gb", (0, 1), mode="PA"),
            unit("gc", (6, 0), "motinf", mode="Exploit", **RGT),
            unit("ghq", (7, 0), "hq:div", formation="1", traits="mech formation"),
            unit("u1", (0, 0)), segment=segment,
        )  # fmt: skip

    game = field("moves")
    assert now(game, "ga").mode == "Tac"
    assert rules(game, "axis", mode("gb", "Tac")) != []
    assert rules(game, "axis", march("gb", (0, 2))) != [], "it is in PA mode, and moves as such"
    game = field("modes")
    assert rules(game, "axis", mode("gb", "Strat")) != [], "a unit is in one mode only"
    hit(game, (0, 1), 1, first="retreat")
    assert now(game, "gb").mode == "Tac"
    leave = {"do": "leave-mode", "hq": "ghq", "regiment": "A"}
    exploit = field("active-moves")
    assert rules(exploit, "axis", leave) != []
    assert rules(exploit, "axis", mode("gc", "Tac")) != []
    fight = field("assaults")
    clash(fight, ["gb"]).settle()
    assert (where(fight, "gb"), now(fight, "gb").mode) == (at(0, 1), "Tac")


@pytest.mark.reading("goss", "goss2-05-02")
@pytest.mark.rule("goss", "5.1.2-is-a", "5.1.2-is-b", "5.1.2-is-c", "5.1.2-is-d", "5.1.2-no-c")
def test_a_tactical_assault_marker_strips_cover_and_opens_the_view() -> None:
    def field(**mark: Any) -> Gs:
        return battery(
            unit("g1", (0, 0), inside=True, **mark, **AXIS), unit("u1", (1, 0), **US), gun("ua"),
            gun("ga", (3, 0)), gun("gb", (3, 1)), gun("gd", (3, 2)),
            terrain={(0, 0): "woods", (1, 0): "forest"}, works={(0, 0): "IP"}, side="axis",
        )  # fmt: skip

    game, h = field(ta=True), field().board.hex(at(0, 0))
    found = choices(game, h, target(game, "axis", h))
    assert not any(found)
    assert density(game, ["g1"]) == 0
    assert any(choices(field(), h, target(field(), "axis", h)))
    assert (observes(game, "u1", "g1"), observes(game, "g1", "u1")) == (True, True)
    assert (observes(field(), "u1", "g1"), observes(field(), "g1", "u1")) == (False, False)
    size = capacity(game, "g1", "observed")
    assert (size, most_guns(game, "axis", "g1", size)) == ("medium", 2)
    fight = battle(unit("g1", (0, 0), ta=True), unit("u1", (1, 0)))
    assert rules(fight, "axis", END) == ["13.4.0"]


# ---- PA mode [5.2]


@pytest.mark.reading("goss", "goss2-05-03")
@pytest.mark.rule("goss", "5.2.0", "5.2.1-adv", "5.2.4", "16.3.3")
def test_three_prepared_stacks_and_an_adv_of_one() -> None:
    hexes = [(0, 1), (0, 4), (0, 7)]

    def field(segment: str, *modes: str) -> Gs:
        return battery(
            *(unit(f"g{n}", hexes[n], mode=one, **AXIS) for n, one in enumerate(modes)),
            *(unit(f"u{n}", (q, r - 1), **US) for n, (q, r) in enumerate(hexes)),
            side="axis", segment=segment, headquarters={"gcorps": {"adv": 1}},
            terrain={(q, r - 1): "woods" for q, r in hexes},
            armies={**ARMIES, "Fifth": {**ARMIES["Fifth"], "amp": 5}},
        )  # fmt: skip

    ready = field("modes", "PA", "PA", "Tac")
    assert rules(ready, "axis", mode("g2", "PA")) == []
    late = field("adjustment", "PA", "PA", "PA")
    assert rules(late, "axis", END) != []
    late.play("axis", {"do": "give-up-assault", "units": ["g0"]})
    assert rules(late, "axis", END) != []
    late.play("axis", {"do": "give-up-assault", "units": ["g1"]})
    assert rules(late, "axis", END) == []
    paid = field("adjustment", "PA", "PA", "PA")
    paid.play("axis", {"do": "pay-assaults", "hq": "ghq", "points": 1})
    assert rules(paid, "axis", END) != []
    paid.play("axis", {"do": "pay-assaults", "hq": "ghq", "points": 1})
    assert rules(paid, "axis", END) == []
    assert paid.state[ARMIES_]["Fifth"].amp == 3
    wood = battery(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), **AXIS), terrain={(0, 0): "woods"}
    )
    h = wood.board.hex(at(0, 0))
    assert not any(choices(wood, h, target(wood, "allied", h)))
    size = capacity(wood, "u1", "observed")
    assert (size, most_guns(wood, "allied", "u1", size)) == ("heavy", 16)
    joined = battle(
        unit("g1", (0, 1), mode="PA"), unit("g2", (1, 0), mode="PA"), unit("u1", (0, 0))
    )
    assert rules(joined, "axis", assault(["g1", "g2"])) == [], "two stacks, one assault"
    assert clash(joined, ["g1", "g2"]).right.get("13.7.3(a)") == 1, "and not one for each stack"


@pytest.mark.reading("goss", "goss2-05-04")
@pytest.mark.rule("goss", "5.2.2")
@pytest.mark.parametrize(
    ("fuel", "able"),
    [
        ({"fuel": "low", "option": 1, "value": 6}, 12),
        ({"fuel": "low", "option": 1, "value": 5}, 0),
        ({"fuel": "low", "option": 2, "value": 4}, 4),
        ({}, 12),
    ],
)
def test_how_many_mech_battalions_prepare_with_little_fuel(fuel: dict[str, Any], able: int) -> None:
    own = {"formation": "1"}
    spots = [(q, 1 - q // 2) for q in range(-8, 8)]
    game = position(
        *(unit(f"g{n}", spots[n], "motinf", **own) for n in range(12)),
        *(unit(f"gl{n}", spots[12 + n], **own) for n in range(2)),
        unit("ghq", (0, 4), "hq:div", traits="mech formation", **own),
        *(unit(f"u{q + 8}", (q, -q // 2 - (q % 2)), "inf") for q in range(-8, 8, 1)),
        segment="modes", headquarters={"ghq": fuel} if fuel else {},
    )  # fmt: skip
    for n in range(2):
        assert rules(game, "axis", mode(f"gl{n}", "PA")) == [], "on foot nobody needs fuel"
        game.play("axis", mode(f"gl{n}", "PA"))
    entered = 0
    for n in range(12):
        if rules(game, "axis", mode(f"g{n}", "PA")) == []:
            game.play("axis", mode(f"g{n}", "PA"))
            entered += 1
    assert entered == able


@pytest.mark.reading("goss", "goss2-05-05")
@pytest.mark.rule("goss", "5.2.3-stop")
@pytest.mark.parametrize(
    ("ground", "road", "more", "legal"),
    [
        ("woods", "", {}, False),
        ("woods", "trail", {}, True),
        ("rough", "", {}, True),
        ("village", "", {}, True),
        ("woods", "trail", {"weather": "Clear Mud"}, False),
        ("woods", "trail", {"headquarters": {"g-hq-1": {"fuel": "low", "option": 1, "value": 9}}},
         False),
    ],
)  # fmt: skip
def test_what_stops_prepared_vehicles(
    ground: str, road: str, more: dict[str, Any], legal: bool
) -> None:
    game = position(
        unit("g1", (0, 0), "motinf", mode="PA", formation="1"), unit("u1", (3, 0)),
        terrain={(1, 0): ground}, roads={road: [[(0, 0), (1, 0), (2, 0)]]} if road else {},
        segment="pa-moves", **more,
    )  # fmt: skip
    assert (rules(game, "axis", march("g1", (1, 0), (2, 0))) == []) is legal
    assert rules(game, "axis", march("g1", (1, 0))) == []


# ---- Exploit mode [5.3]


@pytest.mark.reading("goss", "goss2-05-06")
@pytest.mark.rule("goss", "5.3.0-fuel", "5.3.1")
def test_fuel_and_recon_in_exploit_mode() -> None:
    own = {"formation": "1"}
    dry = position(
        unit("ghq", (0, 0), "hq:div", traits="mech formation", **own),
        unit("g1", (0, 1), "m4", mode="Exploit", **own), FAR, segment="fuel", turn="AM",
        headquarters={"ghq": {"fuel": "none"}},
        armies={"A": {"side": "axis", "adv": 0, "amp": 0, "fp": 0, "tp": 0, "pss": []}},
    )  # fmt: skip
    while dry.segment.kind == "fuel":
        dry.play(dry.open_asks()[0].player, END)
    assert not dry.segment.stretch.startswith("active axis"), "not in its Mode Determination Phase"
    assert now(dry, "g1").mode == "Tac", "from that Logistics Phase on"

    def recon(segment: str = "modes", mate: str = "", **facts: Any) -> Gs:
        more = [unit("g2", (1, 0), "m4", mode=mate)] if mate else []
        return position(
            unit("g1", (0, 0), "armrecon", size="Co", steps=1, **facts),
            *more, FAR, segment=segment, options={"recon-stacking": "penalised"},
        )  # fmt: skip

    alone = {"do": "exploit-unit", "unit": "g1"}
    assert rules(recon(), "axis", alone) == []
    for mate, after in (("Tac", "Tac"), ("Exploit", "Exploit")):
        game = recon("active-moves", mate, mode="Exploit")
        game.play("axis", march("g1", (1, 0)))
        while game.segment.phase == "Active Player Exploit Phase":
            game.play(game.open_asks()[0].player, END)
        assert (where(game, "g1"), now(game, "g1").mode) == (at(1, 0), after)
    barred = position(
        unit("g1", (0, 0), "armrecon", mode="Exploit"), unit("g2", (1, 0), "m4"), FAR,
        segment="active-moves",
    )  # fmt: skip
    assert rules(barred, "axis", march("g1", (1, 0))) == ["5.3.1"], "the stop is refused"
    foot = position(
        unit("g1", (0, 0), "armrecon", size="Co", steps=1, **{"class": "Leg"}), FAR,
        segment="modes",
    )  # fmt: skip
    assert rules(foot, "axis", alone) != []


@pytest.mark.reading("goss", "goss2-05-07")
@pytest.mark.rule("goss", "5.3.3")
def test_a_straggler_rejoins_exploiters() -> None:
    def field(turn: str = "AM", enemy: tuple[int, int] = (4, 0), mates: str = "Exploit") -> Gs:
        game = position(
            unit("ghq", (-3, 0), "hq:div", formation="1", traits="mech formation"),
            unit("g1", (-1, 0), "motinf", mode=mates, **RGT),
            unit("g2", (0, 0), "motinf", mode="Exploit", **RGT), unit("u1", enemy),
            segment="modes", turn=turn, rest={"axis": "Night"},
        )  # fmt: skip
        forced_out(game, "g2", "5.3.5b")
        assert now(game, "g2").mode == "Tac"
        return game

    again = {"do": "exploit-unit", "unit": "g2"}
    assert "3.5.3" in rules(field("Night"), "axis", again)
    assert rules(field(), "axis", again) == []
    assert rules(field(mates="Tac"), "axis", again) != []
    assert rules(field(enemy=(1, 0)), "axis", again) != []


@pytest.mark.reading("goss", "goss2-05-08")
@pytest.mark.rule("goss", "5.3.4-ohs", "15.5.2")
def test_on_hand_supplies_of_exploiters() -> None:
    road = {"secondary": [[(q, 0) for q in range(-6, 7)]]}

    def rode(hexes: int, **options: str) -> str:
        game = position(
            unit("g1", (0, 0), "motinf", mode="Exploit", supply="OhS"), FAR, roads=road,
            segment="active-road", options=options,
        )  # fmt: skip
        game.play("axis", march("g1", *((q, 0) for q in range(1, hexes + 1))))
        return now(game, "g1").supply

    assert [rode(3), rode(4)] == ["OhS", "OoS"]
    assert rode(1, **{"onhand-exploit": "any"}) == "OoS", "5.3.4 by itself"

    def overran(half: bool) -> str:
        game = position(
            unit("g1", (0, 0), "m4", mode="Exploit", supply="OhS"), unit("u1", (1, 0), "m5"),
            segment="active-road", roads=road,
        )  # fmt: skip
        rig(game, *(9,) * 4)
        game.play("axis", {"do": "overrun", "units": ["g1"], "path": [at(1, 0)]})
        answers = {"half_strength": {"do": "half-strength", "units": ["g1"]}} if half else {}
        assert "axis half-strength" in answered(game, **answers)
        assert now(game, "g1").spent <= 3 * 12
        return now(game, "g1").supply

    assert [overran(True), overran(False)] == ["OhS", "OoS"]


@pytest.mark.reading("goss", "goss2-05-09")
@pytest.mark.rule("goss", "5.3.4b-proc")
def test_what_an_overrun_costs() -> None:
    def price(*more: Any, terrain: dict[Any, str] | None = None) -> float | list[str]:
        game = position(
            unit("g1", (1, 0), "m4", mode="Exploit"), unit("u1", (2, 0)), *more,
            terrain=terrain or {}, segment="active-moves",
        )  # fmt: skip
        order = {"do": "overrun", "units": ["g1"], "path": [at(2, 0)]}
        wrong = rules(game, "axis", order)
        if wrong:
            return wrong
        game.play("axis", order)
        return now(game, "g1").spent / 12

    second = unit("u2", (3, 0))
    assert price() == 3
    assert price(second) == 5
    assert price(second, terrain={(2, 0): "woods"}) == 4

    def approach(*path: tuple[int, int]) -> list[str]:
        game = position(
            unit("g1", (0, 0), "m4", mode="Exploit"), unit("u1", (2, 0)), segment="active-moves"
        )
        order = {"do": "overrun", "units": ["g1"], "path": [at(q, r) for q, r in path]}
        return rules(game, "axis", order)

    assert approach((1, 0), (2, 0)) == ["5.3.4b-proc"], "four to come up, and three more"
    assert approach((1, 0), (1, 1), (2, 0)) != []


@pytest.mark.reading("goss", "goss2-05-10")
@pytest.mark.rule("goss", "5.3.5", "5.3.5-fs", "5.3.5-ga")
@pytest.mark.parametrize(
    ("size", "work", "guns"), [("Co", "ET-2", 2), ("Bn", "", 1), ("Co", "", 0), ("Bn", "IP", 1)]
)
def test_fire_at_an_overrun(size: str, work: str, guns: int) -> None:
    own = {"size": size, "steps": 3 if size == "Bn" else 1, "inside": bool(work)}
    game = battery(
        unit("u1", (1, 0), "m4", mode="Exploit", **US), unit("g1", (2, 0), **own, **AXIS),
        unit("g2", (2, -1), **AXIS), unit("g3", (4, 0), cr=True, **AXIS), gun("ga", (5, 0)),
        gun("gb", (5, 1)), gun("gd", (5, -1)), gun("ua", (-2, 0)),
        works={(2, 0): work} if work else {}, terrain={(1, 0): "woods"}, side="allied",
        segment="active-moves",
    )  # fmt: skip
    give(game, "axis", gs=6)
    give(game, "allied", gs=6)
    game.play("allied", {"do": "overrun", "units": ["u1"], "path": [at(2, 0)]})
    fire = {"do": "fire-at-overrun", "spotter": "g1"}
    batteries = ["ga", "gb", "gd"]
    allowed = [
        n for n in (1, 2, 3)
        if rules(game, "axis", {**fire, "guns": dict.fromkeys(batteries[:n], 8)}) == []
    ]  # fmt: skip
    assert allowed == [*range(1, guns + 1)]
    if guns:
        other = {**fire, "spotter": "g2", "guns": {"ga": 8}}
        assert rules(game, "axis", other) == ["11.2.4a"], "never the neighbour"
        rig(game, *(0,) * 6)
        game.play("axis", {**fire, "guns": {"ga": 8}})
        assert [one["hex"] for one in told(game, "fire-mission")] == [at(1, 0)]
    else:
        assert game.open_asks()[0].name != "fire-at-overrun"
    rig(game, *(5,) * 20)
    asked = answered(game)
    assert not [one for one in asked if "hunt" in one or "reserve" in one or "fly" in one]
    assert now(game, "g3").cr
    assert len(told(game, "fire-mission")) == min(guns, 1), "none of the Allies, none by air"


# ---- maneuver reserve [5.4]


@pytest.mark.reading("goss", "goss2-05-11")
@pytest.mark.rule("goss", "5.4.0", "5.4.2")
def test_a_leg_division_in_maneuver_reserve() -> None:
    def division(
        far: tuple[int, int] = (3, 0), enemy: tuple[int, int] = (11, -6), **facts: Any
    ) -> Gs:
        return position(
            unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (1, 0), formation="1"),
            unit("g2", far, formation="1"), unit("ga", (0, 1), "art", formation="1", battery=True),
            unit("u1", enemy), **{"segment": "modes", "turn": 25, **facts},
        )  # fmt: skip

    order = {"do": "maneuver-reserve", "hq": "ghq", "guns": ["ga"]}
    assert rules(division(far=(7, 0)), "axis", order) != []
    assert rules(division(enemy=(7, 0)), "axis", order) == [], "four hexes are enough"
    assert rules(division(enemy=(6, 0)), "axis", order) != [], "three are not"
    game = division()
    game.play("axis", order)
    assert [now(game, n).mode for n in ("ghq", "g1", "g2", "ga")] == ["MR"] * 3 + ["Tac"]
    assert now(game, "ga").battery
    assert rules(division(headquarters={"ghq": {"bonus": 4}}), "axis", order) != []
    assert rules(division(headquarters={"ghq": {"bonus": 1}}), "axis", order) == []

    def waiting() -> Gs:
        game = division()
        game.play("axis", order)
        for name in ("ghq", "g1", "g2"):
            alter(game, name, waiting=game.turn - 8)
        return game

    shaken = waiting()
    hit(shaken, (1, 0), 0, 1)
    assert now(shaken, "g1").mode == "MR", "a mere shift does not wake it"
    struck = waiting()
    hit(struck, (1, 0), 1, first="step")
    found = division(enemy=(5, 0), segment="moves", side="allied")
    for name in ("ghq", "g1", "g2"):
        alter(found, name, mode="MR", waiting=found.turn - 8)
    found.play("allied", march("u1", (4, 0)))
    found.play("allied", END)
    for game in (struck, found):
        assert [now(game, n).mode for n in ("ghq", "g1", "g2")] == ["Tac"] * 3
        assert [now(game, n).bonus for n in ("ghq", "g1", "g2")] == [-1] * 3


@pytest.mark.reading("goss", "goss2-05-12")
@pytest.mark.rule("goss", "5.4.4a", "5.4.4b", "7.6.1b")
def test_the_bonus_of_a_reserve() -> None:
    own = {"formation": "1"}
    leader = {"id": "l1", "side": "axis", "name": "L", "hq": "ghq", "number": 6}

    def moving(segment: str, mode: str, *leaders: Any) -> Gs:
        game = position(
            unit("ghq", (0, 0), "hq:div", traits="mech formation", mode=mode, **own),
            unit("g1", (0, 1), "motinf", mode=mode, **own), unit("g2", (0, 2), **own), FAR,
            segment=segment, leaders=[*leaders],
        )  # fmt: skip
        for name in ("ghq", "g1", "g2"):
            alter(game, name, bonus=game.serial - len(game.segments), bonus_mp=3,
                  bonus_at=game.serial - game.segment.offset)  # fmt: skip
        return game

    assert points_of(moving("active-moves", "Exploit", leader), "g1", OFF) == 8 * 12
    day = moving("moves", "Tac")
    assert points_of(day, "g1", OFF) == 15 * 12
    assert points_of(day, "g2", LEG) == 6 * 12, "none for those on foot"

    def shifts(attack: str, defence: str, *bonus: str, other: str = "1") -> int:
        game = battle(
            unit("g1", (0, 1), "motinf", ta=True, mode=attack, formation="9"),
            unit("u1", (0, 0), "motinf", mode=defence, formation="1"),
            unit("u2", (0, 0), "motinf", mode=defence, formation=other),
        )  # fmt: skip
        for name in bonus:
            alter(game, name, bonus=game.serial)
        return clash(game, ["g1"]).net

    assert shifts("Tac", "Exploit", "u1", "u2") == 0
    assert shifts("Tac", "Exploit", "u1", other="2") == 2, "one for Exploit mode, one for two HQs"
    assert shifts("Exploit", "Tac", "g1") == shifts("Tac", "Tac")
