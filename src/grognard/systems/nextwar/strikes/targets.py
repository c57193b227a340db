"""What may be struck, by whom. [23.2] [18.2.2] [17.5] [26.1]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.movement.bridgework import bridge_at
from grognard.systems.nextwar.naval.detecting import HIDDEN, sighted
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.pieces.stacks import holder, on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import BRIDGES, SIDES, SITES
from grognard.systems.nextwar.strikes.status import (
    AIR,
    GUNS,
    HELO,
    HQ,
    MISSILE,
    MISSIONS,
    SHIP,
    WEASEL,
    Mission,
)
from grognard.systems.nextwar.units import BOX, MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called

UNIT, VESSEL, SITE, BRIDGE, TRACK, INTERDICTION, BEACHHEAD, HARD, LAUNCHERS = (
    "unit", "naval unit", "site", "bridge", "track", "interdiction", "beachhead", "hardened",
    "launchers",
)  # fmt: skip
DETECTION, SAM, AAA = TRACKS = ("detection", "sam", "aaa")
BALLISTIC, CRUISE = WEAPONS = ("ballistic", "cruise")

FROM_PLANES = (
    UNIT,  # [23.2-air-1]
    VESSEL,  # [23.2-air-1] [17.1]
    SITE,  # [23.2-air-2]
    BRIDGE,  # [23.2-air-2]
    BEACHHEAD,  # [23.2-air-2]
    TRACK,  # [23.2-air-3]
    INTERDICTION,  # [23.2-air-4]
    LAUNCHERS,  # [26.1.3]
)
FROM_HELICOPTERS = (
    UNIT,  # [23.2-helo-1]
    INTERDICTION,  # [23.2-helo-2]
    BEACHHEAD,  # [23.2-helo-3]
)
ALLOWED: dict[str, frozenset[str]] = {
    AIR: frozenset(FROM_PLANES),
    WEASEL: frozenset((TRACK,)),  # [23.3]
    HELO: frozenset(FROM_HELICOPTERS),
    HQ: frozenset((UNIT, INTERDICTION)),  # [18.2.2]
    GUNS: frozenset((UNIT, INTERDICTION)),  # [18.6.1]
    SHIP: frozenset((UNIT, SITE, BRIDGE, BEACHHEAD)),  # [17.5]
    MISSILE: frozenset((SITE, BRIDGE, VESSEL, BEACHHEAD, UNIT, TRACK)),  # [26.1]
}
"""Who strikes what sort of target."""
RULES = {
    AIR: "23.2", WEASEL: "23.3", HELO: "23.2-helo-1", HQ: "18.2.2", GUNS: "18.6.1", SHIP: "17.5",
    MISSILE: "26.1",
}  # fmt: skip
WORDS = {
    AIR: "aircraft", WEASEL: "Wild Weasels", HELO: "helicopters", HQ: "headquarters",
    GUNS: "artillery", SHIP: "ships", MISSILE: "missiles",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """What is struck: a counter or a site by its id, a track, a bridge, a hex to interdict."""

    name: str
    hexes: tuple[int, ...] = ()


def sort_of(game: Nw, target: Target) -> str:
    """What sort of thing a target is; empty if there is no such thing."""
    name = target.name
    if name in TRACKS:
        return TRACK
    if name in WEAPONS:
        return LAUNCHERS
    if name in (BRIDGE, INTERDICTION):
        return name if len(target.hexes) == (2 if name == BRIDGE else 1) else ""
    if name in game.state[UNITS]:
        return BEACHHEAD if counter_of(game, name).beachhead else UNIT
    if name in game.state[SHIPS]:
        return VESSEL
    return SITE if name in game.state[SITES] else ""


def spot(game: Nw, target: Target) -> int:
    """The hex of a target, -1 if it is not on the map; of a bridge, that which is struck.

    [27.10.1.2]
    """
    if target.hexes:
        return target.hexes[0]
    sort = sort_of(game, target)
    if sort in (UNIT, BEACHHEAD):
        return unit_of(game, target.name).hex
    if sort == VESSEL:
        return ship_of(game, target.name).hex
    return game.scenario.sites[target.name].hex if sort == SITE else -1


def area_of(game: Nw, target: Target) -> str:
    """The Land Area beyond the map that a target is in; empty if it is in none. [23.0]"""
    if sort_of(game, target) != UNIT:
        return ""
    unit = unit_of(game, target.name)
    return unit.where if unit.place == BOX and unit.where in game.scenario.lands else ""


def terrain_of(game: Nw, target: Target) -> str:
    """The terrain that a target is struck in. [23.4.1]"""
    return game.scenario.lands.get(area_of(game, target)) or game.board.terrain[spot(game, target)]


def off_shore(game: Nw, ship: str) -> frozenset[str]:
    """The Land Areas of the Inshore Box that a ship is in. [17.5] [6.5.5]"""
    box = game.board.boxes.get(ship_of(game, ship).where)
    return frozenset(game.scenario.lands) & frozenset(box.boxes if box is not None else ())


def hardened(game: Nw, target: Target, kind: str = "") -> bool:
    """Whether a target is specially protected: supreme headquarters, depots, Beachheads, ports
    against missiles, and what the scenario says. [23.4.3]"""
    sort = sort_of(game, target)
    if sort == UNIT:
        counter = counter_of(game, target.name)
        depot = counter.supply and not unit_of(game, target.name).mobile  # [23.4.3-2]
        return depot or counter.supreme  # [23.4.3-1]
    if sort == SITE:
        site = game.scenario.sites[target.name]
        harbour = site.kind == PORT and kind == MISSILE  # [23.4.3-4]
        return harbour or site.hardened  # [23.4.3-5]
    return sort == BEACHHEAD  # [23.4.3-3]


def standing(game: Nw, target: Target) -> bool:
    """Whether a target is still there to be struck."""
    sort, name = sort_of(game, target), target.name
    if sort in (UNIT, BEACHHEAD):
        return unit_of(game, name).place == MAP or bool(area_of(game, target))
    if sort == VESSEL:
        return name in fleet(game)
    if sort == SITE:
        return not game.state[SITES][name].destroyed
    if sort == BRIDGE:
        bridge = bridge_at(game, target.hexes)
        return bridge is not None and bridge.stands
    return True


# ---- what speaks against a target


def why_not(game: Nw, side: str, kind: str, target: Target) -> list[Refusal]:
    """Why a side cannot strike a target in this way. [23.2]"""
    sort, rule = sort_of(game, target), RULES[kind]
    if not sort:
        return [Refusal(rule, f"there is no target {target.name!r}")]
    if sort not in ALLOWED[kind]:
        return [Refusal(rule, f"{WORDS[kind]} do not strike a {sort}")]
    found = _JUDGES[sort](game, side, target) if sort in _JUDGES else []
    if not found and already(game, side, kind, target):
        text = f"{WORDS[kind]} have this target in this phase already"
        return [Refusal(rule, text)]
    return found


def already(game: Nw, side: str, kind: str, target: Target) -> bool:
    """Whether a strike of the same kind has this target in this phase: one of each kind may, of
    Wild Weasels and missiles any number; of headquarters and guns one at a unit, while a hex may be
    interdicted by more. [23.2] [23.3] [18.2.2] [18.6.1] [17.5] [23.4.4] [26.1.2]"""
    barrage = kind in (HQ, GUNS) and sort_of(game, target) == INTERDICTION
    if kind in (WEASEL, MISSILE) or barrage:
        return False
    same = [m for m in game.state[MISSIONS].values() if (m.side, m.kind) == (side, kind)]
    return any(_alike(game, m, target) for m in same)


def _alike(game: Nw, mission: Mission, target: Target) -> bool:
    if mission.target != target.name:
        return False
    return {*mission.hexes} == {*target.hexes}


def _not_unit(game: Nw, side: str, target: Target) -> list[Refusal]:
    """Ground units must be the enemy's, and detected. [23.2-air-1] [21.0]"""
    name = target.name
    if counter_of(game, name).side == side or not standing(game, target):
        text = f"{called(game, name)} is no enemy unit on the map or in a Land Area"
        return [Refusal("23.2-air-1", text)]
    if not detected(game, side, name):
        return [Refusal("23.2-air-1", f"{called(game, name)} is not detected")]
    return []


def _not_ship(game: Nw, side: str, target: Target) -> list[Refusal]:
    """Ships must be detected; in port they always are. [17.1.1] [17.1.2-p1]"""
    name = target.name
    if hull(game, name).side == side or name not in fleet(game):
        return [Refusal("17.1.1", f"{called(game, name)} is no enemy ship at sea or in port")]
    if sighted(game, name) == HIDDEN:
        return [Refusal("17.1.1", f"{called(game, name)} is not detected")]
    return []


def _not_site(game: Nw, side: str, target: Target) -> list[Refusal]:
    """Installations and airfields of the enemy that are not destroyed. [23.2-air-2] [27.2]"""
    site = game.scenario.sites[target.name]
    if not site.installation and not site.flying:
        return [Refusal("23.2-air-2", f"{site.name} is no installation or airfield")]
    if controller(game, site.hex) != game.scenario.other(side):
        return [Refusal("23.2-air-2", f"{site.name} is not the enemy's")]
    if game.state[SITES][target.name].destroyed:
        return [Refusal("27.2", f"{site.name} is destroyed, and no target until it is repaired")]
    return []


def _not_bridge(game: Nw, side: str, target: Target) -> list[Refusal]:
    """A bridge that stands, and is not one's own: a headquarters' is its side's, another is that of
    whoever holds both ends. [23.2-air-2] [18.2.5-d]"""
    bridge = bridge_at(game, target.hexes)
    if bridge is None or not bridge.stands:
        return [Refusal("23.2-air-2", "no bridge stands between these two hexes")]
    if bridge.builder:
        own = counter_of(game, bridge.builder).side == side
    else:
        own = all(controller(game, h) == side for h in target.hexes)
    if own:
        return [Refusal("23.2-air-2", "this bridge is one's own")]
    return []


def _not_launchers(game: Nw, side: str, target: Target) -> list[Refusal]:
    """Missiles on land, where the scenario says so, and while any are left. [26.1.3]"""
    enemy = game.scenario.other(side)
    if target.name not in game.scenario.launchers.get(enemy, ()):
        return [Refusal("26.1.3", f"the enemy has no {target.name} missiles to be found on land")]
    if not getattr(game.state[SIDES][enemy], target.name):
        return [Refusal("26.1.3", f"the enemy has no {target.name} missiles left")]
    return []


def _not_hex(game: Nw, side: str, target: Target) -> list[Refusal]:
    """Any hex with land. [23.2-air-4]"""
    if not game.scenario.ground.land(target.hexes[0]):
        return [Refusal("23.2-air-4", "movement is interdicted on land")]
    return []


_JUDGES = {
    UNIT: _not_unit, BEACHHEAD: _not_unit, VESSEL: _not_ship, SITE: _not_site,
    BRIDGE: _not_bridge, INTERDICTION: _not_hex, LAUNCHERS: _not_launchers,
}  # fmt: skip


# ---- what there is


def targets(game: Nw, side: str, kind: str) -> Iterator[Target]:
    """The targets worth trying: of hexes to interdict only those where enemies stand. [23.2]"""
    enemy, sorts = game.scenario.other(side), ALLOWED[kind]
    anybody = kind != MISSILE or game.options["missiles-at-units"] == "on"
    known = game.state[UNITS] if game.scenario.lands else ()
    beyond = [n for n in known if area_of(game, Target(n))]
    abroad = [n for n in beyond if counter_of(game, n).side == enemy]
    for name in (*on_map(game, enemy), *abroad) if sorts & {UNIT, BEACHHEAD} else ():
        if anybody or hardened(game, Target(name)):
            yield Target(name)
    for name in fleet(game, enemy) if VESSEL in sorts else ():
        yield Target(name)
    for site in game.scenario.sites.values() if SITE in sorts else ():
        if (site.installation or site.flying) and controller(game, site.hex) == enemy:
            yield Target(site.id)
    for key in game.state[BRIDGES] if BRIDGE in sorts else ():
        a, b = game.scenario.ground.side_hexes(key)
        yield from (Target(BRIDGE, (a, b)), Target(BRIDGE, (b, a)))
    for track in TRACKS if TRACK in sorts else ():
        yield Target(track)
    for weapon in game.scenario.launchers.get(enemy, ()) if LAUNCHERS in sorts else ():
        yield Target(weapon)
    if INTERDICTION in sorts:
        held = sorted({unit_of(game, name).hex for name in on_map(game, enemy)})
        yield from (Target(INTERDICTION, (h,)) for h in held if holder(game, h) == enemy)
