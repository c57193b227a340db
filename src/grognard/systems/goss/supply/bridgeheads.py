"""Bridgeheads over major rivers: supply for Leg units on the far bank. [15.9.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import At
from grognard.systems.goss.ground import MAJOR
from grognard.systems.goss.pieces.chain import formation, level_of
from grognard.systems.goss.pieces.stacks import held, holder, own_at
from grognard.systems.goss.pieces.values import counter_of, mech, on_map, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.supply.tracing import supplies, trace_unit
from grognard.systems.goss.units import DIV, UNITS

MOST = {DIV: 3, "bg": 2}
"""How many bridgeheads the units of a division and of a battle group may have. [15.9.0]"""
REACH = 2
"""How far a bridgehead supplies. [15.9.0]"""


def by_major_river(game: Gs, h: int) -> list[int]:
    """The hexes across a major river from a hex. [15.9.0]"""
    ground = game.scenario.ground
    return [b for b in game.board.around(h) if ground.water(h, b) == MAJOR]


def bridgeheads(game: Gs, side: str) -> Iterator[tuple[int, str]]:
    """The bridgeheads of a side, each with the headquarters whose units hold it. [15.9.0]"""
    for h, status in game.state[HEXES].items():
        if status.bridgehead and counter_of(game, status.bridgehead).side == side:
            yield h, status.bridgehead


def holders(game: Gs, side: str, h: int) -> list[str]:
    """The formations whose units could hold a bridgehead in a hex. [15.9.0]"""
    return sorted({hq for n in own_at(game, h, side) if (hq := formation(game, n))})


def _traceable(game: Gs, hq: str, h: int) -> bool:
    """Whether a path without a bridgehead leads from a headquarters to a hex. [15.9.0]"""
    if not on_map(game, hq) or not supplies(game, hq):
        return False
    unit = unit_of(game, hq)
    return trace_of(game, hq, h) if unit.hex != h else True


def trace_of(game: Gs, hq: str, h: int) -> bool:
    """Whether a headquarters could supply a Leg unit of its own in a hex. [15.2.3]"""
    legs = (n for n in game.state[UNITS] if formation(game, n) == hq and n != hq)
    leg = next((n for n in legs if not mech(counter_of(game, n), unit_of(game, n))), "")
    return bool(leg) and trace_unit(game, leg, h) is not None


def works(game: Gs, h: int, hq: str) -> bool:
    """Whether a bridgehead gives supply: a hex across the river is in GenS. [15.9.0]"""
    return any(_traceable(game, hq, b) for b in by_major_river(game, h))


def bridged(game: Gs, name: str) -> bool:
    """Whether a bridgehead supplies a unit: a Leg one within two hexes. [15.9.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if mech(counter, unit):
        return False
    return any(
        game.board.distance(h, unit.hex) <= REACH and works(game, h, hq)
        for h, hq in bridgeheads(game, counter.side)
    )


def remove(game: Gs, h: int) -> None:
    """A bridgehead is given up. [15.9.0]"""
    game.put(HEXES, h, replace(game.state[HEXES][h], bridgehead=""))
    facts = {"hex": game.board.label(h), "off": True}
    game.emit(Event("bridgehead", "15.9.0", facts))


def drop_needless(game: Gs, side: str) -> None:
    """Bridgeheads go where a path without one leads to the hex, or an enemy is in it. [15.9.0]"""
    for h, hq in list(bridgeheads(game, side)):
        if holder(game, h) not in (side, None, "") or _traceable(game, hq, h):
            remove(game, h)


def lost_bridgeheads(game: Gs) -> None:
    """Bridgeheads that enemies have entered are gone. [15.9.0]"""
    for side in game.scenario.sides:
        enemies = {h for other in game.scenario.sides if other != side for h in held(game, other)}
        for h, _ in list(bridgeheads(game, side)):
            if h in enemies:
                remove(game, h)


class Bridgehead(Verb[Gs, At]):
    """A bridgehead marker is placed beside a major river, or taken away. [15.9.0]"""

    do, rule, title, order = "bridgehead", "15.9.0", "Bridgehead", At
    phrase = "bridgehead in {hex}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, where one's own units stand beside a major river."""
        return [""] if self._hexes(game, player) else []

    def _hexes(self, game: Gs, player: str) -> list[int]:
        return sorted(h for h in held(game, player) if by_major_river(game, h))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[At]:
        """Each hex beside a major river, and the bridgeheads that there are."""
        there = {h for h, _ in bridgeheads(game, player)}
        for h in sorted({*self._hexes(game, player), *there}):
            yield At(h)

    def against(self, game: Gs, player: str, order: At) -> list[Refusal]:
        """In a hex of one's own, beside a major river, to which no path leads; three for a
        division, two for a battle group. One that is there may go at any time. [15.9.0]"""
        if order.hex in {h for h, _ in bridgeheads(game, player)}:
            return []
        if order.hex not in self._hexes(game, player):
            return [Refusal("15.9.0", "none of your units is there, beside a major river")]
        able = self._able(game, player, order.hex)
        if not able:
            return [Refusal("15.9.0", "a path leads there, or its formations have enough of them")]
        return []

    def _able(self, game: Gs, player: str, h: int) -> list[str]:
        count: dict[str, int] = {}
        for _, hq in bridgeheads(game, player):
            count[hq] = count.get(hq, 0) + 1
        return [
            hq
            for hq in holders(game, player, h)
            if count.get(hq, 0) < MOST[level_of(game, hq)] and not _traceable(game, hq, h)
        ]

    def carry_out(self, game: Gs, player: str, order: At) -> None:
        """It is placed, or goes. [15.9.0]"""
        status = game.state[HEXES].get(order.hex) or HexStatus()
        if status.bridgehead:
            remove(game, order.hex)
            return
        hq = self._able(game, player, order.hex)[0]
        game.put(HEXES, order.hex, replace(status, bridgehead=hq))
        facts = {"hex": game.board.label(order.hex), "off": False}
        game.emit(Event("bridgehead", "15.9.0", facts))
