"""The scenarios of WB-95 as a second reader copied them from the print. [S1.1] [S2.1]"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from grognard import library
from grognard.board.sketch import sketch
from grognard.systems.wb95 import victory
from grognard.systems.wb95.arrivals.reserves import Call, Muster
from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, HEXES, SIDES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.combat.battles import attack, front, sums
from tests.systems.wb95.course import go_to, pass_on, supply_phase
from tests.systems.wb95.field import (
    ATTACK_B,
    MOVE_B,
    at,
    field,
    hex_status,
    rig,
    rules,
    unit,
    where,
)

AREAS = {
    "Moscow": [
        "5205",
        "5206",
        "5304",
        "5305",
        "5306",
        "5307",
        "5404",
        "5405",
        "5406",
        "5407",
        "5505",
        "5506",
    ],
    "Kalinin": ["0326", "0327", "0426"],
    "Klin": ["2716", "2717"],
}


@cache
def shipped(name: str) -> Wb:
    """A scenario as it is before anything is done; nobody changes this one."""
    return library.new(f"wb95/{name}", seed=1, options={"masking": "off"})


def fresh(name: str, phase: int = 3) -> Wb:
    game = library.new(f"wb95/{name}", seed=1, options={"masking": "off"})
    go_to(game, phase)
    return game


# ---- set-ups, hex by hex; divisions by their name, split ones regiment by regiment

TYPHOON_GERMAN = """
6427 HQ XX, Art.; 6325 183 INF; 6125 3 MOT, 191 AG; 6026 258 INF; 5430 HQ VII, Art.; 5926 292 INF
5527 7 INF; 5327 197 INF; 5028 267 INF; 4731 HQ IX; 4828 78 INF; 4629 87 INF; 4429 252 INF
4133 HQ XXXX, Art.; 4031 10 ARM; 4230 5 ARM, DR MOT; 3335 HQ XXXXVI, Art.; 3333 2 ARM; 3633 11 ARM
3035 HQ V, Art.; 3033 35 INF; 2833 106 INF; 1828 HQ LVI, Art.; 1826 6 ARM; 2028 14 MOT
2330 7 ARM, 210 AG; 1434 36 MOT; 0830 HQ XXVII, Art., 184 AG, 189 AG; 0826 86 INF; 0626 129 INF
1126 303/162; 1326 314/162; 1526 329/162; 0427 HQ XXXXI, Art., 600 AG; Kalinin 110 INF
0730 1 ARM -3; 0132 39/26; 0329 77/26; 0331 78/26; 0534 900 MOT
"""
TYPHOON_SOVIET = """
Moscow Moskwa INF, 135 ARM, 136 ARM, 140 ARM, 144 ARM, 332 INF; 5008 354 INF, 44 CAV; 4713 257/185
0224 256 INF; 0230 183 INF; 0228 HQ 29 Army, 252 INF; 0127 246 INF
Klin HQ 30 Army, 133 INF, 25 ARM, 31 ARM; 0524 5 INF; 0824 21 ARM; 1124 46 CAV; 1925 107 MOT
2127 17 CAV; 2329 24 CAV; 2318 58 ARM; 1719 8 ARM; 3403 HQ 1 Assault Army, 50 INF; 2302 29 INF
2603 66 INF; 3102 44 INF; 3804 55 INF; 4901 HQ 20 Army; 4305 28 INF; 4606 64 INF; 5004 331 INF
3627 HQ 16 Army, 2 Art.; 3824 1 Art., 4 ARM; 3429 27 ARM; 3031 126 INF; 3331 316 INF; 3631 50 CAV
3828 28 ARM; 4618 108 INF; 3929 53 CAV; 4228 18 INF; 4527 78 INF; 5422 HQ 5 Army; 4827 144 INF
4923 1 Art., 29 ARM; 5523 2 Art.; 5126 50 INF; 5426 82 MOT; 5625 32 INF; 5018 1310/18
5517 20 ARM, 22 ARM; 5818 18 ARM, 19 ARM, HQ 33 Army; 5925 222 INF; 6425 110 INF; 6225 1 MOT
6122 1 Art., 5 ARM; 6422 2 Art., 110 ARM
"""
SNOW_GERMAN = """
6325 HQ XX, Art.; 6324 183 INF -2; 5924 3 MOT -1; 6124 258 INF -2; 5428 HQ VII, Art.
5725 292 INF -2; 5525 7 INF -3; 5325 197 INF -2; 5026 267 INF -1; 4627 HQ IX; 5024 78 INF -2
4922 87 INF -3; 4221 HQ XXXX, Art.; 4618 452/252; 4720 461/252; 4822 472/252; 4514 10 ARM -2
4313 5 ARM -1; 4615 DR MOT -2; 3414 HQ XXXXVI, Art.; 4208 2 ARM -1; 4212 11 ARM -2; 4109 35 INF -1
Klin HQ V, Art., 106 INF -3; 2707 HQ LVI, Art.; 4007 6 ARM -2; 2604/2305 14 MOT; 3104/3303 7 ARM -1
2309/2312 36 MOT; 1719 HQ XXVII, Art., 184 AG, 189 AG; 1818 167/86; 1221 184/86 -1; 1519 216/86
2214 303/162; 2017 314/162; 2115 329/162; 0427 HQ XXXXI, Art., 600 AG; Kalinin 110 INF
0730 1 ARM -3; 0132 39/26; 0329 77/26; 0331 78/26; 0534 900 MOT; 0524 427/129; 0723 428/129
0921 430/129; 3507 23 INF
"""
SNOW_SOVIET = """
Moscow Moskwa INF, 332 INF; 4809 50 CAV, 53 CAV -2; 0129 HQ 29 Army, Art., 246 INF; 0131 54 CAV
0229 252 INF; 0227 183 INF; 0127 174 INF; 0421 HQ 31 Army; 0125 243 INF; 0224 250 INF; 0223 Art.
0324 110 INF; 0523 256 INF; 0620 359 INF; 0422 262 INF; 1715 HQ 30 Army, Art., 379 INF; 0722 5 INF
1119 46 CAV; 1717 185 INF; 1916 82 CAV; 2014 371 INF; 2012 365 INF; 2006 18 CAV; 2009 24 CAV
1808 348 INF; 1505 363 INF; 1203 58 ARM -1; 3102 HQ 1 Assault Army, 55 INF; 2103 29 INF; 2403 50 INF
2603 44 INF; 2803 66 INF; 3302 71 INF; 3502 84 INF; 4207 HQ 20 Army, 28 INF, 257/185; 4005 64 INF
4308 331 INF; 4305 133 INF, 27 ARM; 4310 354 INF; 4412 44 CAV -1; 4507 4 ARM -1
4609 78 INF, 2 Art. -1; 5013 HQ 16 Army; 5114 27 ARM; 4711 1 Art., 28 ARM -1; 4513 316 INF -1
4713 18 INF -1; 4815 126 INF; 4816 108 INF; 5018 HQ 5 Army, 1 Art., 136 ARM -1; 4718 1310/18
5221 2 Art.; 5020 22 ARM; 5022 144 INF; 5123 50 INF; 5324 82 MOT -1; 5422 144 ARM -1; 5524 32 INF
5507 20 ARM, 29 ARM -2; 5818 18 ARM, 19 ARM; 5623 140 ARM; 6321 HQ 33 Army, 1 Art., 135 ARM
6121 2 Art.; 6122 5 ARM -1; 6424 113 INF; 6224 110 INF; 5923 1 MOT -1; 5724 222 INF
"""
SPLIT = {"typhoon": ("162", "26"), "red-snow": ("252", "86", "162", "26", "129")}


def printed(text: str) -> dict[str, tuple[set[str], int]]:
    """For each place of a list its units, and the levels that they lack together."""
    found = {}
    for entry in text.strip().replace("\n", "; ").split("; "):
        place, _, line = entry.partition(" ")
        units, _, loss = line.partition(" -")
        found[place] = (set(units.split(", ")), int(loss or 0))
    return found


def code(game: Wb, name: str, split: Iterable[str]) -> str:
    """How the list writes a counter: its division, or itself where the division is split."""
    counter = game.scenario.counters[name]
    if counter.hq:
        return f"HQ {counter.name}"
    if counter.type == "ART" and not counter.formation:
        return counter.name
    number = counter.formation.split(" ")[0]
    if counter.side == "soviet" and counter.formation:
        return f"{counter.name}/{number}"
    if counter.formation:
        return f"{counter.name}/{number}" if number in split else counter.formation
    return f"{counter.name.split(' ')[0]} {counter.type}"


def standing(game: Wb, side: str, place: str, split: Iterable[str]) -> tuple[set[str], int]:
    """What stands in a place, as the list would write it."""
    hexes = AREAS.get(place) or place.split("/")
    names = [name for name in on_map(game, side) if where(game, name) in hexes]
    lost = sum(len(game.scenario.counters[n].levels) - at(game, n).cel for n in names)
    return {code(game, name, split) for name in names}, lost


LISTS = [
    pytest.param("typhoon", "german", TYPHOON_GERMAN, marks=pytest.mark.reading("wb95", "S1-03")),
    pytest.param("typhoon", "soviet", TYPHOON_SOVIET, marks=pytest.mark.reading("wb95", "S1-06")),
    pytest.param("red-snow", "german", SNOW_GERMAN, marks=pytest.mark.reading("wb95", "S2-04")),
    pytest.param("red-snow", "soviet", SNOW_SOVIET, marks=pytest.mark.reading("wb95", "S2-06")),
]


@pytest.mark.parametrize(("name", "side", "text"), LISTS)
def test_every_line_of_a_set_up(name: str, side: str, text: str) -> None:
    game, places = shipped(name), printed(text)
    for place, expected in places.items():
        assert standing(game, side, place, SPLIT[name]) == expected, place
    hexes = {h for place in places for h in AREAS.get(place) or place.split("/")}
    assert {where(game, n) for n in on_map(game, side)} <= hexes
    dug_in = (name, side) != ("typhoon", "soviet")
    for label in {where(game, n) for n in on_map(game, side)}:
        swamp = game.board.terrain[game.board.hex(label)] == "swamp"  # never there [7.1.8]
        assert hex_status(game, label).fortified == (side if dug_in and not swamp else ""), label


@pytest.mark.reading("wb95", "S2-04")
def test_divisions_with_two_hexes_may_stand_in_either() -> None:
    game = library.new("wb95/red-snow", seed=1)
    everybody = [n for n in game.state[UNITS] if where(game, n) in ("2604", "2305")]
    for label in ("2604", "2305"):
        assert rules(game, "german", {"do": "place", "units": everybody, "hex": label}) == []
    wrong = {"do": "place", "units": everybody, "hex": "2309"}
    assert rules(game, "german", wrong) != []


# ---- length, supply, air


@pytest.mark.parametrize(
    ("name", "first", "last", "turns", "days"),
    [
        pytest.param(
            *("typhoon", "german", "soviet", 20, "1941-11-15"),
            marks=pytest.mark.reading("wb95", "S1-01"),
        ),
        pytest.param(
            *("red-snow", "soviet", "german", 11, "1941-12-05"),
            marks=pytest.mark.reading("wb95", "S2-01"),
        ),
    ],
)
def test_who_moves_first_and_when_it_ends(
    name: str, first: str, last: str, turns: int, days: str
) -> None:
    game = fresh(name)
    assert (game.to_act, game.scenario.turns, victory.date_of(game)) == (first, turns, days)
    assert game.segments[-1].called(game) == f"Supply of {last}"


@pytest.mark.reading("wb95", "S1-02")
@pytest.mark.reading("wb95", "S2-03")
@pytest.mark.parametrize(
    ("name", "side", "edges", "others"),
    [
        ("typhoon", "german", {"west"}, {"6427"}),
        ("typhoon", "soviet", {"east", "north"}, set(AREAS["Moscow"])),
        ("red-snow", "german", {"west"}, set()),
        ("red-snow", "soviet", {"east"}, set(AREAS["Moscow"])),
    ],
)
def test_bases_of_supply(name: str, side: str, edges: set[str], others: set[str]) -> None:
    game = shipped(name)
    board = game.board
    bases = set(supply.bases(game, side, bytearray(board.n)))
    own = {h for h in range(board.n) if game.state[HEXES][h].control == side}
    rim = {edge: set(board.edges[edge]) for edge in ("north", "east", "south", "west")}
    named = {h for edge in edges for h in rim[edge]} | {board.hex(label) for label in others}
    assert bases <= named
    assert {board.hex(label) for label in others} <= bases
    for edge in edges:
        assert bases & rim[edge] & own
    assert {h for h in named & own if game.scenario.ground.enterable("trucked", h)} <= bases


@pytest.mark.parametrize(
    ("name", "side", "turns"),
    [
        pytest.param("typhoon", "german", 20, marks=pytest.mark.reading("wb95", "S1-04")),
        pytest.param("red-snow", "soviet", 11, marks=pytest.mark.reading("wb95", "S2-08")),
    ],
)
def test_one_air_counter_of_four_points(name: str, side: str, turns: int) -> None:
    (wing,) = shipped(name).state[AIR].values()
    assert (wing.side, wing.sp, wing.from_turn, wing.to_turn) == (side, 4, 1, turns)


# ---- reserves and reinforcements


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        pytest.param("typhoon", "S1.5", marks=pytest.mark.reading("wb95", "S1-05")),
        pytest.param("red-snow", "S2.5", marks=pytest.mark.reading("wb95", "S2-05")),
    ],
)
@pytest.mark.rule("wb95", "S1.5")
@pytest.mark.rule("wb95", "S2.5")
def test_one_counter_of_the_pool_for_one_lost_in_combat(name: str, rule: str) -> None:
    game = fresh(name, 3 if name == "typhoon" else 9)
    pool = {n for n in game.state[UNITS] if at(game, n).place == "reserve" and n[:2] == "de"}
    divisions = {game.scenario.counters[n].formation or n for n in pool}
    third = {"23 INF"} if name == "typhoon" else set()
    assert divisions == {"5 INF", "6 INF", "161 INF", "255 INF", "de-hq-vi", "de-638", *third}
    call = {"do": "call", "unit": "de-hq-vi", "zone": "minsk"}
    assert rules(game, "german", call) == [rule]
    eliminate(game, "de-183-330", "surrendered", "10.2.6")
    assert rules(game, "german", call) == [rule]
    eliminate(game, "de-183-343", "eliminated", "5.2.1")
    game.play("german", call)
    assert rules(game, "german", {**call, "unit": "de-638"}) == [rule]
    assert next(e for e in game.events if e.kind == "call").rule == rule
    assert Call().cited(game) == rule


@pytest.mark.reading("wb95", "S1-07")
def test_what_is_due_when_and_where() -> None:
    game = shipped("typhoon")
    due = {
        (at(game, n).due, at(game, n).zone, code(game, n, ()))
        for n in game.state[UNITS]
        if at(game, n).place == "expected"
    }
    schedule = "2 18 CAV, 2 365 INF, 2 Art., 3 82 CAV, 4 185 INF, 5 379 INF, 6 363 INF, 9 348 INF"
    kimry = {tuple(item.split(" ", 1)) for item in f"{schedule}, 10 371 INF".split(", ")}
    assert due == {(int(turn), "kimry", what) for turn, what in kimry} | {
        (6, "dmitrov", "71 INF"),
        (9, "dmitrov", "84 INF"),
    }
    zones = {zone.id: zone.hexes for zone in game.scenario.zones["soviet"]}
    assert {z: [game.board.label(h) for h in hexes] for z, hexes in zones.items()} == {
        "kimry": ["1203"],
        "dmitrov": ["3102"],
    }


@pytest.mark.parametrize(
    ("name", "phase", "rule"),
    [
        pytest.param("typhoon", 9, "S1.8", marks=pytest.mark.reading("wb95", "S1-08")),
        pytest.param("red-snow", 3, "S2.7", marks=pytest.mark.reading("wb95", "S2-07")),
    ],
)
@pytest.mark.rule("wb95", "S1.8")
@pytest.mark.rule("wb95", "S2.7")
def test_headquarters_reserves_come_when_a_german_is_three_hexes_away(
    name: str, phase: int, rule: str
) -> None:
    """5408 lies beside Moscow to the west; 5411 is four hexes from it, 5410 three."""
    game = fresh(name)
    board = game.board
    moscow = [board.hex(label) for label in AREAS["Moscow"]]
    away = {n: min(board.distance(board.hex("5" + n), h) for h in moscow) for n in ("411", "410")}
    assert away == {"411": 4, "410": 3}
    germans = [n for n in on_map(game, "german") if n != "de-900-lehr"]
    gone = {"place": "eliminated", "hex": -1}
    game.edit([{"map": "units", "key": n, "set": gone} for n in germans], "for the test")
    go_to(game, phase)
    everybody = {"do": "muster", "units": ["su-19", "su-173", "su-129"], "hex": "5305"}
    for label, refused in (("5411", [rule]), ("5410", [])):
        spot = {"hex": board.hex(label)}
        game.edit([{"map": "units", "key": "de-900-lehr", "set": spot}], "for the test")
        assert rules(game, "soviet", everybody) == refused
    game.play("soviet", everybody)
    assert {where(game, n) for n in everybody["units"]} == {"5305"}
    assert game.events[-1].rule == Muster().cited(game) == rule


# ---- fortifications of Red Snow


@pytest.mark.reading("wb95", "S2-02")
@pytest.mark.parametrize(
    ("sp", "ground", "works", "total"), [(5, "clear", 1, 1), (4, "clear", 0, 0), (4, "town", 2, 3)]
)
def test_weak_fortifications(sp: int, ground: str, works: int, total: int) -> None:
    units = unit("g1", "0505"), unit("s1", "0506", sp=sp)
    spec: dict[str, Any] = {
        "fortified": ["0506"],
        "board": sketch(9, 9, terrain={"0506": ground}),
        "options": {"weak-field-fortifications": "on"},
    }
    game = front(*units, **spec)
    found = sums(game, attack("g1", "0506")).defender_cm
    assert found.total == total
    assert sum(p.value for p in found.parts if p.rule in ("7.1.10", "S2.2")) == works
    assert rules(front(*units, phase=ATTACK_B, **spec), "soviet", {"do": "end"}) == []


@pytest.mark.rule("wb95", "S1.5")
@pytest.mark.rule("wb95", "S2.5")
@pytest.mark.reading("wb95", "S1-05")
@pytest.mark.parametrize(
    ("phase", "ruling", "replaced"),
    [
        (MOVE_B, "not-counted", False),
        (MOVE_B, "counted", True),
        (ATTACK_B, "not-counted", True),
        (ATTACK_B, "counted", True),
    ],
)
def test_guns_ridden_down_are_lost_in_combat_in_pursuit_and_else_by_the_switch(
    phase: int, ruling: str, replaced: bool
) -> None:
    game = field(
        unit("ga", "0505", "ART", "5,3"), unit("g1", "0101"), unit("gr", None), unit("s1", "0506"),
        phase=phase, options={"overrun-losses": ruling},
        entry_zones={"german": [{"id": "A", "hexes": ["0101"]}]},
        reserves={"german": {"trigger": "counter-lost-in-combat", "units": ["gr"]}},
    )  # fmt: skip
    if phase == MOVE_B:
        game.play("soviet", {"do": "move", "units": ["s1"], "path": ["0505"]})
    else:
        rig(game, 1, 1)
        game.play("soviet", attack("s1", "0505"))
    while where(game, "ga") != "eliminated":
        pass_on(game)
    assert game.state[SIDES]["german"].lost == replaced


# ---- victory


def give(game: Wb, side: str, labels: Iterable[str]) -> None:
    rows = [{"map": "hexes", "key": label, "set": {"control": side}} for label in labels]
    game.edit(rows, "for the test")


def clear(game: Wb, side: str, labels: Iterable[str]) -> None:
    """Take a side's units off the map round some hexes."""
    near = {b for label in labels for b in game.board.disk(game.board.hex(label), 2)}
    gone = {"place": "eliminated", "hex": -1}
    names = [n for n in on_map(game, side) if at(game, n).hex in near]
    game.edit([{"map": "units", "key": n, "set": gone} for n in names], "for the test")


@pytest.mark.parametrize("retaken", [False, True])
@pytest.mark.parametrize(
    ("name", "side", "hexes"),
    [
        pytest.param(
            *("typhoon", "german", AREAS["Moscow"]), marks=pytest.mark.reading("wb95", "S1-09")
        ),
        pytest.param(
            *("red-snow", "soviet", [*AREAS["Kalinin"], *AREAS["Klin"], "4418"]),
            marks=pytest.mark.reading("wb95", "S2-09"),
        ),
    ],
)
def test_what_is_held_through_the_other_s_supply_phase_wins(
    name: str, side: str, hexes: list[str], retaken: bool
) -> None:
    game = fresh(name)
    enemy = game.scenario.other(side)
    clear(game, enemy, hexes)
    give(game, side, hexes)
    supply_phase(game, side)
    victory.check_automatic(game, side)
    assert not game.over
    if retaken:
        give(game, enemy, hexes[-1:])
    supply_phase(game, enemy)
    victory.check_automatic(game, enemy)
    assert game.over == (not retaken)


@pytest.mark.parametrize(
    ("name", "side", "held", "villages", "total"),
    [
        pytest.param(
            *("typhoon", "german", [*AREAS["Moscow"][:2], "2716", *AREAS["Kalinin"]], 3, 16),
            marks=pytest.mark.reading("wb95", "S1-10"),
        ),
        pytest.param(
            *("red-snow", "soviet", [*AREAS["Klin"], "0326", "4418", *AREAS["Moscow"]], 2, 8),
            marks=pytest.mark.reading("wb95", "S2-10"),
        ),
    ],
)
def test_points_at_the_end(
    name: str, side: str, held: list[str], villages: int, total: int
) -> None:
    game = fresh(name)
    board = game.board
    give(game, game.scenario.other(side), board.labels)
    single = [board.label(h) for h, kind in enumerate(board.terrain) if kind == "town"]
    others = [label for label in single if label not in held]
    give(game, side, [*held, *others[:villages]])
    give(game, "", others[villages : villages + 1])  # contested
    assert victory.points(game).total == total


SCALES = {
    "typhoon": "30 soviet victory, 32 german minimal, 50 german minimal, 51 german small, "
    "65 german small, 66 german medium, 90 german medium, 91 german significant",
    "red-snow": "25 german victory, 27 soviet minimal, 30 soviet minimal, 31 soviet small, "
    "40 soviet small, 41 soviet medium, 42 soviet significant",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("typhoon", marks=pytest.mark.reading("wb95", "S1-11")),
        pytest.param("red-snow", marks=pytest.mark.reading("wb95", "S2-11")),
    ],
)
def test_the_scale(name: str) -> None:
    for line in SCALES[name].split(", "):
        points, winner, degree = line.split()
        grade = victory.grade_of(shipped(name).scenario.victory, int(points))
        assert grade is not None
        assert (grade.winner, grade.degree) == (winner, degree), line
