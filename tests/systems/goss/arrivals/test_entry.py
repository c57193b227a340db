"""Reinforcements: when and where they come, in which mode, and what it costs. [21.0]"""

from __future__ import annotations

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.logistics.support import supported
from grognard.systems.goss.pieces.chain import army, fuel_state, headquarters
from grognard.systems.goss.status import EMPTY, HQS, Headquarters
from grognard.systems.goss.supply.tracing import newcomer, traces
from tests.systems.goss.arrivals.edge import EDGE, ROAD, coming, enter, place, until
from tests.systems.goss.field import at, now, pass_to, rules, told, unit, where


@pytest.mark.rule("goss", "21.0", "3.3.2c-1")
def test_reinforcements_enter_in_the_movement_phase_of_their_turn() -> None:
    game = coming(unit("g1", None), unit("u9", (5, 0)), due=5)
    assert "21.0" in rules(game, "axis", {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}), (
        "a game turn too early"
    )
    game = coming(unit("g1", None), unit("u9", (5, 0)))
    assert rules(game, "axis", {"do": "arrive", "units": ["g1"], "hex": at(0, 0)}) == ["21.0"]
    place(game, "g1")
    assert where(game, "g1") == "expected", "it waits at the edge for its step"
    pass_to(game, "moves")
    enter(game, "g1")
    assert where(game, "g1") == at(*EDGE)
    assert told(game, "reinforcements")[0]["units"] == ["g1"]
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(-11, 0)]})
    assert (where(game, "g1"), now(game, "g1").spent) == (at(-11, 0), 2 * POINT)


@pytest.mark.rule("goss", "21.3.0")
def test_the_owner_may_delay_an_entry_for_as_long_as_he_likes() -> None:
    game = coming(unit("g1", None), unit("u9", (5, 0)), due=1, turn=6)
    place(game, "g1")
    until(game, 7, "entry", "axis")
    assert where(game, "g1") == "expected", "placed at the edge, and not moved in"
    assert rules(game, "axis", {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}) == []


@pytest.mark.rule("goss", "21.3.0")
def test_a_listed_regiment_brings_all_its_units() -> None:
    more = {"formation": "1 Div", "corps": "X", "army": "A"}
    rows = [{"turn": 4, "entry": [at(*EDGE)], "regiments": {"1 Div": ["7"]}}]
    game = coming(
        unit("ghq", (-9, 0), "hq:div", **more), unit("g1", None, regiment="7", **more),
        unit("g2", None, regiment="7", **more), unit("u9", (5, 0)), rows=rows,
    )  # fmt: skip
    assert {now(game, n).due for n in ("g1", "g2")} == {4}
    assert game.scenario.entries["g1"] == game.scenario.entries["g2"] != ()


@pytest.mark.rule("goss", "21.0(d)")
@pytest.mark.parametrize("mode", ["Tac", "PA", "Exploit", "MR", "Strat"])
def test_they_come_in_any_mode(mode: str) -> None:
    game = coming(unit("g1", None, "motinf"), unit("u9", (5, 0)), roads=ROAD)
    place(game, "g1", mode=mode)
    assert now(game, "g1").mode == mode
    if mode in ("Exploit", "MR"):
        assert where(game, "g1") == at(*EDGE), "who does not move stands there at once"
        return
    pass_to(game, {"Tac": "road-moves", "PA": "pa-moves", "Strat": "strat-moves"}[mode])
    enter(game, "g1")
    assert (where(game, "g1"), now(game, "g1").mode) == (at(*EDGE), mode)


@pytest.mark.rule("goss", "21.0(d)", "5.1.3")
def test_by_an_option_they_come_in_tac_or_strat_mode_only() -> None:
    game = coming(
        unit("g1", None, "motinf"), unit("g2", None), unit("u9", (5, 0)),
        options={"reinforcement-mode": "tac-strat"},
    )  # fmt: skip
    order = {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}
    assert rules(game, "axis", order | {"mode": "Exploit"}) == ["5.1.3"]
    assert rules(game, "axis", order | {"mode": "Strat"}) == []
    assert rules(game, "axis", order | {"units": ["g2"], "mode": "Strat"}) == ["5.5.1"], "on foot"


@pytest.mark.rule("goss", "21.0(a)")
def test_they_are_supplied_for_three_turns() -> None:
    chain = {"corps": "X", "army": "A"}
    game = coming(
        unit("gX", (12, -6), "hq:corps", **chain), unit("g1", None, **chain),
        unit("u9", (-9, 0)), unit("u8", (-9, -3)),
    )  # fmt: skip
    place(game, "g1")
    pass_to(game, "moves")
    enter(game, "g1")
    assert now(game, "g1").supply == "GenS"
    h = now(game, "g1").hex
    assert traces(game, "g1", h), "24 hexes from its headquarters"
    seen = []
    for turn in range(5, 9):
        seen.append((game.turn, newcomer(game, "g1")))
        until(game, turn, "modes", "axis")
    assert seen == [(4, True), (5, True), (6, True), (7, False)]


@pytest.mark.rule("goss", "21.0(b)", "21.0(c)")
def test_they_have_fuel_and_support_for_the_rest_of_the_day() -> None:
    chain = {"formation": "1 Pz", "corps": "X", "army": "A"}
    game = coming(
        unit("gX", (-9, 0), "hq:corps", corps="X", army="A"),
        unit("ghq", (-9, 1), "hq:div", traits="mech formation", **chain),
        unit("g1", None, "motinf", **chain), unit("g2", (-9, 2), "motinf", **chain),
        unit("u9", (9, 0)), turn=5, roads=ROAD, due=5,
    )  # fmt: skip
    game.put(HQS, "ghq", Headquarters(fuel=EMPTY, supported=False))
    place(game, "g1")
    pass_to(game, "road-moves")
    enter(game, "g1")
    assert (fuel_state(game, "g1"), fuel_state(game, "g2")) == ("normal", "none")
    assert (supported(game, "g1"), supported(game, "g2")) == (True, False)
    until(game, 6, "modes", "axis")
    assert (game.turn, fuel_state(game, "g1")) == (6, "normal"), "the night of the same day"
    until(game, 7, "modes", "axis")
    game.put(HQS, "ghq", Headquarters(fuel=EMPTY, supported=False))
    assert (fuel_state(game, "g1"), supported(game, "g1")) == ("none", False)


@pytest.mark.rule("goss", "21.0", "9.7.0")
def test_they_are_put_under_a_corps_or_an_army() -> None:
    army_of = {"A": {"side": "axis", "adv": 3}}
    game = coming(
        unit("gX", (-9, 0), "hq:corps", corps="X", army="A"), unit("g1", None),
        unit("ghq", None, "hq:div", formation="1 Div", corps="Y", army="A"),
        unit("u9", (9, 0)), armies=army_of,
    )  # fmt: skip
    order = {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}
    assert rules(game, "axis", order) == ["21.0"], "nobody is above it"
    assert rules(game, "axis", order | {"to": "ghq"}) == ["21.0"], "no corps, no army"
    game.play("axis", order | {"to": "gX"})
    assert (now(game, "g1").attached, army(game, "g1")) == ("gX", "A")
    game.play("axis", order | {"units": ["ghq"], "to": "gX"})
    assert headquarters(game, "ghq").superior == "gX"


@pytest.mark.rule("goss", "21.2.0")
def test_each_unit_on_the_road_pays_for_those_before_it() -> None:
    names = [f"g{n}" for n in range(1, 5)]
    game = coming(*(unit(n, None, "motinf") for n in names), unit("u9", (9, 0)), roads=ROAD)
    place(game, *names)
    pass_to(game, "road-moves")
    paid = []
    for place_, name in enumerate(names):
        enter(game, name)
        paid.append(now(game, name).spent * 2 // POINT)
        path = [at(q, 0) for q in range(-11, -3 - 2 * place_)]
        game.play("axis", {"do": "move", "units": [name], "path": path})
    assert paid == [1, 2, 3, 4], "halves of a point"


@pytest.mark.rule("goss", "21.2.0")
def test_who_cannot_pay_for_the_queue_waits() -> None:
    game = coming(
        unit("g1", None, "motinf"), unit("g2", None, "motinf", "4-6-2"), unit("g3", None),
        unit("u9", (9, 0)), roads={"trail": ROAD["primary"]},
    )  # fmt: skip
    place(game, "g1", "g2", "g3")
    pass_to(game, "road-moves")
    enter(game, "g1")
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(-11, 0), at(-10, 0)]})
    assert rules(game, "axis", {"do": "enter", "units": ["g2"]}) == ["21.2.0"], "3 of its 2 MP"
    pass_to(game, "moves")
    enter(game, "g3")
    assert now(game, "g3").spent == POINT, "on foot there is no queue"
    until(game, 5, "entry", "axis")
    place(game, "g2")
    until(game, 5, "road-moves", "axis")
    assert rules(game, "axis", {"do": "enter", "units": ["g2"]}) == [], "the next game turn"


@pytest.mark.rule("goss", "21.2.0", "7.10.3")
def test_who_stays_in_the_hex_of_entry_is_in_the_way() -> None:
    game = coming(
        *(unit(f"g{n}", None, "motinf") for n in (1, 2, 3)), unit("u9", (9, 0)), roads=ROAD
    )
    place(game, "g1", "g2", "g3")
    pass_to(game, "road-moves")
    enter(game, "g1")
    enter(game, "g2")
    assert now(game, "g2").spent == 3 * POINT, "one for the queue, two to join a unit on the road"
    assert now(game, "g2").halted
    assert rules(game, "axis", {"do": "enter", "units": ["g3"]}) == ["7.10.3"]


@pytest.mark.rule("goss", "21.0")
def test_an_entry_that_enemies_hold_is_closed() -> None:
    enemy = unit("u9", EDGE)
    order = {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}
    game = coming(unit("g1", None), enemy, entry=(EDGE, (-12, 4)))
    assert rules(game, "axis", order) == ["21.0"]
    assert rules(game, "axis", order | {"hex": at(-12, 4)}) == []
    game = coming(unit("g1", None), enemy)
    beside = order | {"hex": at(-12, 1)}
    assert rules(game, "axis", beside) == ["21.0"], "it waits"
    game = coming(unit("g1", None), enemy, options={"blocked-entry": "nearest"})
    assert rules(game, "axis", beside) == []


@pytest.mark.rule("goss", "21.0")
def test_what_is_closed_after_they_were_placed_keeps_them_out() -> None:
    game = coming(unit("g1", None, "motinf"), unit("u9", (-11, 0)), roads=ROAD)
    place(game, "g1", mode="Strat")
    pass_to(game, "strat-moves")
    assert rules(game, "axis", {"do": "enter", "units": ["g1"]}) == ["5.5.4"]


@pytest.mark.rule("goss", "21.3.1")
def test_reduced_reinforcements_get_replacements_once_on_the_map() -> None:
    rows = [{"turn": 4, "entry": [at(*EDGE)], "units": ["g1"], "steps_lost": {"g1": 2}}]
    game = coming(unit("g1", None), unit("u9", (9, 0)), rows=rows, segment="replacements")
    assert now(game, "g1").steps == 1, "three less two"
    assert rules(game, "axis", {"do": "replace", "unit": "g1"}) == ["21.3.1"]


DIVISION = {"formation": "1 Div", "corps": "X", "army": "A"}


def assets(*more: str) -> list[dict[str, object]]:
    """Two regiments of a division that arrive by themselves, and five assets listed nowhere."""
    kinds = {"g5": "eng", "g6": "art", "g7": "art", "g8": "at", "g9": "stug"}
    return [
        unit("ghq", None, "hq:div", **DIVISION),
        *(unit(n, None, regiment="7", **DIVISION) for n in ("g1", "g2")),
        *(unit(n, None, regiment="8", **DIVISION) for n in ("g3", "g4")),
        *(unit(n, None, kind, **DIVISION) for n, kind in kinds.items()),
        unit("u9", (9, 0)),
    ]


@pytest.mark.rule("goss", "21.1.0")
def test_an_equal_share_of_the_assets_comes_with_each_regiment() -> None:
    rows = [
        {"turn": 4, "entry": [at(*EDGE)], "regiments": {"1 Div": ["7"]}},
        {"turn": 7, "entry": [at(-12, 4)], "regiments": {"1 Div": ["8"]}},
    ]
    game = coming(*assets(), rows=rows)
    with_7 = {"do": "arrive", "hex": at(*EDGE), "group": "1 Div 7"}
    assert rules(game, "axis", with_7 | {"units": ["g5"], "group": ""}) == ["21.1.0"]
    assert rules(game, "axis", with_7 | {"units": ["g1"]}) == ["21.1.0"], "g1 is listed itself"
    late = {"units": ["g5"], "group": "1 Div 8", "hex": at(-12, 4)}
    assert rules(game, "axis", with_7 | late) == ["21.1.0"], "that regiment is not due"
    for name in ("g5", "g6", "g8"):
        game.play("axis", with_7 | {"units": [name]})
    assert rules(game, "axis", with_7 | {"units": ["g7"]}) == ["21.1.0"], "two, and the odd one"
    assert rules(game, "axis", with_7 | {"units": ["ghq"]}) == [], "the staff goes with any"
    assert now(game, "g5").group == "1 Div 7"


@pytest.mark.rule("goss", "21.1.0")
def test_an_asset_may_come_in_companies_with_different_regiments() -> None:
    rows = [
        {"turn": 4, "entry": [at(*EDGE)], "regiments": {"1 Div": ["7"]}},
        {"turn": 4, "entry": [at(-12, 4)], "regiments": {"1 Div": ["8"]}},
    ]
    engineers = unit("g10", None, "eng", steps=3, size="Bn", **DIVISION)
    game = coming(*assets(), engineers, rows=rows)
    assert rules(game, "axis", {"do": "split-asset", "unit": "g6"}) == ["21.1.0"], "guns do not"
    game.play("axis", {"do": "split-asset", "unit": "g10"})
    names = told(game, "asset-split")[0]["units"]
    assert (now(game, "g10").place, len(names)) == ("broken", 3)
    for name, (group, h) in zip(names, (("7", EDGE), ("8", (-12, 4))), strict=False):
        order = {"do": "arrive", "units": [name], "hex": at(*h), "group": f"1 Div {group}"}
        game.play("axis", order)
        assert (now(game, name).steps, now(game, name).group) == (1, f"1 Div {group}")


@pytest.mark.rule("goss", "21.0", "7.7.0")
def test_guns_that_nobody_knew_of_halt_newcomers() -> None:
    game = coming(
        unit("g1", None, "motinf"), unit("u1", (-11, 0), "at"), unit("u2", (-11, 0)), roads=ROAD
    )
    place(game, "g1")
    pass_to(game, "road-moves")
    assert "u1" not in game.view("axis")["units"], "it lies beneath"
    enter(game, "g1")
    assert now(game, "g1").halted
    free = coming(unit("g1", None, "motinf"), unit("u2", (-11, 0)), roads=ROAD)
    place(free, "g1")
    pass_to(free, "road-moves")
    enter(free, "g1")
    assert not now(free, "g1").halted
