"""Every kind of event that a system makes has its sentence, and every sentence its event."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import library, players
from grognard.table.telling import COMMON, Phrases, read
from tests.emitted import emitted


def _rows(system: str) -> set[str]:
    phrases = library.BOOKS[system].opened().phrases
    assert isinstance(phrases, Phrases)
    return {kind for kind in phrases.rows if not _of_orders(kind)} - {
        phrase.kind for phrase in read(COMMON)
    }


def _of_orders(kind: str) -> bool:
    """Whether a sentence is about what a player says he was about, and not about an event."""
    return kind.startswith(("plan-", "why-"))


@pytest.mark.parametrize(
    ("system", "kinds"),
    [
        (
            "wb95",
            ("move", "retreat", "pursuit", "muster", "unmask", "set-up", "eliminated"),
        ),
        ("ocs", ("move", "overrun", "unload", "withdraw", "embark", "air-destroyed", "set-up")),
        ("nextwar", ("move", "combat", "demolish", "repair-bridge", "sail", "clearing-operation")),
        ("goss", ("move", "assault", "fire-mission", "demolition", "eliminated", "overran")),
    ],
)
def test_every_kind_of_event_has_a_sentence(system: str, kinds: tuple[str, ...]) -> None:
    found = emitted(library.BOOKS[system].folder)
    assert set(kinds) <= set(found)
    assert {kind: found[kind] for kind in sorted(set(found) - _rows(system))} == {}
    assert sorted(_rows(system) - set(found)) == []


def test_every_sentence_of_the_orders_of_the_day_is_said_by_the_staff() -> None:
    folder = Path(players.__file__).parent
    said = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    for system in ("wb95", "ocs"):
        phrases = library.BOOKS[system].opened().phrases
        assert isinstance(phrases, Phrases)
        for kind in filter(_of_orders, phrases.rows):
            task = kind.partition("-")[2]
            assert f'"{kind}"' in said or f'"{task}"' in said or kind in UNSAID, kind


UNSAID = ("plan-more", "plan-unseen")
"""What is said of many counters, and of those out of sight."""
