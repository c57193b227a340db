"""Nobody at a table reads an id: counters, aircraft, sides and entry zones are called by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from grognard import library
from tests.heard import LISTENED, heard, scene_of

_WORD = re.compile(r"[\w@-]+")
_ID = re.compile(r"(?=.*[a-z])(?=.*[-_])[\w@-]+")
"""What no word of a sentence looks like, and no name of a counter."""


def raw(texts: Iterable[str], ids: frozenset[str]) -> list[str]:
    """Those of several sentences in which somebody is called by an id."""
    return sorted(text for text in texts if any(word in ids for word in _WORD.findall(text)))


def test_an_id_is_found_in_a_sentence() -> None:
    texts = ["german-air-1, 3331, support", "1 unit could still move"]
    assert raw(texts, frozenset({"german-air-1"})) == texts[:1]


@pytest.mark.parametrize("name", LISTENED)
def test_nobody_reads_an_id(name: str) -> None:
    game = scene_of(name)
    names = library.tabletop(game).names(game)
    ids = {key for key, called in names.items() if _ID.fullmatch(key) and key != called}
    ids |= set(game.scenario.sides)
    ids |= {zone.id for zones in getattr(game.scenario, "zones", {}).values() for zone in zones}
    assert len(ids) > 10
    assert raw(heard(name), frozenset(ids)) == []
