"""Trying programs that play over the wire."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.application import Mistake, app, console, needing
from grognard.library import find_scenario


@app.command(
    "try-bot", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
def try_bot(
    command: Annotated[list[str], typer.Argument(help="how the program is started")],
    scenario: Annotated[str, typer.Option(help="what it plays")] = "wb95/klin",
    quick: Annotated[bool, typer.Option("--quick", help="no whole games")] = False,
) -> None:
    """Try a program that plays over the wire: whole games, and what may go wrong.

    It is started with an address and an invitation behind its own arguments.
    """
    with needing("server"):
        from grognard.server.trying_bots import TRIALS, ground, tried

    sides = find_scenario(scenario)[1].sides
    trials = [
        (trial, nth)
        for trial in TRIALS
        for nth in (range(len(sides)) if trial == "whole" else (len(sides) - 1,))
        if not (quick and trial == "whole")
    ]
    failed = 0
    try:
        with ground() as on:
            for trial, nth in trials:
                verdict = tried(command, on, trial, scenario, nth)
                failed += bool(verdict.wrong)
                console.print(verdict.told(), highlight=False, markup=False)
    except OSError as error:
        raise Mistake(f"{command[0]} cannot be started: {error.strerror}") from None
    console.print(f"{len(trials) - failed} of {len(trials)} trials passed", highlight=False)
    if failed:
        raise typer.Exit(1)
