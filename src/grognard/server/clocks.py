"""Clocks: how long each side may take, in games that are played against time.

A clock is part of a game's settings: so many seconds for each answer, or for the whole game, with
some more after each answer. A side's time runs while the game waits for it, and not before its
first answer: nobody loses to a seat that was never taken. Time is that of the server, in whole
seconds, as it is written beside the lines of the game; clocks are worked out from these and kept
nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

LONGEST = 366 * 24 * 3600
"""A year: the most seconds a clock may be given."""
LOSS, SHOWN = "loss", "shown"


class ClockError(ValueError):
    """A clock that cannot be set; says what would be right."""


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How a game is timed, and what it means to run out of time."""

    per: Literal["answer", "game"]
    seconds: int
    increment: int = 0
    flag: Literal["loss", "shown"] = "loss"

    def to_json(self) -> dict[str, Any]:
        """The clock as it stands in a game's settings."""
        return {
            "per": self.per,
            "seconds": self.seconds,
            "increment": self.increment,
            "flag": self.flag,
        }


def read_clock(data: Any) -> ClockRule:
    """A clock out of a game's settings; one that cannot be is refused."""
    if not isinstance(data, Mapping):
        raise ClockError('a clock is a map, as {"per": "answer", "seconds": 86400}')
    known = ("per", "seconds", "increment", "flag")
    for name in data:
        if name not in known:
            raise ClockError(f"clock: {name!r} is not part of it; it has {', '.join(known)}")
    per, flag = data.get("per"), data.get("flag", LOSS)
    if per not in ("answer", "game"):
        raise ClockError(f"clock: per should be answer or game, not {per!r}")
    if flag not in (LOSS, SHOWN):
        raise ClockError(f"clock: flag should be loss or shown, not {flag!r}")
    seconds, increment = data.get("seconds"), data.get("increment", 0)
    for name, value, least in (("seconds", seconds, 1), ("increment", increment, 0)):
        if type(value) is not int or not least <= value <= LONGEST:
            raise ClockError(
                f"clock: {name} should be a whole number from {least} to {LONGEST}, not {value!r}"
            )
    if per == "answer" and increment:
        raise ClockError("clock: an increment is for a clock per game; leave it out")
    return ClockRule(
        cast(Literal["answer", "game"], per),
        cast(int, seconds),
        cast(int, increment),
        cast(Literal["loss", "shown"], flag),
    )


# ---- what is left


@dataclass(frozen=True, slots=True)
class Clock:
    """One side's clock: what was left when it was last set, and since when that runs."""

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


Clocks = dict[str, Clock]


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a game for its clocks: when, who answered (if anybody), who is asked then."""

    at: int
    answered: str | None
    waiting: Collection[str]


def read_off(rule: ClockRule, sides: Collection[str], moments: Iterable[Moment]) -> Clocks:
    """The clocks after all that was played."""
    clocks = {side: Clock(rule.seconds) for side in sides}
    for moment in moments:
        clocks = {side: _punched(rule, side, clock, moment) for side, clock in clocks.items()}
    return clocks


def _punched(rule: ClockRule, side: str, clock: Clock, moment: Moment) -> Clock:
    """One side's clock after one line."""
    answered, asked = side == moment.answered, side in moment.waiting
    begun = clock.begun or answered
    left = clock.at(moment.at)
    if rule.per == "answer" and (answered or not asked):
        left = rule.seconds
    elif rule.per == "game" and answered:
        left += rule.increment
    return replace(clock, left=left, since=moment.at if asked and begun else None, begun=begun)


def fallen(clocks: Clocks, now: int) -> list[str]:
    """The sides whose time is over, the one that ran out first in front."""
    running = [(clock.falls, side) for side, clock in clocks.items() if clock.falls is not None]
    return [side for falls, side in sorted(running) if falls <= now]


def next_flag(clocks: Clocks) -> int | None:
    """When the next flag falls if nobody acts; None if no clock runs."""
    return min((clock.falls for clock in clocks.values() if clock.falls is not None), default=None)


def shown(clocks: Clocks, now: int) -> dict[str, dict[str, Any]]:
    """The clocks as everybody at the table may see them: seconds left, and which of them run."""
    return {
        side: {"seconds": clock.at(now), "running": clock.since is not None}
        for side, clock in sorted(clocks.items())
    }
