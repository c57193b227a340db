"""Barrages of facilities: air bases, ports and trains. [10.0c]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.sequence import CLOCK, Clock
from grognard.systems.ocs.barrage.barrage import AT_BASE, AT_PORT, AT_TRAINS, AT_UNITS
from grognard.systems.ocs.barrage.results import FACILITY_TABLE, Impact, Manner, read
from grognard.systems.ocs.modes.clean_up import clean_up
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import GAME_TURN
from grognard.systems.ocs.status import AIR, HEXES, SITES
from tests.systems.ocs.barrage.guns import BASE, TARGET, fire, run, shoot, target, why
from tests.systems.ocs.field import at, unit, where

rule = pytest.mark.rule

LAIR = [
    {"id": "y", "side": "allied", "types": "F", "range": 30, "full": "3/10/0", "reduced": "2/5/0"}
]


def nest(**more: Any) -> Ocs:
    """An enemy base of level 3 with three aircraft, one of them Inactive, and a unit."""
    air = [{"plane": "y", "id": f"y{i}", "hex": TARGET, "active": i != 3} for i in (1, 2, 3)]
    return target(unit("s1", TARGET), bases=BASE, planes=LAIR, air=air, **more)


@rule("ocs", "10.0c(A)")
@rule("ocs", "15.0c")
@rule("ocs", "CT-facility")
@rule("ocs", "CT-airreduce")
@rule("ocs", "MT-facility41")
def test_a_base_loses_levels_and_each_aircraft_rolls() -> None:
    game = nest()
    shoot(game, fire(game, 20, aim=AT_BASE), 4, 5, 4, 6)  # 11-20, die 4: 1 (5)
    assert game.state[SITES][game.board.hex(TARGET)].base == 2
    assert [game.state[AIR][f"y{i}"].reduced for i in (1, 2, 3)] == [True, False, True]
    assert at(game, "s1").mode == "combat"
    raid = next(e for e in game.events if e.kind == "base-raid")
    assert raid.dice == (5, 4, 6)


@rule("ocs", "10.0c(A)")
@rule("ocs", "15.0c")
def test_no_barrage_takes_a_base_below_the_first_level() -> None:
    game = target(bases=[{"side": "allied", "hex": TARGET, "level": 2}])
    shoot(game, fire(game, 81, aim=AT_BASE), 6)  # two levels
    assert game.state[SITES][game.board.hex(TARGET)].base == 1


@rule("ocs", "10.0c(A)")
@rule("ocs", "15.2(E)")
def test_a_strip_is_not_reduced() -> None:
    game = target(bases=[{"side": "allied", "hex": TARGET, "level": 0}])
    shoot(game, fire(game, 81, aim=AT_BASE), 6)
    assert game.state[SITES][game.board.hex(TARGET)].base == 0


@rule("ocs", "10.0c(A)")
def test_a_dash_leaves_the_base_and_its_aircraft_alone() -> None:
    game = nest()
    shoot(game, fire(game, 4, aim=AT_BASE), 4)
    assert game.state[SITES][game.board.hex(TARGET)].base == 3
    assert not any(game.state[AIR][f"y{i}"].reduced for i in (1, 2, 3))


@rule("ocs", "10.0c(B)")
def test_a_port_takes_hits_up_to_four() -> None:
    ports = [{"hex": TARGET, "side": "allied", "name": "Port", "capacity": 4, "hits": 3}]
    game = target(ports=ports)
    shoot(game, fire(game, 81, aim=AT_PORT), 6)
    assert game.state[SITES][game.board.hex(TARGET)].hits == 4
    calm = target(ports=ports)
    shoot(calm, fire(calm, 20, aim=AT_PORT), 3)  # (5) is nothing to a port
    assert calm.state[SITES][calm.board.hex(TARGET)].hits == 3


@rule("ocs", "10.0c(C)")
@rule("ocs", "14.8a")
@pytest.mark.parametrize(("die", "busted"), [(4, "axis"), (3, "")])
def test_an_asterisk_busts_trains(die: int, busted: str) -> None:
    game = target(segment="barrage")
    shoot(game, fire(game, 20, aim=AT_TRAINS, by="air"), die)
    assert game.state[HEXES][game.board.hex(TARGET)].busted == busted


@rule("ocs", "10.0c(C)")
@rule("ocs", "14.8d")
def test_the_marker_lies_until_the_enemy_cleans_up() -> None:
    game = target(unit("s1", "0909"), segment="barrage")
    h = game.board.hex(TARGET)
    shoot(game, fire(game, 20, aim=AT_TRAINS, by="air"), 6)
    run(clean_up(game))  # the Axis is phasing
    assert game.state[HEXES][h].busted == "axis"
    game.put(CLOCK, "now", Clock(1, GAME_TURN.place("clean-up", 1)))
    run(clean_up(game))
    assert game.state[HEXES][h].busted == ""


@rule("ocs", "10.0c(C)")
def test_only_aircraft_bust_trains() -> None:
    game = target(segment="barrage")
    assert why(game, fire(game, aim=AT_TRAINS, by="air")) == []
    assert why(game, fire(game, aim=AT_TRAINS, by="naval")) == ["10.0c(C)"]


@rule("ocs", "10.0f")
def test_only_the_aim_suffers() -> None:
    ports = [{"hex": TARGET, "side": "allied", "name": "Port", "capacity": 4}]
    game = nest(ports=ports)
    shoot(game, fire(game, 100, aim=AT_UNITS), 6, 6)
    site = game.state[SITES][game.board.hex(TARGET)]
    assert (site.base, site.hits, where(game, "s1")) == (3, 0, "dead")
    game = nest(ports=ports)
    shoot(game, fire(game, 100, aim=AT_PORT), 6)
    site = game.state[SITES][game.board.hex(TARGET)]
    assert (site.base, site.hits, at(game, "s1").mode) == (3, 2, "combat")


@rule("ocs", "10.0d")
@rule("ocs", "CT-dump")
def test_dumps_and_transport_are_no_targets() -> None:
    game = target(transport=[{"side": "allied", "hex": TARGET, "points": 3}])
    assert why(game, fire(game)) == ["10.0a"]
    assert why(game, fire(game, aim="dump")) == ["10.0f"]
    assert "barrage-dump" not in game.scenario.tables


@rule("ocs", "10.0c(A)")
@rule("ocs", "10.0c(B)")
def test_the_facility_must_be_there_and_the_enemys() -> None:
    game = target(bases=[{"side": "axis", "hex": TARGET, "level": 1}])
    assert why(game, fire(game, aim=AT_BASE)) == ["10.0c(A)"]
    assert why(game, fire(game, aim=AT_PORT)) == ["10.0c(B)"]


@rule("ocs", "10.0c(A)")
def test_entries_of_the_facility_table_are_read_whole() -> None:
    tables = target().scenario.tables
    assert read(tables, FACILITY_TABLE, 7, 4, Manner("air")) == Impact(
        hits=2, aircraft=4, trains=True
    )
    assert read(tables, FACILITY_TABLE, 1, 5, Manner("air")) == Impact(aircraft=6)
    assert read(tables, FACILITY_TABLE, 0, 1, Manner("air")).none
