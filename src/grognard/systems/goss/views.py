"""The position as one player may see it: plain data for a screen or a program. [8.4.0]

A player sees his own units, the top of enemy stacks with the markers on it, and what lies open on
the map; of the enemy's armies, headquarters and air points, and of what is only noted about his
units, he sees nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import encode
from grognard.engine.refusal import Refusal
from grognard.systems.goss.assault import foresight
from grognard.systems.goss.ending.standing import account
from grognard.systems.goss.observation.reveals import overlooked
from grognard.systems.goss.pieces.quiet import disclosed
from grognard.systems.goss.pieces.sight import covered, seen, sees_leader
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ARMIES,
    BRIDGES,
    DEPOTS,
    HEXES,
    HQS,
    LEADERS,
    LULLS,
    NOW,
    RESTS,
    SHIPS,
    SIDES,
    TRACK,
    WEATHER,
    ZONES,
    HexStatus,
    Leader,
)
from grognard.systems.goss.units import UNITS, Unit

OPEN_OF_UNIT = (
    "place", "hex", "steps", "z", "mode", "ta", "cr", "battery", "fatigue", "shifts", "depleted",
    "supply", "isolated", "ooc", "transport", "task", "due", "gone_in", "exited", "laid_open",
)  # fmt: skip
"""What the enemy sees of a unit that shows: its counter and the markers that lie on it. Whom it is
attached to, what its supply path is like or what it has learned lies on no counter. [8.4.0]"""
HIDDEN_OF_LULL = ("until", "postponed")
"""What the enemy is not told of a lull. [24.1.2]"""
OPEN_OF_AIR = ("leg", "mech")
"""What the enemy sees of a track of air points. [20.3.1]"""


def view(game: Gs, player: str | None) -> dict[str, Any]:
    """The position."""
    label, state = game.board.label, game.state
    units = {n: unit for n, unit in state[UNITS].items() if seen(game, player, n)}
    return {
        "system": "goss",
        "title": game.scenario.title,
        "track": encode(state[TRACK][NOW]),
        "weather": {zone: encode(one) for zone, one in state[WEATHER].items()},
        "serial": game.serial,
        "options": dict(game.options),
        "units": _units(game, player, units),
        "covered": [label(h) for h in covered(game, player)],
        "counters": {n: game.scenario.counters.written(n) for n in units},
        "leaders": _pieces(game, _leaders(game, player)),
        "sides": _own(player, state[SIDES], lambda key: key),
        "armies": _own(player, state[ARMIES], lambda key: game.scenario.armies[key].side),
        "hqs": _own(player, state[HQS], lambda key: counter_of(game, key).side),
        "zones": {
            name: [label(h) for h in zone.hexes]
            for name, zone in state[ZONES].items()
            if player in (None, _whose_zone(game, name)) or disclosed(game, name)
        },
        "rests": {
            key: encode(rest)
            for key, rest in state[RESTS].items()
            if rest.shown or player in (None, _whose_rest(game, key))
        },
        "depots": _pieces(game, state[DEPOTS]),
        "air": _air(game, player),
        "ships": {name: encode(one) for name, one in state[SHIPS].items()},
        "lulls": _lulls(game, player),
        "hexes": _hexes(game, player),
        "overlooked": _overlooked(game, player),
        "standing": account(game),
        "bridges": {
            "-".join(map(label, game.scenario.ground.side_hexes(key))): encode(bridge)
            for key, bridge in state[BRIDGES].items()
        },
    }


def _units(game: Gs, player: str | None, units: Mapping[str, Unit]) -> dict[str, Any]:
    """Units: one's own with all that is noted, of enemies what shows. [8.4.0]"""
    found = _pieces(game, units)
    for name, data in found.items():
        if player not in (None, counter_of(game, name).side):
            found[name] = {key: data[key] for key in OPEN_OF_UNIT}
    return found


def _pieces(game: Gs, pieces: Mapping[str, Any]) -> dict[str, Any]:
    """Records that have a hex, with its label."""
    label = game.board.label
    return {
        name: {**encode(piece), "hex": label(piece.hex) if piece.hex >= 0 else ""}
        for name, piece in pieces.items()
    }


def _leaders(game: Gs, player: str | None) -> dict[str, Leader]:
    """One's own leaders, and those of the enemy who are in no stack. [8.4.0]"""
    leaders = game.state[LEADERS].items()
    return {name: leader for name, leader in leaders if sees_leader(game, player, name)}


def _own(
    player: str | None, records: Mapping[str, Any], whose: Callable[[str], str]
) -> dict[str, Any]:
    """What is told to its owner alone. [16.3.2]"""
    return {k: encode(one) for k, one in records.items() if player in (None, whose(k))}


def _air(game: Gs, player: str | None) -> dict[str, Any]:
    """The tracks of air points; of the enemy's only the ground interdiction values. [20.1.1]
    [20.3.1]"""
    found = {}
    for key, track in game.state[AIR_TRACKS].items():
        data = encode(track)
        own = player in (None, key.partition(" ")[0])
        found[key] = data if own else {name: data[name] for name in OPEN_OF_AIR}
    return found


def _whose_zone(game: Gs, name: str) -> str:
    army = game.scenario.armies.get(name)
    return army.side if army is not None else counter_of(game, name).side


def _whose_rest(game: Gs, key: str) -> str:
    if key in game.scenario.sides:
        return key
    return _whose_zone(game, key)


def _lulls(game: Gs, player: str | None) -> dict[str, Any]:
    """Lulls; when one is to end, only who asked for it knows, unless it was commanded. [24.1.2]"""
    found = {}
    for name, lull in game.state[LULLS].items():
        data = encode(lull)
        if player not in (None, lull.one) and not lull.mandated:
            data = {key: value for key, value in data.items() if key not in HIDDEN_OF_LULL}
        found[name] = data
    return found


def _hexes(game: Gs, player: str | None) -> dict[str, Any]:
    """The hexes that anything lies in; delay markers of the enemy lie face down, and whether his
    builders had supply is not told. [7.13.0] [8.4.0]"""
    found = {}
    for h, status in game.state[HEXES].items():
        if status == HexStatus():
            continue
        data = encode(status)
        if player is not None and status.delayer not in ("", player):
            data["delay"] = 0
        if player is not None and status.builder != player:
            data["starved"] = False
        found[game.board.label(h)] = data
    return found


def _overlooked(game: Gs, player: str | None) -> dict[str, Any]:
    """What a player's units on vantage points know of enemy stacks in the open. [8.4.2]"""
    if player not in game.scenario.sides:
        return {}
    return {
        game.board.label(told.hex): {"armor": told.armor, "steps": told.steps, "top": told.top}
        for told in overlooked(game, player)
    }


def unknowns(game: Gs, player: str, action: Action) -> list[Refusal]:
    """Why odds cannot be told: everything after the end of a segment is beyond weighing."""
    if action.get("do") == "end":
        return [Refusal("odds", "whatever follows in the next segments: its odds are not weighed")]
    return foresight.unknown(game, player, action)
