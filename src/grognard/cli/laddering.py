"""Who is stronger: every two programs against each other."""

from __future__ import annotations

import json
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
from grognard.cli.measuring import (
    INTERRUPTED,
    Into,
    Jobs,
    RayAt,
    match_of,
    played,
    resume,
    tell_failed,
)
from grognard.lab.ladder import Ladder, LadderError, check_ladder, ladder_of, orders_of
from grognard.lab.ladder_table import beyond, interval, markdown, rating, share, told, with_interval
from grognard.players.registry import budget_of


@app.command()
def ladder(
    scenario: ScenarioName,
    players: Annotated[
        str,
        typer.Option(
            help="who plays, with commas: staff,staff:bold,random",
            autocompletion=completion.players,
        ),
    ] = "staff,random",
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="how many seeds; two games a pair from each")
    ] = 10,
    seed: Annotated[str, typer.Option(help="the same seed, the same games")] = "1",
    anchor: Annotated[
        str | None, typer.Option(help="whose rating is 0; the staff's, if he plays")
    ] = None,
    jobs: Jobs = None,
    into: Into = None,
    ray: RayAt = None,
    pack: Packs = None,
    option: Options = None,
    as_json: Json = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="as tables for the manual")
    ] = False,
) -> None:
    """Let every two programs play from both sides, and rate them."""
    names = tuple(name.strip() for name in players.split(","))
    match = match_of(scenario, names, seed, chosen(option), pack)
    system, found = match.found()
    try:
        zero = check_ladder(names, found.sides, anchor)
    except LadderError as wrong:
        raise Mistake(str(wrong)) from None
    sides = found.sides[0], found.sides[1]
    orders = orders_of(match, names, games)
    done, interrupted = played(orders, jobs, ray, into)
    results = [done[order] for order in orders if order in done]
    budgets = {name: budget_of(name, system.name) for name in names}
    having = {name: seconds for name, seconds in budgets.items() if seconds is not None}
    failed = [result for result in results if result.error is not None]
    if len(failed) < len(results):
        _print(ladder_of(match, sides, zero, results, having), as_json, as_markdown)
    tell_failed(failed)
    if interrupted:
        so_far = f"interrupted after {len(results)} of {len(orders)} games"
        stderr.print(f"{so_far}{resume(into)}", highlight=False)
        raise typer.Exit(INTERRUPTED)
    if failed:
        raise typer.Exit(1)


def _print(made: Ladder, as_json: bool, as_markdown: bool) -> None:
    if as_json:
        typer.echo(json.dumps(made.to_json()))
    elif as_markdown:
        typer.echo(markdown(made))
    else:
        for grid in (_rungs(made), _pairings(made), _manners(made)):
            console.print(grid)
        for rung in made.rungs:
            if rung.note:
                console.print(f"{rung.player} {rung.note}", highlight=False)
        console.print(told(made), highlight=False)


def _rungs(made: Ladder) -> Grid:
    grid = Grid("player", "Elo", "95 % interval", "score", "games", title=made.scenario)
    for rung in made.rungs:
        grid.add_row(
            rung.player, rating(rung, made.anchor), interval(rung.low, rung.high),
            share(rung.score, rung.games), str(rung.games),
        )  # fmt: skip
    return grid


def _pairings(made: Ladder) -> Grid:
    first, second = made.sides
    grid = Grid(first, second, f"{first} wins", f"{second} wins", "drawn")
    for one in made.pairings:
        grid.add_row(
            one.first, one.second, with_interval(one.won, one.games),
            with_interval(one.lost, one.games), f"{one.drawn} of {one.games}",
        )  # fmt: skip
    return grid


def _manners(made: Ladder) -> Grid:
    grid = Grid("player", "refused", "a game", "a turn", "longest", "turns over budget (a fifth)")
    for one in made.manners:
        grid.add_row(
            one.player, f"{one.refused} of {one.decisions}", f"{one.a_game:.2f} s",
            f"{one.a_turn:.2f} s", f"{one.longest:.2f} s", beyond(one),
        )  # fmt: skip
    return grid
