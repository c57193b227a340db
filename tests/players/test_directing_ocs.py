"""What groups are told at an OCS table changes what they do, each posture as its name says."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from grognard.board.sketch import sketch
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.doctrine import Directive, Posture
from grognard.players.staff.ocs.doctrine import OcsDoctrine
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.strikes import Targets
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import ATTACK, BARRAGE, REACTION
from grognard.systems.ocs.units import UNITS
from tests.players.playing import always_legal, did, dump, phase_of, source, town
from tests.systems.ocs.field import at, field, rig, unit, where

BOARD = sketch(9, 12)
TOWNS = {
    "side": "axis",
    "objectives": [
        {"label": h, "vp": 2, "hexes": [h], "owner": "allied"} for h in ("0509", "0106")
    ],
    "scale": [{"least": 1, "winner": "axis", "degree": "victory"}],
}
AXIS: dict[str, Any] = {"dumps": [dump("0501", 80)], "sources": [source("0501")], "victory": TOWNS}

GUARDED = (
    unit("a7", "0501", combat="9:3 leg"), unit("a8", "0503", combat="9:3 leg"),
    unit("a9", "0503", "hq"),
)  # fmt: skip
"""Whoever guards the dump and the headquarters, so that a regiment is free to go."""


def told(posture: Posture, *objective: str, units: str = "a1", weight: int = 100) -> OcsDoctrine:
    """A doctrine by which some units are told something."""
    hexes = tuple(BOARD.hex(label) for label in objective)
    group = Directive(frozenset(units.split()), hexes, posture, weight)
    return OcsDoctrine(directives=(group,))


def position(enemy: int = 20, **more: Any) -> Ocs:
    """A regiment with two towns before it, and an enemy at the one that is nearer."""
    return field(
        unit("a1", "0505", combat="6:4 leg"),
        *GUARDED,
        unit("s1", "0508", combat=f"{enemy}:3 leg"),
        board=BOARD,
        **{**AXIS, **more},
    )


def far(game: Ocs, name: str, label: str) -> int:
    return game.board.distance(at(game, name).hex, game.board.hex(label))


def after(doctrine: OcsDoctrine | None, enemy: int = 20) -> Ocs:
    """The position after a Movement Segment by a doctrine."""
    game = position(enemy)
    phase_of(game, "axis", doctrine)
    return game


def test_an_objective_draws_its_group_from_the_town_that_lies_open() -> None:
    alone, sent = after(None), after(told("assault", "0509"))
    assert where(alone, "a1") == "0106"
    assert far(sent, "a1", "0509") < far(position(), "a1", "0509")


def test_who_holds_stays_where_the_staff_would_go_forward() -> None:
    assert where(after(None), "a1") != "0505"
    assert where(after(told("hold")), "a1") == "0505"
    assert where(after(told("hold", "0404")), "a1") == "0404"


def test_who_withdraws_goes_back_to_the_source_of_supply_and_not_to_the_next_dump() -> None:
    game = position(dumps=[dump("0501", 80), dump("0506", 40)])
    phase_of(game, "axis", told("withdraw"))
    assert where(game, "a1") == "0501"


@pytest.mark.parametrize(("enemy", "stays"), [(2, True), (60, False)])
def test_who_delays_goes_back_only_from_who_would_overwhelm_him(enemy: int, stays: bool) -> None:
    game = after(told("delay"), enemy)
    assert (where(game, "a1") == "0505") is stays
    assert far(game, "a1", "0508") >= 3


def test_who_is_told_to_wait_is_kept_in_reserve_and_not_released_for_little() -> None:
    """The mark itself, for tanks that the staff would have sent forward. [5.7]"""

    def done(doctrine: OcsDoctrine | None) -> bool:
        game = field(
            unit("a1", "0504", "armor"), unit("s1", "0508", combat="3:3 leg"), board=BOARD, **AXIS
        )
        orders = phase_of(game, "axis", doctrine)
        return {"do": "mode", "units": ["a1"], "mode": "reserve", "up": "combat"} in orders

    assert (done(None), done(told("reserve"))) == (False, True)


def test_who_holds_does_not_run_to_the_help_of_others_in_reaction() -> None:
    """Reserves do, though told to wait: that is what they wait for. [7.0]"""

    def goes(posture: Posture) -> bool:
        game = field(
            unit("s1", "0505", combat="3:3 leg"),
            unit("s2", "0507", "armor", combat="12:8 tracked", mode="reserve", up="combat"),
            unit("a1", "0504", combat="14:3 leg"), unit("a2", "0404", combat="14:3 leg"),
            board=BOARD, segment=REACTION, dumps=[dump("0508", 8, "allied")],
            sources=[source("0509", "allied")], victory=town("0505", "allied"),
        )  # fmt: skip
        phase_of(game, "allied", told(posture, units="s2"))
        return where(game, "s2") == "0505"

    assert (goes("reserve"), goes("hold")) == (True, False)


def test_who_assaults_attacks_at_odds_that_the_staff_leaves_alone() -> None:
    """And who is told to hold or to go back leaves even what the staff would attack."""

    def attacks(own: int, points: int, doctrine: OcsDoctrine | None = None) -> int:
        game = field(
            unit("a1", "0504", combat=f"{own}:3 leg"), unit("s1", "0505", combat="5:3 leg"),
            board=BOARD, segment=ATTACK, **{**AXIS, "victory": town("0505", vp=points)},
        )  # fmt: skip
        return len(did(phase_of(game, "axis", doctrine), "attack"))

    assert (attacks(22, 2), attacks(22, 2, told("assault", "0505"))) == (0, 1)
    assert (attacks(34, 2), attacks(34, 2, told("hold"))) == (1, 0)
    assert (attacks(34, 9, told("hold")), attacks(34, 9, told("withdraw"))) == (1, 0)


@pytest.mark.parametrize(("posture", "losses"), [("hold", 1), ("withdraw", 0)])
def test_in_battle_who_holds_stands_and_who_withdraws_goes(posture: Posture, losses: int) -> None:
    """No ground that counts is fought for, so the staff by itself would go. [9.10]"""
    game = field(
        unit("a1", "0504", combat="10:3 leg"), unit("a2", "0404", combat="10:3 leg"),
        unit("s1", "0505", combat="3:3 leg"), unit("s3", "0505", combat="3:3 leg"),
        unit("s4", "0505", combat="2:3 leg"), segment=ATTACK, board=BOARD,
        dumps=[dump("0503")], sources=[source("0501"), source("0909", "allied")],
    )  # fmt: skip
    rig(game, 3, 4, 3, 5)  # no surprise; 2:1 with a roll of 8 is Ao1 Do1
    game.play("axis", {"do": "attack", "units": ["a1", "a2"], "target": "0505", "lead": "a1"})
    while game.to_act != "allied" or game.decisions[0].ask.name != "option":
        ask = game.decisions[0].ask
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    staff = Staff(doctrine=told(posture, units="s1 s3 s4"))
    assert staff.choose(Seat(game, "allied")) == {"do": "option", "losses": losses}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_groups_are_told_every_order_is_legal(seed: int) -> None:
    """On generated positions, with each unit told something by chance."""
    game, rng = positions.game(seed), random.Random(seed)
    directives = tuple(
        Directive(
            frozenset({name}),
            tuple(rng.sample(range(game.board.n), rng.randrange(3))),
            rng.choice(get_args(Posture)),
            rng.choice((50, 100, 300)),
        )
        for name in sorted(game.state[UNITS])
        if rng.random() < 0.8
    )
    always_legal(game, seed, 80, OcsDoctrine(directives=directives))


# --- What follows the weight ---------------------------------------------------------------------


def test_supply_goes_to_the_headquarters_whose_units_weigh_most() -> None:
    """Of two headquarters that lack the same, the one of the main effort lacks more. [12.3b]"""
    game = field(
        unit("a1", "0203", combat="6:4 leg"), unit("a8", "0202", "hq"),
        unit("a2", "1603", combat="6:4 leg"), unit("a9", "1602", "hq"),
        unit("s1", "0908", combat="6:3 leg"), board=sketch(18, 12),
    )  # fmt: skip

    def neediest(doctrine: OcsDoctrine) -> str:
        part = Logistics(OcsSeat(game, "axis", doctrine))
        return part.depots()[0].hq

    weights = {name: told("press", units=name, weight=300) for name in ("a1", "a2")}
    assert {name: neediest(doctrine) for name, doctrine in weights.items()} == {
        "a1": "a8",
        "a2": "a9",
    }


def test_a_strike_is_worth_more_where_the_weight_is() -> None:
    """What disorder adds to the coming attack counts by the weight of those who make it. [14.7]"""
    game = field(
        unit("a1", "0504", combat="12:3 leg"), unit("s1", "0505", combat="8:3 leg"),
        board=BOARD, segment=BARRAGE, **AXIS,
    )  # fmt: skip

    def worth(weight: int) -> int:
        doctrine = told("press", weight=weight)
        return Targets(OcsSeat(game, "axis", doctrine)).attacks.get(BOARD.hex("0505"), 0)

    assert worth(300) >= 3 * worth(100) - 2 > 0
