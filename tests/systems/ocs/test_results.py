"""The tables: values, sources, monotony, and how they are read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.engine.table import TableError
from grognard.systems.ocs import results
from grognard.systems.ocs.barrage.results import FACILITY_TABLE, Manner, read
from grognard.systems.ocs.options import OPTIONS
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule
TABLES = results.ocs_tables()
SEVERITY = [
    "AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1e4 DL1o2",
    "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG",
]  # fmt: skip


@rule("ocs", "CT-combat")
@rule("ocs", "9.9")
@pytest.mark.parametrize(
    ("roll", "column", "text"),
    [(12, 11, "Ae3 DL2o2DG"), (12, 8, "Ae4 DL1o2"), (2, 2, "AL2"), (2, 8, "AL1o1 Do1"),
     (7, 7, "Ao1 Do1"), (7, 11, "Ao1e4 DL1o2"), (1, 13, "AL1 DL1o1"), (-3, 1, "AL2"),
     (19, 13, "Ae2 DL2o3DG")],
)  # fmt: skip
def test_combat_results(roll: int, column: int, text: str) -> None:
    assert results.combat_result(TABLES, column, roll).text == text


@rule("ocs", "CT-combat")
def test_combat_results_get_better_along_rows_and_columns() -> None:
    ranks = [
        [SEVERITY.index(results.combat_result(TABLES, c, r).text) for c in range(1, 14)]
        for r in range(1, 16)
    ]
    assert all(row == sorted(row) for row in ranks)
    assert all(list(column) == sorted(column) for column in zip(*ranks, strict=True))


@rule("ocs", "9.10")
def test_a_result_is_read_for_both_sides() -> None:
    found = results.combat_result(TABLES, 12, 9)
    assert found.attacker == results.Part(exploit=3)
    assert found.defender == results.Part(losses=2, options=2, dg=True)
    assert found.defended
    alone = results.combat_result(TABLES, 1, 2)
    assert alone.attacker == results.Part(losses=2)
    assert alone.defender.empty
    assert not alone.defended


@rule("ocs", "9.7a")
@rule("ocs", "9.7b")
@rule("ocs", "9.1g")
@pytest.mark.parametrize(
    ("category", "odds", "column"),
    [("open", (1, 1), 5), ("open", (3, 1), 7), ("open", (6, 1), 9), ("open", (20, 1), 13),
     ("open", (1, 9), 1), ("close", (1, 1), 4), ("very_close", (1, 1), 3),
     ("extremely_close", (7, 1), 5), ("extremely_close", (1, 1), 2)],
)  # fmt: skip
def test_odds_columns(category: str, odds: tuple[int, int], column: int) -> None:
    assert results.odds_column(TABLES, category, odds) == column


@rule("ocs", "CT-surprise")
@rule("ocs", "9.8")
def test_surprise() -> None:
    found = {(a, r): results.surprised(TABLES, a, r) for a in ("overrun", "regular")
             for r in (5, 6, 7, 8, 9, 10)}  # fmt: skip
    assert [found["overrun", r] for r in (6, 7, 8, 9)] == ["defender", "", "", "attacker"]
    assert [found["regular", r] for r in (5, 6, 9, 10)] == ["defender", "", "", "attacker"]


@rule("ocs", "CT-barrage")
@rule("ocs", "MT-barrage41")
@rule("ocs", "10.1b")
def test_barrage() -> None:
    sixteen, twenty = (results.barrage_column(TABLES, s) for s in (16, 20))
    assert results.barrage_columns(TABLES)[sixteen] == "12-16"
    assert (results.barrage_cost(TABLES, sixteen), results.barrage_cost(TABLES, twenty)) == (3, 3)
    assert results.barrage_result(TABLES, twenty, 4).value == "-"
    assert results.barrage_result(TABLES, sixteen, 8).value == "DG"
    assert results.barrage_result(TABLES, sixteen, 11).value == "1/2"
    weak = results.barrage_result(TABLES, results.barrage_column(TABLES, 2), 10)
    assert (weak.value, weak.source) == ("DG", "example")
    assert results.barrage_column(TABLES, 0) == 0
    assert results.barrage_result(TABLES, 99, 12).value == "3"
    assert results.barrage_result(TABLES, -4, 12).value == "DG"


FIRE = ("DG", "[1/2]", "1/2", "1", "2", "3")
BEGINS: dict[str, tuple[int | None, ...]] = {
    "1-": (11,), "2": (10, None, 12), "3-4": (9, None, 12), "5-7": (8, None, 11),
    "8-11": (7, 10, 11), "12-16": (6, 9, 11, 12), "17-24": (5, 9, 10, 12),
    "25-40": (4, 8, 10, 12), "41-68": (3, 7, 9, 11), "69-116": (2, 6, 8, 10, 12),
    "117+": (2, 5, 7, 10, 11, 12),
}  # fmt: skip
"""For each column the rolls from which it disorganises and takes half a step, one, two, three."""


@rule("ocs", "CT-barrage")
@rule("ocs", "MT-barrage41")
@pytest.mark.parametrize("column", BEGINS)
def test_every_cell_of_the_barrage_table(column: str) -> None:
    begins = {roll: FIRE[i] for i, roll in enumerate(BEGINS[column]) if roll is not None}
    expected, now = [], "-"
    for roll in range(2, 13):
        now = begins.get(roll, now)
        expected.append(now)
    table = TABLES["barrage"]
    assert [table.cell(roll, column).value for roll in range(2, 13)] == expected
    assert tuple(BEGINS) == table.columns


@rule("ocs", "MT-barrage41")
@rule("ocs", "10.1b(A)")
@rule("ocs", "MT-facility41")
def test_what_barrages_cost() -> None:
    for name, tokens in (
        ("barrage", [1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10]),
        ("facility", [1, 1, 1, 1, 2, 4, 6, 8]),
    ):
        columns = range(len(TABLES[name].columns))
        assert [results.barrage_cost(TABLES, c, name) for c in columns] == tokens


@rule("ocs", "CT-barrage-shifts")
def test_barrage_shifts() -> None:
    shifts = {re: results.number(TABLES, "barrage-density", int(re * 4), "shift")
              for re in (Fraction(1, 4), 1, Fraction(5, 4), 3, 4, 5, 6, 8)}  # fmt: skip
    assert list(shifts.values()) == [-1, -1, 0, 0, 1, 2, 3, 4]
    assert results.number(TABLES, "barrage-shifts", "unspotted", "shift") == -3


@rule("ocs", "CT-attrition")
@pytest.mark.parametrize(
    ("roll", "rating", "lost"),
    [(8, 5, "0"), (9, 4, "1"), (12, 4, "4"), (13, 4, "all"), (2, 0, "1"), (8, 0, "all"),
     (11, 3, "4"), (12, 3, "all"), (5, 2, "1"), (9, 1, "all"), (15, 2, "all"), (2, -1, "1")],
)  # fmt: skip
def test_attrition(roll: int, rating: int, lost: str) -> None:
    assert TABLES["attrition"].cell(roll, rating, clamp=True).value == lost


@rule("ocs", "CT-capture")
@rule("ocs", "CT-dumpblow")
@rule("ocs", "CT-aircapture")
@rule("ocs", "CT-airdrop")
@rule("ocs", "CT-supply")
def test_smaller_charts() -> None:
    number = results.number
    assert [number(TABLES, "capture", r, "dump") for r in range(1, 7)] == [0, 25, 25, 50, 50, 75]
    assert number(TABLES, "capture", 1, "truck") == 0
    assert [number(TABLES, "dump-blowing", r, "percent") for r in (1, 3, 5, 6)] == [
        25, 50, 75, 100,
    ]  # fmt: skip
    assert number(TABLES, "air-base-capture", "inactive", "loss") == 6
    assert number(TABLES, "air-drop", "enemy closed paradrop", "success") == 7
    assert number(TABLES, "port-damage", 3, "percent") == 40
    assert results.cost_of(TABLES, "hedgehog") == 8
    assert results.cost_of(TABLES, "fuel_formation") == 4


@rule("ocs", "MT-missionloss")
def test_one_die_says_which_mission_aircraft_is_hit() -> None:
    table = TABLES["mission-loss"]
    found = {count: [table.cell(die, count).value for die in range(1, 7)] for count in (2, 3, 4)}
    assert found == {
        2: ["1", "1", "1", "2", "2", "2"],
        3: ["1", "1", "2", "2", "3", "3"],
        4: ["1", "2", "3", "4", "weakest", "strongest"],
    }


FACILITY = {
    "1-": ["-", "-", "-", "-", "-", "* (6)"],
    "2": ["-", "-", "-", "-", "(6)", "* (5)"],
    "3-4": ["-", "-", "-", "-", "* (6)", "1* (5)"],
    "5-10": ["-", "-", "-", "* (6)", "1* (5)", "1* (4)"],
    "11-20": ["-", "-", "(5)", "1* (5)", "1* (4)", "1* (4)"],
    "21-40": ["-", "(5)", "1 (5)", "1* (4)", "2* (4)", "2* (4)"],
    "41-80": ["(5)", "1 (4)", "1 (4)", "1* (4)", "2* (4)", "2* (3)"],
    "81+": ["1 (5)", "1 (4)", "1 (4)", "2* (4)", "2* (3)", "2* (3)"],
}


@rule("ocs", "MT-facility41")
@rule("ocs", "CT-facility")
def test_facility_results_never_get_worse() -> None:
    table = TABLES["facility"]
    cells = {c: [table.cell(die, c).value for die in range(1, 7)] for c in table.columns}
    assert cells == FACILITY
    impacts = [
        [read(TABLES, FACILITY_TABLE, c, die, Manner("air")) for c in range(8)]
        for die in range(1, 7)
    ]
    for part in (lambda i: i.hits, lambda i: i.trains, lambda i: -(i.aircraft or 7)):
        ranks = [[part(impact) for impact in row] for row in impacts]
        assert all(row == sorted(row) for row in ranks)
        assert all(list(column) == sorted(column) for column in zip(*ranks, strict=True))


@rule("ocs", "MT-aircombat41")
@rule("ocs", "CT-aircombat")
def test_air_combat() -> None:
    found = [TABLES["air-combat"].cell(roll, "aborts").value for roll in (2, 6, 7, 8, 12)]
    assert found == ["attacker", "attacker", "both", "defender", "defender"]


def test_house_values_are_marked() -> None:
    for name in ("landing", "landing-modifiers", "terrain-movement", "weather", "rebuild"):
        assert {cell.source for _, _, cell in TABLES[name].items()} == {"house"}
    assert TABLES["flak"].cell("headquarters", "modifier").source == "example"
    assert TABLES["flak"].cell("zone_no_fighter", "modifier").source == "chart"
    assert TABLES["combat"].cell(3, 3).source == "chart"


@rule("ocs", "MT-barrage41")
@rule("ocs", "MT-facility41")
@rule("ocs", "MT-missionloss")
def test_what_copies_of_the_charts_say_is_the_charts_and_where_they_differ_is_told() -> None:
    copied = ("barrage", "barrage-cost", "facility", "facility-cost", "flak", "mission-loss")
    doubts = []
    for name in copied:
        assert {cell.source for _, _, cell in TABLES[name].items()} <= {"chart", "example"}
        assert any("which the text does not print" in note for note in TABLES[name].notes)
        doubts += [(name, r, c) for r, c, cell in TABLES[name].items() if "doubtful" in cell.note]
    assert doubts == [
        ("barrage", "11", "5-7"), ("barrage", "11", "8-11"), ("barrage-cost", "tokens", "41-68"),
        ("facility", "6", "1-"), ("flak", "zone_trainbusting", "modifier"),
        *(("mission-loss", "2", count) for count in "234"),
    ]  # fmt: skip


@rule("ocs", "9.3c")
@rule("ocs", "9.4d")
@rule("ocs", "MT-tec-combat")
def test_terrain_effects_on_combat() -> None:
    effects = field(unit("a1", "0303")).scenario.ground.effects
    assert effects["clear"].factor("armor", True) == 2
    assert effects["clear"].factor("armor", False) == 1  # in brackets
    assert effects["minor_river"].factor("mech", True) == Fraction(1, 2)
    assert effects["woods"].category == "close"
    assert effects["estuary"].factor("other", True) is None


@rule("ocs", "MT-tec-move")
def test_the_two_terrain_charts_know_the_same_ground() -> None:
    combat = set(TABLES["terrain-combat"].rows)
    roads = {"primary", "secondary", "track", "rail", "rail_multi"}
    assert set(TABLES["terrain-movement"].rows) - roads == combat - {"beach"}


def test_a_pack_replaces_a_table(tmp_path: Path) -> None:
    text = results.ocs_charts()["dump-blowing"].replace("1,25", "1,30")
    (tmp_path / "dump-blowing.csv").write_text(text, encoding="utf-8")
    assert results.number(results.ocs_tables([tmp_path]), "dump-blowing", 1, "percent") == 30
    (tmp_path / "nothing.csv").write_text("# title: x\nroll,a\n1,2\n", encoding="utf-8")
    with pytest.raises(TableError, match="nothing"):
        results.ocs_tables([tmp_path])


@rule("ocs", "21.0")
def test_optional_rules_are_off_and_rulings_have_their_default_first() -> None:
    for option in OPTIONS:
        assert option.default == option.values[0]
        if option.rule.startswith("21."):
            assert option.default == "off"
    assert len({option.id for option in OPTIONS}) == len(OPTIONS)
