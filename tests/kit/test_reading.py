"""Counter sheets: columns in any order, optional ones left out, and errors that name the column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import LocatedMap, ScenarioError
from grognard.engine.reader import Reader
from grognard.engine.sources import Texts
from grognard.kit.reading import Cells, Fail, Sheet, lay_sheets, printed, turns_of, window_of

SHEET = Sheet(("id", "side", "name", "note"), frozenset(("name", "note")))


def rows(text: str) -> list[dict[str, str]]:
    return [dict(row) for row in SHEET.read(text, "sheet.csv")]


def test_columns_stand_in_any_order() -> None:
    there = rows("side,note,id\nred,old,r1\n")
    assert there == [{"side": "red", "note": "old", "id": "r1"}]


def test_optional_columns_and_empty_cells_are_left_out() -> None:
    assert rows("id,side,name\nr1,red,\n") == [{"id": "r1", "side": "red"}]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("id,name", "the column 'side' is missing; a sheet has id, side, name, note"),
        ("id,side,nmae", "there is no column 'nmae'; did you mean 'name'?"),
        ("id,side,id", "the column 'id' is there twice"),
    ],
)
def test_wrong_columns_are_named(head: str, said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        rows(f"{head}\n")
    assert str(error.value) == f"sheet.csv:1: {said}"


def test_a_row_with_too_many_cells_is_refused_with_its_line() -> None:
    with pytest.raises(ScenarioError, match=r"sheet\.csv:3: more cells than columns"):
        rows("id,side\nr1,red\nr2,red,more\n")


# ---- the cells of a row


def fail(text: str) -> ScenarioError:
    return ScenarioError("sheet.csv", 7, text)


def cells(**row: object) -> Cells:
    return Cells({"id": "r1", **row}, ("id", "type", "traits", "range", "slow"), fail)


def test_a_cell_is_read_as_what_it_must_be() -> None:
    row = cells(type="tank", traits="old;red  slow", range="12", slow="yes")
    assert row.text("type") == "tank"
    assert row.text("name", row.id) == "r1"
    assert row.one_of("type", ("tank", "gun")) == "tank"
    assert row.words("traits", ("old", "red", "slow"), "trait") == ("old", "red", "slow")
    assert row.whole("range") == 12
    assert row.flag("slow")


def test_what_is_left_out_has_a_default() -> None:
    row = cells(range="-")
    assert row.one_of("type", ("tank", "gun"), "gun") == "gun"
    assert row.words("traits", (), "trait") == ()
    assert row.whole("range") == 0
    assert row.number("range", "") is None
    assert not row.flag("slow")


@pytest.mark.parametrize(
    ("row", "ask", "said"),
    [
        ({"tpye": "gun"}, lambda row: row, "'tpye' is no column; did you mean 'type'?"),
        ({"type": "gin"}, lambda row: row.one_of("type", ("gun",)), "type 'gin' is unknown"),
        ({"traits": "bad"}, lambda row: row.words("traits", ("good",), "trait"), "trait 'bad' is"),
        ({"range": "far"}, lambda row: row.whole("range"), "'range' should be a number, not 'far'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    row: dict[str, str], ask: Callable[[Cells], object], said: str
) -> None:
    with pytest.raises(ScenarioError, match=f"sheet.csv:7: counter 'r1': {said}"):
        ask(cells(**row))


def test_a_row_has_an_id_or_a_name_from_elsewhere() -> None:
    with pytest.raises(ScenarioError, match="a counter needs an id"):
        Cells({}, ("id",), fail)
    with pytest.raises(ScenarioError, match="cart 'mule': 'legs' is no column"):
        Cells({"legs": 4}, ("speed",), fail, "cart", "mule")


# ---- counters of a scenario


@dataclass(frozen=True)
class Tag:
    """A counter with a colour."""

    id: str
    side: str
    colour: str


def tag(row: Mapping[str, Any], fail: Fail) -> Tag:
    found = Cells(row, ("id", "side", "colour"), fail)
    return Tag(found.id, found.text("side"), found.text("colour", "grey"))


def reader(**spec: Any) -> Reader:
    return Reader(spec, sketch(4, 3), "game.yaml")


def test_counters_come_by_their_ids_with_what_the_scenario_adds() -> None:
    read = reader(tags=[{"id": "a", "side": "red"}, {"id": "b", "side": "blue"}])
    found = printed(read, "tags", tag, ("red", "blue"), lambda row: {**row, "colour": "pink"})
    assert found == {"a": Tag("a", "red", "pink"), "b": Tag("b", "blue", "pink")}
    assert printed(reader(), "tags", tag, ("red", "blue")) == {}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"id": "a", "side": "red"}] * 2, "counter 'a' stands here a second time"),
        ([{"id": "a", "side": "green"}], "counter 'a' belongs to no side of this scenario"),
        (["a"], "a counter is a map of keys, not 'a'"),
    ],
)
def test_a_counter_is_there_once_and_of_a_side(rows: list[Any], said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        printed(reader(tags=rows), "tags", tag, ("red", "blue"))


def test_sheets_stand_in_for_the_files_that_are_named() -> None:
    texts = {"game.yaml": "", "one.csv": "id,side\na,red\n", "two.csv": "id,side\nb,red\n"}
    sources = Texts(texts)
    spec = LocatedMap({"one": "one.csv", "both": ["one.csv", "two.csv"], "own": [{"id": "c"}]})
    lay_sheets(sources, spec, dict.fromkeys(("one", "both", "own", "none"), SHEET), ())
    assert [row["id"] for row in spec["one"]] == ["a"]
    assert [row["id"] for row in spec["both"]] == ["a", "b"]
    assert spec["own"] == [{"id": "c"}]
    assert "none" not in spec
    with pytest.raises(ScenarioError, match="'one' should be the name of a file, not '/one"):
        lay_sheets(sources, LocatedMap({"one": "/one.csv"}), {"one": SHEET}, ())


# ---- the map and the turns


def test_a_window_is_the_part_of_the_map_that_is_played_on() -> None:
    assert window_of(reader()).n == 12
    assert window_of(reader(window={"from": "0101", "to": "0202"})).n == 4
    with pytest.raises(ScenarioError, match="'till' is not part of a window"):
        window_of(reader(window={"from": "0101", "till": "0202"}))


def test_a_game_has_a_turn_at_least() -> None:
    assert turns_of(reader(turns=3)) == 3
    with pytest.raises(ScenarioError, match="a game has at least 1 turn, not 0"):
        turns_of(reader(turns=0))
