"""Parts: an action taken apart and put together by its form.

A detail that lists counters, hexes or rows, or that gives something to each of several, has parts;
one that is a single thing has none. An action all of whose needful details have parts is composed;
any other is one part by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.kit.forms import Field, Form, PathField

LISTS = frozenset(("texts", "maps"))
MAPS = frozenset(("map", "counts"))


def many(field: Field) -> bool:
    """Whether a detail has parts."""
    return field.kind in LISTS | MAPS and not isinstance(field, PathField)


def composed(form: Form[Any]) -> bool:
    """Whether actions of a form are put together out of parts."""
    return bool(form.fields) and all(many(form.fields[name]) for name in form.needed)


def _empty(field: Field) -> Any:
    return [] if field.kind in LISTS else {}


def _bare(form: Form[Any], action: Action) -> Action:
    """An action of the kind without any part."""
    return {"do": action["do"]} | {name: _empty(form.fields[name]) for name in form.needed}


def split(form: Form[Any], action: Action) -> list[Action]:
    """The parts of an action, each an action by itself, in the order it names them."""
    if not composed(form):
        return [action]
    found = []
    for name, field in form.fields.items():
        if name not in action:
            continue
        values = _values(field, action[name]) if many(field) else [action[name]]
        found += [_bare(form, action) | {name: value} for value in values]
    return found


def _values(field: Field, value: Any) -> Iterator[Any]:
    """The parts of a detail, each as the detail would be written that has only it."""
    if isinstance(value, Mapping):
        yield from ({key: one} for key, one in value.items())
    else:
        yield from ([one] for one in value)


def joined(form: Form[Any], action: Action | None, part: Action) -> Action:
    """An action with a part more: a counter that has another part in the same detail leaves it."""
    if action is None or not composed(form) or action["do"] != part["do"]:
        return part
    found = dict(action)
    for name, more in part.items():
        field = form.fields.get(name)
        if field is None or not many(field):
            found[name] = more
        elif isinstance(more, Mapping):
            found[name] = {**found.get(name, {}), **more}
        else:
            found[name] = _listed(field, found.get(name, []), more)
    return found


def _listed(field: Field, known: Iterable[Any], more: Iterable[Any]) -> list[Any]:
    """A list with more in it, each once, without what those counters did before."""
    fresh = list(more)
    busy = set(field.pieces(fresh)) if field.kind == "maps" else set()
    kept = [one for one in known if one not in fresh and not busy & set(_pieces(field, one))]
    return [*kept, *fresh]


def _pieces(field: Field, one: Any) -> Iterable[str]:
    return field.pieces([one]) if field.kind == "maps" else ()


def without(form: Form[Any], action: Action, part: Action) -> Action | None:
    """An action without a part of it; None where it was all there was."""
    if not composed(form):
        return None
    found = dict(action)
    for name, less in part.items():
        field = form.fields.get(name)
        if field is None or name not in found:
            continue
        if not many(field):
            del found[name]
        elif isinstance(less, Mapping):
            found[name] = {key: one for key, one in found[name].items() if key not in less}
        else:
            found[name] = [one for one in found[name] if one not in less]
    return found
