"""Reinforcements and replacements as a second reader reads them. [21.0] [22.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.counters import broken
from grognard.systems.goss.logistics.values import fuel_units, in_full
from grognard.systems.goss.movement.allowance import fuelled
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, Headquarters
from grognard.systems.goss.units import UNITS, Unit
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, SECOND, give, has, lost, segment, staff
from tests.systems.goss.arrivals.edge import EDGE, coming, enter, place, until
from tests.systems.goss.field import at, now, pass_to, position, rules, unit, where

QUIET = unit("u9", (12, -6))
DEAD = {"place": "eliminated", "left": 0, "gone_in": 1}


@pytest.mark.reading("goss", "goss-21-01")
@pytest.mark.rule("goss", "21.0", "21.0(b)", "16.4.5b")
def test_a_newcomer_rides_on_its_own_fuel_and_outside_the_count() -> None:
    chain = {"formation": "D", **CHAIN}
    old = [f"g{n}" for n in range(1, 10)]
    game = coming(
        unit("ghq", (-9, 0), "hq:div", traits="mech formation", **chain),
        *(unit(n, (-8 + i, 0), "motinf", **chain) for i, n in enumerate(old)),
        unit("gnew", None, "motinf", **chain), unit("u9", (9, 0)), turn=8, due=8,
    )  # fmt: skip
    short = Headquarters(fuel="none", value=4, option=2)
    game.put(HQS, "ghq", short)
    place(game, "gnew")
    pass_to(game, "road-moves")
    enter(game, "gnew")
    for turn in (8, 9):
        until(game, turn, "road-moves", "axis")
        game.put(HQS, "ghq", short)
        assert fuelled(game, "gnew")
        assert not fuelled(game, "g1")
        assert (fuel_units(game, "ghq"), in_full(game, "ghq")) == (10, 2)
    until(game, 10, "modes", "axis")
    game.put(HQS, "ghq", short)
    assert not fuelled(game, "gnew"), "from GD 4 on it shares the division's state"
    assert fuel_units(game, "ghq") == 11


@pytest.mark.reading("goss", "goss-21-02")
@pytest.mark.rule("goss", "21.2.0")
def test_nine_vehicles_on_a_trail_and_five_on_a_road() -> None:
    trail = [(-12, q) for q in (0,)] + [(q, 0) for q in range(-11, 12)]
    road = [(-12, 2), *((q, 2) for q in range(-11, 9))]
    names = [f"g{n}" for n in range(1, 10)]
    more = [f"gs{n}" for n in range(1, 6)]
    rows = [
        {"turn": 4, "entry": [at(*EDGE)], "units": [*names, "gl1", "gl2"]},
        {"turn": 4, "entry": [at(-12, 2)], "units": more},
    ]
    game = coming(
        *(unit(n, None, "motinf") for n in (*names, *more)), unit("gl1", None), unit("gl2", None),
        unit("u9", (12, -10)), rows=rows, roads={"trail": [trail], "secondary": [road]},
    )  # fmt: skip
    place(game, *names, "gl1", "gl2")
    for name in more:
        game.play("axis", {"do": "arrive", "units": [name], "hex": at(-12, 2)})
    pass_to(game, "road-moves")
    paid = {}
    for queue, row in ((names, 0), (more, 2)):
        end = 0 if row else -4
        for n, name in enumerate(queue):
            if rules(game, "axis", {"do": "enter", "units": [name]}):
                continue
            enter(game, name)
            paid[name] = now(game, name).spent / POINT
            path = [at(q, row) for q in range(-11, end - n)]
            if path and name != "g8":
                game.play("axis", {"do": "move", "units": [name], "path": path})
    assert (paid["g8"], paid["gs5"]) == (12, 5), "eight times 1.5; a queue of its own"
    assert rules(game, "axis", {"do": "enter", "units": ["g9"]}) == ["21.2.0"], "it waits"
    pass_to(game, "moves")
    for name in ("gl1", "gl2"):
        enter(game, name)
        assert now(game, name).spent == POINT, "the plain cost, and no queue"


@pytest.mark.reading("goss", "goss-22-01")
@pytest.mark.rule("goss", "22.2.1", "3.3.1d-rep")
def test_what_recycle_steps_make() -> None:
    game = position(unit("g1", (0, 0)), QUIET, segment="depots", side="allied")
    give(game, "axis", recycle_inf=11, recycle_arm=7.5)
    give(game, "allied", recycle_inf=14, recycle_arm=8)
    while game.segment.kind == "depots":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert (has(game, "axis"), lost(game, "axis")) == ((2, 1), (3, 3.5))
    assert (has(game, "allied"), lost(game, "allied")) == ((2, 2), (4, 2))


@pytest.mark.reading("goss", "goss-22-03")
@pytest.mark.rule("goss", "22.4.5")
def test_a_refit_from_gd_3_on_ends_on_gd_8_at_the_earliest() -> None:
    found = {}
    for turn, kind in ((19, "command"), (22, "command"), (22, "moves")):
        game = position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g2", (-3, 0)), QUIET, segment=kind,
            turn=turn,
        )  # fmt: skip
        staff(game, "ghq", since=3)
        found[turn, kind] = rules(game, "axis", {"do": "leave-refit", "unit": "ghq"})
    assert found[19, "command"] == ["22.4.5"]
    assert found[22, "command"] == []
    assert found[22, "moves"]


@pytest.mark.reading("goss", "goss-22-04")
@pytest.mark.rule("goss", "22.4.2")
def test_what_a_division_in_refit_gives_to_another() -> None:
    def entered() -> Gs:
        game = position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("ghq2", (-11, 0), "hq:div", **SECOND),
            unit("ga", (-12, 1), pr="5/6", **FIRST),
            unit("gf", (-12, 2), "fus", size="Co", pr="6/6", **FIRST),
            unit("gb1", (-11, 1), pr="5/6", left=1, **SECOND),
            unit("gb2", (-11, 2), pr="6/6", left=1, **SECOND),
            unit("gb3", None, pr="5/5", **DEAD, **SECOND),
            unit("gb4", None, "fus", size="Co", pr="5/6", **DEAD, **SECOND), QUIET,
            segment="command",
        )  # fmt: skip
        game.play("axis", {"do": "refit", "hq": "ghq"})
        return game

    def gift(giver: str, getter: str, steps: int) -> dict[str, Any]:
        return {"do": "give-steps", "unit": giver, "to": getter, "steps": steps}

    game = entered()
    assert rules(game, "axis", gift("ga", "gb1", 3)) == ["22.4.2"]
    assert rules(game, "axis", gift("ga", "gb2", 1)) == ["22.4.2"], "a higher offensive PR"
    assert rules(game, "axis", gift("ga", "gb3", 1)) == ["22.4.2"], "battalions are not raised"
    game.play("axis", gift("ga", "gb1", 2))
    assert (now(game, "ga").steps, now(game, "gb1").steps) == (1, 3)
    game.play("axis", gift("gf", "gb4", 2))
    assert (now(game, "gf").place, now(game, "gb4").steps) == ("eliminated", 2)
    assert game.board.distance(now(game, "gb4").hex, now(game, "ghq2").hex) <= 1


@pytest.mark.reading("goss", "goss-22-05")
@pytest.mark.rule("goss", "22.5.1", "8.2.2")
def test_who_may_regain_a_step() -> None:
    game = segment(
        unit("gl1", (-6, 0), left=2), unit("ul1", (-6, 1)),
        unit("gl2", (-3, 0), left=2), unit("ul2", (-3, 1)),
        unit("gm1", (0, 0), "motinf", left=2), unit("um1", (0, 1)),
        unit("gl3", (5, -6), left=2), unit("gm2", (6, -6), "motinf", left=2),
        unit("uvp", (5, -4)), unit("gl4", (-9, -2), left=2, fatigue=1),
        unit("gl5", (-10, 0), left=2, ta=True), unit("gl6", (-11, 3), left=1),
        terrain={(-3, 0): "village", (0, 0): "woods", (5, -4): "VP"},
    )  # fmt: skip
    names = ("gl1", "gl2", "gl3", "gm1", "gm2", "gl4", "gl5", "gl6")
    able = [n for n in names if not rules(game, "axis", {"do": "replace", "unit": n})]
    assert able == ["gl2", "gl3", "gl6"]
    game.play("axis", {"do": "replace", "unit": "gl6"})
    assert rules(game, "axis", {"do": "replace", "unit": "gl6"}) == ["22.5.1"]


@pytest.mark.reading("goss", "goss-22-06")
@pytest.mark.rule("goss", "22.5.1a")
def test_who_gives_steps_to_whom() -> None:
    third = {"formation": "3 Div", **CHAIN}
    game = segment(
        unit("ga", (0, 0), pr="4/6", **FIRST), unit("gb", (1, 0), pr="7/6", left=1, **FIRST),
        unit("gd", (4, 0), pr="6/6", left=2, **SECOND),
        unit("ge", (5, 0), pr="4/6", left=1, **third),
        unit("gg", (-4, 0), left=1, supply="OoS", **FIRST),
        unit("gh", (-5, 0), supply="OoS", **FIRST), unit("gk", (0, 5), left=1, **FIRST),
        unit("gl", (1, 5), left=1, **FIRST), QUIET,
    )  # fmt: skip

    def step(giver: str, getter: str) -> dict[str, Any]:
        return {"do": "consolidate", "units": [giver], "to": getter}

    game.play("axis", step("ga", "gb"))
    assert rules(game, "axis", step("ga", "gb")), "one step in a game turn"
    assert rules(game, "axis", step("gd", "ge")) == ["22.5.1a"], "a gap of two"
    assert rules(game, "axis", step("gh", "gg")) == []
    assert rules(game, "axis", step("gk", "gl")) == ["22.5.1a"], "its last step"


@pytest.mark.reading("goss", "goss-22-07")
@pytest.mark.rule("goss", "22.5.1b")
def test_what_rear_echelon_steps_are_worth() -> None:
    seventh, fifth = {"corps": "X", "army": "7"}, {"corps": "Y", "army": "5"}
    game = segment(
        unit("gr1", (0, 0), "re", left=1, **seventh), unit("gr2", (0, 1), "re", left=2, **seventh),
        unit("gx", (1, 0), pr="6/6", left=1, **seventh),
        unit("gy", (1, 0), pr="5/6", left=1, **seventh),
        unit("gz", (-1, 1), "eng", steps=2, left=1, **seventh),
        unit("gw", (-1, 1), "arminf", pr="5/6", left=1, **seventh),
        unit("gv", (1, 0), pr="4/6", left=1, **fifth), QUIET,
    )  # fmt: skip

    def step(getter: str, *givers: str) -> list[str]:
        order = {"do": "consolidate", "units": list(givers), "to": getter}
        return rules(game, "axis", order)

    assert step("gx", "gr1") == ["22.5.1b"], "two for a PR of six"
    assert step("gx", "gr1", "gr2") == step("gx", "gr2", "gr2") == []
    assert step("gy", "gr1") == []
    assert step("gy", "gr1", "gr2") == ["22.5.1b"]
    assert step("gz", "gr1") == ["22.5.1b"], "engineers"
    assert step("gv", "gr1") == ["22.5.1b"], "another army"
    game.play("axis", {"do": "consolidate", "units": ["gr1"], "to": "gw"})
    assert (has(game, "axis"), where(game, "gr1")) == ((20, 19.5), "eliminated")


@pytest.mark.reading("goss", "goss-22-08")
@pytest.mark.rule("goss", "22.5.2a", "22.5.2a(2)", "22.5.2a(3)", "22.5.2a(4)")
@pytest.mark.parametrize(
    ("name", "price"), [("ga", (3, 0.5)), ("gb", (2, 0.5)), ("gp#motinf.1", (3, 0))]
)
def test_what_it_costs_to_bring_them_back(name: str, price: tuple[float, float]) -> None:
    isolated = {**DEAD, "place": "surrendered"}
    game = segment(
        unit("ghq", (0, 0), "hq:div", **FIRST), unit("ga", None, "motinf", **FIRST, **isolated),
        unit("gb", None, "motinf", **FIRST, **DEAD),
        unit("gp", (3, 0), "motinf", left=2, **FIRST), QUIET,
    )  # fmt: skip
    game.put(UNITS, broken("gp", "motinf", 1), Unit("surrendered", steps=0, gone_in=1))
    game.play("axis", {"do": "resurrect", "unit": name, "hex": at(0, 0)})
    assert has(game, "axis") == (20 - price[0], 20 - price[1])
    assert now(game, name).steps == 1


@pytest.mark.reading("goss", "goss-18-05")
@pytest.mark.rule("goss", "18.9.0", "22.5.2a")
def test_companies_and_the_battalion_they_came_from() -> None:
    def back(name: str, hex: tuple[int, int] = (0, 0)) -> dict[str, Any]:
        return {"do": "resurrect", "unit": name, "hex": at(*hex)}

    cos = [broken("gw", "2-2-6", n) for n in (1, 2, 3)]
    game = segment(
        unit("ghq", (0, 0), "hq:div", **FIRST),
        unit("gw", None, place="broken", left=0, out=3, **FIRST), QUIET,
    )  # fmt: skip
    for name in cos:
        game.put(UNITS, name, Unit("map", game.board.hex(at(5, 0))))
    for name in cos[:2]:
        eliminate(game, name, "4.2.2")
    assert rules(game, "axis", back(cos[0])) == []
    assert rules(game, "axis", back("gw")) == ["22.5.2"], "it lives on in a company"
    eliminate(game, cos[2], "4.2.2")
    assert rules(game, "axis", back(cos[0])) == ["22.5.2a"]
    game.play("axis", back("gw"))
    assert (where(game, "gw"), now(game, "gw").steps) == (at(0, 0), 1)
    c = segment(
        unit("ghq", (0, 0), "hq:div", **FIRST), QUIET,
        unit("gs", None, "stug", **DEAD, z=True, **FIRST),
    )  # fmt: skip
    assert rules(c, "axis", back("gs")) == ["18.9.0"]
    assert headquarters(c, "ghq").since == 0
