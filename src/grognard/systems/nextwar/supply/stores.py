"""Depots and mobile supply units: bought, turned over, broken up, cashed. [19.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import At, OfOne
from grognard.systems.nextwar.pieces.stacks import holder, own_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.lines import mark
from grognard.systems.nextwar.supply.points import bill, change, dear, price
from grognard.systems.nextwar.supply.ranges import field, sources, supply_units, urban
from grognard.systems.nextwar.units import ASIDE, MAP, UNITS, Unit
from grognard.systems.nextwar.words import called

FIRST_PHASE = "first-supply"
WRECKED = 2
"""The Strike marker with which supply units are turned into nothing else. [27.3.2]"""


def spares(game: Nw, side: str) -> list[str]:
    """The supply counters of a side that are not in use: an absolute limit. [19.4-p7]"""
    counters = game.scenario.counters
    return [
        name
        for name, unit in game.state[UNITS].items()
        if unit.place == ASIDE and counters[name].supply and counters[name].side == side
    ]


def short(game: Nw, side: str) -> list[Refusal]:
    """Whether no counter is left. [19.4-p7]"""
    return [] if spares(game, side) else [Refusal("19.4-p7", "no supply counter is left")]


def damaged(game: Nw, name: str) -> list[Refusal]:
    """Whether a supply unit is too badly hit to be made into anything. [27.3.2]"""
    if unit_of(game, name).strike < WRECKED:
        return []
    return [Refusal("27.3.2", f"{called(game, name)} has a Strike 2 marker")]


def fed_hex(game: Nw, side: str, h: int, but: str = "") -> bool:
    """Whether a hex is in supply from a source, other than a certain one. [19.4-p4] [19.4-p6]"""
    some = [source for source in sources(game, side) if source.name != but or not but]
    return h in field(game, side, some)


def build(game: Nw, side: str, h: int, *, mobile: bool, strike: int = 0) -> str:
    """Place a supply counter."""
    name = spares(game, side)[0]
    top = 1 + max(unit.order for unit in game.state[UNITS].values())
    game.put(UNITS, name, Unit(MAP, h, order=top, mobile=mobile, strike=strike))
    return name


def tell(game: Nw, side: str, kind: str, rule: str, h: int, *names: str) -> None:
    """Say what has been done, and look again who is in supply."""
    facts = {"side": side, "units": list(names), "hex": game.board.label(h)}
    game.emit(Event(kind, rule, facts))
    mark(game, side)


MOBILE_FOR = "a mobile supply unit goes along with the troops, and feeds those near it [19.1]"
DEPOT_FOR = "a depot stays where it is, and feeds those twice as far away [19.1]"


class BuyMobile(Verb[Nw, At]):
    """Buying a mobile supply unit on a depot or in a city of one's own. [19.4-p2]"""

    do, rule, order, stakes = "buy-msu", "19.4-p2", At, "price"
    title, phrase, plural = "Buy a mobile supply unit", "in {hex}", "purchases of supply units"

    def stake(self, game: Nw, player: str, order: At | None) -> Sequence[str]:
        """What it costs, and what it is for."""
        return (bill(game, player, "MSU"), MOBILE_FOR)

    def against(self, game: Nw, player: str, order: At) -> list[Refusal]:
        """In the First Supply Phase, for a point."""
        if game.segment.kind.removesuffix("-2") != FIRST_PHASE:
            return [Refusal("19.4-p2", "supply units are bought in the First Supply Phase")]
        found = short(game, player) or dear(game, player, price(game, "MSU"), "a supply unit")
        return found or self._why_not_there(game, player, order.hex)

    def _why_not_there(self, game: Nw, player: str, h: int) -> list[Refusal]:
        depots = [n for n in supply_units(game, player, False) if unit_of(game, n).hex == h]
        if h in urban(game, player) and holder(game, h) != game.scenario.other(player):
            return []
        if not depots:
            text = f"there is no depot in {game.board.label(h)}, and no city of one's own"
            return [Refusal("19.4-p2", text)]
        return damaged(game, depots[0])

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is any place for one."""
        return any(not self.against(game, player, way) for way in self.ways(game, player, ""))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[At]:
        """Every depot and every city."""
        depots = [unit_of(game, n).hex for n in supply_units(game, player, False)]
        yield from map(At, sorted({*depots, *urban(game, player)}))

    def carry_out(self, game: Nw, player: str, order: At) -> None:
        """Pay, and place it."""
        change(game, player, -price(game, "MSU"), "19.4-p2", "a mobile supply unit")
        name = build(game, player, order.hex, mobile=True)
        tell(game, player, "msu-bought", "19.4-p2", order.hex, name)


class WithStores(Verb[Nw, OfOne]):
    """What is done with a supply unit on the map."""

    order, few = OfOne, True
    mobile: ClassVar[tuple[bool, ...]] = (True, False)
    """The sides of the counter with which it is done."""

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """It is one's own, on its right side, and not too badly hit."""
        if order.unit not in self.actors(game, player):
            return [Refusal(self.rule, self.none_such(called(game, order.unit), player))]
        return damaged(game, order.unit) or self.unwilling(game, player, order.unit)

    def none_such(self, name: str, side: str) -> str:
        """That it is none of those with which it is done."""
        if self.mobile == (False,):
            return f"{name} is no depot of {side} on the map"
        if self.mobile == (True,):
            return f"{name} is no mobile supply unit of {side} on the map"
        return f"{name} is no supply unit of {side} on the map"

    def unwilling(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """What else speaks against it."""
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """The supply units on the right side of their counters."""
        return [n for side in self.mobile for n in supply_units(game, player, side)]


class BreakUp(WithStores):
    """Making two mobile supply units of a depot. [19.4-p3]"""

    do, rule, mobile = "break-depot", "19.4-p3", (False,)
    title, phrase = "Break up a depot", "{unit} into two mobile supply units"

    def unwilling(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """One more counter is needed."""
        return short(game, player)

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Two for one; Strike 1 and Target markers stay on both, a Detected one on neither.
        [27.3.1] [27.1.1]"""
        depot = unit_of(game, order.unit)
        other = build(game, player, depot.hex, mobile=True, strike=depot.strike)
        half = replace(unit_of(game, other), targeted=depot.targeted, target=depot.target)
        game.put(UNITS, order.unit, replace(depot, mobile=True, detected=0))
        game.put(UNITS, other, half)
        tell(game, player, "depot-broken", "19.4-p3", depot.hex, order.unit, other)


class MakeDepot(WithStores):
    """Turning a mobile supply unit into a depot. [19.4-p4]"""

    do, rule, stakes, mobile = "make-depot", "19.4-p4", "price", (True,)
    title, phrase = "Make a depot of a supply unit", "{unit} becomes a depot"

    def unwilling(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """It can be paid, and its hex is in supply."""
        h = unit_of(game, name).hex
        if not fed_hex(game, player, h, but=name):
            return [Refusal("19.4-p4", f"{game.board.label(h)} is not in supply")]
        return dear(game, player, price(game, "MSU into Depot"), "a depot")

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Pay, and turn it over."""
        change(game, player, -price(game, "MSU into Depot"), "19.4-p4", "a depot")
        unit = unit_of(game, order.unit)
        game.put(UNITS, order.unit, replace(unit, mobile=False))
        tell(game, player, "depot-made", "19.4-p4", unit.hex, order.unit)


class Cash(WithStores):
    """Making Supply Points of a supply unit. [19.4-p5]"""

    do, rule = "cash-supply", "19.4-p5"
    title, phrase = "Turn supply units into Supply Points", "{unit}"

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """One point for a mobile unit, two for a depot."""
        unit = unit_of(game, order.unit)
        worth = price(game, "from an MSU" if unit.mobile else "from a Depot")
        game.put(UNITS, order.unit, Unit(ASIDE, order=unit.order))
        change(game, player, worth, "19.4-p5", counter_of(game, order.unit).name)
        tell(game, player, "supply-cashed", "19.4-p5", unit.hex, order.unit)


class NewDepot(Verb[Nw, At]):
    """Setting up a depot where there was none. [19.4-p6]"""

    do, rule, order, stakes = "new-depot", "19.4-p6", At, "price"
    title, phrase, plural = "Set up a depot", "in {hex}", "new depots"

    def stake(self, game: Nw, player: str, order: At | None) -> Sequence[str]:
        """What it costs, and what it is for."""
        return (bill(game, player, "Depot"), DEPOT_FOR)

    def against(self, game: Nw, player: str, order: At) -> list[Refusal]:
        """In a hex that is in supply, outside of enemy zones."""
        enemy, label = game.scenario.other(player), game.board.label(order.hex)
        if not fed_hex(game, player, order.hex):
            return [Refusal("19.4-p6", f"{label} is not in supply")]
        if in_zone(game, order.hex, enemy) or holder(game, order.hex) == enemy:
            return [Refusal("19.4-p6", f"{label} is in an enemy zone of control")]
        return short(game, player) or dear(game, player, price(game, "Depot"), "a depot")

    def possible(self, game: Nw, player: str) -> bool:
        """Whether it can be paid at all."""
        return not (short(game, player) or dear(game, player, price(game, "Depot"), "a depot"))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[At]:
        """Where one's own units stand, and then everywhere in supply."""
        if not self.possible(game, player):
            return
        found = field(game, player, sources(game, player))
        yield from map(At, sorted(found, key=lambda h: (not own_at(game, h, player), h)))

    def carry_out(self, game: Nw, player: str, order: At) -> None:
        """Pay, and place it."""
        change(game, player, -price(game, "Depot"), "19.4-p6", "a depot")
        name = build(game, player, order.hex, mobile=False)
        tell(game, player, "depot-made", "19.4-p6", order.hex, name)
