"""The staff of Next War in the air: who is sent up, what is struck, and with what. [22.0] [23.0]"""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.decision import Action, Ask
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.nextwar.commander import ANSWERS
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.airpower.melee import Fray, Group, fight
from grognard.systems.nextwar.airpower.superiority import engagements
from grognard.systems.nextwar.defenses.detecting import EARLY, Finding
from grognard.systems.nextwar.defenses.intercepting import allocate
from grognard.systems.nextwar.defenses.package import STRIKE, Package
from grognard.systems.nextwar.defenses.regimes import NO_DEFENSE
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SITES
from tests.players.playing import always_legal, did, phase_of
from tests.systems.nextwar.field import field, rig, unit
from tests.systems.nextwar.sky import sky, wing

TRACKS = {"detection": 7, "sam": 6, "aaa": 3}
WEAK = {"detection": 0, "sam": 0, "aaa": 0}
BASE = {"hex": "0503", "kind": "airbase", "owner": "dprk"}
FIELD = {"hex": "0703", "kind": "airfield", "owner": "dprk"}
WW = {"support": "WW", "strike": "WW"}
WATCHED = {"first": "allied", "watching": "allied", "awacs": 2}


def air(*units: Any, wings: Any, tracks: Any = None, **more: Any) -> Nw:
    """The Allies announce missions; the northern half of the map is the enemy's."""
    begin = {"first": "allied", **more.pop("begin", {})}
    assets = {"dprk": tracks or TRACKS, "allied": {}, **more.pop("assets", {})}
    spec = {"segment": "strike-1-announce", "sites": [BASE], **more}
    return sky(*units, wings=wings, begin=begin, assets=assets, **spec)


# --- Strikes -------------------------------------------------------------------------------------


def test_every_choice_is_legal_in_the_advanced_game() -> None:
    game = grognard.new("nextwar/korea", seed=4, options={"game": "advanced"})
    always_legal(game, 4, 220)


def test_it_strikes_at_the_base_that_is_worth_more() -> None:
    game = air(wings=[wing("r1", "3-0-6", skill=-2)], tracks=WEAK, sites=[FIELD, BASE])
    assert [a["target"] for a in did(phase_of(game, "allied"), "announce-strike")] == [
        "airbase-0503"
    ]


def test_what_is_destroyed_is_struck_no_more() -> None:
    game = air(wings=[wing("r1", "3-0-6", skill=-2)], tracks=WEAK, sites=[FIELD, BASE])
    game.edit([{"map": "sites", "key": "airbase-0503", "set": {"destroyed": True}}], "gone")
    assert game.state[SITES]["airbase-0503"].destroyed
    assert [a["target"] for a in did(phase_of(game, "allied"), "announce-strike")] == [
        "airfield-0703"
    ]


def test_nobody_flies_where_the_risk_is_worth_more_than_the_target() -> None:
    heavy = {"detection": 10, "sam": 10, "aaa": 3}
    weary = wing("u1", "3-0-5", skill=-2, left=1)
    risky = air(wings=[weary], tracks=heavy, sites=[FIELD])
    assert not did(phase_of(risky, "allied"), "announce-strike")
    safe = air(wings=[weary], tracks=WEAK, sites=[FIELD])
    assert did(phase_of(safe, "allied"), "announce-strike")


def test_wild_weasels_strike_at_missiles_and_radars_before_the_others() -> None:
    wings = [wing("u1", "3-0-0", **WW), wing("u2", "3-0-0", **WW)]
    wings += [wing(f"u{i}", "3-3-5", skill=-2) for i in range(3, 13)]
    done = phase_of(air(wings=wings), "allied")
    assert done[0]["do"] == "announce-weasels"
    assert sorted(done[0]["targets"]) == ["detection", "sam"]
    assert did(done, "announce-strike")


def test_wild_weasels_fly_with_the_strikers_when_little_is_left_to_suppress() -> None:
    wings = [wing("u1", "3-0-0", **WW), wing("r1", "3-0-6", skill=-2)]
    low = {"detection": 2, "sam": 2, "aaa": 1}
    done = phase_of(air(wings=wings, tracks=low), "allied")
    assert not did(done, "announce-weasels")
    assert did(done, "announce-strike")


def test_strikers_are_escorted_where_fighters_could_meet_them() -> None:
    wings = [
        wing("r1", "1-0-6", skill=-2), wing("r2", "5-0-0", place="superiority"),
        wing("n1", "4-0-0", place="superiority"),
    ]  # fmt: skip
    seen = {"detection": 9, "sam": 0, "aaa": 0}
    (strike,) = did(phase_of(air(wings=wings, tracks=seen), "allied"), "announce-strike")
    assert strike["escorts"] == ["r2"]
    alone = air(wings=wings[:2], tracks=seen)
    (strike,) = did(phase_of(alone, "allied"), "announce-strike")
    assert not strike.get("escorts")


def test_stand_off_weapons_are_used_at_bases_and_not_at_troops_on_foot() -> None:
    game = air(wings=[wing("r1", "3-0-6*", skill=-2)], tracks=WEAK)
    (strike,) = did(phase_of(game, "allied"), "announce-strike")
    assert strike["standoff"] == ["r1"]
    game = air(
        unit("n1", "0504", "9-9-4"), unit("r9", "0505"), wings=[wing("r1", "3-0-6*", skill=-2)],
        tracks=WEAK, sites=[],
    )  # fmt: skip
    (strike,) = did(phase_of(game, "allied"), "announce-strike")
    assert (strike["target"], strike.get("standoff", [])) == ("n1", [])


def test_it_does_not_see_who_flies_in_a_mission_under_the_fog_of_war() -> None:
    """Two games that differ only in who was sent get the same answer. [29.2.1]"""
    answers = []
    for striker in ("n1", "n2"):
        wings = [wing("n1", "2-0-3"), wing("n2", "4-0-3"), wing("r1", "3-3-5", skill=-2)]
        wings += [wing("r2", "4-0-0", place="superiority")]
        sites = [BASE, {"hex": "0507", "kind": "airbase", "owner": "allied"}]
        game = air(
            unit("n9", "0501"), wings=wings, sites=sites, begin={"first": "dprk"},
            options={"air-fog": "on"}, assets={"allied": TRACKS},
        )  # fmt: skip
        strike = {"do": "announce-strike", "units": [striker], "target": "airbase-0507"}
        game.play("dprk", strike)
        game.play("dprk", {"do": "end"})
        assert game.to_act == "allied"
        answers.append(Staff().choose(Seat(game, "allied")))
    assert answers[0] == answers[1]


# --- The battle for the air ----------------------------------------------------------------------


def battle(*wings: Any) -> Nw:
    """The battle for the air; the Allies watch, and place second."""
    return sky(unit("r9", "0909"), unit("n9", "0101"), wings=wings, begin=WATCHED,
               segment="air-naval")  # fmt: skip


def test_good_fighters_are_sent_up_and_bombers_stay() -> None:
    best = [wing(f"r{i}", "6**-1-1", skill=-2) for i in range(1, 6)]
    game = battle(*best, wing("r6", "1-3-6"), wing("n1", "2-0-0"))
    (patrol,) = did(phase_of(game, "allied"), "patrol")
    assert patrol["units"] == [f"r{i}" for i in range(1, 6)]


def test_nobody_is_sent_up_to_be_shot_down() -> None:
    strong = [wing(f"u{i}", "6**-0-0", skill=-2) for i in range(1, 9)]
    game = battle(*strong, wing("n1", "2-0-0", skill=2))
    (patrol,) = did(phase_of(game, "dprk"), "patrol")
    assert patrol.get("units", []) == []


def test_the_weaker_side_goes_up_too_where_it_keeps_strikers_busy() -> None:
    """What has to fight for the air does not strike; and where nobody is met one side rules it."""
    weak = [wing(f"n{i}", "3*-0-0") for i in range(1, 9)]
    game = battle(*(wing(f"r{i}", "4*-2-3", skill=-1) for i in range(1, 13)), *weak)
    (patrol,) = did(phase_of(game, "dprk"), "patrol")
    assert len(patrol["units"]) >= 4


def test_a_large_and_old_air_force_goes_up_as_a_whole() -> None:
    """Whom nobody is left to engage stays in the air; fighters on the ground are of no use to the
    weaker side. [22.6.2-2]"""
    good = [wing(f"r{i}", "4*-2-3", skill=-1) for i in range(1, 11)]
    game = battle(*good, *(wing(f"n{i}", "2-0-0") for i in range(1, 25)))
    (patrol,) = did(phase_of(game, "dprk"), "patrol")
    assert len(patrol["units"]) == 24


def test_fighters_that_would_meet_strikers_are_thinned_out_even_if_they_rule_the_air_then() -> None:
    up = [wing(f"n{i}", "2-0-1", place="superiority") for i in range(1, 16)]
    for bombers, sent in ((16, ["r1", "r2"]), (0, [])):
        good = [wing(f"r{i}", "4*-2-3", skill=-1) for i in (1, 2)]
        game = battle(*up, *good, *(wing(f"u{i}", "(1)-0-6") for i in range(1, bombers + 1)))
        (patrol,) = did(phase_of(game, "allied"), "patrol")
        assert patrol.get("units", []) == sent


class Asked(NwSeat):
    """A seat that is asked a question which a procedure puts by itself."""

    def __init__(self, game: Nw, side: str, ask: Ask) -> None:
        super().__init__(game, side)
        self.__dict__["question"] = ask

    def may(self, action: Action) -> bool:
        return not self.question.why(self.table, action)


def answered(game: Nw, procedure: Any, side: str) -> list[Any]:
    """What the staff of a side answers while a procedure of the rules runs by itself."""
    done, ask = [], next(procedure, None)
    while ask is not None:
        action = ask.default
        if ask.player == side:
            action = ANSWERS[ask.name](Asked(game, side, ask))
            assert not ask.why(game, action), action
            done.append(action)
        try:
            ask = procedure.send(action)
        except StopIteration:
            break
    return done


def test_the_strong_are_set_against_whom_they_beat() -> None:
    """Everybody is up already; the question is who fights whom. [22.6.2-1]"""
    up = {"place": "superiority"}
    game = battle(
        wing("r1", "5-0-0", skill=-2, **up), wing("r2", "3-0-0", **up), wing("n1", "4-0-0", **up),
        wing("n2", "1-0-0", **up),
    )  # fmt: skip
    (first, *_) = answered(game, engagements(game), "allied")
    assert (first["unit"], first["enemy"]) == ("r1", "n2")


def test_a_dear_and_weary_enemy_is_picked_before_a_weak_one() -> None:
    up = {"place": "superiority"}
    game = sky(
        wings=[wing("n1", "2-0-0", **up), wing("n2", "4-0-0", skill=-2, **up),
               wing("u1", "5-0-0", left=1, **up), wing("r1", "3-0-0", **up)],
        segment="air-naval",
    )  # fmt: skip
    (first, *_) = answered(game, engagements(game), "dprk")
    assert (first["unit"], first["enemy"]) == ("n2", "u1")


def test_a_second_one_joins_where_he_is_the_better_and_else_keeps_out_of_it() -> None:
    up = {"place": "superiority"}
    for ours, joins in (("6**-0-0", True), ("1-0-0", False)):
        wings = [wing("r1", "6**-0-0", **up), wing("r2", ours, **up), wing("n1", "3-0-0", **up)]
        game = battle(*wings)
        done = answered(game, engagements(game), "allied")
        assert [action["do"] for action in done] == ["engage", "engage" if joins else "avoid"]


def test_the_reduced_break_off_who_are_worth_many_points() -> None:
    up = {"place": "superiority"}
    for name, left, goes in (("u1", 1, True), ("u1", 2, False)):
        game = battle(wing(name, "4*-0-0", left=left, **up), wing("n1", "4-0-0", **up))
        rig(game, 9, 9, 9)
        fray = Fray(("dprk", "allied"), (Group(("n1",), (name,)),))
        (first, *_) = answered(game, fight(game, fray), "allied")
        assert first["do"] == "break-off"
        assert first.get("units", []) == ([name] if goes else [])


# --- Missiles, helicopters, guns -----------------------------------------------------------------


def missiles(count: int, *sites: Any, **more: Any) -> Nw:
    """The Allies launch first."""
    return sky(
        unit("n1", "0101"), wings=[], sites=list(sites), segment="strike-1-missiles",
        begin={"first": "allied"}, assets={"allied": {"ballistic": count}, **more},
    )  # fmt: skip


def test_missiles_go_to_what_is_worth_most_and_all_to_one_base() -> None:
    other = {**BASE, "hex": "0303"}
    launched = did(phase_of(missiles(2, FIELD, other, BASE), "allied"), "launch")
    targets = [action["target"] for action in launched]
    assert len(targets) == 2
    assert len({*targets}) == 1
    assert targets[0].startswith("airbase")


def test_what_is_as_good_as_destroyed_gets_no_more_missiles() -> None:
    launched = did(phase_of(missiles(8, {**BASE, "hex": "0303"}, BASE), "allied"), "launch")
    targets = [action["target"] for action in launched]
    assert {*targets} == {"airbase-0303", "airbase-0503"}
    assert abs(targets.count("airbase-0303") - targets.count("airbase-0503")) <= 1


def test_no_missile_is_spent_on_little() -> None:
    hard = {"hex": "0703", "kind": "airfield", "owner": "dprk", "hardened": "yes"}
    assert not did(phase_of(missiles(2, hard), "allied"), "launch")


HELO = {"id": "rh", "side": "allied", "nation": "ROK", "name": "rh", "support": 2, "range": 16,
        "steps": 2}  # fmt: skip


def hunting(target: str, **more: Any) -> Nw:
    return sky(
        unit("n1", "0504", target, **more), unit("r1", "0505", "9-9-4"), wings=[],
        sites=[{"hex": "0508", "kind": "airbase", "owner": "allied"}], segment="strike-1-announce",
        begin={"first": "allied"}, assets={"allied": {}, "dprk": WEAK},
        extra={"helicopters": [HELO], "bases": {"rh": "0508"}},
    )  # fmt: skip


def test_helicopters_hunt_what_is_worth_it() -> None:
    found = did(phase_of(hunting("12-12-4"), "allied"), "announce-helicopter")
    assert [action["target"] for action in found] == ["n1"]
    assert not did(phase_of(hunting("0-1-4", size="battalion"), "allied"), "announce-helicopter")


GUN = {"type": "artillery", "arm": "artillery", "range": 3}


def test_guns_fire_at_what_they_see_unless_a_battle_may_need_them() -> None:
    def firing(segment: str, first: str) -> list[Any]:
        game = field(
            unit("r1", "0506", "0-1-4", **GUN), unit("r2", "0505", "1-9-4"),
            unit("n1", "0504", "12-12-4"), options={"game": "advanced"}, segment=segment,
            begin={"first": first},
        )  # fmt: skip
        return did(phase_of(game, "allied"), "shell")

    (shot,) = firing("strike-1-fire", "allied")
    assert (shot["unit"], shot["target"]) == ("r1", "n1")


def test_guns_of_who_attacks_strike_too_and_keep_a_use_for_battle() -> None:
    """Twice a turn they may serve; the last time is for a battle. [18.2.6]"""
    for used, fires in ((0, True), (1, False)):
        game = field(
            unit("n1", "0503", "0-1-4", **GUN), unit("n2", "0504", "12-9-4"),
            unit("r1", "0505", "3-5-4"), options={"game": "advanced"}, segment="strike-1-fire",
        )  # fmt: skip
        game.edit([{"map": "units", "key": "n1", "set": {"used": used, "used_in": 3}}], "served")
        assert [a["target"] for a in did(phase_of(game, "dprk"), "shell")] == ["r1"] * fires


# --- Support of battles --------------------------------------------------------------------------


def test_aircraft_and_headquarters_stand_behind_a_battle_that_is_worth_it() -> None:
    game = sky(
        unit("n1", "0504", "9-9-4", formation="I"), unit("r1", "0505", "6-6-4"),
        unit("n2", "0503", "0-5-4", type="headquarters", formation="I", range=4),
        wings=[wing("n3", "1-3-3")], segment="init-combat", assets={"allied": WEAK},
    )  # fmt: skip
    (first, *_) = did(phase_of(game, "dprk"), "support")
    assert first["aircraft"] == ["n3"]
    assert first["hqs"] == ["n2"]


@pytest.mark.parametrize("air_fog", ["off", "on"])
def test_interceptors_go_for_what_they_can_beat(air_fog: str) -> None:
    wings = [wing("n1", "1-0-4"), wing("r1", "5-0-0", place="superiority")]
    wings += [wing("r2", "2-0-0", place="superiority"), wing("r3", "4-0-0", place="superiority")]
    game = air(wings=wings, options={"air-fog": air_fog})
    package = Package("dprk", STRIKE, game.board.hex("0507"), ("n1",))
    (sent,) = answered(game, allocate(game, package, Finding(NO_DEFENSE, EARLY)), "allied")
    assert sorted(sent["units"]) == ["r1", "r3"]


def test_nobody_intercepts_escorts_that_are_far_better() -> None:
    wings = [wing("n1", "6**-0-0", skill=-2), wing("n2", "1-0-4"), wing("u1", "1-0-0", left=1,
             place="superiority")]  # fmt: skip
    game = air(wings=wings)
    package = Package("dprk", STRIKE, game.board.hex("0507"), ("n2",), ("n1",))
    (sent,) = answered(game, allocate(game, package, Finding(NO_DEFENSE, EARLY)), "allied")
    assert sent.get("units", []) == []


def test_who_does_not_reach_the_enemy_from_his_base_changes_it() -> None:
    basing = {
        "ROK": {"side": "allied", "nations": ["ROK", "US"]}, "DPRK": {"side": "dprk"},
        "Japan": {"side": "allied", "nations": ["US"]},
    }  # fmt: skip
    wings = [wing("u1", "4-2-2", "M", box="Japan"), wing("u2", "4-2-2", "L", box="Japan")]
    game = sky(unit("r9", "0909"), wings=wings, segment="rebasing", begin={"first": "allied"},
               basing=basing)  # fmt: skip
    moved = did(phase_of(game, "allied"), "transfer")
    assert [(action["unit"], action["box"]) for action in moved] == [("u1", "ROK")]
