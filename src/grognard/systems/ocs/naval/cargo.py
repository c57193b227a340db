"""What is aboard landing craft: units, Transport Points, supply. [18.4a] [18.4c]

Units and Transport Points aboard are in place `aboard` and name their craft; supply is the load of
the craft itself. Sizes are in tokens. [4.7]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.losses import lose
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import cargo as size_as_cargo
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport.transport import book_lost
from grognard.systems.ocs.units import ABOARD, DEAD, LEG, MOVE, UNITS

FLYABLE = 10
"""Leg points on the Move side that the cargo of aircraft has at most. [14.9c]"""


@dataclass(frozen=True, slots=True)
class Aboard:
    """What is aboard one ship besides supply."""

    units: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()


NOTHING = Aboard()


def _all_aboard(game: Ocs) -> Mapping[str, Aboard]:
    """What is aboard which ship."""

    def compute() -> Mapping[str, Aboard]:
        units: dict[str, list[str]] = {}
        points: dict[str, list[str]] = {}
        aboard = (rolls.off_map(game, side, ABOARD) for side in game.scenario.sides)
        for name in sorted(name for names in aboard for name in names):
            units.setdefault(unit_of(game, name).at, []).append(name)
        for key, transport in sorted(game.state[TRANSPORT].items()):
            if transport.place == ABOARD:
                points.setdefault(transport.at, []).append(key)
        return {
            ship: Aboard(tuple(units.get(ship, ())), tuple(points.get(ship, ())))
            for ship in sorted({*units, *points})
        }

    return game.cached("aboard", (UNITS.name, TRANSPORT.name), compute)


def aboard(game: Ocs, ship: str) -> Aboard:
    """The units and Transport Points aboard a ship. [18.4c]"""
    return _all_aboard(game).get(ship, NOTHING)


def units_aboard(game: Ocs, ship: str) -> tuple[str, ...]:
    """The combat units aboard a ship."""
    return aboard(game, ship).units


def ship_of(game: Ocs, name: str) -> str:
    """The craft that a unit is aboard; empty if it is aboard none."""
    unit = unit_of(game, name)
    return unit.at if unit.place == ABOARD else ""


def taken(game: Ocs, ship: str) -> Fraction:
    """How much of its capacity a ship's cargo takes, in tokens. [4.7] [18.4a]

    A Transport Point takes a point whatever its load. [4.7c]
    """
    found = aboard(game, ship)
    units = sum((size_as_cargo(game, name) for name in found.units), Fraction(0))
    points = sum(game.state[TRANSPORT][key].size for key in found.transport)
    return units + points + game.state[SHIPS][ship].load


def size_of(game: Ocs, units: Sequence[str], points: Sequence[str], tokens: int) -> Fraction:
    """The size of some cargo in tokens. [4.7] [19.0f(D)]"""
    size = sum((size_as_cargo(game, name) for name in units), Fraction(tokens))
    return size + sum(game.state[TRANSPORT][key].size for key in points)


def room(game: Ocs, ship: str) -> Fraction:
    """What a ship can still take, in tokens. [18.4a]"""
    return game.state[SHIPS][ship].size - taken(game, ship)


def flyable(game: Ocs, name: str) -> bool:
    """Whether a unit is light enough for aircraft, and so for DUKWs. [14.9c] [18.4e(B)]

    Equipment does not fly. [13.5]
    """
    counter = counter_of(game, name)
    light = counter.move.move == LEG and counter.move.ma <= FLYABLE and "eq" not in counter.traits
    return light and unit_of(game, name).mode == MOVE


# ---- supply for those near by


def near(game: Ocs, side: str, h: int) -> tuple[str, ...]:
    """The craft whose supply units in a hex may use: in the hex or next to it. [18.4c] [18.5e]"""
    return tuple(
        key
        for b in (h, *game.board.around(h))
        for key in stacks.ships_at(game, b, side)
        if game.state[SHIPS][key].load
    )


def draw(game: Ocs, ship: str, tokens: int) -> None:
    """Take supply off a craft to use it at once; who spends it books it. [18.4c]"""
    found = game.state[SHIPS][ship]
    if not 0 <= tokens <= found.load:
        raise ValueError(f"{ship} carries {found.load} tokens, not {tokens}")
    game.put(SHIPS, ship, replace(found, load=found.load - tokens))


# ---- what goes down with a ship


def lose_all(game: Ocs, ship: str, rule: str) -> None:
    """Everything aboard is lost with its ship. [18.3d(A)] [9.14g]"""
    found = aboard(game, ship)
    for name in found.units:
        eliminate(game, name, rule, "its ship is lost")
    for key in found.transport:
        _lose_transport(game, key)
    _lose_supply(game, ship, game.state[SHIPS][ship].load)


def shed(game: Ocs, ship: str, rule: str = "18.3d(C)") -> None:
    """Cargo that no longer fits into what is left of a craft is lost, chance says which."""
    while taken(game, ship) > game.state[SHIPS][ship].size:
        _lose_one(game, ship, rule)


def _lose_one(game: Ocs, ship: str, rule: str) -> None:
    """One piece of cargo by chance: a step of a unit, a Transport Point, a Supply Point."""
    found, load = aboard(game, ship), game.state[SHIPS][ship].load
    pieces = [("unit", name) for name in found.units]
    pieces += [("transport", key) for key in found.transport]
    pieces += [("supply", "")] * -(-load // TOKENS)
    dice: tuple[int, ...] = ()
    if len(pieces) > 1:
        dice = game.roll(1, sides=len(pieces))
    what, name = pieces[dice[0] - 1 if dice else 0]
    side = game.state[SHIPS][ship].side
    facts = {"ship": ship, "cargo": what, "name": name}
    game.emit(Event("cargo-lost", rule, facts, dice, seen_by=(side,)))
    if what == "unit":
        lose(game, name, 1, rule)
    elif what == "transport":
        _lose_point(game, name)
    else:
        _lose_supply(game, ship, min(load, TOKENS))


def _lose_supply(game: Ocs, ship: str, tokens: int) -> None:
    if tokens:
        found = game.state[SHIPS][ship]
        draw(game, ship, tokens)
        dumps.book(game, found.side, "blown", tokens)


def _lose_transport(game: Ocs, key: str) -> None:
    """Transport goes down with its load; trucks may be rebuilt. [13.5e]"""
    found = game.state[TRANSPORT][key]
    dumps.book(game, found.side, "blown", found.load)
    book_lost(game, found.side, found.kind, found.size)
    game.put(TRANSPORT, key, replace(found, place=DEAD, at="", hex=-1, load=0))


def _lose_point(game: Ocs, key: str) -> None:
    """A Transport Point of several aboard is lost, and the load that no longer fits. [4.7c]"""
    found = game.state[TRANSPORT][key]
    size = found.size - TOKENS
    if size <= 0:
        _lose_transport(game, key)
        return
    load = min(found.load, size)
    dumps.book(game, found.side, "blown", found.load - load)
    book_lost(game, found.side, found.kind, TOKENS)
    game.put(TRANSPORT, key, replace(found, size=size, load=load))
