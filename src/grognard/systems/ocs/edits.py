"""Edits agreed by both sides or made by an umpire: what may be changed, and what must stay true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import RecordError, Register, decode, encode
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import MAP, MODES, UNITS, Unit

Registers = Sequence[Register[Any, Any]]


def check(game: Ocs, registers: Registers, changes: list[Action]) -> list[Refusal]:
    """Why an edit cannot be made; nothing if it can."""
    known = {register.name: register for register in registers}
    edited: dict[str, Unit] = {}
    for change in changes:
        register = known.get(str(change.get("map")))
        if register is None or set(change) != {"map", "key", "set"}:
            text = f'a change is {{"map", "key", "set"}} with a map of {", ".join(known)}'
            return [Refusal("form", text)]
        try:
            key, record = _edited(game, register, change)
        except (KeyError, ValueError, TypeError) as error:
            return [Refusal("form", f"{change['map']} {change['key']}: {error}")]
        if register is UNITS:
            edited[key] = record
    refusals = [r for name, unit in edited.items() for r in _why_not_unit(game, name, unit)]
    return refusals or _why_not_together(game, edited)


def apply(game: Ocs, registers: Registers, changes: list[Action]) -> None:
    """Replace the records."""
    known = {register.name: register for register in registers}
    for change in changes:
        register = known[change["map"]]
        key, record = _edited(game, register, change)
        game.put(register, key, record)


def _edited(game: Ocs, register: Register[Any, Any], change: Action) -> tuple[Any, Any]:
    """The record as an edit would have it."""
    by_label = register.key is int and isinstance(change["key"], str)
    key = game.board.hex(change["key"]) if by_label else register.key(change["key"])
    old = game.state[register].get(key)
    if old is None and register.key is not int:
        raise RecordError("there is no such record to edit")
    if not isinstance(change["set"], dict):
        raise RecordError("set should be a map of fields")
    data = encode(old if old is not None else register.record())
    known = {field.name for field in fields(register.record)}
    for name, value in change["set"].items():
        if name not in known:
            raise RecordError(f"there is no field {name!r}; known: {', '.join(sorted(known))}")
        is_label = name == "hex" and isinstance(value, str)
        data[name] = game.board.hex(value) if is_label else value
    return key, decode(register.record, data, str(change["key"]))


def _why_not_unit(game: Ocs, name: str, unit: Unit) -> list[Refusal]:
    """A unit has a counter, steps and a mode that exist, and stands where it could stand."""
    counter = game.scenario.counters.get(unit.counter)
    if (
        counter is None
        or counter.side != game.scenario.counters[game.state[UNITS][name].counter].side
    ):
        return [Refusal("form", f"{name} cannot become {unit.counter!r}")]
    if unit.mode not in MODES:
        return [Refusal("5.1", f"there is no mode {unit.mode!r}")]
    if unit.place != MAP:
        return [] if unit.hex == -1 else [Refusal("form", f"{name} is off the map: hex -1")]
    if not 0 <= unit.lost < counter.steps:
        return [Refusal("9.11", f"{name} has {counter.steps} steps and cannot lack {unit.lost}")]
    if not 0 <= unit.hex < game.board.n:
        return [Refusal("form", f"{name} is on the map and needs a hex of it")]
    if not game.scenario.ground.enterable(counter.move.move, unit.hex):
        label = game.board.label(unit.hex)
        return [Refusal("6.2c", f"{name} cannot stand in {label}")]
    return []


def _why_not_together(game: Ocs, edited: dict[str, Unit]) -> list[Refusal]:
    """No hex holds combat units of both sides. [4.8]"""
    holders: dict[int, str] = {}
    for unit in {**game.state[UNITS], **edited}.values():
        side = game.scenario.counters[unit.counter].side
        if unit.place == MAP and holders.setdefault(unit.hex, side) != side:
            return [Refusal("4.8", f"both sides would be in {game.board.label(unit.hex)}")]
    return []
