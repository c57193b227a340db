"""Withdrawals: units, ships and aircraft that a game calls away to other theatres.

A scenario's schedule says who leaves and when; no rule of the series does. They go as their side's
Reinforcement Phase begins, wherever they are, and are neither lost nor to be rebuilt. Of landing
craft that were split all parts go; craft that were joined go with those called away first.
"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.naval.ships import origin
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of, steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs, Withdrawal
from grognard.systems.ocs.status import AIR, SHIPS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import DEAD, MAP, POOL, REMOVED, UNITS


def leave(game: Ocs) -> Procedure:
    """Whoever is called away in this turn goes; who could not go then goes now."""
    side = phasing(game)
    for order in game.scenario.withdrawals:
        if order.side == side and order.turn <= game.turn:
            gone = [key for key in _called(game, order) if _go(game, key)]
            if gone:
                game.emit(Event("withdrawal", "house", {"side": side}).to(side, units=gone))
    yield from ()


def _called(game: Ocs, order: Withdrawal) -> list[str]:
    """Everybody whom an order calls away: whom it names, and parts split off them. [18.4d]"""
    craft = {*game.state[SHIPS], *game.state[TRANSPORT]}.difference(order.ids)  # DUKWs on land
    return [*order.ids, *sorted(key for key in craft if origin(game, key) in order.ids)]


def _go(game: Ocs, key: str) -> bool:
    """Take one of them out of the game; whether it was still in it."""
    if key in game.state[UNITS]:
        return _unit_goes(game, key)
    for register in (AIR, SHIPS):
        record = game.state.maps[register.name].get(key)
        if record is None or record.place not in (MAP, POOL):
            continue
        if getattr(record, "load", 0) or _carries(game, key):
            return False  # it goes when it has put its cargo ashore
        game.put(register, key, replace(record, place=REMOVED, hex=-1))
        return True
    found = game.state[TRANSPORT].get(key)
    if found is None or found.place != MAP:
        return False
    dumps.add(game, found.side, found.hex, found.load)  # what it carries stays behind
    game.put(TRANSPORT, key, replace(found, place=REMOVED, hex=-1, load=0, extender=False))
    return True


def _unit_goes(game: Ocs, name: str) -> bool:
    unit = unit_of(game, name)
    if unit.place in (DEAD, REMOVED):
        return False
    gain(game, counter_of(game, name).side, -steps_of(game, name))
    game.put(UNITS, name, replace(unit, place=REMOVED, hex=-1, at=""))
    return True


def _carries(game: Ocs, key: str) -> bool:
    """Whether a ship has units, transport or aircraft aboard."""
    aboard = (game.state[UNITS], game.state[TRANSPORT])
    return any(record.at == key for records in aboard for record in records.values()) or any(
        air.carrier == key and air.place == MAP for air in game.state[AIR].values()
    )
