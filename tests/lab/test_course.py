"""The course of games: who was how near to which place, turn by turn."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.lab.course import first_in, places_of, stand
from grognard.lab.simulate import Match, play_one
from tests.systems.goss.field import at, position, unit


def test_the_nearest_unit_of_each_side_is_told() -> None:
    game = position(unit("g1", (3, 0)), unit("g2", (6, 0)), unit("u1", (-2, 0)))
    here = game.board.hex(at(0, 0))
    told = stand(game, [("Here", (here,)), ("There", (here, game.board.hex(at(6, 0))))])
    assert told["near"] == {"Here": {"axis": 3, "allied": 2}, "There": {"axis": 0, "allied": 2}}
    assert told["lead"] == 0, "and what the system counts"


def test_a_place_that_is_not_on_the_map_is_said() -> None:
    board = library.find_scenario("goss/skyline-drive")[1].board
    assert places_of(board, ["Clervaux"])[0][1] == (board.hex("2636"),)
    with pytest.raises(ValueError, match=r"no place .Clerveaux.; there is .*Clervaux"):
        places_of(board, ["Clerveaux"])


def test_a_course_has_an_entry_for_every_turn() -> None:
    match = Match("goss/skyline-drive", ("random", "random"), "1", course=("Clervaux",))
    result = play_one(match, 0).result
    assert [entry["turn"] for entry in result.course] == [1, 2, 3, 4]
    assert result.course[-1]["lead"] == result.account["lead"]
    assert (
        "course" not in play_one(Match("wb95/klin", ("random", "random"), "1"), 0).result.to_json()
    )


def test_when_a_side_was_there_first() -> None:
    course = [{"turn": n, "near": {"X": {"axis": far}}} for n, far in ((1, 4), (2, 1), (3, 0))]
    assert first_in(course, "X", "axis") == 3
    assert first_in(course, "X", "axis", far=1) == 2
    assert first_in(course, "X", "allied") == 0
