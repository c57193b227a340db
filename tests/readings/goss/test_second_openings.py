"""What the opening paragraphs of chapters say: a reader's cases. [17.0] [20.0] [23.0] [25.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.pieces.stacking import together
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS, LEADERS, AirTrack, Headquarters
from grognard.systems.goss.turn import phases
from tests.systems.goss.arrivals.edge import EDGE, coming, enter, place
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, settle
from tests.systems.goss.firing import field as range_
from tests.systems.goss.flights import give, track, until

PA: dict[str, Any] = {"mode": "PA"}


# ---- engineers [17.0] [17.1.0]


@pytest.mark.reading("goss", "goss3-17-01")
@pytest.mark.rule("goss", "17.0", "17.1.0")
def test_engineers_who_stack_for_free_are_engineers_all_the_same() -> None:
    def town(*engineers: str) -> Gs:
        return position(
            unit("u1", (0, 1), formation="1 Div", **PA),
            *(unit(n, (0, 1), "eng", formation="1 Div", **PA) for n in engineers),
            unit("g1", (0, 0), inside=True), terrain={(0, 0): "town"}, works={(0, 0): "IP"},
            side="allied", segment="assaults",
        )  # fmt: skip

    shifts = {}
    for engineers in ((), ("u2",), ("u2", "u3")):
        game = town(*engineers)
        if engineers:
            assert "u2" in together(game, "u1")  # one unit with the battalion
        shifts[len(engineers)] = clash(game, ["u1", *engineers]).right.get("13.7.3(m)", 0)
    assert shifts == {0: 0, 1: 1, 2: 1}


@pytest.mark.reading("goss", "goss3-17-01")
@pytest.mark.rule("goss", "17.0")
def test_what_engineers_do_though_they_stack_for_free() -> None:
    def bank(segment: str, **more: Any) -> Gs:
        return position(
            unit("u1", (0, 0), formation="1 Div"), unit("u2", (0, 0), "eng", formation="1 Div"),
            unit("u3", (0, 0), "eng", formation="1 Div"), unit("g1", (5, 0)), segment=segment,
            side="allied", water={"river": [((0, 0), (1, 0))]}, **more,
        )  # fmt: skip

    both = ["u2", "u3"]
    building = bank("construction", roads={"trail": [[(0, 0), (-1, 0)]]})
    orders: list[dict[str, Any]] = [
        {"do": "bridge", "units": both, "hex": at(1, 0)},
        {"do": "dig", "units": both, "work": "IP"}, {"do": "road-crew", "units": both},
    ]  # fmt: skip
    assert [rules(building, "allied", order) for order in orders] == [[], [], []]
    building.play("allied", orders[0])
    assert told(building, "bridging")[0]["turns"] == 2  # two steps, combined
    mined = bank("demolition", roads={"trail": [[(0, 0), (1, 0)]]})
    assert rules(mined, "allied", {"do": "demolish", "units": both, "hex": at(1, 0)}) == []
    ferry = {"do": "ferry", "units": ["u1"], "engineer": "u2", "hex": at(1, 0)}
    assert rules(bank("moves"), "allied", ferry) == []


# ---- air points [20.0]


@pytest.mark.reading("goss", "goss3-20-01")
@pytest.mark.rule("goss", "20.0")
def test_a_mission_without_points_is_not_flown_that_day() -> None:
    game = range_(unit("u1", (0, 0), **US), unit("g1", (1, 0), **AXIS), segment="air-support")
    give(game, "allied", gs=4)
    strike = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 4}
    assert rules(game, "allied", {**strike, "escort": 1}) == ["20.2.1"]  # no superiority
    assert rules(game, "allied", {**strike, "ap": 5}) == ["11.4.3"]
    rig(game, 0, 0)
    game.play("allied", {**strike, "ap": 2})
    settle(game)
    assert track(game, "allied") == AirTrack(gs=2)
    until(game, phases.MODES, 5)
    assert not told(game, "interdiction-value")
    assert track(game, "allied").gs == 2
    until(game, phases.MODES, 7)
    assert track(game, "allied") == AirTrack()  # nothing is kept
    assert not told(game, "raids-declared")


# ---- leaders [23.0]


@pytest.mark.reading("goss", "goss3-23-01")
@pytest.mark.rule("goss", "23.0")
def test_a_leader_arrives_active_with_his_headquarters() -> None:
    game = coming(
        unit("ghq", None, "hq:div", formation="1", corps="X", army="A"), unit("u9", (9, 0)),
        leaders=[{"id": "l1", "side": "axis", "name": "L", "hq": "ghq", "number": 1}],
        roads={"primary": [[(q, 0) for q in range(-12, 0)]]},
    )  # fmt: skip
    assert game.state[LEADERS]["l1"].place != "map"
    place(game, "ghq")
    pass_to(game, "road-moves")
    enter(game, "ghq")
    leader = game.state[LEADERS]["l1"]
    assert (leader.place, game.board.label(leader.hex), leader.active) == ("map", at(*EDGE), True)
    assert not [event for event in game.events if event.rule == "23.1.0"]  # no die


# ---- army reserve [25.0]

CHAIN = {"corps": "UC", "army": "1"}


def reserve(*units: Any, enemy: tuple[int, int] = (-12, 0), side: str = "allied") -> Gs:
    """Headquarters of divisions and battle groups around (6, 0), the area of their army."""
    foe = "g9" if side == "allied" else "u9"
    game = position(
        *units, unit(foe, enemy), segment="command", side="",
        armies={"1": {"side": side, "adv": 4, "pss": []}},
    )  # fmt: skip
    army = game.state[ARMIES]["1"]
    game.put(ARMIES, "1", replace(army, areas=(game.board.hex(at(6, 0)),)))
    return game


def division(n: int, *hexes: tuple[int, int], level: str = "div", **more: Any) -> list[Any]:
    chain = {"formation": str(n), **CHAIN}
    staff = unit(f"uh{n}", hexes[0], f"hq:{level}", **chain, **more)
    return [staff, *(unit(f"u{n}{k}", h, **chain) for k, h in enumerate(hexes[1:]))]


def into(n: int) -> dict[str, Any]:
    return {"do": "enter-reserve", "hq": f"uh{n}", "hex": at(6, 0)}


@pytest.mark.reading("goss", "goss3-25-01")
@pytest.mark.rule("goss", "25.0")
def test_where_and_in_what_state_a_formation_enters_reserve() -> None:
    def area(q: int) -> list[str]:
        game = reserve(*division(1, (6, 0), (6, 1)), enemy=(-4, 0))
        game.put(ARMIES, "1", replace(game.state[ARMIES]["1"], areas=()))
        return rules(game, "allied", {"do": "reserve-area", "army": "1", "hex": at(q, 0)})

    assert (area(5), area(6)) == (["25.0"], [])
    far = [reserve(*division(1, (6, 0), h)) for h in ((11, 0), (10, 0))]
    assert [rules(game, "allied", into(1)) for game in far] == [["25.0"], []]
    far[1].play("allied", into(1))
    assert (where(far[1], "uh1"), where(far[1], "u10")) == ("reserve", "reserve")
    near = [reserve(*division(1, (6, 0), (4, 0)), enemy=(q, 0)) for q in (-2, -3)]
    assert [rules(game, "allied", into(1)) for game in near] == [["25.0"], []]
    dry = reserve(*division(1, (6, 0), (6, 1)))
    dry.put(HQS, "uh1", Headquarters(fuel="low"))
    assert rules(dry, "allied", into(1)) == ["25.0"]
    chain = {"formation": "1", **CHAIN}
    for traits, refused in (("mech formation", ["25.0"]), ("", [])):
        game = reserve(unit("gh", (6, 0), "hq:div", traits=traits, **chain),
                       unit("g1", (6, 1), **chain), side="axis")  # fmt: skip
        game.put(HQS, "gh", Headquarters(fuel="low"))
        order = {"do": "enter-reserve", "hq": "gh", "hex": at(6, 0)}
        assert rules(game, "axis", order) == refused
    alone = reserve(unit("u1", (6, 1), regiment="7", **chain))
    assert rules(alone, "allied", {**into(1), "hq": "u1"}) == ["25.0"]


@pytest.mark.reading("goss", "goss3-25-01")
@pytest.mark.rule("goss", "25.0")
def test_four_formations_of_an_army_are_in_reserve() -> None:
    spots = [(6, 0), (7, 0), (5, 0), (6, 1), (6, -1), (7, -1)]

    def filled(*levels: str) -> Gs:
        units = [
            one for n, level in enumerate(levels) for one in division(n, spots[n], level=level)
        ]
        game = reserve(*units)
        for n in range(len(levels) - 1):
            game.play("allied", into(n))
        return game

    five = filled(*["div"] * 5)
    assert rules(five, "allied", into(4)) == ["25.0"]
    groups = filled("div", "div", "div", "bg", "bg", "bg")
    assert now(groups, "uh4").place == "reserve"
    assert rules(groups, "allied", into(5)) == ["25.0"]
    assert five.view("allied")["armies"]["1"]["areas"]
    assert "1" not in five.view("axis")["armies"]  # the other side never learns the area


@pytest.mark.reading("goss", "goss3-25-01")
@pytest.mark.rule("goss", "25.0")
def test_an_enemy_nine_hexes_from_the_area_changes_nothing() -> None:
    game = reserve(*division(1, (6, 0), (6, 1)), unit("u5", (9, 6), **CHAIN), enemy=(-4, 0))
    game.play("allied", into(1))
    pass_to(game, "moves", "axis")
    game.play("axis", {"do": "move", "units": ["g9"], "path": [at(-3, 0)]})
    assert where(game, "uh1") == "reserve"
