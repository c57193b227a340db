"""Air Points, superiority, air defense fire and helicopters, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air import rebasing
from grognard.systems.nextwar.air.defense_fire import Flight, column, immune, modifiers, parse
from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.ending.control import take
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import RING, field, plain, rig, rules, side, told, unit, war

BASE = [{"hex": "0909", "kind": "airbase"}]


def helo(name: str, hex: str, support: int = 2, range: int = 12, steps: int = 2) -> dict[str, Any]:
    """A helicopter unit, and where it bases."""
    owner, nation = ("dprk", "DPRK") if name[0] == "n" else ("allied", "ROK")
    row = {"id": name, "side": owner, "nation": nation, "name": name, "support": support}
    return {"row": {**row, "range": range, "steps": steps}, "hex": hex}


def flying(*units: Any, helos: list[dict[str, Any]], **more: Any) -> Nw:
    """A position with helicopters."""
    return field(
        *units, helicopters=[one["row"] for one in helos],
        bases={one["row"]["id"]: one["hex"] for one in helos}, **more,
    )  # fmt: skip


def air_phase(turn: int, *dice: int, **more: Any) -> Nw:
    """The Air Points of a turn, the North rolling first."""
    guaranteed = {"side": "dprk", "guaranteed": 99}
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), turn=turn - 1, segment="basic-reaction-combat",
        turns=30, initiative=guaranteed, **more,
    )  # fmt: skip
    rig(game, 0, *dice)  # clear weather first
    game.play("allied", {"do": "end"})
    return game


@pytest.mark.reading("nextwar", "nw-06-01")
@pytest.mark.rule("nextwar", "6.1")
@pytest.mark.parametrize(("die", "points"), [(8, 2), (2, 6)])
def test_lost_airbases_spoil_the_roll(die: int, points: int) -> None:
    sites = [{"hex": h, "kind": "airbase", "owner": "dprk"} for h in ("0901", "0902")]
    sites.append({"hex": "0903", "kind": "airfield", "owner": "dprk"})
    game = air_phase(
        2, die, 9, sites=sites, board=plain(north=3), control={"allied": ["0901", "0902", "0903"]}
    )
    assert side(game, "dprk").air == points


@pytest.mark.reading("nextwar", "nw-06-02", "nw-06-03")
@pytest.mark.rule("nextwar", "6.3", "6.4")
def test_superiority_counts_nobody_below_one() -> None:
    poor = air_phase(3, 2, 1, assets={"dprk": {"air_lost": 5}})
    assert (side(poor, "dprk").air, side(poor, "allied").air) == (0, 8)
    assert (war(poor).ruler, war(poor).level) == ("allied", 1)
    late = air_phase(10, 0, 6)
    assert (side(late, "dprk").air, war(late).level) == (0, 2)
    assert war(air_phase(10, 0, 5)).level == 3
    assert side(air_phase(3, 5, 0, assets={"allied": {"air": 6, "air_lost": 1}}), "allied").air == 9


@pytest.mark.rule("nextwar", "4.1.1", "4.1.2", "4.1.2-b2", "4.1.3", "4.1.3-b2", "4.1")
def test_weather_grounds_aircraft_by_what_they_can_do() -> None:
    def points(weather: int, capability: str) -> int:
        sides = {
            "dprk": {"countries": ["DPRK"], "edge": "north", "all_weather": capability},
            "allied": {"name": "Allies", "countries": ["ROK"], "edge": "south", "allied": True},
        }  # fmt: skip
        game = field(
            unit("n1", "0101"), turn=1, segment="basic-reaction-combat", sides=sides,
            initiative={"side": "dprk", "guaranteed": 9},
            air={"points": {"dprk": [9], "allied": [3]}},
        )  # fmt: skip
        rig(game, weather)
        game.play("allied", {"do": "end"})
        return side(game, "dprk").air

    found = {c: (points(5, c), points(8, c)) for c in ("full", "limited", "none")}
    assert found == {"full": (9, 9), "limited": (5, 3), "none": (3, 0)}
    assert [points(0, c) for c in ("full", "limited", "none")] == [9, 9, 9]


@pytest.mark.reading("nextwar", "nw-06-04")
@pytest.mark.rule("nextwar", "6.2.1", "9.2.4")
def test_the_attacker_commits_first_and_both_have_limits() -> None:
    game = field(
        unit("n1", RING[0]), unit("r1", "0505"), segment="init-combat",
        assets={"dprk": {"air": 7}, "allied": {"air": 6}},
    )  # fmt: skip
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    assert [one.player for one in game.decisions] == ["dprk"]
    assert rules(game, "dprk", {"do": "support", "air": 5}) == ["6.2.1"]
    game.play("dprk", {"do": "support", "air": 3})
    assert game.to_act == "allied"
    assert rules(game, "allied", {"do": "support", "air": 3}) == ["6.2.1"]
    rig(game, 9, 9, 5)
    game.play("allied", {"do": "support", "air": 2})
    assert (side(game, "dprk").air, side(game, "allied").air) == (4, 4)
    assert told(game, "combat")[-1]["drm"]["total"] == -1


@pytest.mark.reading("nextwar", "nw-06-06")
@pytest.mark.rule("nextwar", "6.6.1", "6.6.1.1-p3", "6.6.1.1-p4", "6.3.2")
def test_flak_keeps_points_off_and_may_destroy_one() -> None:
    game = field(
        unit("n1", RING[0]), unit("r1", "0505", type="mechanized infantry"), segment="init-combat",
        assets={"dprk": {"air": 2}}, begin={"ruler": "allied", "level": 2},
    )  # fmt: skip
    rig(game, 0, 5)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    game.play("dprk", {"do": "support", "air": 2})
    facts = told(game, "air-defense")[-1]
    assert (facts["tally"]["total"], facts["column"], facts["kept_off"]) == (
        -1,
        "firing_superiority",
        3,
    )
    assert told(game, "combat")[-1]["drm"]["total"] == 0
    assert (side(game, "dprk").air, side(game, "dprk").air_lost) == (0, 1)


@pytest.mark.reading("nextwar", "nw-06-07")
@pytest.mark.rule("nextwar", "6.6.1")
def test_bases_and_tanks_help_the_flak() -> None:
    game = field(
        unit("n1", RING[0]), unit("r1", "0505"), unit("r2", RING[3], type="armored"),
        segment="init-combat", assets={"dprk": {"air": 3}}, begin={"ruler": "dprk", "level": 1},
        sites=[{"hex": "0507", "kind": "airbase"}],
    )  # fmt: skip
    rig(game, 3, 5)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    game.play("dprk", {"do": "support", "air": 3})
    facts = told(game, "air-defense")[-1]
    assert (facts["tally"]["total"], facts["column"], facts["kept_off"], facts["lost"]) == (
        -3, "flying_advantage", 1, False,
    )  # fmt: skip
    assert told(game, "combat")[-1]["drm"]["total"] == -2


@pytest.mark.rule("nextwar", "6.6.1", "6.6.1.1")
def test_the_columns_follow_who_rules_the_air() -> None:
    for ruler, level, expected in (
        ("", 0, "contested"), ("dprk", 1, "flying_advantage"), ("allied", 3, "firing_supremacy"),
    ):  # fmt: skip
        game = field(unit("n1", "0101"), begin={"ruler": ruler, "level": level})
        assert column(game, "dprk") == expected
    assert (parse("*A3").lost, parse("A1").kept_off, parse("-").abort) == (True, 1, False)


@pytest.mark.reading("nextwar", "nw-06-21")
@pytest.mark.rule("nextwar", "6.6-x1")
def test_missions_at_home_are_safe_unless_the_enemy_is_near() -> None:
    board = plain(north=2)

    def safe(path: str, *enemies: Any, **begin: Any) -> bool:
        game = field(unit("r1", "0908"), *enemies, board=board, begin=begin)
        hexes = tuple(map(board.hex, path.split()))
        return immune(game, Flight("allied", hexes[-1], "airmobile", hexes))

    way = "0509 0508 0507 0506"
    assert safe(way, unit("n1", "0504", sp=1))
    assert not safe(way, unit("n1", "0505", "0-1-4", sp="1/2"))
    assert not safe("0509 0502 0507", unit("n1", "0101"))
    assert not safe(way, ruler="dprk", level=1)
    assert safe(way, ruler="allied", level=1)


@pytest.mark.reading("nextwar", "nw-06-11")
@pytest.mark.rule("nextwar", "6.5.1", "6.5.1.1")
def test_how_many_helicopters_a_place_can_base() -> None:
    sites = [
        {"hex": h, "kind": kind}
        for h, kinds in {
            "0101": "city airfield", "0301": "city airbase", "0701": "town", "0901": "airbase",
        }.items()
        for kind in kinds.split()
    ]  # fmt: skip
    helos = [helo("r1", "0101"), helo("r2", "0301"), helo("r3", "0301")]
    helos += [helo(f"r{i}", "0901") for i in (4, 5, 6)]
    game = flying(
        unit("u1", "0909"), helos=helos, sites=sites, board=plain(terrain={"0501": "urban"}),
        initiative={"side": "allied"}, begin={"first": "allied"},
    )  # fmt: skip

    def rebase(name: str, to: str) -> list[str]:
        return rules(game, "allied", {"do": "rebase", "unit": name, "hex": to})

    assert rebase("r4", "0101") == ["6.5.1.1"]
    game.play("allied", {"do": "rebase", "unit": "r4", "hex": "0301"})
    assert rebase("r5", "0301") == ["6.5.1.1"]
    assert rebase("r5", "0701") == ["6.5.1"]
    assert rebase("r5", "0501") == []


@pytest.mark.reading("nextwar", "nw-06-12")
@pytest.mark.rule("nextwar", "6.5.1.2", "6.5.2")
def test_a_helicopter_rebases_twice_its_range_or_flies_missions() -> None:
    board = plain(rows=9, cols=30)
    sites = [{"hex": h, "kind": "airbase"} for h in ("0105", "2505", "2605")]
    flown = {"used": 1, "used_in": 3, "used_at": 0}
    game = flying(
        unit("u1", "0909"), helos=[helo("r1", "0105"), helo("r2", "0105")], sites=sites,
        board=board, initiative={"side": "allied"}, begin={"first": "allied"},
    )  # fmt: skip
    game.edit([{"map": "helicopters", "key": "r2", "set": flown}], "it has supported a battle")

    def rebase(name: str, to: str) -> list[str]:
        return rules(game, "allied", {"do": "rebase", "unit": name, "hex": to})

    assert (rebase("r1", "2605"), rebase("r1", "2505")) == (["6.5.1.2"], [])
    assert rebase("r2", "2505") == ["6.5.1.2"]
    game.play("allied", {"do": "rebase", "unit": "r1", "hex": "2505"})
    assert game.state[HELOS]["r1"].used == 2


@pytest.mark.reading("nextwar", "nw-06-16")
@pytest.mark.rule("nextwar", "6.5.1.2-x1")
def test_helicopters_fly_out_when_an_enemy_enters_their_base() -> None:
    def game(*bases: str) -> Nw:
        board = plain(rows=9, cols=30, country={"0105": "ROK"})
        sites = [{"hex": h, "kind": "airfield"} for h in ("0105", *bases)]
        return flying(
            unit("n1", "0104"), helos=[helo("r1", "0105", range=12)], sites=sites, board=board,
            begin={"weather": "storm"},
        )  # fmt: skip

    move = {"do": "move", "units": ["n1"], "path": ["0105"]}
    lost = game("2705")
    lost.play("dprk", move)
    assert lost.state[HELOS]["r1"].place == "eliminated"
    saved = game("2105")
    saved.play("dprk", move)
    assert saved.to_act == "allied"
    rig(saved, 9)
    saved.play("allied", {"do": "flee", "unit": "r1", "hex": "2105"})
    assert saved.board.label(saved.state[HELOS]["r1"].hex) == "2105"
    assert saved.to_act == "dprk"


@pytest.mark.reading("nextwar", "nw-06-17", "nw-06-10")
@pytest.mark.rule("nextwar", "6.5.4", "6.3.1", "8.5.4.2")
def test_taking_an_airbase_costs_helicopters_and_points() -> None:
    sites = [{"hex": h, "kind": "airbase", "owner": "dprk"} for h in ("0505", "0101")]
    helos = [helo("n1", "0505"), helo("n2", "0505"), helo("n3", "0505", steps=1)]
    game = flying(
        unit("r1", "0909"), helos=helos, sites=sites, board=plain(north=9),
        assets={"dprk": {"lift": 4}},
    )  # fmt: skip
    rig(game, 2, 3, 1, 2, 3)
    list(take(game, game.board.hex("0505"), "allied"))
    state = game.state[HELOS]
    assert (state["n1"].steps, state["n2"].steps, state["n3"].place) == (1, 2, "eliminated")
    assert {game.board.label(state[n].hex) for n in ("n1", "n2")} == {"0101"}
    assert (side(game, "dprk").air_lost, side(game, "dprk").lift) == (1, 4)
    assert rebasing.reach_of(game, "n1") == 24


@pytest.mark.rule("nextwar", "6.6.1")
def test_who_flies_over_enemies_is_shot_at_more() -> None:
    game = field(unit("n1", "0101"), unit("r1", "0504"))
    line = tuple(game.board.hex(h) for h in ("0503", "0504", "0505"))
    over = Flight("dprk", line[-1], "helicopter", line)
    assert modifiers(game, over, line[-1]).total == -1
