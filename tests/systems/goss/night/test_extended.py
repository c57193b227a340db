"""Extended night activity: the call, who goes first, who acts, and what it costs. [3.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.movement.allowance import ROAD, points_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, LEADERS, LOW, SIDES, Headquarters, SideStatus
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where

CALL = {"do": "extend-night"}
END = {"do": "end"}


def night(*units: Any, **more: Any) -> Gs:
    """The end of the Axis turn of a night."""
    units = units or (unit("g1", (3, 0)), unit("u1", (-3, 0)))
    return position(*units, **{"segment": "ena-call", "turn": "Night", **more})


def extended(*units: Any, capacity: int = 0, side: str = "axis", **more: Any) -> Gs:
    """An ENA period of which the Axis is the first player."""
    game = position(*units, **{"segment": "combat-reserves", "side": side, "ena": "axis", **more})
    for name in ("axis", "allied"):
        game.put(SIDES, name, SideStatus(capacity=capacity, rolled=capacity))
    return game


def capacity(game: Gs, side: str) -> int:
    return game.state[SIDES][side].capacity


# ---- the call [3.4.0] [3.4.1]


@pytest.mark.reading("goss", "goss-03-08")
@pytest.mark.rule("goss", "3.4.1", "3.4.2")
@pytest.mark.parametrize(
    ("pips", "chooses", "first"), [((3, 3), "axis", "allied"), ((6, 0), "allied", "allied")]
)
def test_both_call_and_the_higher_roll_chooses(
    pips: tuple[int, int], chooses: str, first: str
) -> None:
    game = night()
    game.play("axis", CALL)
    rig(game, *pips)
    game.play("allied", CALL)
    assert (capacity(game, "allied"), capacity(game, "axis")) == pips
    assert game.to_act == chooses
    game.play(chooses, {"do": "ena-first", "side": first})
    assert told(game, "ena-called") == [{"sides": ["allied", "axis"]}]
    assert told(game, "ena-begins") == [{"side": first}]
    assert (period(game), active(game)) == ("ENA", first)
    assert not any(game.state[SIDES][side].wants for side in ("allied", "axis"))


@pytest.mark.rule("goss", "3.4.1")
def test_a_scenario_modifies_the_roll() -> None:
    game = night(special={"ena-drm": {"axis": 2, "allied": -4}})
    game.play("axis", CALL)
    rig(game, 3, 2)
    game.play("allied", CALL)
    assert (capacity(game, "allied"), capacity(game, "axis")) == (0, 4)


@pytest.mark.rule("goss", "3.4.1", "3.4.2", "3.4.0")
@pytest.mark.parametrize("joins", [True, False])
def test_who_alone_calls_goes_first_and_the_other_may_join_in(joins: bool) -> None:
    game = night()
    game.play("axis", END)
    rig(game, 5, 7)
    game.play("allied", CALL)
    assert game.to_act == "axis"
    game.play("axis", {"do": "ena-join", "answer": "yes" if joins else "no"})
    assert told(game, "ena-begins") == [{"side": "allied"}]
    assert [roll["side"] for roll in told(game, "ena-roll")] == ["allied", "axis"][: 1 + joins]


@pytest.mark.rule("goss", "3.4.1")
def test_an_option_lets_both_roll_when_one_calls() -> None:
    game = night(options={"ena-one-caller": "both"})
    game.play("axis", CALL)
    game.play("allied", END)
    assert {roll["side"] for roll in told(game, "ena-roll")} == {"axis", "allied"}


@pytest.mark.rule("goss", "3.4.0")
def test_nobody_calls_and_the_day_begins_and_not_every_scenario_allows_it() -> None:
    game = night()
    game.play("axis", END)
    game.play("allied", END)
    assert (game.turn, period(game)) == (7, "AM")
    assert not told(game, "ena-called")
    assert rules(night(options={"ena": "off"}), "axis", CALL) == ["3.4.0"]


@pytest.mark.rule("goss", "3.4.1")
def test_a_call_is_hidden_until_both_have_spoken() -> None:
    said, silent = night(), night()
    said.play("axis", CALL)
    silent.play("axis", END)
    assert said.view("allied") == silent.view("allied")
    assert said.to_act == silent.to_act == "allied"
    assert [e.told("allied") for e in said.events] == [e.told("allied") for e in silent.events]
    assert list(said.legal("allied")) == list(silent.legal("allied"))
    assert rules(said, "allied", {"do": "ena-first", "side": "axis"})


@pytest.mark.rule("goss", "3.5.0", "3.4.0", "3.4.6")
def test_a_rest_turn_does_not_matter_to_an_extended_night() -> None:
    game = night(unit("u1", (-3, 0)), unit("g1", (3, 0)), rest={"axis": "AM"})
    game.play("axis", END)
    rig(game, 4)
    game.play("allied", CALL)
    rig(game, 0)
    game.play("axis", {"do": "ena-join", "answer": "no"})
    game.play("allied", {"do": "activate-unit", "unit": "u1"})
    pass_to(game, "moves")
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(-3, 1)]})
    while period(game) == "ENA":
        game.play(game.open_asks()[0].player, END)
    assert now(game, "u1").fatigue == 1


# ---- activation [3.4.2]


@pytest.mark.rule("goss", "3.4.2", "3.4.2b")
def test_units_are_activated_one_by_one() -> None:
    game = extended(unit("g1", (3, 0)), unit("g2", (3, 1)), unit("u1", (-5, 0)), capacity=2)
    rig(game, 6, 5)
    game.play("axis", {"do": "activate-unit", "unit": "g1"})
    assert (now(game, "g1").activated, capacity(game, "axis")) == (-6, 1)
    assert now(game, "g1").fatigue == now(game, "g1").earned == 0, "a failure tires nobody"
    assert rules(game, "axis", {"do": "activate-unit", "unit": "g1"}) == ["3.4.2b"]
    game.play("axis", {"do": "activate-unit", "unit": "g2"})
    assert (now(game, "g2").activated, capacity(game, "axis")) == (6, 0)
    pass_to(game, "moves")
    assert rules(game, "axis", _move("g1", (4, 0))) == ["3.4.2"]
    assert not rules(game, "axis", _move("g2", (4, 1)))


def _move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


@pytest.mark.rule("goss", "3.4.2b")
def test_who_has_no_offensive_proficiency_uses_the_defensive_one() -> None:
    game = extended(unit("g1", (3, 0), "at", pr="0/4"), unit("u1", (-5, 0)), capacity=1)
    rig(game, 3)
    game.play("axis", {"do": "activate-unit", "unit": "g1"})
    assert now(game, "g1").activated == 6


@pytest.mark.rule("goss", "3.4.2")
@pytest.mark.parametrize(
    "state", [{"mode": "PA"}, {"mode": "MR"}, {"mode": "Strat"}, {"supply": "OoS"}, {"ooc": True}]
)
def test_who_cannot_be_activated(state: dict[str, Any]) -> None:
    game = extended(
        unit("g1", (3, 0), "motinf", **state), unit("g2", (3, 1)), unit("u1", (-5, 0)), capacity=3
    )
    assert rules(game, "axis", {"do": "activate-unit", "unit": "g1"}) == ["3.4.2"]
    assert not rules(game, "axis", {"do": "activate-unit", "unit": "g2"})


@pytest.mark.rule("goss", "3.4.2", "3.4.2b")
def test_activation_belongs_to_the_start_of_own_phases_and_to_the_capacity() -> None:
    game = extended(
        unit("g1", (3, 0), "motinf", mode="Exploit"), unit("u1", (-5, 0)), segment="active-release",
        capacity=1,
    )  # fmt: skip
    assert not rules(game, "axis", {"do": "activate-unit", "unit": "g1"})
    game.put(SIDES, "axis", SideStatus())
    assert rules(game, "axis", {"do": "activate-unit", "unit": "g1"}) == ["3.4.2"]
    day = position(unit("g1", (3, 0)), unit("u1", (-5, 0)), segment="combat-reserves", turn="Night")
    assert rules(day, "axis", {"do": "activate-unit", "unit": "g1"}) == ["3.4.2"]


LEADER = {"id": "gl", "side": "axis", "name": "L", "hq": "gh", "number": 6}


def led(roll: int, capacity: int = 7, **more: Any) -> Gs:
    chain = {"formation": "1"}
    game = extended(
        unit("g1", (3, 0), regiment="r1", **chain), unit("g2", (3, 1), attached="gh"),
        unit("gh", (4, 0), "hq:div", **chain), unit("g9", (5, 0)), unit("u1", (-5, 0)),
        capacity=capacity, leaders=[{**LEADER, **more}],
    )  # fmt: skip
    rig(game, roll)
    return game


@pytest.mark.reading("goss", "goss-03-09")
@pytest.mark.rule("goss", "3.4.2a", "1.5.0")
@pytest.mark.parametrize(("roll", "active"), [(6, -6), (5, 6)])
def test_a_leader_tries_for_his_whole_formation(roll: int, active: int) -> None:
    game = led(roll)
    game.play("axis", {"do": "activate-formation", "leader": "gl"})
    assert [now(game, n).activated for n in ("g1", "g2", "gh", "g9")] == [active] * 3 + [0]
    assert capacity(game, "axis") == 3
    assert rules(game, "axis", {"do": "activate-unit", "unit": "g1"}) == ["3.4.2b"]
    assert not rules(game, "axis", {"do": "activate-unit", "unit": "g9"})


@pytest.mark.rule("goss", "3.4.2a")
def test_the_example_of_a_leader_at_night() -> None:
    game = led(6, 8, number=7)
    game.play("axis", {"do": "activate-formation", "leader": "gl"})
    assert now(game, "g1").activated == 6
    assert capacity(game, "axis") == 4


@pytest.mark.rule("goss", "3.4.2a")
def test_a_leader_must_be_active_with_his_command_and_half_the_capacity_be_left() -> None:
    game, order = led(0), {"do": "activate-formation", "leader": "gl"}
    leader = game.state[LEADERS]["gl"]
    game.put(LEADERS, "gl", replace(leader, active=False))
    assert rules(game, "axis", order) == ["3.4.2a"]
    game.put(LEADERS, "gl", replace(leader, hex=game.board.hex(at(3, 0))))
    assert rules(game, "axis", order) == ["3.4.2a"]
    game.put(LEADERS, "gl", leader)
    game.put(SIDES, "axis", SideStatus(capacity=3, rolled=7))
    assert rules(game, "axis", order) == ["3.4.2a"]
    game.put(SIDES, "axis", SideStatus(capacity=4, rolled=7))
    assert not rules(game, "axis", order)
    corps = led(0, level="corps")
    assert rules(corps, "axis", order) == ["3.4.2a"]


@pytest.mark.rule("goss", "3.4.2a")
def test_a_leader_of_a_regiment_is_with_it_and_wakes_it() -> None:
    game, order = led(0, regiment="r1"), {"do": "activate-formation", "leader": "gl"}
    leader = game.state[LEADERS]["gl"]
    game.put(LEADERS, "gl", replace(leader, hex=game.board.hex(at(4, 0))))
    assert rules(game, "axis", order) == ["3.4.2a"], "he is with the headquarters"
    game.put(LEADERS, "gl", replace(leader, hex=game.board.hex(at(3, 0))))
    game.play("axis", order)
    assert [now(game, n).activated for n in ("g1", "g2", "gh")] == [6, 0, 0]


# ---- what is barred [3.4.3], fuel [3.4.4], sequence [3.4.5]


@pytest.mark.reading("goss", "goss-03-12")
@pytest.mark.rule("goss", "3.4.3")
def test_no_mode_changes_in_an_extended_night() -> None:
    road = {"secondary": [[(3, 0), (4, 0), (5, 0)]]}
    game = extended(
        unit("g1", (3, 0), "motinf", mode="Strat", activated=6), unit("u1", (-9, 0)), roads=road,
        segment="command-status",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "leave-strat", "units": ["g1"], "mode": "Tac"}) == ["3.4.3"]
    moving = extended(
        unit("g1", (3, 0), "motinf", mode="Strat", activated=6), unit("u1", (-9, 0)), roads=road,
        segment="road-moves",
    )  # fmt: skip
    assert rules(moving, "axis", _move("g1", (4, 0)))


@pytest.mark.rule("goss", "3.4.2", "3.4.3")
def test_prepared_units_that_sleep_do_not_attack() -> None:
    game = extended(
        unit("g1", (0, 1), mode="PA"), unit("g2", (1, 0), ta=True, activated=6), unit("u1", (0, 0)),
        segment="assaults",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "assault", "units": ["g1"], "hex": at(0, 0)}) == ["13.4.2(a)"]
    assert not rules(game, "axis", {"do": "assault", "units": ["g2"], "hex": at(0, 0)})


@pytest.mark.rule("goss", "3.4.4")
def test_fuel_is_that_of_the_night_before() -> None:
    def moved(**facts: Any) -> int:
        game = extended(
            unit("g1", (3, 0), "motinf", formation="1", **facts),
            unit("gh", (4, 0), "hq:div", formation="1", traits="mech formation"),
            unit("u1", (-9, 0)), segment="road-moves",
        )  # fmt: skip
        game.put(HQS, "gh", Headquarters(fuel=LOW, value=5, option=1))
        return points_of(game, "g1", ROAD) // 12

    assert moved() == 5
    assert moved(granted=6) == 12
    assert moved(granted=5) == 5


@pytest.mark.rule("goss", "3.4.5", "3.4.5a", "3.4.5b", "3.3.5")
def test_each_side_exploits_in_one_of_its_two_phases() -> None:
    roads = {"secondary": [[(q, 0) for q in range(-4, 9)]]}
    game = extended(
        unit("g1", (-2, 0), "motinf", mode="Exploit", activated=6), unit("u1", (0, 9)),
        unit("g2", (8, 0), "motinf", mode="Exploit", activated=6), roads=roads,
        segment="active-road",
    )  # fmt: skip
    game.play("axis", _move("g1", *((q, 0) for q in range(-1, 5))))
    assert where(game, "g1") == at(4, 0), "six hexes at two MP each: all of its twelve"
    assert game.state[SIDES]["axis"].exploited == game.serial
    call = next(n for n, one in enumerate(game.segments) if one.kind == "ena-call")
    used = game.serial
    for when, refused in ((used, ["3.3.5"]), (used - game.clock.step + call - 1, []), (-1, [])):
        later = extended(
            unit("g2", (8, 0), "motinf", mode="Exploit", activated=6), unit("u1", (0, 9)),
            roads=roads, segment="inactive-road", side="allied",
        )  # fmt: skip
        assert (later.to_act, active(later)) == ("axis", "allied")
        later.put(SIDES, "axis", SideStatus(exploited=when))
        assert rules(later, "axis", _move("g2", (7, 0))) == refused


@pytest.mark.rule("goss", "3.3.5")
def test_who_commits_a_reserve_at_night_has_used_his_exploit_phase() -> None:
    chain: dict[str, Any] = {"formation": "1"}
    game = position(
        unit("g1", (4, 0), "motinf", mode="MR", **chain), unit("u1", (-9, 0)),
        unit("gh", (4, 1), "hq:div", traits="mech formation", mode="MR", **chain),
        unit("g2", (7, 0), "motinf", mode="Exploit"), segment="inactive-release", side="allied",
        turn="Night", roads={"secondary": [[(7, 0), (8, 0)]]}, options={"ena": "off"},
    )  # fmt: skip
    game.play("axis", {"do": "release", "hq": "gh"})
    while game.segment.kind != "inactive-road":
        game.play("axis", END)
    assert rules(game, "axis", _move("g2", (8, 0))) == [], "in the same phase"
    late = position(
        unit("g2", (7, 0), "motinf", mode="Exploit"), unit("u1", (-9, 0)), segment="active-road",
        turn="Night", roads={"secondary": [[(7, 0), (8, 0)]]},
    )  # fmt: skip
    assert rules(late, "axis", _move("g2", (8, 0))) == []
    late.put(SIDES, "axis", SideStatus(exploited=game.state[SIDES]["axis"].exploited))
    assert rules(late, "axis", _move("g2", (8, 0))) == ["3.3.5"]


# ---- fatigue [3.4.5c] [3.4.6]


@pytest.mark.rule("goss", "3.4.6", "3.4.5c")
def test_the_example_of_fatigue_in_an_extended_night() -> None:
    guns = {"barrage": 8, "battery": True}
    game = extended(
        unit("g1", (0, 2), activated=6, formation="1"),
        unit("ga", (0, 4), "art", formation="1", **guns),
        unit("u1", (0, 0), formation="9"), unit("ua", (0, -2), "art", formation="9", **guns),
        segment="moves",
    )  # fmt: skip
    game.play("axis", _move("g1", (0, 1)))
    pass_to(game, "designation")
    game.play("axis", {"do": "designate", "units": ["g1"]})
    pass_to(game, "defensive-fire")
    fire = {"do": "barrage", "hex": at(0, 1), "guns": {"ua": 1}, "spotter": "u1"}
    rig(game, *(0,) * 12)
    game.play("allied", fire)
    _through(game)
    assert now(game, "ua").earned == 1
    pass_to(game, "offensive-fire")
    rig(game, *(0,) * 12)
    game.play("axis", {"do": "barrage", "hex": at(0, 0), "guns": {"ga": 8}, "spotter": "g1"})
    _through(game)
    pass_to(game, "assaults")
    rig(game, *(5,) * 30)
    game.play("axis", {"do": "assault", "units": ["g1"], "hex": at(0, 0)})
    _through(game)
    assert [now(game, n).earned for n in ("g1", "ga", "ua", "u1")] == [2, 1, 1, 1]
    assert not any(now(game, n).fatigue for n in ("g1", "ga", "ua", "u1"))
    while period(game) == "ENA":
        game.play(game.open_asks()[0].player, END)
    assert [now(game, n).fatigue for n in ("g1", "ga", "ua", "u1")] == [2, 1, 1, 1]


def _through(game: Gs) -> None:
    """Answer every question of a procedure by its default."""
    while game.open_asks() and any(ask.name not in game.phase for ask in game.open_asks()):
        ask = game.open_asks()[0]
        if ask.default is None:
            return
        game.play(ask.player, ask.default)


@pytest.mark.rule("goss", "3.4.6", "5.4.4d")
def test_who_is_in_his_bonus_period_is_not_tired_by_the_night() -> None:
    game = extended(
        unit("g1", (3, 0), activated=6), unit("g2", (3, 2), activated=6), unit("u1", (-9, 0)),
        segment="moves",
    )  # fmt: skip
    game.put(UNITS, "g1", replace(now(game, "g1"), bonus=game.serial - 5))
    game.play("axis", _move("g1", (3, 1)))
    game.play("axis", _move("g2", (3, 3)))
    game.play("axis", END)
    assert (now(game, "g1").earned, now(game, "g2").earned) == (0, 1)


@pytest.mark.rule("goss", "3.4.6", "3.5.4a", "5.6.1")
def test_guns_that_are_shifted_in_battery_are_tired_neither_by_the_night_nor_by_a_rest_turn() -> (
    None
):
    guns = unit("g1", (3, 0), "art", battery=True, activated=6)
    tonight = extended(guns, unit("u1", (-9, 0)), segment="moves")
    tonight.play("axis", _move("g1", (3, 1)))
    tonight.play("axis", END)
    assert now(tonight, "g1").earned == 0
    driven = extended(
        unit("g1", (3, 0), "spa", battery=True, activated=6), unit("u1", (-9, 0)), segment="moves"
    )
    driven.play("axis", _move("g1", (3, 1)))
    driven.play("axis", END)
    assert now(driven, "g1").earned == 1, "self-propelled guns move as others do"
    rest = position(guns, unit("u1", (-9, 0)), rest={"axis": "AM"})
    rest.play("axis", _move("g1", (3, 1)))
    rest.play("axis", END)
    assert now(rest, "g1").fatigue == 0
