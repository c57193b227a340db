"""Stacking: eight levels a hex at the end of every phase. [3.2]

Units pass through friends freely [3.1.10] and may for a moment crowd a hex, as long as a way to
thin it out again is left: units there that can still move, each to a hex with room. The plan is
made greedily in a fixed order: it may miss a clever way out, but what it finds can be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS


def company(game: Wb, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these are not units that a player may order about. [3.1.3]"""
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "name at least one unit, and none twice")]
    for name in names:
        counter = game.scenario.counters.get(name)
        if counter is None or counter.side != player:
            return [Refusal("form", f"{name!r} is no unit of {player}")]
    return []


def strange(game: Wb, player: str, names: Sequence[str], rule: str) -> list[Refusal]:
    """Why some of these are none of a player's units on the map."""
    units, counters = game.state[UNITS], game.scenario.counters
    for name in names:
        unit = units.get(name)
        if unit is None or unit.place != MAP or counters[name].side != player:
            return [Refusal(rule, f"{name!r} is none of {player}'s units on the map")]
    return []


def crowded(game: Wb, side: str) -> tuple[int, ...]:
    """A side's hexes with more levels than allowed; headquarters count one each. [3.2.1] [3.2.2]"""
    crowds = stacks(game).crowds
    return tuple(h for h in sorted(crowds) if holder(game, h) == side) if crowds else ()


@dataclass(frozen=True)
class Relief:
    """How crowded hexes can be thinned out: the moves of a plan, and the hexes it cannot help."""

    moves: tuple[tuple[str, int], ...]
    stuck: tuple[int, ...]


def relief(game: Wb, player: str, names: tuple[str, ...] = (), to: int = -1) -> Relief:
    """A plan to thin out every crowded hex, supposing that some units have gone to a hex first.

    Those units (and, without a hex, units that stay where they are) move no more in the plan.
    """
    cels = dict(stacks(game).sizes)
    if to >= 0:
        cels[to] = levels_after(game, player, names, to)
        for name in names:
            unit = unit_of(game, name)
            if unit.hex >= 0 and unit.hex != to:
                cels[unit.hex] -= unit.cel
    moves: list[tuple[str, int]] = []
    stuck: list[int] = []
    hexes = {*crowded(game, player), to} if to >= 0 else set(crowded(game, player))
    for h in sorted(hexes):
        if cels.get(h, 0) > STACKING_LIMIT:
            plan = _thin_out(game, player, h, names, cels)
            if plan is None:
                stuck.append(h)
            else:
                moves.extend(plan)
    return Relief(tuple(moves), tuple(stuck))


def _thin_out(
    game: Wb, player: str, h: int, gone: tuple[str, ...], cels: dict[int, int]
) -> list[tuple[str, int]] | None:
    """Moves that bring a hex down to the limit, from the top of the stack; None if none do."""
    room = dict(cels)
    plan: list[tuple[str, int]] = []
    for name in reversed(units_at(game, h)):
        if room[h] <= STACKING_LIMIT:
            break
        if name in gone:
            continue
        cel = unit_of(game, name).cel
        for to in reach(game, player, name):
            free = holder(game, to) in (None, player)
            if free and room.get(to, 0) + cel <= STACKING_LIMIT:
                room[to] = room.get(to, 0) + cel
                room[h] -= cel
                plan.append((name, to))
                break
    if room[h] > STACKING_LIMIT:
        return None
    cels.update(room)
    return plan


def keeps_room(game: Wb, player: str, names: tuple[str, ...], to: int = -1) -> list[Refusal]:
    """Refuse to crowd a hex, or to use up the units that could thin one out. [3.2.1]

    `names` go to a hex, or (without one) use up their movement where they stand. Hexes that
    nothing can help (crowded by the set-up, or pinned) hold nobody up, but may not grow.
    """
    crowds = to >= 0 and levels_after(game, player, names, to) > STACKING_LIMIT
    before = crowded(game, player)
    if not crowds and not before:
        return []
    stuck = relief(game, player, names, to).stuck
    hopeless = relief(game, player).stuck if stuck and before else ()
    for h in stuck:
        if h not in hopeless or (h == to and any(unit_of(game, n).hex != to for n in names)):
            text = f"{game.board.label(h)} would keep more than {STACKING_LIMIT} CELs"
            return [Refusal("3.2.1", f"{text}, with no unit left that could make room in time")]
    return []


def levels_after(game: Wb, player: str, names: tuple[str, ...], to: int) -> int:
    """The levels in a hex when these units have come into it; a headquarters is one. [3.2.2]"""
    coming = sum(unit_of(game, name).cel for name in names if unit_of(game, name).hex != to)
    return coming + (stacks(game).sizes[to] if holder(game, to) == player else 0)


def unfinished(game: Wb, player: str) -> list[Refusal]:
    """A phase does not end while a crowded hex could still be thinned out. [3.2.1]"""
    if not crowded(game, player):
        return []
    moves = relief(game, player).moves
    if not moves:
        return []
    name, to = moves[0]
    here, there = game.board.label(unit_of(game, name).hex), game.board.label(to)
    text = f"{here} holds more than {STACKING_LIMIT} CELs; {counter_of(game, name).name} for one"
    return [Refusal("3.2.1", f"{text} can still go to {there}")]
