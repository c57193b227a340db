"""Lines of sight, covering terrain, and who observes whom. [8.1] [8.2] [8.3]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.observation.cover import MCT, OCT, OPEN, cover
from grognard.systems.goss.observation.lookouts import Lookouts, in_sight
from grognard.systems.goss.observation.observing import air_observes, observed, observes
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, unit


def pair(where: tuple[int, int], terrain: dict[Any, str], **more: Any) -> Gs:
    """A US battalion at (0, 0), a German one somewhere else."""
    mine = {k: more.pop(k) for k in ("ta", "inside") if k in more}
    his = more.pop("his", {})
    return position(unit("u1", (0, 0), **mine), unit("g1", where, **his), terrain=terrain, **more)


def seen(where: tuple[int, int], terrain: dict[Any, str], **more: Any) -> bool:
    moving = more.pop("moving", False)
    return observes(pair(where, terrain, **more), "u1", "g1", moving=moving)


TOWN = {(0, 0): "town"}
VP = {(0, 0): "VP"}


@pytest.mark.rule("goss", "8.1.0")
@pytest.mark.rule("goss", "8.1.2")
def test_range_is_one_two_from_a_town_three_from_a_vantage_point() -> None:
    assert [seen((n, 0), {}) for n in (1, 2)] == [True, False]
    assert [seen((n, 0), TOWN) for n in (2, 3)] == [True, False]
    assert [seen((n, 0), VP) for n in (3, 4)] == [True, False]


@pytest.mark.rule("goss", "8.1.1")
@pytest.mark.reading("goss", "goss-08-01")
def test_a_line_along_a_hexside_is_stopped_by_both_hexes_only() -> None:
    assert seen((1, 1), {**TOWN, (1, 0): "town"})
    assert not seen((1, 1), {**TOWN, (1, 0): "town", (0, 1): "VP"})


@pytest.mark.rule("goss", "8.1.1")
@pytest.mark.reading("goss", "goss-08-02")
def test_from_a_vantage_point_only_vantage_points_block() -> None:
    open_ = pair((3, 0), {**VP, (1, 0): "city"})
    assert observes(open_, "u1", "g1")
    assert not observes(open_, "g1", "u1")
    shut = pair((3, 0), {**VP, (1, 0): "city", (2, 0): "VP"})
    assert not observes(shut, "u1", "g1")
    assert not observes(shut, "g1", "u1")


@pytest.mark.rule("goss", "8.1.2a")
@pytest.mark.rule("goss", "8.1.2d")
@pytest.mark.reading("goss", "goss-08-03")
def test_rough_costs_one_hex_of_range_in_all() -> None:
    row = {(0, 0): "HVP:5", (1, 0): "rough", (2, 0): "rough", (4, 0): "rough", (5, 0): "rough"}
    assert seen((4, 0), row)
    assert not seen((5, 0), row)
    assert seen((1, 0), {(1, 0): "rough"})
    assert seen((2, 0), {(0, 0): "rough town"})


@pytest.mark.rule("goss", "8.1.2a")
def test_the_example_of_a_vantage_point_and_rough() -> None:
    assert seen((2, 0), {**VP, (2, 0): "rough"})
    assert not seen((3, 0), {**VP, (3, 0): "rough"})


@pytest.mark.rule("goss", "8.1.2d")
def test_a_high_point_without_a_number_sees_four_and_only_high_ones_block_it() -> None:
    high = {(0, 0): "HVP", (2, 0): "VP", (1, 0): "town"}
    assert seen((4, 0), high)
    assert not seen((5, 0), high)
    assert not seen((4, 0), {**high, (2, 0): "HVP"})


@pytest.mark.rule("goss", "8.1.2c")
@pytest.mark.reading("goss", "goss-08-04")
def test_weather_caps_the_range() -> None:
    high = {(0, 0): "HVP:6"}
    assert seen((3, 0), high, weather="POvr Dry")
    assert not seen((3, 0), high, weather="Ovr Dry")
    assert seen((2, 0), high, weather="Ovr Dry")
    assert seen((1, 0), high, weather="Storm Dry")
    assert not seen((2, 0), high, weather="Storm Dry")
    assert not seen((2, 0), high, weather="POvr Dry fog")
    assert not seen((2, 0), high, weather="POvr Snow snow")


@pytest.mark.rule("goss", "8.1.2b")
@pytest.mark.reading("goss", "goss-08-05")
def test_by_night_only_entrenchments_see_into_the_next_hex() -> None:
    night: dict[str, Any] = {"turn": "Night"}
    assert not seen((1, 0), {}, **night)
    assert not seen((1, 0), {}, works={(0, 0): "IP"}, inside=True, **night)
    assert seen((1, 0), {}, works={(0, 0): "ET-2"}, inside=True, **night)
    assert not seen((2, 0), VP, his={"mode": "Strat"}, **night), "one hex at most"


@pytest.mark.rule("goss", "8.2.2")
@pytest.mark.reading("goss", "goss-08-06")
def test_movement_betrays_in_observation_cover_only() -> None:
    village = {(1, 0): "village"}
    assert seen((1, 0), village, moving=True)
    assert not seen((1, 0), village)
    assert not seen((1, 0), village, moving=True, turn="Night")
    assert seen((1, 0), {}, moving=True, turn="Night")


@pytest.mark.rule("goss", "8.2.1-see")
@pytest.mark.reading("goss", "goss-08-07")
def test_who_sees_into_movement_cover() -> None:
    def both(**marks: Any) -> tuple[bool, bool]:
        game = position(
            unit("uT", (0, 0), **marks.get("t", {})), unit("uW", (2, 1), **marks.get("w", {})),
            unit("g", (2, 0), **marks.get("g", {})),
            terrain={**TOWN, (2, 0): "woods", (2, 1): "woods"},
        )  # fmt: skip
        return observes(game, "uT", "g"), observes(game, "uW", "g")

    assert both() == (False, False)
    assert both(w={"ta": True}) == (False, True)
    assert both(t={"ta": True}) == (False, False)
    assert both(g={"mode": "PA"}) == (True, True)


@pytest.mark.rule("goss", "8.2.1-bocage")
@pytest.mark.reading("goss", "goss-08-08")
def test_hedges_are_looked_over_from_above() -> None:
    def moving(place: int, ground: str) -> bool:
        return seen((place, 0), {(0, 0): ground, (place, 0): "bocage"}, moving=True)

    assert [moving(1, "clear"), moving(1, "VP"), moving(2, "VP")] == [False, True, False]
    assert [moving(3, "HVP:6"), moving(4, "HVP:6")] == [True, False]


@pytest.mark.rule("goss", "8.2.1")
@pytest.mark.rule("goss", "8.2.2")
@pytest.mark.rule("goss", "8.2.0")
def test_what_covers() -> None:
    words = {
        "clear": OPEN, "rough": OPEN, "marsh": OPEN, "location": OCT, "village": OCT,
        "woods": MCT, "forest": MCT, "bocage": MCT, "hedgerow": MCT, "town": MCT, "city": MCT,
        "village forest": MCT, "Axis-Ft": MCT,
    }  # fmt: skip
    game = position(unit("g1", (9, 0)), terrain={(n, 0): w for n, w in enumerate(words)})
    found = [cover(game, "axis", game.board.hex(at(n, 0))) for n in range(len(words))]
    assert found == [*words.values()]
    for work, kind in {"IP": OCT, "ET-2": OCT, "ET-3": MCT}.items():
        game = position(unit("g1", (1, 0)), works={(1, 0): work})
        assert cover(game, "axis", now(game, "g1").hex) == kind
    h = now(game, "g1").hex
    game.put(HEXES, h, HexStatus(side="axis", fort=2))
    assert cover(game, "axis", h) == MCT
    game.put(HEXES, h, HexStatus(ruined=True))
    assert cover(game, "axis", h) == OCT, "ruins of a fortified area"


@pytest.mark.rule("goss", "8.2.3")
def test_who_is_always_observed() -> None:
    woods = {(1, 0): "woods"}
    assert seen((1, 0), woods, his={"mode": "Strat"}), "on the march"
    assert seen((1, 0), woods, ta=True), "next to somebody who attacks"
    assert seen((1, 0), woods, his={"ta": True})
    assert seen((1, 0), woods, his={"task": "bridge"})
    assert not seen((1, 0), woods, his={"task": "ET-3"}), "in movement cover"
    village = {(1, 0): "village"}
    assert seen((1, 0), village, his={"task": "ET-2"})
    far = {(0, 0): "VP", (3, 0): "village"}
    assert seen((3, 0), far, his={"task": "ET-3"})
    assert seen((3, 0), far, his={"task": "bridge"})
    assert not seen((3, 0), far, his={"task": "IP"})


@pytest.mark.rule("goss", "8.2.2")
def test_the_ruling_that_what_sees_into_one_cover_sees_into_the_other() -> None:
    woods = {(1, 0): "woods"}
    assert not seen((1, 0), woods, moving=True)
    assert seen((1, 0), woods, moving=True, options={"mct-is-oct": "merged"})


@pytest.mark.rule("goss", "8.3.0")
def test_observation_from_the_air() -> None:
    def flown(where: int, ground: str = "clear", sky: str = "Clear Dry", **more: Any) -> bool:
        his = more.pop("his", {})
        game = position(
            unit("u1", (0, 0), **more.pop("mine", {})), unit("g1", (where, 0), **his),
            terrain={(where, 0): ground}, weather=sky, **more,
        )  # fmt: skip
        return air_observes(game, "allied", "g1")

    assert [flown(6), flown(7), flown(3, "village"), flown(3, "woods")] == [True, *[False] * 3]
    assert not flown(3, mine={"supply": "OhS"})
    assert [flown(3, sky="POvr Dry"), flown(4, sky="POvr Dry")] == [True, False]
    march = {"mode": "Strat"}
    assert flown(9, "woods", his=march)
    assert not flown(9, "woods", "POvr Dry", his=march)
    assert flown(9, "village", "POvr Dry", his=march)
    assert flown(9, "bocage", "POvr Dry", his=march)
    for sky in ("Ovr Dry", "Storm Dry", "POvr Snow snow", "POvr Dry fog"):
        assert not flown(1, sky=sky), sky
    assert flown(1, sky="POvr Dry fog", options={"fog-weather": "free"})
    assert not flown(1, turn="Night")
    assert not flown(1, special={"air-observation": []}), "the scenario forbids it"
    game = position(unit("u1", (0, 0)), unit("g1", (1, 0)))
    assert not air_observes(game, "axis", "u1"), "nobody granted it"
    granted = position(
        unit("u1", (0, 0)), unit("g1", (1, 0)), special={"air-observation": ["axis"]}
    )
    assert air_observes(granted, "axis", "u1")


@pytest.mark.rule("goss", "8.1.2a")
def test_the_ruling_on_rough_under_an_overcast() -> None:
    ground = {**VP, (2, 0): "rough"}
    assert seen((2, 0), ground, weather="Ovr Dry")
    assert not seen((2, 0), ground, weather="Ovr Dry", options={"rough-and-overcast": "both"})


@pytest.mark.rule("goss", "8.0")
@pytest.mark.rule("goss", "8.1.0")
def test_the_index_follows_every_unit() -> None:
    game = position(
        unit("u1", (0, 0)), unit("u2", (0, 0)), unit("g1", (2, 0)),
        terrain={(0, 0): "VP", (1, 0): "woods", (-1, 0): "town"},
    )  # fmt: skip
    assert observed(game, "g1")
    away = game.board.hex(at(-1, 0))
    for name in ("u1", "u2"):
        assert observed(game, "g1"), "one of two is still there"
        game.put(UNITS, name, replace(now(game, name), hex=away))
        fresh = Lookouts(game.scenario)
        fresh.rebuild(game.state)
        assert fresh.content() == Lookouts.of(game).content()
    assert not observed(game, "g1")
    assert not in_sight(game, away, game.board.hex(at(1, 0))), "the hill is between"
