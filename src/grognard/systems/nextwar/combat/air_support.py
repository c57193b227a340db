"""Combat support by air units and helicopters, through the air defenses. [23.5] [24.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import subsets
from grognard.kit.deeds import Questions
from grognard.systems.nextwar.air import helos
from grognard.systems.nextwar.air.defense_fire import way
from grognard.systems.nextwar.aircraft import SUPPORT as RATING
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.sorties import by_rating
from grognard.systems.nextwar.airpower.wings import (
    aloft,
    depart,
    is_wing,
    rating,
    ready,
    weasel,
    wing_of,
)
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.defenses.fire import approach, suppressed
from grognard.systems.nextwar.defenses.fire import depart as leave
from grognard.systems.nextwar.defenses.intercepting import Sighted, defend
from grognard.systems.nextwar.defenses.package import HELICOPTER, SUPPORT, Package, finish
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.words import called

ATTACKING, DEFENDING, OTHERS = 2, 1, 2
"""How many aircraft support an attack, or a defense; how many more escort them or suppress air
defenses. [23.5-p1]"""
LISTED = 4
"""How many of the best aircraft are tried in pairs."""
Flight = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Supporters, escorts, Wild Weasels."""


class Flying(Protocol):
    """What of a commitment flies."""

    @property
    def air(self) -> int:
        """Air Points, in the Standard Game."""

    @property
    def aircraft(self) -> tuple[str, ...]:
        """Those who support."""

    @property
    def escorts(self) -> tuple[str, ...]:
        """Those who guard them."""

    @property
    def weasels(self) -> tuple[str, ...]:
        """Those who suppress air defenses."""

    @property
    def helicopters(self) -> tuple[str, ...]:
        """Helicopters, each on a mission of its own."""


def cap(battle: Battle, side: str) -> int:
    """How many aircraft may support a side, in one mission. [23.5-p1]"""
    return ATTACKING if side == battle.side else DEFENDING


def supporters(game: Nw, battle: Battle, side: str) -> list[str]:
    """The Ready aircraft that could support a side, the best first. [23.5-p1] [22.2]"""
    if not game.scenario.air_units:
        return []
    able = [name for name in ready(game, side) if not why_not_support(game, battle, side, name)]
    return sorted(able, key=lambda name: (-rating(game, name, RATING), wing_of(game, name).order))


def why_not_support(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why an air unit cannot support a battle; empty if it can. [23.5-p1] [22.1.3] [22.2]"""
    if name not in ready(game, side):
        return "it is no Ready air unit of this side"
    if not rating(game, name, RATING):
        return "it has no combat support rating in this weather"
    return "" if reaches(game, name, battle.hex) else "it is out of range"


def why_not_escort(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why an air unit cannot escort; empty if it can: escorts come from the Air Superiority Box.
    [23.1] [22.4-p2]"""
    if name not in aloft(game, side):
        return "it is not in the Air Superiority Box"
    return "" if reaches(game, name, battle.hex) else "it is out of range"


def why_not_weasel(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why an air unit cannot suppress air defenses; empty if it can: a Ready Wild Weasel. [23.1]
    [15.2.9]"""
    if name not in ready(game, side) or not weasel(game, name):
        return "it is no Ready Wild Weasel of this side"
    return "" if reaches(game, name, battle.hex) else "it is out of range"


def against(game: Nw, battle: Battle, side: str, order: Flying) -> list[Refusal]:
    """What speaks against what flies in support. [23.5-p1]"""
    flying = (*order.aircraft, *order.escorts, *order.weasels)
    if not game.scenario.air_units:
        return [Refusal("29.1", "Air Points support battles here, no air units")] if flying else []
    if order.air:
        return [Refusal("22.0", "air units support battles here, no Air Points")]
    if len(order.aircraft) > cap(battle, side):
        text = f"at most {cap(battle, side)} aircraft support this side, in one mission"
        return [Refusal("23.5-p1", text)]
    if len(order.escorts) + len(order.weasels) > OTHERS:
        return [Refusal("23.5-p1", f"at most {OTHERS} more escort them or suppress air defenses")]
    if flying and not order.aircraft:
        return [Refusal("23.5-p1", "there is nobody to escort: helicopters fly alone")]
    for names, why_not in (
        (order.aircraft, why_not_support), (order.escorts, why_not_escort),
        (order.weasels, why_not_weasel),
    ):  # fmt: skip
        for name in names:
            why = why_not(game, battle, side, name)
            if why or flying.count(name) > 1:
                text = f"{called(game, name)} cannot fly in it: {why or 'it is named twice'}"
                return [Refusal("23.5-p1", text)]
    return []


def flights(game: Nw, battle: Battle, side: str) -> Iterator[Flight]:
    """Missions worth trying: nobody, each aircraft alone, the best in pairs; by themselves and as
    well guarded as they can be."""
    yield (), (), ()
    able = supporters(game, battle, side)
    guards = guarded(game, battle, side)
    alone = list(subsets(able, 1, 1))
    pairs = list(subsets(able[:LISTED], 2, cap(battle, side)))
    for some in (*alone, *pairs):
        yield some, (), ()
        if guards != ((), ()):
            yield (some, *guards)


def guarded(game: Nw, battle: Battle, side: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The best company of a mission: one Wild Weasel, and escorts for the rest."""
    weasels = [n for n in ready(game, side) if not why_not_weasel(game, battle, side, n)][:1]
    able = [n for n in aloft(game, side) if not why_not_escort(game, battle, side, n)]
    return tuple(by_rating(game, able)[::-1][: OTHERS - len(weasels)]), tuple(weasels)


def best(game: Nw, battle: Battle, side: str) -> Flight:
    """As many as may be sent."""
    some = tuple(supporters(game, battle, side)[: cap(battle, side)])
    return (some, *guarded(game, battle, side)) if some else ((), (), ())


def spare(game: Nw, battle: Battle, side: str) -> dict[str, list[str]]:
    """Who could fly in support, by what each would do. [23.5-p1]"""
    if not game.scenario.air_units:
        return {}
    able = {
        "escorts": (aloft(game, side), why_not_escort),
        "weasels": (ready(game, side), why_not_weasel),
    }
    others = {
        part: [name for name in names if not why_not(game, battle, side, name)]
        for part, (names, why_not) in able.items()
    }
    return {"aircraft": supporters(game, battle, side), **others}


def take_off(game: Nw, order: Flying) -> None:
    """Those who support, escort and suppress leave for their mission. [22.4-p2]"""
    depart(game, (*order.aircraft, *order.escorts, *order.weasels))


def missions(game: Nw, battle: Battle, side: str, order: Flying) -> list[Package]:
    """One mission of all aircraft, and one of each helicopter. [23.5-p1]"""
    found = []
    if order.aircraft:
        found.append(
            Package(side, SUPPORT, battle.hex, order.aircraft, order.escorts, order.weasels)
        )
    for name in order.helicopters:
        far = helos.printed(game, name).range
        path = way(game, side, helos.spot(game, name), battle.hex, far)
        found.append(Package(side, HELICOPTER, battle.hex, (name,), path=path))
    return found


def fly(
    game: Nw, battle: Battle, orders: Sequence[tuple[str, Flying]]
) -> Questions[dict[str, int]]:
    """Missions of both sides go through the air defenses; gives each side's points for the die.

    [23.5-p2] [24.5]
    """
    points = {side: 0 for side, _ in orders}
    packages = [p for side, order in orders for p in missions(game, battle, side, order)]
    for one in (yield from defend(game, packages)):
        points[one.package.side] += yield from deliver(game, one)
    return points


def deliver(game: Nw, one: Sighted) -> Questions[int]:
    """Who suppresses is fired at first; then each who supports, and gives what is left of his
    rating before the next does. [24.5] [23.5-p2]"""
    total, package = 0, (yield from suppressed(game, one.package, one.found))
    for name in package.strikers:
        passage = yield from approach(game, package, one.found, name)
        worth = 0
        if passage.through and name not in one.empty:
            worth = max(0, value(game, name) - passage.drm)  # [24.5.2]
        facts = {"side": package.side, "unit": name, "points": worth}
        game.emit(Event("support-flown", "23.5-p2", facts, outcome=True))
        total += worth
        if passage.through:
            yield from leave(game, package, one.found, name)
    finish(game, package)
    return total


def value(game: Nw, name: str) -> int:
    """The combat support rating of an air unit or a helicopter. [15.2.2] [23.5-p2]"""
    return rating(game, name, RATING) if is_wing(game, name) else helos.rating(game, name)
