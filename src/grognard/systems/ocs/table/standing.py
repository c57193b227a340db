"""Where the game stands: the day, the segment, and the phases of the turn. [2.2]"""

from __future__ import annotations

from datetime import date
from itertools import groupby

from grognard.engine.calendar import written
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn import pre_turn
from grognard.systems.ocs.turn.phases import turn_status
from grognard.table.cards import Band

SHORT = {"Aircraft Refit": "Refit", "Reinforcement": "Arrivals", "Exploitation": "Exploit"}
"""Phases with a shorter name."""


def calendar(game: Ocs, turn: int) -> date | None:
    """The first day of a turn; None without a calendar. [1.0]"""
    found = game.scenario.date(turn)
    return date.fromisoformat(found) if found else None


def phase_side(game: Ocs, step: int) -> str | None:
    """Who acts in a segment; nobody in the Pre-Turn Phase. [2.3-react]"""
    found = game.segments[step]
    acts = getattr(found, "actor", None)
    return acts(game) if step and acts is not None else None


def bands(game: Ocs) -> tuple[Band, ...]:
    """The Pre-Turn Phase and the phases of both Player Turns, and which is under way. [2.2]"""
    now, found = game.clock.step, list[Band]()
    steps = enumerate(game.segments)
    for (phase, _), run in groupby(steps, key=lambda pair: (pair[1].phase, pair[1].half)):  # type: ignore[attr-defined]
        numbers = [step for step, _ in run]
        past = numbers[-1] < now or game.over
        state = "past" if past else "now" if now in numbers else "ahead"
        rule = game.segments[numbers[0]].rule
        title = SHORT.get(phase, phase)
        found.append(Band(title, phase_side(game, numbers[0]), rule, state))  # type: ignore[arg-type]
    return tuple(found)


def headline(game: Ocs) -> str:
    """The scenario, the day, the segment and the weather. [2.2] [17.0]"""
    when = written(calendar(game, game.turn))
    date_ = f", {when}" if when else ""
    where = f"turn {game.turn} of {game.scenario.turns}{date_}: {game.phase}"
    return f"{game.scenario.title}, {where}, {weather(game)}"


def weather(game: Ocs) -> str:
    """What the weather of the turn does. [17.0a]"""
    name = turn_status(game).weather
    if not name:
        return "weather not yet known"
    found = pre_turn.weather(game)
    flight = "" if found.flight else ", no flying"
    return f"{name.replace('_', ' ')}{flight}"
