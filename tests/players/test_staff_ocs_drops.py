"""The staff and drops from the air: plans made, flown, put off and cancelled. [14.10]"""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.players.staff.ocs import drops
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.air import drop_plans
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.scenario import Ocs
from tests.players.playing import orders
from tests.systems.ocs.air.sky import craft, sky
from tests.systems.ocs.field import at, rig, unit

TOWN = "0320"


def para(name: str = "ap", hex: str = "0303", **more: Any) -> dict[str, Any]:
    """A parachute battalion that waits at a base."""
    facts = {"size": "battalion", "combat": "6:3 leg", "traits": "para", "mode": "move", **more}
    return unit(name, hex, **facts)


def jump(hex: str = TOWN, turn: int = 1, name: str = "ap") -> dict[str, Any]:
    """A plan."""
    return {"unit": name, "hex": hex, "turn": turn}


def field(*things: dict[str, Any], **spec: Any) -> Ocs:
    """Paratroops with their aircraft in the rear, and friends on their way to a town."""
    victory = {"side": "axis", "objectives": [{"vp": 4, "hexes": [TOWN], "owner": "allied"}]}
    defaults: dict[str, Any] = {"segment": "movement", "victory": victory, "turns": 9}
    return sky(
        *things,
        unit("a9", "0316"),
        **{**defaults, **spec},
    )


TRANSPORT = craft("a1", "0303", "Tpt", range=40)


# ---- carrying plans out


def test_what_is_planned_is_dropped() -> None:
    game = field(para(), TRANSPORT, plans=[jump()])
    rig(game, 6, 6)
    drop = {"do": "air-drop", "planes": ["a1"], "hex": TOWN, "units": ["ap"]}
    assert orders(drops.Drops(), game) == [drop]
    assert game.board.label(at(game, "ap").hex) == TOWN


def test_units_are_made_ready_for_the_flight() -> None:
    game = field(para(mode="combat"), TRANSPORT, plans=[jump()])
    rig(game, 6, 6)
    done = orders(drops.Drops(), game)
    assert done[0] == {"do": "mode", "units": ["ap"], "mode": "move"}
    assert [action["do"] for action in done] == ["mode", "air-drop"]


def test_nobody_is_dropped_on_the_enemy_or_in_another_turn() -> None:
    guarded = field(para(), TRANSPORT, unit("s1", TOWN), plans=[jump()])
    assert orders(drops.Drops(), guarded) == []
    later = field(para(), TRANSPORT, plans=[jump(turn=2)])
    assert orders(drops.Drops(), later) == []


def test_who_does_not_jump_comes_by_glider() -> None:
    troops = para(traits="")
    spec: dict[str, Any] = {"limits": {"axis": {"gliders": True}}, "plans": [jump()]}
    game = field(troops, TRANSPORT, gliders=[{"side": "axis", "hex": "0303", "points": 2}], **spec)
    rig(game, 6, 6)
    assert orders(drops.Drops(), game) == [
        {"do": "air-drop", "planes": ["a1"], "hex": TOWN, "glided": ["ap"], "gliders": {"a1": 1}}
    ]
    none = field(troops, TRANSPORT, **spec)
    assert orders(drops.Drops(), none) == []


def test_units_for_one_hex_fly_together_and_an_objective_comes_first() -> None:
    game = field(
        para("ap"), para("aq"), para("ar"), TRANSPORT, craft("a2", "0303", "Tpt", range=40),
        plans=[jump("0318", name="ap"), jump(name="aq"), jump(name="ar")],
    )  # fmt: skip
    rig(game, 6, 6, 6, 6)
    assert orders(drops.Drops(), game) == [
        {"do": "air-drop", "planes": ["a1", "a2"], "hex": TOWN, "units": ["aq", "ar"]}
    ]


def test_a_fighter_goes_with_a_drop_that_would_be_met() -> None:
    things = [para(), TRANSPORT, craft("a2", "0310", full="5/0/0")]
    quiet = drops.Drops().order(OcsSeat(field(*things, plans=[jump()]), "axis"))
    assert quiet is not None
    assert quiet["planes"] == ["a1"]
    game = field(*things, craft("s1", "0325"), plans=[jump()])
    watched = drops.Drops().order(OcsSeat(game, "axis"))
    assert watched is not None
    assert watched["planes"] == ["a1", "a2"]


# ---- putting off and cancelling


def changes(*things: dict[str, Any], **spec: Any) -> list[Action]:
    """What the staff does in the Refit Phase about a drop that is due."""
    return orders(drops.Plans(), field(*things, segment="refit", plans=[jump()], **spec))


DELAY = {"do": "delay-drop", "units": ["ap"]}
CANCEL = {"do": "cancel-drop", "units": ["ap"]}


def test_a_drop_without_aircraft_is_put_off() -> None:
    idle = craft("a1", "0303", "Tpt", range=40, active=False)
    assert changes(para(), TRANSPORT) == []
    assert changes(para(), idle) == [DELAY]


def test_a_drop_in_bad_weather_is_put_off() -> None:
    assert changes(para(), TRANSPORT, weather="storm") == [DELAY]


def test_a_drop_on_the_enemy_is_cancelled_unless_he_may_be_driven_off() -> None:
    enemy = unit("s1", TOWN, re=3)
    assert changes(para(), TRANSPORT, enemy)[0] == CANCEL
    assert changes(para(), TRANSPORT, enemy, unit("a8", "0319"))[0] == DELAY


def test_nothing_is_put_off_beyond_the_last_turn() -> None:
    idle = craft("a1", "0303", "Tpt", range=40, active=False)
    assert changes(para(), idle, turns=1) == []


# ---- making plans


def made(*things: dict[str, Any], **spec: Any) -> list[Action]:
    """The plans the staff makes in the Refit Phase."""
    return orders(drops.Plans(), field(*things, segment="refit", **spec))


def test_a_drop_is_planned_on_an_empty_objective_two_turns_ahead() -> None:
    assert made(para(), TRANSPORT) == [{"do": "plan-drop", "unit": "ap", "hex": TOWN, "turn": 3}]


def test_next_to_an_objective_that_is_held() -> None:
    (plan,) = made(para(), TRANSPORT, unit("s1", TOWN, combat="2:3 leg"))
    board = sketch(20, 40)
    assert board.distance(board.hex(plan["hex"]), board.hex(TOWN)) == 1


def test_nobody_is_dropped_among_strong_enemies() -> None:
    strong = [unit(f"s{i}", h, re=3, combat="30:3 leg") for i, h in enumerate(("0321", TOWN))]
    assert made(para(), TRANSPORT, *strong) == []


@pytest.mark.parametrize(
    ("things", "spec"),
    [
        ([para()], {}),  # no aircraft
        ([para(), craft("a1", "0303", "Tpt", range=10)], {}),  # out of range
        ([para(), craft("a1", "0310", "Tpt", range=40)], {}),  # aircraft elsewhere
        ([para(), TRANSPORT], {"turns": 2}),  # too late
        ([para(traits=""), TRANSPORT], {}),  # no paratroops
    ],
)
def test_no_plan_that_could_not_be_flown(things: list[Any], spec: dict[str, Any]) -> None:
    assert made(*things, **spec) == []


def test_no_plan_where_no_troops_could_come_up() -> None:
    far = {"side": "axis", "objectives": [{"vp": 4, "hexes": ["0338"], "owner": "allied"}]}
    assert made(para(), TRANSPORT, victory=far) == []


def test_not_more_is_planned_than_can_be_carried() -> None:
    assert len(made(para("ap"), para("aq"), TRANSPORT)) == 1
    two = made(para("ap"), para("aq"), TRANSPORT, craft("a2", "0303", "Tpt", range=40))
    assert sorted(plan["unit"] for plan in two) == ["ap", "aq"]


def test_plans_are_made_before_the_game() -> None:
    game = field(para(), TRANSPORT, segment="pre-turn", started=True)
    assert game.decisions[0].ask.name == "drop plans"
    seat = OcsSeat(game, "axis")
    action = drops.ANSWERS["drop plans"](seat)
    assert action == {"do": "plan-drops", "plans": [{"unit": "ap", "hex": TOWN, "turn": 1}]}
    assert game.why("axis", action) == []


def test_the_drops_of_husky_are_flown() -> None:
    """All seven that the scenario plans for the night of the landing find aircraft."""
    game: Ocs = grognard.new("ocs/husky-landing", seed=3)
    seat = OcsSeat(game, "allied")
    lift = drops.Lift(seat, drops.ready(seat))
    due = [plan for plan in drop_plans.plans(game, "allied") if plan.turn == 1]
    lift.share(due)
    assert len(due) == 7
    assert sorted(lift.served) == sorted(plan.unit for plan in due)


# ---- what nobody may know


@pytest.mark.parametrize("seed", range(4))
def test_plans_hang_on_nothing_hidden(seed: int) -> None:
    game = field(
        para(), TRANSPORT, unit("s1", TOWN), unit("s2", TOWN), unit("s3", "0322", re=3),
        craft("s8", "0330"), craft("s9", "0330", "T"), segment="refit",
    )  # fmt: skip
    twin = hidden_twin(game, "axis", random.Random(seed))
    assert twin is not None
    seats = [OcsSeat(each, "axis") for each in (game, twin)]
    assert drops.Plans().order(seats[0]) == drops.Plans().order(seats[1])
