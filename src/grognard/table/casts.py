"""Casts: how the dice of a kind of event are read, which a system says in a line of data."""

from __future__ import annotations

from typing import NamedTuple

COUNTS = "counts"
"""What the dice count as, as a place on a table."""


class Cast(NamedTuple):
    """What dice are thrown for, and where their table of results is read.

    `column` and `row` name a place on the table itself, or a fact of the event or of the reckoning
    before it; COUNTS is what the dice count as. Where the columns of a table go by other names from
    case to case, `over` is the table that has them and `over_row` the fact that says in which of
    its rows. `after` are kinds of earlier events whose facts count, too; `dice` says how many of
    the dice are read on the table, where the rest decide something else.
    """

    title: str = ""
    table: str = ""
    column: str = "column"
    row: str = COUNTS
    over: str = ""
    over_row: str = ""
    after: tuple[str, ...] = ()
    dice: int | None = None
