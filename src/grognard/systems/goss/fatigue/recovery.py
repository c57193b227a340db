"""Recovery from fatigue. [14.3.0]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.pieces.chain import formation, superior
from grognard.systems.goss.pieces.stacks import beside_enemy, on_map
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.moments import this_player_turn, turn_start
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import MAP, TAC, UNITS, Unit

OBSERVED: list[Callable[[Gs, str], bool]] = []
"""Whether an enemy ground unit observes a unit: observation fills it. [14.3.0]"""
COMBAT = (
    phases.DESIGNATION, phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR,
    phases.OFFENSIVE_FIRE, phases.OFFENSIVE_NAVAL, phases.ADJUSTMENT, phases.ASSAULTS,
)  # fmt: skip
"""The segments of a Combat Phase in which somebody fights. [14.3.0]"""


def in_these(game: Gs, moment: int, kinds: Collection[str]) -> bool:
    """Whether something happened in this player turn, in a segment of some kinds."""
    if moment < 0 or not this_player_turn(game, moment):
        return False
    return game.segments[moment % len(game.segments)].kind in kinds


def recovers(game: Gs, name: str) -> bool:
    """Whether a unit gets over one level of fatigue: in Tac mode, not having moved or fought in
    its own Movement and Combat Phases, and unobserved; Mech units next to nobody. [14.3.0]
    [5.1.3]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not unit.fatigue or unit.mode != TAC:
        return False
    if in_these(game, unit.moved, phases.MOVEMENT):
        return False
    if any(in_these(game, when, COMBAT) for when in (unit.attacked, unit.defended, unit.shelled)):
        return False
    if mech(counter, unit) and beside_enemy(game, counter.side, unit.hex):
        return False
    return not any(observed(game, name) for observed in OBSERVED)


def recover(game: Gs) -> None:
    """Whoever of the active player's units may recovers one level. [14.3.0]"""
    names = [name for name in on_map(game, active(game)) if recovers(game, name)]
    _rest(game, names, lambda unit: unit.fatigue - 1, "14.3.0")


def rested_by_lull(game: Gs, names: Iterable[str]) -> None:
    """When a lull ends its units get over all fatigue, but for formations of which any unit was
    in a ground assault in the GT before. [14.3.0-2]"""
    fought = _formations_that_fought(game)
    fresh = [
        n
        for n in names
        if unit_of(game, n).place == MAP
        and unit_of(game, n).fatigue
        and _led(game, n) not in fought
    ]
    _rest(game, fresh, lambda unit: 0, "14.3.0-2")


def _rest(game: Gs, names: list[str], level: Callable[[Unit], int], rule: str) -> None:
    for name in names:
        unit = unit_of(game, name)
        game.put(UNITS, name, replace(unit, fatigue=level(unit)))
    if names:
        game.emit(Event("recovered", rule, {"units": names}))


def _led(game: Gs, name: str) -> str:
    return formation(game, name) or superior(game, name) or name


def _formations_that_fought(game: Gs) -> set[str]:
    """The formations with a unit in a ground assault in the GT before this one. [14.3.0-2]"""
    since, until = turn_start(game, game.turn - 1), turn_start(game)
    return {
        _led(game, name)
        for side in SIDES
        for name in on_map(game, side)
        if any(
            since <= when < until
            for when in (unit_of(game, name).attacked, unit_of(game, name).defended)
        )
    }
