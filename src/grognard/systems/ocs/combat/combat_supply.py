"""Combat supply: who pays what for an attack or a defence, and who uses his own stocks. [9.5b]

A token for each attacking step; two for a defence, one if it is small [12.4]. Supply on the map
goes before internal stocks, a counter uses one or the other, and what does not suffice is wasted.
[12.10a] [12.10g] [12.10h]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Ask
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.orders import Nothing
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.cover import covered, parts
from grognard.systems.ocs.combat.cover import defence_price as defence_price
from grognard.systems.ocs.fog import foresight
from grognard.systems.ocs.forms import Payment, PaymentField, Stocks
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.names import names as names_of
from grognard.systems.ocs.pieces.values import counter_of, steps_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import internals, paying
from grognard.systems.ocs.supply.paying import Source

ALL = "all"
"""The one user of a defence: its tokens cover everybody. [12.4]"""
DEFENCE_SUPPLY = "defence supply"
PAY, WITHHOLD = "pay", "withhold"
foresight.blind(DEFENCE_SUPPLY)


@dataclass(frozen=True)
class Bill:
    """What a side uses up: tokens by source, and the units that use their own stocks.

    `by` are the ways that the supply takes; `unpaid` are those that get nothing: only a defence may
    have any. [9.5b(A)] [9.5b(B)]
    """

    payment: tuple[tuple[str, int], ...] = ()
    internals: tuple[str, ...] = ()
    unpaid: frozenset[str] = frozenset()
    by: tuple[Source, ...] = ()


def settle(game: Ocs, side: str, bill: Bill, purpose: str, rule: str) -> None:
    """Spend what a bill says; friends who kept its ways open must stay. [9.5b] [4.5b]"""
    if bill.payment:
        paying.pay(game, side, bill.payment, purpose, rule)
    for h in sorted({h for source in bill.by for h in source.by_truck}):
        zones.lock(game, h, side)
    for name in bill.internals:
        internals.spend(game, name, rule)


# ---- what there is


@dataclass(frozen=True)
class Means:
    """The supply within reach of some users: for each its sources by their keys, nearest first."""

    reach: Mapping[str, Mapping[str, Source]]

    @property
    def tokens(self) -> dict[str, int]:
        """All tokens within anybody's reach, by source."""
        return {key: s.tokens for found in self.reach.values() for key, s in found.items()}

    def obliged(self) -> dict[str, int]:
        """Those that go before internal stocks: no organic loads. [12.10a] [13.2g(G)]"""
        every = (item for found in self.reach.values() for item in found.items())
        return {key: source.tokens for key, source in every if not source.organic}

    def ways(self, given: Given) -> tuple[Source, ...]:
        """The ways that supply takes to its users."""
        return tuple(self.reach[user][key] for user, key in sorted(given))


Given = Mapping[tuple[str, str], int]
"""How many tokens each user gets from each source."""
Reach = Mapping[str, Collection[str]]
"""The sources within reach of each user."""


def means(game: Ocs, names: Sequence[str], purpose: str) -> Means:
    """What each of some units could pay with where it stands. [12.3]"""
    alike: dict[tuple[int, str, str, bool], dict[str, Source]] = {}  # served alike [13.1d]
    reach: dict[str, dict[str, Source]] = {}
    for name in names:
        counter = counter_of(game, name)
        key = unit_of(game, name).hex, counter.formation, counter.nation, counter.independent
        if key not in alike:
            alike[key] = {s.key: s for s in paying.purse(game, name, purpose)}
        reach[name] = alike[key]
    return Means(reach)


def allot(
    need: Mapping[str, int], reach: Reach, tokens: Mapping[str, int]
) -> dict[tuple[str, str], int] | None:
    """Tokens by user and source that meet every need, the nearest first; None if there are not.

    A user that finds its sources taken may push another on to sources farther off.
    """
    given: dict[tuple[str, str], int] = {}
    left = dict(tokens)

    def find(user: str, seen: set[str]) -> bool:
        """Find one token for a user."""
        for key in reach[user]:
            if key in seen or key not in left:
                continue
            seen.add(key)
            taken = left[key] > 0
            if taken:
                left[key] -= 1
            else:
                others = sorted(o for (o, k), n in given.items() if k == key and n and o != user)
                mover = next((other for other in others if find(other, seen)), None)
                if mover is not None:
                    given[mover, key] -= 1
                    taken = True
            if taken:
                given[user, key] = given.get((user, key), 0) + 1
                return True
        return False

    for user in sorted(need):
        for _ in range(need[user]):
            if not find(user, set()):
                return None
    return {pair: n for pair, n in given.items() if n}


def summed(given: Given) -> dict[str, int]:
    """Tokens by source."""
    used: dict[str, int] = {}
    for (_, key), n in given.items():
        used[key] = used.get(key, 0) + n
    return used


# ---- the attacker [9.5b(A)]


def independents_alone(game: Ocs, names: Sequence[str]) -> bool:
    """Whether independents attack without a divisional unit, with the option. [21.3]"""
    if game.options["independents"] != "on":
        return False
    return all(counter_of(game, name).independent for name in names)


def attack_price(game: Ocs, name: str, double: bool) -> int:
    """The tokens of one attacking counter: one for each of its steps. [12.4]

    A division attacks with all its steps; twice as much for independents alone. [21.3]
    """
    price = steps_of(game, name) * cost_of(game.scenario.tables, "attack")
    return 2 * price if double else price


def attack_bill(
    game: Ocs,
    side: str,
    names: Sequence[str],
    pay: Mapping[str, int] | None = None,
    own: Sequence[str] | None = None,
) -> Bill | Refusal:
    """What an attack uses up, or why it cannot be supplied. [9.5b(A)] [12.4]

    `pay` says which sources give how much, `own` who uses his own stocks; both by default.
    """
    found, double = means(game, names, paying.ATTACK), independents_alone(game, names)
    prices = {name: attack_price(game, name, double) for name in names}
    if own is None:
        own = _forced(game, prices, found.reach, found.tokens)
    wrong = _why_not_own(game, prices, found, own, double)
    if wrong is not None:
        return wrong
    given = _given({name: price for name, price in prices.items() if name not in own}, found, pay)
    if isinstance(given, Refusal):
        return given
    given = _joined(given, _wasted(own, prices, found, summed(given)))
    return Bill(tuple(sorted(summed(given).items())), tuple(own), by=found.ways(given))


def sparing(game: Ocs, side: str, names: Sequence[str]) -> tuple[str, ...]:
    """Who would attack from his own stocks to spare Organic Trucks. [12.10a] [13.2g(G)]"""
    found = means(game, names, paying.ATTACK)
    bill, obliged = attack_bill(game, side, names), found.obliged()
    if isinstance(bill, Refusal) or all(key in obliged for key, _ in bill.payment):
        return ()
    prices = {name: attack_price(game, name, False) for name in names}
    own = _forced(game, prices, found.reach, obliged)
    return () if isinstance(attack_bill(game, side, names, own=own), Refusal) else own


def _forced(
    game: Ocs, prices: Mapping[str, int], reach: Reach, tokens: Mapping[str, int]
) -> tuple[str, ...]:
    """Who must use his own stocks since supply does not go round; the cheapest are paid first."""
    if allot(prices, reach, tokens) is not None:
        return ()
    paid: dict[str, int] = {}
    for name in sorted(prices, key=lambda n: (internals.able(game, n), prices[n], n)):
        trial = {**paid, name: prices[name]}
        if allot(trial, reach, tokens) is not None:
            paid = trial
    return tuple(name for name in prices if name not in paid)


def _why_not_own(
    game: Ocs, prices: Mapping[str, int], found: Means, own: Sequence[str], double: bool
) -> Refusal | None:
    """Why some units cannot use their own stocks in this attack. [9.5b(C)] [12.10c]"""
    paid = {name: price for name, price in prices.items() if name not in own}
    for name in own:
        if name not in prices:
            return Refusal("9.5b(C)", f"{name!r} does not take part in this attack")
        counter = counter_of(game, name)
        if double:
            text = f"{counter.name}: independents that attack alone use no internal stocks"
            return Refusal("21.3", f"{text}; too little supply is in reach")
        if not internals.able(game, name):
            text = f"{counter.name} has neither {prices[name]} tokens in reach nor internal stocks"
            return Refusal("9.5b(A)", f"{text}; leave it out of the attack")
        if allot({**paid, name: prices[name]}, found.reach, found.obliged()) is not None:
            text = f"supply on the map reaches {counter.name}; internal stocks are for want of it"
            return Refusal("9.5b(C)", text)
    return None


def _given(
    prices: Mapping[str, int], found: Means, pay: Mapping[str, int] | None
) -> dict[tuple[str, str], int] | Refusal:
    """Who gets how many tokens from where: as wished, or from the nearest sources."""
    total = sum(prices.values())
    if pay is None:
        given = allot(prices, found.reach, found.tokens)
        if given is None:
            return Refusal("9.5b(A)", f"{total} tokens are needed, so much is not in reach")
        return given
    wrong = _why_not_pay(found, pay, total, "attack")
    if wrong is not None:
        return wrong
    given = allot(prices, found.reach, pay)
    if given is None:
        return Refusal("12.4", "some attackers cannot reach the sources that are to pay for them")
    return given


def _why_not_pay(found: Means, pay: Mapping[str, int], price: int, purpose: str) -> Refusal | None:
    """Why sources cannot give what they are to give. [12.4]"""
    for key, tokens in pay.items():
        there = found.tokens.get(key, 0)
        if not 0 < tokens <= there:
            return Refusal("12.4", paying.too_much(key, there, tokens))
    if sum(pay.values()) != price:
        return Refusal("12.4", f"the {purpose} costs {price} tokens, not {sum(pay.values())}")
    return None


def _wasted(
    own: Sequence[str], prices: Mapping[str, int], found: Means, used: Mapping[str, int]
) -> dict[tuple[str, str], int]:
    """What is spent in vain: tokens too few for a counter of several steps. [12.10h]"""
    left = {key: n - used.get(key, 0) for key, n in found.obliged().items()}
    wasted: dict[tuple[str, str], int] = {}
    for name in own:
        for key in found.reach[name] if prices[name] > 1 else ():
            if left.get(key, 0) > 0:
                wasted[name, key] = left.pop(key)
    return wasted


def _joined(a: Given, b: Given) -> dict[tuple[str, str], int]:
    return {pair: a.get(pair, 0) + b.get(pair, 0) for pair in sorted({*a, *b})}


# ---- the defender [9.5b(B)]


def defence_bill(
    game: Ocs,
    side: str,
    names: Sequence[str],
    pay: Mapping[str, int] | None = None,
    own: Sequence[str] | None = None,
) -> Bill | Refusal:
    """What a defence uses up. [9.5b(B)] [12.4]

    Two tokens cover all. Where they are not to be had each one covers a counter of one step, and
    others use their own stocks; who has neither fights at half. [12.10g] `pay` are the sources and
    their tokens, `own` those who use their stocks, by default all who must and can.
    """
    found, price = _defence_means(game, side, names), defence_price(game, names)
    if own and sum(found.obliged().values()) >= price:
        text = "supply on the map reaches the defenders; internal stocks are for want of it"
        return Refusal("9.5b(C)", text)
    if sum(found.tokens.values()) < price or own:
        if pay is not None:
            return Refusal("12.4", f"{price} tokens cover the defence; so much is not in reach")
        return _covering_some(game, names, found, own)
    if pay is not None:
        wrong = _why_not_pay(found, pay, price, "defence")
        if wrong is not None:
            return wrong
    given = allot({ALL: price}, found.reach, found.tokens if pay is None else pay)
    assert given is not None
    return Bill(tuple(sorted(summed(given).items())), by=found.ways(given))


def _defence_means(game: Ocs, side: str, names: Sequence[str]) -> Means:
    """What the defenders of a hex could pay with, all for all of them. [12.4]"""
    h = unit_of(game, names[0]).hex
    found = paying.sources(game, side, h, paying.DEFENCE, tuple(names))
    return Means({ALL: {source.key: source for source in found}})


def _covering_some(
    game: Ocs, names: Sequence[str], found: Means, own: Sequence[str] | None
) -> Bill | Refusal:
    """Tokens for single counters, own stocks for others, nothing for the rest. [12.10g]

    The headquarters of a division throws to its own [13.1d], who then have no need of their stocks
    [12.10a]; Organic Trucks may cover those of their formation whom nothing else does. [13.2g(B)]
    """
    stock = found.obliged()
    thrown = parts(game, names, own, lambda s: not s.organic and s.key not in found.reach[ALL])
    others = [n for n in names if not any(n in part.covers for part in thrown)]
    single = covered(game, others, own, sum(stock.values()))
    able = [n for n in others if n not in single and internals.able(game, n)]
    chosen = able if own is None else list(own)
    for name in chosen:
        if name not in able:
            text = f"{name!r} has no internal stocks to use here, or is covered by supply"
            return Refusal("12.10c", text)
    spare = sum(stock.values()) - len(single)
    idle = bool(spare and covered(game, chosen, None, spare))
    if own and (idle or any(part.could(game, chosen) for part in thrown)):  # [12.10a]
        text = "a token within reach covers one of these; internal stocks are for want of it"
        return Refusal("9.5b(C)", text)
    several = any(steps_of(game, name) > 1 for name in chosen)
    given = allot({ALL: len(single) + (spare if several else 0)}, found.reach, stock)  # [12.10h]
    assert given is not None
    rest = [n for n in others if n not in single and n not in chosen]
    trucks = parts(game, rest, None, lambda source: source.organic)
    more = [one for part in (*thrown, *trucks) for one in part.given]
    more += [one for part in thrown for one in part.wasted(game, chosen)]
    used = summed({**given, **_by_part(more)})
    unpaid = frozenset(rest) - {n for part in trucks for n in part.covers}
    by = (*found.ways(given), *dict.fromkeys(source for source, _ in more))
    return Bill(tuple(sorted(used.items())), tuple(chosen), unpaid, by)


def _by_part(given: Sequence[tuple[Source, int]]) -> dict[tuple[str, str], int]:
    """Tokens by source for those whom they cover apart from the others."""
    return {(str(place), source.key): n for place, (source, n) in enumerate(given)}


@dataclass(frozen=True, slots=True)
class Defence:
    """Who pays for a defence, and who uses his own stocks; both by default."""

    pay: Payment | None = None
    internals: Stocks | None = None


class Defend(Answer[Ocs, Defence]):
    """Pay for the defence: with supply, and with internal stocks where it does not reach. [9.5b]

    Whoever can be covered by either may still be left without. [9.5b(B)]
    """

    do, rule, order = "supply", "9.5b(B)", Defence
    title = "Pay"
    phrase = (
        "Pay the combat supply, {internals} from internal stocks",
        "Pay the combat supply: {usual}",
        "Pay the combat supply",
    )
    added = ("{pay}",)

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def against(self, game: Ocs, player: str, order: Defence) -> list[Refusal]:
        """The price, the sources, and who may use his own stocks."""
        bill = self.bill(game, order)
        return [bill] if isinstance(bill, Refusal) else []

    def bill(self, game: Ocs, order: Defence) -> Bill | Refusal:
        """What the defence then uses up. [12.4]"""
        side = self.battle.defender
        wish = paying.as_wished(game, side, order.pay)
        return defence_bill(game, side, self.battle.defenders, wish, order.internals)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Defence]:
        """The usual way; and, where stocks are needed, all's, one unit's alone or nobody's."""
        yield Defence()
        bill = self.bill(game, Defence())
        assert isinstance(bill, Bill)
        every = self.battle.defenders
        able = tuple(name for name in every if internals.able(game, name))
        for names in ((), *((name,) for name in every), *([able] if len(able) > 1 else ())):
            if bill.internals != names:
                yield Defence(internals=names)

    def at_hand(self, game: Ocs, player: str, order: Defence | None) -> Sequence[str]:
        """Nobody: who pays how is chosen from a list."""
        return ()

    def details(self, game: Ocs, order: Defence) -> Mapping[str, str]:
        """What would be used up without further words."""
        bill = self.bill(game, order) if order == Defence() else None
        if not isinstance(bill, Bill):
            return {}
        return {"usual": PaymentField().said(game, dict(bill.payment), names_of(game))}


class Withhold(Answer[Ocs, Nothing]):
    """Pay nothing and fight at half. [9.5b(B)]"""

    do, rule, order = "withhold", "9.5b(B)", Nothing
    title, phrase = "Withhold supply", "Pay nothing and fight at half strength"

    def against(self, game: Ocs, player: str, order: Nothing) -> list[Refusal]:
        """Always open to a defender. [12.4]"""
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()


def ask_defender(game: Ocs, battle: Battle) -> Any:
    """Ask the defender to pay or to withhold; one who has nothing is not asked. [9.2]"""
    side, names, offer = battle.defender, battle.defenders, Defend(battle)
    bill = defence_bill(game, side, names)
    assert isinstance(bill, Bill)
    if not bill.payment and not bill.internals:
        return bill
    answer = yield Ask(
        side, DEFENCE_SUPPLY,
        f"combat supply for the defence of {game.board.label(battle.target)}",
        "9.5b(B)", (offer, Withhold()),
        default={"do": Defend.do},
        policies={PAY: lambda: {"do": Defend.do}, WITHHOLD: lambda: {"do": Withhold.do}},
        context=lambda: _told(game, battle, bill),
    )  # fmt: skip
    if answer["do"] == Withhold.do:
        return Bill(unpaid=frozenset(names))
    chosen = offer.bill(game, offer.order_of(game, answer))
    assert isinstance(chosen, Bill)
    return chosen


def _told(game: Ocs, battle: Battle, bill: Bill) -> dict[str, Any]:
    """What the defender should see: the target, the price, who would pay it."""
    return {
        "target": game.board.label(battle.target),
        "tokens": defence_price(game, battle.defenders),
        "sources": dict(bill.payment),
        "internals": list(bill.internals),
        "unpaid": sorted(bill.unpaid),
    }
