"""Edits agreed by both sides or made by an umpire: what may be changed, and what must stay true.

A change names a map of the State, a key, and the fields to set. It may break rules of play, for
that is what it is for, but not leave a position that no game could be in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import RecordError, Register, decode, encode
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.ground import HQ_CLASS
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.units import MAP, UNITS, Unit

Registers = Sequence[Register[Any, Any]]


def check(game: Wb, registers: Registers, changes: list[Action]) -> list[Refusal]:
    """Why an edit cannot be made; nothing if it can."""
    known = {register.name: register for register in registers}
    units: dict[str, Unit] = {}
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
            units[key] = record
        elif register is HEXES:
            refusals = _why_not_hex(game, record)
            if refusals:
                return refusals
    refusals = [found for name, unit in units.items() for found in _why_not_unit(game, name, unit)]
    return refusals or _why_not_together(game, units)


def apply(game: Wb, registers: Registers, changes: list[Action]) -> None:
    """Replace the records."""
    known = {register.name: register for register in registers}
    for change in changes:
        register = known[change["map"]]
        key, record = _edited(game, register, change)
        game.put(register, key, record)


def _edited(game: Wb, register: Register[Any, Any], change: Action) -> tuple[Any, Any]:
    """The record as an edit would have it."""
    by_label = register is HEXES and isinstance(change["key"], str)
    key = game.board.hex(change["key"]) if by_label else register.key(change["key"])
    old = game.state[register].get(key)
    if old is None and register is not HEXES:
        raise RecordError("there is no such record to edit")
    if not isinstance(change["set"], dict):
        raise RecordError("set should be a map of fields")
    data = encode(old if old is not None else HexStatus())
    known = {field.name for field in fields(register.record)}
    for name, value in change["set"].items():
        if name not in known:
            raise RecordError(f"there is no field {name!r}; known: {', '.join(sorted(known))}")
        is_label = name == "hex" and isinstance(value, str)
        data[name] = game.board.hex(value) if is_label else value
    return key, decode(register.record, data, str(change["key"]))


def _why_not_hex(game: Wb, status: HexStatus) -> list[Refusal]:
    sides = ("", *game.scenario.sides)
    if status.control in sides and status.fortified in sides:
        return []
    return [Refusal("form", f"a hex belongs to {' or '.join(sides[1:])}, or to nobody")]


def _why_not_unit(game: Wb, name: str, unit: Unit) -> list[Refusal]:
    """A unit has levels that its counter has, and stands where it could stand."""
    counter = game.scenario.counters[name]
    least = 1 if unit.place == MAP else 0
    if not least <= unit.cel <= len(counter.levels):
        text = f"{name} has {least} to {len(counter.levels)} CEL, not {unit.cel}"
        return [Refusal("1.2c", text)]
    if unit.place != MAP:
        return [] if unit.hex == -1 else [Refusal("form", f"{name} is off the map: hex -1")]
    if not 0 <= unit.hex < game.board.n:
        return [Refusal("form", f"{name} is on the map and needs a hex of it")]
    ground, h = game.scenario.ground, unit.hex
    road = any(ground.route(h, b) is not None for b in game.board.around(h))
    if not road and not ground.enterable(HQ_CLASS if counter.hq else counter.move, h):
        terrain = game.board.terrain[h]
        return [Refusal("3.1.11", f"{name} cannot stand on {terrain} in {game.board.label(h)}")]
    return []


def _why_not_together(game: Wb, edited: Mapping[str, Unit]) -> list[Refusal]:
    """No hex holds units of both sides. [3.1.8]"""
    holders: dict[int, str] = {}
    for name, unit in {**game.state[UNITS], **edited}.items():
        side = game.scenario.counters[name].side
        if unit.place == MAP and holders.setdefault(unit.hex, side) != side:
            return [Refusal("3.1.8", f"both sides would be in {game.board.label(unit.hex)}")]
    return []
