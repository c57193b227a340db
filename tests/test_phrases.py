"""Every kind of event that a system makes has its sentence, and every sentence its event."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.table.telling import COMMON, Phrases, read
from tests.emitted import emitted


def _rows(system: str) -> set[str]:
    phrases = library.BOOKS[system].opened().phrases
    assert isinstance(phrases, Phrases)
    return set(phrases.rows) - {phrase.kind for phrase in read(COMMON)}


@pytest.mark.parametrize(
    ("system", "kinds"),
    [
        (
            "wb95",
            ("move", "retreat", "pursuit", "muster", "unmask", "set-up", "eliminated"),
        ),
        ("ocs", ("move", "overrun", "unload", "withdraw", "embark", "air-destroyed", "set-up")),
    ],
)
def test_every_kind_of_event_has_a_sentence(system: str, kinds: tuple[str, ...]) -> None:
    found = emitted(library.BOOKS[system].folder)
    assert set(kinds) <= set(found)
    assert {kind: found[kind] for kind in sorted(set(found) - _rows(system))} == {}
    assert sorted(_rows(system) - set(found)) == []
