"""Nothing is said to SQLite alone: whatever the server says, some test says to PostgreSQL."""

from __future__ import annotations

import pytest

from tests.statements import POSTGRES, SQLITE, missing, shape


@pytest.mark.parametrize(
    ("sqlite", "postgres"),
    [
        (
            'SELECT games.id \nFROM games \nWHERE games."by" = ? AND games.over IS 0',
            'SELECT games.id FROM games WHERE games.by = %(a)s::VARCHAR AND games."over" IS false',
        ),
        (
            "INSERT INTO lines (n, at) VALUES (?, ?)",
            "INSERT INTO lines (n, at) VALUES (%(n__0)s, %(at__0)s), (%(n__1)s, %(at__1)s)",
        ),
        ("SELECT 1 FROM games WHERE id = ?", "SELECT 1 FROM games WHERE id = %(id_1)s FOR UPDATE"),
        ("WHERE listed = 1 LIMIT ? OFFSET ?", "WHERE listed LIMIT %(param_1)s::INTEGER"),
        ("JSON_EXTRACT(games.head, ?)", "(games.head ->> %(head_1)s)"),
        ("WHERE id IN (?, ?)", "WHERE id IN (%(id_1_1)s, %(id_1_2)s, %(id_1_3)s)"),
    ],
)
def test_each_database_writes_the_same_in_its_own_way(sqlite: str, postgres: str) -> None:
    assert shape(sqlite) == shape(postgres)
    assert missing({SQLITE: [sqlite], POSTGRES: [postgres]}) == []


def test_what_only_sqlite_was_told_is_found() -> None:
    told = {SQLITE: ["DELETE FROM seats WHERE id = ?"], POSTGRES: ["DELETE FROM seats"]}
    assert missing(told) == ["delete from seats where id = ?"]
    assert missing({SQLITE: ["PRAGMA foreign_keys=ON", "CREATE TABLE seats (id)"]}) == []


def test_one_of_none_is_asked_for_alike() -> None:
    """Whether a list is empty is a matter of chance in a run, and each has its own words for it."""
    asked = "update games set leaves=%s where games.id in (%s)"
    here = asked % ("?", "select 1 from (select 1) where 1!=1")
    there = asked % ("%(leaves)s", "NULL") + " AND (1 != 1)"
    assert shape(here) == shape(there) == shape(asked % ("?", "?, ?"))
