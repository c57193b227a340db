"""Holding boxes off the map: who may go there, and from where. [I.F]

A box that is a hex of the map is that hex. The others hold any number of units, of one side at a
time; they may be linked to each other and to hexes. Nobody fights in them, for nothing reaches
them, and so no dump in them need be blown. Going in, out or on takes a unit's whole movement of the
phase, and so does loading there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.movement import HINDRANCES, full
from grognard.systems.ocs.movement.moves import begin, put_into, set_out
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import counter_of, face_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT, Dump, Transport
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsDeed, deed, phase_start
from grognard.systems.ocs.units import BOX, MAP, UNITS


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
        return self._hindered(game, names) or self._shared(game, player, names, to)

    def _hindered(self, game: Ocs, names: Sequence[str]) -> list[Refusal]:
        """Without fuel or an allowance nobody goes. [6.1b] [12.5a]"""
        units = [name for name in names if name in game.state[UNITS]]
        rooted = [name for name in units if face_of(game, name).ma <= 0]
        if rooted:
            return [Refusal("6.1b", f"{', '.join(rooted)} cannot move on this side")]
        found = (check(game, name) for name in units for check in HINDRANCES)
        return [refusal for refusal in found if refusal is not None]

    def _shared(self, game: Ocs, player: str, names: Sequence[str], to: str) -> list[Refusal]:
        """No box holds units of both sides, supply among them; a hex is entered like any. [I.F]"""
        if to in game.scenario.boxes:
            foes = [key for key in inmates(game, to) if _side(game, key) != player]
            enemy = game.scenario.other(player)
            held = foes or any((d.side, d.at) == (enemy, to) for d in game.state[DUMPS].values())
            return [Refusal("I.F", f"the enemy is in {to}")] if held else []
        h = game.board.hex(to)
        found = [self._entry(game, player, name, h) for name in names]
        return [refusal for refusal in found if refusal is not None]

    def _entry(self, game: Ocs, player: str, name: str, h: int) -> Refusal | None:
        """Why one of them cannot come into a hex. [I.F] [6.2c]"""
        wheels = name in game.state[TRANSPORT]
        move = transport.kind_of(game, name).move if wheels else face_of(game, name).move
        if not game.scenario.ground.enterable(move, h):
            return Refusal("6.2c", f"{game.board.label(h)} is prohibited to {move} units")
        if wheels:
            return transport.entry_refusal(game, player, h)
        return movement.entry_refusal(game, name, h)

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
        units = [name for name in action["units"] if name in game.state[UNITS]]
        if units and to not in game.scenario.boxes:
            yield from arrive(game, player, units, game.board.hex(to))


@deed(MOVEMENT)
class Stow(OcsDeed):
    """Load transport in a box with supply that lies there, or unload it. [12.3e] [13.2f(B)]

    `tokens` is the load it then has; it has done moving in the phase.
    """

    do = "stow"
    rule = "13.2f"
    form = {"transport": "text", "tokens": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Room, and supply in the same box that was not unloaded in this phase. [12.2a]"""
        key, tokens = action["transport"], action["tokens"]
        found = game.state[TRANSPORT].get(key)
        if found is None or found.side != player or found.place != BOX:
            return [Refusal("12.3e", f"{key!r} is no transport of {player} in a box")]
        if phase_start(game) in (found.moved, found.finished):
            return [Refusal("6.1g", f"{key} has done moving in this phase")]
        if found.formation and tokens < found.load:
            return [Refusal("13.2g(A)", f"{key} are Organic Trucks, which never unload")]
        if tokens == found.load or tokens > found.size:
            return [Refusal("13.2c", f"{key} hold {found.size} tokens and have {found.load}")]
        there, free = stored(game, player, found.at)
        if tokens - found.load > there:
            return [Refusal("13.2f(B)", f"{there} tokens of {player} lie in {found.at}")]
        if tokens - found.load > free:
            text = f"only {free} tokens in {found.at} were not unloaded in this phase"
            return [Refusal("12.2a", text)]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """As much as there is and fits, or nothing."""
        for key, found in sorted(game.state[TRANSPORT].items()) if game.scenario.boxes else ():
            if found.side == player and found.place == BOX:
                _, free = stored(game, player, found.at)
                for tokens in dict.fromkeys((min(found.size, found.load + free), 0)):
                    action = {"do": self.do, "transport": key, "tokens": tokens}
                    if not self.check(game, player, action):
                        yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is anything to load or unload."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Between the transport and the dump of the box; loads are the owner's secret. [4.9a]"""
        key, tokens, now = action["transport"], action["tokens"], phase_start(game)
        begin(game, player, ())
        found: Transport = game.state[TRANSPORT][key]
        _store(game, player, found.at, found.load - tokens)
        game.put(TRANSPORT, key, replace(found, load=tokens, moved=now, finished=now))
        text = f"{key} in {found.at} now carry {dumps.amount(tokens)}"
        facts = {"transport": key, "box": found.at, "tokens": tokens}
        game.emit(Event("stow", text, self.rule, facts, seen_by=(player,)))
        yield from ()


def stored(game: Ocs, side: str, box: str) -> tuple[int, int]:
    """The tokens that lie in a box, and those of them that may be loaded now. [12.2a]"""
    dump = game.state[DUMPS].get(f"{side}@{box}")
    if dump is None:
        return 0, 0
    fresh = dump.fresh if dump.unloaded == phase_start(game) else 0
    return dump.tokens, dump.tokens - fresh


def _store(game: Ocs, side: str, box: str, tokens: int) -> None:
    """Put tokens down in a box, or take them away if the number is negative. [12.2a]"""
    key, now = f"{side}@{box}", phase_start(game)
    dump = game.state[DUMPS].get(key) or Dump(side, -1, 0, at=box)
    there, free = stored(game, side, box)
    if tokens > 0:
        dump = replace(dump, fresh=there - free + tokens, unloaded=now)
    if dump.tokens + tokens:
        game.put(DUMPS, key, replace(dump, tokens=dump.tokens + tokens))
    else:
        game.drop(DUMPS, key)
