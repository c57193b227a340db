"""What was left of the air war of the Advanced Game, as a further reader reads it."""

from __future__ import annotations

import pytest

from grognard.systems.nextwar.airpower.melee import Group, shooters
from grognard.systems.nextwar.airpower.placing import why_not
from grognard.systems.nextwar.airpower.shots import column
from grognard.systems.nextwar.airpower.sorties import service
from grognard.systems.nextwar.airpower.superiority import settle
from grognard.systems.nextwar.combat.support import Commitment, Support
from tests.systems.nextwar.airpower.test_melee import duel, over, shots
from tests.systems.nextwar.airpower.test_superiority import at_air_war, patrol
from tests.systems.nextwar.defenses.test_air_support import battle_of, battlefield, flown
from tests.systems.nextwar.field import rig, side, told, war
from tests.systems.nextwar.sky import flies, places, sky, wing

STAGES = ("long range", "stand-off", "dogfight")


@pytest.mark.reading("nextwar", "nw-15-91")
def test_support_from_the_air_goes_to_its_own_side() -> None:
    game = battlefield(
        wing("u1", "1-4-3"), wing("n1a", "1-4-3"),
        assets={"dprk": {"detection": 0}, "allied": {"detection": 0}},
    )  # fmt: skip
    ours, theirs = Commitment(aircraft=("u1",)), Commitment(aircraft=("n1a",))
    assert flown(game, ours, Commitment(), 9, 9, 9) == (4, 0)
    again = battlefield(
        wing("u1", "1-4-3"), wing("n1a", "1-4-3"),
        assets={"dprk": {"detection": 0}, "allied": {"detection": 0}},
    )  # fmt: skip
    assert flown(again, Commitment(), theirs, 9, 9, 9) == (0, 4)


@pytest.mark.reading("nextwar", "nw-15-92")
def test_a_bomber_is_shot_at_and_does_not_shoot() -> None:
    game = over(wing("n1", "5**-0-0"), wing("u1", "(1)-0-4"))
    assert column(game, "n1", "u1") == "up4"
    assert [shooters(game, Group(("n1",), ("u1",)), stage) for stage in STAGES] == [["n1"]] * 3
    duel(game, "n1", "u1", None, None, None, None, dice=(9, 9, 9))
    assert [(stage, name) for stage, name, _ in shots(game)] == [(s, "n1") for s in STAGES]


@pytest.mark.reading("nextwar", "nw-15-93")
def test_stars_say_at_what_range_a_unit_fires() -> None:
    game = over(
        wing("n1", "4**-0-0"), wing("n2", "4*-0-0"), wing("n3", "4-0-0"), wing("u1", "(1)-0-4")
    )
    fires = {
        name: [stage for stage in STAGES if shooters(game, Group((name,), ("u1",)), stage)]
        for name in ("n1", "n2", "n3")
    }
    assert fires == {"n1": list(STAGES), "n2": list(STAGES[1:]), "n3": ["dogfight"]}


@pytest.mark.reading("nextwar", "nw-22-91")
def test_who_has_no_rating_does_not_fly() -> None:
    storm = sky(wings=[wing("n1", "2-2-2"), wing("n2", "2-2-2", "A")], begin={"weather": "storm"})
    assert why_not(storm, "dprk", "n1")
    assert not why_not(storm, "dprk", "n2")
    game = battlefield(wing("u1", "4-0-2"), wing("u2", "4-1-2"))
    support = Support(battle_of(game), "allied")
    assert support.against(game, "allied", Commitment(aircraft=("u1",)))
    assert not support.against(game, "allied", Commitment(aircraft=("u2",)))


@pytest.mark.reading("nextwar", "nw-22-92")
@pytest.mark.parametrize(("die", "place"), [(1, "ready"), (2, "flown")])
def test_who_fails_his_maintenance_is_flown(die: int, place: str) -> None:
    game = sky(wings=[wing("r1", place="flown"), wing("r2", place="abort")])
    rig(game, die)
    service(game)
    assert told(game, "maintenance")[0]["needed"] == 1
    assert places(game, "r1", "r2") == ["ready", place]


@pytest.mark.reading("nextwar", "nw-22-93")
@pytest.mark.parametrize(("north", "level", "after"), [(3, 1, ("", 0)), (10, 3, ("dprk", 1))])
def test_awacs_follows_the_battle_for_the_air(
    north: int, level: int, after: tuple[str, int]
) -> None:
    flying = [wing(f"u{i}", place="superiority") for i in range(2)]
    flying += [wing(f"n{i}", place="superiority") for i in range(north)]
    game = sky(wings=flying, begin={"watching": "allied", "awacs": 1})
    settle(game)
    assert (war(game).ruler, war(game).level) == ("dprk", level)
    assert (war(game).watching, war(game).awacs) == after


@pytest.mark.reading("nextwar", "nw-22-94")
def test_there_are_no_air_points_in_the_advanced_game() -> None:
    game = at_air_war(wing("u1", "4-0-0"), wing("u2", "4-0-0"), wing("n1a", "1-0-0"))
    game.play("dprk", patrol())
    game.play("allied", patrol("u1", "u2"))
    assert not told(game, "air-points")
    assert (side(game, "allied").air, side(game, "dprk").air) == (0, 0)
    assert war(game).ruler == "allied"


@pytest.mark.reading("nextwar", "nw-22-95")
def test_one_against_two_fires_at_one_and_may_break_off() -> None:
    game = over(wing("n1", "5*-0-0"), wing("u1", "4*-0-0"), wing("u2", "4*-0-0"))
    duel(
        game, "n1", "u1 u2", {"do": "fire-at", "unit": "u2"},
        {"do": "break-off", "units": ["n1"]}, dice=(9, 9, 9),
    )  # fmt: skip
    fired = [(shot["stage"], shot["target"]) for shot in told(game, "air-shot")
             if shot["unit"] == "n1"]  # fmt: skip
    assert fired == [("stand-off", "u2")]
    assert flies(game, "n1").place == "abort"
