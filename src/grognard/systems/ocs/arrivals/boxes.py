"""Holding boxes off the map: who may go there, and from where. [I.F]

A box that is a hex of the map is that hex. The others hold any number of units, of one side at a
time; they may be linked to each other and to hexes. Nobody fights in them, for nothing reaches
them, and so no dump in them need be blown. Going in, out or on takes a unit's whole movement of the
phase, and so does loading there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Word
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.fog.foresight import presumes, what_lies
from grognard.systems.ocs.forms import Loading, Party
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.movement import HINDRANCES, full
from grognard.systems.ocs.movement.moves import begin, put_into, set_out
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, face_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT, Dump, Transport
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import OcsVerb, phase_start
from grognard.systems.ocs.units import BOX, MAP, UNITS
from grognard.table.cards import Extra, Labels
from grognard.table.worded import Hand


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


@dataclass(frozen=True, slots=True)
class Passage:
    """Units and transport, and where they go: a box by its name, or a hex by its label."""

    units: Party
    to: Word


@presumes(what_lies)
class ByBox(OcsVerb[Passage]):
    """Move by the boxes off the map: the only way to leave it and to come back. [I.C] [I.F]"""

    do, rule, order = "box", "I.F", Passage
    title, phrase, role = "Move to a box", "{units} to {to}", "march"
    rare = True

    def against(self, game: Ocs, player: str, order: Passage) -> list[Refusal]:
        """Who has not moved, where a way leads, and never among the enemy. [I.C] [I.F]"""
        names, to = order.units, order.to
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

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every unit and every transport, where there are boxes."""
        if not game.scenario.boxes:
            return ()
        every = (key for r in (UNITS, TRANSPORT) for key in sorted(game.state.maps[r.name]))
        return [key for key in every if _side(game, key) == player]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Passage]:
        """Alone, everywhere it may go."""
        yield from (Passage((actor,), to) for to in ways_from(game, actor))

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The hex too, if it is one that they go to."""
        to = action["to"]
        return (to,) if to in game.board.index else (), super().touched(game, action)[1]

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Passage]:
        """Those in a box back onto the map."""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport)
        if names and group.hexes == (-1,):
            yield Passage(names, game.board.label(h))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Passage]:
        """Into each box that there is."""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport)
        for box in game.scenario.boxes if names else ():
            yield Passage(names, box)

    def carry_out(self, game: Ocs, player: str, order: Passage) -> Procedure:
        """They go, and have done moving. [I.F]"""
        names, to = order.units, order.to
        units = [name for name in names if name in game.state[UNITS]]
        begin(game, player, ())
        set_out(game, units)
        for name in names:
            if to in game.scenario.boxes:
                _put(game, name, BOX, -1, to)
            elif name in game.state[TRANSPORT]:
                _put(game, name, MAP, game.board.hex(to), "")
            else:
                _out(game, name, game.board.hex(to))
        facts = {"units": list(names), "to": to}
        game.emit(Event("box", self.rule, facts, seen_by=(player,)))
        if units and to not in game.scenario.boxes:
            yield from arrive(game, player, units, game.board.hex(to))


def _put(game: Ocs, name: str, place: str, h: int, box: str) -> None:
    """A unit or transport is elsewhere, and has done moving. [I.F]"""
    now, register = phase_start(game), TRANSPORT if name in game.state[TRANSPORT] else UNITS
    record = replace(_record(game, name), moved=now, finished=now, place=place, hex=h, at=box)
    game.put(register, name, record)


def _out(game: Ocs, name: str, h: int) -> None:
    """A unit comes onto the map, on top of its stack, with all its points spent. [I.F]"""
    now = phase_start(game)
    put_into(game, name, h, moved=now, finished=now)
    game.put(UNITS, name, replace(game.state[UNITS][name], spent=full(game, name)))


class Stow(Measured[Loading], OcsVerb[Loading]):
    """Load transport in a box with supply that lies there, or unload it. [12.3e] [13.2f(B)]

    It has done moving in the phase.
    """

    do, rule, order = "stow", "13.2f", Loading
    title = "Load in a box"
    phrase = ("{transport} carry {tokens}", "{transport} unload all they carry")
    rare = True

    def against(self, game: Ocs, player: str, order: Loading) -> list[Refusal]:
        """Room, and supply in the same box that was not unloaded in this phase. [12.2a]"""
        key, tokens = order.transport, order.tokens
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

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Transport in a box."""
        found = sorted(game.state[TRANSPORT].items()) if game.scenario.boxes else ()
        return [key for key, one in found if (one.side, one.place) == (player, BOX)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Loading]:
        """As much as there is and fits, or nothing."""
        found = game.state[TRANSPORT][actor]
        _, free = stored(game, player, found.at)
        for tokens in dict.fromkeys((min(found.size, found.load + free), 0)):
            yield Loading(actor, tokens)

    def changes(self, game: Ocs, player: str, order: Loading) -> Sequence[Extra]:
        """More or less of it."""
        return () if self.against(game, player, order) else super().changes(game, player, order)

    def carry_out(self, game: Ocs, player: str, order: Loading) -> None:
        """Between the transport and the dump of the box; loads are the owner's secret. [4.9a]"""
        key, tokens, now = order.transport, order.tokens, phase_start(game)
        begin(game, player, ())
        found: Transport = game.state[TRANSPORT][key]
        _store(game, player, found.at, found.load - tokens)
        game.put(TRANSPORT, key, replace(found, load=tokens, moved=now, finished=now))
        facts = {"transport": key, "box": found.at, "tokens": tokens}
        game.emit(Event("stow", self.rule, facts, seen_by=(player,)))


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
