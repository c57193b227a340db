"""Strat mode, batteries and stacking, as another second reader reads them. [5.5] [5.6] [6.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.integrity import regiment, sound
from grognard.systems.goss.fire.modifiers import density
from grognard.systems.goss.logistics.fuel import drawing, unit_count
from grognard.systems.goss.pieces.stacking import overstacked, stacked
from grognard.systems.goss.pieces.values import can_fire, counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.command.staffs import ONE, SOUTH, corps_and_divisions, spot
from tests.systems.goss.field import at, now, position, rig, rules, unit

END = {"do": "end"}
FAR = unit("u9", (0, 11))
ROAD = {"secondary": [[(q, 0) for q in range(-9, 10)]]}
HERE = (0, 0)


def march(name: str, *path: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path], **more}


def mode(name: str, wanted: str) -> dict[str, Any]:
    return {"do": "mode", "units": [name], "mode": wanted}


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


# ---- Strat mode [5.5]


@pytest.mark.reading("goss", "goss2-05-13")
@pytest.mark.rule("goss", "5.5.0", "5.5.1")
@pytest.mark.parametrize(
    ("kind", "facts", "mates", "more", "legal"),
    [
        ("motinf", {"supply": "OhS"}, 0, {}, False),
        ("motinf", {"fatigue": 1}, 0, {}, False),
        ("inf", {"transport": "tp"}, 0, {}, True),
        ("inf", {}, 0, {}, False),
        ("art", {"battery": True}, 0, {}, False),
        ("motinf", {}, 1, {}, True),
        ("motinf", {}, 0, {"headquarters": {"g-hq-1": {"fuel": "low", "value": 8, "option": 1}}},
         True),
        ("motinf", {}, 0, {"roads": {}, "terrain": {(0, 0): "woods"}}, False),
        ("motinf", {}, 2, {}, False),
    ],
    ids="abcdefghi",
)  # fmt: skip
def test_who_may_enter_strat_mode(
    kind: str, facts: dict[str, Any], mates: int, more: dict[str, Any], legal: bool
) -> None:
    game = position(
        unit("g1", HERE, kind, formation="1", **facts),
        *(unit(f"g{n + 2}", HERE, "m4", formation="1") for n in range(mates)), FAR,
        **{"segment": "modes", "roads": ROAD, **more},
    )  # fmt: skip
    assert (rules(game, "axis", mode("g1", "Strat")) == []) is legal


@pytest.mark.reading("goss", "goss2-05-13")
@pytest.mark.rule("goss", "5.5.1")
def test_who_left_another_enters_no_hex_with_vehicles() -> None:
    game = position(
        unit("g1", HERE, "motinf", mode="Strat"), unit("g2", HERE, "m4"),
        unit("g3", (2, 0), "m4"), FAR, segment="strat-moves", roads=ROAD,
    )  # fmt: skip
    assert rules(game, "axis", march("g1", (1, 0))) == []
    assert rules(game, "axis", march("g1", (1, 0), (2, 0))) != []


@pytest.mark.reading("goss", "goss2-05-14")
@pytest.mark.rule("goss", "5.5.2", "5.5.3a")
def test_who_leaves_strat_mode_and_when() -> None:
    def evening(turn: str) -> Gs:
        return position(
            unit("g1", HERE, "motinf", mode="Strat"), FAR, segment="command-status", turn=turn,
            roads=ROAD,
        )  # fmt: skip

    leave = {"do": "leave-strat", "units": ["g1"], "mode": "Tac"}
    assert rules(evening("PM"), "axis", leave) != []
    night = evening("Night")
    night.play("axis", leave)
    assert (now(night, "g1").mode, now(night, "g1").spent) == ("Tac", 0)

    def attacked(result: str) -> str:
        game = battle(
            unit("g1", (0, 1), ta=True), unit("u1", HERE, "motinf", mode="Strat"),
            roads={"secondary": [[(0, 0), (0, -1), (0, -2), (0, -3)]]},
        )  # fmt: skip
        fight = clash(game, ["g1"])
        rig(game, 0)
        fight.settle(defender=result)
        return now(game, "u1").mode

    assert (attacked("*"), attacked("(1)")) == ("Strat", "Tac")


@pytest.mark.reading("goss", "goss2-05-14")
@pytest.mark.rule("goss", "5.5.3a")
def test_who_has_left_strat_mode_is_in_command_until_the_next_morning() -> None:
    away = spot(-7, -6)
    game = corps_and_divisions(
        unit("u1", away, "motinf", mode="Strat", **ONE), unit("g1", spot(9, 0)), turn="Night",
        segment="command-status", zones={"uV": SOUTH}, options={"ena": "off"},
        roads={"secondary": [[away, (away[0] + 1, away[1])]]},
    )  # fmt: skip
    assert game.to_act == "allied"
    game.play("allied", {"do": "leave-strat", "units": ["u1"], "mode": "Tac"})
    while game.turn == 6:
        assert not now(game, "u1").ooc
        game.play(game.open_asks()[0].player, END)
    while game.segment.kind != "command-status" and game.turn == 7:
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or END)
        if game.segment.phase == "Active Player Exploit Phase":
            break
    assert now(game, "u1").ooc, "by the usual test, after the Command Phase of the morning"


# ---- artillery [5.6]


def hq(**fuel: Any) -> dict[str, Any]:
    return {"headquarters": {"ghq": fuel}} if fuel else {}


DRY = {"fuel": "none", "value": 0, "option": 1}
STAFF = unit("ghq", (3, 3), "hq:div", formation="1", traits="mech formation")


@pytest.mark.reading("goss", "goss2-05-15")
@pytest.mark.rule("goss", "5.6.0", "5.6.2", "26.0-spa")
@pytest.mark.parametrize(
    ("kind", "facts", "fuel", "fires", "far", "by_road"),
    [
        ("art", {"battery": True}, DRY, True, 1, False),
        ("art", {}, {}, False, 3, True),
        ("spa", {"battery": True}, {}, True, 3, True),
        ("spa", {}, {}, True, 3, True),
        ("spa", {}, DRY, True, 0, False),
        ("arth", {}, DRY, False, 3, True),
    ],
    ids="abcdDe",
)
def test_guns_that_fire_and_guns_that_move(
    kind: str, facts: dict[str, Any], fuel: dict[str, Any], fires: bool, far: int, by_road: bool
) -> None:
    def field(segment: str, roads: Any = None) -> Gs:
        return position(
            unit("g1", HERE, kind, formation="1", **facts), STAFF, FAR, segment=segment,
            roads=roads or {}, **hq(**fuel),
        )  # fmt: skip

    game = field("moves")
    assert can_fire(counter_of(game, "g1"), now(game, "g1")) is fires
    reached = [
        n for n in range(1, 4)
        if rules(game, "axis", march("g1", *((q, 0) for q in range(1, n + 1)))) == []
    ]  # fmt: skip
    assert reached == [*range(1, far + 1)]
    road = field("road-moves", ROAD)
    six = march("g1", *((q, 0) for q in range(1, 7)))
    assert (rules(road, "axis", six) == []) is by_road


@pytest.mark.reading("goss", "goss2-05-15")
@pytest.mark.rule("goss", "5.6.0")
def test_guns_in_battery_are_in_tac_mode_and_turn_in_mode_determination_only() -> None:
    game = position(
        unit("g1", HERE, "spa", formation="1", battery=True), STAFF, FAR, segment="modes"
    )
    assert "5.6.0" in rules(game, "axis", {"do": "exploit", "hq": "ghq"})
    assert rules(game, "axis", {"do": "battery", "units": ["g1"], "stance": "OoB"}) == []
    for segment in ("moves", "active-release", "designation"):
        late = position(
            unit("g1", HERE, "spa", formation="1", battery=True), STAFF, FAR, segment=segment
        )
        assert rules(late, "axis", {"do": "battery", "units": ["g1"], "stance": "OoB"}) != []


GUNS: list[tuple[str, str, dict[str, Any], bool]] = [
    ("g1", "art", {"gun": "150mm"}, True), ("g1", "art", {"gun": "170mm"}, False),
    ("u1", "art", {"gun": "155mm"}, True), ("b1", "art", {"gun": "25lb"}, True),
    ("g1", "art", {"gun": "105G"}, False), ("g1", "art", {"gun": "Cap"}, True),
    ("g1", "arth", {"gun": "105mm"}, True),
]  # fmt: skip


@pytest.mark.reading("goss", "goss2-05-16")
@pytest.mark.rule("goss", "5.6.1", "26.0-captured")
@pytest.mark.parametrize(("name", "kind", "facts", "legal"), GUNS)
def test_which_guns_are_shifted_by_hand(
    name: str, kind: str, facts: dict[str, Any], legal: bool
) -> None:
    side, foe = ("axis", "u8") if name[0] == "g" else ("allied", "g8")
    game = position(unit(name, HERE, kind, battery=True, **facts), unit(foe, (0, 11)), side=side)
    assert (rules(game, side, march(name, (1, 0))) == []) is legal


@pytest.mark.reading("goss", "goss2-05-16")
@pytest.mark.rule("goss", "5.6.1")
def test_where_guns_are_shifted_to_and_that_nobody_tires() -> None:
    def shifted(*more: Any, to: tuple[int, int] = (1, 0), **ground: Any) -> list[str]:
        game = position(unit("g1", HERE, "art", gun="150mm", battery=True), *more, FAR, **ground)
        return rules(game, "axis", march("g1", to))

    assert shifted() == []
    assert shifted(water={"stream": [((0, 0), (1, 0))]}) == ["5.6.1"]
    road = {"terrain": {(1, 0): "constricted"}, "roads": {"secondary": [[(0, 0), (1, 0)]]}}
    assert shifted(**road) != []
    assert shifted(unit("u1", (2, 0))) == ["5.6.1"]
    assert shifted(unit("u1", (0, 1)), to=(-1, 1)) == ["5.6.1"], "it has other hexes to go to"
    walls = dict.fromkeys(((1, -1), (0, -1), (-1, 0)), "swamp")
    assert shifted(unit("u1", (0, 1)), to=(-1, 1), terrain=walls) == []
    dry = position(
        unit("g1", HERE, "art", battery=True, formation="1"), STAFF, FAR, headquarters={"ghq": DRY}
    )
    assert rules(dry, "axis", march("g1", (1, 0))) == [], "it needs no fuel"
    for when in ({"rest": {"axis": "AM"}}, {"ena": "axis"}):
        game = position(unit("g1", HERE, "art", battery=True, activated=6), FAR, **when)
        game.play("axis", march("g1", (1, 0)))
        game.play("axis", END)
        assert (now(game, "g1").fatigue, now(game, "g1").earned) == (0, 0)


# ---- stacking [6.0]


def german_stack() -> list[dict[str, Any]]:
    own = {"formation": "1"}
    return [
        unit("g1", HERE, "motinf", regiment="A", **own),
        unit("g2", HERE, "motinf", regiment="A", **own),
        unit("g3", HERE, "pz4", **own), unit("g4", HERE, "pz4", **own),
        unit("g5", HERE, "eng", **own), unit("g6", HERE, "at", **own),
        unit("g7", HERE, "armrecon", size="Co", steps=2, **own), unit("g8", HERE, "pz4", **own),
        unit("gy", HERE, "pz4", z=True, left=0, **own),
        unit("gz", HERE, "pz4", z=True, left=0, **own),
    ]  # fmt: skip


@pytest.mark.reading("goss", "goss2-06-01")
@pytest.mark.rule("goss", "6.0", "6.2.0-not", "6.3.0")
def test_ten_german_units() -> None:
    game = position(*german_stack(), STAFF, FAR)
    here = game.board.hex(at(*HERE))
    assert not overstacked(game, here)
    assert len(stacked(game, here).groups) == 3
    fuller = position(*german_stack(), unit("g9", HERE, "eng", formation="1"), STAFF, FAR)
    assert overstacked(fuller, here)
    names = [one["row"]["id"] for one in german_stack()]
    assert density(game, names) == 2, "6 + 3 + 2 + 2 + 1 = 14 steps"
    pair = position(*german_stack()[:3:2], STAFF, FAR)

    def drawn(game: Gs) -> int:
        return sum(unit_count(game, n) for n in drawing(game, "ghq"))

    alone = position(german_stack()[0], STAFF, FAR)
    assert drawn(pair) - drawn(alone) == 1, "the company is counted by itself, as half a battalion"
    assert [sound(game, n) for n in ("g1", "g3")] == [True, True], "each by itself"
    assert [regiment(game, n) is None for n in ("g1", "g3")] == [False, True]


@pytest.mark.reading("goss", "goss2-06-02")
@pytest.mark.rule("goss", "6.2.3")
def test_light_tanks_of_the_cavalry() -> None:
    def groups(*units: tuple[str, dict[str, Any]], ground: str = "clear") -> tuple[int, bool]:
        game = position(
            *(unit(f"u{n}", HERE, kind, **facts) for n, (kind, facts) in enumerate(units)),
            unit("g9", (0, 11)), terrain={HERE: ground} if ground != "clear" else {},
        )  # fmt: skip
        found = stacked(game, game.board.hex(at(*HERE)))
        return len(found.groups), found.fits

    cav, m5, eng, gun = (("armrecon", {}), ("m5", {}), ("eng", {}), ("at", {}))
    assert groups(cav, cav, m5, m5) == (2, True), "both go free"
    assert groups(cav, cav, m5, eng, eng) == (3, True), "two of three; the third is the company"
    assert groups(cav, m5, gun, ground="constricted") == (2, True)
    assert groups(("arminf", {}), m5) == (2, True), "it is the company of the hex"


@pytest.mark.reading("goss", "goss2-06-03")
@pytest.mark.rule("goss", "6.6.0", "5.3.1")
def test_modes_mix_but_for_recon() -> None:
    def mixed(first: tuple[str, str], second: tuple[str, str]) -> tuple[bool, list[str]]:
        small = {"size": "Co", "steps": 1} if first[0] == "armrecon" else {}
        game = position(
            unit("g1", HERE, first[0], mode=first[1], **small),
            unit("g2", HERE, second[0], mode=second[1]), FAR, segment="active-moves", roads=ROAD,
        )  # fmt: skip
        fits = not overstacked(game, game.board.hex(at(*HERE)))
        while game.segment.phase == "Active Player Exploit Phase":
            game.play(game.open_asks()[0].player, END)
        return fits, [now(game, n).mode for n in ("g1", "g2")]

    assert mixed(("inf", "PA"), ("inf", "Tac")) == (True, ["PA", "Tac"])
    assert mixed(("motinf", "Exploit"), ("inf", "Tac")) == (True, ["Exploit", "Tac"])
    assert mixed(("armrecon", "Exploit"), ("inf", "Tac")) == (True, ["Tac", "Tac"])
    assert mixed(("motinf", "Strat"), ("inf", "Tac")) == (True, ["Strat", "Tac"])


@pytest.mark.reading("goss", "goss2-06-04")
@pytest.mark.rule("goss", "6.7.0")
def test_three_battalions_in_a_hex_after_a_retreat() -> None:
    three = [unit(f"g{n}", HERE) for n in range(3)]

    def crowd(*more: Any, segment: str, side: str = "axis", enemy: tuple[int, int] = (0, 11)) -> Gs:
        return position(
            *three, *more, unit("u1", enemy, ta=True), segment=segment, side=side, roads=ROAD
        )

    fight = crowd(segment="assaults", side="allied", enemy=(0, 1))
    found = clash(fight, ["u1"])
    assert (len(found.assault.defence.names), sum(found.right.values())) == (2, 1)
    modes = crowd(unit("g7", HERE, "motinf"), segment="modes", enemy=(2, 0))
    assert "6.7.0" in rules(modes, "axis", mode("g0", "PA"))
    assert "6.7.0" in rules(modes, "axis", mode("g7", "Strat"))
    road = crowd(unit("g7", HERE, "motinf"), segment="road-moves")
    assert "6.7.0" in rules(road, "axis", march("g7", (1, 0)))
    off = crowd(unit("g7", HERE, "motinf"), segment="moves")
    assert rules(off, "axis", march("g7", (0, 1))) == []
    off = crowd(segment="pa-moves")
    off.play("axis", END)
    while off.open_asks()[0].name == "overstack":
        off.play("axis", off.open_asks()[0].default)
    assert sum(now(off, f"g{n}").place == "map" for n in range(3)) == 2
    later = crowd(segment="active-moves", side="allied")
    while later.segment.stretch.startswith("active allied"):
        later.play(later.open_asks()[0].player, END)
    assert sum(now(later, f"g{n}").place == "map" for n in range(3)) == 3, "nothing is due yet"
