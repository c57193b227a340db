"""The rules of the rulebooks: the matrix of all of them, and the dossier of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table as Grid

from grognard import library
from grognard.cli import completion
from grognard.cli.application import Json, Mistake, SystemName, app, console
from grognard.engine.located import nearest
from grognard.engine.rulebook import Rule, read_rules
from grognard.lab.dossier import Dossier, Place, dossier
from grognard.lab.marks import has_tests
from grognard.lab.matrix import Matrix, matrix, verdict
from grognard.library import UnknownName

COLOURS = {"proven": "green", "survived": "yellow", "untried": "dim", "new": "bold red",
           "stale": "bold red", "gap": "bold red", "component": "dim",
           "heading": "dim"}  # fmt: skip
LANGUAGES = {".py": "python", ".csv": "text", ".yaml": "yaml"}


@app.command()
def rules(
    system: SystemName,
    rule: Annotated[
        str | None,
        typer.Argument(help="one rule, in full, as 9.11c", autocompletion=completion.rules),
    ] = None,
    as_json: Json = False,
    gaps: Annotated[bool, typer.Option("--gaps", help="only what is missing")] = False,
) -> None:
    """Every rule of a rulebook with what enforces and proves it, or one of them in full."""
    library.find_system(system)
    if rule is not None:
        if gaps:
            raise Mistake("--gaps is for all rules of a system; leave out the rule")
        _one(dossier(system, _find(system, rule)), as_json)
        return
    found = matrix(system)
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        _all(found, gaps)


def _find(system: str, id: str) -> Rule:
    known = {rule.id: rule for rule in read_rules(system)}
    if id not in known:
        raise UnknownName(f"{system} has no rule {id!r}; {nearest(id, known)}")
    return known[id]


# ---- all rules


def _all(found: Matrix, gaps: bool) -> None:
    """The matrix as a table, and in numbers."""
    grid = Grid("rule", "what", "enforced in", "sites", "proven by", "read")
    missing = {*found.gaps()}
    for rule in found.rules:
        if not gaps or rule.id in missing:
            where = [f"{Path(site.path).name}:{site.name}" for site, _ in found.sites_of(rule.id)]
            places = ", ".join([*dict.fromkeys(where)][:2])
            proof = (_proportion(found, rule.id), _proof(found, rule.id), _read(found, rule.id))
            grid.add_row(escape(rule.id), escape(rule.title), places, *proof)
    console.print(grid)
    numbers, sites = found.to_json(), found.counts()
    headings = f"{numbers['headings']} headings, " if numbers["headings"] else ""
    stale = f", {len(numbers['stale'])} of them stale" if numbers["stale"] else ""
    console.print(
        f"{numbers['total']} rules: {numbers['components']} components, {headings}"
        f"{numbers['enforced']} enforced, {numbers['proven']} proven, {len(missing)} gaps{stale}\n"
        f"{sum(sites.values())} sites: {sites['proven']} proven, {sites['survived']} unproven, "
        f"{sites['untried']} untried"
    )
    _chapters(found)


def _chapters(found: Matrix) -> None:
    """Which chapters a second reader has read, and what of the others is left."""
    if not has_tests():
        console.print("The second readings come with the source, not with the installed package.")
        return
    once = found.read_once()
    twice = [chapter for chapter, rules in once.items() if not rules]
    console.print(
        f"{len(found.readings.cases)} cases of second readers; chapters read twice: "
        f"{', '.join(twice) or 'none'}"
    )
    for chapter, rules in once.items():
        if rules:
            console.print(f"[bold red]chapter {chapter} read once:[/] {', '.join(rules)}")


def _read(found: Matrix, rule: str) -> str:
    """Whether a rule was read twice."""
    if rule not in found.needed:
        return ""
    return "twice" if found.readings.read(rule) else "[bold red]once[/]"


def _proof(found: Matrix, rule: str) -> str:
    """The test that proves a rule, or why none does."""
    state = found.state(rule)
    if state == "proven":
        return escape(found.proofs(rule)[0].test.rpartition("/")[2])
    word = f"a {state}" if state in ("component", "heading") else state
    return f"[{COLOURS[state]}]{word}[/]"


def _proportion(found: Matrix, rule: str) -> str:
    """How many sites of a rule are proven, and how many have survived everything."""
    kept = found.sites_of(rule)
    if not kept:
        return ""
    proven = sum(1 for _, trial in kept if verdict(trial) == "proven")
    weak = len(found.weak(rule))
    return f"{proven}/{len(kept)}" + (f" [yellow]{weak} unproven[/]" if weak else "")


# ---- one rule


def _one(found: Dossier, as_json: bool) -> None:
    """Everything about a rule."""
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    rule = found.rule
    state = f"[{COLOURS[found.state]}]{found.state}[/]"
    _say(f"[bold]{escape(rule.id)}  {escape(rule.title)}[/]  [dim]{rule.kind}[/]  {state}")
    if found.summary:
        _say(escape(found.summary))
    for place in found.places:
        _place(place)
    for trial in found.gone:
        _say(f"\n[bold]{escape(trial.site)}[/]  [bold red]gone, or changed since it was tried[/]")
    _tests(found)


def _place(place: Place) -> None:
    """A site, its code and its proof."""
    site = place.site
    lines = f"line {site.first}" if site.first == site.last else f"lines {site.first}-{site.last}"
    _say(f"\n[bold]{escape(site.path)}[/]  {escape(site.name)}  [dim]{lines}[/]")
    if console.is_terminal:
        language = LANGUAGES.get(Path(site.path).suffix, "text")
        console.print(
            Syntax(place.code, language, theme="ansi_dark", background_color="default",
                   line_numbers=True, start_line=site.first, word_wrap=True)
        )  # fmt: skip
    else:
        for number, line in enumerate(place.code.splitlines(), site.first):
            typer.echo(f"{number:>5}  {line}".rstrip())
    _say(f"[{COLOURS[verdict(place.trial)]}]{escape(_verdict(place))}[/]")


def _verdict(place: Place) -> str:
    """What was tried on a site, in words."""
    trial = place.trial
    if trial is None:
        return "new: it has come or changed since the rule was proven; make prove tries it"
    if trial.verdict == "proven":
        return f"proven: {trial.mutation}\n  caught by {trial.test}"
    if trial.verdict == "untried":
        return "untried"
    if not trial.tried:
        return "survived: no test of the rule comes here, or nothing can be broken"
    return f"survived: {trial.tried} broken versions, and no test of the rule failed"


def _tests(found: Dossier) -> None:
    """The tests that are marked with a rule."""
    if found.tests is None:
        _say("\nThe tests come with the source of Grognard, not with the installed package.")
        return
    _say(f"\n[bold]{len(found.tests) or 'no'} tests[/] are marked with it")
    for test in found.tests:
        _say(f"  {escape(test.node)}\n    [dim]{escape(test.about)}[/]")
    _cases(found)


def _cases(found: Dossier) -> None:
    """What a second reader made of a rule."""
    _say(f"\n[bold]{'read twice' if found.read_twice else 'read once'}[/]")
    for case in found.cases:
        _say(
            f"  [bold]{escape(case.id)}[/] {escape(case.given)} {escape(case.do)}\n"
            f"    [dim]{escape(case.expect)}[/]"
        )
        if case.ruled:
            _say(f"    [yellow]ruled otherwise:[/] {escape(case.ruled)}")


def _say(text: str) -> None:
    console.print(text, highlight=False, soft_wrap=True)
