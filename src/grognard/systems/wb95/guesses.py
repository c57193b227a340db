"""Guesses: what may lie in closed stacks, for all that a player knows. [16.1.1]

Everybody knows the order of battle, what has left the map, what shows, and what must be told of the
stacks next to his units [16.1.4]. Whatever else there is stands in the enemy's stacks somewhere.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grognard.engine.hunch import Hunch, Sighting
from grognard.engine.record import replace
from grognard.kit.guessing import assigned, drawn, shuffled, strength
from grognard.systems.wb95.masking.masking import (
    FULL,
    LEVELS,
    NOTHING,
    TYPE,
    counted,
    masked_game,
    sight,
    symbol,
)
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, stacks
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS
from grognard.systems.wb95.units import MAP, UNITS, Unit


@dataclass(frozen=True)
class Place:
    """A place in a stack that somebody must hold: what of him is told, and the markers on him.

    Of some nothing is told but that there is somebody.
    """

    unit: Unit
    level: int
    like: object = None


def in_sight(game: Wb, player: str | None) -> dict[str, Sighting]:
    """The enemy's units that a player sees in full. [16.1.1] [16.1.3]"""
    seen = [name for name in _enemies(game, player) if sight(game, player, name) == FULL]
    return {name: Sighting(unit_of(game, name).hex, unit_of(game, name).cel) for name in seen}


def redraw(game: Wb, player: str, rng: random.Random, known: Collection[str], hunch: Hunch) -> None:
    """Draw anew who is in closed stacks, at what level, and who builds bridges where."""
    for name in list(game.state[WORKS]):
        if counter_of(game, name).side != player:
            game.drop(WORKS, name)  # [14.3.2b]
    if not masked_game(game):
        return
    enemies = [n for n in _enemies(game, player) if unit_of(game, n).place == MAP]
    hidden = {n: sight(game, player, n) for n in enemies if n not in known}
    hidden = {name: level for name, level in hidden.items() if level < FULL}
    shown = [name for name in enemies if name not in hidden]
    if not hidden:
        return
    _settle(game, shown, _drawn(game, player, rng, hunch, hidden, shown))


def _enemies(game: Wb, player: str | None) -> list[str]:
    return [name for name in sorted(game.state[UNITS]) if counter_of(game, name).side != player]


def _drawn(
    game: Wb,
    player: str,
    rng: random.Random,
    hunch: Hunch,
    hidden: dict[str, int],
    shown: Sequence[str],
) -> dict[str, Unit]:
    """Where each of those who are hidden is, and how he stands there."""
    places = _places(game, player, hidden, shown)
    room = dict.fromkeys((unit_of(game, n).hex for n in (*hidden, *shown)), STACKING_LIMIT)
    for name in shown:
        room[unit_of(game, name).hex] -= unit_of(game, name).cel
    for place in places:
        room[place.unit.hex] -= place.unit.cel if place.level >= LEVELS else 1
    taken = assigned(
        sorted(hidden),
        places,
        lambda name, place: _fits(game, name, place),
        lambda place: place.unit.hex,
        hunch,
        rng,
    )
    found: dict[str, Unit] = {}
    for n, name in taken.items():
        place, most = places[n], len(counter_of(game, name).levels)
        cel = min(place.unit.cel, most)
        if place.level < LEVELS:
            most = min(most, 1 + max(0, room[place.unit.hex]))
            cel = strength(most, rng, known=hunch.strength(name))
            room[place.unit.hex] -= cel - 1
        found[name] = replace(place.unit, cel=cel, transport=False)
    closed = sorted(h for h in room if not counted(game, player, h))
    for name in shuffled(sorted(hidden.keys() - found.keys()), rng):
        move = _move(game, name)
        hexes = [h for h in closed if game.scenario.ground.enterable(move, h)] or closed
        able = [h for h in hexes if room[h] > 0] or hexes
        if not able:  # nowhere is room: he stays, for he must be somewhere
            found[name] = unit_of(game, name)
            continue
        h = drawn(name, able, hunch, rng)
        most = max(1, min(len(counter_of(game, name).levels), room[h]))
        cel = strength(most, rng, known=hunch.strength(name))
        room[h] -= cel
        found[name] = Unit(MAP, h, cel)
    return found


def _places(game: Wb, player: str, hidden: dict[str, int], shown: Sequence[str]) -> list[Place]:
    """The places that must be held: those that are told of, those under markers, and one in every
    stack that shows nobody."""
    found = []
    held = {unit_of(game, name).hex for name in shown}
    for name in sorted(hidden, key=lambda name: not _marked(unit_of(game, name))):
        unit, level = unit_of(game, name), hidden[name]
        marked = _marked(unit)
        if level == NOTHING:
            if marked or unit.hex not in held:
                plain = Unit(MAP, unit.hex, 1, oos=unit.oos, disorganised=unit.disorganised)
                found.append(Place(plain, NOTHING))
        else:
            told = unit if level >= LEVELS else replace(unit, cel=1)
            found.append(Place(told, level, symbol(counter_of(game, name))))
        held.add(unit.hex)
    return sorted(found, key=_key)


def _marked(unit: Unit) -> bool:
    """Whether a unit carries a marker, which lies open. [16.1.1]"""
    return unit.disorganised >= 0 or unit.oos > 0


def _key(place: Place) -> tuple[object, ...]:
    unit = place.unit
    return (
        -place.level,
        unit.hex,
        str(place.like),
        unit.disorganised,
        unit.oos,
        unit.cel,
        unit.order,
    )


def _move(game: Wb, name: str) -> str:
    counter = counter_of(game, name)
    return "hq" if counter.hq else counter.move


def _fits(game: Wb, name: str, place: Place) -> bool:
    """Whether somebody can hold a place for all that is told of it."""
    counter = counter_of(game, name)
    if not game.scenario.ground.enterable(_move(game, name), place.unit.hex):
        return False
    if place.level >= TYPE:
        alike = symbol(counter) == place.like
        return alike and (place.level < LEVELS or place.unit.cel <= len(counter.levels))
    return True


def _settle(game: Wb, shown: Sequence[str], placed: dict[str, Unit]) -> None:
    """Stack them: who is hidden lies under who shows, in an order that tells nothing."""
    under: dict[int, list[str]] = {}
    for name in sorted(placed):
        under.setdefault(placed[name].hex, []).append(name)
    seen = set(shown)
    for h, there in sorted(stacks(game).at.items()):
        if seen.intersection(there):
            under.setdefault(h, []).extend(name for name in there if name in seen)
    for names in under.values():
        for order, name in enumerate(names):
            unit = placed[name] if name in placed else unit_of(game, name)
            game.put(UNITS, name, replace(unit, order=order))
