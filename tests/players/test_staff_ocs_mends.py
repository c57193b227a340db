"""The OCS staff, mended: each mend by itself, and the first staff as it was."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import grognard
from grognard.board.sketch import sketch
from grognard.engine.record import canonical
from grognard.players.registry import player, styles_of
from grognard.players.seat import Seat
from grognard.players.staff.ocs.answers import meet_options
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.doctrine import FIRST, MENDS, OcsDoctrine
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.thinning import Thinning
from grognard.systems.ocs.turn.phases import ATTACK, EXPLOITATION
from tests.players.playing import did, dump, phase_of, source, town
from tests.systems.ocs.field import field, play, rig, unit, where

CATANIA = "6d432f76233bdc22"
"""What a game of the Plain of Catania was, played by the first staff on either side, seed 4."""


def test_the_first_staff_plays_as_it_did() -> None:
    """A rung of a ladder stays where it is: byte for byte the game of the tree before the mends."""
    game = grognard.new("ocs/catania-plain", seed=4)
    staff = {side: player("staff:first", system="ocs") for side in game.scenario.sides}
    while (side := game.to_act) is not None:
        game.play(side, staff[side].choose(Seat(game, side)))
    done = [[line.by, line.action] for line in game.history]
    assert sha256(canonical(done).encode()).hexdigest()[:16] == CATANIA


def test_the_first_staff_is_a_style_of_its_own() -> None:
    assert "first" in styles_of("staff", "ocs")
    assert FIRST.style == "first"


# --- Each mend by itself -------------------------------------------------------------------------

OFF = FIRST


def on(mend: str) -> OcsDoctrine:
    """The first staff with one mend."""
    return replace(FIRST, **MENDS[mend])


def test_no_dump_is_blown_for_a_raider_that_one_unit_could_stop() -> None:
    """For a regiment it is. [12.11a]"""

    def blown(doctrine: OcsDoctrine, strength: int) -> bool:
        raider = unit("s1", "0506", combat=f"{strength}:3 leg", move=f"{strength}:10 leg")
        game = field(raider, dumps=[dump("0503", 20)], segment=EXPLOITATION, turns=5)
        return bool(did(phase_of(game, "axis", doctrine), "blow"))

    assert [blown(OFF, 2), blown(on("raiders"), 2), blown(on("raiders"), 6)] == [True, False, True]


def test_a_large_dump_gets_a_guard_who_would_otherwise_not_be_spared() -> None:
    """A strong brigade stays with it; for a small dump it does not."""

    def guarded(doctrine: OcsDoctrine, tokens: int) -> bool:
        game = field(
            unit("a1", "0404", combat="14:4 leg"),
            unit("s1", "0508", combat="4:4 leg", move="2:12 leg"),
            board=sketch(9, 12), dumps=[dump("0503", tokens)], sources=[source("0401")],
            victory=town("0308"), turns=5,
        )  # fmt: skip
        phase_of(game, "axis", doctrine)
        return where(game, "a1") == "0503"

    found = [guarded(OFF, 20), guarded(on("block"), 20), guarded(on("block"), 4)]
    assert found == [False, True, False]


def test_no_attack_stands_to_its_last_step_for_ground_that_nobody_could_enter() -> None:
    """With a second battalion left to enter it, it does. [9.10a]"""

    def losses(doctrine: OcsDoctrine, *others: str) -> int:
        names = ["a1", *others]
        strength = {1: 16, 2: 8}[len(names)]
        game = field(
            *(unit(n, "0504", combat=f"{strength}:3 leg") for n in names),
            unit("s1", "0505", combat="8:3 leg"), segment=ATTACK, dumps=[dump("0503")],
            sources=[source("0501")], victory=town("0505", vp=12),
        )  # fmt: skip
        rig(game, 3, 4, 3, 5)  # no surprise; 2:1 with a roll of 8 is Ao1 Do1
        seat = OcsSeat(game, "axis", doctrine)
        seat.attack = {"do": "attack", "units": names, "target": "0505", "lead": "a1"}
        game.play("axis", seat.attack)
        while game.decisions[0].ask.name != "option":
            ask = game.decisions[0].ask
            game.play(ask.player, ask.default or next(game.legal(ask.player)))
        now = OcsSeat(game, "axis", doctrine)
        now.attack = seat.attack
        return int(meet_options(now)["losses"])

    assert (losses(OFF), losses(on("survivors")), losses(on("survivors"), "a2")) == (1, 0, 1)


def test_headquarters_fuel_those_they_really_reach() -> None:
    """Six hexes off, where the staff looked at four only. [12.5c]"""

    def through_headquarters(doctrine: OcsDoctrine) -> bool:
        game = field(
            *(unit(f"a{i}", "0508", "armor") for i in range(1, 6)),
            unit("a9", "0502", "hq", throw="8 truck/4 truck"), unit("s1", "0514", combat="1:3 leg"),
            board=sketch(9, 16), dumps=[dump("0502", 80)], sources=[source("0501")],
            fuelled=False, victory=town("0513"),
        )  # fmt: skip
        names = [f"a{i}" for i in range(1, 6)]
        ways = Budget(OcsSeat(game, "axis", doctrine)).fuelling(names)
        return any("hq" in action for action in ways)

    assert (through_headquarters(OFF), through_headquarters(on("fuel"))) == (False, True)


def test_where_much_lies_idle_headquarters_want_more() -> None:
    """Of eighty tokens far from any headquarters all that is more than the hoard is theirs."""

    def lacks(doctrine: OcsDoctrine, tokens: int) -> int:
        game = field(
            unit("a1", "0505", combat="6:4 leg"), unit("a9", "0504", "hq"),
            unit("s1", "0512", combat="6:3 leg"), board=sketch(40, 16),
            dumps=[dump("3801", tokens)],
        )  # fmt: skip
        return Logistics(OcsSeat(game, "axis", doctrine)).depots()[0].lacks

    least = on("hoard").hoard
    assert lacks(on("hoard"), least + 20) == lacks(OFF, least + 20) + 20
    assert lacks(on("hoard"), least - 4) == lacks(OFF, least - 4)


def test_nobody_waits_in_reserve_in_works_that_he_may_not_use() -> None:
    """The mark would be taken off when the segment ends. [5.7g]"""

    def reserve(doctrine: OcsDoctrine, **more: Any) -> bool:
        game = field(
            unit("s1", "0206", combat="8:3 leg"), unit("s2", "0210", "armor"),
            unit("a1", "0203", combat="3:3 leg"), board=sketch(3, 12), player="allied",
            first="allied", victory=town("0206", "allied", "axis"),
            dumps=[dump("0210", 4, "allied")], sources=[source("0212", "allied")], **more,
        )  # fmt: skip
        done = phase_of(game, "allied", doctrine)
        return {"do": "mode", "units": ["s2"], "mode": "reserve", "up": "combat"} in done

    dug_in = {"hedgehogs": [{"hex": "0210", "side": "allied", "level": 1}]}
    found = reserve(OFF, **dug_in), reserve(on("outside"), **dug_in), reserve(on("outside"))
    assert found == (True, False, True)


def test_whoever_is_one_too_many_goes_a_hex_farther() -> None:
    """Four divisions of three RE stand where ten RE have room; one of them would be lost. [4.8a]"""

    def crowd(doctrine: OcsDoctrine) -> int:
        game = field(
            *(unit(f"a{i}", "0504", combat=f"{i}:4 leg", re=3) for i in range(1, 4)),
            unit("a4", "0503", combat="9:4 leg", re=3), unit("s1", "0909", combat="9:3 leg"),
            dumps=[dump("0503", 40)], sources=[source("0501")],
        )  # fmt: skip
        play(game, "axis", {"do": "move", "units": ["a4"], "path": ["0504"]})
        part, count = Thinning(), 0
        while (action := part.order(OcsSeat(game, "axis", doctrine))) is not None:
            assert action["units"] == ["a1"]
            play(game, "axis", action)
            count += 1
        return count

    assert (crowd(OFF), crowd(on("clear"))) == (0, 1)


def test_an_objective_beside_the_enemy_is_entered_where_it_pays() -> None:
    def enters(doctrine: OcsDoctrine, enemy: int) -> bool:
        game = field(
            unit("a1", "0503", combat="9:4 leg"), unit("a2", "0503", combat="9:4 leg"),
            unit("s1", "0506", combat=f"{enemy}:3 leg"), dumps=[dump("0502", 8)],
            sources=[source("0501")], victory=town("0505"), turns=5,
        )  # fmt: skip
        phase_of(game, "axis", doctrine)
        return "0505" in (where(game, "a1"), where(game, "a2"))

    assert (enters(OFF, 6), enters(on("enter"), 6)) == (False, True)
    wary = replace(OFF, entering=1)  # what will be lost again counts for next to nothing
    assert (enters(wary, 6), enters(wary, 90)) == (True, False)


def test_when_the_enemy_has_no_more_turn_losses_count_for_less() -> None:
    """An attack that is left alone while the war goes on."""

    def attacks(doctrine: OcsDoctrine, turns: int, first: str = "allied") -> int:
        game = field(
            unit("a1", "0504", combat="24:3 leg"), unit("s1", "0505", combat="5:3 leg"),
            segment=ATTACK, dumps=[dump("0501", 80)], sources=[source("0501")],
            victory=town("0505"), turns=turns, first=first,
        )  # fmt: skip
        return len(did(phase_of(game, "axis", doctrine), "attack"))

    assert (attacks(OFF, 1), attacks(on("clock"), 1), attacks(on("clock"), 5)) == (0, 1, 0)
    assert attacks(on("clock"), 1, "axis") == 0  # the enemy has another turn


def test_who_is_idle_behind_the_line_bars_a_junction() -> None:
    roads = "0501-0502-0503-0504-0505-0506-0507-0508-0509-0510-0511-0512-0513-0514 primary"
    cross = "0108-0208-0308-0408-0508-0608-0708-0808-0908 primary"
    board = sketch(9, 14, links=(roads, cross))

    def bars(doctrine: OcsDoctrine) -> bool:
        game = field(
            unit("s1", "0505", combat="12:3 leg"), unit("s2", "0509", combat="3:3 leg"),
            unit("s3", "0514", combat="8:3 leg"), unit("a1", "0502", combat="3:3 leg"),
            board=board, player="allied", first="allied",
            victory=town("0505", "allied", "axis"), dumps=[dump("0512", 2, "allied")],
            sources=[source("0514", "allied")],
        )  # fmt: skip
        phase_of(game, "allied", doctrine)
        return where(game, "s2") == "0508"

    assert (bars(OFF), bars(on("roads"))) == (False, True)
