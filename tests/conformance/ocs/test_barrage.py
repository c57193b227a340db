"""The book's examples of barrages, bases and hedgehogs, played. [10.0] [16.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SITES
from grognard.systems.ocs.works import hedgehogs
from tests.systems.ocs.field import at, end, field, play, rig, rules, told, unit

rule = pytest.mark.rule


def gun(name: str, hex: str, points: int, reach: int = 4) -> dict[str, Any]:
    return unit(name, hex, "artillery", barrage=f"{points}/1", range=reach)


def barrage(*guns: str, at: str, aim: str = "units") -> dict[str, Any]:
    return {"do": "barrage", "guns": list(guns), "target": at, "aim": aim}


def dump(game: Ocs, hex: str = "0502") -> int:
    return dump_at(game, game.board.hex(hex), "axis")


@rule("ocs", "10.1b(A)")
@rule("ocs", "10.0a")
def test_ocs_ex_023_a_regiment_of_20_pays_three_tokens() -> None:
    """Column 17-24, 3T out of 5 SP leave 4 SP and a token; a four has no effect."""
    game = field(gun("a1", "0503", 20), unit("a2", "0504"), unit("s1", "0505", re=3),
                 dumps=[{"side": "axis", "hex": "0502", "sp": 5}], segment="artillery")  # fmt: skip
    rig(game, 1, 3)
    play(game, "axis", barrage("a1", at="0505"))
    facts = told(game, "reckoning")[0]
    assert (facts["initial"], facts["column"], facts["shifts"]["total"]) == ("17-24", "17-24", 0)
    assert dump(game) == 4 * 4 + 1
    assert told(game, "barrage")[0]["result"] == "no effect"
    assert at(game, "s1").mode == "combat"


@rule("ocs", "10.0f")
@pytest.mark.parametrize("aim", ["units", "port", "base"])
def test_ocs_ex_052_one_of_three_targets_is_hit(aim: str) -> None:
    """Combat units, a port and an Air Base in one hex: a barrage hits one of them."""
    plane = {
        "id": "p",
        "side": "allied",
        "types": "F",
        "range": 9,
        "full": "3/1/0",
        "reduced": "2/1/0",
    }
    game = field(gun("a1", "0503", 100), unit("a2", "0504"), unit("s1", "0505", re=3),
                 bases=[{"side": "allied", "hex": "0505", "level": 3}],
                 ports=[{"hex": "0505", "side": "allied", "name": "Port", "capacity": 4}],
                 planes=[plane], air=[{"plane": "p", "id": "p1", "hex": "0505"}],
                 dumps=[{"side": "axis", "hex": "0502", "sp": 5}], segment="artillery")  # fmt: skip
    rig(game, 6, 6, 6)
    play(game, "axis", barrage("a1", at="0505", aim=aim))
    site = game.state[SITES][game.board.hex("0505")]
    assert (at(game, "s1").mode == "dg") == (aim == "units")
    assert (site.hits > 0) == (aim == "port")
    assert (site.base < 3) == (aim == "base")
    assert game.state[AIR]["p1"].reduced == (aim == "base")
    assert told(game, "reckoning")[0]["table"] == ("barrage" if aim == "units" else "facility")


@rule("ocs", "10.1a")
def test_ocs_ex_053_a_range_of_three_reaches_one_to_three_hexes() -> None:
    for away, refused in ((1, []), (2, []), (3, []), (4, ["10.1a"])):
        units = gun("a1", "0502", 20, 3), unit("s1", f"050{2 + away}"), unit("s2", "0402")
        dumps = [{"side": "axis", "hex": "0501", "sp": 5}]
        game = field(*units, dumps=dumps, segment="artillery")
        assert rules(game, "axis", barrage("a1", at=f"050{2 + away}")) == refused


@rule("ocs", "10.1b(A)")
@rule("ocs", "10.0a")
@rule("ocs", "10.0b")
@rule("ocs", "CT-barrage-shifts")
def test_ocs_ex_054_two_battalions_on_a_crowded_hedgehog() -> None:
    """16 points, 3T; four right for 8 RE, one left for the hedgehog, one for close terrain."""
    guns = gun("a1", "0503", 8), gun("a3", "0503", 8)
    crowd = [unit(f"s{i}", "0505") for i in range(8)]
    game = field(*guns, unit("a2", "0504"), *crowd, segment="artillery",
                 board=sketch(9, 9, terrain={"0505": "woods"}),
                 hedgehogs=[{"side": "allied", "hex": "0505", "level": 1}],
                 dumps=[{"side": "axis", "hex": "0502", "sp": 5}])  # fmt: skip
    rig(game, 3, 5, 3)
    play(game, "axis", barrage("a1", "a3", at="0505"))
    facts = told(game, "reckoning")[0]
    assert (facts["strength"]["total"], facts["initial"], facts["column"]) == (16, "12-16", "25-40")
    parts = {part["label"]: part["value"] for part in facts["shifts"]["parts"]}
    assert parts == {"in a hedgehog": -1, "close terrain": -1, "density of the target": 4}
    assert dump(game) == 20 - 3
    assert game.scenario.tables["barrage"].cell(8, "25-40").value == "[1/2]"
    assert (told(game, "barrage")[0]["steps"], told(game, "loss")) == (0, [])
    assert {at(game, f"s{i}").mode for i in range(8)} == {"dg"}


@rule("ocs", "16.0b")
def test_ocs_ex_077_four_turns_and_eight_sp_for_the_fourth_level() -> None:
    game = field(unit("a1", "0505"), unit("s1", "0101"), turns=9,
                 dumps=[{"side": "axis", "hex": "0505", "sp": 8}], options={"simulcast": "off"},
                 sources=[{"side": "axis", "edge": "east"}, {"side": "allied", "edge": "west"}],
                 fixed_first=True)  # fmt: skip
    h, dig = game.board.hex("0505"), {"do": "build-hedgehog", "hex": "0505", "units": ["a1"]}
    for turn in (1, 2, 3, 4):
        assert game.turn == turn
        game.play("axis", dig)
        assert hedgehogs.level(game, h) == turn
        assert rules(game, "axis", dig) != []
        while game.turn == turn:
            end(game, game.to_act or "axis")
        while game.segment.kind != "movement" or game.to_act != "axis":  # type: ignore[attr-defined]
            end(game, game.to_act or "axis")
    assert dump(game, "0505") == 0


@rule("ocs", "16.0d")
def test_ocs_ex_078_a_hedgehog_of_level_three() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), segment="attack",
                 hedgehogs=[{"side": "allied", "hex": "0505", "level": 3}])  # fmt: skip
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",))
    found = odds.reckon(game, fight)
    assert (found.roll.total, found.surprise.total) == (-3, -1)
