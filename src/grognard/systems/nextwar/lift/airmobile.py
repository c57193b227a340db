"""Airmobile Movement: helicopters carry troops. [8.5.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.nextwar.air.defense_fire import Flight, way
from grognard.systems.nextwar.ground import HIGH_MOUNTAIN, HIGHLAND, HIGHLAND_WOODS, MOUNTAIN
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.lift.bases import own_bases, why_closed
from grognard.systems.nextwar.lift.missions import (
    AIRMOBILE,
    LIFT,
    Sortie,
    Together,
    braved,
    concluded,
    escorted,
    set_down,
    why_not_covered,
    why_not_flown,
    why_not_hit,
)
from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.movement.eligible import LIMITED
from grognard.systems.nextwar.movement.moves import company
from grognard.systems.nextwar.pieces.stacks import holder, on_map, units_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SITES
from grognard.systems.nextwar.units import UNITS
from grognard.systems.nextwar.words import called

RANGE = 24
"""How far helicopters go in a segment: from their base to the troops, and on. [8.5.4]"""
DEAREST_TOLLS = 2
"""What enemy zones cost at most, one at either end. [8.2.2-b5] [8.2.2-b6]"""
ROUGH_RIDE = frozenset({HIGHLAND, HIGHLAND_WOODS, MOUNTAIN})
"""Where helicopters land by a road only. [8.5.4.3.1]"""


class Airlift(Together):
    """Moving units by helicopter, instead of on the ground. [8.5] [8.5.4.3-p1]"""

    do, rule = "airlift", "8.5.4.3-p1"
    title, phrase, plural = "Airmobile movement", "{units} to {hex}", "airmobile moves"
    sure = True

    def against(self, game: Nw, player: str, order: Sortie) -> list[Refusal]:
        """Who may fly, points to carry them, where they may land, and how far it is."""
        refusals = company(game, player, order.units)
        refusals = refusals or [r for n in order.units if (r := why_not_lifted(game, n))]
        if refusals:
            return refusals
        start = unit_of(game, order.units[0]).hex
        found = (
            why_no_landing(game, player, order.hex)
            or why_no_points(game, order.units, start)
            or why_too_far(game, player, order.units, start, order.hex)
        )
        if found:
            return [found]
        return why_not_covered(game, player, order.escorts, order.along, order.hex)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Whoever could be carried now."""
        return [
            n
            for n in on_map(game, player)
            if counter_of(game, n).lifted
            and why_not_lifted(game, n) is None
            and why_no_points(game, (n,), unit_of(game, n).hex) is None
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sortie]:
        """Every hex that it can land in, alone and without escort."""
        start, distance = unit_of(game, actor).hex, game.board.distance
        base = nearest_base(game, player, start)
        room = RANGE - distance(base, start) if base >= 0 else -1
        for h in landings(game, player):
            far = distance(start, h)
            if h == start or far > room:
                continue
            sure = far + DEAREST_TOLLS <= room
            if sure or why_too_far(game, player, (actor,), start, h) is None:
                yield Sortie((actor,), h)

    def carry_out(self, game: Nw, player: str, order: Sortie) -> Procedure:
        """Use the points, brave air defenses at the start and at the end, and land. [8.5.4.3]"""
        start = unit_of(game, order.units[0]).hex
        flight = flight_of(game, player, order, start)
        points.spend(game, order.units, start)
        escorted(game, player, order.escorts)
        through = yield from braved(game, flight, order.units, along=order.along)
        concluded(game, "airlift", "8.5.4.3-p1", player, order.units, through, start, order.hex)
        if through:
            yield from set_down(game, through, order.hex, player, AIRMOBILE)


def why_not_lifted(game: Nw, name: str) -> Refusal | None:
    """Why a unit cannot be carried by helicopter in this segment. [8.5.4] [8.2.4]

    Nobody slips out of an enemy zone by helicopter where others could not leave it at all.
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.lifted:
        return Refusal("8.5.4", f"{called(game, name)} has no yellow allowance: it is not lifted")
    why = why_not_flown(game, name, "8.5.4.3-p1") or why_not_hit(game, name)
    why = why or why_closed(game, unit.hex)
    if why is not None or game.segment.kind not in LIMITED:
        return why
    if in_zone(game, unit.hex, game.scenario.other(counter.side)):
        return Refusal("8.2.4", f"{called(game, name)} begins in an enemy zone of control")
    return None


def why_no_points(game: Nw, names: Sequence[str], start: int) -> Refusal | None:
    """Why units cannot be carried: there are not points enough. [8.5.4.1] [13.1.5] [19.5]"""
    side = counter_of(game, names[0]).side
    need, have = points.price(game, names, start), points.left(game, side)
    if need <= have:
        return None
    text = f"{need} Airmobile Points are needed, and {max(0, have)} are left"
    if any(counter_of(game, name).own_lift and points.by_points(game, name) for name in names):
        rule = "19.5" if game.scenario.advanced else "13.1.5"
        return Refusal(rule, f"its own helicopters have no supply; {text}")
    return Refusal("8.5.4.1", text)


def why_no_landing(game: Nw, side: str, h: int) -> Refusal | None:
    """Why helicopters cannot land in a hex. [8.5.4.3.1] [8.3.3] [8.2.2-b1] [27.7.1]"""
    label, terrain, ground = game.board.label(h), game.board.terrain[h], game.scenario.ground
    enemy = game.scenario.other(side)
    if holder(game, h) == enemy:
        return Refusal("8.2.2-b1", f"an enemy unit stands in {label}")
    if not ground.land(h):
        return Refusal("8.3.3", f"{label} is at sea: helicopters may cross it, but not land")
    if terrain == HIGH_MOUNTAIN or (terrain in ROUGH_RIDE and not roads(game, h)):
        text = f"nobody lands in {terrain.replace('_', ' ')}, as in {label}"
        return Refusal("8.5.4.3.1", text if terrain == HIGH_MOUNTAIN else f"{text}, without a road")
    if controller(game, h) == enemy and (ground.built_up(h) or installed(game, h)):
        return Refusal("8.5.4.3.1", f"{label} is the enemy's, with a city or an installation")
    return why_closed(game, h)


def roads(game: Nw, h: int) -> bool:
    """Whether any road leads into a hex. [8.5.4.3.1]"""
    return bool(game.scenario.ground.road_net[h])


def landings(game: Nw, side: str) -> tuple[int, ...]:
    """Every hex that helicopters of a side can land in."""

    def compute() -> tuple[int, ...]:
        return tuple(h for h in range(game.board.n) if why_no_landing(game, side, h) is None)

    return game.cached(("landings", side), (UNITS.name, HEXES.name, SITES.name), compute)


def tolls(game: Nw, side: str, names: Sequence[str], start: int, end: int) -> Tally:
    """What enemy zones cost at both ends, light infantry too. [8.2.2-b5] [8.2.2-b6] [8.2.4]"""
    tally, enemy = Tally(), game.scenario.other(side)
    here = units_at(game, start)
    if start >= 0 and in_zone(game, start, enemy) and here and set(here) <= set(names):
        tally = tally.add("leaving an enemy zone", 1, "8.2.2-b6")
    if in_zone(game, end, enemy) and holder(game, end) != side:
        tally = tally.add("landing in an enemy zone", 1, "8.2.2-b5")
    return tally


def nearest_base(game: Nw, side: str, start: int) -> int:
    """The base from which helicopters come to a hex; -1 if there is none. [8.5.4.3-p1]"""
    distance = game.board.distance
    return min(own_bases(game, side), key=lambda h: (distance(h, start), h), default=-1)


def flown(game: Nw, side: str, names: Sequence[str], start: int, end: int) -> Tally:
    """The hexes of a flight: from a base to the troops, on to where they land, and zones.

    [8.5.4] [8.5.4.3-p1]
    """
    base, distance = nearest_base(game, side, start), game.board.distance
    tally = Tally().add("to the troops", distance(base, start), "8.5.4.3-p1")
    tally = tally.add("to the landing", distance(start, end), "8.5.4")
    return tally + tolls(game, side, names, start, end)


def why_too_far(game: Nw, side: str, names: Sequence[str], start: int, end: int) -> Refusal | None:
    """Why a flight cannot be made: no base, or too far. [8.5.4] [8.5.4.3-p1]"""
    if nearest_base(game, side, start) < 0:
        return Refusal("8.5.4.3-p1", "there is no airbase or airfield for helicopters to fly from")
    total = flown(game, side, names, start, end).total
    if total > RANGE:
        text = f"{game.board.label(end)} is {total} hexes of flight away, more than {RANGE}"
        return Refusal("8.5.4", text)
    return None


def flight_of(game: Nw, side: str, order: Sortie, start: int) -> Flight:
    """The mission as air defenses see it, by the safest way within range. [8.5.4.3-p1]"""
    base, end = nearest_base(game, side, start), order.hex
    room = RANGE - int(tolls(game, side, order.units, start, end).total)
    approach = way(game, side, base, start, room - game.board.distance(start, end))
    path = way(game, side, start, end, room - max(0, len(approach) - 1))
    return Flight(side, end, LIFT, path, order.escorts, approach)
