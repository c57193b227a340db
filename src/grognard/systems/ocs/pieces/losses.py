"""Step losses: who bears them, and what is left of him. [9.11]

In a combat the unit that gave the Action Rating loses the first step and nobody loses two before
all have lost one [9.11c]; a barrage, attrition or a retreat leaves it all to the owner. [9.11a]
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action, Ask
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions
from grognard.kit.losses import Burden, Lost, ShareLosses, Toll
from grognard.systems.ocs.pieces.stacking import UNSEEN, eliminate
from grognard.systems.ocs.pieces.values import rating, side_of, steps_of, strength, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.units import DEAD, REMOVED, UNITS

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
    facts: dict[str, Any] = {"side": side, "steps": total}
    others = None if rule in UNSEEN else Event("loss", rule, facts)
    own = {**facts, "units": dict(take)}
    game.emit(Event("loss", rule, own, seen_by=(side,), others=others))


def alive(game: Ocs, names: Sequence[str]) -> tuple[str, ...]:
    """Those of some units that have not been destroyed, in their order."""
    return tuple(
        name
        for name in names
        if name in game.state[UNITS] and unit_of(game, name).place not in (DEAD, REMOVED)
    )


# ---- who bears it


class Losses(ShareLosses[Ocs]):
    """Sharing out so many steps among units of a side. [9.11a]

    `taken` is what each has lost in this combat, None where losses are the owner's alone to share;
    `first` is the unit whose Action Rating counted, if it still owes the first step. [9.11c]
    """

    do, title = "losses", "Take losses"
    phrase = ("Lose {take}", "Lose nothing")

    def __init__(
        self, burden: Burden, rule: str, first: str = "", taken: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(burden)
        self.rule, self.first, self.taken = rule, first, taken

    def against(self, game: Ocs, player: str, order: Toll) -> list[Refusal]:
        """All must be borne, by these units, in a combat one each first. [9.11a] [9.11c]"""
        found = self.burden.refusals(order.take, "9.11a", "9.11", "9.11b")
        return found or self.unfair(order.take)

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """Who must lose a step first in a combat; beyond that the owner decides. [9.11a] [9.11c]"""
        if self.first and not take.get(self.first):
            text = f"{self.first} gave the Action Rating and loses the first step"
            return [Refusal("9.11c", text)]
        if self.taken is None:
            return []
        borne = {n: self.taken.get(n, 0) + take.get(n, 0) for n in self.burden.steps}
        whole = [name for name in borne if not borne[name]]
        if whole and max((borne[name] for name in take), default=0) > 1:
            text = f"{', '.join(whole)} loses a step before another unit loses its second"
            return [Refusal("9.11c", text)]
        return []

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """One step after the other, from units drawn by lot."""
        return self.written(game, self.filled({name: rng.random() for name in self.burden.steps}))

    def filled(self, worth: Mapping[str, Any]) -> Toll:
        """One step after the other from whoever is worth least; in a combat all in turn. [9.11c]"""

        def least(left: Sequence[str], lost: Lost) -> str:
            if self.first and not lost:
                return self.first
            if self.taken is not None:
                borne = {name: self.taken.get(name, 0) + lost.get(name, 0) for name in left}
                left = [name for name in left if borne[name] == min(borne.values())]
            return min(left, key=lambda n: (worth[n], n))

        return Toll(self.burden.borne(least))

    def said(self, game: Ocs, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """How many each."""
        take = action["take"].items()
        return {"take": ", ".join(f"{in_steps(n)} of {names.get(k, k)}" for k, n in take if n)}


def worth(game: Ocs, name: str) -> tuple[int, int]:
    """What a step of a unit is worth, roughly: strength a step, then Action Rating."""
    steps = steps_of(game, name)
    value = strength(game, name, attacking=False).total * 12 // steps
    return int(value), int(rating(game, name).total)


# ---- asking


def choose(
    game: Ocs,
    side: str,
    names: Sequence[str],
    steps: int,
    rule: str,
    first: str = "",
    taken: Mapping[str, int] | None = None,
) -> Questions[Lost]:
    """Units of a side lose steps as their owner decides, if there is anything to decide. [9.11a]

    `first` names a unit that must lose the first step. Steps nobody has left are ignored. [9.11c]
    With `taken`, what each has lost in this combat already, all lose one before any two. [9.11c]
    Gives back who lost what.
    """
    left = {name: steps_of(game, name) for name in alive(game, names)}
    burden = Burden(left, steps)
    if burden.total <= 0:
        return {}
    offer = Losses(burden, rule, first if first in left and not taken else "", taken)
    answer = offer.only(game, side) or (yield _which(game, side, offer))
    suffer(game, answer["take"], rule)
    return dict(answer["take"])


def _which(game: Ocs, side: str, offer: Losses) -> Ask:
    steps, total = offer.burden.steps, offer.burden.total

    def cheapest() -> Toll:
        return offer.filled({name: worth(game, name) for name in steps})

    def spread() -> Toll:
        """Divisions bear it before single steps, so that few counters die."""
        return offer.filled({n: (steps[n] == 1, *worth(game, n)) for n in steps})

    prompt = f"{in_steps(total)} {'is' if total == 1 else 'are'} lost; which units bear them?"
    return offer.ask(
        game, side, LOSSES, prompt, {CHEAPEST: cheapest, SPREAD: spread},
        context=lambda: {"steps": dict(steps), "total": total},
    )  # fmt: skip
