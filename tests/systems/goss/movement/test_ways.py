"""Ways: roads, bridges, fords, constricted terrain, the road march. [7.6.2] [7.10] [7.11]"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from grognard.board.board import Course
from grognard.systems.goss.movement.moves import March, Move
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.proof import positions
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, Bridge
from tests.systems.goss.field import at, now, position, rules, unit

ENEMY = unit("u9", (0, 11))


def move(*path: tuple[int, int], who: str | list[str] = "g1", **more: Any) -> dict[str, Any]:
    names = [who] if isinstance(who, str) else who
    return {"do": "move", "units": names, "path": [at(q, r) for q, r in path], **more}


def along(start: int, end: int, r: int = 0) -> list[tuple[int, int]]:
    return [(q, r) for q in range(start, end + 1)]


def go(game: Gs, *path: tuple[int, int], who: str = "g1") -> float:
    assert rules(game, "axis", move(*path, who=who)) == []
    game.play("axis", move(*path, who=who))
    return now(game, who).spent / 12


@pytest.mark.rule("goss", "7.5.0", "7.1.0", "7.0")
def test_paths_are_contiguous_and_points_run_out() -> None:
    game = position(unit("g1", (0, 0)), ENEMY)
    assert rules(game, "axis", move((2, 0))) == ["7.5.0"]
    assert rules(game, "axis", move(*along(1, 7))) == ["7.2.0"]
    assert go(game, *along(1, 2)) == 2
    assert rules(game, "axis", move(*along(3, 7))) == ["7.2.0"]
    assert go(game, *along(3, 6)) == 6
    blocked = position(unit("g1", (0, 0)), unit("u1", (1, 0)))
    assert rules(blocked, "axis", move((1, 0))) == ["7.5.0"]
    two = position(unit("g1", (0, 0)), unit("g2", (0, 0)), ENEMY)
    assert rules(two, "axis", move((1, 0), who=["g1", "g2"])) == ["7.5.0"]


@pytest.mark.rule("goss", "7.5.2")
@pytest.mark.parametrize(
    ("segment", "movers"),
    [
        ("strat-moves", {"g1"}),
        ("road-moves", {"g2"}),
        ("moves", {"g2", "g3"}),
        ("pa-moves", {"g4"}),
    ],
)
def test_each_group_moves_in_its_turn(segment: str, movers: set[str]) -> None:
    game = position(
        unit("g1", (0, 0), "motinf", mode="Strat"), unit("g2", (2, 0), "motinf"),
        unit("g3", (4, 0)), unit("g4", (6, 0), mode="PA"), ENEMY,
        roads={"primary": [along(0, 8)]}, segment=segment,
    )  # fmt: skip
    assert {a["units"][0] for a in game.legal("axis") if a["do"] == "move"} == movers


@pytest.mark.rule("goss", "7.10.2", "7.6.2", "7.11.0")
@pytest.mark.parametrize(
    ("kind", "segment", "water", "road", "cost"),
    [
        ("inf", "moves", "river", "trail", 1), ("inf", "moves", "river", "", 4),
        ("inf", "moves", "major_river", "", None), ("inf", "moves", "major_river", "trail", 1),
        ("m4", "road-moves", "river", "trail", 1.5), ("m4", "moves", "river", "trail", 4),
        ("m4", "moves", "river", "", None), ("m4", "moves", "stream", "", 4),
        ("m4", "road-moves", "great_river", "primary", 0.5),
    ],
)  # fmt: skip
def test_crossing_water(kind: str, segment: str, water: str, road: str, cost: float | None) -> None:
    game = position(
        unit("g1", (0, 0), kind), ENEMY, water={water: [((0, 0), (1, 0))]},
        roads={road: [along(0, 2)]} if road else {"secondary": [[(0, 0), (0, 1)]]},
        segment=segment,
    )  # fmt: skip
    if cost is None:
        assert rules(game, "axis", move((1, 0))) == ["7.2.0"]
    else:
        assert go(game, (1, 0)) == cost


@pytest.mark.rule("goss", "7.10.2", "7.6.2")
def test_fords_and_broken_bridges() -> None:
    sides = {"river": [((0, 0), (1, 0))], "ford": [((0, 0), (1, 0))]}
    roads = {"trail": [along(0, 2)]}
    assert go(position(unit("g1", (0, 0)), ENEMY, water=sides, roads=roads), (1, 0)) == 2
    by_road = position(unit("g1", (0, 0), "m4"), ENEMY, water=sides, roads=roads,
                       segment="road-moves")  # fmt: skip
    assert go(by_road, (1, 0)) == 3.5
    river = {"river": [((0, 0), (1, 0))]}
    down = position(unit("g1", (0, 0), "m4"), ENEMY, water=river, roads=roads, segment="road-moves")
    key = down.scenario.ground.side_key(*(down.board.hex(at(q, 0)) for q in (0, 1)))
    down.put(BRIDGES, key, Bridge(stands=False))
    assert rules(down, "axis", move((1, 0))) == ["7.10.0-path"]
    down.put(BRIDGES, key, Bridge())
    assert go(down, (1, 0)) == 1.5


@pytest.mark.rule("goss", "7.11.2", "7.11.4")
@pytest.mark.parametrize("word", ["constricted", "embankment"])
def test_along_the_dashed_line(word: str) -> None:
    terrain = {(1, 0): word, (2, 0): word}
    roads = {"contour": [[(0, 0), (1, 0), (2, 0)]]}
    leg = position(unit("g1", (0, 0)), ENEMY, terrain=terrain, roads=roads)
    assert go(leg, (1, 0), (2, 0)) == 2
    assert go(leg, (3, 0)) == 4
    leaving = position(unit("g1", (0, 0)), ENEMY, terrain=terrain, roads=roads)
    assert go(leaving, (1, 0), (1, 1)) == 3
    begun = position(unit("g1", (1, 0)), ENEMY, terrain=terrain, roads=roads)
    assert go(begun, (0, 0)) == 1
    tank = position(unit("g1", (0, 0), "m4"), ENEMY, terrain=terrain, roads=roads)
    assert go(tank, (1, 0), (2, 0)) == 4
    assert rules(tank, "axis", move((3, 0))) == ["7.11.3"]


@pytest.mark.rule("goss", "7.11.2")
def test_of_two_dashed_lines_one_keeps_to_that_one_came_by(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {"north": [(0, 0), (1, 0), (2, -1)], "south": [(0, 1), (1, 0), (2, 0)]}
    drawn = positions._board

    def named(*args: Any) -> Any:
        plain = drawn(*args)
        courses = []
        for name, way in lines.items():
            hexes = [plain.hex(at(*h)) for h in way]
            pairs = tuple(sorted(tuple(sorted(pair)) for pair in pairwise(hexes)))
            courses.append(Course("contour", name, pairs))
        return replace(plain, courses=tuple(courses))

    monkeypatch.setattr(positions, "_board", named)

    def field(start: tuple[int, int]) -> Gs:
        return position(
            unit("g1", start), ENEMY, terrain={(1, 0): "constricted"},
            roads={"contour": [*lines.values()]},
        )  # fmt: skip

    assert go(field((0, 0)), (1, 0), (2, -1)) == 2
    assert go(field((0, 0)), (1, 0), (2, 0)) == 3
    for end, cost in (((2, -1), 2), ((2, 0), 3), ((0, 1), 3)):
        game = field((0, 0))
        assert go(game, (1, 0)) == 1
        assert go(game, end) == cost, "in a second order, too"
    for end in ((2, -1), (2, 0), (0, 0), (0, 1)):
        assert go(field((1, 0)), end) == 1, "who begins there may take either"
    assert go(field((1, 0)), (1, 1)) == 2


@pytest.mark.rule("goss", "7.11.2", "7.6.2")
def test_leg_units_on_a_road_through_constricted_terrain() -> None:
    game = position(unit("g1", (0, 0)), ENEMY, terrain={(1, 0): "constricted forest"},
                    roads={"trail": [along(0, 2)]})  # fmt: skip
    assert go(game, *along(1, 2)) == 2


@pytest.mark.rule("goss", "7.6.2-bonus", "7.6.1b")
def test_the_road_march() -> None:
    roads = {"secondary": [along(0, 9)]}
    game = position(unit("g1", (0, 0)), ENEMY, roads=roads)
    assert go(game, *along(1, 8)) == 8
    for more in ({"supply": "OhS"}, {"ooc": True}):
        slow = position(unit("g1", (0, 0), **more), ENEMY, roads=roads)
        assert rules(slow, "axis", move(*along(1, 7))) == ["7.2.0"]
    trail = position(unit("g1", (0, 0)), ENEMY, roads={"trail": [along(0, 9)]})
    assert rules(trail, "axis", move(*along(1, 7))) == ["7.2.0"]
    near = position(unit("g1", (0, 0)), unit("u1", (5, 1)), roads=roads)
    assert rules(near, "axis", move(*along(1, 7))) == ["7.2.0"]


@pytest.mark.rule("goss", "7.10.0-path", "7.10.0")
def test_clear_hexes_as_roads_in_the_dry() -> None:
    tank = unit("g1", (0, 0), "m4")
    game = position(tank, ENEMY, segment="road-moves")
    assert go(game, (1, 0), (2, 0)) == 3
    for weather in ("Clear Wet", "Clear Mud", "Clear Snow"):
        wet = position(tank, ENEMY, segment="road-moves", weather=weather)
        assert rules(wet, "axis", move((1, 0))) == ["7.10.0"]
    water = {"stream": [((0, 0), (1, 0))]}
    stream = position(tank, ENEMY, segment="road-moves", water=water)
    assert rules(stream, "axis", move((1, 0))) == ["7.10.0-path"]


@pytest.mark.rule("goss", "7.10.1", "7.10.0-path", "7.10.3")
@pytest.mark.reading("goss", "goss-07-14")
@pytest.mark.parametrize("ground", ["Dry", "Wet"])
def test_roads_that_do_not_meet(ground: str, monkeypatch: pytest.MonkeyPatch) -> None:
    roads = {"primary": [along(-1, 3)], "secondary": [[(1, -1), (1, 0), (1, 1)]]}
    plain = {(q, r): "forest" for q in range(-1, 4) for r in (-2, -1, 1, 2)}
    game = position(
        unit("g1", (0, 0), "m4"), unit("g2", (2, 0), "m4"), unit("g3", (2, 0), "m4"), ENEMY,
        roads=roads, terrain=plain, segment="road-moves", weather=f"Clear {ground}",
    )  # fmt: skip
    board = game.board
    here, (west, east, north, south) = board.hex(at(1, 0)), (
        board.hex(at(q, r)) for q, r in ((0, 0), (2, 0), (1, -1), (1, 1))
    )  # fmt: skip
    way = board.direction
    apart = {here: (frozenset({way(here, west), way(here, east)}),
                    frozenset({way(here, north), way(here, south)}))}  # fmt: skip
    monkeypatch.setitem(game.scenario.ground.__dict__, "apart", apart)
    dry = ground == "Dry"
    assert (rules(game, "axis", move((1, 0), (1, -1))) == []) is dry
    assert (rules(game, "axis", move((1, 0), (2, 0), (3, 0))) == []) is dry
    if dry:
        game.play("axis", move((1, 0), (2, 0), (3, 0)))
        assert now(game, "g1").spent == 0.5 * 12 + 1.5 * 12 + 0.5 * 12
    else:
        assert rules(game, "axis", move((1, 0), (2, 0))) == ["7.10.3"]


@pytest.mark.rule("goss", "7.2.0")
def test_what_may_be_done_is_what_is_listed() -> None:
    """Every way that reach finds is accepted, and costs what it says."""
    for segment in ("moves", "road-moves"):
        game = position(
            unit("g1", (0, 0), "m4"), unit("g2", (3, 0), "m4"), unit("g3", (1, 2)),
            unit("u1", (5, 0)), unit("u2", (3, -4), "at"),
            terrain={(1, 0): "forest", (2, 0): "constricted woods", (0, 1): "town"},
            roads={"secondary": [along(-4, 5)], "trail": [[(0, -5), (0, -4), (0, -3), (0, -2)]]},
            water={"river": [((0, 0), (0, -1)), ((1, 0), (1, -1))]}, segment=segment,
        )  # fmt: skip
        verb = Move()
        for name in verb.actors(game, "axis"):
            found = reach(game, (name,), "axis")
            for h, cost in found.costs.items():
                order = March((name,), found.path(h))
                assert verb.against(game, "axis", order) == []
                total = sum(part.value for part in verb.cost(game, "axis", order)[0].tally.parts)
                assert total * 12 == cost


@pytest.mark.rule("goss", "7.6.2-bonus", "7.6.2")
@pytest.mark.parametrize(("ground", "hexes"), [("clear", 6), ("village", 8)])
def test_who_is_observed_where_he_sets_out_does_not_march(ground: str, hexes: int) -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (-3, 0)), roads={"secondary": [along(0, 10)]},
        terrain={(-3, 0): "VP", (0, 0): ground},
    )  # fmt: skip
    assert rules(game, "axis", move(*along(1, hexes))) == []
    assert rules(game, "axis", move(*along(1, hexes + 1))) == ["7.2.0"]
