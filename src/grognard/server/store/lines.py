"""The lines of a game as the store has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, select

from grognard.engine.entries import Line
from grognard.server.store import schema


class StoredLine(NamedTuple):
    """A line, when it was played, its chain, and what came of it if the store says so."""

    line: Line
    at: int
    chain: str
    wake: Mapping[str, Any] | None


def stored_lines(
    connection: Connection, game_id: str, since: int, end: int, *, wakes: bool = True
) -> list[StoredLine]:
    """The lines from one on up to another; without `wakes` those there are come back empty."""
    if since >= end:
        return []
    c = schema.lines.c
    left: ColumnElement[Any] = c.wake if wakes else c.wake.is_(None)
    found = connection.execute(
        select(c.by, c.action, c.auto, c.chance, c.pact, c.at, c.chain, left)
        .where(c.game_id == game_id, c.n >= since, c.n < end)
        .order_by(c.n)
    )
    return [
        StoredLine(Line(by, action, auto, tuple(chance), pact), at, chain, _wake(left, wakes))
        for by, action, auto, chance, pact, at, chain, left in found
    ]


def _wake(left: Any, wakes: bool) -> Mapping[str, Any] | None:
    """What came of a line; where that was not read, whether there is anything to read."""
    if wakes:
        return left  # type: ignore[no-any-return]
    return None if left else {}
