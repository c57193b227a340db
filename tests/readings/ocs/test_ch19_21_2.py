"""Chapter 21 as a second reader has it: the optional rules. [21.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.air import rebasing
from grognard.systems.ocs.arrivals import consignments, replacements
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.combat.combat_supply import attack_bill
from grognard.systems.ocs.naval import shipping
from grognard.systems.ocs.optional import columns, raiders
from grognard.systems.ocs.pieces import planes
from grognard.systems.ocs.pieces.values import strength
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SIDES, TRANSPORT, Consignment
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import hedgehogs
from tests.readings.ocs.clash import drive, fighting, moving, tokens
from tests.readings.ocs.test_ch19_21 import ship, strait
from tests.systems.ocs.air.sky import craft, fly, perch, sky
from tests.systems.ocs.arrivals.test_reinforcements import phase
from tests.systems.ocs.arrivals.test_replacements import DEAD, base, repl
from tests.systems.ocs.field import (
    at,
    end,
    field,
    mode,
    move,
    play,
    rig,
    rules,
    serial,
    told,
    unit,
    where,
)
from tests.systems.ocs.naval.sea import port, waters

reading = pytest.mark.reading
FAR, FOE = unit("a99", "0808"), unit("s99", "0801")


@reading("ocs", "21-01")
def test_without_the_switches_nothing_of_it_is_allowed() -> None:
    gun = field(unit("s1", "0303", "artillery"), unit("s4", "0304"), unit("a1", "0305"),
                segment="reaction-barrage", started=False,
                dumps=[{"side": "allied", "hex": "0303", "sp": 9}])  # fmt: skip
    assert artillery.why_gun(gun, "allied", "s1") is not None
    front = fighting(unit("a1", "0404"), unit("s1", "0405"))
    empty = {"do": "attack-empty", "units": ["a1"], "target": "0505"}
    assert rules(front, "axis", empty) == ["21.8a"]
    scout = moving(unit("a1", "0404", "recon"), unit("s1", "0505"))
    assert rules(scout, "axis", {"do": "recon", "unit": "a1", "hex": "0505"}) == ["21.1"]


@reading("ocs", "21-02")
def test_a_scout_learns_steps_and_kinds_for_a_token_and_a_quarter() -> None:
    bike: dict[str, Any] = {"combat": "2:8 truck", "move": "1:20 truck", "mode": "move"}
    game = field(
        unit("a1", "0404", "motorcycle", size="battalion", **bike), unit("a2", "0404"),
        unit("a3", "0404", "recon", re=2), unit("s1", "0505", "armor"), unit("s2", "0505", re=3),
        unit("s3", "0505", "anti-tank", traits="anti-tank"), options={"recon": "on"},
        dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
    )  # fmt: skip
    look = {"do": "recon", "hex": "0505"}
    assert [rules(game, "axis", {**look, "unit": n}) for n in ("a2", "a3")] == [["21.1"]] * 2
    play(game, "axis", {**look, "unit": "a1"})
    assert told(game, "recon") == [
        {"hex": "0505", "steps": 5, "armor": True, "mech": False, "anti-tank": True}
    ]
    assert (at(game, "a1").spent, tokens(game, "axis")) == (5 * 12, 3)


@reading("ocs", "21-03")
@pytest.mark.parametrize(("lost", "value"), [(1, 9), (2, 5)])
def test_strength_in_proportion_is_rounded_at_once(lost: int, value: int) -> None:
    game = field(unit("a1", "0303", re=3, lost=lost, combat="14:3 leg"),
                 options={"proportional-strength": "on"})  # fmt: skip
    found = [strength(game, "a1", attacking=which).total for which in (True, False)]
    assert found == [value, value]


@reading("ocs", "21-04")
def test_independents_alone_pay_double_and_others_lead_them() -> None:
    items = (
        unit("a1", "0404", ar=5),
        unit("a2", "0404", ar=5),
        unit("a3", "0404", ar=2, formation="9"),
        unit("s1", "0505"),
        unit("s2", "0505"),
    )
    game = fighting(*items, options={"independents": "on"})

    def price(*names: str) -> int:
        found: Any = attack_bill(game, "axis", names)
        return sum(n for _, n in found.payment)

    assert (price("a1", "a2"), price("a1", "a2", "a3")) == (4, 3)
    attack = {"do": "attack", "units": ["a1", "a3"], "target": "0505"}
    assert rules(game, "axis", {**attack, "lead": "a1"}) == ["21.3"]
    assert rules(game, "axis", {**attack, "lead": "a3"}) == []
    poor = fighting(*items, options={"independents": "on"}, dumps=[])
    assert rules(poor, "axis", {**attack, "units": ["a1"]}) == ["21.3"]
    drive(game, "axis", {**attack, "units": ["a1"]}, 3, 4, 3, 4)
    paid = [facts for facts in told(game, "supply") if facts["side"] == "allied"]
    assert paid[0]["tokens"] == 2


@reading("ocs", "21-05")
def test_fuel_of_independents_by_the_re() -> None:
    tanks = [unit(f"a{n}", "0404", "armor", size="battalion") for n in (1, 2, 3, 4)]
    game = field(
        *tanks,
        unit("ahq", "0404", "hq"),
        unit("s1", "0909"),
        fuelled=False,
        options={"independents": "on"},
        dumps=[{"side": "axis", "hex": "0404", "sp": 2}],
    )
    assert rules(game, "axis", {"do": "fuel", "hq": "ahq"}) == ["21.3"]
    names = [f"a{n}" for n in (1, 2, 3, 4)]
    play(game, "axis", {"do": "fuel", "units": names, "lasting": True})
    assert tokens(game, "axis") == 6
    end(game, "axis", until="exploitation")
    assert all(fuel.fuelled(game, name) for name in names)


@reading("ocs", "21-06")
@pytest.mark.parametrize(("planes_", "shift"), [
    ({"a1": ("0302", 20)}, 1), ({"a1": ("0301", 20)}, -1),
    ({"a1": ("0301", 40), "a2": ("0301", 40), "a3": ("0301", 20)}, -1),
])  # fmt: skip
def test_beyond_half_the_range_one_shift_left(planes_: dict[str, Any], shift: int) -> None:
    crafts = [craft(n, hex, "T", range=far) for n, (hex, far) in planes_.items()]
    game = sky(*crafts, unit("s1", "0312"), unit("s2", "0312"), unit("a9", "0313"),
               segment="barrage", options={"long-range": "on"})  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", *planes_, to="0312", aim="units"))
    assert told(game, "reckoning")[0]["shifts"]["total"] == shift


@reading("ocs", "21-07")
def test_seven_of_fifteen_is_not_beyond_half_and_eight_is() -> None:
    game = sky(craft("a1", "0303", range=15), levels={"0310": 1, "0311": 1, "0318": 1},
               options={"long-range": "on"})  # fmt: skip
    label = game.board.hex
    assert [planes.rating(game, "a1", label(h)).total for h in ("0310", "0311")] == [4, 3]
    for hex, state in (("0310", "0310+"), ("0311", "0311-"), ("0318", "0318-")):
        again = sky(craft("a1", "0303", range=15), levels={hex: 1}, options={"long-range": "on"})
        play(again, "axis", fly("transfer", "a1", to=hex))
        assert perch(again, "a1") == state


@reading("ocs", "21-08")
@pytest.mark.parametrize(("level", "active"), [(0, 1), (1, 1), (2, 2)])
def test_one_fighter_a_level_and_turn_stays_active(level: int, active: int) -> None:
    crowd = [craft(f"a{n}", "0303") for n in (1, 2, 3)]
    game = sky(*crowd, unit("s1", "2040"), levels={"0306": level},
               options={"rebasing-limits": "on"}, turns=3)  # fmt: skip
    for n in (1, 2, 3):
        play(game, "axis", fly("transfer", f"a{n}", to="0306"))
    assert [perch(game, f"a{n}")[-1] for n in (1, 2, 3)].count("+") == active
    h = game.board.hex("0306")
    assert rebasing.places(game, h) == 0
    while game.turn < 2:
        end(game, game.to_act or "axis")
    assert rebasing.places(game, h) == max(1, level)


@reading("ocs", "21-09")
def test_tempo_doubles_supply_rail_and_transport_but_no_organic_load() -> None:
    game = field(
        unit("a1", "0303", formation="1 Pz"), dumps=[{"side": "axis", "hex": "0404", "sp": 3}],
        limits={"axis": {"rail_cap": 5, "sea_cap": 3}},
        transport=[
            {"side": "axis", "id": "t", "points": 2, "load": 4, "hex": "0505"},
            {"side": "axis", "id": "o", "points": 1, "load": 4, "hex": "0303", "formation": "1 Pz"},
        ], options={"tempo-supply": "on", "tempo-rail": "on"},
    )  # fmt: skip
    lying = {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}
    assert lying["0404"] == 24
    assert [game.state[TRANSPORT][k].load for k in ("t", "o")] == [8, 4]
    assert game.state[TRANSPORT]["t"].size == 16
    assert (game.scenario.limits["axis"].rail_cap, game.scenario.limits["axis"].sea_cap) == (40, 12)


@reading("ocs", "21-10")
def test_tempo_brings_half_as_much_again_and_two_rolls() -> None:
    game = phase(unit("a1", "0901"), unit("s1", "0909"),
                 limits={"axis": {"supply_hexes": ["0101"], "repl_hexes": ["0102"], "sea_cap": 3}},
                 options={"tempo-arrivals": "on", "tempo-reinforcement": "on"},
                 dice=(1, 1, 5, 4, 6, 6))  # fmt: skip
    plain = phase(unit("a1", "0901"), unit("s1", "0909"),
                  limits={"axis": {"supply_hexes": ["0101"], "repl_hexes": ["0102"]}},
                  dice=(1, 1, 5, 4))  # fmt: skip
    more, usual = (
        [row["tokens"] for row in told(g, "arrivals") if "tokens" in row] for g in (game, plain)
    )
    assert [Fraction(n, 1) for n in more] == [Fraction(3, 2) * n for n in usual]
    assert len([row for row in told(game, "arrivals") if "pax" in row or "eq" in row]) == 2
    assert game.scenario.limits["axis"].sea_cap == 18


@reading("ocs", "21-11")
def test_half_of_each_kind_is_used_in_the_turn_it_comes() -> None:
    def left(used: tuple[int, int], pax: int, eq: int) -> tuple[int, int]:
        repls = [*(repl(f"ap{n}") for n in range(pax)),
                 *(repl(f"ae{n}", kind="eq") for n in range(eq))]  # fmt: skip
        game = base(*repls, unit("a1", None, at=DEAD), options={"rebuilds-hoarding": "on"})
        status = game.state[SIDES]["axis"]
        game.put(SIDES, "axis", replace(status, received=(3, 1), used=used))
        play(game, "axis", {"do": "end"})
        there = [u.counter[:2] for u in game.state[UNITS].values() if u.place == "map"]
        return there.count("ap"), there.count("ae")

    assert left((1, 0), 4, 1) == (3, 0)  # 3 + 2 less the one used; one more and the Eq are lost
    assert left((2, 1), 3, 0) == (3, 0)


@reading("ocs", "21-12")
def test_replacements_come_to_headquarters_in_trace() -> None:
    game = field(unit("ahq", "0504", "hq"), unit("ahq2", "0130", "hq"), unit("s1", "0909"),
                 sources=[{"side": "axis", "hex": "0501"}], options={"rebuilds-arrival": "on"},
                 dumps=[{"side": "axis", "hex": "0130", "sp": 5}], board=sketch(9, 30))  # fmt: skip
    came = Consignment("pax", 1, (game.board.hex("0101"),))
    found = {game.board.label(h) for h in consignments.places_for(game, "axis", came)}
    assert found == {"0101", "0504"}


@reading("ocs", "21-13")
def test_one_replacement_rebuilds_any_step() -> None:
    units = [unit("a1", None, at=DEAD, re=3), unit("a2", None, "mech", at=DEAD),
             unit("a3", None, "mech", at=DEAD, combat="8:5 truck", move="3:9 tracked"),
             unit("a4", None, at=DEAD, traits="no-rebuild")]  # fmt: skip
    game = base(repl("ap1"), repl("ae1", kind="eq"), *units, options={"rebuilds-single": "on"})
    found = {n: replacements.price(game, game.scenario.counters[n]) for n in ("a1", "a2", "a3")}
    assert {n: (p.pax, p.eq) for n, p in found.items() if p} == {
        "a1": (1, 0), "a2": (1, 0), "a3": (0, 1)}  # fmt: skip
    rebuild = {"do": "rebuild", "unit": "a4", "repls": ["ap1"]}
    assert rules(game, "axis", rebuild) != []


@reading("ocs", "21-14")
def test_an_empty_hex_costs_supply_and_no_dice() -> None:
    game = fighting(unit("a1", "0404", ar=5), unit("a2", "0404", ar=5),
                    unit("a3", "0404", mode="strat"), unit("a4", "0404", mode="reserve"),
                    unit("s1", "0808"), options={"attacking-empties": "on"})  # fmt: skip
    take = {"do": "attack-empty", "target": "0505"}
    assert [rules(game, "axis", {**take, "units": [n]}) for n in ("a3", "a4")] == [["9.1e"]] * 2
    play(game, "axis", {**take, "units": ["a1", "a2"]})
    assert tokens(game, "axis") == 36 - 2
    assert [(where(game, n), at(game, n).mode) for n in ("a1", "a2")] == [("0505", "combat")] * 2
    assert not any(event.dice for event in game.events)


@reading("ocs", "21-15")
def test_paras_take_empty_hexes_for_nothing_in_their_turn() -> None:
    low = {"internals": 2}
    game = fighting(unit("a1", "0404", at={**low, "dropped": 2}),
                    unit("a2", "0404", at={**low, "dropped": 1}), unit("s1", "0808"), turn=2,
                    dumps=[], options={"attacking-empties": "on"})  # fmt: skip
    take = {"do": "attack-empty", "target": "0505"}
    assert rules(game, "axis", {**take, "units": ["a1"]}) == []
    assert rules(game, "axis", {**take, "units": ["a2"]}) == ["9.5b(A)"]


@reading("ocs", "21-16")
def test_guns_of_the_other_side_fire_in_reaction() -> None:
    modes = {"s1": "combat", "s2": "move", "s3": "dg", "s4": "strat"}
    guns = [unit(n, "0303", "artillery", mode=m, **({"up": "combat"} if m == "dg" else {}))
            for n, m in modes.items()]  # fmt: skip
    spec: dict[str, Any] = {
        "dumps": [{"side": "allied", "hex": "0303", "sp": 9}],
        "hedgehogs": [{"side": "allied", "hex": "0303", "level": 2}],
        "options": {"reactive-artillery": "on"}, "started": False,
    }  # fmt: skip
    game = field(*guns, unit("s5", "0304"), unit("a1", "0305"), segment="reaction-barrage", **spec)
    found = [artillery.why_gun(game, "allied", n) is None for n in modes]
    assert found == [True, True, False, False]
    late = field(*guns, unit("a1", "0305"), segment="exploitation-barrage", player="allied",
                 first="allied", **spec)  # fmt: skip
    assert artillery.why_gun(late, "allied", "s1") is not None
    march = field(*guns, unit("a1", "0305"), segment="reaction", **{**spec, "started": True})
    assert rules(march, "allied", move("s1", to="0302")) != []


@reading("ocs", "21-17")
@pytest.mark.parametrize(("how", "shifted"), [("move", True), ("combat", False)])
def test_raiders_are_shifted_by_their_owner(how: str, shifted: bool) -> None:
    line = [f"05{c:02d}" for c in range(1, 10)]
    game = field(
        unit("shq", "0502", "hq"), unit("s1", "0503"),
        unit("a1", "0506", mode=how, at={"moved": serial("exploitation")}),
        unit("a2", "0101", mode="exploit"), segment="exploitation-attack",
        board=sketch(9, 9, links=[f"{'-'.join(line)} rail"], places={"D": "village 0503"}),
        sources=[{"side": "allied", "hex": "0509"}], gauges={"allied": line},
        options={"shift-off": "on"},
    )  # fmt: skip
    asked = []
    steps, answer = raiders.raider_check(game), None
    try:
        while True:
            ask: Any = steps.send(answer)
            asked.append((ask.name, ask.player))
            answer = ask.default
    except StopIteration:
        pass
    assert (where(game, "a1") != "0506") is shifted
    if shifted:
        assert asked[0] == ("raider check", "allied")
        assert {player for name, player in asked if name == "shift-off"} <= {"axis"}
        h = game.board.hex("0506")
        assert 1 <= game.board.distance(h, at(game, "a1").hex) <= 2


@reading("ocs", "21-18")
def test_higher_hedgehogs_take_engineers_and_a_point_more() -> None:
    spec: dict[str, Any] = {"dumps": [{"side": "axis", "hex": "0303", "sp": 9}],
                            "options": {"big-hogs": "on"}}  # fmt: skip
    build = {"do": "build-hedgehog", "hex": "0404"}
    plain = field(unit("a1", "0404", re=3), unit("s1", "0909"), **spec)
    verbs = {a["do"] for a in plain.legal("axis") if "hedgehog" in a["do"]}
    build["do"] = verbs.pop()
    play(plain, "axis", {**build, "units": ["a1"]})
    assert tokens(plain, "axis") == 36 - 8
    for level, price in ((1, 12), (2, 16), (3, 20)):
        hogs = [{"side": "axis", "hex": "0404", "level": level}]
        game = field(unit("a1", "0404", re=3), unit("a2", "0404", traits="engineer"),
                     unit("s1", "0909"), hedgehogs=hogs, **spec)  # fmt: skip
        assert rules(game, "axis", {**build, "units": ["a1"]}) != []
        play(game, "axis", {**build, "units": ["a2"]})
        assert tokens(game, "axis") == 36 - price
        assert hedgehogs.level(game, game.board.hex("0404")) == level + 1


@reading("ocs", "21-19")
@pytest.mark.parametrize(("sp", "hits", "price"), [(1, 2, 2), (2, 2, 4)])
def test_a_small_port_is_repaired_for_what_it_handles_now(sp: int, hits: int, price: int) -> None:
    game = waters(
        unit("ahq", "0404", "hq"),
        FAR,
        FOE,
        ports=[port("0404", sp=sp, hits=hits)],
        dumps=[{"side": "axis", "hex": "0404", "sp": 2}],
        options={"small-ports": "on"},
    )
    play(game, "axis", {"do": "repair-port", "hex": "0404", "units": ["ahq"]})
    assert tokens(game, "axis") == 8 - price


@reading("ocs", "21-20")
def test_three_bases_and_the_longer_leg() -> None:
    bases = [{"side": "axis", "hex": h, "level": 2} for h in ("0301", "0309", "0324")]
    foes = {"side": "allied", "hex": "0516", "level": 1}
    kinds = [{"id": "ju", "side": "axis", "name": "Ju", "types": "Tpt", "range": 20,
              "full": "(1)/0/2", "reduced": "(1)/0/1"},
             {"id": "la", "side": "allied", "name": "La", "types": "F", "range": 20,
              "full": "2/0/0", "reduced": "1/0/0"}]  # fmt: skip
    game = field(unit("a1", "0309", mode="move"), unit("s1", "0920"), planes=kinds,
                 board=sketch(9, 30),
                 air=[{"id": "p", "plane": "ju", "hex": "0301"},
                      {"id": "f", "plane": "la", "hex": "0516"}], bases=[*bases, foes],
                 dumps=[{"side": "axis", "hex": h, "sp": 1} for h in ("0301", "0309")],
                 options={"xyz-transport": "on"})  # fmt: skip
    trip = {"do": "xyz-transport", "planes": ["p"], "hex": "0309", "then": "0324"}
    assert rules(game, "axis", {**trip, "tokens": {"0301": 3}, "onward_tokens": 2}) != []
    assert rules(game, "axis", {**trip, "tokens": {"0301": 2}, "onward_tokens": 3}) != []
    rig(game, 1, 1, 1, 1)
    game.play("axis", {**trip, "tokens": {"0301": 2}, "onward_units": ["a1"]})
    while not game.at_checkpoint:  # the fighter stays down
        (ask,) = (decision.ask for decision in game.decisions)
        game.play(ask.player, ask.default)
    assert [row["hex"] for row in told(game, "flak")] == ["0309", "0324"]
    lying = {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}
    assert (lying, where(game, "a1")) == ({"0301": 2, "0309": 6}, "0324")


@reading("ocs", "21-21")
def test_by_night_a_port_in_a_zone_takes_four_times_the_cap() -> None:
    items = [unit("s1", "0508")]
    game = strait(*items, cap=8, there={"sp": 2}, options={"cloak-of-night": "on"})
    play(game, "axis", ship(tokens=8))
    assert shipping.sea_cap(game, "axis") == 0
    assert rules(game, "axis", ship(tokens=1)) == ["19.0a"]
    assert rules(strait(*items, there={"sp": 2}), "axis", ship(tokens=8)) == ["19.0f(F)"]


@reading("ocs", "21-22")
def test_three_re_of_columns_in_a_hex() -> None:
    def hex_of(*items: dict[str, Any]) -> Ocs:
        return field(*items, unit("s1", "0909"), options={"strat-spacing": "on"},
                     sources=[{"side": "axis", "hex": "0303"}])  # fmt: skip

    def strat(*names: str, **more: Any) -> list[dict[str, Any]]:
        return [unit(n, "0303", mode="strat", **more) for n in names]

    game = hex_of(*strat("a1", "a2", "a3", "a4"))
    play(game, "axis", {"do": "end"})
    assert sum(at(game, n).place == "map" for n in ("a1", "a2", "a3", "a4")) == 3
    h = game.board.hex("0303")
    assert not columns.jammed(hex_of(*strat("a1", re=4)), h)
    assert not columns.jammed(hex_of(*strat("a1", "a2", "a3", "a4", "a5", formation="9")), h)
    rest = [unit(f"a{n}", "0303") for n in range(4, 11)]
    assert not columns.jammed(hex_of(*strat("a1", "a2", "a3"), *rest), h)


@reading("ocs", "21-23")
def test_columns_end_where_they_draw_directly() -> None:
    game = field(
        unit("a1", "0501", mode="strat"),
        unit("ahq", "0504", "hq"),
        unit("s1", "0909"),
        sources=[{"side": "axis", "hex": "0501"}],
        options={"strat-direct-draw": "on"},
    )
    way = [f"05{c:02d}" for c in range(2, 9)]
    assert rules(game, "axis", move("a1", to=" ".join(way[:3]))) == []
    assert rules(game, "axis", move("a1", to=" ".join(way))) == ["21.12d"]
    play(game, "axis", mode("ahq", to="move"))
