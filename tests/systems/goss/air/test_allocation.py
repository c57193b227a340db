"""Air points: how many there are, who gets them, and who is told. [20.1.0] to [20.1.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, SIDES, AirTrack
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import at, position, rules, told, unit
from tests.systems.goss.flights import give, track, until

AIR = {
    "allied": {"1944-12-16": {"ap": 5}, "1944-12-17": {"ap": 20, "atp": 3}},
    "axis": {"1944-12-17": {"ap": 8}},
}  # fmt: skip


def morning(**more: Any) -> Gs:
    """The evening of the first day, and on to the allocation of the second."""
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.DELAY_REMOVAL, side="axis", turn=3,
        **{"air": AIR, "options": {"ena": "off"}, **more},
    )  # fmt: skip
    give(game, "allied", gs=4, leg=7, mech=8)
    until(game, phases.AIR_ALLOCATION)
    return game


def allocate(**order: Any) -> dict[str, Any]:
    return {"do": "allocate-air", **order}


@pytest.mark.rule("goss", "20.0", "20.1.0", "20.1.1", "3.3.1a-1")
def test_the_track_gives_each_side_its_points_and_yesterdays_are_gone() -> None:
    game = morning()
    found = {side: (one.ap, one.atp) for side, one in game.state[SIDES].items()}
    assert found == {"allied": (20, 3), "axis": (8, 0)}
    assert track(game, "allied") == AirTrack()
    assert {"side": "axis", "ap": 8, "atp": 0} in told(game, "air-points")


@pytest.mark.rule("goss", "20.1.1", "20.1.3", "3.3.1a-2")
def test_no_more_is_allocated_than_there_is() -> None:
    game = morning()
    assert rules(game, "allied", allocate(gs=10, gi=6, si=2, asup=2)) == []
    assert rules(game, "allied", allocate(gs=10, gi=6, si=2, asup=3)) == ["20.1.1"]
    assert rules(game, "allied", allocate(gs=-1)) == ["form"]
    assert rules(game, "allied", allocate(gs=1, sector="north")) == ["20.1.1"]
    game.play("allied", allocate(gs=10, gi=6, si=2, asup=2))
    assert track(game, "allied") == AirTrack(10, 6, 2, 2)
    game.play("allied", allocate(gs=20))
    assert track(game, "allied") == AirTrack(gs=20), "it may be changed until both have done"
    game.play("allied", {"do": "end"})
    game.play("axis", {"do": "end"})
    until(game, phases.MODES)
    assert track(game, "allied").gs == 20, "it stays so for the day"


@pytest.mark.rule("goss", "20.1.1", "20.3.0")
def test_sectors_share_the_points_of_the_day_and_interdiction_has_its_limits() -> None:
    north = {(q, r): "sector:north" for q in range(-12, 0) for r in range(-5, 5)}
    limits = {"allied": {"ap": 20, "gi": 8, "gi_sector": 6}, "axis": {"ap": 4}}
    game = morning(terrain=north, air=limits)
    assert {*game.state[AIR_TRACKS]} == {f"{s} {n}" for s in SIDES_ for n in ("all", "north")}
    game.play("allied", allocate(gs=10, gi=5, sector="north"))
    assert rules(game, "allied", allocate(gs=6)) == ["20.1.1"]
    assert rules(game, "allied", allocate(gs=2, gi=3)) == []
    assert rules(game, "allied", allocate(gi=4)) == ["20.3.0"], "no more than eight in all"
    assert rules(game, "allied", allocate(gi=7, sector="north")) == ["20.3.0"]


SIDES_ = ("allied", "axis")


@pytest.mark.rule("goss", "20.1.1")
def test_the_enemy_sees_nothing_of_what_is_allocated() -> None:
    def seen(*orders: dict[str, Any]) -> Any:
        game = morning()
        for order in orders:
            game.play("allied", order)
        game.play("allied", {"do": "end"})
        events = [e.told("axis") for e in game.events]
        known = [e.to_json() for e in events if e is not None]
        return game.view("axis"), list(game.legal("axis")), known

    plain = seen(allocate(gs=20))
    assert plain == seen(allocate(gi=10, si=3, asup=4))
    assert plain[0]["air"]["allied all"] == {"leg": 0, "mech": 0}
    game = morning()
    game.play("allied", allocate(gs=20))
    assert game.view("allied")["air"]["allied all"]["gs"] == 20


@pytest.mark.rule("goss", "20.0", "20.1.2", "11.3.3")
def test_points_are_gone_when_they_have_flown_and_those_of_a_sector_stay_in_it() -> None:
    def game(**more: Any) -> Gs:
        found = position(
            unit("u1", (0, 0), mode="PA", formation="1"), unit("g1", (1, 0)),
            unit("u2", (0, 4), formation="1"), unit("g2", (1, 4)), side="allied",
            segment="air-support", terrain={(1, 0): "sector:north"}, **more,
        )  # fmt: skip
        give(found, "allied", "north", gs=3)
        return found

    first = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 3}
    flown = game()
    assert rules(flown, "allied", {**first, "hex": at(1, 4), "spotter": "u2"}) == ["11.4.3"]
    assert rules(flown, "allied", {**first, "ap": 4}) == ["11.4.3"]
    assert rules(flown, "allied", first) == []
    flown.play("allied", first)
    assert track(flown, "allied", "north").gs == 0
    night = game(turn="Night")
    assert rules(night, "allied", first) == ["20.1.2"]
    owls = game(turn="Night", special={"night-flying": ["allied"]})
    assert rules(owls, "allied", first) == []
    assert rules(game(weather="Storm Dry"), "allied", first) == ["19.3.4"]


@pytest.mark.rule("goss", "20.1.0", "20.1.1")
def test_a_game_that_begins_later_in_the_day_says_what_was_allocated() -> None:
    units = (unit("g1", (3, 0)), unit("u1", (-3, 0)))
    given = {"allied": {"gs": 6, "asup": 2}}
    game = position(*units, air={"allied": {"ap": 9, "atp": 2}}, allocated=given)
    assert track(game, "allied") == AirTrack(gs=6, asup=2)
    assert (game.state[SIDES]["allied"].ap, game.state[SIDES]["allied"].atp) == (9, 2)
    assert track(game, "axis") == AirTrack()
    north = {"allied": {"north": {"gs": 3}}}
    by_sector = position(*units, terrain={(0, 0): "sector:north"}, allocated=north)
    assert track(by_sector, "allied", "north").gs == 3
    with pytest.raises(Exception, match="allocation of air points"):
        position(*units, allocated={"allied": {"bombs": 3}})


@pytest.mark.rule("goss", "20.1.1")
@pytest.mark.parametrize("ap", [1, 2, 3, 20])
def test_every_split_is_offered_once(ap: int) -> None:
    game = morning(air={"allied": {"ap": ap}})
    offered = [str(action) for action in game.legal("allied")]
    assert len(offered) == len({*offered}) > 4
