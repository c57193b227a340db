"""Taking a unit into a hex, whatever the reason: movement, retreat, pursuit, entry. [7.1.6]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.stacks import units_at
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.values import counter_of, unit_of


def step_into(game: Wb, name: str, h: int) -> None:
    """Put a unit on top of the stack in a hex; an enemy field fortification there is gone. [7.1.6]

    A mask stays with the stack it covers and goes with the last unit. [16.1.2]
    """
    unit, side = unit_of(game, name), counter_of(game, name).side
    below = units_at(game, h)
    order = 1 + max((unit_of(game, other).order for other in below), default=0)
    left = unit.hex if unit.place == MAP else -1
    game.put(UNITS, name, replace(unit, place=MAP, hex=h, order=order))
    status = game.state[HEXES][h]
    if status.fortified and status.fortified != side:
        game.put(HEXES, h, replace(status, fortified=""))
    if left >= 0 and not units_at(game, left) and game.state[HEXES][left].masked:
        game.put(HEXES, left, replace(game.state[HEXES][left], masked=False))
