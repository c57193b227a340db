"""Zones of operation, and who is in command. [9.2.0] [9.3.5] [9.8.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.command import zones
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FRONTS, Front
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.command.staffs import (
    ENEMIES,
    FRONT,
    NINE,
    NORTH,
    ONE,
    SOUTH,
    VII,
    corps_and_divisions,
    spot,
)
from tests.systems.goss.field import at, now, rules, told, unit


def status_found(game: Gs) -> None:
    """The Allied player goes on until his Command Status Segment is over."""
    place = next(n for n, s in enumerate(game.segments) if s.kind == "quick-construction")
    while game.turn == 4 and game.clock.step < place:
        game.play("allied", {"do": "end"})


def lost(*units: Any, **spec: Any) -> list[str]:
    """Who is out of command after the Command Status Segment."""
    game = corps_and_divisions(*units, **{"segment": "command-status", **spec})
    return sorted(n for n in game.state.maps["units"] if now(game, n).ooc)


@pytest.mark.rule("goss", "9.2.0", "9.3.5", "9.0")
def test_units_are_in_command_within_their_zone_and_on_its_boundary() -> None:
    inside = unit("u1", spot(0, 5), **ONE)
    border = unit("u2", spot(0, 0), **ONE)
    outside = unit("u3", spot(0, -1), **ONE)
    assert lost(inside, border, outside) == ["u3"]
    assert lost(outside, options={"zones-of-operation": "off"}) == []


@pytest.mark.rule("goss", "9.3.5")
def test_headquarters_that_are_out_of_command_take_their_units_along() -> None:
    own = unit("u1", spot(0, -5), **NINE)
    asset = unit("u2", spot(1, -5), "art", **VII, traits="asset")
    assert lost(own, asset, at_nine=spot(-8, 4)) == ["u1", "uD9"], "a division's staff is outside"
    assert lost(own, asset, at_seven=spot(-10, 6)) == ["u1", "u2", "uD9", "uVII"]


@pytest.mark.rule("goss", "9.3.5")
def test_assets_of_an_army_keep_to_the_zones_of_its_corps() -> None:
    game = {"segment": "command-status"}
    asset = {"army": "First", "traits": "asset"}
    assert lost(unit("u1", spot(0, -5), **asset), unit("u2", spot(7, 0), **asset), **game) == ["u2"]


@pytest.mark.rule("goss", "9.8.0", "3.3.2c-status")
def test_markers_stay_until_the_next_command_status_segment() -> None:
    game = corps_and_divisions(
        unit("u1", spot(0, 3), **ONE, ooc=True), unit("g1", spot(1, 3)), segment="modes"
    )
    near = {"do": "mode", "units": ["u1"], "mode": "PA"}
    assert "9.8.0" in rules(game, "allied", near)
    status_found(game)
    assert not now(game, "u1").ooc
    assert told(game, "in-command")[0]["units"] == ["u1"]


@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_without_its_headquarters_a_corps_is_out_of_command_until_it_is_reassigned() -> None:
    game = corps_and_divisions(
        unit("u1", spot(0, -5), **NINE), unit("u2", spot(0, 5), **ONE), segment="designation"
    )
    eliminate(game, "uVII", "4.2.2")
    assert (now(game, "u1").ooc, now(game, "uD9").ooc, now(game, "u2").ooc) == (True, True, False)
    game = corps_and_divisions(
        unit("u1", spot(0, -5), **NINE, ooc=True),
        at_seven=None,
        zones={"uV": NORTH + SOUTH},
    )
    game.put(*_gone(game, "uVII"))
    assert rules(game, "allied", {"do": "reassign", "hq": "uD9", "to": "uV"}) == []
    game.play("allied", {"do": "reassign", "hq": "uD9", "to": "uV"})
    assert not now(game, "u1").ooc


def _gone(game: Gs, name: str) -> Any:
    return UNITS, name, replace(now(game, name), place="eliminated", hex=-1, steps=0)


@pytest.mark.rule("goss", "9.3.1")
def test_without_its_headquarters_an_army_is_out_of_command() -> None:
    game = corps_and_divisions(unit("u1", spot(0, -5), **NINE), segment="designation")
    eliminate(game, "uA", "4.2.2")
    assert all(now(game, n).ooc for n in ("u1", "uD9", "uVII", "uV", "uD1"))


# ---- on the way [9.2.0]


@pytest.mark.rule("goss", "9.2.0")
def test_one_hex_outside_is_allowed_for_a_phase_and_two_are_not() -> None:
    path = [at(*spot(0, row)) for row in (0, -1, -2, -3)]
    game = corps_and_divisions(unit("u1", spot(0, 1), **ONE), segment="moves", at_nine=spot(-8, -9))
    assert rules(game, "allied", {"do": "move", "units": ["u1"], "path": path[:3]}) == []
    refused = rules(game, "allied", {"do": "move", "units": ["u1"], "path": path})
    assert refused == ["9.2.0"], "beyond a hex it is out of command, and has 3 MP of its 6"
    game.play("allied", {"do": "move", "units": ["u1"], "path": path[:2]})
    assert not now(game, "u1").ooc, "one hex outside"
    game.play("allied", {"do": "move", "units": ["u1"], "path": path[2:3]})
    assert now(game, "u1").ooc, "two hexes outside it is marked at once"
    more = {"do": "move", "units": ["u1"], "path": [path[1]]}
    assert rules(game, "allied", more) == ["7.2.0"], "and has spent its half"


@pytest.mark.rule("goss", "9.2.0", "9.8.0")
def test_who_comes_back_is_in_command_and_who_does_not_is_marked() -> None:
    units = unit("u1", spot(0, 1), **ONE), unit("u2", spot(2, 1), **ONE)
    game = corps_and_divisions(*units, segment="moves")
    out = [at(*spot(0, 0)), at(*spot(0, -1))]
    game.play("allied", {"do": "move", "units": ["u1"], "path": out})
    game.play("allied", {"do": "move", "units": ["u1"], "path": [out[0]]})
    game.play(
        "allied", {"do": "move", "units": ["u2"], "path": [at(*spot(2, 0)), at(*spot(2, -1))]}
    )
    status_found(game)
    assert (now(game, "u1").ooc, now(game, "u2").ooc) == (False, True)


@pytest.mark.rule("goss", "9.2.0")
def test_who_ends_an_exploit_phase_outside_is_marked_and_nobody_is_freed() -> None:
    tanks = unit("u1", spot(0, 1), "m4", **ONE, mode="Exploit")
    stray = unit("u2", spot(3, 3), **ONE, ooc=True)
    game = corps_and_divisions(tanks, stray, segment="active-moves")
    path = [at(*spot(0, 0)), at(*spot(0, -1))]
    game.play("allied", {"do": "move", "units": ["u1"], "path": path})
    assert not now(game, "u1").ooc
    game.play("allied", {"do": "end"})
    assert (now(game, "u1").ooc, now(game, "u2").ooc) == (True, True)


# ---- assaults and fire across boundaries [9.2.0-ga] [9.2.0-obs]


@pytest.mark.rule("goss", "9.2.0-ga")
def test_assaults_go_one_hex_beyond_the_boundary_and_an_advance_costs_command() -> None:
    def game(row: int) -> Gs:
        return corps_and_divisions(
            unit("u1", spot(0, row), **ONE, ta=True), unit("g1", spot(0, row - 1), "eng"),
            segment="assaults",
        )  # fmt: skip

    def strike(row: int) -> list[str]:
        order = {"do": "assault", "units": ["u1"], "hex": at(*spot(0, row - 1))}
        return rules(game(row), "allied", order)

    assert strike(0) == []
    assert strike(-1) == ["9.2.0-ga"], "two hexes outside"
    fought = clash(game(0), ["u1"], spot(0, -1))
    step = {"do": "advance", "unit": "u1", "path": [at(*spot(0, -1))]}
    fought.settle("-", "1", declare={"choose": "full"}, advance=[step, {"do": "stay-back"}])
    assert now(fought.game, "u1").hex == fought.game.board.hex(at(*spot(0, -1)))
    assert now(fought.game, "u1").ooc


# ---- past the far end [9.2.0-draw]


@pytest.mark.rule("goss", "9.2.0-draw")
def test_past_the_far_end_boundaries_do_not_count_beside_them_they_do() -> None:
    ahead = unit("u1", spot(7, -6), **NINE)
    beside = unit("u2", spot(1, 2), **NINE)
    back = unit("u3", spot(-12, 3), **NINE)
    game = corps_and_divisions(ahead, beside, back, *FRONT, *ENEMIES, segment="pa-moves")
    line = tuple(game.board.hex(at(*spot(-5, row))) for row in range(-12, 13))
    game.put(FRONTS, "allied", Front(line))
    status_found(game)
    assert [now(game, n).ooc for n in ("u1", "u2", "u3")] == [False, True, True]


@pytest.mark.rule("goss", "9.3.5", "9.2.0")
def test_a_headquarters_that_leaves_its_zone_takes_command_from_its_units_at_once() -> None:
    game = corps_and_divisions(
        unit("u1", spot(-4, -4), **NINE), at_nine=spot(-8, -1), segment="moves"
    )
    path = [at(*spot(-8, row)) for row in (0, 1, 2)]
    game.play("allied", {"do": "move", "units": ["uD9"], "path": path})
    assert (now(game, "uD9").ooc, now(game, "u1").ooc) == (True, True)


@pytest.mark.rule("goss", "9.4.0", "9.2.0")
def test_who_has_changed_corps_is_not_marked_for_it_before_he_can_move() -> None:
    stays = unit("u1", spot(-4, -4), **ONE)
    game = corps_and_divisions(stays, segment="inactive-moves", side="axis")
    game.play("allied", {"do": "end"})
    assert not now(game, "u1").ooc, "it has not moved in this Exploit Phase"


def test_what_lies_past_an_end_is_worked_out_once_a_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often units of different zones are asked for in turn."""
    game, asked = corps_and_divisions(), []
    found = zones._beyond

    def counted(game: Gs, side: str, hexes: frozenset[int]) -> frozenset[int]:
        asked.append(hexes)
        return found(game, side, hexes)

    monkeypatch.setattr(zones, "_beyond", counted)
    for name in ("uD1", "uD9") * 3:
        zones.to_zone(game, name)
        zones.astray(game, name, 0, 1)
    assert len(asked) == len({*asked}) == 2
