"""German generic panzer battalions. [4.6.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.values import proficiency, strength
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position, rules, told, unit, where
from tests.systems.goss.works.site import mark

THREE = ["g1", "g2", "g3"]


def field(**more: Any) -> Gs:
    companies = [
        unit("g1", (0, 0), "pz4", "3-3", formation="1 Pz", pr="6/6"),
        unit("g2", (1, 0), "pz4", "4-3", formation="1 Pz", pr="7/6"),
        unit("g3", (2, 0), "pz4", "5-4", formation="1 Pz"),
        unit("g4", (3, 0), "pz5", formation="1 Pz"), unit("g5", (4, 0), "pz4", formation="2 Pz"),
    ]  # fmt: skip
    return position(
        *companies, unit("gh", (0, 4), "hq:div", formation="1 Pz"),
        unit("g8", None, "pz4", "0-0", steps=3, size="Bn", traits="generic pz", place="gone",
             z_side=""),
        unit("u1", (9, 0)), **{"segment": "modes", "side": "axis", **more},
    )  # fmt: skip


def form(*names: str, **more: Any) -> dict[str, Any]:
    order = {"do": "form-panzers", "units": [*names], "into": "g8", "like": names[0]}
    return {**order, "hex": at(0, 3), **more}


@pytest.mark.rule("goss", "4.6.1")
def test_three_companies_become_a_battalion() -> None:
    game = field()
    watch = Watch(game)
    assert rules(game, "axis", form("g1", "g2")) == ["4.6.1"]  # two steps
    assert rules(game, "axis", form("g1", "g2", "g4")) == ["4.6.1"]  # another type
    assert rules(game, "axis", form("g1", "g2", "g5")) == ["4.6.1"]  # another formation
    assert rules(game, "axis", form(*THREE, hex=at(0, 2))) == ["4.6.1"]  # too far from its HQ
    assert rules(game, "axis", form(*THREE, like="g4")) == ["4.6.1"]
    assert rules(game, "axis", form(*THREE, into="g4")) == ["4.6.1"]  # no generic battalion
    assert rules(game, "axis", form("g1", "g2", "g2")) == ["form"]
    for facts in ({"ooc": True}, {"supply": "OhS"}):
        bad = field()
        mark(bad, "g1", **facts)
        assert rules(bad, "axis", form(*THREE)) == ["4.6.1"]
    game.play("axis", form(*THREE, like="g2"))
    assert (where(game, "g8"), now(game, "g8").steps) == (at(0, 3), 3)
    assert {now(game, n).place for n in THREE} == {"held"}
    assert (strength(game, "g8", attacking=True), strength(game, "g8", attacking=False)) == (12, 10)
    assert proficiency(game, "g8", offensive=True) == 7
    assert watch() == []


@pytest.mark.rule("goss", "4.6.1")
def test_steps_that_a_battalion_loses_are_lost_by_its_companies() -> None:
    game = field()
    game.play("axis", form(*THREE))
    watch = Watch(game)
    lose_step(game, "g8", "4.2.2")
    assert now(game, "g1").z
    assert strength(game, "g8", attacking=True) == 4 + 5 + 1
    lose_step(game, "g8", "4.2.2")
    assert now(game, "g1").place == "eliminated"  # two Z-steps are one company
    assert strength(game, "g8", attacking=True) == 9
    assert watch() == []
    lose_step(game, "g8", "4.2.2")
    assert {now(game, n).place for n in (*THREE, "g8")} == {"eliminated"}
    assert watch() == []


@pytest.mark.rule("goss", "4.6.1")
def test_a_battalion_dissolves() -> None:
    game = field()
    game.play("axis", form(*THREE))
    lose_step(game, "g8", "4.2.2")
    mark(game, "g8", supply="OhS")
    dissolve = {"do": "dissolve-panzers", "unit": "g8"}
    assert rules(game, "axis", dissolve) == ["4.6.1"]
    mark(game, "g8", supply="GenS")
    watch = Watch(game)
    game.play("axis", dissolve)
    assert {where(game, n) for n in THREE} == {at(0, 3)}
    assert now(game, "g1").z
    assert where(game, "g8") == "gone"
    assert watch() == []


@pytest.mark.rule("goss", "4.6.1", "8.4.0")
def test_the_enemy_does_not_learn_what_it_is_made_of() -> None:
    game = field()
    game.play("axis", form(*THREE))
    lose_step(game, "g8", "4.2.2")
    seen = game.view("allied")["units"]
    assert not {*THREE} & {*seen}
    facts = [event.facts for event in game.events_for("allied")]
    assert not any(name in str(one) for one in facts for name in THREE)
    assert {"unit": "g8"} in [dict(one) for one in facts]
    assert told(game, "z-step")
