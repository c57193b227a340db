"""The battle for the air: who is sent up, who fights whom, who breaks off, who intercepts. [22.6]

An engagement is worth what it costs the enemy less what it costs oneself; that the air is one's own
is worth something besides, and so is an aircraft that is kept for strikes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from grognard.engine.decision import Action
from grognard.kit.orders import OfMany, OfOne
from grognard.players.staff.nextwar.chances import THOUSAND, Duel, duel, fighter
from grognard.players.staff.nextwar.prices import Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.aircraft import AIR, STRIKE, SUPPORT
from grognard.systems.nextwar.airpower.hidden import Enough, Send
from grognard.systems.nextwar.airpower.melee import BreakOff
from grognard.systems.nextwar.airpower.placing import (
    Avoid,
    Engage,
    Pairing,
    Patrol,
    fighters,
    hunters,
)
from grognard.systems.nextwar.airpower.ranges import ALL, CHART
from grognard.systems.nextwar.airpower.sorties import bases
from grognard.systems.nextwar.airpower.superiority import level_of
from grognard.systems.nextwar.airpower.transfers import Transfer, Transferral, open_to
from grognard.systems.nextwar.airpower.wings import (
    ALIVE,
    READY,
    SUPERIORITY,
    WINGS,
    aloft,
    box_of,
    marked,
    plane,
    rating,
    seen_wings,
    weasel,
    wing_of,
)
from grognard.systems.nextwar.defenses.intercepting import Intercept
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, SITES, WAR

MOST = 2
"""How many intercept one mission. [24.4]"""


class Skies:
    """The air as one side sees it."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.game, self.prices = seat, seat.table, Prices(seat)
        self.house = seat.doctrine.skies

    # ---- engagements

    def worth(self, own: str, enemy: str) -> int:
        """What it is worth that one fights another."""
        found = self.fight(own, enemy)
        gain = self.prices.step(enemy) * found.enemy - self.cost(own) * found.own
        return gain // THOUSAND

    def cost(self, own: str) -> int:
        """What a step costs oneself: the weaker side has little from fighters that stay at home,
        and are bombed there."""
        if not self.behind:
            return self.prices.step(own)
        return (self.prices.step(own) - self.prices.arms(own, AIR)) // 2

    @cached_property
    def behind(self) -> bool:
        """Whether the enemy's fighters are the better ones, all in all."""
        power = dict.fromkeys(self.game.scenario.sides, 0)
        for name, wing in seen_wings(self.game, self.seat.side).items():
            if wing.place in ALIVE:
                power[plane(self.game, name).side] += marked(self.game, name, AIR).value
        return power[self.seat.side] < power[self.seat.enemy]

    def fight(self, own: str, enemy: str) -> Duel:
        """The engagement of two."""
        return duel(self.seat, fighter(self.game, own), fighter(self.game, enemy))

    def engage(self, mine: Sequence[str], theirs: Sequence[str]) -> Pairing:
        """The engagement that is worth most."""
        pairs = [(self.worth(a, b), a, b) for a in mine for b in theirs]
        _, own, foe = max(pairs, key=lambda row: (row[0], row[1], row[2]))
        return Pairing(own, foe)

    # ---- placing

    @cached_property
    def enemies(self) -> list[str]:
        """The enemies in the box; before they are there, those that are likely to come: the
        fighters among whoever is ready."""
        seen, side = seen_wings(self.game, self.seat.side), self.seat.enemy
        theirs = {n: wing for n, wing in seen.items() if plane(self.game, n).side == side}
        up = [n for n, wing in theirs.items() if wing.place == SUPERIORITY]
        if up or self.second:
            return up
        able = [n for n, wing in theirs.items() if wing.place == READY]
        able = [n for n in able if not weasel(self.game, n) and rating(self.game, n, AIR)]
        return list(hunters(self.game, able))

    @property
    def second(self) -> bool:
        """Whether the enemy has had to show first whom he sends. [22.6.1-p3]"""
        war = self.game.state[WAR][NOW]
        return bool(war.awacs) and war.watching == self.seat.side

    def patrol(self) -> tuple[str, ...]:
        """Those who are sent up: the best fighters, as many as pay whatever the enemy answers."""
        able, up = fighters(self.game, self.seat.side), aloft(self.game, self.seat.side)
        ranked = sorted(able, key=lambda n: (self.keen(n), n))
        best, chosen = self.promise(up), list[str]()
        for count in range(1, len(ranked) + 1):
            value = self.promise([*up, *ranked[:count]])
            if value > best:
                best, chosen = value, ranked[:count]
        return tuple(n for n in able if n in chosen)

    def elsewhere(self, name: str) -> int:
        """What an aircraft could do instead."""
        strikes = self.house.strikes * rating(self.game, name, STRIKE)
        return strikes + self.house.supports * rating(self.game, name, SUPPORT)

    def keen(self, name: str) -> int:
        """How little it costs to send one up for what it does there; the least goes first."""
        return self.elsewhere(name) - self.house.keen * rating(self.game, name, AIR)

    @cached_property
    def answers(self) -> list[list[str]]:
        """Whom one may meet: the enemies in the box; if they are yet to come, any number of them,
        those first whom he can best spare."""
        if self.second:
            return [self.enemies]
        ranked = sorted(self.enemies, key=lambda n: (self.keen(n), n))
        return [ranked[:count] for count in range(len(ranked) + 1)]

    @cached_property
    def raiders(self) -> dict[str, int]:
        """How many aircraft that fly strikes each side has Ready, as far as one sees them."""
        found = dict.fromkeys(self.game.scenario.sides, 0)
        for name, wing in seen_wings(self.game, self.seat.side).items():
            if wing.place == READY and rating(self.game, name, STRIKE) >= self.house.raider:
                found[plane(self.game, name).side] += 1
        return found

    def promise(self, names: Sequence[str]) -> int:
        """What it is worth to send some up, when the enemy does what is worst."""
        return min(self.outcome(names, foes) for foes in self.answers)

    def outcome(self, names: Sequence[str], enemies: Sequence[str]) -> int:
        """What it is worth that some meet some: what they do, whom they keep from striking, who
        rules the air then, whose missions are met, and what is not done elsewhere."""
        foes = sorted(enemies, key=lambda n: (-rating(self.game, n, AIR), n))
        value = sum(map(self.elsewhere, foes)) - sum(map(self.elsewhere, names))
        ours = sorted(names, key=lambda n: (-rating(self.game, n, AIR), n))
        left = {self.seat.side: len(ours) * THOUSAND, self.seat.enemy: len(foes) * THOUSAND}
        for own, foe in zip(ours, foes, strict=False):
            found = self.fight(own, foe)
            value += self.worth(own, foe)
            left[self.seat.side] -= found.gone
            left[self.seat.enemy] -= found.beaten
        counts = {side: max(0, (n + THOUSAND // 2) // THOUSAND) for side, n in left.items()}
        for side, other in ((self.seat.side, self.seat.enemy), (self.seat.enemy, self.seat.side)):
            met = self.house.meeting * min(counts[other], self.raiders[side])
            value -= met if side == self.seat.side else -met
        ruler, level = level_of(self.game, counts)
        worth = self.house.rules[level]
        return value + (worth if ruler == self.seat.side else -worth)


# ---- answers


def offer_of(seat: NwSeat, do: str) -> Any:
    """What is offered under a name."""
    return next(offer for offer in seat.question.offers if offer.do == do)


def usual(seat: NwSeat) -> Action:
    """What the rules suggest."""
    answer = seat.question.default
    assert answer is not None
    return answer


def superiority(seat: NwSeat) -> Action:
    """Who is sent up; under the fog of war one by one. [22.6.1-p3] [29.2.2]"""
    chosen = Skies(seat).patrol()
    if seat.offered(Patrol):
        return seat.write(Patrol, OfMany(chosen))
    left = [name for name in offer_of(seat, Send.do).able if name in chosen]
    return seat.write(Send, OfOne(left[0])) if left else {"do": Enough.do}


def engagement(seat: NwSeat) -> Action:
    """The engagement that costs the enemy most, and oneself least. [22.6.2-1]"""
    offer = offer_of(seat, Engage.do)
    return seat.write(Engage, Skies(seat).engage(offer.mine, offer.theirs))


def surplus(seat: NwSeat) -> Action:
    """Two against one, where the second is the better too. [22.6.2-2] [24.4.1-2]"""
    offer, skies = offer_of(seat, Engage.do), Skies(seat)
    pair = skies.engage(offer.mine, offer.theirs)
    if skies.worth(pair.unit, pair.enemy) <= 0:
        return {"do": Avoid.do}
    action = seat.write(Engage, pair)
    return action if seat.may(action) else usual(seat)


def break_off(seat: NwSeat) -> Action:
    """Who has lost a step and is worth many points goes home. [22.6.6]"""
    offer, prices = offer_of(seat, BreakOff.do), Prices(seat)
    able = dict.fromkeys(name for order in offer.orders for name in order.units)
    weary = tuple(
        name
        for name in able
        if wing_of(seat.table, name).steps == 1 and prices.step(name) >= seat.doctrine.skies.dear
    )
    action = seat.write(BreakOff, OfMany(weary))
    return action if seat.may(action) else usual(seat)


def intercept(seat: NwSeat) -> Action:
    """The two who promise most against a mission; nobody, if all would lose by it. [24.4]

    Under the fog of war nobody knows who flies in it: then the best two go. [29.2.1]
    """
    offer, skies = offer_of(seat, Intercept.do), Skies(seat)
    if seat.table.options["air-fog"] == "on":
        return usual(seat)
    foes = offer.package.escorts or offer.package.strikers
    foes = [name for name in foes if name in seat.table.state[WINGS]]
    if not foes:
        return usual(seat)
    ranked = sorted(
        (
            (seat.doctrine.skies.spoiled + max(skies.worth(name, foe) for foe in foes), name)
            for name in offer.names
        ),
        key=lambda row: (-row[0], row[1]),
    )
    chosen = tuple(name for value, name in ranked[:MOST] if value > 0)
    action = seat.write(Intercept, OfMany(chosen))
    return action if seat.may(action) else usual(seat)


# ---- bases


def transfers(seat: NwSeat) -> Iterator[Action]:
    """Who is Ready and does not reach the enemy from where he is changes his base, and so does
    whose bases have mostly fallen. [25.2]"""
    game = seat.table
    for name, wing in game.state[WINGS].items():
        if wing.place != READY or plane(game, name).side != seat.side:
            continue
        fallen = lost_bases(game, seat.side, wing.box)
        for box in open_to(game, name):
            better = _reach(game, name, box) > _reach(game, name, wing.box)
            safe = not lost_bases(game, seat.side, box)
            if safe and (fallen or better):
                yield seat.write(Transfer, Transferral(name, box))
                break


def _reach(game: Nw, name: str, box: str) -> int:
    """How far a unit flies from a box: to the battle for the air, to all of the map. [22.3]"""
    chart = game.scenario.basing[box].chart if box in game.scenario.basing else ""
    row, table = f"{chart} {plane(game, name).range}", game.scenario.tables[CHART]
    if not chart or row not in table.rows:
        return 3
    patrols = table.cell(row, "superiority").value == "yes"
    return 2 * (table.cell(row, "ground").value == ALL) + patrols


def lost_bases(game: Nw, side: str, box: str) -> bool:
    """Whether most bases of a box have fallen or lie in ruins. [22.1.4]"""
    found = [site for site in bases(game, side) if box_of(game, site) == box]
    gone = [
        site
        for site in found
        if controller(game, site.hex) != side or game.state[SITES][site.id].destroyed
    ]
    return 2 * len(gone) > len(found) > 0
