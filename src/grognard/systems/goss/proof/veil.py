"""Twins: games that one player cannot tell apart. He sees the top of enemy stacks, and nothing of
the enemy's armies and headquarters. [8.4.0]"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grognard.engine.decision import Action
from grognard.kit.fog import Veil, enemies, other_answers
from grognard.systems.goss.command.zones import side_of_zone
from grognard.systems.goss.observation.reveals import overlooked
from grognard.systems.goss.pieces.quiet import disclosed
from grognard.systems.goss.pieces.sight import seen, sees_leader
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AXIS, PERIODS, Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ARMIES,
    HQS,
    LEADERS,
    LULLS,
    RESTS,
    SIDES,
    ZONES,
    Rest,
    Zone,
)
from grognard.systems.goss.units import MAP, UNITS


def under(game: Gs, player: str) -> list[str]:
    """The units on the map that a player cannot see. [8.4.0]"""
    units = game.state[UNITS]
    return [n for n in units if units[n].place == MAP and not seen(game, player, n)]


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


def other_stocks(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy army has more ammunition or less. [16.3.6]"""
    hidden = enemies(game, player)
    names = [n for n, plan in game.scenario.armies.items() if plan.side in hidden]
    if not names:
        return False
    name = rng.choice(names)
    army = game.state[ARMIES][name]
    game.put(ARMIES, name, replace(army, amp=rng.choice([n for n in range(9) if n != army.amp])))
    return True


def other_adv(game: Gs, player: str, rng: random.Random) -> bool:
    """An enemy headquarters has another ADV. [16.3.2]"""
    hidden = enemies(game, player)
    names = [n for n in game.state[HQS] if counter_of(game, n).side in hidden]
    if not names:
        return False
    name = rng.choice(sorted(names))
    status = game.state[HQS][name]
    game.put(HQS, name, replace(status, adv=(status.adv + 1) % 9))
    return True


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


def insight(game: Gs, player: str) -> Mapping[str, int]:
    """What a player sees of each unit and leader: all of it, or nothing. [8.4.0]"""
    leaders = {name: int(sees_leader(game, player, name)) for name in game.state[LEADERS]}
    return {name: int(seen(game, player, name)) for name in game.state[UNITS]} | leaders


def surface(game: Gs, player: str) -> Any:
    """Who is seen where, and what is known from vantage points: a change that brings another unit
    to the top of its stack shows, and so does one in a stack that is overlooked. [8.4.2]"""
    units = game.state[UNITS]
    tops = {name: units[name].hex for name in units if seen(game, player, name)}
    return tops, overlooked(game, player) if player in game.scenario.sides else ()


def glance(game: Gs) -> Any:
    """The hexes in which anything stands."""
    return sorted(stacks(game).at)


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


def passing(game: Gs, action: Action) -> list[str]:
    """Who is on top of those that move: he shows in the hexes that they go through, though works
    may hide him where they come from and where they stay. [8.4.0]"""
    units = action.get("units", [])
    known = [n for n in units if n in game.state[UNITS]] if isinstance(units, list) else []
    fighting = [n for n in known if not counter_of(game, n).hq] or known
    return [max(fighting)] if fighting else []


VEIL = Veil(
    (
        other_answers, other_stack, other_stocks, other_adv, other_flights, other_zone,
        other_leader, other_rest, other_end, other_wish,
    ),
    insight, under, glance, places=(UNITS,), surface=surface, passing=passing,
)  # fmt: skip
