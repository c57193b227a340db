"""A second reading of chapter 6: ranged attacks and barrage."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import MISSIONS, SIDES, Mission
from tests.systems.wb95.combat.afterwards import fight
from tests.systems.wb95.combat.battles import attack, front
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    BARRAGE_A,
    MOVE_A,
    at,
    field,
    rig,
    rules,
    told,
    unit,
)
from tests.systems.wb95.works.crossing import bridge

reading = pytest.mark.reading
G, S, END = "german", "soviet", {"do": "end"}


def gun(name: str, hex: str, sp: str = "5,3", **more: Any) -> dict[str, Any]:
    """Towed artillery in combat set-up."""
    return unit(name, hex, "ART", sp, **more)


def bombard(*guns: str, target: str = "0504", **more: Any) -> dict[str, Any]:
    """A ranged attack."""
    return {"do": "bombard", "guns": list(guns), "target": target, **more}


def barrage(*guns: str, target: str = "0504") -> dict[str, Any]:
    """A barrage on a hex."""
    return {"do": "barrage", "guns": list(guns), "target": target}


def struck(game: Wb, name: str) -> tuple[int, bool]:
    """The levels a unit has left, and whether it is disorganised."""
    return at(game, name).cel, at(game, name).disorganised >= 0


# ---- ranged attacks


@reading("wb95", "6-19")
@pytest.mark.parametrize(("faces", "left"), [((5, 6), (1, False)), ((6, 6), (1, True))])
def test_ground_shelters_twice_and_works_do_not(
    faces: tuple[int, int], left: tuple[int, bool]
) -> None:
    game = front(
        gun("g1", "0502"), gun("g2", "0502", "4,2"), unit("s1", "0504"),
        board=sketch(9, 9, terrain={"0504": "forest"}), fortified=["0504"],
    )  # fmt: skip
    rig(game, *faces)
    game.play(G, bombard("g1", "g2"))
    assert told(game, "reckoning")[0]["strength"]["total"] == 7
    assert struck(game, "s1") == left


@reading("wb95", "6-20")
@pytest.mark.parametrize(("ground", "sp", "net"), [("forest", "10,3", 8), ("city", "4,3", 0)])
def test_what_is_left_of_fire(ground: str, sp: str, net: int) -> None:
    board = sketch(9, 9, terrain={"0504": ground})
    game = front(gun("g1", "0502", sp), unit("s1", "0504"), board=board)
    rig(game, 1, 1)
    game.play(G, bombard("g1"))
    assert told(game, "reckoning")[0]["strength"]["total"] == net
    assert struck(game, "s1") == ((1, True) if net else (2, False))


@reading("wb95", "6-21")
def test_every_gun_reaches_the_target() -> None:
    game = front(gun("g1", "0501"), gun("g2", "0508"), unit("s1", "0504"))
    assert rules(game, G, bombard("g1", "g2")) == ["6.4.2a"]
    assert rules(game, G, bombard("g1")) == []


@reading("wb95", "6-22")
def test_no_ranged_attack_on_an_adjacent_hex() -> None:
    game = front(gun("g1", "0503"), gun("g2", "0502"), unit("s1", "0504"))
    assert rules(game, G, bombard("g1")) == ["6.4.3"]
    assert rules(game, G, bombard("g2")) == []


@reading("wb95", "6-23")
def test_aircraft_add_their_whole_strength() -> None:
    game = front(gun("g1", "0502"), unit("s1", "0504"))
    target = game.board.hex("0504")
    game.put(MISSIONS, "m1", Mission(G, "support", 4, (target,), (), until=5))
    rig(game, 3, 4)
    game.play(G, bombard("g1", air=["m1"]))
    assert told(game, "reckoning")[0]["strength"]["total"] == 9


def facing(*works: str) -> Wb:
    """A German infantry next to a Soviet one, and a gun two hexes from it."""
    units = unit("g1", "0505"), gun("g2", "0506"), unit("s1", "0504")
    return front(*units, fortified=list(works))


@reading("wb95", "6-24")
def test_fire_or_assault_but_not_both() -> None:
    game = facing("0505")
    rig(game, 3, 4)
    game.play(G, bombard("g2"))
    assert rules(game, G, attack("g1", "0504")) == ["6.4.5"]
    other = facing("0505")
    fight(other, "- / -", "g1")
    assert rules(other, G, bombard("g2")) == ["6.4.5"]


@reading("wb95", "6-25")
def test_who_must_be_attacked_is_not_fired_at() -> None:
    assert rules(facing(), G, bombard("g2")) == ["6.4.5"]


@reading("wb95", "6-26")
def test_a_gun_that_was_hit_still_supports() -> None:
    game = front(
        unit("g1", "0505"), unit("s1", "0504"), gun("g2", "0302"), gun("s2", "0502"),
    )  # fmt: skip
    rig(game, 1, 2)
    game.play(G, bombard("g2", target="0502"))
    assert struck(game, "s2") == (1, True)
    game.play(G, attack("g1", "0504"))
    game.play(S, {"do": "defend", "guns": ["s2"]})
    assert told(game, "reckoning")[-1]["defence"]["total"] == 4 + 2


@reading("wb95", "6-27")
def test_a_bridge_next_door_is_shelled_without_regard_to_ground() -> None:
    board = sketch(9, 9, terrain={"0404": "forest"}, sides=["0404-0504 river bridge"])
    game = front(gun("g1", "0504", "7,2"), unit("s1", "0909"), board=board)
    rig(game, 4, 6)
    game.play(G, {"do": "shell-bridge", "guns": ["g1"], "bridge": "0404-0504"})
    assert not getattr(bridge(game, "0404-0504"), "intact", False)


# ---- barrage


def batteries(*more: dict[str, Any], ammunition: int = 3, **spec: Any) -> Wb:
    """Two German guns of 4 within range of a Soviet infantry, and a grant for turn 1."""
    grant = {"side": G, "turns": [1], "ammunition": ammunition}
    units = gun("g1", "0502", "4,2"), gun("g2", "0501", "4,2"), unit("s1", "0504")
    return field(*units, *more, phase=BARRAGE_A, **{"barrage": [grant], **spec})


@reading("wb95", "6-28")
def test_a_barrage_is_granted_and_not_imposed() -> None:
    game = batteries(barrage=[])
    assert game.phase == "Movement of german"
    assert rules(game, G, barrage("g1", "g2")) != []
    granted = batteries()
    assert granted.phase == "Artillery Barrage of german"
    granted.play(G, END)
    go_to(granted, ATTACK_A)
    assert rules(granted, G, barrage("g1", "g2")) != []
    assert granted.state[SIDES][G].ammunition == 3


@reading("wb95", "6-29")
def test_strength_is_doubled_before_the_ground_comes_off() -> None:
    game = batteries(board=sketch(9, 9, terrain={"0504": "forest"}))
    rig(game, 5, 6)
    game.play(G, barrage("g1", "g2"))
    assert told(game, "reckoning")[0]["strength"]["total"] == 14
    assert struck(game, "s1") == (1, True)
    assert game.state[SIDES][G].ammunition == 1


@reading("wb95", "6-30")
def test_two_guns_at_least_and_ammunition_for_each() -> None:
    third = gun("g3", "0602")
    assert rules(batteries(third), G, barrage("g1")) == ["6.5.4"]
    assert rules(batteries(third, ammunition=1), G, barrage("g1", "g2")) != []
    assert rules(batteries(third, ammunition=2), G, barrage("g1", "g2", "g3")) == ["6.5.7"]


@reading("wb95", "6-31")
def test_no_barrage_on_an_adjacent_hex() -> None:
    game = batteries(gun("g3", "0503"))
    assert rules(game, G, barrage("g1", "g3")) == ["6.4.3"]


@reading("wb95", "6-32")
def test_who_fired_a_barrage_stays() -> None:
    game = batteries(unit("g3", "0601", "ART", "4,2", move="tracked"))
    rig(game, 3, 4)
    game.play(G, barrage("g1", "g3"))
    go_to(game, MOVE_A)
    roll, limber = (
        {"do": "move", "units": ["g3"], "path": ["0701"]},
        {"do": "setup", "units": ["g1"]},
    )
    assert (rules(game, G, roll), rules(game, G, limber)) == (["6.5.5"], ["6.5.5"])
    go_to(game, MOVE_A, 2)
    assert (rules(game, G, roll), rules(game, G, limber)) == ([], [])


@reading("wb95", "6-33")
def test_no_support_in_the_next_two_combat_phases() -> None:
    game = batteries(unit("g3", "0603"), fortified=["0603", "0504"])
    rig(game, 3, 4)
    game.play(G, barrage("g1", "g2"))
    supported = attack("g3", "0504", guns=["g1"])
    go_to(game, ATTACK_A)
    assert rules(game, G, supported) == ["6.5.6"]
    go_to(game, ATTACK_B)
    fight(game, "- / -", "s1", "0603", by=S)
    assert not told(game, "reckoning")[-1]["defence"]["parts"][1:], "nobody supports"
    go_to(game, ATTACK_A, 2)
    assert rules(game, G, supported) == []


@reading("wb95", "6-34")
def test_after_a_barrage_guns_still_fire_on_their_own_account() -> None:
    game = batteries()
    rig(game, 3, 4)
    game.play(G, barrage("g1", "g2"))
    go_to(game, ATTACK_A)
    assert rules(game, G, bombard("g1")) == []


@reading("wb95", "6-35")
def test_a_barrage_does_not_save_its_target_from_attack() -> None:
    game = batteries(unit("g3", "0603"))
    rig(game, 3, 4)
    assert rules(game, G, barrage("g1", "g2")) == []
    game.play(G, barrage("g1", "g2"))
    go_to(game, ATTACK_A)
    assert rules(game, G, attack("g3", "0504")) == []
