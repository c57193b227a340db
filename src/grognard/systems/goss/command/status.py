"""Command status: who is in command, and who is marked. [9.3.5] [9.8.0]

A marker is put on at once when a unit is found outside its zone, and comes off only in its owner's
Command Status Segment. [9.2.0] [9.8.0]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions
from grognard.systems.goss.charts import number
from grognard.systems.goss.command.registers import linked
from grognard.systems.goss.command.zones import drawn, inside, to_zone
from grognard.systems.goss.pieces.chain import above, superior
from grognard.systems.goss.pieces.stacks import on_map, present
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import GENS, LOST, MAP, STRAT, UNITS, Unit
from grognard.systems.goss.words import called

LIMITS = "command-limits"


def heads(game: Gs, name: str) -> Iterator[str]:
    """The headquarters above a unit, from its own upward; of a headquarters those above it.
    [9.3.0]"""
    hq = superior(game, name)
    if hq and hq != name:
        yield hq
    while hq:
        hq = above(game, hq)
        if hq:
            yield hq


def lost(game: Gs, hq: str) -> bool:
    """Whether a headquarters has been eliminated. [9.3.1] [9.3.2]"""
    return unit_of(game, hq).place in LOST


def orphan(game: Gs, name: str) -> bool:
    """Whether a headquarters above a unit is eliminated: it is out of command until its owner gives
    it another in a Command Phase. [9.3.1] [9.3.2]"""
    return any(lost(game, hq) for hq in heads(game, name))


def newcomer(game: Gs, name: str) -> bool:
    """Whether a unit is in command as a reinforcement: in the GT of its arrival and two more, if a
    path of any length leads to it from its headquarters, or that is not on the map. [9.7.0]"""
    unit = unit_of(game, name)
    turns = number(game.scenario.tables, LIMITS, "reinforcement turns", "count")
    if not unit.arrived or game.turn - unit.arrived >= turns:
        return False
    there = [hq for hq in heads(game, name) if unit_of(game, hq).place == MAP]
    return not there or linked(game, there[0], name)


def excused(game: Gs, name: str) -> bool:
    """Whether a unit is in command wherever it is: in Strat mode and until the next AM Command
    Phase after it, and as a reinforcement. [5.5.3a] [9.7.0]"""
    unit = unit_of(game, name)
    return unit.mode == STRAT or unit.left_strat > 0 or newcomer(game, name)


def commanded(game: Gs, name: str) -> bool:
    """Whether a unit or headquarters is in command where it stands: within its zone, with every
    headquarters above it in command and none of them eliminated. [9.3.5] [9.2.0] [9.3.1]
    [9.3.2]"""
    if excused(game, name):
        return True
    chain = [*heads(game, name)]
    if any(lost(game, hq) for hq in chain) or not inside(game, name):
        return False
    there = (hq for hq in chain if unit_of(game, hq).place == MAP)
    return all(_in_place(game, hq) for hq in there)


def _in_place(game: Gs, hq: str) -> bool:
    """Whether a headquarters is where it should be or may be anywhere, looked at once for all whom
    it leads."""
    key = "in its zone", hq
    return game.cached(key, game.journal.every, lambda: inside(game, hq) or excused(game, hq))


def mark(game: Gs, names: Iterable[str], ooc: bool, rule: str) -> None:
    """Units get an OoC marker, or lose it. [9.8.0]"""
    changed = [n for n in names if unit_of(game, n).ooc != ooc]
    for name in changed:
        game.put(UNITS, name, replace(unit_of(game, name), ooc=ooc))
    if changed:
        game.emit(Event("out-of-command" if ooc else "in-command", rule, {"units": changed}))


def joined(game: Gs) -> None:
    """The Command Segment begins: a reinforcement that has come into its zone and is supplied there
    is one no longer, once its three GTs are over. [9.7.0]"""
    turns = number(game.scenario.tables, LIMITS, "reinforcement turns", "count")
    for side in SIDES:
        for name in on_map(game, side):
            unit = unit_of(game, name)
            late = unit.arrived and game.turn - unit.arrived >= turns
            if late and unit.supply == GENS and inside(game, name):
                game.put(UNITS, name, replace(unit, arrived=0))


def against_detour(game: Gs, names: Iterable[str], path: Sequence[int]) -> list[Refusal]:
    """Why reinforcements that have not reached their zone may not go a way: it leads away from it.
    [9.7.0]"""
    if not drawn(game) or not path:
        return []
    for name in names:
        unit, far = unit_of(game, name), to_zone(game, name)
        if unit.arrived and far is not None and far[unit.hex] and far[path[-1]] > far[unit.hex]:
            text = f"{called(game, name)} goes to its zone by the most direct route"
            return [Refusal("9.7.0", text)]
    return []


def determine(game: Gs) -> None:
    """The Command Status Segment: all units and headquarters of the active player. [9.8.0]
    [9.3.5]"""
    names = on_map(game, active(game))
    found = {n: commanded(game, n) for n in names}
    mark(game, [n for n in names if found[n]], False, "9.8.0")
    mark(game, [n for n in names if not found[n]], True, "9.8.0")


def strayed(game: Gs) -> None:
    """An Exploit Phase ends: who has moved in it and is not within his zone is marked, and so is
    whoever he commands. [9.2.0] [9.3.5]"""
    everybody = (one for side in SIDES for one in present(game, side))
    moved = [n for n, _, unit in everybody if this_phase(game, unit.moved)]
    _lose(game, {n for n in moved if not commanded(game, n)})


def left_zone(
    game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool
) -> Questions[bool]:
    """Units have entered a hex: who is more than a hex outside his zone is marked at once, unless
    an option leaves that to the Command Status Segment; it does not end his movement. [9.2.0]"""
    if drawn(game) and game.options["ooc-on-the-way"] == "at-once":
        out = [n for n in names if not inside(game, n, margin=True) and not excused(game, n)]
        _lose(game, {*out})
    yield from ()
    return False


def driven_out(game: Gs) -> None:
    """Whoever has advanced or retreated out of his zone in this segment is marked at once, and so
    is whoever he commands. [9.2.0] [9.2.0-ga]"""
    now, units = game.serial, game.state[UNITS]
    driven = [
        n
        for side in SIDES
        for n, _, unit in present(game, side)
        if now in (unit.advanced, unit.retreated)
    ]
    _lose(game, {n for n in driven if not units[n].ooc and not commanded(game, n)})


def _lose(game: Gs, names: set[str]) -> None:
    """Units outside their zone are marked, and with headquarters all that they command. [9.2.0]
    [9.3.5]"""
    mark(game, sorted({*names, *_below(game, names)}), True, "9.2.0")


def _below(game: Gs, hqs: set[str]) -> Iterator[str]:
    """Whoever is under any of some headquarters. [9.3.5]"""
    if not hqs:
        return
    for side in SIDES:
        for name in on_map(game, side):
            if not hqs.isdisjoint(heads(game, name)) and not excused(game, name):
                yield name


def orphaned(game: Gs, name: str, before: Unit) -> None:
    """A headquarters is eliminated: all under it are out of command at once. [9.3.1] [9.3.2]"""
    unit = unit_of(game, name)
    leading = counter_of(game, name).hq or before.attached == name
    if before.place != MAP or unit.place == MAP or not leading:
        return
    mark(game, sorted(_below(game, {name})), True, "9.3.2")


def strat_is_over(game: Gs) -> None:
    """The AM Command Phase: who has left Strat mode is in command no longer for that. [5.5.3a]"""
    for side in SIDES:
        for name in on_map(game, side):
            unit = unit_of(game, name)
            if unit.left_strat:
                game.put(UNITS, name, replace(unit, left_strat=0))
