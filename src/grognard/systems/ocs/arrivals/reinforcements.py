"""Reinforcements: what comes by schedule, where it enters, in what mode. [13.6]

What the schedule brings waits in the pool; it must be placed in the Reinforcement Phase in which it
comes, as what the tables bring, and nobody may hold it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.ocs.air import bases, rebasing
from grognard.systems.ocs.air.missions import by_air
from grognard.systems.ocs.arrivals import entering
from grognard.systems.ocs.arrivals.consignments import Place
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.forms import Crowd, Mode, Tokens
from grognard.systems.ocs.pieces.groups import GROUND, WHEELS, WINGS, grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import MAP, POOL, UNITS
from grognard.table.cards import Labels
from grognard.table.worded import Hand


def due(game: Ocs, side: str) -> list[str]:
    """The keys of everything of a side that is due and still in the pool. [13.6] [MT-arrival]"""

    def compute() -> list[str]:
        return [
            key
            for arrival in game.scenario.arrivals
            if arrival.side == side and arrival.turn <= game.turn
            for key in arrival.ids
            if entering.place_of(game, key) == POOL
        ]

    depends = (UNITS.name, TRANSPORT.name, AIR.name, SHIPS.name, "clock")
    return game.cached(("due", side), depends, compute)


@dataclass(frozen=True, slots=True)
class Entry:
    """Reinforcements, where they enter, in which mode and with which side up; `load` is what
    transport takes of the supply that arrives in the same hex."""

    units: Crowd
    hex: Hex
    mode: Mode = ""
    up: Word = ""
    load: Tokens = 0


class Arrive(OcsVerb[Entry]):
    """Place reinforcements of the schedule in a hex of their entry, in any legal mode. [13.6]"""

    do, rule, order = "arrive", "13.6", Entry
    title, role, rank = "Arrive", "march", 2
    phrase = ("{units} arrive in {hex}, {mode} Mode, {up} side up",
              "{units} arrive in {hex}, {mode} Mode", "{units} arrive in {hex} with {load}",
              "{units} arrive in {hex}")  # fmt: skip
    rare = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """What is due."""
        return due(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Entry]:
        """Alone, in each hex and mode, with all it can load and empty."""
        for h in entering.entries(game, player, actor):
            most = entering.loadable(game, player, actor, h)
            for mode, up in entering.modes_for(game, actor):
                for load in (most, 0) if most else (0,):
                    yield Entry((actor,), h, mode, up, load)

    def against(self, game: Ocs, player: str, order: Entry) -> list[Refusal]:
        """They are due, the hex is theirs to enter by, and the mode is one they can have."""
        names, waiting, h = order.units, due(game, player), order.hex
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one reinforcement, and none twice")]
        wrong = [name for name in names if name not in waiting]
        if wrong:
            return [Refusal("13.6", f"{', '.join(wrong)} is no reinforcement of {player} now")]
        refusals = [
            r for n in names for r in entering.refusals(game, player, n, h, order.mode, order.up)
        ]
        refusals = refusals or entering.too_many(game, player, names, h)
        return refusals or entering.overloaded(game, player, names, h, order.load)

    def carry_out(self, game: Ocs, player: str, order: Entry) -> None:
        """Put them there; Organic Trucks come loaded. [13.6] [13.6c]"""
        h = order.hex
        for name in order.units:
            if name in game.state[UNITS]:
                entering.bring(game, name, h, order.mode, order.up, entered=game.turn)
            elif name in game.state[TRANSPORT]:
                _bring_transport(game, name, h, order.load)
            else:
                ship = game.state[SHIPS][name]
                game.put(SHIPS, name, replace(ship, place=MAP, hex=h))
        entering.count(game, player, order.units, h)
        _tell_entry(game, player, order.units, game.board.label(h))

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Entry]:
        """Those in hand together, first as usual, then in each mode or with a load. [13.6]"""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport, *group.ships)
        if not names or any(entering.place_of(game, name) != POOL for name in names):
            return
        yield Entry(names, h)
        if group.units == group.names:
            for mode, up in entering.modes_for(game, group.units[0]):
                yield Entry(names, h, mode, up)
        elif len(names) == 1 and group.transport:
            most = entering.loadable(game, player, names[0], h)
            if most:
                yield Entry(names, h, load=most)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units or transport in hand, where no enemy is."""
        kinds = grouped(game, player, hand).kinds
        if not hexes or kinds == {GROUND, WINGS} or any(aims_at(game, player, h) for h in hexes):
            return False
        return bool(kinds & {GROUND, WHEELS})


def _bring_transport(game: Ocs, key: str, h: int, load: int) -> None:
    """Organic Trucks come loaded; others load what arrives where they do. [13.6c]"""
    found = game.state[TRANSPORT][key]
    if found.formation:
        dumps.book(game, found.side, "delivered", found.size - found.load)
        load = found.size
    elif load:
        dumps.take(game, found.side, h, load)
        load += found.load
    else:
        load = found.load
    game.put(TRANSPORT, key, replace(found, place=MAP, hex=h, load=load, entered=game.turn))


@dataclass(frozen=True, slots=True)
class Landing:
    """An aircraft, and the base it comes to: by its hex, or by the ship."""

    plane: Piece
    base: Word


class ArriveByAir(OcsVerb[Landing]):
    """Place reinforcing aircraft on any friendly base with room for them, Active. [13.6]"""

    do, rule, order = "arrive-by-air", "13.6", Landing
    title, phrase = "Arrive at a base", "{plane} arrives at {base}"
    role, rank = "march", 38
    rare = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The aircraft that are due."""
        return [key for key in due(game, player) if key in game.state[AIR]]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Landing]:
        """On each base."""
        for base in bases.bases(game, player):
            yield Landing(actor, bases.name_of(game, base))

    def against(self, game: Ocs, player: str, order: Landing) -> list[Refusal]:
        """It is due, and the base can take it: new aircraft stack like others. [13.6a]"""
        key = order.plane
        if key not in game.state[AIR] or key not in due(game, player):
            return [Refusal("13.6", f"{key!r} is no aircraft of {player} that is due")]
        base = bases.named(game, player, order.base)
        if base is None:
            return [Refusal("13.6", f"{order.base!r} is no base of {player}")]
        named = entering.arrival_of(game, key).hexes
        if named and base.hex not in named:
            return [Refusal("13.6", f"{key} arrives on another base")]
        return no_room(game, base, key)

    def carry_out(self, game: Ocs, player: str, order: Landing) -> None:
        """It lands. [13.6]"""
        base = bases.named(game, player, order.base)
        assert base is not None
        bring_aircraft(game, order.plane, base)
        _tell_entry(game, player, [order.plane], game.board.label(base.hex))

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The aircraft, and the hex or the carrier."""
        plane, base = (action["plane"],), (action["base"],)
        return (base, plane) if action["base"] in game.board.index else ((), (*plane, *base))

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Landing]:
        """The aircraft in hand, at the base there."""
        group = grouped(game, player, hand)
        if len(group.air) == len(group.names) == 1 and group.hexes != (h,):
            yield Landing(group.air[0], game.board.label(h))

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With aircraft in hand, where no enemy is."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return bool(hexes) and not foe and by_air(game, player, hand)


def no_room(game: Ocs, base: bases.Base, key: str) -> list[Refusal]:
    """Why a base cannot take one more Active aircraft. [13.6a]"""
    refusal = bases.admits(game, base, key)
    if refusal is None and bases.room(game, base) <= 0:
        text = f"{bases.name_of(game, base)} holds no more Active aircraft"
        refusal = Refusal("13.6a", text)
    return [refusal] if refusal is not None else []


def bring_aircraft(game: Ocs, key: str, base: bases.Base) -> None:
    """An aircraft comes to a base, Active, unless the option has enough there. [13.6] [21.5]

    A carrier has no level that would limit it.
    """
    active = bool(base.carrier) or rebasing.may_come_active(game, base.hex)
    game.put(AIR, key, replace(game.state[AIR][key], place=MAP))
    bases.land(game, key, base, active)
    if active and not base.carrier:
        rebasing.count(game, base.hex)


def _tell_entry(game: Ocs, side: str, names: Sequence[str], label: str) -> None:
    """The owner is told who comes, the enemy that somebody does. [4.9a]"""
    game.emit(
        Event("reinforcements", "13.6", {"side": side, "hex": label}).to(side, units=list(names))
    )


def nobody_is_held_back(game: Ocs, player: str) -> list[Refusal]:
    """The Reinforcement Phase does not end before everything that can enter has. [13.6]"""
    deeds = (Arrive(), ArriveByAir(), Place())
    waiting = next((a for d in deeds for a in d.legal(game, player)), None)
    if waiting is None:
        return []
    what = ", ".join(waiting.get("units", [])) or waiting.get("plane") or waiting["what"]
    return [Refusal("13.6", f"reinforcements cannot be delayed: {what} must be placed")]
