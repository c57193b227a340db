"""Marines that fly from ships, from the second reader's cases. [8.5.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.board import Box
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.sea import at_sea, ship

FIRED: dict[str, Any] = {"first": "allied", "ruler": "dprk", "level": 1}
OFF = "0102"
"""Where the ship lies: the only sea of a long strip of land."""


def strip(north: int = 0) -> Any:
    """A strip of 40 columns with the sea at its end."""
    index = plain(rows=4, cols=40).index
    return plain(
        rows=4, cols=40, north=north, terrain={OFF: "sea"}, country={OFF: ""},
        boxes=[Box("West", "at_sea", (), ("Inshore",)),
               Box("Inshore", "inshore", (index[OFF],), ("West",))],
    )  # fmt: skip


def marine(name: str, sp: Any, on: str = "u9", **more: Any) -> dict[str, Any]:
    """Airmobile-capable marines aboard a ship."""
    facts = {"place": "aboard", "hex": -1, "where": on}
    return unit(
        name, "0404", "3-3-4", at=facts, sp=sp, flags="marine anchor", type="marines", arm="leg",
        mobility="light", **more,
    )  # fmt: skip


def ashore(name: str, hex: str, sp: Any = 1) -> dict[str, Any]:
    found = marine(name, sp)
    return {**found, "hex": hex, "facts": {}}


def afloat(*units: Any, begin: Any = None, ships: Any = (), **more: Any) -> Nw:
    fleet = [ship("u9", OFF, "AMPH", capacity=4), *ships]
    return at_sea(
        *units, ships=fleet, board=more.pop("board", None) or strip(), seas={"beachheads": {}},
        begin=begin or {"first": "allied"}, assets={"allied": {"lift": 4, "air": 4}}, **more,
    )  # fmt: skip


def lift(*units: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "marine-lift", "units": list(units), "ship": "u9", "hex": to, **more}


@pytest.mark.reading("nextwar", "nw-08-70")
@pytest.mark.rule("nextwar", "8.5.5", "2.4.1")
def test_a_ship_lifts_a_point_of_marines_in_each_segment() -> None:
    game = afloat(marine("u1", 0.5), marine("u2", 0.5), marine("u3", 1.5), marine("u4", 1))
    assert rules(game, "allied", lift("u3", to="2502")) == ["8.5.5"]
    assert rules(game, "allied", lift("u1", "u2", to="2602")) == ["8.5.5"]
    pool = {"do": "airlift", "units": ["u3"], "hex": "2502"}
    assert rules(game, "allied", pool) != []
    rig(game, 9)
    game.play("allied", lift("u1", "u2", to="2502"))
    assert (where(game, "u1"), where(game, "u2"), len(told(game, "air-defense"))) == (
        "2502", "2502", 1,
    )  # fmt: skip
    assert rules(game, "allied", lift("u4", to="2502")) == ["8.5.5"]
    for _ in range(3):
        game.play(game.to_act, {"do": "end"})
    assert (game.segment.kind, rules(game, "allied", lift("u4", to="2502"))) == ("exploit-move", [])
    assert points.left(game, "allied") == 4


@pytest.mark.reading("nextwar", "nw-08-71", "nw-06-25")
@pytest.mark.rule("nextwar", "8.5.5", "8.5.4.2", "6.6.1.1-p4")
def test_marines_ashore_are_lifted_by_way_of_the_ship() -> None:
    board = strip(north=4)
    game = afloat(ashore("u1", "1102"), board=board, begin=FIRED, control={"allied": ["1102"]})
    assert rules(game, "allied", lift("u1", to="2602")) == ["8.5.5"]
    rig(game, 9, 1)
    game.play("allied", lift("u1", to="2502"))
    assert (at(game, "u1").steps, where(game, "u1"), side(game, "allied").lift) == (1, "1102", 4)
    sea = afloat(marine("u1", 1), board=board)
    rig(sea, 0)
    sea.play("allied", lift("u1", to="1102"))
    assert (at(sea, "u1").steps, at(sea, "u1").where, side(sea, "allied").lift) == (1, "u9", 4)


@pytest.mark.rule("nextwar", "8.5.5")
def test_marines_fly_back_aboard_where_there_is_room() -> None:
    game = afloat(ashore("u1", "1102"), unit("u2", "1202", mobility="light", sp=1))
    assert rules(game, "allied", lift("u2", to=OFF)) == ["8.5.5"]
    assert rules(game, "allied", lift("u1", to="1102")) == ["8.5.5"]
    rig(game, 9)
    game.play("allied", lift("u1", to=OFF, escorts=1))
    assert (at(game, "u1").place, at(game, "u1").where, side(game, "allied").air) == (
        "aboard", "u9", 3,
    )  # fmt: skip
    full = afloat(ashore("u1", "1102"), *(marine(f"u{n}", 2) for n in (3, 4)))
    assert rules(full, "allied", lift("u1", to=OFF)) == ["8.5.8.1-p1"]


@pytest.mark.rule("nextwar", "8.5.5", "8.5.4.3.1", "8.2.2-b5")
def test_where_marines_do_not_land() -> None:
    game = afloat(
        marine("u1", 1), marine("u2", 1), unit("n1", "1002"), unit("n2", "2503"),
    )  # fmt: skip
    assert rules(game, "allied", lift("u1", to="1002")) == ["8.2.2-b1"]
    assert rules(game, "allied", lift("u1", to="2502")) == ["8.5.5"]
    assert rules(game, "allied", lift("u1", to="2402")) == []
    assert rules(game, "allied", lift("u1", "u2", to="0502")) == ["8.5.5"]
    storm = afloat(marine("u1", 1), begin={"first": "allied", "weather": "storm"})
    assert rules(storm, "allied", lift("u1", to="0502")) == ["4.1.3-b1"]
