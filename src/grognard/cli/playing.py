"""Playing in the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from grognard.cli import completion
from grognard.cli.application import (
    Options,
    Packs,
    Salvage,
    Seed,
    app,
    check_side,
    chosen,
    console,
    game_of,
    is_save,
)
from grognard.players.apart import Apart
from grognard.players.registry import player
from grognard.terminal import Terminal

LEARNING = "wb95/klin"
"""The scenario to learn with."""
OPPONENT = "staff"


@app.command()
def play(
    scenario: Annotated[
        str,
        typer.Argument(help="a scenario or a saved game", autocompletion=completion.playable),
    ] = LEARNING,
    side: Annotated[
        str | None, typer.Option(help="the side you play", autocompletion=completion.sides)
    ] = None,
    opponent: Annotated[
        str, typer.Option(help="who plays against you", autocompletion=completion.players)
    ] = OPPONENT,
    explain: Annotated[
        bool, typer.Option(help="the opponent says after each turn what he was about")
    ] = False,
    seed: Seed = None,
    pack: Packs = None,
    option: Options = None,
    salvage: Salvage = False,
) -> None:
    """Play in the terminal. The game is kept in a file as you play; Ctrl-C loses nothing."""
    from grognard.terminal.keyboard import keyboard

    game = game_of(scenario, seed, chosen(option), pack, salvage)
    sides = game.scenario.sides
    check_side(side, sides)
    mine = side or sides[0]
    system = game.system.name
    others = {
        other: Apart(player(opponent, i, system)) for i, other in enumerate(sides) if other != mine
    }
    path = Path(scenario) if is_save(scenario) else None
    resume = _resume(mine, sides, opponent, pack)
    desk = Terminal(game, mine, others, console, path, resume=resume, explain=explain)
    desk.run(keyboard(desk.words))


def _resume(side: str, sides: Sequence[str], opponent: str, packs: Sequence[Path] | None) -> str:
    """What must be said besides the file to sit down at the same place again."""
    words = [] if side == sides[0] else ["--side", side]
    words += [] if opponent == OPPONENT else ["--opponent", opponent]
    for pack in packs or ():
        words += ["--pack", shlex.quote(str(pack))]
    return "".join(f" {word}" for word in words)
