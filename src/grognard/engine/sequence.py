"""The sequence of play: segments in their order, and the clock that points at one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from grognard.engine.decision import Ask, Deed, G, Procedure, nothing
from grognard.engine.record import Register

if TYPE_CHECKING:
    from grognard.engine.game import Game


@dataclass(frozen=True, slots=True)
class Clock:
    """Which turn it is, which step of the turn, and how the game ended if it has."""

    turn: int
    step: int
    over: bool = False
    result: str | None = None


CLOCK: Register[str, Clock] = Register("clock", str, Clock)


class Segment(Generic[G]):
    """One step of the sequence of play. It remembers nothing: it looks at the State and asks."""

    name: str
    number: int
    rule: str
    kind: str = ""
    """What sort of segment it is; several of a turn may be alike."""
    phase: str = ""
    """The phase that it belongs to, where phases have segments."""
    offset: int = 0
    """How many segments of its phase come before it."""
    stretch: str = ""
    """Which player's turn within the turn it belongs to, where a turn has several."""
    deeds: Sequence[Deed[Any]] = ()
    """The kinds of action that a player may take in it."""

    def called(self, game: G) -> str:
        """What the segment is called now; who acts in it may depend on how the turn began."""
        return self.name

    def acts(self, game: G, player: str) -> bool:
        """Whether a player acts in it."""
        return True

    def whose(self, game: G) -> str | None:
        """Whose player's turn it belongs to; None where a turn is not so divided."""
        return None

    def skipped(self, game: G) -> bool:
        """Whether the segment does not occur in this turn: then it neither begins nor ends."""
        return False

    def enter(self, game: G) -> Procedure:
        """What happens by itself when the segment begins."""
        return nothing()

    def asks(self, game: G) -> Sequence[Ask]:
        """What the players are asked now; nobody asked means the segment is over."""
        return ()

    def leave(self, game: G) -> Procedure:
        """What happens by itself when the segment ends."""
        return nothing()


def proceed(game: Game[Any]) -> Procedure:
    """Close the segment and go on to the next in which somebody is asked something."""
    while True:
        yield from game.segment.leave(game)
        if not game.over:
            yield from next_segment(game)
        if game.over or game.segment.asks(game):
            return


def next_segment(game: Game[Any]) -> Procedure:
    """Go on to the next segment that occurs, over the end of the turn if need be, and begin it."""
    while True:
        clock = game.clock
        if clock.step + 1 < len(game.segments):
            game.put(CLOCK, "now", Clock(clock.turn, clock.step + 1))
        else:
            yield from game.system.end_turn(game)
            if game.over:
                return
            game.put(CLOCK, "now", Clock(clock.turn + 1, 0))
        if not game.segment.skipped(game):
            break
    yield from game.segment.enter(game)


def begin(game: Game[Any]) -> Procedure:
    """Set up, begin the first segment that occurs, and go on until somebody is asked something."""
    yield from game.system.set_up(game)
    if game.segment.skipped(game):
        yield from next_segment(game)
    else:
        yield from game.segment.enter(game)
    if not game.over and not game.segment.asks(game):
        yield from proceed(game)
