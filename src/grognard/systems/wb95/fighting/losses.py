"""Losses in combat: their owner says which of his units bear them. [5.1.8]"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from grognard.engine.decision import (
    Action,
    Ask,
)
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.deeds import Answer
from grognard.kit.forms import Counts
from grognard.systems.wb95.fighting.casualties import (
    lose_levels,
)
from grognard.systems.wb95.fighting.force import (
    Force,
    Price,
)
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import call, levels

T = TypeVar("T")

Lost = dict[str, int]
Questions: TypeAlias = Generator[Ask | tuple[Ask, ...], Any, T]
"""A step that asks, and gives something back."""
Prices = tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Toll:
    """Who loses how many levels."""

    take: Counts


class Losses(Answer[Wb, Toll]):
    """Sharing out so many levels among the units of a side in a battle. [5.1.8]"""

    do, rule, order = "losses", "5.1.8", Toll
    title, phrase, hint = "Take losses", "{told}", "losses ID LEVELS …"

    def __init__(self, levels: Mapping[str, int], total: int, prices: Prices) -> None:
        self.levels, self.total, self.prices = levels, total, prices

    def against(self, game: Wb, player: str, order: Toll) -> list[Refusal]:
        """All must be borne, by units of the battle, and by those who used abilities. [5.1.8]"""
        return (
            too_much(self.levels, order.take, self.rule)
            or wrong_total(order.take, self.total, self.rule)
            or unpaid(self.prices, order.take)
        )

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Who could bear some."""
        return tuple(self.levels)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Toll]:
        """As many levels from a unit as it can bear, and fewer; the rest as cheap as may be."""
        others = {name: count for name, count in self.levels.items() if name != actor}
        prices = tuple(price for price in self.prices if actor not in price.units)
        for own in range(min(self.levels[actor], self.total), 0, -1):
            rest = self.total - own
            if rest <= sum(others.values()):
                take = {actor: own, **cheapest(game, others, rest, prices)}
                yield Toll({name: take[name] for name in self.levels if name in take})

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every way to share them out."""
        for take in shares(list(self.levels.items()), self.total):
            if not unpaid(self.prices, take):
                yield self.written(game, Toll(take))

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One level after the other from units drawn by lot, abilities' users first."""
        return self.written(game, Toll(drawn(self.levels, self.total, self.prices, rng)))

    def typed(self, game: Wb, player: str, words: Sequence[str]) -> Toll:
        """Who loses how many levels: names and numbers by turns."""
        names, numbers = words[::2], words[1::2]
        if len(names) != len(numbers) or not all(number.isdigit() for number in numbers):
            text = "write who loses how many levels, as de-2-pz 1"
            raise Refused([Refusal("form", text)])
        return Toll({name: int(number) for name, number in zip(names, numbers, strict=True)})

    def details(self, game: Wb, order: Toll) -> Mapping[str, str]:
        """Each with what it loses."""
        return {"told": told(game, order.take) or "nobody loses anything"}


def told(game: Wb, take: Mapping[str, int]) -> str:
    """Losses in words."""
    lost = [(name, count) for name, count in take.items() if count]
    return "; ".join(f"{call(game, [name])} loses {levels(count)}" for name, count in lost)


def too_much(levels: Mapping[str, int], take: Mapping[str, int], rule: str) -> list[Refusal]:
    """Refuse losses of units that are not concerned, or of more than they have. [5.1.8]"""
    refusals = []
    for name, count in take.items():
        if name not in levels:
            known = ", ".join(levels) or "nobody"
            refusals.append(Refusal(rule, f"{name!r} cannot bear these losses; {known} can"))
        elif not 0 < count <= levels[name]:
            text = f"{name} can lose 1 to {levels[name]} CEL here, not {count}"
            refusals.append(Refusal(rule, text))
    return refusals


def wrong_total(take: Mapping[str, int], total: int, rule: str) -> list[Refusal]:
    """Refuse more or less than the whole loss. [5.1.8]"""
    given = sum(take.values())
    if given == total:
        return []
    return [Refusal(rule, f"{total} CEL must be lost here, not {given}")]


def unpaid(prices: Prices, lost: Mapping[str, int]) -> list[Refusal]:
    """Refuse losses that spare the units that used abilities. [15.1.7] [15.4.3]

    Where fewer levels are lost than prices are open, each level must settle one.
    """
    total = sum(lost.values())
    spared = [price for price in prices if not any(lost.get(name, 0) for name in price.units)]
    if len(prices) - len(spared) >= min(len(prices), total):
        return []
    return [
        Refusal(
            price.rule,
            "at least 1 CEL must come from the units that used their ability:"
            f" {', '.join(price.units)}",
        )
        for price in spared
    ]


def still_open(game: Wb, prices: Prices, lost: Mapping[str, int]) -> Prices:
    """The prices that nobody has paid yet, and that somebody is left to pay."""
    alive = [
        Price(price.rule, tuple(name for name in price.units if unit_of(game, name).cel > 0))
        for price in prices
        if not any(lost.get(name, 0) for name in price.units)
    ]
    return tuple(price for price in alive if price.units)


def shares(levels: Sequence[tuple[str, int]], total: int) -> Iterator[Lost]:
    """Every way to take so many levels from units that have so many each."""
    if not total:
        yield {}
    elif total <= sum(count for _, count in levels):
        name, most = levels[0]
        for own in range(min(most, total), -1, -1):
            for rest in shares(levels[1:], total - own):
                yield {name: own, **rest} if own else rest


def drawn(levels: Mapping[str, int], total: int, prices: Prices, rng: random.Random) -> Lost:
    """A share-out by lot: first a level for each open price, then anybody."""
    return _shared(levels, total, prices, lambda names, _: rng.choice(names))


def cheapest(game: Wb, levels: Mapping[str, int], total: int, prices: Prices) -> Lost:
    """The share-out that costs the least strength, sparing headquarters."""

    def choose(names: list[str], lost: Lost) -> str:
        return min(names, key=lambda name: _worth(game, name, lost.get(name, 0)))

    return _shared(levels, total, prices, choose)


def _shared(
    levels: Mapping[str, int], total: int, prices: Prices, choose: Callable[[list[str], Lost], str]
) -> Lost:
    """Level by level, those who owe a price first. [15.1.7] [15.4.3]"""
    lost: Lost = {}
    for _ in range(total):
        left = [name for name in levels if lost.get(name, 0) < levels[name]]
        owed = next((p.units for p in prices if not any(n in lost for n in p.units)), ())
        name = choose([name for name in left if name in owed] or left, lost)
        lost[name] = lost.get(name, 0) + 1
    return lost


def _worth(game: Wb, name: str, lost: int) -> tuple[bool, int, str]:
    """What one level more would cost a unit."""
    counter = counter_of(game, name)
    left = unit_of(game, name).cel - lost
    levels = counter.levels[len(counter.levels) - left :]
    after = levels[1].defence if len(levels) > 1 else 0
    return counter.hq, levels[0].defence - after, name


def suffer(game: Wb, force: Force, total: int, prices: Prices) -> Questions[Lost]:
    """The levels that the result itself takes from a side; the last level removes a unit. [1.2e]

    A headquarters may be among those who bear them. [9.1.4]
    """
    levels = {name: unit_of(game, name).cel for name in force.alive(game)}
    total = min(total, sum(levels.values()))
    offer = Losses(levels, total, prices)
    only = list(islice(offer.legal(game, force.side), 2))
    answer = only[0]
    if len(only) > 1:

        def default() -> Action:
            return offer.written(game, Toll(cheapest(game, levels, total, prices)))

        answer = yield Ask(
            force.side,
            offer.do,
            f"choose who loses {total} CEL",
            "5.1.8",
            (offer,),
            default=default,
            policies={"cheapest": default},
            context=lambda: {"units": dict(levels), "loss": total},
        )
    take = offer.order_of(game, answer).take
    bear(game, force, take, "5.1.8")
    return dict(take)


def bear(game: Wb, force: Force, take: Mapping[str, int], rule: str) -> None:
    """Take the levels away, unit by unit. [1.2e]"""
    for name in force.units:
        if name in take:
            lose_levels(game, name, take[name], rule)
