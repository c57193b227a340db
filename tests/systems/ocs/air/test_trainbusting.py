"""Trainbusting: the mission, the zone, what it costs. [14.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.trainbusting_zones import zone
from grognard.systems.ocs.status import HEXES, HexStatus
from grognard.systems.ocs.transport import rail
from grognard.systems.ocs.turn.phases import phasing
from tests.systems.ocs.air.sky import craft, fly, perch, sky
from tests.systems.ocs.field import end, play, rig, rules, told, unit

rule = pytest.mark.rule


def mark(game: Any, hex: str, side: str = "allied") -> None:
    game.put(HEXES, game.board.hex(hex), HexStatus(busted=side))


@rule("ocs", "14.8")
@rule("ocs", "14.8a")
@rule("ocs", "10.0c(C)")
@pytest.mark.parametrize(("die", "placed"), [(3, False), (4, True)])
def test_an_asterisk_places_the_marker(die: int, placed: bool) -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), segment="barrage")
    rig(game, 1, 1, die)  # flak, then the facility table: 20 points, column 11-20
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    assert game.state[HEXES][game.board.hex("0312")].busted == ("axis" if placed else "")
    assert perch(game, "a1") == "0303-"
    assert len(told(game, "flak")) == 1


@rule("ocs", "14.8a")
@rule("ocs", "10.0c(C)")
@pytest.mark.parametrize(("die", "result"), [(3, "no effect"), (5, "trains busted")])
def test_nothing_but_the_asterisk_counts(die: int, result: str) -> None:
    """The hits and the value for aircraft in the same entry are for bases and ports."""
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), segment="barrage")
    rig(game, 1, 1, die)
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    assert told(game, "barrage")[0]["result"] == result


@rule("ocs", "14.8")
@rule("ocs", "10.0e(A)")
def test_one_attempt_a_phase_and_one_marker_a_hex() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), craft("a3", "0303", "Tpt"),
               segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1)
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    assert rules(game, "axis", fly("trainbust", "a2", to="0312")) == ["14.8"]
    assert rules(game, "axis", fly("trainbust", "a3", to="0315")) == ["10.0"]
    mark(game, "0315", "axis")
    assert rules(game, "axis", fly("trainbust", "a2", to="0315")) == ["14.8"]
    assert rules(game, "axis", fly("trainbust", "a2", to="0316")) == []


@rule("ocs", "14.8b")
def test_the_zone_is_the_hex_and_those_around_for_leg_the_hex_alone() -> None:
    game = sky(unit("a1", "0505"))
    mark(game, "0512")
    around = {game.board.label(h) for h in zone(game, "axis", "truck")}
    assert len(around) == 7
    assert "0513" in around
    assert [game.board.label(h) for h in zone(game, "axis", "leg")] == ["0512"]
    assert zone(game, "allied", "truck") == frozenset()


@rule("ocs", "14.8c")
def test_hexes_of_a_zone_cost_the_enemy_a_point_more_and_never_two() -> None:
    game = sky(unit("a1", "0510", "mech", mode="move"), unit("a2", "0510", mode="move"))
    mark(game, "0512")
    mark(game, "0513")

    def cost(name: str, a: str, b: str) -> Any:
        found = movement.step_cost(game, name, game.board.hex(a), game.board.hex(b))
        assert found is not None
        return found.total

    assert cost("a1", "0509", "0510") == 1
    assert cost("a1", "0510", "0511") == 2
    assert cost("a1", "0511", "0512") == 2  # in two zones at once
    assert cost("a2", "0510", "0511") == 1
    assert cost("a2", "0511", "0512") == 2
    own = sky(unit("s1", "0510", "mech", mode="move"), player="allied")
    mark(own, "0512")
    found = movement.step_cost(own, "s1", own.board.hex("0511"), own.board.hex("0512"))
    assert found is not None
    assert found.total == 1


@rule("ocs", "14.8c")
def test_rail_cargo_through_a_zone_costs_double_once() -> None:
    line = "-".join(f"05{c:02d}" for c in range(3, 20))
    board = sketch(20, 40, links=[f"{line} rail"])
    game = sky(
        unit("a1", "0505"), board=board, gauges={"axis": [f"05{c:02d}" for c in range(3, 20)]}
    )
    path = [game.board.hex(f"05{c:02d}") for c in range(5, 16)]
    assert rail.share(game, "axis", path) == 1
    mark(game, "0512")
    mark(game, "0509")
    assert rail.share(game, "axis", path) == 2
    assert rail.share(game, "allied", path) == 1


@rule("ocs", "14.8d")
@rule("ocs", "14.1g")
def test_markers_lie_until_the_enemys_next_clean_up() -> None:
    game = sky(craft("a1", "0303", "T"), unit("a9", "0404"), unit("s9", "1430"), segment="barrage")
    rig(game, 1, 1, 6)
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    h = game.board.hex("0312")
    halves = []
    while game.state[HEXES][h].busted and not game.over:
        halves.append(phasing(game))
        end(game, game.to_act or "axis")
    assert "allied" in halves  # his Movement Phase and all that follows
    assert [fact["side"] for fact in told(game, "clean-up")] == ["axis", "allied"]
