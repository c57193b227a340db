"""Ways over a map: reach, what a rule opens besides, several together, and a path step by step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from grognard.board.search import Adjacency
from grognard.engine.refusal import Refusal
from grognard.kit.ways import NOWHERE, Country, Routes, laid_out, points, slowest, together, walk

LINE: Adjacency = [((1, 2),), ((0, 2), (2, 3)), ((1, 2), (3, 4)), ((2, 2),)]
"""Four hexes in a row: every step costs by the hex it enters."""
OPEN = bytes(4)


def test_points_are_whole_where_they_come_out_even() -> None:
    assert points(24) == 2
    assert type(points(24)) is int
    assert points(18) == Fraction(3, 2)


def test_a_country_gives_costs_and_the_way_there() -> None:
    found = Country(LINE, OPEN, None, None).routes(0, [(1, 2)], 5)
    assert dict(found.costs) == {1: 2, 2: 5}
    assert found.path(2) == (1, 2)
    assert found.path(3) == ()


def test_nobody_comes_back_to_where_he_starts() -> None:
    found = Country(LINE, OPEN, None, None).routes(1, [(0, 2), (2, 3)], 9)
    assert sorted(found.costs) == [0, 2, 3]


@pytest.mark.parametrize(
    ("land", "reached"),
    [
        (Country(LINE, bytes((0, 0, 1, 0)), None, None), {1: 2}),
        (Country(LINE, OPEN, bytes((0, 0, 1, 0)), None), {1: 2, 2: 5}),
        (Country(LINE, OPEN, None, (0, 0, 3, 0)), {1: 2, 2: 8}),
    ],
    ids=["shut", "stop", "extra"],
)
def test_a_hex_may_be_shut_or_an_end_or_dearer(land: Country, reached: dict[int, int]) -> None:
    assert dict(land.routes(0, [(1, 2)], 11).costs) == reached


def test_what_a_rule_opens_counts_only_where_nothing_else_leads() -> None:
    land = Country(LINE, OPEN, None, None)
    found = land.routes(0, [(1, 2)], 5, {1: (3, 1), 3: (1, 2, 3)})
    assert dict(found.costs) == {1: 2, 2: 5, 3: 5}
    assert found.further == {3: (1, 2, 3)}
    assert found.path(1) == (1,)
    assert found.path(3) == (1, 2, 3)


def test_a_search_leaves_the_country_as_it_was() -> None:
    land = Country(LINE, OPEN, None, None)
    land.routes(0, [(1, 2)], 5)
    assert land.shut == OPEN


def test_prices_are_laid_out_over_the_map_if_there_are_any() -> None:
    found = laid_out({1: 4, 3: 7}, 4)
    assert found is not None
    assert list(found) == [0, 4, 0, 7]
    assert laid_out({}, 4) is None
    assert laid_out({1: 0}, 4) is None


def test_together_they_go_by_the_ways_of_the_slowest_and_pay_the_dearest() -> None:
    cart = Routes({1: 6, 2: 9}, {1: -1, 2: 1}, {2: (1, 2)})
    horse = Routes({1: 2, 2: 12, 3: 5}, {1: -1, 2: 3, 3: -1})
    found = together({"horse": horse, "cart": cart})
    assert slowest({"horse": horse, "cart": cart}) == "cart"
    assert found == Routes({1: 6, 2: 12}, cart.before, cart.further)
    assert together({"horse": horse, "stone": NOWHERE}).costs == {}
    boat = Routes({1: 4, 7: 1}, {1: -1, 7: -1})
    assert together({"horse": horse, "boat": boat}).costs == {1: 4}


def test_of_two_as_slow_the_name_decides() -> None:
    assert slowest({"b": NOWHERE, "a": NOWHERE}) == "a"


@dataclass(frozen=True)
class Hop:
    """A step of a frog that can hop a few times."""

    after: tuple[int, int]


def hop(frog: tuple[int, int], b: int) -> Hop | Refusal:
    return Hop((b, frog[1] - 1)) if frog[1] else Refusal("F1", f"too tired for {b}")


def pond(frog: tuple[int, int]) -> Refusal | None:
    return Refusal("F2", "it stays in the pond") if frog[0] == 5 else None


def test_a_path_is_walked_step_by_step_from_where_the_last_one_led() -> None:
    found = walk((0, 3), (1, 2, 3), hop, pond)
    assert found == [Hop((1, 2)), Hop((2, 1)), Hop((3, 0))]


def test_the_first_reason_against_a_step_is_told() -> None:
    assert walk((0, 1), (1, 2, 3), hop, pond) == Refusal("F1", "too tired for 2")


def test_nobody_goes_on_from_where_he_must_stop_but_he_may_start_or_end_there() -> None:
    assert walk((0, 9), (4, 5, 6), hop, pond) == Refusal("F2", "it stays in the pond")
    assert walk((5, 9), (4, 5), hop, pond) == [Hop((4, 8)), Hop((5, 7))]
