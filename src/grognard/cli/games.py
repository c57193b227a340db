"""Games in files: what can be played, beginning, looking, replaying, odds."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from grognard import library
from grognard.cli.application import (
    Json,
    Mistake,
    Options,
    Packs,
    Salvage,
    SaveFile,
    ScenarioName,
    Seed,
    Side,
    Viewer,
    app,
    check_side,
    check_viewer,
    chosen,
    console,
)
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.library import tabletop
from grognard.terminal import order_log, showing
from grognard.terminal.chart import Chart, middle
from grognard.terminal.notation import Unreadable, read_json, read_words


@app.command()
def scenarios(as_json: Json = False) -> None:
    """The scenarios that can be played."""
    found = [library.find_scenario(name)[1] for name in library.scenario_ids()]
    if as_json:
        rows = [
            {"id": s.id, "title": s.title, "system": s.system, "sides": list(s.sides)}
            for s in found
        ]
        typer.echo(json.dumps(rows))
        return
    for scenario in found:
        console.print(
            Text.assemble((scenario.id, "bold"), f"  {scenario.title} ", (_sides(scenario), "dim"))
        )


def _sides(scenario: Any) -> str:
    return " against ".join(scenario.sides)


@app.command()
def new(
    scenario: ScenarioName,
    path: Annotated[Path, typer.Argument(help="the file to write")],
    seed: Seed = None,
    pack: Packs = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Begin a game and save it."""
    if path.exists():
        raise Mistake(f"{path.name} is there already; name another file or remove it")
    game = library.new(scenario, seed, chosen(option), pack or [])
    game.save(path)
    if as_json:
        facts = {"file": str(path), "scenario": game.scenario.id, "commitment": game.commitment}
        typer.echo(json.dumps({**facts, "sides": list(game.scenario.sides)}))
        return
    text = f"{game.scenario.title} begins; {path} holds the game"
    console.print(text, highlight=False, soft_wrap=True)


@app.command()
def show(
    path: SaveFile,
    side: Viewer = None,
    pack: Packs = None,
    salvage: Salvage = False,
    as_json: Json = False,
) -> None:
    """A saved game as one side may see it, or as it is."""
    game = library.load(path, packs=pack or (), salvage=salvage)
    check_viewer(side, game.scenario.sides)
    if as_json:
        typer.echo(json.dumps(game.view(side)))
    elif console.is_terminal and not console.no_color:
        _show_chart(game, side)
    else:
        picture = game.system.picture(game, side)
        console.print(picture, markup=False, highlight=False, soft_wrap=True)
    if not as_json:
        say_mended(game)


def _show_chart(game: Game[Any], side: str | None) -> None:
    """The map in colours, as near as the whole of it fits across, else around the front."""
    table = tabletop(game)
    charts = [Chart(game, side, table, zoom) for zoom in ("near", "far", "whole")]
    fitting = [chart for chart in charts if chart.size()[0] <= console.width]
    chart = fitting[0] if fitting else charts[-1]
    console.rule(Text(table.headline(game), "bold"))
    centre = middle(game.board, table.front(game, side))
    console.print(chart.draw(centre, console.width, chart.size()[1]))
    for decision in game.decisions:
        asked = showing.cited(decision.ask.prompt, decision.ask.rule)
        console.print(Text.assemble(f"{decision.player} is asked: ", asked))
    showing.show_sums(console, table.victory(game))


@app.command()
def replay(
    path: SaveFile,
    side: Viewer = None,
    pack: Packs = None,
    salvage: Salvage = False,
    as_json: Json = False,
) -> None:
    """What happened in a saved game, from the beginning."""
    game = library.load(path, packs=pack or (), salvage=salvage)
    check_viewer(side, game.scenario.sides)
    if as_json:
        told = game.events_for(side)
        typer.echo(json.dumps([{**e.to_json(), "text": game.sentence(e)} for e in told]))
        return
    table = tabletop(game)
    starts = [*(entry.events for entry in game.entries[1:]), len(game.events)]
    spans = zip(game.entries, [0, *starts], starts, strict=False)
    for by, group in groupby(spans, key=lambda span: span[0].by):
        parts = list(group)
        events = game.events[parts[0][1] : parts[-1][2]]
        told = [e for event in events if (e := event.told(side)) is not None]
        if told:
            console.print(Text(by, "underline"))
        showing.show_tales(console, table.tell(game, side, told))
    console.print(f"[bold]{game.result}[/]" if game.over else table.headline(game))
    if game.over:
        order_log.show(console, game, table, order_log.read(path) or ())
    say_mended(game)


@app.command()
def odds(
    path: SaveFile,
    action: Annotated[
        list[str], typer.Argument(help='an action as JSON, in words, or "attack" and hexes')
    ],
    side: Side = None,
    pack: Packs = None,
    as_json: Json = False,
) -> None:
    """The exact odds of an action in a saved game."""
    game = library.load(path, packs=pack or ())
    check_side(side, game.scenario.sides)
    who = side or game.to_act
    if who is None:
        raise Refused([Refusal("turn", f"the game is over: {game.result}")])
    meant = _action(game, who, action)
    found = game.odds(meant, who)
    if as_json:
        typer.echo(json.dumps({"action": meant, **found.to_json()}))
        return
    table = tabletop(game)
    console.print(Text(table.sentence(game, who, meant), "bold"))
    if found.unknown:
        showing.show_sums(console, table.estimate(game, who, meant))
    showing.show_odds(console, game, table, found)


def _action(game: Game[Any], side: str, words: list[str]) -> Action:
    """An action as JSON or words, or the strongest attack on hexes."""
    decision = game.decision(side)
    try:
        if words[0].lstrip().startswith("{"):
            return read_json(" ".join(words))
        if decision is None:
            raise Refused([Refusal("turn", f"{side} is not asked anything now; {game.to_act} is")])
        if words[0] == "attack" and len(words) > 1 and not any("=" in word for word in words):
            hexes = [game.board.hex(label) for label in words[1:]]
            return tabletop(game).assault(game, side, hexes)
        short = tabletop(game).shorthand(game, decision, words)
        return read_words(game, decision, words) if short is None else short
    except Unreadable as error:
        raise Mistake(str(error)) from None


def say_mended(game: Game[Any]) -> None:
    """Say that the scenario was mended, where it was."""
    for line in library.mended_since(game):
        console.print(Text(line, "dim"), soft_wrap=True)


@app.command()
def mend(
    path: SaveFile,
    take: Annotated[bool, typer.Option("--take", help="take it over, as umpire, and save")] = False,
    pack: Packs = None,
    as_json: Json = False,
) -> None:
    """What was mended in the scenario of a saved game since it began, and taking it over."""
    game = library.load(path, packs=pack or ())
    offered = game.mends.offered(game)
    told = offered.told if offered else []
    refused = offered.refused if offered else []
    taken = take and offered is not None
    if taken and offered is not None:
        game.edit([{"mend": offered.to}], "the scenario was mended")
        game.save(path)
    if as_json:
        facts = {"file": str(path), "to": offered.to if offered else None, "told": told}
        typer.echo(json.dumps({**facts, "refused": [r.to_json() for r in refused], "taken": taken}))
        return
    for line in told or ["nothing was mended in the scenario that this game is set in"]:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    for refusal in refused:
        text = f"it cannot be taken over: {refusal}"
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    if taken:
        text = f"{path} is set in the mended scenario from here on"
        console.print(text, markup=False, highlight=False, soft_wrap=True)
