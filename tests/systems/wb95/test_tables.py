"""The tables of WB-95 against the book, typed here a second time, and what is read from them."""

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.engine.table import Cell, Table, TableError
from grognard.systems.wb95.charts import (
    COLUMNS,
    NO_EFFECT,
    CombatResult,
    MovementClass,
    SideResult,
    combat_cell,
    combat_result,
    entry_cost,
    fire_result,
    hq_range,
    morale_limit,
    object_destroyed,
    supply_points,
    terrains,
    wb95_tables,
)

TABLES = wb95_tables()
PRINTED = wb95_tables(variant="as-printed")
GROUND = terrains(TABLES)
ROLLS = range(2, 13)


def grid(table: Table) -> dict[str, list[str]]:
    """The values of a table by row."""
    return {row: [table.cell(row, col).value for col in table.columns] for row in table.rows}


def sources(table: Table) -> dict[str, str]:
    """Where every cell that is not plainly the book's comes from."""
    return {f"{row}|{col}": c.source for row, col, c in table.items() if c.source != "rulebook"}


def typed(text: str) -> dict[str, list[str]]:
    """Rows typed as ``key: value, value`` lines."""
    rows = (line.split(": ", 1) for line in text.strip().splitlines())
    return {key.strip(): [value.strip() for value in values.split(",")] for key, values in rows}


# --- Combat table ---------------------------------------------------------------------------

# Attacker's and defender's halves, columns 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1.
ATTACKER = """
2: -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
3: -1, -1, T, T, T, T, T, T, T, T, T, T, T
4: A1T, T, T, T, T, T, T, T, T, T, T, T, T
5: A1 -1, -1, -1, T, T, T, -, -, -, -, -, -, -
6: A1 -1, A1T, -1, -, -, -, -, -, -, -, -, -, -
7: A2 -1, A1, A1, -1, -, -, -, -, -, -, -, -, -
8: A2 -2, A1 -1, A1, -1, -, -, -, -, -, -, -, -, -
9: A2 -2, A2 -1, A1 -1, -1, -1, -, T, T, T, -, -, -, -
10: A2 -2, A2 -2, A2 -1, A1, -1, -1, -1, -, -, T, T, T, -
11: A2 -2, A2 -2, A2 -2, A1 -1, -1, -1, -1, -1, -1, -, -, -, T
12: A2D -2, A2D -2, A2D -2, A2D -1, D -1, D -1, D -1, D -1, D -1, D -1, D -1, D -1, D -1
"""
DEFENDER = """
2: -1D, D1D, D1D, D2D, D3D, D3D, D3D, D4D, D4D, D4D, D4D, D5D, D5D -1
3: -, D1, D1, D2, D2 -1, D3 -1, D3 -1, D3 -1, D4 -1, D4 -1, D4 -1, D4 -1, D5 -1
4: -, -1, D1, D1, D2, D3, D3, D3, D3, D4, D4, D4, D4 -1
5: -, -, -1, D1, D2, D2, D3, D3, D3, D3, D4, D4, D4 -1
6: -, -, -1, D1, D2, D2, D2, D3, D3, D3, D3, D4, D4 -1
7: -, -, -, -1, D1, D2, D2, D2, D3, D3, D3 -1, D3 -1, D4
8: -1, -, -, -1, D1, D2, D2, D2, D2 -1, D3 -1, D3, D3 -1, D3
9: -, -1, -, -, D1, D1, D2 -1, D2 -1, D2, D2, D3, D3, D3
10: -, -, -1, -, D1 -1, D1 -1, D2, D2, D2, D2, D2, D3, D3
11: -, -, -, -, -1, -1, D1, D2, D2, D2, D2, D2, D3
12: -1, -1, -1, -1, -1, -1, -1, D1, D2, D2, D2, D2, D2
"""


@pytest.mark.rule("wb95", "T.combat")
def test_combat_table_is_the_books() -> None:
    left, right = typed(ATTACKER), typed(DEFENDER)
    expected = {
        row: [f"{a} / {d}" for a, d in zip(left[row], right[row], strict=True)] for row in left
    }
    assert TABLES["combat"].columns == COLUMNS
    assert grid(TABLES["combat"]) == expected


@pytest.mark.rule("wb95", "T.combat")
def test_only_the_collapsed_ends_of_three_rows_are_inferred() -> None:
    lost = [f"{row}|{n}:1" for row in (3, 4) for n in (7, 8, 9, 10)]
    lost += [f"11|{n}:1" for n in (6, 7, 8, 9, 10)]
    assert sources(TABLES["combat"]) == dict.fromkeys(lost, "inferred")
    assert all(TABLES["combat"].cell(*address.split("|")).note for address in lost)


@pytest.mark.rule("wb95", "T.combat")
def test_as_printed_the_last_legible_value_stays_and_is_carried_on() -> None:
    table, repaired = PRINTED["combat"], TABLES["combat"]
    tail = {
        "3": ("7:1", "T / D5 -1"),
        "4": ("7:1", "T / D4 -1"),
        "11": ("6:1", "T / D3"),
    }
    for row in table.rows:
        first, value = tail.get(row, ("", ""))
        start = COLUMNS.index(first) if first else len(COLUMNS)
        for place, column in enumerate(COLUMNS):
            if place < start:
                assert table.cell(row, column) == repaired.cell(row, column)
            else:
                source = "rulebook" if place == start else "inferred"
                cell = table.cell(row, column)
                assert (cell.value, cell.source, cell.printed) == (value, source, value)


@pytest.mark.rule("wb95", "T.combat")
@pytest.mark.parametrize("tables", [TABLES, PRINTED], ids=["repaired", "as-printed"])
def test_every_combat_cell_is_read_and_written_back_the_same(tables: dict[str, Table]) -> None:
    for _, _, cell in tables["combat"].items():
        assert str(CombatResult.parse(cell.value)) == cell.value


@pytest.mark.rule("wb95", "T.combat")
def test_the_defender_never_gains_by_higher_odds() -> None:
    for roll in ROLLS:
        retreats = [combat_result(TABLES, roll, column).defender.retreat for column in range(13)]
        assert retreats == sorted(retreats)


@pytest.mark.rule("wb95", "5.2.1e")
@pytest.mark.parametrize(("roll", "as_roll"), [(1, 2), (2, 2), (7, 7), (12, 12), (13, 12)])
def test_a_roll_moved_by_headquarters_stays_on_the_table(roll: int, as_roll: int) -> None:
    column = COLUMNS.index("2:1")
    row = {2: "-1 / D3D", 7: "- / D1", 12: "D -1 / -1"}[as_roll]
    assert combat_result(TABLES, roll, column) == CombatResult.parse(row)
    assert combat_cell(TABLES, roll, column).value == row


@pytest.mark.parametrize("column", [-1, 13])
def test_a_column_off_the_combat_table_is_an_error(column: int) -> None:
    with pytest.raises(ValueError, match=r"no combat column .*0 \(1:4\) to 12 \(10:1\)"):
        combat_result(TABLES, 7, column)


# --- Fire tables ----------------------------------------------------------------------------

AIR = """
1-2: -, -, -, -, -, -, -, -, -, -, -1
3-5: -1, -, -, -, -, -, -, -, -, -1, -1
6-8: -1D, -1, -, -, -, -, -, -, -1, -1, -1D
9-12: -1D, -1D, -1, -1, -, -, -, -1, -1, -1D, -1D
13-16: -2, -1D, -1D, -1, -1, -1, -1, -1, -1, -1D, -2
17+: -2D, -2, -1D, -1, -1, -1, -1, -1, -1D, -2, -2D
"""
ARTILLERY = """
1-2: -1, -, -, -, -, -, -, -, -, -, T
3-5: -1, D, T, -, -, -, -, -, -, T, D
6-8: -1D, -1D, T, T, -, -, -, -, T, -1, -1D
9-12: -1D, -1D, D, T, -, -, -, T, D, -1D, -1D
13-16: -2, -1D, D, T, T, -, T, D, -1D, -1D, -2
17+: -2, -1D, -1D, -1T, -1, -1, -1, -1T, -1D, -1D, -2
"""
OBJECTS = """
1-2: D, -, -, -, -, -, -, -, -, -, -
3-5: D, D, -, -, -, -, -, -, -, D, D
6-8: D, D, D, -, -, -, -, -, D, D, D
9-12: -, D, D, D, -, -, -, D, D, D, -
13-16: -, -, D, D, D, -, D, D, D, -, -
17+: -, -, D, D, D, D, D, D, D, D, -
"""


def differences(name: str) -> dict[str, str]:
    """What the as-printed variant shows otherwise than the repaired one."""
    pairs = zip(PRINTED[name].items(), TABLES[name].items(), strict=True)
    return {
        f"{row}|{col}": shown.value
        for (row, col, shown), (_, _, repaired) in pairs
        if shown.value != repaired.value
    }


@pytest.mark.rule("wb95", "T.air")
def test_air_attack_table_is_the_books() -> None:
    table = TABLES["air-attack"]
    assert table.columns == tuple(str(roll) for roll in ROLLS)
    assert grid(table) == typed(AIR)
    lost = ["1-2|3", "1-2|5", "1-2|6", "1-2|8", "1-2|9", "1-2|11", "9-12|6", "9-12|8"]
    lost += ["13-16|2", "13-16|12", "17+|3", "17+|11"]
    assert sources(table) == dict.fromkeys(lost, "inferred")
    assert differences("air-attack") == {
        "1-2|11": "T",
        **dict.fromkeys(("13-16|2", "13-16|12", "17+|3", "17+|11"), "-"),
    }


@pytest.mark.rule("wb95", "T.artillery")
def test_artillery_fire_table_is_the_books() -> None:
    table = TABLES["artillery-fire"]
    assert table.columns == tuple(str(roll) for roll in ROLLS)
    assert grid(table) == typed(ARTILLERY)
    lost = ["13-16|2", "13-16|12", "17+|2", "17+|12"]
    assert sources(table) == dict.fromkeys(lost, "inferred")
    assert differences("artillery-fire") == dict.fromkeys(lost, "-")


@pytest.mark.rule("wb95", "T.objects")
def test_attack_on_objects_table_is_the_books() -> None:
    table = TABLES["attack-on-objects"]
    assert table.columns == tuple(str(roll) for roll in ROLLS)
    assert grid(table) == typed(OBJECTS)
    assert sources(table) == {"1-2|3": "inferred", "1-2|9": "inferred"}
    assert differences("attack-on-objects") == {}


@pytest.mark.rule("wb95", "8.2.6")
def test_air_attack_result_by_strength_and_roll() -> None:
    table = TABLES["air-attack"]
    assert fire_result(table, 16, 3) == SideResult(loss=1, disorganised=True)
    assert fire_result(table, 16, 2) == SideResult(loss=2)
    assert fire_result(PRINTED["air-attack"], 16, 2) == NO_EFFECT
    assert fire_result(table, 40, 12) == SideResult(loss=2, disorganised=True)


@pytest.mark.rule("wb95", "6.4.2d")
def test_artillery_result_by_strength_and_roll() -> None:
    table = TABLES["artillery-fire"]
    assert fire_result(table, 3, 3) == SideResult(disorganised=True)
    assert fire_result(table, 5, 11) == SideResult(test=True)
    assert fire_result(table, 17, 5) == SideResult(loss=1, test=True)
    assert fire_result(table, 1, 2) == SideResult(loss=1)


@pytest.mark.rule("wb95", "6.4.2d")
@pytest.mark.parametrize("sp", [0, -4])
def test_less_than_one_point_of_fire_has_no_effect(sp: int) -> None:
    assert all(fire_result(TABLES["artillery-fire"], sp, roll) == NO_EFFECT for roll in ROLLS)
    assert not any(object_destroyed(TABLES["attack-on-objects"], sp, roll) for roll in ROLLS)


@pytest.mark.parametrize("roll", [1, 13])
def test_fire_has_no_roll_outside_two_dice(roll: int) -> None:
    with pytest.raises(TableError, match="column would be 2 to 12"):
        fire_result(TABLES["air-attack"], 5, roll)


@pytest.mark.rule("wb95", "6.4.7")
@pytest.mark.rule("wb95", "8.2.8")
@pytest.mark.parametrize(
    ("sp", "hits"), [(1, 1), (2, 1), (3, 6), (5, 6), (8, 12), (12, 18), (13, 24), (17, 32)]
)
def test_a_bridge_falls_on_so_many_rolls_of_36(sp: int, hits: int) -> None:
    table = TABLES["attack-on-objects"]
    ways = {roll: 6 - abs(7 - roll) for roll in ROLLS}
    assert sum(ways[roll] for roll in ROLLS if object_destroyed(table, sp, roll)) == hits


# --- Nations --------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "5.6.2")
def test_morale_limits_table_is_the_books() -> None:
    assert grid(TABLES["morale-limits"]) == typed(
        """
        ss: 12
        german: 11
        italian/german: 9
        volkssturm: 9
        american: 11
        british: 11
        polish: 11
        french: 9
        romanian: 9
        hungarian: 9
        belgian: 8
        dutch: 8
        italian: 7
        guards: 11
        polish/soviet: 11
        soviet: 10
        other/soviet: 10
        """
    )
    assert sources(TABLES["morale-limits"]) == {}


@pytest.mark.rule("wb95", "5.6.2")
def test_morale_limit_by_nation_and_kind() -> None:
    assert morale_limit(TABLES, "german") == 11
    assert morale_limit(TABLES, "german", ss=True) == 12
    assert morale_limit(TABLES, "german", volkssturm=True) == 9
    assert morale_limit(TABLES, "soviet") == 10
    assert morale_limit(TABLES, "soviet", guards=True) == 11
    assert morale_limit(TABLES, "mongolian", side="soviet") == 10
    assert morale_limit(TABLES, "polish", side="soviet") == 11
    assert morale_limit(TABLES, "french", side="german") == 9
    assert morale_limit(TABLES, "italian") == 7
    assert morale_limit(TABLES, "italian", side="german") == 9


def test_an_unknown_nation_or_two_kinds_at_once_are_refused() -> None:
    with pytest.raises(TableError, match="no row for martian; a nation would be one of ss, german"):
        morale_limit(TABLES, "martian")
    with pytest.raises(ValueError, match="not guards and ss"):
        morale_limit(TABLES, "german", guards=True, ss=True)


@pytest.mark.rule("wb95", "9.2.2")
def test_hq_range_is_the_books() -> None:
    assert grid(TABLES["hq-range"]) == typed(
        "american: 4\nbritish: 4\ngerman: 4\nsoviet: 3\nother: 3"
    )
    assert sources(TABLES["hq-range"]) == {}
    nations = ("american", "british", "german", "soviet", "romanian")
    assert [hq_range(TABLES, nation) for nation in nations] == [4, 4, 4, 3, 3]


@pytest.mark.rule("wb95", "10.1.7")
def test_supply_points_are_the_books_in_twelfths() -> None:
    assert grid(TABLES["supply-movement-points"]) == typed(
        "american: 12\nbritish: 12\ngerman: 10\nsoviet: 8\nother/soviet: 8\nromanian: 7\n"
        "italian: 7\nother/german: 7"
    )
    assert sources(TABLES["supply-movement-points"]) == {}
    points = {nation: supply_points(TABLES, nation) for nation in ("british", "german", "soviet")}
    assert points == {"british": 144, "german": 120, "soviet": 96}
    assert supply_points(TABLES, "american") == 144
    assert supply_points(TABLES, "romanian") == supply_points(TABLES, "italian") == 84
    assert supply_points(TABLES, "polish", side="soviet") == 96
    assert supply_points(TABLES, "hungarian", side="german") == 84


@pytest.mark.rule("wb95", "15.1.2")
def test_star_abilities_are_the_books() -> None:
    table = TABLES["star-abilities"]
    assert table.columns == ("cm", "attack", "defence", "against", "disabled_by", "disables")
    assert grid(table) == typed(
        """
        black: 1, yes, yes, unfortified, white, yellow
        white: 1, yes, yes, mechanised, -, black yellow
        yellow: 1, yes, no, any, black white, -
        blue: 1, yes, yes, any, -, -
        """
    )
    assert sources(table) == {}


@pytest.mark.rule("wb95", "15.1.2")
def test_a_star_disables_exactly_those_it_is_said_to_be_disabled_by() -> None:
    table = TABLES["star-abilities"]
    for mine in table.rows:
        for theirs in table.rows:
            disables = theirs in table.cell(mine, "disables").value.split()
            assert disables == (mine in table.cell(theirs, "disabled_by").value.split())


# --- Terrain --------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "T.terrain")
@pytest.mark.rule("wb95", "T.terrain.n2")
@pytest.mark.rule("wb95", "T.terrain.n3")
def test_terrain_table_is_the_books_and_the_house_rows_follow() -> None:
    assert TABLES["terrain-influence"].columns == (
        *("applies_to", "trucked", "tracked", "foot"),
        *("defender_cm", "attacker_factor", "extra_hex"),
    )
    assert grid(TABLES["terrain-influence"]) == typed(
        """
        clear: hex, 2, 1, 1, 0, 1, -
        river: hexside, +2, +2, +1, 1, 1, -
        forest: hex, +2, +2, +1, 1, 1, -
        city: hex, 2, 2, 2, 2, 1, -
        town: hex, 1, 1, 1, 1, 1, -
        secondary_route: link, 1/2, 1, 1, 0, 1, tracked foot
        main_route: link, 1/3, 1/2, 1/2, 0, 1, -
        swamp: hex, no, no, +1, 0, 1/2, -
        lake: hex, no, no, no, 0, 1, -
        hill: hex, +2, +2, +1, 2, 1, -
        mountain: hex, no, no, +2, 3, 1, -
        stream: hexside, +2, +2, +1, 1, 1, -
        big_river: hexside, +4, +4, +2, 2, 1, -
        """
    )


@pytest.mark.rule("wb95", "T.terrain")
def test_terrain_rows_not_printed_say_so() -> None:
    table = TABLES["terrain-influence"]
    unprinted = ("hill", "mountain", "stream", "big_river")
    found = sources(table)
    from_text = {"mountain|trucked", "stream|applies_to", "big_river|applies_to"}
    expected = {f"{row}|{col}" for row in unprinted for col in table.columns} - from_text
    assert set(found) == expected | {"clear|defender_cm", "forest|defender_cm"}
    examples = {address for address, source in found.items() if source == "example"}
    assert examples == {
        "forest|defender_cm",
        "hill|applies_to",
        "hill|defender_cm",
        "stream|tracked",
    }
    assert found["clear|defender_cm"] == "inferred"
    assert all(table.cell(*address.split("|")).note for address in expected | from_text)


@pytest.mark.rule("wb95", "T.terrain")
def test_terrain_is_read_in_twelfths() -> None:
    main, secondary, swamp = (GROUND[n] for n in ("main_route", "secondary_route", "swamp"))
    assert main.base == {"trucked": 4, "tracked": 6, "foot": 6}
    assert secondary.base == {"trucked": 6, "tracked": 12, "foot": 12}
    assert secondary.extra_hex == ("tracked", "foot")
    assert main.extra_hex == ()
    assert swamp.impassable == ("trucked", "tracked")
    assert swamp.surcharge == {"foot": 12}
    assert swamp.attacker_factor == Fraction(1, 2)
    assert GROUND["lake"].impassable == ("trucked", "tracked", "foot")
    assert GROUND["city"].defender_cm == 2
    assert GROUND["forest"].attacker_factor == 1
    assert GROUND["river"].applies_to == "hexside"


@pytest.mark.rule("wb95", "5.5.2")
def test_woods_and_river_are_worth_two_modifiers() -> None:
    assert GROUND["forest"].defender_cm + GROUND["river"].defender_cm == 2


@pytest.mark.rule("wb95", "8.2.7")
def test_hills_are_worth_two_modifiers() -> None:
    left = 20 - 2 * GROUND["hill"].defender_cm
    assert left == 16
    assert TABLES["air-attack"].cell(left, 7) == TABLES["air-attack"].cell("13-16", 7)


@pytest.mark.rule("wb95", "3.1.11")
@pytest.mark.rule("wb95", "3.1.12")
@pytest.mark.parametrize(
    ("mover", "features", "crossed", "points"),
    [
        ("trucked", [], [], 2),
        ("tracked", ["clear"], [], 1),
        ("foot", ["clear"], [], 1),
        ("trucked", ["forest"], [], 4),
        ("tracked", ["forest"], ["stream"], 5),  # as in the example of 3.1.12
        ("tracked", ["forest"], ["river"], 5),
        ("foot", ["forest"], ["river"], 3),
        ("foot", ["swamp"], [], 2),
        ("trucked", ["town"], [], 1),
        ("trucked", ["clear", "town"], [], 1),
        ("foot", ["city"], ["river"], 3),
        ("trucked", [], ["big_river"], 6),
    ],
)
def test_entry_costs_add_up(
    mover: MovementClass, features: list[str], crossed: list[str], points: int
) -> None:
    assert entry_cost(GROUND, mover, features, crossed=crossed) == 12 * points


@pytest.mark.rule("wb95", "3.1.11")
def test_a_route_is_a_cost_of_its_own() -> None:
    def by(route: str, mover: MovementClass) -> int | None:
        return entry_cost(GROUND, mover, ["forest"], crossed=["river"], route=route)

    assert [by("main_route", m) for m in ("trucked", "tracked", "foot")] == [4, 6, 6]
    assert [by("secondary_route", m) for m in ("trucked", "tracked", "foot")] == [6, 12, 12]
    assert entry_cost(GROUND, "trucked", ["swamp"], route="main_route") == 4


@pytest.mark.rule("wb95", "3.1.11")
@pytest.mark.parametrize(
    ("mover", "feature"),
    [
        ("trucked", "swamp"),
        ("tracked", "swamp"),
        ("foot", "lake"),
        ("trucked", "mountain"),
        ("tracked", "mountain"),
    ],
)
def test_impassable_ground_has_no_cost(mover: MovementClass, feature: str) -> None:
    assert entry_cost(GROUND, mover, [feature]) is None


def test_a_players_own_chart_replaces_the_value(tmp_path: Path) -> None:
    chart = "nation,hexes\namerican,4\nbritish,4\ngerman,6\nsoviet,3\nother,3\n"
    (tmp_path / "hq-range.csv").write_text(chart, encoding="utf-8")
    tables = wb95_tables(packs=[tmp_path])
    assert hq_range(tables, "german") == 6
    assert tables["hq-range"].cell("german", "hexes") == Cell("6", "chart")
    assert tables["combat"] == TABLES["combat"]
