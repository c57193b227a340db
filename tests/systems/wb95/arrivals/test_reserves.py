"""Reserves: replacing losses, and headquarters reserves near Moscow. [S1.5] [S1.8] [S2.5] [S2.7]"""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.systems.wb95.arrivals.reserves import pool, waiting
from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from tests.systems.wb95.combat.afterwards import back, chase, fight
from tests.systems.wb95.field import ATTACK_A, MOVE_A, MOVE_B, at, field, rules, told, unit, where
from tests.systems.wb95.works.crossing import SUPPLIED, play_to

ZONES = {"german": [{"id": z, "hexes": [f"0{i}01"]} for i, z in ((1, "A"), (3, "B"), (5, "C"))]}
POOL: dict[str, Any] = {
    "entry_zones": ZONES,
    "reserves": {
        "german": {
            "trigger": "counter-lost-in-combat",
            "zones": ["A", "B"],
            "units": ["gr1", "gr2"],
        }
    },
    **SUPPLIED,
}


def losing(**spec: Any) -> Wb:
    return field(
        unit("g1", "0304"), unit("g2", "0304"), unit("gr1", None), unit("gr2", None),
        board=sketch(5, 6), **{**POOL, **spec},
    )  # fmt: skip


def call(name: str, zone: str = "A") -> dict[str, Any]:
    return {"do": "call", "unit": name, "zone": zone}


@pytest.mark.rule("wb95", "S1.5")
@pytest.mark.rule("wb95", "S2.5")
def test_one_counter_for_each_lost_in_combat() -> None:
    game = losing()
    assert rules(game, "german", call("gr1")) == ["S1.5"]
    play_to(game, 1, ATTACK_A)
    eliminate(game, "g1", "eliminated", "5.2.1")
    assert rules(game, "german", call("gr1")) == ["2.2.P4"]
    play_to(game, 2, MOVE_A)
    assert [a for a in game.legal("german") if a["do"] == "call"] == [
        call("gr1", "A"), call("gr1", "B"), call("gr2", "A"), call("gr2", "B"),
    ]  # fmt: skip
    game.play("german", call("gr1"))
    assert rules(game, "german", call("gr2")) == ["S1.5"]
    assert [a for a in game.legal("german") if a["do"] == "call"] == []
    enter = {"do": "enter", "units": ["gr1"], "zone": "A", "hex": "0101"}
    game.play("german", enter)
    assert where(game, "gr1") == "0101"
    eliminate(game, "g2", "eliminated", "5.2.1")
    assert rules(game, "german", call("gr2")) == []
    assert rules(game, "german", call("gr1")) == ["S1.5"]
    assert told(game, "call") == [{"side": "german", "unit": "gr1", "zone": "A"}]


@pytest.mark.rule("wb95", "S1.5")
def test_surrender_is_no_loss_in_combat_and_the_zones_are_named() -> None:
    game = losing()
    eliminate(game, "g1", "surrendered", "10.2.6")
    assert rules(game, "german", call("gr1")) == ["S1.5"]
    eliminate(game, "g2", "eliminated", "5.2.1")
    assert rules(game, "german", call("gr1", "C")) == ["S1.5"]
    assert rules(game, "german", call("gr1", "Z"))[0] == "11.1.2"
    assert rules(game, "german", call("g1")) == ["S1.5"]
    free = losing(
        reserves={"german": {"trigger": "counter-lost-in-combat", "units": ["gr1", "gr2"]}}
    )
    eliminate(free, "g2", "eliminated", "5.2.1")
    assert rules(free, "german", call("gr1", "C")) == []


def test_a_side_without_reserves_calls_none() -> None:
    game = field(unit("g1", "0304"))
    assert rules(game, "german", call("g1")) == ["S1.5"]
    muster = {"do": "muster", "units": ["g1"], "hex": "0101"}
    assert rules(game, "german", muster) == ["S1.8"]
    assert not {"call", "muster"} & {action["do"] for action in game.legal("german")}


@pytest.mark.rule("wb95", "S1.5")
@pytest.mark.rule("wb95", "S2.5")
def test_the_pools_of_the_scenarios() -> None:
    typhoon, snow = (grognard.new(f"wb95/{name}", seed=1) for name in ("typhoon", "red-snow"))
    pools = [pool(game, "german", "counter-lost-in-combat") for game in (typhoon, snow)]
    names = [row.units if row else () for row in pools]
    assert (len(names[0]), len(names[1])) == (17, 14)
    assert set(names[0]) - set(names[1]) == {"de-23-9", "de-23-67", "de-23-68"}


CITY: dict[str, Any] = {
    "areas": {"moscow": ["0505", "0506"]},
    "reserves": {
        "soviet": {
            "trigger": "enemy-within",
            "area": "moscow",
            "distance": 3,
            "units": ["sr1", "sr2", "sr3"],
        }
    },
    **SUPPLIED,
}


def before_moscow(german: str, *more: dict[str, Any], **spec: Any) -> Wb:
    """The city is 0505 and 0506; it is the Soviet Movement Phase of turn 1."""
    game = field(
        unit("g1", german), *more, unit("sr1", None), unit("sr2", None), unit("sr3", None),
        board=sketch(9, 9), **{**CITY, "control": {"soviet": ["0505", "0506"]}, **spec},
    )  # fmt: skip
    play_to(game, 1, MOVE_B)
    return game


def muster(*names: str, hex: str = "0505") -> dict[str, Any]:
    return {"do": "muster", "units": list(names), "hex": hex}


@pytest.mark.rule("wb95", "S1.8")
@pytest.mark.rule("wb95", "S2.7")
def test_they_appear_when_an_enemy_is_within_three_hexes_of_the_city() -> None:
    near, far = before_moscow("0502"), before_moscow("0501")
    assert rules(near, "soviet", muster("sr1", "sr2", "sr3")) == []
    assert rules(far, "soviet", muster("sr1")) == ["S1.8"]
    assert "muster" not in {action["do"] for action in far.legal("soviet")}
    near.play("soviet", muster("sr1", "sr2"))
    assert where(near, "sr1") == where(near, "sr2") == "0505"
    onward = {"do": "move", "units": ["sr1"], "path": ["0504"]}
    assert rules(near, "soviet", onward) == []
    assert told(near, "muster")[0]["units"] == ["sr1", "sr2"]


@pytest.mark.rule("wb95", "S1.8")
def test_they_come_once_called_even_if_the_enemy_goes() -> None:
    game = before_moscow("0502", options={"headquarters-reserves": "once-roused"})
    game.play("soviet", muster("sr1"))
    play_to(game, 2, MOVE_A)
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0501"]})
    play_to(game, 2, MOVE_B)
    assert rules(game, "soviet", muster("sr2")) == []
    assert rules(game, "soviet", muster("sr1")) == ["S1.8"]


@pytest.mark.rule("wb95", "S1.8")
def test_they_come_together_or_not_at_all() -> None:
    game = before_moscow("0502")
    assert rules(game, "soviet", {"do": "end"}) == [], "nobody must come"
    game.play("soviet", muster("sr1"))
    assert rules(game, "soviet", {"do": "end"}) == ["S1.8"]
    game.play("soviet", muster("sr2", hex="0506"))
    assert rules(game, "soviet", {"do": "end"}) == ["S1.8"]
    game.play("soviet", muster("sr3"))
    assert rules(game, "soviet", {"do": "end"}) == []


@pytest.mark.rule("wb95", "S1.8")
def test_who_finds_no_room_comes_as_soon_as_there_is_some() -> None:
    """Both hexes of the city have room for one more, and the enemy goes away again."""
    full = [unit(f"s{i}{h}", h) for h in ("0505", "0506") for i in range(3)]
    game = before_moscow("0502", *full)
    game.play("soviet", muster("sr1"))
    game.play("soviet", muster("sr2", hex="0506"))
    for name in ("sr1", "sr2", *(item["row"]["id"] for item in full)):
        game.play("soviet", {"do": "mark", "units": [name]})
    assert rules(game, "soviet", muster("sr3")) == ["3.2.1"]
    play_to(game, 2, MOVE_A)
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0501"]})
    play_to(game, 2, MOVE_B)
    game.play("soviet", {"do": "move", "units": ["s00505"], "path": ["0504"]})
    assert rules(game, "soviet", {"do": "end"}) == ["S1.8"]
    game.play("soviet", muster("sr3"))
    assert rules(game, "soviet", {"do": "end"}) == []


@pytest.mark.rule("wb95", "S1.8")
def test_only_in_hexes_of_the_city_that_are_not_the_enemys() -> None:
    game = before_moscow("0505", control={"german": ["0505"]})
    assert rules(game, "soviet", muster("sr1")) == ["S1.8"]
    assert rules(game, "soviet", muster("sr1", hex="0506")) == ["S1.8"]  # taken by his zone
    for label in ("0505", "0506", "0507"):
        game.edit([{"map": "hexes", "key": label, "set": {"control": ""}}], "nobody's")
    assert rules(game, "soviet", muster("sr1")) == ["S1.8"]  # he stands there
    assert rules(game, "soviet", muster("sr1", hex="0506")) == []
    assert rules(game, "soviet", muster("sr1", hex="0507")) == ["S1.8"]
    game.play("soviet", muster("sr1", hex="0506"))
    assert at(game, "sr1").halted  # in a zone of control it stays
    step_into(game, "g1", game.board.hex("0502"))
    assert rules(game, "soviet", muster("sr2")) == []


@pytest.mark.rule("wb95", "3.2.1")
def test_the_city_must_have_room() -> None:
    garrison = [unit(f"s{i}", "0505") for i in range(3)]
    game = before_moscow("0502", *garrison)
    for i in range(3):
        game.play("soviet", {"do": "mark", "units": [f"s{i}"]})
    assert rules(game, "soviet", muster("sr1")) == []
    assert rules(game, "soviet", muster("sr1", "sr2")) == ["3.2.1"]


def test_lists_samples_and_checks_agree() -> None:
    game = before_moscow("0502")
    mine = [action for action in game.legal("soviet") if action["do"] == "muster"]
    assert len(mine) == 2 * 7
    assert all(rules(game, "soviet", action) == [] for action in mine)
    deed = next(offer for offer in game.decisions[0].ask.offers if offer.do == "muster")
    assert deed.sample(game, "soviet", random.Random(2)) in mine


@pytest.mark.rule("wb95", "S1.8")
@pytest.mark.rule("wb95", "S2.7")
@pytest.mark.parametrize("name", ["typhoon", "red-snow"])
def test_the_headquarters_reserves_of_the_scenarios(name: str) -> None:
    game = grognard.new(f"wb95/{name}", seed=1)
    row = pool(game, "soviet", "enemy-within")
    assert row is not None
    assert waiting(game, row) == ["su-19", "su-173", "su-129"]
    assert row.distance == 3
    assert row.area


@pytest.mark.rule("wb95", "S1.7")
def test_the_soviet_reinforcements_of_typhoon() -> None:
    """Eleven entries, 16 to 24 November (turn 1 is the 15th), at Kimry 1203 and Dmitrov 3102."""
    game = grognard.new("wb95/typhoon", seed=1)
    coming: dict[tuple[int, str], int] = {}
    for unit_ in game.scenario.units.values():
        if unit_.place == "expected":
            coming[unit_.due, unit_.zone] = coming.get((unit_.due, unit_.zone), 0) + 1
    assert coming == {
        (2, "kimry"): 3, (3, "kimry"): 1, (4, "kimry"): 1, (5, "kimry"): 1, (6, "kimry"): 1,
        (6, "dmitrov"): 1, (9, "kimry"): 1, (9, "dmitrov"): 1, (10, "kimry"): 1,
    }  # fmt: skip
    hexes = {z.id: [game.board.label(h) for h in z.hexes] for z in game.scenario.zones["soviet"]}
    assert hexes == {"kimry": ["1203"], "dmitrov": ["3102"]}


@pytest.mark.rule("wb95", "S1.5")
@pytest.mark.parametrize(("ruling", "calls"), [("counted", [2, 1]), ("not-counted", [0, 1])])
def test_counters_overrun_in_movement(ruling: str, calls: list[int]) -> None:
    """A gun and a headquarters that fall to a moving enemy, and a gun that falls in pursuit."""
    alone = unit("ga", "0304", "ART", "5,3"), unit("gh", "0304", "HQ")
    left = unit("gb", "0306", "ART", "5,3"), unit("g1", "0306", cel=1)
    reserves = [unit(f"gr{i}", None) for i in (1, 2)]
    game = field(
        *alone, *left, *reserves, unit("s1", "0303"), unit("s2", "0305"),
        board=sketch(5, 8), phase=MOVE_B, options={"overrun-losses": ruling}, **POOL,
    )  # fmt: skip
    lost = [game.state[SIDES]["german"].lost]
    game.play("soviet", {"do": "move", "units": ["s1"], "path": ["0304"]})
    lost.append(game.state[SIDES]["german"].lost)
    fight(game, "- / D1", "s2", "0306", by="soviet")
    game.play("german", back(g1="0307"))
    game.play("soviet", chase(s2="0306"))
    lost.append(game.state[SIDES]["german"].lost)
    assert [where(game, name) for name in ("ga", "gh", "gb")] == ["eliminated"] * 3
    assert [lost[1] - lost[0], lost[2] - lost[1]] == calls
