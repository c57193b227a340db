"""Choices above the battlefield: ceasefires, what is listened for, what is wrecked before it falls.

[28.0] [21.3] [27.2.1]
"""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.players.staff.fields import threat_at
from grognard.players.staff.nextwar.manoeuvre import QUARTERS
from grognard.players.staff.nextwar.prices import Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.nextwar.skies import offer_of, usual
from grognard.systems.nextwar.detection.electronic import Listen, Listening
from grognard.systems.nextwar.ending.deliberate import DamageOwn, OfSite
from grognard.systems.nextwar.ending.victory import level
from grognard.systems.nextwar.nations.ceasefire import (
    OBEY,
    PASS,
    REFUSE,
    VETO,
    Refuse,
    Stand,
    Veto,
    Vote,
)
from grognard.systems.nextwar.strikes.targets import Target
from grognard.systems.nextwar.turn.points import prize


def losing(seat: NwSeat) -> bool:
    """Whether the enemy would win if the war ended now."""
    winner, _ = level(seat.table)
    return winner == seat.enemy


def veto(seat: NwSeat) -> Action:
    """A power vetoes the end of a war that its side is losing, while it can still be turned.
    [28.1]"""
    offer = offer_of(seat, Veto.do)
    power = offer.orders[0].power
    on = losing(seat) and Prices(seat).left > seat.doctrine.seas.turns
    return seat.write(Veto, Vote(power, VETO if on else PASS))


def ceasefire(seat: NwSeat) -> Action:
    """Who would lose fights on; anybody else obeys. [28.2]"""
    return seat.write(Refuse, Stand(REFUSE if losing(seat) else OBEY))


def listen(seat: NwSeat) -> Action:
    """The headquarters or guns that are worth most to strike, of those near the front. [21.3]"""
    offer, prices = offer_of(seat, Listen.do), Prices(seat)

    def worth(order: Listening) -> tuple[int, int, str, str]:
        aim = prices.aim(Target(order.unit))
        value = 0 if aim is None else max(gain for gain, _ in aim.gains.values())
        front = prices.front[seat.unit(order.unit).hex]
        return int(0 <= front <= 2 * seat.doctrine.price.front), value, order.nation, order.unit

    return seat.write(Listen, max(offer.orders, key=worth))


def deliberate_damage(seat: NwSeat) -> Action:
    """What the enemy is about to take is wrecked: destroyed it is worth nothing to him. [27.2.1]

    A base that can be held is spared.
    """
    offer, situation = offer_of(seat, DamageOwn.do), seat.situation
    sites = [seat.scenario.sites[order.site] for order in offer.orders]
    for site in sorted(sites, key=lambda one: (-prize(seat.table, one), one.id)):
        held = sum(piece.defence for piece in situation.stack(site.hex))
        threat = threat_at(situation, site.hex) // QUARTERS
        beside = any(h in situation.foes for h in seat.board.around(site.hex))
        if beside and threat > seat.doctrine.seas.hopeless * max(1, held):
            return seat.write(DamageOwn, OfSite(site.id))
    return usual(seat)
