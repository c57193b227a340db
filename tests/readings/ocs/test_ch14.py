"""A second reading of chapter 14: aircraft, missions, air combat. [14.1] [14.2] [14.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.results import ocs_charts, ocs_tables
from grognard.systems.ocs.sequence import KINDS
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import end, move, play, rig, rules, told, unit
from tests.systems.ocs.naval.sea import ship

reading = pytest.mark.reading
AIRBORNE = {"sweep", "air-barrage", "hip-shoot", "trainbust", "air-transport", "air-drop",
            "transfer"}  # fmt: skip
TARGET = [unit("s9", "0312"), unit("a9", "0512")]


def bomb(*planes: str, to: str = "0312", aim: str = "units", **more: Any) -> dict[str, Any]:
    return fly("air-barrage", *planes, to=to, aim=aim, **more)


def offered(game: Any, player: str) -> set[str]:
    return AIRBORNE & {action["do"] for action in game.legal(player)}


def shifts(game: Any) -> dict[str, int]:
    parts = told(game, "reckoning")[-1]["shifts"]["parts"]
    return {part["rule"]: part["value"] for part in parts}


def rounds(game: Any) -> list[tuple[str, str, int, str]]:
    return [
        (fact["attacker"], fact["defender"], fact["roll"], fact["aborts"])
        for fact in told(game, "air-round")
    ]


@reading("ocs", "14-01")
@pytest.mark.parametrize("segment", KINDS)
def test_aircraft_fly_in_movement_reaction_and_exploitation(segment: str) -> None:
    phasing, other = craft("a1", "0303", "F+T"), craft("s1", "0313", "F+T")
    game = sky(phasing, other, unit("a9", "0310"), unit("s9", "0311"), segment=segment)
    if game.segment.kind != segment:  # type: ignore[attr-defined]
        assert segment not in ("movement", "barrage", "exploitation", "exploitation-barrage")
        return  # nobody had anything to do in it
    flying = {"movement": "axis", "barrage": "axis", "reaction": "allied",
              "reaction-barrage": "allied", "exploitation": "axis",
              "exploitation-barrage": "axis"}.get(segment)  # fmt: skip
    for side in ("axis", "allied"):
        found = offered(game, side) if game.to_act == side else set()
        assert bool(found) == (side == flying)


@reading("ocs", "14-02")
def test_what_a_plane_of_two_types_may_do() -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303", "T+Tpt", full="(1)/9/2"),
        craft("s1", "0317", "T"), levels={"0312": 1}, dumps=[{"side": "axis", "hex": "0303",
                                                              "sp": 2}],
    )  # fmt: skip
    lift = {"to": "0312", "tokens": {"0303": 2}}
    assert rules(game, "axis", fly("air-transport", "a1", **lift)) == ["14.9a"]
    play(game, "axis", fly("air-transport", "a2", **lift))
    assert told(game, "flak") == []  # a bomber alone patrols nothing
    both = sky(craft("a2", "0303", "Tpt"), craft("s1", "0317", "T+F"), levels={"0312": 1},
               dumps=[{"side": "axis", "hex": "0303", "sp": 2}])  # fmt: skip
    rig(both, 1, 1)
    play(both, "axis", fly("air-transport", "a2", **lift))
    assert len(told(both, "flak")) == 1


@reading("ocs", "14-03")
def test_the_inactive_stay_and_the_active_stay_active() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", active=False), unit("a9", "0404"),
               unit("s9", "0312"), levels={"0307": 1})  # fmt: skip
    assert rules(game, "axis", fly("transfer", "a2", to="0307")) == ["14.1a"]
    end(game, "axis", until="movement")  # the other side's
    end(game, "allied", until="movement")  # and the next turn's
    assert (game.turn, perch(game, "a1"), perch(game, "a2")) == (2, "0303+", "0303-")


@reading("ocs", "14-04")
@pytest.mark.parametrize(("lost", "perched", "barrages"), [(False, "0303-", 1), (True, "dead-", 0)])
def test_flak_reduces_first_and_then_destroys(lost: bool, perched: str, barrages: int) -> None:
    game = sky(craft("a1", "0303", "T", lost=lost), *TARGET, segment="barrage")
    rig(game, 6, 5, 1, 1)
    play(game, "axis", bomb("a1"))
    assert perch(game, "a1") == perched
    assert bird(game, "a1").reduced
    assert len(told(game, "barrage")) == barrages


@reading("ocs", "14-05")
def test_the_way_back_is_to_any_base_in_range_of_the_target() -> None:
    game = sky(craft("a1", "0303", "T", range=12), unit("s9", "0315"), unit("a9", "0909"),
               levels={"0327": 1, "0328": 1}, segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    game.play("axis", bomb("a1", to="0315"))
    assert [action["to"]["a1"] for action in game.legal("axis")] == ["0303", "0327"]
    assert rules(game, "axis", {"do": "return", "to": {"a1": "0328"}}) != []
    game.play("axis", {"do": "return", "to": {"a1": "0327"}})
    assert perch(game, "a1") == "0327-"


@reading("ocs", "14-06")
def test_who_aborts_over_his_own_base_stays_there() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"), levels={"s0314": 1})
    rig(game, 6, 6, 1)
    game.play("axis", fly("sweep", "a1", to="0312"))
    assert perch(game, "s1") == "0312-"
    assert all(decision.ask.name != "return to base" for decision in game.decisions)


@reading("ocs", "14-07")
def test_neither_bombs_nor_flak_cost_supply() -> None:
    dumps = [{"side": "axis", "hex": "0303", "sp": 4}, {"side": "allied", "hex": "0312", "sp": 4}]
    game = sky(craft("a1", "0303", "T"), *TARGET, dumps=dumps, segment="barrage")
    rig(game, 6, 6, 6, 6, 1)
    play(game, "axis", bomb("a1"))
    assert len(told(game, "flak")) == 1
    assert [game.state.maps["sides"][side].spent for side in ("axis", "allied")] == [0, 0]


@reading("ocs", "14-08")
@reading("ocs", "14-10")
@pytest.mark.parametrize(
    ("planes", "spotting", "near"),
    [(("a1",), None, 1), (("a1", "a2"), -3, None), (("a2",), -3, None)],
)
def test_a_strat_bomber_spoils_spotting_and_short_range_for_all(
    planes: tuple[str, ...], spotting: int | None, near: int | None
) -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "S"), unit("s9", "0312"),
               unit("a9", "0311"), segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb(*planes))
    assert (shifts(game).get("10.0b"), shifts(game).get("10.2b")) == (spotting, near)


@reading("ocs", "14-09")
def test_strat_bombers_neither_hip_shoot_nor_bomb_ships() -> None:
    hip = {"axis": {"hip_shooters": ["German"]}}
    game = sky(craft("a1", "0303", "S"), unit("s9", "0312"), unit("a9", "0311"), limits=hip)
    assert rules(game, "axis", fly("hip-shoot", "a1", to="0312", aim="units")) == ["14.1e(B)"]
    at_sea = ship("s8", "0312")
    sea = sky(craft("a1", "0303", "S"), craft("a2", "0303", "T"), unit("a9", "0505"),
              ships=[at_sea["ship"]], naval=[at_sea["naval"]], segment="barrage")  # fmt: skip
    assert rules(sea, "axis", bomb("a1", aim="ships")) == ["14.1e(B)"]
    assert rules(sea, "axis", bomb("a2", aim="ships")) == []


@reading("ocs", "14-12")
def test_four_fly_together_reduced_or_not() -> None:
    five = [craft(f"a{i}", "0303", "T", lost=True) for i in range(1, 6)]
    game = sky(*five, *TARGET, levels={"0303": 3}, segment="barrage")
    assert rules(game, "axis", bomb(*(f"a{i}" for i in range(1, 6)))) == ["14.2a"]
    assert rules(game, "axis", bomb("a1", "a2", "a3", "a4")) == []


@reading("ocs", "14-13")
def test_a_base_refits_no_more_than_it_holds_active() -> None:
    wing = [craft(f"a{i}", "0303", active=i <= 4) for i in range(1, 8)]
    game = sky(*wing, segment="refit", dumps=[{"side": "axis", "hex": "0303", "sp": 1}])

    def refit(*names: str) -> dict[str, Any]:
        return {"do": "refit", "hex": "0303", "aircraft": list(names)}

    assert rules(game, "axis", refit("a5", "a6")) == ["15.0b(D)"]
    assert rules(game, "axis", refit("a5")) == []


@reading("ocs", "14-14")
def test_one_of_each_side_stays_whichever_its_owner_likes() -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303", "T"), craft("a3", "0303", "T"),
               craft("s1", "0312"), craft("s2", "0312"), segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1", "a2", "a3", aim="base"))
    assert rules(game, "axis", {"do": "abort", "planes": ["a1", "a2", "a3"]}) == ["14.3d(A)"]
    game.play("axis", {"do": "abort", "planes": ["a1", "a2"]})  # a bomber alone stays
    assert rules(game, "allied", {"do": "abort", "planes": ["s1", "s2"]}) == ["14.3d(A)"]
    rig(game, 1, 1, 1, 1, 1, 1, 1)
    play(game, "allied", {"do": "abort", "planes": ["s2"]})
    assert [perch(game, key) for key in ("a1", "a2", "s2")] == ["0303-", "0303-", "0312-"]
    assert rounds(game)[0][:2] == ("s1", "a3")


@reading("ocs", "14-15")
def test_range_to_the_hex_whatever_lies_between() -> None:
    game = sky(craft("a1", "0303", "T", range=12), unit("s8", "0315"), unit("s9", "0316"),
               unit("s7", "0308"), unit("a9", "0909"), segment="barrage")  # fmt: skip
    assert rules(game, "axis", bomb("a1", to="0315")) == []
    assert rules(game, "axis", bomb("a1", to="0316")) == ["14.2d"]


@reading("ocs", "14-16")
def test_a_fighter_that_has_transferred_flies_again_in_the_next_phase_only() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"), unit("a9", "0311"), unit("s9", "0410"),
               levels={"0306": 1})  # fmt: skip
    play(game, "axis", fly("transfer", "a1", to="0306"))
    assert perch(game, "a1") == "0306+"
    assert rules(game, "axis", fly("sweep", "a1", to="0312")) == ["14.2e"]
    end(game, "axis", until="exploitation")
    assert perch(game, "a1") == "0306+"
    assert rules(game, "axis", fly("sweep", "a1", to="0312")) == []


@reading("ocs", "14-17")
def test_a_fighter_intercepts_once_in_a_phase() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), craft("s1", "0320"),
               unit("s8", "0412"), *TARGET, segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1"))
    rig(game, 6, 6, 1)
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert perch(game, "s1") == "0320+"
    rig(game, 1, 1, 1, 1)
    game.play("axis", bomb("a2", to="0412"))
    assert len(told(game, "interception")) == 1
    parts = told(game, "flak")[-1]["modifier"]["parts"]
    assert [part["rule"] for part in parts] == ["14.4c"]  # its zone still adds to the flak


@reading("ocs", "14-18")
def test_drops_on_one_hex_go_on_and_a_fighter_comes_along() -> None:
    planes = [craft(f"a{i}", "0303", "Tpt") for i in (1, 2)]
    game = sky(*planes, craft("a3", "0303"), unit("a9", "0312"),
               dumps=[{"side": "axis", "hex": "0303", "sp": 2}])  # fmt: skip
    for crew in (("a1",), ("a2", "a3")):
        rig(game, 6, 6)
        play(game, "axis", fly("air-drop", *crew, to="0312", tokens={"0303": 1}))
    assert [fact["landed"] for fact in told(game, "drop")] == [True, True]
    assert perch(game, "a3") == "0303-"


@reading("ocs", "14-19")
def test_combat_then_interception_then_flak_then_bombs() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0403", "T"), craft("s1", "0312"),
               craft("s2", "0322"), levels={"s0312": 2}, segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1", "a2", aim="base"))
    assert told(game, "flak") == []  # Air Combat has begun, and nobody has fired yet
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1, 1, 1, 1, 1, 1)  # the attacker over the base aborts
    while not game.decisions or game.decisions[0].ask.name != "intercept":
        game.play(game.decisions[0].player, game.decisions[0].ask.default)
    assert (perch(game, "s1"), told(game, "flak")) == ("0312-", [])
    assert [action["plane"] for action in game.legal("allied")] == ["", "s2"]
    play(game, "allied", {"do": "intercept", "plane": ""})
    kinds = [event.kind for event in game.events]
    assert kinds.count("flak") == 1
    assert kinds.index("air-round") < kinds.index("flak") < kinds.index("barrage")


@reading("ocs", "14-20")
def test_who_is_driven_off_meets_no_flak_and_has_used_the_hex() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), craft("s1", "0312"),
               craft("s2", "0322"), segment="barrage")  # fmt: skip
    rig(game, 6, 6, 1)
    play(game, "axis", bomb("a1", aim="base"))
    assert perch(game, "a1") == "0303-"
    assert [told(game, kind) for kind in ("interception", "flak", "barrage")] == [[], [], []]
    assert rules(game, "axis", bomb("a2", aim="base")) == ["10.0e(A)"]


@reading("ocs", "14-21")
def test_bombers_ignore_bombers_and_inactive_fighters_do_not_rise() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0312", "T"), craft("s2", "0312",
               active=False), segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1)
    play(game, "axis", bomb("a1", aim="base"))
    assert told(game, "air-combat") == []
    assert len(told(game, "flak")) == len(told(game, "barrage")) == 1


@reading("ocs", "14-22")
def test_against_bombers_alone_the_base_attacks() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0312"), segment="barrage")
    rig(game, 2, 2, 1)  # 4 and 4 for the fighter less 1 for the bomber
    play(game, "axis", bomb("a1", aim="base"))
    assert rounds(game) == [("s1", "a1", 7, "both")]


@reading("ocs", "14-23")
def test_the_attacker_changes_when_the_last_fighter_of_the_mission_is_gone() -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303", "T"), craft("s1", "0312"),
               craft("s2", "0312"), segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1", "a2", aim="base"))
    game.play("axis", {"do": "abort", "planes": []})
    game.play("allied", {"do": "abort", "planes": []})
    rig(game, 3, 4, 1, 6, 6, 1)
    play(game, "allied", {"do": "fight", "plane": "s1"})
    assert rounds(game) == [("a1", "s1", 7, "both"), ("s2", "a2", 15, "defender")]
    assert (perch(game, "s2"), told(game, "barrage")) == ("0312+", [])


@reading("ocs", "14-24")
@reading("ocs", "14-25")
@reading("ocs", "14-27")
@pytest.mark.parametrize(("die", "lost"), [(4, False), (5, True)])
def test_the_books_own_example_and_its_loss_die(die: int, lost: bool) -> None:
    game = sky(
        craft("s1", "0303", full="2/1/0"), craft("s2", "0303", "T", full="(2)/9/0"),
        craft("a1", "0312", full="4/1/0"), craft("a2", "0312", "T"), craft("a3", "0312", "T"),
        player="allied", segment="barrage",
    )  # fmt: skip
    game.play("allied", bomb("s1", "s2", aim="base"))
    game.play("allied", {"do": "abort", "planes": []})
    game.play("axis", {"do": "abort", "planes": []})
    assert game.to_act == "axis"  # the attacker's one Fighter had to be named
    assert [action["plane"] for action in game.legal("axis")] == ["a1", "a2", "a3"]
    rig(game, 5, 4, die, 1, 1, 1)
    game.play("axis", {"do": "fight", "plane": "a1"})
    assert rounds(game) == [("s1", "a1", 7, "both")]
    assert (bird(game, "s1").reduced, bird(game, "a1").reduced) == (lost, lost)
    prompts = [decision.ask.prompt for decision in game.decisions]
    assert "which aircraft abort before air combat?" not in prompts
    while not game.at_checkpoint:
        game.play(game.decisions[0].player, game.decisions[0].ask.default)
    assert len(told(game, "barrage")) == 1  # the others ignore each other


@reading("ocs", "14-26")
def test_the_same_fighter_goes_on_until_it_is_alone() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312", full="2/1/0"),
               craft("s2", "0312", full="2/1/0"))  # fmt: skip
    rig(game, 6, 6, 1, 6, 6, 1)
    game.play("axis", fly("sweep", "a1", to="0312"))
    game.play("allied", {"do": "abort", "planes": []})
    play(game, "allied", {"do": "fight", "plane": "s2"})
    assert [found[:2] for found in rounds(game)] == [("a1", "s2"), ("a1", "s1")]


@reading("ocs", "14-28")
@pytest.mark.parametrize(("out", "barrages"), [(["a2"], 1), (["a1", "a2"], 0)])
def test_after_the_combat_the_victors_may_go_home(out: list[str], barrages: int) -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303", "T"), craft("s1", "0312", full="0/1/0"),
               segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1", "a2", aim="base"))
    rig(game, 6, 6, 1, 1, 1, 1)
    game.play("axis", {"do": "abort", "planes": []})
    assert game.decisions[0].ask.prompt == "which aircraft abort after air combat?"
    assert told(game, "flak") == []
    play(game, "axis", {"do": "abort", "planes": out})
    assert perch(game, "a2") == "0303-"
    assert len(told(game, "flak")) == len(told(game, "barrage")) == barrages


@reading("ocs", "14-75")
@pytest.mark.rule("ocs", "14.1c")
@pytest.mark.rule("ocs", "14.3d(C)")
@pytest.mark.parametrize("option", ["mission", "all"])
def test_whether_those_at_home_leave_after_a_combat_is_a_switch(option: str) -> None:
    game = sky(
        craft("a1", "0303", full="0/1/0"),
        craft("s1", "0312"),
        craft("s2", "0312", "T"),
        unit("a9", "0909"),
        levels={"s0316": 1},
        options={"abort-after-combat": option},
    )
    game.play("axis", fly("sweep", "a1", to="0312"))
    game.play("allied", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1)  # the sweep aborts
    game.play("allied", {"do": "fight", "plane": "s1"})
    if option == "mission":
        assert perch(game, "s2") == "0312+"
        assert all(decision.player != "allied" for decision in game.decisions)
        return
    assert rules(game, "allied", {"do": "abort", "planes": ["a1"]}) == ["14.3d(C)"]
    game.play("allied", {"do": "abort", "planes": ["s2"]})
    assert [event.rule for event in game.events if event.kind == "abort"] == ["14.3d(C)"]
    assert rules(game, "allied", {"do": "return", "to": {"s2": "0303"}}) == ["14.1c"]
    play(game, "allied", {"do": "return", "to": {"s2": "0316"}})
    assert (perch(game, "s1"), perch(game, "s2"), perch(game, "a1")) == ("0312+", "0316-", "0303-")


@reading("ocs", "14-11")
def test_no_flight_is_no_bar_to_refit_nor_to_being_active() -> None:
    game = sky(
        craft("a1", "0303"),
        craft("a2", "0303", active=False),
        craft("s1", "0312"),
        weather="storm",
        segment="refit",
        dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
    )
    play(game, "axis", {"do": "refit", "hex": "0303", "aircraft": ["a2"]})
    assert [perch(game, key) for key in ("a1", "a2")] == ["0303+", "0303+"]
    grounded = sky(craft("a1", "0303"), craft("s1", "0312"), unit("a9", "0305"), weather="storm")
    assert rules(grounded, "axis", fly("sweep", "a1", to="0312")) == ["14.1f"]
    assert offered(grounded, "axis") == set()
    assert rules(grounded, "axis", move("a9", to="0306")) == []
    text = ocs_charts()["weather-effects"].splitlines()
    own = [line + ("" if line.startswith("#") else ",dry,no") for line in text]
    own = [line.replace("flight,dry,no", "flight,allied-ground,allied-flight") for line in own]
    game = sky(craft("a1", "0303", "T"), craft("s1", "0320"), *TARGET, segment="barrage")
    tables = ocs_tables(own={"weather-effects": "\n".join(own) + "\n"})
    object.__setattr__(game.scenario, "tables", tables)  # the Allies alone are grounded
    game.play("axis", bomb("a1"))
    assert [action["plane"] for action in game.legal("allied")] == ["", "s1"]
