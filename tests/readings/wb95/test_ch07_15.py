"""A second reading of WB-95, chapter 7: field fortifications and fixed positions."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight
from tests.systems.wb95.combat.battles import attack, front, odds_of, sums
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    at,
    field,
    hex_status,
    rules,
    unit,
    where,
)

reading = pytest.mark.reading
G, S = "german", "soviet"
END = {"do": "end"}
FAR = unit("s9", "0909")


def dig(name: str) -> dict[str, Any]:
    return {"do": "dig", "unit": name}


def move(name: str, *path: str) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": list(path)}


@reading("wb95", "7-01")
def test_digging_takes_all_points_of_a_unit_that_has_used_none() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0303"), FAR)
    game.play(G, move("g1", "0506"))
    assert "7.1.2a" in rules(game, G, dig("g1"))
    game.play(G, dig("g2"))
    assert hex_status(game, "0303").fortified == G
    assert rules(game, G, move("g2", "0304")) == ["7.1.4"]


@reading("wb95", "7-02")
def test_headquarters_and_guns_do_not_dig() -> None:
    game = field(unit("ghq", "0505", "HQ"), unit("gun", "0303", "ART", "5,3"), FAR)
    assert rules(game, G, dig("ghq")) == rules(game, G, dig("gun")) == ["7.1.2a"]


@reading("wb95", "7-03")
def test_a_beaten_attacker_does_not_dig_in_his_next_movement_phase() -> None:
    game = front(unit("g1", "0504"), unit("s1", "0505"))
    fight(game, "A1 / -", "g1", "0505")
    game.play(G, back(g1="0503"))
    go_to(game, MOVE_A, turn=2)
    assert (where(game, "g1"), rules(game, G, dig("g1"))) == ("0503", ["5.3.10"])
    go_to(game, MOVE_A, turn=3)
    assert rules(game, G, dig("g1")) == []


@reading("wb95", "7-04")
@pytest.mark.parametrize(
    ("result", "answer", "refused"),
    [
        ("- / D1", back({"s1": 1}), []),
        ("- / D2", back({"s1": 1}, s1="0505"), ["7.1.2b", "5.3.10"]),
    ],
)
def test_who_stands_may_dig_and_who_goes_back_one_hex_of_two_may_not(
    result: str, answer: dict[str, Any], refused: list[str]
) -> None:
    game = front(unit("g1", "0503"), unit("s1", "0504"))
    fight(game, result, "g1", "0504")
    game.play(S, answer)
    go_to(game, MOVE_B)
    assert at(game, "s1").cel == 1
    assert rules(game, S, dig("s1")) == refused


@reading("wb95", "7-05")
def test_only_who_cannot_leave_the_zone_digs_after_a_retreat() -> None:
    beaten = {"retreated": ATTACK_B - 1}
    board = sketch(9, 9)
    ring = [board.label(h) for h in board.around(board.hex("0505"))]
    game = field(
        unit("g1", "0505", at=beaten), unit("g2", "0203", at=beaten), unit("s0", "0204"),
        *(unit(f"s{i + 1}", label) for i, label in enumerate(ring)), board=board, turn=2,
    )  # fmt: skip
    assert rules(game, G, dig("g1")) == []
    assert rules(game, G, dig("g2")) == ["7.1.2b", "5.3.10"]


@reading("wb95", "7-06")
@pytest.mark.parametrize("follows", [True, False])
def test_friends_of_the_same_phase_take_fortifications_over(follows: bool) -> None:
    game = field(unit("g1", "0505"), unit("g2", "0506"), FAR, fortified=["0505"])
    game.play(G, move("g1", "0504"))
    assert hex_status(game, "0505").fortified == G
    if follows:
        game.play(G, move("g2", "0505"))
    game.play(G, END)
    assert hex_status(game, "0505").fortified == (G if follows else "")


def taken(**spec: Any) -> Wb:
    """s1 is driven two hexes from its fortifications in 0504, and g1 follows into them."""
    game = front(unit("g1", "0503"), unit("s1", "0504"), fortified=["0504"], **spec)
    fight(game, "- / D2", "g1", "0504")
    game.play(S, back(s1="0505 0506"))
    game.play(G, chase(g1="0504"))
    return game


@reading("wb95", "7-07")
def test_the_conqueror_does_not_inherit_trenches() -> None:
    game = taken()
    assert hex_status(game, "0504").fortified == ""
    go_to(game, MOVE_B)
    game.play(S, move("s1", "0505"))
    go_to(game, ATTACK_B)
    assert sums(game, attack("s1", "0504"), player=S).defender_cm.total == 0


@reading("wb95", "7-08")
def test_the_conqueror_may_dig_anew() -> None:
    game = taken()
    go_to(game, MOVE_A, turn=2)
    assert rules(game, G, dig("g1")) == []


@reading("wb95", "7-09")
@pytest.mark.parametrize(
    ("terrain", "refused"), [("swamp", ["7.1.8"]), ("forest", []), ("town", []), ("city", [])]
)
def test_trenches_in_every_ground_but_swamp(terrain: str, refused: list[str]) -> None:
    game = field(unit("g1", "0505"), FAR, board=sketch(9, 9, terrain={"0505": terrain}))
    assert rules(game, G, dig("g1")) == refused


@reading("wb95", "7-10")
def test_no_trenches_in_fixed_positions() -> None:
    game = field(unit("g1", "0505"), FAR, fixed_positions={"0505": 3})
    assert rules(game, G, dig("g1")) == ["7.1.9"]


@reading("wb95", "7-11")
def test_trenches_and_forest_add_up_for_the_defender_alone() -> None:
    game = front(
        unit("g1", "0403", sp=12), unit("s1", "0404", sp=4), fortified=["0403", "0404"],
        board=sketch(9, 9, terrain={"0404": "forest"}),
    )  # fmt: skip
    found = sums(game, attack("g1", "0404"))
    assert (odds_of(found), found.attacker_cm.total) == (("3:1", "1:2"), 0)


@reading("wb95", "7-12")
@reading("wb95", "7-19")
@pytest.mark.parametrize("works", [{"fortified": ["0403"]}, {"fixed_positions": {"0403": 3}}])
def test_where_all_are_fortified_nobody_owes_an_attack(works: dict[str, Any]) -> None:
    game = front(unit("g1", "0403"), unit("s1", "0404"), **works)
    assert rules(game, G, END) == []
    assert rules(front(unit("g1", "0403"), unit("s1", "0404")), G, END) == ["5.1.3", "5.1.4"]


@reading("wb95", "7-13")
def test_an_enemy_with_somebody_unfortified_in_his_zone_is_due() -> None:
    game = front(
        unit("g1", "0403"), unit("g2", "0405"), unit("sa", "0404"), unit("sb", "0402"),
        fortified=["0405"],
    )  # fmt: skip
    fight(game, "- / -", "g1", "0402")
    assert rules(game, G, END) == ["5.1.4"]
    fight(game, "- / -", "g2", "0404")
    assert rules(game, G, END) == []


@reading("wb95", "7-14")
def test_trenches_cost_nothing_to_enter() -> None:
    game = field(unit("g0", "0505"), unit("g1", "0506"), FAR, fortified=["0505"])
    game.play(G, move("g1", "0505"))
    assert at(game, "g1").spent == 12


# ---- fixed positions


def line(*units: dict[str, Any], cm: int = 3, **spec: Any) -> Wb:
    """s1 of 5 SP stands in 0404 behind a line that faces 0403 alone."""
    return front(
        *units, unit("s1", "0404", sp=spec.pop("sp", 5), cel=3), fixed_positions={"0404": cm},
        board=sketch(9, 9, sides=["0403-0404 fp"]), **spec,
    )  # fmt: skip


@reading("wb95", "7-15")
def test_a_fixed_line_halves_guns_too_and_gives_three() -> None:
    game = line(unit("g1", "0403", sp=11), unit("gun", "0402", "ART", "4,3"))
    found = sums(game, attack("g1", "0404", guns=["gun"]))
    assert (found.attack.total, odds_of(found)) == (8, ("2:1", "1:3"))


@reading("wb95", "7-16")
def test_a_group_has_its_own_number_instead() -> None:
    found = sums(line(unit("g1", "0403", sp=20), cm=4), attack("g1", "0404"))
    assert odds_of(found) == ("2:1", "1:4")


def both_ways(behind: int, *more: dict[str, Any]) -> Wb:
    """15 SP attack across the line, so many and 10 from behind it."""
    return line(
        unit("ga", "0403", sp=15), unit("gb", "0405", sp=behind), unit("gc", "0505", sp=10), *more
    )


@reading("wb95", "7-17")
def test_half_of_the_nominal_strength_across_the_line_is_enough() -> None:
    found = sums(both_ways(5), attack("ga gb gc", "0404"))
    assert (found.attack.total, odds_of(found)) == (23, ("5:1", "2:1"))


@reading("wb95", "7-18")
def test_taken_from_behind_the_line_is_a_field_fortification() -> None:
    game = both_ways(6, unit("gun", "0402", "ART", "3,2"))
    order = attack("ga gb gc", "0404", guns=["gun"])
    found = sums(game, order)
    assert (found.attack.total, odds_of(found)) == (25, ("5:1", "3:1"))
    fight(game, "- / D1", "ga gb gc", "0404")
    assert at(game, "s1").cel == 2, "no way back is open, so it stands, and pays"


@reading("wb95", "7-20")
@pytest.mark.parametrize(
    ("result", "take", "left"),
    [("- / D1", {}, 3), ("- / D2", {"s1": 1}, 2), ("- / D2 -1", {"s1": 1}, 1)],
)
def test_standing_in_a_fixed_position_costs_one_level_less(
    result: str, take: dict[str, int], left: int
) -> None:
    game = line(unit("g1", "0403"))
    fight(game, result, "g1", "0404")
    game.play(S, back(take))
    assert at(game, "s1").cel == left


@reading("wb95", "7-21")
def test_trenches_outlast_a_moment_of_emptiness_in_combat() -> None:
    """Nobody's zone reaches 0504: g1 attacks it across a big river."""
    game = front(
        unit("g1", "0503"), unit("g2", "0304"), unit("s1", "0504"), unit("s2", "0404"),
        fortified=["0504"], board=sketch(9, 9, sides=["0503-0504 big_river"]),
    )  # fmt: skip
    fight(game, "- / D1", "g1", "0504")
    game.play(S, back(s1="0604"))
    if asked(game) == "pursue":
        game.play(G, chase())
    fight(game, "- / D1", "g2", "0404")
    game.play(S, back(s2="0504"))
    go_to(game, MOVE_B)
    assert (where(game, "s2"), hex_status(game, "0504").fortified) == ("0504", S)


@reading("wb95", "7-22")
def test_a_headquarters_keeps_trenches() -> None:
    game = field(unit("g1", "0505"), unit("ghq", "0505", "HQ"), FAR, fortified=["0505"])
    game.play(G, move("g1", "0506"))
    go_to(game, ATTACK_A)
    game.play(G, END)
    assert hex_status(game, "0505").fortified == G
