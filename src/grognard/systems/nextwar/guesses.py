"""Guesses: what may lie under the top counter of a stack, for all that a player knows. [13.2]

What lies open tells how much room each hidden unit takes and whether it can attack: zones of
control show it. Which unit it is nobody tells.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

from grognard.engine.hunch import Hunch, Sighting
from grognard.kit.guessing import assigned
from grognard.systems.nextwar.pieces.sight import foggy, seen
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import MAP, UNITS


def in_sight(game: Nw, player: str | None) -> dict[str, Sighting]:
    """The enemy's units that a player sees. [13.2]"""
    names = (name for name in game.state[UNITS] if counter_of(game, name).side != player)
    seeing = [name for name in names if seen(game, player, name)]
    return {name: Sighting(unit_of(game, name).hex) for name in seeing}


def redraw(game: Nw, player: str, rng: random.Random, known: Collection[str], hunch: Hunch) -> None:
    """Draw anew which unit lies where under others. [13.2]"""
    if not foggy(game.scenario):
        return
    alike: dict[object, list[str]] = {}
    for name, unit in sorted(game.state[UNITS].items()):
        if unit.place == MAP and name not in known and not seen(game, player, name):
            alike.setdefault(_open(game, name), []).append(name)
    for names in alike.values():
        places = sorted((unit_of(game, name).hex, unit_of(game, name).order) for name in names)
        taken = assigned(names, places, _anybody, lambda place: place[0], hunch, rng)
        for n, name in taken.items():
            h, order = places[n]
            game.put(UNITS, name, replace(unit_of(game, name), hex=h, order=order))


def _anybody(name: str, place: tuple[int, int]) -> bool:
    """Among those who are alike each may be in the place of each."""
    return True


def _open(game: Nw, name: str) -> object:
    """What shows of a unit that is covered: the room that it takes, and its zone. [8.2.1]"""
    unit, up = unit_of(game, name), face(game, name)
    return counter_of(game, name).side, up.sp, up.attack > 0, unit.clearing, unit.retreated
