"""A GOSS position: units by the steps that are left, awards, ammunition."""

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
from grognard.systems.goss.ending.control import keeper
from grognard.systems.goss.ending.standing import EXIT, HOLD, lead
from grognard.systems.goss.pieces.values import z_step
from grognard.systems.goss.scenario import AXIS, GossScenario, Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.units import EXPECTED, HELD, MAP, OOS, RESERVE, UNITS, Counter, Unit

COMING = (EXPECTED, RESERVE, HELD)
STOCK = 16.0
"""Points of ammunition, and of ADV, that are one share."""
GUNS = 12
"""Points of barrage that are worth a point of attack."""
TIRED = 4
"""Levels of fatigue that leave half of an attack."""


def position(game: Gs) -> Position:
    """The position of a game. [3.3.4] [4.2.2]"""
    setting = setting_of(game.scenario, setting_for)
    first, counters = setting.first, game.scenario.counters
    forces = (Force(), Force())
    for name, unit in game.state[UNITS].items():
        counter = counters[name]
        force = forces[side_at(first, counter.side)]
        if unit.place == MAP:
            if not counter.hq:
                force.troops.append(_troop(counter, unit))
        elif unit.place in COMING:
            force.coming += whole(counter)
    for name, army in game.state[ARMIES].items():
        plan = game.scenario.armies.get(name)
        if plan is not None:
            forces[side_at(first, plan.side)].more += (army.amp + army.adv) / STOCK
    return Position(
        setting,
        game.turn,
        passed(game),
        side_at(first, moving(game)),
        float(lead(game, first)),
        forces,
        _values(game.scenario, setting.counting),
        [side_at(first, keeper(game, h)) for h in setting.counting],
    )


def _troop(counter: Counter, unit: Unit) -> Troop:
    """A unit with the strength of the steps that are left. [4.2.2]"""
    if z_step(counter, unit):
        return Troop(unit.hex, 0.0, float(counter.z_factors[1]), 0, False)
    share = max(0, unit.steps) / max(1, counter.steps)
    fit = unit.supply != OOS and not unit.isolated and unit.fatigue < 2
    weary = 1 / (1 + unit.fatigue / TIRED) / (1 + (unit.supply == OOS))
    attack = 0.0 if counter.artillery else counter.attack * share * weary
    guns = 0.0 if unit.depleted else counter.barrage / GUNS * share
    return Troop(unit.hex, attack + guns, max(0.5, counter.defence * share), unit.steps, fit)


def whole(counter: Counter) -> float:
    """What a unit at full strength is worth in attack and defence together."""
    return 0.0 if counter.hq else (counter.attack + counter.defence) / 2


def setting_for(scenario: GossScenario) -> Setting:
    """What never changes in a scenario. [3.3.4]"""
    steps, strength = [0.0, 0.0], [0.0, 0.0]
    for name, unit in scenario.units.items():
        counter = scenario.counters[name]
        if not counter.hq:
            at = side_at(AXIS, counter.side)
            steps[at] += unit.steps
            strength[at] += whole(counter)
    worth = _worth(scenario)
    rows = [(least, winner) for least, winner, _ in scenario.terms.levels]
    return Setting(
        scenario,
        AXIS,
        Scale.of(rows, AXIS, sum(worth.values())),
        scenario.turns,
        tuple(sorted(worth, key=lambda h: (-worth[h], h))),
        (steps[0], steps[1]),
        (strength[0], strength[1]),
    )


def _values(scenario: GossScenario, hexes: tuple[int, ...]) -> list[float]:
    worth = _worth(scenario)
    return [worth[h] for h in hexes]


def _worth(scenario: GossScenario) -> dict[int, float]:
    """What each hex is worth that is to be held, or left by."""
    found: dict[int, float] = {}
    for award in scenario.terms.awards:
        if award.kind in (HOLD, EXIT):
            for h in award.hexes:
                found[h] = found.get(h, 0.0) + award.points / len(award.hexes)
    return found
