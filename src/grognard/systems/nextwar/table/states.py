"""The markers on counters, each with the rule that put it there."""

from __future__ import annotations

from grognard.systems.nextwar.air.helos import Helo, flown, missions
from grognard.systems.nextwar.combat.support import USES, spent
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import Ship, Unit
from grognard.table.cards import State


def unit_states(game: Nw, name: str, unit: Unit) -> tuple[State, ...]:
    """What lies on a ground unit: clearing, strikes, supply, what it has done."""
    found = []
    if unit.clearing:
        found.append(State("clearing", "C", "clears its hex", "8.4.1", "info"))
    if unit.strike:
        title = f"Strike {unit.strike}: so much less efficient and mobile"
        found.append(State("strike", f"S{unit.strike}", title, "27.3.1", "bad"))
    if unit.isolated:
        found.append(State("isolated", "I", "isolated", "19.7", "bad"))
    elif unit.oos:
        found.append(State("supply", "!", "out of supply", "13.1.5", "bad"))
    if counter_of(game, name).artillery and spent(game, name):
        served = spent(game, name)
        title = f"has supported {served} of {USES} times this turn"
        found.append(State("served", f"{served}×", title, "9.5.6", "warn"))
    if unit.detected:
        found.append(State("detected", "D", "detected", "21.0", "warn"))
    return tuple(found)


def helo_states(game: Nw, name: str, helo: Helo) -> tuple[State, ...]:
    """What a helicopter unit has flown, and that it must leave a crowded base. [6.5.2]"""
    found = []
    if flown(game, name):
        title = f"has flown {flown(game, name)} of {missions(game)} missions this turn"
        found.append(State("flown", f"{flown(game, name)}×", title, "6.5.2", "warn"))
    if helo.owed == game.turn:
        found.append(State("owed", "→", "must rebase this turn", "6.5.1.2-x1", "bad"))
    return tuple(found)


def ship_states(ship: Ship) -> tuple[State, ...]:
    """What lies on a ship. [7.3.2.1] [27.4]"""
    found = []
    if ship.flipped:
        found.append(State("flipped", "SAG", "turned to its surface side", "7.3.2.1", "info"))
    if ship.strike:
        found.append(State("strike", f"S{ship.strike}", f"Strike {ship.strike}", "27.4", "bad"))
    return tuple(found)
