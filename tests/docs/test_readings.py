"""The manual's page about second readings, and what rule cards say of them and of rulings."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.engine.rulebook import chapter_of, folder_of, read_rules, read_rulings
from tools.gather_rulings import rulings
from tools.report_readings import PAGE, page, sheet

FEWEST = {"nextwar": 10}
"""Most rulings of Next War are options, and stand with them."""


def test_the_page_about_second_readings_is_up_to_date() -> None:
    """Run tools/report_readings.py when it is not."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("system", library.whole())
def test_rule_cards_know_which_rules_were_read_twice(system: str) -> None:
    """Run tools/report_readings.py when they do not."""
    assert (folder_of(system) / "readings.csv").read_text(encoding="utf-8") == sheet(system)


@pytest.mark.parametrize("system", library.whole())
def test_rule_cards_have_the_rulings_of_the_manual(system: str) -> None:
    """Run tools/gather_rulings.py when they have not."""
    assert (folder_of(system) / "rulings.csv").read_text(encoding="utf-8") == rulings(system)
    known = {rule.id for rule in read_rules(system)}
    known |= {chapter_of(rule) for rule in known}
    found = read_rulings(system)
    assert all(rule in known for ruling in found for rule in ruling.rules)
    assert sum(1 for ruling in found if ruling.rules) > FEWEST.get(system, 30)
