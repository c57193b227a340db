"""Units that a scenario withdraws: at once if they can, or as soon as they can. [21.4.0]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.systems.goss.counters import parent_of
from grognard.systems.goss.movement.eligible import moved_now, unable
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.losses import gone
from grognard.systems.goss.pieces.stacks import beside_enemy, on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.pieces.values import on_map as there
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.tracing import newcomer, trace_hq, trace_unit
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import GENS, GONE, UNITS
from grognard.systems.goss.words import called


def leaving(game: Gs, side: str) -> list[str]:
    """The units of a side on the map that must be withdrawn by now, with whatever they have broken
    down into. [21.4.0]"""
    when = game.scenario.withdrawals
    if not when:
        return []
    return [n for n in on_map(game, side) if 0 < _when(game, n) <= game.turn]


def _when(game: Gs, name: str) -> int:
    """The GT in which a unit must leave; 0 if it stays."""
    while name:
        if name in game.scenario.withdrawals:
            return game.scenario.withdrawals[name]
        name = parent_of(name)
    return 0


def supplied(game: Gs, name: str, h: int = -1) -> bool:
    """Whether a unit is in GenS, or would be in a hex, extended or not. [21.4.0]"""
    if h < 0 and not moved_now(game, unit_of(game, name)):
        return unit_of(game, name).supply == GENS
    if not superior(game, name) or newcomer(game, name, h):
        return True
    trace = trace_hq if counter_of(game, name).hq else trace_unit
    return trace(game, name, h) is not None


def free_to_go(game: Gs, name: str) -> bool:
    """Whether a unit is in GenS and not next to an enemy. [21.4.0]"""
    unit = unit_of(game, name)
    return not beside_enemy(game, counter_of(game, name).side, unit.hex) and supplied(game, name)


def withdraw(game: Gs) -> None:
    """Whoever is to leave and can is taken off the map: when reinforcements come, and when the
    Movement Phase is over. [21.4.0] [3.3.2c-1]"""
    names = [n for n in leaving(game, active(game)) if free_to_go(game, n)]
    for name in names:
        game.put(UNITS, name, gone(game, unit_of(game, name), GONE))
    if names:
        game.emit(Event("withdrawn", "21.4.0", {"units": names}))


def must_go(game: Gs, player: str) -> list[Refusal]:
    """Who is to leave and cannot must move: away from enemies, or back into supply, by the shortest
    way. [21.4.0]"""
    found = []
    for name in leaving(game, player):
        if free_to_go(game, name) or unable(game, name) is not None:
            continue
        better = nearer(game, name, reach(game, (name,), player).costs)
        if better:
            text = (
                f"{called(game, name)} is to leave, and could go to {game.board.label(better[0])}"
            )
            found.append(Refusal("21.4.0", text))
    return found


def nearer(game: Gs, name: str, hexes: Iterable[int]) -> list[int]:
    """Those of the hexes from which a unit could be withdrawn; of one that reaches none and is out
    of supply, those that are nearer to its headquarters. [21.4.0]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    clear = [h for h in sorted(hexes) if not beside_enemy(game, side, h)]
    home = [h for h in clear if supplied(game, name, h)]
    if home or supplied(game, name):
        return home or ([] if not beside_enemy(game, side, unit.hex) else clear)
    hq = superior(game, name)
    if not hq or hq == name or not there(game, hq):
        return []
    goal, distance = unit_of(game, hq).hex, game.board.distance
    return [h for h in clear if distance(h, goal) < distance(unit.hex, goal)]
