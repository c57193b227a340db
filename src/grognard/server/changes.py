"""Changes: what is otherwise in one piece of plain data than in another, and how it is taken over.

Nothing here knows what the data is about, so that whatever a table shows can be told by what has
changed in it. A change holds nothing that the new data does not, but the places of what is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from grognard.engine.record import canonical
from grognard.table.writing import Card


@dataclass(frozen=True, slots=True)
class Change(Card):
    """What to do to a map or a list, first what is cut, then the rest.

    A map: `cut` names what is gone, `put` has what is new whole, `into` what changes within.
    A list: `cut` has the places of what is gone, of the old list; `put` and `into` the places in
    the new one, in rising order, of what is new and of what changes within.
    """

    cut: tuple[str | int, ...]
    put: tuple[tuple[str | int, Any], ...]
    into: tuple[tuple[str | int, Change], ...]


NOTHING = Change((), (), ())


def change(old: Any, new: Any) -> Change:
    """What is otherwise in a new map or list than in an old one of its kind."""
    if isinstance(new, dict):
        return _in_map(old, new)
    return _in_list(old, new)


def _in_map(old: dict[str, Any], new: dict[str, Any]) -> Change:
    put: list[tuple[str | int, Any]] = []
    into: list[tuple[str | int, Change]] = []
    for name, value in new.items():
        if name in old and old[name] == value:
            continue
        within = _within(old.get(name), value)
        if within is None:
            put.append((name, value))
        else:
            into.append((name, within))
    return Change(tuple(name for name in old if name not in new), tuple(put), tuple(into))


def _in_list(old: list[Any], new: list[Any]) -> Change:
    cut: list[str | int] = []
    put: list[tuple[str | int, Any]] = []
    into: list[tuple[str | int, Change]] = []
    for begin, end, start, stop in _otherwise(old, new):
        paired = min(end - begin, stop - start)
        for i in range(paired):
            within = _within(old[begin + i], new[start + i])
            if within is None:
                cut.append(begin + i)
                put.append((start + i, new[start + i]))
            else:
                into.append((start + i, within))
        cut += range(begin + paired, end)
        put += ((i, new[i]) for i in range(start + paired, stop))
    return Change(tuple(cut), tuple(put), tuple(into))


def _otherwise(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int, int, int, int]]:
    """The stretches in which two lists differ: from and to in the old, from and to in the new.

    Things that are told by a name are paired by it, whatever else about them has changed.
    """
    known = SequenceMatcher(None, _names(old), _names(new), autojunk=False)
    found: list[tuple[int, int, int, int]] = []
    for kind, begin, end, start, stop in known.get_opcodes():
        if kind != "equal":
            found.append((begin, end, start, stop))
            continue
        for i in range(end - begin):
            if old[begin + i] != new[start + i]:
                found.append((begin + i, begin + i + 1, start + i, start + i + 1))
    return found


def _names(items: Sequence[Any]) -> list[str]:
    """What each thing in a list is called: by its id, by its place, or else by all that it is."""
    return [_name(item) for item in items]


def _name(item: Any) -> str:
    if isinstance(item, dict):
        if "id" in item:
            return f"id {item['id']}"
        if "hex" in item:
            return f"hex {item['hex']} {item.get('side')} {item.get('kind')}"
    return canonical(item)


def _within(old: Any, new: Any) -> Change | None:
    """What changes within a thing, unless it is as short to tell it whole."""
    if type(old) is not type(new) or not isinstance(new, dict | list) or not old or not new:
        return None
    found = change(old, new)
    kept = len(old) - len(found.cut)
    return found if kept > len(found.put) else None


def applied(old: Any, made: Change) -> Any:
    """Old data after a change."""
    if isinstance(old, dict):
        kept = {name: value for name, value in old.items() if name not in made.cut}
        within = {name: applied(old[str(name)], one) for name, one in made.into}
        return {**kept, **dict(made.put), **within}
    gone = set(made.cut)
    items = [item for i, item in enumerate(old) if i not in gone]
    for i, item in made.put:
        items.insert(int(i), item)
    for i, one in made.into:
        items[int(i)] = applied(items[int(i)], one)
    return items
