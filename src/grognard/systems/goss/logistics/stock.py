"""Stockpiles of armies: every point that comes or goes is booked here, and told to its owner.

Fuel is counted in halves. [16.3.6] [16.4.1]
"""

from __future__ import annotations

from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.charts import number
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS, Army
from grognard.systems.goss.supply.depots import has_depot

HALVES = 2


def army_of(game: Gs, name: str) -> Army:
    """An army's record track. [16.3.6] [16.4.1]"""
    return game.state[ARMIES][name]


def armies_of(game: Gs, side: str) -> list[str]:
    """The armies of a side, by their names. [16.1.1]"""
    return sorted(n for n, plan in game.scenario.armies.items() if plan.side == side)


def cap(game: Gs, name: str, stock: str) -> int:
    """The most AmP, or FP in halves, that an army may have: more with a depot on the map. [16.3.6]
    [16.4.1]"""
    column = "depot" if has_depot(game, name) else "no depot"
    most = number(game.scenario.tables, "stockpiles", stock, column)
    return most * HALVES if stock == "FP" else most


def pay(game: Gs, who: str, kind: str, rule: str, points: int, **facts: Any) -> None:
    """AmP are spent by an army, or by a headquarters that has made them of its on-hand supply.
    [16.3.7a] [15.5.1a] [11.8.1]"""
    if who in game.scenario.armies:
        book(game, who, kind, rule, amp=-points, points=points, **facts)
        return
    spend_on_hand(game, who, rule, amp=points)


def spend_on_hand(game: Gs, hq: str, rule: str, *, amp: int = 0, fp: int = 0) -> None:
    """A headquarters spends AmP, or FP in halves, that it has made of its on-hand supply.
    [15.5.1a] [16.4.2]"""
    status = game.state[HQS][hq]
    game.put(HQS, hq, replace(status, amp=status.amp - amp, fp=status.fp - fp))
    facts = {"hq": hq, "stock": {"amp": -amp, "fp": -fp}}
    side = game.scenario.counters[hq].side
    game.emit(Event("on-hand-spent", rule, facts, seen_by=(side,)))


def book(
    game: Gs, name: str, kind: str, rule: str, *, amp: int = 0, fp: int = 0, tp: int = 0,
    dice: tuple[int, ...] = (), **facts: Any,
) -> None:  # fmt: skip
    """An army gets or spends points; what is beyond its stockpile's limit is lost at once. [16.3.6]
    [16.4.1]"""
    army = army_of(game, name)
    found = replace(
        army,
        amp=min(army.amp + amp, max(army.amp, cap(game, name, "AmP"))),
        fp=min(army.fp + fp, max(army.fp, cap(game, name, "FP"))),
        tp=army.tp + tp,
    )
    game.put(ARMIES, name, found)
    changes = {key: getattr(found, key) - getattr(army, key) for key in ("amp", "fp", "tp")}
    stock = {key: change for key, change in changes.items() if change}
    side = game.scenario.armies[name].side
    game.emit(
        Event(kind, rule, {"army": name, **facts, "stock": stock}, dice=dice, seen_by=(side,))
    )
