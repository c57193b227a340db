"""Rule cards: a rule in our words, with what stands about it, and the whole book to read in.

Whatever a system has beside its index is gathered here: summaries, options, rulings, second
readings, tables. A system that has an index alone gets cards that say their titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from grognard.engine.rulebook import (
    Rule,
    Ruling,
    chapter_of,
    parts_of,
    read_rules,
    read_rulings,
    read_summaries,
    read_twice,
)
from grognard.engine.system import Option
from grognard.table.writing import Card

CITED = re.compile(r"\[([^\]\s]+)\]")
Read = Literal["twice", "once", "unknown"]


@dataclass(frozen=True, slots=True)
class RuleTag(Card):
    """A rule by its number and title."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class RuleSwitch(Card):
    """An option that touches a rule: its values, the usual one, and why there is a choice. What
    it is called, and each of its values, is in words: whoever shows it may know better ones."""

    id: str
    default: str
    values: tuple[str, ...]
    rule: str
    reason: str
    label: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleRuling(Card):
    """What was decided where the text is silent, or what is wrong in the print (`errata`)."""

    kind: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleCard(Card):
    """A rule in our words, and what stands about it."""

    id: str
    title: str
    kind: str
    text: str
    chapter: RuleTag
    before: RuleTag | None
    after: RuleTag | None
    related: tuple[RuleTag, ...]
    """The rules that it cites, or that cite it; of a heading, those that stand under it."""
    options: tuple[RuleSwitch, ...]
    rulings: tuple[RuleRuling, ...]
    tables: tuple[str, ...]
    """The titles of the tables that belong to it."""
    read: Read
    """Whether a second reader has read it; unknown where there is none, or nothing to decide."""
    cases: int
    """How many cases the second reader has derived from it."""


@dataclass(frozen=True, slots=True)
class RuleLine(Card):
    """A rule in the list of a book; `more` is what its options and rulings say, to be searched."""

    id: str
    title: str
    kind: str
    text: str
    more: str
    options: int
    rulings: int
    read: Read


@dataclass(frozen=True, slots=True)
class Chapter(Card):
    """A chapter of a book."""

    id: str
    title: str
    rules: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class RuleBook(Card):
    """All rules of a system, chapter by chapter, and the rulings that belong to no single rule."""

    system: str
    title: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[RuleRuling, ...]


class Rules:
    """The book of a system, as far as its folder tells."""

    def __init__(
        self,
        system: str,
        title: str,
        options: Sequence[Option] = (),
        tables: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.system, self.title = system, title
        self.rules: Mapping[str, Rule] = {rule.id: rule for rule in read_rules(system)}
        self._said, self._twice = read_summaries(system), read_twice(system)
        self._options, self._rulings = options, read_rulings(system)
        self._tables = [*tables]
        self._cites = {rule: self._cited_by(rule) for rule in self.rules}

    # ---- one rule

    def card(self, rule: str) -> RuleCard | None:
        """A rule, a chapter, or the heading of several rules; None where there is none."""
        if rule in self.rules:
            return self._card(rule)
        under = parts_of(rule, self.rules) or self._under(rule)
        return self._heading(rule, under) if under else None

    def _card(self, rule: str) -> RuleCard:
        found = self.rules[rule]
        order = self._under(chapter_of(rule))
        place = order.index(rule)
        head = rule.removesuffix(".0")
        under = [other for other in order if other.startswith((f"{head}.", f"{head}-"))]
        beside = self._related(rule) if found.kind != "heading" else [*dict.fromkeys(under)]
        return RuleCard(
            id=rule,
            title=found.title,
            kind=found.kind,
            text=self._said.get(rule, ""),
            chapter=self._chapter(chapter_of(rule)),
            before=self._tag(order[place - 1]) if place else None,
            after=self._tag(order[place + 1]) if place + 1 < len(order) else None,
            related=tuple(self._tag(other) for other in beside if other != rule),
            options=self._switches(rule),
            rulings=self._ruled(rule),
            tables=tuple(title for about, title in self._tables if about == rule),
            read=self._read(rule),
            cases=(self._twice or {}).get(rule, 0),
        )

    def _heading(self, rule: str, under: Sequence[str]) -> RuleCard:
        """What several rules stand under: a chapter, or the head of their numbers."""
        chapter = self._chapter(chapter_of(rule))
        tags = tuple(self._tag(other) for other in under)
        switches, ruled = self._switches(rule), self._ruled(rule)
        read = self._all_read(under)
        return RuleCard(
            rule,
            chapter.title,
            "heading",
            "",
            chapter,
            None,
            None,
            tags,
            switches,
            ruled,
            (),
            read,
            0,
        )

    # ---- the book

    def book(self) -> RuleBook:
        """The whole book."""
        chapters = dict.fromkeys(chapter_of(rule) for rule in self.rules)
        return RuleBook(
            self.system,
            self.title,
            tuple(self._lines(chapter) for chapter in chapters),
            tuple(_ruling(one) for one in self._rulings if not one.rules),
        )

    def _lines(self, chapter: str) -> Chapter:
        tag = self._chapter(chapter)
        return Chapter(tag.id, tag.title, tuple(self._line(rule) for rule in self._under(chapter)))

    def _line(self, rule: str) -> RuleLine:
        found, switches, ruled = self.rules[rule], self._switches(rule), self._ruled(rule)
        more = [f"{one.id} {one.reason}" for one in switches] + [one.text for one in ruled]
        return RuleLine(
            id=rule,
            title=found.title,
            kind=found.kind,
            text=self._said.get(rule, ""),
            more=" ".join(more),
            options=len(switches),
            rulings=len(ruled),
            read=self._read(rule),
        )

    # ---- what stands about a rule

    def _under(self, chapter: str) -> list[str]:
        return [rule for rule in self.rules if chapter_of(rule) == chapter]

    def _chapter(self, chapter: str) -> RuleTag:
        own = self.rules.get(chapter)
        return RuleTag(chapter, own.title if own else self._said.get(chapter, chapter))

    def _tag(self, rule: str) -> RuleTag:
        return RuleTag(rule, self.rules[rule].title)

    def _cited_by(self, rule: str) -> tuple[str, ...]:
        """The rules that the words about a rule cite."""
        words = [self._said.get(rule, "")]
        words += [one.reason for one in self._options if one.rule == rule]
        words += [one.text for one in self._rulings if rule in one.rules]
        cited = (parts_of(one, self.rules) for text in words for one in CITED.findall(text))
        return tuple(dict.fromkeys(other for found in cited for other in found if other != rule))

    def _related(self, rule: str) -> list[str]:
        """What a rule cites, then what cites it; what stands under the same number first."""
        citing = [other for other, cites in self._cites.items() if rule in cites]
        return list(dict.fromkeys((*self._cites[rule], *citing)))

    def _switches(self, rule: str) -> tuple[RuleSwitch, ...]:
        """The options of a rule, and those that name it among their reasons."""
        mine = [one for one in self._options if one.rule == rule]
        mine += [o for o in self._options if o.rule != rule and rule in CITED.findall(o.reason)]
        return tuple(RuleSwitch(o.id, o.default, o.values, o.rule, o.reason) for o in mine)

    def _ruled(self, rule: str) -> tuple[RuleRuling, ...]:
        return tuple(_ruling(one) for one in self._rulings if rule in one.rules)

    def _read(self, rule: str) -> Read:
        if self._twice is None or not self.rules[rule].enforced:
            return "unknown"
        return "twice" if rule in self._twice else "once"

    def _all_read(self, rules: Sequence[str]) -> Read:
        found = {self._read(rule) for rule in rules} - {"unknown"}
        return "once" if "once" in found else "twice" if found else "unknown"


def _ruling(one: Ruling) -> RuleRuling:
    return RuleRuling(one.kind, one.title, one.text)
