"""Wording: sentences for people, with counters and sides by their names.

The rules name counters and sides by their ids, which are short, exact, and what an action is
written with. A person at a screen reads the names instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.table.tabletop import AnyGame, Tabletop

_WORD = re.compile(r"'([\w@-]+)'|[\w@-]+")
_ID = re.compile(r"(?=.*[^\W\d_])(?=.*[-_\d])")
"""What is surely an id and no word of a sentence: letters, and a digit or a hyphen."""
_OF = re.compile(r"\b(?:of|by|for) $")
"""What a side stands behind as a noun: `no unit of the German side`, but `German units`."""
_FRACTION = re.compile(r"(?<![\w/])(\d+)/(2|3|4|6|12)(?= (?:MP|SP|points?)\b)")
"""A number of points, and no name of a regiment and its division."""
_VULGAR = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚"}
SENTENCES = frozenset(
    (
        "about",
        "hint",
        "label",
        "notes",
        "opening",
        "outcome",
        "prompt",
        "strength",
        "supposed",
        "text",
        "title",
        "where",
    )
)
"""The keys under which plain data for a screen holds what a person reads."""


def spoken(game: AnyGame, table: Tabletop, text: str) -> str:
    """A sentence with names in the place of ids."""
    names, sides = table.names(game), game.scenario.sides

    def name(found: re.Match[str]) -> str:
        word = found[1] or found[0]
        if word in sides:
            title = table.side_title(game, word)
            return f"the {title} side" if _OF.search(text[: found.start()]) else title
        return names[word] if word in names and _ID.match(word) else found[0]

    return _FRACTION.sub(_mixed, _WORD.sub(name, text))


def _mixed(found: re.Match[str]) -> str:
    """A number of points as it is printed: 9½ for 19/2."""
    whole, rest = divmod(int(found[1]), int(found[2]))
    part = _VULGAR.get(f"{rest}/{found[2]}") or f" {rest}/{found[2]}"
    return f"{whole or ''}{part}".strip() if rest else str(whole)


def spoken_refusals(
    game: AnyGame, table: Tabletop, refusals: Iterable[Refusal]
) -> tuple[Refusal, ...]:
    """Refusals as a person reads them."""
    return tuple(Refusal(r.rule, spoken(game, table, r.text)) for r in refusals)


def spoken_data(game: AnyGame, table: Tabletop, data: Any, key: str = "") -> Any:
    """Plain data for a screen, its sentences as a person reads them; actions stay as written."""
    said = {"": ""}  # an overlay says the same of hundreds of hexes

    def say(text: str) -> str:
        if text not in said:
            said[text] = spoken(game, table, text)
        return said[text]

    return _each_said(say, data, key)


def _each_said(say: Callable[[str], str], data: Any, key: str) -> Any:
    """Plain data with each of its sentences said another way."""
    if isinstance(data, str):
        return say(data) if key in SENTENCES else data
    if data is None or isinstance(data, int):
        return data
    if isinstance(data, list):
        return [_each_said(say, item, key) for item in data]
    if isinstance(data, Mapping):
        return {
            name: value if name in ("action", "default") else _each_said(say, value, name)
            for name, value in data.items()
        }
    return data
