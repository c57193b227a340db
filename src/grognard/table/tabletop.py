"""The tabletop: a system's words for a person who plays at a screen.

A screen needs more than the rules: how a stack looks in small, what a unit is called, the way to a
hex, whom one would send against it, an action as a sentence. Every system says what it can, as one
player may see it; what it leaves out a screen shows in the engine's own plain words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from grognard.engine.calendar import written
from grognard.engine.decision import Decision
from grognard.engine.event import Event
from grognard.table import plain_pieces
from grognard.table.acting import Acting
from grognard.table.boxes import Display
from grognard.table.cards import (
    Arrival,
    Band,
    CounterCard,
    Force,
    Hatch,
    Headline,
    Mark,
    OffMap,
    Overlay,
    OverlayCard,
    Owed,
    Reckoned,
    Sample,
    SideCard,
    SideMark,
    StackCard,
    Tone,
)
from grognard.table.cards import Sum as Sum
from grognard.table.casts import Cast
from grognard.table.coming import Coming
from grognard.table.palette import NATIONS
from grognard.table.telling import Phrases
from grognard.table.telling import Tale as Tale
from grognard.table.winning import Terms
from grognard.table.words import AnyGame as AnyGame
from grognard.table.words import Player as Player


@dataclass(frozen=True, slots=True)
class Ground:
    """How a kind of terrain is painted: a character for those who see no colours, and a colour."""

    glyph: str
    colour: str


@dataclass(frozen=True, slots=True)
class Face:
    """A stack in small: whose, what it is, how strong, how many counters, its most urgent mark.

    `letter` stands for the whole where there is no room; `done` says that it has acted already.
    """

    side: str
    title: str
    strength: str
    count: str
    letter: str
    mark: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter in a list: its id, its name, where it is, its values, what there is to say."""

    id: str
    name: str
    hex: str
    values: str
    notes: tuple[str, ...] = ()


def nation(game: AnyGame, side: str) -> str:
    """The nation that leads a side; empty where a scenario names none."""
    nations: Mapping[str, str] = getattr(game.scenario, "nations", {})
    return nations.get(side, "")


class Tabletop(Acting):
    """What a system tells a screen. The engine's own words, for systems that add none."""

    grounds: ClassVar[Mapping[str, Ground]] = {
        "clear": Ground(" ", "#d6cfa3"),
        "forest": Ground("♣", "#93ad6b"),
        "town": Ground("▪", "#c3a58c"),
        "city": Ground("▦", "#a38f86"),
        "swamp": Ground("≈", "#aebfa6"),
        "lake": Ground("~", "#7fb0d6"),
        "hill": Ground("∩", "#c2a671"),
        "mountain": Ground("▲", "#a08c70"),
    }
    liveries: ClassVar[Sequence[tuple[str, str]]] = (
        ("#4c5a55", "#ffffff"),
        ("#9e2f25", "#ffe9a8"),
        ("#2f5b8a", "#ffffff"),
        ("#6b4d86", "#ffffff"),
    )
    """Paper and ink of the counters, side by side in the order of play."""

    hatches: ClassVar[Sequence[Hatch]] = ("lines", "plain", "dots", "cross")
    """What tells the sides apart without colour, in the order of play."""
    names_of_sums: ClassVar[Mapping[str, str]] = {}
    """What the parts of a reckoning are called."""
    purposes: ClassVar[Mapping[str, str]] = {}
    """What dice are rolled for of which much is good for a side, by the kind of event; every kind
    by its own name where none is listed."""
    casts: ClassVar[Mapping[str, Cast]] = {}
    """How the dice of a kind of event are read on a card; what is not listed shows its dice and
    its sentence."""
    fought: ClassVar[Mapping[str, str]] = {}
    """The kinds of events that tell of a battle, each with the fact that says in which hex, or in
    which hexes."""
    cut_off: ClassVar[Collection[str]] = ("isolated", "oos", "out-of-supply", "supply")
    """The markers of counters, by their ids, which say that one is out of supply where they are
    bad."""
    budgets: ClassVar[bool] = False
    """Whether a side has something to budget with in a turn."""
    tracks: ClassVar[bool] = False
    """Whether that is a list of points and tracks; else its last sum is what would be left."""

    die: ClassVar[int] = 6
    """How many sides its dice have."""

    short: ClassVar[Mapping[str, str]] = {}
    """Phases with a shorter name."""

    def livery(self, game: AnyGame, side: str) -> tuple[str, str]:
        """Paper and ink of a side's counters: those of the nation that leads it, if known."""
        place: int = game.scenario.sides.index(side)
        return NATIONS.get(nation(game, side)) or self.liveries[place % len(self.liveries)]

    def headline(self, game: AnyGame) -> str:
        """Where the game stands."""
        return f"{game.scenario.title}, turn {game.turn}: {game.phase}"

    def screened(self, game: AnyGame, player: Player) -> AnyGame:
        """The game as a player may look at it, where part of it is done behind a screen."""
        return game

    # ---- the table on a screen

    def sides(self, game: AnyGame, player: Player) -> Sequence[SideCard]:
        """The sides in the order of play."""
        return [
            SideCard(
                side,
                self.side_title(game, side),
                *self.livery(game, side),
                self.hatches[place % len(self.hatches)],
                side == player,
            )
            for place, side in enumerate(game.scenario.sides)
        ]

    def side_title(self, game: AnyGame, side: str) -> str:
        """What a side is called: by the nation that leads it, or by its own name."""
        return nation(game, side) or side.replace("-", " ").replace("_", " ").capitalize()

    def standing(self, game: AnyGame) -> Headline:
        """Where the game stands: turn, day, phase, and the steps of the turn."""
        turns = getattr(game.scenario, "turns", None)
        return Headline(
            scenario=game.scenario.title,
            turn=game.turn,
            turns=turns if isinstance(turns, int) else None,
            date=self.day(game, game.turn),
            phase=self.phase_title(game, game.clock.step),
            bands=self.bands(game),
        )

    def calendar(self, game: AnyGame, turn: int) -> date | None:
        """The first day of a turn; None where a scenario has no calendar."""
        return None

    def day(self, game: AnyGame, turn: int) -> str:
        """The first day of a turn in words; empty where a scenario has no calendar."""
        return written(self.calendar(game, turn))

    def bands(self, game: AnyGame) -> tuple[Band, ...]:
        """The phases of the sequence of play, and which of them is under way."""
        now, segments = game.clock.step, game.segments
        starts = [step for step, segment in enumerate(segments) if not segment.offset]
        return tuple(
            Band(
                self._shortened(segments[step].phase or segments[step].name),
                self.phase_side(game, step),
                segments[step].rule,
                "past" if after <= now or game.over else "now" if step <= now else "ahead",
            )
            for step, after in zip(starts, (*starts[1:], len(segments)), strict=True)
        )

    def _shortened(self, title: str) -> str:
        return self.short.get(title, title)

    def phase_title(self, game: AnyGame, step: int) -> str:
        """What a step of the sequence of play is called."""
        return self._shortened(game.segments[step].name)

    def phase_side(self, game: AnyGame, step: int) -> str | None:
        """Whose step it is; None where it is everybody's."""
        segment = game.segments[step]
        acting = getattr(segment, "actor", None)
        side = acting(game) if acting is not None else getattr(segment, "side", None)
        return side if side in game.scenario.sides else None

    def names(self, game: AnyGame) -> Mapping[str, str]:
        """The id of every counter that there is, with what it is called."""
        return plain_pieces.names(game)

    def counters(self, game: AnyGame, player: Player) -> Sequence[CounterCard]:
        """Every counter that a player may see."""
        return plain_pieces.counters(game, player)

    def tokens(self, game: AnyGame, player: str) -> Mapping[str, CounterCard]:
        """How that looks which a player has at hand in questions and which is no counter."""
        return {}

    def stacks(self, game: AnyGame, player: Player) -> Sequence[StackCard]:
        """Every stack that a player may see, the top counter first."""
        return plain_pieces.stacks(game, player)

    def marks(self, game: AnyGame, player: Player) -> Sequence[Mark]:
        """What lies on the map and is no counter."""
        return ()

    def side_marks(self, game: AnyGame, player: Player) -> Sequence[SideMark]:
        """What lies on hexsides."""
        return ()

    def off_map(self, game: AnyGame, player: Player) -> Sequence[OffMap]:
        """The lists of counters that are not on the map."""
        return ()

    def displays(self, game: AnyGame, player: Player) -> Sequence[Display]:
        """The sheets of boxes beside the map, with who lies in their compartments."""
        return ()

    def owed(self, game: AnyGame, player: Player) -> Sequence[Owed]:
        """What a player must still do before the phase may end, and what he could."""
        return ()

    def overlays(self, game: AnyGame, player: Player) -> Sequence[OverlayCard]:
        """What can be laid over the map."""
        return ()

    def overlay(
        self, game: AnyGame, player: Player, name: str, events: Sequence[tuple[int, Event]]
    ) -> Overlay | None:
        """One overlay as a player may see it; `events` are what he was told, each with its turn."""
        return None

    def tone(self, game: AnyGame, facts: Sequence[Mapping[str, Any]]) -> Tone:
        """Whether an outcome is good for whoever acts."""
        return "plain"

    def piece_notes(self, game: AnyGame, player: Player, piece: str) -> Sequence[str]:
        """What there is to say of a counter besides its numbers."""
        found = [one for one in self.pieces(game, player) if one.id == piece]
        return found[0].notes if found else ()

    # ---- panels

    def forces(self, game: AnyGame, player: Player) -> Sequence[Force]:
        """The order of battle, formation by formation."""
        return ()

    def arrivals(self, game: AnyGame, player: Player) -> Sequence[Arrival]:
        """What comes when."""
        return ()

    def budget(self, game: AnyGame, player: Player) -> Sequence[Reckoned]:
        """What a side has to spend in a turn, and what it could spend it on."""
        return ()

    def samples(self, game: AnyGame, player: Player) -> Sequence[Sample]:
        """The numbers that charts follow from turn to turn."""
        return ()

    def purpose(self, game: AnyGame, event: Event) -> tuple[str, str] | None:
        """For whom and for what the dice of an event were rolled; None where luck has no side."""
        words = self.purposes.get(event.kind, "") if self.purposes else event.kind
        side = self.roller(game, event.facts) if words and event.dice else None
        return (side, words) if side is not None and side in game.scenario.sides else None

    def roller(self, game: AnyGame, facts: Mapping[str, Any]) -> str | None:
        """Whose dice were rolled, by the facts of an event; None where they were nobody's."""
        return facts.get("side") or facts.get("attacker")

    # ---- the table in small

    def faces(self, game: AnyGame, player: Player) -> Mapping[int, Face]:
        """Every stack that a player may see, in small."""
        known = {card.id: card for card in self.counters(game, player)}
        return {
            game.board.hex(stack.hex): Face(
                stack.side,
                known[stack.counters[0]].name,
                stack.strength,
                stack.count,
                stack.side[:1],
                stack.mark,
                all(known[name].done for name in stack.counters),
            )
            for stack in self.stacks(game, player)
        }

    def pieces(self, game: AnyGame, player: Player) -> Sequence[Piece]:
        """Every counter that a player knows, his own first."""
        cards = sorted(self.counters(game, player), key=lambda card: card.side != player)
        return [
            Piece(
                card.id,
                card.name,
                card.hex or "",
                card.printed,
                tuple(state.title for state in card.states),
            )
            for card in cards
        ]

    def own(self, game: AnyGame, player: str) -> Mapping[str, str]:
        """The ids of a player's counters with the labels of their hexes; empty off the map."""
        return {
            card.id: card.hex or "" for card in self.counters(game, player) if card.side == player
        }

    def details(self, game: AnyGame, player: Player, piece: str) -> Sequence[Sum]:
        """What a counter is worth now, each number with its reasons."""
        return ()

    def notes(self, game: AnyGame, player: Player, h: int) -> Sequence[str]:
        """What there is to say of a hex besides its terrain and its counters."""
        return ()

    def front(self, game: AnyGame, player: Player) -> Sequence[int]:
        """The hexes to look at first."""
        return sorted(game.board.hex(stack.hex) for stack in self.stacks(game, player))

    def about(self, game: AnyGame, decision: Decision) -> Sequence[int]:
        """The hexes that a question is about."""
        return ()

    def meaning(self, game: AnyGame, decision: Decision) -> str:
        """What a question or a phase is for, in a sentence for somebody new to it."""
        return ""

    def idle(self, game: AnyGame, decision: Decision) -> bool:
        """Whether nothing can be done in a phase but to end it, so that it need not be stopped
        at."""
        return False

    def coming(self, game: AnyGame, player: Player) -> Sequence[Coming]:
        """The phases of a player that are still to come in this turn; none where a system does not
        tell."""
        return ()

    def explained(self, key: str) -> str:
        """What a part of a reckoning is called."""
        return self.names_of_sums.get(key) or key.replace("_", " ")

    def supposed(self, note: Mapping[str, Any]) -> str:
        """What odds suppose of somebody's answer, as a sentence."""
        return note.get("text") or f"{note['player']} answers as is usual: {note['question']}"

    def results(self, game: AnyGame, facts: Sequence[Mapping[str, Any]]) -> str:
        """What the facts of an outcome come to, in few words; empty if the event says it all."""
        return ""

    def supply(self, game: AnyGame, player: Player) -> Sequence[str]:
        """How a player's counters are supplied."""
        return ()

    def victory(self, game: AnyGame) -> Sequence[Sum]:
        """How victory stands."""
        return ()

    def terms(self, game: AnyGame) -> Terms | None:
        """The terms of victory and how they stand; None where a system tells none."""
        return None

    def tell(self, game: AnyGame, player: Player, events: Sequence[Event]) -> Sequence[Tale]:
        """Events as a story."""
        phrases = game.system.phrases
        if isinstance(phrases, Phrases):
            return phrases.tell(game, events)
        return [Tale(game.sentence(e), e.rule, e.dice, e.outcome) for e in events]
