"""A WB-95 position: strength by level, disorder and supply; objectives; automatic victory."""

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
from grognard.players.staff.wb95.doctrine import DOCTRINE
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import AIR
from grognard.systems.wb95.units import EXPECTED, MAP, RESERVE, UNITS, Counter, Level
from grognard.systems.wb95.victory import points

COMING = (EXPECTED, RESERVE)
WING = 4.0
"""The strength of aircraft that is one share."""


def position(game: Wb) -> Position:
    """The position of a game. [1.4a] [5.6.4] [10.2.2]"""
    setting = setting_of(game.scenario, setting_for)
    first, counters = setting.first, game.scenario.counters
    forces = (Force(), Force())
    for name, unit in game.state[UNITS].items():
        counter = counters[name]
        force = forces[side_at(first, counter.side)]
        if unit.place == MAP:
            level = counter.levels[len(counter.levels) - unit.cel]
            shaken = 1 + (unit.disorganised >= 0)
            weak = shaken * (1 + (unit.oos > 0))
            attack = level.attack / weak if counter.attacks or counter.artillery else 0.0
            fit = weak == 1
            force.troops.append(Troop(unit.hex, attack, level.defence / shaken, unit.cel, fit))
        elif unit.place in COMING:
            force.coming += whole(counter, counter.levels[0])
    for air in game.state[AIR].values():
        if air.to_turn >= game.turn:
            forces[side_at(first, air.side)].more += air.sp / WING
    values = _worth(game.scenario)
    return Position(
        setting,
        game.turn,
        passed(game),
        side_at(first, moving(game)),
        float(points(game).total),
        forces,
        [values[h] for h in setting.counting],
        [side_at(first, controller(game, h)) for h in setting.counting],
    )


def whole(counter: Counter, level: Level) -> float:
    """What a unit is worth in attack and defence together."""
    return (level.attack + level.defence) / 2 if counter.attacks else level.defence / 2


def setting_for(scenario: Wb95Scenario) -> Setting:
    """What never changes in a scenario. [S1.10] [S1.11]"""
    terms = scenario.victory
    first = terms.side or scenario.sides[0]
    worth = _worth(scenario)
    steps, strength = [0.0, 0.0], [0.0, 0.0]
    for name in scenario.units:
        counter = scenario.counters[name]
        at = side_at(first, counter.side)
        steps[at] += len(counter.levels)
        strength[at] += whole(counter, counter.levels[0])
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


def _worth(scenario: Wb95Scenario) -> dict[int, float]:
    """What each hex counts for, with those that can end the game. [S1.9]"""
    terms = scenario.victory
    worth: dict[int, float] = {
        h: float(value)
        for h, value in shared((o.vp, o.hexes, o.whole) for o in terms.objectives).items()
    }
    for h in terms.automatic.hexes if terms.automatic else ():
        worth[h] = worth.get(h, 0.0) + DOCTRINE.automatic
    return worth
