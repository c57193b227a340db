"""Air supply: transports, the drop zone, and what arrives. [20.5.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.air.drops import modifier
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, SIDES
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.flights import answer, asked, give, track


def pocket(*more: Any, atp: int = 4, asup: int = 3, hunters: int = 2, **spec: Any) -> Gs:
    """A division of paratroopers whose headquarters lives on what it has."""
    game = position(
        unit("uhq", (0, 0), "hq:div", formation="101", supply="OhS"),
        unit("u1", (0, 0), "para", formation="101"), unit("g9", (9, 0)), *more,
        side="allied", segment="air-supply", headquarters={"uhq": {"ohs": 1}}, **spec,
    )  # fmt: skip
    give(game, "allied", atp=atp, asup=asup)
    give(game, "axis", asup=hunters)
    return game


def lift(atp: int = 4, escort: int = 0) -> dict[str, Any]:
    return {"do": "air-supply", "atp": atp, "escort": escort}


@pytest.mark.rule("goss", "20.5.0", "19.3.3")
def test_by_day_under_an_open_sky() -> None:
    assert rules(pocket(), "allied", lift()) == []
    assert rules(pocket(weather="POvr Dry"), "allied", lift()) == [], "all of them fly"
    assert rules(pocket(weather="Ovr Dry"), "allied", lift()) == ["20.5.0"]
    assert rules(pocket(weather="Storm Dry"), "allied", lift()) == ["19.3.4"]
    assert rules(pocket(), "allied", lift(5)) == ["20.5.0"]
    assert rules(pocket(), "allied", lift(4, 4)) == ["20.6.1"]


@pytest.mark.rule("goss", "20.5.1", "20.6.1")
def test_the_zone_is_named_when_it_is_known_what_gets_through() -> None:
    game = pocket()
    game.play("allied", lift(4, 1))
    assert (game.state[SIDES]["allied"].atp, track(game, "allied").asup) == (0, 2)
    assert asked(game) == ("axis", "intercept")
    answer(game, "intercept", ap=2)
    assert told(game, "air-superiority")[0]["points"] == 3
    assert asked(game) == ("allied", "drop-zone")
    rig(game, 1, 9, 2)
    answer(game, "drop-zone", hex=at(1, 0))
    assert told(game, "dropped")[0]["points"] == 2
    assert game.state[HQS]["uhq"].ohs == 1 + 2 * 4, "four on-hand points each"


@pytest.mark.rule("goss", "20.5.1", "20.6.2")
def test_who_is_driven_off_drops_nothing() -> None:
    game = pocket(atp=1)
    game.play("allied", lift(1))
    answer(game, "intercept", ap=1)
    assert not told(game, "dropped")
    assert asked(game)[1] != "drop-zone"


@pytest.mark.rule("goss", "20.5.2")
def test_the_ground_of_a_drop_zone() -> None:
    ground = {
        (1, 0): "woods", (2, 0): "rough", (0, 1): "hedgerow village", (0, 2): "location",
        (1, 1): "town", (2, 1): "rough_2", (-1, 0): "rough forest", (3, -1): "marsh",
    }  # fmt: skip
    game = pocket(unit("g1", (-2, -1)), terrain=ground)
    game.play("allied", lift())
    answer(game, "intercept")

    def open_(q: int, r: int) -> bool:
        found = rules(game, "allied", {"do": "drop-zone", "hex": at(q, r)})
        assert found in ([], ["20.5.2"])
        return not found

    assert [open_(*h) for h in ((0, 0), (2, 0), (0, 1), (0, 2))] == [True] * 4
    assert not any(open_(*h) for h in ((1, 0), (1, 1), (2, 1), (-1, 0), (3, -1)))
    assert not open_(-2, -1), "the enemy is there"
    assert not open_(-2, 0), "or next to it"


@pytest.mark.rule("goss", "20.5.3")
def test_enemies_around_the_zone_make_it_harder() -> None:
    def drm(count: int, sky: str = "Clear Dry", hex: tuple[int, int] = (3, 0)) -> int:
        crowd = [unit(f"g{n}", hex, values="1-1") for n in range(count)]
        game = pocket(*crowd, weather=sky)
        return modifier(game, "allied", game.board.hex(at(0, 0)))

    assert [drm(n) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert drm(5, hex=(4, 0)) == 0, "four hexes away"
    assert drm(4, "POvr Dry") == 2
    flak = pocket(*(unit(f"g{n}", (1, 0), "flak") for n in range(3)))
    assert modifier(flak, "allied", flak.board.hex(at(0, 0))) == 2, "three count as six"
    once = pocket(*(unit(f"g{n}", (1, 0), "flak") for n in range(3)), options={"drop-flak": "once"})
    assert modifier(once, "allied", once.board.hex(at(0, 0))) == 1


@pytest.mark.rule("goss", "20.5.3")
def test_nothing_on_the_die_always_arrives() -> None:
    crowd = [unit(f"g{n}", (3, n % 2 - 2), values="1-1") for n in range(6)]
    crowd += [unit(f"gx{n}", (-3, n % 2), values="1-1") for n in range(6)]
    game = pocket(*crowd, *(unit(f"gy{n}", (0, 3 - n % 2 * 6), values="1-1") for n in range(26)))
    assert modifier(game, "allied", game.board.hex(at(0, 0))) > 9
    game.play("allied", lift(2))
    answer(game, "intercept")
    rig(game, 0, 1)
    answer(game, "drop-zone", hex=at(0, 0))
    assert told(game, "dropped")[0]["points"] == 1


@pytest.mark.rule("goss", "20.5.0")
def test_units_that_are_out_of_supply_get_it_where_no_headquarters_does() -> None:
    game = position(
        unit("u1", (0, 0), "para", supply="OoS"), unit("g9", (9, 0)), side="allied",
        segment="air-supply",
    )  # fmt: skip
    give(game, "allied", atp=1)
    rig(game, 3)
    game.play("allied", lift(1))
    answer(game, "drop-zone", hex=at(0, 1))
    assert now(game, "u1").supply == "OhS"


@pytest.mark.rule("goss", "8.4.0")
def test_there_are_no_odds_of_a_drop() -> None:
    found = pocket().odds(lift(), "allied")
    assert [one.rule for one in found.unknown] == ["8.4.0"]


@pytest.mark.rule("goss", "20.5.2")
def test_nobody_drops_what_nobody_needs() -> None:
    game = position(unit("u1", (0, 0)), unit("g9", (9, 0)), side="allied", segment="air-supply")
    give(game, "allied", atp=1)
    assert rules(game, "allied", lift(1)) == ["20.5.2"]


@pytest.mark.rule("goss", "20.1.2", "20.6.1")
def test_escorts_and_the_zone_are_of_the_sector_of_the_mission() -> None:
    game = pocket(terrain={(q, r): "sector:north" for q in (0, 1) for r in (0, 1)})
    give(game, "allied", "north", asup=1)
    assert rules(game, "allied", {**lift(), "sector": "south"}) == ["20.1.2"]
    assert rules(game, "allied", {**lift(4, 2), "sector": "north"}) == ["20.6.1"]
    game.play("allied", {**lift(4, 1), "sector": "north"})
    answer(game, "intercept")
    assert rules(game, "allied", {"do": "drop-zone", "hex": at(2, 0)}) == ["20.1.2"]
    assert rules(game, "allied", {"do": "drop-zone", "hex": at(1, 0)}) == []
