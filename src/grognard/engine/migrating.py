"""Migrating: a State as an earlier release wrote it, read as the records of today.

A field that has come since takes its default. Whatever else has changed, the system's `migrations`
say: for a map by its name, what makes of an old record one of today, or None where it has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from grognard.engine.beginnings import ENGINES_OWN
from grognard.engine.record import RecordError, Register, decode
from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.engine.system import System


def registers_of(system: System[Any]) -> dict[str, Register[Any, Any]]:
    """Every map of a system's State."""
    return {register.name: register for register in (*system.registers, *ENGINES_OWN)}


def read_state(system: System[Any], raw: Mapping[str, Mapping[str, Any]]) -> State:
    """A whole State, as whatever release wrote it."""
    known = registers_of(system)
    state = State({name: {} for name in known})
    touched = [(name, key) for name, entries in raw.items() for key in entries]
    write_over(system, state, raw, touched)
    return state


def write_over(
    system: System[Any],
    state: State,
    raw: Mapping[str, Mapping[str, Any]],
    touched: Iterable[tuple[str, str]],
) -> None:
    """Bring some records of a State to what a record has of them."""
    known = registers_of(system)
    for name, key in touched:
        if name not in known:
            if name not in system.migrations:
                raise RecordError(f"a State has no {name!r}; known: {', '.join(sorted(known))}")
            continue
        register, data = known[name], raw[name].get(key)
        found = None if data is None else _read(system, register, data, f"{name}.{key}")
        if found is None:
            state.maps[name].pop(register.key(key), None)
        else:
            state.maps[name][register.key(key)] = found


def _read(system: System[Any], register: Register[Any, Any], data: Any, where: str) -> Any:
    try:
        return decode(register.record, data, where)
    except RecordError:
        migration = system.migrations.get(register.name)
        if not isinstance(data, dict):
            raise
        newer = migration(data) if migration is not None else data
        if newer is None:
            return None
        return decode(register.record, {**_defaults(register.record), **newer}, where)


def _defaults(record: Any) -> dict[str, Any]:
    """The fields that a record need not have been written with."""
    return {
        field.name: field.default
        for field in fields(record)
        if field.default is not MISSING and isinstance(field.default, int | str | None)
    } | {field.name: [] for field in fields(record) if field.default == ()}
