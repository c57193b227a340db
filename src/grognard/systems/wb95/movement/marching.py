"""Taking a unit into a hex, whatever the reason: movement, retreat, pursuit, entry. [7.1.6]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import EXPECTED, MAP, UNITS
from grognard.systems.wb95.works.bridges import update_control


def step_into(game: Wb, name: str, h: int) -> None:
    """Put a unit on top of the stack in a hex; an enemy field fortification there is gone. [7.1.6]

    A mask stays with the stack it covers and goes with the last unit [16.1.2]; next to enemies
    both sides learn what they must be told [16.1.4].
    """
    unit, side = unit_of(game, name), counter_of(game, name).side
    below = units_at(game, h)
    order = 1 + max((unit_of(game, other).order for other in below), default=0)
    left = unit.hex if unit.place == MAP else -1
    game.put(UNITS, name, replace(unit, place=MAP, hex=h, order=order, banked=-1))
    update_control(game, h)  # [14.1.3]
    status = game.state[HEXES][h]
    if status.fortified and status.fortified != side:
        game.put(HEXES, h, replace(status, fortified=""))
    if left >= 0:
        _vacated(game, left)
    masking.approach(game, name, left)


def step_off(game: Wb, name: str, zone: str, due: int) -> None:
    """Take a unit off the map, to come back through an entry zone from a turn on. [11.2.3]"""
    unit = unit_of(game, name)
    game.put(
        UNITS,
        name,
        replace(unit, place=EXPECTED, hex=-1, zone=zone, due=due, banked=-1),
    )
    _vacated(game, unit.hex)


def _vacated(game: Wb, h: int) -> None:
    """What a unit's leaving does to the hex: its mask [16.1.2] and its bridges [14.1.3]."""
    update_control(game, h)
    masking.vacated(game, h)
