"""The coach: where a finished game turned, and what could have been done instead.

Each turn of a side is looked at as that side knew it then: what it saw is as it was, what it did
not see is imagined anew. Every turn is appraised before and after; where the chances changed most
it is rehearsed again from where it began: as the commander would have played it, as it was
ordered, and from where it really ended. All three are played to the same moment, with dice of
their own. What lies between the first two is the worth of the decisions, what lies between the
last two is the luck of the dice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.engine.decision import Action
from grognard.engine.entries import RESERVED, Line, in_force
from grognard.engine.following import Following
from grognard.engine.game import Game
from grognard.engine.imagining import Imagined
from grognard.engine.refusal import Refused
from grognard.library import tabletop
from grognard.players.commander.player import Commander
from grognard.players.commander.value import appraise
from grognard.players.seat import Seat
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.player import Staff
from grognard.table.intent import SECTIONS, Plan
from grognard.table.winning import verdict

At = Callable[[int], AbstractContextManager[Game[Any]]]
"""The game as it stood after so many lines of its record."""
Key = tuple[int, str]
"""Which stretch of which turn: a player's turn, where a turn has several."""
WORLDS = 4
"""In how many imagined worlds a position is appraised, and rehearsals begin."""
SURE = 1.959964
"""The normal quantile of a two-sided interval of 95 %."""
FEWEST = 4
"""Of so many rehearsals at least something can be said."""


class Ordered(NamedTuple):
    """Something that was ordered: in which turn and segment, to what question, and what."""

    turn: int
    step: int
    question: str
    action: Action


@dataclass
class Stretch:
    """A turn of one side: where it begins and ends in the record, and what it was worth."""

    side: str
    turn: int
    key: Key
    first: int
    """How many lines had been written when it began."""
    until: int
    """The segment, counted since the game began, with which rehearsals of it end."""
    before: float
    begun: list[Imagined[Any]]
    """The worlds from which it can be played again."""
    upto: int = 0
    """How many lines had been written when it was over."""
    after: float = 0.5
    later: float = 0.5
    """The chances when the next of the others had had his turn, too."""
    ended: list[Imagined[Any]] = field(default_factory=list)
    """The worlds in which it had really ended; none if the game was over then."""
    orders: list[Ordered] = field(default_factory=list)

    @property
    def swing(self) -> float:
        """By how much the chances of its side changed, by the turn itself or by the answer to it:
        what is left open is seen only when the enemy has made use of it."""
        return max(self.after - self.before, self.later - self.before, key=abs)


class Reading(NamedTuple):
    """The chances of a side at a moment: how many lines had been written, who began to act (at the
    end nobody)."""

    lines: int
    turn: int
    acts: str
    share: float


@dataclass(frozen=True)
class Course:
    """The course of a game for a side: its chances from turn to turn, and its own turns."""

    side: str
    readings: tuple[Reading, ...]
    stretches: tuple[Stretch, ...]

    def largest(self, most: int) -> list[Stretch]:
        """The turns by which the chances changed most, the largest change first."""
        return sorted(self.stretches, key=lambda one: (-abs(one.swing), one.first))[:most]


class Share(NamedTuple):
    """A chance, or a difference of two, with its interval of 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Review:
    """A turn rehearsed again: how it would go by the commander's plan, as it was ordered, and from
    where it ended."""

    stretch: Stretch
    rehearsals: int
    best: Share
    ordered: Share
    fallen: Share
    decisions: Share
    """What the orders were worth against the commander's plan."""
    luck: Share
    """What the dice have given, or taken."""
    plan: Plan
    """The commander's orders of the day, with those of the staff that carries them out."""

    @property
    def total(self) -> float:
        """By how much the turn changed the chances, decisions and dice together."""
        return self.fallen.mean - self.best.mean


# ---- the course of a game


class Record:
    """A game of which the whole record is at hand, to be gone through; forward is fastest."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._following = self._begun()

    def _begun(self) -> Following:
        first = self.game.mends.first
        fresh: Game[Any] = Game(self.game.system, first, started=False)
        fresh.mends, fresh.dice.seed = self.game.mends, None
        return Following(fresh, self.game.began)

    @contextmanager
    def at(self, lines: int) -> Iterator[Game[Any]]:
        """The game as it stood after so many lines."""
        if len(self._following.game.history) > lines:
            self._following = self._begun()
        now = self._following.game
        for n in range(len(now.history), lines):
            self._following.line(self.game.history[n], self.game.wakes[n].to_json())
        yield now


def course_of(history: Sequence[Line], at: At, side: str) -> Course:
    """The course of a game for a side, by its record; `at` gives the positions of it."""
    walk = _Walk(side)
    for n, line in in_force(history):
        if line.by not in RESERVED:
            with at(n) as position:
                walk.step(n, line, position)
    with at(len(history)) as position:
        walk.end(len(history), position)
    return Course(side, tuple(walk.readings), tuple(walk.done))


def key_of(game: Game[Any]) -> Key:
    """Which stretch of which turn is under way."""
    side = tabletop(game).phase_side(game, game.clock.step)
    return game.turn, game.segment.stretch or str(side or "")


class _Walk:
    """Goes through a record, position by position."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.readings: list[Reading] = []
        self.done: list[Stretch] = []
        self.key: Key | None = None
        self.current: Stretch | None = None

    def step(self, n: int, line: Line, game: Game[Any]) -> None:
        """The position before a line."""
        if game.at_checkpoint and key_of(game) != self.key:
            self._turn_page(n, game)
        asked = game.decision(self.side)
        if line.by == self.side and self.current is not None and asked is not None:
            clock = game.clock
            ordered = Ordered(clock.turn, clock.step, asked.ask.name, dict(line.action))
            self.current.orders.append(ordered)

    def _turn_page(self, n: int, game: Game[Any]) -> None:
        """Another stretch begins: who acts in it, and what the position is worth."""
        self.key = key_of(game)
        acts = tabletop(game).phase_side(game, game.clock.step)
        worlds = imagined(Seat(game, self.side))
        share = appraised(worlds, self.side)
        self._look_back(share)
        self._close(n, worlds, share)
        self.readings.append(Reading(n, game.turn, acts or "", share))
        if acts in (self.side, None) and game.segment.acts(game, self.side):
            until = game.serial + len(game.segments)
            self.current = Stretch(self.side, game.turn, self.key, n, until, share, worlds)

    def _look_back(self, share: float) -> None:
        """The turn before the one that ends now is seen with the answer to it."""
        if self.done and self.current is None:
            self.done[-1].later = share

    def _close(self, n: int, worlds: list[Imagined[Any]], share: float) -> None:
        current, self.current = self.current, None
        if current is not None and current.orders:
            current.upto, current.after, current.later, current.ended = n, share, share, worlds
            self.done.append(current)

    def end(self, n: int, game: Game[Any]) -> None:
        """The position after the last line; a game that is over is worth what came of it."""
        worlds = [] if game.over else imagined(Seat(game, self.side))
        winner, _ = verdict(game)
        result = 0.5 if winner is None else float(winner == self.side)
        share = result if game.over else appraised(worlds, self.side)
        self._look_back(share)
        if game.over or key_of(game) != self.key:  # a turn that was broken off is none
            self._close(n, worlds, share)
        self.readings.append(Reading(n, game.turn, "", share))


def imagined(seat: Seat) -> list[Imagined[Any]]:
    """The position as it may be for all that a side knows."""
    return [seat.imagine(seed) for seed in range(WORLDS)]


def appraised(worlds: Sequence[Imagined[Any]], side: str) -> float:
    """What a position is worth to a side: its chance to win."""
    return sum(appraise(world, side).win for world in worlds) / len(worlds)


# ---- a turn played again

Policy = Callable[[Imagined[Any]], Action]
"""How a side answers in a rehearsal."""


class OutOfTime(Exception):
    """There is no time left for what is being rehearsed."""


@dataclass
class Patience:
    """How much is rehearsed: so many rehearsals of each kind at most, as long as there is time."""

    rehearsals: int
    over: Callable[[], bool] = lambda: False
    commander: Callable[[], Commander] | None = None
    """Who advises; without one, a commander with as many rehearsals."""


class AsOrdered:
    """Orders what was ordered, as far as it can be, however the dice fall; then as the staff."""

    def __init__(self, side: str, orders: Sequence[Ordered]) -> None:
        self.side, self.left, self.staff = side, list(orders), Staff()

    def __call__(self, game: Imagined[Any]) -> Action:
        """The next of the orders to this question that can be given, or the staff's answer."""
        asked, clock = game.decision(self.side), game.clock
        now = (clock.turn, clock.step, "" if asked is None else asked.ask.name)
        for n, order in enumerate(self.left):
            if order[:3] == now and not game.why(self.side, order.action):
                self.left = [one for one in self.left[:n] if one[:3] != now] + self.left[n + 1 :]
                return order.action
        return self.staff.choose(Seat(game, self.side))


class ByStaff:
    """Answers as the staff does by a doctrine, and keeps the first plan that it has explained."""

    def __init__(self, side: str, doctrine: Doctrine | None = None) -> None:
        self.side, self.staff = side, Staff(doctrine=doctrine)
        self.plan: Plan | None = None

    def __call__(self, game: Imagined[Any]) -> Action:
        """The staff's answer."""
        answer = self.staff.choose(Seat(game, self.side))
        page = self.staff.explained()
        if self.plan is None and page is not None:
            self.plan = page.plan
        return answer


def review(
    stretch: Stretch, patience: Patience, report: Callable[[int], None] = lambda _: None
) -> Review | None:
    """A turn rehearsed again; None if there was no time for enough rehearsals."""
    adviser = (patience.commander or (lambda: Commander(rehearsals=patience.rehearsals)))()
    adviser.choose(Seat(stretch.begun[0], stretch.side))
    page = adviser.page
    doctrine = None if adviser.plan is None else adviser.plan.doctrine
    plans = [] if page is None or page.plan is None else [page.plan]
    found: list[tuple[float, float, float]] = []
    with suppress(OutOfTime):
        for take in range(patience.rehearsals):
            staff = ByStaff(stretch.side, doctrine)
            found.append(_take(stretch, staff, take, patience.over))
            plans += [staff.plan] if staff.plan is not None and not take else []
            report(len(found))
    if len(found) < FEWEST:
        return None
    best, ordered, fallen = (list(row) for row in zip(*found, strict=True))
    return Review(
        stretch=stretch,
        rehearsals=len(found),
        best=share_of(best),
        ordered=share_of(ordered),
        fallen=share_of(fallen),
        decisions=share_of([b - a for a, b in zip(best, ordered, strict=True)]),
        luck=share_of([b - a for a, b in zip(ordered, fallen, strict=True)]),
        plan=_together(plans),
    )


def _together(plans: Sequence[Plan]) -> Plan:
    """Plans as one, each point once."""
    sections = {}
    for name in SECTIONS:
        points = [point for plan in plans for point in getattr(plan, name)]
        sections[name] = tuple(point for n, point in enumerate(points) if point not in points[:n])
    return Plan(**sections)


def _take(
    stretch: Stretch, staff: ByStaff, take: int, over: Callable[[], bool]
) -> tuple[float, float, float]:
    """The same turn by the commander's plan, as it was ordered, and from where it ended."""
    side = stretch.side

    def worth(worlds: Sequence[Imagined[Any]], policy: Policy) -> float:
        world = worlds[take % len(worlds)]
        return _rehearsed(world.again(f"{world.dice.seed} {take}"), stretch, policy, over)

    return (
        worth(stretch.begun, staff),
        worth(stretch.begun, AsOrdered(side, stretch.orders)),
        worth(stretch.ended, ByStaff(side)) if stretch.ended else stretch.after,
    )


def _rehearsed(
    game: Imagined[Any], stretch: Stretch, policy: Policy, over: Callable[[], bool]
) -> float:
    """One rehearsal to its end: what it is worth then."""
    usual = {side: ByStaff(side) for side in game.scenario.sides}
    chance = random.Random(game.dice.seed)
    while (side := game.to_act) is not None and game.serial < stretch.until:
        if over():
            raise OutOfTime
        own = side == stretch.side and key_of(game) == stretch.key
        try:
            game.play(side, (policy if own else usual[side])(game))
        except Refused:  # it has misread the position: whatever is legal
            game.play(side, Seat(game, side).sample(chance))
    return appraise(game, stretch.side).win


def share_of(values: Sequence[float]) -> Share:
    """The mean of some chances, or differences of chances, with its interval of 95 %."""
    count = len(values)
    mean = sum(values) / count
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    reach = _quantile(count - 1) * spread
    return Share(mean, mean - reach, mean + reach)


def _quantile(freedom: int) -> float:
    """Student's quantile of 97.5 %, by the first terms of its series; near enough from 3 on."""
    z = SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
