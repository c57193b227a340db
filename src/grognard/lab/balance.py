"""Balance: what many games tell the designer of a scenario, as numbers.

Who wins, by option, set-up and value; how the points go; what each formation loses; where the
battles are; what reinforcements are worth; where supply breaks. How it looks is said in `page`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from grognard import library
from grognard.engine.game import Game
from grognard.lab.executor import Order
from grognard.lab.findings import (
    Came,
    Interval,
    Line,
    Loss,
    Turn,
    arrivals_of,
    by_hex,
    hungry,
    line_of,
    losses_of,
    mean_of,
    score,
)
from grognard.lab.simulate import Result, derived, wilson
from grognard.lab.variants import Variant, standing
from grognard.lab.varying import Vary
from grognard.table.tabletop import Tabletop
from grognard.table.winning import Terms

POINTS = "points"
"""The chart that follows the points, which have one of their own here."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a variant: how many games each side has won, and the points at their end."""

    what: str
    value: str
    games: int
    won: Mapping[str, int]
    drawn: int
    points: Interval | None
    better: Interval | None
    """How much of a game more the first side wins than as it is, from the same seeds, draws as
    halves; None of the scenario as it is."""

    def share(self, side: str) -> Interval:
        """The share of games that a side has won, and its interval (Wilson, 95 %)."""
        return (self.won[side] / max(1, self.games), *wilson(self.won[side], self.games))


@dataclass(frozen=True, slots=True)
class Report:
    """All that a designer is told. Everything but the outcomes is of the scenario as it is."""

    scenario: str
    title: str
    players: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    sides: tuple[str, ...]
    titles: Mapping[str, str]
    """What the sides are called."""
    colours: Mapping[str, str]
    """The paper of their counters."""
    terms: Terms | None
    games: int
    failed: int
    outcomes: tuple[Outcome, ...]
    """The scenario as it is first."""
    now: Mapping[str, str]
    """What the things that were varied are in it."""
    victories: Mapping[str, int]
    points: Line | None
    lines: tuple[Line, ...]
    losses: tuple[Loss, ...]
    battles: Mapping[str, float]
    """How many battles there were in each hex, a game."""
    cut_off: Mapping[str, Mapping[str, float]]
    """For each side how many units were out of supply in each hex at the end of turns, a game."""
    starving: tuple[Line, ...]
    arrivals: tuple[Came, ...]
    decisions: float
    cpu: float
    """What a game took of a core, in seconds."""

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        data = asdict(self)
        data["terms"] = None if self.terms is None else {"side": self.terms.side}
        return data


def report_of(
    found: Sequence[Variant], played: Mapping[Order, Result], asked: Sequence[Vary]
) -> Report:
    """What the games of some variants tell, of which the first is the scenario as it is."""
    match = found[0].match
    system, scenario = match.found()
    game: Game[Any] = Game(system, scenario, "0")
    words = library.tabletop(game)
    results = [_finished(one, played) for one in found]
    base = results[0]
    if not base:
        raise ValueError("no game of the scenario as it is came to its end")
    pairs = zip(found, results, strict=True)
    return Report(
        scenario=match.scenario,
        title=scenario.title,
        players=match.players,
        seed=match.seed,
        options=dict(match.options),
        sides=scenario.sides,
        titles={side: words.side_title(game, side) for side in scenario.sides},
        colours={side: words.livery(game, side)[0] for side in scenario.sides},
        terms=words.terms(game),
        games=len(base),
        failed=sum(result.error is not None for result in played.values()),
        outcomes=tuple(_outcome(one, mine, base, scenario.sides[0]) for one, mine in pairs),
        now={vary.what: standing(system, scenario, match, vary) for vary in asked},
        victories=_victories(base),
        points=_points(words, game, base),
        lines=tuple(_lines(words, game, base)),
        losses=tuple(losses_of(words, game, base)),
        battles=by_hex([result.chronicle["battles"] for result in base]),
        cut_off={side: hungry(base, side) for side in scenario.sides},
        starving=tuple(_starving(words, game, base)),
        arrivals=tuple(arrivals_of(words, game, base, derived(match.seed, "arrivals"))),
        decisions=sum(result.decisions for result in base) / len(base),
        cpu=sum(result.cpu for result in base) / len(base),
    )


def _finished(one: Variant, played: Mapping[Order, Result]) -> list[Result]:
    """The games of a variant that came to their end, in their order."""
    mine = sorted((o.number, r) for o, r in played.items() if o.match == one.match and not r.error)
    return [result for _, result in mine]


def _outcome(
    one: Variant, results: Sequence[Result], base: Sequence[Result], first: str
) -> Outcome:
    """What came of one variant, and how that compares from the same seeds."""
    sides = base[0].players
    totals = [r.chronicle["turns"][-1]["points"] for r in results if r.chronicle["turns"]]
    known = {result.game: score(result, first) for result in base}
    more = [score(r, first) - known[r.game] for r in results if r.game in known]
    seed = derived(one.match.seed, "outcome")
    return Outcome(
        one.what,
        one.value,
        len(results),
        {side: sum(result.winner == side for result in results) for side in sides},
        sum(result.winner is None for result in results),
        mean_of([total for total in totals if total is not None], seed),
        mean_of(more, seed) if one.what else None,
    )


def _victories(results: Sequence[Result]) -> dict[str, int]:
    """How often each side has won in which way, the most frequent first."""
    counted = Counter(
        f"{result.winner}: {result.victory}" if result.winner else result.victory
        for result in results
    )
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _points(words: Tabletop, game: Game[Any], results: Sequence[Result]) -> Line | None:
    terms = words.terms(game)
    if terms is None:
        return None
    title = words.side_title(game, terms.side)
    return line_of(results, lambda turn: turn["points"], POINTS, title, "VP", terms.side, True)


def _lines(words: Tabletop, game: Game[Any], results: Sequence[Result]) -> Iterator[Line]:
    """The numbers that a screen's charts follow."""
    for one in words.samples(game, None):
        key = f"{one.chart}/{one.series}"
        if one.chart != POINTS:
            read = partial(_sampled, key)
            line = line_of(results, read, one.title, one.series, one.unit, one.side)
            if line is not None:
                yield line


def _sampled(key: str, turn: Turn) -> float | None:
    found: float | None = turn["samples"].get(key)
    return found


def _out(side: str, turn: Turn) -> float:
    return float(sum(turn["cut_off"].get(side, {}).values()))


def _starving(words: Tabletop, game: Game[Any], results: Sequence[Result]) -> Iterator[Line]:
    """How many units of each side are out of supply."""
    for side in game.scenario.sides:
        title = words.side_title(game, side)
        line = line_of(results, partial(_out, side), "Units out of supply", title, "units", side)
        if line is not None and any(level[-1] for level in line.levels):
            yield line
