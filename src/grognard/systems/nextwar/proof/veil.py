"""Twins: games that one player cannot tell apart. Everything lies open [8.1.2], but for the answers
that the enemy has left standing, and what the fog of war covers. [13.2]"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grognard.kit.fog import Veil, other_answers
from grognard.systems.nextwar.pieces.sight import seen
from grognard.systems.nextwar.pieces.stacks import stacks
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import MAP, UNITS


def under(game: Nw, player: str) -> list[str]:
    """The units on the map that a player cannot see. [13.2]"""
    units = game.state[UNITS]
    return [n for n in units if units[n].place == MAP and not seen(game, player, n)]


def other_stack(game: Nw, player: str, rng: random.Random) -> bool:
    """Two covered units that take as much room, and can attack or not alike, change places."""
    names = under(game, player)
    rng.shuffle(names)
    for one in names:
        for other in names:
            if _alike(game, one, other):
                a, b = unit_of(game, one), unit_of(game, other)
                game.put(UNITS, one, replace(a, hex=b.hex, order=b.order))
                game.put(UNITS, other, replace(b, hex=a.hex, order=a.order))
                return True
    return False


def _alike(game: Nw, one: str, other: str) -> bool:
    """Whether nothing that lies open could tell two units apart: zones, stacking, markers."""
    a, b = unit_of(game, one), unit_of(game, other)
    room = [(face(game, n).sp, face(game, n).attack > 0, counter_of(game, n).side)
            for n in (one, other)]  # fmt: skip
    family = [(counter_of(game, n).size, counter_of(game, n).formation) for n in (one, other)]
    markers = [(u.clearing, u.retreated) for u in (a, b)]
    return a.hex != b.hex and room[0] == room[1] and family[0] == family[1] and (
        markers[0] == markers[1]
    )  # fmt: skip


def insight(game: Nw, player: str) -> Mapping[str, int]:
    """What a player sees of each unit: all of it, or nothing. [8.1.2] [13.2]"""
    return {name: int(seen(game, player, name)) for name in game.state[UNITS]}


def nameless(game: Nw, player: str) -> list[str]:
    """Whom a player cannot call by name: who is covered. [13.2]"""
    return under(game, player)


def glance(game: Nw) -> Any:
    """The hexes in which anything stands, and how many sides' zones lie where."""
    return sorted(stacks(game).at)


VEIL = Veil((other_answers, other_stack), insight, nameless, glance, places=(UNITS,))
