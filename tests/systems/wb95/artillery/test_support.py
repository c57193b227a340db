"""Guns that support attack and defence, and guns under attack. [6.0] [6.1] [6.3] [6.6] [8.2]"""

from __future__ import annotations

import pytest

from grognard.systems.wb95.artillery.support import exposed
from grognard.systems.wb95.status import MISSIONS, Mission
from tests.systems.wb95.combat.battles import (
    attack,
    by_rule,
    declared,
    defence_rules,
    front,
    odds_of,
    sums,
)
from tests.systems.wb95.field import at, rig, rules, unit

rule = pytest.mark.rule


def guns(hex: str, at: dict | None = None, name: str = "gun", **more):
    """Towed artillery of 5/3."""
    return unit(name, hex, "ART", "5,3", at=at or {}, **more)


def line(*more, **spec):
    """A German regiment next to a Soviet one, and what else there is."""
    return front(unit("g1", "0403"), unit("s1", "0404"), *more, **spec)


# --- In attack ------------------------------------------------------------------------------


@rule("wb95", "6.3.1")
@rule("wb95", "6.0")
def test_guns_add_their_attack_strength_to_an_attack():
    game = line(guns("0401"))
    found = sums(game, attack("g1", "0404", guns=["gun"]))
    assert found.attack.total == 4 + 5
    assert by_rule(found.attack)["6.3.1"] == 5


@rule("wb95", "6.0")
def test_only_artillery_supports_from_a_distance():
    game = line(unit("g2", "0401"))
    assert rules(game, "german", attack("g1", "0404", guns=["g2"])) == ["6.0"]


@rule("wb95", "6.1.2")
@rule("wb95", "6.3.2")
@pytest.mark.parametrize(("hex", "refused"), [("0406", []), ("0407", ["6.3.2"])])
def test_an_attacking_hex_must_be_within_three_hexes_of_the_guns(hex, refused):
    game = line(guns(hex))
    assert rules(game, "german", attack("g1", "0404", guns=["gun"])) == refused


@rule("wb95", "6.3.2")
def test_one_attacking_hex_within_range_is_enough():
    game = line(guns("0408"), unit("g2", "0405"))
    assert rules(game, "german", attack("g1 g2", "0404", guns=["gun"])) == []


@rule("wb95", "6.1.3")
def test_guns_in_transport_set_up_do_not_fire():
    game = line(guns("0401", {"transport": True}))
    assert rules(game, "german", attack("g1", "0404", guns=["gun"])) == ["6.1.3"]


@rule("wb95", "6.1.4")
@rule("wb95", "5.1.1")
def test_guns_fire_once_in_a_combat_phase_and_again_in_the_next():
    game = front(
        unit("g1", "0403", sp=40),
        unit("g2", "0603", sp=40),
        unit("s1", "0404", cel=6),
        unit("s2", "0604"),
        guns("0501"),
        fortified=["0603"],
    )
    rig(game, 6, 6)
    game.play("german", attack("g1", "0404", guns=["gun"]))
    assert at(game, "gun").fired == game.serial
    from grognard.systems.wb95.artillery.support import why_silent

    assert [r.rule for r in why_silent(game, "gun")] == ["6.1.4"]


@rule("wb95", "6.1.4")
def test_guns_that_fired_in_an_earlier_combat_phase_may_fire():
    game = line(guns("0401", {"fired": 3}), turn=2)
    assert rules(game, "german", attack("g1", "0404", guns=["gun"])) == []
    game = line(guns("0401", {"fired": 15}), turn=2)
    assert rules(game, "german", attack("g1", "0404", guns=["gun"])) == ["6.1.4"]


@rule("wb95", "6.5.6")
@pytest.mark.parametrize(("fired", "refused"), [(13, ["6.5.6"]), (7, ["6.5.6"]), (1, [])])
def test_guns_that_fired_a_barrage_support_nobody_in_two_combat_phases(fired, refused):
    game = line(guns("0401", {"barraged": fired}), turn=2)  # the phase is number 15
    assert rules(game, "german", attack("g1", "0404", guns=["gun"])) == refused


@rule("wb95", "6.6.2")
def test_guns_alone_next_to_the_enemy_support_an_attack():
    game = line(guns("0405"), unit("g2", "0304"))
    assert sums(game, attack("g1 g2", "0404", guns=["gun"])).attack.total == 13


@rule("wb95", "6.3.4")
@rule("wb95", "6.3.5")
def test_guns_next_to_the_enemy_suffer_the_result_and_others_do_not():
    game = line(guns("0401"), guns("0403", name="gclose"), guns("0406", name="sfar"))
    battle = declared(game, attack("g1", "0404", guns=["gclose", "gun"]))
    assert exposed(game, battle, "german") == ("gclose",)


@rule("wb95", "6.3.4")
@rule("wb95", "6.3.5")
def test_defending_guns_are_exposed_next_to_the_attackers():
    game = line(guns("0304", name="sclose"), guns("0406", name="sfar"))
    battle = declared(game, attack("g1", "0404"), {"guns": ["sclose", "sfar"]})
    assert exposed(game, battle, "soviet") == ("sclose",)


# --- In defence -----------------------------------------------------------------------------


@rule("wb95", "6.3.1")
@rule("wb95", "6.3.3")
@pytest.mark.parametrize(("hex", "refused"), [("0407", []), ("0408", ["6.3.3"])])
def test_guns_add_their_defence_strength_within_three_hexes_of_a_defending_hex(hex, refused):
    game = line(guns(hex, name="sgun"))
    action = attack("g1", "0404")
    assert defence_rules(game, action, {"guns": ["sgun"]}) == refused
    if not refused:
        assert sums(game, action, {"guns": ["sgun"]}).defence.total == 4 + 3


@rule("wb95", "6.3.1")
def test_guns_support_regular_units_only():
    game = front(unit("g1", "0403"), unit("shq", "0404", "HQ"), guns("0406", name="sgun"))
    assert defence_rules(game, attack("g1", "0404"), {"guns": ["sgun"]}) == ["6.3.1"]


@rule("wb95", "6.6.1")
def test_guns_in_the_attacked_hex_count_beside_a_regular_unit():
    game = line(guns("0404", name="sgun"))
    assert sums(game, attack("g1", "0404")).defence.total == 4 + 3
    assert defence_rules(game, attack("g1", "0404"), {"guns": ["sgun"]}) == ["6.6.1"]


@rule("wb95", "6.6.1")
@pytest.mark.parametrize("state", [{"transport": True}, {"fired": 3}])
def test_guns_in_the_attacked_hex_that_cannot_fire_add_nothing(state):
    game = line(guns("0404", state, name="sgun"))
    assert sums(game, attack("g1", "0404")).defence.total == 4


@rule("wb95", "6.6.3")
def test_guns_alone_are_worth_one_point_however_many_they_are():
    game = front(unit("g1", "0403", sp=4), guns("0404", name="sa"), guns("0404", name="sb"))
    found = sums(game, attack("g1", "0404"))
    assert found.defence.total == 1
    assert not found.lone
    assert odds_of(found)[0] == "4:1"


@rule("wb95", "6.6.4")
def test_limbered_guns_beside_guns_in_battery_are_not_alone():
    game = front(
        unit("g1", "0403"),
        guns("0404", name="sa"),
        guns("0404", {"transport": True}, name="sb"),
    )
    found = sums(game, attack("g1", "0404"))
    assert (found.lone, found.defence.total) == (False, 1)


@rule("wb95", "6.6.5")
@rule("wb95", "6.1.1")
def test_self_propelled_guns_fight_with_their_own_strengths():
    tracked = {"move": "tracked", "cel": 2}
    game = front(
        unit("gsp", "0403", "ART", "5,3", **tracked),
        unit("ssp", "0404", "ART", "6,2", **tracked),
    )
    found = sums(game, attack("gsp", "0404"))
    assert (found.attack.total, found.defence.total) == (5, 2)


@rule("wb95", "6.1.1")
@rule("wb95", "5.1.10")
def test_towed_guns_do_not_attack_and_self_propelled_ones_do():
    game = line(guns("0403"), unit("gsp", "0403", "ART", "5,3", move="tracked", cel=2))
    assert rules(game, "german", attack("g1 gsp", "0404")) == []
    assert rules(game, "german", attack("g1 gun", "0404")) == ["5.1.10"]
    assert rules(game, "german", attack("g1", "0404", guns=["gsp"])) == []
    assert rules(game, "german", attack("g1 gsp", "0404", guns=["gsp"])) == ["5.1.1"]


# --- From the air ---------------------------------------------------------------------------


def fly(game, name: str, side: str, kind: str, sp: int, label: str) -> None:
    """A mission that has been flown and stays in force."""
    mission = Mission(side, kind, sp, (game.board.hex(label),), (), until=999)
    game.put(MISSIONS, name, mission)


@rule("wb95", "8.2.2")
@rule("wb95", "6.0")
def test_aircraft_add_their_strength_to_an_attack():
    game = line()
    fly(game, "m1", "german", "support", 7, "0404")
    found = sums(game, attack("g1", "0404", air=["m1"]))
    assert by_rule(found.attack)["8.2.2"] == 7
    assert found.attack.total == 11
    assert rules(game, "german", attack("g1", "0404", air=["m2"])) == ["8.2.2"]
