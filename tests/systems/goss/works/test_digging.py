"""Field works: who digs what, how long, and what ends it. [17.3.0] [17.3.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.sequence import ENA_TURN
from grognard.systems.goss.status import HexStatus
from grognard.systems.goss.turn.phases import CONSTRUCTION, QUICK_CONSTRUCTION
from tests.systems.goss.field import at, now, pass_to, rules, told, unit
from tests.systems.goss.works.site import field, hex_of, mark, next_turn


def dig(*names: str, work: str = "IP") -> dict[str, Any]:
    return {"do": "dig", "units": [*names], "work": work}


@pytest.mark.rule("goss", "17.3.0", "17.3.3", "15.6.0-4")
def test_who_may_dig() -> None:
    game = field(
        unit("g1", (0, 0)), unit("g2", (1, 0), mode="MR"), unit("g3", (2, 0), fatigue=1),
        unit("g4", (3, 0), supply="OhS"), unit("g5", (4, 0), "hq:div", formation="1"),
        unit("g6", (5, 0), "art"), unit("g7", (6, 0), "fus", steps=1), unit("g8", (7, 0), cr=True),
        unit("g9", (6, 0), "pz4"), unit("u1", (-3, 0)),
    )  # fmt: skip
    found = {n: rules(game, "axis", dig(n)) for n in ("g1", "g2", "g3", "g4", "g5", "g6", "g8")}
    assert found == {
        "g1": [], "g2": ["17.3.0"], "g3": ["17.3.0"], "g4": [], "g5": ["17.3.3"],
        "g6": ["17.3.3"], "g8": ["5.8.0"],
    }  # fmt: skip
    assert rules(game, "axis", dig("g7")) == ["17.3.3a"]
    assert not rules(game, "axis", dig("g7", "g9"))
    assert rules(game, "axis", dig("g1", "g4")) == ["17.3.0"]
    assert rules(game, "axis", dig("u1")) == ["form"]
    assert rules(game, "axis", dig("g1", work="moat")) == ["17.3.3"]


@pytest.mark.rule("goss", "15.6.0-4", "17.3.3a")
def test_out_of_supply_only_positions_are_dug() -> None:
    units = (unit("g1", (0, 0), supply="OoS"), unit("g2", (0, 0), "eng", supply="OoS"))
    game = field(*units, terrain={(0, 0): "village"})
    assert not rules(game, "axis", dig("g1"))
    assert rules(game, "axis", dig("g2")) == ["17.3.3a"]  # no engineers without supply
    assert "15.6.0-4" in rules(game, "axis", dig("g1", "g2", work="ET-2"))
    barred = field(*units, options={"oos-ip": "barred"})
    assert rules(barred, "axis", dig("g1")) == ["15.6.0-4"]


@pytest.mark.rule("goss", "17.3.3a", "17.3.3", "17.3.0-3", "17.4.1")
@pytest.mark.parametrize(
    ("kinds", "quick"),
    [
        (["inf"], False),
        (["eng"], False),
        (["eng", "fus"], True),
        (["eng", "eng"], True),
    ],
)
def test_how_long_a_position_takes(kinds: list[str], quick: bool) -> None:
    names = [f"g{n}" for n, _ in enumerate(kinds)]
    units = [unit(n, (0, 0), kind) for n, kind in zip(names, kinds, strict=True)]
    game = field(*units, unit("u1", (1, 0)), unit("g9", (2, 0)))
    game.play("axis", dig(*names))
    assert hex_of(game, 0, 0).building == "IP"
    assert rules(game, "axis", dig(names[0])) != []
    pass_to(game, "designation", "axis")
    assert (hex_of(game, 0, 0).work == "IP") is quick
    assert now(game, names[0]).inside is quick
    assert (now(game, names[0]).task == "IP") is not quick
    refused = rules(game, "axis", {"do": "designate", "units": [names[0]]})
    assert "17.3.0" in refused  # nothing else in this game turn
    next_turn(game, "construction")
    assert hex_of(game, 0, 0) == HexStatus(work="IP", side="axis")
    assert all(now(game, n).inside and not now(game, n).task for n in names)
    pass_to(game, "moves", "axis")
    assert not rules(game, "axis", {"do": "move", "units": [names[0]], "path": [at(-1, 0)]})


@pytest.mark.rule("goss", "17.3.3b", "17.3.3")
def test_entrenchments_need_a_position_first() -> None:
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("g3", (3, 0)),
        unit("g4", (3, 0), "eng"), unit("g5", (6, 0)), unit("g6", (6, 0), "eng"),
        unit("g7", (9, 0)), works={(0, 0): "IP", (9, 0): "IP"}, terrain={(3, 0): "village"},
    )  # fmt: skip
    assert not rules(game, "axis", dig("g1", "g2", work="ET-2"))
    assert not rules(game, "axis", dig("g3", "g4", work="ET-2"))
    assert rules(game, "axis", dig("g5", "g6", work="ET-2")) == ["17.3.3b"]
    assert rules(game, "axis", dig("g7", work="ET-2")) == ["17.3.3b"]  # not without engineers
    assert rules(game, "axis", dig("g2", work="ET-2")) == ["17.3.3b"]  # nor one step of them
    assert rules(game, "axis", dig("g1", work="IP")) == ["17.3.3"]
    game.play("axis", dig("g1", "g2", work="ET-2"))
    assert [event.rule for event in game.events if event.kind == "digging"] == ["17.3.3b"]
    pass_to(game, "designation", "axis")
    assert (hex_of(game, 0, 0).work, hex_of(game, 0, 0).building) == ("IP", "ET-2")
    next_turn(game, "construction")
    assert (hex_of(game, 0, 0).work, hex_of(game, 0, 0).building) == ("ET-2", "")


@pytest.mark.rule("goss", "17.3.3b", "17.3.0-3", "3.3.2b")
def test_a_position_that_is_just_complete_is_dug_deeper() -> None:
    game = field(unit("g1", (0, 0), "eng"), unit("g2", (0, 0)))
    game.play("axis", dig("g2"))
    next_turn(game, "construction")
    assert hex_of(game, 0, 0).work == "IP"
    assert not rules(game, "axis", dig("g1", "g2", work="ET-2"))


@pytest.mark.rule("goss", "17.3.3b", "8.2.3")
@pytest.mark.parametrize(
    ("ground", "work", "refused"),
    [("clear", "ET-2", True), ("forest", "ET-2", False), ("clear", "IP", False)],
)
def test_who_is_observed_begins_no_entrenchment(ground: str, work: str, refused: bool) -> None:
    works = {(0, 0): "IP"} if work == "ET-2" else {}
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("u1", (1, 0)),
        terrain={(0, 0): ground}, works=works,
    )  # fmt: skip
    found = rules(game, "axis", dig("g1", "g2", work=work))
    assert found == (["17.3.3b"] if refused else [])


@pytest.mark.rule("goss", "17.3.3b")
def test_who_is_observed_later_goes_on() -> None:
    game = field(unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("u1", (3, 0)),
                 works={(0, 0): "IP"})  # fmt: skip
    game.play("axis", dig("g1", "g2", work="ET-2"))
    mark(game, "u1", hex=(1, 0))
    next_turn(game, "construction")
    assert hex_of(game, 0, 0).work == "ET-2"


@pytest.mark.rule("goss", "17.3.3")
def test_one_work_at_a_time_is_dug_in_a_hex() -> None:
    game = field(unit("g1", (0, 0)), unit("g2", (0, 0)), unit("u1", (9, 0)))
    game.play("axis", dig("g1"))
    assert rules(game, "axis", dig("g2")) == ["17.3.3"]


@pytest.mark.rule("goss", "17.3.3", "17.4.0")
def test_nobody_digs_in_a_fort_or_fortified_area() -> None:
    game = field(
        unit("g1", (0, 0)), unit("g2", (3, 0)), unit("g3", (6, 0)),
        terrain={(0, 0): "Axis-Ft", (3, 0): "Allied-Ft"}, forts={at(6, 0): 2},
    )  # fmt: skip
    for name in ("g1", "g2", "g3"):
        assert rules(game, "axis", dig(name)) == ["17.3.3"]


@pytest.mark.rule("goss", "17.3.3c")
def test_the_scenario_says_where_an_et3_is_dug() -> None:
    units = (
        unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("g3", (3, 0)),
        unit("g4", (3, 0), "eng"), unit("g5", (6, 0)), unit("g6", (6, 0), "eng"),
    )  # fmt: skip
    terms = {"et-3": {"axis": {"hexes": [at(0, 0), at(6, 0)], "turns": 2, "number": 1}}}
    assert rules(field(*units, special=terms), "axis", dig("g1", "g2", work="ET-3")) == ["17.3.3c"]
    game = field(*units, special=terms, options={"et-3": "on"})
    assert rules(game, "axis", dig("g3", "g4", work="ET-3")) == ["17.3.3c"]
    game.play("axis", dig("g1", "g2", work="ET-3"))
    assert [event.rule for event in game.events if event.kind == "digging"] == ["17.3.3c"]
    assert rules(game, "axis", dig("g5", "g6", work="ET-3")) == ["17.3.3c"]  # one is all
    next_turn(game, "construction")
    assert hex_of(game, 0, 0).work == ""
    next_turn(game, "construction")
    assert hex_of(game, 0, 0).work == "ET-3"


@pytest.mark.rule("goss", "17.3.0", "3.4.3")
def test_nights_that_are_extended_build_nothing() -> None:
    assert not {CONSTRUCTION, QUICK_CONSTRUCTION} & {part.kind for part in ENA_TURN}


@pytest.mark.rule("goss", "17.3.0", "17.3.0-2")
def test_who_works_does_nothing_else_until_he_stops() -> None:
    game = field(unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("u1", (5, 0)))
    game.play("axis", dig("g1"))
    pass_to(game, "moves", "axis")
    move = {"do": "move", "units": ["g1"], "path": [at(1, 0)]}
    assert rules(game, "axis", move) == ["7.5.1"]
    assert rules(game, "axis", {"do": "stop-work", "units": ["g2"]}) == ["17.3.0-2"]
    game.play("axis", {"do": "stop-work", "units": ["g1"]})
    assert hex_of(game, 0, 0).building == ""
    game.play("axis", move)
    assert told(game, "work-halted")[0]["hex"] == at(0, 0)


@pytest.mark.rule("goss", "17.3.0-2")
def test_who_is_out_of_supply_stops() -> None:
    units = (unit("g1", (0, 0)), unit("g2", (0, 0), "eng"), unit("u1", (9, 0)))
    game = field(*units, works={(0, 0): "IP"})
    game.play("axis", dig("g1", "g2", work="ET-2"))
    mark(game, "g2", supply="OoS")
    pass_to(game, "moves", "axis")
    assert hex_of(game, 0, 0).building == ""
    assert now(game, "g1").task == ""
