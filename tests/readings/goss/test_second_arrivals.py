"""Reinforcements, withdrawals and refit: a second reader's cases. [21.0] [22.4.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.arrivals.refit import enemies_near
from grognard.systems.goss.logistics.support import supported
from grognard.systems.goss.pieces.chain import army
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, LEADERS, Headquarters
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, SECOND, give, has, staff
from tests.systems.goss.arrivals.edge import EDGE, coming, enter, place, until
from tests.systems.goss.field import at, now, pass_to, position, rules, told, unit, where
from tests.systems.goss.works.site import mark

DEAD: dict[str, Any] = {"place": "eliminated", "left": 0, "gone_in": 1}
QUIET = unit("u9", (12, -6))


# ---- reinforcements [21.0]


@pytest.mark.reading("goss", "goss2-21-01")
@pytest.mark.rule("goss", "21.0", "21.0(b)", "21.0(c)", "21.0(d)")
def test_what_newcomers_bring_along() -> None:
    chain = {"formation": "1 Div", "corps": "X", "army": "A"}
    game = coming(
        unit("gX", (-9, 3), "hq:corps", corps="X", army="A"),
        unit("ghq", None, "hq:div", **chain), unit("g1", None, **chain),
        unit("g2", None, "motinf", **chain), unit("g3", None), unit("u9", (-11, 0)),
        armies={"A": {"side": "axis", "adv": 3}}, rest={"axis": "AM"},
        roads={"primary": [[(q, 0) for q in range(-12, 0)]]},
    )  # fmt: skip
    lone = {"do": "arrive", "units": ["g3"], "hex": at(*EDGE)}
    assert rules(game, "axis", lone) == ["21.0"]  # it must be put under somebody
    game.play("axis", {**lone, "to": "gX"})
    assert army(game, "g3") == "A"
    place(game, "g1", mode="PA")
    assert now(game, "g1").mode == "PA"
    exploit = {"do": "arrive", "units": ["g2"], "hex": at(*EDGE), "mode": "Exploit"}
    assert rules(game, "axis", exploit) == []
    game.put(HQS, "ghq", Headquarters(supported=False))
    game.play("axis", {"do": "arrive", "units": ["ghq"], "hex": at(*EDGE)})
    assert supported(game, "g1")  # though its corps supports no more
    until(game, 7, "modes", "axis")
    game.put(HQS, "ghq", Headquarters(supported=False))
    assert not supported(game, "g1")  # by the ordinary steps on the next day


ASSETS: dict[str, tuple[str, dict[str, Any]]] = {
    "ua1": ("art", {"gun": "105mm"}), "ua2": ("art", {"gun": "105mm"}),
    "ua3": ("art", {"gun": "105mm"}), "ua4": ("art", {"gun": "155mm"}),
    "ue": ("eng", {"size": "Bn", "steps": 3}), "ur": ("armrecon", {"size": "Co", "steps": 1}),
}  # fmt: skip


def division(*listed: str) -> Gs:
    """Three regiments that come one by one, and assets of which some are listed by themselves."""
    chain = {"formation": "1 Div", "corps": "X", "army": "A"}
    regiments = {"1": 4, "2": 5, "3": 6}
    rows: list[dict[str, Any]] = [
        {"turn": turn, "entry": [at(*EDGE)], "regiments": {"1 Div": [name]}}
        for name, turn in regiments.items()
    ]
    rows += [{"turn": 8, "entry": [at(*EDGE)], "units": [name]} for name in listed]
    return coming(
        unit("uhq", None, "hq:div", **chain),
        *(unit(f"u{name}", None, regiment=name, **chain) for name in regiments),
        *(unit(name, None, kind, **facts, **chain) for name, (kind, facts) in ASSETS.items()),
        unit("g9", (9, 0)), rows=rows, side="allied",
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-21-02")
@pytest.mark.rule("goss", "21.1.0")
def test_the_assets_of_a_division_in_three_parts() -> None:
    def bring(game: Gs, regiment: str, *names: str) -> dict[str, Any]:
        return {"do": "arrive", "units": [*names], "hex": at(*EDGE), "group": f"1 Div {regiment}"}

    game = division()
    assert rules(game, "allied", bring(game, "1", "ua1", "ua2", "ua3", "ua4")) == ["21.1.0"]
    game.play("allied", {"do": "split-asset", "unit": "ue"})
    cos = told(game, "asset-split")[0]["units"]
    assert len(cos) == 3
    game.play("allied", bring(game, "1", "ua1", cos[0]))
    until(game, 5, "entry", "allied")
    more = bring(game, "2", "ua2", cos[1], "ua4", "ur")
    assert rules(game, "allied", more) == []  # its share, and what does not divide evenly
    game.play("allied", more)
    until(game, 6, "entry", "allied")
    assert rules(game, "allied", bring(game, "3", "ua3", cos[2])) == []
    listed = division("ue")
    split = {"do": "split-asset", "unit": "ue"}
    assert rules(listed, "allied", split) == ["21.1.0"]
    assert rules(listed, "allied", bring(listed, "1", "ue")) != []


@pytest.mark.reading("goss", "goss2-21-03")
@pytest.mark.rule("goss", "21.3.0", "21.3.1")
def test_reinforcements_may_wait_but_are_not_mended_before_they_come() -> None:
    chain = {"formation": "116 Pz", "corps": "X", "army": "A"}
    rows = [{"turn": 5, "entry": [at(*EDGE)], "formations": ["116 Pz"], "steps_lost": {"g1": 1}}]
    game = coming(
        unit("ghq", None, "hq:div", **chain), unit("g1", None, **chain), unit("g2", None, **chain),
        unit("u9", (12, -6)), rows=rows, turn=5,
    )  # fmt: skip
    give(game, "axis", inf=5)
    offered = {n for a in game.legal("axis") if a["do"] == "arrive" for n in a["units"]}
    assert offered == {"ghq", "g1", "g2"}  # all of it
    assert now(game, "g1").steps == 2
    assert rules(game, "axis", {"do": "end"}) == []
    until(game, 10, "entry", "axis")  # the AM of the fourth day
    place(game, "ghq", "g1", "g2")
    pass_to(game, "moves", "axis")
    enter(game, "g1")
    assert now(game, "g1").steps == 2
    until(game, 10, "replacements", "axis")
    assert rules(game, "axis", {"do": "replace", "unit": "g2"}) == ["21.3.1"]
    assert rules(game, "axis", {"do": "replace", "unit": "g1"}) == []


@pytest.mark.reading("goss", "goss2-21-04")
@pytest.mark.rule("goss", "21.4.0")
def test_how_units_are_withdrawn() -> None:
    chain = {"formation": "1 Div", "corps": "X", "army": "A"}
    ring = [(1, 6), (-1, 6), (0, 7), (0, 5), (1, 5)]
    game = position(
        unit("ghq", (-11, 0), "hq:div", **chain), unit("g1", (-6, 0), **chain),
        unit("g2", (-6, 4), extended=True, **chain), unit("u2", (-5, 4)),
        unit("g3", (3, -6), supply="OhS", **chain), unit("g4", (0, 6), **chain),
        *(unit(f"u1{n}", h) for n, h in enumerate(ring)), segment="combat-reserves",
        withdrawals=[{"turn": 4, "units": ["g1", "g2", "g3", "g4"]}],
    )  # fmt: skip
    pass_to(game, "moves")
    assert where(game, "g1") == "gone"
    assert [where(game, n) for n in ("g2", "g3", "g4")] == [at(-6, 4), at(3, -6), at(0, 6)]
    assert set(rules(game, "axis", {"do": "end"})) == {"21.4.0"}
    game.play("axis", {"do": "move", "units": ["g2"], "path": [at(-7, 4)]})
    assert "21.4.0" in rules(game, "axis", {"do": "end"})  # the third must come nearer, too
    game.play("axis", {"do": "move", "units": ["g3"], "path": [at(2, -6), at(1, -6), at(0, -6)]})
    assert rules(game, "axis", {"do": "end"}) == []
    until(game, 5)
    assert [where(game, n) for n in ("g2", "g3", "g4")] == ["gone", "gone", at(0, 6)]
    until(game, 5, "moves", "axis")
    assert where(game, "g4") == at(0, 6)


# ---- refit [22.4.0]


def refit(hq: str = "ghq") -> dict[str, Any]:
    return {"do": "refit", "hq": hq}


@pytest.mark.reading("goss", "goss2-22-03")
@pytest.mark.rule("goss", "22.4.0", "22.4.1")
def test_who_goes_into_refit() -> None:
    def far(distance: int) -> Gs:
        return position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (8 - distance, 0), **FIRST),
            unit("u9", (8, 0)), segment="command", turn=7,
        )  # fmt: skip

    assert rules(far(19), "axis", refit()) == ["22.4.1"]
    game = far(20)
    assert rules(game, "axis", refit()) == []
    game.play("axis", refit())
    pass_to(game, "moves", "axis")
    assert rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(-11, 0)]}) != []
    brigade = position(
        unit("ghq", (-12, 0), "hq:bg", formation="1 Bde", **CHAIN),
        unit("g1", (-12, 1), supply="OhS", formation="1 Bde", **CHAIN),
        unit("u9", (10, 0)), segment="command",
    )  # fmt: skip
    assert rules(brigade, "axis", refit()) == ["22.4.1"]
    alone = position(
        unit("u1", (-12, 0), regiment="7", formation="1 Div", **CHAIN), unit("g9", (12, 0)),
        segment="command", side="allied",
    )  # fmt: skip
    assert rules(alone, "allied", refit("u1")) != []  # no headquarters of its own


@pytest.mark.reading("goss", "goss2-22-03")
@pytest.mark.rule("goss", "22.4.1")
@pytest.mark.parametrize(("day", "again"), [(16, False), (17, True)])
def test_seven_full_days_pass_before_another_refit(day: int, again: bool) -> None:
    game = position(
        unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-12, 1), **FIRST),
        unit("u9", (10, 0)), segment="command", turn=3 * day - 2, days=20,
    )  # fmt: skip
    staff(game, "ghq", refitted=9)
    assert (rules(game, "axis", refit()) == []) is again


@pytest.mark.reading("goss", "goss2-22-04")
@pytest.mark.rule("goss", "22.4.1", "22.4.1(1)", "22.4.1(2)")
def test_whom_a_refit_overlooks() -> None:
    def ready(near: int) -> Gs:
        spots = [(3, n - 1) if n < near else (-12, n) for n in range(3)]
        return position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("gX", (-11, 0), "hq:corps", **CHAIN),
            unit("g1", (-11, 1), **FIRST),
            *(unit(f"ga{n}", h, "art", **FIRST) for n, h in enumerate(spots)),
            unit("gi", (6, 0), supply="OoS", isolated=True, **FIRST),
            unit("g6", None, **DEAD, **FIRST), unit("g7", (-9, 2), **CHAIN),
            unit("ghq2", (-10, 0), "hq:div", **SECOND), unit("g2", (-10, 1), **SECOND),
            unit("u9", (9, 0)), segment="command", turn=4,
        )  # fmt: skip

    def without(*guns: str) -> dict[str, Any]:
        return {**refit(), "guns": [*guns]}

    assert rules(ready(3), "axis", without("ga0", "ga1")) == ["22.4.1"]  # the third is too near
    assert rules(ready(3), "axis", without("ga0", "ga1", "ga2")) == ["22.4.1(1)"]
    game = ready(2)
    assert rules(game, "axis", without("ga0", "ga1")) == []
    game.play("axis", without("ga0", "ga1"))
    for name in ("ga0", "ga1"):
        mark(game, name, attached="gX")
    until(game, 7, "command")
    assert rules(game, "axis", {"do": "end"}) == []
    other = {"do": "attach", "units": ["ga1"], "hq": "ghq2"}
    assert rules(game, "axis", other) == ["22.4.1(1)"]
    late = ready(2)
    late.play("axis", without("ga0", "ga1"))
    for name in ("ga0", "ga1"):
        mark(late, name, attached="")
    until(late, 7, "command")
    assert "22.4.1(1)" in rules(late, "axis", {"do": "end"})  # by the next Command Phase
    cut_off = ready(2)
    instead = {"do": "attach", "units": ["g7"], "hq": "ghq", "instead": "g6"}
    assert rules(cut_off, "axis", instead) == []
    cut_off.play("axis", without("ga0", "ga1"))
    assert rules(cut_off, "axis", instead) == ["22.4.1(2)"]
    mark(cut_off, "gi", isolated=False, supply="GenS")
    pass_to(cut_off, "moves", "axis")
    assert "22.4.1(2)" in rules(cut_off, "axis", {"do": "end"})  # it must come at once


@pytest.mark.reading("goss", "goss2-22-05")
@pytest.mark.rule("goss", "22.4.2", "22.4.2-2")
def test_guns_that_change_their_name() -> None:
    third = {"formation": "3 Div", **CHAIN}

    def entering(second: tuple[int, int] = (-6, 0), **facts: Any) -> Gs:
        game = position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("ghq2", second, "hq:div", **SECOND),
            unit("ghq3", (-12, 3), "hq:div", **third), unit("gr1", (-12, 1), "art", **FIRST),
            unit("gr2", (-11, 0), "art", **FIRST),
            unit("gr3", (-11, 1), "art", gun="150mm", **FIRST),
            unit("gs1", None, "art", **DEAD, **SECOND),
            unit("gs2", (-9, 1), "art", gun="150mm", **SECOND),
            unit("gt1", (-11, 3), "art", **third), unit("u9", (12, -6)), segment="command",
            roads={"secondary": [[(q, 0) for q in range(-12, -4)]]}, **facts,
        )  # fmt: skip
        staff(game, "ghq", since=2)
        return game

    def swap(mine: str, to: str) -> dict[str, Any]:
        return {"do": "give-guns", "unit": mine, "to": to}

    game = entering()
    assert rules(game, "axis", swap("gr3", "gs2")) == ["22.4.2-2"]  # no 150 is lost
    assert rules(game, "axis", swap("gr1", "gt1")) == ["22.4.2-2"]  # nothing is lost there
    far = entering((-5, 0))
    assert rules(far, "axis", swap("gr1", "gs1")) == ["22.4.2"]
    spared = entering()
    staff(spared, "ghq", since=2, spared=("gr1",))
    assert rules(spared, "axis", swap("gr1", "gs1")) == ["22.4.2-2"]
    game.play("axis", swap("gr1", "gs1"))
    assert (where(game, "gr1"), where(game, "gs1")) == ("eliminated", at(-12, 1))


@pytest.mark.reading("goss", "goss2-22-06")
@pytest.mark.rule("goss", "22.4.3", "22.4.3(a)", "22.4.3(b)", "22.4.3(c)", "22.4.3(d)")
def test_the_points_of_a_refit() -> None:
    def drawn(name: str, level: str, kind: str = "inf", **more: Any) -> tuple[int, int]:
        side = "axis" if name[0] == "g" else "allied"
        enemy = unit("u9" if side == "axis" else "g9", (12, -6))
        game = position(
            unit(f"{name}hq", (-12, 0), f"hq:{level}", formation="1", **CHAIN, **more),
            unit(name, (-12, 1), kind, left=2, formation="1", **CHAIN), enemy, side=side,
            segment="designation",
        )  # fmt: skip
        staff(game, f"{name}hq", since=1)
        pass_to(game, "replacements", side)
        found = told(game, "refit-points")[0]
        return found["inf"], found["arm"]

    mech = {"traits": "mech formation"}
    assert drawn("g1", "div") == (3, 0)
    assert drawn("g1", "div", "arminf", **mech) == (2, 1)
    assert drawn("g1", "bg") == (1, 0)
    assert drawn("g1", "bg", "arminf", **mech) == (1, 1)
    assert drawn("u1", "div", "motinf") == (3, 0)
    assert drawn("u1", "div", "arminf") == (2, 1)
    assert drawn("u1", "bg", "arminf") == (1, 1)


@pytest.mark.reading("goss", "goss2-22-06")
@pytest.mark.rule("goss", "22.4.3")
def test_refit_points_are_neither_kept_nor_given_away() -> None:
    game = position(
        unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-12, 1), left=2, **FIRST),
        unit("ghq2", (-10, 0), "hq:div", **SECOND), unit("g2", (-10, 1), left=2, **SECOND),
        unit("u9", (12, -6)), segment="designation",
    )  # fmt: skip
    staff(game, "ghq", since=1)
    pass_to(game, "replacements", "axis")
    assert has(game, "axis") == (0, 0)  # they are not in the pool of the side
    assert rules(game, "axis", {"do": "replace", "unit": "g2"}) != []  # another formation's
    game.play("axis", {"do": "replace", "unit": "g1"})
    assert game.state[HQS]["ghq"].refit_inf == 2 * 2
    until(game, 5, "replacements", "axis")
    assert game.state[HQS]["ghq"].refit_inf == 2 * 2  # none again in the afternoon
    until(game, 7, "replacements", "axis")
    assert game.state[HQS]["ghq"].refit_inf == 3 * 2  # what was left is lost


@pytest.mark.reading("goss", "goss2-22-07")
@pytest.mark.rule("goss", "22.4.4", "22.4.5")
def test_what_ends_a_refit() -> None:
    def resting(enemy: tuple[int, int]) -> Gs:
        game = position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-4, 0), left=2, **FIRST),
            unit("u1", enemy, "inf", size="Co"),
            unit("uD", (12, -6), "hq:div", formation="2 Div"), side="allied", turn=10,

            leaders=[{"id": "l1", "side": "allied", "name": "L", "hq": "uD", "number": 6}],
        )  # fmt: skip
        staff(game, "ghq", since=3)
        return game

    def step(q: int) -> dict[str, Any]:
        return {"do": "move", "units": ["u1"], "path": [at(q, 0)]}

    game = resting((5, 0))
    game.play("allied", step(4))
    assert game.state[HQS]["ghq"].since == 0  # eight hexes: at once
    assert told(game, "refit-left")
    until(game, 10, "replacements", "axis")
    assert not told(game, "refit-points")
    assert game.state[HQS]["ghq"].refitted == 4
    near = resting((6, 0))
    near.play("allied", step(5))
    assert near.state[HQS]["ghq"].since == 3  # nine
    leader = near.state[LEADERS]["l1"]
    near.put(LEADERS, "l1", replace(leader, hex=near.board.hex(at(4, 0)), at_hq=False))
    enemies_near(near)
    assert near.state[HQS]["ghq"].since == 3  # a leader is no ground unit
    for turn, free in ((19, False), (22, True)):
        late = position(
            unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-4, 0), **FIRST),
            unit("u1", (5, 0)), segment="command", turn=turn,
        )  # fmt: skip
        staff(late, "ghq", since=3)
        assert (rules(late, "axis", {"do": "leave-refit", "unit": "ghq"}) == []) is free
