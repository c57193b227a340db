"""Twins: games that one player cannot tell apart. He sees the top of enemy stacks, and nothing of
the enemy's armies and headquarters. [8.4.0]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.kit.fog import Veil, other_answers
from grognard.systems.goss.observation.lookouts import lookouts
from grognard.systems.goss.observation.observing import air_observes, observes
from grognard.systems.goss.observation.reveals import overlooked
from grognard.systems.goss.pieces.sight import seen, sees_leader
from grognard.systems.goss.pieces.stacks import held, stacks, units_at
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.proof.secrets import (
    other_delay,
    other_end,
    other_flights,
    other_leader,
    other_notes,
    other_panzers,
    other_points,
    other_rest,
    other_stack,
    other_staff,
    other_state,
    other_track,
    other_wish,
    other_zone,
    under,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.supply.fields import halting
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS


def insight(game: Gs, player: str) -> Mapping[str, int]:
    """What a player sees of each unit and leader: all of it, or nothing. [8.4.0]"""
    leaders = {name: int(sees_leader(game, player, name)) for name in game.state[LEADERS]}
    return {name: int(seen(game, player, name)) for name in game.state[UNITS]} | leaders


def surface(game: Gs, player: str) -> Any:
    """What has been told already, so that no twin may differ in it: who is seen where, and who else
    is asked something; what is known from vantage points; who of the player's units observes whom,
    for that must be said before anybody fires; where his supplies end, when these are determined.
    [8.2.0] [8.4.2] [15.2.1(2)]"""
    units = game.state[UNITS]
    tops = {name: units[name].hex for name in units if seen(game, player, name)}
    asked = [decision.player for decision in game.decisions if decision.player != player]
    if player not in game.scenario.sides:
        return tops, asked
    return tops, asked, overlooked(game, player), _observed(game, player), halting(game, player)


def _observed(game: Gs, player: str) -> dict[int, tuple[list[str], bool]]:
    """Which units of a player, and whether observers in the air, observe anybody in a hex of the
    enemy. [8.2.0] [8.3.0]"""
    found = {}
    for h in sorted(held(game, other(player))):
        there, near = units_at(game, h), lookouts(game, player, h)
        eyes = [one for a in near for one in units_at(game, a)]
        spotters = [one for one in eyes if any(observes(game, one, n) for n in there)]
        found[h] = spotters, any(air_observes(game, player, n) for n in there)
    return found


def glance(game: Gs) -> Any:
    """The hexes in which anything stands."""
    return sorted(stacks(game).at)


def passing(game: Gs, action: Action) -> list[str]:
    """Who is on top of those that move: he shows in the hexes that they go through, though works
    may hide him where they come from and where they stay. [8.4.0]"""
    units = action.get("units", [])
    known = [n for n in units if n in game.state[UNITS]] if isinstance(units, list) else []
    fighting = [n for n in known if not counter_of(game, n).hq] or known
    return [max(fighting)] if fighting else []


VEIL = Veil(
    (
        other_answers, other_stack, other_state, other_staff, other_track, other_points,
        other_flights, other_zone, other_delay, other_leader, other_rest, other_end, other_wish,
        other_notes, other_panzers,
    ),
    insight, under, glance, places=(UNITS,), surface=surface, passing=passing,
)  # fmt: skip
