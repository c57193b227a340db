"""Ships of the Advanced Game, from the second reader's cases. [17.0] [25.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.nextwar.naval.control import become
from grognard.systems.nextwar.naval.defense import ciws, screen, screened
from grognard.systems.nextwar.naval.detecting import (
    AREA,
    HIDDEN,
    POINT,
    give_away,
    modifiers,
    naval_detection,
    sighted,
)
from grognard.systems.nextwar.naval.surface import in_range, surface_combat, targets
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import SHIPS
from tests.systems.nextwar.field import at as unit_at
from tests.systems.nextwar.field import rig, side, told, unit
from tests.systems.nextwar.sea import (
    IN1,
    IN2,
    SEA1,
    SEA2,
    at,
    at_sea,
    coast,
    lies,
    ruled,
    sail,
    ship,
)

ADVANCED = {"game": "advanced"}


def answer(game: Nw, procedure: Any, *answers: dict[str, Any]) -> list[str]:
    """Let a procedure happen with the given answers, and then by the usual ones; who was asked."""
    asked, left = [], list(answers)
    try:
        ask = next(procedure)
        while True:
            asked.append(ask.player)
            given = left.pop(0) if left else ask.default
            wrong = [r.text for o in ask.offers if o.do == given["do"]
                     for r in o.why(game, ask.player, given)]  # fmt: skip
            assert not wrong
            ask = procedure.send(given)
    except StopIteration:
        return asked


def set_ship(game: Nw, name: str, **facts: Any) -> None:
    """Say what is so of a ship."""
    game.put(SHIPS, name, replace(at(game, name), **facts))


def fire(name: str, target: str) -> dict[str, Any]:
    """An order to fire."""
    return {"do": "fire-at-ship", "unit": name, "target": target}


def war(*ships: Any, **more: Any) -> Nw:
    """A position of the Advanced Game at sea."""
    return at_sea(*more.pop("units", ()), ships=ships, options=ADVANCED, **more)


# ---- detection


@pytest.mark.reading("nextwar", "nw-17-01")
@pytest.mark.rule("nextwar", "17.1.2-p1", "17.0", "21.5")
def test_a_ship_in_port_is_always_known_roughly_and_fires_at_nobody() -> None:
    port = {"hex": "0403", "kind": "port", "owner": "dprk"}
    game = war(ship("n1", "0403"), ship("n2", SEA1), ship("r1", "0303"), sites=[port],
               board=coast(north=9))  # fmt: skip
    assert (sighted(game, "n1"), sighted(game, "n2")) == (AREA, HIDDEN)
    set_ship(game, "r1", detected=POINT)
    assert targets(game, "n1", ["r1"]) == []
    assert targets(game, "r1", ["n1"]) == []


@pytest.mark.reading("nextwar", "nw-17-02")
@pytest.mark.rule("nextwar", "17.1.2-2", "17.1.2-p3", "17.1.2.1")
def test_a_ship_that_moves_is_looked_for_anew() -> None:
    for way, die, end, found in ((IN1, 7, IN1, HIDDEN), (f"{IN1}, 0203", 6, "0203", AREA)):
        game = war(
            ship("n1", SEA1), seas=ruled("dprk"), begin={"weather": "overcast"}, segment="init-move"
        )
        set_ship(game, "n1", detected=AREA)
        rig(game, die)
        game.play("dprk", sail("n1", by=way))
        assert lies(game, "n1") == end
        assert at(game, "n1").detected == found
        assert modifiers(game, "allied", "n1").total == 0


@pytest.mark.reading("nextwar", "nw-17-02")
@pytest.mark.rule("nextwar", "17.1.2-3")
def test_who_supports_a_battle_gives_at_least_his_area_away() -> None:
    game = war(ship("n1", "0203"), ship("n2", "0204"))
    set_ship(game, "n1", detected=POINT)
    for name in ("n1", "n2"):
        give_away(game, name)
    assert (at(game, "n1").detected, at(game, "n2").detected) == (POINT, AREA)


@pytest.mark.rule("nextwar", "17.1.2-3")
def test_a_ship_is_detected_when_it_supports() -> None:
    game = war(
        ship("n1", "0302", range=2), units=[unit("n9", "0403", "9-4-4"), unit("r9", "0503")],
        segment="init-combat", begin={"first": "dprk"},
    )  # fmt: skip
    game.play("dprk", {"do": "attack", "units": ["n9"], "hex": "0503"})
    game.play("dprk", {"do": "support", "ships": ["n1"]})
    assert at(game, "n1").detected == AREA


@pytest.mark.rule("nextwar", "17.1.2-1", "17.1.2-p3")
def test_the_step_looks_for_every_ship_at_sea_with_ships_air_and_weather_counted() -> None:
    begin = {"watching": "allied", "awacs": 2, "ruler": "allied", "level": 1}
    game = war(
        ship("n1", IN1), ship("n2", SEA2), ship("u1", "0203", "CVN"), ship("r1", IN1),
        ship("n3", "Overseas"), begin=begin,
    )  # fmt: skip
    assert modifiers(game, "allied", "n1").total == -2 - 1 - 1 - 2 - 2
    assert modifiers(game, "allied", "n2").total == -3
    assert modifiers(game, "dprk", "u1").total == -1 - 1
    rig(game, 3, 9, 7, 5)
    naval_detection(game)
    seen = [(f["side"], f["unit"], f["result"]) for f in told(game, "ship-sought")]
    assert seen == [
        ("dprk", "u1", "point"), ("dprk", "r1", "none"),
        ("allied", "n1", "point"), ("allied", "n2", "point"),
    ]  # fmt: skip
    storm = war(ship("n1", SEA1), begin={"weather": "storm"})
    assert modifiers(storm, "allied", "n1").total == 3


# ---- close-in weapons


@pytest.mark.reading("nextwar", "nw-17-03")
@pytest.mark.rule("nextwar", "17.1.4-4")
@pytest.mark.parametrize(
    ("name", "die", "result"), [("r1", 3, "A"), ("u1", 4, "A"), ("r1", 4, "+2"), ("n1", 1, "A")]
)
def test_close_in_weapons_take_one_and_american_ones_two(name: str, die: int, result: str) -> None:
    game = war(ship(name, IN1))
    rig(game, die)
    assert ciws(game, name) == result


@pytest.mark.reading("nextwar", "nw-17-04")
@pytest.mark.rule("nextwar", "17.1.4-1", "17.1.4")
def test_one_set_of_values_defends_all_ships_of_a_location() -> None:
    game = war(ship("u1", SEA1, "CVN"), ship("u2", SEA1, "AMPH"), ship("u3", SEA2, "AMPH"))
    assert screen(game, "u2").detection == 7
    assert (screened(game, "u2").detection, screened(game, "u2").aaa) == (9, 3)
    assert screened(game, "u3").detection == 7
    others = war(ship("r1", SEA1, "CV"), ship("n1", SEA1, "AMPH"))
    assert (screen(others, "r1").sam, screen(others, "n1").sam) == (8, 1)


# ---- surface combat


def duel(detected: int = AREA, strike: int = 0) -> Nw:
    """An allied and a northern group in one Inshore Box."""
    game = war(ship("r1", IN1, support=3), ship("n1", IN1, support=2), turn=4)
    set_ship(game, "n1", detected=detected, strike=strike)
    return game


@pytest.mark.reading("nextwar", "nw-17-05")
@pytest.mark.rule("nextwar", "17.3", "17.3-1", "17.3-2", "17.1.2-p1", "17.1.3")
def test_hidden_ships_fire_and_have_done_before_detected_ones_answer() -> None:
    game = duel(strike=2)
    rig(game, 9, 6)
    asked = answer(game, surface_combat(game), fire("r1", "n1"))
    assert asked == ["allied"]
    assert [f["result"] for f in told(game, "surface-fire")] == ["1"]
    assert told(game, "ship-lost")[0]["back"] == 8
    assert at(game, "r1").detected == POINT
    nobody = duel(detected=HIDDEN)
    assert answer(nobody, surface_combat(nobody)) == []


@pytest.mark.rule("nextwar", "17.3-2", "17.3-3")
def test_who_was_detected_answers_and_who_was_hit_may_fall_back() -> None:
    game = duel()
    rig(game, 9, 9, 9, 4)
    asked = answer(
        game, surface_combat(game), fire("r1", "n1"), fire("n1", "r1"), {"do": "stay-at-sea"}
    )
    assert asked[:2] == ["allied", "dprk"]
    assert [(f["unit"], f["result"]) for f in told(game, "surface-fire")] == [
        ("r1", "-"), ("n1", "1"),
    ]  # fmt: skip
    assert at(game, "r1").strike == 1
    assert at(game, "n1").detected == POINT


@pytest.mark.rule("nextwar", "17.3", "17.1.4-4")
def test_close_in_weapons_may_spoil_the_fire_or_make_it_worse() -> None:
    game = duel(strike=1)
    rig(game, 1)
    answer(game, surface_combat(game), fire("r1", "n1"), {"do": "hold-fire"})
    assert told(game, "surface-fire") == []
    assert at(game, "n1").strike == 1
    worse = duel(strike=1)
    rig(worse, 4, 6)
    answer(worse, surface_combat(worse), fire("r1", "n1"), {"do": "hold-fire"})
    assert told(worse, "surface-fire")[0]["result"] == "-"


@pytest.mark.reading("nextwar", "nw-17-06")
@pytest.mark.rule("nextwar", "17.3", "17.1.2")
def test_ten_hexes_of_open_sea_and_exact_knowledge_counts() -> None:
    water = {f"{c:02}{r:02}": "sea" for c in range(1, 10) for r in range(1, 15)}
    board = coast(rows=14, terrain={**water, "0413": "flat", "0414": "flat"}, country={})
    for to, exactly, result in (("0111", POINT, "1"), ("0111", AREA, "-")):
        game = war(ship("r1", "0101"), ship("n1", to), board=board)
        set_ship(game, "n1", detected=exactly)
        rig(game, 9, 6)
        answer(game, surface_combat(game), fire("r1", "n1"), {"do": "hold-fire"})
        assert told(game, "surface-fire")[0]["result"] == result
    far = war(ship("r1", "0101"), ship("n1", "0112"), board=board)
    assert not in_range(far, "r1", "n1")
    wall = {f"{c:02}05": "flat" for c in range(1, 9)}
    split = coast(rows=14, terrain={**water, **wall}, country={})
    around = war(ship("r1", "0102"), ship("n1", "0109"), board=split)
    assert game.board.distance(split.hex("0102"), split.hex("0109")) == 7
    assert not in_range(around, "r1", "n1")


# ---- control and contested seas


@pytest.mark.reading("nextwar", "nw-17-07")
@pytest.mark.rule("nextwar", "17.4.1")
def test_ships_may_stay_in_lost_waters_for_a_strike() -> None:
    ships = [ship(f"n{i}", IN1) for i in (1, 2, 3)]
    game = war(*ships, turn=6, seas=ruled("dprk"))
    for i, strike in enumerate((0, 1, 2), 1):
        set_ship(game, f"n{i}", strike=strike)
    answer(game, become(game, IN1, "allied", "7.2"))
    assert [at(game, f"n{i}").strike for i in (1, 2)] == [1, 2]
    assert told(game, "ship-lost") == [{"side": "dprk", "unit": "n3", "back": 10}]
    assert lies(game, "n1") == IN1
    standard = at_sea(ships=ships, turn=6, seas=ruled("dprk"))
    answer(standard, become(standard, IN1, "allied", "7.2"))
    assert {f["back"] for f in told(standard, "ship-lost")} == {0}


@pytest.mark.rule("nextwar", "17.4.1", "7.4.3-b2")
def test_who_leaves_lost_waters_costs_no_level_in_the_advanced_game() -> None:
    port = {"hex": "0403", "kind": "port", "owner": "dprk"}
    game = war(
        ship("n1", IN1), seas=ruled("dprk"), sites=[port], board=coast(north=9),
        assets={"dprk": {"submarines": 3}},
    )  # fmt: skip
    answer(game, become(game, IN1, "allied", "7.2"), {"do": "give-sea", "unit": "n1", "to": "0403"})
    assert lies(game, "n1") == "0403"
    assert (at(game, "n1").strike, side(game, "dprk").submarines) == (0, 3)
    nowhere = war(ship("n1", IN1), seas=ruled("dprk"))
    answer(nowhere, become(nowhere, IN1, "allied", "7.2"), {"do": "leave-war", "unit": "n1"})
    assert told(nowhere, "ship-lost")[0]["back"] == 0


def convoy() -> Nw:
    """Three American ships on their way into an enemy sea."""
    marines = [unit(f"u{i}", None, size="battalion", sp=1, type="marines") for i in (7, 8)]
    game = war(
        ship("u1", SEA1), ship("u2", SEA1, "CVN"), ship("u3", SEA1, "AMPH"), units=marines,
        seas=ruled("dprk", SEA2, IN2), setup=[{"ship": "u3", "units": ["u7", "u8"]}],
        begin={"first": "allied"}, segment="init-move", assets={"dprk": {"submarines": 1}},
    )  # fmt: skip
    set_ship(game, "u1", strike=1)
    rig(game, 9, 9, 9)
    game.play("allied", sail("u1", "u2", "u3", by=SEA2))
    return game


@pytest.mark.reading("nextwar", "nw-25-04")
@pytest.mark.rule("nextwar", "25.4")
def test_on_a_contested_sea_ships_turn_back_or_one_of_them_is_hit() -> None:
    back = convoy()
    back.play("allied", {"do": "turn-back"})
    assert {lies(back, n) for n in ("u1", "u2", "u3")} == {SEA1}
    assert [at(back, n).strike for n in ("u1", "u2", "u3")] == [1, 0, 0]
    carrier = convoy()
    carrier.play("allied", {"do": "press-on", "unit": "u2"})
    assert {lies(carrier, n) for n in ("u1", "u2", "u3")} == {SEA2}
    assert at(carrier, "u2").strike == 2
    assert [unit_at(carrier, n).steps for n in ("u7", "u8")] == [2, 2]
    sunk = convoy()
    sunk.play("allied", {"do": "press-on", "unit": "u1"})
    assert lies(sunk, "u1") == "expected"
    assert lies(sunk, "u2") == SEA2


@pytest.mark.reading("nextwar", "nw-25-04")
@pytest.mark.rule("nextwar", "25.4", "27.4-p4")
def test_troops_lose_steps_with_the_ship_that_carries_them() -> None:
    game = convoy()
    game.play("allied", {"do": "press-on", "unit": "u3"})
    while game.decision("allied") is not None and lies(game, "u3") != SEA2:
        game.play("allied", {"do": "lose-aboard", "unit": "u7"})
    assert at(game, "u3").strike == 2
    assert sum(unit_at(game, n).steps for n in ("u7", "u8")) == 2
    assert lies(game, "u1") == SEA2


@pytest.mark.reading("nextwar", "nw-25-04")
@pytest.mark.rule("nextwar", "25.4")
def test_what_goes_by_sea_transport_always_turns_back_and_loses_nothing() -> None:
    ports = [{"hex": h, "kind": "port", "owner": "allied"} for h in ("0401", "0403")]
    msu = unit("r1", "0401", "0-1-5", type="supply unit", size="battalion", at={"mobile": True})
    game = war(
        ship("r9", SEA2), units=[msu, unit("r2", "0401", "4-4-5")], sites=ports,
        seas={"transport": {"allied": 9}}, begin={"first": "allied"},
    )  # fmt: skip
    rig(game, 7, 9)
    for name in ("r1", "r2"):
        game.play("allied", {"do": "transport", "unit": name, "hex": "0403"})
    assert [f["result"] for f in told(game, "contested-sea")] == [
        "abort or strike 1", "abort or strike 2",
    ]  # fmt: skip
    for name in ("r1", "r2"):
        assert game.board.label(unit_at(game, name).hex) == "0401"
        assert (unit_at(game, name).steps, unit_at(game, name).strike) == (2, 0)
