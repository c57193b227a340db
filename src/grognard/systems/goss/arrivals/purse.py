"""Replacement points: what a side and its formations in refit have, and how it is paid. [22.1.0]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.goss.arrivals.prices import Points
from grognard.systems.goss.pieces.chain import formation, headquarters
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, SIDES
from grognard.systems.goss.units import LOST


def stock(game: Gs, side: str) -> Points:
    """The points of a side. [22.1.0]"""
    status = game.state[SIDES][side]
    return Points(status.inf, status.arm)


def own(game: Gs, hq: str) -> Points:
    """What refit gives a formation today, as far as it is not spent. [22.4.3]"""
    status = headquarters(game, hq)
    return Points(status.refit_inf, status.refit_arm) if hq and status.since else Points()


def formation_for(game: Gs, name: str) -> str:
    """The formation whose points of refit are for a unit, a lost one too. [22.4.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.hq:
        return name if counter.leads_formation else ""
    if unit.place in LOST and not unit.attached:
        return game.scenario.hqs.get(counter.formation, "")
    return formation(game, name)


def purse(game: Gs, name: str) -> Points:
    """What may be spent on a unit: its side's points, and its formation's. [22.4.3]"""
    return stock(game, counter_of(game, name).side) + own(game, formation_for(game, name))


def pay(game: Gs, name: str, price: Points) -> None:
    """Points are spent on a unit: first those that would be lost with the day. [22.4.3] [22.1.0]"""
    hq, side = formation_for(game, name), counter_of(game, name).side
    first = own(game, hq).both(price)
    if first:
        status = headquarters(game, hq)
        left = Points(status.refit_inf, status.refit_arm) - first
        game.put(HQS, hq, replace(status, refit_inf=left.inf, refit_arm=left.arm))
    book(game, side, Points() - (price - first))


def book(game: Gs, side: str, points: Points) -> None:
    """Points come to a side, or go. [22.1.0]"""
    if points:
        status = game.state[SIDES][side]
        new = Points(status.inf, status.arm) + points
        game.put(SIDES, side, replace(status, inf=new.inf, arm=new.arm))
