"""The ladder: every two players against each other, from both sides, and how strong each is.

From each seed every two play twice, once in each seating, and all from the same seeds: so luck of
the dice weighs as little as it can. The ratings are those of `rating`, the intervals those of a
bootstrap over the seeds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from typing import Any

from grognard.lab.executor import Order
from grognard.lab.rating import (
    DRAWISH,
    NONE,
    Fit,
    Score,
    Seating,
    Spread,
    drawn_share,
    rated,
    softened,
    spreads,
    unbounded,
)
from grognard.lab.simulate import Match, Pace, Result, derived, wilson

ANCHOR = "staff"
"""Against whom ratings are counted, if he plays and nobody else is named."""
BLOCK = 8
"""So many seeds are played by all before the next are begun: what is interrupted is even."""
DRAWS = 1000
"""How often the seeds are drawn anew for the intervals."""
OVER = 1.2
"""A turn that took longer than this many budgets is a fault."""


NO_BUDGETS: Mapping[str, float] = {}


class LadderError(ValueError):
    """Players who make no ladder; says what would be right."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on the ladder: his rating over the anchor, between what and what it lies, and what
    there is to know of it. None is a bound that the games do not give."""

    player: str
    games: int
    score: float
    """What he has scored, draws as halves."""
    elo: float | None
    low: float | None
    high: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """What came of the games in which one played the first side and another the second."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player has played: what was refused him, how long his turns took, and how many of them
    more than his budget; None where he has none."""

    player: str
    decisions: int
    refused: int
    a_game: float
    a_turn: float
    longest: float
    budget: float | None
    over: float | None
    """Of all turns, the share that took longer than the budget."""
    far_over: float | None
    """Of all turns, the share that took longer by a fifth."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a ladder comes to."""

    scenario: str
    seed: str
    options: Mapping[str, str]
    sides: tuple[str, str]
    anchor: str
    seeds: int
    """From how many seeds games came to an end."""
    failed: int
    drawn: float
    """The share of drawn games."""
    davidson: bool
    """Whether draws have a term of their own."""
    side_elo: float
    """What the first side is worth to whoever plays it."""
    side_low: float | None
    side_high: float | None
    rungs: tuple[Rung, ...]
    pairings: tuple[Pairing, ...]
    manners: tuple[Manner, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain data, with the intervals of the pairings."""
        data = asdict(self)
        for one, pairing in zip(data["pairings"], self.pairings, strict=True):
            low, high = wilson(pairing.won, pairing.games)
            one |= {"games": pairing.games, "low": round(low, 4), "high": round(high, 4)}
        return data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Ladder:
        """A ladder that was written before."""
        made: dict[str, Any] = {
            "rungs": tuple(Rung(**one) for one in data["rungs"]),
            "pairings": tuple(
                Pairing(**{name: one[name] for name in Pairing.__dataclass_fields__})
                for one in data["pairings"]
            ),
            "manners": tuple(Manner(**one) for one in data["manners"]),
            "sides": tuple(data["sides"]),
        }
        return cls(**{**data, **made})


# ---- what is played


def check_ladder(players: Sequence[str], sides: Sequence[str], anchor: str | None) -> str:
    """Refuse what makes no ladder; who the anchor is."""
    if len(sides) != 2:
        raise LadderError(f"a ladder wants a scenario of two sides; this one has {len(sides)}")
    twice = next((name for name in players if players.count(name) > 1), None)
    if twice is not None:
        raise LadderError(f"{twice} is named twice; name each player once")
    if len(players) < 2:
        raise LadderError("a ladder wants two players at least: write --players staff,random")
    found = anchor or (ANCHOR if ANCHOR in players else players[0])
    if found not in players:
        raise LadderError(f"the anchor {found!r} does not play; name one of {', '.join(players)}")
    return found


def orders_of(match: Match, players: Sequence[str], games: int) -> list[Order]:
    """All games of a ladder: from each of so many seeds, every two in both seatings.

    Whoever is refused is counted, and chance answers for him.
    """
    pairs = [
        replace(match, players=pair, lenient=True, label=re.sub(r"\W+", "-", "-".join(pair)))
        for pair in permutations(players, 2)
    ]
    blocks = (range(at, min(at + BLOCK, games)) for at in range(0, games, BLOCK))
    return [Order(pair, number) for block in blocks for pair in pairs for number in block]


# ---- what it comes to


def ladder_of(
    match: Match,
    sides: tuple[str, str],
    anchor: str,
    results: Sequence[Result],
    budgets: Mapping[str, float] = NO_BUDGETS,
    draws: int = DRAWS,
) -> Ladder:
    """The ladder that the results of such games make; `budgets` are the seconds that players have
    for a turn."""
    finished = [result for result in results if result.error is None]
    by_seed = _by_seed(finished, sides)
    total = _summed(by_seed)
    drawn = drawn_share(total)
    davidson = drawn > DRAWISH
    fit = rated(total, anchor, davidson)
    found, side = spreads(by_seed, anchor, davidson, draws, derived(match.seed, "bootstrap"))
    return Ladder(
        scenario=match.scenario,
        seed=match.seed,
        options=dict(match.options),
        sides=sides,
        anchor=anchor,
        seeds=len(by_seed),
        failed=len(results) - len(finished),
        drawn=drawn,
        davidson=davidson,
        side_elo=fit.side,
        side_low=side.low,
        side_high=side.high,
        rungs=tuple(_rungs(total, fit, found, anchor)),
        pairings=tuple(
            Pairing(a, b, *(round(part) for part in score)) for (a, b), score in total.items()
        ),
        manners=tuple(_manners(finished, budgets)),
    )


def _by_seed(results: Sequence[Result], sides: tuple[str, str]) -> list[dict[Seating, Score]]:
    """The scores of all that was played from each seed."""
    found: dict[str, dict[Seating, Score]] = {}
    for result in results:
        seating = result.players[sides[0]], result.players[sides[1]]
        scores = found.setdefault(result.seed, {})
        one = Score(result.winner == sides[0], result.winner is None, result.winner == sides[1])
        scores[seating] = scores.get(seating, NONE).plus(one)
    return list(found.values())


def _summed(by_seed: Sequence[Mapping[Seating, Score]]) -> dict[Seating, Score]:
    total: dict[Seating, Score] = {}
    for scores in by_seed:
        for seating, score in scores.items():
            total[seating] = total.get(seating, NONE).plus(score)
    return total


def _rungs(
    total: Mapping[Seating, Score], fit: Fit, found: Mapping[str, Spread], anchor: str
) -> list[Rung]:
    """Every player, the strongest first, and those who cannot be rated last."""
    over, under = unbounded(total, anchor)
    nearer = rated(softened(total, over | under), anchor, fit.draws > 0).elo
    players = sorted({name for seating in total for name in seating})
    rungs = []
    for name in players:
        mine = [_own(name, seating, score) for seating, score in total.items() if name in seating]
        score = sum(one.won + one.drawn / 2 for one in mine)
        games = round(sum(one.games for one in mine))
        if name not in fit.elo:
            note = f"has met nobody who leads to {anchor}"
            rungs.append(Rung(name, games, score, None, None, None, note))
            continue
        low, high = found.get(name, Spread(None, None)) if name != anchor else (None, None)
        note = ""
        if name in over:
            low, high = _nearest(min, low, nearer[name]), None
            note = _apart(name, total, over | under, "has lost no point to", "how far above")
        elif name in under:
            low, high = None, _nearest(max, high, nearer[name])
            note = _apart(name, total, over | under, "has won no point from", "how far below")
        rungs.append(Rung(name, games, score, fit.elo[name], low, high, note))
    return sorted(rungs, key=lambda r: (r.elo is None, -(r.elo or 0.0), r.player))


def _own(name: str, seating: Seating, score: Score) -> Score:
    return score if seating[0] == name else score.turned()


def _nearest(of: Any, bound: float | None, softer: float) -> float:
    return softer if bound is None else float(of(bound, softer))


def _apart(
    name: str, total: Mapping[Seating, Score], apart: Collection[str], what: str, how: str
) -> str:
    """What is to be said of a rating that only the even games hold that are added."""
    others = sorted({o for seating in total for o in seating if name in seating} - set(apart))
    whom = ", ".join(others) or "those he has met"
    return f"{what} {whom}: {how} them he is the games do not say, only how much at least"


def _manners(results: Sequence[Result], budgets: Mapping[str, float]) -> Iterator[Manner]:
    """How each player has played, by name."""
    thoughts: dict[str, list[Mapping[str, Any]]] = {}
    for result in results:
        for side, thought in result.thought.items():
            thoughts.setdefault(result.players[side], []).append(thought)
    for name, found in sorted(thoughts.items()):
        pace, budget = Pace.of(found), budgets.get(name)
        yield Manner(
            name, pace.decisions, pace.refused, round(pace.a_game, 4), round(pace.a_turn, 4),
            round(pace.longest, 4), budget, _beyond(pace, budget), _beyond(pace, budget, OVER),
        )  # fmt: skip


def _beyond(pace: Pace, budget: float | None, much: float = 1.0) -> float | None:
    """The share of turns that took longer than so many budgets."""
    if budget is None or not pace.turns:
        return None
    return sum(seconds > much * budget for seconds in pace.turns) / len(pace.turns)
