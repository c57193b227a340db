"""Worked examples of the rulebook that no test of a chapter plays; `examples.csv` lists all."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.points import level_of
from grognard.systems.nextwar.airpower.collateral import air_losses
from grognard.systems.nextwar.damage.strikes import phase_of
from grognard.systems.nextwar.ending.control import take
from grognard.systems.nextwar.status import LEVELS
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.combat.test_combat import A1, D, attack, battle
from tests.systems.nextwar.field import at, field, plain, rig, rules, told, unit
from tests.systems.nextwar.sky import drive, flies, sky, wing


@pytest.mark.rule("nextwar", "6.4")
def test_nextwar_ex_002_four_points_more_are_an_advantage() -> None:
    game = field(unit("n1", "0101"))
    assert [LEVELS[level_of(game, lead)] for lead in (3, 7 - 3, 7, 8)] == [
        "contested", "advantage", "advantage", "superiority",
    ]  # fmt: skip


@pytest.mark.rule("nextwar", "6.6.1.1-p3", "6.2.1")
def test_nextwar_ex_003_one_of_four_points_does_not_get_through() -> None:
    game = battle(unit("n1", A1), unit("r1", D), assets={"dprk": {"air": 4}})
    game.play("dprk", attack("n1"))
    rig(game, 2, 9)  # A (-1) in the contested column
    game.play("dprk", {"do": "support", "air": 4})
    assert told(game, "air-defense")[-1]["kept_off"] == 1
    assert told(game, "combat")[-1]["drm"]["total"] == -3


@pytest.mark.rule("nextwar", "6.6.1.1-p3", "6.5.3")
def test_nextwar_ex_004_a_helicopter_supports_with_what_is_left_of_it() -> None:
    site = [{"hex": "0101", "kind": "airbase", "owner": "dprk"}]
    game = flying(
        unit("n1", A1), unit("r1", D), helos=[helo("n8", "0101", 2, 16)], sites=site,
        segment="init-combat",
    )  # fmt: skip
    game.play("dprk", attack("n1"))
    rig(game, 2, 9)
    game.play("dprk", {"do": "support", "helicopters": ["n8"]})
    assert told(game, "combat")[-1]["drm"]["total"] == -1


@pytest.mark.rule("nextwar", "8.1.1.1-b2")
def test_nextwar_ex_006_of_two_units_in_a_mountain_one_fights() -> None:
    board = plain(terrain={A1: "mountain"})
    game = battle(unit("n1", A1), unit("n2", A1), unit("r1", D), board=board)
    assert rules(game, "dprk", attack("n1", "n2")) == ["8.1.1.1-b2"]
    assert rules(game, "dprk", attack("n1")) == []
    held = plain(terrain={D: "mountain"})
    siege = battle(unit("n1", A1), unit("r1", D), unit("r2", D), board=held)
    siege.play("dprk", attack("n1"))
    offered: list[Any] = [one["units"] for one in siege.legal("allied")]
    assert offered == [["r1"], ["r2"]]


@pytest.mark.rule("nextwar", "11.2", "11.1")
def test_nextwar_ex_015_an_eliminated_unit_is_whole_after_two_turns() -> None:
    gone = {"place": "eliminated", "hex": -1, "steps": 0}
    game = field(
        unit("r1", "0510", size="brigade", at=gone), unit("n1", "0101"),
        board=plain(rows=12, cols=12, places={"W": "town 0510"}), replacements={"ROK": [9]},
        segment="basic-reaction-combat", begin={"first": "allied"}, turns=9,
    )  # fmt: skip
    game.play("dprk", {"do": "end"})
    game.play("allied", {"do": "rebuild", "units": ["r1"], "hex": "0510"})
    assert at(game, "r1").steps == 1
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == ["11.2"]
    while game.turn == 3 or game.segment.kind != "reinforcement":
        game.play(game.to_act or "", {"do": "end"})
    game.play("allied", {"do": "recover", "unit": "r1"})
    assert at(game, "r1").steps == 2


@pytest.mark.rule("nextwar", "12.1")
def test_nextwar_ex_016_a_capital_is_paid_for_each_time() -> None:
    board = plain(terrain={D: "urban"})
    game = field(
        unit("n1", "0101"), board=board, victory={"capital": {"dprk": [D]}},
        sites=[{"hex": D, "kind": "city", "name": "Capital"}],
    )  # fmt: skip
    h, gained = game.board.hex(D), []
    for side in ("dprk", "allied", "dprk"):
        before = len(told(game, "points"))
        list(take(game, h, side))
        paid = told(game, "points")[before:]
        gained.append(sum(int(one["points"]) for one in paid if one["side"] == side))
    assert gained == [6, 4, 6]


@pytest.mark.rule("nextwar", "27.7.4.1")
def test_nextwar_ex_037_an_air_unit_suffers_once_in_a_phase() -> None:
    game = sky(wings=[wing("u1")], sites=[{"hex": "0707", "kind": "airbase"}])
    site = game.scenario.sites["airbase-0707"]

    def hit() -> int:
        rig(game, 2)  # an air unit, of the owner's choice
        drive(game, air_losses(game, site, 1))
        return flies(game, "u1").steps

    assert [hit(), hit()] == [1, 1]
    earlier = {"hurt": phase_of(game) - 1}
    game.edit([{"map": "wings", "key": "u1", "set": earlier}], "that was in the phase before")
    assert hit() == 0
