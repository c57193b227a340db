"""Covering terrain as it is now: works and the night on top of the map. [8.2.0] [8.1.2b]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.systems.goss.ground import BOCAGE, HEDGEROW
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ET2, ET3, HEXES, HexStatus
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.roles import other

FORT, FT_AREA, RUINS = "Fort", "Ft Area", "destroyed Ft Area"
"""Works that nobody builds. [17.4.0]"""
OPEN, OCT, MCT = 0, 1, 2
"""Kinds of cover, from the least: open terrain, observation and movement cover. [8.2.0]"""
AIR = -1
"""Where observers in the air look from. [8.3.0]"""
NOTHING = HexStatus()
TABLE = "covering-terrain"
HEDGES = (BOCAGE, HEDGEROW)
"""What hides nobody from above. [8.2.1-bocage]"""


def status(game: Gs, h: int) -> HexStatus:
    """What has become of a hex."""
    found: HexStatus | None = game.state.maps["hexes"].get(h)  # asked very often
    return found or NOTHING


Lying = tuple[str, str, int, bool, str, int]
"""What lies in a hex: the field work, whose, steps of a fort, a ruin; a delay marker's side, its
value."""


def lying(game: Gs) -> Mapping[int, Lying]:
    """The works, ruins and delay markers of the map: what of the state of hexes is in anybody's
    way. Who passed them last is not. [17.4.0] [7.13.0]"""

    def compute() -> dict[int, Lying]:
        return {
            h: (one.work, one.side, one.fort, one.ruined, one.delayer, one.delay)
            for h, one in game.state[HEXES].items()
            if one.work or one.fort or one.ruined or one.delay >= 0
        }

    return game.cached(("lying",), (HEXES.name,), compute)


def intact_area(game: Gs, h: int) -> str:
    """The side whose fortified area a hex is, if it stands. [17.5.0] [17.4.1f]"""
    side = game.scenario.ground.fortified[h]
    return "" if side and status(game, h).ruined else side


def work_at(game: Gs, side: str, h: int) -> str:
    """The best work of a side in a hex: a fort, its fortified area, a field work. [17.4.0]"""
    found = status(game, h)
    if found.side == side and found.fort > 0:
        return FORT
    if intact_area(game, h) == side:
        return FT_AREA
    return found.work if found.side == side else ""


def entrenched(game: Gs, side: str, h: int) -> bool:
    """Whether a side has an ET, a fort or a fortified area in a hex; a fort and an area need
    nobody in them. [13.12.5a] [8.1.2b]"""
    work = work_at(game, side, h)
    return work in (FORT, FT_AREA) or (work in (ET2, ET3) and h in held(game, side))


def watched(game: Gs, side: str, h: int) -> bool:
    """Whether an enemy ET, fort or fortified area is next to a hex: its outposts look into it by
    night. [8.1.2b]"""
    return any(entrenched(game, other(side), b) for b in game.board.around(h))


def cover(game: Gs, side: str, h: int, observer: int | None = None) -> int:
    """How a hex covers a side's units: not, from observation, or in movement, whichever is best for
    them; from an observer's hex, where that matters. [8.2.0] [8.2.1] [8.2.2] [17.4.1c]

    At night open terrain conceals and what conceals covers, but not beside enemy entrenchments.
    [8.1.2b]
    """
    found = _by_day(game, side, h, observer)
    if found < MCT and dark(game) and not watched(game, side, h):
        return found + 1
    return found


def _by_day(game: Gs, side: str, h: int, observer: int | None) -> int:
    ground, table = game.scenario.ground, game.scenario.tables[TABLE]
    rows: list[str] = []
    if h in game.state[HEXES] or ground.fortified[h]:
        works = [work_at(game, side, h), RUINS if status(game, h).ruined else ""]
        rows = [row for row in works if row in table.rows]
    if rows and any(table.cell(row, "mct").value == "yes" for row in rows):
        return MCT
    if ground.mct[h]:
        hedged = observer is not None and _only_hedges(game, h) and looks_over(game, observer, h)
        return OCT if hedged else MCT
    return OCT if ground.oct[h] or rows else OPEN


def _only_hedges(game: Gs, h: int) -> bool:
    """Whether nothing but hedges makes a hex movement cover."""
    ground, table = game.scenario.ground, game.scenario.tables[TABLE]
    features = (*ground.terrains[h], ground.population[h])
    covering = [f for f in features if f in table.rows and table.cell(f, "mct").value == "yes"]
    return all(feature in HEDGES for feature in covering)


def looks_over(game: Gs, observer: int, h: int) -> bool:
    """Whether an observer looks over hedges: from the air, from a vantage point next to them, or
    within half the range of a high one. [8.2.1-bocage]"""
    if observer == AIR:
        return True
    ground, distance = game.scenario.ground, game.board.distance(observer, h)
    if ground.vantage[observer] and distance == 1:
        return True
    return 2 * distance <= ground.hvp_range[observer]


def covers(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is movement covering terrain to a side's units. [8.2.1]"""
    return cover(game, side, h) == MCT


def conceals(game: Gs, side: str, h: int) -> bool:
    """Whether a hex is covering terrain of any kind to a side's units. [8.2.0]"""
    return cover(game, side, h) != OPEN
