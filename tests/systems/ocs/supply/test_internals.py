"""Internal stocks: using them up, and recovering them in the Supply Phase. [12.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import strength
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import dumps, internals, supply_phase
from grognard.systems.ocs.turn.phases import REACTION, SUPPLY
from grognard.systems.ocs.units import EXHAUSTED, FULL, LOW
from tests.systems.ocs.field import at, end, field, rules, unit

rule = pytest.mark.rule
HOME = [{"side": "axis", "hex": "0101"}, {"side": "axis", "hex": "0108"}]


def line(**more: Any) -> Any:
    return sketch(1, 20, **more)


def dump(hex: str, tokens: int) -> dict[str, Any]:
    return {"side": "axis", "hex": hex, "tokens": tokens}


def short(name: str, hex: str, level: int, **more: Any) -> Any:
    return unit(name, hex, at={"internals": level}, **more)


def camp(*pieces: Any, **more: Any) -> Ocs:
    more.setdefault("sources", HOME)
    return field(*pieces, board=line(), segment=SUPPLY, **more)


@rule("ocs", "12.10")
@rule("ocs", "12.10b")
@rule("ocs", "12.10c")
def test_stocks_last_for_two_combats() -> None:
    game = field(unit("a1", "0105"), board=line())
    strong = strength(game, "a1", attacking=False).total
    assert (internals.label(game, "a1"), internals.able(game, "a1")) == ("", True)
    internals.spend(game, "a1", "9.5b")
    assert (internals.label(game, "a1"), internals.able(game, "a1")) == ("Low", True)
    assert strength(game, "a1", attacking=False).total == strong
    internals.spend(game, "a1", "9.5b")
    assert (internals.label(game, "a1"), internals.able(game, "a1")) == ("Exhausted", False)
    with pytest.raises(ValueError, match="exhausted"):
        internals.spend(game, "a1", "9.5b")


@rule("ocs", "12.10d")
def test_every_counter_has_stocks_of_its_own() -> None:
    game = field(short("a1", "0105", EXHAUSTED), unit("a2", "0105"), board=line())
    assert not internals.able(game, "a1")
    internals.spend(game, "a2", "9.5b")
    assert (at(game, "a1").internals, at(game, "a2").internals) == (EXHAUSTED, LOW)


@rule("ocs", "12.10f")
def test_being_out_of_supply_has_nothing_to_do_with_stocks() -> None:
    game = field(unit("a1", "0115", at={"oos": True}), board=line(), segment=SUPPLY, sources=HOME)
    assert internals.able(game, "a1")
    game = camp(short("a1", "0104", LOW))  # nothing to do: the phase is over
    assert not at(game, "a1").oos
    assert at(game, "a1").internals == LOW


@rule("ocs", "12.10")
def test_the_enemy_is_not_told() -> None:
    game = field(unit("a1", "0105"), board=line())
    internals.spend(game, "a1", "9.5b")
    assert not [event for event in game.events_for("allied") if event.kind == "internals"]
    assert [event for event in game.events_for("axis") if event.kind == "internals"]


# ---- recovery


@rule("ocs", "12.10e(A)")
@rule("ocs", "GL-recovery")
@pytest.mark.parametrize(
    ("more", "level", "price"),
    [
        ({"size": "battalion"}, LOW, 2), ({}, LOW, 2), ({}, EXHAUSTED, 4),
        ({"re": 3}, LOW, 6), ({"re": 3}, EXHAUSTED, 12), ({"re": 3, "lost": 1}, LOW, 4),
    ],
)  # fmt: skip
def test_recovery_costs_two_tokens_for_each_re_or_unit_and_level(
    more: dict[str, Any], level: int, price: int
) -> None:
    game = camp(short("a1", "0104", level, **more), dumps=[dump("0103", 20)])
    assert internals.owed(game, "a1") == price
    end(game, "axis")
    assert at(game, "a1").internals == FULL
    assert dumps.stock(game, "axis") == 20 - price


@rule("ocs", "12.10e(A)")
def test_recovery_happens_in_the_own_supply_phase_whether_one_likes_it_or_not() -> None:
    pieces = [short("a1", "0104", LOW), unit("s1", "0120", at={"internals": LOW})]
    stores = [dump("0103", 20), {"side": "allied", "hex": "0119", "tokens": 8}]
    game = camp(*pieces, dumps=stores)
    assert {"do": "recover", "unit": "a1"} in list(game.legal("axis"))
    end(game, "axis", REACTION)
    assert (at(game, "a1").internals, at(game, "s1").internals) == (FULL, LOW)


@rule("ocs", "12.10e(A)")
def test_the_player_may_say_who_recovers_first_and_from_where() -> None:
    pieces = [short("a1", "0104", LOW), short("a2", "0104", EXHAUSTED)]
    game = camp(*pieces, dumps=[dump("0103", 2), dump("0105", 2)])
    far = f"axis@{game.board.hex('0105')}"
    game.play("axis", {"do": "recover", "unit": "a2", "pay": {far: 2}})
    assert (at(game, "a1").internals, at(game, "a2").internals) == (LOW, LOW)
    assert stacks.dump_at(game, game.board.hex("0105"), "axis") == 0
    assert rules(game, "axis", {"do": "recover", "unit": "a9"}) == ["12.10e(A)"]
    game.play("axis", {"do": "recover", "unit": "a2"})
    assert at(game, "a2").internals == FULL
    assert rules(game, "axis", {"do": "recover", "unit": "a1"})  # nothing is left


@rule("ocs", "12.10e(B)")
def test_all_supply_within_reach_must_serve_but_that_of_organic_trucks() -> None:
    trucks = [
        {"id": "t1", "side": "axis", "hex": "0105", "points": 2, "load": 8, "formation": "1 Pz"}
    ]
    one = short("a1", "0104", LOW, type="armor", formation="1 Pz")
    game = camp(one, transport=trucks)
    assert supply_phase.outstanding(game, "axis") == []
    assert rules(game, "axis", {"do": "recover"})
    end(game, "axis")
    assert at(game, "a1").internals == LOW
    game = camp(one, transport=trucks, dumps=[dump("0104", 1)])
    game.play("axis", {"do": "recover", "unit": "a1", "pay": {"t1": 2}})  # of free will
    assert at(game, "a1").internals == FULL
    hq = unit("ahq", "0109", "hq")
    game = camp(hq, short("a1", "0117", LOW), dumps=[dump("0104", 8)])
    end(game, "axis")
    assert at(game, "a1").internals == FULL  # thrown


@rule("ocs", "12.10e(C)")
def test_too_little_supply_is_spent_all_the_same() -> None:
    for tokens, level, left in ((1, EXHAUSTED, 0), (2, LOW, 0), (3, LOW, 0), (4, FULL, 0)):
        game = camp(short("a1", "0104", EXHAUSTED), dumps=[dump("0103", tokens)])
        end(game, "axis")
        assert (at(game, "a1").internals, dumps.stock(game, "axis")) == (level, left)
    kept = camp(
        short("a1", "0104", EXHAUSTED), dumps=[dump("0103", 3)],
        options={"recovery-shortfall": "kept"},
    )  # fmt: skip
    end(kept, "axis")
    assert (at(kept, "a1").internals, dumps.stock(kept, "axis")) == (LOW, 1)


@rule("ocs", "12.10e(A)")
def test_stocks_recover_before_anybody_eats() -> None:
    pieces = [short("a1", "0115", LOW), unit("a2", "0115")]
    game = camp(*pieces, dumps=[dump("0115", 4)])
    assert rules(game, "axis", {"do": "eat", "units": ["a2"]}) == ["12.10e(A)"]
    game.play("axis", {"do": "recover"})
    assert at(game, "a1").internals == FULL
    assert rules(game, "axis", {"do": "eat", "units": ["a2"]}) == []
    dear = [short("a1", "0115", LOW, re=2), unit("a2", "0115")]
    game = camp(*dear, dumps=[dump("0115", 1)])
    assert rules(game, "axis", {"do": "eat", "units": ["a2"]}) == ["12.10e(A)"]
    game.play("axis", {"do": "recover"})
    assert dumps.stock(game, "axis") == 0  # wasted, rather than eaten


@rule("ocs", "12.3e")
@rule("ocs", "12.10e(A)")
def test_units_in_a_box_recover_from_what_is_in_it() -> None:
    boxed = {"place": "box", "at": "Cairo", "internals": 1}
    game = field(
        unit("a1", None, at=boxed), unit("a2", None, at={**boxed, "at": "Suez"}),
        unit("a3", "0303"), segment=SUPPLY,
        boxes={"Cairo": {"hexes": ["0101"]}, "Suez": {"hexes": ["0101"]}},
        dumps=[{"side": "axis", "box": "Cairo", "tokens": 3}],
    )  # fmt: skip
    game.play("axis", {"do": "recover"})
    assert (at(game, "a1").internals, at(game, "a2").internals) == (0, 1)
    assert dumps.stock(game, "axis") == 1
