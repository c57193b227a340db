"""What groups are told changes what they do, each posture as its name says."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.players.staff.directing import Directing
from grognard.players.staff.doctrine import Directive, Doctrine, Posture
from grognard.players.staff.situation import Goal, Piece, Situation
from grognard.players.staff.wb95.doctrine import Wb95Doctrine
from grognard.systems.wb95.scenario import Wb
from tests.players.playing import did, phase_of
from tests.players.test_staff import TOWN
from tests.systems.wb95.field import ATTACK_A, MOVE_A, at, field, unit, where

BOARD = sketch(9, 9, terrain={"0408": "town", "0801": "town"})


def told(posture: Posture, *objective: str, units: str = "g1", weight: int = 100) -> Wb95Doctrine:
    """A doctrine by which some units are told something."""
    hexes = tuple(BOARD.hex(label) for label in objective)
    group = Directive(frozenset(units.split()), hexes, posture, weight)
    return Wb95Doctrine(directives=(group,))


def position(enemy: int = 3, **more: Any) -> Wb:
    """A regiment four hexes from a town, with an enemy between."""
    return field(
        unit("g1", "0404", type="MOT", sp=5),
        unit("s1", "0407", sp=enemy),
        board=BOARD,
        phase=MOVE_A,
        **{**TOWN, **more},
    )


def far(game: Wb, name: str, label: str) -> int:
    return game.board.distance(at(game, name).hex, game.board.hex(label))


def test_an_objective_draws_its_group_from_the_nearer_town() -> None:
    """Left to itself the regiment turns on the enemy; sent to the other town it leaves him."""
    alone, sent = position(), position()
    phase_of(alone, "german")
    phase_of(sent, "german", told("assault", "0801"))
    assert far(alone, "g1", "0408") < far(alone, "g1", "0801")
    assert far(sent, "g1", "0801") < far(alone, "g1", "0801")


def test_who_holds_stays_where_the_staff_would_go_forward() -> None:
    alone, holding = position(), position()
    phase_of(alone, "german")
    phase_of(holding, "german", told("hold"))
    assert where(alone, "g1") != "0404"
    assert where(holding, "g1") == "0404"


def test_who_is_to_hold_other_ground_goes_there() -> None:
    game = position()
    phase_of(game, "german", told("hold", "0403"))
    assert where(game, "g1") == "0403"


def test_who_withdraws_goes_back_towards_the_bases() -> None:
    """As far as it can go, to the edge in the west where its supply comes from."""
    game = position()
    phase_of(game, "german", told("withdraw"))
    assert where(game, "g1") == "0401"


@pytest.mark.parametrize(("enemy", "stays"), [(2, True), (30, False)])
def test_who_delays_goes_back_only_from_who_would_overwhelm_him(enemy: int, stays: bool) -> None:
    game = position(enemy)
    phase_of(game, "german", told("delay"))
    assert (where(game, "g1") == "0404") is stays
    assert far(game, "g1", "0407") >= 3


def test_who_is_in_reserve_keeps_away_from_the_enemy() -> None:
    game = position()
    phase_of(game, "german", told("reserve"))
    assert far(game, "g1", "0407") == Doctrine().apart


def test_who_assaults_attacks_at_odds_that_the_staff_leaves_alone() -> None:
    """In works nobody has to attack, and the staff does not; told to assault it does, and told to
    hold it leaves even what the staff would attack."""

    def attacks(own: int, enemy: int, doctrine: Wb95Doctrine | None = None) -> int:
        game = field(
            unit("g1", "0404", sp=own),
            unit("s1", "0405", sp=enemy),
            phase=ATTACK_A,
            fortified=["german"],
            **TOWN,
        )
        return len(did(phase_of(game, "german", doctrine), "attack"))

    assert (attacks(6, 6), attacks(6, 6, told("assault", "0405"))) == (0, 1)
    assert (attacks(8, 4), attacks(8, 4, told("hold"))) == (1, 0)
    assert (attacks(24, 3, told("hold")), attacks(24, 3, told("withdraw"))) == (1, 0)


# --- What the parts ask ----------------------------------------------------------------------


def group(*directives: Directive) -> Directing:
    """Two regiments on a lane of nine hexes, 0 to 8, and a goal at its end."""
    pieces = {name: Piece(name, h, 4, 4, 1, 1, True, True) for name, h in (("a", 3), ("b", 4))}
    seen = Situation(
        sketch(1, 9), "axis", pieces, {}, [Goal(8, 5, False)], [0] * 9, [()] * 9, (), True
    )
    return Directing(seen, Doctrine(directives=directives))


def test_nobody_told_nothing_changed() -> None:
    plain = group()
    force = [(piece, piece.hex) for piece in plain.situation.pieces.values()]
    assert (plain.needed(400, force), plain.risk(force), plain.draw(5, force)) == (400, 100, 0)
    assert plain.aims("a", plain.situation.goals) is plain.situation.goals


def test_weight_and_distance_make_the_pull_of_an_objective() -> None:
    def drawn(target: int, weight: int) -> int:
        one = group(Directive(frozenset({"a"}), (6,), "press", weight))
        return one.draw(target, [(one.situation.pieces["a"], 3)])

    assert drawn(6, 100) == Doctrine().draw
    assert drawn(6, 50) == drawn(5, 100) == Doctrine().draw // 2


def test_an_attack_that_leads_away_costs() -> None:
    one = group(Directive(frozenset({"a"}), (8,)))
    piece = one.situation.pieces["a"]
    assert one.draw(0, [(piece, 1)]) == -2 * piece.attack * Doctrine().stray


def test_a_mixed_force_is_asked_for_the_mean() -> None:
    one = group(Directive(frozenset({"a"}), (), "assault"))
    both = [(piece, piece.hex) for piece in one.situation.pieces.values()]
    assert one.needed(4000, both) == (4000 - 500) // 2
    assert one.risk(both) == (100 + 40) // 2


def test_ground_that_counts_for_nothing_else_counts_as_the_best() -> None:
    one = group(Directive(frozenset({"a"}), (2,)))
    assert list(one.aims("a", [])) == [Goal(2, 5, False)]
