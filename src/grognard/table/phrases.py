"""Phrases: sentences with gaps, the first of which that can be filled is told.

A list begins with the sentence that says most, so that where less is known less is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from string import Formatter


def fill(sentences: Iterable[str], known: Mapping[str, str]) -> str:
    """The first sentence whose gaps can all be filled, filled; empty if there is none. `{n:step}`
    counts, as `1 step` and `2 steps`."""
    for sentence in sentences:
        if all(gap in known for gap in gaps(sentence)):
            return "".join(_filled(sentence, known))
    return ""


def _filled(sentence: str, known: Mapping[str, str]) -> Iterator[str]:
    for literal, gap, unit, _ in Formatter().parse(sentence):
        yield literal
        if gap:
            yield f"{known[gap]} {counted(known[gap], unit)}" if unit else known[gap]


def counted(number: str | int, unit: str) -> str:
    """The word for so many: `step`, of which several are `steps`, or `gun runs|guns run`."""
    one, _, many = unit.partition("|")
    return one if str(number) == "1" else many or f"{one}s"


@lru_cache(maxsize=1024)
def gaps(sentence: str) -> tuple[str, ...]:
    """The names of the gaps of a sentence."""
    return tuple(gap for _, gap, _, _ in Formatter().parse(sentence) if gap)
