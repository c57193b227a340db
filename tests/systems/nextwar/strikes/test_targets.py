"""Hardened targets, launchers, what the fog of war hides, and doubled Air Points."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.points import receive
from grognard.systems.nextwar.strikes.reckoning import Blow, column_of
from grognard.systems.nextwar.strikes.targets import Target, hardened, targets
from tests.systems.nextwar import sea
from tests.systems.nextwar.field import field, rig, rules, side, told, unit
from tests.systems.nextwar.sky import sky, wing

SEEN = {"detected": 3}
ADVANCED = {"game": "advanced"}


@pytest.mark.rule(
    "nextwar", "23.4.3", "23.4.3-1", "23.4.3-2", "23.4.3-3", "23.4.3-4", "23.4.3-5"
)  # fmt: skip
def test_what_is_hardened_has_a_row_of_its_own() -> None:
    supply: dict[str, Any] = {"type": "supply unit", "steps": 1}
    game = sea.at_sea(
        unit("n1", "0505", "0-1-4", type="headquarters", flags="supreme", range=9),
        unit("n2", "0505", "0-1-4", type="headquarters", range=4),
        unit("n3", "0505", "0-1-8", **supply),
        unit("n4", "0505", "0-1-8", **supply, at={"mobile": True}),
        ships=[sea.ship("r1", "0101")], landings={"dprk": ["0404"]}, options=ADVANCED,
        sites=[
            {"hex": "0606", "kind": "port"}, {"hex": "0707", "kind": "airbase", "hardened": True},
            {"hex": "0808", "kind": "airbase"},
        ],
    )  # fmt: skip
    hard = ["n1", "n3", "dprk-beachhead-1", "airbase-0707"]
    soft = ["n2", "n4", "airbase-0808", "port-0606"]
    assert all(hardened(game, Target(name)) for name in hard)
    assert not any(hardened(game, Target(name)) for name in soft)
    assert hardened(game, Target("port-0606"), "missile")
    for name, column in ((hard[0], "c3"), (soft[0], "c6")):
        assert column_of(game, Blow("allied", "air", "air 4", Target(name))) == column


@pytest.mark.rule("nextwar", "23.2-air-3", "23.2-air-4", "23.2-helo-2", "23.2-air-2", "27.2")
def test_what_aircraft_strike() -> None:
    sites = [
        {"hex": "0502", "kind": kind, "owner": "dprk"} for kind in ("airbase", "city", "airfield")
    ]  # fmt: skip
    game = sky(
        unit("n1", "0503", at=SEEN), wings=[wing("u1", "4-3-4")], segment="strike-1-announce",
        begin={"first": "allied"}, sites=[*sites, {"hex": "0808", "kind": "airbase"}],
    )  # fmt: skip

    def strike(target: str, *hexes: str) -> list[str]:
        order = {"do": "announce-strike", "units": ["u1"], "target": target}
        return rules(game, "allied", {**order, "hexes": list(hexes)} if hexes else order)

    for track in ("detection", "sam", "aaa"):
        assert strike(track) == []
    assert strike("interdiction", "0503") == []
    assert strike("airbase-0502") == strike("airfield-0502") == []
    assert strike("city-0502") == ["23.2-air-2"]
    assert strike("airbase-0808") == ["23.2-air-2"]  # one's own
    assert strike("ballistic") == ["26.1.3"]
    assert strike("nothing") == ["23.2"]
    game.edit([{"map": "sites", "key": "airbase-0502", "set": {"destroyed": True}}], "gone")
    assert strike("airbase-0502") == ["27.2"]


@pytest.mark.rule("nextwar", "26.1.3")
def test_missiles_are_struck_where_they_stand() -> None:
    game = sky(
        wings=[wing("u1", "4-3-6")], segment="strike-1-announce", begin={"first": "allied"},
        launchers={"dprk": ["ballistic"]}, assets={"dprk": {"ballistic": 5, "cruise": 2}},
    )  # fmt: skip
    order = {"do": "announce-strike", "units": ["u1"], "target": "ballistic"}
    assert rules(game, "allied", {**order, "target": "cruise"}) == ["26.1.3"]
    assert Target("ballistic") in [*targets(game, "allied", "air")]
    rig(game, 9, 0, 9)
    game.play("allied", order)
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"]) == ("c4", 2)
    assert side(game, "dprk").ballistic == 4


@pytest.mark.rule("nextwar", "29.2.1")
def test_under_the_fog_of_war_a_mission_shows_its_target_only() -> None:
    weasel = wing("u2", "3-0-0", support="WW", strike="WW")
    game = sky(
        wings=[wing("u1", "4-3-4"), weasel, wing("u3", "4-3-4")],
        segment="strike-1-announce", begin={"first": "allied"}, options={"air-fog": "on"},
    )  # fmt: skip
    game.play("allied", {"do": "announce-strike", "units": ["u1"], "target": "sam"})
    game.play("allied", {"do": "announce-weasels", "units": ["u2"], "targets": ["aaa"]})
    ours, theirs = (game.view(player)["missions"] for player in ("allied", "dprk"))
    assert [m["strikers"] for m in ours.values()] == [["u1"], ["u2"]]
    assert [(m["kind"], m["target"]) for m in theirs.values()] == [("air", "sam"), ("air", "aaa")]
    assert not any(m["strikers"] or "count" in m for m in theirs.values())
    assert {wing["place"] for wing in game.view("dprk")["wings"].values()} == {"ready"}


@pytest.mark.rule("nextwar", "29.1", "29.1.1")
def test_air_points_are_doubled_in_the_advanced_game() -> None:
    values = []
    for options in ({"game": "standard"}, {"game": "advanced", "airpower": "points"}):
        game = field(unit("n1", "0101"), unit("r1", "0909"), options=options)
        rig(game, 5)
        receive(game, "allied")
        values.append(told(game, "air-points")[-1]["tally"]["parts"][0]["value"])
    assert values[0] > 0
    assert values[1] == 2 * values[0]
