"""The words of the game, for help texts: each with what it means and its rule. [GL-terms]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.systems.ocs.results import Tables


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and the rule that it belongs to."""

    word: str
    meaning: str
    rule: str


def terms(tables: Tables) -> dict[str, Term]:
    """Every word of the glossary. [GL-terms]"""
    table = tables["glossary"]
    return {
        word: Term(word, table.cell(word, "meaning").value, table.cell(word, "rule").value)
        for word in table.rows
    }
