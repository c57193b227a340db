"""Lulls: a second reader's cases. [24.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.interdiction import value_against
from grognard.systems.goss.air.tracks import put_track
from grognard.systems.goss.arrivals.coming import expected
from grognard.systems.goss.arrivals.rebuilding import against_receiving
from grognard.systems.goss.lulls.active import ReplaceActive, Swap
from grognard.systems.goss.movement.allowance import LEG, ROAD, points_of
from grognard.systems.goss.pieces.quiet import inactive, members
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEXES, HQS, LULLS, AirTrack, Headquarters
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, pass_to, rules, told, unit
from tests.systems.goss.lulls.quiet import ALLIED_CHAIN, ARMIES, END, field, g, hush, lull, u

SLEEPERS = (g("g1", (4, 0)), u("u1", (-4, 0)))


def move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


def ask(army: str, until: int) -> dict[str, Any]:
    return {"do": "ask-lull", "army": army, "until": until}


def say(answer: str) -> dict[str, Any]:
    return {"do": "grant-lull", "answer": answer}


def to(game: Gs, turn: int) -> None:
    """On to a game turn, answering by default."""
    while game.turn < turn:
        first = game.open_asks()[0]
        game.play(first.player, first.default or END)


# ---- asking [24.1.0]


@pytest.mark.reading("goss", "goss2-24-01")
@pytest.mark.rule("goss", "24.0", "24.1.0", "24.1.1")
def test_one_army_has_its_lull_and_the_other_fights_on() -> None:
    more = {
        "9": {"side": "allied", "adv": 3, "pss": []},
        "7": {"side": "axis", "adv": 3, "pss": []},
    }
    game = field(
        *SLEEPERS, u("u9", (-4, 6), army="9", corps="N", formation="3"),
        u("uh9", (-8, 6), "hq:div", army="9", corps="N", formation="3"),
        g("g7", (4, -1), army="7", corps="S", formation="2"), g("g9", (4, 7)), segment="lulls",
        turn=10, armies={**ARMIES, **more},
    )  # fmt: skip
    assert game.to_act == "allied"  # they ask first
    game.play("allied", ask("1", 31))
    game.play("axis", say("yes"))
    while game.open_asks()[0].name == "lull-active":
        game.play(game.open_asks()[0].player, game.open_asks()[0].default)
    game.play("allied", ask("9", 31))
    game.play("axis", say("no"))
    assert lull(game, "allied").one == "allied"
    assert not game.state[LULLS]["9"].one
    found = members(game)
    assert (found.get("u1"), found.get("u9")) == ("1", None)
    assert found["g1"] == found["g7"] == "1"  # whichever army faces it
    assert "g9" not in found


@pytest.mark.reading("goss", "goss2-24-02")
@pytest.mark.rule("goss", "24.1.2")
def test_a_lull_of_seven_days() -> None:
    game = field(*SLEEPERS, segment="lulls", turn=10)
    assert rules(game, "allied", ask("1", 30)) == ["24.1.2"]
    assert rules(game, "allied", ask("1", 31)) == []  # the AM of the eleventh day
    game.play("allied", ask("1", 31))
    game.play("axis", say("no"))
    assert rules(game, "allied", ask("1", 31)) == ["24.1.2"]
    to(game, 13)
    while game.segment.kind != "lulls":
        game.play(game.open_asks()[0].player, END)
    assert rules(game, "allied", ask("1", 34)) == []  # in the next Lull Segment
    game.play("allied", ask("1", 34))
    game.play("axis", say("yes"))
    assert lull(game, "allied").until == 34
    assert "until" not in game.view("axis")["lulls"]["1"]
    assert game.view("allied")["lulls"]["1"]["until"] == 34


# ---- who is active [24.2.0]


@pytest.mark.reading("goss", "goss2-24-03")
@pytest.mark.rule("goss", "24.2.0")
def test_who_is_active_and_who_takes_their_place() -> None:
    def staffs(n: int) -> list[Any]:
        mine = [g(f"gh{k}", (8, 2 * k - 4), "hq:div", formation=f"1{k}") for k in range(n)]
        theirs = [u(f"uh{k}", (-8, 2 * k - 4), "hq:div", formation=f"2{k}") for k in range(n + 1)]
        return [*mine, *theirs]

    game = field(
        *(g(f"g{k}", (4, 2 * k - 4), formation=f"1{k}") for k in range(4)),
        *(g(f"gx{k}", (6, k), formation="", attached="gh0") for k in range(4)),
        *(u(f"u{k}", (-4, 2 * k - 4), formation=f"2{k}") for k in range(5)),
        *(g(f"ga{k}", (10, k), "art", formation="") for k in range(5)),
        *(u(f"ua{k}", (-10, k), "art", formation="") for k in range(8)),
        staffs=tuple(staffs(4)), segment="lulls", options={"ena": "off"},
    )  # fmt: skip
    game.play("allied", END)
    game.play("axis", ask("5", 40))
    game.play("allied", say("yes"))
    pick: dict[str, Any] = {"do": "lull-active", "formations": ["gh0"]}
    four = [f"gx{k}" for k in range(4)]
    assert rules(game, "axis", {**pick, "attached": four}) == ["24.2.0"]
    assert rules(game, "axis", {**pick, "guns": [f"ga{k}" for k in range(4)]}) == ["24.2.0"]
    assert rules(game, "axis", {**pick, "formations": ["gh0", "gh1"]}) == ["24.2.0"]
    game.play("axis", {**pick, "attached": four[1:], "guns": ["ga0", "ga1", "ga2"]})
    assert [inactive(game, n) for n in four] == [True, False, False, False]
    three: dict[str, Any] = {"do": "lull-active", "formations": ["uh0", "uh1", "uh2"]}
    assert rules(game, "allied", three) == ["24.2.0-2"]
    seven = {**three, "formations": [], "guns": [f"ua{k}" for k in range(7)]}
    assert rules(game, "allied", seven) == ["24.2.0-2"]
    six = {**three, "formations": ["uh0", "uh1"], "guns": [f"ua{k}" for k in range(6)]}
    game.play("allied", six)
    to(game, 10)

    def wrong() -> list[str]:
        found = ReplaceActive().against(game, "axis", Swap("5", "gh1", "gh0"))
        return [one.rule for one in found]

    assert wrong() == ["24.2.0"]  # out of the line
    game.put(HQS, "gh1", Headquarters(released=game.turn))
    assert wrong() == []


@pytest.mark.reading("goss", "goss2-24-03")
@pytest.mark.rule("goss", "24.2.0", "24.2.0-2")
def test_side_two_replaces_one_formation_in_a_command_phase() -> None:
    extra = [u(f"uh{k}", (-8, 2 * k), "hq:div", formation=f"2{k}") for k in (1, 2, 3)]
    more = [u(f"ux{k}", (-4, 2 * k), formation=f"2{k}") for k in (1, 2, 3)]
    game = field(*SLEEPERS, *extra, *more, segment="lulls", turn=10)
    hush(game, formations=("uh", "uh1"))
    for hq in ("uh2", "uh3"):
        game.put(HQS, hq, Headquarters(released=game.turn))
    swap = {"do": "lull-replace", "army": "5", "hq": "uh2", "old": "uh1"}
    game.play("allied", swap)
    assert rules(game, "allied", {**swap, "hq": "uh3", "old": "uh"}) == ["24.2.0-2"]


@pytest.mark.reading("goss", "goss2-24-04")
@pytest.mark.rule("goss", "24.2.0", "24.2.0-2")
def test_who_fights_whom_in_a_lull() -> None:
    units = (
        u("u1", (0, 1), ta=True), g("gn", (0, 0)), g("gt", (1, 0), formation="2"),
        g("gh2", (8, 3), "hq:div", formation="2"), u("u2", (4, 4)),
    )  # fmt: skip
    game = hush(field(*units, segment="assaults", side="allied"), formations=("uh", "gh2"))

    def attack(q: int, r: int) -> dict[str, Any]:
        return {"do": "assault", "units": ["u1"], "hex": at(q, r)}

    assert rules(game, "allied", attack(0, 0)) == ["24.2.0-2"]
    assert rules(game, "allied", attack(1, 0)) == []
    near = field(g("gn", (0, 0)), u("u2", (0, 2)), terrain={(1, 0): "woods"}, side="allied")
    hush(near, formations=("uh",))
    assert rules(near, "allied", move("u2", (0, 1))) == ["24.2.0-2"]
    assert rules(near, "allied", move("u2", (1, 1), (1, 0))) == []
    evening = hush(field(*SLEEPERS, turn="PM"))
    assert rules(evening, "axis", move("g1", (5, 0))) == ["24.2.1"]
    struck = hush(field(*SLEEPERS, segment="delay-removal", turn=13, options={"ena": "off"}))
    struck.put(UNITS, "u1", replace(now(struck, "u1"), defended=struck.serial - 20))
    assert inactive(struck, "u1")  # not in the same game turn
    awake = {}
    for turn in (14, 15, 16):
        to(struck, turn)
        awake[turn] = not inactive(struck, "u1")
    assert awake == {14: True, 15: True, 16: False}


# ---- what inactive units do [24.2.1]


@pytest.mark.reading("goss", "goss2-24-05")
@pytest.mark.rule("goss", "24.2.1", "24.2.2")
def test_what_inactive_units_do() -> None:
    units = (
        g("g1", (0, -5)), g("g2", (4, 4), "motinf"), g("g3", (6, 2), "motinf", mode="Exploit"),
        u("u1", (0, -7)), g("g5", (6, 4), "motinf"), g("g6", (-3, 6)), u("u6", (-3, 7)),
    )  # fmt: skip
    low: dict[str, Any] = {"headquarters": {"gh": {"fuel": "low", "value": 5, "option": 1}}}
    heads = (
        g("gh", (8, 0), "hq:div", traits="mech formation"), u("uh", (-8, 0), "hq:div"),
    )  # fmt: skip
    game = hush(field(*units, staffs=heads, **low))
    assert points_of(game, "g1", LEG) == 12 * 12
    assert points_of(game, "g2", ROAD) == 5 * 12  # doubled, then capped by the fuel
    assert rules(game, "axis", move("g1", (0, -6))) == ["24.2.1"]
    modes = hush(field(*units, staffs=heads, segment="modes", **low))
    assert "24.2.1" in rules(modes, "axis", {"do": "mode", "units": ["g6"], "mode": "PA"})
    assert "24.2.1" in rules(modes, "axis", {"do": "exploit", "hq": "gh"})
    assert rules(modes, "axis", {"do": "leave-mode", "hq": "gh"}) == []
    free = hush(field(*units, segment="modes"))
    assert rules(free, "axis", {"do": "mode", "units": ["g5"], "mode": "Strat"}) == []
    pass_to(modes, "moves", "axis")
    assert now(modes, "g3").mode == "Exploit"  # it may stay so
    exploit = hush(field(*units, segment="active-road", roads={"secondary": [[(6, 2), (7, 2)]]}))
    assert rules(exploit, "axis", move("g3", (7, 2))) == ["24.2.1"]
    pairs = [(g(f"g{n}", (n * 4 - 8, 1)), u(f"u{n}", (n * 4 - 8, 0))) for n in range(3)]
    line = [one for pair in pairs for one in pair]
    morning = hush(field(*line, segment="designation"))
    for name in ("g0", "g1"):
        morning.play("axis", {"do": "designate", "units": [name]})
    assert rules(morning, "axis", {"do": "designate", "units": ["g2"]}) == ["24.2.2"]
    evening = hush(field(*line, segment="designation", turn="PM"))
    assert rules(evening, "axis", {"do": "designate", "units": ["g0"]}) == ["24.2.2"]


@pytest.mark.reading("goss", "goss2-24-06")
@pytest.mark.rule("goss", "24.2.3")
def test_interdiction_over_a_lull() -> None:
    north = {(q, r): "sector:north" for q in range(-12, 13) for r in (-4, -3)}
    game = field(g("g1", (4, -4)), u("u1", (-4, -4)), g("g2", (4, 4), army="7", formation="2"),
                 armies={**ARMIES, "7": {"side": "axis", "adv": 3, "pss": []}}, terrain=north,
                 staffs=(g("gh", (8, -4), "hq:div"), u("uh", (-8, -4), "hq:div")))  # fmt: skip
    for sector in game.scenario.ground.sectors:
        put_track(game, "allied", sector, AirTrack(leg=5, mech=4))

    def value(q: int, r: int, name: str) -> int:
        return value_against(game, (name,), game.board.hex(at(q, r)))

    assert (value(4, -4, "g1"), value(4, 4, "g2")) == (5, 5)
    hush(game)
    assert (value(4, -4, "g1"), value(4, 4, "g2")) == (0, 5)
    south: dict[str, Any] = {"army": "7", "corps": "S", "formation": "2"}
    single = field(
        g("g1", (4, -4)), u("u1", (-4, -4)), g("g2", (4, 9), **south),
        g("gh2", (8, 8), "hq:div", **south), g("gh", (8, -4), "hq:div"),
        u("uh", (-8, -4), "hq:div"), staffs=(),
        armies={**ARMIES, "7": {"side": "axis", "adv": 3, "pss": []}},
    )  # fmt: skip
    put_track(single, "allied", "all", AirTrack(leg=5, mech=4))
    hush(single)
    found = [value_against(single, (n,), now(single, n).hex) for n in ("g1", "g2")]
    assert found == [0, 5]  # none in the zone of the army in the lull


@pytest.mark.reading("goss", "goss2-24-07")
@pytest.mark.rule("goss", "24.2.4")
def test_reinforcements_and_replacements_in_a_lull() -> None:
    def at_turn(turn: int) -> Gs:
        late = [g("g7", None, due=17), g("g8", None, due=18)]
        game = field(*SLEEPERS, *late, g("g9", (9, 1), left=2), turn=turn, segment="entry")
        return hush(game)

    for turn, due in ((17, []), (18, []), (19, ["g7", "g8"])):
        assert expected(at_turn(turn), "axis") == due
    morning, evening = at_turn(16), at_turn(17)
    assert against_receiving(morning, "g9") == []
    assert [why.rule for why in against_receiving(evening, "g9")] == ["24.2.4"]
    here = at_turn(19)
    here.put(UNITS, "g7", replace(now(here, "g7"), place="map", hex=here.board.hex(at(9, 3))))
    assert inactive(here, "g7")
    swap = {"do": "lull-replace", "army": "5", "hq": "gh", "old": ""}
    assert rules(here, "axis", swap) != []  # only out of army reserve


# ---- works [24.2.5]


@pytest.mark.reading("goss", "goss2-24-08")
@pytest.mark.rule("goss", "24.2.5")
@pytest.mark.parametrize(("option", "refused"), [("units", ["24.2.5"]), ("steps", [])])
def test_one_battalion_at_a_major_river_in_a_lull(option: str, refused: list[str]) -> None:
    game = field(
        g("gb", (4, -5), "eng", size="Bn", steps=3), u("u1", (-9, 0)), segment="construction",
        water={"major_river": [((4, -5), (5, -5))]}, options={"lull-bridges": option},
    )  # fmt: skip
    hush(game)
    order = {"do": "bridge", "units": ["gb"], "hex": at(5, -5)}
    assert rules(game, "axis", order) == refused


@pytest.mark.reading("goss", "goss2-24-08")
@pytest.mark.rule("goss", "24.2.5", "17.3.1b")
def test_building_in_a_lull() -> None:
    rivers = {
        "river": [((4, -8), (5, -8)), ((4, 8), (5, 8))],
        "major_river": [((4, -5), (5, -5)), ((4, -2), (5, -2))], "great_river": [((4, 1), (5, 1))],
    }  # fmt: skip
    game = field(
        g("ga", (4, -8), "eng"), g("gb", (4, -5), "eng", size="Bn", steps=3),
        *(g(f"gc{n}", (4, -2), "eng") for n in (1, 2)),
        *(g(f"gd{n}", (4, 1), "eng") for n in (1, 2, 3)),
        g("ge", (4, 8), "eng", size="Bn", steps=2), u("u1", (6, 8)), g("gf", (9, -8), "eng"),
        g("gg", (9, -4), "eng", size="Bn", steps=2), g("gi", (9, 4), "eng", size="Bn", steps=2),
        water=rivers, terrain={(9, -4): "forest"}, segment="construction", options={"ena": "off"},
    )  # fmt: skip
    hush(game)

    def bridge(q: int, r: int, *names: str) -> dict[str, Any]:
        return {"do": "bridge", "units": [*names], "hex": at(q, r)}

    def dig(name: str, work: str) -> dict[str, Any]:
        return {"do": "dig", "units": [name], "work": work}

    assert rules(game, "axis", bridge(5, -5, "gb")) == ["24.2.5"]  # two units, as it is printed
    assert rules(game, "axis", bridge(5, 8, "ge")) == ["24.2.5"]  # an enemy sees the far bank
    assert rules(game, "axis", dig("gi", "ET-2")) != []  # in the open
    game.play("axis", bridge(5, -8, "ga"))
    game.play("axis", bridge(5, -2, "gc1", "gc2"))
    game.play("axis", bridge(5, 1, "gd1", "gd2", "gd3"))
    game.play("axis", dig("gf", "IP"))
    game.play("axis", dig("gg", "ET-2"))

    def standing() -> list[bool]:
        ground, board = game.scenario.ground, game.board
        keys = [
            ground.side_key(board.hex(at(4, r)), board.hex(at(5, r))) for r in (-8, -2, 1)
        ]  # fmt: skip
        return [game.state[BRIDGES][key].stands for key in keys]

    to(game, 5)
    assert standing() == [True, True, False]
    works = [game.state[HEXES][game.board.hex(at(*h))].work for h in ((9, -8), (9, -4))]
    assert works == ["IP", "ET-2"]
    to(game, 7)
    assert standing() == [True, True, False]
    pass_to(game, "construction", "axis")
    assert standing() == [True, True, True]


@pytest.mark.reading("goss", "goss2-24-09")
@pytest.mark.rule("goss", "24.2.5", "24.2.5-2")
def test_areas_demolition_and_an_et3_in_a_lull() -> None:
    hexes = {(0, 4): "Axis-Ft", (2, 0): "Axis-Ft", (-6, 6): "Axis-Ft"}

    def ring(q: int, r: int) -> list[tuple[int, int]]:
        return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]

    walls = [
        unit(f"u{k}{n}", h, **ALLIED_CHAIN)
        for k, spot in enumerate([(0, 4), (-6, 6)])
        for n, h in enumerate(ring(*spot))
    ]
    game = field(g("g1", (4, 0)), g("g2", (-6, 6)), *walls, terrain=hexes, segment="lulls")
    game.play("allied", END)
    game.play("axis", ask("5", 40))
    game.play("allied", say("yes"))
    now_ = {h: game.state[HEXES].get(game.board.hex(at(*h))) for h in hexes}
    assert {h for h, one in now_.items() if one is not None and one.ruined} == {(0, 4)}

    def mined(enemy: tuple[int, int]) -> Gs:
        return hush(field(
            g("g1", (0, 0), "eng", steps=2), u("u1", enemy), segment="demolition",
            water={"river": [((0, 0), (1, 0)), ((0, 0), (0, 1))]},
            roads={"secondary": [[(1, 0), (0, 0), (0, 1)]]},
        ))  # fmt: skip

    def blow(q: int, r: int) -> dict[str, Any]:
        return {"do": "demolish-unseen", "unit": "g1", "hex": at(q, r)}

    both = mined((-11, 0))
    both.play("axis", blow(1, 0))
    both.play("axis", blow(0, 1))
    assert len(told(both, "bridge-lost")) == 2
    assert not told(both, "demolition")  # without a die
    seen = mined((0, 2))
    assert rules(seen, "axis", blow(1, 0)) == []
    assert rules(seen, "axis", blow(0, 1)) == ["24.2.5"]
    dug = field(
        g("g1", (4, 0), "eng", steps=2), g("g3", (6, 0), "eng", steps=2), u("u1", (-9, 0)),
        g("g5", (-4, 4), "eng", steps=2), u("u5", (-4, 5)),
        works={(4, 0): "ET-2", (6, 0): "ET-2", (-4, 4): "ET-2"}, segment="construction",
        options={"et-3": "on"}, special={"et-3": {"axis": {}}},
    )  # fmt: skip
    hush(dug)
    dig = {"do": "dig", "work": "ET-3"}
    assert rules(dug, "axis", {**dig, "units": ["g5"]}) == ["24.2.5-2"]  # next to an enemy
    dug.play("axis", {**dig, "units": ["g1"]})
    assert dug.state[HEXES][dug.board.hex(at(4, 0))].work == "ET-3"
    assert rules(dug, "axis", {**dig, "units": ["g3"]}) == ["24.2.5-2"]
    delays = hush(field(*SLEEPERS, segment="moves"))
    offered = [one["do"] for one in delays.legal("axis")]
    assert "delay" not in offered


# ---- the end [24.4.0] [24.5.0]


def after(*units: Any, one: str = "axis", ender: str = "axis", ended: int = 31, **more: Any) -> Gs:
    game = field(*units, days=20, **more)
    return hush(game, one=one, since=10, until=31, ended=ended, ender=ender)


@pytest.mark.reading("goss", "goss2-24-10")
@pytest.mark.rule("goss", "24.4.0", "24.4.0(a)")
def test_the_first_game_turn_after_a_lull() -> None:
    guns: dict[str, Any] = {"barrage": 4, "battery": True}

    def firing(turn: int, ground: str = "clear") -> Gs:
        return after(
            g("g1", (0, 3)), u("u1", (0, 0)),
            *(g(f"ga{n}", (0, 4), "art", **guns) for n in range(4)),
            turn=turn, segment="offensive-fire", terrain={(0, 0): "forest", (0, 3): ground},
        )  # fmt: skip

    order = {"do": "barrage", "hex": at(0, 0), "spotter": "g1"}
    three, four = ({f"ga{n}": 4 for n in range(count)} for count in (3, 4))
    assert rules(firing(31), "axis", {**order, "guns": three}) == []
    assert rules(firing(31), "axis", {**order, "guns": four}) == ["11.2.4a"]
    assert rules(firing(31, "VP"), "axis", {**order, "guns": four}) == []
    assert rules(firing(32), "axis", {**order, "guns": three}) == ["11.2.1"]


@pytest.mark.reading("goss", "goss2-24-10")
@pytest.mark.rule("goss", "24.4.0")
def test_supply_for_a_day_after_a_lull() -> None:
    shores = [(11, -10), (12, -9), (12, -11), (11, -9)]
    game = field(
        g("g1", (4, 3)), u("u1", (11, 3), supply="OhS"),
        u("u2", (12, -10), supply="OoS", isolated=True),
        water={"great_river": [((12, -10), h) for h in shores]}, turn=30,
        segment="fatigue-recovery", options={"ena": "off"},
    )  # fmt: skip
    hush(game, since=10, until=31)
    states = {}
    for turn in (31, 32, 33, 34):
        to(game, turn)
        while game.segment.kind != "modes" or game.to_act != "axis":
            first = game.open_asks()[0]
            game.play(first.player, first.default or END)
        cut_off = now(game, "u2")  # who surrenders is not supplied either
        states[turn] = (now(game, "u1").supply, cut_off.place == "map" and cut_off.supply == "GenS")
    assert {turn: one[0] for turn, one in states.items() if turn < 34} == dict.fromkeys(
        (31, 32, 33), "GenS"
    )
    assert states[34][0] != "GenS"
    assert not any(one[1] for one in states.values())


@pytest.mark.reading("goss", "goss2-24-11")
@pytest.mark.rule("goss", "24.5.0", "24.5.0(d)")
def test_who_sleeps_on_after_a_counter_offensive() -> None:
    def broken(turn: int, **more: Any) -> Gs:
        return after(
            u("u1", (-4, 0)), g("g1", (4, 0)), one="allied", ender="axis", ended=25, turn=turn,
            side="allied", **more,
        )  # fmt: skip

    asleep = {turn: inactive(broken(turn), "u1") for turn in (25, 26, 27, 28)}
    assert asleep == {25: True, 26: True, 27: False, 28: False}
    assert rules(broken(26), "allied", move("u1", (-5, 0))) == ["24.2.1"]
    assert rules(broken(27), "allied", move("u1", (-5, 0))) == []
