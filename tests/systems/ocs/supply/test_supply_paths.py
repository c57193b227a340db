"""Trace supply: sources, rails, Extenders, headquarters, formations, control of lines. [12.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SITES, HexStatus
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_sources import EXTENDER, PORT, SOURCE, STATION
from grognard.systems.ocs.transport import rail
from grognard.systems.ocs.units import ABOARD, UNITS
from tests.systems.ocs.field import at, field, serial, unit

rule = pytest.mark.rule

RAIL = "-".join(f"01{c:02d}" for c in range(1, 31)) + " rail"


def line(cols: int = 30, **more: Any) -> Any:
    """One row of hexes, 0101 to 0130."""
    return sketch(1, cols, **more)


def source(hex: str, side: str = "axis") -> dict[str, str]:
    return {"side": side, "hex": hex}


def extender(hex: str, kind: str = "truck", key: str = "x1", side: str = "axis") -> dict[str, Any]:
    return {"id": key, "side": side, "hex": hex, "kind": kind, "points": 5, "extender": True}


def found(game: Ocs, side: str = "axis") -> dict[str, str]:
    """The sources by the labels of their hexes."""
    hexes = supply_paths.sources(game, side).hexes
    return {game.board.label(h): what for h, what in hexes.items()}


def fed(game: Ocs, side: str = "axis") -> list[str]:
    """The units in trace."""
    return [name for name, ok in supply_paths.traced(game, side).items() if ok]


# ---- drawing and throwing


@rule("ocs", "12.6")
@rule("ocs", "12.6a(1)")
def test_units_trace_within_a_draw_of_a_source() -> None:
    game = field(unit("a1", "0107"), unit("a2", "0108"), board=line(), sources=[source("0101")])
    assert fed(game) == ["a1"]
    assert supply_paths.in_trace(game, "a1")
    assert not supply_paths.in_trace(game, "a2")
    way = supply_paths.trace(game, "a1")
    assert way is not None
    assert (game.board.label(way.hex), way.what, way.via) == ("0101", SOURCE, "")
    assert supply_paths.trace(game, "a2") is None


@rule("ocs", "12.6")
def test_units_trace_by_the_throw_of_a_headquarters_that_can_draw() -> None:
    near, far = unit("ahq", "0106", "hq"), unit("ahq2", "0114", "hq")
    pieces = [near, far, unit("a1", "0115"), unit("a2", "0116"), unit("a3", "0123")]
    game = field(*pieces, board=line(), sources=[source("0101")])
    assert fed(game) == ["a1", "ahq", "ahq2"]
    way = supply_paths.trace(game, "a1")
    assert way is not None
    assert (way.via, way.what) == ("ahq", SOURCE)
    game = field(
        *pieces, board=line(), sources=[source("0101")], options={"trace-through-two": "open"}
    )
    assert fed(game) == ["a1", "a2", "a3", "ahq", "ahq2"]  # the ruling's alternative


@rule("ocs", "12.3d")
def test_the_path_of_a_trace_can_be_shown() -> None:
    pieces = [unit("ahq", "0105", "hq"), unit("a1", "0109"), unit("a2", "0103")]
    game = field(*pieces, board=line(), sources=[source("0101")])
    way = [game.board.label(h) for h in supply_paths.trace_path(game, "a1")]
    assert way == ["0102", "0103", "0104", "0106", "0107", "0108"]
    assert [game.board.label(h) for h in supply_paths.trace_path(game, "a2")] == ["0102"]
    game.put(UNITS, "a1", replace(at(game, "a1"), hex=game.board.hex("0125")))
    assert supply_paths.trace_path(game, "a1") == ()


@rule("ocs", "12.6e")
@rule("ocs", "12.3b(A)")
def test_a_headquarters_in_strat_mode_passes_no_trace_on() -> None:
    hq = unit("ahq", "0106", "hq", mode="strat")
    game = field(hq, unit("a1", "0112"), board=line(), sources=[source("0101")])
    assert fed(game) == ["ahq"]


@rule("ocs", "12.9b")
def test_headquarters_need_trace_like_any_unit() -> None:
    game = field(unit("ahq", "0120", "hq"), board=line(), sources=[source("0101")])
    assert not supply_paths.in_trace(game, "ahq")


@rule("ocs", "12.6a(1)")
def test_a_railway_at_the_edge_by_which_reinforcements_enter_is_a_source() -> None:
    arrivals = [{"side": "axis", "turn": 5, "hexes": ["0101", "0105"], "units": ["a2"]}]
    pieces = [unit("a1", "0103"), unit("a2", None)]
    game = field(*pieces, board=line(links=["0101-0102-0103 rail"]), arrivals=arrivals)
    assert found(game) == {"0101": SOURCE}  # 0105 has no railway
    game = field(*pieces, board=line(), arrivals=arrivals)
    assert found(game) == {}


@rule("ocs", "12.6b")
def test_a_source_in_an_enemy_zone_works_only_if_a_friend_negates_it() -> None:
    pieces = [unit("a1", "0105"), unit("s1", "0201")]
    board = sketch(2, 12, terrain={f"02{c:02d}": "lake" for c in range(2, 13)})
    game = field(*pieces, board=board, sources=[source("0101")])
    assert found(game) == {}
    assert fed(game) == []
    game = field(*pieces, unit("a2", "0101"), board=board, sources=[source("0101")])
    assert found(game) == {"0101": SOURCE}
    game.put(UNITS, "s1", replace(at(game, "s1"), oos=True))
    assert found(game) == {"0101": SOURCE}


@rule("ocs", "12.6b")
def test_a_source_in_enemy_hands_is_none() -> None:
    game = field(unit("a1", "0105"), unit("s1", "0101"), board=line(), sources=[source("0101")])
    assert found(game) == {}


# ---- rails


@rule("ocs", "12.6a(2)")
@rule("ocs", "13.3c")
def test_stations_on_connected_rails_are_sources() -> None:
    places = {
        "A": "village 0105",
        "B": "minor_city 0110",
        "C": "major_city 0115",
        "D": "village 0120",
    }
    rail = "-".join(f"01{c:02d}" for c in range(1, 17)) + " rail"
    board = line(links=[rail], places=places)
    game = field(unit("a1", "0121"), board=board, sources=[source("0101")])
    assert found(game) == {"0101": SOURCE, "0105": STATION, "0110": STATION, "0115": STATION}
    assert fed(game) == ["a1"]  # six hexes from the last station on the line


@rule("ocs", "12.6a(2)")
@rule("ocs", "13.8c")
@rule("ocs", "13.8a")
@rule("ocs", "GL-detrainable")
def test_an_engineer_capable_headquarters_makes_a_station_of_a_rail_hex() -> None:
    for mode, up, works in (
        ("combat", "combat", True), ("move", "move", False), ("dg", "combat", True),
        ("dg", "move", False),
    ):  # fmt: skip
        hq = unit("ahq", "0120", "hq", mode=mode, up=up)
        game = field(hq, board=line(links=[RAIL]), sources=[source("0101")])
        assert ("0120" in found(game)) == works
        assert supply_paths.in_trace(game, "ahq") == works


@rule("ocs", "12.6a(2)")
@rule("ocs", "4.5a(D)")
def test_rail_trace_stops_at_enemy_zones_that_are_not_negated() -> None:
    board = sketch(
        2, 30, links=[RAIL], places={"A": "village 0120"},
        terrain={f"02{c:02d}": "lake" for c in range(1, 31) if c != 10},
    )  # fmt: skip
    foe = unit("s1", "0210")
    game = field(foe, board=board, sources=[source("0101")])
    assert found(game) == {"0101": SOURCE}
    guards = [unit("a1", "0110"), unit("a2", "0111")]
    game = field(foe, *guards, board=board, sources=[source("0101")])
    assert found(game) == {"0101": SOURCE, "0120": STATION}


@rule("ocs", "13.3f")
def test_rail_trace_uses_track_of_the_own_gauge_only() -> None:
    board = line(links=[RAIL], places={"A": "village 0110", "B": "village 0120"})
    gauges = {"allied": [f"01{c:02d}" for c in range(15, 31)]}
    game = field(unit("a1", "0120"), board=board, sources=[source("0101")], gauges=gauges)
    assert found(game) == {"0101": SOURCE, "0110": STATION}
    for c in range(15, 21):  # converted
        h = game.board.hex(f"01{c:02d}")
        game.put(HEXES, h, replace(game.state[HEXES].get(h, HexStatus()), gauge="axis"))
    assert found(game) == {"0101": SOURCE, "0110": STATION, "0120": STATION}


@rule("ocs", "19.0e")
@rule("ocs", "4.5a(F)")
def test_ports_that_the_game_lists_are_sources_with_a_whole_point_of_capacity() -> None:
    ports = [{"name": "P", "hex": "0105", "side": "axis", "capacity": 1, "source_for": ["axis"]}]
    game = field(unit("a1", "0103"), board=line(), ports=ports)
    assert found(game) == {"0105": PORT}
    h = game.board.hex("0105")
    game.put(SITES, h, replace(game.state[SITES][h], hits=2))
    assert found(game) == {}


# ---- Extenders


@rule("ocs", "12.6a(3)")
@rule("ocs", "12.7a(A)")
@rule("ocs", "12.7b")
@rule("ocs", "12.7g")
def test_an_extender_is_a_source_within_its_range_of_one() -> None:
    board = line()
    for hex, works in (("0112", True), ("0113", False)):  # a wagon's range is 10, and adjacent
        game = field(
            unit("a1", hex), board=board, sources=[source("0101")],
            transport=[extender(hex, "wagon")],
        )  # fmt: skip
        assert (found(game).get(hex) == EXTENDER) == works
        assert supply_paths.in_trace(game, "a1") == works


@rule("ocs", "12.7b")
@rule("ocs", "4.5a(B)")
def test_an_extender_counts_in_its_own_class() -> None:
    board = sketch(2, 20, terrain={f"02{c:02d}": "lake" for c in range(1, 21) if c != 6})
    foe = unit("s1", "0206")
    for kind, works in (("truck", False), ("wagon", True)):
        game = field(foe, board=board, sources=[source("0101")], transport=[extender("0110", kind)])
        assert ("0110" in found(game)) == works


@rule("ocs", "12.6b")
@rule("ocs", "12.6a(3)")
def test_an_extender_in_an_enemy_zone_does_not_work() -> None:
    board = sketch(2, 20, terrain={f"02{c:02d}": "lake" for c in range(1, 21) if c != 10})
    foe = unit("s1", "0210")
    wagons = [extender("0110", "wagon")]
    game = field(foe, board=board, sources=[source("0101")], transport=wagons)
    assert found(game) == {"0101": SOURCE}
    game.put(UNITS, "s1", replace(at(game, "s1"), mode="move", combat_up=False))
    assert found(game) == {"0101": SOURCE, "0110": EXTENDER}


@rule("ocs", "12.7c")
def test_extenders_link_to_extenders_but_not_to_each_other_alone() -> None:
    chain = [extender("0112", "wagon", "x1"), extender("0123", "wagon", "x2")]
    game = field(board=line(), sources=[source("0101")], transport=chain)
    assert found(game) == {"0101": SOURCE, "0112": EXTENDER, "0123": EXTENDER}
    links = supply_paths.sources(game, "axis").links
    assert links == {"x1": game.board.hex("0101"), "x2": game.board.hex("0112")}
    pair = [extender("0114", "wagon", "x1"), extender("0123", "wagon", "x2")]
    game = field(board=line(), sources=[source("0101")], transport=pair)
    assert found(game) == {"0101": SOURCE}


@rule("ocs", "12.7a(B)")
@rule("ocs", "12.7b")
@rule("ocs", "12.6a(2)")
def test_an_extender_at_a_station_joins_the_rails_beyond() -> None:
    places = {"A": "village 0105", "B": "village 0112", "C": "village 0125"}
    rails = ["0101-0102-0103-0104-0105 rail", "-".join(f"01{c}" for c in range(12, 31)) + " rail"]
    board = line(links=rails, places=places)
    forward = [extender("0112", "wagon")]
    game = field(board=board, sources=[source("0101")], transport=forward)
    assert found(game)["0125"] == STATION
    for hex in ("0105", "0113"):  # not at the forward end; not at a station
        game = field(board=board, sources=[source("0101")], transport=[extender(hex, "wagon")])
        assert "0125" not in found(game)


@rule("ocs", "12.7a(C)")
def test_an_extender_joins_a_station_to_a_source_without_rails() -> None:
    board = line(links=["-".join(f"01{c}" for c in range(10, 31)) + " rail"],
                 places={"A": "village 0110", "B": "village 0125"})  # fmt: skip
    game = field(board=board, sources=[source("0101")], transport=[extender("0110", "wagon")])
    assert found(game) == {"0101": SOURCE, "0110": EXTENDER, "0125": STATION}


@rule("ocs", "12.7a(A)")
def test_an_extender_does_not_lengthen_draws_of_supply_points() -> None:
    from grognard.systems.ocs.supply import paying

    game = field(
        unit("a1", "0112"), board=line(), sources=[source("0101")],
        dumps=[{"side": "axis", "hex": "0101", "sp": 5}], transport=[extender("0112", "wagon")],
    )  # fmt: skip
    assert supply_paths.in_trace(game, "a1")
    assert paying.available(game, "axis", game.board.hex("0112"), paying.FUEL) == 0


@rule("ocs", "12.7d")
def test_where_an_extender_would_be_linked() -> None:
    game = field(unit("a1", "0105"), board=line(), sources=[source("0101")])
    h = game.board.hex
    assert supply_paths.extender_link(game, "axis", h("0112"), "wagon") == h("0101")
    assert supply_paths.extender_link(game, "axis", h("0113"), "wagon") is None
    assert supply_paths.extender_link(game, "axis", h("0130"), "truck") == h("0101")


# ---- exceptions


@rule("ocs", "12.6g")
def test_units_aboard_landing_craft_are_in_trace() -> None:
    game = field(unit("a1", "0110"), board=line())
    assert not supply_paths.in_trace(game, "a1")
    game.put(UNITS, "a1", replace(at(game, "a1"), place=ABOARD, hex=-1, at="lc1"))
    assert supply_paths.in_trace(game, "a1")


@rule("ocs", "12.6h")
def test_units_that_were_dropped_need_no_trace_in_that_turn() -> None:
    game = field(unit("a1", "0110", at={"dropped": 3}), board=line(), turn=3)
    assert supply_paths.in_trace(game, "a1")
    game = field(unit("a1", "0110", at={"dropped": 2}), board=line(), turn=3)
    assert not supply_paths.in_trace(game, "a1")


# ---- formations


@rule("ocs", "12.6f")
@rule("ocs", "13.7a")
def test_a_formation_traces_to_one_source_or_headquarters() -> None:
    pieces = [
        unit("a1", "0103", "armor", formation="1 Pz"),
        unit("a2", "0110", "mech", formation="1 Pz"),
        unit("a3", "0110", "mech", formation="1 Pz"),
    ]
    both = [source("0101"), source("0112")]
    game = field(*pieces, board=line(), sources=both)
    assert fed(game) == ["a2", "a3"]  # the larger part; the other one is split off
    assert list(supply_paths.formation_parts(game, "1 Pz").values()) == [
        frozenset({"a2", "a3"}),
        frozenset({"a1"}),
    ]
    hq = unit("ahq", "0107", "hq")
    game = field(hq, *pieces, board=line(), sources=both)
    assert fed(game) == ["a1", "a2", "a3", "ahq"]  # one headquarters reaches all
    way = supply_paths.trace(game, "a1")
    assert way is not None
    assert way.via == "ahq"
    loose = [unit(n, h) for n, h in (("a1", "0103"), ("a2", "0110"))]
    assert fed(field(*loose, board=line(), sources=both)) == ["a1", "a2"]


@rule("ocs", "12.6f")
def test_the_owner_may_choose_which_part_traces() -> None:
    from grognard.systems.ocs.status import FORMATIONS, FormationStatus

    pieces = [
        unit("a1", "0103", "armor", formation="1 Pz"),
        unit("a2", "0110", "mech", formation="1 Pz"),
        unit("a3", "0110", "mech", formation="1 Pz"),
    ]
    game = field(*pieces, board=line(), sources=[source("0101"), source("0112")], segment="supply")
    chosen = FormationStatus(source=f"@{game.board.hex('0101')}", chosen=serial("supply"))
    game.put(FORMATIONS, "1 Pz", chosen)
    assert fed(game) == ["a1"]


# ---- control of railways


@rule("ocs", "13.3h")
def test_a_side_uses_the_line_from_its_source_to_a_friend_without_an_enemy() -> None:
    game = field(unit("a1", "0105"), unit("s1", "0120"), board=line(links=[RAIL]),
                 sources=[source("0101")])  # fmt: skip
    held = sorted(game.board.label(h) for h in supply_paths.controlled(game, "axis"))
    assert held == [f"01{c:02d}" for c in range(1, 20)]  # up to the first enemy
    nobody = field(unit("s1", "0120"), board=line(links=[RAIL]), sources=[source("0101")])
    assert supply_paths.controlled(nobody, "axis") == frozenset()


@rule("ocs", "13.3h")
def test_the_friend_may_be_supplied_by_the_line_without_standing_on_it() -> None:
    board = sketch(9, 12, links=["0101-0102-0103-0104-0105 rail"], places={"A": "village 0105"})
    game = field(unit("a1", "0506"), board=board, sources=[source("0101")])
    assert game.board.hex("0103") in supply_paths.controlled(game, "axis")
    game = field(unit("a1", "0806"), board=board, sources=[source("0101")])
    assert supply_paths.controlled(game, "axis") == frozenset()


@rule("ocs", "13.3h")
def test_by_the_option_only_the_stretch_between_both_counts() -> None:
    game = field(unit("a1", "0105"), board=line(links=[RAIL]), sources=[source("0101")],
                 options={"rail-control": "swept"})  # fmt: skip
    held = sorted(game.board.label(h) for h in supply_paths.controlled(game, "axis"))
    assert held == ["0101", "0102", "0103", "0104", "0105"]


@rule("ocs", "13.3c-det")
@rule("ocs", "13.3h")
def test_cargo_detrains_at_stations_on_controlled_lines_without_extenders() -> None:
    places = {"A": "village 0105", "B": "village 0112"}
    rails = ["0101-0102-0103-0104-0105 rail", "-".join(f"01{c}" for c in range(12, 31)) + " rail"]
    game = field(
        unit("a1", "0103"), unit("a2", "0112"), board=line(links=rails, places=places),
        sources=[source("0101")], transport=[extender("0112", "wagon")],
    )  # fmt: skip
    held = {game.board.label(h) for h in rail.detrainable(game, "axis")}
    assert held == {"0105"}
