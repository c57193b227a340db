"""Edits agreed by both sides or made by an umpire: how they are written, read and made.

A change names a map of the State, a key, and the fields to set. It may break rules of play, for
that is what it is for, but not leave a position that no game could be in: that each system says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from grognard.engine.decision import Action, G
from grognard.engine.game import Game
from grognard.engine.record import RecordError, Register, decode, decode_field, encode
from grognard.engine.refusal import Refusal
from grognard.engine.system import Editable, S, System

HEX = "hex"
Edited = Mapping[str, Mapping[Any, Any]]
"""The records that an edit would put in place, by map and key."""


@dataclass(frozen=True)
class Edits(Generic[G]):
    """The edits of a system: its maps, and what speaks against records that are edited.

    Maps whose keys are hexes may be written with labels, and need not have the record yet.
    """

    registers: Sequence[Register[Any, Any]]
    against: Callable[[G, Edited], list[Refusal]]
    fields: Sequence[Editable] = ()
    """What players change of a counter from the table; without any, where it stands."""

    def of(self, game: G, key: str) -> list[tuple[Editable, Any]]:
        """What may be changed of a counter, each with what it is now."""
        held = {register.name: game.state[register].get(key) for register in self._of_pieces}
        standing = [Editable(name, HEX, HEX) for name in held]
        return [
            (field, getattr(held[field.map], field.field))
            for field in self.fields or standing
            if hasattr(held.get(field.map), field.field)
        ]

    @property
    def _of_pieces(self) -> list[Register[Any, Any]]:
        return [register for register in self.registers if register.key is str]

    def form(self, game: G, changes: list[Action]) -> list[Refusal]:
        """What is wrong with how an edit is written, whatever the State."""
        known = {register.name: register for register in self.registers}
        for change in changes:
            register = known.get(str(change.get("map")))
            if register is None or set(change) != {"map", "key", "set"}:
                text = f'a change is {{"map", "key", "set"}} with a map of {", ".join(known)}'
                return [Refusal("form", text)]
            try:
                _key(game, register, change)
                _set(game, register, change)
            except (KeyError, ValueError, TypeError) as error:
                return [Refusal("form", f"{change['map']} {change['key']}: {error}")]
        return []

    def check(self, game: G, changes: list[Action]) -> list[Refusal]:
        """Why an edit cannot be made; nothing if it can."""
        refusals = self.form(game, changes)
        if refusals:
            return refusals
        known = {register.name: register for register in self.registers}
        edited: dict[str, dict[Any, Any]] = {}
        for change in changes:
            register = known[change["map"]]
            try:
                key, record = _edited(game, register, change)
            except RecordError as error:
                return [Refusal("form", f"{change['map']} {change['key']}: {error}")]
            edited.setdefault(register.name, {})[key] = record
        return self.against(game, edited)

    def apply(self, game: G, changes: list[Action]) -> None:
        """Replace the records."""
        known = {register.name: register for register in self.registers}
        for change in changes:
            register = known[change["map"]]
            key, record = _edited(game, register, change)
            game.put(register, key, record)


class EditedSystem(System[S]):
    """A system whose edits are made so."""

    edits: Edits[Any]

    def check_proposal(self, game: Game[S], changes: list[Action]) -> list[Refusal]:
        """A change names a map, a record and fields of it that can hold what they are set to."""
        return self.edits.form(game, changes)

    def check_edit(self, game: Game[S], changes: list[Action]) -> list[Refusal]:
        """An edit replaces fields of records, and leaves a position that could be played."""
        return self.edits.check(game, changes)

    def editable(self, game: Game[S], key: str) -> Sequence[tuple[Editable, Any]]:
        """Where a counter stands, and in what state."""
        return self.edits.of(game, key)

    def apply_edit(self, game: Game[S], changes: list[Action]) -> None:
        """Replace the records as agreed."""
        self.edits.apply(game, changes)


def _key(game: Any, register: Register[Any, Any], change: Action) -> Any:
    """The key of the record that a change is about."""
    by_label = register.key is int and isinstance(change["key"], str)
    return game.board.hex(change["key"]) if by_label else register.key(change["key"])


def _set(game: Any, register: Register[Any, Any], change: Action) -> dict[str, Any]:
    """The fields that a change sets, hexes by their number."""
    if not isinstance(change["set"], dict):
        raise RecordError("set should be a map of fields")
    found = {
        name: game.board.hex(value) if name == HEX and isinstance(value, str) else value
        for name, value in change["set"].items()
    }
    for name, value in found.items():
        decode_field(register.record, name, value)
    return found


def _edited(game: Any, register: Register[Any, Any], change: Action) -> tuple[Any, Any]:
    """The record as an edit would have it."""
    key = _key(game, register, change)
    old = game.state[register].get(key)
    if old is None and register.key is not int:
        raise RecordError("there is no such record to edit")
    data = encode(old if old is not None else register.record())
    data |= _set(game, register, change)
    return key, decode(register.record, data, str(change["key"]))


def both_sides_in(game: Any, places: Mapping[str, tuple[int, str]], rule: str) -> list[Refusal]:
    """Why counters cannot be where they would be: no hex holds those of both sides."""
    holders: dict[int, str] = {}
    for h, side in places.values():
        if h >= 0 and holders.setdefault(h, side) != side:
            return [Refusal(rule, f"both sides would be in {game.board.label(h)}")]
    return []
