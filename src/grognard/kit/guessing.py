"""Guessing: who may be where, out of what a player sees alone.

A place can be taken by whoever fits it. Who takes which is drawn by chance, by what the player
remembers if he does, and nobody looks at who has it in truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from grognard.engine.hunch import Hunch

P = TypeVar("P")
Fits = Callable[[str, P], bool]
Where = Callable[[P], int]
LIKELY = 3
"""House: of so many covered units one has lost something; the others are whole."""
_BITS = 40


def shuffled(things: Iterable[P], rng: random.Random) -> list[P]:
    """Things in an order of chance: they must come in an order that tells nothing."""
    found = list(things)
    rng.shuffle(found)
    return found


def drawn(name: str, hexes: Sequence[int], hunch: Hunch, rng: random.Random) -> int:
    """One of some hexes for somebody, by what weighs; any if he can be in none of them."""
    weights = [hunch.weight(name, h) for h in hexes]
    return rng.choices(hexes, weights)[0] if any(weights) else rng.choice(hexes)


def likeliest(names: Iterable[str], h: int, hunch: Hunch, rng: random.Random) -> list[str]:
    """Some names in an order of chance, those who are likelier in a hex rather at the beginning."""
    drawn = [(_late(hunch.weight(name, h), rng), name) for name in names]
    return [name for _, name in sorted(drawn)]


def _late(weight: int, rng: random.Random) -> int:
    """A number that is rather small the more something weighs."""
    return rng.getrandbits(_BITS) // weight if weight else 1 << _BITS


def assigned(
    names: Sequence[str],
    places: Sequence[P],
    fits: Fits[P],
    where: Where[P],
    hunch: Hunch,
    rng: random.Random,
) -> dict[int, str]:
    """Who takes which place, by the number of the place, so that as many are taken as can be.

    `where` tells the hex of a place. Who is tried first is a matter of chance and of what weighs;
    who was given a place makes room for others where he fits elsewhere.
    """
    taken: dict[int, str] = {}
    orders = [likeliest(names, where(place), hunch, rng) for place in places]
    for n in shuffled(range(len(places)), rng):
        _find(n, orders, places, fits, taken, set())
    return taken


def _find(
    n: int,
    orders: Sequence[Sequence[str]],
    places: Sequence[P],
    fits: Fits[P],
    taken: dict[int, str],
    tried: set[str],
) -> bool:
    """Find somebody for a place, by having others move on if need be."""
    holding = {name: place for place, name in taken.items()}
    able = [name for name in orders[n] if name not in tried and fits(name, places[n])]
    for name in sorted(able, key=lambda name: name in holding):  # the free ones first
        tried.add(name)
        if name not in holding or _find(holding[name], orders, places, fits, taken, tried):
            taken[n] = name
            return True
    return False


def strength(most: int, rng: random.Random, least: int = 1, known: int = 0) -> int:
    """How strong somebody is whom nobody sees: as he was last known, or whole as a rule."""
    most = min(most, known) if known >= least else most
    if most <= least:
        return most
    weak = rng.randrange(LIKELY) == 0 and not known
    return rng.randint(least, most) if weak else most
