"""Where units and headquarters come back in the Advanced Game. [27.9.3]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.nextwar.pieces.formations import chain, headquarters, subordinate
from grognard.systems.nextwar.pieces.stacks import holder, on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SIDES, SITES
from grognard.systems.nextwar.supply.isolation import joined
from grognard.systems.nextwar.supply.lines import about, commands, in_supply, near
from grognard.systems.nextwar.units import UNITS

NEAR_HQ, NEAR_UNIT = 2, 4
"""How near a unit comes to its headquarters, and that to its units. [27.9.3-p2] [27.9.3-1]"""
MAPS = (UNITS.name, HEXES.name, SIDES.name, SITES.name, BRIDGES.name, CLOCK.name)
Condition = Callable[[int], bool]


def why_not_near(game: Nw, side: str, name: str, h: int) -> list[Refusal]:
    """Why a unit or headquarters cannot come back in a hex: the first of the conditions that can
    be met at all must be. [27.9.3-p2] [27.9.3-p4]"""
    if h in places(game, side, name):
        return []
    rule = "27.9.3-p4" if counter_of(game, name).hq else "27.9.3-p2"
    text = f"{game.board.label(h)} is not where it comes back now, in supply and out of zones"
    return [Refusal(rule, text)]


def places(game: Nw, side: str, name: str) -> frozenset[int]:
    """The hexes of the first condition that any hex meets. [27.9.3-p2] [27.9.3-p4]"""

    def compute() -> frozenset[int]:
        fit = [h for h in range(game.board.n) if habitable(game, side, name, h)]
        conditions = of_headquarters if counter_of(game, name).hq else of_units
        for condition in conditions(game, side, name):
            found = frozenset(h for h in fit if condition(h))
            if found:
                return found
        return frozenset()

    return game.cached(("places", side, name), MAPS, compute)


def habitable(game: Nw, side: str, name: str, h: int) -> bool:
    """Whether a hex is free of enemies and their zones, in supply, and not cut off.

    [27.9.3-p5]
    """
    enemy, counter = game.scenario.other(side), counter_of(game, name)
    if not game.scenario.ground.land(h) or enemy in (holder(game, h), controller(game, h)):
        return False
    if in_zone(game, h, enemy) or h not in joined(game, side, counter.mobility, mobile=True):
        return False
    return h in near(game, side) or any(
        subordinate(game, name, hq) and h in about(game, hq) for hq in commands(game, side)
    )


def of_headquarters(game: Nw, side: str, name: str) -> tuple[Condition, ...]:
    """The four conditions for a headquarters. [27.9.3-1] [27.9.3-2] [27.9.3-3] [27.9.3-4]"""
    troops = [n for n in on_map(game, side) if subordinate(game, n, name)]
    sound = [n for n in troops if in_supply(game, n) and not unit_of(game, n).isolated]
    top = [n for n in headquarters(game, side) if counter_of(game, n).supreme]
    return (
        lambda h: _close(game, troops, h, NEAR_UNIT),
        lambda h: game.scenario.home(side, h) and _close(game, sound, h, NEAR_UNIT),
        lambda h: _close(game, top, h, 1),
        lambda h: game.scenario.ground.built_up(h) and controller(game, h) == side,
    )


def of_units(game: Nw, side: str, name: str) -> tuple[Condition, ...]:
    """Near their own headquarters, near one above it, or in a city. [27.9.3-p2]"""
    above = [hq for hq in headquarters(game, side) if subordinate(game, name, hq)]
    order = chain(game, counter_of(game, name).formation)
    own = [hq for hq in above if order and counter_of(game, hq).formation == order[0]]
    return (
        lambda h: _close(game, own or above, h, NEAR_HQ),
        lambda h: _close(game, above, h, NEAR_HQ),
        lambda h: game.scenario.ground.built_up(h) and controller(game, h) == side,
    )


def _close(game: Nw, names: list[str], h: int, reach: int) -> bool:
    return any(game.board.distance(unit_of(game, name).hex, h) <= reach for name in names)
