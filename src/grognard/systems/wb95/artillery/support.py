"""Support fire: guns that add their strength to the battles of others. [6.3] [6.6]"""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.pieces.barrage_rest import may_support_after_barrage
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS

RANGE = 3
"""Hexes that any artillery reaches. [6.1.2]"""


def batteries(game: Wb, side: str) -> tuple[str, ...]:
    """A side's artillery counters, towed and self-propelled, wherever they are. [6.1.1]"""

    def compute() -> tuple[str, ...]:
        counters = game.scenario.counters.values()
        return tuple(c.id for c in counters if c.artillery and c.side == side)

    return game.cached(("batteries", side), (), compute)


def guns_near(game: Wb, side: str, hexes: tuple[int, ...]) -> list[str]:
    """A side's artillery within range of any of the hexes, in the order of the counters. [6.1.2]"""
    near, units = game.board.disks(hexes, RANGE), game.state[UNITS]
    found = [name for name in batteries(game, side) if units[name].hex in near]
    return [name for name in found if units[name].place == MAP]


def why_silent(game: Wb, name: str) -> list[Refusal]:
    """Why guns cannot fire in support now; nothing if they can. [6.1.3] [6.1.4]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.artillery:
        return [Refusal("6.0", f"{counter.name} is no artillery; only guns fire in support")]
    if unit.place != MAP:
        return [Refusal("6.3.1", f"{counter.name} is not on the map")]
    refusals = []
    if counter.towed_artillery and unit.transport:
        text = f"{counter.name} is in transport set-up; guns fire only in combat set-up"
        refusals.append(Refusal("6.1.3", text))
    now = game.serial
    if unit.fired == now:
        text = f"{counter.name} has fired in this Combat Phase; guns fire once in each"
        refusals.append(Refusal("6.1.4", text))
    if unit.fought == now:
        refusals.append(Refusal("5.1.1", f"{counter.name} has fought in this Combat Phase"))
    if not may_support_after_barrage(game, name):
        text = f"{counter.name} fired a barrage; it supports nobody in the next two Combat Phases"
        refusals.append(Refusal("6.5.6", text))
    return refusals


def attack_guns(game: Wb, side: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """The guns that can support an attack by these units. [6.3.1] [6.3.2] [6.6.2]

    They need no regular unit in their own hex, not even next to the enemy. [6.6.2]
    """
    hexes = tuple({unit_of(game, name).hex: name for name in units})
    near = guns_near(game, side, hexes)  # [6.3.2]
    return tuple(sorted([n for n in near if n not in units and not why_silent(game, n)]))


def defence_guns(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """The guns elsewhere that can support the defence of these hexes. [6.3.1] [6.3.3]

    Guns support regular units, so one must be among the defenders. Guns in the attacked hexes
    are in the battle already. [6.6.1]
    """
    if not any(held_by_regulars(game, h) for h in targets):
        return ()
    near, units = guns_near(game, side, targets), game.state[UNITS]  # [6.3.3]
    return tuple(
        sorted([n for n in near if units[n].hex not in targets and not why_silent(game, n)])
    )


def held_by_regulars(game: Wb, h: int) -> bool:
    """Whether a regular unit stands in a hex. [6.6.1]"""
    counters = game.scenario.counters
    return any(counters[name].regular for name in units_at(game, h))


def defends_in_place(game: Wb, name: str) -> bool:
    """Whether towed guns in an attacked hex add their strength to its defence. [6.6.1]

    They must be stacked with a regular unit, and be able to fire as for any support.
    """
    return held_by_regulars(game, unit_of(game, name).hex) and not why_silent(game, name)


def exposed(game: Wb, battle: Battle, side: str) -> tuple[str, ...]:
    """The supporting guns of a side that suffer its combat result. [6.3.5]

    Those next to the enemy they fire at do; those farther away are safe. [6.3.4]
    """
    if side == battle.attacker:
        guns, enemy = battle.attack.guns, battle.targets
    else:
        guns = battle.defence.guns
        enemy = tuple(dict.fromkeys(unit_of(game, name).hex for name in battle.units))
    return tuple(
        name for name in guns if any(game.board.adjacent(unit_of(game, name).hex, h) for h in enemy)
    )
