"""The tabletop: a system's words for a person who plays at a screen.

A screen needs more than the rules: how a stack looks in small, what a unit is called, the way to a
hex, whom one would send against it, an action as a sentence. Every system says what it can, as one
player may see it; what it leaves out a screen shows in the engine's own plain words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from grognard.engine.decision import Action, Decision
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.tally import Tally

AnyGame = Game[Any]
Player = str | None


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


@dataclass(frozen=True, slots=True)
class Sum:
    """A number with its reasons, under a heading."""

    title: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Tale:
    """A sentence of the story: what happened, by which rule, with which dice, and how loud."""

    text: str
    rule: str
    dice: tuple[int, ...] = ()
    loud: bool = False


class Tabletop:
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

    def livery(self, game: AnyGame, side: str) -> tuple[str, str]:
        """Paper and ink of a side's counters."""
        place: int = game.scenario.sides.index(side)
        return self.liveries[place % len(self.liveries)]

    def headline(self, game: AnyGame) -> str:
        """Where the game stands."""
        return f"{game.scenario.title}, turn {game.turn}: {game.phase}"

    def faces(self, game: AnyGame, player: Player) -> Mapping[int, Face]:
        """Every stack that a player may see, in small."""
        return {}

    def pieces(self, game: AnyGame, player: Player) -> Sequence[Piece]:
        """Every counter that a player knows, his own first."""
        return ()

    def own(self, game: AnyGame, player: str) -> Mapping[str, str]:
        """The ids of a player's counters with the labels of their hexes; empty off the map."""
        return {}

    def details(self, game: AnyGame, player: Player, piece: str) -> Sequence[Sum]:
        """What a counter is worth now, each number with its reasons."""
        return ()

    def notes(self, game: AnyGame, player: Player, h: int) -> Sequence[str]:
        """What there is to say of a hex besides its terrain and its counters."""
        return ()

    def front(self, game: AnyGame, player: Player) -> Sequence[int]:
        """The hexes to look at first."""
        return ()

    def about(self, game: AnyGame, decision: Decision) -> Sequence[int]:
        """The hexes that a question is about."""
        return ()

    def reach(self, game: AnyGame, player: str, piece: str) -> Mapping[int, str]:
        """Every hex that a counter can reach now, with what that costs."""
        return {}

    def march(self, game: AnyGame, player: str, pieces: Sequence[str], to: int) -> Action:
        """The action that takes counters to a hex by the cheapest way; Refused if there is none."""
        raise Refused([Refusal("form", "write the action with its details; legal lists examples")])

    def assault(self, game: AnyGame, player: str, hexes: Sequence[int]) -> Action:
        """The strongest attack on hexes that can be made now; Refused if there is none."""
        raise Refused([Refusal("form", "write the action with its details; legal lists examples")])

    def extras(self, game: AnyGame, player: str, action: Action) -> Mapping[str, Sequence[str]]:
        """What could be added to an action, by the key that takes it."""
        return {}

    def estimate(self, game: AnyGame, player: str, action: Action) -> Sequence[Sum]:
        """What a player knows of an action whose odds hang on what he may not know."""
        return ()

    def shorthand(self, game: AnyGame, decision: Decision, words: Sequence[str]) -> Action | None:
        """An answer in the system's own short words; None if these are none, Refused if wrong."""
        return None

    def hint(self, game: AnyGame, decision: Decision) -> str:
        """How an answer to a question may be typed besides choosing a number."""
        return ""

    def explained(self, key: str) -> str:
        """What a part of a reckoning is called."""
        return key.replace("_", " ")

    def sentence(self, game: AnyGame, player: Player, action: Action) -> str:
        """An action as a sentence; empty where the system has no words for it."""
        return ""

    def results(self, game: AnyGame, facts: Sequence[Mapping[str, Any]]) -> str:
        """What the facts of an outcome come to, in few words; empty if the event says it all."""
        return ""

    def supply(self, game: AnyGame, player: Player) -> Sequence[str]:
        """How a player's counters are supplied."""
        return ()

    def victory(self, game: AnyGame) -> Sequence[Sum]:
        """How victory stands."""
        return ()

    def tell(self, game: AnyGame, player: Player, events: Sequence[Event]) -> Sequence[Tale]:
        """Events as a story."""
        return [Tale(event.text, event.rule, event.dice, event.outcome) for event in events]
