"""Modes: changing, restrictions, Reserve and its release, DG and Exploitation. [5.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.modes import modes, reserves
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.status import TRANSPORT
from tests.systems.ocs.field import at, end, field, mode, move, rules, told, unit

rule = pytest.mark.rule
ORGANIC = {"side": "axis", "hex": "0303", "formation": "9", "points": 2, "id": "trucks"}


def points(game: Any, name: str) -> Any:
    return movement.allowance(game, name).total


@rule("ocs", "2.3-move")
@rule("ocs", "5.1")
@rule("ocs", "5.2")
@rule("ocs", "5.4")
def test_modes_are_changed_as_a_unit_starts_to_move() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303"))
    game.play("axis", mode("a1", to="move"))
    assert (at(game, "a1").mode, at(game, "a1").combat_up) == ("move", False)
    assert at(game, "a2").mode == "combat"
    game.play("axis", move("a1", to="0304"))
    assert rules(game, "axis", mode("a1", to="combat")) == ["5.4"]
    game.play("axis", move("a2", to="0302"))
    assert rules(game, "axis", mode("a2", to="move")) == ["5.4"]


@rule("ocs", "5.4")
def test_a_mode_is_changed_once_a_phase_and_costs_nothing() -> None:
    game = field(unit("a1", "0303"))
    game.play("axis", mode("a1", to="move"))
    assert rules(game, "axis", mode("a1", to="combat")) == ["5.4"]
    assert movement.left(game, "a1") == 5 * 12


@rule("ocs", "5.4")
@pytest.mark.parametrize("segment", ["reaction", "exploitation", "barrage", "attack"])
def test_modes_are_changed_in_the_movement_phase_alone(segment: str) -> None:
    game = field(unit("a1", "0303", mode="exploit"), unit("s1", "0808", mode="reserve"),
                 segment=segment)  # fmt: skip
    assert all(decision.offer("mode") is None for decision in game.decisions) or (
        game.segment.kind == "movement"  # type: ignore[attr-defined]
    )


@rule("ocs", "5.3")
@rule("ocs", "5.4")
def test_involuntary_modes_are_neither_chosen_nor_left() -> None:
    game = field(unit("a1", "0303", mode="dg"), unit("a2", "0303"))
    assert rules(game, "axis", mode("a1", to="combat")) == ["5.3"]
    assert rules(game, "axis", mode("a1", to="reserve", up="move")) == ["5.3"]
    assert rules(game, "axis", mode("a2", to="dg", up="combat")) == ["5.3"]
    assert rules(game, "axis", mode("a2", to="exploit")) == ["5.3"]


@rule("ocs", "5.4")
def test_a_dg_unit_turns_over_under_its_marker() -> None:
    game = field(unit("a1", "0303", mode="dg", up="combat"))
    game.play("axis", mode("a1", to="dg", up="move"))
    assert (at(game, "a1").mode, at(game, "a1").combat_up) == ("dg", False)


@rule("ocs", "5.5")
@rule("ocs", "5.6")
@rule("ocs", "5.7a")
@rule("ocs", "5.8")
@rule("ocs", "5.10b(A)")
@rule("ocs", "6.1b")
@rule("ocs", "6.1h")
@pytest.mark.parametrize(
    ("mode_", "up", "ma"),
    [("combat", "combat", 3), ("move", "move", 5), ("reserve", "combat", "3/4"),
     ("reserve", "move", "5/4"), ("strat", "move", 10), ("dg", "combat", "3/2"),
     ("dg", "move", "5/2")],
)  # fmt: skip
def test_allowances_by_mode(mode_: str, up: str, ma: Any) -> None:
    from fractions import Fraction

    game = field(unit("a1", "0303", mode=mode_, up=up))
    assert points(game, "a1") == Fraction(ma)


@rule("ocs", "5.8")
def test_a_strat_unit_shows_its_move_side() -> None:
    game = field(unit("a1", "0303"))
    game.play("axis", mode("a1", to="strat"))
    assert not at(game, "a1").combat_up


@rule("ocs", "5.5c")
@rule("ocs", "5.6b")
def test_replacements_have_no_combat_mode() -> None:
    game = field(unit("a1", "0303", "repl"))
    assert at(game, "a1").mode == "move"
    assert rules(game, "axis", mode("a1", to="combat")) == ["5.5c"]
    assert rules(game, "axis", mode("a1", to="reserve", up="combat")) == ["5.5c"]
    assert rules(game, "axis", mode("a1", to="reserve", up="move")) == []


@rule("ocs", "5.7a")
def test_entering_reserve_chooses_the_side_that_stays_up() -> None:
    game = field(unit("a1", "0303"))
    assert rules(game, "axis", mode("a1", to="reserve")) == ["5.7a"]
    game.play("axis", mode("a1", to="reserve", up="move"))
    assert (at(game, "a1").mode, at(game, "a1").combat_up) == ("reserve", False)
    assert rules(game, "axis", move("a1", to="0304")) == []  # 5/4 points


@rule("ocs", "5.7f")
@rule("ocs", "5.8c")
@rule("ocs", "5.5c")
def test_transport_modes() -> None:
    plain = {"side": "axis", "hex": "0303", "points": 2, "id": "plain"}
    game = field(unit("a1", "0303", formation="9"), transport=[ORGANIC, plain])
    assert rules(game, "axis", mode("plain", to="reserve")) == ["5.7f"]
    assert rules(game, "axis", mode("trucks", to="strat")) == ["5.8c"]
    assert rules(game, "axis", mode("trucks", to="combat")) == ["5.5c"]
    game.play("axis", mode("trucks", to="reserve"))
    assert game.state[TRANSPORT]["trucks"].reserve
    assert reserves.in_reserve(game, "axis") == ["trucks"]


@rule("ocs", "5.7b(B)")
@rule("ocs", "7.0")
@rule("ocs", "7.0a")
def test_reserves_released_in_reaction_move_half() -> None:
    game = field(
        unit("a1", "0303"),
        unit("s1", "0707", mode="reserve", up="combat"),
        unit("s2", "0707", mode="reserve", up="move"),
        unit("s3", "0707"),
        segment="reaction",
    )
    assert rules(game, "allied", {"do": "release", "units": ["s3"]}) == ["5.7b(A)"]
    game.play("allied", {"do": "release", "units": ["s1"]})
    assert (at(game, "s1").mode, at(game, "s2").mode) == ("combat", "reserve")
    from fractions import Fraction

    assert points(game, "s1") == Fraction(3, 2)
    assert rules(game, "allied", move("s2", to="0706")) == ["7.0a"]
    game.play("allied", move("s1", to="0706"))
    game.play("allied", {"do": "release", "units": ["s2"]})  # after others have moved
    assert (at(game, "s2").mode, points(game, "s2")) == ("move", Fraction(5, 2))


@rule("ocs", "5.7b(A)")
@rule("ocs", "5.9")
def test_reserves_released_in_exploitation_move_fully_exploiters_half() -> None:
    from fractions import Fraction

    game = field(
        unit("a1", "0303", mode="reserve", up="move"),
        unit("a2", "0303", mode="exploit", up="combat"),
        unit("a3", "0303"),
        segment="exploitation",
    )
    game.play("axis", {"do": "release", "units": ["a1"]})
    assert points(game, "a1") == 5
    assert points(game, "a2") == Fraction(3, 2)
    assert rules(game, "axis", move("a2", to="0304")) == []
    assert rules(game, "axis", move("a3", to="0304")) == ["11.0a"]


@rule("ocs", "5.4a")
def test_reserve_markers_are_counted_when_the_movement_segment_ends() -> None:
    game = field(
        unit("a1", "0303", mode="reserve"), unit("a2", "0303", mode="reserve"),
        unit("a3", "0505", mode="reserve"), limits={"axis": {"reserve_markers": 1}},
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    assert game.decisions[0].ask.name == "reserve markers"
    assert [a["hexes"] for a in game.legal("axis")] == [["0303"], ["0505"]]
    game.play("axis", {"do": "keep-markers", "hexes": ["0303"]})
    assert [at(game, n).mode for n in ("a1", "a2", "a3")] == ["reserve", "reserve", "combat"]


@rule("ocs", "5.4a")
def test_by_the_option_every_reserve_unit_takes_a_marker() -> None:
    units = [unit(n, "0303", mode="reserve") for n in ("a1", "a2")]
    limits = {"axis": {"reserve_markers": 1}}
    game = field(*units, limits=limits, options={"reserve-markers": "units"})
    end(game, "axis")
    assert [at(game, n).mode for n in ("a1", "a2")] == ["combat", "combat"]
    usual = field(*units, limits=limits)
    end(usual, "axis")
    assert [at(usual, n).mode for n in ("a1", "a2")] == ["reserve", "reserve"]


@rule("ocs", "5.7g")
def test_no_reserve_stays_in_a_hedgehog() -> None:
    hogs = [{"side": "axis", "hex": "0303", "level": 1}]
    game = field(unit("a1", "0303", mode="reserve", up="move"), hedgehogs=hogs)
    end(game, "axis")
    assert at(game, "a1").mode == "move"
    theirs = field(unit("s1", "0303", mode="reserve", up="move"), unit("a1", "0909"),
                   hedgehogs=[{"side": "allied", "hex": "0303", "level": 1}])  # fmt: skip
    end(theirs, "axis")  # any Movement Segment
    assert at(theirs, "s1").mode == "move"


@rule("ocs", "5.7d")
def test_contact_takes_the_reserve_marker_off() -> None:
    game = field(unit("a1", "0303", mode="reserve", up="move"), unit("a2", "0303"))
    modes.strip_reserve(game, game.board.hex("0303"))
    assert (at(game, "a1").mode, at(game, "a2").mode) == ("move", "combat")


@rule("ocs", "5.10")
@rule("ocs", "5.10a(A)")
@rule("ocs", "5.10a(D)")
@rule("ocs", "5.10c")
@rule("ocs", "13.2g(D)")
def test_dg_takes_every_unit_of_the_hex_and_the_trucks_reserve() -> None:
    game = field(
        unit("a1", "0303", mode="reserve", up="move", formation="9"),
        unit("a2", "0303", mode="dg"), unit("a3", "0303"), transport=[ORGANIC],
    )  # fmt: skip
    game.play("axis", mode("trucks", to="reserve"))
    assert modes.disorganise(game, game.board.hex("0303")) == ["a1", "a3"]
    assert [at(game, n).mode for n in ("a1", "a2", "a3")] == ["dg"] * 3
    assert (at(game, "a1").combat_up, at(game, "a3").combat_up) == (False, True)
    assert not game.state[TRANSPORT]["trucks"].reserve
    assert told(game, "dg") == [{"hex": "0303"}]


@rule("ocs", "5.9")
@rule("ocs", "5.9c")
@rule("ocs", "5.10b(C)")
@rule("ocs", "13.1a")
def test_exploitation_mode_keeps_the_side_and_the_zone() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", mode="move"),
                 unit("a3", "0303", mode="dg"), unit("a4", "0303", "hq"))  # fmt: skip
    for name in ("a1", "a2", "a3", "a4"):
        modes.exploit(game, name)
    assert [at(game, n).mode for n in ("a1", "a2", "a3", "a4")] == [
        "exploit", "exploit", "dg", "combat",
    ]  # fmt: skip
    assert (at(game, "a1").kept_zoc, at(game, "a2").kept_zoc) == (True, False)
    assert (at(game, "a1").combat_up, at(game, "a2").combat_up) == (True, False)


@rule("ocs", "5.5a")
@rule("ocs", "5.6a")
@rule("ocs", "5.7e")
@rule("ocs", "5.8d")
@rule("ocs", "5.10d")
@pytest.mark.parametrize(
    ("mode_", "refusal"),
    [("move", ""), ("combat", "5.5a"), ("reserve", "5.7e"), ("strat", "5.8d"), ("dg", "5.10d"),
     ("exploit", "5.6a")],
)  # fmt: skip
def test_transport_takes_units_in_move_mode(mode_: str, refusal: str) -> None:
    game = field(unit("a1", "0303", mode=mode_, up="move"))
    found = modes.may_ride(game, "a1")
    assert (found.rule if found else "") == refusal


@rule("ocs", "5.5a")
@rule("ocs", "13.3g(B)")
def test_rail_repair_units_ride_in_combat_mode() -> None:
    game = field(unit("a1", "0303", traits="rail-repair"))
    assert modes.may_ride(game, "a1", rail=True) is None
    assert modes.may_ride(game, "a1") is not None


@rule("ocs", "5.5b")
@rule("ocs", "5.10e")
def test_work_needs_the_combat_side() -> None:
    for mode_, up, special, other in (
        ("combat", "combat", True, True), ("move", "move", False, False),
        ("dg", "combat", True, False), ("dg", "move", False, False),
    ):  # fmt: skip
        game = field(unit("a1", "0303", mode=mode_, up=up))
        assert modes.may_work(game, "a1") is special
        assert modes.may_work(game, "a1", specialist=False) is other


@rule("ocs", "5.5d")
@rule("ocs", "5.6c")
def test_landings_need_combat_or_move_mode() -> None:
    found = {m: modes.may_land(field(unit("a1", "0303", mode=m)), "a1")
             for m in ("combat", "move", "reserve", "strat", "dg")}  # fmt: skip
    assert found == {"combat": True, "move": True, "reserve": False, "strat": False, "dg": False}


@rule("ocs", "5.7b(A)")
@rule("ocs", "11.0b")
def test_reserves_are_released_in_every_segment_of_the_phase() -> None:
    supply = [{"side": "axis", "hex": "0404", "sp": 5}]
    release = {"do": "release", "units": ["a1"]}
    game = field(
        unit("a1", "0404", mode="reserve", up="combat"), unit("s1", "0505"),
        segment="exploitation-attack", dumps=supply,
    )  # fmt: skip
    attack = {"do": "attack", "units": ["a1"], "target": "0505"}
    assert rules(game, "axis", attack) == ["9.1e"]
    game.play("axis", release)
    assert rules(game, "axis", attack) == []
    early = field(
        unit("a1", "0404", mode="reserve", up="combat"), unit("a2", "0404", mode="exploit"),
        unit("s1", "0505"), segment="exploitation-attack", dumps=supply,
        options={"reserve-release": "movement-segment"},
    )  # fmt: skip
    assert rules(early, "axis", release) == ["5.7b(A)"]
    for segment, side, name in (
        ("exploitation-barrage", "axis", "a1"), ("reaction-barrage", "allied", "s1"),
    ):  # fmt: skip
        guns = field(
            unit("a1", "0404", "artillery", mode="reserve", up="combat"),
            unit("s1", "0506", "artillery", mode="reserve", up="combat"),
            segment=segment, dumps=[*supply, {"side": "allied", "hex": "0506", "sp": 5}],
        )  # fmt: skip
        target = "0506" if name == "a1" else "0404"
        fire = {"do": "barrage", "guns": [name], "target": target, "aim": "units"}
        assert rules(guns, side, fire) == ["13.4a"]
        guns.play(side, {"do": "release", "units": [name]})
        assert rules(guns, side, fire) == []


@rule("ocs", "5.4a")
def test_the_owner_leaves_his_reserve_markers_where_he_likes() -> None:
    hexes = ("0101", "0103", "0105", "0107", "0301")
    units = [unit(f"a{n}", h, mode="reserve") for n, h in enumerate(hexes)]
    game = field(*units, limits={"axis": {"reserve_markers": 2}})
    game.play("axis", {"do": "end"})
    keep = {"do": "keep-markers", "hexes": ["0105", "0301"]}
    assert rules(game, "axis", {**keep, "hexes": ["0105", "0301", "0101"]}) == ["5.4a"]
    assert rules(game, "axis", {**keep, "hexes": ["0105", "0105"]}) == ["5.4a"]
    assert rules(game, "axis", {**keep, "hexes": ["0909"]}) == ["5.4a"]
    assert rules(game, "axis", {**keep, "hexes": ["0105"]}) == []  # fewer are no breach
    game.play("axis", keep)
    kept = [h for n, h in enumerate(hexes) if at(game, f"a{n}").mode == "reserve"]
    assert kept == ["0105", "0301"]


@rule("ocs", "5.7f")
def test_organic_trucks_are_offered_reserve_mode() -> None:
    game = field(unit("a1", "0303"), transport=[ORGANIC])
    reserve = {"do": "mode", "units": ["trucks"], "mode": "reserve"}
    assert reserve in list(game.legal("axis"))
    game.play("axis", reserve)
    assert {**reserve, "mode": "move"} in list(game.legal("axis"))
