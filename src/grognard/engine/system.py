"""System: what a rulebook must say for the engine to play it; Scenario: what a game is set in."""

from __future__ import annotations

import difflib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from grognard.board.board import Board
from grognard.engine.decision import Action, Deed, Procedure, nothing
from grognard.engine.event import Event, plainly
from grognard.engine.freezing import PACKING
from grognard.engine.hunch import NO_HUNCH, Hunch, Sighting
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment
from grognard.engine.sources import Folder, Sources
from grognard.engine.state import Index, State
from grognard.engine.table import Table

if TYPE_CHECKING:
    from grognard.engine.game import Game


@dataclass(frozen=True)
class Option:
    """A switch: a chapter that may be left out, or a ruling where the text is silent."""

    id: str
    default: str
    values: tuple[str, ...]
    rule: str
    reason: str
    later: bool = False
    """Whether it came when games without it had been saved."""


class OptionError(ValueError):
    """An option or a value for it that does not exist."""


def settle(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, str]:
    """Every option with its value: chosen where chosen, the default elsewhere."""
    known = {option.id: option for option in options}
    values = {option.id: option.default for option in options}
    for name, value in chosen.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise OptionError(f"there is no option {name!r}; {hint}")
        word = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        if word not in known[name].values:
            raise OptionError(
                f"option {name!r} cannot be {value!r}; it is one of {', '.join(known[name].values)}"
            )
        values[name] = word
    return values


def counted(options: Sequence[Option], values: Mapping[str, str]) -> dict[str, str]:
    """The options that make a scenario another one: those that came later only where they are
    not as by default, so that a game saved before them is still one of the same scenario."""
    usual = {option.id: option.default for option in options if option.later}
    return {name: value for name, value in values.items() if usual.get(name) != value}


@dataclass(frozen=True)
class Scenario:
    """What a game is set in and never changes: the board, the sides, the options."""

    id: str
    title: str
    system: str
    board: Board
    sides: tuple[str, ...]
    options: Mapping[str, str]
    fingerprint: str
    texts: Mapping[str, str] = field(default_factory=dict, kw_only=True, compare=False, repr=False)
    """Every text that it was read from, charts and packs included; none if it is in no file."""
    begun: list[tuple[Scenario, State]] = field(
        default_factory=list, init=False, compare=False, repr=False
    )
    """The State in which its games begin, once there has been one: see `beginnings`."""
    sequence: list[tuple[Scenario, tuple[Segment[Any], ...]]] = field(
        default_factory=list, init=False, compare=False, repr=False
    )
    """The sequence of play of its games, once there has been one."""

    def other(self, side: str) -> str:
        """The opponent of a side, where there are two."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled by its name; see `thawing`."""
        return PACKING.scenario(self)

    def __deepcopy__(self, memo: Any) -> Self:
        """It never changes."""
        return self


S = TypeVar("S", bound=Scenario)
Migration = Callable[[dict[str, Any]], dict[str, Any] | None]


class Phrases(Protocol):
    """What puts events into words."""

    def sentence(self, game: Game[Any], event: Event) -> str:
        """One event in words."""


@dataclass(frozen=True, slots=True)
class Editable:
    """Something of a counter that an edit may change: a field of its record, and what it is called.

    `values` are the words it may be, where these are few.
    """

    map: str
    field: str
    title: str
    values: tuple[str, ...] = ()


class System(ABC, Generic[S]):
    """A rulebook."""

    name: str
    title: str
    registers: tuple[Register[Any, Any], ...]
    options: tuple[Option, ...]
    standing_policies: Mapping[str, tuple[str, ...]] = {}
    in_own_time: frozenset[str] = frozenset()
    """Of the questions with standing policies, those that interrupt nobody's turn."""
    migrations: Mapping[str, Migration] = {}
    """For maps of the State whose records have changed: what makes one of today of an old one."""
    phrases: Phrases | None = None
    stride = 8
    """About how many hexes a unit goes in a turn, for guesses where it has gone."""
    open_rolls: bool = False
    """Whether everybody is told every die that falls, and nobody learns by it what was rolled
    where he cannot see: then whoever acts may be told at once what his dice were made of."""

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled by its name; see `thawing`."""
        return PACKING.system(self)

    def __deepcopy__(self, memo: Any) -> Self:
        """It never changes."""
        return self

    def by_letter(self) -> dict[str, str]:
        """The answers to leave in a game by letter: to whatever interrupts the enemy's turn."""
        return {
            question: policies[0]
            for question, policies in self.standing_policies.items()
            if question not in self.in_own_time
        }

    @abstractmethod
    def read(self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()) -> S:
        """Read a scenario from its texts, or refuse it with file and line.

        A pack is a folder of the system's own tables and counter sheets, with a player's values.
        """

    def load(self, path: Path, options: Mapping[str, Any], packs: Sequence[Path] = ()) -> S:
        """Read a scenario file, with the files that it names."""
        return self.read(Folder(path), options, packs)

    def charts(self) -> Mapping[str, str]:
        """The texts of the rulebook's charts, by name."""
        return {}

    def tables(self) -> Mapping[str, Table]:
        """The rulebook's charts, by name."""
        return {}

    @abstractmethod
    def initial(self, scenario: S) -> State:
        """The State before the first segment."""

    @abstractmethod
    def segments(self, scenario: S) -> Sequence[Segment[Any]]:
        """The sequence of play."""

    @abstractmethod
    def indexes(self, scenario: S) -> Mapping[str, Index]:
        """What is kept in step with the State for speed."""

    @abstractmethod
    def view(self, game: Game[S], player: str | None) -> dict[str, Any]:
        """The State as one player may see it (None: the umpire; PUBLIC: nobody)."""

    def sees(self, game: Game[S], player: str | None, piece: str) -> bool:
        """Whether a player may see a counter at all (None: the umpire; PUBLIC: nobody)."""
        return True

    def told(self, game: Game[S], event: Event) -> Event:
        """An event as it is told, where rules hide something that whoever emits it need not know
        of."""
        return event

    @abstractmethod
    def picture(self, game: Game[S], player: str | None) -> str:
        """A readable board, in text."""

    def svg(
        self, game: Game[S], player: str | None, window: Sequence[int] | None = None
    ) -> str | None:
        """The board and its counters as SVG, as one player may see them; None if not drawn.

        `window` are the hexes to show (None: all).
        """
        return None

    def poster(
        self,
        game: Game[S],
        player: str | None,
        window: Sequence[int] | None,
        units: bool,
        width: int,
    ) -> str | None:
        """The map as a sheet to print, as SVG so many pixels wide, as one player may see it.

        `window` are the hexes to show (None: all); without `units` only what never changes is
        drawn. None if the system does not draw.
        """
        return None

    def account(self, game: Game[S]) -> dict[str, Any]:
        """What there is to count over many games besides who won them, as plain data."""
        return {}

    def open(self, scenario: S) -> bool:
        """Whether the rules hide nothing from anybody, with the options in force.

        What a player keeps to himself beside the rules, and answers under seal, do not count.
        """
        return False

    def sentence(self, game: Game[S], event: Event) -> str:
        """An event in words."""
        return plainly(event) if self.phrases is None else self.phrases.sentence(game, event)

    def set_up(self, game: Game[S]) -> Procedure:
        """What players decide before the first segment."""
        return nothing()

    def asides(self, game: Game[S], player: str) -> tuple[Deed[Any], ...]:
        """What a player may do at any time, asked or not, while no procedure is under way.

        Nobody waits for it, and it is not among the actions that `legal` lists.
        """
        return ()

    def end_turn(self, game: Game[S]) -> Procedure:
        """What happens between the last segment of a turn and the first of the next."""
        return nothing()

    def unknowns(self, game: Game[S], player: str, action: Action) -> list[Refusal]:
        """What the outcome of an action depends on that the player may not know."""
        return []

    def presume(self, game: Game[S], player: str, action: Action) -> Sequence[Mapping[str, Any]]:
        """Put what a player must presume in place of what he may not know, for odds; say what."""
        return ()

    def redraw(
        self,
        game: Game[S],
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """Put in place of all that is hidden from a player what may be there for all he knows, by
        chance, and so that nothing of what is there is left.

        `known` are names of things that he knows of besides what he sees: they stay as they are.
        What he remembers weighs as a `hunch`. What the engine itself hides has been left out
        before. Nothing, where all lies open.
        """

    def in_sight(self, game: Game[S], player: str | None) -> Mapping[str, Sighting]:
        """The enemy's things that a player sees in full, by name, of those that can be hidden from
        him (None: everybody's things, all of them)."""
        return {}

    @abstractmethod
    def check_edit(self, game: Game[S], changes: list[Action]) -> list[Refusal]:
        """Reasons against an edit that both sides have agreed."""

    def check_proposal(self, game: Game[S], changes: list[Action]) -> list[Refusal]:
        """Reasons against an edit that somebody proposes, found in how it is written alone: by what
        speaks against it in the State he would learn what is hidden from him."""
        return []

    def editable(self, game: Game[S], key: str) -> Sequence[tuple[Editable, Any]]:
        """What players may change of a counter if they agree, each with what it is now."""
        return ()

    @abstractmethod
    def apply_edit(self, game: Game[S], changes: list[Action]) -> None:
        """Make an agreed edit."""
