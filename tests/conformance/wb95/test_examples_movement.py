"""The book's examples about movement, overrunning and disrupted movement. [3.1] [6.1.7] [8.2.13]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import END, GERMAN, POINT, SOVIET, fought, move, proceed_to
from tests.systems.wb95.air.sky import fly, mission, names, raid, river
from tests.systems.wb95.field import (
    AIR_B,
    MOVE_B,
    at,
    field,
    hex_status,
    rig,
    rules,
    told,
    unit,
    where,
)

rule = pytest.mark.rule


def paid(game: Wb, name: str) -> Any:
    """What the last move cost a unit, as it was announced."""
    return told(game, "move")[-1]["cost"][name]


@rule("wb95", "3.1.11")
@rule("wb95", "3.1.12")
def test_wb95_ex_009_forest_across_a_stream() -> None:
    """Clear ground, forest and stream add up to 5 points for a mechanised unit.

    The book supposes 2 + 1 + 2; the table of this game has 1 + 2 + 2.
    """
    board = sketch(4, 6, terrain={"0203": "forest"}, sides=["0202-0203 stream"])
    game = field(unit("g1", "0202", "ARM"), board=board)
    game.play(GERMAN, move("g1", "0203"))
    assert paid(game, "g1")["total"] == 5
    assert [part["value"] for part in paid(game, "g1")["parts"]] == [1, 2, 2]
    assert rules(game, GERMAN, move("g1", "0204", "0205")) == []  # 2 of 7 points are left
    assert rules(game, GERMAN, move("g1", "0204", "0205", "0206")) == ["3.1.5"]


@rule("wb95", "3.1.13")
def test_wb95_ex_010_a_hex_of_nine_points_for_seven() -> None:
    """A unit of 7 points enters a hex of 1 + 2 + 4 + 2 and pays 7; having moved, it does not."""
    board = sketch(4, 6, terrain={"0203": "hill"}, sides=["0202-0203 big_river river"])
    game = field(unit("g1", "0202", "ARM"), board=board)
    game.play(GERMAN, move("g1", "0203"))
    assert where(game, "g1") == "0203"
    parts = [part["value"] for part in paid(game, "g1")["parts"]]
    assert (sum(parts[:-1]), parts[-1], paid(game, "g1")["total"]) == (9, -2, 7)
    assert rules(game, GERMAN, move("g1", "0204")) == ["3.1.5"]  # nothing is left
    begun = field(unit("g1", "0201", "ARM"), board=board)
    begun.play(GERMAN, move("g1", "0202"))
    assert rules(begun, GERMAN, move("g1", "0203")) == ["3.1.5"]


@rule("wb95", "3.1.13")
@rule("wb95", "1.4e")
@rule("wb95", "10.2.2")
def test_wb95_ex_011_a_hex_of_three_points_for_two() -> None:
    """Infantry of 4 points out of supply has 2, enters a hex of 3, and its level stays."""
    board = sketch(4, 6, terrain={"0203": "forest"}, sides=["0202-0203 river"])
    game = field(unit("g1", "0202", at={"oos": 1}), board=board)
    assert rules(game, GERMAN, move("g1", "0201")) == []
    assert rules(game, GERMAN, move("g1", "0201", "0301", "0401")) == ["3.1.5"]
    game.play(GERMAN, move("g1", "0203"))
    assert (where(game, "g1"), at(game, "g1").oos) == ("0203", 1)
    assert [part["value"] for part in paid(game, "g1")["parts"]] == [1, 1, 1, -1]
    assert paid(game, "g1")["total"] == 2


@rule("wb95", "6.1.7")
@rule("wb95", "3.1.8")
@pytest.mark.parametrize(("fortified", "price"), [([], 3), (["0504"], 4)])
def test_wb95_ex_028_three_guns_alone(fortified: list[str], price: int) -> None:
    """On top of the hex three guns cost 3 points, fortified 4; who has less leaves them be."""
    guns = [unit(f"sg{i}", "0504", "ART", "5,3") for i in range(3)]
    far = unit("s1", "0909")
    weak = field(unit("g1", "0503", mp=price), *guns, far, fortified=fortified)
    assert rules(weak, GERMAN, move("g1", "0504")) == ["3.1.5"]
    game = field(unit("g1", "0503", mp=1 + price), *guns, far, fortified=fortified)
    game.play(GERMAN, move("g1", "0504"))
    assert [where(game, f"sg{i}") for i in range(3)] == ["eliminated"] * 3
    assert where(game, "g1") == "0504"
    assert paid(game, "g1")["total"] == 1 + price
    assert hex_status(game, "0504").fortified == ""


# --- Aircraft against movement --------------------------------------------------------------


@rule("wb95", "8.2.13")
@rule("wb95", "8.2.14")
@rule("wb95", "8.2.15")
@pytest.mark.parametrize("missions", [1, 2])
def test_wb95_ex_037_disrupted_movement(missions: int) -> None:
    """Each mission adds a point to its hex and those around, and takes one from who begins there.

    A brigade follows a main road at half a point a hex through two such hexes; a division of 6
    begins in one. A hex of 1 point there costs it 2, or 3 with two missions.
    """
    board = sketch(9, 9, links=["0701-0702-0703-0704-0705-0706-0707-0708 main"])
    units = unit("g1", "0101"), unit("s57", "0701", "ARM", mp=7), unit("s294", "0706", mp=6)
    game = raid(7, 7, board=board, phase=AIR_B, units=units)
    fly(game, german=[mission("disrupt", "0705", name) for name in names(missions)])
    game.play(SOVIET, move("s57", "0702", "0703", "0704", "0705"))
    assert paid(game, "s57")["total"] == 4 // 2 + 2 * missions
    away = ["0806", "0906", "0907", "0908", "0909", "0809"]  # out of the area, a point a hex
    far = [n for n in range(1, 7) if not rules(game, SOVIET, move("s294", *away[:n]))]
    assert far[-1] == 6 - missions
    game.play(SOVIET, move("s294", "0605"))
    assert paid(game, "s294")["total"] == 1 + missions
    assert at(game, "s294").spent == (1 + missions) * POINT


@rule("wb95", "8.2.19")
@pytest.mark.parametrize(("dice", "lost"), [((5, 5), 0), ((6, 1), 1), ((1, 6), 1), ((6, 6), 2)])
def test_wb95_ex_038_two_attacks_on_a_crossing(dice: tuple[int, int], lost: int) -> None:
    """Two attacks lie on the far bank: who comes over rolls twice, and each 6 costs a level."""
    units = unit("g1", "0909"), unit("s1", "0304", cel=3)
    game = raid(1, units=units, board=river(), phase=AIR_B)
    fly(game, german=[mission("crossing", {"0305": 2}, *names(1))])
    rig(game, *dice)
    game.play(SOVIET, move("s1", "0305"))
    assert at(game, "s1").cel == 3 - lost
    (event,) = [event for event in game.events if event.kind == "crossing attack"]
    assert event.dice == dice
    assert (event.facts["hex"], event.facts["attacks"], event.facts["hits"]) == ("0305", 2, lost)


# --- Field fortifications -------------------------------------------------------------------


@rule("wb95", "7.1.5")
@rule("wb95", "7.1.10")
def test_wb95_ex_060_who_comes_in_time_takes_a_fortification_over() -> None:
    """All leave; a friend who comes before the phase ends keeps it and is served by it."""
    units = unit("g1", "0505"), unit("g2", "0504"), unit("s1", "0508")
    lost = field(*units, fortified=["0505"])
    lost.play(GERMAN, move("g1", "0604"))
    lost.play(GERMAN, END)
    assert hex_status(lost, "0505").fortified == ""
    game = field(*units, fortified=["0505"])
    game.play(GERMAN, move("g1", "0604"))
    game.play(GERMAN, move("g2", "0505"))
    game.play(GERMAN, END)
    assert hex_status(game, "0505").fortified == GERMAN
    proceed_to(game, MOVE_B)
    game.play(SOVIET, move("s1", "0507", "0506"))
    game.play(SOVIET, END)
    assert fought(game, "s1", "0505", by=SOVIET)["defender_cm"]["total"] == 2
