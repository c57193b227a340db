"""Who is detected now: by what stands beside him, from the air, or by a marker. [21.0]

Detection permits to aim; it hides nothing. What stands beside somebody or lies in reach of the air
is judged at the moment, and leaves no marker. [21.2.1]
"""

from __future__ import annotations

from grognard.systems.nextwar.ground import FLAT, MARSH, ROUGH, Ground
from grognard.systems.nextwar.pieces.stacks import units_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller, excess
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.status import HEXES, LEVELS, NOW, SITES, WAR, SiteStatus
from grognard.systems.nextwar.units import BOX, MAP, UNITS, Counter, Unit

OPEN = frozenset({FLAT, ROUGH, MARSH})
"""Where nothing hides a unit from the air. [21.2]"""
ANYWHERE, NOWHERE = "anywhere", "any enemy level"
RUINED = 2
"""The Strike marker that closes a base to reconnaissance. [21.2.1]"""


def detected(game: Nw, side: str, name: str) -> bool:
    """Whether a side has detected an enemy unit on the ground, so that it may strike it. [21.0]"""
    if automatic(game, side, name):  # [21.0-1]
        return True
    if from_the_air(game, side, name):  # [21.0-2]
        return True
    return marked(game, name)


def marked(game: Nw, name: str) -> bool:
    """Whether a unit bears a marker of this turn: Detected [21.0-3] [21.0-4], or Targeted, which is
    as much for the turn. [20.2.3]"""
    unit = unit_of(game, name)
    return game.turn in (unit.detected, unit.targeted)


def aim(game: Nw, thing: Unit | SiteStatus) -> int:
    """The number on the Target marker of a unit or a site, which helps strikes for the turn; 0
    without one. [20.2.3]"""
    return thing.target if thing.targeted == game.turn else 0


# ---- automatic detection


def automatic(game: Nw, side: str, name: str) -> bool:
    """Whether a unit is detected whatever it is [21.1]: a Beachhead [21.1-1], or one that stands
    beside a ground unit of the side, whatever lies between them. [21.1-2]"""
    unit = unit_of(game, name)
    if counter_of(game, name).beachhead:
        return unit.place == MAP
    if unit.place == BOX:
        return any(_ashore(game, side, other, unit.where) for other in game.state[UNITS])
    near = (unit.hex, *game.board.around(unit.hex)) if unit.place == MAP else ()
    return any(_watches(game, side, other) for h in near for other in units_at(game, h))


def _watches(game: Nw, side: str, name: str) -> bool:
    """Whether a counter is a ground unit of the side; a Beachhead is a place, not a unit."""
    counter = counter_of(game, name)
    return counter.side == side and not counter.beachhead


def _ashore(game: Nw, side: str, name: str, area: str) -> bool:
    """Whether a unit of the side is in an area of land beyond the map: all in it are adjacent.
    [21.1-2]"""
    unit = unit_of(game, name)
    return unit.place == BOX and unit.where == area and _watches(game, side, name)


# ---- reconnaissance from the air


def from_the_air(game: Nw, side: str, name: str) -> bool:
    """Whether a unit is in the open within range of an airbase or airfield of the side. [21.2]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.place != MAP or quiet(counter, unit) or not in_the_open(game, unit.hex):
        return False
    reach = recon_range(game, side)
    if reach is None:
        return True
    far = game.board.distance
    return reach > 0 and any(far(h, unit.hex) <= reach for h in eyries(game, side))


def quiet(counter: Counter, unit: Unit) -> bool:
    """Whether a unit is one that is never found from the air: headquarters, artillery, a depot.
    [21.2] [21.4]"""
    return counter.hq or counter.artillery or (counter.supply and not unit.mobile)


def in_the_open(game: Nw, h: int) -> bool:
    """Whether units of a hex can be seen from the air: open ground, a road, or a crowd. [21.2]

    Crowds count in every terrain: in the open nobody needs them.
    """
    return (
        game.board.terrain[h] in OPEN
        or paved(game.scenario.ground, h)
        or (game.options["crowds-in-cover"] == "seen" and excess(game, h) > 0)
    )


def paved(ground: Ground, h: int) -> bool:
    """Whether any road runs through a hex. [21.2]"""
    return any(ground.road(h, b) for b in ground.board.around(h))


def recon_range(game: Nw, side: str) -> int | None:
    """How far from its bases a side sees: by the level, and nothing under the enemy's; None if
    everywhere. [21.2.1]"""
    war = game.state[WAR][NOW]
    row = LEVELS[war.level] if war.ruler in ("", side) or not war.level else NOWHERE
    text = game.scenario.tables["air-superiority"].cell(row, "recon_range_hexes").value
    return None if text == ANYWHERE else int(text.split()[0])


def eyries(game: Nw, side: str) -> list[int]:
    """The hexes of the airbases and airfields that a side can use to look. [21.2.1]"""
    return sorted({site.hex for site in game.scenario.sites.values() if _usable(game, side, site)})


def _usable(game: Nw, side: str, site: Site) -> bool:
    status: SiteStatus = game.state[SITES][site.id]
    held = controller(game, site.hex) == side and not game.state[HEXES][site.hex].clearing
    return site.flying and held and not status.destroyed and status.strike < RUINED
