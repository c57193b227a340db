"""Disorganisation: how it comes, what it does, when it ends. [5.6]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.wb95.fighting import disorganisation
from grognard.systems.wb95.pieces.values import attack_strength, defence_strength
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.combat.afterwards import back, chase, fight
from tests.systems.wb95.field import ATTACK_A, ATTACK_B, MOVE_A, at, field, rig, told, unit

GERMAN_ATTACK, SOVIET_ATTACK = 3, 9


def position(*more: dict[str, Any], **spec: Any) -> Wb:
    """A German unit in 0505 and a Soviet unit in 0504."""
    return field(unit("g1", "0505"), unit("s1", "0504"), *more, phase=ATTACK_A, **spec)


def disordered(game: Wb, *names: str) -> list[str]:
    """Those of the units that carry the marker."""
    return [name for name in names if at(game, name).disorganised >= 0]


def end_phases(game: Wb, serial: int) -> None:
    """End phases until the given one is over."""
    while game.serial <= serial:
        assert game.to_act
        game.play(game.to_act, {"do": "end"})


@pytest.mark.rule("wb95", "5.6.1b")
def test_the_dot_makes_every_attacker_test() -> None:
    """Germans of the line are disorganised by 11 and more."""
    game = position(unit("g2", "0505"))
    rig(game, 1, 1, 5, 6, 5, 5)
    fight(game, "T / -", "g1 g2")
    assert disordered(game, "g1", "g2", "s1") == ["g1"]
    tests = [event for event in game.events if event.kind == "disorganisation test"]
    assert [(event.facts["unit"], event.dice) for event in tests] == [
        ("g1", (5, 6)),
        ("g2", (5, 5)),
    ]


@pytest.mark.rule("wb95", "5.6.2")
@pytest.mark.parametrize(
    ("kind", "faces", "fails"),
    [
        ({}, (4, 6), True),
        ({}, (4, 5), False),
        ({"traits": "guards"}, (5, 6), True),
        ({"traits": "guards"}, (4, 6), False),
        ({"nation": "Polish"}, (4, 6), False),
    ],
)
def test_the_morale_limit_decides(
    kind: dict[str, Any], faces: tuple[int, int], fails: bool
) -> None:
    """Soviets fail at 10, Guards and Poles with them at 11."""
    game = field(unit("g1", "0505"), unit("s1", "0504", **kind), phase=ATTACK_A)
    fight(game, "- / D2", "g1")
    game.play("soviet", back(s1="0503 0502"))
    rig(game, *faces)
    game.play("german", chase())
    assert bool(disordered(game, "s1")) is fails


@pytest.mark.rule("wb95", "5.6.2")
def test_limits_by_nation_and_arm() -> None:
    game = field(
        unit("g1", "0505"),
        unit("g2", "0505", traits="ss"),
        unit("g3", "0505", "VS"),
        unit("g4", "0506", nation="Italian"),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    limits = {name: disorganisation.limit_of(game, name) for name in ("g1", "g2", "g3", "g4", "s1")}
    assert limits == {"g1": 11, "g2": 12, "g3": 9, "g4": 9, "s1": 10}


@pytest.mark.rule("wb95", "5.6.2")
def test_odds_branch_in_two_at_a_test() -> None:
    game = position()
    fight(game, "- / D2", "g1")
    game.play("soviet", back(s1="0503 0502"))
    odds = game.odds(chase(), "german")
    failing = odds.chance(lambda fact: fact.get("disorganised"))
    assert failing == Fraction(6, 36)
    assert len(odds.outcomes) == 2


@pytest.mark.rule("wb95", "5.6.3")
def test_guns_of_the_defence_are_disorganised_only_next_to_the_enemy() -> None:
    near, far = unit("sn", "0404", "ART", "5,3"), unit("sf", "0503", "ART", "5,3")
    game = position(near, far)
    fight(game, "- / -1D", "g1", defend={"guns": ["sf", "sn"]})
    if game.to_act == "soviet":
        game.play("soviet", {"do": "losses", "take": {"s1": 1}})
    assert disordered(game, "s1", "sn", "sf") == ["s1", "sn"]


@pytest.mark.rule("wb95", "5.6.4")
def test_disorganised_units_have_half_their_strength() -> None:
    game = field(
        unit("g1", "0505", sp=5, at={"disorganised": 0}),
        unit("g2", "0505", sp=5),
        unit("s1", "0504"),
        phase=MOVE_A,
    )
    assert (attack_strength(game, "g1").total, defence_strength(game, "g1").total) == (3, 3)
    assert (attack_strength(game, "g2").total, defence_strength(game, "g2").total) == (5, 5)
    assert "5.6.4" in {part.rule for part in attack_strength(game, "g1").parts}


# ---- recovery


def shaken(name: str, since: int, **spec: Any) -> Wb:
    """Two units far apart, one of them disorganised in the phase of a serial number."""
    game = field(unit("g1", "0101"), unit("s1", "0909"), phase=MOVE_A, **spec)
    end_phases(game, since - 1)
    game.put(UNITS, name, replace(at(game, name), disorganised=game.serial))
    return game


@pytest.mark.rule("wb95", "5.6.5")
@pytest.mark.parametrize(
    ("name", "since", "until"),
    [
        ("g1", GERMAN_ATTACK, GERMAN_ATTACK + 12),
        ("s1", GERMAN_ATTACK, SOVIET_ATTACK),
        ("s1", SOVIET_ATTACK, SOVIET_ATTACK + 12),
        ("g1", SOVIET_ATTACK, GERMAN_ATTACK + 12),
    ],
)
def test_after_combat_a_unit_recovers_after_its_own_next_combat_phase(
    name: str, since: int, until: int
) -> None:
    """wb95-ex-026"""
    game = shaken(name, since)
    end_phases(game, until - 1)
    assert disordered(game, name) == [name]
    end_phases(game, until)
    assert disordered(game, name) == []
    assert [fact["unit"] for fact in told(game, "recovered")] == [name]


@pytest.mark.rule("wb95", "5.6.5")
def test_the_option_asks_for_a_full_turn_always() -> None:
    game = shaken("s1", GERMAN_ATTACK, options={"recovery": "full-turn"})
    end_phases(game, GERMAN_ATTACK + 11)
    assert disordered(game, "s1") == ["s1"]
    end_phases(game, GERMAN_ATTACK + 12)
    assert disordered(game, "s1") == []


@pytest.mark.rule("wb95", "5.6.5")
def test_a_test_failed_again_begins_the_rest_anew() -> None:
    game = shaken("s1", GERMAN_ATTACK)
    end_phases(game, SOVIET_ATTACK - 1)
    disorganisation.disorganise(game, "s1", "5.6.1a")
    end_phases(game, SOVIET_ATTACK)
    assert disordered(game, "s1") == ["s1"]


@pytest.mark.rule("wb95", "5.6.5")
def test_being_attacked_or_attacking_begins_the_rest_anew() -> None:
    game = field(
        unit("g1", "0505", at={"disorganised": 0}),
        unit("gf", "0506", "ART", "5,3", at={"disorganised": 0}),
        unit("gq", "0101", at={"disorganised": 0}),
        unit("s1", "0504", at={"disorganised": 0}),
        phase=ATTACK_A,
    )
    fight(game, "- / -", "g1", guns=["gf"])
    marks = [at(game, name).disorganised for name in ("g1", "gf", "s1", "gq")]
    assert marks == [game.serial, game.serial, game.serial + 1, 0], "s1 rests a full turn"


@pytest.mark.rule("wb95", "5.6.5")
@pytest.mark.parametrize(
    ("ruling", "until"),
    [
        ("unattacked", SOVIET_ATTACK + 13),
        ("own-combat-phase", GERMAN_ATTACK + 12),
        ("full-turn", SOVIET_ATTACK + 12),
    ],
)
def test_a_unit_attacked_at_rest(ruling: str, until: int) -> None:
    """The German was disorganised in his own attack, and is attacked before his next."""
    units = unit("g1", "0505", at={"disorganised": GERMAN_ATTACK}), unit("s1", "0504")
    dug_in = ["0504", "0505"]
    game = field(*units, phase=ATTACK_B, fortified=dug_in, options={"recovery": ruling})
    fight(game, "- / -", "s1", "0505", by="soviet")
    end_phases(game, until - 1)
    assert disordered(game, "g1") == ["g1"]
    end_phases(game, until)
    assert disordered(game, "g1") == []


@pytest.mark.rule("wb95", "5.6.5")
def test_moving_in_pursuit_disturbs_a_headquarters() -> None:
    game = field(
        unit("g1", "0505"),
        unit("gh", "0505", "HQ", at={"disorganised": 0}),
        unit("s1", "0504"),
        phase=ATTACK_A,
    )
    fight(game, "- / D1", "g1")
    game.play("soviet", back(s1="0503"))
    game.play("german", chase(g1="0504", gh="0504"))
    assert at(game, "gh").disorganised == game.serial


@pytest.mark.rule("wb95", "5.6.2")
def test_the_enemy_is_not_told_which_closed_unit_tested() -> None:
    game = field(
        unit("g1", "0101"),
        unit("s1", "0909"),
        unit("s2", "0909"),
        phase=MOVE_A,
        options={"masking": "on"},
    )
    rig(game, 6, 6)
    disorganisation.test(game, "s1", "5.6.2")
    german = [e.facts for e in game.events_for("german") if e.kind == "disorganisation test"]
    soviet = [e.facts for e in game.events_for("soviet") if e.kind == "disorganisation test"]
    assert "unit" not in german[0]
    assert soviet[0]["unit"] == "s1"
