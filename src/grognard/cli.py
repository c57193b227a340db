"""The command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid

from grognard import __version__, library
from grognard.board.text import MapError
from grognard.engine.located import ScenarioError, nearest
from grognard.engine.refusal import Refused
from grognard.engine.rulebook import matrix
from grognard.engine.saves import SaveError
from grognard.engine.system import OptionError
from grognard.engine.table import Table, TableError
from grognard.library import UnknownName
from grognard.players.random_player import RandomPlayer
from grognard.terminal import Terminal

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Operational wargames played by the book.",
)
console = Console()

Json = Annotated[bool, typer.Option("--json", help="for programs")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def _app(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Operational wargames played by the book."""


@app.command()
def scenarios(as_json: Json = False) -> None:
    """The scenarios that can be played."""
    found = [library.find_scenario(name)[1] for name in library.scenario_ids()]
    if as_json:
        typer.echo(json.dumps([{"id": s.id, "title": s.title, "system": s.system} for s in found]))
        return
    for scenario in found:
        console.print(f"[bold]{scenario.id}[/]  {scenario.title}")


@app.command()
def play(
    scenario: Annotated[str, typer.Argument(help="a scenario or a saved game")] = "wb95/typhoon",
    side: Annotated[str | None, typer.Option(help="the side you play")] = None,
    seed: Annotated[str | None, typer.Option(help="for dice that repeat")] = None,
    pack: Annotated[list[Path] | None, typer.Option(help="a folder of values of your own")] = None,
    option: Annotated[list[str] | None, typer.Option(help="a switch, as masking=off")] = None,
) -> None:
    """Play in the terminal against a player who knows the rules and nothing else."""
    packs = pack or []
    if scenario.endswith(".grog"):
        game = library.load(Path(scenario), packs=packs)
    else:
        game = library.new(scenario, seed, _chosen(option or []), packs)
    sides = game.scenario.sides
    _check_side(side, sides)
    mine = side or sides[0]
    others = {other: RandomPlayer(i) for i, other in enumerate(sides) if other != mine}
    try:
        Terminal(game, mine, others, console).run(input)
    except KeyboardInterrupt:
        path = Path("interrupted.grog")
        game.save(path)
        console.print(f"\nsaved as {path}: go on with grognard play {path}")


def _chosen(words: list[str]) -> dict[str, str]:
    """Options as they are typed."""
    wrong = [word for word in words if "=" not in word]
    if wrong:
        raise OptionError(f"an option is written name=value, not {wrong[0]!r}")
    return dict(word.split("=", 1) for word in words)


@app.command()
def new(
    scenario: str,
    path: Annotated[Path, typer.Argument(help="the file to write")],
    seed: Annotated[str | None, typer.Option(help="for dice that repeat")] = None,
    pack: Annotated[list[Path] | None, typer.Option(help="a folder of values of your own")] = None,
    option: Annotated[list[str] | None, typer.Option(help="a switch, as masking=off")] = None,
) -> None:
    """Begin a game and save it."""
    if path.exists():
        raise UnknownName(f"{path.name} is there already; name another file or remove it")
    game = library.new(scenario, seed, _chosen(option or []), pack or [])
    game.save(path)
    console.print(f"{game.scenario.title} begins; {path} holds the game")


@app.command()
def show(
    path: Annotated[Path, typer.Argument(help="a saved game")],
    side: Annotated[str | None, typer.Option(help="as this side may see it")] = None,
    as_json: Json = False,
) -> None:
    """A saved game as one side may see it, or as it is."""
    game = library.load(path)
    _check_side(side, game.scenario.sides)
    if as_json:
        typer.echo(json.dumps(game.view(side)))
        return
    console.print(game.system.picture(game, side), markup=False, highlight=False, soft_wrap=True)


@app.command()
def replay(
    path: Annotated[Path, typer.Argument(help="a saved game")],
    side: Annotated[str | None, typer.Option(help="as this side was told it")] = None,
    as_json: Json = False,
) -> None:
    """What happened in a saved game, from the beginning."""
    game = library.load(path)
    _check_side(side, game.scenario.sides)
    events = game.events_for(side)
    if as_json:
        typer.echo(json.dumps([event.to_json() for event in events]))
        return
    for event in events:
        dice = f" ({' '.join(map(str, event.dice))})" if event.dice else ""
        console.print(f"{event.text}{dice} [{event.rule}]", markup=False, highlight=False)


@app.command()
def odds(
    path: Annotated[Path, typer.Argument(help="a saved game")],
    action: Annotated[str, typer.Argument(help="an action as JSON")],
    side: Annotated[str | None, typer.Option(help="whose action it is")] = None,
    as_json: Json = False,
) -> None:
    """The exact odds of an action in a saved game."""
    game = library.load(path)
    _check_side(side, game.scenario.sides)
    try:
        found = game.odds(json.loads(action), side)
    except json.JSONDecodeError as error:
        raise UnknownName(f"an action is written as JSON: {error}") from None
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    for refusal in found.unknown:
        console.print(f"unknown: {refusal.text} [{refusal.rule}]", markup=False, highlight=False)
    for outcome in found.outcomes:
        share = f"{float(outcome.probability):6.1%}"
        console.print(f"{share} {outcome.text}", markup=False, highlight=False)


@app.command()
def tables(
    system: Annotated[str, typer.Argument(help="wb95")],
    name: Annotated[str | None, typer.Argument(help="one table, whole")] = None,
    as_json: Json = False,
) -> None:
    """The tables of a rulebook, with where each value comes from."""
    found = library.find_system(system).tables()
    if name is not None and name not in found:
        raise UnknownName(f"there is no table {name!r}; {nearest(name, found)}")
    chosen = found if name is None else {name: found[name]}
    if as_json:
        typer.echo(json.dumps({key: _cells(table) for key, table in chosen.items()}))
    elif name is None:
        for key, table in found.items():
            console.print(f"[bold]{key}[/]  {table.title} [dim]\\[{table.rule}][/]")
    else:
        _print_table(found[name])


def _cells(table: Table) -> list[dict[str, str]]:
    return [
        {"row": row, "column": column, "value": cell.value, "source": cell.source}
        for row, column, cell in table.items()
    ]


def _print_table(table: Table) -> None:
    """A table as printed; what is not the rulebook's is marked with where it comes from."""
    grid = Grid("", *table.columns, title=table.title)
    for row in table.rows:
        cells = [table.cell(row, column) for column in table.columns]
        grid.add_row(row, *(_marked(cell.value, cell.source) for cell in cells))
    wide = Measurement.get(console, console.options.update(width=999), grid).maximum
    Console(width=max(wide, console.width)).print(grid)
    console.print("[dim]i inferred, e from an example, h house, c from a chart of your own[/]")


def _marked(value: str, source: str) -> str:
    return value if source == "rulebook" else f"{value} [dim]{source[0]}[/]"


def _check_side(side: str | None, sides: Sequence[str]) -> None:
    if side is not None and side not in sides:
        raise UnknownName(f"there is no side {side!r}; the sides are {', '.join(sides)}")


@app.command()
def verify(path: Path) -> None:
    """Check a saved game from end to end: every action, every roll."""
    for line in library.verify(path):
        console.print(line)


@app.command()
def rules(
    system: Annotated[str, typer.Argument(help="wb95")],
    as_json: Json = False,
    gaps: Annotated[bool, typer.Option("--gaps", help="only what is missing")] = False,
) -> None:
    """Every rule of a rulebook: where it is enforced, which test proves it, or that it is a gap."""
    library.find_system(system)
    found = matrix(system)
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    grid = Grid("rule", "what", "enforced in", "proven by")
    for rule in found.rules:
        sites, proof = found.sites.get(rule.id, ()), found.proofs.get(rule.id)
        proven = proof.test.rpartition("/")[2] if proof and found.proven(rule.id) else ""
        if rule.kind == "component":
            proven = "a component"
        elif not proven:
            proven = "[bold red]gap[/]"
        elif gaps:
            continue
        where = ", ".join(dict.fromkeys(f"{Path(s.path).name}:{s.name}" for s in sites[:2]))
        if not gaps or proven.startswith("[bold red]"):
            grid.add_row(rule.id, rule.title, where, proven)
    console.print(grid)
    numbers = found.to_json()
    console.print(
        f"{numbers['total']} rules: {numbers['components']} components, "
        f"{numbers['enforced']} enforced, {numbers['proven']} proven, {len(found.gaps())} gaps"
    )


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure the hot paths against their peers, in one run, as ratios."""
    try:
        from grognard.lab import bench as measurements

        results = measurements.run()
    except ModuleNotFoundError as error:
        raise UnknownName(f"{error.name} is not installed; the bench extra has the peers") from None
    if as_json:
        typer.echo(json.dumps({"results": [result.to_json() for result in results]}))
        return
    grid = Grid("what", "ours", "peer", "ratio", "goal")
    for result in results:
        grid.add_row(
            result.name,
            f"{result.ours:.3g} {result.unit}",
            "" if result.peer is None else f"{result.peer:.3g} {result.unit}",
            "" if result.ratio is None else f"{result.ratio:.2f}",
            "" if result.goal is None else f"{result.goal:g}",
        )
    console.print(grid)


_ERRORS = (UnknownName, Refused, MapError, ScenarioError, SaveError, OptionError, TableError)


def main() -> None:
    """The command line, with errors as sentences and no traceback."""
    try:
        app()
    except _ERRORS as error:
        Console(stderr=True).print(f"[red]{error}[/]", highlight=False)
        sys.exit(2)
