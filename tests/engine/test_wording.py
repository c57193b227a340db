"""Sentences for people: counters and sides by their names, everything else as it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grognard.engine.refusal import Refusal
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.wording import spoken, spoken_data, spoken_refusals
from tests.engine.toy import toy


class Named(Tabletop):
    """A table whose counters have names."""

    def names(self, game: AnyGame) -> Mapping[str, str]:
        """A counter with an id, one whose id is a word, and one whose id is a number."""
        return {"n-1": "1st Guards", "bump": "Bumpers", "12": "the Twelfth"}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("n-1 is far away", "1st Guards is far away"),
        ("'n-1' is no unit of south", "1st Guards is no unit of the South side"),
        ("north has acted; south's n-1, n-12", "North has acted; South's 1st Guards, n-12"),
        ("bump costs 12 points, northern n-1-2", "bump costs 12 points, northern n-1-2"),
    ],
)
def test_ids_become_names_and_words_stay_words(written: str, read: str) -> None:
    assert spoken(toy(), Named(), written) == read


def test_refusals_keep_their_rules_and_actions_their_ids() -> None:
    game, table = toy(), Named()
    assert spoken_refusals(game, table, [Refusal("T1", "not n-1")]) == (
        Refusal("T1", "not 1st Guards"),
    )
    data = {"text": "n-1 goes", "side": "north", "action": {"text": "n-1"}, "pieces": ["n-1"],
            "notes": ["n-1"], "parts": [{"label": "n-1", "value": "1"}]}  # fmt: skip
    assert spoken_data(game, table, data) == {
        **data, "text": "1st Guards goes", "notes": ["1st Guards"],
        "parts": [{"label": "1st Guards", "value": "1"}],
    }  # fmt: skip


def test_what_is_said_of_many_hexes_is_put_into_words_once() -> None:
    class Asked(Named):
        times = 0

        def names(self, game: AnyGame) -> Mapping[str, str]:
            Asked.times += 1
            return super().names(game)

    data = [
        {"hex": str(n), "text": "n-1 holds", "label": "", "side": "n-1 holds"} for n in range(9)
    ]
    said = spoken_data(toy(), Asked(), data)
    assert said == [{**cell, "text": "1st Guards holds"} for cell in data]
    assert Asked.times == 1
