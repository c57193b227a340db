"""The turn: the sequence of play as data.

A sequence is a list of parts: what each is called, by which rule, which phase it belongs to, and
which *role* acts in it. Roles are mapped to sides anew each turn (`roles`), so that it may be
decided who goes first. Turns may be of different kinds: a part that does not occur in this kind of
turn is passed over as if it were not there, and none of its hooks is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from grognard.engine.decision import Ask, Deed, G, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing

Moment = Literal["enter", "leave", "phase-end"]
EVERY = "*"
"""For hooks of all kinds of segment."""


@dataclass(frozen=True, slots=True)
class Part:
    """A segment of the sequence of play. `turns` are the kinds of turn in which it occurs; if
    there are none it occurs in all. Without a role nobody is asked anything in it."""

    kind: str
    title: str
    rule: str
    prompt: str = ""
    role: str = ""
    phase: str = ""
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hook(Generic[G]):
    """What happens by itself when a segment of some kinds begins or ends, or its phase does."""

    moment: Moment
    kinds: tuple[str, ...]
    do: Callable[[G], Procedure]
    order: int = 50

    def concerns(self, moment: Moment, kind: str) -> bool:
        """Whether it is due at a moment of a kind of segment."""
        return self.moment == moment and (kind in self.kinds or EVERY in self.kinds)


@dataclass(frozen=True)
class Turn(Generic[G]):
    """The sequence of play of a system, and what its chapters do in it.

    A verb is offered in the kinds of segment that it names in `when`. `owed` says what a player
    must still do before a segment may end; `kind` of which kind a turn is.
    """

    parts: Sequence[Part]
    roles: Callable[[G], Mapping[str, str]]
    verbs: Sequence[Verb[G, Any]] = ()
    hooks: Sequence[Hook[G]] = ()
    owed: Sequence[Callable[[G, str], list[Refusal]]] = ()
    kind: Callable[[G], str] = lambda game: ""
    end: str = "end"

    def segments(self, sides: Sequence[str]) -> tuple[Played[G], ...]:
        """The sequence, ready to be played."""
        return tuple(Played(self, place, sides) for place in range(len(self.parts)))

    def unfinished(self, game: G, player: str) -> list[Refusal]:
        """What a player must still do."""
        return [refusal for owed in self.owed for refusal in owed(game, player)]

    def due(self, moment: Moment, kind: str) -> list[Hook[G]]:
        """The hooks of a moment, the lowest order first, as they are listed."""
        found = [hook for hook in self.hooks if hook.concerns(moment, kind)]
        return sorted(found, key=lambda hook: hook.order)


class Played(Segment[G]):
    """One segment as it is played. It remembers nothing."""

    def __init__(self, turn: Turn[G], place: int, sides: Sequence[str]) -> None:
        part = turn.parts[place]
        self.turn, self.part, self.kind = turn, part, part.kind
        self.name, self.rule, self.number = part.title, part.rule, place + 1
        self.phase = part.phase or part.title
        before = [other.phase or other.title for other in turn.parts[:place]]
        self.offset = next((i for i, phase in enumerate(reversed(before)) if phase != self.phase),
                           len(before))  # fmt: skip
        after = [other.phase or other.title for other in turn.parts[place + 1 :][:1]]
        self.last = after != [self.phase]
        offered = [verb for verb in turn.verbs if self.kind in verb.when]
        self.deeds: tuple[Deed[G], ...] = (*offered, End(turn))
        self.questions = {
            side: (Ask(side, self.name, part.prompt, self.rule, self.deeds),) for side in sides
        }
        self._enter, self._leave, self._phase_end = (
            turn.due(moment, self.kind) for moment in ("enter", "leave", "phase-end")
        )

    def actor(self, game: G) -> str | None:
        """Who acts now; None if nobody does."""
        return self.turn.roles(game).get(self.part.role)

    def called(self, game: G) -> str:
        """The name of the segment and who acts in it."""
        side = self.actor(game)
        return f"{self.name} of {side}" if side else self.name

    def skipped(self, game: G) -> bool:
        """Whether it does not occur in this kind of turn."""
        return bool(self.part.turns) and self.turn.kind(game) not in self.part.turns

    def asks(self, game: G) -> Sequence[Ask]:
        """The actor acts until he ends the segment; one without choices is passed over."""
        side = self.actor(game)
        if side is None or not self._worth_asking(game, side):
            return ()
        return self.questions[side]

    def _worth_asking(self, game: G, side: str) -> bool:
        """Whether there is anything to decide, or anything owed."""
        possible = (getattr(verb, "possible", None) for verb in self.deeds[:-1])
        return any(may is None or may(game, side) for may in possible)

    def enter(self, game: G) -> Procedure:
        """What the chapters have happen when it begins."""
        return _run(self._enter, game)

    def leave(self, game: G) -> Procedure:
        """What the chapters have happen when it ends, and then when its phase does."""
        return _run([*self._leave, *(self._phase_end if self.last else ())], game)


def _run(hooks: Iterable[Hook[G]], game: G) -> Procedure:
    for hook in hooks:
        yield from hook.do(game)


class End(Verb[G, Nothing]):
    """Ending a segment, when nothing in it is owed any more."""

    order = Nothing
    title, phrase, ends = "End the phase", "End the phase", True

    def __init__(self, turn: Turn[G]) -> None:
        self.turn, self.do = turn, turn.end
        self.rule = "turn"

    def against(self, game: G, player: str, order: Nothing) -> list[Refusal]:
        """What must still be done."""
        return self.turn.unfinished(game, player)

    def ways(self, game: G, player: str, actor: str) -> Any:
        """The one way."""
        yield Nothing()

    def possible(self, game: G, player: str) -> bool:
        """Ending alone is not worth asking about."""
        return False

    def carry_out(self, game: G, player: str, order: Nothing) -> Procedure:
        """Close the segment and go on to the next."""
        yield from proceed(game)
