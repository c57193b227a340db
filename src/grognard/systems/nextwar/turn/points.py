"""Victory Points: what is worth how many, and who has them. [12.1]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from grognard.engine.event import Event
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD, CITY, TOWN, Site
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.units import CVN, RESERVE, Counter

BRIGADE = "enemy brigade or US battalion eliminated"
DIVISION = "enemy division eliminated"
RESERVES = "enemy reserve division eliminated (mobilization / homeland / Red Guard / PMTU)"
TEAM = "US BCT or enemy attack helicopter eliminated"
HEADQUARTERS = "enemy HQ eliminated"
SMALL = "capture or destroy enemy Airfield or Town"
INSTALLATION = "capture or destroy enemy Installation (also a bridge / 8.3.4.1.3)"
CAPTURE_CITY = "capture enemy City"
GAS = "CW marker used by the enemy (Allied)"
CARRIER = "naval unit eliminated CVN"
VESSEL = "naval unit eliminated CV / AMPH or SAG"


def worth(game: Nw, event: str) -> Fraction:
    """What the chart pays for an event. [12.1]"""
    return Fraction(game.scenario.tables["victory-points"].cell(event, "vp").value)


def row_of(site: Site) -> str:
    """The row of the chart for a site. [12.1]"""
    if site.kind in (AIRFIELD, TOWN):
        return SMALL
    return CAPTURE_CITY if site.kind == CITY else INSTALLATION


def prize(game: Nw, site: Site) -> Fraction:
    """What the capture or destruction of a site is worth. [12.1]"""
    return Fraction(site.vp) if site.vp is not None else worth(game, row_of(site))


def for_ship(game: Nw, kind: str, side: str) -> None:
    """The points for a naval unit that is eliminated. [17.2]"""
    event = CARRIER if kind == CVN else VESSEL
    gain(game, game.scenario.other(side), worth(game, event), "17.2", event)


def for_unit(game: Nw, name: str, times: int = 1) -> None:
    """The points for a ground unit that is eliminated; twice as many if it surrendered.

    [12.1] [19.7.4]
    """
    counter = counter_of(game, name)
    event = event_of(counter)
    if event and (event != HEADQUARTERS or game.scenario.advanced):
        gain(game, game.scenario.other(counter.side), worth(game, event) * times, "12.1", event)


def event_of(counter: Counter) -> str:
    """The row of the chart for a unit; none for units that are worth nothing. [12.1]"""
    if counter.outpost or counter.supply or counter.beachhead:
        return ""
    if counter.hq:
        return HEADQUARTERS
    if counter.size == "division":
        return RESERVES if RESERVE in counter.flags else DIVISION
    if counter.nation == "US":
        return BRIGADE if counter.size == "battalion" else TEAM
    return BRIGADE if counter.size == "brigade" else ""


def gain(game: Nw, side: str, amount: Fraction, rule: str, what: str) -> None:
    """A side gains points this turn; halves add up. [12.1]"""
    status = game.state[SIDES][side]
    halves = status.halves + int(amount * 2)
    whole, rest = divmod(halves, 2)
    game.put(SIDES, side, replace(status, gained=status.gained + whole, halves=rest))
    shown = str(amount) if amount.denominator != 1 else int(amount)
    game.emit(Event("points", rule, {"side": side, "points": shown, "what": what}))
