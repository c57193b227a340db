"""Coaching: the course of a game for a side, and its turns rehearsed again, for whom it is due.

Of a game that is over everybody at the table may ask, for any side. While it goes on only who plays
alone may, for his own side and the turns that he has had: it is imagined from what he saw then, so
that he learns nothing that he does not know. Shares of a victory are told in thousandths.
"""

from __future__ import annotations

import contextlib
import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grognard.engine.game import Game
from grognard.lab import coach
from grognard.lab.coach import Course, Patience
from grognard.players.commander.player import Commander
from grognard.players.thinking import Progress
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.intents import alone
from grognard.server.scenes import Scene, read_out, scene
from grognard.server.seating import seats
from grognard.server.store.records import PLAYER, GameRow, Seat
from grognard.table import intent
from grognard.table.intent import SECTIONS
from grognard.table.order_book import IntentPlan
from grognard.table.writing import Card

MOST = 5
"""How many turns are pointed out."""
THOUSAND = 1000
REHEARSALS = 16
"""How often a turn is rehearsed again at most, of each kind."""
PLANNING = 0.35
"""What part of the time for a turn goes into the commander's plan."""
WITHIN = 0.8
"""What part of the time for an answer is used, so that it comes before it is cut off."""
WALL = 2
"""How many seconds may pass for each of the processor's, before as much is said as there is."""


@dataclass(frozen=True, slots=True)
class Chances(Card):
    """The chances of a side at a moment."""

    moment: int
    """As the seat that asks counts them."""
    turn: int
    date: str
    acts: str
    """Who begins to act; empty at the end and where all do."""
    share: int


@dataclass(frozen=True, slots=True)
class OwnTurn(Card):
    """A turn of the side, and its chances before and after."""

    number: int
    turn: int
    date: str
    begins: int
    """The moment at which it began."""
    ends: int
    before: int
    after: int
    later: int
    """When those who came next had had their turn, too."""


@dataclass(frozen=True, slots=True)
class Coached(Card):
    """The course of a game for a side."""

    side: str
    chances: tuple[Chances, ...]
    turns: tuple[OwnTurn, ...]
    largest: tuple[int, ...]
    """The numbers of the turns by which the chances changed most, the largest change first."""


@dataclass(frozen=True, slots=True)
class Range(Card):
    """A share, or a difference of shares, with its interval of 95 %."""

    mean: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Reviewed(Card):
    """A turn rehearsed again: by the commander's plan, as it was ordered, and from where it ended.

    `decisions` lies between the first two, `luck` between the last two.
    """

    number: int
    rehearsals: int
    best: Range
    ordered: Range
    fallen: Range
    decisions: Range
    luck: Range
    plan: IntentPlan
    """What the commander would have done."""


# ---- who may ask


def _allowed(club: Club, found: Scene, seat: Seat, side: str | None) -> str:
    """The side whose course is told; refused to whom it may not be."""
    wanted, game = side or seat.side, found.game
    if wanted is None:
        raise Invalid("whose turns are meant?", f"side={' or side='.join(game.scenario.sides)}")
    if wanted not in game.scenario.sides:
        raise Invalid(
            f"{wanted[:40]!a} is no side here", f"one of {', '.join(game.scenario.sides)}"
        )
    own = seat.role == PLAYER and seat.side == wanted
    if found.ended and (own or found.row.revealed):
        return wanted
    if found.ended:
        raise Forbidden(
            "another game has grown out of this one's past and is still played",
            "your own side, or patience until that one is over",
        )
    if not own:
        raise Forbidden("a game that goes on is analysed for nobody else", "wait until it is over")
    if not alone(seats(club, seat.game_id)):
        raise Forbidden("nobody is coached while others play with him", "wait until it is over")
    return wanted


# ---- the course


def course(club: Club, seat: Seat, side: str | None = None) -> dict[str, Any]:
    """The chances of a side from turn to turn, and its turns that changed them most."""
    with scene(club, seat) as found:
        wanted, row = _allowed(club, found, seat, side), found.row
    with _course(club, row, wanted) as made, scene(club, seat) as found:
        game, words = found.game, found.tabletop
        moments = found.stream.moments

        def moment(lines: int) -> int:
            return max(1, bisect_right(moments, lines))

        numbers = {one.first: number for number, one in enumerate(made.stretches)}
        told = Coached(
            side=wanted,
            chances=tuple(
                Chances(
                    moment=moment(one.lines), turn=one.turn, date=words.day(game, one.turn),
                    acts=one.acts, share=_thousandths(one.share),
                )
                for one in made.readings
            ),
            turns=tuple(
                OwnTurn(
                    number=number, turn=one.turn, date=words.day(game, one.turn),
                    begins=moment(one.first), ends=moment(one.upto),
                    before=_thousandths(one.before), after=_thousandths(one.after),
                    later=_thousandths(one.later),
                )
                for number, one in enumerate(made.stretches)
            ),
            largest=tuple(numbers[one.first] for one in made.largest(MOST)),
        )  # fmt: skip
        return read_out(game, words, told)


@contextlib.contextmanager
def _course(club: Club, row: GameRow, side: str) -> Iterator[Course]:
    """The course of a game, worked out once for all who ask."""
    with club.courses.held(row.id, side, row.length) as kept:
        if not kept:
            kept.append(_worked_out(club, row, side))
        yield kept[0]


def _worked_out(club: Club, row: GameRow, side: str) -> Course:
    with club.live.reading(row.id) as (now, _):
        if now.game.recorded or now.following.since is not None:
            raise Conflict(
                "this game was begun under other rules than today's, and cannot be rehearsed",
                "a game that was begun with this version",
            )
        history = list(now.game.history)

    @contextlib.contextmanager
    def at(lines: int) -> Iterator[Game[Any]]:
        with club.live.past(row.id, f"coach {side}", lines) as (past, _):
            yield past.game

    return coach.course_of(history, at, side)


def prepare(club: Club, seat: Seat, side: str | None = None) -> None:
    """Work the course out ahead of the question itself: a long game is gone through slowly."""
    with scene(club, seat) as found:
        wanted, row = _allowed(club, found, seat, side), found.row
    with _course(club, row, wanted):
        pass


# ---- a turn


def turn(
    club: Club, seat: Seat, number: int, seconds: float, side: str | None = None
) -> dict[str, Any]:
    """A turn of a side rehearsed again, as often as there is time."""
    began = time.thread_time(), time.monotonic()
    with scene(club, seat) as found:
        wanted, row = _allowed(club, found, seat, side), found.row
    with _course(club, row, wanted) as made:
        if not 0 <= number < len(made.stretches):
            raise Invalid(
                f"there is no turn {number} to analyse", f"0 to {len(made.stretches) - 1}"
            )
        stretch = made.stretches[number]
        review = coach.review(stretch, _patience(began, seconds))
    if review is None:
        raise Conflict(
            "this turn is too long to be rehearsed here often enough to say something",
            "`grognard coach` with the file of the game, which takes its time",
        )
    with scene(club, seat) as found:
        game, words = found.game, found.tabletop
        lines = {
            name: tuple(
                line
                for point in getattr(review.plan, name)
                if (line := intent.tell(game, words, point)).text
            )
            for name in SECTIONS
        }
        told = Reviewed(
            number=number,
            rehearsals=review.rehearsals,
            best=_range(review.best, least=0.0),
            ordered=_range(review.ordered, least=0.0),
            fallen=_range(review.fallen, least=0.0),
            decisions=_range(review.decisions),
            luck=_range(review.luck),
            plan=IntentPlan("", **lines),
        )
        return read_out(game, words, told)


def _patience(began: tuple[float, float], seconds: float) -> Patience:
    """How much is rehearsed in so many seconds of the processor's time."""

    def spent(part: float) -> bool:
        worked, passed = time.thread_time() - began[0], time.monotonic() - began[1]
        return max(worked, passed / WALL) > seconds * WITHIN * part

    def adviser() -> Commander:
        def going_on(_: Progress) -> bool:
            return not spent(PLANNING)

        made = Commander(rehearsals=REHEARSALS, cores=1)
        made.heard_by(going_on)
        return made

    return Patience(REHEARSALS, lambda: spent(1.0), adviser)


def _thousandths(share: float) -> int:
    return round(share * THOUSAND)


def _range(share: coach.Share, least: float = -1.0) -> Range:
    """A share within what can be."""
    low, high = max(least, share.low), min(1.0, share.high)
    return Range(_thousandths(share.mean), _thousandths(low), _thousandths(high))
