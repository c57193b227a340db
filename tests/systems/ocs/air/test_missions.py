"""Missions: who flies, when, how far, how often, and the way back. [14.0] [14.1] [14.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.pieces.planes import face, fighter, range_to
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import end, play, rig, rules, serial, told, unit

rule = pytest.mark.rule
TARGET = unit("s9", "0312")


@rule("ocs", "3.5")
@rule("ocs", "14.1")
@rule("ocs", "14.1b")
def test_types_values_and_the_reduced_side() -> None:
    game = sky(
        craft("a1", "0303", "F+T", full="3/8/0", reduced="1/4/0"),
        craft("a2", "0303", "Tpt", full="(0)/0/1", reduced="(0)/0/1/2", lost=True),
    )
    assert fighter(game, "a1")
    assert not fighter(game, "a2")
    assert (face(game, "a1").barrage, str(face(game, "a2").capacity)) == (8, "1/2")


@rule("ocs", "14.0")
@rule("ocs", "14.1a")
@rule("ocs", "14.1g")
@rule("ocs", "14.2e")
@rule("ocs", "14.2f(A)")
@rule("ocs", "14.2f(F)")
def test_active_aircraft_fly_one_mission_a_phase_and_are_inactive_then() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T", active=False), TARGET,
               craft("a3", "0303", "T"), segment="barrage")  # fmt: skip
    bomb = fly("air-barrage", "a1", to="0312", aim="units")
    assert rules(game, "axis", fly("air-barrage", "a2", to="0312", aim="units")) == ["14.1a"]
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb)
    assert perch(game, "a1") == "0303-"
    assert rules(game, "axis", fly("trainbust", "a1", to="0315")) == ["14.1a"]
    assert told(game, "mission")[0]["aircraft"] == ["a1"]


@rule("ocs", "14.2e")
def test_an_aircraft_that_stays_active_still_flies_once_a_phase() -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303"), levels={"0306": 1, "0309": 1})
    play(game, "axis", fly("transfer", "a1", to="0306"))
    assert perch(game, "a1") == "0306+"
    assert rules(game, "axis", fly("transfer", "a1", to="0309")) == ["14.2e"]


@rule("ocs", "14.1g")
@rule("ocs", "14.0")
@rule("ocs", "7.0c")
@rule("ocs", "11.0d")
@rule("ocs", "CT-airfunction")
@pytest.mark.parametrize(
    ("segment", "player", "offers"),
    [("movement", "axis", {"sweep", "transfer"}), ("barrage", "axis", {"air-barrage", "trainbust"}),
     ("reaction", "allied", {"sweep", "transfer"}),
     ("reaction-barrage", "allied", {"air-barrage", "trainbust"}),
     ("exploitation", "axis", {"sweep", "transfer"}),
     ("exploitation-barrage", "axis", {"air-barrage", "trainbust"}),
     ("artillery", "axis", set())],
)  # fmt: skip
def test_in_which_segments_aircraft_fly(segment: str, player: str, offers: set[str]) -> None:
    game = sky(craft("a1", "0303", "F"), craft("s1", "0313", "F"), unit("a9", "0307", "artillery"),
               segment=segment, levels={"0304": 1, "s0314": 1})  # fmt: skip
    air = {"sweep", "transfer", "air-barrage", "trainbust", "hip-shoot", "air-transport"}
    asks = [d for d in game.decisions if d.player == player]
    legal = {a["do"] for a in game.legal(player)} & air if game.segment.kind == segment else set()  # type: ignore[attr-defined]
    assert legal == offers
    assert bool(asks) or not offers


@rule("ocs", "14.2a")
@rule("ocs", "14.2f(B)")
@rule("ocs", "14.2e")
def test_up_to_four_of_any_type_and_from_several_bases() -> None:
    crowd = [craft(f"a{i}", f"030{i}", "F" if i == 1 else "T") for i in range(1, 6)]
    game = sky(*crowd, TARGET, segment="barrage")
    names = [f"a{i}" for i in range(1, 6)]
    assert rules(game, "axis", fly("air-barrage", *names, to="0312", aim="units")) == ["14.2a"]
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", *names[:4], to="0312", aim="units"))
    assert [perch(game, n) for n in names[:4]] == ["0301-", "0302-", "0303-", "0304-"]
    assert told(game, "mission")[0]["aircraft"] == names[:4]  # all of them at once
    assert [bird(game, n).flown == serial("barrage") for n in names] == [True] * 4 + [False]


@rule("ocs", "14.2d")
@rule("ocs", "14.2c")
@rule("ocs", "4.8c(D)")
def test_range_is_counted_in_hexes_without_a_path() -> None:
    game = sky(craft("a1", "0303", "T", range=9), craft("s1", "0313"), unit("s9", "0312"),
               unit("s8", "0314"), unit("s7", "0306"), segment="barrage")  # fmt: skip
    assert range_to(game, "a1", game.board.hex("0312")) == 9
    assert rules(game, "axis", fly("air-barrage", "a1", to="0312", aim="units")) == []
    assert rules(game, "axis", fly("air-barrage", "a1", to="0314", aim="units")) == ["14.2d"]
    assert rules(game, "axis", fly("air-barrage", "s1", to="0312", aim="units")) == ["14.2c"]


@rule("ocs", "14.1f")
@rule("ocs", "14.1d")
@rule("ocs", "17.0d")
@rule("ocs", "12.9c")
def test_bad_weather_keeps_aircraft_on_their_bases_active_as_they_are() -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303", active=False), craft("s1", "0312"),
               weather="storm", levels={"0306": 1}, segment="refit",
               dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    game.play("axis", {"do": "refit", "hex": "0303", "aircraft": ["a2"]})
    assert game.state.maps["sides"]["axis"].spent == 1
    end(game, "axis", until="movement") if game.segment.kind != "movement" else None  # type: ignore[attr-defined]
    assert [perch(game, a) for a in ("a1", "a2")] == ["0303+", "0303+"]
    air = {"sweep", "transfer", "air-transport"}
    assert not air & {a["do"] for a in game.legal("axis")}


@rule("ocs", "14.1f")
def test_a_mission_in_bad_weather_is_refused() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"), unit("a9", "0305"), weather="storm")
    assert rules(game, "axis", fly("sweep", "a1", to="0312")) == ["14.1f"]


@rule("ocs", "2.4(3)")
def test_no_missions_against_the_enemy_in_a_simulcast_turn() -> None:
    from grognard.engine.record import replace
    from grognard.systems.ocs.status import TURN

    game = sky(craft("a1", "0303"), craft("s1", "0312"), unit("a9", "0305"), levels={"0306": 1})
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", fly("sweep", "a1", to="0312")) == ["2.4(3)"]
    assert rules(game, "axis", fly("transfer", "a1", to="0306")) == []


@rule("ocs", "14.2f(F)")
@rule("ocs", "14.1c")
def test_mission_aircraft_return_to_any_base_within_range() -> None:
    game = sky(craft("a1", "0303", "T", range=10), TARGET, levels={"0306": 1, "0330": 1},
               segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    game.play("axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert rules(game, "axis", {"do": "return", "to": {"a1": "0330"}}) == ["14.2f(F)"]
    game.play("axis", {"do": "return", "to": {"a1": "0306"}})
    assert perch(game, "a1") == "0306-"


@rule("ocs", "14.2f(F)")
def test_the_way_back_may_be_said_beforehand() -> None:
    game = sky(craft("a1", "0303", "T"), TARGET, levels={"0306": 1}, segment="barrage")
    wrong = fly("air-barrage", "a1", to="0312", aim="units", home={"a1": "0309"})
    assert rules(game, "axis", wrong) == ["14.1c"]
    rig(game, 1, 1, 1, 1)
    game.play("axis", fly("air-barrage", "a1", to="0312", aim="units", home={"a1": "0306"}))
    assert game.at_checkpoint
    assert perch(game, "a1") == "0306-"


@rule("ocs", "14.2f(C)")
@rule("ocs", "14.2f(E)")
@rule("ocs", "14.2f(F)")
def test_combat_then_interception_then_flak_then_the_mission() -> None:
    game = sky(craft("a1", "0303", full="9/9/0"), craft("a2", "0303", full="9/9/0"),
               craft("s1", "0312"), craft("s2", "0320"), segment="barrage")  # fmt: skip
    game.instruct("allied", {"intercept": "best fighter"})
    rig(game, 6, 6, 1, 1, 1, 1, 1, 1, 6)
    play(game, "axis", fly("air-barrage", "a1", "a2", to="0312", aim="base"))
    kinds = [e.kind for e in game.events if e.kind in
             ("mission", "air-combat", "interception", "flak", "barrage", "return")]  # fmt: skip
    assert kinds == ["mission", "air-combat", "interception", "air-combat", "flak", "barrage",
                     "return"]  # fmt: skip


@rule("ocs", "4.9a")
def test_the_enemy_sees_the_top_of_the_stack_and_not_where_it_goes() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303"), TARGET, segment="barrage")
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", "a2", to="0312", aim="units"))
    seen = {e.kind: dict(e.facts) for e in game.events_for("allied")}
    assert seen["mission"] == {"mission": "barrage", "side": "axis", "hex": "0312", "top": "a2",
                               "count": 2}  # fmt: skip
    assert seen["return"] == {"side": "axis"}


@rule("ocs", "14.6")
@rule("ocs", "14.2e")
def test_sweeps_are_for_fighters_against_bases_with_active_aircraft() -> None:
    asleep = craft("s2", "0315", active=False)
    game = sky(craft("a1", "0303"), craft("a2", "0303", "T"), craft("a3", "0303"), asleep,
               craft("s1", "0312"), craft("s3", "0312"))  # fmt: skip
    assert rules(game, "axis", fly("sweep", "a2", to="0312")) == ["14.6"]
    assert rules(game, "axis", fly("sweep", "a1", to="0315")) == ["14.6"]
    assert rules(game, "axis", fly("sweep", "a1", to="0316")) == ["14.6"]
    rig(game, 1, 1, 1)
    play(game, "axis", fly("sweep", "a1", to="0312"))
    rig(game, 1, 1, 1)
    play(game, "axis", fly("sweep", "a3", to="0312"))  # any number against a hex
    assert [perch(game, a) for a in ("a1", "a3")] == ["0303-", "0303-"]


@rule("ocs", "14.6")
def test_a_winner_of_a_sweep_goes_home_inactive_too() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"))
    rig(game, 6, 6, 1)
    play(game, "axis", fly("sweep", "a1", to="0312"))
    assert (perch(game, "a1"), perch(game, "s1")) == ("0303-", "0312-")


def test_legal_and_sample_agree_with_check() -> None:
    import random

    game = sky(craft("a1", "0303"), craft("a2", "0304", "T"), craft("s1", "0312"),
               unit("s2", "0314"), levels={"0306": 1})  # fmt: skip
    listed: list[Any] = [a for a in game.legal("axis") if a["do"] in ("sweep", "transfer")]
    assert {(a["do"], a["hex"]) for a in listed} == {
        ("sweep", "0312"), ("transfer", "0303"), ("transfer", "0304"), ("transfer", "0306"),
    }  # fmt: skip
    assert all(rules(game, "axis", action) == [] for action in listed)
    rng = random.Random(3)
    for _ in range(30):
        action = game.sample("axis", rng)
        assert action is not None
        assert rules(game, "axis", action) == []
    assert bird(game, "a1").active


@rule("ocs", "4.9a")
def test_odds_take_what_shows_for_all_there_is() -> None:
    bomb = fly("air-barrage", "a1", to="0312", aim="units")
    things = [craft("a1", "0303", "T"), unit("a9", "0313"), unit("s1", "0312"), craft("s8", "0320")]
    hidden = [unit("s0", "0312", "hq"), craft("s9", "0320", lost=True)]
    known = sky(*things, segment="barrage").odds(bomb, "axis")
    assert sky(*hidden, *things, segment="barrage").odds(bomb, "axis").to_json() == known.to_json()
    assert sum(outcome.probability for outcome in known.outcomes) == 1
