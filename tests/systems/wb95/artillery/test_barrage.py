"""Barrage: what the scenario grants, what it costs, and what it does to the guns. [6.5]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.artillery import support
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import MISSIONS, SIDES, Mission
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    BARRAGE_A,
    BARRAGE_B,
    MOVE_A,
    at,
    field,
    rig,
    rules,
    told,
    unit,
)

G = "german"


def grant(ammunition: int = 4, turns: tuple[int, ...] = (1,), side: str = G) -> dict[str, Any]:
    """What a scenario says about a side's barrage."""
    return {"side": side, "turns": list(turns), "ammunition": ammunition}


def batteries(*more: dict[str, Any], phase: int = BARRAGE_A, **spec: Any) -> Wb:
    """Three German guns, one of them self-propelled, and a Soviet regiment three hexes away."""
    return field(
        unit("g1", "0501", "ART", sp="3,3"),
        unit("g2", "0501", "ART", sp="2,2"),
        unit("g3", "0501", "ART", sp="4,4", move="tracked"),
        unit("s1", "0504"),
        *more,
        phase=phase,
        **{"barrage": [grant()], **spec},
    )


def fire(*guns: str, target: str = "0504", **more: Any) -> dict[str, Any]:
    """A barrage on a hex."""
    return {"do": "barrage", "guns": list(guns), "target": target, **more}


def ammunition(game: Wb) -> int:
    """The German ammunition units left."""
    return game.state[SIDES][G].ammunition


@pytest.mark.rule("wb95", "2.2.P2")
@pytest.mark.rule("wb95", "6.5.1")
def test_without_a_grant_the_phase_is_passed_over() -> None:
    assert batteries().phase == "Artillery Barrage of german"
    assert batteries(barrage=[]).phase == "Movement of german"
    assert batteries(barrage=[grant(turns=(2, 3))]).phase == "Movement of german"
    assert batteries(barrage=[grant(side="soviet")]).phase == "Movement of german"
    assert batteries(barrage=[grant(turns=(2,))], turn=2).phase == "Artillery Barrage of german"


@pytest.mark.rule("wb95", "6.5.1")
def test_a_grant_for_one_turn_serves_in_no_other() -> None:
    game = batteries()
    later = batteries(barrage=[grant(turns=(2,))])
    assert rules(game, G, fire("g1", "g2")) == []
    offer = game.decisions[0].ask.offers[0]
    refused = offer.why(later, G, fire("g1", "g2"))
    assert {refusal.rule for refusal in refused} == {"6.5.1"}


@pytest.mark.rule("wb95", "2.2.P2")
def test_a_phase_in_which_nothing_can_be_fired_is_passed_over() -> None:
    assert batteries(barrage=[grant(1)]).phase == "Movement of german"
    alone = field(unit("g1", "0501", "ART"), unit("s1", "0504"), phase=BARRAGE_A, barrage=[grant()])
    assert alone.phase == "Movement of german"


@pytest.mark.rule("wb95", "6.5.2")
def test_barrages_are_fired_in_the_barrage_phase_only_and_once_a_gun() -> None:
    for phase in (MOVE_A, ATTACK_A):
        assert rules(batteries(phase=phase), G, fire("g1", "g2")) != []
    soviet = field(
        unit("s1", "0501", "ART"),
        unit("s2", "0501", "ART"),
        unit("g1", "0504"),
        phase=BARRAGE_B,
        barrage=[grant(side="soviet")],
    )
    assert rules(soviet, "soviet", fire("s1", "s2")) == []
    game = batteries(unit("g4", "0501", "ART"))
    rig(game, 3, 4)
    game.play(G, fire("g1", "g2"))
    assert rules(game, G, fire("g1", "g3")) == ["6.5.2"]
    assert rules(game, G, fire("g3", "g4")) == []


@pytest.mark.rule("wb95", "6.5.3")
def test_the_guns_have_twice_their_strength_by_the_rules_of_ranged_attacks() -> None:
    """(3 + 2) x 2 - 2 x 1 for the woods = 8, and an 11 takes a level."""
    game = batteries(board=sketch(9, 9, terrain={"0504": "forest"}))
    rig(game, 5, 6)
    game.play(G, fire("g1", "g2"))
    strength = told(game, "reckoning")[0]["strength"]
    assert strength["total"] == 8
    assert [p["value"] for p in strength["parts"] if p["rule"] == "6.5.3"] == [5]
    assert told(game, "fire") == [{"hex": "0504", "result": "-1"}]
    assert at(game, "s1").cel == 1


@pytest.mark.rule("wb95", "6.5.3")
def test_range_and_set_up_are_those_of_ranged_attacks() -> None:
    near = batteries(unit("s2", "0502", "HQ"), unit("s3", "0505"))
    assert rules(near, G, fire("g1", "g2", target="0502")) == ["6.4.3", "6.4.3"]
    assert rules(near, G, fire("g1", "g2", target="0505")) == ["6.4.2a", "6.4.2a"]
    limbered = batteries(unit("g4", "0501", "ART", at={"transport": True}))
    assert rules(limbered, G, fire("g1", "g4")) == ["6.1.3"]


def test_aircraft_may_add_but_are_not_doubled() -> None:
    game = batteries()
    game.put(MISSIONS, "m1", Mission(G, "support", 5, (game.board.hex("0504"),), (), until=5))
    rig(game, 3, 4)
    game.play(G, fire("g1", "g2", air=["m1"]))
    assert told(game, "reckoning")[0]["strength"]["total"] == 10 + 5


@pytest.mark.rule("wb95", "6.5.4")
def test_at_least_two_artillery_units_fire_at_a_hex() -> None:
    game = batteries()
    assert rules(game, G, fire("g1")) == ["6.5.4"]
    assert rules(game, G, fire("g1", "g1")) == ["6.5.4"]
    assert rules(game, G, fire("g1", "g2")) == []
    assert min(len(a["guns"]) for a in game.legal(G) if a["do"] == "barrage") == 2


@pytest.mark.rule("wb95", "6.5.5")
def test_guns_that_fired_do_not_move_in_the_movement_phase_that_follows() -> None:
    game = batteries(unit("g4", "0501", "ART", sp="4,4", move="tracked"))
    rig(game, 3, 4)
    game.play(G, fire("g2", "g3"))
    game.play(G, {"do": "end"})
    assert game.phase == "Movement of german"

    def move(name: str) -> dict[str, Any]:
        return {"do": "move", "units": [name], "path": ["0601"]}

    assert rules(game, G, move("g3")) == ["6.5.5"]
    assert rules(game, G, move("g4")) == []
    rested = unit("g5", "0501", "ART", move="tracked", at={"barraged": 1})
    assert rules(batteries(rested, phase=MOVE_A, turn=2), G, move("g5")) == []


@pytest.mark.rule("wb95", "6.5.6")
def test_guns_that_fired_support_nobody_in_the_next_two_combat_phases() -> None:
    spent = unit("g4", "0503", "ART", at={"barraged": 1})
    fresh = unit("g5", "0503", "ART")
    attack = {"do": "attack", "units": ["g6"], "targets": ["0504"]}
    more = (spent, fresh, unit("g6", "0503"))
    own = batteries(*more, phase=ATTACK_A)
    assert rules(own, G, {**attack, "guns": ["g4"]}) == ["6.5.6"]
    assert rules(own, G, {**attack, "guns": ["g5"]}) == []
    enemy = batteries(*more, phase=ATTACK_B)
    hexes = (enemy.board.hex("0501"),)
    assert "g5" in support.defence_guns(enemy, G, hexes)
    assert "g4" not in support.defence_guns(enemy, G, hexes)
    assert rules(batteries(*more, phase=ATTACK_A, turn=2), G, {**attack, "guns": ["g4"]}) == []


@pytest.mark.rule("wb95", "6.5.7")
def test_every_gun_uses_one_ammunition_unit() -> None:
    game = batteries(unit("g4", "0501", "ART"), unit("g5", "0501", "ART"), barrage=[grant(3)])
    assert rules(game, G, fire("g1", "g2", "g3", "g4")) == ["6.5.7"]
    assert max(len(a["guns"]) for a in game.legal(G) if a["do"] == "barrage") == 3
    rig(game, 3, 4)
    game.play(G, fire("g1", "g2"))
    assert ammunition(game) == 1
    assert game.phase == "Movement of german"  # one unit left is not enough for a barrage


@pytest.mark.rule("wb95", "6.5.8")
def test_nobody_has_to_fire_or_to_use_all_ammunition() -> None:
    game = batteries()
    assert {"do": "end"} in list(game.legal(G))
    game.play(G, {"do": "end"})
    assert game.phase == "Movement of german"
    assert ammunition(game) == 4


def test_guns_are_marked_and_samples_are_legal() -> None:
    game = batteries(unit("g4", "0601", "ART"), unit("s2", "0403"), barrage=[grant(3)])
    rng = random.Random(5)
    offer = game.decisions[0].ask.offers[0]
    for _ in range(40):
        action = offer.sample(game, G, rng)
        assert action is not None
        assert not game.why(G, action)
    legal = [a for a in game.legal(G) if a["do"] == "barrage"]
    assert all(not game.why(G, a) for a in legal)
    rig(game, 3, 4)
    game.play(G, fire("g1", "g2"))
    assert (at(game, "g1").barraged, at(game, "g3").barraged) == (1, -1)


@pytest.mark.rule("wb95", "16.1.1")
def test_where_stacks_are_closed_being_asked_does_not_tell_of_guns() -> None:
    """He is asked with guns and without, as long as he has a grant and ammunition."""
    grant = [{"side": "german", "turns": [1], "ammunition": 2}]
    for guns in ((), (unit("g1", "0502", "ART", "5,3"), unit("g2", "0502", "ART", "5,3"))):
        for masking in ("on", "off"):
            game = field(
                unit("gx", "0502"), unit("s1", "0504"), *guns,
                phase=2, barrage=grant, options={"masking": masking},
            )  # fmt: skip
            asked = game.phase.startswith("Artillery Barrage")
            assert asked == (masking == "on" or bool(guns))
