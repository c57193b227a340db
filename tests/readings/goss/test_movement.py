"""Movement, as a second reader reads it. [7.0] [5.2.3] [5.5.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.movement.registers import TRACES
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEXES, SIDES, Bridge, HexStatus
from tests.systems.goss.field import at, now, position, rules, told, unit, where

LOW = {"fuel": "low", "option": 1}


def line(*hexes: tuple[int, int]) -> list[str]:
    return [at(q, r) for q, r in hexes]


def along(start: int, end: int, r: int = 0) -> list[tuple[int, int]]:
    return [(q, r) for q in range(start, end + 1)]


def move(*path: tuple[int, int], who: str | list[str] = "g1", **more: Any) -> dict[str, Any]:
    return {
        "do": "move",
        "units": [who] if isinstance(who, str) else who,
        "path": line(*path),
        **more,
    }


def spent(game: Gs, name: str = "g1") -> float:
    return now(game, name).spent / 12


def go(game: Gs, *path: tuple[int, int], who: str = "g1", side: str = "axis") -> float:
    assert rules(game, side, move(*path, who=who)) == []
    game.play(side, move(*path, who=who))
    return spent(game, who)


@pytest.mark.reading("goss", "goss-01-03")
@pytest.mark.rule("goss", "7.2.0", "7.6.1f", "7.8.0")
def test_all_costs_add_up() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (2, 0)), terrain={(1, 0): "forest location"},
        water={"stream": [((0, 0), (1, 0))]}, turn="Night", rest={"axis": "AM"},
    )  # fmt: skip
    assert go(game, (1, 0)) == 5
    assert not now(game, "g1").halted


@pytest.mark.reading("goss", "goss-03-03")
@pytest.mark.rule("goss", "7.6.1c", "7.6.1")
def test_out_of_command_halves_wherever_one_goes() -> None:
    game = position(
        unit("u1", (0, 0), ooc=True), unit("g1", (9, 0)), roads={"trail": [along(0, 6)]},
        side="allied",
    )  # fmt: skip
    assert rules(game, "allied", move(*along(1, 4), who="u1")) == ["7.2.0"]
    assert go(game, *along(1, 3), who="u1", side="allied") == 3


@pytest.mark.reading("goss", "goss-03-04")
@pytest.mark.rule("goss", "5.3.4", "7.5.1", "5.3.0", "3.3.2d-half")
def test_half_in_each_exploit_phase() -> None:
    road = {"secondary": [along(0, 11)]}
    unit_x = unit("g1", (0, 0), "armrecon", "4-4-9", mode="Exploit")
    game = position(unit_x, unit("u1", (0, 9)), roads=road, segment="inactive-road", turn="PM",
                    side="allied")  # fmt: skip
    assert rules(game, "axis", move(*along(1, 6))) == ["7.2.0"]
    assert go(game, *along(1, 5)) == 5
    game = position(unit_x, unit("u1", (0, 9)), roads=road, segment="road-moves", turn="PM")
    assert rules(game, "axis", move((1, 0))) == ["5.3.0"]
    game = position(unit_x, unit("u1", (0, 9)), roads=road, segment="active-road", turn="PM")
    assert go(game, *along(1, 5)) == 5


@pytest.mark.reading("goss", "goss-03-05")
@pytest.mark.rule("goss", "3.3.5", "5.3.4")
def test_one_exploit_phase_a_night() -> None:
    game = position(
        unit("g1", (0, 0), "pz4", mode="Exploit"), unit("g2", (0, 2), "pz4", mode="Exploit"),
        unit("u1", (0, 11), "hq:div"), roads={"secondary": [along(0, 9), along(0, 9, 2)]},
        segment="inactive-road", turn="Night", side="allied",
    )  # fmt: skip
    assert rules(game, "axis", move(*along(1, 9))) == []
    assert go(game, *along(1, 2)) == 2
    later = position(
        unit("g1", (0, 0), "pz4", mode="Exploit"), unit("g2", (0, 2), "pz4", mode="Exploit"),
        unit("u1", (0, 11), "hq:div"), roads={"secondary": [along(0, 9), along(0, 9, 2)]},
        segment="active-road", turn="Night",
    )  # fmt: skip
    assert rules(later, "axis", move((1, 2), who="g2")) == []
    later.put(SIDES, "axis", replace(later.state[SIDES]["axis"], exploited=game.serial))
    assert rules(later, "axis", move((1, 2), who="g2")) == ["3.3.5"]
    assert rules(later, "axis", move((1, 0))) == ["3.3.5"]
    assert game.state[SIDES]["axis"].exploited == game.serial
    refused = {
        rule for name in ("g1", "g2") for rule in rules(game, "axis", move((1, 2), who=name))
    }
    assert "3.3.5" in refused or game.segment.kind != "active-road"


@pytest.mark.reading("goss", "goss-03-17")
@pytest.mark.rule("goss", "7.3.0")
def test_one_hex_may_always_be_moved() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (2, 0)), terrain={(1, 0): "forest"},
        water={"stream": [((0, 0), (1, 0))]}, weather="Clear Mud", turn="PM", rest={"axis": "PM"},
    )  # fmt: skip
    assert go(game, (1, 0)) == 6
    assert now(game, "g1").halted
    assert rules(game, "axis", move((1, 1))) == ["7.5.0"]


FOREST = {(q, 0): "forest" for q in range(-3, 12)}
SECONDARY = {"secondary": [along(0, 2)]}


@pytest.mark.reading("goss", "goss-04-11")
@pytest.mark.rule("goss", "7.10.3", "5.5.5", "6.5.0")
@pytest.mark.parametrize(
    ("flak", "paid", "why"),
    [
        ({"traits": "luftwaffe flak"}, 2, []),
        ({"traits": "luftwaffe flak", "mode": "Strat"}, 0, ["5.5.5"]),
        ({}, 0, ["7.10.3"]),
    ],
)
def test_flak_on_the_road(flak: dict[str, Any], paid: int, why: list[str]) -> None:
    game = position(
        unit("g1", (0, 0), "motinf"), unit("g2", (1, 0), "flak", **flak), unit("u1", (9, 0)),
        terrain=FOREST, roads=SECONDARY, segment="road-moves",
    )  # fmt: skip
    assert rules(game, "axis", move((1, 0), (2, 0))) == why
    if paid:
        assert go(game, (1, 0), (2, 0)) == paid
    elif why == ["7.10.3"]:
        assert go(game, (1, 0)) == 3
        assert now(game, "g1").halted


@pytest.mark.reading("goss", "goss-05-04")
@pytest.mark.rule("goss", "5.2.3", "7.9.0")
@pytest.mark.parametrize(("work", "why"), [("ET-2", []), ("ET-3", ["7.9.0"])])
def test_sidestepping_in_pa_mode(work: str, why: list[str]) -> None:
    game = position(
        unit("u1", (0, 0), mode="PA"), unit("g1", (0, 1), inside=True), works={(0, 1): work},
        segment="pa-moves", side="allied", options={"fog-of-war": "off"},
    )  # fmt: skip
    assert rules(game, "allied", move((1, 0), who="u1")) == why


@pytest.mark.reading("goss", "goss-05-05")
@pytest.mark.rule("goss", "5.2.3-mech", "5.2.3-leg", "5.2.3")
@pytest.mark.parametrize(
    ("kind", "more", "roads", "why"),
    [
        ("motinf", {}, {"secondary": [along(0, 2)]}, []),
        ("motinf", {}, {"secondary": [along(0, 1)], "trail": [along(1, 2)]}, ["5.2.3-mech"]),
        ("inf", {"traits": "cdo"}, {"secondary": [along(0, 2)]}, ["5.2.3"]),
    ],
)
def test_pa_movement_in_mud(
    kind: str, more: dict[str, Any], roads: dict[str, Any], why: list[str]
) -> None:
    game = position(
        unit("g1", (0, 0), kind, mode="PA", **more), unit("u1", (3, 0)), roads=roads,
        weather="Clear Mud", turn="PM", segment="pa-moves",
    )  # fmt: skip
    assert rules(game, "axis", move((1, 0), (2, 0))) == why
    assert rules(game, "axis", move((1, 0))) == []


@pytest.mark.reading("goss", "goss-05-25")
@pytest.mark.rule("goss", "5.5.3b", "7.6.1b", "7.6.1a")
def test_half_as_much_again_in_strat_mode() -> None:
    game = position(unit("g1", (0, 0), "motinf", "4-6-9", mode="Strat"), weather="Clear Freeze")
    assert allowance(game, "g1", "road").total == 12
    game = position(
        unit("g1", (0, 0), "motinf", mode="Strat", formation="1"),
        unit("ghq", (0, 3), "hq:div", formation="1", traits="mech formation"),
        headquarters={"ghq": {**LOW, "value": 7}},
    )
    assert allowance(game, "g1", "road").total == 11


@pytest.mark.reading("goss", "goss-05-26")
@pytest.mark.rule("goss", "5.5.4")
def test_nobody_moves_in_strat_mode_where_enemies_look() -> None:
    def sky(weather: str) -> Gs:
        return position(
            unit("g1", (0, 0), "motinf", mode="Strat"), unit("u1", (2, 3)),
            terrain={(2, 0): "forest", (3, 0): "forest", (2, 3): "VP"}, weather=weather,
            roads={"secondary": [along(0, 3)]}, segment="strat-moves", turn="PM",
        )  # fmt: skip

    game = sky("Clear Dry")
    assert rules(game, "axis", move(*along(1, 3))) == ["5.5.4"]
    ends = {a["path"][-1] for a in game.legal("axis") if a["do"] == "move"}
    assert at(1, 0) in ends
    assert at(2, 0) not in ends
    assert rules(game, "axis", move((1, 0))) == []
    assert rules(sky("Ovr Dry"), "axis", move(*along(1, 3))) == []
    beside = position(
        unit("g1", (0, 0), "motinf", mode="Strat"), unit("u1", (2, 0)),
        roads={"secondary": [along(0, 3)]}, segment="strat-moves",
    )  # fmt: skip
    assert rules(beside, "axis", move((1, 0))) == ["5.5.4"]


@pytest.mark.reading("goss", "goss-06-06")
@pytest.mark.rule("goss", "6.2.0-ma-pr", "7.4.0", "7.6.1a")
@pytest.mark.parametrize(("value", "legal"), [(4, True), (0, False)])
def test_the_slowest_sets_the_pace(value: int, legal: bool) -> None:
    more = {"formation": "1"}
    units = (
        unit("g1", (0, 0), "inf", **more),
        unit("gPzJ", (0, 0), "stug", **more),
        unit("ghq", (0, 5), "hq:div", formation="1", traits="mech formation"), unit("u1", (9, 0)),
    )  # fmt: skip
    staff = {"ghq": {**LOW, "value": value}}
    both = ["g1", "gPzJ"]
    road = position(*units, roads={"secondary": [along(0, 6)]}, headquarters=staff,
                    segment="road-moves")  # fmt: skip
    assert rules(road, "axis", move((1, 0), who=both)) != []
    game = position(*units, roads={"secondary": [along(0, 6)]}, headquarters=staff)
    assert (rules(game, "axis", move((0, 1), (0, 2), who=both)) == []) is legal
    assert rules(game, "axis", move((0, 1), (0, 2), (0, 3), who=both)) != []
    assert rules(game, "axis", move(*along(1, 6))) == []


@pytest.mark.reading("goss", "goss-06-08")
@pytest.mark.rule("goss", "6.5.0", "7.10.3")
@pytest.mark.parametrize(
    ("there", "through", "into"),
    [
        ((("motinf", {"transport": "foot"}), ("hq:div", {"formation": "x"})), 2, 0),
        ((("armeng", {"task": "IP"}),), 2, 0),
        ((("armeng", {}),), 0, 3),
        ((("at", {"formation": "a"}), ("m4", {"formation": "b"})), 0, 0),
        ((("pz4", {"z": True, "left": 0}),), 2, 0),
    ],
)
def test_who_is_in_the_way(there: Any, through: int, into: int) -> None:
    others = [unit(f"g{n + 2}", (1, 0), kind, **more) for n, (kind, more) in enumerate(there)]
    game = position(
        unit("g1", (0, 0), "m4", formation="c"), *others, unit("u1", (9, 0)), terrain=FOREST,
        roads=SECONDARY, segment="road-moves",
    )  # fmt: skip
    if through:
        assert go(game, (1, 0), (2, 0)) == through
        return
    assert rules(game, "axis", move((1, 0), (2, 0))) == ["7.10.3"]
    if into:
        assert go(game, (1, 0)) == into
        assert now(game, "g1").halted
    else:
        assert rules(game, "axis", move((1, 0))) == ["7.10.3"]


@pytest.mark.reading("goss", "goss-07-02")
@pytest.mark.rule("goss", "7.6.1d", "7.6.1e")
def test_ground_comes_last() -> None:
    game = position(
        unit("g1", (0, 0), "motinf", fatigue=2, supply="OoS"), weather="Clear Wet"
    )  # fmt: skip
    assert allowance(game, "g1", "off").total == 1
    road = {"secondary": [along(0, 6)], "trail": [along(6, 8)]}
    game = position(unit("g1", (1, 0), "motinf"), unit("u1", (0, 9)), roads=road,
                    weather="Clear Mud", segment="road-moves", terrain=FOREST)  # fmt: skip
    assert rules(game, "axis", move(*along(2, 7))) == ["7.2.0"]
    game = position(unit("g1", (0, 0), "motinf"), unit("u1", (0, 9)), roads=road,
                    weather="Clear Mud", segment="road-moves", terrain=FOREST)  # fmt: skip
    assert go(game, *along(1, 6)) == 6


@pytest.mark.reading("goss", "goss-07-04")
@pytest.mark.rule("goss", "7.11.1", "7.11.3", "7.3.0")
def test_constricted_terrain_off_the_roads() -> None:
    rough = {(0, 0): "forest", (1, 0): "forest constricted", (2, 0): "forest constricted"}
    game = position(unit("g1", (1, 0)), unit("u1", (9, 0)), terrain=rough)
    assert go(game, (2, 0)) == 4
    tank = position(unit("g1", (0, 0), "m4"), unit("u1", (9, 0)), terrain=rough)
    assert go(tank, (1, 0)) == 12
    assert now(tank, "g1").halted
    moved = position(unit("g1", (-1, 0), "m4"), unit("u1", (9, 0)), terrain=rough)
    assert go(moved, (0, 0)) == 4
    assert rules(moved, "axis", move((1, 0))) == ["7.11.3"]
    assert rules(position(unit("g1", (-1, 0), "m4"), unit("u1", (9, 0)), terrain=rough), "axis",
                 move((0, 0), (1, 0))) == ["7.11.3"]  # fmt: skip
    guns = position(unit("g1", (0, 0), "art"), unit("u1", (9, 0)), terrain=rough)
    assert rules(guns, "axis", move((1, 0))) == ["7.11.3"]


@pytest.mark.reading("goss", "goss-07-05")
@pytest.mark.rule("goss", "7.4.0", "7.5.1", "5.8.0", "5.4.2")
def test_one_type_of_movement_a_phase() -> None:
    tank = unit("g1", (0, 0), "m4")
    roads = {"primary": [along(0, 8)]}
    game = position(
        tank, unit("u1", (0, 9)), unit("g5", (-3, 3)), terrain=FOREST | {(4, 1): "forest"},
        roads=roads, segment="road-moves",
    )  # fmt: skip
    assert rules(game, "axis", move(*along(1, 4), (4, 1))) == ["7.10.0-path"]
    assert go(game, *along(1, 4)) == 2
    game.play("axis", {"do": "end"})
    assert rules(game, "axis", move((4, 1))) == ["7.4.0"]
    off = position(tank, unit("u1", (0, 9)), terrain=FOREST, roads=roads)
    assert go(off, (1, 0), (2, 0)) == 8
    others = position(
        unit("g1", (0, 0), "eng", task="IP"), unit("g2", (1, 0), mode="MR"),
        unit("g3", (2, 0), "m4", mode="Exploit"), unit("g4", (3, 0), cr=True), unit("u1", (0, 9)),
    )  # fmt: skip
    assert rules(others, "axis", move((0, 1))) == ["7.5.1"]
    assert rules(others, "axis", move((1, 1), who="g2")) == ["5.4.2"]
    assert rules(others, "axis", move((2, 1), who="g3")) == ["5.3.0"]
    go(others, (3, 1), who="g4")
    assert not now(others, "g4").cr


@pytest.mark.reading("goss", "goss-07-06")
@pytest.mark.rule("goss", "7.6.1f", "7.6.2")
def test_the_night_costs_every_hex() -> None:
    night: dict[str, Any] = {"turn": "Night", "terrain": FOREST}
    roads = {"secondary": [along(0, 3)], "trail": [along(3, 4)]}
    game = position(unit("g1", (0, 0), "motinf"), unit("u1", (0, 11)), roads=roads,
                    segment="road-moves", **night)  # fmt: skip
    assert go(game, *along(1, 4)) == 8.5
    parts = position(unit("g1", (0, 0), "motinf"), unit("u1", (0, 11)), roads=roads,
                     segment="road-moves", **night)  # fmt: skip
    assert go(parts, *along(1, 3)) == 3
    assert go(parts, (4, 0)) == 8.5
    leg = position(unit("g1", (0, 0)), unit("u1", (0, 11)), roads={"trail": [along(0, 2)]}, **night)
    assert rules(leg, "axis", move(*along(1, 3))) == ["7.2.0"]
    assert go(leg, *along(1, 2)) == 2
    assert rules(leg, "axis", move((3, 0))) == ["7.2.0"]
    second = position(unit("g1", (0, 0)), unit("u1", (0, 11)),
                      roads={"trail": [along(0, 2)], "rail": [along(2, 4)]}, **night)  # fmt: skip
    assert go(second, *along(1, 4)) == 4


TRAIL = {"trail": [along(0, 3)]}


@pytest.mark.reading("goss", "goss-07-07")
@pytest.mark.rule("goss", "7.7.0", "7.7.1", "7.8.0")
@pytest.mark.parametrize(
    ("enemies", "end"),
    [
        (("co 2,1", "co 3,-1", "art"), 3),
        (("bn 2,1", "art"), 2),
        (("bn 2,1", "dry"), 3),
        (("co 2,1", "hq 2,1", "art"), 3),
        (("bn 2,1", "flak"), 3),
    ],
)
@pytest.mark.parametrize("fog", ["on", "off"])
def test_artillery_halts(enemies: tuple[str, ...], end: int, fog: str) -> None:
    guns = {"gun": "150mm", "range": 8, "battery": True}
    made = []
    for n, word in enumerate(enemies):
        kind, _, spot = word.partition(" ")
        hex = tuple(map(int, spot.split(","))) if spot else (5, 3)
        if kind == "co":
            made.append(unit(f"g{n}", hex, "stug"))
        elif kind == "bn":
            made.append(unit(f"g{n}", hex, "fus"))
        elif kind == "hq":
            made.append(unit(f"g{n}", hex, "hq:div", formation="1"))
        elif kind == "flak":
            made.append(unit(f"g{n}", hex, "flak", range=8))
        else:
            made.append(unit(f"g{n}", hex, "art", depleted=kind == "dry", **guns))
    game = position(unit("u1", (0, 0)), *made, roads=TRAIL, side="allied",
                    options={"fog-of-war": fog})  # fmt: skip
    action = move(*along(1, 3), who="u1")
    why = rules(game, "allied", action)
    assert why == (["7.7.1"] if end == 2 else [])
    if not why:
        game.play("allied", action)
        assert where(game, "u1") == at(3, 0)
        assert spent(game, "u1") == 5


def test_a_halt_by_the_unseen_is_found_out() -> None:
    """The gun under another unit: nobody knows of it until he is halted. [7.7.1] [8.4.0]"""
    guns = {"gun": "150mm", "range": 8, "battery": True}
    game = position(
        unit("u1", (0, 0)), unit("g0", (2, 1), "fus"), unit("g1", (5, 3), "art", **guns),
        unit("g2", (5, 3), "inf", order=5), roads=TRAIL, side="allied",
    )  # fmt: skip
    action = move(*along(1, 3), who="u1")
    assert rules(game, "allied", action) == []
    game.play("allied", action)
    assert where(game, "u1") == at(2, 0)
    assert told(game, "halted") == [{"side": "allied", "units": ["u1"], "hex": at(2, 0)}]
    assert rules(game, "allied", move((3, 0), who="u1")) == ["7.5.0"]


@pytest.mark.reading("goss", "goss-07-08")
@pytest.mark.rule("goss", "7.7.2", "7.7.3")
@pytest.mark.parametrize(
    ("terrain", "turn", "work", "halted"),
    [
        ("clear", "PM", "", True), ("forest", "PM", "", False), ("village", "PM", "", True),
        ("village", "Night", "", False), ("forest", "PM", "ET-2", True),
        ("forest", "PM", "IP", False), ("village", "Night", "ET-2", True),
    ],
)  # fmt: skip
def test_guns_halt_where_there_is_no_cover(
    terrain: str, turn: str, work: str, halted: bool
) -> None:
    gun = unit("g1", (2, 0), "flak", z_side="yes", z=True, left=0, inside=bool(work))
    game = position(
        unit("u1", (0, 0)), gun, terrain={(1, 0): terrain}, turn=turn, side="allied",
        works={(2, 0): work} if work else None, options={"fog-of-war": "off"},
    )  # fmt: skip
    game.play("allied", move((1, 0), who="u1"))
    assert now(game, "u1").halted is halted


@pytest.mark.reading("goss", "goss-07-09")
@pytest.mark.rule("goss", "7.7.5", "7.7.5-oos")
def test_nobody_leaves_his_supply_near_the_enemy() -> None:
    units = (
        unit("g1", (1, 0)), unit("g2", (1, 1), traits="cdo"), unit("g3", (4, 1), supply="OoS"),
        unit("u1", (6, 0)),
    )  # fmt: skip
    game = position(*units, roads={"trail": [along(1, 5)]})
    far = {game.board.hex(at(q, 0)) for q in (2, 3, 4)}
    before = list(TRACES)
    TRACES.append(lambda game, name, h: h not in far)
    try:
        assert rules(game, "axis", move((2, 0))) == []
        assert rules(game, "axis", move((2, 0), (3, 0))) == ["7.7.5"]
        ends = {
            a["path"][-1] for a in game.legal("axis") if a.get("units") == ["g1"] and "path" in a
        }
        assert at(2, 0) in ends
        assert at(3, 0) not in ends
        assert rules(game, "axis", move((2, 0), (3, 0), (4, 0), who="g2")) == []
    finally:
        TRACES[:] = before
    assert rules(game, "axis", move((5, 0), who="g3")) == ["7.7.5-oos"]


@pytest.mark.reading("goss", "goss-07-10")
@pytest.mark.rule("goss", "7.8.0", "5.3.4a")
@pytest.mark.parametrize(
    ("case", "cost"), [("a", 2), ("b", 3), ("c", 3), ("d", 3), ("e", 2), ("f", 4)]
)
def test_next_to_enemies(case: str, cost: int) -> None:
    tanks = [unit("u1", (2, 0), "m5"), unit("u2", (1, 1), "m5")]
    if case in ("c", "f"):
        tanks[1] = unit("u2", (1, 1), "inf")
    elif case == "d":
        tanks = [unit("u1", (2, 0), "armrecon")]
    elif case == "e":
        tanks = tanks[:1]
    roads = {"trail": [[(1, 0), (2, 0)]]} if case == "b" else None
    terrain = {} if case == "e" else {(1, 0): "forest"}
    if case == "f":
        game = position(unit("g1", (0, 0), "pz4", mode="Exploit"), *tanks, terrain=terrain,
                        segment="active-moves")  # fmt: skip
    else:
        game = position(unit("g1", (0, 0)), *tanks, terrain=terrain, roads=roads)
    assert go(game, (1, 0)) == cost


@pytest.mark.reading("goss", "goss-07-12")
@pytest.mark.rule("goss", "7.9.1", "7.9.1a", "7.9.1b")
def test_fortified_areas() -> None:
    area = {(1, 0): "Axis-Ft"}
    roads = {"secondary": [along(0, 3)]}
    enemy = unit("u9", (0, 11))
    road = position(
        unit("g1", (0, 0), "m4"), enemy, terrain=area, roads=roads, segment="road-moves"
    )
    assert go(road, (1, 0)) == 1
    off = position(unit("g1", (0, 0), "m4"), enemy, terrain=area, roads=roads)
    assert go(off, (1, 0)) == 4
    foe = unit("g9", (0, 11))
    leg = position(unit("u1", (0, 0)), foe, terrain=area, roads=roads, side="allied")
    assert go(leg, (1, 0), (2, 0), who="u1", side="allied") == 4
    tank = position(unit("u1", (0, 0), "m4"), foe, terrain=area, roads=roads, side="allied",
                    segment="road-moves")  # fmt: skip
    assert go(tank, (1, 0), who="u1", side="allied") == 12
    ruined = position(
        unit("u1", (0, 0), "m4"), foe, terrain=area, roads=roads, side="allied",
        segment="road-moves",
    )  # fmt: skip
    ruined.put(HEXES, ruined.board.hex(at(1, 0)), HexStatus(ruined=True))
    assert go(ruined, (1, 0), who="u1", side="allied") == 1


@pytest.mark.reading("goss", "goss-07-13")
@pytest.mark.rule("goss", "7.10.0", "7.10.3", "6.7.0")
def test_who_may_set_out_by_road() -> None:
    one = {"formation": "1"}
    a = [unit("u1", (0, 0), "arminf"), unit("u2", (0, 0), "arminf"), unit("u3", (0, 0), "m5")]
    b = [unit("u4", (0, 2), "arminf", **one), unit("u5", (0, 2), "arminf", **one),
         unit("u6", (0, 2), "armeng", **one)]  # fmt: skip
    c = [unit("u7", (0, 4), "m5"), unit("u8", (0, 4), "m5"), unit("u9", (1, 4), "m4")]
    e = [unit("ua", (2, 4), "m4"), unit("ub", (2, 4), "spa")]
    forest = {(q, r): "forest" for q in range(4) for r in range(6)}
    game = position(
        *a, *b, *c, *e, unit("g1", (0, -11)), terrain=forest, side="allied", segment="road-moves",
        roads={"secondary": [along(0, 2), along(0, 2, 2), along(0, 3, 4)]},
    )  # fmt: skip
    for name in ("u1", "u2", "u3"):
        assert "7.10.0" in rules(game, "allied", move((1, 0), who=name))
    assert rules(game, "allied", move((1, 2), who=["u4", "u6"])) == []
    assert rules(game, "allied", move((1, 2), who="u5")) == []
    assert rules(game, "allied", move((1, 4), (2, 4), who=["u7", "u8"])) == ["7.10.3"]
    game.play("allied", move((1, 4), who=["u7", "u8"]))
    assert spent(game, "u7") == spent(game, "u8") == 3
    assert now(game, "u7").halted


@pytest.mark.reading("goss", "goss-07-15")
@pytest.mark.rule("goss", "7.11.2", "7.10.2a", "7.10.0-path")
def test_heavy_tanks_and_full_bridges() -> None:
    roads = {"trail": [[(0, 0), (1, 0)]], "secondary": [[(1, -1), (1, 0)]]}
    heavy = [unit("g1", (0, 0), "pz6b"), unit("g2", (0, 0), "pz4"), unit("u1", (9, 0)),
             unit("g3", (1, -1), "pz6b")]  # fmt: skip
    game = position(*heavy, terrain={(1, 0): "forest constricted"}, roads=roads,
                    segment="road-moves")  # fmt: skip
    assert rules(game, "axis", move((1, 0))) == ["7.11.2"]
    assert rules(game, "axis", move((1, 0), who="g2")) == []
    assert rules(game, "axis", move((1, 0), who="g3")) == []
    waiting = [unit("g1", (0, 0), "pz4"), unit("g2", (0, 0), "pz4"), unit("g3", (0, 0)),
               unit("u1", (0, 9))]  # fmt: skip
    river: dict[str, Any] = {"water": {"river": [((0, 0), (1, 0))]}}
    bridge = position(*waiting, roads={"secondary": [along(0, 3)]}, segment="road-moves",
                      options={"bridge-bottlenecks": "on"}, **river)  # fmt: skip
    key = bridge.scenario.ground.side_key(*(bridge.board.hex(at(q, 0)) for q in (0, 1)))
    bridge.put(BRIDGES, key, Bridge(crossed=12, crossed_at=bridge.serial))
    assert go(bridge, (1, 0), (2, 0)) == 2
    assert rules(bridge, "axis", move((1, 0), who="g2")) == ["7.10.2a"]
    bridge.play("axis", {"do": "end"})
    assert rules(bridge, "axis", move((1, 0), who="g3")) == []


@pytest.mark.reading("goss", "goss-14-02")
def test_fatigue_halves_before_the_ground_takes_its_share() -> None:
    for more, weather, gait, total in (
        ({}, "Dry", "road", 6), ({}, "Wet", "off", 4), ({"ooc": True}, "Dry", "off", 3),
    ):  # fmt: skip
        game = position(unit("g1", (0, 0), "motinf", fatigue=1, **more), weather=f"Clear {weather}")
        assert allowance(game, "g1", gait).total == total


@pytest.mark.reading("goss", "goss-19-04")
@pytest.mark.rule("goss", "7.6.1e", "7.10.0-path")
def test_wet_and_frozen_roads() -> None:
    roads = {"secondary": [[(0, r) for r in range(-11, 4)]], "trail": [along(0, 9)]}
    tank = unit("g1", (0, 0), "m4")
    game = position(tank, unit("u1", (11, 0)), roads=roads, weather="Clear Wet", terrain=FOREST,
                    segment="road-moves")  # fmt: skip
    assert rules(game, "axis", move(*[(0, -r) for r in range(1, 12)])) == []
    assert rules(game, "axis", move(*along(1, 6))) == []
    assert rules(game, "axis", move(*along(1, 7))) == ["7.2.0"]
    leg = position(unit("g1", (0, 0)), weather="Clear Wet")
    assert allowance(leg, "g1", "leg").total == 6
    frost = position(tank, weather="Clear Freeze", segment="road-moves")
    assert (allowance(frost, "g1", "road").total, allowance(frost, "g1", "off").total) == (11, 12)
    assert "7.10.0" in rules(frost, "axis", move((1, 0)))


@pytest.mark.reading("goss", "goss-19-05")
@pytest.mark.rule("goss", "7.6.1e", "7.6.2-bonus")
def test_infantry_in_mud() -> None:
    good = {"secondary": [along(0, 8)]}
    units = (unit("g1", (0, 0)), unit("u1", (-1, 0)))
    game = position(*units, roads=good, weather="Clear Mud")
    assert rules(game, "axis", move(*along(1, 6))) == []
    assert rules(game, "axis", move(*along(1, 7))) == ["7.2.0"]
    trail = position(*units, roads={"trail": [along(0, 8)]}, weather="Clear Mud")
    assert rules(trail, "axis", move(*along(1, 3))) == []
    assert rules(trail, "axis", move(*along(1, 4))) == ["7.2.0"]
    assert rules(game, "axis", move(*along(1, 5), (5, 1))) == ["7.2.0"]
    assert rules(game, "axis", move(*along(1, 2), (2, 1))) == []


@pytest.mark.reading("goss", "goss-19-03")
def test_the_leader_first_then_half_then_the_ground() -> None:
    game = position(
        unit("uhq", (0, 1), "hq:div", formation="1"),
        unit("u1", (0, 0), "m4", formation="1", mode="Exploit"), weather="Clear Wet",
        segment="inactive-moves", side="axis",
        leaders=[{"id": "l1", "side": "allied", "name": "L", "hq": "uhq", "number": 6}],
    )  # fmt: skip
    assert allowance(game, "u1", "off").total == 5
