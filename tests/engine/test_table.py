"""Charts as CSV: looking up, sources, variants, packs, and every file that must be refused."""

from pathlib import Path

import pytest

from grognard.engine.sheets import chart_texts, lay_over, load_table, load_tables, read_tables
from grognard.engine.table import Cell, TableError

CHART = """\
# title: Fire
# rule: 6.4
# source: rulebook
# note: a remark
# note: another
# cell 3-5|4: inferred: worn off: read from its neighbours
# printed 3-5|4: -
# printed 6+|2: T: inferred: blank in print
sp,2,3,4
1-2,-,-,-1
3-5,-,-1,-2
6+,-1,-2,-3
"""

WORDS = """\
# title: Ground
# rule: 3.1
# source: rulebook
# cell hill|*: house: no row is printed
# cell hill|foot: example: the example of 3.2
terrain,foot,wheels
clear,1,2
hill,+1,no
"""


def write(folder: Path, text: str, name: str = "fire") -> Path:
    path = folder / f"{name}.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_knows_its_name_title_rule_notes_rows_and_columns(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART))
    assert (table.name, table.title, table.rule) == ("fire", "Fire", "6.4")
    assert table.notes == ("a remark", "another")
    assert table.rows == ("1-2", "3-5", "6+")
    assert table.columns == ("2", "3", "4")
    assert table.corner == "sp"


@pytest.mark.parametrize(
    ("row", "value"),
    [(1, "-1"), (2, "-1"), (3, "-2"), (5, "-2"), (6, "-3"), (99, "-3"), ("3-5", "-2")],
)
def test_a_number_finds_its_range(tmp_path: Path, row: int | str, value: str) -> None:
    assert load_table(write(tmp_path, CHART)).cell(row, 4).value == value


def test_words_find_their_row_and_column(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, WORDS))
    assert table.cell("hill", "wheels").value == "no"


def test_below_the_chart_is_an_error_naming_the_bounds(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART))
    with pytest.raises(TableError, match="no row 0 in fire; row would be at least 1"):
        table.cell(0, 2)
    with pytest.raises(TableError, match="no column 5 in fire; column would be 2 to 4"):
        table.cell(1, 5)
    with pytest.raises(TableError, match="no row 4 in fire; row would be at least 1"):
        table.cell("4", 2)


def test_an_unknown_word_is_an_error_naming_the_words(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, WORDS))
    with pytest.raises(TableError, match="no row bog in fire; row would be one of clear, hill"):
        table.cell("bog", "foot")
    with pytest.raises(TableError, match="no row 1 in fire; row would be one of clear, hill"):
        table.cell(1, "foot", clamp=True)


def test_clamp_uses_the_edge_on_both_sides(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART))
    assert table.cell(-3, 4, clamp=True).value == "-1"
    assert table.cell(7, 1, clamp=True).value == "-1"
    assert table.cell(7, 13, clamp=True).value == "-3"


def test_a_downward_open_end_has_no_lower_bound(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART.replace("1-2,", "2-,")))
    assert table.cell(-40, 4).value == "-1"
    assert table.cell(2, 4).value == "-1"


def test_negative_rows_follow_one_another(tmp_path: Path) -> None:
    head = "# title: t\n# rule: r\n# source: house\nroll,odds\n"
    table = load_table(write(tmp_path, head + "-3--2,a\n-1,b\n0,c\n"))
    assert [table.cell(n, "odds").value for n in (-3, -2, -1, 0)] == ["a", "a", "b", "c"]


def test_every_cell_has_its_source(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART))
    assert table.cell(1, 2) == Cell("-", "rulebook")
    worn = "worn off: read from its neighbours"
    assert table.cell(4, 4) == Cell("-2", "inferred", worn, printed="-")


def test_a_star_marks_a_whole_row_and_a_later_line_overrules(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, WORDS))
    assert table.cell("hill", "wheels") == Cell("no", "house", "no row is printed")
    assert table.cell("hill", "foot") == Cell("+1", "example", "the example of 3.2")
    assert table.cell("clear", "foot").source == "rulebook"


def test_items_are_every_cell_in_reading_order(tmp_path: Path) -> None:
    items = [(r, c, cell.value) for r, c, cell in load_table(write(tmp_path, WORDS)).items()]
    assert items == [
        ("clear", "foot", "1"),
        ("clear", "wheels", "2"),
        ("hill", "foot", "+1"),
        ("hill", "wheels", "no"),
    ]


def test_as_printed_shows_what_the_print_shows(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, CHART), variant="as-printed")
    assert table.variant == "as-printed"
    assert table.cell(4, 4) == Cell("-", "rulebook", "as printed", printed="-")
    assert table.cell(6, 2) == Cell("T", "inferred", "blank in print", printed="T")
    assert table.cell(6, 3).value == "-2"


def test_an_unknown_variant_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"unknown variant 'raw'; .* repaired or as-printed"):
        load_table(write(tmp_path, CHART), variant="raw")  # type: ignore[arg-type]


def test_quoted_cells_and_blank_lines_are_read(tmp_path: Path) -> None:
    text = WORDS.replace("hill,+1,no", '\nhill,"+1, or less",no\n')
    assert load_table(write(tmp_path, text)).cell("hill", "foot").value == "+1, or less"


REFUSED = [
    ("a hole", "3-5,-,-1,-2", "3-5,-,,-2", 11, "cell 3-5|3 is empty"),
    ("too few cells", "3-5,-,-1,-2", "3-5,-,-1", 11, "has 2 cells; 3, one for each column"),
    ("too many cells", "3-5,-,-1,-2", "3-5,-,-1,-2,-", 11, "has 4 cells; 3, one for each"),
    ("a row twice", "3-5,", "1-2,", 11, "row 1-2 stands twice"),
    ("a row without key", "3-5,", ",", 11, "a row without a key"),
    ("a gap of ranges", "3-5,", "4-5,", 11, "row 3 is missing before 4-5; from 3 would be"),
    ("a wider gap", "6+,", "9+,", 12, "row 6 to 8 is missing before 9+; from 6 would be right"),
    ("an overlap", "3-5,", "2-5,", 11, "row 2-5 overlaps the row before it; from 3 would be"),
    ("after an open end", "3-5,", "3+,", 12, "row 6+ overlaps an open end"),
    ("a range backward", "3-5,", "5-3,", 11, "row 5-3 runs backward; 3-5 would be right"),
    ("a word among numbers", "3-5,", "some,", 11, "row some is a word among numbers"),
    ("a column twice", "sp,2,3,4", "sp,2,2,4", 9, "column 2 stands twice"),
    ("a column gap", "sp,2,3,4", "sp,2,4,5", 9, "column 3 is missing before 4"),
    ("a column without key", "sp,2,3,4", "sp,2,,4", 9, "a column without a key"),
    ("unknown source", "source: rulebook", "source: memory", 3, "unknown source 'memory'; it"),
    ("unknown cell source", "4: inferred", "4: guess", 6, "unknown source 'guess'; it would be"),
    ("unknown printed source", "T: inferred", "T: guess", 8, "unknown source 'guess'"),
    ("no such cell row", "cell 3-5|4", "cell 3|4", 6, "no cell 3|4; row|column would be one of"),
    ("no such cell column", "cell 3-5|4", "cell 3-5|7", 6, "no cell 3-5|7"),
    ("no such printed cell", "printed 3-5|4", "printed 9|4", 7, "no cell 9|4"),
    ("printed by star", "printed 3-5|4", "printed *|4", 7, "no cell *|4"),
    ("printed without value", "printed 3-5|4: -", "printed 3-5|4:", 7, "printed says nothing"),
    ("one cell marked twice", "printed 6+|2", "printed 3-5|4", 8, "a second printed line"),
    ("no title", "# title: Fire\n", "", 1, "the table has no title; '# title: ...' would be"),
    ("no rule", "# rule: 6.4\n", "", 1, "the table has no rule"),
    ("no source", "# source: rulebook\n", "", 1, "the table has no source"),
    ("empty title", "# title: Fire", "# title:", 1, "title says nothing"),
    ("second title", "# rule:", "# title:", 2, "a second title"),
    ("unknown header", "# note: another", "# nota: another", 5, "unknown header 'nota'; it would"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"), [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_a_bad_file_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in CHART
    path = write(tmp_path, CHART.replace(old, new, 1))
    with pytest.raises(TableError) as refusal:
        load_table(path)
    assert str(refusal.value).startswith(f"{path}:{line}: ")
    assert message in str(refusal.value)
    assert "; " in str(refusal.value)
    assert (refusal.value.path, refusal.value.line) == (path, line)


def test_a_missing_row_in_a_sequence_is_refused(tmp_path: Path) -> None:
    text = "# title: t\n# rule: r\n# source: house\nroll,x\n2,a\n3,b\n5,c\n"
    with pytest.raises(TableError, match=r"fire\.csv:7: row 4 is missing before 5"):
        load_table(write(tmp_path, text))


def test_an_empty_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="the table has no rows"):
        load_table(write(tmp_path, "# title: t\n# rule: r\n# source: house\nroll,x\n"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    write(folder, CHART, "fire")
    write(folder, WORDS, "ground")
    return folder


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    pack = tmp_path / "pack"
    pack.mkdir()
    return pack


def test_a_folder_is_loaded_by_name(folder: Path) -> None:
    tables = load_tables(folder, variant="as-printed")
    assert list(tables) == ["fire", "ground"]
    assert tables["fire"].cell(4, 4).value == "-"


def test_a_pack_replaces_cells_which_then_come_from_the_chart(folder: Path, pack: Path) -> None:
    write(pack, "terrain,foot,wheels\nclear,1,2\nhill,+2,+3\n", "ground")
    tables = load_tables(folder, [pack])
    assert tables["ground"].cell("hill", "wheels") == Cell("+3", "chart")
    assert tables["ground"].cell("clear", "foot") == Cell("1", "chart")
    assert (tables["ground"].title, tables["ground"].rule) == ("Ground", "3.1")
    assert tables["fire"] == load_tables(folder)["fire"]


def test_a_pack_may_name_its_own_source(folder: Path, pack: Path) -> None:
    head = "# source: house\n# cell hill|foot: example: page 3\n"
    write(pack, head + "terrain,foot,wheels\nclear,1,2\nhill,+2,+3\n", "ground")
    table = load_tables(folder, [pack])["ground"]
    assert table.cell("clear", "foot").source == "house"
    assert table.cell("hill", "foot") == Cell("+2", "example", "page 3")


def test_a_later_pack_overrules_an_earlier(folder: Path, pack: Path, tmp_path: Path) -> None:
    later = tmp_path / "later"
    later.mkdir()
    write(pack, "terrain,foot,wheels\nclear,5,5\nhill,5,5\n", "ground")
    write(later, "terrain,foot,wheels\nclear,6,6\nhill,6,6\n", "ground")
    tables = load_tables(folder, [pack, later])
    assert tables["ground"].cell("hill", "foot").value == "6"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("terrain,foot\nclear,1\nhill,2\n", 1, "other columns than the table replaced; foot, wh"),
        ("terrain,foot,wheels\nclear,1,1\nbog,2,2\n", 3, "row bog is not in this place; row hill"),
        ("terrain,foot,wheels\nclear,1,1\n", 2, "the table has 1 rows; clear, hill would be"),
        ("terrain,foot,wheels\nclear,1,1\nhill,1,1\nbog,1,1\n", 4, "the table has 3 rows; clear,"),
        ("terrain,foot,wheels\nclear,1,\nhill,2,2\n", 2, "cell clear|wheels is empty"),
    ],
)
def test_a_pack_of_another_shape_is_refused(
    folder: Path, pack: Path, text: str, line: int, message: str
) -> None:
    path = write(pack, text, "ground")
    with pytest.raises(TableError) as refusal:
        load_tables(folder, [pack])
    assert str(refusal.value).startswith(f"{path}:{line}: {message}")


def test_a_pack_table_of_unknown_name_is_refused(folder: Path, pack: Path) -> None:
    write(pack, WORDS, "grounds")
    with pytest.raises(TableError, match=r"no table is called grounds; .* one of fire, ground"):
        load_tables(folder, [pack])


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no such folder"):
        load_tables(tmp_path / "nowhere")


def test_a_pack_chooses_the_shape_of_a_table_that_may_be_reshaped(folder: Path, pack: Path) -> None:
    path = write(pack, "\nterrain,skis\nclear,1\nbog,2\n", "ground")
    ours = read_tables(chart_texts(folder))
    table = lay_over(ours, [pack], reshaped=("ground",))["ground"]
    assert (table.rows, table.columns) == (("clear", "bog"), ("skis",))
    assert (table.title, table.rule) == (ours["ground"].title, ours["ground"].rule)
    wrong = table.wrong("bog", "2 is too little", "3 would be right")
    assert str(wrong) == f"{path}:4: 2 is too little; 3 would be right"
    assert (wrong.line, wrong.text) == (4, "2 is too little; 3 would be right")


def test_a_pack_that_is_no_text_is_refused_with_its_line(folder: Path, pack: Path) -> None:
    (pack / "ground.csv").write_bytes(b"terrain,foot,wheels\nclear,1,\xff\nhill,2,2\n")
    with pytest.raises(TableError, match=r"ground\.csv:2: this is no text in UTF-8"):
        load_tables(folder, [pack])


def test_a_cell_beyond_all_measure_is_no_csv(folder: Path, pack: Path) -> None:
    write(pack, f"terrain,foot,wheels\nclear,1,{'1' * 200_000}\nhill,2,2\n", "ground")
    with pytest.raises(TableError, match=r"ground\.csv:2: this is no CSV: field larger"):
        load_tables(folder, [pack])
