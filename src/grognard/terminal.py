"""Playing in the terminal: what is asked, what may be answered, why not, the odds, undo, save.

An action is written `move units=de-2-pz path=3332,3331`, as its number in the last list of legal
actions, or as JSON. Nothing typed can harm the game: what is illegal is refused with its rule.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from grognard.engine.decision import Action, Decision
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.saves import SaveError
from grognard.players.random_player import RandomPlayer

PAGE = 30
HELP = """[bold]legal[/] [KIND] [N]   list legal actions, of one kind only, from the Nth on
[bold]NUMBER[/]             play that action of the last list
[bold]KIND key=value …[/]   play an action, e.g. end, or move units=a,b path=0203,0204
[bold]why[/] ACTION         what speaks against an action
[bold]odds[/] ACTION        its exact odds
[bold]map[/], [bold]events[/]        the board; what happened
[bold]undo[/], [bold]save[/] FILE, [bold]quit[/]"""


class Terminal:
    """One person at a terminal, and players for the other sides."""

    def __init__(
        self, game: Game[Any], side: str, opponents: dict[str, RandomPlayer], console: Console
    ) -> None:
        self.game, self.side, self.opponents, self.console = game, side, opponents, console
        self.listed: list[Action] = []
        self.told = 0
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "legal": self.legal, "why": self.why, "odds": self.odds, "map": self.map,
            "events": self.events, "undo": self.undo, "save": self.save, "help": self.help,
        }  # fmt: skip

    def run(self, read: Callable[[str], str]) -> None:
        """Play until the game is over or the person has had enough."""
        self.map([])
        while self.others_play():
            self.show_question()
            try:
                line = read("> ").strip()
            except EOFError:
                return
            if line in ("quit", "exit"):
                return
            if line:
                self.obey(line)
        self.show_news()
        self.console.print(f"[bold]The game is over: {self.game.result}[/]")

    def others_play(self) -> bool:
        """Let the other sides answer whatever they are asked; whether the game goes on."""
        while self.game.decision(self.side) is None:
            player = self.game.to_act
            if player is None:
                return False
            self.game.play(player, self.opponents[player].choose(self.game, player))
        return True

    def show_question(self) -> None:
        """What has happened since, and what is asked now."""
        self.show_news()
        decision = self.game.decision(self.side)
        assert decision is not None
        kinds = ", ".join(offer.do for offer in decision.ask.offers)
        place = f"Turn {self.game.turn}, {self.game.phase}"
        self.console.print(
            f"[bold cyan]{escape(place)}[/] {escape(decision.ask.prompt)} "
            f"[dim]\\[{decision.ask.rule}] {kinds}; help[/]"
        )

    def show_news(self) -> None:
        """The events the person has not been told yet."""
        for event in self.game.events_for(self.side, self.told):
            dice = f" [yellow]{' '.join(map(str, event.dice))}[/]" if event.dice else ""
            self.console.print(f"  {escape(event.text)}{dice} [dim]\\[{event.rule}][/]")
        self.told = len(self.game.events)

    def obey(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is said and nothing happens."""
        try:
            word, *rest = shlex.split(line) if not line.startswith("{") else [line]
            if word in self.commands:
                self.commands[word](rest)
            else:
                self.game.play(self.side, self.read_action(line))
        except Refused as refused:
            self.show_refusals(refused.refusals)
        except (ValueError, OSError, SaveError) as error:
            self.console.print(f"[red]{escape(str(error))}[/]")

    def show_refusals(self, refusals: list[Refusal]) -> None:
        """Why not, with the rules."""
        for refusal in refusals:
            self.console.print(f"[red]no[/] {escape(refusal.text)} [dim]\\[{refusal.rule}][/]")

    def decision(self) -> Decision:
        """What the person is asked."""
        decision = self.game.decision(self.side)
        if decision is None:
            raise ValueError("you are not asked anything now")
        return decision

    def read_action(self, line: str) -> Action:
        """An action as typed: a number of the last list, JSON, or words."""
        if line.isdigit():
            if not 1 <= int(line) <= len(self.listed):
                raise ValueError(f"there is no number {line} in the last list; type legal first")
            return self.listed[int(line) - 1]
        if line.startswith("{"):
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ValueError("an action is a map")
            return data
        do, *details = shlex.split(line)
        offer = self.decision().offer(do)
        form = dict(offer.form) if offer is not None else {}
        action: Action = {"do": do}
        for detail in details:
            key, equals, value = detail.partition("=")
            if not equals:
                raise ValueError(f"details are written key=value, not {detail!r}")
            action[key] = read_value(form.get(key, "text").rstrip("?"), value)
        return action

    def legal(self, words: list[str]) -> None:
        """List legal actions."""
        kinds = [word for word in words if not word.isdigit()]
        start = next((int(word) for word in words if word.isdigit()), 1)
        offers = [o for o in self.decision().ask.offers if not kinds or o.do in kinds]
        found = (action for offer in offers for action in offer.legal(self.game, self.side))
        self.listed = list(islice(found, start - 1 + PAGE))
        for number, action in enumerate(self.listed[start - 1 :], start):
            self.console.print(f"{number:4} {escape(written(action))}")
        if len(self.listed) == start - 1 + PAGE:
            self.console.print(f"[dim]legal {' '.join(kinds)} {start + PAGE} goes on[/]")

    def why(self, words: list[str]) -> None:
        """What speaks against an action."""
        refusals = self.game.why(self.side, self.read_action(shlex.join(words)))
        self.show_refusals(refusals)
        if not refusals:
            self.console.print("[green]nothing: it is legal[/]")

    def odds(self, words: list[str]) -> None:
        """The exact odds of an action."""
        odds = self.game.odds(self.read_action(shlex.join(words)), self.side)
        for refusal in odds.unknown:
            self.console.print(f"unknown: {escape(refusal.text)} [dim]\\[{refusal.rule}][/]")
        for outcome in odds.outcomes:
            share = f"{float(outcome.probability):6.1%}"
            self.console.print(f"  [bold]{share}[/] {escape(outcome.text)}")
        for note in odds.supposed:
            self.console.print(f"[dim]supposing the default answer to {note['question']!r}[/]")

    def map(self, words: list[str]) -> None:
        """The board as the person may see it."""
        picture = escape(self.game.system.picture(self.game, self.side))
        self.console.print(picture, soft_wrap=True, highlight=False)

    def events(self, words: list[str]) -> None:
        """What has happened lately."""
        self.told = max(0, len(self.game.events) - PAGE)
        self.show_news()

    def undo(self, words: list[str]) -> None:
        """Take the last action back."""
        self.game.undo(self.side)
        self.told = min(self.told, len(self.game.events))
        self.console.print("taken back")

    def save(self, words: list[str]) -> None:
        """Save the game."""
        if len(words) != 1:
            raise ValueError("save needs a file name")
        self.game.save(Path(words[0]))
        self.console.print(f"saved as {words[0]}")

    def help(self, words: list[str]) -> None:
        """What can be typed."""
        self.console.print(HELP)


def read_value(kind: str, text: str) -> Any:
    """A detail of an action as the form wants it."""
    if kind == "count":
        return int(text)
    if kind == "flag":
        return text in ("yes", "true", "on")
    if kind == "texts":
        return [word for word in text.split(",") if word]
    if kind in ("map", "maps", "counts"):
        return json.loads(text or ("[]" if kind == "maps" else "{}"))
    return text


def written(action: Action) -> str:
    """An action as it can be typed."""
    words = [str(action["do"])]
    for key, value in action.items():
        if key == "do":
            continue
        plain = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if plain:
            words.append(f"{key}={','.join(value)}")
        elif isinstance(value, (dict, list)):
            words.append(f"{key}={shlex.quote(json.dumps(value))}")
        elif isinstance(value, bool):
            words.append(f"{key}={'yes' if value else 'no'}")
        else:
            words.append(f"{key}={value}")
    return " ".join(words)
