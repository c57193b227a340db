"""Many games at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from grognard import library
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
    needing,
    stderr,
)
from grognard.lab.batch import executor_for, play_all
from grognard.lab.course import first_in, places_of
from grognard.lab.executor import Executor, Order, WorkFailed
from grognard.lab.exporting import check_out, write_out
from grognard.lab.ledger import Ledger, LedgerError
from grognard.lab.simulate import Match, Result, Summary, wilson
from grognard.players.registry import check_player

INTERRUPTED = 130
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="processes; all cores if not given")
]
Into = Annotated[
    Path | None, typer.Option(help="keep results here as they come, and go on where it stopped")
]
RayAt = Annotated[
    str | None, typer.Option("--ray", help="play on a Ray cluster: its address, or `local`")
]
OpenHanded = Annotated[
    bool,
    typer.Option(help="hand players the game itself: faster, and nothing keeps them from looking"),
]


@app.command()
def simulate(
    scenario: ScenarioName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="how many")] = 10,
    players: Annotated[
        str,
        typer.Option(
            help="who plays the first side and who the second", autocompletion=completion.players
        ),
    ] = "staff,staff",
    seed: Annotated[str, typer.Option(help="the same seed, the same games")] = "1",
    jobs: Jobs = None,
    swap: Annotated[bool, typer.Option(help="exchange sides in every second game")] = False,
    course: Annotated[
        str, typer.Option(help="places of the map, with commas: when was each side there?")
    ] = "",
    save_dir: Annotated[Path | None, typer.Option(help="keep every game in this folder")] = None,
    timing: Annotated[bool, typer.Option(help="tell how long each game and player took")] = False,
    into: Into = None,
    out: Annotated[
        Path | None, typer.Option(help="write the results as a table: games.parquet or games.csv")
    ] = None,
    ray: RayAt = None,
    open_handed: OpenHanded = False,
    pack: Packs = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Have programs play many games, and count."""
    match = seated(scenario, players, seed, chosen(option), pack)
    match = replace(match, swap=swap, keep=save_dir is not None, open_handed=open_handed)
    match = replace(match, course=_watched(match, course))
    _keeping(match, save_dir, 0 if into else games)
    writable(out)
    orders = [Order(match, number) for number in range(games)]
    found, interrupted = played(orders, jobs, ray, into, save_dir)
    results = [found[order] for order in orders if order in found]
    if out is not None:
        write_out(results, out)
    summary = Summary(results)
    if as_json:
        told = {"scenario": match.scenario, "seed": match.seed, "options": dict(match.options)}
        told |= summary.to_json(timing)
        typer.echo(json.dumps(told))
    else:
        _print_summary(match, summary, timing)
    tell_failed(summary.failed)
    if interrupted:
        stderr.print(f"interrupted after {len(results)} of {games} games{resume(into)}")
        raise typer.Exit(INTERRUPTED)
    if summary.failed:
        raise typer.Exit(1)


def tell_failed(failed: Sequence[Result]) -> None:
    """Say which games have failed, and where they are saved as far as they went."""
    for result in failed:
        stderr.print(
            f"[red]game {result.game} (seed {result.seed}) failed in turn {result.turns}: "
            f"{result.error}; saved as {result.save}[/]",
            soft_wrap=True,
            highlight=False,
        )


def resume(into: Path | None) -> str:
    """How to go on with what was interrupted."""
    return f"; the same command goes on, with --into {into}" if into else ""


def writable(out: Path | None) -> None:
    """Refuse a table that could not be written, before the games."""
    if out is not None:
        with needing("parquet"):
            try:
                check_out(out)
            except ValueError as wrong:
                raise Mistake(str(wrong)) from None


def played(
    orders: list[Order],
    jobs: int | None,
    ray: str | None,
    into: Path | None,
    folder: Path | None = None,
) -> tuple[dict[Order, Result], bool]:
    """The results of games as far as they were played, and whether somebody has interrupted."""
    found: dict[Order, Result] = {}
    try:
        with ExitStack() as stack:
            ledger = None if into is None else stack.enter_context(_ledger(into, orders[0].match))
            executor = _executor(jobs, len(orders), ray)
            step = stack.enter_context(_progress(len(orders)))
            for order, result in play_all(orders, executor, ledger, folder):
                found[order] = result
                step()
    except KeyboardInterrupt:
        return found, True
    except WorkFailed as failure:
        raise Mistake(f"{failure}; {len(found)} of {len(orders)} games were played") from None
    return found, False


def _ledger(into: Path, match: Match) -> Ledger:
    try:
        return Ledger(into, match)
    except LedgerError as wrong:
        raise Mistake(str(wrong)) from None


def _executor(jobs: int | None, games: int, ray: str | None) -> Executor:
    with needing("ray"):
        try:
            return executor_for(jobs or os.cpu_count() or 1, games, ray)
        except WorkFailed as failure:
            raise Mistake(str(failure)) from None


def match_of(
    scenario: str,
    players: Sequence[str],
    seed: str,
    options: dict[str, str],
    packs: list[Path] | None,
) -> Match:
    """What is to be played; whatever is wrong with it is said before anything begins."""
    system, _found = library.find_scenario(scenario, options, packs or ())
    for name in players:
        check_player(name, system.name)
    folders = tuple(str(pack.resolve()) for pack in packs or ())
    name = str(Path(scenario).resolve()) if scenario.endswith(".yaml") else scenario
    return Match(name, tuple(players), seed, tuple(sorted(options.items())), folders)


def seated(
    scenario: str, players: str, seed: str, options: dict[str, str], packs: list[Path] | None
) -> Match:
    """The same, with a player for each side; one name plays all of them."""
    names = tuple(name.strip() for name in players.split(","))
    match = match_of(scenario, names, seed, options, packs)
    sides = match.found()[1].sides
    names = names * len(sides) if len(names) == 1 else names
    if len(names) != len(sides):
        raise Mistake(
            f"{len(names)} players for {len(sides)} sides; write --players staff,random "
            f"for {' and '.join(sides)}"
        )
    return replace(match, players=names)


def _watched(match: Match, course: str) -> tuple[str, ...]:
    """The places to be watched, if all of them are on the map."""
    names = tuple(name.strip() for name in course.split(",") if name.strip())
    board = library.find_scenario(match.scenario, dict(match.options), match.packs)[1].board
    try:
        places_of(board, names)
    except ValueError as wrong:
        raise Mistake(str(wrong)) from None
    return names


def _keeping(match: Match, folder: Path | None, games: int) -> None:
    """Make the folder in which games are kept; a game that is there already stays."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    there = [match.file(n) for n in range(games) if (folder / match.file(n)).exists()]
    if there:
        raise Mistake(f"{there[0]} is in {folder} already; name another folder or empty it")


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """A bar with the time left, where somebody watches."""
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=stderr, transient=True, disable=not stderr.is_terminal
    ) as progress:
        task = progress.add_task("playing", total=games)
        yield lambda: progress.advance(task)


def _course(match: Match, summary: Summary) -> Grid:
    """When each side was first in the places that were watched."""
    grid = Grid("place", "side", "games", "turns, the median in the middle")
    for place in match.course:
        for side in summary.finished[0].players:
            turns = sorted(t for r in summary.finished if (t := first_in(r.course, place, side)))
            when = f"{turns[0]}, {turns[len(turns) // 2]}, {turns[-1]}" if turns else ""
            grid.add_row(place, side, str(len(turns)), when)
    return grid


def _thoughts(summary: Summary) -> Grid:
    """How long each player has thought: in all, for an answer, and in his turns."""
    grid = Grid("player", "answers", "a game", "an answer", "a turn", "95 % of turns", "longest")
    for name, thought in summary.thoughts().items():
        grid.add_row(
            name, str(thought.decisions), f"{thought.a_game:.2f} s",
            f"{1000 * thought.an_answer:.1f} ms", f"{thought.a_turn:.2f} s",
            f"{thought.most_turns:.2f} s", f"{thought.longest:.2f} s",
        )  # fmt: skip
    return grid


def _print_summary(match: Match, summary: Summary, timing: bool) -> None:
    """Who has won how often, between what and what that may truly be, and in which way."""
    of = len(summary.finished)
    grid = Grid("player", "wins", "share", "95 % interval", title=match.scenario)
    rows = {**summary.wins(), **({"draw": summary.draws()} if summary.draws() else {})}
    for name, won in rows.items():
        low, high = wilson(won, of)
        share = f"{won / of:.1%}" if of else ""
        grid.add_row(name, str(won), share, f"{low:.1%} to {high:.1%}")
    console.print(grid)
    ways = Grid("victory", "games", "share")
    for text, count in summary.victories().items():
        ways.add_row(text, str(count), f"{count / of:.1%}")
    if summary.victories():
        console.print(ways)
    if match.course and of:
        console.print(_course(match, summary))
    if timing and of:
        console.print(_thoughts(summary))
    if of:
        turns = sum(result.turns for result in summary.finished) / of
        decisions = sum(result.decisions for result in summary.finished) / of
        took = sum(result.seconds for result in summary.finished) / of
        cpu = sum(result.cpu for result in summary.finished) / of
        more = f", {took:.2f} s each, {cpu:.2f} s of a core" if timing else ""
        console.print(
            f"{of} {'game' if of == 1 else 'games'} of {turns:.1f} turns and {decisions:.0f} "
            f"decisions on average{more}; "
            f"seed {match.seed}",
            highlight=False,
        )
