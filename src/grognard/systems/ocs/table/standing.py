"""Where the game stands: the day, the segment, and the phases of the turn. [2.2]"""

from __future__ import annotations

from datetime import date

from grognard.engine.calendar import written
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn import pre_turn
from grognard.systems.ocs.turn.phases import turn_status

SHORT = {"Aircraft Refit": "Refit", "Reinforcement": "Arrivals", "Exploitation": "Exploit"}
"""Phases with a shorter name."""


def calendar(game: Ocs, turn: int) -> date | None:
    """The first day of a turn; None without a calendar. [1.0]"""
    found = game.scenario.date(turn)
    return date.fromisoformat(found) if found else None


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
