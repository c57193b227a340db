"""Chapters 1 and 2 of WB-95 as a second reader has them: numbers, counters, phases, turns."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.board.sketch import sketch
from grognard.engine.sequence import CLOCK, Clock
from grognard.systems.wb95 import victory
from grognard.systems.wb95.movement.movement import step_cost
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.air.sky import mission, orders, sky, wings
from tests.systems.wb95.combat.battles import attack, front, odds_of, sums
from tests.systems.wb95.course import go_to, owner, pass_on, supply_phase
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    STRATEGIC_A,
    at,
    field,
    hex_status,
    rig,
    rules,
    unit,
    where,
)

BASES = {"supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]}}
NO_BASES: dict[str, Any] = {"supply": {"german": [], "soviet": []}}


def move(names: str, path: str, **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": names.split(), "path": path.split(), **more}


def settle(game: Wb) -> None:
    """Everybody gives the usual answers until the battle is over."""
    while game.decisions and game.decisions[0].ask.default is not None:
        pass_on(game)


def fight(game: Wb, action: dict[str, Any], *dice: int) -> None:
    """The German attacks; commitments as usual, the dice as given."""
    rig(game, *dice)
    game.play("german", action)
    settle(game)


# ---- 1: counters


@pytest.mark.reading("wb95", "1-01")
def test_guns_add_their_first_figure_in_attack_and_their_second_in_defence() -> None:
    game = front(unit("g1", "0505", sp=5), unit("ga", "0505", "ART", "5,3"), unit("s1", "0506"))
    assert sums(game, attack("g1", "0506", guns=["ga"])).attack.total == 10
    game = front(unit("g1", "0505"), unit("s1", "0506", sp=5), unit("sa", "0506", "ART", "5,3"))
    assert sums(game, attack("g1", "0506")).defence.total == 8


@pytest.mark.reading("wb95", "1-02")
def test_a_first_loss_turns_to_the_weaker_side_and_a_second_eliminates() -> None:
    """6/4 and not 6/3, so that half would be wrong."""
    game = front(unit("g1", "0505", sp=[6, 4]), unit("s1", "0506", sp=6))
    fight(game, attack("g1", "0506"), 3, 4)
    assert at(game, "g1").cel == 1
    game = front(unit("g1", "0505", sp=[6, 4], at={"cel": 1}), unit("s1", "0506", sp=4))
    assert sums(game, attack("g1", "0506")).attack.total == 4
    fight(game, attack("g1", "0506"), 4, 4)
    assert where(game, "g1") == "eliminated"


@pytest.mark.reading("wb95", "1-03")
@pytest.mark.parametrize(
    ("move", "dice", "left"), [("trucked", (5, 6), "eliminated"), ("tracked", (3, 4), "0506")]
)
def test_towed_guns_have_one_level_and_self_propelled_two(
    move: str, dice: tuple[int, int], left: str
) -> None:
    """Guns alone are worth 1 SP (3:1), self-propelled ones their own 3 (1:1); both lose a level."""
    gun = unit("sa", "0506", "ART", "3,3", move=move)
    game = front(unit("g1", "0505", sp=3), gun)
    fight(game, attack("g1", "0506"), *dice)
    assert where(game, "sa") == left
    assert at(game, "sa").cel == (1 if left == "0506" else 0)


KINDS = {"tracked": "ARM", "trucked": "MOT", "foot": "INF"}


def prices(board: Any, a: str, b: str, mp: int = 20) -> list[object]:
    """What a step costs a tracked, a trucked and a foot unit."""
    found = []
    for kind in KINDS.values():
        game = field(unit("g1", a, kind, mp=mp), unit("s1", "0909"), board=board)
        cost = step_cost(game, "g1", game.board.hex(a), game.board.hex(b))
        found.append(None if cost is None else cost.total)
    return found


@pytest.mark.reading("wb95", "1-04")
@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        ("clear", [1, 2, 1]),
        ("forest", [3, 4, 2]),
        ("town", [1, 1, 1]),
        ("swamp", [None, None, 2]),
    ],
)
def test_what_ground_costs_each_class(ground: str, expected: list[object]) -> None:
    assert prices(sketch(9, 9, terrain={"0502": ground}), "0501", "0502") == expected


@pytest.mark.reading("wb95", "1-05")
def test_guns_without_a_truck_move_as_trucks() -> None:
    gun = unit("ga", "0501", "ART", "5,3", mp=6, at={"transport": True})
    game = field(gun, unit("s1", "0909"))
    assert rules(game, "german", move("ga", "0502 0503 0504")) == []
    assert rules(game, "german", move("ga", "0502 0503 0504 0505")) == ["3.1.5"]


@pytest.mark.reading("wb95", "1-06")
def test_size_counts_nothing_in_a_stack() -> None:
    sizes = enumerate(["D", "BR", "B", "B"])
    stack = [unit(f"g{i}", "0501", size=size) for i, size in sizes]
    game = field(*stack, unit("s1", "0909"))
    assert rules(game, "german", {"do": "end"}) == []


@pytest.mark.reading("wb95", "1-07")
def test_a_division_is_all_its_counters_and_a_regiment_one() -> None:
    game = library.new("wb95/typhoon", seed=1)
    here = {
        label: [n for n in game.state[UNITS] if where(game, n) == label]
        for label in ("6325", "1126")
    }
    assert len(here["6325"]) == 3
    assert {game.scenario.counters[n].formation for n in here["6325"]} == {"183 INF"}
    (regiment,) = here["1126"]
    assert "303" in game.scenario.counters[regiment].name


# ---- 1: points, zones, supply


@pytest.mark.reading("wb95", "1-08")
def test_four_points_are_four_hexes() -> None:
    game = field(unit("g1", "0501"), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0502 0503 0504 0505")) == []
    assert rules(game, "german", move("g1", "0502 0503 0504 0505 0506")) == ["3.1.5"]


@pytest.mark.reading("wb95", "1-09")
def test_a_zone_stops_whoever_enters_it() -> None:
    game = field(unit("g1", "0503"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0504 0403")) == ["4.2.1"]
    game.play("german", move("g1", "0504"))
    assert rules(game, "german", move("g1", "0403")) == ["4.2.1"]


@pytest.mark.reading("wb95", "1-10")
@pytest.mark.parametrize(("level", "place"), [(2, "0505"), (3, "surrendered")])
def test_a_level_must_be_greater_than_the_roll_to_surrender(level: int, place: str) -> None:
    game = field(unit("g1", "0505", at={"oos": level}), unit("s1", "0909"), **NO_BASES)
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert where(game, "g1") == place


# ---- 1: ratio, columns, rounding


def columns(attacker: int, defender: int, **more: Any) -> tuple[str, str]:
    """The initial and the final column of one stack against one unit."""
    terrain = {"0506": more.pop("ground", "clear")}
    german = unit("g1", "0505", sp=attacker, stars=more.pop("stars", ""))
    game = front(german, unit("s1", "0506", sp=defender), board=sketch(9, 9, terrain=terrain))
    used = {"stars": ["g1"]} if german["row"]["stars"] else {}
    return odds_of(sums(game, attack("g1", "0506", **used)))


@pytest.mark.reading("wb95", "1-11")
@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [(8, 5, "2:1"), (3, 2, "2:1"), (12, 5, "2:1"), (7, 3, "2:1"), (11, 2, "6:1"), (18, 4, "5:1")],
)
def test_ratios_are_rounded_to_the_nearest_halves_upward(
    attacker: int, defender: int, column: str
) -> None:
    assert columns(attacker, defender)[0] == column


@pytest.mark.reading("wb95", "1-12")
@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [(4, 8, "1:2"), (3, 9, "1:3"), (1, 12, "1:4"), (3, 4, "1:1"), (3, 8, "1:3")],
)
def test_ratios_of_a_weaker_attacker(attacker: int, defender: int, column: str) -> None:
    assert columns(attacker, defender)[0] == column


@pytest.mark.reading("wb95", "1-13")
def test_modifiers_are_columns() -> None:
    assert columns(4, 4, ground="city") == ("1:1", "1:3")
    assert columns(4, 8, stars="black:1") == ("1:2", "1:1")


@pytest.mark.reading("wb95", "1-14")
def test_the_attacker_s_modifiers_come_first_and_end_at_the_edge() -> None:
    assert columns(18, 4, stars="black:7", ground="city") == ("5:1", "8:1")


@pytest.mark.reading("wb95", "1-15")
def test_no_ratio_passes_the_last_column_even_before_modifiers() -> None:
    assert columns(30, 1, ground="city") == ("10:1", "8:1")


@pytest.mark.reading("wb95", "1-16")
def test_nor_the_first() -> None:
    assert columns(1, 12, stars="black:1") == ("1:4", "1:3")


@pytest.mark.reading("wb95", "1-17")
def test_concentration_counts_unasked_and_stars_only_if_used() -> None:
    german = [unit(f"g{i}", "0505", formation="1 ARM", stars="black:1") for i in (1, 2, 3)]
    game = front(*german, unit("s1", "0506"))
    assert sums(game, attack("g1 g2 g3", "0506")).attacker_cm.total == 1
    assert sums(game, attack("g1 g2 g3", "0506", stars=["g2"])).attacker_cm.total == 2


@pytest.mark.reading("wb95", "1-18")
def test_each_disorganised_unit_is_halved_and_rounded_up() -> None:
    shaken = {"disorganised": 0}
    game = front(
        unit("g1", "0505"),
        unit("s1", "0506", sp=5, at=shaken),
        unit("s2", "0506", sp=1, cel=1, at=shaken),
        turn=2,
    )
    assert sums(game, attack("g1", "0506")).defence.total == 4


@pytest.mark.reading("wb95", "1-19")
@pytest.mark.parametrize(("ruling", "hexes"), [("exact", 2), ("rounded-up", 3)])
def test_half_of_five_points(ruling: str, hexes: int) -> None:
    """Ruled: points of movement keep their half by an example; rounding up is an option."""
    game = field(
        unit("g1", "0501", mp=5, at={"oos": 1}),
        unit("s1", "0909"),
        options={"halved-movement": ruling},
    )
    way = ["0502", "0503", "0504"]
    assert rules(game, "german", move("g1", " ".join(way[:hexes]))) == []
    further = rules(game, "german", move("g1", " ".join([*way, "0505"][: hexes + 1])))
    assert further == ["3.1.5"]


@pytest.mark.reading("wb95", "1-20")
def test_two_dice_are_added_up() -> None:
    game = front(unit("g1", "0505", sp=4), unit("s1", "0506", sp=4))
    fight(game, attack("g1", "0506"), 3, 4)
    assert (at(game, "g1").cel, at(game, "s1").cel) == (1, 1)


# ---- 2: the sequence


@pytest.mark.reading("wb95", "2-01")
def test_twelve_phases_and_the_initiative_stays() -> None:
    game = field(unit("g1", "0101"), unit("s1", "0909"), phase=1, turns=3, air=wings("german", 4))
    kinds = ["Air Phase", "Artillery Barrage", "Movement", "Attack", "Strategic Movement", "Supply"]
    called = [phase.called(game) for phase in game.segments]
    assert called == [f"{kind} of {side}" for side in ("german", "soviet") for kind in kinds]
    seen = []
    while game.turn == 1:
        seen.append(game.phase)
        pass_on(game)
    assert seen == sorted(seen, key=called.index)
    go_to(game, MOVE_A, turn=2)
    assert game.to_act == "german"


@pytest.mark.reading("wb95", "2-02")
def test_nothing_is_done_outside_its_phase() -> None:
    near = [unit("g1", "0505"), unit("s1", "0506")]
    game = field(*near)
    assert rules(game, "german", attack("g1", "0506")) != []
    assert rules(game, "soviet", move("s1", "0507")) == ["turn"]
    game = field(*near, phase=ATTACK_A)
    assert rules(game, "german", move("g1", "0504")) != []


@pytest.mark.reading("wb95", "2-03")
def test_a_compulsory_attack_holds_the_phase_open_and_a_voluntary_one_does_not() -> None:
    game = front(
        unit("g1", "0505"), unit("s1", "0506"),
        unit("g2", "0205"), unit("s2", "0206"),
        fortified=["0205"],
    )  # fmt: skip
    assert rules(game, "german", {"do": "end"}) != []
    fight(game, attack("g1", "0506"), 3, 4)
    assert rules(game, "german", attack("g2", "0206")) == []
    assert rules(game, "german", {"do": "end"}) == []


@pytest.mark.reading("wb95", "2-04")
@pytest.mark.parametrize(
    ("turn", "day"),
    [(1, "1941-11-15"), (16, "1941-11-30"), (17, "1941-12-01"), (20, "1941-12-04")],
)
def test_a_turn_is_a_day(turn: int, day: str) -> None:
    game = library.new("wb95/typhoon", seed=1)
    game.put(CLOCK, "now", Clock(turn, 0))
    assert (victory.date_of(game), game.scenario.turns) == (day, 20)


@pytest.mark.reading("wb95", "2-05")
def test_both_fly_in_both_air_phases_and_in_secret() -> None:
    air = [*wings("german", 4), *wings("soviet", 4)]
    game = sky(unit("g1", "0101"), unit("g2", "0303"), unit("s1", "0909"), air=air)
    before = game.view("german")
    game.play("soviet", orders(mission("attack", "0303", "soviet-air-2")))
    assert {**game.view("german"), "waiting_for": 0} == {**before, "waiting_for": 0}
    assert rules(game, "german", orders()) == []


@pytest.mark.reading("wb95", "2-06")
def test_no_barrage_unless_the_scenario_grants_it() -> None:
    guns = [unit(f"g{i}", "0505", "ART", "5,3") for i in (1, 2)]
    game = field(*guns, unit("g3", "0101"), unit("s1", "0507"), phase=1)
    go_to(game, MOVE_A)
    assert game.phase == "Movement of german"
    barrage = {"do": "barrage", "guns": ["g1", "g2"], "target": "0507"}
    assert rules(game, "german", barrage) != []


@pytest.mark.reading("wb95", "2-07")
def test_digging_and_marking_are_instead_of_moving() -> None:
    game = field(unit("g1", "0502"), unit("g2", "0302"), unit("g3", "0702"), unit("s1", "0909"))
    game.play("german", move("g1", "0503"))
    game.play("german", move("g3", "0703"))
    assert rules(game, "german", {"do": "dig", "unit": "g1"}) != []
    assert rules(game, "german", {"do": "mark", "units": ["g3"]}) != []
    game.play("german", {"do": "dig", "unit": "g2"})
    assert hex_status(game, "0302").fortified == "german"


@pytest.mark.reading("wb95", "2-08")
def test_the_marked_and_reinforcements_move_after_the_fighting() -> None:
    game = field(
        unit("g1", "0502"), unit("g2", "0302"), unit("g3", None), unit("s1", "0909"),
        entry_zones={"german": [{"id": "A", "hexes": ["0701"]}]},
        reinforcements=[{"turn": 1, "zone": "A", "units": ["g3"]}],
    )  # fmt: skip
    game.play("german", {"do": "mark", "units": ["g1"]})
    go_to(game, STRATEGIC_A)
    assert rules(game, "german", move("g1", "0503")) == []
    assert rules(game, "german", move("g2", "0303")) == ["12.1.4"]
    enter = {"do": "enter", "units": ["g3"], "zone": "A", "hex": "0701"}
    assert rules(game, "german", enter) == []


@pytest.mark.reading("wb95", "2-09")
def test_a_supply_phase_looks_at_one_side_only() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0902"), turn=3, **NO_BASES)
    supply_phase(game, "german")
    assert (at(game, "g1").oos, at(game, "s1").oos) == (1, 0)


@pytest.mark.reading("wb95", "2-10")
def test_who_surrenders_takes_nothing() -> None:
    soviet = [f"{row:02}{col:02}" for row in range(1, 10) for col in range(1, 10)]
    game = field(
        unit("g1", "0505", at={"oos": 6}), unit("s1", "0909"),
        board=sketch(9, 9, terrain={"0505": "town"}), control={"soviet": soviet}, **NO_BASES,
    )  # fmt: skip
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert where(game, "g1") == "surrendered"
    assert {owner(game, label) for label in soviet} == {"soviet"}


@pytest.mark.reading("wb95", "2-11")
def test_a_bridge_is_begun_by_who_was_at_the_river_when_supply_ended() -> None:
    water = ["0303-0304 big_river", "0503-0504 big_river"]
    game = field(
        unit("g1", "0303", "HQ"), unit("g2", "0502", "HQ"), unit("g3", "0101"), unit("s1", "0909"),
        board=sketch(9, 9, sides=water), turns=3, **BASES,
    )  # fmt: skip
    go_to(game, MOVE_A, turn=2)
    game.play("german", move("g2", "0503"))
    assert rules(game, "german", {"do": "bridge", "unit": "g1", "to": "0304"}) == []
    assert "14.3.2a" in rules(game, "german", {"do": "bridge", "unit": "g2", "to": "0504"})
