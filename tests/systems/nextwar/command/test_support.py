"""Headquarters in battle, from the second reader's cases. [18.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.command.capability import spent, use
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.damage.strikes import hit_unit
from grognard.systems.nextwar.defenses.detecting import led
from grognard.systems.nextwar.pieces.formations import subordinate
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import RING, at, field, hex_status, plain, rig, rules, told, unit

ADVANCED = {"game": "advanced"}
D = "0505"
A1, A2, A3, A4, A5, A6 = RING
CITY = {"terrain": {"0101": "urban", "0909": "urban"}, "north": 2}
"""A city for either side, so that units out of the way are in supply."""


def hq(name: str, hex: str, formation: str = "V", range: int = 4, **more: Any) -> dict[str, Any]:
    """A headquarters of a corps."""
    return unit(
        name, hex, "0-2-4", type=more.pop("type", "headquarters"), size="corps", range=range,
        formation=formation, sp=0.5, **more,
    )  # fmt: skip


def battle(*units: Any, **more: Any) -> Nw:
    """A Combat Segment of the North in the Advanced Game."""
    options = {**ADVANCED, **more.pop("options", {})}
    return field(*units, segment=more.pop("segment", "init-combat"), options=options, **more)


def attack(game: Nw, *units: str, hex: str = D) -> Nw:
    """Declare an attack of the North."""
    game.play("dprk", {"do": "attack", "units": list(units), "hex": hex})
    return game


def support(game: Nw, player: str = "dprk", **more: Any) -> list[str]:
    """What speaks against some support."""
    return rules(game, player, {"do": "support", **more})


@pytest.mark.reading("nextwar", "nw-18-01")
@pytest.mark.rule("nextwar", "18.2.1")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (False, False, (17, 3, "5:1", 12, -1)),
        (False, True, (17, 6, "2:1", 9, -1)),
        (True, False, (16, 2, "6:1", 13, -1)),
    ],
)
def test_headquarters_add_their_range_after_everything_else(
    ours: bool, theirs: bool, expected: tuple[Any, ...]
) -> None:
    two = [
        unit("n1", A1, "5-5-8", type="armored", formation="V"),
        unit("n2", A2, "6-6-4", formation="V"),
    ]
    one = [unit("n1", A1, "12-9-4", formation="V")]
    weak = "2-2-4" if ours else "3-3-4"
    game = battle(
        *(one if ours else two), unit("r1", D, weak, formation="I"), hq("n-hq", "0502"),
        *([hq("r-hq", "0507", "I", 3)] if theirs else []),
        board=plain(sides=[f"{D}-{A2} minor_river"]),
    )  # fmt: skip
    attack(game, *(["n1"] if ours else ["n1", "n2"]))
    rig(game, 5)
    game.play("dprk", {"do": "support", "hqs": ["n-hq"]})
    if theirs:
        game.play("allied", {"do": "support", "hqs": ["r-hq"]})
    told_ = told(game, "combat")[0]
    strengths = told_["attack"]["total"], told_["defense"]["total"]
    assert (*strengths, told_["ratio"], told_["column"], told_["drm"]["total"]) == expected
    assert spent(game, "n-hq") == 1


@pytest.mark.rule("nextwar", "18.2.1", "9.2.2")
def test_the_example_of_a_marine_battalion() -> None:
    """Five to one becomes nine to five: example 018."""
    game = battle(
        unit("n1", A1, "5-5-8", formation="V"), unit("u1", D, "1-1-4", flags="marine"),
        hq("n-hq", "0502"), hq("u-hq", "0507", "", flags="marine"),
    )  # fmt: skip
    rig(game, 5)
    attack(game, "n1")
    game.play("dprk", {"do": "support", "hqs": ["n-hq"]})
    game.play("allied", {"do": "support", "hqs": ["u-hq"]})
    found = told(game, "combat")[0]
    assert (found["attack"]["total"], found["defense"]["total"]) == (9, 5)
    assert (found["ratio"], found["drm"]["total"]) == ("1.5:1", -1)


@pytest.mark.reading("nextwar", "nw-18-02")
@pytest.mark.rule("nextwar", "18.2.1", "18.1-1", "18.1-2", "15.2.10", "18.3", "18.3.1")
def test_which_headquarters_support_whom() -> None:
    game = battle(
        unit("n1", A4, formation="V"), unit("n2", A2, formation="VI"), unit("r1", D),
        hq("n-v", "0510", "V"), hq("n-vi", "0501", "VI"), hq("n-vii", "0502", "VII"),
        hq("n-ghq", "0604", "GHQ", 40, flags="supreme"),
        hq("u-hq", A5, "2ID"), hq("r-i", A5, "I"), hq("r-ii", A5, "II"), board=plain(rows=12),
    )  # fmt: skip
    attack(game, "n1", "n2")
    found = {n: support(game, hqs=[n]) for n in ("n-v", "n-vi", "n-vii", "n-ghq")}
    assert found == {"n-v": ["18.2.1"], "n-vi": [], "n-vii": ["18.2.1"], "n-ghq": ["18.3.1"]}
    game.play("dprk", {"do": "support", "hqs": ["n-vi"]})
    assert support(game, "allied", hqs=["u-hq"]) == ["18.2.1"]
    assert support(game, "allied", hqs=["r-i"]) == []
    assert support(game, "allied", hqs=["r-i", "r-ii"]) == ["18.2.1"]
    rig(game, 5)
    game.play("allied", {"do": "support", "hqs": ["r-ii"]})
    assert told(game, "combat")[0]["attack"]["total"] == 12


@pytest.mark.rule("nextwar", "18.2.1")
def test_two_headquarters_support_an_attack_and_no_more() -> None:
    game = battle(unit("n1", A1), unit("r1", D), *(hq(f"n-{n}", "0502", f"{n}") for n in (1, 2, 3)))
    attack(game, "n1")
    assert support(game, hqs=["n-1", "n-2"]) == []
    assert support(game, hqs=["n-1", "n-2", "n-3"]) == ["18.2.1"]


@pytest.mark.rule("nextwar", "18.2.1")
def test_headquarters_support_nobody_in_the_standard_game() -> None:
    game = field(
        unit("n1", A1, formation="V"), unit("r1", D), hq("n-hq", "0502"), segment="init-combat"
    )
    attack(game, "n1")
    assert told(game, "combat")
    assert not told(game, "support")


@pytest.mark.reading("nextwar", "nw-18-03")
@pytest.mark.rule("nextwar", "18.2.6", "18.2.6-p1", "18.2.6-p2", "18.2.6-p3")
def test_how_often_a_headquarters_serves() -> None:
    """Example 019: not twice in one segment either."""
    game = battle(
        unit("n1", A1), unit("n2", A4), unit("r1", D), unit("r2", "0507"),
        hq("n-1", "0503", "1"), hq("n-2", "0503", "2"), hq("n-4", "0503", "4"),
        hq("n-3", "0503", "3", at={"clearing": True}), hq("n-5", "0503", "5"),
    )  # fmt: skip
    use(game, "n-1")
    use(game, "n-1")
    hit_unit(game, "n-2", 1, "27.3.1")
    hit_unit(game, "n-2", 1, "27.3.1")
    assert at(game, "n-2").strike == 2
    attack(game, "n1")
    found = {n: support(game, hqs=[n]) for n in ("n-1", "n-2", "n-3", "n-4")}
    assert found == {
        "n-1": ["18.2.6-p2"], "n-2": ["18.2.6-p2"], "n-3": ["18.2.6-p1"], "n-4": []
    }  # fmt: skip
    rig(game, 9)
    game.play("dprk", {"do": "support", "hqs": ["n-4"]})
    attack(game, "n2", hex="0507")
    assert support(game, hqs=["n-4"]) == ["18.2.6-p2"]
    assert support(game, hqs=["n-5"]) == []


@pytest.mark.reading("nextwar", "nw-19-14")
@pytest.mark.rule("nextwar", "19.7.2")
def test_an_isolated_headquarters_does_nothing() -> None:
    game = battle(
        unit("n1", A1), unit("r1", D), hq("n-1", "0503", "1", at={"isolated": True}),
        hq("n-2", "0503", "2"),
    )  # fmt: skip
    attack(game, "n1")
    assert support(game, hqs=["n-1"]) == ["18.2.6-p2"]


@pytest.mark.reading("nextwar", "nw-18-06")
@pytest.mark.rule("nextwar", "18.2.4")
@pytest.mark.parametrize(
    ("defenders", "ratings", "shift"),
    [
        ([("u1", 7)], [5], 0),
        ([("u1", 7), ("r1", 5)], [4, 2], 1),
        ([("r1", 3)], [1], 4),
    ],
)
def test_gas_takes_efficiency_from_a_hex(
    defenders: list[tuple[str, int]], ratings: list[int], shift: int
) -> None:
    game = battle(
        unit("n1", A1, "4-9-4", formation="V"), unit("n2", A2, "4-9-4", formation="V"),
        *(unit(name, D, "4-9-4", er=rated) for name, rated in defenders),
        hq("n-hq", "0502"), assets={"dprk": {"gas": 1}},
    )  # fmt: skip
    attack(game, "n1")
    if len(defenders) > 1:
        game.play("allied", {"do": "lead", "unit": "u1"})
    rig(game, 9)
    game.play("dprk", {"do": "support", "gas": "n-hq"})
    assert [er(game, name) for name, _ in defenders] == ratings
    assert told(game, "combat")[0]["shifts"]["total"] == shift
    assert spent(game, "n-hq") == 0
    assert hex_status(game, D).gas == 1
    game = through(game)
    assert hex_status(game, D).gas == 0


def through(game: Nw) -> Nw:
    """Play on until the turn has ended."""
    turn = game.turn
    while game.turn == turn and game.to_act:
        game.play(game.to_act, {"do": "end"})
    return game


@pytest.mark.reading("nextwar", "nw-18-06")
@pytest.mark.rule("nextwar", "18.2.4", "18.3.1")
def test_who_brings_gas() -> None:
    game = battle(
        unit("n1", A1, formation="V"), unit("r1", D), hq("n-1", "0502", at={"oos": True}),
        hq("n-2", "0502", "GHQ", 40, flags="supreme"), hq("n-3", "0502"),
        assets={"dprk": {"gas": 1}},
    )  # fmt: skip
    attack(game, "n1")
    found = {n: support(game, gas=n) for n in ("n-1", "n-2", "n-3")}
    assert found == {"n-1": ["18.2.4"], "n-2": ["18.3.1"], "n-3": []}
    none = attack(battle(unit("n1", A1, formation="V"), unit("r1", D), hq("n-3", "0502")), "n1")
    assert support(none, gas="n-3") == ["18.2.4"]


def guns(name: str, hex: str, **more: Any) -> dict[str, Any]:
    """Artillery of V Corps."""
    return unit(
        name, hex, "0-2-4", type="artillery", arm="artillery", range=4, formation="V", sp=0.5,
        **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-18-09")
@pytest.mark.rule("nextwar", "18.6", "19.5")
@pytest.mark.parametrize(("game_", "refused"), [("advanced", []), ("standard", ["9.5.6"])])
def test_guns_of_a_corps_support_its_divisions(game_: str, refused: list[str]) -> None:
    lacking = {"oos": game_ == "advanced", "used": 1, "used_in": 3}
    game = battle(
        unit("n1", A1, formation="5"), unit("r1", D), guns("n-g", "0503", at=lacking),
        unit("n2", A2, formation="V"), guns("n-k", "0503"), formations={"5": "V"},
        options={"game": game_}, assets={"dprk": {"air": 1}},
    )  # fmt: skip
    attack(game, "n1")
    assert support(game, guns=["n-g"]) == refused


@pytest.mark.rule("nextwar", "18.6", "18.3")
def test_guns_of_a_supreme_headquarters_support_everybody() -> None:
    game = battle(
        unit("n1", A1, formation="5"), unit("r1", D), guns("n-g", "0503"),
        hq("n-ghq", "0101", "V", 40, flags="supreme"),
    )  # fmt: skip
    attack(game, "n1")
    assert support(game, guns=["n-g"]) == []


@pytest.mark.reading("nextwar", "nw-18-09")
@pytest.mark.rule("nextwar", "18.2", "18.6", "19.5", "13.1.5")
@pytest.mark.parametrize("game_", ["advanced", "standard"])
def test_those_without_supply_are_not_turned_back(game_: str) -> None:
    spent_ = {"used": 2, "used_in": 3}
    game = battle(
        guns("n-g", "0503", at={**spent_, "oos": True}), guns("n-k", "0903", at=spent_),
        segment="reorganization", options={"game": game_}, turn=3, board=plain(**CITY),
    )  # fmt: skip
    assert game.turn == 4
    assert (spent(game, "n-g"), spent(game, "n-k")) == (2, 0)


@pytest.mark.reading("nextwar", "nw-30-01")
@pytest.mark.rule("nextwar", "30.1", "18.1")
def test_the_us_army_obeys_any_army_headquarters() -> None:
    game = battle(
        hq("u-82", "0101", "82", 5, flags="airborne"), hq("u-iii", "0101", "III"),
        hq("u-mef", "0101", "IMEF", flags="marine", type="amphibious headquarters"),
        unit("u1", "0102", formation="82", flags="airborne"), unit("u2", "0102", formation="25"),
        unit("u3", "0103", formation="IMEF", flags="marine"),
    )  # fmt: skip
    assert subordinate(game, "u2", "u-82")
    assert subordinate(game, "u1", "u-iii")
    assert not subordinate(game, "u2", "u-mef")
    assert not subordinate(game, "u3", "u-iii")
    assert subordinate(game, "u3", "u-mef")


@pytest.mark.rule("nextwar", "18.5")
def test_a_headquarters_is_lost_with_its_last_step() -> None:
    game = battle(unit("n1", A1), hq("r-hq", D))
    lose_step(game, "r-hq", "27.3.3")
    assert at(game, "r-hq").place == "map"
    lose_step(game, "r-hq", "27.3.3")
    assert at(game, "r-hq").place == "eliminated"
    assert told(game, "points")[0]["side"] == "dprk"


@pytest.mark.reading("nextwar", "nw-18-03")
@pytest.mark.rule("nextwar", "18.2.3", "18.2.6-p1", "19.5", "19.7.2")
@pytest.mark.parametrize(
    ("facts", "hex", "helps"),
    [
        ({"used": 2, "used_in": 3}, "0503", True),
        ({"used": 2, "used_in": 3}, "0502", False),
        ({"clearing": True}, "0504", False),
        ({"oos": True}, "0503", False),
        ({"isolated": True}, "0503", False),
    ],
)
def test_a_headquarters_helps_air_defense(facts: dict[str, Any], hex: str, helps: bool) -> None:
    game = battle(hq("n-hq", hex, at=facts), unit("r1", D))
    assert led(game, game.board.hex(D), "dprk") is helps
