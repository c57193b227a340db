"""What works do, and what becomes of them: a second reader's cases. [17.4.1] [17.5.0] [17.6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.advance import stops
from grognard.systems.goss.fire.capacity import capacity, most_guns
from grognard.systems.goss.fire.guns import against_gun, most_missions
from grognard.systems.goss.fire.modifiers import target, terrain_modifiers, works_modifiers
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.observation.cover import intact_area
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.values import proficiency
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.works.garrison import passed
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, gun, hit
from tests.systems.goss.firing import field as range_
from tests.systems.goss.works.site import hex_of, mark, next_turn

HERE, THERE = (0, 0), (0, 1)
PA: dict[str, Any] = {"mode": "PA"}
HOLD = {"declare": {"choose": "hold"}}


def fort(name: str = "gf", h: tuple[int, int] = HERE, **more: Any) -> dict[str, Any]:
    facts = {"steps": 2, "pr": "0/6", "traits": "fort", **more}
    return unit(name, h, "static", facts.pop("values", "0-4"), **facts)


def dug(work: str, *more: Any, kind: str = "inf", **facts: Any) -> Gs:
    """Germans in a work in the open, or on top of it, and an American battalion beside them."""
    inside, options = facts.pop("inside", True), facts.pop("options", {})
    return battle(
        unit("g1", HERE, kind, inside=inside, **facts), *more, unit("u1", THERE, **PA),
        works={HERE: work}, side="allied", options=options,
    )  # fmt: skip


# ---- who has the benefit [17.4.1]


@pytest.mark.reading("goss", "goss2-17-15")
@pytest.mark.rule("goss", "17.4.0", "17.4.1", "17.4.1(a)", "17.4.1(b)", "17.4.1(c)", "17.4.1(d)")
@pytest.mark.parametrize(
    ("kind", "facts", "shifts"),
    [
        ("inf", {}, 2), ("inf", {"ta": True, "inside": False}, 0),
        ("pz4", {"mode": "Exploit", "inside": False}, 0),
        ("inf", {"mode": "Strat", "inside": False}, 0),
        ("eng", {"task": "bridge", "inside": False}, 0), ("inf", {"cr": True}, 2),
    ],
)  # fmt: skip
def test_whom_an_et2_helps(kind: str, facts: dict[str, Any], shifts: int) -> None:
    game = dug("ET-2", kind=kind, **facts)
    found = target(game, "axis", game.board.hex(at(*HERE)))
    assert [one.drm for one in works_modifiers(game, found)] == ([-2] if shifts else [])
    assert clash(game, ["u1"]).left.get("13.7.4(f)", 0) == shifts


@pytest.mark.reading("goss", "goss2-17-15")
@pytest.mark.rule("goss", "17.4.1", "17.4.1(c)")
def test_a_work_covers_none_of_those_outside_it() -> None:
    game = dug("ET-2", unit("g2", HERE, ta=True))
    h = game.board.hex(at(*HERE))
    outside = target(game, "axis", h, ["g2"])
    assert works_modifiers(game, outside) == []
    within = target(game, "axis", h, ["g1"])
    assert [one.drm for one in works_modifiers(game, within)] == [-2]
    assert clash(game, ["u1"]).left["13.7.4(f)"] == 2
    strict = dug("ET-2", unit("g2", HERE, ta=True), options={"mixed-works": "all"})
    assert "13.7.4(f)" not in clash(strict, ["u1"]).left  # not all defenders are in it


@pytest.mark.reading("goss", "goss2-17-16")
@pytest.mark.rule("goss", "17.4.1a", "17.4.1b", "7.7.3")
def test_proficiency_and_halts_by_works() -> None:
    def garrison(work: str, pr: str) -> Gs:
        more: dict[str, Any] = {"works": {HERE: work}} if work[0] in "EI" else {}
        units = [unit("g1", HERE, pr=pr, inside=True), unit("u1", (0, 4))]
        if work == "Fort":
            units.append(fort())
        elif work == "Ft":
            more["terrain"] = {HERE: "Axis-Ft"}
        return position(*units, side="allied", **more)

    posts = {"ET-2": "6/8", "Ft": "6/6", "IP": "6/6", "Fort": "6/5"}
    games = {work: garrison(work, pr) for work, pr in posts.items()}
    assert {w: proficiency(g, "g1", offensive=False) for w, g in games.items()} == {
        "ET-2": 8, "Ft": 7, "IP": 6, "Fort": 6,
    }  # fmt: skip
    beside = games["IP"].board.hex(at(*THERE))
    halts = {work: beside in front(game, "allied").halts for work, game in games.items()}
    assert halts == {"ET-2": True, "Ft": True, "IP": False, "Fort": True}


@pytest.mark.reading("goss", "goss2-17-16")
@pytest.mark.rule("goss", "17.4.1a")
def test_checks_that_works_spare_their_garrisons() -> None:
    strong = battle(fort(), unit("g1", HERE, pr="6/5", inside=True), unit("u1", THERE, **PA),
                    side="allied")  # fmt: skip
    found = clash(strong, ["u1"])
    rig(strong, 9)
    found.settle(defender="*1")
    assert not told(strong, "check")
    trench = dug("ET-2", pr="6/8")
    found = clash(trench, ["u1"])
    rig(trench, 9)
    found.settle(defender="1", **HOLD)
    assert (told(trench, "check"), where(trench, "g1")) == ([], at(*HERE))
    pit = dug("IP")
    found = clash(pit, ["u1"])
    rig(pit, 6)
    found.settle(defender="1", **HOLD)
    checked = told(pit, "check")[0]
    assert (checked["roll"], checked["rating"], checked["passed"]) == (6, 6, False)


# ---- fire [17.4.1d]


@pytest.mark.reading("goss", "goss2-17-17")
@pytest.mark.rule("goss", "17.4.1c", "17.4.1d", "17.4.1d(d)", "17.4.1d(e)")
def test_what_becomes_of_the_first_hit_in_works() -> None:
    into = dug("IP", ta=True, inside=False)
    hit(into, HERE, 2, first="retreat", to=HERE)
    after = now(into, "g1")
    assert (where(into, "g1"), after.inside, after.ta) == (at(*HERE), True, False)
    assert (after.shifts, after.steps) == (1, 2)  # one AS; of the other hit half, rounded up
    spent = dug("ET-3")
    rig(spent, 0)
    hit(spent, HERE, 2, takes=["ET-3"])
    assert hex_of(spent, *HERE).work == ""  # not even an ET-2
    assert len(told(spent, "check")) == 1  # who is in the open checks
    designated = dug("ET-3", ta=True, inside=False)
    rig(designated, 0)
    asked = hit(designated, HERE, 2)
    assert hex_of(designated, *HERE).work == "ET-3"
    assert now(designated, "g1").steps < 3
    assert "first-hit" in asked


def shelled(heavy: bool, **more: Any) -> Gs:
    """Guns fire at Germans in a fortified area, and do as much as they can."""
    facts = {"heavy": "yes"} if heavy else {}
    game = range_(
        unit("u1", (1, 0), **PA, **US), unit("g1", (2, 0), **more.pop("facts", {})),
        gun("ua", (0, 0), **facts), terrain={(2, 0): more.pop("ground", "Axis-Ft")}, **more,
    )  # fmt: skip
    rig(game, 9, 9)
    game.play("allied", barrage((2, 0), "u1", {"ua": 8}))
    return game


@pytest.mark.reading("goss", "goss2-17-17")
@pytest.mark.rule("goss", "17.4.1d(c)", "17.4.1a")
def test_hits_on_a_fortified_area() -> None:
    light = told(shelled(heavy=False), "fire-result")[0]
    assert (light["hits"], light["shifts"] > 0) == (0, True)
    assert told(shelled(heavy=True), "fire-result")[0]["hits"] > 0
    game = position(unit("g1", HERE), unit("u1", THERE), terrain={HERE: "Axis-Ft"},
                    segment="offensive-fire", side="allied")  # fmt: skip
    hit(game, HERE, 2)
    assert now(game, "g1").steps == 1
    assert not told(game, "check")  # passed without a roll


@pytest.mark.reading("goss", "goss2-17-21")
@pytest.mark.rule("goss", "17.5.0", "17.4.1d(c)", "11.5.2")
def test_a_fortified_area_in_the_woods() -> None:
    game = position(unit("g1", HERE), unit("u1", THERE), terrain={HERE: "Axis-Ft woods"},
                    segment="offensive-fire", side="allied")  # fmt: skip
    h = game.board.hex(at(*HERE))
    found = target(game, "axis", h)
    assert [one.title for one in works_modifiers(game, found)] == ["Ft Area"]
    assert terrain_modifiers(game, h, found) == []  # by the exception of 11.5.2
    heavy = shelled(heavy=True, ground="Axis-Ft woods")
    assert told(heavy, "fire-result")[0]["hits"] > 0
    hit(game, HERE, 1)
    assert (now(game, "g1").steps, intact_area(game, h)) == (2, "axis")


@pytest.mark.reading("goss", "goss2-17-25")
@pytest.mark.rule("goss", "17.4.1d(a)", "17.4.1d(b)", "17.4.1e(a)", "17.4.1e(b)", "17.4.1e(c)")
def test_spotters_modifiers_and_armor_in_works() -> None:
    for work, level, guns in (("ET-2", "medium", 3), ("IP", "light", 2)):
        spotter = unit("b1", HERE, size="Co", steps=1, inside=True, formation="1 Div")
        game = position(spotter, unit("g1", (9, 0)), works={HERE: work}, side="allied")
        assert capacity(game, "b1", "unit") == level
        assert most_guns(game, "allied", "b1", level) == guns
    for work, count in (("IP", 1), ("ET-2", 2), ("ET-3", 3)):
        game = dug(work)
        found = target(game, "axis", game.board.hex(at(*HERE)))
        assert [one.drm for one in works_modifiers(game, found)] == [-count]
        assert clash(game, ["u1"]).left["13.7.4(f)"] == count

    def bonuses(**defender: Any) -> int:
        game = battle(
            unit("g1", HERE, inside=True, **defender), unit("g2", HERE, inside=True),
            unit("u1", THERE, "m4", arm_attack=5, **PA), unit("u2", THERE, **PA),
            terrain={HERE: "woods", THERE: "woods"}, works={HERE: "IP"},
            side="allied",
        )  # fmt: skip
        return int(clash(game, ["u1", "u2"]).sums.duel.bonuses)

    assert bonuses(at=2) == 0  # 5 - 2, less 2 for woods and 1 for the IP
    assert bonuses(kind="pz4", arm_defence=2) == 1  # 5 - 2, less 2 for woods alone


@pytest.mark.reading("goss", "goss2-17-25")
@pytest.mark.rule("goss", "17.4.1e(c)")
def test_nobody_in_a_fort_checks() -> None:
    game = battle(fort(), unit("g1", HERE, inside=True), unit("u1", THERE, **PA), side="allied")
    found = clash(game, ["u1"])
    rig(game, 9)
    found.settle(defender="*")
    assert not told(game, "check")
    assert (now(game, "g1").steps, hex_of(game, *HERE).fort) == (3, 2)


# ---- assaults [17.4.1e]


@pytest.mark.reading("goss", "goss2-17-18")
@pytest.mark.rule(
    "goss", "17.4.1e", "17.4.1e(d)", "17.4.1e(e)", "17.4.1e(f)", "17.4.1e(g)", "17.4.1e(h)"
)
def test_what_works_do_in_an_assault() -> None:
    trench = dug("ET-3")
    clash(trench, ["u1"]).settle(
        defender="(2)", spend_work={"choose": "yes"}, declare={"choose": "full"}
    )
    assert (hex_of(trench, *HERE).work, now(trench, "g1").steps) == ("", 2)
    strong = battle(fort(), unit("g1", HERE, inside=True), unit("u1", THERE, **PA), side="allied")
    clash(strong, ["u1"]).settle(defender="2")
    assert (where(strong, "g1"), now(strong, "g1").steps, now(strong, "g1").fatigue) == (
        at(*HERE), 3, 0,
    )  # fmt: skip
    assert hex_of(strong, *HERE).fort == 2
    held = dug("ET-2")
    found = clash(held, ["u1"])
    rig(held, 9)
    found.settle(defender="1", **HOLD)
    assert (where(held, "g1"), told(held, "check")) == (at(*HERE), [])
    attackers = battle(
        unit("g1", HERE), unit("u1", THERE, **PA), works={THERE: "IP"}, side="allied"
    )  # fmt: skip
    found = clash(attackers, ["u1"])
    rig(attackers, 9)
    found.settle(attacker="1", go_to_ground={"choose": "yes"}, **HOLD)
    assert not told(attackers, "check")[0]["passed"]
    assert (where(attackers, "u1"), now(attackers, "u1").inside) == (at(*THERE), True)
    near = battle(
        unit("u1", THERE, **PA), unit("g1", (0, -1), inside=True), works={(0, -1): "ET-2"},
        side="allied",
    )  # fmt: skip
    a, h = (near.board.hex(at(*spot)) for spot in (THERE, HERE))
    assert stops(near, "u1", a, h)


# ---- what becomes of works [17.4.1f]


def move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(*h) for h in path]}


@pytest.mark.reading("goss", "goss2-17-19")
@pytest.mark.rule("goss", "17.4.1f", "17.4.1f-3", "17.4.1f-4")
def test_which_works_are_left_when_a_phase_ends() -> None:
    game = position(
        unit("g1", (0, 0), inside=True), unit("g2", (1, 0)), unit("g3", (4, 0), inside=True),
        fort(h=(8, 0)), unit("u1", (-9, 0)), works={(0, 0): "IP", (4, 0): "IP"},
    )  # fmt: skip
    game.play("axis", move("g1", (0, 1)))
    assert hex_of(game, 0, 0).work == "IP"
    game.play("axis", move("g2", (0, 0)))
    game.play("axis", move("g3", (5, 0)))
    assert hex_of(game, 4, 0).work == "IP"  # not before the end of the phase
    pass_to(game, "modes", "allied")
    assert (hex_of(game, 0, 0).work, hex_of(game, 4, 0).work) == ("IP", "")
    assert (hex_of(game, 8, 0).fort, where(game, "gf")) == (2, at(8, 0))
    stormed = dug("ET-2", unit("g2", HERE, left=1, inside=True))
    clash(stormed, ["u1"]).settle(defender="(2)", lose_step={"unit": "g2"}, **HOLD)
    assert (where(stormed, "g2"), where(stormed, "g1")) == ("eliminated", at(*HERE))
    assert hex_of(stormed, *HERE).work == "ET-2"


@pytest.mark.reading("goss", "goss2-17-20")
@pytest.mark.rule("goss", "17.4.1f", "17.4.1f-2")
def test_what_becomes_of_fortified_areas() -> None:
    game = battle(
        unit("g1", HERE, left=1), unit("u1", THERE, **PA), unit("g2", (0, -3)), side="allied",
        terrain={HERE: "Axis-Ft"},
    )  # fmt: skip
    advance = {"do": "advance", "unit": "u1", "path": [at(*HERE)]}
    clash(game, ["u1"]).settle(defender="(1)", advance=[advance])
    found = hex_of(game, *HERE)
    assert (found.ruined, found.work, found.side) == (True, "IP", "allied")
    mark(game, "u1", hex=(5, 0), inside=False)
    next_turn(game, "moves")
    assert hex_of(game, *HERE).work == "IP"  # though nobody is in it
    game.play("axis", move("g2", (0, -2), (0, -1), HERE))
    found = hex_of(game, *HERE)
    assert (found.ruined, found.work, found.side) == (True, "IP", "axis")
    fired = position(unit("u1", HERE), unit("g1", (5, 0)), terrain={HERE: "Axis-Ft"})
    passed(fired, ["u1"], fired.board.hex(at(*HERE)))
    assert intact_area(fired, fired.board.hex(at(*HERE))) == "axis"
    entered = position(
        unit("u1", (1, 0)), unit("u2", (1, 0), "eng"), unit("g1", (9, 0)), side="allied",
        terrain={HERE: "Axis-Ft"},
    )  # fmt: skip
    for name in ("u1", "u2"):
        entered.play("allied", move(name, HERE))
    assert intact_area(entered, entered.board.hex(at(*HERE))) == "axis"
    next_turn(entered, "construction", "allied")
    found = hex_of(entered, *HERE)
    assert (found.ruined, found.work, found.side) == (True, "IP", "allied")
    pass_to(entered, "moves", "allied")
    assert rules(entered, "allied", move("u2", (1, 0))) == []


# ---- forts [17.6.0]


@pytest.mark.reading("goss", "goss2-17-22")
@pytest.mark.rule("goss", "17.6.0", "17.6.0-2")
def test_what_a_fort_is_and_does() -> None:
    crowd = [unit(f"g{n}", HERE) for n in (1, 2)]
    full = position(fort(), *crowd, unit("u1", (5, 0)))
    assert not overstacked(full, full.board.hex(at(*HERE)))
    attack = position(fort(), unit("u1", THERE), segment="designation")
    assert rules(attack, "axis", {"do": "designate", "units": ["gf"]}) != []
    game = battle(fort(), unit("u1", THERE, **PA), side="allied")
    clash(game, ["u1"]).settle(defender="(1)")
    assert hex_of(game, *HERE).fort == 1
    assert clash(game, ["u1"]).defence == 4  # its garrison, whole as before
    arcs = {"fire-arcs": {"gf": [at(1, 0), at(1, -1)]}}
    guns = range_(
        fort(battery=True, barrage=8, range=9, corps="XLVII", army="Fifth"),
        unit("g1", (2, 0), mode="PA", **AXIS), unit("u1", (3, 0)), unit("u2", (-3, 0)),
        gun("ga", (1, 0)), gun("gb", (1, 1), formation=""), side="axis", special=arcs,
    )  # fmt: skip
    east, west = (guns.board.hex(at(q, 0)) for q in (3, -3))
    assert most_missions(guns, "gf", east) == 1  # no split fire
    assert [one.rule for one in against_gun(guns, "gf", 3, west)] == ["17.6.0-2"]
    for asset in ("gf", "gb"):  # as any asset of the corps: not without guns of the division
        assert rules(guns, "axis", barrage((3, 0), "g1", {asset: 8})) == ["11.2.5"]
        assert rules(guns, "axis", barrage((3, 0), "g1", {"ga": 8, asset: 8})) == []
