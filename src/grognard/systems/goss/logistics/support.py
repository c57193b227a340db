"""Support: which headquarters their superiors keep in ammunition, and what it costs. [15.4.0]"""

from __future__ import annotations

from collections.abc import Collection

from grognard.systems.goss.pieces.chain import (
    above,
    army,
    army_hq,
    corps,
    formation,
    headquarters,
    headquarters_of,
    leads_formation,
    new_today,
    superior,
)
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import ARMIES, ZONES
from grognard.systems.goss.units import CORPS, DIV, GENS, MECH_FORMATION, MR, OHS, STRAT

FREE = 3
"""How many corps an army, and how many formations a corps supports for nothing. [15.4.1] [15.4.2b]
"""
LEAST, MOST = 0, 8
"""Between these every ADV stays. [16.3.2]"""


def within(adv: int) -> int:
    """An ADV within its limits. [16.3.2]"""
    return max(LEAST, min(MOST, adv))


def adjustment(count: int) -> int:
    """What supporting so many does to an ADV: one less for each above three, one more below three,
    once. [15.4.0] [15.4.1(a)] [15.4.1(b)] [15.4.2b(a)] [15.4.2b(b)]"""
    return 1 if count < FREE else FREE - count


def counts(game: Gs, hq: str) -> bool:
    """Whether a headquarters is counted: not in reserve, in MR or Strat mode, nor on hand or out of
    supply. [15.4.0-2]"""
    unit = unit_of(game, hq)
    waiting = headquarters(game, hq).reserve >= 0 or unit.mode in (MR, STRAT)
    return not waiting and unit.supply == GENS


def corps_of(game: Gs, name: str) -> list[str]:
    """The corps headquarters of an army that are on the map. [15.4.1]"""
    side = game.scenario.armies[name].side
    return [
        hq
        for hq in headquarters_of(game, side)
        if counter_of(game, hq).level == CORPS and army(game, hq) == name
    ]


def formations_of(game: Gs, hq: str) -> list[str]:
    """The formations under a corps headquarters; one attached to a division is a part of it.
    [15.4.2a]"""
    return [
        one
        for one in headquarters_of(game, counter_of(game, hq).side)
        if leads_formation(game, one)
        and above(game, one) == hq
        and unit_of(game, one).attached in ("", one, hq)
    ]


def formation_value(game: Gs, hq: str) -> int:
    """What a formation counts, in halves: Allied divisions, and panzer and motorized ones of the
    Axis, as one; all others as a half. [15.4.2a]"""
    counter = counter_of(game, hq)
    whole = counter.level == DIV and (counter.side == ALLIED or counter.is_(MECH_FORMATION))
    return 2 if whole else 1


def formations_value(game: Gs, formations: Collection[str]) -> int:
    """What several count together, rounded down. [15.4.2a]"""
    return sum(formation_value(game, hq) for hq in formations if counts(game, hq)) // 2


# ---- what a unit has of it


def on_hand_above(game: Gs, name: str) -> str:
    """The nearest headquarters above a unit that lives on hand and supplies it. [15.5.1a]"""
    hq = superior(game, name)
    while hq:
        if unit_of(game, hq).supply == OHS:
            return hq
        hq = above(game, hq)
    return ""


def supported(game: Gs, name: str) -> bool:
    """Whether a unit is supported: its formation, its corps and its army's ADV. Who lives on a
    headquarters' on-hand supply is, and who came today. [15.4.3] [15.5.1a] [16.3.2(5)] [21.0(c)]"""
    if on_hand_above(game, name) or new_today(game, name):
        return True
    chain = (formation(game, name), corps(game, name))
    if any(hq and not headquarters(game, hq).supported for hq in chain):
        return False
    stock = game.state[ARMIES].get(army(game, name))
    return stock is None or stock.adv > 0


def adv_of(game: Gs, name: str, *, firing: bool = False) -> int:
    """The ADV for a unit's guns: nothing if it is unsupported; the points on hand where it lives on
    these; else its corps', of army artillery that of the corps in whose zone it is. When it fires
    that zone counts for all. [15.4.3(a)] [15.5.1a] [16.3.7b] [11.8.0] [11.8.1]"""
    source = on_hand_above(game, name)
    if source:
        return within(headquarters(game, source).ohs)
    if not supported(game, name):
        return 0
    own, here = corps(game, name), corps_here(game, name)
    hq = (here or own if firing else own or here) or army_hq(game, name)
    if hq:
        return headquarters(game, hq).adv
    stock = game.state[ARMIES].get(army(game, name))
    return stock.adv if stock is not None else 0


def corps_here(game: Gs, name: str) -> str:
    """The corps in whose zone a unit is. [11.8.0] [16.3.7b]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    for hq, zone in sorted(game.state[ZONES].items()):
        ours = hq not in game.scenario.armies and counter_of(game, hq).side == side
        if ours and unit.hex in zone.hexes:
            return hq
    return ""
