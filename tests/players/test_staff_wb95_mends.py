"""The WB-95 staff, mended: each mend by itself, and the first staff as it was."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.engine.record import canonical
from grognard.library import UnknownName
from grognard.players.registry import player, styles_of
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.player import mended
from grognard.players.staff.wb95.answers import worth_standing
from grognard.players.staff.wb95.doctrine import DOCTRINE, FIRST, MENDS, STYLES, Wb95Doctrine
from grognard.players.staff.wb95.manoeuvre import Manoeuvre
from grognard.players.staff.wb95.reading import Wb95Seat
from tests.players.playing import did, phase_of
from tests.players.test_staff import TOWN
from tests.systems.wb95.field import AIR_A, AIR_B, ATTACK_A, MOVE_A, MOVE_B, field, rig, unit, where

KLIN = [(4, "8b675cac3456fc6f"), (5, "3f9230f2b780a32b")]
"""What two games of Klin were, by their seeds, played by the first staff on either side."""


def played(seed: int, word: str) -> str:
    """A game of Klin by one player on both sides, as a short hash of all that was done."""
    game = grognard.new("wb95/klin", seed=seed)
    staff = {side: player(word, system="wb95") for side in game.scenario.sides}
    while (side := game.to_act) is not None:
        game.play(side, staff[side].choose(Seat(game, side)))
    done = [[line.by, line.action] for line in game.history]
    return sha256(canonical(done).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("seed", "known"), KLIN)
def test_the_first_staff_plays_as_it_did(seed: int, known: str) -> None:
    """A rung of a ladder stays where it is: the games are those of the tree before the mends."""
    assert played(seed, "staff:first") == known


def test_the_first_staff_is_a_style_of_its_own() -> None:
    assert "first" in styles_of("staff", "wb95")
    assert FIRST.style == "first"


def test_a_mend_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownName, match="the staff for wb95 has no mend 'airs'"):
        mended("wb95", FIRST, "airs")


def test_without_mends_a_doctrine_is_as_it_is() -> None:
    assert mended("wb95", None, "") is None
    assert Staff(doctrine=DOCTRINE).mends == ""


# --- Each mend by itself ---------------------------------------------------------------------


def only(name: str, **more: Any) -> Wb95Doctrine:
    """The first staff with one mend."""
    return replace(FIRST, **{**MENDS[name], **more})


def test_ground_beside_the_enemy_is_entered_where_it_pays() -> None:
    """An open town beside an enemy as strong as oneself is worth the attack that is forced."""
    for doctrine, goes in ((FIRST, False), (only("enter"), True)):
        game = field(
            unit("g1", "0402", type="MOT", sp=6),
            unit("s1", "0406", sp=6),
            board=sketch(9, 9, terrain={"0405": "town"}),
            phase=MOVE_A,
            **TOWN,
        )
        phase_of(game, "german", doctrine)
        assert (where(game, "g1") == "0405") is goes


def test_ground_beside_the_enemy_is_left_alone_where_it_does_not_pay() -> None:
    """Nobody goes into a town to attack seven times his strength from it."""
    game = field(
        unit("g1", "0402", type="MOT", sp=4),
        unit("s1", "0406", sp=14),
        unit("s2", "0406", sp=14),
        board=sketch(9, 9, terrain={"0405": "town"}),
        phase=MOVE_A,
        **TOWN,
    )
    phase_of(game, "german", only("enter"))
    assert where(game, "g1") != "0405"


def forced_price(strong: str, doctrine: Wb95Doctrine) -> int:
    """What it is thought to cost that an attack on a town provokes somebody beside it."""
    game = field(
        unit("g1", "0402", sp=8),
        unit("g2", "0402", sp=4),
        unit("s1", "0405", sp=2),
        unit("s2", "0304", sp=strong),
        board=sketch(9, 9, terrain={"0405": "town"}),
        phase=MOVE_A,
        **TOWN,
    )
    plan = Manoeuvre(Wb95Seat(game, "german", doctrine))
    post, target = game.board.hex("0404"), game.board.hex("0405")
    force = tuple((plan.situation.pieces[name], post) for name in ("g1", "g2"))
    foe = plan.situation.foes[target]
    return plan.soaked(foe, force, plan.estimate.score(foe, force))


def test_forced_attacks_are_priced_by_their_odds() -> None:
    """An enemy who must be attacked besides costs the more the stronger he is; the weak nothing."""
    assert [forced_price(sp, FIRST) for sp in ("1,1", "1,6", "1,14")] == [900, 900, 900]
    weak, strong, stronger = (forced_price(sp, only("forced")) for sp in ("1,1", "1,6", "1,14"))
    assert weak < 900
    assert weak < strong < stronger


def test_in_the_last_turn_only_ground_counts() -> None:
    """A town is attacked at even odds when no turn follows, and not before."""
    for turn, attacks in ((1, False), (3, True)):
        game = field(
            unit("g1", "0404", sp=5),
            unit("g2", "0404", sp=5),
            unit("s1", "0405", sp=9),
            board=sketch(9, 9, terrain={"0405": "town"}),
            phase=ATTACK_A,
            turn=turn,
            turns=3,
            fortified=["german"],
            **TOWN,
        )
        assert bool(did(phase_of(game, "german", only("clock")), "attack")) is attacks


def standing(turn: int, sp: int, levels: int) -> bool:
    """Whether a stack three hexes from its town stands at the price of so many levels."""
    game = field(
        unit("s1", "0405", sp=sp, cel=4),
        unit("g1", "0404", sp=9),
        board=sketch(9, 9, terrain={"0408": "town"}),
        control={"soviet": ["0408"]},
        phase=MOVE_A,
        turn=turn,
        turns=20,
        **TOWN,
    )
    seat = Wb95Seat(game, "soviet", only("stand"))
    return worth_standing(seat, list(seat.situation.pieces.values()), 2, levels)


def test_ground_is_held_when_it_is_worth_what_that_costs() -> None:
    """Two levels are dear while many turns are to come, and cheap at the end."""
    assert not standing(turn=1, sp=6, levels=2)
    assert standing(turn=20, sp=6, levels=2)
    assert standing(turn=18, sp=1, levels=1)


def test_the_beaten_are_followed_to_an_objective_beyond_the_hex_they_left() -> None:
    """Two hexes behind the enemy lies a town: who drives him over it takes it in one go. [5.4.2]"""
    for doctrine, end in ((FIRST, "0405"), (only("chase"), "0406")):
        game = field(
            unit("g1", "0404", type="MOT", sp=12),
            unit("s1", "0405", sp=2),
            board=sketch(9, 9, terrain={"0406": "town"}),
            phase=ATTACK_A,
            **TOWN,
        )
        rig(game, 2, 3, 2, 3)
        phase_of(game, "german", doctrine)
        assert where(game, "g1") == end


def garrisoned(doctrine: Wb95Doctrine, enemy: str) -> dict[str, int]:
    """Who is bound to a town before anything else is planned, with an enemy so far away."""
    game = field(
        unit("s1", "0408", sp=4),
        unit("s2", "0408", sp=6),
        unit("g1", enemy, sp=6),
        board=sketch(9, 16, terrain={"0408": "town"}),
        control={"soviet": ["0408"]},
        phase=MOVE_B,
        **TOWN,
    )
    plan = Manoeuvre(Wb95Seat(game, "soviet", doctrine))
    plan.draft()
    return {name: plan.situation.board.distance(h, game.board.hex("0408"))
            for name, h in plan.posts.items()}  # fmt: skip


def test_an_objective_near_the_enemy_is_not_emptied() -> None:
    """The best defender stays, with no more than it takes, once the enemy is near."""
    assert garrisoned(FIRST, "0404") == {}
    assert garrisoned(only("garrison"), "0404") == {"s2": 0}
    assert garrisoned(only("garrison"), "0415") == {}


def test_guns_do_not_stand_alone_near_the_enemy() -> None:
    """Guns in front of everybody else go back to where somebody guards them."""
    for doctrine, company in ((FIRST, False), (only("escort"), True)):
        game = field(
            unit("s1", "0505", type="ART", sp="5,3"),
            unit("s2", "0507", type="MOT"),
            unit("s3", "0507", type="MOT"),
            unit("g1", "0402", sp=6),
            unit("g2", "0402", sp=6),
            board=sketch(9, 9, terrain={"0408": "town"}),
            control={"soviet": ["0408"]},
            phase=MOVE_B,
            **TOWN,
        )
        phase_of(game, "soviet", doctrine)
        assert (where(game, "s1") in (where(game, "s2"), where(game, "s3"))) is company


def test_aircraft_fly_for_the_attack_that_is_drafted() -> None:
    """Where nobody could attack an enemy with profit nobody flies; the others are supported."""
    game = field(
        unit("g1", "0404", sp=5),
        unit("g2", "0505", sp=5),
        unit("s1", "0405", sp=4),
        unit("s2", "0801", sp=9),
        unit("g3", "0703", sp=4),
        board=sketch(9, 9, terrain={"0405": "town"}),
        phase=AIR_A,
        air=[{"side": "german", "counters": 1, "sp": 5}],
        **TOWN,
    )
    flown = phase_of(game, "german", only("air"))[0]["missions"]
    assert [(row["mission"], row["hexes"]) for row in flown] == [("support", ["0405"])]


def test_aircraft_with_nothing_to_support_strike_by_themselves() -> None:
    """Who may neither cover nor support flies all the same. [8.2.5] [8.2.6]"""
    for doctrine, kinds in ((FIRST, []), (only("air"), ["attack"])):
        game = field(
            unit("g1", "0404", sp=9),
            unit("s1", "0406", sp=2),
            board=sketch(9, 9, terrain={"0408": "town"}),
            control={"soviet": ["0408"]},
            phase=AIR_B,
            air=[{"side": "soviet", "counters": 1, "sp": 4}],
            **TOWN,
        )
        flown = phase_of(game, "soviet", doctrine)[0].get("missions", [])
        assert [row["mission"] for row in flown] == kinds


# --- Styles ------------------------------------------------------------------------------------


def attacks(style: str, enemy: int) -> bool:
    """Whether two regiments of six behind works, who need not, attack an enemy in the open."""
    game = field(
        unit("g1", "0404", sp=6),
        unit("g2", "0404", sp=6),
        unit("s1", "0405", sp=enemy),
        board=sketch(9, 9, terrain={"0408": "town"}),
        phase=ATTACK_A,
        turns=20,
        fortified=["german"],
        **TOWN,
    )
    return bool(did(phase_of(game, "german", STYLES[style]), "attack"))


def test_the_cautious_leave_alone_what_the_bold_attack() -> None:
    assert attacks("bold", 9)
    assert not attacks("cautious", 9)
    assert attacks("cautious", 5)


def test_who_plays_by_the_book_attacks_at_three_to_one() -> None:
    assert attacks("book", 4)
    assert not attacks("book", 5)
    assert attacks("cautious", 5)


def test_the_styles_can_be_sat_down_by_name() -> None:
    assert {*styles_of("staff", "wb95")} == {"bold", "book", "cautious", "first"}
    assert all(name == doctrine.style for name, doctrine in STYLES.items())
