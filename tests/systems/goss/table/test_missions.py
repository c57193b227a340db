"""A mission put together by pointing: guns in and out, other spotters, what it comes to."""

from __future__ import annotations

from typing import Any

from grognard import library
from grognard.systems.goss.scenario import Gs
from grognard.table.cards import Weighing
from grognard.table.weighing import weigh
from tests.systems.goss.field import at, unit
from tests.systems.goss.firing import AXIS, US, barrage, field, gun

SPOTTER, SCOUT = unit("u1", (0, 0), **US), unit("u2", (0, 1), size="Co", steps=1, **US)
TARGET = unit("g1", (1, 0), **AXIS)


def ready(*more: Any, **facts: Any) -> Gs:
    return field(SPOTTER, SCOUT, TARGET, gun("ua"), gun("ub", barrage=5), *more, **facts)


def weighed(game: Gs, guns: dict[str, int], spotter: str = "u1", **more: Any) -> Weighing:
    return weigh(game, library.tabletop(game), "allied", barrage((1, 0), spotter, guns, **more))


def totals(found: Weighing) -> dict[str, str]:
    return {one.title: one.total for one in found.sums}


def test_guns_are_clicked_in_and_out() -> None:
    game = ready(gun("uc", (-2, 0), range=1))
    found = {one.id: one for one in weighed(game, {"ua": 8}).extras if one.part == "guns"}
    assert set(found) == {"ua", "ub"}, "one is too far away"
    assert found["ua"].chosen
    assert found["ua"].action["guns"] == {}
    assert found["ub"].action["guns"] == {"ua": 8, "ub": 5}
    assert found["ub"].title.endswith(", 5")


def test_what_a_mission_comes_to_is_told_before_it_is_ordered() -> None:
    game = ready(terrain={(1, 0): "town"})
    found = weighed(game, {"ua": 8, "ub": 5}, intensive=1)
    said = totals(found)
    assert said["barrage points"] == "13"
    assert said["volleys"] == "8 + 8 + 5"
    assert said["guns, medium mission"].startswith("2 of ")
    assert "on the dice" in said
    assert sum(one.probability for one in found.outcomes) == 1


def test_a_mission_with_too_many_guns_says_so_and_can_be_mended() -> None:
    game = ready(gun("uc"), gun("ud"), gun("ue"), gun("uf"))
    found = weighed(game, dict.fromkeys(("ua", "uc", "ud", "ue", "uf"), 8))
    assert [why.rule for why in found.refusals] == ["11.2.4b"]
    assert {one.id for one in found.extras if one.chosen and one.part == "guns"} >= {"ua", "uf"}
    empty = weighed(game, {})
    assert empty.refusals
    assert not any(one.chosen for one in empty.extras if one.part == "guns")


def test_another_spotter_a_smaller_volley_and_points_kept_back() -> None:
    game = ready()
    extras = weighed(game, {"ua": 8, "ub": 5}).extras
    spotters = {one.action.get("spotter", "air"): one for one in extras if one.part == "spotter"}
    assert set(spotters) == {"u1", "u2", "air"}
    assert spotters["u1"].chosen
    assert ": light, " in spotters["u2"].title
    shorter = {one.id: one.action for one in extras if one.part == "volleys"}
    assert shorter["drop"]["drop"] is True
    assert shorter["keeps ua"]["guns"] == {"ua": 3, "ub": 5}


def test_intensive_fire_is_offered_while_there_is_ammunition() -> None:
    game = ready()
    offered = [one for one in weighed(game, {"ua": 8}).extras if one.part == "intensive"]
    assert [one.action["intensive"] for one in offered] == [1]
    assert not [one for one in weighed(game, {"ub": 5}).extras if one.part == "intensive"]


def test_guns_in_hand_fire_where_one_points_and_say_why_not() -> None:
    game = ready(gun("uc", (-3, 0), range=1))
    table, h = library.tabletop(game), game.board.hex(at(1, 0))
    first = table.orders(game, "allied", ("ub",), (h,))[0]
    assert first.action is not None
    assert first.action["guns"] == {"ub": 5}
    assert first.weighed
    barred = table.orders(game, "allied", ("uc",), (h,))
    assert all(one.action is None for one in barred)
    assert {why.rule for one in barred for why in one.refusals} == {"11.3.0"}
