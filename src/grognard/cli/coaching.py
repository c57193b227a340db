"""The coach: where a finished game turned, and what could have been done instead."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from grognard import library
from grognard.cli.application import (
    Json,
    Mistake,
    Packs,
    SaveFile,
    Side,
    app,
    check_side,
    console,
    stderr,
)
from grognard.engine.game import Game
from grognard.lab import coach as lab
from grognard.lab.coach import Course, Patience, Review, Share
from grognard.library import tabletop
from grognard.table import intent
from grognard.table.intent import SECTIONS

Rehearsals = Annotated[
    int, typer.Option("--rehearsals", "-n", min=lab.FEWEST, help="how often, of each kind")
]
Turns = Annotated[int, typer.Option("--turns", "-t", min=1, help="how many turns are looked at")]
INSTEAD = 4
"""How many lines of the commander's orders are told."""


@app.command()
def coach(
    path: SaveFile,
    side: Side = None,
    rehearsals: Rehearsals = 24,
    turns: Turns = 5,
    pack: Packs = None,
    as_json: Json = False,
) -> None:
    """Where a finished game turned: its largest swings, decisions apart from dice."""
    game = library.load(path, packs=pack or ())
    check_side(side, game.scenario.sides)
    if not game.over:
        raise Mistake(f"{path.name} is not over: play it to its end; in a game that goes on the "
                      "table coaches whoever plays alone")  # fmt: skip
    if game.recorded:
        raise Mistake(f"{path.name} was played by other rules than today's, and is only read")
    sides = game.scenario.sides if side is None else (side,)
    told = [_analysed(game, one, rehearsals, turns) for one in sides]
    if as_json:
        typer.echo(json.dumps([_plain(game, *one) for one in told]))
        return
    for course, reviews in told:
        _show(game, course, reviews)


def _analysed(
    game: Game[Any], side: str, rehearsals: int, turns: int
) -> tuple[Course, list[Review]]:
    """The course of a game for a side, and its largest swings rehearsed again."""
    course = lab.course_of(game.history, lab.Record(game).at, side)
    chosen = course.largest(turns)
    found = []
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        for stretch in chosen:
            task = progress.add_task(f"{side}, turn {stretch.turn}", total=rehearsals)

            def report(done: int, task: Any = task) -> None:
                progress.update(task, completed=done)

            review = lab.review(stretch, Patience(rehearsals), report)
            found += [review] if review is not None else []
    return course, sorted(found, key=lambda one: (-abs(one.total), one.stretch.first))


# ---- in words


def _show(game: Game[Any], course: Course, reviews: list[Review]) -> None:
    words = tabletop(game)
    console.rule(Text(f"{course.side}: {game.result}", "bold"))
    shares = [f"{one.turn}: {one.share:.0%}" for one in course.readings if one.acts == course.side]
    console.print(Text("chances at the beginning of each turn  " + "  ".join(shares), "dim"))
    table = Table("turn", "by the commander", "as ordered", "as it fell", "orders", "dice")
    for review in reviews:
        table.add_row(
            f"{review.stretch.turn} {words.day(game, review.stretch.turn)}",
            *map(_range, (review.best, review.ordered, review.fallen)),
            *map(_points, (review.decisions, review.luck)),
        )
    console.print(table)
    for review in reviews:
        console.print(Text(f"turn {review.stretch.turn}, instead:", "bold"))
        for line in _lines(game, review)[:INSTEAD]:
            console.print(Text(f"  {line}"), soft_wrap=True)


def _range(share: Share) -> str:
    low, high = max(0.0, share.low), min(1.0, share.high)
    return f"{share.mean:.0%} ({low * 100:.0f}–{high * 100:.0f})"


def _points(share: Share) -> str:
    return f"{share.mean * 100:+.1f} ({share.low * 100:+.1f}…{share.high * 100:+.1f})"


def _lines(game: Game[Any], review: Review) -> list[str]:
    """The commander's orders, what he would do first."""
    points = (*review.plan.efforts, *review.plan.fears, *review.plan.kept)
    return [line.text for one in points if (line := intent.tell(game, tabletop(game), one)).text]


# ---- as data


def _plain(game: Game[Any], course: Course, reviews: list[Review]) -> dict[str, Any]:
    return {
        "side": course.side,
        "chances": [one._asdict() for one in course.readings],
        "turns": [
            {
                "turn": one.turn, "first": one.first, "upto": one.upto, "before": one.before,
                "after": one.after, "later": one.later,
            }
            for one in course.stretches
        ],
        "reviews": [
            {
                "turn": one.stretch.turn,
                "rehearsals": one.rehearsals,
                **{
                    name: getattr(one, name)._asdict()
                    for name in ("best", "ordered", "fallen", "decisions", "luck")
                },
                "instead": {
                    name: [
                        intent.tell(game, tabletop(game), point).text
                        for point in getattr(one.plan, name)
                    ]
                    for name in SECTIONS
                },
            }
            for one in reviews
        ],
    }  # fmt: skip
