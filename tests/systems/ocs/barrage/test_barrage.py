"""Barrages: tables, spotters, density, shifts and limits. [10.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.barrage import AT_BASE, AT_TRAINS
from grognard.systems.ocs.results import barrage_column
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, HexStatus
from tests.systems.ocs.barrage.guns import BASE, GUN, TARGET, fire, target, why
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule

PLANES = [
    {"id": kind, "side": "axis", "types": kind, "range": 30, "full": "3/10/0", "reduced": "2/5/0"}
    for kind in ("F", "T", "S")
]


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
