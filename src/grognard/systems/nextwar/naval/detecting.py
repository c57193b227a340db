"""Naval detection: who knows where a ship is, roughly or exactly. [17.1.2]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.naval.waters import HOLDING, INSHORE, berth, box_of, coasts
from grognard.systems.nextwar.pieces.ships import fleet, hull, kind, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import CVN, SHIPS

HIDDEN, AREA, POINT = range(3)
"""How exactly a ship's place is known. [17.1.2]"""
RESULTS = {"none": HIDDEN, "area": AREA, "point": POINT}
DRMS = "naval-detection-drms"
AIR_ROW = "rolling side has any Air Superiority"
SHORE_ROW = "unit in an Inshore Box (or its All-Sea hexes) rather than at sea"
SHIP_ROW = "each Naval Unit of the rolling side in the location"
CARRIER_ROW = "USN CVN among the rolling side"


def in_port(game: Nw, name: str) -> bool:
    """Whether a ship lies in a port, or in a holding box."""
    ship = ship_of(game, name)
    if ship.where:
        return game.board.boxes[ship.where].kind == HOLDING
    return ship.hex >= 0 and game.scenario.ground.land(ship.hex)


def sighted(game: Nw, name: str) -> int:
    """How exactly the enemy knows where a ship is; in port never better, nor worse, than roughly.

    [17.1.2-p1] [21.5]
    """
    return AREA if in_port(game, name) else ship_of(game, name).detected


def location(game: Nw, name: str) -> str:
    """The box where a ship is; All-Sea hexes belong to their Inshore Box. [17.1.2-p3]"""
    at = berth(game, name)
    if at not in game.board.boxes and not in_port(game, name):
        return coasts(game, game.board.hex(at))[0]
    return at


def together(game: Nw, name: str, side: str) -> list[str]:
    """The ships of a side in the location of a ship. [17.1.2-p3]"""
    here = location(game, name)
    return [n for n in fleet(game, side) if not in_port(game, n) and location(game, n) == here]


def naval_detection(game: Nw) -> None:
    """The step of the Air and Naval Phase: each side looks for every enemy ship at sea.

    [17.1.2-1]
    """
    for role in (FIRST, SECOND):
        side = side_of(game, role)
        look_for(game, [n for n in fleet(game, game.scenario.other(side)) if not in_port(game, n)])


def look_for(game: Nw, ships: Iterable[str]) -> None:
    """Their enemy rolls for each ship; what it finds replaces the marker that is there, or takes it
    away. [17.1.2-p3] [17.1.2.1]"""
    for name in ships:
        side = game.scenario.other(hull(game, name).side)
        tally = modifiers(game, side, name)
        shown, found = dice.on_table(game, "naval-detection", "result", tally)
        facts = {"side": side, "unit": name, "at": berth(game, name), "result": found}
        dice.show(game, "ship-sought", "17.1.2-p3", facts, shown, tally)
        game.put(SHIPS, name, replace(ship_of(game, name), detected=RESULTS[found]))


def arrived(game: Nw, ships: Iterable[str], start: str) -> None:
    """Ships have come to another box or hex at sea: in the Advanced Game they are looked for.
    [17.1.2-2]"""
    if game.scenario.advanced:
        look_for(game, [n for n in ships if berth(game, n) != start and not in_port(game, n)])


def give_away(game: Nw, name: str, exactly: int = AREA) -> None:
    """A ship that bombards or supports gives its area away [17.1.2-3], one that fires at ships its
    very place. [17.1.2-p1]"""
    ship = ship_of(game, name)
    if game.scenario.advanced and ship.detected < exactly:
        game.put(SHIPS, name, replace(ship, detected=exactly))
        facts = {"unit": name, "exactly": exactly == POINT}
        game.emit(Event("ship-given-away", "17.1.2-3" if exactly == AREA else "17.1.2-p1", facts))


def modifiers(game: Nw, side: str, name: str) -> Tally:
    """What is added to a side's roll for a ship; less is better. [17.1.2-p3]"""
    table, war, sky = game.scenario.tables[DRMS], game.state[WAR][NOW], weather(game)

    def worth(row: str) -> int:
        return int(table.cell(row, "drm").value)

    tally = Tally()
    if sky in table.rows:
        tally = tally.add(sky, worth(sky), "17.1.2-p3", "chart")
    if war.watching == side and war.awacs:
        tally = tally.add("AWACS Advantage", -war.awacs, "17.1.2-p3", "chart")
    if war.ruler == side and war.level:
        tally = tally.add("Air Superiority", worth(AIR_ROW), "17.1.2-p3", "chart")
    box = box_of(game, location(game, name))
    if box is not None and box.kind == INSHORE:
        tally = tally.add("inshore", worth(SHORE_ROW), "17.1.2-p3", "chart")
    hunters = together(game, name, side)
    for hunter in hunters:
        tally = tally.add(hull(game, hunter).name, worth(SHIP_ROW), "17.1.2-p3", "chart")
    if any(kind(game, n) == CVN and hull(game, n).nation == "US" for n in hunters):
        tally = tally.add("an American carrier", worth(CARRIER_ROW), "17.1.2-p3", "chart")
    return tally
