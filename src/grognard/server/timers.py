"""Timers: how long each side may take, in games that are played against time.

How a game is timed is part of its settings: so many seconds for each answer, or for the whole game,
with some more after each answer. A side's time runs while the game waits for it, and not before its
first answer: nobody loses to a seat that was never taken. Time is that of the server, in whole
seconds, as it is written beside the lines of the game; timers are worked out from these and kept
nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from grognard.table.writing import Card

LONGEST = 366 * 24 * 3600
"""A year: the most seconds a side may be given."""
LOSS, SHOWN = "loss", "shown"


class TimingError(ValueError):
    """A timing that cannot be; says what would be right."""


@dataclass(frozen=True, slots=True)
class Timing(Card):
    """How a game is timed, and what it means to run out of time."""

    per: Literal["answer", "game"]
    seconds: int
    increment: int = 0
    flag: Literal["loss", "shown"] = "loss"


def read_timing(data: Any) -> Timing:
    """The timing out of a game's settings; one that cannot be is refused."""
    if not isinstance(data, Mapping):
        raise TimingError('a clock is a map, as {"per": "answer", "seconds": 86400}')
    known = ("per", "seconds", "increment", "flag")
    for name in data:
        if name not in known:
            raise TimingError(f"clock: {name!r} is not part of it; it has {', '.join(known)}")
    per, flag = data.get("per"), data.get("flag", LOSS)
    if per not in ("answer", "game"):
        raise TimingError(f"clock: per should be answer or game, not {per!r}")
    if flag not in (LOSS, SHOWN):
        raise TimingError(f"clock: flag should be loss or shown, not {flag!r}")
    seconds, increment = data.get("seconds"), data.get("increment", 0)
    for name, value, least in (("seconds", seconds, 1), ("increment", increment, 0)):
        if type(value) is not int or not least <= value <= LONGEST:
            raise TimingError(
                f"clock: {name} should be a whole number from {least} to {LONGEST}, not {value!r}"
            )
    if per == "answer" and increment:
        raise TimingError("clock: an increment is for a clock per game; leave it out")
    return Timing(
        cast(Literal["answer", "game"], per),
        cast(int, seconds),
        cast(int, increment),
        cast(Literal["loss", "shown"], flag),
    )


# ---- what is left


@dataclass(frozen=True, slots=True)
class SideTime(Card):
    """One side's time."""

    seconds: int
    """What is left; less than nothing when it is over."""
    running: bool


@dataclass(frozen=True, slots=True)
class TimeLeft(Card):
    """The time that the sides of a game have left."""

    clock: Timing | None
    """None for a game that is not timed."""
    sides: Mapping[str, SideTime]


@dataclass(frozen=True, slots=True)
class Timer:
    """One side's timer: what was left when it was last set, and since when that runs."""

    left: int
    since: int | None = None
    begun: bool = False

    def at(self, now: int) -> int:
        """What is left at a time; nothing or less when it is over."""
        return self.left - (max(0, now - self.since) if self.since is not None else 0)

    @property
    def falls(self) -> int | None:
        """When it runs out if nobody acts."""
        return None if self.since is None else self.since + self.left


Timers = dict[str, Timer]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of a game for its timers: when, who answered (if anybody), who is asked then."""

    at: int
    answered: str | None
    waiting: Collection[str]


def read_off(rule: Timing, sides: Collection[str], strokes: Iterable[Stroke]) -> Timers:
    """The timers after all that was played."""
    timers = {side: Timer(rule.seconds) for side in sides}
    for stroke in strokes:
        timers = {side: _punched(rule, side, timer, stroke) for side, timer in timers.items()}
    return timers


def _punched(rule: Timing, side: str, timer: Timer, stroke: Stroke) -> Timer:
    """One side's timer after one line."""
    answered, asked = side == stroke.answered, side in stroke.waiting
    begun = timer.begun or answered
    left = timer.at(stroke.at)
    if rule.per == "answer" and (answered or not asked):
        left = rule.seconds
    elif rule.per == "game" and answered:
        left += rule.increment
    return replace(timer, left=left, since=stroke.at if asked and begun else None, begun=begun)


def fallen(timers: Timers, now: int) -> list[str]:
    """The sides whose time is over, the one that ran out first in front."""
    running = [(timer.falls, side) for side, timer in timers.items() if timer.falls is not None]
    return [side for falls, side in sorted(running) if falls <= now]


def next_flag(timers: Timers) -> int | None:
    """When the next flag falls if nobody acts; None if no timer runs."""
    return min((timer.falls for timer in timers.values() if timer.falls is not None), default=None)


def shown(timers: Timers, now: int) -> dict[str, SideTime]:
    """The timers as everybody at the table may see them."""
    return {
        side: SideTime(timer.at(now), timer.since is not None)
        for side, timer in sorted(timers.items())
    }
