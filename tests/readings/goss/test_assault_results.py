"""Ground assault: hits, declarations, retreats and advances. [13.10] to [13.12]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.advance import trail, ways
from grognard.systems.goss.assault.suffering import Aftermath
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LEADERS, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Clash, clash, field
from tests.systems.goss.field import at, now, rig, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ALLIED = {"side": "allied"}
HOLD, LIMITED, FULL = ({"choose": word} for word in ("hold", "limited", "full"))
YES = {"choose": "yes"}


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def fort(game: Gs, steps: int) -> None:
    game.put(HEXES, game.board.hex(at(0, 0)), HexStatus(fort=steps, side="axis"))


def sea(*open_: tuple[int, int], around: tuple[int, int] = (0, 0)) -> list[Any]:
    """The hexsides of a hex that nobody crosses: a great river but for some ways."""
    q, r = around
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    beside = [(q + a, r + b) for a, b in steps]
    return [(around, h) for h in beside if h not in open_]


@pytest.mark.reading("goss", "goss-04-05")
@pytest.mark.rule("goss", "13.10.1")
@pytest.mark.parametrize(
    ("attacks", "led", "roll", "passed"),
    [
        (True, False, 5, False),
        (True, True, 5, True),
        (False, False, 6, True),
        (False, False, 7, False),
    ],
)
def test_the_mandatory_check(attacks: bool, led: bool, roll: int, passed: bool) -> None:
    side = "allied" if attacks else "axis"
    mine = {"pr": "5/7", "formation": "1"}
    game = field(
        unit("u1", (0, 1), **mine, **(PA if attacks else {})),
        unit("g1", (0, 0), **({} if attacks else PA)), unit("uh", (0, 5), "hq:div", formation="1"),
        side=side,
        leaders=[{"id": "ul", "side": "allied", "name": "L", "hq": "uh", "number": 7}],
    )  # fmt: skip
    if led:
        mark_leader(game, (0, 1))
    found = clash(game, ["u1"] if attacks else ["g1"], (0, 0) if attacks else (0, 1))
    rig(game, roll)
    found.settle(**{"attacker" if attacks else "defender": "*"}, declare=HOLD)
    assert told(game, "check")[0]["passed"] is passed
    assert bool(told(game, "declared")) is not passed
    if not passed:
        assert told(game, "declared")[0]["hits"] == 1


def mark_leader(game: Gs, hex: tuple[int, int]) -> None:
    there = game.board.hex(at(*hex))
    game.put(LEADERS, "ul", replace(game.state[LEADERS]["ul"], hex=there))


@pytest.mark.reading("goss", "goss-13-42")
@pytest.mark.rule("goss", "13.10.0", "13.10.4-2", "13.10.4c", "13.11.1(d)", "13.10.4")
def test_the_attackers_retreat_relieves_the_defender() -> None:
    def fought(**answers: Any) -> Gs:
        game = field(
            unit("u1", (0, 1), "motinf", **PA), unit("u2", (0, 1), "motinf", **PA),
            unit("g1", (0, 0)), **ALLIED,
        )  # fmt: skip
        found = clash(game, ["u1", "u2"])
        rig(game, 0, 0, 0)
        found.settle("2", "2(1)", **answers)
        return game

    back = fought(declare=FULL)
    assert {
        back.board.distance(now(back, n).hex, back.board.hex(at(0, 1))) for n in ("u1", "u2")
    } == {2}
    assert (now(back, "g1").steps, where(back, "g1")) == (2, at(0, 0))
    held = fought(declare=[HOLD, HOLD], take_hit=[{"take": "fatigue"}, {"take": "fatigue"}])
    assert now(held, "u1").fatigue == 2
    assert (now(held, "g1").steps, now(held, "g1").fatigue) == (2, 2)


@pytest.mark.reading("goss", "goss-13-43")
@pytest.mark.rule("goss", "13.10.1", "13.10.4a")
def test_who_is_checked() -> None:
    fort_ = field(unit("g1", (0, 0), inside=True), unit("u1", (0, 1), **PA), **ALLIED)
    fort(fort_, 2)
    clash(fort_, ["u1"]).settle(defender="*1")
    assert not told(fort_, "check")
    assert not told(fort_, "declared")
    dug = field(
        unit("g1", (0, 0), pr="8/8", inside=True), unit("u1", (0, 1), **PA),
        works={(0, 0): "ET-2"}, **ALLIED,
    )  # fmt: skip
    found = clash(dug, ["u1"])
    rig(dug, 8)
    found.settle(defender="*", declare=HOLD)
    assert [(c["rating"], c["passed"]) for c in told(dug, "check")] == [(8, False)]
    for roll, passed in ((4, True), (5, False)):
        game = field(
            unit("u1", (0, 1), pr="7/7", **PA), unit("u2", (0, 1), "eng", pr="4/4", **PA),
            unit("u3", (0, 1), "fus", size="Co", pr="5/5", **PA), unit("g1", (0, 0)), **ALLIED,
        )  # fmt: skip
        found = clash(game, ["u1", "u2", "u3"])
        rig(game, roll)
        found.settle("1", declare=HOLD)
        check = told(game, "check")[0]
        assert (check["unit"], check["rating"], check["passed"]) == ("u3", 5, passed)


@pytest.mark.reading("goss", "goss-13-44")
@pytest.mark.rule("goss", "13.10.2", "13.10.4a")
def test_an_et3_may_be_given_up() -> None:
    def game(*more: Any) -> Gs:
        return field(
            unit("ga", (0, 0), pr="6/6", inside=True), unit("gb", (0, 0), pr="5/5", inside=True),
            unit("u1", (0, 1), **PA), *more, works={(0, 0): "ET-3"}, **ALLIED,
        )  # fmt: skip

    around = [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1)]
    shut = game(*(unit(f"u{n}", h) for n, h in enumerate(around, 2)))
    found = clash(shut, ["u1"], lead=[{"unit": "ga"}]).settle(
        defender="1(2)", declare=HOLD, take_hit={"take": "fatigue"}
    )
    assert "axis spend-work" not in found.asked
    assert (now(shut, "ga").steps, now(shut, "gb").steps) == (2, 2)
    away = game()
    rig(away, 0, 0, 0, 0)
    found = clash(away, ["u1"], lead=[{"unit": "ga"}])
    rig(away, 5)
    found.settle(defender="1(2)", spend_work=YES, declare=HOLD)
    assert (now(away, "ga").steps, now(away, "gb").steps) == (2, 3)
    assert told(away, "check")[-1]["rating"] == 5
    assert not told(away, "check")[-1]["passed"]
    assert where(away, "ga") != at(0, 0)
    kept = game()
    found = clash(kept, ["u1"]).settle(defender="1(2)", declare=HOLD)
    assert (now(kept, "ga").steps, now(kept, "gb").steps) == (2, 2)
    assert not told(kept, "check")


@pytest.mark.reading("goss", "goss-13-45")
@pytest.mark.rule("goss", "13.10.2", "13.10.2(a)", "13.10.2(b)")
@pytest.mark.parametrize(
    ("terrain", "tank", "mate", "allowed"),
    [
        ("clear", True, False, False),
        ("clear village", True, False, True),
        ("clear", False, False, True),
        ("village", True, True, False),
    ],
)
def test_recon_turns_a_hit_loose(terrain: str, tank: bool, mate: bool, allowed: bool) -> None:
    armor = [unit("g2", (0, 1), "pz5", arm_attack=6, arm_defence=6, **PA)] if tank else []
    foot = [unit("u2", (0, 0), size="Co", steps=2, values="3-3")] if mate else []
    game = field(
        unit("g1", (0, 1), **PA), *armor, unit("u1", (0, 0), "fus", size="Co"), *foot,
        terrain={(0, 0): terrain},
    )  # fmt: skip
    found = clash(game, ["g1", *(["g2"] if tank else [])])
    rig(game, 0, 0)
    found.settle(defender="1(1)", convert_hit=YES, declare=HOLD)
    assert ("allied convert-hit" in found.asked) is allowed
    if allowed:
        assert told(game, "declared")[0]["hits"] == 2


@pytest.mark.reading("goss", "goss-13-46")
@pytest.mark.rule("goss", "13.10.3", "13.10.3-2", "13.10.3-3", "4.1.3-ga-d")
def test_the_order_of_losses() -> None:
    def game() -> Gs:
        return field(
            unit("ua", (0, 1), **PA), unit("ub", (0, 1), **PA),
            unit("ue", (0, 1), "eng", steps=2, **PA), unit("ut", (-1, 1), "m4", **PA),
            unit("g1", (0, 0), inside=True), works={(0, 0): "IP"}, **ALLIED,
        )  # fmt: skip

    units = ["ua", "ub", "ue", "ut"]
    first = game()
    found = clash(first, units, lead=[{"unit": "ua"}]).settle("(2)")
    assert {n: now(first, n).steps for n in units} == {"ua": 2, "ub": 3, "ue": 2, "ut": 2}
    assert "allied lose-step" not in found.asked
    second = game()
    clash(second, units, lead=[{"unit": "ut"}]).settle("(2)")
    assert {n: now(second, n).steps for n in units} == {"ua": 3, "ub": 3, "ue": 1, "ut": 2}
    third = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "spa", battery=True), unit("u1", (0, 1), **PA),
        **ALLIED,
    )  # fmt: skip
    clash(third, ["u1"], lead=[None, {"unit": "g1"}]).settle(defender="(2)")
    assert (now(third, "g1").steps, now(third, "g2").place) == (2, "eliminated")
    assert not told(third, "declared")
    fourth = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), size="Co", steps=1, values="2-2"),
        unit("g3", (0, 0), "pz4", z=True, left=0), unit("u1", (0, 1), **PA), **ALLIED,
    )  # fmt: skip
    clash(fourth, ["u1"], lead=[{"unit": "g1"}]).settle(defender="(2)")
    assert now(fourth, "g1").steps == 2
    assert {now(fourth, n).place for n in ("g2", "g3")} == {"eliminated"}
    assert not told(fourth, "declared")


@pytest.mark.reading("goss", "goss-13-47")
@pytest.mark.rule("goss", "13.10.3", "13.6.2")
@pytest.mark.parametrize(("attack", "steps", "hits"), [(1, 1, 1), (2, 2, 2)])
def test_below_the_least_ratio(attack: int, steps: int, hits: int) -> None:
    game = field(
        unit("u1", (0, 1), values=f"{attack}-6", reduced="1-4", **TA),
        unit("g1", (0, 0), values="6-6", shifts=2), **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1"])
    assert found.sums.below is (attack == 1)
    rig(game, 0)
    found.settle("1(2)", declare=HOLD, take_hit={"take": "fatigue"})
    assert now(game, "u1").steps == steps
    assert told(game, "declared")[0]["hits"] == hits


@pytest.mark.reading("goss", "goss-13-48")
@pytest.mark.rule("goss", "13.10.3", "13.10.4a-2", "13.10.4c", "13.11.1(a)")
@pytest.mark.parametrize(("how", "steps"), [(HOLD, 1), (FULL, 2)])
def test_what_a_retreat_does_not_meet(how: dict[str, str], steps: int) -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (0, 1), **PA), **ALLIED)
    found = clash(game, ["u1"])
    rig(game, 9)
    found.settle(defender="3(3)", declare=how)
    unit_ = now(game, "g1")
    assert told(game, "declared")[0]["hits"] == 5
    assert (unit_.steps, unit_.fatigue) == (steps, 2)
    assert game.board.distance(unit_.hex, game.board.hex(at(0, 0))) == 2


@pytest.mark.reading("goss", "goss-13-51")
@pytest.mark.rule("goss", "13.10.4a-2", "13.10.4b", "13.10.4c")
@pytest.mark.parametrize(
    ("result", "how", "roll", "grounded", "steps"),
    [
        ("1", HOLD, 9, True, 3),
        ("2", HOLD, 9, False, 2),
        ("2", LIMITED, 0, True, 3),
        ("1", FULL, 0, True, 3),
    ],
)
def test_attackers_go_to_ground(
    result: str, how: dict[str, str], roll: int, grounded: bool, steps: int
) -> None:
    game = field(unit("u1", (0, 1), **TA), unit("g1", (0, 0)), works={(0, 1): "IP"}, **ALLIED)
    found = clash(game, ["u1"])
    rig(game, roll)
    found.settle(result, declare=how, go_to_ground=YES, take_hit={"take": "fatigue"})
    mine = now(game, "u1")
    assert (where(game, "u1") == at(0, 1), mine.inside) == (grounded, grounded)
    assert mine.steps == steps
    assert mine.fatigue == (1 if how == LIMITED else 0)


@pytest.mark.reading("goss", "goss-13-52")
@pytest.mark.rule("goss", "13.10.4a-2", "13.10.4c", "13.11.1(c)", "13.10.0")
@pytest.mark.parametrize(("how", "steps", "fatigue"), [(HOLD, 3, 1), (FULL, 2, 0)])
def test_stacks_that_go_unequally(how: dict[str, str], steps: int, fatigue: int) -> None:
    game = field(
        unit("u1", (0, 1), "motinf", **PA), unit("u2", (-1, 1), **PA), unit("g1", (0, 0)), **ALLIED
    )
    found = clash(game, ["u1", "u2"])
    rig(game, 9, 0)
    found.settle("2", "2", declare=[how, HOLD], take_hit={"take": "fatigue"})
    distance = game.board.distance
    assert distance(now(game, "u1").hex, game.board.hex(at(0, 1))) == 2
    assert distance(now(game, "u2").hex, game.board.hex(at(-1, 1))) == 1
    assert (now(game, "u2").steps, now(game, "u2").fatigue) == (steps, fatigue)
    assert (now(game, "u1").steps, now(game, "u1").fatigue) == (3, 0)
    assert told(game, "declared")[1]["hits"] == 1


@pytest.mark.reading("goss", "goss-13-54")
@pytest.mark.rule("goss", "13.10.3-4", "13.10.4", "13.10.1")
@pytest.mark.parametrize(("steps", "result"), [(2, "*2(3)"), (1, "1(3)")])
def test_forts(steps: int, result: str) -> None:
    game = field(unit("g1", (0, 0), inside=True), unit("u1", (0, 1), **PA), **ALLIED)
    fort(game, steps)
    clash(game, ["u1"]).settle(defender=result)
    assert (now(game, "g1").steps, where(game, "g1")) == (2, at(0, 0))
    assert game.state[HEXES][game.board.hex(at(0, 0))].fort == 0
    assert not told(game, "check")
    assert not told(game, "declared")


@pytest.mark.reading("goss", "goss-13-56")
@pytest.mark.rule("goss", "13.10.4c", "13.11.0-2", "13.11.1-2")
def test_the_longest_way_goes_before_cover() -> None:
    game = field(
        unit("g1", (0, 0), "motinf", formation="1"), unit("gh", (-2, -2), "hq:div", formation="1"),
        unit("u1", (0, 1), **PA), terrain={(-1, 0): "woods"},
        water={"great_river": [((0, 0), (1, -1)), ((0, 0), (1, 0)), ((0, 0), (-1, 1))]}, **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1"])
    found.settle(defender="3", declare=FULL)
    back = told(game, "retreat")[0]
    assert back["hexes"] == 3
    assert (now(game, "g1").steps, now(game, "g1").fatigue) == (3, 0)


@pytest.mark.reading("goss", "goss-13-57")
@pytest.mark.rule("goss", "13.11.0-3", "13.11.0(d)", "13.11.1(a)", "13.11.0", "13.11.1")
@pytest.mark.parametrize(
    ("water", "result", "hexes", "steps"),
    [("river", "2", 1, 2), ("ford", "2", 2, 3), ("major_river", "1", 0, 2)],
)
def test_foot_over_water(water: str, result: str, hexes: int, steps: int) -> None:
    crossing = [((0, 0), (0, -1))]
    kinds: dict[str, Any] = {"river" if water == "ford" else water: crossing}
    if water == "ford":
        kinds["ford"] = crossing
    game = field(
        unit("g1", (0, 0)), unit("u1", (0, 1), **PA),
        water={**kinds, "great_river": sea((0, -1))},
        roads={"secondary": [[(0, 0), (0, -1)]]} if water == "major_river" else {}, **ALLIED,
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender=result, declare=FULL)
    assert game.board.distance(now(game, "g1").hex, game.board.hex(at(0, 0))) == hexes
    assert now(game, "g1").steps == steps


@pytest.mark.reading("goss", "goss-13-58")
@pytest.mark.rule("goss", "13.11.3", "13.11.0(a)")
@pytest.mark.parametrize(("version", "steps"), [(1, 1), (2, 2), (3, 2), (4, 1)])
def test_past_enemies_in_the_open(version: int, steps: int) -> None:
    friends = [unit("g3", (0, -1))] if version == 4 else []
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "pz4", z=True, left=0), unit("u1", (0, 1), **PA),
        unit("uf", (1, -2), shifts=int(version == 3)), unit("ug", (-2, 0)), *friends,
        terrain={(-1, -1): "woods"} if version == 2 else {},
        water={"great_river": [*sea((0, -1)), *sea((0, 0), (-1, -1), around=(0, -1))]}, **ALLIED,
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="2", declare=FULL)
    assert now(game, "g1").steps == steps
    assert {where(game, n) for n in ("g1", "g2")} == {at(-1, -1)}
    assert not friends or now(game, "g3").steps == 3


@pytest.mark.reading("goss", "goss-13-59")
@pytest.mark.reading("goss", "goss-16-18")
@pytest.mark.rule("goss", "13.11.1(b)", "13.11.1", "13.11.4")
@pytest.mark.parametrize(
    ("kind", "facts", "fuel", "result", "hexes", "steps", "battery"),
    [
        ("motinf", {}, "none", "3", 2, 2, False),
        ("motinf", {}, "low", "3", 3, 3, False),
        ("spa", {"battery": True}, "normal", "3", 3, 1, True),
        ("art", {"battery": True}, "normal", "2", 2, 1, False),
        ("art", {"battery": True}, "normal", "1", 1, 1, True),
        ("arth", {"battery": True}, "normal", "1", -1, 0, False),
        ("static", {"battery": True}, "normal", "1", -1, 0, False),
        ("art", {"battery": True, "gun": "155G"}, "normal", "1", -1, 0, False),
        ("art", {"battery": False, "gun": "155G"}, "normal", "2", 2, 1, False),
    ],
)
def test_how_far_vehicles_and_guns_go(
    kind: str, facts: dict[str, Any], fuel: str, result: str, hexes: int, steps: int, battery: bool
) -> None:
    game = field(
        unit("g1", (0, 0), kind, formation="1", **facts),
        unit("gh", (0, -8), "hq:div", formation="1", traits="mech formation"),
        unit("u1", (0, 1), **PA), headquarters={"gh": {"fuel": fuel}}, **ALLIED,
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender=result, declare=FULL)
    unit_ = now(game, "g1")
    gone = game.board.distance(unit_.hex, game.board.hex(at(0, 0))) if unit_.hex >= 0 else -1
    assert (gone, unit_.steps, unit_.battery) == (hexes, steps, battery)


@pytest.mark.reading("goss", "goss-13-59")
@pytest.mark.rule("goss", "13.11.1")
def test_a_leg_division_takes_its_fuel_from_the_corps() -> None:
    game = field(
        unit("g1", (0, 0), "stug", steps=2, formation="1", corps="C"),
        unit("gh", (0, -8), "hq:div", formation="1", corps="C", traits="leg formation"),
        unit("gc", (0, -9), "hq:corps", corps="C"), unit("u1", (0, 1), **PA),
        headquarters={"gc": {"fuel": "none"}}, **ALLIED,
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="3", declare=FULL)
    assert told(game, "retreat")[0]["hexes"] == 2
    assert now(game, "g1").steps == 1


def advances(found: Clash, name: str) -> set[str]:
    """Where a unit might end its advance."""
    board = found.game.board
    path = tuple(board.hex(at(*h)) for h in ((0, -1), (0, -2)))
    mark(found.game, "g1", hex=path[-1])
    along = trail(found.game, found.assault, Aftermath((2,), path))
    return {board.label(way[-1]) for way in ways(found.game, name, found.assault, along)}


@pytest.mark.reading("goss", "goss-13-62")
@pytest.mark.rule("goss", "13.12.3-4", "13.12.5a", "13.12.5", "13.12.3", "13.12.0", "13.12.4")
@pytest.mark.parametrize(
    ("version", "ends"),
    [
        (0, {(0, 0), (0, -1)}),
        (1, {(0, 0)}),
        (2, {(0, 0), (0, -1)}),
        (3, {(0, 0)}),
        (4, {(0, 0), (0, -1)}),
    ],
)
def test_how_far_foot_advances(version: int, ends: set[tuple[int, int]]) -> None:
    dug = [unit("g2", (1, 0), inside=True)] if version == 1 else []
    water = {"river": [((0, 1), (0, 0))]} if version in (3, 4) else {}
    if version == 3:
        water["ford"] = [((0, 1), (0, 0))]
    game = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0)), *dug, works={(1, 0): "ET-3"} if dug else {},
        water=water, roads={"secondary": [[(0, 1), (0, 0)]]} if version == 4 else {}, **ALLIED,
    )  # fmt: skip
    if version == 2:
        game.put(HEXES, game.board.hex(at(1, -2)), HexStatus(fort=1, side="axis"))
    assert advances(clash(game, ["u1"]), "u1") == {at(*h) for h in ends}


@pytest.mark.reading("goss", "goss-13-62")
@pytest.mark.rule("goss", "13.12.5a")
def test_a_fort_without_a_garrison_stops_vehicles() -> None:
    game = field(unit("u1", (0, 1), "motinf", **PA), unit("g1", (0, 0)), **ALLIED)
    game.put(HEXES, game.board.hex(at(1, -2)), HexStatus(fort=1, side="axis"))
    assert at(0, -1) in advances(clash(game, ["u1"]), "u1")
