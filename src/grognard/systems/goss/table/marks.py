"""What lies on the map besides counters: works, obstacles, depots, entries, bridges."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, DEPOTS, HEXES, PRINTED, HexStatus
from grognard.systems.goss.table.names import title
from grognard.systems.goss.turn.calendar import box
from grognard.systems.goss.units import EXPECTED, UNITS
from grognard.table.cards import Mark, SideMark
from grognard.table.tabletop import Player

WORK = {"IP": "entrench", "ET-2": "entrench", "ET-3": "fort"}
"""What picture field works want. [17.3.3]"""
DOWN, BUILT, BUILDING = "bridge-down", "bridge-built", "bridge-down"


def marks(game: Gs, player: Player) -> list[Mark]:
    """Works and obstacles, depots, where reinforcements come."""
    found = [mark for h, status in game.state[HEXES].items() for mark in _hex(game, h, status)]
    return [*found, *_depots(game), *_entries(game, player)]


def _hex(game: Gs, h: int, status: HexStatus) -> Iterator[Mark]:
    """What lies in a hex; a delay marker lies face down. [7.13.0] [17.4.0]"""
    label, sides = game.board.label(h), game.scenario.sides
    if status.work and status.side in sides:
        words = f"{status.work} of {title(game, status.side)}"
        yield Mark(label, WORK[status.work], status.work, status.side, words, "17.4.0")
    if status.building and status.builder in sides:
        words = f"{title(game, status.builder)} builds here: {status.building}"
        yield Mark(label, "entrench", "…", status.builder, words, "17.3.0")
    if status.fort:
        words = f"fort with {status.fort} steps left"
        yield Mark(label, "fort", f"F{status.fort}", status.side or None, words, "17.6.0")
    if status.ruined:
        yield Mark(label, "fort", "×", None, "fortified area, destroyed", "17.4.1f")
    if status.delay >= 0 and status.delayer in sides:
        words = f"delay marker of {title(game, status.delayer)}"
        yield Mark(label, "mine", "D", status.delayer, words, "7.13.0")
    if status.bridgehead:
        yield Mark(label, "flag", "Bh", None, "bridgehead", "15.9.0")


def _depots(game: Gs) -> Iterator[Mark]:
    """Depots that are set up. [15.8.0]"""
    for depot in game.state[DEPOTS].values():
        if depot.hex >= 0:
            side = game.scenario.armies[depot.army].side
            words = f"depot of {depot.army}"
            yield Mark(game.board.label(depot.hex), "supply", "Dp", side, words, "15.8.0")


def _entries(game: Gs, player: Player) -> Iterator[Mark]:
    """Where reinforcements come that are still expected. [21.0]"""
    hexes: dict[tuple[str, int], int] = {}
    for name, found in game.scenario.entries.items():
        unit = game.state[UNITS].get(name)
        if unit is not None and unit.place == EXPECTED:
            for h in found:
                key = game.scenario.counters[name].side, h
                hexes[key] = min(unit.due, hexes.get(key, unit.due))
    for (side, h), turn in hexes.items():
        when = box(game, turn)
        words = f"{title(game, side)} reinforcements come here, from {when.date} {when.period}"
        yield Mark(game.board.label(h), "entry", f"{when.date[-2:]}", side, words, "21.0")


def side_marks(game: Gs, player: Player) -> list[SideMark]:
    """Bridges that are down, being built, or laid by engineers. [17.3.1] [17.3.2]"""
    found = []
    for key, bridge in game.state[BRIDGES].items():
        a, b = map(game.board.label, game.scenario.ground.side_hexes(key))
        if bridge.left:
            doing = "taken apart" if bridge.dismantling else "built"
            words = f"bridge being {doing}, {bridge.left} game turns to go [17.3.1]"
            found.append(SideMark(a, b, BUILDING, words, bridge.builder or None))
        elif not bridge.stands:
            found.append(SideMark(a, b, DOWN, "bridge down [17.3.2]", None))
        elif bridge.kind != PRINTED:
            words = f"{bridge.kind} bridge [17.3.1]"
            found.append(SideMark(a, b, BUILT, words, bridge.builder or None))
    return found
