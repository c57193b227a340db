"""Missions of a Strike Phase as a player may see them. [29.2.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.record import encode
from grognard.systems.nextwar.airpower.wings import is_wing, weasel, wing_of
from grognard.systems.nextwar.defenses.detecting import EARLY
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.status import AIR, Mission, announced


def seen_missions(game: Nw, player: str | None) -> dict[str, dict[str, Any]]:
    """The missions under way; of those of the enemy that fly under the fog of war only at what
    they are aimed, and when they are detected early, how many fly in them. [29.2.1]"""
    found = {}
    for name, mission in announced(game):
        hidden = player not in (None, mission.side) and veiled(game, mission)
        shown = outline(mission) if hidden else mission
        facts = {**encode(shown), "hexes": [game.board.label(h) for h in mission.hexes]}
        found[name] = {**facts, **(heard(game, mission) if hidden else {})}
    return found


def veiled(game: Nw, mission: Mission) -> bool:
    """Whether nobody may know yet who flies in it. [29.2.1]"""
    return any(is_wing(game, name) and wing_of(game, name).veil for name in mission.crew)


def outline(mission: Mission) -> Mission:
    """What the enemy knows of it: its target, and whether it was detected. [29.2.1]"""
    return Mission(mission.side, AIR, mission.target, mission.hexes, found=mission.found)


def heard(game: Nw, mission: Mission) -> dict[str, Any]:
    """Of one that is detected early, its number, and whether Wild Weasels are there. [29.2.1]"""
    if mission.found != EARLY:
        return {}
    names = mission.crew
    return {"count": len(names), "weasels": any(weasel(game, name) for name in names)}
