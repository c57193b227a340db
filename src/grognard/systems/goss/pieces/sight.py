"""Fog of war: of an enemy stack one sees its top unit, and nothing within works. [8.4.0]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.units import BROKEN, GENERIC, HELD, MAP, RESERVE, UNITS, WITHDRAWN

HIDDEN = (MAP, RESERVE, WITHDRAWN, HELD, BROKEN)
"""Where units are that the enemy does not see but for a reason. [8.4.0] [4.6.1] [20.7.2] [25.0]"""
OPEN = frozenset({"eliminated", "step-lost", "z-step", "surrendered"})
"""The kinds of event that show whoever has a part in them. [8.4.4]"""
TELLING = ("hex", "hexes", "path", "from", "to", "side", "army")
"""The facts that are told though they name nobody: what else is covered stays within its stack."""


def foggy(scenario: GossScenario) -> bool:
    """Whether stacks may not be looked through. [8.4.0]"""
    return scenario.options["fog-of-war"] == "on"


def seen(game: Gs, player: str | None, name: str) -> bool:
    """Whether a player may see a unit: his own, the top of enemy stacks that is not within works,
    and whoever takes part in an assault that is being resolved. Nobody sees what was withdrawn as
    Flak, or what enemy generic panzer battalions are made of; nor, with fog of war or without, what
    is in an enemy's army reserve.
    [8.4.0] [8.4.4] [25.0] [20.7.2] [4.6.1]"""
    unit = game.state[UNITS].get(name)
    if unit is None or player is None or counter_of(game, name).side == player:
        return True
    if unit.place == RESERVE:
        return False
    if not foggy(game.scenario) or unit.place not in HIDDEN:
        return True
    if unit.place != MAP or unit.laid_open:
        return unit.laid_open
    return not unit.inside and top(game, unit.hex) == name


def shown_at(game: Gs, player: str | None, h: int) -> tuple[str, ...]:
    """The units of a hex that a player may see, looked at together."""
    there = units_at(game, h)
    if not there or player is None or not foggy(game.scenario):
        return there
    if counter_of(game, there[0]).side == player:
        return there
    units, first = game.state.maps["units"], top(game, h)
    return tuple([n for n in there if units[n].laid_open or (n == first and not units[n].inside)])


def unweighed(game: Gs, player: str | None, name: str) -> bool:
    """Whether a player may see a unit and not know its strength: a generic panzer battalion of the
    enemy, unless it takes part in an assault that is being resolved. [4.6.1]"""
    counter = counter_of(game, name)
    if player in (None, counter.side) or not counter.is_(GENERIC):
        return False
    return foggy(game.scenario) and not game.state[UNITS][name].laid_open


def sees_leader(game: Gs, player: str | None, name: str) -> bool:
    """Whether a player may see a leader: his own, and one of the enemy who is in no stack.
    [8.4.0]"""
    leader = game.state[LEADERS][name]
    if player is None or not foggy(game.scenario) or game.scenario.leaders[name].side == player:
        return True
    return leader.place != MAP or not units_at(game, leader.hex)


def top(game: Gs, h: int) -> str:
    """The uppermost unit of a hex; a headquarters only where there is nothing else. [8.4.0]"""
    there = [n for n in units_at(game, h) if not game.state[UNITS][n].inside]
    fighting = [n for n in there if not counter_of(game, n).hq]
    return (fighting or there or [""])[-1]


def covered(game: Gs, player: str | None) -> list[int]:
    """The enemy hexes where a player sees that there is more than he sees. [8.4.0]"""
    if player is None or not foggy(game.scenario):
        return []
    found = stacks(game).held
    return sorted(
        h
        for side in game.scenario.sides
        if side != player
        for h in found[side]
        if any(not seen(game, player, n) for n in units_at(game, h))
    )


def veiled(game: Gs, event: Event) -> Event:
    """An event as it is told under the fog: who is covered is not named to the others, and what he
    does within his stack is not told. [8.4.0]"""
    if not foggy(game.scenario) or event.kind in OPEN or event.seen_by is not None:
        return event
    named = {name for value in event.facts.values() for name in _names(game, value)}
    hidden = {
        side: {name for name in named if not _known(game, side, name)}
        for side in game.scenario.sides
    }
    knowing = tuple(side for side, names in hidden.items() if not names)
    if len(knowing) == len(hidden):
        return event
    unnamed = set().union(*hidden.values())
    facts = _less(event.facts, unnamed)
    silent = not (named - unnamed or any(facts.get(key) for key in TELLING))
    return replace(event, seen_by=knowing, others=None if silent else replace(event, facts=facts))


def _known(game: Gs, player: str, name: str) -> bool:
    """Whether a player may see a unit or a leader. [8.4.0]"""
    if name in game.state[LEADERS]:
        return sees_leader(game, player, name)
    return seen(game, player, name)


def _names(game: Gs, value: Any) -> Iterator[str]:
    """The units and leaders that a fact names."""
    for word in value if isinstance(value, list | tuple) else (value,):
        if isinstance(word, str) and (word in game.state[UNITS] or word in game.state[LEADERS]):
            yield word


def _less(facts: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """The facts without some names."""
    left: dict[str, Any] = {}
    for key, value in facts.items():
        if isinstance(value, list | tuple):
            left[key] = [one for one in value if one not in hidden]
        else:
            left[key] = "" if isinstance(value, str) and value in hidden else value
    return left
