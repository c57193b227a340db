"""The turn: the sequence of play as data.

A sequence is a list of parts, as a rulebook's outline of the turn has them: what each is called, by
which rule, to which phase it belongs, which *role* acts in it, what may be done there, and what
happens by itself when it begins and when it ends, in that order. Roles are mapped to sides anew
each turn (`roles`), so that it may be decided who goes first; what is alike in every player's turn
is written once and cast for each of them (`player_turn`). Several roles of one part act at once.
Turns may be of different kinds: a part that does not occur in this kind of turn is passed over as
if it were not there, and nothing happens that belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, ClassVar, Generic

from grognard.engine.decision import Ask, G, Procedure
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing

Step = Callable[[G], Procedure | None]
"""What happens by itself; one that asks nobody anything need not be a procedure."""
Check = Callable[[G, str], list[Refusal]]
"""What a player must still do before a segment may end."""


@dataclass(frozen=True, slots=True)
class Done:
    """The segment, by its serial, that a side has ended for itself while others act in it."""

    serial: int


DONE: Register[str, Done] = Register("done", str, Done)
"""Who has done; for the registers of a system in whose sequence several act at once."""


@dataclass(frozen=True)
class Part(Generic[G]):
    """A segment of the sequence of play.

    Without a role nobody is asked anything in it; several roles act at once, until each has ended
    it for himself. `turns` are the kinds of turn in which it occurs; if there are none it occurs
    in all. In the `quiet` ones it does occur, and what belongs to it happens, but nobody is asked.
    A segment without anything to do is passed over, unless it `stops` for its player all the same.
    `phase_ends` happens when no segment of its phase follows in this turn.
    """

    kind: str
    title: str
    rule: str
    prompt: str = ""
    role: str | tuple[str, ...] = ""
    phase: str = ""
    turns: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()
    stops: bool = False
    verbs: Sequence[type[Verb[G, Any]]] = ()
    owed: Sequence[Check[G]] = ()
    begins: Sequence[Step[G]] = ()
    ends: Sequence[Step[G]] = ()
    phase_ends: Sequence[Step[G]] = ()
    cast: Mapping[str, str] = field(default_factory=dict)
    """Whom of the turn's roles those of a player's turn stand for."""

    def roles(self) -> tuple[str, ...]:
        """The roles of the turn that act in it."""
        named = self.role if isinstance(self.role, tuple) else (self.role,)
        return tuple(self.cast.get(role, role) for role in named if role)

    def together(self, other: Part[G]) -> bool:
        """Whether another part belongs to the same phase of the same player's turn."""
        mine, his = (part.phase or part.title for part in (self, other))
        return mine == his and self.cast == other.cast


def player_turn(parts: Iterable[Part[G]], **cast: str) -> tuple[Part[G], ...]:
    """The parts of one player's turn: whom of the turn's roles each role in it stands for."""
    return tuple(replace(part, cast=cast) for part in parts)


class End(Verb[G, Nothing], Generic[G]):
    """Ending a segment, when nothing in it is owed any more."""

    do, rule, order = "end", "turn", Nothing
    title, ends = "End the phase", True
    phrase: ClassVar[str | Sequence[str]] = "End the phase"

    def against(self, game: G, player: str, order: Nothing) -> list[Refusal]:
        """What must still be done."""
        return played(game).unfinished(game, player)

    def ways(self, game: G, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()

    def possible(self, game: G, player: str) -> bool:
        """Ending alone is not worth asking about."""
        return False

    def carry_out(self, game: G, player: str, order: Nothing) -> Procedure:
        """Close the segment and go on to the next; where others act too, when all have done."""
        if len(played(game).acting) > 1:
            game.put(DONE, player, Done(game.serial))
        else:
            yield from proceed(game)


@dataclass(frozen=True)
class Turn(Generic[G]):
    """The sequence of play of a system. `roles` says who has a role now, and `kind` of which kind a
    turn is."""

    parts: Sequence[Part[G]]
    roles: Callable[[G, str], str]
    kind: Callable[[G], str] = lambda game: ""
    end: type[End[G]] = End

    def segments(self, sides: Sequence[str]) -> tuple[Played[G], ...]:
        """The sequence, ready to be played."""
        return tuple(Played(self, place, sides) for place in range(len(self.parts)))

    def place(self, kind: str, nth: int = 0) -> int:
        """Where in the sequence a kind of segment is, from 0; of several, the nth or the last."""
        found = [place for place, part in enumerate(self.parts) if part.kind == kind]
        return found[min(nth, len(found) - 1)]

    def occurs(self, game: G, part: Part[G]) -> bool:
        """Whether there is such a segment in this kind of turn."""
        return not part.turns or self.kind(game) in part.turns


class Played(Segment[G]):
    """One segment as it is played. `offset` counts the segments of its phase before it."""

    def __init__(self, turn: Turn[G], place: int, sides: Sequence[str]) -> None:
        part = turn.parts[place]
        self.turn, self.part, self.kind, self.acting = turn, part, part.kind, part.roles()
        self.name, self.rule, self.number = part.title, part.rule, place + 1
        self.phase = part.phase or part.title
        self.stretch = " ".join(f"{role} {of}" for role, of in part.cast.items())
        before, after = turn.parts[:place], turn.parts[place + 1 :]
        self.offset = len([*takewhile(part.together, reversed(before))])
        self.rest = tuple(takewhile(part.together, after))
        self._places = {p.kind: i for i, p in enumerate(turn.parts) if p.cast == part.cast}
        self.deeds: tuple[Verb[G, Any], ...] = (*(verb() for verb in part.verbs), turn.end())
        self.questions = {
            side: Ask(side, self.name, part.prompt, self.rule, self.deeds) for side in sides
        }
        self._alone = self.acting[0] if len(self.acting) == 1 and part.stops else ""
        self._one = {side: (question,) for side, question in self.questions.items()}

    # ---- who

    def side(self, game: G, role: str) -> str:
        """Who has a role in the player's turn that it belongs to, or in the turn."""
        return self.turn.roles(game, self.part.cast.get(role, role))

    def actor(self, game: G) -> str | None:
        """Who acts now; None if nobody does, or several at once."""
        return self.turn.roles(game, self.acting[0]) if len(self.acting) == 1 else None

    def acts(self, game: G, player: str) -> bool:
        """Whether a player has a role in it."""
        return any(self.turn.roles(game, role) == player for role in self.acting)

    def whose(self, game: G) -> str | None:
        """Who has the first role of the player's turn that it belongs to."""
        leading = next(iter(self.part.cast.values()), "")
        return self.turn.roles(game, leading) if leading else None

    def called(self, game: G) -> str:
        """The name of the segment and who acts in it."""
        side = self.actor(game)
        return f"{self.name} of {side}" if side else self.name

    # ---- when

    def skipped(self, game: G) -> bool:
        """Whether it does not occur in this kind of turn."""
        return not self.turn.occurs(game, self.part)

    def last(self, game: G) -> bool:
        """Whether no segment of its phase follows in this turn."""
        return not any(self.turn.occurs(game, part) for part in self.rest)

    def after(self, kind: str) -> int:
        """How many segments it comes after that of a kind in the same player's turn."""
        return self.number - 1 - self._places[kind]

    # ---- what

    def asks(self, game: G) -> Sequence[Ask]:
        """Who acts does so until he ends the segment; one without choices is passed over."""
        if self.part.quiet and self.turn.kind(game) in self.part.quiet:
            return ()
        if self._alone:  # asked four times an action: the usual case goes the short way
            return self._one[self.turn.roles(game, self._alone)]
        sides = [self.turn.roles(game, role) for role in self.acting]
        return [self.questions[side] for side in sides if self._asked(game, side)]

    def _asked(self, game: G, side: str) -> bool:
        """Whether somebody is asked who acts in it: not if he has done while others have not."""
        if len(self.acting) > 1 and game.state[DONE].get(side) == Done(game.serial):
            return False
        return self.part.stops or self._choice(game, side)

    def _choice(self, game: G, side: str) -> bool:
        """Whether there is anything to decide; worked out again when something has changed."""
        key = "worth asking", self.number, side
        return game.cached(key, game.journal.every, lambda: self._possible(game, side))

    def _possible(self, game: G, side: str) -> bool:
        """Whether anything may be done: what a player does most often stands first in a segment,
        and is soonest told."""
        return any(verb.possible(game, side) for verb in self.deeds)

    def unfinished(self, game: G, player: str) -> list[Refusal]:
        """What a player must still do before it may end."""
        return [refusal for owed in self.part.owed for refusal in owed(game, player)]

    def enter(self, game: G) -> Procedure:
        """What happens when it begins."""
        return _run(self.part.begins, game)

    def leave(self, game: G) -> Procedure:
        """What happens when it ends, and then when its phase does."""
        yield from _run(self.part.ends, game)
        if self.last(game):
            yield from _run(self.part.phase_ends, game)


def played(game: Any) -> Played[Any]:
    """The segment under way."""
    found: Played[Any] = game.segments[game.state.maps["clock"]["now"].step]
    return found


def _run(steps: Iterable[Step[G]], game: G) -> Procedure:
    for step in steps:
        found = step(game)
        if found is not None:
            yield from found
