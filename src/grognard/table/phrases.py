"""Phrases: sentences with gaps, the first of which that can be filled is told.

A list begins with the sentence that says most, so that where less is known less is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter


def fill(sentences: Iterable[str], known: Mapping[str, str]) -> str:
    """The first sentence whose gaps can all be filled, filled; empty if there is none."""
    for sentence in sentences:
        if all(gap in known for gap in gaps(sentence)):
            return sentence.format_map(known)
    return ""


@lru_cache(maxsize=1024)
def gaps(sentence: str) -> tuple[str, ...]:
    """The names of the gaps of a sentence."""
    return tuple(gap for _, gap, _, _ in Formatter().parse(sentence) if gap)
