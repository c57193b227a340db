"""Drawing zones of operation. [9.2.0-draw]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.command.boundaries import HandOver
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FRONTS, ZONES, Front
from tests.systems.goss.command.staffs import (
    ENEMIES,
    FRONT,
    NINE,
    NORTH,
    ONE,
    SOUTH,
    box,
    corps_and_divisions,
    spot,
)
from tests.systems.goss.field import at, rules, told, unit


def field(*units: Any, **spec: Any) -> Gs:
    return corps_and_divisions(*FRONT, *ENEMIES, *units, **spec)


def draw(hexes: list[str], zone: str = "uVII") -> dict[str, Any]:
    return {"do": "zone", "zone": zone, "hexes": hexes}


def drawn(game: Gs, zone: str) -> set[str]:
    return {game.board.label(h) for h in game.state[ZONES][zone].hexes}


WIDE = box(-12, 8, -12, 0)


@pytest.mark.rule("goss", "9.2.0-draw")
def test_a_zone_is_drawn_anew_and_the_enemy_is_told_nothing() -> None:
    game = field()
    game.play("allied", draw(WIDE))
    assert drawn(game, "uVII") == {*WIDE}
    assert told(game, "boundary")[0]["zone"] == "uVII"
    assert "uVII" not in game.view("axis")["zones"]
    assert "uVII" in game.view("allied")["zones"]
    assert [event.seen_by for event in game.events if event.kind == "boundary"] == [("allied",)]
    assert rules(game, "allied", draw(WIDE)) == ["9.2.0-draw"], "that changes nothing"


@pytest.mark.rule("goss", "9.2.0-draw")
@pytest.mark.parametrize(
    ("hexes", "why"),
    [
        ([*box(-12, 8, -12, -6), *box(-12, 8, -4, 0)], "not in one piece"),
        (box(-11, 8, -11, -1), "goes back to no map edge"),
        (box(-12, 2, -12, 0), "does not go 10 hexes past"),
    ],
)
def test_what_is_asked_of_a_zone(hexes: list[str], why: str) -> None:
    found = field().why("allied", draw(hexes))
    assert [one.rule for one in found] == ["9.2.0-draw"]
    assert why in found[0].text


@pytest.mark.rule("goss", "9.2.0")
def test_neighbours_share_their_boundary_and_nothing_else() -> None:
    game = field()
    assert rules(game, "allied", draw(box(-12, 8, -12, 1))) == ["9.2.0"], "two rows are shared"
    assert rules(game, "allied", draw(WIDE)) == [], "row 0 is the boundary of both"


@pytest.mark.rule("goss", "9.2.0-draw")
def test_a_scenario_may_fix_boundaries_and_each_draws_his_own() -> None:
    fixed = field(options={"boundaries": "fixed"})
    assert rules(fixed, "allied", draw(WIDE)) == ["9.2.0-draw"]
    assert rules(field(), "axis", draw(WIDE)) == ["9.2.0"]
    assert rules(field(), "allied", draw(WIDE, "uD9")) == ["9.2.0"], "a division has none"
    assert rules(field(options={"zones-of-operation": "off"}), "allied", draw(WIDE)) == ["9.2.0"]


@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_a_corps_keeps_within_its_army_and_an_army_within_its_group() -> None:
    zones = {"uV": SOUTH, "uVII": NORTH, "First": box(-12, 5, -12, 12)}
    assert rules(field(zones=zones), "allied", draw(WIDE)) == ["9.3.2"]
    assert rules(field(zones=zones), "allied", draw(box(-12, 8, -12, 12), "First")) == []
    assert rules(field(zones=zones), "allied", draw(box(-12, 8, -12, 3), "First")) == ["9.3.2"]
    group = {"army_groups": {"12 AG": {"armies": ["First"], "zone": box(-12, 6, -12, 12)}}}
    assert rules(field(special=group), "allied", draw(WIDE)) == ["9.3.1"]


@pytest.mark.rule("goss", "9.2.0-draw")
def test_hexes_are_handed_over() -> None:
    stray = unit("u1", spot(-6, -1), **ONE)
    game = field(stray)
    offered = [one for one in game.legal("allied") if one["do"] == "hand-over"]
    hex = at(*spot(-6, -1))
    assert offered == [{"do": "hand-over", "zone": "uV", "hexes": [hex]}], "where its unit stands"
    game.play("allied", offered[0])
    assert hex in drawn(game, "uV")
    assert hex not in drawn(game, "uVII")
    pointed = [*HandOver().at(game, "allied", game.board.hex(at(*spot(-2, -1))))]
    assert [(one.zone, len(one.hexes)) for one in pointed] == [("uV", 1)], "or pointed at"
    deep = {"do": "hand-over", "zone": "uV", "hexes": [at(*spot(-6, -6))]}
    assert rules(game, "allied", deep) == ["9.2.0-draw"], "it would not hang together"


@pytest.mark.rule("goss", "9.2.0-draw")
def test_who_has_gone_past_the_end_must_draw_a_zone_that_goes_farther() -> None:
    ahead = unit("u1", spot(7, -6), **NINE)
    game = field(ahead)
    line = tuple(game.board.hex(at(*spot(-5, row))) for row in range(-12, 13))
    game.put(FRONTS, "allied", Front(line))
    assert rules(game, "allied", {"do": "end"}) == ["9.2.0-draw"]
    offered = [one for one in game.legal("allied") if one["do"] == "zone"]
    assert len(offered) == 1
    game.play("allied", offered[0])
    assert at(*spot(7, -6)) in drawn(game, "uVII")
    assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.rule("goss", "9.2.0-draw")
def test_the_front_line_is_where_units_stand_when_the_command_segment_ends() -> None:
    game = field()
    for side in ("allied", "axis"):
        if any(ask.player == side for ask in game.open_asks()):
            game.play(side, {"do": "end"})
    assert game.board.hex(at(*spot(-5, -6))) in game.state[FRONTS]["allied"].hexes
