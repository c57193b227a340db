"""Fuel: who needs it, the three ways to pay for it, and how long it lasts. [12.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS
from grognard.systems.ocs.supply import dumps, fuel
from grognard.systems.ocs.turn.phases import CLEAN_UP, EXPLOITATION, MOVEMENT, REACTION
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, end, field, move, rules, serial, unit, where

rule = pytest.mark.rule


def line(**more: Any) -> Any:
    return sketch(1, 30, **more)


def dump(hex: str, tokens: int = 8) -> dict[str, Any]:
    return {"side": "axis", "hex": hex, "tokens": tokens}


def dry(*pieces: Any, **more: Any) -> Ocs:
    """A position in which nobody has fuel."""
    more.setdefault("board", line())
    return field(*pieces, fuelled=False, **more)


def pay(*units: str, **more: Any) -> dict[str, Any]:
    return {"do": "fuel", **({"units": list(units)} if units else {}), **more}


@rule("ocs", "12.5a")
def test_nothing_on_wheels_or_tracks_spends_a_point_without_fuel() -> None:
    pieces = [unit("a1", "0105", "armor"), unit("a2", "0105", "mech"), unit("a3", "0105")]
    game = dry(*pieces)
    assert rules(game, "axis", move("a1", to="0106")) == ["12.5a"]
    assert rules(game, "axis", move("a2", to="0106")) == ["12.5a"]
    assert rules(game, "axis", move("a1", "a3", to="0106")) == ["12.5a"]
    assert rules(game, "axis", move("a3", to="0106")) == []  # on foot
    assert not fuel.fuelled(game, "a1")
    assert fuel.fuelled(game, "a3")
    assert not any(m["do"] == "move" and "a1" in m["units"] for m in game.legal("axis"))


@rule("ocs", "12.5a")
def test_what_a_unit_needs_depends_on_the_side_that_is_up() -> None:
    pieces = unit("a1", "0105", "artillery", mode="combat"), unit("a2", "0105", "artillery",
                                                                  mode="move")  # fmt: skip
    game = dry(*pieces)
    assert fuel.fuelled(game, "a1")
    assert not fuel.fuelled(game, "a2")


@rule("ocs", "12.5a")
@rule("ocs", "18.5h")
def test_units_that_landed_have_their_fuel() -> None:
    game = dry(unit("a1", "0105", "armor", at={"landed": True}))
    assert rules(game, "axis", move("a1", to="0106")) == []


@rule("ocs", "12.5a")
@rule("ocs", "12.9a")
@rule("ocs", "13.2b")
def test_transport_needs_no_fuel() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0105", "points": 1}]
    game = dry(unit("a1", "0101"), transport=trucks)
    haul = {"do": "haul", "transport": ["t1"], "path": ["0106"]}
    assert rules(game, "axis", haul) == []


@rule("ocs", "12.5b")
def test_an_overrun_needs_fuel_even_from_beside_the_enemy() -> None:
    pieces = [unit("a1", "0105", "armor"), unit("s1", "0106", mode="move")]
    game = dry(*pieces, dumps=[dump("0103")])
    overrun = {"do": "overrun", "units": ["a1"], "target": "0106"}
    assert "12.5a" in rules(game, "axis", overrun)
    game.play("axis", pay("a1"))
    assert rules(game, "axis", overrun) == []


@rule("ocs", "12.5c(C)")
def test_a_token_fuels_one_unit_for_the_phase() -> None:
    pieces = [unit("a1", "0105", "armor", re=3), unit("a2", "0105", "mech")]
    game = dry(*pieces, dumps=[dump("0103", 8)])
    game.play("axis", pay("a1"))
    assert dumps.stock(game, "axis") == 7  # whatever its size
    assert rules(game, "axis", move("a1", to="0106 0107 0108")) == []
    assert rules(game, "axis", move("a2", to="0106")) == ["12.5a"]
    game.play("axis", move("a1", to="0106"))
    assert rules(game, "axis", pay("a1")) == ["12.5c(C)"]
    end(game, "axis", CLEAN_UP)
    assert at(game, "a1").fuelled == serial(MOVEMENT)
    assert not fuel.fuelled(game, "a1")  # its phase is over


@rule("ocs", "12.5c(C)")
def test_fuel_is_paid_as_it_is_needed_and_not_before() -> None:
    pieces = [unit("a1", "0105", "armor"), unit("s1", "0120", "armor"), unit("a2", "0105")]
    game = dry(*pieces, dumps=[dump("0103", 8)])
    assert rules(game, "axis", pay("a2")) == ["12.5a"]
    assert rules(game, "axis", pay("s1")) == ["12.5c(C)"]
    assert rules(game, "axis", pay("a1", "a1")) == ["form"]
    assert rules(game, "axis", pay("a1", hq="a2")) == ["12.5c"]
    assert rules(game, "axis", {"do": "fuel"}) == ["12.5c"]
    reserve = unit("a1", "0105", "armor", mode="reserve", up="move")
    game = dry(reserve, unit("s1", "0120"), player="allied", first="allied", segment=REACTION,
               dumps=[dump("0103", 8)])  # fmt: skip
    assert rules(game, "axis", pay("a1")) == ["7.0a"]
    game.play("axis", {"do": "release", "units": ["a1"]})
    assert rules(game, "axis", pay("a1")) == []


@rule("ocs", "12.5c(C)")
@rule("ocs", "12.3a")
def test_fuel_must_be_within_reach_and_may_come_from_where_one_likes() -> None:
    game = dry(unit("a1", "0110", "armor"), dumps=[dump("0101", 8)])
    assert rules(game, "axis", pay("a1")) == ["12.5a"]
    game = dry(unit("a1", "0110", "armor"), dumps=[dump("0108", 8), dump("0112", 8)])
    far = f"axis@{game.board.hex('0112')}"
    assert rules(game, "axis", pay("a1", pay={far: 2})) == ["12.5a"]
    game.play("axis", pay("a1", pay={far: 1}))
    assert stacks.dump_at(game, game.board.hex("0112"), "axis") == 7


@rule("ocs", "12.5g")
def test_internal_stocks_are_no_fuel() -> None:
    game = dry(unit("a1", "0105", "armor"))
    assert at(game, "a1").internals == 0  # full
    assert rules(game, "axis", pay("a1")) == ["12.5a"]
    assert not [action for action in game.legal("axis") if action["do"] == "fuel"]


# ---- formations


def division(*hexes: str) -> list[Any]:
    kinds = ("armor", "mech", "mech")
    return [unit(f"a{i}", h, kinds[i % 3], formation="1 Pz") for i, h in enumerate(hexes, 1)]


@rule("ocs", "12.5c(A)")
@rule("ocs", "12.5d")
def test_a_supply_point_fuels_a_formation_until_the_next_clean_up() -> None:
    game = dry(*division("0105", "0107", "0108"), dumps=[dump("0103", 8)])
    game.play("axis", pay(formation="1 Pz"))
    assert dumps.stock(game, "axis") == 4
    assert [fuel.fuelled(game, n) for n in ("a1", "a2", "a3")] == [True, True, True]
    assert rules(game, "axis", pay(formation="1 Pz")) == ["12.5c(A)"]
    assert rules(game, "axis", pay("a1")) == ["12.5c(C)"]
    end(game, "axis", EXPLOITATION)
    assert fuel.fuelled(game, "a1")
    end(game, "axis", "pre-turn")
    assert not fuel.fuelled(game, "a1")


@rule("ocs", "12.5c(A)")
@rule("ocs", "13.7a")
def test_members_that_do_not_share_the_source_pay_a_token_each() -> None:
    game = dry(*division("0105", "0107", "0116"), dumps=[dump("0103", 8), dump("0118", 1)])
    game.play("axis", pay(formation="1 Pz"))
    assert game.state[FORMATIONS]["1 Pz"].unfuelled == ("a3",)
    assert rules(game, "axis", move("a2", to="0108")) == []
    assert rules(game, "axis", move("a3", to="0115")) == ["12.5a"]
    game.play("axis", pay("a3"))
    assert rules(game, "axis", move("a3", to="0115")) == []


@rule("ocs", "12.5c(A)")
def test_a_formation_may_be_fuelled_through_one_headquarters() -> None:
    pieces = [*division("0110", "0112", "0114"), unit("ahq", "0107", "hq")]
    game = dry(*pieces, dumps=[dump("0102", 2), dump("0103", 2)])
    assert rules(game, "axis", pay(formation="1 Pz")) == []  # an HQ draws on several dumps
    assert rules(game, "axis", pay(formation="1 Pz", via="0103")) == ["12.5c(A)"]
    game.play("axis", pay(formation="1 Pz", via="ahq"))
    assert dumps.stock(game, "axis") == 0
    assert game.state[FORMATIONS]["1 Pz"].unfuelled == ()


@rule("ocs", "12.5c(A)")
@rule("ocs", "13.7a")
def test_the_headquarters_of_a_division_shares_the_fuel_that_it_throws() -> None:
    pieces = [unit("ahq", "0107", "hq", formation="1 Pz"),
              unit("a1", "0113", "armor", formation="1 Pz")]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 4)])
    game.play("axis", pay(formation="1 Pz", via="ahq"))
    assert dumps.stock(game, "axis") == 0
    assert fuel.fuelled(game, "a1")
    assert fuel.fuelled(game, "ahq")  # it draws what it throws


@rule("ocs", "12.5c(A)")
def test_a_direct_draw_of_a_formation_is_from_one_dump() -> None:
    game = dry(*division("0105"), dumps=[dump("0103", 2), dump("0104", 2)])
    assert rules(game, "axis", pay(formation="1 Pz")) == ["12.5c(A)"]
    assert rules(game, "axis", pay(formation="2 Pz")) == ["12.5c(A)"]


# ---- headquarters


@rule("ocs", "12.5c(B)")
@rule("ocs", "12.5e")
def test_a_fuelled_headquarters_fuels_itself_and_independents_in_range() -> None:
    pieces = [
        unit("ahq", "0107", "hq"), unit("a1", "0112", "armor"), unit("a2", "0117", "armor"),
        unit("a3", "0112", "mech", formation="1 Pz"), unit("a4", "0112", "armor", re=2),
        unit("ahq2", "0110", "hq"),
    ]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 8)])
    game.play("axis", pay(hq="ahq"))
    assert dumps.stock(game, "axis") == 4
    free = [n for n in ("ahq", "a1", "a2", "a3", "a4", "ahq2") if fuel.fuelled(game, n)]
    assert free == ["ahq", "a1", "ahq2"]  # out of range, in a formation, a division: not these
    assert rules(game, "axis", pay(hq="ahq")) == ["12.5c(B)"]
    assert rules(game, "axis", pay(hq="a1")) == ["12.5c(B)"]


@rule("ocs", "12.5e")
def test_the_range_counts_when_a_unit_begins_to_move() -> None:
    pieces = [unit("ahq", "0107", "hq"), unit("a1", "0115", "armor", combat="8:20 tracked")]
    game = dry(*pieces, dumps=[dump("0103", 8)])
    game.play("axis", pay(hq="ahq"))
    game.play("axis", move("a1", to="0116 0117 0118"))
    assert rules(game, "axis", move("a1", to="0119")) == []  # beyond it now, but under way
    assert at(game, "a1").fuelled == serial(MOVEMENT)


@rule("ocs", "12.5e")
def test_a_headquarters_throws_fuel_from_one_hex_a_phase() -> None:
    pieces = [
        unit("ahq", "0107", "hq", mode="move", throw="8 truck/4 truck"),
        unit("a1", "0110", "armor"), unit("a2", "0115", "armor"), unit("a3", "0108", "armor"),
    ]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 8)])
    game.play("axis", pay(hq="ahq"))
    game.play("axis", move("a1", to="0111"))
    assert at(game, "ahq").threw_from == game.board.hex("0107")
    game.play("axis", move("ahq", to="0108 0109 0110 0111"))
    assert where(game, "ahq") == "0111"
    assert rules(game, "axis", move("a2", to="0116")) == ["12.5a"]  # it has thrown from 0107
    assert rules(game, "axis", move("a3", to="0109")) == ["12.5a"]
    fresh = dry(*pieces, dumps=[dump("0103", 8)])
    fresh.play("axis", pay(hq="ahq"))
    fresh.play("axis", move("ahq", to="0108 0109 0110 0111"))
    assert rules(fresh, "axis", move("a2", to="0116")) == []  # from where its move ends


@rule("ocs", "12.5d")
@rule("ocs", "12.5c(B)")
def test_fuel_of_the_reaction_phase_lasts_through_the_own_turn() -> None:
    hq = unit("ahq", "0107", "hq")
    tank = unit("a1", "0112", "armor", mode="reserve", up="move")
    game = dry(hq, tank, unit("s1", "0130"), player="allied", first="allied", segment=REACTION,
               dumps=[dump("0103", 8)])  # fmt: skip
    game.play("axis", {"do": "release", "units": ["a1"]})
    game.play("axis", pay(hq="ahq"))
    end(game, "axis", MOVEMENT)
    assert at(game, "ahq").hq_fuelled  # the enemy's Clean Up leaves it alone
    assert rules(game, "axis", move("a1", to="0113")) == []
    end(game, "axis", "pre-turn")
    assert not at(game, "ahq").hq_fuelled


@rule("ocs", "12.5f")
def test_reinforcements_need_fuel_to_go_on() -> None:
    game = dry(unit("a1", "0101", "mech", at={"entered": 1}))
    assert rules(game, "axis", move("a1", to="0102")) == ["12.5a"]


@rule("ocs", "12.5e")
@rule("ocs", "12.3b(A)")
def test_in_strat_mode_a_headquarters_throws_no_fuel() -> None:
    pieces = [unit("ahq", "0107", "hq", mode="strat"), unit("a1", "0109", "armor")]
    game = dry(*pieces, dumps=[dump("0103", 8)], sources=[{"side": "axis", "hex": "0105"}])
    game.play("axis", pay(hq="ahq"))
    assert fuel.fuelled(game, "ahq")
    assert not fuel.fuelled(game, "a1")


@rule("ocs", "13.1d")
@rule("ocs", "12.5e")
def test_the_headquarters_of_a_division_fuels_independents_of_its_nation() -> None:
    pieces = [
        unit("ahq", "0107", "hq", formation="1 Pz"), unit("a1", "0109", "armor"),
        unit("a2", "0109", "armor", nation="Italian"),
    ]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 8)])
    game.play("axis", pay(hq="ahq"))
    assert [fuel.fuelled(game, n) for n in ("a1", "a2")] == [True, False]


@rule("ocs", "21.3")
def test_by_the_option_independents_have_lasting_fuel_of_their_own() -> None:
    pieces = [unit("ahq", "0107", "hq"), unit("a1", "0107", "armor", size="battalion"),
              unit("a2", "0107", "armor")]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 8)], options={"independents": "on"})
    assert rules(game, "axis", pay(hq="ahq")) == ["21.3"]
    game.play("axis", pay("a1", "a2", lasting=True))
    assert dumps.stock(game, "axis") == 6  # 1 1/2 RE
    end(game, "axis", EXPLOITATION)
    assert fuel.fuelled(game, "a2")
    end(game, "axis", "pre-turn")
    assert not fuel.fuelled(game, "a2")
    plain = dry(*pieces, dumps=[dump("0103", 8)])
    assert rules(plain, "axis", pay("a1", lasting=True)) == ["21.3"]


@rule("ocs", "12.5a")
def test_every_way_of_moving_asks_for_fuel() -> None:
    game = dry(unit("a1", "0105", "mech"))
    assert movement.unable(game, "a1").rule == "12.5a"  # type: ignore[union-attr]
    game.put(UNITS, "a1", replace(at(game, "a1"), fuelled=serial(MOVEMENT)))
    assert movement.unable(game, "a1") is None


def test_legal_payments_are_accepted_and_samples_are_legal() -> None:
    import random

    pieces = [*division("0105", "0106"), unit("ahq", "0107", "hq"), unit("a9", "0109", "armor")]
    game = dry(*pieces, dumps=[dump("0103", 8)])
    actions = [action for action in game.legal("axis") if action["do"] == "fuel"]
    assert {"do": "fuel", "formation": "1 Pz"} in actions
    assert {"do": "fuel", "hq": "ahq"} in actions
    assert all(not game.why("axis", action) for action in actions)
    deed = fuel.Fuel()
    for seed in range(5):
        action = deed.sample(game, "axis", random.Random(seed))
        assert action is not None
        assert not game.why("axis", action)


@rule("ocs", "12.5e")
def test_a_fuelled_headquarters_throws_tokens_of_fuel_from_one_hex_too() -> None:
    pieces = [
        unit("ahq", "0107", "hq", mode="move", throw="8 truck/4 truck"),
        unit("a1", "0110", "armor", re=2), unit("a2", "0114", "armor", re=2),
    ]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0105", 12)])
    game.play("axis", pay(hq="ahq"))
    game.play("axis", pay("a1"))  # a division pays for itself, by the throw from 0107
    game.play("axis", move("ahq", to="0108 0109"))
    assert rules(game, "axis", pay("a2")) == ["12.5a"]
    unbound = dry(*pieces, dumps=[dump("0105", 12)])
    unbound.play("axis", pay(hq="ahq"))
    unbound.play("axis", move("ahq", to="0108 0109"))
    assert rules(unbound, "axis", pay("a2")) == []


@rule("ocs", "12.5c(A)")
@rule("ocs", "12.5c(B)")
def test_formations_and_headquarters_are_not_fuelled_before_somebody_waits_for_it() -> None:
    tanks = [unit("a1", "0105", "armor", formation="1 Pz", mode="reserve", up="move"),
             unit("a2", "0105", "armor", formation="1 Pz")]  # fmt: skip
    pieces = [*tanks, unit("ahq", "0107", "hq"), unit("a3", "0109", "armor"), unit("s1", "0130")]
    facts = {"player": "allied", "first": "allied", "segment": REACTION}
    game = dry(*pieces, dumps=[dump("0103", 12)], **facts)
    assert rules(game, "axis", pay(formation="1 Pz")) == ["12.5c(A)"]  # nobody is released
    assert rules(game, "axis", pay(hq="ahq")) == ["12.5c(B)"]
    game.play("axis", {"do": "release", "units": ["a1"]})
    assert rules(game, "axis", pay(formation="1 Pz")) == []
    assert rules(game, "axis", pay(hq="ahq")) == ["12.5c(B)"]  # no independent unit is released


@rule("ocs", "12.5f")
@rule("ocs", "12.5c(A)")
def test_members_that_arrive_later_have_no_part_in_the_fuel_of_their_formation() -> None:
    pieces = [unit("a1", "0105", "armor", formation="1 Pz"),
              unit("a2", None, "armor", formation="1 Pz")]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 12)])
    game.play("axis", pay(formation="1 Pz"))
    assert fuel.fuelled(game, "a1")
    game.put(UNITS, "a2", replace(at(game, "a2"), place="map", hex=game.board.hex("0101")))
    assert not fuel.fuelled(game, "a2")
    assert rules(game, "axis", pay("a2")) == []


@rule("ocs", "4.5b")
@rule("ocs", "12.5e")
def test_who_negates_a_zone_on_the_way_of_free_fuel_must_stay() -> None:
    """The zone of the enemy in 0205 lies on 0104 and 0105, through which the fuel is thrown."""
    lakes = {f"02{c:02d}": "lake" for c in range(1, 20) if c != 5}
    pieces = [unit("ahq", "0102", "hq"), unit("a1", "0108", "armor"), unit("s1", "0205"),
              unit("a4", "0104"), unit("a5", "0105"), unit("a6", "0106")]  # fmt: skip
    game = dry(*pieces, board=sketch(2, 20, terrain=lakes), dumps=[dump("0102", 4)])
    game.play("axis", pay(hq="ahq"))
    game.play("axis", move("a1", to="0109"))
    assert rules(game, "axis", move("a5", to="0106")) == ["4.5b"]


@rule("ocs", "12.5e")
def test_fuel_is_thrown_by_a_headquarters_that_has_thrown_already() -> None:
    pieces = [unit("ahq1", "0107", "hq"), unit("ahq2", "0107", "hq"),
              unit("a1", "0110", "armor"), unit("a2", "0111", "armor")]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 12)])
    for hq in ("ahq2", "ahq1"):
        game.put(UNITS, hq, replace(at(game, hq), hq_fuelled=True))
    bound = replace(at(game, "ahq2"), threw=serial(MOVEMENT), threw_from=at(game, "ahq2").hex)
    game.put(UNITS, "ahq2", bound)
    game.play("axis", move("a1", to="0111"))
    assert at(game, "ahq1").threw != serial(MOVEMENT)  # it may still go and throw elsewhere


@rule("ocs", "12.5e")
def test_fuel_is_rather_thrown_by_a_headquarters_that_has_done_moving() -> None:
    pieces = [unit("ahq1", "0107", "hq"), unit("ahq2", "0107", "hq", mode="move"),
              unit("a1", "0110", "armor"), unit("a2", "0113", "armor")]  # fmt: skip
    game = dry(*pieces, dumps=[dump("0103", 12)])
    for hq in ("ahq2", "ahq1"):
        game.put(UNITS, hq, replace(at(game, hq), hq_fuelled=True))
    game.play("axis", move("ahq2", to="0108"))
    game.play("axis", move("a1", to="0111"))
    assert at(game, "ahq2").threw == serial(MOVEMENT)
    assert at(game, "ahq1").threw != serial(MOVEMENT)  # it may still go and throw elsewhere


@rule("ocs", "13.1d")
@rule("ocs", "12.5c(B)")
def test_a_headquarters_is_not_fuelled_for_units_it_does_not_serve() -> None:
    facts = {"player": "allied", "first": "allied", "segment": REACTION}
    for nation, refused in (("German", []), ("Italian", ["12.5c(B)"])):
        game = dry(
            unit("ahq", "0107", "hq", formation="1 Pz"), unit("s1", "0130"),
            unit("a1", "0109", "armor", nation=nation, mode="reserve", up="move"),
            dumps=[dump("0103", 8)], **facts,
        )  # fmt: skip
        game.play("axis", {"do": "release", "units": ["a1"]})
        assert rules(game, "axis", pay(hq="ahq")) == refused
