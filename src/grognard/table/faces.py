"""Faces: what stands on a counter, and what it says aloud."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.table.cards import State, Value

HOUSE = ", house value"


def value(name: str, text: str, title: str, source: str = "") -> Value:
    """A printed value; ours are marked as such."""
    return Value(name, text, f"{title}{HOUSE}" if source == "house" else title)


def aloud(
    what: str,
    values: Sequence[Value],
    facts: Sequence[str],
    states: Sequence[State],
    where: str,
) -> str:
    """Everything about a counter in a sentence: what it is, its values, the facts of it, the
    markers on it, and where it is."""
    said = (f"{one.title.removesuffix(HOUSE)} {one.text}" for one in values)
    return "; ".join([what, *said, *facts, *(state.title for state in states), where])
