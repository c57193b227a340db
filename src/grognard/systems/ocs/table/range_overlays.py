"""Ranges laid on the map: aircraft and their Patrol Zones, guns and spotters, ships and beaches.

Of the enemy only what shows: his zones of control, the aircraft and the ship on top. [4.9a]
"""

from __future__ import annotations

from grognard.systems.ocs.air import bases
from grognard.systems.ocs.air.interception import ZONE, patrolled
from grognard.systems.ocs.barrage.weight import spotted
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.naval import bombardment, sailing, ships
from grognard.systems.ocs.naval.beaches import why_not_beach
from grognard.systems.ocs.pieces import planes, stacks
from grognard.systems.ocs.pieces.values import barrage_strength, counter_of, unit_of
from grognard.systems.ocs.scenario import FIGHTER, Ocs
from grognard.systems.ocs.status import AIR, SHIPS, SITES
from grognard.systems.ocs.supply.obstacles import at
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.units import RESERVE, STRAT
from grognard.systems.ocs.works import air_bases
from grognard.table.cards import Tone
from grognard.table.overlays import Laid, Layer, legend

# ---- aircraft


AIR_LEGEND = legend(
    good="an own base: Active aircraft of those it serves",
    info="own Patrol Zone: missions here can be intercepted",
    bad="enemy base, with its level",
    warn="enemy Patrol Zone",
    plain="both Patrol Zones",
)


def air(game: Ocs, side: str) -> Laid:
    """Air bases, Patrol Zones of both sides, and aircraft that can fly. [14.4c] [15.0]"""
    layer, enemy = Layer(game, side), game.scenario.other(side)
    own, theirs = patrolled(game, side), enemy_zone(game, side)
    for h in own | theirs:
        both = h in own and h in theirs
        tone: Tone = "plain" if both else "info" if h in own else "warn"
        whose = "both sides" if both else "own fighters" if h in own else "enemy fighters"
        title = f"14.4c: within {ZONE} hexes of a base with an Active fighter, {whose}"
        layer.paint(h, tone, "", title)
    for base in bases.bases(game, side):
        there = bases.based(game, base)
        ready = sum(planes.aircraft(game, key).active for key in there)
        listed = ", ".join(_flown(game, key) for key in there) or "no aircraft"
        text = f"{_base(game, base)}: {listed}"
        room = f"{ready} / {ready + bases.room(game, base)}"
        layer.paint(base.hex, "good", room, f"15.0b: {text}")
        if there:
            layer.notes.append(text)
    for h, site in sorted(game.state[SITES].items()):
        if site.base >= 0 and site.base_owner == enemy:
            top = fog.aircraft_on_show(game, h, enemy)
            shown = f", {planes.called(game, [top])} on top" if top else ", no Active aircraft"
            title = f"15.0: enemy {_works(site.base)} in {at(game, h)}{shown}"
            layer.paint(h, "bad", str(site.base), title)
    return layer.laid(AIR_LEGEND)


def enemy_zone(game: Ocs, side: str) -> frozenset[int]:
    """The enemy's Patrol Zones: where an Active fighter is, one shows. [4.8b(E)] [14.4c]"""
    enemy = game.scenario.other(side)
    hexes = {stacks.air_hex(game, key) for key, one in game.state[AIR].items() if one.side == enemy}
    centres = [h for h in sorted(hexes) if h >= 0 and _fighter_shows(game, h, enemy)]
    return game.board.disks(tuple(centres), ZONE)


def _fighter_shows(game: Ocs, h: int, side: str) -> bool:
    top = fog.aircraft_on_show(game, h, side)
    return bool(top) and FIGHTER in planes.plane_of(game, top).types


def _base(game: Ocs, base: bases.Base) -> str:
    if base.carrier:
        return f"aboard {telling.call(game, [base.carrier])}"
    return f"{_works(air_bases.level(game, base.hex))} in {at(game, base.hex)}"


def _works(level: int) -> str:
    return f"Air Base of level {level}" if level else "Air Strip"


def _flown(game: Ocs, key: str) -> str:
    """An aircraft in few words: its name, half or whole, range, and whether it can fly."""
    found, plane = planes.aircraft(game, key), planes.plane_of(game, key)
    half = " (half)" if found.reduced else ""
    return f"{plane.name}{half} {'Active' if found.active else 'Inactive'}, range {plane.range}"


# ---- guns


GUN_LEGEND = legend(
    good="enemies in range that a friend spots: barrage points",
    warn="enemies in range without a spotter",
    info="within range of guns",
    plain="guns that cannot fire as they lie",
)


def guns(game: Ocs, side: str) -> Laid:
    """How far guns fire, with how many points, and which targets are spotted. [10.0b] [10.1a]"""
    layer, enemy = Layer(game, side), game.scenario.other(side)
    reached: dict[int, int] = {}
    for name in stacks.on_map(game, side):
        counter, unit = counter_of(game, name), unit_of(game, name)
        points = int(barrage_strength(game, name).total) if counter.artillery else 0
        if not points:
            continue
        title = f"{telling.called(counter)}: {points} points, {counter.range} hexes"
        if unit.mode in (RESERVE, STRAT):
            waits = f"13.4a: {title}, but not in {unit.mode} mode"
            layer.beneath(unit.hex, "plain", "–", waits)
            continue
        for h in game.board.disk(unit.hex, counter.range):
            if h != unit.hex:
                reached[h] = reached.get(h, 0) + points
        old = layer.paints.get(unit.hex)
        more = f"{old.title}; {title}" if old is not None else f"10.1a: {title}"
        layer.paint(unit.hex, "info", "●", more)
    held = stacks.stacks(game).held[enemy]
    for h, points in reached.items():
        if h in held:
            seen = spotted(game, side, h)
            how = "spotted by a friend next to it" if seen else "no spotter: shifted to the left"
            title = f"10.0b: {points} points reach {at(game, h)}, {how}"
            layer.paint(h, "good" if seen else "warn", str(points), title)
        else:
            layer.beneath(h, "info", "", f"10.1a: {points} barrage points reach here")
    return layer.laid(GUN_LEGEND)


# ---- the sea


SEA_LEGEND = legend(
    good="an own ship",
    info="where own ships can sail now",
    warn="a coast where units may land",
    plain="enemies ashore within range of ships: barrage points",
    bad="an enemy ship on top of its stack",
)


def sea(game: Ocs, side: str) -> Laid:
    """Ships with their guns, how far they sail, and the beaches in their reach. [18.0] [18.5]"""
    layer, enemy = Layer(game, side), game.scenario.other(side)
    sailing_to = set[int]()
    by_hex: dict[int, list[str]] = {}
    for key in ships.fleet(game, side):
        by_hex.setdefault(ships.ship_of(game, key).hex, []).append(key)
    for h, keys in sorted(by_hex.items()):
        alike = {_going(game, key): key for key in keys}  # those go alike, so one of them will do
        for key in alike.values():
            if sailing.unable(game, side, key) is None:
                sailing_to |= set(sailing.voyages(game, side, (key,)).costs)
        listed = "; ".join(_ship(game, key) for key in keys)
        layer.paint(h, "good", str(len(keys)), f"18.0: {listed}")
        layer.note(h, listed)
    for key, ship in sorted(game.state[SHIPS].items()):
        if ship.side == enemy and ship.hex >= 0 and fog.ship_on_show(game, ship.hex, enemy) == key:
            layer.paint(ship.hex, "bad", "", f"18.1d: enemy {ships.printed(game, key).name}")
    for h, points in _shelled(game, side).items():
        layer.paint(
            h, "plain", str(points), f"18.3b: {points} points from the sea reach {at(game, h)}"
        )
    for h in sailing_to:
        layer.beneath(h, "info", "", "18.1f: own ships can sail here")
    coastal = game.scenario.ground.coastal
    for h in sailing_to - set(by_hex):
        if coastal[h] and why_not_beach(game, side, h) is None:
            layer.paint(h, "warn", "", f"18.5: units may land in {at(game, h)}")
    return layer.laid(SEA_LEGEND)


def _shelled(game: Ocs, side: str) -> dict[int, int]:
    """The enemy stacks ashore that ships can fire at, and with how many points. [18.3b]"""
    held = stacks.stacks(game).held[game.scenario.other(side)]
    reached: dict[int, int] = {}
    for key in ships.fleet(game, side):
        points = 0 if ships.is_craft(game, key) else int(bombardment.strength(game, key).total)
        here, most = bombardment.place(game, key)
        for h in held if points else ():
            if game.board.distance(here, h) <= most:
                reached[h] = reached.get(h, 0) + points
    return reached


def _going(game: Ocs, key: str) -> tuple[bool, int]:
    """What says how far a ship can sail: whether it is landing craft, and hexes left. [18.1f]"""
    stays = sailing.unable(game, ships.ship_of(game, key).side, key) is not None
    hexes = 0 if stays else sailing.left(game, key) // sailing.hex_price(game, key)
    return ships.is_craft(game, key), hexes


def _ship(game: Ocs, key: str) -> str:
    """A ship in few words: barrage and range, or what landing craft can carry."""
    ship, name = ships.ship_of(game, key), ships.printed(game, key).name
    state = " (damaged)" * ship.damaged + " (DG)" * ships.disorganised(game, key)
    if ships.is_craft(game, key):
        return f"{name}{state}, {ship.size // 4} points"
    points, (_, reach) = bombardment.strength(game, key).total, bombardment.place(game, key)
    return f"{name}{state}, {points} points to {reach} hexes"
