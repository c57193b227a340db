"""A defender falls back on a line he can hold, and remembers what the enemy has announced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.event import Event
from grognard.players.staff.deployment import FAR
from grognard.players.staff.fallback import Fallback, depths, farthest, turned_at
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.memory import heard
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import ATTACK
from tests.players.playing import dump, phase_of, source, town
from tests.systems.ocs.field import at, field, play, sketch, unit

WIDE = dict.fromkeys(range(10), 5) | dict.fromkeys(range(10, 14), 3) | {14: 2, 15: 0}
"""Ten hexes five hexes ahead of the last place, four three hexes ahead, one two hexes ahead."""


def one_each(_: int) -> Fraction:
    return Fraction(1)


# --- The lines -----------------------------------------------------------------------------------


def test_depth_is_counted_along_ways_that_can_be_gone() -> None:
    steps: Any = {0: [(1, 12)], 1: [(0, 12), (2, 36)], 2: [(1, 36)], 3: []}
    assert depths(steps, [0]) == {0: 0, 1: 1, 2: 2}


def test_the_farthest_line_that_the_strength_suffices_for_is_held() -> None:
    assert farthest(WIDE, one_each, 10, 9) == 5
    assert farthest(WIDE, one_each, 9, 9) == 3
    assert farthest(WIDE, one_each, 3, 9) == 2
    assert farthest(WIDE, one_each, 0, 9) == 0


def test_good_ground_makes_a_long_line_cheap() -> None:
    def hills(h: int) -> Fraction:
        return Fraction(1, 2) if h < 10 else Fraction(1)

    assert farthest(WIDE, hills, 5, 9) == 5


def test_no_line_is_held_that_the_enemy_has_passed() -> None:
    assert farthest(WIDE, one_each, 99, 4) == 3


def test_a_raid_turns_no_line_and_an_army_does() -> None:
    raid, army = [(14, 3), (0, 20)], [(14, 12), (0, 20)]
    assert turned_at(WIDE, raid, 10) == 5
    assert turned_at(WIDE, army, 10) == 2


def test_a_line_is_what_lies_on_it_and_behind_it() -> None:
    line = Fallback({1: 3, 2: 4}, 3)
    assert (line.inside(1), line.inside(2), line.inside(9)) == (True, False, False)


# --- The defender --------------------------------------------------------------------------------


def rearguard(strength: int, **more: Any) -> Ocs:
    """A defender ahead of his source on open ground, and three strong stacks before him."""
    foes = [unit(f"s{i}", hex, combat="14:3 leg") for i, hex in enumerate(("0414", "0514", "0614"))]
    more.setdefault("victory", town("0501", "axis", "allied"))
    return field(
        unit("a1", "0512", combat=f"{strength}:3 leg", move=f"{strength}:8 leg"), *foes,
        board=sketch(9, 16), sources=[source("0501")], dumps=[dump("0502")], **more,
    )  # fmt: skip


def limit(game: Ocs) -> int:
    line = Manoeuvre(OcsSeat(game, "axis")).line
    assert line is not None
    return line.limit


def test_who_is_weak_holds_a_line_nearer_to_what_he_must_keep() -> None:
    assert 0 < limit(rearguard(60)) < limit(rearguard(120))


def test_who_has_to_gain_ground_does_not_fall_back() -> None:
    game = rearguard(30, victory=town("0516", "allied", "axis"))
    assert Manoeuvre(OcsSeat(game, "axis")).line is None


def test_a_unit_ahead_of_its_line_goes_back_to_it() -> None:
    game = rearguard(30)
    before = game.board.distance(at(game, "a1").hex, game.board.hex("0501"))
    phase_of(game, "axis")
    after = game.board.distance(at(game, "a1").hex, game.board.hex("0501"))
    assert after < before


def test_half_of_what_counts_is_never_given_up_without_a_fight() -> None:
    game = rearguard(30, victory=town("0511", "axis", "allied"))
    assert limit(game) == 10


def test_nobody_is_posted_or_sent_to_attack_far_ahead_of_the_line() -> None:
    plan = Manoeuvre(OcsSeat(rearguard(30), "axis"))
    assert plan.line is not None
    piece, board = plan.situation.pieces["a1"], plan.seat.board
    ahead, on = board.hex(f"05{plan.line.limit + 2:02}"), board.hex(f"05{plan.line.limit + 1:02}")
    assert plan.line.depth[on] == plan.line.limit
    assert (plan.tenable(piece, ahead), plan.tenable(piece, on)) == (False, True)
    foe = plan.situation.foes[board.hex("0514")]
    assert plan.score(foe, [(piece, board.hex("0513"))]) == -FAR


# --- What was announced --------------------------------------------------------------------------


def struck(*more: dict[str, Any]) -> Ocs:
    """An attack on a stack that is stronger than it looks."""
    game = field(
        unit("a1", "0504", combat="6:3 leg"), unit("a2", "0404", combat="6:3 leg"),
        unit("s1", "0505", combat="12:3 leg"), unit("s2", "0505", combat="9:3 leg"),
        unit("s3", "0505", combat="1:3 leg", ar=5), *more,
        segment=ATTACK, dumps=[dump("0503"), dump("0507", side="allied")],
        sources=[source("0501"), source("0509", "allied")], victory=town("0505"),
    )  # fmt: skip
    play(game, "axis", {"do": "attack", "units": ["a1"], "target": "0505"})
    while (player := game.to_act) is not None and not game.decisions[0].ask.offer("end"):
        ask = game.decisions[0].ask
        play(game, player, ask.default or next(game.legal(player)))
    return game


def test_strength_that_was_announced_is_known_in_the_next_attack() -> None:
    game = struck(unit("s4", "0707", combat="1:3 leg"))
    seat = OcsSeat(game, "axis")
    known = heard(seat)[game.board.hex("0505")]
    odds = next(event for event in game.events if event.kind == "odds")
    assert known.defence == Fraction(odds.facts["defence"])
    foe = seat.situation.foes[game.board.hex("0505")]
    assert Estimate(seat).defence_strength(foe) == known.defence


def test_who_was_not_attacked_is_not_known() -> None:
    game = struck(unit("s4", "0705", combat="9:3 leg"))
    assert set(heard(OcsSeat(game, "axis"))) == {game.board.hex("0505")}


def test_the_defender_hears_nothing_of_a_stack_that_he_did_not_strike() -> None:
    assert heard(OcsSeat(struck(), "allied")) == {}


def test_in_the_next_player_turn_it_is_forgotten() -> None:
    game = struck()
    while (player := game.to_act) is not None and game.events[-1].kind != "clean-up":
        ask = game.decisions[0].ask
        play(game, player, {"do": "end"} if ask.offer("end") else ask.default)
    assert heard(OcsSeat(game, "axis")) == {}


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("retreat", {"units": [], "from": "0505", "path": ["0506"]}),
        ("move", {"units": [], "from": "0508", "path": ["0507", "0505"]}),
    ],
)
def test_a_stack_that_somebody_left_or_joined_is_unknown_again(
    kind: str, facts: dict[str, Any]
) -> None:
    game = struck()
    game.emit(Event(kind, "6.1", facts))
    assert heard(OcsSeat(game, "axis")) == {}


def test_a_stack_that_has_lost_a_unit_is_weaker_than_announced() -> None:
    game = struck()
    before = heard(OcsSeat(game, "axis"))[game.board.hex("0505")].defence
    game.emit(Event("eliminated", "9.11", {"hex": "0505"}))
    assert heard(OcsSeat(game, "axis"))[game.board.hex("0505")].defence == before * 2 / 3
