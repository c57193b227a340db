"""Setting up: what a scenario leaves to the owner of the counters, before the first turn.

A side takes the steps that it likes, each carried out at once, until it says `ready`. Said at once,
that leaves everything as the scenario has it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic

from grognard.engine.decision import Action, Ask, G, Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import O
from grognard.kit.orders import Nothing

SET_UP = "set-up"
"""What the question is called."""
AS_PRINTED = "as printed"
"""The standing answer of a player who wants no choice."""


class Step(Answer[G, O], Generic[G, O]):
    """One step of a set-up; it is taken at once, and can be taken back."""

    at_once = True

    @abstractmethod
    def carry_out(self, game: G, player: str, order: O) -> None:
        """Do it."""


class Ready(Answer[G, Nothing]):
    """Being done with the set-up; at once, if it is to be as printed."""

    do, order = "ready", Nothing
    title = phrase = "Ready"

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def ways(self, game: G, player: str, actor: str) -> Iterator[Nothing]:
        """The one way to say so."""
        yield Nothing()

    def against(self, game: G, player: str, order: Nothing) -> list[Refusal]:
        """Nothing: what could not stay so has been refused before."""
        return []


READY: Action = {"do": Ready.do}


def until_ready(
    game: G,
    side: str,
    prompt: str,
    rule: str,
    steps: Sequence[Step[G, Any]],
    context: Callable[[], Mapping[str, Any]] = dict,
) -> Procedure:
    """A side sets up, step by step. `context` is what it should see beside the question."""
    offers = (*steps, Ready[G](rule))
    while True:
        answer = yield Ask(
            side, SET_UP, prompt, rule, offers, default=READY, policies={AS_PRINTED: lambda: READY},
            context=context,
        )  # fmt: skip
        if answer == READY:
            return
        step = next(step for step in steps if step.do == answer["do"])
        step.carry_out(game, side, step.order_of(game, answer))
