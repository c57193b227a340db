"""Building of any kind: who may, who is at it, and what ends it before its time. [17.3.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.marked import WORKING, in_order, marked
from grognard.systems.goss.pieces.quiet import against_activity
from grognard.systems.goss.pieces.stacks import on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import (
    BRIDGES,
    HEAVY,
    HEXES,
    MARKER,
    PRINTED,
    WORKS,
    Bridge,
    HexStatus,
)
from grognard.systems.goss.units import (
    BRIDGING,
    ENGINEER_AFV,
    MAP,
    OOS,
    ROAD_CREW,
    TAC,
    UNITS,
    Counter,
    Unit,
)
from grognard.systems.goss.words import called
from grognard.systems.goss.works.shelter import take_shelter

CONSTRUCTION = (*WORKS, *BRIDGING)
"""The tasks that are construction; who mends roads is at none. [17.3.0]"""


def sapper(counter: Counter) -> bool:
    """Engineers who build, demolish and ferry; those in AFVs only assault. [17.0] [4.6.7]"""
    return counter.engineer and not counter.is_(ENGINEER_AFV)


def engineer_steps(game: Gs, names: Sequence[str]) -> int:
    """The steps of engineers among units, alone or with others they stack with. [17.0]"""
    return sum(unit_of(game, n).steps for n in names if sapper(counter_of(game, n)))


def against_hands(game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why units cannot be set to work as one: they are strangers, or not in one hex. [17.3.0]"""
    own = {*on_map(game, player)}
    strange = [n for n in names if n not in own]
    if strange or not names:
        text = f"{strange[0]!r} is no unit of yours on the map" if strange else "nobody is named"
        return [Refusal("form", text)]
    if len({unit_of(game, n).hex for n in names}) > 1:
        return [Refusal("17.3.0", "who builds together stands in one hex")]
    return []


def against_working(game: Gs, name: str, rule: str = "17.3.0") -> list[Refusal]:
    """Why a unit may not begin a work: it must be in Tac mode, fresh, supplied, and at nothing
    else in this GT; inactive units in a lull build in the AM only. [17.3.0] [15.6.0-4]
    [14.2.0(c)] [24.2.5]"""
    unit = unit_of(game, name)
    barred = (
        (unit.mode != TAC, rule, f"is in {unit.mode} mode"),
        (unit.fatigue > 0, rule, "is fatigued"),
        (unit.supply == OOS, "15.6.0-4", "is out of supply"),
        (bool(unit.task), "17.3.0", "is at work"),
        (unit.worked == game.turn, "17.3.0", "has been at work in this game turn"),
        (unit.cr, "5.8.0", "is a combat reserve"),
    )
    found = [Refusal(why, f"{called(game, name)} {text}") for holds, why, text in barred if holds]
    late = against_activity(game, name, "24.2.5")
    return found if late is None else [*found, late]


def set_to(game: Gs, names: Sequence[str], task: str, at: int = -1) -> None:
    """Units begin a work; bridge builders come out of the works they were in. [17.3.0] [17.4.1]"""
    for name in names:
        unit = unit_of(game, name)
        inside = unit.inside and task not in BRIDGING
        worked = game.turn if task in CONSTRUCTION else unit.worked
        changed = replace(unit, task=task, task_at=at, worked=worked, inside=inside)
        game.put(UNITS, name, changed)


def gang(game: Gs, h: int, task: str, at: int = -1) -> tuple[str, ...]:
    """The units of a hex that are at one and the same work. [17.3.0]"""
    found = ((n, unit_of(game, n)) for n in units_at(game, h))
    return tuple(n for n, unit in found if unit.task == task and unit.task_at == at)


def gangs(game: Gs) -> Iterator[tuple[int, str, int]]:
    """Everything that is being done: the hex, the task, and the hexside of a bridge."""
    if marked(game, WORKING):
        yield from game.cached(("gangs",), (UNITS.name,), lambda: _gangs(game))


def _gangs(game: Gs) -> tuple[tuple[int, str, int], ...]:
    """The same, looked for once as long as no unit changes."""
    busy = (unit_of(game, name) for name in in_order(game, WORKING))
    return tuple(dict.fromkeys((unit.hex, unit.task, unit.task_at) for unit in busy))


def released(game: Gs, names: Sequence[str], *, free: bool) -> None:
    """Units are done with a work. Who gave it up, or ends it in a Construction Phase, is free for
    anything else in this GT. [17.3.0] [17.3.0-3]"""
    for name in names:
        unit = unit_of(game, name)
        worked = 0 if free else unit.worked
        game.put(UNITS, name, replace(unit, task="", task_at=-1, worked=worked))


def halted(game: Gs, h: int, task: str, at: int, rule: str) -> None:
    """A work ends before its time, and what was done is lost; its builders are free, and may go
    into works in their hex. [17.3.0-2] [17.3.1]"""
    names = gang(game, h, task, at)
    released(game, names, free=True)
    if task in BRIDGING:
        _bridge_left(game, h, at)
    elif status(game, h).building == task:
        game.put(HEXES, h, cease(status(game, h)))
    facts = {"units": list(names), "task": task, "hex": game.board.label(h)}
    game.emit(Event("work-halted", rule, facts))
    take_shelter(game, names)


def cease(found: HexStatus) -> HexStatus:
    """A hex in which no field work is being dug any more. [17.3.0]"""
    return replace(found, building="", builder="", begun=-1, starved=False)


def _bridge_left(game: Gs, h: int, key: int) -> None:
    """An unfinished bridge: nothing is left of a new one, a heavy one is a unit again, or lies
    useless across the water if it was being taken apart. [17.3.0-2] [17.3.1c(c)]"""
    bridge = game.state[BRIDGES][key]
    idle = replace(bridge, left=0, builder="", dismantling=False)
    if bridge.kind == HEAVY and not bridge.dismantling:
        cleared(game, key)
        returned(game, bridge.unit, h)
    elif bridge.kind == MARKER:
        cleared(game, key)
    else:
        game.put(BRIDGES, key, idle)


def cleared(game: Gs, key: int) -> None:
    """No bridge is over a hexside any more; where one is printed its ruins are. [17.3.2]"""
    known = game.state[BRIDGES].get(key)
    if key in game.scenario.ground.bridges:
        tried = known.tried if known is not None else -1
        game.put(BRIDGES, key, Bridge(PRINTED, stands=False, tried=tried))
    elif known is not None:
        game.drop(BRIDGES, key)


def returned(game: Gs, name: str, h: int) -> None:
    """A heavy bridge is a unit again, where its builders are. [17.3.1c]"""
    top = 1 + max((unit_of(game, n).order for n in units_at(game, h)), default=0)
    unit = unit_of(game, name)
    game.put(UNITS, name, replace(unit, place=MAP, hex=h, where="", order=top))


def lost_a_step(game: Gs, name: str, before: Unit) -> None:
    """Who loses a step where something is being built has ended that. [17.3.0-2]"""
    if before.place != MAP:
        return
    works = {(task, at) for h, task, at in gangs(game) if h == before.hex}
    works |= {(before.task, before.task_at)}
    for task, at in sorted(works):
        if task in CONSTRUCTION:
            halted(game, before.hex, task, at, "17.3.0-2")


def gave_way(game: Gs, names: Sequence[str], start: int) -> None:
    """Units have retreated from a hex: whatever they built there is given up. [17.3.0-2]"""
    busy = [n for n in names if unit_of(game, n).task]
    works = {(unit_of(game, n).task, unit_of(game, n).task_at) for n in busy}
    released(game, busy, free=True)
    for task, at in sorted(works):
        if task in CONSTRUCTION:
            halted(game, start, task, at, "17.3.0-2")


def unsupplied(game: Gs) -> None:
    """Who comes out of supply stops building; an IP that was begun without supply, where the option
    allows that, goes on. [17.3.0-2] [15.6.0-4]"""
    for h, task, at in [*gangs(game)]:
        dry = any(unit_of(game, n).supply == OOS for n in gang(game, h, task, at))
        spared = task == WORKS[0] and status(game, h).starved
        if dry and not spared:
            halted(game, h, task, at, "17.3.0-2" if task != ROAD_CREW else "17.7.1")
