"""Naval gunfire: ships, sets, ranges, volleys. [11.3.2] [11.4.2] [11.9.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SHIPS
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import at, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, field, settle
from tests.systems.goss.flights import give, ships, until

FLEET = ("BB", "MN", "CA", "CL", "CL", "DD", "DD", "DD")
SEA = {(1, -7): "sea"}


def off_shore(*more: Any, kinds: tuple[str, ...] = FLEET, **spec: Any) -> Gs:
    """A battalion in PA mode that observes a German one, and ships seven hexes from it."""
    facts = spec.pop("facts", {"mode": "PA"})
    game = field(
        unit("u1", (0, 0), **facts, **US), unit("g1", (1, 0), **AXIS), *more,
        **{"segment": "offensive-naval", "terrain": SEA, **spec},
    )  # fmt: skip
    ships(game, *kinds)
    return game


def salvo(*names: str, **more: Any) -> dict[str, Any]:
    fleet = [f"allied {name}" for name in names]
    return {"do": "naval-gunfire", "hex": at(1, 0), "spotter": "u1", "ships": fleet, **more}


@pytest.mark.rule("goss", "11.2.4a", "11.2.4b", "11.2.4c")
def test_sets_of_ships_by_the_capacity_of_the_mission() -> None:
    heavy = off_shore()
    for names in (("BB 1",), ("MN 1",), ("CA 1", "CL 1"), ("CA 1", "DD 1"), ("DD 1", "CL 1"),
                  ("DD 1", "DD 2"), ("CL 1",)):  # fmt: skip
        assert rules(heavy, "allied", salvo(*names)) == []
    for names in (("CL 1", "CL 2"), ("BB 1", "DD 1"), ("DD 1", "DD 2", "DD 3")):
        assert rules(heavy, "allied", salvo(*names)) == ["11.2.4"]
    medium = off_shore(facts={})
    assert rules(medium, "allied", salvo("DD 1", "DD 2")) == []
    assert rules(medium, "allied", salvo("CL 1")) == ["11.2.4"]
    light = off_shore(facts={"size": "Co", "steps": 1})
    assert rules(light, "allied", salvo("DD 1")) == []
    assert rules(light, "allied", salvo("DD 1", "DD 2")) == ["11.2.4"]
    assert rules(heavy, "allied", salvo()) == rules(heavy, "allied", salvo("DD 1", "DD 1"))
    assert rules(heavy, "allied", salvo()) == ["form"]


@pytest.mark.rule("goss", "11.3.2", "11.3.0")
@pytest.mark.parametrize(
    ("kind", "most"), [("BB", 20), ("MN", 18), ("CA", 14), ("CL", 12), ("DD", 7)]
)
def test_each_type_has_its_range_from_a_full_sea_hex(kind: str, most: int) -> None:
    def fires(distance: int) -> list[str]:
        game = position(
            unit("u1", (-11, 12), mode="PA", formation="1"), unit("g1", (-11, 11)), radius=12,
            terrain={(-11 + distance, 11 - distance): "sea"}, side="allied",
            segment="offensive-naval",
        )  # fmt: skip
        ships(game, kind)
        return rules(game, "allied", salvo(f"{kind} 1", hex=at(-11, 11)))

    assert fires(most) == []
    assert fires(most + 1) == ["11.3.2"]


@pytest.mark.rule("goss", "11.4.2", "11.2.3")
def test_each_ship_is_a_volley_and_a_hex_is_fired_at_once() -> None:
    game = off_shore()
    rig(game, 0, 0)
    game.play("allied", salvo("CA 1", "CL 1"))
    settle(game)
    assert told(game, "volleys")[0]["volleys"] == [6, 5]
    assert rules(game, "allied", salvo("DD 1")) == ["11.4.2"]


@pytest.mark.rule("goss", "11.9.0", "3.3.1c-naval")
def test_the_scenario_says_which_ships_there_are_each_day() -> None:
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.FLAK_WITHDRAWAL,
        naval={"allied": {"1944-12-17": {"BB": 1, "DD": 2}}},
    )  # fmt: skip
    for _ in range(2):
        game.play(game.open_asks()[0].player, {"do": "end"})
    until(game, phases.MODES)
    assert {*game.state[SHIPS]} == {"allied BB 1", "allied DD 1", "allied DD 2"}
    assert told(game, "ships") == [{"side": "allied", "ships": ["BB 1", "DD 1", "DD 2"]}]
    off = off_shore(kinds=())
    ships(off, "BB", day=1)
    assert rules(off, "allied", salvo("BB 1")) == ["11.9.0"], "yesterday's"


@pytest.mark.rule("goss", "11.9.0", "19.3.4")
def test_once_in_the_morning_once_in_the_afternoon_and_never_by_night() -> None:
    game = off_shore()
    rig(game, 0)
    game.play("allied", salvo("BB 1"))
    settle(game)
    assert game.state[SHIPS]["allied BB 1"].fired == game.turn
    assert rules(off_shore(turn="Night"), "allied", salvo("BB 1")) == ["11.9.0"]
    assert rules(off_shore(weather="Storm Dry"), "allied", salvo("BB 1")) == ["19.3.4"]


@pytest.mark.rule("goss", "11.2.3")
def test_the_inactive_player_sends_aircraft_or_ships() -> None:
    def defended(segment: str, **more: Any) -> Gs:
        side = "axis" if segment == "defensive-air" else "allied"
        game = off_shore(segment=segment, side=side, **more)
        give(game, "allied", gs=4)
        return game

    aircraft = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 2}
    game = defended("defensive-air")
    rig(game, 0, 0)
    game.play("allied", aircraft)
    settle(game)
    assert rules(game, "allied", salvo("DD 1")) == ["11.2.3"]
    ships_first = defended("defensive-air")
    rig(ships_first, 0)
    ships_first.play("allied", salvo("DD 1"))
    settle(ships_first)
    assert rules(ships_first, "allied", aircraft) == ["11.2.3"]
    both = defended("defensive-air", options={"air-or-naval": "both"})
    rig(both, 0)
    both.play("allied", salvo("DD 1"))
    settle(both)
    assert rules(both, "allied", aircraft) == []


@pytest.mark.rule("goss", "11.2.3")
def test_the_active_player_may_send_aircraft_and_then_ships() -> None:
    game = off_shore(segment="air-support")
    give(game, "allied", gs=4)
    rig(game, 0, 0)
    game.play("allied", {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 2})
    settle(game)
    until(game, "offensive-naval")
    assert rules(game, "allied", salvo("DD 1")) == []


@pytest.mark.rule("goss", "11.5.5", "19.3.2", "19.3.3")
@pytest.mark.parametrize(
    ("sky", "names", "drm"),
    [
        ("Clear Dry", ("BB 1",), [1]),
        ("Ovr Dry", ("BB 1",), [0]),
        ("Ovr Dry", ("CA 1", "DD 1"), [-1, -1]),
        ("Ovr Dry rain", ("DD 1",), [-2]),
        ("POvr Dry", ("MN 1",), [1]),
        ("POvr Dry rain", ("DD 1",), [-1]),
    ],
)
def test_the_sky_and_great_guns(sky: str, names: tuple[str, ...], drm: list[int]) -> None:
    game = off_shore(weather=sky)
    rig(game, *(0 for _ in names))
    game.play("allied", salvo(*names))
    assert told(game, "volleys")[0]["net"] == drm


@pytest.mark.rule("goss", "9.8.0")
def test_who_is_out_of_command_directs_no_ships() -> None:
    game = off_shore(facts={"ooc": True})
    assert rules(game, "allied", salvo("DD 1")) == ["9.8.0"]


@pytest.mark.rule("goss", "11.4.2")
def test_odds_of_naval_gunfire() -> None:
    found = off_shore().odds(salvo("CA 1", "DD 1"), "allied")
    assert sum(one.probability for one in found.outcomes) == 1
    assert len(found.outcomes) > 2


@pytest.mark.rule("goss", "11.4.2")
def test_legal_salvoes_are_accepted() -> None:
    game = off_shore()
    offered = [a for a in game.legal("allied") if a["do"] == "naval-gunfire"]
    assert len([a for a in offered if "spotter" in a]) == 9, "every set once, of those at hand"
    assert all(rules(game, "allied", action) == [] for action in offered)


def test_no_unit_goes_to_sea() -> None:
    game = position(unit("g1", (0, 0)), unit("u1", (-6, 0)), terrain={(1, 0): "sea"})
    assert rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]}) == ["7.2.0"]
