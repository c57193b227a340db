"""Flak: which missions, modifiers, losses. [14.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.air import flak
from grognard.systems.ocs.air.flight import Flight
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import play, rig, told, unit

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
    zone = sky(*crowd, craft("s1", "0320"), segment="barrage")
    assert reasons(zone, "barrage", "0312", "a1") == {"Patrol Zone": 1}


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
@pytest.mark.parametrize(("count", "hits"), [(1, [12]), (2, [6, 6]), (3, [4, 4, 4]),
                                             (4, [3, 3, 3, 3])])  # fmt: skip
def test_every_mission_aircraft_is_as_likely_to_be_hit(count: int, hits: list[int]) -> None:
    names = [f"a{i}" for i in range(count)]
    game = sky(*(craft(name, "0303", "T") for name in names))
    found = []
    for face in range(1, 13):
        rig(game, face)
        found.append(flak.drawn(game, list(names)))
    assert [found.count(name) for name in names] == hits
