"""What the opponents were about: kept beside the game as they play, and told at its end.

Whoever wished it is told after each of their turns, without those whom he could not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.text import Text

from grognard.engine.entries import in_force
from grognard.table import intent
from grognard.table.intent import Page, PageError, screened
from grognard.table.order_book import (
    ENDING,
    IntentDay,
    Leaf,
    days,
    line_of,
    read_lines,
    sight_of,
    turned,
)
from grognard.table.tabletop import AnyGame, Tabletop

TITLES = {
    "aims": "objectives",
    "efforts": "main effort",
    "fears": "fears",
    "kept": "kept back",
    "dropped": "given up",
}


def beside(save: Path) -> Path:
    """Where the orders of the day lie of a game that is kept in a file."""
    return save.with_name(save.stem + ENDING)


def read(save: Path) -> list[Leaf] | None:
    """The orders that lie beside a save; None where something else lies there."""
    try:
        return read_lines(beside(save).read_text(encoding="ascii"))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, PageError):
        return None


class OrderLog:
    """The orders of the opponents of one player."""

    def __init__(self, game: AnyGame, table: Tabletop, side: str, explain: bool) -> None:
        self.game, self.table, self.side, self.explain = game, table, side, explain
        self.leaves: list[Leaf] = []
        self.untold: list[Leaf] = []
        self.mode: Literal["w", "a"] | None = "w"
        """How the file is opened: what lies beside a new game is of none that there still is, and
        what is no order book is left alone."""

    def begin(self, save: Path | None) -> None:
        """Go on with what lies beside a game that was begun before."""
        if save is not None:
            found = read(save)
            self.leaves, self.mode = found or [], None if found is None else "a"

    def keep(self, leaf: Leaf, save: Path | None) -> None:
        """Keep a page of an order that has been carried out, if it can be written."""
        self.leaves.append(leaf)
        if self.explain:
            sight = sight_of(self.game, self.table, self.side, leaf.page)
            self.untold.append(leaf._replace(page=screened(leaf.page, sight, True)))
        if save is not None and self.mode is not None:
            try:
                with beside(save).open(self.mode, encoding="ascii") as book:
                    book.write(line_of(leaf))
                self.mode = "a"
            except OSError:
                self.mode = None  # the game is kept all the same

    def tell(self, console: Console) -> None:
        """What may be told by now, to who wished it."""
        ready = [leaf for leaf in self.untold if turned(self.game, self.table, leaf)]
        self.untold = [leaf for leaf in self.untold if leaf not in ready]
        show(console, self.game, self.table, ready)

    def tell_all(self, console: Console) -> None:
        """Everything, when the game is over."""
        show(console, self.game, self.table, self.leaves)


def leaf(game: AnyGame, side: str, page: Page) -> Leaf:
    """A page about the answer that a side is just giving."""
    return Leaf(len(game.history), side, game.turn, game.clock.step, page)


def show(console: Console, game: AnyGame, table: Tabletop, leaves: Iterable[Leaf]) -> None:
    """Print the orders of each day, without those that were taken back."""
    standing = {n for n, _ in in_force(game.history)}
    found = days(game, table, [leaf for leaf in leaves if leaf.n in standing])
    for day in found:
        if any(day.plans):
            _show_day(console, table.side_title(game, day.side), day)


def _show_day(console: Console, side: str, day: IntentDay) -> None:
    console.print(Text(f"Orders of the day: {side}, turn {day.turn}", "underline"))
    for plan in day.plans:
        for section in intent.SECTIONS:
            for n, line in enumerate(getattr(plan, section)):
                title = f"{TITLES[section]}:" if n == 0 else ""
                console.print(Text.assemble("  ", (f"{title:<13} ", "dim"), line.text))
