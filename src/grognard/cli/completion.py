"""What the shell may complete: scenarios, saves, sides, players, options, tables, rules."""

from __future__ import annotations

from pathlib import Path

import typer

from grognard import library
from grognard.engine.entries import PUBLIC
from grognard.engine.rulebook import read_rules, systems_with_rules
from grognard.engine.saves import SaveError
from grognard.library import UnknownName
from grognard.players.registry import player_names


def _fitting(words: list[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def scenarios(incomplete: str) -> list[str]:
    """The scenarios on the shelf."""
    return _fitting(library.scenario_ids(), incomplete)


def saves(incomplete: str) -> list[str]:
    """The saved games beside what is typed."""
    folder = Path(incomplete).parent if incomplete else Path()
    found = folder.glob("*.grog") if folder.is_dir() else ()
    return _fitting(sorted(str(path) for path in found), incomplete)


def playable(incomplete: str) -> list[str]:
    """Scenarios, and saved games."""
    return [*scenarios(incomplete), *saves(incomplete)]


def systems(incomplete: str) -> list[str]:
    """The rulebooks."""
    return _fitting(list(library.SYSTEMS), incomplete)


def players(incomplete: str) -> list[str]:
    """One player, or two with a comma between them."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _fitting(player_names(), last)]


def _named(ctx: typer.Context) -> str:
    """The scenario or save that the line names; before an unfinished option it is left over."""
    given = ctx.params.get("scenario") or ctx.params.get("path") or ctx.params.get("what")
    return str(next(iter(ctx.args), given) or library.scenario_ids()[0])


def sides(ctx: typer.Context, incomplete: str) -> list[str]:
    """The sides of the game that is named before."""
    name = _named(ctx)
    try:
        if name.endswith(".grog"):
            found = library.load(Path(name)).scenario
        else:
            found = library.find_scenario(name)[1]
    except (UnknownName, SaveError):
        return []
    return _fitting(list(found.sides), incomplete)


def viewers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Who may look at the game that is named before: its sides, and everybody."""
    return [*sides(ctx, incomplete), *_fitting([PUBLIC], incomplete)]


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """The switches of the scenario's system with their values."""
    shelf = _named(ctx).partition("/")[0]
    chosen = [library.SYSTEMS[shelf]] if shelf in library.SYSTEMS else library.SYSTEMS.values()
    words = [f"{o.id}={value}" for system in chosen for o in system.options for value in o.values]
    return _fitting(words, incomplete)


def tables(ctx: typer.Context, incomplete: str) -> list[str]:
    """The tables of the system that is named before."""
    system = library.SYSTEMS.get(str(ctx.params.get("system")))
    return _fitting(list(system.tables()) if system is not None else [], incomplete)


def rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """The rules of the system that is named before."""
    system = str(ctx.params.get("system"))
    found = read_rules(system) if system in systems_with_rules() else []
    return _fitting([rule.id for rule in found], incomplete)
