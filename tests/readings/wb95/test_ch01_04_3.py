"""Chapter 16 and the tables of WB-95 as a second reader has them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard import library
from grognard.board.sketch import sketch
from grognard.systems.wb95.charts import (
    COLUMNS,
    SideResult,
    combat_cell,
    fire_result,
    object_destroyed,
    wb95_tables,
)
from grognard.systems.wb95.movement.movement import budget, step_cost
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.air.sky import fly, mission, sky, wings
from tests.systems.wb95.combat.battles import attack, front, sums
from tests.systems.wb95.course import pass_on
from tests.systems.wb95.field import MOVE_B, at, field, rig, rules, unit, where

ON = {"masking": "on"}
PAIR = [unit("s1", "0506", "ARM", at={"cel": 1}), unit("s2", "0506")]


def move(names: str, path: str, **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": names.split(), "path": path.split(), **more}


def stack(game: Wb, player: str, label: str) -> dict[str, Any]:
    return next(row for row in game.view(player)["enemy"] if row["hex"] == label)


# ---- 16: masking


@pytest.mark.reading("wb95", "16-01")
@pytest.mark.reading("wb95", "16-02")
def test_of_a_stack_the_top_shows_and_of_a_masked_one_nothing() -> None:
    three = [unit(f"s{i}", "0808") for i in (1, 2, 3)]
    game = field(unit("g1", "0101"), *three, options=ON, phase=MOVE_B)
    assert list(stack(game, "german", "0808")["units"]) == ["s3"]
    assert not {"s1", "s2"} & set(game.view("german")["counters"])
    game.play("soviet", {"do": "mask", "hex": "0808"})
    assert not stack(game, "german", "0808")["units"]
    assert not {"s1", "s2", "s3"} & set(game.view("german")["counters"])
    assert {"s1", "s2", "s3"} <= set(game.view("soviet")["units"])


@pytest.mark.reading("wb95", "16-03")
def test_stacks_that_fought_lie_open_to_both_until_the_phase_ends() -> None:
    """2:1 and a roll of 7 drive the Soviets back one hex."""
    german = [unit("g1", "0505", sp=5), unit("g2", "0505", sp=5)]
    soviet = [unit("s1", "0506", "ARM", sp=3), unit("s2", "0506", sp=2)]
    others = [unit("g3", "0101"), unit("g4", "0101"), unit("s3", "0909"), unit("s4", "0909")]
    game = front(*german, *soviet, *others, options=ON)
    rig(game, 3, 4)
    game.play("german", attack("g1 g2", "0506"))
    while game.decisions[0].ask.default is not None:
        pass_on(game)
    there = where(game, "s1")
    assert there not in ("0506", "eliminated")
    assert {"s1", "s2"} <= set(stack(game, "german", there)["units"])
    assert {"g1", "g2"} <= set(stack(game, "soviet", where(game, "g1"))["units"])
    assert "s3" not in game.view("german")["counters"]
    game.play("german", {"do": "end"})
    assert game.phase != "Attack of german"
    assert len(stack(game, "german", there)["units"]) == 1
    assert len(stack(game, "soviet", where(game, "g1"))["units"]) == 1


@pytest.mark.reading("wb95", "16-04")
@pytest.mark.reading("wb95", "16-05")
@pytest.mark.parametrize(("forts", "levels"), [([], [1, 2]), (["0506"], [None, None])])
def test_next_to_the_enemy_types_are_told_and_levels_of_the_unfortified(
    forts: list[str], levels: list[int | None]
) -> None:
    game = field(unit("g1", "0505"), *PAIR, options=ON, phase=MOVE_B, fortified=forts)
    game.play("soviet", {"do": "mask", "hex": "0506"})
    counters = stack(game, "german", "0506")["counters"]
    told = {row["type"]: row.get("cels") for row in counters}
    assert (len(counters), told) == (2, {"ARM": levels[0], "INF": levels[1]})
    assert not {"s1", "s2"} & set(game.view("german")["counters"])


# ---- T: the terrain table


def price(game: Wb, a: str, b: str) -> object:
    found = step_cost(game, "g1", game.board.hex(a), game.board.hex(b))
    return None if found is None else found.total


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.reading("wb95", "T-01")
@pytest.mark.parametrize(
    ("road", "kind", "expected"),
    [
        ("secondary", "MOT", HALF),
        ("secondary", "ARM", 1),
        ("secondary", "INF", 1),
        ("main", "MOT", THIRD),
        ("main", "ARM", HALF),
        ("main", "INF", HALF),
    ],
)
def test_roads_replace_ground_and_bridged_water(road: str, kind: str, expected: object) -> None:
    board = sketch(
        *(9, 9),
        terrain={"0503": "forest"},
        sides=["0502-0503 river bridge"],
        links=[f"0502-0503 {road}"],
    )
    game = field(unit("g1", "0502", kind), unit("s1", "0909"), board=board)
    assert price(game, "0502", "0503") == expected


@pytest.mark.reading("wb95", "T-02")
def test_a_road_serves_who_follows_it() -> None:
    board = sketch(9, 9, links=["0503-0504 main"])
    game = field(unit("g1", "0502", "MOT"), unit("s1", "0909"), board=board)
    assert price(game, "0502", "0503") == 2


@pytest.mark.reading("wb95", "T-03")
def test_two_town_hexes_are_a_city_joined_by_a_main_road() -> None:
    """On the map as it is shipped: every town hex with a town beside it, and none without."""
    game = library.new("wb95/typhoon", seed=1)
    board, ground = game.board, game.scenario.ground
    towns = set(ground.towns)
    for h in towns:
        beside = [b for b in board.around(h) if b in towns]
        assert board.terrain[h] == ("city" if beside else "town"), board.label(h)
        assert all(ground.route(h, b) == "main_route" for b in beside)
        row = ground.table[board.terrain[h]]
        assert row.defender_cm == (2 if beside else 1)
    klin = [board.hex(label) for label in ("2716", "2717")]
    assert ground.cost("foot", *klin, bridge=True) == 6
    bare = sketch(9, 9, terrain={"0503": "city", "0603": "town"})
    small = field(unit("g1", "0502", "ARM"), unit("s1", "0909"), board=bare)
    assert (price(small, "0502", "0503"), price(small, "0602", "0603")) == (2, 1)


ROAD = ["0501-0502-0503-0504-0505-0506-0507-0508-0509 secondary"]
WOODS = sketch(9, 9, default="forest", links=ROAD)
WAY = ["0502", "0503", "0504", "0505", "0506", "0507", "0508", "0509"]


def along(n: int) -> str:
    return " ".join(WAY[:n])


@pytest.mark.reading("wb95", "T-04")
@pytest.mark.parametrize(("kind", "mp"), [("INF", 4), ("ARM", 4)])
def test_one_hex_more_along_a_secondary_road(kind: str, mp: int) -> None:
    game = field(unit("g1", "0501", kind, mp=mp), unit("s1", "0909"), board=WOODS)
    assert rules(game, "german", move("g1", along(5))) == []
    assert rules(game, "german", move("g1", along(6))) == ["3.1.5"]
    game.play("german", move("g1", along(2)))
    game.play("german", move("g1", "0504 0505"))
    game.play("german", move("g1", "0506"))
    assert rules(game, "german", move("g1", "0507")) == ["3.1.5"]


@pytest.mark.reading("wb95", "T-05")
@pytest.mark.parametrize("links", [ROAD, ["0601-0501 secondary", *ROAD, "0503-0504 main"]])
def test_but_not_if_one_step_was_off_it_or_on_a_main_road(links: list[str]) -> None:
    """Off the road: from 0601 into it for 1 point. On the main road one step is half a point."""
    game = field(unit("g1", "0601"), unit("s1", "0909"), board=sketch(9, 9, links=links))
    far = "0501 0502 0503 0504"
    assert rules(game, "german", move("g1", far)) == []
    assert rules(game, "german", move("g1", f"{far} 0505")) == ["3.1.5"]


@pytest.mark.reading("wb95", "T-06")
def test_trucks_have_no_hex_more() -> None:
    game = field(unit("g1", "0501", "MOT", mp=3), unit("s1", "0909"), board=WOODS)
    assert rules(game, "german", move("g1", along(6))) == []
    assert rules(game, "german", move("g1", along(7))) == ["3.1.5"]


BEHIND = sketch(9, 9, links=["0509-0508-0507-0506-0505-0504-0503-0502-0501 secondary"])


@pytest.mark.reading("wb95", "T-07")
def test_the_hex_more_does_not_pay_for_leaving_a_zone() -> None:
    game = field(unit("g1", "0507"), unit("s1", "0508"), board=BEHIND)
    assert rules(game, "german", move("g1", "0506 0505 0504 0503")) == []
    assert rules(game, "german", move("g1", "0506 0505 0504 0503 0502")) == ["3.1.5"]


@pytest.mark.reading("wb95", "T-08")
@pytest.mark.parametrize(("enemy", "refused"), [("0506", ["4.2.1"]), ("0507", [])])
def test_the_hex_more_is_not_had_beyond_a_zone(enemy: str, refused: list[str]) -> None:
    """The fourth hex is 0505, the fifth 0506 or, where an enemy is there, 0405 beside it."""
    links = ["0501-0502-0503-0504-0505-0506 secondary", "0505-0405 secondary"]
    game = field(unit("g1", "0501"), unit("s1", enemy), board=sketch(9, 9, links=links))
    last = "0405" if enemy == "0506" else "0506"
    assert rules(game, "german", move("g1", f"{along(4)} {last}")) == refused


@pytest.mark.rule("wb95", "T.terrain.n2")
@pytest.mark.rule("wb95", "4.2.6")
@pytest.mark.reading("wb95", "T-09")
@pytest.mark.reading("wb95", "T-07")
@pytest.mark.parametrize(
    ("mp", "enemy", "refused"),
    [(3, "0909", ["3.1.5"]), (4, "0909", []), (4, "0501", ["3.1.5"])],
)
def test_who_gave_his_points_to_a_bridge_has_no_hex_for_nothing(
    mp: int, enemy: str, refused: list[str]
) -> None:
    """Rebuilding takes 3: of 3 points none is left; of 4 one, for a hex and then the hex more.

    With an enemy next to it the one point does not pay for leaving his zone and the hex besides.
    """
    sides, links = ["0502-0503 river bridge"], ["0502-0503-0504-0505 secondary"]
    game = field(
        unit("g1", "0502", mp=mp), unit("g2", "0502", "HQ"), unit("s1", enemy),
        board=sketch(9, 9, sides=sides, links=links),
    )  # fmt: skip
    game.play("german", {"do": "blow", "unit": "g2", "bridge": "0502-0503"})
    game.play("german", {"do": "rebuild", "unit": "g1", "bridge": "0502-0503"})
    assert rules(game, "german", move("g1", "0503")) == refused
    assert bool(reach(game, "german", "g1")) == (not refused)
    if not refused:
        game.play("german", move("g1", "0503"))
        assert budget(game, "g1") == 0
        game.play("german", move("g1", "0504"))
        assert rules(game, "german", move("g1", "0505")) == ["3.1.5"]


@pytest.mark.reading("wb95", "T-10")
def test_a_swamp_halves_the_whole_attack_and_shifts_nothing() -> None:
    german = [unit(f"g{i}", "0505", sp=5) for i in (1, 2, 3)]
    game = front(*german, unit("s1", "0506"), board=sketch(9, 9, terrain={"0506": "swamp"}))
    found = sums(game, attack("g1 g2 g3", "0506"))
    assert (found.attack.total, found.defender_cm.total) == (8, 0)


@pytest.mark.reading("wb95", "T-11")
@pytest.mark.parametrize(("dry", "shifts"), [(0, 2), (4, 1)])
def test_forest_and_river_add_up_if_more_than_half_cross(dry: int, shifts: int) -> None:
    board = sketch(9, 9, terrain={"0506": "forest"}, sides=["0505-0506 river"])
    german = [unit("g1", "0505", sp=4), *([unit("g2", "0405", sp=dry)] if dry else [])]
    game = front(*german, unit("s1", "0506"), board=board)
    names = " ".join(row["row"]["id"] for row in german)
    assert sums(game, attack(names, "0506")).defender_cm.total == shifts


# ---- T: the result tables, as I copied them from the print; None where it is not legible

COMBAT = {
    2: "-1/-1D|-1/D1D|-1/D1D|-1/D2D|-1/D3D|-1/D3D|-1/D3D|-1/D4D"
    "|-1/D4D|-1/D4D|-1/D4D|-1/D5D|-1/D5D -1",
    3: "-1/-|-1/D1|T/D1|T/D2|T/D2 -1|T/D3 -1|T/D3 -1|T/D3 -1|T/D4 -1||||T/D5 -1",
    4: "A1T/-|T/-1|T/D1|T/D1|T/D2|T/D3|T/D3|T/D3|T/D3||||T/D4 -1",
    5: "A1 -1/-|-1/-|-1/-1|T/D1|T/D2|T/D2|-/D3|-/D3|-/D3|-/D3|-/D4|-/D4|-/D4 -1",
    6: "A1 -1/-|A1T/-|-1/-1|-/D1|-/D2|-/D2|-/D2|-/D3|-/D3|-/D3|-/D3|-/D4|-/D4 -1",
    7: "A2 -1/-|A1/-|A1/-|-1/-1|-/D1|-/D2|-/D2|-/D2|-/D3|-/D3|-/D3 -1|-/D3 -1|-/D4",
    8: "A2 -2/-1|A1 -1/-|A1/-|-1/-1|-/D1|-/D2|-/D2|-/D2|-/D2 -1|-/D3 -1|-/D3|-/D3 -1|-/D3",
    9: "A2 -2/-|A2 -1/-1|A1 -1/-|-1/-|-1/D1|-/D1|T/D2 -1|T/D2 -1|T/D2|-/D2|-/D3|-/D3|-/D3",
    10: "A2 -2/-|A2 -2/-|A2 -1/-1|A1/-|-1/D1 -1|-1/D1 -1|-1/D2|-/D2|-/D2|T/D2|T/D2|T/D3|-/D3",
    11: "A2 -2/-|A2 -2/-|A2 -2/-|A1 -1/-|-1/-1|-1/-1|-1/D1|-1/D2|||||T/D3",
    12: "A2D -2/-1|A2D -2/-1|A2D -2/-1|A2D -1/-1|D -1/-1|D -1/-1|D -1/-1|D -1/D1"
    "|D -1/D2|D -1/D2|D -1/D2|D -1/D2|D -1/D2",
}


@pytest.mark.reading("wb95", "T-12")
def test_every_legible_cell_of_the_combat_table() -> None:
    tables, seen = wb95_tables(), 0
    for roll, row in COMBAT.items():
        cells = row.split("|")
        assert len(cells) == len(COLUMNS) == 13
        for column, cell in enumerate(cells):
            if cell:
                found = combat_cell(tables, roll, column).value.replace(" / ", "/")
                assert found == cell, (roll, COLUMNS[column])
                seen += 1
    assert seen == 133


def fired(table: str, sp: int, roll: int) -> SideResult:
    return fire_result(wb95_tables()[table], sp, roll)


@pytest.mark.reading("wb95", "T-13")
@pytest.mark.parametrize(
    ("sp", "roll", "result"),
    [(17, 2, "-2D"), (17, 10, "-1D"), (16, 10, "-1"), (6, 3, "-1"), (5, 3, "-")],
)
def test_rows_of_the_air_attack_table(sp: int, roll: int, result: str) -> None:
    assert fired("air-attack", sp, roll) == SideResult.parse(result)


@pytest.mark.reading("wb95", "T-14")
@pytest.mark.parametrize(("sp", "cel", "shaken"), [(8, 1, False), (4, 2, False)])
def test_aircraft_lose_twice_the_ground_and_nothing_left_does_nothing(
    sp: int, cel: int, shaken: bool
) -> None:
    board = sketch(9, 9, terrain={"0808": "city"})
    game = sky(unit("g1", "0101"), unit("s1", "0808"), air=wings("german", sp), board=board)
    rig(game, 6, 6)
    fly(game, german=[mission("attack", "0808", "german-air-1")])
    assert at(game, "s1").cel == cel
    assert (at(game, "s1").disorganised >= 0) == shaken


@pytest.mark.reading("wb95", "T-15")
@pytest.mark.parametrize(
    ("sp", "roll", "result"),
    [(2, 2, "-1"), (3, 12, "D"), (12, 4, "D"), (12, 5, "T"), (8, 11, "-1"), (17, 5, "-1T")],
)
def test_rows_of_the_artillery_table(sp: int, roll: int, result: str) -> None:
    assert fired("artillery-fire", sp, roll) == SideResult.parse(result)


@pytest.mark.reading("wb95", "T-16")
@pytest.mark.parametrize(
    ("sp", "roll", "down"),
    [
        (2, 2, True),
        (2, 3, False),
        (5, 11, True),
        (8, 4, True),
        (9, 2, False),
        (9, 3, True),
        (17, 7, True),
    ],
)
def test_rows_of_the_table_for_objects(sp: int, roll: int, down: bool) -> None:
    assert object_destroyed(wb95_tables()["attack-on-objects"], sp, roll) == down


@pytest.mark.reading("wb95", "T-17")
def test_set_up_lines_of_all_kinds() -> None:
    game = library.new("wb95/red-snow", seed=1)
    counters = game.scenario.counters
    here = [n for n in counters if where(game, n) == "1719"]
    assert [n for n in here if counters[n].type == "AG"] == ["de-184-stug", "de-189-stug"]
    reich = [n for n in counters if where(game, n) == "4615"]
    assert len(reich) > 1
    assert len([n for n in counters if "moskwa" in n and at(game, n).place == "map"]) == 5
    third = [n for n in counters if where(game, n) == "5924" and counters[n].side == "german"]
    assert sum(len(counters[n].levels) - at(game, n).cel for n in third) == 1
