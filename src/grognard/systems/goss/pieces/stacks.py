"""Who stands where: the units of each hex, kept in step with every change. [6.0]"""

from __future__ import annotations

from grognard.kit import pieces
from grognard.kit.pieces import holder as holder
from grognard.kit.pieces import on_map as on_map
from grognard.kit.pieces import own_at as own_at
from grognard.kit.pieces import units_at as units_at
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS, Counter, Unit, Z

LEAST_LIMIT = 2
"""How many units of company size or more fit into the tightest hex: above that stacking is looked
at more closely. [6.1.0]"""


class Stacks(pieces.Stacks[Unit]):
    """The units of each hex and whose they are; the size counts all but Z-step units. [6.1.0]"""

    register = UNITS
    limit = LEAST_LIMIT

    def __init__(self, scenario: GossScenario) -> None:
        counters = scenario.counters
        super().__init__(scenario.sides, lambda name, unit: counters[name].side)
        self.counters = counters

    def size(self, name: str, piece: Unit) -> int:
        """One, unless it is a Z-step unit. [6.1.0]"""
        return int(not piece.z and self.counters[name].size != Z)

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether two states of a unit are the same as far as its stack goes."""
        return (a.hex, a.z, a.order, a.place) == (b.hex, b.z, b.order, b.place)


def stacks(game: Gs) -> Stacks:
    """The stacks of a game."""
    index: Stacks = game.journal.indexes["stacks"]  # type: ignore[assignment] # asked very often
    return index


Present = tuple[tuple[str, Counter, Unit], ...]
"""Units by their names, as they are printed and as they are now."""


def present(game: Gs, side: str) -> Present:
    """A side's units on the map, in the order of `on_map`: for whoever looks through all."""

    def compute() -> Present:
        units, counters = game.state[UNITS], game.scenario.counters
        return tuple([(n, counters[n], units[n]) for n in on_map(game, side)])

    return game.cached(("present", side), (UNITS.name,), compute)


def held(game: Gs, side: str) -> set[int]:
    """The hexes with units of a side."""
    return stacks(game).held[side]


def beside_enemy(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is adjacent to an enemy unit."""
    hexes = stacks(game).held[other(side)]
    return any(b in hexes for b in game.board.around(h))


def enemies_beside(game: Gs, side: str, h: int) -> tuple[int, ...]:
    """The enemy hexes around a hex."""
    hexes = stacks(game).held[other(side)]
    return tuple(b for b in game.board.around(h) if b in hexes)


def enemy_within(game: Gs, side: str, h: int, reach: int) -> bool:
    """Whether an enemy unit is within so many hexes of a hex."""
    hexes = stacks(game).held[other(side)]
    return not hexes.isdisjoint(game.board.disks((h,), reach))
