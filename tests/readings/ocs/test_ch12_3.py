"""The second reading of chapter 12: combat supply, stocks, breakout, blown dumps. [12.4] [12.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from tests.readings.ocs.depots import (
    HOME,
    KINDS,
    aboard,
    attack,
    dump,
    fuelable,
    ground,
    line,
    offered,
    truck,
)
from tests.systems.ocs.air.sky import craft, sky
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, told, unit

reading = pytest.mark.reading
rule = pytest.mark.rule
LOW, EXHAUSTED = 1, 2
SPENT = {"internals": EXHAUSTED}


def front(*pieces: Any, axis: int = 0, allied: int = 0, **spec: Any) -> Ocs:
    """A Combat Segment round 0404 and 0505 with so many tokens for each side."""
    stores = [("axis", "0304", axis), ("allied", "0606", allied)]
    found = [dump(h, tokens, side) for side, h, tokens in stores if tokens]
    return field(*pieces, **{"segment": "attack", "dumps": found, "kinds": KINDS, **spec})


def fight(game: Ocs, *names: str, on: str = "0505", **more: Any) -> None:
    """Attack; the dice are even, and every question is answered by its default."""
    rig(game, 3, 3, 3, 4)
    play(game, "axis", attack(*names, on=on, **more))


# ---- what a combat costs


@reading("ocs", "12-21")
@pytest.mark.parametrize(("tokens", "refused"), [(4, []), (3, ["9.5b(A)"])])
def test_an_attack_costs_a_token_a_step(tokens: int, refused: Any) -> None:
    men = [unit("a1", "0404", re=4, lost=1, at=SPENT),
           unit("a2", "0404", size="battalion", at=SPENT)]  # fmt: skip
    game = front(*men, unit("s1", "0505"), axis=tokens)
    assert rules(game, "axis", attack("a1", "a2", on="0505")) == refused
    if not refused:
        fight(game, "a1", "a2")
        assert ground(game, "0304") == 0


@reading("ocs", "12-22")
@pytest.mark.parametrize(
    ("sizes", "cost"),
    [(("regiment",), 1), (("battalion", "battalion"), 1), (("regiment", "company"), 2)],
)
def test_what_a_defence_costs(sizes: tuple[str, ...], cost: int) -> None:
    men = [unit(f"s{i}", "0505", size=size) for i, size in enumerate(sizes)]
    game = front(unit("a1", "0404"), *men, axis=8, allied=8)
    fight(game, "a1")
    assert told(game, "supply")[1]["tokens"] == cost


@reading("ocs", "12-23")
def test_a_defender_in_reach_of_supply_pays_or_withholds() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505", re=3), axis=8, allied=4)
    game.play("axis", attack("a1", on="0505"))
    assert list(game.legal("allied")) == [{"do": "supply"}, {"do": "withhold"}]
    assert rules(game, "allied", {"do": "supply", "internals": ["s1"]}) == ["9.5b(C)"]
    rig(game, 3, 3, 3, 4)
    play(game, "allied", {"do": "withhold"})
    assert (told(game, "odds")[0]["defence"], ground(game, "0606", "allied")) == ("4", 4)


@reading("ocs", "12-79")
def test_a_payment_may_come_from_several_dumps() -> None:
    men = [unit("a1", "0404", at=SPENT), unit("a2", "0404", at=SPENT)]
    game = front(*men, unit("s1", "0505"), dumps=[dump("0402", 1), dump("0204", 1)])
    assert rules(game, "axis", attack("a1", "a2", on="0505")) == []


@reading("ocs", "12-54")
@pytest.mark.parametrize(
    ("tokens", "stocks", "defends"), [(4, 0, "4"), (0, 0, "4"), (0, EXHAUSTED, "2")]
)
def test_out_of_supply_halves_and_without_combat_supply_again(
    tokens: int, stocks: int, defends: str
) -> None:
    lost = {"oos": True, "internals": stocks}
    game = front(unit("a1", "0404", at=lost), unit("s1", "0505"), axis=tokens)
    able = bool(tokens) or not stocks
    assert (rules(game, "axis", attack("a1", on="0505")) == []) is able
    if able:
        fight(game, "a1")
        assert told(game, "odds")[0]["attack"] == "4"
    game = front(unit("a1", "0404"), unit("s1", "0505", at=lost), axis=4, allied=tokens)
    fight(game, "a1")
    assert told(game, "odds")[0]["defence"] == defends
    walks = field(unit("a1", "0404", at=lost))
    assert rules(walks, "axis", move("a1", to="0405 0406 0407")) == []  # all its three points


@reading("ocs", "12-55")
def test_guns_out_of_supply_fire_in_full() -> None:
    gun = unit("a1", "0404", "artillery", at={"oos": True})
    game = front(gun, unit("a2", "0404"), unit("s1", "0505"), axis=8, segment="artillery")
    rig(game, 3, 3)
    play(game, "axis", {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"})
    assert told(game, "reckoning")[0]["strength"]["total"] == 20


# ---- internal stocks


@reading("ocs", "12-65")
def test_stocks_fire_no_barrage() -> None:
    game = front(unit("a1", "0404", "artillery"), unit("s1", "0505"), unit("a2", "0404"),
                 segment="artillery", started=False)  # fmt: skip
    barrage = {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"}
    assert rules(game, "axis", barrage) != []


ORGANIC = [truck("t1", "0404", 1, 4, formation="1 Pz")]


@rule("ocs", "12.10a")
@rule("ocs", "13.2g(G)")
@reading("ocs", "12-66")
def test_organic_trucks_may_withhold() -> None:
    tank = unit("a1", "0404", formation="1 Pz")
    game = front(tank, unit("s1", "0505"), transport=ORGANIC)
    own = attack("a1", on="0505", internals=["a1"])
    trucked = attack("a1", on="0505", pay={"t1": 1})
    assert rules(game, "axis", own) == rules(game, "axis", trucked) == []
    listed = [a for a in game.legal("axis") if a["do"] == "attack"]
    assert any("internals" in a for a in listed)
    assert any("internals" not in a for a in listed)


@rule("ocs", "12.10a")
@reading("ocs", "12-66")
def test_all_defenders_may_spare_their_organic_trucks() -> None:
    pair = [unit(f"s{i}", "0505", formation="7 Gds") for i in (1, 2)]
    trucks = [{**truck("t1", "0505", 1, 4, formation="7 Gds"), "side": "allied"}]
    game = front(unit("a1", "0404"), *pair, axis=4, transport=trucks)
    game.play("axis", attack("a1", on="0505"))
    both = {"do": "supply", "internals": ["s1", "s2"]}
    assert rules(game, "allied", both) == []
    assert both in list(game.legal("allied"))


@reading("ocs", "12-67")
def test_low_then_exhausted_then_nothing() -> None:
    for stocks, after in ((0, LOW), (LOW, EXHAUSTED)):
        game = front(unit("a1", "0404", at={"internals": stocks}), unit("s1", "0505"))
        fight(game, "a1")
        assert (at(game, "a1").internals, told(game, "odds")[0]["attack"]) == (after, "8")
    empty = front(unit("a1", "0404", at=SPENT), unit("s1", "0505"))
    assert rules(empty, "axis", attack("a1", on="0505")) == ["9.5b(A)"]
    paid = front(unit("a1", "0404", at=SPENT), unit("s1", "0505"), axis=1)
    assert rules(paid, "axis", attack("a1", on="0505")) == []
    game = front(unit("a1", "0404"), unit("s1", "0505", at=SPENT), axis=1)
    fight(game, "a1")
    assert told(game, "odds")[0]["defence"] == "4"


@reading("ocs", "12-68")
def test_nobody_uses_anothers_stocks() -> None:
    game = front(unit("a1", "0404", at=SPENT), unit("a2", "0404"), unit("s1", "0505"))
    assert rules(game, "axis", attack("a1", "a2", on="0505")) == ["9.5b(A)"]
    assert rules(game, "axis", attack("a2", on="0505")) == []


@rule("ocs", "12.10a")
@reading("ocs", "12-73")
def test_a_token_covers_one_of_three_defenders() -> None:
    men = [unit(f"s{i}", "0505") for i in (1, 2, 3)]
    game = front(unit("a1", "0404"), *men, axis=1, allied=1)
    fight(game, "a1")
    levels = sorted(at(game, f"s{i}").internals for i in (1, 2, 3))
    assert (levels, told(game, "odds")[0]["defence"]) == ([0, LOW, LOW], "24")
    assert ground(game, "0606", "allied") == 0
    game = front(unit("a1", "0404"), *men, axis=1, allied=1)
    game.play("axis", attack("a1", on="0505"))
    every = {"do": "supply", "internals": ["s1", "s2", "s3"]}
    assert rules(game, "allied", every) == ["9.5b(C)"]
    assert every not in list(game.legal("allied"))


@reading("ocs", "12-74")
def test_too_few_tokens_for_a_division_are_wasted() -> None:
    game = front(unit("a1", "0404", re=3), unit("s1", "0505"), axis=2)
    assert rules(game, "axis", attack("a1", on="0505", pay={"0304": 2})) != []
    fight(game, "a1")
    assert (at(game, "a1").internals, ground(game, "0304")) == (LOW, 0)
    game = front(unit("a1", "0404"), unit("s1", "0505", re=3), axis=1, allied=1)
    fight(game, "a1")
    assert (at(game, "s1").internals, ground(game, "0606", "allied")) == (LOW, 0)


@rule("ocs", "13.2g(B)")
@rule("ocs", "12.4")
@rule("ocs", "12.10g")
@reading("ocs", "12-82")
@pytest.mark.parametrize(
    ("count", "load", "paid", "strength"), [(1, 4, 1, "16"), (3, 4, 2, "32"), (3, 1, 1, "24")]
)
def test_organic_trucks_cover_their_own_among_strangers(
    count: int, load: int, paid: int, strength: str
) -> None:
    men = [unit(f"s{i}", "0505", formation="7 Gds", at=SPENT) for i in range(count)]
    trucks = [{**truck("t1", "0505", 1, load, formation="7 Gds"), "side": "allied"}]
    game = front(unit("a1", "0404"), *men, unit("s9", "0505"), axis=4, transport=trucks)
    fight(game, "a1")
    assert (aboard(game, "t1"), at(game, "s9").internals) == (load - paid, LOW)
    assert told(game, "odds")[0]["defence"] == strength


@reading("ocs", "12-82")
def test_who_has_stocks_may_have_the_trucks_pay_instead() -> None:
    trucks = [{**truck("t1", "0505", 1, 4, formation="7 Gds"), "side": "allied"}]
    men = [unit("s1", "0505", formation="7 Gds"), unit("s9", "0505")]
    game = front(unit("a1", "0404"), *men, axis=4, transport=trucks)
    game.play("axis", attack("a1", on="0505"))
    only = {"do": "supply", "internals": ["s9"]}
    assert only in list(game.legal("allied"))
    rig(game, 3, 3, 3, 4)
    play(game, "allied", only)
    assert (at(game, "s1").internals, at(game, "s9").internals, aboard(game, "t1")) == (0, LOW, 3)


# ---- stocks recover


def phase(*pieces: Any, **more: Any) -> Ocs:
    spec: dict[str, Any] = {"board": line(), "sources": HOME, "kinds": KINDS, **more}
    return field(*pieces, segment="supply", **spec)


def short(name: str, hex: str, level: int, **more: Any) -> dict[str, Any]:
    return unit(name, hex, at={"internals": level}, **more)


@reading("ocs", "12-69")
def test_what_recovery_costs_and_that_it_must_be() -> None:
    men = [short("a1", "0105", LOW, re=3), short("a2", "0105", LOW, size="battalion"),
           short("a3", "0105", EXHAUSTED)]  # fmt: skip
    game = phase(*men, dumps=[dump("0105", 13)])
    end(game, "axis")
    assert [at(game, n).internals for n in ("a1", "a2", "a3")] == [0, 0, 0]
    assert dumps.stock(game, "axis") == 1


@reading("ocs", "12-70")
@pytest.mark.parametrize(("tokens", "starved"), [(2, True), (3, False)])
def test_recovery_comes_before_food(tokens: int, starved: bool) -> None:
    game = phase(short("a1", "0120", LOW, ar=5), unit("a2", "0120", ar=5),
                 dumps=[dump("0120", tokens)])  # fmt: skip
    rig(game, 1, 1)
    meal = {"do": "eat", "units": ["a1", "a2"]}
    assert rules(game, "axis", meal) == ["12.10e(A)"]
    play(game, "axis", {"do": "recover", "unit": "a1"})
    if not starved:
        play(game, "axis", meal)
    assert (at(game, "a1").oos, at(game, "a2").oos) == (starved, starved)
    assert (at(game, "a1").internals, dumps.stock(game, "axis")) == (0, 0)


@rule("ocs", "12.10e(B)")
@reading("ocs", "12-71")
@pytest.mark.parametrize("wants", [True, False])
def test_organic_trucks_may_serve_stocks_but_need_not(wants: bool) -> None:
    tank = short("a1", "0104", LOW, formation="1 Pz")
    trucks = [truck("t1", "0105", 1, 2, formation="1 Pz")]
    game = phase(tank, transport=trucks)
    assert (game.to_act, offered(game)) == ("axis", ["end", "recover"])
    recover = {"do": "recover", "unit": "a1", "pay": {"t1": 2}}
    assert [a for a in game.legal("axis") if a["do"] == "recover"] == [recover]
    play(game, "axis", recover if wants else {"do": "end"})
    assert (at(game, "a1").internals, aboard(game, "t1")) == ((0, 0) if wants else (LOW, 2))


@rule("ocs", "12.10e(B)")
@reading("ocs", "12-71")
def test_who_must_recover_from_a_dump_may_spare_it_by_his_trucks() -> None:
    tank = short("a1", "0104", LOW, formation="1 Pz")
    trucks = [truck("t1", "0105", 1, 4, formation="1 Pz")]
    game = phase(tank, transport=trucks, dumps=[dump("0105", 4)])
    orders = [a for a in game.legal("axis") if a.get("unit") == "a1"]
    assert {"do": "recover", "unit": "a1"} in orders
    assert {"do": "recover", "unit": "a1", "pay": {"t1": 2}} in orders


@reading("ocs", "12-72")
@pytest.mark.parametrize(
    ("level", "re", "tokens", "after"),
    [(LOW, 0, 1, LOW), (EXHAUSTED, 0, 2, LOW), (EXHAUSTED, 0, 3, LOW), (EXHAUSTED, 3, 6, LOW)],
)
def test_too_little_is_spent_all_the_same(level: int, re: int, tokens: int, after: int) -> None:
    game = phase(short("a1", "0104", level, **({"re": re} if re else {})),
                 dumps=[dump("0104", tokens)])  # fmt: skip
    end(game, "axis")
    assert (at(game, "a1").internals, dumps.stock(game, "axis")) == (after, 0)


# ---- one supply for every purpose


@reading("ocs", "12-64")
@reading("ocs", "12-78")
def test_whatever_is_needed_may_be_thrown() -> None:
    hq, enemy = unit("ahq", "0107", "hq"), unit("s1", "0116")
    there = {"board": line(), "dumps": [dump("0101", 8)], "kinds": KINDS}
    tank = unit("a1", "0115", "armor", at=SPENT)
    assert fuelable(field(hq, tank, fuelled=False, **there), "a1")
    assert rules(field(hq, tank, enemy, segment="attack", **there), "axis",
                 attack("a1", on="0116")) == []  # fmt: skip
    guns = unit("a1", "0115", "artillery", barrage="4/1")
    barrage = {"do": "barrage", "guns": ["a1"], "target": "0116", "aim": "units"}
    game = field(hq, guns, enemy, segment="artillery", **there)
    assert rules(game, "axis", barrage) == []
    sapper = unit("a1", "0115", "engineer", traits="engineer")
    base = {"do": "build-base", "hex": "0115", "units": ["a1"]}
    assert rules(field(hq, sapper, **there), "axis", base) == []
    game = field(hq, tank, segment="supply", **there)
    assert rules(game, "axis", {"do": "recover", "unit": "a1"}) == []
    hungry = field(hq, unit("a1", "0115"), segment="supply", **there)
    assert rules(hungry, "axis", {"do": "eat", "units": ["a1"]}) == []
    refit = {"do": "refit", "hex": "0115", "aircraft": ["ap"]}
    plane = craft("ap", "0115", active=False)
    assert rules(sky(hq, plane, segment="refit", **there), "axis", refit) == []
    bare = sky(hq, plane, segment="refit", board=line(), started=False)
    assert rules(bare, "axis", refit) == ["12.9c"]


@reading("ocs", "12-80")
def test_headquarters_draw_in_the_class_of_their_throw() -> None:
    marsh = {f"01{c:02d}": "woods" for c in range(2, 6)}  # leg 1, truck 3
    board = line(terrain=marsh)
    pieces = [unit("ahq", "0106", "hq", throw="8 leg/4 leg"), unit("a1", "0109", "armor"),
              unit("a2", "0106", "armor")]  # fmt: skip
    spec = {"board": board, "dumps": [dump("0101")], "fuelled": False}
    game = field(*pieces, **spec)
    assert fuelable(game, "a1")  # thrown
    assert not fuelable(field(*pieces[1:], **spec), "a2")


# ---- breakout

CUT = {"traced": False}


def pocket(*pieces: Any, **more: Any) -> Ocs:
    spec: dict[str, Any] = {"board": sketch(2, 40), "sources": HOME, "kinds": KINDS, **more}
    return field(*pieces, segment="breakout", **spec)


def out(*names: str, **more: Any) -> dict[str, Any]:
    return {"do": "breakout", **({"units": list(names)} if names else {}), **more}


FRIEND = unit("a0", "0105")


@reading("ocs", "12-56")
def test_fifteen_hexes_and_a_free_way() -> None:
    game = pocket(
        FRIEND, unit("a1", "0120", at=CUT), unit("a2", "0121", at=CUT), unit("s9", "0140")
    )
    assert rules(game, "axis", out("a1")) == []
    assert rules(game, "axis", out("a2")) == ["12.8e(B)"]
    wall = [unit("s1", "0110", mode="move"), unit("s2", "0210", mode="move")]
    fresh = unit("a2", "0120")  # has its first chance, and keeps the segment open
    game = pocket(FRIEND, unit("a1", "0120", at=CUT), fresh, *wall)
    assert rules(game, "axis", out("a1")) == ["12.8e(A)"]
    game = pocket(FRIEND, unit("a1", "0120", at=CUT), unit("a2", "0120", "mech", at=CUT),
                  unit("s1", "0110"))  # fmt: skip
    assert rules(game, "axis", out("a1")) == []  # on foot past the enemy
    assert rules(game, "axis", out("a2")) == ["12.8e(A)"]


@reading("ocs", "12-57")
def test_the_class_of_the_move_side_counts() -> None:
    lorried = unit("a1", "0120", combat="4:4 leg", move="2:14 truck", at=CUT)
    game = pocket(FRIEND, lorried, unit("a2", "0120", at=CUT), unit("s1", "0110"))
    assert rules(game, "axis", out("a1")) == ["12.8e(A)"]


@reading("ocs", "12-58")
@reading("ocs", "12-59")
@pytest.mark.parametrize(("die", "place"), [(4, "breakout"), (3, "dead")])
def test_the_first_turn_needs_no_way_and_has_a_bonus(die: int, place: str) -> None:
    wall = [unit("s1", "0110", mode="move"), unit("s2", "0210", mode="move")]
    game = pocket(FRIEND, unit("a1", "0130"), unit("a2", "0130", at=CUT), *wall)
    assert rules(game, "axis", out("a2")) != []  # it ate last turn, or starved
    rig(game, die, 2)
    play(game, "axis", out("a1"))
    assert at(game, "a1").place == place


@reading("ocs", "12-59")
def test_who_ate_has_had_his_first_turn() -> None:
    game = field(unit("a1", "0120"), segment="supply", board=line(), sources=HOME,
                 dumps=[dump("0120", 1)])  # fmt: skip
    play(game, "axis", {"do": "eat", "units": ["a1"]})
    assert (at(game, "a1").oos, at(game, "a1").traced) == (False, False)


@reading("ocs", "12-60")
def test_transport_breaks_out_in_the_first_turn_point_by_point() -> None:
    fixed = unit("a1", "0130", combat="3:0 leg", move="3:0 leg")
    game = pocket(FRIEND, fixed, unit("a2", "0130"), transport=[truck("t1", "0130", 3)])
    assert rules(game, "axis", out("a1")) == ["12.8e"]
    rig(game, 5, 2, 1, 4, 1)  # one comes back in two turns, one is lost, one in one
    play(game, "axis", out(transport="t1", points=3))
    away = sorted(t.due for t in game.state[TRANSPORT].values() if t.place == "breakout")
    assert away == [2, 3]
    late = pocket(FRIEND, unit("a2", "0130"), transport=[truck("t1", "0130", 3)])
    late.put(TRANSPORT, "t1", late.state[TRANSPORT]["t1"].__class__(
        "axis", "truck", 12, late.board.hex("0130"), traced=False))  # fmt: skip
    assert rules(late, "axis", out(transport="t1")) == ["12.8e(C)"]


@reading("ocs", "12-61")
def test_who_comes_back_keeps_only_his_losses() -> None:
    worn = {"traced": False, "internals": LOW, "oos": True}
    game = pocket(FRIEND, unit("a1", "0118", re=3, lost=1, mode="dg", at=worn), turn=4)
    rig(game, 5, 3)
    play(game, "axis", out("a1"))
    back = at(game, "a1")
    assert (back.place, back.due, back.lost) == ("breakout", 7, 1)
    assert (back.internals, back.oos, back.mode) == (0, False, "combat")
    game = pocket(FRIEND, unit("a1", "0118", re=3, lost=1, mode="dg", at=worn), turn=4)
    rig(game, 4)
    play(game, "axis", out("a1"))
    assert at(game, "a1").place == "dead"


@reading("ocs", "12-62")
def test_who_has_trace_now_does_not_break_out() -> None:
    game = pocket(unit("a1", "0105", at={"oos": True, "traced": False}), unit("a2", "0130"))
    assert rules(game, "axis", out("a1")) == ["12.8e"]
