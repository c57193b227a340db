"""Scenarios in the store, and those that people bring, as several files of tests look at them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import select

import grognard
from grognard.server.club import Club
from grognard.server.store import schema

HERE = str(Path(grognard.__file__).parent)
SHELF = Path(HERE) / "scenarios"


def kept(club: Club) -> list[Any]:
    """The scenarios of the store."""
    s = schema.scenarios.c
    with club.database.reading() as connection:
        return list(connection.execute(select(s.hash, s.id, s.title, s.sources).order_by(s.hash)))


def afresh(club: Club) -> Club:
    """The same server after a restart."""
    return Club(club.database, club.limits)
