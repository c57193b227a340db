"""An OCS position: units as they stand, objectives, supply in hand, aircraft."""

from __future__ import annotations

from grognard.players.commander.positions.position import (
    Force,
    Position,
    Scale,
    Setting,
    Troop,
    moving,
    passed,
    setting_of,
    side_at,
)
from grognard.players.staff.objectives import shared
from grognard.systems.ocs.pieces.values import printed_strength
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import AIR, TOKENS
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.units import ABOARD, BOX, DG, MAP, POOL, STRAT, UNITS, Counter, Unit
from grognard.systems.ocs.victory import victory
from grognard.systems.ocs.victory.control import controller

COMING = (POOL, BOX, ABOARD)
STOCK, WING = 4.0 * TOKENS, 8.0
"""Tokens of supply that are one share, and air units."""


def position(game: Ocs) -> Position:
    """The position of a game. [9.11d] [5.10b(A)] [9.5a]"""
    setting = setting_of(game.scenario, setting_for)
    first, counters = setting.first, game.scenario.counters
    forces = (Force(), Force())
    for unit in game.state[UNITS].values():
        counter = counters[unit.counter]
        if counter.traits & REPLACEMENTS:
            continue
        force = forces[side_at(first, counter.side)]
        if unit.place == MAP:
            force.troops.append(_troop(counter, unit))
        elif unit.place in COMING:
            force.coming += whole(counter)
    for side in game.scenario.sides:
        tokens = sum(store.tokens for store in paying.stores(game, side))
        forces[side_at(first, side)].more += tokens / STOCK
    for wing in game.state[AIR].values():
        if wing.place == MAP:
            half = 2 if wing.reduced else 1
            forces[side_at(first, wing.side)].more += 1 / WING / half
    worth = _worth(game.scenario, game.turn)
    return Position(
        setting,
        game.turn,
        passed(game),
        side_at(first, moving(game)),
        float(victory.points(game).total),
        forces,
        [worth.get(h, 0.0) for h in setting.counting],
        [side_at(first, controller(game, h)) for h in setting.counting],
    )


REPLACEMENTS = {"pax", "eq"}


def _troop(counter: Counter, unit: Unit) -> Troop:
    """A unit on its Combat side, with what losses, disorder and hunger leave of it."""
    face = counter.combat
    strength, fights = face.strength, face.strength is not None and not face.defends_only
    halves = bool(unit.lost) + (unit.mode == DG) + unit.oos
    attack = (strength or 0) / (1 << halves) if fights else 0.0
    worn = bool(unit.lost and 2 * unit.lost >= counter.steps) + (unit.mode == DG) + unit.oos
    defence = printed_strength(counter, _SHOWN)[0] / (1 << worn)
    guns = (face.barrage or 0) / GUNS
    fit = unit.mode not in (DG, STRAT) and not unit.oos
    return Troop(unit.hex, attack + guns, defence, counter.steps - unit.lost, fit)


GUNS = 8
"""Points of barrage that are worth a point of attack."""
_SHOWN = Unit("", MAP, combat_up=True)


def whole(counter: Counter) -> float:
    """What a unit at full strength is worth in attack and defence together."""
    strength = counter.combat.strength or 0
    return strength / 2 if counter.combat.defends_only else float(max(strength, 1))


def setting_for(scenario: OcsScenario) -> Setting:
    """What never changes in a scenario. [2.3-end]"""
    terms = scenario.victory
    first = terms.side or scenario.sides[0]
    worth = _worth(scenario, 0)
    for h in (h for ending in terms.ends for h in ending.hexes):
        worth.setdefault(h, 0.0)
    steps, strength = [0.0, 0.0], [0.0, 0.0]
    for unit in scenario.units.values():
        counter = scenario.counters[unit.counter]
        at = side_at(first, counter.side)
        steps[at] += counter.steps - unit.lost
        strength[at] += whole(counter)
    rows = [(grade.least, grade.winner) for grade in terms.scale]
    return Setting(
        scenario,
        first,
        Scale.of(rows, first, sum(worth.values())),
        scenario.turns,
        tuple(sorted(worth, key=lambda h: (-worth[h], h))),
        (steps[0], steps[1]),
        (strength[0], strength[1]),
    )


def _worth(scenario: OcsScenario, turn: int) -> dict[int, float]:
    """What each hex is worth that may still be won."""
    found = shared(
        (one.vp, one.hexes, not one.each)
        for one in scenario.victory.objectives
        if one.vp and not 0 < one.by < turn
    )
    return {h: float(value) for h, value in found.items()}
