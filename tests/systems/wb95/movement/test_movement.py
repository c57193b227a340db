"""Movement: phases, paths, points and costs. [3.1]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.tally import Tally
from grognard.systems.wb95.movement.movement import allowance, budget, step_cost
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import MISSIONS, Mission
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    at,
    field,
    rules,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED

POINT = 12


def move(names: str, path: str, **more: Any) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split(), **more}


def cost(game: Wb, name: str, a: str, b: str) -> Tally | None:
    """What a step costs a unit."""
    return step_cost(game, name, game.board.hex(a), game.board.hex(b))


@pytest.mark.rule("wb95", "3.1.1")
@pytest.mark.rule("wb95", "2.2.P3")
@pytest.mark.rule("wb95", "2.1.2")
def test_units_move_in_the_movement_phase_and_nobody_elses() -> None:
    """Phases 3 and 9 are for moving; phase 4 is not, and the other side waits."""
    game = field(unit("g1", "0502"), unit("s1", "0508"))
    assert rules(game, "german", move("g1", "0503")) == []
    assert rules(game, "soviet", move("s1", "0507")) == ["turn"]
    game = field(unit("g1", "0502"), unit("s1", "0505"), unit("g2", "0504"), phase=ATTACK_A)
    assert rules(game, "german", move("g1", "0503")) != []
    game = field(unit("g1", "0502"), unit("s1", "0508"), phase=MOVE_B)
    assert rules(game, "soviet", move("s1", "0507")) == []
    assert [a["do"] for a in game.legal("soviet") if a["do"] == "attack"] == []


@pytest.mark.rule("wb95", "3.1.1")
def test_units_off_the_map_do_not_move() -> None:
    """Who is not on the map enters it as a reinforcement; it cannot just move."""
    game = field(
        unit("g1", "0502"),
        unit("g2", None),
        unit("s1", "0508"),
        entry_zones={"german": [{"id": "A", "hexes": ["0501"]}]},
        reinforcements=[{"turn": 2, "zone": "A", "units": ["g2"]}],
    )
    assert rules(game, "german", move("g2", "0503")) == ["3.1.1"]


@pytest.mark.rule("wb95", "3.1.3")
def test_units_move_in_any_order_and_in_several_goes() -> None:
    """The player picks the order, comes back to a unit, and moves several together."""
    game = field(unit("g1", "0502"), unit("g2", "0502"), unit("g3", "0702"), unit("s1", "0509"))
    game.play("german", move("g3", "0703"))
    game.play("german", move("g1 g2", "0503"))
    game.play("german", move("g2", "0504"))
    game.play("german", move("g1", "0504"))
    game.play("german", move("g3", "0704"))
    assert [where(game, name) for name in ("g1", "g2", "g3")] == ["0504", "0504", "0704"]
    assert rules(game, "german", move("g1 g3", "0505")) == ["3.1.4"]
    assert rules(game, "german", move("s1", "0505")) == ["form"]
    assert rules(game, "german", move("g1 g1", "0505")) == ["form"]


@pytest.mark.rule("wb95", "3.1.4")
def test_no_hex_is_leapt_over() -> None:
    """A path is a chain of adjoining hexes."""
    game = field(unit("g1", "0502"), unit("s1", "0509"))
    assert rules(game, "german", move("g1", "0504")) == ["3.1.4"]
    assert rules(game, "german", move("g1", "0503 0505")) == ["3.1.4"]
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": []}) == ["3.1.4"]
    assert rules(game, "german", move("g1", "0503 0504")) == []
    assert rules(game, "german", move("g1", "9999")) == ["form"]


@pytest.mark.rule("wb95", "3.1.5")
@pytest.mark.rule("wb95", "1.4b")
def test_points_limit_a_move() -> None:
    """Infantry of 4 MP goes 4 clear hexes of 1 MP, at once or in parts, and no fifth."""
    game = field(unit("g1", "0501"), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0502 0503 0504 0505 0506")) == ["3.1.5"]
    assert allowance(game, "g1").total == 4
    game.play("german", move("g1", "0502 0503 0504"))
    assert budget(game, "g1") == 1 * POINT
    game.play("german", move("g1", "0505"))
    assert budget(game, "g1") == 0
    assert rules(game, "german", move("g1", "0506")) == ["3.1.5"]
    assert reach(game, "german", "g1") == {}


@pytest.mark.rule("wb95", "3.1.6")
def test_points_are_not_saved() -> None:
    """A unit that stood still has 4 MP next turn, not 8; one that used 3 has 4 again."""
    game = field(unit("g1", "0501"), unit("g2", "0701"), unit("s1", "0909"), turns=4, **SUPPLIED)
    game.play("german", move("g2", "0702 0703 0704"))
    assert (budget(game, "g1"), budget(game, "g2")) == (4 * POINT, 1 * POINT)
    go_to(game, MOVE_A, turn=2)
    assert (budget(game, "g1"), budget(game, "g2")) == (4 * POINT, 4 * POINT)
    assert rules(game, "german", move("g1", "0502 0503 0504 0505 0506")) == ["3.1.5"]


@pytest.mark.rule("wb95", "3.1.7")
def test_each_unit_pays_for_itself() -> None:
    """In a group everybody pays, and the one with the fewest points holds back its own move."""
    game = field(unit("g1", "0501", mp=2), unit("g2", "0501", mp=6), unit("s1", "0909"))
    assert rules(game, "german", move("g1 g2", "0502 0503 0504")) == ["3.1.5"]
    assert rules(game, "german", move("g2 g1", "0502 0503 0504")) == ["3.1.5"]
    game.play("german", move("g1 g2", "0502 0503"))
    assert (budget(game, "g1"), budget(game, "g2")) == (0, 4 * POINT)
    assert rules(game, "german", move("g1", "0504")) == ["3.1.5"]
    assert rules(game, "german", move("g2", "0504")) == []


@pytest.mark.rule("wb95", "3.1.8")
def test_no_unit_enters_a_hex_with_enemy_units() -> None:
    """Neither at the end of a move nor on the way."""
    game = field(unit("g1", "0502"), unit("s1", "0503", "RG"), unit("s2", "0909"))
    assert rules(game, "german", move("g1", "0503")) == ["3.1.8"]
    assert rules(game, "german", move("g1", "0503 0504")) == ["3.1.8"]
    assert game.board.hex("0503") not in reach(game, "german", "g1")
    assert game.board.hex("0504") in reach(game, "german", "g1")


@pytest.mark.rule("wb95", "3.1.9")
@pytest.mark.rule("wb95", "3.1.10")
def test_any_number_of_units_passes_through_a_full_hex() -> None:
    """A stack of 8 CELs stands in the way; six units of 2 CELs go through it all the same."""
    names = [f"g{i}" for i in range(1, 7)]
    stack = [unit(f"gs{i}", "0503") for i in range(4)]
    game = field(*(unit(name, "0502") for name in names), *stack, unit("s1", "0909"))
    for name, goal in zip(names, ("0504", "0504", "0504", "0504", "0403", "0403"), strict=True):
        game.play("german", move(name, f"0503 {goal}"))
    assert [where(game, name) for name in names] == ["0504"] * 4 + ["0403"] * 2


COSTS = [
    ("0201", "clear", {"trucked": 2, "tracked": 1, "foot": 1}),
    ("0203", "forest", {"trucked": 4, "tracked": 3, "foot": 2}),
    ("0205", "town", {"trucked": 1, "tracked": 1, "foot": 1}),
    ("0207", "city", {"trucked": 2, "tracked": 2, "foot": 2}),
    ("0209", "swamp", {"trucked": None, "tracked": None, "foot": 2}),
    ("0211", "lake", {"trucked": None, "tracked": None, "foot": None}),
]


@pytest.mark.rule("wb95", "3.1.11")
@pytest.mark.rule("wb95", "1.3a")
@pytest.mark.parametrize(("label", "ground", "costs"), COSTS)
def test_the_cost_depends_on_the_unit_and_the_ground(
    label: str, ground: str, costs: dict[str, int | None]
) -> None:
    """Tracked, trucked and foot units pay what the table says; lakes are closed to all."""
    board = sketch(4, 12, terrain={label: ground})
    start = f"02{int(label[2:]) + 1:02}"
    for move_class, points in costs.items():
        game = field(unit("g1", start, "MOT", move=move_class, mp=9), board=board)
        paid = cost(game, "g1", start, label)
        assert (paid.total if paid else None) == points
        assert rules(game, "german", move("g1", label)) == ([] if points else ["3.1.11"])


@pytest.mark.rule("wb95", "1.4e")
@pytest.mark.rule("wb95", "10.2.2")
@pytest.mark.rule("wb95", "10.2.3")
@pytest.mark.rule("wb95", "10.2.5")
def test_full_movement_out_of_supply_costs_a_level() -> None:
    """7 MP halved are 3 1/2, fractions kept; paying a level at once buys all 7."""
    game = field(unit("g1", "0501", "ARM", at={"oos": 1}), unit("g2", "0701"), unit("s1", "0909"))
    path = "0502 0503 0504 0505"
    assert allowance(game, "g1").total == Fraction(7, 2)
    assert rules(game, "german", move("g1", path)) == ["3.1.5"]
    assert rules(game, "german", move("g1", path, full=True)) == []
    assert rules(game, "german", move("g2", "0702", full=True)) == ["10.2.3"]
    game.play("german", move("g1", path, full=True))
    assert (at(game, "g1").oos, budget(game, "g1")) == (2, 3 * POINT)
    game.play("german", move("g1", "0506 0507 0508"))
    assert (at(game, "g1").oos, where(game, "g1")) == (2, "0508")


@pytest.mark.rule("wb95", "10.2.3")
def test_full_movement_is_bought_before_moving() -> None:
    """A unit that has begun to move on half its points cannot buy the others afterwards."""
    game = field(unit("g1", "0501", at={"oos": 1}), unit("s1", "0909"))
    game.play("german", move("g1", "0502"))
    assert rules(game, "german", move("g1", "0503 0504", full=True)) == ["10.2.3"]


def test_legal_moves_are_all_accepted_and_reach_what_they_should() -> None:
    """A unit of 4 MP on open ground: every hex within 4; all that is listed is accepted."""
    game = field(unit("g1", "0505"), unit("s1", "0109", "HQ"))
    near = [h for h in game.board.disk(game.board.hex("0505"), 4) if h != at(game, "g1").hex]
    assert sorted(reach(game, "german", "g1")) == near
    moves = [action for action in game.legal("german") if action["do"] == "move"]
    assert sorted(game.board.hex(action["path"][-1]) for action in moves) == near
    assert all(game.why("german", action) == [] for action in moves)


def test_legal_lists_what_only_full_movement_reaches() -> None:
    """Out of supply with 2 of 4 MP: the hexes at 3 and 4 come with `full`."""
    game = field(unit("g1", "0505", at={"oos": 1}), unit("s1", "0109", "HQ"))
    moves = [action for action in game.legal("german") if action["do"] == "move"]
    disk = game.board.disk
    start = game.board.hex("0505")
    assert len([a for a in moves if not a.get("full")]) == len(disk(start, 2)) - 1
    assert len([a for a in moves if a.get("full")]) == len(disk(start, 4)) - len(disk(start, 2))
    assert all(game.why("german", action) == [] for action in moves)


@pytest.mark.rule("wb95", "8.2.13")
@pytest.mark.rule("wb95", "8.2.14")
@pytest.mark.rule("wb95", "8.2.15")
def test_disrupted_movement() -> None:
    """Two missions: +2 MP a hex, roads included, and 2 MP fewer for who begins there."""
    board = sketch(9, 9, links=["0506-0507-0508 main"])
    game = field(
        unit("g1", "0101"), unit("s1", "0508", mp=6), unit("s2", "0703"), board=board, phase=MOVE_B
    )
    target = (game.board.hex("0507"),)
    for name in ("one", "two"):
        game.put(MISSIONS, name, Mission("german", "disrupt", 7, target, (), until=99))
    assert allowance(game, "s1").total == 4
    assert allowance(game, "s2").total == 4
    paid = cost(game, "s1", "0508", "0507")
    assert paid is not None
    assert paid.total == Fraction(5, 2)
    costs = reach(game, "soviet", "s1")
    assert costs[game.board.hex("0507")] == 30
    assert costs[game.board.hex("0509")] == 1 * POINT
    assert game.board.hex("0506") not in costs
    game.play("soviet", move("s1", "0509"))
    assert budget(game, "s1") == 3 * POINT  # where it began still counts
    moves = [action for action in game.legal("soviet") if action["do"] == "move"]
    assert all(game.why("soviet", action) == [] for action in moves)


def test_a_unit_without_points_does_not_move() -> None:
    """With nothing to begin with even 3.1.13 opens no hex, or moving would cost nothing."""
    game = field(unit("g1", "0101"), unit("s1", "0505", mp=1), phase=MOVE_B)
    target = (game.board.hex("0505"),)
    game.put(MISSIONS, "one", Mission("german", "disrupt", 7, target, (), until=99))
    assert allowance(game, "s1").total == 0
    assert rules(game, "soviet", move("s1", "0506")) == ["3.1.5"]
    assert reach(game, "soviet", "s1") == {}


ROADS = sketch(4, 12, links=["0201-0202-0203-0204-0205-0206-0207-0208-0209-0210-0211 secondary"])


@pytest.mark.rule("wb95", "T.terrain.n2")
@pytest.mark.parametrize(("kind", "points", "last"), [("INF", 4, "0206"), ("ARM", 7, "0209")])
def test_one_hex_more_along_a_secondary_route(kind: str, points: int, last: str) -> None:
    """Foot and tracked units of n MP go n + 1 hexes if the whole move follows the road."""
    game = field(unit("g1", "0201", kind, mp=points), board=ROADS)
    path = [f"02{col:02}" for col in range(2, int(last[2:]) + 1)]
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": path}) == []
    beyond = [*path, f"02{int(last[2:]) + 1:02}"]
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": beyond}) == ["3.1.5"]
    assert game.board.hex(last) in reach(game, "german", "g1")
    listed = [a["path"] for a in game.legal("german") if a["do"] == "move"]
    assert path in listed
    assert beyond not in listed
    game.play("german", {"do": "move", "units": ["g1"], "path": path[:-1]})
    assert reach(game, "german", "g1") == {game.board.hex(h): 0 for h in (path[-3], last)}
    game.play("german", {"do": "move", "units": ["g1"], "path": path[-1:]})
    assert where(game, "g1") == last
    assert reach(game, "german", "g1") == {}
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": beyond[-1:]}) == ["3.1.5"]


@pytest.mark.rule("wb95", "T.terrain.n2")
def test_no_hex_more_after_a_step_off_the_road_nor_for_trucks() -> None:
    """The whole move must follow the road; trucked units have no such note in the table."""
    game = field(unit("g1", "0101"), unit("g2", "0201", "MOT", mp=2), board=ROADS)
    game.play("german", move("g1", "0201"))
    assert rules(game, "german", move("g1", "0202 0203 0204 0205")) == ["3.1.5"]
    assert rules(game, "german", move("g2", "0202 0203 0204 0205")) == []
    assert rules(game, "german", move("g2", "0202 0203 0204 0205 0206")) == ["3.1.5"]
    assert game.board.hex("0206") not in reach(game, "german", "g2")


@pytest.mark.rule("wb95", "T.terrain.n2")
def test_the_free_hex_lies_on_the_road() -> None:
    """After four hexes of road the free one does not lead off it."""
    game = field(unit("g1", "0201"), board=ROADS)
    assert rules(game, "german", move("g1", "0202 0203 0204 0205 0305")) == ["3.1.5"]


@pytest.mark.rule("wb95", "2.2.P5")
@pytest.mark.rule("wb95", "2.1.2")
def test_what_may_be_done_in_the_strategic_movement_phase() -> None:
    """Only marked units move then; nobody is marked or digs in any more."""
    game = field(unit("g1", "0502"), unit("g2", "0502"), unit("s1", "0909"))
    game.play("german", {"do": "mark", "units": ["g1"]})
    go_to(game, STRATEGIC_A)
    assert rules(game, "german", {"do": "mark", "units": ["g2"]}) != []
    assert rules(game, "german", move("g1", "0503")) == []
    assert rules(game, "german", move("g2", "0503")) == ["12.1.4"]
