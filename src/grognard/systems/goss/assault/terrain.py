"""The ground of an assault: terrain in frost and snow, marsh, works. [13.3.2] [17.4.0]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.systems.goss.ground import FROZEN, MARSH, SOFT, SWAMP
from grognard.systems.goss.observation.cover import FT_AREA, intact_area, work_at
from grognard.systems.goss.pieces.crossing import frozen
from grognard.systems.goss.pieces.values import sheltered, side_of, unit_of
from grognard.systems.goss.scenario import Gs

WET = frozenset({MARSH, SWAMP, SOFT})
"""Marsh stands for swamp and soft ground, too. [13.3.2]"""


def terrains(game: Gs, h: int) -> tuple[str, ...]:
    """The terrain of a hex as it is now. [19.4.4] [19.4.5]"""
    kinds = game.scenario.ground.terrains[h]
    return tuple(FROZEN.get(kind, kind) for kind in kinds) if frozen(game, h) else kinds


def marsh(game: Gs, h: int) -> bool:
    """Whether a hex is marsh, whatever else it is. [13.3.2]"""
    return bool(WET.intersection(terrains(game, h)))


def features(game: Gs, h: int) -> tuple[str, ...]:
    """Terrain and population of a hex. [13.8.4a]"""
    place = game.scenario.ground.population[h]
    return (*terrains(game, h), *([place] if place else ()))


# ---- works [17.4.1]


def shelter(game: Gs, name: str) -> str:
    """The work that helps a unit: it must be within, unless the whole hex is fortified, and not in
    a mode or at a task that has no use of works. [17.4.1] [17.4.1e]"""
    unit, side = unit_of(game, name), side_of(game, name)
    if not sheltered(game, name):
        return ""
    if unit.inside:
        return work_at(game, side, unit.hex)
    return FT_AREA if intact_area(game, unit.hex) == side else ""


def best_shelter(game: Gs, names: Iterable[str]) -> str:
    """The work that helps most of any of some units; by the option none, where somebody is outside.
    [13.7.4(f)] [17.4.1]"""
    table = game.scenario.tables["work-shifts"]
    found = {shelter(game, name) for name in names}
    if "" in found and game.options["mixed-works"] == "all":
        return ""
    found -= {""}
    return max(sorted(found), key=lambda work: int(table.cell(work, "shifts").value), default="")
