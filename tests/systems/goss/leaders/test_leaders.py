"""Leaders: activation, movement, what they give, and how they are lost. [23.0]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.advance import farthest
from grognard.systems.goss.leaders.benefits import movement_bonus, night_rating
from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS, SIDES, Leader
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, position, rig, rules, told, unit

DIV = {"formation": "1 Div", "corps": "C", "army": "A"}
LED = {"id": "l1", "side": "allied", "name": "Robertson", "hq": "uD", "number": 6}


def who(game: Gs, name: str = "l1") -> Leader:
    return game.state[LEADERS][name]


def put(game: Gs, name: str = "l1", hex: tuple[int, int] | None = None, **facts: Any) -> Gs:
    """A leader somewhere else, or in another state."""
    more = {} if hex is None else {"hex": game.board.hex(at(*hex)), "at_hq": False, "rides": False}
    game.put(LEADERS, name, replace(who(game, name), **more, **facts))
    return game


def led(*units: Any, leaders: list[Mapping[str, Any]] | None = None, **spec: Any) -> Gs:
    """A US division in the west with its leader."""
    return position(
        unit("uC", (-10, 0), "hq:corps", corps="C", army="A"),
        unit("uD", (-6, 0), "hq:div", **DIV), *units,
        leaders=leaders or [LED], **{"side": "allied", "segment": "moves", **spec},
    )  # fmt: skip


# ---- activation [23.1.0]


@pytest.mark.rule("goss", "23.1.0", "23.0")
def test_below_his_number_a_leader_is_active_for_the_day() -> None:
    def after(roll: int) -> Gs:
        game = led(unit("u1", (0, 0), **DIV), segment="lulls", turn="AM")
        rig(game, roll)
        for side in ("allied", "axis"):
            if any(ask.player == side for ask in game.open_asks()):
                game.play(side, {"do": "end"})
        return game

    assert (who(after(5)).active, who(after(6)).active) == (True, False)
    game = after(5)
    assert game.segment.kind == "leaders"
    offered = [one for one in game.legal("allied") if one["do"] == "place-leader"]
    assert offered == [{"do": "place-leader", "leader": "l1", "hex": at(0, 0)}]
    game.play("allied", offered[0])
    assert game.board.label(who(game).hex) == at(0, 0)
    assert (who(game).began, who(game).at_hq) == (who(game).hex, False)


@pytest.mark.rule("goss", "23.1.0")
def test_he_is_placed_with_units_of_his_own_only() -> None:
    game = led(unit("u1", (0, 0), **DIV), unit("u2", (1, 0)), segment="leaders")
    put(game, active=True)
    order = {"do": "place-leader", "leader": "l1", "hex": at(1, 0)}
    assert rules(game, "allied", order) == ["23.1.0"]
    put(game, active=False)
    assert rules(game, "allied", {**order, "hex": at(0, 0)}) == ["23.1.0-2"]


ISLE = [
    unit(f"g{n}", hex) for n, hex in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
]


@pytest.mark.rule("goss", "23.1.0-2")
def test_who_is_cut_off_stays_with_the_units_that_are() -> None:
    game = led(unit("u1", (0, 0), **DIV), *ISLE, segment="leaders")
    put(game, hex=(0, 0), active=True)
    order = {"do": "place-leader", "leader": "l1", "hex": at(-6, 0)}
    assert rules(game, "allied", order) == ["23.1.0-2"]
    moves = led(unit("u1", (0, 0), **DIV), *ISLE)
    put(moves, hex=(0, 0))
    ride = {"do": "move-leader", "leader": "l1", "path": [at(0, 1)]}
    assert rules(moves, "allied", ride) == ["23.1.0-2"]


@pytest.mark.rule("goss", "23.1.0", "23.1.0-2")
def test_at_the_end_of_a_night_leaders_go_back_unless_they_are_cut_off() -> None:
    def night(*more: Any, turn: str = "Night") -> Gs:
        game = led(unit("u1", (0, 0), **DIV), *more, segment="enemy-delays", side="axis", turn=turn)
        put(game, hex=(0, 0), active=True)
        turn_now = game.turn
        while game.turn == turn_now:
            game.play(game.open_asks()[0].player, {"do": "end"})
        return game

    free = who(night())
    assert (free.active, free.hex) == (False, now(night(), "uD").hex)
    shut = night(*ISLE)
    assert (who(shut).active, who(shut).hex) == (False, now(shut, "u1").hex)
    assert who(night(turn="PM")).active, "only at night"


@pytest.mark.rule("goss", "23.1.0-2")
def test_an_inactive_leader_goes_with_his_headquarters_and_dies_with_it() -> None:
    game = put(led(unit("u1", (0, 0), **DIV)), active=False)
    game.play("allied", {"do": "move", "units": ["uD"], "path": [at(-5, 0)]})
    assert game.board.label(who(game).hex) == at(-5, 0)
    ride = {"do": "move-leader", "leader": "l1", "path": [at(-6, 0)]}
    assert rules(game, "allied", ride) == ["23.1.0-2"]
    eliminate(game, "uD", "4.2.2")
    assert who(game).place == "eliminated"
    awake = led(unit("u1", (0, 0), **DIV))
    eliminate(awake, "uD", "4.2.2")
    assert who(awake).place == "map"


@pytest.mark.rule("goss", "23.0")
def test_a_leader_arrives_active_with_his_headquarters() -> None:
    game = position(
        unit("uD", None, "hq:div", **DIV, due=3), unit("u1", (0, 0), **DIV), leaders=[LED],
        side="allied", segment="moves",
    )  # fmt: skip
    assert who(game).place == "expected"
    game.put(UNITS, "uD", replace(now(game, "uD"), place="map", hex=now(game, "u1").hex))
    game.play("allied", {"do": "end"})
    assert (who(game).place, who(game).active, who(game).hex) == ("map", True, now(game, "u1").hex)


# ---- movement [23.1.0-3]


@pytest.mark.rule("goss", "23.1.0-3")
def test_he_has_twelve_mp_and_pays_for_each_hex_what_is_least() -> None:
    path = [(q, 0) for q in range(-5, 8)]
    swamp = dict.fromkeys([(-4, 0)], "swamp")
    game = led(unit("u1", (0, 0), **DIV), unit("u2", (-5, 0), "m4", **DIV),
               headquarters={"uD": {"fuel": "none"}})  # fmt: skip

    def ride(count: int) -> dict[str, Any]:
        return {"do": "move-leader", "leader": "l1", "path": [at(*hex) for hex in path[:count]]}

    assert rules(game, "allied", ride(12)) == []
    assert rules(game, "allied", ride(13)) == ["23.1.0-3"]
    roads = {"primary": [[(-6, 0), *path]]}
    fast = led(unit("u1", (0, 0), **DIV), roads=roads)
    assert rules(fast, "allied", ride(13)) == [], "by road half a point"
    wet = led(unit("u1", (0, 0), **DIV), terrain=swamp)
    assert rules(wet, "allied", ride(6)) == [], "on foot through a swamp, then as a vehicle"
    shut = led(unit("u1", (0, 0), **DIV), unit("g1", (-4, 0)))
    assert rules(shut, "allied", ride(3)) == ["23.1.0-3"], "not through enemies"
    game.play("allied", ride(6))
    assert (who(game).hex, who(game).spent) == (now(game, "u1").hex, 72)


@pytest.mark.rule("goss", "23.1.0-3")
def test_he_moves_in_one_phase_of_a_game_turn() -> None:
    game = led(unit("u1", (-5, 0), **DIV))
    game.play("allied", {"do": "move-leader", "leader": "l1", "path": [at(-5, 0)]})
    assert rules(game, "allied", {"do": "move-leader", "leader": "l1", "path": [at(-4, 0)]}) == []
    exploit = led(unit("u1", (-5, 0), **DIV), segment="active-moves")
    put(exploit, hex=(-5, 0), moved=exploit.serial - 30)
    order = {"do": "move-leader", "leader": "l1", "path": [at(-4, 0)]}
    assert rules(exploit, "allied", order) == ["23.1.0-3"]
    each = led(unit("u1", (-5, 0), **DIV), segment="active-moves", options={"leader-moves": "each"})
    put(each, hex=(-5, 0), moved=each.serial - 30)
    assert rules(each, "allied", order) == []


# ---- movement points [23.2.1a]


@pytest.mark.rule("goss", "23.2.1a", "23.2.0", "23.2.1")
def test_with_his_headquarters_he_gives_a_point_to_all_that_it_supplies() -> None:
    second = {**LED, "id": "l2"}
    game = led(
        unit("u1", (0, 0), **DIV), unit("u2", (11, 0), **DIV), unit("u3", (0, 2)),
        leaders=[LED, second],
    )  # fmt: skip
    assert [movement_bonus(game, n) for n in ("u1", "u2", "u3")] == [1, 0, 0]
    assert allowance(game, "u1", "leg").total == 7, "two leaders are no better than one"
    assert movement_bonus(put(put(game, active=False), "l2", active=False), "u1") == 0


@pytest.mark.rule("goss", "23.2.0")
def test_who_has_helped_from_his_headquarters_stays_there() -> None:
    game = led(unit("u1", (0, 0), **DIV))
    ride = {"do": "move-leader", "leader": "l1", "path": [at(-5, 0)]}
    assert rules(game, "allied", ride) == []
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 1)]})
    assert rules(game, "allied", ride) == ["23.2.0"]


@pytest.mark.rule("goss", "23.2.1a", "23.2.0")
def test_who_leaves_his_headquarters_helps_it_no_more_and_who_rides_along_does() -> None:
    game = led(unit("u1", (0, 0), **DIV))
    game.play("allied", {"do": "move-leader", "leader": "l1", "path": [at(-5, 0)]})
    assert movement_bonus(game, "u1") == 0
    along = led(unit("u1", (0, 0), **DIV))
    along.play("allied", {"do": "move", "units": ["uD"], "path": [at(-5, 0)]})
    assert (movement_bonus(along, "u1"), who(along).hex) == (1, now(along, "uD").hex)


@pytest.mark.rule("goss", "23.2.1a")
def test_away_from_it_he_gives_a_point_to_those_with_him_and_beside_him() -> None:
    game = led(
        unit("u1", (0, 0), **DIV), unit("u2", (1, 0), **DIV), unit("u3", (2, 0), **DIV),
        unit("u4", (0, 1)),
    )  # fmt: skip
    put(game, hex=(0, 0))
    assert [movement_bonus(game, f"u{n}") for n in (1, 2, 3, 4)] == [1, 1, 0, 0]


@pytest.mark.rule("goss", "23.2.2")
def test_leaders_of_corps_give_checks_and_nothing_else() -> None:
    game = led(
        unit("u1", (0, 0), pr="5/5", **DIV), unit("u2", (0, 0), corps="C", army="A"),
        leaders=[{**LED, "hq": "uC", "level": "corps"}],
    )  # fmt: skip
    put(game, hex=(0, 0))
    assert (movement_bonus(game, "u1"), movement_bonus(game, "u2")) == (0, 0)
    rig(game, 5)
    assert passes(game, "u1", "11.6.2a")


@pytest.mark.rule("goss", "23.2.1c")
def test_at_night_units_use_their_leaders_number() -> None:
    game = led(unit("u1", (0, 0), pr="4/5", **DIV), unit("u2", (1, 0), pr="7/7", **DIV),
               unit("u3", (2, 0), pr="0/5"))  # fmt: skip
    assert [night_rating(game, f"u{n}") for n in (1, 2, 3)] == [6, 7, 5]
    assert night_rating(put(game, active=False), "u1") == 4


@pytest.mark.rule("goss", "23.2.1f")
@pytest.mark.parametrize(
    ("spec", "hexes"),
    [
        ({}, 3),
        ({"turn": "Night"}, 2),
        ({"headquarters": {"uD": {"fuel": "low"}}}, 2),
        ({"headquarters": {"uD": {"fuel": "none"}}}, 0),
    ],
)
def test_some_leaders_let_their_units_advance_farther(spec: dict[str, Any], hexes: int) -> None:
    def most(special: str) -> int:
        leader = {**LED, "special": special}
        game = led(unit("u1", (0, 0), "m4", **DIV, mode="PA"), leaders=[leader], **spec)
        return farthest(put(game, hex=(0, 0)), "u1", 2)

    assert most("advance") == hexes
    assert most("") == max(hexes - 1, 0)


# ---- losses [23.3.0]


@pytest.mark.rule("goss", "23.3.0")
@pytest.mark.parametrize(("dice", "place"), [((0, 5), "eliminated"), ((0, 6), "map")])
def test_a_leader_is_in_danger_when_his_stack_loses_a_step(
    dice: tuple[int, int], place: str
) -> None:
    game = led(
        unit("u1", (0, 0), **DIV, ta=True), unit("u2", (0, 0), **DIV, ta=True),
        unit("g1", (1, 0)), segment="assaults",
    )  # fmt: skip
    put(game, hex=(0, 0))
    fought = clash(game, ["u1", "u2"], (1, 0))
    rig(game, *dice)
    fought.settle("(2)", "-")
    assert len(told(game, "leader-risk")) == 1, "one roll, whatever was lost"
    assert who(game).place == place


@pytest.mark.rule("goss", "23.3.0")
def test_a_retreat_alone_is_no_danger() -> None:
    game = led(
        unit("u1", (0, 0), **DIV, ta=True), unit("g1", (1, 0)), segment="assaults",
    )  # fmt: skip
    put(game, hex=(0, 0))
    clash(game, ["u1"], (1, 0)).settle("1", "-", declare={"choose": "full"})
    assert now(game, "u1").hex != game.board.hex(at(0, 0))
    assert told(game, "leader-risk") == []


@pytest.mark.rule("goss", "23.3.0")
@pytest.mark.parametrize(("dice", "hex"), [((1, 2), (0, 3)), ((0, 5), None)])
def test_enemies_chase_a_leader_who_is_alone(
    dice: tuple[int, int], hex: tuple[int, int] | None
) -> None:
    game = led(
        unit("u1", (0, 3), **DIV), unit("g1", (1, 0)), unit("g2", (0, 1)),
        water={"great": [((0, 2), (0, 3))]}, side="axis",
    )  # fmt: skip
    put(game, hex=(0, 0))
    rig(game, *dice)
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 0)]})
    if hex is None:
        assert who(game).place == "eliminated"
    else:
        assert game.board.label(who(game).hex) == at(*hex)


@pytest.mark.rule("goss", "23.3.0")
def test_fire_endangers_leaders_and_losses_elsewhere_do_not() -> None:
    game = led(unit("u1", (0, 0), **DIV), segment="defensive-fire", side="axis")
    put(game, hex=(0, 0))
    lose_step(game, "u1", "11.6.2")
    assert who(game).risked == game.serial
    calm = put(led(unit("u1", (0, 0), **DIV), segment="supply"), hex=(0, 0))
    lose_step(calm, "u1", "15.7.1")
    assert who(calm).risked == -1


@pytest.mark.rule("goss", "23.0")
def test_a_game_may_do_without_leaders_and_enemies_do_not_see_them_in_stacks() -> None:
    game = led(unit("u1", (0, 0), **DIV), options={"leaders": "off"})
    assert not game.state[LEADERS]
    game = led(unit("u1", (0, 0), **DIV), unit("g1", (9, 0)))
    assert "l1" in game.view("allied")["leaders"]
    assert "l1" not in game.view("axis")["leaders"]
    assert "l1" in put(game, hex=(3, 3)).view("axis")["leaders"], "who is alone is seen"


# ---- more of the same


@pytest.mark.rule("goss", "23.1.0", "23.1.0-2")
def test_a_leader_is_placed_once() -> None:
    game = led(unit("u1", (0, 0), **DIV), unit("u2", (1, 0), **DIV), segment="leaders")
    put(game, active=True)
    order = {"do": "place-leader", "leader": "l1", "hex": at(0, 0)}
    game.play("allied", order)
    assert told(game, "leader-placed") == [{"leader": "l1", "hex": at(0, 0)}]
    assert rules(game, "allied", {**order, "hex": at(1, 0)}) == ["23.1.0"]
    assert rules(game, "axis", {**order, "hex": at(1, 0)}) == ["form"], "each his own"


@pytest.mark.rule("goss", "23.0")
def test_a_leader_does_not_come_before_his_time() -> None:
    game = led(unit("u1", (0, 0), **DIV))
    put(game, place="expected", due=game.turn + 1, active=False)
    game.put(LEADERS, "l1", replace(who(game), hex=-1))
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 1)]})
    assert who(game).place == "expected"
    put(game, due=game.turn)
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 2)]})
    assert (who(game).place, who(game).at_hq) == ("map", True)
    assert told(game, "leader-arrives") == [{"leader": "l1", "hex": at(-6, 0)}]


@pytest.mark.rule("goss", "23.1.0-3")
def test_he_goes_no_farther_than_his_points() -> None:
    game = led(unit("u1", (0, 0), **DIV))
    path = [at(q, 0) for q in range(-5, 7)]
    game.play("allied", {"do": "move-leader", "leader": "l1", "path": path})
    assert told(game, "leader-moves") == [{"leader": "l1", "to": at(6, 0)}]
    more = {"do": "move-leader", "leader": "l1", "path": [at(7, 0)]}
    assert rules(game, "allied", more) == ["23.1.0-3"]
    fresh = led(unit("u1", (0, 0), **DIV), unit("u2", (7, 0), **DIV))
    ends = {one["path"][-1] for one in fresh.legal("allied") if one["do"] == "move-leader"}
    assert at(0, 0) in ends
    assert at(7, 0) not in ends, "thirteen hexes away"


@pytest.mark.rule("goss", "23.2.1a")
def test_a_new_game_turn_finds_who_is_with_his_headquarters() -> None:
    game = led(unit("u1", (0, 0), **DIV), segment="enemy-delays", side="axis", turn="AM")
    put(game, hex=(-6, 0))
    assert not who(game).at_hq
    turn = game.turn
    while game.turn == turn:
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert who(game).at_hq
    assert movement_bonus(game, "u1") == 1


@pytest.mark.rule("goss", "23.2.1c", "3.4.2b")
@pytest.mark.parametrize(("active", "passed"), [(True, True), (False, False)])
def test_a_unit_is_activated_by_the_number_of_its_leader(active: bool, passed: bool) -> None:
    game = led(unit("u1", (0, 0), pr="4/5", **DIV), ena="allied", segment="combat-reserves")
    put(game, active=active)
    game.put(SIDES, "allied", replace(game.state[SIDES]["allied"], capacity=3, rolled=3))
    rig(game, 5)
    game.play("allied", {"do": "activate-unit", "unit": "u1"})
    assert (now(game, "u1").activated == game.turn) == passed


@pytest.mark.rule("goss", "23.3.0")
def test_he_flees_to_his_own_if_two_are_as_near_and_nowhere_if_there_is_nobody() -> None:
    game = led(unit("u1", (0, 3), **DIV), unit("u2", (0, -3)), unit("g1", (1, 0)), side="axis")
    put(game, hex=(0, 0))
    rig(game, 9, 9)
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 0)]})
    assert who(game).hex == now(game, "u1").hex
    assert told(game, "leader-displaced") == [{"leader": "l1", "hex": at(0, 3)}]
