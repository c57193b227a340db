"""Twins: a second game that one player cannot tell from the first, for the law of secrets.

It differs only in what the player may not see: what lies in enemy stacks under the unit on show,
everybody's steps and stocks, fuel, supply and loads, covered transport, aircraft and ships that do
not show, planned drops, and the answers the enemy has left standing. [4.8b] [4.9a] [14.10b]
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import canonical, replace
from grognard.kit.fog import Veil, enemies, other_answers
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.pieces import formations, stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, side_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    FORMATIONS,
    SHIPS,
    SIDES,
    SITES,
    TRANSPORT,
    DropPlan,
    Dump,
    dump_key,
)
from grognard.systems.ocs.units import (
    COMBAT,
    DEAD,
    EXHAUSTED,
    FULL,
    MAP,
    REMOVED,
    UNITS,
    VOLUNTARY,
    Unit,
)

HIDDEN, SEEN = 0, 1


# ---- what a player may know


def surface(game: Ocs, player: str) -> Any:
    """What lies open of a player's enemies, by the rule of what shows. [4.8b] [4.9a]"""
    found: list[Any] = []
    for side in enemies(game, player):
        shown = {h: _surface_of(game, h, side) for h in _taken(game)}
        found.append({h: what for h, what in shown.items() if any(what)})
        found.append([bool(n) for n in zones.zones(game).counts[side]])
    dead = [
        (name, unit.counter)
        for name, unit in sorted(game.state[UNITS].items())
        if unit.place in (DEAD, REMOVED)
    ]
    return [*found, dead, sorted(stacks.stacks(game).crowds), _asked(game)]


def _asked(game: Ocs) -> list[str]:
    """Who is asked something: a segment in which nobody can do anything is passed over."""
    return [decision.player for decision in game.decisions]


def _taken(game: Ocs) -> list[int]:
    """The hexes in which there is anything at all."""
    state = game.state
    there: list[Mapping[str, Any]] = [state[UNITS], state[TRANSPORT], state[SHIPS], state[DUMPS]]
    found = {record.hex for register in there for record in register.values()}
    found.update(stacks.air_hex(game, key) for key in state[AIR])
    return sorted(h for h in found.union(state[SITES]) if h >= 0)


def _surface_of(game: Ocs, h: int, side: str) -> Any:
    """What shows of a side in a hex."""
    held = stacks.holder(game, h) == side
    top = fog.on_show(game, h) if held else ""
    unit = unit_of(game, top) if top else None
    markers = (unit.mode, unit.combat_up, unit.oos, unit.counter) if unit is not None else ()
    return (
        top,
        markers,
        held and fog.reserve_on_show(game, h),
        fog.markers_seen(game, h, side) if held else [],
        fog.aircraft_on_show(game, h, side),
        _ship_on_top(game, h, side),
        [] if held else sorted(stacks.belongings(game, h, side)),
    )


def _ship_on_top(game: Ocs, h: int, side: str) -> Any:
    """Of ships the one on top shows, with its damage and whether it is DG. [4.9a] [18.1d]"""
    key = fog.ship_on_show(game, h, side)
    return (key, game.state[SHIPS][key].damaged, ships.disorganised(game, key)) if key else ()


def insight(game: Ocs, player: str) -> Mapping[str, int]:
    """How much a player may know of each thing that is not his own. [4.9a]

    The dead lie open [IV.K]; so does what no combat unit covers.
    """
    known: dict[str, int] = {}
    for name, unit in game.state[UNITS].items():
        if side_of(game, name) != player:
            dead = unit.place in (DEAD, REMOVED)
            known[name] = SEEN if dead or fog.sees(game, player, name) else HIDDEN
    for key, air in game.state[AIR].items():
        if air.side != player:
            shows = fog.aircraft_on_show(game, stacks.air_hex(game, key), air.side) == key
            known[key] = SEEN if shows else HIDDEN
    for key, ship in game.state[SHIPS].items():
        if ship.side != player:
            top = fog.ship_on_show(game, ship.hex, ship.side) == key
            known[f"ship {key}"] = SEEN if ship.hex < 0 or top else HIDDEN
    for register in (TRANSPORT, DUMPS):
        records: Mapping[str, Any] = game.state.maps[register.name]
        for key, record in records.items():
            if record.side != player:
                bare = record.hex >= 0 and stacks.holder(game, record.hex) != record.side
                known[f"{register.name} {key}"] = SEEN if bare else HIDDEN
    return known


def nameless(game: Ocs, player: str) -> list[str]:
    """The units and aircraft that a player cannot call by name: their counters are covered.

    Aircraft that fly are shown in the air; those that are Inactive are not. [4.9d]
    """
    hidden = [name for name, level in insight(game, player).items() if level == HIDDEN]
    units, air = game.state[UNITS], game.state[AIR]
    return [name for name in hidden if name in units or (name in air and not air[name].active)]


def glance(game: Ocs) -> Any:
    """Which hexes hold units, what lies uncovered, and formation markers: all can see it."""
    held = sorted(stacks.stacks(game).at)
    found = []
    for side in game.scenario.sides:
        for h in range(game.board.n):
            bare = stacks.holder(game, h) != side
            found.append(sorted(stacks.belongings(game, h, side)) if bare else [])
        found += [fog.markers_seen(game, h, side) for h in held]
    return [held, found]


def passing(game: Ocs, action: Action) -> list[str]:
    """The unit that a stack shows in the hexes it goes through, though others cover it after."""
    units = action.get("units", [])
    groups = [units] if isinstance(units, list) else []
    ways: dict[str, list[str]] = {}
    for name, path in action.get("paths", {}).items():
        ways.setdefault(canonical(path), []).append(name)
    known = [[n for n in group if n in game.state[UNITS]] for group in (*groups, *ways.values())]
    return [fog.shown_of(game, group) for group in known if group]


def _units(game: Ocs, player: str) -> list[str]:
    """The enemy units on the map."""
    return [name for side in enemies(game, player) for name in stacks.on_map(game, side)]


def _covered(game: Ocs, player: str) -> list[str]:
    """The enemy units that do not show."""
    return [name for name in _units(game, player) if not fog.sees(game, player, name)]


# ---- secrets of units


def _steps(game: Ocs, player: str, rng: random.Random) -> bool:
    """Another number of steps for a unit, on show or not. [4.9a]"""
    names = [name for name in _units(game, player) if counter_of(game, name).steps > 1]
    if not names:
        return False
    name = rng.choice(names)
    unit = unit_of(game, name)
    lost = rng.choice([n for n in range(counter_of(game, name).steps) if n != unit.lost])
    game.put(UNITS, name, replace(unit, lost=lost))
    return True


def _stocks(game: Ocs, player: str, rng: random.Random) -> bool:
    """Other internal stocks, other fuel, and less of the allowance used. [4.9a] [12.10]"""
    names = _units(game, player)
    if not names:
        return False
    name = rng.choice(names)
    unit = unit_of(game, name)
    stocks = rng.choice([n for n in range(FULL, EXHAUSTED + 1) if n != unit.internals])
    fuel = rng.choice((unit.fuelled, -1, game.serial))
    game.put(UNITS, name, replace(unit, internals=stocks, fuelled=fuel))
    return True


def _mode(game: Ocs, player: str, rng: random.Random) -> bool:
    """A unit that does not show is in another mode. [4.9a]"""
    names = [n for n in _covered(game, player) if unit_of(game, n).mode in VOLUNTARY]
    if not names:
        return False
    name = rng.choice(names)
    unit = unit_of(game, name)
    mode = rng.choice([mode for mode in VOLUNTARY if mode != unit.mode])
    game.put(UNITS, name, replace(unit, mode=mode, combat_up=mode == COMBAT))
    return True


def _swap(game: Ocs, player: str, rng: random.Random) -> bool:
    """Two units that do not show change places."""
    names = _covered(game, player)
    rng.shuffle(names)
    for one in names[:4]:
        for two in names:
            a, b = unit_of(game, one), unit_of(game, two)
            apart = one < two and side_of(game, one) == side_of(game, two) and a.hex != b.hex
            if apart and _can_stand(game, one, b.hex) and _can_stand(game, two, a.hex):
                game.put(UNITS, one, _in_place_of(a, b))
                game.put(UNITS, two, _in_place_of(b, a))
                return True
    return False


def _shift(game: Ocs, player: str, rng: random.Random) -> bool:
    """A unit that does not show lies at the bottom of another stack."""
    names = _covered(game, player)
    if not names:
        return False
    name = rng.choice(names)
    unit, side = unit_of(game, name), side_of(game, name)
    held = [h for h in sorted(stacks.stacks(game).held[side]) if h != unit.hex]
    hexes = [h for h in held if _can_stand(game, name, h)]
    if not hexes:
        return False
    h = rng.choice(hexes)
    below = unit_of(game, stacks.units_at(game, h)[0])
    game.put(UNITS, name, replace(_in_place_of(unit, below), order=below.order - 1))
    return True


def _can_stand(game: Ocs, name: str, h: int) -> bool:
    counter = counter_of(game, name)
    classes = (counter.combat.move, counter.move.move)
    return all(game.scenario.ground.enterable(move, h) for move in classes)


def _in_place_of(unit: Unit, there: Unit) -> Unit:
    """A unit where another is, and has been since the phase began."""
    return replace(unit, hex=there.hex, order=there.order, start=there.start, started=there.started)


# ---- secrets of supply and transport


def _dump(game: Ocs, player: str, rng: random.Random) -> bool:
    """Another amount of supply; under combat units there may be a dump or none. [4.9a]"""
    side = rng.choice(enemies(game, player))
    dumps = [dump for dump in game.state[DUMPS].values() if dump.side == side and dump.hex >= 0]
    held = sorted(stacks.stacks(game).held[side])
    if held and rng.random() < 0.4:
        h = rng.choice(held)
        key = dump_key(side, h)
        if key in game.state[DUMPS]:
            game.drop(DUMPS, key)
        else:
            game.put(DUMPS, key, Dump(side, h, rng.randint(1, 30)))
        return True
    if not dumps:
        return False
    dump = rng.choice(dumps)
    tokens = rng.randint(1, 30)
    changed = replace(dump, tokens=tokens, fresh=min(dump.fresh, tokens))
    game.put(DUMPS, dump_key(side, dump.hex), changed)
    return tokens != dump.tokens


def _load(game: Ocs, player: str, rng: random.Random) -> bool:
    """Other loads on transport, and on landing craft without units. [4.9a]"""
    keys = [key for key, found in sorted(game.state[TRANSPORT].items()) if found.side != player]
    craft = [key for key, ship in sorted(game.state[SHIPS].items()) if ship.load]
    craft = [key for key in craft if game.state[SHIPS][key].side != player]
    if craft and rng.random() < 0.3:
        key = rng.choice(craft)
        ship = game.state[SHIPS][key]
        game.put(SHIPS, key, replace(ship, load=rng.randint(0, ship.load)))
        return True
    keys = [key for key in keys if not game.state[TRANSPORT][key].extender]
    if not keys:
        return False
    key = rng.choice(keys)
    found = game.state[TRANSPORT][key]
    game.put(TRANSPORT, key, replace(found, load=rng.randint(0, found.size)))
    return True


def _column(game: Ocs, player: str, rng: random.Random) -> bool:
    """Covered transport is under other combat units. [4.9a]"""
    side = rng.choice(enemies(game, player))
    held = sorted(stacks.stacks(game).held[side])
    keys = [k for h in held for k in stacks.transport_at(game, h, side)]
    if not keys:
        return False
    key = rng.choice(keys)
    move = game.scenario.kinds[game.state[TRANSPORT][key].kind].move
    hexes = [h for h in held if game.scenario.ground.enterable(move, h)]
    if not hexes:
        return False
    game.put(TRANSPORT, key, replace(game.state[TRANSPORT][key], hex=rng.choice(hexes)))
    return True


def _fuel(game: Ocs, player: str, rng: random.Random) -> bool:
    """A formation has been fuelled, or has not. [12.5c(A)]"""
    names = [n for n in sorted(game.state[FORMATIONS]) if formations.side_of(game, n) != player]
    if not names:
        return False
    name = rng.choice(names)
    status = game.state[FORMATIONS][name]
    game.put(FORMATIONS, name, replace(status, fuelled=not status.fuelled))
    return True


# ---- other secrets


def _planes(game: Ocs, player: str, rng: random.Random) -> bool:
    """An aircraft that does not show is reduced or whole, or on another base. [4.9a]"""
    keys = [
        key
        for key, air in sorted(game.state[AIR].items())
        if air.side != player and air.place == MAP and not air.carrier
    ]
    if not keys:
        return False
    key = rng.choice(keys)
    air = game.state[AIR][key]
    shown = fog.aircraft_on_show(game, air.hex, air.side) == key
    homes = [other.hex for other in game.state[AIR].values() if other.side == air.side]
    homes = [h for h in homes if h >= 0 and h != air.hex]
    if homes and not shown and rng.random() < 0.5:
        game.put(AIR, key, replace(air, hex=rng.choice(homes)))
    else:
        game.put(AIR, key, replace(air, reduced=not air.reduced))
    return True


def _fleet(game: Ocs, player: str, rng: random.Random) -> bool:
    """A ship that does not show is damaged or sound. [4.9a] [18.3c(A)]"""
    keys = [
        key
        for side in enemies(game, player)
        for key in ships.fleet(game, side)
        if not ships.is_craft(game, key)
        and fog.ship_on_show(game, game.state[SHIPS][key].hex, side) != key
    ]
    if not keys:
        return False
    key = rng.choice(keys)
    ship = game.state[SHIPS][key]
    game.put(SHIPS, key, replace(ship, damaged=not ship.damaged))
    return True


def _plan(game: Ocs, player: str, rng: random.Random) -> bool:
    """The enemy has planned other drops. [14.10b]"""
    side = rng.choice(enemies(game, player))
    own = [name for name in stacks.on_map(game, side) if "para" in counter_of(game, name).traits]
    if not own:
        return False
    status = game.state[SIDES][side]
    plan = DropPlan(rng.choice(own), rng.randrange(game.board.n), game.turn)
    game.put(SIDES, side, replace(status, plans=() if status.plans else (plan,)))
    return True


SECRETS = (
    _steps, _stocks, _mode, _swap, _swap, _shift, _shift, _dump, _dump, _load, _column, _fuel,
    _planes, _planes, _fleet, _plan, other_answers,
)  # fmt: skip
VEIL = Veil(
    SECRETS, insight, nameless, glance, places=(UNITS, AIR, TRANSPORT, DUMPS),
    surface=surface, passing=passing,
)  # fmt: skip
hidden_twin = VEIL.twin
