"""What a barrage does to units and ships, and how likely that is. [10.0a]"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.results import (
    BARRAGE_TABLE,
    FACILITY_TABLE,
    Impact,
    Manner,
    chances,
    softened,
)
from grognard.systems.ocs.status import HEXES
from tests.systems.ocs.barrage.guns import TARGET, fire, shoot, target
from tests.systems.ocs.field import at, rig, told, unit, where

rule = pytest.mark.rule


# ---- results


@rule("ocs", "10.0a")
@rule("ocs", "MT-barrage41")
@pytest.mark.parametrize(
    ("by", "spotted", "level", "result"),
    [("artillery", True, 0, "1/2"), ("artillery", True, 2, "1/2"), ("artillery", True, 3, "DG"),
     ("artillery", False, 0, "DG"), ("air", True, 0, "DG")],
)  # fmt: skip
def test_a_bracketed_half_is_often_dg(by: str, spotted: bool, level: int, result: str) -> None:
    hogs = [{"side": "allied", "hex": TARGET, "level": level}] if level else []
    game = target(unit("s1", TARGET), hedgehogs=hogs)
    how = barrage.manner(game, fire(game, by=by, spotted=spotted))
    assert softened(game.scenario.tables, "[1/2]", how) == result


@rule("ocs", "10.0a")
def test_by_an_option_a_bracketed_half_from_the_air_counts() -> None:
    game = target(unit("s1", TARGET), options={"air-half-results": "half"})
    how = barrage.manner(game, fire(game, by="air"))
    assert softened(game.scenario.tables, "[1/2]", how) == "1/2"
    unseen = barrage.manner(game, fire(game, by="air", spotted=False))
    assert softened(game.scenario.tables, "[1/2]", unseen) == "DG"


@rule("ocs", "18.3b")
@pytest.mark.parametrize(
    ("printed", "result"),
    [
        ("-", "-"),
        ("DG", "DG"),
        ("[1/2]", "DG"),
        ("1/2", "DG"),
        ("1", "1/2"),
        ("2", "1"),
        ("3", "2"),
    ],
)
def test_ships_do_less_to_the_shore(printed: str, result: str) -> None:
    game = target(unit("s1", TARGET))
    assert softened(game.scenario.tables, printed, Manner("naval")) == result


@rule("ocs", "18.3c(A)")
def test_against_ships_every_half_is_a_half() -> None:
    game = target(unit("s1", TARGET))
    tables = game.scenario.tables
    assert softened(tables, "[1/2]", Manner("naval", spotted=False, ship=True)) == "1/2"
    assert softened(tables, "2", Manner("naval", ship=True)) == "2"


@rule("ocs", "10.0a")
@pytest.mark.parametrize(("die", "place"), [(3, TARGET), (4, "dead")])
def test_a_half_is_a_step_on_four_or_more_and_dg_always(die: int, place: str) -> None:
    game = target(unit("s1", TARGET, re=1), unit("s2", TARGET, re=3))
    shoot(game, fire(game, 12), 4, 5, die)  # 1 right of 12-16 is 17-24; 9 there is a half
    assert told(game, "barrage")[0]["steps"] == int(die == 4)
    assert at(game, "s2").mode == "dg"
    assert where(game, "s1") == place or at(game, "s2").lost == 1


@rule("ocs", "10.0a")
@rule("ocs", "5.10a(A)")
@rule("ocs", "5.7d")
def test_dg_takes_the_place_of_reserve() -> None:
    game = target(unit("s1", TARGET, mode="reserve", up="move"), unit("s2", TARGET, re=2))
    shoot(game, fire(game, 12), 3, 4)
    assert [at(game, n).mode for n in ("s1", "s2")] == ["dg", "dg"]
    assert not at(game, "s1").combat_up


@rule("ocs", "5.7d")
@pytest.mark.parametrize(("option", "mode"), [("dg-only", "reserve"), ("any", "move")])
def test_a_barrage_without_effect_leaves_reserve_but_for_an_option(option: str, mode: str) -> None:
    game = target(unit("s1", TARGET, mode="reserve", up="move"),
                  options={"contact-by-barrage": option})  # fmt: skip
    shoot(game, fire(game, 5), 1, 1)
    assert at(game, "s1").mode == mode


@rule("ocs", "10.0a")
@rule("ocs", "9.11c")
def test_the_target_picks_who_loses_steps_as_he_likes() -> None:
    units = [unit(f"s{i}", TARGET, re=4) for i in (1, 2)]
    game = target(*units)
    rig(game, 6, 6)
    procedure = barrage.resolve(game, fire(game, 69))  # 117+ after the shifts: three steps
    ask = next(procedure)
    assert not isinstance(ask, tuple)
    assert (ask.player, ask.rule) == ("allied", "10.0a")
    assert ask.why(game, {"do": "losses", "take": {"s2": 3}}) == []
    with pytest.raises(StopIteration):
        procedure.send({"do": "losses", "take": {"s2": 3}})
    assert (at(game, "s1").lost, at(game, "s2").lost) == (0, 3)
    assert {at(game, n).mode for n in ("s1", "s2")} == {"dg"}


@rule("ocs", "10.0a")
@rule("ocs", "9.11c")
def test_losses_beyond_what_is_there_are_ignored_and_the_hex_is_cleared() -> None:
    game = target(unit("s1", TARGET))
    shoot(game, fire(game, 200), 6, 6)
    assert where(game, "s1") == "dead"
    assert game.state[HEXES][game.board.hex(TARGET)].cleared == game.serial


@rule("ocs", "4.9c")
def test_both_learn_points_and_shifts_but_only_the_firer_who_fires() -> None:
    game = target(unit("s1", TARGET))
    shoot(game, fire(game, 20), 1, 1)
    mine, yours = (
        next(e for e in game.events_for(side) if e.kind == "reckoning")
        for side in ("axis", "allied")
    )
    assert mine.facts["strength"]["parts"]
    assert not yours.facts["strength"]["parts"]
    assert yours.facts["strength"]["total"] == 20
    labels = [part["label"] for part in yours.facts["shifts"]["parts"]]
    assert labels == ["density of the target"]
    assert mine.facts["shifts"] == yours.facts["shifts"]
    assert (mine.facts["initial"], mine.facts["column"]) == ("17-24", "12-16")


@rule("ocs", "CT-barrage")
def test_more_points_and_higher_rolls_never_do_less() -> None:
    tables = target().scenario.tables
    grades = ["-", "DG", "[1/2]", "1/2", "1", "2", "3"]
    table = tables["barrage"]
    printed = [[table.cell(r, c).value for c in table.columns] for r in range(2, 13)]
    assert {value for row in printed for value in row} == set(grades)
    grid = [[grades.index(value) for value in row] for row in printed]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


# ---- chances


@rule("ocs", "10.0a")
def test_chances_are_exact_and_sum_to_one() -> None:
    tables = target().scenario.tables
    for column in range(11):
        for how in (Manner("artillery"), Manner("artillery", spotted=False), Manner("naval")):
            assert sum(chances(tables, BARRAGE_TABLE, column, how).values()) == 1
    for column in range(8):
        assert sum(chances(tables, FACILITY_TABLE, column, Manner("air")).values()) == 1
    # 12-16: nothing to 5 (10/36), DG on 6 to 8 (16/36), 1/2 on 9 to 11 (9/36), a step on 12
    found = chances(tables, BARRAGE_TABLE, 5, Manner("artillery"))
    assert found == {
        Impact(): Fraction(10, 36),
        Impact(dg=True): Fraction(16, 36) + Fraction(9, 72),
        Impact(dg=True, steps=1): Fraction(9, 72) + Fraction(1, 36),
    }


@rule("ocs", "10.0a")
@rule("ocs", "4.9a")
def test_prospects_do_not_hang_on_what_is_hidden() -> None:
    alone = target(unit("s1", TARGET, at={"order": 9}))
    crowd = target(
        unit("s1", TARGET, at={"order": 9}),
        *(unit(f"s{i}", TARGET, mode="strat") for i in (2, 3, 4)),
    )
    found = barrage.prospects(alone, fire(alone, 12))
    assert found == barrage.prospects(crowd, fire(crowd, 12))
    assert list(found) == [-1, 0, 1, 2, 3, 4]
    assert found[-1] == barrage.odds(alone, fire(alone, 12))
    assert where(crowd, "s2") == TARGET
