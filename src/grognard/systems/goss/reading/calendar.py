"""Reading the calendar: the game turns of a scenario, and game turns by their names. [3.1.1]"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.systems.goss.scenario import PERIODS, GameTurn


def read_calendar(read: Reader) -> tuple[GameTurn, ...]:
    """The GTs: `days` of three each from `start` on, or `turns` one by one as `17 AM`. [3.0]"""
    start = date.fromisoformat(read.day("start") or "1944-12-16")
    spec = read.spec
    if "turns" not in spec:
        days = read.need(spec, "days", int, 1)
        return tuple(
            GameTurn(n + 1, (start + timedelta(n)).isoformat(), period)
            for n in range(days)
            for period in PERIODS
        )
    found = [_turn(read, start, label) for label in read.words(spec, "turns")]
    order = [(turn.day, PERIODS.index(turn.period)) for turn in found]
    if not found or order != sorted(set(order)):
        raise read.fail(spec, "turns", "game turns stand in their order, each once")
    return tuple(found)


def _turn(read: Reader, start: date, label: str) -> GameTurn:
    day, _, period = str(label).partition(" ")
    if period not in PERIODS or not day.isdigit():
        text = f"{label!r} is no game turn; write it as '17 AM'; {nearest(period, PERIODS)}"
        raise read.fail(read.spec, "turns", text)
    at = start
    while at.day != int(day):
        at += timedelta(1)
    return GameTurn((at - start).days + 1, at.isoformat(), period)


def turn_number(
    read: Reader, calendar: tuple[GameTurn, ...], data: Any, key: str, value: Any
) -> int:
    """The number of a GT that is written as `17 AM`, or as a number. [3.1.1]"""
    if isinstance(value, int):
        return value
    for place, turn in enumerate(calendar, 1):
        if f"{int(turn.date[-2:])} {turn.period}" == str(value):
            return place
    known = [f"{int(turn.date[-2:])} {turn.period}" for turn in calendar]
    raise read.fail(data, key, f"there is no game turn {value!r}; {nearest(str(value), known)}")
