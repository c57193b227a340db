"""The situation as every staff sees it: who stands where, what ground is worth."""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.players.staff.objectives import shared
from grognard.players.staff.situation import Goal, Piece, Situation

BOARD = sketch(1, 9)


def situation(*goals: Goal, pieces: tuple[Piece, ...] = (), attacking: bool = True) -> Situation:
    """A lane of nine hexes, 0 to 8."""
    found = {piece.id: piece for piece in pieces}
    return Situation(BOARD, "axis", found, {}, goals, [0] * 9, [()] * 9, (), attacking)


def piece(name: str, h: int) -> Piece:
    return Piece(name, h, 1, 1, 1, 1, True, True)


def test_pieces_are_found_by_their_hexes() -> None:
    found = situation(pieces=(piece("b", 3), piece("a", 3), piece("c", 1)))
    assert found.at == {1: ("c",), 3: ("b", "a")}
    assert [one.id for one in found.stack(3)] == ["b", "a"]


@pytest.mark.parametrize(("h", "worth"), [(4, 600), (3, 300), (2, 200), (1, 0)])
def test_ground_near_an_objective_is_worth_less_the_farther_it_is(h: int, worth: int) -> None:
    assert situation(Goal(4, 6, False)).axis(h, 100, 2) == worth


def test_only_what_is_still_to_be_taken_draws_only_who_has_to_take_it() -> None:
    assert situation(Goal(4, 6, True)).axis(4, 100, 2) == 0
    assert situation(Goal(4, 6, False), attacking=False).axis(4, 100, 2) == 0


def test_of_several_objectives_the_best_counts() -> None:
    found = situation(Goal(4, 6, False), Goal(6, 1, False))
    assert found.axis(5, 100, 2) == 300
    assert found.axis(5, 10, 2) == 30


def test_hexes_that_count_together_share_the_points() -> None:
    """Five points for three hexes together are two each; points count for whoever loses them."""
    together, each, dreaded = (5, (1, 2, 3), True), (4, (3, 4), False), (-2, (4,), False)
    assert shared([together, each, dreaded]) == {1: 2, 2: 2, 3: 6, 4: 6}
