"""Zones of control: whose reach where, and what they do to movement. [4.1] [4.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement.movement import budget, step_cost
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.pieces.stacks import exerters, in_zone, zones
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import at, field, rules, unit, where

POINT = 12


def move(names: str, path: str, **more: Any) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split(), **more}


def zone(game: Wb, side: str) -> list[str]:
    """The hexes in a side's zones of control."""
    return [game.board.label(h) for h in range(game.board.n) if in_zone(game, h, side)]


AROUND = ["0404", "0405", "0504", "0506", "0604", "0605"]


@pytest.mark.rule("wb95", "4.1.1")
@pytest.mark.rule("wb95", "1.4c")
def test_a_zone_covers_the_six_hexes_around() -> None:
    """All adjacent hexes, and not the unit's own."""
    game = field(unit("s1", "0505"))
    assert zone(game, "soviet") == AROUND
    assert zone(game, "german") == []


@pytest.mark.rule("wb95", "4.1.2")
@pytest.mark.rule("wb95", "6.1.5")
@pytest.mark.rule("wb95", "15.2.2")
@pytest.mark.parametrize(
    ("type", "move_class", "exerts"),
    [
        ("INF", "foot", True),
        ("ARM", "tracked", True),
        ("CAV", "foot", True),
        ("AT", "trucked", True),
        ("ART", "trucked", False),
        ("ART", "tracked", False),
        ("HQ", "trucked", False),
        ("RG", "foot", False),
    ],
)
def test_regular_units_have_a_zone(type: str, move_class: str, exerts: bool) -> None:
    """Artillery of any kind, headquarters and resilience groups have none; the rest has."""
    game = field(unit("s1", "0505", type, move=move_class))
    assert zone(game, "soviet") == (AROUND if exerts else [])


@pytest.mark.rule("wb95", "4.1.3")
def test_no_zone_across_a_big_river() -> None:
    """Not even over a bridge; an ordinary river does not matter."""
    board = sketch(
        9, 9, sides=["0505-0506 big_river", "0505-0405 big_river bridge", "0505-0504 river"]
    )
    game = field(unit("s1", "0505"), board=board)
    assert zone(game, "soviet") == ["0404", "0504", "0604", "0605"]


@pytest.mark.rule("wb95", "4.1.4")
def test_no_zone_where_the_unit_cannot_go() -> None:
    """A tank brigade does not reach into a swamp, infantry does; nobody reaches onto a lake."""
    board = sketch(9, 9, terrain={"0504": "swamp", "0506": "lake"})
    tanks = field(unit("s1", "0505", "ARM"), board=board)
    assert zone(tanks, "soviet") == ["0404", "0405", "0604", "0605"]
    infantry = field(unit("s1", "0505"), board=board)
    assert zone(infantry, "soviet") == ["0404", "0405", "0504", "0604", "0605"]


@pytest.mark.rule("wb95", "4.1.5")
def test_zones_lie_on_top_of_each_other() -> None:
    """Two Soviet units and a German one reach 0505; each is counted, both sides at once."""
    game = field(unit("s1", "0504"), unit("s2", "0504", "ARM"), unit("g1", "0506"))
    h = game.board.hex("0505")
    assert zones(game).counts["soviet"][h] == 2
    assert zones(game).counts["german"][h] == 1
    assert exerters(game, h, "soviet") == ("s1", "s2")
    assert exerters(game, h, "german") == ("g1",)
    game.play("german", move("g1", "0507"))
    assert exerters(game, h, "german") == ()
    assert zones(game).counts["german"][h] == 0
    assert zones(game).counts["soviet"][h] == 2


@pytest.mark.rule("wb95", "4.2.1")
def test_a_unit_stops_on_entering_a_zone() -> None:
    """0504 is in the zone of s1 in 0505: the move ends there, now and for the whole phase."""
    game = field(unit("g1", "0502"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0503 0504 0503")) == ["4.2.1"]
    game.play("german", move("g1", "0503 0504"))
    assert at(game, "g1").halted
    assert rules(game, "german", move("g1", "0503")) == ["4.2.1"]
    assert reach(game, "german", "g1") == {}


@pytest.mark.rule("wb95", "4.2.1")
def test_friends_do_not_lift_a_zone() -> None:
    """The zone counts in a hex with own units as well."""
    game = field(unit("g1", "0502"), unit("g2", "0504"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0503 0504 0404")) == ["4.2.1"]


@pytest.mark.rule("wb95", "4.2.2")
def test_entering_a_zone_costs_nothing_more() -> None:
    """A clear hex is 1 MP with or without an enemy beside it."""
    game = field(unit("g1", "0503"), unit("s1", "0505"))
    here, zone_hex, free = (game.board.hex(label) for label in ("0503", "0504", "0402"))
    paid, plain = step_cost(game, "g1", here, zone_hex), step_cost(game, "g1", here, free)
    assert paid is not None
    assert plain is not None
    assert paid.total == plain.total == 1
    game.play("german", move("g1", "0504"))
    assert budget(game, "g1") == 3 * POINT


@pytest.mark.rule("wb95", "4.2.3")
def test_no_step_within_the_zone_of_one_unit() -> None:
    """From 0504 to 0404, both next to s1 in 0505, is forbidden."""
    game = field(unit("g1", "0504"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0404")) == ["4.2.3"]
    assert game.board.hex("0503") in reach(game, "german", "g1")
    listed = [a["path"] for a in game.legal("german") if a["do"] == "move"]
    assert ["0404"] not in listed
    assert all(not rules(game, "german", move("g1", " ".join(p))) for p in listed)


@pytest.mark.rule("wb95", "4.2.3")
@pytest.mark.rule("wb95", "4.2.5")
def test_a_common_unit_forbids_the_step_whoever_else_is_there() -> None:
    """s2 reaches only 0403, but s1 reaches both 0504 and 0404."""
    game = field(unit("g1", "0504"), unit("s1", "0505"), unit("s2", "0304"))
    assert rules(game, "german", move("g1", "0404")) == ["4.2.3"]


@pytest.mark.rule("wb95", "4.2.4")
def test_leaving_a_zone_and_entering_it_again() -> None:
    """Out of the zone by way of 0403, then into the same unit's zone at 0404."""
    game = field(unit("g1", "0504"), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0403")) == []
    assert rules(game, "german", move("g1", "0403 0404")) == []
    game.play("german", move("g1", "0403 0404"))
    assert (where(game, "g1"), at(game, "g1").halted) == ("0404", True)
    assert budget(game, "g1") == 1 * POINT


@pytest.mark.rule("wb95", "4.2.5")
@pytest.mark.rule("wb95", "4.2.6")
def test_from_one_zone_straight_into_anothers() -> None:
    """0504 is in the zone of s1 only, 0403 in that of s2 only: one step, 2 MP, and stop."""
    game = field(unit("g1", "0504"), unit("s1", "0505"), unit("s2", "0303"))
    assert rules(game, "german", move("g1", "0403")) == []
    assert rules(game, "german", move("g1", "0403 0402")) == ["4.2.1"]
    game.play("german", move("g1", "0403"))
    assert (budget(game, "g1"), at(game, "g1").halted) == (2 * POINT, True)


@pytest.mark.rule("wb95", "4.2.6")
def test_leaving_a_zone_costs_a_point() -> None:
    """Flat, however many units exert it: 1 + 1 MP for the first step, 1 MP for the next."""
    game = field(unit("g1", "0504"), unit("s1", "0505"), unit("s2", "0505"))
    paid = step_cost(game, "g1", game.board.hex("0504"), game.board.hex("0503"))
    assert paid is not None
    assert [part.value for part in paid.parts] == [1, 1]
    assert reach(game, "german", "g1")[game.board.hex("0503")] == 2 * POINT
    game.play("german", move("g1", "0503 0502"))
    assert budget(game, "g1") == 1 * POINT


@pytest.mark.rule("wb95", "3.1.13")
@pytest.mark.rule("wb95", "4.2.6")
def test_the_limit_on_costs_includes_leaving_a_zone() -> None:
    """Infantry of 2 MP leaves a zone into forest (2 + 1 MP) and pays 2."""
    board = sketch(9, 9, terrain={"0503": "forest"})
    game = field(unit("g1", "0504", mp=2), unit("s1", "0505"), board=board)
    game.play("german", move("g1", "0503"))
    assert (where(game, "g1"), budget(game, "g1")) == ("0503", 0)


def test_closed_stacks_may_have_a_zone_until_one_is_beside_them() -> None:
    """Masked: a unit stops next to the stack, learns that it is guns only, and goes on."""
    game = field(
        unit("g1", "0501", mp=6),
        unit("s1", "0505", "ART", "5,3"),
        unit("s2", "0505", "ART", "5,3"),
        options={"masking": "on"},
    )
    path = "0502 0503 0504 0404"
    assert rules(game, "german", move("g1", path)) == ["4.2.1"]
    assert rules(game, "german", move("g1", "0502 0503 0504 0505")) == ["4.2.1"]
    game.play("german", move("g1", "0502 0503 0504"))
    assert not at(game, "g1").halted
    assert rules(game, "german", move("g1", "0404")) == []
