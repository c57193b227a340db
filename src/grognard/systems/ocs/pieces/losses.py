"""Step losses: who bears them, and what is left of him. [9.11]

In a combat the unit that gave the Action Rating loses the first step and nobody loses two before
all have lost one [9.11c]; a barrage, attrition or a retreat leaves it all to the owner. [9.11a]
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, TypeAlias, TypeVar

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import AnyGame, CountsField
from grognard.systems.ocs.forms import Names
from grognard.systems.ocs.pieces.stacking import UNSEEN, eliminate
from grognard.systems.ocs.pieces.values import (
    counter_of,
    rating,
    side_of,
    steps_of,
    strength,
    unit_of,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.units import DEAD, REMOVED, UNITS

T = TypeVar("T")
Lost = dict[str, int]
Questions: TypeAlias = Generator[Ask | tuple[Ask, ...], Any, T]
"""A step that asks, and gives something back."""

LOSSES = "step losses"
CHEAPEST, SPREAD = "least valuable", "whole units last"


def in_steps(number: int) -> str:
    """So many steps. [4.6]"""
    return "1 step" if number == 1 else f"{number} steps"


# ---- what a loss does


def lose(game: Ocs, name: str, steps: int, rule: str) -> None:
    """A unit loses steps; with the last one it is destroyed. [9.11]"""
    suffer(game, {name: steps}, rule)


def suffer(game: Ocs, take: Mapping[str, int], rule: str) -> None:
    """Units of one side lose steps, and none more than it has. [9.11]

    The enemy is told how many, but not whose unless a unit dies. [4.9a] [4.9b] Of Attrition he
    hears no more than the latter.
    """
    take = {name: min(n, steps_of(game, name)) for name, n in take.items()}
    take = {name: n for name, n in take.items() if n > 0}
    if not take:
        return
    side = side_of(game, next(iter(take)))
    _tell(game, side, take, rule)
    for name, count in take.items():
        if count == steps_of(game, name):
            eliminate(game, name, rule, "its last step is lost")
            continue
        unit, status = unit_of(game, name), game.state[SIDES][side]
        game.put(UNITS, name, replace(unit, lost=unit.lost + count))
        game.put(SIDES, side, replace(status, steps_lost=status.steps_lost + count))


def _tell(game: Ocs, side: str, take: Mapping[str, int], rule: str) -> None:
    total = sum(take.values())
    listed = ", ".join(f"{counter_of(game, name).name} {count}" for name, count in take.items())
    text = f"{side} loses {in_steps(total)}"
    facts: dict[str, Any] = {"side": side, "steps": total}
    others = None if rule in UNSEEN else Event("loss", text, rule, facts)
    own = {**facts, "units": dict(take)}
    game.emit(Event("loss", f"{text}: {listed}", rule, own, seen_by=(side,), others=others))


def alive(game: Ocs, names: Sequence[str]) -> tuple[str, ...]:
    """Those of some units that have not been destroyed, in their order."""
    return tuple(
        name
        for name in names
        if name in game.state[UNITS] and unit_of(game, name).place not in (DEAD, REMOVED)
    )


# ---- who bears it


class StepsField(CountsField):
    """Steps by the units that lose them."""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """How many each."""
        return ", ".join(f"{in_steps(n)} of {names.get(key, key)}" for key, n in value.items() if n)


@dataclass(frozen=True, slots=True)
class Take:
    """How many steps each unit loses."""

    take: Annotated[Mapping[str, int], StepsField()]


class Losses(Answer[Ocs, Take]):
    """Sharing out so many steps among units of a side. [9.11a]

    `taken` is what each has lost in this combat, None where losses are the owner's alone to share;
    `first` is the unit whose Action Rating counted, if it still owes the first step. [9.11c]
    """

    do, order = "losses", Take
    title = "Take losses"
    phrase = ("Lose {take}", "Lose nothing")
    sure = True

    def __init__(
        self,
        steps: Mapping[str, int],
        total: int,
        rule: str,
        first: str = "",
        taken: Mapping[str, int] | None = None,
    ) -> None:
        self.steps, self.total, self.rule = steps, total, rule
        self.first, self.taken = first, taken

    def against(self, game: Ocs, player: str, order: Take) -> list[Refusal]:
        """All must be borne, by these units, in a combat one each first. [9.11a] [9.11c]"""
        take = order.take
        for name, count in take.items():
            if name not in self.steps:
                known = ", ".join(self.steps)
                return [Refusal("9.11a", f"{name!r} cannot bear these losses; {known} can")]
            if not 0 < count <= self.steps[name]:
                text = f"{name} can lose 1 to {self.steps[name]} steps here, not {count}"
                return [Refusal("9.11", text)]
        if sum(take.values()) != self.total:
            text = f"{self.total} steps must be lost here, not {sum(take.values())}"
            return [Refusal("9.11b", text)]
        return self.unfair(take)

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """Who must lose a step first in a combat; beyond that the owner decides. [9.11a] [9.11c]"""
        if self.first and not take.get(self.first):
            text = f"{self.first} gave the Action Rating and loses the first step"
            return [Refusal("9.11c", text)]
        if self.taken is None:
            return []
        borne = {n: self.taken.get(n, 0) + take.get(n, 0) for n in self.steps}
        whole = [name for name in self.steps if not borne[name]]
        if whole and max((borne[name] for name in take), default=0) > 1:
            text = f"{', '.join(whole)} loses a step before another unit loses its second"
            return [Refusal("9.11c", text)]
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Take]:
        """Every way to share them out."""
        for take in shares(list(self.steps.items()), self.total):
            if not self.unfair(take):
                yield Take(take)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """One step after the other, from units drawn by lot."""
        return self.filled({name: rng.random() for name in self.steps})

    def filled(self, worth: Mapping[str, Any]) -> Action:
        """One step after the other from whoever is worth least; in a combat all in turn. [9.11c]"""
        take: Lost = {}
        for place in range(self.total):
            left = [name for name in self.steps if take.get(name, 0) < self.steps[name]]
            if place == 0 and self.first:
                left = [self.first]
            elif self.taken is not None:
                borne = {name: self.taken.get(name, 0) + take.get(name, 0) for name in left}
                left = [name for name in left if borne[name] == min(borne.values())]
            name = min(left, key=lambda n: (worth[n], n))
            take[name] = take.get(name, 0) + 1
        return {"do": self.do, "take": {n: take[n] for n in self.steps if n in take}}


def shares(steps: Sequence[tuple[str, int]], total: int) -> Iterator[Lost]:
    """Every way to take so many steps from units that have so many each."""
    if not total:
        yield {}
    elif total <= sum(count for _, count in steps):
        name, most = steps[0]
        for own in range(min(most, total), -1, -1):
            for rest in shares(steps[1:], total - own):
                yield {name: own, **rest} if own else rest


def worth(game: Ocs, name: str) -> tuple[int, int]:
    """What a step of a unit is worth, roughly: strength a step, then Action Rating."""
    steps = steps_of(game, name)
    value = strength(game, name, attacking=False).total * 12 // steps
    return int(value), int(rating(game, name).total)


# ---- asking


def choose(
    game: Ocs, side: str, names: Sequence[str], steps: int, rule: str, first: str = ""
) -> Procedure:
    """Units of a side lose steps as their owner decides: barrages, attrition, air and sea. [9.11a]

    `first` names a unit that must lose the first step. Steps nobody has left are ignored. [9.11c]
    """
    yield from share_out(game, side, names, steps, rule, first)


def share_out(
    game: Ocs,
    side: str,
    names: Sequence[str],
    steps: int,
    rule: str,
    first: str = "",
    taken: Mapping[str, int] | None = None,
) -> Questions[Lost]:
    """Ask the owner, unless there is nothing to decide, and carry it out; give back who lost what.

    With `taken`, what each has lost in this combat already, all lose one before any two. [9.11c]
    """
    left = {name: steps_of(game, name) for name in alive(game, names)}
    total = min(steps, sum(left.values()))
    if total <= 0:
        return {}
    offer = Losses(left, total, rule, first if first in left and not taken else "", taken)
    answers = list(islice(offer.legal(game, side), 2))
    answer = answers[0]
    if len(answers) > 1:
        answer = yield _which(game, side, offer)
    suffer(game, answer["take"], rule)
    return dict(answer["take"])


def _which(game: Ocs, side: str, offer: Losses) -> Ask:
    def cheapest() -> Action:
        return offer.filled({name: worth(game, name) for name in offer.steps})

    def spread() -> Action:
        """Divisions bear it before single steps, so that few counters die."""
        return offer.filled({n: (offer.steps[n] == 1, *worth(game, n)) for n in offer.steps})

    many = f"{in_steps(offer.total)} {'is' if offer.total == 1 else 'are'}"
    return Ask(
        side, LOSSES, f"{many} lost; which units bear them?", offer.rule, (offer,),
        default=cheapest,
        policies={CHEAPEST: cheapest, SPREAD: spread},
        context=lambda: {"steps": dict(offer.steps), "total": offer.total},
    )  # fmt: skip
