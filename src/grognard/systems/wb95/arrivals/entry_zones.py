"""Entry zones: their order, and what coming onto the map through one costs. [11.1.2] [11.1.5]

A unit comes from off the map, so it crosses no water; where the hex has a road, on the map or off
it, it comes along the best one, which covers entry towns inside the map too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.tally import Tally
from grognard.systems.wb95.air import air
from grognard.systems.wb95.charts import MovementClass, entry_cost
from grognard.systems.wb95.ground import HQ_BAD_GROUND, HQ_CLASS, POINT, ROUTES, Ground
from grognard.systems.wb95.movement import strategic
from grognard.systems.wb95.movement.movement import DISRUPTION, Reason, class_of, initial, tally
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb, Zone
from grognard.systems.wb95.units import UNITS


def zone_by_id(game: Wb, side: str, zone: str) -> Zone | None:
    """A side's entry zone by its id. [11.1.2]"""
    return next((found for found in game.scenario.zones[side] if found.id == zone), None)


def apart(game: Wb, side: str, one: str, other: str) -> int:
    """How many zones lie from one to another, in their order along the edge. [11.2.1]"""
    order = [zone.id for zone in game.scenario.zones[side]]
    return abs(order.index(one) - order.index(other))


def zones_at(game: Wb, side: str, h: int) -> tuple[Zone, ...]:
    """The entry zones of a side that a hex belongs to."""
    return tuple(zone for zone in game.scenario.zones[side] if h in zone.hexes)


def road(ground: Ground, h: int) -> str | None:
    """The best road in a hex, leaving the map there or joining it to a neighbour."""
    for link, row in ROUTES:
        if link in ground.board.exits(h) or any(
            ground.board.has_link(h, b, link) for b in ground.board.around(h)
        ):
            return row
    return None


def ground_cost(ground: Ground, move: str, h: int) -> int | None:
    """What a class pays for a hex it enters from off the map; None where it may not. [3.1.11]"""
    mover: MovementClass = "trucked" if move == HQ_CLASS else move  # type: ignore[assignment]
    terrain = (ground.board.terrain[h],)
    paid = entry_cost(ground.table, mover, terrain, route=road(ground, h))
    if paid is None and move == HQ_CLASS and ground.enterable(move, h):
        return HQ_BAD_GROUND  # [9.1.3]
    return paid


def entered_cels(game: Wb, side: str, h: int) -> int:
    """The CELs that have come onto the map through a hex in this phase. [11.1.5]"""
    serial = game.serial
    return sum(
        unit.cel
        for name, unit in game.state[UNITS].items()
        if unit.entered == serial and unit.entry == h and counter_of(game, name).side == side
    )


def column(game: Wb, side: str, h: int, cels: int) -> int:
    """Which stack of the column so many more CELs belong to: the first, the second … [11.1.5]"""
    return -(-(entered_cels(game, side, h) + cels) // STACKING_LIMIT)


@dataclass(frozen=True, slots=True)
class Entry:
    """What coming in through a hex means for one unit, in twelfths.

    `points` is what it has for it, `cost` what it pays, with the reasons for both.
    """

    points: int
    cost: int
    means: tuple[Reason, ...]
    reasons: tuple[Reason, ...]

    @property
    def tally(self) -> Tally:
        """The cost in points."""
        return tally(list(self.reasons))

    def text(self) -> str:
        """Cost and means in words."""
        return f"costs {Fraction(self.cost, POINT)} MP, it has {Fraction(self.points, POINT)}"


def entry(game: Wb, name: str, zone: str, h: int, nth: int) -> Entry | None:
    """What a unit pays as part of the n-th stack of a column; None where it may not enter.

    From the zone next to its own it has half its points [11.2.1]. A hex costs no more than the
    points a unit has [3.1.13]; that holds for the hex, not for the wait behind other stacks,
    which each add the cost once more [11.1.5].
    """
    side, unit = counter_of(game, name).side, unit_of(game, name)
    base = ground_cost(game.scenario.ground, class_of(game, name), h)
    if base is None:
        return None
    points = initial(game, name)
    means: list[Reason] = [("movement points", points, "3.1.5")]
    if unit.zone != zone:
        means.append(("from the zone next to its own", points // 2 - points, "11.2.1"))
        points //= 2
    reasons: list[Reason] = [(f"entering {game.board.label(h)}", base, "3.1.11")]
    missions = air.disruption_at(game, h, side)
    if missions:
        reasons.append(("disrupted movement", missions * DISRUPTION, "8.2.13"))
    single = base + missions * DISRUPTION
    if single > points:
        reasons.append(("no more than the unit has", points - single, "3.1.13"))
        single = points
    if nth > 1:
        reasons.append((f"stack {nth} of the column", (nth - 1) * single, "11.1.5"))
    return Entry(points, nth * single, tuple(means), tuple(reasons))


def strategic_entry(game: Wb) -> bool:
    """Whether entries now are part of strategic movement. [11.1.3] [12.1.3]"""
    return strategic.under_way(game)
