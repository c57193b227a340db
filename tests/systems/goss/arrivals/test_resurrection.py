"""Eliminated units come back. [22.5.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, has, segment
from tests.systems.goss.arrivals.edge import until
from tests.systems.goss.field import at, now, rules, told, unit, where

QUIET = unit("u9", (12, -6))
HQ = unit("ghq", (0, 0), "hq:div", **FIRST)
DEAD = {"place": "eliminated", "left": 0, "gone_in": 1}


def dead(name: str, kind: str = "inf", **facts: Any) -> dict[str, Any]:
    """A unit in the Eliminated Units Box."""
    return unit(name, None, kind, **{**DEAD, **FIRST, **facts})


def back(name: str = "g1", hex: tuple[int, int] = (0, 0), *by: str) -> dict[str, Any]:
    """The order to resurrect."""
    order = {"do": "resurrect", "unit": name, "hex": at(*hex)}
    return order | ({"by": list(by)} if by else {})


@pytest.mark.rule("goss", "22.5.2", "22.5.2a", "22.5.2a(4)")
def test_a_unit_comes_back_with_one_step() -> None:
    game = segment(HQ, dead("g1"), QUIET)
    game.play("axis", back())
    assert (where(game, "g1"), now(game, "g1").steps) == (at(0, 0), 1)
    assert has(game, "axis") == (18.5, 20), "half for the return, one for the step"
    assert "22.5.1" in rules(game, "axis", {"do": "replace", "unit": "g1"}), "not in this turn"
    assert told(game, "resurrected")[0]["hex"] == at(0, 0)


@pytest.mark.rule("goss", "22.5.2a(2)", "22.5.2a(3)", "22.5.2a(4)")
@pytest.mark.parametrize(
    ("kind", "facts", "price"),
    [("inf", {}, (1.5, 0)), ("arminf", {}, (2, 1)), ("pz4", {}, (0, 1)),
     ("inf", {"place": "surrendered"}, (2.5, 0)), ("pz4", {"place": "surrendered"}, (1, 1)),
     ("motinf", {"place": "surrendered"}, (3, 0.5)), ("hybrid", {"mix": "pz4 arminf pz5"}, (0, 2))],
)  # fmt: skip
def test_what_it_costs(kind: str, facts: dict[str, Any], price: tuple[float, float]) -> None:
    game = segment(HQ, dead("g1", kind, **facts), QUIET, inf=price[0], arm=price[1])
    game.play("axis", back())
    assert has(game, "axis") == (0, 0)
    poor = segment(HQ, dead("g1", kind, **facts), QUIET, inf=price[0], arm=price[1] - 0.5)
    if price[1]:
        assert rules(poor, "axis", back()) == ["22.5.2a"]


@pytest.mark.rule("goss", "22.6.0-1", "22.6.0-2")
def test_hybrids_return_with_their_dearest_tanks() -> None:
    game = segment(HQ, dead("g1", "hybrid", mix="pz4 arminf pz5"), QUIET)
    game.play("axis", back())
    assert has(game, "axis") == (20, 18), "1.5 for a Pz V, and half for the return"
    staff_ = unit("uhq", (0, 0), "hq:div", formation="9 Arm")
    game = segment(
        staff_, dead("u1", "hybrid", steps=2, formation="9 Arm"), unit("g9", (12, -6)),
        side="allied",
    )  # fmt: skip
    game.play("allied", back("u1"))
    assert has(game, "allied") == (20, 18.5), "one for an M4, and half"


@pytest.mark.rule("goss", "22.5.2a", "4.6.3")
@pytest.mark.parametrize(
    ("kind", "rule"), [("mg", "22.5.2a"), ("bridge", "22.5.2a"), ("re", "4.6.3")]
)
def test_only_listed_types_come_back(kind: str, rule: str) -> None:
    assert rule in rules(segment(HQ, dead("g1", kind), QUIET), "axis", back())


@pytest.mark.rule("goss", "4.2.2-elim", "22.5.2a")
def test_a_headquarters_does_not_come_back_on_the_day_it_was_lost() -> None:
    units = (unit("g1", (0, 0), **FIRST), unit("g2", (3, 0), **FIRST), QUIET)
    lost = {"place": "eliminated", "left": 0, **FIRST}
    for gone, found in ((4, ["4.2.2-elim"]), (3, [])):
        game = segment(*units, unit("ghq", None, "hq:div", gone_in=gone, **lost))
        assert rules(game, "axis", back("ghq")) == found


@pytest.mark.rule("goss", "22.5.2b")
def test_it_comes_back_by_its_headquarters_in_supply() -> None:
    for hex, found in (((0, 0), []), ((1, 0), []), ((2, 0), ["22.5.2b"])):
        assert rules(segment(HQ, dead("g1"), QUIET), "axis", back("g1", hex)) == found
    cut = unit("ghq", (0, 0), "hq:div", supply="OhS", **FIRST)
    assert rules(segment(cut, dead("g1"), QUIET), "axis", back()) == ["22.5.2b"]
    near = segment(HQ, dead("g1"), unit("u8", (1, 0)), QUIET)
    assert rules(near, "axis", back("g1", (1, 0))) == ["22.5.2b"], "an enemy is there"
    full = [unit(f"g{n}", (1, 0), **FIRST) for n in range(3, 9)]
    assert rules(segment(HQ, dead("g1"), *full, QUIET), "axis", back("g1", (1, 0))) == ["22.5.2b"]


@pytest.mark.rule("goss", "22.5.2b")
def test_it_is_in_supply_in_the_turn_of_its_return() -> None:
    game = segment(unit("ghq", (-10, 0), "hq:div", **FIRST), dead("g1"), QUIET)
    game.play("axis", back("g1", (-10, 0)))
    assert now(game, "g1").supply == "GenS"
    game.put(UNITS, "ghq", replace(now(game, "ghq"), hex=game.board.hex(at(10, 0))))
    until(game, 5, "modes", "allied")
    assert now(game, "g1").supply == "GenS", "20 hexes from its headquarters"
    until(game, 6, "modes", "allied")
    assert now(game, "g1").supply == "OhS"


@pytest.mark.rule("goss", "22.5.2b")
def test_a_formations_headquarters_comes_back_by_its_units_or_its_superior() -> None:
    corps = unit("gX", (-8, 0), "hq:corps", **CHAIN)
    lost = dead("ghq", "hq:div")
    alive = segment(corps, lost, unit("g1", (0, 0), **FIRST), QUIET)
    assert rules(alive, "axis", back("ghq", (1, 0))) == []
    assert rules(alive, "axis", back("ghq", (-8, 0))) == ["22.5.2b"]
    alone = segment(corps, lost, QUIET)
    assert rules(alone, "axis", back("ghq", (-8, 0))) == []
    assert rules(alone, "axis", back("ghq", (-8, 1))) == []


@pytest.mark.rule("goss", "22.5.2b")
def test_corps_and_army_headquarters_come_back_by_the_army_and_in_a_city() -> None:
    lost = {"place": "eliminated", "left": 0, "gone_in": 1}
    corps = unit("gX", None, "hq:corps", **CHAIN, **lost)
    game = segment(unit("garmy", (0, 0), "hq:army", army="A"), corps, QUIET)
    assert rules(game, "axis", back("gX", (1, 0))) == []
    assert rules(game, "axis", back("gX", (0, 0))) == ["22.5.2b"], "next to it"
    top = unit("garmy", None, "hq:army", army="A", **lost)
    armies = {"A": {"side": "axis", "adv": 3}}
    game = segment(
        top, unit("g1", (3, 3)), QUIET, armies=armies, zones={"A": [at(5, 0), at(2, 0)]},
        terrain={(5, 0): "city", (7, 0): "city", (2, 0): "town"},
    )  # fmt: skip
    found = {h: rules(game, "axis", back("garmy", h)) for h in ((5, 0), (7, 0), (2, 0))}
    assert found == {(5, 0): [], (7, 0): ["22.5.2b"], (2, 0): ["22.5.2b"]}


def echelon(*more: dict[str, Any], **facts: Any) -> Gs:
    """A dead battalion, and rear echelon units with one step, one and two."""
    return segment(
        HQ, dead("g1"), unit("g5", (5, 0), "re", left=1, **CHAIN),
        unit("g6", (6, 0), "re", left=1, **CHAIN), unit("g7", (7, 0), "re", left=2, **CHAIN),
        *more, QUIET, inf=0, arm=0, **facts,
    )  # fmt: skip


@pytest.mark.rule("goss", "22.5.2c")
def test_two_rear_echelon_steps_bring_infantry_back() -> None:
    game = echelon()
    assert rules(game, "axis", back("g1", (0, 0), "g5")) == ["22.5.2c"], "two steps"
    assert rules(game, "axis", back("g1", (0, 0), "g5", "g6")) == ["22.5.2c"], "two units gone"
    for by, gone in ((("g5", "g7"), "g5"), (("g7", "g7"), "g7")):
        game = echelon()
        game.play("axis", back("g1", (0, 0), *by))
        assert (where(game, "g1"), now(game, gone).place) == (at(0, 0), "eliminated")
        assert has(game, "axis") == (0, 0), "no points are spent"


@pytest.mark.rule("goss", "22.5.2c")
def test_every_other_day_and_one_rear_echelon_unit_at_a_time() -> None:
    pair = unit("g8", (8, 0), "re", left=2, **CHAIN)
    game = echelon(dead("g2"), pair)
    game.play("axis", back("g1", (0, 0), "g7", "g7"))
    order = back("g2", (1, 0), "g8", "g8")
    found = []
    for turn in (4, 7, 10):
        until(game, turn, "replacements", "axis")
        found.append(rules(game, "axis", order))
    assert found == [["22.5.2c"], ["22.5.2c"], []]


@pytest.mark.rule("goss", "22.5.2c")
@pytest.mark.parametrize("kind", ["eng", "mg", "para", "glider", "fus", "arminf", "armrecon"])
def test_whom_rear_echelon_units_do_not_bring_back(kind: str) -> None:
    game = echelon(dead("g2", kind))
    assert {*rules(game, "axis", back("g2", (0, 0), "g7", "g7"))} <= {"22.5.2c", "22.5.2a"}
    assert rules(game, "axis", back("g2", (0, 0), "g7", "g7"))


@pytest.mark.rule("goss", "22.5.2c")
def test_they_are_of_the_same_army() -> None:
    other = unit("g8", (8, 0), "re", left=2, corps="Z", army="B")
    assert rules(echelon(other), "axis", back("g1", (0, 0), "g8", "g8")) == ["22.5.2c"]


@pytest.mark.rule("goss", "22.5.2a(3)", "22.5.2c")
def test_who_was_isolated_costs_a_point_all_the_same() -> None:
    game = echelon(dead("g2", place="surrendered"))
    assert rules(game, "axis", back("g2", (0, 0), "g7", "g7")) == ["22.5.2a(3)"]
