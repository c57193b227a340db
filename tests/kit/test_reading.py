"""Counter sheets: columns in any order, optional ones left out, and errors that name the column."""

from __future__ import annotations

import pytest

from grognard.engine.located import ScenarioError
from grognard.kit.reading import Sheet

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
