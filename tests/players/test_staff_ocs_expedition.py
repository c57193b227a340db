"""One corps goes to far objectives that are lightly held, behind its headquarters."""

from __future__ import annotations

from typing import Any

from grognard.players.staff.ocs.expedition import Expedition
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.rear import Rear
from grognard.systems.ocs.scenario import Ocs
from tests.players.playing import dump, orders, phase_of, source
from tests.systems.ocs.field import at, field, sketch, unit, where

FAR, NEAR = "0536", "0902"


def army(*items: dict[str, Any], far: int = 3, **spec: Any) -> Ocs:
    """Three headquarters near a source, a town near them that is held, and one far to the south."""
    objectives = [
        {"label": "Far", "vp": far, "hexes": [FAR], "owner": "allied"},
        {"label": "Near", "vp": 5, "hexes": [NEAR], "owner": "allied"},
    ]
    corps = [unit(f"a{i}", hex, "hq", combat="-:4 leg", move="-:8 leg", throw="12 leg/6 leg")
             for i, hex in ((7, "0203"), (8, "0303"), (9, "0505"))]  # fmt: skip
    troops = [unit("a1", "0506", combat="9:3 leg", move="5:8 leg"),
              unit("a2", "0506", combat="9:3 leg", move="5:8 leg"),
              unit("a3", "0604", combat="9:3 leg", move="5:8 leg")]  # fmt: skip
    guard = [unit(f"s{i}", NEAR, combat="50:3 leg") for i in (1, 2)]
    rail = [source("0502"), source("0508"), source("0512")]
    return field(
        *corps, *troops, *guard, *items, board=sketch(9, 38), sources=rail,
        dumps=[dump("0505")], victory={"side": "axis", "objectives": objectives}, **spec,
    )  # fmt: skip


def expedition(*items: dict[str, Any], **spec: Any) -> Expedition:
    return Expedition(OcsSeat(army(*items, **spec), "axis"))


def test_the_nearest_headquarters_is_sent_to_far_ground_that_is_lightly_held() -> None:
    found = expedition(unit("s3", FAR, combat="3:3 leg"))
    assert (found.hq, found.seat.board.label(found.goal)) == ("a9", FAR)
    assert "a1" in found.corps


def test_nobody_is_sent_where_the_enemy_is_strong_or_for_little() -> None:
    strong = [unit(f"s{i}", FAR, combat="30:3 leg") for i in (3, 4, 5)]
    assert expedition(*strong).hq == ""
    assert expedition(far=1).hq == ""


def test_no_corps_is_detached_to_where_everybody_goes() -> None:
    """The town that counts most is no far objective, however few hold it."""
    found = expedition(far=9)
    assert found.seat.board.hex(FAR) not in found.aims
    assert found.hq == ""


def test_who_has_no_headquarters_to_spare_sends_none() -> None:
    found = expedition(unit("a6", "0101"))
    assert found.hq == "a9"
    found.seat.own.remove("a7")
    assert Expedition(found.seat).hq == ""


def test_who_has_to_keep_ground_sends_no_expedition() -> None:
    assert Expedition(OcsSeat(army(player="allied", first="allied"), "allied")).hq == ""


def test_its_headquarters_goes_as_far_as_it_can_be_fed() -> None:
    """It draws on the third source, and its throw then covers the road ahead."""
    game = army(unit("s3", FAR, combat="3:3 leg"))
    found = Expedition(OcsSeat(game, "axis"))
    assert found.camp is not None
    camp = found.camp[0]
    assert game.board.distance(camp, game.board.hex(FAR)) < 31
    orders(Rear(OcsSeat(game, "axis")), game)
    assert at(game, "a9").hex == camp


def test_the_corps_may_go_where_it_will_be_fed() -> None:
    game = army(unit("s3", FAR, combat="3:3 leg"))
    plan = Manoeuvre(OcsSeat(game, "axis"))
    assert plan.expedition is not None
    ahead = plan.expedition.covered - plan.seat.linked
    assert ahead
    assert ahead <= plan.linked
    before = game.board.distance(at(game, "a1").hex, game.board.hex(FAR))
    phase_of(game, "axis")
    assert game.board.distance(at(game, "a1").hex, game.board.hex(FAR)) < before
    assert int(where(game, "a9")[2:]) > 5


def test_nobody_walks_out_of_trace_for_a_prize() -> None:
    """An air base that nobody guards is no objective."""
    base = [{"side": "allied", "hex": "0524", "level": 1}]
    game = army(unit("s3", FAR, combat="3:3 leg"), bases=base)
    plan = Manoeuvre(OcsSeat(game, "axis"))
    prize, goal = game.board.hex("0524"), game.board.hex(FAR)
    assert (plan.open_to_all(prize), plan.open_to_all(goal)) == (False, True)
