"""The sequence of play: turns, phases in their order, player A and player B. [2.1] [2.2]"""

from __future__ import annotations

import pytest

from grognard.engine.refusal import Refused
from grognard.systems.wb95.phases import SIX
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.course import go_to, pass_on
from tests.systems.wb95.field import MOVE_A, MOVE_B, field, unit

TITLES = (
    "Air Phase",
    "Artillery Barrage",
    "Movement",
    "Attack",
    "Strategic Movement",
    "Supply",
)


def quiet(**spec: object) -> Wb:
    """Two units far apart: no phase holds anything mandatory."""
    return field(unit("g1", "0101"), unit("s1", "0909"), **{"turns": 3, **spec})


@pytest.mark.rule("wb95", "2.1.1")
@pytest.mark.rule("wb95", "2.1.5")
def test_a_game_is_a_series_of_turns() -> None:
    game = quiet()
    seen = []
    while not game.over:
        if game.turn not in seen:
            seen.append(game.turn)
        pass_on(game)
    assert seen == [1, 2, 3]


@pytest.mark.rule("wb95", "2.1.3")
@pytest.mark.rule("wb95", "2.1.5")
def test_a_turn_ends_with_its_twelfth_phase() -> None:
    game = quiet()
    go_to(game, MOVE_B)
    assert game.turn == 1
    go_to(game, MOVE_A, turn=2)
    assert (game.turn, game.clock.step + 1) == (2, MOVE_A)


@pytest.mark.rule("wb95", "2.2")
@pytest.mark.parametrize(("first", "second"), [("german", "soviet"), ("soviet", "german")])
def test_the_player_with_the_initiative_is_player_a_all_through(first: str, second: str) -> None:
    game = quiet(initiative=first)
    for turn in (1, 2, 3):
        go_to(game, MOVE_A, turn)
        assert game.to_act == first
        go_to(game, MOVE_B, turn)
        assert game.to_act == second


@pytest.mark.rule("wb95", "2.2")
@pytest.mark.rule("wb95", "2.2.P7")
def test_player_b_has_the_same_six_phases() -> None:
    game = quiet()
    assert [phase.number for phase in game.segments] == list(range(1, 13))
    assert [phase.called(game) for phase in game.segments] == [
        f"{title} of {side}" for side in ("german", "soviet") for title in TITLES
    ]
    assert [phase.kind for phase in game.segments] == 2 * [phase.kind for phase in SIX]


@pytest.mark.rule("wb95", "2.2.P7")
def test_player_b_acts_in_his_own_phases() -> None:
    game = quiet()
    go_to(game, MOVE_B)
    assert game.phase == "Movement of soviet"
    assert {game.to_act} == {"soviet"}
    with pytest.raises(Refused, match="german is not asked anything now"):
        game.play("german", {"do": "end"})


@pytest.mark.rule("wb95", "2.1.4")
def test_the_order_of_the_phases_is_fixed() -> None:
    game = quiet()
    steps = []
    while not game.over:
        steps.append((game.turn, game.clock.step))
        pass_on(game)
    assert steps == sorted(steps)


@pytest.mark.rule("wb95", "2.1.4")
def test_a_phase_without_anything_to_do_is_passed_over() -> None:
    """No barrage is granted, and the Supply Phase leaves no choice."""
    game = quiet()
    titles = set()
    while not game.over:
        titles.add(game.phase.partition(" of ")[0])
        pass_on(game)
    assert "Movement" in titles
    assert not titles & {"Artillery Barrage", "Supply"}


@pytest.mark.rule("wb95", "2.1.4")
def test_a_phase_without_mandatory_actions_may_be_waived() -> None:
    game = quiet()
    assert game.phase == "Movement of german"
    assert game.why("german", {"do": "end"}) == []
    game.play("german", {"do": "end"})
    assert game.phase != "Movement of german"


@pytest.mark.rule("wb95", "2.1.4")
def test_a_phase_with_mandatory_actions_may_not_be_waived() -> None:
    """A unit in an enemy zone of control owes an attack."""
    game = field(unit("g1", "0505"), unit("s1", "0506"))
    go_to(game, MOVE_A + 1)
    assert game.phase == "Attack of german"
    assert game.why("german", {"do": "end"}) != []
