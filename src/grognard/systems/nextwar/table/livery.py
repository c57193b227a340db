"""The colours of counters by nation, as the chart names them. [NIC]"""

from __future__ import annotations

from grognard.systems.nextwar.aircraft import AirCounter
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import Counter, HeloCounter, ShipCounter
from grognard.table.tabletop import Tabletop

PAINTS = {
    "light blue": ("#a9cbe3", "#10222f"), "pale green": ("#bfd3a6", "#1a2412"),
    "olive green": ("#7d8748", "#ffffff"), "sky blue": ("#8fc3ea", "#10222f"),
    "grey blue": ("#7f97a8", "#10202b"), "yellow": ("#e8cf62", "#2a2207"),
    "tan": ("#cfae7c", "#2a1d0b"), "dark red": ("#8f2a22", "#ffeccb"),
    "bright red": ("#c93a2b", "#fff3d6"), "dark brown": ("#5d4331", "#ffeccb"),
}  # fmt: skip
"""Paper and ink of the colours that the chart names."""
ARMY, CORPS, NAVY, FORCE = "US Army", "USMC", "US Navy", "US Air Force"
Printed = Counter | HeloCounter | ShipCounter | AirCounter


def row_of(counter: Printed) -> str:
    """The row of the chart for a counter: those of the United States by their service. [NIC]"""
    if counter.nation != "US":
        return counter.nation
    if isinstance(counter, ShipCounter):
        return NAVY
    if isinstance(counter, AirCounter):
        return FORCE
    return CORPS if counter.marine else ARMY


def paint(game: Nw, nation: str) -> tuple[str, str] | None:
    """Paper and ink of a nation; None if the chart does not have it. [NIC]"""
    table = game.scenario.tables["nationality-colours"]
    return PAINTS[table.cell(nation, "counter_colour").value] if nation in table.rows else None


def livery(game: Nw, side: str) -> tuple[str, str]:
    """The colours of a side: those of the first of its countries."""
    place = game.scenario.sides.index(side)
    found = [paint(game, nation) for nation in game.scenario.powers[side].countries]
    return next((one for one in found if one), Tabletop.liveries[place])


def own_colours(game: Nw, counter: Printed) -> tuple[str, str] | None:
    """The colours of a counter where they are not its side's."""
    found = paint(game, row_of(counter))
    return None if found == livery(game, counter.side) else found
