"""Rest game turns: their designation, what they forbid, and what tires in them. [3.5]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import RESTS, Rest
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit

CHAIN = {"army": "5", "corps": "c", "formation": "1"}


def morning(level: str = "side", **more: Any) -> Gs:
    """The segment in which rest GTs are designated."""
    game = position(
        unit("g1", (3, 0), **CHAIN), unit("gh", (4, 0), "hq:div", **CHAIN),
        unit("gc", (5, 0), "hq:corps", army="5", corps="c"), unit("u1", (-3, 0)),
        segment="rest-turns", options={"rest-turns": level}, rest={"old": "PM"},
        armies={"5": {"side": "axis", "adv": 3, "pss": []}}, **more,
    )  # fmt: skip
    game.drop(RESTS, "old")
    return game


def rest(period: str, *who: str) -> dict[str, Any]:
    return {"do": "rest", "period": period, **({"who": list(who)} if who else {})}


# ---- designation [3.5.1] [3.5.2]


@pytest.mark.rule("goss", "3.5.2", "3.3.1c-rest")
@pytest.mark.parametrize(
    ("level", "keys"),
    [("side", ["axis"]), ("army", ["5"]), ("corps", ["gc"]), ("formation", ["gc", "gh"])],
)
def test_the_axis_designates_as_was_agreed(level: str, keys: list[str]) -> None:
    game = morning(level)
    assert rules(game, "axis", rest("AM", "nobody")) == ["3.5.2"]
    assert rules(game, "axis", rest("ENA")) == ["3.5.2"]
    game.play("axis", rest("PM"))
    assert sorted(game.state[RESTS]) == keys
    assert {one.period for one in game.state[RESTS].values()} == {"PM"}
    assert rules(game, "axis", rest("AM")) == ["3.5.2"], "once a game day"


@pytest.mark.rule("goss", "3.5.2")
def test_each_formation_may_rest_by_itself() -> None:
    game = morning("formation")
    game.play("axis", rest("AM", "gh"))
    assert game.state[RESTS]["gh"] == Rest("AM")
    assert "gc" not in game.state[RESTS]
    game.play("axis", rest("PM"))
    assert (game.state[RESTS]["gh"].period, game.state[RESTS]["gc"].period) == ("AM", "PM")


@pytest.mark.rule("goss", "3.5.1")
def test_the_allies_rest_at_night_and_have_no_choice() -> None:
    assert rules(morning(), "allied", rest("AM")) == ["3.5.1"]
    free = field(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0)), turn="Night", rest={"axis": "AM"},
        options={"rest-turns": "side", "allied-rest": "off"},
    )  # fmt: skip
    clash(free, ["g1"]).settle()
    assert now(free, "u1").fatigue == 0
    bound = field(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0)), turn="Night", rest={"axis": "AM"}
    )
    clash(bound, ["g1"]).settle()
    assert now(bound, "u1").fatigue == 1


@pytest.mark.rule("goss", "3.5.2")
def test_rest_is_secret_and_of_one_day() -> None:
    one, two = morning(), morning()
    one.play("axis", rest("AM"))
    two.play("axis", rest("PM"))
    assert one.view("allied") == two.view("allied")
    assert [e.told("allied") for e in one.events] == [e.told("allied") for e in two.events]
    assert one.view("axis")["rests"] == {"axis": {"period": "AM", "shown": False}}
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment="enemy-delays", turn="Night",
        rest={"axis": "PM"}, options={"ena": "off"},
    )  # fmt: skip
    while game.turn == 6:
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert not game.state[RESTS], "each day has its own"


# ---- what gives it away [3.5.2]


@pytest.mark.rule("goss", "3.5.2", "3.5.3")
def test_who_prepares_an_assault_at_night_shows_when_he_rests() -> None:
    def evening(turn: str) -> Gs:
        return position(
            unit("g1", (0, 1)), unit("u1", (0, 0)), segment="modes", turn=turn, rest={"axis": "AM"}
        )

    night, day = evening("Night"), evening("PM")
    for game in (night, day):
        game.play("axis", {"do": "mode", "units": ["g1"], "mode": "PA"})
    assert told(night, "rest-shown") == [{"side": "axis", "who": ["axis"], "period": "AM"}]
    assert night.view("allied")["rests"] == {"axis": {"period": "AM", "shown": True}}
    assert not told(day, "rest-shown")
    assert day.view("allied")["rests"] == {}


@pytest.mark.rule("goss", "3.5.2", "3.5.3")
@pytest.mark.parametrize(("path", "shown"), [([(1, 0)], True), ([(0, 2)], False)])
def test_who_goes_from_enemy_to_enemy_at_night_shows_when_he_rests(
    path: list[tuple[int, int]], shown: bool
) -> None:
    game = position(unit("g1", (0, 1)), unit("u1", (0, 0)), turn="Night", rest={"axis": "AM"})
    order = {"do": "move", "units": ["g1"], "path": [at(q, r) for q, r in path]}
    game.play("axis", order)
    assert bool(told(game, "rest-shown")) is shown


# ---- what it forbids [3.5.3]


@pytest.mark.rule("goss", "3.5.3")
def test_nobody_prepares_or_exploits_at_rest_but_who_exploits_may_go_on() -> None:
    chain: dict[str, Any] = {"formation": "1"}
    game = position(
        unit("g1", (0, 1), **chain), unit("g2", (6, 0), "motinf", **chain), unit("u1", (0, 0)),
        unit("gh", (6, 1), "hq:div", traits="mech formation", **chain),
        unit("g3", (7, 3), "motinf", mode="Exploit", **chain), segment="modes", rest={"axis": "AM"},
    )  # fmt: skip
    order = {"do": "mode", "units": ["g1"], "mode": "PA"}
    assert rules(game, "axis", order) == ["3.5.3"]
    assert "3.5.3" in rules(game, "axis", {"do": "exploit", "hq": "gh"})
    game.put(UNITS, "g1", replace(now(game, "g1"), bonus=game.serial))
    assert rules(game, "axis", order) == [], "in a bonus period nobody must rest"
    pass_to(game, "moves")
    assert now(game, "g3").mode == "Exploit"


@pytest.mark.rule("goss", "3.5.3")
@pytest.mark.parametrize(
    ("state", "refused"),
    [({}, ["3.5.3"]), ({"isolated": True, "supply": "OhS"}, []), ({"isolated": True}, [])],
)
def test_nobody_goes_from_enemy_to_enemy_at_rest_but_to_his_supply(
    state: dict[str, Any], refused: list[str]
) -> None:
    game = position(
        unit("g1", (0, 1), formation="1", **state), unit("gh", (5, -2), "hq:div", formation="1"),
        unit("u1", (0, 0)), rest={"axis": "AM"}, options={"supply-for-moves": "onhand-too"},
    )  # fmt: skip
    east = {"do": "move", "units": ["g1"], "path": [at(1, 0)]}
    west = {"do": "move", "units": ["g1"], "path": [at(-1, 1)]}
    assert [rule for rule in rules(game, "axis", east) if rule == "3.5.3"] == refused
    assert "3.5.3" in rules(game, "axis", west), "away from its headquarters"


@pytest.mark.reading("goss", "goss-05-23")
@pytest.mark.rule("goss", "3.5.3", "3.5.4a", "3.5.4", "5.4.4d")
def test_a_bonus_period_sets_free_of_rest() -> None:
    road = {"trail": [[(0, 1), (1, 0), (2, 0), (3, 0)]]}

    def evening(segment: str) -> Gs:
        game = position(
            unit("um", (0, 1)), unit("un", (0, 1)), unit("g1", (0, 0)), segment=segment,
            side="allied", turn="Night", roads=road, rest={"axis": "AM"},
        )  # fmt: skip
        game.put(UNITS, "um", replace(now(game, "um"), bonus=game.serial - 1))
        return game

    game = evening("modes")
    assert rules(game, "allied", {"do": "mode", "units": ["um"], "mode": "PA"}) == []
    assert rules(game, "allied", {"do": "mode", "units": ["un"], "mode": "PA"}) == ["3.5.3"]
    game = evening("moves")
    path = [at(1, 0), at(2, 0), at(3, 0)]
    assert "3.5.3" in rules(game, "allied", {"do": "move", "units": ["un"], "path": path[:1]})
    game.play("allied", {"do": "move", "units": ["um"], "path": path})
    game.play("allied", {"do": "end"})
    assert now(game, "um").spent > 3 * 12
    assert now(game, "um").fatigue == 0


# ---- what tires [3.5.4]


@pytest.mark.rule("goss", "3.5.4", "3.5.4-a", "1.5.0")
@pytest.mark.parametrize(("hexes", "worn"), [(3, 0), (4, 1)])
def test_more_than_half_of_the_allowance_tires(hexes: int, worn: int) -> None:
    game = position(unit("g1", (0, 0)), unit("u1", (-9, 0)), rest={"axis": "AM"})
    path = [at(q, 0) for q in range(1, hexes + 1)]
    game.play("axis", {"do": "move", "units": ["g1"], "path": path})
    game.play("axis", {"do": "end"})
    assert now(game, "g1").fatigue == worn


@pytest.mark.rule("goss", "3.5.4-c", "3.5.4")
@pytest.mark.parametrize("half", [True, False])
def test_defending_in_full_tires(half: bool) -> None:
    game = field(unit("g1", (0, 1), ta=True), unit("u1", (0, 0)), turn="Night", rest={"axis": "AM"})
    answers: dict[str, Any] = {"half_strength": {"units": ["u1"]}} if half else {}
    clash(game, ["g1"], **answers).settle()
    assert now(game, "u1").fatigue == int(not half)
    assert now(game, "g1").fatigue == 0, "it does not rest at night"


@pytest.mark.rule("goss", "3.5.4-d", "3.5.4", "3.4.6")
@pytest.mark.parametrize(
    ("turn", "points", "worn", "earned"),
    [("AM", 4, 0, 0), ("AM", 5, 1, 0), ("PM", 8, 0, 0), ("ENA", 1, 0, 1)],
)
def test_firing_more_than_half_tires(turn: str, points: int, worn: int, earned: int) -> None:
    when: dict[str, Any] = {"ena": "axis"} if turn == "ENA" else {"turn": turn}
    game = position(
        unit("g1", (0, 1), formation="1", ta=True, activated=6), unit("u1", (0, 0)),
        unit("ga", (0, 4), "art", formation="1", barrage=8, battery=True),
        segment="offensive-fire", rest={"axis": "AM"}, **when,
    )  # fmt: skip
    rig(game, *(0,) * 8)
    game.play("axis", {"do": "barrage", "hex": at(0, 0), "guns": {"ga": points}, "spotter": "g1"})
    assert (now(game, "ga").fatigue, now(game, "ga").earned) == (worn, earned)


@pytest.mark.reading("goss", "goss-13-33")
@pytest.mark.rule("goss", "3.5.4-e", "3.5.4")
def test_a_combat_reserve_that_helps_is_tired() -> None:
    chain: dict[str, Any] = {"formation": "1"}
    game = field(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0), **chain),
        unit("u2", (0, -2), cr=True, **chain), unit("uh", (0, -3), "hq:div", **chain),
        turn="Night", rest={"axis": "AM"},
    )  # fmt: skip
    found = clash(game, ["g1"], half_strength={"units": ["u1"]})
    found.settle()
    assert (now(game, "u2").cr, now(game, "u2").fatigue, now(game, "u1").fatigue) == (False, 1, 0)


@pytest.mark.rule("goss", "3.5.4a")
def test_placing_delay_markers_does_not_count() -> None:
    game = position(unit("g1", (0, 0), "motinf"), unit("u1", (0, -6)), rest={"axis": "AM"})
    unit_ = now(game, "g1")
    half = 6 * 12
    game.put(UNITS, "g1", replace(unit_, moved=game.serial, spent=half + 12, delaying=game.turn))
    game.play("axis", {"do": "end"})
    assert now(game, "g1").fatigue == 0
