"""Control of hexes: by occupation and by zone of control. [4.3]

At the start the scenario says who controls what [4.3.1]. After that control changes only at the end
of a Supply Phase, and only the player whose phase it is can gain any.
"""

from __future__ import annotations

from collections.abc import Collection

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.stacks import holder, on_map, zones
from grognard.systems.wb95.status import HEXES, NEUTRAL
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.values import unit_of


def controller(game: Wb, h: int) -> str:
    """The side that controls a hex, or nobody."""
    return game.state[HEXES][h].control


def settle(game: Wb, side: str, fed: Collection[str]) -> None:
    """Settle control as a side's Supply Phase ends; `fed` are its supplied units. [2.2.P6c]"""
    zone = supplied_zone(game, fed)
    gained: list[str] = []
    contested: list[str] = []
    hexes = game.state[HEXES]
    for h in _near(game, side):
        now = claim(game, side, h, zone)
        status = hexes[h]
        if now is None or now == status.control:
            continue
        game.put(HEXES, h, replace(status, control=now))
        (contested if now == NEUTRAL else gained).append(game.board.label(h))
    if gained or contested:
        text = f"{side} gains control of {len(gained)} hexes; {len(contested)} are contested"
        facts = {"side": side, "gained": gained, "contested": contested}
        game.emit(Event("control", text, "4.3.3", facts))


def _near(game: Wb, side: str) -> list[int]:
    """The hexes where a side can gain or deny control: those of its units and their zones."""
    reach, units = zones(game).reach, game.state[UNITS]
    near: set[int] = set()
    for name in on_map(game, side):
        h = units[name].hex
        near.add(h)
        if name in reach:
            near.update(reach[name][h])
    return sorted(near)


def claim(game: Wb, side: str, h: int, zone: Collection[int]) -> str | None:
    """Who controls a hex now that a side's Supply Phase ends; None where nothing changes.

    `zone` holds the hexes in the zone of control of the side's supplied units. [4.1.6]
    """
    enemy = game.scenario.other(side)
    here = holder(game, h)
    if here == side:
        return side  # whoever stands there, supplied or not [4.3.2]
    if here == enemy:
        return None  # no zone of control takes a hex from under a unit
    counts = zones(game).counts
    if counts[side][h] and counts[enemy][h]:
        return NEUTRAL  # supplied or not, either denies it to the other [4.3.6]
    return side if h in zone else None  # [4.3.3]


def supplied_zone(game: Wb, fed: Collection[str]) -> set[int]:
    """The hexes in the zone of control of supplied units; they never surrender. [4.3.5]"""
    reach = zones(game).reach
    zone: set[int] = set()
    for name in fed:
        if name in reach:
            zone.update(reach[name][unit_of(game, name).hex])
    return zone
