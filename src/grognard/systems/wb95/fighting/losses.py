"""Losses in combat: their owner says which of his units bear them. [5.1.8]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, Ask
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.deeds import Questions
from grognard.kit.losses import Burden, Lost, Next, ShareLosses, Toll
from grognard.systems.wb95.fighting.casualties import lose_levels
from grognard.systems.wb95.fighting.force import Force, Price
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import call, levels

Prices = tuple[Price, ...]
LEVELS = "CEL"
"""What units lose."""


class Losses(ShareLosses[Wb]):
    """Sharing out so many levels among the units of a side in a battle. [5.1.8]"""

    do, rule = "losses", "5.1.8"
    title, phrase, hint = "Take losses", "{told}", "losses ID LEVELS …"

    def __init__(self, burden: Burden, prices: Prices) -> None:
        super().__init__(burden)
        self.prices = prices

    def against(self, game: Wb, player: str, order: Toll) -> list[Refusal]:
        """All must be borne, by units of the battle, and by those who used abilities. [5.1.8]"""
        return self.burden.refusals(order.take, self.rule) or self.unfair(order.take)

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """Whoever used an ability loses, too. [15.1.7] [15.4.3]"""
        return unpaid(self.prices, take)

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Who could bear some."""
        return tuple(self.burden.steps)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Toll]:
        """As many levels from a unit as it can bear, and fewer; the rest as cheap as may be."""
        steps, total = self.burden.steps, self.burden.total
        others = {name: count for name, count in steps.items() if name != actor}
        prices = tuple(price for price in self.prices if actor not in price.units)
        for own in range(min(steps[actor], total), 0, -1):
            rest = Burden(others, total - own)
            if rest.total == total - own:
                take = {actor: own, **cheapest(game, rest, prices)}
                yield Toll({name: take[name] for name in steps if name in take})

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every way to share them out."""
        for order in super().ways(game, player, ""):
            yield self.written(game, order)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One level after the other from units drawn by lot, abilities' users first."""
        return self.written(game, Toll(drawn(self.burden, self.prices, rng)))

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


def drawn(burden: Burden, prices: Prices, rng: random.Random) -> Lost:
    """A share-out by lot: first a level for each open price, then anybody."""
    return burden.borne(_paying(prices, lambda names, _: rng.choice(names)))


def cheapest(game: Wb, burden: Burden, prices: Prices) -> Lost:
    """The share-out that costs the least strength, sparing headquarters."""

    def least(names: Sequence[str], lost: Lost) -> str:
        return min(names, key=lambda name: _worth(game, name, lost.get(name, 0)))

    return burden.borne(_paying(prices, least))


def _paying(prices: Prices, choose: Next) -> Next:
    """The same choice, while a price is open among those who owe it. [15.1.7] [15.4.3]"""

    def next_(left: Sequence[str], lost: Lost) -> str:
        owed = next((p.units for p in prices if not any(n in lost for n in p.units)), ())
        return choose([name for name in left if name in owed] or left, lost)

    return next_


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
    if not total:
        return {}
    left = {name: unit_of(game, name).cel for name in force.alive(game)}
    offer = Losses(Burden(left, total, LEVELS), prices)
    toll = offer.sole()
    if toll is None:
        toll = offer.order_of(game, (yield _who(game, force.side, offer)))
    take = toll.take
    bear(game, force, take, "5.1.8")
    return dict(take)


def _who(game: Wb, side: str, offer: Losses) -> Ask:
    burden, prompt = offer.burden, f"choose who loses {offer.burden.total} CEL"
    return offer.ask(
        game, side, offer.do, prompt,
        {"cheapest": lambda: Toll(cheapest(game, burden, offer.prices))},
        context=lambda: {"units": dict(burden.steps), "loss": burden.total},
    )  # fmt: skip


def bear(game: Wb, force: Force, take: Mapping[str, int], rule: str) -> None:
    """Take the levels away, unit by unit. [1.2e]"""
    for name in force.units:
        if name in take:
            lose_levels(game, name, take[name], rule)
