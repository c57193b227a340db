"""Bridges of headquarters, from the second reader's cases. [18.2.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.damage.strikes import X, hit_bridge
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, ENGINEERS, Bridge, Engineers
from tests.systems.nextwar.field import field, plain, rig, rules, told, unit

P, Q = "0505", "0506"
RIVER = plain(sides=[f"{P}-{Q} major_river"])


def hq(name: str, hex: str, **more: Any) -> dict[str, Any]:
    """A headquarters."""
    return unit(name, hex, "0-2-4", type="headquarters", size="corps", range=4, sp=1, **more)


def building(*units: Any, segment: str = "init-move", **more: Any) -> Nw:
    """A Movement Segment of the North at a river."""
    return field(
        *units, segment=segment, board=more.pop("board", RIVER), options={"game": "advanced"},
        **more,
    )  # fmt: skip


def build(a: str = P, b: str = Q, name: str = "n-hq") -> dict[str, Any]:
    """An order to bridge a river."""
    return {"do": "build-bridge", "unit": name, "bridge": [a, b]}


def marker(game: Nw, name: str = "n-hq") -> Engineers:
    """The bridge marker of a headquarters."""
    return game.state[ENGINEERS][name]


def bridged_game(*units: Any, **more: Any) -> Nw:
    """The bridge stands, and the segment goes on."""
    game = building(hq("n-hq", more.pop("at", P)), *units, **more)
    rig(game, 6)
    game.play("dprk", build())
    assert marker(game).key >= 0
    return game


@pytest.mark.rule("nextwar", "18.2.5", "27.10.2")
def test_a_headquarters_bridges_a_river() -> None:
    game = building(hq("n-hq", "0501"), unit("n1", P), hq("n-2", "0909"))
    cross = {"do": "move", "units": ["n1"], "path": [Q]}
    assert rules(game, "dprk", cross) == ["8.3.1.1.1"]
    assert rules(game, "dprk", build("0504", P)) == ["18.2.5"]
    assert rules(game, "dprk", build(name="n-2")) == ["27.10.2"]
    assert rules(game, "dprk", build(name="n1")) == ["18.2.5"]
    rig(game, 6)
    game.play("dprk", build())
    assert told(game, "build-bridge")[0]["tally"]["total"] == 0
    assert rules(game, "dprk", build()) == ["18.2.5"]
    assert rules(game, "dprk", cross) == ["8.3.4.1.2"]
    game.play("dprk", {"do": "end"})
    while game.segment.kind != "exploit-move":
        game.play(game.to_act or "", {"do": "end"})
    assert rules(game, "dprk", cross) == []
    game.play("dprk", cross)
    assert told(game, "move")[0]["to"] == Q


@pytest.mark.rule("nextwar", "18.2.5")
def test_a_roll_that_fails_is_the_only_one_of_its_segment() -> None:
    game = building(hq("n-hq", P))
    rig(game, 7)
    game.play("dprk", build())
    assert marker(game).key == -1
    assert rules(game, "dprk", build()) == ["18.2.5"]


@pytest.mark.rule("nextwar", "18.2.5", "27.10.2")
@pytest.mark.parametrize(
    ("units", "at", "refused"),
    [
        ([], "0501", []),
        ([], "0109", ["27.10.2"]),
        ([unit("r1", Q)], P, ["27.10.2"]),
        ([unit("r1", "0503", sp=2)], "0504", ["18.2.5"]),
    ],
)
def test_what_a_headquarters_needs_to_build(units: Any, at: str, refused: list[str]) -> None:
    game = building(hq("n-hq", at), *units, board=plain(sides=[f"{P}-{Q} major_river"], rows=12))
    assert rules(game, "dprk", build()) == refused


@pytest.mark.rule("nextwar", "18.2.5")
@pytest.mark.parametrize("supplied", [True, False])
def test_an_airborne_headquarters_needs_a_line(supplied: bool) -> None:
    board = plain(
        sides=[f"{P}-{Q} major_river"], terrain={"0501": "urban"} if supplied else {}, north=4
    )
    game = building(hq("n-hq", "0504", flags="airborne"), board=board)
    assert (rules(game, "dprk", build()) == []) is supplied


@pytest.mark.reading("nextwar", "nw-18-08")
@pytest.mark.rule("nextwar", "18.2.5-c")
@pytest.mark.parametrize(
    ("guards", "at", "lost"),
    [([], "0504", True), ([unit("n1", P, "3-3-4", sp=1)], "0504", False), ([], P, True)],
)
def test_an_enemy_at_a_bridge_takes_it_unless_somebody_holds_the_other_end(
    guards: Any, at: str, lost: bool
) -> None:
    game = bridged_game(*guards, unit("r1", "0507", sp=1), at=at)
    game.play("dprk", {"do": "end"})
    while game.segment.kind != "reaction-move":
        game.play(game.to_act or "", {"do": "end"})
    game.play("allied", {"do": "move", "units": ["r1"], "path": [Q]})
    assert marker(game).key >= 0
    game.play("allied", {"do": "end"})
    assert (marker(game).lost, marker(game).key < 0) == (lost, lost)
    if lost:
        assert not game.state[BRIDGES]


@pytest.mark.reading("nextwar", "nw-18-08")
@pytest.mark.rule("nextwar", "18.2.5-b", "18.2.5-p5")
def test_a_bridge_out_of_reach_is_taken_up_and_may_be_built_again() -> None:
    game = bridged_game(at="0503")
    game.play("dprk", {"do": "end"})
    while game.segment.kind != "exploit-move":
        game.play(game.to_act or "", {"do": "end"})
    assert marker(game).key >= 0
    away = ["0403", "0303", "0202", "0102"]
    game.play("dprk", {"do": "move", "units": ["n-hq"], "path": away})
    game.play("dprk", {"do": "end"})
    assert (marker(game).key, marker(game).lost) == (-1, False)
    assert told(game, "hq-bridge-gone")[0]["lost"] is False


@pytest.mark.rule("nextwar", "18.2.5-a", "18.2.5-p5")
def test_a_bridge_that_is_taken_up_is_not_placed_again_at_once() -> None:
    assert rules(building(hq("n-hq", "0503")), "dprk", build()) == []
    game = bridged_game(at="0503")
    up = {"do": "take-up-bridge", "unit": "n-hq"}
    assert rules(game, "dprk", up) == ["18.2.5-a"]
    game.play("dprk", {"do": "end"})
    while game.segment.kind != "basic-move":
        game.play(game.to_act or "", {"do": "end"})
    game.play("dprk", up)
    assert rules(game, "dprk", build()) == ["18.2.5-p5"]


@pytest.mark.rule("nextwar", "18.2.5-d")
def test_a_bridge_that_is_destroyed_is_lost() -> None:
    game = bridged_game(at="0503")
    hit_bridge(game, marker(game).key, X, "27.10.1", "allied")
    assert marker(game).lost
    assert not told(game, "points")
    road = building(
        hq("n-hq", "0503"), board=plain(sides=[f"{P}-{Q} major_river"], links=[f"{P}-{Q} primary"])
    )
    key = next(iter(road.state[BRIDGES]))
    road.put(BRIDGES, key, Bridge(stands=False))
    rig(road, 0)
    road.play("dprk", build())
    assert road.state[BRIDGES][key].stands
    hit_bridge(road, key, X, "27.10.1", "allied")
    assert (road.state[BRIDGES][key].stands, road.state[BRIDGES][key].builder) == (False, "")


@pytest.mark.rule("nextwar", "18.2.5-e")
@pytest.mark.parametrize(("struck", "lost"), [(P, True), (Q, True), ("0503", False)])
def test_a_nuclear_attack_at_a_bridge_takes_its_marker_out_of_the_game(
    struck: str, lost: bool
) -> None:
    game = bridged_game(at="0503")
    game.edit([{"map": "hexes", "key": struck, "set": {"nuclear": game.turn}}], "a nuclear attack")
    assert (marker(game).lost, marker(game).key < 0) == (lost, lost)
    gone = [event.rule for event in game.events if event.kind == "hq-bridge-gone"]
    assert gone == (["18.2.5-e"] if lost else [])
