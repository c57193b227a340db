"""Air combat stage by stage, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.airpower.melee import Fray, Group, fight, shooters
from grognard.systems.nextwar.airpower.shots import column, modifiers
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import rig, told
from tests.systems.nextwar.sky import drive, flies, places, sky, wing

SIDES = ("dprk", "allied")


def duel(game: Nw, ours: Any, theirs: Any, *answers: Any, dice: Any = (), **more: Any) -> Fray:
    """An engagement of air units of the two sides, the North's first."""
    rig(game, *dice)
    names = tuple(ours.split()), tuple(theirs.split())
    return drive(game, fight(game, Fray(SIDES, (Group(*names),), **more)), *answers)


def over(*wings: Any, **more: Any) -> Nw:
    """Aircraft that fight for the air."""
    for one in wings:
        one["state"].setdefault("place", "superiority")
    return sky(wings=wings, **more)


def shots(game: Nw) -> list[tuple[str, str, str]]:
    """Who fired in which stage, and with what result."""
    return [(shot["stage"], shot["unit"], shot["result"]) for shot in told(game, "air-shot")]


@pytest.mark.reading("nextwar", "nw-22-15")
@pytest.mark.rule(
    "nextwar", "22.6.3", "22.6.5", "22.6.3-b1", "22.6.3-b2", "15.2.7", "15.2.8", "15.2.8.1"
)
def test_every_pairing_has_the_stages_in_which_somebody_can_fire() -> None:
    game = over(
        wing("u1", "6**-3-3", "T"), wing("n1", "5**-0-0"), wing("n2", "4*-0-0"),
        wing("u2", "4-0-0"), wing("n3", "3-0-0"), wing("u3", "3-0-0"),
    )  # fmt: skip
    stages = ("long range", "stand-off", "dogfight")

    def firing(ours: str, theirs: str) -> list[list[str]]:
        return [shooters(game, Group((ours,), (theirs,)), stage) for stage in stages]

    assert firing("n1", "u1") == [["u1"], ["u1"], ["n1", "u1"]]
    assert firing("n2", "u2") == [[], ["n2"], ["n2", "u2"]]
    assert firing("n3", "u3") == [[], [], ["n3", "u3"]]
    duel(game, "n3", "u3", dice=(9, 9))
    assert [stage for stage, _, _ in shots(game)] == ["dogfight", "dogfight"]


@pytest.mark.rule("nextwar", "22.6.5", "15.2.3")
def test_the_column_is_the_difference_and_ends_at_four() -> None:
    game = over(
        wing("n1", "1-0-0"), wing("u1", "6-0-0"), wing("u2", "(1)-0-0"), wing("u3", "2-0-0")
    )
    assert column(game, "u1", "n1") == "up4"
    assert column(game, "n1", "u1") == "down4"
    assert column(game, "n1", "u2") == "even0"
    assert column(game, "u3", "n1") == "up1"
    duel(game, "n1", "u2", dice=(9,))
    assert [unit for _, unit, _ in shots(game)] == ["n1"]


@pytest.mark.rule("nextwar", "22.6.3", "22.6.3-b2", "22.6.3-b3", "22.6.5")
def test_an_advantage_lets_one_fire_first_in_the_next_stage_alone() -> None:
    game = over(wing("n1", "5*-0-0"), wing("u1", "4*-0-0"))
    duel(game, "n1", "u1", dice=(9, 2, 9, 9))
    assert shots(game) == [
        ("stand-off", "n1", "-"), ("stand-off", "u1", "A"),
    ]  # fmt: skip
    again = over(wing("n1", "5*-0-0"), wing("u1", "4*-0-0"))
    duel(again, "n1", "u1", None, None, dice=(8, 3, 4, 9))
    assert shots(again) == [
        ("stand-off", "n1", "-"), ("stand-off", "u1", "Ad"),
        ("dogfight", "u1", "D"), ("dogfight", "n1", "-"),
    ]  # fmt: skip
    assert flies(again, "n1").steps == 1


@pytest.mark.rule("nextwar", "22.6.5")
def test_two_advantages_cancel_each_other() -> None:
    game = over(wing("n1", "5*-0-0"), wing("u1", "4*-0-0"))
    duel(game, "n1", "u1", None, None, dice=(5, 4, 9, 9))
    assert next(s for s in shots(game) if s[0] == "dogfight")[1] == "n1"


@pytest.mark.rule("nextwar", "22.6.3-b1")
def test_long_range_is_simultaneous_and_an_advantage_of_it_counts_at_stand_off() -> None:
    game = over(wing("n1", "5**-0-0"), wing("u1", "5**-0-0"))
    duel(game, "n1", "u1", dice=(0, 0))
    assert places(game, "n1", "u1") == ["abort", "abort"]
    assert [flies(game, n).steps for n in ("n1", "u1")] == [1, 1]
    adv = over(wing("n1", "5**-0-0"), wing("u1", "5**-0-0"))
    duel(adv, "n1", "u1", dice=(9, 4, 1))
    assert shots(adv) == [
        ("long range", "n1", "-"), ("long range", "u1", "Ad"), ("stand-off", "u1", "DA"),
    ]  # fmt: skip


@pytest.mark.rule("nextwar", "22.6.3-b3", "22.6.4.1")
def test_in_a_dogfight_the_better_fire_first_and_equals_at_once() -> None:
    game = over(wing("n1", "3-0-0"), wing("n2", "5-0-0"), wing("u1", "4-0-0"))
    duel(game, "n1 n2", "u1", dice=(9, 9, 9))
    assert [unit for _, unit, _ in shots(game)] == ["n2", "u1", "n1"]
    gone = over(wing("n1", "3-0-0"), wing("n2", "5-0-0"), wing("u1", "4-0-0"))
    duel(gone, "n1 n2", "u1", dice=(0,))
    assert [unit for _, unit, _ in shots(gone)] == ["n2"]
    even = over(wing("n1", "4-0-0"), wing("u1", "4-0-0"))
    duel(even, "n1", "u1", dice=(0, 0))
    assert [flies(even, n).steps for n in ("n1", "u1")] == [1, 1]


@pytest.mark.rule("nextwar", "22.6.4.1")
def test_who_faces_two_fires_at_either() -> None:
    game = over(wing("n1", "3*-0-0"), wing("n2", "4*-0-0"), wing("u1", "4*-0-0"))
    fire_at = {"do": "fire-at", "unit": "n2"}
    duel(game, "n1 n2", "u1", fire_at, None, None, {"do": "fire-at", "unit": "n1"}, dice=(9,) * 6)
    targets = [s["target"] for s in told(game, "air-shot") if s["unit"] == "u1"]
    assert targets == ["n2", "n1"]


@pytest.mark.rule("nextwar", "22.6.4.1")
def test_two_from_afar_add_up() -> None:
    game = over(wing("n1", "5*-0-0"), wing("n2", "5*-0-0"), wing("u1", "4-0-0"))
    duel(game, "n1 n2", "u1", dice=(1, 1))
    assert flies(game, "u1").place == "eliminated"


@pytest.mark.rule("nextwar", "22.6.6")
def test_units_may_break_off_after_a_stage_from_afar() -> None:
    game = over(wing("n1", "4*-0-0"), wing("u1", "4*-0-0"))
    away = {"do": "break-off", "units": ["u1"]}
    duel(game, "n1", "u1", None, away, dice=(9, 9))
    assert places(game, "n1", "u1") == ["superiority", "abort"]
    plain = over(wing("n1", "4-0-0"), wing("u1", "4-0-0"))
    duel(plain, "n1", "u1", dice=(9, 9))  # nobody is asked after a dogfight


@pytest.mark.reading("nextwar", "nw-22-22")
@pytest.mark.rule("nextwar", "22.6.4.2", "22.6.7")
def test_who_is_free_in_the_battle_for_the_air_is_finished() -> None:
    game = over(wing("n1", "3-0-0"), wing("u1", "5**-0-0"))
    duel(game, "n1", "u1", dice=(5,))
    assert places(game, "n1", "u1") == ["abort", "superiority"]
    assert len(shots(game)) == 1


@pytest.mark.reading("nextwar", "nw-22-03")
@pytest.mark.rule("nextwar", "22.2.1.3", "22.2.1.1", "24.4.1-4")
def test_who_loses_the_rating_for_its_mission_goes_home_after_the_round() -> None:
    game = over(
        wing("n1", "3-0-2", reduced_air="2", reduced_strike="1", nation="PRC", place="superiority"),
        wing("u1", "5-0-0", "A"), begin={"weather": "overcast"},
    )  # fmt: skip
    duel(game, "n1", "u1", dice=(7, 0), loaded=frozenset({"n1"}), needs={"n1": "strike"})
    assert shots(game) == [("dogfight", "u1", "D"), ("dogfight", "n1", "-")]
    first, second = told(game, "air-shot")
    assert (first["column"], first["tally"]["total"]) == ("up4", 1)
    assert (second["column"], second["tally"]["total"]) == ("down4", 3)
    assert (flies(game, "n1").steps, flies(game, "n1").place) == (1, "flown")


@pytest.mark.rule("nextwar", "15.2.4", "22.6.5")
def test_pilots_crews_bombers_and_weather_modify_the_roll() -> None:
    game = over(
        wing("n1", "3*-0-0", skill=1), wing("u1", "4*-0-0", skill=-2, aircraft="F-15C"),
        wing("u2", "6**-0-0", aircraft="F-22A"), wing("n2", "(1)-0-2"), wing("r1", "4*-0-0"),
    )  # fmt: skip

    def drm(who: str, whom: str, stage: str, *friends: str, loaded: bool = False) -> int:
        return int(modifiers(game, who, whom, stage, friends, loaded).total)

    assert drm("n1", "u1", "dogfight") == 1
    assert drm("n1", "u1", "stand-off") == 1
    assert drm("r1", "n1", "stand-off") == 0
    assert drm("u1", "n1", "dogfight") == -2
    assert drm("u1", "n1", "dogfight", "u1", "u2") == -3
    assert drm("u1", "n2", "stand-off") == -1
    assert drm("u1", "n2", "long range") == 0
    assert drm("u1", "n1", "long range", loaded=True) == 2
    listed = over(
        wing("r1", "4*-0-0"), wing("n1"), options={"stand-off-crews": "list"},
        begin={"weather": "storm"},
    )  # fmt: skip
    assert modifiers(listed, "r1", "n1", "stand-off", (), False).total == 4
