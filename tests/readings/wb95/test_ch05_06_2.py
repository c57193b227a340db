"""A second reading of chapter 5: pursuit, ground and water, disorganisation."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.air.sky import fly, mission, raid
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight
from tests.systems.wb95.combat.battles import attack, front
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    AIR_B,
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    at,
    rig,
    rules,
    told,
    unit,
    where,
)

reading = pytest.mark.reading
G, S = "german", "soviet"


def duel(*more: dict[str, Any], **spec: Any) -> Wb:
    """A German infantry in 0505 next to a Soviet one in 0504, in the German Combat Phase."""
    return front(unit("g1", "0505"), unit("s1", "0504"), *more, **spec)


def driven(result: str, answer: dict[str, Any], *more: dict[str, Any], **spec: Any) -> Wb:
    """The same, when the Soviet has retreated and the German may pursue."""
    game = duel(*more, **spec)
    fight(game, result, "g1")
    game.play(S, answer)
    return game


def columns(game: Wb, action: dict[str, Any]) -> tuple[str, str]:
    """The column of the strengths, and the one after all modifiers."""
    sums = game.odds(action, G).reckoning
    return sums["initial"], sums["column"]


def shaken(game: Wb, *names: str) -> list[str]:
    """Those of the units that are disorganised."""
    return [name for name in names if at(game, name).disorganised >= 0]


# ---- pursuit


@reading("wb95", "5-29")
def test_a_defender_pursues_into_the_hex_that_was_left() -> None:
    game = duel()
    fight(game, "A1 / -", "g1")
    game.play(G, back(g1="0506"))
    assert (game.to_act, asked(game)) == (S, "pursue")
    assert rules(game, S, chase(s1="0505")) == []
    assert rules(game, S, chase(s1="0404")) == ["5.4.4"]
    assert rules(game, S, chase(s1="0505 0405")) == ["5.4.6"]


@reading("wb95", "5-30")
def test_a_pursuit_follows_the_retreat_and_may_leave_it_by_a_hex() -> None:
    game = driven("- / D4", back({"s1": 1}, s1="0503 0502 0501"))
    assert rules(game, G, chase(g1="0504 0503 0502")) == []
    assert rules(game, G, chase(g1="0504 0503 0402")) == []
    assert rules(game, G, chase(g1="0504 0404 0305")) == ["5.4.2"]
    assert rules(game, G, chase(g1="0404 0503")) == ["5.4.4"]
    assert rules(game, G, chase(g1="0504 0503 0502 0501")) != []
    assert rules(game, G, chase(g1="0504 0503 0502 0402")) == ["5.4.6"]


@reading("wb95", "5-31")
def test_a_pursuit_is_as_long_as_the_retreat() -> None:
    game = driven("- / D3", back({"s1": 1, "s2": 1}, s1="0503", s2="0503"), unit("s2", "0504"))
    assert rules(game, G, chase(g1="0504")) == []
    assert rules(game, G, chase(g1="0504 0404")) == ["5.4.6"]


@reading("wb95", "5-32")
def test_a_hex_still_held_is_not_pursued_into() -> None:
    game = driven("- / D1", back({"s2": 1}, s1="0503"), unit("s2", "0504"))
    assert asked(game) == "Attack"


@reading("wb95", "5-33")
def test_any_one_of_the_paths_is_followed() -> None:
    answer = back(s1="0403 0303 0202", s2="0603 0703 0802")
    game = duel(unit("s2", "0504"), unit("g2", "0505"))
    fight(game, "- / D3", "g1 g2")
    game.play(S, answer)
    north, south = "0504 0403 0303", "0504 0603 0703"
    assert rules(game, G, chase(g1=north, g2=north)) == []
    assert rules(game, G, chase(g1=south, g2=south)) == []
    assert rules(game, G, chase(g1=north, g2=south)) == ["5.4.3"]
    assert rules(game, G, chase(g1="0504 0304")) != []


@reading("wb95", "5-34")
def test_no_zone_stops_a_pursuit() -> None:
    game = driven("- / D2", back(s1="0503 0502"), unit("s3", "0403"), fortified=["0505"])
    assert rules(game, G, chase(g1="0504 0503")) == []


@reading("wb95", "5-35")
def test_ground_bars_a_pursuit_and_points_do_not() -> None:
    units = unit("g1", "0505", "ARM"), unit("g2", "0505", mp=1), unit("s1", "0504", "CAV")
    swamp = front(*units, board=sketch(9, 9, terrain={"0503": "swamp"}))
    fight(swamp, "- / D2", "g1 g2")
    swamp.play(S, back(s1="0503 0502"))
    assert rules(swamp, G, chase(g1="0504 0503")) == ["5.4.7"]
    assert rules(swamp, G, chase(g2="0504 0503")) == []
    woods = front(*units, board=sketch(9, 9, terrain={"0504": "forest", "0503": "forest"}))
    fight(woods, "- / D2", "g1 g2")
    woods.play(S, back(s1="0503 0502"))
    assert rules(woods, G, chase(g2="0504 0503")) == []


@reading("wb95", "5-36")
def test_a_pursuit_stops_behind_a_big_river() -> None:
    board = sketch(9, 9, sides=["0504-0505 big_river"])
    game = driven("- / D2", back(s1="0503 0502"), board=board)
    assert rules(game, G, chase(g1="0504")) == []
    assert rules(game, G, chase(g1="0504 0503")) == ["5.4.8"]


@reading("wb95", "5-37")
def test_nothing_towed_pursues() -> None:
    gun = unit("gun", "0505", "ART", "5,3", at={"transport": True})
    game = driven("- / D1", back(s1="0503"), gun)
    assert rules(game, G, chase(g1="0504")) == []
    assert rules(game, G, chase(gun="0504")) == ["5.4.9"]
    held = duel(unit("sat", "0504", "AT", 2, traits="towed"))
    fight(held, "A1 / -", "g1")
    held.play(G, back(g1="0506"))
    assert rules(held, S, chase(s1="0505")) == []
    assert rules(held, S, chase(sat="0505")) == ["5.4.9"]


def killed(*more: dict[str, Any], **spec: Any) -> Wb:
    """The Soviet in 0504 has just died, and the German in 0505 may advance."""
    game = front(unit("g1", "0505"), unit("s1", "0504", cel=1), *more, **spec)
    fight(game, "- / -1", "g1")
    return game


@reading("wb95", "5-38")
def test_the_victor_goes_on_to_any_adjacent_hex() -> None:
    game = killed()
    for path in ("0504", "0504 0503", "0504 0404", "0504 0505"):
        assert rules(game, G, chase(g1=path)) == [], path
        assert chase(g1=path) in list(game.legal(G))
    assert rules(game, G, chase(g1="0504 0503 0502")) == ["5.4.10"]
    assert rules(game, G, chase(g1="0503")) == ["5.4.4"]
    game.play(G, chase(g1="0504 0505"))
    assert where(game, "g1") == "0505"


@reading("wb95", "5-39")
def test_zones_stop_the_victor() -> None:
    game = killed(unit("s2", "0503"), fortified=["0505"])
    assert rules(game, G, chase(g1="0504")) == []
    assert rules(game, G, chase(g1="0504 0404")) == ["5.4.10"]
    assert rules(game, G, chase(g1="0504 0505")) == ["5.4.10"]
    beyond = killed(unit("s2", "0502"))
    assert rules(beyond, G, chase(g1="0504 0503")) == []


@reading("wb95", "5-40")
def test_a_defender_enters_where_the_attacker_died() -> None:
    game = front(unit("g1", "0505", cel=1), unit("s1", "0504"))
    fight(game, "A2 -2 / -", "g1")
    assert (game.to_act, asked(game)) == (S, "pursue")
    assert rules(game, S, chase(s1="0505 0506")) == []
    assert rules(game, S, chase(s1="0505 0504")) == []
    assert rules(game, S, chase(s1="0505 0506 0507")) == ["5.4.10"]


# ---- ground and water


@reading("wb95", "5-41")
def test_modifiers_of_ground_water_and_works_add_up() -> None:
    board = sketch(9, 9, terrain={"0504": "forest"}, sides=["0504-0505 river"])
    units = unit("g1", "0505", sp=20), unit("s1", "0504")
    action = attack("g1", "0504")
    assert columns(front(*units, board=board), action) == ("5:1", "3:1")
    dug_in = front(*units, board=board, fortified=["0504"])
    assert columns(dug_in, action) == ("5:1", "1:1")


@reading("wb95", "5-42")
def test_a_swamp_halves_the_attacker() -> None:
    board = sketch(9, 9, terrain={"0504": "swamp"})
    game = front(unit("g1", "0505", sp=5), unit("s1", "0504", sp=2), board=board)
    assert columns(game, attack("g1", "0504")) == ("2:1", "2:1")


@reading("wb95", "5-43")
@pytest.mark.parametrize(("clear", "woods", "column"), [(6, 4, "2:1"), (4, 6, "1:3")])
def test_the_strongest_hex_gives_its_modifiers(clear: int, woods: int, column: str) -> None:
    game = front(
        unit("g1", "0505", sp=20), unit("s1", "0504", sp=clear), unit("s2", "0404", sp=woods),
        board=sketch(9, 9, terrain={"0404": "forest"}), fortified=["0404"],
    )  # fmt: skip
    assert columns(game, attack("g1", "0504 0404")) == ("2:1", column)


@reading("wb95", "5-44")
@pytest.mark.parametrize(("across", "dry", "column"), [(6, 6, "4:1"), (7, 5, "3:1")])
def test_water_counts_when_more_than_half_come_over_it(across: int, dry: int, column: str) -> None:
    game = front(
        unit("g1", "0505", sp=across), unit("g2", "0503", sp=dry), unit("s1", "0504", sp=3),
        board=sketch(9, 9, sides=["0504-0505 river"]),
    )  # fmt: skip
    assert columns(game, attack("g1 g2", "0504")) == ("4:1", column)


@reading("wb95", "5-45")
def test_guns_do_not_come_over_water_or_round_it() -> None:
    game = front(
        unit("g1", "0505", sp=6), unit("g2", "0503", sp=5), unit("gun", "0507", "ART", "4,2"),
        unit("s1", "0504", sp=3), board=sketch(9, 9, sides=["0504-0505 river"]),
    )  # fmt: skip
    assert columns(game, attack("g1 g2", "0504", guns=["gun"])) == ("5:1", "4:1")


# ---- disorganisation


@reading("wb95", "5-46")
@pytest.mark.parametrize(
    ("side", "traits", "stands", "fails"),
    [(G, "", (5, 5), (5, 6)), (G, "ss", (5, 6), (6, 6)), (S, "", (4, 5), (5, 5)),
     (S, "guards", (5, 5), (5, 6))],
)  # fmt: skip
def test_the_limit_itself_disorganises(
    side: str, traits: str, stands: tuple[int, int], fails: tuple[int, int]
) -> None:
    name = f"{side[0]}1"
    for faces, expected in ((stands, []), (fails, [name])):
        units = unit("g1", "0505", traits=traits), unit("s1", "0504", traits=traits)
        game = front(*units, phase=ATTACK_A if side == G else ATTACK_B)
        rig(game, 1, 1, *faces)
        fight(game, "T / -", name, "0504" if side == G else "0505", by=side)
        assert shaken(game, "g1", "s1") == expected


@reading("wb95", "5-47")
def test_the_letter_disorganises_those_who_stand() -> None:
    game = front(unit("g1", "0505", sp=8), unit("s1", "0504", cel=4))
    rig(game, 1, 1)
    game.play(G, attack("g1", "0504"))
    assert told(game, "combat")[0]["defender_result"] == "D3D"
    game.play(S, back({"s1": 3}))
    assert shaken(game, "g1", "s1") == ["s1"]
    assert told(game, "disorganisation test") == []


@reading("wb95", "5-48")
def test_guns_in_contact_are_disorganised_and_others_are_not() -> None:
    game = duel(unit("gun", "0404", "ART", "2,1"), unit("g9", "0506", "ART", "2,1"))
    rig(game, 6, 6)
    game.play(G, attack("g1", "0504", guns=["gun", "g9"]))
    combat = told(game, "combat")[0]
    assert (combat["column"], combat["attacker_result"]) == ("2:1", "D -1")
    game.play(G, {"do": "losses", "take": {"g1": 1}})
    assert shaken(game, "g1", "gun", "g9") == ["g1", "gun"]


@reading("wb95", "5-49")
def test_each_disorganised_unit_is_halved_upward() -> None:
    tired = {"disorganised": 0}
    game = front(
        unit("g1", "0505", sp=3, at=tired), unit("g2", "0505", sp=3, at=tired),
        unit("s1", "0504", sp=5, at=tired),
    )  # fmt: skip
    sums = game.odds(attack("g1 g2", "0504"), G).reckoning
    assert (sums["attack"]["total"], sums["defence"]["total"]) == (4, 3)
    assert sums["initial"] == "1:1"


def resting(*more: dict[str, Any]) -> Wb:
    """A German attack in phase 4 of turn 1 disorganised g1; all are dug in afterwards."""
    units = unit("g1", "0505", sp=[8, 8]), unit("s1", "0504", sp=[8, 8])
    game = front(*units, *more, fortified=["0505", "0504"])
    fight(game, "D / -", "g1")
    return game


@reading("wb95", "5-50")
def test_a_full_turn_of_rest() -> None:
    game = resting()
    go_to(game, ATTACK_A, 2)
    assert shaken(game, "g1") == ["g1"]
    go_to(game, STRATEGIC_A, 2)
    assert shaken(game, "g1") == []


@reading("wb95", "5-50")
def test_who_moves_does_not_rest() -> None:
    game = resting()
    go_to(game, MOVE_A, 2)
    game.play(G, {"do": "move", "units": ["g1"], "path": ["0506"]})
    go_to(game, STRATEGIC_A, 2)
    assert shaken(game, "g1") == ["g1"]


@reading("wb95", "5-50")
def test_who_is_attacked_does_not_rest() -> None:
    game = resting()
    fight(game, "- / -", "s1", "0505", by=S)
    go_to(game, STRATEGIC_A, 2)
    assert shaken(game, "g1") == ["g1"]
    go_to(game, STRATEGIC_A, 3)
    assert shaken(game, "g1") == []


@reading("wb95", "5-51")
def test_after_an_air_attack_the_same_phase_ends_the_rest() -> None:
    units = unit("g1", "0505"), unit("s1", "0101")
    game = raid(12, side=S, units=units, phase=AIR_B)
    rig(game, 1, 1)
    fly(game, soviet=[mission("attack", "0505", "soviet-air-1")])
    assert shaken(game, "g1") == ["g1"]
    go_to(game, AIR_B, 2)
    assert shaken(game, "g1") == ["g1"]
    go_to(game, MOVE_B, 2)
    assert shaken(game, "g1") == []
