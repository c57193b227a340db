"""Second readers' cases of chapter 9: command. The position of each is in its case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import mech_formation, superior
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FRONTS, Front
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.command.staffs import (
    ENEMIES,
    FRONT,
    NINE,
    NORTH,
    ONE,
    SOUTH,
    VII,
    V,
    corps_and_divisions,
    spot,
)
from tests.systems.goss.command.test_changes import A, B, attach, german
from tests.systems.goss.command.test_zones import status_found
from tests.systems.goss.field import at, now, position, rules, unit


@pytest.mark.reading("goss", "goss-03-03")
@pytest.mark.rule("goss", "3.3.2c-status", "9.8.0", "7.6.1c")
def test_markers_and_not_positions_govern_the_allowance() -> None:
    """The case is right as to A. As to B it holds with the option that leaves the marker to the
    Command Status Segment: by the text a unit more than a hex outside its zone is marked at once
    (line 3099), and so has half its MA; that is our default, and tested beside it."""
    trail = {"trail": [[spot(0, row) for row in range(5, -8, -1)]]}

    def game(**options: Any) -> Gs:
        return corps_and_divisions(
            unit("u1", spot(0, -1), **ONE, ooc=True), unit("u2", spot(0, 2), **ONE),
            roads=trail, segment="moves", options=options,
        )  # fmt: skip

    late = game(**{"ooc-on-the-way": "segment"})
    back = [at(*spot(0, row)) for row in (0, 1, 2, 3)]
    assert rules(late, "allied", {"do": "move", "units": ["u1"], "path": back}) == ["7.2.0"]
    late.play("allied", {"do": "move", "units": ["u1"], "path": back[:3]})
    out = [at(*spot(0, row)) for row in (1, 0, -1, -2, -3, -4)]
    order = {"do": "move", "units": ["u2"], "path": out}
    late.play("allied", order)
    assert now(late, "u2").spent == 72, "all six, and no marker yet"
    assert not now(late, "u2").ooc
    status_found(late)
    assert (now(late, "u1").ooc, now(late, "u2").ooc) == (False, True)
    assert rules(game(), "allied", order) == ["9.2.0"]


@pytest.mark.reading("goss", "goss-09-02")
@pytest.mark.rule("goss", "9.2.0-obs", "11.2.2")
def test_targets_across_a_boundary() -> None:
    """VII Corps is the northern one here; F is south of the boundary, in the zone of V Corps."""

    def game(*more: Any) -> Gs:
        return corps_and_divisions(
            unit("u1", spot(0, -1), **NINE), unit("u2", spot(-3, -2), "art", **NINE, battery=True),
            unit("g1", spot(0, 0)), unit("g2", spot(2, 0)),
            *more, terrain={spot(0, -1): "VP"}, segment="offensive-fire",
            zones={"uVII": [h for h in NORTH if h not in SOUTH], "uV": SOUTH},
        )  # fmt: skip

    def fire(hex: tuple[int, int]) -> dict[str, Any]:
        return {"do": "barrage", "hex": at(*hex), "guns": {"u2": 3}, "spotter": "u1"}

    alone = game()
    near, far = fire(spot(0, 0)), fire(spot(2, 0))
    assert alone.board.adjacent(now(alone, "u1").hex, now(alone, "g1").hex)
    assert rules(alone, "allied", near) == []
    assert rules(alone, "allied", far) == ["9.2.0-obs"]
    assert rules(game(unit("u3", spot(2, 1), **ONE)), "allied", far) == []


@pytest.mark.reading("goss", "goss-09-03")
@pytest.mark.rule("goss", "9.3.1")
def test_assignments_to_an_army() -> None:
    """The thirteenth asset is said by its owner to go without."""
    direct = {"army": "First", "traits": "asset"}
    units = [unit(f"u{n}", spot(-11 + n % 6, 4 + n // 6), "eng", **direct) for n in range(12)]
    strat = {"formation": "2 Div", **V}
    others = [unit(f"u2{n}", spot(-4, n), **strat, mode="Strat") for n in range(12)]
    game = corps_and_divisions(
        *units, *others, unit("u99", spot(-9, 4), "eng", **V, traits="asset"),
        unit("uD2", spot(-6, 5), "hq:div", **strat, mode="Strat"), zones={},
    )  # fmt: skip
    assert rules(game, "allied", {"do": "reassign", "hq": "uD1", "to": "First"}) == ["9.3.1"]
    game.play("allied", {"do": "reassign", "hq": "uD2", "to": "First"})
    assert rules(game, "allied", {"do": "end"}) == [], "neither it nor its units count"
    game.play("allied", attach("u99", hq="uA"))
    assert rules(game, "allied", {"do": "end"}) == ["9.3.1"]
    game.play("allied", {"do": "leave-out", "hq": "uA", "units": ["u4"]})
    assert (now(game, "u4").supply, now(game, "u99").supply) == ("OoS", "GenS")
    assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.reading("goss", "goss-09-07")
@pytest.mark.rule("goss", "9.3.4a")
def test_mech_units_of_leg_divisions_stay_with_their_infantry() -> None:
    game = german(
        unit("g1", spot(6, -4), **A), unit("g2", spot(6, -3), "stug", **A),
        unit("g3", spot(6, 4), **B), unit("g4", spot(6, 5), "stug", **A),
        unit("g5", spot(4, -9), "art", **A), segment="supply",
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    assert [now(game, n).supply for n in ("g2", "g4", "g5")] == ["GenS", "OoS", "GenS"]


@pytest.mark.reading("goss", "goss-09-08")
@pytest.mark.rule("goss", "9.4.1", "10.2.0", "11.2.1")
def test_an_emergency_attachment_bars_attack_and_not_defence() -> None:
    near = spot(-5, -4)

    def game(segment: str, side: str, emergency: int) -> Gs:
        return corps_and_divisions(
            unit("u1", spot(-6, -4), "m4", **VII, attached="uD9", emergency=emergency),
            unit("u2", spot(-6, -3), **VII, attached="uD9", emergency=emergency),
            unit("u3", spot(-7, -4), "art", **NINE, battery=True),
            unit("g1", near, ta=side == "axis"), segment=segment, side=side, zones={},
        )  # fmt: skip

    mark = {"do": "designate", "units": ["u1"]}
    spot_for = {"do": "barrage", "hex": at(*near), "guns": {"u3": 3}, "spotter": "u2"}
    now_ = 4
    assert rules(game("designation", "allied", now_), "allied", mark) == ["9.4.1"]
    assert rules(game("offensive-fire", "allied", now_), "allied", spot_for) == ["9.4.1"]
    assert rules(game("defensive-fire", "axis", now_), "allied", spot_for) == []
    assert rules(game("designation", "allied", now_ - 1), "allied", mark) == []
    assert rules(game("offensive-fire", "allied", now_ - 1), "allied", spot_for) == []


@pytest.mark.reading("goss", "goss-09-09")
@pytest.mark.rule("goss", "9.6.2", "9.6.2b")
def test_room_for_attachments() -> None:
    large = [unit(f"g{n}", spot(7, n), **B, attached="gA") for n in range(3)]
    large.append(unit("g3", spot(7, 3), "fus", **B, attached="gA", size="Co"))
    small = {"K1": 1, "K2": 1, "K3": 2, "K4": 1}
    more = [
        unit(f"g{name}", spot(6, n), "eng", **B, steps=steps)
        for n, (name, steps) in enumerate(small.items())
    ]
    game = german(*large, *more)
    assert rules(game, "axis", attach("gK3", hq="gA")) == ["9.6.2"]
    game.play("axis", attach("gK1", hq="gA"))
    game.play("axis", attach("gK2", hq="gA"))
    assert "9.6.2" in rules(game, "axis", attach("gK4", hq="gA"))

    assets = {**V, "traits": "asset"}
    full = [unit(f"u{n}", spot(-7, n), **assets, attached="uD1") for n in range(3)]
    full.append(unit("u3", spot(-7, 3), "spa", **assets, attached="uD1"))
    full += [unit(f"u{n}", spot(-7, n), "eng", **assets, attached="uD1") for n in (4, 5)]
    us = corps_and_divisions(
        *full, unit("uT1", spot(-6, 1), "m4", **assets), unit("uT2", spot(-6, 2), "m4", **assets),
        unit("uX1", spot(-6, 3), "td", **assets, size="Bn", steps=3),
        unit("uA1", spot(-6, 4), "at", **assets, size="Bn", steps=3),
    )  # fmt: skip
    us.play("allied", attach("uT1"))
    us.play("allied", attach("uX1"))
    assert "9.6.2" in rules(us, "allied", attach("uA1"))
    assert "9.6.2" in rules(us, "allied", attach("uT2"))


@pytest.mark.reading("goss", "goss-09-10")
@pytest.mark.rule("goss", "9.6.0", "9.6.1", "9.6.2f", "9.8.0")
def test_who_may_leave_a_division() -> None:
    away = [unit(f"g{n}", spot(7, n), "eng", **A, attached="gC") for n in range(5)]
    game = german(
        *away, unit("g11", spot(7, 5), **A), unit("g12", spot(-11, 1), **A),
        unit("g13", spot(7, 6), **A, ooc=True), unit("g14", spot(6, 5), **A),
    )  # fmt: skip
    assert rules(game, "axis", attach("g13", hq="gB")) == ["9.6.0"]
    assert rules(game, "axis", attach("g12", hq="gB")) == ["9.6.0"]
    game.play("axis", attach("g11", hq="gB"))
    assert rules(game, "axis", attach("g14", hq="gB")) == ["9.6.1"]
    kg = [unit(f"g{n}", spot(7, n), **A, regiment="KG", traits="kg") for n in range(8)]
    group = {"do": "battle-group", "units": [f"g{n}" for n in range(8)], "leader": "g0"}
    assert rules(german(*kg), "axis", group) == []


@pytest.mark.reading("goss", "goss-09-12")
@pytest.mark.rule("goss", "9.7.0", "9.2.0")
def test_how_long_a_newcomer_is_in_command() -> None:
    def game(turn: int, segment: str = "command-status", **more: Any) -> Gs:
        return corps_and_divisions(
            unit("u1", spot(9, 9), **VII, traits="asset", arrived=11), turn=turn, segment=segment,
            **more,
        )  # fmt: skip

    assert [now(game(turn), "u1").ooc for turn in (11, 12, 13, 14)] == [False] * 3 + [True]
    wall = [unit(f"g{n}", spot(8 + (n % 3), 8 + n // 3)) for n in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert now(game_with(wall), "u1").ooc, "no path of any length"
    assert rules(game(13, "command"), "allied", attach("u1", hq="uV")) == ["9.7.0"]


def game_with(wall: list[Any]) -> Gs:
    return corps_and_divisions(
        unit("u1", spot(9, 9), **VII, traits="asset", arrived=11), *wall, turn=11,
        segment="command-status",
    )  # fmt: skip


@pytest.mark.reading("goss", "goss-09-14")
@pytest.mark.rule("goss", "9.8.0", "5.2.1", "9.4.0")
def test_a_new_boundary_takes_no_marker_off() -> None:
    game = corps_and_divisions(
        unit("u1", spot(0, 1), **NINE, ooc=True), unit("g1", spot(1, 1)),
        *(one for one in ENEMIES), *FRONT, zones={"uVII": NORTH},
    )  # fmt: skip
    wide = [*NORTH, *(label for label in SOUTH if label not in NORTH)]
    game.play("allied", {"do": "zone", "zone": "uVII", "hexes": wide})
    while game.segment.kind != "modes":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert "9.8.0" in rules(game, "allied", {"do": "mode", "units": ["u1"], "mode": "PA"})
    status_found(game)
    assert not now(game, "u1").ooc


@pytest.mark.reading("goss", "goss-09-15")
@pytest.mark.rule("goss", "9.9.0", "9.3.6")
def test_units_of_several_headquarters_give_one_shift_to_the_other_side() -> None:
    def shifts(attached: str) -> tuple[bool, bool]:
        ours = [unit(f"u{n}", (1, 0), **ONE, mode="PA") for n in range(3)]
        game = field(
            *ours, unit("uD1", (4, 0), "hq:div", **ONE), unit("uV", (6, 0), "hq:corps", **V),
            unit("u9", (1, 0), "eng", **V, traits="asset", mode="PA", attached=attached),
            *(unit(f"g{n}", (0, 0), formation=f"D{n}") for n in range(3)), side="allied",
        )  # fmt: skip
        found = clash(game, ["u0", "u1", "u2", "u9"])
        return "13.7.4(h)" in found.left, found.right.get("13.7.3(o)") == 1

    assert shifts("") == (True, True)
    assert shifts("uD1") == (False, True)


@pytest.mark.reading("goss", "goss-09-17")
@pytest.mark.rule("goss", "9.2.0-draw", "9.2.0")
def test_past_the_end_of_the_boundaries() -> None:
    game = corps_and_divisions(
        unit("u1", spot(7, -6), **NINE), unit("u2", spot(1, 2), **NINE), *FRONT, *ENEMIES,
        segment="active-moves",
    )  # fmt: skip
    line = tuple(game.board.hex(at(*spot(-5, row))) for row in range(-12, 13))
    game.put(FRONTS, "allied", Front(line))
    assert game.board.distance(now(game, "u1").hex, line[6]) == 12
    for name in ("u1", "u2"):
        game.put(UNITS, name, replace(now(game, name), moved=game.serial))
    game.play("allied", {"do": "end"})
    assert (now(game, "u1").ooc, now(game, "u2").ooc) == (False, True)
    assert superior(game, "u1") == "uD9"
    command = corps_and_divisions(unit("u1", spot(7, -6), **NINE), *FRONT, *ENEMIES)
    command.put(FRONTS, "allied", Front(line))
    assert "9.2.0-draw" in rules(command, "allied", {"do": "end"})


@pytest.mark.rule("goss", "9.3.4")
@pytest.mark.reading("goss", "goss-09-05")
def test_formations_are_mech_by_name_by_side_or_by_three_mech_units() -> None:
    tanks = [unit(f"gp{n}", (n, 0), "pz4", formation="P") for n in range(3)]
    feet = [unit(f"gl{n}", (n, 1), formation="P") for n in range(4)]
    few = [unit(f"gq{n}", (n, 2), "pz4", formation="Q") for n in range(2)]
    guns = [unit(f"gs{n}", (n, 3), "stug", formation="S") for n in range(5)]
    game = position(
        unit("gP", (0, 5), "hq:bg", formation="P"), *tanks, *feet,
        unit("gQ", (1, 5), "hq:bg", formation="Q"), *few, unit("gq9", (4, 2), formation="Q"),
        unit("uR", (0, -5), "hq:div", formation="R"), unit("u1", (0, -4), "para", formation="R"),
        unit("gS", (2, 5), "hq:div", formation="S"), *guns,
    )  # fmt: skip
    assert [mech_formation(game, hq) for hq in ("gP", "gQ", "uR", "gS")] == [
        True, False, True, False,
    ]  # fmt: skip
