"""Our summaries: every rule has one, in a sentence or two that a player can read."""

from __future__ import annotations

import re

import pytest

from grognard import library
from grognard.engine.rulebook import chapter_of, read_rules, read_summaries

every_system = pytest.mark.parametrize("system", library.systems_with_rules())


@every_system
def test_every_rule_and_every_chapter_has_a_summary(system: str) -> None:
    rules = [rule.id for rule in read_rules(system)]
    chapters = {chapter_of(rule) for rule in rules}
    assert set(read_summaries(system)) == {*rules, *chapters}


@every_system
def test_chapters_come_first_and_rules_in_the_order_of_the_book(system: str) -> None:
    rules = [rule.id for rule in read_rules(system)]
    chapters = dict.fromkeys(chapter_of(rule) for rule in rules)
    titles = [chapter for chapter in chapters if chapter not in rules]
    assert list(read_summaries(system)) == [*titles, *rules]


@every_system
def test_summaries_are_sentences_for_players(system: str) -> None:
    rules = {rule.id for rule in read_rules(system)}
    for rule, text in read_summaries(system).items():
        if rule in rules:
            assert text[0].isupper() or text[0].isdigit(), rule
            assert text.endswith("."), rule
            assert len(text) < 330, rule
            assert not re.search(r"\b(enum|flag|parser|yaml|csv|engine|enforce)\b", text), rule


def test_a_system_without_summaries_has_none() -> None:
    assert read_summaries("no such system") == {}
