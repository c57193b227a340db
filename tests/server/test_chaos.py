"""A short evening of chaos: what was acknowledged is in its place. A long one is `make fuzz`'s."""

from __future__ import annotations

import pytest
from sqlalchemy import delete

from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.chaos import (
    Broken,
    House,
    Seen,
    Wound,
    evening,
    fill_disk,
    kill_database,
    kill_server,
    reckoned,
)
from tests.server.cluster import Cluster

PLAYERS, BETWEEN = 4, 0.3


def _played(house: House, wounds: list[Wound]) -> Seen:
    try:
        seen = evening(house, wounds, PLAYERS, BETWEEN)
    finally:
        house.close()
    reckoned(house.url, seen)
    assert len(seen.acknowledged) > len(wounds)
    return seen


def test_a_full_disk_and_a_killed_server_lose_nothing_acknowledged(sqlite_url: str) -> None:
    seen = _played(House(sqlite_url), [fill_disk, kill_server])
    assert 500 not in seen.statuses
    # An action that is taken out of the store is missed: the reckoning would have found it.
    game, key = next(iter(seen.acknowledged))
    database, c = Database(sqlite_url), schema.commands.c
    with database.writing() as connection:
        connection.execute(delete(schema.commands).where(c.game_id == game, c.key == key))
    database.close()
    with pytest.raises(Broken, match="1 actions that were acknowledged are lost"):
        reckoned(sqlite_url, seen)


def test_a_database_that_goes_down_loses_nothing_acknowledged(
    request: pytest.FixtureRequest, postgres_url: str
) -> None:
    running: Cluster = request.getfixturevalue("_postgres")
    seen = _played(House(postgres_url, running), [kill_database])
    assert 500 not in seen.statuses
