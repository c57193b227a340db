"""Differences: what was mended in a scenario between two editions of it, in words players read.

Texts are compared as what they are: counter sheets counter by counter, charts cell by cell, a
scenario's own file key by key, and the maps hex by hex. Notes, sources and whatever else only
explains the data tell nothing, for nothing is played with them.
"""

from __future__ import annotations

import csv
import difflib
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from grognard.board.board import Board
from grognard.engine.located import read_yaml
from grognard.engine.record import canonical
from grognard.engine.sheets import read_tables
from grognard.engine.sources import CHARTS, PACKS, PART, SCENARIO, SHEET
from grognard.engine.system import Scenario
from grognard.engine.table import VARIANTS, Table, Variant

MOST = 40
"""How many differences are told one by one."""
FEW = 8
"""How many of them are told in one breath."""
EXPLAINS = ("source", "note", "notes", "summary", "rulings", "about", "credits", "title")
"""Columns and keys that only explain."""
SETTLED = ("options",)
"""What a scenario proposes and a game has chosen for itself when it began."""
LONGEST = 60
"""How much of a value is told."""


def differences(old: Scenario, new: Scenario, named: Container[str]) -> list[str]:
    """What was mended, a sentence each, at most some dozens of them.

    A sheet may hold counters of other scenarios: those count that are `named` in this one.
    """
    found = list(dict.fromkeys(_all(old, new, named)))
    return found[:MOST] + ([f"and {len(found) - MOST} more"] if len(found) > MOST else [])


def briefly(told: Sequence[str]) -> str:
    """Differences in one breath."""
    rest = [f"and {len(told) - FEW} more"] if len(told) > FEW else []
    return "; ".join([*told[:FEW], *rest])


def _all(old: Scenario, new: Scenario, named: Container[str]) -> Iterator[str]:
    yield from _of_boards(old.board, new.board)
    for name in sorted({**old.texts, **new.texts}):
        before, after = old.texts.get(name, ""), new.texts.get(name, "")
        if before != after:
            yield from _of_texts(name, before, after, named)


def _of_texts(name: str, before: str, after: str, named: Container[str]) -> Iterator[str]:
    chart = name.startswith((CHARTS, PACKS)) or any(t.startswith("#") for t in (before, after))
    if name.endswith((SCENARIO, PART)):
        old, new = (read_yaml(text, name) if text else {} for text in (before, after))
        yield from _of_maps("", old, new)
    elif name.endswith(SHEET) and not chart:
        yield from _of_sheets(before, after, named)
    elif chart:
        stem = name.removeprefix(CHARTS).removesuffix(SHEET)
        yield from _of_charts(stem, before, after)


# ---- counters


def _of_sheets(before: str, after: str, named: Container[str]) -> Iterator[str]:
    """Counter by counter, and of each the values that were mended."""
    old, new = _rows(before), _rows(after)
    for key in [key for key in {**old, **new} if key in named]:
        if key not in new:
            yield f"{_called(key, old[key])} is gone"
        elif key not in old:
            yield f"{_called(key, new[key])} is new"
        else:
            for column in {**old[key], **new[key]}:
                was, now = old[key].get(column, ""), new[key].get(column, "")
                if was != now and column not in EXPLAINS:
                    yield f"{_called(key, old[key])}: {column} {_becomes(was, now)}"


def _rows(text: str) -> dict[str, dict[str, str]]:
    """The rows of a sheet by their ids."""
    rows = list(csv.DictReader(text.splitlines()))
    found = [{name: value or "" for name, value in row.items() if name} for row in rows]
    return {next(iter(row.values()), ""): row for row in found}


def _called(key: str, row: Mapping[str, str]) -> str:
    """What a counter is called: by its name, and the formation it belongs to."""
    name, formation = row.get("name", ""), row.get("formation", "")
    return f"{name} of {formation}" if name and formation else name or key


# ---- charts


def _of_charts(name: str, before: str, after: str) -> Iterator[str]:
    """Cell by cell, as repaired and as printed."""
    for variant in VARIANTS:
        old, new = _chart(name, before, variant), _chart(name, after, variant)
        if old is None or new is None or _shape(old) != _shape(new):
            found = new or old
            yield f"{found.title if found else name}: another chart"
            return
        for (row, column, was), (_, _, now) in zip(old.items(), new.items(), strict=True):
            if was.value != now.value:
                where = f"{new.title}, {row} under {column}"
                yield f"{where}: {_becomes(was.value, now.value)}"


def _chart(name: str, text: str, variant: Variant) -> Table | None:
    """A chart; none if there is none, or none that can be read today."""
    try:
        return read_tables({name: text}, variant)[name] if text else None
    except ValueError:
        return None


def _shape(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return table.rows, table.columns


# ---- a scenario's own file


def _of_maps(path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Key by key."""
    for key in {**old, **new}:
        if key in EXPLAINS or (not path and key in SETTLED):
            continue
        where = f"{path}, {key}" if path else key
        yield from _of_values(where.replace("_", " "), old.get(key), new.get(key))


def _of_values(where: str, old: Any, new: Any) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _of_maps(where, old, new)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(where, old, new)
    else:
        yield f"{where}: {_becomes(old, new)}"


def _of_lists(where: str, old: list[Any], new: list[Any]) -> Iterator[str]:
    """Item by item: what stands in the place of something else has become it."""
    match = difflib.SequenceMatcher(None, _keys(old), _keys(new), autojunk=False)
    for _, start, end, first, last in (op for op in match.get_opcodes() if op[0] != "equal"):
        gone, come = old[start:end], new[first:last]
        for was, now in zip(gone, come, strict=False):
            yield f"{where}: {_becomes(was, now)}"
        yield from (f"{where}: {_plainly(was)} is gone" for was in gone[len(come) :])
        yield from (f"{where}: {_plainly(now)} is new" for now in come[len(gone) :])


def _keys(items: Sequence[Any]) -> list[str]:
    return [canonical(item) for item in items]


# ---- the map


def _of_boards(old: Board, new: Board) -> Iterator[str]:
    """Hex by hex: the ground, what runs along the sides and over them, the places."""
    if old is new or old == new:
        return
    if old.labels != new.labels:
        yield "the map has other hexes"
        return
    for h, label in enumerate(new.labels):
        if old.terrain[h] != new.terrain[h]:
            yield f"{label}: {_becomes(old.terrain[h], new.terrain[h])}"
        yield from _of_sets(f"{label}, off the map", old.exits(h), new.exits(h))
        for b in new.around(h):
            if h < b:
                where = "-".join(sorted((label, new.labels[b])))
                yield from _of_sets(where, old.hexside(h, b), new.hexside(h, b))
                yield from _of_sets(where, old.link(h, b), new.link(h, b))
    for name in sorted({**old.places, **new.places}):
        was, now = old.places.get(name), new.places.get(name)
        if (was and (was.kind, was.hexes)) != (now and (now.kind, now.hexes)):
            yield f"{name}: {'new' if was is None else 'gone' if now is None else 'another place'}"
    for layer in ("areas", "boxes", "attributes"):
        old_layer, new_layer = getattr(old, layer), getattr(new, layer)
        for name in sorted({**old_layer, **new_layer}):
            if old_layer.get(name) != new_layer.get(name):
                yield f"{name.replace('_', ' ')}: other {layer} on the map"


def _of_sets(where: str, old: frozenset[str], new: frozenset[str]) -> Iterator[str]:
    if old != new:
        words = (" and ".join(sorted(kinds)).replace("_", " ") for kinds in (old, new))
        yield f"{where}: {_becomes(*words)}"


# ---- words


def _becomes(was: Any, now: Any) -> str:
    return f"{_plainly(was)} becomes {_plainly(now)}"


def _plainly(value: Any) -> str:
    """A value as it is read aloud, and no more of it than anybody would listen to."""
    if isinstance(value, dict):
        said = ", ".join(f"{key.replace('_', ' ')} {_plainly(item)}" for key, item in value.items())
    elif isinstance(value, list):
        said = " ".join(map(_plainly, value))
    elif isinstance(value, bool):
        said = "yes" if value else "no"
    else:
        said = "" if value is None else str(value).strip()
    return f"{said[: LONGEST - 1]}…" if len(said) > LONGEST else said or "nothing"
