"""Supplies that are dropped: on-hand points for headquarters, or for units without one. [15.5.1b]

The chapter of air power flies the mission and says how many points arrive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.pieces.chain import (
    headquarters,
    headquarters_of,
    leads,
    leads_formation,
    level_of,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.fields import obstacles_now, way_at
from grognard.systems.goss.supply.onhand import put_hq
from grognard.systems.goss.supply.states import put_supply
from grognard.systems.goss.supply.ways import LEG_PATH, Prices
from grognard.systems.goss.units import ARMY, BG, CORPS, DIV, GENS, LEVELS, OHS, OOS

WORTH = {ARMY: 1, CORPS: 2, DIV: 4, BG: 4}
"""On-hand points that a delivered point gives a headquarters. [15.5.1b] [15.5.1b(a)] [15.5.1b(b)]
[15.5.1b(c)]"""
REACH = 3
"""How far from the drop a headquarters or unit may be. [15.5.1b]"""
UNITS_EACH = 10
"""Units that a point turns from OoS to on hand, where no headquarters is. [15.5.1b-2]"""


def receivers(game: Gs, side: str, h: int) -> list[str]:
    """The headquarters that can receive a drop in a hex: not in GenS, by a path of at most three
    hexes; an army or corps before formations. [15.5.1b]"""
    near = _within(game, side, h)
    able = [
        hq
        for hq in headquarters_of(game, side)
        if unit_of(game, hq).hex in near and unit_of(game, hq).supply != GENS
    ]
    top = [hq for hq in able if not leads_formation(game, hq)]
    if top:
        return [min(top, key=lambda hq: (LEVELS.index(level_of(game, hq)), hq))]
    return able


def _within(game: Gs, side: str, h: int) -> set[int]:
    """The hexes to which a path of at most three hexes leads from the drop. [15.5.1b]"""
    kept = obstacles_now(game, side)
    prices = Prices(game.scenario.ground, kept.lay, kept.help, way_at(game, h, LEG_PATH))
    found, edge = {h}, {h}
    for _ in range(REACH):
        edge = {b for a in edge for b, _ in prices.out(a) if b not in kept.held} - found
        found |= edge
    return found


def starving(game: Gs, side: str, h: int) -> list[str]:
    """The units out of supply near a drop. [15.5.1b-2]"""
    distance = game.board.distance
    return [
        n
        for n in sorted(on_map(game, side))
        if unit_of(game, n).supply == OOS
        and not leads(game, n)
        and distance(unit_of(game, n).hex, h) <= REACH
    ]


@dataclass(frozen=True, slots=True)
class Receiver:
    """The headquarters that gets a point."""

    hq: Piece


class GiveDrop(Answer[Gs, Receiver]):
    """Which headquarters gets a point that was dropped. [15.5.1b]"""

    do, rule, title, order = "give-drop", "15.5.1b", "Who gets the supplies", Receiver
    phrase = "supplies for {hq}"

    def __init__(self, able: Sequence[str] = ()) -> None:
        self.able = able

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Those that can be reached."""
        return self.able

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Receiver]:
        """All of it."""
        yield Receiver(actor)

    def against(self, game: Gs, player: str, order: Receiver) -> list[Refusal]:
        """It must be one of those that can be reached. [15.5.1b]"""
        if order.hq in self.able:
            return []
        return [Refusal("15.5.1b", f"{order.hq!r} cannot receive this drop")]


@dataclass(frozen=True, slots=True)
class Fed:
    """The units that get a point."""

    units: Pieces


class FeedUnits(Answer[Gs, Fed]):
    """Which units get what was dropped, where no headquarters is. [15.5.1b-2]"""

    do, rule, title, order = "feed-units", "15.5.1b", "Who gets the supplies", Fed
    phrase = "supplies for {units}"

    def __init__(self, able: Sequence[str] = (), most: int = 0) -> None:
        self.able, self.most = able, most

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Fed]:
        """As many as can be fed, the first of them."""
        yield Fed(tuple(self.able[: self.most]))

    def against(self, game: Gs, player: str, order: Fed) -> list[Refusal]:
        """Ten units a point, out of supply and near the drop. [15.5.1b-2]"""
        strange = [n for n in order.units if n not in self.able]
        if strange or len({*order.units}) != len(order.units):
            return [Refusal("15.5.1b", "only units out of supply within three hexes, each once")]
        if len(order.units) > self.most:
            return [Refusal("15.5.1b", f"no more than {self.most} units")]
        return []


def deliver_drop(game: Gs, side: str, h: int, points: int) -> Questions[None]:
    """Points that arrive in a hex: each goes to one headquarters at once, or, where none can get
    it, all to units that are out of supply. [15.5.1b] [15.5.1b-2]"""
    able = receivers(game, side, h)
    if not able:
        yield from _feed(game, side, h, points)
        return
    choice = GiveDrop(able)
    for _ in range(points):
        hq = able[0]
        if len(able) > 1:
            answer = yield choice.ask(
                game, side, "drop", "which headquarters gets this point?", {"first": Receiver(hq)}
            )
            hq = choice.order_of(game, answer).hq
        status = headquarters(game, hq)
        worth = WORTH[level_of(game, hq)]
        if unit_of(game, hq).supply == OOS:
            put_supply(game, hq, OHS)
        put_hq(game, hq, replace(status, ohs=status.ohs + worth))
        facts = {"hq": hq, "points": worth, "stock": {"ohs": worth}}
        game.emit(Event("drop", "15.5.1b", facts, seen_by=(side,)))


def _feed(game: Gs, side: str, h: int, points: int) -> Questions[None]:
    able, most = starving(game, side, h), UNITS_EACH * points
    fed = tuple(able)
    if len(able) > most:
        choice = FeedUnits(able, most)
        first = Fed(tuple(able[:most]))
        answer = yield choice.ask(game, side, "drop", "which units are fed?", {"first": first})
        fed = choice.order_of(game, answer).units
    for name in fed:
        put_supply(game, name, OHS)
    if fed:
        game.emit(Event("supply", "15.5.1b", {"units": list(fed), "state": OHS}))
