"""Names that tell counters apart."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.table.naming import told_apart
from grognard.table.wording import spoken


def test_who_shares_a_name_is_called_by_what_he_differs_in() -> None:
    names = {"a": "7/7 ARM", "b": "7/7 ARM", "c": "8/7 ARM", "d": "Moskwa", "e": "Moskwa"}
    traits = {"a": ("regiment",), "b": ("battalion",), "c": ("",), "d": ("",), "e": ("",)}
    assert told_apart(names, traits) == {
        "a": "7/7 ARM (regiment)",
        "b": "7/7 ARM (battalion)",
        "c": "8/7 ARM",
        "d": "Moskwa (1)",
        "e": "Moskwa (2)",
    }


@pytest.mark.parametrize("name", [n for n in library.scenario_ids() if n.startswith("wb95/")])
def test_no_two_counters_of_a_scenario_are_called_the_same(name: str) -> None:
    game = library.new(name, seed=1)
    names = library.tabletop(game).names(game)
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("19/2 MP left", "9½ MP left"),
        ("1/3 MP, 7/12 points", "⅓ MP, 7/12 points"),
        ("31/12 SP", "2 7/12 SP"),
        ("24/12 MP", "2 MP"),
        ("7/7 ARM and 1/67 go", "7/7 ARM and 1/67 go"),
    ],
)
def test_points_are_read_as_they_are_printed(text: str, read: str) -> None:
    game = library.new("wb95/klin", seed=1)
    assert spoken(game, library.tabletop(game), text) == read
