"""Beginnings: the State before anything has happened, with the engine's own maps in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.engine.consent import PROPOSALS
from grognard.engine.dice import STREAM, Stream
from grognard.engine.record import Register
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.standing import STANDING
from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.engine.system import Scenario, System

ENGINES_OWN: tuple[Register[Any, Any], ...] = (CLOCK, STREAM, STANDING, PROPOSALS)
"""The maps that the State of every game has, whatever its system."""


def registers_of(system: System[Any]) -> dict[str, Register[Any, Any]]:
    """Every map that the State of a game of a system has, by name."""
    return {register.name: register for register in (*ENGINES_OWN, *system.registers)}


def sequence_of(system: System[Any], scenario: Scenario) -> Sequence[Segment[Any]]:
    """The sequence of play; it is worked out once for all games of a scenario."""
    kept = scenario.sequence
    if not kept or kept[0][0] is not scenario:
        kept[:] = [(scenario, tuple(system.segments(scenario)))]
    return kept[0][1]


def first_state(system: System[Any], scenario: Scenario) -> State:
    """The State before the first action, at the first step of the first turn or where it says.

    It is worked out once for all games of a scenario: they share its records, which never change.
    """
    begun = scenario.begun
    if not begun or begun[0][0] is not scenario:  # a copy of a scenario brings what it was
        begun[:] = [(scenario, _first_state(system, scenario))]
    return begun[0][1].clone()


def _first_state(system: System[Any], scenario: Scenario) -> State:
    state = system.initial(scenario)
    for register in ENGINES_OWN:
        state.maps.setdefault(register.name, {})
    state.maps[CLOCK.name].setdefault("now", Clock(turn=1, step=0))
    state.maps[STREAM.name]["now"] = Stream()
    return state
