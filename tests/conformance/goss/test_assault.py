"""The rulebook's worked examples of ground assault. [13.4] to [13.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.limits import allowed
from grognard.systems.goss.assault.table import COLUMNS, on_attacker, parsed, ratio_column, ratios
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import at, now, rig, rules, told, unit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ALLIED = {"side": "allied"}


@pytest.mark.rule("goss", "13.4.0", "13.4.1", "13.4.2")
def test_goss_b_ex_002_who_takes_part() -> None:
    game = field(
        unit("g3", (0, 2)), *(unit(f"gt{n}", (0, 1), **TA) for n in (1, 2)),
        unit("gt3", (0, 1), "eng", **TA), unit("g5", (1, 1), **PA), unit("g6", (2, 1), **PA),
        unit("u3", (0, 0)), unit("u4", (1, 0)), unit("u5", (2, 0)),
    )  # fmt: skip
    stack = ["gt1", "gt2", "gt3"]
    assert rules(game, "axis", assault(["g3"], (0, 2))) == ["13.4.2(a)"]
    assert not rules(game, "axis", assault(stack, (0, 0)))
    assert rules(game, "axis", assault([*stack, "g5"], (1, 0))) == ["13.4.1"]
    assert not rules(game, "axis", assault(stack, (1, 0)))
    assert not rules(game, "axis", assault(["g5", "g6"], (2, 0)))
    game.play("axis", assault(stack, (0, 0)))
    _through(game)
    assert not rules(game, "axis", assault(["g5"], (1, 0)))
    assert not rules(game, "axis", assault(["g6"], (2, 0)))


def _through(game: Gs) -> None:
    """Answer everything by default until the segment asks again."""
    while game.open_asks()[0].name != "Ground Assault":
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)  # type: ignore[arg-type]


@pytest.mark.rule("goss", "13.4.3", "13.12.2")
def test_goss_b_ex_003_constricted_terrain() -> None:
    hexes = [(0, 1), (1, 0)]
    units = [unit(f"u{n}{k}", h, **PA) for n, h in enumerate(hexes) for k in (1, 2)]
    units += [unit(f"ue{n}", h, "fus", size="Co", **PA) for n, h in enumerate(hexes)]
    game = field(*units, unit("g1", (0, 0)), unit("g2", (-1, 2)), unit("g3", (2, 0)),
                 terrain={(0, 0): "clear constricted"}, **ALLIED)  # fmt: skip
    assert rules(game, "allied", assault(["u01", "u02"])) == ["13.4.3"]
    four = ["u01", "ue0", "u11", "ue1"]
    assert not rules(game, "allied", assault(four))
    found = clash(game, four)
    steps = [{"do": "advance", "unit": n, "path": [at(0, 0)]} for n in ("u01", "ue1")]
    found.settle(defender="3(3)", declare={"choose": "full"}, advance=[*steps, {"do": "stay-back"}])
    there = [n for n in four if now(game, n).hex == game.board.hex(at(0, 0))]
    assert there == ["u01", "ue1"]
    assert found.asked.count("allied advance") == 2


@pytest.mark.rule("goss", "13.6.2")
@pytest.mark.parametrize(("attack", "defence"), [(24, 6), (36, 8)])
def test_goss_b_ex_004_and_005_ratios(attack: int, defence: int) -> None:
    tables = field(unit("g1", (0, 0))).scenario.tables
    for line in (1, 2, 3, 4):
        column, below = ratio_column(tables, line, attack, defence)
        assert (ratios(tables, line)[column], below) == (4, False)
        assert ratios(tables, line)[column + 1] == 5


@pytest.mark.rule("goss", "13.7.4b")
def test_goss_b_ex_006_engineers_against_an_et2() -> None:
    game = field(
        unit("u1", (0, 1), **PA), unit("u2", (0, 1), "eng", **PA), unit("u3", (1, 0), **PA),
        unit("u4", (1, 0), "eng", steps=3, size="Bn", **PA), unit("g1", (0, 0), inside=True),
        works={(0, 0): "ET-2"}, **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1", "u2", "u3", "u4"])
    assert (found.right["13.7.3(m)"], found.left["13.7.4(f)"]) == (2, 2)


@pytest.mark.rule("goss", "13.7.4c")
def test_goss_b_ex_008_commandos() -> None:
    game = field(
        unit("bc", (0, 1), traits="cdo", **PA), unit("be", (0, 1), "eng", **PA),
        unit("g1", (0, 0), inside=True), works={(0, 0): "ET-2"},
        options={"commando-lead": "allowed"}, **ALLIED,
    )  # fmt: skip
    found = clash(game, ["bc", "be"], lead=[{"unit": "bc"}])
    assert (found.right["13.7.3(m)"], found.left["13.7.4(f)"]) == (2, 2)


def armor(terrain: str, turn: str, gap: int) -> int:
    game = field(
        unit("u1", (0, 1), **PA),
        unit("u2", (0, 1), "m4", arm_attack=gap, arm_defence=gap, **PA), unit("g1", (0, 0)),
        terrain={(0, 0): terrain, (0, 1): "woods"}, turn=turn, **ALLIED,
    )  # fmt: skip
    return clash(game, ["u1", "u2"]).drm.get("13.8.4d", 0)


@pytest.mark.rule("goss", "13.8.4a")
def test_goss_b_ex_009_woods_are_better_than_rough() -> None:
    assert armor("rough woods", "AM", 4) == 20
    assert armor("rough woods", "AM", 3) == 10


@pytest.mark.rule("goss", "13.8.4f")
@pytest.mark.parametrize(("terrain", "gap", "drm"), [("clear", 3, 20), ("forest", 6, 10)])
def test_goss_b_ex_010_limits_at_night(terrain: str, gap: int, drm: int) -> None:
    assert armor(terrain, "Night", gap) == drm


@pytest.mark.rule("goss", "13.10.3")
def test_goss_b_ex_012_losses_from_one_stack() -> None:
    game = field(
        unit("u1", (0, 1), **PA), unit("u2", (0, 1), **PA), unit("u3", (1, 0), **PA),
        unit("g1", (0, 0)), **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1", "u2", "u3"], lead=[{"unit": "u1"}])
    found.settle("(2)", lose_step=[{"unit": "u2"}])
    assert [now(game, n).steps for n in ("u1", "u2", "u3")] == [2, 2, 3]


@pytest.mark.rule("goss", "13.10.1", "13.10.3")
def test_goss_b_ex_014_special_stacking_and_losses() -> None:
    game = field(
        unit("ua", (0, 1), pr="7/6", **PA), unit("ue", (0, 1), "eng", **PA),
        unit("ub", (0, 1), pr="6/6", **PA), unit("ut", (0, 1), "td", **PA),
        unit("g1", (0, 0), inside=True), terrain={(0, 0): "forest"}, works={(0, 0): "IP"}, **ALLIED,
    )  # fmt: skip
    units = ["ua", "ue", "ub", "ut"]
    found = clash(game, units, lead=[{"unit": "ua"}])
    tables = game.scenario.tables
    column = COLUMNS.index("F")
    assert ratios(tables, 3)[column] == 3
    assert on_attacker(tables, column)(-21) == parsed("*2(3)")
    assert found.sums.works.by == ("ue",)
    rig(game, 7, 0)
    fatigue = {"take": "fatigue"}
    found.settle("*2(3)", declare={"choose": "hold"}, take_hit=[fatigue, fatigue])
    assert told(game, "check")[0]["passed"] is False
    assert told(game, "declared")[0]["hits"] == 4
    assert told(game, "step-lost")[0]["unit"] == "ua"
    assert told(game, "eliminated")[0]["unit"] == "ut"
    order = [event.kind for event in game.events]
    assert order.index("eliminated") < order.index("declared")


@pytest.mark.rule("goss", "13.10.4a", "13.10.4a-2")
@pytest.mark.parametrize("hexes", [2, 1])
def test_goss_b_ex_016_and_017_a_failed_hold(hexes: int) -> None:
    steps = [(1, 0), (-1, 0), (1, -1), (-1, 1)]
    beyond = [(1, -2), (0, -2), (-1, -1), (-1, 0), (1, -1)] if hexes == 1 else []
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0)),
        unit("g3", (0, 0), "inf", "2-2", size="Co", steps=1), unit("u1", (0, 1), **PA),
        water={"great_river": [*(((0, 0), h) for h in steps), *(((0, -1), h) for h in beyond)]},
        **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1"], lead=[{"unit": "g1"}])
    rig(game, 9)
    found.settle(
        defender="3(2)", declare={"choose": "hold"}, lose_step=[{"unit": "g2"}, {"unit": "g3"}]
    )
    assert told(game, "retreat")[0]["hexes"] == hexes
    assert [now(game, n).steps for n in ("g1", "g2")] == [2, 2]
    assert now(game, "g3").place == "eliminated"
    assert [now(game, n).fatigue for n in ("g1", "g2")] == [2 - hexes, 2 - hexes]


@pytest.mark.rule("goss", "16.3.3")
def test_goss_b_ex_033_what_an_adv_of_three_allows() -> None:
    chain = {"army": "1", "corps": "V", "formation": "9"}
    game = field(
        unit("u1", (0, 1), **PA, **chain), unit("uh", (0, 5), "hq:div", **chain),
        unit("uv", (0, 6), "hq:corps", army="1", corps="V"), unit("g1", (0, 0)),
        armies={"1": {"side": "allied", "adv": 3, "pss": []}}, **ALLIED,
    )  # fmt: skip
    assert allowed(game, "uh") == 6  # halves: three prepared, or two and two tactical ones
    clash(game, ["u1"]).settle()
    assert allowed(game, "uh") == 4
