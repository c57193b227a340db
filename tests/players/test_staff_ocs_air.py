"""The staff in the air: refits, sweeps, strikes, hip shoots, lifts, and answers. [14.0] [15.1]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.players.staff.ocs import skies
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.wings import Sky, wing
from grognard.players.staff.orders import Part
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.scenario import Ocs
from tests.players.playing import orders
from tests.systems.ocs.air.sky import craft, fly, perch, sky
from tests.systems.ocs.field import at, play, rig, unit
from tests.systems.ocs.naval.sea import port, ship

PLENTY = [{"side": "axis", "hex": "0505", "sp": 20}]


def goal(side: str = "axis", hex: str = "0320") -> dict[str, Any]:
    """Ground that one side has to take."""
    objectives = [{"vp": 3, "hexes": [hex], "owner": "allied"}]
    return {"victory": {"side": side, "objectives": objectives}}


def first(game: Ocs, part: Part[OcsSeat], side: str = "axis") -> Action | None:
    """What a part orders first."""
    return part.order(OcsSeat(game, side))


def answer(game: Ocs, side: str) -> Action:
    """The staff's answer to what a side is asked in the midst of a mission."""
    seat = OcsSeat(game, side)
    action = skies.ANSWERS[seat.question.name](seat)
    assert game.why(side, action) == []
    return action


# ---- refits


def test_a_base_refits_its_most_useful_aircraft() -> None:
    game = sky(
        *(craft(n, "0303", t, active=False) for n, t in (("a1", "Tpt"), ("a2", "F"), ("a3", "T"))),
        dumps=[{"side": "axis", "hex": "0303", "sp": 9}], segment="refit",
    )  # fmt: skip
    assert orders(skies.Refits(), game) == [
        {"do": "refit", "hex": "0303", "aircraft": ["a2", "a3"]}
    ]  # a level refits two [15.0b(A)]


def test_the_most_useful_base_is_refitted_first() -> None:
    game = sky(
        craft("a1", "0303", "Tpt", active=False), craft("a2", "0305", "T", active=False),
        unit("a9", "0304"), dumps=[{"side": "axis", "hex": "0304", "tokens": 1}], segment="refit",
    )  # fmt: skip
    assert orders(skies.Refits(), game) == [{"do": "refit", "hex": "0305", "aircraft": ["a2"]}]


@pytest.mark.parametrize(("tokens", "count"), [(2, 0), (60, 1)])
def test_transports_with_nothing_to_carry_wait_if_supply_is_scarce(tokens: int, count: int) -> None:
    game = sky(
        craft("a1", "0303", "Tpt", active=False), unit("a9", "0309", re=3), unit("s9", "0310"),
        dumps=[{"side": "axis", "hex": "0303", "tokens": tokens}], segment="refit",
    )  # fmt: skip
    assert len(orders(skies.Refits(), game)) == count


def test_transports_come_first_if_units_are_to_be_dropped_in_this_turn() -> None:
    game = sky(
        *(craft(n, "0303", t, active=False) for n, t in (("a1", "Tpt"), ("a2", "F"), ("a3", "T"))),
        unit("ap", "0303", traits="para"), plans=[{"unit": "ap", "hex": "0310", "turn": 1}],
        levels={"0303": 0}, dumps=[{"side": "axis", "hex": "0303", "sp": 9}], segment="refit",
    )  # fmt: skip
    assert orders(skies.Refits(), game) == [{"do": "refit", "hex": "0303", "aircraft": ["a1"]}]


@pytest.mark.parametrize(("weather", "count"), [("dry", 1), ("storm", 0)])
def test_scarce_supply_is_not_spent_on_refits_in_a_storm(weather: str, count: int) -> None:
    game = sky(
        craft("a1", "0303", "T", active=False), unit("a9", "0309", re=3), unit("s9", "0310"),
        dumps=[{"side": "axis", "hex": "0303", "tokens": 2}], segment="refit", weather=weather,
    )  # fmt: skip
    assert len(orders(skies.Refits(), game)) == count


# ---- sweeps


def test_a_fighter_to_spare_sweeps_an_enemy_base() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"), **goal())
    assert orders(skies.Sweeps(), game) == [fly("sweep", "a1", to="0312")]


@pytest.mark.parametrize("full", ["6/3/0", "7/3/0"])
def test_nobody_sweeps_where_better_fighters_wait(full: str) -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312", full=full), **goal())
    assert orders(skies.Sweeps(), game) == []


def test_one_base_is_not_swept_for_ever() -> None:
    many = [craft(f"{side}{i}", h) for side, h in (("a", "0303"), ("s", "0312")) for i in range(5)]
    game = sky(*many, **goal())
    rig(game, *([1, 1, 1] * 20))  # all of them are beaten
    assert len(orders(skies.Sweeps(), game)) == 3


def test_fighters_are_kept_for_the_bombers() -> None:
    game = sky(craft("a1", "0303"), craft("a2", "0303", "T"), craft("s1", "0312"), **goal())
    assert orders(skies.Sweeps(), game) == []


def test_who_defends_keeps_a_fighter_on_each_base() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312"), **goal("allied"))
    assert orders(skies.Sweeps(), game) == []


# ---- strikes


def attack_field(**spec: Any) -> Ocs:
    """Strong Axis units next to one enemy, and another enemy out of everybody's way."""
    return sky(
        unit("a8", "0318", combat="14:3 leg", re=3), unit("a9", "0318", combat="14:3 leg"),
        unit("s1", "0319", combat="10:3 leg"), unit("s2", "0919", combat="10:3 leg"),
        *spec.pop("things", [craft("a1", "0310", "T")]),
        dumps=[{"side": "axis", "hex": "0318", "sp": 20}], segment="barrage",
        **{**goal(hex="0319"), **spec},
    )  # fmt: skip


def test_a_strike_goes_where_disorder_helps_an_attack() -> None:
    assert orders(skies.Strikes(), attack_field()) == [
        fly("air-barrage", "a1", to="0319", aim="units")
    ]


@pytest.mark.parametrize(("sp", "count"), [(20, 1), (0, 0)])
def test_a_few_points_are_worth_it_only_for_an_attack(sp: int, count: int) -> None:
    """Who only defends does no harm by himself; without supply nobody will attack him."""
    game = sky(
        unit("a8", "0318", combat="14:3 leg", re=3), unit("a9", "0318", combat="14:3 leg"),
        unit("s1", "0319", combat="(10):3 leg"), craft("a1", "0310", "T", full="(1)/2/0"),
        dumps=[{"side": "axis", "hex": "0318", "sp": sp}] if sp else [], segment="barrage",
        **goal(hex="0319"),
    )  # fmt: skip
    assert len(orders(skies.Strikes(), game)) == count


def test_a_fighter_goes_with_bombers_that_would_be_met() -> None:
    own = [craft("a1", "0310", "T"), craft("a2", "0310", full="5/0/0")]
    quiet = attack_field(things=own)
    assert first(quiet, skies.Strikes()) == fly("air-barrage", "a1", to="0319", aim="units")
    game = attack_field(things=[*own, craft("s9", "0325")])
    assert first(game, skies.Strikes()) == fly("air-barrage", "a1", "a2", to="0319", aim="units")


def test_nobody_strikes_a_stack_for_nothing() -> None:
    """Two points against hills far from everybody gain less than they cost."""
    weak = craft("a1", "0303", "T", full="(1)/2/0", range=30)
    board = sketch(20, 40, terrain={"0919": "hill"})
    game = sky(
        weak, unit("s2", "0919", combat="1:3 leg"), unit("a9", "0303"),
        segment="barrage", board=board, **goal(),
    )  # fmt: skip
    assert orders(skies.Strikes(), game) == []


@pytest.mark.parametrize(("mode", "count"), [("combat", 1), ("dg", 0)])
def test_a_stack_in_disorder_is_left_alone(mode: str, count: int) -> None:
    game = sky(
        unit("a8", "0318", combat="14:3 leg"), unit("s1", "0319", mode=mode, up="combat"),
        craft("a1", "0310", "T", full="(1)/2/0"), segment="barrage", **goal(hex="0319"),
    )  # fmt: skip
    assert len(orders(skies.Strikes(), game)) == count


def test_strategic_bombers_go_for_bases_with_aircraft() -> None:
    game = sky(
        craft("a1", "0303", "S", full="(3)/45/0"), craft("s1", "0318", "T"), unit("a9", "0303"),
        levels={"s0318": 2}, segment="barrage", **goal(),
    )  # fmt: skip
    assert orders(skies.Strikes(), game) == [fly("air-barrage", "a1", to="0318", aim="base")]


def test_ports_and_columns_are_struck_if_there_is_nothing_better() -> None:
    bomber = craft("a1", "0303", "S", full="(3)/45/0", range=20)
    docks = sky(
        bomber, unit("a9", "0303"), ports=[port("0318", "allied", 4)], segment="barrage", **goal()
    )
    assert first(docks, skies.Strikes()) == fly("air-barrage", "a1", to="0318", aim="port")
    column = unit("s1", "0318", "mech", combat="20:6 truck", re=3, mode="dg", up="combat")
    few = craft("a1", "0303", "S", full="(3)/20/0", range=20)
    roads = sky(few, unit("a9", "0303"), column, segment="barrage", **goal())
    assert first(roads, skies.Strikes()) == fly("trainbust", "a1", to="0318")


def test_torpedo_bombers_go_for_ships() -> None:
    lying = ship("s1", "0318")
    game = sky(
        craft("a1", "0303", "T", torpedo="yes", full="(1)/80/0"), unit("a9", "0303"),
        ships=[lying["ship"]], naval=[lying["naval"]], segment="barrage", **goal(),
    )  # fmt: skip
    assert orders(skies.Strikes(), game) == [fly("air-barrage", "a1", to="0318", aim="ships")]


def test_flak_is_reckoned_with_by_what_flies() -> None:
    """In a Patrol Zone flak hits on 9 without a fighter, on 10 with one; trains cost one more."""
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303"), craft("s1", "0320"),
               unit("s2", "0312"), segment="barrage")  # fmt: skip
    seat = OcsSeat(game, "axis")
    bomber, escort = wing(seat, "a1"), wing(seat, "a2")
    h, found = game.board.hex("0312"), Sky(seat).flak
    assert [found(h, [bomber]), found(h, [bomber, escort])] == [277, 166]
    assert [found(h, [bomber], True), found(h, [bomber, escort], True)] == [416, 277]


def test_who_defends_keeps_his_bombers_for_the_stacks_about_to_attack() -> None:
    def field(segment: str, player: str) -> Ocs:
        return sky(
            craft("s1", "0325", "T", full="(1)/20/0"), unit("s9", "0319", combat="4:3 leg"),
            unit("a8", "0318", combat="10:3 leg"), unit("a9", "0912", combat="12:3 leg"),
            segment=segment, player=player, **goal(),
        )  # fmt: skip

    assert orders(skies.Strikes(), field("barrage", "allied"), "allied") == []
    assert orders(skies.Strikes(), field("reaction-barrage", "axis"), "allied") == [
        fly("air-barrage", "s1", to="0318", aim="units")
    ]


def test_disorder_alone_spoils_an_attack() -> None:
    """A few points seldom cost a division a step; but it will not attack."""
    game = sky(
        craft("s1", "0325", "T", full="(1)/4/0"), unit("s9", "0319", combat="4:3 leg"),
        unit("a8", "0318", combat="10:3 leg", re=3), segment="reaction-barrage", **goal(),
    )  # fmt: skip
    assert orders(skies.Strikes(), game, "allied") == [
        fly("air-barrage", "s1", to="0318", aim="units")
    ]


def test_strategic_bombers_do_not_blind_the_others() -> None:
    """With one of them a strike is unspotted; so those who can see strike by themselves."""
    both = [craft("a1", "0310", "T"), craft("a2", "0310", "S", full="(3)/21/0")]
    found = first(attack_field(things=both), skies.Strikes())
    assert found == fly("air-barrage", "a1", to="0319", aim="units")


@pytest.mark.parametrize(("guard", "count"), [("1:3 leg", 1), ("20:3 leg", 0)])
def test_bombers_fly_from_a_base_that_may_fall_whatever_the_target(guard: str, count: int) -> None:
    game = sky(
        craft("a1", "0303", "T", full="(1)/2/0"), unit("s1", "0306", "armor"),
        unit("a9", "0303", combat=guard), segment="barrage", **goal(),
    )  # fmt: skip
    assert len(orders(skies.Strikes(), game)) == count


# ---- hip shoots


def overrun_field(**spec: Any) -> Ocs:
    """An overrun that is worth it only if the enemy is in disorder; a friend spots."""
    return sky(
        unit("a7", "0316", "armor", combat="9:8 tracked", ar=3),
        *spec.pop("friends", [unit("a9", "0218", combat="(1):3 leg", move="(1):5 leg")]),
        unit("s1", "0318", combat="4:3 leg", ar=3), craft("a1", "0314", "T", full="(1)/40/0"),
        dumps=[{"side": "axis", "hex": "0316", "sp": 20}],
        limits={"axis": {"hip_shooters": spec.pop("nations", ["German"])}},
        **goal(hex="0318"), **spec,
    )  # fmt: skip


def test_a_hip_shoot_prepares_an_overrun() -> None:
    game = overrun_field()
    assert orders(skies.HipShoots(), game) == [fly("hip-shoot", "a1", to="0318", aim="units")]


def test_no_hip_shoot_without_a_spotter_or_a_nation_that_flies_them() -> None:
    assert orders(skies.HipShoots(), overrun_field(friends=[])) == []
    assert orders(skies.HipShoots(), overrun_field(nations=["Soviet"])) == []


def test_no_hip_shoot_where_nobody_could_overrun() -> None:
    game = overrun_field()
    play(game, "axis", {"do": "mode", "units": ["a7"], "mode": "strat"})
    assert orders(skies.HipShoots(), game) == []


# ---- lifts


def lift_field(**spec: Any) -> Ocs:
    """A Transport with supply in the rear, and a base behind the front."""
    things = spec.pop("things", [])
    return sky(
        craft("a1", "0303", "Tpt", range=40), unit("a9", "0321", re=3), unit("s9", "0323"), *things,
        levels={"0316": 2, **spec.pop("levels", {})},
        dumps=[{"side": "axis", "hex": "0303", "sp": 3}], **spec,
    )  # fmt: skip


def test_supply_is_flown_to_a_base_behind_the_front() -> None:
    assert first(lift_field(), skies.Lifts()) == {
        **fly("air-transport", "a1", to="0316"), "tokens": {"0303": 4},
    }  # fmt: skip


def test_no_supply_is_flown_under_enemy_patrols() -> None:
    assert first(lift_field(things=[craft("s1", "0325")]), skies.Lifts()) is None


def test_transports_wait_for_those_whom_they_are_to_drop() -> None:
    para = unit("ap", "0303", traits="para", mode="move")
    plans = [{"unit": "ap", "hex": "0310", "turn": 1}]
    assert first(lift_field(things=[para], plans=plans), skies.Lifts()) is None


def test_a_fighter_goes_to_a_base_from_which_it_patrols_over_the_front() -> None:
    game = sky(
        craft("a1", "0303"), unit("a9", "0321", re=3), unit("s9", "0323"), levels={"0316": 2},
        dumps=[{"side": "axis", "hex": h, "sp": 2} for h in ("0303", "0316")],
    )  # fmt: skip
    assert orders(skies.Lifts(), game) == [fly("transfer", "a1", to="0316")]
    assert perch(game, "a1") == "0316+"


def test_aircraft_leave_a_base_that_may_fall() -> None:
    def field(*guard: dict[str, Any]) -> Ocs:
        return sky(
            craft("a1", "0316", "Tpt"), unit("s9", "0318", "armor"), *guard, levels={"0303": 1},
            dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
        )  # fmt: skip

    assert orders(skies.Lifts(), field()) == [fly("transfer", "a1", to="0303")]
    assert orders(skies.Lifts(), field(unit("a9", "0316", combat="20:3 leg"))) == []


# ---- answers


def met(*crafts: dict[str, Any], by: list[str]) -> Ocs:
    """An Axis mission over an Allied stack; whoever patrols there is asked."""
    game = sky(*crafts, unit("s8", "0312"), unit("a9", "0311"), segment="barrage", **goal())
    game.play("axis", fly("air-barrage", *by, to="0312", aim="units"))
    return game


@pytest.mark.parametrize(
    ("leader", "rises"), [("T (5)/20/0", True), ("F 4/3/0", True), ("F 6/3/0", False)]
)  # fmt: skip
def test_fighters_rise_against_bombers_and_against_whom_they_can_beat(
    leader: str, rises: bool
) -> None:
    types, full = leader.split()
    game = met(craft("a1", "0303", types, full=full), craft("s1", "0315"), by=["a1"])
    assert game.to_act == "allied"
    assert answer(game, "allied") == {"do": "intercept", "plane": "s1" if rises else ""}


def test_the_best_fighter_rises() -> None:
    game = met(craft("a1", "0303", "T"), craft("s1", "0315"), craft("s2", "0315", full="5/0/0"),
               by=["a1"])  # fmt: skip
    assert answer(game, "allied")["plane"] == "s2"


def swept(*crafts: dict[str, Any]) -> Ocs:
    """An Axis sweep against an Allied base with several aircraft."""
    game = sky(craft("a1", "0303", full="5/0/0"), *crafts, **goal())
    game.play("axis", fly("sweep", "a1", to="0312"))
    return game


def test_bombers_on_a_base_leave_a_fight_that_they_cannot_win() -> None:
    game = swept(craft("s1", "0312", "T"), craft("s2", "0312", "S"), craft("s3", "0312", "Tpt"))
    assert answer(game, "allied") == {"do": "abort", "planes": ["s1", "s3"]}


def test_with_a_fighter_there_only_the_frail_leave() -> None:
    frail = craft("s2", "0312", "T", lost=True)
    game = swept(craft("s1", "0312"), frail, craft("s3", "0312", "S"))
    assert answer(game, "allied") == {"do": "abort", "planes": ["s2"]}


def test_those_on_a_mission_go_on_with_it() -> None:
    game = met(craft("a1", "0303"), craft("a2", "0303", "T", lost=True), craft("s1", "0315"),
               by=["a1", "a2"])  # fmt: skip
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert answer(game, "axis") == {"do": "abort", "planes": []}


def test_of_equals_who_has_both_steps_fights() -> None:
    game = met(craft("a1", "0303"), craft("a2", "0303", full="7/3/0", reduced="4/3/0", lost=True),
               craft("s1", "0315"), by=["a1", "a2"])  # fmt: skip
    game.play("allied", {"do": "intercept", "plane": "s1"})
    play_until(game, "air combat defender")
    assert answer(game, "axis") == {"do": "fight", "plane": "a1"}


def play_until(game: Ocs, question: str) -> None:
    """Answer by default until somebody is asked a question of that name."""
    while game.decisions[0].ask.name != question:
        decision = game.decisions[0]
        assert decision.ask.default is not None
        game.play(decision.player, decision.ask.default)


def returning(**spec: Any) -> Ocs:
    """An Axis bomber on its way home, with two bases to choose from."""
    game = sky(
        craft("a1", "0303", "T", range=30), unit("s8", "0322"), unit("a9", "0321"),
        *spec.pop("things", []), levels={"0316": 1}, segment="barrage", **goal(), **spec,
    )  # fmt: skip
    rig(game, 1, 1, 1, 1)
    game.play("axis", fly("air-barrage", "a1", to="0322", aim="units"))
    play_until(game, "return to base")
    return game


def test_aircraft_return_to_a_base_near_the_front_that_can_refit_them() -> None:
    def supplied(*hexes: str) -> list[dict[str, Any]]:
        return [{"side": "axis", "hex": h, "sp": 2} for h in hexes]

    both = returning(dumps=supplied("0303", "0316"))
    assert answer(both, "axis") == {"do": "return", "to": {"a1": "0316"}}
    rear = returning(dumps=supplied("0303"))
    assert answer(rear, "axis") == {"do": "return", "to": {"a1": "0303"}}


def test_aircraft_do_not_return_to_a_base_that_may_fall() -> None:
    game = returning(
        things=[unit("s7", "0416", "armor")],
        dumps=[{"side": "axis", "hex": h, "sp": 2} for h in ("0303", "0316")],
    )
    assert answer(game, "axis") == {"do": "return", "to": {"a1": "0303"}}


@pytest.mark.parametrize(("waits", "base"), [(True, "0303"), (False, "0310")])
def test_transports_return_to_those_who_wait_to_be_dropped(waits: bool, base: str) -> None:
    plans = [{"unit": "ap", "hex": "0318", "turn": 1}, {"unit": "aq", "hex": "0318", "turn": 2}]
    paras = [unit(p, "0303", traits="para", size="battalion", mode="move") for p in ("ap", "aq")]
    game = sky(
        craft("a1", "0303", "Tpt", range=40), craft("a2", "0303", "Tpt"), *paras,
        unit("s9", "0330"), levels={"0303": 0, "0310": 3}, plans=plans[: 1 + waits],
    )  # fmt: skip
    rig(game, 6, 6)
    game.play("axis", {**fly("air-drop", "a1", to="0318"), "units": ["ap"]})
    play_until(game, "return to base")
    assert answer(game, "axis") == {"do": "return", "to": {"a1": base}}


def test_on_a_crowded_base_the_least_useful_stands_down() -> None:
    """The usual answer would be a bomber, whose rating is the lowest."""
    game = sky(
        *(craft(f"s{i}", "0312", "T", full="(0)/30/0") for i in range(5)),
        craft("s5", "0312", "Tpt", full="(1)/0/1"), craft("a1", "0303"), levels={"s0312": 1},
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    assert answer(game, "allied") == {"do": "stand-down", "plane": "s5"}


# ---- what nobody may know


@pytest.mark.parametrize("seed", range(6))
def test_orders_hang_on_nothing_hidden(seed: int) -> None:
    """Two positions that look alike to the staff get the same orders."""
    game = sky(
        craft("a1", "0310", "T"), craft("a2", "0310"), craft("a3", "0303", "Tpt", active=False),
        craft("s1", "0325"), craft("s2", "0325", "T"), craft("s3", "0330", "T", active=False),
        unit("a8", "0318", combat="14:3 leg", re=3), unit("s7", "0319"), unit("s8", "0319"),
        unit("s9", "0920", re=3), unit("s6", "0920"), levels={"s0330": 2},
        dumps=[{"side": "axis", "hex": "0310", "sp": 9}], segment="barrage", **goal(hex="0319"),
    )  # fmt: skip
    twin = hidden_twin(game, "axis", random.Random(seed))
    assert twin is not None
    for part in (skies.Strikes, skies.Sweeps, skies.Lifts, skies.Refits, skies.HipShoots):
        assert first(game, part()) == first(twin, part())
    assert at(game, "a8") == at(twin, "a8")
