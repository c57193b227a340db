"""Barrages: tables, spotters, density, shifts, limits and what targets suffer. [10.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Procedure
from grognard.engine.sequence import CLOCK, Clock
from grognard.engine.tally import Tally
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.barrage import AT_BASE, AT_PORT, AT_TRAINS, AT_UNITS, Fire
from grognard.systems.ocs.barrage.results import (
    BARRAGE_TABLE,
    FACILITY_TABLE,
    Impact,
    Manner,
    chances,
    read,
    softened,
)
from grognard.systems.ocs.modes.clean_up import clean_up
from grognard.systems.ocs.results import barrage_column
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import GAME_TURN
from grognard.systems.ocs.status import AIR, HEXES, SITES, HexStatus
from tests.systems.ocs.field import at, field, rig, told, unit, where

rule = pytest.mark.rule
GUN = unit("a1", "0503", "artillery")
SPOTTER = unit("a2", "0504")
TARGET = "0505"
PLANES = [
    {"id": kind, "side": "axis", "types": kind, "range": 30, "full": "3/10/0", "reduced": "2/5/0"}
    for kind in ("F", "T", "S")
]
DUMP = [{"side": "axis", "hex": "0503", "sp": 5}]


def fire(game: Ocs, points: int | Fraction = 10, **more: Any) -> Fire:
    """A fire of axis guns at the target hex; keys of a Fire replace the usual ones."""
    by, h = more.pop("by", "artillery"), game.board.hex(more.pop("target", TARGET))
    seen = more.pop("spotted", barrage.spotted(game, "axis", h, by))
    found = {
        "side": "axis", "target": h, "aim": AT_UNITS, "points": Tally().add("guns", points, "10.0"),
        "by": by, "firers": ("a1",), "spotted": seen, **more,
    }  # fmt: skip
    return Fire(**found)


def run(procedure: Procedure) -> None:
    """Go through a procedure, answering by default."""
    try:
        ask = next(procedure)
        while True:
            assert not isinstance(ask, tuple)
            ask = procedure.send(ask.default)
    except StopIteration:
        pass


def shoot(game: Ocs, found: Fire, *dice: int) -> None:
    rig(game, *dice)
    run(barrage.resolve(game, found))


def why(game: Ocs, found: Fire) -> list[str]:
    return [refusal.rule for refusal in barrage.refusals(game, found)]


def target(*units: dict[str, Any], **more: Any) -> Ocs:
    """The gun, its spotter, and enemies in the target hex."""
    more.setdefault("segment", "artillery")
    more.setdefault("started", False)
    return field(GUN, SPOTTER, *units, dumps=DUMP, **more)


def shift(game: Ocs, **more: Any) -> int:
    return int(barrage.shifts(game, fire(game, **more)).total)


# ---- columns


@rule("ocs", "10.0")
@rule("ocs", "CT-barrage")
@pytest.mark.parametrize(
    ("points", "column"),
    [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3), (8, 4), (11, 4), (12, 5), (16, 5), (17, 6),
     (24, 6), (25, 7), (40, 7), (41, 8), (68, 8), (69, 9), (116, 9), (117, 10), (500, 10)],
)  # fmt: skip
def test_points_find_their_column(points: int, column: int) -> None:
    game = target(unit("s1", TARGET, re=3))
    assert barrage.weigh(game, fire(game, points)).initial == column
    assert barrage_column(game.scenario.tables, points) == column


@rule("ocs", "10.0")
@rule("ocs", "4.1")
def test_it_takes_a_point_to_barrage() -> None:
    game = target(unit("s1", TARGET))
    assert why(game, fire(game, 0)) == ["10.0"]
    assert why(game, fire(game, Fraction(1, 2))) == []
    assert why(game, fire(game, Fraction(1, 3))) == ["10.0"]


@rule("ocs", "10.0")
def test_four_aircraft_barrage_together_and_any_number_of_guns() -> None:
    game = target(unit("s1", TARGET), segment="barrage")
    names = tuple(f"p{i}" for i in range(5))
    assert why(game, fire(game, by="air", firers=names)) == ["10.0"]
    assert why(game, fire(game, by="air", firers=names[:4])) == []
    guns = target(unit("s1", TARGET), *(unit(f"ag{i}", "0503", "artillery") for i in range(5)))
    assert why(guns, fire(guns, firers=tuple(f"ag{i}" for i in range(5)))) == []


@rule("ocs", "10.1b(A)")
@rule("ocs", "10.2")
@rule("ocs", "10.2c")
@rule("ocs", "10.3")
@pytest.mark.parametrize(("by", "cost"), [("artillery", 3), ("air", 0), ("naval", 0)])
def test_only_artillery_pays_by_its_first_column(by: str, cost: int) -> None:
    game = target(unit("s1", TARGET), unit("s2", TARGET, re=3), unit("s3", TARGET, re=3))
    weight = barrage.weigh(game, fire(game, 16, by=by))
    assert (weight.cost, weight.initial, weight.column) == (cost, 5, 9)


# ---- shifts


@rule("ocs", "10.0b")
def test_without_a_spotter_it_shifts_three_left() -> None:
    game = field(GUN, unit("a2", "0502"), unit("s1", TARGET, re=3), segment="artillery")
    assert not barrage.spotted(game, "axis", game.board.hex(TARGET))
    assert shift(game) == -3
    near = target(unit("s1", TARGET, re=3))
    assert barrage.spotters(near, "axis", near.board.hex(TARGET)) == ["a2"]
    assert shift(near) == 0


@rule("ocs", "10.0b")
@pytest.mark.parametrize("mode", ["combat", "move", "strat", "dg", "reserve"])
def test_any_combat_unit_spots_whatever_its_mode(mode: str) -> None:
    game = field(GUN, unit("a2", "0504", mode=mode), unit("s1", TARGET))
    assert barrage.spotted(game, "axis", game.board.hex(TARGET))


@rule("ocs", "10.0b")
def test_units_aboard_landing_craft_do_not_spot() -> None:
    game = field(GUN, unit("a2", "0504", at={"place": "aboard", "at": "lc"}), unit("s1", TARGET))
    assert not barrage.spotted(game, "axis", game.board.hex(TARGET))


@rule("ocs", "10.0b")
@rule("ocs", "14.1e(A)")
def test_strat_bombers_are_always_unspotted() -> None:
    bases = [{"side": "axis", "hex": "0101", "level": 3}]
    air = [{"plane": k, "id": k, "hex": "0101"} for k in ("T", "S")]
    game = target(unit("s1", TARGET), planes=PLANES, bases=bases, air=air)
    h = game.board.hex(TARGET)
    assert barrage.spotted(game, "axis", h, "air", ["T"])
    assert not barrage.spotted(game, "axis", h, "air", ["T", "S"])


@rule("ocs", "18.3b")
@pytest.mark.parametrize(("option", "seen"), [("as-others", True), ("always-unspotted", False)])
def test_ships_have_spotters_unless_an_option_takes_them(option: str, seen: bool) -> None:
    game = target(unit("s1", TARGET), options={"ship-spotters": option})
    assert barrage.spotted(game, "axis", game.board.hex(TARGET), "naval") is seen
    assert barrage.spotted(game, "axis", game.board.hex(TARGET), "artillery")


@rule("ocs", "CT-barrage-shifts")
@pytest.mark.parametrize(
    ("ground", "columns"),
    [("clear", 0), ("woods", -1), ("rough", -1), ("woods+rough", -1)],
)
def test_close_and_very_close_terrain_shift_one_left(ground: str, columns: int) -> None:
    game = target(unit("s1", TARGET, re=3), board=sketch(9, 9, terrain={TARGET: ground}))
    assert shift(game) == columns


@rule("ocs", "CT-barrage-shifts")
def test_extremely_close_terrain_shifts_two_left() -> None:
    board = sketch(9, 9, places={"Town": f"major_city {TARGET}"})
    assert shift(target(unit("s1", TARGET, re=3), board=board)) == -2


@rule("ocs", "CT-barrage-shifts")
@rule("ocs", "16.0")
@pytest.mark.parametrize("level", [1, 4])
def test_a_hedgehog_of_any_level_shifts_one_left(level: int) -> None:
    hog = [{"side": "allied", "hex": TARGET, "level": level}]
    assert shift(target(unit("s1", TARGET, re=3), hedgehogs=hog)) == -1


@rule("ocs", "CT-barrage-shifts")
def test_units_in_strat_mode_shift_three_right_once() -> None:
    units = unit("s1", TARGET, size="battalion", mode="strat"), unit("s2", TARGET, mode="strat")
    assert shift(target(*units)) == 3
    assert shift(target(units[0], unit("s2", TARGET))) == 3


@rule("ocs", "10.0a")
@rule("ocs", "CT-barrage-shifts")
@pytest.mark.parametrize(
    ("battalions", "columns"),
    [(1, -1), (2, -1), (3, 0), (6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (12, 3), (13, 4),
     (20, 4)],
)  # fmt: skip
def test_density_counts_regimental_equivalents_unrounded(battalions: int, columns: int) -> None:
    units = (unit(f"s{i}", TARGET, size="battalion") for i in range(battalions))
    assert shift(target(*units)) == columns


@rule("ocs", "10.0a")
def test_a_division_counts_three_at_most() -> None:
    game = target(unit("s1", TARGET, re=4))
    assert barrage.density(game, game.board.hex(TARGET)) == 12
    assert shift(game) == 0
    worn = target(unit("s1", TARGET, re=4, lost=2))
    assert barrage.density(worn, worn.board.hex(TARGET)) == 8
    two = target(unit("s1", TARGET, re=4), unit("s2", TARGET, re=4))
    assert barrage.density(two, two.board.hex(TARGET)) == 24


@rule("ocs", "10.0a")
def test_a_multi_unit_formation_counts_three_at_most() -> None:
    brigades = [unit(f"s{i}", TARGET, formation="7 Tank") for i in range(5)]
    game = target(*brigades, unit("s9", TARGET))
    assert barrage.density(game, game.board.hex(TARGET)) == 16
    few = target(*brigades[:2])
    assert barrage.density(few, few.board.hex(TARGET)) == 8


@rule("ocs", "10.2b")
@rule("ocs", "14.7c")
@rule("ocs", "14.1e(C)")
def test_aircraft_within_ten_hexes_of_their_bases_shift_one_right() -> None:
    board = sketch(3, 16)
    bases = [{"side": "axis", "hex": h, "level": 3} for h in ("0201", "0202")]
    air = [{"plane": "T", "id": "far", "hex": "0201"}, {"plane": "T", "id": "near", "hex": "0202"},
           {"plane": "S", "id": "strat", "hex": "0202"}]  # fmt: skip
    game = field(unit("a2", "0211"), unit("s1", "0212", re=3), board=board, planes=PLANES,
                 bases=bases, air=air, segment="barrage")  # fmt: skip
    h = game.board.hex("0212")
    assert barrage.near(game, h, ["near"])
    assert not barrage.near(game, h, ["near", "far"])
    assert not barrage.near(game, h, ["near", "strat"])
    near = fire(game, by="air", target="0212", firers=("near",), near=True)
    assert barrage.shifts(game, near).total == 1
    assert barrage.shifts(game, fire(game, by="air", target="0212", firers=("far",))).total == 0


@rule("ocs", "21.4(A)")
@pytest.mark.parametrize(("option", "columns"), [("on", -1), ("off", 0)])
def test_beyond_half_range_an_option_shifts_one_left(option: str, columns: int) -> None:
    board = sketch(3, 18)
    plane = {**PLANES[0], "range": 20}
    game = field(unit("a2", "0216"), unit("s1", "0217", re=3), board=board, planes=[plane],
                 bases=[{"side": "axis", "hex": h, "level": 1} for h in ("0206", "0207")],
                 air=[{"plane": "F", "id": n, "hex": f"020{i}"} for n, i in (("f", 6), ("g", 7))],
                 options={"long-range": option}, segment="barrage")  # fmt: skip
    h = game.board.hex("0217")
    assert barrage.far(game, h, ["g", "f"])
    assert not barrage.far(game, h, ["g"])
    assert shift(game, by="air", target="0217", far=True) == columns


@rule("ocs", "10.0c(A)")
@rule("ocs", "10.0b")
def test_nothing_shifts_a_barrage_of_facilities() -> None:
    game = field(
        GUN, unit("s1", TARGET, mode="strat"), board=sketch(9, 9, terrain={TARGET: "woods"}),
        bases=[{"side": "allied", "hex": TARGET, "level": 2}], segment="artillery",
    )  # fmt: skip
    weight = barrage.weigh(game, fire(game, 22, aim=AT_BASE))
    assert (weight.shifts.parts, weight.initial, weight.column) == ((), 5, 5)


@rule("ocs", "10.0")
def test_shifts_beyond_the_table_use_its_edges() -> None:
    game = field(GUN, unit("s1", TARGET), segment="artillery")
    assert barrage.weigh(game, fire(game, 2)).column == 0
    crowd = target(*(unit(f"s{i}", TARGET) for i in range(7)))
    assert barrage.weigh(crowd, fire(crowd, 117)).column == 10


# ---- results


@rule("ocs", "10.0a")
@rule("ocs", "MT-barrage41")
@pytest.mark.parametrize(
    ("by", "spotted", "level", "result"),
    [("artillery", True, 0, "1/2"), ("artillery", True, 2, "1/2"), ("artillery", True, 3, "DG"),
     ("artillery", False, 0, "DG"), ("air", True, 0, "DG")],
)  # fmt: skip
def test_a_bracketed_half_is_often_dg(by: str, spotted: bool, level: int, result: str) -> None:
    hogs = [{"side": "allied", "hex": TARGET, "level": level}] if level else []
    game = target(unit("s1", TARGET), hedgehogs=hogs)
    how = barrage.manner(game, fire(game, by=by, spotted=spotted))
    assert softened(game.scenario.tables, "[1/2]", how) == result


@rule("ocs", "10.0a")
def test_by_an_option_a_bracketed_half_from_the_air_counts() -> None:
    game = target(unit("s1", TARGET), options={"air-half-results": "half"})
    how = barrage.manner(game, fire(game, by="air"))
    assert softened(game.scenario.tables, "[1/2]", how) == "1/2"
    unseen = barrage.manner(game, fire(game, by="air", spotted=False))
    assert softened(game.scenario.tables, "[1/2]", unseen) == "DG"


@rule("ocs", "18.3b")
@pytest.mark.parametrize(
    ("printed", "result"),
    [
        ("-", "-"),
        ("DG", "DG"),
        ("[1/2]", "DG"),
        ("1/2", "DG"),
        ("1", "1/2"),
        ("2", "1"),
        ("3", "2"),
    ],
)
def test_ships_do_less_to_the_shore(printed: str, result: str) -> None:
    game = target(unit("s1", TARGET))
    assert softened(game.scenario.tables, printed, Manner("naval")) == result


@rule("ocs", "18.3c(A)")
def test_against_ships_every_half_is_a_half() -> None:
    game = target(unit("s1", TARGET))
    tables = game.scenario.tables
    assert softened(tables, "[1/2]", Manner("naval", spotted=False, ship=True)) == "1/2"
    assert softened(tables, "2", Manner("naval", ship=True)) == "2"


@rule("ocs", "10.0a")
@pytest.mark.parametrize(("die", "place"), [(3, TARGET), (4, "dead")])
def test_a_half_is_a_step_on_four_or_more_and_dg_always(die: int, place: str) -> None:
    game = target(unit("s1", TARGET, re=1), unit("s2", TARGET, re=3))
    shoot(game, fire(game, 12), 4, 5, die)  # 1 right of 12-16 is 17-24; 9 there is a half
    assert told(game, "barrage")[0]["steps"] == int(die == 4)
    assert at(game, "s2").mode == "dg"
    assert where(game, "s1") == place or at(game, "s2").lost == 1


@rule("ocs", "10.0a")
@rule("ocs", "5.10a(A)")
@rule("ocs", "5.7d")
def test_dg_takes_the_place_of_reserve() -> None:
    game = target(unit("s1", TARGET, mode="reserve", up="move"), unit("s2", TARGET, re=2))
    shoot(game, fire(game, 12), 3, 4)
    assert [at(game, n).mode for n in ("s1", "s2")] == ["dg", "dg"]
    assert not at(game, "s1").combat_up


@rule("ocs", "5.7d")
@pytest.mark.parametrize(("option", "mode"), [("dg-only", "reserve"), ("any", "move")])
def test_a_barrage_without_effect_leaves_reserve_but_for_an_option(option: str, mode: str) -> None:
    game = target(unit("s1", TARGET, mode="reserve", up="move"),
                  options={"contact-by-barrage": option})  # fmt: skip
    shoot(game, fire(game, 5), 1, 1)
    assert at(game, "s1").mode == mode


@rule("ocs", "10.0a")
@rule("ocs", "9.11c")
def test_the_target_picks_who_loses_steps_as_he_likes() -> None:
    units = [unit(f"s{i}", TARGET, re=4) for i in (1, 2)]
    game = target(*units)
    rig(game, 6, 6)
    procedure = barrage.resolve(game, fire(game, 69))  # 117+ after the shifts: three steps
    ask = next(procedure)
    assert not isinstance(ask, tuple)
    assert (ask.player, ask.rule) == ("allied", "10.0a")
    assert ask.why(game, {"do": "losses", "take": {"s2": 3}}) == []
    with pytest.raises(StopIteration):
        procedure.send({"do": "losses", "take": {"s2": 3}})
    assert (at(game, "s1").lost, at(game, "s2").lost) == (0, 3)
    assert {at(game, n).mode for n in ("s1", "s2")} == {"dg"}


@rule("ocs", "10.0a")
@rule("ocs", "9.11c")
def test_losses_beyond_what_is_there_are_ignored_and_the_hex_is_cleared() -> None:
    game = target(unit("s1", TARGET))
    shoot(game, fire(game, 200), 6, 6)
    assert where(game, "s1") == "dead"
    assert game.state[HEXES][game.board.hex(TARGET)].cleared == game.serial


@rule("ocs", "4.9c")
def test_both_learn_points_and_shifts_but_only_the_firer_who_fires() -> None:
    game = target(unit("s1", TARGET))
    shoot(game, fire(game, 20), 1, 1)
    mine, yours = (
        next(e for e in game.events_for(side) if e.kind == "reckoning")
        for side in ("axis", "allied")
    )
    assert mine.facts["strength"]["parts"]
    assert not yours.facts["strength"]["parts"]
    assert yours.facts["strength"]["total"] == 20
    labels = [part["label"] for part in yours.facts["shifts"]["parts"]]
    assert labels == ["density of the target"]
    assert mine.facts["shifts"] == yours.facts["shifts"]
    assert (mine.facts["initial"], mine.facts["column"]) == ("17-24", "12-16")


@rule("ocs", "CT-barrage")
def test_more_points_and_higher_rolls_never_do_less() -> None:
    tables = target().scenario.tables
    grades = ["-", "DG", "[1/2]", "1/2", "1", "2", "3"]
    table = tables["barrage"]
    printed = [[table.cell(r, c).value for c in table.columns] for r in range(2, 13)]
    assert {value for row in printed for value in row} == set(grades)
    grid = [[grades.index(value) for value in row] for row in printed]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


# ---- facilities


BASE = [{"side": "allied", "hex": TARGET, "level": 3}]
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


# ---- limits and phases


@rule("ocs", "10.0e(A)")
@rule("ocs", "14.7d(A)")
def test_a_hex_is_barraged_once_a_phase_whatever_the_aim() -> None:
    game = target(unit("s1", TARGET), bases=BASE)
    barrage.declare(game, fire(game))
    assert why(game, fire(game, firers=("a3",))) == ["10.0e(A)"]
    assert why(game, fire(game, firers=("a3",), aim=AT_BASE)) == ["10.0e(A)"]
    h = game.board.hex(TARGET)
    game.put(HEXES, h, HexStatus(barraged=game.serial - 3))
    assert why(game, fire(game, firers=("a3",))) == []


@rule("ocs", "10.0e(A)")
@rule("ocs", "14.7d(A)")
def test_hip_shoots_neither_count_nor_are_kept_out() -> None:
    game = target(unit("s1", TARGET), segment="movement")
    hip = fire(game, by="air", firers=("p",), hip=True)
    barrage.declare(game, hip)
    barrage.declare(game, hip)
    assert why(game, hip) == []
    assert game.board.hex(TARGET) not in game.state[HEXES]


@rule("ocs", "10.0e(A)")
@pytest.mark.parametrize(("option", "refused"), [("barrage", ["10.0e(A)"]), ("apart", [])])
def test_busting_trains_uses_the_hex_up_but_for_an_option(option: str, refused: list[str]) -> None:
    game = target(unit("s1", TARGET), segment="barrage", options={"trainbusting-limit": option})
    barrage.declare(game, fire(game, by="air", aim=AT_TRAINS, firers=("p",)))
    assert why(game, fire(game, by="air", firers=("q",))) == refused


@rule("ocs", "10.0e(B)")
def test_a_gun_fires_once_a_phase() -> None:
    game = target(unit("s1", TARGET), unit("s2", "0405"))
    barrage.declare(game, fire(game))
    assert why(game, fire(game, target="0405")) == ["10.0e(B)"]
    assert why(game, fire(game, target="0405", firers=("a2",))) == []


@rule("ocs", "10.0e(C)")
@rule("ocs", "10.0e(D)")
@rule("ocs", "10.0e(E)")
@rule("ocs", "10.2a")
@rule("ocs", "2.3-combat")
@pytest.mark.parametrize(
    ("segment", "by", "refused"),
    [("barrage", "air", []), ("barrage", "naval", []), ("barrage", "artillery", ["10.0e(C)"]),
     ("reaction-barrage", "air", []), ("reaction-barrage", "naval", []),
     ("reaction-barrage", "artillery", []), ("artillery", "artillery", []),
     ("artillery", "air", ["10.0e(D)"]), ("artillery", "naval", ["10.0e(D)"]),
     ("exploitation-barrage", "air", []), ("exploitation-barrage", "naval", []),
     ("exploitation-barrage", "artillery", []), ("movement", "air", ["10.0e(C)"]),
     ("exploitation", "naval", ["10.0e(E)"]), ("attack", "artillery", ["10.0e(D)"])],
)  # fmt: skip
def test_each_type_has_its_phases(segment: str, by: str, refused: list[str]) -> None:
    player = "allied" if segment.startswith("reaction") else "axis"
    game = target(unit("s1", TARGET), segment=segment, player=player, first=player, started=False)
    assert why(game, fire(game, by=by)) == refused


@rule("ocs", "10.0e(C)")
@rule("ocs", "10.0b")
def test_hip_shoots_are_for_movement_segments_and_need_a_spotter() -> None:
    game = target(unit("s1", TARGET), segment="movement")
    assert why(game, fire(game, by="air", hip=True)) == []
    assert why(game, fire(game, by="air", hip=True, spotted=False)) == ["10.0b"]
    base = target(bases=BASE, segment="movement")
    assert why(base, fire(base, by="air", hip=True, aim=AT_BASE, spotted=False)) == ["10.0b"]
    later = target(unit("s1", TARGET), segment="barrage")
    assert why(later, fire(later, by="air", hip=True)) == ["10.0e(C)"]


@rule("ocs", "2.4(2)")
def test_nobody_barrages_in_a_simulcast_turn() -> None:
    from grognard.engine.record import replace
    from grognard.systems.ocs.status import TURN
    from grognard.systems.ocs.turn.phases import turn_status

    game = target(unit("s1", TARGET), segment="movement")
    game.put(TURN, "now", replace(turn_status(game), simulcast=True))
    assert why(game, fire(game, by="air", hip=True)) == ["2.4(2)"]


@rule("ocs", "10.0f")
def test_one_aim_and_firers_each_once() -> None:
    game = target(unit("s1", TARGET))
    assert why(game, fire(game, firers=("a1", "a1"))) == ["10.0f"]
    assert why(game, fire(game, firers=())) == ["10.0f"]
    assert why(game, fire(game, aim="everything")) == ["10.0f"]


# ---- chances


@rule("ocs", "10.0a")
def test_chances_are_exact_and_sum_to_one() -> None:
    tables = target().scenario.tables
    for column in range(11):
        for how in (Manner("artillery"), Manner("artillery", spotted=False), Manner("naval")):
            assert sum(chances(tables, BARRAGE_TABLE, column, how).values()) == 1
    for column in range(8):
        assert sum(chances(tables, FACILITY_TABLE, column, Manner("air")).values()) == 1
    # 12-16: nothing to 5 (10/36), DG on 6 to 8 (16/36), 1/2 on 9 to 11 (9/36), a step on 12
    found = chances(tables, BARRAGE_TABLE, 5, Manner("artillery"))
    assert found == {
        Impact(): Fraction(10, 36),
        Impact(dg=True): Fraction(16, 36) + Fraction(9, 72),
        Impact(dg=True, steps=1): Fraction(9, 72) + Fraction(1, 36),
    }


@rule("ocs", "10.0a")
@rule("ocs", "4.9a")
def test_prospects_do_not_hang_on_what_is_hidden() -> None:
    alone = target(unit("s1", TARGET, at={"order": 9}))
    crowd = target(
        unit("s1", TARGET, at={"order": 9}),
        *(unit(f"s{i}", TARGET, mode="strat") for i in (2, 3, 4)),
    )
    found = barrage.prospects(alone, fire(alone, 12))
    assert found == barrage.prospects(crowd, fire(crowd, 12))
    assert list(found) == [-1, 0, 1, 2, 3, 4]
    assert found[-1] == barrage.odds(alone, fire(alone, 12))
    assert where(crowd, "s2") == TARGET


@rule("ocs", "10.0c(A)")
def test_entries_of_the_facility_table_are_read_whole() -> None:
    tables = target().scenario.tables
    assert read(tables, FACILITY_TABLE, 7, 4, Manner("air")) == Impact(
        hits=2, aircraft=4, trains=True
    )
    assert read(tables, FACILITY_TABLE, 1, 5, Manner("air")) == Impact(aircraft=6)
    assert read(tables, FACILITY_TABLE, 0, 1, Manner("air")).none
