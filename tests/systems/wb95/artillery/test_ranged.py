"""Ranged attacks, and fire at bridges. [6.4]"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, MISSIONS, Mission
from tests.systems.wb95.field import ATTACK_A, MOVE_A, at, field, rig, rules, told, unit

G = "german"


def bombard(target: str, *guns: str, **more: Any) -> dict[str, Any]:
    """Fire at a hex."""
    return {"do": "bombard", "guns": list(guns), "target": target, **more}


def duel(*more: dict[str, Any], phase: int = ATTACK_A, **spec: Any) -> Wb:
    """Two German guns and a Soviet regiment three hexes from them."""
    return field(
        unit("g1", "0501", "ART", sp="5,3"),
        unit("g2", "0501", "ART", sp="7,2"),
        unit("s1", "0504"),
        *more,
        phase=phase,
        **spec,
    )


# ---- who fires at whom


@pytest.mark.rule("wb95", "6.4.1")
def test_guns_fire_at_a_distant_hex_with_their_attack_strength() -> None:
    game = duel()
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g1", "g2"))
    assert told(game, "reckoning")[0]["strength"]["total"] == 12


@pytest.mark.rule("wb95", "6.4.1")
def test_only_enemy_units_are_fired_at_and_only_by_own_artillery() -> None:
    game = duel(unit("g3", "0502", "AT", traits="towed"), unit("s2", "0505", "ART"))
    assert rules(game, G, bombard("0503", "g1")) == ["6.4.1"]
    assert rules(game, G, bombard("0504", "g3")) == ["6.4.1"]
    assert rules(game, G, bombard("0504", "s2")) == ["6.4.1"]
    assert rules(game, G, bombard("0504", "nobody")) == ["6.4.1"]
    assert rules(game, G, bombard("9999", "g1")) == ["form"]


def test_ranged_attacks_belong_to_the_attackers_combat_phase() -> None:
    assert rules(duel(phase=MOVE_A), G, bombard("0504", "g1")) == ["2.2.P3"]
    assert rules(duel(), "soviet", bombard("0504", "g1")) == ["turn"]


@pytest.mark.rule("wb95", "6.1.3")
def test_limbered_guns_do_not_fire_and_self_propelled_ones_always_can() -> None:
    limbered = unit("g3", "0501", "ART", at={"transport": True})
    game = duel(limbered, unit("g4", "0502", "ART", move="tracked"))
    assert rules(game, G, bombard("0504", "g3")) == ["6.1.3"]
    assert rules(game, G, bombard("0504", "g4")) == []


@pytest.mark.rule("wb95", "6.1.4")
def test_a_gun_fires_once_in_each_combat_phase() -> None:
    game = duel()
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g1"))
    assert rules(game, G, bombard("0504", "g1")) == ["6.1.4"]
    assert rules(game, G, bombard("0504", "g2")) == []
    later = duel(unit("g3", "0501", "ART", at={"fired": 9}), turn=2)
    assert rules(later, G, bombard("0504", "g3")) == []


def test_guns_that_have_fought_do_not_fire_too() -> None:
    fought = unit("g3", "0502", "ART", move="tracked", at={"fought": 3})
    assert rules(duel(fought), G, bombard("0504", "g3")) == ["5.1.1"]


@pytest.mark.rule("wb95", "6.4.2a")
def test_the_target_is_one_hex_within_range_of_all_guns() -> None:
    game = duel(unit("g3", "0101", "ART"), unit("s2", "0505"))
    assert rules(game, G, bombard("0504", "g1", "g2")) == []
    assert rules(game, G, bombard("0505", "g1")) == ["6.4.2a"]
    assert rules(game, G, bombard("0504", "g1", "g3")) == ["6.4.2a"]
    assert rules(game, G, bombard("0504")) == ["6.4.2a"]
    assert rules(game, G, bombard("0504", "g1", "g1")) == ["6.4.2a"]


@pytest.mark.rule("wb95", "6.4.3")
def test_never_at_an_adjacent_hex() -> None:
    game = field(
        unit("g1", "0503", "ART"),
        unit("g2", "0502", "ART"),
        unit("g3", "0501", "ART"),
        unit("s1", "0504", "HQ"),
        phase=ATTACK_A,
    )
    assert rules(game, G, bombard("0504", "g1")) == ["6.4.3"]
    assert rules(game, G, bombard("0504", "g2", "g3")) == []


# ---- the procedure


@pytest.mark.rule("wb95", "6.4.2b")
def test_strengths_are_summed_with_their_reasons() -> None:
    game = duel(board=sketch(9, 9, terrain={"0504": "forest"}))
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g1", "g2"))
    strength = told(game, "reckoning")[0]["strength"]
    assert [(p["value"], p["rule"]) for p in strength["parts"]] == [
        (5, "1.4a"),
        (7, "1.4a"),
        (-2, "6.4.2b"),
    ]
    assert strength["total"] == 10


@pytest.mark.rule("wb95", "6.4.2c")
def test_two_dice_decide() -> None:
    game = duel()
    odds = game.odds(bombard("0504", "g1"), G)
    hexes = {o.facts[0]["result"]: o.probability for o in odds.outcomes if len(o.facts) == 1}
    assert hexes == {
        "no effect": Fraction(27, 36),  # 5 to 10
        "-1": Fraction(1, 36),  # 2
        "D": Fraction(3, 36),  # 3 and 12
    }
    rig(game, 6, 6)
    game.play(G, bombard("0504", "g1"))
    assert [e.dice for e in game.events if e.kind == "fire"] == [(6, 6)]


@pytest.mark.parametrize(
    ("guns", "faces", "result"),
    [
        (["g1"], (6, 6), "D"),
        (["g1"], (5, 5), "no effect"),
        (["g2"], (6, 6), "-1D"),
        (["g1", "g2"], (5, 4), "T"),
    ],
)
@pytest.mark.rule("wb95", "6.4.2d")
def test_the_artillery_fire_table_gives_the_result(
    guns: list[str], faces: tuple[int, ...], result: str
) -> None:
    game = duel()
    rig(game, *faces, 1, 1)
    game.play(G, bombard("0504", *guns))
    assert told(game, "fire") == [{"hex": "0504", "result": result}]


@pytest.mark.rule("wb95", "6.4.2d")
def test_a_strength_below_one_has_no_effect() -> None:
    """Two points on a regiment in the woods: 2 - 2 x 1 = 0."""
    game = field(
        unit("g1", "0501", "ART", sp="2,1"),
        unit("s1", "0504"),
        board=sketch(9, 9, terrain={"0504": "forest"}),
        phase=ATTACK_A,
    )
    rig(game, 1, 1)
    game.play(G, bombard("0504", "g1"))
    assert told(game, "fire") == [{"hex": "0504", "result": "no effect"}]
    assert at(game, "s1").cel == 2


def test_disorganised_guns_have_half_their_strength() -> None:
    game = duel(unit("g3", "0501", "ART", sp="5,3", at={"disorganised": 0}))
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g3"))
    assert told(game, "reckoning")[0]["strength"]["total"] == 3
    assert at(game, "g3").disorganised == game.serial  # it attacked: its rest begins anew


@pytest.mark.parametrize(("full", "strength", "level"), [({}, 3, 1), ({"full": ["g3"]}, 5, 2)])
def test_guns_out_of_supply_fire_at_half_strength_or_pay(
    full: dict[str, Any], strength: int, level: int
) -> None:
    game = duel(unit("g3", "0501", "ART", sp="5,3", at={"oos": 1}))
    assert rules(game, G, bombard("0504", "g1", full=["g1"])) == ["10.2.3"]
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g3", **full))
    assert told(game, "reckoning")[0]["strength"]["total"] == strength
    assert at(game, "g3").oos == level


# ---- aircraft


def support_of(game: Wb, label: str, sp: int = 5) -> None:
    """A German mission of offensive support at a hex."""
    mission = Mission(G, "support", sp, (game.board.hex(label),), (), until=5)
    game.put(MISSIONS, "m1", mission)


@pytest.mark.rule("wb95", "6.4.4")
@pytest.mark.rule("wb95", "8.2.3")
def test_aircraft_add_all_their_points_once() -> None:
    game = duel()
    support_of(game, "0504")
    assert bombard("0504", "g1", air=["m1"]) in list(game.legal(G))
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g1", air=["m1"]))
    strength = told(game, "reckoning")[0]["strength"]
    assert strength["total"] == 5 + 5
    assert strength["parts"][-1]["rule"] == "8.2.3"
    assert rules(game, G, bombard("0504", "g2", air=["m1"])) == ["6.4.4"]


@pytest.mark.rule("wb95", "6.4.4")
def test_aircraft_elsewhere_do_not_add() -> None:
    game = duel()
    support_of(game, "0604")
    assert rules(game, G, bombard("0504", "g1", air=["m1"])) == ["6.4.4"]
    assert rules(game, G, bombard("0504", "g1", air=["m9"])) == ["6.4.4"]


# ---- direct attacks and ranged ones


@pytest.mark.rule("wb95", "6.4.5")
def test_who_must_be_attacked_directly_is_not_fired_at() -> None:
    held = duel(unit("g3", "0503"))
    assert rules(held, G, bombard("0504", "g1")) == ["6.4.5"]
    entrenched = duel(unit("g3", "0503"), fortified=["0503"])
    assert rules(entrenched, G, bombard("0504", "g1")) == []


@pytest.mark.rule("wb95", "6.4.5")
def test_who_was_attacked_directly_is_not_fired_at() -> None:
    game = duel(unit("s2", "0504", at={"fought": 3}))
    assert rules(game, G, bombard("0504", "g1")) == ["6.4.5"]


@pytest.mark.rule("wb95", "6.4.5")
def test_who_was_fired_at_is_not_attacked_directly_in_the_same_phase() -> None:
    game = duel(unit("g3", "0503"), fortified=["0503"])
    attack = {"do": "attack", "units": ["g3"], "targets": ["0504"]}
    assert rules(game, G, attack) == []
    rig(game, 3, 4)
    game.play(G, bombard("0504", "g1"))
    assert rules(game, G, attack) == ["6.4.5"]
    assert rules(game, G, bombard("0504", "g2")) == []


def test_a_self_propelled_gun_in_contact_attacks_and_does_not_shell_others() -> None:
    game = duel(unit("g4", "0506", "ART", move="tracked"), unit("s2", "0507"), unit("s3", "0508"))
    assert rules(game, G, bombard("0504", "g4")) == ["5.1.3"]


# ---- bridges


def crossing(*more: dict[str, Any], **spec: Any) -> Wb:
    """Guns two hexes from a bridge over a river, in the woods, with a regiment behind it."""
    board = sketch(9, 9, sides=["0503-0504 river bridge"], terrain={"0504": "forest"})
    return field(
        unit("g1", "0501", "ART", sp="5,3"),
        unit("s1", "0505"),
        *more,
        board=board,
        phase=ATTACK_A,
        **spec,
    )


def shell(bridge: str, *guns: str, **more: Any) -> dict[str, Any]:
    """Fire at a bridge."""
    return {"do": "shell-bridge", "guns": list(guns), "bridge": bridge, **more}


def intact(game: Wb, bridge: str) -> bool:
    """Whether a bridge stands."""
    a, b = (game.board.hex(label) for label in bridge.split("-"))
    return game.state[BRIDGES][game.scenario.ground.side_key(a, b)].intact


@pytest.mark.parametrize(("faces", "stands"), [((5, 6), False), ((5, 5), True)])
@pytest.mark.rule("wb95", "6.4.7")
@pytest.mark.rule("wb95", "14.1.1")
def test_guns_destroy_a_bridge_by_the_table_for_objects(
    faces: tuple[int, int], stands: bool
) -> None:
    """3 to 5 points: 11 destroys, 10 does not; the woods beyond take nothing off."""
    game = crossing()
    rig(game, *faces)
    game.play(G, shell("0503-0504", "g1"))
    assert told(game, "reckoning")[0]["strength"]["total"] == 5
    assert intact(game, "0503-0504") is stands
    assert rules(game, G, shell("0503-0504", "g1")) == ["6.1.4"]


@pytest.mark.rule("wb95", "6.4.7")
def test_an_adjacent_bridge_may_be_fired_at_and_a_distant_one_not() -> None:
    game = crossing(unit("g2", "0503", "ART"), unit("g3", "0109", "ART"))
    assert rules(game, G, shell("0503-0504", "g2")) == []
    assert rules(game, G, shell("0504-0503", "g1", "g2")) == []
    assert rules(game, G, shell("0503-0504", "g3")) == ["6.4.2a"]


@pytest.mark.rule("wb95", "14.1.1")
def test_only_standing_bridges_are_objects_and_only_if_the_chapter_is_in_use() -> None:
    assert rules(crossing(), G, shell("0501-0502", "g1")) == ["14.1.1"]
    assert rules(crossing(bridges_down=["0503-0504"]), G, shell("0503-0504", "g1")) == ["14.1.1"]
    off = crossing(options={"bridges": "off"})
    assert rules(off, G, shell("0503-0504", "g1")) == ["14.1.1"]
    assert not [a for a in off.legal(G) if a["do"] == "shell-bridge"]
    assert rules(crossing(), G, shell("0503", "g1")) == ["form"]
    assert rules(crossing(), G, shell("0503-0505", "g1")) == ["form"]


# ---- lists


def test_legal_lists_each_salvo_once_and_only_what_is_allowed() -> None:
    game = duel(unit("g3", "0501", "ART", at={"oos": 1}), unit("s2", "0403"))
    support_of(game, "0504")
    fires = [a for a in game.legal(G) if a["do"] == "bombard"]
    # 0504: 7 sets of guns, 4 of them with the gun that may pay (11), with or without the mission;
    # 0403: the same 11 without one.
    assert len(fires) == 11 * 2 + 11
    assert len({str(sorted(a.items())) for a in fires}) == len(fires)
    assert all(not game.why(G, a) for a in fires)


def test_samples_are_legal() -> None:
    game = crossing(unit("g2", "0604", "ART"), unit("s2", "0406", "ART"))
    rng = random.Random(3)
    seen = {game.sample(G, rng)["do"] for _ in range(60)}  # type: ignore[index]
    assert {"bombard", "shell-bridge"} <= seen
    offers = {o.do: o for o in game.decisions[0].ask.offers}
    for do in ("bombard", "shell-bridge"):
        for _ in range(40):
            action = offers[do].sample(game, G, rng)
            assert action is not None
            assert not game.why(G, action)
