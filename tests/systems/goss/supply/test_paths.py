"""Supply paths: what they pay, where they may go, how long they may be. [15.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS
from grognard.systems.goss.supply import fields, ways
from grognard.systems.goss.supply.links import Reach
from grognard.systems.goss.supply.tracing import (
    connected_unit,
    feeders,
    newcomer,
    trace_hq,
    trace_unit,
    traces,
    traces_as_mech,
)
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, unit
from tests.systems.goss.supply.land import CORPS, DIV, FAR, SWAMP, division, far, line, snake

AROUND = ((11, -5), (9, -5), (10, -4), (10, -6), (11, -6), (9, -4))
RING = [unit(f"g{n}", h) for n, h in enumerate(AROUND)]
"""Enemies all around (10, -5)."""


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.rule("goss", "15.2.3", "15.2.4")
def test_a_unit_is_within_so_many_points_of_its_headquarters_or_a_third_more() -> None:
    german = {"formation": "1"}
    found = [
        far(
            trace_unit(
                position(
                    unit("ghq", (-12, 0), "hq:div", **german),
                    unit("g1", (q, 0), **german),
                    segment="moves",
                ),
                "g1",
            )
        )
        for q in (0, 1, 4, 5)
    ]
    assert found == ["normal", "extended", "extended", "none"], "12 Leg MP, 16 extended"


@pytest.mark.rule("goss", "15.2.1a")
@pytest.mark.parametrize(
    ("kind", "length", "found"),
    [("primary", 54, "normal"), ("primary", 72, "extended"), ("primary", 73, "none"),
     ("secondary", 36, "normal"), ("secondary", 48, "extended"), ("secondary", 49, "none"),
     ("trail", 12, "normal"), ("trail", 16, "extended"), ("trail", 17, "none")],
)  # fmt: skip
def test_a_mech_path_pays_a_third_or_half_a_point_by_road(
    kind: str, length: int, found: str
) -> None:
    road = snake(length)
    game = division(
        road[-1], hq=road[0], kind="m4", terrain=SWAMP, roads={kind: [road]}, alone=True
    )
    assert far(trace_unit(game, "u1")) == found


@pytest.mark.rule("goss", "15.2.1a")
def test_mech_paths_cross_rivers_by_bridge_or_ford_alone() -> None:
    river = {"river": [((-11, 0), (-10, 0))]}
    row = {"trail": [line(1), line(3, -10)]}
    broken = division((-8, 0), kind="m4", terrain=SWAMP, roads=row, water=river)
    assert trace_unit(broken, "u1") is None
    whole = division((-8, 0), kind="m4", terrain=SWAMP, roads={"trail": [line(4)]}, water=river)
    assert far(trace_unit(whole, "u1")) == "normal"
    side = f"{at(-11, 0)}-{at(-10, 0)}"
    down = division(
        (-8, 0), kind="m4", terrain=SWAMP, roads={"trail": [line(4)]}, water=river,
        bridges={"down": [side]},
    )  # fmt: skip
    assert trace_unit(down, "u1") is None


@pytest.mark.rule("goss", "15.2.1(1)", "15.2.1(3)", "15.2.1(4)")
def test_a_path_enters_no_enemy_hex_and_two_beside_enemies_for_nothing() -> None:
    def supplied(*enemies: Any) -> str:
        game = division((0, 0), *enemies, kind="m4", terrain=SWAMP, roads={"trail": [line(12)]})
        return far(trace_unit(game, "u1"))

    assert supplied(unit("g1", (-6, 1))) == "normal", "two hexes beside one enemy cost nothing"
    assert supplied(unit("g1", (-6, 1)), unit("g2", (-4, -1))) == "none", "three hexes or more"
    assert supplied(unit("g1", (-6, 0))) == "none"
    assert supplied(unit("g1", (-12, 1))) == "normal", "where it starts does not count"


@pytest.mark.rule("goss", "15.2.1(2)")
def test_a_path_ends_where_units_would_halt(monkeypatch: pytest.MonkeyPatch) -> None:
    def supplied(halt: tuple[int, int]) -> str:
        game = division((0, 0), kind="m4", terrain=SWAMP, roads={"trail": [line(12)]})
        hexes = {game.board.hex(at(*halt))}
        monkeypatch.setattr(fields, "halting", lambda game, side: hexes)
        return far(trace_unit(game, "u1"))

    assert supplied((0, 0)) == "normal", "into it"
    assert supplied((-5, 0)) == "none", "not through it"
    assert supplied((-12, 0)) == "normal", "nor does it matter where it starts"


@pytest.mark.rule("goss", "15.2.1(5)")
def test_the_night_costs_a_path_nothing() -> None:
    game = division((0, 0), kind="m4", terrain=SWAMP, roads={"secondary": [line(24)]}, turn="Night")
    assert far(trace_unit(game, "u1")) == "normal"
    assert Reach.of(game, 0, 18, half=False) == Reach(216, 216, 288, 288)


@pytest.mark.rule("goss", "15.2.6", "15.2.1(6)", "15.2.4", "15.2.5")
def test_mud_and_snow_shorten_paths_off_good_roads() -> None:
    mud = division((0, 0), weather="Ovr Mud")
    assert Reach.of(mud, 0, 18, half=False) == Reach(15 * 12, 216, 21 * 12, 288)
    assert Reach.of(mud, 0, 18, half=True) == Reach(8 * 12, 108, 8 * 12, 108), "then half, up"
    snow = division((0, 0), weather="Ovr Snow")
    assert Reach.of(snow, 0, 12, half=False) == Reach(11 * 12, 144, 15 * 12, 192)
    for kind, found in (("trail", "extended"), ("secondary", "normal")):
        road = snake(36 if kind == "secondary" else 12)
        game = division(
            road[-1], hq=road[0], kind="m4", terrain=SWAMP, roads={kind: [road]}, alone=True,
            weather="Ovr Mud",
        )  # fmt: skip
        assert far(trace_unit(game, "u1")) == found


@pytest.mark.rule("goss", "15.2.1b", "15.2.1b(a)", "15.2.1b(b)", "15.2.1b-2")
def test_leg_paths_cross_water_and_engineers_ferry() -> None:
    german = {"formation": "1"}

    def cost(water: str, *engineers: Any, **facts: Any) -> int:
        game = position(
            unit("ghq", (0, 0), "hq:div", **german), unit("g1", (1, 0), **german), *engineers,
            water={water: [((0, 0), (1, 0))]}, segment="moves", **facts,
        )  # fmt: skip
        kept = fields.obstacles(game, "axis")
        way = fields.way_at(game, 0, "Leg")
        a, b = now(game, "ghq").hex, now(game, "g1").hex
        price = ways.Prices(game.scenario.ground, kept.lay, kept.help, way).price(a, b)
        return -1 if price is None else price // 12

    engineers = unit("g2", (0, 0), "eng")
    assert [cost("stream"), cost("stream", engineers)] == [2, 1]
    assert [cost("river"), cost("river", engineers)] == [4, 2]
    assert cost("river", unit("g2", (0, 0), "eng", fatigue=1)) == 4, "tired"
    assert cost("river", unit("g2", (1, 0), "eng", task="IP")) == 4, "at work"
    assert cost("river", unit("g2", (0, 1), "inf")) == 4, "no engineers"
    three = [unit(f"g{n}", (0, 0), "eng") for n in (2, 3, 4)]
    assert cost("major_river", *three[:2]) == -1
    assert cost("major_river", *three) == 4, "three for the river, one for the hex"
    assert cost("great_river", *three) == -1
    assert cost("major_river") == -1


@pytest.mark.rule("goss", "15.2.3")
def test_mech_formations_trace_as_mech_and_to_leg_units_either_way() -> None:
    german = {"formation": "1", "traits": "mech formation"}

    def supplied(kind: str) -> str:
        game = position(
            unit("ghq", (-12, 0), "hq:div", **german), unit("g1", (-4, 0), kind, formation="1"),
            terrain={(q, 0): "clear" for q in range(-12, 0)}, segment="moves",
        )  # fmt: skip
        return far(trace_unit(game, "g1"))

    assert supplied("inf") == "normal", "8 Leg MP, 16 Mech MP"
    assert supplied("pz4") == "extended", "16 Mech MP"


@pytest.mark.rule("goss", "15.2.3-2")
def test_a_truck_point_lets_a_leg_formation_trace_as_mech() -> None:
    german, road = {"formation": "1"}, snake(24)
    game = position(
        unit("ghq", road[0], "hq:div", **german), unit("g1", road[-1], **german), terrain=SWAMP,
        roads={"secondary": [road]}, segment="moves",
    )  # fmt: skip
    assert trace_unit(game, "g1") is None, "24 Leg MP"
    game.put(HQS, "ghq", replace(game.state[HQS]["ghq"], legs_ride=True))
    assert far(trace_unit(game, "g1")) == "normal", "12 Mech MP"


@pytest.mark.rule("goss", "15.2.4", "15.2.4a")
def test_an_extended_link_marks_all_below_unless_there_are_trucks() -> None:
    road = snake(40)
    game = position(
        unit("ucorps", road[0], "hq:corps", **CORPS), unit("uhq", road[-1], "hq:div", **DIV),
        unit("u1", road[-2], **DIV), terrain=SWAMP, roads={"secondary": [road]}, segment="moves",
        side="allied",
    )  # fmt: skip
    assert far(trace_hq(game, "uhq")) == "extended", "20 of 18 MP"
    alter(game, "uhq", extended=True)
    assert far(trace_unit(game, "u1")) == "extended"
    game.put(HQS, "ucorps", replace(game.state[HQS]["ucorps"], trucks=1))
    assert far(trace_hq(game, "uhq")) == "normal"


@pytest.mark.rule("goss", "15.2.2")
def test_headquarters_trace_over_dry_clear_ground_and_good_roads() -> None:
    def supplied(weather: str = "Clear Dry", **facts: Any) -> str:
        game = position(
            unit("ucorps", (-12, 0), "hq:corps", **CORPS), unit("uhq", (-4, 0), "hq:div", **DIV),
            segment="moves", side="allied", weather=weather, **facts,
        )  # fmt: skip
        return far(trace_hq(game, "uhq"))

    assert supplied() == "normal", "16 Mech MP"
    assert supplied("Clear Wet") == "none"
    assert supplied("Clear Freeze") == "none"
    assert supplied("Clear Wet", roads={"secondary": [line(8)]}) == "normal"
    assert supplied(terrain=SWAMP, roads={"trail": [line(8)]}) == "none", "no trails"


@pytest.mark.rule("goss", "17.7.2", "17.7.1")
def test_road_crews_make_secondary_roads_of_trails_for_supply() -> None:
    road = {"secondary": [line(4)], "trail": [[(-8, 0), (-7, 0), (-6, 0)]]}

    def supplied(*crew: Any) -> str:
        game = position(
            unit("ucorps", (-12, 0), "hq:corps", **CORPS), unit("uhq", (-6, 0), "hq:div", **DIV),
            *crew, terrain=SWAMP, roads=road, segment="moves", side="allied",
        )  # fmt: skip
        return far(trace_hq(game, "uhq"))

    crew = [unit(f"u{n}", (-7, 0), "eng", task="road") for n in (1, 2)]
    assert [supplied(), supplied(*crew[:1]), supplied(*crew)] == ["none", "none", "normal"]


@pytest.mark.rule("goss", "15.2.0")
def test_who_is_not_there_is_left_out_of_the_chain() -> None:
    game = position(
        unit("uarmy", (-12, 0), "hq:army", army="First"), unit("uhq", (-8, 0), "hq:div", **DIV),
        unit("ucorps", None, "hq:corps", **CORPS), unit("u1", (-8, 1), **DIV), segment="moves",
        side="allied", armies={"First": {"side": "allied", "adv": 3, "pss": [at(-12, 1)]}},
    )  # fmt: skip
    assert trace_hq(game, "uhq") is not None
    alter(game, "uarmy", supply="OoS")
    assert trace_hq(game, "uhq") is None
    alter(game, "uarmy", place="expected", hex=-1)
    assert trace_hq(game, "uhq") is not None, "straight from the source"
    game = division((0, 0), alone=True)
    assert trace_hq(game, "uhq") is not None, "no source on the map: it is off the map"


@pytest.mark.rule("goss", "15.2.0")
def test_an_enemy_in_the_source_stops_it() -> None:
    armies = {"First": {"side": "allied", "adv": 3, "pss": [at(-12, 1)]}}
    army = unit("uarmy", (-8, 0), "hq:army", army="First")
    game = position(army, FAR, segment="moves", side="allied", armies=armies)
    assert far(trace_hq(game, "uarmy")) == "normal"
    game = position(army, unit("g1", (-12, 1)), segment="moves", side="allied", armies=armies)
    assert trace_hq(game, "uarmy") is None


@pytest.mark.rule("goss", "15.2.0")
def test_paths_do_not_lead_through_others_zones() -> None:
    others = {"corps": "V", "army": "First"}
    zone = [at(q, r) for q in (-6, -5) for r in range(-12, 13) if 0 <= r + q // 2 + 12 < 25]

    def supplied(name: str, zones: Any, **options: Any) -> bool:
        game = position(
            unit("ucorps", (-12, 0), "hq:corps", **CORPS), unit("uhq", (-10, 0), "hq:div", **DIV),
            unit("u1", (-4, 0), **DIV), unit("uother", (10, -8), "hq:corps", **others), FAR,
            segment="moves", side="allied", zones=zones, options=options,
        )  # fmt: skip
        return traces(game, name, now(game, name).hex)

    assert supplied("u1", {})
    assert not supplied("u1", {"uother": zone})
    assert supplied("u1", {"uother": zone, "ucorps": zone}), "the boundary is of both"
    assert supplied("u1", {"uother": zone}, **{"zones-of-operation": "off"})
    assert supplied("u1", {"uother": [at(-4, 0)]}), "into it, not through it"


@pytest.mark.rule("goss", "15.2.0")
def test_a_formation_right_under_its_army_traces_through_the_armys_zone() -> None:
    """And through no other army's. [9.3.1]"""
    under = {"formation": "1 Div", "army": "First"}
    every = [at(q, r) for q in range(-12, 0) for r in range(-12, 13) if 0 <= r + q // 2 + 12 < 25]
    third = unit("uthird", (10, -8), "hq:army", army="Third")
    for zone, supplied in (("First", True), ("Third", False)):
        game = position(
            unit("uarmy", (-12, 0), "hq:army", army="First"), third, FAR,
            unit("uhq", (-10, 0), "hq:div", **under), unit("u1", (-4, 0), **under),
            segment="moves", side="allied", zones={zone: every},
            armies={name: {"side": "allied", "adv": 3} for name in ("First", "Third")},
        )  # fmt: skip
        assert traces(game, "u1", now(game, "u1").hex) == supplied


@pytest.mark.rule("goss", "15.3.0")
def test_assets_trace_from_their_corps_or_from_any_formation_under_it() -> None:
    game = position(
        unit("ucorps", (-12, 0), "hq:corps", **CORPS), unit("uhq", (8, -4), "hq:div", **DIV),
        unit("u1", (9, -4), "m4", **CORPS), unit("u2", (9, -4), "m4", **DIV), segment="moves",
        side="allied",
    )  # fmt: skip
    assert feeders(game, "u1") == ("ucorps", "uhq")
    assert feeders(game, "u2") == ("uhq",)
    assert trace_unit(game, "u1") is not None
    alter(game, "uhq", supply="OoS")
    assert trace_unit(game, "u1") is None


@pytest.mark.rule("goss", "15.2.0-2")
def test_newcomers_are_supplied_for_three_turns() -> None:
    corps = unit("ucorps", (-12, 0), "hq:corps", **CORPS)
    game = division((10, -5), corps, arrived=3, turn="AM")
    assert game.turn == 4
    assert newcomer(game, "u1")
    alter(game, "u1", arrived=1)
    assert not newcomer(game, "u1"), "three turns ago"
    assert not newcomer(division((10, -5), corps, *RING, arrived=3, turn="AM"), "u1")


@pytest.mark.rule("goss", "15.7.0", "15.1.2")
def test_a_path_of_any_length_is_a_connection() -> None:
    game = division((12, 0))
    assert trace_unit(game, "u1") is None
    assert connected_unit(game, "u1")
    assert not connected_unit(division((10, -5), *RING), "u1")


@pytest.mark.rule("goss", "15.8.0", "15.8.1")
def test_depots_extend_the_path_of_an_army() -> None:
    road, source = snake(60), {"side": "allied", "adv": 3}

    def supplied(depots: list[int]) -> str:
        labels = [at(*road[n]) for n in depots]
        game = position(
            unit("uarmy", road[60], "hq:army", army="First"), FAR, terrain=SWAMP,
            roads={"secondary": [road]}, segment="moves", side="allied",
            armies={"First": {**source, "pss": [at(*road[0])], "depots": labels}},
        )  # fmt: skip
        return far(trace_hq(game, "uarmy"))

    assert [supplied([]), supplied([30]), supplied([40]), supplied([20])] == [
        "none", "normal", "none", "none",
    ], "each section has 18 MP, 36 hexes"  # fmt: skip
    assert supplied([20, 40]) == "normal"


@pytest.mark.rule("goss", "7.7.5", "7.12.2")
def test_where_a_unit_could_trace() -> None:
    game = division((0, 0), kind="m4", terrain=SWAMP, roads={"trail": [line(24)]})
    label = game.board.hex
    assert traces(game, "u1", label(at(0, 0)))
    assert traces(game, "u1", label(at(4, 0))), "extended"
    assert not traces(game, "u1", label(at(5, 0)))
    assert traces_as_mech(game, "u1")


@pytest.mark.rule("goss", "18.4.0")
def test_a_company_of_engineers_that_breaks_down_later_ferries_too() -> None:
    """Whoever was asked for engineers before a battalion broke down finds its companies all the
    same."""
    water = {"river": [((0, 0), (1, 0))]}
    game = position(
        unit("g1", (1, 0)), unit("g2", (3, 0), "eng", steps=3), water=water, segment="moves"
    )
    assert fields.obstacles(game, "axis").help.ferries == frozenset()
    whole = now(game, "g2")
    company = replace(whole, hex=game.board.hex(at(0, 0)), steps=1)
    game.put(UNITS, "g2#eng.1", company)
    assert fields.obstacles(game, "axis").help.ferries != frozenset()
