"""What a table says in saved games: headlines, questions, what is owed, overlays, the story."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from grognard import library
from grognard.engine import saves
from grognard.table import choosing
from grognard.table.wording import spoken, spoken_data
from grognard.table.writing import plain

CORPUS = Path(__file__).parent / "corpus" / "version-2"
LISTENED = {"wb95-klin": 60, "ocs-catania-plain": 110}
"""Saved games, and after how many lines each is looked at."""
READ = {"title", "text", "prompt", "label", "notes", "about", "phase", "date", "lost", "unit"}


@cache
def scene_of(name: str) -> Any:
    """The game of a save as it began."""
    path = CORPUS / f"{name}.grog"
    return next(saves._played(path.read_bytes(), library._resolver(None, ()), path, False)).game


@cache
def heard(name: str) -> frozenset[str]:
    """Headlines, questions, what is owed, overlays with their legends, panels, the story."""
    path, found = CORPUS / f"{name}.grog", set[str]()
    played = saves._played(path.read_bytes(), library._resolver(None, ()), path, False)
    for n, one in enumerate(played, 1):
        if n % LISTENED[name] == 0:
            found.update(said_now(one.game))
    table = library.tabletop(one.game)
    told = (table.tell(one.game, None, [event]) for event in one.game.events)
    found.update(spoken(one.game, table, tale.text) for tales in told for tale in tales)
    return frozenset(found)


def said_now(game: Any) -> Iterator[str]:
    """What both sides could read at a moment."""
    table = library.tabletop(game)
    yield from words_of(plain(table.standing(game)))
    for side in game.scenario.sides:
        asked = [d for d in game.decisions if d.player == side]
        forms = [
            [choosing.asked(game, table, d, "x") for d in asked],
            table.owed(game, side), table.marks(game, side), table.off_map(game, side),
            table.forces(game, side), table.budget(game, side), table.victory(game),
            [s for card in table.counters(game, side) for s in card.states],
            [table.overlay(game, side, card.id, []) for card in table.overlays(game, side)],
        ]  # fmt: skip
        yield from words_of(spoken_data(game, table, plain(forms)))


def words_of(data: Any, key: str = "") -> Iterator[str]:
    """The sentences of a form."""
    if isinstance(data, str):
        if key in READ:
            yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name != "action":
                yield from words_of(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from words_of(value, key)
