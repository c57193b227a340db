"""On-hand supply of headquarters: how much there is, and what it is spent for. [15.5.1]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Answer, Questions, Verb
from grognard.kit.forms import Piece
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import CITY, TOWN
from grognard.systems.goss.pieces.chain import (
    headquarters,
    headquarters_of,
    leads_formation,
    level_of,
)
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, Headquarters
from grognard.systems.goss.supply.tracing import connected_hq
from grognard.systems.goss.units import ARMY, CORPS, MAP, OHS, Unit

FUEL, AMMUNITION = "fuel", "ammunition"
AMMUNITION_OF = {ARMY: 2, CORPS: 1}
"""AmP that an on-hand point makes, by the level of the headquarters. [15.5.1a]"""
HALVES = 2
"""A fuel point in halves."""
ON_HAND = "on-hand supply"


def onhand_modifiers(game: Gs, hq: str) -> Tally:
    """What is added to the roll for on-hand supply. [15.5.1]"""
    counter, tally = counter_of(game, hq), Tally()
    if leads_formation(game, hq):
        tally = tally.add("formation", -4, "15.5.1")
    elif counter.level == CORPS:
        tally = tally.add("corps", -3, "15.5.1")
    if not connected_hq(game, hq):
        tally = tally.add("no path of any length", -1, "15.5.1")
    if game.scenario.ground.population[unit_of(game, hq).hex] in (TOWN, CITY):
        tally = tally.add("town or city", 1, "15.5.1")
    if counter.us:
        tally = tally.add("US", 2, "15.5.1")
    return tally


def roll_on_hand(game: Gs, hq: str) -> None:
    """A headquarters that has lost its path finds out what it has. [15.5.1]"""
    tally = onhand_modifiers(game, hq)
    tables = game.scenario.tables

    def read(roll: int) -> int:
        return number(tables, "on-hand-supply", roll + int(tally.total), "points")

    shown, points = d10(game, read)
    before = headquarters(game, hq)
    put_hq(game, hq, replace(before, ohs=points, drawn=-1, fp=0, amp=0))
    stock = {"ohs": points - before.ohs, "fp": -before.fp, "amp": -before.amp}
    facts = {"hq": hq, "roll": shown, "drm": tally.to_json(), "points": points, "stock": stock}
    side = counter_of(game, hq).side
    game.emit(Event("on-hand", "15.5.1", facts, dice=(shown,), seen_by=(side,)))


def put_hq(game: Gs, hq: str, found: Headquarters) -> None:
    """What has become of a headquarters, if anything."""
    if found != headquarters(game, hq):
        game.put(HQS, hq, found)


def drop_on_hand(game: Gs, hq: str) -> None:
    """In GenS again, or lost: what it had on hand is gone, and what was made of it. [15.5.1a-2]"""
    found = headquarters(game, hq)
    put_hq(game, hq, replace(found, ohs=0, drawn=-1, fp=0, amp=0))
    if found.ohs or found.fp or found.amp:
        stock = {"ohs": -found.ohs, "fp": -found.fp, "amp": -found.amp}
        side = counter_of(game, hq).side
        game.emit(Event("on-hand-gone", "15.5.1a", {"hq": hq, "stock": stock}, seen_by=(side,)))


def lost_hq(game: Gs, name: str, before: Unit) -> None:
    """A headquarters that is eliminated takes what it had on hand along. [15.5.1a-2]"""
    if name in game.state[HQS] and unit_of(game, name).place != MAP:
        drop_on_hand(game, name)


def after_hq_moved(game: Gs, hq: str) -> None:
    """A headquarters that moves loses half of its on-hand points. [15.5.1a-2]"""
    found = headquarters(game, hq)
    if unit_of(game, hq).supply == OHS and found.ohs:
        lost = -(-found.ohs // 2)
        put_hq(game, hq, replace(found, ohs=found.ohs - lost))
        facts = {"hq": hq, "points": lost, "stock": {"ohs": -lost}}
        told = Event("on-hand-lost", "15.5.1a", facts)
        game.emit(replace(told, seen_by=(counter_of(game, hq).side,)))


# ---- a point for all subordinates


@dataclass(frozen=True, slots=True)
class Spending:
    """Whether a point is spent."""

    spend: bool


class Draw(Answer[Gs, Spending]):
    """Whether a headquarters spends a point to supply its subordinates until its next
    Administrative Phase. [15.5.1a]"""

    do, rule, title, order = "draw-on-hand", "15.5.1a", "Spend an on-hand point", Spending
    phrase = "supply subordinates: {spend}"

    def against(self, game: Gs, player: str, order: Spending) -> list[Refusal]:
        """Nothing: it has a point, or nobody would have asked."""
        return []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Spending]:
        """Yes or no."""
        yield Spending(True)
        yield Spending(False)


def ask_to_draw(game: Gs, hq: str) -> Questions[None]:
    """The owner says whether a headquarters on hand supplies others. [15.5.1a]"""
    status, side = headquarters(game, hq), counter_of(game, hq).side
    choice, drawn = Draw(), False
    if status.ohs:
        answer = yield choice.ask(
            game, side, ON_HAND, f"spend one of {status.ohs} points of {counter_of(game, hq).name}",
            {"spend": Spending(True), "save": Spending(False)},
        )  # fmt: skip
        drawn = choice.order_of(game, answer).spend
    left = status.ohs - int(drawn)
    put_hq(game, hq, replace(status, ohs=left, drawn=game.serial if drawn else -1))
    if drawn:
        facts = {"hq": hq, "points": left, "stock": {"ohs": -1}}
        game.emit(Event("on-hand-drawn", "15.5.1a", facts, seen_by=(side,)))


# ---- fuel and ammunition out of it


@dataclass(frozen=True, slots=True)
class Conversion:
    """A headquarters, how many of its points, and what is made of them."""

    hq: Piece
    into: str
    points: int = 1


class Convert(Verb[Gs, Conversion]):
    """On-hand points become fuel or ammunition. [15.5.1a]"""

    do, rule, title, order = "convert-on-hand", "15.5.1a", "Use on-hand supply", Conversion
    phrase = "{points} on-hand points of {hq} into {into}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters with points on hand."""
        return [
            hq
            for hq in headquarters_of(game, player)
            if unit_of(game, hq).supply == OHS and headquarters(game, hq).ohs
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Conversion]:
        """A point at a time."""
        yield Conversion(actor, FUEL)
        yield Conversion(actor, AMMUNITION)

    def against(self, game: Gs, player: str, order: Conversion) -> list[Refusal]:
        """It must have the points; formations make no ammunition. [15.5.1a(c)]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("15.5.1a", f"{order.hq!r} is no headquarters of yours with supply")]
        if order.into not in (FUEL, AMMUNITION):
            return [Refusal("form", f"points become {FUEL} or {AMMUNITION}, not {order.into!r}")]
        found = []
        if not 1 <= order.points <= headquarters(game, order.hq).ohs:
            text = f"{order.hq} has {headquarters(game, order.hq).ohs} points, not {order.points}"
            found.append(Refusal("15.5.1a", text))
        if order.into == AMMUNITION and leads_formation(game, order.hq):
            found.append(Refusal("15.5.1a", f"{order.hq} leads a formation: no ammunition of it"))
        return found

    def carry_out(self, game: Gs, player: str, order: Conversion) -> None:
        """One fuel point each; of an army two AmP, of a corps one. [15.5.1a(a)] [15.5.1a(b)]"""
        found = headquarters(game, order.hq)
        stock = {"ohs": -order.points}
        if order.into == FUEL:
            stock["fp"] = HALVES * order.points
        else:
            stock["amp"] = AMMUNITION_OF[level_of(game, order.hq)] * order.points
        made = {key: getattr(found, key) + change for key, change in stock.items()}
        put_hq(game, order.hq, replace(found, **made))
        facts = {"hq": order.hq, "points": order.points, "into": order.into, "stock": stock}
        game.emit(Event("on-hand-converted", "15.5.1a", facts, seen_by=(player,)))
