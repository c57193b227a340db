"""Air combat: who attacks, rounds, aborts and losses. [14.3]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import play, rig, rules, told

rule = pytest.mark.rule


def rounds(game: Any) -> list[tuple[str, str, int, str, int]]:
    keys = ("attacker", "defender", "roll", "aborts", "loss")
    return [tuple(fact[k] for k in keys) for fact in told(game, "air-round")]  # type: ignore[misc]


@rule("ocs", "14.3")
@rule("ocs", "14.3c")
@rule("ocs", "14.3e(C)")
@rule("ocs", "MT-aircombat41")
@rule("ocs", "CT-aircombat")
@pytest.mark.parametrize(
    ("dice", "roll", "who"),
    [((3, 4), 6, "attacker"), ((4, 4), 7, "both"), ((4, 5), 8, "defender")],
)
def test_ratings_modify_the_roll_and_the_table_says_who_aborts(
    dice: tuple[int, int], roll: int, who: str
) -> None:
    game = sky(craft("a1", "0303", full="3/1/0"), craft("s1", "0313", full="4/1/0"))
    rig(game, *dice, 4)
    play(game, "axis", fly("sweep", "a1", to="0313"))
    assert rounds(game) == [("a1", "s1", roll, who, 0)]
    assert bird(game, "s1").active == (who == "attacker")
    assert not bird(game, "a1").active  # a sweep ends Inactive whatever happens


@rule("ocs", "14.3e(C)")
@rule("ocs", "14.1b")
@pytest.mark.parametrize(("loss", "steps"), [(4, 0), (5, 1), (6, 1)])
def test_a_loss_die_of_five_or_six_takes_a_step_from_whoever_aborts(loss: int, steps: int) -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0313"))
    rig(game, 3, 4, loss)
    play(game, "axis", fly("sweep", "a1", to="0313"))
    assert (bird(game, "a1").reduced, bird(game, "s1").reduced) == (steps == 1, steps == 1)


@rule("ocs", "14.1b")
def test_a_second_step_loss_sends_an_aircraft_to_the_dead_pile() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0313", lost=True))
    rig(game, 6, 6, 6)
    play(game, "axis", fly("sweep", "a1", to="0313"))
    assert perch(game, "s1") == "dead-"
    assert told(game, "air-destroyed") == [
        {"aircraft": "s1", "side": "allied", "why": "shot down in air combat"}
    ]


@rule("ocs", "14.3b")
@rule("ocs", "21.4(B)")
@pytest.mark.parametrize(("option", "roll"), [("off", 7), ("on", 6)])
def test_only_the_option_modifies_ratings(option: str, roll: int) -> None:
    game = sky(craft("a1", "0303", range=18), craft("s1", "0313"), options={"long-range": option})
    rig(game, 3, 4, 1)
    play(game, "axis", fly("sweep", "a1", to="0313"))  # ten hexes of eighteen
    assert rounds(game)[0][2] == roll


@rule("ocs", "14.3a")
@rule("ocs", "14.3e(B)")
@rule("ocs", "GL-offensive-air")
def test_the_attacker_uses_aircraft_without_brackets_the_defender_any() -> None:
    game = sky(
        craft("a1", "0303"), craft("a2", "0303", "T"), craft("a3", "0303"),
        craft("s1", "0313"), craft("s2", "0313", "T"),
    )  # fmt: skip
    game.play("axis", fly("sweep", "a1", "a2", "a3", to="0313"))
    game.play("axis", {"do": "abort", "planes": []})
    game.play("allied", {"do": "abort", "planes": []})
    assert [a["plane"] for a in game.legal("axis")] == ["a1", "a3"]
    game.play("axis", {"do": "fight", "plane": "a3"})
    assert [a["plane"] for a in game.legal("allied")] == ["s1", "s2"]
    rig(game, 1, 1, 1)
    game.play("allied", {"do": "fight", "plane": "s2"})
    assert rounds(game) == [("a3", "s2", 5, "attacker", 0)]


@rule("ocs", "14.3a")
@rule("ocs", "14.3")
def test_aircraft_with_brackets_all_around_ignore_one_another() -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("s1", "0313", "T"), segment="barrage",
    )  # fmt: skip
    rig(game, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0313", aim="base"))
    assert told(game, "air-combat") == []
    assert len(told(game, "barrage")) == 1


@rule("ocs", "14.3c")
def test_if_the_movers_ratings_stand_in_brackets_the_other_side_attacks() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0313"), segment="barrage")
    rig(game, 6, 6, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0313", aim="base"))
    assert rounds(game) == [("s1", "a1", 15, "defender", 0)]
    assert perch(game, "a1") == "0303-"
    assert told(game, "barrage") == []


@rule("ocs", "14.3c")
def test_inactive_aircraft_are_ignored() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0313", active=False), segment="barrage")
    rig(game, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0313", aim="base"))
    assert told(game, "air-combat") == []


@rule("ocs", "14.2b")
@rule("ocs", "14.3d(A)")
@rule("ocs", "14.3e(A)")
@rule("ocs", "4.9d")
def test_before_it_starts_all_but_one_may_abort_on_either_side() -> None:
    game = sky(
        craft("a1", "0303"), craft("a2", "0306"), craft("s1", "0313"), craft("s2", "0313", "T"),
        craft("s3", "0313", active=False), levels={"s0316": 1},
    )  # fmt: skip
    game.play("axis", fly("sweep", "a1", "a2", to="0313"))
    assert told(game, "air-combat")[0]["aircraft"] == {"axis": ["a1", "a2"], "allied": ["s1", "s2"]}
    assert game.decisions[0].ask.name == "abort from air combat"
    assert rules(game, "axis", {"do": "abort", "planes": ["a1", "a2"]}) == ["14.3d(A)"]
    game.play("axis", {"do": "abort", "planes": ["a1"]})
    game.play("axis", {"do": "return", "to": {"a1": "0306"}})
    assert perch(game, "a1") == "0306-"
    assert rules(game, "allied", {"do": "abort", "planes": ["s1", "s2"]}) == ["14.3d(A)"]
    rig(game, 3, 4, 1)
    game.play("allied", {"do": "abort", "planes": ["s1"]})
    assert perch(game, "s1") == "0313-"  # over its own base it stays there [14.1c]
    assert [r[:2] for r in rounds(game)] == [("a2", "s2")]


@rule("ocs", "14.3d(B)")
@rule("ocs", "14.3e(D)")
def test_it_goes_on_round_by_round_until_one_side_is_alone() -> None:
    game = sky(
        craft("a1", "0303"), craft("s1", "0313"), craft("s2", "0313"), craft("s3", "0313", "T")
    )
    rig(game, 6, 6, 1, 6, 6, 1, 6, 6, 1)
    game.play("axis", fly("sweep", "a1", to="0313"))
    asked = []
    while not game.at_checkpoint:
        decision = game.decisions[0]
        asked.append(decision.ask.name)
        game.play(decision.player, decision.ask.default)  # type: ignore[arg-type]
    assert [r[1] for r in rounds(game)] == ["s2", "s1", "s3"]
    assert asked.count("abort from air combat") == 1  # before it starts, and never in the midst
    assert [bird(game, s).active for s in ("s1", "s2", "s3")] == [False] * 3


@rule("ocs", "14.3")
@rule("ocs", "14.3e(D)")
def test_by_the_option_fighters_begin_and_end_it() -> None:
    bombers = [craft("a1", "0303", "T", full="2/9/0"), craft("s1", "0313", "T")]
    for option, fights in (("unbracketed", 1), ("fighters", 0)):
        game = sky(*bombers, segment="barrage", options={"air-combat-trigger": option})
        rig(game, 1, 1, 1, 1, 1, 1)
        play(game, "axis", fly("air-barrage", "a1", to="0313", aim="base"))
        assert len(told(game, "air-combat")) == fights


@rule("ocs", "14.3d(C)")
def test_after_the_whole_of_it_mission_aircraft_may_abort() -> None:
    game = sky(
        craft("a1", "0303"), craft("a2", "0303", "T"), craft("s1", "0313"), segment="barrage"
    )
    game.play("axis", fly("air-barrage", "a1", "a2", to="0313", aim="base"))
    rig(game, 6, 6, 1)
    game.play("axis", {"do": "abort", "planes": []})
    assert game.decisions[0].ask.rule == "14.3d(C)"
    play(game, "axis", {"do": "abort", "planes": ["a1", "a2"]})
    assert (told(game, "flak"), told(game, "barrage")) == ([], [])
    assert [perch(game, a) for a in ("a1", "a2")] == ["0303-", "0303-"]


@rule("ocs", "14.1c")
def test_who_aborts_goes_to_any_base_within_range_inactive() -> None:
    game = sky(
        craft("a1", "0303", range=10), craft("s1", "0313"), levels={"0311": 1, "0325": 1}
    )  # fmt: skip
    rig(game, 1, 1, 1)
    game.play("axis", fly("sweep", "a1", to="0313"))
    assert game.decisions[0].ask.name == "return to base"
    options = [a["to"]["a1"] for a in game.legal("axis")]
    assert options == ["0303", "0311"]  # 0325 is twelve hexes away
    game.play("axis", {"do": "return", "to": {"a1": "0311"}})
    assert perch(game, "a1") == "0311-"
