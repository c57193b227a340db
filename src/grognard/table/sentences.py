"""Sentences: an action in words, from the phrase of its verb and the names of its details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.table.phrases import fill
from grognard.table.worded import Worded

AnyGame = Game[Any]


def sentence(
    game: AnyGame,
    offer: Worded[Any, Any],
    action: Action,
    names: Mapping[str, str],
    phrase: str | Sequence[str],
) -> str:
    """A phrase with its gaps filled by an action's details; empty where it has too few."""
    sentences = (phrase,) if isinstance(phrase, str) else phrase
    if not sentences:
        return ""
    known = {**gaps(names, action), **offer.said(game, action, names)}
    known |= offer.details(game, offer.order_of(game, action))
    known = {name: text for name, text in known.items() if text}
    text = fill(sentences, known)
    more = [fill((each,), known) for each in offer.added] if text else []
    return "; ".join([text, *filter(None, more)])


def gaps(names: Mapping[str, str], action: Action) -> dict[str, str]:
    """The details of an action as they are said: counters by name, lists with commas, the end of
    a path as `end`, a list of one as `sole_units`, too; what is empty or not so is left out."""
    known: dict[str, str] = {}
    for key, value in action.items():
        said = _said(names, value)
        if key != "do" and said:
            known[key] = said
            if isinstance(value, list) and len(value) == 1:
                known[f"sole_{key}"] = said
    if isinstance(action.get("path"), list) and action["path"]:
        known["end"] = str(action["path"][-1])
    return known


def _said(names: Mapping[str, str], value: Any) -> str:
    if value is False or value is None:
        return ""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return ", ".join(_said(names, item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{names.get(key, key)} {_said(names, v)}" for key, v in value.items())
    return str(value)
