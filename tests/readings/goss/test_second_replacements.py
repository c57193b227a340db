"""Replacement points, lost steps and units that return: a second reader's cases. [22.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.values import proficiency
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES
from grognard.systems.goss.table.panels import budget
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, SECOND, give, has, lost, segment
from tests.systems.goss.arrivals.edge import until
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where
from tests.systems.goss.works.site import mark

DEAD: dict[str, Any] = {"place": "eliminated", "left": 0, "gone_in": 1}
QUIET = unit("u9", (12, -6))


def again(name: str) -> dict[str, Any]:
    return {"do": "replace", "unit": name}


def back(name: str, hex: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"do": "resurrect", "unit": name, "hex": at(*hex), **more}


def step(giver: str, getter: str) -> dict[str, Any]:
    return {"do": "consolidate", "units": [giver], "to": getter}


# ---- points [22.1.0] [22.3.0]


@pytest.mark.reading("goss", "goss2-22-01")
@pytest.mark.rule("goss", "22.0", "22.1.0", "22.1.1")
def test_two_kinds_of_points_and_pairs_of_z_steps() -> None:
    game = segment(
        unit("u1", (0, 0), "motinf", left=2), unit("g9", (12, -6)), inf=1, arm=1, side="allied"
    )  # fmt: skip
    assert rules(game, "allied", again("u1")) == ["22.5.1"]  # two Inf, and Arm is none
    give(game, "allied", inf=2)
    assert rules(game, "allied", again("u1")) == []
    z = position(
        unit("g1", (0, 0), "pz4", z=True), unit("g2", (1, 0), "pz4", z=True), QUIET,
        segment="assaults",
    )  # fmt: skip
    eliminate(z, "g1", "4.1.3")
    assert lost(z, "axis") == (0, 0)
    eliminate(z, "g2", "4.1.3")
    assert (lost(z, "axis"), len(told(z, "z-pair"))) == ((0, 1), 1)
    whole = [n for n in ("g1", "g2") if not now(z, n).z]
    assert len(whole) == 1  # one company is in the box


@pytest.mark.reading("goss", "goss2-22-01")
@pytest.mark.rule("goss", "22.1.0", "22.2.1", "22.3.0")
def test_nations_that_a_scenario_keeps_apart() -> None:
    special: dict[str, Any] = {
        "replacement-nations": {"allied": {"US": ["US", "French"], "CW": ["British"]}},
        "replacements": {"allied": {"US": {"inf": 3, "arm": 1}, "CW": {"inf": 0}}},
    }
    game = position(
        unit("u1", (0, 0), left=2), *(unit(f"b{n}", (n, 0)) for n in (1, 2, 3, 4)),
        unit("g9", (12, -6)), segment="depots", special=special,
    )  # fmt: skip
    for name in ("b1", "b2", "b2", "b3", "b4"):
        lose_step(game, name, "4.2.2")
    while game.segment.kind == "depots":
        game.play(game.open_asks()[0].player, {"do": "end"})
    pools = {one.group: (one.inf, one.arm) for one in game.state[SIDES]["allied"].pools}
    assert pools == {"US": (6, 2), "CW": (2, 0)}  # five lost steps made a British point
    assert has(game, "allied") == (0, 0)
    until(game, 4, "replacements", "allied")
    game.play("allied", again("b1"))
    pools = {one.group: (one.inf, one.arm) for one in game.state[SIDES]["allied"].pools}
    assert pools == {"US": (6, 2), "CW": (0, 0)}
    assert rules(game, "allied", again("b2")) == ["22.5.1"]  # American points are no help
    assert rules(game, "allied", again("u1")) == []
    shown = {one.title: one.total for one in budget(game, "allied")}
    assert shown["Allied, US: replacement points"] == "4"


@pytest.mark.reading("goss", "goss2-22-02")
@pytest.mark.rule("goss", "22.3.0")
@pytest.mark.parametrize(
    ("daily", "points"), [({"inf": 2, "arm": 0}, (5, 0)), ("table", (5, 1))], ids=str
)
def test_what_a_day_brings_is_added_to_the_stock(daily: Any, points: tuple[int, int]) -> None:
    game = position(
        unit("g1", (0, 0)), QUIET, segment="depots", special={"replacements": {"axis": daily}}
    )  # fmt: skip
    give(game, "axis", inf=3)
    rig(game, 4)
    while game.segment.kind == "depots":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert has(game, "axis") == points
    until(game, 6)
    assert has(game, "axis") == points  # once a day


# ---- steps on the map [22.5.1]


@pytest.mark.reading("goss", "goss2-22-08")
@pytest.mark.rule("goss", "22.5.0", "22.5.1")
def test_who_regains_a_step_and_at_what_price() -> None:
    game = segment(
        unit("ua", (0, 0), left=1), unit("ga", (0, 1), left=2),
        unit("ub", (4, 0), left=1), unit("gb", (4, 1)),
        unit("uc", (-4, 0), "motinf", left=2), unit("gc", (-4, 3), left=2),
        unit("ud", (-8, 0), left=2, mode="MR"),
        unit("ue", (-8, 4), "motinf", left=2, transport="foot"),
        terrain={(0, 0): "woods", (-4, 0): "village", (-4, 3): "VP"}, side="allied",
        options={"mct-is-oct": "separate"},
    )  # fmt: skip
    assert rules(game, "allied", again("ub")) == ["22.5.1"]
    assert rules(game, "allied", again("ud")) == []  # MR mode is no bar [5.4.0]
    assert rules(game, "allied", again("ga")) != []  # in its own Combat Phase only
    game.play("allied", again("ua"))
    assert now(game, "ua").steps == 2
    assert rules(game, "allied", again("ua")) == ["22.5.1"]  # one in a GT
    before = has(game, "allied")
    game.play("allied", again("ue"))
    after = has(game, "allied")
    assert (before[0] - after[0], before[1] - after[1]) == (2, 0)


@pytest.mark.reading("goss", "goss2-22-08")
@pytest.mark.rule("goss", "22.5.1")
def test_vehicles_that_are_observed_get_nothing() -> None:
    def refused(kind: str, ground: str) -> list[str]:
        game = segment(
            unit("u1", (0, 0), kind, left=2), unit("g1", (3, 0)), side="allied",
            terrain={(0, 0): ground, (3, 0): "VP"},
        )  # fmt: skip
        return rules(game, "allied", again("u1"))

    assert refused("motinf", "clear") == ["22.5.1"]
    assert refused("motinf", "forest") == []
    assert refused("inf", "clear") == []


@pytest.mark.reading("goss", "goss2-22-09")
@pytest.mark.rule("goss", "22.5.1a", "22.5.1a-2")
def test_a_headquarters_gives_a_step() -> None:
    def game(left: int = 2) -> Gs:
        return segment(
            unit("ghq", (0, 0), "hq:div", pr="0/6", left=left, **FIRST),
            unit("gx", (1, 0), pr="4/5", left=2, **FIRST), unit("gy", (0, 1), left=2, **FIRST),
            unit("gp", (-1, 0), "pz4", size="Bn", steps=3, left=2, **FIRST), QUIET,
        )  # fmt: skip

    found = game()
    assert rules(found, "axis", step("ghq", "gp")) == ["22.5.1a-2"]  # infantry only
    found.play("axis", step("ghq", "gx"))
    assert (now(found, "ghq").steps, now(found, "gx").steps) == (1, 3)
    assert rules(found, "axis", step("ghq", "gy")) != []
    assert rules(game(1), "axis", step("ghq", "gx")) == ["22.5.1a"]  # its last


@pytest.mark.reading("goss", "goss2-22-09")
@pytest.mark.rule("goss", "22.5.1a-2", "22.5.1a")
def test_two_z_steps_are_a_company_of_the_lower_values() -> None:
    game = segment(
        unit("g1", (0, 0), "pz4", pr="6/6", z=True, **FIRST),
        unit("g2", (0, 0), "pz4", pr="5/6", z=True, **FIRST), QUIET,
    )  # fmt: skip
    game.play("axis", step("g1", "g2"))
    left = [n for n in ("g1", "g2") if where(game, n) == at(0, 0)]
    assert len(left) == 1
    assert not now(game, left[0]).z
    assert proficiency(game, left[0], offensive=True) == 5
    assert proficiency(game, left[0], offensive=False) == 6


@pytest.mark.reading("goss", "goss2-22-10")
@pytest.mark.rule("goss", "22.5.1c")
def test_an_ersatz_battalion() -> None:
    game = segment(
        unit("gz", (0, 0), traits="ersatz", left=2, **FIRST),
        unit("gp", (1, 0), pr="7/7", left=2, **FIRST),
        unit("gq", (0, 1), pr="6/6", left=1, **FIRST), unit("gr", (-1, 0), left=2, **SECOND), QUIET,
    )  # fmt: skip
    assert rules(game, "axis", step("gz", "gr")) == ["22.5.1c"]
    game.play("axis", step("gz", "gp"))
    assert (now(game, "gz").steps, now(game, "gp").steps) == (1, 3)  # one for one
    game.play("axis", step("gz", "gq"))
    assert (where(game, "gz"), now(game, "gq").steps) == ("eliminated", 2)


# ---- units that return [22.5.2]


@pytest.mark.reading("goss", "goss2-22-11")
@pytest.mark.rule("goss", "22.5.2", "22.5.2a", "22.5.2b")
def test_what_returns_and_where() -> None:
    def game(supply: str = "GenS") -> Gs:
        return segment(
            unit("gA", (-10, 0), "hq:army", army="A"), unit("gX", (-6, 4), "hq:corps", **CHAIN),
            unit("ghq", (0, 0), "hq:div", supply=supply, **FIRST),
            unit("gb", None, **DEAD, **FIRST), unit("g2", (4, 0), **SECOND),
            unit("ghq2", None, "hq:div", **DEAD, **SECOND),
            unit("gY", None, "hq:corps", corps="Y", army="A", **DEAD), QUIET,
            terrain={(-3, -3): "city"}, armies={"A": {"side": "axis", "adv": 3}}, inf=10, arm=10,
        )  # fmt: skip

    found = game()
    assert rules(game("OhS"), "axis", back("gb", (0, 0))) == ["22.5.2b"]
    assert rules(found, "axis", back("gb", (2, 0))) == ["22.5.2b"]
    for h in ((0, 0), (1, 0)):
        assert rules(found, "axis", back("gb", h)) == []
    found.play("axis", back("gb", (1, 0)))
    assert (has(found, "axis"), now(found, "gb").steps) == ((8.5, 10), 1)
    assert now(found, "gb").supply == "GenS"
    assert rules(found, "axis", again("gb")) == ["22.5.1"]
    assert rules(found, "axis", back("ghq2", (4, 0))) == rules(found, "axis", back("ghq2", (5, 0)))
    assert rules(found, "axis", back("ghq2", (4, 0))) == []
    assert rules(found, "axis", back("ghq2", (0, 0))) == ["22.5.2b"]
    assert rules(found, "axis", back("gY", (-9, 0))) == []
    assert rules(found, "axis", back("gY", (-10, 0))) == ["22.5.2b"]  # next to it, as printed


@pytest.mark.reading("goss", "goss2-22-11")
@pytest.mark.rule("goss", "22.5.2b")
def test_an_army_headquarters_returns_in_a_city() -> None:
    game = segment(
        unit("gA", None, "hq:army", army="A", **DEAD), unit("g1", (0, 0), army="A", corps="X"),
        QUIET, terrain={(-3, -3): "city", (-5, 0): "town"},
        armies={"A": {"side": "axis", "adv": 3}},
    )  # fmt: skip
    assert rules(game, "axis", back("gA", (-3, -3))) == []
    assert rules(game, "axis", back("gA", (-5, 0))) == ["22.5.2b"]


@pytest.mark.reading("goss", "goss2-22-12")
@pytest.mark.rule("goss", "22.5.2c")
def test_rear_echelon_battalions_bring_units_back() -> None:
    seventh, fifth = {"corps": "X", "army": "7"}, {"corps": "Y", "army": "5"}
    first = {"formation": "1 Div", **seventh}
    kinds = {"gb": "eng", "gc": "para", "gd": "arminf"}

    def game(**more: Any) -> Gs:
        return segment(
            unit("ghq", (0, 0), "hq:div", **first),
            unit("ghq5", (6, 0), "hq:div", formation="5 Div", **fifth),
            unit("gx", (-4, 0), "re", left=2, **seventh),
            unit("gy", (-5, 0), "re", left=1, **seventh),
            unit("gu", (-6, 0), "re", left=1, **seventh), unit("ga", None, **DEAD, **first),
            unit("ga2", None, **DEAD, **first),
            *(unit(n, None, kind, **DEAD, **first) for n, kind in kinds.items()),
            unit("ge", None, formation="5 Div", **DEAD, **fifth), QUIET, inf=0, arm=0, **more,
        )  # fmt: skip

    def raised(name: str, *givers: str, hex: tuple[int, int] = (0, 0)) -> dict[str, Any]:
        return back(name, hex, by=[*givers])

    found = game(options={"echelon-losses": "two"})
    for name in kinds:
        assert rules(found, "axis", raised(name, "gx", "gx")) != []
    assert rules(found, "axis", raised("ge", "gx", "gx", hex=(6, 0))) != []
    assert rules(found, "axis", raised("ga", "gy")) != []  # one step is too little
    found.play("axis", raised("ga", "gx", "gx"))
    assert (where(found, "gx"), where(found, "ga"), now(found, "ga").steps) == (
        "eliminated", at(0, 0), 1,
    )  # fmt: skip
    assert has(found, "axis") == (0, 0)
    until(found, 7, "replacements", "axis")
    mark(found, "ghq", supply="GenS")
    assert rules(found, "axis", raised("ga2", "gy", "gu", hex=(1, 0))) == ["22.5.2c"]
    until(found, 10, "replacements", "axis")
    mark(found, "ghq", supply="GenS")
    assert rules(found, "axis", raised("ga2", "gy", "gu", hex=(1, 0))) == []
    one = game()
    assert rules(one, "axis", raised("ga", "gy", "gu")) == ["22.5.2c"]  # only one is used up
    mixed = game()
    mixed.play("axis", raised("ga", "gx", "gy"))
    assert (now(mixed, "gx").steps, where(mixed, "gy")) == (1, "eliminated")


# ---- hybrids [22.6.0]


@pytest.mark.reading("goss", "goss2-22-13")
@pytest.mark.rule("goss", "22.6.0", "22.6.0-1")
def test_the_steps_of_a_hybrid() -> None:
    def game(mix: str) -> Gs:
        return segment(
            unit("ghq", (0, 0), "hq:div", **FIRST),
            unit("g1", (1, 0), "hybrid", mix=mix, **FIRST), QUIET,
        )  # fmt: skip

    def losses(found: Gs) -> list[tuple[float, float]]:
        seen, total = [], lost(found, "axis")
        for _ in range(3):
            lose_step(found, "g1", "4.2.2")
            after = lost(found, "axis")
            seen.append((after[0] - total[0], after[1] - total[1]))
            total = after
        return seen

    found = game("pz4 pz5 arminf")
    assert losses(found) == [(0, 1), (1, 0), (0, 1)]
    assert losses(game("pz4 pz4 inf")) == [(0, 1), (1, 0), (0, 1)]
    paid, stock = [], has(found, "axis")
    found.play("axis", back("g1", (0, 0)))
    for turn in (4, 5, 6):
        if turn > 4:
            until(found, turn, "replacements", "axis")
            mark(found, "g1", supply="GenS")
            found.play("axis", again("g1"))
        left = has(found, "axis")
        paid.append((stock[0] - left[0], stock[1] - left[1]))
        stock = left
    assert paid == [(0, 2), (2, 0.5), (0, 1)]
    assert now(found, "g1").steps == 3


@pytest.mark.reading("goss", "goss2-22-14")
@pytest.mark.rule("goss", "22.6.0-2")
def test_the_steps_of_a_small_hybrid() -> None:
    game = segment(
        unit("uhq", (0, 0), "hq:div", **FIRST),
        unit("u1", (1, 0), "hybrid", steps=2, mix="m5 armrecon", **FIRST), unit("g9", (12, -6)),
        side="allied",
    )  # fmt: skip
    seen = []
    for _ in range(2):
        before = lost(game, "allied")
        lose_step(game, "u1", "4.2.2")
        after = lost(game, "allied")
        seen.append((after[0] - before[0], after[1] - before[1]))
    assert seen == [(0, 0.5), (0, 0.5)]
    stock = has(game, "allied")
    game.play("allied", back("u1", (0, 0)))
    left = has(game, "allied")
    assert (stock[0] - left[0], stock[1] - left[1]) == (0, 1)
    until(game, 5, "replacements", "allied")
    stock = has(game, "allied")
    game.play("allied", again("u1"))
    left = has(game, "allied")
    assert (stock[0] - left[0], stock[1] - left[1]) == (1, 0.5)
