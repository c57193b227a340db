"""The tables of the rulebooks, with where each value comes from."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

from grognard import library
from grognard.cli import completion
from grognard.cli.application import Json, SystemName, app, console
from grognard.engine.located import nearest
from grognard.engine.table import SOURCES, Table
from grognard.library import UnknownName


@app.command()
def tables(
    system: SystemName,
    name: Annotated[
        str | None,
        typer.Argument(help="one table, whole", autocompletion=completion.tables),
    ] = None,
    as_json: Json = False,
) -> None:
    """The tables of a rulebook, with where each value comes from."""
    found = library.find_system(system).tables()
    if name is not None and name not in found:
        raise UnknownName(f"there is no table {name!r}; {nearest(name, found)}")
    shown = found if name is None else {name: found[name]}
    if as_json:
        typer.echo(json.dumps({key: _cells(table) for key, table in shown.items()}))
    elif name is None:
        for key, table in found.items():
            title = f"[bold]{key}[/]  {table.title} [dim]\\[{table.rule}][/]"
            console.print(f"{title}  {_sources(table)}".rstrip(), soft_wrap=True)
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
    console.print("[dim]i inferred, e from an example, h house, c from a chart outside the book[/]")
    for note in table.notes:
        console.print(f"[dim]{escape(note)}[/]")


def _sources(table: Table) -> str:
    """Where values come from that are not the rulebook's; what is ours stands out."""
    found = {cell.source for _, _, cell in table.items()}
    words = [source for source in SOURCES if source in found and source != "rulebook"]
    return ", ".join(f"[yellow]{word}[/]" if word == "house" else word for word in words)


def _marked(value: str, source: str) -> str:
    shown = escape(value)
    return shown if source == "rulebook" else f"{shown} [dim]{source[0]}[/]"
