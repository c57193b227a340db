"""Zones of operation: where the units of a corps or an army may be. [9.2.0]

A zone is a set of hexes, those of its boundary among them. It has a far end, ten hexes or more past
the front line; beyond that there are no boundaries, until its owner draws new ones. The front line
is where units stood when the last Command Phase ended. [9.2.0-draw]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from grognard.systems.goss.pieces.chain import army, corps
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import FRONTS, HQS, ZONES, Front
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import MAP, UNITS

PAST_FRONT = 10
"""How far past the front line a zone goes at least. [9.2.0-draw]"""
FAR = 1 << 20
"""The distance from nobody at all."""


def drawn(game: Gs) -> bool:
    """Whether anybody keeps to zones in this game. [9.2.0]"""
    return game.options["zones-of-operation"] == "on" and bool(game.state[ZONES])


def side_of_zone(game: Gs, key: str) -> str:
    """Whose zone it is: that of a corps headquarters, or of an army. [9.2.0]"""
    plan = game.scenario.armies.get(key)
    return plan.side if plan is not None else counter_of(game, key).side


def army_of_zone(game: Gs, key: str) -> str:
    """The army that a zone belongs to. [9.3.2]"""
    return key if key in game.scenario.armies else army(game, key)


def zones_of(game: Gs, side: str) -> Iterator[str]:
    """The zones of a side, in the order of their names. [9.2.0]"""
    return (key for key in sorted(game.state[ZONES]) if side_of_zone(game, key) == side)


def hexes_of(game: Gs, key: str) -> frozenset[int]:
    """The hexes of a zone. [9.2.0]"""
    return game.cached(
        ("zone", key), (ZONES.name,), lambda: frozenset(game.state[ZONES][key].hexes)
    )


def key_of(game: Gs, name: str) -> str:
    """The zone that a unit must keep to: that of its corps, else of its army; empty if neither has
    one, and then it may be anywhere. [9.2.0] [9.3.5]"""
    zones = game.state[ZONES]
    head = corps(game, name)
    if head in zones:
        return head
    found = army(game, name)
    return found if found in zones else ""


def zone_of(game: Gs, name: str) -> frozenset[int] | None:
    """The hexes that a unit must keep to; None if it may be anywhere. Assets of an army without
    boundaries of its own keep to those of its corps. [9.2.0] [9.3.5]"""
    if not drawn(game):
        return None
    key = key_of(game, name)
    if key:
        return hexes_of(game, key)
    return None if corps(game, name) else _of_its_corps(game, army(game, name))


def _of_its_corps(game: Gs, name: str) -> frozenset[int] | None:
    def compute() -> frozenset[int]:
        own = (key for key in game.state[ZONES] if army_of_zone(game, key) == name)
        return frozenset(h for key in own for h in game.state[ZONES][key].hexes)

    maps = ZONES.name, HQS.name, UNITS.name
    return (game.cached(("corps zones", name), maps, compute) or None) if name else None


# ---- the front line, and how far a hex is from it [9.2.0-draw]


def front_line(game: Gs, side: str) -> tuple[int, ...]:
    """Where the units of a side stood when the last Command Phase ended, or the game began.
    [9.2.0-draw]"""
    found = game.state[FRONTS].get(side)
    if found is not None:
        return found.hexes
    counters = game.scenario.counters
    own = (u.hex for n, u in game.scenario.units.items() if counters[n].side == side)
    return tuple(sorted({h for h in own if h >= 0}))


def note_front(game: Gs) -> None:
    """The Command Segment ends: this is the front line from which boundaries are measured.
    [9.2.0-draw]"""
    for side in SIDES:
        game.put(FRONTS, side, Front(tuple(sorted(held(game, side)))))


def depths(game: Gs, hexes: Collection[int]) -> list[int]:
    """How far every hex of the map is from the nearest of some hexes."""
    found, around = [FAR] * game.board.n, game.board.around
    edge, far = list(hexes), 0
    for h in edge:
        found[h] = 0
    while edge:
        far += 1
        onward = []
        for a in edge:
            for b in around(a):
                if found[b] > far:
                    found[b] = far
                    onward.append(b)
        edge = onward
    return found


def _from_front(game: Gs, side: str) -> list[int]:
    line = front_line(game, side)
    return game.cached(("from front", side), (), lambda: depths(game, line), detail=line)


# ---- in and out


@dataclass(frozen=True)
class Extent:
    """A zone as units find it: its hexes, those one hex outside, and those past its far end."""

    hexes: frozenset[int]
    margin: frozenset[int]
    beyond: frozenset[int]


def extent(game: Gs, name: str, hexes: frozenset[int]) -> Extent:
    """What belongs to a unit's zone, and what lies past its end. [9.2.0] [9.2.0-draw]"""
    side = counter_of(game, name).side
    lines = front_line(game, side), front_line(game, other(side))
    found: list[Extent] = []

    def compute() -> Extent:
        """Once for these fronts: others are another detail, and asked for anew."""
        if not found:
            around = game.board.around
            margin = frozenset().union(*map(around, hexes)) - hexes
            found.append(Extent(hexes, margin, _beyond(game, side, hexes)))
        return found[0]

    return game.cached(("extent", _kept(game, name)), (), compute, detail=(hexes, lines))


def _kept(game: Gs, name: str) -> tuple[str, str]:
    """What is known of a unit's zone is kept under its side and the headquarters whose zone it is:
    units of several zones are looked at in turn."""
    return counter_of(game, name).side, key_of(game, name) or army(game, name)


def _beyond(game: Gs, side: str, hexes: frozenset[int]) -> frozenset[int]:
    """The hexes past the far end of a zone: farther from the front line than its last hexes in
    enemy territory, and nearer to these than to any other hex of the zone. [9.2.0-draw]"""
    own, theirs = _from_front(game, side), _from_front(game, other(side))
    around = game.board.around
    abroad = [h for h in hexes if theirs[h] < own[h]]
    least = min(PAST_FRONT, max((own[h] for h in abroad), default=0))
    last = [h for h in abroad if own[h] >= least]
    ends = [h for h in last if not any(own[b] > own[h] for b in around(h) if b in hexes)]
    if not ends:
        return frozenset()
    to_zone, to_end, distance = depths(game, hexes), depths(game, ends), game.board.distance
    nearest = min(own[end] for end in ends)
    outside = (
        h
        for h in range(game.board.n)
        if own[h] > nearest and h not in hexes and to_end[h] == to_zone[h]
    )
    return frozenset(
        h
        for h in outside
        if any(own[h] > own[end] for end in ends if distance(h, end) == to_end[h])
    )


def inside(game: Gs, name: str, h: int = -1, *, margin: bool = False) -> bool:
    """Whether a unit is, or would be in a hex, within its zone, on its boundary, or past its far
    end; with a margin also one hex outside. [9.2.0] [9.2.0-draw]"""
    zone = zone_of(game, name)
    if zone is None:
        return True
    at = h if h >= 0 else unit_of(game, name).hex
    if at in zone:
        return True
    found = extent(game, name, zone)
    return at in found.beyond or (margin and at in found.margin)


def astray(game: Gs, name: str, start: int, steps: int) -> frozenset[int]:
    """The hexes more than one outside a unit's zone, if any is within so many steps of a hex.
    [9.2.0]"""
    zone = zone_of(game, name)
    if zone is None:
        return frozenset()
    found = extent(game, name, zone)

    def compute() -> tuple[frozenset[int], list[int]]:
        allowed = found.hexes | found.margin | found.beyond
        out = frozenset(h for h in range(game.board.n) if h not in allowed)
        return out, depths(game, out)

    out, far = game.cached(("astray", _kept(game, name)), (), compute, detail=found)
    return out if far[start] <= steps else frozenset()


def to_zone(game: Gs, name: str) -> list[int] | None:
    """How far every hex is from a unit's zone, nothing within it and past its far end; None if it
    may be anywhere. [9.7.0]"""
    zone = zone_of(game, name)
    if zone is None:
        return None
    found, key = extent(game, name, zone), ("to zone", _kept(game, name))
    return game.cached(key, (), lambda: depths(game, found.hexes | found.beyond), detail=found)


def past_the_end(game: Gs, name: str) -> bool:
    """Whether a unit stands past the far end of its zone. [9.2.0-draw]"""
    zone, h = zone_of(game, name), unit_of(game, name).hex
    if zone is None or h in zone:
        return False
    return h in extent(game, name, zone).beyond


def in_zones(game: Gs, side: str, h: int) -> list[str]:
    """The zones of a side that a hex belongs to. [9.2.0-obs]"""
    return [key for key in zones_of(game, side) if h in hexes_of(game, key)]


def standing(game: Gs, names: Iterable[str]) -> list[str]:
    """Those of some units that are on the map."""
    return [n for n in names if unit_of(game, n).place == MAP]
