"""Positions that both sides may agree on, map by map, and those that could be of no game."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import UMPIRE
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, unit
from tests.systems.nextwar.sea import at_sea, coast, ship
from tests.systems.nextwar.sky import sky, wing

TEAM = {
    "id": "r8", "side": "allied", "nation": "ROK", "name": "r8", "support": 2, "range": 12,
    "steps": 2,
}  # fmt: skip


@pytest.fixture
def game() -> Nw:
    """A coast with one of everything."""
    board = coast(sides=["0505-0504 minor_river"], links=["0505-0504 primary"])
    return at_sea(
        unit("r1", "0505"), unit("n1", "0901"),
        ships=[ship("u9", "0303", "AMPH"), ship("u8", "0305")],
        board=board, helicopters=[TEAM], bases={"r8": "0909"}, replacements={"ROK": [1]},
        sites=[{"hex": "0909", "kind": "airbase"}],
        seas={"laid": [{"side": "dprk", "hex": "0301", "density": 2}]},
    )  # fmt: skip


def refused(game: Nw, map_: str, key: Any, **fields: Any) -> list[str]:
    change = {"map": map_, "key": key, "set": fields}
    action = {"do": "edit", "changes": [change], "reason": "agreed"}
    return [one.rule for one in game.why(UMPIRE, action)]


def test_every_map_can_be_edited(game: Nw) -> None:
    bridge = game.scenario.ground.bridges[0]
    for map_, key, fields in (
        ("units", "r1", {"hex": "0606", "steps": 1, "strike": 2}),
        ("helicopters", "r8", {"steps": 1}),
        ("ships", "u9", {"hex": "0302", "strike": 1}),
        ("hexes", "0606", {"control": "dprk"}),
        ("sites", "airbase-0909", {"strike": 2}),
        ("bridges", bridge, {"stands": False}),
        ("mines", "dprk-mine-1", {"density": 1}),
        ("seas", "West", {"control": "allied"}),
        ("sides", "allied", {"lift": 3}),
        ("war", "now", {"weather": "storm"}),
        ("pools", "ROK", {"points": 4}),
    ):
        assert refused(game, map_, key, **fields) == [], map_
    game.edit([{"map": "units", "key": "r1", "set": {"hex": "0606"}}], "agreed")
    assert game.board.label(at(game, "r1").hex) == "0606"


@pytest.mark.parametrize(
    ("map_", "key", "fields", "rule"),
    [
        ("units", "r1", {"steps": 3}, "9.7.1"),
        ("units", "r1", {"hex": "0303"}, "form"),
        ("units", "r1", {"hex": "0901"}, "8.2.2-b1"),
        ("units", "r1", {"place": "box", "hex": -1, "where": "Mars"}, "form"),
        ("units", "r1", {"place": "aboard"}, "form"),
        ("helicopters", "r8", {"hex": "0606"}, "6.5.1"),
        ("helicopters", "r8", {"steps": 3}, "form"),
        ("helicopters", "r8", {"place": "aboard", "hex": -1, "where": "u9"}, "6.5.5"),
        ("ships", "u9", {"hex": "0606"}, "8.5.6.3"),
        ("ships", "u9", {"hex": "0305"}, "7.3.6"),
        ("ships", "u9", {"strike": 3}, "27.4"),
        ("ships", "u8", {"flipped": True}, "7.3.2.1"),
        ("hexes", "0606", {"control": "mars"}, "8.4"),
        ("hexes", "0606", {"clearing": "allied", "number": 9}, "8.4.1"),
        ("sites", "airbase-0909", {"strike": 3}, "27.2"),
        ("bridges", 0, {"stands": False}, "8.3.4"),
        ("mines", "dprk-mine-1", {"density": 3}, "7.5"),
        ("seas", "West", {"control": "mars"}, "7.2"),
        ("sides", "allied", {"lift": -1}, "form"),
        ("war", "now", {"weather": "hail"}, "form"),
        ("pools", "ROK", {"points": -1}, "11.0"),
    ],
)
def test_what_no_game_could_be_in(
    game: Nw, map_: str, key: Any, fields: dict[str, Any], rule: str
) -> None:
    assert refused(game, map_, key, **fields) == [rule]


def test_the_registers_of_the_advanced_game_can_be_edited() -> None:
    game = sky(
        unit("r1", "0909"), wings=[wing("u1")], raiders={"US": {"side": "allied", "markers": 3}}
    )
    assert refused(game, "wings", "u1", place="flown", steps=1) == []
    assert refused(game, "wings", "u1", place="moon") == ["22.1.1"]
    assert refused(game, "wings", "u1", steps=3) == ["27.6"]
    assert refused(game, "wings", "u1", box="Mars") == ["22.1"]
    assert refused(game, "raiders", "US", strength=2) == []
    assert refused(game, "raiders", "US", used=9) == ["20.3"]


def test_a_counter_says_what_of_it_may_be_edited(game: Nw) -> None:
    found = {name: [field.field for field, _ in game.system.editable(game, name)]
             for name in ("r1", "r8", "u9")}  # fmt: skip
    assert found == {
        "r1": ["hex", "steps", "strike", "oos"], "r8": ["hex", "steps"], "u9": ["hex", "strike"],
    }  # fmt: skip
