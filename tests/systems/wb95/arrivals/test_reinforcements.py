"""Reinforcements coming onto the map: when, where, at what cost. [11.1]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.wb95.arrivals.entry_zones import entry
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    at,
    field,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED, move, play_to

EAST = {"german": [{"id": "A", "hexes": ["0101"]}, {"id": "B", "hexes": ["0301", "0302"]}]}


def due(*names: str, turn: int = 1, zone: str = "A") -> dict[str, Any]:
    return {"turn": turn, "zone": zone, "units": list(names)}


def coming(
    *units: dict[str, Any], rows: list[dict[str, Any]], board: Board | None = None, **spec: Any
) -> Wb:
    """A game with entry zones A (0101) and B (0301, 0302) and a schedule."""
    base: dict[str, Any] = {"entry_zones": EAST, "reinforcements": rows, **SUPPLIED}
    return field(*units, board=board or sketch(5, 6), **{**base, **spec})


def enter(*names: str, zone: str = "A", hex: str = "0101", **more: Any) -> dict[str, Any]:
    return {"do": "enter", "units": list(names), "zone": zone, "hex": hex, **more}


@pytest.mark.rule("wb95", "11.1.1")
def test_reinforcements_come_from_their_turn_on() -> None:
    game = coming(
        unit("g1", None), unit("g2", None), unit("g3", "0203"), unit("s1", None),
        rows=[due("g1"), due("g2", turn=2), due("s1", zone="S")],
        entry_zones={**EAST, "soviet": [{"id": "S", "hexes": ["0506"]}]},
    )  # fmt: skip
    assert rules(game, "german", enter("g1")) == []
    assert rules(game, "german", enter("g2")) == ["11.1.1"]
    for other in ("g3", "s1", "nobody"):
        assert rules(game, "german", enter(other)) == ["11.1.1"]
    assert rules(game, "german", enter()) == ["11.1.1"]
    assert rules(game, "german", enter("g1", "g1")) == ["11.1.1"]
    play_to(game, 2, MOVE_A)
    assert rules(game, "german", enter("g1", "g2")) == []
    game.play("german", enter("g1"))
    assert where(game, "g1") == "0101"
    assert rules(game, "german", enter("g1")) == ["11.1.1"]


@pytest.mark.rule("wb95", "11.1.2")
def test_they_come_through_the_hexes_of_their_zone() -> None:
    game = coming(unit("g1", None), rows=[due("g1", zone="B")])
    assert rules(game, "german", enter("g1", zone="B", hex="0301")) == []
    assert rules(game, "german", enter("g1", zone="B", hex="0302")) == []
    assert rules(game, "german", enter("g1", zone="B", hex="0303")) == ["11.1.2"]
    assert rules(game, "german", enter("g1", zone="B", hex="x")) == ["form"]
    assert rules(game, "german", enter("g1", zone="Z", hex="0301")) == ["11.1.2"]


@pytest.mark.rule("wb95", "11.1.3")
def test_in_the_movement_and_the_strategic_movement_phase_only() -> None:
    game = coming(unit("g1", None), rows=[due("g1")])
    assert rules(game, "german", enter("g1")) == []
    play_to(game, 1, ATTACK_A)
    assert rules(game, "german", enter("g1")) == ["2.2.P4"]
    play_to(game, 1, STRATEGIC_A)
    game.play("german", enter("g1"))
    assert where(game, "g1") == "0101"
    assert told(game, "entry") == [{"side": "german", "hex": "0101", "path": [], "units": ["g1"]}]


@pytest.mark.rule("wb95", "11.1.3")
def test_in_strategic_movement_by_its_rules() -> None:
    """Two points fewer [12.2.3], never into an enemy zone [12.2.2]; then on with the rest."""
    game = coming(unit("g1", None), unit("g2", None, mp=2), rows=[due("g1", "g2")])
    play_to(game, 1, STRATEGIC_A)
    assert rules(game, "german", enter("g2")) == ["3.1.5"]  # nothing left of its points
    game.play("german", enter("g1"))
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": ["0102"]}) == []
    far = {"do": "move", "units": ["g1"], "path": ["0102", "0103"]}
    assert rules(game, "german", far) == ["3.1.5"]
    mine = {"german": ["0101"]}
    zoned = coming(unit("g1", None), unit("s1", "0102"), rows=[due("g1")], control=mine)
    play_to(zoned, 1, STRATEGIC_A)
    assert rules(zoned, "german", enter("g1")) == ["12.2.2"]


@pytest.mark.rule("wb95", "12.1.1")
def test_without_strategic_movement_nobody_enters_after_the_fighting() -> None:
    off = coming(unit("g1", None), rows=[due("g1")], options={"strategic-movement": "off"})
    assert rules(off, "german", enter("g1")) == []
    play_to(off, 1, ATTACK_A)
    off.play("german", {"do": "end"})
    assert rules(off, "german", enter("g1"))


@pytest.mark.rule("wb95", "11.1.4")
def test_not_through_what_the_enemy_controls() -> None:
    game = coming(
        unit("g1", None), unit("s1", "0301"), rows=[due("g1", zone="B")],
        control={"german": ["0302"], "soviet": ["0301"]},
    )  # fmt: skip
    assert rules(game, "german", enter("g1", zone="B", hex="0301")) == ["3.1.8"]
    assert rules(game, "german", enter("g1", zone="B", hex="0302")) == []
    lost = coming(
        unit("g1", None), unit("g2", None), rows=[due("g1", "g2", zone="B")],
        control={"soviet": ["0302"]},
    )  # fmt: skip
    assert rules(lost, "german", enter("g1", zone="B", hex="0302")) == ["11.1.4"]
    assert rules(lost, "german", enter("g1", zone="B", hex="0301")) == []  # nobody controls it


@pytest.mark.rule("wb95", "4.2.1")
def test_entering_an_enemy_zone_ends_the_move() -> None:
    game = coming(
        unit("g1", None), unit("s1", "0102"), rows=[due("g1")], control={"german": ["0101"]}
    )
    away = enter("g1", path=["0201"])
    assert rules(game, "german", away) == ["4.2.1"]
    game.play("german", enter("g1"))
    assert at(game, "g1").halted


def ten(board: Board) -> Wb:
    names = [f"g{i}" for i in range(10)]
    return coming(*(unit(name, None) for name in names), rows=[due(*names)], board=board)


@pytest.mark.rule("wb95", "11.1.5")
def test_units_one_by_one_fill_a_stack() -> None:
    game = ten(sketch(5, 6, exits={"0101": "main"}))
    for i in range(4):
        game.play("german", enter(f"g{i}"))
    assert [at(game, f"g{i}").spent for i in range(4)] == [6, 6, 6, 6]
    assert rules(game, "german", enter("g4", path=["0102"])) == []
    for i in range(4):
        move(game, f"g{i}", "0102")
    game.play("german", enter("g4"))
    assert at(game, "g4").spent == 12
    stacks = entry(game, "g5", "A", 0, 2)
    assert stacks is not None
    assert [(part.rule, part.value) for part in stacks.tally.parts][-1] == ("11.1.5", 1 / 2)


@pytest.mark.rule("wb95", "3.1.13")
def test_a_hex_costs_no_more_than_the_points_there_are_but_the_wait_does() -> None:
    """A truck unit with 3 points enters woods, which cost 4, for 3; as a second stack for 6."""
    woods = sketch(5, 6, terrain={"0101": "forest"})
    game = coming(unit("g1", None, "MOT", mp=3), rows=[due("g1")], board=woods)
    first, second = entry(game, "g1", "A", 0, 1), entry(game, "g1", "A", 0, 2)
    assert first is not None
    assert second is not None
    assert (first.cost, second.cost) == (36, 72)
    assert rules(game, "german", enter("g1")) == []


@pytest.mark.rule("wb95", "3.1.11")
def test_closed_ground_needs_a_road() -> None:
    swamp = {"0101": "swamp"}
    shut = coming(
        unit("g1", None, "ARM"), unit("ghq", None, "HQ"), rows=[due("g1", "ghq")],
        board=sketch(5, 6, terrain=swamp),
    )  # fmt: skip
    assert rules(shut, "german", enter("g1")) == ["3.1.11"]
    shut.play("german", enter("ghq"))
    assert at(shut, "ghq").spent == 60  # five points [9.1.3]
    road = coming(
        unit("g1", None, "ARM"), rows=[due("g1")],
        board=sketch(5, 6, terrain=swamp, links=["0101-0102 secondary"]),
    )  # fmt: skip
    road.play("german", enter("g1"))
    assert at(road, "g1").spent == 12


@pytest.mark.rule("wb95", "3.1.10")
def test_through_a_full_entry_hex_to_one_with_room() -> None:
    garrison = [unit(f"g{i}", "0101") for i in range(4)]
    game = coming(*garrison, unit("gr", None), rows=[due("gr")], phase=MOVE_A)
    for i in range(4):
        game.play("german", {"do": "mark", "units": [f"g{i}"]})
    assert rules(game, "german", enter("gr")) == ["3.2.1"]
    through = enter("gr", path=["0102"])
    assert through in list(game.legal("german"))
    game.play("german", through)
    assert where(game, "gr") == "0102"
    assert at(game, "gr").spent == 24
    assert rules(game, "german", enter("gr", path=[])) == ["11.1.1"]


def test_lists_checks_and_samples_agree() -> None:
    game = coming(
        unit("g1", None), unit("g2", None), unit("g3", None),
        rows=[due("g1", "g2"), due("g3", zone="B")],
    )  # fmt: skip
    mine = [action for action in game.legal("german") if action["do"] == "enter"]
    assert len(mine) == 7 + 7 + 7  # every group of three units through each of three hexes
    assert all(rules(game, "german", action) == [] for action in mine)
    rng = random.Random(3)
    deed = next(offer for offer in game.decisions[0].ask.offers if offer.do == "enter")
    for _ in range(20):
        action = deed.sample(game, "german", rng)
        assert action is not None
        assert rules(game, "german", action) == []


def test_of_closed_stacks_the_enemy_learns_the_place_only() -> None:
    game = coming(unit("g1", None), rows=[due("g1")], options={"masking": "on"})
    game.play("german", enter("g1"))
    event = game.events_for("soviet")[-1]
    assert event.kind == "entry"
    assert "units" not in event.facts
    play_to(game, 1, MOVE_B)
