"""Chapters I, IV and 2 as a second reader has them: the map, the set-up, the sequence of play."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.engine.record import replace
from grognard.systems.ocs.arrivals.first_places import near_enemy
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.status import AIR, FORMATIONS, HEXES, TRANSPORT, TURN, HexStatus
from grognard.systems.ocs.turn import phases
from tests.systems.ocs.air.sky import craft, fly, perch, sky
from tests.systems.ocs.arrivals.test_reinforcements import entry, phase
from tests.systems.ocs.arrivals.test_setting_up import place, start
from tests.systems.ocs.combat.aftermath import option, result, steps, suffer
from tests.systems.ocs.field import at, end, field, move, rig, rules, told, unit, where
from tests.systems.ocs.works.test_air_bases import H, aerodrome, refit, sapper, wing

reading = pytest.mark.reading
HOME = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]
BOXES = {"Italy": {"hexes": ["0101"]}}
BOXED = {"place": "box", "at": "Italy"}


def setmode(name: str, to: str) -> dict[str, Any]:
    up = {"up": "move"} if to == "reserve" else {}
    return {"do": "mode", "units": [name], "mode": to, **up}


# ---- I: the map


@reading("ocs", "I-01")
def test_the_edge_of_the_map_is_no_way_out() -> None:
    game = field(unit("a1", "0102"), unit("a2", "0201"), unit("s1", "0101"), segment="attack")
    assert len(game.board.around(game.board.hex("0101"))) == 2
    suffer(game, "a1", "0101", result({}, {"options": 1}), option(0), None)
    assert "s1" not in steps(game)
    assert where(game, "s1") == "dead"
    assert rules(field(unit("a1", "0101")), "axis", move("a1", to="0100")) == ["form"]


@reading("ocs", "I-02")
def test_a_box_off_the_map_holds_any_number() -> None:
    inside = [unit(f"a{i}", None, re=4, at=BOXED) for i in (1, 2, 3)]
    game = field(*inside, unit("a9", "0505"), unit("s1", "0909"), boxes=BOXES, sources=HOME)
    end(game, "axis")
    assert not told(game, "eliminated")
    assert all(at(game, f"a{i}").at == "Italy" for i in (1, 2, 3))


@reading("ocs", "I-03")
def test_a_box_is_never_shared_nor_fought_for() -> None:
    theirs = unit("s1", None, at=BOXED)
    game = field(unit("a1", "0101"), theirs, unit("s2", "0909"), boxes=BOXES)
    assert rules(game, "axis", {"do": "box", "units": ["a1"], "to": "Italy"}) == ["I.F"]
    fight = field(unit("a1", "0101"), unit("a2", "0504"), theirs, unit("s2", "0505"), boxes=BOXES,
                  segment="attack", dumps=PLENTY)  # fmt: skip
    targets = {a["target"] for a in fight.legal("axis") if a["do"] == "attack"}
    assert targets == {"0505"}
    assert rules(fight, "axis", {"do": "attack", "units": ["a1"], "target": "Italy"}) != []


# ---- IV: setting up


@reading("ocs", "IV-01")
def test_within_two_hexes_are_nineteen() -> None:
    game = start(unit("a1", "0505"), unit("a2", "0505"), unit("s1", "0109"), setup={"within": 2})
    free = {a["hex"] for a in game.legal("axis") if a["do"] == "place" and a["units"] == ["a1"]}
    assert len(free | {"0505"}) == 19
    assert rules(game, "axis", place("a1", to="0508")) == ["IV.A"]
    game.play("axis", place("a1", to="0507"))
    game.play("axis", place("a2", to="0503"))
    assert (where(game, "a1"), where(game, "a2")) == ("0507", "0503")


@reading("ocs", "IV-02")
@reading("ocs", "IV-03")
@pytest.mark.parametrize(
    ("enemy", "barred"),
    [
        ({"mode": "move"}, True),
        ({"type": "hq"}, False),
        ({"type": "artillery"}, False),
        ({"combat": "(8):3 leg"}, False),
    ],
)
def test_reserve_and_strat_beside_who_could_attack(enemy: dict[str, Any], barred: bool) -> None:
    foe = unit("s1", "0506", enemy.get("type", "infantry"),
               **{k: v for k, v in enemy.items() if k != "type"})  # fmt: skip
    game = start(unit("a1", "0505"), foe)
    wrong = ["IV.B"] if barred else []
    assert rules(game, "axis", setmode("a1", "reserve")) == wrong
    assert rules(game, "axis", setmode("a1", "strat")) == wrong
    assert rules(game, "axis", setmode("a1", "move")) == []


@reading("ocs", "IV-03")
def test_who_is_in_reserve_bars_nobody() -> None:
    spec = {"options": {"setup-order": "second-player-first"}}
    game = start(unit("a1", "0505"), unit("s1", "0506", mode="reserve", up="combat"), **spec,
                 begin={"turn": 1, "segment": "movement", "player": "axis"})  # fmt: skip
    h = game.board.hex("0505")
    assert not near_enemy(game, "axis", h)
    assert near_enemy(game, "allied", game.board.hex("0506"))


@reading("ocs", "IV-09")
def test_who_sets_up_later_may_come_next_to_a_strat_unit() -> None:
    game = start(unit("a1", "0505"), unit("s1", "0508", within=3))
    game.play("axis", setmode("a1", "strat"))
    game.play("axis", {"do": "ready"})
    game.play("allied", place("s1", to="0506"))
    assert at(game, "a1").mode == "strat"


@reading("ocs", "IV-04")
def test_loads_at_the_start() -> None:
    trucks = [
        {"side": "axis", "id": "t1", "points": 2, "hex": "0303"},
        {"side": "axis", "id": "t2", "points": 2, "hex": "0505"},
        {"side": "axis", "id": "o1", "points": 1, "hex": "0505", "formation": "9"},
        {"side": "axis", "id": "o2", "points": 1, "hex": "0303", "formation": "9"},
    ]
    game = start(unit("a1", "0303", formation="9"), unit("s1", "0909"), transport=trucks,
                 dumps=[{"side": "axis", "hex": "0303", "sp": 3}])  # fmt: skip
    assert [game.state[TRANSPORT][k].load for k in ("t1", "t2", "o1", "o2")] == [0, 0, 0, 0]

    def load(key: str, tokens: int) -> dict[str, Any]:
        return {"do": "load", "transport": key, "tokens": tokens}

    assert rules(game, "axis", load("t1", 8)) == []
    assert rules(game, "axis", load("t1", 9)) == ["IV.C"]
    assert rules(game, "axis", load("t2", 1)) == ["IV.C"]
    assert rules(game, "axis", load("o1", 1)) == ["IV.C"]
    assert rules(game, "axis", load("o2", 4)) == []


@reading("ocs", "IV-05")
def test_ten_and_a_quarter_are_too_many_at_the_start() -> None:
    big = [unit("a1", "0505", re=5), unit("a2", "0505", re=5)]
    game = start(*big, unit("a3", "0504", "repl"), unit("s1", "0909"), setup={"within": 1},
                 transport=[{"side": "axis", "id": "t", "hex": "0504", "within": 1}])  # fmt: skip
    assert rules(game, "axis", place("a3", to="0505")) == ["IV.E"]
    assert rules(game, "axis", place("t", to="0505")) == []


@reading("ocs", "IV-06")
def test_everything_begins_fresh_and_without_fuel() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip
    game = start(
        unit("a1", "0303", "armor", re=3, formation="9"), unit("a2", "0303", "hq"),
        unit("s1", "0909"), planes=[plane], air=[{"id": "p", "plane": "ju", "hex": "0303"}],
        bases=[{"side": "axis", "hex": "0303", "level": 1}],
    )  # fmt: skip
    craft_, unit_ = game.state[AIR]["p"], at(game, "a1")
    assert (craft_.active, craft_.reduced) == (True, False)
    assert (unit_.lost, unit_.internals, unit_.oos) == (0, 0, False)
    assert not at(game, "a2").hq_fuelled
    assert not any(status.fuelled for status in game.state[FORMATIONS].values())


@reading("ocs", "IV-07")
def test_an_inclusive_boundary_may_be_used() -> None:
    areas = {"zone": ["0404", "0405"], "line": ["0406"]}

    def free(inclusive: bool) -> set[str]:
        game = start(
            unit("a1", "0404"),
            unit("s1", "0909"),
            areas=areas,
            setup={"area": "zone", "boundary": "line", "inclusive": inclusive},
        )
        return {game.board.label(h) for h in game.scenario.choices["a1"]}

    assert free(True) == {"0404", "0405", "0406"}
    assert "0406" not in free(False)


@reading("ocs", "IV-08")
def test_nobody_sets_up_where_he_could_not_go() -> None:
    board = sketch(9, 9, terrain={"0504": "sea"})
    game = start(unit("a1", "0505", "hq"), unit("s1", "0506"), board=board, setup={"within": 1},
                 hedgehogs=[{"side": "allied", "hex": "0605", "level": 1}])  # fmt: skip
    for label in ("0504", "0506", "0605"):
        assert rules(game, "axis", place("a1", to=label)) != []
    assert rules(game, "axis", place("a1", to="0404")) == []
    with pytest.raises(ScenarioError):
        start(unit("a1", "0504", "hq"), unit("s1", "0909"), board=board)


# ---- 2: the sequence


@reading("ocs", "2-01")
def test_the_order_of_a_turn() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0909"))
    found: list[Any] = [(s.phase, s.kind, s.actor(game)) for s in game.segments]  # type: ignore[attr-defined]
    half = [
        ("Aircraft Refit", "refit"), ("Reinforcement", "reinforcement"), ("Movement", "breakout"),
        ("Movement", "movement"), ("Movement", "barrage"), ("Supply", "supply"),
        ("Reaction", "reaction"), ("Reaction", "reaction-barrage"), ("Combat", "artillery"),
        ("Combat", "attack"), ("Exploitation", "exploitation"),
        ("Exploitation", "exploitation-barrage"), ("Exploitation", "exploitation-attack"),
        ("Clean Up", "clean-up"),
    ]  # fmt: skip
    assert found[0][1] == "pre-turn"
    assert [row[:2] for row in found[1:]] == half * 2
    assert {row[0] for row in found[1:15] if row[2] == "allied"} == {"Reaction"}
    assert {row[0] for row in found[15:] if row[2] == "axis"} == {"Reaction"}


@reading("ocs", "2-02")
@pytest.mark.parametrize(("segment", "by"), [("barrage", "air"), ("artillery", "guns")])
def test_who_barrages_when(segment: str, by: str) -> None:
    game = sky(
        unit("a8", "0312"), unit("a9", "0311", "artillery"), craft("a1", "0303", "T"),
        unit("s1", "0313"), segment=segment, dumps=[{"side": "axis", "hex": "0311", "sp": 9}],
    )  # fmt: skip
    air = rules(game, "axis", fly("air-barrage", "a1", to="0313", aim="units"))
    guns = rules(game, "axis", {"do": "barrage", "guns": ["a9"], "target": "0313", "aim": "units"})
    assert (air == [], guns == []) == (by == "air", by == "guns")


@reading("ocs", "2-03")
@reading("ocs", "2-04")
@reading("ocs", "2-13")
def test_weather_and_order_are_settled_once_a_turn() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0909"), turn=2, segment="pre-turn", first="",
                 weather="", sources=HOME, started=False)  # fmt: skip
    rig(game, 3, 3, 3, 4, 4, 3, 2, 3, 4, 5)  # weather; 7 and 7; 5 and 9
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert game.to_act == "allied"
    assert {"first", "second"} <= {a["choice"] for a in game.legal("allied")}
    game.play("allied", {"do": "choose-order", "choice": "second"})
    assert (game.turn, phases.phasing(game)) == (2, "axis")
    sky_ = game.state[TURN]["now"].weather
    end(game, "axis", until="movement")
    assert (game.turn, phases.phasing(game)) == (2, "allied")
    assert (game.state[TURN]["now"].weather, len(told(game, "weather"))) == (sky_, 1)
    rig(game, 3, 3, 1, 1, 6, 6)
    end(game, "allied")
    while game.turn == 2:
        end(game, game.to_act or "")
    assert (game.turn, len(told(game, "weather"))) == (3, 2)
    assert game.state[TURN]["now"].first == "allied"  # twice in a row


@reading("ocs", "2-05")
def test_one_token_refits_two_a_level() -> None:
    mixed = [*wing(3), *[{**row, "reduced": True} for row in wing(5)[3:]]]
    game = aerodrome(2, 5, air=mixed)
    assert rules(game, "axis", refit(*(f"p{i}" for i in range(1, 6)))) != []
    before = stacks.dump_at(game, game.board.hex("0504"), "axis")
    game.play("axis", refit("p2", "p3", "p4", "p5"))
    assert before - stacks.dump_at(game, game.board.hex("0504"), "axis") == 1
    assert [game.state[AIR][f"p{i}"].active for i in range(1, 6)] == [False, True, True, True, True]


@reading("ocs", "2-06")
def test_a_base_in_a_zone_refits_beside_a_combat_unit() -> None:
    foe = unit("s1", "0506")
    assert zones.enemy_zone(aerodrome(1, 1, foe), aerodrome(1, 1).board.hex(H), "axis")
    truck = [{"side": "axis", "hex": H, "points": 1, "id": "t"}]
    assert rules(aerodrome(1, 1, foe, transport=truck), "axis", refit("p1")) != []
    assert rules(aerodrome(1, 1, foe, unit("a1", H, "hq", mode="move")), "axis", refit("p1")) == []


@reading("ocs", "2-07")
def test_reinforcements_come_before_movement_and_aircraft_are_active() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip
    game = phase(
        unit("a1", None), unit("a2", "0505"), unit("s1", "0909"), planes=[plane],
        air=[{"id": "p", "plane": "ju"}], arrivals=[entry("a1"), {"side": "axis", "turn": 1,
                                                                   "units": ["p"]}],
        bases=[{"side": "axis", "hex": h, "level": 1} for h in ("0303", "0305")], sources=HOME,
    )  # fmt: skip
    offered = {a["base"]: a for a in game.legal("axis") if a["do"] == "arrive-by-air"}
    assert set(offered) == {"0303", "0305"}
    game.play("axis", offered["0305"])
    game.play("axis", {"do": "arrive", "units": ["a1"], "hex": "0101"})
    assert (perch(game, "p"), where(game, "a1")) == ("0305+", "0101")


@reading("ocs", "2-08")
def test_breakout_is_for_the_cut_off_and_before_all_movement() -> None:
    units = [unit("a1", "0102"), unit("a2", "0120"), unit("s1", "0240")]
    spec: dict[str, Any] = {"board": sketch(2, 40), "sources": [{"side": "axis", "hex": "0101"}]}
    game = field(*units, segment="breakout", **spec)
    assert rules(game, "axis", {"do": "breakout", "units": ["a2"]}) == []
    assert rules(game, "axis", {"do": "breakout", "units": ["a1"]}) != []
    later = field(*units, segment="movement", **spec)
    assert rules(later, "axis", {"do": "breakout", "units": ["a2"]}) != []


@reading("ocs", "2-09")
def test_stocks_are_filled_before_anybody_eats() -> None:
    game = field(
        unit("a1", "0120", ar=5, at={"internals": 1}), unit("a2", "0102"), unit("s1", "0240"),
        board=sketch(2, 40), sources=[{"side": "axis", "hex": "0101"}], segment="supply",
        dumps=[{"side": "axis", "hex": "0120", "tokens": 2}],
    )  # fmt: skip
    rig(game, 1, 1)
    assert rules(game, "axis", {"do": "eat", "units": ["a1"]}) != []
    end(game, "axis")
    assert (at(game, "a1").internals, at(game, "a1").oos) == (0, True)
    assert stacks.dump_at(game, game.board.hex("0120"), "axis") == 0
    assert told(game, "attrition")


@reading("ocs", "2-10")
def test_what_is_open_in_the_reaction_phase() -> None:
    game = field(
        unit("a1", "0909"), unit("s1", "0303"), unit("s2", "0503", mode="reserve", up="move",
                                                     move="4:6 leg"),
        sapper("s3", "0703"), segment="reaction", sources=HOME,
        dumps=[{"side": "allied", "hex": "0703", "sp": 9}],
    )  # fmt: skip
    assert rules(game, "allied", move("s1", to="0304")) == ["7.0a"]
    game.play("allied", {"do": "release", "units": ["s2"]})
    assert movement.allowance(game, "s2").total == 3
    assert rules(game, "allied", {"do": "build-hedgehog", "units": ["s3"], "hex": "0703"}) != []
    assert rules(game, "allied", {"do": "attack", "units": ["s2"], "target": "0504"}) != []
    assert rules(game, "allied", {"do": "blow", "hex": "0703"}) == []


@reading("ocs", "2-11")
def test_what_is_open_in_the_exploitation_phase() -> None:
    spec: dict[str, Any] = {"combat": "8:8 leg"}
    game = field(
        unit("a1", "0504", mode="exploit", up="combat", **spec),
        unit("a2", "0504", mode="reserve", up="combat", **spec), unit("a3", "0504", **spec),
        sapper("a4", "0303"), unit("s1", "0505"), segment="exploitation", dumps=PLENTY,
        sources=HOME,
    )  # fmt: skip
    assert rules(game, "axis", {"do": "build-hedgehog", "units": ["a4"], "hex": "0303"}) != []
    game.play("axis", {"do": "release", "units": ["a2"]})
    assert [movement.allowance(game, n).total for n in ("a1", "a2")] == [4, 8]
    assert rules(game, "axis", move("a3", to="0503")) == ["11.0a"]
    end(game, "axis", until="exploitation-attack")
    found = {n: rules(game, "axis", {"do": "attack", "units": [n], "target": "0505"}) == []
             for n in ("a1", "a2", "a3")}  # fmt: skip
    assert found == {"a1": True, "a2": True, "a3": False}


@reading("ocs", "2-12")
def test_clean_up_is_the_phasing_players() -> None:
    game = field(
        unit("a1", "0303", mode="dg"), unit("a2", "0303", mode="exploit"),
        unit("a3", "0303", "hq", at={"hq_fuelled": True}), unit("s1", "0707", mode="dg"),
        unit("s2", "0707", "hq", at={"hq_fuelled": True}), segment="exploitation-attack",
        sources=HOME, started=False,
    )  # fmt: skip
    h = game.board.hex("0101")
    game.put(HEXES, h, HexStatus(busted="allied"))
    game.put(HEXES, h + 1, HexStatus(busted="axis"))
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert phases.phasing(game) == "allied"
    assert [at(game, n).mode for n in ("a1", "a2", "s1")] == ["combat", "combat", "dg"]
    assert [at(game, n).hq_fuelled for n in ("a3", "s2")] == [False, True]
    assert [game.state[HEXES][x].busted for x in (h, h + 1)] == ["", "axis"]


@reading("ocs", "2-14")
def test_a_simulcast_turn_takes_two_and_is_peaceful() -> None:
    def proposed() -> Any:
        game = field(
            unit("a1", "0504"), unit("s1", "0505"), turn=2, segment="pre-turn", first="",
            weather="", started=False, sources=HOME, dumps=PLENTY,
        )  # fmt: skip
        rig(game, 3, 5, 6, 6, 1, 1)
        game._enter("engine", {"do": "begin"}, root=True, auto=False)
        game.play("axis", {"do": "choose-order", "choice": "simulcast"})
        return game

    no = proposed()
    no.play("allied", {"do": "simulcast", "agree": False})
    no.play("axis", {"do": "choose-order", "choice": "first"})
    assert not phases.peaceful(no)
    assert rules(no, "axis", {"do": "overrun", "units": ["a1"], "target": "0505"}) == []
    yes = proposed()
    yes.play("allied", {"do": "simulcast", "agree": True})
    assert rules(yes, "axis", {"do": "overrun", "units": ["a1"], "target": "0505"}) == ["2.4(2)"]
    attack = next(s for s in yes.segments if s.kind == "attack")
    assert (bool(attack.asks(no)), bool(attack.asks(yes))) == (True, False)
    wing_ = sky(craft("a1", "0303"), craft("s1", "0313"), unit("a8", "0304"), unit("s8", "0330"))
    wing_.put(TURN, "now", replace(wing_.state[TURN]["now"], simulcast=True))
    assert rules(wing_, "axis", fly("sweep", "a1", to="0313")) != []
