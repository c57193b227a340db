"""Assets of divisions whose regiments arrive one by one: a fair share comes with each. [21.1.0]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.counters import parent_of
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import BROKEN, UNITS


def is_shared(game: Gs, name: str) -> bool:
    """Whether a unit may come with any of its division's regiments; what it breaks down into may,
    too. [21.1.0]"""
    shared = game.scenario.shared
    return name in shared or parent_of(name) in shared


def regiments_of(game: Gs, name: str) -> tuple[str, ...]:
    """The listed regiments of a unit's division. [21.1.0]"""
    formation = counter_of(game, name).formation
    return tuple(n for n, one in game.scenario.listings.items() if one.formation == formation)


def with_whom(game: Gs, name: str) -> tuple[str, ...]:
    """The regiments that a reinforcement may come with now; nothing for who is listed by itself.
    [21.1.0]"""
    if not is_shared(game, name):
        return ("",)
    listings = game.scenario.listings
    return tuple(n for n in regiments_of(game, name) if listings[n].due <= game.turn)


def entries_of(game: Gs, name: str, group: str) -> tuple[int, ...]:
    """The hexes of entry of a reinforcement; of an asset, those of the regiment it comes with.
    [21.0] [21.1.0]"""
    if group:
        listing = game.scenario.listings.get(group)
        return listing.entry if listing is not None else ()
    return game.scenario.entries.get(name, ())


def against_share(game: Gs, names: Sequence[str], group: str) -> list[Refusal]:
    """Each regiment has an equal part of the division's assets; what is left over may go with one
    of them. The headquarters goes with any. [21.1.0]"""
    if not group:
        return []
    formation = game.scenario.listings[group].formation
    taken = dict.fromkeys(regiments_of(game, names[0]), 0)
    total = 0
    for name, unit in game.state[UNITS].items():
        counter = counter_of(game, name)
        if counter.formation != formation or counter.hq or not is_shared(game, name):
            continue
        if unit.place == BROKEN:
            continue  # its companies count, one by one
        total += 1
        with_ = group if name in names else unit.group
        if with_ in taken:
            taken[with_] += 1
    share, over = divmod(total, len(taken))
    more = [n for n, count in taken.items() if count > share]
    if len(more) > 1 or any(taken[n] > share + over for n in more):
        text = f"{share} of the {total} assets of {formation} come with each regiment"
        return [Refusal("21.1.0", f"{text}, {over} more with one" if over else text)]
    return []
