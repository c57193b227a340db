"""Carrier air wings: what becomes of them when their carrier is lost. [27.4.1]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.orders import OfMany
from grognard.systems.nextwar.airpower.wings import WINGS, based, plane, wing_of
from grognard.systems.nextwar.pieces.ships import hull, kind, sharing, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import CARRIERS
from grognard.systems.nextwar.words import called


class SetAside(Answer[Nw, OfMany]):
    """Choosing which aircraft of several carriers are set aside for the one that is lost: as many
    of each type as it had. [27.4.1]"""

    do, rule, order = "set-aside", "27.4.1", OfMany
    title, phrase = "Set aircraft aside", "{units}"

    def __init__(self, wing: Sequence[str], pool: Sequence[str]) -> None:
        self.wing, self.pool = wing, pool

    def against(self, game: Nw, player: str, order: OfMany) -> list[Refusal]:
        """They must be there, and make up a wing."""
        for name in order.units:
            if name not in self.pool or order.units.count(name) > 1:
                return [Refusal(self.rule, f"{called(game, name)} flies from no carrier there")]
        if types(game, order.units) != types(game, self.wing):
            needed = ", ".join(f"{n} {t}" for t, n in types(game, self.wing).items())
            return [Refusal(self.rule, f"a whole air wing is set aside: {needed}")]
        return []

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfMany]:
        """Every company of the right types."""
        choices = [
            list(combinations(of_type(game, self.pool, type_), count))
            for type_, count in types(game, self.wing).items()
        ]
        for some in product(*choices):
            yield OfMany(tuple(name for part in some for name in part))


def types(game: Nw, names: Sequence[str]) -> Mapping[str, int]:
    """How many of each type of aircraft."""
    return Counter(plane(game, name).name for name in names)


def of_type(game: Nw, names: Sequence[str], type_: str) -> list[str]:
    """Those of one type, the weakest first."""
    some = [name for name in names if plane(game, name).name == type_]
    return sorted(some, key=lambda name: (wing_of(game, name).steps, wing_of(game, name).order))


def set_aside(game: Nw, ship: str, rule: str) -> Procedure:
    """A carrier is lost, and an air wing is out of the game until it is back: its own, or where
    other carriers are with it, one made up of aircraft of them all. Marines are in no wing.
    [27.4.1]"""
    if not game.scenario.air_units or kind(game, ship) not in CARRIERS:
        return
    take_in(game, ship)
    wing = air_wing(game, ship)
    if not wing:
        return
    chosen: Sequence[str] = wing
    pool = [*wing, *(n for other in beside(game, ship) for n in air_wing(game, other))]
    pool = [name for name in pool if plane(game, name).name in types(game, wing)]
    if len(pool) > len(wing):
        weakest = [
            name
            for type_, count in types(game, wing).items()
            for name in of_type(game, pool, type_)[:count]
        ]
        order = yield from SetAside(wing, pool).chosen(
            game, hull(game, ship).side, "set aside",
            f"{hull(game, ship).name} is lost: which aircraft are set aside?",
            {"weakest": OfMany(tuple(weakest)), "its own": OfMany(tuple(wing))}, slight=True,
        )  # fmt: skip
        chosen = order.units
    exchange(game, ship, wing, chosen)
    facts = {"ship": ship, "units": list(chosen), "side": hull(game, ship).side}
    game.emit(Event("set-aside", "27.4.1", facts))


def air_wing(game: Nw, ship: str) -> list[str]:
    """The aircraft of a carrier's own wing, without the Marines aboard. [27.4.1]"""
    return [name for name in based(game, ship) if not plane(game, name).marine]


def take_in(game: Nw, ship: str) -> None:
    """Marines of a lost carrier stay, aboard another there that has an air wing; without one they
    are out of the game with her. [27.4.1]"""
    hosts = [other for other in beside(game, ship) if air_wing(game, other)]
    for name in based(game, ship) if hosts else ():
        if plane(game, name).marine:
            game.put(WINGS, name, replace(wing_of(game, name), box=hosts[0]))


def beside(game: Nw, ship: str) -> list[str]:
    """The other carriers where a ship is. [27.4.1]"""
    found = ship_of(game, ship)
    there = sharing(game, hull(game, ship).side, found.hex, found.where)
    return [name for name in there if name != ship and kind(game, name) in CARRIERS]


def exchange(game: Nw, ship: str, wing: Sequence[str], chosen: Sequence[str]) -> None:
    """Those who are set aside belong to the lost carrier now; who stays takes their places on the
    others. [27.4.1]"""
    free = {name: wing_of(game, name).box for name in chosen if name not in wing}
    for name in (n for n in wing if n not in chosen):
        other = next(n for n in free if plane(game, n).name == plane(game, name).name)
        game.put(WINGS, name, replace(wing_of(game, name), box=free.pop(other)))
    for name in chosen:
        game.put(WINGS, name, replace(wing_of(game, name), box=ship))
