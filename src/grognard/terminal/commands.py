"""The commands of the terminal: looking at the game, asking about it, giving orders in short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from grognard.terminal import looking, ordering

if TYPE_CHECKING:
    from grognard.terminal.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how it is written, what it does, and whether actions may have the same name."""

    usage: str
    help: str
    run: Callable[[Terminal, list[str]], None]
    orders: bool = False


def show_help(desk: Terminal, words: list[str]) -> None:
    """What can be typed, and what is on the map."""
    chosen = {name: command for name, command in COMMANDS.items() if name in words}
    for command in (chosen or COMMANDS).values():
        desk.console.print(Text.assemble((f"  {command.usage:<28}", "bold"), command.help))
    if chosen:
        return
    desk.console.print(Text.assemble(("  quit", "bold"), " " * 24, "stop; the game is kept"))
    desk.console.print(
        "Any action of the phase can be typed as it is listed by legal, or in short: its name and "
        "its details in order, as dig su-316. Enter answers a question with its first answer. "
        "Tab completes, ↑ repeats.",
        style="dim",
    )
    looking.show_legend(desk)


COMMANDS: Mapping[str, Command] = {
    "help": Command("help [COMMAND]", "this page", show_help),
    "map": Command("map [HEX|n|e|s|w|in|out]", "the map: there, onward, nearer", looking.show_map),
    "units": Command("units [HEX|WORD]", "counters: yours, and those you see", looking.units),
    "unit": Command("unit ID", "one counter: every value with its reasons", looking.unit),
    "stack": Command("stack HEX", "a hex: ground, roads, water, counters", looking.stack),
    "reach": Command("reach ID", "where a unit can go, with the cost, on the map", looking.reach),
    "move": Command("move ID… HEX", "by the cheapest way; HEX HEX: all", ordering.move, True),
    "attack": Command("attack HEX…", "propose the best, with its odds", ordering.attack, True),
    "odds": Command("odds HEX…|ACTION|NUMBER", "the exact odds of it", ordering.odds),
    "why": Command("why ACTION|NUMBER", "what speaks against an action", ordering.why),
    "legal": Command("legal [KIND] [FROM]", "legal actions, to play by number", ordering.legal),
    "todo": Command("todo", "what is owed before the phase may end", ordering.todo),
    "end": Command("end", "end the phase", ordering.end, True),
    "undo": Command("undo", "take the last action back", ordering.undo),
    "log": Command("log [COUNT]", "what has happened", looking.log),
    "supply": Command("supply", "who is supplied", looking.supply),
    "victory": Command("victory", "how victory stands", looking.victory),
    "save": Command("save FILE", "save a copy; the game is kept anyway", ordering.save),
}
