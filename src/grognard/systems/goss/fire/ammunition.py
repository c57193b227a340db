"""Ammunition of guns: support, ADV, and the points of an army that pay for more. [11.8.0]
[15.4.3]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.goss.logistics.stock import book
from grognard.systems.goss.logistics.support import corps_here, on_hand_above, supported, within
from grognard.systems.goss.pieces.chain import army, corps, headquarters
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS


def adv(game: Gs, name: str) -> int:
    """The ADV behind a gun: that of the corps in whose zone it is, or of its own, or of its army;
    under a headquarters on hand supply the points there; nothing if it is unsupported. [11.8.0]
    [11.8.1] [15.4.3]"""
    source = on_hand_above(game, name)
    if source:
        return within(headquarters(game, source).ohs)
    if not supported(game, name):
        return 0
    hq = corps_here(game, name) or corps(game, name)
    if hq:
        return headquarters(game, hq).adv
    stock = game.state[ARMIES].get(army(game, name))
    return stock.adv if stock is not None else 0


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
    book(game, army(game, name), "intensive-fire", "11.4.1g", amp=-points, unit=name)
