"""Combat supply: what attacks and defences cost, and who pays. [9.5b] [12.4] [12.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.combat.combat_supply import Bill, allot, attack_bill, defence_bill, means
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT
from tests.systems.ocs.combat.test_attack import attack
from tests.systems.ocs.field import at, field, play, rig, rules, told, unit

rule = pytest.mark.rule


def front(*units: dict[str, Any], axis: int = 0, allied: int = 0, **spec: Any) -> Ocs:
    """A Combat Segment with so many tokens for each side, next to its units."""
    dumps = []
    for side, h, tokens in (("axis", "0304", axis), ("allied", "0606", allied)):
        if tokens:
            dumps.append({"side": side, "hex": h, "tokens": tokens})
    return field(*units, **{"segment": "attack", "dumps": dumps, **spec})


def paid(bill: Bill | Refusal) -> int:
    assert isinstance(bill, Bill), bill
    return sum(tokens for _, tokens in bill.payment)


def wrong(bill: Bill | Refusal) -> str:
    assert isinstance(bill, Refusal), bill
    return bill.rule


# ---- the attacker


@rule("ocs", "12.4")
@rule("ocs", "CT-supply")
def test_an_attack_costs_a_token_for_each_step() -> None:
    game = front(
        unit("a1", "0404"), unit("a2", "0404", re=3), unit("a3", "0404", re=3, lost=1),
        unit("s1", "0505"), axis=20,
    )  # fmt: skip
    assert paid(attack_bill(game, "axis", ("a1",))) == 1
    assert paid(attack_bill(game, "axis", ("a1", "a2"))) == 4
    assert paid(attack_bill(game, "axis", ("a3",))) == 2


@rule("ocs", "9.5b(A)")
def test_without_supply_and_stocks_nobody_attacks() -> None:
    game = front(
        unit("a1", "0404", at={"internals": 2}), unit("a2", "0404", at={"internals": 2}),
        unit("s1", "0505"), axis=1,
    )  # fmt: skip
    assert rules(game, "axis", attack("a1", "a2")) == ["9.5b(A)"]
    assert rules(game, "axis", attack("a2")) == []


@rule("ocs", "9.5b(C)")
@rule("ocs", "12.10a")
def test_stocks_are_used_only_where_supply_does_not_reach() -> None:
    game = front(unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0505"), axis=1)
    bill = attack_bill(game, "axis", ("a1", "a2"))
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals) == (1, ("a2",))
    assert attack_bill(game, "axis", ("a1", "a2"), own=["a1"]) == Bill(
        bill.payment, ("a1",), by=bill.by
    )
    assert wrong(attack_bill(game, "axis", ("a1", "a2"), own=["a1", "a2"])) == "9.5b(C)"
    assert wrong(attack_bill(game, "axis", ("a1",), own=["a1"])) == "9.5b(C)"
    assert wrong(attack_bill(game, "axis", ("a1",), own=["a2"])) == "9.5b(C)"


@rule("ocs", "9.5b(A)")
@rule("ocs", "12.10b")
def test_an_attack_from_stocks_marks_its_units_low() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"))
    game.play("axis", attack("a1"))
    assert at(game, "a1").internals == 1


@rule("ocs", "12.10g")
@rule("ocs", "12.10h")
def test_a_counter_of_several_steps_uses_one_or_the_other_and_wastes_the_rest() -> None:
    game = front(unit("a1", "0404", re=3), unit("a2", "0404"), unit("s1", "0505"), axis=3)
    alone = attack_bill(game, "axis", ("a1",))
    assert isinstance(alone, Bill)
    assert (paid(alone), alone.internals) == (3, ())
    both = attack_bill(game, "axis", ("a1", "a2"))
    assert isinstance(both, Bill)
    assert both.internals == ("a1",)
    assert paid(both) == 3  # one for a2, two in vain
    other = attack_bill(game, "axis", ("a1", "a2"), own=["a2"])
    assert isinstance(other, Bill)
    assert (paid(other), other.internals) == (3, ("a2",))


@rule("ocs", "12.4")
def test_the_attacker_chooses_which_sources_pay() -> None:
    dumps = [{"side": "axis", "hex": h, "tokens": 4} for h in ("0302", "0404")]
    game = front(unit("a1", "0404", re=3), unit("s1", "0505"), dumps=dumps)
    near, far = (f"axis@{game.board.hex(h)}" for h in ("0404", "0302"))
    assert attack_bill(game, "axis", ("a1",)).payment == ((near, 3),)  # type: ignore[union-attr]
    action = attack("a1", pay={near: 1, far: 2})
    assert rules(game, "axis", action) == []
    assert rules(game, "axis", attack("a1", pay={far: 2})) == ["12.4"]
    assert rules(game, "axis", attack("a1", pay={far: 5})) == ["12.4"]
    assert rules(game, "axis", attack("a1", pay={"axis@1": 3})) == ["12.4"]
    game.play("axis", action)
    assert (game.state[DUMPS][near].tokens, game.state[DUMPS][far].tokens) == (3, 2)


def test_sources_are_shared_out_so_that_all_can_attack() -> None:
    reach = {"a": ("near", "far"), "b": ("near",)}
    found = allot({"a": 2, "b": 2}, reach, {"near": 2, "far": 2})
    assert found == {("a", "far"): 2, ("b", "near"): 2}
    assert allot({"a": 3, "b": 2}, reach, {"near": 2, "far": 2}) is None


@rule("ocs", "9.5b(C)")
@rule("ocs", "12.10a")
def test_loads_of_organic_trucks_oblige_nobody() -> None:
    trucks = [{"side": "axis", "hex": "0404", "formation": "9", "points": 1, "load": 4, "id": "t"}]
    game = front(unit("a1", "0404", formation="9"), unit("s1", "0505"), transport=trucks)
    bill = attack_bill(game, "axis", ("a1",))
    assert isinstance(bill, Bill)
    assert bill.payment == (("t", 1),)
    stocks = attack_bill(game, "axis", ("a1",), own=["a1"])
    assert isinstance(stocks, Bill)
    assert (stocks.payment, stocks.internals) == ((), ("a1",))
    game.play("axis", attack("a1", internals=["a1"]))
    assert game.state[TRANSPORT]["t"].load == 4


@rule("ocs", "21.3")
def test_independents_alone_pay_double_and_have_no_stocks() -> None:
    units = (unit("a1", "0404"), unit("a2", "0404", formation="9"), unit("s1", "0505"))
    game = front(*units, axis=3, options={"independents": "on"})
    assert paid(attack_bill(game, "axis", ("a1",))) == 2
    assert paid(attack_bill(game, "axis", ("a1", "a2"))) == 2
    short = front(*units, axis=1, options={"independents": "on"})
    assert wrong(attack_bill(short, "axis", ("a1",))) == "21.3"
    assert wrong(attack_bill(short, "axis", ("a1",), own=["a1"])) == "21.3"
    assert paid(attack_bill(front(*units, axis=3), "axis", ("a1",))) == 1


@rule("ocs", "4.5b")
def test_who_keeps_the_way_of_supply_open_must_stay() -> None:
    dumps = [{"side": "axis", "hex": "0402", "tokens": 4}]
    game = front(
        unit("a1", "0404", at={"internals": 2}), unit("a2", "0403"), unit("s1", "0505"),
        unit("s2", "0504"), dumps=dumps,
    )  # fmt: skip
    play(game, "axis", attack("a1"))
    bill = [facts for facts in told(game, "supply") if facts["side"] == "axis"]
    assert bill
    assert at(game, "a2").locked == at(game, "a1").attacked


@rule("ocs", "4.5a(B)")
@rule("ocs", "4.5b")
@pytest.mark.parametrize(("throw", "bound"), [("8 leg/4 leg", False), ("8 truck/4 truck", True)])
def test_supply_thrown_on_foot_binds_nobody(throw: str, bound: bool) -> None:
    lakes = dict.fromkeys(("0201", "0202", "0203"), "lake")
    game = front(
        unit("a1", "0109", at={"internals": 2}), unit("a2", "0104"), unit("a4", "0105"),
        unit("a3", "0101", "hq", throw=throw), unit("s1", "0204"), unit("s2", "0110"),
        dumps=[{"side": "axis", "hex": "0101", "tokens": 4}], board=sketch(2, 12, terrain=lakes),
    )  # fmt: skip
    play(game, "axis", attack("a1", on="0110"))
    assert [facts for facts in told(game, "supply") if facts["side"] == "axis"]
    assert (at(game, "a2").locked >= 0) == bound


# ---- the defender


@rule("ocs", "12.4")
def test_a_defence_costs_two_tokens_or_one_if_it_is_small() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0505"), allied=9)
    assert paid(defence_bill(game, "allied", ("s1", "s2"))) == 2
    assert paid(defence_bill(game, "allied", ("s1",))) == 1
    large = front(unit("a1", "0404"), unit("s1", "0505", re=4), allied=9)
    assert paid(defence_bill(large, "allied", ("s1",))) == 2
    half = front(
        unit("a1", "0404"), unit("s1", "0505", size="battalion"),
        unit("s2", "0505", size="battalion"), allied=9,
    )  # fmt: skip
    assert paid(defence_bill(half, "allied", ("s1", "s2"))) == 1


@rule("ocs", "9.5b(C)")
@rule("ocs", "12.10c")
def test_defenders_use_stocks_only_for_want_of_supply() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"), allied=1)
    assert wrong(defence_bill(game, "allied", ("s1",), own=["s1"])) == "9.5b(C)"
    bare = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0505", at={"internals": 2}))
    bill = defence_bill(bare, "allied", ("s1", "s2"))
    assert bill == Bill(internals=("s1",), unpaid=frozenset({"s2"}))
    assert wrong(defence_bill(bare, "allied", ("s1", "s2"), own=["s2"])) == "12.10c"
    assert wrong(defence_bill(bare, "allied", ("s1", "s2"), {"allied@1": 2})) == "12.4"


@rule("ocs", "12.10g")
def test_a_token_too_few_covers_a_single_counter() -> None:
    units = (
        unit("a1", "0404"), unit("s1", "0505", at={"internals": 2}), unit("s2", "0505"),
        unit("s3", "0505"),
    )  # fmt: skip
    names = ("s1", "s2", "s3")
    bill = defence_bill(front(*units, allied=1), "allied", names)
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals, bill.unpaid) == (1, ("s2", "s3"), frozenset())
    game = front(*units, allied=1, options={"defence-part-paid": "all-or-nothing"})
    none = defence_bill(game, "allied", names)
    assert isinstance(none, Bill)
    assert (paid(none), none.internals, none.unpaid) == (0, ("s2", "s3"), frozenset({"s1"}))


@rule("ocs", "12.10h")
def test_a_division_that_defends_from_stocks_wastes_the_token() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505", re=3), allied=1)
    bill = defence_bill(game, "allied", ("s1",))
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals) == (1, ("s1",))


@rule("ocs", "9.5b(B)")
def test_the_defender_may_leave_out_some_or_all() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0505"), axis=9)
    game.play("axis", attack("a1"))
    legal = list(game.legal("allied"))
    assert legal == [
        {"do": "supply"}, {"do": "supply", "internals": []}, {"do": "supply", "internals": ["s1"]},
        {"do": "supply", "internals": ["s2"]}, {"do": "withhold"},
    ]  # fmt: skip
    assert rules(game, "allied", {"do": "supply", "internals": ["s1", "s1"]}) == ["form"]
    context = game.decisions[0].ask.context()
    assert context["tokens"] == 2
    assert context["internals"] == ["s1", "s2"]
    game.play("allied", {"do": "supply", "internals": ["s2"]})
    assert (at(game, "s1").internals, at(game, "s2").internals) == (0, 1)
    rig(game, 3, 4, 1, 1)
    game.play("allied", game.decisions[0].ask.default or {})
    assert told(game, "odds")[0]["defence"] == "12"
    assert told(game, "defence-supply")[0]["how"] == "with combat supply for a part"


@rule("ocs", "9.5b(B)")
def test_a_defender_with_nothing_is_not_asked_and_fights_at_half() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505", at={"internals": 2}), axis=9)
    rig(game, 3, 4, 1, 1)
    play(game, "axis", attack("a1"))
    assert told(game, "odds")[0]["defence"] == "4"
    assert told(game, "defence-supply")[0]["how"] == "without combat supply"


@rule("ocs", "12.4")
def test_the_defender_chooses_which_sources_pay() -> None:
    dumps = [{"side": "allied", "hex": h, "tokens": 4} for h in ("0606", "0505")]
    dumps.append({"side": "axis", "hex": "0404", "tokens": 4})
    game = front(unit("a1", "0404"), unit("s1", "0505", re=2), dumps=dumps)
    game.play("axis", attack("a1"))
    near, far = (f"allied@{game.board.hex(h)}" for h in ("0505", "0606"))
    assert rules(game, "allied", {"do": "supply", "pay": {far: 1}}) == ["12.4"]
    assert rules(game, "allied", {"do": "supply", "pay": {far: 9}}) == ["12.4"]
    game.play("allied", {"do": "supply", "pay": {far: 1, near: 1}})
    assert (game.state[DUMPS][near].tokens, game.state[DUMPS][far].tokens) == (3, 3)


@rule("ocs", "4.9b")
def test_payments_are_told_to_their_owner_alone() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"), axis=9, allied=9)
    rig(game, 3, 4, 1, 1)
    play(game, "axis", attack("a1"))
    for side, enemy in (("axis", "allied"), ("allied", "axis")):
        seen = [e for e in game.events_for(side) if e.kind == "supply"]
        assert seen
        assert all(event.facts["side"] != enemy for event in seen)


@rule("ocs", "13.1d")
@rule("ocs", "12.4")
def test_the_headquarters_of_a_division_supplies_no_attackers_of_another_nation() -> None:
    pieces = [
        unit("ahq", "0303", "hq", formation="1 Pz"), unit("a1", "0309"),
        unit("a2", "0309", nation="Italian"), unit("s1", "0310"),
    ]  # fmt: skip
    for names in (("a1", "a2"), ("a2", "a1")):
        game = field(*pieces, board=sketch(5, 20), dumps=[{"side": "axis", "hex": "0302", "sp": 1}])
        found = means(game, names, "attack")
        assert {name: len(found.reach[name]) for name in names} == {"a1": 1, "a2": 0}


def mixed(tokens: int, **more: Any) -> Ocs:
    """A hex held by a division and a stranger; the dump is in reach of the division's HQ alone."""
    pieces = [
        unit("shq", "0303", "hq", formation="7 Gds"), unit("s1", "0309", formation="7 Gds"),
        unit("s2", "0309", formation="7 Gds", **more), unit("s9", "0309", formation="8 Gds"),
        unit("a1", "0310"),
    ]  # fmt: skip
    return field(
        *pieces, board=sketch(5, 20), dumps=[{"side": "allied", "hex": "0302", "tokens": tokens}]
    )  # fmt: skip


HELD = ("s1", "s2", "s9")


@rule("ocs", "13.1d")
@rule("ocs", "12.4")
@rule("ocs", "12.10a")
def test_the_headquarters_of_a_division_covers_its_own_in_the_defence_of_a_mixed_hex() -> None:
    bill = defence_bill(mixed(8), "allied", HELD)
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals, bill.unpaid) == (2, ("s9",), frozenset())
    assert {source.via for source in bill.by} == {"shq"}
    assert wrong(defence_bill(mixed(8), "allied", HELD, own=("s1", "s9"))) == "12.10c"
    alone = defence_bill(mixed(8), "allied", HELD, own=())
    assert isinstance(alone, Bill)
    assert (paid(alone), alone.unpaid) == (2, frozenset({"s9"}))


@rule("ocs", "13.1d")
@rule("ocs", "12.10g")
@rule("ocs", "12.10a")
def test_a_token_too_few_for_a_division_among_strangers_covers_one_of_it() -> None:
    game = mixed(1, at={"internals": 2})
    bill = defence_bill(game, "allied", HELD)
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals) == (1, ("s1", "s9"))  # s2 has no stocks left
    game = mixed(1)
    assert wrong(defence_bill(game, "allied", HELD, own=("s1", "s2", "s9"))) == "9.5b(C)"
    chosen = defence_bill(game, "allied", HELD, own=("s2", "s9"))
    assert isinstance(chosen, Bill)
    assert (paid(chosen), chosen.internals, chosen.unpaid) == (1, ("s2", "s9"), frozenset())


@rule("ocs", "13.1d")
@rule("ocs", "12.10h")
def test_what_is_too_little_for_a_large_counter_among_strangers_is_wasted() -> None:
    bill = defence_bill(mixed(1, re=3), "allied", ("s2", "s9"))
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals) == (1, ("s2", "s9"))
    whole = defence_bill(mixed(2, re=3), "allied", ("s2", "s9"))
    assert isinstance(whole, Bill)
    assert (paid(whole), whole.internals) == (2, ("s9",))


@rule("ocs", "13.1d")
def test_where_too_little_covers_nobody_no_headquarters_covers_its_own_alone() -> None:
    game = mixed(8)
    strict = field(
        *(unit(n, "0309", formation=f) for n, f in (("s1", "7 Gds"), ("s9", "8 Gds"))),
        unit("shq", "0303", "hq", formation="7 Gds"), board=game.board,
        dumps=[{"side": "allied", "hex": "0302", "tokens": 8}],
        options={"defence-part-paid": "all-or-nothing"},
    )  # fmt: skip
    bill = defence_bill(strict, "allied", ("s1", "s9"))
    assert isinstance(bill, Bill)
    assert (paid(bill), bill.internals) == (0, ("s1", "s9"))
