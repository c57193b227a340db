"""What an OCS game is about: ground that counts for victory, and what must not fall.

Ground counts as the scenario says; besides, whatever the enemy has left unguarded is worth taking,
and own dumps, headquarters, bases, ports and sources of supply are worth keeping. [9.14]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.players.staff.objectives import shared
from grognard.players.staff.situation import Goal
from grognard.systems.ocs.movement import reach
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SITES
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.victory.control import controller

if TYPE_CHECKING:
    from grognard.players.staff.ocs.reading import OcsSeat

PRIZES = frozenset({"dump", "transport", "air base"})
"""What is worth taking where nobody guards it."""


def goals(seat: OcsSeat) -> list[Goal]:
    """Every hex that counts for victory, and every prize that lies open."""
    worth = shared(
        (objective.vp, objective.hexes, not objective.each)
        for objective in seat.scenario.victory.objectives
        if objective.vp and not 0 < objective.by < seat.turn  # won or lost for good
    )
    found = [
        Goal(h, value, controller(seat.table, h) == seat.side) for h, value in sorted(worth.items())
    ]
    for h in reach.possessions(seat.table, seat.enemy):
        if h in worth or h in seat.sightings:
            continue
        if not PRIZES.isdisjoint(stacks.belongings(seat.table, h, seat.enemy)):
            found.append(Goal(h, seat.doctrine.sight.prize, False))
    return found


def treasures(seat: OcsSeat) -> list[int]:
    """What must not fall into enemy hands: sources, large dumps, headquarters, bases, ports."""
    house = seat.doctrine.sight
    game, side = seat.table, seat.side
    found = [source.hex for source in seat.scenario.sources if source.side == side]
    found += [h for h in seat.scenario.limits[side].supply_hexes if not seat.scenario.ground.sea[h]]
    found += [
        h for h in dumps.dump_hexes(game, side) if stacks.dump_at(game, h, side) >= house.dear
    ]
    found += [seat.unit(name).hex for name in seat.own if seat.counter(name).hq]
    for h, site in sorted(game.state[SITES].items()):
        if site.base >= 0 and site.base_owner == side:
            found.append(h)
        if site.port_owner == side and ports.capacity(game, h):
            found.append(h)
    enemies = seat.sightings
    return [h for h in dict.fromkeys(found) if h not in enemies]
