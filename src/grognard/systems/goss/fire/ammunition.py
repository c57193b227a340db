"""Ammunition of guns: support, ADV, and the points of an army that pay for more. [11.8.0]
[15.4.3]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.goss.pieces.chain import above, army, corps, formation, headquarters, superior
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS, ZONES
from grognard.systems.goss.units import OHS


def on_hand_above(game: Gs, name: str) -> str:
    """The nearest headquarters above a unit that lives on hand supply. [11.8.1]"""
    hq = superior(game, name)
    while hq and unit_of(game, hq).supply != OHS:
        hq = above(game, hq)
    return hq


def supported(game: Gs, name: str) -> bool:
    """Whether a unit is supported, by its formation and its corps; who lives on what a headquarters
    has on hand is. [15.4.3] [11.8.1]"""
    if on_hand_above(game, name):
        return True
    chain = (formation(game, name), corps(game, name))
    return all(headquarters(game, hq).supported for hq in chain if hq)


def adv(game: Gs, name: str) -> int:
    """The ADV behind a gun: that of the corps in whose zone it is, or of its own, or of its army;
    under a headquarters on hand supply the points there; nothing if it is unsupported. [11.8.0]
    [11.8.1] [15.4.3]"""
    source = on_hand_above(game, name)
    if source:
        return headquarters(game, source).ohs
    if not supported(game, name):
        return 0
    hq = _zone(game, name) or corps(game, name)
    if hq:
        return headquarters(game, hq).adv
    stock = game.state[ARMIES].get(army(game, name))
    return stock.adv if stock is not None else 0


def _zone(game: Gs, name: str) -> str:
    """The corps in whose zone of operation a unit is. [9.2.0] [11.8.0]"""
    h, side = unit_of(game, name).hex, counter_of(game, name).side
    for hq, zone in sorted(game.state[ZONES].items()):
        ours = hq not in game.scenario.armies and counter_of(game, hq).side == side
        if ours and h in zone.hexes:
            return hq
    return ""


def points_for(game: Gs, name: str) -> int:
    """The AmP that are there for a gun's intensive fire. [11.4.1g] [11.8.1]"""
    source = on_hand_above(game, name)
    if source:
        return headquarters(game, source).amp
    stock = game.state[ARMIES].get(army(game, name))
    return stock.amp if stock is not None else 0


def spend(game: Gs, name: str, points: int) -> None:
    """AmP are used up for a gun. [11.4.1g] [11.8.1]"""
    source = on_hand_above(game, name)
    if source:
        status = headquarters(game, source)
        game.put(HQS, source, replace(status, amp=status.amp - points))
        return
    which = army(game, name)
    stock = game.state[ARMIES][which]
    game.put(ARMIES, which, replace(stock, amp=stock.amp - points))
