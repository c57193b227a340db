"""The secrets of GOSS, each as a change that one player must not be able to notice. [8.4.0]"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.engine.record import Register, replace
from grognard.kit.fog import enemies
from grognard.systems.goss.command.zones import side_of_zone
from grognard.systems.goss.pieces.chain import headquarters_of
from grognard.systems.goss.pieces.quiet import disclosed
from grognard.systems.goss.pieces.sight import seen, sees_leader
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AXIS, PERIODS, Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ARMIES,
    FUEL,
    HEXES,
    HQS,
    LEADERS,
    LULLS,
    RESTS,
    SIDES,
    ZONES,
    Rest,
    Zone,
)
from grognard.systems.goss.units import GENERIC, HELD, MAP, PA, SUPPLY, TAC, UNITS

MANY = 9
"""House: from nothing to less than this many points are tried."""


def under(game: Gs, player: str) -> list[str]:
    """The units on the map that a player cannot see. [8.4.0]"""
    units = game.state[UNITS]
    return [n for n in units if units[n].place == MAP and not seen(game, player, n)]


def _another(
    game: Gs,
    register: Register[Any, Any],
    key: Any,
    rng: random.Random,
    *changes: Mapping[str, Any],
) -> bool:
    """One of some changes to a record; whether it is any."""
    before = game.state[register][key]
    game.put(register, key, replace(before, **rng.choice(changes)))
    return bool(game.state[register][key] != before)


def other_state(game: Gs, player: str, rng: random.Random) -> bool:
    """A covered unit has other markers, or other steps. [8.4.0]"""
    names = sorted(under(game, player))
    if not names:
        return False
    name = rng.choice(names)
    unit, counter = unit_of(game, name), counter_of(game, name)
    changes: list[dict[str, Any]] = [
        {"fatigue": (unit.fatigue + 1) % 3}, {"shifts": (unit.shifts + 1) % 3},
        {"supply": rng.choice(SUPPLY)}, {"ooc": not unit.ooc}, {"isolated": not unit.isolated},
        {"steps": rng.randint(min(1, unit.steps), max(counter.steps, unit.steps))},
    ]  # fmt: skip
    if counter.artillery:
        changes += [{"depleted": not unit.depleted}, {"battery": not unit.battery}]
    elif not counter.hq and unit.mode in (TAC, PA):
        changes += [{"mode": rng.choice((TAC, PA)), "ta": False}, {"mode": TAC, "ta": not unit.ta}]
        changes += [{"cr": not unit.cr}]
    return _another(game, UNITS, name, rng, *changes)


def other_staff(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy headquarters has other fuel, supplies, trucks or merits. [15.4.1] [16.3.2]"""
    hidden = enemies(game, player)
    names = [n for n in sorted(game.state[HQS]) if counter_of(game, n).side in hidden]
    if not names:
        return False
    name = rng.choice(names)
    one, some = game.state[HQS][name], rng.randrange(MANY)
    numbers = ("value", "adv", "ohs", "fp", "amp", "trucks", "bought", "assaults", "level", "paid")
    changes: list[dict[str, Any]] = [{field: some} for field in numbers]
    changes += [{"fuel": rng.choice(FUEL)}, {"option": rng.randrange(3)}]
    changes += [{"supported": not one.supported}, {"legs_ride": not one.legs_ride}]
    return _another(game, HQS, name, rng, *changes)


def other_track(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy army has other points, trucks or tasks for them. [16.1.2] [16.3.2] [16.4.1]"""
    hidden = enemies(game, player)
    names = [n for n, plan in game.scenario.armies.items() if plan.side in hidden]
    numbers = ("adv", "amp", "fp", "tp", "ammo", "fuel", "motor", "used", "made",
               "lost_ammo", "lost_fuel")  # fmt: skip
    changes = [{field: rng.randrange(MANY)} for field in numbers]
    return bool(names) and _another(game, ARMIES, rng.choice(names), rng, *changes)


def other_points(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has other replacement points, recycle steps or transports. [20.5.0] [22.1.0]"""
    numbers = ("inf", "arm", "recycle_inf", "recycle_arm", "atp")
    changes = [{field: rng.randrange(MANY)} for field in numbers]
    return _another(game, SIDES, rng.choice(enemies(game, player)), rng, *changes)


def other_delay(game: Gs, player: str, rng: random.Random) -> bool:
    """A delay marker of the enemy has another value, or his builders had supply. [7.13.0]"""
    hidden, hexes = enemies(game, player), sorted(game.state[HEXES].items())
    found = [h for h, one in hexes if one.delayer in hidden and one.delay >= 0]
    built = [h for h, one in hexes if one.builder in hidden]
    if built and rng.random() < len(built) / (len(found) + len(built)):
        h = rng.choice(built)
        return _another(game, HEXES, h, rng, {"starved": not game.state[HEXES][h].starved})
    return bool(found) and _another(
        game, HEXES, rng.choice(found), rng, *({"delay": value} for value in range(4))
    )


def other_stack(game: Gs, player: str, rng: random.Random) -> bool:
    """Two covered units change places."""
    names = under(game, player)
    rng.shuffle(names)
    for one in names:
        for other in names:
            a, b = unit_of(game, one), unit_of(game, other)
            if a.hex != b.hex and counter_of(game, one).side == counter_of(game, other).side:
                game.put(UNITS, one, replace(a, hex=b.hex, order=b.order))
                game.put(UNITS, other, replace(b, hex=a.hex, order=a.order))
                return True
    return False


def other_flights(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has allocated his air points otherwise. [20.1.1]"""
    hidden = enemies(game, player)
    keys = [key for key in game.state[AIR_TRACKS] if key.partition(" ")[0] in hidden]
    if not keys:
        return False
    key = rng.choice(sorted(keys))
    track = game.state[AIR_TRACKS][key]
    mission = rng.choice(("gs", "gi", "si", "asup"))
    points = rng.choice([n for n in range(9) if n != getattr(track, mission)])
    game.put(AIR_TRACKS, key, replace(track, **{mission: points}))
    return True


def other_rest(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has noted another rest GT. [3.5.2]"""
    keys = [k for k, rest in sorted(game.state[RESTS].items()) if not rest.shown]
    if player == AXIS or not keys:
        return False
    key = rng.choice(keys)
    period = rng.choice([p for p in PERIODS if p != game.state[RESTS][key].period])
    game.put(RESTS, key, Rest(period))
    return True


def other_end(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has noted another end of his lull. [24.1.2]"""
    keys = [
        k
        for k, lull in sorted(game.state[LULLS].items())
        if lull.one not in ("", player) and not lull.mandated and not lull.ended
    ]
    if not keys:
        return False
    key = rng.choice(keys)
    lull = game.state[LULLS][key]
    game.put(LULLS, key, replace(lull, until=lull.until + rng.choice((1, 2, 3))))
    return True


def other_wish(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has said something else to an extended night. [3.4.1]"""
    found = [side for side in sorted(enemies(game, player)) if game.state[SIDES][side].wants]
    for side in found:
        game.put(SIDES, side, replace(game.state[SIDES][side], wants=""))
    return bool(found)


def other_notes(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy unit that may be seen is attached elsewhere, is supplied over a longer path, has
    learned more, or lies higher in its stack. [8.4.0] [9.6.0]"""
    hidden, units = enemies(game, player), game.state[UNITS]
    names = [n for n in units if units[n].place == MAP and counter_of(game, n).side in hidden]
    if not names:
        return False
    name = rng.choice(sorted(names))
    unit, counter = units[name], counter_of(game, name)
    staffs = [hq for hq in headquarters_of(game, counter.side) if hq not in (name, unit.attached)]
    notes: list[dict[str, Any]] = [
        {"extended": not unit.extended}, {"bridged": not unit.bridged}, {"raised": unit.raised + 1},
        {"checks": unit.checks + 1}, {"surplus": not unit.surplus}, {"granted": game.turn},
        {"emergency": game.turn}, {"waiting": game.turn}, {"replaced": game.turn}, {"earned": 1},
    ]  # fmt: skip
    notes += [{"attached": hq} for hq in staffs if not counter.hq]
    return _another(game, UNITS, name, rng, *notes)


def other_panzers(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy's generic panzer battalion is made of stronger or weaker companies. [4.6.1]"""
    hidden, units = enemies(game, player), game.state[UNITS]
    names = [
        n
        for n in units
        if units[n].place == HELD
        and counter_of(game, n).side in hidden
        and counter_of(game, units[n].where).is_(GENERIC)
    ]
    if not names:
        return False
    name = rng.choice(sorted(names))
    unit = units[name]
    game.put(UNITS, name, replace(unit, z=not unit.z, steps=int(unit.z)))
    return True


def other_zone(game: Gs, player: str, rng: random.Random) -> bool:
    """The enemy has drawn a boundary otherwise. [9.2.0]"""
    hidden = enemies(game, player)
    keys = [
        key
        for key in sorted(game.state[ZONES])
        if side_of_zone(game, key) in hidden and not disclosed(game, key)
    ]
    if not keys:
        return False
    key, there = rng.choice(keys), stacks(game).at
    hexes = [h for h in game.state[ZONES][key].hexes if h not in there]
    if not hexes:
        return False
    gone = rng.choice(hexes)
    left = tuple(h for h in game.state[ZONES][key].hexes if h != gone)
    game.put(ZONES, key, Zone(left))
    return True


def other_leader(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy leader is in another stack. [8.4.0]"""
    hidden, state = enemies(game, player), game.state[LEADERS]
    names = [
        n
        for n in sorted(state)
        if game.scenario.leaders[n].side in hidden and not sees_leader(game, player, n)
    ]
    if not names:
        return False
    name = rng.choice(names)
    held = stacks(game).held[game.scenario.leaders[name].side]
    hexes = sorted(h for h in held if h != state[name].hex)
    if not hexes:
        return False
    h = rng.choice(hexes)
    game.put(LEADERS, name, replace(state[name], hex=h, rides=False, at_hq=False))
    return True
