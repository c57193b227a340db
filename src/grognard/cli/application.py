"""The application: what all commands share, and how it fails, in sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from grognard import __version__, library
from grognard.board.text import MapError
from grognard.cli import completion
from grognard.engine.entries import PUBLIC
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError, nearest
from grognard.engine.refusal import Refused
from grognard.engine.saves import SaveError
from grognard.engine.system import OptionError
from grognard.engine.table import TableError
from grognard.hexes import HexError
from grognard.library import UnknownName

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Operational wargames played by the book.",
)
console = Console()
stderr = Console(stderr=True)

Json = Annotated[bool, typer.Option("--json", help="for programs")]
ScenarioName = Annotated[
    str, typer.Argument(help="a scenario, by name or file", autocompletion=completion.scenarios)
]
SaveFile = Annotated[Path, typer.Argument(help="a saved game", autocompletion=completion.saves)]
Side = Annotated[
    str | None, typer.Option(help="as this side may see it", autocompletion=completion.sides)
]
Viewer = Annotated[
    str | None,
    typer.Option("--side", help="as this side may see it, or `public`: as it lies open to all",
                 autocompletion=completion.viewers),
]  # fmt: skip
Seed = Annotated[str | None, typer.Option(help="for dice that repeat")]
Packs = Annotated[list[Path] | None, typer.Option(help="a folder of values of your own")]
Options = Annotated[
    list[str] | None,
    typer.Option(help="a switch, as masking=off", autocompletion=completion.options),
]
Salvage = Annotated[bool, typer.Option(help="drop a last line that a crash left half written")]
SystemName = Annotated[
    str, typer.Argument(help="a system, as wb95", autocompletion=completion.systems)
]


class Mistake(ValueError):
    """Something on the command line that cannot be; says what would be right."""


@contextmanager
def needing(*extras: str) -> Iterator[None]:
    """Imports that only some extras bring: say which, where they are not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("grognard"):
            raise
        wanted = f"pip install 'grognard[{','.join(extras)}]'"
        raise Mistake(f"{error.name} is not installed; {wanted} brings it") from None


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


def chosen(words: Sequence[str] | None) -> dict[str, str]:
    """Options as they are typed."""
    wrong = [word for word in words or () if "=" not in word]
    if wrong:
        raise Mistake(f"an option is written name=value, not {wrong[0]!r}")
    return dict(word.split("=", 1) for word in words or ())


def check_side(side: str | None, sides: Sequence[str]) -> None:
    """Refuse a side that does not exist."""
    if side is not None and side not in sides:
        raise UnknownName(f"there is no side {side!r}; {nearest(side, sides)}")


def check_viewer(viewer: str | None, sides: Sequence[str]) -> None:
    """Refuse who is neither a side nor everybody."""
    check_side(viewer, (*sides, PUBLIC))


def is_save(name: str) -> bool:
    """Whether a name is that of a saved game rather than of a scenario."""
    return name.endswith(".grog") or (Path(name).is_file() and not name.endswith(".yaml"))


def game_of(
    name: str,
    seed: str | None = None,
    options: Mapping[str, str] | None = None,
    packs: Sequence[Path] | None = None,
    salvage: bool = False,
) -> Game[Any]:
    """A saved game, or a new one of a scenario."""
    if is_save(name):
        if seed is not None or options:
            raise Mistake("a saved game has its dice and options; leave out --seed and --option")
        return library.load(Path(name), packs=packs or (), salvage=salvage)
    return library.new(name, seed, options, packs or ())


MISTAKES = (
    *(Mistake, UnknownName, Refused, MapError, ScenarioError, SaveError),
    *(OptionError, TableError, HexError),
)


def main() -> None:
    """The command line, with errors as sentences and no traceback."""
    try:
        app()
    except MISTAKES as error:
        _say(str(error))
        sys.exit(2)
    except OSError as error:
        _say(f"{error.filename or 'a file'}: {error.strerror or error}")
        sys.exit(2)
    except Exception as error:
        if os.environ.get("GROGNARD_TRACEBACK"):
            raise
        _say(
            f"This is an error in Grognard, not yours: {type(error).__name__}: {error}. "
            "With GROGNARD_TRACEBACK=1 it says where; please report it."
        )
        sys.exit(70)


def _say(text: str) -> None:
    stderr.print(f"[red]{escape(text)}[/]", highlight=False, soft_wrap=True)
