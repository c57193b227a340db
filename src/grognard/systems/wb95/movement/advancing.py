"""Taking units along a path: what each step does, what it costs, and who hears of it. [3.1]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Number, Part, Tally
from grognard.systems.wb95.air import air
from grognard.systems.wb95.fighting import disorganisation
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.masking.masking import FULL, befalls, masked_game, sight
from grognard.systems.wb95.movement import overrun
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.movement.movement import Stride, march, stride, tally, walk
from grognard.systems.wb95.pieces.stacks import holder, in_zone
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works import bridges


def activate(game: Wb, name: str, spent: int = 0, halted: bool = False) -> None:
    """A unit is active in this phase: it moves, or works instead of moving (`halted`). [2.2.P3]

    The first time notes where it began; points spent add up over the phase. [3.1.5]
    """
    unit = unit_of(game, name)
    if unit.moved != game.serial:
        unit = replace(unit, moved=game.serial, spent=0, start=unit.hex, routed=game.serial)
    game.put(UNITS, name, replace(unit, spent=unit.spent + spent, halted=halted))


def plans(game: Wb, names: Sequence[str], path: Sequence[int]) -> dict[str, list[Stride]]:
    """The steps of each unit along a path that is open to all. [3.1.7]"""
    found: dict[str, list[Stride]] = {}
    cleared: tuple[int, ...] = ()
    for name in names:
        strides = walk(game, name, path, cleared=cleared)
        assert not isinstance(strides, Refusal)
        found[name] = strides
        cleared = tuple(path)
    return found


def advance(game: Wb, name: str, path: Sequence[int], plan: Sequence[Stride | None] = ()) -> None:
    """Take one unit along a path, step by step; it stops where it can go no further.

    The steps are those of the plan, if there is one, as long as nothing weakens the unit.

    It overruns what stands alone in its way [6.1.7] [9.1.5], comes under air attack where it
    crosses a big river without a bridge [8.2.16], and ends its move in an enemy zone [4.2.1].
    Moving restarts its recovery. [5.6.5]
    """
    activate(game, name)
    disorganisation.disturb(game, name)
    unit = unit_of(game, name)
    strength = unit.cel
    for b, planned in zip_longest(path, plan):
        weakened = unit.cel != strength
        found = stride(game, march(game, name), b) if planned is None or weakened else planned
        if isinstance(found, Refusal):  # it was weakened on the way
            _stopped(game, name, found)
            break
        _step(game, name, unit.hex, b, found)
        unit = unit_of(game, name)
        if unit.place != MAP:
            return
    halted = in_zone(game, unit.hex, game.scenario.other(counter_of(game, name).side))
    if unit.halted != halted:
        game.put(UNITS, name, replace(unit, halted=halted))


def _step(game: Wb, name: str, a: int, b: int, taken: Stride) -> None:
    """One step: the hex is cleared, entered and paid for; then what waits at the river. [3.1.5]"""
    if holder(game, b) not in (None, taken.after.side):
        overrun.run_over(game, name, b)
    step_into(game, name, b)
    unit, routed = unit_of(game, name), game.serial if taken.after.routed else -1
    game.put(UNITS, name, replace(unit, routed=routed, spent=unit.spent + taken.cost, halted=False))
    ground = game.scenario.ground
    if ground.big_river(a, b) and not bridges.bridged(game, a, b):  # [8.2.16] [8.2.21]
        air.crossing_fire(game, name, b)


def _stopped(game: Wb, name: str, why: Refusal) -> None:
    """Say that a unit did not get as far as it was ordered."""
    befalls(game, name, Event("stop", why.rule, {"why": why.text}), secret=("why",))


# ---- telling it


def told(game: Wb, player: str, plans: Mapping[str, list[Stride]], path: Sequence[int]) -> Event:
    """The move as its player sees it, and as much of it as the other side may see. [16.1.1]"""
    board, enemy, names = game.board, game.scenario.other(player), list(plans)
    ways = {name: legs(game, unit_of(game, name).hex, plan) for name, plan in plans.items()}
    where = {
        "from": board.label(unit_of(game, names[0]).hex),
        "path": [board.label(h) for h in path],
    }
    ground = game.scenario.ground

    def facts_in_full() -> dict[str, Any]:
        costs = {name: move_cost(ground, way).to_json() for name, way in ways.items()}
        return {"units": list(names), **where, "cost": costs}

    facts = Later(facts_in_full)
    if not masked_game(game):
        return Event("move", "3.1.1", facts)
    seen = [name for name in names if sight(game, enemy, name) == FULL]
    hexes, here = game.state[HEXES], unit_of(game, names[0]).hex
    if names[-1] not in seen and not hexes[here].masked and not hexes[path[-1]].masked:
        seen.append(names[-1])  # it comes to lie on top of the stack
    others = Event("move", "3.1.1", {"units": seen, **where})
    return Event("move", "3.1.1", facts, seen_by=(player,), others=others)


Leg = tuple[int, Stride, bool]
"""A step with the hex it leaves, and whether a bridge carried it."""


def legs(game: Wb, start: int, strides: Sequence[Stride]) -> list[Leg]:
    """The steps of a move that begins in a hex, over the bridges as they stand."""
    found, a = [], start
    for taken in strides:
        found.append((a, taken, bridges.bridged(game, a, taken.after.hex)))
        a = taken.after.hex
    return found


def move_cost(ground: Ground, legs: Sequence[Leg]) -> Tally:
    """What a whole move costs, like reasons taken together. [3.1.11] [3.1.12]"""
    sums: dict[tuple[str, str, str], Number] = {}
    for a, taken, bridge in legs:
        parts = ground.reasons(taken.after.move, a, taken.after.hex, bridge).parts
        for part in (*parts, *tally(list(taken.reasons[1:])).parts):
            key = (part.label, part.rule, part.source)
            sums[key] = sums.get(key, 0) + whole_or_not(part.value)
    return Tally(tuple(Part(key[0], whole_or_not(value), *key[1:]) for key, value in sums.items()))


def whole_or_not(value: Number) -> Number:
    """A fraction as a whole number where it is one."""
    return value.numerator if value.denominator == 1 else value
