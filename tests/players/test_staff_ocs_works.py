"""The staff builds: hedgehogs where it will stay, Air Bases where it lacks room. [16.0] [15.3]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.works import Works
from grognard.systems.ocs.pieces.stacks import hedgehog
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import MOVEMENT
from tests.players.playing import did, dump, orders, phase_of, source, town
from tests.systems.ocs.air.sky import craft, sky
from tests.systems.ocs.field import field, play, unit
from tests.systems.ocs.naval.sea import coast, port, waters

GUARD = unit("s1", "0105", combat="9:3 leg")
FOE = unit("a1", "0104", combat="12:3 leg")


def line(*units: dict[str, Any], tokens: int = 60, **spec: Any) -> Ocs:
    """Allies who have to keep a lane before an enemy, with a dump behind them."""
    more: dict[str, Any] = {
        "board": sketch(1, 12), "sources": [source("0109", "allied")], "turns": 6,
        "dumps": [dump("0106", tokens, "allied")], "victory": town("0109", "allied"),
        "player": "allied", "first": "allied",
    }  # fmt: skip
    return field(*units, **{**more, **spec})


def built(game: Ocs, side: str = "allied") -> list[str]:
    """Where the staff works."""
    return [action["hex"] for action in orders(Works(), game, side)]


# --- Hedgehogs -----------------------------------------------------------------------------------


def test_those_who_stay_before_the_enemy_dig_in() -> None:
    """One RE in Combat Mode that has not moved digs for two SP. [16.0b]"""
    game = line(GUARD, FOE)
    assert orders(Works(), game, "allied") == [
        {"do": "build-hedgehog", "hex": "0105", "units": ["s1"]}
    ]
    assert hedgehog(game, game.board.hex("0105")) == 1


def test_the_commander_has_it_done() -> None:
    assert did(phase_of(line(GUARD, FOE), "allied"), "build-hedgehog")


def test_a_headquarters_nearby_does_the_work() -> None:
    """An Engineer-Capable unit within two hexes will do, so that the line stays free. [13.8d]"""
    small = unit("s1", "0105", combat="9:3 leg", size="battalion")
    assert built(line(small, FOE)) == []
    done = orders(Works(), line(small, unit("s9", "0107", "hq"), FOE), "allied")
    assert [action["units"] for action in done] == [["s9"]]


@pytest.mark.parametrize(("tokens", "count"), [(16, 1), (15, 0)])
def test_a_dump_gives_no_more_than_half_of_what_it_has(tokens: int, count: int) -> None:
    """A level is eight tokens. [16.0b]"""
    far = dump("0112", 80, "allied")  # out of reach of who digs, and so no help to him
    near = dump("0106", tokens, "allied")
    assert len(built(line(GUARD, FOE, dumps=[near, far]))) == count


def test_works_that_are_not_worth_their_supply_are_not_dug() -> None:
    """A token is dear where the stock does not go round: six points do not pay for eight."""
    small = unit("s1", "0105", combat="6:3 leg"), unit("a1", "0104", combat="8:3 leg")
    assert built(line(*small, tokens=16)) == []
    assert built(line(*small, tokens=600)) == ["0105"]


def test_nobody_digs_far_from_the_enemy_unless_the_place_counts() -> None:
    rear = unit("s1", "0109", combat="9:3 leg")
    assert built(line(rear, FOE)) == ["0109"]
    assert built(line(rear, FOE, victory=town("0112", "allied"))) == []


def test_nobody_digs_where_nobody_can_come() -> None:
    """An objective that the enemy is too far from, or too weak to look at, needs no works."""
    rear = unit("s1", "0109", combat="9:3 leg")
    assert built(line(rear, unit("a1", "0101", combat="1:3 leg"))) == []
    far = line(rear, FOE, board=sketch(1, 30), victory=town("0109", "allied"))
    away = line(
        unit("s1", "0129", combat="9:3 leg"), FOE, board=sketch(1, 30),
        victory=town("0129", "allied"), sources=[source("0130", "allied")],
        dumps=[dump("0129", 60, "allied")],
    )  # fmt: skip
    assert built(far) == ["0109"]
    assert built(away) == []


def test_nobody_digs_where_he_cannot_stay() -> None:
    """Twelve times as strong an enemy will have the town, works or no works."""
    weak = unit("s1", "0105", combat="1:3 leg")
    assert built(line(weak, FOE, victory=town("0105", "allied"))) == []
    assert built(line(GUARD, FOE, victory=town("0105", "allied"))) == ["0105"]


def test_nobody_digs_who_is_cut_off() -> None:
    assert built(line(GUARD, FOE, sources=[], victory=town("0105", "allied"))) == []


def test_nobody_digs_ahead_of_the_line_that_can_be_held() -> None:
    """One regiment holds a lane, but no plain: there it will go back."""
    pieces = unit("s1", "0505", combat="9:3 leg"), unit("a1", "0504", combat="12:3 leg")
    plain: dict[str, Any] = {
        "sources": [source("0509", "allied")], "dumps": [dump("0506", 60, "allied")],
        "victory": town("0509", "allied"),
    }  # fmt: skip
    assert built(line(*pieces, board=sketch(9, 12), **plain)) == []


def test_who_has_just_come_does_not_dig_nor_is_dug_in() -> None:
    """Neither by himself [16.0b] nor by engineers: nobody knows whether he will stay."""
    for more in ([], [unit("s9", "0107", "hq")]):
        game = line(unit("s1", "0106", combat="9:3 leg"), FOE, *more)
        play(game, "allied", {"do": "move", "units": ["s1"], "path": ["0105"]})
        assert built(game) == []


def test_who_has_to_gain_ground_does_not_dig() -> None:
    assert built(line(GUARD, FOE, victory=town("0101", "axis", "allied"))) == []


def test_nobody_digs_on_the_last_turn() -> None:
    assert built(line(GUARD, FOE, turns=1)) == []


def test_the_deeper_the_works_the_less_another_level_is_worth() -> None:
    """Of two towns the one without works comes first."""
    board, towns = sketch(9, 12), ["0505", "0705"]
    victory = town("0505", "allied")
    victory["objectives"][0]["hexes"] = towns
    pieces = [unit(f"s{h}", h, combat="9:3 leg") for h in towns]
    foes = [unit("a1", "0604", combat="14:3 leg")]

    def first(*levels: int) -> str:
        dug = [
            {"hex": h, "side": "allied", "level": n}
            for h, n in zip(towns, levels, strict=True)
            if n
        ]
        return built(
            line(
                *pieces, *foes, board=board, victory=victory, hedgehogs=dug,
                sources=[source("0609", "allied")], dumps=[dump("0605", 60, "allied")],
            )
        )[0]  # fmt: skip

    assert first(0, 0) == "0505"
    assert first(1, 0) == "0705"
    assert first(0, 1) == "0505"


def harbour(*pieces: dict[str, Any], turns: int = 20) -> Ocs:
    """Allies who are paid for those they ship home from a port, to another far off."""
    saved = {"vp": -1, "per": 1, "of": "allied", "hexes": ["1202"]}
    return waters(
        unit("s1", "0402", combat="9:3 leg"), *pieces,
        board=coast(rows=12, cols=3), player="allied", first="allied", turns=turns,
        ports=[port("0402", "allied", 4), port("1202", "allied", 4)],
        dumps=[dump("0402", 60, "allied")], sources=[source("0402", "allied")],
        victory={"side": "axis", "objectives": [], "saved": [saved]},
        limits={"allied": {"sea_cap": 4}},
    )  # fmt: skip


def test_the_port_to_leave_by_is_dug_in() -> None:
    """Those who will be shipped home hold their last port to the end."""
    assert built(harbour(unit("a1", "0702", combat="15:3 leg"))) == ["0402"]


@pytest.mark.parametrize(("turns", "there"), [(20, True), (2, False)])
def test_on_the_way_home_no_line_is_dug(turns: int, there: bool) -> None:
    pieces = unit("s2", "0602", combat="40:3 leg"), unit("a1", "0702", combat="20:3 leg")
    assert ("0602" in built(harbour(*pieces, turns=turns))) is there


# --- Air Bases -----------------------------------------------------------------------------------


def airmen(*things: dict[str, Any], **spec: Any) -> Ocs:
    """An Axis air force behind its front, with a headquarters that can build."""
    more: dict[str, Any] = {
        "turns": 6, "segment": MOVEMENT, "sources": [source("0303")],
        "dumps": [dump("0303", 80)],
    }  # fmt: skip
    return sky(*things, unit("s9", "0312"), **{**more, **spec})


HQ = unit("a9", "0304", "hq")


def test_a_base_is_raised_that_cannot_refit_all_its_aircraft() -> None:
    """One of the first level refits two; four wait. [15.0b(A)] [15.3]"""
    crowd = [craft(f"a{i}", "0303", "F", active=False) for i in range(1, 5)]
    assert orders(Works(), airmen(HQ, *crowd)) == [
        {"do": "build-base", "hex": "0303", "units": ["a9"]}
    ]
    assert orders(Works(), airmen(HQ, *crowd[:2])) == []


def test_a_base_that_the_enemy_can_walk_into_is_not_raised() -> None:
    crowd = [craft(f"a{i}", "0303", "F", active=False) for i in range(1, 5)]
    raider = unit("s1", "0307", combat="9:5 leg", move="4:10 leg")
    assert orders(Works(), airmen(HQ, *crowd, raider)) == []


def front(*things: dict[str, Any], at: str = "0330", **spec: Any) -> list[Action]:
    """What is built where the front has left the bases far behind."""
    more: dict[str, Any] = {"dumps": [dump(at, 80)], "sources": [source(at)], "turns": 6}
    pieces = unit("a9", at, "hq"), unit("a8", at, combat="9:3 leg"), unit("s9", "0336")
    return did(orders(Works(), sky(*pieces, *things, **{**more, **spec})), "build-base")


def test_a_base_is_built_where_aircraft_are_too_far_from_the_front() -> None:
    """Of a range of twenty hexes half is a day's work; the enemy is thirty away. [15.3]"""
    far = [craft(f"a{i}", "0303", "F") for i in range(1, 4)]
    assert front(*far) == [{"do": "build-base", "hex": "0330", "units": ["a9"]}]
    assert front(*far, at="0334") == []  # the enemy would see to it


def test_none_is_built_if_there_is_room_near_the_front() -> None:
    far = [craft(f"a{i}", "0303", "F") for i in range(1, 4)]
    assert front(*far, levels={"0328": 1}) == []


def test_none_is_built_for_aircraft_that_reach_the_front() -> None:
    assert front(*(craft(f"a{i}", "0303", "F", range=80) for i in range(1, 4))) == []


def test_none_is_built_without_supply_to_spare() -> None:
    far = [craft(f"a{i}", "0303", "F") for i in range(1, 4)]
    assert front(*far, dumps=[dump("0330", 6)]) == []


# --- Blind to secrets ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_orders_do_not_hang_on_what_is_hidden(seed: int) -> None:
    """On generated positions with hidden facts changed the same works are ordered."""
    game, rng, compared = positions.game(seed), random.Random(seed), 0
    for _ in range(80):
        player = game.to_act
        if player is None:
            break
        twin = hidden_twin(game, player, rng)
        seat = OcsSeat(game, player)
        if twin is not None and seat.kind == MOVEMENT and seat.offered("end"):
            both = [Works().order(OcsSeat(g, player)) for g in (game, twin)]
            assert both[0] == both[1]
            compared += 1
        play(game, player, RandomPlayer(rng.randrange(1000)).choose(Seat(game, player)))
    assert compared
