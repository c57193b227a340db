"""The segments of a Game Turn by their kinds, which of them is under way, and who acts in it. [2.1]

The sequence itself, with what may be done in each segment and what happens when it begins or ends,
stands above all chapters, in `sequence.py`. [2.2]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import O
from grognard.kit.orders import Nothing
from grognard.kit.turn import End, Played, played
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TURN, TurnStatus

PRE_TURN, REFIT, REINFORCEMENT = "pre-turn", "refit", "reinforcement"
BREAKOUT, MOVEMENT, BARRAGE = "breakout", "movement", "barrage"
SUPPLY = "supply"
REACTION, REACTION_BARRAGE = "reaction", "reaction-barrage"
ARTILLERY, ATTACK = "artillery", "attack"
EXPLOITATION, EXPLOITATION_BARRAGE, EXPLOITATION_ATTACK = (
    "exploitation", "exploitation-barrage", "exploitation-attack",
)  # fmt: skip
CLEAN_UP = "clean-up"

MOVES = (MOVEMENT, REACTION, EXPLOITATION)
"""The Movement Segments: ships and aircraft act in each of them. [6.0] [7.0c] [11.0d]"""
BARRAGES = (BARRAGE, REACTION_BARRAGE, ARTILLERY, EXPLOITATION_BARRAGE)
ATTACKS = (ATTACK, EXPLOITATION_ATTACK)
"""The Combat Segments: exploitation has one of its own. [9.0] [11.0]"""
PHASING, OTHER = "phasing", "other"
"""The roles in a Player Turn: whose it is, and who acts in its Reaction Phase. [2.3-react] [7.0]"""


class OcsVerb(Verb[Ocs, O], Generic[O]):
    """A kind of action of OCS, with its orders of one type."""

    alone = True
    stops: ClassVar[bool] = True
    """Whether a segment is stopped for its sake; where others always stop it too, it need not."""
    rare: ClassVar[bool] = False
    """Whether a segment is stopped for its sake only if one is legal, not as soon as one may be."""

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there may be any; a segment without one is not asked about."""
        if self.rare:
            return next(self.legal(game, player), None) is not None
        return self.stops and super().possible(game, player)

    def own(self, game: Ocs, player: str, piece: str) -> Iterator[Action]:
        """What a counter could be meant to do where it is."""
        yield from self.meant(game, player, (piece,), ())

    def at(self, game: Ocs, player: str, h: int) -> Iterator[O]:
        """Nothing, as a rule: whoever means something says who does it."""
        return iter(())


# ---- registers that the chapters fill


Foretelling = Callable[[Ocs, str, Sequence[str], Callable[[], None]], list[Refusal]]

FORETELLING: list[Foretelling] = []


def foretelling(hook: Foretelling) -> Foretelling:
    """Have a chapter say what a player should know before he does something."""
    FORETELLING.append(hook)
    return hook


def foretold(game: Ocs, player: str, names: Sequence[str], change: Callable[[], None]) -> list[str]:
    """What the chapters have to say of an order to some counters before it is given.

    `change` brings the position about that would follow; it is taken back.
    """
    found = (refusal for hook in FORETELLING for refusal in hook(game, player, names, change))
    return [f"{refusal.text} [{refusal.rule}]" for refusal in found]


# ---- what may be done in every segment


class EndSegment(End[Ocs], OcsVerb[Nothing]):
    """Ending a segment, when nothing in it is obligatory any more: attacks never are. [2.1]

    Ending alone is not worth asking about.
    """

    rule = "2.1"


class CancelSimulcast(OcsVerb[Nothing]):
    """Going back to a turn with fighting; nobody is stopped to be asked about it. [2.4(4)]"""

    do, rule, order = "cancel-simulcast", "2.4(4)", Nothing
    title = phrase = "End the simulcast turn"
    stops = False

    def against(self, game: Ocs, player: str, order: Nothing) -> list[Refusal]:
        """Only in a simulcast turn. [2.4(4)]"""
        if peaceful(game):
            return []
        return [Refusal("2.4(4)", "this is no simulcast turn; there is nothing to cancel")]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()

    def carry_out(self, game: Ocs, player: str, order: Nothing) -> None:
        """The rest of the turn is an ordinary one. [2.4(4)]"""
        game.put(TURN, "now", replace(turn_status(game), simulcast=False))
        game.emit(Event("simulcast", self.rule, {"by": player, "ends": True}))


# ---- asking


def segment(game: Ocs) -> Played[Ocs]:
    """The segment under way."""
    return played(game)


def kind(game: Ocs) -> str:
    """The kind of the segment under way."""
    return segment(game).kind


def phase(game: Ocs) -> str:
    """The phase under way."""
    return segment(game).phase


def phase_start(game: Ocs) -> int:
    """The serial of the first segment of the phase under way; marks of "this phase" hold it."""
    clock = game.state.maps["clock"]["now"]
    found: Any = game.segments[clock.step]
    start: int = (clock.turn - 1) * len(game.segments) + clock.step - found.offset
    return start


def phasing(game: Ocs) -> str:
    """The side whose Player Turn it is; before the first, whose it would be. [2.1]"""
    return segment(game).side(game, PHASING)


def actor(game: Ocs) -> str:
    """The side that acts in this segment."""
    return segment(game).actor(game) or phasing(game)


def turn_status(game: Ocs) -> TurnStatus:
    """What holds for the Game Turn."""
    found: TurnStatus = game.state.maps["turn"]["now"]
    return found


def peaceful(game: Ocs) -> bool:
    """Whether this is a simulcast turn, without combat, barrages or raids. [2.4(2)] [2.4(3)]"""
    return turn_status(game).simulcast


def own_movement_phase(game: Ocs, side: str) -> bool:
    """Whether it is a side's own Movement Phase. [5.4]"""
    return phase(game) == "Movement" and phasing(game) == side
