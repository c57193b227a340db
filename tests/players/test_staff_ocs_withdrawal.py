"""A defender goes back while there is time, and nobody attacks at any price."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.players.staff.ocs.brunt import Brunt
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.overruns import Overruns
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.rear import Rear
from grognard.players.staff.ocs.withdrawal import Withdrawal
from grognard.systems.ocs.scenario import Ocs
from tests.players.playing import dump, orders, phase_of, source, town
from tests.systems.ocs.field import at, field, sketch, unit, where

SAFE = [f"{c:02}01" for c in range(1, 10)]
SAVED = {"saved": [{"label": "away", "of": "axis", "vp": -1, "per": 1, "hexes": SAFE}]}


def front(*items: dict[str, Any], **spec: Any) -> Ocs:
    """The Axis ahead of its source, far to the north, with a town behind it."""
    spec.setdefault("victory", town("0502", "axis", "allied"))
    spec.setdefault("dumps", [dump("0502")])
    return field(
        *items, board=sketch(9, 24), sources=[source("0501")], **spec,
    )  # fmt: skip


def foes(*hexes: str, strength: int = 14) -> list[dict[str, Any]]:
    return [
        unit(f"s{i}", hex, combat=f"{strength}:3 leg", move=f"{strength // 2}:6 leg")
        for i, hex in enumerate(hexes)
    ]


def hexes_of(game: Ocs, *labels: str) -> list[int]:
    return [game.board.hex(label) for label in labels]


# --- The enemy's next blow -----------------------------------------------------------------------


def test_an_enemy_strikes_with_all_he_has_as_far_as_his_combat_side_goes() -> None:
    """Three points on foot and a hex more; on its Move side, with half, as far as six."""
    game = front(unit("a1", "0503"), *foes("0520"))
    brunt = Brunt(OcsSeat(game, "axis"))
    near, half, beyond = hexes_of(game, "0516", "0513", "0512")
    assert (brunt.at(near), brunt.at(half), brunt.at(beyond)) == (14, 7, 0)


def test_no_more_than_four_stacks_strike_at_once() -> None:
    game = front(unit("a1", "0503"), *foes("0320", "0420", "0520", "0620", "0720", "0522"))
    assert Brunt(OcsSeat(game, "axis")).at(game.board.hex("0519")) == 4 * 14


def test_the_column_of_a_blow_is_that_of_odds_ground_and_works() -> None:
    game = front(unit("a1", "0503"), *foes("0520"))
    brunt, (near, out) = Brunt(OcsSeat(game, "axis")), hexes_of(game, "0517", "0510")
    assert brunt.column(near, 14) < brunt.column(near, 7) < brunt.column(near, 2)
    assert brunt.column(near, 7, hog=1) == brunt.column(near, 7) - 1
    assert brunt.column(out, 1) == 0


# --- Who goes back -------------------------------------------------------------------------------


def depth_of(game: Ocs, name: str) -> int:
    return game.board.distance(at(game, name).hex, game.board.hex("0501"))


def test_who_would_be_struck_down_goes_back_and_who_would_hold_stays() -> None:
    weak = front(unit("a1", "0510", combat="3:3 leg", move="3:6 leg"), *foes("0413", "0513"))
    phase_of(weak, "axis")
    assert depth_of(weak, "a1") < 9
    strong = front(unit("a1", "0510", combat="40:3 leg", move="40:6 leg"), *foes("0413", "0513"))
    plan = Manoeuvre(OcsSeat(strong, "axis"))
    assert Withdrawal(plan).too_weak() == []


def test_whose_escape_counts_dares_less_than_others() -> None:
    def bearable(**more: Any) -> int:
        game = front(unit("a1", "0510"), *foes("0513"), **more)
        plan = Manoeuvre(OcsSeat(game, "axis"))
        return Withdrawal(plan).bearable("a1", game.board.hex("0510"))

    victory = town("0502", "axis", "allied")
    assert bearable(victory=victory | SAVED) < bearable(victory=victory)


def test_ground_that_counts_is_held_longer_by_those_who_may_be_lost() -> None:
    game = front(unit("a1", "0510"), *foes("0518"), victory=town("0510", "axis", "allied"))
    withdrawal = Withdrawal(Manoeuvre(OcsSeat(game, "axis")))
    here, beside = hexes_of(game, "0510", "0509")
    assert withdrawal.bearable("a1", here) > withdrawal.bearable("a1", beside)


def test_a_stack_whose_flank_is_turned_stands_less() -> None:
    game = front(unit("a1", "0510", combat="2:3 leg"), *foes("0508", strength=4))
    withdrawal = Withdrawal(Manoeuvre(OcsSeat(game, "axis")))
    here, behind = hexes_of(game, "0510", "0507")
    assert (withdrawal.turned(here), withdrawal.turned(behind)) == (True, False)
    assert withdrawal.bearable("a1", here) < withdrawal.bearable("a1", behind)


def test_who_could_be_cut_off_stands_less() -> None:
    """Where the enemy could close every way back in his next move."""
    game = front(
        unit("a1", "0510", combat="12:3 leg"), unit("a2", "0505", combat="12:3 leg"),
        *foes("0211", "0512", "0811"),
    )  # fmt: skip
    withdrawal = Withdrawal(Manoeuvre(OcsSeat(game, "axis")))
    assert withdrawal.traps == {game.board.hex("0510")}
    beside, here = hexes_of(game, "0511", "0510")
    assert withdrawal.bearable("a1", here) < withdrawal.bearable("a1", beside)


def test_a_line_that_would_break_is_given_up_for_a_shorter_one() -> None:
    """If those count who get away; for ground alone one stands."""

    def limits(strength: int, **counted: Any) -> tuple[int, int]:
        items = [
            unit(f"a{i}", f"0{i}12", combat=f"{strength}:3 leg", move=f"{strength}:6 leg")
            for i in range(1, 9)
        ]
        game = front(
            *items, *foes("0115", "0315", "0515", "0715", strength=30),
            victory=town("0512", "axis", "allied") | counted,
        )  # fmt: skip
        plan = Manoeuvre(OcsSeat(game, "axis"))
        assert plan.line is not None
        before = plan.line.limit
        plan.deploy()
        return before, plan.line.limit

    before, after = limits(1, **SAVED)
    assert after < before
    before, after = limits(60, **SAVED)
    assert after == before
    before, after = limits(1)
    assert after == before


def test_a_line_is_to_hold_against_more_where_those_count_who_get_away() -> None:
    def limit(**counted: Any) -> int:
        items = [unit(f"a{i}", f"0{i}12", combat="20:3 leg") for i in range(1, 9)]
        victory = town("0502", "axis", "allied") | counted
        game = front(*items, *foes("0118", "0318", "0518", strength=30), victory=victory)
        plan = Manoeuvre(OcsSeat(game, "axis"))
        assert plan.line is not None
        return plan.line.limit

    assert limit(**SAVED) < limit()


def test_two_who_are_too_weak_apart_stand_together() -> None:
    """Those who cannot leave the enemy's reach join a stack that holds with them."""
    items = [unit(f"a{i}", hex, combat="9:3 leg", move="9:3 leg") for i, hex in
             enumerate(("0410", "0610"))]  # fmt: skip
    game = front(*items, *foes("0513", strength=20), victory=town("0510", "axis", "allied") | SAVED)
    plan = Manoeuvre(OcsSeat(game, "axis"))
    withdrawal = Withdrawal(plan)
    together = withdrawal.joined("a0", game.board.hex("0610"))
    assert together == 18


# --- Guns and headquarters -----------------------------------------------------------------------


def test_a_headquarters_leaves_where_the_enemy_could_strike_it_down() -> None:
    game = front(
        unit("a9", "0510", "hq"), unit("a1", "0509", combat="9:3 leg"),
        *foes("0514", strength=30),
    )  # fmt: skip
    orders(Rear(OcsSeat(game, "axis")), game)
    seat = OcsSeat(game, "axis")
    rear = Rear(seat)
    assert where(game, "a9") != "0510"
    assert not rear.exposed(at(game, "a9").hex, seat.situation.pieces["a9"])


def test_whoever_attacks_keeps_his_headquarters_close_up() -> None:
    def exposed(hex: str, victory: Any) -> bool:
        game = front(
            unit("a9", "0503", "hq"), unit("a1", "0512", combat="40:3 leg"), *foes("0514"),
            victory=victory,
        )  # fmt: skip
        seat = OcsSeat(game, "axis")
        return Rear(seat).exposed(game.board.hex(hex), seat.situation.pieces["a9"])

    defending, attacking = town("0502", "axis", "allied"), town("0520", "allied", "axis")
    assert exposed("0511", defending)
    assert not exposed("0512", defending)
    assert not exposed("0511", attacking)


def test_guns_whose_escape_counts_keep_out_of_the_enemys_reach() -> None:
    def fired_from(**more: Any) -> int:
        game = front(
            unit("a9", "0506", "artillery"), unit("a1", "0507", combat="60:3 leg"),
            *foes("0510"), **more,
        )  # fmt: skip
        orders(Rear(OcsSeat(game, "axis")), game)
        return Brunt(OcsSeat(game, "axis")).at(at(game, "a9").hex)

    victory = town("0507", "axis", "allied")
    assert fired_from(victory=victory)
    assert not fired_from(victory=victory | SAVED)


# --- Sensible attacks ----------------------------------------------------------------------------


def score(units: int, **more: Any) -> int:
    """What an attack by so many units of strength 8 promises on one of them."""
    attackers = [unit(f"a{i}", "0510", combat="8:3 leg") for i in range(units)]
    game = front(
        *attackers, unit("s1", "0511", combat="8:3 leg"),
        victory=more.pop("victory", town("0511", "allied", "axis")), **more,
    )  # fmt: skip
    seat = OcsSeat(game, "axis")
    foe = seat.situation.foes[game.board.hex("0511")]
    force = tuple((piece, piece.hex) for piece in seat.situation.pieces.values())
    return Estimate(seat).score(foe, force)


def test_an_attack_that_costs_more_than_the_enemy_loses_is_not_worth_it() -> None:
    elsewhere = town("0501", "allied", "axis")
    assert score(1, victory=elsewhere) < -6000 < 0 < score(6, victory=elsewhere)


def test_ground_that_counts_is_worth_steps() -> None:
    assert score(2) > score(2, victory=town("0501", "allied", "axis")) + 6000


def test_who_is_to_get_away_is_dearer_in_an_attack() -> None:
    victory = town("0502", "axis", "allied")
    assert score(4, victory=victory | SAVED) < score(4, victory=victory)


def test_an_attack_that_leads_out_of_trace_costs_something() -> None:
    game = front(unit("a1", "0504"), *foes("0520"))
    plan = Manoeuvre(OcsSeat(game, "axis"))
    near, far = hexes_of(game, "0503", "0519")
    piece = plan.situation.pieces["a1"]
    assert plan.straying(((piece, near),)) == 0
    assert plan.straying(((piece, far),)) > 1000


@pytest.mark.parametrize(("town_at", "done"), [("0520", True), ("0502", False)])
def test_nobody_overruns_far_ahead_of_the_line(town_at: str, done: bool) -> None:
    """A side that has to gain ground does; one that has fallen back does not."""
    sides = ("allied", "axis") if done else ("axis", "allied")
    game = front(
        unit("a1", "0514", combat="32:8 leg", move="32:8 leg", re=4),
        unit("s9", "0517", combat="6:3 leg"), *foes("0124", "0224", "0324", strength=30),
        victory=town(town_at, *sides), dumps=[dump("0513")],
    )  # fmt: skip
    seat, part = OcsSeat(game, "axis"), Overruns()
    part.plan = Manoeuvre(seat)
    enemies = seat.situation.foes.values()
    found = [
        chance
        for names, up in part.groups(seat)
        for chance in part.chances(seat, names, up, enemies)
    ]
    assert bool(found) == done
