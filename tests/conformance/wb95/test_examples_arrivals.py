"""The book's examples about reinforcements, entry zones, bridges and set-up. [11.0] [14.0]"""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import (
    AMERICANS_FIRST,
    END,
    GERMAN,
    POINT,
    SOVIET,
    WESTERN,
    fought,
    move,
    proceed_to,
    settle,
)
from tests.systems.wb95.combat.afterwards import back, chase
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    at,
    field,
    rig,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED, river

rule = pytest.mark.rule
ZONES = "ABCDEFGHIJ"
ROWS = {zone: f"{2 * i + 1:02}" for i, zone in enumerate(ZONES)}


def enter(*names: str, zone: str = "A", hex: str = "0101") -> dict[str, Any]:
    """Reinforcements come in."""
    return {"do": "enter", "units": list(names), "zone": zone, "hex": hex}


# --- Columns --------------------------------------------------------------------------------


def ten_regiments(board: Board) -> Wb:
    """Ten infantry units of two levels are due at one hex."""
    names = [f"g{i}" for i in range(10)]
    return field(
        *(unit(name, None) for name in names), unit("s1", "0505"), board=board,
        entry_zones={"german": [{"id": "A", "hexes": ["0101"]}]},
        reinforcements=[{"turn": 1, "zone": "A", "units": names}],
        control={GERMAN: ["0101"]}, **SUPPLIED,
    )  # fmt: skip


STACKS = ("g0", "g1", "g2", "g3"), ("g4", "g5", "g6", "g7"), ("g8", "g9")


@rule("wb95", "11.1.5")
def test_wb95_ex_045_three_stacks_through_the_woods() -> None:
    """20 levels are three stacks at least; woods cost 2, then 4, then 6, which infantry has not."""
    game = ten_regiments(sketch(5, 6, terrain={"0101": "forest"}))
    assert rules(game, GERMAN, enter("g0", "g1", "g2", "g3", "g4")) == ["11.1.5"]
    for stack, price in zip(STACKS[:2], (2, 4), strict=True):
        game.play(GERMAN, enter(*stack))
        assert {at(game, name).spent for name in stack} == {price * POINT}
        for name in stack if price == 2 else ():
            game.play(GERMAN, move(name, "0102"))
    refusals = game.why(GERMAN, enter(*STACKS[2]))
    assert [refusal.rule for refusal in refusals] == ["11.1.5", "11.1.5"]
    assert "costs 6 MP, it has 4" in refusals[0].text
    proceed_to(game, MOVE_A, turn=2)  # they wait for the next Movement Phase
    for name in STACKS[1]:
        game.play(GERMAN, move(name, "0201"))
    game.play(GERMAN, enter(*STACKS[2]))
    assert at(game, "g8").spent == 2 * POINT


@rule("wb95", "11.1.5")
def test_wb95_ex_046_three_stacks_along_a_road() -> None:
    """By a road at half a point the stacks pay 0.5, 1 and 1.5."""
    game = ten_regiments(sketch(5, 6, terrain={"0101": "forest"}, exits={"0101": "main"}))
    paid = []
    for stack, way in zip(STACKS, ("0102", "0201", "0102"), strict=True):
        game.play(GERMAN, enter(*stack))
        paid.append({at(game, name).spent for name in stack})
        for name in stack if stack != STACKS[2] else ():
            game.play(GERMAN, move(name, way))
    assert paid == [{POINT // 2}, {POINT}, {POINT * 3 // 2}]


# --- Entry zones ----------------------------------------------------------------------------


def due_at_c() -> Wb:
    """A division of 7 points is due at C; ten zones lie down the western edge, each on a road."""
    roads = [f"{row}01-{row}02-{row}03-{row}04-{row}05-{row}06-{row}07-{row}08 main"
             for row in ROWS.values()]  # fmt: skip
    zones = [{"id": zone, "hexes": [f"{row}01"]} for zone, row in ROWS.items()]
    return field(
        unit("g2", None, "ARM", formation="2 ARM"), board=sketch(20, 8, links=roads),
        entry_zones={"german": zones},
        reinforcements=[{"turn": 1, "zone": "C", "units": ["g2"]}], **SUPPLIED,
    )  # fmt: skip


def come(zone: str) -> dict[str, Any]:
    """The division comes in at a zone."""
    return enter("g2", zone=zone, hex=f"{ROWS[zone]}01")


def shift(zone: str) -> dict[str, Any]:
    """The division waits, and moves along the edge."""
    return {"do": "shift", "units": ["g2"], "zone": zone}


def doors(game: Wb) -> str:
    """The zones through which the division may come in now."""
    return "".join(zone for zone in ZONES if not rules(game, GERMAN, come(zone)))


@rule("wb95", "11.2.1")
@pytest.mark.parametrize("zone", ["B", "D"])
def test_wb95_ex_047_half_the_points_through_the_next_zone(zone: str) -> None:
    """At B or D there are 3.5 points: the hex and six more along a road at half a point each."""
    game = due_at_c()
    game.play(GERMAN, come(zone))
    road = [f"{ROWS[zone]}{col:02}" for col in range(2, 9)]
    assert rules(game, GERMAN, move("g2", *road[:6])) == []
    assert rules(game, GERMAN, move("g2", *road[:7])) == ["3.1.5"]
    at_home = due_at_c()
    at_home.play(GERMAN, come("C"))
    assert 7 * POINT - at(at_home, "g2").spent == 13 * POINT // 2


@rule("wb95", "11.2.1")
@rule("wb95", "11.2.2")
def test_wb95_ex_048_how_long_it_takes_to_other_zones() -> None:
    """Now C, or B and D at half; A to F in full next turn; G, H, I after two turns, J after three.

    Every route of three turns is played: a shift a turn, by three zones at most.
    """
    assert doors(due_at_c()) == "BCD"
    soonest = {"C": 0}
    routes: list[tuple[str, ...]] = [()]
    for turn in (1, 2, 3):
        longer = []
        for route in routes:
            game = due_at_c()
            for day, zone in enumerate(route, 2):
                game.play(GERMAN, shift(zone))
                proceed_to(game, MOVE_A, day)
            for zone in (z for z in ZONES if not rules(game, GERMAN, shift(z))):
                longer.append((*route, zone))
                soonest.setdefault(zone, turn)
        routes = [route for route in longer if soonest[route[-1]] == turn]
    assert soonest == {
        "C": 0, **dict.fromkeys("ABDEF", 1), **dict.fromkeys("GHI", 2), "J": 3,
    }  # fmt: skip
    game = due_at_c()
    game.play(GERMAN, shift("F"))
    proceed_to(game, MOVE_A, turn=2)
    game.play(GERMAN, come("F"))
    assert at(game, "g2").spent == POINT // 2  # of all its points


# --- Bridges --------------------------------------------------------------------------------


def blow(name: str) -> dict[str, Any]:
    """Blow up the bridge of the example."""
    return {"do": "blow", "unit": name, "bridge": "0202-0203"}


@rule("wb95", "14.1.3")
@rule("wb95", "14.1.4")
def test_wb95_ex_052_who_may_blow_a_bridge() -> None:
    """Germans in B have it; the Allies from A drive them off and keep it when they come back,
    until they leave A themselves.
    """
    sources = {"supply": {GERMAN: [{"edge": "west"}], WESTERN: [{"edge": "east"}]}}
    game = field(
        unit("s1", "0205", sp=12, mp=7, side=WESTERN, nation="American"), unit("g1", "0202"),
        board=river(), **AMERICANS_FIRST, **sources,
    )  # fmt: skip
    game.play(WESTERN, move("s1", "0204", "0203"))
    assert rules(game, WESTERN, blow("s1")) == ["4.2.1", "14.1.4"]
    game.play(WESTERN, END)
    fought(game, "s1", "0202", (3, 4), by=WESTERN)  # 3:1 across the river is 2:1: D1
    game.play(GERMAN, back(g1="0201"))
    game.play(WESTERN, chase())
    proceed_to(game, MOVE_B)
    game.play(GERMAN, move("g1", "0202"))
    assert "14.1.4" in rules(game, GERMAN, blow("g1"))
    game.play(GERMAN, END)
    fought(game, "g1", "0203", (1, 2), by=GERMAN)  # both stay where they are
    settle(game)
    proceed_to(game, MOVE_A, turn=2)
    assert rules(game, WESTERN, blow("s1")) == []  # they could, and only they
    game.play(WESTERN, move("s1", "0204"))
    proceed_to(game, MOVE_B, turn=2)
    assert rules(game, GERMAN, blow("g1")) == []


@rule("wb95", "14.3.2a")
@rule("wb95", "14.3.2b")
@rule("wb95", "14.3.2c")
def test_wb95_ex_053_a_bridge_takes_from_turn_five_to_turn_seven() -> None:
    """A headquarters comes to the bank in pursuit; declared next turn, usable the turn after."""
    water = [
        f"{row:02}02-{side:02}03 big_river"
        for row in range(1, 6)
        for side in ((row,) if row % 2 else (row - 1, row, row + 1))
    ]
    game = field(
        unit("ghq", "0301", "HQ"), unit("g1", "0301", sp=12), unit("s1", "0302"),
        board=sketch(5, 5, sides=water), phase=ATTACK_A, turn=5, **SUPPLIED,
    )  # fmt: skip
    fought(game, "g1", "0302", (3, 4))  # 3:1, with a headquarters 6: D2
    game.play(SOVIET, back(s1="0202 0102"))
    rig(game, 1, 1)
    game.play(GERMAN, chase(g1="0302", ghq="0302"))
    assert where(game, "ghq") == "0302"
    build = {"do": "bridge", "unit": "ghq", "to": "0303"}
    over = move("g1", "0303", "0304", "0305")
    proceed_to(game, MOVE_A, turn=6)
    assert rules(game, GERMAN, over) == ["3.1.5"]  # 1 + 2 to cross, 1 and 1
    game.play(GERMAN, build)
    assert rules(game, GERMAN, over) == ["3.1.5"]
    proceed_to(game, MOVE_A, turn=7)
    assert told(game, "bridge up") == [{"bridge": "0302-0303", "side": GERMAN, "unit": "ghq"}]
    assert rules(game, GERMAN, over) == []
    assert rules(game, GERMAN, move("ghq", "0303")) == ["4.2.1"]  # it has used its points again


# --- Set-up ---------------------------------------------------------------------------------

NOTATIONS = [
    ("691 AT-R (p-panc.)", unit("s691", "0101", "AT", size="R", traits="towed")),
    ("687 Engineer INF-BR (687 Sap.)", unit("s687", "0102", "INF", size="BR", traits="engineer")),
    ("2 INF-R [Br]", unit("g2", "0901", "INF", size="R", formation="Br")),
    ("AG-BR (Gross) [GD]", unit("gGross", "0902", "AG", size="BR", formation="GD")),
    ("37/6 INF-R", unit("g37", "0903", "INF", 3, size="R", formation="6 INF")),
    ("I CAV (G)", unit("sI", "0103", "CAV", size="D", formation="I CAV", traits="guards")),
    ("52 ARM-R (Art. panc.)", unit("s52", "0104", "ART", "5,3", move="tracked", size="R")),
    ("HQ 5", unit("s5", "0105", "HQ", size="HQ", traits="guards")),
    ("ART (G)", unit("s5art", "0106", "ART", "5,3", traits="guards")),
]
"""What the set-ups print, and the counter that we take it to mean."""


@rule("wb95", "T.setup-aid")
@rule("wb95", "1.3c")
def test_wb95_ex_061_what_the_set_ups_print_can_be_played() -> None:
    """Each kind of counter that the aid explains is what it should be once it is on the map."""
    game = field(*(item for _, item in NOTATIONS))
    counters = game.scenario.counters
    anti_tank, engineers, armoured_guns = (counters[name] for name in ("s691", "s687", "s52"))
    assert (anti_tank.regular, anti_tank.towed, anti_tank.attacks) == (True, True, False)
    assert (engineers.size, engineers.motorised, engineers.traits) == ("BR", False, ("engineer",))
    assert (armoured_guns.self_propelled, armoured_guns.attacks) == (True, True)
    assert counters["gGross"].motorised
    assert (counters["g37"].levels[0].attack, counters["g37"].levels[0].mp) == (3, 4 * POINT)
    assert [counters[name].formation for name in ("g2", "gGross", "g37")] == ["Br", "GD", "6 INF"]
    assert all("guards" in counters[name].traits for name in ("sI", "s5", "s5art"))
    assert counters["s5"].hq
    assert counters["s5art"].towed_artillery
    assert rules(game, GERMAN, move("g37", "0803")) == []


@rule("wb95", "1.3d")
def test_wb95_ex_061_a_division_without_a_suffix_is_all_its_counters() -> None:
    """In Typhoon a German division stands in one hex with all its counters, if it is named whole.

    The regiments of two are named one by one, and one is spread over the hexes of Kalinin.
    """
    game = grognard.new("wb95/typhoon", seed=1)
    homes: dict[str, set[str]] = {}
    for name, counter in game.scenario.counters.items():
        if counter.side == GERMAN and counter.formation:
            homes.setdefault(counter.formation, set()).add(where(game, name))
    spread = {name: hexes for name, hexes in homes.items() if len(hexes) > 1}
    assert spread == {
        "162 INF": {"1126", "1326", "1526"},
        "26 INF": {"0132", "0329", "0331"},
        "110 INF": {"0326", "0327", "0426"},
    }
    assert len(homes) == 32
