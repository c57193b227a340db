"""How actions are typed: `move units=a,b path=0203,0204`, words in their order, JSON, or a number.

Whatever is written here can be typed here. What is typed is only read, never judged: the rules do
that.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision, Offer
from grognard.table.tabletop import AnyGame

SEARCHED = 60
"""How many legal answers are compared with a line that fits no form."""


class Unreadable(ValueError):
    """A line that cannot be read, with what would be right."""


def read_json(line: str) -> Action:
    """An action as JSON."""
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise Unreadable(f"this is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise Unreadable('an action is a map, as {"do": "end"}')
    return data


def read_words(game: AnyGame, decision: Decision, words: Sequence[str]) -> Action:
    """An action as words: details as key=value, or without keys in the order of the form."""
    do, *details = words
    offer = decision.offer(do)
    form = dict(offer.form) if offer is not None else {}
    action: Action = {"do": do}
    bare: list[str] = []
    for detail in details:
        key, equals, value = detail.partition("=")
        if equals:
            action[key] = read_value(form.get(key, "text").rstrip("?"), value, key)
        else:
            bare.append(detail)
    if bare:
        action.update(_in_order(do, form, action, bare))
    if offer is not None and not form:
        return _matching(game, decision, offer, action)
    return action


def _in_order(do: str, form: Mapping[str, str], given: Action, bare: list[str]) -> Action:
    """Details without keys: the needed ones in their order; the only list takes all words."""
    needed = [key for key, kind in form.items() if not kind.endswith("?") and key not in given]
    if len(needed) == 1 and form[needed[0]] == "texts":
        bare = [",".join(bare)]
    if len(bare) > len(needed):
        wanted = ", ".join(f"{key}=" for key in form) or "nothing more"
        raise Unreadable(f"{bare[len(needed)]!r} is too much; {do} has {wanted}")
    pairs = zip(needed, bare, strict=False)
    return {key: read_value(form[key].rstrip("?"), value, key) for key, value in pairs}


def _matching(game: AnyGame, decision: Decision, offer: Offer[Any], action: Action) -> Action:
    """The answer of a short list that is written like this one."""
    line = written(action)
    for found in islice(offer.legal(game, decision.player), SEARCHED):
        if written(found) == line:
            return found
    return action


def read_value(kind: str, text: str, key: str = "") -> Any:
    """A detail of an action as the form wants it."""
    what = f"{key}={text}" if key else repr(text)
    if kind == "count":
        try:
            return int(text)
        except ValueError:
            raise Unreadable(f"{what} should be a whole number") from None
    if kind == "flag":
        return text.lower() in ("yes", "true", "on", "y")
    if kind == "texts":
        return [word for word in text.split(",") if word]
    if kind in ("map", "maps", "counts"):
        return _read_data(kind, text, what)
    return text


def _read_data(kind: str, text: str, what: str) -> Any:
    """A map or a list of maps as JSON; a map also as `a:1;b:2` or `a:0203,0204;b:0205`."""
    empty = "[]" if kind == "maps" else "{}"
    if kind != "maps" and text and not text.startswith("{"):
        rows = [row.partition(":") for row in text.split(";") if row]
        if all(colon and (kind == "map" or value.isdigit()) for _, colon, value in rows):
            read = int if kind == "counts" else lambda value: value.split(",")
            return {name: read(value) for name, _, value in rows}
    try:
        return json.loads(text or empty)
    except json.JSONDecodeError:
        raise Unreadable(f"{what} is not understood; write it as JSON, as {empty}") from None


def written(action: Action) -> str:
    """An action as it can be typed."""
    words = [str(action.get("do"))]
    for key, value in action.items():
        if key == "do":
            continue
        plain = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if plain:
            words.append(f"{key}={','.join(value)}")
        elif isinstance(value, (dict, list)):
            words.append(f"{key}={shlex.quote(json.dumps(value))}")
        elif isinstance(value, bool):
            words.append(f"{key}={'yes' if value else 'no'}")
        else:
            words.append(f"{key}={value}")
    return " ".join(words)
