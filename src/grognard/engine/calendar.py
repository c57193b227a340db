"""The calendar: days as people write them."""

from __future__ import annotations

from datetime import date

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def written(day: date | None) -> str:
    """A day in words: 15 November 1941; empty where there is none."""
    return "" if day is None else f"{day.day} {MONTHS[day.month - 1]} {day.year}"
