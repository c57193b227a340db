"""How far air units fly, by their range and from where. [22.3] [22.2.2]"""

from __future__ import annotations

from grognard.systems.nextwar.airpower.wings import at_sea, basing, carrier, plane
from grognard.systems.nextwar.pieces.ships import ship_of
from grognard.systems.nextwar.scenario import Nw

ALL, NOWHERE = "all", "none"
COAST = "coast"
INSHORE = "inshore"
CHART = "air-ranges"


def row_of(game: Nw, name: str) -> str:
    """Its row in the chart: by base and range letter, a carrier's by how far out it is. Empty
    where nothing bounds it. [22.3]"""
    letter, ship = plane(game, name).range, carrier(game, name)
    if ship:
        box = game.board.boxes.get(ship_of(game, ship).where)
        far = box is not None and box.kind != INSHORE
        return f"{'at sea' if far else 'inshore'} carrier {letter}"
    box_ = basing(game, name)
    return f"{box_.chart} {letter}" if box_ is not None and box_.chart else ""


def _cell(game: Nw, name: str, column: str) -> str:
    row = row_of(game, name)
    return game.scenario.tables[CHART].cell(row, column).value if row else ""


def patrols(game: Nw, name: str) -> bool:
    """Whether it reaches the battle for air superiority. [22.6.1-p3] [22.3]"""
    return at_sea(game, name) and _cell(game, name, "superiority") in ("", "yes")


def reaches(game: Nw, name: str, h: int = -1, box: str = "") -> bool:
    """Whether it can fly a mission to a hex, or to a box; without either, to the map at all, as
    against an Air Defense Track. [15.2.5] [22.3] [24.1]"""
    if not at_sea(game, name):
        return False
    if box or (h >= 0 and not game.scenario.ground.land(h)):
        return _afloat(game, name, box)
    allowed = _cell(game, name, "ground")
    if h < 0:
        return allowed != NOWHERE
    return allowed in ("", ALL) or any(_within(game, h, word) for word in allowed.split())


def _afloat(game: Nw, name: str, box: str) -> bool:
    """Whether it reaches the sea: inshore with its hexes, or farther out."""
    allowed = _cell(game, name, "sea")
    if allowed in ("", ALL):
        return True
    found = game.board.boxes.get(box)
    return allowed == INSHORE and (found is None or found.kind == INSHORE)


def _within(game: Nw, h: int, word: str) -> bool:
    """Whether a hex is in what a word of the chart allows: `ROK`, `DPRK:5` for five hexes into it,
    `coast:5` for five from the sea."""
    land, _, depth = word.partition(":")
    ground = game.scenario.ground
    if land == NOWHERE or (land != COAST and ground.country[h] != land):
        return False
    if not depth:
        return True
    near = game.board.disk(h, int(depth))
    if land == COAST:
        return any(not ground.land(b) for b in near)
    return any(ground.land(b) and ground.country[b] != land for b in near)
