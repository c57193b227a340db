"""The states of supply, and what comes of them: GenS, on hand, out of supply, isolated. [15.1.2]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.ways import POINT
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.pieces.chain import leads
from grognard.systems.goss.pieces.stacks import own_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import EXPLOIT, GENS, OHS, OOS, UNITS

NEAR = 3
"""How near a friend in GenS keeps a unit from being isolated. [15.7.0]"""
EXPLOITING = 3 * POINT
"""What an exploiting unit may spend of its on-hand supply. [15.5.2(5)]"""


def put_supply(
    game: Gs, name: str, state: str, *, extended: bool = False, bridged: bool = False
) -> bool:
    """A unit's state of supply is found; tells whether it has changed. In GenS nobody is isolated,
    and surrender is forgotten. [15.1.2] [15.7.0]"""
    unit = unit_of(game, name)
    isolated = unit.isolated and state != GENS
    checks = unit.checks if isolated and state == OOS else 0
    found = replace(
        unit, supply=state, extended=extended, bridged=bridged, isolated=isolated, checks=checks
    )
    if found != unit:
        game.put(UNITS, name, found)
    if state == OOS:
        suffer_oos(game, name)
    return unit.supply != state


def suffer_oos(game: Gs, name: str) -> None:
    """Who is out of supply leaves Exploit mode at once; guns have no ammunition; nobody is a combat
    reserve. [15.6.0-4] [15.6.0-5]"""
    unit = unit_of(game, name)
    if counter_of(game, name).artillery and not unit.depleted:
        game.put(UNITS, name, replace(unit, depleted=True))
    if unit_of(game, name).cr:
        game.put(UNITS, name, replace(unit_of(game, name), cr=False))
    if unit.mode == EXPLOIT:
        forced_out(game, name, "15.6.0")


def exhaust(game: Gs, names: Iterable[str], rule: str) -> None:
    """Units have used up what they had on hand: they are out of supply. Others are as they were.
    [15.5.2]"""
    used = [n for n in names if unit_of(game, n).supply == OHS and not leads(game, n)]
    for name in used:
        unit = unit_of(game, name)
        put_supply(game, name, OOS, extended=unit.extended, bridged=unit.bridged)
    if used:
        game.emit(Event("out-of-supply", rule, {"units": used}))


def starve(game: Gs, names: Iterable[str]) -> None:
    """Assets that their army or corps has no room for are out of supply at once. [9.3.1] [9.3.2]"""
    out = [n for n in names if put_supply(game, n, OOS)]
    if out:
        game.emit(Event("out-of-supply", "9.3.1", {"units": out}))


# ---- what uses up on-hand supply [15.5.2]


def after_moving(game: Gs, names: Iterable[str]) -> None:
    """More than half the printed MA, or more than three MP in Exploit mode, uses up on-hand supply;
    by an option exploiting does so at once. [15.5.2(1)] [15.5.2(5)] [5.3.4-ohs]"""
    exhaust(game, [n for n in names if _overspent(game, n)], "15.5.2")


def _overspent(game: Gs, name: str) -> bool:
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.mode == EXPLOIT:
        most = EXPLOITING if game.options["onhand-exploit"] == "three" else 0
        return unit.spent > most
    return 2 * unit.spent > counter.ma * POINT


def after_attack(game: Gs, names: Iterable[str], *, overrun: bool = False) -> None:
    """An assault uses up on-hand supply, at half strength too, unless an option spares that; an
    overrun at half strength within three MP does not. [15.5.2(2)] [15.5.2(5)]"""

    def spared(name: str) -> bool:
        unit = unit_of(game, name)
        if not unit.half:
            return False
        if overrun:
            return unit.spent <= EXPLOITING
        return bool(game.options["onhand-half-attack"] == "spared")

    exhaust(game, [n for n in names if not spared(n)], "15.5.2")


def after_defence(game: Gs, names: Iterable[str]) -> None:
    """Who defends with more than half his strength has nothing on hand any more. [15.5.2(3)]"""
    exhaust(game, [n for n in names if not unit_of(game, n).half], "15.5.2")


def after_mission(game: Gs, guns: Iterable[str]) -> None:
    """Artillery that has fired has nothing on hand any more. [15.5.2(4)]"""
    exhaust(game, guns, "15.5.2")


# ---- isolation [15.7.0]


def near_supply(game: Gs, name: str) -> bool:
    """Whether a friend in GenS is within three hexes. [15.7.0]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    return any(
        unit_of(game, other).supply == GENS
        for h in game.board.disk(unit.hex, NEAR)
        for other in own_at(game, h, side)
        if other != name
    )


def put_isolated(game: Gs, name: str, isolated: bool) -> bool:
    """A unit is found to be isolated, or not; tells whether that is new. [15.7.0]"""
    unit = unit_of(game, name)
    if unit.isolated == isolated:
        return False
    game.put(UNITS, name, replace(unit, isolated=isolated, checks=unit.checks if isolated else 0))
    return True


def telling(changes: Iterable[tuple[str, str]]) -> Iterator[Event]:
    """What is told of new states, one event for each state. [15.1.2]"""
    by_state: dict[str, list[str]] = {}
    for name, state in changes:
        by_state.setdefault(state, []).append(name)
    for state, names in by_state.items():
        yield Event("supply", "15.1.2", {"units": names, "state": state})
