"""Telling: what happened, in sentences, from one table of phrases a system.

An event is its kind, its rule and its facts. What it reads like stands in `phrases.csv` beside the
rules, a row a sentence:

    kind,when,sentence,tone,together,brief
    move,,"{units} {way}",,moves,
    flak,hit,"flak over {hex}: an aircraft is hit",,,
    flak,!hit,"flak over {hex}: no effect",plain,,

Of a kind's rows the first is told whose `when` holds and whose gaps the facts can fill, so who may
know less is told less, and nobody is told more than the event that reached him.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from grognard.engine.event import Event, plainly
from grognard.engine.game import Game
from grognard.table.phrases import counted

AnyGame = Game[Any]
Facts = Mapping[str, Any]
Words = Mapping[str, str]
LOUD, PLAIN = "loud", "plain"
"""Tones: what must not be overlooked, and what the dice decide though it comes to nothing. The rest
is loud where it is an outcome of the dice."""
COMMON = Path(__file__).with_name("phrases.csv")
"""What every game tells: edits, and answers left standing."""
COLUMNS = ("kind", "when", "sentence", "tone", "together", "brief")


@dataclass(frozen=True)
class Tale:
    """A sentence of the story: what happened, by which rule, with which dice, and how loud."""

    text: str
    rule: str
    dice: tuple[int, ...] = ()
    loud: bool = False


class Test(NamedTuple):
    """What facts must be like: `hit`, `!hit`, `aim=port`, `level>was`, `steps>1`; a list is as many
    as are in it, `units>1`."""

    negated: bool
    name: str
    sign: str
    other: str

    def passed(self, facts: Facts) -> bool:
        """Whether facts are like that; the other may be a fact or stand for itself."""
        value = facts.get(self.name)
        if self.sign == "=":
            found = str(value).replace(" ", "-") == str(facts.get(self.other, self.other))
        elif self.sign == ">":
            size = len(value) if isinstance(value, list | tuple) else value
            found = size is not None and size > int(facts.get(self.other, self.other))
        else:
            found = bool(value)
        return found is not self.negated


@dataclass(frozen=True)
class Phrase:
    """A row of the table: a sentence, when it holds, and how it is said among its like."""

    kind: str
    when: tuple[Test, ...]
    sentence: str
    tone: str
    together: str
    brief: str

    def holds(self, facts: Facts) -> bool:
        """Whether facts are such that the sentence says what happened."""
        for test in self.when:  # noqa: SIM110 (odds put every outcome into words)
            if not test.passed(facts):
                return False
        return True


class _Filling(dict[str, str]):
    """What fills the gaps of a sentence, worked out as it is asked for; nothing empty fills any."""

    def __init__(self, facts: Facts, said: Callable[[Any], str], made: Words) -> None:
        super().__init__(made)
        self.facts, self.said = facts, said

    def __missing__(self, gap: str) -> str:
        path = self.facts.get("path")
        if gap == "to" and path:
            found = str(path[-1])
        elif gap == "way" and path:
            found = "→".join([self.facts["from"], *path] if "from" in self.facts else path)
        else:
            found = self.said(self.facts.get(gap))
        self[gap] = found
        return found


def _nothing(game: AnyGame, facts: Facts) -> Words:
    return {}


@dataclass(frozen=True)
class Phrases:
    """All sentences of a system.

    `called` says what a counter is called, and any other word as it is; `title` what a side is;
    `made` are gaps that take more than a fact as it stands.
    """

    path: Path
    called: Callable[[Any, str], str] = lambda game, word: word
    title: Callable[[Any, str], str] = lambda game, side: side
    made: Callable[[Any, Facts], Words] = _nothing

    @cached_property
    def rows(self) -> Mapping[str, Sequence[Phrase]]:
        """The rows of each kind of event, in their order."""
        found: dict[str, list[Phrase]] = {}
        for path in (COMMON, self.path):
            for phrase in read(path):
                found.setdefault(phrase.kind, []).append(phrase)
        return found

    def sentence(self, game: AnyGame, event: Event) -> str:
        """One event in words."""
        phrase, known = self._told(game, event)
        return _filled(phrase.sentence, known, event.facts) if phrase else plainly(event)

    def tellable(self, game: AnyGame, event: Event) -> bool:
        """Whether there is a row that an event can be told by."""
        return self._told(game, event)[0] is not None

    def tell(self, game: AnyGame, events: Sequence[Event]) -> list[Tale]:
        """Events as a story: routine of one kind in one breath, battles blow by blow."""
        story: list[Tale] = []
        for kind, run in groupby(events, key=lambda event: event.kind):
            group, rows = list(run), self.rows.get(kind, ())
            heading = rows[0].together if rows else ""
            if heading and len(group) > 1:
                details = "; ".join(self._brief(game, event) for event in group)
                story.append(Tale(f"{heading}: {details}", group[0].rule))
            else:
                story.extend(self._alone(game, event) for event in group)
        return story

    def _alone(self, game: AnyGame, event: Event) -> Tale:
        phrase, known = self._told(game, event)
        text = _filled(phrase.sentence, known, event.facts) if phrase else plainly(event)
        tone = phrase.tone if phrase else ""
        loud = tone == LOUD or (event.outcome and tone != PLAIN)
        return Tale(text, event.rule, event.dice, loud)

    def _brief(self, game: AnyGame, event: Event) -> str:
        """One piece of routine among many, in few words."""
        phrase, known = self._told(game, event)
        if phrase is None:
            return plainly(event)
        return _filled(phrase.brief or phrase.sentence, known, event.facts)

    def _told(self, game: AnyGame, event: Event) -> tuple[Phrase | None, Words]:
        """The row that an event is told by, and what fills its gaps."""
        facts = event.facts
        known = _Filling(facts, lambda value: self.said(game, value), self.made(game, facts))
        for phrase in self.rows.get(event.kind, ()):
            if phrase.holds(facts) and all(known[gap] for gap in _gaps(phrase.sentence)):
                return phrase, known
        return None, known

    def said(self, game: AnyGame, value: Any) -> str:
        """A fact as it is said: counters and sides by name, lists with commas; empty where it says
        nothing by itself."""
        if isinstance(value, str):
            side = value in game.scenario.sides
            return self.title(game, value) if side else self.called(game, value).replace("_", " ")
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, list | tuple) and value and isinstance(value[0], str):
            return ", ".join(self.said(game, item) for item in value)
        return ""


def read(path: Path) -> Iterator[Phrase]:
    """The rows of a table of phrases; a file with other columns or other tests is refused."""
    with path.open(encoding="utf-8", newline="") as source:
        table = csv.DictReader(source)
        if tuple(table.fieldnames or ()) != COLUMNS:
            raise ValueError(f"{path.name} has the columns {table.fieldnames}, not {COLUMNS}")
        for row in table:
            kind, when, *rest = (row[column] or "" for column in COLUMNS)
            yield Phrase(kind, tuple(_test(word) for word in when.split()), *rest)


_TEST = re.compile(r"(!?)(\w+)(?:([=>])([\w-]+))?")


def _test(word: str) -> Test:
    match = _TEST.fullmatch(word)
    if match is None:
        raise ValueError(f"{word!r} is no test; there are `hit`, `!hit`, `aim=port`, `level>was`")
    negated, name, sign, other = match.groups()
    return Test(bool(negated), name, sign or "", other or "")


def _filled(sentence: str, known: Words, facts: Facts) -> str:
    """A sentence with its gaps filled; `{lost:step}` counts, as `1 step` and `2 steps`, and so does
    `{gained:hex|hexes}`, where a list is as many as are in it."""
    parts = []
    for literal, gap, unit in _parts(sentence):
        parts.append(literal)
        if gap and unit:
            number = facts[gap] if isinstance(facts[gap], int) else len(facts[gap])
            parts.append(f"{number} {counted(number, unit)}")
        elif gap:
            parts.append(known[gap])
    return "".join(parts)


@lru_cache(maxsize=2048)
def _parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """What a sentence is made of: words, each with the gap after it and what that counts."""
    parsed = Formatter().parse(sentence)
    return tuple((literal, gap or "", unit or "") for literal, gap, unit, _ in parsed)


@lru_cache(maxsize=2048)
def _gaps(sentence: str) -> tuple[str, ...]:
    return tuple(gap for _, gap, _ in _parts(sentence) if gap)
