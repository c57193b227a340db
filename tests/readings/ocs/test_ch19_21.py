"""Chapter 19 as a second reader has it: ports and shipping. [19.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.naval import shipping
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.units import UNITS
from tests.readings.ocs.clash import tokens
from tests.systems.ocs.field import at, end, mode, move, play, rules, unit, where
from tests.systems.ocs.naval.sea import port, waters
from tests.systems.ocs.naval.sea import ship as vessel

reading = pytest.mark.reading
FAR, FOE = unit("a99", "0808"), unit("s99", "0801")
WRECK = {"do": "wreck-port", "hex": "0404"}
REPAIR = {"do": "repair-port", "hex": "0404"}


def ship(*units: str, to: str = "0408", **more: Any) -> dict[str, Any]:
    cargo = {"units": list(units)} if units else {}
    return {"do": "ship", "from": "0402", "to": to, **cargo, **more}


def strait(*items: dict[str, Any], cap: int = 5, here: Any = None, there: Any = None,
           **spec: Any) -> Ocs:  # fmt: skip
    """Ports in 0402, with supply, and 0408; capacities are those of `port`."""
    found = [port("0402", **(here or {"sp": 6})), port("0408", **(there or {"sp": 6}))]
    return waters(*items, FAR, FOE, ports=[*found, *spec.pop("more", [])],
                  dumps=[{"side": "axis", "hex": "0402", "sp": 8}],
                  limits={"axis": {"sea_cap": cap}}, **spec)  # fmt: skip


# ---- 19


@reading("ocs", "19-01")
def test_an_empty_port_is_entered_by_attack_capable_units_alone() -> None:
    game = waters(unit("a1", "0504", "artillery"), unit("a2", "0504", mode="move"), FAR, FOE,
                  transport=[{"side": "axis", "hex": "0504", "points": 1, "id": "t"}],
                  ports=[port("0404", "allied")])  # fmt: skip
    assert rules(game, "axis", move("a1", to="0404")) == ["4.4c"]
    assert rules(game, "axis", {"do": "haul", "transport": ["t"], "path": ["0404"]}) != []
    play(game, "axis", move("a2", to="0404"))
    assert ports.friendly(game, game.board.hex("0404"), "axis")


@reading("ocs", "19-02")
def test_a_token_in_or_out_in_a_phase_but_not_both() -> None:
    game = strait(there={"sp": 0, "tokens": 1}, more=[port("0406", sp=6)])
    play(game, "axis", ship(tokens=1))
    back = {"do": "ship", "from": "0408", "to": "0406", "tokens": 1}
    assert rules(game, "axis", back) != []
    assert ports.available(game, game.board.hex("0408"), "axis") == 0
    end(game, "axis")
    end(game, game.to_act or "axis", until="exploitation")
    assert ports.available(game, game.board.hex("0408"), "axis") == 1


@reading("ocs", "19-03")
def test_one_unit_too_large_has_a_small_port_to_itself() -> None:
    small: dict[str, Any] = {"sp": 0, "tokens": 1}
    foot = unit("a1", "0402", mode="move", re=3, move="4:4 leg")
    game = strait(foot, cap=2, there=small)
    assert rules(game, "axis", ship("a1", tokens=1)) == ["19.0a"]
    play(game, "axis", ship("a1"))
    assert (where(game, "a1"), shipping.sea_cap(game, "axis")) == ("0408", 2)
    assert rules(game, "axis", ship(tokens=1)) == ["19.0a"]
    busy = strait(foot, cap=2, there=small)
    play(busy, "axis", ship(tokens=1))
    assert rules(busy, "axis", ship("a1")) == ["19.0a"]
    trucks = [{"id": "t1", "side": "axis", "hex": "0402", "points": 2}]
    carts = strait(there=small, transport=trucks)
    assert rules(carts, "axis", ship(transport=["t1"])) == ["19.0a"]


@reading("ocs", "19-04")
def test_friends_negate_a_zone_for_trace_and_not_for_shipping() -> None:
    game = strait(unit("a1", "0402", mode="move"), unit("a2", "0408"), unit("s1", "0508"),
                  there={"sp": 6, "source_for": ["axis"]})  # fmt: skip
    h = game.board.hex("0408")
    assert rules(game, "axis", ship("a1")) == ["19.0f(F)"]
    assert ports.sea_trace(game, "axis", h)
    game.put(UNITS, "s1", replace(at(game, "s1"), hex=game.board.hex("0808")))
    assert rules(game, "axis", ship("a1")) == []
    alone = strait(unit("s1", "0508"), there={"sp": 6, "source_for": ["axis"]})
    assert not ports.sea_trace(alone, "axis", h)


@reading("ocs", "19-05")
def test_a_dead_port_does_nobody_a_favour() -> None:
    game = strait(unit("a1", "0402", mode="move"), there={"sp": 0, "tokens": 2, "hits": 4})
    assert ports.capacity(game, game.board.hex("0408")) == 0
    assert rules(game, "axis", ship("a1")) == ["19.0a"]


@reading("ocs", "19-06")
@pytest.mark.parametrize(("whole", "left"), [(4, [3, 2, 2, 1]), (2, [2, 1, 1, 0])])
def test_damage_to_the_nearest_token(whole: int, left: list[int]) -> None:
    found = []
    for hits in (1, 2, 3, 4):
        game = strait(there={"sp": 0, "tokens": whole, "hits": hits})
        found.append(ports.capacity(game, game.board.hex("0408")))
    assert found == left


@reading("ocs", "19-07")
def test_four_hits_at_most_and_a_track_of_its_own() -> None:
    game = strait(there={"sp": 4, "hits": 3}, here={"sp": 4, "hits": 2, "track": [16, 9, 7, 1, 0]})
    h = game.board.hex("0408")
    ports.hit(game, h, 2)
    assert stacks.site_at(game, h).hits == 4
    assert ports.capacity(game, game.board.hex("0402")) == 7
    ruin = waters(unit("a1", "0404"), FAR, FOE, ports=[port("0404", hits=4)])
    assert rules(ruin, "axis", {**WRECK, "units": ["a1"]}) == ["19.0b"]


@reading("ocs", "19-08")
def test_one_re_in_combat_mode_that_stays_wrecks_its_port() -> None:
    game = waters(unit("a1", "0404"), unit("a2", "0404", size="battalion"),
                  unit("a3", "0404", size="battalion"), unit("a4", "0404", mode="move"),
                  unit("a5", "0404", mode="dg", up="combat"), unit("a6", "0504"), FAR, FOE,
                  ports=[port("0404")])  # fmt: skip
    play(game, "axis", move("a6", to="0404"))
    found = {
        names: rules(game, "axis", {**WRECK, "units": names.split()})
        for names in ("a1", "a2 a3", "a2", "a4", "a5", "a6")
    }
    wrong = ["19.0c"]
    assert found == {"a1": [], "a2 a3": [], "a2": wrong, "a4": wrong, "a5": wrong, "a6": wrong}
    play(game, "axis", {**WRECK, "units": ["a1"]})
    assert (stacks.site_at(game, game.board.hex("0404")).hits, tokens(game, "axis")) == (1, 0)


@reading("ocs", "19-09")
def test_who_has_wrecked_stays_and_an_engineer_may_go_on() -> None:
    game = waters(unit("a1", "0404"), unit("a2", "0604", traits="engineer"), FAR, FOE,
                  ports=[port("0404")])  # fmt: skip
    play(game, "axis", {**WRECK, "units": ["a1"]})
    assert rules(game, "axis", move("a1", to="0504")) != []
    play(game, "axis", {**WRECK, "units": ["a2"]})
    assert stacks.site_at(game, game.board.hex("0404")).hits == 2


@reading("ocs", "19-10")
def test_one_hit_a_phase_is_repaired_whoever_does_it() -> None:
    game = waters(
        unit("ahq", "0604", "hq"),
        unit("a2", "0404", traits="engineer", mode="dg", up="combat"),
        FAR,
        FOE,
        ports=[port("0404", hits=2)],
        dumps=[{"side": "axis", "hex": "0504", "sp": 3}],
    )
    assert rules(game, "axis", {**REPAIR, "units": ["a2"]}) == []
    play(game, "axis", {**REPAIR, "units": ["ahq"]})
    assert (stacks.site_at(game, game.board.hex("0404")).hits, tokens(game, "axis")) == (1, 8)
    assert rules(game, "axis", {**REPAIR, "units": ["a2"]}) == ["19.0d"]
    end(game, "axis", until="exploitation")
    assert rules(game, "axis", {**REPAIR, "units": ["a2"]}) != []


@reading("ocs", "19-11")
@pytest.mark.parametrize(("sp", "hits", "source"), [(5, 4, True), (1, 1, False), (1, 0, True)])
def test_a_source_needs_one_sp_of_capacity(sp: int, hits: int, source: bool) -> None:
    game = strait(there={"sp": sp, "hits": hits, "source_for": ["axis"]})
    assert ports.sea_trace(game, "axis", game.board.hex("0408")) is source


@reading("ocs", "19-12")
def test_shipping_is_for_move_mode_and_all_that_one_does() -> None:
    game = strait(unit("a1", "0402"), unit("a2", "0402", mode="strat"),
                  unit("a3", "0402", mode="dg", up="move"), unit("a4", "0502", mode="move"),
                  unit("a5", "0402", mode="move"))  # fmt: skip
    play(game, "axis", move("a4", to="0402"))
    found = [rules(game, "axis", ship(f"a{n}")) for n in (1, 2, 3, 4, 5)]
    assert found == [["19.0f(A)"], ["19.0f(A)"], ["19.0f(A)"], ["19.0f(C)"], []]
    play(game, "axis", ship("a5"))
    assert rules(game, "axis", move("a5", to="0508")) != []
    late = strait(unit("a5", "0402", mode="move"), unit("a6", "0606", mode="reserve"),
                  segment="exploitation")  # fmt: skip
    assert rules(late, "axis", ship("a5")) == ["19.0f(B)"]


@reading("ocs", "19-13")
def test_both_ports_and_the_sea_cap_limit_it() -> None:
    game = strait(cap=2, here={"sp": 3}, there={"sp": 1}, more=[port("0406", sp=3)])
    assert rules(game, "axis", ship(tokens=8)) == ["19.0a"]
    play(game, "axis", ship(tokens=4))
    play(game, "axis", ship(tokens=4, to="0406"))
    assert rules(game, "axis", ship(tokens=4, to="0406")) == ["19.0f(D)"]


@reading("ocs", "19-14")
def test_nothing_between_the_ports_matters() -> None:
    game = strait(unit("a1", "0402", mode="move"), vessel("s1", "0305"), unit("s2", "0405"))
    assert rules(game, "axis", ship("a1")) == []


@reading("ocs", "19-09")
def test_by_the_option_a_port_takes_one_hit_in_a_phase() -> None:
    items = [unit("a1", "0404"), unit("a3", "0404"), unit("a2", "0604", traits="engineer")]
    game = waters(*items, FAR, FOE, ports=[port("0404")], options={"port-wrecking": "once"})
    play(game, "axis", {**WRECK, "units": ["a1"]})
    for name in ("a2", "a3"):
        assert rules(game, "axis", {**WRECK, "units": [name]}) == ["19.0c"]
    assert stacks.site_at(game, game.board.hex("0404")).hits == 1


@reading("ocs", "19-09")
def test_who_has_worked_is_told_so_when_it_is_to_be_shipped() -> None:
    game = strait(unit("a1", "0402"))
    play(game, "axis", {"do": "wreck-port", "hex": "0402", "units": ["a1"]})
    play(game, "axis", mode("a1", to="move"))
    (refusal,) = game.why("axis", ship("a1"))
    assert (refusal.rule, refusal.text) == (
        "13.8d",
        "a1 has been at work and stays in this phase",
    )
    idle = strait(unit("a1", "0402")).why("axis", ship("a1"))
    assert [r.text for r in idle] == ["a1 is in combat mode; only units in Move Mode are shipped"]
