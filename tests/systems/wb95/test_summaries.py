"""Our summaries: every rule has one, in a sentence or two that a player can read."""

from __future__ import annotations

import re

from grognard.engine.rulebook import read_rules, read_summaries

SUMMARIES = read_summaries("wb95")


def test_every_rule_and_every_chapter_has_a_summary() -> None:
    rules = [rule.id for rule in read_rules("wb95")]
    chapters = {rule.partition(".")[0] for rule in rules}
    assert set(SUMMARIES) == {*rules, *chapters}


def test_summaries_are_sentences_for_players() -> None:
    for rule, text in SUMMARIES.items():
        if "." in rule:
            assert text[0].isupper() or text[0].isdigit(), rule
            assert text.endswith("."), rule
            assert len(text) < 330, rule
            assert not re.search(r"\b(enum|flag|parser|yaml|csv|engine|enforce)\b", text), rule


def test_a_system_without_summaries_has_none() -> None:
    assert read_summaries("no such system") == {}
