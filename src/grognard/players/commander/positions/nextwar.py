"""A Next War position: units by the side of the counter that is up, what each hex still pays."""

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
from grognard.players.staff.nextwar.reading import counting
from grognard.systems.nextwar.airpower.wings import ALIVE, WINGS, plane
from grognard.systems.nextwar.combat.strength import marked
from grognard.systems.nextwar.ending.control import prizes
from grognard.systems.nextwar.ending.victory import lead
from grognard.systems.nextwar.ground import URBAN
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.units import ABOARD, ASIDE, BOX, EXPECTED, MAP, UNITS, Counter, face

COMING = (EXPECTED, BOX, ABOARD, ASIDE)
POINTS, WINGS_EACH = 8.0, 24.0
"""Air Points that are one share, and air units."""
WITHIN = 8
"""Hexes from where units set up, or come, within which ground counts."""
BANKED = ("victory", "weather", "initiative")
"""The segments in which the points of the turn are banked already. [12.1]"""


def position(game: Nw) -> Position:
    """The position of a game. [2.3] [12.1]"""
    scenario = game.scenario
    setting = setting_of(scenario, setting_for)
    first, counters = setting.first, scenario.counters
    forces = (Force(), Force())
    for name, unit in game.state[UNITS].items():
        counter = counters[name]
        force = forces[side_at(first, counter.side)]
        if unit.place == MAP and not counter.beachhead:
            shown = face(counter, unit)
            fit = not (unit.oos or unit.isolated or unit.strike)
            halved = 2 if unit.oos or unit.isolated else 1
            attack = marked(game, name, shown.attack) / halved
            defence = 0.0 if counter.bracketed else float(marked(game, name, shown.defense))
            force.troops.append(Troop(unit.hex, attack, defence, unit.steps, fit))
        elif unit.place in COMING:
            force.coming += whole(counter)
    _air(game, first, forces)
    holders = [side_at(first, controller(game, h)) for h in setting.counting]
    return Position(
        setting,
        game.turn,
        passed(game),
        side_at(first, moving(game)),
        float(lead(game, first) + _unbanked(game, first)),
        forces,
        [_value(game, h) for h in setting.counting],
        holders,
    )


def _unbanked(game: Nw, first: str) -> int:
    """By how much the lead grows when the points of the turn are banked. [12.1]"""
    if game.segment.kind in BANKED:
        return 0
    sides = game.state[SIDES]
    return sides[first].gained - sides[game.scenario.other(first)].gained


def _air(game: Nw, first: str, forces: tuple[Force, Force]) -> None:
    """Air Points, or air units where they are played. [6.1] [22.1]"""
    if game.scenario.air_units:
        for name, wing in game.state[WINGS].items():
            if wing.place in ALIVE:
                forces[side_at(first, plane(game, name).side)].more += 1 / WINGS_EACH
        return
    for side, status in game.state[SIDES].items():
        forces[side_at(first, side)].more += status.air / POINTS


def _value(game: Nw, h: int) -> float:
    """What a hex would pay whoever takes it from its owner. [12.1]"""
    owner = controller(game, h)
    if owner not in game.scenario.sides:
        return 0.0
    return float(sum(points for _, points in prizes(game, h, game.scenario.other(owner))))


def whole(counter: Counter) -> float:
    """What a unit at full strength is worth in attack and defence together."""
    shown = counter.faces[0]
    return (shown.attack + (0 if counter.bracketed else shown.defense)) / 2


def setting_for(scenario: NextWarScenario) -> Setting:
    """What never changes in a scenario. [12.3]"""
    first, board = scenario.sides[0], scenario.board
    steps, strength = [0.0, 0.0], [0.0, 0.0]
    for name, unit in scenario.units.items():
        counter = scenario.counters[name]
        at = side_at(first, counter.side)
        steps[at] += unit.steps
        strength[at] += whole(counter)
    start = tuple(sorted({u.hex for u in scenario.units.values() if u.hex >= 0}))
    near = board.disks(start, WITHIN) if start else frozenset(range(board.n))
    capital = {h for hexes in scenario.terms.capital.values() for h in hexes}
    terrain = board.terrain
    hexes = sorted(
        (h for h in counting(scenario) if h in near),
        key=lambda h: (h not in capital, terrain[h] != URBAN, h),
    )
    rows = [(least, winner) for least, winner, _ in scenario.terms.levels]
    return Setting(
        scenario,
        first,
        Scale.of(rows, first, float(len(hexes))),
        scenario.turns,
        tuple(hexes),
        (steps[0], steps[1]),
        (strength[0], strength[1]),
    )
