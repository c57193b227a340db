"""A person at the terminal: asked, told, refused with the rule, and never without a way back.

What is typed is a command, or an action as `move units=de-2-pz path=3332,3331`, as its number in
the last list, or as JSON. Nothing typed can harm the game.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from grognard.engine.decision import Action, Decision
from grognard.engine.game import Game
from grognard.engine.located import nearest
from grognard.engine.refusal import Refused
from grognard.engine.saves import SaveError
from grognard.hexes import HexError
from grognard.library import tabletop
from grognard.players.explaining import page_of
from grognard.players.seat import Player, Seat
from grognard.terminal import order_log, showing
from grognard.terminal.chart import Chart, Paint, middle
from grognard.terminal.commands import COMMANDS, Command
from grognard.terminal.completing import Read
from grognard.terminal.keeping import Keeper
from grognard.terminal.notation import Unreadable, read_json, read_words
from grognard.terminal.order_log import OrderLog
from grognard.terminal.questions import Reply, replies

QUIT = ("quit", "exit", "q")
CLOSE_LINES = 12
"""How many lines the map round a question has."""


class Terminal:
    """One person at a terminal, and players for the other sides."""

    def __init__(
        self,
        game: Game[Any],
        side: str,
        opponents: Mapping[str, Player],
        console: Console,
        path: Path | None = None,
        folder: Path | None = None,
        resume: str = "",
        explain: bool = False,
    ) -> None:
        self.game, self.side, self.opponents, self.console = game, side, opponents, console
        self.table = tabletop(game)
        self.keeper = Keeper(game, path, folder, resume)
        self.orders = OrderLog(game, self.table, side, explain)
        self.orders.begin(path)
        self.read: Read = input
        self.listed: list[Action] = []
        self.told = 0
        self.headings: dict[int, str] = {}
        self.asked = self.answering = self.chapter = ""
        self.zoom = "near"
        self.focus = -1

    # ---- the course of play

    def run(self, read: Read) -> None:
        """Play until the game is over or the person has had enough; then say where it is kept."""
        self.read = read
        self.told = len(self.game.events)
        try:
            while self.others_play():
                self.ask()
                line = read(f"{self.decision().ask.name}> ").strip()
                if line in QUIT:
                    break
                self.obey(line)
            else:
                self.show_news()
                self.console.print(f"[bold]The game is over: {escape(str(self.game.result))}[/]")
                showing.show_sums(self.console, self.table.victory(self.game))
                self.orders.tell_all(self.console)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        finally:
            kept = self.keeper.end()
            if kept:
                self.console.print(escape(kept), soft_wrap=True, highlight=False)

    def others_play(self) -> bool:
        """Let the other sides answer whatever they are asked; whether the game goes on."""
        with self.patience():
            while self.game.decision(self.side) is None:
                player = self.game.to_act
                if player is None:
                    return False
                self.answer_for(player)
        return True

    def answer_for(self, player: str) -> None:
        """Let an opponent answer, and keep what he says he is about."""
        opponent = self.opponents[player]
        action, page = opponent.choose(Seat(self.game, player)), page_of(opponent)
        said = None if page is None else order_log.leaf(self.game, player, page)
        self.play(player, action)
        if said is not None:
            self.orders.keep(said, self.keeper.path)

    def patience(self) -> Any:
        """A sign of life while others think, where somebody watches."""
        waits = self.console.is_terminal and self.game.decision(self.side) is None
        who = self.game.to_act
        return self.console.status(f"{who} is thinking") if waits and who else nullcontext()

    def play(self, player: str, action: Action) -> None:
        """Carry an action out, keep it, and note which phase it belongs to."""
        refusals = self.game.why(player, action)
        if refusals:
            raise Refused(refusals)
        self.keeper.begin()
        self.headings[len(self.game.events)] = self.game.phase
        self.game.play(player, action)
        self.listed = []

    # ---- asking

    def ask(self) -> None:
        """What has happened since, and what is asked now; the same thing only once."""
        self.show_news()
        self.orders.tell(self.console)
        decision = self.decision()
        place = f"{self.game.turn} {self.game.phase}"
        if place != self.asked:
            self.asked, self.chapter = place, self.game.phase
            self.show_phase(decision)
        if self.is_question(decision) and decision.id != self.answering:
            self.answering = decision.id
            self.show_question(decision)

    def is_question(self, decision: Decision) -> bool:
        """Whether something is waiting for an answer, rather than a phase for orders."""
        return not self.game.at_checkpoint or decision.ask.default is not None

    def show_phase(self, decision: Decision) -> None:
        """A new phase: where the game stands, the map, and what can be done."""
        self.console.print()
        self.console.rule(Text(self.table.headline(self.game), "bold"))
        if not (self.is_question(decision) and self.table.about(self.game, decision)):
            self.show_map(lines=max(self.console.height * 2 // 3, CLOSE_LINES))
        if not self.is_question(decision):
            self.console.print(showing.cited(decision.ask.prompt, decision.ask.rule), style="cyan")
        kinds = ", ".join(offer.do for offer in decision.ask.offers)
        self.console.print(f"[dim]you play {self.side}; actions: {kinds}; help explains[/]")

    def show_question(self, decision: Decision) -> None:
        """A question in plain words, the map around it, and numbered answers; Enter the first."""
        about = self.table.about(self.game, decision)
        if about:
            self.focus = middle(self.game.board, about)
            self.show_map(Paint(frozenset(about)), CLOSE_LINES)
        context = decision.ask.context()
        showing.show_reckoning(self.console, self.table, context.get("reckoning", {}))
        self.console.print(showing.cited(decision.ask.prompt, decision.ask.rule), style="bold cyan")
        found = replies(self.game, self.table, decision)
        self.listed = [reply.action for reply in found]
        for number, reply in enumerate(found, 1):
            self.show_reply(number, reply)
        hint = self.table.hint(self.game, decision)
        default = "Enter takes the first; " if decision.ask.default is not None else ""
        self.console.print(Text(f"{default}{hint or 'legal lists every answer'}", "dim"))

    def show_reply(self, number: int, reply: Reply) -> None:
        """One numbered answer."""
        name = f"{reply.name}: " if reply.name else ""
        self.console.print(Text.assemble((f"{number:4} ", "bold"), (name, "italic"), reply.words))

    def show_news(self) -> None:
        """The events the person has not been told yet, phase by phase, as a story."""
        for heading, start, end in self.chapters():
            events = self.game.events[start:end]
            told = [e for event in events if (e := event.told(self.side)) is not None]
            if told and heading != self.chapter:
                self.chapter = heading
                self.console.print(Text(heading, "underline"))
            showing.show_tales(self.console, self.table.tell(self.game, self.side, told))
        self.told = len(self.game.events)

    def chapters(self) -> list[tuple[str, int, int]]:
        """What is to be told, cut where one phase follows another."""
        before = [mark for mark in self.headings if mark <= self.told]
        starts = {self.told: self.headings[max(before)] if before else self.chapter}
        starts |= {mark: self.headings[mark] for mark in sorted(self.headings) if mark > self.told}
        cuts: list[tuple[str, int]] = []
        for mark, heading in starts.items():
            if not cuts or cuts[-1][0] != heading:
                cuts.append((heading, mark))
        ends = [*(mark for _, mark in cuts[1:]), len(self.game.events)]
        return [(heading, start, end) for (heading, start), end in zip(cuts, ends, strict=True)]

    def show_map(self, paint: Paint | None = None, lines: int = 0) -> None:
        """The map around what is looked at, as much of it as fits on the screen."""
        chart = Chart(self.game, self.side, self.table, self.zoom)
        if not chart.faces:
            picture = self.game.system.picture(self.game, self.side)
            self.console.print(escape(picture), soft_wrap=True, highlight=False)
            return
        if self.focus < 0:
            self.focus = middle(self.game.board, self.table.front(self.game, self.side))
        height = lines or max(self.console.height - 6, CLOSE_LINES)
        self.console.print(chart.draw(self.focus, self.console.width, height, paint))

    # ---- obeying

    def obey(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is said, and nothing happens."""
        try:
            self.follow(line)
        except Refused as refused:
            showing.show_refusals(self.console, refused.refusals)
        except (Unreadable, HexError, ValueError, OSError, SaveError) as error:
            showing.show_error(self.console, error)

    def follow(self, line: str) -> None:
        """A command, or an action."""
        if not line:
            self.take_default()
            return
        if line.startswith("{") or line.isdigit():
            self.play(self.side, self.read_action([line]))
            return
        word, *rest = shlex.split(line)
        command = self.command(word)
        if command is not None and not any("=" in item for item in rest if command.orders):
            command.run(self, rest)
        else:
            self.play(self.side, self.read_action([word, *rest]))

    def command(self, word: str) -> Command | None:
        """A command by its name or an unmistakable beginning of it; None if it is an action's."""
        offered = [offer.do for offer in self.decision().ask.offers]
        if word in COMMANDS:
            return COMMANDS[word]
        if word in offered or self.decision().ask.name == word:
            return None
        near = [name for name in COMMANDS if name.startswith(word)]
        return COMMANDS[near[0]] if len(near) == 1 else None

    def take_default(self) -> None:
        """Enter alone: the answer of one who does not care, where there is one."""
        decision = self.decision()
        if self.is_question(decision) and decision.ask.default is not None:
            self.play(self.side, decision.ask.default)
        else:
            self.console.print("[dim]todo says what is owed, end ends the phase, help explains[/]")

    def decision(self) -> Decision:
        """What the person is asked."""
        decision = self.game.decision(self.side)
        if decision is None:
            raise ValueError("you are not asked anything now")
        return decision

    def read_action(self, words: list[str]) -> Action:
        """An action as typed: a number of the last list, JSON, or words."""
        if not words:
            raise Unreadable("which action? write it, or its number in the last list")
        first = words[0]
        if len(words) == 1 and first.isdigit():
            if not 1 <= int(first) <= len(self.listed):
                raise Unreadable(f"there is no number {first} in the last list; type legal first")
            return self.listed[int(first) - 1]
        if first.startswith("{"):
            return read_json(" ".join(words))
        decision = self.decision()
        short = self.table.shorthand(self.game, decision, words)
        if short is not None:
            return short
        if decision.offer(first) is None:
            known = [*(offer.do for offer in decision.ask.offers), *COMMANDS]
            raise Unreadable(f"{first!r} is not possible now; {nearest(first, known)}")
        return read_words(self.game, decision, words)

    # ---- what may be typed next

    def words(self, before: list[str]) -> Iterable[str]:
        """Completions: commands and kinds of action first, then details, counters, hexes."""
        decision = self.game.decision(self.side)
        offers = decision.ask.offers if decision is not None else ()
        if not before:
            return sorted({*COMMANDS, *QUIT[:1], *(offer.do for offer in offers)})
        keys = [f"{key}=" for offer in offers if offer.do == before[0] for key in offer.form]
        pieces = [piece.id for piece in self.table.pieces(self.game, self.side)]
        return [*keys, *pieces, *self.game.board.labels]

    # ---- counters and hexes by name

    def hex(self, word: str) -> int:
        """A hex by its number or by the name of its place."""
        places = {place.name.lower(): place for place in self.game.board.places.values()}
        if word.lower() in places:
            return places[word.lower()].hexes[0]
        found: int = self.game.board.hex(word)
        return found

    def mine(self, words: Iterable[str]) -> list[str]:
        """The person's own counters, by id, or all of those in a hex."""
        own = self.table.own(self.game, self.side)
        found: list[str] = []
        for word in (part for typed in words for part in typed.split(",") if part):
            if word in own:
                found.append(word)
            elif word in self.game.board.index:
                here = [name for name, label in own.items() if label == word]
                if not here:
                    raise Unreadable(f"you have no counter in {word}")
                found += here
            else:
                raise Unreadable(f"you have no counter {word!r}; {nearest(word, own)}")
        return list(dict.fromkeys(found))
