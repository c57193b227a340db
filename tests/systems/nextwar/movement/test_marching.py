"""Ground movement, from the second reader's cases. [8.2] [8.3] [8.5.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.movement.marching import Stride, march, stride
from grognard.systems.nextwar.movement.moves import walked
from grognard.systems.nextwar.movement.reach import routes
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, hex_status, muddle, plain, rules, unit, where

SOUTH = {"begin": {"first": "allied"}, "initiative": {"side": "allied", "guaranteed": 9}}
"""The Allies move."""


def move(*units: str, to: str) -> dict[str, Any]:
    """An order to go along some hexes."""
    return {"do": "move", "units": list(units), "path": to.split()}


def spent(game: Nw, name: str) -> float:
    """Points of movement spent."""
    return at(game, name).spent / 12


def go(game: Nw, *units: str, to: str) -> float:
    """Move, and say what the first has spent."""
    game.play("allied", move(*units, to=to))
    return spent(game, units[0])


@pytest.mark.reading("nextwar", "nw-08-12")
@pytest.mark.rule("nextwar", "8.2.2", "8.2.2-b2", "8.2.2-b5")
def test_a_zone_costs_a_point_and_ends_the_move() -> None:
    enemy = unit("n1", "0605")
    game = field(unit("r1", "0405"), enemy, **SOUTH)
    assert rules(game, "allied", move("r1", to="0505 0506")) == ["8.2.2-b2"]
    assert go(game, "r1", to="0505") == 2
    assert rules(game, "allied", move("r1", to="0506")) == ["8.5.1"]
    held = field(unit("r1", "0405"), unit("r2", "0505"), enemy, **SOUTH)
    assert rules(held, "allied", move("r1", to="0505 0506")) == ["8.2.2-b2"]
    assert go(held, "r1", to="0505") == 1


@pytest.mark.reading("nextwar", "nw-08-13")
@pytest.mark.rule("nextwar", "8.2.2-b6")
def test_the_last_to_leave_a_zone_pays_for_it() -> None:
    def game() -> Nw:
        return field(unit("r1", "0505"), unit("r2", "0505"), unit("n1", "0605"), **SOUTH)

    one = game()
    assert go(one, "r1", to="0405") == 1
    assert go(one, "r2", to="0405") == 2
    both = game()
    assert go(both, "r1", "r2", to="0405") == 2
    assert spent(both, "r2") == 2


@pytest.mark.reading("nextwar", "nw-08-14")
@pytest.mark.rule("nextwar", "8.2.2-b7")
@pytest.mark.parametrize(("ma", "legal"), [(4, True), (3, False)])
def test_out_of_one_zone_and_into_another(ma: int, legal: bool) -> None:
    game = field(unit("r1", "0505", f"4-4-{ma}"), unit("n1", "0605"), unit("n2", "0305"), **SOUTH)
    assert in_zone(game, game.board.hex("0405"), "dprk")
    game = field(unit("r1", "0605", f"4-4-{ma}"), unit("n1", "0705"), unit("n2", "0304"), **SOUTH)
    assert not in_zone(game, game.board.hex("0505"), "dprk")
    found = rules(game, "allied", move("r1", to="0505 0404"))
    assert (found == []) == legal
    if legal:
        assert go(game, "r1", to="0505 0404") == 4


@pytest.mark.reading("nextwar", "nw-08-15")
@pytest.mark.rule("nextwar", "8.2.2-b7")
def test_from_zone_to_zone_takes_a_whole_allowance() -> None:
    board = plain(terrain={"0504": "highland"})
    units = (unit("r1", "0505", "5-5-5", type="mechanized infantry"), unit("n1", "0604"))
    game = field(*units, board=board, **SOUTH)
    assert go(game, "r1", to="0504") == 5
    assert at(game, "r1").halted
    second = field(*units, board=board, **SOUTH)
    second.play("allied", move("r1", to="0404"))
    assert spent(second, "r1") == 2
    assert rules(second, "allied", move("r1", to="0504")) == ["2.3.5"]


@pytest.mark.reading("nextwar", "nw-08-17")
@pytest.mark.rule("nextwar", "8.2.3")
def test_zones_do_not_cross_a_bridged_river() -> None:
    board = plain(sides=("0505-0504 minor_river",), links=("0505-0504 primary",))
    game = field(
        unit("r1", "0405", "4-4-6", mobility="motorized"), unit("n1", "0504", sp=4), board=board,
        **SOUTH,
    )  # fmt: skip
    assert go(game, "r1", to="0505 0605") == 2


@pytest.mark.reading("nextwar", "nw-08-19")
@pytest.mark.rule("nextwar", "8.2.3")
def test_in_the_first_movement_zones_do_not_reach_over_the_border() -> None:
    game = field(
        unit("n1", "0502"), unit("r1", "0604", sp=3), unit("n2", "0803"), unit("r2", "0705"),
        board=plain(north=3), turn=1,
    )  # fmt: skip
    game.play("dprk", move("n1", to="0503 0504"))
    assert (spent(game, "n1"), at(game, "n1").halted) == (3, True)
    while game.segment.kind != "reaction-move":
        game.play(game.to_act or "", {"do": "end"})
    assert rules(game, "allied", move("r2", to="0804 0905")) == ["8.2.2-b2"]
    assert go(game, "r2", to="0804") == 2


@pytest.mark.reading("nextwar", "nw-08-21")
@pytest.mark.rule("nextwar", "8.2.4", "8.2.4-b2", "8.2.4-b3", "8.2.4-b4")
def test_light_infantry_slips_through_zones_in_broken_ground() -> None:
    light = unit("r1", "0507", mobility="light")
    enemies = (unit("n1", "0605"), unit("n2", "0604"))

    def game(middle: str, *more: dict[str, Any]) -> Nw:
        rough = dict.fromkeys(("0507", "0505"), "rough")
        board = plain(terrain={**rough, "0506": middle})
        return field(light, *enemies, *more, board=board, **SOUTH)

    assert go(game("rough"), "r1", to="0506 0505") == 4
    woods = game("flat_woods")
    assert rules(woods, "allied", move("r1", to="0506 0505")) == ["8.2.2-b2"]
    assert go(woods, "r1", to="0506") == 2
    together = game("rough", unit("r2", "0507", "4-4-5"))
    found = rules(together, "allied", move("r1", "r2", to="0506 0505"))
    assert set(found) == {"8.2.2-b2"}
    assert go(together, "r2", "r1", to="0506") == 3


@pytest.mark.reading("nextwar", "nw-08-22")
@pytest.mark.rule("nextwar", "8.2.4-x1")
def test_light_infantry_on_the_road_is_held_like_anybody() -> None:
    board = plain(
        terrain=dict.fromkeys(("0506", "0505", "0604"), "rough"),
        links=("0506-0505-0604 secondary",),
    )
    here, there = board.hex("0505"), board.hex("0604")
    game = field(unit("r1", "0506", mobility="light"), unit("n1", "0404"), board=board, **SOUTH)
    into = stride(game, march(game, "r1"), here)
    assert isinstance(into, Stride)
    assert (into.cost, into.after.halted) == (24, False)  # as dear as by the road, and he may go on
    onward = stride(game, march(game, "r1"), here, last=False)
    assert isinstance(onward, Stride)
    assert (onward.cost, onward.after.halted) == (24, False)
    out = stride(game, onward.after, there)
    assert isinstance(out, Stride)
    assert out.cost == 24  # by the road he would pay for leaving the zone, too


@pytest.mark.reading("nextwar", "nw-08-26")
@pytest.mark.rule("nextwar", "8.3.1.1.1", "8.3.1.1.2", "8.3.1.1.4")
def test_rivers_cost_points_and_great_ones_need_a_bridge() -> None:
    board = plain(
        terrain={"0504": "flat_woods", "0604": "rough"},
        sides=("0505-0504 minor_river", "0505-0604 minor_river", "0505-0605 major_river"),
        links=("0505-0604 primary", "0505-0605 highway"),
    )
    units = (unit("r1", "0505"), unit("r2", "0505", "4-4-6", mobility="motorized"))

    def price(name: str, to: str, **more: Any) -> Any:
        game = field(*units, board=board, **SOUTH)
        for key in more.get("down", ()):
            side = game.scenario.ground.side_key(*map(board.hex, key.split("-")))
            game.edit([{"map": "bridges", "key": side, "set": {"stands": False}}], "blown")
        found = stride(game, march(game, name), board.hex(to))
        return getattr(found, "rule", None) or found.cost / 12  # type: ignore[union-attr]

    assert (price("r1", "0504"), price("r2", "0504")) == (3, 4)
    assert (price("r1", "0604"), price("r2", "0604")) == (0.5, 0.5)
    assert price("r2", "0604", down=["0505-0604"]) == 5
    assert price("r2", "0605", down=["0505-0605"]) == "8.3.1.1.1"


SITES = [{"hex": "0405", "kind": "fortification", "owner": "dprk"}]


@pytest.mark.reading("nextwar", "nw-08-27")
@pytest.mark.rule("nextwar", "8.3.1.10", "8.3.4")
def test_an_enemy_work_closes_the_road_but_not_the_bridge() -> None:
    board = plain(sides=("0505-0405 major_river",), links=("0505-0405-0305 primary",), north=9)
    game = field(
        unit("r1", "0505", "4-4-6", mobility="motorized"), board=board, sites=SITES, **SOUTH
    )
    assert go(game, "r1", to="0405 0305") == 2


@pytest.mark.reading("nextwar", "nw-08-29")
@pytest.mark.rule("nextwar", "8.3.3")
def test_vehicles_enter_a_work_in_the_mountains_with_all_they_have() -> None:
    board = plain(
        terrain={"0405": "mountain", "0404": "mountain"}, links=("0505-0405 secondary",), north=9
    )
    game = field(
        unit("r1", "0505", "5-5-8", type="mechanized infantry"), board=board, sites=SITES, **SOUTH
    )
    assert rules(game, "allied", move("r1", to="0404")) == ["8.3.3"]
    assert go(game, "r1", to="0405") == 8


@pytest.mark.reading("nextwar", "nw-08-30")
@pytest.mark.rule("nextwar", "8.5.1-x1")
def test_one_hex_can_always_be_moved() -> None:
    board = plain(terrain={"0504": "highland_woods", "0305": "highland_woods"})
    game = field(unit("r1", "0505", "5-5-5", type="mechanized infantry"), board=board, **SOUTH)
    assert rules(game, "allied", move("r1", to="0405 0305")) == ["2.3.5"]
    assert go(game, "r1", to="0504") == 5


@pytest.mark.reading("nextwar", "nw-08-31")
@pytest.mark.rule("nextwar", "4.1.3-b3")
def test_storms_make_ground_worse() -> None:
    board = plain(terrain={"0504": "marsh", "0604": "rough"})
    game = field(
        unit("r1", "0505"), unit("r2", "0505", mobility="motorized"), board=board,
        initiative={"side": "allied"}, begin={"first": "allied", "weather": "storm"},
    )  # fmt: skip
    assert rules(game, "allied", move("r1", to="0504")) == ["8.3.3"]
    assert go(game, "r1", to="0604") == 3
    assert go(game, "r2", to="0604") == 4


@pytest.mark.reading("nextwar", "nw-08-05")
@pytest.mark.rule("nextwar", "8.1.1.1-p3")
@pytest.mark.parametrize(("crowd", "cost"), [(3, 4), (2, 1)])
def test_no_road_leads_through_a_hex_that_is_too_full(crowd: int, cost: int) -> None:
    board = plain(terrain={"0405": "highland"}, links=("0505-0405-0305 primary",))
    game = field(
        unit("r1", "0505", sp=1), unit("r2", "0405"), unit("r3", "0405", sp=crowd), board=board,
        **SOUTH,
    )  # fmt: skip
    assert go(game, "r1", to="0405 0305") == cost


@pytest.mark.rule("nextwar", "8.5.1")
def test_what_began_together_may_go_together() -> None:
    game = field(unit("r1", "0505"), unit("r2", "0404"), **SOUTH)
    game.play("allied", move("r1", to="0404"))
    assert rules(game, "allied", move("r1", "r2", to="0403")) == ["8.5.1"]
    assert rules(game, "allied", move("r2", to="0403")) == []


CITY = [{"hex": "0505", "kind": "city"}]


@pytest.mark.reading("nextwar", "nw-08-46", "nw-08-47")
@pytest.mark.rule("nextwar", "8.4.1", "8.4.1.3", "8.4.1.4")
def test_who_enters_an_enemy_city_clears_it_until_he_withdraws() -> None:
    board = plain(north=9, links=("0505-0404 primary",))
    game = field(
        unit("r1", "0504", "5-5-8", type="mechanized infantry"), unit("r2", "0504"),
        unit("r3", "0405"), unit("n1", "0306"), unit("r4", "0605"), board=board, sites=CITY,
        **SOUTH,
    )  # fmt: skip
    assert rules(game, "allied", move("r2", to="0505 0506")) == []  # a bypass
    game.play("allied", move("r1", to="0505"))
    game.play("allied", move("r2", to="0505"))
    assert (at(game, "r1").clearing, hex_status(game, "0505").clearing) == (True, "allied")
    assert rules(game, "allied", move("r1", to="0506")) == ["8.5.1"]
    for _ in range(3):
        game.play(game.to_act or "", {"do": "end"})
    assert game.segment.kind == "exploit-move"
    assert rules(game, "allied", move("r1", to="0405")) == ["8.4.1.3"]
    assert rules(game, "allied", move("r1", to="0404 0403")) == ["8.4.1.3"]
    assert go(game, "r1", to="0404") == 8
    assert hex_status(game, "0505").clearing == "allied"
    game.play("allied", move("r2", to="0506"))
    assert hex_status(game, "0505").clearing == ""
    game.play("allied", move("r4", to="0505"))
    assert not at(game, "r4").clearing
    assert where(game, "r4") == "0505"


@pytest.mark.rule("nextwar", "8.5.1.1", "8.3.1.5")
def test_a_city_is_bypassed_off_the_road_and_an_urban_hex_not_at_all() -> None:
    board = plain(
        north=9, terrain={"0505": "rough", "0605": "urban"}, links=("0504-0505-0506 highway",)
    )
    game = field(
        unit("r1", "0504", "4-4-6", mobility="motorized"), board=board, sites=CITY, **SOUTH
    )
    assert rules(game, "allied", move("r1", to="0605 0606")) == ["8.5.1"]
    assert rules(game, "allied", move("r1", to="0604 0605 0606")) == ["8.5.1.1"]
    assert go(game, "r1", to="0505 0506") == pytest.approx(3 + 1 / 3)


@pytest.mark.rule("nextwar", "8.5.1")
@pytest.mark.parametrize("seed", range(12))
def test_the_map_of_ways_knows_what_walking_step_by_step_finds(seed: int) -> None:
    game = muddle(seed)
    board = game.board
    for name in [n for n in game.scenario.counters if n.startswith("r")]:
        found = routes(game, name)
        for h, cost in found.costs.items():
            steps = walked(game, name, (name,), found.path(h))
            assert isinstance(steps, list), (name, board.label(h), steps)
            assert sum(step.cost for step in steps) == cost, (name, board.label(h))
        assert set(found.costs) == _tried(game, name), name


def _tried(game: Nw, name: str) -> set[int]:
    """Every hex that a unit can stop in, found by trying every path that has points left."""
    ends, seen, queue = set(), {}, [march(game, name)]
    while queue:
        m = queue.pop()
        for b in game.board.around(m.hex):
            last, on = stride(game, m, b), stride(game, m, b, last=False)
            if hasattr(last, "cost"):
                ends.add(b)
            if hasattr(on, "cost") and not on.after.halted and seen.get(b, -1) < on.after.left:
                seen[b] = on.after.left
                queue.append(on.after)
    return ends - {at(game, name).hex}
