"""Stacking: ten RE at the end of every segment. [4.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacking
from grognard.systems.ocs.status import SIDES
from tests.systems.ocs.field import at, field, move, play, told, unit

rule = pytest.mark.rule


def crowd(**more: Any) -> Any:
    """Nine RE in one hex and two next to it."""
    big = [unit(f"a{i}", "0303", re=3) for i in range(1, 4)]
    return field(*big, unit("a4", "0304", re=2), unit("a5", "0303", size="battalion"), **more)


@rule("ocs", "4.8")
@rule("ocs", "4.8a")
def test_whoever_overstacks_gives_units_up_when_the_segment_ends() -> None:
    game = crowd()
    game.play("axis", move("a4", to="0303"))  # no penalty while moving
    game.play("axis", {"do": "end"})
    ask = game.decisions[0].ask
    assert (ask.player, ask.name) == ("axis", "overstacked")
    assert ask.default == {"do": "give-up", "unit": "a4"}  # the smallest that is enough
    game.play("axis", {"do": "give-up", "unit": "a5"})
    assert game.decisions[0].ask.name == "overstacked"
    game.play("axis", {"do": "give-up", "unit": "a1"})
    assert all(d.ask.name != "overstacked" for d in game.decisions)
    assert [at(game, n).place for n in ("a1", "a4", "a5")] == ["dead", "map", "dead"]
    assert game.state[SIDES]["axis"].steps_lost == 4


@rule("ocs", "4.8")
def test_ten_are_not_too_many() -> None:
    game = field(*(unit(f"a{i}", "0303", re=5) for i in (1, 2)))
    play(game, "axis", {"do": "end"})
    assert not told(game, "eliminated")


@rule("ocs", "4.8a")
@rule("ocs", "13.6a")
@pytest.mark.parametrize(
    ("kind", "options", "asked"),
    [
        ("reinforcement", {}, False),
        ("breakout", {}, False),
        ("breakout", {"arrivals-overstacked": "until-breakout"}, True),
        ("movement", {}, True),
        ("attack", {}, True),
    ],
)
def test_arrivals_may_crowd_a_hex_until_they_move(
    kind: str, options: dict[str, str], asked: bool
) -> None:
    game = crowd(segment=kind, options=options, started=False)
    put_into(game, "a4", game.board.hex("0303"))
    question: Any = next(game.segment.leave(game), None)
    assert (question is not None) is asked
    assert not asked or question.name == "overstacked"


@rule("ocs", "4.8")
def test_room_and_what_a_hex_would_hold() -> None:
    game = crowd()
    h = game.board.hex("0303")
    assert stacking.room(game, h, "axis") == pytest.approx(0.5)
    assert stacking.room(game, h, "allied") == 10
    assert stacking.size_with(game, h, ["a4"]) * 2 == 23


@rule("ocs", "3.1d")
@rule("ocs", "9.11d")
@rule("ocs", "13.5c")
def test_dead_units_go_to_the_dead_pile_or_for_good() -> None:
    game = field(unit("a1", "0303", traits="no-rebuild"), unit("a2", "0303"))
    for name in ("a1", "a2"):
        stacking.eliminate(game, name, "9.11d", "a test")
    assert [at(game, n).place for n in ("a1", "a2")] == ["removed", "dead"]
    assert at(game, "a2").hex == -1
    assert game.view("allied")["dead"]["axis"] == ["a1", "a2"]
