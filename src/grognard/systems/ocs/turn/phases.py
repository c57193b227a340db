"""The sequence of play: a Pre-Turn Phase, then two Player Turns of eight phases each. [2.1] [2.2]

Segments know their kind and whose turn they belong to; who that is follows from who goes first in
the Game Turn. What may be done in a segment, and what happens when it begins or ends, the chapters
put into the registers of this module: nobody else has to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from grognard.engine.decision import Action, Ask, Deed, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.kit.deeds import Verb
from grognard.kit.forms import O
from grognard.kit.orders import Nothing
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import TURN, TurnStatus
from grognard.systems.ocs.turn.registers import Hooks

PRE_TURN, REFIT, REINFORCEMENT = "pre-turn", "refit", "reinforcement"
BREAKOUT, MOVEMENT, BARRAGE = "breakout", "movement", "barrage"
SUPPLY = "supply"
REACTION, REACTION_BARRAGE = "reaction", "reaction-barrage"
ARTILLERY, ATTACK = "artillery", "attack"
EXPLOITATION, EXPLOITATION_BARRAGE, EXPLOITATION_ATTACK = (
    "exploitation", "exploitation-barrage", "exploitation-attack",
)  # fmt: skip
CLEAN_UP = "clean-up"

PHASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Aircraft Refit", (REFIT,)),
    ("Reinforcement", (REINFORCEMENT,)),
    ("Movement", (BREAKOUT, MOVEMENT, BARRAGE)),
    ("Supply", (SUPPLY,)),
    ("Reaction", (REACTION, REACTION_BARRAGE)),
    ("Combat", (ARTILLERY, ATTACK)),
    ("Exploitation", (EXPLOITATION, EXPLOITATION_BARRAGE, EXPLOITATION_ATTACK)),
    ("Clean Up", (CLEAN_UP,)),
)
"""The phases of a Player Turn with their segments, in order. [2.2]"""
SEGMENTS: dict[str, tuple[str, str, str]] = {
    REFIT: ("Aircraft Refit", "refit aircraft, plan drops", "2.3-refit"),
    REINFORCEMENT: ("Reinforcement", "place reinforcements, rebuild, consolidate", "2.3-reinf"),
    BREAKOUT: ("Breakout Segment", "break out of pockets", "12.8e"),
    MOVEMENT: ("Movement Segment", "change modes, move, overrun, build, fly", "2.3-move"),
    BARRAGE: ("Barrage Segment", "barrage from the air and the sea", "2.3-move"),
    SUPPLY: ("Supply", "supply your units", "2.3-supply"),
    REACTION: ("Reaction, Movement Segment", "release Reserves and move them", "2.3-react"),
    REACTION_BARRAGE: ("Reaction, Barrage Segment", "barrage", "2.3-react"),
    ARTILLERY: ("Combat, Artillery Barrage Segment", "barrage with artillery", "2.3-combat"),
    ATTACK: ("Combat Segment", "attack", "2.3-combat"),
    EXPLOITATION: (
        "Exploitation, Movement Segment", "move exploiting units and released Reserves",
        "2.3-exploit",
    ),
    EXPLOITATION_BARRAGE: ("Exploitation, Barrage Segment", "barrage", "2.3-exploit"),
    EXPLOITATION_ATTACK: ("Exploitation, Combat Segment", "attack", "2.3-exploit"),
    CLEAN_UP: ("Clean Up", "clean up", "2.3-cleanup"),
}  # fmt: skip
"""For each kind of segment what it is called, what is asked, and the rule."""
KINDS = tuple(kind for _, kinds in PHASES for kind in kinds)
EVERY = (PRE_TURN, *KINDS)
"""For hooks of all segments."""
STEPS = 1 + 2 * len(KINDS)
"""Segments of a Game Turn: the Pre-Turn Phase and two Player Turns. [2.1]"""
MOVES = (MOVEMENT, REACTION, EXPLOITATION)
"""The Movement Segments: ships and aircraft act in each of them. [6.0] [7.0c] [11.0d]"""
BARRAGES = (BARRAGE, REACTION_BARRAGE, ARTILLERY, EXPLOITATION_BARRAGE)
ATTACKS = (ATTACK, EXPLOITATION_ATTACK)
"""The Combat Segments: exploitation has one of its own. [9.0] [11.0]"""
FIGHTING = (*BARRAGES, *ATTACKS)
"""Segments without anything to do in a simulcast turn. [2.4(2)]"""
REACTING = (REACTION, REACTION_BARRAGE)
"""Segments in which the non-phasing player acts; there is none for attacks. [2.3-react] [7.0]"""


# ---- registers that the chapters fill


class OcsDeed(Deed[Ocs]):
    """An action of OCS; `possible` says quickly whether it is worth asking about."""

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there may be any such action; a segment without one is not asked about."""
        return True


class OcsVerb(Verb[Ocs, O], OcsDeed, Generic[O]):
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


D = TypeVar("D", bound=type[OcsDeed])
Hook = Callable[[Ocs], Procedure]
Check = Callable[[Ocs, str], list[Refusal]]
Foretelling = Callable[[Ocs, str, Sequence[str], Callable[[], None]], list[Refusal]]

DEEDS: dict[str, list[type[OcsDeed]]] = {}
ON_ENTER: dict[str, Hooks[Hook]] = {kind: Hooks() for kind in EVERY}
ON_LEAVE: dict[str, Hooks[Hook]] = {kind: Hooks() for kind in EVERY}
ON_PHASE_END: Hooks[Hook] = Hooks()
OBLIGATIONS: Hooks[Check] = Hooks()
FORETELLING: list[Foretelling] = []
STANDING_POLICIES: dict[str, tuple[str, ...]] = {}
"""For each question that may interrupt the enemy's turn, the answers a player may leave."""


def deed(*kinds: str) -> Callable[[D], D]:
    """Offer a kind of action in some kinds of segment."""

    def register(cls: D) -> D:
        for kind in kinds:
            DEEDS.setdefault(kind, []).append(cls)
        return cls

    return register


def _hook(
    register: dict[str, Hooks[Hook]], kinds: Sequence[str], order: int
) -> Callable[[Hook], Hook]:
    def add(hook: Hook) -> Hook:
        for kind in kinds:
            register[kind].enter(order, hook)
        return hook

    return add


def on_enter(*kinds: str, order: int = 50) -> Callable[[Hook], Hook]:
    """Have a procedure run when a segment of these kinds begins, the lowest order first."""
    return _hook(ON_ENTER, kinds, order)


def on_leave(*kinds: str, order: int = 50) -> Callable[[Hook], Hook]:
    """Have a procedure run when a segment of these kinds ends, the lowest order first."""
    return _hook(ON_LEAVE, kinds, order)


def on_phase_end(order: int = 50) -> Callable[[Hook], Hook]:
    """Have a procedure run at the end of every phase, after its last segment's own hooks."""

    def add(hook: Hook) -> Hook:
        ON_PHASE_END.enter(order, hook)
        return hook

    return add


def obligation(order: int) -> Callable[[Check], Check]:
    """Have a check keep a segment open: what it refuses must be done first."""

    def add(check: Check) -> Check:
        OBLIGATIONS.enter(order, check)
        return check

    return add


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


def policies(question: str, *answers: str) -> None:
    """Name the standing answers that a player may leave for a question."""
    STANDING_POLICIES[question] = answers


def _run(hooks: Sequence[Hook], game: Ocs) -> Procedure:
    """Some hooks, in their order."""
    for hook in hooks:
        yield from hook(game)


# ---- the segments


class EndSegment(OcsVerb[Nothing]):
    """Ending a segment, when nothing in it is obligatory any more. [2.1]

    Ending alone is not worth asking about.
    """

    do, rule, order = "end", "2.1", Nothing
    title = phrase = "End the phase"
    ends = True
    stops = False

    def against(self, game: Ocs, player: str, order: Nothing) -> list[Refusal]:
        """What the player must still do."""
        return [refusal for owed in OBLIGATIONS for refusal in owed(game, player)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Nothing]:
        """The one way, and always open: attacks are never owed. [9.1b]"""
        yield Nothing()

    def carry_out(self, game: Ocs, player: str, order: Nothing) -> Procedure:
        """Close the segment and go on to the next. [2.1]"""
        yield from proceed(game)


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


class OcsSegment(Segment[Ocs]):
    """One segment of a Player Turn. [2.2]

    `half` is 0 in the first Player Turn and 1 in the second; `offset` counts the segments of its
    phase before it, `last` says that none follows.
    """

    def __init__(
        self, kind: str, half: int, offset: int, last: bool, phase: str, scenario: OcsScenario
    ) -> None:
        self.kind, self.half, self.offset, self.last, self.phase = kind, half, offset, last, phase
        self.name, self.prompt, self.rule = SEGMENTS[kind]
        self.number = 1 + half * len(KINDS) + KINDS.index(kind) + 1
        found = sorted(DEEDS.get(kind, ()), key=lambda cls: cls.do)
        self.deeds: tuple[OcsDeed, ...] = (
            *(cls() for cls in found),
            CancelSimulcast(),
            EndSegment(),
        )
        self._last = self.deeds[-1]
        self.questions = {
            side: (Ask(side, self.name, self.prompt, self.rule, self.deeds),)
            for side in scenario.sides
        }

    def called(self, game: Ocs) -> str:
        """The name of the segment and who acts in it."""
        return f"{self.name} of {self.actor(game)}"

    def phasing(self, game: Ocs) -> str:
        """Whose Player Turn it is. [2.1]"""
        first = turn_status(game).first or game.scenario.sides[0]
        return first if self.half == 0 else game.scenario.other(first)

    def actor(self, game: Ocs) -> str:
        """Who acts: the phasing player, or the other in the Reaction Phase. [2.3-react]"""
        side = self.phasing(game)
        return game.scenario.other(side) if self.kind in REACTING else side

    def enter(self, game: Ocs) -> Procedure:
        """What the chapters have happen when the segment begins."""
        yield from _run(ON_ENTER[self.kind], game)

    def asks(self, game: Ocs) -> Sequence[Ask]:
        """The player acts until he ends the segment; one without choices is passed over.

        Nobody fights in a simulcast turn. [2.4(2)]
        """
        if self.kind in FIGHTING and peaceful(game):
            return ()
        side = self.actor(game)
        key = "worth asking", self.number
        found = game.cached(key, tuple(game.state.maps), lambda: self._worth_asking(game, side))
        return self.questions[side] if found else ()

    def _worth_asking(self, game: Ocs, side: str) -> bool:
        """Whether there is any choice; what was possible last time is looked at first."""
        if self._last.possible(game, side):
            return True
        for one in self.deeds:
            if one is not self._last and one.possible(game, side):
                self._last = one
                return True
        return False

    def leave(self, game: Ocs) -> Procedure:
        """What the chapters have happen when the segment ends, and then its phase."""
        yield from _run(ON_LEAVE[self.kind], game)
        if self.last:
            yield from _run(ON_PHASE_END, game)


class PreTurn(Segment[Ocs]):
    """The Pre-Turn Phase: weather, and who goes first; one procedure. [2.3-weather] [2.3-first]"""

    kind, name, number, rule, phase = PRE_TURN, "Pre-Turn", 1, "2.3-weather", "Pre-Turn"
    offset, last, half = 0, True, 0

    def enter(self, game: Ocs) -> Procedure:
        """What pre_turn has happen."""
        yield from _run(ON_ENTER[PRE_TURN], game)

    def phasing(self, game: Ocs) -> str:
        """Nobody's turn has begun; who went first last time stands for both."""
        return turn_status(game).first or game.scenario.sides[0]

    def actor(self, game: Ocs) -> str:
        """As `phasing`."""
        return self.phasing(game)


def sequence(scenario: OcsScenario) -> tuple[Segment[Any], ...]:
    """The Pre-Turn Phase, then the phases of both players. [2.2] [2.3-second]"""
    found: list[Segment[Any]] = [PreTurn()]
    for half in (0, 1):
        for phase, kinds in PHASES:
            for offset, kind in enumerate(kinds):
                last = offset == len(kinds) - 1
                found.append(OcsSegment(kind, half, offset, last, phase, scenario))
    return tuple(found)


def step_of(kind: str, half: int = 0) -> int:
    """The place of a segment in the sequence, from 0."""
    return 0 if kind == PRE_TURN else 1 + half * len(KINDS) + KINDS.index(kind)


# ---- asking


def segment(game: Ocs) -> OcsSegment:
    """The segment under way."""
    found: Any = game.segments[game.state.maps["clock"]["now"].step]
    return found  # type: ignore[no-any-return]


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
    """The side whose Player Turn it is. [2.1]"""
    return segment(game).phasing(game)


def actor(game: Ocs) -> str:
    """The side that acts in this segment."""
    return segment(game).actor(game)


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
