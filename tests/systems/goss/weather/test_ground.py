"""What the ground does to movement. [19.4.0]"""

from __future__ import annotations

import pytest

from grognard import library
from grognard.engine.located import ScenarioError
from grognard.systems.goss.assault.terrain import terrains
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD, allowance
from grognard.systems.goss.status import WEATHER
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.weather.determining import determine
from tests.systems.goss.field import at, now, position, rig, rules, told, unit


@pytest.mark.rule("goss", "19.4.0", "19.4.1", "19.4.2", "19.4.3", "19.4.4", "19.4.5")
@pytest.mark.parametrize(
    ("ground", ROAD, GOOD, "off", "leg", "leg_good"),
    [
        ("Dry", 12, 12, 12, 6, 6), ("Wet", 10, 12, 10, 6, 6), ("Mud", 6, 12, 6, 3, 6),
        ("Freeze", 11, 11, 12, 6, 6), ("Snow", 11, 11, 8, 4, 6),
    ],
)  # fmt: skip
def test_what_the_ground_takes_off(
    ground: str, road: int, good: int, off: int, leg: int, leg_good: int
) -> None:
    game = position(unit("g1", (0, 0), "m4"), unit("g2", (2, 0)), weather=f"Clear {ground}")
    found = (
        allowance(game, "g1", ROAD, ANY).total, allowance(game, "g1", ROAD, GOOD).total,
        allowance(game, "g1", OFF, ANY).total, allowance(game, "g2", LEG, ANY).total,
        allowance(game, "g2", LEG, GOOD).total,
    )  # fmt: skip
    assert found == (road, good, off, leg, leg_good)


@pytest.mark.rule("goss", "19.4.1")
@pytest.mark.parametrize(("ground", "found"), [("Dry", []), ("Wet", ["7.10.0-path"])])
def test_on_dry_ground_road_movement_uses_clear_hexes(ground: str, found: list[str]) -> None:
    game = position(
        unit("g1", (0, 0), "m4"), unit("u1", (9, 0)), roads={"primary": [[(0, 0), (1, 0)]]},
        weather=f"Clear {ground}", segment="road-moves",
    )  # fmt: skip
    order = {"do": "move", "units": ["g1"], "path": [at(1, 0), at(2, 0)]}
    assert rules(game, "axis", order) == found


@pytest.mark.rule("goss", "19.4.4", "19.4.5")
@pytest.mark.parametrize("ground", ["Freeze", "Snow", "Wet"])
def test_frost_hardens_soft_ground(ground: str) -> None:
    game = position(
        terrain={(0, 0): "soft_ground", (1, 0): "marsh", (2, 0): "swamp"},
        weather=f"Clear {ground}",
    )
    found = [terrains(game, game.board.hex(at(q, 0))) for q in range(3)]
    hard = [("clear",), ("rough",), ("rough",)]
    assert (found == hard) is (ground != "Wet")


HILLS = {(q, r): "zone:hills" for q in range(1, 13) for r in range(-18, 13)
         if 0 <= r + q // 2 + 12 < 25}  # fmt: skip
"""The east of the map is a weather zone of its own."""


@pytest.mark.rule("goss", "19.4.0")
@pytest.mark.parametrize(
    ("start", "ground", "hills", "reached"),
    [(0, "Dry", "Mud", 6), (1, "Dry", "Mud", 3), (0, "Mud", "Dry", 3), (1, "Mud", "Dry", 6)],
)
def test_a_unit_goes_by_the_ground_of_the_zone_where_it_began(
    start: int, ground: str, hills: str, reached: int
) -> None:
    game = position(
        unit("g1", (start, 0), "m4"), unit("u1", (0, 12)), terrain=HILLS,
        weather=f"Clear {ground}", grounds={"hills": hills},
    )  # fmt: skip
    east = 1 if start == 0 else -1

    def tried(hexes: int) -> list[str]:
        path = [at(start + east * n, 0) for n in range(1, hexes + 1)]
        return rules(game, "axis", {"do": "move", "units": ["g1"], "path": path})

    assert tried(reached) == []
    assert tried(reached + 1) == ["7.2.0"]


@pytest.mark.rule("goss", "19.4.0", "15.2.6")
def test_zones_have_one_sky_and_each_its_ground() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (0, 12)), terrain=HILLS, weather="Ovr Wet",
        grounds={"hills": {"17 AM": "Mud", "17 PM": "Snow"}}, segment="delay-removal",
    )  # fmt: skip
    h = game.board.hex(at(5, 0))
    assert [weather(game).ground, weather(game, now(game, "g1").hex).ground] == ["Wet", "Wet"]
    assert weather(game, h).ground == "Mud"
    while game.turn == 4 or not told(game, "weather"):
        game.play(game.open_asks()[0].player, game.open_asks()[0].default or {"do": "end"})
    assert (weather(game, h).ground, weather(game).ground) == ("Snow", "Wet")
    assert weather(game, h).atmosphere == "Ovr"
    assert [facts.get("zone") for facts in told(game, "weather")] == [None, "hills"]
    ledger = {one.title: one.total for one in library.tabletop(game).budget(game, "axis")}
    assert (ledger["Weather"], ledger["Weather: hills"]) == ("Ovr, Wet, none", "Ovr, Snow, none")


@pytest.mark.rule("goss", "19.4.0", "19.2.2")
def test_by_the_table_every_zone_rolls_for_its_ground() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (0, 12)), terrain=HILLS, weather="POvr Wet",
        grounds={"hills": "Mud"}, options={"weather": "variable"},
    )  # fmt: skip
    rig(game, 3, 8, 0)
    determine(game)
    found = game.state[WEATHER]
    assert {one.atmosphere for one in found.values()} == {"POvr"}, "one roll for the sky"
    assert (found["now"].ground, found["hills"].ground) == ("Mud", "Wet"), "8 on Wet, 0 on Mud"


@pytest.mark.rule("goss", "19.4.0")
@pytest.mark.parametrize("grounds", [{"marsh": "Mud"}, {"hills": "Muddy"}])
def test_zones_that_are_not_there_are_refused(grounds: dict[str, str]) -> None:
    with pytest.raises(ScenarioError):
        position(unit("g1", (0, 0)), terrain=HILLS, grounds=grounds)
