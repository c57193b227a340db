"""Chapters 3 and 4 of WB-95 as a second reader has them: movement, zones, control."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard import library
from grognard.board.sketch import sketch
from grognard.systems.wb95.movement.movement import budget, step_cost
from grognard.systems.wb95.pieces.stacks import in_zone
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import NEUTRAL
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.course import go_to, owner, pass_on, supply_phase
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    at,
    field,
    rig,
    rules,
    unit,
    where,
)

ALL = [f"{row:02}{col:02}" for row in range(1, 10) for col in range(1, 10)]
BASES: dict[str, Any] = {"supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]}}
END = {"do": "end"}


def move(names: str, path: str, **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": names.split(), "path": path.split(), **more}


def cost(game: Wb, name: str, a: str, b: str) -> object:
    found = step_cost(game, name, game.board.hex(a), game.board.hex(b))
    return None if found is None else found.total


# ---- 3: movement


@pytest.mark.reading("wb95", "3-01")
def test_only_pursuit_moves_outside_the_movement_phases() -> None:
    game = field(unit("g1", "0502"), unit("s1", "0508"), **BASES)
    assert rules(game, "soviet", move("s1", "0507")) == ["turn"]
    go_to(game, MOVE_B)
    assert rules(game, "german", move("g1", "0503")) == ["turn"]
    game = field(unit("g1", "0505", sp=9), unit("s1", "0506", sp=3), phase=ATTACK_A)
    rig(game, 3, 4)  # 3:1 is - / D2
    game.play("german", attack("g1", "0506"))
    while game.decisions[0].ask.name != "retreat":
        pass_on(game)
    game.play("soviet", {"do": "retreat", "paths": {"s1": ["0507", "0508"]}, "take": {}})
    assert rules(game, "german", {"do": "pursue", "paths": {"g1": ["0405", "0406"]}}) != []
    assert rules(game, "german", {"do": "pursue", "paths": {"g1": ["0506", "0507"]}}) == []


@pytest.mark.reading("wb95", "3-02")
def test_any_order() -> None:
    game = field(unit("g1", "0302"), unit("g2", "0502"), unit("g3", "0702"), unit("s1", "0909"))
    for name, path in (("g3", "0703"), ("g1", "0303"), ("g2", "0503"), ("g3", "0704")):
        game.play("german", move(name, path))
    assert where(game, "g3") == "0704"


@pytest.mark.reading("wb95", "3-03")
def test_no_hex_is_left_out() -> None:
    game = field(unit("g1", "0501", mp=5), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0502 0504")) == ["3.1.4"]


@pytest.mark.reading("wb95", "3-04")
def test_points_are_not_kept() -> None:
    game = field(unit("g1", "0501"), unit("s1", "0909"), turns=3, **BASES)
    game.play("german", move("g1", "0502"))
    go_to(game, MOVE_A, turn=2)
    assert rules(game, "german", move("g1", "0503 0504 0505 0506")) == []
    assert rules(game, "german", move("g1", "0503 0504 0505 0506 0507")) == ["3.1.5"]


@pytest.mark.reading("wb95", "3-05")
def test_points_are_not_shared() -> None:
    game = field(unit("g1", "0501"), unit("g2", "0501", "ARM"), unit("s1", "0909"))
    assert rules(game, "german", move("g1 g2", "0502 0503 0504 0505 0506")) == ["3.1.5"]
    game.play("german", move("g1 g2", "0502 0503 0504 0505"))
    game.play("german", move("g2", "0506 0507 0508"))
    assert budget(game, "g2") == 0


@pytest.mark.reading("wb95", "3-06")
@pytest.mark.parametrize("there", [["INF"], ["HQ", "INF"]])
def test_no_hex_with_an_enemy_regular_unit_is_entered(there: list[str]) -> None:
    enemies = [unit(f"s{i}", "0503", kind) for i, kind in enumerate(there)]
    game = field(unit("g1", "0502"), *enemies)
    assert rules(game, "german", move("g1", "0503")) == ["3.1.8"]


@pytest.mark.reading("wb95", "3-07")
def test_a_full_hex_is_passed_through() -> None:
    full = [unit(f"g{i}", "0502") for i in range(4)]
    more = [unit(f"g{i}", "0501") for i in range(4, 7)]
    game = field(*full, *more, unit("s1", "0909"))
    game.play("german", move("g4", "0502 0503"))
    game.play("german", move("g5 g6", "0502 0503"))
    assert {where(game, f"g{i}") for i in (4, 5, 6)} == {"0503"}


WET_WOOD = sketch(9, 9, terrain={"0503": "forest"}, sides=["0502-0503 river"])


@pytest.mark.reading("wb95", "3-08")
@pytest.mark.parametrize(("kind", "points"), [("ARM", 5), ("MOT", 6), ("INF", 3)])
def test_costs_add_up(kind: str, points: int) -> None:
    game = field(unit("g1", "0502", kind), unit("s1", "0909"), board=WET_WOOD)
    assert cost(game, "g1", "0502", "0503") == points


@pytest.mark.reading("wb95", "3-09")
def test_a_hex_costs_no_more_than_all_points_but_all_of_them() -> None:
    board = sketch(
        9, 9, terrain={"0503": "forest"}, sides=["0502-0503 river"], links=["0501-0502 main"]
    )
    game = field(
        unit("g1", "0502", "MOT", mp=5), unit("g2", "0501", "MOT", mp=5), unit("s1", "0909"),
        board=board,
    )  # fmt: skip
    assert rules(game, "german", move("g2", "0502 0503")) == ["3.1.5"]
    game.play("german", move("g1", "0503"))
    assert budget(game, "g1") == 0


@pytest.mark.reading("wb95", "3-10")
@pytest.mark.reading("wb95", "3-11")
@pytest.mark.parametrize("enemy", ["0909", "0501"])
def test_the_cap_is_what_the_unit_has_now_leaving_a_zone_included(enemy: str) -> None:
    game = field(unit("g1", "0502", at={"oos": 1}), unit("s1", enemy), board=WET_WOOD)
    assert in_zone(game, game.board.hex("0502"), "soviet") == (enemy == "0501")
    game.play("german", move("g1", "0503"))
    assert (where(game, "g1"), at(game, "g1").oos, budget(game, "g1")) == ("0503", 1, 0)


@pytest.mark.reading("wb95", "3-12")
@pytest.mark.parametrize(("kind", "ground"), [("ARM", "swamp"), ("MOT", "swamp"), ("INF", "lake")])
def test_what_is_closed_stays_closed(kind: str, ground: str) -> None:
    game = field(
        unit("g1", "0502", kind), unit("s1", "0909"), board=sketch(9, 9, terrain={"0503": ground})
    )
    assert rules(game, "german", move("g1", "0503")) == ["3.1.11"]


@pytest.mark.reading("wb95", "3-13")
def test_nine_levels_hold_the_phase_open() -> None:
    full = [unit(f"g{i}", "0502") for i in range(4)]
    game = field(*full, unit("g9", "0501", cel=1), unit("s1", "0909"))
    game.play("german", move("g9", "0502"))
    assert rules(game, "german", END) == ["3.2.1"]
    game.play("german", move("g0", "0503"))
    assert rules(game, "german", END) == []


@pytest.mark.reading("wb95", "3-14")
@pytest.mark.parametrize(("reduced", "refused"), [(2, []), (1, ["3.2.1"])])
def test_levels_present_count_and_not_those_printed(reduced: int, refused: list[str]) -> None:
    stack = [unit(f"g{i}", "0502", at={"cel": 1} if i < reduced else {}) for i in range(5)]
    game = field(*stack, unit("s1", "0909"))
    assert rules(game, "german", END) == refused


@pytest.mark.reading("wb95", "3-15")
@pytest.mark.parametrize(("cel", "refused"), [(2, ["3.2.1"]), (1, [])])
def test_a_headquarters_is_one_level(cel: int, refused: list[str]) -> None:
    stack = [unit("g0", "0502", cel=cel), *(unit(f"g{i}", "0502") for i in range(1, 4))]
    game = field(*stack, unit("g9", "0502", "HQ"), unit("s1", "0909"))
    assert rules(game, "german", END) == refused


# ---- 4: zones of control


@pytest.mark.reading("wb95", "4-01")
@pytest.mark.parametrize(("kind", "refused"), [("INF", ["4.2.1"]), ("HQ", []), ("ART", [])])
def test_only_regular_units_have_a_zone(kind: str, refused: list[str]) -> None:
    sp = "5,3" if kind == "ART" else 4
    game = field(unit("g1", "0403"), unit("s1", "0505", kind, sp), unit("s2", "0909"))
    assert rules(game, "german", move("g1", "0404 0405 0306")) == refused


@pytest.mark.reading("wb95", "4-02")
@pytest.mark.parametrize(("water", "refused"), [("big_river", []), ("river", ["4.2.1"])])
def test_a_big_river_bars_a_zone_and_a_river_does_not(water: str, refused: list[str]) -> None:
    sides = [f"0505-{b} {water}" for b in ("0404", "0405")]
    game = field(unit("g1", "0403"), unit("s1", "0505"), board=sketch(9, 9, sides=sides))
    assert rules(game, "german", move("g1", "0404 0405 0306")) == refused


@pytest.mark.reading("wb95", "4-03")
@pytest.mark.parametrize(
    ("kind", "ground", "reaches"),
    [
        ("ARM", "swamp", False),
        ("INF", "swamp", True),
        ("ARM", "lake", False),
        ("INF", "lake", False),
    ],
)
def test_a_zone_ends_where_its_unit_could_not_go(kind: str, ground: str, reaches: bool) -> None:
    game = field(
        unit("g1", "0101"), unit("s1", "0505", kind), board=sketch(9, 9, terrain={"0504": ground})
    )
    assert in_zone(game, game.board.hex("0504"), "soviet") == reaches


@pytest.mark.reading("wb95", "4-04")
@pytest.mark.parametrize(
    ("phase", "side", "owed"), [(ATTACK_A, "german", True), (ATTACK_B, "soviet", False)]
)
def test_tanks_before_a_swamp_must_attack_and_its_garrison_need_not(
    phase: int, side: str, owed: bool
) -> None:
    board = sketch(9, 9, terrain={"0506": "swamp"})
    game = field(unit("g1", "0505", "ARM"), unit("s1", "0506"), board=board, phase=phase)
    assert bool(rules(game, side, END)) == owed


@pytest.mark.reading("wb95", "4-05")
def test_three_zones_cost_one_point_to_leave() -> None:
    enemies = [unit("s1", "0506"), unit("s2", "0506"), unit("s3", "0605")]
    game = field(unit("g1", "0505"), *enemies)
    assert rules(game, "german", move("g1", "0404 0403 0402 0401")) == ["3.1.5"]
    game.play("german", move("g1", "0404 0403 0402"))
    assert budget(game, "g1") == 0


@pytest.mark.reading("wb95", "4-06")
def test_entering_a_zone_costs_nothing_more() -> None:
    game = field(unit("g1", "0501"), unit("s1", "0506"))
    game.play("german", move("g1", "0502 0503 0504"))
    game.play("german", move("g1", "0505"))
    assert (where(game, "g1"), budget(game, "g1")) == ("0505", 0)


@pytest.mark.reading("wb95", "4-07")
def test_a_friend_does_not_lift_a_zone_for_movement() -> None:
    game = field(unit("g1", "0403"), unit("g2", "0404"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0404 0304")) == ["4.2.1"]


@pytest.mark.reading("wb95", "4-08")
@pytest.mark.reading("wb95", "4-09")
@pytest.mark.parametrize("enemies", [1, 2])
def test_no_step_along_the_front_of_one_hex(enemies: int) -> None:
    game = field(unit("g1", "0404"), *(unit(f"s{i}", "0505") for i in range(enemies)))
    assert rules(game, "german", move("g1", "0405")) == ["4.2.3"]


@pytest.mark.reading("wb95", "4-10")
def test_out_and_in_again() -> None:
    game = field(unit("g1", "0404"), unit("s1", "0505"))
    game.play("german", move("g1", "0305 0405"))
    assert budget(game, "g1") == 12
    assert rules(game, "german", move("g1", "0306")) == ["4.2.1"]


@pytest.mark.reading("wb95", "4-11")
def test_straight_from_the_zone_of_one_into_that_of_another() -> None:
    game = field(unit("g1", "0404"), unit("s1", "0505"), unit("s2", "0402"))
    assert in_zone(game, game.board.hex("0403"), "soviet")
    game.play("german", move("g1", "0403"))
    assert budget(game, "g1") == 24
    assert rules(game, "german", move("g1", "0503")) == ["4.2.1"]


@pytest.mark.reading("wb95", "4-12")
def test_a_second_zone_on_the_next_hex_is_no_leave_to_move_in_the_first() -> None:
    game = field(unit("g1", "0404"), unit("s1", "0505"), unit("s2", "0306"))
    assert rules(game, "german", move("g1", "0405")) == ["4.2.3"]


@pytest.mark.reading("wb95", "4-13")
def test_a_road_does_not_pay_for_leaving() -> None:
    board = sketch(9, 9, links=["0505-0504-0503 main"])
    game = field(unit("g1", "0505", "MOT", mp=10), unit("s1", "0506"), board=board)
    assert cost(game, "g1", "0505", "0504") == Fraction(4, 3)
    assert cost(game, "g1", "0504", "0503") == Fraction(1, 3)


@pytest.mark.reading("wb95", "4-14")
def test_who_has_entered_leaves_in_the_next_phase_at_the_earliest() -> None:
    game = field(unit("g1", "0503"), unit("s1", "0506"))
    game.play("german", move("g1", "0504 0505"))
    assert rules(game, "german", move("g1", "0504")) == ["4.2.1"]
    game = field(unit("g1", "0505"), unit("s1", "0506"))
    assert rules(game, "german", move("g1", "0504")) == []


# ---- 4: control


def ground(*units: dict[str, Any], **spec: Any) -> Wb:
    """All is Soviet; both sides are supplied from where headquarters stand, unless said."""
    supply = {"german": [{"hq": "ghq"}], "soviet": [{"edge": "east"}]}
    hq = unit("ghq", "0501", "HQ")
    return field(hq, *units, control={"soviet": ALL}, **{"supply": supply, **spec})


@pytest.mark.reading("wb95", "4-15")
def test_at_the_start_everybody_controls_what_is_behind_his_front() -> None:
    game = library.new("wb95/typhoon", seed=1)
    towns = {"5305": "soviet", "2716": "soviet", "2717": "soviet", "0326": "german"}
    assert {label: owner(game, label) for label in towns} == towns
    assert owner(game, "3138") == "german"


@pytest.mark.reading("wb95", "4-16")
def test_a_cut_off_unit_takes_its_own_hex_and_no_other() -> None:
    game = ground(unit("g1", "0505"), unit("s1", "0506"), supply={"german": [], "soviet": []})
    supply_phase(game, "german")
    assert {h for h in ALL if owner(game, h) == "german"} == {"0505", "0501"}


@pytest.mark.reading("wb95", "4-17")
def test_control_comes_with_the_end_of_the_supply_phase_and_not_in_passing() -> None:
    game = ground(unit("g1", "0502", mp=6), unit("s1", "0909"), turns=3)
    game.play("german", move("g1", "0503 0504 0505 0506 0507"))
    assert owner(game, "0507") == "soviet"
    go_to(game, MOVE_B)
    assert (owner(game, "0504"), owner(game, "0507")) == ("soviet", "german")


@pytest.mark.reading("wb95", "4-18")
def test_a_headquarters_takes_the_hex_under_it_only() -> None:
    game = ground(unit("g2", "0505", "HQ"), unit("s1", "0909"))
    supply_phase(game, "german")
    assert {h for h in ALL if owner(game, h) == "german"} == {"0505", "0501"}


@pytest.mark.reading("wb95", "4-19")
@pytest.mark.reading("wb95", "4-20")
@pytest.mark.parametrize("supplied", [True, False])
def test_a_zone_takes_what_no_enemy_zone_covers_fed_or_not(supplied: bool) -> None:
    """0404 lies in the German zone alone, 0405 also in that of a Soviet unit in 0306."""
    game = ground(
        unit("g1", "0505"), unit("s1", "0306"),
        supply={
            "german": [{"hex": "0505"}],
            "soviet": [{"edge": "east"}] if supplied else [],
        },
        board=sketch(9, 9, terrain={"0404": "town", "0405": "town"}),
    )  # fmt: skip
    game.edit([{"map": "hexes", "key": "0505", "set": {"control": "german"}}], "a base")
    supply_phase(game, "german")
    assert (owner(game, "0404"), owner(game, "0405")) == ("german", NEUTRAL)


@pytest.mark.reading("wb95", "4-21")
@pytest.mark.parametrize("kind", ["INF", "HQ"])
def test_no_zone_takes_a_hex_from_under_a_unit(kind: str) -> None:
    game = ground(unit("g1", "0502"), unit("s1", "0503", kind), unit("s2", "0909"))
    supply_phase(game, "german")
    assert owner(game, "0503") == "soviet"


@pytest.mark.reading("wb95", "4-22")
def test_nobody_gains_in_the_other_s_supply_phase() -> None:
    game = ground(unit("g1", "0502"), unit("s1", "0909"))
    supply_phase(game, "soviet")
    assert owner(game, "0503") == "soviet"
    supply_phase(game, "german")
    assert owner(game, "0503") == "german"


@pytest.mark.reading("wb95", "4-23")
def test_control_once_gained_stays() -> None:
    game = ground(unit("g1", "0503"), unit("s1", "0909"), turns=4)
    go_to(game, MOVE_A, turn=2)
    assert owner(game, "0504") == "german"
    game.play("german", move("g1", "0502 0501"))
    go_to(game, MOVE_A, turn=3)
    assert owner(game, "0504") == "german"
