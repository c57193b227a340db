"""Works: who is in them, what becomes of them, forts, fortified areas. [17.4.1] [17.5.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.fire.guns import against_gun, most_missions
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.observation.cover import intact_area
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.values import in_works, proficiency, sheltered, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.works.garrison import passed
from grognard.systems.goss.works.shelter import take_shelter
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rules, told, unit, where
from tests.systems.goss.firing import hit
from tests.systems.goss.works.site import field, hex_of, mark, next_turn

PA: dict[str, Any] = {"mode": "PA"}


ISLAND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def put(game: Gs, q: int, r: int, **facts: Any) -> None:
    game.put(HEXES, game.board.hex(at(q, r)), HexStatus(**facts))


@pytest.mark.rule("goss", "17.4.1", "17.4.1(a)", "17.4.1(b)", "17.4.1(c)", "17.4.1(d)", "17.4.0")
@pytest.mark.parametrize(
    ("facts", "helped"),
    [
        ({}, True), ({"mode": "MR"}, True), ({"mode": "Exploit"}, False),
        ({"mode": "Strat"}, False), ({"mode": "PA"}, False), ({"ta": True}, False),
        ({"task": "bridge"}, False), ({"task": "dismantle"}, False), ({"task": "IP"}, True),
    ],
)  # fmt: skip
def test_whom_works_help(facts: dict[str, Any], helped: bool) -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (5, 0)), works={(0, 0): "ET-2"})
    mark(game, "g1", **facts)
    assert sheltered(game, "g1") is helped
    take_shelter(game, ("g1",))
    assert now(game, "g1").inside is helped


@pytest.mark.rule("goss", "17.4.1")
def test_who_comes_to_a_work_is_in_it() -> None:
    game = position(unit("g1", (1, 0)), unit("g2", (0, 0)), unit("u1", (9, 0)),
                    works={(0, 0): "IP"})  # fmt: skip
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 0)]})
    assert now(game, "g1").inside
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 1)]})
    assert not now(game, "g1").inside


@pytest.mark.rule("goss", "17.4.1", "17.4.1(c)")
def test_who_is_to_attack_comes_out() -> None:
    game = position(
        unit("g1", (0, 0), inside=True), unit("g2", (0, 0), inside=True), unit("u1", (1, 0)),
        works={(0, 0): "ET-2"}, segment="designation",
    )  # fmt: skip
    game.play("axis", {"do": "designate", "units": ["g1"]})
    assert (now(game, "g1").inside, now(game, "g2").inside) == (False, True)
    modes = position(
        unit("g1", (0, 0), inside=True), unit("u1", (1, 0)), works={(0, 0): "ET-2"}, segment="modes"
    )  # fmt: skip
    modes.play("axis", {"do": "mode", "units": ["g1"], "mode": "PA"})
    assert not now(modes, "g1").inside


@pytest.mark.rule("goss", "17.4.1", "8.4.0")
def test_the_owner_may_keep_units_on_top() -> None:
    game = position(unit("g1", (0, 0), inside=True), unit("g2", (3, 0)), unit("u1", (9, 0)),
                    works={(0, 0): "IP"}, segment="modes")  # fmt: skip
    assert "g1" not in game.view("allied")["units"]
    assert rules(game, "axis", {"do": "shelter", "units": ["g2"], "out": True}) == ["17.4.1"]
    game.play("axis", {"do": "shelter", "units": ["g1"], "out": True})
    assert "g1" in game.view("allied")["units"]
    pass_to(game, "moves", "axis")
    assert not now(game, "g1").inside
    next_turn(game, "modes")
    game.play("axis", {"do": "shelter", "units": ["g1"]})
    assert now(game, "g1").inside


@pytest.mark.rule("goss", "17.4.1", "17.6.0")
def test_a_scenario_may_keep_classes_out_of_forts() -> None:
    units = (unit("g1", (1, 0)), unit("g2", (1, 0), "motinf"), unit("u1", (9, 0)))
    game = position(*units, forts={at(0, 0): 2}, special={"fort-entry": ["Leg"]})
    for name in ("g1", "g2"):
        game.play("axis", {"do": "move", "units": [name], "path": [at(0, 0)]})
    assert (now(game, "g1").inside, now(game, "g2").inside) == (True, False)


# ---- what becomes of them [17.4.1f]


@pytest.mark.rule("goss", "17.4.1f", "17.4.1f-3")
def test_a_work_that_nobody_is_in_is_gone_when_the_phase_ends() -> None:
    game = position(unit("g1", (0, 0), inside=True), unit("g2", (3, 0)), unit("u1", (9, 0)),
                    works={(0, 0): "ET-2", (3, 0): "IP"})  # fmt: skip
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]})
    assert hex_of(game, 0, 0).work == "ET-2"
    next_turn(game, "modes", "allied")
    assert hex_of(game, 0, 0).work == ""
    assert hex_of(game, 3, 0).work == "IP"
    back = position(unit("g1", (0, 0), inside=True), unit("g2", (1, 0)), unit("u1", (9, 0)),
                    works={(0, 0): "ET-2"})  # fmt: skip
    back.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 1)]})
    back.play("axis", {"do": "move", "units": ["g2"], "path": [at(0, 0)]})
    next_turn(back, "modes", "allied")
    assert hex_of(back, 0, 0).work == "ET-2"  # relieved in time


@pytest.mark.rule("goss", "17.4.1f-3", "17.4.1f")
def test_a_work_is_lost_with_its_garrison() -> None:
    game = battle(
        unit("g1", (0, 0), left=1, inside=True), unit("u1", (0, 1), **PA), works={(0, 0): "ET-2"},
        side="allied",
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="1(1)")
    assert where(game, "g1") == "eliminated"
    assert hex_of(game, 0, 0).work == ""


@pytest.mark.reading("goss", "goss-17-17")
@pytest.mark.rule("goss", "17.4.1f", "17.5.0")
def test_a_fortified_area_is_razed_by_an_advance_after_an_assault() -> None:
    game = battle(
        unit("g1", (0, 0), left=1), unit("u1", (0, 1), **PA), side="allied",
        terrain={(0, 0): "Axis-Ft"},
    )  # fmt: skip
    advance = {"do": "advance", "unit": "u1", "path": [at(0, 0)]}
    clash(game, ["u1"]).settle(defender="1(1)", advance=[advance])
    h = game.board.hex(at(0, 0))
    assert where(game, "u1") == at(0, 0)
    assert intact_area(game, h) == ""
    found = hex_of(game, 0, 0)
    assert (found.ruined, found.work, found.side, found.fixed) == (True, "IP", "allied", True)
    assert told(game, "area-razed") == [{"hex": at(0, 0), "side": "allied"}]


@pytest.mark.reading("goss", "goss-17-17")
@pytest.mark.rule("goss", "17.4.1f", "11.7.0")
def test_it_stays_intact_after_an_advance_that_follows_fire() -> None:
    game = position(unit("u1", (0, 0)), unit("g1", (5, 0)), terrain={(0, 0): "Axis-Ft"})
    passed(game, ["u1"], game.board.hex(at(0, 0)))
    assert intact_area(game, game.board.hex(at(0, 0))) == "axis"


@pytest.mark.reading("goss", "goss-17-17")
@pytest.mark.rule("goss", "17.4.1f", "17.3.0-3")
def test_engineers_raze_it_at_the_beginning_of_their_construction_phase() -> None:
    game = position(
        unit("u1", (0, 0), "eng"), unit("u2", (5, 0)), unit("g1", (9, 0)), side="allied",
        terrain={(0, 0): "Axis-Ft", (5, 0): "Axis-Ft"}, segment="modes",
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    found = hex_of(game, 0, 0)
    assert (found.ruined, found.work, found.side) == (True, "IP", "allied")
    assert not hex_of(game, 5, 0).ruined
    assert rules(game, "allied", {"do": "dig", "units": ["u1"], "work": "IP"}) == ["17.3.3"]
    pass_to(game, "moves", "allied")
    assert not rules(game, "allied", {"do": "move", "units": ["u1"], "path": [at(1, 0)]})


@pytest.mark.rule("goss", "17.4.1f-2", "17.4.1f")
@pytest.mark.parametrize("work", ["IP", "ET-2"])
def test_the_ip_on_a_razed_area_stays_until_the_other_side_comes(work: str) -> None:
    game = position(unit("u1", (0, 0)), unit("g1", (2, 0)), unit("u2", (9, 0)), side="allied",
                    terrain={(0, 0): "Axis-Ft"})  # fmt: skip
    put(game, 0, 0, ruined=True, work=work, side="allied", fixed=True)
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(-1, 0), at(-2, 0)]})
    pass_to(game, "moves", "axis")
    assert (hex_of(game, 0, 0).work, hex_of(game, 0, 0).side) == (work, "allied")
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0), at(0, 0)]})
    assert (hex_of(game, 0, 0).work, hex_of(game, 0, 0).side) == ("IP", "axis")
    assert told(game, "work-taken")
    assert hex_of(game, 0, 0).ruined  # never an area again


@pytest.mark.rule("goss", "17.4.1f-2", "13.12.0")
@pytest.mark.parametrize("fixed", [True, False])
def test_works_that_an_advance_comes_upon(fixed: bool) -> None:
    game = battle(unit("g1", (0, 0), left=1), unit("u1", (0, 1), **PA), side="allied")
    put(game, 0, 0, ruined=fixed, work="ET-2", side="axis", fixed=fixed)
    advance = {"do": "advance", "unit": "u1", "path": [at(0, 0)]}
    clash(game, ["u1"]).settle(defender="1(1)", advance=[advance])
    found = hex_of(game, 0, 0)
    assert (found.work, found.side) == (("IP", "allied") if fixed else ("", ""))


@pytest.mark.rule("goss", "17.4.1f-2", "17.3.3b")
def test_a_razed_area_may_be_dug_deeper() -> None:
    game = field(unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("u1", (9, 0)),
                 terrain={(0, 0): "Allied-Ft"})  # fmt: skip
    put(game, 0, 0, ruined=True, work="IP", side="axis", fixed=True)
    game.play("axis", {"do": "dig", "units": ["g1", "g2"], "work": "ET-2"})
    next_turn(game, "construction")
    assert (hex_of(game, 0, 0).work, hex_of(game, 0, 0).fixed) == ("ET-2", True)


# ---- forts [17.6.0]


def fort(name: str = "gf", h: tuple[int, int] = (0, 0), **more: Any) -> dict[str, Any]:
    facts = {"steps": 2, "pr": "0/7", "traits": "fort", **more}
    return unit(name, h, "static", facts.pop("values", "0-6"), **facts)


@pytest.mark.rule("goss", "17.6.0", "17.4.1b", "17.4.0")
def test_a_fort_by_itself() -> None:
    crowd = [unit(f"g{n}", (0, 0)) for n in (1, 2)]
    game = position(fort(), *crowd, unit("g3", (0, 0), "eng"), unit("u1", (3, 0)))
    h = game.board.hex(at(0, 0))
    assert (hex_of(game, 0, 0).fort, hex_of(game, 0, 0).side) == (2, "axis")
    assert not overstacked(game, h)  # it takes no room
    assert proficiency(game, "gf", offensive=False) == 7
    assert proficiency(game, "gf", offensive=True) == 0
    alone = position(fort(), unit("u1", (3, 0)), side="allied")
    assert alone.board.hex(at(1, 0)) in front(alone, "allied").halts
    path = [at(2, 0), at(1, 0), at(1, -1)]
    assert rules(alone, "allied", {"do": "move", "units": ["u1"], "path": path})
    designation = position(fort(), unit("u1", (1, 0)), segment="designation")
    assert rules(designation, "axis", {"do": "designate", "units": ["gf"]})
    assert rules(position(fort(), unit("u1", (3, 0))), "axis",
                 {"do": "move", "units": ["gf"], "path": [at(1, 0)]}) == ["4.3.3"]  # fmt: skip


@pytest.mark.rule("goss", "17.6.0", "17.4.1f-4", "17.4.1e(c)", "17.4.1e(e)")
def test_the_garrison_of_a_fort_fights_until_its_walls_are_gone() -> None:
    def stormed(result: str) -> Gs:
        game = battle(fort(), unit("u1", (0, 1), **PA), side="allied")
        found = clash(game, ["u1"])
        assert found.defence == 6
        found.settle(defender=result)
        return game

    game = stormed("*2(1)")
    assert not told(game, "check")  # no check of proficiency
    assert (hex_of(game, 0, 0).fort, where(game, "gf")) == (1, at(0, 0))
    again = clash(game, ["u1"])
    assert again.defence == 6  # whole abilities, whatever is left
    gone = stormed("1(3)")
    assert (hex_of(gone, 0, 0).fort, where(gone, "gf")) == (0, "eliminated")
    assert told(gone, "fort-hit")[0]["steps"] == 0


@pytest.mark.rule("goss", "17.4.1f-4", "17.4.1e(e)", "17.4.1a")
def test_who_is_in_a_fort_that_falls_is_in_the_open() -> None:
    game = battle(
        fort(steps=1), unit("g1", (0, 0), inside=True), unit("u1", (0, 1), **PA),
        side="allied",
    )  # fmt: skip
    assert in_works(game, "g1")
    clash(game, ["u1"]).settle(defender="3(2)")
    assert (where(game, "gf"), where(game, "g1")) == ("eliminated", at(0, 0))
    assert now(game, "g1").steps == 2
    assert not now(game, "g1").inside


@pytest.mark.rule("goss", "17.6.0-2")
def test_the_guns_of_a_fort() -> None:
    arcs = {"fire-arcs": {"gf": [at(1, 0), at(1, -1)]}}
    game = position(fort(), unit("u1", (3, 0)), unit("u2", (-3, 0)), segment="offensive-fire",
                    special=arcs)  # fmt: skip
    east, west = (game.board.hex(at(q, 0)) for q in (3, -3))
    assert against_gun(game, "gf", 3, east) == []
    assert [one.rule for one in against_gun(game, "gf", 3, west)] == ["17.6.0-2"]
    assert most_missions(game, "gf", east) == 1  # no split fire
    free = position(fort(), unit("u2", (-3, 0)), segment="offensive-fire")
    assert against_gun(free, "gf", 3, free.board.hex(at(-3, 0))) == []


@pytest.mark.rule("goss", "17.6.0", "15.1.1")
def test_a_fort_needs_no_supply() -> None:
    game = position(
        fort(formation="1"), unit("g1", (0, 0), formation="1"),
        unit("gh", (0, 4), "hq:div", formation="1"), unit("u1", (9, 0)), segment="air-supply",
        water={"great_river": [((0, 0), b) for b in ISLAND]},
    )  # fmt: skip
    next_turn(game, "modes", "allied")
    assert (now(game, "g1").supply, now(game, "gf").supply) == ("OhS", "GenS")


@pytest.mark.rule("goss", "17.4.1f-4")
def test_a_fort_is_gone_for_good() -> None:
    game = position(fort(), unit("u1", (9, 0)))
    put(game, 0, 0)
    eliminate(game, "gf", "17.4.1f-4")
    mark(game, "u1", hex=(1, 0))
    assert not front(game, "allied").halts


@pytest.mark.rule("goss", "17.4.1f-4", "17.6.0", "11.6.2a")
def test_fire_takes_steps_of_a_fort() -> None:
    game = position(fort(), unit("u1", (0, 1)), segment="offensive-fire", side="allied")
    hit(game, (0, 0), 1)
    assert (hex_of(game, 0, 0).fort, where(game, "gf")) == (1, at(0, 0))
    hit(game, (0, 0), 1)
    assert (hex_of(game, 0, 0).fort, where(game, "gf")) == (0, "eliminated")
    full = position(
        fort(), unit("g1", (0, 0), inside=True), unit("u1", (0, 1)), segment="offensive-fire",
        side="allied",
    )  # fmt: skip
    hit(full, (0, 0), 1, takes=["fort"])
    assert (hex_of(full, 0, 0).fort, now(full, "g1").steps) == (1, 3)
    hit(full, (0, 0), 1, first="retreat")
    assert where(full, "g1") != at(0, 0)
    assert where(full, "gf") == at(0, 0)  # walls stay where they are


@pytest.mark.rule("goss", "17.6.0", "17.4.0")
def test_forts_that_a_scenario_names_by_their_hexes() -> None:
    told_of = {"steps": 3, "side": "allied", "defence": 5, "pr": 8, "barrage": 4, "range": 9}
    game = position(unit("g1", (1, 0)), forts={at(0, 0): told_of, at(5, 0): 1})
    name = f"fort-{at(0, 0)}"
    assert (where(game, name), hex_of(game, 0, 0).fort, hex_of(game, 0, 0).side) == (
        at(0, 0), 3, "allied",
    )  # fmt: skip
    assert (hex_of(game, 5, 0).fort, hex_of(game, 5, 0).side) == (1, "axis")
    assert strength(game, name, attacking=False) == 5
    assert proficiency(game, name, offensive=False) == 8
    move = {"do": "move", "units": ["g1"], "path": [at(0, 0)]}
    assert rules(game, "axis", move) == ["7.5.0"]  # its garrison holds it
    with pytest.raises(ValueError, match="a fort is of a side"):
        position(unit("g1", (1, 0)), forts={at(0, 0): 0})
