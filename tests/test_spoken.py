"""Nothing that a table says is without its words in another language.

What stands in tables and in verbs is looked up there; what is put together while a game goes on is
listened to at moments of saved games. A system without a table of its own is left in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from grognard import library
from grognard.table.telling import COMMON as COMMON_PHRASES
from grognard.table.telling import Phrases
from grognard.table.telling import read as phrases_in
from grognard.table.tongues import COMMON, FEWEST, FILE, LANGUAGES, Tongue, read, saying, tongue
from grognard.table.worded import Worded
from tests.heard import LISTENED, heard

OTHERS = LANGUAGES[1:]
FORMS = {"de": 2, "pl": 3}
"""How many forms a word has that is counted."""
_GAP = re.compile(r"\{[^{}]*\}")
SYSTEMS = sorted(name for name, book in library.BOOKS.items() if (book.folder / FILE).is_file())


def _tongue(system: str, language: str) -> Tongue:
    found = tongue(library.BOOKS[system].opened().phrases, language)
    assert found is not None
    return found


def _lacking(system: str, texts: set[str]) -> dict[str, list[str]]:
    """Those of several sentences for which a language has no row."""
    worded = {text for text in texts if text and saying(text, "").letters >= FEWEST}
    return {language: sorted(_unsaid(_tongue(system, language), worded)) for language in OTHERS}


def _unsaid(spoken: Tongue, texts: set[str]) -> Iterator[str]:
    """Gaps that are called otherwise make no other sentence: `{unit} in {hex}`."""
    return (t for t in texts if t not in spoken.rows and not spoken.knows(_GAP.sub("X1", t)))


NONE: dict[str, list[str]] = {language: [] for language in OTHERS}


# ---- the tables


@pytest.mark.parametrize("path", [COMMON, *(library.BOOKS[s].folder / FILE for s in SYSTEMS)])
def test_a_translation_has_the_gaps_of_its_sentence(path: Path) -> None:
    for row in read(path):
        for language in OTHERS:
            assert _gaps(row[language]) == _gaps(row["english"]), row
            for forms in _counted(row[language]):
                assert len(forms) == FORMS[language], row


def _gaps(sentence: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(sentence) if gap}


def _counted(sentence: str) -> list[list[str]]:
    return [unit.split("|") for _, _, unit, _ in Formatter().parse(sentence) if unit]


@pytest.mark.parametrize("path", [COMMON, *(library.BOOKS[s].folder / FILE for s in SYSTEMS)])
def test_a_sentence_stands_in_a_table_once(path: Path) -> None:
    said = [row["english"] for row in read(path)]
    assert len(said) == len(set(said))


# ---- what is written down


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_event_has_its_words(system: str) -> None:
    phrases = library.BOOKS[system].opened().phrases
    assert isinstance(phrases, Phrases)
    rows = [*phrases_in(COMMON_PHRASES), *phrases_in(phrases.path)]
    texts = {text for row in rows for text in (row.sentence, row.together, row.brief)}
    assert _lacking(system, texts) == NONE


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_verb_has_its_words(system: str) -> None:
    texts = set(_said_by_verbs(system))
    assert len(texts) > 20
    assert _lacking(system, texts) == NONE


def _said_by_verbs(system: str) -> Iterator[str]:
    library.BOOKS[system].opened()
    package = library.BOOKS[system].package
    for kind in _below(Worded):
        if kind.__module__.startswith((package, "grognard.kit", "grognard.table")):
            words = (kind.title, kind.phrase, kind.button, kind.added, kind.called, kind.plural)
            for some in words:
                if isinstance(some, property):
                    continue
                listed = (some,) if isinstance(some, str) else some
                yield from listed.values() if hasattr(listed, "values") else listed


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_phase_overlay_and_reckoning_has_its_words(system: str) -> None:
    book = library.BOOKS[system]
    table = book.tabletop()
    texts = {*table.short.values(), *table.names_of_sums.values(), *table.purposes.values()}
    texts |= {cast.title for cast in table.casts.values()}
    for name in library.scenarios_of(book):
        game = library.new(name, seed=1)
        texts |= {text for part in game.segments for text in (part.name, part.phase or "")}
        for side in game.scenario.sides:
            texts |= {table.side_title(game, side)}
            texts |= {w for card in table.overlays(game, side) for w in (card.title, card.about)}
    assert _lacking(system, texts) == NONE


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_and_scenario_is_called_something(system: str) -> None:
    book = library.BOOKS[system]
    rows = {f"option {option.id}" for option in book.opened().options}
    for option in book.opened().options:
        rows |= {f"option {option.id}: {v}" for v in option.values if v not in ("on", "off")}
    titles = {library.new(name, seed=1).scenario.title for name in library.scenarios_of(book)}
    for language in OTHERS:
        spoken = _tongue(system, language)
        assert sorted(row for row in rows if row not in spoken.rows) == []
        assert sorted(title for title in titles if title not in spoken.rows) == []


# ---- what is put together while a game goes on


NAMES = {"Rogachevo road", "Turginovo road", "Volokolamsk road", "Fontanarossa airfield"}
NAMES |= {"Gerbini airfield", "Simeto railway bridge", "from Palazzolo"}
"""Places whose names have words in them."""


@pytest.mark.parametrize("name", LISTENED)
def test_what_a_table_says_in_a_game_has_its_words(name: str) -> None:
    system, said = name.partition("-")[0], heard(name)
    assert len(said) > 200
    for place in NAMES:
        said = frozenset(text.replace(place, "Klin") for text in said)
    unknown = {
        language: sorted(text for text in said if not _tongue(system, language).knows(text))
        for language in OTHERS
    }
    assert unknown == NONE
