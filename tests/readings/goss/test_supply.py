"""Supply as a second reader reads it. [15.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.supply import onhand, states, surrender
from grognard.systems.goss.supply.drops import deliver_drop, receivers
from grognard.systems.goss.supply.tracing import trace_hq, trace_unit
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.supply.land import CORPS, DIV, SWAMP, division, far, line, settle, snake

RING = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def ring(q: int, r: int, letter: str) -> list[dict[str, Any]]:
    """Enemies all around a hex."""
    return [unit(f"{letter}r{n}", (q + a, r + b)) for n, (a, b) in enumerate(RING)]


@pytest.mark.reading("goss", "goss-15-01")
@pytest.mark.rule("goss", "15.1.0", "15.1.1", "15.1.2", "15.5.2", "9.3.4a")
def test_supply_holds_until_the_next_determination() -> None:
    game = position(
        unit("uhq", (-12, 0), "hq:div", **DIV), unit("u1", (10, -5), **DIV),
        unit("u2", (8, -5), army="Third"), unit("g9", (12, -8)), segment="air-supply",
        side="allied",
    )  # fmt: skip
    assert now(game, "u1").supply == "GenS"
    settle(game, "allied")
    assert (now(game, "u1").supply, now(game, "u1").isolated) == ("OhS", False)
    leg = {"formation": "1"}
    game = position(
        unit("ghq", (0, 0), "hq:div", **leg), unit("g1", (3, 0), "stug", **leg),
        unit("g2", (1, 0), **leg), unit("g3", (3, 1), "art", **leg), unit("u9", (12, 0)),
        segment="air-supply",
    )  # fmt: skip
    settle(game, "axis")
    assert [now(game, n).supply for n in ("g1", "g2", "g3")] == ["OoS", "GenS", "GenS"]


@pytest.mark.reading("goss", "goss-15-04")
@pytest.mark.rule("goss", "15.2.2", "15.2.1a", "15.2.4")
@pytest.mark.parametrize(
    ("primary", "secondary", "found"), [(31, 15, "normal"), (54, 0, "normal"), (54, 1, "extended")]
)
def test_thirds_and_halves_add_up_exactly(primary: int, secondary: int, found: str) -> None:
    road = snake(primary + secondary)
    roads = {"primary": [road[: primary + 1]]}
    if secondary:
        roads["secondary"] = [road[primary:]]
    game = position(
        unit("ucorps", road[0], "hq:corps", **CORPS), unit("uhq", road[-1], "hq:div", **DIV),
        terrain=SWAMP, roads=roads, side="allied",
    )  # fmt: skip
    assert far(trace_hq(game, "uhq")) == found


@pytest.mark.reading("goss", "goss-15-04")
@pytest.mark.rule("goss", "15.2.2")
@pytest.mark.parametrize(
    ("gap", "trail", "weather", "found"),
    [("woods", True, "Clear Dry", "none"), ("clear", False, "Clear Dry", "normal"),
     ("clear", False, "Clear Wet", "none")],
)  # fmt: skip
def test_a_gap_in_the_road(gap: str, trail: bool, weather: str, found: str) -> None:
    terrain = {**SWAMP, (-7, 0): gap}
    roads = {"secondary": [line(4), line(4, -6)]}
    if trail:
        roads["trail"] = [[(-8, 0), (-7, 0), (-6, 0)]]
    if not trail:
        terrain[-6, 0] = "clear"
    game = position(
        unit("ucorps", (-12, 0), "hq:corps", **CORPS), unit("uhq", (-2, 0), "hq:div", **DIV),
        terrain=terrain, roads=roads, side="allied", weather=weather,
    )  # fmt: skip
    assert far(trace_hq(game, "uhq")) == found


@pytest.mark.reading("goss", "goss-15-05")
@pytest.mark.rule("goss", "15.2.3", "15.2.3-2", "9.3.4")
def test_the_best_path_of_a_battalion() -> None:
    road = snake(30)
    one = division(road[-1], hq=road[0], terrain=SWAMP, roads={"secondary": [road]}, alone=True)
    assert far(trace_unit(one, "u1")) == "normal", "15 of 18 Mech MP"
    road = snake(21)
    two = division(
        road[-1], unit("u2", road[0], "eng", **DIV), hq=road[0], terrain=SWAMP,
        roads={"secondary": [road[1:]]}, water={"river": [(road[0], h) for h in _around(road[0])]},
        alone=True,
    )  # fmt: skip
    assert trace_unit(two, "u1") is None, "on foot over the river and by truck beyond is no path"
    leg = {"formation": "1"}
    for length, truck, found in ((26, False, "none"), (26, True, "extended"), (24, True, "normal")):
        road = snake(length)
        game = position(
            unit("ghq", road[0], "hq:div", **leg), unit("g1", road[-1], **leg), terrain=SWAMP,
            roads={"secondary": [road]}, headquarters={"ghq": {"legs_ride": truck}},
        )  # fmt: skip
        assert far(trace_unit(game, "g1")) == found


def _around(h: tuple[int, int]) -> list[tuple[int, int]]:
    return [(h[0] + q, h[1] + r) for q, r in RING if h[0] + q >= -12]


@pytest.mark.reading("goss", "goss-15-06")
@pytest.mark.rule("goss", "15.2.3-3", "15.5.2")
def test_a_neighbour_passes_supply_on_once() -> None:
    leg, other = {"formation": "1"}, {"formation": "2"}
    game = position(
        unit("ghq", (0, -12), "hq:div", **leg), unit("g1", (0, 0), **leg),
        unit("g2", (1, 0), **leg), unit("g3", (2, 0), **leg), unit("g4", (0, 1), **other),
        unit("g5", (-1, 0), **leg), unit("ghq2", (0, 12), "hq:div", **other),
        terrain={(q, r): "swamp" for q in range(-12, 13) for r in range(-18, 19)
                 if 0 <= r + q // 2 + 12 < 25},
        roads={"secondary": [[(0, r) for r in range(-12, 1)]]},
        water={"river": [((0, 0), (-1, 0))]}, segment="air-supply", side="axis",
        weather="Ovr Mud",
    )  # fmt: skip
    settle(game, "axis")
    found = [now(game, n).supply for n in ("g1", "g2", "g3", "g4", "g5")]
    assert found == ["GenS", "GenS", "OhS", "OhS", "OhS"]


@pytest.mark.reading("goss", "goss-15-12")
@pytest.mark.rule("goss", "15.5.1")
@pytest.mark.parametrize(
    ("hq", "terrain", "cut", "roll", "total", "points"),
    [("g:div", "town", False, 7, 4, 6), ("g:div", "woods", True, 9, 4, 6),
     ("u:corps", "village", True, 5, 3, 4), ("u:army", "city", False, 4, 7, 8),
     ("g:corps", "clear", False, 6, 3, 4)],
)  # fmt: skip
def test_what_a_headquarters_has_on_hand(
    hq: str, terrain: str, cut: bool, roll: int, total: int, points: int
) -> None:
    letter, level = hq.split(":")
    side, enemy = ("axis", "u") if letter == "g" else ("allied", "g")
    chain = {
        "div": {"formation": "1", "army": "A"},
        "corps": {"corps": "C", "army": "A"},
        "army": {"army": "A"},
    }
    game = position(
        unit(f"{letter}x", (9, -4), f"hq:{level}", **chain[level]),
        *(ring(9, -4, enemy) if cut else [unit(f"{enemy}9", (12, -12))]),
        terrain={(9, -4): terrain}, roads={"primary": [[(q, -4) for q in range(-8, 10)]]},
        armies={"A": {"side": side, "adv": 3, "pss": [at(-8, -4)]}}, side=side,
        segment="air-supply",
    )  # fmt: skip
    tally = onhand.onhand_modifiers(game, f"{letter}x")
    assert roll + int(tally.total) == total
    rig(game, roll)
    onhand.roll_on_hand(game, f"{letter}x")
    assert headquarters(game, f"{letter}x").ohs == points


@pytest.mark.reading("goss", "goss-15-13")
@pytest.mark.rule("goss", "15.5.1a", "15.5.1a(a)", "15.5.1a(b)", "15.5.1a(c)", "15.5.0")
def test_what_on_hand_points_are_spent_for() -> None:
    chain = {"corps": "C", "army": "A"}
    game = position(
        unit("garmy", (9, -9), "hq:army", army="B", supply="OhS"),
        unit("gcorps", (0, 0), "hq:corps", **chain, supply="OhS"),
        unit("gdiv", (3, 0), "hq:div", formation="1", **chain),
        unit("g1", (4, 0), formation="1", **chain),
        unit("galone", (9, 2), "hq:div", formation="2", corps="", army="C", supply="OhS"),
        *ring(0, 12, "u")[:1],
        armies={name: {"side": "axis", "adv": 3, "pss": [at(-12, 0)]} for name in "ABC"},
        headquarters={"garmy": {"ohs": 8}, "gcorps": {"ohs": 6}, "galone": {"ohs": 6}},
        terrain={(q, r): "swamp" for q in (-4, -5) for r in range(-12, 15)
                 if 0 <= r + q // 2 + 12 < 25},
        segment="air-supply",
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    for _ in range(3):
        game.play("axis", {"do": "draw-on-hand", "spend": True})
    convert = {"do": "convert-on-hand", "into": "fuel", "points": 1}
    game.play("axis", {**convert, "hq": "gcorps"})
    game.play("axis", {**convert, "hq": "gcorps", "into": "ammunition", "points": 2})
    corps = headquarters(game, "gcorps")
    assert (corps.ohs, corps.fp, corps.amp) == (2, 2, 2)
    assert rules(game, "axis", {**convert, "hq": "galone", "into": "ammunition"}) == ["15.5.1a"]
    assert headquarters(game, "galone").ohs == 5
    game.play("axis", {**convert, "hq": "garmy", "into": "ammunition", "points": 2})
    army = headquarters(game, "garmy")
    assert (army.ohs, army.amp) == (5, 4)
    game.play("axis", {"do": "end"})
    assert [now(game, n).supply for n in ("gcorps", "gdiv", "g1")] == ["OhS", "GenS", "GenS"]


@pytest.mark.reading("goss", "goss-15-15")
@pytest.mark.rule("goss", "15.5.1b", "15.5.1b(a)", "15.5.1b(b)", "15.5.1b(c)", "15.5.1b-2")
def test_supplies_from_the_air() -> None:
    def pocket(*units: Any) -> Any:
        return position(*units, unit("g9", (12, 0)), segment="moves", side="allied")

    low = {"supply": "OhS"}
    army = unit("uarmy", (2, 0), "hq:army", army="First", **low)
    corps = unit("ucorps", (2, 0), "hq:corps", **CORPS, **low)
    one = unit("uone", (1, 0), "hq:div", formation="1", **low)
    two = unit("utwo", (0, 3), "hq:bg", formation="2", **low)
    game = pocket(army, one)
    drop = game.board.hex(at(0, 0))
    assert receivers(game, "allied", drop) == ["uarmy"]
    _run(deliver_drop(game, "allied", drop, 3))
    assert headquarters(game, "uarmy").ohs == 3
    game = pocket(corps, one)
    _run(deliver_drop(game, "allied", drop, 3))
    assert headquarters(game, "ucorps").ohs == 6
    game = pocket(one, two)
    asked = deliver_drop(game, "allied", drop, 3)
    next(asked)
    asked.send({"do": "give-drop", "hq": "uone"})
    asked.send({"do": "give-drop", "hq": "utwo"})
    with pytest.raises(StopIteration):
        asked.send({"do": "give-drop", "hq": "utwo"})
    assert [headquarters(game, hq).ohs for hq in ("uone", "utwo")] == [4, 8]
    distant = pocket(unit("uone", (4, 0), "hq:div", formation="1", **low))
    assert receivers(distant, "allied", drop) == []
    starved = [unit(f"u{n}", (n % 3, 0), "eng", supply="OoS") for n in range(34)]
    game = pocket(*starved)
    asked = deliver_drop(game, "allied", drop, 3)
    ask = next(asked)
    fed = [f"u{n}" for n in range(4, 34)]
    assert ask.offers[0].check(game, "allied", {"do": "feed-units", "units": [*fed, "u1"]})
    with pytest.raises(StopIteration):
        asked.send({"do": "feed-units", "units": fed})
    assert [now(game, f"u{n}").supply for n in (3, 4)] == ["OoS", "OhS"]


def _run(procedure: Any) -> None:
    for _ in procedure:
        raise AssertionError("nobody should be asked")


@pytest.mark.reading("goss", "goss-15-16")
@pytest.mark.rule(
    "goss",
    "15.5.2",
    "15.5.2(1)",
    "15.5.2(2)",
    "15.5.2(3)",
    "15.5.2(4)",
    "15.5.2(5)",
    "15.6.0",
    "15.6.0-5",
)
def test_what_uses_up_on_hand_supply() -> None:
    def after(what: str, kind: str = "inf", **facts: Any) -> Any:
        game = position(unit("g1", (0, 0), kind, supply="OhS", **facts), side="axis")
        if what == "overrun":
            states.after_attack(game, ["g1"], overrun=True)
        else:
            getattr(states, f"after_{what}")(game, ["g1"])
        return now(game, "g1")

    assert after("moving", spent=36).supply == "OhS", "half of six"
    assert after("moving", spent=48).supply == "OoS"
    assert after("attack", half=True).supply == "OoS"
    guns = after("mission", "art", battery=True)
    assert (guns.supply, guns.depleted) == ("OoS", True)
    exploiting = {"kind": "motinf", "mode": "Exploit"}
    assert after("moving", spent=36, **exploiting).supply == "OhS"
    gone = after("moving", spent=48, **exploiting)
    assert (gone.supply, gone.mode) == ("OoS", "Tac")
    assert after("overrun", spent=36, half=True, **exploiting).supply == "OhS"
    assert after("overrun", spent=36, **exploiting).supply == "OoS"
    assert after("defence").supply == "OoS"
    assert after("defence", half=True).supply == "OhS"


@pytest.mark.reading("goss", "goss-15-18")
@pytest.mark.rule("goss", "15.7.0", "15.1.2", "15.7.1")
@pytest.mark.parametrize(
    ("near", "supply", "isolated", "checks"),
    [((3, 0), "OoS", False, False), ((4, 0), "OoS", True, True), ((4, 0), "OhS", True, False)],
)
def test_isolation_and_who_checks(
    near: tuple[int, int], supply: str, isolated: bool, checks: bool
) -> None:
    leg = {"formation": "1"}
    game = position(
        unit("ghq", (12, -6), "hq:div", **leg), unit("g1", (0, 0), **leg, supply=supply),
        unit("g2", near, army="X"), *ring(0, 0, "u"), segment="air-supply",
    )  # fmt: skip
    settle(game, "axis")
    assert (now(game, "g1").supply, now(game, "g1").isolated) == (supply, isolated)
    assert surrender.must_check(now(game, "g1")) == checks


@pytest.mark.reading("goss", "goss-15-19")
@pytest.mark.rule("goss", "15.7.1")
@pytest.mark.parametrize(
    ("checked", "leader", "near", "roll", "holds"),
    [(2, True, False, 1, True), (2, True, False, 2, False), (2, False, True, 0, False),
     (0, False, False, 4, True)],
)  # fmt: skip
def test_surrender(checked: int, leader: bool, near: bool, roll: int, holds: bool) -> None:
    leaders = [{"id": "l1", "side": "axis", "name": "Leader", "hq": "ghq", "number": 5}]
    game = position(
        unit("ghq", (0, 0) if leader else (9, -9), "hq:div", formation="1"),
        unit("g1", (0, 0), formation="1", pr="7/5", supply="OoS", isolated=True, checks=checked),
        unit("u1", (9, 0)), segment="lulls", leaders=leaders,
    )  # fmt: skip
    if near:
        game.put(HEXES, game.board.hex(at(2, 0)), HexStatus(surrendered=game.turn))
    rig(game, roll)
    surrender.check_all(game)
    assert (now(game, "g1").place == "map") == holds
    assert holds or now(game, "g1").place == "surrendered"
    assert holds or told(game, "surrendered") == [{"unit": "g1"}]


@pytest.mark.reading("goss", "goss-13-10")
@pytest.mark.rule("goss", "15.7.1", "13.5.1")
def test_surrender_before_an_assault() -> None:
    cut = {"supply": "OoS", "isolated": True, "checks": 2}
    game = position(
        unit("g1", (0, 0), **cut), unit("g2", (0, 0), **cut),
        unit("g3", (0, 0), "eng", pr="6/7", **cut), unit("u1", (1, 0)), side="allied", turn="PM",
        segment="assaults",
    )  # fmt: skip
    rig(game, 4, 3, 3)
    assert [surrender.surrenders(game, n) for n in ("g1", "g2", "g3")] == [True, True, False]


@pytest.mark.reading("goss", "goss-17-18")
@pytest.mark.rule("goss", "15.2.2", "17.7.2")
def test_a_road_crew_at_the_end_of_the_road() -> None:
    road = snake(22)
    roads = {"secondary": [road[:21]], "trail": [road[20:]]}

    def supplied(*crew: Any) -> str:
        game = position(
            unit("ucorps", road[0], "hq:corps", **CORPS), unit("uhq", road[22], "hq:div", **DIV),
            *crew, terrain=SWAMP, roads=roads, side="allied",
        )  # fmt: skip
        return far(trace_hq(game, "uhq"))

    crew = [unit(f"u{n}", road[21], "eng", task="road") for n in (1, 2)]
    assert [supplied(*crew), supplied()] == ["normal", "none"]
