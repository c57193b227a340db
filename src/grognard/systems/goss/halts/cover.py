"""Movement covering terrain as it is now: works and the night on top of the map. [8.2.1]"""

from __future__ import annotations

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ET3, HEXES, HexStatus
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.roles import other

NOTHING = HexStatus()
WATCHING = ("ET-2", "ET-3")
"""Works whose outposts see into the next hexes by night. [8.1.2b]"""


def covers(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is MCT to a side's units: by its terrain, by an ET-3, fort or fortified area,
    and at night by whatever conceals; next to enemy entrenchments the night does not help. [8.2.1]
    [8.1.2b]"""
    ground = game.scenario.ground
    status = game.state[HEXES].get(h) or NOTHING
    if ground.mct[h] or status.work == ET3 or status.fort or intact(game, h):
        return True
    if not dark(game):
        return False
    conceals = ground.oct[h] or bool(status.work) or bool(ground.fortified[h])
    return conceals and not _watched(game, side, h)


def intact(game: Gs, h: int) -> str:
    """The side that owns an intact fortified area in a hex. [7.9.1] [17.4.1f]"""
    status = game.state[HEXES].get(h) or NOTHING
    return "" if status.ruined else game.scenario.ground.fortified[h]


def _watched(game: Gs, side: str, h: int) -> bool:
    """Whether an enemy ET, fort or fortified area is next to a hex. [8.1.2b]"""
    enemy, hexes = other(side), game.state[HEXES]
    for b in game.board.around(h):
        status = hexes.get(b) or NOTHING
        works = status.side == enemy and (status.work in WATCHING or status.fort)
        if works or intact(game, b) == enemy:
            return True
    return False
