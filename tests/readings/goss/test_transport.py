"""Mounting, towed guns, delay markers and coups de main, as a second reader reads them. [7.12.0]
[7.13.0] [7.14.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault import assaulting
from grognard.systems.goss.assault.battle import Outcome
from grognard.systems.goss.assault.table import parsed
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HEXES
from tests.systems.goss.field import answered, at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import gun

STAFF = {"formation": "1"}
MECH_HQ = unit("ghq", (0, 4), "hq:div", formation="1", traits="mech formation")
ENEMY = unit("u9", (11, 0))
TRAIL = {"trail": [[(q, 0) for q in range(8)]]}


def move(*path: tuple[int, int], who: str = "g1", **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": [who], "path": [at(q, r) for q, r in path], **more}


def mount(*units: str, by: str = "") -> dict[str, Any]:
    return {"do": "mount", "units": list(units)} | ({"by": by} if by else {})


def left(game: Gs, name: str = "g1") -> float:
    return (now(game, name).pool - now(game, name).spent) / 12


@pytest.mark.reading("goss", "goss-07-19")
@pytest.mark.rule("goss", "7.12.2", "7.12.2-mp", "7.12.0")
@pytest.mark.parametrize(
    ("fuel", "walked", "facts", "found"),
    [
        ({"fuel": "low", "value": 7, "option": 2}, 0, {}, 4),
        ({"fuel": "low", "value": 9, "option": 1}, 2, {}, 1),
        ({"fuel": "low", "value": 7, "option": 1}, 2, {}, 0),
        ({}, 2, {}, 4),
        ({}, 4, {}, None),
        ({}, 0, {"fatigue": 1}, None),
        ({}, 0, {"ooc": True}, None),
        ({}, 0, {}, 6),
    ],
)
def test_what_is_left_after_mounting(
    fuel: dict[str, Any], walked: int, facts: dict[str, Any], found: int | None
) -> None:
    game = position(
        unit("g1", (0, 0), "motinf", transport="foot", **STAFF, **facts), MECH_HQ, ENEMY,
        roads=TRAIL, headquarters={"ghq": fuel} if fuel else {},
    )  # fmt: skip
    if walked:
        game.play("axis", move(*[(q, 0) for q in range(1, walked + 1)]))
    if found is None:
        assert rules(game, "axis", mount("g1")) == ["7.12.2"]
        return
    game.play("axis", mount("g1"))
    assert left(game) == found
    if found:
        here = walked
        assert rules(game, "axis", move((here + 1, 0), road=True)) == (
            [] if found >= 1.5 else ["7.2.0"]
        )


@pytest.mark.rule("goss", "7.12.1", "7.12.1a", "7.4.0")
def test_what_is_left_after_dismounting() -> None:
    road = {"secondary": [[(q, 0) for q in range(8)]]}
    for hexes, found in ((1, 2), (3, 0), (0, 3)):
        game = position(
            unit("g1", (0, 0), "motinf", **STAFF), MECH_HQ, ENEMY, roads=road, segment="road-moves"
        )  # fmt: skip
        if hexes:
            game.play("axis", move(*[(q, 0) for q in range(1, hexes + 1)]))
        game.play("axis", {"do": "dismount", "units": ["g1"]})
        assert left(game) == found
        if found:
            game.play("axis", move((hexes, 1)))
            assert where(game, "g1") == at(hexes, 1)
    far = position(
        unit("g1", (0, 0), "motinf", **STAFF), MECH_HQ, ENEMY, roads=road, segment="road-moves"
    )  # fmt: skip
    far.play("axis", move(*[(q, 0) for q in range(1, 8)]))
    assert rules(far, "axis", {"do": "dismount", "units": ["g1"]}) == ["7.12.1"]


@pytest.mark.reading("goss", "goss-07-20")
@pytest.mark.rule("goss", "7.12.3a", "7.12.3b", "7.12.4c", "7.12.1-tp", "7.12.3")
def test_what_trucks_carry() -> None:
    army = {"g Army": {"side": "axis", "tp": 1, "adv": 1}}
    chain = {"army": "g Army"}
    game = position(
        unit("g1", (0, 0), **chain), unit("g2", (1, 0), **chain),
        unit("g3", (1, 0), "eng", **chain),
        unit("g4", (2, 0), "atleg", z_side="yes", z=True, left=0, **chain),
        unit("g5", (3, 0), **chain), unit("g6", (4, 0), "arth", **chain), ENEMY, armies=army,
    )  # fmt: skip
    assert rules(game, "axis", mount("g1", by="tp")) == ["7.12.3a"]
    game.put(ARMIES, "g Army", replace(game.state[ARMIES]["g Army"], motor=1))
    game.play("axis", mount("g1", by="tp"))
    game.play("axis", mount("g2", "g3", by="tp"))
    game.play("axis", mount("g4", by="tp"))
    assert rules(game, "axis", mount("g5", by="tp")) == ["7.12.3a"]
    assert rules(game, "axis", mount("g6", by="tp")) == ["7.12.2"]
    full = position(
        *[unit(f"g{n}", (n, 0), transport="tp", **chain) for n in (1, 2, 3)],
        unit("g5", (5, 0), **chain), ENEMY, armies=army,
    )  # fmt: skip
    full.put(ARMIES, "g Army", replace(full.state[ARMIES]["g Army"], motor=1))
    for n in (1, 2, 3):
        full.play("axis", {"do": "dismount", "units": [f"g{n}"]})
    assert rules(full, "axis", mount("g5", by="tp")) == ["7.12.3a"]
    division = {"formation": "1"}
    us = position(
        *[unit(f"u{n}", (n, 0), **division) for n in (1, 2, 3, 4)],
        unit("u5", (5, 0), "eng", steps=3, size="Bn", **division),
        unit("uhq", (0, 5), "hq:div", formation="1"), unit("g9", (11, 0)), side="allied",
    )  # fmt: skip
    for n in (1, 2, 3):
        us.play("allied", mount(f"u{n}", by="inherent"))
    assert rules(us, "allied", mount("u4", by="inherent")) == ["7.12.3b"]
    assert rules(us, "allied", mount("u5", by="own")) == []


@pytest.mark.reading("goss", "goss-07-21")
@pytest.mark.rule("goss", "7.12.4a")
def test_leg_guns_that_move_as_mech() -> None:
    field: dict[str, Any] = {
        "roads": {"secondary": [[(q, 0) for q in range(9)]]},
        "terrain": {(q, 0): "forest" for q in range(9)},
        "headquarters": {"gco": {"fuel": "low", "option": 1, "value": 5}},
    }  # fmt: skip
    chain = {"corps": "C"}
    units = (
        unit("g1", (3, 0), "atleg", transport="as-mech", **chain),
        unit("g2", (0, 3), "atleg", **chain), unit("g3", (0, 5), "atleg", mode="PA", **chain),
        unit("g4", (0, 0), "m4", formation="9"), unit("gco", (6, 2), "hq:corps", **chain), ENEMY,
        unit("ghq9", (0, 10), "hq:div", formation="9", traits="mech formation"),
    )  # fmt: skip
    game = position(*units, segment="road-moves", **field)
    assert rules(game, "axis", move(*[(q, 0) for q in range(4, 9)])) == []
    assert rules(game, "axis", move((1, 3), who="g2")) == ["7.4.0"]
    game.play("axis", move(*[(q, 0) for q in (1, 2, 3)], who="g4"))
    assert now(game, "g4").spent == 5 * 12
    assert now(game, "g4").halted
    prepared = position(*units, segment="pa-moves", **field)
    assert rules(prepared, "axis", move((1, 5), who="g3")) == []
    assert rules(prepared, "axis", move((1, 5), (2, 5), who="g3")) == ["5.2.3"]
    modes = position(unit("g1", (0, 0), "atleg"), ENEMY, segment="modes")
    modes.play("axis", {"do": "as-mech", "unit": "g1"})
    assert now(modes, "g1").transport == "as-mech"


@pytest.mark.reading("goss", "goss-07-22")
@pytest.mark.rule("goss", "7.13.0", "7.13.1")
def test_rearguards() -> None:
    units = (
        unit("g1", (0, 0), left=2, pr="4/6"), unit("g2", (0, 0), pr="7/7"),
        unit("g3", (2, 0), pr="6/4"), unit("g4", (4, 0), pr="7/7", left=1),
        unit("g5", (6, 0), pr="6/6"), ENEMY,
    )  # fmt: skip

    def delay(name: str) -> dict[str, Any]:
        return {"do": "delay", "unit": name}

    game = position(*units, roads=TRAIL, terrain={(0, 0): "forest"})
    game.play("axis", move((7, 0), who="g5"))
    rig(game, 5, 1)
    game.play("axis", delay("g1"))
    status = game.state[HEXES][game.board.hex(at(0, 0))]
    assert (status.delayer, now(game, "g1").spent) == ("axis", 36)
    assert status.delay >= 0
    assert [rules(game, "axis", delay(n)) for n in ("g3", "g4", "g5")] == [
        ["7.13.0"], ["7.13.0"], ["7.13.1"],
    ]  # fmt: skip
    assert "7.13.1" in rules(game, "axis", delay("g2"))
    assert rules(game, "axis", {"do": "end"}) == ["7.13.1"]
    game.play("axis", move((1, 0)))
    assert rules(game, "axis", {"do": "end"}) == []
    view = game.view("allied")["hexes"][at(0, 0)]
    assert view["delay"] == 0
    failed = position(*units, roads=TRAIL, terrain={(0, 0): "forest"})
    rig(failed, 6)
    failed.play("axis", delay("g1"))
    assert now(failed, "g1").spent == 36
    assert "7.13.1" in rules(failed, "axis", delay("g2"))
    assert rules(failed, "axis", {"do": "end"}) == []


RIVER = {"major_river": [((0, 0), (1, 0))]}


@pytest.mark.reading("goss", "goss-07-25")
@pytest.mark.rule("goss", "7.14.3", "7.14.0", "7.14.1", "7.14.2")
@pytest.mark.parametrize(
    ("start", "turn", "pr", "roll", "taken"),
    [
        (-10, "PM", "6/5", 3, True), (-9, "PM", "6/5", 3, False), (-7, "Night", "6/5", 3, True),
        (-10, "PM", "6/8", 1, False),
    ],
)  # fmt: skip
def test_bridges_taken_by_surprise(start: int, turn: str, pr: str, roll: int, taken: bool) -> None:
    road = {"primary": [[(q, 0) for q in range(-10, 3)]]}
    game = position(
        unit("u1", (start, 0), "arminf", ma="18", pr="6/6"), unit("g1", (1, 0), "stug", pr=pr),
        roads=road, water=RIVER, turn=turn, side="allied", segment="coups-de-main",
    )  # fmt: skip
    path = [at(q, 0) for q in range(start + 1, 2)]
    action = {"do": "coup-de-main", "units": ["u1"], "path": path, "road": True}
    assert rules(game, "allied", action) == []
    assert action in list(game.legal("allied"))
    rig(game, roll)
    game.play("allied", action)
    assert told(game, "coup-de-main")[0]["taken"] is taken
    assert now(game, "u1").repulsed == (0 if taken else game.turn)
    assert (
        "7.14.0" in rules(game, "allied", action)
        or "7.14.1" in rules(game, "allied", action)
        or rules(game, "allied", action) == ["7.5.0"]
    )


@pytest.mark.reading("goss", "goss-07-26")
@pytest.mark.rule("goss", "7.14.4", "7.14.2")
def test_the_fight_for_a_bridge(monkeypatch: pytest.MonkeyPatch) -> None:
    fights: list[tuple[Any, Any]] = []

    def rolled(game: Gs, assault: Any, found: Any) -> Outcome:
        fights.append((assault, found))
        return Outcome(parsed(""), parsed(""), found.below)

    monkeypatch.setattr(assaulting, "rolled", rolled)
    road = {"primary": [[(q, 0) for q in range(-10, 3)]]}
    us = {"formation": "1 Div", "army": "First"}
    game = position(
        unit("u1", (-8, 0), "arminf", "8-8", pr="9/9", **us),
        unit("u2", (-7, 0), cr=True, **us), gun("u5", (-9, 0)),
        unit("g1", (1, 0), inside=True), gun("g5", (3, 0)),
        works={(1, 0): "ET-2"}, roads=road, water=RIVER, side="allied", segment="coups-de-main",
        options={"fog-of-war": "off"},
    )  # fmt: skip
    path = [at(q, 0) for q in range(-7, 2)]
    rig(game, 0)
    game.play("allied", {"do": "coup-de-main", "units": ["u1"], "path": path, "road": True})
    assert now(game, "u1").spent == 4.5 * 12, "nothing for the enemy behind the bridge, and no halt"
    asked = []
    while game.segment.kind in ("coups-de-main", "road-moves", "moves", "pa-moves"):
        game.play(game.open_asks()[0].player, {"do": "end"})
        asked += answered(game)
    assert len(fights) == 1
    assault, found = fights[0]
    shifts = {part.rule: part.value for part in found.right.parts}
    assert shifts["7.14.4"] == 1
    assert [(part.label, part.value) for part in found.attack.parts] == [("u1", 8)]
    assert {part.rule for part in found.left.parts} == {"13.7.4(f)"}, "the ET-2 helps"
    assert assault.attack.reserves == ()
    assert not [one for one in asked if "commit" in one or "fire" in one]
    assert where(game, "u1") == at(0, 0)
    assert now(game, "u1").repulsed == game.turn
    mark = {"do": "designate", "units": ["u1"]}
    later = position(unit("u1", (0, 0), repulsed=4), unit("g1", (1, 0)), side="allied",
                     segment="designation")  # fmt: skip
    assert rules(later, "allied", mark) == ["7.14.3"]
