"""Chapter 4 as a second reader has it: numbers, who may attack, zones. [4.1] to [4.5]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.supply import paying, supply_paths
from tests.systems.ocs.combat.aftermath import battle, flee, mode_of, option, result, steps, suffer
from tests.systems.ocs.field import field, mode, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import port, waters
from tests.systems.ocs.transport.tracks import gauged, rails, repair, train

reading = pytest.mark.reading
TRUCK: dict[str, Any] = {"combat": "6:12 truck", "move": "3:16 truck"}
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]
FACES = {"leg": "6:9 leg", "tracked": "6:9 tracked", "truck": "6:9 truck"}


def attack(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on}


@reading("ocs", "4-01")
def test_odds_are_rounded_to_the_nearest() -> None:
    pairs = [(15, 6), (14, 6), (Fraction(39, 4), 2), (2, 5), (4, 9)]
    found = [odds.rounded_odds(Fraction(a), Fraction(d)) for a, d in pairs]
    assert found == [(3, 1), (2, 1), (5, 1), (1, 3), (1, 2)]
    game = field(unit("a1", "0504", combat="15:3 leg"), unit("s1", "0505", combat="6:3 leg"),
                 segment="attack")  # fmt: skip
    assert odds.reckon(game, battle(game, "a1", "0505")).odds == (3, 1)


@reading("ocs", "4-02")
def test_strengths_are_not_rounded_one_by_one() -> None:
    shaken = [unit(n, "0504", combat="3:3 leg", mode="dg", up="combat") for n in ("a1", "a2", "a3")]
    game = field(*shaken, unit("s1", "0505", combat="2:3 leg"), segment="attack")
    found = odds.reckon(game, battle(game, "a1 a2 a3", "0505"))
    assert (found.attack.total, found.odds) == (Fraction(9, 2), (2, 1))


@reading("ocs", "4-03")
def test_a_quarter_of_five_points_is_neither_one_nor_two() -> None:
    board = sketch(9, 9, links=["0301-0302-0303-0304 primary"])
    game = field(unit("a1", "0301", mode="reserve", combat="8:5 leg"), board=board)
    assert rules(game, "axis", move("a1", to="0302 0303")) == []
    assert rules(game, "axis", move("a1", to="0302 0303 0304")) == ["6.2"]
    assert rules(game, "axis", move("a1", to="0401")) == []
    assert rules(game, "axis", move("a1", to="0401 0501")) == ["6.2"]


@reading("ocs", "4-04")
def test_halves_of_halves() -> None:
    board = sketch(9, 9, sides=["0504-0505 minor_river"])
    worn = unit("a1", "0504", re=3, lost=1, combat="12:3 leg", mode="dg", up="combat",
                at={"oos": True})  # fmt: skip
    game = field(worn, unit("s1", "0505"), board=board, segment="attack")
    h = game.board.hex("0504")
    fight = battle(game, "a1", "0505", crossings={h: "minor_river"})
    assert odds.attack_of(game, fight, "a1").total == Fraction(3, 4)


@reading("ocs", "4-05")
def test_who_may_attack() -> None:
    game = field(
        unit("a1", "0504", combat="0:3 leg"), unit("a2", "0504", mode="dg", up="combat"),
        unit("a3", "0504", mode="move"), unit("a4", "0504", mode="reserve"),
        unit("a5", "0504", mode="strat"), unit("a6", "0504", "artillery"),
        unit("s1", "0505"), segment="attack", dumps=PLENTY,
    )  # fmt: skip
    allowed = {
        n for n in ("a1", "a2", "a3", "a4", "a5", "a6") if not rules(game, "axis", attack(n))
    }
    assert allowed == {"a1", "a2", "a3"}
    assert odds.reckon(game, battle(game, "a1", "0505")).column == 1


@reading("ocs", "4-06")
def test_who_has_a_zone() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303", at={"traced": False}),
        unit("a3", "0303", at={"oos": True}), unit("a4", "0303", mode="move"),
        unit("a5", "0303", mode="dg", up="combat"), unit("a6", "0303", mode="reserve", up="combat"),
        unit("a7", "0303", combat="0:3 leg"), unit("a8", "0303", "hq"), unit("s1", "0909"),
    )  # fmt: skip
    assert not supply_paths.in_trace(game, "a2")
    having = [n for n in ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8") if zones.zone_of(game, n)]
    assert having == ["a1", "a2", "a7"]


@reading("ocs", "4-07")
def test_exploiters_keep_the_zone_that_they_had() -> None:
    game = field(unit("a1", "0504", ar=4), unit("a2", "0504", ar=4, mode="move"),
                 unit("s1", "0505", re=3), segment="attack")  # fmt: skip
    suffer(game, "a1 a2", "0505", result({"exploit": 4}, {"options": 1}), None, None,
           {"do": "advance", "units": []})  # fmt: skip
    assert [mode_of(game, n) for n in ("a1", "a2")] == ["exploit", "exploit"]
    assert [zones.zone_of(game, n) for n in ("a1", "a2")] == [True, False]


@reading("ocs", "4-08")
def test_who_enters_a_hex_with_an_enemy_dump() -> None:
    lone = [{"side": "allied", "hex": "0304", "sp": 2}]
    trucks = [{"side": "axis", "hex": "0303", "points": 1, "id": "t"}]
    game = field(
        unit("a1", "0303"), unit("a2", "0303", mode="move"), unit("a3", "0303", mode="reserve"),
        unit("a4", "0303", mode="strat"), unit("a5", "0303", "hq"), unit("s1", "0909"),
        dumps=lone, transport=trucks, sources=[{"side": "axis", "edge": "west"}],
    )  # fmt: skip
    found = {n: rules(game, "axis", move(n, to="0304")) for n in ("a1", "a2", "a3", "a4", "a5")}
    assert found == {"a1": [], "a2": [], "a3": ["4.4c"], "a4": ["4.4c"], "a5": ["4.4c"]}
    assert rules(game, "axis", {"do": "haul", "transport": ["t"], "path": ["0304"]}) != []


@reading("ocs", "4-09")
def test_no_ground_stops_a_zone() -> None:
    board = sketch(9, 9, terrain={"0506": "sea"}, sides=["0504-0505 very_major_river"])
    game = field(unit("a1", "0303"), unit("s1", "0505"), board=board)
    around = game.board.around(game.board.hex("0505"))
    assert all(zones.enemy_zone(game, h, "axis") for h in around)
    assert len(around) == 6


@reading("ocs", "4-10")
@pytest.mark.parametrize("kind", ["leg", "tracked", "truck"])
def test_zones_stop_trucks_alone(kind: str) -> None:
    game = field(unit("a1", "0501", combat=FACES[kind]), unit("s1", "0404"))
    wrong = ["4.5a(A)"] if kind == "truck" else []
    assert rules(game, "axis", move("a1", to="0502 0503 0504 0505")) == wrong


@reading("ocs", "4-11")
def test_trucks_that_begin_in_a_zone_go_out_but_not_through_the_next() -> None:
    game = field(unit("a1", "0404", **TRUCK), unit("s1", "0405"))
    assert rules(game, "axis", move("a1", to="0403 0402 0401")) == []
    assert zones.enemy_zone(game, game.board.hex("0305"), "axis")
    assert rules(game, "axis", move("a1", to="0305")) == []
    assert rules(game, "axis", move("a1", to="0305 0304")) == ["4.5a(A)"]


@reading("ocs", "4-12")
@reading("ocs", "4-13")
def test_any_combat_unit_in_the_hex_negates_and_must_stay() -> None:
    """The enemy in 0404 covers 0504; trucks come from 0501 and would go on to 0505."""

    def passing(*others: Any, **more: Any) -> Any:
        return field(unit("a1", "0501", **TRUCK), unit("s1", "0404"), *others, **more)

    way = move("a1", to="0502 0503 0504 0604")
    friend = passing(unit("a2", "0504"))
    assert rules(friend, "axis", way) == []
    hq = passing(unit("a2", "0504", "hq", mode="strat"))
    assert rules(hq, "axis", way) == []
    trucks = passing(transport=[{"side": "axis", "hex": "0504", "points": 3, "id": "t"}])
    assert rules(trucks, "axis", way) == ["4.5a(A)"]
    friend.play("axis", way)
    assert rules(friend, "axis", move("a2", to="0503")) == ["4.5b"]


@reading("ocs", "4-14")
def test_a_carpet_of_three() -> None:
    """Enemies in 0404 and 0407 cover 0504 and 0505, 0507 and 0508; the last truck stops there."""
    three = [unit(n, "0502", **TRUCK) for n in ("a1", "a2", "a3")]
    game = field(*three, unit("s1", "0404"), unit("s2", "0406"))
    covered = [h for h in ("0503", "0504", "0505", "0506", "0507")
               if zones.enemy_zone(game, game.board.hex(h), "axis")]  # fmt: skip
    assert covered == ["0504", "0505", "0506", "0507"]
    drop = {"a1": "0504", "a2": "0505"}
    names = ("a1", "a2", "a3")
    assert rules(game, "axis", move(*names, to="0503 0504 0505 0506 0507", drop=drop)) == [
        "4.5a(A)"
    ]
    game.play("axis", move(*names, to="0503 0504 0505 0506", drop=drop))
    assert [where(game, n) for n in names] == ["0504", "0505", "0506"]
    assert rules(game, "axis", move("a3", to="0507")) == ["4.5a(A)"]
    assert rules(game, "axis", move("a1", to="0503")) == ["6.1g"]


@reading("ocs", "4-15")
def test_trucks_overrun_out_of_a_zone_and_go_on() -> None:
    strong = unit("a1", "0503", combat="60:12 truck", ar=5)
    game = field(strong, unit("s1", "0505", combat="1:3 leg", ar=0), dumps=PLENTY)
    game.play("axis", move("a1", to="0504"))
    assert rules(game, "axis", move("a1", to="0604")) == ["4.5a(A)"]
    over = {"do": "overrun", "units": ["a1"], "target": "0505"}
    assert rules(game, "axis", over) == []
    rig(game, 6, 6, 1, 6, 6)
    play(game, "axis", over)
    assert where(game, "a1") == "0505"
    assert rules(game, "axis", move("a1", to="0504 0503")) == []


@reading("ocs", "4-16")
@pytest.mark.parametrize(
    ("others", "open_"),
    [((), False), ((unit("a2", "0204"), unit("a3", "0203")), True),
     ((unit("ahq", "0201", "hq", throw="8 leg/4 leg"),), True)],
)  # fmt: skip
def test_zones_block_supply_paths_of_trucks(others: Any, open_: bool) -> None:
    """A lane from the dump in 0201 to the unit in 0207, with an enemy beside 0203 and 0204."""
    walls = {f"{r:02d}{c:02d}": "lake" for r in (1, 3) for c in range(1, 13)}
    walls["0104"] = "clear"
    game = field(
        unit("a1", "0207"),
        unit("s1", "0104"),
        *others,
        board=sketch(3, 12, terrain=walls),
        dumps=[{"side": "axis", "hex": "0201", "sp": 2}],
    )
    assert zones.enemy_zone(game, game.board.hex("0204"), "axis")
    here = game.board.hex("0207")
    assert bool(paying.available(game, "axis", here, paying.ATTACK, ("a1",))) is open_


@reading("ocs", "4-17")
def test_a_unit_in_a_zone_is_not_cut_off_by_it() -> None:
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), dumps=[{"side": "axis", "hex": "0502", "sp": 1}]
    )
    assert zones.enemy_zone(game, game.board.hex("0504"), "axis")
    assert not zones.enemy_zone(game, game.board.hex("0503"), "axis")
    assert paying.available(game, "axis", game.board.hex("0504"), paying.ATTACK, ("a1",)) == 4


@reading("ocs", "4-18")
def test_trains_are_stopped_where_trace_is_not() -> None:
    """The guard in 0506 stands in the zone of an enemy in 0605; the trains go to 0509."""
    game = rails(unit("s1", "0606"), unit("a1", "0509"),
                 dumps=[{"side": "axis", "hex": "0503", "sp": 2}])  # fmt: skip
    cargo = train(to="0509", tokens=4, **{"from": "0503"})
    covered = [
        h for h in ("0505", "0506", "0507") if zones.enemy_zone(game, game.board.hex(h), "axis")
    ]
    assert covered == ["0506", "0507"]
    assert rules(game, "axis", cargo) != []
    guarded = rails(unit("s1", "0606"), unit("a1", "0509"), unit("a2", "0507"),
                    dumps=[{"side": "axis", "hex": "0503", "sp": 2}])  # fmt: skip
    assert rules(guarded, "axis", cargo) != []
    station = game.board.hex("0509")
    found = [station in supply_paths.sources(g, "axis").hexes for g in (game, guarded)]
    assert found == [False, True]  # 0507 must have a guard too


@reading("ocs", "4-19")
def test_no_track_is_converted_in_a_zone_whoever_stands_there() -> None:
    for others, done in (((), 1), ((unit("s1", "0604"),), 0)):
        game = gauged(repair("a1", "0503"), unit("a2", "0504"), *others)
        game.play("axis", move("a1", to="0504"))
        assert len(told(game, "converted")) == done
        assert where(game, "a1") == "0504"


@reading("ocs", "4-20")
@reading("ocs", "4-21")
@pytest.mark.parametrize(
    ("guard", "spec", "traced"),
    [(True, {}, True), (False, {}, False), (True, {"port_negation": False}, False)],
)
def test_ports_in_a_zone(guard: bool, spec: Any, traced: bool) -> None:
    guards = [unit("a1", "0404", size="battalion")] if guard else [unit("a1", "0804")]
    game = waters(
        *guards, unit("s1", "0505"), ports=[port("0404", source_for=["axis"]), port("0408")],
        sources=[], limits={"axis": {"sea_cap": 5}},
        dumps=[{"side": "axis", "hex": "0408", "sp": 3}], **spec,
    )  # fmt: skip
    source = game.board.hex("0404") in supply_paths.sources(game, "axis").hexes
    assert source is traced
    cargo = {"do": "ship", "from": "0408", "to": "0404", "tokens": 4}
    assert rules(game, "axis", cargo) != []
    free = waters(
        *guards, unit("s1", "0809"), ports=[port("0404"), port("0408")], sources=[],
        limits={"axis": {"sea_cap": 5}}, dumps=[{"side": "axis", "hex": "0408", "sp": 3}],
    )  # fmt: skip
    assert rules(free, "axis", cargo) == []


@reading("ocs", "4-22")
def test_reserve_mode_and_zones() -> None:
    game = field(unit("a1", "0504"), unit("a2", "0504"), unit("s1", "0505"),
                 unit("a3", "0603", mode="reserve", combat="8:12 leg"))  # fmt: skip
    assert rules(game, "axis", mode("a1", to="reserve", up="combat")) == ["5.7c"]
    assert zones.enemy_zone(game, game.board.hex("0604"), "axis")
    assert rules(game, "axis", move("a3", to="0604")) == []
    game.play("axis", move("a3", to="0604"))
    again = field(unit("a3", "0604", mode="reserve", combat="8:12 leg"), unit("s1", "0505"))
    assert rules(again, "axis", move("a3", to="0603")) == []


@reading("ocs", "4-23")
def test_strat_mode_and_zones() -> None:
    west = [{"side": "axis", "edge": "west"}]
    game = field(unit("a1", "0503", mode="strat"), unit("a2", "0504"),
                 unit("a3", "0504", mode="strat"), unit("s1", "0505"), sources=west)  # fmt: skip
    assert rules(game, "axis", move("a1", to="0504")) == ["5.8a"]
    assert rules(game, "axis", mode("a2", to="strat")) == ["5.8a"]
    assert rules(game, "axis", move("a3", to="0503")) == []


@reading("ocs", "4-24")
@pytest.mark.parametrize(("enemy", "wrong"), [("0302", ["4.5a(K)"]), ("0306", [])])
def test_the_hex_of_the_replacements_is_free_of_zones(enemy: str, wrong: list[str]) -> None:
    pax = unit("ap1", "0303", "repl", mode="move")
    spare = unit("ap2", "0405", "repl", mode="move")
    game = field(
        unit("ahq", "0305", "hq"), pax, spare, unit("a2", "0303"), unit("s1", enemy),
        unit("a1", None, at={"place": "dead"}), segment="reinforcement",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "rebuild", "units": ["a1"], "repls": ["ap1"]}) == wrong


@reading("ocs", "4-25")
def test_a_retreat_into_a_zone_shakes_the_friends_there_too() -> None:
    """Enemies in 0504 and 0406; 0506 lies in the zone of the second."""
    game = field(unit("a1", "0504", mode="move"), unit("a2", "0507"), unit("s1", "0505"),
                 unit("s2", "0506"), segment="attack")  # fmt: skip
    suffer(game, "a1", "0505", result({}, {"options": 1}), option(0), flee(s1="0506"), None)
    assert [mode_of(game, n) for n in ("s1", "s2")] == ["dg", "dg"]
    assert {"s1", "s2"} <= set(steps(game))
