"""Light infantry that infiltrates. [16.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, plain, rig, rules, told, unit, where

START, ENEMY, BEHIND = "0504", "0505", "0506"


def light(name: str = "n1", hex: str = START, **more: Any) -> dict[str, Any]:
    """Light infantry with an efficiency of 5."""
    return unit(name, hex, "2-2-4", mobility="light", sp=1, **more)


def pocket(*units: Any, **more: Any) -> Nw:
    """Light infantry next to an enemy in woods, in the Advanced Game."""
    board = more.pop("board", None) or plain(terrain={ENEMY: more.pop("terrain", "flat_woods")})
    options = {"game": more.pop("game", "advanced")}
    crowd = units or (light(),)
    return field(*crowd, unit("r1", ENEMY), board=board, options=options, **more)


def slip(name: str = "n1", past: str = ENEMY, to: str = BEHIND) -> dict[str, Any]:
    """An order to infiltrate."""
    return {"do": "infiltrate", "unit": name, "past": past, "hex": to}


@pytest.mark.rule("nextwar", "16.1", "16.0")
@pytest.mark.parametrize(
    ("die", "place", "strike"), [(5, BEHIND, 0), (6, START, 1), (7, START, 2), (9, START, 2)]
)
def test_who_passes_is_behind_the_enemy_and_who_fails_is_hit(
    die: int, place: str, strike: int
) -> None:
    game = pocket()
    rig(game, die)
    game.play("dprk", slip())
    assert (where(game, "n1"), at(game, "n1").strike) == (place, strike)
    away = {"do": "move", "units": ["n1"], "path": ["0503" if place == START else "0507"]}
    assert rules(game, "dprk", away) == ["8.5.1"]
    assert rules(game, "dprk", slip()) == ["16.1"]


@pytest.mark.rule("nextwar", "16.1")
@pytest.mark.parametrize(
    ("terrain", "weather", "work", "drm"),
    [
        ("flat_woods", "clear", False, 0),
        ("mountain", "clear", False, -2),
        ("highland_woods", "overcast", False, -3),
        ("flat", "clear", False, 2),
        ("rough", "storm", False, 1),
        ("rough_woods", "clear", True, 1),
    ],
)
def test_what_the_ground_of_the_enemy_does_to_the_check(
    terrain: str, weather: str, work: bool, drm: int
) -> None:
    game = pocket(
        terrain=terrain, begin={"weather": weather},
        sites=[{"hex": ENEMY, "kind": "fortification"}] if work else [],
    )  # fmt: skip
    rig(game, 3)
    game.play("dprk", slip())
    assert told(game, "infiltration")[0]["tally"]["total"] == drm


@pytest.mark.rule("nextwar", "16.1")
def test_who_may_infiltrate() -> None:
    game = pocket(light(), unit("n2", START, sp=0.5), light("n3", "0502"))
    assert rules(game, "dprk", slip()) == []
    assert rules(game, "dprk", slip("n2")) == ["16.1"]
    assert rules(game, "dprk", slip("n3")) == ["16.1"]
    game.play("dprk", {"do": "move", "units": ["n3"], "path": ["0602", "0603", "0604"]})
    assert rules(game, "dprk", slip("n3")) == ["16.1"]
    assert rules(pocket(game="standard"), "dprk", slip()) == ["16.1"]


@pytest.mark.rule("nextwar", "16.1")
@pytest.mark.parametrize(
    ("to", "refused"),
    [("0506", []), *((h, ["16.1"]) for h in ("0605", "0405", "0507", "0504", "0604"))],
)
def test_where_to(to: str, refused: list[str]) -> None:
    """A friend stands in 0605, 0405 is a city, water lies before 0604."""
    board = plain(terrain={ENEMY: "flat_woods"}, sides=[f"{ENEMY}-0604 water"])
    game = pocket(
        light(), unit("n2", "0605", sp=0.5), board=board, sites=[{"hex": "0405", "kind": "city"}]
    )  # fmt: skip
    assert rules(game, "dprk", slip(to=to)) == refused


@pytest.mark.rule("nextwar", "16.1")
def test_hits_add_up() -> None:
    game = pocket(light(at={"strike": 1}))
    rig(game, 5)
    game.play("dprk", slip())
    assert at(game, "n1").strike == 2
