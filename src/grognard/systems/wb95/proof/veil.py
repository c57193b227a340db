"""Twins: a second game that one player cannot tell from the first, for the law of secrets.

It differs only in what the player may not see: which counters lie in closed stacks and at what
level [16.1.1], where the enemy builds a bridge [14.3.2b], and the answers he has left standing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.engine.record import replace
from grognard.kit.fog import Veil, other_answers
from grognard.systems.wb95.masking.masking import (
    FULL,
    LEVELS,
    NOTHING,
    TYPE,
    counted,
    sight,
    symbol,
)
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS
from grognard.systems.wb95.units import UNITS, Unit


def insight(game: Wb, player: str) -> Mapping[str, int]:
    """How much a player may know of each unit that is not his own; off the map they are open."""
    return {
        name: sight(game, player, name)
        for name in game.state[UNITS]
        if counter_of(game, name).side != player
    }


def nameless(game: Wb, player: str) -> list[str]:
    """The units that a player cannot call by name: he does not see their counters. [16.1.1]"""
    return [name for name, level in insight(game, player).items() if level < FULL]


def glance(game: Wb) -> list[int]:
    """The hexes in which anything stands, which is open to all."""
    return sorted(stacks(game).at)


def _enemies(game: Wb, player: str, most: int) -> list[str]:
    """Enemy units of which a player knows no more than this."""
    return [name for name, level in insight(game, player).items() if level <= most]


def _free(game: Wb, name: str) -> bool:
    """Whether a unit carries no marker that lies open, and is at no secret work."""
    unit = unit_of(game, name)
    return unit.oos == 0 and unit.disorganised < 0 and name not in game.state[WORKS]


def _other_levels(game: Wb, player: str, rng: random.Random) -> bool:
    """Another level for a unit whose levels the player does not know."""
    names = [n for n in _enemies(game, player, TYPE) if len(counter_of(game, n).levels) > 1]
    if not names:
        return False
    name = rng.choice(names)
    unit = unit_of(game, name)
    room = STACKING_LIMIT - stacks(game).sizes[unit.hex] + unit.cel
    levels = range(1, min(len(counter_of(game, name).levels), room) + 1)
    choices = [cel for cel in levels if cel != unit.cel]
    if not choices:
        return False
    game.put(UNITS, name, replace(unit, cel=rng.choice(choices)))
    return True


def _swap(game: Wb, player: str, rng: random.Random) -> bool:
    """Two units that the player cannot tell apart where they are change places."""
    names = [name for name in _enemies(game, player, LEVELS) if _free(game, name)]
    rng.shuffle(names)
    for a in names[:4]:
        for b in names:
            if a < b and _alike(game, player, a, b) and _alike(game, player, b, a):
                one, two = unit_of(game, a), unit_of(game, b)
                game.put(UNITS, a, _in_place_of(game, a, two))
                game.put(UNITS, b, _in_place_of(game, b, one))
                return True
    return False


def _alike(game: Wb, player: str, name: str, other: str) -> bool:
    """Whether one unit could be in another's place for all that the player knows."""
    counter, level = counter_of(game, name), sight(game, player, other)
    there = unit_of(game, other)
    if counter.side != counter_of(game, other).side:
        return False
    move = "hq" if counter.hq else counter.move
    if not game.scenario.ground.enterable(move, there.hex):
        return False
    if level >= TYPE and symbol(counter) != symbol(counter_of(game, other)):
        return False
    return level < LEVELS or there.cel <= len(counter.levels)


def _in_place_of(game: Wb, name: str, there: Unit) -> Unit:
    counter = counter_of(game, name)
    cel = min(there.cel, len(counter.levels))
    return replace(there, cel=cel, transport=there.transport and counter.towed_artillery)


def _shift(game: Wb, player: str, rng: random.Random) -> bool:
    """A unit out of sight is in another closed stack instead, at the bottom."""
    names = [n for n in _enemies(game, player, NOTHING) if _free(game, n)]
    names = [n for n in names if len(units_at(game, unit_of(game, n).hex)) > 1]
    if not names:
        return False
    name = rng.choice(names)
    unit, counter = unit_of(game, name), counter_of(game, name)
    move = "hq" if counter.hq else counter.move
    hexes = [
        h
        for h, there in sorted(stacks(game).at.items())
        if h != unit.hex
        and counter_of(game, there[0]).side == counter.side
        and not counted(game, player, h)
        and stacks(game).sizes[h] + unit.cel <= STACKING_LIMIT
        and game.scenario.ground.enterable(move, h)
    ]
    if not hexes:
        return False
    h = rng.choice(hexes)
    bottom = unit_of(game, units_at(game, h)[0]).order
    game.put(UNITS, name, replace(unit, hex=h, order=bottom - 1, banked=-1))
    return True


def _work(game: Wb, player: str, rng: random.Random) -> bool:
    """The enemy builds his bridge somewhere else, or not at all. [14.3.2b]"""
    for name, work in sorted(game.state[WORKS].items()):
        if counter_of(game, name).side == player:
            continue
        ground = game.scenario.ground
        banks = [b for b in game.board.around(work.near) if ground.big_river(work.near, b)]
        far = rng.choice(banks)
        if far == work.far:
            game.drop(WORKS, name)
        else:
            game.put(WORKS, name, replace(work, far=far))
        return True
    return False


SECRETS = (_other_levels, _swap, _swap, _shift, _shift, _work, other_answers)
VEIL = Veil(SECRETS, insight, nameless, glance, places=(UNITS,))
hidden_twin = VEIL.twin
