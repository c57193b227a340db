"""Flak: which missions, modifiers, losses. [14.4]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.air import flak
from grognard.systems.ocs.air.flight import Flight
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import play, rig, rules, told, unit

rule = pytest.mark.rule


def reasons(game: Any, kind: str, hex: str, *planes: str) -> dict[str, int]:
    flight = Flight("axis", kind, game.board.hex(hex), list(planes))
    found: dict[str, int] = {}
    for part in flak.modifiers(game, flight).parts:
        found[part.label] = found.get(part.label, 0) + int(part.value)
    return found


@rule("ocs", "14.4")
@rule("ocs", "14.4a")
@pytest.mark.parametrize(
    ("kind", "outside", "inside"),
    [("barrage", True, True), ("hip_shoot", True, True), ("trainbusting", True, True),
     ("transport", False, True), ("drop", False, True), ("transfer", False, True),
     ("sweep", False, False), ("interception", False, False)],
)  # fmt: skip
def test_which_missions_flak_threatens(kind: str, outside: bool, inside: bool) -> None:
    for zone, expected in ((False, outside), (True, inside)):
        game = sky(craft("a1", "0303"), craft("s1", "0320", active=zone))
        flight = Flight("axis", kind, game.board.hex("0312"), ["a1"])
        assert flak.exposed(game, flight) is expected


@rule("ocs", "14.4e")
@rule("ocs", "14.4c")
@rule("ocs", "15.0b(B)")
@rule("ocs", "15.2(F)")
@rule("ocs", "MT-flakmods")
def test_modifiers() -> None:
    crowd = [craft(f"a{i}", "0303", "T") for i in range(1, 5)]
    game = sky(
        *crowd, unit("s1", "0312", "hq"), unit("s2", "0313"), unit("a9", "0314", "hq"),
        levels={"s0312": 2, "s0313": 0, "0314": 3}, segment="barrage",
    )  # fmt: skip
    assert reasons(game, "barrage", "0312", "a1") == {"headquarters": 1, "Air Base": 2}
    assert reasons(game, "barrage", "0313", "a1", "a2") == {}  # a strip gives none
    assert reasons(game, "barrage", "0313", "a1", "a2", "a3") == {"3 aircraft": 1}
    assert reasons(game, "barrage", "0313", "a1", "a2", "a3", "a4") == {"4 aircraft": 1}
    assert reasons(game, "transport", "0314", "a1") == {}  # one's own do not fire


@rule("ocs", "14.4c")
@rule("ocs", "14.4e")
@rule("ocs", "MT-flakmods")
def test_a_patrol_zone_is_worse_without_a_fighter_and_for_trainbusting() -> None:
    """Two without a fighter in the mission, one with; Trainbusting there costs one more."""
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303"), craft("a3", "0303", "F+T"),
        craft("a4", "0312"), craft("s1", "0320"), segment="barrage",
    )  # fmt: skip
    alone, escorted = {"Patrol Zone, no fighter": 2}, {"Patrol Zone": 1}
    busting = {"Trainbusting in it": 1}
    assert reasons(game, "barrage", "0311", "a1") == alone
    assert reasons(game, "barrage", "0311", "a1", "a2") == escorted
    assert reasons(game, "hip_shoot", "0311", "a3") == escorted  # a fighter besides
    assert reasons(game, "transport", "0312", "a1") == alone  # who is based there does not count
    assert reasons(game, "trainbusting", "0311", "a1") == alone | busting
    assert reasons(game, "trainbusting", "0311", "a1", "a2") == escorted | busting
    calm = sky(craft("a1", "0303", "T"), unit("s1", "0313"), segment="barrage")
    assert reasons(calm, "trainbusting", "0311", "a1") == {}


@rule("ocs", "14.4e")
@rule("ocs", "MT-flakmods")
def test_the_odds_of_a_mission_have_the_exact_chance_of_flak() -> None:
    """Bombers in a zone are hit on 9 or more, 10 in 36; with a fighter on 10 or more, 6 in 36."""
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303"), craft("s1", "0320"),
               unit("s2", "0312"), segment="barrage")  # fmt: skip
    for planes, chance in ((("a1",), Fraction(10, 36)), (("a1", "a2"), Fraction(6, 36))):
        odds = game.odds(fly("air-barrage", *planes, to="0312", aim="units"), "axis")
        assert odds.chance(lambda fact: fact.get("hit")) == chance


SHIPS = [{"id": "cl", "side": "allied", "name": "cl", "sound": "9/5/2/2", "damaged": "4/5/1/2"}]


@rule("ocs", "18.3f")
def test_all_ships_in_the_hex_fire_at_barrages_and_at_nothing_else() -> None:
    naval = [{"id": "s-a", "ship": "cl", "hex": "0312"},
             {"id": "s-b", "ship": "cl", "hex": "0312", "damaged": True}]  # fmt: skip
    game = sky(craft("a1", "0303", "T"), ships=SHIPS, naval=naval, segment="barrage")
    assert reasons(game, "barrage", "0312", "a1") == {"ships in the hex": 3}
    assert reasons(game, "transport", "0312", "a1") == {}


@rule("ocs", "14.4e")
@rule("ocs", "14.4b")
@rule("ocs", "14.2f(E)")
@pytest.mark.parametrize(("dice", "hit"), [((4, 6), False), ((5, 6), True)])
def test_eleven_or_more_takes_a_step_and_costs_nothing(dice: tuple[int, int], hit: bool) -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0312", at={"oos": True}), segment="barrage")
    rig(game, *dice, 1, 1)
    before = game.state.maps["sides"]
    spent = {side: status.spent for side, status in before.items()}
    play(game, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert [fact["hit"] for fact in told(game, "flak")] == [hit]
    assert bird(game, "a1").reduced is hit
    assert {side: s.spent for side, s in game.state.maps["sides"].items()} == spent


@rule("ocs", "14.4f")
def test_the_loss_comes_before_the_mission_which_uses_the_reduced_values() -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0312"), segment="barrage")
    rig(game, 6, 6, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert told(game, "flak")[0]["roll"] == 12
    assert told(game, "reckoning")[0]["initial"] == "8-11"  # nine points
    assert bird(game, "a1").reduced


@rule("ocs", "14.4f")
def test_an_eliminated_aircraft_carries_nothing_out() -> None:
    game = sky(craft("a1", "0303", "T", lost=True), unit("s1", "0312"), segment="barrage")
    rig(game, 6, 6)
    play(game, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert perch(game, "a1") == "dead-"
    assert told(game, "barrage") == []


@rule("ocs", "14.4f")
@rule("ocs", "MT-missionloss")
@pytest.mark.parametrize(("count", "hits"), [(2, "000111"), (3, "001122"), (4, "012303")])
def test_one_die_picks_the_mission_aircraft_that_is_hit(count: int, hits: str) -> None:
    """By their places; of four the weakest on a 5, here the first, and the strongest on a 6."""
    planes = [craft(f"a{i}", "0303", "T", full=f"(1)/{5 + i}/0") for i in range(count)]
    for die, hit in enumerate(hits, 1):
        game = sky(*planes, unit("s1", "0312"), segment="barrage")
        names = [f"a{i}" for i in range(count)]
        rig(game, 6, 6, die, 1, 1)
        play(game, "axis", fly("air-barrage", *names, to="0312", aim="units"))
        assert [name for name in names if bird(game, name).reduced] == [f"a{hit}"]


@rule("ocs", "14.4f")
def test_a_lone_aircraft_needs_no_die() -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0312"), segment="barrage")
    rig(game, 6, 6, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert next(event.dice for event in game.events if event.kind == "barrage") == (1, 1)


def squadron(**more: Any) -> Any:
    """Two strong aircraft, one of them reduced already, and two weak ones; the mission of all."""
    strong = {"full": "(1)/9/0", "reduced": "(1)/9/0"}
    weak = {"full": "(1)/4/0", "reduced": "(1)/2/0"}
    return sky(
        craft("a1", "0303", "T", lost=True, **strong), craft("a2", "0303", "T", **strong),
        craft("a3", "0303", "T", **weak), craft("a4", "0303", "T", **weak),
        unit("s1", "0312"), segment="barrage", **more,
    )  # fmt: skip


FOUR = fly("air-barrage", "a1", "a2", "a3", "a4", to="0312", aim="units")


@rule("ocs", "14.4f")
@rule("ocs", "MT-missionloss")
@pytest.mark.parametrize(("die", "alike"), [(5, ["a3", "a4"]), (6, ["a1", "a2"])])
def test_among_equals_the_owner_picks_who_is_hit(die: int, alike: list[str]) -> None:
    game = squadron()
    rig(game, 6, 6, die, 1, 1)
    game.play("axis", FOUR)
    ask = game.decisions[0].ask
    assert (ask.player, ask.name, ask.rule) == ("axis", "flak loss", "14.4f")
    assert [action["plane"] for action in game.legal("axis")] == alike
    assert "14.4f" in rules(game, "axis", {"do": "hit", "plane": "a9"})
    before = bird(game, alike[1])
    game.play("axis", {"do": "hit", "plane": alike[1]})
    assert bird(game, alike[1]) != before
    assert bird(game, alike[1]).reduced
    assert len(told(game, "barrage")) == 1


@rule("ocs", "14.4f")
def test_who_does_not_care_loses_a_step_and_no_aircraft() -> None:
    game = squadron()
    rig(game, 6, 6, 6, 1, 1)
    game.play("axis", FOUR)
    assert game.decisions[0].ask.default == {"do": "hit", "plane": "a2"}  # a1 would be destroyed


@rule("ocs", "14.4f")
def test_odds_look_past_the_choice_among_equals() -> None:
    found = squadron().odds(FOUR, "axis")
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    assert all(any("aim" in fact for fact in o.facts) for o in found.outcomes)  # they all bomb
    assert "flak loss" in [note.get("question") for note in found.supposed]
