"""The command line: ``grognard``."""

from typing import Annotated

import typer

from grognard import __version__

app = typer.Typer(
    name="grognard",
    help="Operational hex-and-counter wargames, played by the book.",
    no_args_is_help=True,
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def grognard(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Operational hex-and-counter wargames, played by the book."""


def main() -> None:
    """Run the command line."""
    app()
