"""Holding boxes off the map: who may go there, and from where. [I.F]

A box that is a hex of the map is that hex. The others hold any number of units, of one side at a
time; they may be linked to each other and to hexes. Nobody fights in them, for nothing reaches
them. Going in, out or on takes a unit's whole movement of the phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs import stacks, zones
from grognard.systems.ocs.movement import HINDRANCES, full
from grognard.systems.ocs.moves import begin, put_into, set_out
from grognard.systems.ocs.phases import MOVEMENT, OcsDeed, deed, phase_start
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.units import BOX, MAP, UNITS
from grognard.systems.ocs.values import counter_of


def inmates(game: Ocs, box: str) -> list[str]:
    """The units and transport in a box."""
    return [
        key
        for register in (UNITS, TRANSPORT)
        for key, record in sorted(game.state.maps[register.name].items())
        if record.place == BOX and record.at == box
    ]


def _side(game: Ocs, key: str) -> str:
    transport = game.state[TRANSPORT].get(key)
    return transport.side if transport is not None else counter_of(game, key).side


def _record(game: Ocs, key: str) -> Any:
    return game.state[UNITS].get(key) or game.state[TRANSPORT].get(key)


def ways_from(game: Ocs, key: str) -> list[str]:
    """Where a unit may go by a box: boxes by their names, hexes by their labels. [I.F]"""
    record, label = _record(game, key), game.board.label
    if record.place == BOX:
        box = game.scenario.boxes[record.at]
        return [*box.links, *(label(h) for h in box.hexes)]
    if record.place != MAP:
        return []
    return [name for name, box in game.scenario.boxes.items() if record.hex in box.hexes]


@deed(MOVEMENT)
class ByBox(OcsDeed):
    """Move by the boxes off the map: the only way to leave it and to come back. [I.C] [I.F]"""

    do = "box"
    rule = "I.F"
    form = {"units": "texts", "to": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Who has not moved, where a way leads, and never among the enemy. [I.C] [I.F]"""
        names, to = action["units"], action["to"]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        for name in names:
            record = _record(game, name)
            if record is None or _side(game, name) != player:
                return [Refusal("I.F", f"{name!r} is nobody of {player}")]
            if to not in ways_from(game, name):
                return [Refusal("I.C", f"no way leads from where {name} is to {to!r}")]
            if phase_start(game) in (record.moved, record.finished):
                return [Refusal("I.F", f"{name} has moved in this phase; a box takes all of it")]
            if name in game.state[TRANSPORT] and record.extender:
                return [Refusal("12.7d", f"{name} is an Extender; flip it back to move it")]
            if name in game.state[UNITS] and zones.locked(game, name):
                return [Refusal("4.5b", f"{name} negates an enemy zone of control and stays")]
        return self._hindered(game, names) or self._shared(game, player, to)

    def _hindered(self, game: Ocs, names: Sequence[str]) -> list[Refusal]:
        found = (check(game, n) for n in names if n in game.state[UNITS] for check in HINDRANCES)
        return [refusal for refusal in found if refusal is not None]

    def _shared(self, game: Ocs, player: str, to: str) -> list[Refusal]:
        """No box holds units of both sides, and no hex does. [I.F]"""
        if to in game.scenario.boxes:
            foes = [key for key in inmates(game, to) if _side(game, key) != player]
            return [Refusal("I.F", f"the enemy is in {to}")] if foes else []
        h, enemy = game.board.hex(to), game.scenario.other(player)
        if stacks.holder(game, h) == enemy or any(True for _ in stacks.belongings(game, h, enemy)):
            return [Refusal("4.8c(A)", f"the enemy is in {to}")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every unit alone, everywhere it may go."""
        if not game.scenario.boxes:
            return
        for register in (UNITS, TRANSPORT):
            for key in sorted(game.state.maps[register.name]):
                for to in ways_from(game, key) if _side(game, key) == player else ():
                    action = {"do": self.do, "units": [key], "to": to}
                    if not self.check(game, player, action):
                        yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody could."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They go, and have done moving. [I.F]"""
        now, to = phase_start(game), action["to"]
        begin(game, player, ())
        set_out(game, [name for name in action["units"] if name in game.state[UNITS]])
        for name in action["units"]:
            into = {"place": BOX, "hex": -1, "at": to} if to in game.scenario.boxes else None
            if name in game.state[TRANSPORT]:
                out = into or {"place": MAP, "hex": game.board.hex(to), "at": ""}
                found = game.state[TRANSPORT][name]
                game.put(TRANSPORT, name, replace(found, moved=now, finished=now, **out))
            elif into:
                unit = game.state[UNITS][name]
                game.put(UNITS, name, replace(unit, moved=now, finished=now, **into))
            else:
                put_into(game, name, game.board.hex(to), moved=now, finished=now)
                spent = full(game, name)
                game.put(UNITS, name, replace(game.state[UNITS][name], spent=spent))
        facts = {"units": action["units"], "to": to}
        text = f"{', '.join(action['units'])} to {to}"
        game.emit(Event("box", text, self.rule, facts, seen_by=(player,)))
        yield from ()
