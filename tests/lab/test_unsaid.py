"""What no other language can say yet: sentences are found in the code, whichever way they go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.lab import unsaid
from grognard.lab.following import Module, Reader, module_at
from grognard.table.tongues import Tongue

REQUIRED = {"board", "engine", "kit", "nextwar", "ocs", "server", "table", "wb95"}
"""The packages of which every sentence has its row in every language."""

CODE = """
from grognard.engine.refusal import Refusal
from grognard.engine.system import Option

WHY = {"mud": ("3.1", "nobody drives in mud"), "ice": ("3.2", "the ice is thin")}
CHOICE = Option("mud", "on", ("on", "off"), "3.1", "the book forgets the mud")

def plain(name):
    return [Refusal("1.1", f"{name} cannot move; {', '.join(others)} can")]

def by_name(game, h):
    text = "no room" if h else f"the enemy is in {game.board.label(h)}"
    if game:
        text += ", and stays"
    return Refusal("1.2", text)

def handed(rule, text):
    return Refusal(rule, text)

def hands(n):
    return handed("1.3", "it is late" + (", too late" if n else ""))

def why_not(n) -> str:
    if n > 3:
        return f"{len(n)} are too many"
    return ""

def by_helper(n):
    return Refusal("1.4", why_not(n))

def looked_up(kind):
    rule, text = WHY[kind]
    return Refusal(rule, text)

def counted(tally, n):
    return tally.add("across the river", -n, "1.5")

class Verb:
    def warnings(self, game):
        return tuple(f"{one} will starve" for one in game) + foretold(game)

def foretold(game) -> tuple[str, ...]:
    return ("winter comes",)
"""


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """All modules taken apart are hundreds of megabytes, which later tests would carry along."""
    yield
    unsaid.sentences.cache_clear()
    module_at.cache_clear()


def _heard(code: str) -> set[str]:
    module = Module("grognard.systems.none", Path(unsaid.__file__), ast.parse(code))
    reader = Reader([module])
    return {
        text
        for node, there in unsaid._speaking(module, reader)
        for text in reader.said(node, there, {})
    }


def test_a_sentence_is_followed_to_where_it_is_written() -> None:
    assert _heard(CODE) == {
        "{name} cannot move; {others} can",
        "no room",
        "the enemy is in {hex}",
        "no room, and stays",
        "the enemy is in {hex}, and stays",
        "it is late",
        "it is late, too late",
        "{n} are too many",
        "nobody drives in mud",
        "the ice is thin",
        "across the river",
        "{one} will starve",
        "winter comes",
        "the book forgets the mud",
    }


def test_many_ways_to_say_one_thing_leave_a_gap() -> None:
    words = ", ".join(f'{n}: "word {n}"' for n in range(40))
    code = f"WORDS = {{{words}}}\ndef f(n):\n    return Refusal('1', f'no {{WORDS[n]}} now')\n"
    assert _heard(code) == {"no {WORDS} now"}


def test_a_sentence_is_known_whatever_its_row_calls_the_gaps(tmp_path: Path) -> None:
    path = tmp_path / "tongues.csv"
    rows = '{unit} has {n:step} left,{unit} hat noch {n:Stufe|Stufen},"{unit}: {n:x|y|z}"'
    path.write_text(f"english,de,pl\n{rows}\n", encoding="utf-8")
    spoken = Tongue("de", path)
    assert unsaid.known(spoken, "{name} has {len} steps left")
    assert not unsaid.known(spoken, "{name} has {len} trucks left")
    assert not unsaid.known(spoken, "{name} is gone")


@pytest.mark.parametrize("name", sorted(REQUIRED))
def test_every_refusal_caution_and_reason_has_its_words(name: str) -> None:
    found = unsaid.sentences(name)
    assert len(found) > 5
    lacking = {language: [*map(str, some)] for language, some in unsaid.unsaid(name).items()}
    assert lacking == {"de": [], "pl": []}


def test_what_is_missing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert unsaid.main(["board"]) == 0
    assert capsys.readouterr().out.startswith("# board: 0 of ")
