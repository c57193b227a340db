"""The position as one player may see it: plain data for a screen or a program. [4.9]

Own things come with everything known of them; of the enemy, hex by hex, what lies open. Dead piles
and what has been announced are open to both; what is to come is its owner's.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.record import encode
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs, Plane, ShipCounter
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    FORMATIONS,
    HEXES,
    SHIPS,
    SIDES,
    SITES,
    TRANSPORT,
)
from grognard.systems.ocs.turn.phases import actor, kind, phase, phasing, turn_status
from grognard.systems.ocs.units import DEAD, REMOVED, UNITS, Counter, Face

PLACES = ("hex", "start", "threw_from")
"""Facts that are hexes, written as their labels."""


def view(game: Ocs, player: str | None) -> dict[str, Any]:
    """The position as one player may see it; the umpire (None) sees all as his own."""
    status, label = turn_status(game), game.board.label
    known = [name for name in game.state[UNITS] if fog.sees(game, player, name)]
    return {
        "system": "ocs",
        "title": game.scenario.title,
        "sides": {side: _side(game, player, side) for side in game.scenario.sides},
        "step": game.clock.step + 1,
        "serial": game.serial,
        "segment": kind(game),
        "phase_name": phase(game),
        "phasing": phasing(game),
        "acting": actor(game),
        "weather": status.weather,
        "first": status.first,
        "simulcast": status.simulcast,
        "options": dict(game.options),
        "units": _own(game, player, UNITS.name),
        "dead": _dead(game),
        "transport": _own(game, player, TRANSPORT.name),
        "dumps": _own(game, player, DUMPS.name),
        "air": _own(game, player, AIR.name),
        "ships": _own(game, player, SHIPS.name),
        "enemy": _enemy(game, player),
        "counters": {name: _printed(game, name) for name in known},
        "planes": {p: plane_facts(game.scenario.planes[p]) for p in _planes(game, player)},
        "ship_counters": {
            s: ship_facts(game.scenario.ship_counters[s]) for s in _ships(game, player)
        },
        "sites": _sites(game, player),
        "hexes": {label(h): encode(s) for h, s in sorted(game.state[HEXES].items())},
        "formations": _formations(game, player),
        "zones": _zones(game),
    }


def _belongs(game: Ocs, player: str | None, register: str, key: str, record: Any) -> bool:
    if player is None:
        return True
    side = counter_of(game, key).side if register == UNITS.name else record.side
    return bool(side == player)


def _own(game: Ocs, player: str | None, register: str) -> dict[str, Any]:
    """A player's own records, whole."""
    return {
        key: _facts(game, record)
        for key, record in sorted(game.state.maps[register].items())
        if _belongs(game, player, register, key, record)
    }


def _facts(game: Ocs, record: Any) -> dict[str, Any]:
    """Everything about a record, hexes by their labels."""
    facts: dict[str, Any] = encode(record)
    for key in PLACES:
        if key in facts:
            facts[key] = game.board.label(facts[key]) if facts[key] >= 0 else None
    return facts


def _dead(game: Ocs) -> dict[str, list[str]]:
    """Both sides' dead piles, which lie on the table. [IV.K]"""
    piles: dict[str, list[str]] = {side: [] for side in game.scenario.sides}
    for name, unit in sorted(game.state[UNITS].items()):
        if unit.place in (DEAD, REMOVED):
            piles[counter_of(game, name).side].append(counter_of(game, name).name)
    return piles


def _enemy(game: Ocs, player: str | None) -> list[dict[str, Any]]:
    """What lies open of the enemy, hex by hex. [4.9a]"""
    if player is None:
        return []
    found = []
    for side in game.scenario.sides:
        if side != player:
            found += [_seen(game, h, side) for h in _hexes_of(game, side)]
    return found


def _hexes_of(game: Ocs, side: str) -> list[int]:
    """The hexes in which anything of a side shows: aircraft that do not show are nowhere. [4.9a]"""
    hexes = set(stacks.stacks(game).held[side])
    for register in (TRANSPORT, DUMPS, SHIPS):
        for record in game.state.maps[register.name].values():
            if record.side == side and record.hex >= 0:
                hexes.add(record.hex)
    bases = {stacks.air_hex(game, key) for key, air in game.state[AIR].items() if air.side == side}
    hexes |= {h for h in bases if h >= 0 and fog.aircraft_on_show(game, h, side)}
    return sorted(hexes)


def _seen(game: Ocs, h: int, side: str) -> dict[str, Any]:
    """One hex of the enemy: what shows, and what lies there if no unit covers it. [4.9a]"""
    held = stacks.holder(game, h) == side
    top = fog.on_show(game, h) if held else ""
    plane, ship = fog.aircraft_on_show(game, h, side), fog.ship_on_show(game, h, side)
    bare = [] if held else sorted(stacks.belongings(game, h, side))
    return {
        "hex": game.board.label(h),
        "side": side,
        "unit": {top: shown(game, top)} if top else {},
        "reserve": held and fog.reserve_on_show(game, h),
        "formations": fog.markers_seen(game, h, side) if held else [],
        "aircraft": {plane: {"counter": game.state[AIR][plane].counter}} if plane else {},
        "ships": {ship: _ship_shown(game, ship)} if ship else {},
        "lies": bare,
    }


def _ship_shown(game: Ocs, key: str) -> dict[str, Any]:
    """The enemy ship on top: which side of its counter is up, and whether it is DG. [18.1d]"""
    ship = game.state[SHIPS][key]
    return {
        "counter": ship.counter, "damaged": ship.damaged, "dg": ships.disorganised(game, key),
    }  # fmt: skip


def shown(game: Ocs, name: str) -> dict[str, Any]:
    """What shows of the enemy unit on top: its mode, but neither steps nor stocks. [4.9a]"""
    unit = unit_of(game, name)
    return {
        "hex": game.board.label(unit.hex),
        "mode": unit.mode,
        "combat_up": unit.combat_up,
        "oos": unit.oos,
    }


def _side(game: Ocs, player: str | None, side: str) -> dict[str, Any]:
    """A side's account: whole for its owner, printed capacities for the other. [4.9a]

    Steps lost are not for him to know, and Rail or Sea Cap used would tell what its cargo weighs.
    """
    status = encode(game.state[SIDES][side]) if player in (None, side) else {}
    limits = game.scenario.limits[side]
    open_limits = {"reserve_markers": limits.reserve_markers, "rail_cap": limits.rail_cap,
                   "sea_cap": limits.sea_cap}  # fmt: skip
    return {**status, **open_limits, "nation": game.scenario.nations[side]}


def _formations(game: Ocs, player: str | None) -> dict[str, Any]:
    """A player's own formations: whether a Supply Point has fuelled them."""
    members, counters = game.scenario.formations, game.scenario.counters
    return {
        name: encode(status)
        for name, status in sorted(game.state[FORMATIONS].items())
        if player is None or (members.get(name) and counters[members[name][0]].side == player)
    }


BUSINESS = ("used", "unloaded", "handled", "landed_in", "refitted", "came_active", "came_turn")
"""What a site has handled, refitted and received: its owner's business, for loads are hidden, and
so are all aircraft but one. [4.9a]"""


def _sites(game: Ocs, player: str | None) -> dict[str, Any]:
    """Hedgehogs, bases and ports lie open, whatever stands on them. [4.8b(F)] [4.9a]"""
    found: dict[str, Any] = {}
    for h, site in sorted(game.state[SITES].items()):
        facts: dict[str, Any] = encode(site)
        if player not in (None, site.port_owner, site.base_owner, site.lst_port):
            facts = {key: value for key, value in facts.items() if key not in BUSINESS}
        found[game.board.label(h)] = facts
    return found


def _zones(game: Ocs) -> dict[str, str]:
    """Both sides' zones of control, a character a hex: they lie open. [4.8b(D)]"""
    counts = zones.zones(game).counts
    return {side: "".join("x" if n else "." for n in found) for side, found in counts.items()}


def _planes(game: Ocs, player: str | None) -> list[str]:
    """The air counters a player may look at: his own, and those that show."""
    found = {
        air.counter
        for key, air in game.state[AIR].items()
        if player in (None, air.side)
        or fog.aircraft_on_show(game, stacks.air_hex(game, key), air.side) == key
    }
    return sorted(found)


def _ships(game: Ocs, player: str | None) -> list[str]:
    """The ship counters a player may look at: his own, and those that show."""
    found = {
        ship.counter
        for key, ship in game.state[SHIPS].items()
        if player in (None, ship.side) or fog.ship_on_show(game, ship.hex, ship.side) == key
    }
    return sorted(found)


def _printed(game: Ocs, name: str) -> dict[str, Any]:
    return counter_facts(counter_of(game, name))


def counter_facts(counter: Counter) -> dict[str, Any]:
    """What is printed on a counter, as plain data."""
    return {
        "side": counter.side,
        "nation": counter.nation,
        "name": counter.name,
        "size": counter.size,
        "type": counter.type,
        "colour": counter.colour,
        "combat": face_facts(counter.combat),
        "move": face_facts(counter.move),
        "ar": counter.ar,
        "formation": counter.formation,
        "re": counter.printed_re,
        "range": counter.range,
        "traits": sorted(counter.traits),
    }


def face_facts(face: Face) -> dict[str, Any]:
    """One side of a counter as plain data."""
    return {
        "strength": face.strength,
        "defends_only": face.defends_only,
        "ma": face.ma,
        "class": face.move,
        "barrage": face.barrage,
        "throw": face.throw,
        "throw_class": face.throw_class,
    }


def plane_facts(plane: Plane) -> dict[str, Any]:
    """What is printed on an air counter, as plain data."""
    faces = {
        name: {
            "rating": face.rating, "passive": face.passive, "barrage": face.barrage,
            "capacity": str(face.capacity),
        }
        for name, face in (("full", plane.full), ("reduced", plane.reduced))
    }  # fmt: skip
    return {
        "side": plane.side, "nation": plane.nation, "name": plane.name,
        "types": list(plane.types), "range": plane.range, "torpedo": plane.torpedo, **faces,
    }  # fmt: skip


def ship_facts(ship: ShipCounter) -> dict[str, Any]:
    """What is printed on a ship's counter, as plain data."""
    return {
        "side": ship.side, "nation": ship.nation, "name": ship.name, "type": ship.type,
        "slow": ship.slow, "multi": ship.multi, "decks": ship.decks,
        "sound": encode(ship.sound), "damaged": encode(ship.damaged),
    }  # fmt: skip
