"""Refusals speak of counters by their names, and of what there is in numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.advance import Follow, Followers
from grognard.systems.goss.fire.capacity import HEAVY, against_formations
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.words import called
from tests.systems.goss import firing
from tests.systems.goss.field import at, position, unit
from tests.systems.goss.logistics.staffs import army

FAR = unit("u9", (0, 11))


def named(one: dict[str, Any], name: str) -> dict[str, Any]:
    """A counter that is not called by its id."""
    one["row"]["name"] = name
    return one


def said(game: Gs, player: str, action: dict[str, Any]) -> list[str]:
    return [one.text for one in game.why(player, action)]


@pytest.mark.rule("goss", "6.7.0")
def test_who_is_not_in_an_overstacked_hex_is_called_by_name() -> None:
    game = position(*(unit(f"g{n}", (0, 0)) for n in range(3)), FAR,
                    named(unit("g7", (3, 3)), "II/27"))  # fmt: skip
    game.play("axis", {"do": "end"})
    assert said(game, "axis", {"do": "give-up", "unit": "g7"}) == [f"II/27 is not in {at(0, 0)}"]


@pytest.mark.rule("goss", "17.2.0")
def test_who_cannot_ferry_is_called_by_name() -> None:
    game = position(unit("g1", (0, 0)), named(unit("g2", (0, 0)), "I/27"), FAR,
                    water={"river": [((0, 0), (1, 0))]})  # fmt: skip
    order = {"do": "ferry", "units": ["g1"], "engineer": "g2", "hex": at(1, 0)}
    assert said(game, "axis", order) == ["I/27 cannot ferry anybody"]


@pytest.mark.rule("goss", "11.7.0")
def test_who_may_not_follow_up_fire_and_who_may_are_called_by_name() -> None:
    game = position(
        named(unit("u1", (0, 1), mode="PA"), "1/9"), named(unit("u2", (0, 1)), "2/9"),
        unit("g9", (9, 0)), side="allied", segment="offensive-fire",
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    found = Follow("allied", h).against(game, "allied", Followers(("u2",)))
    assert [one.text for one in found] == ["2/9 may not advance; 1/9 may"]


@pytest.mark.rule("goss", "11.2.5")
def test_guns_of_strangers_are_called_by_name() -> None:
    other: dict[str, Any] = {"formation": "9 Div", "corps": "V", "army": "Third"}
    game = firing.field(
        unit("u1", (0, 0), mode="PA", **firing.US), unit("g1", (1, 0), **firing.AXIS),
        firing.gun("ua"), named(firing.gun("ub", **other), "11 FA"),
        unit("u9c", (-9, 3), "hq:corps", corps="V", army="Third"),
        unit("u9h", (-8, 3), "hq:div", **other),
        armies={**firing.ARMIES, "Third": {"side": "allied", "adv": 4}},
    )  # fmt: skip
    found = [one.text for one in against_formations(game, "u1", HEAVY, ["ua", "ub"])]
    assert "11 FA belongs to another corps or army" in found


@pytest.mark.rule("goss", "7.2.0")
def test_nobody_has_fewer_points_than_none() -> None:
    game = position(unit("g1", (0, 0), "inf", ma="3", spent=48, moved=1), FAR)
    spent = replace(game.state[UNITS]["g1"], moved=game.serial, start=0)
    game.put(UNITS, "g1", spent)
    text = said(game, "axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]})[0]
    assert text.endswith("and g1 has 0")


@pytest.mark.rule("goss", "16.3.2", "16.3.2(8)")
def test_what_an_army_has_and_lacks_is_told_in_numbers() -> None:
    game = army("g", {"B": ["1"], "C": ["1"], "D": ["1"]}, track={"adv": 4, "amp": 1})
    order = {"do": "ammunition", "army": "A", "corps": ["gB", "gC", "gD"]}
    assert said(game, "axis", {**order, "buy": 1}) == ["A has 1 AmP, not 2"]
    assert called(game, "A") == "A"


@pytest.mark.rule("goss", "17.2.0")
@pytest.mark.parametrize("nobody", ["x#1", "g1#inf.99", "#", "nobody"])
def test_what_is_no_counter_is_refused_as_it_was_said(nobody: str) -> None:
    game = position(unit("g1", (0, 0)), FAR, water={"river": [((0, 0), (1, 0))]})
    order = {"do": "ferry", "units": ["g1"], "engineer": nobody, "hex": at(1, 0)}
    before = len(game.scenario.counters)
    assert said(game, "axis", order) == [f"{nobody} cannot ferry anybody"]
    assert len(game.scenario.counters) == before, "nor does it become one"
