"""Replenishing artillery that has no ammunition: by AmP, or by a roll. [16.3.7]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfMany, OfOne
from grognard.systems.goss.dice import d10
from grognard.systems.goss.logistics.stock import army_of, pay
from grognard.systems.goss.logistics.support import adv_of, on_hand_above, supported
from grognard.systems.goss.pieces.chain import army, headquarters
from grognard.systems.goss.pieces.stacks import present
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS
from grognard.systems.goss.supply.trucks import strained
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import GENS, UNITS
from grognard.systems.goss.words import called

GUNS_EACH = 3
"""How many guns an AmP replenishes. [16.3.7a]"""
EXTENDED = 2
"""What an extended path adds to the roll. [16.3.7b] [15.2.4(d)]"""


def empty_guns(game: Gs, side: str) -> list[str]:
    """The artillery of a side that has no ammunition. [16.3.7]"""
    found = present(game, side)
    return sorted(n for n, counter, unit in found if unit.depleted and counter.artillery)


def against_gun(game: Gs, player: str, name: str) -> list[Refusal]:
    """Why a unit cannot be replenished at all: it is in GenS, or lives on a headquarters' on-hand
    supply, which is the same; on its own on-hand supply it is not. [16.3.7]"""
    if name not in empty_guns(game, player):
        return [Refusal("16.3.7", f"{name!r} is no artillery of yours that wants ammunition")]
    if unit_of(game, name).supply != GENS:
        return [Refusal("16.3.7", f"{counter_of(game, name).name} is not in general supply")]
    return []


def payer(game: Gs, name: str) -> str:
    """Who pays for a gun: the headquarters on whose on-hand supply it lives, if that has made AmP,
    or else its army. [15.5.1a] [16.3.7a]"""
    hq = on_hand_above(game, name)
    return hq if hq and headquarters(game, hq).amp else army(game, name)


def bills(game: Gs, names: tuple[str, ...]) -> Mapping[str, int]:
    """What guns cost each who pays for them: an AmP for up to three. [16.3.7a]"""
    count: dict[str, int] = {}
    for name in names:
        who = payer(game, name)
        count[who] = count.get(who, 0) + 1
    return {who: -(-guns // GUNS_EACH) for who, guns in count.items()}


def points_of(game: Gs, who: str) -> int:
    """The AmP of an army, or of a headquarters that lives on hand. [16.3.7a]"""
    if who in game.scenario.armies:
        return army_of(game, who).amp
    return headquarters(game, who).amp if who in game.state[HQS] else 0


def refill(game: Gs, name: str) -> None:
    """A gun has ammunition again. [16.3.7]"""
    game.put(UNITS, name, replace(unit_of(game, name), depleted=False))


class Replenish(Verb[Gs, OfMany]):
    """AmP replenish guns, up to three each. [16.3.7a]"""

    do, rule, title, order = "replenish", "16.3.7a", "Replenish by AmP", OfMany
    phrase = "ammunition for {units}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Guns that somebody could pay for."""
        return [n for n in empty_guns(game, player) if points_of(game, payer(game, n))]

    def possible(self, game: Gs, player: str) -> bool:
        """Whether guns are empty; that nobody could pay for them the enemy is not to see."""
        return bool(empty_guns(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """Three of one army at once, or one alone."""
        mates = [n for n in self.actors(game, player) if payer(game, n) == payer(game, actor)]
        first = [actor, *(n for n in mates if n != actor)][:GUNS_EACH]
        yield OfMany(tuple(first))
        if len(first) > 1:
            yield OfMany((actor,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """Supplied guns, each once; unsupported ones in their own Administrative Phase only, and
        who pays has the AmP. [16.3.7] [15.4.3(c)]"""
        found = [one for n in order.units for one in against_gun(game, player, n)]
        if found or not order.units or len({*order.units}) != len(order.units):
            return found or [Refusal("form", "nobody is named, or somebody twice")]
        own = player == active(game) or game.options["unsupported-amp"] == "both"
        for name in order.units:
            if not own and not supported(game, name):
                text = f"{counter_of(game, name).name} is unsupported: in its own phase only"
                found.append(Refusal("15.4.3", text))
        for who, cost in bills(game, order.units).items():
            if cost > points_of(game, who):
                text = f"{called(game, who)} has {points_of(game, who)} AmP, not {cost}"
                found.append(Refusal("16.3.7a", text))
        return found

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """What is left of an AmP is lost. [16.3.7a]"""
        for who, cost in bills(game, order.units).items():
            pay(game, who, "ammunition-spent", "16.3.7a", cost)
        for name in order.units:
            refill(game, name)
        game.emit(Event("replenished", "16.3.7a", {"units": list(order.units)}, seen_by=(player,)))


class RollForAmmunition(Verb[Gs, OfOne]):
    """A gun tries to get ammunition: the roll is its ADV or less. [16.3.7b]"""

    do, rule, title, order = "roll-ammunition", "16.3.7b", "Roll for ammunition", OfOne
    phrase = "{unit} rolls for ammunition"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Guns that have not tried yet."""
        return [
            n
            for n in empty_guns(game, player)
            if not this_phase(game, unit_of(game, n).replenished)
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """Once in its own Administrative Phase, supplied and supported. [16.3.7b] [15.4.3(c)]"""
        found = against_gun(game, player, order.unit)
        if found:
            return found
        name = counter_of(game, order.unit).name
        if this_phase(game, unit_of(game, order.unit).replenished):
            found.append(Refusal("16.3.7b", f"{name} has tried in this phase"))
        if not supported(game, order.unit):
            found.append(Refusal("15.4.3", f"{name} is unsupported: by AmP only"))
        return found

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """A die, two more if its path is extended, against the ADV of its headquarters.
        [16.3.7b]"""
        unit, adv = unit_of(game, order.unit), adv_of(game, order.unit)
        more = EXTENDED if strained(game, order.unit) else 0
        shown, passed = d10(game, lambda roll: roll + more <= adv)
        game.put(UNITS, order.unit, replace(unit, replenished=game.serial))
        if passed:
            refill(game, order.unit)
        facts = {"unit": order.unit, "roll": shown, "adv": adv, "more": more, "passed": passed}
        game.emit(Event("ammunition-roll", "16.3.7b", facts, dice=(shown,), seen_by=(player,)))
