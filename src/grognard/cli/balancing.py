"""What many games tell the designer of a scenario."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from grognard.cli import completion
from grognard.cli.application import (
    Json,
    Mistake,
    Options,
    Packs,
    ScenarioName,
    app,
    chosen,
    console,
    stderr,
)
from grognard.cli.measuring import INTERRUPTED, Jobs, RayAt, played, resume, seated, tell_failed
from grognard.lab.balance import Outcome, Report, report_of
from grognard.lab.executor import Order
from grognard.lab.ladder_table import with_interval
from grognard.lab.page import page_of, verdict
from grognard.lab.simulate import Result
from grognard.lab.variants import AS_IT_IS, Variant, orders_of, variants
from grognard.lab.varying import Vary, VaryError


@app.command()
def balance(
    scenario: ScenarioName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="how many of each")] = 20,
    players: Annotated[
        str,
        typer.Option(
            help="who plays the first side and who the second", autocompletion=completion.players
        ),
    ] = "staff,staff",
    seed: Annotated[str, typer.Option(help="the same seed, the same games")] = "1",
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="what=value,value: an option, COUNTER.COLUMN, CHART/ROW/COLUMN, scenario or pack"
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="the page to write; balance-NAME.html")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(help="keep results in this folder as they come, and go on where it stopped"),
    ] = None,
    jobs: Jobs = None,
    ray: RayAt = None,
    pack: Packs = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Report on a scenario as its designer wants to know it, as a page with pictures."""
    match = replace(seated(scenario, players, seed, chosen(option), pack), chronicle=True)
    sides = match.found()[1].sides
    if len(sides) != 2:
        raise Mistake(f"a report wants a scenario of two sides; this one has {len(sides)}")
    try:
        asked = [Vary.read(word) for word in vary or ()]
        found = variants(match, asked)
    except VaryError as wrong:
        raise Mistake(str(wrong)) from None
    path = output or Path(f"balance-{Path(scenario).stem}.html")
    if path.suffix != ".html":
        raise Mistake(f"{path.name} should end in .html: it is a page")
    path.parent.mkdir(parents=True, exist_ok=True)
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
    done, interrupted = _played(found, games, jobs, ray, into)
    if not any(order.match == match and not result.error for order, result in done.items()):
        raise Mistake("no game of the scenario as it is came to its end; there is nothing to tell")
    report = report_of(found, done, asked)
    board = match.found()[1].board
    command = _command(scenario, games, players, seed, option, pack, vary)
    path.write_text(page_of(report, board, command), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(report.to_json()))
    else:
        _print(report)
        console.print(f"{path} holds the report", highlight=False, soft_wrap=True)
    failed = [result for result in done.values() if result.error is not None]
    tell_failed(failed)
    if interrupted:
        so_far = f"interrupted after {len(done)} of {games * len(found)} games"
        stderr.print(f"{so_far}{resume(into)}", highlight=False)
        raise typer.Exit(INTERRUPTED)
    if failed:
        raise typer.Exit(1)


def _played(
    found: Sequence[Variant], games: int, jobs: int | None, ray: str | None, into: Path | None
) -> tuple[dict[Order, Result], bool]:
    """The games of every variant, one after another, each with a file of its own."""
    done: dict[Order, Result] = {}
    for one in found:
        kept = None if into is None else into / f"{one.match.label or 'as-it-is'}.jsonl"
        more, interrupted = played(orders_of([one], games), jobs, ray, kept)
        done |= more
        if interrupted:
            return done, True
    return done, False


def _command(
    scenario: str, games: int, players: str, seed: str, options: Sequence[str] | None,
    packs: Sequence[Path] | None, vary: Sequence[str] | None,
) -> str:  # fmt: skip
    """What plays the same games: what was typed, but for where and by how many they were played."""
    words = ["--games", str(games), "--players", players, "--seed", seed]
    words += [word for option in options or () for word in ("--option", option)]
    words += [word for pack in packs or () for word in ("--pack", pack.name)]
    words += [word for what in vary or () for word in ("--vary", what)]
    return shlex.join(["grognard", "balance", scenario, *words])


def _print(report: Report) -> None:
    first, second = report.sides[:2]
    heads = (report.titles[first], report.titles[second], "drawn", "points", "better")
    grid = Grid("", "games", *heads, title=report.title)
    for one in report.outcomes:
        name = f"{one.what}={one.value}" if one.what else AS_IT_IS
        grid.add_row(
            name, str(one.games), with_interval(one.won[first], one.games),
            with_interval(one.won[second], one.games), str(one.drawn), *_told(one),
        )  # fmt: skip
    console.print(grid)
    console.print(verdict(report), highlight=False)


def _told(one: Outcome) -> tuple[str, str]:
    """The points at the end, and by how much the first side does better than as it is."""
    points = "" if one.points is None else f"{one.points[0]:.1f}"
    if one.better is None:
        return points, ""
    value, low, high = one.better
    return points, f"{value:+.2f} ({low:+.2f} to {high:+.2f})"
