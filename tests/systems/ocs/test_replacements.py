"""Replacements: rebuilding units, trucks and aircraft. [13.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.air import loads
from grognard.systems.ocs.arrivals import consignments, reinforcements, replacements
from grognard.systems.ocs.pieces.units import UNITS
from grognard.systems.ocs.pieces.values import can_attack, size_of
from grognard.systems.ocs.proof.laws import Watch
from grognard.systems.ocs.results import ocs_tables
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SIDES, TRANSPORT, Consignment
from tests.systems.ocs.field import at, field, play, rig, rules, unit, where

rule = pytest.mark.rule
DEAD = {"place": "dead"}


def repl(name: str, hex: str = "0303", kind: str = "pax", **more: Any) -> dict[str, Any]:
    return unit(name, hex, "repl", traits=kind, **{"mode": "move", **more})


def base(*more: dict[str, Any], **spec: Any) -> Ocs:
    """An Axis headquarters at work in 0305, two hexes from the replacements in 0303."""
    hq = spec.pop("hq", unit("ahq", "0305", "hq"))
    return field(hq, unit("s9", "0909"), *more, segment="reinforcement", **spec)


def rebuild(*names: str, repls: str, **more: Any) -> dict[str, Any]:
    return {"do": "rebuild", "units": list(names), "repls": repls.split(), **more}


@rule("ocs", "13.5")
def test_replacements_are_a_quarter_re_and_attack_capable() -> None:
    game = base(repl("ap1"))
    assert str(size_of(game, "ap1")) == "1/4"
    assert can_attack(game, "ap1")
    counter = game.scenario.counters["axis-eq"]
    assert counter.independent
    assert (counter.combat.strength, counter.combat.defends_only) == (0, False)


@rule("ocs", "13.5a(1)")
@rule("ocs", "13.5b")
@rule("ocs", "13.1b")
@rule("ocs", "MT-rebuild")
def test_a_dead_unit_comes_back_where_the_replacements_were() -> None:
    game = base(repl("ap1"), unit("a1", None, at={**DEAD, "lost": 1, "oos": True, "internals": 2}))
    play(game, "axis", rebuild("a1", repls="ap1", mode="combat"))
    found = at(game, "a1")
    assert (where(game, "a1"), found.mode, found.lost, found.oos, found.internals) == (
        "0303", "combat", 0, False, 0,
    )  # fmt: skip
    assert at(game, "ap1").place == "pool"


@rule("ocs", "12.5c(B)")
@rule("ocs", "13.5a(1)")
def test_a_rebuilt_headquarters_has_lost_its_fuel() -> None:
    gone = {**DEAD, "lost": 1, "hq_fuelled": True, "own_fuel": True, "landed": True}
    game = base(repl("ap1"), repl("ae1", kind="eq"), unit("ahq2", None, "hq", at=gone))
    play(game, "axis", rebuild("ahq2", repls="ap1 ae1", mode="move"))
    found = at(game, "ahq2")
    assert (where(game, "ahq2"), found.hq_fuelled, found.own_fuel, found.landed) == (
        "0303", False, False, False,
    )  # fmt: skip


@rule("ocs", "13.5a(1)")
def test_replacements_must_be_in_move_mode_near_a_headquarters_at_work() -> None:
    dead = unit("a1", None, at=DEAD)
    act = rebuild("a1", repls="ap1")
    assert rules(base(repl("ap1"), dead), "axis", act) == []
    assert rules(base(repl("ap1", mode="strat"), repl("ap2"), dead), "axis", act) == ["13.5a(1)"]
    far = base(repl("ap1", "0302"), repl("ap2"), dead)
    assert rules(far, "axis", act) == ["13.5a(1)"]
    assert rules(far, "axis", rebuild("a1", repls="ap1 ap2")) == ["13.5a(1)"]
    for mode, up, ok in (("move", "", False), ("dg", "combat", True), ("dg", "move", False)):
        hq = unit("ahq", "0305", "hq", mode=mode, up=up or "combat")
        other = unit("ahq2", "0705", "hq")
        found = base(repl("ap1"), repl("ap2", "0703"), other, dead, hq=hq)
        assert (rules(found, "axis", act) == []) is ok


@rule("ocs", "13.5a(1)")
@rule("ocs", "4.5a(K)")
def test_nothing_is_rebuilt_in_an_enemy_zone() -> None:
    dead = unit("a1", None, at=DEAD)
    game = base(repl("ap1"), repl("ap2", "0306"), unit("s1", "0302"), dead)
    assert rules(game, "axis", rebuild("a1", repls="ap1")) == ["4.5a(K)"]
    assert rules(game, "axis", rebuild("a1", repls="ap2")) == []


@rule("ocs", "13.5a(2)")
@rule("ocs", "13.5b")
def test_steps_are_rebuilt_where_the_unit_is_stacked_with_them() -> None:
    game = base(
        repl("ap1"), repl("ap2"), unit("a1", "0303", re=3, lost=2, mode="dg", up="move",
                                       at={"oos": True}), unit("a2", "0304", re=3, lost=1),
    )  # fmt: skip
    assert rules(game, "axis", rebuild("a2", repls="ap1")) == ["13.5a(2)"]
    assert rules(game, "axis", rebuild("a1", repls="ap1 ap2", steps=3)) == ["13.5b"]
    assert rules(game, "axis", rebuild("a1", repls="ap1 ap2", steps=0)) == ["13.5b"]
    assert rules(game, "axis", rebuild("a1", repls="ap1", mode="combat")) == ["13.5b"]
    game.play("axis", rebuild("a1", repls="ap1 ap2", steps=2))
    assert (at(game, "a1").lost, at(game, "a1").mode) == (0, "dg")


@rule("ocs", "13.5b")
def test_a_dead_division_comes_back_with_as_many_steps_as_are_paid() -> None:
    game = base(repl("ap1"), repl("ap2"), unit("a1", None, re=4, at={**DEAD, "lost": 4}))
    steps = sorted({a["steps"] for a in game.legal("axis") if a["do"] == "rebuild"})
    assert steps == [1, 2]
    game.play("axis", rebuild("a1", repls="ap1 ap2", steps=2, mode="reserve", up="move"))
    assert (at(game, "a1").lost, at(game, "a1").mode) == (2, "reserve")


@rule("ocs", "13.5a(1)")
@rule("ocs", "MT-rebuild")
def test_the_chart_says_what_a_step_costs() -> None:
    game = base(
        repl("ap1"), repl("ap2"), repl("ae1", kind="eq"), unit("a1", None, "mech", at=DEAD),
        unit("a2", None, "armor", at=DEAD),
    )  # fmt: skip
    assert rules(game, "axis", rebuild("a1", repls="ap1 ap2")) == ["13.5a(1)"]
    assert rules(game, "axis", rebuild("a1", repls="ap1 ae1")) == []
    assert rules(game, "axis", rebuild("a2", repls="ae1")) == []
    assert rules(game, "axis", rebuild("a2", repls="ap1")) == ["13.5a(1)"]


@rule("ocs", "13.5c")
@rule("ocs", "13.5b")
@rule("ocs", "3.1d")
def test_yellow_dots_breakdowns_and_the_healthy_are_not_rebuilt() -> None:
    game = base(
        repl("ap1"), unit("a1", None, at=DEAD, traits="no-rebuild"), unit("a4", None, at=DEAD),
        unit("a2", None, at=DEAD, traits="breakdown"), unit("a3", "0303"),
    )  # fmt: skip
    assert rules(game, "axis", rebuild("a1", repls="ap1")) == ["13.5c"]
    assert rules(game, "axis", rebuild("a2", repls="ap1")) == ["13.5b"]
    assert rules(game, "axis", rebuild("a3", repls="ap1")) == ["13.5b"]
    assert rules(game, "axis", rebuild("ap1", repls="ap1")) == ["13.5c"]


@rule("ocs", "13.5d")
def test_two_small_units_come_for_one_replacement() -> None:
    small = [unit(f"a{i}", None, size="company", at=DEAD) for i in (1, 2, 3)]
    game = base(repl("ap1"), repl("ap2"), *small, unit("a4", None, at=DEAD))
    assert rules(game, "axis", rebuild("a1", "a4", repls="ap1")) == ["13.5d"]
    assert rules(game, "axis", rebuild("a1", "a2", repls="ap1 ap2")) == ["13.5a(1)"]
    pair = rebuild("a1", "a2", repls="ap1", steps=1, mode="move")
    assert pair in list(game.legal("axis"))
    game.play("axis", pair)
    assert (where(game, "a1"), where(game, "a2")) == ("0303", "0303")
    game.play("axis", rebuild("a3", repls="ap2"))  # one alone costs one all the same
    assert at(game, "ap2").place == "pool"


@rule("ocs", "13.5")
def test_men_fly_and_equipment_does_not() -> None:
    game = base(repl("ap1"), repl("ae1", kind="eq"))
    assert loads.why_not_aboard(game, "axis", "ap1") is None
    refusal = loads.why_not_aboard(game, "axis", "ae1")
    assert refusal is not None
    assert refusal.rule == "13.5"


# ---- trucks


def _trucks(lost: int = 4, total: int = 0, **more: Any) -> Ocs:
    game = base(
        repl("ae1", kind="eq"), repl("ae2", kind="eq"), repl("ap1"), unit("a9", None, at=DEAD),
        limits={"axis": {"truck_total": total}},
        transport=[{"side": "axis", "id": "t1", "points": 3, "hex": "0101"},
                   {"side": "axis", "id": "org", "points": 1, "formation": "1 Pz"},
                   {"side": "axis", "id": "wag", "kind": "wagon", "points": 9, "hex": "0101"}],
        **more,
    )  # fmt: skip
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], trucks_lost=lost))
    game.put(TRANSPORT, "org", replace(game.state[TRANSPORT]["org"], place="dead"))
    return game


@rule("ocs", "13.5e")
def test_lost_trucks_are_rebuilt_with_equipment() -> None:
    act = {"do": "rebuild-trucks", "repls": ["ae1"]}
    game = _trucks()
    assert rules(game, "axis", {**act, "repls": ["ap1"]}) == ["13.5e"]
    assert rules(game, "axis", {**act, "repls": ["ae1", "ae2"]}) == ["13.5e"]
    game.play("axis", act)
    new = next(t for k, t in game.state[TRANSPORT].items() if k not in ("t1", "org", "wag"))
    assert (new.kind, new.size, game.board.label(new.hex), new.load) == ("truck", 4, "0303", 0)
    assert rules(game, "axis", {**act, "repls": ["ae2"]}) == ["13.5e"]


@rule("ocs", "13.5e")
@rule("ocs", "MT-limits")
def test_never_more_trucks_than_the_scenario_provides() -> None:
    act = {"do": "rebuild-trucks", "repls": ["ae1"]}
    assert rules(_trucks(total=3), "axis", act) == ["13.5e"]
    assert rules(_trucks(total=4), "axis", act) == []


@rule("ocs", "13.5e")
def test_trucks_taken_from_the_enemy_leave_the_less_to_rebuild() -> None:
    act = {"do": "rebuild-trucks", "repls": ["ae1"]}
    game = _trucks()  # three points of the four that the scenario provides
    assert rules(game, "axis", act) == []
    spoils = replace(game.state[TRANSPORT]["t1"], size=4)
    game.put(TRANSPORT, "axis-truck-1", spoils)
    assert rules(game, "axis", act) == ["13.5e"]  # four again, and never more


@rule("ocs", "13.5e")
def test_organic_trucks_come_back_to_their_formation() -> None:
    game = _trucks(lost=4)
    act = {"do": "rebuild-trucks", "repls": ["ae1"], "organic": "org"}
    assert rules(game, "axis", {**act, "organic": "t1"}) == ["13.5e"]
    game.play("axis", act)
    assert game.state[TRANSPORT]["org"].place == "map"
    assert rules(game, "axis", {"do": "rebuild-trucks", "repls": ["ae2"]}) == ["13.5e"]
    once = _trucks(lost=4)  # a lost point comes back once, as plain trucks or as Organic ones
    once.play("axis", {"do": "rebuild-trucks", "repls": ["ae2"]})
    assert rules(once, "axis", act) == ["13.5e"]


@rule("ocs", "13.5e")
@rule("ocs", "13.2d")
def test_organic_trucks_lost_in_reserve_come_back_in_move_mode() -> None:
    game = _trucks(lost=4)
    gone = replace(game.state[TRANSPORT]["org"], reserve=True, traced=False)
    game.put(TRANSPORT, "org", gone)
    game.play("axis", {"do": "rebuild-trucks", "repls": ["ae1"], "organic": "org"})
    found = game.state[TRANSPORT]["org"]
    assert (found.place, found.reserve, found.traced) == ("map", False, True)


@rule("ocs", "13.5e")
def test_rebuilt_trucks_are_never_dukws() -> None:
    kinds = {"dukw": {"ma": 24, "move": "truck"}, "truck": {"ma": 20, "move": "truck"},
             "wagon": {"ma": 8, "move": "leg"}}  # fmt: skip
    game = _trucks(kinds=kinds)
    game.play("axis", {"do": "rebuild-trucks", "repls": ["ae1"]})
    new = next(t for k, t in game.state[TRANSPORT].items() if k not in ("t1", "org", "wag"))
    assert new.kind == "truck"


@rule("ocs", "13.5e")
def test_trucks_lost_in_the_air_may_be_rebuilt() -> None:
    game = _trucks(lost=0)
    h = game.board.hex("0101")
    loads.lose(game, "axis", h, loads.Hold(("t1", "wag")), h, "14.4g", "its transport was hit")
    assert game.state[SIDES]["axis"].trucks_lost == 12  # no wagons


# ---- aircraft

PLANE = {
    "id": "me", "side": "axis", "name": "Me", "types": "F", "range": 20,
    "full": "4/2/0", "reduced": "3/1/0",
}  # fmt: skip


def _planes(**more: Any) -> Ocs:
    game = base(
        repl("ae1", kind="eq"), repl("ap1"), unit("a9", None, at=DEAD), planes=[PLANE],
        air=[{"id": "p1", "plane": "me"}, {"id": "p2", "plane": "me", "hex": "0303"},
             {"id": "p3", "plane": "me", "hex": "0505", "reduced": True}],
        bases=[{"side": "axis", "hex": "0505", "level": 1},
               {"side": "axis", "hex": "0303", "level": 1}],
        **more,
    )  # fmt: skip
    game.put(AIR, "p1", replace(game.state[AIR]["p1"], place="dead", active=False, reduced=True))
    game.put(AIR, "p2", replace(game.state[AIR]["p2"], reduced=True))
    return game


@rule("ocs", "13.5f")
def test_equipment_rebuilds_two_steps_of_aircraft() -> None:
    act: dict[str, Any] = {"do": "rebuild-aircraft", "repl": "ae1", "planes": ["p1", "p1"]}
    game = _planes()
    assert rules(game, "axis", act) == ["13.5f"]
    act["bases"] = {"p1": "0505"}
    assert rules(game, "axis", {**act, "repl": "ap1"}) == ["13.5f"]
    assert rules(game, "axis", {**act, "planes": ["p1", "p1", "p2"]}) == ["13.5f"]
    game.play("axis", act)
    found = game.state[AIR]["p1"]
    assert (found.place, found.reduced, found.active) == ("map", False, True)
    assert at(game, "ae1").place == "pool"


@rule("ocs", "13.5f")
@rule("ocs", "13.5a(2)")
def test_an_aircraft_on_the_map_is_rebuilt_with_the_equipment() -> None:
    game = _planes()
    act: dict[str, Any] = {"do": "rebuild-aircraft", "repl": "ae1", "planes": ["p3"]}
    assert rules(game, "axis", act) == ["13.5a(2)"]
    game.play("axis", {**act, "planes": ["p2", "p1"], "bases": {"p1": "0303"}})
    assert not game.state[AIR]["p2"].reduced
    assert game.state[AIR]["p1"].reduced


@rule("ocs", "13.5f")
def test_games_with_air_replacements_of_their_own_use_no_equipment() -> None:
    game = _planes()
    text = "# title: T\n# rule: MT-varreinf\n# source: house\nroll,pax,air\n2-12,1,2\n"
    tables = ocs_tables(own={"variable-reinforcements": text})
    object.__setattr__(game.scenario, "tables", tables)
    act: dict[str, Any] = {"do": "rebuild-aircraft", "planes": ["p3"]}
    assert rules(game, "axis", {**act, "repl": "ae1", "planes": ["p2"]}) == ["13.5f"]
    assert rules(game, "axis", act) == ["13.5f"]
    status = game.state[SIDES]["axis"]
    game.put(SIDES, "axis", replace(status, arriving=(Consignment("air", 2),)))
    game.play("axis", act)
    assert not game.state[AIR]["p3"].reduced
    assert consignments.air_steps(game, "axis") == 1


# ---- the options


@rule("ocs", "21.7(3)")
def test_by_the_option_one_replacement_is_enough() -> None:
    units = [
        unit("a1", None, "mech", at=DEAD),  # truck on both sides
        unit("a2", None, "mech", at=DEAD, combat="8:5 tracked"),
        unit("a3", None, "armor", at=DEAD, combat="8:5 truck", move="3:9 truck"),
    ]
    game = base(repl("ap1"), repl("ae1", kind="eq"), *units, options={"rebuilds-single": "on"})
    price = {n: replacements.price(game, game.scenario.counters[n]) for n in ("a1", "a2", "a3")}
    assert {n: (p.pax, p.eq) for n, p in price.items() if p} == {
        "a1": (1, 0), "a2": (0, 1), "a3": (0, 1)
    }  # fmt: skip


@rule("ocs", "21.7(1)")
@pytest.mark.parametrize(("came", "used", "kept"), [(1, 0, 0), (2, 0, 1), (3, 0, 1), (3, 2, 3)])
def test_by_the_option_half_must_be_used_at_once(came: int, used: int, kept: int) -> None:
    repls = [repl(f"ap{i}") for i in range(3)]
    game = base(*repls[: came if not used else 3], unit("a1", None, at=DEAD),
                options={"rebuilds-hoarding": "on"})  # fmt: skip
    status = game.state[SIDES]["axis"]
    game.put(SIDES, "axis", replace(status, received=(came, 0), used=(used, 0)))
    play(game, "axis", {"do": "end"})
    assert sum(u.counter.startswith("ap") and u.place == "map"
               for u in game.state[UNITS].values()) == kept  # fmt: skip


@rule("ocs", "21.7(1)")
def test_replacements_used_are_counted() -> None:
    game = base(repl("ap1"), repl("ae1", kind="eq"), unit("a1", None, "mech", at=DEAD))
    rig(game)
    game.play("axis", rebuild("a1", repls="ap1 ae1"))
    assert game.state[SIDES]["axis"].used == (1, 1)


@rule("ocs", "13.5a(1)")
def test_a_replacement_of_the_schedule_that_is_used_up_does_not_come_again() -> None:
    arrivals = [{"side": "axis", "turn": 1, "units": ["ap1"], "hexes": ["0101"]}]
    game = base(repl("ap1"), unit("a1", None, at=DEAD), arrivals=arrivals)
    play(game, "axis", rebuild("a1", repls="ap1"))
    assert reinforcements.due(game, "axis") == []
    assert at(game, "ap1").place == "removed"


@rule("ocs", "13.5")
def test_steps_that_come_and_go_with_replacements_are_booked() -> None:
    game = base(repl("ap1"), unit("a1", None, at=DEAD))
    watch = Watch(game)
    play(game, "axis", rebuild("a1", repls="ap1"))
    assert watch() == []
    assert game.state[SIDES]["axis"].steps_gained == 0  # one for one
    consignments.recruit(game, "axis", "pax", game.board.hex("0303"), "move")
    assert game.state[SIDES]["axis"].steps_gained == 1
    assert watch() == []
