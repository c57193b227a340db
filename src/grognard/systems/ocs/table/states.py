"""The markers on counters that a player may see: modes, supply, fuel, and what has been done."""

from __future__ import annotations

from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.table.queries import Facts
from grognard.systems.ocs.turn.phases import MOVES, actor, kind, phase_start
from grognard.systems.ocs.units import (
    ABOARD,
    DG,
    EXHAUSTED,
    EXPLOIT,
    LOW,
    MAP,
    MOVE,
    RESERVE,
    STRAT,
)
from grognard.table.cards import State

MODES = {
    MOVE: State(MOVE, "M", "Move Mode", "5.6"),
    RESERVE: State(RESERVE, "R", "in Reserve", "5.7", "info"),
    STRAT: State(STRAT, "S", "Strat Mode", "5.8", "info"),
    EXPLOIT: State(EXPLOIT, "E", "Exploitation Mode", "5.9", "good"),
    DG: State(DG, "DG", "disorganised", "5.10", "bad"),
}
"""The markers of the modes; Combat Mode has none. [5.1]"""
OUT = State("oos", "!", "out of supply", "12.8", "bad")
STOCKS = {
    LOW: State("low", "L", "internal stocks low", "12.10", "warn"),
    EXHAUSTED: State("exhausted", "X", "internal stocks exhausted", "12.10", "bad"),
}
FUELLED = State("fuel", "F", "has fuel", "12.5c", "good")
DRY = State("no-fuel", "f", "moves by vehicle and has no fuel", "12.5a", "warn")
STAYS = State("locked", "■", "negates a zone of control and stays", "4.5b", "info")
RELEASED = State("released", "R»", "released from Reserve", "5.7b", "info")
CARRIED = State("aboard", "⚓", "aboard", "18.4c", "info")
LANDING = State("landing", "↓", "lands here", "18.5f", "info")
INACTIVE = State("inactive", "–", "Inactive", "14.1a", "warn")
DECK = State("carrier", "⚓", "aboard a carrier", "18.2d", "info")
EXTENDER = State("extender", "↔", "an Extender", "12.7", "info")
CAPTURED = State("captured", "C", "captured in this phase", "13.2i", "info")
DAMAGED = State("damaged", "D", "damaged", "18.3d", "warn")
SHIP_DG = State("dg", "DG", "disorganised", "18.1d", "bad")
FIRED = State("fired", "×", "has fired in this phase", "10.0e(B)")
BEACHED = State("beached", "b", "hit: plain landing craft from now on", "18.3d(C)", "warn")
DEPLOYING = State("deploying", "P", "is being turned into a port", "18.4f", "info")


def unit_states(game: Ocs, name: str, facts: Facts) -> tuple[State, ...]:
    """A unit's mode and whether it is out of supply [4.9a]; of one's own all that is known."""
    if facts["place"] not in (MAP, ABOARD):
        return ()
    found = [MODES[facts["mode"]]] if facts["mode"] in MODES else []
    if facts["oos"]:
        found.append(OUT)
    if "internals" not in facts:
        return tuple(found)
    if facts["place"] == ABOARD:
        found.append(CARRIED)
    if facts["internals"] in STOCKS:
        found.append(STOCKS[facts["internals"]])
    now = phase_start(game)
    if facts["released"] == now:
        found.append(RELEASED)
    if facts["locked"] == now and zones.locked(game, name):
        found.append(STAYS)
    if now in (facts["attacked"], facts["fired"]):
        found.append(FIRED)
    return (*found, *_fuel(game, name, facts))


def _fuel(game: Ocs, name: str, facts: Facts) -> tuple[State, ...]:
    """Whether a unit that moves by vehicle has fuel, while that matters. [12.5a]"""
    if facts["place"] != MAP or not fuel.needs(game, name):
        return ()
    if fuel.paid(game, name) or fuel.throwers(game, name):
        return (FUELLED,)
    mine = counter_of(game, name).side == actor(game)
    return (DRY,) if kind(game) in MOVES and mine else ()


def aircraft_states(game: Ocs, facts: Facts) -> tuple[State, ...]:
    """Whether an aircraft is Inactive, or aboard a carrier; what shows is Active. [4.9a]"""
    if facts["place"] != MAP:
        return ()
    found = [] if facts.get("active", True) else [INACTIVE]
    return (*found, DECK) if facts.get("carrier") else tuple(found)


def transport_states(game: Ocs, facts: Facts) -> tuple[State, ...]:
    """Extenders, Reserves, and transport captured in this phase. [12.7] [5.7f] [13.2i]"""
    found = [EXTENDER] if facts["extender"] else []
    if facts["reserve"]:
        found.append(MODES[RESERVE])
    if facts["captured"] == phase_start(game):
        found.append(CAPTURED)
    if facts["place"] == ABOARD:
        found.append(CARRIED)
    return tuple(found)


def ship_states(game: Ocs, facts: Facts) -> tuple[State, ...]:
    """Damage and disorder show [18.1d]; of one's own also what it is about."""
    if facts["place"] != MAP:
        return ()
    found = [DAMAGED] if facts["damaged"] else []
    if facts["dg"]:
        found.append(SHIP_DG)
    if "fired" not in facts:
        return tuple(found)
    now = phase_start(game)
    if facts["fired"] == now:
        found.append(FIRED)
    if facts["landing"]:
        found.append(LANDING)
    if facts["beached"]:
        found.append(BEACHED)
    if facts["deploying"] == now:
        found.append(DEPLOYING)
    return tuple(found)
