"""Tongues: what a table says, said in another language.

Systems speak English; their sentences have gaps for names and numbers. A table beside the phrases
of a system, `tongues.csv`, has a row for each of those sentences, as it is in English, and how it
is said otherwise:

    english,de,pl
    {n:unit} could still move,{n:Einheit kann|Einheiten können} noch ziehen,…
    out of supply,ohne Nachschub,bez zaopatrzenia

A gap of that sort counts: English has one word or two, German two forms, Polish three. What stands
in a gap is said in the same way. What no row knows is left in English, piece by piece. Nothing of
this reaches the rules or the record, which know kinds and facts and no words.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from grognard.table.telling import Phrases

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "pl")
SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language in which whoever asks now wants to be answered."""
COMMON = Path(__file__).with_name("tongues.csv")
"""What every table says."""
FILE = "tongues.csv"
SAID = frozenset(
    (
        "about", "column", "date", "ground", "hint", "label", "lost", "mark", "note",
        "notes", "opening", "outcome", "part_title", "phase", "places", "prompt", "purpose",
        "result", "short", "sides", "sort", "states", "strength", "supposed", "text", "title",
        "unit", "warnings", "where",
    )
)  # fmt: skip
"""The keys under which a form holds words that a person reads."""
WRITTEN = frozenset(("action", "default", "draft"))
"""What goes back to the game as it came."""
MOST = 60_000
"""How many sentences are remembered."""
SLIGHT = 9
"""A sentence of fewer letters than these besides its gaps could be part of any other: it is taken
for one only if all that its gaps hold is known."""
LONG = 1200
"""A text of more letters is a list, and is said piece by piece."""
FEWEST = 2
"""A sentence of fewer letters has no words, and is the same everywhere."""
_TAGS = re.compile(r"((?: ?\[[^\[\]]+\])+)$")
_ASIDE = re.compile(r"\(([^()]+)\)")
_ENGLISH = re.compile(r"(?<![\w/.'-])(?!(?:del|dei|della|von|der)\b)[a-z]{3,}(?![\w'-])")
"""A word of English, and no part of a name."""
_WORD = re.compile(r"\w+")
_LIST = re.compile(r"((?:[;:,]| \+) )")
_BREAKS = ("; ", ": ", " + ", ", ")


# ---- the tables


def read(path: Path) -> Iterator[Mapping[str, str]]:
    """The rows of a table; one with other columns is refused."""
    with path.open(encoding="utf-8", newline="") as source:
        table = csv.DictReader(source)
        if tuple(table.fieldnames or ()) != ("english", *LANGUAGES[1:]):
            raise ValueError(f"{path.name} has the columns {table.fieldnames}")
        yield from table


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence with gaps, and what it is in another language."""

    pattern: re.Pattern[str]
    runs: tuple[str, ...]
    """What stands between its gaps, by which it is passed over fast."""
    letters: int
    other: str
    upper: bool
    """Whether it begins with a word, which may have a capital."""
    closed: int
    """How many of its gaps have words behind them, and so hold no list of sentences."""
    begins: str
    ends: str
    """What it begins and ends with, where that is no gap."""
    words: frozenset[str]
    """The whole words that stand in it, whatever its gaps hold."""

    def held(self, text: str, lowered: str) -> Mapping[str, str] | None:
        """What a text has in the gaps; None if it is another sentence."""
        if not (lowered.startswith(self.begins) and lowered.endswith(self.ends)):
            return None
        at = 0
        for run in self.runs:
            at = lowered.find(run, at) + len(run)
            if at < len(run):
                return None
        match = self.pattern.fullmatch(text)
        if match is None or any("; " in value for value in match.groups()[: self.closed]):
            return None
        return match.groupdict()


def saying(english: str, other: str) -> Saying:
    """A row of the table, to be found in what is said."""
    parts, runs, seen, words = list[str](), list[str](), set[str](), set[str]()
    for literal, gap, unit, _ in Formatter().parse(english):
        words |= _whole_words(literal.lower(), opens=not parts, closes=not gap)
        parts.append(re.escape(literal))
        runs.append(literal.lower())
        if gap:
            counted = _counted(unit) if unit else ""
            inner = r"\d+" if unit else _held_by(gap)
            parts.append(f"(?P={gap})" if gap in seen else f"(?P<{gap}>{inner}){counted}")
            runs.append(unit.partition("|")[0].lower() if unit else "")
            seen.add(gap)
    pattern = re.compile("".join(parts), re.IGNORECASE)
    letters = sum(map(str.isalpha, "".join(runs)))
    closed = pattern.groups - english.endswith("}")
    begins, ends = runs[0] if runs else "", "" if english[-1:] in ("", "}") else runs[-1]
    sought = tuple(filter(None, runs))
    upper = english[:1] != "{"
    return Saying(pattern, sought, letters, other, upper, closed, begins, ends, frozenset(words))


def _whole_words(literal: str, opens: bool, closes: bool) -> set[str]:
    """The words between two gaps that no gap can lengthen."""
    found = [*_WORD.finditer(literal)]
    if found and not opens and found[0].start() == 0:
        del found[0]
    if found and not closes and found[-1].end() == len(literal):
        del found[-1]
    return {word[0] for word in found}


def _held_by(gap: str) -> str:
    """What may stand in a gap: one word or amount where it is called by a letter, or is a hex."""
    if len(gap) == 1 or gap == "hex":
        return r"[^\s,;:]+(?: (?:[SM]P|\d+T|[½⅓⅔¼¾]))*"
    return "[^,;:]+" if gap == "branch" else ".+?"


def _counted(unit: str) -> str:
    """What may follow a number that counts: the word for one, or that for several."""
    one, _, many = unit.partition("|")
    return f" (?:{re.escape(one)}|{re.escape(many or f'{one}s')})"


# ---- saying it


def german(number: int) -> int:
    """Which form a number takes: one, or more."""
    return 0 if number == 1 else 1


def polish(number: int) -> int:
    """Which form a number takes: one, few, or many."""
    if number == 1:
        return 0
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 1 if few else 2


PLURALS: Mapping[str, Callable[[int], int]] = {"de": german, "pl": polish}


class Tongue:
    """A language in which a system's sentences are said, as far as its tables know them."""

    def __init__(self, language: str, *paths: Path) -> None:
        self.language, self.paths = language, paths
        self._said: dict[str, tuple[str, bool]] = {}

    @cached_property
    def rows(self) -> Mapping[str, str]:
        """Every sentence with what it is here; a system's own before those of all."""
        return {
            row["english"]: row[self.language]
            for path in self.paths
            for row in read(path)
            if row[self.language]
        }

    @cached_property
    def sayings(self) -> list[Saying]:
        """The sentences with gaps, those that say most first."""
        found = [saying(text, other) for text, other in self.rows.items() if "{" in text]
        spoken = [one for one in found if one.letters >= FEWEST]
        return sorted(spoken, key=lambda one: -one.letters)

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        """The places of the sentences with gaps, each under the rarest of its words; under none
        those that have no word of their own."""
        often = Counter(word for one in self.sayings for word in one.words)
        found: dict[str, list[int]] = {}
        for place, one in enumerate(self.sayings):
            rarest = min(one.words, key=lambda word: (often[word], word), default="")
            found.setdefault(rarest, []).append(place)
        return found

    def _likely(self, lowered: str) -> Iterator[Saying]:
        """The sentences with gaps that a text may be, those that say most first."""
        words = {"", *_WORD.findall(lowered)}
        places = sorted(at for word in words for at in self._by_word.get(word, ()))
        return (self.sayings[at] for at in places)

    def say(self, text: str) -> str:
        """A text in this language."""
        return self._remembered(text)[0]

    def knows(self, text: str) -> bool:
        """Whether a row is there for a text, as a whole or for each piece of it."""
        return self._remembered(text)[1]

    def english(self, said: str) -> str:
        """What a word of this language is in English, where somebody gives it back."""
        return self._back.get(said, said)

    @cached_property
    def _back(self) -> Mapping[str, str]:
        return {other: text for text, other in reversed(list(self.rows.items()))}

    def _remembered(self, text: str) -> tuple[str, bool]:
        found = self._said.get(text)
        if found is None:
            if len(self._said) >= MOST:
                self._said.clear()
            found = self._said[text] = self._find(text)
        return found

    def _find(self, text: str) -> tuple[str, bool]:
        """A text said, and whether it was known: whole, as a sentence with gaps, or in pieces."""
        if not any(map(str.isalpha, text)):
            return text, True
        if len(text) > LONG:
            return self._listed(text)
        tags = _TAGS.search(text)
        if tags is not None and tags.start():
            said, known = self._remembered(text[: tags.start()])
            return said + tags[1], known
        exact = self.rows.get(text) or self._recased(text)
        if exact is not None:
            return exact, True
        return self._filled(text) or self._pieces(text)

    def _recased(self, text: str) -> str | None:
        """A text that is known with a small letter, or a capital, at its beginning."""
        first = text[0]
        other = self.rows.get(first.swapcase() + text[1:])
        if other is None:
            return None
        return other[0].upper() + other[1:] if first.isupper() else other

    def _filled(self, text: str) -> tuple[str, bool] | None:
        """A text as a sentence with gaps: the first whose gaps can all be said, or else the first
        that says much by itself."""
        lowered, partly = text.lower(), None
        for one in self._likely(lowered):
            held = one.held(text, lowered)
            if held is None:
                continue
            said = {gap: self._remembered(value) for gap, value in held.items()}
            known = all(known for _, known in said.values())
            if not known and (partly is not None or one.letters < SLIGHT):
                continue
            found = self._fill(one.other, {gap: words for gap, (words, _) in said.items()})
            if one.upper and text[0].isupper():
                found = found[0].upper() + found[1:]
            if known:
                return found, True
            partly = found
        return None if partly is None else (partly, False)

    def _fill(self, sentence: str, known: Mapping[str, str]) -> str:
        """A sentence with its gaps filled; `{n:Stufe|Stufen}` counts by the language's forms."""
        parts = []
        for literal, gap, forms, _ in Formatter().parse(sentence):
            parts.append(literal)
            if gap and forms:
                several = forms.split("|")
                place = PLURALS[self.language](int(known[gap]))
                parts.append(f"{known[gap]} {several[min(place, len(several) - 1)]}")
            elif gap:
                parts.append(known[gap])
        return "".join(parts)

    def _pieces(self, text: str) -> tuple[str, bool]:
        """A text that no row knows, in pieces, each as it is known."""
        for mark in _BREAKS:
            before, _, after = text.partition(mark)
            if after.strip():
                first, rest = self._remembered(before), self._remembered(after.strip())
                return mark.join((first[0], rest[0])), first[1] and rest[1]
        return self._name(text)

    def _listed(self, text: str) -> tuple[str, bool]:
        """A text too long for a sentence, each of the pieces it lists as it is known."""
        pieces = [(piece, len(piece) <= LONG) for piece in _LIST.split(text)]
        said = [self._remembered(piece) if short else (piece, False) for piece, short in pieces]
        return "".join(words for words, _ in said), all(known for _, known in said)

    def _name(self, text: str) -> tuple[str, bool]:
        """A name stays what it is, but for what is added to it: `7/7 ARM (regiment)`."""
        said = _ASIDE.sub(lambda found: f"({self.rows.get(found[1], found[1])})", text)
        return said, _ENGLISH.search(_ASIDE.sub("", text)) is None


# ---- for whoever asks


@lru_cache(maxsize=64)
def _tongue(language: str, own: Path | None) -> Tongue:
    return Tongue(language, COMMON, *([own] if own is not None else []))


def tongue(phrases: object, language: str) -> Tongue | None:
    """The words of a system in a language, by its phrases; None for English."""
    if language == ENGLISH or language not in LANGUAGES:
        return None
    own = phrases.path.with_name(FILE) if isinstance(phrases, Phrases) else None
    return _tongue(language, own if own is not None and own.is_file() else None)


def said(text: str, phrases: object = None) -> str:
    """A sentence in the language of whoever asks: of a system by its phrases, or one that every
    table says."""
    found = tongue(phrases, SPOKEN.get())
    return text if found is None else found.say(text)


def translated(phrases: object, data: Any, key: str = "") -> Any:
    """A form, as plain data, in the language of whoever asks."""
    found = tongue(phrases, SPOKEN.get())
    return data if found is None else _each(found.say, data, key)


def _each(say: Callable[[str], str], data: Any, key: str) -> Any:
    if isinstance(data, str):
        return say(data) if key in SAID else data
    if isinstance(data, Mapping):
        return {k: v if k in WRITTEN else _each(say, v, k) for k, v in data.items()}
    if isinstance(data, list | tuple):
        return [_each(say, item, key) for item in data]
    return data


def wanted(header: str) -> str:
    """The first language of an `Accept-Language` that is spoken here; English if none is."""
    tags = (part.partition(";")[0].strip().lower()[:2] for part in header[:200].split(","))
    return next((tag for tag in tags if tag in LANGUAGES), ENGLISH)
