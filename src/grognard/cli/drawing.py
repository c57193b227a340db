"""Drawing the map of a scenario or a saved game into a file."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from grognard.cli import completion
from grognard.cli.application import (
    Mistake,
    Packs,
    Viewer,
    app,
    check_viewer,
    console,
    game_of,
    stderr,
)


@app.command("map")
def draw_map(
    what: Annotated[
        str,
        typer.Argument(help="a scenario or a saved game", autocompletion=completion.playable),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="the file to write")],
    side: Viewer = None,
    units: Annotated[bool, typer.Option(help="with the counters on it")] = True,
    window: Annotated[
        str | None, typer.Option(help="only this part, by two corners, as 2010-3430")
    ] = None,
    width: Annotated[int, typer.Option(min=200, max=20000, help="in pixels")] = 3200,
    pack: Packs = None,
) -> None:
    """Draw the map of a scenario or a saved game, as one side may see it, or as it is."""
    from grognard.atlas import AtlasError, write_map

    game = game_of(what, packs=pack)
    check_viewer(side, game.scenario.sides)
    corners = _corners(window)
    for label in corners or ():
        game.board.hex(label)
    try:
        with stderr.status("drawing") if stderr.is_terminal else nullcontext():
            write_map(game, output, side=side, units=units, window=corners, width=width)
    except AtlasError as error:
        raise Mistake(str(error)) from None
    console.print(f"{output} holds the map", highlight=False, soft_wrap=True)


def _corners(window: str | None) -> tuple[str, str] | None:
    """Two hexes, opposite corners of the part that is wanted."""
    if window is None:
        return None
    first, dash, last = window.partition("-")
    if not (first and dash and last):
        raise Mistake(f"a window is two hexes, as 2010-3430, not {window!r}")
    return first, last
