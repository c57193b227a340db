"""Supply paths as another second reader reads them. [15.2]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply import fields
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.command.staffs import box
from tests.systems.goss.field import at, now, position, unit
from tests.systems.goss.supply.land import CORPS, DIV, SWAMP, far, line, settle, snake

Axial = tuple[int, int]
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
LEG = {"formation": "D", "corps": "X", "army": "7"}
SOURCE = {"7": {"side": "axis", "adv": 3, "pss": [at(-12, 0)]}}
FOE = unit("u9", (12, 6))
"""An enemy in nobody's way."""


def fence(row: list[Axial]) -> list[tuple[Axial, Axial]]:
    """The hexsides around a row of hexes: great rivers there leave one way, along the row."""
    return [
        ((q, r), (q + a, r + b))
        for q, r in row
        for a, b in AROUND
        if (q + a, r + b) not in row and -12 <= q + a <= 12
    ]


def alone(row: list[Axial]) -> dict[str, Any]:
    return {"great_river": fence(row)}


def length(game: Gs, hq: str, name: str, kind: str = "Leg") -> Fraction | None:
    """How long the shortest path of a kind to a unit is, in MP."""
    side = game.scenario.counters[name].side
    start, way = now(game, hq).hex, fields.way_at(game, now(game, hq).hex, kind)
    found = fields.field(game, side, start, way, -1, bars=frozenset()).best.get(now(game, name).hex)
    return Fraction(min(cost for cost, _ in found), 12) if found else None


@pytest.mark.reading("goss", "goss3-15-01")
@pytest.mark.rule("goss", "15.0", "15.1.0")
@pytest.mark.parametrize("cut", [None, 0, 1, 2, 3])
def test_all_four_links_must_hold(cut: int | None) -> None:
    """Source, army, corps, division and battalion in a row, six hexes of road apart."""
    road = line(24)
    foes = [unit("u9", road[6 * cut + 3])] if cut is not None else [FOE]
    game = position(
        unit("garmy", road[6], "hq:army", army="7"),
        unit("gX", road[12], "hq:corps", corps="X", army="7"),
        unit("gD", road[18], "hq:div", **LEG), unit("gB", road[24], **LEG), *foes,
        terrain=SWAMP, roads={"secondary": [road]}, armies=SOURCE, segment="air-supply",
    )  # fmt: skip
    assert now(game, "gB").supply == "GenS", "nobody bears a marker"
    assert headquarters(game, "gD").fuel == "normal"
    settle(game, "axis", *[False] * 3)
    assert (now(game, "gB").supply == "GenS") == (cut is None)
    if cut is None:
        h = game.board.hex(at(*road[21]))
        game.put(UNITS, "u9", replace(now(game, "u9"), hex=h))
        assert trace_unit(game, "gB") is None
        assert now(game, "gB").supply == "GenS", "until the next determination"


@pytest.mark.reading("goss", "goss2-15-01")
@pytest.mark.rule("goss", "15.2.0")
def test_whose_zones_shut_out_which_links() -> None:
    road = line(16)
    strip = box(-6, -5, -12, 12)

    def chain(army: Axial, corps: Axial, div: Axial, bn: Axial, *more: Any, **zones: Any) -> Gs:
        game = position(
            unit("garmy", army, "hq:army", army="7"),
            unit("gX", corps, "hq:corps", corps="X", army="7"),
            unit("gY", (9, 3), "hq:corps", corps="Y", army="7"),
            unit("gZ", (9, 1), "hq:corps", corps="Z", army="5 Pz"),
            unit("gD", div, "hq:div", **LEG), unit("gB", bn, **LEG), *more, FOE,
            terrain={h: "clear" if h[1] == 0 and h[0] < -3 else "swamp" for h in SWAMP},
            roads={"secondary": [road]}, zones=zones, segment="air-supply",
            armies={**SOURCE, "5 Pz": {"side": "axis", "adv": 3}},
        )  # fmt: skip
        settle(game, "axis", *[False] * 9)
        return game

    west, east = (-12, 0), (4, 0)
    one = chain(west, west, east, east, gY=strip)
    assert [now(one, n).supply for n in ("gX", "gD")] == ["GenS", "OhS"]
    near = (-4, 0)
    two = chain(west, west, west, near, gY=strip)
    assert [now(two, n).supply for n in ("gD", "gB")] == ["GenS", "OhS"]
    others = [unit(f"gE{n}", (n - 6, 0), formation="E", corps="X", army="7") for n in (0, 1)]
    three = chain(west, west, west, near, *others)
    assert [now(three, n).supply for n in ("gD", "gB")] == ["GenS", "GenS"]
    four = chain(west, east, east, east, gY=strip)
    assert [now(four, n).supply for n in ("gX", "gD")] == ["GenS", "GenS"]
    five = chain(west, east, east, east, gZ=strip)
    assert [now(five, n).supply for n in ("garmy", "gX")] == ["GenS", "OhS"]


@pytest.mark.reading("goss", "goss2-15-02")
@pytest.mark.rule("goss", "15.2.0")
def test_who_is_not_there_is_left_out() -> None:
    game = position(
        unit("uarmy", None, "hq:army", army="First"),
        unit("uhq", (8, 0), "hq:div", formation="1 Div", army="First"), unit("g9", (12, 6)),
        terrain=SWAMP, roads={"secondary": [line(20)]}, segment="air-supply", side="allied",
        armies={"First": {"side": "allied", "adv": 3, "pss": [at(-12, 0)]}},
    )  # fmt: skip
    settle(game, "allied")
    assert (now(game, "uhq").supply, now(game, "uhq").extended) == ("GenS", False)
    road = snake(88)
    for mode, found in (("Strat", "GenS"), ("Tac", "OhS")):
        game = position(
            unit("ucorps", road[0], "hq:corps", **CORPS), unit("uhq", road[60], "hq:div", **DIV,
            mode=mode), unit("uarmy", road[88], "hq:army", army="First"),
            terrain=SWAMP, roads={"secondary": [road]}, segment="air-supply", side="allied",
        )  # fmt: skip
        settle(game, "allied", False, False)
        assert (now(game, "uhq").supply, now(game, "uhq").extended) == (found, False)


@pytest.mark.reading("goss", "goss2-15-03")
@pytest.mark.rule("goss", "15.2.0-2", "21.0(a)")
@pytest.mark.parametrize(("cut", "states"), [(False, "GenS GenS GenS OhS"), (True, "OhS " * 4)])
def test_reinforcements_are_supplied_for_three_turns(cut: bool, states: str) -> None:
    road, found = snake(80), []
    for turn in (5, 6, 7, 8):
        game = position(
            unit("gcorps", road[0], "hq:corps", corps="X", army="7"),
            unit("ghq", road[80], "hq:div", **LEG, arrived=5),
            unit("u9", road[40] if cut else (12, 6)), terrain=SWAMP, roads={"secondary": [road]},
            segment="air-supply", turn=turn,
        )  # fmt: skip
        settle(game, "axis", False)
        found.append(now(game, "ghq").supply)
    assert found == states.split(), "PM, Night, AM, and then by the ordinary rule"


@pytest.mark.reading("goss", "goss2-15-04")
@pytest.mark.rule(
    "goss", "15.2.1", "15.2.1(1)", "15.2.1(3)", "15.2.1(4)", "15.2.1(5)"
)  # fmt: skip
@pytest.mark.parametrize(
    ("enemies", "mp"),
    [([(3, -1)], 11), ([(3, -1), (12, -1)], None), ([(0, -1), (3, -1)], 11),
     ([(3, -1), (2, 1)], 11), ([(5, 0)], None)],
)  # fmt: skip
def test_two_hexes_beside_enemies(enemies: list[Axial], mp: int | None) -> None:
    row = [(q, 0) for q in range(12)]
    own = {"formation": "1 Div"}
    game = position(
        unit("uhq", (0, 0), "hq:div", traits="leg formation", **own), unit("u1", (11, 0), **own),
        *(unit(f"g{n}", h, size="Co", steps=1) for n, h in enumerate(enemies)),
        water=alone(row), turn="Night", side="allied",
    )  # fmt: skip
    assert length(game, "uhq", "u1") == mp
    assert far(trace_unit(game, "u1")) == ("normal" if mp else "none")


@pytest.mark.reading("goss", "goss2-15-05")
@pytest.mark.rule("goss", "15.2.1(2)", "15.2.1(3)", "7.7.1")
@pytest.mark.parametrize(
    ("cover", "guns", "found"),
    [("clear", True, ("normal", "none")), ("forest", True, ("normal", "normal")),
     ("clear", False, ("normal", "normal"))],
)  # fmt: skip
def test_a_path_ends_in_a_halt_hex(cover: str, guns: bool, found: tuple[str, str]) -> None:
    row = [(q, 0) for q in range(6)]
    own = {"formation": "D"}
    battery = [unit("u2", (4, 3), "art")] if guns else []
    game = position(
        unit("ghq", (0, 0), "hq:div", **own), unit("g1", (4, 0), **own),
        unit("g2", (5, 0), **own), unit("u1", (4, 1), left=2), *battery,
        terrain={(4, 0): cover}, water=alone(row),
    )  # fmt: skip
    assert tuple(far(trace_unit(game, n)) for n in ("g1", "g2")) == found


@pytest.mark.reading("goss", "goss2-15-06")
@pytest.mark.rule("goss", "15.2.1(6)", "15.2.6", "15.2.4")
@pytest.mark.parametrize(
    ("weather", "found"),
    [("Ovr Mud", "normal extended extended extended none none normal"),
     ("Ovr Snow", "normal normal normal extended extended none normal"),
     ("Clear Dry", "normal normal normal extended extended extended normal")],
)  # fmt: skip
def test_weather_comes_off_after_the_third_is_added(weather: str, found: str) -> None:
    own = {"formation": "D"}
    places = [(n - 12, 0) for n in (9, 10, 11, 13, 14, 16)]
    game = position(
        unit("ghq", (-12, 0), "hq:div", **own),
        *(unit(f"g{n}", h, **own) for n, h in enumerate([*places, (-12, 12)])),
        roads={"secondary": [[(-12, r) for r in range(13)]]}, weather=weather,
    )  # fmt: skip
    assert [far(trace_unit(game, f"g{n}")) for n in range(7)] == found.split()


@pytest.mark.reading("goss", "goss2-15-07")
@pytest.mark.rule("goss", "15.2.5", "15.2.6", "15.2.2")
def test_weather_before_halving_for_on_hand_supply() -> None:
    def units(weather: str, *distances: int) -> list[str]:
        game = position(
            unit("ghq", (0, 0), "hq:div", **LEG, supply="OhS"),
            *(unit(f"g{n}", (n, 0), **LEG) for n in distances), unit("u9", (-12, 1)),
            headquarters={"ghq": {"ohs": 4}}, armies=SOURCE, segment="air-supply", weather=weather,
            terrain={h: "swamp" for h in SWAMP if h[0] < 0},
        )  # fmt: skip
        settle(game, "axis", True)
        assert headquarters(game, "ghq").ohs == 3, "a point is spent"
        return [_own(game, f"g{n}") for n in distances]

    assert units("Ovr Mud", 4, 5) == ["GenS", "GenS"]
    assert units("Ovr Mud", 4, 6) == ["GenS", "OhS"], "4.5 is 5"
    assert units("Clear Dry", 5, 7) == ["GenS", "OhS"], "nor is it extended to 8"
    assert units("Clear Dry", 4, 6) == ["GenS", "GenS"]
    for hexes, found in ((18, "GenS"), (19, "OhS")):
        road = snake(hexes)
        game = position(
            unit("gX", road[0], "hq:corps", corps="X", army="7", supply="OhS"),
            unit("gD", road[-1], "hq:div", **LEG), unit("u9", (0, 12)), terrain=SWAMP,
            roads={"secondary": [road]}, headquarters={"gX": {"ohs": 4}}, weather="Ovr Mud",
            armies={"7": {**SOURCE["7"], "pss": [at(12, -6)]}}, segment="air-supply",
        )  # fmt: skip
        settle(game, "axis", True, False)
        assert now(game, "gD").supply == found


def _own(game: Gs, name: str) -> str:
    return now(game, name).supply


@pytest.mark.reading("goss", "goss2-15-08")
@pytest.mark.rule("goss", "15.2.1b", "15.2.1b(b)", "15.2.1b(a)")
@pytest.mark.parametrize(
    ("engineers", "mp", "found"),
    [((), 13, "extended"), (("", ""), 10, "normal"), (("", "IP"), 12, "normal")],
)
def test_engineers_ferry_over_streams_and_rivers(
    engineers: tuple[str, ...], mp: int, found: str
) -> None:
    row, own = [(q, 0) for q in range(10)], {"formation": "D"}
    game = position(
        unit("ghq", (0, 0), "hq:div", **own), unit("g1", (9, 0), **own),
        *(unit(f"ge{n}", (2 + 4 * n, 0), "eng", task=task) for n, task in enumerate(engineers)),
        water={**alone(row), "stream": [((2, 0), (3, 0))], "river": [((6, 0), (7, 0))]},
    )  # fmt: skip
    assert length(game, "ghq", "g1") == mp
    assert far(trace_unit(game, "g1")) == found


@pytest.mark.reading("goss", "goss2-15-09")
@pytest.mark.rule("goss", "15.2.1b-2", "15.2.1b")
@pytest.mark.parametrize(
    ("near", "far_bank", "task", "water", "mp"),
    [(3, 0, "", "major_river", 9), (2, 0, "", "major_river", None),
     (2, 1, "", "major_river", 9), (3, 0, "bridge", "major_river", None),
     (3, 0, "", "great_river", None)],
)  # fmt: skip
def test_three_steps_of_engineers_ferry_over_a_major_river(
    near: int, far_bank: int, task: str, water: str, mp: int | None
) -> None:
    row = [(q, 0) for q in range(7)]
    sides = {"great_river": fence(row)}
    sides[water] = [*sides.get(water, []), ((2, 0), (3, 0))]
    own = {"formation": "D"}
    mech = {"formation": "P"}
    game = position(
        unit("ghq", (0, 0), "hq:div", **own), unit("g1", (6, 0), **own),
        unit("gP", (0, 0), "hq:div", traits="mech formation", **mech),
        unit("gm", (6, 0), "motinf", **mech),
        unit("ge1", (2, 0), "eng", size="Bn", steps=3, left=near, task=task),
        *([unit("ge2", (3, 0), "eng", left=far_bank)] if far_bank else []), water=sides,
    )  # fmt: skip
    assert length(game, "ghq", "g1") == mp
    assert far(trace_unit(game, "g1")) == ("normal" if mp else "none")
    assert trace_unit(game, "gm") is None, "no Mech path is ferried"
    assert length(game, "gP", "gm", "Mech") is None


@pytest.mark.reading("goss", "goss2-15-10")
@pytest.mark.rule("goss", "15.2.1b(c)", "15.9.0", "15.2.3-3")
def test_a_bridgehead_serves_leg_units_within_two_hexes_and_their_neighbours() -> None:
    river = [((0, r), b) for r in range(-12, 13) for b in ((1, r), (1, r - 1)) if -12 <= b[1] <= 12]
    places = {"ga": (0, 0), "gb": (1, 0), "gc": (3, 0), "gd": (1, 3), "ge": (4, 0), "gf": (5, 0)}
    game = position(
        unit("ghq", (-4, 0), "hq:div", **LEG), *(unit(n, h, **LEG) for n, h in places.items()),
        unit("gm", (2, 0), "pz4", **LEG), unit("u9", (12, 3)), water={"major_river": river},
        segment="air-supply",
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    game.play("axis", {"do": "bridgehead", "hex": at(1, 0)})
    game.play("axis", {"do": "end"})
    found = {n: now(game, n).supply for n in (*places, "gm")}
    assert found == {
        "ga": "GenS", "gb": "GenS", "gc": "GenS", "gd": "OhS", "ge": "GenS", "gf": "OhS",
        "gm": "OhS",
    }  # fmt: skip


@pytest.mark.reading("goss", "goss2-15-11")
@pytest.mark.rule("goss", "15.2.3", "15.2.1a")
def test_one_class_for_the_whole_path() -> None:
    def us(hex: Axial, hq: Axial, kind: str = "inf", **land: Any) -> str:
        return _traced(unit("uhq", hq, "hq:div", **DIV), unit("u1", hex, kind, **DIV), **land)

    def pz(hex: Axial, hq: Axial, kind: str, **land: Any) -> str:
        chief = unit("ghq", hq, "hq:div", traits="mech formation", formation="P")
        return _traced(chief, unit("g1", hex, kind, formation="P"), **land)

    row = line(11)
    assert us(row[-1], row[0]) == "normal", "11 of 12 Leg MP; as Mech 22"
    road = snake(30)
    swamps = {"terrain": SWAMP, "roads": {"secondary": [road]}}
    assert us(road[-1], road[0], **swamps) == "normal", "15 of 18 Mech MP"
    assert us(line(10)[-1], row[0], "m4") == "extended", "20 of 24 Mech MP"
    assert pz(road[-1], road[0], "inf", **swamps) == "extended", "15 of 16 Mech MP"
    assert pz(road[-1], road[0], "pz4", **swamps) == "extended"
    way = [*line(24), (12, 1)]
    mixed = {
        "terrain": dict.fromkeys(way[21:], "woods"), "roads": {"secondary": [way[:21]]},
        "water": alone(way),
    }  # fmt: skip
    assert us(way[-1], way[0], **mixed) == "none", "25 as Mech, 27.5 as Leg, no 17.5"


def _traced(chief: Any, one: Any, **land: Any) -> str:
    side = one["row"]["side"]
    game = position(chief, one, side=side, **land)
    return far(trace_unit(game, one["row"]["id"]))
