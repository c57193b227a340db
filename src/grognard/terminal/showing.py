"""What the terminal prints: refusals with their rules, sums with their parts, odds, the story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from grognard.engine.odds import Odds
from grognard.engine.refusal import Refusal
from grognard.engine.tally import signed
from grognard.table.tabletop import AnyGame, Sum, Tabletop, Tale

BAR = 24
"""How long the bar of a certain outcome is."""


def cited(text: str, rule: str) -> Text:
    """A sentence with its rule behind it."""
    return Text.assemble(text, " ", (f"[{rule}]", "dim"))


def show_refusals(console: Console, refusals: Iterable[Refusal]) -> None:
    """Why not, with the rules."""
    for refusal in refusals:
        console.print(Text.assemble(("✗ ", "bold red"), cited(refusal.text, refusal.rule)))


def show_sums(console: Console, sums: Iterable[Sum]) -> None:
    """Numbers with their reasons."""
    for item in sums:
        show_tally(console, item.title, item.tally.to_json())


def show_tally(console: Console, title: str, tally: Mapping[str, Any]) -> None:
    """One number: the total, and every part with its rule; what is ours and not the book's, so."""
    console.print(Text.assemble("  ", (f"{title}: {tally['total']}", "bold")))
    for part in tally["parts"]:
        value = Fraction(part["value"])
        house = "" if part.get("source", "rulebook") == "rulebook" else f" {part['source']}"
        number = f"{signed(value.numerator if value.denominator == 1 else value):>6}"
        line = Text.assemble("  ", number, " ", cited(part["label"], part["rule"]), (house, "dim"))
        console.print(line)


def show_odds(console: Console, game: AnyGame, table: Tabletop, odds: Odds) -> None:
    """What is reckoned, part by part, and how likely each outcome is."""
    for refusal in odds.unknown:
        console.print(Text.assemble(("unknown ", "yellow"), cited(refusal.text, refusal.rule)))
    show_reckoning(console, table, odds.reckoning)
    for text, share in shares(game, table, odds):
        bar = "█" * max(1, round(share * BAR))
        percent = f"{float(share):6.1%}"
        console.print(
            Text.assemble("  ", (percent, "bold"), " ", (f"{bar:<{BAR}}", "cyan"), f" {text}")
        )
    for note in odds.supposed:
        console.print(Text(f"  supposing: {note['question']} ({note['player']})", "dim"))


def show_reckoning(console: Console, table: Tabletop, reckoning: Mapping[str, Any]) -> None:
    """The arithmetic behind an outcome; sums of nothing and what does not apply are left out."""
    for key, value in reckoning.items():
        if isinstance(value, dict) and "parts" in value:
            if value["parts"]:
                show_tally(console, table.explained(key), value)
        elif value and not isinstance(value, (dict, list)):
            said = "" if value is True else f": {value}"
            console.print(Text(f"  {table.explained(key)}{said}", "bold"))


def shares(game: AnyGame, table: Tabletop, odds: Odds) -> list[tuple[str, Fraction]]:
    """The outcomes in words, like ones together, the likeliest first."""
    sums: dict[str, Fraction] = {}
    for outcome in odds.outcomes:
        text = table.results(game, outcome.facts) or outcome.text
        sums[text] = sums.get(text, Fraction(0)) + outcome.probability
    return sorted(sums.items(), key=lambda item: (-item[1], item[0]))


def show_tales(console: Console, tales: Sequence[Tale]) -> None:
    """What happened."""
    for tale in tales:
        text = Text("  " if tale.loud else "    ")
        text.append(tale.text, "bold" if tale.loud else "")
        if tale.dice:
            text.append(f"  ⚄ {' '.join(map(str, tale.dice))}", "yellow")
        console.print(Text.assemble(text, " ", (f"[{tale.rule}]", "dim")))


def show_error(console: Console, error: object) -> None:
    """A sentence about what went wrong."""
    console.print(f"[red]{escape(str(error))}[/]", highlight=False)
