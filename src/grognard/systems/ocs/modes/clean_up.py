"""The Clean Up Phase: markers that come off at the end of a Player Turn. [2.3-cleanup]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.modes.modes import oriented
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS, HEXES
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import DG, EXPLOIT, UNITS, Unit


def clean_up(game: Ocs) -> Procedure:
    """The phasing player's DG, Exploit and Fueled markers go, and Trainbusting against him.

    [2.3-cleanup]
    """
    side = phasing(game)
    counters = game.scenario.counters
    marked = [
        (name, unit)
        for name, unit in game.state[UNITS].items()
        if unit.own_fuel or unit.hq_fuelled or unit.landed or unit.mode in (DG, EXPLOIT)
        if counters[unit.counter].side == side
    ]
    for name, unit in sorted(marked, key=lambda found: found[0]):
        game.put(UNITS, name, _cleaned(unit))
    for formation, status in sorted(game.state[FORMATIONS].items()):
        if status.fuelled and _side(game, formation) == side:
            game.put(FORMATIONS, formation, replace(status, fuelled=False))
    for h, hex_status in sorted(game.state[HEXES].items()):
        if hex_status.busted == game.scenario.other(side):  # [14.8d]
            game.put(HEXES, h, replace(hex_status, busted=""))
    game.emit(Event("clean-up", "2.3-cleanup", {"side": side}))
    yield from ()


def _cleaned(unit: Unit) -> Unit:
    """A unit without the markers that come off: it falls to its orientation. [5.9] [5.10]"""
    if unit.mode in (DG, EXPLOIT):
        unit = replace(unit, mode=oriented(unit), kept_zoc=False)
    if unit.hq_fuelled or unit.landed or unit.own_fuel:
        unit = replace(unit, hq_fuelled=False, landed=False, own_fuel=False)
    return unit


def _side(game: Ocs, formation: str) -> str:
    """Whose formation it is: that of its members."""
    members = game.scenario.formations.get(formation, ())
    return game.scenario.counters[members[0]].side if members else ""
