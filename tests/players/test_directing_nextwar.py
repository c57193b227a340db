"""What groups are told changes what they do at a Next War table, each posture as its name says."""

from __future__ import annotations

import pytest

from grognard.players.staff.doctrine import Directive, Posture
from grognard.players.staff.nextwar.doctrine import NwDoctrine
from grognard.systems.nextwar.scenario import Nw
from tests.players.playing import did, phase_of
from tests.systems.nextwar.field import field, plain, rig, unit, where

BOARD = plain(north=3, places={"Near": "town 0507", "Far": "town 0904"})


def told(
    game: Nw, posture: Posture, *objective: str, units: str = "n1", weight: int = 100
) -> NwDoctrine:
    """A doctrine by which some units are told something."""
    hexes = tuple(game.board.hex(label) for label in objective)
    return NwDoctrine(directives=(Directive(frozenset(units.split()), hexes, posture, weight),))


def position() -> Nw:
    """A division in the open between two towns of the enemy's country."""
    return field(unit("n1", "0504", "6-6-4"), unit("r1", "0508", "2-2-4"), board=BOARD)


def ordered(game: Nw, posture: Posture | None, *objective: str) -> str:
    """Where the division goes that was told something."""
    phase_of(game, "dprk", told(game, posture, *objective) if posture else None)
    return where(game, "n1")


def far(game: Nw, name: str, label: str) -> int:
    return game.board.distance(game.board.hex(where(game, name)), game.board.hex(label))


def test_an_objective_draws_its_group_from_the_nearer_town() -> None:
    alone, sent = position(), position()
    ordered(alone, None)
    ordered(sent, "assault", "0904")
    assert far(alone, "n1", "0507") <= 1
    assert far(sent, "n1", "0904") < far(alone, "n1", "0904")


def test_who_holds_stays_or_goes_to_the_ground_that_it_is_to_hold() -> None:
    assert ordered(position(), None) != "0504"
    assert ordered(position(), "hold") == "0504"
    assert ordered(position(), "hold", "0503") == "0503"


def test_who_withdraws_goes_back_into_his_own_country() -> None:
    game = position()
    ordered(game, "withdraw")
    assert int(where(game, "n1")[2:]) < 4


@pytest.mark.parametrize(("enemy", "stays"), [("2-2-4", True), ("60-9-4", False)])
def test_who_delays_goes_back_only_from_who_would_overwhelm_him(enemy: str, stays: bool) -> None:
    game = field(unit("n1", "0504", "6-6-4"), unit("r1", "0507", enemy), board=BOARD)
    assert (ordered(game, "delay") == "0504") is stays


def test_who_is_in_reserve_keeps_away_from_the_enemy() -> None:
    game = field(unit("n1", "0504", "6-6-4"), unit("r1", "0507"), board=BOARD)
    ordered(game, "reserve")
    assert far(game, "n1", "0507") == NwDoctrine().apart


def test_who_is_sent_elsewhere_leaves_open_ground_to_others() -> None:
    """A town that nobody defends is taken, but not by whoever is to assault another."""
    alone, sent = (
        field(
            unit("n1", "0504"), unit("r1", "0909", "1-1-4"), unit("r2", "0904", "6-9-4"),
            board=plain(north=3, places={"Near": "town 0505", "Far": "town 0904"}),
        )
        for _ in range(2)
    )  # fmt: skip
    assert ordered(alone, None) == "0505"
    assert ordered(sent, "assault", "0904") != "0505"


# ---- battles


def attacks(own: str, enemy: str, posture: Posture | None = None, terrain: str = "flat") -> int:
    """How many attacks a division makes on another beside it."""
    game = field(
        unit("n1", "0505", own), unit("r1", "0506", enemy), segment="init-combat",
        board=plain(terrain={"0506": terrain}, north=4),
    )  # fmt: skip
    doctrine = told(game, posture, "0506") if posture else None
    return len(did(phase_of(game, "dprk", doctrine), "attack"))


def test_who_assaults_attacks_at_odds_that_the_staff_leaves_alone() -> None:
    assert (attacks("4-4-4", "5-5-4"), attacks("4-4-4", "5-5-4", "assault")) == (0, 1)


def test_who_is_to_keep_out_of_it_attacks_nobody() -> None:
    assert attacks("9-6-4", "2-2-4") == 1
    for quiet in ("delay", "withdraw", "reserve"):
        assert attacks("9-6-4", "2-2-4", quiet) == 0


def answered(posture: Posture | None, *dice: int) -> list[str]:
    """What those do who must give way in a city, as they were told; 4 lets them stand."""
    game = field(
        unit("n1", "0504", "20-4-4", er=7), unit("r1", "0505", er=6), unit("r2", "0505"),
        segment="init-combat", sites=[{"hex": "0505", "kind": "city", "owner": "allied"}],
    )  # fmt: skip
    rig(game, 4, *dice)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    doctrine = told(game, posture, units="r1 r2") if posture else None
    done = [action["do"] for action in phase_of(game, "allied", doctrine)]
    return [do for do in done if do in ("stand", "give-way", "bleed")]


def test_who_withdraws_does_not_try_to_stand() -> None:
    assert answered(None, 4) == answered("hold", 4) == ["stand"]
    assert answered("withdraw", 4) == ["give-way"]


def test_who_delays_tries_to_stand_but_bleeds_for_nothing() -> None:
    """A city is worth a step to the staff, not to whoever gives ground. [9.8.3]"""
    assert answered(None, 9) == ["stand", "bleed"]
    assert answered("delay", 9) == ["stand", "give-way"]
