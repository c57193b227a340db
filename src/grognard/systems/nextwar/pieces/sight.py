"""Fog of war: of an enemy stack one sees the top counter, and that there is more. [13.2] [8.1.2]

Whoever fights is seen: a battle is reckoned in the open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from grognard.engine.event import Event
from grognard.systems.nextwar.pieces.stacks import stacks, units_at
from grognard.systems.nextwar.pieces.values import er, face
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.units import ABOARD, MAP, UNITS

NAMING = ("unit", "units")
"""The facts of an event that name ground units."""
OPEN = frozenset(
    {
        "combat", "support", "step-lost", "eliminated", "retreat", "check", "advance",
        "clearing-operation", "surrendered", "drop-result", "air-defense",
    }
)  # fmt: skip
"""The kinds of event that show whoever has a part in them."""


def foggy(scenario: NextWarScenario) -> bool:
    """Whether the option is in force: it is one of the Standard Game. [13.2] [13.0]"""
    return scenario.options["fog-of-war"] == "on" and not scenario.advanced


def seen(game: Nw, player: str | None, name: str) -> bool:
    """Whether a player may see a ground unit: his own, and the top of enemy stacks. [13.2]

    Nobody sees who is aboard an enemy's ship.
    """
    unit = game.state[UNITS].get(name)
    if unit is None or player is None or not foggy(game.scenario):
        return True
    if game.scenario.counters[name].side == player or unit.place not in (MAP, ABOARD):
        return True
    return unit.place == MAP and top(game, unit.hex) == name


def top(game: Nw, h: int) -> str:
    """The uppermost unit of a hex."""
    units = game.state[UNITS]
    return max(units_at(game, h), key=lambda name: units[name].order)


def covered(game: Nw, player: str | None) -> list[int]:
    """The enemy hexes where a player sees that there is more than he sees. [13.2]"""
    if player is None or not foggy(game.scenario):
        return []
    held = stacks(game).held
    return sorted(
        h
        for side in game.scenario.sides
        if side != player
        for h in held[side]
        if len(units_at(game, h)) > 1
    )


def judged(game: Nw, player: str | None, name: str) -> int:
    """The efficiency of a unit as a player may know it: that which is printed, where it could tell
    how much lies under the unit. [13.2] [8.1.1.1-b1]"""
    unit = game.state[UNITS][name]
    if unit.place == MAP and unit.hex in covered(game, player):
        return face(game, name).er
    return er(game, name)


def veiled(game: Nw, event: Event) -> Event:
    """An event as it is told under the fog: who is covered is not named to the others. [13.2]"""
    if not foggy(game.scenario) or event.kind in OPEN or event.seen_by is not None:
        return event
    hidden = {
        side: {name for name in _named(event.facts) if not seen(game, side, name)}
        for side in game.scenario.sides
    }
    knowing = tuple(side for side, names in hidden.items() if not names)
    if len(knowing) == len(hidden):
        return event
    unnamed = set().union(*hidden.values())
    return replace(event, seen_by=knowing, others=replace(event, facts=_less(event.facts, unnamed)))


def _named(facts: Mapping[str, Any]) -> list[str]:
    found = [facts[key] for key in NAMING if key in facts]
    return [name for value in found for name in ([value] if isinstance(value, str) else value)]


def _less(facts: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """The facts without some names."""
    left = {}
    for key, value in facts.items():
        if key not in NAMING:
            left[key] = value
        elif isinstance(value, str):
            left |= {} if value in hidden else {key: value}
        else:
            left[key] = [name for name in value if name not in hidden]
    return left
