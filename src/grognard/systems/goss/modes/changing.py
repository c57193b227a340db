"""How a unit's mode changes, whoever changes it. [5.0]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.pieces.chain import formation, fuel_state, subordinates, superior
from grognard.systems.goss.pieces.marked import marked
from grognard.systems.goss.pieces.stacks import beside_enemy, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import EMPTY
from grognard.systems.goss.turn.calendar import day
from grognard.systems.goss.units import EXPLOIT, MR, OOS, PA, STRAT, TAC, UNITS

OUT_OF_WORKS = (PA, EXPLOIT, STRAT)
"""The modes in which a unit has no use of works, and comes out of them. [17.4.1]"""

CHANGED: list[Callable[[Gs, tuple[str, ...], str], None]] = []
"""Units have entered a mode: the night fills it. [3.5.2]"""


def put_mode(game: Gs, name: str, mode: str) -> None:
    """A unit enters a mode: it leaves the one it was in. [5.0]

    Entering MR mode starts its clock. [5.4.4] Leaving Strat mode keeps it in command until the next
    AM Command Phase. [5.5.3a]
    """
    unit = unit_of(game, name)
    if unit.mode == mode:
        return
    left = game.turn if unit.mode == STRAT else unit.left_strat
    waiting = game.turn if mode == MR else 0
    released = day(game) if unit.mode == MR else unit.released
    changed = replace(unit, mode=mode, waiting=waiting, left_strat=left, released=released)
    if mode != TAC and changed.cr:
        changed = replace(changed, cr=False)  # [5.8.0]
    if mode in OUT_OF_WORKS:
        changed = replace(changed, inside=False)  # [17.4.1]
    game.put(UNITS, name, changed)


def enter(game: Gs, names: tuple[str, ...], mode: str, rule: str) -> None:
    """Units enter a mode, and it is told. [5.0]"""
    for name in names:
        put_mode(game, name, mode)
    game.emit(Event("mode", rule, {"units": list(names), "mode": mode}))
    for follow in CHANGED:
        follow(game, names, mode)


def forced_out(game: Gs, name: str, rule: str) -> None:
    """A unit must leave its mode, and is in Tac mode. One that was exploiting may enter again
    sooner than others. [5.3.2] [5.3.3]"""
    unit = unit_of(game, name)
    if unit.mode == TAC:
        return
    if unit.mode == EXPLOIT:
        game.put(UNITS, name, replace(unit, forced=game.serial))
    enter(game, (name,), TAC, rule)


def oos_leave_exploit(game: Gs) -> None:
    """Who is out of supply leaves Exploit mode. [5.3.2] [15.6.0]"""
    for name in _in_mode(game, EXPLOIT):
        if unit_of(game, name).supply == OOS:
            forced_out(game, name, "5.3.2")


def dry_leave_exploit(game: Gs) -> None:
    """Whose formation was given no fuel leaves Exploit mode in the Logistics Phase. [5.3.0]
    [5.3.0-fuel]"""
    for name in _in_mode(game, EXPLOIT):
        if fuel_state(game, name) == EMPTY:
            forced_out(game, name, "5.3.0")


def alone_with_strangers(game: Gs) -> None:
    """At the end of a phase an exploiting Recon unit that stands with others that are not loses
    its marker. [5.3.1]"""
    for name in _in_mode(game, EXPLOIT):
        unit, counter = unit_of(game, name), counter_of(game, name)
        if counter.recon and any(
            unit_of(game, other).mode != EXPLOIT and other != name
            for other in units_at(game, unit.hex)
        ):
            forced_out(game, name, "5.3.1")


def exposed_reserves(game: Gs) -> None:
    """A formation or regiment in MR mode one of whose units is next to an enemy leaves it, as a
    whole and without a bonus. [5.4.2]"""
    for name in _in_mode(game, MR):
        unit = unit_of(game, name)
        if unit.mode == MR and beside_enemy(game, counter_of(game, name).side, unit.hex):
            break_reserve(game, name, "5.4.2")


def break_reserve(game: Gs, name: str, rule: str) -> None:
    """All units of a unit's formation that are in MR mode leave it for Tac mode. [5.4.2]"""
    hq = formation(game, name) or superior(game, name)
    for other in subordinates(game, hq):
        if unit_of(game, other).mode == MR:
            forced_out(game, other, rule)


def _in_mode(game: Gs, mode: str) -> list[str]:
    return marked(game, mode)
