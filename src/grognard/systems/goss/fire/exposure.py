"""What every retreat has in common, from fire and from an assault: guns that cannot go, and the
price of passing enemies in the open. [11.6.3d] [11.6.3e] [13.11.3] [13.11.4]"""

from __future__ import annotations

from collections.abc import Collection

from grognard.systems.goss.observation.cover import covers
from grognard.systems.goss.pieces.stacks import enemies_beside, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import STATIC, Counter, Unit

LIGHT = frozenset({"75", "105", "105H", "150", "155H", "25lb"})
"""Towed guns that may retreat in battery, after an assault one hex. [11.6.3e] [13.11.4]"""


def light_gun(counter: Counter) -> bool:
    """Whether guns are of a size that retreats in battery. [11.6.3e] [13.11.4]"""
    return counter.gun.replace("mm", "").replace(" ", "") in LIGHT


def rooted(counter: Counter, unit: Unit) -> bool:
    """Artillery that cannot retreat: in battery, if it is drawn by horses or no light gun; static
    guns that are not on trucks. [11.6.3e] [13.11.4]"""
    if counter.cls == STATIC:
        return not unit.transport
    if not counter.towed or not unit.battery:
        return False
    return counter.horse or not light_gun(counter)


def endangered(
    game: Gs, side: str, h: int, ignored: Collection[str] = (), *, assault: bool = False
) -> bool:
    """Whether entering a hex in retreat, from fire or from an assault, costs a step: it is no
    movement cover, and an enemy beside it, of those who are not ignored, is fit to shoot. [11.6.3d]
    [13.11.3]"""
    if covers(game, side, h):
        return False
    there = [
        [n for n in units_at(game, b) if n not in ignored] for b in enemies_beside(game, side, h)
    ]
    stacks = [harmless(game, names, assault) for names in there if names]
    spared = all(stacks) if game.options["harmless-neighbours"] == "all" else any(stacks)
    return bool(stacks) and not spared


def harmless(game: Gs, names: Collection[str], assault: bool) -> bool:
    """Whether a stack cannot hurt those who pass: an AS marker lies on it, or all of it are
    headquarters, guns out of battery and Z-steps; after fire only guns that are towed. [11.6.3d]
    [13.11.3] [11.6.1]"""
    facts = [(counter_of(game, n), unit_of(game, n)) for n in names]

    def guns(counter: Counter) -> bool:
        return counter.artillery if assault else counter.towed

    if any(unit.shifts for _, unit in facts):
        return True
    return all(
        counter.hq or z_step(counter, unit) or (guns(counter) and not unit.battery)
        for counter, unit in facts
    )
