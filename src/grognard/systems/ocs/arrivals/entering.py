"""Entering the map: where reinforcements are placed, in what mode, how many. [13.6a] [13.6b]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of, quarters, unit_of
from grognard.systems.ocs.scenario import Arrival, Ocs
from grognard.systems.ocs.status import AIR, SHIPS, SITES, TRANSPORT
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import (
    COMBAT,
    FULL,
    LEG,
    MOVE,
    POOL,
    REMOVED,
    RESERVE,
    STRAT,
    UNITS,
    VOLUNTARY,
    Counter,
)

UP = ("combat", "move")
MODES = ((COMBAT, ""), (MOVE, ""), (STRAT, ""), (RESERVE, UP[0]), (RESERVE, UP[1]))
"""The modes that a player may choose, with the side that is up."""
UNMARKED: Mapping[str, Any] = {
    "internals": FULL, "oos": False, "traced": True, "kept_zoc": False, "hq_fuelled": False,
    "own_fuel": False, "landed": False,
}  # fmt: skip
"""A unit on which nothing lies any more, whatever it has been through."""


def _record(game: Ocs, key: str) -> Any:
    """The record of a unit, transport, aircraft or ship; None if there is none any more."""
    for register in (UNITS, TRANSPORT, AIR, SHIPS):
        found: Any = game.state.maps[register.name].get(key)
        if found is not None:
            return found
    return None


def place_of(game: Ocs, key: str) -> str:
    """Where a unit, transport, aircraft or ship is: on the map, in the pool, dead.

    Nowhere, if it is part of something else since it came: transport that was combined. [13.2e]
    """
    record = _record(game, key)
    return "" if record is None else str(record.place)


def booked(game: Ocs) -> frozenset[str]:
    """The keys of everything that the schedule brings at some time. [MT-arrival]"""
    return frozenset(key for arrival in game.scenario.arrivals for key in arrival.ids)


def set_aside(game: Ocs, name: str) -> None:
    """A replacement is used up or lost: its counter is free for the next that comes. [13.5a(1)]

    One that the schedule brings comes only once.
    """
    place = REMOVED if name in booked(game) else POOL
    game.put(UNITS, name, replace(unit_of(game, name), place=place, hex=-1))
    gain(game, counter_of(game, name).side, -1)


def arrival_of(game: Ocs, key: str) -> Arrival:
    """The entry of the schedule that brings something. [MT-arrival]"""
    return next(arrival for arrival in game.scenario.arrivals if key in arrival.ids)


# ---- where


def blocked(game: Ocs, side: str, h: int) -> bool:
    """Whether enemy units of any kind keep reinforcements out of a hex. [13.6b]"""
    enemy = game.scenario.other(side)
    return stacks.holder(game, h) == enemy or any(True for _ in stacks.belongings(game, h, enemy))


def open_hexes(game: Ocs, side: str, hexes: Sequence[int], key: str = "") -> list[int]:
    """Those of some hexes that are not blocked; if all are, the nearest of the map's edge. [13.6b]

    Only hexes of the edge have such neighbours to go to, and what comes must be able to stand
    there: a unit or transport by its `key`, otherwise men on foot.
    """
    free = [h for h in hexes if not blocked(game, side, h)]
    if free or not hexes:
        return free
    edge = {h for hexes_ in game.board.edges.values() for h in hexes_}
    if not edge.intersection(hexes):
        return []
    found = sorted(h for h in edge if not blocked(game, side, h) and _can_stand(game, key, h))
    distance = {h: min(game.board.distance(h, b) for b in hexes if b in edge) for h in found}
    least = min(distance.values(), default=-1)
    return [h for h in found if distance[h] == least]


def entries(game: Ocs, side: str, key: str) -> list[int]:
    """The hexes in which a reinforcement may be placed. [13.6] [13.6b]

    Aircraft have bases instead.
    """
    arrival = arrival_of(game, key)
    if key in game.state[AIR]:
        return []
    if key in game.state[SHIPS]:
        return list(arrival.hexes)
    return [h for h in open_hexes(game, side, arrival.hexes, key) if _can_stand(game, key, h)]


def _can_stand(game: Ocs, key: str, h: int) -> bool:
    ground = game.scenario.ground
    if not key:
        return ground.enterable(LEG, h)
    if key in game.state[UNITS]:
        counter = counter_of(game, key)
        return any(ground.enterable(m, h) for m in (counter.combat.move, counter.move.move))
    return ground.enterable(game.scenario.kinds[game.state[TRANSPORT][key].kind].move, h)


def refusals(game: Ocs, side: str, key: str, h: int, mode: str = "", up: str = "") -> list[Refusal]:
    """Why a reinforcement cannot be placed in a hex, in a mode. [13.6a] [13.6b]"""
    label = game.board.label(h)
    if h not in entries(game, side, key):
        return [Refusal("13.6b", f"{key} does not enter in {label}")]
    if arrival_of(game, key).port and port_shut(game, side, h):
        text = f"{label} lies in an enemy zone of control; nothing arrives in such a port"
        return [Refusal("13.6a", text)]
    return wrong_posture(game, key, h, mode, up)


def port_shut(game: Ocs, side: str, h: int) -> bool:
    """Whether enemy zones close a port to reinforcements; by the option friends negate. [13.6a]"""
    if not zones.enemy_zone(game, h, side):
        return False
    return game.options["port-entry"] == "no-negation" or not stacks.own_at(game, h, side)


# ---- in what mode


def usual_mode(game: Ocs, key: str) -> str:
    """The mode of a unit that waits: on its Combat side, if it has one."""
    return unit_of(game, key).mode


def side_up(game: Ocs, key: str, mode: str, up: str) -> bool:
    """Whether a unit enters with its Combat side up. [5.2]"""
    mode = mode or usual_mode(game, key)
    return {COMBAT: True, MOVE: False, STRAT: False}.get(mode, up == UP[0])


def modes_for(game: Ocs, key: str) -> Sequence[tuple[str, str]]:
    """The modes that a reinforcement might be placed in, with the side that is up."""
    return MODES if key in game.state[UNITS] else (("", ""),)


def wrong_posture(game: Ocs, key: str, h: int, mode: str, up: str) -> list[Refusal]:
    """Why a reinforcement cannot be in a mode in a hex; transport and ships have none. [13.6b]"""
    if key in game.state[UNITS]:
        usual = mode or usual_mode(game, key)
        return wrong_mode(game, counter_of(game, key), h, usual, up)
    return [Refusal("form", f"{key} has no modes")] if mode or up else []


def wrong_mode(game: Ocs, counter: Counter, h: int, mode: str, up: str) -> list[Refusal]:
    """Why a new unit cannot be in a mode in a hex: any legal mode will do. [13.5b] [13.6b]"""
    if mode not in VOLUNTARY:
        return [Refusal("5.3", f"modes to choose are {', '.join(VOLUNTARY)}, not {mode!r}")]
    if (mode == RESERVE) != (up in UP):
        return [Refusal("5.7a", "in Reserve, and only there, say which side is up: combat or move")]
    if counter.traits & {"pax", "eq"} and UP[0] in (mode, up):
        return [Refusal("13.5", "replacements have no Combat Mode")]
    action = {RESERVE: zones.INTO_RESERVE, STRAT: zones.STRAT_MODE}.get(mode, "")
    if action and zones.barred(game, action, h, counter.side):
        text = f"{game.board.label(h)} lies in an enemy zone of control: no {mode} mode there"
        return [Refusal("5.7c" if mode == RESERVE else "5.8a", text)]
    return []


def bring(game: Ocs, key: str, h: int, mode: str, up: str, **facts: Any) -> None:
    """A unit comes into a hex in a mode, its usual one if none is named. [13.6b]"""
    facing = side_up(game, key, mode, up)
    put_into(game, key, h, mode=mode or usual_mode(game, key), combat_up=facing, **facts)


# ---- how many


def too_many(game: Ocs, side: str, keys: Sequence[str], h: int) -> list[Refusal]:
    """What a port cannot take in: it is as many RE as its capacity. [13.6a]

    A combat unit that is larger may have the whole port to itself. [19.0a]
    """
    if any(arrival_of(game, key).port for key in keys):
        want, room = _quarters(game, keys), port_room(game, h)
        alone = len(keys) == 1 and keys[0] in game.state[UNITS] and not ports.used(game, h)
        if want > room and not (alone and room > 0):
            text = f"{game.board.label(h)} takes in {room} quarters of an RE more, not {want}"
            return [Refusal("13.6a", text)]
    return []


def _quarters(game: Ocs, keys: Iterable[str]) -> int:
    """The size of what enters by a port, in quarters of an RE or tokens of transport. [4.7]"""
    return sum(
        quarters(counter_of(game, key), unit_of(game, key))
        if key in game.state[UNITS]
        else getattr(_record(game, key), "size", 0)
        for key in keys
    )


def port_room(game: Ocs, h: int) -> int:
    """What a port can still take in in this phase, in tokens. [13.6a]"""
    return max(0, ports.capacity(game, h) - ports.used(game, h))


def count(game: Ocs, side: str, keys: Sequence[str], h: int) -> None:
    """Note what a port has taken in in this phase. [13.6a]"""
    if not any(arrival_of(game, key).port for key in keys):
        return
    site, now, want = stacks.site_at(game, h), phase_start(game), _quarters(game, keys)
    used = ports.WHOLE if want > port_room(game, h) else ports.used(game, h) + want
    game.put(SITES, h, replace(site, used=used, handled=now))


def overloaded(game: Ocs, side: str, keys: Sequence[str], h: int, load: int) -> list[Refusal]:
    """Why transport cannot come with a load: only supply that arrives there with it. [13.6c]"""
    if not load:
        return []
    trucks = [key for key in keys if key in game.state[TRANSPORT]]
    if len(keys) != 1 or not trucks or game.state[TRANSPORT][trucks[0]].formation:
        return [Refusal("13.6c", "one transport at a time is loaded; Organic Trucks come loaded")]
    most = loadable(game, side, trucks[0], h)
    if not 0 < load <= most:
        text = f"{most} tokens that arrived in {game.board.label(h)} can be loaded, not {load}"
        return [Refusal("13.6c", text)]
    return []


def loadable(game: Ocs, side: str, key: str, h: int) -> int:
    """What arriving transport can take of the supply that has just come to a hex. [13.6c]"""
    found = game.state[TRANSPORT].get(key)
    if found is None or found.formation:
        return 0
    return min(dumps.fresh_at(game, h, side), found.size - found.load)
