"""The Supply Phase: trace, eating, Out of Supply, Attrition; Strat Mode and trace. [12.6] [12.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.units import ABOARD, UNITS
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TRANSPORT, Ship
from grognard.systems.ocs.supply import attrition, dumps, supply_phase
from grognard.systems.ocs.turn.phases import REACTION, SUPPLY
from tests.systems.ocs.field import at, end, field, mode, move, play, rig, rules, told, unit

rule = pytest.mark.rule
HOME = [{"side": "axis", "hex": "0101"}]


def line(**more: Any) -> Any:
    return sketch(1, 30, **more)


def dump(hex: str, tokens: int) -> dict[str, Any]:
    return {"side": "axis", "hex": hex, "tokens": tokens}


def camp(*pieces: Any, **more: Any) -> Ocs:
    more.setdefault("sources", HOME)
    more.setdefault("board", line())
    return field(*pieces, segment=SUPPLY, started=False, **more)


def begun(*pieces: Any, **more: Any) -> Ocs:
    """The same, with the Supply Phase of the Axis open."""
    more.setdefault("sources", HOME)
    more.setdefault("board", line())
    return field(*pieces, segment=SUPPLY, **more)


def patient(*pieces: Any, **more: Any) -> Ocs:
    """The same, kept open by a unit near home that has yet to fill its stocks."""
    waiting = unit("a9", "0102", at={"internals": 1})
    stores = [*more.pop("dumps", ()), dump("0102", 2)]
    return begun(*pieces, waiting, dumps=stores, **more)


def eat(*names: str, **more: Any) -> dict[str, Any]:
    return {"do": "eat", "units": list(names), **more}


def finish(game: Ocs) -> None:
    """Close the Supply Phase as if nobody had anything to say."""
    for _ in attrition.settle_supply(game):
        raise AssertionError("a question")


# ---- marking


@rule("ocs", "12.6d")
@rule("ocs", "12.8a")
@rule("ocs", "2.3-supply")
def test_who_has_neither_trace_nor_food_is_out_of_supply_until_he_traces_again() -> None:
    game = begun(unit("a1", "0105"), unit("a2", "0120", ar=5), dumps=[dump("0119", 1)])
    rig(game, 1, 1)
    end(game, "axis", REACTION)
    assert (at(game, "a1").oos, at(game, "a2").oos) == (False, True)
    assert (at(game, "a1").traced, at(game, "a2").traced) == (True, False)
    assert told(game, "oos")[-1]["units"] == ["a2"]
    game.put(UNITS, "a2", replace(at(game, "a2"), hex=game.board.hex("0104")))
    assert at(game, "a2").oos  # the marker stays until a Supply Phase


@rule("ocs", "12.8a")
def test_the_marker_goes_when_trace_is_regained() -> None:
    game = camp(unit("a1", "0105", at={"oos": True, "traced": False}))
    finish(game)
    assert (at(game, "a1").oos, at(game, "a1").traced) == (False, True)
    assert not told(game, "attrition")


@rule("ocs", "12.8a")
def test_only_the_phasing_sides_units_are_checked() -> None:
    game = camp(unit("a1", "0105"), unit("s1", "0120"))
    finish(game)
    assert not at(game, "s1").oos


@rule("ocs", "12.6g")
def test_units_aboard_landing_craft_lose_their_marker() -> None:
    game = camp(unit("a1", "0120", at={"oos": True}))
    game.put(SHIPS, "lc1", Ship("axis", "lc", "map", 0, size=8))
    game.put(UNITS, "a1", replace(at(game, "a1"), place=ABOARD, hex=-1, at="lc1"))
    finish(game)
    assert not at(game, "a1").oos


@rule("ocs", "12.3e")
@rule("ocs", "12.8a")
def test_units_in_an_off_map_box_lose_their_marker() -> None:
    boxed = {"place": "box", "at": "Cairo", "oos": True}
    game = camp(unit("a1", None, at=boxed), boxes={"Cairo": {"hexes": ["0101"]}})
    finish(game)
    assert not at(game, "a1").oos


@rule("ocs", "12.6h")
def test_dropped_units_are_not_marked_in_their_turn() -> None:
    game = camp(unit("a1", "0120", at={"dropped": 1}))
    finish(game)
    assert not at(game, "a1").oos


@rule("ocs", "12.9a")
@rule("ocs", "12.9d")
def test_transport_and_ships_need_no_supply() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0120", "points": 1}]
    game = camp(unit("a1", "0105"), transport=trucks)
    game.put(SHIPS, "b1", Ship("axis", "b", "map", game.board.hex("0130")))
    before = game.state[SHIPS]["b1"]
    finish(game)
    assert game.state[TRANSPORT]["t1"].place == "map"
    assert not game.state[TRANSPORT]["t1"].traced  # it only counts for breakouts
    assert game.state[SHIPS]["b1"] == before
    assert not told(game, "attrition")


# ---- eating


@rule("ocs", "12.6c")
def test_a_token_feeds_two_re_and_fractions_go_up() -> None:
    pieces = [unit("a1", "0120", re=3), unit("a2", "0121", re=3), unit("a3", "0120",
              size="battalion")]  # fmt: skip
    game = begun(*pieces, dumps=[dump("0119", 9)])
    assert supply_phase.meal(game, ["a1", "a2", "a3"]) == 4
    game.play("axis", eat("a1", "a2", "a3"))
    assert dumps.stock(game, "axis") == 5
    end(game, "axis")
    assert [at(game, n).oos for n in ("a1", "a2", "a3")] == [False, False, False]
    assert not at(game, "a1").traced  # food is no trace [12.8e(C)]


@rule("ocs", "12.6c")
def test_only_units_without_trace_eat_and_only_what_they_reach() -> None:
    game = begun(
        unit("a1", "0105"), unit("a2", "0120"), unit("a3", "0129"), unit("a4", "0119"),
        dumps=[dump("0118", 4)],
    )  # fmt: skip
    assert rules(game, "axis", eat("a1")) == ["12.6c"]
    assert rules(game, "axis", eat("a3")) == ["12.6c"]  # eleven hexes from the dump
    assert rules(game, "axis", eat("a2", "a3")) == ["12.6c"]
    assert rules(game, "axis", eat("a2")) == []
    game.play("axis", eat("a2"))
    assert rules(game, "axis", eat("a2")) == ["12.6c"]  # it has eaten


@rule("ocs", "12.6c")
@rule("ocs", "12.6d")
def test_nobody_is_forced_to_eat() -> None:
    game = begun(unit("a1", "0120", ar=5), dumps=[dump("0120", 4)])
    rig(game, 1, 1)
    game.play("axis", {"do": "end"})
    assert dumps.stock(game, "axis") == 4
    assert at(game, "a1").oos


@rule("ocs", "12.6e")
def test_strat_mode_units_never_eat() -> None:
    game = begun(unit("a1", "0120", mode="strat"), unit("a2", "0120"), dumps=[dump("0120", 4)])
    assert rules(game, "axis", eat("a1")) == ["12.6e"]
    assert eat("a1") not in list(game.legal("axis"))
    assert eat("a2") in list(game.legal("axis"))


@rule("ocs", "12.6c")
def test_the_payer_may_choose_the_dump() -> None:
    game = begun(unit("a1", "0120"), dumps=[dump("0120", 4), dump("0122", 4)])
    far = f"axis@{game.board.hex('0122')}"
    assert rules(game, "axis", eat("a1", pay={far: 2})) == ["12.6c"]
    game.play("axis", eat("a1", pay={far: 1}))
    assert game.state.maps["dumps"][far].tokens == 3


# ---- formations


@rule("ocs", "12.6f")
@rule("ocs", "13.7a")
def test_the_rest_of_a_split_formation_eats_or_goes_without() -> None:
    pieces = [
        unit("a1", "0103", "armor", formation="1 Pz"),
        unit("a2", "0110", "mech", formation="1 Pz", ar=5),
        unit("a3", "0110", "mech", formation="1 Pz", ar=5),
    ]
    both = [{"side": "axis", "hex": "0101"}, {"side": "axis", "hex": "0112"}]
    game = begun(*pieces, sources=both, dumps=[dump("0104", 4)])
    assert supply_phase.split(game, "axis") == ["1 Pz"]
    assert rules(game, "axis", eat("a1")) == []
    assert rules(game, "axis", eat("a2")) == ["12.6c"]
    wrong = {"do": "trace", "formation": "1 Pz", "source": "0130"}
    assert rules(game, "axis", wrong) == ["12.6f"]
    assert rules(game, "axis", {**wrong, "formation": "2 Pz"}) == ["12.6f"]
    game.play("axis", {"do": "trace", "formation": "1 Pz", "source": "0101"})
    assert rules(game, "axis", eat("a1")) == ["12.6c"]
    assert rules(game, "axis", eat("a2")) == []
    rig(game, 1, 1)
    end(game, "axis")
    assert [at(game, n).oos for n in ("a1", "a2", "a3")] == [False, True, True]


# ---- Attrition


def wither(*pieces: Any, dice: tuple[int, int], **more: Any) -> Ocs:
    """A stack far from any source rolls for Attrition."""
    game = patient(*pieces, **more)
    rig(game, *dice)
    end(game, "axis")
    return game


@rule("ocs", "12.8b")
@rule("ocs", "CT-attrition")
@pytest.mark.parametrize(
    ("ar", "dice", "lost"),
    [
        (4, (4, 4), 0), (4, (5, 4), 1), (5, (6, 6), 4), (3, (2, 3), 0), (3, (3, 3), 1),
        (2, (1, 2), 0), (2, (5, 5), 4), (1, (1, 1), 0), (1, (1, 2), 1), (0, (1, 1), 1),
        (0, (4, 4), 4),
    ],
)  # fmt: skip
def test_attrition_by_the_action_rating(ar: int, dice: tuple[int, int], lost: int) -> None:
    game = wither(unit("a1", "0120", re=4, ar=ar), dice=dice)
    assert told(game, "attrition")[-1]["lost"] == lost
    assert at(game, "a1").lost == lost


@rule("ocs", "12.8b")
@rule("ocs", "CT-attrition")
def test_five_steps_wither_faster() -> None:
    game = wither(unit("a1", "0120", re=4, ar=4), unit("a2", "0120", ar=1), dice=(3, 3))
    facts = told(game, "attrition")[-1]
    assert (facts["steps"], facts["modified"], facts["rating"], facts["lost"]) == (5, 9, 4, 1)
    game = wither(unit("a1", "0120", re=4, ar=4), dice=(3, 3))
    assert told(game, "attrition")[-1]["lost"] == 0


@rule("ocs", "12.8b")
def test_only_those_out_of_supply_count_and_the_owner_chooses() -> None:
    pieces = [unit("a1", "0120", ar=5, re=2), unit("a2", "0120", ar=2), unit("a3", "0120", ar=1)]
    game = patient(*pieces, dumps=[dump("0120", 2)])
    game.play("axis", {"do": "recover"})
    game.play("axis", eat("a1"))
    rig(game, 2, 2)
    game.play("axis", {"do": "end"})
    facts = told(game, "attrition")[-1]
    assert (facts["rating"], facts["steps"], facts["lost"]) == (2, 2, 1)
    (decision,) = game.decisions
    assert decision.player == "axis"
    assert sorted(game.legal("axis"), key=str) == [
        {"do": "losses", "take": {"a2": 1}},
        {"do": "losses", "take": {"a3": 1}},
    ]
    game.play("axis", {"do": "losses", "take": {"a2": 1}})
    assert (at(game, "a2").place, at(game, "a3").place) == ("dead", "map")


@rule("ocs", "12.8c")
def test_disorder_does_not_lower_the_rating_but_strat_mode_does() -> None:
    game = wither(unit("a1", "0120", ar=3, mode="dg", up="combat"), dice=(1, 1))
    assert told(game, "attrition")[-1]["rating"] == 3
    game = wither(unit("a1", "0120", ar=3, mode="strat"), dice=(1, 1))
    assert told(game, "attrition")[-1]["rating"] == 0


@rule("ocs", "12.8a")
def test_each_stack_rolls_once_and_every_supply_phase() -> None:
    pieces = [unit("a1", "0120", ar=5), unit("a2", "0120", ar=5), unit("a3", "0125", ar=5)]
    game = patient(*pieces)
    rig(game, 1, 1, 1, 1)
    end(game, "axis")
    assert [facts["hex"] for facts in told(game, "attrition")] == ["0120", "0125"]


# ---- effects


@rule("ocs", "12.8d")
def test_units_out_of_supply_have_no_zone_and_move_normally() -> None:
    out, fine = unit("a1", "0110", at={"oos": True}), unit("a2", "0115")
    game = field(out, fine, board=line())
    assert not zones.in_zone(game, game.board.hex("0111"), "axis")
    assert zones.in_zone(game, game.board.hex("0116"), "axis")
    assert rules(game, "axis", move("a1", to="0111 0112 0113")) == []


# ---- Strat Mode


@rule("ocs", "12.6e")
@rule("ocs", "5.8b")
def test_strat_mode_units_end_their_moves_where_they_can_trace() -> None:
    mover = unit("a1", "0105", mode="strat", move="4:5 leg")
    game = field(mover, board=line(), sources=HOME)
    assert rules(game, "axis", move("a1", to="0106 0107")) == []
    assert rules(game, "axis", move("a1", to="0106 0107 0108")) == ["12.6e"]
    ends = [m["path"][-1] for m in game.legal("axis") if m["do"] == "move"]
    assert sorted(ends) == ["0101", "0102", "0103", "0104", "0106", "0107"]
    hq = unit("ahq", "0106", "hq")
    game = field(mover, hq, board=line(), sources=HOME)
    assert rules(game, "axis", move("a1", to="0106 0107 0108")) == []


@rule("ocs", "5.8b")
@rule("ocs", "12.6e")
@pytest.mark.parametrize(("hex", "left"), [("0107", "strat"), ("0108", "move")])
def test_who_turns_strat_and_stays_must_trace_where_he_is(hex: str, left: str) -> None:
    game = field(unit("a1", hex), unit("s1", "0130"), board=line(), sources=HOME)
    play(game, "axis", mode("a1", to="strat"))
    assert at(game, "a1").mode == "strat"  # it might still go where it can trace
    end(game, "axis", until=SUPPLY)
    assert at(game, "a1").mode == left
    assert len(told(game, "strat-lost")) == (left == "move")


@rule("ocs", "5.8b")
@rule("ocs", "4.5b")
def test_who_keeps_the_trace_of_a_strat_unit_open_must_stay() -> None:
    """The draw from 0109 leads through 0106 and 0105, next to the enemy, where friends stand."""
    water = {f"020{c}": "sea" for c in range(1, 5)} | {f"02{c:02d}": "sea" for c in range(6, 31)}
    board = sketch(2, 30, terrain=water)
    for mover, locked in (("strat", True), ("move", False)):
        game = field(
            unit("a1", "0110", mode=mover), unit("a2", "0105"), unit("a3", "0106"),
            unit("s1", "0205"), board=board, sources=[{"side": "axis", "hex": "0103"}],
        )  # fmt: skip
        play(game, "axis", move("a1", to="0109"))
        for name, to in (("a2", "0104"), ("a3", "0107")):
            assert rules(game, "axis", move(name, to=to)) == (["4.5b"] if locked else [])


@rule("ocs", "21.12d")
def test_by_the_option_they_must_draw_directly() -> None:
    pieces = [unit("a1", "0105", mode="strat"), unit("ahq", "0106", "hq")]
    game = field(*pieces, board=line(), sources=HOME, options={"strat-direct-draw": "on"})
    assert rules(game, "axis", move("a1", to="0106 0107 0108")) == ["21.12d"]
    assert rules(game, "axis", move("a1", to="0106 0107")) == []


@rule("ocs", "12.6c")
def test_one_token_feeds_units_in_two_hexes_round_a_dump() -> None:
    game = begun(unit("a1", "0120"), unit("a2", "0122"), dumps=[dump("0121", 1)])
    assert eat("a1", "a2") in list(game.legal("axis"))
    game.play("axis", eat("a1", "a2"))
    assert dumps.stock(game, "axis") == 0
    assert not at(game, "a1").oos
    assert not at(game, "a2").oos


@rule("ocs", "13.1c")
@rule("ocs", "12.8b")
def test_headquarters_wither_with_a_rating_of_nought() -> None:
    game = begun(unit("a1", "0120", "hq", ar=4), unit("a2", "0122", ar=4))
    assert [attrition.withering_rating(game, name) for name in ("a1", "a2")] == [0, 4]


@rule("ocs", "4.9a")
@rule("ocs", "4.9e")
def test_the_enemy_sees_the_dice_of_attrition_but_not_what_is_lost() -> None:
    """A 9 with an Action Rating of 4 costs a division one of its four steps."""
    game = wither(unit("a1", "0120", re=4, ar=4), unit("s1", "0130"), dice=(5, 4))
    (own,) = [e for e in game.events_for("axis") if e.kind == "attrition"]
    assert (own.facts["lost"], at(game, "a1").lost) == (1, 1)
    (seen,) = [e for e in game.events_for("allied") if e.kind == "attrition"]
    assert (dict(seen.facts), seen.dice) == ({"side": "axis", "hex": "0120", "roll": 9}, (5, 4))
    assert not [e for e in game.events_for("allied") if e.kind == "loss"]
    assert "steps_lost" not in game.view("allied")["sides"]["axis"]
    assert game.view("axis")["sides"]["axis"]["steps_lost"] == 1


@rule("ocs", "4.9a")
def test_a_unit_that_withers_to_nothing_is_seen_in_the_dead_pile() -> None:
    game = wither(unit("a1", "0120", ar=1), unit("s1", "0130"), dice=(1, 2))
    (seen,) = [e for e in game.events_for("allied") if e.kind == "eliminated"]
    assert dict(seen.facts) == {"hex": "0120"}
    assert game.view("allied")["dead"]["axis"] == ["a1"]
