"""Setting up: steps that are carried out at once, until a side is ready."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from grognard.engine.decision import Procedure
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.orders import OfOne, OneAt
from grognard.kit.setup import AS_PRINTED, READY, Step, until_ready
from tests.kit.walkers import MEN, Walkers, WalkersSystem, men

NEAR = ("0101", "0102")


class Stand(Step[Walkers, OneAt]):
    """A man begins in one of two hexes."""

    do, rule, order = "stand", "W8", OneAt

    def actors(self, game: Walkers, player: str) -> Sequence[str]:
        """All men."""
        return men(game, player)

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[OneAt]:
        """Both hexes."""
        yield from (OneAt(actor, game.board.hex(label)) for label in NEAR)

    def against(self, game: Walkers, player: str, order: OneAt) -> list[Refusal]:
        """Not farther away."""
        near = game.board.label(order.hex) in NEAR
        return [] if near else [Refusal("W8", "too far to begin there")]

    def carry_out(self, game: Walkers, side: str, order: OneAt) -> None:
        """He is there."""
        game.put(MEN, order.unit, replace(game.state[MEN][order.unit], hex=order.hex))


class Nap(Step[Walkers, OfOne]):
    """A man begins asleep."""

    do, rule, order = "nap", "W9", OfOne

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[OfOne]:
        """Each of them."""
        yield from map(OfOne, men(game, player))

    def against(self, game: Walkers, player: str, order: OfOne) -> list[Refusal]:
        """Always."""
        return []

    def carry_out(self, game: Walkers, side: str, order: OfOne) -> None:
        """He sleeps."""
        game.put(MEN, order.unit, replace(game.state[MEN][order.unit], asleep=True))


class Camp(WalkersSystem):
    """Walkers that choose where to begin."""

    def set_up(self, game: Walkers) -> Procedure:
        """North alone."""
        steps = (Stand(), Nap())
        yield from until_ready(game, "north", "where to begin?", "W7", steps, lambda: {"men": 2})


def camp() -> Walkers:
    """A new game before its first day."""
    system = Camp()
    return Game(system, system.scenario(), seed=1)


def asked(game: Walkers) -> str:
    """What is asked now."""
    return game.decisions[0].ask.name


def test_each_step_is_carried_out_at_once_and_the_question_comes_again() -> None:
    game = camp()
    game.play("north", {"do": "stand", "unit": "bob", "hex": "0102"})
    assert game.board.label(game.state[MEN]["bob"].hex) == "0102"
    assert asked(game) == "set-up"
    game.play("north", {"do": "nap", "unit": "ann"})
    assert game.state[MEN]["ann"].asleep
    assert not game.state[MEN]["bob"].asleep
    assert asked(game) == "set-up"
    game.play("north", READY)
    assert asked(game) == "Day"


def test_ready_at_once_leaves_all_as_printed() -> None:
    game = camp()
    before = dict(game.state[MEN])
    question = game.decisions[0]
    assert question.ask.default == READY
    assert question.ask.policies[AS_PRINTED]() == READY
    game.play("north", READY)
    assert (asked(game), dict(game.state[MEN])) == ("Day", before)


def test_the_question_says_its_rule_what_may_be_done_and_what_to_look_at() -> None:
    question = camp().decisions[0].to_json()
    assert (question["rule"], question["prompt"]) == ("W7", "where to begin?")
    assert question["offers"] == ["stand", "nap", "ready"]
    assert (question["context"], question["policies"]) == ({"men": 2}, [AS_PRINTED])
    ready = camp().decisions[0].offer("ready")
    assert ready is not None
    assert ready.rule == "W7"


def test_what_the_rules_refuse_is_not_carried_out() -> None:
    game = camp()
    with pytest.raises(Refused, match="too far to begin"):
        game.play("north", {"do": "stand", "unit": "bob", "hex": "0303"})
    assert game.board.label(game.state[MEN]["bob"].hex) == "0101"
    listed = list(game.legal("north"))
    assert READY in listed
    assert len(listed) == 7
