"""The supply budget: every sum with its parts, from the rules' own prices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.entries import PUBLIC
from grognard.engine.tally import Tally
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply.dumps import stock as all_tokens
from grognard.systems.ocs.table import budget as made
from grognard.systems.ocs.table.budget import (
    ATTACKS,
    BARRAGES,
    COMING,
    EATING,
    FUEL,
    LEFT,
    REFITS,
    STOCK,
    STOCKS,
    budget,
)
from tests.docs import ocs_position
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule
WEST = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]


def sums(game: Ocs, player: str = "axis") -> dict[str, Tally]:
    return {found.title: found.tally for found in budget(game, player)}


def parts(tally: Tally) -> dict[str, Any]:
    return {part.label: part.value for part in tally.parts}


def test_a_budget_is_its_owners_alone() -> None:
    game = ocs_position.at("movement")
    assert budget(game, PUBLIC) == budget(game, None) == []
    assert budget(game, "axis")
    assert STOCK in sums(game, "allied")


@rule("ocs", "12.1b")
def test_stock_is_all_there_is_by_place_and_reach() -> None:
    game = ocs_position.at("movement")
    found = sums(game)[STOCK]
    assert found.total == Fraction(all_tokens(game, "axis"), 4) == 49
    listed = parts(found)
    assert listed["0503, for 16 units"] == Fraction(43, 2)  # 20 SP and a load of six tokens
    assert listed["in boxes off the map"] == 3
    assert listed["0513, aboard landing craft, out of everybody's reach"] == 1


def test_small_dumps_beyond_a_dozen_are_told_together() -> None:
    dumps = [
        {"side": "axis", "hex": f"{r:02d}0{c}", "sp": 9 - r} for r in range(1, 9) for c in (1, 2)
    ]
    game = field(unit("a1", "0909"), unit("s1", "0907"), dumps=dumps)
    found = sums(game)[STOCK]
    assert len(found.parts) == made.PLACES + 1
    assert found.parts[-1].label == "4 other places"
    assert found.total == 2 * sum(range(1, 9))


@rule("ocs", "12.6c")
def test_eating_costs_a_token_for_two_regiments() -> None:
    wall = [unit(f"s{n}", f"{n:02d}04") for n in range(1, 10)]
    game = field(unit("a1", "0507"), unit("a2", "0507"), unit("a3", "0508"), *wall, sources=WEST)
    found = parts(sums(game)[EATING])
    assert found == {
        "a1, a2 in 0507, none in reach": Fraction(1, 4),
        "a3 in 0508, none in reach": Fraction(1, 4),
    }


@rule("ocs", "12.10e(A)")
def test_internal_stocks_cost_two_tokens_for_a_regiment_and_level() -> None:
    game = field(
        unit("a1", "0505", at={"internals": 2}), unit("s1", "0909"), sources=WEST,
        dumps=[{"side": "axis", "hex": "0505", "sp": 1}],
    )  # fmt: skip
    assert parts(sums(game)[STOCKS]) == {"a1, Exhausted": 1}


@rule("ocs", "12.5c(A)")
def test_fuel_takes_the_cheaper_of_formation_and_units() -> None:
    tanks = [unit(f"a{n}", "0505", "armor", formation="1 Pz") for n in range(1, 7)]
    game = field(
        *tanks, unit("a8", "0506", "mech"), unit("s1", "0909"), fuelled=False, sources=WEST
    )
    found = sums(game)[FUEL]
    assert parts(found) == {"1 Pz, 6 units": 1, "a8": Fraction(1, 4)}
    assert [part.rule for part in found.parts] == ["12.5c(A)", "12.5c(C)"]


@rule("ocs", "12.5c(B)")
def test_fuel_for_many_independents_goes_by_headquarters() -> None:
    trucks = [unit(f"a{n}", "0505", "mech") for n in range(1, 7)]
    game = field(
        *trucks, unit("ahq", "0504", "hq"), unit("s1", "0909"), fuelled=False, sources=WEST
    )
    assert parts(sums(game)[FUEL]) == {"HQ ahq with 6 independents": 1}


@rule("ocs", "9.5b(A)")
def test_attacks_cost_a_token_a_step_and_each_unit_attacks_once() -> None:
    game = field(
        unit("a1", "0505", re=3), unit("a2", "0404"), unit("s1", "0506"), unit("s2", "0606"),
        sources=WEST,
    )  # fmt: skip
    found = sums(game)[ATTACKS]
    assert found.total == Fraction(3, 4)  # a1 stands next to both, and counts with the first
    assert parts(found) == {"0506, 3 steps of a1": Fraction(3, 4)}


@rule("ocs", "10.1b(A)")
def test_barrages_cost_by_their_column_whatever_the_target() -> None:
    game = ocs_position.at("movement")
    assert parts(sums(game)[BARRAGES]) == {"g-art, 20 points, 2 targets": Fraction(3, 4)}
    far = field(unit("a1", "0101", "artillery"), unit("s1", "0909"), board=sketch(9, 9))
    assert BARRAGES not in sums(far)


@rule("ocs", "12.9c")
def test_a_refit_costs_a_token_a_base() -> None:
    game = ocs_position.at("refit")
    assert parts(sums(game)[REFITS]) == {"0202, 1 of 1 aircraft": Fraction(1, 4)}


def test_what_comes_is_the_table_on_average_and_the_schedule() -> None:
    game = ocs_position.at("movement")
    found = sums(game)[COMING]
    assert [part.rule for part in found.parts] == ["MT-sparrival"]
    assert 0 < found.total < 20
    none = field(unit("a1", "0505"), unit("s1", "0909"))
    assert sums(none)[COMING].parts == ()


def test_the_last_sum_is_what_would_be_left() -> None:
    game = ocs_position.at("movement")
    found = budget(game, "axis")
    assert found[-1].title == LEFT
    have = sum(one.tally.total for one in found if one.title in (STOCK, COMING))
    spend = sum(one.tally.total for one in found[:-1] if one.title not in (STOCK, COMING))
    assert found[-1].tally.total == have - spend
