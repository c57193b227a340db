"""Exact odds: the whole tree of results that the dice decide, each with its probability.

The action is carried out on the game itself, once for every way the dice can fall, and taken back
each time: what is enumerated is what would happen, not a second copy of the rules. Questions that
come before the first roll are answered by supposition or by their default; at a question after a
roll the branch ends there, unless it is a slight one, or the asker wants the branch followed to the
end with default answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask
from grognard.engine.dice import STREAM, Chance, Faces, Key, Supposed
from grognard.engine.event import Event
from grognard.engine.falls import falls
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.supposing import Landmark, Supposition

if TYPE_CHECKING:
    from grognard.engine.game import Game


@dataclass(frozen=True)
class Outcome:
    """One result, with its exact probability and the facts that make it up."""

    probability: Fraction
    facts: tuple[Mapping[str, Any], ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data; the probability is written as a fraction."""
        return {
            "probability": str(self.probability),
            "facts": [dict(fact) for fact in self.facts],
            "text": self.text,
        }


@dataclass(frozen=True)
class Odds:
    """Every outcome of an action; what was supposed; what the asker may not know."""

    outcomes: tuple[Outcome, ...] = ()
    supposed: tuple[Mapping[str, Any], ...] = ()
    unknown: tuple[Refusal, ...] = ()
    reckoning: Mapping[str, Any] = field(default_factory=dict)

    def chance(self, matters: Any) -> Fraction:
        """The probability that one of an outcome's facts satisfies a condition."""
        hits = (o.probability for o in self.outcomes if any(matters(f) for f in o.facts))
        return sum(hits, Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data."""
        return {
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            "supposed": [dict(item) for item in self.supposed],
            "unknown": [refusal.to_json() for refusal in self.unknown],
            "reckoning": dict(self.reckoning),
        }


class _After:
    """Real dice for what has been rolled, supposed dice for what has not."""

    def __init__(self, real: Chance, start: int, supposed: Supposed) -> None:
        self.real, self.start, self.supposed = real, start, supposed

    def draw(self, place: int, count: int, sides: int, key: Key) -> Faces:
        """A die that has fallen already falls the same; a later one as supposed."""
        chosen: Chance = self.real if place < self.start else self.supposed
        return chosen.draw(place, count, sides, key)


@dataclass(frozen=True, slots=True)
class _Branch:
    """Rolls that have fallen one way, how likely that is, and the last landmark before the last of
    them, with how many had been rolled there."""

    fallen: tuple[Faces, ...] = ()
    weight: Fraction = Fraction(1)
    since: Landmark | None = None
    rolled: int = 0

    def on(self, faces: Faces, share: Fraction) -> _Branch:
        """The branch with one roll more."""
        return _Branch((*self.fallen, faces), self.weight * share, self.since, self.rolled)


class _Trial:
    """One enumeration of an action's results."""

    def __init__(
        self,
        game: Game[Any],
        player: str,
        action: Action,
        suppose: Mapping[str, Action],
        through: bool,
    ) -> None:
        self.game, self.player, self.action = game, player, action
        self.suppose, self.through = suppose, through
        self.start = game.state[STREAM]["now"].drawn
        self.supposed: dict[str, Mapping[str, Any]] = {}
        self.reckoning: Mapping[str, Any] = {}
        self.results: dict[tuple[str, ...], list[Event]] = {}
        self.weights: dict[tuple[str, ...], Fraction] = {}
        self.branch = _Branch()
        self.left = [self.branch]
        self.dice: Supposed

    def run(self) -> Odds:
        """Try every fall of the dice that matters, each from where it makes a difference on."""
        with Supposition(self.game, self.player, self.action, self._reply) as supposed:
            while self.left:
                self.branch = self.left.pop()
                self.dice = Supposed(self.branch.fallen, self._settle, self.branch.rolled)
                chance = _After(self.game.dice, self.start, self.dice)
                self._collect(supposed.run(chance, self._passed, self.branch.since))
        outcomes = tuple(self._outcomes())
        return Odds(outcomes, tuple(self.supposed.values()), (), self.reckoning)

    def _settle(self, count: int, sides: int, key: Key) -> Faces:
        """Let an open roll fall one way now, and leave the other ways for later."""
        branches = [self.branch.on(*fall) for fall in falls(count, sides, key)]
        self.branch = branches.pop()
        self.left += branches
        return self.branch.fallen[-1]

    def _passed(self, landmark: Landmark) -> None:
        """Other ways are tried from here on, whatever is left open from now on."""
        self.branch = replace(self.branch, since=landmark, rolled=self.dice.used)

    def _reply(self, ask: Ask) -> Action | None:
        """The supposed answer to a question; None ends the branch."""
        rolled = self.game.state[STREAM]["now"].drawn > self.start
        follow = self.through or ask.slight or ask.name in self.suppose
        if rolled and not follow:
            return None
        answer = self.suppose.get(ask.name, ask.default)
        if answer is not None:
            note = {"player": ask.player, "question": ask.name, "rule": ask.rule}
            note |= {"text": ask.supposed} if ask.supposed else {}
            self.supposed.setdefault(f"{ask.player} {ask.name}", note)
        return answer

    def _collect(self, events: list[Event]) -> None:
        told = [event for event in (e.told(self.player) for e in events) if event is not None]
        for event in told:
            if event.kind == "reckoning" and not self.reckoning:
                self.reckoning = event.facts
        results = [event for event in told if event.outcome]
        key = tuple([canonical(dict(event.facts)) for event in results])
        self.results.setdefault(key, results)
        self.weights[key] = self.weights.get(key, Fraction(0)) + self.branch.weight

    def _outcomes(self) -> Iterator[Outcome]:
        """What came of all branches, the likeliest first."""
        words: dict[tuple[str, str], str] = {}  # the same is told of many branches

        def told(event: Event, facts: str) -> str:
            which = event.kind, facts
            if which not in words:
                words[which] = self.game.sentence(event)
            return words[which]

        texts = {
            key: "; ".join(map(told, results, key)) or "no roll"
            for key, results in self.results.items()
        }
        for key in sorted(texts, key=lambda key: (-self.weights[key], texts[key], key)):
            facts = tuple([event.facts for event in self.results[key]])
            yield Outcome(self.weights[key], facts, texts[key])


def exact_odds(
    game: Game[Any],
    action: Action,
    player: str,
    suppose: Mapping[str, Action] | None = None,
    through: bool = False,
) -> Odds:
    """The odds of an action for a player who may take it now."""
    refusals = game.why(player, action)
    if refusals:
        raise Refused(refusals)
    unknown = [*_sealed(game, player), *game.system.unknowns(game, player, action)]
    if unknown:
        return Odds(unknown=tuple(unknown))
    if not game.at_checkpoint:  # what a procedure under way depends on has been told
        return _Trial(game, player, action, suppose or {}, through).run()
    mark = game.journal.mark()
    try:
        presumed = game.system.presume(game, player, action)
        odds = _Trial(game, player, action, suppose or {}, through).run()
    finally:
        game.journal.rollback(mark)
    return replace(odds, supposed=(*presumed, *odds.supposed))


def _sealed(game: Game[Any], player: str) -> list[Refusal]:
    """A sealed question has no odds: they would hang on what another player answers in secret."""
    decision = game.decision(player)
    if decision is None or not decision.ask.sealed:
        return []
    return [Refusal(decision.ask.rule, "this is decided together with another's sealed answer")]
