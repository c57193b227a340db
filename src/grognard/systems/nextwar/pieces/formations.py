"""Formations: who is subordinate to which headquarters. [18.1]"""

from __future__ import annotations

from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import MEU, Counter


def chain(game: Nw, formation: str) -> list[str]:
    """A formation and those above it, the nearest first. [18.6]"""
    found: list[str] = []
    while formation and formation not in found:
        found.append(formation)
        formation = game.scenario.parents.get(formation, "")
    return found


def headquartered(game: Nw, counter: Counter) -> bool:
    """Whether a unit's formation, or one above it, has a headquarters in the game. [18.1-1]"""
    known = game.cached(
        ("headquartered",),
        (),
        lambda: {(c.nation, c.formation) for c in game.scenario.counters.values() if c.hq},
    )
    return any((counter.nation, one) in known for one in chain(game, counter.formation))


def army(counter: Counter) -> bool:
    """A unit of the US Army, not of the Marine Corps. [30.1]"""
    return counter.nation == "US" and not counter.marine


def subordinate(game: Nw, name: str, hq: str) -> bool:
    """Whether a unit is subordinate to a headquarters. [18.1] [18.1-1] [15.2.10]"""
    counters = game.scenario.counters
    one, head = counters[name], counters[hq]
    if name == hq or not head.hq or one.side != head.side or one.supreme:
        return False
    if head.supreme:
        return True  # [18.3]
    if one.nation != head.nation:
        return False
    if one.hq:
        above = chain(game, one.formation)[1:]
        same = MEU in one.flags and MEU not in head.flags and head.marine  # [30.2] of any MEF
        return same or head.formation in above
    if army(one):
        return army(head)  # [30.1]
    if head.formation in chain(game, one.formation):
        return True
    return not headquartered(game, one)  # [18.1-2]


def headquarters(game: Nw, side: str) -> list[str]:
    """A side's headquarters on the map. [18.0]"""
    counters = game.scenario.counters
    return [name for name in on_map(game, side) if counters[name].hq]
