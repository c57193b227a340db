"""Reinforcements: schedules, rolls, where and how they enter. [13.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.event import Event
from grognard.engine.record import canonical, replace
from grognard.systems.ocs.arrivals import consignments, reinforcements
from grognard.systems.ocs.pieces.units import UNITS
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    SHIPS,
    SIDES,
    SITES,
    TRANSPORT,
    Consignment,
    dump_key,
)
from grognard.systems.ocs.supply import dumps
from tests.systems.ocs.field import at, field, play, rig, rules, told, unit, where

rule = pytest.mark.rule


def arrive(*names: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "arrive", "units": list(names), "hex": to, **more}


def place(what: str, to: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "place", "what": what, "hex": to, "amount": amount, **more}


def entry(*names: str, hexes: str = "0101", turn: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "side": "axis", "turn": turn, "units": list(names), "hexes": hexes.split(), **more
    }  # fmt: skip


def phase(*units: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Ocs:
    """The Axis Reinforcement Phase, with the dice of its rolls."""
    more.setdefault("player", "axis")
    game = field(*units, segment="reinforcement", started=False, **more)
    rig(game, *dice)
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    return game


# ---- the schedule


@rule("ocs", "13.6")
@rule("ocs", "2.3-reinf")
@rule("ocs", "MT-arrival")
def test_reinforcements_come_when_the_schedule_says() -> None:
    game = phase(
        unit("a1", None), unit("a2", None), unit("s1", "0909"),
        arrivals=[entry("a1", hexes="0101 0102"), entry("a2", turn=2)],
    )  # fmt: skip
    assert reinforcements.due(game, "axis") == ["a1"]
    assert rules(game, "axis", arrive("a1", to="0102")) == []
    assert rules(game, "axis", arrive("a1", to="0103")) == ["13.6b"]
    assert rules(game, "axis", arrive("a2", to="0101")) == ["13.6"]
    game.play("axis", arrive("a1", to="0102", mode="move"))
    assert (where(game, "a1"), at(game, "a1").mode) == ("0102", "move")
    assert at(game, "a1").entered == 1  # so that it may entrain where it is


@rule("ocs", "13.6")
def test_nobody_holds_reinforcements_back() -> None:
    game = phase(unit("a1", None), unit("s1", "0909"), arrivals=[entry("a1")])
    assert rules(game, "axis", {"do": "end"}) == ["13.6"]
    game.play("axis", arrive("a1", to="0101"))
    assert game.state[UNITS]["a1"].place == "map"
    assert game.segment.kind != "reinforcement" or rules(game, "axis", {"do": "end"}) == []


@rule("ocs", "13.6a")
@rule("ocs", "4.8a")
def test_arrivals_may_crowd_a_hex_until_they_move() -> None:
    crowd = [unit(f"a{i}", None, re=4) for i in range(1, 4)]
    game = phase(*crowd, unit("s1", "0909"), arrivals=[entry("a1", "a2", "a3")])
    game.play("axis", arrive("a1", "a2", "a3", to="0101"))
    assert {where(game, f"a{i}") for i in range(1, 4)} == {"0101"}


@rule("ocs", "13.6b")
def test_they_come_in_any_legal_mode_and_next_to_the_enemy() -> None:
    game = phase(unit("a1", None), unit("s1", "0102"), arrivals=[entry("a1")])
    assert rules(game, "axis", arrive("a1", to="0101", mode="combat")) == []
    assert rules(game, "axis", arrive("a1", to="0101", mode="strat")) == ["5.8a"]
    assert rules(game, "axis", arrive("a1", to="0101", mode="reserve", up="move")) == ["5.7c"]
    assert rules(game, "axis", arrive("a1", to="0101", mode="dg")) == ["5.3"]
    free = phase(unit("a1", None), unit("s1", "0909"), arrivals=[entry("a1")])
    assert rules(free, "axis", arrive("a1", to="0101", mode="reserve", up="move")) == []
    assert rules(free, "axis", arrive("a1", to="0101", mode="reserve")) == ["5.7a"]
    free.play("axis", arrive("a1", to="0101", mode="reserve", up="move"))
    assert (at(free, "a1").mode, at(free, "a1").combat_up) == ("reserve", False)


@rule("ocs", "13.6b")
def test_a_blocked_hex_of_the_edge_leaves_the_nearest_open_one() -> None:
    game = phase(unit("a1", None), unit("s1", "0501"), arrivals=[entry("a1", hexes="0501")])
    assert rules(game, "axis", arrive("a1", to="0501")) == ["13.6b"]
    open_ = {a["hex"] for a in game.legal("axis") if a["do"] == "arrive"}
    assert open_ == {"0401", "0601"}
    lakes = sketch(9, 9, terrain={"0401": "lake", "0601": "lake", "0701": "lake"})
    wet = phase(unit("a1", None), unit("s1", "0501"), board=lakes,
                arrivals=[entry("a1", hexes="0501")])  # fmt: skip
    assert {a["hex"] for a in wet.legal("axis") if a["do"] == "arrive"} == {"0301"}
    inside = phase(unit("a1", None), unit("s1", "0505"), arrivals=[entry("a1", hexes="0505")])
    assert not [a for a in inside.legal("axis") if a["do"] == "arrive"]


@rule("ocs", "13.6b")
def test_enemy_supply_blocks_an_entry_too() -> None:
    game = phase(
        unit("a1", None), unit("s1", "0909"), arrivals=[entry("a1", hexes="0501 0301")],
        dumps=[{"side": "allied", "hex": "0501", "sp": 1}],
    )  # fmt: skip
    assert rules(game, "axis", arrive("a1", to="0501")) == ["13.6b"]
    assert rules(game, "axis", arrive("a1", to="0301")) == []


# ---- ports, bases, transport


def _port(*units: dict[str, Any], capacity: int = 1, **more: Any) -> Ocs:
    return phase(
        *units,
        unit("a9", None),
        arrivals=[entry("a1", "a2", hexes="0501", port=True), entry("a9", hexes="0109")],
        ports=[{"name": "Quay", "hex": "0501", "side": "axis", "capacity": capacity}],
        **more,
    )


@rule("ocs", "13.6a")
def test_a_port_takes_in_as_many_re_as_its_capacity() -> None:
    game = _port(unit("a1", None), unit("a2", None), unit("s1", "0909"))
    assert rules(game, "axis", arrive("a1", "a2", to="0501")) == ["13.6a"]
    game.play("axis", arrive("a1", to="0501"))
    assert game.state[SITES][game.board.hex("0501")].used == 4
    wide = _port(unit("a1", None), unit("a2", None), unit("s1", "0909"), capacity=2)
    assert rules(wide, "axis", arrive("a1", "a2", to="0501")) == []
    wide.play("axis", arrive("a1", to="0501"))
    assert rules(wide, "axis", arrive("a2", to="0501")) == []


@rule("ocs", "13.6a")
def test_enemy_zones_shut_a_port_to_reinforcements() -> None:
    zone = [unit("a1", None), unit("a2", None), unit("a3", "0501"), unit("s1", "0502")]
    assert rules(_port(*zone), "axis", arrive("a1", to="0501")) == ["13.6a"]
    negated = _port(*zone, options={"port-entry": "negation"})
    assert rules(negated, "axis", arrive("a1", to="0501")) == []


@rule("ocs", "13.6a")
@rule("ocs", "19.0a")
def test_a_division_larger_than_its_port_has_the_port_to_itself() -> None:
    large = [unit("a1", None, re=3), unit("a2", None), unit("s1", "0909")]
    game = _port(*large)
    assert rules(game, "axis", arrive("a1", "a2", to="0501")) == ["13.6a"]
    game.play("axis", arrive("a1", to="0501"))
    assert rules(game, "axis", arrive("a2", to="0501")) == ["13.6a"]
    other = _port(*large)
    other.play("axis", arrive("a2", to="0501"))
    assert rules(other, "axis", arrive("a1", to="0501")) == ["13.6a"]
    wrecked = _port(*large, capacity=0)
    assert rules(wrecked, "axis", arrive("a1", to="0501")) == ["13.6a"]


@rule("ocs", "13.6a")
def test_enemy_zones_shut_a_port_to_supply_that_comes_by_sea() -> None:
    def came(**more: Any) -> list[str]:
        supply = [entry(hexes="0501", sp=2, **more), entry(hexes="0901", sp=1)]
        port = [{"name": "Quay", "hex": "0501", "side": "axis", "capacity": 5}]
        pieces = unit("a3", "0501"), unit("s1", "0502")
        game = phase(*pieces, arrivals=supply, ports=port)
        return rules(game, "axis", place("supply", "0501", 8))

    assert came(port=True) == ["2.3-reinf"]
    assert came() == []  # it came another way


PLANE = {
    "id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 20,
    "full": "(1)/8/0", "reduced": "(1)/4/0",
}  # fmt: skip


def _air(count: int, level: int, **more: Any) -> Ocs:
    planes = [{"id": f"p{i}", "plane": "ju"} for i in range(count)]
    ids = [f"p{i}" for i in range(count)]
    return phase(
        unit("a1", "0901"), unit("a9", None), unit("s1", "0909"), planes=[PLANE], air=planes,
        arrivals=[entry(*ids, hexes=""), entry("a9", hexes="0109")],
        bases=[{"side": "axis", "hex": "0505", "level": level},
               {"side": "allied", "hex": "0808", "level": 3}],
        **more,
    )  # fmt: skip


@rule("ocs", "13.6")
@rule("ocs", "13.6a")
def test_aircraft_come_active_to_any_friendly_base_with_room() -> None:
    game = _air(6, 1)
    land = {"do": "arrive-by-air", "plane": "p0", "base": "0505"}
    assert rules(game, "axis", {**land, "base": "0808"}) == ["13.6"]
    for i in range(5):  # four and the level
        game.play("axis", {**land, "plane": f"p{i}"})
        assert game.state[AIR][f"p{i}"].active
    assert rules(game, "axis", {**land, "plane": "p5"}) == ["13.6a"]
    assert not [a for a in game.legal("axis") if a["do"] == "arrive-by-air"]


@rule("ocs", "21.5")
def test_by_the_option_one_aircraft_a_level_comes_active() -> None:
    game = _air(3, 2, options={"rebasing-limits": "on"})
    for i in range(3):
        game.play("axis", {"do": "arrive-by-air", "plane": f"p{i}", "base": "0505"})
    assert [game.state[AIR][f"p{i}"].active for i in range(3)] == [True, True, False]
    strip = _air(2, 0, options={"rebasing-limits": "on"})
    for i in range(2):
        strip.play("axis", {"do": "arrive-by-air", "plane": f"p{i}", "base": "0505"})
    assert [strip.state[AIR][f"p{i}"].active for i in range(2)] == [True, False]


@rule("ocs", "13.6c")
def test_organic_trucks_come_loaded_and_others_with_supply_that_arrives_there() -> None:
    game = phase(
        unit("a1", "0901", formation="1 Pz"), unit("s1", "0909"),
        transport=[{"side": "axis", "id": "org", "points": 1, "formation": "1 Pz"},
                   {"side": "axis", "id": "tr", "points": 2}],
        arrivals=[entry("org", "tr", hexes="0101", sp=1)],
        dumps=[{"side": "axis", "hex": "0101", "sp": 5}],
    )  # fmt: skip
    game.play("axis", arrive("org", to="0101"))
    assert game.state[TRANSPORT]["org"].load == 4
    assert rules(game, "axis", arrive("tr", to="0101", load=4)) == ["13.6c"]
    game.play("axis", place("supply", "0101", 4))
    assert rules(game, "axis", arrive("tr", to="0101", load=5)) == ["13.6c"]
    assert arrive("tr", to="0101", load=4) in list(game.legal("axis"))
    game.play("axis", arrive("tr", to="0101", load=4))
    assert game.state[TRANSPORT]["tr"].load == 4
    assert game.state[DUMPS][dump_key("axis", game.board.hex("0101"))].tokens == 20
    status = game.state[SIDES]["axis"]
    assert status.delivered == dumps.stock(game, "axis") == 28


@rule("ocs", "13.6")
def test_ships_come_where_the_schedule_says() -> None:
    ship = {"id": "bb", "side": "axis", "name": "BB", "sound": "20/6/2/3", "damaged": "10/6/1/3"}
    game = phase(
        unit("a1", "0901"), unit("s1", "0909"), ships=[ship], naval=[{"id": "bb1", "ship": "bb"}],
        arrivals=[entry("bb1", hexes="0505")],
    )  # fmt: skip
    game.play("axis", arrive("bb1", to="0505"))
    assert game.state[SHIPS]["bb1"].hex == game.board.hex("0505")


# ---- the rolls

SUPPLIED = {"axis": {"supply_hexes": ["0101", "0102"]}}
REPLACED = {"axis": {"repl_hexes": ["0101"]}}


@rule("ocs", "2.3-reinf")
@rule("ocs", "MT-sparrival")
def test_supply_arrives_by_a_roll_and_must_be_placed() -> None:
    game = phase(unit("a1", "0901"), unit("s1", "0909"), limits=SUPPLIED, dice=(3, 4))
    assert told(game, "arrivals") == [{"side": "axis", "tokens": 20}]
    assert rules(game, "axis", {"do": "end"}) == ["13.6"]
    assert rules(game, "axis", place("supply", "0103", 20)) == ["2.3-reinf"]
    assert rules(game, "axis", place("supply", "0101", 21)) == ["2.3-reinf"]
    game.play("axis", place("supply", "0101", 12))
    game.play("axis", place("supply", "0102", 8))
    found = {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}
    assert found == {"0101": 12, "0102": 8}
    assert game.state[SIDES]["axis"].delivered == 20


@rule("ocs", "13.5")
@rule("ocs", "MT-varreinf")
def test_replacements_arrive_by_a_roll() -> None:
    game = phase(unit("a1", "0901"), unit("s1", "0909"), limits=REPLACED, dice=(4, 5))
    assert told(game, "arrivals") == [{"side": "axis", "pax": 2, "eq": 1}]
    assert rules(game, "axis", place("pax", "0101", 2, mode="combat")) == ["13.5"]
    assert rules(game, "axis", place("pax", "0101", 3)) == ["2.3-reinf"]
    game.play("axis", place("pax", "0101", 2))
    game.play("axis", place("eq", "0101", 1, mode="strat"))
    found = sorted(n for n, u in game.state[UNITS].items() if u.hex == game.board.hex("0101"))
    assert len(found) == 3
    assert [at(game, n).mode for n in found] == ["strat", "move", "move"]


@rule("ocs", "21.6c")
@rule("ocs", "21.6d")
def test_convention_tempo_brings_more() -> None:
    game = phase(
        unit("a1", "0901"), unit("s1", "0909"),
        limits={"axis": {"supply_hexes": ["0101"], "repl_hexes": ["0102"]}},
        options={"tempo-arrivals": "on", "tempo-reinforcement": "on"}, dice=(1, 1, 5, 4, 6, 6),
    )  # fmt: skip
    assert told(game, "arrivals") == [
        {"side": "axis", "tokens": 12},  # 8 and half as much again
        {"side": "axis", "pax": 2, "eq": 1},
        {"side": "axis", "pax": 2, "eq": 2},
    ]


def _seen(game: Ocs, player: str, kind: str) -> list[Event]:
    return [e for e in game.events_for(player) if e.kind == kind]


@rule("ocs", "4.9e")
def test_secret_rolls_are_the_owners_alone() -> None:
    for option, facts in (("off", {"side": "axis", "tokens": 20}), ("on", {"side": "axis"})):
        game = phase(unit("a1", "0901"), unit("s1", "0909"), limits=SUPPLIED, dice=(3, 4),
                     options={"secret-rolls": option})  # fmt: skip
        (mine,), (his,) = _seen(game, "axis", "arrivals"), _seen(game, "allied", "arrivals")
        assert dict(mine.facts) == {"side": "axis", "tokens": 20}
        assert dict(his.facts) == facts
        assert bool(his.dice) == (option == "off")


@rule("ocs", "13.6")
def test_the_enemy_learns_that_somebody_came_but_not_who() -> None:
    game = phase(unit("a1", None), unit("s1", "0909"), arrivals=[entry("a1")])
    game.play("axis", arrive("a1", to="0101"))
    (his,) = _seen(game, "allied", "reinforcements")
    assert "units" not in his.facts
    play(game, "axis", {"do": "end"}) if game.segment.kind == "reinforcement" else None


@rule("ocs", "13.6")
def test_trucks_that_came_and_joined_others_are_not_due_again() -> None:
    trucks = [{"id": "at1", "side": "axis", "points": 1}]
    game = phase(unit("a1", "0909"), transport=trucks, arrivals=[entry("at1")])
    play(game, "axis", arrive("at1", to="0101"))
    game.drop(TRANSPORT, "at1")  # they are part of other Transport Points now
    assert reinforcements.due(game, "axis") == []


@rule("ocs", "13.6")
def test_what_two_consignments_could_bring_to_a_hex_is_listed_once() -> None:
    game = phase(unit("a1", "0909"))
    both = (Consignment("supply", 4, (0,)), Consignment("supply", 8, (0, 1)))
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], arriving=both))
    found = [canonical(action) for action in consignments.Place().legal(game, "axis")]
    assert len(found) == len(set(found)) == 4
    assert canonical(place("supply", game.board.label(0), 12)) in found
